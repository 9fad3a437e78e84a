"""What nobody searches for is read in its beginning only, and the document says so."""

from __future__ import annotations

import base64
import json
import random
from pathlib import Path

import pytest

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.abridging import looks_like_log, without_blobs
from engine.reading.source import ReadOptions
from tests.engine.reading.reading_parts import document_of, parts_of, reason_of

BYTES = base64.b64encode(random.Random(1).randbytes(9_000)).decode()


def read(folder, name: str, text: str, options: ReadOptions = ReadOptions()) -> tuple[str, str]:  # noqa: B008
    """The text, and what is said of the rest."""
    parts = parts_of(folder, name, text, options)
    document, rest = parts[0].outcome, parts[-1].outcome
    assert isinstance(document, Document)
    if isinstance(rest, Unreadable):
        assert rest.reason == "too-large"
        return document.text, rest.detail
    return document.text, ""


@pytest.mark.parametrize(("name", "piece"), [("a.min.js", 'function f(t,e){return t.querySelector("#a")||e.b};'), ("a.css", ".a{color:red;margin:0 1px}")])
def test_minified_code(tmp_path, name: str, piece: str) -> None:
    text, rest = read(tmp_path, name, "/*! Licencia MIT */\n" + piece * 4_000)
    assert text.startswith("/*! Licencia MIT */")
    assert 9_000 < len(text) <= 10_000
    assert text[-1] in ";}"
    assert "minified" in rest


def test_code_that_is_only_long_is_read_whole(tmp_path) -> None:
    written = "".join(f"function f{n}(a) {{\n  return a + {n};\n}}\n\n" for n in range(1_000))
    data = "const nombres = [" + ", ".join(f'"una frase de la lista número {n}"' for n in range(1_000)) + "];\n"
    for code in (written, data):
        assert read(tmp_path, "a.js", code)[1] == ""


def test_a_dump_of_data_in_long_lines_is_read_whole(tmp_path) -> None:
    dump = "INSERT INTO socios VALUES " + ",".join(f"({n},'Eva{n}','Soria')" for n in range(3_000)) + ";"
    text, rest = read(tmp_path, "socios.sql", dump)
    assert (len(text), rest) == (len(dump), "")


@pytest.mark.parametrize("name", ["a.txt", "a.py", "a.csv", "a.json", "a.xml"])
def test_encoded_bytes(tmp_path, name: str) -> None:
    value = {"a.json": json.dumps({"foto": BYTES, "nombre": "Eva"}), "a.xml": f"<a><foto>{BYTES}</foto><nombre>Eva</nombre></a>",
             "a.csv": f"nombre,foto\nEva,{BYTES}\nAna,x\n"}.get(name, f"Eva manda el plano:\n\n{BYTES}\n\nSaludos")
    text, rest = read(tmp_path, name, value)
    assert "Eva" in text
    assert BYTES[:60] in text
    assert len(text) < 300
    assert "encoded bytes" in rest


def test_encoded_bytes_in_lines_and_what_is_like_them() -> None:
    in_lines = "\n".join(BYTES[at : at + 76] for at in range(0, len(BYTES), 76))
    text, n_left_out = without_blobs(f"begin\n{in_lines}\nend")
    assert text == f"begin\n{BYTES[:60]}…\nend"
    assert n_left_out > 11_000
    key = "\n".join(BYTES[at : at + 64] for at in range(0, 3_000, 64))
    words = "palabra " * 2_000
    paths = "/usr/share/doc/paquete-con-nombre-bastante-largo/ejemplos\n" * 200
    for kept in (key, words, paths, "=" * 80 + "\n" + words):
        assert without_blobs(kept) == (kept, 0)


def test_long_lists_of_numbers(tmp_path) -> None:
    shape = {"type": "Polygon", "coordinates": [[[n / 7, n / 9] for n in range(500)]]}
    text, rest = read(tmp_path, "a.geojson", json.dumps({"features": [{"nombre": "Parque Norte", "geometry": shape}, {"nombre": "Sur", "geometry": shape}]}))
    assert "Parque Norte" in text
    assert len(text) < 1_500
    assert "1968 numbers" in rest
    assert read(tmp_path, "b.json", json.dumps({"notas": list(range(50))}))[1] == ""


def test_json_that_is_cut_off_is_read_as_far_as_it_goes(tmp_path) -> None:
    people = json.dumps([{"nombre": f"Persona {n}", "nota": "di [«, \\\"»] y {"} for n in range(2_000)], ensure_ascii=False)
    parts = parts_of(tmp_path, "a.json", people, ReadOptions(max_text_bytes=30_000))
    document = parts[0].outcome
    assert isinstance(document, Document)
    assert [block.kind for block in document.blocks] == ["table"]
    assert document.blocks[0].n_header_rows == 1
    assert len(document.blocks[0].rows) > 400
    assert isinstance(parts[1].outcome, Unreadable)


def test_a_source_map_gives_its_sources(tmp_path) -> None:
    text, rest = read(tmp_path, "a.js.map", json.dumps({"version": 3, "sources": ["src/inicio.ts"], "mappings": "AAAA;" * 9_000, "names": []}))
    assert "src/inicio.ts" in text
    assert len(text) < 100
    assert "source map" in rest


def test_of_a_long_log_the_middle_is_left_out(tmp_path) -> None:
    lines = [f"2024-03-0{n % 9 + 1} 10:{n % 60:02d}:00 servicio suceso{n}" for n in range(3_000)]
    text, rest = read(tmp_path, "a.log", "\n".join(lines), ReadOptions(max_log_bytes=40_000))
    assert "suceso0\n" in text
    assert text.endswith("suceso2999")
    assert "suceso1000\n" not in text
    assert all(line in lines for line in text.split("\n") if line)
    assert "a log" in rest
    prose = "\n".join(f"Capítulo {n}: el día amaneció claro y todos salieron a la plaza." for n in range(3_000))
    assert read(tmp_path, "b.txt", prose, ReadOptions(max_log_bytes=40_000))[1] == ""


@pytest.mark.parametrize(("line", "is_log"), [
    ("Mar  3 10:15:02 servidor sshd[811]: Accepted publickey", True), ("[2024-03-03T10:15:02Z] INFO ready", True),
    ('10.0.0.1 - - [03/Mar/2024:10:15:02 +0100] "GET / HTTP/1.1" 200', True), ("[    1.234567] usb 1-1: new device", True),
    ("E/ActivityManager( 1234): ANR", True), ("2024-03-03;12,50;Supermercado", False), ("- Compré pan el 3 de marzo a las 10:15", False),
])
def test_what_a_log_is(line: str, is_log: bool) -> None:
    assert looks_like_log((line + "\n") * 50) is is_log


def test_what_was_left_out_is_no_fault_of_the_rest(tmp_path) -> None:
    assert document_of(tmp_path, "a.txt", f"antes\n\n{BYTES}\n\ndespués").text.endswith("después")


@pytest.mark.parametrize(("run", "is_kept"), [
    ("palabra" * 200_000, False), ("=-" * 50_000, False), ("ábcdéfghij" * 1_000, False), ("a,b;c(d)e" * 1_000, True),
    ("一二三四五六七八九十" * 1_000, True), ("กขคงจฉชซฌญ" * 1_000, True), ("x" * 3_999, True),
])
def test_endless_words_are_clipped(tmp_path: Path, run: str, is_kept: bool) -> None:
    text = document_of(tmp_path, "a.txt", f"antes\n\n{run} después").text
    assert text.startswith("antes") and text.endswith("después") and (run in text) == is_kept


def test_armored_messages_and_keys_are_no_words(tmp_path: Path) -> None:
    block = "-----BEGIN PGP {0}-----\nVersion: 2\n\nhQEMA1tC6abcDEF0123\n=abcd\n-----END PGP {0}-----"
    text = document_of(tmp_path, "a.txt", f"Hola\n\n{block.format('PUBLIC KEY BLOCK')}\n\nadiós\n-----BEGIN X-----\nsin fin").text
    assert "hQEMA" not in text and "Hola" in text and "adiós\n-----BEGIN X-----\nsin fin" in text
    assert reason_of(tmp_path, "b.asc", block.format("MESSAGE")) == "encrypted"
    mail = f"From: a@b.c\nTo: d@e.f\nSubject: Secreto\n\n{block.format('MESSAGE')}\n"
    assert "hQEMA" not in document_of(tmp_path, "c.eml", mail).text
