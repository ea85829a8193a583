"""The features of one window: the only list of them. Each is loaded when it is first wanted."""

# ruff: noqa: PLW0108  (what a lambda names is loaded when it is called, and not before)

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QKeySequence

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.store.files import HeldFile
from greenbaize.store.settings import Settings
from greenbaize.ui.features.help.desk import HelpDesk
from greenbaize.ui.features.learn.menu import Learning
from greenbaize.ui.features.network.menu import Network
from greenbaize.ui.features.people.who_plays import WhoPlays
from greenbaize.ui.features.start.start_screen import StartFeature, StartLoader, wanted_table
from greenbaize.ui.match.table_menu import READ_OUT, TableMenu
from greenbaize.ui.shell.actions import HELP, MATCH, SHEET, VIEW, Action, Actions
from greenbaize.ui.shell.navigation import (
    Begin,
    BeginUsual,
    Exercises,
    Matches,
    Navigator,
    NewMatch,
    OpenRecord,
    People,
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
from greenbaize.ui.shell.pages import Destination, Pages
from greenbaize.ui.shell.persons import Persons
from greenbaize.ui.shell.services import Dialogs, HistoryService, LauncherService, Services
from greenbaize.ui.shell.settings import SettingsService, Setup, ThemeService
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.sound.sound_menu import SoundMenu
from greenbaize.ui.sound.sounding import Sounding
from greenbaize.ui.speech.speaking import Speaking
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    # Nothing of this is needed for the first paint.
    from PySide6.QtSvg import QSvgRenderer

    from greenbaize.app.seats.bot_launcher import BotLauncher
    from greenbaize.app.tables.unfinished import Unfinished
    from greenbaize.match.header import Games
    from greenbaize.ui.features.history.taking_back import TakingBack
    from greenbaize.ui.features.preferences.system_preferences import SystemPreferences
    from greenbaize.ui.features.sheets.sheets import Sheets
    from greenbaize.ui.features.start.match_launcher import MatchLauncher
    from greenbaize.ui.ipc import IpcController
    from greenbaize.ui.match.ending import MatchEnd
    from greenbaize.ui.match.match_view import MatchView
    from greenbaize.ui.preloader import Preloader
    from greenbaize.ui.shell.archive import Archive
    from greenbaize.ui.shell.banner import Banner
    from greenbaize.ui.window_manager import WindowManager


def make_services(
    window: MainWindow, request: PlayRequest, games: "Games", now: Settings, *, apart: bool
) -> Services:
    """The services of a window."""
    settings = SettingsService(now, window)
    theme = ThemeService(settings)
    pages = Pages(window, theme)
    notifications = Notifications(window, theme, _make_banner)
    settings.troubled.connect(notifications.say)
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
        sound=Sounding(settings),
        speech=Speaking(window, settings, theme, pages),
        history=HistoryService(lambda: _make_archive(window)),
        launcher=LauncherService(settings, request, _make_launcher, apart=apart),
    )
    pages.leaving.connect(services.sound.leave)
    notifications.told.connect(services.speech.say)
    notifications.rule_asked.connect(lambda cited: services.go(Rule(cited)))
    return services


def _make_banner(*given: Any) -> "Banner":
    from greenbaize.ui.shell.banner import Banner  # noqa: PLC0415

    return Banner(*given)


def _make_archive(window: MainWindow) -> "Archive":
    from greenbaize.ui.shell.archive import Archive  # noqa: PLC0415

    return Archive(window)


def _make_launcher(*given: Any) -> "BotLauncher":
    from greenbaize.app.seats.bot_launcher import BotLauncher  # noqa: PLC0415

    return BotLauncher(*given)


def make_ipc(services: Services, lock: HeldFile | None, *, alone: bool) -> "IpcController":
    """What reaches the window from outside, once it has been painted."""
    from greenbaize.ui.ipc import IpcController  # noqa: PLC0415

    return IpcController(services, lock, alone=alone)


def find_unfinished(most: int) -> "Sequence[Unfinished]":
    """The latest of the matches that were left before their end."""
    from greenbaize.app.tables.unfinished import unfinished  # noqa: PLC0415

    return unfinished(most)


def is_held(path: Path) -> bool:
    """Whether another window has a record open."""
    from greenbaize.store import record_file  # noqa: PLC0415

    return record_file.is_held(path)


def picture_renderer() -> "type[QSvgRenderer]":
    """What draws the pictures of games, after the first paint."""
    from PySide6.QtSvg import QSvgRenderer  # noqa: PLC0415

    return QSvgRenderer


class Features:
    """The features of a window, their actions, and which of them takes one where."""

    def __init__(self, services: Services, window: MainWindow) -> None:
        self.services, self.window = services, window
        self.start_screen = StartFeature(
            services, StartLoader(find_unfinished, is_held, picture_renderer)
        )
        self.who_plays = WhoPlays(services)
        self.table = TableMenu(services)
        self.help_desk = HelpDesk(services)
        self.learning = Learning(services)
        self.network = Network(services, window.close_now)
        self.sound = SoundMenu(services)
        self._register()
        others: Any = (self.network, self.sound, services.speech, self.learning, self.help_desk)
        declared = [*self._match(), *self._sheets(), *self._view(), *self._tables()]
        window.furnish(services, [*declared, *(one for each in others for one in each.actions())])
        services.pages.left.connect(lambda _: services.history.look())
        window.dropped.connect(self._on_dropped)
        window.guards.append(self.network.asks_before_closing)
        window.closing.connect(self._on_closing)
        window.closed.connect(services.sound.close)
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
            (Preferences, lambda to: self.windows.ask_preferences(*to)),
        ):
            services.navigator.register(kind, way)
        services.navigator.open.append(self._open_windows)

    # What is loaded when it is first wanted

    @cached_property
    def launcher(self) -> "MatchLauncher":
        """Begins matches, goes on with them, and asks what to play."""
        from greenbaize.ui.features.start.match_launcher import MatchLauncher  # noqa: PLC0415

        made = MatchLauncher(self.services, self.start_screen)
        made.laid.connect(self._on_laid)
        return made

    @cached_property
    def match_end(self) -> "MatchEnd":
        """What follows the end of a match."""
        from greenbaize.ui.match.ending import MatchEnd  # noqa: PLC0415

        return MatchEnd(self.services, lambda: self.sheets.show_page(), self.table.show_review)

    @cached_property
    def undo(self) -> "TakingBack":
        """Takes decisions back."""
        from greenbaize.ui.features.history.taking_back import TakingBack  # noqa: PLC0415

        return TakingBack(self.services)

    @cached_property
    def sheets(self) -> "Sheets":
        """The sheet of the match on the table, and those kept by hand."""
        from greenbaize.ui.features.sheets.sheets import Sheets  # noqa: PLC0415

        return Sheets(self.services)

    @cached_property
    def windows(self) -> "WindowManager":
        """What opens beside the table."""
        from greenbaize.ui.window_manager import WindowManager  # noqa: PLC0415

        return WindowManager(self.services)

    @cached_property
    def system(self) -> "SystemPreferences":
        """What the system wants of all programs."""
        from greenbaize.ui.features.preferences.system_preferences import SystemPreferences  # noqa: PLC0415

        return SystemPreferences(self.window)

    @cached_property
    def preloader(self) -> "Preloader":
        """Has what a match needs at hand by the time that somebody has made up their mind."""
        from greenbaize.ui.preloader import Preloader  # noqa: PLC0415

        services, last = self.services, self.services.sound.make_ready
        return Preloader(services.games, services.setup.game, self.window, last)

    @cached_property
    def records(self) -> Any:
        """Opens records, and takes what is dropped on the window."""
        from greenbaize.ui.features.history import opening  # noqa: PLC0415

        return opening

    def has_made(self, name: str) -> bool:
        """Whether a feature has been wanted yet."""
        return name in vars(self)

    # What the window and its pages tell

    def _open_windows(self) -> list[Destination]:
        return self.windows.open_now() if self.has_made("windows") else []

    def _on_laid(self, playing: "MatchView") -> None:
        refresh = self.services.actions.refresh
        playing.asking.changed.connect(lambda: refresh("hint", "take_back", "redo"))
        playing.deal_shown.connect(lambda: refresh("review"))
        self.match_end.follow(playing)

    def _on_dropped(self, urls: list[QUrl]) -> None:
        self.records.dropped(self.services, urls)

    def _on_closing(self) -> None:
        self.network.close()
        self.services.history.close()
        if self.has_made("windows"):
            self.windows.close()

    # The actions

    def _match(self) -> list[Action]:
        pages, keys = self.services.pages, QKeySequence.StandardKey

        def open_match() -> bool:
            return pages.match is not None and not pages.match.place.over

        def ask(name: str) -> Any:
            return lambda: getattr(self.launcher, f"ask_{name}")()

        def own() -> bool:
            return not pages.shared

        def ended() -> bool:
            return pages.table is not None and pages.table.has_result

        def recorded() -> bool:
            table = pages.table
            return ended() and table is not None and bool(table.place.record) and own()

        def replay() -> None:
            if recorded() and pages.table is not None:
                place = pages.table.place
                self.services.go(Replay(place.record, place.seat))

        def window(name: str) -> Any:
            return lambda: getattr(self.windows, name)()

        another = window("open_another")
        return [
            Action("new", tr("&New match…"), ask("new_match"), MATCH, 1, keys.New, own),
            Action(
                *("again", tr("&Play again"), ask("again"), MATCH, 2, "Ctrl+R"),
                enabled=lambda: pages.match is not None,
            ),
            Action("result", tr("R&esult"), self._show_result, MATCH, 3, "F8", ended),
            Action("replay", tr("Repla&y this match"), replay, MATCH, 4, "", recorded),
            Action(
                *("unfinished", tr("&Unfinished matches…"), ask("unfinished"), MATCH, 5),
                *(keys.Open, own),
            ),
            Action("matches", tr("All &matches…"), window("show_matches"), MATCH, 6, "Ctrl+L"),
            Action(
                *("statistics", tr("&Statistics…"), window("show_statistics"), MATCH, 7),
                keys="Ctrl+Shift+L",
            ),
            Action("abandon", tr("&Abandon match…"), ask("abandon"), MATCH, 13, "", open_match),
            Action(
                *("leave", tr("&Leave the table"), lambda: self.services.go(Start()), MATCH, 108),
                *("Ctrl+W", lambda: pages.table is not None, own),
            ),  # nothing is lost by it: the first screen offers to go on with what was left
            Action("new_window", tr("New w&indow"), another, MATCH, 200, "Ctrl+Shift+N"),
        ]

    def _show_result(self) -> None:
        ending = getattr(self.services.pages.table, "ending", None)
        if ending is not None:
            ending.show_card()

    def _sheets(self) -> list[Action]:

        def run(name: str) -> Any:
            return lambda: getattr(self.sheets, name)()

        there = self.table.there
        return [
            Action("sheet", tr("&Whole sheet"), run("show_page"), SHEET, 1, "F9", there),
            Action(
                *("print_sheet", tr("&Print sheet…"), run("print_sheet"), SHEET, 2),
                *("Ctrl+P", there),
            ),
            Action("save_pdf", tr("Save sheet as P&DF…"), run("save_pdf"), SHEET, 3, "", there),
            Action("save_csv", tr("Save sheet as &CSV…"), run("save_csv"), SHEET, 4, "", there),
            Action("blank_sheet", tr("New &blank sheet…"), run("ask_blank"), SHEET, 100),
            Action("open_sheet", tr("&Open blank sheet…"), run("ask_open"), SHEET, 101),
        ]

    def _view(self) -> list[Action]:
        go = self.services.go
        return [
            Action(
                "preferences", tr("&Preferences…"), lambda: go(Preferences()), VIEW, 1, "Ctrl+,"
            ),
            Action("people", tr("P&eople…"), lambda: go(People()), VIEW, 2),
            Action(
                *("about", tr("&About Green Baize"), lambda: self.windows.show_about(), HELP, 100)
            ),
        ]

    def _tables(self) -> list[Action]:
        table, keys, settings = self.table, QKeySequence.StandardKey, self.services.settings

        def seen(test: Any) -> Any:
            return lambda: table.page is not None and test(table.page)

        def undo(name: str) -> Any:
            return lambda: getattr(self.undo, name)()

        def back() -> None:
            table.go_on(back=True)

        return [
            Action(
                *("why", tr("&Why the last trick?"), table.explain_trick, MATCH, 8, "Shift+F1"),
                enabled=seen(lambda page: page.side.has_tricks),
            ),
            Action(
                *("hint", tr("&Hint"), table.ask_hint, MATCH, 9, "F2"),
                enabled=seen(lambda page: page.can_hint),
            ),
            Action(
                *("take_back", tr("&Take back"), undo("ask"), MATCH, 10, keys.Undo),
                enabled=seen(lambda _: self.undo.can_take_back()),
                why_not=undo("tell_why_not"),
            ),
            Action(
                *("redo", tr("Re&do"), undo("redo"), MATCH, 11, keys.Redo),
                enabled=seen(lambda _: self.undo.can_redo()),
            ),
            Action(
                *("review", tr("&Review the deal…"), table.show_review, MATCH, 12, "Shift+F2"),
                enabled=seen(lambda page: page.side.can_review),
            ),
            Action(
                *("look", tr("&Look around the table"), table.look_around, VIEW, 3, ""), table.there
            ),
            Action("next_part", tr("&Next part"), table.go_on, VIEW, 4, "F6", table.there),
            Action("part_before", tr("Part &before"), back, VIEW, 5, "Shift+F6", table.there),
            Action(
                *("read_out", tr("&Read out"), table.go_on, VIEW, 6, "", table.there),
                entries=self._reports,
            ),
            Action(
                *("ring", tr("&Who beats whom"), table.set_ring, VIEW, 7, "F4"),
                enabled=lambda: table.page is None or table.page.place.game.has_ring,
                checked=lambda: settings.now.ring,
                by_key=table.ask_ring,
            ),
            Action(
                *("side", tr("&Sheet beside the table"), table.show_side, VIEW, 10, "Shift+F9"),
                enabled=table.there,
                checked=seen(lambda page: not page.folding.folded),
            ),
            Action(
                *("table_rules", tr("Rules of this &table"), table.show_rules, HELP, 2, "F3"),
                enabled=table.there,
            ),
        ]

    def _reports(self) -> list[Action]:
        titles = tr("The &trick"), tr("The &last trick"), tr("The &score"), tr("The &players")

        def read(name: str) -> Any:
            return lambda: self._read_out(name)

        return [
            Action(f"read_{name.lower()}", text, read(name), keys=keys)
            for text, (name, keys) in zip(titles, READ_OUT.items(), strict=True)
        ]

    def _read_out(self, name: str) -> None:
        from greenbaize.ui.table.reports import Report  # noqa: PLC0415

        if self.table.page is not None:
            self.table.page.read_out(Report[name])
