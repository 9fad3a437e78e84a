"""DOCX, PPTX, ODT, XLSX, RTF and EPUB, made here part by part."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from pathlib import Path

import pytest

from engine.reading.builder import DocumentBuilder
from engine.reading.office_oxide_ir import add_ir
from engine.reading.sheets import cell_text
from tests.data.sample_formats import xlsx
from tests.engine.reading.reading_parts import (
    RELATION,
    W,
    document_of,
    docx,
    outline,
    p,
    parts_of,
    reason_of,
    relations,
    rows,
    zipped,
)

A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
ODF = ('xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
       'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"')


def test_docx_headings_by_style_whatever_its_name(tmp_path: Path) -> None:
    styles = (f'<w:styles {W}><w:style w:type="paragraph" w:styleId="T1"><w:name w:val="título propio"/><w:pPr><w:outlineLvl w:val="1"/>'
              '</w:pPr></w:style><w:style w:type="paragraph" w:styleId="T2"><w:basedOn w:val="T1"/></w:style></w:styles>')
    document = document_of(tmp_path, "a.docx", docx(p("Uno", "T1") + p("Dos", "T2") + p("texto"), {"texto/estilos.xml": styles}))
    assert outline(document) == [("heading", 2, "Uno"), ("heading", 2, "Dos"), ("paragraph", 0, "texto")]


def test_docx_shows_what_others_lose(tmp_path: Path) -> None:
    box = f'<mc:AlternateContent xmlns:mc="m"><mc:Choice><w:txbxContent>{p("en la caja")}</w:txbxContent></mc:Choice>' \
          f'<mc:Fallback><w:txbxContent>{p("en la caja")}</w:txbxContent></mc:Fallback></mc:AlternateContent>'
    body = (f'<w:p><w:r><w:t>antes</w:t><w:tab/><w:t>después</w:t>{box}<w:footnoteReference w:id="2"/></w:r></w:p>'
            f'<w:sdt><w:sdtContent>{p("en el control")}</w:sdtContent></w:sdt>'
            '<w:p><w:del><w:r><w:delText>borrado</w:delText></w:r></w:del><w:ins><w:r><w:t>puesto</w:t></w:r></w:ins>'
            '<w:r><w:instrText>PAGE</w:instrText></w:r></w:p>')
    more = {"texto/notas.xml": f'<w:footnotes {W}><w:footnote w:id="2">{p("al pie")}</w:footnote></w:footnotes>',
            "texto/cabeza.xml": f"<w:hdr {W}>{p('Bufete Pérez')}</w:hdr>"}
    links = relations(("n", "footnotes", "notas.xml"), ("h", "header", "cabeza.xml"), ("h2", "header", "cabeza.xml"))
    document = document_of(tmp_path, "a.docx", docx(body, more, links))
    assert [text for _, _, text in outline(document)] == [
        "Bufete Pérez", "antes\tdespués", "al pie", "en la caja", "en el control", "puesto"]


def test_docx_tables_with_merged_cells(tmp_path: Path) -> None:
    def tc(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{p(text)}</w:tc>"

    table = ("<w:tbl><w:tr>" + tc("Mes") + tc("Euros", '<w:gridSpan w:val="2"/>') + "</w:tr><w:tr>" + tc("enero", '<w:vMerge w:val="restart"/>')
             + tc("1") + tc("2") + "</w:tr><w:tr>" + tc("", "<w:vMerge/>") + tc("3") + tc("4") + "</w:tr></w:tbl>")
    document = document_of(tmp_path, "a.docx", docx(table))
    assert rows(document) == [("Mes", "Euros", "Euros"), ("enero", "1", "2"), ("enero", "3", "4")]
    assert document.text == "Mes\tEuros\tEuros\nenero\t1\t2\nenero\t3\t4"


def test_docx_damage_and_entities(tmp_path: Path) -> None:
    assert reason_of(tmp_path, "a.docx", docx(p("x"))[:200]) == "damaged"
    assert reason_of(tmp_path, "b.docx", zipped({"[Content_Types].xml": "<Types/>", "word/otra.xml": "<a/>"})) == "damaged"
    (tmp_path / "secreto").write_text("no debe salir", "utf-8")
    bad = f'<!DOCTYPE d [<!ENTITY x SYSTEM "{(tmp_path / "secreto").as_uri()}">]><w:document {W}><w:body>{p("antes &x; fin")}</w:body></w:document>'
    document = document_of(tmp_path, "c.docx", docx("", {"texto/principal.xml": bad}))
    assert "no debe salir" not in document.text and "antes" in document.text
    bomb = zipped({"_rels/.rels": relations(("a", "officeDocument", "w.xml")), "w.xml": b" " * 30_000_000})
    assert reason_of(tmp_path, "d.docx", bomb) == "too-large"


def test_pptx_slides_in_order_with_notes(tmp_path: Path) -> None:
    def shape(kind: str, text: str) -> str:
        return f'<p:sp><p:nvPr><p:ph type="{kind}"/></p:nvPr><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>'

    def slide(*shapes: str) -> str:
        return f"<p:sld {A}><p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld></p:sld>"

    members: dict[str, str | bytes] = {
        "[Content_Types].xml": '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
        "_rels/.rels": relations(("a", "officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f'<p:presentation {A} xmlns:r="{RELATION}"><p:sldIdLst><p:sldId id="1" r:id="z"/><p:sldId id="2" r:id="y"/></p:sldIdLst></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(("y", "slide", "slides/slide1.xml"), ("z", "slide", "slides/slide2.xml")),
        "ppt/slides/slide1.xml": slide(shape("body", "punto"), shape("title", "Segunda"), shape("ftr", "Bufete")),
        "ppt/slides/slide2.xml": slide(shape("ctrTitle", "Primera"), shape("ftr", "Bufete")),
        "ppt/slides/_rels/slide1.xml.rels": relations(("n", "notesSlide", "../notes/n1.xml")),
        "ppt/notes/n1.xml": slide(shape("body", "lo que digo")),
    }
    document = document_of(tmp_path, "a.pptx", zipped(members))
    assert [(block.page, text) for block, (_, _, text) in zip(document.blocks, outline(document))] == [
        (1, "Primera"), (1, "Bufete"), (2, "Segunda"), (2, "punto"), (2, "lo que digo")]
    assert document.n_pages == 2


def test_odt_headings_lists_tables_notes(tmp_path: Path) -> None:
    body = ('<text:h text:outline-level="2">Uno</text:h><text:p>a<text:s text:c="2"/>b<text:note><text:note-body><text:p>nota</text:p>'
            "</text:note-body></text:note> fin</text:p><text:tracked-changes><text:p>borrado</text:p></text:tracked-changes>"
            "<text:list><text:list-item><text:p>punto</text:p></text:list-item></text:list><table:table><table:table-row>"
            '<table:table-cell table:number-columns-spanned="2"><text:p>A</text:p></table:table-cell><table:covered-table-cell/></table:table-row>'
            "<table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell>"
            "</table:table-row></table:table>")
    content = f"<office:document-content {ODF}><office:body><office:text>{body}</office:text></office:body></office:document-content>"
    data = zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})
    document = document_of(tmp_path, "a.odt", data)
    assert outline(document) == [("heading", 2, "Uno"), ("paragraph", 0, "a b fin"), ("note", 0, "nota"), ("list_item", 1, "punto"),
                                 ("table", 0, "A\n1\t2")]
    assert rows(document) == [("A", "A"), ("1", "2")]


def test_odt_lines_of_code_and_page_numbers(tmp_path: Path) -> None:
    style = ('<style:style style:name="{}" style:family="paragraph" style:parent-style-name="{}"><style:text-properties {}/></style:style>')
    space = 'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
    automatic = style.format("P1", "Standard", 'style:font-name="DejaVu Sans Mono"') + style.format("P2", "P1", "") + style.format("P3", "P1", 'style:font-name="Arial"')
    body = "".join(f'<text:p text:style-name="{name}">{text}</text:p>' for name, text in (
        ("Standard", "Se hace así:"), ("P1", "$ cd casa"), ("P2", "<text:s text:c='2'/>"), ("P2", "$ ls"), ("P3", "Y ya está.")))
    content = (f"<office:document-content {ODF} {space}><office:automatic-styles>{automatic}</office:automatic-styles>"
               f"<office:body><office:text>{body}</office:text></office:body></office:document-content>")
    margins = "<text:p>Página <text:page-number>1</text:page-number> de <text:page-count>3</text:page-count></text:p><text:p>Comunidad de Soria</text:p>"
    styles = f"<office:document-styles {ODF} {space}><style:header>{margins}</style:header></office:document-styles>"
    data = zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content, "styles.xml": styles})
    assert outline(document_of(tmp_path, "a.odt", data)) == [
        ("note", 0, "Comunidad de Soria"), ("paragraph", 0, "Se hace así:"), ("code", 0, "$ cd casa\n\n$ ls"), ("paragraph", 0, "Y ya está.")]


def test_charts_in_open_documents(tmp_path: Path) -> None:
    space = 'xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" xmlns:draw="urn:d" xmlns:xlink="urn:x"'
    cells = "".join("<table:table-row>" + "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in row) + "</table:table-row>"
                    for row in (("", "Luz"), ("enero", "30"), ("febrero", "40")))
    chart = (f"<office:document-content {ODF} {space}><office:body><office:chart><chart:chart><chart:title><text:p>Gasto por mes</text:p></chart:title>"
             f"<table:table>{cells}</table:table></chart:chart></office:chart></office:body></office:document-content>")
    body = '<text:p>Véase:<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>'
    content = f"<office:document-content {ODF} {space}><office:body><office:text>{body}</office:text></office:body></office:document-content>"
    data = zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content, "Object 1/content.xml": chart})
    assert outline(document_of(tmp_path, "a.odt", data)) == [
        ("paragraph", 0, "Véase:"), ("note", 0, "Gasto por mes"), ("table", 0, "\tLuz\nenero\t30\nfebrero\t40")]


def test_xlsx_sheets_numbers_and_titles(tmp_path: Path) -> None:
    sheets = [("Gastos", [["Gastos de la casa"], [], ["Mes", "Euros"], ["enero", "1.0"], ["febrero", "37.9"]]), ("Vacía", [])]
    document = document_of(tmp_path, "a.xlsx", xlsx(sheets))
    found = outline(document)
    assert found[0] == ("heading", 1, "Gastos") and found[1] == ("paragraph", 0, "Gastos de la casa")
    assert rows(document)[0] == ("Mes", "Euros")


@pytest.mark.parametrize(("value", "text"), [
    (1.0, "1"), (5440000.0, "5440000"), (0.1 + 0.2, "0.3"), (-2.5, "-2.5"), (True, "TRUE"), ("", ""), (None, ""),
    (date(2021, 1, 1), "2021-01-01"), (datetime(2021, 1, 1), "2021-01-01"), (datetime(2021, 1, 1, 10, 30), "2021-01-01 10:30"),
    (time(9, 5), "09:05"), (timedelta(hours=1, minutes=2), "1:02"), (1e300, "1e+300")])
def test_cells_read_as_a_person_sees_them(value: object, text: str) -> None:
    assert cell_text(value) == text


def test_a_sheet_with_far_corners_is_read_without_harm(tmp_path: Path) -> None:
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    cells = "".join(f'<row r="{row}"><c r="{name}{row}" t="inlineStr"><is><t>{text}</t></is></c></row>'
                    for name, row, text in (("A", 1, "primera"), ("XFD", 1048576, "última")))
    data = zipped({
        "[Content_Types].xml": '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        "_rels/.rels": relations(("a", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook {main} xmlns:r="{RELATION}"><sheets><sheet name="H" sheetId="1" r:id="s"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(("s", "worksheet", "worksheets/sheet1.xml")),
        "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData>{cells}</sheetData></worksheet>",
    })
    assert document_of(tmp_path, "a.xlsx", data).text == "H\n\nprimera\núltima"


def test_rtf_characters_tables_and_headings(tmp_path: Path) -> None:
    rtf = (r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial;}}{\stylesheet{\s1 heading 1;}}"
           r"{\info{\title La casa}{\author Ana}}{\header Bufete P\'e9rez\par}\pard\s1 T\'edtulo\par\pard uno \u8364?\emdash dos{\footnote al pie}\par"
           r"{\f1\'cf\'f0\'e8}\u-10179?\u-8704?\par\trowd\intbl A\cell B\cell\row\trowd\intbl 1\cell 2\cell\row\pard fin{\*\desconocido no}\par}")
    document = document_of(tmp_path, "a.rtf", rtf)
    assert (document.title, document.properties) == ("La casa", (("author", "Ana"),))
    assert outline(document) == [
        ("heading", 1, "Título"), ("paragraph", 0, "uno €—dos"), ("note", 0, "al pie"), ("paragraph", 0, "При😀"),
        ("table", 0, "A\tB\n1\t2"), ("paragraph", 0, "fin"), ("note", 0, "Bufete Pérez")]


def test_rtf_numbers_levels_and_date(tmp_path: Path) -> None:
    rtf = (r"{\rtf1\ansi{\info{\creatim\yr2023\mo3\dy4\hr10}{\author Ana}}"
           r"{\listtext\pard\plain 1.\tab}\pard\outlinelevel0 Acuerdos\par{\listtext\pard a)\tab}\pard\ls1 Aprobar las cuentas\par"
           r"{\*\listtext\pard ii.\tab}\pard\ilvl1\ls1 Tesorero\par{\pntext\f1\'b7\tab}\pard\ls2 sin n\'famero\par"
           r"{\pntext 3.\tab}{\*\pn\pndec}\pard tercero\par\trowd\intbl{\listtext 4.\tab}A\cell B\cell\row\pard fin\par}")
    document = document_of(tmp_path, "a.rtf", rtf)
    assert dict(document.properties) == {"author": "Ana", "date": "2023-03-04"}
    assert outline(document) == [
        ("heading", 1, "1. Acuerdos"), ("list_item", 1, "a) Aprobar las cuentas"), ("list_item", 2, "ii. Tesorero"), ("list_item", 1, "sin número"),
        ("paragraph", 0, "3. tercero"), ("table", 0, "A\tB"), ("paragraph", 0, "fin")]


def test_properties_of_a_doc_in_utf8() -> None:
    builder = DocumentBuilder("doc")
    add_ir(builder, {"metadata": {"title": "Año", "author": "Marta IbÃ¡Ã±ez", "created": "2023-03-04T10:00:00Z"}, "sections": [{"title": "Año"}]})
    document = builder.build()
    assert (document.title, dict(document.properties)) == ("Año", {"author": "Marta Ibáñez", "date": "2023-03-04T10:00:00Z"})


def test_epub_in_the_order_of_its_spine(tmp_path: Path) -> None:
    opf = ('<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>El libro</dc:title>'
           '<dc:creator>Ana</dc:creator></metadata><manifest><item id="a" href="dos.xml" media-type="application/xhtml+xml"/>'
           '<item id="b" href="uno.xhtml" media-type="application/xhtml+xml"/><item id="n" href="nav.xhtml" properties="nav"/></manifest>'
           '<spine><itemref idref="b"/><itemref idref="a"/></spine></package>')
    data = zipped({
        "mimetype": "application/epub+zip", "META-INF/container.xml": '<container><rootfiles><rootfile full-path="O/c.opf"/></rootfiles></container>',
        "O/c.opf": opf, "O/uno.xhtml": "<html><body><h1>Capítulo primero</h1><p>Era de noche.</p></body></html>",
        "O/dos.xml": "<html><body><p>Amaneció.</p></body></html>",
        "O/nav.xhtml": '<html><body><nav><a href="dos.xml">Capítulo segundo</a></nav></body></html>',
    })
    document = document_of(tmp_path, "a.epub", data)
    assert (document.title, document.properties) == ("El libro", (("author", "Ana"),))
    assert [text for _, _, text in outline(document)] == ["Capítulo primero", "Era de noche.", "Capítulo segundo", "Amaneció."]
    data = zipped({"mimetype": "application/epub+zip", "META-INF/container.xml": '<container><rootfiles><rootfile full-path="O/c.opf"/></rootfiles></container>',
                   "O/c.opf": opf, "O/dos.xml": '<html><body><p class="calibre3">CAPÍTULO <br/>segundo</p><p>Amaneció.</p></body></html>',
                   "O/nav.xhtml": '<html><body><nav><a href="dos.xml">Capítulo segundo</a></nav></body></html>'})
    titles = [(kind, " ".join(text.split())) for kind, _, text in outline(document_of(tmp_path, "c.epub", data))]
    assert titles == [("heading", "CAPÍTULO segundo"), ("paragraph", "Amaneció.")]     # a title that only looks like one: not twice
    locked = '<encryption><EncryptedData><EncryptionMethod Algorithm="aes"/><CipherReference URI="O/uno.xhtml"/></EncryptedData><EncryptedData><EncryptionMethod Algorithm="aes"/><CipherReference URI="O/dos.xml"/></EncryptedData></encryption>'
    members = {"mimetype": "application/epub+zip", "META-INF/container.xml": '<container><rootfiles><rootfile full-path="O/c.opf"/></rootfiles></container>',
               "O/c.opf": opf, "O/uno.xhtml": "x", "O/dos.xml": "x", "META-INF/encryption.xml": locked}
    assert reason_of(tmp_path, "b.epub", zipped(dict(members))) == "encrypted"


def test_odd_names_inside_archives_stay_inside(tmp_path: Path) -> None:
    inner = zipped({"a.txt": "dentro de dentro"})
    parts = parts_of(tmp_path, "a.zip", zipped({"../../fuera.txt": "no sale", "b.zip": inner, "b/foto.png": b"\x89PNG\r\n\x1a\n"}))
    assert {part.inner for part in parts} == {"fuera.txt", "b.zip!a.txt", "b/foto.png"}


def test_docx_automatic_numbers(tmp_path: Path) -> None:
    def level(n: int, form: str, text: str, more: str = "") -> str:
        return f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{more}<w:lvlText w:val="{text}"/></w:lvl>'

    def item(text: str, list_id: int, n: int = 0) -> str:
        return f'<w:p><w:pPr><w:numPr><w:ilvl w:val="{n}"/><w:numId w:val="{list_id}"/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'

    numbering = f"""<w:numbering {W}>
        <w:abstractNum w:abstractNumId="0">{level(0, "decimal", "Artículo %1.", '<w:pStyle w:val="T1"/>')}{level(1, "lowerLetter", "%2)")}{level(2, "lowerRoman", "%1.%2.%3")}</w:abstractNum>
        <w:abstractNum w:abstractNumId="1">{level(0, "bullet", "•")}{level(1, "upperRoman", "%2.-", '<w:lvlRestart w:val="0"/>')}</w:abstractNum>
        <w:abstractNum w:abstractNumId="2">{level(0, "ordinalText", "%1")}{level(1, "decimal", "%1.%2", "<w:isLgl/>")}</w:abstractNum>
        <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
        <w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="1"><w:startOverride w:val="4"/></w:lvlOverride></w:num>
        <w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num></w:numbering>"""
    styles = (f'<w:styles {W}><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="es-ES"/></w:rPr></w:rPrDefault></w:docDefaults>'
              '<w:style w:type="paragraph" w:styleId="T1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>')
    off = '<w:p><w:pPr><w:pStyle w:val="T1"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr><w:r><w:t>Anexo</w:t></w:r></w:p>'
    cell = f"<w:tc>{item('', 4)}</w:tc><w:tc>{p('luz')}</w:tc>"
    table = f"<w:tbl><w:tr>{cell}</w:tr><w:tr>{cell}</w:tr></w:tbl>"
    body = (p("Objeto", "T1") + item("uno", 1, 1) + item("dos", 1, 1) + item("hondo", 1, 2) + p("Precio", "T1") + item("otra vez", 1, 1)
            + off + item("", 1) + p("Plazo", "T1") + item("desde aquí", 3, 1) + item("y sigue", 3, 1)
            + item("punto", 2) + item("romano", 2, 1) + item("punto", 2) + item("sigue", 2, 1) + table + item("legal", 4, 1))
    links = relations(("s", "styles", "estilos.xml"), ("n", "numbering", "numeros.xml"))
    document = document_of(tmp_path, "a.docx", docx(body, {"texto/estilos.xml": styles, "texto/numeros.xml": numbering}, links))
    assert [text for _, _, text in outline(document)] == [
        "Artículo 1. Objeto", "a) uno", "b) dos", "1.b.i hondo", "Artículo 2. Precio", "a) otra vez", "Anexo", "Artículo 4. Plazo",
        "d) desde aquí", "e) y sigue", "punto", "I.- romano", "punto", "II.- sigue", "Primero\tluz\nSegundo\tluz", "2.1 legal"]


def test_alternative_texts_of_pictures(tmp_path: Path) -> None:
    drawn = '<w:p><w:r><w:drawing><d:docPr xmlns:d="d" id="1" name="Imagen 1" title="{}" descr="{}"/></w:drawing></w:r></w:p>'
    body = drawn.format("", "Plano del patio. Descripción generada automáticamente") + drawn.format("Imagen 2", r"C:\fotos\a.png") + drawn.format("Obra", "El tejado")
    assert outline(document_of(tmp_path, "a.docx", docx(p("Texto") + body))) == [
        ("paragraph", 0, "Texto"), ("caption", 0, "Plano del patio."), ("caption", 0, "Obra. El tejado")]
    svg = 'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"'
    frame = "<draw:frame><draw:image/><svg:title>Foto</svg:title><svg:desc>El pozo</svg:desc></draw:frame>"
    content = (f"<office:document-content {ODF} {svg}><office:body><office:text><text:p>Antes {frame}después <text:title>Informe</text:title></text:p>{frame}"
               "</office:text></office:body></office:document-content>")
    document = document_of(tmp_path, "a.odt", zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content}))
    assert outline(document) == [("paragraph", 0, "Antes después Informe"), ("caption", 0, "El pozo"), ("caption", 0, "El pozo")]


def test_an_ods_whose_xml_breaks_off_gives_what_stands_before(tmp_path: Path) -> None:
    cells = '<table:table-row><table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell></table:table-row>'
    content = f'<office:document-content {ODF}><office:body><office:spreadsheet><table:table table:name="Gastos">{cells.format("luz")}{cells.format("agua")}</table'
    document = document_of(tmp_path, "a.ods", zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content}))
    assert "Gastos" in document.text and "luz\nagua" in document.text and "damaged" in dict(document.properties)["cut"]


def test_an_ods_with_blanks_between_its_elements(tmp_path: Path) -> None:
    cell = '\n <table:table-row>\n  <table:table-cell office:value-type="string">\n <text:p>{}</text:p>\n </table:table-cell>\n x </table:table-row>'
    content = (f'<office:document-content {ODF}><office:body><office:spreadsheet><table:table table:name="Gastos">{cell.format("luz")}{cell.format("agua")}'
               "</table:table></office:spreadsheet></office:body></office:document-content>")
    document = document_of(tmp_path, "a.ods", zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content}))
    assert document.text == "Gastos\n\nluz\nagua" and "cut" not in dict(document.properties)


def test_a_flat_sheet_has_its_tables_apart_and_its_comments_as_notes(tmp_path: Path) -> None:
    def row(*cells: str) -> str:
        return "<table:table-row>" + "".join(f'<table:table-cell office:value-type="string">{cell}</table:table-cell>' for cell in cells) + "</table:table-row>"

    said = "<office:annotation><text:p>Reclamado</text:p></office:annotation>"
    names = row(*(f"<text:p>{name}</text:p>" for name in ("Concepto", "Euros")))
    sheet = f"{row('<text:p>Comunidad</text:p>')}{row('')}{names}{row(said + '<text:p>Luz</text:p>', '<text:p>12,50</text:p>')}"
    flat = (f'<office:document {ODF} office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>'
            f'<table:table table:name="Gastos">{sheet}</table:table></office:spreadsheet></office:body></office:document>')
    assert outline(document_of(tmp_path, "a.fods", flat)) == [
        ("heading", 1, "Gastos"), ("paragraph", 0, "Comunidad"), ("table", 0, "Concepto\tEuros\nLuz\t12,50"), ("note", 0, "Luz: Reclamado")]


def test_odt_automatic_numbers(tmp_path: Path) -> None:
    def level(n: int, form: str, more: str = "") -> str:
        return f'<text:list-level-style-number text:level="{n}" style:num-format="{form}" {more}/>'

    def listed(*items: str, more: str = "") -> str:
        return f"<text:list {more}>{''.join(f'<text:list-item>{item}</text:list-item>' for item in items)}</text:list>"

    def par(words: str) -> str:
        return f"<text:p>{words}</text:p>"

    styles = (f'<text:list-style style:name="L1">{level(1, "1", chr(39).join(("style:num-suffix=", ".", "")))}{level(2, "a", "style:num-prefix=" + chr(39) + "(" + chr(39) + " style:num-suffix=" + chr(39) + ")" + chr(39))}'
              f'{level(3, "I", "text:display-levels=" + chr(39) + "3" + chr(39))}</text:list-style>'
              '<text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/></text:list-style>'
              '<text:outline-style><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/><text:outline-level-style text:level="2" style:num-format=""/></text:outline-style>')
    body = ('<text:h text:outline-level="1">Objeto</text:h>' + listed(par("uno"), par("dos") + listed(par("a") + listed(par("hondo")), par("b")) + par("sigue dos"), more='text:style-name="L1" xml:id="x"')
            + par("entre") + listed(par("tres"), more='text:style-name="L1" text:continue-list="x"') + listed(par("otra"), more='text:style-name="L1"')
            + listed(par("viñeta"), more='text:style-name="L2"') + '<text:h text:outline-level="2">Sin</text:h><text:h text:outline-level="1">Precio</text:h>')
    content = (f'<office:document-content {ODF} xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><office:automatic-styles>{styles}</office:automatic-styles>'
               f"<office:body><office:text>{body}</office:text></office:body></office:document-content>")
    document = document_of(tmp_path, "a.odt", zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content}))
    assert [text for _, _, text in outline(document)] == [
        "I. Objeto", "1. uno", "2. dos", "(a) a", "2.a.I hondo", "(b) b", "sigue dos", "entre", "3. tres", "1. otra", "viñeta", "Sin", "II. Precio"]
