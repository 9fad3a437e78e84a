"""Nothing leaves the machine: the main job without a network, and with every way to one raising."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
QUESTION = "¿Cuánto tiene que pagar cada vivienda por la derrama del ascensor?"

# Python runs this at the start of every process, those of the workers too. Sockets between our own processes are of
# the family AF_UNIX; everything else, and every look-up of a name, raises and leaves a note.
GUARD = '''
import os, sys

def _watch(event, arguments):
    if event == "socket.__new__" and arguments[1] not in (-1, 1):
        _refuse(event, arguments[1:])
    if event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "urllib.Request"):
        _refuse(event, arguments)
    if event in ("socket.connect", "socket.sendto", "socket.bind") and not isinstance(arguments[1], (str, bytes)):
        _refuse(event, arguments[1:])

def _refuse(event, arguments):
    with open(os.environ["FICHERO_TEST_NETWORK"], "a") as file:
        file.write(f"{event} {arguments!r}\\n")
    raise PermissionError(f"a test refuses the network: {event}")

sys.addaudithook(_watch)
'''


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, sample_folder: Path) -> Path:
    root = tmp_path_factory.mktemp("offline")
    shutil.copytree(sample_folder / "comunidad", root / "docs")
    (root / "guard").mkdir()
    (root / "guard" / "sitecustomize.py").write_text(GUARD, encoding="utf-8")
    return root


def environment(home: Path, **more: str) -> dict[str, str]:
    """A bare environment, with a HOME in which there is nothing."""
    home.mkdir()
    temporary = home.parent / f"{home.name}-tmp"
    temporary.mkdir()
    return {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TMPDIR": str(temporary), **more}


def main_job(before: tuple[str, ...], data: Path, folder: Path, env: dict[str, str]) -> list[Any]:
    """index, search, status, errors; returns what they print."""
    printed = []
    for arguments in (("index", str(folder)), ("search", QUESTION), ("status",), ("errors",)):
        done = subprocess.run(
            [*before, sys.executable, str(ROOT / "main.py"), *arguments, "--json", "--data", str(data)],
            capture_output=True, text=True, timeout=180, env=env, cwd=folder,
        )
        assert done.returncode == 0, f"{arguments}: {done.stderr}"
        printed.append(json.loads(done.stdout))
    return printed


def check(printed: list[Any]) -> None:
    report, result, status, errors = printed
    assert report["documents"]["indexed"] == 4
    assert result["stage"] == status["folders"][0]["stage"] == "complete"
    assert Path(result["hits"][0]["path"]).name == "acta_junta_2024.pdf"
    assert errors == []


def files_below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def command_without_network() -> tuple[str, ...] | None:
    """What to put before a command: root may make the namespace itself, others need one of users around it."""
    if shutil.which("unshare") is None:
        return None
    for command in (("unshare", "--net"), ("unshare", "--map-root-user", "--net")):
        if subprocess.run([*command, "true"], capture_output=True).returncode == 0:
            return command
    return None


def test_main_job_in_a_namespace_without_interfaces(place: Path) -> None:
    alone = command_without_network()
    if alone is None:
        pytest.skip("this machine does not let a test make a network namespace")
    interfaces = subprocess.run([*alone, "cat", "/proc/net/dev"], capture_output=True, text=True, check=True).stdout
    assert interfaces.splitlines()[2:] == [line for line in interfaces.splitlines()[2:] if line.strip().startswith("lo:")]
    check(main_job(alone, place / "data-namespace", place / "docs", environment(place / "home-namespace")))


def test_main_job_opens_no_socket_and_writes_nowhere_else(place: Path) -> None:
    home, notes, data = place / "home", place / "network.txt", place / "data"
    before = files_below(place / "docs"), files_below(ROOT / "models")
    env = environment(home, PYTHONPATH=str(place / "guard"), FICHERO_TEST_NETWORK=str(notes), PYTHONDONTWRITEBYTECODE="1")
    check(main_job((), data, place / "docs", env))
    assert not notes.exists(), notes.read_text(encoding="utf-8")
    assert files_below(home) == [], "nothing is written outside --data"
    assert files_below(place / "home-tmp") == [], "nothing is left in the folder for temporary files"
    assert (files_below(place / "docs"), files_below(ROOT / "models")) == before
    assert files_below(data)


def test_guard_would_notice(place: Path) -> None:
    notes = place / "noticed.txt"
    env = {**os.environ, "PYTHONPATH": str(place / "guard"), "FICHERO_TEST_NETWORK": str(notes)}
    for attempt in ("import socket; socket.socket()", "import socket; socket.getaddrinfo('localhost', 80)",
                    "import urllib.request; urllib.request.urlopen('http://localhost:9')"):
        done = subprocess.run([sys.executable, "-c", attempt], env=env, capture_output=True, text=True)
        assert done.returncode == 1 and "refuses the network" in done.stderr, attempt
    assert len(notes.read_text(encoding="utf-8").splitlines()) == 3
