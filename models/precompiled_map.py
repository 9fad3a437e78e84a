"""Writes a normalisation map in sentencepiece's precompiled form, which tokenizer.json carries.

The form is: uint32 size in bytes of a double-array trie, the trie, then all replacements, each ended by a zero byte.
The trie is that of Darts-clone (Yata, "Darts-clone: A clone of the Double-Array system", 2011): units of 32 bits over the
UTF-8 bytes of a key, a zero byte ends the key. A unit has its label in bits 0-7, bit 8 says that a value follows, bits 10-30 hold
the offset to its children (child = node ^ offset ^ label), bit 9 says that the offset is to be shifted by 8; a value unit has
bit 31 set, and the value, here the position of the replacement, in bits 0-30.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

HAS_VALUE = 1 << 8
IS_VALUE = 1 << 31
MAX_OFFSET = 1 << 21

Node = dict[int, "Node | int"]


def precompile(replacements: Mapping[int, tuple[int, ...]]) -> bytes:
    """The precompiled map of code points to code points (none: the code point is dropped).

    Raises:
        ValueError: code point 0 is mapped, which the form cannot hold.
    """
    if 0 in replacements:
        raise ValueError("code point 0 cannot be mapped")
    texts = bytearray()
    positions: dict[bytes, int] = {}
    root: Node = {}
    for code_point in sorted(replacements):
        text = "".join(map(chr, replacements[code_point])).encode("utf-8") + b"\0"
        if text not in positions:
            positions[text] = len(texts)
            texts += text
        _insert(root, chr(code_point).encode("utf-8"), positions[text])
    trie = _DoubleArray(root).to_bytes()
    return struct.pack("<I", len(trie)) + trie + bytes(texts)


def _insert(root: Node, key: bytes, value: int) -> None:
    node = root
    for byte in key:
        child = node.setdefault(byte, {})
        assert isinstance(child, dict)
        node = child
    node[0] = value


class _DoubleArray:
    """Lays the nodes of a trie into one array, each family at the first offset where all its places are free."""

    def __init__(self, root: Node) -> None:
        self._units: dict[int, int] = {0: 0}
        self._offsets: set[int] = set()
        self._first_free = 1
        self._place(0, root)

    def to_bytes(self) -> bytes:
        n_units = (max(self._units) // 256 + 1) * 256       # whole blocks: no look-up may leave the array
        return struct.pack(f"<{n_units}I", *(self._units.get(place, 0) for place in range(n_units)))

    def _place(self, place: int, node: Node) -> None:
        base = self._free_base(place, sorted(node))
        self._units[place] |= (place ^ base) << 10 | (HAS_VALUE if 0 in node else 0)
        for label, child in sorted(node.items()):
            self._units[base ^ label] = label if isinstance(child, dict) else IS_VALUE | child
        for label, child in sorted(node.items()):
            if isinstance(child, dict):
                self._place(base ^ label, child)

    def _free_base(self, place: int, labels: list[int]) -> int:
        """The first base, by the place of its first label, that no other family has and whose places are all free."""
        while self._first_free in self._units:
            self._first_free += 1
        first = self._first_free
        while not self._fits(first ^ labels[0], labels):
            first += 1
        base = first ^ labels[0]
        if place ^ base >= MAX_OFFSET:
            raise ValueError("the map is too large for this form")
        self._offsets.add(base)
        return base

    def _fits(self, base: int, labels: list[int]) -> bool:
        units = self._units
        if base ^ labels[0] in units or base == 0 or base in self._offsets:
            return False
        return all(base ^ label not in units for label in labels)
