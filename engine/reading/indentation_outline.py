"""Functions and classes of source code by its lines: for languages without a grammar, and files that do not parse.

They begin where a line looks like the head of a definition. Formatted code of any brace or `end` language ends a
definition on the first line that is not deeper than its head.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from engine.reading.definitions import Definition

_MOST_CHARACTERS = 400     # a longer line neither begins nor ends a definition: the patterns are not made for it
MAX_BLOCK_LINES = 120       # a definition with inner ones is cut into them beyond this
_MODIFIERS = (
    r"(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|override|open|async|pub(?:\([^)]*\))?"
    r"|unsafe|extern|const|inline|virtual|partial|readonly|data|suspend|local|declare|native|synchronized|template\s*<[^>]*>)\s+)*"
)
_DEFINITION = re.compile(
    r"[ \t]*(?:@\w+\s+)?" + _MODIFIERS
    + r"(?:class|interface|struct|enum|union|trait|impl|protocol|extension|module|namespace|object|record|mixin|type(?=\s+\w+\s+(?:struct|interface))"
    r"|fn|func|function\*?|fun|def|sub|procedure|proc|macro_rules!|defmodule|defp?|create\s+(?:or\s+replace\s+)?(?:(?:global|local|temp|temporary|unlogged|materialized)\s+)*(?:table|view|function|procedure|trigger))"
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
_CREATES = re.compile(r"[ \t]*create\s", re.IGNORECASE)
_SQL_END = re.compile(r".*;\s*(?:--.*)?|\s*(?:go|/)\s*", re.IGNORECASE)
_SQL_BEGINS = re.compile(r"\s*(?:create|alter|drop|insert|update|delete|grant|revoke|comment\s+on)\s", re.IGNORECASE)
_DOLLARS = re.compile(r"\$\w*\$")
_LEADING = re.compile(r"[ \t]*(?://|#(?!\s*(?:include|define|if|endif|pragma|import)\b)|/\*|\*|--|@|\[\w|;;|%|<!--)")


def outline_by_indentation(lines: list[str]) -> tuple[Definition, ...]:
    heads = [(i, name) for i, line in enumerate(lines) if (name := _defined_name(line))]
    return tuple(_nest(lines, heads, 0, len(lines) - 1, 0))


def _defined_name(line: str) -> str | None:
    if len(line) > _MOST_CHARACTERS or not line.strip():
        return None
    for pattern in (_DEFINITION, _ARROW, _METHOD, _C_FUNCTION):
        match = pattern.match(line)
        if match and not (pattern is _C_FUNCTION and line.rstrip().endswith((";", ","))):
            return match.group("name").strip("\"`[]")
    return None


def _nest(
    lines: list[str], heads: Sequence[tuple[int, str]], first: int, last: int, depth: int
) -> Iterator[Definition]:
    """heads: (line, name), by line."""
    at = first
    for index, (line, name) in enumerate(heads):
        if line < at or line > last:
            continue
        end = min(_end_of(lines, line), last)
        inner_heads = heads[index + 1 : bisect_right(heads, end, lo=index + 1, key=_line_of)]
        inner: tuple[Definition, ...] = ()
        if inner_heads and depth < 3 and (end - line > MAX_BLOCK_LINES or _is_container(lines[line])):
            inner = tuple(_nest(lines, inner_heads, line + 1, end, depth + 1))
        start = max(_with_comments(lines, line), at)
        yield Definition(start, end, name, inner)
        at = end + 1


def _line_of(head: tuple[int, str]) -> int:
    return head[0]


_CONTAINER = re.compile(r"\b(class|interface|struct|trait|impl|protocol|extension|module|namespace|object|mixin|defmodule)\b")


def _is_container(line: str) -> bool:
    return bool(_CONTAINER.search(line))


def _end_of(lines: list[str], head: int) -> int:
    """Last line of the definition whose head is line `head`."""
    if _CREATES.match(lines[head]):
        return _end_of_statement(lines, head)
    return _end_by_indentation(lines, head)


def _end_of_statement(lines: list[str], head: int) -> int:
    """The same of SQL, whose clauses (RETURNS, AS, SELECT, FROM) mostly stand as far left as CREATE: up to the semicolon that
    is neither in a quoted body ($$ … $$) nor within BEGIN and END, else up to the next statement."""
    last = head
    is_quoted = False
    for i in range(head, len(lines)):
        line = lines[i]
        if i > head and not is_quoted and len(line) <= _MOST_CHARACTERS and _SQL_BEGINS.match(line) and _indent(line) <= _indent(lines[head]):
            break
        if not line.strip():
            continue
        last = i
        is_quoted ^= len(_DOLLARS.findall(line)) % 2 == 1
        if not is_quoted and len(line) <= _MOST_CHARACTERS and _SQL_END.fullmatch(line) and _indent(line) <= _indent(lines[head]):
            break
    return max(last, _end_by_indentation(lines, head))


def _end_by_indentation(lines: list[str], head: int) -> int:
    indent = _indent(lines[head])
    last = head
    for i in range(head + 1, len(lines)):
        line = lines[i]
        if not line.strip():
            continue
        if _indent(line) > indent or (len(line) <= _MOST_CHARACTERS and _CLOSING.match(line)) or (i == head + 1 and _indent(line) == indent and "{" in line):
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
