from __future__ import annotations

import os
from datetime import date, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.document import DocumentId
from engine.hits import Filters
from engine.search.facets import FacetCounter, folders_of, periods

TODAY = date(2026, 11, 30)
STORED = {
    DocumentId(number): SimpleNamespace(
        kind=kind, file_path=Path(os.sep, "casa", folder, f"{number}.x"), language=language,
        dated_ns=int(datetime.fromisoformat(day).timestamp() * 1e9),
    )
    for number, (kind, folder, language, day) in enumerate([
        ("pdf", "contratos", "es", "2026-11-29"), ("pdf", "contratos/viejos", "es", "2025-02-01"),
        ("docx", "contratos", "en", "2026-11-05"), ("pdf", "cartas", None, "2019-06-01"), ("md", "cartas", "es", "2026-03-01"),
    ], start=1)
}


@pytest.fixture
def counter() -> FacetCounter:
    return FacetCounter(lambda ids: {id_: STORED[id_] for id_ in ids if id_ in STORED}, lambda: TODAY)


def ids(*numbers: int) -> list[DocumentId]:
    return [DocumentId(number) for number in numbers]


def test_each_choice_is_counted_among_what_was_found(counter: FacetCounter) -> None:
    facets = counter.count("plazo", ids(1, 2, 3, 4, 5), Filters())
    assert facets.n_documents == 5
    assert facets.kinds == (("pdf", 3), ("docx", 1), ("md", 1))
    assert facets.languages == (("es", 3), ("en", 1))
    assert facets.folders == (("/casa/contratos", 3), ("/casa/cartas", 2))
    assert dict(facets.periods) == {"week": 1, "month": 2, "year": 3, "last-year": 1, "older": 1}


def test_a_choice_leaves_the_numbers_of_its_own_kind_as_they_were(counter: FacetCounter) -> None:
    counter.count("plazo", ids(1, 2, 3, 4, 5), Filters())
    chosen = Filters(kinds=("docx",))
    facets = counter.count("plazo", ids(3), chosen)         # what the search found within the choice
    assert dict(facets.kinds) == {"pdf": 3, "docx": 1, "md": 1}
    assert facets.n_documents == 1 and facets.languages == (("en", 1),)
    both = counter.count("plazo", ids(3, 5), Filters(kinds=("docx", "md"), languages=("es",)))
    assert both.n_documents == 1 and dict(both.languages) == {"en": 1, "es": 1}


def test_another_query_starts_anew_and_what_is_gone_is_not_counted(counter: FacetCounter) -> None:
    counter.count("plazo", ids(1, 2, 3), Filters())
    assert counter.count("fianza", ids(4, 99), Filters()).kinds == (("pdf", 1),)


def test_times_overlap_where_one_is_a_part_of_the_other() -> None:
    known = periods(TODAY)
    assert known["week"] == (date(2026, 11, 23), None) and known["last-year"] == (date(2025, 1, 1), date(2025, 12, 31))
    assert known["older"] == (None, date(2024, 12, 31))


@pytest.mark.parametrize(("folders", "expected"), [
    ([], []),
    (["/a/b"], []),
    (["/a/b", "/a/b"], []),
    (["/a/b", "/a/c", "/a/c/d"], [("/a/c", 2), ("/a/b", 1)]),
    (["/a/b", "/a/b/c"], [("/a/b/c", 1)]),          # what lies in the common folder itself is in none of them
    (["/a", "/ab"], [("/a", 1), ("/ab", 1)]),
])
def test_folders_are_those_just_below_the_common_one(folders: list[str], expected: list[tuple[str, int]]) -> None:
    assert folders_of(folders) == expected
