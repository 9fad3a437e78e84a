"""'Why this result': how a hit came to its place, in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from engine.hits import Hit, RankAndScore
from ui.window import wording
from ui.window.elided_label import ElidedLabel
from ui.window.hit_delegate import scaled
from ui.window.language import translate

MOST_WORDS = 12


def rows_of(hit: Hit, place: int | None = None) -> Iterator[tuple[str, str]]:
    """(what was asked, what came out of it), in the order in which the search does it.

    Args:
        place: where it stands in the list, from 1; None if it does not.
    """
    how, words = hit.explanation, matched_words(hit)
    yield translate("Explanation", "Words"), _place(
        how.bm25, translate("Explanation", "number {rank} by its words"), translate("Explanation", "not among the first by its words")
    )
    if words:
        yield translate("Explanation", "Words that match"), ", ".join(words)
    yield translate("Explanation", "Meaning"), _place(
        how.dense, translate("Explanation", "number {rank} by its meaning"), translate("Explanation", "not among the first by its meaning")
    )
    yield translate("Explanation", "Both together"), _place(how.rrf, translate("Explanation", "number {rank}"), "")
    if how.rerank is not None:
        yield translate("Explanation", "Compared word by word with the question"), _place(how.rerank, translate("Explanation", "number {rank}"), "")
    if how.cross_encoder is not None:
        yield translate("Explanation", "Read again with the question"), _place(how.cross_encoder, translate("Explanation", "number {rank}"), "")
    yield translate("Explanation", "In the end"), translate("Explanation", "number {rank}").format(rank=wording.number(hit.rank))
    if place is not None and place != hit.rank:
        yield translate("Explanation", "In the list, which is ordered by date"), translate("Explanation", "number {rank}").format(rank=wording.number(place))
    if hit.also:
        yield translate("Explanation", "Nearly the same text"), "\n".join(wording.printable(path) for path in hit.also)
    if hit.versions:
        yield translate("Explanation", "Older versions below it"), wording.number(len(hit.versions))


def matched_words(hit: Hit) -> list[str]:
    """The words of the snippet that match the query, each once, as they are written there."""
    found: dict[str, str] = {}
    for start, end in hit.highlights:
        word = hit.snippet[start:end]
        found.setdefault(word.casefold(), word)
    return list(found.values())[:MOST_WORDS]


class ExplanationDialog(QDialog):
    """Beside the results, not in their way: it can stay open, and Esc closes it."""

    def __init__(self, hit: Hit, parent: QWidget | None = None, place: int | None = None, is_passage: bool = False) -> None:
        """Args: place: where it stands in the list, from 1; None if it does not. is_passage: it is ranked among those of its document."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Explanation", "Why this result"))
        title = ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        title.setText(wording.printable(hit.title))
        title.setFont(scaled(self.font(), 1.2, self.font().Weight.DemiBold))
        title.setFixedHeight(title.fontMetrics().height() + 8)
        path = ElidedLabel(Qt.TextElideMode.ElideMiddle, self)      # of an older version's row the newest is explained
        path.setText(wording.printable(hit.path))
        path.setProperty("dim", True)
        path.setFixedHeight(path.fontMetrics().height() + 4)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(18)
        for name, text in rows_of(hit, place):
            label, value = QLabel(name, self), QLabel(text, self)
            label.setProperty("dim", True)
            value.setWordWrap(True)
            value.setTextFormat(Qt.TextFormat.PlainText)
            value.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            value.setAccessibleName(f"{name}: {text}")
            form.addRow(label, value)
        note = QLabel(_what_is_counted(is_passage), self)
        note.setProperty("dim", True)
        note.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.button(QDialogButtonBox.StandardButton.Close).setText(translate("Explanation", "Close"))
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.addWidget(title)
        layout.addWidget(path)
        layout.addLayout(form)
        layout.addWidget(note)
        layout.addWidget(buttons)
        layout.setContentsMargins(20, 14, 20, 14)
        layout.setSpacing(12)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 88)
        buttons.setFocus()


def _what_is_counted(is_passage: bool) -> str:
    """What the numbers are of, and why the last one may be far from those before it."""
    if is_passage:
        return translate("Explanation", "The numbers are those among the passages of this document.")
    return translate(
        "Explanation",
        "In the end documents are counted, not passages: each once, with its copies and older versions below it. Exact codes and names of files go first.",
    )


def _place(found: RankAndScore | None, text: str, otherwise: str) -> str:
    return otherwise if found is None else text.format(rank=wording.number(found.rank))

