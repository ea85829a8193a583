"""The persons who play in a window; they take turns between matches, never during one."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from greenbaize.app.tables.default_players import last_table, name_of, names_of, with_you, your_name
from greenbaize.rules.naming import folded
from greenbaize.rules.players import HUMAN
from greenbaize.store.persons import Person
from greenbaize.ui.faces.looks import use_persons
from greenbaize.ui.shell.notifications import Notifications
from greenbaize.ui.shell.pages import Pages
from greenbaize.ui.shell.settings import SettingsService, Setup
from greenbaize.words.catalogue import tr
from greenbaize.words.names import YOU, is_nameless, shown_name

if TYPE_CHECKING:
    from greenbaize.match.header import Header
    from greenbaize.match.player import Player


class Persons(QObject):
    """Service that switches between the persons at this computer."""

    changed = Signal()
    """Emitted when names or looks of persons have changed."""
    chosen = Signal()
    """Emitted when another person has been chosen to play."""

    def __init__(
        self, settings: SettingsService, setup: Setup, pages: Pages, notifications: Notifications
    ) -> None:
        super().__init__(settings)
        self._service, self._setup = settings, setup
        self._pages, self._notifications = pages, notifications
        self.next: str | None = None
        """Identity of the person who plays after the current match; None for no change."""
        use_persons(settings.now.persons)

    def names(self) -> list[tuple[str, ...]]:
        """Return the names of all persons, each one's current name first; who plays comes first."""
        settings = self._service.now
        others = (one for one in settings.persons if one.identity != settings.who)
        return [names_of(one) for one in (settings.person, *others)]

    @property
    def seated(self) -> bool:
        """True if somebody plays at a table in this window under their own name."""
        pages = self._pages
        at_table = pages.played and pages.place is not None and pages.place.seat is not None
        return at_table or pages.shared

    def let_play(self, identity: str) -> None:
        """Let a person play from now on, or from the next match on if one is being played."""
        settings = self._service.now
        persons = {one.identity: one for one in settings.persons}
        if identity not in persons:
            return
        if self.seated and identity != settings.who:
            self.next = identity
            said = tr("{name} plays from the next match on; this one is {other}'s to its end.")
            if name_of(settings.person) in YOU:
                said = tr("{name} plays from the next match on; this one is yours to its end.")
            names = {"name": title_of(persons[identity]), "other": title_of(settings.person)}
            self._notifications.tell(said.format(**names))
            return
        self.next = None
        if identity != settings.who:
            settings.switch(identity)
            self.on_switched()
            self.chosen.emit()

    def take_turns(self) -> None:
        """Switch to the person chosen for the next match, now that the table has been left."""
        identity, self.next = self.next, None
        settings = self._service.now
        if identity in settings.others:
            settings.switch(identity)
            self.on_switched()

    def is_anothers(self, header: "Header") -> bool:
        """Return True if other people have played a match, but not the current person.

        A person without a name may be anyone in a match of several people in which a name is
        unknown here.
        """
        settings = self._service.now
        people = {folded(one.name) for one in header.sitters if one.kind == HUMAN}
        if not settings.others or not people or people & _names_of(settings.person):
            return False
        known = set().union(*map(_names_of, settings.persons))
        unnamed = is_nameless(name_of(settings.person)) and len(people) > 1
        return not (unnamed and people - known)

    def sit_as(self, name: str) -> None:
        """Switch to the person of this name, to continue a match of theirs.

        Nothing changes for an unknown name or that of the current person.
        """
        settings, wanted = self._service.now, folded(name)
        if wanted in _names_of(settings.person):
            return
        for person in settings.persons:
            if wanted in _names_of(person):
                settings.switch(person.identity)
                self.on_switched()
                return

    def sit_as_one_of(self, header: "Header") -> None:
        """Switch to one of the people who have played a match, to continue it."""
        if self.is_anothers(header):
            for one in header.sitters:
                if one.kind == HUMAN and self.is_anothers(header):
                    self.sit_as(one.name)

    def sitting_next(self, sitters: "tuple[Player, ...]") -> "tuple[Player, ...]":
        """Return the players of a rematch, in which another person may play now."""
        if self.next is None:
            return sitters
        self.take_turns()
        if sum(one.kind == HUMAN for one in sitters) > 1:
            return sitters  # all of them continue
        settings = self._service.now
        return with_you(sitters, your_name(settings), [name_of(one) for one in settings.persons])

    def on_switched(self) -> None:
        """Load the settings and the last table of the person who plays now."""
        self.next = None
        use_persons(self._service.now.persons)
        self._setup.table = last_table(self._service.now)
        self._service.save()
        self._service.changed.emit()

    def on_changed(self) -> None:
        use_persons(self._service.now.persons)
        self.changed.emit()

    def called(self, name: str) -> Person:
        """Return the person of this name, or the current person if nobody here has it."""
        settings, wanted = self._service.now, folded(name)
        same = (one for one in settings.persons if folded(name_of(one)) == wanted)
        return next(same, settings.person)

    def call_you(self, name: str) -> None:
        """Apply the name typed for a table with friends.

        The name of another person here switches to them, and a person without a name gets it. Any
        other name counts for that table only: nobody is renamed as a side effect.
        """
        settings, person = self._service.now, self.called(name)
        if person.identity != settings.who:
            settings.switch(person.identity)
            self.on_switched()
        elif name and not settings.your_name and folded(name) != folded(name_of(person)):
            settings.rename(settings.who, name, your_name(settings))
            self.on_changed()


def _names_of(person: Person) -> set[str]:
    return {folded(name) for name in names_of(person)}


def title_of(person: Person) -> str:
    """Return the name of a person as it is displayed."""
    return shown_name(name_of(person))
