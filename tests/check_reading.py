"""Reads and cuts the difficult files, and prints what is missed: each phrase has to lie inside one chunk.

    make check-reading      or: python -m tests.check_reading [--verbose] [--only PART_OF_PATH]

The data lie in FICHERO_DATA (default ../shared/data beside the project): difficult/files.tar.gz and index.tsv. Exit status
1 if fewer than 98 % of the phrases are found, or a file ends neither as text nor as a clear reason (a worker that ran
out of time or died is none); 2 if the data are not there.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tarfile
import tempfile
import time
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from engine.chunking import TokenCounter, chunk  # noqa: E402
from engine.document import Document  # noqa: E402
from engine.reading.pool import ReadingPool  # noqa: E402
from engine.reading.source import Part  # noqa: E402
from tests.engine.chunking_fakes import FourCharacters  # noqa: E402
from tests.engine.reading.soundness import faults_of  # noqa: E402

DATA = Path(os.environ.get("FICHERO_DATA", PROJECT.parent / "shared" / "data"))
CLEAR_REASONS = {"encrypted", "damaged", "empty", "no-text", "unsupported", "too-large", "permission", "vanished", "special-file"}
_INVISIBLE = re.compile("[\u00ad\u0002\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_ESCAPES = re.compile(rb"\\(x[0-9a-fA-F]{2}|[tnr\\])")


@dataclass(frozen=True)
class Entry:
    path: Path
    kind: str
    expect: str
    phrase: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--verbose", action="store_true", help="one line for every file")
    parser.add_argument("--only", default="", help="only files whose path holds this")
    arguments = parser.parse_args()
    if not (DATA / "difficult" / "index.tsv").is_file():
        print(f"no difficult files in {DATA}: set FICHERO_DATA", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="fichero-difficult-") as folder:
        with tarfile.open(DATA / "difficult" / "files.tar.gz") as archive:
            archive.extractall(folder, filter=lambda member, _: member)
        entries = [entry for entry in read_index(Path(folder)) if arguments.only in str(entry.path)]
        return check(entries, arguments.verbose, Path(folder))


def read_index(folder: Path) -> list[Entry]:
    lines = (DATA / "difficult" / "index.tsv").read_text("utf-8").splitlines()
    names = lines[0].split("\t")
    entries = []
    for line in lines[1:]:
        row = dict(zip(names, line.split("\t")))
        path = Path(os.fsdecode(os.fsencode(folder) + b"/" + unescape(row["path"].encode("utf-8"))))
        entries.append(Entry(path, row["kind"], row["expect"], row.get("phrase") or ""))
    return entries


def unescape(text: bytes) -> bytes:
    plain = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"\\": b"\\"}
    return _ESCAPES.sub(lambda m: plain.get(m.group(1)) or bytes([int(m.group(1)[1:], 16)]), text)


def token_counter() -> TokenCounter:
    """The embedder's tokenizer where it is prepared; else something like it."""
    path = PROJECT / "models" / "files" / "tokenizer.json"
    if not path.is_file():
        return FourCharacters()
    from models.tokenizer import Tokenizer

    return Tokenizer(path)


def check(entries: list[Entry], verbose: bool, folder: Path) -> int:
    tokens = token_counter()
    by_path = {entry.path: entry for entry in entries}
    counts: Counter[str] = Counter()
    started = time.monotonic()
    with ReadingPool(n_workers=2) as pool:
        for path, parts in pool.read(list(by_path)):
            entry = by_path.pop(path)
            problem = problem_of(entry, parts, tokens)
            if not is_answered(parts):
                counts["unanswered"] += 1
                problem = problem or "neither text nor a clear reason"
            counts["wrong" if problem else "right"] += 1
            if entry.expect in ("text", "textns"):
                counts["phrases"] += 1
                counts["phrases found"] += not problem
            if problem or verbose:
                print(f"{'MISS' if problem else 'ok  '} {entry.kind:24} {path.relative_to(folder)!s:60} {problem} {summary(parts)}")
    found = counts["phrases found"] / max(counts["phrases"], 1)
    n_files = counts["right"] + counts["wrong"]
    n_unanswered = counts["unanswered"] + len(by_path)
    print(f"{counts['phrases found']} of {counts['phrases']} phrases in one chunk ({found:.1%}); {counts['right']} of {n_files} files "
          f"as expected; {n_unanswered} ended neither as text nor as a clear reason; {time.monotonic() - started:.1f} s")
    return 0 if n_files and found >= 0.98 and not n_unanswered else 1


def is_answered(parts: list[Part]) -> bool:
    """Whether every document of a file came as text or as a reason that a person understands."""
    return bool(parts) and all(
        isinstance(part.outcome, Document) or part.outcome.reason in CLEAR_REASONS for part in parts
    )


def problem_of(entry: Entry, parts: list[Part], tokens: TokenCounter) -> str:
    """What is wrong with the outcome; "" if it is as expected."""
    documents = [part.outcome for part in parts if isinstance(part.outcome, Document)]
    reasons = {part.outcome.reason for part in parts if not isinstance(part.outcome, Document)}
    faults = [fault for document in documents for fault in faults_of(document)]
    if faults:
        return f"unsound: {faults[0]}"
    if entry.expect in ("text", "textns"):
        return missed(entry, documents, tokens)
    if entry.expect == "absent":
        texts = [document.text for document in documents]
        return "" if folded(entry.phrase) not in folded("\n".join(texts)) else "text that must not be there"
    if entry.expect == "error":
        wanted = {"damaged-or-empty": {"damaged", "empty", "no-text"}}.get(entry.phrase, {entry.phrase})
        return "" if reasons & wanted else f"expected {entry.phrase}"
    if entry.expect == "empty":
        return "" if reasons & {"empty", "no-text"} else "expected empty"
    if entry.expect == "notext":
        return "" if "no-text" in reasons else "expected no-text"
    return "" if parts else "no outcome"


def missed(entry: Entry, documents: list[Document], tokens: TokenCounter) -> str:
    """Why an entry's phrase can't be found; "" if it lies in one chunk, with its heading path and title before it."""
    def plain(text: str) -> str:
        return "".join(folded(text).split()) if entry.expect == "textns" else folded(text)

    phrase = plain(entry.phrase)
    if not any(phrase in plain(document.text) or phrase in plain(document.title or "") for document in documents):
        return f"phrase not read: {entry.phrase!r}"
    for document in documents:
        for piece in chunk(document, tokens):
            path = " ".join((document.title or "", *piece.heading_path))
            if phrase in plain(piece.text) or phrase in plain(path):
                return ""
    return f"phrase in no single chunk: {entry.phrase!r}"


def folded(text: str) -> str:
    return " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold().split())


def summary(parts: list[Part]) -> str:
    outcomes = []
    for part in parts[:4]:
        if isinstance(part.outcome, Document):
            outcomes.append(f"{part.outcome.kind} {len(part.outcome.text)} characters")
        else:
            outcomes.append(f"{part.outcome.reason} ({part.outcome.detail})")
    return "[" + "; ".join(outcomes) + "]"


if __name__ == "__main__":
    sys.exit(main())
