"""The dialog of the persons at this computer: who they are, what they are called, how they look."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.app.tables.default_players import name_of
from greenbaize.store.persons import MOST_PERSONS, Person, name_problem
from greenbaize.store.settings import Settings
from greenbaize.ui.dialogs.dialog import Confirmation, Dialog
from greenbaize.ui.dialogs.notes import note
from greenbaize.ui.faces.looks import look_of_person
from greenbaize.ui.fonts import grown
from greenbaize.ui.people.adding import AddPersonDialog
from greenbaize.ui.people.form import PersonForm
from greenbaize.ui.people.icons import face_icon
from greenbaize.ui.plain import set_tip
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

IDENTITY: Final = Qt.ItemDataRole.UserRole
ICON: Final = 28
LIST_WIDTH: Final = 180


class PeopleDialog(Dialog):
    """Changes the persons in the settings as one goes; saving them is the caller's."""

    changed = Signal()
    """Somebody has come, gone, or looks or is called otherwise."""
    play_asked = Signal(str)
    """Somebody else is to play, by their identity."""

    def __init__(self, settings: Settings, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("People"))
        self._settings = settings
        self._theme = theme
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("People at this computer"))
        self.list.setIconSize(QSize(ICON, ICON))
        self.list.setMinimumWidth(round(grown(LIST_WIDTH)))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.form = PersonForm(self)
        self.former = note(parent=self)
        self.play_button = QPushButton(self)
        self.add_button = QPushButton(tr("&Add…"), self)
        self.remove_button = QPushButton(tr("&Remove…"), self)
        self.close_button = QPushButton(tr("C&lose"), self)
        self._lay_out()
        self.set_theme(theme)
        self.list.currentItemChanged.connect(lambda *_: self._show_person())
        self.form.named.connect(self._on_named)
        self.form.dressed.connect(self._on_dressed)
        self.play_button.clicked.connect(self._on_play)
        self.add_button.clicked.connect(self.ask_add)
        self.remove_button.clicked.connect(self.ask_remove)
        self.close_button.clicked.connect(self.reject)
        self.show_people(settings.who)
        self.list.setFocus()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setPalette(paper_palette(theme))

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(6)
        left.addWidget(self.list, 1)
        row = QHBoxLayout()
        for button in (self.add_button, self.remove_button):
            row.addWidget(button)
        left.addLayout(row)
        right = QVBoxLayout()
        right.setSpacing(6)
        right.addWidget(self.form)
        right.addWidget(self.former)
        right.addStretch(1)
        body = QHBoxLayout()
        body.setSpacing(20)
        body.addLayout(left)
        body.addLayout(right, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.play_button)
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        for button in (self.play_button, self.add_button, self.remove_button, self.close_button):
            button.setAutoDefault(False)  # Enter takes a name that is typed, and no more
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        column.addLayout(body, 1)
        column.addLayout(foot)

    # The list

    def show_people(self, chosen: str = "") -> None:
        """Show all persons, and choose the one with this identity, or the one chosen before."""
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
        self.play_button.setText(tr("&Play as this person"))
        self.play_button.setEnabled(not plays)
        self.remove_button.setEnabled(not plays)
        set_tip(self.remove_button, tr("Whoever plays cannot be removed.") if plays else "")

    # What is done

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
        """See what other windows have done; whether whoever is chosen is still here."""
        chosen = self._identity
        self._settings.look_around()
        self.show_people()
        return chosen == self._identity

    def ask_add(self) -> None:
        """Ask who else is to be here."""
        self._look_around()
        if not self.add_button.isEnabled():
            return
        dialog = AddPersonDialog(self._settings.persons, self, self._theme)
        dialog.added.connect(self._on_added)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_added(self, name: str, face: str, colour: str) -> None:
        identity = self._settings.add_person(name, face, colour)
        self.show_people(identity)
        self.changed.emit()

    def ask_remove(self) -> None:
        """Ask whether somebody is to go."""
        if not self._look_around():
            self.changed.emit()
            return  # they are gone already
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
