"""Tests of the notes on table elements: hovering, the keyboard navigator and rules as links."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.features.help.help_window import HelpWindow
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from greenbaize.ui.table.hover_help import (
    MOVED_ELEMENT_DELAY_MS,
    collect_widget_rects,
    find_element_at,
    find_element_rect,
    iterate_elements,
)
from greenbaize.ui.table.table_navigator import ElementProxy
from greenbaize.ui.widgets.accessibility import needs_ring
from greenbaize.words.spoken import spoken_text
from greenbaize.words.titles import format_citation
from ui.table.person import LEFT_BUTTON, wait_until

GAME_TABLES = [("damn", 5), ("blackout", 4), ("master", 4), ("ass", 3), ("rank", 4)]
OPTIONS = {"damn": {"first": 5, "deals": 6}}


def play_until_card_question(person, min_lying=1):
    """Play until a card is asked for with at least this many cards lying in the trick or pile."""
    if not person.match_view.player_view.game.picture(person.match_view.player_view.view).deal:
        person.match_view.begin_match()
    while person.wait_for_turn():
        picture = person.match_view.player_view.game.picture(person.match_view.player_view.view)
        if person.match_view.prompts.refusal_by_face and len(picture.table_cards) >= min_lying:
            return person
        person.play_first_choice()
    raise AssertionError("the match ended without such a question")


def find_element_point(person, element):
    """Return a window point over an element and over no other."""
    rect = find_element_rect(person.scene, element)
    assert rect is not None
    for across in (0.5, 0.3, 0.7, 0.1, 0.9):
        for down in (0.5, 0.2, 0.8, 0.1, 0.9):
            point = rect.topLeft() + QPointF(across * rect.width(), down * rect.height())
            if find_element_at(person.scene, point) == element and not person.scene.cards.card_at(
                point
            ):
                return map_to_window(person, point)
    raise AssertionError(f"no free point over {element}")


def map_to_window(person, point):
    view = person.match_view.table_view
    return view.viewport().mapTo(person.window, view.mapFromScene(point))


def rest_mouse_at(person, point):
    QTest.mouseMove(person.window.windowHandle(), point)
    QApplication.processEvents()


def wait_for_element_note(person, element):
    """Rest the mouse on an element until its note is shown."""
    rest_mouse_at(person, find_element_point(person, element))
    wait_until(lambda: person.scene.note.subject == element)


def move_mouse_away(person):
    """Move the mouse to the bare cloth."""
    rest_mouse_at(person, map_to_window(person, QPointF(2, person.scene.height() - 2)))


def read_note_text(person):
    return person.scene.note.text.spoken_text


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), GAME_TABLES)
def test_every_element_has_a_note_for_the_mouse(open_match, game, players):
    person = play_until_card_question(open_match(game, players, **OPTIONS.get(game, {})))
    scene, note = person.scene, person.scene.note
    assert not scene.notice.toolTip()  # the note replaces the tooltip
    parts = set()
    for element, element_rect in iterate_elements(scene):
        if element.kind is TableElementKind.RING:
            continue  # the button over the ring takes the mouse
        move_mouse_away(person)  # the previous note may cover the element
        wait_for_element_note(person, element)
        assert note.isVisible()
        assert note.sentence.endswith(".")
        paper = note.sceneBoundingRect()
        assert scene.sceneRect().contains(paper)
        overlap = paper.intersected(element_rect)
        assert overlap.width() < 1 or overlap.height() < 1, element
        parts.add(element.kind)
    move_mouse_away(person)
    assert not note.isVisible()
    expected_parts = {
        TableElementKind.PLATE,
        TableElementKind.PILE if game == "rank" else TableElementKind.TRICK,
    }
    expected_parts |= (
        {TableElementKind.STOCK}
        if game == "rank"
        else {TableElementKind.SIGN, TableElementKind.NOTICE}
    )
    expected_parts |= {TableElementKind.DISC} if game in ("master", "ass") else set()
    expected_parts |= {TableElementKind.TURNED} if game in ("damn", "blackout") else set()
    assert expected_parts <= parts


def test_a_plate_says_all_its_numbers_in_words(open_match):
    person = play_until_card_question(open_match("ass", 3, "plates"))
    wait_for_element_note(person, TableElement(TableElementKind.PLATE, 0))
    state = person.match_view.player_view.view
    note_text = read_note_text(person)
    assert f"You have {state.game_data.banks[0]} bank" in note_text
    assert "You said " in note_text
    assert "Your own trump: " in note_text
    assert "It is your turn." in note_text
    assert "Ass, rule 1" in note_text
    assert "Ass, rule 3" in note_text


@pytest.mark.slow
def test_a_plate_names_the_level_of_a_bot(open_match):
    person = play_until_card_question(open_match("damn", 3, "plates"))
    wait_for_element_note(person, TableElement(TableElementKind.PLATE, 1))
    assert "A computer player: Medium." in read_note_text(person)
    wait_for_element_note(person, TableElement(TableElementKind.PLATE, 0))
    assert "computer" not in read_note_text(person)


@pytest.mark.slow
def test_the_card_on_top_says_why_and_what_would_beat_it(open_match):
    person = play_until_card_question(open_match("master", 4), min_lying=2)
    picture = person.match_view.player_view.game.picture(person.match_view.player_view.view)
    assert picture.winning_index is not None
    wait_for_element_note(person, TableElement(TableElementKind.TRICK, picture.winning_index))
    assert " is winning the trick." in read_note_text(person)
    assert "You would take the trick " in read_note_text(person)
    other_index = next(index for index in range(2) if index != picture.winning_index)
    wait_for_element_note(person, TableElement(TableElementKind.TRICK, other_index))
    assert " does not win: " in read_note_text(person)


@pytest.mark.slow
def test_a_note_comes_when_the_mouse_rests_and_a_chosen_cards_note_comes_back(open_match):
    person = play_until_card_question(open_match("damn", 5, first=5, deals=6))
    rest_mouse_at(person, find_element_point(person, TableElement(TableElementKind.PLATE, 1)))
    assert not person.scene.note.isVisible()
    wait_until(person.scene.note.isVisible)
    # Once a note is shown, the next one comes without delay.
    rest_mouse_at(person, find_element_point(person, TableElement(TableElementKind.PLATE, 2)))
    assert person.scene.note.subject == TableElement(TableElementKind.PLATE, 2)
    move_mouse_away(person)
    assert not person.scene.note.isVisible()
    face = person.own_faces[0]
    person.click_card(face)
    assert person.scene.note.subject == face
    wait_for_element_note(person, TableElement(TableElementKind.PLATE, 1))
    move_mouse_away(person)
    assert person.scene.note.subject == face


@pytest.mark.slow
def test_a_note_comes_to_a_mouse_that_already_rests_on_a_card(open_match):
    person = open_match("damn", 4, first=5, deals=6)
    play_until_card_question(person)
    face = person.legal_faces[0]
    person.hover_card(face)
    assert person.scene.note.subject == face
    point = person.card_point(face)
    person.double_click_card(face)
    person.wait_for_turn()
    while not person.match_view.prompts.refusal_by_face:
        person.play_first_choice()
        person.wait_for_turn()
    # The mouse has not moved since; the note is now that of the card under it.
    scene = person.match_view.table_view.mapToScene(
        person.match_view.table_view.viewport().mapFrom(person.window, point)
    )
    below = person.scene.cards.card_at(scene)
    assert person.scene.note.subject == below.face


def test_a_card_sliding_under_a_resting_mouse_gets_its_note(open_match):
    person = play_until_card_question(open_match("damn", 4, first=5, deals=6))
    point = map_to_window(person, QPointF(*person.scene.geometry.centre))
    move_mouse_away(person)
    rest_mouse_at(person, point)
    before = person.scene.note.subject
    assert not isinstance(before, CardFace)
    geometry = person.scene.geometry
    for item in person.scene.cards.own_hand[:1]:
        item.set_placement(item.placement._replace(x=geometry.centre[0], y=geometry.centre[1]))
    person.match_view.hover_help.refresh_note()
    assert isinstance(person.scene.note.subject, CardFace)


def test_an_element_under_a_resting_mouse_gets_its_note_after_a_delay(open_match):
    person = play_until_card_question(open_match("damn", 4, first=5, deals=6))
    trick_index = len(person.scene.cards.trick)
    geometry = person.scene.geometry
    placement = geometry.played_placement(person.scene.near_seat)
    # Point where the own card is going to lie, away from the other cards of the trick.
    point = QPointF(placement.x, placement.y + 0.5 * geometry.card_width)
    assert find_element_at(person.scene, point) is None
    rest_mouse_at(person, map_to_window(person, point))
    asking = person.match_view.prompts
    asking.choose_card(person.legal_faces[0])
    assert find_element_at(person.scene, point) == TableElement(TableElementKind.TRICK, trick_index)
    assert not person.scene.note.isVisible()
    assert person.match_view.hover_help._delay_timer.interval() == MOVED_ELEMENT_DELAY_MS


@pytest.mark.slow
def test_a_note_stands_clear_of_the_buttons_of_a_question(open_match):
    person = open_match("damn", 5, first=5, deals=6)
    person.match_view.begin_match()
    person.wait_for_turn()
    assert person.match_view.prompts.choice_prompt.isVisible()
    playing = person.match_view
    for element, _ in list(iterate_elements(person.scene)):
        if element.kind is TableElementKind.RING:
            continue
        wait_for_element_note(person, element)
        paper = person.scene.note.sceneBoundingRect()
        corner = playing.rules_controller
        widgets = (
            playing.prompts.choice_prompt,
            playing.hint_button,
            corner.rules_button,
            corner.ring_button,
        )
        for widget_rect in collect_widget_rects(playing.table_view, *widgets):
            overlap = paper.intersected(widget_rect)
            assert overlap.width() < 1 or overlap.height() < 1, element
        if element.kind is TableElementKind.STOCK:
            assert not paper.intersects(person.scene.trump_sign.text_rect())


@pytest.mark.slow
def test_tab_visits_every_element_and_escape_returns(open_match):
    person = play_until_card_question(open_match("ass", 3))
    navigator = person.match_view.hover_help.navigator
    person.press(Qt.Key.Key_Up)
    focused_before = person.match_view.prompts.proxies.focused_face
    person.match_view.hover_help.toggle_navigator()
    elements = [element for element, _ in iterate_elements(person.scene)]
    assert navigator.elements == elements
    visited = []
    for _ in elements:
        assert navigator.focused_element is not None
        assert person.scene.note.subject == navigator.focused_element
        handle = next(proxy for proxy in navigator.findChildren(ElementProxy) if proxy.hasFocus())
        assert handle.accessibleName() == spoken_text(person.scene.note.sentence)
        assert handle.accessibleDescription() == spoken_text(person.scene.note.details)
        assert navigator.focus_frame.isVisible()
        visited.append(navigator.focused_element)
        person.press(Qt.Key.Key_Tab)
    assert visited == elements
    assert navigator.focused_element == elements[0]
    person.press(Qt.Key.Key_Backtab)
    assert navigator.focused_element == elements[-1]
    person.press(Qt.Key.Key_Home)
    assert navigator.focused_element == elements[0]
    person.press(Qt.Key.Key_Escape)
    assert not navigator.is_active
    assert not navigator.focus_frame.isVisible()
    assert focused_before is not None
    assert person.match_view.prompts.proxies.focused_face == focused_before
    assert person.scene.note.subject == focused_before


@pytest.mark.slow
def test_arrow_keys_go_to_the_element_in_that_direction(open_match):
    person = play_until_card_question(open_match("master", 4, trumps="ranked", size=(1340, 775)))
    pointing = person.match_view.hover_help
    pointing.toggle_navigator()
    navigator, element_rects = pointing.navigator, dict(iterate_elements(person.scene))
    parts = {element.kind for element in navigator.elements}
    assert {
        TableElementKind.RING,
        TableElementKind.TRUMPS,
        TableElementKind.SIGN,
        TableElementKind.NOTICE,
        TableElementKind.PLATE,
        TableElementKind.TRICK,
    } <= parts
    person.press(Qt.Key.Key_Tab)
    is_in_direction = {
        Qt.Key.Key_Right: lambda start, end: end.x() > start.x(),
        Qt.Key.Key_Down: lambda start, end: end.y() > start.y(),
        Qt.Key.Key_Left: lambda start, end: end.x() < start.x(),
        Qt.Key.Key_Up: lambda start, end: end.y() < start.y(),
    }
    for key, is_beyond in is_in_direction.items():
        for _ in range(8):
            before = navigator.focused_element
            assert before is not None
            person.press(key)
            assert navigator.focused_element is not None
            if navigator.focused_element == before:
                break
            assert is_beyond(
                element_rects[before].center(), element_rects[navigator.focused_element].center()
            )
        else:
            raise AssertionError(f"{key} does not reach an end")
    # From the upper left corner straight down: trumps, main suit, a plate, the ring.
    while navigator.focused_element != TableElement(TableElementKind.NOTICE):
        person.press(Qt.Key.Key_Tab)
    visited_parts = []
    for _ in range(5):
        visited_parts.append(navigator.focused_element.kind)
        person.press(Qt.Key.Key_Down)
    assert visited_parts == [
        TableElementKind.NOTICE,
        TableElementKind.TRUMPS,
        TableElementKind.SIGN,
        TableElementKind.PLATE,
        TableElementKind.RING,
    ]


def test_navigation_ends_when_the_focus_moves_away(open_match):
    person = play_until_card_question(open_match("damn", 4, first=5, deals=6))
    person.match_view.hover_help.toggle_navigator()
    assert person.match_view.hover_help.navigator.is_active
    handle = next(proxy for proxy in person.window.findChildren(ElementProxy) if proxy.hasFocus())
    assert not needs_ring(handle)  # the ring on the table marks the element instead
    assert person.match_view.hover_help.navigator.focus_frame.isVisible()
    person.match_view.side_column.last_trick_panel.setFocus()
    person.match_view.setFocus()
    assert not person.match_view.hover_help.navigator.is_active
    assert not isinstance(person.scene.note.subject, TableElement)


@pytest.mark.slow
def test_navigation_goes_on_while_others_play(open_match):
    person = open_match("damn", 4, first=5, deals=6)
    play_until_card_question(person)
    person.match_view.hover_help.toggle_navigator()
    navigator = person.match_view.hover_help.navigator
    person.press(Qt.Key.Key_End)
    focused_element = navigator.focused_element
    face = person.legal_faces[0]
    person.match_view.prompts.choose_card(face)
    person.wait_for_turn()
    assert navigator.is_active
    assert navigator.focused_element == focused_element
    assert person.scene.note.subject == focused_element


# Rule links


@pytest.fixture
def person_at_table(open_program):
    """Open a match in the program's window and play until a card is asked for."""
    seed = seed_from_text("links")
    person = open_program(PlayRequest("damn", 4, {"first": 5, "deals": 6}, seed))
    person.wait_for_turn()
    while not (person.match_view.prompts.refusal_by_face and person.scene.cards.trick):
        person.play_first_choice()
        person.wait_for_turn()
    return person


def find_help_window(person):
    window = person.facade.help.window
    assert isinstance(window, HelpWindow)
    assert window.isVisible()
    return window


def marked_heading(person):
    """Return the heading that the help window marks."""
    (tint,) = find_help_window(person).browser.extraSelections()
    return str(tint.cursor.block().text())


@pytest.mark.slow
def test_a_click_on_a_rule_of_a_note_opens_it(person_at_table):
    person_at_table.hover_card(person_at_table.legal_faces[0])
    note = person_at_table.scene.note
    face = note.subject
    ((rule_rect, rule),) = note.rule_rects
    assert rule == "damn.md 4"
    # The mouse crosses the note to reach the link, and the note stays.
    inside = note.sceneBoundingRect().center()
    for point in (inside, note.pos() + rule_rect.center()):
        rest_mouse_at(person_at_table, map_to_window(person_at_table, point))
        assert note.isVisible()
        assert note.subject == face
    assert (
        person_at_table.match_view.table_view.viewport().cursor().shape()
        is Qt.CursorShape.PointingHandCursor
    )
    click_point = map_to_window(person_at_table, note.pos() + rule_rect.center())
    QTest.mouseClick(person_at_table.window.windowHandle(), LEFT_BUTTON, pos=click_point)
    assert find_help_window(person_at_table).page_name == "damn"
    assert marked_heading(person_at_table) == "4. Play"
    assert len(person_at_table.own_faces) == len(person_at_table.match_view.prompts.refusal_by_face)


@pytest.mark.slow
def test_f1_opens_the_rule_of_the_note_and_else_the_page(person_at_table):
    move_mouse_away(person_at_table)
    person_at_table.press(Qt.Key.Key_F1)
    assert find_help_window(person_at_table).page_name == "damn"
    assert find_help_window(person_at_table).browser.extraSelections() == []
    person_at_table.window.activateWindow()
    wait_until(person_at_table.window.isActiveWindow)
    wait_for_element_note(person_at_table, TableElement(TableElementKind.TURNED))
    person_at_table.press(Qt.Key.Key_F1)
    assert marked_heading(person_at_table) == "2. Trump"


@pytest.mark.slow
def test_f6_starts_the_navigator_and_enter_opens_the_rule(person_at_table):
    person_at_table.press(Qt.Key.Key_F6)
    navigator = person_at_table.match_view.hover_help.navigator
    while navigator.focused_element != TableElement(TableElementKind.NOTICE):
        person_at_table.press(Qt.Key.Key_Tab)
    rules = person_at_table.scene.note.text.rules
    assert len(rules) > 1
    person_at_table.press(Qt.Key.Key_Return)
    assert find_help_window(person_at_table).page_name == "damn"
    assert marked_heading(person_at_table).startswith("1. ")
    person_at_table.window.activateWindow()
    wait_until(person_at_table.window.isActiveWindow)
    assert navigator.is_active
    person_at_table.press(Qt.Key.Key_2)
    assert (
        format_citation(rules[1]) == f"Damn, § {marked_heading(person_at_table).partition('.')[0]}"
    )
    person_at_table.window.activateWindow()
    wait_until(person_at_table.window.isActiveWindow)
    person_at_table.press(Qt.Key.Key_F6)
    assert not navigator.is_active


@pytest.mark.slow
def test_rules_in_the_why_dialog_are_links(person_at_table):
    while not person_at_table.match_view.player_view.game.picture(
        person_at_table.match_view.player_view.view
    ).taken_tricks:
        person_at_table.play_first_choice()
        person_at_table.wait_for_turn()
    person_at_table.facade.explain_trick()
    dialog = person_at_table.window.findChild(TrickExplanationDialog)
    link = dialog.rule_links[0]
    assert link.text() == "Damn, § 4"
    QTest.mouseClick(link, LEFT_BUTTON)
    assert marked_heading(person_at_table) == "4. Play"
    link.setFocus()
    QTest.keyClick(link, Qt.Key.Key_Space)
    dialog.reject()


@pytest.mark.slow
def test_a_refusal_on_the_banner_has_its_rule_as_a_link(person_at_table):
    banner = person_at_table.facade.banner
    person_at_table.match_view.command_refused.emit(
        "You hold clubs and must follow suit.", "damn.md 4"
    )
    assert banner.rule_link.isVisible()
    assert banner.rule_link.text() == "Damn, § 4"
    person_at_table.click(banner.rule_link)
    assert marked_heading(person_at_table) == "4. Play"
    banner.show_sentence("The record is complete again.")
    assert not banner.rule_link.isVisible()


def test_card_shape_matches_its_rect(open_match):
    person = play_until_card_question(open_match("damn", 4, first=5, deals=6))
    for item in person.scene.cards.own_hand:
        rect = item.card_rect
        assert item.shape_contains(rect.center())
        assert not item.shape_contains(rect.topLeft() - QPointF(3, 3))
