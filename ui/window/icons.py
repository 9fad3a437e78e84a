"""Our icons: strokes on a 24 × 24 grid, drawn in the text colour of the theme at the screen's own resolution."""

from __future__ import annotations

import functools
from pathlib import Path

from PySide6.QtCore import QByteArray, QDir, QRectF, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from ui.window import theme

FOLDER = Path(__file__).parent / "icons"

_STROKES = {
    "search": '<circle cx="11" cy="11" r="6.5"/><path d="M16 16l5 5"/>',
    "clear": '<path d="M6 6l12 12M18 6L6 18"/>',
    "folder": '<path d="M3 7a2 2 0 0 1 2-2h4l2 2.5h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/>',
    "folder-add": '<path d="M3 7a2 2 0 0 1 2-2h4l2 2.5h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/>'
                  '<path d="M12 11v5M9.5 13.5h5"/>',
    "open": '<path d="M14 4h6v6M20 4l-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4"/>',
    "copy": '<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15H4V6a2 2 0 0 1 2-2h9v1"/>',
    "quote": '<path d="M4 14a4 4 0 0 0 4 4M4 14V9a2 2 0 0 1 2-2h3v7H4zM14 14a4 4 0 0 0 4 4M14 14V9a2 2 0 0 1 2-2h3v7h-5z"/>',
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2.5"/>',
    "menu": '<path d="M4 7h16M4 12h16M4 17h16"/>',
    "up": '<path d="M6 15l6-6 6 6"/>',
    "down": '<path d="M6 9l6 6 6-6"/>',
    "back": '<path d="M15 5l-7 7 7 7"/>',
    "forward": '<path d="M9 5l7 7-7 7"/>',
    "pause": '<path d="M9 6v12M15 6v12"/>',
    "play": '<path d="M8 5.5v13l10.5-6.5z"/>',
    "remove": '<path d="M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.5 11v5M13.5 11v5"/>',
    "refresh": '<path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 3.5v4h-4"/>',
    "warning": '<path d="M12 4l9 16H3zM12 10v4.5M12 17.2v.3"/>',
    "info": '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5M12 7.6v.3"/>',
    "zoom-in": '<circle cx="11" cy="11" r="6.5"/><path d="M16 16l5 5M11 8.2v5.6M8.2 11h5.6"/>',
    "zoom-out": '<circle cx="11" cy="11" r="6.5"/><path d="M16 16l5 5M8.2 11h5.6"/>',
    "fit": '<path d="M4 12h16M7.5 8.5L4 12l3.5 3.5M16.5 8.5L20 12l-3.5 3.5"/>',
    "find": '<path d="M6 3h8l4 4v4M6 3v18h5"/><circle cx="15.5" cy="16" r="3.2"/><path d="M18 18.4l3 3"/>',
    "right": '<path d="M5 12.5l5 5L19.5 7"/>',
    "wrong": '<path d="M7 7l10 10M17 7L7 17"/>',
    "measure": '<path d="M4 20h16M7 20v-6M12 20V9M17 20V4.5"/>',
    "document": '<path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6"/>',
}


def register() -> None:
    """Let stylesheets name our files as `icon:name.svg`."""
    QDir.setSearchPaths("icon", [str(FOLDER)])


def application_icon() -> QIcon:
    return QIcon(str(FOLDER / "fichero.svg"))


def icon(name: str, colour: str | None = None) -> QIcon:
    """An icon in `colour`, the theme's text colour if None, with a paler one for the disabled state."""
    colours = theme.current()
    result = QIcon()
    for ratio in (1, 2, 3):
        result.addPixmap(pixmap(name, 20, colour or colours.text, ratio), QIcon.Mode.Normal)
        result.addPixmap(pixmap(name, 20, colours.edge, ratio), QIcon.Mode.Disabled)
    return result


def empty() -> QIcon:
    """Nothing, as wide as an icon, so that texts stand below each other."""
    blank = QPixmap(20, 20)
    blank.fill(Qt.GlobalColor.transparent)
    return QIcon(blank)


def pixmap(name: str, size: int, colour: str, ratio: float = 1.0) -> QPixmap:
    return QPixmap.fromImage(_drawn(name, size, colour, ratio))


@functools.lru_cache(maxsize=1024)
def _drawn(name: str, size: int, colour: str, ratio: float) -> QImage:
    """Kept, since every change of colours or language asks for all of them again; an image outlives Qt's application."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="{colour}" '
        f'stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">{_STROKES[name]}</svg>'
    )
    result = QImage(round(size * ratio), round(size * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, size * ratio, size * ratio))
    painter.end()
    result.setDevicePixelRatio(ratio)
    return result
