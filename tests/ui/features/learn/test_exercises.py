"""Tests for the exercises window, by mouse and keyboard."""

import re

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.exercises import BEST_KIND, TAKES_KIND, read_exercises
from greenbaize.games import GAMES
from greenbaize.resources import resources_folder
from greenbaize.rules.commands import CardCommand
from greenbaize.store import folders
from greenbaize.store.declared_settings import NONE
from greenbaize.store.exercise_outcomes import read_outcomes
from greenbaize.ui.cards.card_look import current_card_look
from greenbaize.ui.features.learn import exercises as exercises_window
from greenbaize.ui.features.learn.exercises import judge_answer
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.ui.widgets.theme import DARK
from greenbaize.words.spoken import has_suit_sign
from ui.table.person import SimulatedPerson, wait_until
from ui.text_fit import find_text_faults, process_layouts

pytestmark = pytest.mark.slow

COMPARISON = re.compile("(better|more|earlier) than ")


@pytest.fixture
def open_exercises(open_program):
    def show(game):
        return open_program().facade.window_manager.show_exercises(game)

    return show


class ExercisesUser(SimulatedPerson):
    """A simulated person using the exercises window."""

    @property
    def match_view(self):
        return self.window.match_view


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_a_verdict_is_said_twice(game):
    for exercise in read_exercises(resources_folder() / "exercises" / f"{game}.jsonl", GAMES):
        names = [f"Player {seat}" for seat in range(len(exercise.header.players))]
        for answer in exercise.worths or [exercise.right_command]:
            lines = judge_answer(exercise, answer, names).lines
            sentences = [sentence for line in lines for sentence in re.split(r"(?<=[.!?]) ", line)]
            assert len(set(sentences)) == len(sentences), (exercise.exercise_id, lines)


def find_face(person, card):
    return next(face for face in person.own_faces if face.card == card)


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_clicked_card_is_answered_and_explained(open_exercises, key):
    exercises = open_exercises("rank")
    exercise = exercises.exercise
    person = ExercisesUser(exercises)
    assert exercises.sentence_label.text() == "Which of your cards may be played?"
    assert exercises.match_view.scene.note.isVisible() is False
    person.hover_card(find_face(person, exercise.right_command.card))
    person.double_click_card(find_face(person, exercise.right_command.card))
    assert exercises.sentence_label.text().startswith("Right: ")
    assert exercises.reason_label.text()
    assert exercises.rule_links[0].isVisible()
    assert exercises.next_button.hasFocus()
    assert exercises.count_label.text() == "Right: 1 of 18 · To repeat: 0"
    assert (
        read_outcomes(
            folders.exercises_path(), exercises._services.settings.current.current_identity, "rank"
        ).answer_count
        == 1
    )
    QTest.keyClick(exercises.next_button, key)
    assert exercises.exercise is not exercise
    now = exercises.exercise
    # The N key of a Russian keyboard.
    letter = QKeyEvent(QEvent.Type.KeyPress, 0x422, Qt.KeyboardModifier.NoModifier, "т")
    QApplication.sendEvent(exercises.match_view, letter)
    assert exercises.exercise is not now


def test_wrong_answer_is_corrected_and_repeated(open_exercises):
    exercises = open_exercises("rank")
    exercise = exercises.exercise
    wrong = next(
        answer.command
        for answer in exercises.match_view.player_view.question.answers
        if isinstance(answer.command, CardCommand) and answer.command != exercise.right_command
    )
    person = ExercisesUser(exercises)
    person.double_click_card(find_face(person, wrong.card))
    assert exercises.sentence_label.text().startswith("No, not ")
    assert "To repeat: 1" in exercises.count_label.text()
    exercise_names = []
    for _ in range(4):
        exercises.show_next()
        exercise_names.append(exercises.exercise.exercise_id)
        exercises.match_view._submit_command(exercises.exercise.right_command)
    assert exercise.exercise_id in exercise_names


@pytest.mark.parametrize("game", ["damn", "blackout", "master", "ass", "rank"])
def test_every_question_kind_can_be_answered(open_exercises, game):
    exercises = open_exercises(game)
    kinds = set()
    expected_kinds = {
        (exercise.kind, exercise.right_command.type) for exercise in exercises.course.exercises
    }
    for exercise in exercises.course.exercises:
        if (exercise.kind, exercise.right_command.type) in kinds:
            continue
        kinds.add((exercise.kind, exercise.right_command.type))
        exercises.course.next_exercise = lambda _, exercise=exercise: exercise
        exercises.show_next()
        exercises.match_view.prompts._emit_command(exercise.right_command)
        assert exercises.sentence_label.text().startswith("Right: ")
        lines = exercises.reason_label.text().splitlines()
        assert lines
        assert (exercise.kind == BEST_KIND) == bool(COMPARISON.search(lines[-1]))
    assert kinds == expected_kinds


@pytest.mark.parametrize("game", ["damn", "rank"])
def test_answering_is_explained_before_the_first_click(open_exercises, game):
    exercises = open_exercises(game)
    question = exercises.match_view.prompts.question
    cards = isinstance(question.answers[0].command, CardCommand)
    assert exercises.reason_label.text().startswith(
        "Click your card twice" if cards else "Click your answer"
    )
    exercises._services.settings.change_setting("confirm_moves", NONE)
    assert exercises.match_view.prompts.single_click
    assert "twice" not in exercises.reason_label.text()


def test_settings_apply_at_once(open_exercises):
    exercises = open_exercises("rank")
    cards = exercises.match_view.scene.cards
    exercises._services.settings.change_setting("left_handed", True)
    assert cards.geometry.left_handed
    assert cards.atlas._usual_renderer.look == current_card_look()
    assert exercises.match_view.side_column.tab.is_left
    exercises.match_view._submit_command(exercises.exercise.right_command)
    answered = exercises.sentence_label.text()
    exercises._services.settings.change_setting("confirm_moves", NONE)
    assert exercises.sentence_label.text() == answered


def test_count_is_a_single_line(open_exercises):
    count = open_exercises("damn").count_label
    assert count.height() < 2 * count.fontMetrics().height()


@pytest.mark.parametrize("at_table", [True, False])
def test_escape_closes_the_window(open_exercises, *, at_table):
    exercises = open_exercises("rank")
    QTest.keyClick(exercises.match_view if at_table else exercises, Qt.Key.Key_Escape)
    assert not exercises.isVisible()


WINDOW_SIZES = ((640, 332), (640, 485), (640, 700), (1060, 490), (1276, 713))


@pytest.fixture(params=["en", "ru"])
def language(request, application):
    set_window_language(request.param)
    yield request.param
    set_window_language("en")
    set_window_language("system")


@pytest.mark.parametrize("text_scale", [1.0, 1.5, 2.0])
def test_answer_fits_beside_and_below_the_table_in_large_text(
    open_program, set_screen_area, language, text_scale
):
    set_screen_area(QRect(0, 0, 1280, 800))
    user = open_program()
    user.facade.settings.language, user.facade.settings.text_size = language, text_scale
    user.facade.apply_settings()
    exercises = user.facade.window_manager.show_exercises("master")
    process_layouts(exercises)
    question = exercises.match_view.player_view.question
    wrong_face = next(
        find_face(ExercisesUser(exercises), answer.command.card)
        for answer in question.answers
        if answer.command != exercises.exercise.right_command
    )
    ExercisesUser(exercises).double_click_card(wrong_face)
    assert exercises.rule_links[1].isVisible()
    for size in WINDOW_SIZES:
        exercises.resize(*size)
        process_layouts(exercises)
        assert exercises.width() <= 1276
        assert find_text_faults(exercises) == [], size
        viewport = exercises._scroll.viewport()
        assert exercises._text_area.width() <= viewport.width(), size
        assert not exercises.footer.geometry().intersects(exercises.match_view.geometry())


def test_trick_exercise_asks_for_the_taking_card(open_exercises):
    exercises = open_exercises("master")
    assert exercises.exercise.kind == TAKES_KIND
    assert exercises.sentence_label.text() == "Which of your cards takes the trick, as it lies?"


def test_write_error_is_reported_and_harmless(open_exercises):
    exercises = open_exercises("rank")
    folders.exercises_path().mkdir(parents=True)
    exercises.match_view._submit_command(exercises.exercise.right_command)
    assert "exercises.json" in exercises.reason_label.text()
    exercises.show_next()
    assert exercises.exercise is not None


def test_game_and_theme_can_change(open_exercises):
    exercises = open_exercises("rank")
    exercises.game_combo.setCurrentIndex(exercises.game_combo.findData("blackout"))
    exercises.game_combo.activated.emit(exercises.game_combo.currentIndex())
    assert exercises.exercise.game.name == "blackout"
    exercises._services.settings.change_setting("theme", "dark")
    assert exercises.match_view.palette().color(QPalette.ColorRole.Window) == QColor(DARK.felt)
    exercises.close()
    assert exercises.match_view is None


def test_position_is_announced_and_read_out(open_exercises, monkeypatch):
    announcements = []
    monkeypatch.setattr(exercises_window, "announce", lambda _, words: announcements.append(words))
    exercises = open_exercises("damn")
    (position,) = announcements
    assert "You hold " in position
    assert position.endswith(exercises.sentence_label.text())
    assert not has_suit_sign(position)
    reports = []
    exercises.match_view.report_read_out.connect(reports.append)
    exercises.activateWindow()
    wait_until(exercises.isActiveWindow)
    ExercisesUser(exercises).press(Qt.Key.Key_F12)
    assert reports
