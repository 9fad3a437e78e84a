"""Small files that ask for much: bombs, loops and nesting without end, for the tests of the bounds."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zlib

from tests.engine.reading.reading_parts import RELATION, W, docx, p, relations, zipped

DEPTH = 5_000
LAUGHS = "<!DOCTYPE r [<!ENTITY a0 'ja '>" + "".join(
    f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12)) + "]>"
QUADRATIC = f"<!DOCTYPE r [<!ENTITY q '{'x' * 50_000}'>]>"


def bombs() -> dict[str, bytes]:
    """File name to content. Each must end soon, within its memory, as text or as a reason."""
    zeros = bytes(20_000_000)
    content = "<office:document-content xmlns:office='o' xmlns:text='t'><office:body><office:text><text:p>{}</text:p></office:text></office:body></office:document-content>"
    return {
        **_nested(),
        "ceros.gz": gzip.compress(zeros), "ceros.bz2": bz2.compress(zeros), "ceros.xz": lzma.compress(zeros, preset=0),
        "ceros.tar.gz": gzip.compress(_tar(zeros)), "ceros.zip": zipped({"a.txt": zeros}),
        "dos veces.gz": gzip.compress(gzip.compress(bytes(60_000_000))),
        "encajados.zip": _matryoshka(), "solapados.zip": overlapping(400), "miles.zip": zipped({f"{n}.txt": "x" for n in range(25_000)}),
        "grande de mentira.zip": _lying_zip(),
        "risas.xml": f"<?xml version='1.0'?>{LAUGHS}<r>&a11;</r>".encode(),
        "cuadrado.xml": f"<?xml version='1.0'?>{QUADRATIC}<r>{'&q;' * 50_000}</r>".encode(),
        "risas.svg": f"{LAUGHS}<svg xmlns='http://www.w3.org/2000/svg'><text>&a11;</text></svg>".encode(),
        "risas.docx": _docx_with(f"{LAUGHS}<w:document {W}><w:body>{p('&a11;')}</w:body></w:document>"),
        "risas.odt": zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": LAUGHS + content.format("&a11;")}),
        "risas.fb2": f"<?xml version='1.0'?>{LAUGHS}<FictionBook><body><section><p>&a11;</p></section></body></FictionBook>".encode(),
        "alias.yaml": ("a0: &a0 [x,x]\n" + "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))).encode(),
        "fuera.xml": b"<?xml version='1.0'?><!DOCTYPE r [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><r>&f;</r>",
        "páginas en círculo.pdf": _looping_pdf(), "celdas.html": b"<table><tr><td colspan=1000 rowspan=65000>x" + b"<tr><td>y" * 300,
        "estilos en círculo.docx": docx(p("uno", "A"), {"texto/estilos.xml": f"<w:styles {W}><w:style w:styleId='A'><w:basedOn w:val='B'/></w:style>"
                                        "<w:style w:styleId='B'><w:basedOn w:val='A'/></w:style></w:styles>"}),
        "en círculo.docx": docx(f"<w:altChunk r:id='c'/>{p('uno')}", {}, relations(("c", "aFChunk", "principal.xml"))),
        "repetida.ods": _repeated_ods(), "una línea.json": b'{"a":' + b'"' + b"x" * 3_000_000 + b'"}',
        "mil columnas.csv": b",".join(b"c" for _ in range(100_000)) + b"\n" + b"1,2\n" * 1000,
        "comilla.csv": b'a,b\n"' + b"1,2\n" * 50_000, "definiciones.bib": b"@string{a = a # a # a}\n@book{x, title = a}" * 2000,
        "macros.tex": rb"\newcommand{\a}{\a\a\a\a}\begin{document}\a" + rb"\def\b{\b\b}\b" * 100 + rb"\end{document}",
        "remite a sí.eml": b"Subject: a\nFrom: b\nTo: c\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n" + b"--x\n" * 100_000,
    }


def _nested() -> dict[str, bytes]:
    """The same thing inside itself, DEPTH times."""
    deep = {
        "hondo.json": "[" * DEPTH + "]" * DEPTH, "hondo 2.json": '{"a":' * DEPTH + "1" + "}" * DEPTH, "a medias.json": '[{"a":' * DEPTH,
        "hondo.xml": "<?xml version='1.0'?>" + "<a>" * DEPTH + "x" + "</a>" * DEPTH, "hondo.html": "<html><body>" + "<div>" * DEPTH + "x",
        "listas.html": "<html><body>" + "<ul><li>x" * (DEPTH // 10), "tablas.html": "<html><body>" + "<table><tr><td>x" * (DEPTH // 10),
        "hondo.md": "> " * DEPTH + "x", "listas.md": "\n".join(" " * (2 * n) + "- x" for n in range(1_500)), "corchetes.md": "[" * DEPTH + "x",
        "énfasis.md": "*a_ " * DEPTH, "hondo.rtf": "{\\rtf1 " + "{\\b " * DEPTH + "x" + "}" * DEPTH, "hondo.tex": "\\textbf{" * DEPTH + "x" + "}" * DEPTH,
        "entornos.tex": "\\begin{itemize}\\item " * DEPTH, "hondo.yaml": "a: " + "[" * DEPTH, "sangrado.yaml": "\n".join(" " * n + "a:" for n in range(1_500)),
        "hondo.org": "\n".join("*" * n + " x" for n in range(1, 2_000)), "hondo.py": "x = " + "(" * DEPTH, "bloques.py": "\n".join(" " * n + "if a:" for n in range(1_500)),
        "hondo.c": "void f() {" * DEPTH, "hondo.js": "f(function(){" * DEPTH, "hondo.bib": "@book{a, title = " + "{" * DEPTH, "hondo.rst": "\n".join("   " * n + "* x\n" for n in range(800)),
        "hondo.ipynb": '{"cells": ' + "[" * DEPTH, "hondo.svg": "<svg>" + "<g>" * DEPTH, "hondo.opml": "<opml><body>" + "<outline text='x'>" * DEPTH,
    }
    mail = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(DEPTH // 5))
    forwarded = "Content-Type: message/rfc822\n\n" * (DEPTH // 5)
    tables = "<w:tbl><w:tr><w:tc>" * 2_000 + p("x") + "</w:tc></w:tr></w:tbl>" * 2_000
    head = "From: a@b.es\nTo: c@d.es\nSubject: x\nMIME-Version: 1.0\n"
    return {name: text.encode() for name, text in deep.items()} | {
        "hondo.eml": (head + mail + "x").encode(), "reenviado.eml": (head + forwarded + "x").encode(), "tablas.docx": docx(tables),
        "controles.docx": docx("<w:sdt><w:sdtContent>" * 2_000 + p("x") + "</w:sdtContent></w:sdt>" * 2_000),
    }


def _tar(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        info = tarfile.TarInfo("ceros.txt")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def tar_of_equal_names(n_members: int) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for _ in range(n_members):
            info = tarfile.TarInfo("a.txt")
            info.size = 5
            archive.addfile(info, io.BytesIO(b"hola\n"))
    return buffer.getvalue()


def _matryoshka() -> bytes:
    """Four zips in each of four zips, and so on, six deep: four thousand texts in a few kilobytes."""
    inner = zipped({"a.txt": "x" * 100_000})
    for _ in range(6):
        inner = zipped({f"{n}.zip": inner for n in range(4)})
    return inner


def overlapping(n_members: int) -> bytes:
    """A zip whose members all share one piece of compressed data (after David Fifield, A better zip bomb, 2019)."""
    unpacked = bytes(9_000_000)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(unpacked) + packer.flush()
    crc = zlib.crc32(unpacked)
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 8, 0, 0, crc, len(packed), len(unpacked), 1, 0) + b"a" + packed
    central = b"".join(
        struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 8, 0, 0, crc, len(packed), len(unpacked), 1, 0, 0, 0, 0, 0, 0) + b"a"
        for _ in range(n_members)
    )
    return local + central + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, n_members, n_members, len(central), len(local), 0)


def _lying_zip() -> bytes:
    """Its directory says 10 bytes; 20 MB come out."""
    data = bytearray(zipped({"a.txt": bytes(20_000_000)}))
    at = data.rfind(b"PK\1\2")
    data[at + 24 : at + 28] = struct.pack("<L", 10)
    data[22:26] = struct.pack("<L", 10)
    return bytes(data)


def _docx_with(document: str) -> bytes:
    return zipped({
        "[Content_Types].xml": "<Types/>", "word/document.xml": document,
        "_rels/.rels": f"<Relationships><Relationship Id='a' Type='{RELATION}/officeDocument' Target='word/document.xml'/></Relationships>",
    })


def _repeated_ods() -> bytes:
    table = "<table:table><table:table-row table:number-rows-repeated='1048576'><table:table-cell office:value-type='string' " \
            "table:number-columns-repeated='16384'><text:p>x</text:p></table:table-cell></table:table-row></table:table>"
    names = "xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' " \
            "xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'"
    return zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet",
                   "content.xml": f"<office:document-content {names}><office:body><office:spreadsheet>{table}</office:spreadsheet></office:body></office:document-content>"})


def _looping_pdf() -> bytes:
    """The page tree holds itself, the outline goes round, an object stream refers to itself."""
    objects = ["<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>", "<</Type/Pages/Kids[2 0 R 3 0 R 2 0 R]/Count 2000000000>>",
               "<</Type/Page/Parent 3 0 R/Contents 5 0 R/Resources 3 0 R/MediaBox[0 0 9 9]>>", "<</First 6 0 R/Last 6 0 R/Count 9>>",
               "<</Length 5 0 R>>stream\nBT (x) Tj ET\nendstream", "<</Title(a)/Next 6 0 R/First 6 0 R/Parent 6 0 R/Dest[3 0 R]>>"]
    data, offsets = b"%PDF-1.7\n", []
    for number, text in enumerate(objects, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    return data + f"xref\n0 7\n0000000000 65535 f \n{table}trailer<</Size 7/Root 1 0 R/Prev {len(data)}>>\nstartxref\n{len(data)}\n%%EOF".encode()
