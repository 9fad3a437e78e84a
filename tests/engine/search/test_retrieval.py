from engine.hits import Candidate
from engine.search.retrieval import A_DOCUMENT, WIDER, fuse, spread


def retriever(owners: list[int]):
    def search(top: int, among: frozenset[int] | None) -> list[Candidate]:
        kept = [(chunk, owner) for chunk, owner in enumerate(owners) if among is None or owner in among]
        return [Candidate(chunk, owner, rank, 1 / rank) for rank, (chunk, owner) in enumerate(kept[:top], start=1)]
    return search


def test_a_huge_document_does_not_crowd_out_the_others():
    owners = [1] * 5000 + [2, 3, 4]
    found = spread(retriever(owners), 20, None, lambda: frozenset({1, 2, 3, 4}))
    assert {c.document_id for c in found} == {1, 2, 3, 4}
    assert len(found) == 20
    assert [c.rank for c in found] == list(range(1, 21))
    assert sum(c.document_id == 1 for c in found[: A_DOCUMENT + 3]) == A_DOCUMENT


def test_one_document_alone_fills_the_list():
    found = spread(retriever([1] * 200), 20, None, lambda: frozenset({1}))
    assert [c.chunk_id for c in found] == list(range(20))


def test_order_is_kept_where_nothing_crowds():
    owners = [n % 30 for n in range(100)]
    found = spread(retriever(owners), 30, None, lambda: frozenset(range(30)))
    assert [c.chunk_id for c in found] == list(range(30))
    assert WIDER > 1


def test_filters_hold_in_the_second_look():
    owners = [1] * 500 + [2, 3]
    found = spread(retriever(owners), 10, frozenset({1, 3}), lambda: frozenset({1, 2, 3}))
    assert {c.document_id for c in found} == {1, 3}


def test_weight_is_asked_only_for_two_lists():
    def never() -> float:
        raise AssertionError
    assert [f.document_id for f in fuse([Candidate(1, 7, 1, 2.0)], [], never)] == [7]


def test_a_document_that_waits_for_its_vectors_stands_by_its_words():
    bm25 = [Candidate(9, 90, 1, 8.0), Candidate(1, 10, 2, 2.0)]
    dense = [Candidate(n, 10 * n, n, 1 / n) for n in range(1, 6)]
    assert [found.document_id for found in fuse(bm25, dense, lambda: 0.0)][-1] == 90
    assert [found.document_id for found in fuse(bm25, dense, lambda: 0.0, {90})][:2] == [10, 90]
