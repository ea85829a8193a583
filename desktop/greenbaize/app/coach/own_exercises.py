"""Exercises from a person's own matches: references to moments, and the positions they lead to.

An exercise is nothing but a match, a deal and a moment: the position is read from the record when
it is shown. So one whose record is gone is gone as well, and one whose review is made anew is the
same exercise with the same outcome.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from greenbaize.app.coach.coached_matches import OwnMatch
from greenbaize.app.coach.habits import MistakeMoment, list_moments
from greenbaize.app.exercises import BEST_KIND, Exercise, ExerciseCourse
from greenbaize.app.tables.unfinished_matches import read_verified_record
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.view_record import build_view_lines
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.search_contract import WeighedChoice, good_choices
from greenbaize.store.coached_deals import Mistake
from greenbaize.store.exercise_outcomes import ExerciseOutcome, ExerciseOutcomes

OWN_SUFFIX: Final = ":own"
"""Suffix of a game's name in the file of outcomes, for the exercises from own matches."""
DAYS_APART: Final = 3
"""Days between the first right answer and the second one, after which it does not come again."""
RIGHT_ANSWERS: Final = 2
"""Right answers, days apart, until an exercise is done."""
WRONG_REPEAT_ANSWERS: Final = 3
"""Answers until one that was wrong comes again."""


@dataclass(frozen=True)
class OwnExercise(Exercise):
    """A position of an own match; ``made_command`` is what was chosen then."""

    made_command: Command | None = None


@dataclass(frozen=True, slots=True)
class OwnExerciseReference:
    """A moment of an own match that became an exercise."""

    match: OwnMatch
    deal: int
    mistake: Mistake

    @property
    def exercise_id(self) -> str:
        return f"{self.match.identity}-{self.match.seat}-{self.mistake.moment}"


def list_own_exercises(
    matches: Sequence[OwnMatch], kind: str = "", first_match: str = ""
) -> list[OwnExerciseReference]:
    """Return the exercises of some matches (latest first), of one kind of mistake if it is given.

    Those of the match with the identity ``first_match`` come first.
    """
    moments = [moment for moment in list_moments(matches) if _is_exercise(moment, kind)]
    moments.sort(key=lambda moment: moment.match.identity != first_match)
    return [OwnExerciseReference(*moment) for moment in moments]


def _is_exercise(moment: MistakeMoment, kind: str) -> bool:
    return bool(moment.mistake.worths) and kind in ("", moment.mistake.kind)


def load_own_exercise(reference: OwnExerciseReference) -> OwnExercise:
    """Return the position, with what the seat knew then; raises ``GameError`` if it is gone."""
    match, mistake = reference.match, reference.mistake
    record = read_verified_record(match.path)
    header, *lines = map(decode_object, build_view_lines(record, GAMES, match.seat).splitlines())
    game = GAMES[match.game]
    view_lines = tuple(lines[: mistake.moment])
    choices = _decode_worths(game, mistake)
    best, *others = good_choices(choices)
    made_line = lines[mistake.moment] if mistake.moment < len(lines) else {}
    exercise = OwnExercise(
        game,
        RecordHeader.from_line(header, GAMES),
        BEST_KIND,
        best.command,
        {choice.command: choice.expected_score for choice in choices},
        view_lines,
        tuple(choice.command for choice in others),
        _find_made_command(game, choices, made_line),
    )
    if best.command not in game.legal(exercise.view, match.seat):
        raise GameError(Message("exercise-gone"))
    return exercise


def _find_made_command(
    game: Game[Any], choices: Sequence[WeighedChoice], line: dict[str, Any]
) -> Command | None:
    codec = command_codec(game)
    commands = (choice.command for choice in choices)
    made = (one for one in commands if codec.encode_line(one).items() <= line.items())
    return next(made, None)


def _decode_worths(game: Game[Any], mistake: Mistake) -> list[WeighedChoice]:
    codec = command_codec(game)
    return [
        WeighedChoice(codec.decode_line(command), worth, error, gap_error=error)
        for command, worth, error in mistake.worths
    ]


class OwnExerciseCourse(ExerciseCourse[OwnExerciseReference]):
    """A person's progress in the exercises from their own matches; ``today`` is a day's ordinal.

    One is done after ``RIGHT_ANSWERS``, the last one ``DAYS_APART`` days after the one before. A
    wrong answer begins again.
    """

    def __init__(
        self,
        exercises: Sequence[OwnExerciseReference],
        previous_outcomes: ExerciseOutcomes,
        today: int,
    ) -> None:
        super().__init__(exercises, previous_outcomes)
        self._today = today

    @property
    def right_count(self) -> int:
        """Number of exercises that are done."""
        return sum(_is_done(outcome) for outcome in self.outcomes.values())

    @property
    def repeat_count(self) -> int:
        return sum(not _is_done(outcome) for outcome in self.outcomes.values())

    def next_exercise(
        self, last_exercise: OwnExerciseReference | None = None
    ) -> OwnExerciseReference | None:
        """Return the next exercise: one to repeat, else a new one; None if none is due today."""
        due_exercises = [exercise for exercise in self.exercises if self._is_due(exercise)]
        other_exercises = [exercise for exercise in due_exercises if exercise != last_exercise]
        candidates = other_exercises or due_exercises
        repeated = [one for one in candidates if one.exercise_id in self.outcomes]
        ripe = [one for one in repeated if self._due_answer_count(one) <= self.answer_count]
        new_exercises = [one for one in candidates if one.exercise_id not in self.outcomes]
        return next(iter([*ripe, *new_exercises, *repeated]), None)

    def _is_due(self, exercise: OwnExerciseReference) -> bool:
        outcome = self.outcomes.get(exercise.exercise_id)
        if outcome is None or not outcome.right_count:
            return True
        return not _is_done(outcome) and self._today >= outcome.day + DAYS_APART

    def record_answer(self, exercise: OwnExerciseReference, *, is_right: bool) -> None:
        previous_outcome = self.outcomes.get(exercise.exercise_id)
        self.answer_count += 1
        if not is_right:
            outcome = ExerciseOutcome(self.answer_count + WRONG_REPEAT_ANSWERS, 0, False)
        else:
            right_count = 0 if previous_outcome is None else previous_outcome.right_count
            outcome = ExerciseOutcome(-1, min(right_count + 1, RIGHT_ANSWERS), True, self._today)
        self.outcomes[exercise.exercise_id] = outcome


def _is_done(outcome: ExerciseOutcome) -> bool:
    return outcome.right_count >= RIGHT_ANSWERS
