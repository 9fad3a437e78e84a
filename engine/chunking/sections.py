"""Sections of a Document: runs of blocks under one heading path, and which small ones belong together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.chunking.limits import ChunkLimits
from engine.document import Block, Document

MAX_HEADING = 200           # characters: a longer "heading" is text set in bold, and is kept as text
_SENTENCE_ENDS = ".!?…:;。！？।؟\"'»”)"


@dataclass(slots=True)
class Section:
    """Blocks that share a heading path. `headings` stand directly before the first block: (block index, depth in path)."""

    path: tuple[str, ...]
    headings: list[tuple[int, int]]
    blocks: list[int]


@dataclass(slots=True)
class Group:
    """Sections that are chunked as one. Headings deeper than its path stand in its text."""

    path: tuple[str, ...]
    sections: list[Section]
    n_tokens: int
    is_code: bool = False       # of a source file: its names stand in its text too
    lead: list[Group] = field(default_factory=list)     # small ones whose text stands before its own
    tail: list[Group] = field(default_factory=list)     # … after it

    @property
    def has_body(self) -> bool:
        return any(section.blocks for section in self.sections)


@dataclass(slots=True)
class _Open:
    """A heading whose section is not finished."""

    level: int
    title: str
    has_content: bool = False


def sections_of(document: Document) -> list[Section]:
    """All sections in reading order. Every block is in exactly one of them, as heading or as body."""
    blocks = document.blocks
    headings = [is_heading(block) for block in blocks]
    pages_divide = not any(headings) and not any(block.names for block in blocks)
    sections: list[Section] = []
    opened: list[_Open] = []
    pending: list[tuple[int, int]] = []
    current: Section | None = None
    for index, block in enumerate(blocks):
        if headings[index]:
            _close(opened, block.level, pending, sections)
            for ancestor in opened:
                ancestor.has_content = True
            opened.append(_Open(block.level, document.text[block.start : block.end]))
            pending.append((index, len(opened)))
            current = None
            continue
        previous = blocks[index - 1] if index else None
        if current is None or previous is None or _divides(document.text, previous, block, pages_divide):
            path = (*(entry.title for entry in opened), *block.names)
            current = Section(path, list(pending), [])
            pending.clear()
            sections.append(current)
            if opened:
                opened[-1].has_content = True
        current.blocks.append(index)
    _close(opened, 0, pending, sections)
    return sections


def is_heading(block: Block) -> bool:
    return block.kind == "heading" and block.end - block.start <= MAX_HEADING


def _close(opened: list[_Open], level: int, pending: list[tuple[int, int]], sections: list[Section]) -> None:
    """End the sections of this level and below. A heading that had neither text nor subsections is one of its own."""
    while opened and opened[-1].level >= level:
        ended = opened.pop()
        if not ended.has_content:
            sections.append(Section(tuple(entry.title for entry in opened), list(pending), []))
            pending.clear()


def _divides(text: str, previous: Block, block: Block, pages_divide: bool) -> bool:
    if previous.names != block.names:
        return True
    if not pages_divide or previous.page == block.page:
        return False
    # a sentence that runs over the page is not cut
    runs_on = previous.kind == block.kind == "paragraph" and text[previous.end - 1] not in _SENTENCE_ENDS
    return not (runs_on and text[block.start].islower())


def group_sections(document: Document, counts: Sequence[int], limits: ChunkLimits) -> list[Group]:
    """The sections of a document, those too small to stand alone joined with their siblings or their parent's text.

    A few words under a heading of their own stand alone between larger sections: the heading path says what they are
    about, and joining them would lose it. Code carries its names in itself, so it is joined there too.

    Args:
        counts: tokens of each block of the document.
    """
    groups: list[Group] = []
    for section in sections_of(document):
        is_code = all(document.blocks[index].kind == "code" for index in section.blocks)
        size = _size(section, len(section.path), counts)
        group = Group(section.path, [section], size, is_code and document.kind == "code")
        joined = _joined(groups[-1], group, counts, limits) if groups else None
        if joined:
            groups[-1] = joined
        else:
            groups.append(group)
    return _attach_small(groups, limits)


def _size(section: Section, depth: int, counts: Sequence[int]) -> int:
    shown = sum(counts[index] for index, at in section.headings if at > depth)
    return shown + sum(counts[index] for index in section.blocks)


def _joined(first: Group, second: Group, counts: Sequence[int], limits: ChunkLimits) -> Group | None:
    is_same = first.path == second.path
    are_small = (first.n_tokens < limits.smallest, second.n_tokens < limits.smallest)
    depth = _common(first.path, second.path)
    if is_same:
        most = limits.most if any(are_small) else 0
    elif depth == len(first.path):                                  # the parent's own text, then a subsection
        most = limits.least if are_small[1] else 0
    elif depth == len(first.path) - 1 and len(second.path) <= len(first.path):      # siblings, or the parent's text goes on
        most = limits.least if all(are_small) else 0
    else:
        most = 0
    if not most:
        return None
    sections = first.sections + second.sections
    n_tokens = sum(_size(section, depth, counts) for section in sections)
    if n_tokens > most:
        return None
    is_code = first.is_code and second.is_code
    return Group(first.path[:depth], sections, n_tokens, is_code)


def _common(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    n = 0
    while n < min(len(a), len(b)) and a[n] == b[n]:
        n += 1
    return n


def _attach_small(groups: list[Group], limits: ChunkLimits) -> list[Group]:
    """What is still too small goes to the chunk that follows, if that is in the same section or below, or to the one before.

    A small section with text and siblings that are large stays alone: its heading says best what it is about.
    """
    kept: list[Group] = []
    waiting: list[Group] = []
    for group in groups:
        if group.n_tokens < limits.smallest:
            waiting.append(group)
            continue
        n_lead = sum(small.n_tokens for small in waiting)
        if waiting and n_lead <= limits.least and all(_leads(small, group) for small in waiting):
            group.lead = waiting
        else:
            _append_small(kept, waiting)
        waiting = []
        kept.append(group)
    _append_small(kept, waiting)
    return kept


def _leads(small: Group, group: Group) -> bool:
    """Whether the small one's text may open the chunk of the other, which lies in the same section or below."""
    return _is_below(group.path, small.path)


def _append_small(kept: list[Group], waiting: list[Group]) -> None:
    for group in waiting:
        last = kept[-1] if kept else None
        if last is not None and len(last.tail) < 4 and _ends(group, last):
            last.tail.append(group)
        else:
            kept.append(group)


def _ends(small: Group, group: Group) -> bool:
    """Whether the small one's text may end the chunk of the other, which lies before it."""
    is_bare = not small.has_body and _is_below(group.path, small.path)
    return small.path == group.path or is_bare or (small.is_code and group.is_code)


def _is_below(path: tuple[str, ...], parent: tuple[str, ...]) -> bool:
    return path[: len(parent)] == parent
