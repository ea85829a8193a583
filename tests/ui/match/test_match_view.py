"""The match view: effects of clicks, drags and keys, and what the table shows."""

from itertools import product

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.games.exact_bid.events import BidMade, TrumpDealt
from greenbaize.rules.events import CardPlayed, LotDrawn, TrickTaken
from greenbaize.ui.cards.look import Face
from greenbaize.ui.match import match_view
from greenbaize.ui.match.prompt_controller import ILLEGAL_LIFT, LEGAL_LIFT, POINTED_LIFT
from greenbaize.ui.table.handles import CardHandle
from greenbaize.ui.table.pace import Pace
from greenbaize.ui.table.view import DraggedCard
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.spoken import CardWords
from ui.table.person import LEFT, Person, until
from ui.table.seen import check_mirror, is_dim, words_on_table

pytestmark = pytest.mark.slow


def played(person):
    """Return the cards that the person's seat has played, by the record."""
    seat = person.playing.place.seat
    acts = [one for one in person.record.events if isinstance(one, CardPlayed) and one.seat == seat]
    return [Face(one.card) for one in acts]


def bid(person):
    """Make the first allowed bid."""
    assert person.asked_bid
    person.click(person.playing.asking.prompt.buttons[next(person.answers())])


def asked_for_card(person, wanted=lambda _: True):
    """Play until a card is asked for and the hand satisfies a condition."""
    if person.playing.place.game.picture(person.playing.place.view).deal == 0:
        person.playing.begin()
    while True:
        assert person.wait_for_turn(), "the match had no such moment"
        if person.asked_bid:
            bid(person)
        elif wanted(person):
            return person
        else:
            person.double_click_card(person.legal[0])


def mixed(person):
    """Return whether the hand has both illegal and several legal cards."""
    return bool(person.illegal) and len(person.legal) > 1


@pytest.fixture
def follower(laid):
    """Return a person who must follow suit and holds cards of that suit and others."""
    return asked_for_card(laid("damn", 4, "follow", first=7, deals=9), mixed)


# Clicks


def test_one_click_chooses_and_plays_nothing_nor_do_clicks_elsewhere(follower):
    before, hand = played(follower), follower.hand
    for code in [*follower.legal, *reversed(follower.legal[:-1])]:
        follower.click_card(code)
        assert follower.scene.note.isVisible()
    assert (played(follower), follower.hand) == (before, hand)
    assert follower.playing.asking.question is not None
    QTest.mouseClick(follower.window.windowHandle(), LEFT, pos=follower.middle)
    QTest.mouseClick(follower.window.windowHandle(), Qt.MouseButton.RightButton, pos=QPoint(5, 5))
    spot = follower.spot(follower.legal[0])
    for button in (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        QTest.mouseClick(follower.window.windowHandle(), button, pos=spot)
    assert played(follower) == before


def test_a_single_click_plays_where_one_has_chosen_so(follower):
    before, code = played(follower), follower.legal[0]
    follower.playing.asking.single_click = True
    follower.click_card(follower.illegal[0])
    assert played(follower) == before
    follower.click_card(code)
    assert played(follower) == [*before, code]


def test_a_card_dragged_back_is_kept_and_an_illegal_one_says_why(follower):
    before, code = played(follower), follower.legal[0]
    item = follower.scene.cards.named(code)
    assert item is not None
    follower.point_at(code)
    place = item.pos()
    follower.drag_card(code, follower.spot(code) + QPoint(60, 4))
    assert played(follower) == before
    assert item.pos() == place
    assert not follower.scene.note.isVisible()
    before, code = played(follower), follower.illegal[0]
    item = follower.scene.cards.named(code)
    assert item is not None
    follower.point_at(code)
    place = item.pos()
    follower.drag_card(code)
    assert played(follower) == before
    assert item.pos() == place
    assert follower.scene.note.sentence.startswith("You hold ")


def beyond(person):
    """Return window points on and outside the window that are not on the table."""
    playing, middle = person.playing, person.middle
    hint, side = playing.hint_button, playing.side
    return [
        QPoint(middle.x(), -40),
        QPoint(-200, middle.y()),
        QPoint(-90, -20),
        side.mapTo(person.window, QPoint(side.width() // 2, middle.y())),
        hint.mapTo(person.window, hint.rect().center()),
    ]


def dragged_to(person, code, end):
    """Start dragging a card, hold it at a point and return the dragged copy."""
    window = person.window.windowHandle()
    QTest.mousePress(window, LEFT, pos=person.spot(code))
    for point in (person.middle, end):
        QTest.mouseMove(window, point)
    (card,) = [one for one in person.window.findChildren(DraggedCard) if one.isVisible()]
    return card


def test_a_card_let_go_of_beyond_the_table_is_kept(follower):
    before, code = played(follower), follower.legal[0]
    item = follower.scene.cards.named(code)
    lay = item.pos()
    for place in beyond(follower):
        follower.drag_card(code, place)
        assert (played(follower), item.pos(), item.isVisible()) == (before, lay, True)
        assert not any(one.isVisible() for one in follower.window.findChildren(DraggedCard))
    follower.drag_card(code)
    assert played(follower) == [*before, code]


def test_a_dragged_card_is_seen_whole_over_everything_in_the_window(follower):
    wide = follower.scene.geometry.card
    inner = follower.window.rect().adjusted(*(round(m * 0.45 * wide) for m in (1, 1, -1, -1)))
    for end in beyond(follower):
        card = dragged_to(follower, follower.legal[0], end)
        assert card.parentWidget() is follower.window
        assert follower.window.children()[-1] is card
        assert inner.contains(card.geometry().center())
        # The copy is visible there: the window has the card's paper colour at the same point.
        painted, window = card.grab().toImage(), follower.window.grab().toImage()
        corner = card.rect().center() + QPoint(round(0.3 * wide), round(-0.5 * wide))
        assert painted.pixelColor(corner) == window.pixelColor(card.mapToParent(corner))
        QTest.mouseRelease(follower.window.windowHandle(), LEFT, pos=end)


def call_off_by_esc(person):
    person.press(Qt.Key.Key_Escape)


def call_off_by_right_click(person):
    QTest.mouseClick(person.window.windowHandle(), Qt.MouseButton.RightButton, pos=person.middle)


def call_off_by_going_elsewhere(person):
    QApplication.sendEvent(person.window, QEvent(QEvent.Type.WindowDeactivate))


@pytest.mark.parametrize(
    "way", [call_off_by_esc, call_off_by_right_click, call_off_by_going_elsewhere]
)
def test_a_drag_is_called_off(follower, way):
    before, code = played(follower), follower.legal[0]
    item, end = follower.scene.cards.named(code), follower.middle
    follower.playing.side.setFocus()  # any focus outside the hand
    dragged_to(follower, code, end)
    way(follower)
    assert (item.x(), item.y()) == (round(item.spot.x), round(item.spot.y))
    assert item.isVisible()
    assert not any(one.isVisible() for one in follower.window.findChildren(DraggedCard))
    QTest.mouseMove(follower.window.windowHandle(), end + QPoint(9, 9))
    QTest.mouseRelease(follower.window.windowHandle(), LEFT, pos=end)
    assert played(follower) == before
    assert (item.x(), item.y()) == (round(item.spot.x), round(item.spot.y))
    follower.drag_card(code)
    assert played(follower) == [*before, code]


def test_a_card_dragged_when_the_table_is_hidden_lies_back(follower):
    card = dragged_to(follower, follower.legal[0], follower.middle)
    follower.playing.view.hide()
    assert not card.isVisible()


def test_an_illegal_card_is_refused_with_its_reason(follower):
    before, hand = played(follower), follower.hand
    ways = (Person.click_card, Person.double_click_card, Person.drag_card, Person.key_card)
    for way, code in product(ways, follower.illegal):
        QTest.mouseMove(follower.window.windowHandle(), follower.middle)
        way(follower, code)
        note = follower.scene.note
        assert note.isVisible()
        assert note.sentence.startswith("You hold ")
        assert "4" in note.line
    assert (played(follower), follower.hand) == (before, hand)
    code = follower.legal[0]
    follower.double_click_card(code)
    assert played(follower) == [*before, code]


def test_a_card_lies_high_and_bright_if_it_may_be_played(follower):
    scene = follower.scene
    unit = scene.geometry.card
    QTest.mouseMove(follower.window.windowHandle(), follower.middle)
    for place, item in enumerate(scene.cards.own):
        code = item.face
        assert code is not None
        lift = LEGAL_LIFT if code in follower.legal else ILLEGAL_LIFT
        rest = scene.geometry.hand(scene.near, place, len(follower.hand))
        assert item.y() == round(rest.y - lift * unit)
        assert item.y() <= round(rest.y)  # and none overlaps the cloth's seam
        assert is_dim(item) == (code in follower.illegal)
    code = follower.legal[0]
    low = scene.cards.named(code).y()
    follower.point_at(code)
    assert scene.cards.named(code).y() < low - 0.5 * (POINTED_LIFT - LEGAL_LIFT) * unit


def test_the_mouse_is_told_why_and_the_note_goes_with_it(follower):
    note = follower.scene.note
    for code in follower.hand:
        follower.point_at(code)
        assert note.isVisible()
        name = code.card.name
        if code in follower.legal:
            assert name in note.sentence
        else:
            assert note.sentence.startswith("You hold ")
        assert note.line
        assert follower.scene.sceneRect().contains(note.sceneBoundingRect())
    QTest.mouseMove(follower.window.windowHandle(), follower.middle)
    assert not note.isVisible()


def test_after_the_card_is_played_the_hand_lies_even_and_bright(follower):
    follower.double_click_card(follower.legal[0])
    until(lambda: follower.playing.asking.question is None or follower.legal)
    scene = follower.scene
    if follower.playing.asking.question is None:
        assert not any(is_dim(item) for item in scene.cards.own)
        assert not scene.slot.isVisible()
        assert not scene.note.isVisible()
    follower.wait_for_turn()
    check_mirror(scene, scene_picture(follower.playing))


def scene_picture(playing):
    return playing.place.game.picture(playing.place.view)


# While things move


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("skipped", range(3))
def test_a_double_click_while_things_move_costs_no_card(laid, single, skipped):
    person = laid("damn", 4, "busy", first=5, deals=7, speed=1.0)
    person.playing.asking.single_click = single
    person.playing.begin()
    clicked = 0
    while len(played(person)) < 5:
        while person.playing.asking.question is None:
            if person.playing.motion.busy:
                before = played(person)
                hand = [item for item in person.scene.cards.own if item.face]
                # Over the runs, the click also meets the last animation before the turn.
                if hand and not hand[-1].moving and (clicked + skipped) % 3:
                    person.double_click_card(hand[-1].face)
                    clicked += 1
                    assert played(person) == before
                else:
                    person.press(Qt.Key.Key_Space)
                    clicked += 1
            QApplication.processEvents()
        if person.asked_bid:
            bid(person)
        else:
            code = person.legal[0]
            person.drag_card(code)
            assert played(person)[-1] == code
    assert clicked > 5


def test_a_click_while_things_move_makes_them_arrive(laid):
    person = laid("damn", 3, "hurry", first=6, deals=6, speed=0.01)
    person.playing.begin()
    assert person.playing.motion.busy
    assert person.scene.occasions.announcement.lines
    QTest.mouseClick(person.window.windowHandle(), LEFT, pos=person.middle)
    assert not person.scene.occasions.announcement.lines
    items = [item for hand in person.scene.cards.hands for item in hand]
    assert any(item.moving for item in items)
    QTest.mouseClick(person.window.windowHandle(), LEFT, pos=person.middle)
    sent = [item.spot for item in items]
    person.hurry()
    assert len(items) == 18
    assert sent
    assert not any(item.moving for item in items)
    check_mirror(person.scene, scene_picture(person.playing))


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_keys_hurry_too(laid, key):
    person = laid("damn", 3, "hurry", first=6, deals=6, speed=0.01)
    person.playing.begin()
    flying = [item for hand in person.scene.cards.hands for item in hand]
    person.press(key)
    assert all(item.pos().toTuple() != (0, 0) for item in flying)
    assert not any(item.moving for item in flying if item.spot == person.scene.geometry.deck())
    person.hurry()
    assert person.asked_bid


# Bids


def hooked(person):
    return person.asked_bid and any(one.forbidden for one in person.playing.asking.prompt.buttons)


@pytest.fixture
def last_bidder(laid):
    """Return a person whose next bid may not make the bids add up."""
    person = laid("damn", 4, "hook", first=3, deals=8, hook=True)
    person.playing.begin()
    while person.wait_for_turn() and not hooked(person):
        if person.asked_bid:
            bid(person)
        else:
            person.double_click_card(person.legal[0])
    return person


@pytest.mark.parametrize("way", ["mouse", "digit", "arrows"])
def test_a_forbidden_bid_says_why_and_is_not_taken(last_bidder, way):
    person, prompt = last_bidder, last_bidder.playing.asking.prompt
    (number,) = (place for place, one in enumerate(prompt.buttons) if one.forbidden)
    button = prompt.buttons[number]
    before = person.record.events
    if way == "mouse":
        person.click(button)
    elif way == "digit":
        person.type(str(number))
    else:
        person.press(*(Qt.Key.Key_Right,) * (number + 1), Qt.Key.Key_Return)
    assert person.record.events == before
    assert prompt.isVisible()
    words = "The last bid may not make the bids add up to"
    assert button.toolTip().startswith(words)
    assert button.accessibleDescription().startswith(words)
    assert prompt.said.startswith(words)
    other = next(person.answers())
    person.click(prompt.buttons[other])
    bids = [one for one in person.record.events[len(before) :] if isinstance(one, BidMade)]
    assert bids[0] == BidMade(0, other)


def test_the_first_bidder_sees_every_number(laid):
    for seed in "abcdefgh":
        person = laid("damn", 3, seed, first=10, deals=10)
        person.playing.begin()
        person.wait_for_turn()
        buttons = person.playing.asking.prompt.buttons
        assert [one.text() for one in buttons] == [str(number) for number in range(11)]
        room = person.playing.asking.prompt.rect()
        assert all(one.isVisible() and room.contains(one.geometry()) for one in buttons)
        assert person.playing.view.rect().contains(person.playing.asking.prompt.geometry())


# Keys


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_enter_or_space_takes_hold_of_the_hand_and_then_plays(laid, monkeypatch, key):
    monkeypatch.setattr(match_view, "GRACE_MS", 0)
    person = asked_for_card(laid("damn", 3, "keys", deals=3))
    person.press(key)
    card = person.legal[0].card
    assert person.playing.asking.handles.focused == person.legal[0]
    assert person.scene.note.isVisible()
    person.press(key)
    assert CardPlayed(0, card) in person.record.events


def test_the_keyboard_stays_with_the_hand_from_trick_to_trick(laid):
    person = asked_for_card(laid("damn", 3, "keys", first=5, deals=5))
    for _ in range(5):
        person.wait_for_turn()
        person.press(Qt.Key.Key_Right, Qt.Key.Key_Return)
    assert person.over


def test_without_a_hand_an_arrow_gives_the_keys_to_the_table(laid):
    person = asked_for_card(laid("damn", 3, "keys", deals=3))
    person.playing.motion.speed = 1.0
    person.press(Qt.Key.Key_Right, Qt.Key.Key_Return)
    assert not person.hand
    person.playing.corner.rules_button.setFocus()
    person.press(Qt.Key.Key_Left)
    assert person.playing.hasFocus()


def test_arrows_walk_around_the_hand(follower):
    hand = follower.hand
    follower.press(Qt.Key.Key_Up)
    start = hand.index(follower.playing.asking.handles.focused)
    walked = []
    for _ in hand:
        follower.press(Qt.Key.Key_Right)
        walked.append(follower.playing.asking.handles.focused)
    assert walked == hand[start + 1 :] + hand[: start + 1]
    follower.press(Qt.Key.Key_Left)
    assert follower.playing.asking.handles.focused == hand[start - 1]


def test_screen_readers_hear_every_card_and_its_reason(follower):
    handles = follower.playing.findChildren(CardHandle)
    spoken = [CardWords((face.card,)) for face in follower.hand]
    assert [one.accessibleName() for one in handles] == spoken
    for one in handles:
        code = one.face
        if code in follower.illegal:
            assert one.accessibleDescription().startswith("You hold ")
        else:
            assert one.accessibleDescription()
            assert not one.accessibleDescription().startswith(one.accessibleName())
    follower.double_click_card(follower.legal[0])
    gone = [one for one in follower.playing.findChildren(CardHandle) if one.isVisible()]
    assert all(one.face in follower.hand for one in gone)


# The blind deal


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_a_blind_card_is_nowhere_until_it_is_played(laid, players, speed):
    person = laid("blackout", players, f"blind {players}", speed=speed)
    playing, scene, seat = person.playing, person.scene, person.scene.near
    own = []
    seen = []
    revealed = False

    def look():
        if not own:
            deals = [one for one in person.record.events if isinstance(one, TrumpDealt)]
            own.extend(deals[0].hands[seat].cards if deals else ())
        if own and not revealed:
            (card,) = own
            assert all(not item.is_card(card) for hand in scene.cards.hands for item in hand)
            assert all(item.face is None for item in scene.cards.hands[seat])
            assert playing.asking.handles.findChildren(QWidget) == []
            words = list(words_on_table(playing))
            assert [text for text in words if card.name in text or card.code in text] == []

    def on_shown(event, _view):
        nonlocal revealed
        seen.append(type(event))
        revealed = revealed or (isinstance(event, CardPlayed) and event.seat == seat)
        look()

    playing.stage.shown.connect(on_shown)
    playing.begin()
    person.hurry()
    look()
    assert person.asked_bid
    item = scene.cards.hands[seat][0]
    view = playing.view
    at = view.viewport().mapTo(person.window, view.mapFromScene(item.pos()))
    surface = person.window.windowHandle()
    QTest.mouseMove(surface, at)
    QTest.mouseClick(surface, LEFT, pos=at)
    QTest.mouseDClick(surface, LEFT, pos=at)
    assert not scene.note.isVisible()
    look()
    assert own
    bid(person)
    while seen.count(TrickTaken) < 1:
        if playing.motion.busy:
            person.press(Qt.Key.Key_Space)
        QApplication.processEvents()
    assert revealed
    assert seen[: 2 + 2 * players] == [
        LotDrawn,
        TrumpDealt,
        *(BidMade,) * players,
        *(CardPlayed,) * players,
    ]


# What the table shows


def brass_pixels(playing, seat):
    """Return the number of brass pixels on a seat's plate."""
    plate = playing.scene.plates[seat]
    assert plate.text is not None
    rect = playing.view.mapFromScene(plate.sceneBoundingRect()).boundingRect()
    image = playing.view.viewport().grab(rect).toImage()
    brass = QColor(worn().brass).rgb()
    return sum(
        image.pixel(x, y) == brass for x in range(image.width()) for y in range(image.height())
    )


def test_only_the_plate_whose_turn_it_is_has_a_ring(follower):
    ring = [brass_pixels(follower.playing, seat) for seat in range(4)]
    assert ring[0] > 100
    assert ring[1:] == [0, 0, 0]


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("damn", 4, {"deals": 4, "first": 3}), ("blackout", 3, {})],
)
@pytest.mark.parametrize("speed", [0.0, 1.0], ids=["still", "hurried"])
def test_it_is_so_for_somebody_who_plays(laid, game, players, options, speed):
    person = laid(game, players, "mirror", speed=speed, **options)
    playing = person.playing
    seen = []

    def on_shown(event, view):
        seen.append(event.type)
        if playing.asking.question is None:
            check_mirror(playing.scene, playing.place.game.picture(view))

    playing.stage.shown.connect(on_shown)
    playing.begin()
    deals = 0
    while deals < 3:
        person.hurry()
        if person.over:
            break
        if person.asked_bid:
            deals += 1
            bid(person)
        else:
            person.double_click_card(person.legal[-1])
    assert len(seen) > 20


def test_closing_the_table_leaves_a_whole_record(laid, qtbot):
    person = laid("damn", 4, "close", first=4, deals=5, speed=1.0)
    person.playing.begin()
    while not (person.playing.asking.question and not person.asked_bid):
        person.hurry()
        if person.asked_bid:
            bid(person)
    code = person.legal[0]
    person.double_click_card(code)
    assert person.playing.motion.busy
    with qtbot.assertNotEmitted(person.playing.finished):
        person.window.close()
    assert played(person) == [code]


def test_with_a_single_click_a_double_click_costs_one_card_only(laid):
    person = laid("damn", 3, deals=13, first=13)
    person.playing.asking.single_click = True
    person.playing.begin()
    person.wait_for_turn()
    person.click(person.playing.asking.prompt.buttons[next(person.answers())])
    for _ in range(5):
        person.wait_for_turn()
        before = len(person.hand)
        point = person.spot(person.legal[len(person.legal) // 2])
        QTest.mouseClick(person.window.windowHandle(), LEFT, pos=point)
        person.wait_for_turn()
        # The bots were quick: it is the person's turn again at the second click.
        target = person.playing.view.viewport()
        there = QPointF(target.mapFrom(person.window, point))
        for kind in (QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseButtonRelease):
            none = Qt.KeyboardModifier.NoModifier
            QApplication.sendEvent(target, QMouseEvent(kind, there, there, LEFT, LEFT, none))
        assert len(person.hand) == before - 1


# Pause before the next event, and the question after it


def until_waits(person):
    """Play until the animation pauses for a click."""
    playing = person.playing
    while not playing.motion.waits:
        if playing.motion.busy:
            playing.motion.hurry()
        elif playing.asking.question is not None:
            person.act()
        QApplication.processEvents()


@pytest.fixture
def waiting(laid):
    """Return a function that starts a table which pauses for a click after each trick and deal."""

    def begin(size=(1280, 800), first=3):
        person = laid("damn", 4, "where", first=first, deals=8)
        person.playing.resize(*size)
        QApplication.processEvents()
        person.playing.stage.pace = Pace(waits=True)
        person.playing.motion.speed = 1.0
        person.playing.begin()
        until_waits(person)
        return person

    return begin


@pytest.mark.parametrize("size", [(1280, 800), (720, 540), (1920, 1080)])
@pytest.mark.parametrize("first", [1, 7])
def test_no_answer_lies_where_one_clicked_to_go_on(waiting, size, first):
    person = waiting(size, first)
    playing, scored = person.playing, []
    playing.deal_shown.connect(scored.append)
    while not scored or not person.asked_bid:
        if playing.motion.waits:
            where = playing.scene.line.sceneBoundingRect()
            person.press(Qt.Key.Key_Space)
        elif playing.motion.busy:
            playing.motion.hurry()
        elif not scored and playing.asking.question is not None:
            person.act()
        QApplication.processEvents()
    view, prompt = playing.view, playing.asking.prompt
    for button in prompt.buttons:
        corner = button.mapTo(view.viewport(), QPoint())
        place = view.mapToScene(QRect(corner, button.size())).boundingRect()
        assert not place.intersects(where)
    assert view.rect().contains(prompt.geometry())


def test_space_on_rules_goes_on_and_answers_nothing_while_it_is_held(waiting):
    person = waiting()
    playing, rules = person.playing, person.playing.corner.rules_button
    rules.setFocus()
    assert rules.hasFocus()
    QTest.keyClick(rules, Qt.Key.Key_Space)
    assert not playing.motion.waits
    assert playing.corner.slip is None
    while playing.asking.question is None:
        playing.motion.hurry()
        QApplication.processEvents()
    question = playing.asking.question
    playing.setFocus()
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        no_modifier = Qt.KeyboardModifier.NoModifier
        held = QKeyEvent(QEvent.Type.KeyPress, key, no_modifier, " ", autorep=True)
        QApplication.sendEvent(playing, held)
    assert playing.asking.question is question
    assert not playing.asking.handles.focused
