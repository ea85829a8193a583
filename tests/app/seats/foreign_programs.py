"""Helpers for tests with foreign bot programs."""

import sys
from collections.abc import Iterable
from pathlib import Path

from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.bot_process import BotProcess
from greenbaize.app.seats.command_lines import join_command
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.events import Event, SeatReassigned
from greenbaize.rules.options import resolve_options

TEST_FOLDER = Path(__file__).parent
TINY_BOT_PATH = TEST_FOLDER.parents[2] / "docs" / "examples" / "tiny_bot.py"


def python_command(*arguments: str | Path) -> str:
    """Return the command line of a Python program, without site packages for a fast start."""
    return join_command([sys.executable, "-E", "-S", *map(str, arguments)])


def bad_bot_command(name: str) -> str:
    """Return the command line of a program from ``bad_bots``."""
    return python_command(TEST_FOLDER / "bad_bots.py", name)


class SteppedClock:
    """Clock that stands still until ``now`` is set (s)."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def make_launcher(command: str, *, in_own_process: bool = False) -> BotLauncher:
    """Return a launcher that knows one foreign program and whose clock stands still."""
    return BotLauncher(in_own_process, {"theirs": command}, clock=SteppedClock())


def play_bot_match(
    launcher: BotLauncher,
    match_header: RecordHeader | None = None,
    first_events: Iterable[Event] = (),
) -> list[Event]:
    """Return all events of a match of bots, by default a short one of Damn."""
    match_header = match_header or make_program_header("damn", 3, deals=2)
    events = list(first_events)
    table = Table(GAMES[match_header.game], match_header, tuple(events), events.append, launcher)
    try:
        table.play_to_end()
    finally:
        table.close()
    return events


def select_seat_changes(events: Iterable[Event]) -> list[SeatReassigned]:
    """Return the seat changes among the events."""
    return [event for event in events if isinstance(event, SeatReassigned)]


def wait_for_programs(programs: Iterable[BotProcess]) -> None:
    """Wait until programs that were told to end have ended."""
    for program in programs:
        program.wait_for_end()


def make_program_header(
    game_name: str, seat_count: int, *, foreign_seats: tuple[int, ...] = (1,), **options: object
) -> RecordHeader:
    """Return a header with foreign programs at some seats and easy bots at the others."""
    players = tuple(
        HeaderPlayer(f"P{seat}", "bot", program="theirs")
        if seat in foreign_seats
        else HeaderPlayer(f"P{seat}", "bot", "easy")
        for seat in range(seat_count)
    )
    return RecordHeader(
        game_name,
        players,
        resolve_options(GAMES[game_name].options, seat_count, options),
        seed_from_text("programs"),
    )


def play_with_program(header, command, first_events=(), *, in_own_process=False):
    """Return all events of a match with a foreign program, continuing ``first_events``."""
    return play_bot_match(
        make_launcher(command, in_own_process=in_own_process), header, first_events
    )
