"""Documents written in XML read as prose: sections, paragraphs, lists, tables; records stay tables."""

from __future__ import annotations

from pathlib import Path

from tests.engine.reading.reading_parts import document_of, outline, rows

MALLARD = """<page xmlns="http://projectmallard.org/1.0/" type="topic" id="a" xml:lang="es"><info><credit type="author">
<name>Ana Ruiz</name><email>ana@example.es</email></credit><desc>Vaciar la pantalla.</desc></info><title>Reiniciar</title>
<p>Pulse <guiseq><gui>Avanzado</gui><gui>Restablecer</gui></guiseq> o escriba <cmd>reset</cmd>.</p><steps><item><p>Uno.</p></item>
<item><p>Dos:</p><list><item><p>hondo</p></item></list></item></steps><section id="b"><title>Y limpiar</title><p>Fin.</p>
<code>clear
  reset</code></section></page>"""

DOCBOOK = """<?xml version="1.0"?><!DOCTYPE book [<!ENTITY app "Fichero">]><book><bookinfo><title>Manual de &app;</title>
<author>Ana</author></bookinfo><chapter><title>Pasos</title><para>Pulse <guilabel>Guardar</guilabel> en &app; &mdash;
así<footnote><para>Al pie.</para></footnote>.</para><table><title>Precios</title><tgroup cols="2"><thead><row><entry>Cosa</entry>
<entry>Euros</entry></row></thead><tbody><row><entry morerows="1">Pan</entry><entry>1</entry></row><row><entry>2</entry></row></tbody>
</tgroup></table><screen>$ orden
  sigue</screen><blockquote><para>Dijo.</para></blockquote></chapter></book>"""

DITA = """<task id="t"><title>Cambiar el filtro</title><shortdesc>Cada año.</shortdesc><prolog><author>Ana</author></prolog><taskbody><steps>
<step><cmd>Abra la <b>tapa</b>.</cmd><info>Gire.</info></step></steps><result><p>Limpio.</p><simpletable><sthead><stentry>Código</stentry>
<stentry>Aviso</stentry></sthead><strow><stentry>E1</stentry><stentry>Sucio</stentry></strow></simpletable></result></taskbody></task>"""


def test_another_encoding_than_the_declared_one(tmp_path: Path) -> None:
    prose = "<?xml version='1.0' encoding='{}'?><article><title>Lirón</title><para>Duerme en otoño.</para></article>"
    for declared, actual in (("utf-8", "cp1252"), ("x-none", "utf-8"), ("x-none", "cp1252"), ("us-ascii", "utf-8")):
        document = document_of(tmp_path, "a.xml", prose.format(declared).encode(actual))
        assert (document.title, document.text) == ("Lirón", "Lirón\n\nDuerme en otoño."), (declared, actual)


def test_mallard_whatever_its_extension(tmp_path: Path) -> None:
    document = document_of(tmp_path, "a.page", MALLARD)
    assert (document.kind, document.title, document.properties) == ("xml", "Reiniciar", (("author", "Ana Ruiz"),))
    assert outline(document) == [
        ("heading", 1, "Reiniciar"), ("paragraph", 0, "Vaciar la pantalla."),
        ("paragraph", 0, "Pulse Avanzado > Restablecer o escriba reset."), ("list_item", 1, "Uno."), ("list_item", 1, "Dos:"),
        ("list_item", 2, "hondo"), ("heading", 2, "Y limpiar"), ("paragraph", 0, "Fin."), ("code", 0, "clear\n  reset")]


def test_docbook_with_names_for_words(tmp_path: Path) -> None:
    document = document_of(tmp_path, "a.xml", DOCBOOK)
    assert document.title == "Manual de Fichero"
    assert outline(document) == [
        ("heading", 1, "Manual de Fichero"), ("heading", 2, "Pasos"),
        ("paragraph", 0, "Pulse Guardar en Fichero — así."), ("note", 0, "Al pie."), ("caption", 0, "Precios"),
        ("table", 0, "Cosa\tEuros\nPan\t1\nPan\t2"), ("code", 0, "$ orden\n  sigue"), ("quote", 0, "Dijo.")]
    assert rows(document) == [("Cosa", "Euros"), ("Pan", "1"), ("Pan", "2")]


def test_dita(tmp_path: Path) -> None:
    document = document_of(tmp_path, "a.dita", DITA)
    assert outline(document) == [
        ("heading", 1, "Cambiar el filtro"), ("paragraph", 0, "Cada año."), ("list_item", 1, "Abra la tapa."), ("list_item", 1, "Gire."),
        ("paragraph", 0, "Limpio."), ("table", 0, "Código\tAviso\nE1\tSucio")]


def test_unknown_words_in_prose_and_records_apart(tmp_path: Path) -> None:
    prose = "<informe>" + "".join(f"<p>La parte <raro>número {n}</raro> del informe.</p>" for n in range(4)) + "</informe>"
    assert outline(document_of(tmp_path, "a.xml", prose))[3] == ("paragraph", 0, "La parte número 3 del informe.")
    records = "<casas>" + "".join(f"<casa><calle>Olmo {n}</calle><title>Piso {n}</title></casa>" for n in range(4)) + "</casas>"
    assert rows(document_of(tmp_path, "b.xml", records))[:2] == [("calle", "title"), ("Olmo 0", "Piso 0")]


def test_xml_nested_too_deep_is_still_read(tmp_path: Path) -> None:
    deep = "<article><title>Hondo</title>" + "<section>" * 200 + "<para>al fondo del todo</para>" + "</section>" * 200 + "</article>"
    assert "al fondo del todo" in document_of(tmp_path, "a.xml", deep).text
