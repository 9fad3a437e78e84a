"""Cuts a Document into chunks by its structure; tokens only bound them.

    sections → small ones joined → units (paragraphs, items, sentences, code lines) → packed → chunks

Texts are counted in few large calls, because a call costs more than a paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.chunking.limits import ChunkLimits
from engine.chunking.packing import pack
from engine.chunking.sections import Group, Section, group_sections
from engine.chunking.showing import shown_span
from engine.chunking.tables import RowGroup, row_groups
from engine.chunking.units import COUNTED_CHARS, Unit, pieces, rough_spans, unit_of, units_of_spans
from engine.document import Block, BlockKind, Chunk, Document, passage_prefix
from engine.protocols import TokenCounter
from engine.reading.language import detect_language

_CHARS_PER_TOKEN = 8        # hardly any text has more: a longer block need not be counted to know that it is too large
_CONTEXT_TOKENS = 40        # a lead-in up to here goes with the first rows of its table
_REPEATED_TOKENS = 24       # … and up to here, it is repeated with all rows
_OWN_LANGUAGE_CHARS = 160   # a shorter chunk's language would often be a guess
_LANGUAGE_CHARS = 300       # a shorter section is taken to be in the document's language


@dataclass(slots=True)
class _Table:
    """A table too large to be a unit."""

    block: Block


@dataclass(slots=True)
class _Draft:
    """A chunk before it is counted."""

    text: str
    start: int
    end: int
    page: int | None
    kind: BlockKind
    is_literal: bool
    n_tokens: int | None = None     # None: to be counted


class _Unasked:
    """A section's language that no chunk needed yet."""


def chunk(
    document: Document,
    tokens: TokenCounter,
    limits: ChunkLimits | None = None,
    detect: Callable[[str], str | None] = detect_language,
) -> tuple[Chunk, ...]:
    """The chunks of a document, in reading order. Every character of every block is in one of them, or in its heading path.

    A chunk's text is document.text[start:end], except for rows of large tables, which carry their column names.

    Args:
        detect: gives the ISO 639-1 code of a text, or None; asked for each longer section, and for its longer chunks of prose.
    """
    return _Chunker(document, tokens, limits or ChunkLimits(), detect).chunks()


class _Chunker:
    def __init__(
        self,
        document: Document,
        tokens: TokenCounter,
        limits: ChunkLimits,
        detect: Callable[[str], str | None],
    ) -> None:
        self._document = document
        self._text = document.text
        self._tokens = tokens
        self._limits = limits
        self._detect = detect
        self._counts: list[int] = []
        self._spans: dict[int, list[tuple[int, int, float]]] = {}
        self._span_counts: dict[int, list[int]] = {}

    def chunks(self) -> tuple[Chunk, ...]:
        blocks = self._document.blocks
        if not blocks:
            return ()
        self._count_blocks()
        groups = group_sections(self._document, self._counts, self._limits)
        self._count_sentences()
        rooms = self._rooms(groups)
        drafts = [self._drafts(group, room) for group, room in zip(groups, rooms)]
        return tuple(self._finished(groups, drafts, rooms))

    def _count_blocks(self) -> None:
        """Tokens of each block; one that is surely too large is not counted but given its length."""
        texts: list[str] = []
        counted: list[int] = []
        most_chars = _CHARS_PER_TOKEN * self._limits.most
        self._counts = [block.end - block.start for block in self._document.blocks]
        for index, block in enumerate(self._document.blocks):
            if block.end - block.start <= most_chars:
                texts.append(self._text[block.start : block.end])
                counted.append(index)
        for index, n_tokens in zip(counted, self._tokens.count(texts)):
            self._counts[index] = n_tokens

    def _count_sentences(self) -> None:
        """Sentences or lines of the blocks that do not fit into one chunk, and their tokens."""
        texts: list[str] = []
        for index, block in enumerate(self._document.blocks):
            if self._counts[index] > self._limits.most and block.kind != "table":
                spans = rough_spans(self._text, block, self._document.language)
                self._spans[index] = spans
                texts.extend(self._text[a:b] if b - a <= COUNTED_CHARS else "" for a, b, _ in spans)
        counts = self._tokens.count(texts) if texts else []
        at = 0
        for index, spans in self._spans.items():
            self._span_counts[index] = counts[at : at + len(spans)]
            at += len(spans)

    def _rooms(self, groups: Sequence[Group]) -> list[int]:
        """Tokens that a chunk of each group may have, so that title, headings and chunk fit into the model."""
        paths = list(dict.fromkeys(group.path for group in groups))
        prefixes = [passage_prefix(self._document.title, path) for path in paths]
        free = self._limits.model - self._limits.reserve
        room = {path: free - n for path, n in zip(paths, self._tokens.count(prefixes))}
        return [max(min(self._limits.most, room[group.path]), self._limits.smallest) for group in groups]

    def _drafts(self, group: Group, room: int) -> list[_Draft]:
        drafts: list[_Draft] = []
        run: list[Unit] = []
        for item in self._items(group, room):
            if isinstance(item, Unit):
                run.append(item)
                continue
            context = self._take_context(run, drafts, room)
            drafts.extend(self._packed(run, room))
            run = []
            drafts.extend(self._table(item.block, context, room))
        if run and drafts and not drafts[-1].is_literal and self._is_after_table(run):
            last = drafts[-1]
            last.text = f"{last.text}\n{self._text[run[0].start : run[-1].end]}"
            last.end = run[-1].end
        else:
            drafts.extend(self._packed(run, room))
        return drafts

    def _items(self, group: Group, room: int) -> list[Unit | _Table]:
        """Units and large tables of a group in reading order, with the headings that its path does not say."""
        parts = [*group.lead, group, *group.tail]
        always = self._limits.headings_in_text
        depth = 0 if always else min(len(part.path) for part in parts)
        items: list[Unit | _Table] = []
        for part in parts:
            for section in part.sections:
                # what the text runs through is in it; before its beginning, only what the path does not say
                items.extend(self._headings(section, depth if items or always else len(part.path)))
                for index in section.blocks:
                    items.extend(self._block_items(index, room))
        return items

    def _headings(self, section: Section, depth: int) -> list[Unit]:
        blocks = self._document.blocks
        return [unit_of(blocks[index], self._counts[index]) for index, at in section.headings if at > depth]

    def _block_items(self, index: int, room: int) -> list[Unit | _Table]:
        block = self._document.blocks[index]
        if block.kind == "heading":         # too long for one: see sections.MAX_HEADING
            block = replace(block, kind="paragraph")
        n_tokens = self._counts[index]
        if block.kind == "table" and n_tokens > self._limits.whole_table and block.rows:
            return [_Table(block)]
        if n_tokens <= room and index not in self._spans:
            return [unit_of(block, n_tokens)]
        spans = self._spans.get(index)
        if spans is None:
            spans = rough_spans(self._text, block, self._document.language)
            counts = self._tokens.count([self._text[a:b] if b - a <= COUNTED_CHARS else "" for a, b, _ in spans])
        else:
            counts = self._span_counts[index]
        return list(units_of_spans(self._text, block, spans, counts, self._tokens, self._limits, room))

    def _take_context(self, run: list[Unit], drafts: Sequence[_Draft], room: int) -> list[Unit]:
        """Take from the end of `run` what belongs to the table that follows: a caption, a lead-in, a short remark."""
        if not run:
            return []
        if sum(unit.n_tokens for unit in run) < self._limits.smallest:
            taken = list(run)
            run.clear()
            return taken
        last = run[-1]
        fits = last.cut is None and last.n_tokens <= min(_CONTEXT_TOKENS, room // 4)
        if not fits or not (last.kind in ("caption", "heading") or last.is_bold or self._text[last.end - 1] == ":"):
            return []
        n_rest = sum(unit.n_tokens for unit in run[:-1])
        taken = run[-1:] if n_rest >= self._limits.smallest else list(run)
        del run[-len(taken) :]
        return taken

    def _is_after_table(self, run: Sequence[Unit]) -> bool:
        n_tokens = sum(unit.n_tokens for unit in run)
        return n_tokens < self._limits.smallest or (
            run[0].kind in ("caption", "note") and len(run) == 1 and n_tokens <= _CONTEXT_TOKENS
        )

    def _table(self, block: Block, context: Sequence[Unit], room: int) -> list[_Draft]:
        before = self._text[context[0].start : context[-1].end] if context else ""
        n_before = sum(unit.n_tokens for unit in context)
        most = room - _CONTEXT_TOKENS       # room for what stands before or after
        groups: list[RowGroup] = row_groups(self._document, block, self._tokens, self._limits, most, n_before)
        drafts = [_Draft(group.text, group.start, group.end, block.page, "table", False) for group in groups]
        if before:
            for draft in drafts if n_before <= _REPEATED_TOKENS else drafts[:1]:
                draft.text = f"{before}\n{draft.text}"
            drafts[0].start = context[0].start
        return drafts

    def _packed(self, run: Sequence[Unit], room: int) -> list[_Draft]:
        drafts: list[_Draft] = []
        for units in pack(self._text, run, self._limits, room):
            start, end = units[0].start, units[-1].end
            if units[0].kind == "code":
                start = self._line_start(start)
            body = [unit for unit in units if unit.kind != "heading"] or units
            page = next((unit.page for unit in body if unit.page is not None), None)
            n_tokens = sum(unit.n_tokens for unit in units) if self._is_additive(units) else None
            drafts.append(_Draft(self._text[start:end], start, end, page, _main_kind(body), True, n_tokens))
        return drafts

    def _is_additive(self, units: Sequence[Unit]) -> bool:
        """Whether the tokens of the whole are those of its parts: no token crosses white space."""
        apart = all(self._text[a.end : b.start].isspace() for a, b in pairwise(units))
        return apart and all(unit.is_counted for unit in units)

    def _line_start(self, start: int) -> int:
        """`start`, moved back over the indentation of its line."""
        at = start
        while at and self._text[at - 1] in " \t":
            at -= 1
        return at if not at or self._text[at - 1] == "\n" else start

    def _finished(self, groups: Sequence[Group], drafts: Sequence[list[_Draft]], rooms: Sequence[int]) -> list[Chunk]:
        """Count the drafts, cut again what an estimate let grow too large, and add what hangs on the section."""
        uncounted = [draft for part in drafts for draft in part if draft.n_tokens is None]
        for draft, n_tokens in zip(uncounted, self._tokens.count([draft.text for draft in uncounted])):
            draft.n_tokens = n_tokens
        found: list[Chunk] = []
        for group, part, room in zip(groups, drafts, rooms):
            edges = self._edges(group)
            if not edges:
                continue
            section = (edges[0][0], edges[-1][1])
            language: str | _Unasked | None = _Unasked()
            for draft in part:
                for text, start, end, n in self._bounded(draft, room):
                    shown = shown_span(self._text, section, edges, start, end, self._limits.section_chars)
                    own = self._own_language(text, draft.kind)
                    if own is None:
                        if isinstance(language, _Unasked):
                            language = self._language(section, part)
                        own = language
                    found.append(Chunk(text, start, end, draft.page, group.path, *shown, n, draft.kind, own))
        return found

    def _bounded(self, draft: _Draft, room: int) -> list[tuple[str, int, int, int]]:
        n_tokens = draft.n_tokens or 0
        if n_tokens <= room:
            return [(draft.text, draft.start, draft.end, n_tokens)]
        cut = pieces(draft.text, 0, len(draft.text), self._tokens, self._limits, room)
        texts = [draft.text[a:b] for a, b, _ in cut]
        counts = self._tokens.count(texts)
        if draft.is_literal:
            return [(text, draft.start + a, draft.start + b, n) for text, (a, b, _), n in zip(texts, cut, counts)]
        return [(text, draft.start, draft.end, n) for text, n in zip(texts, counts)]

    def _edges(self, group: Group) -> list[tuple[int, int]]:
        """Spans of the blocks that a hit in this group shows: its own last heading and its body."""
        blocks = self._document.blocks
        indexes: list[int] = []
        for number, section in enumerate(s for part in [*group.lead, group, *group.tail] for s in part.sections):
            headings = [index for index, _ in section.headings]
            indexes.extend(headings if number else headings[-1:])
            indexes.extend(section.blocks)
        return [(blocks[index].start, blocks[index].end) for index in indexes]

    def _language(self, section: tuple[int, int], part: Sequence[_Draft]) -> str | None:
        start, end = section
        is_prose = any(draft.kind not in ("code", "table") for draft in part)
        if end - start < _LANGUAGE_CHARS or not is_prose:
            return self._document.language
        return self._detect(self._text[start : min(end, start + 20_000)]) or self._document.language

    def _own_language(self, text: str, kind: BlockKind) -> str | None:
        """A chunk's own language: a section may hold a text and its translation. None: it has its section's."""
        if kind in ("code", "table") or len(text) < _OWN_LANGUAGE_CHARS:
            return None
        return self._detect(text)


def _main_kind(units: Sequence[Unit]) -> BlockKind:
    """The kind that most of a chunk's tokens belong to; the first of equals."""
    sizes: dict[BlockKind, int] = {}
    for unit in units:
        sizes[unit.kind] = sizes.get(unit.kind, 0) + unit.n_tokens
    return max(sizes, key=lambda kind: sizes[kind])
