"""Tests for the exercises window, by mouse and keyboard."""

import re

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.exercises import BEST, TAKES, read_exercises
from greenbaize.games import GAMES
from greenbaize.resources import resources
from greenbaize.rules.commands import OfCard
from greenbaize.store import folders
from greenbaize.store.exercised import read_outcomes
from greenbaize.ui.cards.look import card_look
from greenbaize.ui.features.learn import exercises as exercises_window
from greenbaize.ui.features.learn.exercises import verdict
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK
from greenbaize.words.spoken import names_suits
from ui.table.person import Person, until

pytestmark = pytest.mark.slow

COMPARED = re.compile("(better|more|earlier) than ")


@pytest.fixture
def window(opened):
    def show(game):
        return opened().main.looking.show_exercises(game)

    return show


class Learner(Person):
    """A simulated person using the exercises window."""

    @property
    def playing(self):
        return self.window.playing


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_a_verdict_is_said_twice(game):
    for exercise in read_exercises(resources() / "exercises" / f"{game}.jsonl", GAMES):
        names = [f"Player {seat}" for seat in range(len(exercise.header.sitters))]
        for answer in exercise.worth or [exercise.right]:
            lines = verdict(exercise, answer, names).lines
            said = [one for line in lines for one in re.split(r"(?<=[.!?]) ", line)]
            assert len(set(said)) == len(said), (exercise.name, lines)


def named(person, card):
    return next(face for face in person.hand if face.card == card)


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_card_is_clicked_and_the_answer_explained(window, key):
    exercises = window("rank")
    exercise = exercises.exercise
    person = Learner(exercises)
    assert exercises.sentence.text() == "Which of your cards may be played?"
    assert exercises.playing.scene.note.isVisible() is False
    person.point_at(named(person, exercise.right.card))
    person.double_click_card(named(person, exercise.right.card))
    assert exercises.sentence.text().startswith("Right: ")
    assert exercises.why.text()
    assert exercises.links[0].isVisible()
    assert exercises.next_button.hasFocus()
    assert exercises.count.text() == "Right: 1 of 18 · To repeat: 0"
    assert (
        read_outcomes(folders.exercises(), exercises._services.settings.now.who, "rank").answers
        == 1
    )
    QTest.keyClick(exercises.next_button, key)
    assert exercises.exercise is not exercise
    now = exercises.exercise
    # The N key of a Russian keyboard.
    letter = QKeyEvent(QEvent.Type.KeyPress, 0x422, Qt.KeyboardModifier.NoModifier, "т")
    QApplication.sendEvent(exercises.playing, letter)
    assert exercises.exercise is not now


def test_a_wrong_answer_says_which_one_is_right_and_comes_again(window):
    exercises = window("rank")
    exercise = exercises.exercise
    wrong = next(
        answer.command
        for answer in exercises.playing.place.question.answers
        if isinstance(answer.command, OfCard) and answer.command != exercise.right
    )
    person = Learner(exercises)
    person.double_click_card(named(person, wrong.card))
    assert exercises.sentence.text().startswith("No, not ")
    assert "To repeat: 1" in exercises.count.text()
    met = []
    for _ in range(4):
        exercises.go_on()
        met.append(exercises.exercise.name)
        exercises.playing._submit(exercises.exercise.right)
    assert exercise.name in met


@pytest.mark.parametrize("game", ["damn", "blackout", "master", "ass", "rank"])
def test_every_kind_of_question_of_a_game_can_be_answered(window, game):
    exercises = window(game)
    kinds = set()
    wanted = {(one.kind, one.right.type) for one in exercises.course.exercises}
    for one in exercises.course.exercises:
        if (one.kind, one.right.type) in kinds:
            continue
        kinds.add((one.kind, one.right.type))
        exercises.course.next = lambda _, one=one: one
        exercises.go_on()
        exercises.playing.asking._choose(one.right)
        assert exercises.sentence.text().startswith("Right: ")
        lines = exercises.why.text().splitlines()
        assert lines
        assert (one.kind == BEST) == bool(COMPARED.search(lines[-1]))
    assert kinds == wanted


@pytest.mark.parametrize("game", ["damn", "rank"])
def test_how_to_answer_is_said_before_the_first_click(window, game):
    exercises = window(game)
    asked = exercises.playing.asking.question
    cards = isinstance(asked.answers[0].command, OfCard)
    assert exercises.why.text().startswith(
        "Click your card twice" if cards else "Click your answer"
    )
    exercises._services.settings.change("single_click", True)
    assert exercises.playing.asking.single_click
    assert "twice" not in exercises.why.text()


def test_another_look_of_the_cards_is_seen_at_once(window):
    exercises = window("rank")
    cards = exercises.playing.scene.cards
    exercises._services.settings.change("left_handed", True)
    assert cards.geometry.left_handed
    assert cards.atlas._usual.look == card_look()
    assert exercises.playing.side.tab.at_left
    exercises.playing._submit(exercises.exercise.right)
    answered = exercises.sentence.text()
    exercises._services.settings.change("single_click", True)
    assert exercises.sentence.text() == answered


def test_the_count_stands_on_one_line_below_the_table(window):
    count = window("damn").count
    assert count.height() < 2 * count.fontMetrics().height()


@pytest.mark.parametrize("at_table", [True, False])
def test_escape_closes_it_as_it_closes_every_window(window, *, at_table):
    exercises = window("rank")
    QTest.keyClick(exercises.playing if at_table else exercises, Qt.Key.Key_Escape)
    assert not exercises.isVisible()


def test_the_tricks_say_which_card_takes(window):
    exercises = window("master")
    assert exercises.exercise.kind == TAKES
    assert exercises.sentence.text() == "Which of your cards takes the trick, as it lies?"


def test_a_file_that_cannot_be_written_is_told_and_costs_nothing(window):
    exercises = window("rank")
    folders.exercises().mkdir(parents=True)
    exercises.playing._submit(exercises.exercise.right)
    assert "exercises.json" in exercises.why.text()
    exercises.go_on()
    assert exercises.exercise is not None


def test_another_game_and_another_theme(window):
    exercises = window("rank")
    exercises.games.setCurrentIndex(exercises.games.findData("blackout"))
    exercises.games.activated.emit(exercises.games.currentIndex())
    assert exercises.exercise.game.name == "blackout"
    dress(DARK)
    exercises.dress()
    assert exercises.palette() is not None
    exercises.close()
    assert exercises.playing is None


def test_the_position_is_heard_and_read_out_again(window, monkeypatch):
    heard = []
    monkeypatch.setattr(exercises_window, "announce", lambda _, words: heard.append(words))
    exercises = window("damn")
    (position,) = heard
    assert "You hold " in position
    assert position.endswith(exercises.sentence.text())
    assert not names_suits(position)
    read = []
    exercises.playing.told.connect(read.append)
    exercises.activateWindow()
    until(exercises.isActiveWindow)
    Learner(exercises).press(Qt.Key.Key_F12)
    assert read
