"""Tests of the accessible descriptions of the hand's cards."""

from PySide6.QtCore import Qt

from ui.listening import listening

Key = Qt.Key


def described(person):
    """Return the accessible description of the focused card."""
    focus = person.window.focusWidget()
    return focus.accessibleDescription()


def asked_for_a_card(laid):
    person = laid("damn", 3, "handles", first=4, deals=4)
    person.playing.begin()
    person.wait_for_turn()
    person.press(Key.Key_Return)
    person.wait_for_turn()
    assert not person.asked_bid
    return person


def test_what_a_card_does_is_told_of_those_one_looks_for(laid):
    with listening():
        person = asked_for_a_card(laid)
        assert described(person) == ""
        name = person.window.focusWidget().accessibleName()
        person.press(Key.Key_Right, Key.Key_Left)
        assert described(person)
        assert not described(person).startswith(name)


def test_nothing_outdated_is_told_of_the_card_beside_the_one_played(laid, application):
    told = []

    def note(_, widget):
        if widget is not None:
            told.append(widget.accessibleDescription())

    with listening():
        person = asked_for_a_card(laid)
        person.press(Key.Key_Right, Key.Key_Left)
        application.focusChanged.connect(note)
        person.press(Key.Key_Return)
        application.focusChanged.disconnect(note)
    assert set(told) == {""}
