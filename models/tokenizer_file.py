"""Writes tokenizer.json from the vocabulary of the weight file."""

from __future__ import annotations

import base64
import json
import unicodedata
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.precompiled_map import precompile
from models.weights import Vocabulary

WORD_START = "▁"


def tokenizer_json(vocabulary: Vocabulary) -> bytes:
    """The tokenizer in the form of the library `tokenizers`: no specials added, no limit, no padding.

    Normalise by the file's own map, one space for many, `▁` before every word, then the most probable pieces.
    Splitting at `▁` first changes nothing, because no piece holds it elsewhere than at its start.
    """
    metaspace = {"type": "Metaspace", "replacement": WORD_START, "prepend_scheme": "always", "split": True}
    charsmap = base64.b64encode(precompile(vocabulary.normalisation)).decode("ascii")
    content: dict[str, Any] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "Precompiled", "precompiled_charsmap": charsmap},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
            ],
        },
        "pre_tokenizer": metaspace,
        "post_processor": None,
        "decoder": metaspace,
        "model": {
            "type": "Unigram",
            "unk_id": vocabulary.unk,
            "vocab": [[piece, score] for piece, score in zip(vocabulary.pieces, vocabulary.scores)],
            "byte_fallback": False,
        },
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def kept_tokens(vocabulary: Vocabulary) -> NDArray[np.bool_]:
    """Which tokens take part in late interaction, shape (pieces,): all but specials and pure punctuation or space."""
    kept = np.array([any(_says_something(c) for c in piece) for piece in vocabulary.pieces], dtype=np.bool_)
    kept[[vocabulary.bos, vocabulary.eos, vocabulary.pad]] = False
    kept[vocabulary.unk] = True
    return kept


def _says_something(character: str) -> bool:
    return character != WORD_START and unicodedata.category(character)[0] not in "PZC"
