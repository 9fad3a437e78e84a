"""Lines of a PDF to blocks: running heads removed, headings by the outline or by size and weight, paragraphs joined."""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from engine.reading.builder import DocumentBuilder
from engine.reading.pdf_accents import join_accents
from engine.reading.pdf_hyphens import join_hyphens
from engine.reading.pdf_lines import Line
from engine.reading.pdf_running_heads import is_page_number, running_key, running_lines
from engine.reading.pdf_tables import PdfTable, find_tables

HEADING_RATIO = 1.12            # a heading's size to the body's, from which on size alone tells (EXTRACTION.md)
MAX_HEADING_CHARS = 200
_LONGEST_SENTENCE_HEAD = 120     # characters: what is longer, has no number, fills three lines and ends a sentence is a paragraph in large print
_FEW_LINES = 40
_MANY_LARGE = 0.3               # of the lines: what is so frequent is text, whatever its size
_OWN_SHARE = 0.2                # of the characters: a size that the text is set in
_PARAGRAPHS_SHARE = 0.1         # … if its lines stand together
MAX_CAPTION_CHARS = 400
_AMOUNT = re.compile(r"(?:\d[.,]\d{2}|\d\s?[€$£%]|[€$£]\s?\d[\d.,]*)\s*[€$£]?$")
_SECTION = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)\.?\s+[^\W\d_]")
_NOT_LETTERS = re.compile(r"[\W_]+")
_BULLET = re.compile(r"(?:[•◦▪▶►‣●○■□–—➢➤✓✔❖·∙*]|[\ue000-\uf8ff]|[-])\s+\S|[\uf0b7\uf0a7•]\S")
_ORDERED = re.compile(r"(?:\(?\d{1,2}[.)]|\(?[a-z][.)])\s+\S")
_CAPTION = re.compile(
    r"(?:figuras?|fig\.|tablas?|cuadro|gr[áa]fic[oa]|ilustraci[óo]n|mapa|lámina|figures?|tables?|chart|plate|tableau|abbildung|abb\.|"
    r"tabelle|tabela|quadro|figura)\s+(?:[A-Z]\.?)?\d+(?:[.\-]\d+)*\s*[.:–—-]\s*\S", re.IGNORECASE)
_DOT_LEADER = re.compile(r"(\.\s?){5,}\s*\d*\s*$")
_WITH_PAGE = re.compile(r"(.*\S)[\s.]+(?:\d{1,4}|[ivxlc]{1,6})\s*")
_NUMBER = re.compile(r"^[\d.]+\s*")
_ENDS_SENTENCE = re.compile(r"[.!?:;…。！？][\"'»”’)\]]*$")
_LETTER = re.compile(r"[^\W\d_]")
_WORDY = re.compile(r"[^\W\d_]{3}")
_STARTS_HEADING = re.compile(r"[\w¿¡\"“«‘'(\[§]")


@dataclass(frozen=True, slots=True)
class Outline:
    """An entry of the outline: title, level from 1, page from 1."""

    title: str
    level: int
    page: int


def add_lines(
    builder: DocumentBuilder, lines: Sequence[Line], notes: Mapping[int, Sequence[str]], outline: Sequence[Outline]
) -> None:
    """Adds all pages to a builder; a page's notes follow its text, repeated heads and feet stand once, as notes."""
    lines = join_accents(join_hyphens(lines))
    running = running_lines(lines)
    shown: set[str] = set()
    kept: list[Line] = []
    heads: list[Line] = []
    for line in lines:
        key = running_key(line)
        if is_page_number(line, builder.n_pages or 0):
            continue
        if key not in running:
            kept.append(line)
        elif key[0] not in shown:
            shown.add(key[0])
            if _WORDY.search(line.text):
                heads.append(line)
    style = _Style(kept)
    tables = find_tables(kept)
    levels = heading_levels(kept, style, outline)
    for table in tables:
        for i in range(table.first, table.end):
            levels.pop(i, None)
    by_page = _by_page(kept, levels, tables)
    heads_by_page: dict[int, list[Line]] = defaultdict(list)
    for line in heads:
        heads_by_page[line.page].append(line)
    for page in sorted({*by_page, *notes, *heads_by_page}):
        _PageWriter(builder, style, page).add(by_page.get(page, ()))
        for line in heads_by_page[page]:
            builder.note(line.text, page)
        for text in notes.get(page, ()):
            builder.note(text, page)
    if not builder.title:
        builder.title = _title_by_size(kept, levels, style)


class _Style:
    """What is usual in this document: body size, weight, and distance between lines in body sizes."""

    def __init__(self, lines: Sequence[Line]) -> None:
        sizes: Counter[float] = Counter()
        weights: Counter[int] = Counter()
        for line in lines:
            sizes[round(line.size * 2) / 2] += len(line.text)
            weights[line.weight] += len(line.text)
        self.body_size = sizes.most_common(1)[0][0] if sizes else 10.0
        self._large_from = _largest_of_text(lines, sizes, self.body_size) * HEADING_RATIO
        body_weight = weights.most_common(1)[0][0] if weights else 400
        # Many fonts state odd weights (regular 695 and bold 728 in one file): only the difference tells.
        self._bold_from = max(600, body_weight + 25)
        gaps = [
            (above.last_bottom - below.bottom) / above.size
            for above, below in pairwise(lines)
            if above.page == below.page and above.size > 0 and abs(above.size - below.size) < 0.6
            and 0 < above.last_bottom - below.bottom < 3 * above.size
        ]
        self.leading = statistics.median(gaps) if gaps else 1.2

    def is_bold(self, line: Line) -> bool:
        return line.weight >= self._bold_from

    def is_large(self, line: Line) -> bool:
        return line.size > self._large_from


def _largest_of_text(lines: Sequence[Line], sizes: Mapping[float, int], body_size: float) -> float:
    """The size from which on print is larger than the text's: of a manual full of small code, or slides whose points have
    two sizes, most characters are of the smaller one, and the other is no heading either."""
    n_characters = sum(sizes.values())
    worded = [line for line in lines if len(_LETTER.findall(line.text)) >= 2]
    largest = body_size
    for _ in range(3):
        n_large = sum(line.size > largest * HEADING_RATIO for line in worded)
        above = {size: n for size, n in sizes.items() if size > largest * HEADING_RATIO}
        if len(lines) <= _FEW_LINES or not above:
            return largest
        usual = max(above, key=lambda size: above[size])
        if n_large <= _MANY_LARGE * len(lines) and not (above[usual] >= _PARAGRAPHS_SHARE * n_characters and _is_in_paragraphs(worded, usual)):
            return largest
        if above[usual] < _OWN_SHARE * n_characters and n_large > _MANY_LARGE * len(lines):
            return body_size            # sizes of every kind: they mean nothing
        largest = usual
    return body_size


def _is_in_paragraphs(lines: Sequence[Line], size: float) -> bool:
    """Whether most lines of this size stand three and more together, as those of a heading hardly do."""
    runs = [len(list(run)) for (_, is_of_size), run in groupby(lines, lambda line: (line.page, round(line.size * 2) / 2 == size)) if is_of_size]
    return sum(n for n in runs if n >= 3) > 0.5 * sum(runs)


def heading_levels(lines: Sequence[Line], style: _Style, outline: Sequence[Outline]) -> dict[int, int]:
    """Heading level by index in `lines`, from the outline where it matches, else by size, else bold and short."""
    matched = _match_outline(lines, outline)
    contents = _contents_lines(lines, outline)
    candidates = [i for i in range(len(lines)) if i not in matched and i not in contents and _looks_large(lines, i, style)]
    if len(candidates) > _MANY_LARGE * len(lines) and len(lines) > _FEW_LINES:
        candidates = []             # sizes mean nothing here
    sizes = sorted({round(lines[i].size) for i in candidates}, reverse=True)
    levels = dict(matched)
    size_of = _usual_sizes(lines, matched)
    deepest = max(matched.values(), default=0)
    for i in candidates:
        if matched:
            levels[i] = min((level for level, size in size_of.items() if size <= lines[i].size + 0.5), default=min(deepest + 1, 6))
        else:
            levels[i] = min(sizes.index(round(lines[i].size)) + 1, 5)
    below = min(max(levels.values(), default=0) + 1, 6)
    for i in range(len(lines)):
        if i not in levels and i not in contents and _looks_bold_heading(lines, i, style):
            section = _SECTION.match(lines[i].text)
            levels[i] = min(below + (section[1].count(".") if section else 0), 6)
    return levels


def _usual_sizes(lines: Sequence[Line], matched: Mapping[int, int]) -> dict[int, float]:
    """Median size of the headings of each level of the outline."""
    sizes: dict[int, list[float]] = defaultdict(list)
    for i, level in matched.items():
        sizes[level].append(lines[i].size)
    return {level: statistics.median(found) for level, found in sizes.items()}


def _contents_lines(lines: Sequence[Line], outline: Sequence[Outline]) -> set[int]:
    """Lines of a table of contents: a title and a page number, the title being one of the outline's, or on a page of
    many such lines."""
    titles = {_bare(entry.title) for entry in outline}
    numbered = {i: match.group(1) for i, line in enumerate(lines) if (match := _WITH_PAGE.fullmatch(line.text))}
    by_page = Counter(lines[i].page for i in numbered)
    return {
        i for i, title in numbered.items()
        if by_page[lines[i].page] >= 5 or _bare(title) in titles or _bare(_NUMBER.sub("", title)) in titles
    }


def _match_outline(lines: Sequence[Line], outline: Sequence[Outline]) -> dict[int, int]:
    """Lines that an outline entry names on its page (or the next, where destinations point to the page's end)."""
    if not outline:
        return {}
    by_page: dict[int, list[int]] = defaultdict(list)
    for i, line in enumerate(lines):
        by_page[line.page].append(i)
    levels: dict[int, int] = {}
    for entry in outline:
        wanted = _bare(entry.title)
        if len(wanted) < 3:
            continue
        for page in (entry.page, entry.page + 1, entry.page - 1):
            found = _find_title(lines, by_page.get(page, ()), wanted, levels)
            if found:
                levels.update(dict.fromkeys(found, entry.level))
                break
    return levels


def _find_title(lines: Sequence[Line], indices: Sequence[int], wanted: str, taken: Mapping[int, int]) -> list[int]:
    """Indices of the one to four lines that make up a title, largest print first; empty if not on the page."""
    best: list[int] = []
    for position, i in enumerate(indices):
        if i in taken or _DOT_LEADER.search(lines[i].text):
            continue
        joined, run = "", []
        for j in indices[position : position + 4]:
            joined += _bare(lines[j].text)
            run.append(j)
            if joined == wanted or (joined.endswith(wanted) and len(joined) - len(wanted) <= 8):
                if not best or lines[run[0]].size > lines[best[0]].size:
                    best = list(run)
                break
            if len(joined) > len(wanted) + 8:
                break
    return best


def _bare(text: str) -> str:
    return _NOT_LETTERS.sub("", text).casefold()


def _looks_large(lines: Sequence[Line], i: int, style: _Style) -> bool:
    line = lines[i]
    if not line.is_upright or not style.is_large(line) or len(line.text) > MAX_HEADING_CHARS or _DOT_LEADER.search(line.text) or _is_sum(line):
        return False
    return len(_LETTER.findall(line.text)) >= 2


def _looks_bold_heading(lines: Sequence[Line], i: int, style: _Style) -> bool:
    line = lines[i]
    if not style.is_bold(line) or len(line.text) > 90 or line.size < style.body_size * 0.95 or _is_sum(line):
        return False
    if len(_LETTER.findall(line.text)) < 3 or line.text.endswith((".", ",", ";", ":")) or _DOT_LEADER.search(line.text):
        return False
    before = lines[i - 1] if i else None
    after = lines[i + 1] if i + 1 < len(lines) else None
    if after is None or after.page != line.page or line.text[:1].islower() or not _STARTS_HEADING.match(line.text):
        return False
    if (style.is_bold(after) and not _numbers_the_first_of(line, after)) or _runs_on(line, after, style):
        return False
    stands_apart = (
        before is None or before.page != line.page or before.last_bottom < line.bottom
        or before.last_bottom - line.bottom > style.leading * line.size * 1.25
    )
    return stands_apart and after.bottom < line.last_bottom - line.size * 0.5 and after.left <= line.left + 4 * line.size


def _is_sum(line: Line) -> bool:
    """Whether a line is a row of an invoice or account: words, white, and an amount at its end."""
    return len(line.cells) > 1 and bool(_AMOUNT.search(line.text))


def _numbers_the_first_of(line: Line, after: Line) -> bool:
    """Whether a line is numbered as a section, and the next one as the first within it: "2. Métodos" and "2.1. Muestras"."""
    outer, inner = _SECTION.match(line.text), _SECTION.match(after.text)
    return outer is not None and inner is not None and inner[1] == f"{outer[1]}.1"


def _runs_on(line: Line, after: Line, style: _Style) -> bool:
    """Whether only the first words are bold, as in "Resumen. Se ha estudiado…": the line is full and goes on in the next."""
    is_close = line.last_bottom - after.bottom <= style.leading * line.size * 1.15
    return (
        is_close and after.text[:1].islower() and not _ORDERED.match(after.text) and not _ENDS_SENTENCE.search(line.text)
        and line.right >= after.right - 3 * line.size
    )


def _title_by_size(lines: Sequence[Line], levels: Mapping[int, int], style: _Style) -> str | None:
    """The largest heading of the first page that has text, if it is clearly larger than the body."""
    if not lines:
        return None
    first_page = lines[0].page
    heads = [i for i in levels if lines[i].page == first_page and lines[i].size > style.body_size * 1.3]
    if not heads:
        return None
    largest = max(lines[i].size for i in heads)
    run = [i for i in sorted(heads) if lines[i].size > largest - 0.6]
    together = [run[0]]
    for i in run[1:]:
        if i != together[-1] + 1:
            break
        together.append(i)
    title = " ".join(lines[i].text for i in together)
    return title if 3 <= len(title) <= 200 else None


def _by_page(
    lines: Sequence[Line], levels: Mapping[int, int], tables: Sequence[PdfTable]
) -> dict[int, list[tuple[Line | PdfTable, int]]]:
    """Lines with their heading levels, and tables instead of their lines."""
    pages: dict[int, list[tuple[Line | PdfTable, int]]] = defaultdict(list)
    starts = {table.first: table for table in tables}
    i = 0
    while i < len(lines):
        if table := starts.get(i):
            pages[table.page].append((table, 0))
            i = table.end
        else:
            pages[lines[i].page].append((lines[i], levels.get(i, 0)))
            i += 1
    return pages


class _PageWriter:
    """Joins the lines of one page into blocks."""

    def __init__(self, builder: DocumentBuilder, style: _Style, page: int) -> None:
        self._builder = builder
        self._style = style
        self._page = page
        self._open: list[Line] = []
        self._level = 0
        self._is_item = False

    def add(self, lines: Sequence[tuple[Line | PdfTable, int]]) -> None:
        for line, level in lines:
            if isinstance(line, PdfTable):
                self._flush()
                self._builder.table(line.rows, line.n_header_rows, self._page)
                continue
            if self._open and not self._continues(line, level):
                self._flush()
            if not self._open:
                self._level = level
                self._is_item = not level and _is_item(line.text)
            self._open.append(line)
        self._flush()

    def _continues(self, line: Line, level: int) -> bool:
        last, first = self._open[-1], self._open[0]
        if level != self._level:
            return False
        same_size = abs(line.size - last.size) <= 0.12 * max(last.size, line.size)
        drop = last.last_bottom - line.bottom
        if level and _SECTION.match(line.text) and _SECTION.match(first.text):
            return False                    # a section's title and that of the first one within it
        if level:
            return same_size and -1 < drop < 2 * self._style.leading * last.size and self._style.is_bold(line) == self._style.is_bold(last)
        if not same_size or _is_item(line.text):
            return False
        if drop < -2 * last.size or drop > 6 * last.size:         # next column, or a jump
            return not _ENDS_SENTENCE.search(last.text) and line.text[:1].islower()
        if drop > self._style.leading * last.size * 1.35 + 1:
            return False
        if self._is_item:
            return line.left > first.left + 0.3 * line.size or not _ENDS_SENTENCE.search(last.text)
        indented = line.left > last.left + 0.8 * line.size and line.left > first.left - 0.5 * line.size
        if indented and len(self._open) > 1 and _ENDS_SENTENCE.search(last.text):
            return False
        width = max(each.right for each in self._open) - min(each.left for each in self._open)
        ended_short = last.right < max(each.right for each in self._open) - 0.25 * width
        return not (ended_short and _ENDS_SENTENCE.search(last.text))

    def _flush(self) -> None:
        if not self._open:
            return
        text = join_lines([line.text for line in self._open])
        is_prose = len(self._open) >= 3 and len(text) > _LONGEST_SENTENCE_HEAD and _ENDS_SENTENCE.search(text) and not _SECTION.match(text)
        if self._level and not is_prose:
            self._builder.heading(text, self._level, self._page)
        elif self._is_item:
            self._builder.list_item(text, 1, self._page)
        else:
            bold = all(self._style.is_bold(line) for line in self._open)
            if len(text) <= MAX_CAPTION_CHARS and _CAPTION.match(text):
                self._builder.caption(text, self._page)
            else:
                self._builder.paragraph(text, self._page, bold)
        self._open = []


def _is_item(text: str) -> bool:
    return bool(_BULLET.match(text) or _ORDERED.match(text))


def join_lines(lines: Sequence[str]) -> str:
    """Lines of a paragraph, one a line; a word cut by a hyphen at a line's end is put together."""
    joined = lines[0] if lines else ""
    for line in lines[1:]:
        if joined.endswith(("-", "\u00ad", "\u2010")) and joined[-2:-1].islower() and line[:1].islower():
            word, _, rest = line.partition(" ")
            joined = joined[:-1] + word + ("\n" + rest if rest else "")
        else:
            joined += "\n" + line
    return joined
