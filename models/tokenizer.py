"""Cuts text into the embedder's tokens: the only module that imports tokenizers.

Of our own embedder the library normalises and keeps account of offsets; the pieces come from `unigram`, which needs 240 MB less.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import tokenizers
from numpy.typing import NDArray

from models.errors import ModelDamaged, ModelMissing
from models.unigram import WORD_START, Unigram, split_file

Span = tuple[int, int]
_Encoded = tuple[list[int], list[Span]]
_Written = tuple[tuple[int, ...], tuple[int, ...]]      # a word's tokens: their ids, and their lengths in characters

# What the model's map turns into a space, or drops, and Python does not call space.
INVISIBLE = "".join(map(chr, (0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2581, 0xFEFF, 0xFFFD)))
BLANK = "".join(c for c in map(chr, range(0x3001)) if c.isspace()) + INVISIBLE

LINE = re.compile(r"[^\n]+")
_WRITTEN_WORD = re.compile(r"[^ \n\t]+")
# Of signs that stand each for itself: within a cluster of several the library shifts what it says of places.
_PLAIN_WORD = re.compile("[!-~\u00a1-\u024f\u0391-\u03a9\u03b1-\u03c9\u0410-\u044f\u2010-\u201f\u20ac]+")
_SEEN_WORD = re.compile(" [^ ]*")
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
CACHED_WORDS = 200_000      # about 25 MB
CACHED_PIECES = 20_000      # words with their pieces; about 8 MB
CACHED_WRITTEN = 30_000     # words as they are written in passages; about 8 MB
CACHED_ODD = 5_000          # of them, those that are not seen so; about 4 MB
LONGEST_CACHED = 40         # characters of a word
_WORDS_AT_ONCE = 2_000
_AS_A_WHOLE = 1 << 40       # stands for the tokens of a word that do not add up with those of its neighbours
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
        self._rules, self._unigram = _split(path)       # how text is normalised and parted, and the pieces
        self._tokens_of_words: dict[str, int] = {}
        self._pieces: dict[str, list[tuple[int, int]]] = {}         # of words as the model sees them, that were cut lately
        self._written: dict[str, _Written | None] = {}      # words of passages; None: not seen as they are written
        self._odd: dict[str, _Encoded | None] = {}          # those; None: not to be cut alone

    def normalise(self, text: str) -> str:
        """The text as the model sees it."""
        return str(self._rules.normalizer.normalize_str(_safe(text)))

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The token ids of every text; "" has none."""
        return [[id_ for word in self._seen_words(text) for id_, _ in self._cut(word)] for text in texts]

    def _cut(self, word: str) -> list[tuple[int, int]]:
        """As Unigram.cut; most words of a text were cut before."""
        found = self._pieces.get(word)
        if found is None:
            found = self._unigram.cut(word)
            if len(word) <= LONGEST_CACHED:
                if len(self._pieces) >= CACHED_PIECES:
                    self._pieces.clear()
                self._pieces[word] = found
        return found

    def _seen_words(self, text: str) -> list[str]:
        """The words of a text as the model sees them, each with the space before it."""
        seen = self.normalise(text)
        return _SEEN_WORD.findall(seen if seen.startswith(" ") else f" {seen}") if seen else []

    def count(self, texts: Sequence[str]) -> list[int]:
        """How many tokens each text has, blank space at its end apart; a blank text has none.

        No token crosses a blank, so a text has as many as its words together, and most words were counted before.
        """
        if len(self._tokens_of_words) > CACHED_WORDS:
            self._tokens_of_words = {}
        known = self._tokens_of_words
        texts = [text.rstrip(BLANK) for text in texts]
        words = [_words(text) for text in texts]
        once = self._learn(known, {word for found in words for word in found if word not in known})
        counts = [sum([known[word] if word in known else once[word] for word in found]) for found in words]
        for index, n_tokens in enumerate(counts):
            if n_tokens >= _AS_A_WHOLE:
                counts[index] = len(self.ids([texts[index]])[0])
        return counts

    def _learn(self, known: dict[str, int], words: Iterable[str]) -> dict[str, int]:
        """Count words and keep them in `known`; those too long to be kept are returned."""
        plain: list[str] = []
        long: dict[str, int] = {}
        for word in words:
            if (word.isascii() and word.isprintable()) or self._stands_alone(word):
                plain.append(word)
            else:
                (known if len(word) <= LONGEST_CACHED else long)[word] = _AS_A_WHOLE
        for at in range(0, len(plain), _WORDS_AT_ONCE):
            joined = plain[at : at + _WORDS_AT_ONCE]
            for word, seen in zip(joined, self._seen_words(" ".join(joined)), strict=True):
                (known if len(word) <= LONGEST_CACHED else long)[word] = len(self._unigram.cut(seen))
        return long

    def _stands_alone(self, word: str) -> bool:
        """Whether the model sees a word alone as it sees it between others, and as one."""
        if unicodedata.category(word[0])[0] in "MC" or unicodedata.category(word[-1])[0] == "C":
            return False        # a mark belongs to the blank before it
        seen = self.normalise(word)
        return bool(seen) and " " not in seen and "\u2581" not in seen

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

    def _encoded(self, texts: Sequence[str]) -> list[_Encoded]:
        return [self._encoded_by_words(text) or self._encoded_by_library(text) for text in texts]

    def _encoded_by_library(self, text: str) -> _Encoded:
        parted = tokenizers.PreTokenizedString(_safe(text))
        parted.normalize(self._rules.normalizer.normalize)
        self._rules.pre_tokenizer.pre_tokenize(parted)
        parted.tokenize(self._tokens)
        encoding = parted.to_encoding()
        return encoding.ids, _trimmed(text, _original(text, encoding.offsets))

    def _encoded_by_words(self, text: str) -> _Encoded | None:
        """The same word by word, most of which were met before; None where one is seen otherwise beside its neighbours than alone."""
        known = self._written
        ids: list[int] = []
        spans: list[Span] = []
        behind = 0              # where the last word ends
        for match in _WRITTEN_WORD.finditer(text):
            at, stop = match.span()
            word = text[at:stop]
            if (written := known.get(word) or self._learn_written(word)) is None:
                if (alone := self._alone(word)) is None or ((not alone[0] or alone[1][0][1] == 0) and at - behind != 1):
                    return None
                ids += alone[0]
                spans += [(at + start, at + end) for start, end in alone[1]]
                behind = stop
                continue
            its_ids, lengths = written
            if not lengths[0] and at - behind != 1:     # a token for the blank alone: the library knows which blank
                return None
            ids += its_ids
            for length in lengths:
                spans.append((at, at := at + length))
            behind = stop
        return (ids, spans) if behind == len(text) else None

    def _learn_written(self, word: str) -> _Written | None:
        if word in self._written:
            return None
        found: _Written | None = None
        if _PLAIN_WORD.fullmatch(word) is not None and self.normalise(word).removeprefix(" ") == word:
            pieces = self._unigram.cut(f" {word}")
            ends = [1, *(end for _, end in pieces)]
            found = tuple(id_ for id_, _ in pieces), tuple(end - begin for begin, end in pairwise(ends))
        if len(word) <= LONGEST_CACHED:
            if len(self._written) >= CACHED_WRITTEN:
                for old in list(islice(self._written, CACHED_WRITTEN // 2)):
                    del self._written[old]
            self._written[word] = found
        return found

    def _alone(self, word: str) -> _Encoded | None:
        """A word that the model does not see as it is written, by the library; None where its neighbours have a part in it."""
        if word in self._odd:
            return self._odd[word]
        found: _Encoded | None = None
        if self._stands_alone(word):
            ids, spans = self._encoded_by_library(f" {word}")
            found = ids, [(start - 1, end - 1) for start, end in spans]
        if len(word) <= LONGEST_CACHED:
            if len(self._odd) >= CACHED_ODD:
                self._odd.clear()
            self._odd[word] = found
        return found

    def _tokens(self, word: str) -> list[tokenizers.Token]:
        """The pieces of a word as the library wants them: with offsets in bytes of UTF-8."""
        tokens = []
        start = at = 0
        for id_, end in self._cut(word.replace(WORD_START, " ")):
            size = len(word[start:end].encode("utf-8"))
            tokens.append(tokenizers.Token(id_, "", (at, at + size)))
            start, at = end, at + size
        return tokens


def _words(text: str) -> list[str]:
    """What stands between blanks, tabs and line feeds."""
    return [word for word in text.replace("\n", " ").replace("\t", " ").split(" ") if word]


class ExportedTokenizer:
    """The tokenizer of a model that somebody brought in, with the specials of its own template. One thread at a time."""

    def __init__(self, path: Path, max_tokens: int) -> None:
        """Load tokenizer.json.

        Args:
            max_tokens: with specials; what is beyond it is cut.
        Raises:
            ModelMissing, ModelDamaged
        """
        self._tokenizer = _loaded(path)
        padding = self._tokenizer.padding
        named = (self._tokenizer.token_to_id(name) for name in ("<pad>", "[PAD]", "<|endoftext|>"))
        self.pad_id = int(padding["pad_id"]) if padding else next((id for id in named if id is not None), 0)
        self._tokenizer.no_padding()
        self._max_tokens = max_tokens
        self._tokenizer.no_truncation()
        if max_tokens <= self._tokenizer.num_special_tokens_to_add(True):
            raise ModelDamaged(path, "no room for a text beside the specials", "sin sitio para un texto junto a los signos especiales")

    def count(self, texts: Sequence[str]) -> list[int]:
        """How many tokens each text has, without specials; a blank text has none."""
        return [len(self.spans(text)) for text in texts]

    def spans(self, text: str) -> list[Span]:
        """The spans of all tokens of a text of any length, line by line, without specials and without blank space."""
        self._tokenizer.no_truncation()
        lines = [line for line in LINE.finditer(text) if line.group().strip()]
        encodings = self._tokenizer.encode_batch([_without_surrogates(line.group()) for line in lines], add_special_tokens=False)
        return [
            (line.start() + start, line.start() + end)
            for line, encoding in zip(lines, encodings)
            for start, end in _trimmed(line.group(), encoding.offsets)
        ]

    def pieces(self, text: str) -> list[list[int]]:
        """The ids of a text with specials: one row, or several where it is longer than the model reads at once."""
        self._tokenizer.enable_truncation(self._max_tokens)
        encoding = self._tokenizer.encode(_without_surrogates(text))
        return [encoding.ids, *(further.ids for further in encoding.overflowing)]

    def pairs(self, query: str, passages: Sequence[str]) -> list[tuple[list[int], list[int]]]:
        """Ids and type ids of the query with each passage, by the model's template, the longer one cut to fit."""
        self._tokenizer.enable_truncation(self._max_tokens, strategy="longest_first")
        query = _without_surrogates(query)
        encodings = self._tokenizer.encode_batch([(query, _without_surrogates(passage)) for passage in passages])
        return [(encoding.ids, encoding.type_ids) for encoding in encodings]


def _split(path: Path) -> tuple[tokenizers.Tokenizer, Unigram]:
    """Raises ModelMissing, ModelDamaged."""
    if not path.is_file():
        raise ModelMissing(path)
    try:
        rules, unigram = split_file(path)
        return tokenizers.Tokenizer.from_buffer(rules), unigram
    except Exception as error:      # the library raises plain Exception
        raise ModelDamaged(path, "not a tokenizer", "no es un tokenizador") from error


def _loaded(path: Path) -> tokenizers.Tokenizer:
    """Raises ModelMissing, ModelDamaged."""
    if not path.is_file():
        raise ModelMissing(path)
    try:
        return tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:      # the library raises plain Exception
        raise ModelDamaged(path, "not a tokenizer", "no es un tokenizador") from error


def _without_surrogates(text: str) -> str:
    return text if text.isascii() else SURROGATE.sub("\ufffd", text)


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
