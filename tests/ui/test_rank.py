"""Rank at the table: duplicate cards, turns of several cards, and no tricks."""

from collections.abc import Callable
from itertools import cycle

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games.shedding.events import Passed, PileDealt, PlacesScored
from greenbaize.rules.chance import seed_from
from greenbaize.rules.events import CardPlayed
from greenbaize.ui.cards.look import Face
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.table.handles import CardHandle
from greenbaize.words.titles import place_title
from ui.table.person import Person, face_of, until
from ui.table.seen import check_mirror, is_dim

pytestmark = pytest.mark.slow

Way = Callable[[Person, str], None]


def two_clicks(person, face):
    person.click_card(face)
    person.click_card(face)


MOUSE = (two_clicks, Person.double_click_card, Person.drag_card)
KEYS = (Person.key_card,)


def own_plays(person):
    events = person.record.events
    return [one.card.code for one in events if isinstance(one, CardPlayed) and one.seat == 0]


@pytest.fixture
def twins(laid):
    """Return a person who holds the queen of diamonds twice and may play it."""
    person = laid("rank", 5, "alike 13191")
    person.playing.begin()
    assert person.wait_for_turn()
    assert list(map(str, person.legal)) == ["QD", "QD'"]
    return person


# Two cards alike


@pytest.mark.parametrize("way", [*MOUSE, *KEYS])
@pytest.mark.parametrize("code", ["QD", "QD'"])
def test_of_two_cards_alike_the_one_meant_is_played(twins, way, code):
    scene, face = twins.scene, face_of(code)
    item, other = scene.cards.named(face), scene.cards.named(Face(face.card, not face.second))
    assert item is not None
    way(twins, face)
    assert item in scene.cards.pile.items
    assert other in scene.cards.hands[0]
    assert own_plays(twins) == ["QD"]
    twins.wait_for_turn()
    check_mirror(scene, twins.playing.place.game.picture(twins.playing.place.view))


def test_only_the_one_pointed_at_rises(twins):
    scene = twins.scene
    low = {face: scene.cards.named(face).y() for face in twins.legal}
    twins.point_at(face_of("QD'"))
    assert scene.cards.named(face_of("QD")).y() == low[face_of("QD")]
    assert scene.cards.named(face_of("QD'")).y() < low[face_of("QD'")] - 5


def test_a_click_on_one_and_a_click_on_the_other_play_neither(twins):
    twins.click_card(face_of("QD"))
    twins.click_card(face_of("QD'"))
    assert own_plays(twins) == []
    QTest.qWait(0)
    twins.click_card(face_of("QD'"))
    assert own_plays(twins) == ["QD"]


def test_two_cards_alike_look_different_and_have_a_handle_each(twins):
    def looks(face):
        return twins.scene.cards.atlas.store(1.0).face(face_of(face)).toImage()

    assert looks("QD") != looks("QD'")
    handles = [one for one in twins.playing.findChildren(CardHandle) if one.isVisible()]
    assert [one.face for one in handles] == twins.hand
    assert sum(one.accessibleName() == "queen of diamonds" for one in handles) == 2
    first, second = (one for one in handles if one.accessibleName() == "queen of diamonds")
    assert first.x() < second.x()


def test_of_a_single_pack_no_card_has_a_second_face(laid):
    person = laid("rank", 4, watch=True)
    faces = set()

    def on_shown(_event, _view):
        scene = person.scene
        faces.update(item.face for hand in scene.cards.hands for item in hand)
        faces.update(item.face for item in (scene.cards.pile.items if scene.cards.pile else ()))

    person.playing.stage.shown.connect(on_shown)
    person.playing.begin()
    until(lambda: person.over)
    assert {face for face in faces if face is not None and face.second} == set()
    assert len(faces) > 40


def test_a_match_gone_on_with_tells_two_alike_apart(laid, twins):
    scene = twins.scene
    picture = twins.playing.place.game.picture(twins.playing.place.view)
    scene.show_picture(picture)
    check_mirror(scene, picture)
    assert {"QD", "QD'"} <= set(map(str, twins.hand))


# One's turn


def test_what_may_not_be_played_lies_low_and_says_why(twins):
    for face in twins.illegal:
        twins.point_at(face)
        note = twins.scene.note
        assert note.isVisible()
        assert note.sentence
        assert note.line.startswith("Rank, § 2")
        item = twins.scene.cards.named(face)
        assert item is not None
        assert is_dim(item)
    before = own_plays(twins)
    twins.double_click_card(twins.illegal[0])
    assert own_plays(twins) == before


def test_there_is_no_place_for_a_trick_and_none_to_explain(twins, opened):
    assert not twins.scene.slot.isVisible()
    assert not twins.scene.sign.isVisible()
    assert not twins.playing.side.last_trick.isVisible()
    assert twins.playing.side.last_turns.isVisible()
    person = opened(PlayRequest("rank", 3, {}, "0" * 32))
    until(lambda: person.main.playing)
    assert not person.main.why_action.isEnabled()
    person = opened(PlayRequest("damn", 3, {}, "0" * 32))
    until(lambda: person.main.playing)
    assert person.main.why_action.isEnabled()
    assert not person.playing.side.last_turns.isVisible()


def test_the_last_turns_can_be_read_after_clicking_through(twins):
    while twins.wait_for_turn():
        twins.double_click_card(twins.legal[0])
        if sum(isinstance(event, Passed) for event in twins.record.events) > 8:
            break
    twins.wait_for_turn()
    lines = twins.playing.side.last_turns.lines
    written = [lines.item(row).text() for row in range(lines.count())]
    said = " ".join(written).replace(":", "").split()
    events = twins.record.events
    plays = [one.card for one in events if isinstance(one, CardPlayed)]
    names = [card.name for card in plays if card.suit is not None]
    assert [word for word in said if word in names] == names
    assert said.count("joker") == len(plays) - len(names)
    # Players who drew equally many and passed in a row share one line, each by name.
    passing = [line.split(": ")[0].split(", ") for line in written if line.endswith("pass")]
    assert sum(map(len, passing)) == sum(isinstance(event, Passed) for event in events)
    assert any(len(names) > 1 for names in passing)
    assert any(line.startswith("You: ") for line in written)


@pytest.mark.parametrize("way", ["click", "key"])
def test_one_click_or_key_passes_over_a_whole_turn_of_another(laid, way):
    # So slow that nothing happens by itself.
    person = laid("rank", 4, "slow 1", speed=0.002)
    shown = []
    person.playing.stage.shown.connect(lambda event, _: shown.append(event))
    person.playing.begin()

    def hurry():
        until(lambda: person.playing.motion.busy)
        if way == "key":
            person.press(Qt.Key.Key_Space)
        else:
            QTest.mouseClick(
                person.window.windowHandle(), Qt.MouseButton.LeftButton, pos=person.middle
            )

    while not any(isinstance(event, PileDealt) for event in shown):
        hurry()
    leader = next(event.leader for event in shown if isinstance(event, PileDealt))
    for turn in range(2):
        before = len(shown)
        hurry()
        until(lambda before=before: any(isinstance(event, Passed) for event in shown[before:]))
        played = shown[before:]
        assert isinstance(played[-1], Passed)
        assert {event.seat for event in played} == {(leader + turn) % 4}
    assert sum(isinstance(event, CardPlayed) for event in shown) >= 4


def test_who_clicks_on_through_the_others_turns_plays_nothing_unawares(laid):
    person = laid("rank", 4, "slow 0", speed=0.002)
    person.playing.asking.single_click = True
    person.playing.begin()
    target, left = person.playing.view.viewport(), Qt.MouseButton.LeftButton
    now = 1000

    def click(spot):
        """Click with the timestamp ``now``."""
        there = QPointF(target.mapFrom(person.window, spot))
        for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
            event = QMouseEvent(kind, there, there, left, left, Qt.KeyboardModifier.NoModifier)
            event.setTimestamp(now)
            QApplication.sendEvent(target, event)

    while person.playing.asking.question is None:
        click(person.middle)
        QApplication.processEvents()
    before, face = own_plays(person), person.legal[0]
    for _ in range(5):
        now += 200
        click(person.spot(face))
        assert own_plays(person) == before
    now += 500
    click(person.spot(face))
    assert own_plays(person) == [*before, face.card.code]


# Whole matches


@pytest.mark.long
@pytest.mark.parametrize("ways", [MOUSE, KEYS], ids=["mouse", "keyboard"])
@pytest.mark.parametrize("players", [2, 6, 10])
def test_a_whole_match(opened, ways, players):
    deals = 2 if players == 2 else 1
    person = opened(PlayRequest("rank", players, {"deals": deals}, seed_from(f"match {players}")))
    until(lambda: person.main.playing)
    plays = []
    turn_of_ways = cycle(ways)
    while person.wait_for_turn():
        legal = person.legal
        face = legal[len(plays) % len(legal)]
        plays.append(face.card.code)
        next(turn_of_ways)(person, face)
    until(lambda: person.window.findChild(ResultSheet) is not None)
    record = person.record
    end = record.events[-1]
    assert own_plays(person) == plays
    scores = [event for event in record.events if isinstance(event, PlacesScored)]
    model = person.playing.side.sheet.table.model()
    for row, score in enumerate(scores):
        for seat in range(players):
            written = str(model.index(row, seat).data())
            total = f" {score.totals[seat]}" if deals > 1 else ""
            assert written == f"{score.places[seat]}{total}"
    result = person.window.findChild(ResultSheet)
    shown = [label.text() for label in result.findChildren(QLabel)]
    last = max(end.places)
    assert sum(text.endswith(place_title(last)) for text in shown) == end.places.count(last)


@pytest.mark.parametrize("players", [2, 10])
def test_every_moment_of_a_match_is_shown_as_it_is(laid, players):
    person = laid("rank", players, f"mirror {players}", deals=1 if players == 10 else 2)
    shown = []

    def on_shown(_event, view):
        check_mirror(person.scene, person.playing.place.game.picture(view))
        shown.append(view)

    person.playing.stage.shown.connect(on_shown)
    person.playing.begin()
    while person.wait_for_turn():
        person.press(Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert len(shown) > 60
