"""Exercises from own matches: they come again days apart, and go with their records."""

import pytest

from app.coach.reviewed_matches import make_match, make_mistake
from app.test_par import create_damn_match
from greenbaize.app.advice.review import find_decisions
from greenbaize.app.coach.coached_matches import OwnMatch
from greenbaize.app.coach.own_exercises import (
    DAYS_APART,
    OwnExerciseCourse,
    OwnExerciseReference,
    list_own_exercises,
    load_own_exercise,
)
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec
from greenbaize.match.header import match_identity
from greenbaize.match.record import read_record
from greenbaize.match.view_record import build_view_lines
from greenbaize.rules.errors import GameError
from greenbaize.store.exercise_outcomes import ExerciseOutcomes, read_outcomes, write_outcome
from match.random_matches import encode_record

WORTHS = (({"type": "bid", "seat": 0, "tricks": 0}, 1.0, 0.1),)
TODAY = 739_000


def make_references(count):
    mistakes = [make_mistake(moment=number, worths=WORTHS) for number in range(count)]
    return list_own_exercises([make_match(1, mistakes)])


def make_course(references, course=None, today=TODAY):
    outcomes = ExerciseOutcomes()
    if course is not None:
        outcomes = ExerciseOutcomes(course.answer_count, course.outcomes)
    return OwnExerciseCourse(references, outcomes, today)


def test_only_mistakes_with_choices_are_exercises_and_a_kind_can_be_chosen():
    mistakes = [
        make_mistake("bid-high", moment=1, worths=WORTHS),
        make_mistake("bid-low", moment=2, worths=WORTHS),
        make_mistake("bid-low", moment=3),
    ]
    matches = [make_match(2, mistakes), make_match(1, mistakes[:1])]
    assert len(list_own_exercises(matches)) == 3
    assert [one.mistake.moment for one in list_own_exercises(matches, "bid-low")] == [2]
    first = list_own_exercises(matches, first_match=matches[1].identity)[0]
    assert first.match is matches[1]


def test_an_exercise_is_done_after_two_right_answers_days_apart():
    (reference,) = references = make_references(1)
    course = make_course(references)
    assert course.next_exercise() is reference
    course.record_answer(reference, is_right=True)
    assert course.next_exercise() is None
    assert (course.right_count, course.repeat_count) == (0, 1)
    early = make_course(references, course, TODAY + DAYS_APART - 1)
    assert early.next_exercise() is None
    later = make_course(references, course, TODAY + DAYS_APART)
    assert later.next_exercise() is reference
    later.record_answer(reference, is_right=True)
    assert (later.right_count, later.repeat_count) == (1, 0)
    assert make_course(references, later, TODAY + 100).next_exercise() is None


def test_a_wrong_answer_begins_again():
    references = make_references(2)
    course = make_course(references)
    course.record_answer(references[0], is_right=True)
    later = make_course(references, course, TODAY + DAYS_APART)
    later.record_answer(references[0], is_right=False)
    assert later.next_exercise(references[0]) is references[1]
    later.record_answer(references[1], is_right=True)
    assert later.next_exercise(references[1]) is references[0]
    later.record_answer(references[0], is_right=True)
    assert later.right_count == 0


def test_outcomes_are_stored_with_their_day(tmp_path):
    (reference,) = references = make_references(1)
    course, path = make_course(references), tmp_path / "exercises.json"
    course.record_answer(reference, is_right=True)
    outcome = course.outcomes[reference.exercise_id]
    write_outcome(path, "person", "damn:own", reference.exercise_id, outcome)
    stored = read_outcomes(path, "person", "damn:own")
    assert stored.outcomes == {reference.exercise_id: outcome}
    assert outcome.day == TODAY
    assert read_outcomes(path, "person", "damn") == ExerciseOutcomes()


@pytest.fixture
def own_match(tmp_path):
    """Return a match with an exercise at its first decision, and all its bids."""
    header, events = create_damn_match(2)
    path = tmp_path / "match.jsonl"
    path.write_bytes(encode_record(header, events))
    record = read_record(path.read_bytes(), GAMES)
    seat = next(seat for seat, player in enumerate(header.players) if player.kind == "human")
    view_lines = build_view_lines(record, GAMES, seat)
    decision = find_decisions(GAMES["damn"], header, seat, view_lines)[0]
    moment = view_lines[: decision.offset].count(b"\n") - 1
    codec = command_codec(GAMES["damn"])
    others = [{"type": "bid", "seat": seat, "tricks": tricks} for tricks in range(2)]
    best = next(one for one in others if one != codec.encode_line(decision.command))
    worths = ((best, 5.0, 0.0), (codec.encode_line(decision.command), 1.0, 0.1))
    mistake = make_mistake(moment=moment, worths=worths)
    match = OwnMatch(match_identity(header), "damn", "", path, seat, 2, {})
    return OwnExerciseReference(match, 1, mistake), decision, best


def test_a_position_shows_what_the_seat_knew_and_no_more(own_match):
    reference, decision, best = own_match
    exercise = load_own_exercise(reference)
    assert command_codec(GAMES["damn"]).encode_line(exercise.right_command) == best
    assert exercise.made_command == decision.command
    assert not exercise.is_right(decision.command)
    assert exercise.is_right(exercise.right_command)
    hands = exercise.view.hands
    assert not hands[exercise.seat].unknown
    assert all(hand.unknown for seat, hand in enumerate(hands) if seat != exercise.seat)
    assert exercise.game.turn(exercise.view) == exercise.seat


def test_an_exercise_goes_with_its_record(own_match):
    reference = own_match[0]
    reference.match.path.unlink()
    with pytest.raises(GameError):
        load_own_exercise(reference)
