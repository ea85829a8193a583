"""Exercises: positions with one right answer, read from the resources, a line of JSON each.

``packaging/exercises.py`` makes them from matches of players of all levels and from the tricks that
the rules pages print. Each holds only the view lines of its seat up to its decision.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final, TypedDict

from msgspec import Meta

from greenbaize.app.tables.player_view import Answered, ReadOnlyView
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Games, Header
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import decoded_line, shaped
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Answer, Explanation, Game, Question
from greenbaize.rules.messages import Message
from greenbaize.store.exercised import Outcome, Outcomes

TAKES: Final = "takes"
"""Exercise kind: which card takes the trick, or would hold it so far."""
FITS: Final = "fits"
BEST: Final = "best"
"""Exercise kind: the game's own question, where a long search clearly prefers one choice."""
KINDS: Final = (TAKES, FITS, BEST)
LONGEST_LINE: Final = 200_000
ASKED = {TAKES: Message("exercise-takes"), FITS: Message("exercise-fits")}
"""Questions by kind, where they are not the game's own."""
AGAIN_AFTER: Final = (3, 8)
"""Answers until a wrong exercise comes again, and after a right answer until the next time."""


class _Line(TypedDict):
    kind: str
    right: dict[str, Any]
    worth: Annotated[list[tuple[dict[str, Any], float]], Meta(max_length=100)]
    told: Annotated[list[dict[str, Any]], Meta(min_length=1)]


@dataclass(frozen=True)
class Exercise:
    """A position and its one right choice; ``worths`` are those of the choices."""

    game: Game[Any]
    header: Header
    kind: str
    right: Command
    worth: Mapping[Command, float]
    told: tuple[dict[str, Any], ...]

    @property
    def seat(self) -> int:
        assert self.header.you is not None
        return self.header.you

    @cached_property
    def name(self) -> str:
        """Key in the answers' file: a hash of the content."""
        return sha256(self.line()).hexdigest()[:16]

    @cached_property
    def view(self) -> Any:
        """The seat's view; ``GameError`` if an event is none of this game's."""
        codec = event_codec(self.game)
        seats, options = len(self.header.sitters), self.header.options
        teller = Teller(self.game, seats, options, self.seat)
        for line in self.told:
            teller.take(codec.read(line))
        return teller.view

    def line(self) -> bytes:
        codec = command_codec(self.game)
        return line_bytes(
            {
                "kind": self.kind,
                "right": codec.write(self.right),
                "worth": [[codec.write(one), figure] for one, figure in self.worth.items()],
                "told": [self.header.line(), *self.told],
            }
        )


def read_exercise(data: bytes, games: Games) -> Exercise:
    """Return the exercise on a line; ``GameError`` or ``ValueError`` if it is invalid."""
    line: _Line = shaped(decoded_line(data, LONGEST_LINE), _Line)
    if line["kind"] not in KINDS:
        raise ValueError(line["kind"])
    header = Header.read(line["told"][0], games)
    game = games[header.game]
    codec = command_codec(game)
    worth = {codec.read(one): figure for one, figure in line["worth"]}
    told = tuple(line["told"][1:])
    one = Exercise(game, header, line["kind"], codec.read(line["right"]), worth, told)
    if header.you is None or one.right not in game.legal(one.view, one.seat):
        raise ValueError("nobody can answer like that")
    return one


def read_exercises(path: Path, games: Games) -> tuple[Exercise, ...]:
    """Return the exercises in a file; damaged lines are skipped, a missing file has none."""
    return tuple(_read(path, games))


def _read(path: Path, games: Games) -> Iterator[Exercise]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return
    for line in lines:
        try:
            yield read_exercise(line, games)
        except (GameError, ValueError, TypeError, KeyError, IndexError):
            continue


class ExerciseView(ReadOnlyView):
    """A player view of an exercise; ``on_answer`` is called once, with the answer."""

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
        return self.exercise.view

    @property
    def told(self) -> bytes:
        return b"".join(map(line_bytes, [self.header.line(), *self.exercise.told]))

    @property
    def question(self) -> Question | None:  # type: ignore[override]  # quiet until now
        """The question; choices are not marked, as that would give the answer away."""
        if self._done:
            return None
        asked = self.game.question(self.view, self.exercise.seat)
        assert asked is not None
        answers = tuple(Answer(one.command, None) for one in asked.answers)
        words = ASKED.get(self.exercise.kind, asked.words)
        return Question(asked.kind, asked.seat, answers, words, notes=asked.notes)

    def explain(self, command: Command) -> Explanation:
        """Return no explanation, as it would give the answer away."""
        return Explanation(True, (command.said,))

    def submit(self, command: Command, answered: Answered) -> None:
        self._done = True
        self._answered(command)
        answered(None)


class Course:
    """One person's progress in a game's exercises, from ``previous_outcomes`` on."""

    def __init__(self, exercises: Sequence[Exercise], before: Outcomes) -> None:
        self.exercises = tuple(exercises)
        known = {one.name for one in exercises}
        self.done = {name: one for name, one in before.done.items() if name in known}
        self.answers = before.answers

    @property
    def right(self) -> int:
        return sum(one.right for one in self.done.values())

    @property
    def again(self) -> int:
        return sum(one.due >= 0 for one in self.done.values())

    def next(self, last: Exercise | None = None) -> Exercise | None:
        """Return the next exercise, not the last one if there is another; None if there is none."""
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
        # All have been answered right: repeat them in their order.
        return others[self.answers % len(others)] if others else None

    def answer(self, exercise: Exercise, *, right: bool) -> None:
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
