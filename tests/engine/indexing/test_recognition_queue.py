"""What waits for text recognition and what becomes of it, with stand-ins for readers: no networks needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.document import RecognisedLine
from engine.errors import Unreadable
from engine.indexing.indexer import Indexer
from engine.indexing.recognition_queue import waiting_files
from engine.indexing.recognition_stage import forget_unknown
from tests.engine.indexing_parts import Bench, Part, document

LINE = RecognisedLine(0, 8, 2, 0.1, 0.2, 0.9, 0.25)


class Pool:
    """A file's text is its own; where it says SCAN, text recognition adds to it what it is given."""

    def __init__(self, ocr: bool, recognised: str | Unreadable, log: list[str]) -> None:
        self._ocr, self._recognised, self._log = ocr, recognised, log

    def read(
        self, paths: Iterable[Path], is_cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[Path, list[Part]]]:
        for path in paths:
            self._log.append(("ocr " if self._ocr else "") + path.name)
            yield path, [Part("", self._outcome(path.read_text("utf-8")))]

    def _outcome(self, text: str):
        scans = text.count("SCAN")
        own = text.replace("SCAN", "").strip()
        if self._ocr and scans:
            if isinstance(self._recognised, Unreadable):
                return self._recognised
            return replace(document(f"{own}\n{self._recognised}"), recognised=(LINE,))
        if not own:
            return Unreadable("no-text", "scanned", is_for_ocr=True)
        return replace(document(own), n_unrecognised=scans)

    def close(self) -> None:
        pass


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.close()


def with_recognition(bench: Bench, recognised: str | Unreadable = "reconocido", is_installed: bool = True) -> Indexer:
    indexer = bench.indexer
    indexer._reading_pool = lambda ocr: Pool(ocr, recognised, bench.log)       # type: ignore[assignment]
    indexer._can_recognise = lambda: is_installed
    return indexer


def test_ordinary_text_first_then_what_waits(bench: Bench) -> None:
    for name, text in (("nota.txt", "una nota"), ("mixto.txt", "hoja SCAN"), ("escaneo.txt", "SCAN")):
        bench.put(name, text)
    indexer = with_recognition(bench)
    report = indexer.index([bench.docs], ocr=True)
    assert bench.log[3:] == ["ocr escaneo.txt", "ocr mixto.txt"] or bench.log[3:] == ["ocr mixto.txt", "ocr escaneo.txt"]
    assert (report.indexed, report.failed) == (3, 0)
    assert bench.texts() == ["hoja", "reconocido", "reconocido", "una nota"]
    mixed = bench.catalog.document_at(str(bench.docs / "mixto.txt"))
    assert mixed is not None
    structure = bench.catalog.structure(mixed.document_id)
    assert structure is not None and structure.recognised == (LINE,)
    bench.log.clear()
    assert indexer.index([bench.docs]).unchanged == 3 and bench.log == []
    bench.check()


def test_a_reader_that_fails_costs_no_text_and_is_not_tried_for_ever(bench: Bench) -> None:
    bench.put("mixto.txt", "hoja SCAN")
    bench.put("escaneo.txt", "SCAN")
    indexer = with_recognition(bench, Unreadable("timeout", "too long"))
    report = indexer.index([bench.docs], ocr=True)
    assert (report.indexed, report.failed) == (1, 1)
    assert [text for text in bench.texts() if text] == ["hoja"]
    assert [error.reason for error in bench.catalog.errors()] == ["timeout"]
    assert not indexer.has_unrecognised
    bench.log.clear()
    indexer.recognise()
    assert bench.log == []


def test_off_nothing_is_recognised_and_without_the_add_on_it_waits(bench: Bench) -> None:
    bench.put("mixto.txt", "hoja SCAN")
    indexer = with_recognition(bench, is_installed=False)
    indexer.index([bench.docs])
    assert waiting_files(bench.catalog, False) == [] and [f.path for f, _ in waiting_files(bench.catalog, True)] == [str(bench.docs / "mixto.txt")]
    indexer.index([bench.docs], ocr=True)
    assert not indexer.has_unrecognised and len(waiting_files(bench.catalog, False)) == 1
    assert bench.log == ["mixto.txt"]


def test_without_a_folder_it_is_turned_on_for_all(bench: Bench) -> None:
    bench.put("mixto.txt", "hoja SCAN")
    indexer = with_recognition(bench)
    indexer.index([bench.docs])
    indexer.index(ocr=True)
    assert bench.texts() == ["hoja", "reconocido"] and bench.catalog.roots()[0].ocr


def test_a_folder_keeps_it_until_told_otherwise(bench: Bench) -> None:
    bench.put("dentro/mixto.txt", "hoja SCAN")
    bench.put("otro/mixto.txt", "otra SCAN")
    indexer = with_recognition(bench)
    within, other = bench.docs / "dentro", bench.docs / "otro"
    indexer.index([within], ocr=True)
    indexer.index([within])
    indexer.index([bench.docs])                 # a folder above, without it
    indexer.index([within])
    indexer.add([within, bench.docs])
    indexer.index()
    assert {root.path: root.ocr for root in bench.catalog.roots()} == {str(bench.docs): False, str(within): True}
    assert bench.texts() == ["hoja", "otra", "reconocido"]
    indexer.index([bench.docs], ocr=True)
    indexer.index([other], ocr=False)           # a part of it, told otherwise
    assert {root.path: root.ocr for root in bench.catalog.roots()} == {str(bench.docs): True, str(within): True, str(other): False}
    indexer.index(ocr=False)
    assert not any(root.ocr for root in bench.catalog.roots())


def test_of_copies_one_goes_first(bench: Bench) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        bench.put(name, "SCAN" if name != "b.txt" else "otra SCAN")
    with_recognition(bench, is_installed=False).index([bench.docs], ocr=True)
    names = [Path(file.path).name for file, _ in waiting_files(bench.catalog, False)]
    assert sorted(names[:2]) in (["a.txt", "b.txt"], ["b.txt", "c.txt"]) and names[2] in ("a.txt", "c.txt")


def test_what_was_recognised_goes_with_its_last_document(tmp_path: Path) -> None:
    for name in ("eins", "zwei"):
        (tmp_path / f"{name}.jsonl").write_text("[]")
    assert forget_unknown(tmp_path, frozenset({"zwei"})) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["zwei.jsonl"]
    assert forget_unknown(tmp_path / "nothing", frozenset()) == 0
