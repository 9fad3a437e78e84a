"""Files embedded in a PDF: they are documents of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pypdfium2

from engine.errors import Unreadable
from engine.reading.mail import file_name
from engine.reading.pdf import open_pdf
from engine.reading.source import Source

MAX_FILES = 2_000


def attached_files(source: Source) -> Iterator[tuple[str, Source | Unreadable]]:
    """(name, source) of each embedded file; one that can't be taken out is "damaged"."""
    pdf = open_pdf(source)
    try:
        for index in range(min(pdf.count_attachments(), MAX_FILES)):
            name = f"attachment {index + 1}.bin"
            try:
                attachment = pdf.get_attachment(index)
                name = file_name(attachment.get_name(), name)
                data = bytes(attachment.get_data())
            except (pypdfium2.PdfiumError, ValueError, UnicodeDecodeError) as error:
                yield name, Unreadable("damaged", f"PDFium: {error}")
                continue
            yield name, Source(name, data=data, options=source.options)
    finally:
        pdf.close()
