"""Tests of the table's scene: positions, sizes, themes and card faces."""

from itertools import combinations, pairwise, permutations
from random import Random

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from greenbaize.cards import PACK_52, Suit
from greenbaize.rules.events import Dealt
from greenbaize.rules.holding import sorted_hand
from greenbaize.ui.cards.look import CardLook
from greenbaize.ui.features.start.start_screen import StartScreen
from greenbaize.ui.table.cloth import EmptyTable
from greenbaize.ui.table.geometry import Geometry
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.way import dealers_spot
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.table.person import face_of
from ui.table.seen import card_items, check_mirror, lying

pytestmark = pytest.mark.slow


# Order of a hand


def suits_of(cards):
    return list(dict.fromkeys(card.suit for card in cards if card.suit is not None))


def can_alternate(suits, last):
    """Return whether some order of these suits alternates colours with trumps at the right."""
    return any(
        (last not in suits or order[-1] is last)
        and all(left.red != right.red for left, right in pairwise(order))
        for order in permutations(suits)
    )


@pytest.mark.parametrize("trump", [None, *Suit], ids=str)
def test_hands_alternate_colours_with_trumps_at_the_right(trump):
    for count in range(1, 5):
        for suits in combinations(Suit, count):
            cards = [card for card in PACK_52 if card.suit in suits and card.rank % 3 == 0]
            Random(str(suits)).shuffle(cards)
            held = sorted_hand(cards, trump)
            assert sorted(held) == sorted(cards)
            order = suits_of(held)
            assert len(order) == count
            for suit in order:
                ranks = [card.rank for card in held if card.suit is suit]
                assert ranks == sorted(ranks, reverse=True)
            places = [order.index(card.suit) for card in held if card.suit is not None]
            assert places == sorted(places)
            assert trump not in order[:-1]
            if can_alternate(set(suits), trump):
                assert all(a.red != b.red for a, b in pairwise(order))


def test_the_order_does_not_hang_on_how_the_cards_were_dealt():
    cards = [card for card in PACK_52 if card.rank in (3, 8, 11)]
    for trump in (None, *Suit):
        orders = set()
        for seed in range(10):
            Random(seed).shuffle(cards)
            orders.add(tuple(sorted_hand(cards, trump)))
        assert len(orders) == 1


# Sizes


def fresh_copy(person, size):
    """Return a scene of the same moment that had this size from the beginning."""
    playing = person.playing
    scene = TableScene(playing.scene.names, playing.scene.near, Motion())
    scene.lay_out(*size, 1.0)
    scene.show_picture(playing.place.game.picture(playing.place.view))
    return scene


SIZES = ((480, 400), (900, 640), (1500, 1000), (700, 1000))


@pytest.fixture
def asked(laid):
    """Play into the middle of a deal, with won tricks on the table."""
    person = laid("damn", 4, "scene", first=6, deals=7)
    person.playing.begin()
    for _ in range(4):
        person.wait_for_turn()
        if person.asked_bid:
            person.type("1")
        else:
            person.double_click_card(person.legal[0])
    person.wait_for_turn()
    return person


@pytest.mark.parametrize("size", SIZES)
def test_after_a_resize_everything_is_where_a_fresh_layout_puts_it(asked, size):
    scene = asked.scene
    scene.lay_out(1000, 600, 1.0)
    scene.set_states({}, set())
    scene.lay_out(*size, 1.0)
    assert any(scene.cards.won)
    fresh = fresh_copy(asked, size)
    assert sorted(str(one[1:]) for one in lying(scene)) == sorted(
        str(one[1:]) for one in lying(fresh)
    )
    check_mirror(scene, asked.playing.place.game.picture(asked.playing.place.view))


@pytest.mark.parametrize("size", SIZES)
def test_raised_cards_stay_raised(asked, size):
    scene = asked.scene
    scene.lay_out(*size, 1.0)
    for place, item in enumerate(scene.cards.hands[0]):
        rest = scene.geometry.hand(0, place, len(scene.cards.hands[0]))
        lift = (rest.y - item.spot.y) / scene.geometry.card
        legal = item.face in asked.legal
        assert lift > 0.05 if legal else lift == 0
        assert item.pos().toTuple() == (round(item.spot.x), round(item.spot.y))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_a_resize_while_cards_fly_ends_where_a_fresh_layout_does(laid, seed):
    """Resize several times during deals, plays, sorting and gathering."""
    draw = Random(seed)
    now = [0.0]
    match = {"first": 4, "deals": 5, "speed": 1.0, "watch": True, "clock": lambda: now[0]}
    person = laid("damn", 4, f"resize {seed}", **match)
    playing, scene, motion = person.playing, person.scene, person.playing.motion
    resized = 0

    def on_shown(_event, view):
        check_mirror(scene, playing.place.game.picture(view))

    playing.stage.shown.connect(on_shown)
    playing.folding.show_folded(on=True)  # otherwise the sheet changes the table's width meanwhile
    playing.begin()
    while not person.over:
        now[0] += draw.choice((5, 80, 200))
        motion.step()
        if draw.random() < 0.3:
            size = draw.choice(SIZES)
            moving = [item for item in card_items(scene) if item.moving]
            scene.lay_out(*size, 1.0)
            resized += bool(moving)
            room = scene.sceneRect().adjusted(-90, -90, 90, 90)
            assert all(room.contains(item.pos()) for item in moving)
        QApplication.processEvents()
    assert resized > 20
    assert (scene.width(), scene.height()) in SIZES


def test_cards_that_wait_in_the_pack_grow_with_the_table(laid):
    now = [0.0]
    match = {"first": 4, "deals": 5, "speed": 1.0, "clock": lambda: now[0]}
    person = laid("damn", 4, "growing", **match)
    scene = person.scene
    person.playing.begin()
    assert any(item.waits for item in card_items(scene))
    scene.lay_out(2 * scene.width(), 2 * scene.height(), 1.0)
    while any(item.moving for item in card_items(scene)):
        now[0] += 40
        person.playing.motion.step()
        QApplication.processEvents()
    for item in card_items(scene):
        assert item._size == scene.cards.atlas.picture(item.face, item.spot).deviceIndependentSize()


def test_a_card_is_dealt_face_down_from_the_dealers_hand_and_turned_over_as_it_comes(laid):
    now = [0.0]
    person = laid("damn", 3, "line", first=1, deals=1, speed=1.0, clock=lambda: now[0])
    playing, motion = person.playing, person.playing.motion
    playing.begin()
    motion.hurry()  # skip the announcement of the last deal
    cards, dealer = person.scene.cards, playing.place.view.dealer
    item, pack = cards.hands[0][0], dealers_spot(person.scene.geometry, dealer)
    assert item.pos().toTuple() == (round(pack.x), round(pack.y))
    seen = []
    while motion.busy and (item.moving or item.face is None):
        now[0] += 8
        motion.step()
        if item.moving and item.isVisible():
            seen.append((item.x(), item.y(), item.face is None, item.transform().m11()))
    assert all(x == round(x) and y == round(y) for x, y, *_ in seen)
    backs = [down for *_, down, _ in seen]
    assert backs == sorted(backs, reverse=True)
    widths = [width for *_, width in seen]
    narrowest = widths.index(min(widths))
    assert widths[narrowest] < 0.4
    assert backs[narrowest - 1 : narrowest + 1] != [False, False]
    assert backs[narrowest : narrowest + 2] != [True, True]
    assert item.transform().isIdentity()
    assert item.rotation() == 0


# Themes and images


def test_another_theme_reaches_everything(asked):
    before = asked.playing.grab().toImage()
    dress(DARK)
    asked.playing.dress()
    after = asked.playing.grab().toImage()
    size = before.size()
    spots = [(x, y) for x in range(0, size.width(), 25) for y in range(0, size.height(), 25)]
    same = sum(before.pixel(x, y) == after.pixel(x, y) for x, y in spots)
    # Cards look the same on every cloth.
    assert same < 0.2 * len(spots)
    dress(LIGHT)
    asked.playing.dress()
    assert asked.playing.grab().toImage() == before


def test_another_set_back_and_letters_are_on_the_table_at_once(asked):
    before = asked.playing.grab().toImage()
    atlas = asked.scene.cards.atlas
    queen = atlas.store(1.0).face(face_of("QS")).toImage()
    for look in (CardLook("large"), CardLook(back="fans")):
        asked.playing.set_card_look(look)
        assert asked.playing.grab().toImage() != before
    asked.playing.set_card_look(CardLook(letters="cyrillic"))
    assert atlas.store(1.0).face(face_of("QS")).toImage() != queen
    asked.playing.set_card_look(CardLook())
    assert asked.playing.grab().toImage() == before


def test_a_deal_shows_no_face_before_its_card_has_arrived(laid):
    person = laid("damn", 4, "faces", first=5, deals=6, speed=0.05)
    deals = []
    person.playing.place.listen(lambda event: deals.extend([event] * isinstance(event, Dealt)))
    person.playing.begin()
    assert deals
    hand = person.scene.cards.hands[0]
    assert len(hand) == 5
    assert all(item.face is None for item in hand)
    person.playing.motion.hurry()
    assert sorted(str(item.face) for item in hand) == sorted(
        c.code for c in deals[0].hands[0].cards
    )


@pytest.mark.parametrize("seats", [3, 8])
def test_an_empty_table_has_the_cloth_of_a_laid_one(application, seats):
    empty = EmptyTable(seats)
    empty.resize(900, 700)
    assert empty.card_width == Geometry(900, 700, seats, 0).card


def test_the_first_screen_is_a_cloth_with_the_programs_name(application):
    named, bare = StartScreen(4), EmptyTable(4)
    for table in (named, bare):
        table.resize(900, 700)
    corner = QRect(0, 0, 300, 100)
    assert named.grab(corner).toImage() != bare.grab(corner).toImage()
    below = QRect(0, 100, 900, 600)
    assert named.grab(below).toImage() == bare.grab(below).toImage()
