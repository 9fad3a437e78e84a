"""Reading in worker processes, because parsers hang, leak and crash: each file under a time and a memory limit.

A thread of the pool gives each worker one file at a time, gathers what it sends, and watches its time and memory. A
worker that hangs, grows or dies is replaced; its file ends as Unreadable "timeout", "memory" or "damaged".
"""

from __future__ import annotations

import functools
import logging
import math
import multiprocessing
import os
import pickle
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import TracebackType

import psutil

from engine.errors import Unreadable, WorkerLost
from engine.reading.gathered_parts import GatheredParts
from engine.reading.reader import read_file
from engine.reading.source import MB, Part, ReadOptions
from engine.reading.time_limit import TimeLimit, is_starved, worked_s
from engine.reading.worker import PART, READY, PageDone, Reader, work

log = logging.getLogger(__name__)

FILES_PER_WORKER = 400          # then it is replaced: libraries leak
_LOOK_EVERY_S = 0.2
_ASK_EVERY_S = 0.1
_MESSAGES_AT_ONCE = 50          # of one worker, until the others are looked at
_GONE_WITHIN_S = 10.0           # after a kill; a process that waits for a dead drive stays, and is left behind
_START_TIMEOUT_S = 120.0
_START_FAILURES = 5             # workers that die before their first file, in a row, until the pool gives up
KEPT_BYTES = 250 * MB           # of an idle worker that is kept for longer than …
SPARE_S = 3.0                   # … a spare one


@dataclass(eq=False, slots=True)
class _Batch:
    """One call of `read`: where its results go, and whether anybody still waits for them."""

    results: queue.SimpleQueue[tuple[Path, Sequence[Part]] | BaseException] = field(default_factory=queue.SimpleQueue)
    is_abandoned: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class _Task:
    path: Path
    size: int                               # bytes; looked up by the caller: a dead drive must not stop the pool's thread
    batch: _Batch
    is_second_try: bool = False


@dataclass(eq=False, slots=True)
class _Worker:
    process: multiprocessing.process.BaseProcess
    connection: Connection
    watched: psutil.Process | None = None   # the same process, to be asked for its time and memory
    path: Path | None = None                # None: idle
    batch: _Batch | None = None
    task: _Task | None = None               # the last one
    parts: GatheredParts = field(default_factory=GatheredParts)
    time_limit: TimeLimit | None = None
    memory_limit: int = 0
    is_big: bool = False
    is_ready: bool = False
    n_files: int = 0
    idle_since: float = field(default_factory=time.monotonic)
    killed_for: Unreadable | None = None
    killed_at: float = 0.0


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
        idle_s: float | None = None,
    ) -> None:
        """
        Args:
            reader: gives the parts of one file; it is imported by its name in the workers.
            idle_s: how long the last worker waits for another file before it ends (the others: SPARE_S); None: they all
                wait until the pool is closed.
        """
        if n_workers < 1:
            raise ValueError("a pool needs at least one worker")
        self._n_workers = n_workers
        self._options = options
        self._reader = reader
        self._idle_s = idle_s
        self._is_expecting = False
        self._context = multiprocessing.get_context("spawn")
        self._tasks: queue.SimpleQueue[_Task] = queue.SimpleQueue()
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

    def read(
        self, paths: Iterable[Path], is_cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[Path, Sequence[Part]]]:
        """The documents of each file, in the order in which they are done; every path is answered once.

        Paths are taken from the iterable in this thread, a few ahead of the results, so memory stays bounded. Closing
        the iterator early leaves the rest unread; so does `is_cancelled`, which is asked while nothing is done.

        Raises:
            WorkerLost: worker processes can't be started, or the pool is closed.
        """
        if self._is_closing.is_set():
            raise WorkerLost("reading")
        batch = _Batch()
        n_waiting = 0
        try:
            for path in paths:
                self._tasks.put(_Task(path, _size(path), batch))
                self._wake()
                n_waiting += 1
                while n_waiting and (n_waiting >= 3 * self._n_workers or not batch.results.empty()):
                    result = self._next_result(batch, is_cancelled)
                    if result is None:
                        return
                    yield result
                    n_waiting -= 1
            while n_waiting:
                result = self._next_result(batch, is_cancelled)
                if result is None:
                    return
                yield result
                n_waiting -= 1
        finally:
            batch.is_abandoned = True

    @property
    def is_open(self) -> bool:
        """Whether it reads: not closed, and not given up."""
        return not self._is_closing.is_set()

    def expect(self) -> None:
        """Files will come soon: let a worker start meanwhile. From any thread; does not wait."""
        if not self._is_expecting and not any(worker.path is None for worker in list(self._workers)):
            self._is_expecting = True
            self._wake()

    def close(self) -> None:
        """Ends the workers, at once if they are at work. May be called twice."""
        if self._is_closing.is_set():
            return
        self._is_closing.set()
        self._wake()
        self._thread.join(timeout=10)

    def _next_result(self, batch: _Batch, is_cancelled: Callable[[], bool]) -> tuple[Path, Sequence[Part]] | None:
        """The next result, waited for; None if there is no wish for it any more."""
        while True:
            try:
                result = batch.results.get(timeout=_ASK_EVERY_S)
                break
            except queue.Empty:
                if is_cancelled():
                    return None
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
        pending: list[_Task] = []
        try:
            while not self._is_closing.is_set():
                self._take_tasks(pending)
                self._start_expected()
                self._give_out(pending)
                self._listen()
                self._watch()
                self._end_idle()
        except BaseException as error:
            log.exception("the reading pool's thread failed")
            for batch in {task.batch for task in pending} | {w.batch for w in self._workers if w.batch}:
                batch.results.put(WorkerLost("reading") if not isinstance(error, WorkerLost) else error)
        finally:
            self._is_closing.set()
            self._end_all(pending)

    def _take_tasks(self, pending: list[_Task]) -> None:
        while True:
            try:
                pending.append(self._tasks.get_nowait())
            except queue.Empty:
                break
        pending[:] = [task for task in pending if not task.batch.is_abandoned]

    def _give_out(self, pending: list[_Task]) -> None:
        while pending:
            worker = next((worker for worker in self._workers if worker.path is None), None)
            task = self._next_task(pending)
            if task is None or (worker is None and len(self._workers) > self._n_workers):
                return
            if sum(worker.batch is task.batch for worker in self._workers if worker.path is not None) >= self._n_workers:
                return
            if worker is not None and task.is_second_try and worker.n_files:
                self._retire(worker)
                worker = None
            worker = worker or self._start()
            pending.remove(task)
            worker.path, worker.batch, worker.parts, worker.killed_for = task.path, task.batch, GatheredParts(), None
            worker.task = task
            self._start_clock(worker)
            worker.memory_limit = min(self._options.memory_limit_bytes(task.size), self._most_memory)
            worker.is_big = task.size > self._options.big_file_bytes
            try:
                worker.connection.send((task.path, worker.memory_limit))
            except OSError:
                worker.path = None
                pending.insert(0, task)
                self._lost(worker)

    def _start_expected(self) -> None:
        if self._is_expecting:
            if len(self._workers) <= self._n_workers and not any(worker.path is None for worker in self._workers):
                self._start()
            self._is_expecting = False

    def _end_idle(self) -> None:
        """Memory is given back by those that have nothing to read."""
        now = time.monotonic()
        for worker in [worker for worker in reversed(self._workers) if now >= self._idle_end(worker)]:
            if now >= self._idle_end(worker):       # one that is now the last may wait for longer
                worker.process.kill()
                worker.process.join(timeout=2)
                self._forget(worker)

    def _idle_end(self, worker: _Worker) -> float:
        """When an idle worker is ended; never, if it is at work or kept."""
        if self._idle_s is None or worker.path is not None:
            return math.inf
        is_spare = len(self._workers) > 1 or _resident(worker) > KEPT_BYTES
        return worker.idle_since + (min(SPARE_S, self._idle_s) if is_spare else self._idle_s)

    def _start_clock(self, worker: _Worker) -> None:
        """The time of the file at work, or of the worker's own start."""
        size = worker.task.size if worker.task is not None else 0
        limit_s = self._options.timeout_s(size) if worker.is_ready else _START_TIMEOUT_S
        worker.time_limit = TimeLimit(
            limit_s, functools.partial(worked_s, worker.watched), is_starved=functools.partial(is_starved, worker.watched)
        )

    def _next_task(self, pending: list[_Task]) -> _Task | None:
        """Which of the waiting files comes next: one of the latest call, by a worker more where an earlier call keeps all
        busy. Big ones are read one at a time, for the memory's sake."""
        has_big = any(worker.is_big for worker in self._workers if worker.path is not None)
        free = [task for task in pending if not (has_big and task.size > self._options.big_file_bytes)]
        return next((task for task in free if task.batch is free[-1].batch), None)

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs, self._options, self._reader), name="fichero-reader", daemon=True)
        try:
            process.start()
        except OSError as error:
            raise WorkerLost("reading") from error
        finally:
            theirs.close()
        worker = _Worker(process, ours, _watched(process.pid))
        self._workers.append(worker)
        return worker

    def _listen(self) -> None:
        """Waits for messages of busy workers, ends of processes, or new tasks."""
        by_handle = {worker.connection: worker for worker in self._workers}
        ready = wait([*by_handle, self._wake_out], self._wait_s())
        for handle in ready:
            if handle is self._wake_out:
                self._wake_out.recv_bytes()
                continue
            worker = by_handle[handle]  # type: ignore[index]
            try:
                for _ in range(_MESSAGES_AT_ONCE):
                    self._take(worker, worker.connection.recv_bytes())
                    if worker.connection.closed or not worker.connection.poll():     # closed: just retired
                        break
            except (EOFError, OSError):
                self._lost(worker)

    def _wait_s(self) -> float | None:
        if any(worker.path is not None for worker in self._workers):
            return _LOOK_EVERY_S
        end = min(map(self._idle_end, self._workers), default=math.inf)
        return max(end - time.monotonic(), 0.0) if end < math.inf else None

    def _take(self, worker: _Worker, message: bytes) -> None:
        if message == READY:
            worker.is_ready = True
            self._start_clock(worker)
            return
        if message.startswith(PART):
            self._keep(worker, message[len(PART) :])
            return
        if isinstance(pickle.loads(message), PageDone):
            if worker.time_limit is not None:
                worker.time_limit.extend(self._options.page_timeout_s)
            return
        self._n_start_failures = 0
        self._answer(worker)
        worker.n_files += 1
        if worker.n_files >= FILES_PER_WORKER or _resident(worker) > self._options.idle_memory_bytes:
            self._retire(worker)
            self._is_expecting = self._is_expecting or self._idle_s is not None     # the next change need not wait for a start

    def _keep(self, worker: _Worker, pickled: bytes) -> None:
        try:
            worker.parts.add(pickled)
        except OSError as error:
            log.warning("what was read of a large file cannot be kept: %s", error.strerror)
            worker.parts.add_problem(Unreadable("memory", "there is no room for all that it holds"))

    def _answer(self, worker: _Worker) -> None:
        if worker.path is not None and worker.batch is not None:
            if not worker.parts:
                worker.parts.add_problem(Unreadable("damaged", "the reader gave nothing"))
            worker.batch.results.put((worker.path, worker.parts))
        worker.path, worker.batch, worker.parts, worker.is_big = None, None, GatheredParts(), False
        worker.idle_since = time.monotonic()

    def _watch(self) -> None:
        """Kills workers that are over their time or memory; their end is then seen by `_listen`."""
        for worker in list(self._workers):
            if worker.path is None:
                continue
            if worker.killed_for is not None:
                if time.monotonic() - worker.killed_at > _GONE_WITHIN_S:
                    self._lost(worker)
                continue
            if worker.batch is not None and worker.batch.is_abandoned:
                worker.killed_for = Unreadable("timeout", "no longer wanted")
            elif worker.time_limit is not None and worker.time_limit.is_over():
                worker.killed_for = Unreadable("timeout", "reading it takes longer than allowed")
            elif _resident(worker) > worker.memory_limit:
                worker.killed_for = Unreadable("memory", "reading it takes more memory than allowed")
            if worker.killed_for is not None:
                worker.killed_at = time.monotonic()
                worker.process.kill()

    def _lost(self, worker: _Worker) -> None:
        """A worker's pipe has ended: its file gets a reason, and the next task a new worker."""
        worker.process.join(timeout=2)
        if worker.process.exitcode is None:
            worker.process.kill()
            worker.process.join(timeout=2)
        if worker.path is None and worker.n_files == 0:
            self._n_start_failures += 1
            if self._n_start_failures >= _START_FAILURES:
                raise WorkerLost("reading")
        problem = worker.killed_for or _reason_of_end(worker.process.exitcode)
        if worker.path is not None and self._may_try_again(worker):
            log.warning("a reading worker ended (%s): its file is read again", problem.detail)
            worker.path = None
        if worker.path is not None:
            log.warning("a reading worker ended (%s)", problem.reason)
            worker.parts.add_problem(problem)       # what it had sent before it ended stays
            self._answer(worker)
        self._forget(worker)

    def _may_try_again(self, worker: _Worker) -> bool:
        """Whether a worker's end may have nothing to do with its file: somebody killed it, or a library spoilt its memory
        while it read an earlier one. A file that ends a new worker too is taken to be what did it."""
        task = worker.task
        if task is None or task.is_second_try or worker.killed_for is not None:
            return False
        if not worker.n_files and worker.process.exitcode != -getattr(signal, "SIGKILL", 9):
            return False
        self._tasks.put(replace(task, is_second_try=True))
        self._wake()
        return True

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

    def _end_all(self, pending: list[_Task]) -> None:
        for worker in self._workers:
            if worker.batch is not None:
                worker.batch.results.put(WorkerLost("reading"))
            worker.process.kill()
        for worker in self._workers:
            worker.process.join(timeout=5)
            worker.connection.close()
        self._workers.clear()
        for task in pending:
            task.batch.results.put(WorkerLost("reading"))


def _reason_of_end(exit_code: int | None) -> Unreadable:
    if exit_code is None or exit_code >= 0:
        return Unreadable("damaged", f"its reader ended (status {exit_code})")
    name = signal.Signals(-exit_code).name if -exit_code in set(signal.Signals) else str(-exit_code)
    if -exit_code in (signal.SIGABRT, getattr(signal, "SIGKILL", None)):
        # Native libraries abort where memory can't be had; the kernel kills when there is none left.
        return Unreadable("memory", f"its reader gave up ({name})")
    return Unreadable("damaged", f"its reader crashed ({name})")


def _watched(pid: int | None) -> psutil.Process | None:
    try:
        return psutil.Process(pid)
    except psutil.Error:
        return None


def _resident(worker: _Worker) -> int:
    try:
        return int(worker.watched.memory_info().rss) if worker.watched is not None else 0
    except psutil.Error:
        return 0


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def default_n_workers() -> int:
    """One worker a core; PDFium and the others use one thread each."""
    return max(os.cpu_count() or 1, 1)
