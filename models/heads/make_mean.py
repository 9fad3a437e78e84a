"""Makes head.npz: the mean token vectors of passages and of queries.

    python -m models.heads.make_mean PAIRS.jsonl.xz [--each 30]

PAIRS: JSON Lines with `question`, `passage`, `lang`, `qlang`. From every language of passages the same number of passages is drawn at
even distances through the file, and from every language of questions the same number of questions. A language counts as much as any other: tokens
are averaged within it first, then the languages' means. Specials, prefixes and punctuation are left out, as in use.
Needs the network and tokenizer in models/files, not the head in it.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.embedder import BOS, EOS
from models.manifest import EMBEDDER, FILES, KEPT_TOKENS, TOKENIZER
from models.onnx_session import Session
from models.prepare import HEAD_SOURCE, PASSAGE_PREFIX, QUERY_PREFIX
from models.token_encoder import encode
from models.tokenizer import Tokenizer

MAX_TOKENS = 200


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--each", type=int, default=30)
    options = parser.parse_args()
    passages: dict[str, dict[str, None]] = defaultdict(dict)
    queries: dict[str, dict[str, None]] = defaultdict(dict)
    with lzma.open(options.pairs, "rt", encoding="utf-8") as lines:
        for line in lines:
            pair = json.loads(line)
            passages[pair["lang"]][pair["passage"]] = None
            queries[pair["qlang"]][pair["question"]] = None
    np.savez(
        HEAD_SOURCE,
        passage_mean=mean_token(PASSAGE_PREFIX, [spread(list(p), options.each) for p in passages.values()]),
        query_mean=mean_token(QUERY_PREFIX, [spread(list(q), options.each) for q in queries.values()]),
    )


def spread(texts: list[str], n: int) -> list[str]:
    """n texts at even distances."""
    return [texts[place * len(texts) // n] for place in range(n)] if len(texts) > n else texts


def mean_token(prefix: str, languages: Iterable[list[str]]) -> NDArray[np.float32]:
    session, tokenizer = Session(FILES / EMBEDDER), Tokenizer(FILES / TOKENIZER)
    is_kept = np.load(FILES / KEPT_TOKENS)
    n_prefix = len(tokenizer.ids([prefix.rstrip()])[0])
    means = []
    for texts in languages:
        ids = [[BOS, *found[:MAX_TOKENS], EOS] for found in tokenizer.ids([prefix + text for text in texts])]
        rows = [
            encoded.hidden[1 + n_prefix : -1][is_kept[ids[place][1 + n_prefix : -1]]]
            for place, encoded in encode(session, ids)
        ]
        means.append(np.concatenate(rows).mean(axis=0, dtype=np.float64))
    return np.mean(means, axis=0).astype(np.float32)


if __name__ == "__main__":
    main()
