"""Rank at the table: duplicate cards, turns of several cards, and no tricks."""

from collections.abc import Callable
from itertools import cycle

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games.shedding.events import PileDealt, RanksScored, TurnPassed
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.events import CardPlayed
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.table.hand_proxies import CardProxy
from greenbaize.words.titles import rank_title
from ui.table.person import SimulatedPerson, face_of, wait_until
from ui.table.table_checks import check_table_shows, is_dim

pytestmark = pytest.mark.slow

PlayMethod = Callable[[SimulatedPerson, str], None]


def click_card_twice(person, face):
    person.click_card(face)
    person.click_card(face)


MOUSE_METHODS = (click_card_twice, SimulatedPerson.double_click_card, SimulatedPerson.drag_card)
KEYBOARD_METHODS = (SimulatedPerson.play_card_by_keyboard,)


def own_card_codes(person):
    events = person.record.events
    return [
        event.card.code for event in events if isinstance(event, CardPlayed) and event.seat == 0
    ]


@pytest.fixture
def person_with_twins(open_match):
    """Return a person who holds the queen of diamonds twice and may play it."""
    person = open_match("rank", 5, "alike 13191")
    person.match_view.begin_match()
    assert person.wait_for_turn()
    assert list(map(str, person.legal_faces)) == ["QD", "QD'"]
    return person


# Two cards alike


@pytest.mark.parametrize("play_card", [*MOUSE_METHODS, *KEYBOARD_METHODS])
@pytest.mark.parametrize("code", ["QD", "QD'"])
def test_chosen_one_of_two_equal_cards_is_played(person_with_twins, play_card, code):
    scene, face = person_with_twins.scene, face_of(code)
    item, twin = (
        scene.cards.find_card(face),
        scene.cards.find_card(CardFace(face.card, not face.second)),
    )
    assert item is not None
    play_card(person_with_twins, face)
    assert item in scene.cards.pile.items
    assert twin in scene.cards.hands[0]
    assert own_card_codes(person_with_twins) == ["QD"]
    person_with_twins.wait_for_turn()
    check_table_shows(
        scene,
        person_with_twins.match_view.player_view.game.picture(
            person_with_twins.match_view.player_view.view
        ),
    )


def test_only_the_hovered_one_of_two_equal_cards_rises(person_with_twins):
    scene = person_with_twins.scene
    resting_ys = {face: scene.cards.find_card(face).y() for face in person_with_twins.legal_faces}
    person_with_twins.hover_card(face_of("QD'"))
    assert scene.cards.find_card(face_of("QD")).y() == resting_ys[face_of("QD")]
    assert scene.cards.find_card(face_of("QD'")).y() < resting_ys[face_of("QD'")] - 5


def test_single_clicks_on_two_equal_cards_play_neither(person_with_twins):
    person_with_twins.click_card(face_of("QD"))
    person_with_twins.click_card(face_of("QD'"))
    assert own_card_codes(person_with_twins) == []
    QTest.qWait(0)
    person_with_twins.click_card(face_of("QD'"))
    assert own_card_codes(person_with_twins) == ["QD"]


def test_equal_cards_look_different_and_have_separate_handles(person_with_twins):
    def card_image(face):
        return (
            person_with_twins.scene.cards.atlas.face_store(1.0).face_pixmap(face_of(face)).toImage()
        )

    assert card_image("QD") != card_image("QD'")
    proxies = [
        proxy for proxy in person_with_twins.match_view.findChildren(CardProxy) if proxy.isVisible()
    ]
    assert [proxy.face for proxy in proxies] == person_with_twins.own_faces
    assert sum(proxy.accessibleName() == "queen of diamonds" for proxy in proxies) == 2
    first, second = (proxy for proxy in proxies if proxy.accessibleName() == "queen of diamonds")
    assert first.x() < second.x()


def test_single_pack_has_no_duplicate_faces(open_match):
    person = open_match("rank", 4, watch=True)
    faces = set()

    def on_shown(_event, _view):
        scene = person.scene
        faces.update(item.face for hand in scene.cards.hands for item in hand)
        faces.update(item.face for item in (scene.cards.pile.items if scene.cards.pile else ()))

    person.match_view.stage.event_finished.connect(on_shown)
    person.match_view.begin_match()
    wait_until(lambda: person.is_over)
    assert {face for face in faces if face is not None and face.second} == set()
    assert len(faces) > 40


def test_resumed_match_distinguishes_equal_cards(open_match, person_with_twins):
    scene = person_with_twins.scene
    picture = person_with_twins.match_view.player_view.game.picture(
        person_with_twins.match_view.player_view.view
    )
    scene.show_picture(picture)
    check_table_shows(scene, picture)
    assert {"QD", "QD'"} <= set(map(str, person_with_twins.own_faces))


# One's turn


def test_illegal_cards_are_dimmed_and_show_the_reason(person_with_twins):
    for face in person_with_twins.illegal_faces:
        person_with_twins.hover_card(face)
        note = person_with_twins.scene.note
        assert note.isVisible()
        assert note.sentence
        assert note.details.startswith("Rank, § 2")
        item = person_with_twins.scene.cards.find_card(face)
        assert item is not None
        assert is_dim(item)
    plays_before = own_card_codes(person_with_twins)
    person_with_twins.double_click_card(person_with_twins.illegal_faces[0])
    assert own_card_codes(person_with_twins) == plays_before


def test_rank_has_no_trick_slot_and_no_trick_explanation(person_with_twins, open_program):
    assert not person_with_twins.scene.card_slot.isVisible()
    assert not person_with_twins.scene.trump_sign.isVisible()
    assert not person_with_twins.match_view.side_column.last_trick_panel.isVisible()
    assert person_with_twins.match_view.side_column.last_turns_panel.isVisible()
    person = open_program(PlayRequest("rank", 3, {}, "0" * 32))
    wait_until(lambda: person.facade.match_view)
    assert not person.facade.why_action.isEnabled()
    person = open_program(PlayRequest("damn", 3, {}, "0" * 32))
    wait_until(lambda: person.facade.match_view)
    assert person.facade.why_action.isEnabled()
    assert not person.match_view.side_column.last_turns_panel.isVisible()


def test_the_last_turns_can_be_read_after_clicking_through(person_with_twins):
    while person_with_twins.wait_for_turn():
        person_with_twins.double_click_card(person_with_twins.legal_faces[0])
        if sum(isinstance(event, TurnPassed) for event in person_with_twins.record.events) > 8:
            break
    person_with_twins.wait_for_turn()
    lines = person_with_twins.match_view.side_column.last_turns_panel.line_list
    list_lines = [lines.item(row).text() for row in range(lines.count())]
    list_words = " ".join(list_lines).replace(":", "").split()
    events = person_with_twins.record.events
    plays = [record_event.card for record_event in events if isinstance(record_event, CardPlayed)]
    names = [card.name for card in plays if card.suit is not None]
    assert [word for word in list_words if word in names] == names
    assert list_words.count("joker") == len(plays) - len(names)
    # Players who drew equally many and passed in a row share one line, each by name.
    passing_names = [
        line.split(": ")[0].split(", ") for line in list_lines if line.endswith("pass")
    ]
    assert sum(map(len, passing_names)) == sum(isinstance(event, TurnPassed) for event in events)
    assert any(len(names) > 1 for names in passing_names)
    assert any(line.startswith("You: ") for line in list_lines)


@pytest.mark.parametrize("input_device", ["click", "key"])
def test_one_click_or_key_skips_a_whole_turn(open_match, input_device):
    # So slow that nothing happens by itself.
    person = open_match("rank", 4, "slow 1", speed=0.002)
    shown_events = []
    person.match_view.stage.event_finished.connect(lambda event, _: shown_events.append(event))
    person.match_view.begin_match()

    def skip_once():
        wait_until(lambda: person.match_view.animator.is_busy)
        if input_device == "key":
            person.press(Qt.Key.Key_Space)
        else:
            QTest.mouseClick(
                person.window.windowHandle(), Qt.MouseButton.LeftButton, pos=person.table_centre
            )

    while not any(isinstance(event, PileDealt) for event in shown_events):
        skip_once()
    leader = next(event.leader for event in shown_events if isinstance(event, PileDealt))
    for turn in range(2):
        count_before = len(shown_events)
        skip_once()
        wait_until(
            lambda count_before=count_before: any(
                isinstance(event, TurnPassed) for event in shown_events[count_before:]
            )
        )
        turn_events = shown_events[count_before:]
        assert isinstance(turn_events[-1], TurnPassed)
        assert {event.seat for event in turn_events} == {(leader + turn) % 4}
    assert sum(isinstance(event, CardPlayed) for event in shown_events) >= 4


def test_clicks_that_skip_turns_play_no_card(open_match):
    person = open_match("rank", 4, "slow 0", speed=0.002)
    person.match_view.prompts.single_click = True
    person.match_view.begin_match()
    target, left_button = person.match_view.table_view.viewport(), Qt.MouseButton.LeftButton
    timestamp_ms = 1000

    def click_at(point):
        """Click with the timestamp ``now``."""
        local_point = QPointF(target.mapFrom(person.window, point))
        for event_type in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
            event = QMouseEvent(
                event_type,
                local_point,
                local_point,
                left_button,
                left_button,
                Qt.KeyboardModifier.NoModifier,
            )
            event.setTimestamp(timestamp_ms)
            QApplication.sendEvent(target, event)

    while person.match_view.prompts.question is None:
        click_at(person.table_centre)
        QApplication.processEvents()
    plays_before, face = own_card_codes(person), person.legal_faces[0]
    for _ in range(5):
        timestamp_ms += 200
        click_at(person.card_point(face))
        assert own_card_codes(person) == plays_before
    timestamp_ms += 500
    click_at(person.card_point(face))
    timestamp_ms += 500
    click_at(person.table_centre)  # The card lands at once.
    assert own_card_codes(person) == [*plays_before, face.card.code]


# Whole matches


@pytest.mark.long
@pytest.mark.parametrize(
    "play_methods", [MOUSE_METHODS, KEYBOARD_METHODS], ids=["mouse", "keyboard"]
)
@pytest.mark.parametrize("players", [2, 6, 10])
def test_whole_match_matches_its_record(open_program, play_methods, players):
    deals = 2 if players == 2 else 1
    person = open_program(
        PlayRequest("rank", players, {"deals": deals}, seed_from_text(f"match {players}"))
    )
    wait_until(lambda: person.facade.match_view)
    plays = []
    method_cycle = cycle(play_methods)
    while person.wait_for_turn():
        legal = person.legal_faces
        face = legal[len(plays) % len(legal)]
        plays.append(face.card.code)
        next(method_cycle)(person, face)
    wait_until(lambda: person.window.findChild(ResultPanel) is not None)
    record = person.record
    end = record.events[-1]
    assert own_card_codes(person) == plays
    scores = [event for event in record.events if isinstance(event, RanksScored)]
    model = person.match_view.side_column.sheet_panel.table.model()
    for row, score in enumerate(scores):
        for seat in range(players):
            cell_text = str(model.index(row, seat).data())
            total = f" {score.totals[seat]}" if deals > 1 else ""
            assert cell_text == f"{score.places[seat]}{total}"
    result = person.window.findChild(ResultPanel)
    label_texts = [label.text() for label in result.findChildren(QLabel)]
    last_rank = max(end.places)
    assert sum(text.endswith(rank_title(last_rank)) for text in label_texts) == end.places.count(
        last_rank
    )


@pytest.mark.parametrize("players", [2, 10])
def test_table_mirrors_every_moment_of_a_match(open_match, players):
    person = open_match("rank", players, f"mirror {players}", deals=1 if players == 10 else 2)
    shown_views = []

    def on_shown(_event, view):
        check_table_shows(person.scene, person.match_view.player_view.game.picture(view))
        shown_views.append(view)

    person.match_view.stage.event_finished.connect(on_shown)
    person.match_view.begin_match()
    while person.wait_for_turn():
        person.press(Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert len(shown_views) > 60
