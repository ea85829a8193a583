"""Prints a score card or saves it as PDF or CSV, with the dialogs for it."""

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
"""Whether the dialog that asks for a printer is the system's."""

_folder = ""
"""Where the last file was saved, until the program ends."""


class SheetSaver(QObject):
    """Prints and saves score cards; its dialogs belong to ``window``."""

    saved = Signal(str)
    """A file has been written: where, in a sentence."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: Any = None
        """The dialog that is open, if one is."""

    def save_pdf(self, card: Scorecard) -> None:
        self._ask(tr("Save the sheet as PDF"), card, "pdf", tr("PDF files (*.pdf)"), pdf_of)

    def save_csv(self, card: Scorecard) -> None:
        made = partial(csv_of, form=system_csv_form())
        self._ask(tr("Save the sheet as CSV"), card, "csv", tr("CSV files (*.csv)"), made)

    def print_card(self, card: Scorecard) -> None:
        """Ask for a printer and print; where none can be asked for, make a PDF and open that."""
        try:
            from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # noqa: PLC0415
        except ImportError:
            self._show_pdf(card)
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        # Where there is no printer it makes PDFs, for which the system's dialog does not open.
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
        # A folder of its own, for others may write to the one it is in; the other program may
        # read it as long as this one runs.
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
        """Write a card to a file, or say why that cannot be; returns whether it was written."""
        try:
            # The dialog has asked about a file that is there already.
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
        # Not dialog.open(): of a QPrintDialog PySide knows only the one that wants a slot.
        QDialog.open(dialog)


def system_csv_form() -> CsvForm:
    """The form of tables that this computer's spreadsheet reads at a double click."""
    return spreadsheet_form(QLocale.system().decimalPoint())


def save_dialog(window: QWidget, title: str, name: str, kinds: str) -> QFileDialog:
    """A dialog to save a file ``name``, in the last folder used or the documents."""
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
    """The folder offered for saving; it exists."""
    place = QStandardPaths.StandardLocation.DocumentsLocation
    return there(QStandardPaths.writableLocation(place))


def there(folder: str) -> str:
    """A folder, or its nearest parent that exists."""
    path = Path(folder)
    return str(next((one for one in (path, *path.parents) if one.is_dir()), path))


def saved_text(path: Path) -> str:
    """Where a file has been saved, in a sentence."""
    return tr("Saved as {path}").format(path=path_text(path))


def path_text(path: Path) -> str:
    """A path that is broken into lines behind its folders."""
    return shown_words(str(path), LONGEST_PATH).replace(os.sep, f"{os.sep}\u200b")
