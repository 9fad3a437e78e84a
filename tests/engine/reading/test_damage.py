"""Damaged copies of good files: each ends as a sound document or a clear reason, in our own readers."""

from __future__ import annotations

import random
import time
from email.message import EmailMessage
from pathlib import Path

import oxmsg
import pytest

from engine.document import Document
from engine.errors import REASONS, Unreadable
from engine.reading.reader import read_file
from tests.data.sample_binary_formats import msg
from tests.data.sample_formats import docx, pdf, xlsx
from tests.engine.reading.reading_parts import document_of
from tests.engine.reading.soundness import faults_of

TEXT = "# Contrato\n\nLa fianza se devuelve en treinta días.\n\n| Mes | Euros |\n|---|---|\n| enero | 300 |\n\n- uno\n- dos\n"
HTML = "<html><head><title>a</title></head><body><h1>b</h1><table><tr><th>c<th>d<tr><td colspan=2>e</table><ul><li>f</ul></body></html>"
RTF = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset128 B;}}\s1 x\par\trowd\intbl a\cell b\cell\row {\f1\'82\'b1}\u8364?\par}"


def _files() -> dict[str, bytes]:
    message = EmailMessage()
    message["Subject"] = "Las llaves del almacén"
    message["From"] = "a@b.es"
    message["Date"] = "Mon, 1 Jan 2024 10:00:00 +0100"
    message.set_content("cuerpo")
    message.add_alternative(HTML, subtype="html")
    message.add_attachment(docx(TEXT, "Ana"), maintype="application", subtype="octet-stream", filename="c.docx")
    return {
        "a.docx": docx(TEXT, "Ana"), "a.pdf": pdf(TEXT, "Ana"), "a.xlsx": xlsx([("Hoja", [["Mes", "Euros"], ["enero", "3"]])]),
        "a.rtf": RTF.encode(), "a.html": HTML.encode(), "a.md": TEXT.encode(), "a.eml": message.as_bytes(),
        "a.csv": b"a;b\n1;2\n", "a.json": b'{"a": [{"b": 1}, {"b": 2}]}', "a.xml": b"<a><b>1</b><b c='2'>3</b></a>",
        "a.py": b"class A:\n    def b(self):\n        return 1\n", "a.tex": rb"\section{a} \'e \begin{tabular}{l}a & b\\\end{tabular}",
        "a.rst": b"A\n=\n\n.. note::\n\n   b\n", "a.srt": b"1\n00:00:01,000 --> 00:00:02,000\nhola\n",
    }


@pytest.mark.parametrize("name", sorted(_files()))
def test_damaged_copies(tmp_path: Path, name: str) -> None:
    chance = random.Random(name)
    good = _files()[name]
    for _ in range(25):
        path = tmp_path / name
        path.write_bytes(_damaged(good, chance))
        parts = list(read_file(path))
        assert parts
        for part in parts:
            if isinstance(part.outcome, Document):
                assert faults_of(part.outcome) == []
            else:
                assert part.outcome.reason in REASONS
                assert not _is_bug(part.outcome), part.outcome


def _is_bug(problem: Unreadable) -> bool:
    """Whether the reason is an exception that none of our readers foresaw."""
    names = ("AttributeError", "TypeError", "IndexError", "KeyError", "RecursionError", "AssertionError", "NameError")
    return problem.detail.startswith(names)


def _damaged(data: bytes, chance: random.Random) -> bytes:
    copy = bytearray(data)
    at = chance.randrange(len(copy))
    kind = chance.randrange(4)
    if kind == 0:
        del copy[at:]
    elif kind == 1:
        del copy[at : at + chance.choice((1, 7, 60))]
    elif kind == 2:
        copy[at:at] = chance.randbytes(chance.choice((1, 9)))
    else:
        for _ in range(chance.choice((1, 4, 20))):
            copy[chance.randrange(len(copy))] = chance.randrange(256)
    return bytes(copy) or b"x"


def test_a_detail_is_one_line_of_bounded_length() -> None:
    assert Unreadable("damaged", "File name\nin header " + "\\x00" * 400).detail.startswith("File name in header ")
    assert len(Unreadable("damaged", "\\x00" * 400).detail) <= 500


@pytest.mark.parametrize("span", ["²", "9" * 5000, "-3", "zwei", ""])
def test_spans_that_are_no_number(tmp_path: Path, span: str) -> None:
    page = f'<table><tr><th colspan="{span}">Gasto</th><th>Total</th></tr><tr><td rowspan="{span}">luz</td><td>40</td></tr></table>'
    assert "luz" in document_of(tmp_path, "a.html", page).text
    names = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text"))
    cells = f'<table:table-cell table:number-columns-spanned="{span}"><text:p>luz</text:p></table:table-cell><table:table-cell/>'
    body = f"<office:text><table:table><table:table-row>{cells}</table:table-row></table:table></office:text>"
    mime = 'office:mimetype="application/vnd.oasis.opendocument.text"'
    text = f"<office:document {names} {mime}><office:body>{body}</office:body></office:document>"
    assert "luz" in document_of(tmp_path, "a.fodt", text).text


def test_characters_written_as_two_halves(tmp_path: Path) -> None:
    text = document_of(tmp_path, "a.xml", "<a><b t='&#xD83D;'>Luz &#xD83D;&#xDE00; del &#55357;&#56832; patio &#xDE00;.</b></a>").text
    assert "Luz 😀 del 😀 patio \ufffd." in text


def test_marks_without_their_end_take_no_time(tmp_path: Path) -> None:
    begun = time.process_time()
    for start in (".. " + "note:" * 20_000, "`" + " " * 100_000, "`a <" * 20_000, "[[" * 50_000, ":a:`" * 25_000):
        assert document_of(tmp_path, "a.rst", f"A\n=\n\n{start}\n").has_text
    for start in ("\\begin{tabular}{ll}a & b\n", "\\begin{verbatim}[", "\\begin{quote}a ", "\\item[a", "\\begin{tabular}{{a}", "\\label{a "):
        assert document_of(tmp_path, "a.tex", f"\\section{{Luz}} patio\n{start * (80_000 // len(start))}\n").has_text
    for name, start in (
        ("a.bib", "@book{k, title={Luz}}\n@a{b, title={ x, "), ("a.bib", "@string{a = \"b "), ("a.bib", "@a{"), ("a.org", "* Luz [[a "),
        ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nLuz\n\n" + "0" * 60_000 + " -->"),
    ):
        document_of(tmp_path, name, start + start[-4:] * 10_000)
    for line in (" " * 50_000 + "a struct", ")" * 50_000 + "\0", "} " * 25_000 + "x"):
        assert document_of(tmp_path, "a.c", f"#define M(a) a\n{line}\nint f(int a) {{\n  return a;\n}}\n{line}\n").has_text
    assert time.process_time() - begun < 5          # half a minute where one of them is quadratic


def test_what_is_nested_too_deep_for_structure_gives_its_words(tmp_path: Path) -> None:
    for depth in (60, 500):
        assert document_of(tmp_path, "a.md", "> " * depth + "al fondo").text == "al fondo"
    for depth in (400, 50_000):
        xml = "<?xml version='1.0'?><!-- nada -->" + "<a>" * depth + "al fondo &amp; más" + "</a>" * depth
        assert " ".join(document_of(tmp_path, "a.xml", xml).text.split()) == "al fondo & más"


def test_numbers_without_end_are_no_damage(tmp_path: Path) -> None:
    digits = "1" * 6_000
    mail = f"From: b\nTo: c\nSubject: a\nContent-Type: text/plain; name*{digits}=x\n\nHola patio"
    assert "Hola patio" in document_of(tmp_path, "a.doc", mail).text
    notebook = '{"cells":[{"cell_type":"code","execution_count":' + digits + ',"source":"patio"}]}'
    assert "patio" in document_of(tmp_path, "a.ipynb", notebook).text


_BENIGN = "Se describe \\emph{el procedimiento} seguido~\\cite{a} en $n = 12$ casos, % nota\ny se da el resultado. "
_HOSTILE_TEX = {
    "conditions without end": "\\iffalse x ",
    "a title far from its command": "\\section" + " " * 60_000,
    "blanks": "a\n" + " " * 60_000,
    "accents within accents": "\\'{",
    "accent names within each other": "\\c{",
    "quotation marks": "a\"' ",
    "formulas without end": "\\( a ",
    "percent signs": "\\%",
    "environments of many names": "",
    "commands in a formula": "",
}


@pytest.mark.parametrize("name", _HOSTILE_TEX)
def test_hostile_latex_takes_as_long_as_other_latex(tmp_path: Path, name: str) -> None:
    unit = _HOSTILE_TEX[name]
    if name == "environments of many names":
        text = "".join(f"\\begin{{{_letters(i)}Code}}" for i in range(6_000))
    elif name == "commands in a formula":
        text = "".join(f"\\newcommand{{\\x{_letters(i)}}}{{y}}" for i in range(600))
        text += ("$" + "".join(f"\\x{_letters(i)}" for i in range(600)) + "$ ") * 25
    else:
        text = unit * (60_000 // len(unit))
    assert _seconds(tmp_path, "a.tex", f"Luz del patio.\n\n{text}") < 15 * _seconds(tmp_path, "b.tex", _BENIGN * 600) + 0.2      # 60 and more where it is quadratic


def test_formulas_nested_without_end(tmp_path: Path) -> None:
    for unit in ("\\frac", "\\sqrt{", "x^", "\\text{a ", "{"):
        assert "patio" in document_of(tmp_path, "a.tex", f"Luz ${unit * 1_500}$ patio" + "}" * 1_500).text


_HOSTILE_RST = {
    "a grid of steps": "\n".join(["+" + "-" * 300 + "+", *("|" + " " * 2 * i + "+" + "-" * (299 - 2 * i) + "+" for i in range(150)), "+" + "-" * 300 + "+"]),
    "a grid of one cell": "\n".join(["+" + "-+" * 120, *[f"|{' +' * 119}-+", f"|{' ' * 239}|"] * 120, "+" + "-+" * 120]),
    "borders without a table's end": "== ==\na  b\n\n" * 5_000,
    "lists within lists": "\n".join("  " * i + "- a" for i in range(500)),
    "tabs": "\t" * 60_000 + "a",
    "definitions within definitions": "\n".join(" " * i + "a" for i in range(350)),
}


@pytest.mark.parametrize("name", _HOSTILE_RST)
def test_hostile_rst_takes_as_long_as_other_rst(tmp_path: Path, name: str) -> None:
    text = f"Luz\n===\n\n{_HOSTILE_RST[name]}\n\nPatio\n"
    benign = "Se describe *el procedimiento* seguido en ``doce`` casos.\n\n- uno\n- dos\n\n" * (1 + len(text) // 75)
    assert _seconds(tmp_path, "a.rst", text) < 15 * _seconds(tmp_path, "b.rst", benign) + 0.2
    assert "Patio" in document_of(tmp_path, "a.rst", text).text


def _letters(number: int) -> str:
    return "".join(chr(97 + number // 26**place % 26) for place in range(3))


def _seconds(folder: Path, name: str, text: str) -> float:
    """Of the processor, for reading a file of this content."""
    begun = time.process_time()
    document_of(folder, name, text)
    return time.process_time() - begun


def test_a_message_whose_date_is_a_number_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A damaged property gives python-oxmsg a number where a time should stand."""
    message = msg("Obras", "Ana", "Luis", "Empiezan el lunes.", ("plano.txt", b"plano"))
    monkeypatch.setattr(oxmsg.Message, "sent_date", property(lambda message: 7))
    assert "Empiezan el lunes." in document_of(tmp_path, "a.msg", message).text
