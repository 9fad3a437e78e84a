"""Contrast by WCAG 2.2: 4.5:1 for text, 3:1 for the edges of controls."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton

from ui.window import theme
from ui.window.code_view import _COLOURS
from ui.window.hit_delegate import _BADGE, _PLAIN_BADGE, badge_colours


def contrast(first: str, second: str) -> float:
    """The ratio of relative luminances, 1 to 21."""
    def luminance(name: str) -> float:
        colour = QColor(name)
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
                 for c in (colour.redF(), colour.greenF(), colour.blueF())]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK])
def test_every_text_can_be_read(colours: theme.Colours) -> None:
    grounds = (colours.window, colours.base, colours.raised, colours.hover, colours.selected)
    for ground in (*grounds, colours.answer, colours.passage):
        assert contrast(colours.text, ground) >= 4.5
    for ground in grounds:
        assert contrast(colours.dim, ground) >= 4.5
    for ground in (colours.base, colours.window, colours.selected):
        assert contrast(colours.accent, ground) >= 4.5
    assert contrast(colours.on_accent, colours.accent) >= 4.5
    assert contrast(colours.on_match, colours.match) >= 4.5
    assert contrast(colours.text, colours.error_ground) >= 4.5
    assert contrast(colours.text, colours.warning_ground) >= 4.5
    assert contrast(colours.error, colours.error_ground) >= 3
    assert contrast(colours.edge, colours.base) >= 3
    for pair in _COLOURS.values():
        assert contrast(pair[1 if colours.is_dark else 0], colours.base) >= 4.5
    for kind in (*_BADGE, "other"):
        assert contrast(*badge_colours(kind, colours.is_dark)) >= 4.5
    assert len(_PLAIN_BADGE) == 4


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_theme_is_recognised_by_its_palette(qapp: QApplication, name: str) -> None:
    theme.apply(qapp, name)     # type: ignore[arg-type]
    assert theme.current().is_dark == (name == "dark")
    theme.apply(qapp, "light")


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_disabled_primary_button_looks_disabled(qapp: QApplication, qtbot, name: str) -> None:
    theme.apply(qapp, name)     # type: ignore[arg-type]
    button = QPushButton("Empezar")
    qtbot.addWidget(button)
    button.setProperty("primary", True)
    button.resize(200, 60)
    grounds = []
    for is_enabled in (True, False):
        button.setEnabled(is_enabled)
        grounds.append(QColor(button.grab().toImage().pixel(20, 30)).name())
    assert grounds == [theme.current().accent, theme.current().hover]
    theme.apply(qapp, "light")


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_list_of_choices_opens_with_all_of_them(qapp: QApplication, qtbot, name: str) -> None:
    theme.apply(qapp, name)     # type: ignore[arg-type]
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItems(["Los mejores primero", "Los más recientes primero", "Los más antiguos primero"])
    box.show()
    box.showPopup()
    qtbot.waitUntil(box.view().isVisible)
    view = box.view()
    last = view.visualRect(view.model().index(box.count() - 1, 0))
    assert view.verticalScrollBar().maximum() == 0 and view.viewport().rect().contains(last)
    box.hidePopup()
    theme.apply(qapp, "light")
