"""Files of formats that hardly any folder at hand holds, for `make bench-reading`: written from the project's own pages.

Ten of each kind, from a few KB to some hundred, as such files are: notebooks, YAML, BibTeX, calendars, subtitles, CSV, JSON.
"""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable, Iterator
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
            (folder / f"{number}.{name}").write_text(write(n_entries, some), "utf-8")


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


_WRITERS: dict[str, Callable[[int, Some], str]] = {
    "ipynb": _ipynb, "yaml": _yaml, "bib": _bib, "ics": _ics, "srt": _srt, "csv": _csv, "json": _json,
}
