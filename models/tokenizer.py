"""Cuts text into the embedder's tokens: the only module that imports tokenizers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import tokenizers
from numpy.typing import NDArray

from models.errors import ModelDamaged, ModelMissing

Span = tuple[int, int]

# What the model's map turns into a space, or drops, and Python does not call space.
INVISIBLE = "".join(map(chr, (0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2581, 0xFEFF, 0xFFFD)))
BLANK = "".join(c for c in map(chr, range(0x3001)) if c.isspace()) + INVISIBLE

LINE = re.compile(r"[^\n]+")
SURROGATE = re.compile("[\ud800-\udfff]")

# WORKAROUND: the normaliser of `tokenizers` (as sentencepiece's) looks a cluster of under six bytes up as a whole and
# replaces all of it by what its first character maps to, losing the marks: a vowel sign after an Arabic presentation form,
# an accent after a ligature. A control character between them, which the map drops, makes them two clusters.
_SHORT_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd"
)
_SHORT_MAPPED = (
    "\u00a0-\u00bf\u0132\u0133\u013f\u0140\u0149\u017f\u01c4-\u01cc\u01f1-\u01f3\u02b0-\u02ff\u0340-\u0345\u0374-\u03ff"
    "\u0587\u0675-\u0678"
)
_LONG_MAPPED = "\u0900-\uffff"
BREAK = "\x01"
CLUSTER = re.compile(
    f"(?<=[{_SHORT_MAPPED}])(?=[{_SHORT_MARKS}\u0800-\uffff])|(?<=[{_LONG_MAPPED}])(?=[{_SHORT_MARKS}])"
)


class Tokenizer:
    """Token ids, and where each token stands in the text. No specials, no prefix, no limit of its own."""

    def __init__(self, path: Path) -> None:
        """Load tokenizer.json.

        Raises:
            ModelMissing, ModelDamaged
        """
        if not path.is_file():
            raise ModelMissing(path)
        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(path))
        except Exception as error:      # the library raises plain Exception
            raise ModelDamaged(path, "not a tokenizer") from error

    def normalise(self, text: str) -> str:
        """The text as the model sees it."""
        return str(self._tokenizer.normalizer.normalize_str(_safe(text)))

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The token ids of every text; "" has none."""
        encodings = self._tokenizer.encode_batch_fast([_safe(text) for text in texts], add_special_tokens=False)
        return [encoding.ids for encoding in encodings]

    def count(self, texts: Sequence[str]) -> list[int]:
        """How many tokens each text has, blank space at its end apart; a blank text has none."""
        stripped = [text.rstrip(BLANK) for text in texts]
        return [len(ids) if text else 0 for ids, text in zip(self.ids(stripped), stripped)]

    def encode(self, text: str) -> tuple[list[int], list[Span]]:
        """Token ids and spans: code points of `text` itself, without the blank space around a token.

        Spans never run backwards. Where the model's map makes several characters of one (a ligature) tokens can
        share it; a token for the start of a word alone has an empty span there.
        """
        return self._encoded([text])[0]

    def spans(self, text: str) -> list[Span]:
        """The spans of all tokens of a text of any length, as many as `count` says; some may be empty.

        A long text is cut at its line ends, where no token crosses, so that memory stays small.
        """
        lines = list(LINE.finditer(text))
        spans: list[Span] = []
        for line, (_, found) in zip(lines, self._encoded([line.group().rstrip(BLANK) for line in lines])):
            spans.extend((line.start() + start, line.start() + end) for start, end in found)
        return spans

    def _encoded(self, texts: Sequence[str]) -> list[tuple[list[int], list[Span]]]:
        encodings = self._tokenizer.encode_batch([_safe(text) for text in texts], add_special_tokens=False)
        return [
            (encoding.ids, _trimmed(text, _original(text, encoding.offsets))) for text, encoding in zip(texts, encodings)
        ]


def _safe(text: str) -> str:
    """The text as the library can take it: no lone surrogates, clusters parted."""
    if text.isascii():
        return text
    return CLUSTER.sub(BREAK, SURROGATE.sub("\ufffd", text))


def _original(text: str, offsets: list[Span]) -> list[Span]:
    """Offsets in `text` of offsets in `_safe(text)`."""
    if text.isascii():
        return offsets
    breaks = [match.start() for match in CLUSTER.finditer(text)]
    if not breaks:
        return offsets
    inserted: NDArray[np.int64] = np.array(breaks) + np.arange(len(breaks))      # where the breaks stand in the safe text
    pairs = np.array(offsets, np.int64).reshape(-1, 2)
    moved = pairs - np.searchsorted(inserted, pairs)
    return [(start, end) for start, end in moved.tolist()]


def _trimmed(text: str, spans: list[Span]) -> list[Span]:
    """Spans without blank space at either side."""
    trimmed = []
    for start, end in spans:
        piece = text[start:end]
        bare = piece.lstrip(BLANK)
        start += len(piece) - len(bare)
        trimmed.append((start, start + len(bare.rstrip(BLANK))))
    return trimmed
