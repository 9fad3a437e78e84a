"""From adding a folder of 3,000 files in a running program to the right answer to a question about one of its newest."""

from __future__ import annotations

import multiprocessing
import shutil
import statistics
import tempfile
import threading
import time
from pathlib import Path

from engine.build import build_engine
from engine.hits import SearchRequest
from engine.processes import indexing_messages as messages
from engine.processes.indexing_process import run_indexing
from engine.settings import Settings
from tests.bench.figures import Figure
from tests.bench.ground import Ground

LONGEST_S = 120.0
QUESTION = "¿A nombre de quién está el amarre del velero Gaviota?"
ANSWER = "amarre.txt"
TEXT = (
    "Puerto deportivo de Sanxenxo, contrato de amarre.\n\nEl amarre 47 del velero Gaviota está a nombre de Remedios Lastra "
    "Iglesias hasta el 30 de septiembre. La cuota trimestral son 418 euros.\n"
)


def measure(ground: Ground) -> list[Figure]:
    source, taken, n_files = ground.large_folder(), [], 0
    for number in range(ground.rounds(3, 1)):
        with tempfile.TemporaryDirectory(prefix="fichero-bench-") as name:
            folder = Path(name) / "documentos"
            shutil.copytree(source, folder)             # keeps their times
            (folder / "Notas" / ANSWER).write_text(TEXT, "utf-8")
            n_files = sum(1 for path in folder.rglob("*") if path.is_file())
            taken.append(_seconds(Path(name), folder))
        print(f"  run {number + 1}: answered {taken[-1]:.2f} s after {n_files} files were added", flush=True)
    return [Figure(
        "add-to-answer", statistics.median(taken), 5.0, "min", len(taken), "s", f"{n_files} files, the text stage"
    )]


def _seconds(place: Path, folder: Path) -> float:
    settings = Settings(place / "data", language="es")
    first = place / "antes"
    first.mkdir()
    (first / "nota.txt").write_text("Una nota de antes sobre otra cosa.", "utf-8")
    process = Indexing(settings)
    try:
        process.send(messages.Add((str(first),)))
        process.wait_until_idle()
        with build_engine(settings) as engine:
            engine.warm_up()
            begun = time.perf_counter()
            process.send(messages.Add((str(folder),)))
            while time.perf_counter() - begun < LONGEST_S:
                process.committed.wait(0.5)
                process.committed.clear()
                engine.reload()
                hits = engine.search(SearchRequest(QUESTION, language="es")).hits
                if hits and hits[0].path.endswith(ANSWER):
                    return time.perf_counter() - begun
            raise TimeoutError("the folder's newest file was never the answer")
    finally:
        process.end()


class Indexing:
    """The window's indexing process, and what it tells."""

    def __init__(self, settings: Settings) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=run_indexing, args=(theirs, settings))
        self._process.start()
        theirs.close()
        self.committed = threading.Event()
        self._idle = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def send(self, command: object) -> None:
        self._idle.clear()
        self._connection.send(command)

    def wait_until_idle(self) -> None:
        time.sleep(1)
        if not self._idle.wait(LONGEST_S):
            raise TimeoutError("the indexing process does not come to rest")

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()

    def _listen(self) -> None:
        try:
            while True:
                event = self._connection.recv()
                if isinstance(event, messages.IndexingState):
                    (self._idle.clear if event.is_busy else self._idle.set)()
                else:
                    self.committed.set()
        except (EOFError, OSError):
            return
