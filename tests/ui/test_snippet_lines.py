"""What stands in a result: the lines of its snippet that show what was found, its copies, why it has no text."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QFont

from tests.ui.fakes import hit
from ui.window.hit_delegate import also_text, snippet_text
from ui.window.snippet_lines import LINES, snippet_lines


def test_the_lines_that_hold_the_match_are_shown(qapp) -> None:
    codes = " ".join(f"ERR_FS_NUMBER_{i:02d}" for i in range(12))
    text, match = f"{codes} ERR_FS_FILE_TOO_LARGE", "ERR_FS_FILE_TOO_LARGE"
    at = text.index(match)
    for size in (10, 20, 30):
        font = QFont()
        font.setPointSize(size)
        shown = snippet_lines(text, [(at, len(text))], (at, len(text)), font, 420)
        last = shown.layout.lineAt(shown.layout.lineCount() - 1)
        assert shown.layout.lineCount() <= LINES
        assert [shown.text[start:end] for start, end in shown.marks] == [match]
        assert shown.answer == shown.marks[0] and shown.marks[0][0] < last.textStart() + last.textLength(), size
    assert shown.text.startswith("… ")
    first = snippet_lines(text, [(0, 16)], None, font, 420)
    assert first.text == text and first.marks == ((0, 16),)             # what stands in the first lines stays there


def test_indentation_takes_no_room(qapp) -> None:
    text = "def utcoffset(self):\n        if self._tzinfo is None:\n\n\t\treturn None 𝄞 offset"
    start = text.index("offset", 40)
    shown = snippet_lines(text, [(start, start + 6)], (4, 13), QFont(), 900)
    assert shown.text == "def utcoffset(self): if self._tzinfo is None: return None 𝄞 offset"
    assert [shown.text[a:b] for a, b in shown.marks] == ["offset"] and shown.answer == (4, 13)


def test_copies_of_one_name_are_told_apart_by_their_paths() -> None:
    shown = replace(hit(1, 1), path="/casa/notas/plan.txt", also=("/casa/usb/plan.txt", "/casa/copia.txt", "/a/x.md", "/b/x.md"))
    assert also_text(shown) == "El mismo texto también en: /casa/usb/plan.txt, copia.txt, /a/x.md, /b/x.md"


def test_a_document_without_text_is_not_called_unreadable() -> None:
    assert snippet_text(replace(hit(1, 1), chunk_id=None)) == (
        "No se pudo leer ningún texto suyo: se encuentra por su nombre y su carpeta."     # an empty file, a scan, a locked one
    )
