"""Public readers of each format, for tests/bench_reading.py. Imports nothing of the project: it runs in an environment of its own.

    python bench_readers.py READER < one path a line

Reads all files once to warm up and then twice more, and prints one line of JSON: processor seconds of the faster time
over all files, files that failed, characters read. READER is "list" for the names of those that are installed.
"""

from __future__ import annotations

import csv
import email
import email.policy
import io
import json
import mailbox
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

Reader = Callable[[Path], str]


def pdf_pypdfium2() -> Reader:
    import pypdfium2

    def read(path: Path) -> str:
        pdf = pypdfium2.PdfDocument(path)
        try:
            return "\n".join(page.get_textpage().get_text_bounded() for page in pdf)
        finally:
            pdf.close()

    return read


def pdf_pypdf() -> Reader:
    import pypdf

    return lambda path: "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def pdf_pdfminer() -> Reader:
    from pdfminer.high_level import extract_text

    return lambda path: extract_text(path)


def docx_python_docx() -> Reader:
    import docx

    def read(path: Path) -> str:
        document = docx.Document(str(path))
        cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
        return "\n".join([paragraph.text for paragraph in document.paragraphs] + cells)

    return read


def docx_docx2python() -> Reader:
    from docx2python import docx2python

    return lambda path: docx2python(path).text


def docx_mammoth() -> Reader:
    import mammoth

    def read(path: Path) -> str:
        with path.open("rb") as file:
            return mammoth.extract_raw_text(file).value

    return read


def pptx_python_pptx() -> Reader:
    import pptx

    def read(path: Path) -> str:
        shapes = [shape for slide in pptx.Presentation(str(path)).slides for shape in slide.shapes]
        return "\n".join(shape.text_frame.text for shape in shapes if shape.has_text_frame)

    return read


def sheets_calamine() -> Reader:
    from python_calamine import CalamineWorkbook

    def read(path: Path) -> str:
        book = CalamineWorkbook.from_path(str(path))
        rows = (row for name in book.sheet_names for row in book.get_sheet_by_name(name).to_python())
        return "\n".join("\t".join(map(str, row)) for row in rows)

    return read


def xlsx_openpyxl() -> Reader:
    import openpyxl

    def read(path: Path) -> str:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        rows = (row for sheet in book.worksheets for row in sheet.iter_rows(values_only=True))
        return "\n".join("\t".join("" if cell is None else str(cell) for cell in row) for row in rows)

    return read


def odt_odfpy() -> Reader:
    from odf import teletype, text
    from odf.opendocument import load

    def read(path: Path) -> str:
        document = load(str(path))
        kinds = (text.H, text.P)
        return "\n".join(teletype.extractText(found) for kind in kinds for found in document.getElementsByType(kind))

    return read


def rtf_striprtf() -> Reader:
    from striprtf.striprtf import rtf_to_text

    return lambda path: rtf_to_text(path.read_bytes().decode("latin-1"), errors="replace")


def html_selectolax() -> Reader:
    from selectolax.lexbor import LexborHTMLParser

    def read(path: Path) -> str:
        tree = LexborHTMLParser(path.read_bytes().decode("utf-8", "replace"))
        return tree.body.text(separator="\n") if tree.body else ""

    return read


def html_beautifulsoup() -> Reader:
    from bs4 import BeautifulSoup

    return lambda path: BeautifulSoup(path.read_bytes(), "lxml").get_text("\n")


def xml_lxml() -> Reader:
    from lxml import etree

    return lambda path: "\n".join(etree.parse(str(path)).getroot().itertext())


def office_oxide() -> Reader:
    import office_oxide

    return lambda path: office_oxide.extract_text(str(path))


def msg_oxmsg() -> Reader:
    import oxmsg

    return lambda path: oxmsg.Message.load(str(path)).body or ""


def eml_email() -> Reader:
    def read(path: Path) -> str:
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        parts = [part for part in message.walk() if part.get_content_maintype() == "text"]
        return "\n".join([str(message["subject"]), *(str(part.get_content()) for part in parts)])

    return read


def mbox_mailbox() -> Reader:
    def read(path: Path) -> str:
        parts = [part for message in mailbox.mbox(path) for part in message.walk() if part.get_content_maintype() == "text"]
        return "\n".join(str(part.get_payload(decode=True) or b"", "utf-8", "replace") for part in parts)

    return read


def md_markdown_it() -> Reader:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    return lambda path: "\n".join(token.content for token in parser.parse(path.read_text("utf-8", "replace")))


def md_mistune() -> Reader:
    import mistune

    return lambda path: str(mistune.html(path.read_text("utf-8", "replace")))


def text_chardet() -> Reader:
    import chardet

    def read(path: Path) -> str:
        data = path.read_bytes()
        return data.decode(chardet.detect(data)["encoding"] or "utf-8", "replace")

    return read


def text_charset_normalizer() -> Reader:
    import charset_normalizer

    return lambda path: str(charset_normalizer.from_path(path).best() or "")


def csv_stdlib() -> Reader:
    def read(path: Path) -> str:
        text = path.read_bytes().decode("utf-8-sig", "replace")
        return "\n".join("\t".join(row) for row in csv.reader(io.StringIO(text, newline="")))

    return read


def json_stdlib() -> Reader:
    return lambda path: str(json.loads(path.read_bytes()))


def yaml_pyyaml() -> Reader:
    import yaml

    return lambda path: str(list(yaml.load_all(path.read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))))


def code_pygments() -> Reader:
    from pygments.lexers import get_lexer_for_filename

    def read(path: Path) -> str:
        text = path.read_text("utf-8", "replace")
        return "".join(value for _, value in get_lexer_for_filename(path.name).get_tokens(text))

    return read


def ipynb_nbformat() -> Reader:
    import nbformat

    return lambda path: "\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells)


def rst_docutils() -> Reader:
    from docutils.core import publish_doctree

    silent = {"report_level": 5, "file_insertion_enabled": False, "halt_level": 6}
    return lambda path: publish_doctree(path.read_text("utf-8", "replace"), settings_overrides=silent).astext()


def bibtex_bibtexparser() -> Reader:
    import bibtexparser

    return lambda path: str(bibtexparser.loads(path.read_text("utf-8", "replace")).entries)


def ics_icalendar() -> Reader:
    import icalendar

    def read(path: Path) -> str:
        calendar = icalendar.Calendar.from_ical(path.read_bytes())
        return "\n".join(str(value) for event in calendar.walk() for value in event.values())

    return read


def subtitles_pysrt() -> Reader:
    import pysrt

    return lambda path: pysrt.open(str(path), error_handling=pysrt.ERROR_PASS).text


def latex_pylatexenc() -> Reader:
    from pylatexenc.latex2text import LatexNodes2Text

    return lambda path: LatexNodes2Text().latex_to_text(path.read_text("utf-8", "replace"))


def org_orgparse() -> Reader:
    import orgparse

    return lambda path: "\n".join(f"{node.heading}\n{node.body}" for node in orgparse.load(str(path))[1:])


def epub_selectolax() -> Reader:
    from selectolax.lexbor import LexborHTMLParser

    def read(path: Path) -> str:
        with zipfile.ZipFile(path) as book:
            names = [name for name in book.namelist() if name.endswith((".xhtml", ".html", ".htm"))]
            trees = [LexborHTMLParser(book.read(name).decode("utf-8", "replace")) for name in names]
        return "\n".join(tree.body.text(separator="\n") for tree in trees if tree.body)

    return read


def mhtml_selectolax() -> Reader:
    from selectolax.lexbor import LexborHTMLParser

    def read(path: Path) -> str:
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        pages = [part.get_payload(decode=True) for part in message.walk() if part.get_content_type() == "text/html"]
        trees = [LexborHTMLParser(page.decode("utf-8", "replace")) for page in pages]
        return "\n".join(tree.body.text(separator="\n") for tree in trees if tree.body)

    return read


def vcf_vobject() -> Reader:
    import vobject

    def read(path: Path) -> str:
        cards = vobject.readComponents(path.read_text("utf-8", "replace"))
        return "\n".join(str(value.value) for card in cards for value in card.getChildren())

    return read


# kind of document: name of the library → what gives its reader
READERS: dict[str, dict[str, Callable[[], Reader]]] = {
    "pdf": {"pypdfium2": pdf_pypdfium2, "pypdf": pdf_pypdf, "pdfminer.six": pdf_pdfminer},
    "docx": {"python-docx": docx_python_docx, "docx2python": docx_docx2python, "mammoth": docx_mammoth},
    "pptx": {"python-pptx": pptx_python_pptx},
    "xlsx": {"python-calamine": sheets_calamine, "openpyxl": xlsx_openpyxl},
    "xls": {"python-calamine": sheets_calamine},
    "xlsb": {"python-calamine": sheets_calamine},
    "ods": {"python-calamine": sheets_calamine},
    "odt": {"odfpy": odt_odfpy},
    "odp": {"odfpy": odt_odfpy},
    "doc": {"office-oxide": office_oxide},
    "ppt": {"office-oxide": office_oxide},
    "rtf": {"striprtf": rtf_striprtf},
    "epub": {"zipfile, selectolax": epub_selectolax},
    "html": {"selectolax": html_selectolax, "beautifulsoup4": html_beautifulsoup},
    "mhtml": {"email, selectolax": mhtml_selectolax},
    "xml": {"lxml": xml_lxml},
    "fb2": {"lxml": xml_lxml},
    "md": {"markdown-it-py": md_markdown_it, "mistune": md_mistune},
    "txt": {"chardet": text_chardet, "charset-normalizer": text_charset_normalizer},
    "csv": {"csv": csv_stdlib},
    "json": {"json": json_stdlib},
    "ipynb": {"nbformat": ipynb_nbformat},
    "yaml": {"PyYAML": yaml_pyyaml},
    "rst": {"docutils": rst_docutils},
    "latex": {"pylatexenc": latex_pylatexenc},
    "org": {"orgparse": org_orgparse},
    "bibtex": {"bibtexparser": bibtex_bibtexparser},
    "ics": {"icalendar": ics_icalendar},
    "vcf": {"vobject": vcf_vobject},
    "subtitles": {"pysrt": subtitles_pysrt},
    "code": {"pygments": code_pygments},
    "eml": {"email": eml_email},
    "mbox": {"mailbox": mbox_mailbox},
    "msg": {"python-oxmsg": msg_oxmsg},
}


def measured(read: Reader, paths: list[Path]) -> dict[str, object]:
    """Processor seconds, failures and characters of reading all files."""
    fastest, failed, n_chars = float("inf"), set(), 0
    for _ in range(3):
        n_chars = 0
        before = time.process_time()
        for path in paths:
            try:
                n_chars += len(read(path))
            except Exception:       # any library, any error: it counts as a failure
                failed.add(str(path))
        fastest = min(fastest, time.process_time() - before)
    return {"seconds": fastest, "failed": sorted(failed), "characters": n_chars}


def main() -> None:
    kind, _, name = sys.argv[1].partition(":")
    try:
        read = READERS[kind][name]()
    except ImportError:
        print(json.dumps({"missing": True}))
        return
    print(json.dumps(measured(read, [Path(line) for line in sys.stdin.read().splitlines()])))


if __name__ == "__main__":
    main()
