"""The locks that SQLite holds on the catalog stay while the same process opens it once more."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.catalog.catalog import Catalog
from engine.catalog.schema import connect_writer

pytestmark = pytest.mark.skipif(not Path("/proc/locks").exists(), reason="needs Linux's list of locks")
_WRITER = "import sys; from pathlib import Path; from engine.catalog.schema import connect_writer; " \
          "d = connect_writer(Path(sys.argv[1])); d.execute(\"INSERT INTO meta VALUES ('x', '1')\"); d.close()"


def test_a_second_reader_leaves_the_locks_of_the_first(tmp_path: Path) -> None:
    """Without them the writer that closes last takes the write-ahead log away, and the first reader stays at what it knew."""
    connect_writer(tmp_path).close()
    with Catalog.open(tmp_path, read_only=True) as first:
        assert n_locks() > 0
        before = n_locks()
        with Catalog.open(tmp_path, read_only=True):
            pass
        assert n_locks() == before
        subprocess.run([sys.executable, "-c", _WRITER, str(tmp_path)], check=True, timeout=60, cwd=Path(__file__).parents[3])
        assert (tmp_path / "catalog.sqlite-wal").exists()
        assert first.database.execute("SELECT value FROM meta WHERE key = 'x'").fetchone() == ("1",)


def n_locks() -> int:
    """How many locks this process holds."""
    lines = Path("/proc/locks").read_text(encoding="ascii").splitlines()
    return sum(1 for line in lines if line.split()[4] == str(os.getpid()) and "POSIX" in line)
