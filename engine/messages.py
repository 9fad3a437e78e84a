"""What the window and its search process say to each other. Frozen, picklable, light: the window imports this.

An error crosses as a Failure, never as an exception: exceptions with arguments of their own do not survive pickling.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

from engine.document import Document, DocumentId
from engine.errors import FicheroError
from engine.hits import Filters, Hit, SearchResult, Stage
from engine.why_answer import Why

MOST_HITS = 30          # documents that the window shows of a search
MOST_PASSAGES = 12      # …of one document
MOST_RECENT = 12        # documents that changed last


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that went wrong, in both languages. `code` is the error's own, "bug" where it is ours."""

    code: str
    english: str
    spanish: str

    @staticmethod
    def of(error: BaseException) -> Failure:
        if isinstance(error, FicheroError):
            return Failure(error.code, error.english, error.spanish)
        return Failure(
            "bug",
            f"Something in Fichero failed ({type(error).__name__}). The log in the data folder says more.",
            f"Algo ha fallado dentro de Fichero ({type(error).__name__}). El registro de la carpeta de datos dice más.",
        )

    def message(self, language: str) -> str:
        return self.spanish if language.startswith("es") else self.english


# ---- the window asks -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ask:
    """A search. A newer one cancels those before it."""

    id: int
    text: str
    filters: Filters = Filters()        # noqa: RUF009 - it is frozen
    top: int = MOST_HITS
    language: str = "en"        # of the notes about the query
    refine: bool = True         # by the cross-encoder, where one is chosen
    by_passage: bool = False    # each passage for itself, instead of the best one of each document


@dataclass(frozen=True, slots=True)
class AskPassages:
    """The passages of one document that answer a query, best first."""

    id: int
    text: str
    document_id: DocumentId
    top: int = MOST_PASSAGES


@dataclass(frozen=True, slots=True)
class AskRecent:
    """The documents that changed last."""

    id: int
    top: int = MOST_RECENT


@dataclass(frozen=True, slots=True)
class Suggest:
    """Words of the documents that the last word of a text may become."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class Show:
    """A piece of a document's text around the code point `around`; `query` chooses the words to mark."""

    id: int
    document_id: DocumentId
    around: int
    query: str = ""


@dataclass(frozen=True, slots=True)
class Find:
    """All places of `text` in a document, letter case and accents ignored."""

    id: int
    document_id: DocumentId
    text: str


@dataclass(frozen=True, slots=True)
class AskStatus:
    id: int


@dataclass(frozen=True, slots=True)
class AskErrors:
    id: int


@dataclass(frozen=True, slots=True)
class AskWhy:
    """Why `path`, as a person gives it, is found or not."""

    id: int
    path: str


@dataclass(frozen=True, slots=True)
class AskQueued:
    """Which files of a name like `text` wait to be read; with `paths`, which of these still do."""

    id: int
    text: str
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reload:
    """The indexer has committed: see what is new."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the process."""


# ---- the search process answers --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ready:
    """The process answers searches. `is_warm`: the models are loaded too, so that a search takes its usual time."""

    is_warm: bool


@dataclass(frozen=True, slots=True)
class Found:
    """The result of Ask `id`; one that is not final is followed by another: of words only, no meaning yet, or one whose
    hits the cross-encoder is still to refine (`result.refinement` "coming")."""

    id: int
    result: SearchResult
    is_final: bool


@dataclass(frozen=True, slots=True)
class PassagesFound:
    id: int
    document_id: DocumentId
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class RecentDocument:
    document_id: DocumentId
    path: str                   # `container!inner` for members
    title: str
    kind: str
    modified: str


@dataclass(frozen=True, slots=True)
class RecentTold:
    id: int
    documents: tuple[RecentDocument, ...]       # the latest change first


@dataclass(frozen=True, slots=True)
class Suggested:
    id: int
    typed: str                  # the word at the end of the text
    words: tuple[str, ...]      # longer ones that begin like it


@dataclass(frozen=True, slots=True)
class Failed:
    """Ask, AskPassages, AskRecent, Suggest, Show, Find, AskStatus, AskErrors, AskWhy or AskQueued `id` failed; id 0: nothing that was asked."""

    id: int
    failure: Failure


@dataclass(frozen=True, slots=True)
class TablePart:
    """Which rows of a table a view holds: its header rows, then rows from `first_row` (0 = first of the table) on."""

    start: int          # the block's, in the document's text
    first_row: int
    n_rows: int         # of the whole table


@dataclass(frozen=True, slots=True)
class Section:
    """An entry of a document's outline: a heading, or the sheet of a workbook."""

    title: str
    level: int
    start: int


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A piece of a stored document to be drawn. Offsets count code points of the whole document's text."""

    document_id: DocumentId
    path: str                                       # `container!inner` for members
    file_path: str
    title: str
    kind: str
    modified: str
    properties: tuple[tuple[str, str], ...]
    n_pages: int | None
    document: Document                              # blocks of the piece, with the whole document's offsets;
    text_start: int                                 # …document.text[0] is at this offset
    total: int                                      # code points in the whole document
    first_line: int = 1                             # number of the piece's first line, for code
    matches: tuple[tuple[int, int], ...] = ()       # of the query's words
    colours: tuple[tuple[int, int, str], ...] = ()  # code: start, end, kind of token ("keyword", "string", …)
    tables: tuple[TablePart, ...] = ()
    outline: tuple[Section, ...] = ()
    reason: str | None = None                       # why there is no text

    @property
    def text_end(self) -> int:
        return self.text_start + len(self.document.text)

    def slice(self, start: int, end: int) -> str:
        return self.document.text[max(0, start - self.text_start):max(0, end - self.text_start)]


@dataclass(frozen=True, slots=True)
class Shown:
    id: int
    view: DocumentView


@dataclass(frozen=True, slots=True)
class Matches:
    id: int
    document_id: DocumentId
    spans: tuple[tuple[int, int], ...]
    is_complete: bool               # False: there are more than were counted


@dataclass(frozen=True, slots=True)
class FolderStatus:
    path: str
    documents: int
    chunks: int
    stage: Literal["text", "complete"]
    failed: int = 0
    pending: int = 0                            # documents whose vectors are to come
    is_available: bool = True                   # False: the folder could not be found at the last look
    left_out: tuple[tuple[str, int], ...] = ()  # files left out, by rule
    left_out_folders: tuple[tuple[str, int], ...] = ()      # folders that are not entered, by rule
    unrecognised: int = 0                       # documents without text so far that wait for text recognition
    without_text: int = 0                       # documents that are pictures of text, while text recognition is off
    ocr: bool = False                           # text recognition is on in this folder, by its own option


@dataclass(frozen=True, slots=True)
class Status:
    folders: tuple[FolderStatus, ...]
    documents: int
    chunks: int
    failed: int                                 # documents that could not be read; not the two kinds of pictures of text below
    pending: int                                # documents whose vectors, or whose place in the text index, are to come
    stage: Stage
    kinds: tuple[tuple[str, int], ...]          # with the number of documents, most first
    languages: tuple[str, ...]
    sizes: tuple[tuple[str, int], ...]          # store, bytes
    models: tuple[str, ...]
    unrecognised: int = 0                       # files that wait for text recognition
    is_ocr_installed: bool = False
    is_ocr_everywhere: bool = False             # on in all folders, by the settings
    without_text: int = 0                       # documents that are pictures of text, while text recognition is off
    reasons: tuple[tuple[str, int], ...] = ()    # why documents could not be read, with the number of them, most first


@dataclass(frozen=True, slots=True)
class StatusTold:
    id: int
    status: Status


UNRECOGNISED = "unrecognised"      # in place of a reason: a picture of text, while text recognition is off


@dataclass(frozen=True, slots=True)
class UnreadableDocument:
    path: str
    reason: str                 # or UNRECOGNISED
    detail: str


@dataclass(frozen=True, slots=True)
class ErrorsListed:
    id: int
    documents: tuple[UnreadableDocument, ...]


@dataclass(frozen=True, slots=True)
class WhyTold:
    id: int
    why: Why
    exists: bool                # something is at the path now
    is_folder: bool
    is_unrecognised: bool       # it holds pictures of text that were not read


@dataclass(frozen=True, slots=True)
class QueuedTold:
    id: int
    paths: tuple[str, ...]


def file_of(path: str) -> str:
    """The file on disk of a document's path: of `container!inner` the container. Asks the disk."""
    position = len(path)
    while not os.path.lexists(path[:position]) and (cut := path.rfind("!", 0, position)) > 0:
        position = cut
    return path[:position]
