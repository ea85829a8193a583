"""Which exercise comes next: what went wrong comes again, sooner than what is still new."""

from collections.abc import Sequence
from typing import Final

from greenbaize.app.exercises.exercise import Exercise
from greenbaize.store.exercised import Outcome, Outcomes

AGAIN_AFTER: Final = (3, 8)
"""What was wrong comes again after so many others, and once it was right, after so many more."""


class Course:
    """One person's way through the exercises of a game.

    Args:
        exercises: all of them, in the order in which they come.
        before: what has come of them so far.
    """

    def __init__(self, exercises: Sequence[Exercise], before: Outcomes) -> None:
        self.exercises = tuple(exercises)
        known = {one.name for one in exercises}
        self.done = {name: one for name, one in before.done.items() if name in known}
        self.answers = before.answers

    @property
    def right(self) -> int:
        """How many were answered rightly the last time."""
        return sum(one.right for one in self.done.values())

    @property
    def again(self) -> int:
        """How many are to come again."""
        return sum(one.due >= 0 for one in self.done.values())

    def next(self, last: Exercise | None = None) -> Exercise | None:
        """The exercise that comes now, never the same twice in a row; None if there is none.

        Args:
            last: the one before.
        """
        others = [one for one in self.exercises if one is not last] or list(self.exercises)
        waiting = [one for one in others if self._due(one) >= 0]
        ripe = [one for one in waiting if self._due(one) <= self.answers]
        fresh = [one for one in others if one.name not in self.done]
        if ripe:
            return min(ripe, key=self._due)
        if fresh:
            return fresh[0]
        if waiting:
            return min(waiting, key=self._due)
        # All have been right: they come round in their order.
        return others[self.answers % len(others)] if others else None

    def answer(self, exercise: Exercise, *, right: bool) -> None:
        """Take an answer."""
        before = self.done.get(exercise.name)
        self.answers += 1
        if not right:
            now = Outcome(self.answers + AGAIN_AFTER[0], 0, False)
        elif before is None or before.due < 0:
            now = Outcome(-1, 0, True)
        elif before.step + 1 < len(AGAIN_AFTER):
            step = before.step + 1
            now = Outcome(self.answers + AGAIN_AFTER[step], step, True)
        else:
            now = Outcome(-1, 0, True)
        self.done[exercise.name] = now

    def _due(self, exercise: Exercise) -> int:
        done = self.done.get(exercise.name)
        return -1 if done is None else done.due
