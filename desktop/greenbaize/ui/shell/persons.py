"""Who plays in a window: persons take turns at it, and never amid a match."""

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
    """Lets persons take turns."""

    changed = Signal()
    """Persons are called otherwise, or look otherwise."""
    chosen = Signal()
    """Another person has been chosen to play, on whatever page one is."""

    def __init__(
        self, settings: SettingsService, setup: Setup, pages: Pages, notifications: Notifications
    ) -> None:
        super().__init__(settings)
        self._service, self._setup = settings, setup
        self._pages, self._notifications = pages, notifications
        self.next: str | None = None
        """Who plays once the table has been left."""
        use_persons(settings.now.persons)

    def names(self) -> list[tuple[str, ...]]:
        """The names of everybody here, who plays first; the name that they have now first."""
        settings = self._service.now
        others = (one for one in settings.persons if one.identity != settings.who)
        return [names_of(one) for one in (settings.person, *others)]

    @property
    def seated(self) -> bool:
        """Whether somebody sits at a table in this window, as who they are."""
        pages = self._pages
        at_table = pages.played and pages.place is not None and pages.place.seat is not None
        return at_table or pages.shared

    def let_play(self, identity: str) -> None:
        """Let somebody play from now on; from the next match on where one is on the table."""
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
        """Let whoever was to play next do so, now that the table has been left."""
        identity, self.next = self.next, None
        settings = self._service.now
        if identity in settings.others:
            settings.switch(identity)
            self.on_switched()

    def is_anothers(self, header: "Header") -> bool:
        """Return whether other people have played a match, and not whoever plays here now.

        Somebody without a name may be anybody in a match of several whose name is not known here.
        """
        settings = self._service.now
        people = {folded(one.name) for one in header.sitters if one.kind == HUMAN}
        if not settings.others or not people or people & _names_of(settings.person):
            return False
        known = set().union(*map(_names_of, settings.persons))
        unnamed = is_nameless(name_of(settings.person)) and len(people) > 1
        return not (unnamed and people - known)

    def sit_as(self, name: str) -> None:
        """Let whoever is called so play at once, to go on with a match of theirs.

        One who is not of this computer, or who plays already, changes nothing.
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
        """Let one of those who have played a match play, to go on with it."""
        if self.is_anothers(header):
            for one in header.sitters:
                if one.kind == HUMAN and self.is_anothers(header):
                    self.sit_as(one.name)

    def sitting_next(self, sitters: "tuple[Player, ...]") -> "tuple[Player, ...]":
        """Who sits at another match of the same players, in which somebody else may play now."""
        if self.next is None:
            return sitters
        self.take_turns()
        if sum(one.kind == HUMAN for one in sitters) > 1:
            return sitters  # they all play on
        settings = self._service.now
        return with_you(sitters, your_name(settings), [name_of(one) for one in settings.persons])

    def on_switched(self) -> None:
        """Have what the person who plays now has set, and the table that was last theirs."""
        self.next = None
        use_persons(self._service.now.persons)
        self._setup.table = last_table(self._service.now)
        self._service.save()
        self._service.changed.emit()

    def on_changed(self) -> None:
        use_persons(self._service.now.persons)
        self.changed.emit()

    def called(self, name: str) -> Person:
        """Who sits down under a name: the person here who is called so, or whoever plays."""
        settings, wanted = self._service.now, folded(name)
        same = (one for one in settings.persons if folded(name_of(one)) == wanted)
        return next(same, settings.person)

    def call_you(self, name: str) -> None:
        """Take the name that was typed for a table with friends.

        One of somebody here lets them play, and who has no name yet is called so from now on. Any
        other is for that table only: nobody is renamed in passing.
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
    """What a person is called, as it is shown."""
    return shown_name(name_of(person))
