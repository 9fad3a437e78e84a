import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.document import ChunkId, DocumentId
from engine.errors import DataFolderUnreadable, IndexDamaged
from engine.machine.read_only_folder import links_to
from engine.query.parser import parse
from engine.stores.lexical_index import LexicalEntry, LexicalIndex

pytestmark = pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")


@pytest.fixture
def somebody_elses() -> Iterator[Path]:
    """A text index that may be read and not written, seen by an ordinary user."""
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    index = LexicalIndex.open(place / "text")
    index.add([LexicalEntry(ChunkId(1), DocumentId(1), "h", "es", None, (), "a.txt", "f", "la berenjena morada")])
    index.commit()
    index.close()
    for lock in (place / "text").glob("*.lock"):
        lock.unlink()
    for file in (place / "text").iterdir():
        file.chmod(0o444)
    (place / "text").chmod(0o555)
    was_root = os.geteuid() == 0
    if was_root:
        os.seteuid(65534)           # root may write anywhere
    yield place / "text"
    if was_root:
        os.seteuid(0)
    (place / "text").chmod(0o755)
    shutil.rmtree(place)


def test_an_index_that_may_not_be_written_is_read(somebody_elses: Path) -> None:
    before = set(Path(tempfile.gettempdir()).glob("fichero-*"))
    index = LexicalIndex.open(somebody_elses, read_only=True)
    assert [c.document_id for c in index.search(parse("berenjena", ("es",)), 10)] == [1]
    index.reload()
    assert [c.document_id for c in index.search(parse("berenjena", ("es",)), 10)] == [1]
    assert set(Path(tempfile.gettempdir()).glob("fichero-*")) <= before     # the links do not stay


def test_one_that_may_not_be_read_is_not_called_damaged(somebody_elses: Path) -> None:
    uid = os.geteuid()
    if os.getuid() == 0:
        os.seteuid(0)
    (somebody_elses / ".managed.json").chmod(0o000)
    os.seteuid(uid)
    with pytest.raises(DataFolderUnreadable):
        LexicalIndex.open(somebody_elses, read_only=True)


def test_a_damaged_one_is_still_damaged(tmp_path: Path) -> None:
    LexicalIndex.open(tmp_path / "text").close()
    (tmp_path / "text" / "meta.json").write_text("{", encoding="utf-8")
    with pytest.raises(IndexDamaged):
        LexicalIndex.open(tmp_path / "text", read_only=True)


def test_a_file_that_appears_while_the_links_go_does_not_keep_their_folder(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "meta.json").write_text("{}")
    remove = shutil.rmtree
    late = iter([True, True, False])

    def interrupted(place: Path, ignore_errors: bool) -> None:
        remove(place)
        if next(late):
            place.mkdir()
            (place / ".tantivy-meta.lock").touch()

    monkeypatch.setattr(shutil, "rmtree", interrupted)
    with links_to(tmp_path) as place:
        assert (place / "meta.json").read_text() == "{}"
    assert not place.exists()
