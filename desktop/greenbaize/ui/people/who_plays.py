"""Who plays in a window: shown on the first screen, changed there, and never amid a match."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from greenbaize.app.tables.company import (
    is_name,
    last_table,
    name_of,
    names_of,
    with_you,
    your_name,
)
from greenbaize.rules.naming import folded
from greenbaize.rules.players import HUMAN
from greenbaize.store.persons import MOST_PERSONS, Person
from greenbaize.ui.faces.looks import look_of_person, use_persons
from greenbaize.ui.people.chip import FACE, PersonChip
from greenbaize.ui.people.icons import face_icon
from greenbaize.ui.plain import on_button
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.match.header import Header
    from greenbaize.match.sitters import Sitter
    from greenbaize.ui.window import MainWindow


class WhoPlays:
    """Lets persons take turns at a window.

    Args:
        window: shows who plays, and has the settings.
    """

    def __init__(self, window: "MainWindow") -> None:
        self._window = window
        self.next: str | None = None
        """Who plays once the table has been left."""
        self.menu: QMenu | None = None
        """The menu of persons that was last opened."""
        use_persons(window.settings.persons)

    def chip(self, parent: QWidget) -> PersonChip:
        """The button that says who plays."""
        person = self._window.settings.person
        return PersonChip(_title(person), _icon(person), self.open_menu, parent)

    def open_menu(self, below: QPoint) -> None:
        """Offer everybody at this computer, and more."""
        settings = self._window.settings
        self._look_around()
        menu = self.menu = QMenu(self._window)
        menu.aboutToHide.connect(menu.deleteLater)
        group = QActionGroup(menu)
        for person in settings.persons:
            action = menu.addAction(_icon(person), on_button(_title(person)))
            action.setCheckable(True)
            action.setChecked(person.identity == settings.who)
            action.triggered.connect(partial(self._on_picked, person.identity))
            group.addAction(action)
        menu.addSeparator()
        adding = menu.addAction(tr("&Add a person…"))
        adding.triggered.connect(lambda _=False: self.ask_add())
        adding.setEnabled(len(settings.persons) < MOST_PERSONS)
        menu.addAction(tr("&People…")).triggered.connect(lambda _=False: self.ask_people())
        menu.popup(below)

    def _look_around(self) -> None:
        """See what other windows have done to persons, and tell what happened to who plays here."""
        settings = self._window.settings
        settings.look_around()
        said = settings.news()
        if said is not None:
            self._window.banner.tell(Speaker().say(said))

    def _on_picked(self, identity: str, _: bool = False) -> None:
        self.let_play(identity)

    def names(self) -> list[tuple[str, ...]]:
        """The names of everybody here, who plays first; the name that they have now first."""
        settings = self._window.settings
        others = (one for one in settings.persons if one.identity != settings.who)
        return [names_of(one) for one in (settings.person, *others)]

    # Who plays

    @property
    def seated(self) -> bool:
        """Whether somebody sits at a table in this window, as who they are."""
        playing = self._window.playing
        at_table = playing is not None and playing.place.seat is not None
        return at_table or self._window.at_friends

    def let_play(self, identity: str) -> None:
        """Let somebody play from now on; from the next match on where one is on the table."""
        settings = self._window.settings
        persons = {one.identity: one for one in settings.persons}
        if identity not in persons:
            return
        if self.seated and identity != settings.who:
            self.next = identity
            said = tr("{name} plays from the next match on; this one is {other}'s to its end.")
            names = {"name": _title(persons[identity]), "other": _title(settings.person)}
            self._window.banner.tell(said.format(**names))
            return
        self.next = None
        if identity != settings.who:
            settings.switch(identity)
            self.on_switched()
            self._show_anew()

    def take_turns(self) -> None:
        """Let whoever was to play next do so, now that the table has been left."""
        identity, self.next = self.next, None
        settings = self._window.settings
        if identity in settings.others:
            settings.switch(identity)
            self.on_switched()

    def is_anothers(self, header: "Header") -> bool:
        """Whether other people have played a match, and not whoever plays here now."""
        settings = self._window.settings
        people = _people(header)
        return bool(settings.others and people and not people & _folded(settings.person))

    def sit_as(self, name: str) -> None:
        """Let whoever is called so play at once, to go on with a match of theirs.

        One who is not of this computer, or who plays already, changes nothing.
        """
        settings, wanted = self._window.settings, name.casefold()
        if wanted in _folded(settings.person):
            return
        for person in settings.persons:
            if wanted in _folded(person):
                settings.switch(person.identity)
                self.on_switched()
                return

    def sit_as_one_of(self, header: "Header") -> None:
        """Let one of those who have played a match play, to go on with it."""
        if self.is_anothers(header):
            for one in header.sitters:
                if one.kind == HUMAN and self.is_anothers(header):
                    self.sit_as(one.name)

    def sitting_next(self, sitters: "tuple[Sitter, ...]") -> "tuple[Sitter, ...]":
        """Who sits at another match of the same players, in which somebody else may play now."""
        if self.next is None:
            return sitters
        self.take_turns()
        settings = self._window.settings
        return with_you(sitters, your_name(settings), [name_of(one) for one in settings.persons])

    def on_switched(self) -> None:
        """Have what the person who plays now has set, and the table that was last theirs."""
        self.next = None
        window = self._window
        window.want(*last_table(window.settings))
        window.save_settings()
        window.apply_settings()
        window.menus.ring.setChecked(window.settings.ring)
        window.see_language()

    def called(self, name: str) -> Person:
        """Who sits down under a name: the person here who is called so, or whoever plays."""
        settings, wanted = self._window.settings, folded(name)
        same = (one for one in settings.persons if folded(name_of(one)) == wanted)
        return next(same, settings.person)

    def call_you(self, name: str) -> None:
        """Take the name that was typed for a table with friends.

        One of somebody here lets them play, and who has no name yet is called so from now on. Any
        other is for that table only: nobody is renamed in passing.
        """
        settings, person = self._window.settings, self.called(name)
        if person.identity != settings.who:
            settings.switch(person.identity)
            self.on_switched()
        elif name and not settings.your_name and folded(name) != folded(name_of(person)):
            settings.rename(settings.who, name, your_name(settings))
            self.on_changed()

    def with_name(self, deed: Callable[[], None]) -> None:
        """Do what others are to see, once whoever plays has a name that they can be called by."""
        from greenbaize.ui.people.own_name import OwnNameDialog  # noqa: PLC0415  (seldom asked)

        window, settings = self._window, self._window.settings
        if is_name(your_name(settings)):
            deed()
            return
        dialog = OwnNameDialog(settings.persons, settings.who, window, window.theme)

        def take(name: str) -> None:
            settings.rename(settings.who, name, your_name(settings))
            self.on_changed()
            window.save_settings()
            deed()

        dialog.named.connect(take)
        window.open_dialog(dialog)

    # Dialogs

    def ask_add(self) -> None:
        """Ask who else is here; they play at once."""
        from greenbaize.ui.people.adding import AddPersonDialog  # noqa: PLC0415

        window = self._window
        dialog = AddPersonDialog(window.settings.persons, window, window.theme)
        dialog.added.connect(self._on_added)
        window.open_dialog(dialog)

    def _on_added(self, name: str, face: str, colour: str) -> None:
        identity = self._window.settings.add_person(name, face, colour)
        self.on_changed()
        self.let_play(identity)
        self._window.save_settings()

    def ask_people(self) -> None:
        """Show everybody at this computer, to be changed."""
        from greenbaize.ui.people.people import PeopleDialog  # noqa: PLC0415

        window = self._window
        self._look_around()
        dialog = PeopleDialog(window.settings, window, window.theme)

        def play(identity: str) -> None:
            self.let_play(identity)
            dialog.set_theme(window.theme)

        dialog.changed.connect(self.on_changed)
        dialog.play_asked.connect(play)
        dialog.finished.connect(window.save_settings)
        window.open_dialog(dialog)

    def on_changed(self) -> None:
        """Show persons as they are now called, and look."""
        window = self._window
        use_persons(window.settings.persons)
        window.looking.see_persons()
        laid = window.laid
        if laid is not None:
            laid.scene.show_looks()
        elif window.lobby is not None and window.room is None:
            window.want(*last_table(window.settings))
            self._show_anew()

    def _show_anew(self) -> None:
        """Lay the first screen anew, for somebody else or under another name."""
        window = self._window
        if window.lobby is not None and window.room is None:
            window.show_lobby()
            window.offer()


def _people(header: "Header") -> set[str]:
    return {one.name.casefold() for one in header.sitters if one.kind == HUMAN}


def _folded(person: Person) -> set[str]:
    """All names of a person, as they are compared."""
    return {name.casefold() for name in names_of(person)}


def _title(person: Person) -> str:
    return shown_name(name_of(person))


def _icon(person: Person) -> Any:
    return face_icon(look_of_person(person), FACE)
