"""What the window does with sheets: the wide one, printing and saving, and those kept by hand."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from greenbaize.rules.errors import GameError
from greenbaize.ui.shell.actions import SHEET, Action
from greenbaize.ui.shell.pages import TablePage
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.app.sheets.scorecards import Scorecard


class Sheets(QObject):
    """Everything the window does with sheets; what is costly is imported when it is asked for.

    Args:
        services: the services of the program's window.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services, self._window, self._theme = services, services.window, services.theme
        services.pages.changed.connect(self._on_page_changed)
        self._shown: TablePage | None = None
        """The table whose sheet is followed."""
        self._windows: list[QWidget] = []
        self.page: Any = None
        """The wide sheet of the match on the table, while it is open."""
        self.dialog: Any = None
        """The dialog that was opened last."""

    def actions(self) -> list[Action]:
        """The entries of the menu *Sheet*."""

        def of_table(
            name: str, text: str, run: Callable[[], None], place: int, keys: str = ""
        ) -> Action:
            return Action(
                id=name,
                text=text,
                run=run,
                menu=SHEET,
                place=place,
                keys=keys,
                enabled=lambda: self._playing is not None,
            )

        return [
            of_table("sheet", tr("&Whole sheet"), self.show_page, 1, "F9"),
            of_table("print_sheet", tr("&Print sheet…"), self.print_sheet, 2, "Ctrl+P"),
            of_table("save_pdf", tr("Save sheet as P&DF…"), self.save_pdf, 3),
            of_table("save_csv", tr("Save sheet as &CSV…"), self.save_csv, 4),
            Action(
                id="blank_sheet",
                text=tr("New &blank sheet…"),
                run=self.ask_blank,
                menu=SHEET,
                place=100,
            ),
            Action(
                id="open_sheet",
                text=tr("&Open blank sheet…"),
                run=self.ask_open,
                menu=SHEET,
                place=101,
            ),
        ]

    @property
    def _playing(self) -> TablePage | None:
        return self._services.pages.table

    def _on_page_changed(self) -> None:
        """Be about the match on the table from now on, or about none."""
        table = self._playing
        if table is not None and table is not self._shown:
            table.sheet_changed.connect(self._on_sheet_changed)
        self._shown = table
        if table is None and self.page is not None:
            self.page.close()

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
            self.page = SheetPage(self._card(), self._theme.now, self._window)
            self.page.closed.connect(self._on_page_closed)
            self._keep(self.page)
        self.page.show()
        self.page.raise_()

    def _on_page_closed(self) -> None:
        self.page = None

    def _saver(self) -> Any:
        from greenbaize.ui.sheets.saving import SheetSaver  # noqa: PLC0415

        saver = SheetSaver(self._window)
        saver.saved.connect(self._services.notifications.tell)
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
        from greenbaize.ui.dialogs.kept_sheets import BlankSheetDialog  # noqa: PLC0415

        game = "" if self._playing is None else self._playing.place.header.game
        dialog = BlankSheetDialog(self._services.games, game, self._window, self._theme.now)
        dialog.sheet_chosen.connect(self._begin_blank)
        self._open(dialog)

    def _begin_blank(self, chosen: Any) -> None:
        from greenbaize.app.sheets.blank import BlankSheet  # noqa: PLC0415

        self._keep_by_hand(BlankSheet.begin(chosen.game, chosen.names, chosen.options))

    def ask_open(self) -> None:
        """Ask for a sheet that was kept by hand before."""
        from greenbaize.app.sheets.blank import sheet_paths  # noqa: PLC0415
        from greenbaize.ui.dialogs.kept_sheets import KeptSheetsDialog  # noqa: PLC0415

        dialog = KeptSheetsDialog(sheet_paths(), self._window, self._theme.now)
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
        window = BlankWindow(blank, self._theme.now, self._window)
        self._keep(window)
        window.show()

    # Windows

    def _keep(self, window: QWidget) -> None:
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._theme.changed.connect(window.set_theme)  # type: ignore[attr-defined]
        self._windows.append(window)
        window.destroyed.connect(self._forget_closed)

    def _forget_closed(self) -> None:
        from shiboken6 import isValid  # noqa: PLC0415

        self._windows = [window for window in self._windows if isValid(window)]

    def _open(self, dialog: Any) -> None:
        self.dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
