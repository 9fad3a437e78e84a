"""A tokenizer for tests: every four characters of a word are a token; every Chinese or Thai character is one."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOKEN = re.compile(r"[\u0e00-\u0e7f\u3000-\u9fff]|[^\s\u0e00-\u0e7f\u3000-\u9fff]{1,4}")


class FourCharacters:
    def __init__(self) -> None:
        self.n_calls = 0
        self.n_chars = 0

    def count(self, texts: Sequence[str]) -> list[int]:
        self.n_calls += 1
        self.n_chars += sum(map(len, texts))
        return [len(_TOKEN.findall(text)) for text in texts]

    def spans(self, text: str) -> list[tuple[int, int]]:
        self.n_calls += 1
        return [match.span() for match in _TOKEN.finditer(text)]
