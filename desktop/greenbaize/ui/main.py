"""The services and features of one window, each feature imported when it is first used.

This is the only list of features.
"""

# ruff: noqa: PLW0108  (the lambdas delay attribute access, which imports the feature)

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.lazy_import import lazy
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.challenges import actions as challenges
from greenbaize.ui.features.help.help_controller import HelpController
from greenbaize.ui.features.history import actions as history
from greenbaize.ui.features.learn import actions as learn
from greenbaize.ui.features.network.menu import NetworkFeature
from greenbaize.ui.features.people.people_controller import PeopleController
from greenbaize.ui.features.preferences import actions as preferences
from greenbaize.ui.features.sheets import actions as sheets
from greenbaize.ui.features.start import actions as start
from greenbaize.ui.features.start.start_screen import StartFeature, StartLoader, resolve_table_setup
from greenbaize.ui.match.table_menu import TableMenu
from greenbaize.ui.shell.actions import ActionRegistry
from greenbaize.ui.shell.navigation import (
    AboutRoute,
    AddDeckRoute,
    ChallengeResultRoute,
    ComparedReplayRoute,
    CompareRoute,
    DailyRoute,
    DefaultMatchRoute,
    ExercisesRoute,
    KeepRulesRoute,
    LessonRoute,
    MatchListRoute,
    MomentRoute,
    Navigator,
    NewMatchRoute,
    NewStepsRoute,
    NewWindowRoute,
    ParReplayRoute,
    PlayChallengeRoute,
    PreferencesRoute,
    PreparedMatchRoute,
    RecordRoute,
    RematchRoute,
    RemoteMatchRoute,
    ReplayRoute,
    RequestedMatchRoute,
    ResumeRoute,
    RuleRoute,
    SendChallengeRoute,
    StartRoute,
    StatisticsRoute,
    UnfinishedMatchesRoute,
    WarmUpRoute,
)
from greenbaize.ui.shell.notifications import NotificationService
from greenbaize.ui.shell.pages import PageController, Route, WindowPage
from greenbaize.ui.shell.persons import PersonService
from greenbaize.ui.shell.services import DialogService, HistoryService, LauncherService, Services
from greenbaize.ui.shell.settings import NextTableSetup, SettingsService, ThemeService
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.sound.sound_menu import SoundMenu
from greenbaize.ui.sound.sound_service import SoundService
from greenbaize.ui.speech.speech_service import SpeechService

if TYPE_CHECKING:
    # Nothing of this is needed for the first paint.
    from PySide6.QtCore import QUrl
    from PySide6.QtSvg import QSvgRenderer

    from greenbaize.app.seats.bot_launcher import BotLauncher
    from greenbaize.app.tables.unfinished_matches import UnfinishedMatch
    from greenbaize.match.header import GamesByName
    from greenbaize.rules.messages import Message
    from greenbaize.ui.features.challenges.controller import ChallengeController
    from greenbaize.ui.features.coach.coach_controller import CoachController
    from greenbaize.ui.features.help.help_window import HelpWindow
    from greenbaize.ui.features.history.moment_controller import MomentController
    from greenbaize.ui.features.history.undo_controller import UndoController
    from greenbaize.ui.features.network.controller import NetworkController
    from greenbaize.ui.features.preferences.system_preferences import SystemPreferences
    from greenbaize.ui.features.sheets.controller import SheetController
    from greenbaize.ui.features.start.match_launcher import MatchLauncher
    from greenbaize.ui.ipc import IpcController
    from greenbaize.ui.match.match_view import MatchView
    from greenbaize.ui.match.result_controller import ResultFeature
    from greenbaize.ui.preloader import Preloader
    from greenbaize.ui.shell.banner import Banner
    from greenbaize.ui.shell.history_updater import HistoryUpdater
    from greenbaize.ui.window_manager import WindowManager


def make_services(
    window: MainWindow,
    request: PlayRequest,
    games: "GamesByName",
    current_settings: UserSettings,
    *,
    separate_processes: bool,
) -> Services:
    """Create the services of a window."""
    settings = SettingsService(current_settings, window)
    theme = ThemeService(settings)
    pages = PageController(window, theme)
    notifications = NotificationService(window, _make_banner)
    settings.message_reported.connect(
        lambda message: notifications.show_message(message, is_lasting=True)
    )
    setup = NextTableSetup(resolve_table_setup(request, current_settings))
    services = Services(
        window=window,
        request=request,
        games=games,
        settings=settings,
        theme=theme,
        pages=pages,
        actions=ActionRegistry(window),
        navigator=Navigator(pages, notifications),
        notifications=notifications,
        dialogs=DialogService(),
        setup=setup,
        persons=PersonService(settings, setup, pages, notifications),
        sound=SoundService(settings),
        speech=SpeechService(window, settings, pages),
        history=HistoryService(lambda: _make_updater(window)),
        launcher=LauncherService(
            settings, request, _make_bot_launcher, separate_processes=separate_processes
        ),
    )
    pages.page_leaving.connect(services.sound.detach_table)
    pages.page_showing.connect(lambda _: notifications.on_page_changed())
    pages.changed.connect(notifications.relayout)
    notifications.sentence_shown.connect(services.speech.speak_text)
    notifications.rule_requested.connect(lambda cited: services.navigate(RuleRoute(cited)))
    return services


_make_banner: "type[Banner]" = lazy("greenbaize.ui.shell.banner:Banner")
_make_updater: "type[HistoryUpdater]" = lazy("greenbaize.ui.shell.history_updater:HistoryUpdater")
_make_bot_launcher: "type[BotLauncher]" = lazy("greenbaize.app.seats.bot_launcher:BotLauncher")
_make_help_window: "type[HelpWindow]" = lazy("greenbaize.ui.features.help.help_window:HelpWindow")
_make_network_controller: "type[NetworkController]" = lazy(
    "greenbaize.ui.features.network.controller:NetworkController"
)
_make_match_launcher: "type[MatchLauncher]" = lazy(
    "greenbaize.ui.features.start.match_launcher:MatchLauncher"
)
_make_result_feature: "type[ResultFeature]" = lazy(
    "greenbaize.ui.match.result_controller:ResultFeature"
)
_make_moment_controller: "type[MomentController]" = lazy(
    "greenbaize.ui.features.history.moment_controller:MomentController"
)
_make_undo_controller: "type[UndoController]" = lazy(
    "greenbaize.ui.features.history.undo_controller:UndoController"
)
_make_challenge_controller: "type[ChallengeController]" = lazy(
    "greenbaize.ui.features.challenges.controller:ChallengeController"
)
_make_coach_controller: "type[CoachController]" = lazy(
    "greenbaize.ui.features.coach.coach_controller:CoachController"
)
_make_sheet_controller: "type[SheetController]" = lazy(
    "greenbaize.ui.features.sheets.controller:SheetController"
)
_make_window_manager: "type[WindowManager]" = lazy("greenbaize.ui.window_manager:WindowManager")
_make_system_preferences: "type[SystemPreferences]" = lazy(
    "greenbaize.ui.features.preferences.system_preferences:SystemPreferences"
)
_make_preloader: "type[Preloader]" = lazy("greenbaize.ui.preloader:Preloader")
make_ipc: "type[IpcController]" = lazy("greenbaize.ui.ipc:IpcController")
"""Create the controller for requests from outside, once the window has been painted."""
_open_record: "Callable[[Services, RecordRoute], str]" = lazy(
    "greenbaize.ui.features.history.record_opening:open_record"
)
_open_replay: "Callable[[Services, ReplayRoute], str]" = lazy(
    "greenbaize.ui.features.history.record_opening:open_replay"
)
_open_moment: "Callable[[Services, MomentRoute], str]" = lazy(
    "greenbaize.ui.features.history.moment_controller:open_moment"
)
_open_par_replay: "Callable[[Services, ParReplayRoute], str]" = lazy(
    "greenbaize.ui.features.history.par_replay:open_par_replay"
)
_open_compared_replay: "Callable[[Services, ComparedReplayRoute], str]" = lazy(
    "greenbaize.ui.features.history.par_replay:open_compared_replay"
)
_open_dropped_urls: "Callable[[Services, list[QUrl]], None]" = lazy(
    "greenbaize.ui.features.history.record_opening:open_dropped_urls"
)
_begin_first_deal: "Callable[[Services, str], None]" = lazy(
    "greenbaize.ui.features.learn.first_deal:begin_first_deal"
)
_show_warm_up: "Callable[[Services, str], None]" = lazy(
    "greenbaize.ui.features.learn.warm_up:show_warm_up"
)
_begin_after_steps: "Callable[[Services, str, Callable[[], object]], None]" = lazy(
    "greenbaize.ui.features.learn.warm_up:begin_after_steps"
)
_confirm_close: "Callable[[Services, Message, Callable[[], object]], None]" = lazy(
    "greenbaize.ui.shell.close_confirmation:confirm_close"
)
_list_unfinished_matches: "Callable[[int], Sequence[UnfinishedMatch]]" = lazy(
    "greenbaize.app.tables.unfinished_matches:list_unfinished_matches"
)
_is_record_locked: "Callable[[Path], bool]" = lazy("greenbaize.store.record_file:is_record_locked")


def import_svg_renderer() -> "type[QSvgRenderer]":
    """Return the class that draws the pictures of games; imported after the first paint."""
    from PySide6.QtSvg import QSvgRenderer  # noqa: PLC0415

    return QSvgRenderer


class Features:
    """The features of a window: their actions, and the routes that each of them handles."""

    def __init__(self, services: Services, window: MainWindow) -> None:
        self.services, self.window = services, window
        self.start_screen = StartFeature(
            services, StartLoader(_list_unfinished_matches, _is_record_locked, import_svg_renderer)
        )
        self.people = PeopleController(services)
        self.table_menu = TableMenu(services)
        self.help = HelpController(services, _make_help_window)
        self.network = NetworkFeature(
            services, _make_network_controller, window.close_without_asking
        )
        self.sound_menu = SoundMenu(services)
        self._register_routes()
        declared_actions = [
            *start.declare_start_actions(services, lambda: self.launcher),
            *history.declare_history_actions(
                services, lambda: self.undo_controller, lambda: self.moment_controller
            ),
            *sheets.declare_sheet_actions(services, lambda: self.sheets),
            *learn.declare_learn_actions(services),
            *challenges.declare_challenge_actions(services),
            *preferences.declare_preferences_actions(services),
        ]
        feature_menus: Any = (
            self.table_menu,
            self.people,
            self.help,
            self.network,
            self.sound_menu,
        )
        for feature in (*feature_menus, services.speech):
            declared_actions += feature.declare_actions()
        window.set_services(services, declared_actions)
        services.pages.page_left.connect(self._on_page_left)
        window.urls_dropped.connect(self._on_urls_dropped)
        self._discards_settings = False
        """True once the player has chosen to close although the settings cannot be saved."""
        window.close_guards += [
            self._confirm_losing_settings,
            self.network.ask_before_closing,
            lambda: self.is_loaded("sheets") and self.sheets.ask_before_closing(),
        ]
        window.closing.connect(self._on_closing)
        window.closed.connect(services.sound.close)
        window.closed.connect(services.theme.close)
        window.closed.connect(self.help.close_window)

    def _register_routes(self) -> None:
        services = self.services
        for route_type, handler in (
            (StartRoute, lambda _: self.start_screen.clear_table()),
            (RequestedMatchRoute, lambda route: self.launcher.start_requested_match(route)),
            (DefaultMatchRoute, lambda route: self.launcher.start_usual_match(route.seed)),
            (ResumeRoute, lambda route: self.launcher.resume_match(route.path, route.seat)),
            (RemoteMatchRoute, lambda route: self.launcher.open_view_table(route)),
            (RematchRoute, lambda _: self.launcher.play_again()),
            (PreparedMatchRoute, lambda route: self.launcher.start_match(route.header)),
            (PlayChallengeRoute, lambda route: self.challenges.ask_challenge(route.text)),
            (SendChallengeRoute, lambda route: self.challenges.send_challenge(route.path)),
            (ChallengeResultRoute, lambda route: self.challenges.copy_result(route.path)),
            (CompareRoute, lambda route: self.challenges.compare(*route)),
            (DailyRoute, lambda _: self.challenges.show_daily()),
            (KeepRulesRoute, lambda route: self.launcher.ask_rules_name(route.text)),
            (NewMatchRoute, lambda route: self.launcher.open_new_match_dialog(route.game)),
            (UnfinishedMatchesRoute, lambda _: self.launcher.open_unfinished_dialog()),
            (RecordRoute, lambda route: _open_record(services, route)),
            (ReplayRoute, lambda route: _open_replay(services, route)),
            (MomentRoute, lambda route: _open_moment(services, route)),
            (ParReplayRoute, lambda route: _open_par_replay(services, route)),
            (ComparedReplayRoute, lambda route: _open_compared_replay(services, route)),
            (MatchListRoute, lambda route: self.window_manager.show_match_list(route.ending)),
            (
                StatisticsRoute,
                lambda route: self.window_manager.show_statistics(shows_habits=route.shows_habits),
            ),
            (
                ExercisesRoute,
                lambda route: self.window_manager.show_exercises(**route._asdict()),
            ),
            (LessonRoute, lambda route: _begin_first_deal(services, route.game)),
            (WarmUpRoute, lambda route: _show_warm_up(services, route.game)),
            (NewStepsRoute, lambda route: _begin_after_steps(services, *route)),
            (AboutRoute, lambda _: self.window_manager.show_about()),
            (NewWindowRoute, lambda _: self.window_manager.open_another_window()),
            (AddDeckRoute, lambda route: self.window_manager.add_deck(route.path)),
            (PreferencesRoute, lambda route: self.window_manager.show_preferences(*route)),
        ):
            services.navigator.register_route(route_type, handler)
        services.navigator.open_route_providers.append(self._list_open_windows)

    # Features that are loaded when first used

    @cached_property
    def launcher(self) -> "MatchLauncher":
        launcher = _make_match_launcher(self.services, self.start_screen)
        launcher.table_opened.connect(self._on_table_opened)
        return launcher

    @cached_property
    def result_feature(self) -> "ResultFeature":
        return _make_result_feature(
            self.services,
            lambda: self.sheets.show_sheet_page(),
            self.table_menu.show_review,
            lambda match_view, panel: self.coach.watch_result(match_view, panel),
        )

    @cached_property
    def undo_controller(self) -> "UndoController":
        return _make_undo_controller(self.services)

    @cached_property
    def moment_controller(self) -> "MomentController":
        return _make_moment_controller(self.services)

    @cached_property
    def challenges(self) -> "ChallengeController":
        return _make_challenge_controller(self.services)

    @cached_property
    def coach(self) -> "CoachController":
        return _make_coach_controller(self.services)

    def start_coach(self) -> None:
        self.coach.update_state()

    @cached_property
    def sheets(self) -> "SheetController":
        return _make_sheet_controller(self.services)

    @cached_property
    def window_manager(self) -> "WindowManager":
        return _make_window_manager(self.services)

    @cached_property
    def system_preferences(self) -> "SystemPreferences":
        return _make_system_preferences(self.window)

    @cached_property
    def preloader(self) -> "Preloader":
        services = self.services

        def run_last_step() -> None:
            services.sound.prepare_device()
            self.start_screen.fit_saved_levels()

        return _make_preloader(services.games, services.setup.game, self.window, run_last_step)

    def is_loaded(self, name: str) -> bool:
        return name in vars(self)

    # Signals of the window and its pages

    def _list_open_windows(self) -> list[Route]:
        return self.window_manager.list_open_routes() if self.is_loaded("window_manager") else []

    def _on_table_opened(self, match_view: "MatchView") -> None:
        refresh = self.services.actions.refresh
        match_view.prompts.changed.connect(lambda: refresh("hint", "take_back", "redo"))
        match_view.deal_shown.connect(lambda: refresh("review"))
        match_view.prompts.choices_shown.connect(
            lambda: self.services.notifications.uncover_widget(match_view.prompts.choice_prompt)
        )
        self.result_feature.watch_match(match_view)

    def _on_page_left(self, page: WindowPage) -> None:
        if not page.hands_over_match:
            self.services.history.sync()

    def _on_urls_dropped(self, urls: "list[QUrl]") -> None:
        _open_dropped_urls(self.services, urls)

    def _confirm_losing_settings(self) -> bool:
        """Ask before settings are lost; return True if that question is shown."""
        message = None if self._discards_settings else self.window.save_settings()
        if message is None:
            return False
        _confirm_close(self.services, message, self._close_anyway)
        return True

    def _close_anyway(self) -> None:
        self._discards_settings = True
        self.window.close()

    def _on_closing(self) -> None:
        if self.is_loaded("coach"):
            self.coach.stop_review()
        self.network.close()
        self.services.history.close()
        if self.is_loaded("window_manager"):
            self.window_manager.close()
