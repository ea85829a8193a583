"""The dialog of a note on a moment of a match."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from greenbaize.store.notes import MAX_NOTE_LENGTH
from greenbaize.ui.widgets.dialog import BaseDialog
from greenbaize.ui.widgets.font_sizes import small_font
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.layouts import STRETCH, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.words.catalogue import tr


class NoteDialog(BaseDialog):
    """A dialog in which the note on a moment is written."""

    note_changed = Signal(str)
    """Emitted with the note that is to be kept; empty to remove it."""

    def __init__(self, moment: str, note: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Note: {moment}").format(moment=moment))
        self.note_edit = QLineEdit(note, self)
        self.note_edit.setMaxLength(MAX_NOTE_LENGTH)
        self.note_edit.setAccessibleName(tr("Note"))
        about_label = PlainLabel(
            tr("It is kept beside the record, not in it. Without a text it is removed."), self
        )
        about_label.setFont(small_font(fixed=True))
        about_label.setWordWrap(True)
        self.keep_button = self.make_button(tr("&Save"), self._keep_note, default=True)
        self.cancel_button = self.make_button(tr("Cancel"), self.reject)
        buttons = make_row(STRETCH, self.keep_button, self.cancel_button)
        self.build_layout(self.note_edit, about_label, buttons)
        self.setMinimumWidth(round(scale_pixels(420, 1.4)))
        self.note_edit.setFocus()

    def _keep_note(self) -> None:
        self.note_changed.emit(self.note_edit.text().strip())
        self.accept()
