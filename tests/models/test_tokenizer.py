"""Token ids and spans against ids stored from the weights' own tokenizer (reference.json; how: README.md beside it)."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tokenizers

from models.errors import ModelDamaged, ModelMissing
from models.manifest import TOKENIZER
from models.tokenizer import BLANK, Tokenizer, _original, _safe, _trimmed
from models.weights import find_weights, load_weights

# One line ends before another begins, and nothing but code points counts.
SPANS = {
    "Hola, mundo": ["Hola", ",", "mundo"],
    "  dos\n\n líneas ": ["dos", "líneas"],
    "zero\u200bwidth": ["zero", "width"],
    "ﬁn y ﬁn": ["ﬁn", "y", "ﬁn"],
}


@pytest.fixture(scope="module")
def tokenizer(model_folder: Path) -> Tokenizer:
    return Tokenizer(model_folder / TOKENIZER)


def test_ids_equal_those_of_the_weights_own_tokenizer(tokenizer: Tokenizer, reference: list[dict[str, Any]]) -> None:
    entries = [entry for entry in reference if entry["text"]]      # the two differ over "" without a prefix
    found = tokenizer.ids([entry["text"] for entry in entries])
    assert {e["name"]: ids for e, ids in zip(entries, found)} == {e["name"]: e["ids"] for e in entries}


def test_the_whole_normalisation_map_is_followed(tokenizer: Tokenizer) -> None:
    normalisation = load_weights(find_weights()).vocabulary.normalisation
    wrong = [
        hex(code_point)
        for code_point, output in normalisation.items()
        if tokenizer.normalise(f"a{chr(code_point)}b") != "a" + "".join(map(chr, output)) + "b"
        and not (chr(code_point) in "\r\n" or output == (32, 32))
    ]
    assert wrong == []


@pytest.mark.parametrize("mark", ["\u0301", "\u064b", "\u05b4", "\u200d", "\ufe0f", "\u20dd", "\uff9e"])
def test_marks_after_a_mapped_character_are_not_lost(tokenizer: Tokenizer, mark: str) -> None:
    normalisation = load_weights(find_weights()).vocabulary.normalisation
    marked = "".join(map(chr, normalisation.get(ord(mark), (ord(mark),))))
    wrong = []
    for code_point, output in normalisation.items():
        expected = "".join(map(chr, output)) + marked
        if tokenizer.normalise(f"a{chr(code_point)}{mark}") != "a" + expected.replace("  ", " "):
            wrong.append(hex(code_point))
    assert wrong == []


@pytest.mark.parametrize("seed", range(4))
def test_a_text_counts_as_its_words_together(tokenizer: Tokenizer, seed: int) -> None:
    chosen = random.Random(seed)
    signs = [*"abcñé¿ 1,.-_", *" \n\t" * 4, "\u00a0", "\u0301", "\u0600", "\u200b", "\u200d", "\u2581", "\ufb01", "\x1c", "\x0b", "´", "中", "한", "🙂", "\ufe0f"]
    texts = ["".join(chosen.choices(signs, k=chosen.choice([1, 4, 12, 60]))) for _ in range(300)]
    assert tokenizer.count(texts) == [len(ids) for ids in tokenizer.ids([text.rstrip(BLANK) for text in texts])]


@pytest.mark.parametrize("text", list(SPANS))
def test_spans_are_code_points_of_the_text_itself(tokenizer: Tokenizer, text: str) -> None:
    spans = tokenizer.spans(text)
    assert _joined(text, spans) == SPANS[text]


def test_spans_hold_where_normalisation_changes_lengths(
    tokenizer: Tokenizer, reference: list[dict[str, Any]]
) -> None:
    for entry in reference:
        text = entry["text"]
        ids, spans = tokenizer.encode(text)
        assert len(ids) == len(spans)
        assert all(0 <= start <= end <= len(text) for start, end in spans), entry["name"]
        assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(spans)), entry["name"]
        covered = {place for start, end in spans for place in range(start, end)}
        lost = [hex(ord(c)) for place, c in enumerate(text) if place not in covered and c.isalnum()]
        assert lost == [], entry["name"]


def test_count_agrees_with_spans_and_leaves_out_blank_ends(
    tokenizer: Tokenizer, reference: list[dict[str, Any]]
) -> None:
    texts = [entry["text"] for entry in reference]
    assert tokenizer.count(texts) == [len(tokenizer.spans(text)) for text in texts]
    assert tokenizer.count(["", " \n\u200b ", "uno ", "uno"]) == [0, 0, 1, 1]


def test_lone_surrogates_and_controls_do_no_harm(tokenizer: Tokenizer) -> None:
    text = "nombre \udce9 roto \x00 fin"
    assert text[slice(*tokenizer.spans(text)[-1])] == "fin"


def test_a_missing_or_broken_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        Tokenizer(tmp_path / TOKENIZER)
    (tmp_path / TOKENIZER).write_text('{"version": "1.0"')
    with pytest.raises(ModelDamaged):
        Tokenizer(tmp_path / TOKENIZER)


def _joined(text: str, spans: list[tuple[int, int]]) -> list[str]:
    """The pieces of the text, those that touch joined again unless one is punctuation."""
    words: list[str] = []
    last = -1
    for start, end in spans:
        piece = text[start:end]
        if not piece:
            continue
        if words and start == last and piece.isalnum():
            words[-1] += piece
        else:
            words.append(piece)
        last = end
    return words


@pytest.fixture(scope="module")
def library(model_folder: Path) -> tokenizers.Tokenizer:
    return tokenizers.Tokenizer.from_file(str(model_folder / TOKENIZER))


def _odd_texts(seed: int) -> list[str]:
    chosen = random.Random(seed)
    ranges = ((0x20, 0x250), (0x20, 0x7F), (0x370, 0x600), (0x900, 0x980), (0x3040, 0x30FF), (0x4E00, 0x4F00), (0xAC00, 0xAC80))
    signs = [chr(c) for first, last in ranges for c in range(first, last)] + [*"   \n\x01", *"\u200b\u200d\ufeff\ue000\u2581ﬁ🙂\U0010ffff"]
    return ["", "\u200d", "\x01", "<s> <mask>x", "a ", *("".join(chosen.choices(signs, k=chosen.randrange(40))) for _ in range(400))]


@pytest.mark.parametrize("seed", range(3))
def test_pieces_and_offsets_are_those_of_the_library(
    tokenizer: Tokenizer, library: tokenizers.Tokenizer, reference: list[dict[str, Any]], seed: int
) -> None:
    texts = [_safe(text) for text in (*_odd_texts(seed), *(entry["text"] for entry in reference))]
    expected = library.encode_batch(texts, add_special_tokens=False)
    assert tokenizer.ids(texts) == [encoding.ids for encoding in expected]
    found = [tokenizer.encode(text) for text in texts]
    assert found == [
        (encoding.ids, _trimmed(text, _original(text, encoding.offsets))) for text, encoding in zip(texts, expected)
    ]


def test_counting_together_changes_nothing(tokenizer: Tokenizer) -> None:
    texts = ["La fianza se devuelve.", "", "  ", "ñ" * 300, "treinta días \n"] * 5
    assert tokenizer.count(texts) == [n for text in texts for n in tokenizer.count([text])]
    assert tokenizer.count([]) == []


def test_words_as_written_need_no_library(tokenizer: Tokenizer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most texts are cut without it, with the same ids and spans."""
    texts = [
        "Contrato de alquiler: la fianza son 850 €, según la cláusula 4.ª.", "a  b", " a", "a ", "\ta\nb", "¿Qué día? E-4032/b", "",
        "漢字 かな 한국어", "e\u0301 \u0301a", "ﬁn ½ ①", "a\u00a0b", "العربية", "\n", "x" * 300 + " y", "paſſage: uno", "▁ a ▁b",
    ]
    by_words = [tokenizer.encode(text) for text in texts]
    n_by_words = sum(tokenizer._encoded_by_words(text) is not None for text in texts)
    monkeypatch.setattr(Tokenizer, "_encoded_by_words", lambda self, text: None)
    assert by_words == [tokenizer.encode(text) for text in texts]
    assert n_by_words >= 5


def test_an_odd_word_leaves_the_others_as_they_are(tokenizer: Tokenizer) -> None:
    """Only it is given to the library, with the same ids and spans as in its text."""
    odd = ["ﬁn", "½", "Hà", "Nội", "中文", "한국어", "العربية", "हैं।", "ⅷ.", "²", "e\u0301", "…", "บรอนคอส", "🙂", "\u2581a", "\u0301b", "c\u200d"]
    texts = [f"El plazo {word} vence el {word}{word} día 3" for word in odd] + [f"{word} y {word}" for word in odd]
    found = [tokenizer._encoded_by_words(text) for text in texts]
    assert all(known is None or known == tokenizer._encoded_by_library(text) for known, text in zip(found, texts, strict=True))
    assert sum(known is not None for known in found[: len(odd)]) >= len(odd) - 4
