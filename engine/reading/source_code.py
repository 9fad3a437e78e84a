"""Source code: one function or class a block, with the names that enclose it.

What stands between two definitions (imports, constants, the head of a class) is a block of what encloses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.document import Document
from engine.reading.abridging import minified_end
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.definitions import Definition
from engine.reading.grammars import INTERPRETERS
from engine.reading.indentation_outline import outline_by_indentation
from engine.reading.source import Source
from engine.reading.syntax_outline import syntax_outline

Region = tuple[int, int, tuple[str, ...]]       # first line, last line, enclosing names
_ONLY_CLOSES = re.compile(r"[\s})\];,]*+(?:(?:end|fi|done|esac|#endif.*|</\w+>|\?>)[\s})\];,]*+)?(?://.*|/\*.*\*/)?")
_SHEBANG = re.compile(r"#!.*?([a-z]+)[\d.]*\s*(?:-\S+\s*)?$")


def read_code(source: Source) -> Document:
    text = decode(source.read(source.options.max_text_bytes)).replace("\r\n", "\n").replace("\r", "\n")
    builder = DocumentBuilder("code")
    end = minified_end(text, source.extension)
    if end is not None:
        builder.cut(f"minified code: the first {end} of {len(text)} characters were read")
        builder.code(text[:end])
    else:
        add_code(builder, text, _interpreted(text) or source.extension)
    return builder.build()


def add_code(builder: DocumentBuilder, text: str, extension: str) -> None:
    """Adds a source file's blocks. `extension` tells the language; of an unknown one, indentation does."""
    lines = text.split("\n")
    outline = syntax_outline(text, extension)
    if outline is None:
        outline = outline_by_indentation(lines)
    before = 0
    for first, last, names in _joined(lines, _regions(lines, 0, len(lines) - 1, outline, ())):
        builder.code("\n".join(lines[first : last + 1]), names, n_blank_lines=first - before)
        before = last + 1


def _regions(
    lines: Sequence[str], first: int, last: int, inner: Sequence[Definition], names: tuple[str, ...]
) -> Iterator[Region]:
    """Lines [first, last]: each inner definition as a region of its own, what lies between as regions of `names`."""
    at = first
    for definition in inner:
        if definition.first < at:
            continue
        yield from _trimmed(lines, at, definition.first - 1, names)
        own = (*names, definition.name) if definition.name else names
        yield from _regions(lines, definition.first, definition.last, definition.inner, own)
        at = definition.last + 1
    yield from _trimmed(lines, at, last, names)


def _trimmed(lines: Sequence[str], first: int, last: int, names: tuple[str, ...]) -> Iterator[Region]:
    """The region without empty lines around it; nothing where all are empty."""
    while first <= last and not lines[first].strip():
        first += 1
    while first <= last and not lines[last].strip():
        last -= 1
    if first <= last:
        yield first, last, names


def _joined(lines: Sequence[str], regions: Iterator[Region]) -> Iterator[Region]:
    """Regions in order; one that only closes what was opened before (`}`, `end`) ends the one before it."""
    waiting: Region | None = None
    for region in regions:
        first, last, _ = region
        if waiting and all(_ONLY_CLOSES.fullmatch(line.rstrip()) for line in lines[first : last + 1]):
            waiting = waiting[0], last, waiting[2]
            continue
        if waiting:
            yield waiting
        waiting = region
    if waiting:
        yield waiting


def _interpreted(text: str) -> str:
    """The extension of the language that a script's first line names; "" where it names none we know."""
    first = text[:200].split("\n", 1)[0]
    match = _SHEBANG.match(first)
    return INTERPRETERS.get(match.group(1), "") if match else ""
