"""7z archives by py7zr: their members as sources, bounded in number, size and ratio like those of ZIP and TAR.

Members of a solid block lie in one compressed stream, so the blocks are read once from front to back, one member in
memory at a time. Nothing is written to disk, links are not followed, names stay below the archive.
"""

from __future__ import annotations

import gc
import io
import lzma
import posixpath
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from engine.errors import Unreadable
from engine.reading.archives import RATIO_FREE_BYTES, Member, clean_name, is_system
from engine.reading.source import Source

if TYPE_CHECKING:
    from py7zr import SevenZipFile

_FAILURES = (
    lzma.LZMAError, zlib.error, EOFError, OSError, ValueError, KeyError, IndexError, TypeError, AttributeError,
    AssertionError, NotImplementedError, OverflowError, RuntimeError, UnicodeError,
)
_FIRST_VOLUME = re.compile(r"(.+\.7z\.)(0*1)", re.IGNORECASE)
_MAX_VOLUMES = 999


def seven_zip_members(source: Source) -> Iterator[Member]:
    """(name, source or reason) of each file of a 7z archive, in the order of its blocks.

    Raises:
        Unreadable: "encrypted", "damaged", "unsupported" (an unknown compression) or "too-large", for the archive or for
            what follows the members that were already given.
    """
    problem: Unreadable | None = None
    try:
        yield from _members_of(source)
    except Unreadable as error:
        problem = Unreadable(error.reason, error.detail)        # without the frames that hold the decoders
    # Decoders of broken archives can crash when they are freed: now, so that no other document is taken for the cause.
    gc.collect()
    if problem is not None:
        raise problem


def _members_of(source: Source) -> Iterator[Member]:
    with _bytes_of(source) as file:
        archive, has_password = _opened(file, source)
        infos = [info for info in getattr(archive, "files", ()) if _is_wanted(info)]        # none: no header
        if len(infos) > source.options.max_members:
            raise Unreadable("too-large", f"{len(infos)} members; the limit is {source.options.max_members}")
        try:
            yield from _empty_members(infos, source)
            yield from _packed_members(archive, source)
        except Unreadable:
            raise
        except MemoryError:
            raise
        except Exception as error:
            raise _problem(error, archive.password_protected, has_password) from error


def _opened(file: BinaryIO, source: Source) -> tuple[SevenZipFile, bool]:
    """The open archive with the first password that fits its header, and whether it has one."""
    import py7zr

    problem: Unreadable | None = None
    for password in (None, *source.options.passwords):
        file.seek(0)
        try:
            archive = py7zr.SevenZipFile(cast("Any", file), "r", password=password)
        except MemoryError:
            raise
        except Exception as error:
            problem = _problem(error, password is not None, password is not None)
            continue
        if not archive.password_protected or (password is not None and _fits(archive)):
            return archive, password is not None
        problem = Unreadable("encrypted", "protected by a password")
    assert problem is not None
    raise problem


def _fits(archive: SevenZipFile) -> bool:
    """Whether the password opens the archive's first member. Wrong ones give noise, told by its checksum."""
    for start, end, infos in _blocks(archive):
        archive.fp.seek(start)
        try:
            return not infos or _unpack(archive, infos[0], end, 0)[1]
        except MemoryError:
            raise
        except Exception:
            return False
        finally:
            archive.reset()
    return True


def _blocks(archive: SevenZipFile) -> Iterator[tuple[int, int, list[Any]]]:
    """(start, end, members) of each block that was compressed as one."""
    streams = getattr(archive.header, "main_streams", None)
    if streams is None:
        return
    positions = streams.packinfo.packpositions
    for number, folder in enumerate(streams.unpackinfo.folders):
        start = archive.afterheader + positions[number]
        end = archive.afterheader + positions[min(number + 1, len(positions) - 1)]
        yield start, end, list(folder.files or ())


def _unpack(archive: SevenZipFile, info: Any, end: int, n_kept: int) -> tuple[bytes, bool]:
    """The next member's bytes, the first n_kept of them, and whether its checksum is right."""
    sink = _Sink(n_kept)
    crc = archive.worker.decompress(archive.fp, info.folder, cast("Any", sink), info.uncompressed, info.compressed, end)
    return sink.data(), info.crc32 is None or crc == info.crc32


def _empty_members(infos: list[Any], source: Source) -> Iterator[Member]:
    for info in infos:
        if info.emptystream:
            name = clean_name(info.filename, True)
            yield name, Source(posixpath.basename(name), data=b"", options=source.options)


def _packed_members(archive: SevenZipFile, source: Source) -> Iterator[Member]:
    """Members are given while what they unpack to stays within the ratio; one that would pass it is only unpacked over,
    to come to those behind it."""
    options = source.options
    n_kept_left = min(options.max_unpacked_bytes, max(RATIO_FREE_BYTES, source.size * options.max_ratio))
    n_left = options.max_unpacked_bytes
    for start, end, infos in _blocks(archive):
        archive.fp.seek(start)
        wanted = [_is_wanted(info) for info in infos]
        while wanted and not wanted[-1]:
            wanted.pop()
        for place, (info, is_wanted) in enumerate(zip(infos, wanted)):
            name = clean_name(info.filename, True)
            is_too_large = info.uncompressed > min(options.max_memory_bytes, n_kept_left)
            if is_wanted and is_too_large:
                yield name, Unreadable("too-large", f"it unpacks to {info.uncompressed} bytes")
                if place == len(wanted) - 1:
                    break
            n_left -= info.uncompressed
            if n_left < 0:
                raise Unreadable("too-large", "it unpacks to more than allowed")
            n_kept = info.uncompressed if is_wanted and not is_too_large else 0
            n_kept_left -= n_kept
            data, is_sound = _unpack(archive, info, end, n_kept)
            if is_wanted and not is_too_large:
                member = Source(posixpath.basename(name), data=data, options=options)
                yield name, member if is_sound else Unreadable("damaged", "7z member: its checksum differs")


def _is_wanted(info: Any) -> bool:
    return info.is_file and not is_system(info.filename)


def _problem(error: Exception, is_encrypted: bool, has_password: bool) -> Unreadable:
    from py7zr import exceptions

    if isinstance(error, exceptions.PasswordRequired) or (is_encrypted and has_password):
        return Unreadable("encrypted", "protected by a password" if not has_password else "the password does not fit")
    if isinstance(error, exceptions.UnsupportedCompressionMethodError):
        return Unreadable("unsupported", "7z: an unknown compression")
    if isinstance(error, (exceptions.ArchiveError, *_FAILURES)):
        return Unreadable("damaged", f"7z: {type(error).__name__}")
    raise error


class _Sink:
    """Takes the bytes of one member, and keeps at most a given number of them."""

    def __init__(self, n_kept: int) -> None:
        self._n_left = n_kept
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        if self._n_left > 0:
            self._parts.append(bytes(data[: self._n_left]))
            self._n_left -= len(data)
        return len(data)

    def data(self) -> bytes:
        return b"".join(self._parts)


def _bytes_of(source: Source) -> BinaryIO:
    """The archive's bytes; of a split one all volumes, which lie beside the first ("a.7z.001", "a.7z.002"…)."""
    match = _FIRST_VOLUME.fullmatch(source.path.name) if source.path is not None else None
    if match is None or source.path is None:
        return source.open()
    paths = [source.path]
    for number in range(2, _MAX_VOLUMES):
        path = source.path.with_name(f"{match.group(1)}{number:0{len(match.group(2))}}")
        if not path.is_file():
            break
        paths.append(path)
    return cast("BinaryIO", io.BufferedReader(_Volumes(paths)))


class _Volumes(io.RawIOBase):
    """Files read as if they were one."""

    def __init__(self, paths: list[Path]) -> None:
        self._paths = paths
        self._sizes = [path.stat().st_size for path in paths]
        self._at = 0
        self._open: tuple[int, BinaryIO] | None = None

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: sum(self._sizes)}[whence]
        self._at = max(base + offset, 0)
        return self._at

    def readinto(self, buffer: Any) -> int:
        at = self._at
        for number, size in enumerate(self._sizes):
            if at < size:
                file = self._volume(number)
                file.seek(at)
                data = file.read(min(len(buffer), size - at))
                buffer[: len(data)] = data
                self._at += len(data)
                return len(data)
            at -= size
        return 0

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None
        super().close()

    def _volume(self, number: int) -> BinaryIO:
        if self._open is None or self._open[0] != number:
            if self._open is not None:
                self._open[1].close()
            self._open = (number, self._paths[number].open("rb"))
        return self._open[1]
