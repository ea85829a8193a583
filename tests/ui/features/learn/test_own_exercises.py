"""Exercises from own matches in the window of exercises."""

from contextlib import closing
from dataclasses import replace

import pytest

from app.coach.test_deal_coach import create_short_match
from greenbaize.app.coach import deal_coach
from greenbaize.app.coach.coached_matches import find_unreviewed_matches, review_match
from greenbaize.app.memory.history_sync import sync_history
from greenbaize.bots import SEARCH_EFFORTS
from greenbaize.rules.game import ChoiceUnit
from greenbaize.store import folders
from greenbaize.store.coached_deals import COACHED_DEALS
from greenbaize.store.exercise_outcomes import read_outcomes
from greenbaize.store.history import HistoryDatabase
from greenbaize.ui.shell.navigation import ExercisesRoute
from match.random_matches import encode_record

pytestmark = pytest.mark.slow
RECORD_NAME = "match.jsonl"


@pytest.fixture
def reviewed_match(monkeypatch):
    """Write a finished match of Ida and review it, with exercises from whatever seems worse."""
    effort = SEARCH_EFFORTS["expert"]._replace(world_count=8, endgame_cards=0, samples_per_world=1)
    monkeypatch.setattr(deal_coach, "SECOND_EFFORT", effort)
    monkeypatch.setattr(deal_coach, "SEARCH_EFFORTS", {"expert": effort})
    monkeypatch.setattr(deal_coach, "MIN_EXERCISE_LOSSES", {ChoiceUnit.MARGIN: 0.1})
    monkeypatch.setattr(deal_coach, "EXERCISE_STANDARD_ERRORS", 0.0)
    header, events = create_short_match("random", 4)
    players = tuple(
        player._replace(name="Ida") if player.kind == "human" else player
        for player in header.players
    )
    folders.matches_folder().mkdir(parents=True, exist_ok=True)
    path = folders.matches_folder() / RECORD_NAME
    path.write_bytes(encode_record(replace(header, players=players), events))
    sync_history()
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        (match,) = find_unreviewed_matches(history, ("Ida",))
    assert len(list(review_match(match))) == 2
    return match


def count_exercises():
    deals = COACHED_DEALS.read_results(folders.coach_path())
    return sum(bool(mistake.worths) for deal in deals for mistake in deal.mistakes)


@pytest.mark.usefixtures("reviewed_match")
def test_a_moment_is_asked_again_explained_and_kept_for_later(open_program):
    facade = open_program().facade
    facade.services.navigate(ExercisesRoute("damn", is_own=True))
    window = facade.window_manager.exercises
    count = count_exercises()
    assert count
    assert window.source_combo.currentText() == "My matches"
    assert window.sentence_label.text().startswith("You sat here. ")
    assert window.count_label.text() == f"Right twice: 0 of {count} · To repeat: 0"
    exercise = window.exercise
    window._on_answered(exercise.right_command)
    assert window.sentence_label.text().startswith("Right: ")
    lines = window.reason_label.text().split("\n")
    made_line = next(line for line in lines if line.startswith("In your match it was "))
    assert made_line.count(". ") >= 1  # and what that choice does
    sentences = [sentence for line in lines for sentence in line.rstrip(".").split(". ")]
    assert len(set(sentences)) == len(sentences)
    assert window.count_label.text() == f"Right twice: 0 of {count} · To repeat: 1"
    person = facade.services.settings.current.current_identity
    outcomes = read_outcomes(folders.exercises_path(), person, "damn:own").outcomes
    assert [(one.right_count, one.day > 0) for one in outcomes.values()] == [(1, True)]
    for _ in range(count - 1):
        window.show_next()
        window._on_answered(window.exercise.right_command)
    window.show_next()
    assert window.sentence_label.text().startswith("That is all for today.")


@pytest.mark.usefixtures("reviewed_match")
def test_exercises_go_with_their_record_and_the_source_can_be_changed(open_program):
    facade = open_program().facade
    facade.services.navigate(ExercisesRoute("damn", is_own=True))
    window = facade.window_manager.exercises
    assert window.exercise is not None
    (folders.matches_folder() / RECORD_NAME).unlink()
    window.show_next()
    assert window.exercise is None
    assert window.sentence_label.text().startswith("There is no exercise from your matches")
    window.source_combo.setCurrentIndex(0)
    window.source_combo.activated.emit(0)
    assert window.exercise is not None
    assert not window.sentence_label.text().startswith("You sat here. ")
    window.game_combo.setCurrentIndex(window.game_combo.findData("rank"))
    window.game_combo.activated.emit(window.game_combo.currentIndex())
    assert window.exercise.game.name == "rank"


@pytest.mark.usefixtures("reviewed_match")
def test_how_i_play_is_reached_from_the_menu_and_counts_the_match(open_program):
    facade = open_program().facade
    facade.services.actions["habits"].trigger()
    statistics = facade.window_manager.statistics
    assert statistics.tabs.currentWidget() is statistics.habits_scroll
    assert statistics.habits_page.text.startswith("Reviewed: 1 match with ")
