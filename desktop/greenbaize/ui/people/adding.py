"""Dialogs that ask for a name: of a person who is added, and one's own."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from greenbaize.app.tables.default_players import is_name
from greenbaize.store.persons import Person, name_problem
from greenbaize.store.tidy import NAME_LENGTH, tidy_name
from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.notes import note, subheading
from greenbaize.ui.faces.looks import COLOURS, HEADS, Look, look_of_person
from greenbaize.ui.fonts import grown
from greenbaize.ui.people.form import PersonForm
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class OwnNameDialog(Dialog):
    """Asks for the name of somebody who has never said one; ``named`` carries it, tidied.

    Args:
        persons: everybody at this computer, whose names are theirs.
        who: the identity of whoever is asked.
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


class AddPersonDialog(Dialog):
    """Asks for a name, a face and a colour; ``added`` carries them as text.

    Args:
        persons: those who are here already, whose names and, if it can be, faces differ.
    """

    added = Signal(str, str, str)
    """The name, the face and the colour."""

    def __init__(self, persons: tuple[Person, ...], parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Add a person"))
        self.setPalette(paper_palette(theme))
        self._persons = persons
        self.form = PersonForm(self)
        self.add_button = QPushButton(tr("&Add"), self)
        self.cancel_button = QPushButton(tr("&Cancel"), self)
        self.add_button.setDefault(True)
        self.cancel_button.setAutoDefault(False)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.add_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        column.addWidget(self.form, 1)
        column.addWidget(note(tr("Each person has their own settings and statistics."), self))
        column.addLayout(buttons)
        self.add_button.clicked.connect(self._on_add)
        self.cancel_button.clicked.connect(self.reject)
        self.form.show_person("", "", _free_look(persons))
        self.form.name.setFocus()

    def _on_add(self) -> None:
        name = tidy_name(self.form.name.text())
        problem = name_problem(name, self._persons)
        self.form.show_problem(problem)
        if problem is not None:
            self.form.name.setFocus()
            self.form.name.selectAll()
            return
        look = self.form.look
        self.accept()
        self.added.emit(name, look.head.value, look.colour)


def _free_look(persons: tuple[Person, ...]) -> Look:
    """A face and a colour that nobody here has, as long as there are some."""
    looks = [look_of_person(one) for one in persons]
    heads, colours = {look.head for look in looks}, {look.colour for look in looks}
    head = next((one for one in HEADS if one not in heads), HEADS[len(looks) % len(HEADS)])
    return Look(head, next((one for one in COLOURS if one not in colours), next(iter(COLOURS))))
