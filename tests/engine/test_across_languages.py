"""Passages in another language than the question."""

import pytest

from engine.across_languages import LOST_ACROSS, foreign, given_back
from engine.document import BlockKind
from engine.reranking import Late

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
    assert foreign(question, [(language, kind)]) == [is_foreign]


def test_what_is_lost_across_languages_is_given_back_and_nothing_else_changes() -> None:
    scores = Late(0.5, 0.4, 0.3)
    raised = Late(0.5 + LOST_ACROSS, 0.4 + LOST_ACROSS, 0.3 + LOST_ACROSS)
    assert given_back([scores, scores, None], [True, False, True]) == [raised, scores, None]
