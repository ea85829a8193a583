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

from greenbaize.app.advice.adviser import weigh_now
from greenbaize.app.exercises import BEST, FITS, KINDS, TAKES, Exercise, read_exercises
from greenbaize.bots import LEVELS
from greenbaize.bots.bot import SearchBot
from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.commands import Stake
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance, Stream, bot_seed, seed_from
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import Scored
from greenbaize.rules.game import Allowed, Game, Unit
from greenbaize.rules.options import settled
from greenbaize.rules.players import BOT, HUMAN
from greenbaize.rules.thinking import Effort, good_choices

ROOT: Final = Path(__file__).resolve().parent.parent
TABLES: Final[dict[str, list[tuple[int, dict[str, Any], int]]]] = {
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
WANTED: Final = {TAKES: 12, FITS: 8, BEST: 20}
"""Maximum number of exercises of each kind for a game."""
OF_A_QUESTION: Final = 10
"""Maximum number of exercises of kind ``BEST`` about the same question, such as a bid."""
OF_A_STAKE: Final = 5
"""Number of stake exercises for each answer, *go* and *stay*."""
LEAD: Final = {Unit.MARGIN: 1.0, Unit.POINTS: 1.0, Unit.SHARE: 6.0, Unit.PLACE: 0.25}
"""Minimum lead of the best choice over the next one, by unit."""
STAKE_LEAD: Final = 1.0
"""Minimum lead of the better stake: the first cards of a deal tell less than the last ones."""
THOUGHT: Final = Effort(worlds=2000, endgame=3, plain=200, plays=True)
"""Effort of the long search."""
FEWEST: Final = 3
"""Minimum number of cards in a hand to choose from."""
MATCHES: Final = 60
"""Maximum number of matches of a game; ``ENOUGH`` is the target number of exercises."""
ENOUGH: Final = 40
FIRST_DEALS: Final = 110
"""Maximum number of deals searched for stakes: *go* is clearly right in few of them."""
EXERCISES: Final = ROOT / "resources" / "exercises"
NAMES: Final = ("Anna", "Boris", "Vera", "Pavel", "Nina", "Oleg", "Rita", "Sasha", "Toma", "Yuri")


class Watched:
    """Match among players of all levels that stops at every question."""

    def __init__(self, game: Game[Any], seats: int, options: dict[str, Any], seed: str) -> None:
        self.game, self.seats = game, seats
        self.options = settled(game.options, seats, options)
        self._seed = seed_from(seed)
        self._chance = SeededChance(self._seed)
        self.state = game.start(seats, self.options)
        self.tellers = [Teller(game, seats, self.options, seat) for seat in range(seats)]
        self.told: list[list[dict[str, Any]]] = [[] for _ in range(seats)]
        self.deals = self._count = 0
        levels = list(LEVELS.values())
        self._bots = [levels[(seat + len(seed)) % len(levels)]() for seat in range(seats)]

    def moments(self, deals: int) -> Iterator[int]:
        """Yield the seat of each decision until the given number of deals is over."""
        while not self.game.over(self.state) and self.deals < deals:
            event = self.game.follows(self.state, self._chance, ready=True)
            if event is not None:
                self._append(event)
                continue
            seat = self.game.turn(self.state)
            assert seat is not None
            yield seat
            dice = Stream(f"{bot_seed(self._seed, seat)}/{self._count}")
            view = self.tellers[seat].view
            verdict = self.game.judge(
                self.state, self._bots[seat].decide(self.game, view, seat, dice)
            )
            assert isinstance(verdict, Allowed)
            for one in verdict.events:
                self._append(one)

    def _append(self, event: Any) -> None:
        self._count += 1
        self.state = self.game.fold(self.state, event)
        codec = event_codec(self.game)
        for seat, teller in enumerate(self.tellers):
            self.told[seat].append(codec.write(teller.hear(event, self.state)))
        self.deals += isinstance(event, Scored)

    def exercise(
        self, seat: int, kind: str, right: Command, worth: dict[Command, float]
    ) -> Exercise:
        """Return an exercise from what a seat knows now."""
        sitters = tuple(
            Player(name, HUMAN) if one == seat else Player(name, BOT, "medium")
            for one, name in enumerate(NAMES[: self.seats])
        )
        header = Header(self.game.name, sitters, self.options, None, seat)
        return Exercise(self.game, header, kind, right, worth, tuple(self.told[seat]))


def winning(game: Game[Any], view: Any, command: Command) -> bool:
    """Return True if a card would win the trick on the table as it is now."""
    before = game.picture(view)
    if before.trick is None or not before.trick.cards:
        return False
    verdict = game.judge(view, command)
    assert isinstance(verdict, Allowed)
    after = game.picture(game.fold(view, verdict.events[0]))
    return after.trick is not None and after.winning == len(before.trick.cards)


def found(match: Watched, seat: int) -> Iterator[Exercise]:
    """Yield the exercises that the current question of a seat is suitable for."""
    game, view = match.game, match.tellers[seat].view
    question = game.question(view, seat)
    if question is None:
        return
    legal = game.legal(view, seat)
    cards = [one.command for one in question.answers if isinstance(one.command, Play)]
    if len(cards) >= FEWEST and len(legal) >= FEWEST:
        takers = [one for one in legal if isinstance(one, Play) and winning(game, view, one)]
        if len(takers) == 1:
            yield match.exercise(seat, TAKES, takers[0], {})
    if len(cards) > FEWEST and len(legal) == 1:
        yield match.exercise(seat, FITS, legal[0], {})
    if len(legal) > 1 and not isinstance(legal[0], Stake):
        best = thought(game, view, seat, match)
        if best is not None:
            yield best


def thought(
    game: Game[Any], view: Any, seat: int, match: Watched, enough: Collection[Command] = ()
) -> Exercise | None:
    """Return an exercise on the clearly best choice; None if there is none or it is excluded.

    A short search first saves most of the time.
    """
    # A short search says nothing about stakes, as most of a deal is not dealt yet.
    staking = isinstance(game.legal(view, seat)[0], Stake)
    look = THOUGHT._replace(worlds=1000 if staking else 60, plain=20)
    for effort in (look, THOUGHT):
        weighed = SearchBot(effort).weigh(game, view, seat, Stream("exercise"))
        ahead = weighed[0].expected - weighed[1].expected
        error = max(weighed[0].error, weighed[1].error)
        least = STAKE_LEAD if staking else LEAD[game.unit]
        if ahead < least or ahead < 3 * error or weighed[0].command in enough:
            return None
    worth = {one.command: round(one.expected, 2) for one in weighed}
    found = match.exercise(seat, BEST, weighed[0].command, worth)
    return found if advised(found) == (found.right,) else None


def advised(exercise: Exercise) -> tuple[Command, ...]:
    """Return the commands that the adviser, which gives the hints at the table, recommends."""
    lines = map(line_bytes, (exercise.header.line(), *exercise.told))
    choices = weigh_now(lines, command_codec(exercise.game))
    return tuple([one.command for one in good_choices(choices)])


def printed(name: str) -> Iterator[Exercise]:
    """Yield the tricks of the rules pages as exercises for winners who did not lead."""
    if name in FIRST_LINES:
        for codes, trumps, winner in PRINTED:
            one = laid(GAMES[name], codes.split(), trumps, winner)
            if one is not None:
                yield one


def laid(
    game: Game[Any], codes: list[str], named: Mapping[int, str], winner: int
) -> Exercise | None:
    """Return a trick up to its winner's card as an exercise; no other card of the hand wins."""
    for trumps in _trumps_of(codes, named):
        one = laid_with(game, codes, trumps, winner)
        if one is not None:
            return one
    return None


def _trumps_of(codes: list[str], named: Mapping[int, str]) -> list[tuple[str, ...]]:
    """Return the possible trumps of four players, first those under which nobody else trumps."""
    found = [
        letters
        for letters in permutations("SCDH")
        if all(letters[seat] == letter for seat, letter in named.items())
    ]

    def own(letters: tuple[str, ...]) -> int:
        pairs = enumerate(zip(letters, codes, strict=True))
        return sum(seat not in named and one == code[1] for seat, (one, code) in pairs)

    return sorted(found, key=own)


def laid_with(
    game: Game[Any], codes: list[str], trumps: Sequence[str], winner: int
) -> Exercise | None:
    """Return the exercise with these trumps; None if the card does not win then."""
    seats, options = len(codes), settled(game.options, len(codes), {})
    sitters = tuple(
        Player(name, HUMAN) if one == winner else Player(name, BOT, "medium")
        for one, name in enumerate(NAMES[:seats])
    )
    header = Header(game.name, sitters, options, None, winner)
    right = Play(winner, Card.of(codes[winner]))
    hand = [codes[winner]]
    rest = [card.code for card in PACK_36 if card.code not in codes]

    def exercise() -> Exercise:
        lines = FIRST_LINES[game.name](winner, trumps, hand)
        lines += [
            {"type": "play", "seat": seat, "card": code} for seat, code in enumerate(codes[:winner])
        ]
        return Exercise(game, header, TAKES, right, {}, tuple(lines))

    # Spread the cards over the pack, so that some are near the right one.
    for code in rest[:: len(rest) // 9] + rest:
        if len(hand) == HAND[game.name]:
            break
        if code in hand:
            continue
        hand.append(code)
        one = exercise()
        legal = game.legal(one.view, winner)
        winners = [two for two in legal if isinstance(two, Play) and winning(game, one.view, two)]
        if winners != [right]:
            hand.pop()
    one = exercise()
    return one if len(hand) == HAND[game.name] and right in game.legal(one.view, winner) else None


def _of_master(winner: int, trumps: Sequence[str], hand: list[str]) -> list[dict[str, Any]]:
    return [*_trumps(trumps), _deal(winner, hand, len(trumps)) | {"contract": "all", "sign": -1}]


def _of_ass(winner: int, trumps: Sequence[str], hand: list[str]) -> list[dict[str, Any]]:
    stakes = [{"type": "stake", "seat": seat, "go": False} for seat in range(len(trumps))]
    stock = {"stock": len(PACK_36) - len(hand) * len(trumps)}
    return [*_trumps(trumps), _deal(winner, hand, len(trumps)) | stock, *stakes]


def _trumps(trumps: Sequence[str]) -> list[dict[str, Any]]:
    chosen = [{"type": "trump", "seat": seat, "suit": suit} for seat, suit in enumerate(trumps)]
    return [{"type": "lot", "dealer": len(trumps) - 1}, *chosen]


def _deal(winner: int, hand: list[str], seats: int) -> dict[str, Any]:
    hands = [hand if seat == winner else len(hand) for seat in range(seats)]
    return {"type": "deal", "deal": 1, "dealer": seats - 1, "leader": 0, "hands": hands}


FIRST_LINES: Final = {"master": _of_master, "ass": _of_ass}
"""First events of a view by game, from its seat, trumps and hand."""
HAND: Final = {"master": 9, "ass": 4}
"""Number of cards per hand with four players, by game."""
PRINTED: Final[list[tuple[str, dict[int, str], int]]] = [
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


def made(name: str) -> list[Exercise]:
    """Return the exercises of a game."""
    game, kept, count = GAMES[name], list(printed(name)), Counter[str]()
    print(name, "printed", len(kept), flush=True)
    for number in range(MATCHES):
        seats, options, deals = TABLES[name][number % len(TABLES[name])]
        match = Watched(game, seats, options, f"exercise/{name}/{number}")
        mine = Counter[str]()
        for seat in match.moments(deals):
            for one in found(match, seat):
                asked = f"{one.kind} {one.right.type}"
                limit = OF_A_QUESTION if one.kind == BEST else WANTED[one.kind]
                # Take few from one match, so that they vary.
                if count[asked] < limit and mine[asked] < 1:
                    count[asked] += 1
                    mine[asked] += 1
                    kept.append(one)
        if all(count.values()) and sum(count.values()) >= ENOUGH:
            break
    return kept + staked() if name == "ass" else kept


def staked() -> list[Exercise]:
    """Return exercises on stakes of Ass, at least a third of them for each answer."""
    game = GAMES["ass"]
    kept: dict[bool, dict[int, Exercise]] = {True: {}, False: {}}
    # Evaluating a stake of two players costs thirty times as much as one of more.
    tables = [table for table in TABLES["ass"] if table[0] > 2]
    for number in range(FIRST_DEALS):
        seats, options, _ = tables[number % len(tables)]
        match = Watched(game, seats, options, f"stakes/ass/{number}")
        for seat in match.moments(1):
            view = match.tellers[seat].view
            legal = game.legal(view, seat)
            if isinstance(legal[0], Play):
                break
            if not isinstance(legal[0], Stake) or len(legal) == 1:
                continue
            # Take one of each from a match, so that they vary.
            enough = [
                Stake(seat, go=go)
                for go, ones in kept.items()
                if number in ones or len(ones) == OF_A_STAKE
            ]
            best = thought(game, view, seat, match, enough)
            if best is not None and isinstance(best.right, Stake):
                kept[best.right.go][number] = best
                print("ass", number, best.right.go, *best.worth.values(), flush=True)
        if all(len(ones) == OF_A_STAKE for ones in kept.values()):
            break
    most = min(OF_A_STAKE, 2 * min(map(len, kept.values())))
    return [one for ones in kept.values() for one in [*ones.values()][:most]]


def main() -> int:
    """Generate the exercises that the command line selects."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=GAMES, help="only this game's")
    parser.add_argument("--stakes", action="store_true", help="only those on stakes of Ass")
    wanted = parser.parse_args()
    if wanted.stakes:
        wanted.game = "ass"
    for name in [wanted.game] if wanted.game else GAMES:
        path = EXERCISES / f"{name}.jsonl"
        if wanted.stakes:
            before = read_exercises(path, GAMES)
            exercises = [one for one in before if not isinstance(one.right, Stake)]
            exercises += staked()
        else:
            exercises = made(name)
        EXERCISES.mkdir(exist_ok=True)
        lines = dict.fromkeys(one.line() for one in mixed(exercises))
        path.write_bytes(b"".join(lines))
        kinds = Counter(f"{one.kind} {one.right.type}" for one in exercises)
        print(name, dict(kinds), sum(map(len, lines)), "bytes", flush=True)
    return 0


def mixed(exercises: list[Exercise]) -> list[Exercise]:
    """Interleave the kinds, each from the fewest events on: those are the easier ones."""
    kinds: dict[str, list[Exercise]] = {}
    for one in sorted(exercises, key=lambda one: len(one.told)):
        kinds.setdefault(f"{one.kind} {one.right.type}", []).append(one)
    turns = zip_longest(*(kinds[kind] for kind in sorted(kinds, key=_in_order)))
    return [one for turn in turns for one in turn if one is not None]


def _in_order(kind: str) -> tuple[int, str]:
    return KINDS.index(kind.split(maxsplit=1)[0]), kind


if __name__ == "__main__":
    sys.exit(main())
