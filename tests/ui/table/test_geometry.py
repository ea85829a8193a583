"""Tests of the table's geometry at every size and with every number of players."""

from itertools import combinations, pairwise
from math import cos, hypot, radians, sin
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from greenbaize.app.memory.replays import read_replay
from greenbaize.match.event_log import OPEN_HANDS
from greenbaize.ui.features.history.replay_page import ReplayPage
from greenbaize.ui.match.prompt_controller import ILLEGAL_LIFT, LEGAL_LIFT, POINTED_LIFT
from greenbaize.ui.table.geometry import (
    CARD_HEIGHT_RATIO,
    MAX_CARDS_PER_ROW,
    VISIBLE_PILE_CARDS,
    TableBox,
    TableGeometry,
)
from ui.table.table_checks import check_table_shows

SIZES = (
    (480, 400),
    (480, 800),
    (640, 480),
    (800, 600),
    (1000, 400),
    (1000, 760),
    (1280, 800),
    (1366, 700),
    (900, 1400),
    (1920, 1080),
    (2560, 1080),
    (3840, 2160),
)
INDEX_WIDTH = 0.2
"""Width of a card's index, as a fraction of the card's width."""

MAX_TRICK_GAME_PLAYERS = 7
"""Largest number of players in trick games; up to ten play games with a pile."""


def tables_of_all_sizes(players):
    """Return geometries of every size for this many players, at several text scales."""
    usual = [TableGeometry(*size, players, 0) for size in SIZES]
    # At a large text scale the table has the whole width of the window.
    wide_sizes = [size for size in SIZES if size[0] >= 800 and size[1] >= 600]
    return usual + [
        TableGeometry(*size, players, 0, text_scale=letters)
        for size in wide_sizes
        for letters in (1.25, 1.5, 2.0)
    ]


for_any_table = pytest.mark.parametrize("players", range(2, 11))
for_trick_tables = pytest.mark.parametrize("players", range(2, MAX_TRICK_GAME_PLAYERS + 1))


def card_box(table, placement):
    """Return the upright bounding box of a card with its tilt."""
    card_width, card_height = (
        placement.scale * table.card_width,
        placement.scale * table.card_width * CARD_HEIGHT_RATIO,
    )
    turn = radians(abs(placement.tilt))
    width = card_width * abs(cos(turn)) + card_height * sin(turn)
    height = card_width * sin(turn) + card_height * abs(cos(turn))
    return TableBox(placement.x - width / 2, placement.y - height / 2, width, height)


def is_inside(table, box):
    far_x, far_y = box.x + box.width, box.y + box.height
    return box.x >= 0 and box.y >= 0 and far_x <= table.width and far_y <= table.height


def overlap_extent(first, second):
    """Return the overlap of two boxes across and down, negative where they are apart."""
    return (
        min(first.x + first.width, second.x + second.width) - max(first.x, second.x),
        min(first.y + first.height, second.y + second.height) - max(first.y, second.y),
    )


def boxes_overlap(first, second):
    """Return whether two boxes overlap by more than half a pixel."""
    return min(overlap_extent(first, second)) > 0.5


def box_contains(box, x, y):
    return box.x < x < box.x + box.width and box.y < y < box.y + box.height


def own_hand_placements(table, count, lift=0.0):
    return [
        table.raised_placement(table.hand_card_placement(table.near_seat, index, count), lift)
        for index in range(count)
    ]


@for_any_table
def test_plates_are_on_the_table_and_apart(players):
    for table in tables_of_all_sizes(players):
        plates = [table.plate_box(seat) for seat in range(table.players)]
        assert all(is_inside(table, plate) for plate in plates)
        assert [pair for pair in combinations(plates, 2) if boxes_overlap(*pair)] == []


@pytest.mark.slow
@for_any_table
def test_cards_that_may_be_played_rise_alike_also_below_the_plate(players):
    for table in tables_of_all_sizes(players):
        for count in range(1, 19):
            lying_low, risen = (
                own_hand_placements(table, count),
                own_hand_placements(table, count, LEGAL_LIFT),
            )
            ups = [low.y - up.y for low, up in zip(lying_low, risen, strict=True)]
            assert max(ups) - min(ups) < 1


@for_any_table
def test_plates_are_clear_of_the_own_hand(players):
    for table in tables_of_all_sizes(players):
        for count in (1, 7, 13, 18):
            for lift in (0.0, LEGAL_LIFT, POINTED_LIFT, ILLEGAL_LIFT):
                for placement in own_hand_placements(table, count, lift):
                    card = TableBox(
                        placement.x - table.own_card_width / 2,
                        placement.y - table.own_card_width * CARD_HEIGHT_RATIO / 2,
                        table.own_card_width,
                        table.own_card_width * CARD_HEIGHT_RATIO,
                    )
                    for seat in range(table.players):
                        assert not boxes_overlap(card, table.plate_box(seat))


@pytest.mark.slow
@for_any_table
@pytest.mark.parametrize("count", [1, 2, 3, 10, 13, 17, 18])
def test_the_own_hand_is_seen_whole_and_every_index_too(players, count):
    for table in tables_of_all_sizes(players):
        for lift in (0.0, LEGAL_LIFT, ILLEGAL_LIFT, POINTED_LIFT):
            assert all(
                is_inside(table, card_box(table, placement))
                for placement in own_hand_placements(table, count, lift)
            )
        hand = own_hand_placements(table, count)
        steps = [right.x - left.x for left, right in pairwise(hand)]
        assert all(step >= INDEX_WIDTH * table.own_card_width for step in steps)
        middle = (hand[0].x + hand[-1].x) / 2
        assert abs(middle - table.width / 2) < 1


@for_any_table
def test_tricks_lie_on_the_table_and_leave_the_plates_to_be_read(players):
    for table in tables_of_all_sizes(players):
        cards = [card_box(table, table.played_placement(seat)) for seat in range(table.players)]
        assert all(is_inside(table, card) for card in cards)
        for card in cards:
            for seat in range(table.players):
                assert not box_contains(card, *table.plate_box(seat).centre)


@for_any_table
def test_tricks_are_clear_of_the_own_hand(players):
    for table in tables_of_all_sizes(players):
        cards = [card_box(table, table.played_placement(seat)) for seat in range(table.players)]
        for placement in own_hand_placements(table, 13, LEGAL_LIFT):
            top = placement.y - table.own_card_width * CARD_HEIGHT_RATIO / 2
            # No trick card may cover the upper third of an own card's index.
            index = TableBox(
                placement.x - table.own_card_width / 2,
                top + 2,
                INDEX_WIDTH * table.own_card_width,
                table.own_card_width * CARD_HEIGHT_RATIO / 3,
            )
            assert not any(boxes_overlap(index, card) for card in cards)


@for_any_table
def test_no_card_of_a_trick_hides_another(players):
    """Cards may cover each other in part, but not the upper left index."""
    for table in tables_of_all_sizes(players):
        placements = [table.played_placement(seat) for seat in range(table.players)]
        for first, second in combinations(placements, 2):
            assert (
                abs(first.x - second.x) + abs(first.y - second.y)
                >= INDEX_WIDTH * table.own_card_width
            )


def won_trick_boxes(table, seat, count):
    for index in range(count):
        yield card_box(table, table.won_trick_placement(seat, index, count))


@pytest.mark.slow
@for_any_table
def test_won_tricks_are_on_the_table_and_can_be_counted(players):
    for table in tables_of_all_sizes(players):
        max_count = min(18, 52 // table.players)
        for seat in range(table.players):
            for count in range(1, max_count + 1):
                assert all(is_inside(table, box) for box in won_trick_boxes(table, seat, count))
                lefts = [table.won_trick_placement(seat, index, count).x for index in range(count)]
                steps = [abs(b - a) for a, b in pairwise(lefts)]
                assert all(step >= 0.05 * table.card_width for step in steps)


@for_trick_tables
def test_won_tricks_leave_the_plates_to_be_read(players):
    for table in tables_of_all_sizes(players):
        max_count = min(18, 52 // table.players)
        for seat in range(table.players):
            for box in won_trick_boxes(table, seat, max_count):
                for other_seat in range(table.players):
                    assert not box_contains(box, *table.plate_box(other_seat).centre)


@pytest.mark.slow
@for_any_table
def test_other_hands_are_on_the_table_and_leave_plates_free(players):
    for table in tables_of_all_sizes(players):
        max_count = min(18, 52 // table.players)
        for seat in range(1, table.players):
            for open_hand, count in ((False, max_count), (False, 1), (True, 1), (True, max_count)):
                for index in range(count):
                    card = card_box(
                        table, table.hand_card_placement(seat, index, count, open_hand=open_hand)
                    )
                    assert is_inside(table, card)
                    other_seats = range(table.players) if count == max_count else (seat,)
                    for other_seat in other_seats:
                        assert not boxes_overlap(card, table.plate_box(other_seat)), (
                            table.width,
                            table.height,
                        )


@for_any_table
def test_other_hands_do_not_reach_into_one_another(players):
    for table in tables_of_all_sizes(players):
        max_count = 20 if players > MAX_TRICK_GAME_PLAYERS else 13
        for first_seat, second_seat in combinations(range(1, players), 2):
            ends = [
                (table.hand_card_placement(seat, index, max_count))
                for seat in (first_seat, second_seat)
                for index in (0, max_count - 1)
            ]
            boxes = [card_box(table, placement) for placement in ends]
            assert not any(
                boxes_overlap(first_box, second_box)
                for first_box in boxes[:2]
                for second_box in boxes[2:]
            )


@pytest.mark.slow
@for_any_table
def test_hands_that_all_lie_open_take_the_free_room_and_nothing_else(players):
    max_count = 20 if players > MAX_TRICK_GAME_PLAYERS else 13
    for given_table in tables_of_all_sizes(players):
        size = (given_table.width, given_table.height, players, given_table.near_seat)
        table = TableGeometry(*size, open_hands=True, text_scale=given_table.text_scale)
        shut = TableGeometry(*size)
        middle = [
            table.stock_placement(),
            *(table.pile_placement(depth, depth) for depth in range(VISIBLE_PILE_CARDS)),
        ]
        if players <= MAX_TRICK_GAME_PLAYERS:
            middle = [table.played_placement(seat) for seat in range(players)]
        centre_boxes = [card_box(table, placement) for placement in middle]
        for seat in range(1, players):
            cards = [
                card_box(table, table.hand_card_placement(seat, index, max_count))
                for index in range(max_count)
            ]
            assert all(is_inside(table, card) for card in cards)
            assert not any(
                boxes_overlap(card, centre_box) for card in cards for centre_box in centre_boxes
            )
            other_boxes = [table.plate_box(other_box) for other_box in range(players)]
            other_boxes += [
                card_box(table, table.hand_card_placement(other_box, index, max_count))
                for other_box in range(1, players)
                for index in (0, max_count - 1)
                if other_box != seat
            ]
            assert not any(
                boxes_overlap(card, other_box) for card in cards for other_box in other_boxes
            )
            hand_width = cards[-1].x + cards[-1].width - cards[0].x
            ends = [
                card_box(shut, shut.hand_card_placement(seat, index, max_count))
                for index in (0, max_count - 1)
            ]
            assert hand_width >= ends[1].x + ends[1].width - ends[0].x - 0.01


@pytest.mark.slow
@for_any_table
def test_the_pile_and_the_stock_lie_free_in_the_middle(players):
    for table in tables_of_all_sizes(players):
        pile = [
            table.pile_placement(depth, number)
            for depth in range(VISIBLE_PILE_CARDS)
            for number in range(9)
        ]
        cards = [card_box(table, placement) for placement in pile]
        boxes = [*cards, card_box(table, table.stock_placement()), table.stock_count_box()]
        for box in boxes:
            assert is_inside(table, box)
            for seat in range(players):
                assert not boxes_overlap(box, table.plate_box(seat)), (table.width, table.height)
        stock = card_box(table, table.stock_placement())
        assert not any(boxes_overlap(card, stock) for card in cards)
        own = [
            TableBox(
                s.x - table.own_card_width / 2,
                s.y - CARD_HEIGHT_RATIO * table.own_card_width / 2,
                table.own_card_width,
                1,
            )
            for s in own_hand_placements(table, 26, LEGAL_LIFT)
        ]
        assert not any(boxes_overlap(box, top) for box in boxes for top in own)


@pytest.mark.slow
@for_any_table
def test_other_hands_are_clear_of_the_pile_and_the_stock(players):
    for table in tables_of_all_sizes(players):
        middle = [
            card_box(table, table.pile_placement(depth, depth))
            for depth in range(VISIBLE_PILE_CARDS)
        ]
        middle += [card_box(table, table.stock_placement()), table.stock_count_box()]
        for seat in range(1, players):
            for index in range(20):
                card = card_box(table, table.hand_card_placement(seat, index, 20))
                assert not any(boxes_overlap(card, centre_box) for centre_box in middle), (
                    table.width,
                    table.height,
                )


def test_the_cards_below_the_top_of_the_pile_show_their_indices():
    table = TableGeometry(1280, 800, 4, 0)
    for number in range(20):
        placements = [
            table.pile_placement(depth, number - depth) for depth in range(VISIBLE_PILE_CARDS)
        ]
        for upper, lower in pairwise(placements):
            # Check at the upper card's left edge, where the lower card's index ends a third down.
            lean = (
                abs(sin(radians(upper.tilt - lower.tilt)))
                * table.own_card_width
                * CARD_HEIGHT_RATIO
                / 2
            )
            assert upper.x - lower.x - lean >= INDEX_WIDTH * table.own_card_width
        assert len({placement.tilt for placement in placements}) > 2


@for_any_table
def test_announcements_stand_above_the_pile_and_off_the_plates(players):
    for table in tables_of_all_sizes(players):
        news = table.news_box()
        assert is_inside(table, news)
        assert not boxes_overlap(news, card_box(table, table.pile_placement(0, 0)))
        for seat in range(players):
            assert not box_contains(news, *table.plate_box(seat).centre)


@for_any_table
def test_speech_is_nearest_to_its_seat(players):
    for table in tables_of_all_sizes(players):
        for seat in range(players):
            x, y = table.speech_centre(seat)
            assert is_inside(
                table,
                TableBox(
                    x - 0.4 * table.card_width,
                    y - 0.15 * table.card_width,
                    0.8 * table.card_width,
                    0.3 * table.card_width,
                ),
            )
            nearest = min(
                range(players),
                key=lambda other_seat: hypot(
                    x - table.plate_box(other_seat).centre[0],
                    y - table.plate_box(other_seat).centre[1],
                ),
            )
            assert nearest == seat


@pytest.mark.slow
@for_any_table
@pytest.mark.parametrize("count", [MAX_CARDS_PER_ROW, MAX_CARDS_PER_ROW + 1, 40, 52])
def test_a_hand_too_large_for_one_row_lies_in_two(players, count):
    for table in tables_of_all_sizes(players):
        hand = own_hand_placements(table, count)
        rows = [
            [placement for placement in hand if placement.y == y]
            for y in sorted({s.y for s in hand})
        ]
        if count > MAX_CARDS_PER_ROW:
            assert [len(row) for row in rows] == [(count + 1) // 2, count // 2]
            # The farther row shows its indices above the nearer one.
            assert rows[1][0].y - rows[0][0].y >= 0.45 * table.own_card_width
        for placement in hand:
            assert (
                placement.y - CARD_HEIGHT_RATIO * table.own_card_width / 2
                < table.height - 0.5 * table.own_card_width
            )
            assert placement.x - table.own_card_width / 2 >= 0
            assert placement.x + table.own_card_width / 2 <= table.width
        for row in rows if count > MAX_CARDS_PER_ROW else [hand]:
            steps = [right.x - left.x for left, right in pairwise(row)]
            assert all(step >= INDEX_WIDTH * table.own_card_width for step in steps)


@for_any_table
def test_questions_stand_on_the_table_clear_of_the_own_plate_and_hand(players):
    for table in tables_of_all_sizes(players):
        room = table.question_box()
        assert is_inside(table, room)
        assert not boxes_overlap(room, table.plate_box(table.near_seat))
        for placement in own_hand_placements(table, 13):
            assert (
                room.y + room.height
                <= placement.y - table.own_card_width * CARD_HEIGHT_RATIO / 2 + 0.5
            )


@for_trick_tables
def test_words_pack_and_turned_card_are_on_the_table(players):
    for table in tables_of_all_sizes(players):
        boxes = [
            table.notice_box(),
            table.trump_sign_box(beside_deck=True),
            table.trump_sign_box(beside_deck=False),
            card_box(table, table.deck_placement()),
            card_box(table, table.turned_placement()),
        ]
        assert all(is_inside(table, box) for box in boxes)
        for seat in range(table.players):
            assert not any(boxes_overlap(box, table.plate_box(seat)) for box in boxes)


@pytest.mark.parametrize("players", [9, 10])
def test_on_the_smallest_table_the_slip_is_beside_the_last_plate(players):
    table = TableGeometry(624, 332, players, 0)
    assert not boxes_overlap(table.aid_button_boxes()[0], table.plate_box(players - 1))


@for_any_table
def test_the_discs_are_clear_of_plates_hands_and_the_pile(players):
    for table in tables_of_all_sizes(players):
        outer, inner = table.aid_button_boxes()
        own = [
            card_box(table, table.raised_placement(placement, POINTED_LIFT))
            for placement in own_hand_placements(table, 20)
        ]
        hands = [
            card_box(table, table.hand_card_placement(seat, index, 5))
            for seat in range(1, players)
            for index in range(5)
        ]
        plates = [table.plate_box(seat) for seat in range(players)]
        for disc in (outer, inner):
            assert is_inside(table, disc)
            assert min(disc.width, disc.height) >= 24
            other_boxes = (*plates, *hands, *own, table.stock_count_box())
            assert not [box for box in other_boxes if boxes_overlap(box, disc)]
        assert not boxes_overlap(outer, inner)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_ring_is_clear_of_plates_hands_tricks_and_words(players):
    table_count = 0
    for table in tables_of_all_sizes(players):
        room = table.ring_box()
        if room is None:
            continue
        table_count += 1
        assert is_inside(table, room)
        lower = table.trump_sign_box(beside_deck=False)
        words = lower._replace(height=lower.height + 0.36 * table.card_width)
        plates = [table.plate_box(seat) for seat in range(players)]
        hands = [
            card_box(table, table.hand_card_placement(seat, index, 9))
            for seat in range(players)
            for index in range(9)
        ]
        tricks = [card_box(table, table.played_placement(seat)) for seat in range(players)]
        won = [
            card_box(table, table.won_trick_placement(seat, n, 9))
            for seat in range(players)
            for n in range(9)
        ]
        other_boxes = (*plates, *hands, *tricks, *won, words, table.question_box())
        assert not [box for box in other_boxes if boxes_overlap(box, room)]
    assert table_count > len(SIZES) / 2


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("near", range(7))
def test_another_seat_sees_the_same_table_rotated(players, near):
    if near >= players:
        return
    own_table, other_table = (
        TableGeometry(1280, 800, players, 0),
        TableGeometry(1280, 800, players, near),
    )
    for seat in range(players):
        turned_seat = (seat + near) % players
        assert own_table.plate_box(seat) == other_table.plate_box(turned_seat)
        assert own_table.played_placement(seat) == other_table.played_placement(turned_seat)
        assert own_table.hand_card_placement(seat, 2, 5) == other_table.hand_card_placement(
            turned_seat, 2, 5
        )
        assert own_table.won_trick_placement(seat, 1, 3) == other_table.won_trick_placement(
            turned_seat, 1, 3
        )


@pytest.mark.parametrize("players", range(2, 11))
def test_seats_go_clockwise_from_the_near_one(players):
    table = TableGeometry(1280, 800, players, 0)
    x, y = table.seat_direction(0)
    assert (round(x, 6), round(y, 6)) == (0, 1)
    if players > 2:
        assert table.seat_direction(1)[0] < 0
        assert table.plate_box(1).centre[0] < table.width / 2
        assert table.plate_box(players - 1).centre[0] > table.width / 2


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize(
    ("size", "hand", "trick"),
    [((756, 578), 93, 84), ((969, 778), 126, 113), ((1495, 1058), 171, 154)],
)
def test_hand_and_trick_cards_have_a_minimum_width(players, size, hand, trick):
    """Table sizes are those of windows of 800x600, 1280x800 and 1920x1080."""
    table = TableGeometry(*size, players, 0)
    assert table.card_width * table.hand_card_placement(0, 0, 5).scale >= hand
    assert table.card_width * table.played_placement(0).scale >= trick


def test_a_larger_table_is_the_same_table_scaled():
    small, large = TableGeometry(1000, 600, 4, 0), TableGeometry(2000, 1200, 4, 0)
    assert large.card_width == 2 * small.card_width
    for seat in range(4):
        assert large.plate_box(seat).centre == tuple(2 * x for x in small.plate_box(seat).centre)
        small_placement, large_placement = (
            small.played_placement(seat),
            large.played_placement(seat),
        )
        assert (
            large_placement.x,
            large_placement.y,
            large_placement.scale,
            large_placement.tilt,
        ) == pytest.approx(
            (
                2 * small_placement.x,
                2 * small_placement.y,
                small_placement.scale,
                small_placement.tilt,
            )
        )


GOLDEN = Path(__file__).parents[2] / "golden"


def open_replay_page(qtbot, name):
    replay = read_replay(GOLDEN / f"{name}.jsonl")
    replaying = ReplayPage(replay)
    qtbot.addWidget(replaying)
    replaying.set_pace(0)
    replaying.resize(1272, 750)
    with qtbot.waitActive(replaying):
        replaying.show()
    return replaying


def card_rect(scene, item):
    """Return the rectangle of a card without its shadow and outline."""
    card_width = item.placement.scale * scene.geometry.card_width
    return QRectF(
        item.placement.x - card_width / 2,
        item.placement.y - card_width * CARD_HEIGHT_RATIO / 2,
        card_width,
        card_width * CARD_HEIGHT_RATIO,
    )


@pytest.mark.slow
def test_a_hand_is_wide_when_all_are_open(qtbot):
    replaying = open_replay_page(qtbot, "master-4-ranked")
    replaying.go_to_moment(replaying.replay.playback.deal_moments[0])
    hand_widths = {}
    for viewer in (OPEN_HANDS, 0):
        replaying.bar.viewer_box.setCurrentIndex(replaying.replay.viewers.index(viewer))
        scene = replaying.table.scene
        hands = [scene.cards.hands[seat] for seat in range(4) if seat != scene.near_seat]
        hand_widths[viewer] = [hand[-1].placement.x - hand[0].placement.x for hand in hands]
        check_table_shows(scene, replaying.player_view.game.picture(replaying.shown_view))
    assert min(hand_widths[OPEN_HANDS]) > 1.2 * max(hand_widths[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rank-2", "rank-4-deals"])
def test_speech_bubbles_cover_no_cards(qtbot, name):
    replaying = open_replay_page(qtbot, name)
    replaying.bar.viewer_box.setCurrentIndex(replaying.replay.viewers.index(OPEN_HANDS))
    scene, bubble_count = replaying.table.scene, 0
    replaying.go_to_moment(replaying.replay.playback.deal_moments[0])
    for _ in range(25):
        replaying.step_event(1)
        QApplication.processEvents()
        for bubble in scene.speech_bubbles:
            if bubble.isVisible():
                bubble_count += 1
                box = bubble.sceneBoundingRect().adjusted(2, 2, -2, -2)
                other_hands = [
                    other_hand
                    for seat, other_hand in enumerate(scene.cards.hands)
                    if seat != scene.near_seat
                ]
                cards = [card_rect(scene, item) for hand in other_hands for item in hand]
                covered_cards = [
                    (bubble.words, box, card) for card in cards if box.intersects(card)
                ]
                assert not covered_cards
    assert bubble_count
