"""Tests of the shipped exercises, their files and the order in which they are offered."""

import pytest

from greenbaize.app.exercises import (
    AGAIN_AFTER,
    BEST,
    FITS,
    TAKES,
    Course,
    ExerciseView,
    read_exercise,
    read_exercises,
)
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import Stake
from greenbaize.resources import resources
from greenbaize.store.exercised import Outcome, Outcomes

NOTHING = Outcomes()


SHIPPED = [name for name in GAMES if (resources() / "exercises" / f"{name}.jsonl").exists()]


def shipped(name):
    return read_exercises(resources() / "exercises" / f"{name}.jsonl", GAMES)


@pytest.mark.parametrize("name", SHIPPED)
def test_each_game_has_exercises_whose_answer_the_rules_allow(name):
    path = resources() / "exercises" / f"{name}.jsonl"
    found = shipped(name)
    assert len(found) == len(path.read_bytes().splitlines()) == len({one.name for one in found})
    assert len(found) >= 18
    assert len({one.kind for one in found}) >= 2
    for one in found:
        game, view, seat = one.game, one.view, one.seat
        assert game.turn(view) == seat
        # The view holds only what the seat may know: of some hand only the size is known.
        assert any(hand.unknown for hand in view.hands)
        legal = game.legal(view, seat)
        assert one.right in legal
        if one.kind == FITS:
            assert len(legal) == 1
        elif one.kind == TAKES:
            assert [command for command in legal if wins(game, view, command)] == [one.right]
        else:
            assert one.kind == BEST
            first, second, *_ = sorted(one.worth.values(), reverse=True)
            assert one.worth[one.right] == first > second


def wins(game, view, command):
    before = game.picture(view).trick
    verdict = game.judge(view, command)
    after = game.picture(game.fold(view, verdict.events[0]))
    return after.winning == len(before.cards)


def code_of(card):
    return card.code


def test_the_printed_tricks_are_asked():
    codes = {
        (*map(code_of, one.game.picture(one.view).trick.cards), one.right.card.code)
        for one in shipped("master")
        if one.kind == TAKES
    }
    assert ("6S", "JS", "TS", "QH") in codes
    assert ("7S", "8S") in codes
    assert ("KS", "QS", "JS", "9S") in codes


@pytest.mark.parametrize("name", ["master", "ass"])
def test_trumps_of_ones_own_are_each_another_beats_4_1(name):
    for exercise in shipped(name):
        own = [suit for suit in exercise.view.trumps.own if suit is not None]
        assert len(set(own)) == len(own)


def test_of_the_stakes_each_answer_is_right_a_third_of_the_time():
    goes = [one.right.go for one in shipped("ass") if isinstance(one.right, Stake)]
    assert len(goes) >= 6
    assert all(3 * goes.count(go) >= len(goes) for go in (True, False))


def test_nothing_is_given_away_before_an_answer():
    one = next(one for one in shipped("rank") if one.kind == FITS)
    given = []
    place = ExerciseView(one, [sitter.name for sitter in one.header.sitters], given.append)
    question = place.question
    assert all(answer.refusal is None for answer in question.answers)
    for answer in question.answers:
        assert place.explain(answer.command).sentences == (answer.command.said,)
    assert not place.hints
    place.submit(one.right, given.append)
    assert given == [one.right, None]
    assert place.question is None


def test_a_damaged_line_is_passed_over(tmp_path):
    good = shipped("damn")[0].line()
    path = tmp_path / "damn.jsonl"
    lines = [b"{", b"[]", good, good[:-20], good.replace(b'"kind": "', b'"kind": "no'), b"\xff"]
    lines.append(good.replace(b'"game": "damn"', b'"game": "whist"'))
    path.write_bytes(b"\n".join([*(line.strip() for line in lines), good.strip()]))
    assert [one.line() for one in read_exercises(path, GAMES)] == [good, good]
    assert read_exercises(tmp_path / "none.jsonl", GAMES) == ()
    assert read_exercise(good, GAMES).line() == good


class TestCourse:
    def course(self, before=NOTHING):
        return Course(shipped("rank")[:6], before)

    def test_what_is_new_comes_in_order(self):
        course = self.course()
        first = course.next()
        assert first is course.exercises[0]
        course.answer(first, right=True)
        assert course.next(first) is course.exercises[1]

    def test_what_was_wrong_comes_again_soon_and_once_more_later(self):
        course = self.course()
        wrong = course.next()
        course.answer(wrong, right=False)
        met, last = [], wrong
        for _ in range(AGAIN_AFTER[0] + 1):
            last = course.next(last)
            met.append(last)
            course.answer(last, right=True)
        assert met.index(wrong) == AGAIN_AFTER[0]
        assert course.again == 1  # Once more, because one right answer may be luck.
        for _ in range(AGAIN_AFTER[1] + 1):
            last = course.next(last)
            course.answer(last, right=True)
        assert course.again == 0
        assert course.right == 6

    def test_it_goes_on_where_it_was_left(self):
        course = self.course()
        first = course.next()
        course.answer(first, right=True)
        again = self.course(Outcomes(course.answers, course.done))
        assert again.next() is again.exercises[1]
        assert again.right == 1

    def test_one_that_ships_no_longer_is_forgotten(self):
        course = self.course(Outcomes(3, {"gone": Outcome(1, 0, False)}))
        assert (course.right, course.again) == (0, 0)

    def test_without_exercises_nothing_comes(self):
        assert Course((), Outcomes()).next() is None

    def test_when_all_are_right_they_come_round_never_twice_in_a_row(self):
        course = self.course()
        last = None
        for _ in range(20):
            now = course.next(last)
            assert now is not last
            course.answer(now, right=True)
            last = now
