from __future__ import annotations

import json
import os
import platform
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.errors import DataFolderUnwritable, IndexLocked
from engine.machine.index_lock import IndexLock

_HOLD = "import sys; from pathlib import Path; from engine.machine.index_lock import IndexLock\n" \
        "lock = IndexLock(Path(sys.argv[1])); lock.acquire(); print('held', flush=True); sys.stdin.read()"


def test_two_at_once_are_refused_with_the_name_of_the_holder(tmp_path: Path):
    with IndexLock(tmp_path), pytest.raises(IndexLocked) as caught:
        IndexLock(tmp_path).acquire()
    assert f"process {os.getpid()} on " in caught.value.english and "a terminal, since 20" in caught.value.english
    assert f"proceso {os.getpid()} en " in caught.value.spanish and "una terminal, desde 20" in caught.value.spanish
    with IndexLock(tmp_path):
        pass


def test_who_is_at_work_is_told_while_it_lives(tmp_path: Path):
    assert IndexLock(tmp_path).writer() is None
    with subprocess.Popen([sys.executable, "-c", _HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdout.readline()
        assert IndexLock(tmp_path).writer() == "terminal"
        other.kill()
    assert IndexLock(tmp_path).writer() is None
    mine = {"pid": os.getpid(), "host": platform.node(), "program": "terminal", "since": "2001-01-31 09:15:00"}
    (tmp_path / "index.lock").write_text(json.dumps(mine))      # of a process that had this number before
    assert IndexLock(tmp_path).writer() is None
    (tmp_path / "index.lock").write_text("[]")
    assert IndexLock(tmp_path).writer() is None


def test_a_holder_that_wrote_nothing_or_less_is_named_as_far_as_it_can_be(tmp_path: Path):
    with IndexLock(tmp_path):
        (tmp_path / "index.lock").write_text('{"pid": 7, "host": "pc"}')
        assert IndexLock(tmp_path).holder() == ("process 7 on pc", "proceso 7 en pc")
        (tmp_path / "index.lock").write_text("")
        with pytest.raises(IndexLocked):
            IndexLock(tmp_path).acquire()


def test_a_lock_that_outlives_its_holder_for_a_moment_is_waited_for(tmp_path: Path):
    """As where the holder was killed while it was starting another process, which has its descriptors until it runs."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    lock = IndexLock(tmp_path)
    lock.acquire()
    (tmp_path / "index.lock").write_text(json.dumps({"pid": ended.pid, "host": platform.node()}))
    threading.Timer(0.2, lock.release).start()
    with IndexLock(tmp_path):
        assert str(os.getpid()) in (tmp_path / "index.lock").read_text()


def test_a_killed_holder_frees_the_lock(tmp_path: Path):
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None and holder.stdin is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(IndexLocked) as caught:
        IndexLock(tmp_path).acquire()
    assert str(holder.pid) in caught.value.english
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdin.close()
    holder.stdout.close()
    with IndexLock(tmp_path):
        pass


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(DataFolderUnwritable):
        IndexLock(tmp_path / "file" / "data").acquire()
