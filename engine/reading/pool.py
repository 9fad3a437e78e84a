"""Reading in worker processes, because parsers hang, leak and crash: each file under a time and a memory limit.

A thread of the pool gives each worker one file at a time, gathers what it sends, and watches its time and memory. A
worker that hangs, grows or dies is replaced; its file ends as Unreadable "timeout", "memory" or "damaged".
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import TracebackType

import psutil

from engine.errors import Unreadable, WorkerLost
from engine.reading.reader import read_file
from engine.reading.source import MB, Part, ReadOptions
from engine.reading.worker import Reader, work

log = logging.getLogger(__name__)

FILES_PER_WORKER = 400          # then it is replaced: libraries leak
IDLE_MEMORY_BYTES = 500 * MB    # a worker that keeps more after a file is replaced
_LOOK_EVERY_S = 0.2
_START_FAILURES = 5             # workers that die before their first file, in a row, until the pool gives up


@dataclass(eq=False, slots=True)
class _Batch:
    """One call of `read`: where its results go, and whether anybody still waits for them."""

    results: queue.SimpleQueue[tuple[Path, list[Part]] | BaseException] = field(default_factory=queue.SimpleQueue)
    is_abandoned: bool = False


@dataclass(eq=False, slots=True)
class _Worker:
    process: multiprocessing.process.BaseProcess
    connection: Connection
    path: Path | None = None            # None: idle
    batch: _Batch | None = None
    parts: list[Part] = field(default_factory=list)
    deadline: float = 0.0
    memory_limit: int = 0
    n_files: int = 0
    killed_for: Unreadable | None = None


class ReadingPool:
    """Worker processes that read files. Use from one thread at a time; close it, or use it as a context.

    The starting program's main module is imported again in each worker (spawn): keep `if __name__ == "__main__"` and,
    in a frozen program, `multiprocessing.freeze_support()`. Daemonic processes can't start workers.
    """

    def __init__(
        self,
        n_workers: int,
        options: ReadOptions = ReadOptions(),  # noqa: B008  (frozen)
        reader: Reader = read_file,
    ) -> None:
        """`reader` gives the parts of one file; it is imported by its name in the workers."""
        if n_workers < 1:
            raise ValueError("a pool needs at least one worker")
        self._n_workers = n_workers
        self._options = options
        self._reader = reader
        self._context = multiprocessing.get_context("spawn")
        self._tasks: queue.SimpleQueue[tuple[Path, _Batch]] = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._most_memory = max(psutil.virtual_memory().total // 2 // n_workers, 600 * MB)
        self._n_start_failures = 0
        self._is_closing = threading.Event()
        self._wake_out, self._wake_in = self._context.Pipe(duplex=False)
        self._thread = threading.Thread(target=self._supervise, name="reading-pool", daemon=True)
        self._thread.start()

    def __enter__(self) -> ReadingPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self, paths: Iterable[Path]) -> Iterator[tuple[Path, list[Part]]]:
        """The documents of each file, in the order in which they are done; every path is answered once.

        Paths are taken from the iterable in this thread, a few ahead of the results, so memory stays bounded. Closing
        the iterator early leaves the rest unread.

        Raises:
            WorkerLost: worker processes can't be started, or the pool is closed.
        """
        if self._is_closing.is_set():
            raise WorkerLost("reading")
        batch = _Batch()
        n_waiting = 0
        try:
            for path in paths:
                self._tasks.put((path, batch))
                self._wake()
                n_waiting += 1
                while n_waiting and (n_waiting >= 3 * self._n_workers or not batch.results.empty()):
                    yield self._next_result(batch)
                    n_waiting -= 1
            while n_waiting:
                yield self._next_result(batch)
                n_waiting -= 1
        finally:
            batch.is_abandoned = True

    def close(self) -> None:
        """Ends the workers, at once if they are at work. May be called twice."""
        if self._is_closing.is_set():
            return
        self._is_closing.set()
        self._wake()
        self._thread.join(timeout=10)

    def _next_result(self, batch: _Batch) -> tuple[Path, list[Part]]:
        result: tuple[Path, list[Part]] | BaseException
        while True:
            try:
                result = batch.results.get(timeout=1.0)
                break
            except queue.Empty:
                if not self._thread.is_alive() and batch.results.empty():      # it failed before it saw the task
                    raise WorkerLost("reading") from None
        if isinstance(result, BaseException):
            raise result
        return result

    def _wake(self) -> None:
        try:
            self._wake_in.send_bytes(b"x")
        except (OSError, ValueError):
            log.debug("the pool is closed")

    # What follows runs on the pool's own thread.

    def _supervise(self) -> None:
        pending: list[tuple[Path, _Batch]] = []
        try:
            while not self._is_closing.is_set():
                self._take_tasks(pending)
                self._give_out(pending)
                self._listen()
                self._watch()
        except BaseException as error:
            log.exception("the reading pool's thread failed")
            for batch in {batch for _, batch in pending} | {w.batch for w in self._workers if w.batch}:
                batch.results.put(WorkerLost("reading") if not isinstance(error, WorkerLost) else error)
        finally:
            self._is_closing.set()
            self._end_all(pending)

    def _take_tasks(self, pending: list[tuple[Path, _Batch]]) -> None:
        while True:
            try:
                pending.append(self._tasks.get_nowait())
            except queue.Empty:
                break
        pending[:] = [task for task in pending if not task[1].is_abandoned]

    def _give_out(self, pending: list[tuple[Path, _Batch]]) -> None:
        while pending:
            worker = next((worker for worker in self._workers if worker.path is None), None)
            if worker is None:
                if len(self._workers) >= self._n_workers:
                    return
                worker = self._start()
            path, batch = pending.pop(0)
            try:
                size = path.stat().st_size
            except (OSError, ValueError):
                size = 0
            worker.path, worker.batch, worker.parts, worker.killed_for = path, batch, [], None
            worker.deadline = time.monotonic() + self._options.timeout_s(size)
            worker.memory_limit = min(self._options.memory_limit_bytes(size), self._most_memory)
            try:
                worker.connection.send((path, worker.memory_limit))
            except OSError:
                worker.path = None
                pending.insert(0, (path, batch))
                self._lost(worker)

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs, self._options, self._reader), name="fichero-reader", daemon=True)
        try:
            process.start()
        except OSError as error:
            raise WorkerLost("reading") from error
        finally:
            theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _listen(self) -> None:
        """Waits for messages of busy workers, ends of processes, or new tasks."""
        by_handle = {worker.connection: worker for worker in self._workers}
        is_busy = any(worker.path is not None for worker in self._workers)
        ready = wait([*by_handle, self._wake_out], _LOOK_EVERY_S if is_busy else None)
        for handle in ready:
            if handle is self._wake_out:
                self._wake_out.recv_bytes()
                continue
            worker = by_handle[handle]  # type: ignore[index]
            try:
                while True:
                    self._take(worker, worker.connection.recv())
                    if worker.connection.closed or not worker.connection.poll():     # closed: just retired
                        break
            except (EOFError, OSError):
                self._lost(worker)

    def _take(self, worker: _Worker, message: Part | None) -> None:
        if message is not None:
            worker.parts.append(message)
            return
        self._n_start_failures = 0
        self._answer(worker)
        worker.n_files += 1
        if worker.n_files >= FILES_PER_WORKER or _resident(worker) > IDLE_MEMORY_BYTES:
            self._retire(worker)

    def _answer(self, worker: _Worker) -> None:
        if worker.path is not None and worker.batch is not None:
            parts = worker.parts or [Part("", Unreadable("damaged", "the reader gave nothing"))]
            worker.batch.results.put((worker.path, parts))
        worker.path, worker.batch, worker.parts = None, None, []

    def _watch(self) -> None:
        """Kills workers that are over their time or memory; their end is then seen by `_listen`."""
        now = time.monotonic()
        for worker in self._workers:
            if worker.path is None or worker.killed_for is not None:
                continue
            if worker.batch is not None and worker.batch.is_abandoned:
                worker.killed_for = Unreadable("timeout", "no longer wanted")
            elif now > worker.deadline:
                worker.killed_for = Unreadable("timeout", "reading it takes longer than allowed")
            elif _resident(worker) > worker.memory_limit:
                worker.killed_for = Unreadable("memory", "reading it takes more memory than allowed")
            if worker.killed_for is not None:
                worker.process.kill()

    def _lost(self, worker: _Worker) -> None:
        """A worker's pipe has ended: its file gets a reason, and the next task a new worker."""
        worker.process.join(timeout=5)
        if worker.process.exitcode is None:
            worker.process.kill()
            worker.process.join(timeout=5)
        if worker.path is None and worker.n_files == 0:
            self._n_start_failures += 1
            if self._n_start_failures >= _START_FAILURES:
                raise WorkerLost("reading")
        problem = worker.killed_for or _reason_of_end(worker.process.exitcode)
        if worker.path is not None:
            log.warning("a reading worker ended (%s)", problem.reason)
            worker.parts = _parts_of_lost(worker.parts, problem)
            self._answer(worker)
        self._forget(worker)

    def _retire(self, worker: _Worker) -> None:
        try:
            worker.connection.send(None)
        except OSError:
            worker.process.kill()
        worker.process.join(timeout=2)
        if worker.process.exitcode is None:
            worker.process.kill()
        self._forget(worker)

    def _forget(self, worker: _Worker) -> None:
        worker.connection.close()
        self._workers.remove(worker)

    def _end_all(self, pending: list[tuple[Path, _Batch]]) -> None:
        for worker in self._workers:
            if worker.batch is not None:
                worker.batch.results.put(WorkerLost("reading"))
            worker.process.kill()
        for worker in self._workers:
            worker.process.join(timeout=5)
            worker.connection.close()
        self._workers.clear()
        for _, batch in pending:
            batch.results.put(WorkerLost("reading"))


def _parts_of_lost(parts: list[Part], problem: Unreadable) -> list[Part]:
    """What a file's worker had sent before it ended stays; what is missing has the reason, under a name of its own."""
    return [*parts, Part("…", problem)] if parts else [Part("", problem)]


def _reason_of_end(exit_code: int | None) -> Unreadable:
    if exit_code is None or exit_code >= 0:
        return Unreadable("damaged", f"its reader ended (status {exit_code})")
    name = signal.Signals(-exit_code).name if -exit_code in set(signal.Signals) else str(-exit_code)
    if -exit_code in (signal.SIGABRT, getattr(signal, "SIGKILL", None)):
        # Native libraries abort where memory can't be had; the kernel kills when there is none left.
        return Unreadable("memory", f"its reader gave up ({name})")
    return Unreadable("damaged", f"its reader crashed ({name})")


def _resident(worker: _Worker) -> int:
    try:
        return int(psutil.Process(worker.process.pid).memory_info().rss)
    except (psutil.Error, TypeError):
        return 0


def default_n_workers() -> int:
    """One worker a core; PDFium and the others use one thread each."""
    return max(os.cpu_count() or 1, 1)
