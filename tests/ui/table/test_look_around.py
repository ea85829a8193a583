"""Tests of the frame around the hand, which marks the keyboard focus."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ui.table.person import until


def asked_for_a_card(laid):
    """Open a match, wait for a card to be asked for and rest the mouse on the cloth."""
    person = laid("rank", 3)
    person.playing.begin()
    person.wait_for_turn()
    QTest.mouseMove(person.window.windowHandle(), person.middle)
    QApplication.processEvents()
    return person


def test_whoever_uses_keys_sees_where_the_keyboard_is(laid):
    person = asked_for_a_card(laid)
    frame = person.playing.hand_mark.frame
    assert person.playing.hasFocus()
    assert not frame.isVisible()
    person.press(Qt.Key.Key_Shift)
    until(frame.isVisible)
    for item in person.scene.cards.own:
        assert frame.sceneBoundingRect().contains(item.spot.x, item.spot.y)
        assert frame.zValue() < item.zValue()
    assert frame.sceneBoundingRect().top() >= person.scene.plates[person.scene.near].body().bottom()
    # The focused card has a frame of its own.
    person.press(Qt.Key.Key_Up)
    until(lambda: not frame.isVisible())
    person.playing.setFocus()
    until(frame.isVisible)
    QTest.mouseMove(person.window.windowHandle(), person.spot(person.hand[0]))
    until(lambda: not frame.isVisible())


@pytest.mark.slow
def test_it_is_seen_after_looking_around(laid):
    person = asked_for_a_card(laid)
    frame = person.playing.hand_mark.frame
    person.playing.pointing.look_around()
    person.press(Qt.Key.Key_Right)
    assert not frame.isVisible()
    person.press(Qt.Key.Key_Escape)
    until(frame.isVisible)
    assert person.playing.hasFocus()


def test_nothing_is_framed_while_no_card_is_asked_for(laid):
    person = laid("damn", 3, first=3, deals=6)
    person.playing.begin()
    person.wait_for_turn()
    assert person.playing.asking.prompt.isVisible()
    person.press(Qt.Key.Key_Shift)
    person.playing.setFocus()
    QApplication.processEvents()
    assert not person.playing.hand_mark.frame.isVisible()
