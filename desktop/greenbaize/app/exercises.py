"""Exercises: positions with one right answer, read from the resources, a line of JSON each.

``packaging/exercises.py`` makes them from matches of players of all levels and from the tricks that
the rules pages print. Each holds only the view lines of its seat up to its decision.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final, Generic, Protocol, TypedDict, TypeVar

from msgspec import Meta

from greenbaize.app.tables.player_view import ReadOnlyView, RefusalCallback
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import GamesByName, RecordHeader
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import convert_to_type, decode_object
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Explanation, Game, Question, QuestionAnswer
from greenbaize.rules.messages import Message
from greenbaize.store.exercise_outcomes import ExerciseOutcome, ExerciseOutcomes

TAKES_KIND: Final = "takes"
"""Exercise kind: which card takes the trick, or would hold it so far."""
FITS_KIND: Final = "fits"
BEST_KIND: Final = "best"
"""Exercise kind: the game's own question, where a long search clearly prefers one choice."""
EXERCISE_KINDS: Final = (TAKES_KIND, FITS_KIND, BEST_KIND)
MAX_EXERCISE_LINE_BYTES: Final = 200_000
QUESTION_MESSAGES = {TAKES_KIND: Message("exercise-takes"), FITS_KIND: Message("exercise-fits")}
"""Questions by kind, where they are not the game's own."""
REPEAT_AFTER_ANSWERS: Final = (3, 8)
"""Answers until a wrong exercise comes again, and after a right answer until the next time."""


class _ExerciseLine(TypedDict):
    kind: str
    right: dict[str, Any]
    worth: Annotated[list[tuple[dict[str, Any], float]], Meta(max_length=100)]
    told: Annotated[list[dict[str, Any]], Meta(min_length=1)]


@dataclass(frozen=True)
class Exercise:
    """A position and its right choice; ``worths`` are those of the choices.

    ``other_right_commands`` are as good, as far as can be told.
    """

    game: Game[Any]
    header: RecordHeader
    kind: str
    right_command: Command
    worths: Mapping[Command, float]
    view_lines: tuple[dict[str, Any], ...]
    other_right_commands: tuple[Command, ...] = ()

    def is_right(self, command: Command) -> bool:
        return command == self.right_command or command in self.other_right_commands

    @property
    def seat(self) -> int:
        assert self.header.you is not None
        return self.header.you

    @cached_property
    def exercise_id(self) -> str:
        """Key in the answers' file: a hash of the content."""
        return sha256(self.to_line()).hexdigest()[:16]

    @cached_property
    def view(self) -> Any:
        """The seat's view; ``GameError`` if an event is none of this game's."""
        codec = event_codec(self.game)
        seats, options = len(self.header.players), self.header.options
        view_tracker = ViewTracker(self.game, seats, options, self.seat)
        for line in self.view_lines:
            view_tracker.apply_event(codec.decode_line(line))
        return view_tracker.view

    def to_line(self) -> bytes:
        codec = command_codec(self.game)
        return encode_line(
            {
                "kind": self.kind,
                "right": codec.encode_line(self.right_command),
                "worth": [
                    [codec.encode_line(command), figure] for command, figure in self.worths.items()
                ],
                "told": [self.header.to_line(), *self.view_lines],
            }
        )


def read_exercise(data: bytes, games: GamesByName) -> Exercise:
    """Return the exercise on a line; ``GameError`` or ``ValueError`` if it is invalid."""
    line: _ExerciseLine = convert_to_type(
        decode_object(data, MAX_EXERCISE_LINE_BYTES), _ExerciseLine
    )
    if line["kind"] not in EXERCISE_KINDS:
        raise ValueError(line["kind"])
    header = RecordHeader.from_line(line["told"][0], games)
    game = games[header.game]
    codec = command_codec(game)
    worths = {codec.decode_line(exercise): figure for exercise, figure in line["worth"]}
    view_lines = tuple(line["told"][1:])
    exercise = Exercise(
        game, header, line["kind"], codec.decode_line(line["right"]), worths, view_lines
    )
    if header.you is None or exercise.right_command not in game.legal(exercise.view, exercise.seat):
        raise ValueError("nobody can answer like that")
    return exercise


def read_exercises(path: Path, games: GamesByName) -> tuple[Exercise, ...]:
    """Return the exercises in a file; damaged lines are skipped, a missing file has none."""
    return tuple(_iterate_exercises(path, games))


def _iterate_exercises(path: Path, games: GamesByName) -> Iterator[Exercise]:
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
        self, exercise: Exercise, names: Sequence[str], on_answer: Callable[[Command], None]
    ) -> None:
        players = tuple(
            player._replace(name=name)
            for player, name in zip(exercise.header.players, names, strict=True)
        )
        super().__init__(exercise.game, replace(exercise.header, players=players), exercise.seat)
        self.has_advice = False
        self.exercise = exercise
        self._on_answer = on_answer
        self._is_answered = False

    @property
    def view(self) -> Any:
        return self.exercise.view

    @property
    def view_lines(self) -> bytes:
        return b"".join(map(encode_line, [self.header.to_line(), *self.exercise.view_lines]))

    @property
    def question(self) -> Question | None:  # type: ignore[override]  # quiet until now
        """The question; choices are not marked, as that would give the answer away."""
        if self._is_answered:
            return None
        game_question = self.game.question(self.view, self.exercise.seat)
        assert game_question is not None
        answers = tuple(QuestionAnswer(answer.command, None) for answer in game_question.answers)
        message = QUESTION_MESSAGES.get(self.exercise.kind, game_question.prompt)
        return Question(
            game_question.kind, game_question.seat, answers, message, notes=game_question.notes
        )

    def explain(self, command: Command) -> Explanation:
        """Return no explanation, as it would give the answer away."""
        return Explanation(True, (command.short_message,))

    def submit(self, command: Command, on_result: RefusalCallback) -> None:
        self._is_answered = True
        self._on_answer(command)
        on_result(None)


class ExerciseEntry(Protocol):
    """An entry of a course: an exercise, or what leads to one."""

    @property
    def exercise_id(self) -> str:
        """Key in the answers' file."""


E = TypeVar("E", bound=ExerciseEntry)


class ExerciseCourse(Generic[E]):
    """One person's progress in a game's exercises, from ``previous_outcomes`` on."""

    def __init__(self, exercises: Sequence[E], previous_outcomes: ExerciseOutcomes) -> None:
        self.exercises = tuple(exercises)
        exercise_ids = {item.exercise_id for item in exercises}
        self.outcomes = {
            name: item for name, item in previous_outcomes.outcomes.items() if name in exercise_ids
        }
        self.answer_count = previous_outcomes.answer_count

    @property
    def right_count(self) -> int:
        return sum(outcome.was_right for outcome in self.outcomes.values())

    @property
    def repeat_count(self) -> int:
        return sum(outcome.due >= 0 for outcome in self.outcomes.values())

    def next_exercise(self, last_exercise: E | None = None) -> E | None:
        """Return the next exercise, not the last one if there is another; None if there is none."""
        candidates = [
            exercise for exercise in self.exercises if exercise is not last_exercise
        ] or list(self.exercises)
        waiting_exercises = [
            exercise for exercise in candidates if self._due_answer_count(exercise) >= 0
        ]
        due_exercises = [
            exercise
            for exercise in waiting_exercises
            if self._due_answer_count(exercise) <= self.answer_count
        ]
        new_exercises = [
            exercise for exercise in candidates if exercise.exercise_id not in self.outcomes
        ]
        if due_exercises:
            return min(due_exercises, key=self._due_answer_count)
        if new_exercises:
            return new_exercises[0]
        if waiting_exercises:
            return min(waiting_exercises, key=self._due_answer_count)
        # All have been answered right: repeat them in their order.
        return candidates[self.answer_count % len(candidates)] if candidates else None

    def remove_exercise(self, exercise: E) -> None:
        """Remove an exercise whose position is gone."""
        self.exercises = tuple(one for one in self.exercises if one is not exercise)

    def record_answer(self, exercise: E, *, is_right: bool) -> None:
        previous_outcome = self.outcomes.get(exercise.exercise_id)
        self.answer_count += 1
        if not is_right:
            outcome = ExerciseOutcome(self.answer_count + REPEAT_AFTER_ANSWERS[0], 0, False)
        elif previous_outcome is None or previous_outcome.due < 0:
            outcome = ExerciseOutcome(-1, 0, True)
        elif previous_outcome.right_count + 1 < len(REPEAT_AFTER_ANSWERS):
            step = previous_outcome.right_count + 1
            outcome = ExerciseOutcome(self.answer_count + REPEAT_AFTER_ANSWERS[step], step, True)
        else:
            outcome = ExerciseOutcome(-1, 0, True)
        self.outcomes[exercise.exercise_id] = outcome

    def _due_answer_count(self, exercise: E) -> int:
        outcome = self.outcomes.get(exercise.exercise_id)
        return -1 if outcome is None else outcome.due
