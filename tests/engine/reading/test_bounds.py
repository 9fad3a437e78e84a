"""Every bound of reading: what is too large, too deep or no ordinary file ends as a reason, and what was cut is said."""

from __future__ import annotations

from pathlib import Path

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.source import ReadOptions, Source
from tests.engine.reading.reading_parts import parts_of

SHORT = ReadOptions(max_text_bytes=3_000)


def test_of_a_text_that_is_too_large_the_beginning_is_read_and_the_rest_is_said(tmp_path: Path) -> None:
    for name, line in (("a.log", "el recibo de la luz {}\n"), ("a.csv", "{};300;euros\n"), ("a.jsonl", '{{"mes": {}}}\n')):
        document, rest = parts_of(tmp_path, name, "".join(line.format(n) for n in range(1000)), SHORT)
        assert isinstance(document.outcome, Document) and "11" in document.outcome.text and "999" not in document.outcome.text
        assert rest.inner == "…" and isinstance(rest.outcome, Unreadable) and rest.outcome.reason == "too-large"


def test_the_beginning_of_a_text_ends_between_characters() -> None:
    def start(text: str, encoding: str) -> str:
        return (Source("a.txt", data=text.encode(encoding)).start(101).data or b"").decode(encoding)

    assert start("año\n" * 99, "utf-8") == "año\n" * 20
    assert start("ñ" * 99, "utf-8") in "ñ" * 99
    assert start("año\n" * 99, "utf-16-le") == "año\n" * 12 + "añ"
    assert start("a" * 99, "utf-32-be") == "a" * 25
