"""Tests of the slip with the rules of a table."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message
from greenbaize.rules.table_snapshot import CurrentRules, RankRing
from greenbaize.ui.table.rules_slip_dialog import LINE_WIDTH_PX, RulesSlipDialog
from greenbaize.ui.widgets.dialog import VerticalScrollArea
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.widgets.theme import LIGHT
from greenbaize.words.match_words import TableRule
from greenbaize.words.speaker import Speaker
from ui.table.match_on_turn import LARGE, open_match_on_turn
from ui.table.person import wait_until


@pytest.mark.slow
@pytest.mark.parametrize("input_method", ["mouse", "key", "shortcut"])
def test_slip_shows_the_rules_of_this_table(open_program, input_method):
    options = {"hook": True, "zero_bids": True, "first": 3, "deals": 5}
    person = open_program(PlayRequest("damn", 4, options, seed_from_text("slip")))
    wait_until(lambda: person.facade.match_view)
    person.wait_for_turn()
    corner = person.match_view.rules_controller
    if input_method == "mouse":
        person.click(corner.rules_button)
    elif input_method == "key":
        corner.rules_button.setFocus()
        QTest.keyClick(corner.rules_button, Qt.Key.Key_Return)
    else:
        person.press(Qt.Key.Key_F3)
    slip = corner.slip_dialog
    assert slip.isVisible()
    before, _, usual = slip.text.partition("As usual")
    assert "Not as usual" in before
    assert "In this deal an exact bid of 0 scores 8. (Damn,\u00a0§\u00a05)" in before
    assert "Hook: yes. The last bidder may not make" in before
    assert "Cards in the smallest deal: 3" in before
    assert "Usually: 1." in before
    assert "Mistakes: are refused" in usual
    QTest.keyClick(slip, Qt.Key.Key_Escape)
    assert corner.slip_dialog is None
    assert person.match_view.prompts.question is not None


@pytest.mark.slow
def test_slip_follows_the_trick_and_closes_with_the_table(open_match):
    person = open_match_on_turn(open_match, "ass", 3, LARGE, trumps="ranked")
    corner = person.match_view.rules_controller
    person.click(corner.rules_button)
    slip, first = corner.slip_dialog, corner.slip_dialog.text
    assert "spades stand above diamonds" in first
    assert "An eight counts 16" in first
    while corner.current_rules.ring.suit is None:
        prompt = person.match_view.prompts.choice_prompt
        if prompt.isVisible():
            person.click(prompt.buttons[0])
        else:
            person.double_click_card(person.legal_faces[0])
        person.wait_for_turn()
    assert slip.text != first
    assert "takes the trick from" in slip.text
    person.match_view.close_page()
    assert corner.slip_dialog is None


def test_keys_scroll_the_slip_wherever_its_focus_is(open_match):
    person = open_match_on_turn(open_match, "ass", 3, LARGE)
    corner = person.match_view.rules_controller
    corner.toggle_slip()
    slip = corner.slip_dialog
    bar = slip.scroll_bar
    assert bar.maximum() == 0  # the screen is high enough for the whole slip
    slip.resize(slip.width(), 300)
    wait_until(bar.maximum)
    slip.close_button.setFocus()
    for key, is_scrolled in (
        (Qt.Key.Key_Down, lambda: 0 < bar.value() < bar.pageStep()),
        (Qt.Key.Key_PageDown, lambda: bar.value() >= bar.pageStep()),
        (Qt.Key.Key_End, lambda: bar.value() == bar.maximum()),
        (Qt.Key.Key_PageUp, lambda: bar.value() < bar.maximum()),
        (Qt.Key.Key_Home, lambda: bar.value() == 0),
    ):
        QTest.keyClick(slip.windowHandle(), key)
        assert is_scrolled(), key
    assert slip.close_button.hasFocus()


@pytest.fixture
def parent(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    return parent


def make_slip(parent, *rules):
    return RulesSlipDialog(rules, Speaker(["Ida", "Anna"], 0), parent)


HOOK = TableRule("Hook", "yes", "The last bidder may not make it even.", "no")
DEALS = TableRule("Deals", "3", "")


def test_unusual_rules_come_before_usual_ones_with_their_usual_value(parent):
    assert make_slip(parent, DEALS, HOOK).text.splitlines() == [
        "Not as usual",
        "Hook: yes. The last bidder may not make it even. Usually: no.",
        "As usual",
        "Deals: 3.",
    ]


def test_house_rules_give_the_section_their_name(parent):
    slip = make_slip(parent, HOOK)
    slip.rules_name = "At home"
    slip.show_rules(CurrentRules())
    assert slip.text.splitlines()[0] == "House rules “At home”"


def test_a_section_without_lines_has_no_heading(parent):
    assert make_slip(parent).text == ""
    assert make_slip(parent, HOOK).text.splitlines()[0] == "Not as usual"


def test_the_situation_comes_first_and_scores_with_their_rule(parent):
    slip = make_slip(parent, HOOK, DEALS)
    situation = Message("tell-turn", {"seat": 1})
    scoring = Message("trick-taken", {"seat": 0}, "damn.md 5")
    slip.show_rules(CurrentRules(situation=(situation,), scoring=(scoring,)))
    lines = slip.text.splitlines()
    headings = ("Now", "Not as usual", "In this deal", "As usual")
    assert [line for line in lines if line in headings] == list(headings)
    assert lines[1] == "It is Anna's turn."
    assert lines[5] == "You take the trick. (Damn,\u00a0§\u00a05)"


def test_the_ring_is_shown_and_told_only_where_there_is_one(parent):
    slip = make_slip(parent, HOOK)
    scroll = slip.findChild(VerticalScrollArea)
    assert not slip.ring_widget.isVisibleTo(slip)
    assert scroll.accessibleDescription() == slip.text
    ring = RankRing(("6", "A", "Q"))
    slip.show_rules(CurrentRules(ring=ring))
    assert slip.ring_widget.isVisibleTo(slip)
    name = slip.ring_widget.accessibleName()
    assert "6 beats A, A beats Q, Q beats 6." in name
    assert scroll.accessibleDescription() == f"{name}\n{slip.text}"
    assert scroll.accessibleName() == slip.windowTitle() == "Rules"


def test_new_rules_replace_the_old_lines(parent):
    slip = make_slip(parent, HOOK)
    for code in ("self-icons", "tell-turn"):
        slip.show_rules(CurrentRules(situation=(Message(code, {"seat": 1, "count": 3}),)))
    assert slip.text.splitlines()[:2] == ["Now", "It is Anna's turn."]
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(slip.findChildren(PlainLabel)) == 4


def test_the_ring_lies_on_cloth(parent):
    slip = make_slip(parent)
    slip.show_rules(CurrentRules(ring=RankRing(("6", "A", "Q"))))
    slip.show()
    assert slip.ring_widget.height() == 112
    assert slip.ring_widget.sizeHint().width() == LINE_WIDTH_PX
    image = slip.ring_widget.grab().toImage()
    assert image.pixelColor(image.width() // 2, 4).name() == LIGHT.felt
    with_ring = image.copy()
    slip.ring_widget.ring = None
    assert slip.ring_widget.grab().toImage() != with_ring
    slip.close()


def test_the_match_goes_on_beside_it_and_escape_closes_it(parent):
    slip = make_slip(parent, HOOK)
    assert not slip.isModal()
    slip.show()
    assert slip.size() == slip.sizeHint()
    QTest.keyClick(slip, Qt.Key.Key_Escape)
    assert not slip.isVisible()
    slip.show()
    QTest.mouseClick(slip.close_button, Qt.MouseButton.LeftButton)
    assert not slip.isVisible()
