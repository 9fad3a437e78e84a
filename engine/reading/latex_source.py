"""A LaTeX source made ready to be walked: literal text put aside, comments gone, braces and environments paired, macros known."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field

MARK = "\x01"       # MARK number MARK: literal text that was put aside
_VERBATIM = re.compile(
    r"\\begin\s{0,9}\{((?:verbatim|Verbatim|BVerbatim|LVerbatim|lstlisting|minted|alltt|comment|filecontents|listing|sourcecode|tcblisting|LTXexample|JavaCode|"
    r"CCode|PythonCode|[A-Za-z]{0,20}[Cc]ode|[A-Za-z]{0,20}verb(?:atim)?)\*?)\}"
)
_HIDDEN = frozenset({"comment"})
_OPTIONS = re.compile(r"[ \t]{0,20}(?:\[[^\]]{0,500}\])?(?:\{[\w./+ #-]{1,60}\}){0,2}[ \t]*(?=\n)|\[[^\]\n]{0,500}\](?:\{\w{1,40}\})?")
_INLINE_VERBATIM = re.compile(
    r"\\(?:(verb|lstinline|Verb)\*?(?:\[[^\]\n]{0,200}\])?|mintinline(?:\[[^\]\n]{0,200}\])?\{\w{1,30}\}){1}([^\sA-Za-z*\[])"
)
_COMMENT = re.compile(r"%[^\n]*(\n[ \t]*)?")
_FALSE = re.compile(r"\\(?:(iffalse)|fi)(?![A-Za-z])")
_END = re.compile(r"\\end\{([A-Za-z]{1,40}\*?)\}")
_BRACE = re.compile(r"\\.|[{}\[\]]", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(begin|end)[ \t]{0,9}\{([^{}\\\n]{1,60})\}")
_NEW_COMMAND = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|NewDocumentCommand|newrobustcmd)\*?\s{0,9}\{?\s{0,9}\\([A-Za-z@]+)\s{0,9}\}?\s{0,9}"
    r"(?:\[(\d)\]\s{0,9}(?:\[([^\]]{0,200})\]\s{0,9})?|\{([mo ]{1,20})\}\s{0,9})?(?=\{)"
)
_DEF = re.compile(r"\\(?:long\s{0,9}|global\s{0,9})?[gex]?def\s{0,9}\\([A-Za-z@]+)\s{0,9}((?:#\d){0,9})(?=\{)")
_OPERATOR = re.compile(r"\\DeclareMathOperator\*?\s{0,9}\{\s{0,9}\\([A-Za-z@]+)\s{0,9}\}\s{0,9}(?=\{)")
_THEOREM = re.compile(r"\\newtheorem\*?\s{0,9}\{([^{}]{1,60})\}\s{0,9}(?:\[[^\]]{0,60}\]\s{0,9})?\{([^{}]{1,200})\}")
_NEW_ENVIRONMENT = re.compile(r"\\(?:re)?newenvironment\*?\s{0,9}\{([^{}]{1,60})\}\s{0,9}(?:\[(\d)\])?\s{0,9}(?:\[[^\]]{0,200}\]\s{0,9})?(?=\{)")


@dataclass(frozen=True, slots=True)
class Macro:
    """What a command that the document defines stands for."""

    n_arguments: int
    default: str | None         # of the first argument, where that is one in brackets
    body: str


@dataclass(slots=True)
class Definitions:
    macros: dict[str, Macro] = field(default_factory=dict)
    theorems: dict[str, str] = field(default_factory=dict)      # environment: its printed name ("lema": "Lema")
    arguments: dict[str, int] = field(default_factory=dict)     # environment: how many arguments it takes
    kept: list[tuple[str, str]] = field(default_factory=list)   # literal text: ("code" or "inline", text)


class Paired:
    """A piece of source with its braces and environments paired, in linear time."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._closing: dict[int, int] = {}      # place of "{": place of its "}"
        self._ends: dict[int, tuple[int, int]] = {}     # place of \begin{…}: (start, end) of its \end{…}
        self._found: dict[str, tuple[int, int]] = {}    # sign: (where it was looked for, where it stands)
        opened: list[int] = []
        for match in _BRACE.finditer(text) if "{" in text or "[" in text else ():
            mark = match[0]
            if mark in "{[":
                opened.append(match.start())
                continue
            while mark == "}" and opened and text[opened[-1]] == "[":
                opened.pop()
            if mark in "}]" and opened and text[opened[-1]] == ("{" if mark == "}" else "["):
                self._closing[opened.pop()] = match.start()
        begun: dict[str, list[int]] = {}
        for match in _ENVIRONMENT.finditer(text) if "\\begin" in text else ():
            if match[1] == "begin":
                begun.setdefault(match[2], []).append(match.start())
            elif begun.get(match[2]):
                self._ends[begun[match[2]].pop()] = match.span()

    def closing(self, at: int) -> int | None:
        """Place of the brace or bracket that closes the one at `at`; None where there is none."""
        return self._closing.get(at)

    def find(self, sign: str, at: int, within: int) -> int:
        """Place of the next `sign` from `at` on, at most `within` characters away; -1 where there is none.

        What was looked for and found is remembered, so that asking for the same from many places in turn stays linear.
        """
        asked, found = self._found.get(sign, (0, -2))
        if not asked <= at or (found != -1 and found < at):
            found = self.text.find(sign, at)
            self._found[sign] = (at, found)
        return found if found <= at + within else -1

    def end_of(self, at: int) -> tuple[int, int] | None:
        """(start, end) of the \\end of the environment whose \\begin stands at `at`."""
        return self._ends.get(at)


def prepared(text: str, definitions: Definitions) -> str:
    """The source without comments, its literal text put aside in `definitions.kept`."""
    text = text.replace(MARK, " ").replace("\r\n", "\n").replace("\r", "\n")
    text = _without_literals(text, definitions)
    text = _without_comments(text)
    return _without_false(text) if "\\iffalse" in text else text


def _without_false(text: str) -> str:
    """The source without what stands between \\iffalse and the next \\fi; one that nothing ends is no condition."""
    parts: list[str] = []
    at = 0
    begun: int | None = None
    for match in _FALSE.finditer(text):
        if match[1] and begun is None:
            begun = match.start()
        elif not match[1] and begun is not None:
            parts.append(text[at:begun])
            at, begun = match.end(), None
    return "".join([*parts, text[at:]])


def _without_comments(text: str) -> str:
    """The line end goes with the comment, as in TeX, unless an empty line follows."""
    parts: list[str] = []
    at = 0
    sign = text.find("%")
    while sign >= 0:
        before = sign
        while before > at and text[before - 1] == "\\":
            before -= 1
        if (sign - before) % 2:         # \%: the sign itself
            sign = text.find("%", sign + 1)
            continue
        comment = _COMMENT.match(text, sign)
        end = comment.end()  # type: ignore[union-attr]
        ends_paragraph = comment[1] is not None and text[end : end + 1] == "\n"  # type: ignore[index]
        parts += [text[at:sign], "\n" if ends_paragraph else ""]
        at = end
        sign = text.find("%", at)
    return "".join([*parts, text[at:]])


def _without_literals(text: str, definitions: Definitions) -> str:
    parts: list[str] = []
    at = 0
    ends: dict[str, list[int]] = {}
    for match in _END.finditer(text):
        ends.setdefault(match[1], []).append(match.start())
    for match in _VERBATIM.finditer(text):
        name = match[1]
        if match.start() < at or _is_commented(text, match.start()):
            continue
        places = ends.get(name, [])
        following = bisect_left(places, match.end())
        if following == len(places):
            continue
        end = places[following]
        options = _OPTIONS.match(text, match.end(), end)
        content = text[options.end() if options else match.end() : end]
        parts.append(_without_inline(text[at : match.start()], definitions))
        if name.strip("*") not in _HIDDEN:
            parts.append(f"\n\n{_kept(definitions, 'code', content)}\n\n")
        at = end + len(name) + 6
    parts.append(_without_inline(text[at:], definitions))
    return "".join(parts)


def _is_commented(text: str, at: int) -> bool:
    line = text[max(text.rfind("\n", 0, at), at - 500) : at].strip()
    return line.startswith("%")


def _without_inline(text: str, definitions: Definitions) -> str:
    if "\\verb" not in text and "\\lstinline" not in text and "\\Verb" not in text and "\\mintinline" not in text:
        return text
    parts: list[str] = []
    at = 0
    for match in _INLINE_VERBATIM.finditer(text):
        if match.start() < at:
            continue
        sign = "}" if match[2] == "{" else match[2]
        end = text.find(sign, match.end(), match.end() + 500)
        if end < 0 or "\n\n" in text[match.end() : end]:
            continue
        parts += [text[at : match.start()], _kept(definitions, "inline", text[match.end() : end])]
        at = end + 1
    return "".join([*parts, text[at:]])


def _kept(definitions: Definitions, kind: str, content: str) -> str:
    definitions.kept.append((kind, content))
    return f"{MARK}{len(definitions.kept) - 1}{MARK}"


def define(source: Paired, definitions: Definitions) -> list[tuple[int, int]]:
    """Note the commands, theorems and environments that a source defines; the places of the definitions, in order."""
    text = source.text
    spans: list[tuple[int, int]] = []
    if not any(word in text for word in ("def", "ommand", "newtheorem", "newenvironment", "robustcmd", "MathOperator")):
        return spans
    for pattern in (_NEW_COMMAND, _DEF, _OPERATOR):
        for match in pattern.finditer(text):
            end = source.closing(match.end())
            if end is None:
                continue
            body = text[match.end() + 1 : end]
            spans.append((match.start(), end + 1))
            if pattern is _NEW_COMMAND:
                n = len((match[4] or "").replace(" ", "")) or int(match[2] or 0)
                default = "" if (match[4] or "").startswith("o") else match[3]
                macro = Macro(n, default, body)
            else:
                macro = Macro(len(match[2]) // 2 if pattern is _DEF else 0, None, body)
            definitions.macros[match[1]] = macro
    for match in _THEOREM.finditer(text):
        definitions.theorems[match[1]] = match[2]
        spans.append(match.span())
    for match in _NEW_ENVIRONMENT.finditer(text):
        first = source.closing(match.end())
        second = source.closing(_next_brace(text, first + 1)) if first is not None else None
        if second is not None:
            definitions.arguments[match[1]] = int(match[2] or 0)
            spans.append((match.start(), second + 1))
    return _disjoint(spans)


def _next_brace(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\n%":
        at += 1
    return at


def _disjoint(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, without those that lie in others."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found


def after_span(spans: list[tuple[int, int]], at: int) -> int | None:
    """The end of the span that begins at `at`; None where none does."""
    index = bisect_left(spans, (at, 0))
    return spans[index][1] if index < len(spans) and spans[index][0] == at else None
