from engine.hits import RankAndScore, WordEvidence
from engine.search.reranking import Late, follow, keep_fused_order, rerank
from engine.search.retrieval import Fused


def candidates(n: int) -> list[Fused]:
    return [Fused(i, i, None, None, RankAndScore(i + 1, 1 / (61 + i))) for i in range(n)]


def ids(ranked) -> list[int]:
    return [place.fused.document_id for place in ranked]


def by(late, exact, words=None, trust=1.0):
    """Reranked by late interaction alone unless words are given."""
    words = words or [WordEvidence(0.0, 0.0)] * len(late)
    scores = [None if score is None else Late(score, score, score) for score in late]
    return rerank(candidates(len(late)), scores, words, trust, exact)


def test_late_interaction_moves_the_best_up():
    ranked = by([0.2, 0.3, 0.9], [False] * 3)
    assert ids(ranked) == [2, 1, 0]
    assert ranked[0].rerank == RankAndScore(1, 0.9)


def test_literal_code_stays_above_what_merely_looks_alike():
    ranked = by([0.9, 0.8, 0.1], [False, False, True])
    assert ids(ranked)[0] == 2


def test_candidate_without_vectors_keeps_its_place():
    ranked = by([0.9, None, 0.1], [False] * 3)
    assert ids(ranked) == [0, 1, 2]
    assert ranked[1].rerank is None


def test_candidate_without_vectors_is_judged_by_its_words():
    """Fusion puts it last, for want of the other list; it holds the question's words as no other does."""
    words = [*[WordEvidence(3.0 - i / 10, 0.3) for i in range(9)], WordEvidence(12.0, 1.0)]
    late = [*[0.6 - i / 50 for i in range(9)], None]
    assert ids(by(late, [False] * 10, words))[0] == 9
    weakest = [*words[:9], WordEvidence(0.5, 0.1)]
    assert ids(by(late, [False] * 10, weakest))[-1] == 9
    assert ids(by(late, [False] * 10, words, trust=0.0))[-1] == 9         # words that say nothing


def test_without_rerank_codes_first_then_fused_order():
    assert ids(keep_fused_order(candidates(3), [False, False, True])) == [2, 0, 1]


def test_scores_fall_with_rank():
    for ranked in (by([0.1, 0.4, None, 0.3], [False, True, False, False]),
                   keep_fused_order(candidates(4), [False, True, False, False])):
        scores = [place.score for place in ranked]
        assert scores == sorted(scores, reverse=True)


def test_nothing_gives_nothing():
    assert by([], []) == []


def test_what_follows_scores_lower():
    ranked = by([0.1, 0.4], [False, False])
    tail = follow(ranked, keep_fused_order(candidates(4)[2:], [False, False]))
    scores = [place.score for place in [*ranked, *tail]]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4


def test_words_decide_between_likes_as_far_as_they_are_trusted():
    words = [WordEvidence(1.0, 0.2), WordEvidence(9.0, 1.0), WordEvidence(2.0, 0.4)]
    assert ids(by([0.5, 0.5, 0.5], [False] * 3, words)) == [1, 2, 0]
    assert ids(by([0.5, 0.5, 0.5], [False] * 3, words, trust=0.0)) == [0, 1, 2]


def test_what_stands_together_counts_more_than_what_is_spread():
    spread, together = Late(0.60, 0.40, 0.4), Late(0.58, 0.57, 0.4)
    assert ids(rerank(candidates(2), [spread, together], [WordEvidence(0.0, 0.0)] * 2, 1.0, [0.0, 0.0])) == [1, 0]


def test_what_is_matched_in_one_place_counts_more_than_what_is_matched_everywhere():
    everywhere, once = Late(0.60, 0.50, 0.58), Late(0.58, 0.50, 0.40)
    assert ids(rerank(candidates(2), [everywhere, once], [WordEvidence(0.0, 0.0)] * 2, 1.0, [0.0, 0.0])) == [0, 1]
    others = [Late(0.40, 0.30, 0.38)] * 8
    assert ids(rerank(candidates(10), [everywhere, once, *others], [WordEvidence(0.0, 0.0)] * 10, 1.0, [0.0] * 10))[0] == 1


def test_words_say_nothing_of_another_language():
    foreign, own = Late(0.7, 0.7, 0.7), Late(0.6, 0.6, 0.6)
    others = [Late(0.5, 0.5, 0.5)] * 6
    words = [None, WordEvidence(9.0, 0.6), *[WordEvidence(1.0, 0.1)] * 6]
    ranked = rerank(candidates(8), [foreign, own, *others], words, 1.0, [0.0] * 8)
    unknowing = rerank(candidates(8), [foreign, own, *others], [WordEvidence(0.0, 0.0), *words[1:]], 1.0, [0.0] * 8)
    score = {place.fused.document_id: place.score for place in ranked}
    lower = {place.fused.document_id: place.score for place in unknowing}
    assert score[0] - score[1] > lower[0] - lower[1]
