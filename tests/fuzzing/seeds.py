"""Good files of every format, small, to be damaged by the fuzzer."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from email.message import EmailMessage

from tests.data.sample_formats import docx, pdf, xlsx

Seed = tuple[str, bytes]        # file name, content

MAX_SEED_BYTES = 200_000
PROSE = (
    "# Contrato de alquiler\n\nLa fianza se devuelve en treinta días; el inquilino paga la luz.\n\n"
    "| Mes | Euros |\n|---|---|\n| enero | 300 |\n| febrero | 310 |\n\n- uno\n- dos\n\n## Anexo\n\nFirmado en León.\n"
)
HTML = (
    "<!doctype html><html lang=es><head><meta charset=utf-8><title>a</title><style>p{}</style></head><body><nav>menú</nav>"
    "<h1>b</h1><p>uno <b>dos</b> <a href='#x'>tres</a></p><table><caption>t</caption><tr><th rowspan=2>c<th>d<tr><td colspan=3>e"
    "</table><ul><li>f<ol><li>g</ol></ul><pre>h\n i</pre><blockquote>j</blockquote><details><summary>k</summary>l</details>"
    "<svg><text>m</text></svg><template>n</template><img alt=o><script>1</script></body></html>"
)
RTF = (
    r"{\rtf1\ansi\ansicpg1252\uc1{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset128 B;}}{\stylesheet{\s1 heading 1;}}{\info{\title t}}"
    r"\s1 x\par\trowd\cellx100\clvmgf\cellx200\intbl a\cell b\cell\row{\f1\'82\'b1}\u8364?\u-10179?\u-8704?{\*\bkmkstart z}"
    r"{\footnote n}\bin3 abc{\field{\*\fldinst HYPERLINK}{\fldrslt w}}\page\pntext\'b7\tab q\par}"
)
TEXTS: dict[str, str] = {
    "a.md": "---\ntitle: x\ntags: [a, b]\n---\n" + PROSE + "\n```py\ndef f(): pass\n```\n\n[[Nota|n]] ![[i]] [^1]\n\n[^1]: pie\n\n> cita\n",
    "a.txt": "CAPÍTULO 1\n\nTexto.\n\nTítulo\n======\n\n- a\n- b\n\n1.2 Otra cosa\n\n\fpágina " + "palabra " * 60,
    "a.html": HTML,
    "a.rtf": RTF,
    "a.csv": 'a;b;"c\nd"\n1;2;"3 ""x"""\n4;;\n' * 3,
    "b.tsv": "uno\tdos\n1\t2\n",
    "a.json": '{"title": "x", "a": [{"b": 1, "c": {"d": null}}, {"b": 2.5e10, "c": []}], "e": "\\ud83d\\ude00 \\ud800", "f": [[1, 2], [3]]}',
    "a.jsonl": '{"a": 1, "b": "x"}\n{"a": 2, "b": "y"}\n',
    "a.ipynb": '{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": ["# a\\n", "b"]}, {"cell_type": "code", "source": "1+1",'
               ' "outputs": [{"data": {"text/plain": ["2"]}}, {"text": "x"}, {"ename": "E", "traceback": ["t"]}]}], "metadata": {}}',
    "a.yaml": "a: 1\nb:\n  - c: d\n    e: |\n      texto\n      más\n  - &x f\n  - *x\n? k\n: v\n---\n- {g: [1, 2]}\n",
    "a.xml": "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'f'>]><a><b>1</b><b c='2'>3 &e;</b><r><x>1</x><y>2</y></r><r><x>3</x><y>4</y></r></a>",
    "a.fb2": "<?xml version='1.0'?><FictionBook><description><title-info><book-title>t</book-title><author><first-name>n</first-name>"
             "</author></title-info></description><body><section><title><p>c</p></title><p>x</p><poem><v>y</v></poem><cite><p>z</p></cite>"
             "<table><tr><td>1</td></tr></table></section></body></FictionBook>",
    "a.tex": r"\documentclass{article}\title{t}\begin{document}\section{a} \'e \~n $x^2$ % c" "\n"
             r"\begin{tabular}{ll}a & b\\\hline \multicolumn{2}{c}{d}\end{tabular}\begin{itemize}\item u\end{itemize}\footnote{p}"
             r"\begin{tabularx}{5cm}{|X|}\caption{k}\multirow{2}{*}{a}&\begin{tabular}{l}b\\[2pt]c\end{tabular}\\\midrule\end{tabularx}"
             r"\def\w#1#2{#2 #1}\w{a}b\cite[p]{k}\ref{l}\label{l}$$\frac{\alpha_i}{\sqrt[3]{x}}\left.\begin{cases}1&2\end{cases}$$\[y^{n}\]"
             r"\begin{frame}<1->[t]{T}{S}\item<2>[d] \SI{3}{\metre}\end{frame}\begin{tikzpicture}\node (a) {n};\end{tikzpicture}\newtheorem{th}{T}\begin{th}[x]\end{th}"
             r"\verb|x|\begin{verbatim}q\end{verbatim}\newcommand{\y}[1]{#1}\y{z}\input{w}\end{document}",
    "a.rst": "A\n=\n\n.. note::\n\n   b\n\n+--+--+\n|a |b |\n+==+==+\n|c |d |\n+--+--+\n\n* u\n\n  * v\n\n.. |s| replace:: t\n.. [1] n\n.. _t: u\n\n:f: |s| `x <y>`_ :m:`z` w_ [1]_ \\*\n\nd : e\n  g\n\n"
             ".. list-table:: h\n   :header-rows: 1\n\n   * - i\n     - j\n\n.. csv-table::\n   :header: k, l\n\n   \"m\", n\n\n-o, --p=Q  r\n\n| v1\n| v2\n\n=== ===\na   b\n=== ===\n1   2\n=== ===\n\n::\n\n  x\n",
    "a.org": "#+TITLE: t\n* a :tag:\n:PROPERTIES:\n:ID: 1\n:END:\n** TODO b\n- c\n| d | e |\n|---+---|\n| f | g |\n#+BEGIN_SRC py\nx\n#+END_SRC\n",
    "a.bib": "@book{k, author = {A and B}, title = \"{T} x\", year = 1999}\n@string{s = \"t\"}\n@comment{c}\n@article{l, title={U}, note = s # \"v\"}\n",
    "a.ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY;LANGUAGE=es:Reunión\n  larga\nDTSTART:20240101T100000Z\nDESCRIPTION:a\\nb\nEND:VEVENT\nEND:VCALENDAR\n",
    "a.vcf": "BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=81na=\n x\nTEL;HOME:1\nEND:VCARD\n",
    "a.srt": "1\n00:00:01,000 --> 00:00:02,000\n<i>hola</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nadiós\n",
    "a.vtt": "WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000 align:start\n<v Ana>hola\n",
    "a.py": '"""doc"""\nimport os\nclass A(B):\n    @p\n    async def b(self):\n        return f"{1}"\n\ndef c(): pass\n',
    "a.js": "/** d */ export class A { b() { return `x${1}` } }\nconst f = (a) => { if (a) {} };\nfunction g() {}\n",
    "a.ts": "interface A<T> { b: T }\nnamespace N { export function c(): void {} }\n",
    "a.java": "package p; public class A { /** d */ int b() { return 1; } enum E { X } }\n",
    "a.c": "#include <x.h>\n#define M(a) a\nstruct s { int a; };\nint main(void) { return 0; }\n",
    "a.cpp": "namespace n { template<class T> class A : B { T f(); }; }\nT n::A::f() { return R\"(x)\"; }\n",
    "a.go": "package p\n\nfunc (a *A) B() error {\n\treturn nil\n}\ntype A struct{}\n",
    "a.rs": "mod m { impl<T> A for B { fn c(&self) -> u8 { 1 } } }\n",
    "a.rb": "module M\n  class A < B\n    def c; 1; end\n  end\nend\n",
    "a.php": "<?php namespace N; class A { function b() { return <<<X\ny\nX; } }\n",
    "a.sh": "#!/bin/sh\nf() {\n  cat <<E\nx\nE\n}\n",
    "a.sql": "CREATE TABLE a (b int); -- c\nCREATE FUNCTION f() RETURNS int AS $$ SELECT 1 $$;\n",
    "a.toml": "[a]\nb = 1\n[[c]]\nd = 'e'\n",
    "a.kt": "package p\nclass A { fun b() = 1 }\n", "a.swift": "class A { func b() {} }\n", "a.lua": "function a.b() end\n",
    "a.cs": "namespace N { class A { int B => 1; } }\n", "a.scala": "object A { def b = 1 }\n",
    "a.svg": "<svg xmlns='http://www.w3.org/2000/svg'><title>t</title><text>x <tspan>y</tspan></text></svg>",
}

_OFFICE = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ' \
          'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" ' \
          'xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"'
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' \
     f'xmlns:r="{_TYPE}"'


def generated_seeds() -> list[Seed]:
    """One or more files of every format that can be written from here."""
    seeds: list[Seed] = [(name, text.encode("utf-8", "surrogatepass")) for name, text in TEXTS.items()]
    seeds += [("latin.txt", "Peña y Muñoz, 1º año".encode("cp1252") * 4), ("wide.csv", "á;b\n1;2\n".encode("utf-16"))]
    seeds += [("a.docx", docx(PROSE, "Ana")), ("rico.docx", _rich_docx()), ("a.pdf", pdf(PROSE, "Ana"))]
    seeds += [("b.pdf", _plain_pdf()), ("a.xlsx", xlsx([("Hoja", [["Mes", "Euros"], ["enero", "3"]]), ("Otra", [["x"]])]))]
    seeds += [("a.odt", _open_document("text", _ODT)), ("a.odp", _open_document("presentation", _ODP)),
              ("a.ods", _open_document("spreadsheet", _ODS)), ("a.pptx", _pptx()), ("a.epub", _epub())]
    mail = _mail()
    seeds += [("a.eml", mail), ("a.mbox", b"".join(b"From a@b.es Mon Jan  1 10:00:00 2024\n" + mail + b"\n" for _ in range(2)))]
    seeds += [("a.mhtml", _mhtml()), ("a.zip", _zip({"d/a.txt": b"uno", "b.docx": docx(PROSE, "Ana"), "c.zip": _zip({"x.md": b"# y"})})),
              ("a.tar", _tar("w")), ("a.tar.gz", _tar("w:gz")), ("a.tar.xz", _tar("w:xz")), ("a.txt.gz", gzip.compress(PROSE.encode())),
              ("a.txt.bz2", bz2.compress(PROSE.encode())), ("a.txt.xz", lzma.compress(PROSE.encode()))]
    return seeds + _seven_zip()


def _zip(members: dict[str, bytes | str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _tar(mode: str) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        for name, text in (("d/a.txt", "uno"), ("d/b.md", "# dos"), ("á" * 120 + ".txt", "tres")):
            info = tarfile.TarInfo(name)
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))
    return buffer.getvalue()


def _seven_zip() -> list[Seed]:
    try:
        import py7zr
    except ImportError:
        return []
    buffer = io.BytesIO()
    with py7zr.SevenZipFile(buffer, "w") as archive:
        archive.writestr("uno", "d/a.txt")
        archive.writestr(PROSE, "b.md")
    return [("a.7z", buffer.getvalue())]


def _mail() -> bytes:
    message = EmailMessage()
    message["Subject"] = "Las llaves del almacén"
    message["From"] = "Íñigo <a@b.es>"
    message["Date"] = "Mon, 1 Jan 2024 10:00:00 +0100"
    message.set_content("cuerpo\n> cita\n-- \nfirma")
    message.add_alternative(HTML, subtype="html")
    message.add_attachment(docx(PROSE, "Ana"), maintype="application", subtype="octet-stream", filename="año.docx")
    inner = EmailMessage()
    inner["Subject"] = "Reenviado"
    inner.set_content("dentro", cte="quoted-printable", charset="iso-8859-1")
    message.add_attachment(inner)
    return message.as_bytes()


def _mhtml() -> bytes:
    return (b"MIME-Version: 1.0\nSubject: p\nContent-Type: multipart/related; boundary=\"-x\"; type=\"text/html\"\n\n---x\n"
            b"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\nContent-Location: http://x/\n\n"
            b"<html><h1>t=C3=AD</h1><p>u=\n v</html>\n---x\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBO\n---x--\n")


def _rich_docx() -> bytes:
    body = (
        '<w:p><w:pPr><w:pStyle w:val="T1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>título</w:t></w:r></w:p>'
        "<w:sdt><w:sdtContent><w:p><w:r><w:t>control</w:t><w:tab/><w:br/><w:footnoteReference w:id='2'/></w:r></w:p></w:sdtContent></w:sdt>"
        "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='2'/></w:tcPr><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr>"
        "<w:vMerge w:val='restart'/></w:tcPr><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc><w:tc><w:tbl><w:tr><w:tc><w:p><w:r><w:t>c</w:t></w:r></w:p>"
        "</w:tc></w:tr></w:tbl></w:tc></w:tr></w:tbl><w:p><w:del><w:r><w:delText>no</w:delText></w:r></w:del><w:ins><w:r><w:t>sí</w:t></w:r></w:ins>"
        "<w:r><w:fldChar w:fldCharType='begin'/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType='end'/></w:r></w:p>"
    )
    return _zip({
        "[Content_Types].xml": "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>",
        "_rels/.rels": f"<Relationships xmlns='{_RELATIONS}'><Relationship Id='a' Type='{_TYPE}/officeDocument' Target='word/document.xml'/></Relationships>",
        "word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": f"<Relationships xmlns='{_RELATIONS}'><Relationship Id='s' Type='{_TYPE}/styles' Target='styles.xml'/>"
        f"<Relationship Id='f' Type='{_TYPE}/footnotes' Target='footnotes.xml'/></Relationships>",
        "word/styles.xml": f"<w:styles {_W}><w:style w:styleId='T1'><w:basedOn w:val='T0'/><w:pPr><w:outlineLvl w:val='0'/></w:pPr></w:style>"
        "<w:style w:styleId='T0'><w:basedOn w:val='T1'/></w:style></w:styles>",
        "word/footnotes.xml": f"<w:footnotes {_W}><w:footnote w:id='2'><w:p><w:r><w:t>nota</w:t></w:r></w:p></w:footnote></w:footnotes>",
    })


def _pptx() -> bytes:
    shape = ("<p:sp><p:nvSpPr><p:nvPr><p:ph type='title'/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>t</a:t></a:r></a:p></p:txBody></p:sp>"
             "<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc gridSpan='2'><a:txBody><a:p><a:r><a:t>c</a:t></a:r></a:p></a:txBody></a:tc>"
             "<a:tc hMerge='1'/></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame><p:grpSp><p:sp><p:txBody><a:p><a:pPr lvl='1'/><a:r>"
             "<a:t>x</a:t></a:r></a:p></p:txBody></p:sp></p:grpSp>")
    return _zip({
        "[Content_Types].xml": "<Types><Override PartName='/ppt/presentation.xml' ContentType='application/vnd.openxmlformats-officedocument."
        "presentationml.presentation.main+xml'/></Types>",
        "_rels/.rels": f"<Relationships xmlns='{_RELATIONS}'><Relationship Id='a' Type='{_TYPE}/officeDocument' Target='ppt/presentation.xml'/></Relationships>",
        "ppt/presentation.xml": f"<p:presentation {_P}><p:sldIdLst><p:sldId r:id='s1'/><p:sldId r:id='s2'/></p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": f"<Relationships xmlns='{_RELATIONS}'><Relationship Id='s1' Type='{_TYPE}/slide' Target='slides/s1.xml'/>"
        f"<Relationship Id='s2' Type='{_TYPE}/slide' Target='slides/s2.xml'/></Relationships>",
        "ppt/slides/s1.xml": f"<p:sld {_P}><p:cSld><p:spTree>{shape}</p:spTree></p:cSld></p:sld>",
        "ppt/slides/s2.xml": f"<p:sld {_P}><p:cSld><p:spTree>{shape}</p:spTree></p:cSld></p:sld>",
        "ppt/slides/_rels/s1.xml.rels": f"<Relationships xmlns='{_RELATIONS}'><Relationship Id='n' Type='{_TYPE}/notesSlide' Target='../notes/n1.xml'/></Relationships>",
        "ppt/notes/n1.xml": f"<p:notes {_P}><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>nota</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:notes>",
    })


_ODT = ("<text:h text:outline-level='1'>t</text:h><text:p>a<text:s text:c='3'/>b<text:tab/><text:note><text:note-body><text:p>n</text:p>"
        "</text:note-body></text:note></text:p><text:list><text:list-item><text:p>i</text:p><text:list><text:list-item><text:p>j</text:p>"
        "</text:list-item></text:list></text:list-item></text:list><table:table><table:table-row table:number-rows-repeated='2'><table:table-cell "
        "table:number-columns-spanned='2' table:number-rows-spanned='2'><text:p>c</text:p></table:table-cell><table:covered-table-cell/>"
        "</table:table-row></table:table><draw:frame><draw:text-box><text:p>caja</text:p></draw:text-box></draw:frame>")
_ODP = ("<draw:page draw:name='p1'><draw:frame presentation:class='title'><draw:text-box><text:p>t</text:p></draw:text-box></draw:frame>"
        "<presentation:notes><draw:frame><draw:text-box><text:p>n</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>")
_ODS = ("<table:table table:name='H'><table:table-row><table:table-cell office:value-type='string'><text:p>a</text:p></table:table-cell>"
        "<table:table-cell office:value-type='float' office:value='3' table:number-columns-repeated='4'><text:p>3</text:p></table:table-cell>"
        "</table:table-row></table:table>")


def _open_document(kind: str, body: str) -> bytes:
    return _zip({
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": f"<office:document-content {_OFFICE}><office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>",
        "meta.xml": f"<office:document-meta {_OFFICE}><office:meta/></office:document-meta>",
        "META-INF/manifest.xml": "<manifest/>",
    })


def _epub() -> bytes:
    return _zip({
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": "<container><rootfiles><rootfile full-path='o/c.opf'/></rootfiles></container>",
        "o/c.opf": "<package><metadata><title>l</title></metadata><manifest><item id='a' href='a.xhtml'/><item id='n' href='t.ncx'/>"
        "<item id='b' href='b%20c.xhtml'/></manifest><spine toc='n'><itemref idref='a'/><itemref idref='b'/></spine></package>",
        "o/a.xhtml": HTML, "o/b c.xhtml": "<html><body><h1>dos</h1><p>texto</p></body></html>",
        "o/t.ncx": "<ncx><navMap><navPoint><navLabel><text>x</text></navLabel><content src='a.xhtml#b'/></navPoint></navMap></ncx>",
    })


def _plain_pdf() -> bytes:
    """Two uncompressed pages with an outline, a form field, a note and an attached file: every object can be reached."""
    page = "BT /F 20 Tf 50 700 Td (Titulo) Tj ET BT /F 10 Tf 50 650 Td (La fianza se devuelve en) Tj 0 -12 Td (treinta dias.) Tj ET"
    objects = [
        "<</Type/Catalog/Pages 2 0 R/Outlines 7 0 R/AcroForm<</Fields[9 0 R]>>/Names<</EmbeddedFiles<</Names[(a.txt) 11 0 R]>>>>>>",
        "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>/Annots[9 0 R 10 0 R]>>",
        "<</Type/Page/Parent 2 0 R/Rotate 90/MediaBox[0 0 600 800]/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>>>",
        f"<</Length {len(page)}>>stream\n{page}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        "<</Type/Outlines/First 8 0 R/Last 8 0 R/Count 1>>", "<</Title(Titulo)/Parent 7 0 R/Dest[3 0 R/XYZ 0 700 0]>>",
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(campo)/V(valor)/Rect[1 1 90 20]/P 3 0 R>>",
        "<</Type/Annot/Subtype/Text/Contents(nota al margen)/Rect[1 1 20 20]>>",
        "<</Type/Filespec/F(a.txt)/EF<</F 12 0 R>>>>", "<</Type/EmbeddedFile/Length 4>>stream\nhola\nendstream",
    ]
    data, offsets = b"%PDF-1.7\n", []
    for number, text in enumerate(objects, 1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{text}\nendobj\n".encode("latin-1")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    return data + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(data)}\n%%EOF".encode()
