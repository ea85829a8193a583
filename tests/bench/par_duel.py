"""Comparison of strokes against par with a duel over the same deals.

    python tests/bench/par_duel.py --game damn --option first=5 deals=5 --groups 4000
    python tests/bench/par_duel.py --game master --option length=short --groups 300

In each chair in turn a match is played with A there and B in all others, and its par with B in that
chair, as ``greenbaize par`` plays it. The *strokes* are what A's own result is better by. A duel
counts A's lead over the others, so what these gained or lost against their results in par belongs
to it: the *lead through par* is the strokes less the mean change of the others. If the influences
of the players add up, it is the lead that ``greenbaize duel`` finds with A and B alternating.

A group is one seed: its matches in all chairs and all arrangements. Errors are over groups.
"""

import argparse
from fractions import Fraction

from support import make_parser

from greenbaize.app.duels import (
    Duel,
    Estimate,
    compute_group_lead,
    list_arrangements,
    play_duplicate_match,
)
from greenbaize.app.par import ParPlayer
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.seats.seat_program import BotSeat, create_bot
from greenbaize.cli.match_arguments import find_game, parse_options
from greenbaize.compiled import is_running_compiled
from greenbaize.games import GAMES
from greenbaize.match.authority import Authority
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import SeededChance, bot_seed
from greenbaize.rules.events import DealScored, Event
from greenbaize.rules.game import ComparisonMeasure
from greenbaize.rules.players import HUMAN


def play_in_chair(duel: Duel, seed: str, chair: int) -> tuple[RecordHeader, list[Event]]:
    """Return a match in which A plays as the person in a chair, and B in all others."""
    game = GAMES[duel.game]
    players = [
        duel.sides[1].create_header_player(f"Bot {seat}")
        if seat != chair
        else HeaderPlayer("Anna", HUMAN)
        for seat in range(duel.players)
    ]
    header = RecordHeader(duel.game, tuple(players), duel.options, seed)
    authority = Authority(game, duel.players, duel.options, SeededChance(seed))
    seats, events = [], []
    for seat in range(duel.players):
        opponent = duel.sides[seat != chair]
        bot = create_bot(opponent.create_header_player(f"Bot {seat}"))
        view_tracker = ViewTracker(game, duel.players, duel.options, seat)
        seats.append(BotSeat(game, view_tracker, bot, bot_seed(seed, seat)))
        authority.add_listener(seats[seat].redact_event)
    authority.add_listener(lambda event, _: events.append(event))
    authority.play_to_end(lambda seat: seats[seat].choose_command())
    return header, events


def find_points(events: list[Event], deal: int) -> tuple[int, ...]:
    return next(
        event.points for event in events if isinstance(event, DealScored) and event.deal == deal
    )


def compute_lead(points: tuple[int, ...], chair: int) -> Fraction:
    """Return by how much a chair has more than the others have on average."""
    others = [value for seat, value in enumerate(points) if seat != chair]
    return points[chair] - Fraction(sum(others), len(others))


def measure_par(duel: Duel, seed: str) -> tuple[Fraction, Fraction]:
    """Return the mean strokes of A a deal, and its lead through par."""
    strokes, leads = [], []
    for chair in range(duel.players):
        header, events = play_in_chair(duel, seed, chair)
        par_player = ParPlayer(header, duel.sides[1].level)
        for event in events:
            par_deal = par_player.follow_event(event)
            if par_deal is None:
                continue
            own_points = find_points(events, par_deal.deal)
            par_points = find_points(list(par_deal.par_events), par_deal.deal)
            strokes.append(Fraction(par_deal.strokes[0]))
            leads.append(compute_lead(own_points, chair) - compute_lead(par_points, chair))
    return sum(strokes) / Fraction(len(strokes)), sum(leads) / Fraction(len(leads))


def measure_duel(duel: Duel, group: int) -> Fraction:
    size = len(list_arrangements(duel.players))
    matches = [play_duplicate_match(duel, (group - 1) * size + index) for index in range(size)]
    return compute_group_lead(duel, matches)


def format_estimate(values: list[Fraction]) -> str:
    estimate = Estimate.from_values(values)
    return f"{estimate.mean:+.3f} ± {estimate.error or 0:.3f}"


def create_duel(args: argparse.Namespace) -> Duel:
    game = find_game(args.game)
    if game.comparison_measure is not ComparisonMeasure.POINTS:
        raise SystemExit("only games that a duel measures in points")
    options = parse_options(game, args.players, args.option)
    return Duel(game.name, (Opponent(args.a), Opponent(args.b)), args.players, options, args.seed)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--game", default="damn")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--option", nargs="*", action="extend", default=[])
    parser.add_argument("--a", default="medium")
    parser.add_argument("--b", default="hard")
    parser.add_argument("--seed", default="par")
    parser.add_argument("--groups", type=int, default=100)
    args = parser.parse_args()
    duel = create_duel(args)
    print(f"compiled: {is_running_compiled()}", flush=True)
    strokes, leads, duel_leads = [], [], []
    for group in range(1, args.groups + 1):
        group_strokes, lead = measure_par(duel, duel.get_group_seed(group))
        strokes.append(group_strokes)
        leads.append(lead)
        duel_leads.append(measure_duel(duel, group))
        if group & (group - 1) == 0 or group == args.groups:
            differences = [one - other for one, other in zip(leads, duel_leads, strict=True)]
            print(
                f"{group} groups: strokes {format_estimate(strokes)},"
                f" lead through par {format_estimate(leads)},"
                f" lead in the duel {format_estimate(duel_leads)},"
                f" difference {format_estimate(differences)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
