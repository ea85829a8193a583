"""Who joins or leaves a table, or is away or back, between two states of it."""

from typing import Final, NamedTuple

from greenbaize.lan.wire import ChairShown, LobbyShown

SAT: Final = "sat"
LEFT: Final = "left"
AWAY: Final = "away"
BACK: Final = "back"
SLOW: Final = "slow"
GUEST: Final = "guest"
"""The ``who`` of a chair that somebody has taken."""


class Coming(NamedTuple):
    """A change of somebody's, by name: chairs change places."""

    what: str
    name: str


def comings(old: LobbyShown | None, new: LobbyShown) -> list[Coming]:
    """The changes of people; without an earlier state, who is here."""
    before, now = _people(old), _people(new)
    told = [Coming(LEFT, name) for name in before if name not in now]
    for name, chair in now.items():
        was = before.get(name)
        if was is None:
            if chair.here:
                told.append(Coming(SAT, name))
        elif was.here != chair.here:
            told.append(Coming(BACK if chair.here else AWAY, name))
        elif chair.slow and not was.slow:
            told.append(Coming(SLOW, name))
    return told


def _people(lobby: LobbyShown | None) -> dict[str, ChairShown]:
    chairs = [] if lobby is None else lobby.chairs
    return {chair.name: chair for chair in chairs if chair.who == GUEST}
