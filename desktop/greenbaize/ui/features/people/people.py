"""The dialogs to manage the persons at this computer, and to enter a name."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QToolButton,
    QWidget,
)

from greenbaize.app.faces import COLOURS, HEADS, Head, Look
from greenbaize.app.nicknames import is_name
from greenbaize.app.tables.default_players import name_of
from greenbaize.rules.messages import Message, mark
from greenbaize.store.fitting import NAME_LENGTH, tidy_name
from greenbaize.store.persons import MOST_PERSONS, Person, name_problem
from greenbaize.store.settings import Settings
from greenbaize.ui.faces.icons import colour_icon, face_at, face_icon
from greenbaize.ui.faces.looks import look_of_person
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import Confirmation, Dialog
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.notes import note, subheading
from greenbaize.ui.widgets.plain import Label, set_tip
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker

IDENTITY: Final = Qt.ItemDataRole.UserRole
ICON: Final = 28
LIST_WIDTH: Final = 180
HEAD_TITLES: Final[Mapping[str, str]] = {
    Head.BUN: mark("A bun"),
    Head.BEARD: mark("A beard"),
    Head.GLASSES: mark("Glasses"),
    Head.PLAITS: mark("Plaits"),
    Head.BOWLER: mark("A bowler hat"),
    Head.CAP: mark("A cap"),
    Head.CURLS: mark("Curls"),
    Head.EARS: mark("Large ears"),
    Head.FRINGE: mark("A fringe"),
    Head.SPIKES: mark("Spiky hair"),
    Head.SCARF: mark("A headscarf"),
    Head.MOUSTACHE: mark("A moustache"),
}
COLOUR_TITLES: Final[Mapping[str, str]] = {
    "green": mark("Green"),
    "blue": mark("Blue"),
    "amber": mark("Amber"),
    "rose": mark("Rose"),
    "violet": mark("Violet"),
    "teal": mark("Teal"),
    "coral": mark("Coral"),
    "slate": mark("Slate"),
    "olive": mark("Olive"),
    "indigo": mark("Indigo"),
}
IN_A_ROW: Final = 6
FACE: Final = 40
DISC: Final = 22
LARGE: Final = 84
"""Sizes of a face button, a colour button and the portrait (px)."""


class PeopleDialog(Dialog):
    """Dialog that edits the persons in the settings at once; the caller saves the settings."""

    changed = Signal()
    """A person was added, removed, renamed or given another look."""
    play_asked = Signal(str)
    """Another person is to become the current one, given by identity."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent, tr("People"))
        self._settings = settings
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("People at this computer"))
        self.list.setIconSize(QSize(ICON, ICON))
        self.list.setMinimumWidth(round(grown(LIST_WIDTH)))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.form = PersonForm(self)
        self.former = note(parent=self)
        # No default button: Enter confirms a typed name, and nothing else.
        self.play_button = self.button(tr("&Play as this person"), self._on_play)
        self.add_button = self.button(tr("&Add…"), self.ask_add)
        self.remove_button = self.button(tr("&Remove…"), self.ask_remove)
        self.close_button = self.button(tr("C&lose"), self.reject)
        self._lay_out()
        self.list.currentItemChanged.connect(lambda *_: self._show_person())
        self.form.named.connect(self._on_named)
        self.form.dressed.connect(self._on_dressed)
        self.show_people(settings.who)
        self.list.setFocus()

    def _lay_out(self) -> None:
        left = column_of((self.list, 1), row_of(self.add_button, self.remove_button), spacing=6)
        right = column_of(self.form, self.former, STRETCH, spacing=6)
        body = row_of(left, (right, 1), spacing=20)
        foot = row_of(self.play_button, STRETCH, self.close_button)
        column_of((body, 1), foot, within=self, margins=(18, 16, 18, 14), spacing=12)

    # The list

    def show_people(self, chosen: str = "") -> None:
        """Reload the list and select this identity, or the one selected before."""
        chosen = chosen or self._identity
        self.list.blockSignals(True)
        self.list.clear()
        for person in self._settings.persons:
            item = QListWidgetItem(face_icon(look_of_person(person), ICON), _title(person))
            item.setData(IDENTITY, person.identity)
            if person.identity == self._settings.who:
                letters = item.font()
                letters.setBold(True)
                item.setFont(letters)
                item.setText(tr("{name} (plays)").format(name=_title(person)))
            set_tip(item, item.text())
            self.list.addItem(item)
            if person.identity == chosen:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        if self.list.currentItem() is None:
            self.list.setCurrentRow(0)
        self.add_button.setEnabled(self.list.count() < MOST_PERSONS)
        self._show_person()

    @property
    def _identity(self) -> str:
        item = self.list.currentItem()
        return "" if item is None else str(item.data(IDENTITY))

    @property
    def _person(self) -> Person:
        return next(one for one in self._settings.persons if one.identity == self._identity)

    def _show_person(self) -> None:
        if self.list.currentItem() is None:
            return
        person = self._person
        plays = person.identity == self._settings.who
        self.form.show_person(person.name, name_of(person), look_of_person(person))
        names = ", ".join(map(shown_name, person.former))
        self.former.setText(tr("Called before: {names}").format(names=names) if names else "")
        self.former.setVisible(bool(names))
        self.play_button.setEnabled(not plays)
        self.remove_button.setEnabled(not plays)
        set_tip(self.remove_button, tr("Whoever plays cannot be removed.") if plays else "")

    # Commands

    def _on_named(self, name: str) -> None:
        person = self._person
        if name == person.name or not self.isVisible():
            self.form.show_problem(None)
            return
        problem = name_problem(name, self._settings.persons, person.identity)
        self.form.show_problem(problem)
        if problem is None:
            self._settings.rename(person.identity, name, name_of(person))
            self._on_changed()

    def _on_dressed(self) -> None:
        look = self.form.look
        self._settings.change_person(self._identity, face=look.head.value, colour=look.colour)
        self._on_changed()

    def _on_changed(self) -> None:
        self.show_people()
        self.changed.emit()

    def _on_play(self) -> None:
        self.play_asked.emit(self._identity)
        self.show_people()

    def _look_around(self) -> bool:
        """Reload changes of other windows; return False if the selected person has been removed."""
        chosen = self._identity
        self._settings.look_around()
        self.show_people()
        return chosen == self._identity

    def ask_add(self) -> None:
        self._look_around()
        if not self.add_button.isEnabled():
            return
        dialog = AddPersonDialog(self._settings.persons, self)
        dialog.added.connect(self._on_added)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_added(self, name: str, face: str, colour: str) -> None:
        identity = self._settings.add_person(name, face, colour)
        self.show_people(identity)
        self.changed.emit()

    def ask_remove(self) -> None:
        if not self._look_around():
            self.changed.emit()
            return  # already removed
        person = self._person
        question = Confirmation(
            self,
            tr("Remove {name}?").format(name=_title(person)),
            tr("The matches and statistics stay; the settings of {name} are lost.").format(
                name=_title(person)
            ),
            tr("&Remove"),
            tr("&Keep"),
        )
        question.confirmed.connect(self._on_removed)
        question.open()

    def _on_removed(self) -> None:
        if self._look_around():
            self._settings.remove_person(self._identity)
        self.show_people(self._settings.who)
        self.changed.emit()


def _title(person: Person) -> str:
    return shown_name(name_of(person))


class AddPersonDialog(Dialog):
    """Dialog for a new person's name, face and colour, initially ones that nobody here has."""

    added = Signal(str, str, str)

    def __init__(self, persons: tuple[Person, ...], parent: QWidget) -> None:
        super().__init__(parent, tr("Add a person"))
        self._persons = persons
        self.form = PersonForm(self)
        more = note(tr("Each person has their own settings and statistics."), self)
        self.add_button = self.button(tr("&Add"), self._on_add, default=True)
        self.cancel_button = self.button(tr("&Cancel"), self.reject)
        buttons = row_of(STRETCH, self.cancel_button, self.add_button)
        self.lay_out(self.form, more, buttons).setStretch(0, 1)
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


class OwnNameDialog(Dialog):
    """Dialog for the name of a person; ``name_entered`` is emitted with it, cleaned up."""

    named = Signal(str)

    def __init__(self, persons: tuple[Person, ...], who: str, parent: QWidget) -> None:
        super().__init__(parent, tr("Your name"))
        self._persons, self._who = persons, who
        question = tr("What are you called at the table?")
        self.name = QLineEdit(self)
        self.name.setMaxLength(NAME_LENGTH)
        self.name.setMinimumWidth(round(grown(280)))
        self.name.setAccessibleName(question)
        self.problem = note(parent=self, quiet=False)
        self.problem.hide()
        heading = subheading(question, self)
        self.go_on_button = self.button(tr("&Go on"), self._on_go_on, default=True)
        self.cancel_button = self.button(tr("&Cancel"), self.reject)
        buttons = row_of(STRETCH, self.cancel_button, self.go_on_button)
        self.lay_out(heading, self.name, self.problem, buttons)
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
    """Return a face and a colour that nobody here has, as long as there are any."""
    looks = [look_of_person(one) for one in persons]
    heads, colours = {look.head for look in looks}, {look.colour for look in looks}
    head = next((one for one in HEADS if one not in heads), HEADS[len(looks) % len(HEADS)])
    return Look(head, next((one for one in COLOURS if one not in colours), next(iter(COLOURS))))


class PersonForm(QWidget):
    """Form for a name, a face and a colour."""

    named = Signal(str)
    """A name was entered; it is cleaned up."""
    dressed = Signal()
    """Another face or colour was chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.large = Label(parent=self)
        self.large.setFixedSize(LARGE, LARGE)
        self.name = QLineEdit(self)
        self.name.setMaxLength(NAME_LENGTH)
        self.problem = note(parent=self, quiet=False)
        self.problem.hide()
        self.faces = self._choices(
            {head: (face_icon(Look(head, "slate"), FACE), HEAD_TITLES[head]) for head in HEADS},
            FACE,
        )
        self.colours = self._choices(
            {code: (colour_icon(code, DISC), COLOUR_TITLES[code]) for code in COLOURS}, DISC
        )
        self._lay_out()
        self.name.editingFinished.connect(lambda: self.named.emit(tidy_name(self.name.text())))
        for group in (self.faces, self.colours):
            group.idClicked.connect(self._on_chosen)

    def _choices(self, offered: "Mapping[str, tuple[QIcon, str]]", side: int) -> QButtonGroup:
        """Return a group of exclusive buttons with icons, which arrow keys move through."""
        group = QButtonGroup(self)
        for number, (icon, title) in enumerate(offered.values()):
            button = QToolButton(self)
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setIcon(icon)
            button.setIconSize(QSize(side, side))
            button.setAccessibleName(tr(title))
            set_tip(button, tr(title))
            group.addButton(button, number)
        return group

    def _lay_out(self) -> None:
        label = subheading(tr("&Name"), self)
        label.setBuddy(self.name)
        name = (label, self.name, self.problem)
        words = column_of(STRETCH, *name, STRETCH, spacing=4)
        head = row_of(self.large, (words, 1), spacing=14)
        column = column_of(head, within=self, margins=(0, 0, 0, 0), spacing=6)
        for text, group, most in (
            (tr("&Face"), self.faces, IN_A_ROW),
            (tr("C&olour"), self.colours, len(COLOURS)),
        ):
            heading = subheading(text, self)
            heading.setBuddy(group.button(0))
            column.addWidget(heading)
            grid = QGridLayout()
            grid.setSpacing(2)
            for number, button in enumerate(group.buttons()):
                grid.addWidget(button, number // most, number % most)
            grid.setColumnStretch(most, 1)
            column.addLayout(grid)
        column.addStretch(1)

    # Content

    @property
    def look(self) -> Look:
        return Look(HEADS[self.faces.checkedId()], tuple(COLOURS)[self.colours.checkedId()])

    def show_person(self, name: str, placeholder: str, look: Look) -> None:
        """Show a person; ``placeholder`` is their default name."""
        self.name.setText(name)
        self.name.setPlaceholderText(placeholder)
        self.faces.button(HEADS.index(look.head)).setChecked(True)
        self.colours.button(tuple(COLOURS).index(look.colour)).setChecked(True)
        self.show_problem(None)
        self._show_look()

    def show_problem(self, problem: Message | None) -> None:
        said = "" if problem is None else Speaker().say(problem)
        self.problem.setText(said)
        self.problem.setAccessibleName(said)
        self.problem.setVisible(bool(said))

    def _on_chosen(self, _: int) -> None:
        self._show_look()
        self.dressed.emit()

    def _show_look(self) -> None:
        look = self.look
        self.large.setPixmap(face_at(look, LARGE, self.devicePixelRatioF()))
        # The face buttons have the selected colour.
        for head, button in zip(HEADS, self.faces.buttons(), strict=True):
            button.setIcon(face_icon(Look(head, look.colour), FACE))
