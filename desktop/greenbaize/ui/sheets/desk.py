"""The scorer's desk: everything the window's menus do with sheets, and the windows they open."""

from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from greenbaize.app.blank_sheets import BlankSheet, sheets_folder
from greenbaize.app.scorecards import Scorecard
from greenbaize.match.header import Games
from greenbaize.rules.messages import GameError
from greenbaize.ui.blank import BlankWindow, sheet_files
from greenbaize.ui.dialogs.blank_sheet import BlankChosen, BlankSheetDialog
from greenbaize.ui.sheets.page import SheetPage
from greenbaize.ui.sheets.saving import SheetSaver
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class SheetDesk(QObject):
    """Shows, prints and saves sheets, and begins and opens those kept by hand.

    Args:
        window: the window that asks for it; dialogs open over it.
        games: every game by its name.
        theme: the colours.
    """

    def __init__(self, window: QWidget, games: Games, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._games = games
        self._theme = theme
        self.saver = SheetSaver(window)
        self.page: SheetPage | None = None
        """The wide page of the match being played, while it is open."""
        self.blanks: list[BlankWindow] = []
        """The sheets kept by hand that are open."""

    # The sheet of the match

    def show_page(self, card: Scorecard) -> None:
        """Open the wide page of a match's sheet, or bring it forward."""
        if self.page is None:
            self.page = SheetPage(card, self._theme, self._window)
            self.page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.page.closed.connect(self._forget_page)
        self.page.show_card(card)
        self.page.show()
        self.page.raise_()
        self.page.activateWindow()

    def update_page(self, card: Scorecard) -> None:
        """Write what is new on the wide page, if it is open."""
        if self.page is not None:
            self.page.show_card(card)

    def close_page(self) -> None:
        """Put the wide page away, as when its match is left."""
        if self.page is not None:
            self.page.close()

    def print_card(self, card: Scorecard) -> None:
        """“Print sheet…”."""
        self.saver.print_card(card)

    def save_pdf(self, card: Scorecard) -> None:
        """“Save sheet as PDF…”."""
        self.saver.save_pdf(card)

    def save_csv(self, card: Scorecard) -> None:
        """“Save sheet as CSV…”."""
        self.saver.save_csv(card)

    # Sheets kept by hand

    def ask_new_blank(self, game: str = "") -> None:
        """“New blank sheet…”; the game is the one offered first."""
        dialog = BlankSheetDialog(self._games, game, self._window, self._theme)
        dialog.sheet_chosen.connect(self.begin_blank)
        self.saver.open_dialog(dialog)

    def begin_blank(self, chosen: BlankChosen) -> None:
        """Begin a sheet to be kept by hand."""
        blank = BlankSheet.begin(chosen.game, chosen.names, chosen.options)
        self._show_blank(blank)
        if blank.trouble is not None:
            self.saver.tell(Speaker().say(blank.trouble))

    def ask_open_blank(self) -> None:
        """“Open blank sheet…”."""
        dialog = QFileDialog(self._window, tr("Open a sheet kept by hand"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([sheet_files(), tr("All files (*)")])
        dialog.setDirectory(str(sheets_folder()))
        dialog.fileSelected.connect(lambda path: self.open_blank(Path(path)))
        self.saver.open_dialog(dialog)

    def open_blank(self, path: Path) -> None:
        """Go on with a sheet kept by hand, or say why it cannot be read."""
        for window in self.blanks:
            if window.blank.path.absolute() == path.absolute():
                window.raise_()
                window.activateWindow()
                return
        try:
            blank = BlankSheet.open(path)
        except GameError as error:
            text = tr("{path}: {reason}")
            self.saver.tell(text.format(path=path.name, reason=Speaker().say(error.message)))
            return
        self._show_blank(blank)

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        self._theme = theme
        if self.page is not None:
            self.page.set_theme(theme)
        for window in self.blanks:
            window.set_theme(theme)

    def close_all(self) -> None:
        """Close every window of sheets; what is typed is kept."""
        self.close_page()
        for window in list(self.blanks):
            window.close()

    def _show_blank(self, blank: BlankSheet) -> None:
        window = BlankWindow(blank, self._theme)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.blanks.append(window)
        window.closed.connect(lambda: self._forget_blank(window))
        window.show()

    def _forget_page(self) -> None:
        self.page = None

    def _forget_blank(self, window: BlankWindow) -> None:
        if window in self.blanks:
            self.blanks.remove(window)
