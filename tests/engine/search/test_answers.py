import numpy as np
import pytest

from engine.search.answers import best_sentence, sentence_with_most_words
from engine.search.presentation import _without_titles


def test_sentence_that_covers_the_query_wins():
    similarities = np.array([[0.9, 0.1, 0.2, 0.1], [0.1, 0.1, 0.8, 0.9]], dtype=np.float32)
    spans = [(0, 3), (4, 7), (8, 11), (12, 15)]
    weights = np.ones(2, dtype=np.float32)
    best = best_sentence(similarities, weights, spans, [(0, 8), (8, 16)])
    assert best == (1, pytest.approx((0.2 + 0.9) / 2))


def test_weights_count():
    similarities = np.array([[0.9, 0.1], [0.1, 0.9]], dtype=np.float32)
    best = best_sentence(similarities, np.array([3.0, 1.0], dtype=np.float32), [(0, 1), (2, 3)], [(0, 2), (2, 4)])
    assert best is not None and best[0] == 0


def test_nothing_to_score():
    empty = np.zeros((0, 0), dtype=np.float32)
    assert best_sentence(empty, np.zeros(0, dtype=np.float32), [], [(0, 3)]) is None


def test_without_token_vectors_the_words_choose():
    text = "La derrama se acuerda. Cada vivienda paga la derrama en mayo. Nada más de la piscina."
    sentences = [(0, 22), (23, 61), (62, len(text))]
    spans = [(text.index(word, at), text.index(word, at) + len(word)) for word, at in
             (("La", 0), ("derrama", 0), ("vivienda", 0), ("paga", 0), ("derrama", 30), ("de", 70), ("la", 70))]
    assert sentence_with_most_words(text, spans, sentences, 3) == (1, 1.0)
    assert sentence_with_most_words(text, spans[:2], sentences, 3) is None      # one word of three is chance
    assert sentence_with_most_words(text, spans[:2], sentences, 1) == (0, 1.0)
    assert sentence_with_most_words(text, spans[5:], sentences, 2) is None      # words that say nothing
    assert sentence_with_most_words(text, [], [], 0) is None


def test_prose_goes_on_from_the_sentence_before():
    """"The club has its seat in Vigo. It was founded by Ana." answers who founded the club."""
    similarities = np.array([[0.9, 0.2, 0.3, 0.5], [0.2, 0.3, 0.7, 0.1], [0.5, 0.3, 0.2, 0.45]], dtype=np.float32)
    spans = [(0, 3), (4, 7), (8, 11), (12, 15)]
    alone = best_sentence(similarities, np.ones(3, dtype=np.float32), spans, [(0, 8), (8, 16)])
    assert alone is not None and alone[0] == 0
    index, score = best_sentence(similarities, np.ones(3, dtype=np.float32), spans, [(0, 8), (8, 16)], go_on=True) or (None, 0)
    assert index == 1
    assert score == pytest.approx((0.5 + 0.7 + 0.45) / 3)


def test_one_sentence_has_no_neighbours():
    best = best_sentence(np.array([[0.5]], dtype=np.float32), np.ones(1, dtype=np.float32), [(0, 3)], [(0, 4)], go_on=True)
    assert best == (0, pytest.approx(0.5))


def test_what_the_title_names_counts_for_every_sentence():
    """Under "Act 9/2023": "Act 9/2023 is published. It takes effect in May." answers when the act takes effect."""
    similarities = np.array([[0.9, 0.9, 0.3, 0.1], [0.1, 0.3, 0.3, 0.7]], dtype=np.float32)
    spans, sentences, weights = [(0, 3), (4, 7), (8, 11), (12, 15)], [(4, 8), (8, 16)], np.ones(2, dtype=np.float32)
    alone = best_sentence(similarities, weights, spans, sentences)
    assert alone is not None and alone[0] == 0
    index, score = best_sentence(similarities, weights, spans, sentences, n_title=4) or (None, 0)
    assert index == 1 and score == pytest.approx((0.3 + 0.7) / 2)


def test_a_sentence_that_only_says_the_title_again_is_no_answer_where_there_is_another():
    text = "Subject: Línea 3, parada\nLINEA 3 PARADA\nAverías\nSe paró por el filtro."
    lines = [(0, 24), (25, 39), (40, 47), (48, len(text))]
    assert _without_titles(lines, text, ("Línea 3: parada", "Averías")) == lines[3:]
    assert _without_titles(lines, text, ("", "Otra cosa")) == lines and _without_titles(lines[:1], text, ("Línea 3, parada",)) == lines[:1]
