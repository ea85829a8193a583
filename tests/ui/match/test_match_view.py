"""The match view: effects of clicks, drags and keys, and what the table shows."""

from itertools import product

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.games.exact_bid.events import BidMade, TrumpDealt
from greenbaize.rules.events import CardPlayed, LotDrawn, TrickTaken
from greenbaize.rules.messages import Message
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.match import match_view
from greenbaize.ui.match.prompt_controller import ILLEGAL_LIFT, LEGAL_LIFT, POINTED_LIFT
from greenbaize.ui.table.hand_proxies import CardProxy
from greenbaize.ui.table.pace import TablePace
from greenbaize.ui.table.view import DraggedCardWidget
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.spoken import SpokenCards
from ui.table.person import LEFT_BUTTON, SimulatedPerson, wait_until
from ui.table.table_checks import check_table_shows, collect_table_texts, is_dim

pytestmark = pytest.mark.slow


def played_faces(person):
    """Return the cards that the person's seat has played, by the record."""
    seat = person.match_view.player_view.seat
    plays = [
        event
        for event in person.record.events
        if isinstance(event, CardPlayed) and event.seat == seat
    ]
    return [CardFace(event.card) for event in plays]


def make_bid(person):
    """Make the first allowed bid."""
    assert person.asks_for_bid
    person.click(person.match_view.prompts.choice_prompt.buttons[next(person.allowed_bids())])


def play_until_card_question(person, condition=lambda _: True):
    """Play until a card is asked for and the hand satisfies a condition."""
    if person.match_view.player_view.game.picture(person.match_view.player_view.view).deal == 0:
        person.match_view.begin_match()
    while True:
        assert person.wait_for_turn(), "the match has no moment that fits"
        if person.asks_for_bid:
            make_bid(person)
        elif condition(person):
            return person
        else:
            person.double_click_card(person.legal_faces[0])


def has_legal_and_illegal_cards(person):
    """Return whether the hand has both illegal and several legal cards."""
    return bool(person.illegal_faces) and len(person.legal_faces) > 1


@pytest.fixture
def follower(open_match):
    """Return a person who must follow suit and holds cards of that suit and others."""
    return play_until_card_question(
        open_match("damn", 4, "follow", first=7, deals=9), has_legal_and_illegal_cards
    )


# Clicks


def test_single_clicks_on_cards_or_elsewhere_play_no_card(follower):
    played_before, hand = played_faces(follower), follower.own_faces
    for code in [*follower.legal_faces, *reversed(follower.legal_faces[:-1])]:
        follower.click_card(code)
        assert follower.scene.note.isVisible()
    assert (played_faces(follower), follower.own_faces) == (played_before, hand)
    assert follower.match_view.prompts.question is not None
    QTest.mouseClick(follower.window.windowHandle(), LEFT_BUTTON, pos=follower.table_centre)
    QTest.mouseClick(follower.window.windowHandle(), Qt.MouseButton.RightButton, pos=QPoint(5, 5))
    point = follower.card_point(follower.legal_faces[0])
    for button in (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        QTest.mouseClick(follower.window.windowHandle(), button, pos=point)
    assert played_faces(follower) == played_before


def test_single_click_plays_with_the_single_click_setting(follower):
    played_before, code = played_faces(follower), follower.legal_faces[0]
    follower.match_view.prompts.single_click = True
    follower.click_card(follower.illegal_faces[0])
    assert played_faces(follower) == played_before
    follower.click_card(code)
    assert played_faces(follower) == [*played_before, code]


def test_card_dragged_back_is_not_played_and_an_illegal_one_shows_the_reason(follower):
    played_before, code = played_faces(follower), follower.legal_faces[0]
    item = follower.scene.cards.find_card(code)
    assert item is not None
    follower.hover_card(code)
    position = item.pos()
    follower.drag_card(code, follower.card_point(code) + QPoint(60, 4))
    assert played_faces(follower) == played_before
    assert item.pos() == position
    assert not follower.scene.note.isVisible()
    played_before, code = played_faces(follower), follower.illegal_faces[0]
    item = follower.scene.cards.find_card(code)
    assert item is not None
    follower.hover_card(code)
    position = item.pos()
    follower.drag_card(code)
    assert played_faces(follower) == played_before
    assert item.pos() == position
    assert follower.scene.note.sentence.startswith("You hold ")


def points_off_table(person):
    """Return window points on and outside the window that are not on the table."""
    match_page, centre = person.match_view, person.table_centre
    hint_button, side_panel = match_page.hint_button, match_page.side_column
    return [
        QPoint(centre.x(), -40),
        QPoint(-200, centre.y()),
        QPoint(-90, -20),
        side_panel.mapTo(person.window, QPoint(side_panel.width() // 2, centre.y())),
        hint_button.mapTo(person.window, hint_button.rect().center()),
    ]


def hold_dragged_card(person, code, end):
    """Start dragging a card, hold it at a point and return the dragged copy."""
    window = person.window.windowHandle()
    QTest.mousePress(window, LEFT_BUTTON, pos=person.card_point(code))
    for point in (person.table_centre, end):
        QTest.mouseMove(window, point)
    (card,) = [
        dragged_card
        for dragged_card in person.window.findChildren(DraggedCardWidget)
        if dragged_card.isVisible()
    ]
    return card


def test_card_dropped_outside_the_table_is_not_played(follower):
    played_before, code = played_faces(follower), follower.legal_faces[0]
    item = follower.scene.cards.find_card(code)
    position = item.pos()
    for point in points_off_table(follower):
        follower.drag_card(code, point)
        assert (played_faces(follower), item.pos(), item.isVisible()) == (
            played_before,
            position,
            True,
        )
        assert not any(
            dragged_card.isVisible()
            for dragged_card in follower.window.findChildren(DraggedCardWidget)
        )
    follower.drag_card(code)
    assert played_faces(follower) == [*played_before, code]


def test_dragged_card_is_entirely_visible_above_all_widgets(follower):
    card_width = follower.scene.geometry.card_width
    inner_rect = follower.window.rect().adjusted(
        *(round(m * 0.45 * card_width) for m in (1, 1, -1, -1))
    )
    for end in points_off_table(follower):
        card = hold_dragged_card(follower, follower.legal_faces[0], end)
        assert card.parentWidget() is follower.window
        assert follower.window.children()[-1] is card
        assert inner_rect.contains(card.geometry().center())
        # The copy is visible there: the window has the card's paper colour at the same point.
        card_image, window_image = card.grab().toImage(), follower.window.grab().toImage()
        corner = card.rect().center() + QPoint(round(0.3 * card_width), round(-0.5 * card_width))
        assert card_image.pixelColor(corner) == window_image.pixelColor(card.mapToParent(corner))
        QTest.mouseRelease(follower.window.windowHandle(), LEFT_BUTTON, pos=end)


def cancel_by_escape(person):
    person.press(Qt.Key.Key_Escape)


def cancel_by_right_click(person):
    QTest.mouseClick(
        person.window.windowHandle(), Qt.MouseButton.RightButton, pos=person.table_centre
    )


def cancel_by_deactivating_the_window(person):
    QApplication.sendEvent(person.window, QEvent(QEvent.Type.WindowDeactivate))


@pytest.mark.parametrize(
    "cancel_drag", [cancel_by_escape, cancel_by_right_click, cancel_by_deactivating_the_window]
)
def test_drag_is_cancelled(follower, cancel_drag):
    played_before, code = played_faces(follower), follower.legal_faces[0]
    item, end = follower.scene.cards.find_card(code), follower.table_centre
    follower.match_view.side_column.setFocus()  # any focus outside the hand
    hold_dragged_card(follower, code, end)
    cancel_drag(follower)
    assert (item.x(), item.y()) == (round(item.placement.x), round(item.placement.y))
    assert item.isVisible()
    assert not any(
        dragged_card.isVisible() for dragged_card in follower.window.findChildren(DraggedCardWidget)
    )
    QTest.mouseMove(follower.window.windowHandle(), end + QPoint(9, 9))
    QTest.mouseRelease(follower.window.windowHandle(), LEFT_BUTTON, pos=end)
    assert played_faces(follower) == played_before
    assert (item.x(), item.y()) == (round(item.placement.x), round(item.placement.y))
    follower.drag_card(code)
    assert played_faces(follower) == [*played_before, code]


def test_hiding_the_table_cancels_the_drag(follower):
    card = hold_dragged_card(follower, follower.legal_faces[0], follower.table_centre)
    follower.match_view.table_view.hide()
    assert not card.isVisible()


def test_an_illegal_card_is_refused_with_its_reason(follower):
    played_before, hand = played_faces(follower), follower.own_faces
    play_methods = (
        SimulatedPerson.click_card,
        SimulatedPerson.double_click_card,
        SimulatedPerson.drag_card,
        SimulatedPerson.play_card_by_keyboard,
    )
    for play_card, code in product(play_methods, follower.illegal_faces):
        QTest.mouseMove(follower.window.windowHandle(), follower.table_centre)
        play_card(follower, code)
        note = follower.scene.note
        assert note.isVisible()
        assert note.sentence.startswith("You hold ")
        assert "4" in note.details
    assert (played_faces(follower), follower.own_faces) == (played_before, hand)
    code = follower.legal_faces[0]
    follower.double_click_card(code)
    assert played_faces(follower) == [*played_before, code]


def test_a_card_that_the_table_refuses_stays_in_the_accessible_hand(follower, monkeypatch):
    page, played_before = follower.match_view, played_faces(follower)
    code, refusals = follower.legal_faces[0], []
    page.command_refused.connect(lambda *refusal: refusals.append(refusal))

    def refuse_command(_, on_result):
        on_result(Message("not-your-turn", {"seat": 1}))

    with monkeypatch.context() as patch:
        patch.setattr(page.player_view, "submit", refuse_command)
        follower.double_click_card(code)
    assert refusals
    assert code in follower.legal_faces
    assert page.prompts.proxies.faces == follower.own_faces
    follower.double_click_card(code)
    assert played_faces(follower) == [*played_before, code]


def test_legal_cards_are_raised_and_not_dimmed(follower):
    scene = follower.scene
    unit = scene.geometry.card_width
    QTest.mouseMove(follower.window.windowHandle(), follower.table_centre)
    for index, item in enumerate(scene.cards.own_hand):
        code = item.face
        assert code is not None
        lift = LEGAL_LIFT if code in follower.legal_faces else ILLEGAL_LIFT
        resting_placement = scene.geometry.hand_card_placement(
            scene.near_seat, index, len(follower.own_faces)
        )
        assert item.y() == round(resting_placement.y - lift * unit)
        assert item.y() <= round(resting_placement.y)  # and none overlaps the cloth's seam
        assert is_dim(item) == (code in follower.illegal_faces)
    code = follower.legal_faces[0]
    resting_y = scene.cards.find_card(code).y()
    follower.hover_card(code)
    assert scene.cards.find_card(code).y() < resting_y - 0.5 * (POINTED_LIFT - LEGAL_LIFT) * unit


def test_hover_shows_the_note_and_leaving_hides_it(follower):
    note = follower.scene.note
    for code in follower.own_faces:
        follower.hover_card(code)
        assert note.isVisible()
        name = code.card.name
        if code in follower.legal_faces:
            assert name in note.sentence
        else:
            assert note.sentence.startswith("You hold ")
        assert note.details
        assert follower.scene.sceneRect().contains(note.sceneBoundingRect())
    QTest.mouseMove(follower.window.windowHandle(), follower.table_centre)
    assert not note.isVisible()


def test_hand_is_even_and_not_dimmed_after_a_play(follower):
    follower.double_click_card(follower.legal_faces[0])
    wait_until(lambda: follower.match_view.prompts.question is None or follower.legal_faces)
    scene = follower.scene
    if follower.match_view.prompts.question is None:
        assert not any(is_dim(item) for item in scene.cards.own)
        assert not scene.card_slot.isVisible()
        assert not scene.note.isVisible()
    follower.wait_for_turn()
    check_table_shows(scene, current_picture(follower.match_view))


def current_picture(match_page):
    return match_page.player_view.game.picture(match_page.player_view.view)


# While things move


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("skipped", range(3))
def test_double_click_during_animations_plays_no_card(open_match, single, skipped):
    person = open_match("damn", 4, "busy", first=5, deals=7, speed=1.0)
    person.match_view.prompts.single_click = single
    person.match_view.begin_match()
    click_count = 0
    while len(played_faces(person)) < 5:
        while person.match_view.prompts.question is None:
            if person.match_view.animator.is_busy:
                played_before = played_faces(person)
                hand = [item for item in person.scene.cards.own_hand if item.face]
                # Over the runs, the click also meets the last animation before the turn.
                if hand and not hand[-1].is_moving and (click_count + skipped) % 3:
                    person.double_click_card(hand[-1].face)
                    click_count += 1
                    assert played_faces(person) == played_before
                else:
                    person.press(Qt.Key.Key_Space)
                    click_count += 1
            QApplication.processEvents()
        if person.asks_for_bid:
            make_bid(person)
        else:
            code = person.legal_faces[0]
            person.drag_card(code)
            person.match_view.prompts.flight.land_card()
            assert played_faces(person)[-1] == code
    assert click_count > 5


def test_click_during_animations_finishes_them(open_match):
    person = open_match("damn", 3, "hurry", first=6, deals=6, speed=0.01)
    person.match_view.begin_match()
    assert person.match_view.animator.is_busy
    assert person.scene.overlays.announcement.lines
    QTest.mouseClick(person.window.windowHandle(), LEFT_BUTTON, pos=person.table_centre)
    assert not person.scene.overlays.announcement.lines
    items = [item for hand in person.scene.cards.hands for item in hand]
    assert any(item.is_moving for item in items)
    QTest.mouseClick(person.window.windowHandle(), LEFT_BUTTON, pos=person.table_centre)
    placements = [item.placement for item in items]
    person.skip_animations()
    assert len(items) == 18
    assert placements
    assert not any(item.is_moving for item in items)
    check_table_shows(person.scene, current_picture(person.match_view))


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_keys_finish_animations_too(open_match, key):
    person = open_match("damn", 3, "hurry", first=6, deals=6, speed=0.01)
    person.match_view.begin_match()
    dealt_cards = [item for hand in person.scene.cards.hands for item in hand]
    person.press(key)
    assert all(item.pos().toTuple() != (0, 0) for item in dealt_cards)
    assert not any(
        item.is_moving
        for item in dealt_cards
        if item.placement == person.scene.geometry.deck_placement()
    )
    person.skip_animations()
    assert person.asks_for_bid


# Bids


def has_forbidden_bid(person):
    return person.asks_for_bid and any(
        button.forbidden for button in person.match_view.prompts.choice_prompt.buttons
    )


@pytest.fixture
def restricted_bidder(open_match):
    """Return a person whose next bid may not make the bids add up."""
    person = open_match("damn", 4, "hook", first=3, deals=8, hook=True)
    person.match_view.begin_match()
    while person.wait_for_turn() and not has_forbidden_bid(person):
        if person.asks_for_bid:
            make_bid(person)
        else:
            person.double_click_card(person.legal_faces[0])
    return person


@pytest.mark.parametrize("input_device", ["mouse", "digit", "arrows"])
def test_forbidden_bid_shows_the_reason_and_is_refused(restricted_bidder, input_device):
    person, prompt = restricted_bidder, restricted_bidder.match_view.prompts.choice_prompt
    (number,) = (index for index, item in enumerate(prompt.buttons) if item.forbidden)
    button = prompt.buttons[number]
    events_before = person.record.events
    if input_device == "mouse":
        person.click(button)
    elif input_device == "digit":
        person.type_digits(str(number))
    else:
        person.press(*(Qt.Key.Key_Right,) * (number + 1), Qt.Key.Key_Return)
    assert person.record.events == events_before
    assert prompt.isVisible()
    reason = "The last bid may not make the bids add up to"
    assert button.toolTip().startswith(reason)
    assert button.accessibleDescription().startswith(reason)
    assert prompt.shown_text.startswith(reason)
    allowed_bid = next(person.allowed_bids())
    person.click(prompt.buttons[allowed_bid])
    bids = [
        item for item in person.record.events[len(events_before) :] if isinstance(item, BidMade)
    ]
    assert bids[0] == BidMade(0, allowed_bid)


def test_the_first_bidder_sees_every_number(open_match):
    for seed in "abcdefgh":
        person = open_match("damn", 3, seed, first=10, deals=10)
        person.match_view.begin_match()
        person.wait_for_turn()
        buttons = person.match_view.prompts.choice_prompt.buttons
        assert [button.text() for button in buttons] == [str(number) for number in range(11)]
        prompt_rect = person.match_view.prompts.choice_prompt.rect()
        assert all(
            button.isVisible() and prompt_rect.contains(button.geometry()) for button in buttons
        )
        assert person.match_view.table_view.rect().contains(
            person.match_view.prompts.choice_prompt.geometry()
        )


# Keys


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_enter_or_space_focuses_the_hand_and_then_plays(open_match, monkeypatch, key):
    monkeypatch.setattr(match_view, "SKIP_GRACE_MS", 0)
    person = play_until_card_question(open_match("damn", 3, "keys", deals=3))
    person.press(key)
    card = person.legal_faces[0].card
    assert person.match_view.prompts.proxies.focused_face == person.legal_faces[0]
    assert person.scene.note.isVisible()
    person.press(key)
    assert CardPlayed(0, card) in person.record.events


def test_focus_stays_in_the_hand_from_trick_to_trick(open_match):
    person = play_until_card_question(open_match("damn", 3, "keys", first=5, deals=5))
    for _ in range(5):
        person.wait_for_turn()
        person.press(Qt.Key.Key_Right, Qt.Key.Key_Return)
    assert person.is_over


def test_arrow_key_focuses_the_table_when_the_hand_is_empty(open_match):
    person = play_until_card_question(open_match("damn", 3, "keys", deals=3))
    person.match_view.animator.speed = 1.0
    person.press(Qt.Key.Key_Right, Qt.Key.Key_Return)
    person.match_view.prompts.flight.land_card()
    wait_until(lambda: not person.own_faces)
    person.match_view.rules_controller.rules_button.setFocus()
    person.press(Qt.Key.Key_Left)
    assert person.match_view.hasFocus()


def test_arrows_walk_around_the_hand(follower):
    hand = follower.own_faces
    follower.press(Qt.Key.Key_Up)
    start_index = hand.index(follower.match_view.prompts.proxies.focused_face)
    focused_faces = []
    for _ in hand:
        follower.press(Qt.Key.Key_Right)
        focused_faces.append(follower.match_view.prompts.proxies.focused_face)
    assert focused_faces == hand[start_index + 1 :] + hand[: start_index + 1]
    follower.press(Qt.Key.Key_Left)
    assert follower.match_view.prompts.proxies.focused_face == hand[start_index - 1]


def test_screen_readers_hear_every_card_and_its_reason(follower):
    handles = follower.match_view.findChildren(CardProxy)
    spoken = [SpokenCards((face.card,)) for face in follower.own_faces]
    assert [handle.accessibleName() for handle in handles] == spoken
    for handle in handles:
        code = handle.face
        if code in follower.illegal_faces:
            assert handle.accessibleDescription().startswith("You hold ")
        else:
            assert handle.accessibleDescription()
            assert not handle.accessibleDescription().startswith(handle.accessibleName())
    follower.double_click_card(follower.legal_faces[0])
    visible_handles = [
        handle for handle in follower.match_view.findChildren(CardProxy) if handle.isVisible()
    ]
    assert all(handle.face in follower.own_faces for handle in visible_handles)


# The blind deal


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_blind_card_is_not_exposed_until_it_is_played(open_match, players, speed):
    person = open_match("blackout", players, f"blind {players}", speed=speed)
    match_page, scene, seat = person.match_view, person.scene, person.scene.near_seat
    own_cards = []
    shown_types = []
    is_revealed = False

    def check_card_is_hidden():
        if not own_cards:
            deals = [event for event in person.record.events if isinstance(event, TrumpDealt)]
            own_cards.extend(deals[0].hands[seat].cards if deals else ())
        if own_cards and not is_revealed:
            (card,) = own_cards
            assert all(not item.shows_card(card) for hand in scene.cards.hands for item in hand)
            assert all(item.face is None for item in scene.cards.hands[seat])
            assert match_page.prompts.proxies.findChildren(QWidget) == []
            table_texts = list(collect_table_texts(match_page))
            assert [text for text in table_texts if card.name in text or card.code in text] == []

    def on_shown(event, _view):
        nonlocal is_revealed
        shown_types.append(type(event))
        is_revealed = is_revealed or (isinstance(event, CardPlayed) and event.seat == seat)
        check_card_is_hidden()

    match_page.stage.event_finished.connect(on_shown)
    match_page.begin_match()
    person.skip_animations()
    check_card_is_hidden()
    assert person.asks_for_bid
    item = scene.cards.hands[seat][0]
    table_view = match_page.table_view
    point = table_view.viewport().mapTo(person.window, table_view.mapFromScene(item.pos()))
    surface = person.window.windowHandle()
    QTest.mouseMove(surface, point)
    QTest.mouseClick(surface, LEFT_BUTTON, pos=point)
    QTest.mouseDClick(surface, LEFT_BUTTON, pos=point)
    assert not scene.note.isVisible()
    check_card_is_hidden()
    assert own_cards
    make_bid(person)
    while shown_types.count(TrickTaken) < 1:
        if match_page.animator.is_busy:
            person.press(Qt.Key.Key_Space)
        QApplication.processEvents()
    assert is_revealed
    assert shown_types[: 2 + 2 * players] == [
        LotDrawn,
        TrumpDealt,
        *(BidMade,) * players,
        *(CardPlayed,) * players,
    ]


# What the table shows


def count_brass_pixels(match_page, seat):
    """Return the number of brass pixels on a seat's plate."""
    plate = match_page.scene.plates[seat]
    assert plate.text is not None
    rect = match_page.table_view.mapFromScene(plate.sceneBoundingRect()).boundingRect()
    image = match_page.table_view.viewport().grab(rect).toImage()
    brass = QColor(current_theme().brass).rgb()
    return sum(
        image.pixel(x, y) == brass for x in range(image.width()) for y in range(image.height())
    )


def test_only_the_plate_whose_turn_it_is_has_a_ring(follower):
    ring_pixels = [count_brass_pixels(follower.match_view, seat) for seat in range(4)]
    assert ring_pixels[0] > 100
    assert ring_pixels[1:] == [0, 0, 0]


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("damn", 4, {"deals": 4, "first": 3}), ("blackout", 3, {})],
)
@pytest.mark.parametrize("speed", [0.0, 1.0], ids=["still", "hurried"])
def test_table_mirrors_the_view_of_a_player(open_match, game, players, options, speed):
    person = open_match(game, players, "mirror", speed=speed, **options)
    match_page = person.match_view
    shown_types = []

    def on_shown(event, view):
        shown_types.append(event.type)
        if match_page.prompts.question is None:
            check_table_shows(match_page.scene, match_page.player_view.game.picture(view))

    match_page.stage.event_finished.connect(on_shown)
    match_page.begin_match()
    deals = 0
    while deals < 3:
        person.skip_animations()
        if person.is_over:
            break
        if person.asks_for_bid:
            deals += 1
            make_bid(person)
        else:
            person.double_click_card(person.legal_faces[-1])
    assert len(shown_types) > 20


def test_closing_the_table_leaves_a_whole_record(open_match, qtbot):
    person = open_match("damn", 4, "close", first=4, deals=5, speed=1.0)
    person.match_view.begin_match()
    while not (person.match_view.prompts.question and not person.asks_for_bid):
        person.skip_animations()
        if person.asks_for_bid:
            make_bid(person)
    code = person.legal_faces[0]
    person.double_click_card(code)
    person.match_view.prompts.flight.land_card()
    assert person.match_view.animator.is_busy
    with qtbot.assertNotEmitted(person.match_view.finished):
        person.window.close()
    assert played_faces(person) == [code]


def test_double_click_plays_one_card_with_the_single_click_setting(open_match):
    person = open_match("damn", 3, deals=13, first=13)
    person.match_view.prompts.single_click = True
    person.match_view.begin_match()
    person.wait_for_turn()
    person.click(person.match_view.prompts.choice_prompt.buttons[next(person.allowed_bids())])
    for _ in range(5):
        person.wait_for_turn()
        count_before = len(person.own_faces)
        point = person.card_point(person.legal_faces[len(person.legal_faces) // 2])
        QTest.mouseClick(person.window.windowHandle(), LEFT_BUTTON, pos=point)
        person.wait_for_turn()
        # The bots were quick: it is the person's turn again at the second click.
        target = person.match_view.table_view.viewport()
        local_point = QPointF(target.mapFrom(person.window, point))
        for event_type in (QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseButtonRelease):
            no_modifier = Qt.KeyboardModifier.NoModifier
            QApplication.sendEvent(
                target,
                QMouseEvent(
                    event_type, local_point, local_point, LEFT_BUTTON, LEFT_BUTTON, no_modifier
                ),
            )
        assert len(person.own_faces) == count_before - 1


# Pause before the next event, and the question after it


def play_until_paused(person):
    """Play until the animation pauses for a click."""
    match_page = person.match_view
    while not match_page.animator.waits_for_user:
        if match_page.animator.is_busy:
            match_page.animator.skip_animations()
        elif match_page.prompts.question is not None:
            person.play_first_choice()
        QApplication.processEvents()


@pytest.fixture
def start_pausing_match(open_match):
    """Return a function that starts a table which pauses for a click after each trick and deal."""

    def start_match(size=(1280, 800), first=3):
        person = open_match("damn", 4, "where", first=first, deals=8)
        person.match_view.resize(*size)
        QApplication.processEvents()
        person.match_view.stage.pace = TablePace(waits_for_click=True)
        person.match_view.animator.speed = 1.0
        person.match_view.begin_match()
        play_until_paused(person)
        return person

    return start_match


@pytest.mark.parametrize("size", [(1280, 800), (720, 540), (1920, 1080)])
@pytest.mark.parametrize("first", [1, 7])
def test_no_answer_button_lies_where_the_pause_was_clicked(start_pausing_match, size, first):
    person = start_pausing_match(size, first)
    match_page, scored_deals = person.match_view, []
    match_page.deal_shown.connect(scored_deals.append)
    while not scored_deals or not person.asks_for_bid:
        if match_page.animator.waits_for_user:
            line_rect = match_page.scene.status_line.sceneBoundingRect()
            person.press(Qt.Key.Key_Space)
        elif match_page.animator.is_busy:
            match_page.animator.skip_animations()
        elif not scored_deals and match_page.prompts.question is not None:
            person.play_first_choice()
        QApplication.processEvents()
    table_view, prompt = match_page.table_view, match_page.prompts.choice_prompt
    for button in prompt.buttons:
        corner = button.mapTo(table_view.viewport(), QPoint())
        button_rect = table_view.mapToScene(QRect(corner, button.size())).boundingRect()
        assert not button_rect.intersects(line_rect)
    assert table_view.rect().contains(prompt.geometry())


def test_space_on_the_rules_button_advances_and_gives_no_answer_while_held(start_pausing_match):
    person = start_pausing_match()
    match_page, rules_button = person.match_view, person.match_view.rules_controller.rules_button
    rules_button.setFocus()
    assert rules_button.hasFocus()
    QTest.keyClick(rules_button, Qt.Key.Key_Space)
    assert not match_page.animator.waits_for_user
    assert match_page.rules_controller.slip_dialog is None
    while match_page.prompts.question is None:
        match_page.animator.skip_animations()
        QApplication.processEvents()
    question = match_page.prompts.question
    match_page.setFocus()
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        no_modifier = Qt.KeyboardModifier.NoModifier
        repeated_press = QKeyEvent(QEvent.Type.KeyPress, key, no_modifier, " ", autorep=True)
        QApplication.sendEvent(match_page, repeated_press)
    assert match_page.prompts.question is question
    assert not match_page.prompts.proxies.focused_face
