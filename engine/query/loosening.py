"""What a query asks for beside its plain words, and the query without that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.hits import Filters
from engine.query.filters import WORDS, apply_field
from engine.query.syntax import Item, items


def typed_filters(query: str) -> tuple[str, ...]:
    """The fields in a query that limit where is searched, as they are typed: `type:pdf`, `-folder:"old mail"`."""
    return tuple(query[item.start:item.end] for item in _each(items(query).items) if _limits(item))


def _limits(item: Item) -> bool:
    """What is not understood (`after:2024-13-45`) is searched as words."""
    if item.field is None or item.field in WORDS:
        return False
    return apply_field(item.field, item.text, Filters()).is_understood


def words_alone(query: str) -> str:
    """The words that a query wants, without quotes, asterisks, fields, operators and what it leaves out; "" where none is left.

    The query itself where it is nothing but words.
    """
    syntax = items(query).items
    if all(item.kind in ("text", "quoted") and item.field is None and not item.is_excluded for item in syntax):
        return query.strip()
    return " ".join(_words(syntax))


def asks_of_fields_alone(query: str) -> bool:
    """Whether all that it wants are fields (`from:ana folder:bills`): what meets them is no near miss."""
    wanted = [item for item in _each(items(query).items) if not item.is_excluded]
    return bool(wanted) and all(item.field is not None for item in wanted)


def _words(found: Sequence[Item]) -> Iterator[str]:
    for item in found:
        if item.is_excluded or _limits(item):
            continue
        if item.parts:
            yield from _words(item.parts)
        elif text := item.text.replace("*", " ").strip():
            yield text


def _each(found: Sequence[Item]) -> Iterator[Item]:
    for item in found:
        if item.parts:
            yield from _each(item.parts)
        else:
            yield item
