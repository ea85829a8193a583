"""The place of somebody who does an exercise: a table that stands still and takes one answer."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from greenbaize.app.exercises.exercise import FITS, TAKES, Exercise
from greenbaize.app.tables.place import Answered
from greenbaize.app.tables.quiet_place import QuietPlace
from greenbaize.match.record import line_bytes
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Answer, Explanation, Question
from greenbaize.rules.messages import Message

ASKED = {TAKES: Message("exercise-takes"), FITS: Message("exercise-fits")}
"""What is asked instead of what the game asks."""


class ExercisePlace(QuietPlace):
    """A place in a position with one right answer.

    Args:
        exercise: the position.
        names: what those who sit there are called, by seat.
        answered: called with what was answered, once.
    """

    def __init__(
        self, exercise: Exercise, names: Sequence[str], answered: Callable[[Command], None]
    ) -> None:
        sitters = tuple(
            sitter._replace(name=name)
            for sitter, name in zip(exercise.header.sitters, names, strict=True)
        )
        super().__init__(exercise.game, replace(exercise.header, sitters=sitters), exercise.seat)
        self.advises = False
        self.exercise = exercise
        self._answered = answered
        self._done = False

    @property
    def view(self) -> Any:
        """What the seat knows."""
        return self.exercise.view

    @property
    def told(self) -> bytes:
        """All that the seat was told, as lines, from the header on."""
        return b"".join(map(line_bytes, [self.header.line(), *self.exercise.told]))

    @property
    def question(self) -> Question | None:  # type: ignore[override]  # quiet until now
        """What is asked: all answers look alike, for that is what the exercise is about."""
        if self._done:
            return None
        asked = self.game.question(self.view, self.exercise.seat)
        assert asked is not None
        answers = tuple(Answer(one.command, None) for one in asked.answers)
        words = ASKED.get(self.exercise.kind, asked.words)
        return Question(asked.kind, asked.seat, answers, words, notes=asked.notes)

    def explain(self, command: Command) -> Explanation:
        """Nothing is said of a choice before it has been made."""
        return Explanation(True, (command.said,))

    def submit(self, command: Command, answered: Answered) -> None:
        """Answer."""
        self._done = True
        self._answered(command)
        answered(None)
