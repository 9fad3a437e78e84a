"""How many of the documents that a query found are of each type, folder, language and time: what can be chosen among them.

A ranking has no end, so what is counted are the documents that the retrievers put forward for the query's text, whatever
was chosen meanwhile. Each kind of choice is counted as if nothing were chosen of that kind, so that the numbers beside a
chosen type say what another type would give.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from engine.document import DocumentId
from engine.hits import Facets, Filters, Period
from engine.machine.containment import is_at_or_below

if TYPE_CHECKING:
    from engine.catalog.catalog import StoredDocument

MOST_FOLDERS = 50
MOST_DOCUMENTS = 500      # remembered of one query

PeriodName = Literal["week", "month", "year", "last-year", "older"]


def periods(today: date) -> dict[PeriodName, Period]:
    """The times that can be chosen. Those of this year overlap: the last week is a part of the last month."""
    return {
        "week": (today - timedelta(days=7), None),
        "month": (today - timedelta(days=30), None),
        "year": (date(today.year, 1, 1), None),
        "last-year": (date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)),
        "older": (None, date(today.year - 2, 12, 31)),
    }


@dataclass(frozen=True, slots=True)
class _Counted:
    kind: str
    folder: str
    language: str | None
    day: date


class FacetCounter:
    """Remembers which documents one query has found so far, and counts them."""

    def __init__(
        self, documents: Callable[[Iterable[DocumentId]], Mapping[DocumentId, StoredDocument]],
        today: Callable[[], date] = date.today,
    ) -> None:
        self._documents = documents
        self._today = today
        self._query: object = None
        self._found: dict[DocumentId, None] = {}

    def count(self, query: object, found: Iterable[DocumentId], filters: Filters) -> Facets:
        """The counts of what this query has found so far, as far as it is still there.

        Args:
            query: what tells one query from another, without what can be chosen.
            found: the documents that it found this time, within `filters`.
        """
        if query != self._query:
            self._query = query
            self._found.clear()
        self._found.update(dict.fromkeys(found))
        known = [_counted(one) for one in self._documents(list(self._found)[:MOST_DOCUMENTS]).values()]
        kinds = Counter(one.kind for one in _within(known, replace(filters, kinds=())))
        languages = Counter(one.language for one in _within(known, replace(filters, languages=())) if one.language)
        days = [one.day for one in _within(known, replace(filters, periods=()))]
        return Facets(
            n_documents=len(list(_within(known, filters))),
            kinds=_sorted(kinds),
            folders=tuple(folders_of(one.folder for one in _within(known, replace(filters, folders=())))[:MOST_FOLDERS]),
            languages=_sorted(languages),
            periods=tuple(
                (name, sum(_lies_in(day, period) for day in days)) for name, period in periods(self._today()).items()
            ),
        )


def _counted(document: StoredDocument) -> _Counted:
    return _Counted(
        document.kind, os.path.dirname(str(document.file_path)), document.language,
        datetime.fromtimestamp(document.dated_ns / 1e9).date(),
    )


def _within(documents: Iterable[_Counted], filters: Filters) -> Iterator[_Counted]:
    for one in documents:
        if filters.kinds and one.kind not in filters.kinds:
            continue
        if filters.languages and one.language not in filters.languages:
            continue
        if filters.folders and not any(is_at_or_below(one.folder, folder) for folder in filters.folders):
            continue
        if filters.periods and not any(_lies_in(one.day, period) for period in filters.periods):
            continue
        yield one


def folders_of(folders: Iterable[str]) -> list[tuple[str, int]]:
    """The folders just below what is common to all of the given ones, with how many of these lie in each; most first.

    Where all lie in one folder there is nothing to choose, and the list is empty.
    """
    counted = Counter(folders)
    if len(counted) < 2:
        return []
    try:
        common = os.path.commonpath(counted)
    except ValueError:          # on several drives
        common = ""
    below: Counter[str] = Counter()
    for folder, count in counted.items():
        rest = os.path.relpath(folder, common).split(os.sep)[0] if common else os.path.splitdrive(folder)[0] + os.sep
        if rest != os.curdir:
            below[os.path.join(common, rest)] += count
    return list(_sorted(below))


def _sorted(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _lies_in(day: date, period: Period) -> bool:
    after, before = period
    return (after is None or day >= after) and (before is None or day <= before)
