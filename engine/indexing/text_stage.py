"""First stage: files are read, cut into chunks, written to the catalog, and found by their words seconds later."""

from __future__ import annotations

import logging
import os
import posixpath
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.catalog.records import NO_MEMBERS, OCR_DONE, OCR_UNKNOWN, OCR_WAITS, OcrState, plain_document
from engine.catalog.writer import CatalogWriter, ReadFile, ReadPart
from engine.discovery.discovery import FoundFile
from engine.discovery.rules import Rules, extension_of
from engine.document import Chunk, Document
from engine.errors import Cancelled, Unreadable
from engine.indexing import member_rules
from engine.indexing.meanwhile import Meanwhile, nothing_meanwhile
from engine.indexing.pacing import Pace
from engine.indexing.progress import ProgressReporter
from engine.indexing.text_index_sync import TextIndexSync
from engine.machine.fingerprint import FileStamp, content_hash
from engine.protocols import LexicalWriter, Part, ReadingPool, TokenCounter

log = logging.getLogger(__name__)

BATCH_DOCUMENTS = 64        # a commit of the text index costs about 85 ms
BATCH_CHARACTERS = 8_000_000
BATCH_S = 1.5
_BYTES_A_FILE, _BYTES_AT_MOST = 20_000, 10_000_000     # for guessing the time left
_TRIES = 3                  # a file that changes while it is read

Chunker = Callable[[Document, TokenCounter], Sequence[Chunk]]


@dataclass(slots=True)
class TextOutcome:
    """Documents, and seconds of this process: waiting for readers, and chunking, writing and committing."""

    n_indexed: int = 0
    n_failed: int = 0
    n_left_out: int = 0
    n_chunks: int = 0
    extract_s: float = 0.0
    text_s: float = 0.0
    left_out: dict[str, int] = field(default_factory=dict)

    def leave_out(self, rule: str) -> None:
        self.n_left_out += 1
        self.left_out[rule] = self.left_out.get(rule, 0) + 1


class TextStage:
    def __init__(
        self,
        writer: CatalogWriter,
        lexical: LexicalWriter,
        tokens: Callable[[], TokenCounter],
        progress: ProgressReporter,
        is_cancelled: Callable[[], bool],
        committed: Callable[[], None] = lambda: None,
        chunker: Chunker | None = None,
        pace: Pace | None = None,
        meanwhile: Meanwhile = nothing_meanwhile,
    ) -> None:
        self._writer = writer
        self._sync = TextIndexSync(writer, lexical)
        self._tokens = tokens
        self._progress = progress
        self._is_cancelled = is_cancelled
        self._committed = committed
        self._chunker = chunker or _chunker()
        self._pace = pace
        self._meanwhile = meanwhile
        self._batch: list[ReadFile] = []
        self._n_documents = 0
        self._n_characters = 0
        self._last_commit = time.monotonic()
        self._counter: TokenCounter | None = None
        self._ocr = False

    def run(
        self, files: Sequence[FoundFile], pool: ReadingPool, rules: Rules, ocr: bool, folder: str, outcome: TextOutcome,
        is_recognising: bool = False, keeps: frozenset[str] = frozenset(),
    ) -> None:
        """Read `files` and index them, batch by batch. Cancelled, it ends after the batch at work.

        Args:
            ocr: text in pictures is wanted. What holds some waits for a run that `is_recognising`.
            keeps: paths whose text, known already, stays where this run can read none.
        """
        self._progress.start(
            "ocr" if is_recognising else "text", len(files), folder, sum(map(_work, files)) if not is_recognising else None
        )
        self._ocr = ocr
        if files:
            self._token_counter()       # a missing model is to be said, not taken for a bad document
        waiting = {file.path: file for file in files}
        n_done = 0
        for tries_left in reversed(range(_TRIES)):
            if not waiting:
                break
            changed: dict[str, FoundFile] = {}
            for path, parts in self._read(pool, list(waiting.values()), outcome):
                file = waiting[path]
                with _timed(outcome, "text_s"):
                    stamp, content = _look_again(file)
                    if stamp != file.stamp and tries_left:      # it changed while it was read
                        changed[path] = FoundFile(path, stamp)
                    else:
                        # A file that never comes to rest keeps its first stamp, so that the next scan sees a change.
                        if path in keeps and _is_lost(parts):
                            self._writer.note_recognised(path)
                        else:
                            state, read_under = _to_note(parts, ocr, is_recognising, rules)
                            counted = TextOutcome() if path in keeps else outcome       # it was counted when it was first read
                            made = self._parts(path, parts, rules, counted)
                            try:
                                read = ReadFile(path, file.stamp, time.time_ns(), content, made, state, read_under)
                                self._add(read, len(parts))
                            except Cancelled:
                                break
                        n_done += 1
                        self._progress.step(n_done, path, None if is_recognising else _work(file))
                        if self._pace is not None:
                            self._pace.rest(self._is_cancelled)
                if self._is_to_end():
                    break
            waiting = changed if not self._is_cancelled() else {}
        with _timed(outcome, "text_s"):
            self.commit()

    def _is_to_end(self) -> bool:
        self._meanwhile(self.commit)        # what is read of a file must not come after what is read of it later
        return self._is_cancelled()

    def record_problems(self, problems: Sequence[FoundFile], outcome: TextOutcome) -> None:
        """Write down what could not even be opened."""
        with _timed(outcome, "text_s"):
            for found in problems:
                part = ReadPart("", extension_of(found.path), None, problem=Unreadable(found.problem or "damaged", found.detail))
                self._add(ReadFile(found.path, found.stamp, time.time_ns(), "", (part,)), 1)
                outcome.n_failed += 1
            self.commit()

    def commit(self) -> None:
        """Write what is gathered to the catalog, then let the text index follow."""
        with self._writer.transaction():
            for file in self._batch:
                self._writer.write(file)
        self._batch, self._n_documents, self._n_characters = [], 0, 0
        if self._sync.run(self._is_cancelled):
            self._committed()
        self._last_commit = time.monotonic()

    def _read(
        self, pool: ReadingPool, files: Sequence[FoundFile], outcome: TextOutcome
    ) -> Iterator[tuple[str, Sequence[Part]]]:
        results = iter(pool.read((Path(file.path) for file in files), self._is_to_end))
        try:
            while True:
                with _timed(outcome, "extract_s"):
                    read = next(results, None)
                if read is None:
                    return
                yield os.fspath(read[0]), read[1]
        finally:
            close = getattr(results, "close", None)
            if close is not None:
                close()

    def _parts(self, path: str, parts: Sequence[Part], rules: Rules, outcome: TextOutcome) -> Iterator[ReadPart]:
        names: dict[str, int] = {}
        n_made = 0
        for part in parts or [_Nothing()]:
            if n_made >= BATCH_DOCUMENTS and self._is_cancelled():
                raise Cancelled
            rule = member_rules.rule_for(path, part, rules)
            if rule is not None and part.inner:     # of members, only the count is kept
                outcome.leave_out(rule)
                continue
            n_made += 1
            yield self._part(path, part, _unique(part.inner, names), rule, outcome)
        if not n_made:
            yield ReadPart("", extension_of(path), None, is_left_out=True)

    def _part(self, path: str, part: Part, inner: str, rule: str | None, outcome: TextOutcome) -> ReadPart:
        found = part.outcome
        if isinstance(found, Document):
            try:
                document = plain_document(found)
                chunks = tuple(self._chunker(document, self._token_counter()))
            except Exception:           # a bug of ours in one document stops no other
                log.exception("a %s document could not be cut into chunks", found.kind)
                found = Unreadable("damaged", "its text could not be cut into passages")
            else:
                if chunks:
                    outcome.n_indexed += 1
                    outcome.n_chunks += len(chunks)
                    return ReadPart(inner, document.kind, document, chunks)
                found = Unreadable("no-text", "it opens, but holds no text")
        if rule is not None:
            outcome.leave_out(rule)
        elif not self._waits(found):
            outcome.n_failed += 1
        return ReadPart(inner, extension_of(inner or path), None, problem=found, is_left_out=rule is not None)

    def _waits(self, problem: Unreadable) -> bool:
        """Whether text recognition is still to come to it."""
        return self._ocr and problem.is_for_ocr

    def _token_counter(self) -> TokenCounter:
        if self._counter is None:
            self._counter = self._tokens()
        return self._counter

    def _add(self, file: ReadFile, n_parts: int) -> None:
        """Takes a file into the batch. Of a mailbox or archive, the parts are cut while they are written, one at a time.

        Raises:
            Cancelled: while a file of many parts is written; nothing of it is.
        """
        if n_parts > BATCH_DOCUMENTS:
            self.commit()
            self._writer.write(file)
            self.commit()
            return
        parts = tuple(file.parts)
        self._batch.append(replace(file, parts=parts))
        self._n_documents += n_parts
        self._n_characters += sum(len(part.document.text) for part in parts if part.document)
        is_due = time.monotonic() - self._last_commit > BATCH_S
        if self._n_documents >= BATCH_DOCUMENTS or self._n_characters > BATCH_CHARACTERS or is_due:
            self.commit()


def _work(file: FoundFile) -> int:
    """What reading a file costs, in bytes of text that cost as much: what every file costs, and its size."""
    return _BYTES_A_FILE + min(file.stamp.size, _BYTES_AT_MOST)


def _chunker() -> Chunker:
    from engine.chunking import chunk

    return chunk


class _Nothing:
    """What an empty container holds."""

    inner = ""
    outcome = Unreadable("empty", "it holds no document")


def _look_again(file: FoundFile) -> tuple[FileStamp, str]:
    """The stamp and content hash after reading. A file that is gone or locked keeps its stamp: its parts say so."""
    try:
        content = content_hash(Path(file.path))
        return FileStamp.of(os.stat(file.path)), content
    except OSError:
        return file.stamp, ""


def _to_note(parts: Sequence[Part], ocr: bool, is_recognising: bool, rules: Rules) -> tuple[OcrState, int]:
    """What text recognition has to do with a file, and the number of the rules that its members were read under."""
    waits = has_members = has_pictures = False
    for part in parts:          # one pass: the parts of a mailbox may lie on the disk
        found = part.outcome
        waits = waits or bool(found.n_unrecognised if isinstance(found, Document) else found.is_for_ocr)
        has_members = has_members or member_rules.is_member(part)
        has_pictures = has_pictures or member_rules.is_picture(part)
        if waits and has_pictures:
            break
    state = OCR_DONE if is_recognising else OCR_WAITS if waits else OCR_DONE if ocr else OCR_UNKNOWN
    return state, member_rules.number_of(rules, has_pictures) if has_members else NO_MEMBERS


def _is_lost(parts: Sequence[Part]) -> bool:
    """Whether a file's reader failed or was ended, rather than finding what there is."""
    return any(
        isinstance(part.outcome, Unreadable) and part.inner in ("", "…") and part.outcome.reason in ("timeout", "memory", "damaged")
        for part in parts
    )


def _unique(inner: str, names: dict[str, int]) -> str:
    """A name for each of several members of the same name: "a.txt", "a (2).txt"."""
    names[inner] = names.get(inner, 0) + 1
    if names[inner] == 1:
        return inner
    stem, extension = posixpath.splitext(inner)
    return _unique(f"{stem} ({names[inner]}){extension}", names)


@contextmanager
def _timed(outcome: TextOutcome, name: str) -> Iterator[None]:
    begun = time.perf_counter()
    try:
        yield
    finally:
        setattr(outcome, name, getattr(outcome, name) + time.perf_counter() - begun)
