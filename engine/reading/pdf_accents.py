"""Accents that a font prints as signs of their own ("Descripci´on", "Dise~no"), put on their letters.

Old TeX fonts (OT1) draw an accented letter as accent and letter; the text layer then holds both. Done only where the
document shows the habit, so that a path like ~nora or a quoted word keeps its sign.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from engine.reading.pdf_lines import Line

_COMBINING = {"´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303", "ˇ": "\u030c"}
_SURE = re.compile("´[aeiouAEIOUıyY]")
_SPLIT = re.compile("´ ?([a-zA-Zı])|([`¨ˆ~˜ˇ])([a-zA-Zı])")
MIN_SIGNS = 2


def join_accents(lines: Sequence[Line]) -> list[Line]:
    """Lines with letters composed, if at least two acute accents stand before vowels in the document."""
    n_signs = 0
    for line in lines:
        if "´" in line.text:
            n_signs += len(_SURE.findall(line.text))
        if n_signs >= MIN_SIGNS:
            return [replace(line, text=composed(line.text)) for line in lines]
    return list(lines)


def composed(text: str) -> str:
    return _SPLIT.sub(_compose, text) if any(sign in text for sign in _COMBINING) else text


def _compose(match: re.Match[str]) -> str:
    sign = match.group(2) or "´"
    letter = (match.group(1) or match.group(3)).replace("ı", "i")
    letters = unicodedata.normalize("NFC", letter + _COMBINING[sign])
    return letters if len(letters) == 1 else match.group()
