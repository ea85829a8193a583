"""Generator of the exercises in ``resources/exercises``: positions with one right answer.

    PYTHONPATH=desktop python packaging/exercises.py [--game GAME] [--stakes]

Players of all levels play matches among themselves. A question becomes an exercise if one answer
stands out: the only card that takes the trick, the only one that may be played, or the clear
favourite of a long search that the adviser shares. The tricks printed on the rules pages of Master
and Ass become exercises for their winners. Stakes are taken from first deals of separate matches;
``--stakes`` generates only these. The same program generates the same files.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations, zip_longest
from pathlib import Path
from typing import Any, Final

from greenbaize.app.advice.adviser import weigh_in_process
from greenbaize.app.exercises import (
    BEST_KIND,
    EXERCISE_KINDS,
    FITS_KIND,
    TAKES_KIND,
    Exercise,
    read_exercises,
)
from greenbaize.bots import BOT_FACTORIES
from greenbaize.bots.bot import SearchBot
from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream, SeededChance, bot_seed, seed_from_text
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import DealScored
from greenbaize.rules.game import AllowedVerdict, ChoiceUnit, Game
from greenbaize.rules.options import resolve_options
from greenbaize.rules.players import BOT, HUMAN
from greenbaize.rules.search_contract import SearchEffort, good_choices

ROOT: Final = Path(__file__).resolve().parent.parent
MATCH_SETTINGS: Final[dict[str, list[tuple[int, dict[str, Any], int]]]] = {
    "damn": [
        (4, {"first": cards, "deals": cards + 1, "hook": True}, 1) for cards in (3, 4, 5, 6, 7, 9)
    ]
    + [(3, {"first": 5, "deals": 6}, 1), (5, {"first": 6, "deals": 7, "hook": True}, 1)],
    "blackout": [(2, {}, 4), (3, {}, 4), (4, {}, 4)],
    "master": [(2, {}, 1), (3, {}, 2), (4, {}, 3)],
    "ass": [(2, {"targets": "even"}, 2), (3, {}, 2), (4, {"targets": "even"}, 3), (3, {}, 3)],
    "rank": [(2, {}, 1), (3, {}, 1), (4, {}, 1), (6, {}, 1)],
}
"""Number of players, options and number of deals that positions are taken from, by game."""
MAX_PER_KIND: Final = {TAKES_KIND: 12, FITS_KIND: 8, BEST_KIND: 20}
"""Maximum number of exercises of each kind for a game."""
MAX_PER_QUESTION: Final = 10
"""Maximum number of exercises of kind ``BEST_KIND`` about the same question, such as a bid."""
MAX_PER_STAKE: Final = 5
"""Number of stake exercises for each answer, *go* and *stay*."""
MIN_LEADS: Final = {
    ChoiceUnit.MARGIN: 1.0,
    ChoiceUnit.POINTS: 1.0,
    ChoiceUnit.SHARE: 6.0,
    ChoiceUnit.RANK: 0.25,
}
"""Minimum lead of the best choice over the next one, by unit."""
MIN_STAKE_LEAD: Final = 1.0
"""Minimum lead of the better stake: the first cards of a deal tell less than the last ones."""
SEARCH_EFFORT: Final = SearchEffort(
    world_count=2000, endgame_cards=3, contract_world_count=200, infers_from_plays=True
)
"""Effort of the long search."""
MIN_CARDS: Final = 3
"""Minimum number of cards in a hand to choose from."""
MAX_MATCHES: Final = 60
"""Maximum number of matches of a game."""
TARGET_COUNT: Final = 40
"""Number of exercises of a game at which the search ends."""
MAX_FIRST_DEALS: Final = 110
"""Maximum number of deals searched for stakes: *go* is clearly right in few of them."""
EXERCISES_FOLDER: Final = ROOT / "resources" / "exercises"
PLAYER_NAMES: Final = (
    "Anna",
    "Boris",
    "Vera",
    "Pavel",
    "Nina",
    "Oleg",
    "Rita",
    "Sasha",
    "Toma",
    "Yuri",
)


class ExerciseMatch:
    """Match among players of all levels that stops at every question."""

    def __init__(self, game: Game[Any], seats: int, options: dict[str, Any], seed: str) -> None:
        self.game, self.seats = game, seats
        self.options = resolve_options(game.options, seats, options)
        self._seed = seed_from_text(seed)
        self._chance = SeededChance(self._seed)
        self.state = game.initial_state(seats, self.options)
        self.tellers = [ViewTracker(game, seats, self.options, seat) for seat in range(seats)]
        self.view_events: list[list[dict[str, Any]]] = [[] for _ in range(seats)]
        self.deals = self._count = 0
        levels = list(BOT_FACTORIES.values())
        self._bots = [levels[(seat + len(seed)) % len(levels)]() for seat in range(seats)]

    def decision_seats(self, deals: int) -> Iterator[int]:
        """Yield the seat of each decision until the given number of deals is over."""
        while not self.game.is_over(self.state) and self.deals < deals:
            event = self.game.next_event(self.state, self._chance, is_everybody_ready=True)
            if event is not None:
                self._append_event(event)
                continue
            seat = self.game.turn(self.state)
            assert seat is not None
            yield seat
            dice = RandomStream(f"{bot_seed(self._seed, seat)}/{self._count}")
            view = self.tellers[seat].view
            verdict = self.game.judge(
                self.state, self._bots[seat].choose_command(self.game, view, seat, dice)
            )
            assert isinstance(verdict, AllowedVerdict)
            for one in verdict.command_events:
                self._append_event(one)

    def _append_event(self, event: Any) -> None:
        self._count += 1
        self.state = self.game.fold(self.state, event)
        codec = event_codec(self.game)
        for seat, teller in enumerate(self.tellers):
            self.view_events[seat].append(codec.encode_line(teller.redact_event(event, self.state)))
        self.deals += isinstance(event, DealScored)

    def make_exercise(
        self, seat: int, kind: str, right: Command, worth: dict[Command, float]
    ) -> Exercise:
        """Return an exercise from what a seat knows now."""
        players = tuple(
            HeaderPlayer(name, HUMAN) if one == seat else HeaderPlayer(name, BOT, "medium")
            for one, name in enumerate(PLAYER_NAMES[: self.seats])
        )
        header = RecordHeader(self.game.name, players, self.options, None, seat)
        return Exercise(self.game, header, kind, right, worth, tuple(self.view_events[seat]))


def would_win_trick(game: Game[Any], view: Any, command: Command) -> bool:
    """Return True if a card would win the trick on the table as it is now."""
    picture = game.picture(view)
    if picture.trick is None or not picture.trick.cards:
        return False
    verdict = game.judge(view, command)
    assert isinstance(verdict, AllowedVerdict)
    after = game.picture(game.fold(view, verdict.command_events[0]))
    return after.trick is not None and after.winning_index == len(picture.trick.cards)


def find_exercises(match: ExerciseMatch, seat: int) -> Iterator[Exercise]:
    """Yield the exercises that the current question of a seat is suitable for."""
    game, view = match.game, match.tellers[seat].view
    question = game.question(view, seat)
    if question is None:
        return
    legal = game.legal(view, seat)
    cards = [one.command for one in question.answers if isinstance(one.command, PlayCommand)]
    if len(cards) >= MIN_CARDS and len(legal) >= MIN_CARDS:
        takers = [
            one
            for one in legal
            if isinstance(one, PlayCommand) and would_win_trick(game, view, one)
        ]
        if len(takers) == 1:
            yield match.make_exercise(seat, TAKES_KIND, takers[0], {})
    if len(cards) > MIN_CARDS and len(legal) == 1:
        yield match.make_exercise(seat, FITS_KIND, legal[0], {})
    if len(legal) > 1 and not isinstance(legal[0], StakeCommand):
        best = make_best_choice_exercise(game, view, seat, match)
        if best is not None:
            yield best


def make_best_choice_exercise(
    game: Game[Any],
    view: Any,
    seat: int,
    match: ExerciseMatch,
    excluded_answers: Collection[Command] = (),
) -> Exercise | None:
    """Return an exercise on the clearly best choice; None if there is none or it is excluded.

    A short search first saves most of the time.
    """
    # A short search says nothing about stakes, as most of a deal is not dealt yet.
    staking = isinstance(game.legal(view, seat)[0], StakeCommand)
    quick_effort = SEARCH_EFFORT._replace(
        world_count=1000 if staking else 60, contract_world_count=20
    )
    for effort in (quick_effort, SEARCH_EFFORT):
        ranked_choices = SearchBot(effort).weigh_every_choice(
            game, view, seat, RandomStream("exercise")
        )
        lead = ranked_choices[0].expected_score - ranked_choices[1].expected_score
        error = max(ranked_choices[0].standard_error, ranked_choices[1].standard_error)
        min_lead = MIN_STAKE_LEAD if staking else MIN_LEADS[game.choice_unit]
        if lead < min_lead or lead < 3 * error or ranked_choices[0].command in excluded_answers:
            return None
    worth = {one.command: round(one.expected_score, 2) for one in ranked_choices}
    exercise = match.make_exercise(seat, BEST_KIND, ranked_choices[0].command, worth)
    return exercise if advised_commands(exercise) == (exercise.right_command,) else None


def advised_commands(exercise: Exercise) -> tuple[Command, ...]:
    """Return the commands that the adviser, which gives the hints at the table, recommends."""
    lines = map(encode_line, (exercise.header.to_line(), *exercise.view_lines))
    choices = weigh_in_process(lines, command_codec(exercise.game))
    return tuple([one.command for one in good_choices(choices)])


def make_printed_exercises(name: str) -> Iterator[Exercise]:
    """Yield the tricks of the rules pages as exercises for winners who did not lead."""
    if name in FIRST_LINES:
        for codes, trumps, winner in PRINTED_TRICKS:
            one = make_trick_exercise(GAMES[name], codes.split(), trumps, winner)
            if one is not None:
                yield one


def make_trick_exercise(
    game: Game[Any], codes: list[str], known_trumps: Mapping[int, str], winner: int
) -> Exercise | None:
    """Return a trick up to its winner's card as an exercise; no other card of the hand wins."""
    for trumps in _possible_trumps(codes, known_trumps):
        one = make_exercise_with_trumps(game, codes, trumps, winner)
        if one is not None:
            return one
    return None


def _possible_trumps(codes: list[str], known_trumps: Mapping[int, str]) -> list[tuple[str, ...]]:
    """Return the possible trumps of four players, first those under which nobody else trumps."""
    assignments = [
        letters
        for letters in permutations("SCDH")
        if all(letters[seat] == letter for seat, letter in known_trumps.items())
    ]

    def count_own_trumps(letters: tuple[str, ...]) -> int:
        pairs = enumerate(zip(letters, codes, strict=True))
        return sum(seat not in known_trumps and one == code[1] for seat, (one, code) in pairs)

    return sorted(assignments, key=count_own_trumps)


def make_exercise_with_trumps(
    game: Game[Any], codes: list[str], trumps: Sequence[str], winner: int
) -> Exercise | None:
    """Return the exercise with these trumps; None if the card does not win then."""
    seats, options = len(codes), resolve_options(game.options, len(codes), {})
    players = tuple(
        HeaderPlayer(name, HUMAN) if candidate == winner else HeaderPlayer(name, BOT, "medium")
        for candidate, name in enumerate(PLAYER_NAMES[:seats])
    )
    header = RecordHeader(game.name, players, options, None, winner)
    right = PlayCommand(winner, Card.of(codes[winner]))
    hand = [codes[winner]]
    remaining_codes = [card.code for card in PACK_36 if card.code not in codes]

    def build_exercise() -> Exercise:
        lines = FIRST_LINES[game.name](winner, trumps, hand)
        lines += [
            {"type": "play", "seat": seat, "card": code} for seat, code in enumerate(codes[:winner])
        ]
        return Exercise(game, header, TAKES_KIND, right, {}, tuple(lines))

    # Spread the cards over the pack, so that some are near the right one.
    for code in remaining_codes[:: len(remaining_codes) // 9] + remaining_codes:
        if len(hand) == HAND_SIZES[game.name]:
            break
        if code in hand:
            continue
        hand.append(code)
        candidate = build_exercise()
        legal = game.legal(candidate.view, winner)
        winners = [
            two
            for two in legal
            if isinstance(two, PlayCommand) and would_win_trick(game, candidate.view, two)
        ]
        if winners != [right]:
            hand.pop()
    candidate = build_exercise()
    return (
        candidate
        if len(hand) == HAND_SIZES[game.name] and right in game.legal(candidate.view, winner)
        else None
    )


def _master_lines(winner: int, trumps: Sequence[str], hand: list[str]) -> list[dict[str, Any]]:
    return [
        *_trump_lines(trumps),
        _deal_line(winner, hand, len(trumps)) | {"contract": "all", "sign": -1},
    ]


def _ass_lines(winner: int, trumps: Sequence[str], hand: list[str]) -> list[dict[str, Any]]:
    stakes = [{"type": "stake", "seat": seat, "go": False} for seat in range(len(trumps))]
    stock = {"stock": len(PACK_36) - len(hand) * len(trumps)}
    return [*_trump_lines(trumps), _deal_line(winner, hand, len(trumps)) | stock, *stakes]


def _trump_lines(trumps: Sequence[str]) -> list[dict[str, Any]]:
    trump_events = [
        {"type": "trump", "seat": seat, "suit": suit} for seat, suit in enumerate(trumps)
    ]
    return [{"type": "lot", "dealer": len(trumps) - 1}, *trump_events]


def _deal_line(winner: int, hand: list[str], seats: int) -> dict[str, Any]:
    hands = [hand if seat == winner else len(hand) for seat in range(seats)]
    return {"type": "deal", "deal": 1, "dealer": seats - 1, "leader": 0, "hands": hands}


FIRST_LINES: Final = {"master": _master_lines, "ass": _ass_lines}
"""First events of a view by game, from its seat, trumps and hand."""
HAND_SIZES: Final = {"master": 9, "ass": 4}
"""Number of cards per hand with four players, by game."""
PRINTED_TRICKS: Final[list[tuple[str, dict[int, str], int]]] = [
    ("6S JS TS QH", {3: "H"}, 3),
    ("6S JS 7C QH", {2: "C"}, 2),
    ("6S JS TC QS", {}, 3),
    ("6S 8S QS 7C", {}, 2),
    ("6S JS TC 6C", {}, 3),
    ("6S JS TC 6C", {2: "C"}, 2),
    ("6S 6C TC 6H", {}, 3),
    ("6S 6C TC 6H", {1: "C"}, 1),
    ("7S 7C TC 7H", {1: "C", 3: "H"}, 3),
    ("7S JS TS QH", {3: "H"}, 2),
    ("7S 8S JS 9S", {}, 1),
    ("8S 9S 8C QC", {}, 3),
    ("JS 9S TC 6C", {}, 1),
    ("JS 9S TC 6C", {2: "C"}, 2),
    ("JS 6C TS KS", {}, 2),
    ("KS QS JS 9S", {}, 3),
    ("KS 9C QS JS", {1: "C"}, 3),
]
"""Printed tricks: cards in playing order, trumps by seat where they matter, and the winner."""


def make_exercises(name: str) -> list[Exercise]:
    """Return the exercises of a game."""
    game, exercises, count = GAMES[name], list(make_printed_exercises(name)), Counter[str]()
    print(name, "printed", len(exercises), flush=True)
    for number in range(MAX_MATCHES):
        seats, options, deals = MATCH_SETTINGS[name][number % len(MATCH_SETTINGS[name])]
        match = ExerciseMatch(game, seats, options, f"exercise/{name}/{number}")
        match_count = Counter[str]()
        for seat in match.decision_seats(deals):
            for one in find_exercises(match, seat):
                kind = f"{one.kind} {one.right_command.type}"
                limit = MAX_PER_QUESTION if one.kind == BEST_KIND else MAX_PER_KIND[one.kind]
                # Take few from one match, so that they vary.
                if count[kind] < limit and match_count[kind] < 1:
                    count[kind] += 1
                    match_count[kind] += 1
                    exercises.append(one)
        if all(count.values()) and sum(count.values()) >= TARGET_COUNT:
            break
    return exercises + make_stake_exercises() if name == "ass" else exercises


def make_stake_exercises() -> list[Exercise]:
    """Return exercises on stakes of Ass, at least a third of them for each answer."""
    game = GAMES["ass"]
    exercises_by_answer: dict[bool, dict[int, Exercise]] = {True: {}, False: {}}
    # Evaluating a stake of two players costs thirty times as much as one of more.
    tables = [table for table in MATCH_SETTINGS["ass"] if table[0] > 2]
    for number in range(MAX_FIRST_DEALS):
        seats, options, _ = tables[number % len(tables)]
        match = ExerciseMatch(game, seats, options, f"stakes/ass/{number}")
        for seat in match.decision_seats(1):
            view = match.tellers[seat].view
            legal = game.legal(view, seat)
            if isinstance(legal[0], PlayCommand):
                break
            if not isinstance(legal[0], StakeCommand) or len(legal) == 1:
                continue
            # Take one of each from a match, so that they vary.
            enough = [
                StakeCommand(seat, go=go)
                for go, ones in exercises_by_answer.items()
                if number in ones or len(ones) == MAX_PER_STAKE
            ]
            best = make_best_choice_exercise(game, view, seat, match, enough)
            if best is not None and isinstance(best.right_command, StakeCommand):
                exercises_by_answer[best.right_command.go][number] = best
                print("ass", number, best.right_command.go, *best.worths.values(), flush=True)
        if all(len(ones) == MAX_PER_STAKE for ones in exercises_by_answer.values()):
            break
    most = min(MAX_PER_STAKE, 2 * min(map(len, exercises_by_answer.values())))
    return [one for ones in exercises_by_answer.values() for one in [*ones.values()][:most]]


def main() -> int:
    """Generate the exercises that the command line selects."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=GAMES, help="only this game's")
    parser.add_argument("--stakes", action="store_true", help="only those on stakes of Ass")
    options = parser.parse_args()
    if options.stakes:
        options.game = "ass"
    for name in [options.game] if options.game else GAMES:
        path = EXERCISES_FOLDER / f"{name}.jsonl"
        if options.stakes:
            existing = read_exercises(path, GAMES)
            exercises = [one for one in existing if not isinstance(one.right_command, StakeCommand)]
            exercises += make_stake_exercises()
        else:
            exercises = make_exercises(name)
        EXERCISES_FOLDER.mkdir(exist_ok=True)
        lines = dict.fromkeys(one.to_line() for one in interleave_kinds(exercises))
        path.write_bytes(b"".join(lines))
        kinds = Counter(f"{one.kind} {one.right_command.type}" for one in exercises)
        print(name, dict(kinds), sum(map(len, lines)), "bytes", flush=True)
    return 0


def interleave_kinds(exercises: list[Exercise]) -> list[Exercise]:
    """Interleave the kinds, each from the fewest events on: those are the easier ones."""
    kinds: dict[str, list[Exercise]] = {}
    for one in sorted(exercises, key=lambda one: len(one.view_lines)):
        kinds.setdefault(f"{one.kind} {one.right_command.type}", []).append(one)
    turns = zip_longest(*(kinds[kind] for kind in sorted(kinds, key=_kind_sort_key)))
    return [one for turn in turns for one in turn if one is not None]


def _kind_sort_key(kind: str) -> tuple[int, str]:
    return EXERCISE_KINDS.index(kind.split(maxsplit=1)[0]), kind


if __name__ == "__main__":
    sys.exit(main())
