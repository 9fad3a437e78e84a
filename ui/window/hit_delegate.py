"""Paints one hit: badge and title, place, heading path, and the snippet with its marks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QPixmap,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.hits import Hit
from ui.window import theme, wording
from ui.window.counts import Counts
from ui.window.hit_list_model import (
    BEST_ROLE,
    HIT_ROLE,
    NEWEST_ROLE,
    SPREAD_ROLE,
    UNFOLDED_ROLE,
    VERDICT_ROLE,
    Index,
    answer_span,
    dated,
)
from ui.window.language import translate
from ui.window.line_height import line_height
from ui.window.snippet_lines import SnippetLines, snippet_lines
from ui.window.text_offsets import to_units

_OTHER_SPACE = re.compile(r"[^\S ]")         # white space other than a blank
MARGIN = 14
GAP = 4
DRAG_WIDTH = 260            # of a title that is dragged, at most
INDENT = 28                 # of an older version under its newest

_BADGE = {      # light ground and text, dark ground and text; each pair meets 4.5:1
    "pdf": ("#fde3e0", "#8f1d14", "#5a231f", "#ffd9d5"),
    "docx": ("#dfeafb", "#174a8c", "#1f3a60", "#d5e6ff"),
    "xlsx": ("#dcf1e2", "#14592b", "#1b4529", "#cdf3d8"),
    "csv": ("#dcf1e2", "#14592b", "#1b4529", "#cdf3d8"),
    "html": ("#fbe8d3", "#7a3f06", "#553315", "#ffe3c4"),
    "md": ("#e8e4f8", "#463189", "#382e5e", "#e3dcff"),
    "code": ("#e3e8ea", "#32424a", "#37454c", "#e2edf2"),
    "eml": ("#fbe3f0", "#7d1b53", "#54213e", "#ffd9ec"),
}
_PLAIN_BADGE = ("#e6e9e7", "#3b4642", "#3a4340", "#e3eae7")


def badge_colours(kind: str, is_dark: bool) -> tuple[str, str]:
    """Ground and text."""
    colours = _BADGE.get(kind, _PLAIN_BADGE)
    return colours[2:] if is_dark else colours[:2]      # type: ignore[return-value]


@dataclass(slots=True)
class _Prepared:
    hit: Hit
    width: int
    snippet: SnippetLines
    height: float               # of the whole row


class HitDelegate(QStyledItemDelegate):
    """Row heights depend on the width; layouts are kept for the hits in view."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._prepared: dict[int, _Prepared] = {}

    def forget(self) -> None:
        """The hits, the theme or the fonts have changed."""
        self._prepared.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        hit: Hit = index.data(HIT_ROLE)
        width = self._width(option)
        if index.data(NEWEST_ROLE) is not None:
            return QSize(width, round(_title_height(option.font, hit) + _place_height(option.font, hit)) + 2 * GAP + 12)
        if index.data(BEST_ROLE) is not None:
            place = passage_place(hit)
            head = _small_height(option.font, place) + GAP if place else 0
            return QSize(width, round(14 + head + self._prepare(hit, index.row(), width, option.font, INDENT).snippet.height))
        prepared = self._prepare(hit, index.row(), width, option.font)
        return QSize(width, round(prepared.height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        hit: Hit = index.data(HIT_ROLE)
        verdict = index.data(VERDICT_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, option)
        if index.data(NEWEST_ROLE) is not None:
            self._older(painter, option, hit, verdict)
            painter.restore()
            return
        if index.data(BEST_ROLE) is not None:
            self._passage(painter, option, hit, self._prepare(hit, index.row(), self._width(option), option.font, INDENT))
            painter.restore()
            return
        prepared = self._prepare(hit, index.row(), self._width(option), option.font)
        box = option.rect.adjusted(MARGIN, MARGIN - 4, -MARGIN, 0)
        y = box.top() + self._title(painter, option.font, hit, box, verdict) + GAP
        y += self._place(painter, option.font, hit, QRect(box.left(), y, box.width(), box.height())) + GAP
        if hit.heading_path:
            y += self._headings(painter, option.font, hit, QRect(box.left(), y, box.width(), box.height())) + GAP
        self._snippet(painter, hit, prepared, QPointF(box.left(), y))
        bottom = option.rect.bottom() - MARGIN + 4
        if hit.also:
            self._also(painter, option.font, hit, QRect(box.left(), bottom, box.width(), 0))
        if hit.versions:
            self._fold(painter, option.font, hit, self.fold_box(hit, option.rect, option.font), bool(index.data(UNFOLDED_ROLE)))
        if hit.n_more:
            text = translate("HitDelegate", "Other passages of this document")
            box = self.spread_box(hit, option.rect, option.font)
            self._fold_line(painter, option.font, text, box, bool(index.data(SPREAD_ROLE)))
        painter.restore()

    def fold_box(self, hit: Hit, row: QRect, font: QFont) -> QRect:
        """Where in its row the line stands that unfolds a hit's older versions; empty where it has none."""
        if not hit.versions:
            return QRect()
        height = round(_small_height(font, versions_text(hit)))
        bottom = row.bottom() - MARGIN + 4 - (round(_small_height(font, also_text(hit))) + GAP if hit.also else 0)
        return QRect(row.left() + MARGIN, bottom - height, row.width() - 2 * MARGIN, height)

    def spread_box(self, hit: Hit, row: QRect, font: QFont) -> QRect:
        """Where in its row the line stands that unfolds the other passages of its document; empty where it has none."""
        if not hit.n_more:
            return QRect()
        height = round(_small_height(font))
        below = [text(hit) for text, is_there in ((also_text, hit.also), (versions_text, hit.versions)) if is_there]
        bottom = row.bottom() - MARGIN + 4 - sum(round(_small_height(font, text)) + GAP for text in below)
        return QRect(row.left() + MARGIN, bottom - height, row.width() - 2 * MARGIN, height)

    # -- parts

    def _passage(self, painter: QPainter, option: QStyleOptionViewItem, hit: Hit, prepared: _Prepared) -> None:
        """Another passage of the document above: its page and headings, and its snippet, set in."""
        box = option.rect.adjusted(MARGIN + INDENT, 6, -MARGIN, 0)
        colours = theme.current()
        painter.setPen(QPen(QColor(colours.line), 2))
        painter.drawLine(QLineF(box.left() - 12, option.rect.top() + 4, box.left() - 12, option.rect.bottom() - 4))
        y = box.top()
        if place := passage_place(hit):
            small = scaled(option.font, 0.9)
            height = round(_small_height(option.font, place))
            painter.setFont(small)
            painter.setPen(QColor(colours.accent))
            text = QFontMetricsF(small).elidedText(place, Qt.TextElideMode.ElideMiddle, box.width())
            painter.drawText(QRect(box.left(), y, box.width(), height), Qt.AlignmentFlag.AlignLeft, text)
            y += height + GAP
        self._snippet(painter, hit, prepared, QPointF(box.left(), y))

    def _older(self, painter: QPainter, option: QStyleOptionViewItem, hit: Hit, verdict: bool | None) -> None:
        """An older version: its name, version and day, and its path, set in under the newest."""
        box = option.rect.adjusted(MARGIN + INDENT, 6, -MARGIN, 0)
        colours = theme.current()
        painter.setPen(QPen(QColor(colours.line), 2))
        painter.drawLine(QLineF(box.left() - 12, option.rect.top() + 4, box.left() - 12, option.rect.bottom() - 4))
        height = self._title(painter, option.font, hit, box, verdict, is_older=True)
        self._place(painter, option.font, hit, QRect(box.left(), box.top() + height + GAP, box.width(), box.height()))

    def _fold(self, painter: QPainter, font: QFont, hit: Hit, box: QRect, is_unfolded: bool) -> None:
        self._fold_line(painter, font, versions_text(hit), box, is_unfolded)

    @staticmethod
    def _fold_line(painter: QPainter, font: QFont, told: str, box: QRect, is_unfolded: bool) -> None:
        colours = theme.current()
        middle, left = box.center().y() + 1, box.left()
        arrow = ((left + 1, middle - 2), (left + 5, middle + 2), (left + 9, middle - 2)) if is_unfolded else (
            (left + 3, middle - 4), (left + 7, middle), (left + 3, middle + 4)
        )
        painter.setPen(QPen(QColor(colours.accent), 1.8))
        painter.drawPolyline([QPointF(*point) for point in arrow])
        small = scaled(font, 0.88)
        painter.setFont(small)
        text = QFontMetricsF(small).elidedText(told, Qt.TextElideMode.ElideRight, box.width() - 16)
        painter.drawText(box.adjusted(16, 0, 0, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    @staticmethod
    def _verdict(painter: QPainter, verdict: bool, box: QRectF) -> None:
        """A tick or a cross: told apart by their shapes, not by their colours alone."""
        colours = theme.current()
        painter.setPen(QPen(QColor(colours.answer_edge if verdict else colours.error), 2.4, c=Qt.PenCapStyle.RoundCap))
        x, y, size = box.left(), box.top(), box.width()
        if verdict:
            painter.drawPolyline([QPointF(x, y + 0.55 * size), QPointF(x + 0.35 * size, y + 0.9 * size), QPointF(x + size, y + 0.1 * size)])
        else:
            painter.drawLine(QPointF(x + 0.1 * size, y + 0.1 * size), QPointF(x + 0.9 * size, y + 0.9 * size))
            painter.drawLine(QPointF(x + 0.9 * size, y + 0.1 * size), QPointF(x + 0.1 * size, y + 0.9 * size))

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        colours = theme.current()
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        ground = colours.base
        if is_selected:
            ground = colours.selected
        elif option.state & QStyle.StateFlag.State_MouseOver:
            ground = colours.hover
        painter.fillRect(option.rect, QColor(ground))
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        if is_selected:
            painter.fillRect(QRect(option.rect.left(), option.rect.top(), 4, option.rect.height()), QColor(colours.accent))
        if is_selected and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRect(option.rect.adjusted(1, 1, -1, -1))

    def _title(
        self, painter: QPainter, font: QFont, hit: Hit, box: QRect, verdict: bool | None = None, is_older: bool = False
    ) -> int:
        """Badge, the person's verdict, title, and version and day at the right; the height used."""
        colours = theme.current()
        title_font = scaled(font, 1.0) if is_older else scaled(font, 1.1, QFont.Weight.DemiBold)
        metrics = QFontMetricsF(title_font)
        height = round(_title_height(font, hit, is_older))
        day = dated(hit, is_older)
        if not hit.is_available:
            day = translate("HitDelegate", "not available") + (f" · {day}" if day else "")
        small = scaled(font, 0.88)
        day_width = round(QFontMetricsF(small).horizontalAdvance(day)) + (12 if day else 0)
        badge_width = self._badge(painter, font, hit, QRect(box.left(), box.top(), box.width(), height))
        if verdict is not None:
            size = 0.62 * height
            self._verdict(painter, verdict, QRectF(box.left() + badge_width + 2, box.top() + (height - size) / 2, size, size))
            badge_width += round(size) + 10
        painter.setFont(small)
        painter.setPen(QColor(colours.dim))
        row = QRect(box.left(), box.top(), box.width(), height)
        painter.drawText(row, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, day)
        painter.setFont(title_font)
        painter.setPen(QColor(colours.text))
        room = box.width() - badge_width - day_width
        title = metrics.elidedText(title_text(hit), Qt.TextElideMode.ElideRight, room)
        painter.drawText(
            QRect(box.left() + badge_width, box.top(), room, height),
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title,
        )
        return height

    def _badge(self, painter: QPainter, font: QFont, hit: Hit, row: QRect) -> int:
        ground, ink = badge_colours(hit.kind, theme.current().is_dark)
        badge_font = scaled(font, 0.74, QFont.Weight.Bold)
        metrics = QFontMetricsF(badge_font)
        text = wording.badge(hit.kind, hit.path)
        width = metrics.horizontalAdvance(text) + 12
        height = metrics.height() + 3
        box = QRectF(row.left(), row.top() + (row.height() - height) / 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(box, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setFont(badge_font)
        painter.setPen(QColor(ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return round(width) + 8

    def drag_picture(self, hit: Hit, font: QFont, scale: float) -> QPixmap:
        """A document's kind and title, to be seen under the mouse while it is dragged; for a screen of `scale` pixels to a point."""
        colours, metrics = theme.current(), QFontMetricsF(font)
        title = metrics.elidedText(one_line(wording.printable(hit.title)), Qt.TextElideMode.ElideMiddle, DRAG_WIDTH)
        badge = round(QFontMetricsF(scaled(font, 0.74, QFont.Weight.Bold)).horizontalAdvance(wording.badge(hit.kind, hit.path))) + 20
        size = QSize(round(badge + metrics.horizontalAdvance(title)) + 18, round(metrics.height()) + 14)
        picture = QPixmap(size * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.accent), 1))
        painter.setBrush(QColor(colours.base))
        painter.drawRoundedRect(QRectF(0.5, 0.5, size.width() - 1, size.height() - 1), 6, 6)
        row = QRect(8, 0, size.width() - 16, size.height())
        self._badge(painter, font, hit, row)
        painter.setFont(font)
        painter.setPen(QColor(colours.text))
        painter.drawText(row.adjusted(badge, 0, 0, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)
        painter.end()
        return picture

    def _place(self, painter: QPainter, font: QFont, hit: Hit, box: QRect) -> int:
        """The path, elided in its middle, and the page."""
        colours = theme.current()
        small = scaled(font, 0.9)
        metrics = QFontMetricsF(small)
        page = ""
        if hit.page is not None:
            page = translate("HitDelegate", "p. {page}").format(page=wording.number(hit.page))
        page_width = metrics.horizontalAdvance(page) + (14 if page else 0)
        path = metrics.elidedText(path_text(hit), Qt.TextElideMode.ElideMiddle, box.width() - page_width)
        height = round(_place_height(font, hit))
        painter.setFont(small)
        painter.setPen(QColor(colours.dim))
        row = QRect(box.left(), box.top(), box.width(), height)
        painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, path)
        painter.setPen(QColor(colours.text))
        painter.drawText(row, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, page)
        return height

    def _headings(self, painter: QPainter, font: QFont, hit: Hit, box: QRect) -> int:
        small = scaled(font, 0.9)
        metrics = QFontMetricsF(small)
        text = metrics.elidedText(headings_text(hit), Qt.TextElideMode.ElideMiddle, box.width())
        painter.setFont(small)
        painter.setPen(QColor(theme.current().accent))
        height = round(_small_height(font, headings_text(hit)))
        painter.drawText(QRect(box.left(), box.top(), box.width(), height), Qt.AlignmentFlag.AlignLeft, text)
        return height

    def _snippet(self, painter: QPainter, hit: Hit, prepared: _Prepared, at: QPointF) -> None:
        """The snippet; its answer sentence stands on a coloured ground, matched words are marked on top of it."""
        colours, shown = theme.current(), prepared.snippet
        if hit.chunk_id is None:
            painter.setPen(QColor(colours.dim))
            shown.layout.draw(painter, at)
            return
        selections = []
        if shown.answer is not None:
            selections.append(_range(shown.text, shown.answer, colours.answer, None))
        selections += [_range(shown.text, span, colours.match, colours.on_match) for span in shown.marks]
        painter.setPen(QColor(colours.text))
        shown.layout.draw(painter, at, selections)

    def _also(self, painter: QPainter, font: QFont, hit: Hit, box: QRect) -> None:
        small = scaled(font, 0.88)
        metrics = QFontMetricsF(small)
        text = also_text(hit)
        height = round(_small_height(font, text))
        painter.setFont(small)
        painter.setPen(QColor(theme.current().dim))
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(QRect(box.left(), box.top() - height, box.width(), height), Qt.AlignmentFlag.AlignLeft, text)

    # -- layout

    def _width(self, option: QStyleOptionViewItem) -> int:
        view = option.widget
        viewport = view.viewport() if view is not None and hasattr(view, "viewport") else None
        return viewport.width() if viewport is not None else option.rect.width()

    def _prepare(self, hit: Hit, row: int, width: int, font: QFont, indent: int = 0) -> _Prepared:
        known = self._prepared.get(row)
        if known is not None and known.hit is hit and known.width == width:
            return known
        is_read = hit.chunk_id is not None
        shown = snippet_lines(
            snippet_text(hit), hit.highlights if is_read else (), answer_span(hit) if is_read else None, font,
            max(60, width - 2 * MARGIN - indent),
        )
        height = 2 * MARGIN - 8 + _title_height(font, hit) + GAP + _place_height(font, hit) + GAP + shown.height
        if hit.heading_path:
            height += _small_height(font, headings_text(hit)) + GAP
        if hit.also:
            height += _small_height(font, also_text(hit)) + GAP
        if hit.n_more:
            height += _small_height(font) + GAP
        if hit.versions:
            height += _small_height(font, versions_text(hit)) + GAP
        prepared = _Prepared(hit, width, shown, height + 2)
        self._prepared[row] = prepared
        return prepared


def snippet_text(hit: Hit) -> str:
    """What stands below a hit's title; of a document without text, why there is none."""
    if hit.chunk_id is None:
        return translate("HitDelegate", "No text of it could be read: it is found by its name and its folder.")
    return hit.snippet


def also_text(hit: Hit) -> str:
    """The near-duplicates folded under a hit: by their names, by the whole path where a name says nothing new."""
    paths = [wording.printable(path) for path in (hit.path, *hit.also)]
    names = [path.rsplit("/", 1)[-1] for path in paths]
    told = ", ".join(name if names.count(name) == 1 else path for name, path in zip(names[1:], paths[1:], strict=True))
    return translate("HitDelegate", "The same text also in: {names}").format(names=told)


def passage_place(hit: Hit) -> str:
    """The page and the headings of a passage, in one line."""
    page = translate("HitDelegate", "p. {page}").format(page=wording.number(hit.page)) if hit.page is not None else ""
    return one_line(" · ".join(part for part in (page, " › ".join(hit.heading_path)) if part))


def versions_text(hit: Hit) -> str:
    """The older versions under a hit, each with its day."""
    count = Counts().older_versions(len(hit.versions))
    each = "; ".join(f"{older.version or wording.printable(older.path).rsplit('/', 1)[-1]} ({wording.day(older.modified)})" for older in hit.versions)
    return f"{count}: {each}"


def title_text(hit: Hit) -> str:
    return one_line(wording.printable(hit.title))


def path_text(hit: Hit) -> str:
    return one_line(wording.printable(hit.path))


def headings_text(hit: Hit) -> str:
    return one_line(" › ".join(hit.heading_path))


def _title_height(font: QFont, hit: Hit, is_older: bool = False) -> float:
    return line_height(scaled(font, 1.0) if is_older else scaled(font, 1.1, QFont.Weight.DemiBold), title_text(hit))


def _place_height(font: QFont, hit: Hit) -> float:
    return _small_height(font, path_text(hit))


def _small_height(font: QFont, text: str = "") -> float:
    return line_height(scaled(font, 0.9), text)


def one_line(text: str) -> str:
    """Each white space character as one blank, so that offsets stay."""
    return _OTHER_SPACE.sub(" ", text)


def scaled(font: QFont, factor: float, weight: QFont.Weight | None = None) -> QFont:
    result = QFont(font)
    if font.pointSizeF() > 0:
        result.setPointSizeF(font.pointSizeF() * factor)
    else:
        result.setPixelSize(max(1, round(font.pixelSize() * factor)))
    if weight is not None:
        result.setWeight(weight)
    return result


def _range(text: str, span: tuple[int, int], ground: str, ink: str | None) -> QTextLayout.FormatRange:
    style = QTextCharFormat()
    style.setBackground(QColor(ground))
    if ink is not None:
        style.setForeground(QColor(ink))
        style.setFontWeight(QFont.Weight.DemiBold)
    result = QTextLayout.FormatRange()
    result.start = to_units(text, span[0])      # type: ignore[misc]
    result.length = to_units(text, span[1]) - result.start      # type: ignore[misc]
    result.format = style       # type: ignore[misc]
    return result
