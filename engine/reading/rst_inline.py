"""The words of a line of reStructuredText: without its marks, roles and targets, with what |names| stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping

_MARKED = re.compile(
    r"``(?P<literal>[^\n]{1,500}?(?:\n[^\n]{1,200}?)?)``"
    r"|(?::(?P<role>[\w.+:-]{1,40}):)?`(?P<quoted>(?:[^`\\]|\\.){1,800})`(?::(?P<after>[\w.+:-]{1,40}):)?(?P<link>__?)?"
    r"|(?<![\w*])\*\*(?=\S)(?P<strong>[^*]{1,500}?(?:\*[^*]{1,200}?){0,4})(?<=\S)\*\*(?!\w)"
    r"|(?<![\w*])\*(?=[^\s*])(?P<emphasis>[^*]{1,500}?)(?<=\S)\*(?![\w*])"
    r"|\|(?P<name>[^\s|][^|\n]{0,100}?)\|_{0,2}"
    r"|\[(?P<note>[#*\w][\w.-]{0,40}|[#*])\]_"
    r"|(?<![\w:/@.`_])(?P<word>[^\W_](?:[\w.+:-]{0,60}[^\W_])?)__?(?![\w_])"
    r"|\\(?P<escaped>.|\n)",
    re.DOTALL,
)
_TARGET = re.compile(r"(?:^|\s+)<[^<>]{1,500}>$", re.DOTALL)
_SHORT_ROLES = frozenset({"class", "func", "meth", "mod", "attr", "exc", "data", "obj", "const"})


class Inline:
    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self._substitutions = substitutions

    def plain(self, text: str) -> str:
        """The words of a piece of text; line feeds stay."""
        if not any(mark in text for mark in "`*|_\\"):
            return text.strip()
        return _MARKED.sub(self._words, text).strip()

    def _words(self, match: re.Match[str]) -> str:
        kind = match.lastgroup
        if match["literal"] is not None:
            return match["literal"]
        if match["quoted"] is not None:
            return self._quoted(match)
        if kind == "name":
            words = self._substitutions.get(match["name"].lower())
            return match[0] if words is None else _MARKED.sub(self._unmarked, words)
        if kind == "note":
            return f"[{match['note'].lstrip('#') or '#'}]"
        if kind == "escaped":
            return "" if match["escaped"] in " \n" else match["escaped"]
        return next(value for value in (match["strong"], match["emphasis"], match["word"]) if value is not None)

    def _unmarked(self, match: re.Match[str]) -> str:
        return match[0] if match["name"] is not None else self._words(match)     # no name stands for itself

    def _quoted(self, match: re.Match[str]) -> str:
        role = match["role"] or match["after"] or ""
        words = match["quoted"]
        if role == "math":
            from engine.reading.latex_math import math_text

            return math_text(words)
        if role in ("raw-html", "raw-latex"):
            return ""
        words = re.sub(r"\\(.)", r"\1", _TARGET.sub("", words) or words.strip(" <>"))
        if role.rpartition(":")[2] in _SHORT_ROLES:
            words = words.rpartition(".")[2] if words.startswith("~") else words.lstrip(".!")
        return words.removeprefix("!") if role else words
