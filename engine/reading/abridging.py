"""What nobody reads or searches for: minified code, encoded bytes, long lists of numbers, the middle of long logs.

Of each the beginning is kept (of a log the end too), and the document says what was left out: `DocumentBuilder.cut`.
"""

from __future__ import annotations

import re
from typing import Any

MINIFIED_EXTENSIONS = frozenset({"js", "mjs", "cjs", "jsx", "ts", "css", "json"})
MINIFIED_CHARS = 10_000         # of minified code that are kept
_MINIFIED_LINE = 1_000          # characters: no hand writes such a line of code
_MOST_BLANKS = 0.08             # of minified code; prose has 0.15, formatted code 0.2
BLOB_CHARS = 4_000              # of encoded bytes: a key or a certificate is shorter
_BLOB_KEPT = 60
_BLOB = re.compile(r"(?:[A-Za-z0-9+/=_-]{40,}+\s{0,4}+)++")
_ARMOR = re.compile(r"^(-----BEGIN ([A-Z0-9 ]{2,40})-----)[ \t]*\n[A-Za-z0-9+/=:;,.()<>@ \t\r\n\-]{1,2000000}?\n(-----END \2-----)", re.MULTILINE)
_RUN = re.compile(rf"\S{{{BLOB_CHARS},}}+")
_RUN_SAMPLE = 20_000
_FEW_SIGNS = 4
_NUMBERS = 60                   # a longer list of numbers is abridged
_NUMBERS_KEPT = 8
_TIME = r"(?:\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{2,4}|\d{4}/\d\d/\d\d|\d\d?[/ ]\w{3}[/ ]\d{2,4}|\w{3} {1,2}\d{1,2}|\d{10}(?:\.\d+)?)[T :,]*\d\d:\d\d"
_LOG_LINE = re.compile(rf"(?:[^\n]{{0,60}}?{_TIME}|\[ *\d+\.\d{{3,}}\] |(?:[DIWEF]/|\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|TRACE)\b))")
_LOG_SAMPLE = 200               # lines


def minified_end(text: str, extension: str) -> int | None:
    """Where to stop reading minified code; None where it is not minified, or short."""
    if extension not in MINIFIED_EXTENSIONS or len(text) <= 2 * MINIFIED_CHARS:
        return None
    long_lines = [line for line in text.split("\n") if len(line) > _MINIFIED_LINE]
    n_long = sum(map(len, long_lines))
    if n_long < len(text) / 2 or sum(line.count(" ") for line in long_lines) > n_long * _MOST_BLANKS:
        return None
    end = max(text.rfind(sign, MINIFIED_CHARS // 2, MINIFIED_CHARS) for sign in ";}\n")
    return end + 1 if end > 0 else MINIFIED_CHARS


def without_blobs(text: str) -> tuple[str, int]:
    """The text with encoded bytes (base64, hexadecimal) and endless "words" clipped, and how many characters were left out."""
    if len(text) < BLOB_CHARS or not any(len(word) >= 40 for word in text.split()):
        return text, 0
    n_left_out = 0

    def clipped(match: re.Match[str]) -> str:
        nonlocal n_left_out
        blob = match.group()
        sample = blob[:2_000]
        if len(blob) < BLOB_CHARS or sum(char.isupper() or char.isdigit() for char in sample) < len(sample) * 0.3:
            return blob         # short, or names and paths, or a ruler
        n_left_out += len(blob) - _BLOB_KEPT
        return blob[:_BLOB_KEPT] + "…" + blob[len(blob.rstrip()) :]

    def unworded(match: re.Match[str]) -> str:
        nonlocal n_left_out
        run = match.group()
        if not _is_no_word(run):
            return run
        n_left_out += len(run) - _BLOB_KEPT
        return run[:_BLOB_KEPT] + "…"

    return _RUN.sub(unworded, _BLOB.sub(clipped, text)), n_left_out


def _is_no_word(run: str) -> bool:
    """Whether a run of thousands of characters without a blank says nothing: hardly a mark in it, or the same few signs over and over.

    A script that parts its words by no blanks (Chinese, Thai) says something, and so do data with commas or brackets.
    """
    sample = run[:_RUN_SAMPLE]
    if len(set(sample)) <= _FEW_SIGNS:
        return True
    n_marks = sum(not char.isalnum() or "\u0e00" <= char <= "\u1fff" or "\u2e80" <= char <= "\ud7ff" or char > "\uf8ff" for char in sample)
    return n_marks < len(sample) * 0.005


def without_armor(text: str) -> str:
    """The text with the encrypted messages, keys and signatures in it left out but for their first and last lines."""
    return _ARMOR.sub(r"\1\n…\n\3", text) if "-----BEGIN " in text else text


def without_numbers(value: Any, depth: int = 0) -> tuple[Any, int]:
    """A parsed JSON value with long lists of numbers clipped, and how many numbers were left out."""
    if isinstance(value, dict) and depth < 100:
        pairs = {key: without_numbers(item, depth + 1) for key, item in value.items()}
        return {key: item for key, (item, _) in pairs.items()}, sum(n for _, n in pairs.values())
    if not isinstance(value, list) or depth >= 100:
        return value, 0
    if len(value) > _NUMBERS and all(map(_is_numeric, value)):
        return [*value[:_NUMBERS_KEPT], "…"], sum(map(_count, value[_NUMBERS_KEPT:]))
    items = [without_numbers(item, depth + 1) for item in value]
    return [item for item, _ in items], sum(n for _, n in items)


def _is_numeric(value: Any) -> bool:
    """A number, or a short list of numbers: a point."""
    if isinstance(value, list):
        return len(value) <= 16 and all(isinstance(item, (int, float)) for item in value)
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _count(value: Any) -> int:
    return len(value) if isinstance(value, list) else 1


def looks_like_log(beginning: str) -> bool:
    """Whether most lines begin with a time or a level."""
    lines = [line for line in beginning.split("\n")[:_LOG_SAMPLE] if line.strip()]
    return len(lines) > 20 and sum(bool(_LOG_LINE.match(line)) for line in lines) > 0.6 * len(lines)
