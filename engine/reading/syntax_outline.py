"""Functions and classes of a source file by its syntax tree (tree-sitter).

A tree costs about 200 bytes a byte of source, so longer files are left to the splitter by indentation, as are files
whose parsing takes too long or finds too much that is no code of the language (templates, dialects, cut files).
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tree_sitter import Node, Parser, QueryCursor, Tree

from engine.reading.cleaning import one_line
from engine.reading.definitions import Definition
from engine.reading.grammars import GRAMMARS, Grammar, language_of, query_of

MAX_PARSED_BYTES = 1_500_000
PARSE_SECONDS = 4.0             # processor time of one file
WHOLE_CONTAINER = 700           # characters, about 200 tokens: a class up to here is one piece
WHOLE_FUNCTION = 2_500          # a function up to here is not cut at the functions within it
_LONG_RUN = re.compile(r"([^\w\s])\1{999}")    # of one sign: scanners of raw strings (Swift, Rust) go over it again from each of its places
_GOOD_SHARE = 0.01              # of a file's bytes that are no valid code: up to here no other grammar is tried
_MOST_SHARE = 0.1               # … and beyond this, the tree says little
_MAX_ERROR_NODES = 20_000
_MAX_NAME = 120
_NAMED_BY_KIND = {
    "init_declaration": "init", "deinit_declaration": "deinit", "subscript_declaration": "subscript",
    "companion_object": "companion object", "secondary_constructor": "constructor", "anonymous_initializer": "init",
    "indexer_declaration": "this", "operator_declaration": "operator", "conversion_operator_declaration": "operator",
}
_TRANSPARENT = frozenset({"reference_declarator", "parenthesized_declarator"})


@dataclass(slots=True)
class _Found:
    """A definition while they are being nested."""

    first: int
    last: int
    name: str
    is_container: bool
    inner: list[_Found] = field(default_factory=list)


class _TooSlow(Exception):
    """Parsing one file took longer than PARSE_SECONDS."""


def syntax_outline(text: str, extension: str) -> tuple[Definition, ...] | None:
    """The definitions of a file, in order; None where no grammar fits it."""
    data = text.encode("utf-8", "surrogatepass")
    if extension not in GRAMMARS or len(data) > MAX_PARSED_BYTES or _LONG_RUN.search(text):
        return None
    best: tuple[float, Grammar, Tree] | None = None
    until = time.process_time() + PARSE_SECONDS
    try:
        for grammar in GRAMMARS[extension]:
            tree = _parsed(data, grammar, until)
            share = _share_of_errors(tree.root_node, len(data))
            if best is None or share < best[0]:
                best = share, grammar, tree
            if share <= _GOOD_SHARE:
                break
        if best is None or best[0] > _MOST_SHARE:
            return None
        captures = QueryCursor(query_of(best[1])).captures(best[2].root_node)
    except _TooSlow:
        return None
    lines = text.split("\n")
    before = _lines_before(captures.get("before", ()), lines)
    nested = _nested(_found(captures.get("definition", ()), best[1], before, data))
    starts = _line_starts(lines)
    return tuple(_pruned(nested, starts))


def _parsed(data: bytes, grammar: Grammar, until: float) -> Tree:
    """Raises _TooSlow."""
    parser = Parser(language_of(grammar))
    view = memoryview(data)             # the binding keeps what each of thousands of reads gives: no copies, then
    stopped = False

    def is_late(_offset: int, _has_error: bool) -> bool:
        nonlocal stopped
        stopped = stopped or time.process_time() > until
        return stopped

    try:
        tree = parser.parse(lambda at, _: view[at:], progress_callback=is_late)
    except ValueError as error:         # what a parser that was stopped raises
        raise _TooSlow from error
    if stopped:
        raise _TooSlow
    return tree


def _share_of_errors(root: Node, n_bytes: int) -> float:
    """Bytes in ERROR nodes, less those of well-formed children, as a share of the file."""
    damaged = 0
    waiting = [root] if root.has_error else []
    n_nodes = 0
    while waiting and n_nodes < _MAX_ERROR_NODES:
        node = waiting.pop()
        n_nodes += 1
        if node.is_error:
            well_formed = sum(child.end_byte - child.start_byte for child in node.children if child.child_count)
            damaged += node.end_byte - node.start_byte - well_formed
        waiting.extend(child for child in node.children if child.has_error)
    return damaged / max(n_bytes, 1)


def _lines_before(nodes: Iterable[Node], lines: Sequence[str]) -> set[int]:
    """Numbers of the lines that hold nothing but a comment, decorator or attribute."""
    found: set[int] = set()
    for node in nodes:
        (first, _), (last, column) = node.start_point, node.end_point
        last -= not column and last > first
        line = lines[first].encode("utf-8", "surrogatepass")
        if not line[: node.start_point.column].strip():
            found.update(range(first, last + 1))
    return found


def _found(nodes: Iterable[Node], grammar: Grammar, before: set[int], data: bytes) -> Iterator[_Found]:
    for node in sorted(nodes, key=lambda node: (node.start_byte, -node.end_byte)):      # they come in any order
        is_container = node.type in grammar.container_types or node.type in ("expression_statement", "call")
        outer = node
        while outer.parent is not None and outer.parent.type in grammar.wrapper_types:
            outer = outer.parent
        first, (last, column) = outer.start_point.row, outer.end_point
        last -= not column and last > first
        while first - 1 in before:
            first -= 1
        yield _Found(first, last, _name(node, data), is_container)


def _nested(found: Iterable[_Found]) -> list[_Found]:
    """The outermost definitions, each holding those within its lines; of two with the same lines, the outer one."""
    outermost: list[_Found] = []
    opened: list[_Found] = []
    for one in sorted(found, key=lambda one: (one.first, -one.last)):
        while opened and opened[-1].last < one.first:
            opened.pop()
        if opened and opened[-1].last < one.last:       # it begins on the last line of the one before
            one.first = opened[-1].last + 1
            while opened and opened[-1].last < one.first:
                opened.pop()
        if opened and (opened[-1].first, opened[-1].last) == (one.first, one.last):
            continue
        (opened[-1].inner if opened else outermost).append(one)
        opened.append(one)
    return outermost


def _line_starts(lines: Sequence[str]) -> list[int]:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _pruned(found: Iterable[_Found], starts: Sequence[int]) -> Iterator[Definition]:
    """Definitions as they are cut: a class that is short enough stays whole, a function also if it is longer."""
    for one in found:
        size = starts[one.last + 1] - starts[one.first]
        is_whole = size <= (WHOLE_CONTAINER if one.is_container else WHOLE_FUNCTION)
        yield Definition(one.first, one.last, one.name, () if is_whole else tuple(_pruned(one.inner, starts)))


def _name(node: Node, data: bytes) -> str:
    """The name that a definition has in its language; "" where it has none (`namespace {`)."""
    return one_line(_named(node, data))[:_MAX_NAME] or _NAMED_BY_KIND.get(node.type, "")


def _named(node: Node, data: bytes) -> str:
    kind = node.type
    if kind in ("expression_statement", "call"):
        return _name_of_call(node, data)
    if kind == "impl_item":
        trait, own = _text(node.child_by_field_name("trait"), data), _text(node.child_by_field_name("type"), data)
        return f"{trait} for {own}" if trait else own
    if kind == "type_declaration":
        specs = (child.child_by_field_name("name") for child in node.named_children)
        return ", ".join(_text(spec, data) for spec in specs if spec)
    name = _text(node.child_by_field_name("name"), data)
    receiver = node.child_by_field_name("receiver")
    if name and receiver is not None:
        owner = re.search(r"(\w+)\s*(?:\[.*\])?\s*\)$", _text(receiver, data))
        return f"{owner.group(1)}.{name}" if owner else name
    if name:
        return name
    for label in ("left", "key", "property"):
        if part := _text(node.child_by_field_name(label), data):
            return part
    if kind == "assignment_statement" and node.named_children:
        return _text(node.named_children[0], data)
    return _declared(node, data)


def _name_of_call(node: Node, data: bytes) -> str:
    """What a block given to a call is about: `describe("adds", …)` is "adds", `namespace :db do` is "namespace :db"."""
    if node.type == "call":
        arguments = node.child_by_field_name("arguments")
        return f"{_text(node.child_by_field_name('method'), data)} {_text(arguments, data).strip('()')}"
    call = node.named_children[0]
    arguments = call.child_by_field_name("arguments")
    return _text(arguments.named_children[0], data).strip("\"'`") if arguments and arguments.named_children else ""


def _declared(node: Node, data: bytes) -> str:
    """The name within a declarator of C: `*(*name)(int)`."""
    at = node.child_by_field_name("declarator")
    while at is not None:
        inner = at.child_by_field_name("declarator")
        if inner is None and at.type in _TRANSPARENT and at.named_children:
            inner = at.named_children[0]
        if inner is None:
            return _text(at, data)
        at = inner
    return ""


def _text(node: Node | None, data: bytes) -> str:
    """The node's part of `data`; `node.text` would read it through the parser's reader, and crash."""
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace") if node is not None else ""
