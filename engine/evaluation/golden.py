"""Golden sets: questions with the documents that answer them.

Two layouts: a CSV `question,path[,page][,text]` over documents that are indexed already, and a folder with
`corpus.jsonl`, `queries.jsonl`, `qrels.tsv` (and `qrels_xling.tsv`, `answers.jsonl`), whose passages are written out
as files of their own, one folder a language, with names that say nothing.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import os
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadUsage


@dataclass(frozen=True, slots=True)
class Question:
    """One question. Right is any hit in `paths`, on `page` and holding `text` where these are given."""

    id: str
    text: str
    paths: frozenset[str]
    page: int | None = None
    quote: str | None = None            # text that the right chunk holds
    answers: tuple[str, ...] = ()       # answers known word for word, for the answer sentence


@dataclass(frozen=True, slots=True)
class Direction:
    """Questions in one language over passages in one language: "es→en". `folder` limits the search; None: everywhere."""

    name: str
    folder: str | None
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class GoldenSet:
    name: str
    directions: tuple[Direction, ...]


def read_csv(path: Path, place_of: Callable[[str], str] | None = None) -> GoldenSet:
    """A set from a CSV with a header, separated by commas, semicolons or tabs, in UTF-8, UTF-16 or as Excel writes it.

    Args:
        place_of: the absolute path that a path of the file stands for; by default taken from the CSV's own folder.
    Raises:
        BadUsage: no such file, columns missing, or no question.
    """
    if place_of is None:
        def place_of(given: str) -> str:
            return os.path.abspath(path.parent / os.path.expanduser(given))
    questions = [
        Question(
            str(number), row["question"], frozenset([place_of(row["path"])] if row["path"] else []),
            int(row.get("page", "")) if row.get("page", "").isdecimal() else None, row.get("text") or None,
        )
        for number, row in enumerate(rows_of_csv(path), start=1)
        if row["question"] and row.get("verdict", "").lower() != "wrong"
    ]
    if not questions:
        raise BadUsage(f"{path} holds no question.", f"{path} no contiene ninguna pregunta.")
    return GoldenSet(path.stem, (Direction("all", None, tuple(questions)),))


def rows_of_csv(path: Path) -> list[dict[str, str]]:
    """Rows by their columns' names in lower case, without white space around values; question and path are always there.

    Raises:
        BadUsage: no such file, not a CSV, or one of the two columns missing.
    """
    try:
        rows = _csv_rows(_decoded(path.read_bytes()))
        if not {"question", "path"} <= set(rows.fieldnames or ()):
            raise BadUsage(
                f"{path} needs the columns question and path.", f"{path} necesita las columnas question y path."
            )
        return [{name: (value or "").strip() for name, value in row.items() if isinstance(name, str)} for row in rows]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadUsage(f"Cannot read {path}: {error}.", f"No se puede leer {path}: {error}.") from error


def _decoded(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _csv_rows(text: str) -> csv.DictReader[str]:
    """Rows by the header's names, in lower case; separated by what separates the header."""
    header = text.split("\n", 1)[0]
    separator = max(",;\t", key=header.count)
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator)
    rows.fieldnames = [name.strip().lower() for name in rows.fieldnames or ()]
    return rows


def is_set_folder(path: Path) -> bool:
    return (path / "corpus.jsonl").is_file() and (path / "queries.jsonl").is_file()


def read_folder(source: Path, documents: Path, languages: tuple[str, ...] = ()) -> GoldenSet:
    """A set from its folder, after writing each passage to `documents/<language>/p00001.md` (unchanged files stay).

    Args:
        languages: passages to keep; empty means all.
    Raises:
        BadUsage: a file of the set is not as it should be.
    """
    try:
        return _read_folder(source, documents, languages)
    except (ValueError, KeyError, TypeError) as error:
        raise BadUsage(
            f"{source} is not laid out as a golden set ({type(error).__name__}: {error}).",
            f"{source} no tiene la forma de un conjunto de preguntas ({type(error).__name__}: {error}).",
        ) from error


def _read_folder(source: Path, documents: Path, languages: tuple[str, ...]) -> GoldenSet:
    places = _write_passages(source, documents, languages)
    queries = {row["id"]: row for row in _json_lines(source / "queries.jsonl")}
    answers: dict[str, list[str]] = {}
    if (source / "answers.jsonl").is_file():
        for row in _json_lines(source / "answers.jsonl"):
            answers.setdefault(row["query_id"], []).append(row["answer"])
    relevant: dict[tuple[str, str], set[str]] = {}
    for name in ("qrels.tsv", "qrels_xling.tsv"):
        for query_id, passage_id in _pairs(source / name):
            if query_id in queries and passage_id in places:
                relevant.setdefault((query_id, places[passage_id][0]), set()).add(places[passage_id][1])
    by_direction: dict[tuple[str, str], list[Question]] = {}
    for (query_id, passage_language), paths in relevant.items():
        query = queries[query_id]
        by_direction.setdefault((query["lang"], passage_language), []).append(
            Question(query_id, query["text"], frozenset(paths), answers=tuple(answers.get(query_id, ())))
        )
    return GoldenSet(source.name, tuple(
        Direction(f"{asked}→{told}", str(documents / told), tuple(questions))
        for (asked, told), questions in sorted(by_direction.items())
    ))


def narrowed(golden: GoldenSet, directions: tuple[str, ...] = (), n_questions: int = 0) -> GoldenSet:
    """Only some directions, "es→en" or "es->en" (empty: all), and of each at most n_questions, evenly drawn (0: all).

    "own" stands for each language's questions over its own passages; "pool" for the same questions over the passages of all
    languages together ("es→*"), where only the passage in the question's language is right.

    Raises:
        BadUsage: nothing is left.
    """
    wanted = {name.replace("->", "→").strip() for name in directions}
    own = [direction for direction in golden.directions if _is_own(direction)]
    if "own" in wanted:
        wanted |= {direction.name for direction in own}
    pools = [
        dataclasses.replace(direction, name=f"{direction.name.partition('→')[0]}→*", folder=None) for direction in own
    ]
    kept = [direction for direction in golden.directions if not wanted or direction.name in wanted]
    kept += [pool for pool in pools if pool.name in wanted or "pool" in wanted]
    if not kept:
        known = ", ".join(direction.name for direction in golden.directions)
        raise BadUsage(f"No such direction; there are {known}.", f"No existe esa dirección; hay {known}.")
    if n_questions > 0:
        kept = [dataclasses.replace(d, questions=_evenly(d.questions, n_questions)) for d in kept]
    return GoldenSet(golden.name, tuple(kept))


def _is_own(direction: Direction) -> bool:
    asked, arrow, told = direction.name.partition("→")
    return bool(arrow) and asked == told


def misspelt(golden: GoldenSet, seed: int = 1) -> GoldenSet:
    """The same questions, one word of five letters or more in each with a letter missing, doubled, wrong, or two swapped."""
    return dataclasses.replace(golden, directions=tuple(
        dataclasses.replace(direction, questions=tuple(
            dataclasses.replace(question, text=_misspelt(question.text, random.Random(f"{seed} {question.id}")))
            for question in direction.questions
        ))
        for direction in golden.directions
    ))


def _misspelt(text: str, rng: random.Random) -> str:
    words = list(re.finditer(r"[^\W\d_]{5,}", text))
    if not words:
        return text
    match = rng.choice(words)
    word, at = match[0], rng.randrange(1, len(match[0]) - 1)
    slips = (
        word[:at] + word[at + 1 :], word[: at + 1] + word[at:], word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + rng.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
    )
    return text[: match.start()] + rng.choice(slips) + text[match.end() :]


def _evenly(questions: tuple[Question, ...], n: int) -> tuple[Question, ...]:
    if len(questions) <= n:
        return questions
    return tuple(questions[index * len(questions) // n] for index in range(n))


def _write_passages(source: Path, documents: Path, languages: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """Passage id → (language, path of its file)."""
    places: dict[str, tuple[str, str]] = {}
    for number, row in enumerate(_json_lines(source / "corpus.jsonl"), start=1):
        if languages and row["lang"] not in languages:
            continue
        path = documents / row["lang"] / f"p{number:05d}.md"
        content = row["text"].encode("utf-8")
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_bytes() != content:
            path.write_bytes(content)
        places[row["id"]] = (row["lang"], str(path))
    return places


def _json_lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def _pairs(path: Path) -> Iterator[tuple[str, str]]:
    """(query id, passage id) of a qrels file with a header, relevance above 0."""
    if not path.is_file():
        return
    with path.open(encoding="utf-8") as file:
        next(file, None)
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if len(fields) >= 3 and float(fields[2]) > 0:
                yield fields[0], fields[1]
