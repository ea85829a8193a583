"""Who has said *ready* while a trick lies open (``damn.md 9``); nothing of it is recorded."""

from collections.abc import Collection


class Readiness:
    """The people who have seen enough of what lies open on the table.

    It is lost when a match is left, and said again when it is gone on with.
    """

    def __init__(self) -> None:
        self._ready: set[int] = set()

    def say(self, seat: int) -> None:
        """Somebody is ready; saying it twice changes nothing."""
        self._ready.add(seat)

    def forget(self) -> None:
        """Something else lies open now, or nothing."""
        self._ready.clear()

    def waits_for(self, people: Collection[int], turn: int | None) -> set[int]:
        """Whom the table waits for before it goes on by itself.

        Args:
            people: the seats at which people sit.
            turn: who leads next; a person does so whenever they like, which goes on as well.
        """
        if turn is not None and turn in people:
            return {turn}
        return set(people) - self._ready

    def said(self, seat: int) -> bool:
        """Whether this one is ready."""
        return seat in self._ready
