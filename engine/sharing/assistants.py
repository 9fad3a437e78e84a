"""What an assistant may search and read: the folders that the person has allowed, and of others not even that they are there.

Everything outside is left out before anything is ranked, so that no rank, no folded copy, no older version and no list of
changed files tells of it. A path that may not be read gets the same answer as one that does not exist.
"""

from __future__ import annotations

import dataclasses
import functools
import os
import re
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from engine.catalog.availability import Away, is_reachable
from engine.errors import BadUsage, FicheroError
from engine.hits import Filters, Hit, Mode, SearchRequest, SearchResult, Stage, without_weak_answers
from engine.machine.containment import is_at_or_below
from engine.query.filters import apply_field
from engine.search.freshness import Freshness

if TYPE_CHECKING:
    from engine.catalog.catalog import Catalog, StoredChunk, StoredDocument
    from engine.catalog.records import Entry
    from engine.search.engine import Engine
    from engine.settings import Settings

MOST_HITS = 25
MOST_OFFSET = 200
MOST_QUERY = 2_000          # code points
MOST_TYPES = 20
MOST_TEXT = 20_000          # of one reading
MOST_TITLE = 300
MOST_FOLDED = 20            # copies and versions that are named under a hit

_NOTHING_INDEXED = (
    "Nothing in the allowed folders is indexed yet, so nothing can be found there. The person adds folders in Fichero, or with `index FOLDER`.",
    "Aún no hay nada indexado en las carpetas permitidas, así que nada se puede encontrar en ellas. Las carpetas se añaden en Fichero o con "
    "`index CARPETA`.",
)

# Tags of Unicode cannot be seen by a person and are read by a model: text in them is there to be obeyed behind her back.
_UNSEEN = re.compile("[\U000e0000-\U000e007f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_ODD_BYTE = re.compile(r"\\x([89a-f][0-9a-f])")


class NothingAllowed(FicheroError):
    code = "nothing-allowed"

    def __init__(self) -> None:
        super().__init__(
            "The person has allowed no folder for assistants. She can do so in Fichero's settings, or with "
            "`settings set assistant_folders FOLDER`.",
            "No se ha permitido ninguna carpeta a los asistentes. Se permite en los ajustes de Fichero o con "
            "`settings set assistant_folders CARPETA`.",
        )


class NotThere(FicheroError):
    """Also where it is there and may not be read: an assistant is not told which."""

    code = "not-there"

    def __init__(self) -> None:
        super().__init__(
            "There is no such document among those that may be read. Paths are those that `search` gives.",
            "No hay tal documento entre los que se pueden leer. Las rutas son las que da `search`.",
        )


class HasChanged(FicheroError):
    code = "has-changed"

    def __init__(self) -> None:
        super().__init__(
            "The file has changed or gone since it was read: what was in it is not given as current. It can be read once "
            "Fichero has indexed it again.",
            "El archivo ha cambiado o ya no está desde que se leyó: lo que decía no se da por actual. Se podrá leer cuando "
            "Fichero lo vuelva a indexar.",
        )


@dataclass(frozen=True, slots=True)
class Quote:
    """A piece of a document's text, with its offsets in it."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class OlderCopy:
    path: str
    modified: str


@dataclass(frozen=True, slots=True)
class FoundPassage:
    rank: int
    path: str
    title: str
    type: str
    language: str | None
    modified: str                       # ISO 8601, of the file
    heading_path: list[str]
    page: int | None
    start: int
    end: int
    snippet: str
    answer: Quote | None                # the sentence that answers; None where the documents hardly answer
    same_text_in: list[str]
    older_versions: list[OlderCopy]
    is_available: bool                  # False: its drive is away; this is what it said when it was there


@dataclass(frozen=True, slots=True)
class Found:
    query: str
    passages: list[FoundPassage]
    answerable: float | None            # 0 to 1: how well the documents answer at all
    stage: Stage                        # text: some documents are found by their words alone so far
    changed_since_read: list[str]       # left out: their files have changed or are gone
    note: str | None
    more: bool = False                  # whether there are results behind these: a larger `offset` gives them


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of one document."""

    path: str
    title: str
    type: str
    modified: str
    heading_path: list[str]
    page: int | None                    # where the text begins
    n_pages: int | None
    passage: Quote | None               # the stored passage at the place asked for; a table's rows carry their columns' names
    text: str
    start: int
    end: int
    length: int                         # of the document's text
    next_start: int | None              # where reading goes on; None at the end
    is_available: bool


@dataclass(frozen=True, slots=True)
class AllowedFolder:
    path: str
    documents: int                      # that hold text
    passages: int
    unreadable: int
    waiting: int                        # documents that are found by their words alone so far
    stage: Stage
    is_available: bool


@dataclass(frozen=True, slots=True)
class Allowed:
    folders: list[AllowedFolder]
    stage: Stage


class AllowedReading:
    """Searches and reads for an assistant. Calls come from any thread, one is served at a time.

    The settings are read anew at each call: what a person allows or takes back counts from the next one on.
    """

    def __init__(
        self,
        load_settings: Callable[[], Settings],
        narrowed_to: Sequence[str],
        open_engine: Callable[[Settings], AbstractContextManager[Engine]],
        language: str = "en",
    ) -> None:
        """
        Args:
            narrowed_to: absolute folders; of what is allowed only what lies in one of them. Empty: all of it.
            language: of the note about a query, "es" or "en".
        """
        self._load_settings = load_settings
        self._narrowed_to = tuple(narrowed_to)
        self._open_engine = open_engine
        self._language = language
        self._allowed: tuple[list[tuple[Entry, ...]], list[Entry]] = ([], [])
        self._opened = ExitStack()
        self._engine: tuple[Settings, Engine] | None = None
        self._one_at_a_time = threading.Lock()

    def names_a_folder(self, settings: Settings) -> bool:
        """Whether anything is allowed by these settings."""
        return bool(_narrowed(settings.assistant_folders, self._narrowed_to))

    def close(self) -> None:
        self._engine = None
        self._opened.close()

    def search(
        self, query: str, top: int, mode: Mode, types: Sequence[str], folder: str | None, after: date | None, before: date | None,
        document: str | None = None, offset: int = 0,
    ) -> Found:
        """The best documents of those allowed, each with its best passage; or the best passages of one document.

        Args:
            document: the path of that one.
            offset: how many of the first results are left out, at most MOST_OFFSET.
        Raises:
            NothingAllowed, NotThere
            BadUsage: a bound is broken, or the folder is no whole path.
            FicheroError: the index cannot be read.
        """
        if len(query) > MOST_QUERY:
            raise BadUsage(f"A query holds at most {MOST_QUERY} characters.", f"Una consulta admite {MOST_QUERY} caracteres como mucho.")
        with self._one_at_a_time:
            engine, gate = self._ready()
            entries = self._entries(engine.catalog, gate)
            if document is not None:
                only = _document_at(engine.catalog, gate, document).document_id
                entries = [entry for entry in entries if entry.document_id == only]
            offset, top = max(0, min(offset, MOST_OFFSET)), max(1, min(top, MOST_HITS))
            request = SearchRequest(
                query, top=offset + top + 1, mode=mode, language=self._language, by_passage=document is not None,
                filters=_filters(types, folder, after, before, entries),
            )
            if not entries:
                return Found(query, [], None, "complete", [], _NOTHING_INDEXED[self._language == "es"])
            result = without_weak_answers(engine.search(request))
            shown = dataclasses.replace(result, hits=result.hits[offset : offset + top])
            return self._found(engine, gate, entries, shown, has_more=len(result.hits) > offset + top)

    def read(self, path: str, start: int | None, end: int | None, page: int | None) -> Piece:
        """A page, the span from `start` to `end`, the section around `start`, or the beginning; at most MOST_TEXT of it.

        Raises:
            NothingAllowed, NotThere, HasChanged
            BadUsage: there is no such page or place.
            FicheroError: the index cannot be read.
        """
        with self._one_at_a_time:
            engine, gate = self._ready()
            catalog = engine.catalog
            document = _document_at(catalog, gate, path)
            is_available = True
            if not Freshness().is_current(document):
                if not Away(catalog).holds(str(document.file_path)):
                    raise HasChanged
                is_available = False
            return _piece(catalog, document, start, end, page, is_available)

    def folders(self) -> Allowed:
        """The folders that may be read, and how far they are. Raises as `search` does."""
        with self._one_at_a_time:
            engine, gate = self._ready()
            folders = [
                self._folder(folder, [entry for entry in engine.catalog.entries_below(folder) if gate.lets(entry.file_path)])
                for folder in gate.folders
            ]
        return Allowed(folders, "text" if any(folder.stage == "text" for folder in folders) else "complete")

    def _ready(self) -> tuple[Engine, Gate]:
        settings = self._load_settings()
        gate = Gate(_narrowed(settings.assistant_folders, self._narrowed_to))
        if not gate.folders:
            raise NothingAllowed
        stores = dataclasses.replace(settings, assistant_folders=())
        if self._engine is None or self._engine[0] != stores:
            self.close()
            self._engine = stores, self._opened.enter_context(self._open_engine(stores))
        engine = self._engine[1]
        try:
            engine.reload()
        except FicheroError:
            self.close()        # opened anew by the next call: the index may have been mended by then
            raise
        return engine, gate

    def _entries(self, catalog: Catalog, gate: Gate) -> list[Entry]:
        """The documents that may be read, looked at one by one where folders or catalog are not as they were. Each that is found is
        looked at once more, so that a link that leads elsewhere by now lets nothing out."""
        below = [catalog.entries_below(folder) for folder in gate.folders]
        kept, allowed = self._allowed
        if len(kept) != len(below) or any(old is not new for old, new in zip(kept, below, strict=True)):
            found = {entry.document_id: entry for entries in below for entry in entries}
            allowed = [entry for entry in found.values() if gate.lets(entry.file_path)]
            self._allowed = below, allowed
        return allowed

    @staticmethod
    def _found(engine: Engine, gate: Gate, entries: Sequence[Entry], result: SearchResult, has_more: bool) -> Found:
        lets = functools.cache(lambda path: _lets_path(engine.catalog, gate, path))
        is_whole = not any(map(_waits, entries)) and (result.stage == "complete" or engine.catalog.counts().pending > 0)
        return Found(
            query=result.query,
            passages=[_passage(hit, lets) for hit in result.hits if lets(hit.path)],
            answerable=None if result.answerable is None else round(result.answerable, 2),
            stage="complete" if is_whole else "text",
            changed_since_read=[_shown(path) for path in result.outdated if lets(path)][:MOST_FOLDED],
            note=result.note,
            more=has_more,
        )

    @staticmethod
    def _folder(folder: str, entries: Sequence[Entry]) -> AllowedFolder:
        readable = [entry for entry in entries if entry.state != "unreadable"]
        n_waiting = sum(map(_waits, entries))
        return AllowedFolder(
            _shown(folder), len(readable), sum(entry.n_chunks for entry in readable), len(entries) - len(readable), n_waiting,
            "text" if n_waiting else "complete", is_reachable(folder),
        )


class Gate:
    """Which files lie in the allowed folders, by their names and by where links on their way lead."""

    def __init__(self, folders: Sequence[str]) -> None:
        self.folders = tuple(folders)
        self._real = tuple(os.path.realpath(folder) for folder in folders)
        self._real_parent = functools.lru_cache(maxsize=100_000)(os.path.realpath)

    def lets(self, file_path: str) -> bool:
        if not any(is_at_or_below(file_path, folder) for folder in self.folders):
            return False
        parent, name = os.path.split(file_path)
        real = os.path.join(self._real_parent(parent), name)
        real = os.path.realpath(real) if os.path.islink(real) else real
        return any(is_at_or_below(real, folder) for folder in self._real)


def _narrowed(allowed: Sequence[str], narrowed_to: Sequence[str]) -> list[str]:
    if not narrowed_to:
        return list(allowed)
    both = [narrow for narrow in narrowed_to if any(is_at_or_below(narrow, folder) for folder in allowed)]
    both += [folder for folder in allowed if any(is_at_or_below(folder, narrow) for narrow in narrowed_to)]
    return list(dict.fromkeys(both))


def _filters(
    types: Sequence[str], folder: str | None, after: date | None, before: date | None, entries: Sequence[Entry]
) -> Filters:
    filters = Filters(after=after, before=before, documents=tuple(entry.document_id for entry in entries))
    for kind in types:
        filters = apply_field("type", kind, filters).filters
    if folder is None:
        return filters
    place = os.path.expanduser(_as_stored(folder))
    if not os.path.isabs(place):
        raise BadUsage("A folder is given by its whole path.", "La carpeta se da con su ruta completa.")
    return dataclasses.replace(filters, folder=os.path.normpath(place))


def _waits(entry: Entry) -> bool:
    return entry.state in ("reading", "text")


def _document_at(catalog: Catalog, gate: Gate, path: str) -> StoredDocument:
    document = catalog.document_at(_as_stored(path)) or catalog.document_at(path)
    if document is None or not gate.lets(str(document.file_path)):
        raise NotThere
    return document


def _lets_path(catalog: Catalog, gate: Gate, path: str) -> bool:
    """By the document of this path: the part before the `!` of a member is the file."""
    document = catalog.document_at(path)
    return document is not None and gate.lets(str(document.file_path))


def _passage(hit: Hit, lets: Callable[[str], bool]) -> FoundPassage:
    return FoundPassage(
        rank=hit.rank,
        path=_shown(hit.path),
        title=_short(hit.title),
        type=hit.kind,
        language=hit.language,
        modified=hit.modified,
        heading_path=[_short(title) for title in hit.heading_path],
        page=hit.page,
        start=hit.start,
        end=hit.end,
        snippet=_seen(hit.snippet),
        answer=Quote(_seen(hit.answer.text), hit.answer.start, hit.answer.end) if hit.answer else None,
        same_text_in=[_shown(path) for path in hit.also if lets(path)][:MOST_FOLDED],
        older_versions=[OlderCopy(_shown(older.path), older.modified) for older in hit.versions if lets(older.path)][:MOST_FOLDED],
        is_available=hit.is_available,
    )


def _piece(
    catalog: Catalog, document: StoredDocument, start: int | None, end: int | None, page: int | None, is_available: bool
) -> Piece:
    text = catalog.body(document.document_id)
    chunks = catalog.document_chunks(document.document_id)
    begin, stop, chunk = _place(catalog, document, text, chunks, start, end, page)
    limit = min(stop, begin + MOST_TEXT)
    first = chunk or _chunk_at(chunks, begin)
    return Piece(
        path=_shown(document.path),
        title=_short(document.title or document.name),
        type=document.kind,
        modified=document.modified,
        heading_path=[_short(title) for title in first.heading_path] if first else [],
        page=_chunk_page(chunks, begin) if page is None else page,
        n_pages=document.n_pages,
        passage=Quote(_seen(chunk.text)[:MOST_TEXT], chunk.start, chunk.end) if chunk else None,
        text=_seen(text[begin:limit]),
        start=begin,
        end=limit,
        length=len(text),
        next_start=limit if limit < len(text) else None,
        is_available=is_available,
    )


def _place(
    catalog: Catalog, document: StoredDocument, text: str, chunks: Sequence[StoredChunk],
    start: int | None, end: int | None, page: int | None,
) -> tuple[int, int, StoredChunk | None]:
    """Start and end of what is to be read, and the passage that was asked for."""
    if page is not None:
        return *_span_of_page(catalog, document, page), None
    if start is None:
        return 0, len(text), None
    if not 0 <= start <= len(text) or (end is not None and end <= start):
        raise BadUsage(
            f"The document has no such place: its text holds {len(text)} characters.",
            f"El documento no tiene ese lugar: su texto tiene {len(text)} caracteres.",
        )
    if end is not None:
        return start, min(end, len(text)), None
    chunk = _chunk_at(chunks, start)
    if chunk is None:
        return start, len(text), None
    if chunk.section_end - chunk.section_start <= MOST_TEXT:
        return chunk.section_start, chunk.section_end, chunk
    begin = max(chunk.section_start, chunk.start - MOST_TEXT // 3)
    return begin, min(chunk.section_end, begin + MOST_TEXT), chunk


def _span_of_page(catalog: Catalog, document: StoredDocument, page: int) -> tuple[int, int]:
    structure = catalog.structure(document.document_id)
    blocks = [block for block in structure.blocks if block.page == page] if structure else []
    if not blocks:
        pages = document.n_pages or 0
        raise BadUsage(
            f"There is no text on page {page}; the document has {pages} page{'s' * (pages != 1)}." if pages else "The document has no pages.",
            f"La página {page} no tiene texto; el documento tiene {pages} página{'s' * (pages != 1)}." if pages else "El documento no tiene páginas.",
        )
    return min(block.start for block in blocks), max(block.end for block in blocks)


def _chunk_at(chunks: Sequence[StoredChunk], place: int) -> StoredChunk | None:
    """The passage that holds this place, else the next one."""
    return next((chunk for chunk in chunks if chunk.end > place), None)


def _chunk_page(chunks: Sequence[StoredChunk], place: int) -> int | None:
    chunk = _chunk_at(chunks, place)
    return chunk.page if chunk else None


def _short(title: str) -> str:
    shown = _shown(title)
    return shown if len(shown) <= MOST_TITLE else shown[: MOST_TITLE - 1] + "…"


def _seen(text: str) -> str:
    """The text with what nobody can see replaced one for one, so that offsets hold."""
    return _UNSEEN.sub("\ufffd", text)


def _shown(path: str) -> str:
    """A path that JSON can carry: bytes that are no text become `\\xNN`."""
    return _seen(_SURROGATE.sub(lambda found: f"\\x{ord(found[0]) & 0xFF:02x}", path))


def _as_stored(path: str) -> str:
    """The other way round."""
    return _ODD_BYTE.sub(lambda found: chr(0xDC00 + int(found[1], 16)), path)
