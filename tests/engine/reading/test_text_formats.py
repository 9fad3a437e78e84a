"""Plain text, Markdown, HTML, CSV, source code and the small markup formats."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.engine.reading.reading_parts import document_of, outline, parts_of, reason_of, rows

SPANISH = "El contrato de arrendamiento vence el quince de marzo y la fianza se devuelve en treinta días. Año, señor, ¿qué?"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "cp850", "mac_roman", "utf-16", "utf-16-le", "utf-16-be",
                                      "utf-32"])
def test_text_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    document = document_of(tmp_path, "nota.txt", (SPANISH + "\n").encode(encoding))
    assert document.text == SPANISH
    assert document.language == "es"


def test_short_and_damaged_texts_keep_their_accents(tmp_path: Path) -> None:
    assert document_of(tmp_path, "a.txt", "Peña, 3 años".encode("cp1252")).text == "Peña, 3 años"
    damaged = SPANISH.encode() * 3 + b"\xe9" + SPANISH.encode()
    assert document_of(tmp_path, "b.txt", damaged).text.count("días") == 4


def test_structure_of_plain_text(tmp_path: Path) -> None:
    text = "CONTRATO DE OBRA\n\nArtículo 5. Plazos\n\nTexto de\ndos líneas.\n\n- uno\n- dos\n  sigue\n\nTítulo\n======\nfin"
    assert outline(document_of(tmp_path, "a.txt", text)) == [
        ("heading", 2, "CONTRATO DE OBRA"), ("heading", 2, "Artículo 5. Plazos"), ("paragraph", 0, "Texto de\ndos líneas."),
        ("list_item", 1, "- uno"), ("list_item", 1, "- dos\nsigue"), ("heading", 1, "Título"), ("paragraph", 0, "fin"),
    ]


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    assert reason_of(tmp_path, "a.txt", bytes(4000)) == "unsupported"
    assert reason_of(tmp_path, "b.docx", bytes(range(256)) * 20) == "damaged"
    assert reason_of(tmp_path, "c.txt", b"\x89PNG\r\n\x1a\n" + bytes(100)) == "unsupported"
    assert reason_of(tmp_path, "d.txt", b"\xef\xbb\xbf \n") == "no-text"


def test_markdown(tmp_path: Path) -> None:
    text = """---
title: Guía del piso
author: Ana
tags: [casa, llaves]
---
# Guía

Un *párrafo* con [[Llaves|las llaves]] y `código`.

| Mes | Euros |
|-----|------:|
| enero | 300 |

- uno
  - dentro

> cita

```python
def f():
    return 1
```
"""
    document = document_of(tmp_path, "a.md", text)
    assert document.title == "Guía del piso"
    assert dict(document.properties) == {"author": "Ana", "keywords": "casa, llaves"}
    assert outline(document) == [
        ("heading", 1, "Guía"), ("paragraph", 0, "Un párrafo con las llaves y código."), ("table", 0, "Mes\tEuros\nenero\t300"),
        ("list_item", 1, "uno"), ("list_item", 2, "dentro"), ("quote", 0, "cita"), ("code", 0, "def f():\n    return 1"),
    ]
    assert document.blocks[2].n_header_rows == 1


def test_html_blocks_tables_and_menus(tmp_path: Path) -> None:
    text = """<!DOCTYPE html><html><head><title>La casa</title><meta name=author content=Ana><style>p{}</style></head><body>
    <nav><a href=x>Inicio</a></nav><div class="menu"><ul><li><a href=1>Uno</a><li><a href=2>Dos</a></ul></div>
    <h1>Alquiler<br>de verano</h1><p>Tex<b>to</b> se<wbr>guido.<div>Otro</div>y otro<script>malo()</script>
    <ul><li>a<ul><li>b</ul></ul><table><tr><th>Mes<th colspan=2>Precio<tr><td rowspan=2>enero<td>1<td>2<tr><td>3<td>4</table>
    <table><tr><td><h2>Diseño</h2><p>de página</td></tr></table><pre>  a
    b</pre></body></html>"""
    document = document_of(tmp_path, "a.html", text)
    assert (document.title, document.properties) == ("La casa", (("author", "Ana"),))
    assert outline(document) == [
        ("heading", 1, "Alquiler de verano"), ("paragraph", 0, "Texto seguido."), ("paragraph", 0, "Otro"),
        ("paragraph", 0, "y otro"), ("list_item", 1, "a"), ("list_item", 2, "b"),
        ("table", 0, "Mes\tPrecio\tPrecio\nenero\t1\t2\nenero\t3\t4"), ("heading", 2, "Diseño"), ("paragraph", 0, "de página"),
        ("code", 0, "  a\n    b"),
    ]
    assert rows(document) == [("Mes", "Precio", "Precio"), ("enero", "1", "2"), ("enero", "3", "4")]


@pytest.mark.parametrize(("charset", "head"), [("cp1252", '<meta charset="iso-8859-1">'), ("utf-8", '<meta charset="latin1">'),
                                               ("utf-16", "")])
def test_html_encodings(tmp_path: Path, charset: str, head: str) -> None:
    page = f"<html><head>{head}</head><body><p>{SPANISH}</p></body></html>"
    assert document_of(tmp_path, "a.htm", page.encode(charset)).text == SPANISH


def test_deep_html_does_not_overflow(tmp_path: Path) -> None:
    assert document_of(tmp_path, "a.html", "<div>" * 20_000 + "hondo" + "</div>" * 20_000).text == "hondo"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_csv_with_any_delimiter(tmp_path: Path, delimiter: str) -> None:
    lines = [["Código", "Precio", "Nota"], ["E-4012", "1,50" if delimiter != "," else "1.50", "a b"], ["E-7", "2", ""]]
    document = document_of(tmp_path, "a.csv", "\n".join(delimiter.join(line) for line in lines))
    assert rows(document) == [tuple(line) for line in lines]
    assert document.blocks[0].n_header_rows == 1


def test_csv_titles_quotes_and_numbers_alone(tmp_path: Path) -> None:
    document = document_of(tmp_path, "a.csv", 'Gastos de 2024\n\nMes;Euros\n"enero; y\nfebrero";3\n')
    assert outline(document) == [("paragraph", 0, "Gastos de 2024"), ("table", 0, "Mes\tEuros\nenero; y febrero\t3")]
    assert document_of(tmp_path, "b.csv", "1,2\n3,4\n").blocks[0].n_header_rows == 0
    assert document_of(tmp_path, "c.xlsx", "a,b\n1,2\n").kind == "csv"


def test_json_tables_and_facts(tmp_path: Path) -> None:
    people = [{"nombre": "Ana", "edad": 30, "casa": {"calle": "Olmo"}}, {"nombre": "Luis", "edad": 31, "casa": {"calle": "Pez"}}]
    document = document_of(tmp_path, "a.json", json.dumps({"título": "Censo", "personas": people}))
    assert outline(document)[0] == ("paragraph", 0, "título: Censo")
    assert rows(document) == [("nombre", "edad", "casa.calle"), ("Ana", "30", "Olmo"), ("Luis", "31", "Pez")]
    lines = "\n".join(json.dumps(person) for person in people)
    assert len(rows(document_of(tmp_path, "b.jsonl", lines))) == 3
    assert document_of(tmp_path, "c.json", '{"a": [1, 2').kind == "json"
    assert "lone" in document_of(tmp_path, "d.json", r'{"lone": "\ud83d x"}').text


def test_xml_records_entities_and_bombs(tmp_path: Path) -> None:
    document = document_of(tmp_path, "a.xml", "<pisos><piso><calle>Olmo</calle><renta>3</renta></piso><piso><calle>Pez</calle></piso></pisos>")
    assert rows(document) == [("calle", "renta"), ("Olmo", "3"), ("Pez", "")]
    secret = tmp_path / "secreto.txt"
    secret.write_text("no debe salir", "utf-8")
    xxe = f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "{secret.as_uri()}">]><a><c>dentro &b; fin</c></a>'
    assert "no debe salir" not in document_of(tmp_path, "b.xml", xxe).text


def test_small_markup(tmp_path: Path) -> None:
    rst = "Guía\n====\n\nTexto ``a`` de :ref:`b <c>`.\n\nParte\n-----\n\n.. code-block:: python\n\n   x = 1\n"
    assert outline(document_of(tmp_path, "a.rst", rst)) == [
        ("heading", 1, "Guía"), ("paragraph", 0, "Texto a de b."), ("heading", 2, "Parte"), ("code", 0, "x = 1")]
    latex = r"""\documentclass{article}\title{El piso}\begin{document}\section{Renta}
La raz\'on es \emph{clara}: cuesta 30\,\% m\'as. % nota
\begin{itemize}\item Uno \item Dos\end{itemize}\begin{tabular}{ll}A & B \\ \hline 1 & 2 \\ \end{tabular}\end{document}"""
    document = document_of(tmp_path, "a.tex", latex)
    assert document.title == "El piso"
    assert outline(document)[:4] == [("heading", 2, "Renta"), ("paragraph", 0, "La razón es clara: cuesta 30 % más."),
                                     ("list_item", 1, "Uno"), ("list_item", 1, "Dos")]
    assert rows(document) == [("A", "B"), ("1", "2")]
    srt = "1\n00:00:01,000 --> 00:00:02,000\n<i>Hola,</i>\n\n2\n00:00:03,000 --> 00:00:04,000\n¿qué tal?\n"
    assert document_of(tmp_path, "a.srt", srt).text == "Hola,\n¿qué tal?"
    org = "#+TITLE: Plan\n* TODO Casa :tag:\n| a | b |\n|---+---|\n| 1 | 2 |\n"
    assert outline(document_of(tmp_path, "a.org", org)) == [
        ("heading", 1, "Casa"), ("paragraph", 0, "TODO · tag"), ("table", 0, "a\tb\n1\t2")]
    bib = "@article{garcia2020, author = {Garc{\\'i}a, Ana}, title = {La casa}, year = 2020}"
    assert document_of(tmp_path, "a.bib", bib).text == "La casa\n\ngarcia2020 (article)\nauthor: García, Ana\nyear: 2020"
    ics = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Junta\nDTSTART:20240314T193000Z\nEND:VEVENT\nEND:VCALENDAR\n"
    assert outline(document_of(tmp_path, "a.ics", ics)) == [("heading", 1, "Junta"), ("paragraph", 0, "Start: 2024-03-14 19:30 UTC")]
    notebook = {"cells": [{"cell_type": "markdown", "source": ["# Título"]},
                          {"cell_type": "code", "source": "1+1", "outputs": [{"text": ["2"]}]}]}
    assert outline(document_of(tmp_path, "a.ipynb", json.dumps(notebook))) == [
        ("heading", 1, "Título"), ("code", 0, "1+1"), ("code", 0, "2")]


def test_outputs_of_a_notebook(tmp_path: Path) -> None:
    def cell(output: dict) -> dict:
        return {"cell_type": "code", "source": "x", "outputs": [output]}

    table = "<div><style>td {color: red}</style><table><tr><th></th><th>kwh</th></tr><tr><th>0</th><td>312</td></tr></table></div>"
    notebook = {"cells": [cell({"data": {"text/html": [table], "text/plain": "   kwh\n0  312"}}), cell({"data": {"text/plain": "<Figure size 640x480>"}}),
                          cell({"ename": "ValueError", "evalue": "no hay eje", "traceback": ["\x1b[0;31mx"]}), cell({"text": "a   b\n\x1b[31m1   2\x1b[0m"})]}
    found = [block for block in outline(document_of(tmp_path, "a.ipynb", json.dumps(notebook))) if block[2] != "x"]
    assert found == [("table", 0, "\tkwh\n0\t312"), ("note", 0, "ValueError: no hay eje"), ("code", 0, "a   b\n1   2")]


def test_contacts_and_events_are_headed_by_their_names(tmp_path: Path) -> None:
    card = ("BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:I=C3=B1igo=\r\n Pe=C3=B1a\r\nORG:Obras;\r\n"
            "item1.TEL;TYPE=CELL:tel:+34 600\r\nADR:;;Mayor 3;Soria;;42001;\r\nEND:VCARD\r\n")
    assert outline(document_of(tmp_path, "a.vcf", card)) == [
        ("heading", 1, "Iñigo Peña"), ("paragraph", 0, "Organization: Obras\nTelephone: +34 600\nAddress: Mayor 3, Soria, 42001")]
    event = ("BEGIN:VCALENDAR\nX-WR-CALNAME:Trabajo\nBEGIN:VEVENT\nDTSTART;TZID=Europe/Madrid:20240115T090000\nSUMMARY:Junta\n"
             "RRULE:FREQ=WEEKLY;UNTIL=20240630T000000Z\nBEGIN:VALARM\nDESCRIPTION:Aviso\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR\n")
    document = document_of(tmp_path, "a.ics", event)
    assert (document.title, outline(document)) == (
        "Trabajo", [("heading", 1, "Junta"), ("paragraph", 0, "Start: 2024-01-15 09:00\nRepeats: weekly, until 2024-06-30 00:00 UTC")])


def test_bibliography_by_title_with_its_abbreviations(tmp_path: Path) -> None:
    bib = '@string{rio = "Revista del Río"}\n@article{paz,title={El {Duero}},journal=rio,\n year = 2019}\n@misc{sin, year=2001}\n'
    assert outline(document_of(tmp_path, "a.bib", bib)) == [
        ("heading", 1, "El Duero"), ("paragraph", 0, "paz (article)\njournal: Revista del Río\nyear: 2019"),
        ("heading", 1, "sin"), ("paragraph", 0, "sin (misc)\nyear: 2001")]


def test_who_speaks_in_subtitles(tmp_path: Path) -> None:
    srt = "1\n00:00:01,000 --> 00:00:02,000\n- ¿Vienes?\n- Voy.\n\n2\n00:00:03,000 --> 00:00:04,000\nCierra la\npuerta.\n"
    assert document_of(tmp_path, "a.srt", srt).text == "- ¿Vienes?\n- Voy.\nCierra la puerta."
    assert document_of(tmp_path, "a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v.alto Marta>Hola</v>\n").text == "Marta: Hola"


def test_quotes_within_a_paragraph_of_mail(tmp_path: Path) -> None:
    text = "Son 2.350 €.\nEl 8/1/24, Ana escribió:\n> ¿Cuánto cuesta?\n>> Pregunta.\nSaludos\n\nsi a > b\n> c no es cita"
    assert outline(document_of(tmp_path, "a.txt", text)) == [
        ("paragraph", 0, "Son 2.350 €.\nEl 8/1/24, Ana escribió:"), ("quote", 0, "¿Cuánto cuesta?\nPregunta."), ("paragraph", 0, "Saludos"),
        ("paragraph", 0, "si a > b\n> c no es cita")]


def test_kind_is_told_by_content(tmp_path: Path) -> None:
    assert document_of(tmp_path, "carta.doc", "<html><body><p>hola a todos</p></body></html>").kind == "html"
    assert document_of(tmp_path, "nota.doc", r"{\rtf1\ansi hola \'e1\par}").kind == "rtf"
    mail = "From: a@b.es\nTo: c@d.es\nSubject: Llaves\nDate: Mon, 1 Jan 2024 10:00:00 +0100\n\nEstán en el cajón.\n"
    assert document_of(tmp_path, "sin extensión", mail).kind == "eml"
    assert [part.inner for part in parts_of(tmp_path, "x.txt", "solo texto")] == [""]


SAVED_PAGE = """<html><head><title>El alquiler</title></head><body><div class="cookie-consent"><p>Usamos cookies para mejorar.</p><button>Aceptar</button></div>
<div class="top"><ul><li><a>España</a><li><a>Economía</a></ul><a>Entrar</a><a>Registro</a></div><div role="main"><article><h1>Sube el alquiler</h1>
<div class="share"><a>Compartir</a><a>Enviar</a></div><p>El precio subió un 3 % en febrero, según el <a>Instituto Nacional de Estadística</a>. La subida es mayor en
Madrid y en Málaga, y los expertos esperan que siga así hasta el verano, cuando acaben los contratos de los estudiantes de fuera.</p>
<ul><li><a>Enlace del autor</a><li><a>Otro enlace</a></ul><div class="related"><h3>Relacionadas</h3><a>La vivienda baja en Soria</a></div></article></div>
<aside><h3>Lo más leído</h3><ol><li><a>Un perro salva a su dueño</a><li><a>El tiempo de mañana</a></ol></aside>
<div class="footer"><ul><li><a>Aviso legal</a><li><a>Contacto</a></ul><p>Calle del Olmo, 12</p></div></body></html>"""


def test_of_a_saved_page_the_menus_go_and_the_rest_stays(tmp_path: Path) -> None:
    texts = [text for _, _, text in outline(document_of(tmp_path, "a.html", SAVED_PAGE))]
    assert texts[0] == "Sube el alquiler" and texts[1].startswith("El precio subió")
    assert texts[2:] == ["Enlace del autor", "Otro enlace", "Calle del Olmo, 12"]


@pytest.mark.parametrize("link", [
    '<a href="#principal">Saltar al contenido</a>', '<a href="https://ejemplo.org/#main" class="skip-main-content">Pasar de largo</a>',
    '<a href="#content">Skip to main content</a>', '<a href="#inhalt">Zum Inhalt springen</a>'])
def test_links_that_skip_the_menus_go(tmp_path: Path, link: str) -> None:
    body = "<p>El precio subió <a href='#nota'>en marzo</a>, y <a href='/ir'>ir al contenido</a> no cuesta.</p>"
    assert document_of(tmp_path, "a.html", f"<html><body>{link}{body}</body></html>").text == "El precio subió en marzo, y ir al contenido no cuesta."


def test_the_mark_before_a_note_of_libreoffice_stands_apart(tmp_path: Path) -> None:
    note = '<p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>Sin contar la aceituna.</p>'
    assert document_of(tmp_path, "a.html", f"<html><body>{note}</body></html>").text == "[1] Sin contar la aceituna."


def test_records_of_a_list_in_yaml_are_under_its_key(tmp_path: Path) -> None:
    document = document_of(tmp_path, "a.yaml", "socios:\n- nombre: Eva\n  cuota: 30\n- nombre: Luis\n  cuota: 20\nbanco: sí\n")
    assert [(block.names, document.text[block.start : block.end].split("\n")[0]) for block in document.blocks] == [
        (("socios",), "socios:"), (("socios",), "- nombre: Eva"), (("socios",), "- nombre: Luis"), (("banco",), "banco: sí")]
    assert document_of(tmp_path, "b.yaml", "- nombre: Eva\n  cuota: 30\n").blocks[0].names == ()


def test_a_table_of_data_inside_a_table_of_layout(tmp_path: Path) -> None:
    inner = "<table><tr><td>Tramo<td>Km<tr><td>Plaza<td>5<tr><td>Laguna<td>7</table>"
    document = document_of(tmp_path, "a.html", f"<table><tr><td>Menú<td><h3>Ruta</h3>Salimos a las ocho.{inner}</table>")
    assert rows(document) == [("Tramo", "Km"), ("Plaza", "5"), ("Laguna", "7")]


def test_a_saved_page_of_frames_in_one_file(tmp_path: Path) -> None:
    message = EmailMessage()
    message["Subject"] = "Con marcos"
    message.set_content('<html><frameset><frame src="cid:a"></frameset></html>', subtype="html")
    for name, charset in (("menú", "utf-8"), ("año y camión", "cp1252")):
        page = f'<html><meta charset="{charset}"><body><p>{name}</p></body></html>'.encode(charset)
        message.add_related(page, maintype="text", subtype="html", cte="base64")
    document = document_of(tmp_path, "a.mhtml", message.as_bytes())
    assert (document.kind, document.title, document.text) == ("html", "Con marcos", "menú\n\naño y camión")


def test_japanese_in_seven_bits_and_quoted_mail(tmp_path: Path) -> None:
    assert document_of(tmp_path, "a.txt", "日本語のテキスト\nESC".encode("iso2022_jp")).text == "日本語のテキスト\nESC"
    mail = "Sí, el lunes.\n\n> ¿Cuándo viene\n> el técnico?\n>> ¿Mañana?\n\nUn saludo"
    assert outline(document_of(tmp_path, "b.txt", mail)) == [
        ("paragraph", 0, "Sí, el lunes."), ("quote", 0, "¿Cuándo viene\nel técnico?\n¿Mañana?"), ("paragraph", 0, "Un saludo")]


def test_a_mark_that_links_to_its_heading_is_no_part_of_it(tmp_path: Path) -> None:
    text = '<body><h2>Uso<span><a class="mark" href="#uso" id="uso">#</a></span></h2><p>Nota <a href="#n1">1</a></p></body>'
    assert outline(document_of(tmp_path, "a.html", text)) == [("heading", 2, "Uso"), ("paragraph", 0, "Nota 1")]


def test_words_on_a_drawing(tmp_path: Path) -> None:
    svg = """<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9"><title>Plano del piso</title>
<style>.a{fill:red}</style><metadata><x>no</x></metadata><path d="M 0 0 L 9 9" style="fill:none"/><desc>La planta baja.</desc>
<g><text x="1"><tspan x="1" y="2">Cuarto de</tspan><tspan x="1" y="3">calderas</tspan></text><text>Pa<tspan font-weight="bold">tio</tspan></text></g></svg>"""
    document = document_of(tmp_path, "a.svg", svg)
    assert document.title == "Plano del piso"
    assert [text for _, _, text in outline(document)] == ["Plano del piso", "La planta baja.", "Cuarto de\ncalderas", "Patio"]
    assert reason_of(tmp_path, "b.svg", '<svg xmlns="http://www.w3.org/2000/svg"><path d="M 0 0"/></svg>') == "no-text"


def test_html_numbered_lists_and_note_marks(tmp_path: Path) -> None:
    page = ("<p>El molino<a href='#n1'><sup>1</sup></a> mide 3 m<sup>2</sup>.</p><ol><li>Pele</li><li><p>Corte:</p><ol type=a start=3><li>fino</li><li>grueso</li></ol>"
            "<p>y siga</p></li><li value=7>Fría</li></ol><ol><li>4. Ya numerado</li><li><ul><li>viñeta</li></ul></li></ol>")
    assert [text for _, _, text in outline(document_of(tmp_path, "a.html", page))] == [
        "El molino [1] mide 3 m2.", "1. Pele", "2. Corte:", "c. fino", "d. grueso", "y siga", "7. Fría", "4. Ya numerado", "viñeta"]


def test_links_to_other_articles_below_a_heading_are_no_text(tmp_path: Path) -> None:
    words = "El pantano almacena nueve hectómetros cúbicos, el nivel más bajo en muchos años. " * 4
    page = (f"<article><h1>El pantano</h1><p>{words}</p><aside class='related'><h3>Noticias relacionadas</h3><ul><li><a href=1>La sequía</a>"
            "<li><a href=2>Agosto seco</a></ul></aside><p>Fin.</p></article><footer><a href=3>Aviso legal</a> <a href=4>Contacto</a> © 2023</footer>")
    text = document_of(tmp_path, "a.html", f"<html><body>{page}</body></html>").text
    assert "Noticias" not in text and "Aviso" not in text and text.endswith("Fin.")


def test_org_planning_drawers_lists_quotes_and_notes(tmp_path: Path) -> None:
    text = """* TODO Llamar :casa:
  DEADLINE: <2024-05-20 lun>
  :PROPERTIES:
  :ID: 7f3a
  :Tel: 947 11 22 33
  :END:
  :LOGBOOK:
  - State "TODO" from "" [2024-05-10 vie]
  :END:
  Preguntar por la *llave*[fn:1]:
  - [ ] medir
    - el hueco
  1. uno
     sigue
  # comentario
  #+BEGIN_QUOTE
  El agua vuelve.
  #+END_QUOTE
  #+CAPTION: Plano
[fn:1] Del 3 de mayo.
"""
    assert outline(document_of(tmp_path, "a.org", text)) == [
        ("heading", 1, "Llamar"), ("paragraph", 0, "TODO · casa"), ("paragraph", 0, "DEADLINE: 2024-05-20 lun"), ("paragraph", 0, "Tel: 947 11 22 33"),
        ("paragraph", 0, "Preguntar por la llave [1]:"), ("list_item", 1, "[ ] medir"), ("list_item", 2, "el hueco"), ("list_item", 1, "1. uno sigue"),
        ("quote", 0, "El agua vuelve."), ("caption", 0, "Plano"), ("note", 0, "[1] Del 3 de mayo.")]


def test_bibtex_joined_strings_addresses_and_parentheses(tmp_path: Path) -> None:
    text = ('@string{geol = "Revista"}\n@book{a, title="Arcillas " # "y suelos", journal = geol # { de Geología}, url={https://x.es/~ana/r%C3%ADo_b}}\n'
            "@inproceedings(b, title={El Arlanza}, year={2020})\n@comment{nada}\n")
    document = document_of(tmp_path, "a.bib", text)
    assert [each for _, _, each in outline(document)] == [
        "Arcillas y suelos", "a (book)\njournal: Revista de Geología\nurl: https://x.es/~ana/r%C3%ADo_b", "El Arlanza", "b (inproceedings)\nyear: 2020"]


def test_html_of_office_keeps_its_lines_whole(tmp_path: Path) -> None:
    page = ('<p>El viaje a <st1:City w:st="on">Madrid</st1:City> es el <acme-day>3 de marzo</acme-day>.<o:p></o:p></p><p>Página <font><sdfield>2</sdfield></font></p>'
            "<p><del>viejo</del><ins>nuevo</ins></p><div><acme-card>Uno</acme-card><acme-card>Dos</acme-card></div>")
    assert [text for _, _, text in outline(document_of(tmp_path, "a.html", f"<html><body>{page}</body></html>"))] == [
        "El viaje a Madrid es el 3 de marzo.", "Página 2", "viejo nuevo", "Uno", "Dos"]


def test_what_outlook_answers_is_a_quote(tmp_path: Path) -> None:
    page = ("<p>De acuerdo: adelante.</p><div><p><b>De:</b> Luis Gil &lt;luis@x.es&gt;<br><b>Enviado el:</b> viernes, 1 de marzo de 2024 9:12<br>"
            "<b>Para:</b> Ana<br><b>Asunto:</b> Tejado</p></div><p>Son 4.500 euros.</p>")
    mail = f"From: ana@x.es\nSubject: RE: Tejado\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<html><body>{page}</body></html>"
    assert [(kind, text[:16]) for kind, _, text in outline(document_of(tmp_path, "a.eml", mail))][-3:] == [
        ("paragraph", "De acuerdo: adel"), ("quote", "De: Luis Gil <lu"), ("quote", "Son 4.500 euros.")]
    assert {kind for kind, _, _ in outline(document_of(tmp_path, "a.html", f"<html><body>{page}</body></html>"))} == {"paragraph"}
