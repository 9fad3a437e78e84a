"""One hit for documents that say the same: the newest version at the head, and nothing that is folded is lost."""

from __future__ import annotations

from pathlib import Path

from engine.catalog.records import StoredChunk, StoredDocument
from engine.document import ChunkId, DocumentId
from engine.hits import RankAndScore
from engine.search.grouping import grouped
from engine.search.presentation import Place
from engine.search.reranking import Ranked
from engine.search.retrieval import Fused

CLAUSE = "El arrendatario puede desistir con treinta días de antelación, por escrito y sin penalización alguna."
LATER = CLAUSE.replace("treinta", "sesenta")
REST = " ".join(f"cláusula{n} del contrato" for n in range(100))


def place(number: int, path: str, passage: str) -> Place:
    ranked = Ranked(Fused(DocumentId(number), ChunkId(number), None, None, RankAndScore(number, 1 / number)), None, 10.0 - number)
    document = StoredDocument(
        DocumentId(number), path, Path(path), "", "txt", None, "es", 9, number, "h", "complete", None, None, None, (), 1, number
    )
    return ranked, document, StoredChunk(ChunkId(number), DocumentId(number), 0, passage, 0, len(passage), None, (), 0, len(passage), 20, "paragraph", "es")


def shown(*places: Place, asked: str = "") -> list[tuple[str, list[str], list[str]]]:
    bodies = {document.document_id: f"{chunk.text if chunk else ''} {REST}" for _, document, chunk in places}
    hits = grouped(places, lambda fused: 0.0, bodies.__getitem__, frozenset(asked.split()))
    return [(hit.place[1].path, [d.path for d in hit.also], [d.path for d in hit.older]) for hit in hits]


def test_copies_of_an_older_version_are_not_lost() -> None:
    assert shown(place(1, "/a/c v1.txt", CLAUSE), place(2, "/b/c v1.txt", CLAUSE), place(3, "/a/c v2.txt", LATER), place(4, "/a/otro.txt", "Otra cosa")) == [
        ("/a/c v2.txt", [], ["/a/c v1.txt", "/b/c v1.txt"]), ("/a/otro.txt", [], []),
    ]


def test_of_versions_with_the_same_passage_the_newest_is_shown() -> None:
    v1, v2 = place(1, "/a/c 2023.txt", CLAUSE), place(2, "/a/c 2024.txt", CLAUSE)
    assert shown(v1, v2) == [("/a/c 2024.txt", ["/a/c 2023.txt"], [])]
    assert shown(v1, v2, asked="2023") == [("/a/c 2023.txt", ["/a/c 2024.txt"], [])]
    assert shown(v1, place(2, "/a/d.txt", CLAUSE)) == [("/a/c 2023.txt", ["/a/d.txt"], [])]


def test_a_group_stands_at_its_best_members_place() -> None:
    v1, v2 = place(1, "/a/c v1.txt", CLAUSE), place(5, "/a/c v2.txt", CLAUSE)
    (hit,) = grouped([v1, v2], lambda fused: 0.0, lambda id_: REST, frozenset())
    assert hit.place[0].score == v1[0].score and hit.place[1] is v2[1]
