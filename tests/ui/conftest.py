"""Fixtures of the window tests: isolated home folders and the windows themselves."""

import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER, BotLauncher
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.matches import OpenMatch, create_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message
from greenbaize.store.settings import UserSettings
from greenbaize.ui.application import Application, gc_on_this_thread, make_application, run_window
from greenbaize.ui.cards.card_look import CardLook, set_current_card_look
from greenbaize.ui.features.challenges import controller as challenges
from greenbaize.ui.features.learn import exercises
from greenbaize.ui.features.preferences import system_preferences as wishes
from greenbaize.ui.features.start import known_tables as known
from greenbaize.ui.features.start import start_screen
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.sound import sound_device
from greenbaize.ui.table.animation import MillisecondClock, monotonic_ms
from greenbaize.ui.widgets import font_sizes, window_geometry
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import LIGHT
from greenbaize.ui.window_session import WindowSession
from greenbaize.words.spoken import set_brief_speech
from ui.table.person import SimulatedPerson
from ui.table.stage_harness import FakeClock
from ui.window_steps import ALL_STEPS

BOT_NAMES = ("Anna", "Boris", "Vera", "Mila", "Otto", "Jan", "Pia", "Karl", "Lena")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Redirect records and settings to a temporary folder."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def qapp_cls() -> type[QApplication]:
    """Return the program's application class, which sets its style on construction."""
    return Application


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> date:
    """Stop the calendar: the first screen names the game of the day."""
    day = date(2026, 11, 28)
    for module in (start_screen, challenges, exercises):
        monkeypatch.setattr(module, "find_today", lambda: day)
    return day


@pytest.fixture(autouse=True)
def application(qapp: QApplication) -> QApplication:
    """Reset fonts, colours and the mouse position, which is the screen's corner."""
    QCursor.setPos(0, 0)
    font_sizes.set_height_scale(1.0)
    window_geometry.apply_text_scale(1.0)
    set_current_card_look(CardLook())
    set_brief_speech(is_on=False)
    apply_application_theme(LIGHT)
    return make_application()


@pytest.fixture
def russian_language(application: QApplication) -> Iterator[None]:
    """Show the window, and Qt's own texts, in Russian."""
    set_window_language("ru")
    yield
    set_window_language("en")
    set_window_language("system")


@pytest.fixture(autouse=True)
def gui_thread_collection(application: QApplication) -> Iterator[None]:
    """Collect garbage in the GUI thread only, as the program does."""
    with gc_on_this_thread():
        yield


@pytest.fixture(autouse=True)
def set_screen_area(monkeypatch: pytest.MonkeyPatch) -> Callable[[QRect], None]:
    """Set a 1920x1080 screen area without other tests' windows; return a setter for another one."""

    def set_area(area: QRect) -> None:
        monkeypatch.setattr(window_geometry, "available_screen", lambda _: area)

    set_area(QRect(0, 0, 1920, 1080))
    return set_area


@pytest.fixture(autouse=True)
def no_sound_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every sound device fail to open."""

    def refuse_device(*args: object, **kwargs: object) -> None:
        raise sound_device.NoSoundError("these are tests")

    monkeypatch.setattr(sound_device, "open_device", refuse_device)


@pytest.fixture(autouse=True)
def no_system_preferences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the query for the system's preferences (such as reduced motion)."""
    monkeypatch.setattr(wishes.SystemPreferences, "query_system", lambda _: None)


@pytest.fixture(autouse=True)
def known_tables(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the list of joinable network tables that the start screen shows, empty at first."""
    tables: list[object] = []
    monkeypatch.setattr(known, "load_known_tables", lambda: tuple(tables))
    return tables


@pytest.fixture
def run_program(
    application: QApplication, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Callable[..., None]:
    """Return a function that runs the program and an action in place of the event loop."""

    def run_once(
        request: PlayRequest,
        action: Callable[[MainWindow], object],
        notice: Message | None = None,
    ) -> None:
        def run_event_loop(_: object = None) -> int:
            windows = [
                widget for widget in application.topLevelWidgets() if isinstance(widget, MainWindow)
            ]
            (window,) = [widget for widget in windows if widget.isVisible()]
            qtbot.addWidget(window)
            action(window)
            window.close()
            return 7

        monkeypatch.setattr(QApplication, "exec", run_event_loop)
        monkeypatch.setattr(sys, "excepthook", sys.excepthook)
        assert run_window(request, GAMES, None, notice) == 7

    return run_once


@pytest.fixture
def clock() -> FakeClock:
    """Return a clock for ``open_match`` that stands still until a test advances it."""
    return FakeClock()


MatchOpener = Callable[..., SimulatedPerson]
ProgramOpener = Callable[..., SimulatedPerson]


@pytest.fixture
def open_match(qtbot: QtBot, application: QApplication) -> Iterator[MatchOpener]:
    """Return a function that shows a match, not begun yet, and returns a simulated person."""
    matches: list[tuple[MatchView, OpenMatch]] = []

    def begin_match(
        game: str,
        players: int,
        seed: str = "table",
        *,
        speed: float = 0.0,
        size: tuple[int, int] = (1110, 700),
        watch: bool = False,
        table_only: bool = False,
        launcher: BotLauncher = IN_PROCESS_LAUNCHER,
        clock: MillisecondClock = monotonic_ms,
        **options: object,
    ) -> SimulatedPerson:
        people = () if watch else (HeaderPlayer("Ida"),)
        bot_program = next(iter(launcher.programs), None)
        bot = Opponent() if bot_program is None else Opponent(program=bot_program)
        bots = [bot.create_header_player(name) for name in BOT_NAMES][: players - len(people)]
        header = create_header(game, (*people, *bots), options, seed_from_text(seed))
        match = OpenMatch.create(header, launcher)
        match_view = MatchView(match.player_view, clock=clock, table_only=table_only)
        qtbot.addWidget(match_view)
        match_view.animator.speed = speed
        match_view.resize(*size)
        with qtbot.waitActive(match_view):
            match_view.show()
        matches.append((match_view, match))
        return SimulatedPerson(match_view)

    yield begin_match
    for match_view, match in matches:
        match_view.close_page()
        match.close()


@pytest.fixture
def open_program(qtbot: QtBot, application: QApplication, home: Path) -> Iterator[ProgramOpener]:
    """Return a function that opens the program's window; animations are instant by default."""
    programs: list[WindowSession] = []
    UserSettings(your_name="Ida", motion="none", forced_cards="none", warmed_up=ALL_STEPS).save()

    def open_window(
        request: PlayRequest | None = None, *, apart: bool = False, speed: float = 0.0
    ) -> SimulatedPerson:
        request = request or PlayRequest()
        if request.speed == 1.0:
            request = request._replace(speed=speed)
        program = WindowSession(request, GAMES, separate_processes=apart)
        qtbot.addWidget(program.window)
        with qtbot.waitActive(program.window):
            program.window.show()
            program.open_request()
        programs.append(program)
        return SimulatedPerson(program.window, program)

    yield open_window
    for program in programs:
        program.window.close_without_asking()
