"""Which licences may be inside: reads SPDX expressions and what packages write instead of them."""

from __future__ import annotations

import re

_COPYLEFT = re.compile(r"\bA?GPL|Affero|(?<!Lesser )General Public License|SSPL|Server Side Public|Sleepycat|Commons Clause|BUSL", re.IGNORECASE)
_LESSER = re.compile(r"LGPL|Lesser General Public", re.IGNORECASE)
# Exceptions that let the result be passed on under any terms: runtime libraries of GCC, PyInstaller's bootloader.
_EXCEPTIONS = re.compile(r"\bWITH\s+(GCC-exception-[\d.]+|Bootloader-exception)\b", re.IGNORECASE)
_WORDS = re.compile(r"\(|\)|\bAND\b|\bOR\b|,|;|/(?=[A-Z])")


def is_allowed(expression: str) -> bool:
    """Whether one may pass a component on without the GPL or AGPL applying: by AND every part must be allowed, by OR one.

    Empty is not allowed: a component whose licence nobody knows.
    """
    if not expression.strip():
        return False
    allowed, rest = _any(_split(expression))
    return allowed if not rest else _is_free_of_copyleft(expression)        # prose, which is no expression


def is_lesser(expression: str) -> bool:
    return bool(_LESSER.search(expression))


def _split(expression: str) -> list[str]:
    words, at = [], 0
    for found in _WORDS.finditer(expression):
        words += [expression[at : found.start()].strip(), found.group()]
        at = found.end()
    words.append(expression[at:].strip())
    return [{",": "AND", ";": "AND", "/": "OR"}.get(word, word) for word in words if word]


def _any(words: list[str]) -> tuple[bool, list[str]]:
    allowed, words = _all(words)
    while words and words[0] == "OR":
        other, words = _all(words[1:])
        allowed = allowed or other
    return allowed, words


def _all(words: list[str]) -> tuple[bool, list[str]]:
    allowed, words = _one(words)
    while words and words[0] == "AND":
        other, words = _one(words[1:])
        allowed = allowed and other
    return allowed, words


def _one(words: list[str]) -> tuple[bool, list[str]]:
    if not words or words[0] in ("AND", "OR", ")"):
        return False, []
    if words[0] == "(":
        allowed, rest = _any(words[1:])
        return (allowed, rest[1:]) if rest[:1] == [")"] else (False, [])
    licence = words[0]
    if _EXCEPTIONS.search(licence):
        return True, words[1:]
    return _is_free_of_copyleft(licence), words[1:]


def _is_free_of_copyleft(text: str) -> bool:
    return not _COPYLEFT.search(_LESSER.sub("", text))
