"""Spaces and ¡ that the reader of lines passed over, found again by the ink of drawn lines."""

from __future__ import annotations

import numpy as np

from models.line_ink import mended

HEIGHT = 48


def drawn(*figures: tuple[int, int, str]) -> np.ndarray:
    """A white line with black figures: (first column, last column, "letter" or "mark")."""
    line = np.full((HEIGHT, 400, 3), 255, np.uint8)
    for first, last, kind in figures:
        if kind == "mark":
            line[14:18, first:last] = 0
            line[21:40, first:last] = 0
        else:
            line[10:36, first:last] = 0
    return line


def word(start: int, n: int) -> list[tuple[int, int, str]]:
    return [(start + 18 * i, start + 18 * i + 14, "letter") for i in range(n)]


def middles(figures: list[tuple[int, int, str]]) -> list[float]:
    return [(first + last) / 2 for first, last, _ in figures]


def test_the_sign_before_a_word() -> None:
    letters = word(30, 3)
    assert mended(list("eso"), np.array(middles(letters)), drawn((14, 19, "mark"), *letters)) == "¡eso"
    assert mended(list("eso"), np.array(middles(letters)), drawn(*letters)) == "eso"
    assert mended(list("eso"), np.array(middles(letters)), drawn((14, 19, "letter"), *letters)) == "eso"


def test_an_i_whose_ink_seems_unread_is_no_sign() -> None:
    letters = word(30, 2)
    assert mended(list("ir"), np.array([37.0, 55.0]), drawn((14, 19, "mark"), *letters)) == "ir"


def test_a_space_after_a_full_stop() -> None:
    figures = [*word(10, 3), (62, 65, "letter"), *word(82, 3)]
    assert mended(list("fin.Así"), np.array(middles(figures)), drawn(*figures)) == "fin. Así"


def test_wide_letters_of_one_word_stay_together() -> None:
    figures = [(10 + 24 * i, 22 + 24 * i, "letter") for i in range(6)]
    assert mended(list("TÍTULO"), np.array(middles(figures)), drawn(*figures)) == "TÍTULO"
    numbers = [*figures[:4], (106, 110, "letter"), *((118 + 24 * i, 130 + 24 * i, "letter") for i in range(2))]
    assert mended(list("1234,56"), np.array(middles(numbers)), drawn(*numbers)) == "1234,56"


def test_an_empty_line() -> None:
    assert mended(list("a"), np.array([4.0]), np.full((HEIGHT, 20, 3), 255, np.uint8)) == "a"
