"""What is left out of one root: the built-in rules, the person's patterns, and the patterns of files in the folders.

Patterns are those of .gitignore: of several that match, the last one decides, and those of a folder further down come after
those above. A pattern with "!" in the settings or in a .ficheroignore lets in what a built-in rule leaves out; one of a
.gitignore only takes back an earlier pattern.
"""

from __future__ import annotations

import functools
import logging
import os
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass

from pathspec import GitIgnoreSpec

from engine.discovery.rules import FICHEROIGNORE, GITIGNORE, IGNORE_FILES, SIZE, Rules, pattern_rule

log = logging.getLogger(__name__)

_FRESH_S = 1.0                      # so long a folder's own patterns are taken as known
_FILE_BYTES_AT_MOST = 1_000_000
_CLASS_OR_ESCAPED = re.compile(r"\\.|\[[!^]?+\]?+(?:\\.|[^\]\\])*\]")
_UNCLOSED = re.compile(r"\[")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why a path is left out, or (`rule` None) let in by a pattern."""

    rule: str | None
    pattern: str = ""
    source: str = ""                # the file that holds the pattern; "" for the settings and built-in rules


_LET_IN = Verdict(None)             # by no pattern: as nearly all files are


@dataclass(frozen=True, slots=True)
class _Patterns:
    folder: str
    spec: GitIgnoreSpec
    lines: tuple[str, ...]
    rule: str                       # FICHEROIGNORE or GITIGNORE; "" for the settings' own
    source: str

    def verdict(self, path: str, is_folder: bool) -> Verdict | None:
        relative = os.path.relpath(path, self.folder).replace(os.sep, "/")
        if not self.rule:
            relative = relative.lower()
        found = self.spec.check_file(relative + "/" if is_folder else relative)
        if found.include is None or found.index is None:
            return None
        line = self.lines[found.index]
        if found.include:
            return Verdict(self.rule or pattern_rule(line), line, self.source)
        return Verdict(None, line, self.source)


class IgnoreTree:
    """The rules of one root, for any path below it. Asks the disk only for the files that hold patterns."""

    def __init__(self, root: str, rules: Rules) -> None:
        self._root = root
        self._rules = rules
        own = _compiled(tuple(pattern.lower() for pattern in rules.patterns))
        self._settings = _Patterns(root, *own, "", "") if own is not None else None
        self._files: dict[str, tuple[float, tuple[_Patterns, ...]]] = {}

    def rule(self, path: str, is_folder: bool, size: int = 0) -> str | None:
        """The rule that leaves out a path whose folder is not left out; None to look at it. `size` in bytes."""
        return self.verdict(path, is_folder, size).rule

    def verdict(self, path: str, is_folder: bool, size: int = 0) -> Verdict:
        rules, name = self._rules, os.path.basename(path)
        if rules.all_files:
            return _LET_IN
        by_pattern = self._by_pattern(path, is_folder)
        if by_pattern is not None and by_pattern.rule is not None:
            return by_pattern
        is_let_in = by_pattern is not None and os.path.basename(by_pattern.source) != GITIGNORE_NAME
        built_in = None if is_let_in else rules.for_folder(name) if is_folder else rules.for_file(name)
        if built_in is None and not is_folder and rules.max_bytes and size > rules.max_bytes:
            built_in = SIZE
        return Verdict(built_in) if built_in is not None else _LET_IN

    def between(self, path: str) -> str | None:
        """The rule that leaves out a folder between the root and `path`; None if none does."""
        found = self.folder_left_out(path)
        return found[1].rule if found is not None else None

    def folder_left_out(self, path: str) -> tuple[str, Verdict] | None:
        """The uppermost folder between the root and `path` that is left out, and why."""
        folder = self._root
        for name in os.path.relpath(path, self._root).split(os.sep)[:-1]:
            folder = os.path.join(folder, name)
            verdict = self.verdict(folder, True)
            if verdict.rule is not None:
                return folder, verdict
        return None

    def patterns_at(self, folder: str) -> tuple[object, ...]:
        """What the ignore files in `folder` and above it say, to be compared: equal ones leave out the same."""
        return () if self._rules.all_files else self._above(folder)

    def _by_pattern(self, path: str, is_folder: bool) -> Verdict | None:
        for patterns in self._above(os.path.dirname(path)):
            if (verdict := patterns.verdict(path, is_folder)) is not None:
                return verdict
        return self._settings.verdict(path, is_folder) if self._settings is not None else None

    def _above(self, folder: str) -> tuple[_Patterns, ...]:
        """Patterns of the files in `folder` and in those above it, the nearest first."""
        now = time.monotonic()
        known = self._files.get(folder)
        if known is not None and known[0] > now:
            return known[1]
        is_below = len(folder) > len(self._root) and folder.startswith(self._root)
        found = self._in(folder) + (self._above(os.path.dirname(folder)) if is_below else ())
        self._files[folder] = (now + _FRESH_S, found)
        return found

    def _in(self, folder: str) -> tuple[_Patterns, ...]:
        made = []
        for name, rule in IGNORE_FILES.items():
            if rule == GITIGNORE and not self._rules.gitignore:
                continue
            source = os.path.join(folder, name)
            lines = _read(source)
            compiled = _compiled(lines) if lines else None
            if compiled is not None:
                made.append(_Patterns(folder, *compiled, rule, source))
        return tuple(made)


GITIGNORE_NAME = next(name for name, rule in IGNORE_FILES.items() if rule == GITIGNORE)
assert next(iter(IGNORE_FILES.values())) == FICHEROIGNORE      # ours comes after a .gitignore beside it


def is_pattern(line: str) -> bool:
    """Whether a line can be used as a pattern."""
    try:
        GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):      # a range that runs backwards, "[z-a]", passes pathspec and fails as expression
        return False
    return bool(line.strip()) and not line.startswith("#")


def pattern_fault(line: str) -> tuple[str, str] | None:
    """What is wrong with a pattern that a person gives, in English and Spanish; None if nothing is.

    Stricter than `is_pattern`: it also refuses what can be read, but not as it was meant.
    """
    if not line.strip():
        return "it is empty", "está vacío"
    if line.startswith("#"):
        return "with # it is a comment; write \\# for a name that begins so", "con # es un comentario; escriba \\# si el nombre empieza así"
    path = line.removeprefix("!")
    if not path.strip().strip("/"):
        return "it names no file or folder", "no nombra ningún archivo ni carpeta"
    if (len(path) - len(path.rstrip("\\"))) % 2:
        return "nothing follows the last \\", "tras la última \\ no hay nada"
    if any(_UNCLOSED.search(_CLASS_OR_ESCAPED.sub("", part)) for part in path.split("/")):
        return "a [ is not closed with ]; write \\[ for the character itself", "un [ no se cierra con ]; escriba \\[ para el propio carácter"
    if not is_pattern(line):
        return "a range between [ and ] runs backwards", "un intervalo entre [ y ] va hacia atrás"
    return None


def _read(source: str) -> tuple[str, ...]:
    if not os.path.isfile(source):          # to open a named pipe waits for ever
        return ()
    try:
        with open(source, encoding="utf-8", errors="surrogateescape") as file:
            return tuple(file.read(_FILE_BYTES_AT_MOST).splitlines())
    except OSError:
        return ()


@functools.lru_cache(maxsize=512)
def _compiled(lines: Sequence[str]) -> tuple[GitIgnoreSpec, tuple[str, ...]] | None:
    """The patterns of some lines, and each one's line; None where there are none. What is no pattern is passed over."""
    usable = tuple(line for line in lines if is_pattern(line))
    return (GitIgnoreSpec.from_lines(usable), usable) if usable else None
