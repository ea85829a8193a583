"""Computer players beside the people who played a challenge: a whole match, or par deal by deal."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from greenbaize.app.challenge_code import Challenge
from greenbaize.app.challenge_comparison import Contender, Parting
from greenbaize.app.challenge_result import DealOutcome, list_deal_outcomes
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER, BotLauncher
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.rules.decoding import convert_to_type
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import CardsDealt, DealScored, Event
from greenbaize.rules.messages import Message
from greenbaize.rules.players import LEVEL_NAMES


def list_table_levels(challenge: Challenge) -> tuple[str, ...]:
    """Return the levels that are offered at the challenge's table, weakest first."""
    header = challenge.header
    return GAMES[header.game].levels_for(len(header.players), header.options)


def play_as_level(
    challenge: Challenge, level: str, launcher: BotLauncher = IN_PROCESS_LAUNCHER
) -> Contender:
    """Return what a computer player makes of the whole match in the person's chair."""
    header = challenge.header
    players = list(header.players)
    players[challenge.seat] = Opponent(level).create_header_player(players[challenge.seat].name)
    header = replace(header, players=tuple(players))
    events: list[Event] = []
    table = Table(GAMES[header.game], header, write_event=events.append, launcher=launcher)
    try:
        table.play_to_end()
    finally:
        table.close()
    end = table.end_event
    assert end is not None
    outcomes = list_deal_outcomes(header, events, challenge.seat)
    return _make_level_contender(level, end.places[challenge.seat], outcomes, events)


def _make_level_contender(
    level: str, rank: int, deals: list[DealOutcome], events: list[Event]
) -> Contender:
    return Contender(
        "",
        rank,
        tuple(deals),
        used_hints=False,
        used_undo=False,
        level=level,
        events=tuple(events),
        digest=~LEVEL_NAMES.index(level),
    )


class LevelDeal(NamedTuple):
    """What a level made of a deal, and after how many events from the deal's on both parted."""

    result: tuple[int, ...]
    parting: int | None


def create_par_contender(one: Contender, pars: Mapping[int, LevelDeal], level: str) -> Contender:
    """Return what a level makes of each deal of a record, as it stood there.

    ``pars`` are by deal. Nobody has a place in par, which is no match. Raises ``GameError`` if a
    deal has none.
    """
    starts: dict[int, int] = {}
    for index, event in enumerate(one.events):
        if isinstance(event, CardsDealt):
            starts[event.deal] = index
    numbers = [event.deal for event in one.events if isinstance(event, DealScored)]
    if not numbers or not pars.keys() >= {*numbers}:
        raise GameError(Message("par-none"))
    return Contender(
        one.name,
        0,
        tuple(DealOutcome(pars[number].result, 0) for number in numbers),
        used_hints=False,
        used_undo=False,
        level=level,
        path=one.path,
        digest=-len(LEVEL_NAMES) * (one.digest + 1) - 1 - LEVEL_NAMES.index(level),
        is_own=one.is_own,
        is_par=True,
        par_partings=tuple(
            Parting(index, moment, moment)
            for index, number in enumerate(numbers, 1)
            if (parting := pars[number].parting) is not None
            for moment in (starts[number] + parting,)
        ),
    )


# Between processes


class _DealLine(msgspec.Struct):
    result: tuple[int, ...]
    place: int


class _LevelLine(msgspec.Struct):
    level: str
    place: Annotated[int, Meta(ge=1)]
    deals: list[_DealLine]
    events: list[dict[str, Any]]


def encode_contender(challenge: Challenge, one: Contender) -> dict[str, Any]:
    """Return a contender as an object of JSON; docs/challenges.md explains its keys."""
    codec = event_codec(GAMES[challenge.header.game])
    return {
        "name": one.name,
        "level": one.level,
        "place": one.rank,
        "hints": one.used_hints,
        "undo": one.used_undo,
        "begun": one.begun,
        "ended": one.ended,
        "deals": [{"result": deal.result, "place": deal.rank} for deal in one.deals],
        "events": list(map(codec.encode_line, one.events)),
    }


def decode_level_contender(challenge: Challenge, values: dict[str, Any]) -> Contender:
    """Return the computer player of an object of JSON; ``ValueError`` if it is none."""
    line: _LevelLine = convert_to_type(values, _LevelLine)
    codec = event_codec(GAMES[challenge.header.game])
    deals = [DealOutcome(deal.result, deal.place) for deal in line.deals]
    events = [codec.decode_line(event) for event in line.events]
    return _make_level_contender(line.level, line.place, deals, events)
