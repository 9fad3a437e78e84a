from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.document import ChunkId, DocumentId
from engine.search.suggestions import completions, word_at_end
from engine.stores.lexical_index import LexicalEntry, LexicalIndex

TEXTS = [
    "Contrato de alquiler en Cádiz. El contrato vence en marzo.", "Los contratos y la contraseña de la canción.",
    "La Canción del pirata; una canción más. Contra todo. Fianza en CÁDIZ y en Cádiz.", "E-4032 contratos", "El año y los años.",
]


class Chunks:
    def chunks(self, chunk_ids: Iterable[ChunkId]) -> dict[ChunkId, SimpleNamespace]:
        return {id_: SimpleNamespace(text=TEXTS[id_ - 1]) for id_ in chunk_ids}


@pytest.fixture
def index(tmp_path: Path) -> LexicalIndex:
    index = LexicalIndex.open(tmp_path / "text")
    index.add([
        LexicalEntry(ChunkId(n), DocumentId(n), "hash", "es", None, (), "a.txt", "", text) for n, text in enumerate(TEXTS, start=1)
    ])
    index.commit()
    return index


@pytest.mark.parametrize(("typed", "expected"), [
    ("contra", ("contratos", "contraseña", "contrato")),        # commonest first; a stop word is no help
    ("CONTRATO", ("contratos",)),
    ("cancio", ("canción",)), ("canció", ("canción",)), ("cá", ("Cádiz", "canción")), ("cad", ("Cádiz",)),
    ("an", ()), ("añ", ("año", "años")), ("c", ()), ("zzz", ()), ("", ()),
])
def test_words_are_completed_as_the_documents_write_them(index: LexicalIndex, typed: str, expected: tuple[str, ...]) -> None:
    assert completions(index, Chunks(), typed) == expected
    index.close()


@pytest.mark.parametrize(("text", "word"), [
    ("el contra", "contra"), ("contra ", ""), ("E-40", ""), ("2024", ""), ("", ""), ("¿qué cancio", "cancio"), ("«fian", "fian"),
    ("tipo:pdf fian", "fian"),
])
def test_only_a_word_at_the_end_is_completed(text: str, word: str) -> None:
    assert word_at_end(text) == word
