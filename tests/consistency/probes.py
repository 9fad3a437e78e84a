"""Tells, in shared memory, where the program under test is, so that it can be killed at a chosen moment.

The program's own functions are wrapped: entering and leaving one is a *step*. A process can be told to kill itself at its
n-th step (exactly between two writes), and whoever watches from outside sees what it is at (inside a library's write).
"""

from __future__ import annotations

import functools
import importlib
import mmap
import os
import signal
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_HEAD = struct.Struct("<IIH")       # steps so far, the step to die at (0: none), length of the places
_SIZE = 512

# What a process is at: the wrapped functions, by the name of the moment. The outermost moment counts in the statistics.
MOMENTS: dict[str, tuple[str, ...]] = {
    "schema": ("engine.catalog.schema:_create",),
    "opening": ("engine.indexing.index_stores:_open_lexical", "engine.indexing.index_stores:_open_vectors", "engine.indexing.index_stores:_open_bits"),
    "rebuild": ("engine.indexing.index_stores:_start_again", "engine.catalog.rescue:_swap"),
    "reconcile": (
        "engine.indexing.reconciliation:settle_text", "engine.indexing.reconciliation:settle_vectors",
        "engine.indexing.reconciliation:delete_dirty", "engine.indexing.reconciliation:forget_lost_bits",
    ),
    "scan": ("engine.indexing.scanning:Scanner.scan",),
    "moves": ("engine.indexing.indexer:Indexer._recognise_moved", "engine.indexing.indexer:Indexer._forget_vanished"),
    "text": ("engine.indexing.text_stage:TextStage.run",),
    "vectors": ("engine.indexing.vector_stage:VectorStage.run",),
    "removal": ("engine.indexing.indexer:Indexer.remove",),
    "repair": ("engine.indexing.indexer:Indexer.repair",),
    "compaction": (
        "engine.stores.vector_store:VectorStore.optimize", "engine.stores.bit_store:BitStore.compact", "engine.indexing.reconciliation:tidy",
    ),
    "idle": ("engine.processes.indexing_process:_Desk.wait",),
}
_WRITES = (
    "engine.stores.lexical_index:LexicalIndex.add", "engine.stores.lexical_index:LexicalIndex.delete",
    "engine.stores.lexical_index:LexicalIndex.commit", "engine.stores.lexical_index:LexicalIndex.close",
    "engine.stores.vector_store:VectorStore.add", "engine.stores.vector_store:VectorStore.delete",
    "engine.stores.bit_store:BitStore.append", "engine.stores.bit_store:BitStore.flush", "engine.stores.bit_store:BitStore._start_segment",
    "engine.stores.bit_store:BitStore._remove", "engine.indexing.reconciliation:mark_as_ours", "engine.machine.index_lock:IndexLock.acquire",
)


class Cell:
    """A file of some bytes that the process under test writes and the test reads."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_SIZE))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _SIZE)

    def reset(self, die_at: int = 0) -> None:
        self._map[:] = _HEAD.pack(0, die_at, 0) + bytes(_SIZE - _HEAD.size)

    def steps(self) -> int:
        return int(_HEAD.unpack_from(self._map)[0])

    def step(self) -> None:
        steps, die_at, length = _HEAD.unpack_from(self._map)
        _HEAD.pack_into(self._map, 0, steps + 1, die_at, length)
        if steps + 1 == die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    def write_places(self, places: list[str]) -> None:
        steps, die_at, _ = _HEAD.unpack_from(self._map)
        packed = "/".join(places).encode()[: _SIZE - _HEAD.size]
        self._map[_HEAD.size: _HEAD.size + len(packed)] = packed
        _HEAD.pack_into(self._map, 0, steps, die_at, len(packed))

    def places(self) -> list[str]:
        """From the outermost to the innermost; empty between the moments."""
        length = _HEAD.unpack_from(self._map)[2]
        text = self._map[_HEAD.size: _HEAD.size + length].decode("ascii", "replace")
        return [place for place in text.split("/") if place]


def install(cell: Cell) -> None:
    """Wrap the functions of this process."""
    probe = _Probe(cell)
    for moment, names in MOMENTS.items():
        for name in names:
            _wrap(name, probe, moment)
    for name in _WRITES:
        _wrap(name, probe, name.rpartition(":")[2])
    _wrap_transaction(probe)


class _Probe:
    def __init__(self, cell: Cell) -> None:
        self._cell = cell
        self._places: list[str] = []

    @contextmanager
    def at(self, place: str) -> Iterator[None]:
        self._places.append(place)
        self._cell.write_places(self._places)
        self.step()
        try:
            yield
        finally:
            self.step()
            self._places.pop()
            self._cell.write_places(self._places)

    def step(self) -> None:
        self._cell.step()


def _wrap(name: str, probe: _Probe, place: str) -> None:
    module_name, _, inner = name.partition(":")
    owner: Any = importlib.import_module(module_name)
    *outer, attribute = inner.split(".")
    for part in outer:
        owner = getattr(owner, part)
    original: Callable[..., Any] = getattr(owner, attribute)

    @functools.wraps(original)
    def probed(*arguments: Any, **options: Any) -> Any:
        with probe.at(place):
            return original(*arguments, **options)

    setattr(owner, attribute, probed)


def _wrap_transaction(probe: _Probe) -> None:
    """A step before and after each COMMIT."""
    from engine.catalog.transactions import CatalogTransactions

    original = CatalogTransactions.transaction

    @contextmanager
    def transaction(self: CatalogTransactions) -> Iterator[Any]:
        is_outermost = not self.catalog.database.in_transaction
        with original(self) as database:
            yield database
            if is_outermost:
                probe.step()
        if is_outermost:
            probe.step()

    setattr(CatalogTransactions, "transaction", transaction)  # noqa: B010
