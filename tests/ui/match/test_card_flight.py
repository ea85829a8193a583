"""Tests for the flight of an own card: called back, it was never played."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.rules.events import CardPlayed
from greenbaize.ui.match.card_flight import OWN_FLIGHT_MS


@pytest.fixture
def play_until_card(open_match, clock):
    """Return a function that plays until a card is asked for, and then turns animations on."""

    def play_until(game="damn", players=3, **options):
        person = open_match(game, players, "flight", clock=clock, **options)
        person.match_view.begin_match()
        while person.wait_for_turn():
            question = person.match_view.prompts.question
            if question.kind == "play" and len(person.legal_faces) > 1:
                person.match_view.animator.speed = 1.0
                return person
            person.play_first_choice()
        raise AssertionError("no card was asked for")

    return play_until


def advance(person, clock, milliseconds):
    clock.now += milliseconds
    person.match_view.animator.advance_animations()


def own_plays(person):
    return [
        event
        for event in person.match_view.player_view.record_events
        if isinstance(event, CardPlayed) and event.seat == 0
    ]


def start_flight(person, clock):
    """Play the first legal card with the mouse; return its face in mid-flight."""
    face = person.legal_faces[0]
    person.click_card(face)
    person.click_card(face)
    assert person.match_view.prompts.flight.is_flying
    advance(person, clock, OWN_FLIGHT_MS / 2)
    return face


def flying_point(person):
    item = person.scene.cards.flying_item
    view = person.match_view.table_view
    return view.mapFromScene(item.pos())


def press_escape(person):
    person.press(Qt.Key.Key_Escape)


def click_right(person):
    viewport = person.match_view.table_view.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.RightButton, pos=flying_point(person))


def click_flying_card(person):
    viewport = person.match_view.table_view.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=flying_point(person))


@pytest.mark.parametrize("game", ["damn", "master", "ass", "rank"])
@pytest.mark.parametrize("call_back", [press_escape, click_right, click_flying_card])
def test_called_back_card_was_never_played(play_until_card, clock, game, call_back):
    person = play_until_card(game)
    record, plays = person.record, own_plays(person)
    faces = person.own_faces
    question = person.match_view.player_view.question
    face = start_flight(person, clock)
    assert own_plays(person) == plays
    call_back(person)
    assert not person.match_view.prompts.flight.is_flying
    advance(person, clock, 2000)
    QApplication.processEvents()
    assert person.own_faces == faces
    assert person.match_view.prompts.question == question
    assert face in person.legal_faces
    item = person.scene.cards.find_card(face)
    index = person.scene.cards.own_hand.index(item)
    assert item.placement == person.scene.cards.hand_placement(0, index)
    assert person.record == record


@pytest.mark.parametrize("game", ["damn", "master", "ass", "rank"])
def test_card_is_submitted_when_it_lands(play_until_card, clock, game):
    person = play_until_card(game)
    plays = own_plays(person)
    face = start_flight(person, clock)
    placement = person.scene.cards.flying_item.placement
    item = person.scene.cards.flying_item
    advance(person, clock, OWN_FLIGHT_MS)
    assert [event.card for event in own_plays(person)] == [*(e.card for e in plays), face.card]
    assert item.placement == placement
    assert person.scene.cards.flying_item is None


def test_space_lands_the_card_at_once(play_until_card, clock):
    person = play_until_card()
    plays = own_plays(person)
    start_flight(person, clock)
    person.press(Qt.Key.Key_Space)
    assert len(own_plays(person)) == len(plays) + 1


def test_keyboard_play_can_be_called_back(play_until_card, clock):
    person = play_until_card()
    plays = own_plays(person)
    person.play_card_by_keyboard(person.legal_faces[0])
    assert person.match_view.prompts.flight.is_flying
    press_escape(person)
    assert not person.match_view.prompts.flight.is_flying
    assert own_plays(person) == plays


def test_dropped_card_can_be_called_back(play_until_card, clock):
    person = play_until_card()
    plays, faces = own_plays(person), person.own_faces
    person.drag_card(person.legal_faces[0])
    assert person.match_view.prompts.flight.is_flying
    press_escape(person)
    advance(person, clock, 2000)
    assert (own_plays(person), person.own_faces) == (plays, faces)


def test_right_click_that_calls_back_opens_no_menu(play_until_card, clock):
    person = play_until_card()
    table_view, menus = person.match_view.table_view, []
    table_view.card_menu_requested.connect(lambda *_: menus.append("card"))
    table_view.element_menu_requested.connect(lambda *_: menus.append("cloth"))
    start_flight(person, clock)
    point = table_view.mapFromScene(*person.scene.geometry.centre)
    QTest.mouseClick(table_view.viewport(), Qt.MouseButton.RightButton, pos=point)
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, point, table_view.viewport().mapToGlobal(point))
    QApplication.sendEvent(table_view.viewport(), event)
    assert not person.match_view.prompts.flight.is_flying
    assert menus == []


def test_screen_reader_is_told_of_it(play_until_card, clock):
    person = play_until_card()
    sentences = []
    person.match_view.prompts.announced.connect(sentences.append)
    start_flight(person, clock)
    press_escape(person)
    assert sentences[0].startswith("Back in your hand: ")


def test_card_is_not_played_if_the_window_closes_in_flight(play_until_card, clock):
    person = play_until_card()
    record = person.record
    start_flight(person, clock)
    person.match_view.close_page()
    assert person.record == record


def test_resize_keeps_the_flight(play_until_card, clock):
    person = play_until_card()
    start_flight(person, clock)
    person.match_view.resize(900, 640)
    item = person.scene.cards.flying_item
    assert item.placement == person.scene.geometry.played_placement(0)
    advance(person, clock, OWN_FLIGHT_MS)
    assert item.placement == person.scene.geometry.played_placement(0)


@pytest.mark.parametrize("reduced_motion", [False, True])
def test_nothing_flies_without_animations(play_until_card, reduced_motion):
    person = play_until_card()
    person.match_view.animator.speed = float(reduced_motion)
    person.match_view.animator.reduced_motion = reduced_motion
    plays = own_plays(person)
    person.click_card(face := person.legal_faces[0])
    person.click_card(face)
    assert not person.match_view.prompts.flight.is_flying
    assert len(own_plays(person)) > len(plays)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("damn", {"deals": 3, "first": 2, "enforcement": "table"}),
        ("blackout", {"deals": 3}),
        ("ass", {"deal_limit": 1}),
        ("rank", {"deals": 1}),
    ],
)
def test_match_is_played_to_its_end_with_flying_cards(open_match, clock, game, options):
    person = open_match(game, 3, "flights", clock=clock, speed=1.0, **options)
    view = person.match_view
    view.begin_match()
    flights = called_back = 0
    while not person.is_over:
        QApplication.processEvents()
        if view.prompts.flight.is_flying:
            flights += 1
            if flights % 3 == 0:
                called_back += 1
                press_escape(person)
            else:
                advance(person, clock, OWN_FLIGHT_MS)
        elif view.prompts.question is not None and not view.animator.is_busy:
            clock.now += 1000
            person.play_first_choice()
        elif view.animator.is_busy:
            view.stage.skip_animations()
        else:
            view.prompts.optional_actions.handle_ready_key()
    assert called_back
    assert len(own_plays(person)) >= flights - called_back
    assert person.record.events == tuple(view.player_view.record_events)
