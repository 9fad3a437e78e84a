"""ZIP, TAR and single compressed files: their members as sources, bounded in number, size and ratio."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import posixpath
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from engine.errors import Unreadable
from engine.reading import aes_zip
from engine.reading.source import MB, Source

_ERRORS = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, RuntimeError, ValueError)
RATIO_FREE_BYTES = 10 * MB      # from here on, what unpacks is compared with what was packed
_LOCKS = ("~$", ".~lock.")       # an office program's mark that it has the document open
_SYSTEM = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")

Member = tuple[str, Source | Unreadable]


def zip_members(source: Source) -> Iterator[Member]:
    """(name, source or reason) of each file of a zip. Raises Unreadable "damaged" or "too-large" for the zip itself."""
    options = source.options
    with source.open() as file:
        try:
            archive = zipfile.ZipFile(file)
        except _ERRORS as error:
            raise Unreadable("damaged", f"zip: {error}") from error
        with archive:
            infos = [info for info in archive.infolist() if not info.filename.endswith("/") and not is_system(info.filename)]
            if len(infos) > options.max_members:
                raise Unreadable("too-large", f"{len(infos)} members; the limit is {options.max_members}")
            locked = [info for info in infos if info.flag_bits & 1 and info.file_size <= options.max_memory_bytes]
            opener = _ZipOpener(file, archive, locked, options.passwords)
            if infos and not opener.has_password and all(info.flag_bits & 1 for info in infos):
                raise Unreadable("encrypted", "protected by a password")
            for info in infos:
                name = clean_name(info.filename, bool(info.flag_bits & 0x800))
                yield name, _zip_member(opener, info, name, source)


class _ZipOpener:
    """Takes members out of a zip, locked ones with the first of the passwords that opens the smallest of them."""

    def __init__(self, file: BinaryIO, archive: zipfile.ZipFile, locked: list[zipfile.ZipInfo], passwords: Sequence[str]) -> None:
        self._file = file
        self._archive = archive
        self._password: bytes | None = None
        if locked:
            self._try(min(locked, key=lambda info: info.file_size), passwords)

    @property
    def has_password(self) -> bool:
        return self._password is not None

    def _try(self, info: zipfile.ZipInfo, passwords: Sequence[str]) -> None:
        for password in passwords:
            for codec in ("utf-8", "cp1252", "cp850"):
                if self._opens(info, password, codec):
                    return

    def _opens(self, info: zipfile.ZipInfo, password: str, codec: str) -> bool:
        try:
            self._password = password.encode(codec)
            self.bytes_of(info, info.file_size + 1)         # to its end, where its checksum is compared
        except aes_zip.UnknownPacking:
            pass                    # the password fits: its authentication code is compared before it is unpacked
        except (UnicodeEncodeError, aes_zip.WrongPassword, *_ERRORS):
            self._password = None
        return self._password is not None

    def bytes_of(self, info: zipfile.ZipInfo, max_bytes: int) -> bytes:
        if info.compress_type == aes_zip.METHOD and self._password is not None:
            return aes_zip.unpacked(self._file, info, self._password, max_bytes)
        with self._archive.open(info, pwd=self._password) as member:
            return member.read(max_bytes)


def _zip_member(opener: _ZipOpener, info: zipfile.ZipInfo, name: str, source: Source) -> Source | Unreadable:
    options = source.options
    if info.flag_bits & 1 and not opener.has_password:
        return Unreadable("encrypted", "protected by a password")
    allowed = min(options.max_memory_bytes, max(RATIO_FREE_BYTES, info.compress_size * options.max_ratio))
    if info.file_size > allowed or info.compress_size > options.max_memory_bytes:
        return Unreadable("too-large", f"{info.file_size} bytes packed into {info.compress_size}")
    try:
        data = opener.bytes_of(info, allowed + 1)
    except aes_zip.WrongPassword:
        return Unreadable("encrypted", "the password does not fit")
    except (aes_zip.UnknownPacking, NotImplementedError):       # ours, and zipfile's own word for the same
        return Unreadable("unsupported", "zip member: an unknown compression")
    except _ERRORS as error:
        return Unreadable("damaged", f"zip member: {str(error)[:150]}")
    if len(data) > allowed:
        return Unreadable("too-large", f"it unpacks to more than {allowed} bytes")
    return Source(posixpath.basename(name), data=data, options=options)


def tar_members(source: Source) -> Iterator[Member]:
    """(name, source or reason) of each file of a tar, compressed or not, read once from front to back."""
    options = source.options
    n_members = 0
    try:
        with source.open() as file, tarfile.open(fileobj=_bounded(source, file), mode="r|") as archive:
            for info in archive:
                if not info.isfile() or is_system(info.name):
                    continue
                n_members += 1
                if n_members > options.max_members:
                    raise Unreadable("too-large", f"more than {options.max_members} members")
                name = clean_name(info.name, True)
                if info.size > options.max_memory_bytes:
                    yield name, Unreadable("too-large", f"{info.size} bytes")
                    continue
                member = archive.extractfile(info)
                data = member.read() if member is not None else b""
                yield name, Source(posixpath.basename(name), data=data, options=options)
    except (tarfile.TarError, *_ERRORS) as error:
        raise Unreadable("damaged", f"tar: {str(error)[:150]}") from error


def unpacked_member(source: Source) -> Iterator[Member]:
    """The one file in a .gz, .bz2, .xz or .zst; a tar in it gives its members."""
    try:
        with source.open() as file:
            stream = _bounded(source, file)
            head = stream.read(1024)
            if len(head) > 262 and head[257:262] == b"ustar":
                yield from tar_members(source)
                return
            limit = source.options.max_memory_bytes
            data = head + stream.read(limit + 1)
    except _ERRORS as error:
        raise Unreadable("damaged", f"compressed file: {str(error)[:150]}") from error
    if len(data) > limit:
        raise Unreadable("too-large", f"it unpacks to more than {limit} bytes")
    name = source.name.rsplit(".", 1)[0] or "content"
    yield name, Source(name, data=data, options=source.options)


class _Bounded(io.RawIOBase):
    """A decompressing stream that refuses to give more than a ratio of its packed size allows."""

    def __init__(self, inner: BinaryIO, limit: int) -> None:
        self._inner = inner
        self._left = limit

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._inner.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise Unreadable("too-large", "it unpacks to more than allowed")
        return data


def _bounded(source: Source, file: BinaryIO) -> BinaryIO:
    head = file.read(6)
    file.seek(0)
    inner: BinaryIO = file
    if head.startswith(b"\x1f\x8b"):
        inner = gzip.GzipFile(fileobj=file)  # type: ignore[assignment]
    elif head.startswith(b"BZh"):
        inner = bz2.BZ2File(file)  # type: ignore[assignment]
    elif head.startswith(b"\xfd7zXZ"):
        inner = lzma.LZMAFile(file)  # type: ignore[assignment]  # noqa: SIM115
    elif head.startswith(b"\x28\xb5\x2f\xfd"):
        from backports import zstd

        inner = zstd.ZstdFile(file)  # type: ignore[assignment]
    options = source.options
    limit = min(options.max_unpacked_bytes, max(RATIO_FREE_BYTES, source.size * options.max_ratio))
    return _Bounded(inner, limit)  # type: ignore[return-value]


def is_system(name: str) -> bool:
    base = posixpath.basename(name)
    return name.startswith(_SYSTEM[0]) or base in _SYSTEM[1:] or base.startswith(_LOCKS)


def clean_name(name: str, is_unicode: bool) -> str:
    """A member's name below the archive: never absolute, never above it. Old zips hold cp437, or the maker's own page.

    Bytes that are no UTF-8 come as surrogates (PEP 383) and are taken for Windows' Western page."""
    if not is_unicode and not name.isascii():
        try:
            raw = name.encode("cp437")
        except UnicodeEncodeError:
            raw = b""
        for codec in ("utf-8", "cp850"):
            try:
                name = raw.decode(codec) if raw else name
                break
            except UnicodeDecodeError:
                continue
    elif not name.isascii():
        name = _without_surrogates(name)
    name = name.replace("\\", "/").replace("\0", "")
    return posixpath.normpath("/" + name).lstrip("/") or "member"


def _without_surrogates(name: str) -> str:
    try:
        return name.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeDecodeError as error:
        return bytes(error.object).decode("cp1252", "replace")
    except UnicodeEncodeError:              # a surrogate that stands for no byte
        return name.encode("utf-8", "replace").decode("utf-8")
