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
from greenbaize.games.beat.commands import ChooseTrumpCommand, StakeCommand
from greenbaize.games.exact_bid.commands import BidCommand, CorrectRevokeCommand, ShowCardCommand
from greenbaize.match.authority import Authority
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.match.seal import compute_commit, compute_seed, encode_lobby
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import SeededChance, seed_from_text
from greenbaize.rules.commands import PlayCommand, ReadyCommand
from greenbaize.rules.events import Event, SeatReassigned
from greenbaize.rules.game import Game
from greenbaize.rules.options import resolve_options


@dataclass(frozen=True, eq=False)
class GameSetup:
    """Game, number of seats and options of a test match."""

    name: str
    seats: int
    given_options: Mapping[str, Any]

    def __str__(self):
        return "-".join(
            [self.name, str(self.seats), *[f"{k}={v}" for k, v in self.given_options.items()]]
        )

    @property
    def game(self):
        return GAMES[self.name]

    def create_header(self, seed, kind=None):
        """Return the match's header; seats are people where errors are allowed."""
        kind = kind or ("human" if self.given_options.get("enforcement") == "table" else "bot")
        players = tuple(HeaderPlayer(f"P{seat}", kind, "easy") for seat in range(self.seats))
        options = resolve_options(self.game.options, self.seats, self.given_options)
        return RecordHeader(self.name, players, options, seed)


def _chosen_setups():
    for seats in range(3, 8):
        yield GameSetup("damn", seats, {"deals": 4})
        yield GameSetup("damn", seats, {"deals": 3, "zero_bids": True, "hook": True})
        yield GameSetup(
            "damn", seats, {"deals": 52 // seats, "first": 52 // seats - 1, "hook": True}
        )
    yield GameSetup("damn", 3, {"deals": 5, "enforcement": "table", "hook": True})
    yield GameSetup("damn", 4, {"deals": 7, "first": 5, "enforcement": "table", "zero_bids": True})
    yield GameSetup("damn", 7, {"deals": 4, "first": 3, "enforcement": "table"})
    yield GameSetup("damn", 4, {"deals": 13, "first": 11, "direction": "down"})
    yield GameSetup("damn", 3, {"deals": 4, "direction": "up-down", "scoring": "misses"})
    yield GameSetup("damn", 5, {"deals": 4, "no_trump": "every-second", "scoring": "tricks"})
    yield GameSetup(
        "damn", 6, {"deals": 4, "direction": "down", "no_trump": "every-third", "zero_bids": True}
    )
    yield GameSetup(
        "damn", 4, {"deals": 3, "direction": "up-down", "no_trump": "all", "enforcement": "table"}
    )
    for seats in range(2, 5):
        yield GameSetup("blackout", seats, {})
        yield GameSetup("blackout", seats, {"hook": False, "in_order": True})
        yield GameSetup("blackout", seats, {"deals": 5})
        yield GameSetup("blackout", seats, {"deals": 13, "first": 11, "in_order": True})
        yield GameSetup("blackout", seats, {"deals": 6, "first": 3, "hook": False})
        yield GameSetup("blackout", seats, {"deals": 4, "scoring": "misses"})
    yield GameSetup("blackout", 4, {"deals": 5, "scoring": "tricks"})
    yield GameSetup("master", 2, {})
    yield GameSetup("master", 2, {"trumps": "one", "trump_suits": ["H"], "early_end": False})
    yield GameSetup("master", 3, {})
    yield GameSetup("master", 3, {"trumps": "none"})
    yield GameSetup("master", 4, {"trumps": "two", "trump_suits": ["S", "C"]})
    yield GameSetup("master", 4, {"trumps": "ranked"})
    for seats in range(2, 5):
        yield GameSetup("master", seats, {"length": "short", "early_end": seats != 3})
    yield GameSetup("ass", 2, {"refill": True, "deal_limit": 3})
    yield GameSetup("ass", 2, {"trumps": "ranked", "refill": False})
    yield GameSetup("ass", 3, {"must_beat": False, "deal_limit": 0, "refill": False})
    yield GameSetup("ass", 4, {"trumps": "two", "trump_suits": ["D", "H"], "refill": True})
    yield GameSetup("ass", 4, {})
    yield GameSetup("ass", 5, {"trumps": "one", "targets": "even", "must_beat": False})
    yield GameSetup("ass", 6, {})
    yield GameSetup("ass", 6, {"trumps": "ranked", "deal_limit": 1, "refill": False})
    for seats in range(2, 11):
        yield GameSetup("rank", seats, {"deals": 1 + seats % 3})
    for seats in (2, 4, 9):
        yield GameSetup("rank", seats, {"deals": 1 + seats % 3, "anti_rank": "round"})


def _default_setups(chosen_names):
    """Yield every other game with default options, for its fewest and its most players."""
    for name, game in GAMES.items():
        if name not in chosen_names:
            for seats in sorted({game.seats[0], game.seats[-1]}):
                yield GameSetup(name, seats, {})


CHOSEN_SETUPS = tuple(_chosen_setups())
SETUPS = (*CHOSEN_SETUPS, *_default_setups({setup.name for setup in CHOSEN_SETUPS}))
SMALL_TABLE_SEATS = {name: 3 if 3 in game.seats else game.seats[0] for name, game in GAMES.items()}
"""Number of seats at a small table of each game."""


def parametrize_setups(setups, usual_interval=4):
    """Parametrize a test by setup.

    Of each game every ``usual_interval``-th setup is in the usual set and every second one of these
    is fast. All others are long.
    """
    params, count = [], Counter[str]()
    for setup in setups:
        number, marks = count[setup.name], []
        if number % usual_interval:
            marks = [pytest.mark.long]
        elif number % (2 * usual_interval):
            marks = [pytest.mark.slow]
        params.append(pytest.param(setup, marks=marks, id=str(setup)))
        count[setup.name] += 1
    return pytest.mark.parametrize("setup", params)


EACH_SETUP = parametrize_setups(SETUPS)


class OpenViewTracker(ViewTracker):
    """View tracker that gets every event unredacted, as spectators of bots do."""

    def redact_event(self, event, state):
        """Apply an event of the match and return it unchanged."""
        del state
        self.apply_event(event)
        return event


@dataclass(frozen=True)
class PlayedMatch:
    """Match, or the beginning of one: its events with the state after each."""

    header: RecordHeader
    game: Game[Any]
    moments: tuple[tuple[Event, Any], ...]

    @property
    def events(self):
        return tuple(event for event, _ in self.moments)

    @property
    def record(self):
        return encode_record(self.header, self.events)


def encode_record(header, events):
    """Return the record of these events as bytes."""
    codec = event_codec(GAMES[header.game])
    lines = [header.to_line(), *map(codec.encode_line, events)]
    return b"".join(map(encode_line, lines))


def encode_view_record(played, seat):
    """Return the view record of a seat, or of a spectator (None), as bytes."""
    codec = event_codec(played.game)
    lines = [played.header.redact_for(seat).to_line()]
    lines += [
        codec.encode_line(played.game.tell(event, state, seat)) for event, state in played.moments
    ]
    return b"".join(map(encode_line, lines))


def create_sealed_header(name, seats, given_options):
    """Return the header of a match whose shuffle was sealed by its people, and their numbers."""
    header = GameSetup(name, seats, given_options).create_header("0" * 32, "human")
    lobby = encode_lobby(header.game, header.options, header.players, 1)
    numbers = [f"{n:064x}" for n in range(seats + 1)]
    commits = [compute_commit(number, lobby, index) for index, number in enumerate(numbers)]
    extra = {"shuffle": {"lobby": lobby, "commits": commits, "numbers": numbers}}
    return replace(header, seed=compute_seed(numbers, lobby), extra=extra), numbers


def create_authority(header, moments):
    """Return the authority of a new match; its moments are appended to the list, if any."""
    assert header.seed is not None
    seats = len(header.players)
    authority = Authority(GAMES[header.game], seats, header.options, SeededChance(header.seed))
    if moments is not None:
        authority.add_listener(lambda event, state: moments.append((event, state)))
    return authority


@lru_cache(256)
def play_randomly(setup, number, *, seat_changes=0.0):
    """Play a whole match of random legal choices, the same for the same arguments.

    The result is cached for all tests. Seats of people err now and then where errors are allowed;
    computer players do not.
    """
    random = Random(f"{setup}/{number}")
    header = setup.create_header(seed_from_text(f"{setup}/{number}"))
    moments = []
    authority = create_authority(header, moments)
    authority.append_derived_events()
    game, seat_kinds = authority.game, [player.kind for player in header.players]
    while not game.is_over(authority.state):
        if random.random() < seat_changes:
            kind = random.choice(["human", "bot"])
            seat = random.randrange(setup.seats)
            authority.reassign_seat(seat, kind, "changed")
            seat_kinds[seat] = kind
        state = authority.state
        if game.is_open(state) and (state.turn is None or random.random() < 0.5):
            authority.append_derived_events(ready=True)
            continue
        legal = game.legal(state, state.turn)
        slips = [slip for slip in possible_slips(game, state) if seat_kinds[slip.seat] == "human"]
        command = random.choice(slips if slips and random.random() < 0.15 else legal)
        assert authority.submit(command) is None
    return PlayedMatch(header, game, tuple(moments))


def open_questions(game, state):
    """Return the questions that seats are asked now."""
    questions = [game.question(state, seat) for seat in range(state.seats)]
    return [question for question in questions if question is not None]


def open_offers(game, state):
    """Return the offers that seats have now."""
    return [question for seat in range(state.seats) for question in game.offers(state, seat)]


def allowed_commands(questions):
    """Return the commands of all answers that are not refused."""
    return [
        answer.command
        for question in questions
        for answer in question.answers
        if not answer.refusal
    ]


def possible_slips(game, state):
    """Return the errors that the rules let happen; their corrections, if there are any."""
    offered_commands = allowed_commands(open_offers(game, state))
    corrections = [
        command for command in offered_commands if isinstance(command, CorrectRevokeCommand)
    ]
    breaches = [
        answer.command
        for question in open_questions(game, state)
        for answer in question.answers
        if answer.breach
    ]
    return corrections or [*offered_commands, *breaches]


def replay_commands(header, events):
    """Return the events that follow from the commands in these events and from the seed."""
    moments = []
    authority = create_authority(header, moments)
    authority.append_derived_events()
    game = authority.game
    command_types = {
        command_class.stated_event_type or command_class.type: command_class.type
        for command_class in game.command_classes
    }
    codec, commands = event_codec(game), command_codec(game)
    for index, event in enumerate(events):
        if index < len(moments):
            continue
        if isinstance(event, SeatReassigned):
            authority.reassign_seat(event.seat, event.kind, event.why)
        elif event.type in command_types:
            line = codec.encode_line(event) | {"type": command_types[event.type]}
            assert authority.submit(commands.decode_line(line)) is None
        else:
            authority.append_derived_events(ready=True)
            assert len(moments) > index
    return tuple(event for event, _ in moments)


def conceivable_commands(state):
    """Return all commands that a program could send, with bids out of range and every card."""
    commands: list[Any] = []
    max_tricks = max(hand.size for hand in state.hands) + len(getattr(state, "trick", ()))
    for seat in range(-1, state.seats + 1):
        commands += [BidCommand(seat, tricks) for tricks in range(-1, max_tricks + 2)]
        commands += [PlayCommand(seat, card) for card in ALL_CARDS]
        commands += [ShowCardCommand(seat, card) for card in ALL_CARDS]
        commands += [CorrectRevokeCommand(seat, card) for card in ALL_CARDS]
        commands.append(ReadyCommand(seat))
        commands += [ChooseTrumpCommand(seat, suit) for suit in Suit]
        commands += [StakeCommand(seat, True), StakeCommand(seat, False)]
    return commands
