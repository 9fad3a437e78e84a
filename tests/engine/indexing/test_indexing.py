"""The indexer: new, changed, moved, copied, deleted, unreadable, cut short; always the three stores agree."""

from __future__ import annotations

import errno
import os
import shutil
import time
from datetime import date
from pathlib import Path

import pytest

from engine.errors import DiskFull, FolderMissing, ModelMissing
from engine.hits import Filters
from engine.machine.fingerprint import FileStamp
from tests.engine.indexing_parts import Bench, Embedder


@pytest.fixture
def bench(tmp_path: Path):
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def age(path: Path, seconds: float = 60) -> None:
    """Make a file old enough that its time alone is trusted."""
    then = time.time_ns() - int(seconds * 1e9)
    os.utime(path, ns=(then, then))


def test_a_folder_is_indexed_in_both_stages_and_counted(bench):
    bench.put("a.txt", "uno\ndos")
    bench.put("b/c.txt", "tres")
    bench.put("mal.pdf", "!encrypted")
    bench.put("x.mp3", "no")
    steps = []
    report = bench.index(progress=steps.append)
    assert report.as_json()["documents"] == {"indexed": 2, "unchanged": 0, "failed": 1, "left_out": 1, "removed": 0}
    assert (report.chunks, report.embedded) == (3, 3)
    assert bench.texts() == ["", "dos", "tres", "uno"]
    bench.check()
    assert {step.stage for step in steps} == {"scan", "text", "vectors"}
    assert [e.reason for e in bench.catalog.errors()] == ["encrypted"]
    (folder,) = bench.catalog.folders()
    assert (folder.path, folder.documents, folder.chunks, folder.failed, folder.stage) == (str(bench.docs), 2, 3, 1, "complete")
    assert folder.left_out == {"kind": 1}


def test_nothing_is_read_or_embedded_twice(bench):
    for name in ("a.txt", "b.txt", "mal.pdf"):
        age(bench.put(name, "!damaged" if name == "mal.pdf" else name))
    bench.index()
    bench.log.clear()
    bench.embedder.passages.clear()
    report = bench.index()
    assert report.as_json()["documents"] == {"indexed": 0, "unchanged": 2, "failed": 1, "left_out": 0, "removed": 0}
    assert bench.log == [] and bench.embedder.passages == []
    bench.check()


def test_a_touched_file_is_only_stamped_and_a_changed_one_read(bench):
    a, b = bench.put("a.txt", "uno"), bench.put("b.txt", "dos")
    bench.index()
    bench.log.clear()
    age(a)
    b.write_text("otro\ndos")
    before = bench.catalog.document_at(str(b))
    report = bench.index()
    assert bench.read_names() == ["b.txt"] and (report.indexed, report.unchanged) == (1, 1)
    assert bench.catalog.document_at(str(a)).mtime_ns == a.stat().st_mtime_ns
    assert bench.catalog.document_at(str(b)).document_id == before.document_id
    assert bench.embedder.passages.count("dos") == 1        # the part that did not change
    assert bench.texts() == ["dos", "otro", "uno"]
    bench.check()


@pytest.mark.parametrize("year", [2300, 1600])
def test_a_time_that_no_store_can_keep_is_the_nearest_one(bench, year, monkeypatch):
    far = bench.put("a.txt", "uno")
    then = int((year - 1970) * 365.25 * 86_400) * 10**9
    real = FileStamp.of.__func__        # not every file system keeps such a time: what it would say is put in its place

    class Status:
        def __init__(self, status: os.stat_result) -> None:
            self.st_size, self.st_mtime_ns, self.st_ctime_ns, self.st_ino = status.st_size, then, then, 2**64 - 1

    monkeypatch.setattr(FileStamp, "of", classmethod(lambda cls, status: real(cls, Status(status))))
    assert bench.index().indexed == 1 and bench.index().unchanged == 1
    stored = bench.catalog.document_at(str(far))
    assert abs(stored.mtime_ns) == 2**63 - 1 and (stored.mtime_ns > 0) == (year > 1970)
    for period, is_in in (((date(2200, 1, 1), date(9999, 12, 31)), year > 1970), ((date(1, 1, 1), date(1700, 1, 1)), year < 1970)):
        found = bench.catalog.matching_documents(Filters(after=period[0], before=period[1]))
        assert bool(found) is is_in, period


def test_a_change_of_the_same_size_in_the_same_moment_is_seen(bench):
    a = bench.put("a.txt", "uno")
    bench.index()
    status = a.stat()
    a.write_text("dos")
    os.utime(a, ns=(status.st_atime_ns, status.st_mtime_ns))
    bench.index()
    assert bench.texts() == ["dos"]
    bench.check()


def test_deleted_files_are_forgotten_in_all_stores(bench):
    bench.put("a.txt", "uno")
    b = bench.put("b.txt", "dos")
    bench.index()
    b.unlink()
    assert bench.index().removed == 1
    assert bench.texts() == ["uno"] and bench.vectors.count() == 1
    bench.check()


def test_a_moved_file_is_neither_read_nor_embedded_again(bench):
    a = bench.put("a.txt", "uno")
    bench.index()
    before = bench.catalog.document_at(str(a))
    bench.log.clear()
    bench.embedder.passages.clear()
    (bench.docs / "nueva").mkdir()
    a.rename(bench.docs / "nueva" / "z.txt")
    report = bench.index()
    assert (report.indexed, report.removed) == (1, 0) and bench.read_names() == [] and bench.embedder.passages == []
    after = bench.catalog.document_at(str(bench.docs / "nueva" / "z.txt"))
    assert after.document_id == before.document_id
    (row,) = bench.lexical.entries.values()
    assert (row.file_name, row.folder) == ("z.txt", "docs/nueva")
    bench.check()


def test_a_swap_of_two_names_is_no_move(bench):
    a, b = bench.put("a.txt", "uno"), bench.put("b.txt", "dos")
    bench.index()
    a.rename(bench.docs / "c.txt")
    b.rename(a)
    (bench.docs / "c.txt").rename(b)
    bench.index()
    assert bench.catalog.body(bench.catalog.document_at(str(a)).document_id) == "dos"
    bench.check()


def test_a_copy_is_not_embedded_again(bench):
    bench.put("a.txt", "uno\ndos")
    bench.index()
    bench.embedder.passages.clear()
    shutil.copy(bench.docs / "a.txt", bench.docs / "copia.txt")
    assert bench.index().embedded == 2
    assert bench.embedder.passages == [] and bench.vectors.count() == 4
    bench.check()


def test_members_are_documents_and_unsupported_ones_are_left_out(bench):
    bench.put("z.zip", "#a.txt: uno\n#a.txt: dos\n#f/foto.jpg: ?\n#roto.docx: ?\n#node_modules/x.js: tres")
    report = bench.index()
    assert bench.shown() == ["z.zip!a (2).txt", "z.zip!a.txt", "z.zip!roto.docx"]
    assert (report.indexed, report.failed, report.left_out) == (2, 1, 2)
    row = next(row for row in bench.lexical.entries.values() if row.text == "uno")
    assert (row.file_name, row.folder) == ("a.txt", "docs/z.zip")
    bench.check()
    bench.put("z.zip", "#b.txt: uno")
    bench.index()
    assert bench.shown() == ["z.zip!b.txt"]
    bench.check()


def test_unknown_binary_files_are_left_out_and_with_all_files_listed(bench):
    (bench.docs / "datos.xyz").write_bytes(b"\xff\xfe\x00")
    (bench.docs / "roto.txt").write_bytes(b"\xff\xfe\x00")
    report = bench.index()
    assert (report.failed, report.left_out) == (1, 1) and bench.shown() == ["roto.txt"]
    bench.log.clear()
    report = bench.index()
    assert (report.failed, report.left_out) == (1, 1)
    bench.log.clear()
    report = bench.index(all_files=True)
    assert report.failed == 2 and bench.shown() == ["datos.xyz", "roto.txt"]
    assert bench.index().left_out == bench.indexer.index().left_out == 0 and bench.shown() == ["datos.xyz", "roto.txt"]
    report = bench.index(all_files=False)
    assert report.left_out == 1 and bench.shown() == ["roto.txt"]
    bench.check()


def test_passing_problems_are_tried_again_and_lasting_ones_not(bench):
    age(bench.put("a.txt", "!damaged"))
    age(bench.put("b.txt", "!timeout"))
    bench.index()
    bench.log.clear()
    bench.index()
    assert bench.read_names() == ["b.txt"]


def test_unavailable_folders_keep_their_documents(bench, tmp_path):
    bench.put("a.txt", "uno")
    bench.index()
    bench.docs.rename(tmp_path / "away")
    report = bench.indexer.index()
    assert report.unavailable == (str(bench.docs),) and bench.texts() == ["uno"]
    assert not bench.catalog.folders()[0].is_available
    with pytest.raises(FolderMissing):
        bench.index()
    (tmp_path / "away").rename(bench.docs)
    assert bench.indexer.index().unchanged == 1 and bench.catalog.folders()[0].is_available


def test_a_path_that_does_not_exist_is_said(bench, tmp_path):
    with pytest.raises(FolderMissing):
        bench.indexer.index([tmp_path / "none"])
    assert bench.catalog.roots() == []


def test_a_part_of_a_known_folder_is_no_new_root(bench):
    bench.put("a.txt", "uno")
    b = bench.put("sub/b.txt", "dos")
    bench.put(".oculta/c.txt", "tres")
    bench.index()
    b.write_text("otro")
    bench.put("a.txt", "cambiado")
    bench.index("sub")
    assert bench.texts() == ["otro", "uno"] and len(bench.catalog.roots()) == 1
    bench.index(".oculta")
    assert bench.texts() == ["otro", "tres", "uno"] and len(bench.catalog.roots()) == 2
    bench.index()
    assert bench.texts() == ["cambiado", "otro", "tres"]        # the hidden folder stays: it was asked for
    b.unlink()
    assert bench.index("sub/b.txt").removed == 1
    bench.check()


def test_what_was_removed_stays_away_until_it_is_added_again(bench):
    a = bench.put("a.txt", "uno")
    bench.put("b.txt", "dos")
    bench.index()
    assert bench.indexer.remove(a) == 1
    assert bench.texts() == ["dos"]
    bench.check()
    bench.indexer.index()
    assert bench.texts() == ["dos"] and bench.catalog.roots()[0].left_out == {"removed-by-you": 1}
    bench.index("a.txt")
    assert bench.texts() == ["dos", "uno"]
    assert bench.indexer.remove(bench.docs) == 2
    assert bench.catalog.roots() == [] and bench.texts() == [] and bench.vectors.count() == 0
    bench.check()
    with pytest.raises(FolderMissing):
        bench.indexer.remove(bench.docs)
    assert list(bench.writer.bit_locations()) == []
    bench.index()
    assert bench.texts() == ["dos", "uno"]


def test_a_file_alone_is_a_root(bench):
    bench.put("a.txt", "uno")
    bench.put("b.txt", "dos")
    bench.index("a.txt")
    assert bench.texts() == ["uno"] and bench.catalog.roots()[0].path == str(bench.docs / "a.txt")


def test_a_file_that_changes_while_it_is_read_is_read_again(bench):
    texts = iter(["dos", "tres"])

    def change(path: Path) -> None:
        if (text := next(texts, None)) is not None:
            path.write_text(text * 10)

    bench.at_read = change
    bench.start()
    bench.put("a.txt", "uno")
    report = bench.index()
    assert bench.texts() == ["tres" * 10] and report.indexed == 1
    bench.check()


def test_a_file_that_never_rests_is_looked_at_again_next_time(bench):
    bench.at_read = lambda path: path.write_text(path.read_text() + "x")
    bench.start()
    bench.put("a.txt", "uno")
    bench.index()
    bench.at_read = lambda path: None
    bench.start()
    bench.log.clear()
    bench.index()
    assert bench.read_names() == ["a.txt"]


def test_stages_can_be_asked_for_one_by_one(bench):
    bench.put("a.txt", "uno")
    bench.index(stage="text")
    assert bench.catalog.stage() == "text" and bench.vectors.count() == 0 and bench.texts() == ["uno"]
    assert bench.index(stage="vectors").embedded == 1
    bench.check()


def test_cancelled_at_any_moment_it_goes_on_later(bench):
    for i in range(5):
        bench.put(f"{i}.txt", f"texto {i}\nmás {i}")
    for patience in range(100):
        left = iter(range(patience))
        report = bench.index(is_cancelled=lambda left=left: next(left, None) is None)
        if not report.was_cancelled:
            break
    assert 5 < patience < 99
    assert len(bench.texts()) == 10
    bench.check()


def test_a_changed_model_embeds_again_and_its_old_rows_go_at_the_end(bench):
    bench.put("a.txt", "uno")
    bench.put("b.txt", "dos")
    bench.index()
    bench.embedder = Embedder("2")
    bench.start()
    assert bench.index().embedded == 2
    bench.check()
    assert bench.catalog.models() == ("fake@2",)


def test_a_missing_model_is_said_and_stops_no_removal(bench):
    a = bench.put("a.txt", "uno")
    bench.index()
    bench.put("b.txt", "dos")

    def missing() -> Embedder:
        raise ModelMissing(Path("/x.onnx"))

    bench.indexer._embedder = bench.indexer._tokens = bench.indexer._model = missing
    with pytest.raises(ModelMissing):
        bench.index()
    assert bench.catalog.errors() == []
    assert bench.indexer.remove(a) == 1 and bench.vectors.count() == 0


class Killed(BaseException):
    """Stands for kill -9 at one place of one process."""


@pytest.mark.parametrize("store", ["lexical", "vectors"])
def test_killed_while_a_store_commits_it_is_whole_after_the_next_start(bench, store):
    bench.put("a.txt", "uno\ndos")
    bench.index()
    bench.put("a.txt", "uno\ntres")
    bench.put("b.txt", "cuatro")
    name = "fail_at_commit" if store == "lexical" else "fail_at_add"
    setattr(getattr(bench, store), name, Killed())
    with pytest.raises(Killed):
        bench.index()
    setattr(getattr(bench, store), name, None)
    bench.lexical._coming.clear()
    bench.embedder.passages.clear()
    bench.was_cut_short = True
    bench.start()
    bench.index()
    bench.check()
    if store == "vectors":
        assert bench.embedder.passages == []        # made before the end, and kept


def test_rows_that_the_catalog_does_not_stand_for_are_found_after_a_crash(bench):
    bench.put("a.txt", "uno\ndos")
    bench.put("b.txt", "tres")
    bench.index()
    bench.vectors.rows.pop()                            # lost
    bench.vectors.rows.append(bench.vectors.rows[0])    # twice
    rows = bench.lexical.entries
    lost = next(iter(rows))[0]
    bench.lexical.entries = {key: row for key, row in rows.items() if key[0] != lost} | {(99, 99): next(iter(rows.values()))}
    bench.was_cut_short = True
    bench.start()
    bench.index()
    bench.check()


@pytest.mark.parametrize("error", [
    OSError(errno.ENOSPC, "No space left on device"), RuntimeError("lance error: No space left on device (os error 28)"),
])
def test_a_full_disk_is_said_and_what_was_done_is_kept(bench, error):
    bench.put("a.txt", "uno")
    bench.vectors.fail_at_add = error
    with pytest.raises(DiskFull):
        bench.index()
    assert bench.texts() == ["uno"]
    bench.vectors.fail_at_add = None
    bench.index()
    bench.check()


def test_odd_names_are_indexed(bench):
    for name in (b"\xff\xfe.txt", b"a\nb.txt", b"!x!.txt"):
        with open(os.path.join(os.fsencode(bench.docs), name), "w") as file:
            file.write("texto")
    bench.index()
    bench.check()
    assert len(bench.shown()) == 3
    (row,) = {row.file_name for row in bench.lexical.entries.values() if row.file_name not in ("a\nb.txt", "!x!.txt")}
    row.encode("utf-8")


def test_a_file_of_many_parts_is_written_part_by_part(bench):
    box = bench.put("correo", "\n".join(f"#{n}.eml: mensaje {n}" for n in range(200)))
    bench.index()
    assert len(bench.texts()) == 200
    bench.check()
    ids = {document.inner: document.document_id for document in bench.catalog.documents_below(str(bench.docs))}
    box.write_text("\n".join(f"#{n}.eml: mensaje {n}" for n in range(100, 300)), encoding="utf-8")
    bench.index()
    assert sorted(bench.texts()) == sorted(f"mensaje {n}" for n in range(100, 300))
    assert all(document.document_id == ids[document.inner] for document in bench.catalog.documents_below(str(bench.docs)) if document.inner in ids)
    bench.check()


def test_a_file_of_many_parts_can_be_cancelled(bench):
    bench.put("a.txt", "uno")
    bench.put("correo", "\n".join(f"#{n}.eml: mensaje {n}" for n in range(200)))
    n_asked = 0

    def is_cancelled() -> bool:
        nonlocal n_asked
        n_asked += 1
        return n_asked > 60

    bench.index(is_cancelled=is_cancelled)
    assert len(bench.texts()) < 200
    bench.index()
    assert len(bench.texts()) == 201
    bench.check()
