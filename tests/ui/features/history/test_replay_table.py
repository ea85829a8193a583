"""Tests for the replay table: hover notes, the rules slip and the score sheet."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.event_log import OPEN_HANDS
from greenbaize.rules.events import DealScored
from greenbaize.rules.table_elements import TableElement
from greenbaize.store.settings import UserSettings
from ui.table.person import wait_until

GOLDEN = Path(__file__).parents[3] / "golden"
Key = Qt.Key


def open_replay_page(open_program, name, speed=0.0):
    person = open_program(PlayRequest(record=GOLDEN / f"{name}.jsonl"), speed=speed)
    wait_until(
        lambda: person.facade.replay_page is not None and person.facade.replay_page.isVisible()
    )
    page = person.facade.replay_page
    assert page is not None
    # Reading a long record shows a progress window, and the offscreen platform does not reactivate
    # the main window afterwards.
    person.facade.activateWindow()
    QApplication.processEvents()
    return person, page


def press_key(person, key):
    QTest.keyClick(person.facade.windowHandle(), key)
    QApplication.processEvents()


@pytest.mark.slow
def test_hover_note_leads_to_the_rule_with_f1(open_program):
    person, page = open_replay_page(open_program, "master-4-ranked")
    page.go_to_moment(60)
    press_key(person, Key.Key_F6)
    note = page.table.scene.note
    assert note.isVisible()
    assert isinstance(note.subject, TableElement)
    assert page.hover_help.shown_rule
    shown_rules = []
    person.facade.help.show_rule = shown_rules.append
    person.facade.help.show_current_rule()
    assert shown_rules == [page.hover_help.shown_rule]
    first_text = note.text
    # The note follows the position shown.
    page.go_to_moment(page.replay.playback.deal_moments[5])
    assert note.text != first_text
    press_key(person, Key.Key_Escape)
    assert not note.isVisible()
    assert page.hasFocus()


@pytest.mark.slow
def test_rules_slip_follows_the_moment_and_the_viewer(open_program):
    person, page = open_replay_page(open_program, "master-4-ranked")
    press_key(person, Key.Key_F3)
    assert page.rules_controller.slip_dialog.isVisible()
    page.go_to_moment(60)
    ring = page.rules_controller.current_rules.ring
    assert page.rules_controller.ring_rect() is not None
    page.go_to_moment(page.replay.playback.deal_moments[6])
    assert page.rules_controller.current_rules.ring != ring
    person.facade.set_ring(is_shown=False)
    assert page.rules_controller.ring_rect() is None
    page.set_viewer(1)
    assert page.rules_controller.ring_rect() is None
    person.facade.clear_table()
    assert page.rules_controller.slip_dialog is None


@pytest.mark.slow
def test_folded_sheet_is_remembered_for_every_viewer(open_program):
    person, page = open_replay_page(open_program, "damn-4-table")
    person.click(page.side_column.sheet_panel.fold_button)
    assert page.folding.is_folded
    assert not person.facade.menus.side.isChecked()
    page.set_viewer(2)
    assert page.folding.is_folded
    assert not UserSettings.load().side
    person.click(page.folding.flap)
    assert not page.folding.is_folded
    assert person.facade.menus.side.isChecked()


@pytest.mark.slow
def test_deal_scores_vanish_when_stepping_back(open_program):
    person, page = open_replay_page(open_program, "damn-4-hook-zero-bids")
    events = page.replay.playback.events
    scored_index = next(
        index for index, event in enumerate(events) if isinstance(event, DealScored)
    )
    page.set_viewer(OPEN_HANDS)
    page.go_to_moment(scored_index)
    press_key(person, Key.Key_Right)
    page.finish_animations()
    score_slips = page.table.scene.overlays.deal_scores
    assert all(slip.text for slip in score_slips)
    press_key(person, Key.Key_Left)
    assert not any(slip.text for slip in score_slips)


@pytest.mark.slow
def test_winner_glows_only_at_the_end(open_program):
    person, page = open_replay_page(open_program, "damn-3")
    page.go_to_moment(len(page.replay.playback) - 1)
    plates = page.table.scene.plates
    press_key(person, Key.Key_Right)
    page.finish_animations()
    assert any(plate.has_won for plate in plates)
    press_key(person, Key.Key_Home)
    assert not any(plate.has_won for plate in plates)


@pytest.mark.slow
def test_bubbles_belong_to_the_shown_moment(open_program):
    person, page = open_replay_page(open_program, "rank-4-deals")
    page.set_viewer(OPEN_HANDS)
    playback, bubbles = page.replay.playback, page.table.scene.speech_bubbles
    # A turn with at least two actions, of which the first is then shown again.
    acts = [playback.game.turn_log_entry(event) for event in playback.events]
    first = next(
        index
        for index, (bubble, next_entry) in enumerate(pairwise(acts))
        if bubble is not None and next_entry is not None and bubble.seat == next_entry.seat != 0
    )
    page.go_to_moment(first)
    press_key(person, Key.Key_Right)
    first_texts = [bubble.text for bubble in bubbles if bubble.isVisible()]
    assert first_texts
    press_key(person, Key.Key_Right)
    assert [bubble.text for bubble in bubbles if bubble.isVisible()] != first_texts
    page.go_to_moment(first)
    assert not any(bubble.isVisible() for bubble in bubbles)
    press_key(person, Key.Key_Right)
    assert [bubble.text for bubble in bubbles if bubble.isVisible()] == first_texts


def test_reduced_motion_keeps_pauses(open_program):
    person, page = open_replay_page(open_program, "damn-3", speed=1.0)
    person.facade.settings.trick_seconds = 3.0
    person.facade.apply_settings()
    motion = page.table.animator
    assert motion.reduced_motion
    assert motion.speed > 0
    assert page.table.stage.pace.trick_ms == 3000
    assert not page.table.stage.pace.waits_for_click
    press_key(person, Key.Key_Up)
    assert motion.requested_speed == 2.0


def test_menus_enable_what_a_replay_offers(open_program):
    person, _ = open_replay_page(open_program, "damn-3")
    menus = person.facade.menus
    for action in (menus.look, menus.table_rules, menus.side, menus.leave, menus.why):
        assert action.isEnabled(), action.text()
    for action in (menus.result, menus.again, menus.abandon, menus.take_back, menus.hint):
        assert not action.isEnabled(), action.text()
    assert person.facade.windowTitle().startswith("Damn")
    menus.leave.trigger()
    assert person.facade.start_screen is not None
