"""A second start raises the first window and hands over what it was asked for; what a killed one leaves is no obstacle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from engine.errors import FolderMissing
from engine.messages import Failure
from engine.processes.indexing_messages import Add, IndexingFailed
from engine.processes.window_requests import Request, folder_of, hand_over, is_open, lock_of, make_folder, take
from tests.ui.conftest import Bench
from tests.ui.fakes import STATUS
from ui.window.second_start import SecondStarts, bring_forward

ROOT = Path(__file__).resolve().parent.parent.parent
LISTEN = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from engine.processes.window_requests import lock_of
from ui.window.second_start import SecondStarts
app = QCoreApplication([])
lock = lock_of(Path(sys.argv[1]))
lock.acquire()
starts = SecondStarts(Path(sys.argv[1]))
starts.wanted.connect(lambda request: print(ascii(request.folders), ascii(request.query), flush=True))
starts.listen()
print("listens", flush=True)
app.exec()
"""


def handed_over(qtbot, data: Path, request: Request) -> bool:
    """As by another process: this thread serves the window meanwhile."""
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(hand_over(data, request)))
    thread.start()
    qtbot.waitUntil(lambda: bool(answers))
    thread.join()
    return answers[0]


def test_folders_and_a_query_reach_the_window_that_comes_forward(bench: Bench, tmp_path: Path, qtbot, monkeypatch) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "")
    data = tmp_path / "data"
    first = SecondStarts(data, bench.window)
    heard: list[Request] = []
    first.wanted.connect(heard.append)
    first.listen()
    request = Request(("/casa/año \udcf1", "/b"), "¿plazo?", "a token")
    assert handed_over(qtbot, data, request)
    qtbot.waitUntil(lambda: heard == [request])
    bench.window.showMinimized()
    bring_forward(bench.window, request.token)
    assert not bench.window.windowState() & Qt.WindowState.WindowMinimized and bench.window.isVisible()
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "a token"
    bench.window.add_paths(list(request.folders))
    assert [add.paths for add in bench.indexing.asked(Add)] == [("/casa/año \udcf1",), ("/b",)]
    # What is typed next is a search: no button of the page that shows the progress has the keys.
    assert bench.window.pages.currentWidget() is bench.window.folders and bench.window.focusWidget() is bench.window.header.field
    assert list((data / "requests" / "window").iterdir()) == []
    first.close()
    assert not first._thread.is_alive()


def test_a_first_start_with_a_folder_gives_the_keys_to_the_search(qtbot, tmp_path: Path) -> None:
    made = Bench(tmp_path)
    qtbot.addWidget(made.window)
    made.search.status = replace(STATUS, folders=(), documents=0, chunks=0)
    made.window.add_paths(["/casa/documentos"])         # before the first status is told
    made.start()
    qtbot.waitUntil(lambda: made.window._status is not None)
    assert made.window.pages.currentWidget() is made.window.folders and made.window.focusWidget() is made.window.header.field
    none = made.window.folders._none
    assert not none.isHidden() and "moment" in none.text()      # not that there is none: the folder is on its way
    made.indexing.received.emit(IndexingFailed(Failure.of(FolderMissing(Path("/casa/documentos"))), ("/casa/documentos",)))
    qtbot.waitUntil(lambda: "moment" not in none.text())
    made.window.close()
    made.renderer.stop()


def test_two_data_folders_know_nothing_of_each_other(tmp_path: Path, qtbot) -> None:
    one, other = SecondStarts(tmp_path / "a"), SecondStarts(tmp_path / "b")
    heard: list[Request] = []
    other.wanted.connect(heard.append)
    one.listen()
    other.listen()
    assert handed_over(qtbot, tmp_path / "a", Request(("/x",)))
    time.sleep(0.1)
    assert heard == []
    one.close()
    other.close()


def test_a_window_that_is_still_starting_is_waited_for(tmp_path: Path, qtbot) -> None:
    with lock_of(tmp_path):
        answers: list[bool] = []
        thread = threading.Thread(target=lambda: answers.append(hand_over(tmp_path, Request(("/a",)), timeout_s=0.1)))
        thread.start()
        folder = folder_of(tmp_path)
        qtbot.waitUntil(lambda: folder.is_dir() and any(name.suffix == ".json" for name in folder.iterdir()))
        thread.join(0.5)
        assert thread.is_alive()            # longer than a window that stands is given
        assert [request.folders for request in take(folder)] == [("/a",)]
        thread.join(10)
        assert answers == [True]


@pytest.mark.skipif(os.name == "nt", reason="rights of others are a matter of POSIX")
def test_the_folders_of_requests_are_closed_to_others(tmp_path: Path) -> None:
    former = os.umask(0o022)                # as in the window, whose own mode is the usual one
    try:
        folder = make_folder(tmp_path)
    finally:
        os.umask(former)
    assert [place.stat().st_mode & 0o077 for place in (folder, folder.parent)] == [0, 0]


def test_a_killed_or_hung_window_leaves_no_obstacle(tmp_path: Path) -> None:
    first = subprocess.Popen([sys.executable, "-c", LISTEN, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert first.stdout is not None and first.stdout.readline() == "listens\n"
    assert is_open(tmp_path)
    assert hand_over(tmp_path, Request(("/a",), "ñ"))
    assert first.stdout.readline() == "('/a',) '\\xf1'\n"
    if os.name == "posix":
        first.send_signal(signal.SIGSTOP)
        assert not hand_over(tmp_path, Request(("/b",)), timeout_s=0.5, starting_s=0)
        assert list((tmp_path / "requests" / "window").iterdir()) == []        # taken back
    first.kill()
    first.wait(10)
    first.stdout.close()
    assert not is_open(tmp_path) and not is_open(tmp_path / "never") and not (tmp_path / "never").exists()
    with lock_of(tmp_path):
        assert is_open(tmp_path)


@pytest.mark.parametrize("said", [
    b"{}", b"\xff", b'{"folders": ["a"], "query": "", "token": ""}', b'{"folders": 3, "query": "", "token": ""}',
    b'{"folders": [], "query": 3, "token": ""}', b"x" * 1_100_000, b"",
])
def test_nonsense_is_thrown_away(tmp_path: Path, said: bytes) -> None:
    (tmp_path / "1.json").write_bytes(said)
    assert list(take(tmp_path)) == [] and list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="owners of POSIX")
def test_what_is_old_linked_or_somebody_elses_is_not_done(tmp_path: Path, monkeypatch) -> None:
    good = json.dumps({"folders": ["/a"], "query": "", "token": ""})
    (tmp_path / "1.json").write_text(good)
    assert list(take(tmp_path)) == [Request(("/a",))]
    (tmp_path / "1.json").write_text(good)
    os.utime(tmp_path / "1.json", (1_000_000_000, 1_000_000_000))
    (tmp_path / "apart").mkdir()
    (tmp_path / "apart" / "file").write_text(good)
    (tmp_path / "2.json").symlink_to(tmp_path / "apart" / "file")
    os.mkfifo(tmp_path / "3.json")
    (tmp_path / "4.json").mkdir()
    assert list(take(tmp_path)) == []
    (tmp_path / "4.json").rmdir()
    (tmp_path / "5.json").write_text(good)
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    assert list(take(tmp_path)) == [] and not list(tmp_path.glob("*.json"))
