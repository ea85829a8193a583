"""Programs of our own making that stand for other people's."""

import sys
from pathlib import Path

from greenbaize.app.seats.bot_launcher import BotLauncher, join_command
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.options import settled

FOLDER = Path(__file__).parent
TINY = FOLDER.parents[2] / "docs" / "examples" / "tiny_bot.py"


def python(*words: str | Path) -> str:
    """The command line of a program in Python, which starts fast and knows no packages."""
    return join_command([sys.executable, "-E", "-S", *map(str, words)])


def bad(name: str) -> str:
    """The command line of one that does not behave."""
    return python(FOLDER / "bad_bots.py", name)


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def launcher(command: str, *, apart: bool = False) -> BotLauncher:
    """Where one foreign program is known, and no time passes."""
    return BotLauncher(apart, {"theirs": command}, clock=Clock())


def header(name: str, seats: int, *, theirs: tuple[int, ...] = (1,), **options: object) -> Header:
    """A match in which foreign programs hold some seats, and easy players the others."""
    sitters = tuple(
        Player(f"P{seat}", "bot", program="theirs")
        if seat in theirs
        else Player(f"P{seat}", "bot", "easy")
        for seat in range(seats)
    )
    return Header(
        name, sitters, settled(GAMES[name].options, seats, options), seed_from("programs")
    )
