"""Near-identical codes and numbers in other formats: documents and questions made by a seed, for tests and `make eval`.

Every code comes with lookalikes: one digit off, two swapped, something before it, something behind it. Each stands in a sentence
or a table row of its own with a fact, a person's name, that no other row has. Only the right row, found first, tells it.
"""

# ruff: noqa: SIM905

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.hits import SearchResult

FIRST = ("Nerea Iker Lucía Hugo Carmen Bruno Alba Marco Elena Óscar Irene Pablo Sonia Raúl Teresa Diego Marta Jorge Clara Tomás"
         " Amelia Walter Harriet Edgar Phoebe Silas Nora Felix Greta Jonas").split()
LAST = ("Pombo Larrea Quiroga Sáenz Valdés Ibarra Montalvo Ferrer Cuesta Aldana Noriega Rivas Zamora Otero Paredes Bravo Cano"
        " Whitlock Ashby Thorne Mercer Holloway Finch Radcliffe Sutton").split()


@dataclass(frozen=True, slots=True)
class Case:
    """`question` asks for the row in `path` that holds `fact`."""

    question: str
    path: Path
    fact: str
    what: str               # the kind of code or number, to tell what failed


def is_right(case: Case, result: SearchResult) -> bool:
    """Whether the first hit is the right row, shows it, and marks no other one as the answer."""
    if not result.hits:
        return False
    hit = result.hits[0]
    return hit.path == str(case.path) and case.fact in hit.snippet and (hit.answer is None or case.fact in hit.answer.text)


@dataclass(frozen=True, slots=True)
class _Kind:
    name: str
    make: Callable[[random.Random], str]
    ask: Callable[[str], list[str]]        # the ways a person writes it


def _digits(rng: random.Random, n: int) -> str:
    return str(rng.randrange(1, 10)) + "".join(str(rng.randrange(10)) for _ in range(n - 1))


def _letters(rng: random.Random, n: int) -> str:
    return "".join(rng.choice("BCDFGHJKLMNPRSTVX") for _ in range(n))


def _joined(code: str) -> list[str]:
    return [code, code.lower(), code.replace("-", " "), code.replace("-", "")]


_KINDS = (
    _Kind("letter and digits", lambda rng: f"{rng.choice('ABDEFHKP')}-{_digits(rng, 4)}", _joined),
    _Kind("letters and a count", lambda rng: f"{_letters(rng, rng.randrange(3, 6))}-{_digits(rng, 2)}", _joined),
    _Kind("digits and a letter", lambda rng: f"{_digits(rng, 2)}.{_digits(rng, 3)}.{_digits(rng, 3)}-{rng.choice('ABCDEFGHJZ')}",
          lambda code: [code, code.replace(".", ""), code.replace(".", "").replace("-", "")]),
    _Kind("invoice", lambda rng: f"F{rng.randrange(2015, 2026)}-{rng.randrange(1, 99999):05d}", lambda code: [code, code.lower()]),
    _Kind("part", lambda rng: f"{_letters(rng, 2)}{_digits(rng, 3)}-{_letters(rng, 1)}{_digits(rng, 2)}", _joined),
    _Kind("model", lambda rng: f"{_letters(rng, 3).lower()}-{rng.randrange(2, 9)}.{rng.randrange(1, 9)}-{rng.choice(['mini', 'turbo', 'max'])}",
          lambda code: [code, code.upper(), code.replace("-", " ")]),
    _Kind("version", lambda rng: f"v{rng.randrange(1, 9)}.{rng.randrange(10, 30)}.{rng.randrange(1, 60)}", lambda code: [code, code[1:]]),
    _Kind("file", lambda rng: f"{rng.randrange(100, 999)}/{rng.randrange(2010, 2026)}", lambda code: [code, f"expediente {code}"]),
    _Kind("article", lambda rng: f"artículo {rng.randrange(10, 99)}.{rng.randrange(1, 9)}",
          lambda code: [code, code.replace("artículo", "art."), code.replace("artículo", "Art.")]),
    _Kind("law", lambda rng: f"Ley {rng.randrange(10, 60)}/{rng.randrange(1985, 2024)}", lambda code: [code, code.lower()]),
    _Kind("IBAN", lambda rng: "ES" + " ".join([_digits(rng, 2), *(_digits(rng, 4) for _ in range(5))]),
          lambda code: [code, code.replace(" ", "")]),
    _Kind("ISBN", lambda rng: f"978-84-{_digits(rng, 4)}-{_digits(rng, 3)}-{rng.randrange(10)}",
          lambda code: [code, code.replace("-", ""), code.replace("-", " ")]),
    _Kind("name of code", lambda rng: f"{rng.choice(['get', 'set', 'load'])}{rng.choice(['User', 'Order', 'Page'])}{_letters(rng, 1)}{_digits(rng, 2)}",
          lambda code: [code, code.lower()]),
)
_PROSE = {
    "es": ("El aviso {code} lo atiende {fact}, que responde en el día y deja constancia en el registro del taller.",
           "¿Quién atiende el aviso {code}?"),
    "en": ("Notice {code} is handled by {fact}, who answers on the same day and leaves a note in the workshop's log.",
           "Who handles notice {code}?"),
}


def _lookalikes(code: str, rng: random.Random) -> Iterator[str]:
    """Codes that are nearly `code`: the same length or one sign more."""
    places = [index for index, sign in enumerate(code) if sign.isdigit()]
    last = places[-1]
    for place in rng.sample(places, min(2, len(places))):
        yield code[:place] + str((int(code[place]) + rng.randrange(1, 9)) % 9 + 1) + code[place + 1 :]
    swaps = [i for i in places if i + 1 in places and code[i] != code[i + 1] and code[i + 1] != "0"]
    if swaps:
        at = rng.choice(swaps)
        yield code[:at] + code[at + 1] + code[at] + code[at + 2 :]
    yield code[: last + 1] + str(rng.randrange(1, 9)) + code[last + 1 :]
    if code[0].isalpha() and code[0].isupper() and " " not in code:
        yield rng.choice("QWZ") + code


def make_codes(folder: Path, n: int, seed: int = 7) -> list[Case]:
    """Write documents with `n` codes, about five of a family, and give a question for each: half prose, half tables."""
    rng = random.Random(seed)
    facts = [f"{first} {last}" for first in FIRST for last in LAST]
    rng.shuffle(facts)
    folder.mkdir(parents=True, exist_ok=True)
    entries: list[tuple[str, str, _Kind]] = []
    taken: set[str] = set()
    for family in range(10 * n):
        kind = _KINDS[family % len(_KINDS)]
        code = kind.make(rng)
        for near in (code, *_lookalikes(code, rng)):
            plain = "".join(sign for sign in near.lower() if sign.isalnum())
            if plain not in taken:
                taken.add(plain)
                entries.append((near, facts[len(entries)], kind))
        if len(entries) >= n:
            break
    return list(_written(folder, entries[:n], rng))


def _written(folder: Path, entries: list[tuple[str, str, _Kind]], rng: random.Random) -> Iterator[Case]:
    rng.shuffle(entries)
    half = len(entries) // 2
    for number, (code, fact, kind) in enumerate(entries[:half]):
        language = ("es", "en")[number % 2]
        sentence, question = _PROSE[language]
        path = folder / f"p{number:04d}.txt"
        path.write_text(sentence.format(code=code, fact=fact) + "\n", "utf-8")
        asked = rng.choice(kind.ask(code))
        yield Case(rng.choice([question.format(code=asked), asked]), path, fact, kind.name)
    for start in range(half, len(entries), 25):
        part = entries[start : start + 25]
        is_csv = (start // 25) % 2 == 0
        path = folder / f"t{start:04d}.{'csv' if is_csv else 'md'}"
        if is_csv:
            lines = ["Código,Responsable,Plazo", *(f'"{code}",{fact},24 horas' for code, fact, _ in part)]
        else:
            lines = ["# Codes", "", "| Code | Owner | Term |", "|---|---|---|", *(f"| {code} | {fact} | one day |" for code, fact, _ in part)]
        path.write_text("\n".join(lines) + "\n", "utf-8")
        for code, fact, kind in part:
            asked = rng.choice(kind.ask(code))
            yield Case(rng.choice([asked, f"responsable de {asked}", f"owner of {asked}"]), path, fact, kind.name)


def _forms(value: int, cents: int) -> list[str]:
    """An amount as people and programs write it."""
    groups = f"{value:,}".split(",")
    if not cents:
        return [".".join(groups), ",".join(groups), str(value), " ".join(groups), "\u00a0".join(groups), f"{value}.00", f"{'.'.join(groups)},00"]
    return [f"{'.'.join(groups)},{cents:02d}", f"{','.join(groups)}.{cents:02d}", f"{value}.{cents:02d}", f"{value},{cents:02d}",
            f"{' '.join(groups)},{cents:02d}"]


_MONTHS_ES = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
_MONTHS_EN = "January February March April May June July August September October November December".split()


def _dates(day: int, month: int, year: int) -> list[str]:
    return [f"{day} de {_MONTHS_ES[month - 1]} de {year}", f"{day:02d}/{month:02d}/{year}", f"{year}-{month:02d}-{day:02d}",
            f"{_MONTHS_EN[month - 1]} {day}, {year}", f"{day} {_MONTHS_EN[month - 1]} {year}", f"{day}-{_MONTHS_ES[month - 1][:3]}-{year}"]


def make_numbers(folder: Path, n: int, seed: int = 11) -> list[Case]:
    """Write `n` rows with amounts, percentages and dates, each asked for in another format than the document's."""
    rng = random.Random(seed)
    facts = [f"{first} {last}" for first in FIRST for last in LAST]
    rng.shuffle(facts)
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[tuple[list[str], str]] = []
    taken: set[str] = set()
    while len(rows) < n:
        sort = len(rows) % 4
        if sort == 0:
            forms, what = _forms(rng.randrange(10_000, 99_000_000), 0), "whole"
        elif sort == 1:
            forms, what = _forms(rng.randrange(1_001, 900_000), rng.randrange(1, 100)), "cents"
        elif sort == 2:
            forms = _dates(rng.randrange(13, 28), rng.randrange(1, 13), rng.randrange(1990, 2026))
            what = "date"
        else:
            tenths = rng.randrange(101, 9999)
            forms = [f"{tenths // 100},{tenths % 100:02d} %", f"{tenths // 100}.{tenths % 100:02d}%", f"{tenths // 100},{tenths % 100:02d}%"]
            what = "percentage"
        if forms[0] not in taken:
            taken.add(forms[0])
            rows.append((forms, what))
    cases = []
    for number, (forms, what) in enumerate(rows):
        written, asked = rng.sample(forms, 2)
        fact = facts[number]
        path = folder / f"n{number:04d}.txt"
        template = "El asiento de {fact} lleva el valor {value} y se revisó al cierre." if number % 2 else "The entry of {fact} shows {value} and was checked at closing."
        path.write_text(template.format(fact=fact, value=written) + "\n", "utf-8")
        cases.append(Case(rng.choice([asked, f"¿De quién es el asiento de {asked}?"]), path, fact, what))
    return cases
