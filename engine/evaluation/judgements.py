"""A person's own golden set: which hits were right or wrong for their questions, kept in the data folder.

One CSV, `judgements.csv`, with the columns of a golden set and a verdict: it opens in any spreadsheet, and what another one
exports can be taken in. Written as a whole and put in place at once, so that a crash loses nothing.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import BadUsage, DataFolderUnwritable, DiskFull, is_disk_full
from engine.evaluation.golden import Direction, GoldenSet, Question, rows_of_csv
from engine.language.folding import fold, nfc
from engine.machine.system_words import system_words

FILE_NAME = "judgements.csv"
COLUMNS = ("question", "path", "page", "text", "verdict")
_ODD_BYTE = re.compile(r"\\u(dc[89a-f][0-9a-f])")         # of a file name that is no text
_WRONG = frozenset(["wrong", "0", "false", "no", "mal", "incorrecto", "falso"])


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a document, or a page or passage of it, answers a question."""

    question: str
    path: str                       # as the index names it
    is_right: bool
    page: int | None = None
    quote: str | None = None        # text that the right passage holds

    @property
    def key(self) -> tuple[str, str, int | None]:
        """Judging the same question and place again replaces the verdict, however the question is typed."""
        return (question_key(self.question), self.path, self.page)


def question_key(question: str) -> str:
    """The same for one question however it is typed: accents, case, white space and its marks do not count."""
    return " ".join(fold(nfc(question)).split()).strip("¿?¡! ")


class Judgements:
    """Those in one data folder. Read anew at each call, since a window and a terminal may both judge."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / FILE_NAME

    def all(self) -> tuple[Judgement, ...]:
        """In the order in which they were made.

        Raises:
            BadUsage: the file was changed into something else.
        """
        return read_judgements(self._path, lambda path: path) if self._path.exists() else ()

    def mark(self, judgement: Judgement) -> None:
        """Keep a verdict; an earlier one on the same question and place is replaced.

        Raises:
            BadUsage: no question or no path.
            DiskFull, DataFolderUnwritable
        """
        if not judgement.question.strip() or not judgement.path:
            raise BadUsage("A judgement needs a question and a path.", "Un juicio necesita una pregunta y una ruta.")
        self._write(_merged(self.all(), [judgement]))

    def settle(self, question: str, path: str, is_right: bool | None, page: int | None = None) -> None:
        """The one verdict on a question and a document, in place of all before it; None: there is none any more. Raises as `mark`."""
        asked = question_key(question)
        on_it = [judgement for judgement in self.all() if judgement.key[0] == asked]
        wording = on_it[0].question if on_it else question
        verdicts = [judgement for judgement in on_it if judgement.path != path]
        if is_right is not None:
            verdicts.append(Judgement(wording, path, is_right, page))
        self.revise(wording, verdicts)

    def revise(self, question: str, judgements: Sequence[Judgement]) -> None:
        """These in place of all verdicts on a question, where the first of them stood; none: the question is gone.

        Raises:
            BadUsage: one of them lacks question or path.
            DiskFull, DataFolderUnwritable
        """
        if any(not judgement.question.strip() or not judgement.path for judgement in judgements):
            raise BadUsage("A judgement needs a question and a path.", "Un juicio necesita una pregunta y una ruta.")
        known, asked = self.all(), question_key(question)
        place = next((at for at, judgement in enumerate(known) if judgement.key[0] == asked), len(known))
        before, after = known[:place], [judgement for judgement in known[place:] if judgement.key[0] != asked]
        self._write(_merged(before, [*judgements, *after]))

    def forget(self, question: str, path: str | None = None) -> int:
        """Drop the verdicts on a question, or on it and one document. Returns how many."""
        known = self.all()
        asked = question_key(question)
        kept = [j for j in known if j.key[0] != asked or (path is not None and j.path != path)]
        if len(kept) < len(known):
            self._write(kept)
        return len(known) - len(kept)

    def take_in(self, source: Path, place_of: Callable[[str], str]) -> int:
        """Add those of a CSV (rows without a verdict are right). Returns how many rows it held; raises as `mark`."""
        found = read_judgements(source, place_of)
        if not found:
            raise BadUsage(f"{source} holds no question with a path.", f"{source} no contiene ninguna pregunta con su ruta.")
        self._write(_merged(self.all(), found))
        return len(found)

    def export(self, target: Path) -> int:
        """Write all to a CSV that `eval` and `judge --import` take. Returns how many."""
        known = self.all()
        _put(target, known, target.parent)
        return len(known)

    def golden(self) -> GoldenSet:
        """The questions that have a right answer, as a golden set.

        Raises:
            BadUsage: there is none.
        """
        by_question: dict[str, list[Judgement]] = {}
        for judgement in self.all():
            if judgement.is_right:
                by_question.setdefault(judgement.key[0], []).append(judgement)
        questions = tuple(question_of(str(number), right) for number, right in enumerate(by_question.values(), start=1))
        if not questions:
            raise BadUsage(
                "No question of yours has a hit that you marked as right: mark some with `judge QUESTION PATH`.",
                "Ninguna de sus preguntas tiene un resultado marcado como correcto: márquelos con `judge PREGUNTA RUTA`.",
            )
        return GoldenSet("own", (Direction("all", None, questions),))

    def _write(self, judgements: Iterable[Judgement]) -> None:
        _put(self._path, judgements, self._path.parent)


def question_of(id_: str, right: Sequence[Judgement]) -> Question:
    """The question that these right places answer. Pages and quotes count where there is one right place; several are told apart by their documents alone."""
    only = right[0] if len(right) == 1 else None
    return Question(
        id_, right[0].question, frozenset(judgement.path for judgement in right),
        only.page if only else None, only.quote if only else None,
    )


def _merged(known: Iterable[Judgement], new: Iterable[Judgement]) -> list[Judgement]:
    by_key = {judgement.key: judgement for judgement in known}
    for judgement in new:
        earlier = by_key.get(judgement.key)
        by_key[judgement.key] = judgement if earlier is None else replace(judgement, question=earlier.question)
    return list(by_key.values())


def read_judgements(path: Path, place_of: Callable[[str], str]) -> tuple[Judgement, ...]:
    """The rows of a CSV that have a question and a path; those without a verdict are right.

    Raises:
        BadUsage: no such file, or not such a CSV.
    """
    found = []
    for row in rows_of_csv(path):
        question, place, page, quote, verdict = (row.get(name, "") for name in COLUMNS)
        if question and place:
            place = _ODD_BYTE.sub(lambda escaped: chr(int(escaped[1], 16)), place)
            found.append(Judgement(
                question, place_of(place), verdict.lower() not in _WRONG, int(page) if page.isdecimal() else None, quote or None,
            ))
    return tuple(found)


def _put(target: Path, judgements: Iterable[Judgement], folder: Path) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for judgement in judgements:
        verdict = "right" if judgement.is_right else "wrong"
        writer.writerow((judgement.question, judgement.path, judgement.page or "", judgement.quote or "", verdict))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(target.name + ".new")
        temporary.write_bytes(text.getvalue().encode("utf-8", "backslashreplace"))
        if os.name == "posix":
            temporary.chmod(0o600)
        temporary.replace(target)
    except OSError as error:
        if is_disk_full(error):
            raise DiskFull(folder) from error
        raise DataFolderUnwritable(folder, *system_words(error)) from error
