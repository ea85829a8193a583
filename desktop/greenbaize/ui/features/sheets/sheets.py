"""Sheets in the window: the sheet page, printing, saving, and sheets kept by hand."""

from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from greenbaize.app.sheets.blank import SUFFIX, BlankSheet, sheet_paths
from greenbaize.app.sheets.files import file_name
from greenbaize.app.sheets.scorecards import Scorecard, scorecard
from greenbaize.rules.errors import GameError
from greenbaize.store import folders
from greenbaize.ui.features.sheets.kept_sheets import BlankSheetDialog, KeptSheetsDialog
from greenbaize.ui.sheets.entry_paper import EntryPaper
from greenbaize.ui.sheets.page import EDGE, PaperWindow, SheetPage
from greenbaize.ui.sheets.saving import SheetSaver, documents, path_text
from greenbaize.ui.shell.pages import TablePage
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.boxes import row_of
from greenbaize.ui.widgets.dialog import Confirmation, fit_on_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.plain import Label, set_tip
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title


class BlankWindow(PaperWindow):
    """Window to fill in a sheet, with a status line and buttons to print and save."""

    def __init__(self, blank: BlankSheet, parent: QWidget | None = None) -> None:
        self.blank = blank
        self.entries = EntryPaper(blank)
        title = tr("Sheet kept by hand: {game}").format(game=game_title(blank.card.game))
        super().__init__(title, self.entries, parent)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.line = Label(parent=self)
        self.line.setWordWrap(True)
        self.save_button = QPushButton(tr("&Save as…"), self)
        self.buttons.insertWidget(0, self.save_button)
        self.column.insertLayout(1, row_of(self.line, margins=(EDGE, 4, EDGE, 0)))
        for first, second in pairwise((self.save_button, self.print_button, self.pdf_button)):
            self.setTabOrder(first, second)
        self.entries.moved.connect(self._on_moved)
        self.entries.changed.connect(self._tell_place)
        self.save_button.clicked.connect(self.ask_save_as)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self, self.ask_save_as)
        self._closing = False
        self._tell_where()
        self.entries.refusal = blank.trouble
        self._on_moved()
        self.entries.setFocus()

    def card(self) -> Scorecard:
        """Return the scorecard to print or save, with the text being typed if it is valid."""
        self.entries.write(insist=True)
        return super().card()

    def ask_save_as(self) -> None:
        self.entries.write(insist=True)
        dialog = FileDialog(self, tr("Save the sheet"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(sheet_files())
        dialog.setDirectory(documents())
        dialog.selectFile(file_name(self.blank.card) + SUFFIX)
        dialog.fileSelected.connect(self.save_as)
        self.saver.open_dialog(dialog)

    def save_as(self, path: str) -> None:
        name = Path(path)
        if not name.suffix:
            name = name.with_name(name.name + SUFFIX)
        self.blank.save_as(name)
        if self.blank.trouble is not None:
            self.saver.tell(Speaker().say(self.blank.trouble))
        else:
            self._tell_where()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the window on Esc; the paper handles Esc first while it has text to discard."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save what has been typed, and ask where something would be lost."""
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
        """Save what has been typed, also when the window is hidden with its parent."""
        if not event.spontaneous():
            self.entries.write(insist=True)
        super().hideEvent(event)

    def _loss(self) -> str:
        typed = self.entries.typed
        if not self.entries.write(insist=True):
            words = tr("“{text}” cannot be written and would be lost.")
            return words.format(text=shown_words(typed or ""))
        if self.blank.trouble is not None:
            self.blank.save()  # the disk may be available again
        trouble = self.blank.trouble
        return "" if trouble is None else Speaker().say(trouble)

    def _on_close_confirmed(self) -> None:
        self._closing = True
        self.close()

    def _tell_where(self) -> None:
        kept = tr("Kept in {path}; every entry is saved at once.")
        where = kept.format(path=path_text(self.blank.path))
        self.news.setText(where)
        set_tip(self.news, where)  # the label may be too narrow for the path
        self.news.show()

    def _on_moved(self) -> None:
        at = self.entries.pencil_rect().center().toPoint()
        self.view.ensureVisible(at.x(), at.y(), 60, 60)
        self._tell_place()

    def _tell_place(self) -> None:
        """Show the error at the pencil, or its position and the possible values."""
        paper = self.entries
        wrong = paper.refusal or paper.doubt or (paper.misfit() if paper.typed is None else None)
        if wrong is not None:
            text = Speaker(self.blank.names).say(wrong)
            if paper.asked_twice:
                more = tr("{reason} Enter once more writes it all the same, marked as wrong.")
                text = more.format(reason=text)
        else:
            where, values = paper.where(), paper.fitting()
            text = tr("{place}: {values}. Tab or Enter goes on; arrows move about.")
            if not values:
                text = tr("{place}. Tab or Enter goes on; arrows move about.")
            text = text.format(place=where, values=values) if where else ""
        role = QPalette.ColorRole
        self.line.setForegroundRole(role.PlaceholderText if wrong is None else role.BrightText)
        self.line.setText(text)


def sheet_files() -> str:
    """Return the name filter of file dialogs for sheets kept by hand."""
    return tr("Sheets kept by hand (*.sheet.json)")


class Sheets(QObject):
    """Controller of everything the window does with sheets."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services, self._window = services, services.window
        services.pages.changed.connect(self._on_page_changed)
        self._shown: TablePage | None = None
        """Table page whose sheet changes are shown, or None."""
        self._saver = SheetSaver(self._window)
        self._saver.saved.connect(services.notifications.mention)
        self.page: Any = None
        """Sheet page of the match on the table while it is open, else None."""
        self._on_page_changed()

    @property
    def _playing(self) -> TablePage | None:
        return self._services.pages.table

    def _on_page_changed(self) -> None:
        table = self._playing
        if table is not None and table is not self._shown:
            table.sheet_changed.connect(self._on_sheet_changed)
        self._shown = table
        if table is None and self.page is not None:
            self.page.close()

    # The match on the table

    def _card(self) -> Scorecard:
        assert self._playing is not None
        place = self._playing.place
        return scorecard(place.header, place.game.sheet(self._playing.seen), place.record)

    def _on_sheet_changed(self) -> None:
        if self.page is not None and self._playing is not None:
            self.page.show_card(self._card())

    def show_page(self) -> None:
        if self.page is None:
            self.page = SheetPage(self._card(), self._window)
            self.page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.page.closed.connect(self._on_page_closed)
        self.page.show()
        self.page.raise_()

    def _on_page_closed(self) -> None:
        self.page = None

    def print_sheet(self) -> None:
        self._saver.print_card(self._card())

    def save_pdf(self) -> None:
        self._saver.save_pdf(self._card())

    def save_csv(self) -> None:
        self._saver.save_csv(self._card())

    # Sheets kept by hand

    def ask_blank(self) -> None:
        game = "" if self._playing is None else self._playing.place.header.game
        dialog = BlankSheetDialog(self._services.games, game, self._window)
        dialog.sheet_chosen.connect(lambda chosen: self._keep_by_hand(BlankSheet.begin(*chosen)))
        self._services.dialogs.open(dialog)

    def ask_open(self) -> None:
        dialog = KeptSheetsDialog(sheet_paths(), self._window)
        dialog.path_chosen.connect(self.open_blank)
        dialog.other_asked.connect(self.ask_open_file)
        self._services.dialogs.open(dialog)

    def ask_open_file(self) -> None:
        dialog = FileDialog(self._window, tr("Open a sheet"), str(folders.sheets()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(sheet_files())
        dialog.fileSelected.connect(self.open_blank)
        fit_on_screen(dialog)
        self._services.dialogs.open(dialog)

    def open_blank(self, path: str) -> None:
        try:
            blank = BlankSheet.open(Path(path))
        except GameError as error:
            self._saver.tell(Speaker().say(error.message))
            return
        self._keep_by_hand(blank)

    def _keep_by_hand(self, blank: BlankSheet) -> None:
        for window in self._window.findChildren(BlankWindow):
            # Two windows on one file would overwrite each other's entries.
            if window.isVisible() and window.blank.path == blank.path:
                window.raise_()
                window.activateWindow()
                return
        window = BlankWindow(blank, self._window)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.show()
