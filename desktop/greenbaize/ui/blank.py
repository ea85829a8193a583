"""The window in which a sheet is kept by hand, for a game with real cards at a real table."""

from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QColor, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QWidget

from greenbaize.app.sheets.blank import SUFFIX, BlankSheet
from greenbaize.ui.plain import Label
from greenbaize.ui.sheets.entry_paper import EntryPaper, refusal_of
from greenbaize.ui.sheets.page import EDGE, PaperWindow
from greenbaize.ui.theme import LIGHT, Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title


class BlankWindow(PaperWindow):
    """A sheet to write on, a line that says where the pencil is, and buttons to print and save.

    Args:
        blank: the sheet.
        theme: the colours.
        parent: the window it belongs to.
    """

    def __init__(
        self, blank: BlankSheet, theme: Theme = LIGHT, parent: QWidget | None = None
    ) -> None:
        self.blank = blank
        self._theme = theme
        self.entries = EntryPaper(blank, theme)
        title = tr("Sheet kept by hand: {game}").format(game=game_title(blank.card.game))
        super().__init__(title, self.entries, theme, parent)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.line = Label(parent=self)
        self.line.setWordWrap(True)
        self.save_button = QPushButton(tr("&Save as…"), self)
        self.buttons.insertWidget(0, self.save_button)
        line = QHBoxLayout()
        line.setContentsMargins(EDGE, 4, EDGE, 0)
        line.addWidget(self.line)
        self.column.insertLayout(1, line)
        for first, second in pairwise((self.save_button, self.print_button, self.pdf_button)):
            self.setTabOrder(first, second)
        self.entries.moved.connect(self._on_moved)
        self.entries.refused.connect(self._on_refused)
        self.save_button.clicked.connect(self.ask_save_as)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self, self.ask_save_as)
        self._on_moved(self.entries.where())
        if blank.trouble is not None:
            self._on_refused(blank.trouble)
        self.entries.setFocus()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        self._theme = theme
        super().set_theme(theme)

    def ask_save_as(self) -> None:
        """Ask for another file to keep the sheet in."""
        self.entries.write()
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
        self.entries.write()
        super().closeEvent(event)

    def _on_moved(self, where: str) -> None:
        at = self.entries.pencil_rect().center().toPoint()
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
