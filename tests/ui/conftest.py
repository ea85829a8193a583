"""Fixtures of the window tests: isolated home folders and the windows themselves."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from greenbaize.app.seats.bot_launcher import HERE, BotLauncher
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.matches import OpenMatch, settled_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.messages import Message
from greenbaize.store.settings import Settings
from greenbaize.ui.application import Application, collected_here, make_application, run
from greenbaize.ui.cards.look import CardLook, use_look
from greenbaize.ui.features.preferences import system_preferences as wishes
from greenbaize.ui.features.start import known_tables as known
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.program import Program
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.sound import device
from greenbaize.ui.table.motion import Clock, real_time
from greenbaize.ui.widgets import lettering, window_geometry
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.texts import speak
from greenbaize.ui.widgets.theme import LIGHT
from greenbaize.words.spoken import use_brief
from ui.table.person import Person

COMPANY = ("Anna", "Boris", "Vera", "Mila", "Otto", "Jan", "Pia", "Karl", "Lena")


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
def application(qapp: QApplication) -> QApplication:
    """Reset fonts, colours and the mouse position, which is the screen's corner."""
    QCursor.setPos(0, 0)
    lettering.set_scale(1.0)
    window_geometry.write_at(1.0)
    use_look(CardLook())
    use_brief(on=False)
    dress(LIGHT)
    return make_application()


@pytest.fixture
def russian(application: QApplication) -> Iterator[None]:
    """Show the window, and Qt's own texts, in Russian."""
    speak("ru")
    yield
    speak("en")
    speak("system")


@pytest.fixture(autouse=True)
def collected(application: QApplication) -> Iterator[None]:
    """Collect garbage in the GUI thread only, as the program does."""
    with collected_here():
        yield


@pytest.fixture(autouse=True)
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[QRect], None]:
    """Set a 1920x1080 screen area without other tests' windows; return a setter for another one."""

    def have(area: QRect) -> None:
        monkeypatch.setattr(window_geometry, "available", lambda _: area)

    monkeypatch.setattr(window_geometry, "lock_folder", lambda: tmp_path)
    have(QRect(0, 0, 1920, 1080))
    return have


@pytest.fixture(autouse=True)
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every sound device fail to open."""

    def nothing(*given: object, **more: object) -> None:
        raise device.NoSoundError("these are tests")

    monkeypatch.setattr(device, "open_device", nothing)


@pytest.fixture(autouse=True)
def wishless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the query for the system's preferences (such as reduced motion)."""
    monkeypatch.setattr(wishes.SystemPreferences, "ask", lambda _: None)


@pytest.fixture(autouse=True)
def known_tables(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the list of joinable network tables that the start screen shows, empty at first."""
    tables: list[object] = []
    monkeypatch.setattr(known, "known_tables", lambda: tuple(tables))
    return tables


@pytest.fixture
def run_program(
    application: QApplication, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Callable[..., None]:
    """Return a function that runs the program and an action in place of the event loop."""

    def run_once(
        request: PlayRequest,
        act: Callable[[MainWindow], object],
        notice: Message | None = None,
    ) -> None:
        def executed(_: object = None) -> int:
            windows = [one for one in application.topLevelWidgets() if isinstance(one, MainWindow)]
            (window,) = [one for one in windows if one.isVisible()]
            qtbot.addWidget(window)
            act(window)
            window.close()
            return 7

        monkeypatch.setattr(QApplication, "exec", executed)
        monkeypatch.setattr(sys, "excepthook", sys.excepthook)
        assert run(request, GAMES, None, notice) == 7

    return run_once


Laid = Callable[..., Person]
Opened = Callable[..., Person]


@pytest.fixture
def laid(qtbot: QtBot, application: QApplication) -> Iterator[Laid]:
    """Return a function that shows a match, not begun yet, and returns a simulated person."""
    tables: list[tuple[MatchView, OpenMatch]] = []

    def lay(
        game: str,
        players: int,
        seed: str = "table",
        *,
        speed: float = 0.0,
        size: tuple[int, int] = (1110, 700),
        watch: bool = False,
        table_only: bool = False,
        launcher: BotLauncher = HERE,
        clock: Clock = real_time,
        **options: object,
    ) -> Person:
        you = () if watch else (Player("Ida"),)
        theirs = next(iter(launcher.programs), None)
        bot = Opponent() if theirs is None else Opponent(program=theirs)
        bots = [bot.sitter(name) for name in COMPANY][: players - len(you)]
        header = settled_header(game, (*you, *bots), options, seed_from(seed))
        match = OpenMatch.begin(header, launcher)
        playing = MatchView(match.place, clock=clock, table_only=table_only)
        qtbot.addWidget(playing)
        playing.motion.speed = speed
        playing.resize(*size)
        with qtbot.waitActive(playing):
            playing.show()
        tables.append((playing, match))
        return Person(playing)

    yield lay
    for playing, match in tables:
        playing.leave()
        match.close()


@pytest.fixture
def opened(qtbot: QtBot, application: QApplication, home: Path) -> Iterator[Opened]:
    """Return a function that opens the program's window; animations are instant by default."""
    programs: list[Program] = []
    Settings(your_name="Ida", motion="none", last_card=False).save()

    def open_window(
        request: PlayRequest | None = None, *, apart: bool = False, speed: float = 0.0
    ) -> Person:
        request = request or PlayRequest()
        if request.speed == 1.0:
            request = request._replace(speed=speed)
        program = Program(request, GAMES, apart=apart)
        qtbot.addWidget(program.window)
        with qtbot.waitActive(program.window):
            program.window.show()
            program.start()
        programs.append(program)
        return Person(program.window, program)

    yield open_window
    for program in programs:
        program.window.close_now()
