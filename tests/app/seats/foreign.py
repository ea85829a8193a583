"""Helpers for tests with foreign bot programs."""

import sys
from collections.abc import Iterable
from pathlib import Path

from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.command_lines import join_command
from greenbaize.app.seats.programs import Program
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.options import settled

FOLDER = Path(__file__).parent
TINY = FOLDER.parents[2] / "docs" / "examples" / "tiny_bot.py"


def python(*words: str | Path) -> str:
    """Return the command line of a Python program, without site packages for a fast start."""
    return join_command([sys.executable, "-E", "-S", *map(str, words)])


def bad(name: str) -> str:
    """Return the command line of a program from ``bad_bots``."""
    return python(FOLDER / "bad_bots.py", name)


class Clock:
    """Clock that stands still until ``now`` is set (s)."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def launcher(command: str, *, apart: bool = False) -> BotLauncher:
    """Return a launcher that knows one foreign program and whose clock stands still."""
    return BotLauncher(apart, {"theirs": command}, clock=Clock())


def played(
    place: BotLauncher, match: Header | None = None, past: Iterable[Event] = ()
) -> list[Event]:
    """Return all events of a match of bots, by default a short one of Damn."""
    match = match or header("damn", 3, deals=2)
    kept = list(past)
    table = Table(GAMES[match.game], match, tuple(kept), kept.append, place)
    try:
        table.play_out()
    finally:
        table.close()
    return kept


def given(kept: Iterable[Event]) -> list[SeatGiven]:
    """Return the seat changes among the events."""
    return [event for event in kept if isinstance(event, SeatGiven)]


def finish(started: Iterable[Program]) -> None:
    """Wait until programs that were told to end have ended."""
    for program in started:
        program.wait()


def header(name: str, seats: int, *, theirs: tuple[int, ...] = (1,), **options: object) -> Header:
    """Return a header with foreign programs at some seats and easy bots at the others."""
    sitters = tuple(
        Player(f"P{seat}", "bot", program="theirs")
        if seat in theirs
        else Player(f"P{seat}", "bot", "easy")
        for seat in range(seats)
    )
    return Header(
        name, sitters, settled(GAMES[name].options, seats, options), seed_from("programs")
    )
