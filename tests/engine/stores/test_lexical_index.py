import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engine.document import ChunkId, DocumentId
from engine.errors import IndexDamaged
from engine.indexing.doctor import diagnose
from engine.query.parser import parse
from engine.settings import Settings
from engine.stores.lexical_index import LexicalEntry, LexicalIndex, LexicalIndexOutdated
from tests.engine.indexing_stores import indexer_of

ROOT = Path(__file__).parents[3]
TEXTS = [
    "El contrato de alquiler vence en marzo y la facturación es mensual.",          # 1
    "Las facturaciones de los últimos años subieron un 3,5 %.",                     # 2
    "Error E-4032: la bomba hidráulica no arranca.",                                # 3
    "Error E-4033: la bomba hidráulica pierde presión. E-40321 y E-4032-B también.",  # 4
    "La norma ECBTI-17 costó 5.440.000 euros.",                                     # 5
    "El ano del animal fue examinado por el veterinario.",                          # 6
    "The houses were running out of water.",                                        # 7
    "全文检索系统支持中文。",                                                              # 8
    "ระบบค้นหาข้อความภาษาไทย",                                                        # 9
    "Mi papá compró una papa frita.",                                               # 10
    "Una papa cocida con sal.",                                                     # 11
    "def getUserName(user_id): return 1,234.50",                                    # 12
]
LANGUAGES = ("es", "en", "zh", "th")


def entry(number: int, text: str, name: str = "doc.txt", folder: str = "datos", title: str | None = None) -> LexicalEntry:
    language = {7: "en", 8: "zh", 9: "th"}.get(number, "es")
    return LexicalEntry(ChunkId(number), DocumentId(number), "hash", language, title, (), name, folder, text)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[LexicalIndex]:
    index = LexicalIndex.open(tmp_path / "text")
    index.add([entry(number, text) for number, text in enumerate(TEXTS, start=1)])
    index.commit()
    yield index
    index.close()


def found(index: LexicalIndex, query: str, documents: Sequence[int] | None = None) -> list[int]:
    allowed = None if documents is None else frozenset(DocumentId(n) for n in documents)
    return [c.document_id for c in index.search(parse(query, LANGUAGES), 10, allowed)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("facturacion", {1, 2}), ("facturaciones", {2, 1}), ("los contratos que vencen", {1}), ("año", {2}), ("ano", {6}),
        ("E-4032", {3}), ("e4032", {3}), ("error E 4032", {3}), ("ECBTI 17", {5}), ("ECBTI17", {5}), ("ecbti-17", {5}),
        ("5440000", {5}), ("5,440,000", {5}), ("5 440 000 euros", {5}), ("house", {7}), ("run", {7}), ("检索", {8}), ("中文", {8}),
        ("文", {8}), ("ภาษาไทย", {9}), ("papá", {10}), ("getusername", {12}), ("user name", {12}), ("1.234,5", {12}),
        ("3.5", {2}), ("hidraul*", {3, 4}),
    ],
)
def test_finds(index: LexicalIndex, query: str, first: set[int]) -> None:
    assert set(found(index, query)[: len(first)]) == first


@pytest.mark.parametrize("query", ["hidraulca", "hidarulica", "hydraulica", "presiom"])
def test_a_misspelt_word_finds_its_neighbours(index: LexicalIndex, query: str) -> None:
    assert found(index, query)[0] in (3, 4)


@pytest.mark.parametrize(("query", "own"), [("pagas", "es"), ("pagas", None), ("pagar", None)])
def test_another_form_of_a_word_that_is_there_is_no_slip(index: LexicalIndex, query: str, own: str | None) -> None:
    pages = [LexicalEntry(ChunkId(n), DocumentId(n), "hash", "en", None, (), "x.txt", "d", "pages pager pagan") for n in range(100, 130)]
    index.add([*pages, LexicalEntry(ChunkId(99), DocumentId(99), "hash", own, None, (), "x.txt", "d", "El recibo se pagó: pago, pagan.")])
    index.commit()
    assert index.corrected(parse(query, LANGUAGES)).terms[0].alike == ()


def test_a_short_word_has_no_slips_but_swapped_and_doubled_letters(index: LexicalIndex) -> None:
    index.add([LexicalEntry(ChunkId(99), DocumentId(99), "hash", "en", None, (), "x.txt", "d", "page pager")])
    index.commit()
    assert index.corrected(parse("paga", LANGUAGES)).terms[0].alike == ()
    assert index.corrected(parse("apge", LANGUAGES)).terms[0].alike == ("page",)


def test_a_word_that_exists_has_no_neighbours(index: LexicalIndex) -> None:
    assert found(index, "cocida") == [11]
    index.add([entry(60, "cosida")])
    index.commit()
    assert found(index, "cocida") == [11]


@pytest.mark.parametrize("written", ["5.440.001", "5,440,001", "5440001", "5 440 001", "5\u202f440\u202f001"])
def test_numbers_across_formats(index: LexicalIndex, written: str) -> None:
    ids = []
    for number, form in enumerate(["5.440.001", "5,440,001", "5440001", "5 440 001"], start=60):
        index.add([entry(number, f"Un importe de {form} euros"), entry(number + 10, "Un importe de 5.440.010 euros")])
        ids.append(number)
    index.commit()
    assert set(found(index, f"importe de {written} euros")[:4]) == set(ids)


def test_conditions_bind(index: LexicalIndex) -> None:
    assert found(index, '"bomba hidraulica" error -arranca') == [4]
    assert found(index, '"hidráulica bomba"') == []
    assert set(found(index, '"bomba hidráulica" OR "alquiler vence"')) == {1, 3, 4}
    assert set(found(index, "bomb*")) == {3, 4}
    assert found(index, '"papas"') == []
    assert found(index, "año -facturaciones") == []
    assert found(index, "-bomba") == []
    assert found(index, '"') == []


def test_documents_limit_before_ranking(index: LexicalIndex) -> None:
    assert found(index, "error bomba", [4, 5, 99]) == [4]
    assert found(index, "error bomba", []) == []


def test_candidates(index: LexicalIndex) -> None:
    candidates = index.search(parse("error bomba contrato", LANGUAGES), 2)
    assert [c.rank for c in candidates] == [1, 2]
    assert candidates[0].score >= candidates[1].score > 0
    assert [c.chunk_id for c in candidates] == [c.document_id for c in candidates]


def test_delete_is_exact(index: LexicalIndex) -> None:
    assert index.document_ids() == frozenset(range(1, 13))
    index.delete([DocumentId(1), DocumentId(404)])
    index.add([entry(1, "Otro texto."), entry(1, "Otro trozo.")])
    assert set(found(index, "alquiler")) == {1}         # nothing is seen before the commit
    index.commit()
    assert found(index, "alquiler") == []
    assert found(index, "otro trozo") == [1, 1]
    assert index.document_ids() == frozenset(range(1, 13))
    index.delete([DocumentId(n) for n in range(1, 13)])
    index.commit()
    assert index.count() == 0
    assert index.document_ids() == frozenset()


def test_title_and_name_are_searched(index: LexicalIndex) -> None:
    index.add([
        LexicalEntry(None, DocumentId(50), "h", None, None, (), "Contrato_Teléfono-2023.pdf", "clientes/Pérez", ""),
        entry(51, "Nada que ver.", title="Inventario de almacenes", name="x.txt"),
    ])
    index.commit()
    candidates = index.search(parse("telefono perez", LANGUAGES), 5)
    assert [(c.document_id, c.chunk_id) for c in candidates] == [(50, None)]
    assert found(index, "contratos telefono 2023")[0] == 50
    assert found(index, "inventarios del almacen")[0] == 51
    assert found(index, "title:inventario") == [51]
    assert found(index, 'title:"inventario de almacenes" nada') == [51]
    assert found(index, "name:telefono") == [50]
    assert found(index, "carpeta:perez contrato") == [50]


def test_another_schema_is_refused_and_left_alone(index: LexicalIndex, tmp_path: Path) -> None:
    index.close()
    (tmp_path / "text" / "fichero-schema.json").write_text(json.dumps({"schema": 0}))
    for read_only in (True, False):
        with pytest.raises(LexicalIndexOutdated):
            LexicalIndex.open(tmp_path / "text", read_only=read_only)


def test_damage_is_said(index: LexicalIndex, tmp_path: Path) -> None:
    index.close()
    (tmp_path / "text" / "meta.json").write_text("{")
    with pytest.raises(IndexDamaged):
        LexicalIndex.open(tmp_path / "text")


def test_a_missing_index_is_empty_until_it_is_made(tmp_path: Path) -> None:
    reader = LexicalIndex.open(tmp_path / "text", read_only=True)
    assert (found(reader, "error"), reader.document_ids(), reader.count(), reader.size_bytes()) == ([], frozenset(), 0, 0)
    assert not (tmp_path / "text").exists()
    writer = LexicalIndex.open(tmp_path / "text")
    writer.add([entry(3, TEXTS[2])])
    writer.commit()
    assert found(reader, "error") == []
    reader.reload()
    assert found(reader, "error") == [3]
    writer.add([entry(4, TEXTS[3])])
    writer.commit()
    reader.reload()
    assert len(found(reader, "error")) == 2
    writer.close()


def test_closing_and_opening_again_keeps_what_was_committed(tmp_path: Path) -> None:
    for number in range(3):
        index = LexicalIndex.open(tmp_path)
        index.add([entry(number + 1, TEXTS[number])])
        index.commit()
        index.add([entry(99, "lo que no se confirma")])
        index.close()
    assert LexicalIndex.open(tmp_path, read_only=True).document_ids() == frozenset({1, 2, 3})


def test_a_killed_writer_loses_only_what_was_not_committed(tmp_path: Path) -> None:
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from engine.stores.lexical_index import LexicalIndex, LexicalEntry\n"
        "index = LexicalIndex.open(Path(sys.argv[1]))\n"
        "def entry(n): return LexicalEntry(n, n, 'h', 'es', None, (), 'a', 'b', 'bomba')\n"
        "index.add([entry(1)]); index.commit(); index.add([entry(2)])\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, check=False)
    index = LexicalIndex.open(tmp_path)
    assert found(index, "bomba") == [1]
    index.add([entry(3, "otra bomba")])
    index.commit()
    assert set(found(index, "bomba")) == {1, 3}
    index.close()


def test_odd_text_is_indexed(index: LexicalIndex) -> None:
    index.add([entry(70 + n, text) for n, text in enumerate(["", "\x00", "😀", "x" * 70_000, "\u0301", "a" * 200 + " bomba"])])
    index.commit()
    assert 75 in found(index, "bomba")


def test_more_hits_than_could_ever_be_there_are_no_reason_to_run_out_of_memory(index: LexicalIndex) -> None:
    assert len(index.search(parse("hidráulica", LANGUAGES), 10**30)) == 2


def test_evidence_of_chunks_that_are_not_among_the_best(index: LexicalIndex) -> None:
    query = parse("¿Cuándo vence el contrato del alquiler en París?", LANGUAGES)
    words = index.evidence(query, [ChunkId(1), ChunkId(2), ChunkId(7)])
    assert words[ChunkId(1)].bm25 == pytest.approx(index.search(query, 1)[0].score, rel=1e-5)
    assert 1 > words[ChunkId(1)].coverage > 0.5 > words[ChunkId(2)].coverage >= 0     # nothing holds the city
    assert words[ChunkId(7)].bm25 == words[ChunkId(7)].coverage == 0
    assert index.evidence(query, []) == {}
    everything = index.evidence(parse("bomba hidraulica E-4032", LANGUAGES), [ChunkId(3)])
    assert everything[ChunkId(3)].coverage == pytest.approx(1.0)


def test_room_of_deleted_entries_is_given_back(tmp_path: Path):
    """Tantivy keeps them until it merges, which it does for the number of segments only."""
    settings, docs = Settings(tmp_path / "data"), tmp_path / "docs"
    docs.mkdir()
    chance = random.Random(1)
    for i in range(60):
        (docs / f"{i}.txt").write_text("\n".join(" ".join(f"p{chance.randrange(9_000)}" for _ in range(60)) for _ in range(10)))
    with indexer_of(settings) as indexer:
        indexer.index([docs])
        lexical = indexer._stores.lexical
        before = lexical.size_bytes()
        assert lexical.wasteful_documents() == []
        for i in range(45):
            (docs / f"{i}.txt").unlink()
        indexer.index()
        assert lexical.count() == 150 and lexical.size_bytes() < 0.45 * before
        assert lexical.wasteful_documents() == []
    assert diagnose(settings, repair=False)["ok"]


def test_a_panic_of_the_library_is_told_as_damage(tmp_path: Path) -> None:
    """Altered files made Tantivy panic in the middle of a search; no `except Exception` saw that."""
    class PanicException(BaseException):
        pass

    index = LexicalIndex.open(tmp_path / "text")

    class Searcher:
        @property
        def num_docs(self) -> int:
            raise PanicException("index out of bounds")

    index._index = type("Broken", (), {"searcher": lambda self: Searcher()})()      # type: ignore[assignment]
    with pytest.raises(IndexDamaged, match="out of bounds"):
        index.count()
    with pytest.raises(IndexDamaged):
        index.search(parse("uno", ("es",)), 3)
