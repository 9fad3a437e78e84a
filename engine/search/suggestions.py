"""What a word that is being typed may become: words of the documents themselves, as they are written there."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import Protocol

from engine.catalog.records import StoredChunk
from engine.document import ChunkId
from engine.language.analysis import surfaces
from engine.language.folding import fold, has_accents, nfc
from engine.language.stop_words import STOP_WORDS

SHORTEST = 2            # letters typed before anything is suggested
LOOKED_AT = 4           # passages whose spelling of a word is looked at
_SPARE = 6              # words that are asked for beyond those wanted: some are stop words


class Words(Protocol):
    def words_beginning(self, prefix: str, top: int) -> list[str]: ...
    def chunks_with(self, word: str, top: int) -> list[ChunkId]: ...


class Chunks(Protocol):
    def chunks(self, chunk_ids: Iterable[ChunkId]) -> Mapping[ChunkId, StoredChunk]: ...


def word_at_end(text: str) -> str:
    """The word that a text ends in, as it is typed; "" where it ends in none, or in a number or code."""
    text = nfc(text)
    last = next(iter(deque(surfaces(text), maxlen=1)), None)
    if last is None or last.end != len(text) or len(last.surface.pieces) != 1:
        return ""
    return text[last.start:] if last.surface.pieces[0].kind == "word" else ""


def completions(index: Words, catalog: Chunks, typed: str, top: int = 5) -> tuple[str, ...]:
    """The commonest words that begin like `typed`, accents and letter case ignored, and are longer.

    Each is written as most often in the first passages that hold it: `Cádiz`, `canción`.
    """
    prefix = fold(nfc(typed))
    if len(prefix) < SHORTEST:
        return ()
    found = [word for word in index.words_beginning(prefix, top + _SPARE) if word != prefix and word not in STOP_WORDS]
    written = (_as_written(index, catalog, word) for word in found[:top])
    words = dict.fromkeys(word for word in written if word and fold(word[: len(typed)]) == prefix and len(word) > len(typed))
    if has_accents(typed):          # who types an accent means it
        return tuple(sorted(words, key=lambda word: not word.lower().startswith(nfc(typed).lower())))
    return tuple(words)


def _as_written(index: Words, catalog: Chunks, word: str) -> str | None:
    """None where no passage holds it: the index is ahead of the catalog."""
    spellings: Counter[str] = Counter()
    for chunk in catalog.chunks(index.chunks_with(word, LOOKED_AT)).values():
        text = nfc(chunk.text)
        for place in surfaces(text):
            for piece in place.surface.pieces:
                if piece.exact == word:
                    spellings[text[place.start + piece.start:place.start + piece.end]] += 1
    if not spellings:
        return None
    lower = Counter({written: count for written, count in spellings.items() if written.islower() or not written.isalpha()})
    return (lower or spellings).most_common(1)[0][0]
