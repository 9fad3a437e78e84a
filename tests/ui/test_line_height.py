"""Lines of letters that come from a taller font than the window's are as high as those letters."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPixmap, QTextLayout
from PySide6.QtWidgets import QListView, QStyleOptionViewItem

from tests.ui.conftest import Bench
from tests.ui.fakes import hit
from ui.window.hit_delegate import HitDelegate, scaled
from ui.window.line_height import line_height

TALL = "کرایہ نامہ کی شرائط · عقد إيجار · ฝึกฝีมือ · བོད་ཡིག"


def laid_out(text: str, font: QFont) -> float:
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(10_000)
    layout.endLayout()
    return line.height()


def test_a_line_is_as_high_as_its_letters(qapp) -> None:
    font = qapp.font()
    assert line_height(font, "") == line_height(font, "Árbol ñ") == QFontMetricsF(font).height()
    assert line_height(font, TALL) >= max(laid_out(TALL, font), QFontMetricsF(font).height())


def test_a_hit_gives_its_title_path_and_headings_the_room_they_take(bench: Bench) -> None:
    font = bench.window.font()
    tall = replace(hit(1, 1), title=TALL, path=f"/casa/{TALL}.txt", heading_path=(TALL, TALL), also=(), snippet="corto", highlights=(), answer=None)
    plain = replace(tall, title="contrato", path="/casa/contrato.txt", heading_path=("Primera", "Plazo"))
    view = QListView()
    delegate = HitDelegate(view)
    option = QStyleOptionViewItem()
    option.font = font      # type: ignore[misc]
    canvas = QPixmap(900, 400)
    painter = QPainter(canvas)
    box = QRect(0, 0, 900, 400)
    small, title = scaled(font, 0.9), scaled(font, 1.1, QFont.Weight.DemiBold)
    used = delegate._title(painter, font, tall, box), delegate._place(painter, font, tall, box), delegate._headings(painter, font, tall, box)
    painter.end()
    needed = laid_out(TALL, title), laid_out(tall.path, small), laid_out(" › ".join(tall.heading_path), small)
    assert all(height >= round(wanted) for height, wanted in zip(used, needed, strict=True))
    heights = [delegate._prepare(one, row, 800, font).height for row, one in enumerate((tall, plain))]
    more = sum(used) - round(QFontMetricsF(title).height()) - 2 * round(QFontMetricsF(small).height())
    assert abs(heights[0] - heights[1] - more) <= 3       # the row holds what is painted in it
