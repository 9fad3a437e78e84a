"""Takes the files of an exported model out of a folder or a ZIP, and nothing else, into a folder of our own.

What is handed over was made by strangers: a name may lead out of the folder, a link may point anywhere, an archive may
swell to a thousand times its size. Only files of a known kind are taken, regular ones, within limits.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from models.errors import ModelRefused
from models.export_layout import SMALL_FILES, choose_network, ordered_networks

ENTRIES = 20_000
FILE_BYTES = 20 * 10**9         # the largest models for a laptop are a tenth of it
RATIO, RATIO_FROM = 200, 50 * 10**6     # of an archive's entry, where it is larger than this: weights hardly shrink
SPARE_BYTES = 50 * 10**6
PIECE = 1 << 20
_DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError, ValueError)
OTHER_WEIGHTS = (".safetensors", ".pt", ".pth", ".ckpt", ".h5", ".msgpack", ".gguf", ".ot", ".tflite", ".xml")
OTHER_FILES = (".py", ".png", ".jpg", ".jpeg", ".gif", ".pdf", ".zip", ".gz", ".exe", ".dll", ".so", ".dylib")


def unpack(source: Path, target: Path, network: str | None = None, may_link: bool = False) -> None:
    """Copy the model's files in `source` (a folder or a ZIP) into `target`, an empty folder.

    The model may lie one folder below the top. Of several networks (precisions) only one is taken: `network`, by path or
    name, or the usual one. `may_link`: a folder's files are our own and need not be copied.

    Raises:
        ModelRefused: neither of both, or something in it is not as it should be.
        OSError: it cannot be read, or there is no room; the disk's room is looked at first.
    """
    if source.is_dir():
        _copy_folder(source, target, network, may_link)
    elif zipfile.is_zipfile(source):
        try:
            with zipfile.ZipFile(source) as archive:
                _extract(archive, target, network)
        except (*_DAMAGED, OSError) as error:
            if isinstance(error, OSError) and error.errno != errno.EINVAL:      # a place before the archive's beginning
                raise
            raise ModelRefused(
                f"The archive is damaged or of an unknown kind ({type(error).__name__}).",
                f"El archivo comprimido está dañado o es de un tipo desconocido ({type(error).__name__}).",
            ) from error
    else:
        raise ModelRefused(
            f"{source} is neither a folder nor a ZIP file.", f"{source} no es una carpeta ni un archivo ZIP."
        )


def wanted_names(names: Iterable[str], network: str | None) -> set[str]:
    """Which files, by their paths below the model's folder, are to be taken: those that describe it, one network, and
    what may be its external data, which can have any name.

    Raises:
        ModelRefused: there is no network, or not the one that is wanted.
    """
    names = [name for name in names if _may_belong(name)]
    networks = ordered_networks([name for name in names if name.endswith(".onnx")])
    chosen = choose_network(networks, network)
    others = tuple(name for name in networks if name != chosen)
    return {
        name for name in names
        if name in SMALL_FILES or name == chosen
        or (PurePosixPath(name).parent == PurePosixPath(chosen).parent and not name.startswith(others))
    }


def _may_belong(name: str) -> bool:
    path = PurePosixPath(name)
    if name in SMALL_FILES:
        return True
    is_near = len(path.parts) == 1 or (len(path.parts) == 2 and path.parts[0] == "onnx")
    is_other = path.name.lower().endswith(OTHER_WEIGHTS + OTHER_FILES)
    return is_near and not is_other and not path.name.startswith(("pytorch_model", "rust_model", "training_args", "."))


def safe_path(name: str) -> PurePosixPath:
    """A relative path that stays below its folder, on every system.

    Raises:
        ModelRefused
    """
    path = PurePosixPath(name)
    is_bad = (
        not name or path.is_absolute() or "\\" in name or ":" in name or "\0" in name
        or any(part in ("..", "") for part in path.parts)
    )
    if is_bad:
        raise ModelRefused(
            f"It holds a file name that leads out of its folder: {name[:80]!r}.",
            f"Contiene un nombre de archivo que sale de su carpeta: {name[:80]!r}.",
        )
    return path


def need_room(folder: Path, n_bytes: int) -> None:
    """Raises OSError(ENOSPC) where the disk has no room for so much."""
    if shutil.disk_usage(folder).free < n_bytes + SPARE_BYTES:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))


def _root_of(names: Iterable[str]) -> str:
    """"" or "folder/": where config.json lies.

    Raises:
        ModelRefused
    """
    places = sorted((name[: -len("config.json")] for name in names if PurePosixPath(name).name == "config.json"), key=len)
    if not places or places[0].count("/") > 1:
        raise ModelRefused(
            "There is no config.json in it: it is not an exported model.",
            "No contiene config.json: no es un modelo exportado.",
        )
    return places[0]


def _copy_folder(source: Path, target: Path, network: str | None, may_link: bool) -> None:
    top = source
    if not (top / "config.json").is_file():
        below = [path.parent for path in sorted(source.glob("*/config.json"))]
        if not below:
            _root_of(())
        top = below[0]
    there = {
        path.relative_to(top).as_posix(): path
        for where in (top, top / "onnx", top / "1_Pooling") if where.is_dir()
        for path in sorted(where.iterdir()) if not path.is_dir()
    }
    chosen = [
        (there[name], name, _regular_size(there[name], name, top)) for name in sorted(wanted_names(there, network))
    ]
    if not may_link:
        need_room(target, sum(size for _, _, size in chosen))
    for path, name, size in chosen:
        place = target / safe_path(name)
        place.parent.mkdir(exist_ok=True)
        if may_link:
            try:
                os.link(path, place)
            except OSError:         # a file system without links
                need_room(target, size)
            else:
                continue
        with path.open("rb") as file:
            _pour(file, place, size, name)


def _regular_size(path: Path, name: str, top: Path) -> int:
    """Size of a regular file. A link is followed within the folder, and into the blobs of a hub's cache, whose snapshots
    are made of links; no other."""
    if path.is_symlink():
        real = path.resolve()
        is_inside = real.is_relative_to(top.resolve())
        is_cache = real.parent.name == "blobs" and real.parent.parent == top.resolve().parent.parent
        if not is_inside and not is_cache:
            raise ModelRefused(
                f"{name} is a link to a file outside the folder.", f"{name} es un enlace a un archivo de fuera de la carpeta."
            )
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise ModelRefused(f"{name} is not a regular file.", f"{name} no es un archivo normal.")
    _check_size(status.st_size, name)
    return status.st_size


def _extract(archive: zipfile.ZipFile, target: Path, network: str | None) -> None:
    entries = archive.infolist()
    if len(entries) > ENTRIES:
        raise ModelRefused("The archive holds far too many files.", "El archivo comprimido contiene demasiados archivos.")
    files = [entry for entry in entries if not entry.is_dir()]
    for entry in files:
        safe_path(entry.filename)
    root = _root_of(entry.filename for entry in files)
    wanted = wanted_names([e.filename.removeprefix(root) for e in files if e.filename.startswith(root)], network)
    chosen: dict[str, zipfile.ZipInfo] = {}
    for entry in files:
        name = entry.filename.removeprefix(root)
        if not entry.filename.startswith(root) or name not in wanted:
            continue
        _check_entry(entry, name)
        if name in chosen:
            raise ModelRefused(f"The archive holds {name} twice.", f"El archivo comprimido contiene {name} dos veces.")
        chosen[name] = entry
    need_room(target, sum(entry.file_size for entry in chosen.values()))
    for name, entry in chosen.items():
        place = target / safe_path(name)
        place.parent.mkdir(exist_ok=True)
        with archive.open(entry) as file:
            _pour(file, place, entry.file_size, name)       # type: ignore[arg-type]


def _check_entry(entry: zipfile.ZipInfo, name: str) -> None:
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise ModelRefused(f"{name} is a link.", f"{name} es un enlace.")
    if entry.flag_bits & 1:
        raise ModelRefused("The archive is encrypted.", "El archivo comprimido está cifrado.")
    _check_size(entry.file_size, name)
    if entry.file_size > RATIO_FROM and entry.file_size > RATIO * max(1, entry.compress_size):
        raise ModelRefused(
            f"{name} swells to {entry.file_size // 10**6} MB from next to nothing: that is no model.",
            f"{name} crece hasta {entry.file_size // 10**6} MB desde casi nada: eso no es un modelo.",
        )


def _check_size(n_bytes: int, name: str) -> None:
    if n_bytes > FILE_BYTES:
        raise ModelRefused(f"{name} is far too large.", f"{name} es demasiado grande.")


def _pour(file: BinaryIO, place: Path, size: int, name: str) -> None:
    """Copy at most `size` bytes; one more means that the archive lied."""
    left = size
    with place.open("xb") as out:
        while piece := file.read(PIECE):
            left -= len(piece)
            if left < 0:
                raise ModelRefused(f"{name} is larger than it says.", f"{name} es mayor de lo que dice.")
            out.write(piece)
        out.flush()
        os.fsync(out.fileno())
