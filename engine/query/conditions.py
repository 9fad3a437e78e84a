"""What a query binds its hits to: phrases, wildcards and words, in text, title, name or the people of a document.

A condition is met by a document as a whole: `"plazo máximo" "fecha límite"` finds one that holds the two on different pages,
`-borrador` leaves out one that says so anywhere. A hit then shows a passage that holds at least one of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.language.analysis import exact_forms, index_text

Where = Literal["text", "title", "name", "from", "to", "author"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Exact tokens one after another; with `is_prefix` the last one is only the beginning of a word.

    `pattern` stands for one token instead: a word with * anywhere in it.
    """

    tokens: tuple[str, ...]
    is_prefix: bool = False
    pattern: str | None = None

    @property
    def regex(self) -> str:
        """Of a whole token; for `pattern` and for a prefix of one token."""
        written = self.pattern if self.pattern is not None else self.tokens[0] + "*"
        return ".*".join(re.escape(part) for part in re.split(r"\*+", written))

    @property
    def is_wildcard(self) -> bool:
        return self.pattern is not None or (self.is_prefix and len(self.tokens) == 1)


@dataclass(frozen=True, slots=True)
class Holds:
    """A phrase has to be there; with `stems` any form of its one word will do."""

    phrase: Phrase
    where: Where = "text"
    stems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Without:
    part: Condition


Condition = Holds | AnyOf | AllOf | Without


def leaves(condition: Condition, is_excluded: bool = False) -> Iterator[tuple[Holds, bool]]:
    """Every phrase of a condition, with whether it is excluded."""
    if isinstance(condition, Holds):
        yield condition, is_excluded
    elif isinstance(condition, Without):
        yield from leaves(condition.part, not is_excluded)
    else:
        for part in condition.parts:
            yield from leaves(part, is_excluded)


def wanted(conditions: Sequence[Condition]) -> list[Holds]:
    """The phrases that are asked for, without those that are excluded."""
    return [leaf for condition in conditions for leaf, is_excluded in leaves(condition) if not is_excluded]


def is_met(condition: Condition, holds: Callable[[Holds], bool]) -> bool:
    if isinstance(condition, Holds):
        return holds(condition)
    if isinstance(condition, Without):
        return not is_met(condition.part, holds)
    combine = any if isinstance(condition, AnyOf) else all
    return combine(is_met(part, holds) for part in condition.parts)


class FieldTexts:
    """The texts of one chunk and its document, by field, analysed once."""

    def __init__(self, texts: Mapping[Where, str | None], language: str | None = None) -> None:
        self._texts = texts
        self._language = language
        self._tokens: dict[Where, list[str]] = {}
        self._stems: dict[Where, frozenset[str]] = {}

    def holds(self, leaf: Holds) -> bool:
        """False where the field was not given."""
        given = self._texts.get(leaf.where)
        if given is None:
            return False
        if leaf.where not in self._tokens:
            self._tokens[leaf.where] = exact_forms(given)
        if next(runs(self._tokens[leaf.where], leaf.phrase), None) is not None:
            return True
        if not leaf.stems:
            return False
        if leaf.where not in self._stems:
            self._stems[leaf.where] = frozenset(index_text(given, self._language).stem.split(" "))
        return not self._stems[leaf.where].isdisjoint(leaf.stems)


def runs(tokens: Sequence[str], phrase: Phrase) -> Iterator[int]:
    """Where a phrase begins in a list of tokens."""
    if phrase.is_wildcard:
        matches = _compiled(phrase.regex).fullmatch
        yield from (index for index, token in enumerate(tokens) if matches(token))
        return
    wanted_tokens = phrase.tokens
    first, last = wanted_tokens[0], wanted_tokens[-1]
    size = len(wanted_tokens)
    for index in range(len(tokens) - size + 1):
        if size > 1 and tokens[index] != first:
            continue
        end = tokens[index + size - 1]
        ends = end.startswith(last) if phrase.is_prefix else end == last
        if ends and tuple(tokens[index : index + size - 1]) == wanted_tokens[:-1]:
            yield index


@lru_cache(maxsize=64)
def _compiled(regex: str) -> re.Pattern[str]:
    return re.compile(regex)
