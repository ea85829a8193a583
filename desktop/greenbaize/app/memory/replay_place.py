"""The place of somebody who looks at a match that has been played."""

from functools import cached_property
from typing import Any, Final

from greenbaize.app.chairs.housing import HERE, Housing
from greenbaize.app.memory.replays import Replay
from greenbaize.app.tables.quiet_place import QuietPlace
from greenbaize.rules.players import HUMAN


class ReplayPlace(QuietPlace):
    """The place of somebody who looks at a match that has been played.

    Args:
        replay: the match.
        seat: whose seat it is seen from as one's own, if it is.
        housing: where the adviser thinks.
    """

    def __init__(self, replay: Replay, seat: int | None, housing: Housing = HERE) -> None:
        super().__init__(replay.playback.game, replay.header, seat)
        self.housing = housing
        self.record = replay.path
        self.end = replay.end
        self.advises = seat is not None and replay.header.sitters[seat].kind == HUMAN
        self.replay: Final = replay
        self._view: Any = replay.playback.state(0)

    def show(self, view: Any) -> None:
        """Be at another moment."""
        self._view = view

    @property
    def view(self) -> Any:
        """The match at the moment looked at."""
        return self._view

    @property
    def over(self) -> bool:
        """Nothing more is played here."""
        return True

    @cached_property
    def told(self) -> bytes:
        """All that the seat was told, as lines, from the header on."""
        assert self.seat is not None
        return self.replay.told_to(self.seat)

    @property
    def has_review(self) -> bool:
        """Whether a deal was scored that the person here can look back on."""
        return self.advises and self.replay.playback.scored
