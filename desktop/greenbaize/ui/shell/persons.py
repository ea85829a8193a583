"""The persons who play in a window; they take turns between matches, never during one."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from greenbaize.app.tables.default_players import (
    assign_own_name,
    get_own_name,
    get_person_name,
    get_person_names,
    load_last_setup,
)
from greenbaize.rules.name_text import fold_name
from greenbaize.rules.players import HUMAN
from greenbaize.store.persons import PersonIdentity
from greenbaize.ui.faces.assigned_avatars import set_local_persons
from greenbaize.ui.shell.notifications import NotificationService
from greenbaize.ui.shell.pages import PageController
from greenbaize.ui.shell.settings import NextTableSetup, SettingsService
from greenbaize.words.catalogue import tr
from greenbaize.words.names import DEFAULT_NAMES, display_name, is_default_name

if TYPE_CHECKING:
    from greenbaize.match.header import RecordHeader
    from greenbaize.match.header_player import HeaderPlayer


class PersonService(QObject):
    """Service that switches between the persons at this computer."""

    changed = Signal()
    """Emitted when names or looks of persons have changed."""
    person_switched = Signal()
    """Emitted when another person has been chosen to play."""

    def __init__(
        self,
        settings: SettingsService,
        setup: NextTableSetup,
        pages: PageController,
        notifications: NotificationService,
    ) -> None:
        super().__init__(settings)
        self._settings_service, self._setup = settings, setup
        self._pages, self._notifications = pages, notifications
        self.next_identity: str | None = None
        """Identity of the person who plays after the current match; None for no change."""
        set_local_persons(settings.current.persons)

    def list_names(self) -> list[tuple[str, ...]]:
        """Return the names of all persons, each one's current name first; who plays comes first."""
        settings = self._settings_service.current
        other_persons = (
            person for person in settings.persons if person.identity != settings.current_identity
        )
        return [get_person_names(person) for person in (settings.current_person, *other_persons)]

    @property
    def is_seated(self) -> bool:
        """True if somebody plays at a table in this window under their own name."""
        pages = self._pages
        plays_seat = (
            pages.is_played and pages.player_view is not None and pages.player_view.seat is not None
        )
        return plays_seat or pages.is_shared

    def switch_person(self, identity: str) -> None:
        """Let a person play from now on, or from the next match on if one is being played."""
        settings = self._settings_service.current
        persons = {person.identity: person for person in settings.persons}
        if identity not in persons:
            return
        if self.is_seated and identity != settings.current_identity:
            self.next_identity = identity
            sentence = tr("{name} plays from the next match on; this one is {other}'s to its end.")
            if get_person_name(settings.current_person) in DEFAULT_NAMES:
                sentence = tr("{name} plays from the next match on; this one is yours to its end.")
            names = {
                "name": display_name_of(persons[identity]),
                "other": display_name_of(settings.current_person),
            }
            self._notifications.show_sentence(sentence.format(**names))
            return
        self.next_identity = None
        if identity != settings.current_identity:
            settings.switch_person(identity)
            self.on_person_switched()
            self.person_switched.emit()

    def apply_pending_switch(self) -> None:
        """Switch to the person chosen for the next match, now that the table has been left."""
        identity, self.next_identity = self.next_identity, None
        settings = self._settings_service.current
        if identity in settings.other_persons:
            settings.switch_person(identity)
            self.on_person_switched()

    def belongs_to_others(self, header: "RecordHeader") -> bool:
        """Return True if other people have played a match, but not the current person.

        A person without a name may be anyone in a match of several people in which a name is
        unknown here.
        """
        settings = self._settings_service.current
        people = {fold_name(player.name) for player in header.players if player.kind == HUMAN}
        if (
            not settings.other_persons
            or not people
            or people & _folded_names(settings.current_person)
        ):
            return False
        known = set().union(*map(_folded_names, settings.persons))
        unnamed = is_default_name(get_person_name(settings.current_person)) and len(people) > 1
        return not (unnamed and people - known)

    def switch_to_name(self, name: str) -> None:
        """Switch to the person of this name, to continue a match of theirs.

        Nothing changes for an unknown name or that of the current person.
        """
        settings, folded_name = self._settings_service.current, fold_name(name)
        if folded_name in _folded_names(settings.current_person):
            return
        for person in settings.persons:
            if folded_name in _folded_names(person):
                settings.switch_person(person.identity)
                self.on_person_switched()
                return

    def switch_to_player_of(self, header: "RecordHeader") -> None:
        """Switch to one of the people who have played a match, to continue it."""
        if self.belongs_to_others(header):
            for player in header.players:
                if player.kind == HUMAN and self.belongs_to_others(header):
                    self.switch_to_name(player.name)

    def next_match_players(self, players: "tuple[HeaderPlayer, ...]") -> "tuple[HeaderPlayer, ...]":
        """Return the players of a rematch, in which another person may play now."""
        if self.next_identity is None:
            return players
        self.apply_pending_switch()
        if sum(player.kind == HUMAN for player in players) > 1:
            return players  # all of them continue
        settings = self._settings_service.current
        return assign_own_name(
            players,
            get_own_name(settings),
            [get_person_name(player) for player in settings.persons],
        )

    def on_person_switched(self) -> None:
        """Load the settings and the last table of the person who plays now."""
        self.next_identity = None
        set_local_persons(self._settings_service.current.persons)
        self._setup.table_setup = load_last_setup(self._settings_service.current)
        self._settings_service.save()
        self._settings_service.changed.emit()

    def on_persons_changed(self) -> None:
        set_local_persons(self._settings_service.current.persons)
        self.changed.emit()

    def person_named(self, name: str) -> PersonIdentity:
        """Return the person of this name, or the current person if nobody here has it."""
        settings, folded_name = self._settings_service.current, fold_name(name)
        matches = (
            person
            for person in settings.persons
            if fold_name(get_person_name(person)) == folded_name
        )
        return next(matches, settings.current_person)

    def apply_typed_name(self, name: str) -> None:
        """Apply the name typed for a table with friends.

        The name of another person here switches to them, and a person without a name gets it. Any
        other name counts for that table only: nobody is renamed as a side effect.
        """
        settings, person = self._settings_service.current, self.person_named(name)
        if person.identity != settings.current_identity:
            settings.switch_person(person.identity)
            self.on_person_switched()
        elif (
            name
            and not settings.your_name
            and fold_name(name) != fold_name(get_person_name(person))
        ):
            settings.rename_person(settings.current_identity, name, get_own_name(settings))
            self.on_persons_changed()


def _folded_names(person: PersonIdentity) -> set[str]:
    return {fold_name(name) for name in get_person_names(person)}


def display_name_of(person: PersonIdentity) -> str:
    """Return the name of a person as it is displayed."""
    return display_name(get_person_name(person))
