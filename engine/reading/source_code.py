"""Source code: one function or class a block, with the names that enclose it.

Python goes through `ast`, which is exact. Other languages are cut where a definition begins, by indentation: formatted
code of any brace or `end` language ends a definition on the first line that is not deeper than its head. tree-sitter
would be exact for ten languages more, at 6 MB; it can replace `_outline_by_indentation` one day.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.source import Source

MAX_BLOCK_LINES = 120       # a definition with inner ones is cut into them beyond this
_MAX_PARSED = 1_500_000
_MODIFIERS = (
    r"(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|override|open|async|pub(?:\([^)]*\))?"
    r"|unsafe|extern|const|inline|virtual|partial|readonly|data|suspend|local|declare|native|synchronized|template\s*<[^>]*>)\s+)*"
)
_DEFINITION = re.compile(
    r"[ \t]*(?:@\w+\s+)?" + _MODIFIERS
    + r"(?:class|interface|struct|enum|union|trait|impl|protocol|extension|module|namespace|object|record|mixin|type(?=\s+\w+\s+(?:struct|interface))"
    r"|fn|func|function\*?|fun|def|sub|procedure|proc|macro_rules!|defmodule|defp?|create\s+(?:or\s+replace\s+)?(?:table|view|function|procedure|trigger))"
    r"\s+(?:\([^)]*\)\s*)?(?:if\s+not\s+exists\s+)?(?P<name>[\w.:$<>\"`\[\]]+)",
    re.IGNORECASE,
)
_ARROW = re.compile(
    r"[ \t]*(?:export\s+)?(?:default\s+)?(?:const|let|var)\s+(?P<name>[\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?"
    r"(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>)"
)
_C_FUNCTION = re.compile(
    r"[ \t]*(?!(?:if|for|while|switch|return|else|case|do|catch|throw|new|delete|sizeof|using|typedef|assert|elif|await|yield|goto|print|not|and|or)\b)"
    r"(?:[A-Za-z_][\w:<>,\[\]]*[\s*&]+){1,6}(?P<name>~?[A-Za-z_][\w:~]*)\s*\([^;{}=]*(?:\)[^;={}]*)?(?:\{.*)?$"
)
_METHOD = re.compile(
    r"[ \t]+(?!(?:if|for|while|switch|return|else|catch|function|with|do)\b)(?:(?:async|static|get|set)\s+)*"
    r"(?P<name>[#\w$]+)\s*\([^;{}]*\)\s*(?::\s*[\w<>\[\]| ]+)?\{\s*$"
)
_CLOSING = re.compile(r"[ \t]*(?:[}\])]+[;,)]*|end\b.*|\{|fi|done|esac|else\b.*|\)\s*\{|#endif.*|then|begin|is|as|where\b.*)\s*(?://.*|#.*|--.*)?$", re.IGNORECASE)
_LEADING = re.compile(r"[ \t]*(?://|#(?!\s*(?:include|define|if|endif|pragma|import)\b)|/\*|\*|--|@|\[\w|;;|%|<!--)")


@dataclass(frozen=True, slots=True)
class Definition:
    """A function or class: lines [first, last] from 0, its own name and what lies in it."""

    first: int
    last: int
    name: str
    inner: tuple[Definition, ...] = ()


def read_code(source: Source) -> Document:
    text = decode(source.read(source.options.max_text_bytes)).replace("\r\n", "\n").replace("\r", "\n")
    builder = DocumentBuilder("code")
    add_code(builder, text, is_python=source.extension in ("py", "pyi", "pyw") or _has_python_shebang(text))
    return builder.build()


def add_code(builder: DocumentBuilder, text: str, is_python: bool) -> None:
    lines = text.split("\n")
    outline = _python_outline(text) if is_python else None
    if outline is None:
        outline = _outline_by_indentation(lines)
    _add_region(builder, lines, 0, len(lines) - 1, outline, ())


def _add_region(
    builder: DocumentBuilder, lines: list[str], first: int, last: int, inner: Sequence[Definition], names: tuple[str, ...]
) -> None:
    """Adds lines [first, last]: each inner definition as a block of its own, what lies between as blocks of `names`."""
    at = first
    for definition in inner:
        if definition.first < at:
            continue
        _add_lines(builder, lines, at, definition.first - 1, names)
        own = (*names, definition.name)
        if definition.inner:
            _add_region(builder, lines, definition.first, definition.last, definition.inner, own)
        else:
            _add_lines(builder, lines, definition.first, definition.last, own)
        at = definition.last + 1
    _add_lines(builder, lines, at, last, names)


def _add_lines(builder: DocumentBuilder, lines: list[str], first: int, last: int, names: tuple[str, ...]) -> None:
    while first <= last and not lines[first].strip():
        first += 1
    if first > last:
        return
    before = first - 1
    while before >= 0 and not lines[before].strip():
        before -= 1
    builder.code("\n".join(lines[first : last + 1]), names, n_blank_lines=first - before - 1)


def _python_outline(text: str) -> tuple[Definition, ...] | None:
    """Functions and classes by `ast`; None where it doesn't parse (Python 2, templates, a cut file)."""
    if len(text) > _MAX_PARSED:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        return tuple(_python_definitions(tree, text.split("\n")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _python_definitions(node: ast.AST, lines: list[str]) -> Iterator[Definition]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)]) - 1
            first = _with_comments(lines, first)
            last = (child.end_lineno or child.lineno) - 1
            is_class = isinstance(child, ast.ClassDef)
            inner = tuple(_python_definitions(child, lines)) if is_class or last - first > MAX_BLOCK_LINES else ()
            yield Definition(first, last, child.name, inner)
        elif isinstance(child, (ast.If, ast.Try, ast.With)):
            yield from _python_definitions(child, lines)


def _outline_by_indentation(lines: list[str]) -> tuple[Definition, ...]:
    heads = [(i, name) for i, line in enumerate(lines) if (name := _defined_name(line))]
    return tuple(_nest(lines, heads, 0, len(lines) - 1, 0))


def _defined_name(line: str) -> str | None:
    if len(line) > 400 or not line.strip():
        return None
    for pattern in (_DEFINITION, _ARROW, _METHOD, _C_FUNCTION):
        match = pattern.match(line)
        if match and not (pattern is _C_FUNCTION and line.rstrip().endswith((";", ","))):
            return match.group("name").strip("\"`[]")
    return None


def _nest(
    lines: list[str], heads: Sequence[tuple[int, str]], first: int, last: int, depth: int
) -> Iterator[Definition]:
    at = first
    for index, (line, name) in enumerate(heads):
        if line < at or line > last:
            continue
        end = min(_end_of(lines, line), last)
        inner_heads = [head for head in heads[index + 1 :] if head[0] <= end] if end > line else []
        inner: tuple[Definition, ...] = ()
        if inner_heads and depth < 3 and (end - line > MAX_BLOCK_LINES or _is_container(lines[line])):
            inner = tuple(_nest(lines, inner_heads, line + 1, end, depth + 1))
        start = max(_with_comments(lines, line), at)
        yield Definition(start, end, name, inner)
        at = end + 1


_CONTAINER = re.compile(r"\b(class|interface|struct|trait|impl|protocol|extension|module|namespace|object|mixin|defmodule)\b")


def _is_container(line: str) -> bool:
    return bool(_CONTAINER.search(line))


def _end_of(lines: list[str], head: int) -> int:
    """Last line of the definition whose head is line `head`."""
    indent = _indent(lines[head])
    last = head
    for i in range(head + 1, len(lines)):
        line = lines[i]
        if not line.strip():
            continue
        if _indent(line) > indent or _CLOSING.match(line) or (i == head + 1 and _indent(line) == indent and "{" in line):
            last = i
            closes = line.strip()[:1] == "}" or line.strip().lower().rstrip(";") == "end"
            if closes and _indent(line) <= indent:
                break
            continue
        continues_head = last == head and _indent(line) == indent and line.lstrip().startswith((")", "->", ":"))
        if not continues_head:
            break
        last = i
    return last


def _with_comments(lines: list[str], first: int) -> int:
    """First of the comment and annotation lines right above a definition."""
    while first > 0 and lines[first - 1].strip() and _LEADING.match(lines[first - 1]):
        first -= 1
    return first


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def _has_python_shebang(text: str) -> bool:
    return text.startswith("#!") and "python" in text[:100].split("\n")[0]
