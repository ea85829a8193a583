"""Questions before something is done that cannot be undone; the answer comes as a signal."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.notes import subheading
from greenbaize.ui.fonts import grown
from greenbaize.ui.plain import Label
from greenbaize.words.catalogue import tr

WIDTH: Final = 360


class Confirmation(Dialog):
    """Asks whether to do something; Enter and Esc both mean no.

    Open it with ``open()``; it goes away by itself.

    Args:
        parent: the window, which keeps the question alive and gives it its colours.
        question: a short question.
        more: what would happen then.
        yes: the words on the button that does it.
        no: the words on the button that does not.
    """

    confirmed = Signal()

    def __init__(self, parent: QWidget, question: str, more: str, yes: str, no: str) -> None:
        super().__init__(parent)
        self.setPalette(parent.palette())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Green Baize"))
        self.setAccessibleName(question)
        self.setAccessibleDescription(more)
        text = Label(more, self)
        text.setWordWrap(True)
        text.setMinimumWidth(round(grown(WIDTH, 1.6)))
        self.yes_button, self.no_button = QPushButton(yes, self), QPushButton(no, self)
        self.yes_button.setAutoDefault(False)
        self.no_button.setDefault(True)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.yes_button)
        buttons.addWidget(self.no_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        column.addWidget(subheading(question, self))
        column.addWidget(text)
        column.addSpacing(4)
        column.addLayout(buttons)
        self.yes_button.clicked.connect(self.accept)
        self.no_button.clicked.connect(self.reject)
        self.accepted.connect(self.confirmed)
        self.no_button.setFocus()


def again_question(parent: QWidget) -> Confirmation:
    """Asks whether to begin anew while a match is under way."""
    return Confirmation(
        parent,
        tr("Leave this match and play another?"),
        tr("It stays among the unfinished matches; you can continue it later."),
        tr("Play &another"),
        tr("&Keep playing"),
    )


def abandon_question(parent: QWidget) -> Confirmation:
    """Asks whether to give a match up for good."""
    return Confirmation(
        parent,
        tr("Abandon this match?"),
        tr("You cannot continue it afterwards, and nobody wins it."),
        tr("&Abandon"),
        tr("&Keep playing"),
    )
