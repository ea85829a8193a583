"""Won ends at Rank: ``python tests/bench/rank_ends.py`` prints how many each level wins.

Matches are played by *hard* and *easy* until two players are left, the stock is empty and so all
cards are known. There the plain search of ``tests/games/shedding/plain_search.py`` finds every
decision in which one rank wins and all others lose. Each is put to the levels as to a program at a
seat (docs/seat-protocol.md). ``--write`` prints the shortest as lines of
``tests/bots/positions/rank.jsonl``.
"""

import json
import sys
import time

import support  # isort: skip  (finds the package)
from pairing import make_player

from games.shedding.plain_search import PlainEnd, find_choices, find_winning_kinds
from greenbaize.app.seats.seat_program import ASK_TYPE, SeatProgram
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream, SeededChance, bot_seed, seed_from_text
from greenbaize.rules.options import resolve_options

GAME = GAMES["rank"]
SEED = "0" * 32
MAX_CARDS = 24
"""Number of cards of both players up to which the plain search is tried."""


def create_plain_end(state):
    """Return the position of a decision with all cards known."""
    return PlainEnd(
        hands=tuple(tuple(sorted(card.rank for card in hand.cards)) for hand in state.hands),
        top=state.pile[-1].rank,
        mover=state.turn,
        out=state.seats_out,
        passed=state.passed_seats,
        is_anti_rank=state.is_anti_rank,
        stands=state.anti_rank_stands,
        is_round=state.options.get_word("anti_rank") == "round",
    )


def iterate_won_ends(seats, number):
    """Yield the told lines, the winning commands and the position of the ends of a match."""
    levels = [("hard", "easy")[(seat + number) % 2] for seat in range(seats)]
    options = resolve_options(GAME.options, seats, {})
    seed = seed_from_text(f"ends/{seats}/{number}")
    players = tuple(HeaderPlayer(f"P{seat}", "bot", level) for seat, level in enumerate(levels))
    header = RecordHeader("rank", players, options, seed)
    trackers = [ViewTracker(GAME, seats, options, seat) for seat in range(seats)]
    told_lines = [[header.redact_for(seat).to_line()] for seat in range(seats)]
    bots = [make_player(level) for level in levels]
    chance, state, codec = SeededChance(seed), GAME.initial_state(seats, options), event_codec(GAME)

    def append_event(event):
        nonlocal state
        state = GAME.fold(state, event)
        for tracker, lines in zip(trackers, told_lines, strict=True):
            lines.append(codec.encode_line(tracker.redact_event(event, state)))

    while state.end is None:
        event = GAME.derive(state, chance)
        if event is not None:
            append_event(event)
            continue
        seat, legal = state.turn, GAME.legal(state, state.turn)
        if len(state.seats_in) == 2 and not state.stock.size and len(legal) > 1:
            end = create_plain_end(state)
            if len(find_choices(end)) > 1 and sum(map(len, end.hands)) <= MAX_CARDS:
                winners = find_winning_kinds(end, {})
                if len(winners) == 1:
                    good = [command for command in legal if command.card.rank == winners[0]]
                    yield list(told_lines[seat]), good, end
        view, count = trackers[seat].view, len(told_lines[0])
        stream = RandomStream(f"{bot_seed(seed, seat)}/{count}")
        for event in GAME.judge(
            state, bots[seat].choose_command(GAME, view, seat, stream)
        ).command_events:
            append_event(event)


def ask_program(level, told):
    """Return the answer of a level to the view lines of a seat, and its CPU time (s)."""
    program = SeatProgram(make_player(level), SEED)
    for line in told:
        program.answer_line(encode_line(line))
    start = time.process_time()
    answer = program.answer_line(encode_line({"type": ASK_TYPE}))
    return json.loads(answer), time.process_time() - start


def parse_options(arguments=None):
    """Parse the command line."""
    parser = support.make_parser(__doc__)
    parser.add_argument("--ends", type=int, default=60)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--levels", nargs="+", default=["easy", "medium", "hard"])
    parser.add_argument("--write", type=int, default=0, help="number of lines to print")
    return parser.parse_args(arguments)


def collect_ends(options):
    """Return that many ends, at most one of each match."""
    ends, number = [], 0
    while len(ends) < options.ends:
        for seats in options.seats:
            ends.extend(list(iterate_won_ends(seats, number))[:1])
        number += 1
    return ends[: options.ends]


def run_benchmark(arguments=()):
    """Print the figures; return True if ``hard`` wins all ends."""
    options = parse_options(arguments)
    ends, codec = collect_ends(options), command_codec(GAME)
    shares = {}
    for level in options.levels:
        right, times = 0, []
        for told, good, _ in ends:
            answer, seconds = ask_program(level, told)
            right += codec.decode_line(answer) in good
            times.append(seconds)
        shares[level] = right / len(ends)
        print(
            f"{level:8} wins {right} of {len(ends)} ends with one winning rank,"
            f" {shares[level]:.0%}; slowest decision {1000 * max(times):.1f} ms"
        )
    for told, good, end in sorted(ends, key=lambda one: len(json.dumps(one[0])))[: options.write]:
        line = {"about": str(end), "told": told, "good": [codec.encode_line(one) for one in good]}
        print(json.dumps(line, ensure_ascii=False))
    return shares.get("hard", 1.0) == 1.0


if __name__ == "__main__":
    sys.exit(0 if run_benchmark(None) else 1)
