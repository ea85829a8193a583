"""How closely sounds may follow each other: what goes fast is heard as such, and not as a drill."""

from typing import Final

from greenbaize.ui.sound.cues import Cue, Kind

GAPS_S: Final = {
    Cue.DEAL: 0.085,
    Cue.PLAY: 0.11,
    Cue.TAKE: 0.3,
    Cue.TURN: 1.5,
    Cue.REFUSED: 0.25,
    Cue.MADE: 1.0,
    Cue.MISSED: 1.0,
    Cue.WIN: 2.0,
}
"""So many seconds at least are between the beginnings of two alike."""
CALM_S: Final = 0.5
"""After such a rest a card is as loud as it can be; those that follow sooner are quieter."""
LEAST: Final = 0.55
"""How loud they are at least, of 1."""
MOST_PACE: Final = 4.0
"""Where all goes faster than so many times the usual pace, cards are not heard."""


class Spacing:
    """Remembers when each sound was last heard, in seconds by any clock."""

    def __init__(self) -> None:
        self._last: dict[Cue, float] = {}

    def gain(self, cue: Cue, when: float) -> float:
        """How loud a sound is at this time, from 0 to 1; at 0 it had better not be heard."""
        since = when - self._last.get(cue, float("-inf"))
        if since < GAPS_S[cue]:
            return 0.0
        self._last[cue] = when
        if cue.kind is not Kind.CARDS:
            return 1.0
        return LEAST + (1 - LEAST) * min(1.0, since / CALM_S)

    def forget(self, cue: Cue) -> None:
        """What was to be heard has not been."""
        self._last.pop(cue, None)
