"""Writes tests/data/sample/: a small folder of documents of many kinds, all written for Fichero.

    .venv/bin/python tests/data/make_samples.py

The texts lie in sample_texts/, one file a document; this script gives them the format that a person would have them
in. PDF, DOCX and XLSX are written by hand (sample_formats.py), so that no document library is needed to make them and
every byte is ours; the same input gives the same bytes.
"""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

from sample_formats import docx, encrypt_pdf, pdf, xlsx

HERE = Path(__file__).parent
TEXTS = HERE / "sample_texts"
SAMPLE = HERE / "sample"

PASSWORD = "olmo12"


def text_of(name: str) -> str:
    return (TEXTS / name).read_text(encoding="utf-8")


def write(path: str, content: bytes) -> None:
    target = SAMPLE / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def table_of(name: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text_of(name))))


def spanish_csv(rows: list[list[str]]) -> bytes:
    """As a Spanish spreadsheet program exports it: semicolons, decimal commas, and a mark of UTF-8 at the start."""
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=";").writerows([*row[:-1], row[-1].replace(".", ",")] for row in rows)
    return buffer.getvalue().encode("utf-8-sig")


def main() -> None:
    shutil.rmtree(SAMPLE, ignore_errors=True)
    # One folder a part of life, as people keep them.
    write("comunidad/acta_junta_2024.pdf", pdf(text_of("acta_junta_2024.md"), author="Comunidad Calle del Olmo 12"))
    write("comunidad/estatutos.docx", docx(text_of("estatutos.md"), author="Comunidad Calle del Olmo 12"))
    write("comunidad/gastos_2024.csv", spanish_csv(table_of("gastos_2024.csv")))
    write("comunidad/aviso_piscina.txt", text_of("aviso_piscina.txt").replace("\n", "\r\n").encode("cp1252"))
    write("ayuntamiento/ordenanza_ruido.md", text_of("ordenanza_ruido.md").encode("utf-8"))
    write("ayuntamiento/ayudas_alquiler.html", text_of("ayudas_alquiler.html").encode("utf-8"))
    write("laboratorio/codigos_de_error.xlsx", xlsx([("Códigos", table_of("codigos_de_error.csv")),
                                                     ("Repuestos", table_of("repuestos.csv"))]))
    write("laboratorio/centrifuge_manual.pdf", pdf(text_of("centrifuge_manual.md"), author="Laboratory workshop"))
    write("laboratorio/calibration.py", text_of("calibration.py.txt").encode("utf-8"))
    write("laboratorio/safety_rules.md", text_of("safety_rules.md").encode("utf-8"))
    write("contratos/mantenimiento_ascensor_v1.txt", text_of("mantenimiento_ascensor_v1.txt").encode("utf-8"))
    write("contratos/mantenimiento_ascensor_v2.txt", text_of("mantenimiento_ascensor_v2.txt").encode("utf-8"))
    write("contratos/location_vacances.html", text_of("location_vacances.html").encode("utf-8"))
    write("contratos/nómina_cifrada.pdf", encrypt_pdf(text_of("nomina.md"), PASSWORD))
    whole = docx(text_of("presupuesto.md"), author="Reformas Tejada")
    write("contratos/presupuesto_dañado.docx", whole[: len(whole) // 2])      # a download that broke off
    write("contratos/vacío.txt", b"")


if __name__ == "__main__":
    main()
