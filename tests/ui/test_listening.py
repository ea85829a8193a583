"""The program without sight: its accessibility tree, actions and keys."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.words.spoken import SpokenCards
from ui.accessibility_tree import (
    Role,
    find_unlabelled_combo_boxes,
    find_unnamed_nodes,
    focused_node,
    screen_reader_active,
    trigger_first_action,
    visible_nodes,
)
from ui.table.person import wait_until
from ui.window_gallery import GOLDEN_RECORDS, SHORT_MATCH, open_windows, play_first_deal

pytestmark = pytest.mark.slow

Key = Qt.Key

MATCHES = ("damn-3", "blackout-4", "master-2", "ass-3", "rank-2")


@pytest.fixture(autouse=True)
def screen_reader():
    """Activate accessibility for the whole test."""
    with screen_reader_active():
        yield


def write_last_deal_record(name, folder):
    """Write the record of a match up to its last deal, with a human at the first seat."""
    lines = (GOLDEN_RECORDS / f"{name}.jsonl").read_text().splitlines()
    header = json.loads(lines[0])
    header["seats"][0] = {"name": "Ida", "kind": "human"}
    last_deal_index = max(
        index for index, line in enumerate(lines) if json.loads(line).get("type") == "deal"
    )
    path = folder / f"{name}.jsonl"
    path.write_text("\n".join([json.dumps(header), *lines[1 : last_deal_index + 1], ""]))
    return path


def is_answer_node(node):
    """Return whether a node is one of the own cards or an answer button."""
    is_in_hand_or_question = any(
        name.startswith("Your hand") or name.endswith("?") for name in node.path
    )
    return node.role is Role.Button and is_in_hand_or_question


def act_by_keyboard(person):
    """Answer with the focused node or move to the answers; return whether the match goes on."""
    QApplication.processEvents()
    node = focused_node()
    if node is None:
        return True
    if is_answer_node(node):
        person.press(Key.Key_Return)
    elif node.name == "The table" or node.name.endswith("?"):
        person.press(Key.Key_Right)
    return "Result" not in (node.name, *node.path)


def wait_for_question(person):
    """Wait until a question is asked and an answer has the focus."""
    person.wait_for_turn()
    wait_until(lambda: (here := focused_node()) is not None and is_answer_node(here))
    return person


def node_names(role, within=""):
    """Return the names of nodes with this role inside a node whose name begins with ``within``."""
    nodes = [candidate for candidate in visible_nodes() if candidate.role is role]
    return [node.name for node in nodes if any(name.startswith(within) for name in node.path)]


@pytest.mark.long
@pytest.mark.parametrize("name", MATCHES)
def test_match_is_playable_by_the_accessibility_tree(open_program, tmp_path, name):
    person = open_program(PlayRequest(record=write_last_deal_record(name, tmp_path), seat=0))
    wait_for_question(person)
    wait_until(lambda: not act_by_keyboard(person))
    assert person.match_view.player_view.is_over
    assert not find_unnamed_nodes()


def test_tree_has_hand_table_and_question_at_a_bid(open_program):
    person = wait_for_question(
        open_program(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from_text("ears")))
    )
    hand = [SpokenCards((face.card,)) for face in person.own_faces]
    assert node_names(Role.Button, "Your hand, 3 cards") == hand
    focus = focused_node()
    assert focus.path[-1] == "How many tricks do you bid?"
    table_node = " ".join(node_names(Role.StaticText, "On the table"))
    for expected in ("was turned up", "Trump is", "This is deal 1 of 3", "You have 0 points"):
        assert expected in table_node
    assert "is the dealer" in " ".join(table_node.description for table_node in visible_nodes())
    assert not find_unnamed_nodes()


def test_answers_are_given_by_accessible_actions(open_program):
    person = wait_for_question(
        open_program(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from_text("ears")))
    )
    trigger_first_action(next(node for node in visible_nodes() if node.name == "Bid 1"))
    wait_until(lambda: not person.asks_for_bid)
    wait_for_question(person)
    hand = [node for node in visible_nodes() if node.path[-1:] == ("Your hand, 3 cards",)]
    # The focused card keeps its description: a change would be spoken at once.
    assert [bool(node.description) for node in hand] == [not node.focused for node in hand]
    card = next(node for node in hand if node.description)
    trigger_first_action(card)
    wait_until(lambda: card.name not in node_names(Role.Button, "Your hand"))


def test_question_does_not_take_the_focus_from_the_sheet(open_program):
    person = wait_for_question(
        open_program(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from_text("ears")))
    )
    table = person.match_view.side_column.sheet_panel.table
    table.setFocus()
    person.match_view.prompts.choice_prompt.buttons[1].click()
    person.wait_for_turn()
    table.setFocus()
    prompts = person.match_view.prompts
    prompts.choose_card(person.legal_faces[0])
    person.wait_for_turn()
    assert table.hasFocus()
    person.press(Key.Key_Escape)
    assert prompts.proxies.focused_face == person.legal_faces[0]


def test_f6_cycles_through_the_areas(open_program):
    person = wait_for_question(
        open_program(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from_text("ears")))
    )
    match_view, facade = person.match_view, person.facade
    person.press(Key.Key_F6)
    assert match_view.hover_help.navigator.is_active
    person.press(Key.Key_F6)
    assert not match_view.hover_help.navigator.is_active
    assert facade.focusWidget() is match_view.side_column.sheet_panel.table
    person.press(Key.Key_F6)
    node = focused_node()
    assert node is not None
    assert is_answer_node(node)
    facade.menus.part_before.trigger()
    assert facade.focusWidget() is match_view.side_column.sheet_panel.table


def test_tab_order_is_hand_answers_corner_sheet(open_program):
    person = wait_for_question(
        open_program(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from_text("ears")))
    )
    match_view = person.match_view
    match_view.prompts.proxies.focus_card()
    focus_widgets = []
    while (focus := person.facade.focusWidget()) not in focus_widgets:
        focus_widgets.append(focus)
        person.press(Key.Key_Tab)
    prompt_areas = (
        match_view.prompts.proxies,
        match_view.prompts.choice_prompt,
        match_view.hint_button,
    )
    areas = (*prompt_areas, match_view.rules_controller.rules_button, match_view.side_column)
    visited_areas = [
        area
        for focus_widget in focus_widgets
        for area in areas
        if area is focus_widget or area.isAncestorOf(focus_widget)
    ]
    assert list(dict.fromkeys(visited_areas)) == list(areas)
    assert sum(area is match_view.prompts.proxies for area in visited_areas) == 1


def test_home_end_and_suit_letters_navigate_the_hand(open_program):
    person = wait_for_question(
        open_program(PlayRequest("damn", 3, {"first": 9, "deals": 9}, seed_from_text("suits")))
    )
    handles, hand = person.match_view.prompts.proxies, person.own_faces
    handles.focus_card()
    person.press(Key.Key_End)
    assert handles.focused_face == hand[-1]
    person.press(Key.Key_Home)
    assert handles.focused_face == hand[0]
    suit = hand[-1].card.suit
    assert suit is not None
    of_suit = [face for face in hand if face.card.suit is suit]
    for face in (*of_suit, of_suit[0]):
        person.press(getattr(Key, f"Key_{suit.name[0]}"))
        assert handles.focused_face == face


def test_reports_are_shown_on_the_banner(open_program):
    person = wait_for_question(
        open_program(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from_text("ears")))
    )
    for report, expected in (
        ("trick", "No card lies on the table. Trump is"),
        ("last_trick", "No trick has been taken yet."),
        ("score", "This is deal 1 of 3. You have 0 points in all."),
        ("plates", "You have 0 points in all. You have not bid yet. It is your turn."),
    ):
        person.match_view.read_out_report(report)
        assert person.facade.banner.label.text().startswith(expected)
    wait_until(lambda: not act_by_keyboard(person) or person.match_view.side_column.latest_trick)
    last_trick_report = person.match_view.reports.build_report(
        "last_trick", person.match_view.shown_view
    )
    assert last_trick_report.startswith("The last trick: ")
    assert "you " in last_trick_report
    assert last_trick_report.endswith((" takes the trick.", "You take the trick."))


def test_visible_hands_of_others_are_in_the_tree(open_program):
    person = wait_for_question(
        open_program(PlayRequest("blackout", 3, {}, seed_from_text("blind")))
    )
    table_nodes = [node for node in visible_nodes() if node.path[-1:] == ("On the table",)]
    descriptions = " ".join(node.description for node in table_nodes)
    visible_hands = [
        hand.cards
        for hand in person.match_view.player_view.game.picture(person.match_view.shown_view).hands
    ]
    for cards in visible_hands:
        for card in cards:
            assert SpokenCards((card,)) in descriptions
    assert "Your hand, 1 card that you do not see" in node_names(Role.Grouping)


def test_focusable_widgets_of_every_window_are_labelled(open_program):
    person = open_program(SHORT_MATCH)
    play_first_deal(person)
    unnamed_by_window = {}
    for name, _ in open_windows(person):
        if name == "file":  # Qt's own dialog, whose folders have no size
            continue
        if unnamed := find_unnamed_nodes() + find_unlabelled_combo_boxes():
            unnamed_by_window[name] = unnamed
    assert unnamed_by_window == {}


def test_the_whole_sheet_is_a_table_of_cells(open_program):
    person = open_program(SHORT_MATCH)
    play_first_deal(person)
    person.facade.sheets.show_sheet_page()
    page = person.facade.sheets.sheet_page
    wait_until(page.isVisible)
    page_nodes = [
        node for node in visible_nodes() if node.path and node.path[0] == page.windowTitle()
    ]
    cells = [node.name for node in page_nodes if node.role is Role.Cell]
    assert any("deal 1" in name and "Ida" in name for name in cells)
    assert {node.name for node in page_nodes if node.role is Role.ColumnHeader} >= {"Ida", "Anna"}
