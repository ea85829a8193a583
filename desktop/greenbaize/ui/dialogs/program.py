"""The dialog to choose a program for a seat: a file, or a command line."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.app.seats.bot_launcher import can_start, command_for
from greenbaize.ui.dialogs.dialog import Dialog, fit_on_screen
from greenbaize.ui.dialogs.notes import note, subheading
from greenbaize.ui.fonts import grown
from greenbaize.words.catalogue import tr

WIDTH: Final = 460
FIELD: Final = 24
"""The room around the letters of a field, in pixels."""
LONGEST_COMMAND: Final = 5000
"""Letters, enough for any path; the settings keep it, and are to stay small."""


class ProgramDialog(Dialog):
    """Asks for a command line; ``program_chosen`` carries it when it starts something."""

    program_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, tr("Other program"))
        self.setPalette(parent.palette())
        self.command = QLineEdit(self)
        self.command.setMaxLength(LONGEST_COMMAND)
        self.command.setPlaceholderText(tr("program and arguments"))
        self.command.setAccessibleName(tr("Command line"))
        hint = self.command.fontMetrics().horizontalAdvance(self.command.placeholderText())
        self.command.setMinimumWidth(hint + FIELD)
        self.file_button = QPushButton(tr("Choose a &file…"), self)
        self.problem = note(parent=self, quiet=False)
        self.problem.hide()
        self.take_button = QPushButton(tr("&Take it"), self)
        self.cancel_button = QPushButton(tr("&Cancel"), self)
        self._file_dialog: QFileDialog | None = None
        self._column = QVBoxLayout(self)
        self._lay_out()
        self.file_button.clicked.connect(self._on_file_asked)
        self.take_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self.command.textEdited.connect(self.problem.hide)
        self.command.setFocus()

    def _lay_out(self) -> None:
        label = subheading(tr("Which &program is to play?"), self)
        label.setBuddy(self.command)
        line = QHBoxLayout()
        line.addWidget(self.command, 1)
        line.addWidget(self.file_button)
        self.file_button.setAutoDefault(False)
        self.take_button.setDefault(True)
        buttons = QDialogButtonBox(self)
        buttons.addButton(self.take_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.cancel_button, QDialogButtonBox.ButtonRole.ActionRole)
        column = self._column
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(10)
        column.addWidget(label)
        column.addLayout(line)
        column.addWidget(self.problem)
        column.addWidget(
            note(
                tr(
                    "Any program may play that talks with the table as the help page on computer "
                    "players says. It is told only what its seat may know, but it runs on your "
                    "computer like any other: take one that you trust."
                ),
                self,
            )
        )
        column.addWidget(buttons)

    def sizeHint(self) -> QSize:
        wide = round(grown(WIDTH))
        return QSize(wide, self._column.heightForWidth(wide))

    def accept(self) -> None:
        """Hand the command line over, if there is something to start."""
        command = self.command.text().strip()
        if not can_start(command):
            self.problem.setText(tr("There is no program that starts like this."))
            self.problem.show()
            self.adjustSize()
            return
        super().accept()
        self.program_chosen.emit(command)

    def _on_file_asked(self) -> None:
        self._file_dialog = dialog = QFileDialog(self, tr("Choose a program"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._on_file_chosen)
        dialog.finished.connect(dialog.deleteLater)
        fit_on_screen(dialog)
        dialog.open()

    def _on_file_chosen(self, path: str) -> None:
        self.command.setText(command_for(Path(path)))
        self.problem.hide()
        self.take_button.setFocus()
