"""Tests of the frame around the hand, which marks the keyboard focus."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ui.table.person import wait_until


def open_match_for_card(open_match):
    """Open a match, wait for a card to be asked for and rest the mouse on the cloth."""
    person = open_match("rank", 3)
    person.match_view.begin_match()
    person.wait_for_turn()
    QTest.mouseMove(person.window.windowHandle(), person.table_centre)
    QApplication.processEvents()
    return person


def test_a_key_press_shows_the_hand_frame(open_match):
    person = open_match_for_card(open_match)
    frame = person.match_view.hand_frame.frame_item
    assert person.match_view.hasFocus()
    assert not frame.isVisible()
    person.press(Qt.Key.Key_Shift)
    wait_until(frame.isVisible)
    for item in person.scene.cards.own_hand:
        assert frame.sceneBoundingRect().contains(item.placement.x, item.placement.y)
        assert frame.zValue() < item.zValue()
    assert (
        frame.sceneBoundingRect().top()
        >= person.scene.plates[person.scene.near_seat].body_rect().bottom()
    )
    # The focused card has a frame of its own.
    person.press(Qt.Key.Key_Up)
    wait_until(lambda: not frame.isVisible())
    person.match_view.setFocus()
    wait_until(frame.isVisible)
    QTest.mouseMove(person.window.windowHandle(), person.card_point(person.own_faces[0]))
    wait_until(lambda: not frame.isVisible())


@pytest.mark.slow
def test_hand_frame_is_shown_after_navigation(open_match):
    person = open_match_for_card(open_match)
    frame = person.match_view.hand_frame.frame_item
    person.match_view.hover_help.toggle_navigator()
    person.press(Qt.Key.Key_Right)
    assert not frame.isVisible()
    person.press(Qt.Key.Key_Escape)
    wait_until(frame.isVisible)
    assert person.match_view.hasFocus()


def test_nothing_is_framed_while_no_card_is_asked_for(open_match):
    person = open_match("damn", 3, first=3, deals=6)
    person.match_view.begin_match()
    person.wait_for_turn()
    assert person.match_view.prompts.choice_prompt.isVisible()
    person.press(Qt.Key.Key_Shift)
    person.match_view.setFocus()
    QApplication.processEvents()
    assert not person.match_view.hand_frame.frame_item.isVisible()
