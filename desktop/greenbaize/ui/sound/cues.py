"""Sound cues and their kinds."""

from enum import Enum
from typing import NamedTuple


class SoundKind(Enum):
    """A kind of sounds that can be muted; the value is part of the setting's name."""

    CARDS = "cards"
    TURN = "turn"
    RESULTS = "results"


class SoundCue(Enum):
    """A sound: the stem of its files, their number, and its kind."""

    DEAL = ("deal", 3, SoundKind.CARDS)
    PLAY = ("play", 3, SoundKind.CARDS)
    TAKE = ("take", 3, SoundKind.CARDS)
    TURN = ("turn", 1, SoundKind.TURN)
    REFUSED = ("refused", 1, SoundKind.TURN)
    MADE = ("made", 1, SoundKind.RESULTS)
    MISSED = ("missed", 1, SoundKind.RESULTS)
    WIN = ("win", 1, SoundKind.RESULTS)

    def __init__(self, stem: str, variants: int, kind: SoundKind) -> None:
        self.stem, self.variants, self.kind = stem, variants, kind


class CueRequest(NamedTuple):
    """A request for a sound on the table, at a seat and for a number of cards."""

    cue: SoundCue
    seat: int | None = None
    cards: int = 1


class ScheduledSound(NamedTuple):
    """A sound to be played.

    ``delay`` is in seconds from now, ``gain`` from 0 to 1, and ``pan`` from -1 (left) to 1 (right).
    ``variant`` counts from 1.
    """

    cue: SoundCue
    delay: float = 0.0
    gain: float = 1.0
    pan: float = 0.0
    variant: int = 1
