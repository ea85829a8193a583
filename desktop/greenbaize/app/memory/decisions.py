"""The decisions in a match, as opposed to what only followed by itself."""

from collections.abc import Container, Sequence
from typing import Any

from greenbaize.rules.chance import SeededChance
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.game import Game


def last_decided(
    game: Game[Any], seed: str, state: Any, events: Sequence[Event], among: Container[int]
) -> int | None:
    """The number of events before the last one that somebody decided; None if nobody has.

    ``state`` is the match before ``events``; ``among`` limits the candidates by index.
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
