"""What the command line prints: results on stdout, everything else on stderr, in the person's language."""

from __future__ import annotations

import dataclasses
import json
import re
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.errors import FicheroError
from ui.wording import environment_language

# All but tab and our own bold type; also what breaks a line or turns the direction of what follows.
_CONTROL = re.compile(r"\x1b(?!\[[01]m)|[\x00-\x08\x0a-\x1a\x1c-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def language() -> str:
    """'es' or 'en', by the environment's locale; Spanish where it says nothing."""
    return environment_language() or "es"


def say(english: str, spanish: str) -> str:
    return spanish if language() == "es" else english


def counted(n: int, english: tuple[str, str], spanish: tuple[str, str]) -> str:
    """The number with its words, each in the singular and the plural; `{n}` in them is the number, which else stands before them."""
    words = say(english[n != 1], spanish[n != 1])
    return words.format(n=n) if "{n}" in words else f"{n} {words}"


def complain(error: FicheroError) -> None:
    sys.stderr.write(_tamed(f"fichero: {error.message(language())}") + "\n")


def note(text: str) -> None:
    sys.stderr.write(_tamed(text) + "\n")


def write(text: str) -> None:
    """A line for a person; control characters that a file name or text may hold are shown, not obeyed by the terminal."""
    sys.stdout.write(_tamed(text) + "\n")


def write_text(text: str) -> None:
    """Lines for a person, each as `write` puts it."""
    for line in text.split("\n"):
        write(line)


def _tamed(text: str) -> str:
    return _CONTROL.sub(lambda found: f"\\x{code:02x}" if (code := ord(found[0])) < 256 else f"\\u{code:04x}", text)


def write_json(value: Any) -> None:
    """One JSON document on one line, ASCII only; undecodable bytes of names become \\udcXX."""
    sys.stdout.write(json.dumps(value, ensure_ascii=True, default=_plain) + "\n")


def write_json_lines(values: Iterable[Any]) -> None:
    for value in values:
        write_json(value)
    sys.stdout.flush()


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, (set, frozenset, tuple)):
        return list(value)
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"cannot print {type(value).__name__} as JSON")


class ProgressLine:
    """One line on stderr that is written over in place at a terminal, and at most every ten seconds elsewhere."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._next = 0.0
        self._width = 0

    def show(self, text: str) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (0.1 if self._is_terminal else 10.0)
        if self._is_terminal:
            shown = text[:100]
            sys.stderr.write("\r" + shown.ljust(self._width))
            self._width = len(shown)
            sys.stderr.flush()
        else:
            note(text)

    def done(self) -> None:
        if self._is_terminal and self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
