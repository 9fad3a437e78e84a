import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from engine.errors import IndexDamaged
from engine.stores.bit_store import BitLocation, BitsDamaged, BitStore
from engine.stores.packed_bits import SAME_OF_BITS, pack_bits, unpack_bits


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
        "from engine.stores.bit_store import BitStore\n"
        "store = BitStore.open(Path(sys.argv[1]))\n"
        "row = np.full((4, 48), 7, dtype=np.uint8)\n"
        "print(store.append([row])[0].offset, flush=True)\n"
        "store.flush()\n"
        "store._writing.write(b'BITR torn')\n"
        "store._writing.flush()\n"
        "os.kill(os.getpid(), 9)\n"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], cwd=root, capture_output=True, text=True)
    offset = int(done.stdout)
    store = BitStore.open(tmp_path)
    assert np.array_equal(store.read([BitLocation(1, offset, 4, 48)])[0], np.full((4, 48), 7, dtype=np.uint8))
    assert store.append(some_bits(1))[0].segment == 2
    store.close()


def like_tokens(n: int, seed: int = 0) -> np.ndarray:
    """Rows that agree with one another in seven of ten bits, as the tokens of a passage do."""
    random = np.random.default_rng(seed)
    common = random.integers(0, 2, size=384, dtype=np.uint8)
    return np.packbits(common ^ (random.random((n, 384)) < 0.3), axis=1)


def differing(rows: np.ndarray, others: np.ndarray) -> np.ndarray:
    return np.unpackbits(rows ^ others, axis=1).sum(axis=1)


@pytest.mark.parametrize("n_tokens", [1, 7, 8, 9, 200])
def test_bits_are_packed_without_loss_unless_neighbours_are_alike(n_tokens: int) -> None:
    rows = like_tokens(n_tokens)
    packed = pack_bits(rows)
    assert np.array_equal(unpack_bits(packed, n_tokens, 48), rows)
    if n_tokens == 200:
        assert len(packed) < 0.95 * rows.size
    alike = np.repeat(rows, 3, axis=0)
    alike[1::3, :9] ^= 0xFF         # 72 bits of 384: less than a fifth
    alike[2::3, :10] ^= 0xFF        # 80: more
    found = unpack_bits(pack_bits(alike), 3 * n_tokens, 48)
    assert np.array_equal(found[1::3], rows) and np.array_equal(found[::3], alike[::3]) and np.array_equal(found[2::3], alike[2::3])
    assert pack_bits(found) == pack_bits(alike) and differing(found, alike).max() <= 384 // SAME_OF_BITS


def test_what_is_no_packed_bits_is_said() -> None:
    packed = pack_bits(like_tokens(20))
    for wrong, n_tokens in ((packed[:-3], 20), (packed, 19), (packed, 40), (b"\0" * len(packed), 20), (packed[:5], 20)):
        with pytest.raises((zlib.error, ValueError)):
            unpack_bits(wrong, n_tokens, 48)


def former_segment(folder: Path, rows: list[np.ndarray]) -> list[BitLocation]:
    """A segment as the version before the packing wrote it."""
    content, locations = struct.pack("<8sII", b"FICHBITS", 1, 1), []
    for row in rows:
        locations.append(BitLocation(1, len(content), *row.shape))
        content += struct.pack("<4sIII", b"BITR", *row.shape, zlib.crc32(row.tobytes())) + row.tobytes()
    folder.mkdir(exist_ok=True)
    (folder / "000001.bits").write_bytes(content)
    return locations


def test_segments_of_the_former_format_are_read_left_behind_and_packed(tmp_path: Path) -> None:
    rows = [like_tokens(50, seed) for seed in range(30)]
    places = former_segment(tmp_path, rows)
    store = BitStore.open(tmp_path)
    assert all(np.array_equal(found, row) for found, row in zip(store.read(places), rows, strict=True))
    before = store.size_bytes()
    assert store.has_former_segments() and store.live_bytes(places) == before - 16 and store.dead_bytes(places) == 16
    (new,) = store.append([rows[3]])
    assert new.segment == 2
    moved: dict[BitLocation, BitLocation] = {}
    store.compact([*places, new], lambda pairs: moved.update(pairs))
    assert not store.has_former_segments() and not (tmp_path / "000001.bits").exists()
    assert all(np.array_equal(found, row) for found, row in zip(store.read([moved[place] for place in places]), rows, strict=True))
    assert store.size_bytes() < 0.98 * before and np.array_equal(store.read([new])[0], rows[3])
    store.close()
