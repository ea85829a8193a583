"""Dialogs that ask for a name: of a person who is added, and one's own."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from greenbaize.app.tables.default_players import is_name
from greenbaize.store.fitting import NAME_LENGTH, tidy_name
from greenbaize.store.persons import Person, name_problem
from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.notes import note, subheading
from greenbaize.ui.faces.looks import COLOURS, HEADS, Look, look_of_person
from greenbaize.ui.fonts import grown
from greenbaize.ui.people.form import PersonForm
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class _NameDialog(Dialog):
    """A question for a name that no other person has, over a button that takes it and *Cancel*."""

    def __init__(
        self, title: str, persons: tuple[Person, ...], parent: QWidget, theme: Theme
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setPalette(paper_palette(theme))
        self._persons = persons
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(18, 14, 18, 14)
        self.column.setSpacing(10)

    def _add_buttons(self, yes: str, on_yes: Callable[[], None]) -> QPushButton:
        """Add the last row; the button that takes the name is given back."""
        yes_button = QPushButton(yes, self)
        self.cancel_button = QPushButton(tr("&Cancel"), self)
        yes_button.setDefault(True)
        self.cancel_button.setAutoDefault(False)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(yes_button)
        self.column.addLayout(buttons)
        yes_button.clicked.connect(on_yes)
        self.cancel_button.clicked.connect(self.reject)
        return yes_button


class AddPersonDialog(_NameDialog):
    """Asks for a person's name, face and colour; the first look is one that nobody here has yet."""

    added = Signal(str, str, str)
    """The name, the face and the colour."""

    def __init__(self, persons: tuple[Person, ...], parent: QWidget, theme: Theme) -> None:
        super().__init__(tr("Add a person"), persons, parent, theme)
        self.form = PersonForm(self)
        self.column.addWidget(self.form, 1)
        more = tr("Each person has their own settings and statistics.")
        self.column.addWidget(note(more, self))
        self.add_button = self._add_buttons(tr("&Add"), self._on_add)
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


class OwnNameDialog(_NameDialog):
    """Asks the person with the identity ``who`` for a name; ``named`` carries it, tidied."""

    named = Signal(str)

    def __init__(
        self, persons: tuple[Person, ...], who: str, parent: QWidget, theme: Theme
    ) -> None:
        super().__init__(tr("Your name"), persons, parent, theme)
        self._who = who
        question = tr("What are you called at the table?")
        self.name = QLineEdit(self)
        self.name.setMaxLength(NAME_LENGTH)
        self.name.setMinimumWidth(round(grown(280)))
        self.name.setAccessibleName(question)
        self.problem = note(parent=self, quiet=False)
        self.problem.hide()
        self.column.addWidget(subheading(question, self))
        self.column.addWidget(self.name)
        self.column.addWidget(self.problem)
        self.go_on_button = self._add_buttons(tr("&Go on"), self._on_go_on)
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


def _free_look(persons: tuple[Person, ...]) -> Look:
    """A face and a colour that nobody here has, as long as there are some."""
    looks = [look_of_person(one) for one in persons]
    heads, colours = {look.head for look in looks}, {look.colour for look in looks}
    head = next((one for one in HEADS if one not in heads), HEADS[len(looks) % len(HEADS)])
    return Look(head, next((one for one in COLOURS if one not in colours), next(iter(COLOURS))))
