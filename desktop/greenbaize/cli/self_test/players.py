"""Checks that computer players can be programs, and foreign programs take a seat."""

from time import monotonic
from typing import Final

from greenbaize.app.seats.bot_launcher import BotLauncher, join_command, known_as, own_command
from greenbaize.app.seats.opponents import QUICK_LEVEL, Opponent
from greenbaize.app.tables.table import Table
from greenbaize.bots import LEVELS
from greenbaize.cli.self_test.check import LEVEL, Found, demand, found, programs_ended, short_header
from greenbaize.games import GAMES
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.messages import Message

ANSWER_S: Final = 90.0
"""Seconds for all levels to answer, on any computer."""


def own_programs() -> Found:
    """Let a player of each level act in a program of its own, as at a window."""
    game = next(game for game in GAMES.values() if len(LEVELS) in game.seats)
    header = short_header(game, *map(Opponent, LEVELS))
    table = Table(game, header, launcher=BotLauncher(apart=True))
    silent, deadline = set(LEVELS), monotonic() + ANSWER_S
    try:
        table.begin()
        while silent:
            chair = table.waited_for
            if chair is None or monotonic() > deadline:
                raise GameError(Message("self-silent", {"levels": ", ".join(sorted(silent))}))
            level = str(header.sitters[chair.seat].level)
            if not table.let_computer_act():
                table.wait()
            elif chair.program is None:
                raise GameError(Message("self-thinks-here", {"level": level}))
            else:
                silent.discard(level)
    finally:
        table.close()
    demand(programs_ended(), Message("self-programs-stay"))
    return found("self-players", {"levels": ", ".join(LEVELS)})


def foreign_program() -> Found:
    """Let our own computer player play as a foreign program, started by a command line."""
    command = join_command(own_command(Opponent(QUICK_LEVEL).sitter(""), "self-test"))
    name = known_as(command, {})
    game = next(iter(GAMES.values()))
    others = (Opponent(LEVEL),) * (game.seats[0] - 1)
    header = short_header(game, Opponent(program=name), *others)
    lost: list[SeatGiven] = []

    def hear(told: list[Event]) -> None:
        lost.extend(event for event in told[-1:] if isinstance(event, SeatGiven))

    table = Table(game, header, launcher=BotLauncher(programs={name: command}))
    table.listen(hear)
    try:
        table.play_out()
    finally:
        table.close()
    if lost:
        raise GameError(Message("self-program-lost", {"command": command, "why": lost[0].why}))
    demand(programs_ended(), Message("self-programs-stay"))
    return found("self-foreign", {"name": name})
