"""Words of an index that a misspelt word may have meant: one letter too many, missing, wrong, or two of them swapped.

All spellings one step away are made and looked up (Norvig, "How to write a spelling corrector", 2007), some hundred look-ups of
a microsecond each, whatever the size of the vocabulary. Only where none is there, and for long words, two steps are tried on the
beginning of the word, and a word that was run together with its neighbour is taken apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

SHORTEST = 4                # letters of a word that may be misspelt
MOST_ALIKE = 3
_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyzñ", "абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ", "αβγδεζηθικλμνξοπρστυφχψω",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
)
_RARE = 3                   # documents: a word that stands in no more may be a slip itself …
_MUCH_MORE = 20             # … where another one letter off stands in so many times as many


@dataclass(frozen=True, slots=True)
class Alike:
    words: tuple[str, ...]      # tokens of the index, the likeliest first
    is_split: bool = False      # they are one after another what was meant


def alike(word: str, frequency: Callable[[str], int], is_known: bool) -> Alike | None:
    """What may have been meant by a folded word; None where it is right, or nothing is near.

    Args:
        frequency: chunks that hold a token exactly.
        is_known: whether the index holds the word in any form.
    """
    alphabet = next((letters for letters in _ALPHABETS if word[0] in letters), None)
    if alphabet is None or len(word) < SHORTEST or len(word) > 40 or not word.isalpha():
        return None
    own = frequency(word) if is_known else 0
    if is_known and (own > _RARE or not own):       # not itself, but its stem: another form of a word that is there
        return None
    edits = set(_edits(word, alphabet))
    if len(word) == SHORTEST:       # another letter makes another word of so short a one: `paga` is no slip for `page`
        edits = {near for near in edits if _has_the_same_letters(word, near)}
    found = {near: count for near in edits if (count := frequency(near))}
    if is_known:
        found = {near: count for near, count in found.items() if count >= _MUCH_MORE * max(1, own) and len(word) > SHORTEST}
    ranked = sorted(found, key=lambda near: (-_likeness(word, near, found[near]), near))
    if ranked:
        return Alike(tuple(ranked[:MOST_ALIKE]))
    return None if is_known else _taken_apart(word, frequency)


def _edits(word: str, alphabet: str) -> Iterator[str]:
    for place in range(len(word) + 1):
        before, after = word[:place], word[place:]
        if after:
            yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in alphabet:
            if after and letter != after[0]:
                yield before + letter + after[1:]
            yield before + letter + after


def _likeness(word: str, near: str, count: int) -> float:
    """Frequent words first; the first letter is seldom wrong, doubled and swapped letters are the usual slips."""
    score = float(min(count, 1000)) ** 0.5
    if word[0] != near[0]:
        score *= 0.3
    if _has_the_same_letters(word, near):
        score *= 3.0
    return score


def _has_the_same_letters(word: str, near: str) -> bool:
    """Two of them swapped, or one doubled."""
    return (len(word) == len(near) and sorted(word) == sorted(near)) or _undoubled(word) == _undoubled(near)


def _undoubled(word: str) -> str:
    return "".join(letter for index, letter in enumerate(word) if not index or letter != word[index - 1])


def _taken_apart(word: str, frequency: Callable[[str], int]) -> Alike | None:
    """`porfavor`: two words that both stand in the index."""
    best: tuple[int, tuple[str, str]] | None = None
    for place in range(2, len(word) - 1):
        first, second = word[:place], word[place:]
        count = min(frequency(first), frequency(second)) if frequency(first) else 0
        if count > _RARE and (best is None or count > best[0]):
            best = (count, (first, second))
    return None if best is None else Alike(best[1], is_split=True)
