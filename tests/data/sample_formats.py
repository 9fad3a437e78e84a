"""PDF, DOCX and XLSX written by hand from a little Markdown: headings (#), paragraphs, `- ` lists and `|` tables.

Only what the samples need. The files are valid: they open in any viewer, and the same text gives the same bytes.
Formats: ISO 32000-1 (PDF; 7.6.3 for the encryption), ECMA-376 (DOCX, XLSX).
"""

from __future__ import annotations

import hashlib
import io
import re
import textwrap
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

PAGE_BREAK = "---"


@dataclass(frozen=True, slots=True)
class Piece:
    """kind: heading, paragraph, item, table or break. level: of a heading, from 1."""

    kind: str
    text: str = ""
    level: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


def pieces(markdown: str) -> Iterator[Piece]:
    for part in re.split(r"\n\s*\n", markdown.strip()):
        lines = part.splitlines()
        if part == PAGE_BREAK:
            yield Piece("break")
        elif heading := re.match(r"(#+) (.*)", part):
            yield Piece("heading", heading[2], len(heading[1]))
        elif part.startswith("|"):
            rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
            yield Piece("table", rows=tuple(row for row in rows if set("".join(row)) != {"-"}))
        elif part.startswith("- "):
            yield from (Piece("item", item) for item in re.split(r"\n?- ", part)[1:])
        else:
            yield Piece("paragraph", " ".join(lines))


# ---- PDF -----------------------------------------------------------------------------------------------------------

Line = tuple[str, float, float, str]        # font name, size, space above in points, text


def _pdf_lines(markdown: str) -> Iterator[Line | None]:
    """The lines to print; None ends a page."""
    for piece in pieces(markdown):
        match piece.kind:
            case "break":
                yield None
            case "heading":
                size = {1: 20.0, 2: 14.0}.get(piece.level, 12.0)
                for number, line in enumerate(textwrap.wrap(piece.text, int(900 / size))):
                    yield "F2", size, 0 if number else size, line
            case "table":
                for number, row in enumerate(piece.rows):
                    yield "F2" if number == 0 else "F1", 10.0, 0 if number else 6, "    ".join(row)
            case "item":
                for number, line in enumerate(textwrap.wrap(piece.text, 84)):
                    yield "F1", 11.0, 0 if number else 2, ("\u2022 " if number == 0 else "  ") + line
            case _:
                for number, line in enumerate(textwrap.wrap(piece.text, 88)):
                    yield "F1", 11.0, 0 if number else 6, line


def _pdf_string(text: str) -> bytes:
    """A literal string in WinAnsi. Parentheses and backslashes are escaped."""
    return b"(" + re.sub(rb"([()\\])", rb"\\\1", text.encode("cp1252")) + b")"


def _pdf_pages(markdown: str) -> list[bytes]:
    """The content streams of the pages, A4, 72 points margin, page number at the foot."""
    pages: list[list[bytes]] = [[]]
    y = 770.0
    for line in _pdf_lines(markdown):
        if line is None or y < 90:
            pages.append([])
            y = 770.0
        if line is None:
            continue
        font, size, above, text = line
        y -= above + size * 1.25
        pages[-1].append(b"BT /%s %g Tf 72 %g Td %s Tj ET" % (font.encode(), size, y, _pdf_string(text)))
    for number, page in enumerate(pages, 1):
        page.append(b"BT /F1 9 Tf 290 40 Td %s Tj ET" % _pdf_string(f"{number} / {len(pages)}"))
    return [b"\n".join(page) for page in pages]


def _pdf_objects(markdown: str, author: str) -> list[tuple[bytes, bytes | None]]:
    """Objects from number 1: (dictionary, stream or None). 1 catalog, 2 pages, 3 and 4 fonts, 5 information."""
    contents = _pdf_pages(markdown)
    title = next(piece.text for piece in pieces(markdown) if piece.kind == "heading")
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>"
    kids = b" ".join(b"%d 0 R" % (6 + 2 * number) for number in range(len(contents)))
    objects: list[tuple[bytes, bytes | None]] = [
        (b"<< /Type /Catalog /Pages 2 0 R >>", None),
        (b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(contents)), None),
        (font % b"Helvetica", None),
        (font % b"Helvetica-Bold", None),
        (b"<< /Title %s /Author %s >>" % (_pdf_string(title), _pdf_string(author)), None),
    ]
    for number, content in enumerate(contents):
        page = (b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
                b"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>") % (7 + 2 * number)
        packed = zlib.compress(content, 9)
        objects.append((page, None))
        objects.append((b"<< /Length %d /Filter /FlateDecode >>" % len(packed), packed))
    return objects


def _pdf_file(objects: list[tuple[bytes, bytes | None]], trailer: bytes) -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, (dictionary, stream) in enumerate(objects, 1):
        offsets.append(len(out))
        body = dictionary if stream is None else dictionary + b"\nstream\n" + stream + b"\nendstream"
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
    return bytes(out)


def pdf(markdown: str, author: str) -> bytes:
    """A PDF with a heading's size and weight as the only sign of structure, as most programs write them."""
    return _pdf_file(_pdf_objects(markdown, author), b"/Info 5 0 R")


PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def _rc4_rounds(key: bytes, data: bytes) -> bytes:
    for number in range(20):
        data = _rc4(bytes(byte ^ number for byte in key), data)
    return data


def encrypt_pdf(markdown: str, password: str) -> bytes:
    """A PDF that opens only with the password: standard handler, revision 3, RC4 with 128 bits (7.6.3.3 and 7.6.3.4)."""
    file_id = hashlib.md5(markdown.encode()).digest()
    padded = (password.encode("latin-1") + PADDING)[:32]
    digest = hashlib.md5(padded).digest()
    for _ in range(50):
        digest = hashlib.md5(digest).digest()
    owner = _rc4_rounds(digest, padded)
    permissions = -44
    key = hashlib.md5(padded + owner + permissions.to_bytes(4, "little", signed=True) + file_id).digest()
    for _ in range(50):
        key = hashlib.md5(key).digest()
    user = _rc4_rounds(key, hashlib.md5(PADDING + file_id).digest()) + bytes(16)

    objects = _pdf_objects(markdown, author="")
    del objects[4]                                              # no information dictionary: its strings would lie open
    objects.insert(4, (b"<< /Filter /Standard /V 2 /R 3 /Length 128 /P %d /O <%s> /U <%s> >>"
                       % (permissions, owner.hex().encode(), user.hex().encode()), None))
    for number, (dictionary, stream) in enumerate(objects, 1):
        if stream is not None:
            object_key = hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()
            objects[number - 1] = (dictionary, _rc4(object_key, stream))
    return _pdf_file(objects, b"/Encrypt 5 0 R /ID [<%s> <%s>]" % ((file_id.hex().encode(),) * 2))


# ---- DOCX and XLSX --------------------------------------------------------------------------------------------------

XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
FORMATS = "application/vnd.openxmlformats-officedocument"


def _package(parts: dict[str, str]) -> bytes:
    """A ZIP file with fixed dates."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            info = zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text.encode("utf-8"))
    return buffer.getvalue()


def _content_types(overrides: dict[str, str]) -> str:
    lines = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in overrides.items())
    return (f'{XML}<Types xmlns="{PACKAGE}/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>{lines}</Types>')


def _relations(targets: list[tuple[str, str]]) -> str:
    """targets: (type, target), numbered rId1, rId2, …"""
    lines = "".join(f'<Relationship Id="rId{number}" Type="{kind}" Target="{target}"/>'
                    for number, (kind, target) in enumerate(targets, 1))
    return f'{XML}<Relationships xmlns="{PACKAGE}/relationships">{lines}</Relationships>'


def _word_paragraph(text: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{properties}<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'


def _word_table(rows: tuple[tuple[str, ...], ...]) -> str:
    def row_of(row: tuple[str, ...]) -> str:
        cells = "".join(f'<w:tc><w:tcPr><w:tcW w:w="2400" w:type="dxa"/></w:tcPr>{_word_paragraph(cell)}</w:tc>'
                        for cell in row)
        return f"<w:tr>{cells}</w:tr>"
    borders = "".join(f'<w:{side} w:val="single" w:sz="4"/>'
                      for side in ("top", "left", "bottom", "right", "insideH", "insideV"))
    grid = '<w:gridCol w:w="2400"/>' * len(rows[0])
    return (f'<w:tbl><w:tblPr><w:tblBorders>{borders}</w:tblBorders></w:tblPr><w:tblGrid>{grid}</w:tblGrid>'
            + "".join(map(row_of, rows)) + "</w:tbl>")


def _word_body(markdown: str) -> str:
    body = []
    for piece in pieces(markdown):
        match piece.kind:
            case "heading":
                body.append(_word_paragraph(piece.text, "Title" if piece.level == 1 else f"Heading{piece.level - 1}"))
            case "table":
                body.append(_word_table(piece.rows))
            case "item":
                body.append(_word_paragraph(piece.text, "ListParagraph"))
            case "paragraph":
                body.append(_word_paragraph(piece.text))
    return "".join(body)


def docx(markdown: str, author: str) -> bytes:
    """A Word document with title, heading and list styles, and real tables."""
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{identifier}"><w:name w:val="{name}"/>'
        f'<w:rPr>{"<w:b/>" if size > 22 else ""}<w:sz w:val="{size}"/></w:rPr></w:style>'
        for identifier, name, size in (("Title", "Title", 40), ("Heading1", "heading 1", 32),
                                       ("Heading2", "heading 2", 26), ("ListParagraph", "List Paragraph", 22)))
    title = next(piece.text for piece in pieces(markdown) if piece.kind == "heading")
    return _package({
        "[Content_Types].xml": _content_types({
            "word/document.xml": f"{FORMATS}.wordprocessingml.document.main+xml",
            "word/styles.xml": f"{FORMATS}.wordprocessingml.styles+xml",
            "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml"}),
        "_rels/.rels": _relations([(f"{OFFICE}/relationships/officeDocument", "word/document.xml"),
                                   (f"{PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml")]),
        "word/_rels/document.xml.rels": _relations([(f"{OFFICE}/relationships/styles", "styles.xml")]),
        "word/document.xml": f'{XML}<w:document xmlns:w="{WORD}"><w:body>{_word_body(markdown)}</w:body></w:document>',
        "word/styles.xml": f'{XML}<w:styles xmlns:w="{WORD}">{styles}</w:styles>',
        "docProps/core.xml": f'{XML}<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" '
                             f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{escape(title)}</dc:title>'
                             f'<dc:creator>{escape(author)}</dc:creator></cp:coreProperties>',
    })


def _cell_name(row: int, column: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"


def xlsx(sheets: list[tuple[str, list[list[str]]]]) -> bytes:
    """A workbook with shared strings; what looks like a number is stored as one. At most 26 columns."""
    strings: dict[str, int] = {}

    def cell(row: int, column: int, value: str) -> str:
        if re.fullmatch(r"-?\d+(\.\d+)?", value):
            return f'<c r="{_cell_name(row, column)}"><v>{value}</v></c>'
        return f'<c r="{_cell_name(row, column)}" t="s"><v>{strings.setdefault(value, len(strings))}</v></c>'

    parts = {}
    for number, (_, rows) in enumerate(sheets, 1):
        lines = "".join(
            f'<row r="{i + 1}">' + "".join(cell(i, j, value) for j, value in enumerate(row) if value) + "</row>"
            for i, row in enumerate(rows))
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'{XML}<worksheet xmlns="{SHEET}"><sheetData>{lines}</sheetData></worksheet>')
    names = "".join(f'<sheet name="{escape(name)}" sheetId="{number}" r:id="rId{number}"/>'
                    for number, (name, _) in enumerate(sheets, 1))
    items = "".join(f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in strings)
    kinds = {name: f"{FORMATS}.spreadsheetml.worksheet+xml" for name in parts}
    kinds |= {"xl/workbook.xml": f"{FORMATS}.spreadsheetml.sheet.main+xml",
              "xl/sharedStrings.xml": f"{FORMATS}.spreadsheetml.sharedStrings+xml"}
    return _package({
        "[Content_Types].xml": _content_types(kinds),
        "_rels/.rels": _relations([(f"{OFFICE}/relationships/officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": f'{XML}<workbook xmlns="{SHEET}" xmlns:r="{OFFICE}/relationships"><sheets>{names}</sheets>'
                           "</workbook>",
        "xl/_rels/workbook.xml.rels": _relations(
            [(f"{OFFICE}/relationships/worksheet", f"worksheets/sheet{number}.xml")
             for number in range(1, len(sheets) + 1)] + [(f"{OFFICE}/relationships/sharedStrings", "sharedStrings.xml")]),
        "xl/sharedStrings.xml": f'{XML}<sst xmlns="{SHEET}" count="{len(strings)}" uniqueCount="{len(strings)}">'
                                f"{items}</sst>",
        **parts,
    })
