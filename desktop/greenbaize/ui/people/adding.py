"""The dialog in which somebody else comes to this computer."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from greenbaize.store.persons import Person, name_problem
from greenbaize.store.tidy import tidy_name
from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.notes import note
from greenbaize.ui.faces.looks import COLOURS, HEADS, Look, look_of_person
from greenbaize.ui.people.form import PersonForm
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr


class AddPersonDialog(Dialog):
    """Asks for a name, a face and a colour; ``added`` carries them as text.

    Args:
        persons: those who are here already, whose names and, if it can be, faces differ.
        parent: the window.
        theme: the colours.
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
