"""Speed of the rules core: commands of four players per second of CPU time, on one core.

Three separate figures: judging, deriving and folding (what a running match needs, without writing
its record); telling all four seats and folding their views; and the decisions of bots. The target
is for Damn; Master and Ass are shown beside it.
"""

import statistics
import sys
from collections.abc import Callable
from time import process_time

import measured  # noqa: F401  # isort: skip  (finds the package)
from greenbaize.bots.bot import EasyBot
from greenbaize.games import GAMES
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import Stream, seed_from
from greenbaize.rules.commands import Command
from match.playing import Setup, authority_of

SETUPS = {Setup("damn", 4, {}): 10, Setup("master", 4, {}): 5, Setup("ass", 4, {}): 40}
"""Matches by set-up."""
REPETITIONS = 9
TARGET = 50_000


def played(setup, count):
    """Return matches of easy bots: header, commands and moments of each."""
    matches = []
    for number in range(count):
        header = setup.header(seed_from(f"bench/{number}"))
        moments = []
        authority = authority_of(header, moments)
        tellers = tellers_of(header)
        commands: list[Command] = []
        authority.proceed()
        heard = 0
        while not setup.game.over(authority.state):
            for event, state in moments[heard:]:
                for teller in tellers:
                    teller.hear(event, state)
            heard = len(moments)
            seat = authority.state.turn
            command = EasyBot().decide(setup.game, tellers[seat].view, seat, Stream(""))
            commands.append(command)
            authority.submit(command)
        matches.append((header, commands, moments))
    return matches


def tellers_of(header):
    seats = len(header.sitters)
    return [Teller(GAMES[header.game], seats, header.options, seat) for seat in range(seats)]


def judge_derive_fold(matches) -> None:
    for header, commands, _ in matches:
        authority = authority_of(header, None)
        authority.proceed()
        for command in commands:
            authority.submit(command)


def tell_every_seat(matches) -> None:
    for header, _, moments in matches:
        tellers = tellers_of(header)
        for event, state in moments:
            for teller in tellers:
                teller.hear(event, state)


def views_to_decide(matches):
    asked = []
    for header, _, moments in matches:
        tellers = tellers_of(header)
        for event, state in moments:
            for teller in tellers:
                teller.hear(event, state)
            if state.turn is not None:
                asked.append((tellers[state.turn].view, state.turn))
    return asked


def rates(work: Callable[[], None], count: int) -> list[float]:
    """Return commands per second of CPU time for each repetition, slowest first."""
    found = []
    for _ in range(REPETITIONS):
        start = process_time()
        work()
        found.append(count / (process_time() - start))
    return sorted(found)


def line(name: str, found: list[float], note: str = "") -> str:
    middle = statistics.median(found)
    return f"{name:<32}{found[0]:>12,.0f}{middle:>12,.0f}{found[-1]:>12,.0f}  {note}".rstrip()


def run() -> bool:
    """Print the figures; return True if the target is met."""
    print(f"{'commands a second of CPU time':<32}{'min':>12}{'median':>12}{'max':>12}")
    met = [run_one(setup, count) for setup, count in SETUPS.items()]
    return all(met)


def run_one(setup, number) -> bool:
    """Print the figures of one game; return True if its target, if any, is met."""
    matches = played(setup, number)
    count = sum(len(commands) for _, commands, _ in matches)
    asked = views_to_decide(matches)
    bot, stream = EasyBot(), Stream("")

    def think() -> None:
        for view, seat in asked:
            bot.decide(setup.game, view, seat, stream)

    title = setup.name.capitalize()
    print(f"{title}, {setup.seats} players, {number} matches, {count:,} commands, one core")
    core = rates(lambda: judge_derive_fold(matches), count)
    target = TARGET if setup.name == "damn" else None
    print(line("judging, deriving, folding", core, f"target {target:,}" if target else ""))
    print(line("telling four seats", rates(lambda: tell_every_seat(matches), count)))
    print(line("easy bots thinking", rates(think, count)))
    return target is None or statistics.median(core) >= target


if __name__ == "__main__":
    sys.exit(0 if run() else 1)
