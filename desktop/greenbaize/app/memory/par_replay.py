"""A deal of a match and its par for playback side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from greenbaize.app.challenge_comparison import split_deals
from greenbaize.app.memory.replays import MatchReplay
from greenbaize.app.par import find_par_seat, find_parting
from greenbaize.app.seats.seat_program import decode_weighed_choices
from greenbaize.app.tables.unfinished_matches import read_verified_record
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.event_log import Playback
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import MatchRecord, encode_line
from greenbaize.rules.events import CardsDealt, DealScored, Event, SeatReassigned
from greenbaize.rules.players import BOT, HUMAN
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.words.titles import level_title


@dataclass(frozen=True, slots=True)
class ParReplay:
    """The own deal and par's, and the weighed choices at the parting.

    ``start`` and ``par_start`` are the numbers of events before either's deal. ``parting`` is the
    number of events that both have in common, from the deal's on; None if all.
    """

    own: MatchReplay
    par: MatchReplay
    seat: int
    start: int
    par_start: int
    parting: int | None
    deals: tuple[int, ...] = ()
    """All scored deals of the match."""
    own_choice: WeighedChoice | None = None
    par_choice: WeighedChoice | None = None

    @property
    def moment_count(self) -> int:
        """The number of events of the longer deal."""
        return max(len(self.own.playback) - self.start, len(self.par.playback) - self.par_start)

    def parted_events(self) -> tuple[Event, Event] | None:
        """Return the first events that differ."""
        if self.parting is None:
            return None
        return (
            self.own.playback.events[self.start + self.parting],
            self.par.playback.events[self.par_start + self.parting],
        )


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


@dataclass(frozen=True, slots=True)
class ComparedPlay:
    """A play of a match for a playback beside another's; ``level`` is set for a computer player."""

    name: str
    events: tuple[Event, ...]
    level: str = ""
    is_own: bool = False


def create_compared_replay(
    header: RecordHeader, seat: int, plays: Sequence[ComparedPlay], deal_index: int
) -> ParReplay:
    """Return the replay of a deal, counted from 0, of two plays of one match."""
    replays, deals, starts = [], [], []
    for play in plays:
        indexes = split_deals(play.events)[deal_index]
        deal_events = [play.events[index] for index in indexes]
        players = list(header.players)
        players[seat] = (
            HeaderPlayer(play.name, BOT, play.level)
            if play.level
            else HeaderPlayer(play.name, HUMAN)
        )
        events = (*play.events[: indexes[0]], *deal_events)
        play_header = replace(header, players=tuple(players))
        record = MatchRecord(play_header, events, None, 0, is_cut=False)
        replays.append(_make_replay(Path(), record, seat, play_header, events))
        deals.append(deal_events)
        starts.append(indexes[0])
    own_replay, other_replay = replays
    own_start, other_start = starts
    return ParReplay(
        own_replay,
        other_replay,
        seat,
        own_start,
        other_start,
        find_parting(*deals),
        tuple(range(1, min(len(split_deals(play.events)) for play in plays) + 1)),
    )


def _make_replay(
    path: Path, record: MatchRecord, seat: int, header: RecordHeader, events: Sequence[Event]
) -> MatchReplay:
    game = GAMES[header.game]
    playback = Playback(game, len(header.players), header.options, events)
    return MatchReplay(path, replace(record, header=header, events=tuple(events)), playback, seat)
