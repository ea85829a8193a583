"""The events of a match's last deal, found again in the lines that were told."""

from collections.abc import Iterator
from typing import Any

from greenbaize.app.tables.place import Place
from greenbaize.match.codecs import event_codec
from greenbaize.match.telling import Teller
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.events import Dealt, Event


def last_deal(place: Place) -> Iterator[tuple[Event, Any]]:
    """The events from the last deal on, each with the view after it; nothing before any deal."""
    game, header = place.game, place.header
    codec = event_codec(game)
    teller = Teller(game, len(header.sitters), header.options, place.seat)
    lines = place.past.splitlines()[1:]
    events = [codec.read(decoded_line(line)) for line in lines]
    first = max((at for at, one in enumerate(events) if isinstance(one, Dealt)), default=None)
    for at, event in enumerate(events):
        teller.take(event)
        if first is not None and at >= first:
            yield event, teller.view
