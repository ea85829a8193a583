"""Habits and exercises found in matches of a level, in the chair of a person.

    python tests/bench/habits.py --level easy --others medium --matches 10
    python tests/bench/habits.py --level hard --others hard --matches 10 --game damn

The matches are reviewed as in the background of the program (docs/coach.md). Printed is, for each
game, what the page *How I play* would name, every kind of mistake with its cost, and how many of
200 decisions would become exercises. With compiled modules a match takes some ten seconds.
"""

from collections.abc import Iterator
from pathlib import Path

from support import make_parser

from greenbaize.app.coach.coached_matches import OwnMatch, list_scored_deals
from greenbaize.app.coach.deal_coach import review_deals
from greenbaize.app.coach.habits import Habit, find_habits, list_moments, sum_up_habits
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.seats.seat_program import BotSeat, create_bot
from greenbaize.games import GAMES
from greenbaize.match.authority import Authority
from greenbaize.match.header import RecordHeader, match_identity
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import MatchRecord
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import SeededChance, bot_seed, seed_from_text
from greenbaize.rules.events import Event
from greenbaize.rules.options import OptionValue, resolve_options
from greenbaize.rules.players import HUMAN

SEATS = 4
OPTIONS: dict[str, dict[str, OptionValue]] = {"rank": {"deals": 8}}
"""Options by game; one deal of Rank, its usual match, has some three decisions."""


def play_as_person(game: str, level: str, others: str, number: int) -> tuple[MatchRecord, int]:
    """Return the record of a match in which a level plays in a person's name, and the seat."""
    seat = number % SEATS
    options = resolve_options(GAMES[game].options, SEATS, OPTIONS.get(game, {}))
    seed = seed_from_text(f"coach/{number}")
    players = [Opponent(others).create_header_player(f"Bot {one}") for one in range(SEATS)]
    bots = [create_bot(player) for player in players]
    bots[seat] = create_bot(Opponent(level).create_header_player("Ida"))
    players[seat] = HeaderPlayer("Ida", HUMAN)
    header = RecordHeader(game, tuple(players), options, seed, None)
    authority = Authority(GAMES[game], SEATS, options, SeededChance(seed))
    seats = []
    for one, bot in enumerate(bots):
        view_tracker = ViewTracker(GAMES[game], SEATS, options, one)
        seats.append(BotSeat(GAMES[game], view_tracker, bot, bot_seed(seed, one)))
        authority.add_listener(seats[one].redact_event)
    events: list[Event] = []
    authority.add_listener(lambda event, _: events.append(event))
    authority.play_to_end(lambda turn: seats[turn].choose_command())
    return MatchRecord(header, tuple(events), authority.state, 0, False), seat


def review_level(game: str, level: str, others: str, count: int) -> Iterator[OwnMatch]:
    """Yield reviewed matches of a level."""
    for number in range(count):
        record, seat = play_as_person(game, level, others, number)
        deals = list_scored_deals(record)
        reviewed = {deal.deal: deal for deal in review_deals(record, seat, deals)}
        identity = match_identity(record.header)
        yield OwnMatch(identity, game, f"{number:04}", Path(), seat, len(deals), reviewed)


def count_exercises(matches: list[OwnMatch]) -> tuple[int, int]:
    """Return the number of exercises and of decisions."""
    exercises = sum(bool(moment.mistake.worths) for moment in list_moments(matches))
    return exercises, sum(deal.choices for match in matches for deal in match.deals.values())


def describe_habit(habit: Habit) -> str:
    return (
        f"    {habit.kind or '(no kind)':18} {habit.count:4} times, {habit.cost:6.2f} ± "
        f"{habit.error:.2f} a match"
    )


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--game", choices=[*GAMES], action="append")
    parser.add_argument("--level", default="easy")
    parser.add_argument("--others", default="medium")
    parser.add_argument("--matches", type=int, default=10)
    args = parser.parse_args()
    for game in args.game or GAMES:
        matches = [*review_level(game, args.level, args.others, args.matches)]
        report = find_habits(matches, GAMES[game].choice_unit)
        exercises, decisions = count_exercises(matches)
        print(
            f"{game}: {args.level} with {args.others}, {len(matches)} matches, {decisions} "
            f"decisions, {200 * exercises / decisions:.1f} exercises in 200",
            flush=True,
        )
        names = ", ".join(habit.kind for habit in report.habits) or "none"
        missing = f" ({report.needed_matches} more matches needed)" if report.needed_matches else ""
        print(f"  habits: {names}{missing}")
        print(f"  strengths: {', '.join(one.kind for one in report.strengths) or 'none'}")
        for habit in sum_up_habits(matches):
            print(describe_habit(habit))


if __name__ == "__main__":
    main()
