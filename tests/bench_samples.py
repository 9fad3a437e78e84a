"""Files of formats that hardly any folder at hand holds, for `make bench-reading`: written from the project's own pages.

Ten of each kind, from a few KB to some hundred, as such files are: notebooks, YAML, BibTeX, calendars, cards, subtitles, CSV, JSON,
Org, LaTeX, FictionBook, saved pages, sheets and slides of OpenDocument.
"""

from __future__ import annotations

import csv
import io
import json
import random
import zipfile
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

_N_ENTRIES = (5, 10, 20, 40, 80, 120, 200, 300, 500, 800)


def make(folder: Path, pages: Path) -> None:
    """Writes the files into `folder`; the same ones each time for the same pages (Markdown files of a folder)."""
    folder.mkdir(parents=True, exist_ok=True)
    text = " ".join(path.read_text("utf-8") for path in sorted(pages.glob("*.md")))
    words = [word for word in text.split() if word.isalpha()]
    for name, write in _WRITERS.items():
        chosen = random.Random(name)

        def some(n: int, chosen: random.Random = chosen) -> str:
            at = chosen.randrange(len(words) - n)
            return " ".join(words[at : at + n])

        for number, n_entries in enumerate(_N_ENTRIES):
            written = write(n_entries, some)
            path = folder / f"{number}.{name}"
            if name in _PACKED:
                _pack(path, name, written)
            else:
                path.write_text(written, "utf-8", newline="")


Some = Callable[[int], str]        # that many words of the pages


def _ipynb(n: int, some: Some) -> str:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": [f"## {some(4)}\n", "\n", some(50)]} if number % 2 == 0 else
        {"cell_type": "code", "execution_count": number, "metadata": {}, "source": [f"def step_{number}(x):\n", "    return x + 1\n"],
         "outputs": [{"output_type": "stream", "name": "stdout", "text": [some(10)]}]}
        for number in range(n)
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)


def _yaml(n: int, some: Some) -> str:
    return "".join(f"- name: {some(2)}\n  number: {k}\n  notes:\n    - {some(6)}\n    - {some(4)}\n" for k in range(n))


def _bib(n: int, some: Some) -> str:
    entry = "@article{{k{},\n  author = {{{}}},\n  title = {{{}}},\n  year = {{{}}},\n  abstract = {{{}}}\n}}\n\n"
    return "".join(entry.format(k, some(3), some(8), 1990 + k % 30, some(60)) for k in range(n))


def _ics(n: int, some: Some) -> str:
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Fichero//bench//ES", *_events(n, some), "END:VCALENDAR", ""])


def _events(n: int, some: Some) -> Iterator[str]:
    for k in range(n):
        day = f"2023{k % 12 + 1:02d}{k % 28 + 1:02d}"
        yield from ("BEGIN:VEVENT", f"UID:{k}@example.org", f"DTSTAMP:{day}T080000Z", f"DTSTART:{day}T090000Z", f"DTEND:{day}T100000Z",
                    f"SUMMARY:{some(5)[:60]}", f"LOCATION:{some(2)[:40]}", f"DESCRIPTION:{some(8)[:60]}", "END:VEVENT")


def _srt(n: int, some: Some) -> str:
    clock = "{0:02d}:{1:02d}:{2:02d}"
    times = (clock.format(k // 1200, k // 20 % 60, k % 20 * 3) for k in range(n))
    return "".join(f"{k}\n{time},000 --> {time},900\n{some(7)}\n{some(5)}\n\n" for k, time in enumerate(times, 1))


def _csv(n: int, some: Some) -> str:
    text = io.StringIO()
    table = csv.writer(text, delimiter=";")
    table.writerow(["Fecha", "Concepto", "Importe", "Factura", "Notas"])
    table.writerows([f"{k % 28 + 1:02d}/03/2023", some(4), f"{k * 7.25:.2f}".replace(".", ","), f"F-{k:05d}", some(6)] for k in range(5 * n))
    return text.getvalue()


def _json(n: int, some: Some) -> str:
    return json.dumps([{"id": k, "name": some(2), "text": some(20), "value": k * 1.5} for k in range(2 * n)], indent=1)


def _vcf(n: int, some: Some) -> str:
    card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:{0};{1};;;\r\nFN:{1} {0}\r\nTEL;TYPE=CELL:+34 600 {2:06d}\r\nNOTE:{3}\r\nEND:VCARD\r\n"
    return "".join(card.format(some(1), some(1), k, some(8)) for k in range(n))


def _org(n: int, some: Some) -> str:
    return "".join(
        f"* {some(4)}\n** DONE {some(3)} :{some(1)}:\n{some(60)}\n\n- {some(6)}\n- {some(7)}\n\n| {some(1)} | {k} |\n| {some(1)} | {2 * k} |\n\n"
        for k in range(n)
    )


def _tex(n: int, some: Some) -> str:
    sections = (
        f"\\section{{{some(4)}}}\n{some(60)} \\emph{{{some(3)}}} $x_{{{k}}}^2 \\le \\alpha$.\n\n"
        f"\\begin{{itemize}}\n\\item {some(8)}\n\\item {some(9)}\n\\end{{itemize}}\n" for k in range(n)
    )
    return "\\documentclass{article}\n\\begin{document}\n" + "\n".join(sections) + "\\end{document}\n"


def _fb2(n: int, some: Some) -> str:
    sections = "".join(f"<section><title><p>{some(4)}</p></title><p>{some(60)}</p><p>{some(40)}</p></section>" for _ in range(n))
    space = "http://www.gribuser.ru/xml/fictionbook/2.0"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<FictionBook xmlns="{space}"><body>{sections}</body></FictionBook>'


def _mhtml(n: int, some: Some) -> str:
    page = "".join(f"<h2>{some(4)}</h2><p>{some(60)}</p><ul><li>{some(6)}</li><li>{some(5)}</li></ul>" for _ in range(n))
    message = EmailMessage()
    message["Subject"] = some(5)
    message.set_content(f"<html><body>{page}</body></html>", subtype="html")
    message.make_related()
    return message.as_string()


def _ods(n: int, some: Some) -> str:
    cell = '<table:table-cell office:value-type="{}"{}><text:p>{}</text:p></table:table-cell>'

    def row(k: int) -> str:
        amount = cell.format("float", f' office:value="{k * 7.25}"', k * 7.25)
        return f'<table:table-row>{cell.format("string", "", some(3))}{amount}{cell.format("string", "", some(6))}</table:table-row>'

    return f'<office:spreadsheet><table:table table:name="{some(1)}">{"".join(map(row, range(5 * n)))}</table:table></office:spreadsheet>'


def _odp(n: int, some: Some) -> str:
    box = "<draw:frame><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
    pages = "".join(f'<draw:page draw:name="p{k}">{box.format(some(4))}{box.format(some(30))}</draw:page>' for k in range(n))
    return f"<office:presentation>{pages}</office:presentation>"


_OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns:"
_PACKED = {"ods": "spreadsheet", "odp": "presentation"}


def _pack(path: Path, name: str, body: str) -> None:
    """An OpenDocument file around a body."""
    media = f"application/vnd.oasis.opendocument.{_PACKED[name]}"
    spaces = " ".join(
        f'xmlns:{short}="{_OPEN_DOCUMENT}{long}:1.0"'
        for short, long in (("office", "office"), ("table", "table"), ("text", "text"), ("draw", "drawing"), ("manifest", "manifest"))
    )
    content = f'<office:document-content {spaces} office:version="1.3"><office:body>{body}</office:body></office:document-content>'
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{part}" manifest:media-type="{kind}"/>' for part, kind in (("/", media), ("content.xml", "text/xml"))
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", media, zipfile.ZIP_STORED)
        package.writestr("content.xml", content)
        package.writestr("META-INF/manifest.xml", f"<manifest:manifest {spaces}>{entries}</manifest:manifest>")


_WRITERS: dict[str, Callable[[int, Some], str]] = {
    "ipynb": _ipynb, "yaml": _yaml, "bib": _bib, "ics": _ics, "srt": _srt, "csv": _csv, "json": _json, "vcf": _vcf, "org": _org, "tex": _tex,
    "fb2": _fb2, "mhtml": _mhtml, "ods": _ods, "odp": _odp,
}
