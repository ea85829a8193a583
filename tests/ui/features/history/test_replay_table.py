"""Tests for the replay table: hover notes, the rules slip and the score sheet."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.past import OPEN
from greenbaize.rules.events import Scored
from greenbaize.rules.things import Thing
from greenbaize.store.settings import Settings
from ui.table.person import until

GOLDEN = Path(__file__).parents[3] / "golden"
Key = Qt.Key


def replayed(opened, name, speed=0.0):
    person = opened(PlayRequest(record=GOLDEN / f"{name}.jsonl"), speed=speed)
    until(lambda: person.main.replaying is not None and person.main.replaying.isVisible())
    replaying = person.main.replaying
    assert replaying is not None
    # Reading a long record shows a progress window, and the offscreen platform does not reactivate
    # the main window afterwards.
    person.main.activateWindow()
    QApplication.processEvents()
    return person, replaying


def press(person, key):
    QTest.keyClick(person.main.windowHandle(), key)
    QApplication.processEvents()


@pytest.mark.slow
def test_what_lies_there_has_a_note_and_f1_opens_its_rule(opened):
    person, replaying = replayed(opened, "master-4-ranked")
    replaying.go_to(60)
    press(person, Key.Key_F6)
    note = replaying.table.scene.note
    assert note.isVisible()
    assert isinstance(note.about, Thing)
    assert replaying.pointing.rule
    asked = []
    person.main.help_desk.show_rule = asked.append
    person.main.help_desk.show_rules()
    assert asked == [replaying.pointing.rule]
    shown = note.text
    # The note follows the position shown.
    replaying.go_to(replaying.replay.playback.deals[5])
    assert note.text != shown
    press(person, Key.Key_Escape)
    assert not note.isVisible()
    assert replaying.hasFocus()


@pytest.mark.slow
def test_the_rules_of_the_table_lie_on_a_slip(opened):
    person, replaying = replayed(opened, "master-4-ranked")
    press(person, Key.Key_F3)
    assert replaying.corner.slip.isVisible()
    replaying.go_to(60)
    ring = replaying.corner.at_hand.ring
    assert replaying.corner.ring_place() is not None
    replaying.go_to(replaying.replay.playback.deals[6])
    assert replaying.corner.at_hand.ring != ring
    person.main.set_ring(on=False)
    assert replaying.corner.ring_place() is None
    replaying.look_as(1)
    assert replaying.corner.ring_place() is None
    person.main.clear_table()
    assert replaying.corner.slip is None


@pytest.mark.slow
def test_the_sheet_folds_for_every_viewer_and_is_remembered(opened):
    person, replaying = replayed(opened, "damn-4-table")
    person.click(replaying.side.sheet.fold_button)
    assert replaying.folding.folded
    assert not person.main.menus.side.isChecked()
    replaying.look_as(2)
    assert replaying.folding.folded
    assert not Settings.load().side
    person.click(replaying.folding.flap)
    assert not replaying.folding.folded
    assert person.main.menus.side.isChecked()


@pytest.mark.slow
def test_what_a_deal_has_brought_is_seen_until_one_goes_elsewhere(opened):
    person, replaying = replayed(opened, "damn-4-hook-zero-bids")
    events = replaying.replay.playback.events
    scored = next(at for at, event in enumerate(events) if isinstance(event, Scored))
    replaying.look_as(OPEN)
    replaying.go_to(scored)
    press(person, Key.Key_Right)
    replaying.settle()
    made = replaying.table.scene.occasions.made
    assert all(slip.words for slip in made)
    press(person, Key.Key_Left)
    assert not any(slip.words for slip in made)


@pytest.mark.slow
def test_the_winner_glows_at_the_end_alone(opened):
    person, replaying = replayed(opened, "damn-3")
    replaying.go_to(len(replaying.replay.playback) - 1)
    plates = replaying.table.scene.plates
    press(person, Key.Key_Right)
    replaying.settle()
    assert any(plate.won for plate in plates)
    press(person, Key.Key_Home)
    assert not any(plate.won for plate in plates)


@pytest.mark.slow
def test_what_the_others_did_is_not_left_from_another_moment(opened):
    person, replaying = replayed(opened, "rank-4-deals")
    replaying.look_as(OPEN)
    playback, said = replaying.replay.playback, replaying.table.scene.said
    # A turn with at least two actions, of which the first is then shown again.
    acts = [playback.game.log_entry(event) for event in playback.events]
    first = next(
        at
        for at, (one, other) in enumerate(pairwise(acts))
        if one is not None and other is not None and one.seat == other.seat != 0
    )
    replaying.go_to(first)
    press(person, Key.Key_Right)
    once = [one.words for one in said if one.isVisible()]
    assert once
    press(person, Key.Key_Right)
    assert [one.words for one in said if one.isVisible()] != once
    replaying.go_to(first)
    assert not any(one.isVisible() for one in said)
    press(person, Key.Key_Right)
    assert [one.words for one in said if one.isVisible()] == once


def test_without_motion_cards_jump_and_pauses_stay(opened):
    person, replaying = replayed(opened, "damn-3", speed=1.0)
    person.main.settings.trick_seconds = 3.0
    person.main.apply_settings()
    motion = replaying.table.motion
    assert motion.jumps
    assert motion.speed > 0
    assert replaying.table.stage.pace.trick_ms == 3000
    assert not replaying.table.stage.pace.waits
    press(person, Key.Key_Up)
    assert motion.haste == 2.0


def test_the_menus_offer_what_there_is(opened):
    person, _ = replayed(opened, "damn-3")
    menus = person.main.menus
    for action in (menus.look, menus.table_rules, menus.side, menus.leave, menus.why):
        assert action.isEnabled(), action.text()
    for action in (menus.result, menus.again, menus.abandon, menus.take_back, menus.hint):
        assert not action.isEnabled(), action.text()
    assert person.main.windowTitle().startswith("Damn")
    menus.leave.trigger()
    assert person.main.lobby is not None
