"""What a laptop does to the program itself: no room, no permission, a second Fichero, sleep."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from engine.machine.index_lock import IndexLock
from tests.end2end.conftest import ROOT, Fichero

_LESS_RIGHTS = (
    "import sys; sys.path.insert(0, sys.argv[1]); from tests.consistency.surroundings import obey_permissions; "
    "assert obey_permissions(); from ui.command.program import main; sys.exit(main(sys.argv[2:]))"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    documents = tmp_path / "docs"
    documents.mkdir()
    for number in range(12):
        (documents / f"nota{number}.txt").write_text(f"La nota {number} habla de la fianza del alquiler y del plazo {number}.")
    return documents


def is_sound(fichero: Fichero) -> bool:
    return bool(fichero.json("doctor")["ok"])


def test_the_second_of_two_says_who_has_the_index(fichero: Fichero, folder: Path):
    with IndexLock(fichero.data):
        second = fichero.run("index", folder, "--data", fichero.data, status=1, FICHERO_LANGUAGE="es")
        assert re.search(rf"proceso {os.getpid()} en .+ desde 20\d\d-\d\d-\d\d \d\d:\d\d", second.stderr)


@pytest.mark.skipif(sys.platform != "linux", reason="the superuser's rights are taken away by a call of Linux")
def test_an_index_that_may_not_be_written_answers_and_says_so(fichero: Fichero, folder: Path):
    fichero.json("index", folder)
    (folder / "nueva.txt").write_text("una nota posterior")
    folders = [place for place, _, _ in os.walk(fichero.data)]
    for place in folders:
        os.chmod(place, 0o500)
    command = [sys.executable, "-c", _LESS_RIGHTS, str(ROOT)]
    try:
        refused = subprocess.run(
            [*command, "index", "--data", str(fichero.data)], capture_output=True, text=True, cwd=ROOT,
            env={**os.environ, "FICHERO_LANGUAGE": "en"}, check=False,
        )
        answered = subprocess.run(
            [*command, "search", "fianza", "--mode", "lexical", "--json", "--data", str(fichero.data)], capture_output=True,
            text=True, cwd=ROOT, check=True,
        )
    finally:
        for place in folders:
            os.chmod(place, 0o700)
    assert refused.returncode == 1 and "cannot write in its data folder" in refused.stderr and "Traceback" not in refused.stderr
    assert len(json.loads(answered.stdout)["hits"]) == 10
    assert fichero.json("index")["documents"]["indexed"] == 1 and is_sound(fichero)


@pytest.mark.skipif(sys.platform != "linux", reason="the small disk is a mount of Linux")
def test_a_full_disk_is_said_and_indexing_goes_on_when_there_is_room(fichero: Fichero, folder: Path, tmp_path: Path):
    script = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1]); "
        "from tests.consistency.surroundings import SmallDisk; import subprocess; disk = SmallDisk(Path(sys.argv[2]));\n"
        "if not disk.mount(): sys.exit(77)\n"
        "run = lambda: subprocess.run([sys.executable, sys.argv[1] + '/main.py', 'index', sys.argv[3], '--json', '--data', "
        "sys.argv[2] + '/data'], capture_output=True, text=True)\n"
        "first = run(); Path(sys.argv[3], 'otra.txt').write_text('otra nota ' * 3000); disk.leave_free(8192); full = run();\n"
        "disk.empty(); last = run(); print([first.returncode, full.returncode, last.returncode]); print(full.stderr[-500:]);\n"
        "print(last.stdout)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(ROOT), str(tmp_path / "disk"), str(folder)], capture_output=True, text=True, check=False,
        env={**os.environ, "FICHERO_LANGUAGE": "en"},
    )
    if done.returncode == 77:
        pytest.skip("no disk of our own can be mounted here")
    codes, *told = done.stdout.splitlines()
    assert codes == "[0, 1, 0]" and any("no room left on the disk" in line for line in told), done.stdout + done.stderr
    assert '"failed": 0' in done.stdout


def test_a_system_that_sleeps_in_the_middle_goes_on(fichero: Fichero, folder: Path):
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "index", str(folder), "--json", "--data", str(fichero.data)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )
    deadline = time.monotonic() + 60
    while not (all_of_it := psutil.Process(process.pid).children(recursive=True)) and time.monotonic() < deadline:
        time.sleep(0.01)
    for one in (psutil.Process(process.pid), *all_of_it):
        one.suspend()
    time.sleep(2.5)
    for one in (*all_of_it, psutil.Process(process.pid)):
        one.resume()
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0 and json.loads(output)["documents"] == {
        "indexed": 12, "unchanged": 0, "failed": 0, "left_out": 0, "removed": 0,
    }
    assert is_sound(fichero)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_ends_soon_and_in_order(fichero: Fichero, tmp_path: Path, number: int):
    folder = tmp_path / "much"
    folder.mkdir()
    for i in range(60):
        (folder / f"nota{i}.txt").write_text(f"La nota {i} habla del plazo.\n\n" + f"palabra{i} " * 300)
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "index", str(folder), "--data", str(fichero.data)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "FICHERO_LANGUAGE": "en"},
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),       # a job in the background ignores Ctrl+C, and its children too
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and n_to_embed(fichero) < 60:
        time.sleep(0.05)
    begun = time.monotonic()
    process.send_signal(number)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 1 and "What is done is kept" in told and "Traceback" not in told
    assert time.monotonic() - begun < 10        # 0.7 s on a computer that does nothing else
    with sqlite3.connect(f"file:{fichero.data / 'catalog.sqlite'}?mode=ro", uri=True) as database:
        assert not database.execute("SELECT 1 FROM meta WHERE key = 'at-work'").fetchall()
    assert is_sound(fichero) and n_to_embed(fichero)


def n_to_embed(fichero: Fichero) -> int:
    try:
        with sqlite3.connect(f"file:{fichero.data / 'catalog.sqlite'}?mode=ro", uri=True) as database:
            return int(database.execute("SELECT count(*) FROM documents WHERE state = 'text'").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_status_has_words_for_all_that_can_happen_to_an_index():
    from ui.command.status import _happened

    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "engine").rglob("*.py"))
    kinds = {*re.findall(r'[Jj]ournal(?:\(data_dir\))?\.note\(\s*"([a-z-]+)"', sources), "text-rebuilt", "vectors-rebuilt"}
    assert len(kinds) >= 8 and {kind for kind in kinds if _happened(kind) == kind} == set()


def test_status_claims_no_search_in_a_folder_of_which_nothing_was_read(fichero: Fichero, folder: Path):
    for file in folder.iterdir():
        file.unlink()
    fichero.text("index", folder)
    said = fichero.run("status", "--data", fichero.data).stdout
    assert "todavía no se ha leído nada" in said or "nothing has been read yet" in said
