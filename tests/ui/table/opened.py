"""Facade of the program's window for tests: the window, its features and its services."""

from typing import Any, Final

from PySide6.QtGui import QAction

from greenbaize.store.settings import Settings
from greenbaize.ui.features.history.replaying import Replaying
from greenbaize.ui.features.network.waiting_room import WaitingRoom
from greenbaize.ui.main import Features
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.program import Program
from greenbaize.ui.shell.navigation import Lesson, OpenRecord, Resume, Start
from greenbaize.ui.widgets.theme import Theme, worn

WHERE: Final = {
    "apply_settings": "services.settings.changed.emit",
    "_made_banner": "services.notifications._made",
    "_on_trouble": "features.launcher.on_trouble",
    "_reopen": "features.launcher._lay_anew",
    "what_next": "features.launcher",
    "looking": "features.windows",
    "updater": "services.history.made",
    "door": "features.network.door",
    "sound_button": "features.sound.button",
    "banner": "services.notifications.banner",
    "begin": "features.launcher.begin",
    "begin_wanted": "features.launcher.begin_usual",
    "lobby": "features.start_screen.lobby",
    "losses": "services.troubles.losses",
    "match": "services.pages.match",
    "laid": "services.pages.table",
    "offer": "features.start_screen.offer",
    "persons": "services.persons",
    "resume": "features.launcher.resume",
    "save_settings": "services.settings.save",
    "set_ring": "features.table.set_ring",
    "set_sound": "features.sound.set_on",
    "show_lobby": "features.start_screen.show_lobby",
    "sounding": "services.sound",
    "speech": "services.speech",
    "still": "services.settings.still",
    "trouble": "services.troubles.last",
    "unwritten": "services.troubles.unwritten",
    "words_told": "services.notifications.words",
    "ask_preferences": "features.windows.ask_preferences",
    "show_about": "features.windows.show_about",
    "explain_trick": "features.table.explain_trick",
    "ask_hint": "features.table.ask_hint",
    "show_review": "features.table.show_review",
    "show_table_rules": "features.table.show_rules",
    "_painted": "features.start_screen.painted",
    "at_friends": "services.pages.shared",
}
"""Attribute path from the program, by short name."""


class Opened:
    """Program window with its features under short names; other names are the window's own."""

    def __init__(self, program: Program) -> None:
        self.program, self.window = program, program.window
        self.services = program.services

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opened) and other.program is self.program

    def __hash__(self) -> int:
        return hash(self.program)

    def __getattr__(self, name: str) -> Any:
        found: Any = self.program
        if name in WHERE:
            for part in WHERE[name].split("."):
                found = getattr(found, part)
            return found
        if name in vars(found.features) or name in vars(Features):
            return getattr(found.features, name)
        own = name in vars(found) or name in vars(Program)
        return getattr(found if own else found.window, name)

    @property
    def settings(self) -> Settings:
        return self.services.settings.now

    @property
    def theme(self) -> Theme:
        """Current theme."""
        return worn()

    @property
    def playing(self) -> MatchView | None:
        """View of the match on the table, if a match is being played."""
        page = self.services.pages.current
        return page if isinstance(page, MatchView) else None

    @property
    def replaying(self) -> Replaying | None:
        """Page of the match being replayed, if any."""
        page = self.services.pages.current
        return page if isinstance(page, Replaying) else None

    @property
    def room(self) -> WaitingRoom | None:
        """Waiting room, while it is shown."""
        page = self.services.pages.current
        return page if isinstance(page, WaitingRoom) else None

    @property
    def ending(self) -> Any:
        """Controller of the result of the match on the table."""
        return None if self.playing is None else self.playing.ending

    @property
    def result(self) -> Any:
        """Result panel of the match on the table."""
        return None if self.ending is None else self.ending.card

    @property
    def first_deal(self) -> Any:
        """Guide of a first deal."""
        return None if self.playing is None else self.playing.guide

    @property
    def _dialog(self) -> Any:
        return self.services.dialogs.last

    @property
    def why_action(self) -> QAction:
        """Menu action that explains the last trick."""
        return self.services.actions["why"]

    @property
    def hint_action(self) -> QAction:
        """Menu action that gives a hint."""
        return self.services.actions["hint"]

    @property
    def review_action(self) -> QAction:
        """Menu action that opens the review of a deal."""
        return self.services.actions["review"]

    @property
    def menus(self) -> "Menus":
        """Menu actions by name."""
        return Menus(self.program)

    def resume_or_tell(self, path: Any, seat: int | None = None) -> bool:
        """Resume the match of a record."""
        return self.services.go(Resume(path, seat))

    def open_or_tell(self, path: Any, seat: int | None = None) -> bool:
        """Open a record."""
        return self.services.go(OpenRecord(path, seat))

    def show_first_deal(self, game: str) -> None:
        """Start a first deal with a guide."""
        self.services.go(Lesson(game))

    def clear_table(self) -> None:
        """Leave the table."""
        self.services.go(Start())


class Menus:
    """Lookup of menu actions by attribute name."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def __getattr__(self, name: str) -> Any:
        if name == "taking_back":
            return self._program.features.undo
        return self._program.services.actions[name]
