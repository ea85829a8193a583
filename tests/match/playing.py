"""Random matches for property tests: every game, every number of players, every option."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from greenbaize.cards import ALL_CARDS, Suit
from greenbaize.games import GAMES
from greenbaize.match.authority import Authority
from greenbaize.match.header import Header, Sitter
from greenbaize.match.record import line_bytes
from greenbaize.match.replay import event_codec
from greenbaize.rules.chance import SeededChance, seed_from
from greenbaize.rules.commands import Bid, ChooseTrump, Command, Play, Stake
from greenbaize.rules.events import Event
from greenbaize.rules.game import Game
from greenbaize.rules.options import settled


@dataclass(frozen=True, eq=False)
class Setup:
    """What a match is set to."""

    name: str
    seats: int
    given: Mapping[str, Any]

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *[f"{k}={v}" for k, v in self.given.items()]])

    @property
    def game(self) -> Game[Any]:
        return GAMES[self.name]

    def header(self, seed: str, kind: str = "bot") -> Header:
        sitters = tuple(Sitter(f"P{seat}", kind, "easy") for seat in range(self.seats))
        options = settled(self.game.options, self.seats, self.given)
        return Header(self.name, sitters, options, seed)


def _setups() -> Iterator[Setup]:
    for seats in range(3, 8):
        yield Setup("damn", seats, {"deals": 4})
        yield Setup("damn", seats, {"deals": 3, "zero_bids": True, "hook": True})
        yield Setup("damn", seats, {"deals": 52 // seats, "first": 52 // seats - 1, "hook": True})
    for seats in range(2, 5):
        yield Setup("blackout", seats, {})
        yield Setup("blackout", seats, {"hook": False, "in_order": True})
    yield Setup("master", 2, {})
    yield Setup("master", 2, {"trumps": "one", "trump_suits": ["H"], "early_end": False})
    yield Setup("master", 3, {})
    yield Setup("master", 3, {"trumps": "none"})
    yield Setup("master", 4, {"trumps": "two", "trump_suits": ["S", "C"]})
    yield Setup("master", 4, {"trumps": "ranked"})
    yield Setup("ass", 2, {"refill": True, "deal_limit": 3})
    yield Setup("ass", 2, {"trumps": "ranked"})
    yield Setup("ass", 3, {"must_beat": False, "deal_limit": 0})
    yield Setup("ass", 4, {"trumps": "two", "trump_suits": ["D", "H"], "refill": True})
    yield Setup("ass", 4, {})
    yield Setup("ass", 5, {"trumps": "one", "refill": True, "must_beat": False})
    yield Setup("ass", 6, {})
    yield Setup("ass", 6, {"trumps": "ranked", "deal_limit": 1})
    for seats in range(2, 11):
        yield Setup("rank", seats, {"deals": 1 + seats % 3})


SETUPS = tuple(_setups())


@dataclass(frozen=True)
class Played:
    """A match, or its beginning: the events with the state after each."""

    header: Header
    game: Game[Any]
    moments: tuple[tuple[Event, Any], ...]

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for event, _ in self.moments)

    @property
    def record(self) -> bytes:
        return record_of(self.header, self.events)


def record_of(header: Header, events: tuple[Event, ...]) -> bytes:
    """The bytes of the record of these events."""
    codec = event_codec(GAMES[header.game])
    lines = [header.line(), *map(codec.write, events)]
    return b"".join(map(line_bytes, lines))


def authority_of(header: Header, moments: list[tuple[Event, Any]] | None) -> Authority:
    """A match that has just been set up; its moments are noted in the list, if there is one."""
    assert header.seed is not None
    seats = len(header.sitters)
    authority = Authority(GAMES[header.game], seats, header.options, SeededChance(header.seed))
    if moments is not None:
        authority.listen(lambda event, state: moments.append((event, state)))
    return authority


def play_randomly(setup: Setup, number: int, *, seat_changes: float = 0.0) -> Played:
    """A whole match of legal choices drawn from a generator of its own, the same every time."""
    random = Random(f"{setup}/{number}")
    header = setup.header(seed_from(f"{setup}/{number}"))
    moments: list[tuple[Event, Any]] = []
    authority = authority_of(header, moments)
    authority.proceed()
    game = authority.game
    while not game.over(authority.state):
        if random.random() < seat_changes:
            kind = random.choice(["human", "bot"])
            authority.give_seat(random.randrange(setup.seats), kind, "changed")
        command = random.choice(game.legal(authority.state, authority.state.turn))
        assert authority.submit(command) is None
    return Played(header, game, tuple(moments))


def conceivable(state: Any) -> list[Command]:
    """Everything that anybody could ask for: bids out of range too, and every card there is."""
    commands: list[Command] = []
    most = max(hand.size for hand in state.hands) + len(getattr(state, "trick", ()))
    for seat in range(-1, state.seats + 1):
        commands += [Bid(seat, tricks) for tricks in range(-1, most + 2)]
        commands += [Play(seat, card) for card in ALL_CARDS]
        commands += [ChooseTrump(seat, suit) for suit in Suit]
        commands += [Stake(seat, True), Stake(seat, False)]
    return commands
