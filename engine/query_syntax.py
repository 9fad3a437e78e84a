"""From what is typed to its items: plain text, quoted phrases, excluded words, wildcards, OR, fields. Never an error.

What looks like syntax and is not well formed is plain text: an odd quote, a dash with a space after it, a bracket, an unknown
field. Brackets only group, which OR needs no help for: `a b OR c d` is a, either b or c, and d.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from engine.folding import fold
from engine.query_filters import FIELDS, Field

ItemKind = Literal["text", "phrase", "prefix", "or"]

_ITEM = re.compile(
    r"(?P<sign>(?<![^\s(])[-−](?=[^\W\d_]|[\"“«]|[^\W_]+\*?(?:\s|$)))?"
    r"(?:(?<!\w)(?P<field>[^\W\d_]{2,12}):(?=[^\s:/\\]|/[^/]|\\[^\\]))?"
    r"(?:(?<!\w)\"(?P<straight>[^\"]+)\"|“(?P<curly>[^“”\"]+)[”\"]|«(?P<angle>[^«»]+)»|(?P<bare>[^\s\"“”«»()]+))"
    r"|[\s\"“”«»()]+"
)
_PREFIX = re.compile(r"^(?P<stem>[\w][\w\-./]*?[\w])\*+(?P<rest>[?!.,;:]*)$")
_GAP = re.compile(r"[\s()]*")
_NEGATIVE_NUMBER = re.compile(r"^[-−]\d")


@dataclass(frozen=True, slots=True)
class Item:
    kind: ItemKind
    text: str               # without signs, quotes and asterisk
    is_excluded: bool = False
    field: Field | None = None
    start: int = 0          # of the whole item in the query
    end: int = 0


def items(query: str) -> list[Item]:
    """The items of a query, in order. Neighbouring plain words are one item, so that `ECBTI 17` stays together."""
    found: list[Item] = []
    # An aside -like this-, or a badly spaced "Mercedes -Benz" in a question, is no exclusion.
    may_exclude = not re.search(r"\w[-−](?:\s|$)|[?？¿؟]", query)
    for match in _ITEM.finditer(query):
        item = _item(match, may_exclude)
        if item is None:
            continue
        last = found[-1] if found else None
        if last is not None and _are_plain(last, item) and _GAP.fullmatch(query, last.end, item.start):
            found[-1] = Item("text", query[last.start : item.end], start=last.start, end=item.end)
        else:
            found.append(item)
    return found


def _are_plain(first: Item, second: Item) -> bool:
    return all(item.kind == "text" and not item.is_excluded and item.field is None for item in (first, second))


def _item(match: re.Match[str], may_exclude: bool) -> Item | None:
    start, end = match.span()
    phrase = match["straight"] or match["curly"] or match["angle"]
    bare = match["bare"]
    if phrase is None and bare is None:
        return None
    if phrase is not None and re.search(r"[?？¿؟]", phrase):       # a whole question between quotes
        return Item("text", phrase, start=start, end=end)
    field = FIELDS.get(fold(match["field"])) if match["field"] else None
    excluded = match["sign"] is not None and may_exclude and not _NEGATIVE_NUMBER.match(match[0])
    if match["field"] and field is None:                # an unknown field is part of the word before the colon
        if bare is None:
            return Item("phrase", phrase, excluded, None, start, end)
        bare = f"{match['field']}:{bare}"
    if phrase is not None:
        return Item("phrase", phrase, excluded, field, start, end)
    if bare in ("OR", "|", "||") and not excluded and field is None:
        return Item("or", bare, start=start, end=end)
    prefix = _PREFIX.match(bare)
    if prefix and field in (None, "title", "name"):
        return Item("prefix", prefix["stem"], excluded, field, start, end)
    return Item("text", bare, excluded, field, start, end)
