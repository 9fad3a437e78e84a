"""Passages in another language than the question."""

import numpy as np
import pytest

from engine.document import BlockKind, ChunkId, DocumentId
from engine.hits import Candidate
from engine.search.across_languages import (
    LOST_ACROSS,
    foreign,
    given_back,
    in_own,
    nearest_across,
    without_translations,
)
from engine.search.reranking import Late

SPANISH = "¿Con qué se limpia la cámara de la centrífuga?"


@pytest.mark.parametrize(("question", "language", "kind", "is_foreign"), [
    (SPANISH, "en", "paragraph", True),
    (SPANISH, "es", "paragraph", False),
    (SPANISH, None, "paragraph", False),
    (SPANISH, "en", "table", False),            # names and figures are taken for any language
    (SPANISH, "en", "code", False),
    (SPANISH, "gl", "paragraph", False),        # a relative
    ("E-4032", "en", "paragraph", False),       # too short to tell
    ("How is the chamber of the centrifuge cleaned?", "es", "list_item", True),
])
def test_foreign(question: str, language: str | None, kind: BlockKind, is_foreign: bool) -> None:
    assert foreign(question, [(language, kind)], ("es", "en", "gl")) == [is_foreign]


def test_a_language_that_no_document_is_in_is_a_list_of_names() -> None:
    assert foreign(SPANISH, [("de", "paragraph")], ("es", "en")) == [False]


def test_a_translation_of_a_passage_in_the_questions_language_is_given_nothing_back() -> None:
    own, translation, other = np.array([1, 0, 0]), np.array([9, 3, 0], np.int8), np.array([0.6, 0.8, 0], np.float16)
    assert without_translations([False, True, True, True], [True, False, False, False], [own, translation, other, None]) == [False, False, True, True]
    assert without_translations([True, True], [False, False], [translation, other]) == [True, True]
    assert without_translations([False, True], [True, False], [None, other]) == [False, True]
    assert without_translations([False, True], [False, False], [own, translation]) == [False, True]     # a table, of no language


def test_what_is_surely_in_the_questions_language() -> None:
    passages: list[tuple[str | None, BlockKind]] = [("es", "paragraph"), ("gl", "quote"), ("en", "paragraph"), ("es", "table"), (None, "paragraph")]
    assert in_own(SPANISH, passages) == [True, True, False, False, False]
    assert in_own("E-4032", passages) == [False] * 5


def test_the_dense_list_is_put_in_the_order_of_what_is_said() -> None:
    found = [Candidate(ChunkId(i), DocumentId(i), i + 1, score) for i, score in enumerate((0.85, 0.84, 0.82))]
    languages: dict[ChunkId, tuple[str | None, BlockKind]] = {
        ChunkId(0): ("es", "paragraph"), ChunkId(1): ("en", "paragraph"), ChunkId(2): ("en", "table"),
    }
    nearest = nearest_across(SPANISH, found, languages, ("es", "en"))
    assert [c.chunk_id for c in nearest] == [1, 0, 2] and [c.rank for c in nearest] == [1, 2, 3]
    assert [round(c.score, 2) for c in nearest] == [0.86, 0.85, 0.82]


def test_what_is_lost_across_languages_is_given_back_and_nothing_else_changes() -> None:
    scores = Late(0.5, 0.4, 0.3)
    raised = Late(0.5 + LOST_ACROSS, 0.4 + LOST_ACROSS, 0.3 + LOST_ACROSS)
    assert given_back([scores, scores, None], [True, False, True]) == [raised, scores, None]
