"""The question what one is called, before one sits down where others see the name."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from greenbaize.app.tables.default_players import is_name
from greenbaize.store.persons import Person, name_problem
from greenbaize.store.tidy import NAME_LENGTH, tidy_name
from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.notes import note, subheading
from greenbaize.ui.fonts import grown
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class OwnNameDialog(Dialog):
    """Asks for the name of somebody who has never said one; ``named`` carries it, tidied.

    Args:
        persons: everybody at this computer, whose names are theirs.
        who: the identity of whoever is asked.
        parent: the window.
        theme: the colours.
    """

    named = Signal(str)

    def __init__(
        self, persons: tuple[Person, ...], who: str, parent: QWidget, theme: Theme
    ) -> None:
        super().__init__(parent)
        question = tr("What are you called at the table?")
        self.setWindowTitle(tr("Your name"))
        self.setPalette(paper_palette(theme))
        self._persons, self._who = persons, who
        self.name = QLineEdit(self)
        self.name.setMaxLength(NAME_LENGTH)
        self.name.setMinimumWidth(round(grown(280)))
        self.name.setAccessibleName(question)
        self.problem = note(parent=self, quiet=False)
        self.problem.hide()
        self.go_on_button = QPushButton(tr("&Go on"), self)
        self.cancel_button = QPushButton(tr("&Cancel"), self)
        self.go_on_button.setDefault(True)
        self.cancel_button.setAutoDefault(False)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.go_on_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        column.addWidget(subheading(question, self))
        column.addWidget(self.name)
        column.addWidget(self.problem)
        column.addLayout(buttons)
        self.go_on_button.clicked.connect(self._on_go_on)
        self.cancel_button.clicked.connect(self.reject)
        self.name.setFocus()

    def _on_go_on(self) -> None:
        name = tidy_name(self.name.text())
        problem = name_problem(name, self._persons, self._who)
        if problem is None and is_name(name):
            self.accept()
            self.named.emit(name)
            return
        words = tr("Your friends would not know who that is.")
        self.problem.setText(words if problem is None else Speaker().say(problem))
        self.problem.show()
        self.name.setFocus()
        self.name.selectAll()
