"""The services and features of one window, each feature imported when it is first used.

This is the only list of features.
"""

# ruff: noqa: PLW0108  (the lambdas delay attribute access, which imports the feature)

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.store.files import HeldFile
from greenbaize.store.settings import Settings
from greenbaize.ui.features.help.desk import HelpDesk
from greenbaize.ui.features.history import actions as history
from greenbaize.ui.features.learn import actions as learn
from greenbaize.ui.features.network.menu import Network
from greenbaize.ui.features.people.who_plays import WhoPlays
from greenbaize.ui.features.preferences import actions as preferences
from greenbaize.ui.features.sheets import actions as sheets
from greenbaize.ui.features.start import actions as start
from greenbaize.ui.features.start.start_screen import StartFeature, StartLoader, wanted_table
from greenbaize.ui.match.table_menu import TableMenu
from greenbaize.ui.shell.actions import Actions
from greenbaize.ui.shell.navigation import (
    About,
    Begin,
    BeginUsual,
    Exercises,
    Lesson,
    Matches,
    Navigator,
    NewMatch,
    NewWindow,
    OpenRecord,
    PlayAgain,
    Preferences,
    Replay,
    Resume,
    Rule,
    SitDown,
    Start,
    Statistics,
    UnfinishedMatches,
)
from greenbaize.ui.shell.notifications import Notifications
from greenbaize.ui.shell.pages import Destination, Page, Pages
from greenbaize.ui.shell.persons import Persons
from greenbaize.ui.shell.services import Dialogs, HistoryService, LauncherService, Services
from greenbaize.ui.shell.settings import SettingsService, Setup, ThemeService
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.sound.sound_menu import SoundMenu
from greenbaize.ui.sound.sound_service import SoundService
from greenbaize.ui.speech.speaking import Speaking

if TYPE_CHECKING:
    # Nothing of this is needed for the first paint.
    from PySide6.QtCore import QUrl
    from PySide6.QtSvg import QSvgRenderer
    from PySide6.QtWidgets import QWidget

    from greenbaize.app.seats.bot_launcher import BotLauncher
    from greenbaize.app.tables.unfinished import Unfinished
    from greenbaize.match.header import Games
    from greenbaize.ui.features.help.window import HelpWindow
    from greenbaize.ui.features.history.undo import TakingBack
    from greenbaize.ui.features.network.door import NetworkController
    from greenbaize.ui.features.preferences.system_preferences import SystemPreferences
    from greenbaize.ui.features.sheets.sheets import Sheets
    from greenbaize.ui.features.start.match_launcher import MatchLauncher
    from greenbaize.ui.ipc import IpcController
    from greenbaize.ui.match.ending import MatchEnd
    from greenbaize.ui.match.match_view import MatchView
    from greenbaize.ui.preloader import Preloader
    from greenbaize.ui.shell.banner import Banner
    from greenbaize.ui.shell.history_updater import HistoryUpdater
    from greenbaize.ui.window_manager import WindowManager


def make_services(
    window: MainWindow, request: PlayRequest, games: "Games", now: Settings, *, apart: bool
) -> Services:
    """Create the services of a window."""
    settings = SettingsService(now, window)
    theme = ThemeService(settings)
    pages = Pages(window, theme)
    notifications = Notifications(window, _make_banner)
    settings.troubled.connect(lambda trouble: notifications.say(trouble, lasting=True))
    setup = Setup(wanted_table(request, now))
    services = Services(
        window=window,
        request=request,
        games=games,
        settings=settings,
        theme=theme,
        pages=pages,
        actions=Actions(window),
        navigator=Navigator(pages, notifications),
        notifications=notifications,
        dialogs=Dialogs(),
        setup=setup,
        persons=Persons(settings, setup, pages, notifications),
        sound=SoundService(settings),
        speech=Speaking(window, settings, pages),
        history=HistoryService(lambda: _make_updater(window)),
        launcher=LauncherService(settings, request, _make_launcher, apart=apart),
    )
    pages.leaving.connect(services.sound.leave)
    pages.showing.connect(lambda _: notifications.on_page_changed())
    pages.changed.connect(notifications.lay_out)
    notifications.told.connect(services.speech.say)
    notifications.rule_asked.connect(lambda cited: services.go(Rule(cited)))
    return services


def _make_banner(window: "QWidget") -> "Banner":
    from greenbaize.ui.shell.banner import Banner  # noqa: PLC0415

    return Banner(window)


def _make_updater(window: MainWindow) -> "HistoryUpdater":
    from greenbaize.ui.shell.history_updater import HistoryUpdater  # noqa: PLC0415

    return HistoryUpdater(window)


def _make_launcher(*given: Any) -> "BotLauncher":
    from greenbaize.app.seats.bot_launcher import BotLauncher  # noqa: PLC0415

    return BotLauncher(*given)


def _make_help() -> "HelpWindow":
    from greenbaize.ui.features.help.window import HelpWindow  # noqa: PLC0415

    return HelpWindow()


def _make_network(services: Services) -> "NetworkController":
    from greenbaize.ui.features.network.door import NetworkController  # noqa: PLC0415

    return NetworkController(services)


def _people_dialogs() -> Any:
    from greenbaize.ui.features.people import people  # noqa: PLC0415

    return people


def make_ipc(services: Services, lock: HeldFile | None, *, alone: bool) -> "IpcController":
    """Create the controller for requests from outside, once the window has been painted."""
    from greenbaize.ui.ipc import IpcController  # noqa: PLC0415

    return IpcController(services, lock, alone=alone)


def find_unfinished(most: int) -> "Sequence[Unfinished]":
    """Return the latest of the matches that were left before their end."""
    from greenbaize.app.tables.unfinished import unfinished  # noqa: PLC0415

    return unfinished(most)


def is_held(path: Path) -> bool:
    """Return True if another window has this record open."""
    from greenbaize.store import record_file  # noqa: PLC0415

    return record_file.is_held(path)


def picture_renderer() -> "type[QSvgRenderer]":
    """Return the class that draws the pictures of games; imported after the first paint."""
    from PySide6.QtSvg import QSvgRenderer  # noqa: PLC0415

    return QSvgRenderer


class Features:
    """The features of a window: their actions, and the routes that each of them handles."""

    def __init__(self, services: Services, window: MainWindow) -> None:
        self.services, self.window = services, window
        self.start_screen = StartFeature(
            services, StartLoader(find_unfinished, is_held, picture_renderer)
        )
        self.who_plays = WhoPlays(services, _people_dialogs)
        self.table = TableMenu(services)
        self.help_desk = HelpDesk(services, _make_help)
        self.network = Network(services, _make_network, window.close_now)
        self.sound = SoundMenu(services)
        self._register()
        declared = [
            *start.actions(services, lambda: self.launcher),
            *history.actions(services, lambda: self.undo),
            *sheets.actions(services, lambda: self.sheets),
            *learn.actions(services),
            *preferences.actions(services),
        ]
        others: Any = (self.table, self.who_plays, self.help_desk, self.network, self.sound)
        for one in (*others, services.speech):
            declared += one.actions()
        window.furnish(services, declared)
        services.pages.left.connect(self._on_left)
        window.dropped.connect(self._on_dropped)
        self._loses_settings = False
        """True once the player has chosen to close although the settings cannot be saved."""
        window.guards += [self._asks_about_settings, self.network.asks_before_closing]
        window.closing.connect(self._on_closing)
        window.closed.connect(services.sound.close)
        window.closed.connect(services.theme.close)
        window.closed.connect(self.help_desk.close)

    def _register(self) -> None:
        services = self.services
        for kind, way in (
            (Start, lambda _: self.start_screen.clear_table()),
            (Begin, lambda to: self.launcher.begin_requested(to)),
            (BeginUsual, lambda _: self.launcher.begin_usual(None)),
            (Resume, lambda to: self.launcher.resume(to.path, to.seat)),
            (SitDown, lambda to: self.launcher.sit_down(to)),
            (PlayAgain, lambda _: self.launcher.play_again()),
            (NewMatch, lambda to: self.launcher.ask_new_match(to.game)),
            (UnfinishedMatches, lambda _: self.launcher.ask_unfinished()),
            (OpenRecord, lambda to: self.records.open_record(services, to)),
            (Replay, lambda to: self.records.replay(services, to)),
            (Matches, lambda to: self.windows.list_matches(to.ending)),
            (Statistics, lambda _: self.windows.show_statistics()),
            (Exercises, lambda to: self.windows.show_exercises(to.game)),
            (Lesson, lambda to: self.lessons.begin(services, to.game)),
            (About, lambda _: self.windows.show_about()),
            (NewWindow, lambda _: self.windows.open_another()),
            (Preferences, lambda to: self.windows.ask_preferences(*to)),
        ):
            services.navigator.register(kind, way)
        services.navigator.open.append(self._open_windows)

    # Features that are loaded when first used

    @cached_property
    def launcher(self) -> "MatchLauncher":
        from greenbaize.ui.features.start.match_launcher import MatchLauncher  # noqa: PLC0415

        made = MatchLauncher(self.services, self.start_screen)
        made.laid.connect(self._on_laid)
        return made

    @cached_property
    def match_end(self) -> "MatchEnd":
        from greenbaize.ui.match.ending import MatchEnd  # noqa: PLC0415

        return MatchEnd(self.services, lambda: self.sheets.show_page(), self.table.show_review)

    @cached_property
    def undo(self) -> "TakingBack":
        from greenbaize.ui.features.history.undo import TakingBack  # noqa: PLC0415

        return TakingBack(self.services)

    @cached_property
    def sheets(self) -> "Sheets":
        from greenbaize.ui.features.sheets.sheets import Sheets  # noqa: PLC0415

        return Sheets(self.services)

    @cached_property
    def windows(self) -> "WindowManager":
        from greenbaize.ui.window_manager import WindowManager  # noqa: PLC0415

        return WindowManager(self.services)

    @cached_property
    def system(self) -> "SystemPreferences":
        from greenbaize.ui.features.preferences.system_preferences import SystemPreferences  # noqa: PLC0415

        return SystemPreferences(self.window)

    @cached_property
    def preloader(self) -> "Preloader":
        from greenbaize.ui.preloader import Preloader  # noqa: PLC0415

        services, last = self.services, self.services.sound.make_ready
        return Preloader(services.games, services.setup.game, self.window, last)

    @cached_property
    def records(self) -> Any:
        from greenbaize.ui.features.history import opening  # noqa: PLC0415

        return opening

    @cached_property
    def lessons(self) -> Any:
        from greenbaize.ui.features.learn import first_deal  # noqa: PLC0415

        return first_deal

    def has_made(self, name: str) -> bool:
        return name in vars(self)

    # Signals of the window and its pages

    def _open_windows(self) -> list[Destination]:
        return self.windows.open_now() if self.has_made("windows") else []

    def _on_laid(self, playing: "MatchView") -> None:
        refresh = self.services.actions.refresh
        playing.asking.changed.connect(lambda: refresh("hint", "take_back", "redo"))
        playing.deal_shown.connect(lambda: refresh("review"))
        self.match_end.follow(playing)

    def _on_left(self, page: Page) -> None:
        if not page.keeps_place:
            self.services.history.look()

    def _on_dropped(self, urls: "list[QUrl]") -> None:
        self.records.dropped(self.services, urls)

    def _asks_about_settings(self) -> bool:
        """Ask before settings are lost; return True if that question is shown."""
        lost = None if self._loses_settings else self.window.save_settings()
        if lost is None:
            return False
        from greenbaize.ui.shell.closing import ask_closing  # noqa: PLC0415

        ask_closing(self.services, lost, self._close_all_the_same)
        return True

    def _close_all_the_same(self) -> None:
        self._loses_settings = True
        self.window.close()

    def _on_closing(self) -> None:
        self.network.close()
        self.services.history.close()
        if self.has_made("windows"):
            self.windows.close()
