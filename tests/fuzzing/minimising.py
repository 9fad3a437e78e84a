"""Makes a file that shows a fault smaller, as long as it shows the same fault. Each try runs in a forked process."""

from __future__ import annotations

import io
import os
import resource
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

from engine.reading.source import MB
from tests.fuzzing.judging import judge

_TRY_S = 20.0
_ALL_S = 60.0
_HANG, _CRASH = 250, 251


def minimise(path: Path) -> Path:
    """Writes `path` with ".min" before its extension, and gives its name."""
    signature = path.with_name(path.name.split(" ")[0] + ".finding")
    wanted = signature.read_text("utf-8").splitlines()[0] if signature.is_file() else ""
    name = path.name.partition(" ")[2] or path.name
    with tempfile.TemporaryDirectory(prefix="fichero-fuzz-") as folder:
        small = _smaller(path.read_bytes(), lambda data: _shows(data, Path(folder) / name, wanted))
    result = path.with_name(f"{path.stem}.min{path.suffix}")
    result.write_bytes(small)
    return result


def _smaller(data: bytes, shows: Callable[[bytes], bool]) -> bytes:
    deadline = time.monotonic() + _ALL_S
    if data.startswith(b"PK"):
        try:
            return _smaller_zip(data, shows, deadline)
        except (zipfile.BadZipFile, NotImplementedError, OSError, RuntimeError):
            pass
    return _cut(data, shows, deadline)


def _cut(data: bytes, shows: Callable[[bytes], bool], deadline: float) -> bytes:
    """Leaves out ever smaller pieces (Zeller's ddmin, complements only)."""
    size = max(len(data) // 2, 1)
    while size and time.monotonic() < deadline:
        at, is_smaller = 0, False
        while at < len(data) and time.monotonic() < deadline:
            candidate = data[:at] + data[at + size :]
            if candidate and shows(candidate):
                data, is_smaller = candidate, True
            else:
                at += size
        if not is_smaller:
            size //= 2
    return data


def _smaller_zip(data: bytes, shows: Callable[[bytes], bool], deadline: float) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = [(info.filename, archive.read(info)) for info in archive.infolist()]
    if not shows(_zipped(members)):
        return _cut(data, shows, deadline)
    for at in reversed(range(len(members))):
        rest = members[:at] + members[at + 1 :]
        if shows(_zipped(rest)):
            members = rest
    for at, (name, content) in enumerate(members):
        def shows_with(candidate: bytes, at: int = at, name: str = name) -> bool:
            return shows(_zipped([*members[:at], (name, candidate), *members[at + 1 :]]))

        members[at] = (name, _cut(content, shows_with, deadline))
    return _zipped(members)


def _zipped(members: list[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name), content)
    return buffer.getvalue()


def _shows(data: bytes, path: Path, wanted: str) -> bool:
    path.write_bytes(data)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        resource.setrlimit(resource.RLIMIT_AS, (3_000 * MB, resource.getrlimit(resource.RLIMIT_AS)[1]))
        for descriptor in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
        found = "\n".join(finding.signature for finding in judge(path))
        os.write(write, found.encode("utf-8", "replace")[:60_000])
        os._exit(0)
    os.close(write)
    status = _wait(child)
    with os.fdopen(read, "rb") as pipe:
        found = pipe.read().decode("utf-8", "replace").split("\n")
    if wanted.startswith("hang"):
        return status == _HANG
    if wanted.startswith("crash"):
        return status == _CRASH
    return wanted in found if wanted else found != [""]


def _wait(child: int) -> int:
    deadline = time.monotonic() + _TRY_S
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return _CRASH if os.WIFSIGNALED(status) else 0
        time.sleep(0.002)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return _HANG
