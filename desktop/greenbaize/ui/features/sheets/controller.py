"""Sheets in the window: the sheet page, printing, saving, and sheets kept by hand."""

from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from greenbaize.app.house_rules import list_house_rules
from greenbaize.app.sheets.manual_sheet import SHEET_SUFFIX, ManualSheet, list_sheet_paths
from greenbaize.app.sheets.par_column import ParColumn, create_par_column
from greenbaize.app.sheets.scorecards import Scorecard, create_scorecard
from greenbaize.app.sheets.sheet_files import format_file_name
from greenbaize.rules.errors import GameError
from greenbaize.store import folders
from greenbaize.ui.features.sheets.sheet_dialogs import BlankSheetDialog, OpenSheetDialog
from greenbaize.ui.match.par_loader import SheetParLoader, load_par_column
from greenbaize.ui.sheets.entry_page import EntryPageWidget
from greenbaize.ui.sheets.sheet_saver import SheetSaver, breakable_path, documents_folder
from greenbaize.ui.sheets.sheet_window import PAGE_MARGIN, ScorecardWindow, SheetWindow
from greenbaize.ui.shell.navigation import ParReplayRoute
from greenbaize.ui.shell.pages import TablePage
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import ConfirmationDialog, limit_to_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.layouts import make_row
from greenbaize.ui.widgets.plain_text import PlainLabel, set_tooltip
from greenbaize.words.catalogue import tr
from greenbaize.words.names import sanitise_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title


class BlankSheetWindow(ScorecardWindow):
    """Window to fill in a sheet, with a status line and buttons to print and save."""

    def __init__(self, blank_sheet: ManualSheet, parent: QWidget | None = None) -> None:
        self.blank_sheet = blank_sheet
        self.entry_paper = EntryPageWidget(blank_sheet)
        title = tr("Sheet kept by hand: {game}").format(game=game_title(blank_sheet.scorecard.game))
        super().__init__(title, self.entry_paper, parent)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.status_label = PlainLabel(parent=self)
        self.status_label.setWordWrap(True)
        self.save_button = QPushButton(tr("&Save as…"), self)
        self.button_layout.insertWidget(0, self.save_button)
        self.main_layout.insertLayout(
            1, make_row(self.status_label, margins=(PAGE_MARGIN, 4, PAGE_MARGIN, 0))
        )
        for first, second in pairwise((self.save_button, self.print_button, self.pdf_button)):
            self.setTabOrder(first, second)
        self.entry_paper.cell_selected.connect(self._on_pencil_moved)
        self.entry_paper.entry_changed.connect(self._update_status)
        self.save_button.clicked.connect(self.ask_save_path)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self, self.ask_save_path)
        self.close_question: ConfirmationDialog | None = None
        """Question asked when the window was last to be closed, or None if it never asked."""
        self._is_close_confirmed = False
        self._show_file_path()
        self.entry_paper.refusal = blank_sheet.save_error
        self._on_pencil_moved()
        self.entry_paper.setFocus()

    def current_scorecard(self) -> Scorecard:
        """Return the scorecard to print or save, with the text being typed if it is valid."""
        self.entry_paper.write_entry(force=True)
        return super().current_scorecard()

    def ask_save_path(self) -> None:
        self.entry_paper.write_entry(force=True)
        dialog = FileDialog(self, tr("Save the sheet"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(format_file_filter())
        dialog.setDirectory(documents_folder())
        dialog.selectFile(format_file_name(self.blank_sheet.scorecard) + SHEET_SUFFIX)
        dialog.fileSelected.connect(self.save_as)
        self.saver.open_dialog(dialog)

    def save_as(self, path: str) -> None:
        name = Path(path)
        if not name.suffix:
            name = name.with_name(name.name + SHEET_SUFFIX)
        self.blank_sheet.save_as(name)
        if self.blank_sheet.save_error is not None:
            self.saver.show_error(Speaker().format_message(self.blank_sheet.save_error))
        else:
            self._show_file_path()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the window on Esc; the paper handles Esc first while it has text to discard."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save what has been typed, and ask where something would be lost."""
        loss_text = "" if self._is_close_confirmed else self._save_or_describe_loss()
        if loss_text:
            event.ignore()
            question = ConfirmationDialog(
                self, tr("Close the sheet?"), loss_text, tr("&Close"), tr("&Keep writing")
            )
            question.confirmed.connect(self._on_close_confirmed)
            question.open()
            self.close_question = question
            return
        super().closeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Save what has been typed, also when the window is hidden with its parent."""
        if not event.spontaneous():
            self.entry_paper.write_entry(force=True)
        super().hideEvent(event)

    def _save_or_describe_loss(self) -> str:
        typed_text = self.entry_paper.entry_text
        if not self.entry_paper.write_entry(force=True):
            template = tr("“{text}” cannot be written and would be lost.")
            return template.format(text=sanitise_text(typed_text or ""))
        if self.blank_sheet.save_error is not None:
            self.blank_sheet.save()  # the disk may be available again
        error = self.blank_sheet.save_error
        return "" if error is None else Speaker().format_message(error)

    def _on_close_confirmed(self) -> None:
        self._is_close_confirmed = True
        self.close()

    def _show_file_path(self) -> None:
        template = tr("Kept in {path}; every entry is saved at once.")
        text = template.format(path=breakable_path(self.blank_sheet.path))
        self.saved_note.setText(text)
        set_tooltip(self.saved_note, text)  # the label may be too narrow for the path
        self.saved_note.show()

    def _on_pencil_moved(self) -> None:
        pencil_position = self.entry_paper.current_cell_rect().center().toPoint()
        self.scroll_area.ensureVisible(pencil_position.x(), pencil_position.y(), 60, 60)
        self._update_status()

    def _update_status(self) -> None:
        """Show the error at the pencil, or its position and the possible values."""
        paper = self.entry_paper
        error = (
            paper.refusal
            or paper.entry_error
            or (paper.find_conflict() if paper.entry_text is None else None)
        )
        if error is not None:
            text = Speaker(self.blank_sheet.names).format_message(error)
            if paper.is_confirming:
                template = tr("{reason} Enter once more writes it all the same, marked as wrong.")
                text = template.format(reason=text)
        else:
            position, values = paper.describe_cell(), paper.describe_possible_values()
            text = tr("{place}: {values}. Tab or Enter goes on; arrows move about.")
            if not values:
                text = tr("{place}. Tab or Enter goes on; arrows move about.")
            text = text.format(place=position, values=values) if position else ""
        role = QPalette.ColorRole
        self.status_label.setForegroundRole(
            role.PlaceholderText if error is None else role.BrightText
        )
        self.status_label.setText(text)


def format_file_filter() -> str:
    """Return the name filter of file dialogs for sheets kept by hand."""
    return tr("Sheets kept by hand (*.sheet.json)")


class SheetController(QObject):
    """Controller of everything the window does with sheets."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services, self._window = services, services.window
        services.pages.changed.connect(self._on_page_changed)
        self._connected_table: TablePage | None = None
        """Table page whose sheet changes are shown, or None."""
        self._saver = SheetSaver(self._window)
        self._saver.file_saved.connect(services.notifications.show_transient)
        self.sheet_page: Any = None
        """Sheet page of the match on the table while it is open, else None."""
        self._on_page_changed()

    @property
    def _table_page(self) -> TablePage | None:
        return self._services.pages.table

    def _on_page_changed(self) -> None:
        table = self._table_page
        if table is not None and table is not self._connected_table:
            table.sheet_changed.connect(self._on_sheet_changed)
        self._connected_table = table
        if table is None and self.sheet_page is not None:
            self.sheet_page.close()

    # The match on the table

    def _create_scorecard(self) -> Scorecard:
        assert self._table_page is not None
        player_view = self._table_page.player_view
        return create_scorecard(
            player_view.header,
            player_view.game.sheet(self._table_page.shown_view),
            player_view.record_path,
            list_house_rules(self._services.settings.current, self._services.games),
        )

    def _on_sheet_changed(self) -> None:
        if self.sheet_page is not None and self._table_page is not None:
            self.sheet_page.show_scorecard(self._create_scorecard(), self._find_par_column())
            self._show_par_failure(self.sheet_page)

    def _show_par_failure(self, sheet_window: SheetWindow) -> None:
        """Say below the sheet of a match that is played why par is missing."""
        par = getattr(self._table_page, "par", None)
        if par is not None:
            sheet_window.show_par_note(par.failure_text if sheet_window.shows_par else "")

    def _find_par_column(self) -> ParColumn | str:
        """Return the column of par for the sheet, or the sentence why there is none."""
        table = self._table_page
        assert table is not None
        par = getattr(table, "par", None)
        if par is not None:
            return create_par_column(table.player_view.game, par.level, par.known_pars)
        if self.sheet_page is not None:
            shown_column: ParColumn | str = self.sheet_page.par_column
            return shown_column
        return load_par_column(self._services, table.player_view.header)

    def _load_missing_par(self, sheet_window: SheetWindow) -> None:
        """Play what is missing of the column of a replay; a match plays its own."""
        table = self._table_page
        if table is None or self._services.pages.is_played or self._services.pages.is_shared:
            return
        header, path = table.player_view.header, table.player_view.record_path
        if path is not None:
            SheetParLoader(sheet_window, self._services, header, path).start()

    def _play_par_back(self) -> None:
        """Show the latest deal with par beside it; others are chosen there."""
        table, par_column = self._table_page, self._find_par_column()
        path = None if table is None else table.player_view.record_path
        if path is not None and isinstance(par_column, ParColumn) and par_column.values:
            self._services.navigate(ParReplayRoute(path, max(par_column.values)))

    def _on_par_toggled(self, on: bool) -> None:
        self._services.settings.change_setting("sheet_par", on)
        if self.sheet_page is not None:
            self._show_par_failure(self.sheet_page)

    def show_sheet_page(self) -> None:
        if self.sheet_page is None:
            self.sheet_page = SheetWindow(
                self._create_scorecard(),
                self._window,
                self._find_par_column(),
                shows_par=self._services.settings.current.sheet_par,
            )
            self._load_missing_par(self.sheet_page)
            self._show_par_failure(self.sheet_page)
            self.sheet_page.par_toggled.connect(self._on_par_toggled)
            self.sheet_page.par_playback_requested.connect(self._play_par_back)
            self.sheet_page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.sheet_page.closed.connect(self._on_page_closed)
        self.sheet_page.show()
        self.sheet_page.raise_()

    def _on_page_closed(self) -> None:
        self.sheet_page = None

    def print_sheet(self) -> None:
        self._saver.print_scorecard(self._create_scorecard())

    def save_pdf(self) -> None:
        self._saver.save_pdf(self._create_scorecard())

    def save_csv(self) -> None:
        self._saver.save_csv(self._create_scorecard())

    # Sheets kept by hand

    def ask_before_closing(self) -> bool:
        """Close the sheets with the main window; return True if one of them asks first.

        The main window closes once the player agrees.
        """
        for window in self._window.findChildren(BlankSheetWindow):
            if window.isVisible() and not window.close() and window.close_question is not None:
                window.close_question.confirmed.connect(self._window.close)
                return True
        return False

    def ask_new_sheet(self) -> None:
        game = "" if self._table_page is None else self._table_page.player_view.header.game
        dialog = BlankSheetDialog(self._services.games, game, self._window)
        dialog.sheet_chosen.connect(
            lambda selection: self._show_blank_sheet(ManualSheet.create(*selection))
        )
        self._services.dialogs.open_dialog(dialog)

    def ask_open_sheet(self) -> None:
        dialog = OpenSheetDialog(list_sheet_paths(), self._window)
        dialog.path_chosen.connect(self.open_sheet_file)
        dialog.other_file_requested.connect(self.ask_open_file)
        self._services.dialogs.open_dialog(dialog)

    def ask_open_file(self) -> None:
        dialog = FileDialog(self._window, tr("Open a sheet"), str(folders.sheets_folder()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(format_file_filter())
        dialog.fileSelected.connect(self.open_sheet_file)
        limit_to_screen(dialog)
        self._services.dialogs.open_dialog(dialog)

    def open_sheet_file(self, path: str) -> None:
        try:
            blank_sheet = ManualSheet.open(Path(path))
        except GameError as error:
            self._saver.show_error(Speaker().format_message(error.message))
            return
        self._show_blank_sheet(blank_sheet)

    def _show_blank_sheet(self, blank_sheet: ManualSheet) -> None:
        for window in self._window.findChildren(BlankSheetWindow):
            # Two windows on one file would overwrite each other's entries.
            if window.isVisible() and window.blank_sheet.path == blank_sheet.path:
                window.raise_()
                window.activateWindow()
                return
        window = BlankSheetWindow(blank_sheet, self._window)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.show()
