"""A deal of a match and its par for playback side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from greenbaize.app.memory.replays import MatchReplay
from greenbaize.app.par import find_par_seat
from greenbaize.app.seats.seat_program import decode_weighed_choices
from greenbaize.app.tables.unfinished_matches import read_verified_record
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.event_log import Playback
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import MatchRecord, encode_line
from greenbaize.rules.events import CardsDealt, DealScored, Event, SeatReassigned
from greenbaize.rules.players import BOT
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.words.titles import level_title


@dataclass(frozen=True, slots=True)
class ParReplay:
    """The own deal and par's, both after ``start`` events, and the weighed choices at the parting.

    ``parting`` is the number of events that both have in common, from the deal's on; None if all.
    """

    own: MatchReplay
    par: MatchReplay
    seat: int
    start: int
    parting: int | None
    deals: tuple[int, ...] = ()
    """All scored deals of the match."""
    own_choice: WeighedChoice | None = None
    par_choice: WeighedChoice | None = None

    @property
    def moment_count(self) -> int:
        """The number of events of the longer deal."""
        return max(len(self.own.playback), len(self.par.playback)) - self.start

    def parted_events(self) -> tuple[Event, Event] | None:
        """Return the first events that differ."""
        if self.parting is None:
            return None
        moment = self.start + self.parting
        return self.own.playback.events[moment], self.par.playback.events[moment]


def create_par_replay(path: Path, level: str, deal_values: Mapping[str, Any]) -> ParReplay:
    """Return the replay of a deal of a record from what ``greenbaize par --events`` printed of it.

    Raises ``GameError``, as for the record.
    """
    record = read_verified_record(path)
    header, game = record.header, GAMES[record.header.game]
    seat, codec = find_par_seat(header), event_codec(game)
    deal = int(deal_values["deal"])
    starts = [
        index
        for index, event in enumerate(record.events)
        if isinstance(event, CardsDealt) and event.deal == deal
    ]
    start = starts[-1]
    end = next(
        index
        for index, event in enumerate(record.events)
        if isinstance(event, DealScored) and event.deal == deal
    )
    earlier_events = record.events[:start]
    own_events = [
        event for event in record.events[start : end + 1] if not isinstance(event, SeatReassigned)
    ]
    par_events = [codec.decode_line(line) for line in deal_values["events"]]
    players = list(header.players)
    players[seat] = HeaderPlayer(level_title(level), BOT, level)
    make_replay = partial(_make_replay, path, record, seat)
    par_replay = ParReplay(
        make_replay(header, (*earlier_events, *own_events)),
        make_replay(replace(header, players=tuple(players)), (*earlier_events, *par_events)),
        seat,
        start,
        deal_values["parting"],
        tuple(event.deal for event in record.events if isinstance(event, DealScored)),
    )
    parted_events = par_replay.parted_events()
    if parted_events is None or "weighed" not in deal_values:
        return par_replay
    commands = command_codec(game)
    choices = decode_weighed_choices(encode_line(deal_values["weighed"]), commands)

    def find_choice(event: Event) -> WeighedChoice | None:
        line = codec.encode_line(event)
        return next(
            (
                choice
                for choice in choices
                if commands.encode_line(choice.command).items() <= line.items()
            ),
            None,
        )

    own_choice, par_choice = map(find_choice, parted_events)
    return replace(par_replay, own_choice=own_choice, par_choice=par_choice)


def _make_replay(
    path: Path, record: MatchRecord, seat: int, header: RecordHeader, events: Sequence[Event]
) -> MatchReplay:
    game = GAMES[header.game]
    playback = Playback(game, len(header.players), header.options, events)
    return MatchReplay(path, replace(record, header=header, events=tuple(events)), playback, seat)
