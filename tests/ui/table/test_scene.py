"""Tests of the table's scene: positions, sizes, themes and card faces."""

from itertools import combinations, pairwise, permutations
from random import Random

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from greenbaize.cards import PACK_52, Suit
from greenbaize.rules.hand_order import sort_hand_by_suit
from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.features.start.start_screen import StartScreen
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.table.cloth import EmptyTableWidget
from greenbaize.ui.table.geometry import TableGeometry
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.table.person import face_of
from ui.table.table_checks import check_table_shows, find_card_items, list_card_states

pytestmark = pytest.mark.slow


# Order of a hand


def list_suits(cards):
    return list(dict.fromkeys(card.suit for card in cards if card.suit is not None))


def can_alternate(suits, last):
    """Return whether some order of these suits alternates colours with trumps at the right."""
    return any(
        (last not in suits or order[-1] is last)
        and all(left.is_red != right.is_red for left, right in pairwise(order))
        for order in permutations(suits)
    )


@pytest.mark.parametrize("trump", [None, *Suit], ids=str)
def test_hands_alternate_colours_with_trumps_at_the_right(trump):
    for count in range(1, 5):
        for suits in combinations(Suit, count):
            cards = [card for card in PACK_52 if card.suit in suits and card.rank % 3 == 0]
            Random(str(suits)).shuffle(cards)
            ordered_cards = sort_hand_by_suit(cards, trump)
            assert sorted(ordered_cards) == sorted(cards)
            suit_order = list_suits(ordered_cards)
            assert len(suit_order) == count
            for suit in suit_order:
                ranks = [card.rank for card in ordered_cards if card.suit is suit]
                assert ranks == sorted(ranks, reverse=True)
            suit_indices = [
                suit_order.index(card.suit) for card in ordered_cards if card.suit is not None
            ]
            assert suit_indices == sorted(suit_indices)
            assert trump not in suit_order[:-1]
            if can_alternate(set(suits), trump):
                assert all(a.is_red != b.is_red for a, b in pairwise(suit_order))


def test_hand_order_does_not_depend_on_the_deal():
    cards = [card for card in PACK_52 if card.rank in (3, 8, 11)]
    for trump in (None, *Suit):
        orders = set()
        for seed in range(10):
            Random(seed).shuffle(cards)
            orders.add(tuple(sort_hand_by_suit(cards, trump)))
        assert len(orders) == 1


# Sizes


def copy_scene(person, size):
    """Return a scene of the same moment that had this size from the beginning."""
    playing = person.match_view
    scene = TableScene(playing.scene.names, playing.scene.near_seat, Animator())
    scene.update_layout(*size, ratio=1.0)
    scene.show_picture(playing.player_view.game.picture(playing.player_view.view))
    return scene


SIZES = ((480, 400), (900, 640), (1500, 1000), (700, 1000))


@pytest.fixture
def person_on_turn(open_match):
    """Play into the middle of a deal, with won tricks on the table."""
    person = open_match("damn", 4, "scene", first=6, deals=7)
    person.match_view.begin_match()
    for _ in range(4):
        person.wait_for_turn()
        if person.asks_for_bid:
            person.type_digits("1")
        else:
            person.double_click_card(person.legal_faces[0])
    person.wait_for_turn()
    return person


@pytest.mark.parametrize("size", SIZES)
def test_resized_layout_equals_a_fresh_layout(person_on_turn, size):
    scene = person_on_turn.scene
    scene.update_layout(1000, 600, 1.0)
    scene.set_card_states({}, set())
    scene.update_layout(*size, ratio=1.0)
    assert any(scene.cards.won_tricks)
    fresh_scene = copy_scene(person_on_turn, size)
    assert sorted(str(card_state[1:]) for card_state in list_card_states(scene)) == sorted(
        str(card_state[1:]) for card_state in list_card_states(fresh_scene)
    )
    check_table_shows(
        scene,
        person_on_turn.match_view.player_view.game.picture(
            person_on_turn.match_view.player_view.view
        ),
    )


@pytest.mark.parametrize("size", SIZES)
def test_raised_cards_stay_raised(person_on_turn, size):
    scene = person_on_turn.scene
    scene.update_layout(*size, ratio=1.0)
    for index, item in enumerate(scene.cards.hands[0]):
        rest_placement = scene.geometry.hand_card_placement(0, index, len(scene.cards.hands[0]))
        lift = (rest_placement.y - item.placement.y) / scene.geometry.card_width
        legal = item.face in person_on_turn.legal_faces
        assert lift > 0.05 if legal else lift == 0
        assert item.pos().toTuple() == (round(item.placement.x), round(item.placement.y))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_resizing_during_animations_ends_in_the_right_layout(open_match, seed):
    """Resize several times during deals, plays, sorting and gathering."""
    random = Random(seed)
    now = [0.0]
    match = {"first": 4, "deals": 5, "speed": 1.0, "watch": True, "clock": lambda: now[0]}
    person = open_match("damn", 4, f"resize {seed}", **match)
    match_view, scene = person.match_view, person.scene
    resize_count = 0

    def on_event_finished(_event, view):
        check_table_shows(scene, match_view.player_view.game.picture(view))

    match_view.stage.event_finished.connect(on_event_finished)
    # otherwise the sheet changes the table's width meanwhile
    match_view.folding.restore_folded(on=True)
    match_view.begin_match()
    while not person.is_over:
        now[0] += random.choice((5, 80, 200))
        match_view.animator.advance_animations()
        if random.random() < 0.3:
            size = random.choice(SIZES)
            moving = [item for item in find_card_items(scene) if item.is_moving]
            scene.update_layout(*size, ratio=1.0)
            resize_count += bool(moving)
            room = scene.sceneRect().adjusted(-90, -90, 90, 90)
            assert all(room.contains(item.pos()) for item in moving)
        QApplication.processEvents()
    assert resize_count > 20
    assert (scene.width(), scene.height()) in SIZES


# Themes and images


def test_another_theme_repaints_the_whole_table(person_on_turn):
    before = person_on_turn.match_view.grab().toImage()
    apply_application_theme(DARK)
    person_on_turn.match_view.apply_theme()
    after = person_on_turn.match_view.grab().toImage()
    size = before.size()
    points = [(x, y) for x in range(0, size.width(), 25) for y in range(0, size.height(), 25)]
    same_count = sum(before.pixel(x, y) == after.pixel(x, y) for x, y in points)
    # Cards look the same on every cloth.
    assert same_count < 0.2 * len(points)
    apply_application_theme(LIGHT)
    person_on_turn.match_view.apply_theme()
    assert person_on_turn.match_view.grab().toImage() == before


def test_another_set_back_and_letters_are_on_the_table_at_once(person_on_turn):
    before = person_on_turn.match_view.grab().toImage()
    atlas = person_on_turn.scene.cards.atlas
    queen = atlas.face_store(1.0).face_pixmap(face_of("QS")).toImage()
    for look in (CardLook("large"), CardLook(back="fans")):
        person_on_turn.match_view.set_card_look(look)
        assert person_on_turn.match_view.grab().toImage() != before
    person_on_turn.match_view.set_card_look(CardLook(letters="cyrillic"))
    assert atlas.face_store(1.0).face_pixmap(face_of("QS")).toImage() != queen
    person_on_turn.match_view.set_card_look(CardLook())
    assert person_on_turn.match_view.grab().toImage() == before


@pytest.mark.parametrize("seats", [3, 8])
def test_an_empty_table_has_the_card_width_of_a_real_one(application, seats):
    empty = EmptyTableWidget(seats)
    empty.resize(900, 700)
    assert empty.card_width == TableGeometry(900, 700, seats, 0).card_width


def test_first_screen_is_the_cloth_with_the_program_name(application):
    start_screen, empty_table = StartScreen(4), EmptyTableWidget(4)
    for table in (start_screen, empty_table):
        table.resize(900, 700)
    corner = QRect(0, 0, 300, 100)
    assert start_screen.grab(corner).toImage() != empty_table.grab(corner).toImage()
    below = QRect(0, 100, 900, 600)
    assert start_screen.grab(below).toImage() == empty_table.grab(below).toImage()
