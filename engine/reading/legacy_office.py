"""DOC and PPT of 1997 to 2003 by office-oxide. Files of Word 6 and 95 give their plain text, without structure."""

from __future__ import annotations

from engine.document import Document
from engine.reading.office_oxide_ir import read_with_office_oxide
from engine.reading.source import Source


def read_doc(source: Source) -> Document:
    return read_with_office_oxide(source, "doc")


def read_ppt(source: Source) -> Document:
    return read_with_office_oxide(source, "ppt")
