"""The window in which a sheet is kept by hand, for a game with real cards at a real table."""

from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QPalette,
    QShortcut,
)
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QWidget

from greenbaize.app.sheets.blank import SUFFIX, BlankSheet
from greenbaize.app.sheets.files import file_name
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.ui.dialogs.dialog import Confirmation
from greenbaize.ui.plain import Label, set_tip
from greenbaize.ui.sheets.entry_paper import EntryPaper, refusal_of
from greenbaize.ui.sheets.page import EDGE, PaperWindow
from greenbaize.ui.sheets.saving import documents, path_text
from greenbaize.ui.theme import LIGHT, Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_words
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
        self.entries.doubted.connect(self._on_doubted)
        self.save_button.clicked.connect(self.ask_save_as)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self, self.ask_save_as)
        self._closing = False
        self._tell_where()
        self._on_moved(self.entries.where())
        if blank.trouble is not None:
            self._on_refused(blank.trouble)
        self.entries.setFocus()

    def card(self) -> Scorecard:
        """What is printed and saved: with what is being typed, if it can be written."""
        self.entries.write(insist=True)
        return super().card()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        self._theme = theme
        super().set_theme(theme)

    def ask_save_as(self) -> None:
        """Ask for another file to keep the sheet in."""
        self.entries.write(insist=True)
        dialog = QFileDialog(self, tr("Save the sheet"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(sheet_files())
        dialog.setDirectory(documents())
        dialog.selectFile(file_name(self.blank.card) + SUFFIX)
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
        else:
            self._tell_where()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the window, once it has nothing to take back on the paper."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep what has been typed, and ask where something would be lost."""
        loss = "" if self._closing else self._loss()
        if loss:
            event.ignore()
            question = Confirmation(
                self, tr("Close the sheet?"), loss, tr("&Close"), tr("&Keep writing")
            )
            question.confirmed.connect(self._on_close_confirmed)
            question.open()
            return
        super().closeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep what has been typed, also when the window goes with another."""
        if not event.spontaneous():
            self.entries.write(insist=True)
        super().hideEvent(event)

    def _loss(self) -> str:
        """What would be lost if the window were closed, in words."""
        typed = self.entries.typed
        if not self.entries.write(insist=True):
            words = tr("“{text}” cannot be written and would be lost.")
            return words.format(text=shown_words(typed or ""))
        if self.blank.trouble is not None:
            self.blank.save()  # the disk may be there again
        trouble = self.blank.trouble
        return "" if trouble is None else Speaker().say(trouble)

    def _on_close_confirmed(self) -> None:
        self._closing = True
        self.close()

    def _tell_where(self) -> None:
        kept = tr("Kept in {path}; every entry is saved at once.")
        where = kept.format(path=path_text(self.blank.path))
        self.news.setText(where)
        set_tip(self.news, where)  # no line may be wide enough for it
        self.news.show()

    def _on_moved(self, where: str) -> None:
        at = self.entries.pencil_rect().center().toPoint()
        self.view.ensureVisible(at.x(), at.y(), 60, 60)
        self._show_place(where)

    def _show_place(self, where: str) -> None:
        """Say where the pencil is, and what can be there."""
        typing = self.entries.typed is not None
        why = None if typing else self.entries.misfit()
        if why is not None:
            self._say(Speaker(self.blank.names).say(why), wrong=True)
            return
        values = self.entries.fitting()
        hint = tr("{place}: {values}. Tab or Enter goes on; arrows move about.")
        if not values:
            hint = tr("{place}. Tab or Enter goes on; arrows move about.")
        self._say(hint.format(place=where, values=values) if where else "", wrong=False)

    def _on_doubted(self, message: Any) -> None:
        if message is None:
            self._show_place(self.entries.where())
        else:
            self._say(Speaker(self.blank.names).say(refusal_of(message)), wrong=True)

    def _on_refused(self, message: Any) -> None:
        reason = Speaker(self.blank.names).say(refusal_of(message))
        if self.entries.asked_twice:
            more = tr("{reason} Enter once more writes it all the same, marked as wrong.")
            reason = more.format(reason=reason)
        self._say(reason, wrong=True)

    def _say(self, text: str, *, wrong: bool) -> None:
        palette = self.line.palette()
        ink = self._theme.loss if wrong else self._theme.ink_quiet
        palette.setColor(QPalette.ColorRole.WindowText, QColor(ink))
        self.line.setPalette(palette)
        self.line.setText(text)


def sheet_files() -> str:
    """What files of sheets are called in a dialog."""
    return tr("Sheets kept by hand (*.sheet.json)")
