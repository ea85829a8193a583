"""Facade of the program's window for tests: the window, its features and its services."""

from typing import Any, Final

from PySide6.QtGui import QAction

from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.history.replay_page import ReplayPage
from greenbaize.ui.features.network.waiting_room import WaitingRoomPage
from greenbaize.ui.main import Features
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.shell.navigation import LessonRoute, RecordRoute, ResumeRoute, StartRoute
from greenbaize.ui.widgets.theme import Theme, current_theme
from greenbaize.ui.window_session import WindowSession

ATTRIBUTE_PATHS: Final = {
    "apply_settings": "services.settings.changed.emit",
    "existing_banner": "services.notifications._existing_banner",
    "on_write_error": "features.launcher.on_write_error",
    "rebuild_table": "features.launcher._rebuild_table",
    "launcher": "features.launcher",
    "updater": "services.history.loaded_updater",
    "load_network_controller": "features.network.load_controller",
    "sound_button": "features.sound_menu.button",
    "banner": "services.notifications.banner",
    "start_match": "features.launcher.start_match",
    "start_usual_match": "features.launcher.start_usual_match",
    "start_screen": "features.start_screen.start_screen",
    "match": "services.pages.match",
    "table_page": "services.pages.table",
    "fill_start_menu": "features.start_screen.fill_menu",
    "persons": "services.persons",
    "resume_match": "features.launcher.resume_match",
    "save_settings": "services.settings.save",
    "set_ring": "features.table_menu.set_ring",
    "set_sound": "features.sound_menu.set_sound",
    "show_start_screen": "features.start_screen.show_start_screen",
    "sound_service": "services.sound",
    "speech": "services.speech",
    "reduced_motion": "services.settings.reduced_motion",
    "unsaved_errors": "services.errors.unsaved",
    "notice_text": "services.notifications.sentence",
    "show_preferences": "features.window_manager.show_preferences",
    "show_about": "features.window_manager.show_about",
    "explain_trick": "features.table_menu.explain_trick",
    "show_review": "features.table_menu.show_review",
    "is_start_painted": "features.start_screen.is_painted",
    "is_shared": "services.pages.is_shared",
}
"""Attribute path from the program, by short name."""


class WindowFacade:
    """Program window with its features under short names; other names are the window's own."""

    def __init__(self, program: WindowSession) -> None:
        self.program, self.window = program, program.window
        self.services = program.services

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WindowFacade) and other.program is self.program

    def __hash__(self) -> int:
        return hash(self.program)

    def __getattr__(self, name: str) -> Any:
        target: Any = self.program
        if name in ATTRIBUTE_PATHS:
            for part in ATTRIBUTE_PATHS[name].split("."):
                target = getattr(target, part)
            return target
        if name in vars(target.features) or name in vars(Features):
            return getattr(target.features, name)
        is_program_attribute = name in vars(target) or name in vars(WindowSession)
        return getattr(target if is_program_attribute else target.window, name)

    @property
    def settings(self) -> UserSettings:
        return self.services.settings.current

    @property
    def theme(self) -> Theme:
        """Current theme."""
        return current_theme()

    @property
    def match_view(self) -> MatchView | None:
        """View of the match on the table, if a match is being played."""
        page = self.services.pages.current
        return page if isinstance(page, MatchView) else None

    @property
    def replay_page(self) -> ReplayPage | None:
        """Page of the match being replayed, if any."""
        page = self.services.pages.current
        return page if isinstance(page, ReplayPage) else None

    @property
    def waiting_room(self) -> WaitingRoomPage | None:
        """Waiting room, while it is shown."""
        page = self.services.pages.current
        return page if isinstance(page, WaitingRoomPage) else None

    @property
    def result_controller(self) -> Any:
        """Controller of the result of the match on the table."""
        return None if self.match_view is None else self.match_view.result_controller

    @property
    def result_card(self) -> Any:
        """Result panel of the match on the table."""
        return None if self.result_controller is None else self.result_controller.result_panel

    @property
    def first_deal_guide(self) -> Any:
        """Guide of a first deal."""
        return None if self.match_view is None else self.match_view.guide

    @property
    def _dialog(self) -> Any:
        return self.services.dialogs.last_dialog

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
    def menus(self) -> "MenuActionLookup":
        """Menu actions by name."""
        return MenuActionLookup(self.program)

    def resume_record(self, path: Any, seat: int | None = None) -> bool:
        """Resume the match of a record."""
        return self.services.navigate(ResumeRoute(path, seat))

    def open_record(self, path: Any, seat: int | None = None) -> bool:
        """Open a record."""
        return self.services.navigate(RecordRoute(path, seat))

    def open_first_deal(self, game: str) -> None:
        """Start a first deal with a guide."""
        self.services.navigate(LessonRoute(game))

    def clear_table(self) -> None:
        """Leave the table."""
        self.services.navigate(StartRoute())


class MenuActionLookup:
    """Lookup of menu actions by attribute name."""

    def __init__(self, program: WindowSession) -> None:
        self._program = program

    def __getattr__(self, name: str) -> Any:
        if name == "taking_back":
            return self._program.features.undo_controller
        return self._program.services.actions[name]
