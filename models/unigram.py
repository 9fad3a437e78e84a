"""Cuts words into the most probable pieces of a Unigram vocabulary, in a seventh of the memory that `tokenizers` takes.

That library builds a tree with a table at every node: 280 MB for 250,037 pieces, in every process that holds a tokenizer. Here
it is one table. Results are the library's own, to the last bit: the same sums in the same order, the same choice among equals
(its `Unigram::encode_optimized`, after sentencepiece's `Model::EncodeOptimized`).
"""

from __future__ import annotations

import json
import mmap
import re
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path

WORD_START = "▁"
UNKNOWN_PENALTY = 10.0          # below the least probable piece
_VOCABULARY, _END = b'"vocab":[', b']'
_PIECE = re.compile(rb'\["((?:[^"\\]|\\.)*)",(-?[0-9][0-9.eE+-]*)\],?')
_STUB = b'["<unk>",0.0]'


class Unigram:
    """Pieces with their scores (log probabilities); a piece's place is its id. A word's start is written as a space."""

    def __init__(self, pieces: Iterable[tuple[str, float]], unknown: int) -> None:
        self.unknown = unknown
        self._ids: dict[str, int] = {}
        self._scores = array("d")
        self._longest: dict[str, int] = {}         # characters of the longest piece that begins with this one
        for id_, (piece, score) in enumerate(pieces):
            key = piece.replace(WORD_START, " ")
            self._ids[key] = id_
            self._scores.append(score)
            if len(key) > self._longest.get(key[:1], 0):
                self._longest[key[:1]] = len(key)
        self._unknown_score = min(self._scores, default=0.0) - UNKNOWN_PENALTY

    def __len__(self) -> int:
        return len(self._scores)

    def cut(self, word: str) -> list[tuple[int, int]]:
        """(id, end in characters) of the pieces of a word, with its space before it. Neighbours that no piece holds are one."""
        ids, scores, longest = self._ids, self._scores, self._longest
        size = len(word)
        best = [0.0] * (size + 1)
        begins = [-1] * (size + 1)
        chosen = [0] * (size + 1)
        for start in range(size):
            here = best[start]
            is_alone = False
            for end in range(start + 1, min(size, start + longest.get(word[start], 0)) + 1):
                id_ = ids.get(word[start:end])
                if id_ is not None:
                    score = scores[id_] + here
                    if begins[end] < 0 or score > best[end]:
                        best[end], begins[end], chosen[end] = score, start, id_
                    if end == start + 1:
                        is_alone = True
            if not is_alone:
                end = start + 1
                score = self._unknown_score + here
                if begins[end] < 0 or score > best[end]:
                    best[end], begins[end], chosen[end] = score, start, self.unknown
        return self._path(begins, chosen)

    def _path(self, begins: list[int], chosen: list[int]) -> list[tuple[int, int]]:
        path: list[tuple[int, int]] = []
        end = len(begins) - 1
        while end > 0:
            if not (path and chosen[end] == self.unknown == path[-1][0]):
                path.append((chosen[end], end))
            end = begins[end]
        path.reverse()
        return path


def split_file(path: Path) -> tuple[bytes, Unigram]:
    """tokenizer.json without its vocabulary (one unknown piece in its place), and the vocabulary.

    The file is read piece by piece, since the whole of it as objects takes more memory than what is kept.

    Raises:
        ValueError: it is not as `tokenizer_file` writes it.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        begin = content.find(_VOCABULARY) + len(_VOCABULARY)
        if begin < len(_VOCABULARY):
            raise ValueError("no vocabulary")
        end = begin

        def pieces() -> Iterator[tuple[str, float]]:
            nonlocal end
            while (match := _PIECE.match(content, end)) is not None:
                end = match.end()
                written = match[1]
                piece = json.loads(b'"%s"' % written) if b"\\" in written else written.decode("utf-8")
                yield piece, float(match[2])

        head = bytes(content[:begin])
        unknown = re.search(rb'"unk_id":(\d+)', head[-200:])
        if unknown is None:
            raise ValueError("no unknown piece")
        unigram = Unigram(pieces(), int(unknown[1]))
        tail = bytes(content[end:])
    if not tail.startswith(_END) or unigram.unknown >= len(unigram):
        raise ValueError("the vocabulary breaks off")
    return head.replace(b'"unk_id":%s' % unknown[1], b'"unk_id":0') + _STUB + tail, unigram
