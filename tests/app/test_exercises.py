"""Tests of the shipped exercises, their files and the order in which they are offered."""

import pytest

from greenbaize.app.exercises import (
    BEST_KIND,
    FITS_KIND,
    REPEAT_AFTER_ANSWERS,
    TAKES_KIND,
    ExerciseCourse,
    ExerciseView,
    read_exercise,
    read_exercises,
)
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.resources import resources_folder
from greenbaize.store.exercise_outcomes import ExerciseOutcome, ExerciseOutcomes

NO_OUTCOMES = ExerciseOutcomes()


GAMES_WITH_EXERCISES = [
    name for name in GAMES if (resources_folder() / "exercises" / f"{name}.jsonl").exists()
]


def read_shipped(name):
    return read_exercises(resources_folder() / "exercises" / f"{name}.jsonl", GAMES)


@pytest.mark.parametrize("name", GAMES_WITH_EXERCISES)
def test_each_game_has_exercises_whose_answer_the_rules_allow(name):
    path = resources_folder() / "exercises" / f"{name}.jsonl"
    exercises = read_shipped(name)
    assert (
        len(exercises)
        == len(path.read_bytes().splitlines())
        == len({exercise.exercise_id for exercise in exercises})
    )
    assert len(exercises) >= 18
    assert len({exercise.kind for exercise in exercises}) >= 2
    for exercise in exercises:
        game, view, seat = exercise.game, exercise.view, exercise.seat
        assert game.turn(view) == seat
        # The view holds only what the seat may know: of some hand only the size is known.
        assert any(hand.unknown for hand in view.hands)
        legal = game.legal(view, seat)
        assert exercise.right_command in legal
        if exercise.kind == FITS_KIND:
            assert len(legal) == 1
        elif exercise.kind == TAKES_KIND:
            assert [command for command in legal if wins_trick(game, view, command)] == [
                exercise.right_command
            ]
        else:
            assert exercise.kind == BEST_KIND
            first, second, *_ = sorted(exercise.worths.values(), reverse=True)
            assert exercise.worths[exercise.right_command] == first > second


def wins_trick(game, view, command):
    trick_before = game.picture(view).trick
    verdict = game.judge(view, command)
    trick_after = game.picture(game.fold(view, verdict.command_events[0]))
    return trick_after.winning_index == len(trick_before.cards)


def get_code(card):
    return card.code


def test_the_printed_tricks_are_among_the_exercises():
    codes = {
        (
            *map(get_code, exercise.game.picture(exercise.view).trick.cards),
            exercise.right_command.card.code,
        )
        for exercise in read_shipped("master")
        if exercise.kind == TAKES_KIND
    }
    assert ("6S", "JS", "TS", "QH") in codes
    assert ("7S", "8S") in codes
    assert ("KS", "QS", "JS", "9S") in codes


@pytest.mark.parametrize("name", ["master", "ass"])
def test_own_trumps_are_all_different_beats_4_1(name):
    for exercise in read_shipped(name):
        own = [suit for suit in exercise.view.trumps.personal_suits if suit is not None]
        assert len(set(own)) == len(own)


def test_each_stake_is_right_at_least_a_third_of_the_time():
    stakes = [
        exercise.right_command.go
        for exercise in read_shipped("ass")
        if isinstance(exercise.right_command, StakeCommand)
    ]
    assert len(stakes) >= 6
    assert all(3 * stakes.count(stake) >= len(stakes) for stake in (True, False))


def test_nothing_is_revealed_before_an_answer():
    exercise = next(exercise for exercise in read_shipped("rank") if exercise.kind == FITS_KIND)
    callback_values = []
    exercise_view = ExerciseView(
        exercise, [player.name for player in exercise.header.players], callback_values.append
    )
    question = exercise_view.question
    assert all(answer.refusal is None for answer in question.answers)
    for answer in question.answers:
        assert exercise_view.explain(answer.command).sentences == (answer.command.short_message,)
    assert not exercise_view.has_hints
    exercise_view.submit(exercise.right_command, callback_values.append)
    assert callback_values == [exercise.right_command, None]
    assert exercise_view.question is None


def test_a_damaged_line_is_skipped(tmp_path):
    good = read_shipped("damn")[0].to_line()
    path = tmp_path / "damn.jsonl"
    lines = [b"{", b"[]", good, good[:-20], good.replace(b'"kind": "', b'"kind": "no'), b"\xff"]
    lines.append(good.replace(b'"game": "damn"', b'"game": "whist"'))
    path.write_bytes(b"\n".join([*(line.strip() for line in lines), good.strip()]))
    assert [exercise.to_line() for exercise in read_exercises(path, GAMES)] == [good, good]
    assert read_exercises(tmp_path / "none.jsonl", GAMES) == ()
    assert read_exercise(good, GAMES).to_line() == good


class TestCourse:
    def make_course(self, outcomes=NO_OUTCOMES):
        return ExerciseCourse(read_shipped("rank")[:6], outcomes)

    def test_new_exercises_come_in_order(self):
        course = self.make_course()
        first = course.next_exercise()
        assert first is course.exercises[0]
        course.record_answer(first, is_right=True)
        assert course.next_exercise(first) is course.exercises[1]

    def test_a_wrong_answer_comes_again_soon_and_once_more_later(self):
        course = self.make_course()
        wrong_exercise = course.next_exercise()
        course.record_answer(wrong_exercise, is_right=False)
        offered, last = [], wrong_exercise
        for _ in range(REPEAT_AFTER_ANSWERS[0] + 1):
            last = course.next_exercise(last)
            offered.append(last)
            course.record_answer(last, is_right=True)
        assert offered.index(wrong_exercise) == REPEAT_AFTER_ANSWERS[0]
        assert course.repeat_count == 1  # Once more, because one right answer may be luck.
        for _ in range(REPEAT_AFTER_ANSWERS[1] + 1):
            last = course.next_exercise(last)
            course.record_answer(last, is_right=True)
        assert course.repeat_count == 0
        assert course.right_count == 6

    def test_a_course_continues_where_it_was_left(self):
        course = self.make_course()
        first = course.next_exercise()
        course.record_answer(first, is_right=True)
        resumed_course = self.make_course(ExerciseOutcomes(course.answer_count, course.outcomes))
        assert resumed_course.next_exercise() is resumed_course.exercises[1]
        assert resumed_course.right_count == 1

    def test_an_exercise_that_is_no_longer_shipped_is_ignored(self):
        course = self.make_course(ExerciseOutcomes(3, {"gone": ExerciseOutcome(1, 0, False)}))
        assert (course.right_count, course.repeat_count) == (0, 0)

    def test_without_exercises_there_is_no_next_one(self):
        assert ExerciseCourse((), ExerciseOutcomes()).next_exercise() is None

    def test_when_all_are_right_they_repeat_but_never_twice_in_a_row(self):
        course = self.make_course()
        last = None
        for _ in range(20):
            current = course.next_exercise(last)
            assert current is not last
            course.record_answer(current, is_right=True)
            last = current
