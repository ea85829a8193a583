"""The window's Sheet menu: the wide sheet, printing and saving it, and sheets kept by hand."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from greenbaize.rules.errors import GameError
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.app.sheets.scorecards import Scorecard
    from greenbaize.match.header import Games
    from greenbaize.ui.memory.replaying import Replaying
    from greenbaize.ui.playing import Playing


class SheetMenu(QObject):
    """Everything the window does with sheets; what is costly is imported when it is asked for.

    Args:
        window: the program's window.
        games: every game by its name.
        theme: the colours.
    """

    saved = Signal(str)
    """A file of the match's sheet has been written: where, in a sentence."""

    def __init__(self, window: QMainWindow, games: "Games", theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._games = games
        self._theme = theme
        self._playing: Playing | Replaying | None = None
        self._windows: list[QWidget] = []
        self.page: Any = None
        """The wide sheet of the match on the table, while it is open."""
        self.dialog: Any = None
        """The dialog that was opened last."""
        menu = window.menuBar().addMenu(tr("&Sheet"))
        self._match_actions = (
            self._action(menu, tr("&Whole sheet"), self.show_page, "F9"),
            self._action(menu, tr("&Print sheet…"), self.print_sheet, "Ctrl+P"),
            self._action(menu, tr("Save sheet as P&DF…"), self.save_pdf),
            self._action(menu, tr("Save sheet as &CSV…"), self.save_csv),
        )
        menu.addSeparator()
        self._action(menu, tr("New &blank sheet…"), self.ask_blank)
        self._action(menu, tr("&Open blank sheet…"), self.ask_open)
        self.show_match(None)

    def _action(self, menu: QMenu, text: str, slot: Any, keys: str = "") -> QAction:
        action = menu.addAction(text)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _=False: slot())
        return action

    def show_match(self, playing: "Playing | Replaying | None") -> None:
        """Be about this match from now on, or about none."""
        if playing is not None and playing is not self._playing:
            playing.sheet_changed.connect(self._on_sheet_changed)
        self._playing = playing
        for action in self._match_actions:
            action.setEnabled(playing is not None)
        if playing is None and self.page is not None:
            self.page.close()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        for window in self._windows:
            window.set_theme(theme)  # type: ignore[attr-defined]

    # The match on the table

    def _card(self) -> "Scorecard":
        from greenbaize.app.sheets.scorecards import scorecard  # noqa: PLC0415

        assert self._playing is not None
        place = self._playing.place
        return scorecard(place.header, place.game.sheet(self._playing.seen), place.record)

    def _on_sheet_changed(self) -> None:
        if self.page is not None and self._playing is not None:
            self.page.show_card(self._card())

    def show_page(self) -> None:
        """Show the whole sheet in a window of its own."""
        from greenbaize.ui.sheets.page import SheetPage  # noqa: PLC0415

        if self._playing is None:
            return
        if self.page is None:
            self.page = SheetPage(self._card(), self._theme, self._window)
            self.page.closed.connect(self._on_page_closed)
            self._keep(self.page)
        self.page.show()
        self.page.raise_()

    def _on_page_closed(self) -> None:
        self.page = None

    def _saver(self) -> Any:
        from greenbaize.ui.sheets.saving import SheetSaver  # noqa: PLC0415

        saver = SheetSaver(self._window)
        saver.saved.connect(self.saved)
        return saver

    def print_sheet(self) -> None:
        """Ask for a printer and print the sheet."""
        if self._playing is not None:
            self._saver().print_card(self._card())

    def save_pdf(self) -> None:
        """Ask where and save the sheet as a page to print."""
        if self._playing is not None:
            self._saver().save_pdf(self._card())

    def save_csv(self) -> None:
        """Ask where and save the sheet as a table of numbers."""
        if self._playing is not None:
            self._saver().save_csv(self._card())

    # Sheets kept by hand

    def ask_blank(self) -> None:
        """Ask for which game and players a sheet is to be kept by hand."""
        from greenbaize.ui.dialogs.blank_sheet import BlankSheetDialog  # noqa: PLC0415

        game = "" if self._playing is None else self._playing.place.header.game
        dialog = BlankSheetDialog(self._games, game, self._window, self._theme)
        dialog.sheet_chosen.connect(self._begin_blank)
        self._open(dialog)

    def _begin_blank(self, chosen: Any) -> None:
        from greenbaize.app.sheets.blank import BlankSheet  # noqa: PLC0415

        self._keep_by_hand(BlankSheet.begin(chosen.game, chosen.names, chosen.options))

    def ask_open(self) -> None:
        """Ask for a sheet that was kept by hand before."""
        from greenbaize.app.sheets.blank import sheet_paths  # noqa: PLC0415
        from greenbaize.ui.dialogs.kept_sheets import KeptSheetsDialog  # noqa: PLC0415

        dialog = KeptSheetsDialog(sheet_paths(), self._window, self._theme)
        dialog.path_chosen.connect(self.open_blank)
        dialog.other_asked.connect(self.ask_open_file)
        self._open(dialog)

    def ask_open_file(self) -> None:
        """Ask for the file of a sheet, wherever it is."""
        from PySide6.QtWidgets import QFileDialog  # noqa: PLC0415

        from greenbaize.app.sheets.blank import sheets_folder  # noqa: PLC0415
        from greenbaize.ui.blank import sheet_files  # noqa: PLC0415
        from greenbaize.ui.dialogs.dialog import fit_on_screen  # noqa: PLC0415

        dialog = QFileDialog(self._window, tr("Open a sheet"), str(sheets_folder()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(sheet_files())
        dialog.fileSelected.connect(self.open_blank)
        fit_on_screen(dialog)
        self._open(dialog)

    def open_blank(self, path: str) -> None:
        """Go on with a sheet kept by hand, or say why that cannot be."""
        from pathlib import Path  # noqa: PLC0415

        from greenbaize.app.sheets.blank import BlankSheet  # noqa: PLC0415

        try:
            blank = BlankSheet.open(Path(path))
        except GameError as error:
            self._saver().tell(Speaker().say(error.message))
            return
        self._keep_by_hand(blank)

    def _keep_by_hand(self, blank: Any) -> None:
        from greenbaize.ui.blank import BlankWindow  # noqa: PLC0415

        for window in self._windows:
            # Two windows on one file would write over each other.
            if isinstance(window, BlankWindow) and window.blank.path == blank.path:
                window.raise_()
                window.activateWindow()
                return
        window = BlankWindow(blank, self._theme, self._window)
        self._keep(window)
        window.show()

    # Windows

    def _keep(self, window: QWidget) -> None:
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._windows.append(window)
        window.destroyed.connect(self._forget_closed)

    def _forget_closed(self) -> None:
        from shiboken6 import isValid  # noqa: PLC0415

        self._windows = [window for window in self._windows if isValid(window)]

    def _open(self, dialog: Any) -> None:
        self.dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
