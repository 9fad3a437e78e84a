"""Slides: a title of their own each, and the data of their charts."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.drawings import chart_rows
from engine.reading.office_oxide_ir import add_ir, ir_text
from engine.reading.ppt_notes import ppt_notes
from engine.reading.reader import read_file
from engine.reading.slide_headings import heading_of_untitled
from tests.data.sample_binary_formats import compound_file
from tests.engine.reading.reading_parts import R, document_of, outline, relations, rows, zipped
from tests.engine.reading.test_office_formats import ODF, A

CHART = """<c:chartSpace xmlns:c="urn:c" xmlns:a="urn:a"><c:title><a:p><a:r><a:t>Viajeros</a:t></a:r></a:p></c:title>
<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Autobús</c:v></c:pt></c:strCache></c:strRef></c:tx>
<c:cat><c:strCache><c:pt idx="0"><c:v>2023</c:v></c:pt><c:pt idx="1"><c:v>2024</c:v></c:pt></c:strCache></c:cat>
<c:val><c:numCache><c:pt idx="0"><c:v>120</c:v></c:pt><c:pt idx="1"><c:v>140.19999999999999</c:v></c:pt></c:numCache></c:val></c:ser>
<c:ser><c:tx><c:v>Metro</c:v></c:tx><c:val><c:numCache><c:pt idx="1"><c:v>90</c:v></c:pt></c:numCache></c:val></c:ser></c:chartSpace>"""


def shape(text: str, kind: str = "") -> str:
    holder = f'<p:nvPr><p:ph type="{kind}"/></p:nvPr>' if kind else ""
    return f"<p:sp>{holder}<p:txBody>{''.join(f'<a:p><a:r><a:t>{line}</a:t></a:r></a:p>' for line in text.splitlines())}</p:txBody></p:sp>"


def show(slides: list[str], more: dict[str, str] | None = None) -> bytes:
    parts = {f"ppt/slides/slide{n}.xml": f"<p:sld {A}><p:cSld><p:spTree>{slide}</p:spTree></p:cSld></p:sld>" for n, slide in enumerate(slides, 1)}
    ids = "".join(f'<p:sldId r:id="s{n}"/>' for n in range(1, len(slides) + 1))
    links = [(f"s{n}", "slide", f"slides/slide{n}.xml") for n in range(1, len(slides) + 1)]
    return zipped({
        "[Content_Types].xml": "<Types/>", "_rels/.rels": relations(("a", "officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f"<p:presentation {A} {R}><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations(*links), **parts, **(more or {}),
    })


def test_a_slide_without_a_title_does_not_fall_under_the_one_before(tmp_path) -> None:
    document = document_of(tmp_path, "plan.pptx", show([
        shape("Plan 2025", "ctrTitle") + shape("Concejalía", "subTitle"), shape("Objetivos", "title"), shape("Fase 1\nFase 2") + shape("Fin"),
    ]))
    assert document.title == "Plan 2025"
    assert [(kind, text) for kind, _, text in outline(document)] == [
        ("heading", "Plan 2025"), ("paragraph", "Concejalía"), ("heading", "Objetivos"), ("heading", "Fase 1"), ("paragraph", "Fase 2"), ("paragraph", "Fin")]


def test_a_chart_gives_its_data(tmp_path) -> None:
    more = {"ppt/slides/_rels/slide1.xml.rels": relations(("c", "chart", "../charts/chart1.xml")), "ppt/charts/chart1.xml": CHART}
    document = document_of(tmp_path, "viajeros.pptx", show([""], more))
    assert rows(document) == [("", "Autobús", "Metro"), ("2023", "120", ""), ("2024", "140.2", "90")]
    assert outline(document)[:2] == [("heading", 1, "1"), ("note", 0, "Viajeros")]


def test_a_page_of_an_odp_without_a_title_is_headed_by_its_first_line(tmp_path) -> None:
    def page(*boxes: str) -> str:
        return "<draw:page>" + "".join(f"<draw:frame{a}><draw:text-box><text:p>{t}</text:p></draw:text-box></draw:frame>" for a, _, t in
                                       (box.rpartition("|") for box in boxes)) + "</draw:page>"

    title = ' pr:class="title"|'
    body = page(title + "Objetivos", "Menos ruido") + page(title, "Calendario", "Enero")
    content = f"<office:document-content {ODF} xmlns:pr='urn:p'><office:body><office:presentation>{body}</office:presentation></office:body></office:document-content>"
    document = document_of(tmp_path, "plan.odp", zipped({"mimetype": "application/vnd.oasis.opendocument.presentation", "content.xml": content}))
    assert outline(document) == [("heading", 1, "Objetivos"), ("paragraph", 0, "Menos ruido"), ("heading", 1, "Calendario"), ("paragraph", 0, "Enero")]


def test_a_long_first_line_is_clipped_at_a_word() -> None:
    assert heading_of_untitled("palabra " * 30, 4).endswith("palabra…")
    assert heading_of_untitled("  \n", 4) == "4"


def test_notes_of_old_presentations_stand_with_their_slide() -> None:
    (part,) = read_file(Path(__file__).parents[2] / "data" / "legacy" / "a.ppt.gz")
    assert isinstance(part.outcome, Document)
    notes = [(block.page, part.outcome.text[block.start : block.end]) for block in part.outcome.blocks if block.kind == "note"]
    assert notes == [(1, "badodo\nbadofe"), (2, "bafeli\nbafemo")]


def test_notes_of_what_is_no_presentation() -> None:
    assert ppt_notes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)) == {}
    assert ppt_notes(compound_file({"PowerPoint Document": b"\x0f\x00\xf0\x03\xff\xff\xff\xff" * 40})) == {}


def test_charts_show_dates_and_percentages() -> None:
    def points(name: str, code: str, *values: str) -> str:
        cache = "".join(f'<pt idx="{n}"><v>{value}</v></pt>' for n, value in enumerate(values))
        return f"<{name}><numRef><numCache><formatCode>{code}</formatCode>{cache}</numCache></numRef></{name}>"

    series = f"<ser><tx><v>Tipo</v></tx>{points('cat', 'm/d/yyyy', '37261.0', '37262')}{points('val', '0.0%', '0.215', '0.05')}</ser>"
    root = etree.fromstring(f"<chartSpace><plotArea>{series}</plotArea></chartSpace>")
    assert chart_rows(root) == [["", "Tipo"], ["2002-01-05", "21.5%"], ["2002-01-06", "5.0%"]]


def test_slides_of_old_presentations_without_a_title_are_headed_by_their_first_line() -> None:
    builder = DocumentBuilder("ppt")
    words = {"type": "paragraph", "content": [{"type": "text", "text": "Plan de riego"}]}
    add_ir(builder, {"sections": [{"title": "Slide 1", "elements": [words]}, {"title": "Slide 2", "elements": []}]})
    document = builder.build()
    assert document.text.startswith(ir_text(words)) and "Slide" not in document.text and document.blocks[0].kind == "heading"
    assert document.text.count("Plan de riego") == 1
