"""From the file to the chunk nothing is glued: every cell, column, line, page and paragraph stays a word of its own.

Each file is made of words that occur once, each in a place of its own. Whatever reading and cutting do, every one of
them has to be a whole word of some chunk (or of its heading path); had a separator been lost, two would have become one.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
import tarfile
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import py7zr
import pytest

from engine.chunking import chunk
from engine.document import Document
from engine.reading.reader import read_file
from tests.data.sample_binary_formats import msg, xlsb
from tests.data.sample_formats import xlsx
from tests.engine.chunking_fakes import FourCharacters
from tests.engine.reading.reading_parts import W, docx, p, relations, zipped
from tests.engine.reading.soundness import faults_of
from tests.engine.reading.test_office_formats import ODF, A

SYLLABLES = ("ba", "do", "fe", "gu", "li", "mo", "nu", "pa", "ri", "so", "te", "vu")


class Words:
    """Gives each word once, and remembers them."""

    def __init__(self) -> None:
        self._made = map("".join, itertools.product(SYLLABLES, repeat=3))
        self.given: list[str] = []

    def __call__(self) -> str:
        self.given.append(next(self._made))
        return self.given[-1]

    def grid(self, n_rows: int, n_columns: int) -> list[list[str]]:
        return [[self() for _ in range(n_columns)] for _ in range(n_rows)]


def pages_of_pdf(pages: list[list[tuple[float, float, str]]], size: int = 11, drawn: bytes = b"") -> bytes:
    """A PDF of texts at places (x, y in points from below), in that order, after what is drawn on each page."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"]
    kids = []
    for texts in pages:
        stream = drawn + b"".join(b"BT /F1 %d Tf %d %d Td (%s) Tj ET\n" % (size, x, y, text.encode("cp1252")) for x, y, text in texts)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        kids.append(len(objects) + 1)
        objects.append(b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
                       % len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(b"%d 0 R" % kid for kid in kids))
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(out) + b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, table, len(objects) + 1, len(out))


def lines(word: Words, n: int) -> str:
    return "\n".join(f"{word()} {word()}" for _ in range(n))


def a_pdf(word: Words) -> bytes:
    columns = [(x, 800 - 14 * n, f"{word()} {word()}") for x in (50, 310) for n in range(12)]
    table = [(50 + 130 * c, 560 - 16 * r, word()) for r in range(6) for c in range(4)]
    last = [(50, 100, f"{word()} {word()}")]
    return pages_of_pdf([columns + table, last, [(50, 800 - 14 * n, word()) for n in range(10)]])


def a_docx(word: Words) -> bytes:
    def cell(text: str) -> str:
        return f"<w:tc>{p(text)}</w:tc>"

    table = "<w:tbl>" + "".join("<w:tr>" + "".join(map(cell, row)) + "</w:tr>" for row in word.grid(5, 3)) + "</w:tbl>"
    broken = f"<w:p><w:r><w:t>{word()}</w:t><w:br/><w:t>{word()}</w:t><w:tab/><w:t>{word()}</w:t><w:br w:type='page'/><w:t>{word()}</w:t></w:r></w:p>"
    split = f"<w:p><w:r><w:t>{word()} </w:t></w:r><w:r><w:t>{word()}</w:t></w:r></w:p>"
    note = "<w:p><w:r><w:footnoteReference w:id='2'/></w:r></w:p>"
    more = {"texto/notas.xml": f"<w:footnotes {W}><w:footnote w:id='2'>{p(word())}{p(word())}</w:footnote></w:footnotes>",
            "texto/cabeza.xml": f"<w:hdr {W}>{p(word())}{p(word())}</w:hdr>"}
    links = relations(("n", "footnotes", "notas.xml"), ("h", "header", "cabeza.xml"))
    return docx(p(word()) + p(word()) + table + broken + split + note + p(word()), more, links)


def a_pptx(word: Words) -> bytes:
    def shape(kind: str, *texts: str) -> str:
        body = "".join(f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in texts)
        return f'<p:sp><p:nvPr><p:ph type="{kind}"/></p:nvPr><p:txBody>{body}</p:txBody></p:sp>'

    rows = "".join("<a:tr>" + "".join(f"<a:tc><a:txBody><a:p><a:r><a:t>{c}</a:t></a:r></a:p></a:txBody></a:tc>" for c in row) + "</a:tr>"
                   for row in word.grid(3, 3))
    table = f"<p:graphicFrame><a:graphic><a:graphicData><a:tbl>{rows}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    broken = f"<p:sp><p:txBody><a:p><a:r><a:t>{word()}</a:t></a:r><a:br/><a:r><a:t>{word()}</a:t></a:r></a:p></p:txBody></p:sp>"

    def slide(*parts: str) -> str:
        return f"<p:sld {A}><p:cSld><p:spTree>{''.join(parts)}</p:spTree></p:cSld></p:sld>"

    r = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    return zipped({
        "[Content_Types].xml": "<Types/>", "_rels/.rels": relations(("a", "officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f'<p:presentation {A} xmlns:r="{r}"><p:sldIdLst><p:sldId r:id="x"/><p:sldId r:id="y"/></p:sldIdLst></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(("x", "slide", "slides/slide1.xml"), ("y", "slide", "slides/slide2.xml")),
        "ppt/slides/slide1.xml": slide(shape("title", word()), shape("body", word(), word()), table, broken),
        "ppt/slides/slide2.xml": slide(shape("title", word()), shape("body", word(), word())),
        "ppt/slides/_rels/slide1.xml.rels": relations(("n", "notesSlide", "../notes/n1.xml")),
        "ppt/notes/n1.xml": slide(shape("body", word(), word())),
    })


def odf_table(word: Words) -> str:
    rows = "".join("<table:table-row>" + "".join(f"<table:table-cell><text:p>{c}</text:p><text:p>{word()}</text:p></table:table-cell>" for c in row)
                   + "</table:table-row>" for row in word.grid(3, 3))
    return f"<table:table>{rows}</table:table>"


def an_odt(word: Words) -> bytes:
    body = (f"<text:h>{word()}</text:h><text:p>{word()}<text:line-break/>{word()}<text:tab/>{word()}<text:s/>{word()}</text:p>{odf_table(word)}"
            f"<text:list><text:list-item><text:p>{word()}</text:p></text:list-item><text:list-item><text:p>{word()}</text:p></text:list-item></text:list>"
            f"<text:p>{word()} <text:note><text:note-body><text:p>{word()}</text:p><text:p>{word()}</text:p></text:note-body></text:note></text:p>")
    return zipped({"mimetype": "application/vnd.oasis.opendocument.text",
                   "content.xml": f"<office:document-content {ODF}><office:body><office:text>{body}</office:text></office:body></office:document-content>"})


def a_flat_odt(word: Words) -> bytes:
    body = f"<text:h text:outline-level='1'>{word()}</text:h><text:p>{word()}<text:tab/>{word()}</text:p>{odf_table(word)}"
    return f"<?xml version='1.0'?><office:document {ODF}><office:body><office:text>{body}</office:text></office:body></office:document>".encode()


def a_flat_ods(word: Words) -> bytes:
    sheets = "".join(odf_table(word).replace("<table:table>", f"<table:table table:name='{word()}'>") for _ in range(2))
    return (f"<?xml version='1.0'?><office:document {ODF}><office:body><office:spreadsheet>{sheets}</office:spreadsheet></office:body>"
            "</office:document>").encode()


def an_odp(word: Words) -> bytes:
    def page() -> str:
        boxes = "".join(f"<draw:frame><draw:text-box><text:p>{word()}</text:p><text:p>{word()}</text:p></draw:text-box></draw:frame>" for _ in range(2))
        notes = f"<pr:notes><draw:frame><draw:text-box><text:p>{word()}</text:p><text:p>{word()}</text:p></draw:text-box></draw:frame></pr:notes>"
        return f"<draw:page>{boxes}{notes}</draw:page>"

    content = f"<office:document-content {ODF} xmlns:pr='urn:p'><office:body><office:presentation>{page()}{page()}</office:presentation></office:body></office:document-content>"
    return zipped({"mimetype": "application/vnd.oasis.opendocument.presentation", "content.xml": content})


def an_ods(word: Words) -> bytes:
    def table(name: str) -> str:
        rows = "".join("<table:table-row>" + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{c}</text:p></table:table-cell>' for c in row) + "</table:table-row>"
            for row in word.grid(4, 3))
        return f'<table:table table:name="{name}">{rows}</table:table>'

    content = (f"<office:document-content {ODF}><office:body><office:spreadsheet>{table(word())}{table(word())}"
               "</office:spreadsheet></office:body></office:document-content>")
    manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    return zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content, "META-INF/manifest.xml": manifest})


def an_rtf(word: Words) -> bytes:
    rows = "".join(r"\trowd\intbl " + "".join(rf"{c}\cell " for c in row) + r"\row" for row in word.grid(3, 3))
    return (rf"{{\rtf1\ansi {word()}\par {word()}\line {word()}\tab {word()}\page {word()}\par{rows}\pard {word()}"
            rf"{{\footnote {word()}}}\sect {word()}\par}}").encode()


def an_html(word: Words) -> bytes:
    return html_text(word).encode()


def html_text(word: Words) -> str:
    rows = "".join("<tr>" + "".join(f"<td>{c}<br>{word()}<p>{word()}</p></td>" for c in row) + "</tr>" for row in word.grid(3, 3))
    return (f"<html><body><h1>{word()}</h1><p>{word()}<br>{word()}</p><div>{word()}</div><div>{word()}<div>{word()}</div>{word()}</div>"
            f"<ul><li>{word()}<li>{word()}<ul><li>{word()}</ul></ul><dl><dt>{word()}<dd>{word()}</dl><table>{rows}</table>"
            f"<table><tr><td>{word()}<table><tr><td>{word()}</td><td>{word()}</td></tr></table></td><td>{word()}</td></tr></table>"
            f"<pre>{word()}\n{word()}</pre><p>{word()}<select><option>x</select> {word()}</p><blockquote>{word()}</blockquote>{word()}<hr>{word()}"
            f"<p>{word()}</p>{word()}<address>{word()}</address></body></html>")


def an_mhtml(word: Words) -> bytes:
    message = EmailMessage()
    message["Subject"] = "página guardada"
    message.set_content(html_text(word), subtype="html", cte="quoted-printable")
    message.make_related()
    return message.as_bytes()


def an_epub(word: Words) -> bytes:
    opf = ('<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
           '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>')
    return zipped({"mimetype": "application/epub+zip", "c.opf": opf, "a.xhtml": html_text(word), "b.xhtml": html_text(word),
                   "META-INF/container.xml": '<container><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>'})


def an_fb2(word: Words) -> bytes:
    section = f"<section><title><p>{word()}</p><p>{word()}</p></title><p>{word()}</p><p>{word()}</p><poem><stanza><v>{word()}</v><v>{word()}</v></stanza></poem></section>"
    return f'<?xml version="1.0"?><FictionBook xmlns="f"><body>{section}<section><p>{word()}</p></section></body></FictionBook>'.encode()


def a_message(word: Words) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = f"{word()} <a@b.es>", f"{word()} <c@d.es>", word()
    message.set_content(lines(word, 4) + "\n\n" + word())
    message.add_attachment(html_text(word).encode(), maintype="text", subtype="html", filename="anexo.html")
    return message


def a_mailbox(word: Words) -> bytes:
    return b"".join(b"From - Mon Jan 01 10:00:00 2024\n" + a_message(word).as_bytes() + b"\n\n" for _ in range(3))


def a_tar(word: Words) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name in ("a.txt", "b.txt"):
            data = lines(word, 3).encode()
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def a_7z(word: Words) -> bytes:
    buffer = io.BytesIO()
    with py7zr.SevenZipFile(buffer, "w") as archive:
        archive.writestr(lines(word, 3).encode(), "a.txt")
        archive.writestr(a_csv(word), "b.csv")
    return buffer.getvalue()


def a_csv(word: Words, delimiter: str = ";") -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows([*word.grid(6, 4), [f"{word()}\n{word()}", word(), word(), word()]])
    return text.getvalue().encode()


def a_json(word: Words) -> bytes:
    value = {"a": [dict(zip("xyz", row)) for row in word.grid(3, 3)], "b": {"c": word(), "d": [word(), word()]}, "e": [[word(), [word()]], word()]}
    return json.dumps(value).encode()


def a_notebook(word: Words) -> bytes:
    cells = [{"cell_type": "markdown", "source": [f"# {word()}\n", f"{word()}\n", word()]},
             {"cell_type": "code", "source": [f"{word()}\n", word()], "outputs": [{"text": [f"{word()}\n", word()]}]}]
    return json.dumps({"cells": cells, "nbformat": 4}).encode()


def a_markdown(word: Words) -> bytes:
    table = "\n".join(["| a | b | c |", "|---|---|---|", *("| " + " | ".join(row) + " |" for row in word.grid(3, 3))])
    return (f"---\ntitle: x\n---\n# {word()}\n\n{word()}\n{word()}  \n{word()}\n\n{table}\n\n- {word()}\n- {word()}\n  - {word()}\n\n> {word()}\n> {word()}\n\n"
            f"```\n{word()}\n{word()}\n```\n\n[[x|{word()}]] [{word()}](x) **{word()}** {word()}<br>{word()}\n\n<div>{word()}</div>\n<p>{word()}</p>\n").encode()


def a_latex(word: Words) -> bytes:
    rows = r" \\ ".join(" & ".join(row) for row in word.grid(3, 3))
    return (rf"\documentclass{{article}}\begin{{document}}\section{{{word()}}} {word()}\\{word()}~{word()} \textbf{{{word()}}}" + "\n\n"
            rf"\begin{{itemize}}\item {word()} \item {word()}\end{{itemize}}\begin{{tabular}}{{lll}}{rows}\end{{tabular}} {word()}\footnote{{{word()}}}"
            rf"\end{{document}}").encode()


def a_prose_xml(word: Words) -> bytes:
    rows = "".join("<row>" + "".join(f"<entry>{c}</entry>" for c in row) + "</row>" for row in word.grid(3, 3))
    return (f"<article><title>{word()}</title><para>{word()} <emphasis>{word()}</emphasis> {word()}<footnote><para>{word()}</para></footnote></para>"
            f"<para>{word()}</para><itemizedlist><listitem><para>{word()}</para><para>{word()}</para></listitem><listitem><para>{word()}</para></listitem>"
            f"</itemizedlist><informaltable><tgroup>{rows}</tgroup></informaltable><screen>{word()}\n{word()}</screen></article>").encode()


def some_records(word: Words) -> bytes:
    return ("<l>" + "".join(f"<r><a>{a}</a><b>{b}</b></r>" for a, b in word.grid(4, 2)) + "</l>").encode()


def some_yaml(word: Words) -> bytes:
    return f"{word()}: {word()}\n{word()}:\n  - {word()}\n  - {word()}\n".encode()


def an_rst(word: Words) -> bytes:
    return f"{word()}\n======\n\n{word()}\n{word()}\n\n- {word()}\n- {word()}\n\n::\n\n  {word()}\n  {word()}\n\n.. note:: {word()}\n\n   {word()}\n".encode()


def an_org(word: Words) -> bytes:
    return f"* {word()}\n{word()}\n{word()}\n| {word()} | {word()} |\n| {word()} | {word()} |\n#+begin_src\n{word()}\n{word()}\n#+end_src\n".encode()


def some_subtitles(word: Words) -> bytes:
    return "".join(f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{word()}\n<i>{word()}</i>\n\n" for n in range(1, 6)).encode()


def a_bibliography(word: Words) -> bytes:
    return "".join(f"@book{{{word()},\n title = {{{word()}\n {word()}}},\n author = \"{word()}\"\n}}\n" for _ in range(2)).encode()


def a_calendar(word: Words) -> bytes:
    events = "".join(f"BEGIN:VEVENT\r\nSUMMARY:{word()}\r\nDESCRIPTION:{word()}\\n{word()}\r\nLOCATION:{word()}\r\nEND:VEVENT\r\n" for _ in range(2))
    return f"BEGIN:VCALENDAR\r\n{events}END:VCALENDAR\r\n".encode()


def some_cards(word: Words) -> bytes:
    return "".join(f"BEGIN:VCARD\r\nFN:{word()}\r\nORG:{word()};{word()}\r\nADR:;;{word()};{word()}\r\nNOTE:{word()}\r\nEND:VCARD\r\n" for _ in range(2)).encode()


def some_code(word: Words) -> bytes:
    return (f"import {word()}\n{word()} = '{word()}'\n\n\nclass {word()}:\n    {word()} = 1\n\n    def {word()}(self):\n        return {word()}\n\n\n"
            f"def {word()}():\n    pass  # {word()}\n").encode()


def a_text(word: Words) -> bytes:
    return f"{word()}\r\n{word()}\r\n\r\n{word()}\t{word()}\f{word()}\r{word()}\n\n- {word()}\n- {word()}\n{word()}\u2028{word()}\u0085{word()}".encode()


def a_wide_text(word: Words) -> bytes:
    return f"{word()}\n{word()}\n\n{word()}\t{word()}\n".encode("utf-16-le")


def an_xlsb(word: Words) -> bytes:
    return xlsb([(word(), word.grid(5, 3)), (word(), word.grid(3, 2))])


def a_msg(word: Words) -> bytes:
    subject, sender, recipient = word(), word(), word()
    return msg(subject, sender, recipient, f"{word()}\r\n{word()}\r\n\r\n{word()}", ("anexo.html", html_text(word).encode()))


FILES: dict[str, Callable[[Words], bytes]] = {
    "a.pdf": a_pdf, "a.docx": a_docx, "a.dotx": a_docx, "a.pptx": a_pptx, "a.odt": an_odt, "a.odp": an_odp, "a.ods": an_ods, "a.fodt": a_flat_odt,
    "a.fods": a_flat_ods, "a.rtf": an_rtf,
    "a.xlsx": lambda word: xlsx([(word(), word.grid(5, 3)), (word(), word.grid(4, 2))]), "a.html": an_html, "a.mhtml": an_mhtml,
    "a.epub": an_epub, "a.fb2": an_fb2, "a.eml": lambda word: a_message(word).as_bytes(), "Inbox": a_mailbox,
    "a.zip": lambda word: zipped({"a.txt": lines(word, 3), "b.docx": a_docx(word), "c.zip": zipped({"d.html": html_text(word)})}),
    "a.tar.gz": a_tar, "a.7z": a_7z, "a.csv": a_csv, "a.tsv": lambda word: a_csv(word, "\t"), "a.json": a_json, "a.ipynb": a_notebook,
    "a.jsonl": lambda word: "\n".join(json.dumps({"a": a, "b": b}) for a, b in word.grid(3, 2)).encode(), "a.md": a_markdown, "a.tex": a_latex,
    "a.xml": a_prose_xml, "b.xml": some_records, "a.yaml": some_yaml, "a.rst": an_rst, "a.org": an_org, "a.srt": some_subtitles,
    "a.xlsb": an_xlsb, "a.msg": a_msg, "a.bib": a_bibliography, "a.ics": a_calendar, "a.vcf": some_cards, "a.py": some_code, "a.txt": a_text, "b.txt": a_wide_text,
}


# Made by other programs, with that many words (tests/data/README.md).
LEGACY = {"a.doc": 24, "a.xls": 25, "a.ppt.gz": 30}


def words_of(document: Document) -> Iterator[str]:
    for piece in chunk(document, FourCharacters(), detect=lambda text: None):
        for text in (piece.text, *piece.heading_path):
            yield from re.findall(r"\w+", text)


@pytest.mark.parametrize("name", FILES)
def test_no_separator_is_lost(tmp_path: Path, name: str) -> None:
    word = Words()
    (tmp_path / name).write_bytes(FILES[name](word))
    assert_whole(tmp_path / name, word)


@pytest.mark.parametrize("name", LEGACY)
def test_no_separator_is_lost_in_formats_of_other_programs(name: str) -> None:
    word = Words()
    word.grid(LEGACY[name], 1)
    assert_whole(Path(__file__).parents[2] / "data" / "legacy" / name, word)


def assert_whole(path: Path, word: Words) -> None:
    """Each word that was given is a word of its own in some chunk of the file."""
    found: set[str] = set()
    for part in read_file(path):
        assert isinstance(part.outcome, Document), part
        assert faults_of(part.outcome) == []
        found.update(words_of(part.outcome))
    missing = [each for each in word.given if each not in found]
    glued = [each for each in found if sum(given in each for given in word.given) > 1]
    assert not missing and not glued, (missing, glued)
    assert len(word.given) > 3


def test_each_chunk_has_its_own_language(tmp_path: Path) -> None:
    spanish = "El arrendatario devolverá las llaves al terminar el contrato y el arrendador devolverá la fianza en el plazo de treinta días. " * 6
    english = "The tenant shall return the keys at the end of the contract and the landlord shall return the deposit within thirty days. " * 6
    (tmp_path / "a.txt").write_text(f"{spanish}\n\n{english}\n\n{spanish}\n\n{english}", "utf-8")
    (part,) = read_file(tmp_path / "a.txt")
    assert isinstance(part.outcome, Document)
    chunks = chunk(part.outcome, FourCharacters())
    assert [("es" if piece.text.startswith("El") else "en") for piece in chunks] == [piece.language for piece in chunks]
    assert {piece.language for piece in chunks} == {"es", "en"}
