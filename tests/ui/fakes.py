"""Stand-ins for the two processes: the same messages, answered at once from a handful of documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from engine.document import Block, ChunkId, Document, DocumentId, TableRow
from engine.hits import Answer, Explanation, Facets, Hit, RankAndScore, SearchResult
from engine.messages import (
    Ask,
    AskErrors,
    AskPassages,
    AskRecent,
    AskStatus,
    AskWhy,
    DocumentView,
    ErrorsListed,
    Failed,
    Failure,
    Find,
    FolderStatus,
    Found,
    Matches,
    PassagesFound,
    Ready,
    RecentDocument,
    RecentTold,
    Reload,
    Show,
    Shown,
    Status,
    StatusTold,
    Suggest,
    Suggested,
    UnreadableDocument,
    WhyTold,
)
from engine.processes.indexing_messages import Add, IndexingState, Pause, Refresh, Remove, Removed, Resume
from engine.search.viewing import find_in
from engine.why_answer import Why

SAMPLE = Path(__file__).parent.parent / "data" / "sample"
FOLDER = FolderStatus("/casa/documentos", 4, 40, "complete", 1, 0, True, (("hidden", 3), ("kind", 2)))
STATUS = Status(
    (FOLDER,), 4, 40, 1, 0, "complete", (("txt", 1), ("code", 1), ("csv", 1), ("pdf", 1)), ("es", "en"),
    (("catalog", 2048), ("text", 1024)), ("multilingual-e5-small-q4 1 (MIT)",),
)
ERRORS = (
    UnreadableDocument("/casa/documentos/nómina.pdf", "encrypted", "a password is needed"),
    UnreadableDocument("/casa/documentos/roto.docx", "damaged", "no central directory"),
)

FACETS = Facets(
    4, (("txt", 2), ("code", 1), ("csv", 1)), (("/casa/documentos/actas", 3), ("/casa/documentos/cartas", 1)), (("es", 3), ("en", 1)),
    (("week", 0), ("month", 1), ("year", 4), ("last-year", 0), ("older", 0)),
)

PROSE = "Contrato de arrendamiento\n\nEl plazo es de 5 años. La renta se paga el día 3.\n\nFirmado en Cádiz 😀 con plazo."
CODE = "import os\n\n\ndef plazo(años):\n    return años * 365  # días\n"
TABLE = "código\timporte\nE-4032\t5.440.000\nE-4033\t12"


def view(document_id: int) -> DocumentView:
    """The documents 1 (text), 2 (code), 3 (table) and 4 (the sample's PDF)."""
    if document_id == 1:
        heading = Block("heading", 0, 25, level=1)
        paragraphs = tuple(_paragraph(PROSE, start) for start in ("El plazo", "Firmado"))
        return _view(1, "contrato.txt", Document(PROSE, (heading, *paragraphs), "txt"), tuple((at, at + 5) for at in (PROSE.index("plazo"), PROSE.rindex("plazo"))))
    if document_id == 2:
        made = _view(2, "plazos.py", Document(CODE, (Block("code", 0, len(CODE)),), "code"), ())
        return replace(made, colours=((0, 6, "keyword"), (12, 15, "keyword")))
    if document_id == 3:
        rows, at = [], 0
        for line in TABLE.split("\n"):
            rows.append(TableRow(at, at + len(line), tuple(line.split("\t"))))
            at += len(line) + 1
        block = Block("table", 0, len(TABLE), rows=tuple(rows), n_header_rows=1)
        return _view(3, "errores.csv", Document(TABLE, (block,), "csv"), ())
    text = "Acta de la junta general ordinaria de 2024"
    made = _view(4, "acta.pdf", Document(text, (Block("heading", 0, len(text), page=1, level=1),), "pdf"), ((0, 4),))
    return replace(made, file_path=str(SAMPLE / "comunidad" / "acta_junta_2024.pdf"), n_pages=3)


def _paragraph(text: str, beginning: str) -> Block:
    start = text.index(beginning)
    end = text.find("\n\n", start)
    return Block("paragraph", start, len(text) if end < 0 else end)


def _view(number: int, name: str, document: Document, matches: tuple[tuple[int, int], ...]) -> DocumentView:
    path = f"/casa/documentos/{name}"
    return DocumentView(
        DocumentId(number), path, path, name, document.kind, f"2024-05-{2 + number % 3:02}T10:00:00+02:00", (), None, document, 0,
        len(document.text), matches=matches,
    )


def hit(number: int, rank: int) -> Hit:
    shown = view(number)
    text = shown.document.text
    start, end = {1: (27, text.find("\n\nFirmado")), 2: (12, 27), 3: (15, 31), 4: (0, 42)}[number]
    snippet = text[start:end]
    answer = Answer("El plazo es de 5 años.", 27, 49, 0.7) if number == 1 else None
    return Hit(
        rank, 1.0 / rank, shown.path, shown.title, DocumentId(number), ChunkId(number), ("Primera", "Plazo"),
        1 if number == 4 else None, start, end, 0, len(text), shown.kind, "es", shown.modified, snippet,
        ((3, 8),) if number == 1 else (), answer, Explanation(RankAndScore(1, 2.0), None, RankAndScore(1, 0.1), None),
        ("/casa/copia de contrato.txt",) if number == 1 else (),
    )


def passages(document_id: int) -> list[Hit]:
    """Three passages of a document: that of its hit, and two more."""
    first = hit(document_id, 1)
    return [replace(first, chunk_id=ChunkId(10 * n + document_id), rank=n, snippet=f"Pasaje {n}", answer=None) if n > 1 else first
            for n in (1, 2, 3)]


def result(query: str, numbers: tuple[int, ...]) -> SearchResult:
    hits = tuple(hit(number, rank) for rank, number in enumerate(numbers, start=1))
    return SearchResult(query, hits, {"total": 12.0}, 0.8, "complete", facets=FACETS if numbers else Facets())


class FakeChild(QObject):
    """Has the signals and methods of Child; `answer` says what comes back, a moment later."""

    received = Signal(object)
    started = Signal()
    lost = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[object] = []
        self.is_running = False
        self.starts = 0

    def start(self) -> None:
        self.is_running = True
        self.starts += 1
        QTimer.singleShot(0, self, self.started.emit)

    def send(self, message: object) -> bool:
        if not self.is_running:
            return False
        self.sent.append(message)
        for reply in self.answers(message):
            QTimer.singleShot(0, self, lambda reply=reply: self.received.emit(reply))
        return True

    def answers(self, message: object) -> list[object]:
        return []

    def ask_to_stop(self, message: object) -> None:
        self.sent.append(message)

    def wait_for_end(self, timeout_s: float) -> bool:
        return True

    def asked(self, kind: type) -> list[object]:
        return [message for message in self.sent if isinstance(message, kind)]


class FakeSearch(FakeChild):
    def __init__(self) -> None:
        super().__init__()
        self.status = STATUS
        self.recent = tuple(
            RecentDocument(DocumentId(n), f"/casa/documentos/{name}", name, name.rsplit(".", 1)[-1], f"2024-05-0{n}T10:00:00+02:00")
            for n, name in ((4, "acta.pdf"), (1, "contrato.txt"))
        )
        self.words: tuple[str, ...] = ()        # of the documents, for suggestions
        self.whys: dict[str, WhyTold] = {}      # by path; else it is found
        self.why_failure: Failure | None = None
        self.respond: Callable[[Ask], list[object]] = lambda ask: [Found(ask.id, result(ask.text, (1, 2, 3, 4)), True)]

    def start(self) -> None:
        super().start()
        QTimer.singleShot(0, self, lambda: self.received.emit(Ready(True)))

    def answers(self, message: object) -> list[object]:
        match message:
            case Ask():
                return self.respond(message)
            case Show():
                shown = view(message.document_id)
                return [Shown(message.id, shown), Matches(message.id, message.document_id, shown.matches, True)]
            case Find():
                spans, is_complete = find_in(view(message.document_id).document.text, message.text)
                return [Matches(message.id, message.document_id, spans, is_complete)]
            case AskRecent():
                return [RecentTold(message.id, self.recent)]
            case Suggest():
                typed = message.text.rsplit(" ", 1)[-1]
                return [Suggested(message.id, typed, tuple(word for word in self.words if typed and word.startswith(typed)))]
            case AskPassages():
                return [PassagesFound(message.id, message.document_id, tuple(passages(message.document_id)))]
            case AskStatus():
                return [StatusTold(message.id, self.status)]
            case AskErrors():
                return [ErrorsListed(message.id, ERRORS)]
            case AskWhy() if self.why_failure is not None:
                return [Failed(message.id, self.why_failure)]
            case AskWhy():
                found = WhyTold(0, Why(message.path, "found", FOLDER.path), True, False, False)
                return [replace(self.whys.get(message.path, found), id=message.id)]
        return []


class FakeIndexing(FakeChild):
    def answers(self, message: object) -> list[object]:
        match message:
            case Pause():
                return [IndexingState(True, False)]
            case Resume():
                return [IndexingState(False, True)]
            case Remove():
                return [Removed(message.path, 3)]
        return []


def answers_with(child: FakeChild, kind: type, answer: Callable[[object], list[object]]) -> None:
    """Lets a stand-in answer one kind of message in another way."""
    usual = child.answers
    child.answers = lambda message: answer(message) if isinstance(message, kind) else usual(message)     # type: ignore[method-assign]


__all__ = ["Add", "Failed", "FakeChild", "FakeIndexing", "FakeSearch", "Refresh", "Reload"]
