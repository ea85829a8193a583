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

from greenbaize.app.sheets.csv_file import CsvForm, csv_of, spreadsheet_form
from greenbaize.app.sheets.files import file_name, save_sheet, title_of
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.rules.errors import GameError
from greenbaize.store.temporary import ScratchFolder
from greenbaize.ui.sheets.page_layout import pdf_of, put_on
from greenbaize.ui.widgets.dialog import fit_on_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.plain import message_box
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_words
from greenbaize.words.speaker import Speaker

LONGEST_PATH: Final = 1000
NATIVE_DIALOG: Final = sys.platform in {"win32", "darwin"}
"""True if the print dialog is the system's own."""

_folder = ""
"""Folder of the last saved file, until the program ends."""


class SheetSaver(QObject):
    """Service that prints and saves score cards; its dialogs belong to ``window``."""

    saved = Signal(str)
    """A file has been written; has a sentence that says where."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: Any = None
        """The dialog that is open, or None."""

    def save_pdf(self, card: Scorecard) -> None:
        self._ask(tr("Save the sheet as PDF"), card, "pdf", tr("PDF files (*.pdf)"), pdf_of)

    def save_csv(self, card: Scorecard) -> None:
        made = partial(csv_of, form=system_csv_form())
        self._ask(tr("Save the sheet as CSV"), card, "csv", tr("CSV files (*.csv)"), made)

    def print_card(self, card: Scorecard) -> None:
        """Print via the print dialog; if there is none, open the score card as a PDF."""
        try:
            from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # noqa: PLC0415
        except ImportError:
            self._show_pdf(card)
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        # Without a printer Qt prints to PDF, for which the system's dialog does not open.
        if NATIVE_DIALOG and printer.outputFormat() is not QPrinter.OutputFormat.NativeFormat:
            self._show_pdf(card)
            return
        printer.setDocName(title_of(card))
        dialog = QPrintDialog(printer, self._window)
        dialog.accepted.connect(lambda: self._print(printer, card))
        self.open_dialog(dialog)

    def _print(self, printer: Any, card: Scorecard) -> None:
        if not put_on(printer, card):
            self.tell(tr("The printer does not take the sheet."))
            return
        file = printer.outputFileName()
        self.saved.emit(saved_text(Path(file)) if file else tr("The sheet goes to the printer."))

    def _show_pdf(self, card: Scorecard) -> None:
        # A private folder, because others may write to the temporary one. It is removed at exit,
        # because the viewer may read the file as long as this program runs.
        folder = ScratchFolder()
        atexit.register(folder.remove)
        path = folder.path / f"{file_name(card)}.pdf"
        if self.write(path, pdf_of, card):
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))

    def _ask(
        self,
        title: str,
        card: Scorecard,
        suffix: str,
        kinds: str,
        made: Callable[[Scorecard], bytes],
    ) -> None:
        dialog = save_dialog(self._window, title, f"{file_name(card)}.{suffix}", kinds)
        dialog.fileSelected.connect(lambda path: self.write(Path(path), made, card))
        self.open_dialog(dialog)

    def write(self, path: Path, made: Callable[[Scorecard], bytes], card: Scorecard) -> bool:
        """Write a score card to a file or show the error; return True if it was written."""
        try:
            # The dialog has already asked before overwriting a file.
            save_sheet(path, made(card), card.source, force=True)
        except GameError as error:
            self.tell(Speaker().say(error.message))
            return False
        self.saved.emit(saved_text(path))
        return True

    def tell(self, text: str) -> None:
        self.open_dialog(message_box(tr("Score sheet"), text, self._window))

    def open_dialog(self, dialog: Any) -> None:
        self.dialog = dialog
        dialog.finished.connect(dialog.deleteLater)
        fit_on_screen(dialog)
        # Not dialog.open(): for QPrintDialog PySide has only the overload with a slot.
        QDialog.open(dialog)


def system_csv_form() -> CsvForm:
    """Return the CSV dialect that this computer's spreadsheet program opens correctly."""
    return spreadsheet_form(QLocale.system().decimalPoint())


def save_dialog(window: QWidget, title: str, name: str, kinds: str) -> QFileDialog:
    """Return a dialog that saves a file in the last folder used, or in the documents."""
    dialog = FileDialog(window, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setNameFilter(kinds)
    dialog.setDefaultSuffix(Path(name).suffix.removeprefix("."))
    dialog.setDirectory(there(_folder) if _folder else documents())
    dialog.selectFile(name)
    dialog.fileSelected.connect(_remember)
    return dialog


def _remember(path: str) -> None:
    global _folder  # noqa: PLW0603  (one person, one folder)
    _folder = str(Path(path).parent)


def documents() -> str:
    """Return the user's documents folder, or its nearest existing parent."""
    place = QStandardPaths.StandardLocation.DocumentsLocation
    return there(QStandardPaths.writableLocation(place))


def there(folder: str) -> str:
    """Return a folder, or its nearest existing parent."""
    path = Path(folder)
    return str(next((one for one in (path, *path.parents) if one.is_dir()), path))


def saved_text(path: Path) -> str:
    """Return a sentence that says where a file has been saved."""
    return tr("Saved as {path}").format(path=path_text(path))


def path_text(path: Path) -> str:
    """Return a path in which lines may break after folders."""
    return shown_words(str(path), LONGEST_PATH).replace(os.sep, f"{os.sep}\u200b")
