"""Small documents made on the spot, and reading them."""

from __future__ import annotations

import io
import zipfile

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.reader import read_file
from engine.reading.source import Part, ReadOptions
from tests.engine.reading.soundness import faults_of

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def parts_of(folder, name: str, data: bytes | str, options: ReadOptions = ReadOptions()) -> list[Part]:  # noqa: B008
    path = folder / name
    path.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    parts = list(read_file(path, options))
    for part in parts:
        if isinstance(part.outcome, Document):
            assert faults_of(part.outcome) == []
    return parts


def document_of(folder, name: str, data: bytes | str) -> Document:
    outcome = parts_of(folder, name, data)[0].outcome
    assert isinstance(outcome, Document), outcome
    return outcome


def reason_of(folder, name: str, data: bytes | str) -> str:
    outcome = parts_of(folder, name, data)[0].outcome
    assert isinstance(outcome, Unreadable), outcome
    return outcome.reason


def outline(document: Document) -> list[tuple[str, int, str]]:
    """(kind, level, text) of each block."""
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def rows(document: Document, number: int = 0) -> list[tuple[str, ...]]:
    """Cells of the document's table of that number."""
    tables = [block for block in document.blocks if block.kind == "table"]
    return [row.cells for row in tables[number].rows]


def zipped(members: dict[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def relations(*targets: tuple[str, str, str]) -> str:
    """A .rels part of (id, last word of the type, target)."""
    entries = "".join(f'<Relationship Id="{i}" Type="{RELATION}/{kind}" Target="{target}"/>' for i, kind, target in targets)
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{entries}</Relationships>'


def docx(body: str, more: dict[str, str] | None = None, part_relations: str = "") -> bytes:
    members: dict[str, str | bytes] = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": relations(("a", "officeDocument", "texto/principal.xml")),
        "texto/principal.xml": f"<w:document {W} {R}><w:body>{body}</w:body></w:document>",
        "texto/_rels/principal.xml.rels": part_relations or relations(("s", "styles", "estilos.xml")),
    }
    return zipped({**members, **(more or {})})


def p(text: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"
