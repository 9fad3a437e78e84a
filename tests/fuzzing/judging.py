"""What reading a damaged file must hold to. What breaks a rule is a finding, named by where it happened."""

from __future__ import annotations

import json
import pickle
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.catalog.records import pack_structure, plain_document, unpack_structure
from engine.chunking import ChunkLimits, chunk
from engine.document import Chunk, Document
from engine.errors import REASONS, Unreadable
from engine.reading import reader
from engine.reading.source import MB, Part, ReadOptions
from tests.engine.chunking_fakes import FourCharacters
from tests.engine.reading.soundness import faults_of

SLOW_S = 6.0                    # of the processor, for a file of some hundred KB
MEMORY_BYTES = 500 * MB         # that one such file may add
_LIMITS = ChunkLimits()


@dataclass(frozen=True, slots=True)
class Finding:
    """`signature` is the same for the same fault, whatever file shows it."""

    signature: str
    detail: str


def judge(path: Path, chance: float = 1.0) -> list[Finding]:
    """Reads a file as a worker does and says what is wrong; `chance` from 0 to 1 chooses the rarer, dearer checks."""
    begun, before = time.process_time(), _peak_bytes()
    with _unforeseen() as findings:
        try:
            parts = list(reader.read_file(path, ReadOptions()))
        except BaseException as error:
            return [*findings, _of_error("escaped", error)]
    findings += _of_parts(parts)
    for part in parts:
        if isinstance(part.outcome, Document):
            findings += _of_document(part.outcome)
    elapsed, grown = time.process_time() - begun, _peak_bytes() - before
    if elapsed > SLOW_S:
        findings.append(Finding(f"slow {_kinds(parts)}", f"{elapsed:.1f} s"))
    if grown > MEMORY_BYTES:
        findings.append(Finding(f"memory {_kinds(parts)}", f"{grown // MB} MB"))
    if chance < 0.02 and _plain(reader.read_file(path, ReadOptions())) != _plain(parts):
        findings.append(Finding(f"differs when read again {_kinds(parts)}", ""))
    return findings


@contextmanager
def _unforeseen() -> Iterator[list[Finding]]:
    """Gathers the exceptions that readers let through: they end as "damaged", but a reader should have foreseen them."""
    findings: list[Finding] = []
    original = reader._problem

    def watch(error: BaseException, source: reader.Source) -> Unreadable:
        if not isinstance(error, (Unreadable, OSError)):
            findings.append(_of_error("unforeseen", error))
        return original(error, source)

    reader._problem = watch
    try:
        yield findings
    finally:
        reader._problem = original


def _of_error(kind: str, error: BaseException) -> Finding:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/engine/" in frame.filename]
    place = f"{Path(ours[-1].filename).name}:{ours[-1].name}" if ours else "?"
    outside = "" if not frames or frames[-1] == (ours[-1] if ours else None) else f" in {Path(frames[-1].filename).name}"
    return Finding(f"{kind} {type(error).__name__} {place}{outside}", "".join(traceback.format_exception(error))[-3000:])


def _of_parts(parts: Sequence[Part]) -> Iterator[Finding]:
    if not parts:
        yield Finding("no part", "")
    names = [part.inner for part in parts]
    if len(set(names)) != len(names):
        yield Finding("names of parts repeat", repr(names)[:500])
    for part in parts:
        if not _is_storable(part.inner):
            yield Finding("a part's name cannot be stored", ascii(part.inner)[:300])
        outcome = part.outcome
        if isinstance(outcome, Unreadable):
            if outcome.reason not in REASONS:
                yield Finding(f"unknown reason {outcome.reason}", "")
            if "\n" in outcome.detail or len(outcome.detail) > 500 or not _is_storable(outcome.detail):
                yield Finding(f"odd detail of {outcome.reason}", ascii(outcome.detail)[:600])
    if _plain(pickle.loads(pickle.dumps(parts))) != _plain(parts):
        yield Finding("differs behind the pipe", "")


def _is_storable(text: str) -> bool:
    try:
        json.loads(json.dumps(text).encode("utf-8"))
        text.encode("utf-8")
    except UnicodeError:
        return False
    return True


def _of_document(document: Document) -> Iterator[Finding]:
    for fault in faults_of(document):
        yield Finding(f"document {document.kind}: {_without_numbers(fault)}", fault)
    for text in (document.title or "", *(value for pair in document.properties for value in pair),
                 *(name for block in document.blocks for name in block.names)):
        if not _is_storable(text) or "\n" in text or "\0" in text:
            yield Finding(f"document {document.kind}: odd title, property or name", ascii(text)[:300])
            break
    try:
        stored = plain_document(document)
        if unpack_structure(pack_structure(stored), stored.text) != stored.blocks:
            yield Finding(f"document {document.kind}: blocks change when stored", "")
        counter = FourCharacters()
        chunks = chunk(stored, counter, _LIMITS)
    except Exception as error:
        yield _of_error(f"cutting {document.kind}", error)
        return
    yield from _of_chunks(document, chunks, counter)


def _of_chunks(document: Document, chunks: Sequence[Chunk], counter: FourCharacters) -> Iterator[Finding]:
    text, at = document.text, 0
    for found in chunks:
        fault = ""
        if not 0 <= found.section_start <= found.start < found.end <= found.section_end <= len(text):
            fault = "span"
        elif found.start < at:
            fault = "order"
        elif not found.text.strip() or not _is_storable(found.text) or not _is_storable("".join(found.heading_path)):
            fault = "text"
        elif found.n_tokens > _LIMITS.most or found.n_tokens != counter.count([found.text])[0]:
            fault = "number of tokens"
        elif found.page is not None and document.n_pages and not 1 <= found.page <= document.n_pages:
            fault = "page"
        if fault:
            yield Finding(f"chunk of {document.kind}: {fault}", ascii(found)[:600])
            return
        at = found.start
    if document.has_text and not chunks:
        yield Finding(f"document {document.kind}: text without a chunk", ascii(text)[:300])


def _plain(parts: Iterable[Part]) -> list[tuple[str, object]]:
    """Parts that compare by what they say: exceptions don't."""
    return [(part.inner, part.outcome if isinstance(part.outcome, Document) else str(part.outcome)) for part in parts]


def _without_numbers(text: str) -> str:
    return "".join("#" if char.isdigit() else char for char in text)


def _kinds(parts: Sequence[Part]) -> str:
    return " ".join(sorted({part.outcome.kind if isinstance(part.outcome, Document) else part.outcome.reason for part in parts}))[:80]


def _peak_bytes() -> int:
    """Most resident memory so far; 0 where the system does not tell."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            return next((int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM")), 0)
    except OSError:
        return 0


def forget_peak() -> None:
    """Lets the peak count from the present use."""
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")
    except OSError:
        return
