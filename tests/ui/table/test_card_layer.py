"""Tests of the cards on the cloth: dealing, drawing, playing and mistakes."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from greenbaize.rules.events import CardPlayed, CardsDealt, CardsDrawn, TrickTaken
from greenbaize.ui.cards.card_look import CardFace, CardLook
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.card_layer import INDEX_FRACTION, count_undealt
from greenbaize.ui.table.flight_path import compute_dealer_placement
from greenbaize.ui.table.geometry import CardPlacement
from greenbaize.ui.table.pile import PileStack
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.shadows import LIFTED_HEIGHT
from greenbaize.ui.widgets.theme import current_theme
from match.random_matches import GameSetup
from ui.table.person import face_of
from ui.table.stage_harness import FakeClock, StageHarness
from ui.table.table_checks import find_card_items

SETUP = GameSetup("damn", 4, {"deals": 5, "first": 4})


SEED = f"{2:032x}"
"""Seed of a match with every kind of news."""


def test_cards_that_wait_in_the_pack_grow_with_the_table(open_match):
    now = [0.0]
    match = {"first": 4, "deals": 5, "speed": 1.0, "clock": lambda: now[0]}
    person = open_match("damn", 4, "growing", **match)
    scene = person.scene
    person.match_view.begin_match()
    assert any(item.is_waiting for item in find_card_items(scene))
    scene.update_layout(2 * scene.width(), 2 * scene.height(), 1.0)
    while any(item.is_moving for item in find_card_items(scene)):
        now[0] += 40
        person.match_view.animator.advance_animations()
        QApplication.processEvents()
    for item in find_card_items(scene):
        assert (
            item._size
            == scene.cards.atlas.card_pixmap(item.face, item.placement).deviceIndependentSize()
        )


def test_a_card_is_dealt_face_down_from_the_dealers_hand_and_turned_over_as_it_comes(open_match):
    now = [0.0]
    person = open_match("damn", 3, "line", first=1, deals=1, speed=1.0, clock=lambda: now[0])
    playing, motion = person.match_view, person.match_view.animator
    playing.begin_match()
    motion.skip_animations()  # skip the announcement of the last deal
    cards, dealer = person.scene.cards, playing.player_view.view.dealer
    item, pack = cards.hands[0][0], compute_dealer_placement(person.scene.geometry, dealer)
    assert item.pos().toTuple() == (round(pack.x), round(pack.y))
    samples = []
    while motion.is_busy and (item.is_moving or item.face is None):
        now[0] += 8
        motion.advance_animations()
        if item.is_moving and item.isVisible():
            samples.append((item.x(), item.y(), item.face is None, item.transform().m11()))
    assert all(x == round(x) and y == round(y) for x, y, *_ in samples)
    face_down_flags = [is_face_down for *_, is_face_down, _ in samples]
    assert face_down_flags == sorted(face_down_flags, reverse=True)
    widths = [width for *_, width in samples]
    narrowest = widths.index(min(widths))
    assert widths[narrowest] < 0.4
    assert face_down_flags[narrowest - 1 : narrowest + 1] != [False, False]
    assert face_down_flags[narrowest : narrowest + 2] != [True, True]
    assert item.transform().isIdentity()
    assert item.rotation() == 0


def test_a_deal_shows_no_face_before_its_card_has_arrived(open_match):
    person = open_match("damn", 4, "faces", first=5, deals=6, speed=0.05)
    deals = []
    person.match_view.player_view.add_listener(
        lambda event: deals.extend([event] * isinstance(event, CardsDealt))
    )
    person.match_view.begin_match()
    assert deals
    hand = person.scene.cards.hands[0]
    assert len(hand) == 5
    assert all(item.face is None for item in hand)
    person.match_view.animator.skip_animations()
    assert sorted(str(item.face) for item in hand) == sorted(
        c.code for c in deals[0].hands[0].cards
    )


def test_cards_wait_unseen_in_the_pack_until_they_are_dealt(application):
    harness = StageHarness(SETUP, 1.0)
    event_index = next(
        index for index, event in enumerate(harness.events) if isinstance(event, CardsDealt)
    )
    harness.show_events_until(event_index)
    harness.enqueue_events(event_index, event_index + 1)
    hands = [item for hand in harness.scene.cards.hands for item in hand]
    harness.advance_clock(100)
    assert 0 < sum(item.isVisible() for item in hands) < 6
    harness.scene.update_layout(1300, 620, 1.0)
    pack = harness.scene.cards.pack
    assert pack is not None
    waiting = [item for item in hands if not item.isVisible()]
    assert waiting
    assert all(item.pos() == pack.pos() for item in waiting)
    harness.motion.skip_animations()
    assert all(item.isVisible() for item in hands)


def test_without_motion_all_cards_lie_there_at_once(application):
    harness = StageHarness(SETUP, 1.0)
    harness.motion.reduced_motion = True
    event_index = next(
        index for index, event in enumerate(harness.events) if isinstance(event, CardsDealt)
    )
    harness.show_events_until(event_index)
    harness.enqueue_events(event_index, event_index + 1)
    hands = [item for hand in harness.scene.cards.hands for item in hand]
    assert all(item.isVisible() and item.face is not None and not item.is_moving for item in hands)
    assert harness.motion.is_busy


def test_drawn_cards_come_from_the_stock_and_only_the_own_ones_turn(application):
    harness = StageHarness(GameSetup("rank", 4, {"deals": 1}), 1.0, 0, SEED)
    for own in (True, False):
        event_index = next(
            index
            for index, event in enumerate(harness.events)
            if isinstance(event, CardsDrawn)
            and (event.seat == 0) is own
            and index > len(harness.shown_events)
        )
        first = len(harness.shown_events)
        harness.enqueue_events(first, event_index)
        while harness.motion.is_busy:
            harness.motion.skip_animations()
        items_before = set(find_card_items(harness.scene))
        harness.enqueue_events(event_index, event_index + 1)
        (drawn_item,) = set(find_card_items(harness.scene)) - items_before
        stock = harness.scene.geometry.stock_placement()
        assert (drawn_item.x(), drawn_item.y()) == (round(stock.x), round(stock.y))
        assert drawn_item.face is None
        while harness.motion.is_busy:
            harness.motion.skip_animations()
        assert (drawn_item.face is not None) is own


@pytest.fixture
def layer(application):
    """Return the cards of an empty table of four, with animations that wait for the clock."""
    scene = TableScene(["Ida", "Anna", "Otto", "Mila"], 0, Animator(clock=FakeClock()))
    scene.update_layout(900, 700, 1.0)
    return scene.cards


@pytest.fixture
def damn_pictures():
    """Return the pictures of a match of Damn after each of its events, by the event's type."""
    harness = StageHarness(SETUP, 0.0, 0)
    return [(event, harness.game.picture(view)) for event, view in harness.event_views]


def picture_after(pictures, kind, number=0):
    return [(event, picture) for event, picture in pictures if isinstance(event, kind)][number]


@pytest.fixture
def dealt_layer(layer, damn_pictures):
    """Return the table after the first deal."""
    _, picture = picture_after(damn_pictures, CardsDealt)
    layer.show_picture(picture)
    return layer


def codes(items):
    return ["--" if item.face is None else item.face.card.code for item in items]


def test_undealt_cards_are_counted_without_the_turned_one(damn_pictures):
    _, picture = picture_after(damn_pictures, CardsDealt)
    assert count_undealt(picture) == 52 - 4 * 4 - 1
    _, picture = picture_after(damn_pictures, CardPlayed)
    assert count_undealt(picture) == 52 - 4 * 4 - 1
    _, picture = picture_after(damn_pictures, TrickTaken)
    assert count_undealt(picture) == 52 - 4 * 4 - 1
    everything = picture._replace(ranks="A")
    assert count_undealt(everything) == 1


def test_a_played_card_leaves_the_hand_and_lies_in_the_trick(dealt_layer, damn_pictures):
    event, picture = picture_after(damn_pictures, CardPlayed)
    dealt_layer.animate_play(event.seat, event.card, picture)
    ((seat, item),) = dealt_layer.trick
    assert (seat, item.final_face) == (event.seat, CardFace(event.card))
    assert len(dealt_layer.hands[event.seat]) == 3
    assert item.placement == dealt_layer.geometry.played_placement(event.seat)
    for index, rest in enumerate(dealt_layer.hands[event.seat]):
        assert rest.placement == dealt_layer.hand_placement(event.seat, index)


def test_cards_nearer_to_the_near_edge_lie_higher_in_the_trick(dealt_layer, damn_pictures):
    for number in range(4):
        event, picture = picture_after(damn_pictures, CardPlayed, number)
        dealt_layer.animate_play(event.seat, event.card, picture)
    items = dict(dealt_layer.trick)
    heights = {seat: item._resting_z for seat, item in items.items()}
    assert heights[0] > heights[1] > heights[2]
    assert heights[1] == pytest.approx(heights[3], abs=0.01)
    assert min(heights.values()) > 200


def test_of_two_cards_alike_the_chosen_one_is_played(layer, atlas):
    picks = [CardItem(atlas, face_of(code), CardPlacement(0, 0)) for code in ("QS", "QS'")]
    layer.hands[0] = [*picks]
    layer.chosen_item = picks[1]
    assert layer._remove_from_hand(0, face_of("QS").card) is picks[1]
    assert layer.chosen_item is None
    assert layer._remove_from_hand(0, face_of("QS").card) is picks[0]


def test_a_card_exposed_meanwhile_leaves_the_chosen_one(dealt_layer, damn_pictures):
    _, picture = picture_after(damn_pictures, CardsDealt)
    chosen_item, exposed_item = dealt_layer.own_hand[:2]
    dealt_layer.chosen_item = chosen_item
    dealt_layer.animate_exposure(0, exposed_item.face.card, picture)
    assert dealt_layer.chosen_item is chosen_item


def test_a_card_of_another_seat_leaves_the_chosen_one(layer, atlas):
    chosen_item = CardItem(atlas, face_of("QS"), CardPlacement(0, 0))
    layer.hands[:2] = [[chosen_item], [CardItem(atlas, None, CardPlacement(0, 0))]]
    layer.chosen_item = chosen_item
    layer._remove_from_hand(1, face_of("KS").card)
    assert layer.chosen_item is chosen_item


def test_a_card_that_is_not_seen_is_the_last_one_of_a_hand(layer, atlas):
    layer.hands[1] = [CardItem(atlas, None, CardPlacement(0, 0)) for _ in range(3)]
    assert layer._find_hand_item(layer.hands[1], face_of("KS").card) is layer.hands[1][-1]


def test_equal_cards_belong_to_different_packs_where_there_is_a_pile(layer):
    card = face_of("QS").card
    assert [layer._new_face(card).second for _ in range(2)] == [False, False]
    layer.pile = PileStack()
    assert [layer._new_face(card).second for _ in range(3)] == [False, True, True]
    assert layer._new_face(None) is None
    layer.clear()
    layer.pile = PileStack()
    assert layer._new_face(card).second is False


def test_the_trick_becomes_a_packet_at_its_winner(dealt_layer, damn_pictures):
    for number in range(4):
        event, picture = picture_after(damn_pictures, CardPlayed, number)
        dealt_layer.animate_play(event.seat, event.card, picture)
    dealt_layer.outline_winning_card(picture)
    outlined = [item.outline_colour for _, item in dealt_layer.trick]
    assert outlined.count(current_theme().brass) == 1
    assert outlined.index(current_theme().brass) == picture.winning_index
    event, _ = picture_after(damn_pictures, TrickTaken)
    items = [item for _, item in dealt_layer.trick]
    dealt_layer.animate_trick(event.seat)
    assert dealt_layer.trick == []
    ((packet,),) = [won for won in dealt_layer.won_tricks if won]
    assert packet.packet_size == 4
    assert packet in dealt_layer.won_tricks[event.seat]
    assert not packet.isVisible()
    assert sum(item.outline_colour is not None for item in items) == 1
    dealt_layer.remove_leaving_cards()
    assert packet.isVisible()
    assert all(item.scene() is None for item in items)


def test_cards_are_lifted_and_dimmed_by_their_faces(dealt_layer):
    first, second, *_ = [item.face for item in dealt_layer.own_hand]
    dealt_layer.set_card_states({first: 0.2}, {second})
    lifted, dim, *_ = dealt_layer.own_hand
    rest_placement = dealt_layer.geometry.hand_card_placement(0, 0, 4)
    assert rest_placement.y - lifted.placement.y == pytest.approx(
        0.2 * dealt_layer.geometry.card_width
    )
    assert [item._is_dimmed for item in dealt_layer.own_hand] == [False, True, False, False]
    assert [item.height for item in dealt_layer.own_hand] == [LIFTED_HEIGHT, 0, 0, 0]
    dealt_layer.set_card_states({}, set())
    assert lifted.placement == rest_placement
    assert not dim._is_dimmed


def test_hints_and_highlighted_cards_are_outlined_in_brass_and_exposed_ones_in_red(
    dealt_layer, damn_pictures
):
    theme = current_theme()
    first, second, third, _ = [item.face for item in dealt_layer.own_hand]
    dealt_layer.outline_hint_card(first)
    dealt_layer.highlight_cards({second.card})
    _, picture = picture_after(damn_pictures, CardsDealt)
    exposed = ((first.card, third.card), (), (), ())
    dealt_layer._update_exposed(picture._replace(exposed_cards=exposed))
    colours = [item.outline_colour for item in dealt_layer.own_hand]
    assert colours == [theme.brass, theme.brass, theme.loss, None]
    dealt_layer.outline_hint_card(None)
    dealt_layer.highlight_cards(())
    colours = [item.outline_colour for item in dealt_layer.own_hand]
    assert colours == [theme.loss, None, theme.loss, None]
    dealt_layer._update_exposed(picture)
    assert [item.outline_colour for item in dealt_layer.own_hand] == [None] * 4


def test_the_uppermost_of_overlapping_cards_is_at_a_point(dealt_layer):
    first, second, *_, last = dealt_layer.own_hand
    gap = second.placement.x - first.placement.x
    for x, item in (
        (first.placement.x - 0.4 * first.card_width, first),
        (first.placement.x + gap - 0.49 * first.card_width, second),
        (last.placement.x + 0.4 * first.card_width, last),
    ):
        assert dealt_layer.card_at(QPointF(x, first.placement.y)) is item
    assert dealt_layer.card_at(QPointF(5, 5)) is None


def test_a_card_of_the_own_hand_is_found_by_its_face(dealt_layer):
    item = dealt_layer.own_hand[2]
    assert dealt_layer.find_card(item.face) is item
    assert dealt_layer.find_card(face_of("XR")) is None
    assert dealt_layer.shows_card(0, item.face.card)
    assert not dealt_layer.shows_card(1, item.face.card)


def test_the_index_of_a_trick_is_in_the_corner_that_is_seen(dealt_layer, damn_pictures):
    event, picture = picture_after(damn_pictures, CardPlayed)
    dealt_layer.animate_play(event.seat, event.card, picture)
    ((_, item),) = dealt_layer.trick
    (rect,) = dealt_layer.trick_index_rects()
    assert rect.topLeft() == item.pixmap_rect.topLeft()
    assert rect.width() == pytest.approx(INDEX_FRACTION * item.pixmap_rect.width())
    dealt_layer.geometry.left_handed = True
    (rect,) = dealt_layer.trick_index_rects()
    assert rect.topRight() == item.pixmap_rect.topRight()


def test_a_replaced_card_returns_to_the_hand_and_another_lies_in_the_trick(
    dealt_layer, damn_pictures
):
    wrong, right, *_ = dealt_layer.own_hand
    _, picture = picture_after(damn_pictures, CardsDealt)
    dealt_layer.animate_play(0, wrong.face.card, picture)
    dealt_layer.animate_replacement(0, right.face.card, picture)
    assert dealt_layer.trick == [(0, right)]
    assert wrong in dealt_layer.own_hand
    assert right not in dealt_layer.own_hand
    assert right.placement == dealt_layer.geometry.played_placement(0)
    dealt_layer.animate_return(0, right.face.card, picture)
    assert dealt_layer.trick == []
    assert len(dealt_layer.own_hand) == 4
    assert all(item.face is not None for item in dealt_layer.own_hand)


def test_a_card_returned_to_a_hand_that_is_not_seen_is_face_down(dealt_layer, damn_pictures):
    event, picture = next(
        (event, picture)
        for event, picture in damn_pictures
        if isinstance(event, CardPlayed) and event.seat == 1
    )
    dealt_layer.animate_play(1, event.card, picture)
    ((_, item),) = dealt_layer.trick
    item.finish_animation()
    assert item.face == CardFace(event.card)
    dealt_layer.animate_return(1, event.card, picture)
    assert item.face is None
    assert item in dealt_layer.hands[1]
    assert item.outline_colour is None


def test_a_blind_card_shows_its_back_until_it_is_turned(dealt_layer, damn_pictures):
    event, picture = next(
        (event, picture)
        for event, picture in damn_pictures
        if isinstance(event, CardPlayed) and event.seat == 1
    )
    dealt_layer.animate_play(1, event.card, picture, blind=True)
    ((_, item),) = dealt_layer.trick
    assert item.final_face is None
    item.finish_animation()
    dealt_layer.flip_played_card(1, event.card)
    assert item.final_face == CardFace(event.card)
    assert item.placement == dealt_layer.geometry.played_placement(1)


def test_an_exposed_card_is_turned_and_lies_apart(dealt_layer, damn_pictures):
    _, picture = picture_after(damn_pictures, CardsDealt)
    before = dealt_layer.hand_placement(1, 0)
    card = face_of("QS").card
    exposed = picture._replace(exposed_cards=((), (card,), (), ()))
    dealt_layer.animate_exposure(1, card, exposed)
    (item,) = [item for item in dealt_layer.hands[1] if item.face is not None]
    assert item.face == face_of("QS")
    assert item.placement != before
    index = dealt_layer.hands[1].index(item)
    assert item.placement == dealt_layer.hand_placement(1, index)
    open_placement = dealt_layer.geometry.hand_card_placement(1, index, 4, open_hand=True)
    assert item.placement == dealt_layer.geometry.exposed_placement(1, open_placement)


def test_another_look_repaints_every_card(dealt_layer, damn_pictures):
    event, picture = picture_after(damn_pictures, CardPlayed)
    dealt_layer.animate_play(event.seat, event.card, picture)
    items = [*dealt_layer.own_hand, dealt_layer.trick[0][1], dealt_layer.pack]
    before = [item._pixmap.cacheKey() for item in items]
    dealt_layer.set_card_look(CardLook("large", "fans"))
    after = [item._pixmap.cacheKey() for item in items]
    assert all(old != new for old, new in zip(before, after, strict=True))


def test_the_pack_lies_with_the_dealer_while_dealing_and_then_in_its_corner(layer, damn_pictures):
    _, picture = picture_after(damn_pictures, CardsDealt)
    layer.animate_deal(picture, 1)
    dealer_placement = compute_dealer_placement(layer.geometry, picture.dealer)
    assert layer.pack.placement == dealer_placement
    assert layer.pack.packet_size == 4 * 4 + count_undealt(picture) - 1
    layer._animator.skip_animations()
    layer.animate_turn_up(picture)
    assert layer.pack.placement == layer.geometry.deck_placement()
    assert layer.pack.packet_size == count_undealt(picture)
    assert layer.turned_card.final_face == CardFace(picture.undealt_trump_card)
    assert layer.turned_card.face is None
    layer._animator.skip_animations()
    assert layer.turned_card.shows_card(picture.undealt_trump_card)


def test_sorting_moves_only_cards_that_change_their_position(dealt_layer, damn_pictures):
    _, picture = picture_after(damn_pictures, CardsDealt)
    dealt_layer.animate_sorting(picture)
    assert not any(item.is_moving for item in dealt_layer.own_hand)
    expected = codes(dealt_layer.own_hand)
    dealt_layer.own_hand.reverse()
    dealt_layer.animate_sorting(picture)
    assert codes(dealt_layer.own_hand) == expected
    first, second, *_ = dealt_layer.own_hand
    first.set_placement(second.placement)
    dealt_layer.animate_sorting(picture)
    assert [item.is_moving for item in dealt_layer.own_hand] == [True, False, False, False]


def test_an_empty_table_has_no_cards(dealt_layer):
    dealt_layer.clear()
    assert dealt_layer.hands == [[], [], [], []]
    assert (dealt_layer.pack, dealt_layer.turned_card, dealt_layer.pile) == (None, None, None)
    assert not any(isinstance(item, CardItem) for item in dealt_layer._scene.items())
