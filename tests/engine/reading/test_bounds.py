"""Every bound of reading: what is too large, too deep or no ordinary file ends as a reason, and what was cut is said."""

from __future__ import annotations

import io
import os
import random
import socket
import threading
import time
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.pool import ReadingPool
from engine.reading.source import Part, ReadOptions, Source
from tests.data.sample_formats import pdf
from tests.engine.reading.bombs import bombs, tar_of_equal_names
from tests.engine.reading.reading_parts import docx, p, parts_of, zipped
from tests.engine.reading.soundness import faults_of

SHORT = ReadOptions(max_text_bytes=3_000)


def test_of_a_text_that_is_too_large_the_beginning_is_read_and_the_rest_is_said(tmp_path: Path) -> None:
    for name, line in (("a.log", "el recibo de la luz {}\n"), ("a.csv", "{};300;euros\n"), ("a.jsonl", '{{"mes": {}}}\n')):
        document, rest = parts_of(tmp_path, name, "".join(line.format(n) for n in range(1000)), SHORT)
        assert isinstance(document.outcome, Document) and "11" in document.outcome.text and "999" not in document.outcome.text
        assert rest.inner == "…" and isinstance(rest.outcome, Unreadable) and rest.outcome.reason == "too-large"


def test_the_beginning_of_a_text_ends_between_characters() -> None:
    def start(text: str, encoding: str) -> str:
        return (Source("a.txt", data=text.encode(encoding)).start(101).data or b"").decode(encoding)

    assert start("año\n" * 99, "utf-8") == "año\n" * 20
    assert start("ñ" * 99, "utf-8") in "ñ" * 99
    assert start("año\n" * 99, "utf-16-le") == "año\n" * 12 + "añ"
    assert start("a" * 99, "utf-32-be") == "a" * 25


@pytest.fixture(scope="module")
def pool() -> Iterator[ReadingPool]:
    with ReadingPool(2) as pool:
        yield pool


def test_bombs_loops_and_endless_nesting_end_soon_and_alone(tmp_path: Path, pool: ReadingPool) -> None:
    paths = []
    for number, (name, data) in enumerate(bombs().items()):
        paths += [tmp_path / f"{number} {name}", tmp_path / f"{number}.txt"]
        paths[-2].write_bytes(data)
        paths[-1].write_text("La fianza se devuelve en treinta días.", "utf-8")
    found = dict(pool.read(paths))
    assert set(found) == set(paths)
    for path, parts in found.items():
        for part in parts:
            if isinstance(part.outcome, Document):
                assert faults_of(part.outcome) == [], path.name
                assert "root:" not in part.outcome.text and len(part.outcome.text) < 5_000_000
            else:
                assert part.outcome.reason in ("too-large", "no-text", "damaged", "unsupported"), (path.name, str(part.outcome))
                assert "its reader" not in part.outcome.detail, (path.name, str(part.outcome))
        if path.suffix == ".txt":
            assert isinstance(parts[0].outcome, Document)


def test_what_is_no_ordinary_file_is_never_opened(tmp_path: Path, pool: ReadingPool) -> None:
    os.mkfifo(tmp_path / "tubo.txt")
    (tmp_path / "carpeta.txt").mkdir()
    (tmp_path / "vueltas.txt").symlink_to("vueltas.txt")
    (tmp_path / "nada.txt").symlink_to("no está")
    (tmp_path / "ceros.txt").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(tmp_path / "enchufe.txt"))
        found = {path.stem: parts[0].outcome for path, parts in pool.read([*tmp_path.iterdir(), Path("/proc/self/mem"), Path("/dev/null")])}
    reasons = {name: outcome.reason for name, outcome in found.items() if isinstance(outcome, Unreadable)}
    assert {reasons.pop("mem")} <= {"empty", "permission"}
    assert reasons == {"tubo": "special-file", "carpeta": "special-file", "vueltas": "special-file", "nada": "vanished",
                       "ceros": "special-file", "enchufe": "special-file", "null": "special-file"}


def test_names_of_every_sort(tmp_path: Path, pool: ReadingPool) -> None:
    names = ["a" * 251 + ".txt", "ñ" * 125 + ".txt", " .txt", "a\nb.txt", "a\tb.txt", "a!b.txt", "'\"$`.txt", "-rf.txt", "\u202etxt.fdp",
             os.fsdecode(b"caf\xe9\xff.txt"), "e\u0301.txt", "sin extensión", "...", "a.txt~"]
    for name in names:
        (tmp_path / name).write_text("La fianza se devuelve en treinta días.", "utf-8")
    found = {path.name: parts for path, parts in pool.read(list(tmp_path.iterdir()))}
    assert set(found) == set(names)
    assert all(isinstance(parts[0].outcome, Document) for parts in found.values())


def test_names_of_members_of_every_sort(tmp_path: Path) -> None:
    names = ["a" * 60_000 + ".txt", "../../etc/a.txt", "/a.txt", "a.txt", "a.txt", "C:\\b\\c.txt", "a\nb.txt", "!.txt", " ", ".", "", "\u202etxt.fdp"]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), "La fianza se devuelve en treinta días.")
    parts = parts_of(tmp_path, "a.zip", buffer.getvalue())
    inners = [part.inner for part in parts]
    assert len(set(inners)) == len(inners) == len(names)
    assert not any(inner.startswith(("/", "..")) or "/../" in inner for inner in inners)
    assert all(isinstance(part.outcome, Document) for part in parts)


def test_files_that_change_while_they_are_read(tmp_path: Path, pool: ReadingPool) -> None:
    """Cut short, grown, gone, replaced by a folder or made unreadable at any moment: each ends as something, at once."""
    chance = random.Random(7)
    text = "La fianza se devuelve en treinta días.\n" * 3_000
    good = {"txt": text.encode(), "docx": docx(p(text[:5_000])), "zip": zipped({f"{n}.txt": text for n in range(20)}),
            "pdf": pdf("# Contrato\n\n" + text[:20_000], "Ana"), "eml": b"From: a@b.es\nTo: c@d.es\nSubject: x\n\n" + text.encode()}
    paths = []
    for number in range(40):
        kind = chance.choice(list(good))
        paths.append(tmp_path / f"{number}.{kind}")
        paths[-1].write_bytes(good[kind])

    def spoil() -> None:
        for path in paths:
            time.sleep(chance.random() * 0.03)
            match chance.randrange(5):
                case 0:
                    os.truncate(path, chance.randrange(1, 500))
                case 1:
                    path.write_bytes(path.read_bytes() * 2)
                case 2:
                    path.unlink()
                case 3:
                    path.unlink()
                    path.mkdir()
                case _:
                    path.chmod(0)

    spoiler = threading.Thread(target=spoil)
    spoiler.start()
    answered = [path for path, parts in pool.read(paths) if all(_is_clear(part) for part in parts)]
    spoiler.join()
    assert sorted(answered) == sorted(paths)


def _is_clear(part: Part) -> bool:
    return isinstance(part.outcome, Document) or part.outcome.reason in (
        "damaged", "vanished", "permission", "special-file", "no-text", "empty", "unsupported")


def test_many_members_of_one_name_do_not_take_ever_longer(tmp_path: Path) -> None:
    data = tar_of_equal_names(4_000)
    begun = time.process_time()
    parts = parts_of(tmp_path, "a.tar", data)
    assert len({part.inner for part in parts}) == 4_000
    assert time.process_time() - begun < 10
