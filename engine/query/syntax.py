"""From what is typed to its parts: plain text, phrases, wildcards, excluded words, fields, OR, AND, NOT, groups. Never an error.

What looks like syntax and is not well formed is plain text: an odd quote, a dash with a space after it, a lone bracket, an
unknown field. OR binds its neighbours, closer than standing beside does and looser than AND: `a b OR c AND d e` is a, either
b or both of c and d, and e. Brackets group only where an operator, a phrase or a field is in or at them; those of a sentence,
as in `f(x)` or "Mérida (España)", are its own.

In a question, told by its question mark, and in a pasted text, quotes and asterisks are of the sentence and bind nothing: of the questions in the dev sets
that quote something, a third quote it otherwise than the passage that answers them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from engine.language.folding import fold
from engine.query.filters import FIELDS, Field

ItemKind = Literal["text", "quoted", "phrase", "prefix", "wildcard", "any", "all", "group", "or", "and", "not", "open", "close"]

LONGEST_SYNTAX = 1000       # characters: more was pasted, and its signs are of the text
LONGEST_WILDCARD, MOST_ASTERISKS = 64, 3         # more is no word, and a pattern that takes long to match
MOST_BRACKETS = 64          # pairs; a query with more is text with strange signs
_ITEM = re.compile(
    r"(?P<sign>(?<![^\s(])[-−](?=[^\W\d_]|[\"“«„‘「『＂(]|[^\W_]+\*?(?:\s|$)))?"
    r"(?:(?<!\w)(?P<field>[^\W\d_]{2,12}):(?=[^\s:/\\]|/[^/]|\\[^\\]))?"
    r"(?:(?<!\w)\"(?P<straight>[^\"]+)\"|“(?P<curly>[^“”„\"]+)[”\"]|„(?P<low>[^“”„\"]+)[“”\"]|(?<!\w)”(?P<high>[^“”„\"]+)”"
    r"|«(?P<angle>[^«»]+)»|‹(?P<single_angle>[^‹›]+)›|「(?P<corner>[^「」]+)」|『(?P<white_corner>[^『』]+)』|＂(?P<wide>[^＂]+)＂"
    r"|(?<!\w)‘(?P<single>(?:[^‘’]|’(?=\w))+)’(?!\w)"
    r"|(?P<open>\()|(?P<close>\))|(?P<bare>[^\s\"“”„«»‹›「」『』＂()]+))"
    r"|\s+|[\"“”„«»‹›「」『』＂]"
)
_QUOTES = ("straight", "curly", "low", "high", "angle", "single_angle", "corner", "white_corner", "wide", "single")
_PREFIX = re.compile(r"^(?P<stem>[\w][\w\-./]*?[\w])\*+(?P<rest>[?!.,;:]*)$")
_WILDCARD = re.compile(r"^(?P<word>(?=(?:[*]*[^\W\d_]){3})[\w*]*\*[\w*]*)[?!.,;:]*$")
_GAP = re.compile(r"[\s()]*")
_NEGATIVE_NUMBER = re.compile(r"^[-−]\d")
_QUESTION = re.compile(r"[?？¿؟]")
_OPERATORS: dict[str, ItemKind] = {"OR": "or", "|": "or", "AND": "and", "NOT": "not"}


@dataclass(frozen=True, slots=True)
class Item:
    kind: ItemKind
    text: str = ""          # without signs, quotes and asterisk; a wildcard with its asterisks
    is_excluded: bool = False
    field: Field | None = None
    start: int = 0          # of the whole item in the query
    end: int = 0
    parts: tuple[Item, ...] = ()        # of "any" (OR), "all" (AND) and "group"


@dataclass(frozen=True, slots=True)
class Syntax:
    items: tuple[Item, ...]
    has_lone_bracket: bool = False      # beside operators: something else was meant


def items(query: str) -> Syntax:
    """The items of a query, in order. Neighbouring plain words are one item, so that `ECBTI 17` stays together."""
    # An aside -like this-, or a badly spaced "Mercedes -Benz" in a question, is no exclusion.
    is_question = _QUESTION.search(query) is not None or len(query) > LONGEST_SYNTAX
    may_exclude = not re.search(r"\w[-−](?:\s|$)", query) and not is_question
    is_plain = is_question or (query.isupper() and len(query.split()) > 1 and '"' not in query)
    found = [item for match in _ITEM.finditer(query) if (item := _item(match, may_exclude, is_plain)) is not None]
    if is_question:
        found = [_of_a_sentence(item) for item in found]
    grouping, is_lone = _grouping(found)
    has_operators = any(item.kind in ("or", "and", "not") or item.is_excluded or item.field for item in found)
    kept = [item for index, item in enumerate(found) if item.kind not in ("open", "close") or index in grouping]
    parser = _Parser(query, _without_idle_operators(kept))
    return Syntax(tuple(parser.sequence()), is_lone and has_operators)


def _of_a_sentence(item: Item) -> Item:
    if item.field is not None or item.kind not in ("phrase", "prefix", "wildcard"):
        return item
    return replace(item, kind="quoted" if item.kind == "phrase" else "text")


def _item(match: re.Match[str], may_exclude: bool, is_plain: bool) -> Item | None:
    start, end = match.span()
    phrase = next((match[name] for name in _QUOTES if match[name] is not None), None)
    bare = match["bare"]
    excluded = match["sign"] is not None and may_exclude and not _NEGATIVE_NUMBER.match(match[0])
    field = FIELDS.get(fold(match["field"])) if match["field"] else None
    if match["open"] or match["close"]:
        kind: ItemKind = "open" if match["open"] else "close"
        return Item(kind, "", excluded, field, start, end)
    if phrase is None and bare is None:
        return None
    if phrase is not None and _QUESTION.search(phrase):         # a whole question between quotes
        return Item("text", phrase, start=start, end=end)
    if match["field"] and field is None:                # an unknown field is part of the word before the colon
        if bare is None:
            return Item("phrase", phrase or "", excluded, None, start, end)
        bare = f"{match['field']}:{bare}"
    if phrase is not None:
        return Item("phrase", phrase, excluded, field, start, end)
    if bare in _OPERATORS and not excluded and field is None and not is_plain:
        operator = _OPERATORS[bare]
        return Item("text" if operator == "not" and not may_exclude else operator, bare, start=start, end=end)
    return _word_item(bare, excluded, field, start, end)


def _word_item(bare: str, excluded: bool, field: Field | None, start: int, end: int) -> Item:
    if field in (None, "title", "name", "from", "to", "author"):
        if prefix := _PREFIX.match(bare):
            return Item("prefix", prefix["stem"], excluded, field, start, end)
        wildcard = _WILDCARD.match(bare) if len(bare) <= LONGEST_WILDCARD else None
        if wildcard and len(re.findall(r"\*+", bare)) <= MOST_ASTERISKS:
            return Item("wildcard", wildcard["word"], excluded, field, start, end)
    return Item("text", bare, excluded, field, start, end)


def _without_idle_operators(found: list[Item]) -> list[Item]:
    """OR and AND with something to join on both sides, NOT before something; the others join nothing and are dropped."""
    negating: list[Item] = []           # last first: a NOT before nothing leaves the operator before it nothing to join
    for item in reversed(found):
        if item.kind != "not" or (negating and negating[-1].kind not in ("or", "and", "not", "close")):
            negating.append(item)
    left = negating[::-1]
    kept: list[Item] = []
    for index, item in enumerate(left):
        after = left[index + 1] if index + 1 < len(left) else None
        starts = after is not None and after.kind not in ("or", "and", "close")
        ends = bool(kept) and kept[-1].kind not in ("or", "and", "not", "open")
        if item.kind not in ("or", "and") or (starts and ends):
            kept.append(item)
    return kept


def _grouping(found: list[Item]) -> tuple[set[int], bool]:
    """Places of the brackets that group, and whether there is one without its other."""
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    is_lone = False
    for index, item in enumerate(found):
        if item.kind == "open":
            opened.append(index)
        elif item.kind == "close":
            if opened:
                pairs.append((opened.pop(), index))
            else:
                is_lone = True
    if len(pairs) > MOST_BRACKETS:
        return set(), False
    grouping = {place for pair in pairs if _groups(found, *pair) for place in pair}
    return grouping, is_lone or bool(opened)


def _groups(found: list[Item], first: int, last: int) -> bool:
    before = found[first - 1].kind if first else "text"
    after = found[last + 1].kind if last + 1 < len(found) else "text"
    inside = found[first + 1 : last]
    return bool(inside) and (
        found[first].is_excluded or found[first].field is not None or before in ("or", "and", "not") or after in ("or", "and")
        or any(item.kind not in ("text", "open", "close") or item.is_excluded or item.field for item in inside)
    )


class _Parser:
    """Recursive descent over items; brackets are balanced by now."""

    def __init__(self, query: str, found: list[Item]) -> None:
        self._query = query
        self._found = found
        self._next = 0

    def sequence(self) -> list[Item]:
        joined: list[Item] = []
        while (item := self._peek()) is not None and item.kind != "close":
            joined.append(self._alternatives())
        return self._merged(joined)

    def _alternatives(self) -> Item:
        parts = [self._all()]
        while (item := self._peek()) is not None and item.kind == "or":
            self._next += 1
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else Item("any", parts=tuple(parts))

    def _all(self) -> Item:
        parts = [self._one()]
        while (item := self._peek()) is not None and item.kind == "and":
            self._next += 1
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else Item("all", parts=tuple(parts))

    def _one(self) -> Item:
        item = self._found[self._next]
        self._next += 1
        if item.kind == "not":
            inner = self._one()
            return replace(inner, is_excluded=not inner.is_excluded)
        if item.kind != "open":
            return item
        parts = tuple(self.sequence())
        self._next += 1
        return Item("group", "", item.is_excluded, item.field, parts=parts)

    def _peek(self) -> Item | None:
        return self._found[self._next] if self._next < len(self._found) else None

    def _merged(self, joined: list[Item]) -> list[Item]:
        """Neighbouring plain words as one item."""
        merged: list[Item] = []
        for item in joined:
            last = merged[-1] if merged else None
            if last is not None and _are_plain(last, item) and _GAP.fullmatch(self._query, last.end, item.start):
                merged[-1] = Item("text", self._query[last.start : item.end], start=last.start, end=item.end)
            else:
                merged.append(item)
        return merged


def _are_plain(first: Item, second: Item) -> bool:
    return all(item.kind == "text" and not item.is_excluded and item.field is None for item in (first, second))
