"""Documents that a query names in full: who types a file's name wants that file, whatever other texts hold the same words."""

from __future__ import annotations

from pathlib import PurePath

from engine.catalog.records import StoredDocument
from engine.language.analysis import exact_forms
from engine.query.conditions import Holds, Phrase

MOST_TOKENS = 30            # of a file's name
NAMED, NAMED_BUT_ENDING = 3.0, 2.0      # beside shares of codes, of which all are 1.0: always above them
MOST_NAMED = 2_000          # documents whose names or folders hold all of the query; more say nothing


def name_condition(text: str) -> Holds | None:
    """What the name of such a document holds; None where the query cannot be a name."""
    tokens = exact_forms(text)
    return Holds(Phrase(tuple(tokens)), "name") if 0 < len(tokens) <= MOST_TOKENS else None


def named_in_full(text: str, document: StoredDocument) -> float:
    """How surely the query is the document's name, or its file's: NAMED, a little less without the ending, 0.0 where it is not.

    Case, accents and signs do not matter.
    """
    asked = exact_forms(text)
    names = (document.name, document.file_path.name)
    if any(asked == exact_forms(name) for name in names):
        return NAMED
    return NAMED_BUT_ENDING if any(asked == exact_forms(PurePath(name).stem) for name in names) else 0.0
