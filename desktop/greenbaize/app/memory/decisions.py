"""What somebody has decided in a match, and what only followed by itself."""

from collections.abc import Container, Sequence
from typing import Any

from greenbaize.rules.chance import SeededChance
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.game import Game


def last_decided(
    game: Game[Any], seed: str, state: Any, events: Sequence[Event], among: Container[int]
) -> int | None:
    """How many events lie before the last one that somebody has decided; None if nobody has.

    Args:
        game: the rules.
        seed: of the match.
        state: the match before these events.
        events: what has happened.
        among: which of them are looked at, by how many lie before.
    """
    chance, stated, last = SeededChance(seed), game.stated, None
    for number, event in enumerate(events):
        if isinstance(event, SeatGiven):
            continue
        decides = event.type in stated and number in among
        if decides and game.follows(state, chance) != event:
            last = number
        state = game.fold(state, event)
    return last
