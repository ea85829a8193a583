"""What a spectator saw last of a match, from the lines told."""

from collections.abc import Iterator
from typing import Any

from greenbaize.app.tables.player_view import PlayerView
from greenbaize.match.codecs import event_codec
from greenbaize.match.telling import Teller
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.events import Dealt, Event, TrickTaken


def last_deal(place: PlayerView) -> Iterator[tuple[Event, Any]]:
    """The events from the last deal on, each with the view after it; nothing before any deal."""
    events, teller = _told(place), _teller(place)
    first = _last(events, Dealt)
    for at, event in enumerate(events):
        teller.take(event)
        if first is not None and at >= first:
            yield event, teller.view


def last_taken(place: PlayerView) -> Any:
    """The match when its last trick had just been taken; None before any trick."""
    events, teller = _told(place), _teller(place)
    last = _last(events, TrickTaken)
    if last is None:
        return None
    for event in events[: last + 1]:
        teller.take(event)
    return teller.view


def _told(place: PlayerView) -> list[Event]:
    codec = event_codec(place.game)
    return [codec.read(decoded_line(line)) for line in place.past.splitlines()[1:]]


def _teller(place: PlayerView) -> Teller:
    return Teller(place.game, len(place.header.sitters), place.header.options, place.seat)


def _last(events: list[Event], kind: type[Event]) -> int | None:
    return max((at for at, one in enumerate(events) if isinstance(one, kind)), default=None)
