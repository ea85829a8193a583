"""How friends find a table: the head of the waiting room, and the dialog with the code."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.fonts import font
from greenbaize.ui.plain import Label, Line, on_button
from greenbaize.ui.sheets.lettering import small, title
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

CODE_PIXELS = 34
"""The code is read out across a room."""
MOST_ADDRESSES = 3


class CodeDialog(Dialog):
    """Shows the code to be read out or copied, and the addresses where they are known.

    Args:
        name: what the table is called.
        code: as it is shown.
        addresses: the likeliest first; a guest may know none.
    """

    def __init__(
        self, name: str, code: str, addresses: tuple[str, ...], parent: QWidget, theme: Theme
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Code of the table"))
        self.setPalette(paper_palette(theme))
        self.head = RoomHead(self)
        self.head.show_name(name)
        self.head.show_door(code, addresses)
        buttons = QDialogButtonBox(self)
        role = QDialogButtonBox.ButtonRole.RejectRole
        self.close_button = buttons.addButton(tr("C&lose"), role)
        self.close_button.setDefault(True)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(12)
        column.addWidget(self.head)
        column.addWidget(buttons)
        self.close_button.setFocus()


class RoomHead(QFrame):
    """The table's name; where it runs at this computer, its code and its addresses as well."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = Line(parent=self)
        self.name.setFont(title(fixed=True))
        self.hint = Label(parent=self)
        self.hint.setWordWrap(True)
        self.hint.setFont(small(fixed=True))
        self.hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.hint.hide()
        self.door = QWidget(self)
        self._grid = QGridLayout(self.door)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(2, 1)
        self.door.hide()
        self.copy_buttons: list[QPushButton] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.name)
        column.addWidget(self.door)
        column.addWidget(self.hint)

    def show_name(self, name: str) -> None:
        """Show what the table is called."""
        self.name.setText(shown_name(name))

    def show_door(self, code: str, addresses: tuple[str, ...]) -> None:
        """Show the code, and below it where friends find the table."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.copy_buttons = []
        if not code:
            return
        shown = addresses[:MOST_ADDRESSES]
        for row, text in enumerate((code, *shown)):
            label = Label(text, self.door)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            what = tr("Copy the code") if row == 0 else tr("Copy the address")
            if row == 0:
                label.setFont(font(CODE_PIXELS, bold=True))
                # Read out sign by sign, not as a word.
                label.setAccessibleName(tr("Code: {code}").format(code=" ".join(code)))
            button = QPushButton(on_button(what), self.door)
            button.setFont(small(fixed=True))
            button.setAutoDefault(False)
            button.setAccessibleDescription(text)
            button.clicked.connect(partial(self._copy, text, button))
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(button, row, 1)
            self.copy_buttons.append(button)
        self.hint.setText(tr("Friends on this network choose “Join a table…” and type the code."))
        self.door.show()
        self.hint.show()

    @staticmethod
    def _copy(text: str, button: QPushButton, _: bool = False) -> None:
        QApplication.clipboard().setText(text)
        button.setText(on_button(tr("Copied")))
