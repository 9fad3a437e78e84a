"""The documents of one file on their way through the parent process: pickled, and beyond KEPT_BYTES in a file without a
name, so that a mailbox of twenty thousand messages takes no more memory than one of them."""

from __future__ import annotations

import pickle
import tempfile
import weakref
import zlib
from collections.abc import Iterator, Sequence
from typing import IO, overload

from engine.errors import Unreadable
from engine.reading.source import MB, Part

KEPT_BYTES = 8 * MB         # of one file's pickled parts
_LEVEL = 1                  # of zlib: text to a third, faster than a disk


class GatheredParts(Sequence[Part]):
    """Parts in the order in which they came. Each look at another one makes it anew."""

    def __init__(self) -> None:
        self._kept: list[bytes] = []
        self._n_kept_bytes = 0
        self._file: IO[bytes] | None = None
        self._places: list[tuple[int, int]] = []        # of the parts after the kept ones: offset and length
        self._problem: Part | None = None               # stands last
        self._latest: tuple[int, Part] | None = None    # the one that was looked at last: most files have no other

    def add(self, pickled: bytes) -> None:
        """Nothing is taken after a problem. Raises OSError where there is no room for it."""
        if self._problem is not None:
            return
        if self._file is None and self._n_kept_bytes + len(pickled) <= KEPT_BYTES:
            self._kept.append(pickled)
            self._n_kept_bytes += len(pickled)
            return
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="fichero-")  # noqa: SIM115
            weakref.finalize(self, self._file.close)
        packed = zlib.compress(pickled, _LEVEL)
        offset = sum(self._places[-1]) if self._places else 0
        self._file.seek(offset)
        self._file.write(packed)
        self._places.append((offset, len(packed)))

    def add_problem(self, problem: Unreadable) -> None:
        """The reason why the file, or what follows of it, was not read. What follows has a name of its own."""
        self._problem = self._problem or Part("…" if len(self) else "", problem)

    def __len__(self) -> int:
        return len(self._kept) + len(self._places) + (self._problem is not None)

    @overload
    def __getitem__(self, index: int) -> Part: ...
    @overload
    def __getitem__(self, index: slice) -> list[Part]: ...

    def __getitem__(self, index: int | slice) -> Part | list[Part]:
        if isinstance(index, slice):
            return [self._part(number) for number in range(len(self))[index]]
        return self._part(range(len(self))[index])

    def __iter__(self) -> Iterator[Part]:
        return (self._part(number) for number in range(len(self)))

    def _part(self, number: int) -> Part:
        if self._problem is not None and number == len(self) - 1:
            return self._problem
        if self._latest is not None and self._latest[0] == number:
            return self._latest[1]
        if number < len(self._kept):
            pickled = self._kept[number]
        else:
            assert self._file is not None
            offset, length = self._places[number - len(self._kept)]
            self._file.seek(offset)
            pickled = zlib.decompress(self._file.read(length))
        part: Part = pickle.loads(pickled)
        self._latest = (number, part)
        return part
