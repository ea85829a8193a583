"""The dialog before leaving a match whose record cannot be written."""

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.record_file import RecordFile
from greenbaize.ui.sheets.sheet_saver import make_save_dialog
from greenbaize.ui.widgets.dialog import ConfirmationDialog, limit_to_screen
from greenbaize.ui.widgets.plain_text import make_warning_box
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class UnsavedMatchDialog(ConfirmationDialog):
    """A dialog that confirms leaving a match that is not on disk, and can save it elsewhere.

    It is confirmed once the match has been saved, or is to be left unsaved.
    """

    def __init__(self, parent: QWidget, file: RecordFile, error: Message) -> None:
        details = tr(
            "{reason} What is not on the disk would be lost. Save the match elsewhere, on "
            "another disk perhaps: opened from there, it goes on."
        )
        super().__init__(
            parent,
            tr("Leave a match that is not saved?"),
            details.format(reason=Speaker().format_message(error)),
            tr("&Leave without saving"),
            tr("&Keep playing"),
        )
        self._file = file
        self.dialog: Any = None
        """The dialog that is open over this one, or None."""
        self.save_button = self.make_button(tr("&Save elsewhere…"), self._ask_for_path)
        self.button_layout.insertWidget(1, self.save_button)

    def _ask_for_path(self) -> None:
        name_filter, name = tr("Match records (*.jsonl)"), self._file.path.name
        dialog = make_save_dialog(self, tr("Save the match elsewhere"), name, name_filter)
        dialog.fileSelected.connect(self.save_to)
        limit_to_screen(dialog)
        self._open_dialog(dialog)

    def save_to(self, path: str) -> None:
        """Save the match and confirm, or show the error."""
        try:
            self._file.save_copy(Path(path))
        except GameError as error:
            self._open_dialog(
                make_warning_box(self.windowTitle(), Speaker().format_message(error.message), self)
            )
        else:
            self.accept()

    def _open_dialog(self, dialog: Any) -> None:
        self.dialog = dialog
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
