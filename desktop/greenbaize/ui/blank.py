"""The window in which a sheet is kept by hand, for a game with real cards at a real table."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QColor, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from greenbaize.app.sheets.blank import SUFFIX, BlankSheet
from greenbaize.ui.plain import Label
from greenbaize.ui.sheets.entry_paper import EntryPaper, refusal_of
from greenbaize.ui.sheets.page import EDGE, PageScroll
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.sheets.saving import SheetSaver
from greenbaize.ui.theme import LIGHT, Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title


class BlankWindow(QWidget):
    """A sheet to write on, a line that says where the pencil is, and buttons to print and save.

    Args:
        blank: the sheet.
        theme: the colours.
        parent: the window it belongs to.
    """

    closed = Signal()

    def __init__(
        self, blank: BlankSheet, theme: Theme = LIGHT, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.blank = blank
        title = tr("Sheet kept by hand: {game}").format(game=game_title(blank.card.game))
        self.setWindowTitle(title)
        self.paper = EntryPaper(blank, theme)
        self.view = PageScroll(self.paper, theme, self)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.saver = SheetSaver(self)
        self.line = Label(parent=self)
        self.line.setWordWrap(True)
        self.print_button = QPushButton(tr("&Print…"), self)
        self.pdf_button = QPushButton(tr("Save as P&DF…"), self)
        self.csv_button = QPushButton(tr("Save as &CSV…"), self)
        self.save_button = QPushButton(tr("&Save as…"), self)
        self.close_button = QPushButton(tr("C&lose"), self)
        self._theme = theme
        self._lay_out()
        self._connect()
        self.resize(self.screen().availableSize().boundedTo(QSize(1280, 780)))
        self.set_theme(theme)
        self._on_moved(self.paper.where())
        if blank.trouble is not None:
            self._on_refused(blank.trouble)
        self.paper.setFocus()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 6, EDGE, 12)
        for button in (self.save_button, self.print_button, self.pdf_button, self.csv_button):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.close_button)
        line = QHBoxLayout()
        line.setContentsMargins(EDGE, 4, EDGE, 0)
        line.addWidget(self.line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addLayout(line)
        column.addLayout(row)

    def _connect(self) -> None:
        self.paper.moved.connect(self._on_moved)
        self.paper.refused.connect(self._on_refused)
        self.print_button.clicked.connect(lambda: self.saver.print_card(self.blank.card))
        self.pdf_button.clicked.connect(lambda: self.saver.save_pdf(self.blank.card))
        self.csv_button.clicked.connect(lambda: self.saver.save_csv(self.blank.card))
        self.save_button.clicked.connect(self.ask_save_as)
        self.close_button.clicked.connect(self.close)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Print), self, self.print_button.click)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self, self.ask_save_as)

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        self._theme = theme
        self.setPalette(paper_palette(theme))
        self.setAutoFillBackground(True)
        self.view.set_theme(theme)

    def ask_save_as(self) -> None:
        """Ask for another file to keep the sheet in."""
        self.paper.write()
        dialog = QFileDialog(self, tr("Save the sheet"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(sheet_files())
        dialog.setDirectory(str(self.blank.path.parent))
        dialog.selectFile(self.blank.path.name)
        dialog.fileSelected.connect(self.save_as)
        self.saver.open_dialog(dialog)

    def save_as(self, path: str) -> None:
        """Keep the sheet in another file from now on."""
        name = Path(path)
        if not name.suffix:
            name = name.with_name(name.name + SUFFIX)
        self.blank.save_as(name)
        if self.blank.trouble is not None:
            self.saver.tell(Speaker().say(self.blank.trouble))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep what has been typed."""
        self.paper.write()
        self.closed.emit()
        super().closeEvent(event)

    def _on_moved(self, where: str) -> None:
        at = self.paper.pencil_rect().center().toPoint()
        self.view.ensureVisible(at.x(), at.y(), 60, 60)
        hint = tr("{place}: type, then Tab or Enter; arrows move about.")
        self._say(hint.format(place=where) if where else "", wrong=False)

    def _on_refused(self, message: Any) -> None:
        self._say(Speaker(self.blank.names).say(refusal_of(message)), wrong=True)

    def _say(self, text: str, *, wrong: bool) -> None:
        palette = self.line.palette()
        ink = self._theme.loss if wrong else self._theme.ink_quiet
        palette.setColor(QPalette.ColorRole.WindowText, QColor(ink))
        self.line.setPalette(palette)
        self.line.setText(text)


def sheet_files() -> str:
    """What files of sheets are called in a dialog."""
    return tr("Sheets kept by hand (*.sheet.json)")
