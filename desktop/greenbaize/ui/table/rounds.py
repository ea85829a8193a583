"""A round of turns in games without tricks: what each of the others did since one's own turn."""

from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Jotting
from greenbaize.ui.table.turns import Turn


class Round:
    """What the others did, by their seats.

    Args:
        you: the seat of the person at the table, if they have one.
    """

    def __init__(self, you: int | None) -> None:
        self.done: dict[int, list[Message]] = {}
        """For each seat that has acted what it did in its last turn."""
        self._you = you
        self._turns: dict[int, int] = {}

    def ends_with(self, seat: int, turn: Turn) -> bool:
        """Whether the round is over once this seat acts: it is one's own, or had its turn."""
        if not self.done or (turn.seat is not None and seat != turn.seat):
            return False
        return seat == self._you or (seat in self.done and self._turns[seat] != turn.number)

    def take(self, jotting: Jotting, turn: Turn) -> None:
        """Take in what one of the others did; what belongs to another's turn is added."""
        seat, own = jotting.seat, turn.seat in (jotting.seat, None)
        if own and self._turns.get(seat) != turn.number:
            self.done.pop(seat, None)
        if own or seat not in self._turns:
            self._turns[seat] = turn.number
        self.done.setdefault(seat, []).append(jotting.message)

    def clear(self) -> None:
        """Begin another round."""
        self.done, self._turns = {}, {}
