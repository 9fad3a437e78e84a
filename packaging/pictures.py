"""Draws the program's icon, as every system wants it, from ui/window/icons/fichero.svg into packaging/pictures.

    QT_QPA_PLATFORM=offscreen python packaging/pictures.py        after the drawing has changed; the results are committed
"""

from __future__ import annotations

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "packaging" / "pictures"
PNG_SIZES = (48, 128, 256)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_KINDS = {"icp4": 16, "icp5": 32, "icp6": 64, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}


def png(renderer: QSvgRenderer, size: int) -> bytes:
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")           # type: ignore[call-overload]
    return bytes(data.data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """A Windows icon that holds PNGs: header, one entry of 16 bytes each (0 means 256), the pictures."""
    offset = 6 + 16 * len(pictures)
    entries, content = b"", b""
    for size, data in pictures.items():
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset + len(content))
        content += data
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + content


def icns(pictures: dict[str, bytes]) -> bytes:
    """An Apple icon: "icns" and the length of all, then kind, length and picture of each."""
    content = b"".join(kind.encode() + struct.pack(">I", 8 + len(data)) + data for kind, data in pictures.items())
    return b"icns" + struct.pack(">I", 8 + len(content)) + content


def main() -> None:
    renderer = QSvgRenderer(str(ROOT / "ui" / "window" / "icons" / "fichero.svg"))
    FOLDER.mkdir(exist_ok=True)
    for size in PNG_SIZES:
        (FOLDER / f"fichero-{size}.png").write_bytes(png(renderer, size))
    (FOLDER / "fichero.ico").write_bytes(ico({size: png(renderer, size) for size in ICO_SIZES}))
    (FOLDER / "fichero.icns").write_bytes(icns({kind: png(renderer, size) for kind, size in ICNS_KINDS.items()}))


if __name__ == "__main__":
    main()
