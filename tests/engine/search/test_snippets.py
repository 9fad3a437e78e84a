from hypothesis import given
from hypothesis import strategies as st

from engine.search.snippets import clip, densest, window

TEXT = "Uno dos tres. " * 60


def test_short_text_is_shown_whole():
    assert window("  corto  ", None) == (2, 7)


def test_focus_is_inside_and_words_are_whole():
    begin, end = window(TEXT, (400, 410))
    assert begin <= 400 and end >= 410
    assert begin == 0 or TEXT[begin - 1].isspace()
    assert end == len(TEXT) or TEXT[end].isspace() or TEXT[end - 1].isspace()


@given(st.text(max_size=900), st.integers(0, 900), st.integers(0, 400))
def test_bounds_always_fit(text: str, start: int, length: int):
    focus = (min(start, len(text)), min(start + length, len(text)))
    begin, end = window(text, focus)
    assert 0 <= begin <= end <= len(text)
    assert end - begin <= 320


def test_densest_holds_most_spans():
    assert densest([(0, 3), (500, 505), (510, 515), (520, 525)]) == (500, 525)
    assert densest([]) is None


def test_clip_is_relative():
    assert clip([(1, 2), (10, 12), (30, 31)], 9, 20) == ((1, 3),)
