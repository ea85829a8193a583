"""Random matches for property tests: every game, every number of players, every option."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from greenbaize.cards import ALL_CARDS, Suit
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.games.exact_bid.commands import Bid, Correct, Show
from greenbaize.match.authority import Authority
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.match.seal import commit_of, lobby_text, seed_of
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance, seed_from
from greenbaize.rules.commands import Play, Ready
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.game import Game
from greenbaize.rules.options import settled


@dataclass(frozen=True, eq=False)
class Setup:
    """Game, number of seats and options of a test match."""

    name: str
    seats: int
    given: Mapping[str, Any]

    def __str__(self):
        return "-".join([self.name, str(self.seats), *[f"{k}={v}" for k, v in self.given.items()]])

    @property
    def game(self):
        return GAMES[self.name]

    def header(self, seed, kind=None):
        """Return the match's header; seats are people where errors are allowed."""
        kind = kind or ("human" if self.given.get("enforcement") == "table" else "bot")
        sitters = tuple(Player(f"P{seat}", kind, "easy") for seat in range(self.seats))
        options = settled(self.game.options, self.seats, self.given)
        return Header(self.name, sitters, options, seed)


def _setups():
    for seats in range(3, 8):
        yield Setup("damn", seats, {"deals": 4})
        yield Setup("damn", seats, {"deals": 3, "zero_bids": True, "hook": True})
        yield Setup("damn", seats, {"deals": 52 // seats, "first": 52 // seats - 1, "hook": True})
    yield Setup("damn", 3, {"deals": 5, "enforcement": "table", "hook": True})
    yield Setup("damn", 4, {"deals": 7, "first": 5, "enforcement": "table", "zero_bids": True})
    yield Setup("damn", 7, {"deals": 4, "first": 3, "enforcement": "table"})
    for seats in range(2, 5):
        yield Setup("blackout", seats, {})
        yield Setup("blackout", seats, {"hook": False, "in_order": True})
        yield Setup("blackout", seats, {"deals": 5})
        yield Setup("blackout", seats, {"deals": 13, "first": 11, "in_order": True})
        yield Setup("blackout", seats, {"deals": 6, "first": 3, "hook": False})
    yield Setup("master", 2, {})
    yield Setup("master", 2, {"trumps": "one", "trump_suits": ["H"], "early_end": False})
    yield Setup("master", 3, {})
    yield Setup("master", 3, {"trumps": "none"})
    yield Setup("master", 4, {"trumps": "two", "trump_suits": ["S", "C"]})
    yield Setup("master", 4, {"trumps": "ranked"})
    for seats in range(2, 5):
        yield Setup("master", seats, {"length": "short", "early_end": seats != 3})
    yield Setup("ass", 2, {"refill": True, "deal_limit": 3})
    yield Setup("ass", 2, {"trumps": "ranked", "refill": False})
    yield Setup("ass", 3, {"must_beat": False, "deal_limit": 0, "refill": False})
    yield Setup("ass", 4, {"trumps": "two", "trump_suits": ["D", "H"], "refill": True})
    yield Setup("ass", 4, {})
    yield Setup("ass", 5, {"trumps": "one", "targets": "even", "must_beat": False})
    yield Setup("ass", 6, {})
    yield Setup("ass", 6, {"trumps": "ranked", "deal_limit": 1, "refill": False})
    for seats in range(2, 11):
        yield Setup("rank", seats, {"deals": 1 + seats % 3})
    for seats in (2, 4, 9):
        yield Setup("rank", seats, {"deals": 1 + seats % 3, "anti_rank": "round"})


def _as_they_come(chosen):
    """Yield every other game with default options, for its fewest and its most players."""
    for name, game in GAMES.items():
        if name not in chosen:
            for seats in sorted({game.seats[0], game.seats[-1]}):
                yield Setup(name, seats, {})


CHOSEN = tuple(_setups())
SETUPS = (*CHOSEN, *_as_they_come({setup.name for setup in CHOSEN}))
FEW = {name: 3 if 3 in game.seats else game.seats[0] for name, game in GAMES.items()}
"""Number of seats at a small table of each game."""


def each_of(setups, usual=4):
    """Parametrize a test by setup.

    Of each game every ``usual``-th setup is in the usual set and every second one of these is fast.
    All others are long.
    """
    params, count = [], Counter[str]()
    for setup in setups:
        number, marks = count[setup.name], []
        if number % usual:
            marks = [pytest.mark.long]
        elif number % (2 * usual):
            marks = [pytest.mark.slow]
        params.append(pytest.param(setup, marks=marks, id=str(setup)))
        count[setup.name] += 1
    return pytest.mark.parametrize("setup", params)


EACH_SETUP = each_of(SETUPS)


class OpenTeller(Teller):
    """View tracker that gets every event unredacted, as spectators of bots do."""

    def hear(self, event, state):
        """Apply an event of the match and return it unchanged."""
        del state
        self.take(event)
        return event


@dataclass(frozen=True)
class Played:
    """Match, or the beginning of one: its events with the state after each."""

    header: Header
    game: Game[Any]
    moments: tuple[tuple[Event, Any], ...]

    @property
    def events(self):
        return tuple(event for event, _ in self.moments)

    @property
    def record(self):
        return record_of(self.header, self.events)


def record_of(header, events):
    """Return the record of these events as bytes."""
    codec = event_codec(GAMES[header.game])
    lines = [header.line(), *map(codec.write, events)]
    return b"".join(map(line_bytes, lines))


def told_to(played, seat):
    """Return the view record of a seat, or of a spectator (None), as bytes."""
    codec = event_codec(played.game)
    lines = [played.header.told(seat).line()]
    lines += [codec.write(played.game.tell(event, state, seat)) for event, state in played.moments]
    return b"".join(map(line_bytes, lines))


def sealed_match(name, seats, given):
    """Return the header of a match whose shuffle was sealed by its people, and their numbers."""
    header = Setup(name, seats, given).header("0" * 32, "human")
    lobby = lobby_text(header.game, header.options, header.sitters, 1)
    numbers = [f"{n:064x}" for n in range(seats + 1)]
    commits = [commit_of(number, lobby, index) for index, number in enumerate(numbers)]
    more = {"shuffle": {"lobby": lobby, "commits": commits, "numbers": numbers}}
    return replace(header, seed=seed_of(numbers, lobby), more=more), numbers


def authority_of(header, moments):
    """Return the authority of a new match; its moments are appended to the list, if any."""
    assert header.seed is not None
    seats = len(header.sitters)
    authority = Authority(GAMES[header.game], seats, header.options, SeededChance(header.seed))
    if moments is not None:
        authority.listen(lambda event, state: moments.append((event, state)))
    return authority


@lru_cache(256)
def play_randomly(setup, number, *, seat_changes=0.0):
    """Play a whole match of random legal choices, the same for the same arguments.

    The result is cached for all tests. Seats of people err now and then where errors are allowed;
    computer players do not.
    """
    random = Random(f"{setup}/{number}")
    header = setup.header(seed_from(f"{setup}/{number}"))
    moments = []
    authority = authority_of(header, moments)
    authority.proceed()
    game, kinds = authority.game, [sitter.kind for sitter in header.sitters]
    while not game.over(authority.state):
        if random.random() < seat_changes:
            kind = random.choice(["human", "bot"])
            seat = random.randrange(setup.seats)
            authority.give_seat(seat, kind, "changed")
            kinds[seat] = kind
        state = authority.state
        if game.open(state) and (state.turn is None or random.random() < 0.5):
            authority.proceed(ready=True)
            continue
        legal = game.legal(state, state.turn)
        slips = [one for one in slips_in(game, state) if kinds[one.seat] == "human"]
        command = random.choice(slips if slips and random.random() < 0.15 else legal)
        assert authority.submit(command) is None
    return Played(header, game, tuple(moments))


def asked_in(game, state):
    """Return the questions that seats are asked now."""
    questions = [game.question(state, seat) for seat in range(state.seats)]
    return [question for question in questions if question is not None]


def offered_in(game, state):
    """Return the offers that seats have now."""
    return [question for seat in range(state.seats) for question in game.offers(state, seat)]


def possible(questions):
    """Return the commands of all answers that are not refused."""
    return [one.command for question in questions for one in question.answers if not one.refusal]


def slips_in(game, state):
    """Return the errors that the rules let happen; their corrections, if there are any."""
    offered = possible(offered_in(game, state))
    mending = [command for command in offered if isinstance(command, Correct)]
    wrong = [one.command for ask in asked_in(game, state) for one in ask.answers if one.breach]
    return mending or [*offered, *wrong]


def rerun(header, events):
    """Return the events that follow from the commands in these events and from the seed."""
    moments = []
    authority = authority_of(header, moments)
    authority.proceed()
    game = authority.game
    command_of = {one.states or one.type: one.type for one in game.commands}
    codec, commands = event_codec(game), command_codec(game)
    for at, event in enumerate(events):
        if at < len(moments):
            continue
        if isinstance(event, SeatGiven):
            authority.give_seat(event.seat, event.kind, event.why)
        elif event.type in command_of:
            line = codec.write(event) | {"type": command_of[event.type]}
            assert authority.submit(commands.read(line)) is None
        else:
            authority.proceed(ready=True)
            assert len(moments) > at
    return tuple(event for event, _ in moments)


def conceivable(state):
    """Return all commands that a program could send, with bids out of range and every card."""
    commands = []
    most = max(hand.size for hand in state.hands) + len(getattr(state, "trick", ()))
    for seat in range(-1, state.seats + 1):
        commands += [Bid(seat, tricks) for tricks in range(-1, most + 2)]
        commands += [Play(seat, card) for card in ALL_CARDS]
        commands += [Show(seat, card) for card in ALL_CARDS]
        commands += [Correct(seat, card) for card in ALL_CARDS]
        commands.append(Ready(seat))
        commands += [ChooseTrump(seat, suit) for suit in Suit]
        commands += [Stake(seat, True), Stake(seat, False)]
    return commands
