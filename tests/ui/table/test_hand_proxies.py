"""Tests of the accessible descriptions of the hand's cards."""

from PySide6.QtCore import Qt

from ui.accessibility_tree import screen_reader_active

Key = Qt.Key


def focused_description(person):
    """Return the accessible description of the focused card."""
    focus = person.window.focusWidget()
    return focus.accessibleDescription()


def open_match_for_card(open_match):
    person = open_match("damn", 3, "handles", first=4, deals=4)
    person.match_view.begin_match()
    person.wait_for_turn()
    person.press(Key.Key_Return)
    person.wait_for_turn()
    assert not person.asks_for_bid
    return person


def test_a_card_reached_by_arrow_key_has_a_description(open_match):
    with screen_reader_active():
        person = open_match_for_card(open_match)
        assert focused_description(person) == ""
        name = person.window.focusWidget().accessibleName()
        person.press(Key.Key_Right, Key.Key_Left)
        assert focused_description(person)
        assert not focused_description(person).startswith(name)


def test_the_neighbour_of_a_played_card_has_no_outdated_description(open_match, application):
    descriptions = []

    def log_description(_, widget):
        if widget is not None:
            descriptions.append(widget.accessibleDescription())

    with screen_reader_active():
        person = open_match_for_card(open_match)
        person.press(Key.Key_Right, Key.Key_Left)
        application.focusChanged.connect(log_description)
        person.press(Key.Key_Return)
        application.focusChanged.disconnect(log_description)
    assert set(descriptions) == {""}
