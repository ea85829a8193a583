"""Speed of the rules core: commands of four players per second of CPU time, on one core.

Three separate figures: judging, deriving and folding (what a running match needs, without writing
its record); telling all four seats and folding their views; and the decisions of bots. The target
is for Damn; Master and Ass are shown beside it.
"""

import statistics
import sys
from collections.abc import Callable
from time import process_time

import support  # noqa: F401  # isort: skip  (finds the package)
from greenbaize.bots.bot import EasyBot
from greenbaize.games import GAMES
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream, seed_from_text
from greenbaize.rules.commands import Command
from match.random_matches import GameSetup, create_authority

SETUPS = {GameSetup("damn", 4, {}): 10, GameSetup("master", 4, {}): 5, GameSetup("ass", 4, {}): 40}
"""Matches by set-up."""
REPETITIONS = 9
TARGET_RATE = 50_000


def play_matches(setup, count):
    """Return matches of easy bots: header, commands and moments of each."""
    matches = []
    for number in range(count):
        header = setup.create_header(seed_from_text(f"bench/{number}"))
        moments = []
        authority = create_authority(header, moments)
        tellers = make_tellers(header)
        commands: list[Command] = []
        authority.append_derived_events()
        event_count = 0
        while not setup.game.is_over(authority.state):
            for event, state in moments[event_count:]:
                for teller in tellers:
                    teller.redact_event(event, state)
            event_count = len(moments)
            seat = authority.state.turn
            command = EasyBot().choose_command(
                setup.game, tellers[seat].view, seat, RandomStream("")
            )
            commands.append(command)
            authority.submit(command)
        matches.append((header, commands, moments))
    return matches


def make_tellers(header):
    seats = len(header.players)
    return [ViewTracker(GAMES[header.game], seats, header.options, seat) for seat in range(seats)]


def run_commands(matches) -> None:
    for header, commands, _ in matches:
        authority = create_authority(header, None)
        authority.append_derived_events()
        for command in commands:
            authority.submit(command)


def tell_all_seats(matches) -> None:
    for header, _, moments in matches:
        tellers = make_tellers(header)
        for event, state in moments:
            for teller in tellers:
                teller.redact_event(event, state)


def collect_decision_views(matches):
    views = []
    for header, _, moments in matches:
        tellers = make_tellers(header)
        for event, state in moments:
            for teller in tellers:
                teller.redact_event(event, state)
            if state.turn is not None:
                views.append((tellers[state.turn].view, state.turn))
    return views


def measure_rates(work: Callable[[], None], count: int) -> list[float]:
    """Return commands per second of CPU time for each repetition, slowest first."""
    results = []
    for _ in range(REPETITIONS):
        start = process_time()
        work()
        results.append(count / (process_time() - start))
    return sorted(results)


def format_line(name: str, results: list[float], note: str = "") -> str:
    middle = statistics.median(results)
    return f"{name:<32}{results[0]:>12,.0f}{middle:>12,.0f}{results[-1]:>12,.0f}  {note}".rstrip()


def run_benchmark() -> bool:
    """Print the figures; return True if the target is met."""
    print(f"{'commands a second of CPU time':<32}{'min':>12}{'median':>12}{'max':>12}")
    results = [run_game(setup, count) for setup, count in SETUPS.items()]
    return all(results)


def run_game(setup, number) -> bool:
    """Print the figures of one game; return True if its target, if any, is met."""
    matches = play_matches(setup, number)
    count = sum(len(commands) for _, commands, _ in matches)
    views = collect_decision_views(matches)
    bot, stream = EasyBot(), RandomStream("")

    def decide_all() -> None:
        for view, seat in views:
            bot.choose_command(setup.game, view, seat, stream)

    title = setup.name.capitalize()
    print(f"{title}, {setup.seats} players, {number} matches, {count:,} commands, one core")
    core = measure_rates(lambda: run_commands(matches), count)
    target = TARGET_RATE if setup.name == "damn" else None
    print(format_line("judging, deriving, folding", core, f"target {target:,}" if target else ""))
    print(format_line("telling four seats", measure_rates(lambda: tell_all_seats(matches), count)))
    print(format_line("easy bots thinking", measure_rates(decide_all, count)))
    return target is None or statistics.median(core) >= target


if __name__ == "__main__":
    sys.exit(0 if run_benchmark() else 1)
