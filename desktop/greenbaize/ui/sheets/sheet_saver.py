"""Printing of score cards and saving as PDF or CSV, with the dialogs for it."""

import atexit
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QLocale, QObject, QStandardPaths, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.sheets.sheet_csv import CsvFormat, choose_spreadsheet_format, encode_sheet_csv
from greenbaize.app.sheets.sheet_files import format_file_name, format_title, save_sheet
from greenbaize.rules.errors import GameError
from greenbaize.store.temporary import ScratchFolder
from greenbaize.ui.sheets.page_layout import paint_page, render_pdf
from greenbaize.ui.widgets.dialog import limit_to_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.plain_text import make_warning_box
from greenbaize.words.catalogue import tr
from greenbaize.words.names import sanitise_text
from greenbaize.words.speaker import Speaker

MAX_PATH_LENGTH: Final = 1000
NATIVE_PRINT_DIALOG: Final = sys.platform in {"win32", "darwin"}
"""True if the print dialog is the system's own."""

_last_folder = ""
"""Folder of the last saved file, until the program ends."""


class SheetSaver(QObject):
    """Service that prints and saves score cards; its dialogs belong to ``window``."""

    file_saved = Signal(str)
    """A file has been written; has a sentence that says where."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: Any = None
        """The dialog that is open, or None."""

    def save_pdf(self, scorecard: Scorecard) -> None:
        self._ask_for_path(
            tr("Save the sheet as PDF"), scorecard, "pdf", tr("PDF files (*.pdf)"), render_pdf
        )

    def save_csv(self, scorecard: Scorecard) -> None:
        render = partial(encode_sheet_csv, csv_format=system_csv_form())
        self._ask_for_path(
            tr("Save the sheet as CSV"), scorecard, "csv", tr("CSV files (*.csv)"), render
        )

    def print_scorecard(self, scorecard: Scorecard) -> None:
        """Print via the print dialog; if there is none, open the score card as a PDF."""
        try:
            from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # noqa: PLC0415
        except ImportError:
            self._open_pdf(scorecard)
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        # Without a printer Qt prints to PDF, for which the system's dialog does not open.
        if NATIVE_PRINT_DIALOG and printer.outputFormat() is not QPrinter.OutputFormat.NativeFormat:
            self._open_pdf(scorecard)
            return
        printer.setDocName(format_title(scorecard))
        dialog = QPrintDialog(printer, self._window)
        dialog.accepted.connect(lambda: self._print_to(printer, scorecard))
        self.open_dialog(dialog)

    def _print_to(self, printer: Any, scorecard: Scorecard) -> None:
        if not paint_page(printer, scorecard):
            self.show_error(tr("The printer does not take the sheet."))
            return
        file = printer.outputFileName()
        self.file_saved.emit(
            saved_message(Path(file)) if file else tr("The sheet goes to the printer.")
        )

    def _open_pdf(self, scorecard: Scorecard) -> None:
        # A private folder, because others may write to the temporary one. It is removed at exit,
        # because the viewer may read the file as long as this program runs.
        folder = ScratchFolder()
        atexit.register(folder.remove)
        path = folder.path / f"{format_file_name(scorecard)}.pdf"
        if self.write_file(path, render_pdf, scorecard):
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))

    def _ask_for_path(
        self,
        title: str,
        scorecard: Scorecard,
        suffix: str,
        name_filter: str,
        render: Callable[[Scorecard], bytes],
    ) -> None:
        dialog = make_save_dialog(
            self._window, title, f"{format_file_name(scorecard)}.{suffix}", name_filter
        )
        dialog.fileSelected.connect(lambda path: self.write_file(Path(path), render, scorecard))
        self.open_dialog(dialog)

    def write_file(
        self, path: Path, render: Callable[[Scorecard], bytes], scorecard: Scorecard
    ) -> bool:
        """Write a score card to a file or show the error; return True if it was written."""
        try:
            # The dialog has already asked before overwriting a file.
            save_sheet(path, render(scorecard), scorecard.source, force=True)
        except GameError as error:
            self.show_error(Speaker().format_message(error.message))
            return False
        self.file_saved.emit(saved_message(path))
        return True

    def show_error(self, text: str) -> None:
        self.open_dialog(make_warning_box(tr("Score sheet"), text, self._window))

    def open_dialog(self, dialog: Any) -> None:
        self.dialog = dialog
        dialog.finished.connect(dialog.deleteLater)
        limit_to_screen(dialog)
        # Not dialog.open(): for QPrintDialog PySide has only the overload with a slot.
        QDialog.open(dialog)


def system_csv_form() -> CsvFormat:
    """Return the CSV dialect that this computer's spreadsheet program opens correctly."""
    return choose_spreadsheet_format(QLocale.system().decimalPoint())


def make_save_dialog(window: QWidget, title: str, name: str, name_filter: str) -> QFileDialog:
    """Return a dialog that saves a file in the last folder used, or in the documents."""
    dialog = FileDialog(window, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setNameFilter(name_filter)
    dialog.setDefaultSuffix(Path(name).suffix.removeprefix("."))
    dialog.setDirectory(
        nearest_existing_folder(_last_folder) if _last_folder else documents_folder()
    )
    dialog.selectFile(name)
    dialog.fileSelected.connect(_remember_folder)
    return dialog


def _remember_folder(path: str) -> None:
    global _last_folder  # noqa: PLW0603  (one person, one folder)
    _last_folder = str(Path(path).parent)


def documents_folder() -> str:
    """Return the user's documents folder, or its nearest existing parent."""
    location = QStandardPaths.StandardLocation.DocumentsLocation
    return nearest_existing_folder(QStandardPaths.writableLocation(location))


def nearest_existing_folder(folder: str) -> str:
    """Return a folder, or its nearest existing parent."""
    path = Path(folder)
    return str(next((candidate for candidate in (path, *path.parents) if candidate.is_dir()), path))


def saved_message(path: Path) -> str:
    """Return a sentence that says where a file has been saved."""
    return tr("Saved as {path}").format(path=breakable_path(path))


def breakable_path(path: Path) -> str:
    """Return a path in which lines may break after folders."""
    return sanitise_text(str(path), MAX_PATH_LENGTH).replace(os.sep, f"{os.sep}\u200b")
