import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.bit_store import BitLocation, BitsDamaged, BitStore
from engine.errors import IndexDamaged


def some_bits(n: int, seed: int = 0, width: int = 48) -> list[np.ndarray]:
    random = np.random.default_rng(seed)
    return [random.integers(0, 256, size=(3 + i % 7, width), dtype=np.uint8) for i in range(n)]


def test_reads_what_was_appended(tmp_path: Path) -> None:
    store = BitStore.open(tmp_path / "bits")
    rows = [*some_bits(20), np.zeros((0, 48), dtype=np.uint8)]
    locations = store.append(rows)
    for row, read in zip(rows, store.read(locations), strict=True):
        assert np.array_equal(row, read)
    more = store.append(some_bits(5, seed=1))
    other = BitStore.open(tmp_path / "bits")
    assert np.array_equal(other.read([more[4]])[0], some_bits(5, seed=1)[4])
    store.close()


def test_missing_folder_is_empty(tmp_path: Path) -> None:
    store = BitStore.open(tmp_path / "none")
    assert store.size_bytes() == 0
    with pytest.raises(BitsDamaged):
        store.read([BitLocation(1, 16, 3, 48)])
    assert not (tmp_path / "none").exists()


def test_damage_is_told_to_the_person_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(IndexDamaged, match="doctor --repair"):
        BitStore.open(tmp_path / "none").read([BitLocation(1, 16, 3, 48)])


def test_segments_are_bounded_and_continued(tmp_path: Path) -> None:
    store = BitStore.open(tmp_path, segment_bytes=2000)
    locations = store.append(some_bits(30))
    assert locations[-1].segment > 3
    assert all(path.stat().st_size <= 2000 for path in tmp_path.iterdir())
    store.close()
    again = BitStore.open(tmp_path, segment_bytes=100_000)
    later = again.append(some_bits(1, seed=2))[0]
    assert later.segment == locations[-1].segment       # a whole last segment is continued
    assert np.array_equal(again.read([later])[0], some_bits(1, seed=2)[0])
    again.close()


def test_torn_tail_is_left_behind(tmp_path: Path) -> None:
    store = BitStore.open(tmp_path)
    locations = store.append(some_bits(4))
    store.close()
    path = tmp_path / "000001.bits"
    os.truncate(path, path.stat().st_size - 5)
    again = BitStore.open(tmp_path)
    assert [again.is_sound(location) for location in locations] == [True, True, True, False]
    new = again.append(some_bits(1, seed=3))[0]
    assert new.segment == 2
    assert np.array_equal(again.read([new])[0], some_bits(1, seed=3)[0])
    again.close()


def test_altered_record_is_detected(tmp_path: Path) -> None:
    store = BitStore.open(tmp_path)
    location = store.append(some_bits(1))[0]
    store.close()
    path = tmp_path / "000001.bits"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(BitsDamaged):
        BitStore.open(tmp_path).read([location])


def test_compaction_moves_the_living(tmp_path: Path) -> None:
    store = BitStore.open(tmp_path, segment_bytes=3000)
    rows = some_bits(40)
    catalog = dict(enumerate(store.append(rows)))
    for key in range(40):
        if key % 8:
            del catalog[key]
    before = store.size_bytes()

    def moved(pairs: list[tuple[BitLocation, BitLocation]]) -> None:
        new = dict(pairs)
        for key, location in catalog.items():
            catalog[key] = new.get(location, location)

    freed = store.compact(catalog.values(), moved)
    assert freed > 0
    assert store.size_bytes() < before / 3
    for key, location in catalog.items():
        assert np.array_equal(store.read([location])[0], rows[key])
    assert store.dead_bytes(catalog.values()) < 500
    store.close()


def test_killed_writer_loses_only_what_was_not_flushed(tmp_path: Path) -> None:
    script = (
        "import os, sys, numpy as np\n"
        "from pathlib import Path\n"
        "from engine.bit_store import BitStore\n"
        "store = BitStore.open(Path(sys.argv[1]))\n"
        "row = np.full((4, 48), 7, dtype=np.uint8)\n"
        "print(store.append([row])[0].offset, flush=True)\n"
        "store.flush()\n"
        "store._writing.write(b'BITR torn')\n"
        "store._writing.flush()\n"
        "os.kill(os.getpid(), 9)\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], cwd=root, capture_output=True, text=True)
    offset = int(done.stdout)
    store = BitStore.open(tmp_path)
    assert np.array_equal(store.read([BitLocation(1, offset, 4, 48)])[0], np.full((4, 48), 7, dtype=np.uint8))
    assert store.append(some_bits(1))[0].segment == 2
    store.close()
