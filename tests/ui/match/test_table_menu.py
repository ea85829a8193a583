"""Tests for the menu actions and keys of the table."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.ui.match.table_menu import REPORT_KEYS
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from greenbaize.ui.shell.navigation import StartRoute
from ui.table.person import wait_until
from ui.window_steps import banner_text, open_with_match, play_to_end, wait_for_dialog

TABLE_ACTIONS = ("look", "next_part", "part_before", "read_out", "side", "table_rules")
MATCH_ACTIONS = ("result", "why", "hint", "review")
SHIFT = Qt.KeyboardModifier.ShiftModifier
ASS_REQUEST = PlayRequest("ass", 3, {"deal_limit": 1}, seed_from_text("menu"))
RANK_REQUEST = PlayRequest("rank", 3, {"deals": 1}, seed_from_text("menu"))


@pytest.fixture
def person(open_program):
    """Wait for the first question of a match of Ass."""
    person = open_with_match(open_program, ASS_REQUEST)
    person.wait_for_turn()
    return person


def enabled_actions(person, names):
    actions = person.facade.services.actions
    actions.refresh(*names)
    return [name for name in names if actions[name].isEnabled()]


def press(person, key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(person.window, key, modifiers)


def play_until_a_trick_is_taken(person):
    while person.match_view.side_column.latest_trick is None:
        person.play_first_choice()
        person.wait_for_turn()


def test_actions_need_a_table(open_program):
    person = open_program()
    assert enabled_actions(person, (*TABLE_ACTIONS, *MATCH_ACTIONS)) == []
    menu = person.facade.table_menu
    for action in (
        menu.show_result,
        menu.explain_trick,
        menu.ask_hint,
        menu.show_review,
        menu.look_around,
        menu.focus_next_part,
        menu.toggle_ring,
        menu.show_rules,
        lambda: menu.show_side(True),
    ):
        action()
    assert banner_text(person) == ""


def test_actions_follow_the_match(person):
    assert enabled_actions(person, TABLE_ACTIONS) == list(TABLE_ACTIONS)
    assert enabled_actions(person, MATCH_ACTIONS) == ["why", "hint"]
    person.facade.services.navigate(StartRoute())
    assert enabled_actions(person, (*TABLE_ACTIONS, *MATCH_ACTIONS)) == []


def test_result_is_shown_again_by_a_key(open_program):
    person = open_with_match(open_program, RANK_REQUEST)
    person.wait_for_turn()
    assert enabled_actions(person, ("result", "why")) == []  # no game of tricks
    play_to_end(person)
    wait_until(lambda: person.facade.result_card is not None)
    person.click(person.facade.result_card.close_link)
    assert not person.facade.result_card.isVisible()
    press(person, Qt.Key.Key_F8)
    assert person.facade.result_card.isVisible()
    assert enabled_actions(person, ("review", "result")) == ["review", "result"]


def test_last_trick_is_explained_by_a_key(person):
    press(person, Qt.Key.Key_F1, SHIFT)
    assert banner_text(person) == "No trick has been taken yet."
    person.facade.services.notifications.hide()
    play_until_a_trick_is_taken(person)
    press(person, Qt.Key.Key_F1, SHIFT)
    assert wait_for_dialog(person, TrickExplanationDialog)
    assert banner_text(person) == ""


def test_hints_are_for_players_only(person):
    press(person, Qt.Key.Key_F2)
    assert person.match_view.prompts.hints.is_shown
    press(person, Qt.Key.Key_F2)
    assert not person.match_view.prompts.hints.is_shown
    person.match_view.is_played = False
    person.facade.table_menu.ask_hint()
    assert not person.match_view.prompts.hints.is_shown


@pytest.mark.parametrize("report", REPORT_KEYS)
def test_reports_are_read_out(person, report):
    titles = {
        "trick": "The trick",
        "last_trick": "The last trick",
        "score": "The score",
        "plates": "The players",
    }
    actions = person.facade.services.actions
    actions["read_out"].menu().aboutToShow.emit()
    action = actions[f"read_{report}"]
    assert action.text().replace("&", "") == titles[report]
    reports = []
    person.match_view.report_read_out.connect(reports.append)
    key = Qt.Key.Key_F5 if "F5" in REPORT_KEYS[report] else Qt.Key.Key_F12
    press(person, key, SHIFT if "Shift" in REPORT_KEYS[report] else Qt.KeyboardModifier.NoModifier)
    view = person.match_view
    assert reports == [
        view.reports.build_report(report, view.shown_view, view.side_column.latest_trick)
    ]
    assert banner_text(person) == reports[0]


def test_focus_moves_around_the_parts_both_ways(person):
    prompt = person.match_view.prompts.choice_prompt
    visited_parts = []
    for modifiers in (Qt.KeyboardModifier.NoModifier, SHIFT, SHIFT):
        press(person, Qt.Key.Key_F6, modifiers)
        visited_parts.append(person.window.focusWidget())
    assert [prompt.isAncestorOf(part) for part in visited_parts] == [False, True, False]
    assert type(visited_parts[0]) is not type(visited_parts[2])


def test_look_around_opens_and_closes_the_navigator(person):
    action = person.facade.services.actions["look"]
    action.trigger()
    assert person.match_view.hover_help.navigator.is_active
    action.trigger()
    assert not person.match_view.hover_help.navigator.is_active


def show_ring(person):
    """Play until the cards that beat each other are known."""
    while person.match_view.rules_controller.current_rules.ring is None:
        person.play_first_choice()
        person.wait_for_turn()


class TestRing:
    def test_key_and_menu_switch_it(self, person):
        show_ring(person)
        settings, actions = person.facade.settings, person.facade.services.actions
        settings.ring = True
        person.facade.apply_settings()
        press(person, Qt.Key.Key_F4)
        assert not settings.ring
        actions.refresh("ring")
        assert not actions["ring"].isChecked()
        actions["ring"].trigger()
        assert settings.ring
        assert person.match_view.rules_controller.shows_ring

    def test_key_opens_the_rules_where_the_table_has_no_room(self, person, monkeypatch):
        show_ring(person)
        monkeypatch.setattr(type(person.match_view.rules_controller), "is_ring_folded", True)
        before = person.facade.settings.ring
        press(person, Qt.Key.Key_F4)
        assert person.match_view.rules_controller.slip_dialog is not None
        assert person.facade.settings.ring is before

    def test_it_is_offered_without_a_table_but_not_without_a_ring(self, open_program):
        person = open_program()
        assert enabled_actions(person, ("ring",)) == ["ring"]
        person.facade.table_menu.toggle_ring()
        person = open_with_match(open_program, RANK_REQUEST)
        person.wait_for_turn()
        assert enabled_actions(person, ("ring",)) == []
        before = person.facade.settings.ring
        person.facade.table_menu.toggle_ring()
        assert person.facade.settings.ring is before


def test_sheet_beside_the_table_is_folded_by_a_key(person):
    folding, actions = person.match_view.folding, person.facade.services.actions
    assert not folding.is_folded
    for is_folded in (True, False):
        press(person, Qt.Key.Key_F9, SHIFT)
        assert folding.is_folded is is_folded
        assert person.facade.settings.side is not is_folded
        actions.refresh("side")
        assert actions["side"].isChecked() is not is_folded


def test_onlookers_have_no_sheet_to_fold(person):
    person.match_view.table_only = True
    assert enabled_actions(person, ("side",)) == []


def test_rules_of_the_table_are_opened_by_a_key(person):
    press(person, Qt.Key.Key_F3)
    assert person.match_view.rules_controller.slip_dialog.isVisible()
    press(person, Qt.Key.Key_F3)
    assert person.match_view.rules_controller.slip_dialog is None


def test_table_leads_to_rules_and_settings(person, monkeypatch):
    person.match_view.rule_requested.emit("ass.md 3")
    assert person.facade.help.window.page_name == "ass"
    person.match_view.animator.speed = 7.0
    person.match_view.settings_requested.emit()
    assert person.match_view.animator.speed != 7.0
