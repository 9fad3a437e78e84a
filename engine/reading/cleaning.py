"""Text as every reader stores it: NFC, no invisible marks, no control characters, line feeds only.

Nothing here may glue words: what is not printable becomes white space, except the marks that lie inside words
(soft hyphen, zero width space, direction marks), which disappear.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_LATIN_JOINERS = re.compile("(?<=[A-Za-z\u00c0-\u024f])[\u200c\u200d]+(?=[A-Za-z\u00c0-\u024f])")
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufff9-\ufffb\ufffe\uffff]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_RARE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"
)
# What `one_line` would change in cells that tabs join. Up to U+02FF no letter has another form in NFC.
_NOT_PLAIN = re.compile("[^\t -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u20ac]|  |^ |\t | \t| $|\n")
_BLANKS = re.compile("[ \t\u00a0]{2,}")
_AROUND_LINE_FEED = re.compile("[ \t\u00a0]*\n\\s*")


def clean(text: str) -> str:
    """NFC text without control characters or invisible marks; line ends are line feeds; lone surrogates U+FFFD."""
    if text.isascii() and text.isprintable():       # nearly all there is in most files, and ten times as fast
        return text
    if _RARE.search(text):
        text = _LINE_ENDS.sub("\n", text)
        text = _INVISIBLE.sub("", text)
        text = _LATIN_JOINERS.sub("", text)
        text = _CONTROLS.sub(" ", text)
        text = _SURROGATES.sub("\ufffd", text)
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def prose(text: str) -> str:
    """Clean text of a paragraph: runs of blanks are one blank (or one tab, if there was a tab), no empty lines."""
    text = clean(text).strip()
    if "\n" in text:
        text = _AROUND_LINE_FEED.sub("\n", text)
    return _BLANKS.sub(_one_blank, text) if "  " in text or "\t" in text or "\u00a0" in text else text


def _one_blank(match: re.Match[str]) -> str:
    return "\t" if "\t" in match.group() else " "


def one_line(text: str) -> str:
    """Clean text of a heading or a cell: all white space folded to single spaces, no tab and no line feed."""
    return " ".join(clean(text).split())


def cells(row: Sequence[str]) -> list[str]:
    """`one_line` of each cell of a row. Nearly all rows need no work, which one look at the row as a whole tells."""
    line = "\t".join(row)
    if line.count("\t") == len(row) - 1 and not _NOT_PLAIN.search(line):
        return list(row)
    return [one_line(cell) if cell else "" for cell in row]


def verbatim(text: str) -> str:
    """Clean text whose blanks mean something (code): only blank lines at both ends and blanks at line ends go."""
    lines = [line.rstrip() for line in clean(text).expandtabs(8).split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines)


def number_of(text: str | None, default: int, base: int = 10) -> int:
    """The whole number that an attribute of a file says; `default` where it says none (nothing, "²", more digits than int takes)."""
    try:
        return int(text or "", base)
    except ValueError:
        return default
