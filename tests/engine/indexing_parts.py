"""Small stand-ins for the parts around the indexer, by Protocol: readers, chunker, embedder, text index, vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import numpy as np

from engine.catalog.catalog import Catalog
from engine.catalog.writer import CatalogWriter
from engine.document import Block, Chunk, Document
from engine.errors import Unreadable
from engine.indexing.index_stores import WritingStores
from engine.indexing.indexer import Indexer
from engine.settings import Settings
from engine.stores.bit_store import BitStore

DIMENSION = 8


@dataclass(frozen=True)
class Part:
    inner: str
    outcome: Document | Unreadable


class Pool:
    """Reads text files: `!reason` is unreadable, `#name: text` lines are members; a paragraph a line."""

    def __init__(self, log: list[str], at_read: Callable[[Path], None] = lambda path: None) -> None:
        self._log = log
        self._at_read = at_read

    def read(
        self, paths: Iterable[Path], is_cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[Path, list[Part]]]:
        for path in paths:
            self._log.append(path.name)
            self._at_read(path)
            yield path, list(self._parts(path))

    def _parts(self, path: Path) -> Iterator[Part]:
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            yield Part("", Unreadable("vanished"))
            return
        except UnicodeDecodeError:
            yield Part("", Unreadable("unsupported", "not text"))
            return
        if text.startswith("!"):
            yield Part("", Unreadable(text[1:].strip(), "as written"))  # type: ignore[arg-type]
        elif text.startswith("#"):
            for line in text.splitlines():
                name, _, inside = line[1:].partition(": ")
                yield Part(name, document(inside) if inside != "?" else Unreadable("unsupported"))
        else:
            yield Part("", document(text))

    def close(self) -> None:
        self._log.append("closed")


def document(text: str) -> Document:
    return Document(text, (Block("paragraph", 0, len(text)),), "txt", None, "es")


def chunk_lines(document: Document, tokens: object) -> Sequence[Chunk]:
    chunks, position = [], 0
    for line in document.text.split("\n"):
        if line.strip():
            chunks.append(Chunk(line, position, position + len(line), None, (), 0, len(document.text), len(line.split())))
        position += len(line) + 1
    return chunks


@dataclass(frozen=True)
class Encoding:
    vector: np.ndarray
    bits: np.ndarray


class Embedder:
    name, dimension, max_tokens = "fake", DIMENSION, 512

    def __init__(self, version: str = "1") -> None:
        self.version = version
        self.passages: list[str] = []

    def embed_passages(self, passages: Sequence[str]) -> list[Encoding]:
        self.passages += passages
        return [self._encoding(passage) for passage in passages]

    def _encoding(self, passage: str) -> Encoding:
        digest = hashlib.sha256((self.version.partition("+")[0] + passage).encode()).digest()
        vector = np.frombuffer(digest[:DIMENSION], dtype=np.uint8).astype(np.float32) + 1
        digest = hashlib.sha256((self.version + passage).encode()).digest()
        bits = np.frombuffer(digest, dtype=np.uint8).reshape(4, 8)[: len(passage.split()) % 4 + 1]
        return Encoding(vector / np.linalg.norm(vector), bits)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        return []


class Lexical:
    """A text index that loses what was not committed."""

    def __init__(self) -> None:
        self.entries: dict[tuple[int, int | None], object] = {}
        self._coming: list[tuple[str, object]] = []
        self.n_commits = 0
        self.fail_at_commit: Exception | None = None

    def add(self, entries: Sequence[object]) -> None:
        self._coming += [("add", entry) for entry in entries]

    def delete(self, document_ids: Iterable[int]) -> None:
        self._coming += [("delete", int(i)) for i in document_ids]

    def commit(self) -> None:
        if self.fail_at_commit is not None:
            raise self.fail_at_commit
        for what, value in self._coming:
            if what == "delete":
                self.entries = {key: row for key, row in self.entries.items() if key[0] != value}
            else:
                key = (value.document_id, value.chunk_id)       # type: ignore[attr-defined]
                assert key not in self.entries, "added twice"
                self.entries[key] = value
        self._coming = []
        self.n_commits += 1

    def rows(self) -> list[tuple[int | None, int]]:
        return [(chunk_id, document_id) for document_id, chunk_id in self.entries]

    def count(self) -> int:
        return len(self.entries)

    def wasteful_documents(self) -> list[int]:
        return []

    def give_back_space(self) -> None: ...

    def close(self) -> None: ...


class Vectors:
    def __init__(self) -> None:
        self.rows: list[object] = []
        self.fail_at_add: Exception | None = None

    def add(self, rows: Sequence[object]) -> None:
        if self.fail_at_add is not None:
            raise self.fail_at_add
        self.rows += rows

    def delete(self, document_ids: Iterable[int]) -> None:
        gone = set(document_ids)
        self.rows = [row for row in self.rows if row.document_id not in gone]   # type: ignore[attr-defined]

    def keep_only(self, models: Collection[str]) -> None:
        self.rows = [row for row in self.rows if row.model in models]    # type: ignore[attr-defined]

    def rename_model(self, old: str, new: str) -> None:
        self.rows = [replace(row, model=new if row.model == old else row.model) for row in self.rows]    # type: ignore[type-var]

    def ids(self) -> list[tuple[int, int, str]]:
        return [(row.chunk_id, row.document_id, row.model) for row in self.rows]    # type: ignore[attr-defined]

    def count(self, model: str | None = None) -> int:
        return sum(model in (None, row.model) for row in self.rows)     # type: ignore[attr-defined]

    def optimize(self, clean_up_age: timedelta | None = None) -> None: ...

    def is_to_be_indexed(self) -> bool:
        return False

    def make_index(self) -> None: ...

    def close(self) -> None: ...


def former_of(embedders: dict[str, Embedder]) -> Callable[[str], Callable[[], Embedder] | None]:
    return lambda model: (lambda: embedders[model]) if model in embedders else None


@dataclass
class Bench:
    """An index with stand-ins, whose writer can be started again as after a crash."""

    folder: Path
    lexical: Lexical = field(default_factory=Lexical)
    vectors: Vectors = field(default_factory=Vectors)
    embedder: Embedder = field(default_factory=Embedder)
    log: list[str] = field(default_factory=list)
    at_read: Callable[[Path], None] = lambda path: None
    was_cut_short: bool = False
    former: dict[str, Embedder] = field(default_factory=dict)       # embedders that are still here, by id

    def __post_init__(self) -> None:
        self.data = self.folder / "data"
        self.docs = self.folder / "docs"
        self.docs.mkdir(exist_ok=True)
        self.start()

    def close(self) -> None:
        self.catalog.close()
        self.bits.close()

    def start(self, **settings: object) -> None:
        """As a new process does; the former one is gone."""
        if hasattr(self, "catalog"):
            self.close()
        self.catalog = Catalog.open(self.data)
        self.writer = CatalogWriter(self.catalog, self.data)
        bits = BitStore.open(self.data / "bits")
        made = Settings(self.data, **settings)      # type: ignore[arg-type]
        stores = WritingStores(made, self.catalog, self.writer, self.lexical, self.vectors, bits, self.was_cut_short)  # type: ignore[arg-type]
        self.bits = bits
        self.indexer = Indexer(
            made, stores, lambda: self.embedder,     # type: ignore[arg-type, return-value]
            lambda ocr: Pool(self.log, self.at_read), chunker=chunk_lines, former=former_of(self.former),
        )

    def put(self, name: str, text: str) -> Path:
        path = self.docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def index(self, *names: str, **options: object):
        return self.indexer.index([self.docs / name for name in names] or [self.docs], **options)   # type: ignore[arg-type]

    def read_names(self) -> list[str]:
        names = [name for name in self.log if name != "closed"]
        self.log.clear()
        return sorted(names)

    def shown(self) -> list[str]:
        return [document.path.removeprefix(f"{self.docs}/") for document in self.catalog.documents_below(str(self.docs))]

    def texts(self) -> list[str]:
        return sorted(row.text for row in self.lexical.entries.values())      # type: ignore[attr-defined]

    def check(self) -> None:
        """All stores say the same, and every document is complete or unreadable."""
        documents = {d.document_id: d for d in self.catalog.documents_below(str(self.folder))}
        chunks = {c.chunk_id: c for d in documents for c in self.catalog.document_chunks(d)}
        expected = {(c.document_id, c.chunk_id) for c in chunks.values()}
        expected |= {(d.document_id, None) for d in documents.values() if not d.n_chunks}
        assert set(self.lexical.entries) == expected
        assert sorted(self.vectors.ids()) == sorted(
            (c.chunk_id, c.document_id, f"fake@{self.embedder.version}") for c in chunks.values()
        )
        for row in self.vectors.rows:
            assert row.content_hash == documents[row.document_id].content_hash      # type: ignore[attr-defined]
        located = self.catalog.bit_locations(chunks)
        assert set(located) == set(chunks)
        for chunk_id, bits in zip(located, self.bits.read(list(located.values())), strict=True):
            wanted = self.embedder._encoding(chunks[chunk_id].text).bits
            assert (bits == wanted).all()
        assert self.writer.dirty("text") == [] and self.writer.dirty("vectors") == []
        assert all(d.state in ("complete", "unreadable") for d in documents.values())
