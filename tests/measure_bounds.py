"""Makes large files and says what reading each takes: seconds of the processor, most memory, and what came out.

    python -m tests.measure_bounds [--folder FOLDER] [--files LOG,CSV,…]

A 300 MB log, a 200 MB CSV, 100 MB of JSON Lines, a 100 MB workbook, a PDF of 3,000 pages, 2 GB without a content, and a
mailbox of 20,000 messages. They need 800 MB of room in FOLDER (default: a temporary one), and are kept there if it is
given. Each is read in a process of its own, as a worker reads it. Linux only, for the memory's sake.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from engine.document import Document  # noqa: E402
from engine.reading.reader import read_file  # noqa: E402
from tests.data.sample_formats import PAGE_BREAK, pdf  # noqa: E402
from tests.engine.reading.reading_parts import RELATION, relations  # noqa: E402

WORDS = "fianza contrato alquiler luz agua vecino comunidad recibo factura importe pago banco llave almacén año señal camión".split()  # noqa: SIM905
MB = 1_000_000


def _line(n: int) -> str:
    return " ".join(WORDS[(n * 7 + k * k) % len(WORDS)] for k in range(12))


def _written(path: Path, size: int, head: str, line: Callable[[int], str]) -> None:
    with path.open("w", encoding="utf-8") as file:
        n_written, number = file.write(head), 0
        while n_written < size:
            n_written += file.write("".join(line(n) for n in range(number, number + 5_000)))
            number += 5_000


def log_file(path: Path) -> None:
    _written(path, 300 * MB, "", lambda n: f"2024-03-{1 + n % 28:02} 10:{n % 60:02}:00 INFO [{n}] {_line(n)}\n")


def csv_file(path: Path) -> None:
    _written(path, 200 * MB, "id;fecha;cliente;concepto;importe\n", lambda n: f"{n};2024-03-{1 + n % 28:02};cliente {n};{_line(n)};{n % 997},50\n")


def json_lines(path: Path) -> None:
    _written(path, 100 * MB, "", lambda n: json.dumps({"id": n, "nombre": WORDS[n % 17], "texto": _line(n), "n": n % 997}, ensure_ascii=False) + "\n")


def workbook(path: Path) -> None:
    sheets = range(1, 7)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", "<Types><Override ContentType='application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'/></Types>")
        archive.writestr("_rels/.rels", relations(("a", "officeDocument", "xl/workbook.xml")))
        names = "".join(f"<sheet name='Datos {n}' sheetId='{n}' r:id='r{n}'/>" for n in sheets)
        archive.writestr("xl/workbook.xml", f"<workbook xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main' xmlns:r='{RELATION}'><sheets>{names}</sheets></workbook>")
        archive.writestr("xl/_rels/workbook.xml.rels", relations(*((f"r{n}", "worksheet", f"worksheets/s{n}.xml") for n in sheets)))
        for n in sheets:
            with archive.open(f"xl/worksheets/s{n}.xml", "w") as part:
                part.write(b"<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>")
                for row in range(1, 110_001):
                    cells = "".join(f"<c r='{c}{row}'><v>{(row * 7919 * k) % 1_000_003 / 7}</v></c>" for k, c in enumerate("ABCDEFGH", n))
                    part.write(f"<row r='{row}'>{cells}<c r='I{row}' t='inlineStr'><is><t>{_line(row)}</t></is></c></row>".encode())
                part.write(b"</sheetData></worksheet>")


def many_pages(path: Path) -> None:
    pages = f"\n\n{PAGE_BREAK}\n\n".join("\n\n".join(_line(n + k) for k in range(25)) for n in range(3_000))
    path.write_bytes(pdf(f"# Informe\n\n{pages}", "Ana"))


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2_000 * MB)


def mailbox(path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for n in range(20_000):
            body = "\n".join(_line(n + k) for k in range(30))
            file.write(f"From a@b.es Mon Jan  1 10:00:00 2024\nFrom: a@b.es\nTo: c@d.es\nSubject: Recibo {n}\n\n{body}\n\n")


FILES: dict[str, Callable[[Path], None]] = {
    "registro.log": log_file, "tabla.csv": csv_file, "líneas.jsonl": json_lines, "libro.xlsx": workbook, "páginas.pdf": many_pages,
    "vacío.bin": sparse, "correo.mbox": mailbox,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--files", default="", help="names, parted by commas; all if empty")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fichero-bounds-") as temporary:
        folder = arguments.folder or Path(temporary)
        for name in arguments.files.split(",") if arguments.files else FILES:
            path = folder / name
            if not path.exists():
                FILES[name](path)
            process = multiprocessing.get_context("spawn").Process(target=measure, args=(path,))
            process.start()
            process.join()
    return 0


def measure(path: Path) -> None:
    outcomes: Counter[str] = Counter()
    begun = time.process_time()
    for outcome in _outcomes(path):
        outcomes[outcome] += 1
    with open("/proc/self/status", encoding="ascii") as file:
        peak_kb = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    print(f"{path.name}, {path.stat().st_size / MB:.0f} MB: {time.process_time() - begun:.1f} s, {peak_kb / 1000:.0f} MB; "
          + "; ".join(f"{n} x {text}" if n > 1 else text for text, n in outcomes.most_common(3)), flush=True)


def _outcomes(path: Path) -> Iterator[str]:
    for part in read_file(path):
        outcome = part.outcome
        yield f"{outcome.kind} of {len(outcome.text) / MB:.1f} million characters" if isinstance(outcome, Document) else str(outcome)


if __name__ == "__main__":
    raise SystemExit(main())
