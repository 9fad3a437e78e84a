"""The page of the folders: what is indexed and how far, what could not be read and why, the index and its models."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.messages import FolderStatus, Status, UnreadableDocument
from engine.processes.indexing_messages import IndexingState, IndexProgress
from ui.window import icons, progress_words, wording
from ui.window.elided_label import ElidedLabel
from ui.window.hit_delegate import scaled
from ui.window.pages import scrolling
from ui.window.unreadable_list import UnreadableList


class FoldersPage(QWidget):
    add_wanted = Signal()
    remove_wanted = Signal(str)
    refresh_wanted = Signal(str)        # a folder; "" for all
    retry_wanted = Signal(tuple)        # documents that could not be read
    first_wanted = Signal(str)          # a folder that goes before all others
    recognise_wanted = Signal(str, bool)        # a folder, and whether text is recognised in its pictures
    recogniser_missing = Signal()       # it was wanted, and is not installed
    pause_wanted = Signal(bool)
    show_wanted = Signal(str)           # a path: show it in its folder
    open_wanted = Signal(str)
    unlock_wanted = Signal(str)         # a document under a password
    why_wanted = Signal(str)            # a document that could not be read
    report_wanted = Signal()            # for somebody who helps
    back_wanted = Signal()

    def __init__(self, data_dir: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data_dir = data_dir
        self._status: Status | None = None
        self._progress: IndexProgress | None = None
        self._state: IndexingState | None = None
        self._cards: dict[str, FolderCard] = {}
        self._is_expecting = False          # a folder that has been added and is not in the catalog yet
        self._back, self._add, self._refresh = QToolButton(self), QPushButton(self), QPushButton(self)
        self._title = QLabel(self)
        self.progress = ProgressCard(self)
        self.unreadable = UnreadableList(self)
        self._index, self._report = QLabel(self), QPushButton(self)
        self._report.clicked.connect(self.report_wanted)
        self._index.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self._index.setWordWrap(True)
        self._index.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._index.setTextFormat(Qt.TextFormat.PlainText)
        self._index.setMargin(20)
        self._tabs = QTabWidget(self)
        self._build()
        self._back.clicked.connect(self.back_wanted)
        self._add.clicked.connect(self.add_wanted)
        self._refresh.clicked.connect(lambda: self.refresh_wanted.emit(""))
        self.progress.pause_wanted.connect(self.pause_wanted)
        self.unreadable.show_wanted.connect(self.show_wanted)
        self.unreadable.open_wanted.connect(self.open_wanted)
        self.unreadable.unlock_wanted.connect(self.unlock_wanted)
        self.unreadable.why_wanted.connect(self.why_wanted)
        self.unreadable.retry_wanted.connect(self.retry_wanted)
        self.retranslate()

    def set_status(self, status: Status) -> None:
        self._status = status
        paths = [folder.path for folder in status.folders]
        for path in list(self._cards):
            if path not in paths:
                self._cards.pop(path).deleteLater()
        for row, folder in enumerate(status.folders):
            card = self._cards.get(folder.path)
            if card is None:
                card = FolderCard(self)
                card.remove_wanted.connect(self._confirm_removal)
                card.refresh_wanted.connect(self.refresh_wanted)
                card.first_wanted.connect(self.first_wanted)
                card.recognise_wanted.connect(self._recognise)
                card.show_wanted.connect(self.show_wanted)
                self._cards[folder.path] = card
                self._list.insertWidget(row, card)
            card.set_folder(folder, status.is_ocr_everywhere)
        self._none.setVisible(not paths)
        self._is_expecting = self._is_expecting and not paths
        self._fill()

    def expect_folder(self, is_expected: bool) -> None:
        """A folder has been added, or could not be."""
        self._is_expecting = is_expected
        self._fill()

    def set_progress(self, progress: IndexProgress | None, state: IndexingState | None) -> None:
        self._progress, self._state = progress, state
        self.progress.set_progress(progress, state, self._status, self._is_expecting)

    def set_errors(self, documents: tuple[UnreadableDocument, ...]) -> None:
        self.unreadable.set_documents(documents)
        self._fill()

    def show_tab(self, name: str) -> None:
        self._tabs.setCurrentIndex({"folders": 0, "unreadable": 1, "index": 2}[name])

    def show_folder(self, path: str) -> None:
        """Bring its card into sight, and the focus to it."""
        card = self._cards.get(path)
        if card is not None:
            card.focus_first()
            self._area.ensureWidgetVisible(card)

    def retranslate(self) -> None:
        self._back.setToolTip(self.tr("Back to the search (Esc)"))
        self._back.setAccessibleName(self._back.toolTip())
        self._back.setIcon(icons.icon("back"))
        self._title.setText(self.tr("Folders and index"))
        self._add.setText(self.tr("Add folder…"))
        self._add.setToolTip(self.tr("Add a folder (Ctrl+O)"))
        self._refresh.setText(self.tr("Look for changes"))
        self._refresh.setToolTip(self.tr("Read what is new or has changed, forget what is gone"))
        self._tabs.setAccessibleName(self.tr("Folders and index"))
        self._report.setText(self.tr("Report for somebody who helps…"))
        self._report.setToolTip(self.tr("Counts, sizes and versions; no text, no names, no paths, no searches"))
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._back.setIcon(icons.icon("back"))

    def _build(self) -> None:
        self._title.setFont(scaled(self.font(), 1.5, self.font().Weight.DemiBold))
        self._add.setProperty("primary", True)
        top = QHBoxLayout()
        top.addWidget(self._back)
        top.addWidget(self._title, 1)
        top.addWidget(self._refresh)
        top.addWidget(self._add)
        cards = QWidget()
        self._list = QVBoxLayout(cards)
        self._list.setContentsMargins(0, 12, 8, 12)
        self._list.setSpacing(10)
        self._none = QLabel(self)
        self._none.setProperty("dim", True)
        self._list.addWidget(self._none)
        self._list.addStretch(1)
        self._area = area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(cards)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.viewport().setAutoFillBackground(False)
        cards.setAutoFillBackground(False)
        self._tabs.addTab(area, "")
        self._tabs.addTab(scrolling(self.unreadable, self), "")
        self._tabs.addTab(self._index_page(), "")
        content = QWidget(self)         # scrolls as a whole in a low window, such as that of a small screen with large text
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolling(content, self))
        layout = QVBoxLayout(content)
        layout.setContentsMargins(28, 18, 28, 12)
        layout.setSpacing(12)
        layout.addLayout(top)
        layout.addWidget(self.progress)
        layout.addWidget(self._tabs, 1)

    def _index_page(self) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.addWidget(scrolling(self._index, page), 1)
        row = QHBoxLayout()
        row.addWidget(self._report)
        row.addStretch(1)
        column.addLayout(row)
        return page

    def _fill(self) -> None:
        status = self._status
        without_text = self.unreadable.n_unrecognised
        failed = self.unreadable.count - without_text
        self._tabs.setTabText(0, self.tr("Folders"))
        unread = self.tr("Not readable ({count})").format(count=wording.number(failed))
        if without_text:
            unread += ", " + self.tr("without text ({count})").format(count=wording.number(without_text))
        self._tabs.setTabText(1, unread)
        self._tabs.setTabText(2, self.tr("Index and models"))
        self._none.setText(
            self.tr("The folder appears here in a moment.") if self._is_expecting else self.tr("No folder has been added yet.")
        )
        for card in self._cards.values():
            card.fill()
        self.progress.set_progress(self._progress, self._state, status, self._is_expecting)
        if status is None:
            return
        names = {
            "catalog": self.tr("Catalog and texts"), "text": self.tr("Word index"), "vectors": self.tr("Meaning vectors"),
            "bits": self.tr("Token bits for ranking"),
        }
        lines = [
            self.tr("%n document(s)", "", status.documents) + ", " + self.tr("%n passage(s)", "", status.chunks),
            "",
            self.tr("Room on disk"),
            *(f"   {names.get(name, name)}: {wording.size(n_bytes)}" for name, n_bytes in status.sizes),
            "",
            self.tr("Models, all on this computer"),
            *(f"   {model}" for model in status.models or (self.tr("none is prepared"),)),
            "",
            self.tr("Everything that Fichero writes lies in this folder. Nothing leaves this computer."),
            f"   {wording.printable(self._data_dir)}",
        ]
        self._index.setText("\n".join(lines))

    def _recognise(self, path: str, is_on: bool) -> None:
        if is_on and self._status is not None and not self._status.is_ocr_installed:
            self._cards[path].fill()
            self.recogniser_missing.emit()
        else:
            self.recognise_wanted.emit(path, is_on)

    def _confirm_removal(self, path: str) -> None:
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Remove folder"))
        box.setText(self.tr("Remove “{folder}” from the index?").format(folder=wording.printable(path)))
        box.setInformativeText(self.tr(
            "Your files stay as they are. Fichero forgets what it read there; to search it again it must be read again."
        ))
        remove = box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.buttonClicked.connect(lambda button: self.remove_wanted.emit(path) if button is remove else None)
        box.open()


class FolderCard(QFrame):
    remove_wanted = Signal(str)
    first_wanted = Signal(str)
    refresh_wanted = Signal(str)
    show_wanted = Signal(str)
    recognise_wanted = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._folder: FolderStatus | None = None
        self._is_ocr_everywhere = False
        self._recognise = QCheckBox(self)
        self._recognise.clicked.connect(
            lambda is_on: self.recognise_wanted.emit(self._folder.path, is_on) if self._folder is not None else None
        )
        self._path = ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        self._path.setFont(scaled(self.font(), 1.1, self.font().Weight.DemiBold))
        self._facts, self._left_out = QLabel(self), QLabel(self)
        for label in (self._facts, self._left_out):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._left_out.setProperty("dim", True)
        self._buttons = {name: QToolButton(self) for name in ("show", "refresh", "first", "remove")}
        self._buttons["show"].clicked.connect(lambda: self._emit(self.show_wanted))
        self._buttons["refresh"].clicked.connect(lambda: self._emit(self.refresh_wanted))
        self._buttons["first"].clicked.connect(lambda: self._emit(self.first_wanted))
        self._buttons["remove"].clicked.connect(lambda: self._emit(self.remove_wanted))
        first = QHBoxLayout()
        first.addWidget(self._path, 1)
        for button in self._buttons.values():
            first.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 12, 12, 14)
        layout.setSpacing(4)
        layout.addLayout(first)
        layout.addWidget(self._facts)
        layout.addWidget(self._left_out)
        layout.addWidget(self._recognise)

    def set_folder(self, folder: FolderStatus, is_ocr_everywhere: bool = False) -> None:
        if (folder, is_ocr_everywhere) != (self._folder, self._is_ocr_everywhere):
            self._folder, self._is_ocr_everywhere = folder, is_ocr_everywhere
            self.fill()

    def focus_first(self) -> None:
        self._buttons["show"].setFocus(Qt.FocusReason.OtherFocusReason)

    def fill(self) -> None:
        """Words in the language in use."""
        folder = self._folder
        if folder is None:
            return
        self._path.setText(wording.printable(folder.path))
        facts = [self.tr("%n document(s)", "", folder.documents)]
        if folder.failed:
            facts.append(self.tr("%n not readable", "", folder.failed))
        if folder.unrecognised:
            facts.append(self.tr("%n waiting for text recognition", "", folder.unrecognised))
        if folder.without_text:
            facts.append(self.tr("%n without text: pictures or scans", "", folder.without_text))
        if not folder.is_available:
            facts.append(self.tr("not available: its drive or folder is away, what was read is kept"))
        elif folder.stage == "complete" and folder.documents:
            facts.append(self.tr("found by words and by meaning"))
        elif folder.stage != "complete":
            facts.append(self.tr("found by words; %n document(s) still to be learned by meaning", "", folder.pending))
        self._facts.setText(" · ".join(facts))
        folders = dict(folder.left_out_folders)
        parts = [
            progress_words.left_out_in_words(rule, count) + self._with_folders(folders.get(rule, 0))
            for rule, count in folder.left_out if count
        ]
        self._left_out.setText(self.tr("Left out: {what}").format(what=", ".join(parts)) if parts else "")
        self._left_out.setVisible(bool(parts))
        self._recognise.setText(self.tr("Recognise text in pictures and scans"))
        self._recognise.setChecked(folder.ocr or self._is_ocr_everywhere)
        self._recognise.setEnabled(not self._is_ocr_everywhere)
        self._recognise.setToolTip(
            self.tr("On in all folders, by the switch in the menu") if self._is_ocr_everywhere
            else self.tr("Pictures and scanned pages of this folder are read too, after all else")
        )
        name = wording.printable(folder.path)
        for key, text, icon in (
            ("show", self.tr("Show in the file manager"), "open"), ("refresh", self.tr("Look for changes"), "refresh"),
            ("first", self.tr("Index this before all else"), "play"), ("remove", self.tr("Remove from the index…"), "remove"),
        ):
            self._buttons[key].setToolTip(text)
            self._buttons[key].setAccessibleName(f"{text}: {name}")
            self._buttons[key].setIcon(icons.icon(icon))
        self._recognise.setAccessibleName(f"{self._recognise.text()}: {name}")

    def _with_folders(self, count: int) -> str:
        return " " + self.tr("(and all in %n folder(s))", "", count) if count else ""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self.fill()

    def _emit(self, signal: SignalInstance) -> None:
        if self._folder is not None:
            signal.emit(self._folder.path)


class ProgressCard(QFrame):
    """What the indexer is at, with numbers and the time left, and the button that pauses it."""

    pause_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._state: IndexingState | None = None
        self._text, self._file = QLabel(self), ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        self._file.setProperty("dim", True)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._pause = QPushButton(self)
        self._pause.clicked.connect(lambda: self.pause_wanted.emit(not (self._state is not None and self._state.is_paused)))
        self._text.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self._text, 1)
        row.addWidget(self._pause)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 12, 12, 14)
        layout.setSpacing(6)
        layout.addLayout(row)
        layout.addWidget(self._bar)
        layout.addWidget(self._file)

    @property
    def text(self) -> str:
        return self._text.text()

    def set_progress(
        self, progress: IndexProgress | None, state: IndexingState | None, status: Status | None, is_expecting: bool = False
    ) -> None:
        """Args: is_expecting: a folder was added that the status does not know yet."""
        self._state = state
        text = progress_words.stage_in_words(progress, state)
        is_busy = bool(text)
        if not text:
            done = status is None or status.stage == "complete"
            text = self.tr("Everything is up to date") if done else self.tr("Indexing is about to go on")
            if is_expecting:
                text = self.tr("The folder is about to be read")
            elif status is not None and not status.folders:
                text = self.tr("Nothing to index yet")
        self._text.setText(text)
        is_paused = state is not None and state.is_paused
        share = progress_words.share(progress)
        self._bar.setVisible(is_busy)
        self._bar.setRange(0, 0 if share is None and not is_paused else 1000)
        self._bar.setValue(share or 0)
        self._bar.setAccessibleName(text)
        path = progress.current_path if progress is not None and is_busy and not is_paused else ""
        self._file.setText(wording.printable(path))
        self._file.setVisible(is_busy and not is_paused)
        self._pause.setVisible(is_busy)
        self._pause.setText(self.tr("Resume") if is_paused else self.tr("Pause"))
        self._pause.setIcon(icons.icon("play" if is_paused else "pause"))
