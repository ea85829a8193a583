"""Keys pressed at the table reach the card they refer to."""

import pytest
from PySide6.QtCore import Qt

from ui.table.person import wait_until


@pytest.fixture
def card_chooser(open_match):
    """Return a person at a table of Master whose first card is not legal."""
    person = open_match("master", 4, "keys")
    person.match_view.begin_match()
    while person.wait_for_turn():
        if len(person.legal_faces) > 1 and person.own_faces[0] not in person.legal_faces:
            return person
        person.play_first_choice()
    raise AssertionError("no such question was asked")


@pytest.mark.parametrize(("key", "index"), [(Qt.Key.Key_Home, 0), (Qt.Key.Key_End, -1)])
def test_home_and_end_go_to_the_ends_of_the_hand_from_the_table(card_chooser, key, index):
    card_chooser.press(key)
    assert card_chooser.match_view.prompts.proxies.focused_face == card_chooser.own_faces[index]


@pytest.mark.parametrize(("key", "index"), [(Qt.Key.Key_Right, 0), (Qt.Key.Key_Left, -1)])
def test_arrows_go_to_the_first_and_last_legal_card_from_the_table(card_chooser, key, index):
    card_chooser.press(key)
    assert card_chooser.match_view.prompts.proxies.focused_face == card_chooser.legal_faces[index]


def request_hinted_card(person):
    """Request a hint, wait for it, and return the face of the card that it raises."""
    prompts = person.match_view.prompts
    prompts.hints.level = "medium"
    prompts.toggle_hint()
    wait_until(lambda: not prompts.hints.is_thinking)
    best = prompts.hints.choices[0].command
    return next(face for face in person.legal_faces if face.card == best.card)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Up])
def test_enter_goes_to_the_card_that_the_hint_raises(open_match, key):
    person = open_match("damn", 3, "hints", first=6, deals=7)
    person.match_view.begin_match()
    while person.wait_for_turn():
        if not person.asks_for_bid and len(person.legal_faces) > 1:
            hinted_face = request_hinted_card(person)
            if hinted_face != person.legal_faces[0]:
                person.press(key)
                assert person.match_view.prompts.proxies.focused_face == hinted_face
                return
        person.play_first_choice()
    raise AssertionError("the hint always raised the first card")


def test_up_within_the_hand_stays_at_the_card(card_chooser):
    card_chooser.press(Qt.Key.Key_Right)
    card_chooser.press(Qt.Key.Key_Right)
    focused_face = card_chooser.match_view.prompts.proxies.focused_face
    assert focused_face != card_chooser.legal_faces[0]
    card_chooser.press(Qt.Key.Key_Up)
    assert card_chooser.match_view.prompts.proxies.focused_face == focused_face


@pytest.mark.parametrize("key", [Qt.Key.Key_Up, Qt.Key.Key_Down])
def test_arrows_from_a_button_at_the_table_open_no_rules(card_chooser, key):
    match_view = card_chooser.match_view
    match_view.hint_button.setFocus()
    card_chooser.press(key)
    assert not match_view.rules_controller.rules_button.hasFocus()
    assert match_view.hint_button.hasFocus() or match_view.prompts.proxies.focused_face is not None
