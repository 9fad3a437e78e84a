import os
from pathlib import Path

from engine.freshness import is_current


def digest(path: Path) -> str:
    return path.read_text()


def test_untouched_file_is_current(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("uno")
    stat = path.stat()
    assert is_current(path, stat.st_size, stat.st_mtime_ns, "uno", digest)


def test_touched_file_is_current_changed_one_is_not(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("uno")
    stat = path.stat()
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + 10**9))
    assert is_current(path, stat.st_size, stat.st_mtime_ns, "uno", digest)
    path.write_text("dos")
    assert not is_current(path, stat.st_size, stat.st_mtime_ns - 5, "uno", digest)
    path.write_text("mucho más")
    assert not is_current(path, stat.st_size, stat.st_mtime_ns, "uno", digest)


def test_vanished_file_is_not(tmp_path):
    assert not is_current(tmp_path / "no.txt", 3, 0, "uno", digest)
