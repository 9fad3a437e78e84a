from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.catalog.records import StoredDocument
from engine.document import DocumentId
from engine.machine.fingerprint import content_hash, content_hash_while
from engine.search import freshness
from engine.search.freshness import Freshness, Hashes


def digest(path: Path, may_go_on: Callable[[], bool]) -> str | None:
    return path.read_text()


def never(path: Path, may_go_on: Callable[[], bool]) -> str | None:
    raise AssertionError("it is not to be opened")


def as_read(path: Path, content: str = "uno", reason: str | None = None) -> StoredDocument:
    status = os.lstat(path)
    return StoredDocument(
        DocumentId(1), str(path), path, "", "txt", None, "es", status.st_size, status.st_mtime_ns, content,
        "complete", reason, None, None, (), 1, status.st_ctime_ns,      # type: ignore[arg-type]
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text("uno")
    return path


def is_current(document: StoredDocument, hash_file=digest) -> bool:
    return Freshness(hash_file=hash_file).is_current(document)


def test_untouched_file_is_current_unopened(file):
    assert is_current(as_read(file), never)


def test_touched_file_is_current_changed_one_is_not(file):
    document = as_read(file)
    os.utime(file, ns=(0, document.mtime_ns + 10**9))
    assert is_current(document)
    file.write_text("dos")
    assert not is_current(document)
    file.write_text("mucho más")
    assert not is_current(document, never)


def test_a_change_of_the_same_size_and_time_is_seen(file):
    document = as_read(file)
    file.write_text("dos")
    os.utime(file, ns=(0, document.mtime_ns))
    assert not is_current(replace(document, ctime_ns=document.ctime_ns - 1))    # the clock may not have moved on


def test_a_file_whose_rights_alone_changed_or_that_was_restored_is_current(file, tmp_path):
    document = replace(as_read(file), ctime_ns=1)
    file.chmod(stat.S_IRUSR)
    assert is_current(document)
    shutil.copy2(file, tmp_path / "copy")
    os.replace(tmp_path / "copy", file)
    assert is_current(document)


def test_touched_files_are_hashed_within_bounds_and_once(file, monkeypatch):
    """However large: an 80 MB scan whose rights alone had changed was left out until the next look at the folder."""
    document = replace(as_read(file), ctime_ns=1)
    other = file.with_name("b.txt")
    other.write_text("uno")
    times = iter([0.0, 100.0])
    slow = Freshness(hash_file=digest, clock=lambda: next(times))
    assert slow.is_current(document) and not slow.is_current(replace(as_read(other), ctime_ns=1))
    remembered: Hashes = {}
    monkeypatch.setattr("engine.machine.fingerprint.RACY_NS", -10**15)      # as if it had been written long ago
    assert Freshness(remembered, digest).is_current(document) and Freshness(remembered, never).is_current(document)


def test_a_file_too_large_for_the_time_of_a_search_is_not_tried_again(file, monkeypatch):
    document, now = replace(as_read(file), ctime_ns=1), [0.0]
    monkeypatch.setattr("engine.machine.fingerprint.RACY_NS", -10**15)

    def slow(path: Path, may_go_on: Callable[[], bool]) -> str | None:
        now[0] += freshness.HASHING_S / 2
        assert may_go_on()
        now[0] += freshness.HASHING_S
        assert not may_go_on()
        return None

    remembered: Hashes = {}
    assert not Freshness(remembered, slow, lambda: now[0]).is_current(document)
    assert not Freshness(remembered, never).is_current(document)
    assert content_hash_while(file, lambda: False) is None and content_hash_while(file, lambda: True) == content_hash(file)


def test_what_went_to_a_cloud_is_not_fetched(file, monkeypatch):
    document = replace(as_read(file), ctime_ns=1)
    monkeypatch.setattr("engine.machine.placeholders.is_placeholder", lambda status: True)
    assert is_current(document, never)
    assert not is_current(replace(document, mtime_ns=1), never)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_special_files_are_looked_at_as_they_were_found(tmp_path):
    link, pipe = tmp_path / "link.txt", tmp_path / "pipe.txt"
    link.symlink_to(tmp_path / "target.txt")
    os.mkfifo(pipe)
    documents = [as_read(path, "", "special-file") for path in (link, pipe)]
    assert all(is_current(document, never) for document in documents)
    (tmp_path / "target.txt").write_text("uno")
    assert [is_current(document, never) for document in documents] == [False, True]
    pipe.unlink()
    assert not is_current(documents[1], never)


def test_a_file_out_of_reach_is_known_by_its_name(file, monkeypatch):
    document = replace(as_read(file, "", "permission"), size=0, mtime_ns=0, ctime_ns=0)

    def refuse(path: object) -> os.stat_result:
        raise PermissionError

    monkeypatch.setattr("engine.search.freshness.os.stat", refuse)
    assert is_current(document, never)
    assert not is_current(replace(document, reason=None, content_hash="uno"), never)


def test_vanished_file_is_not(file):
    document = as_read(file)
    file.unlink()
    assert not is_current(document, never)
