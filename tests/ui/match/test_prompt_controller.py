"""Keys pressed at the table reach the card they refer to."""

import pytest
from PySide6.QtCore import Qt

from ui.table.person import until


@pytest.fixture
def asked(laid):
    """Return a person at a table of Master whose first card is not legal."""
    person = laid("master", 4, "keys")
    person.playing.begin()
    while person.wait_for_turn():
        if len(person.legal) > 1 and person.hand[0] not in person.legal:
            return person
        person.act()
    raise AssertionError("no such question was asked")


@pytest.mark.parametrize(("key", "index"), [(Qt.Key.Key_Home, 0), (Qt.Key.Key_End, -1)])
def test_home_and_end_go_to_the_ends_of_the_hand_from_the_table(asked, key, index):
    asked.press(key)
    assert asked.playing.asking.handles.focused == asked.hand[index]


@pytest.mark.parametrize(("key", "index"), [(Qt.Key.Key_Right, 0), (Qt.Key.Key_Left, -1)])
def test_arrows_go_to_the_first_and_last_legal_card_from_the_table(asked, key, index):
    asked.press(key)
    assert asked.playing.asking.handles.focused == asked.legal[index]


def hinted_card(person):
    """Request a hint, wait for it, and return the face of the card that it raises."""
    asking = person.playing.asking
    asking.hints.level = "medium"
    asking.ask_hint()
    until(lambda: not asking.hints.thinking)
    best = asking.hints.choices[0].command
    return next(face for face in person.legal if face.card == best.card)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Up])
def test_enter_goes_to_the_card_that_the_hint_raises(laid, key):
    person = laid("damn", 3, "hints", first=6, deals=7)
    person.playing.begin()
    while person.wait_for_turn():
        if not person.asked_bid and len(person.legal) > 1:
            hinted = hinted_card(person)
            if hinted != person.legal[0]:
                person.press(key)
                assert person.playing.asking.handles.focused == hinted
                return
        person.act()
    raise AssertionError("the hint always raised the first card")


def test_up_within_the_hand_stays_at_the_card(asked):
    asked.press(Qt.Key.Key_Right)
    asked.press(Qt.Key.Key_Right)
    held = asked.playing.asking.handles.focused
    assert held != asked.legal[0]
    asked.press(Qt.Key.Key_Up)
    assert asked.playing.asking.handles.focused == held


@pytest.mark.parametrize("key", [Qt.Key.Key_Up, Qt.Key.Key_Down])
def test_arrows_from_a_button_at_the_table_open_no_rules(asked, key):
    playing = asked.playing
    playing.hint_button.setFocus()
    asked.press(key)
    assert not playing.corner.rules_button.hasFocus()
    assert playing.hint_button.hasFocus() or playing.asking.handles.focused is not None
