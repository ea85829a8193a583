"""Tests of the table's geometry at every size and with every number of players."""

from itertools import combinations, pairwise
from math import cos, hypot, radians, sin
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from greenbaize.app.memory.replays import read_replay
from greenbaize.match.past import OPEN
from greenbaize.ui.features.history.replaying import Replaying
from greenbaize.ui.match.prompt_controller import ILLEGAL_LIFT, LEGAL_LIFT, POINTED_LIFT
from greenbaize.ui.table.geometry import (
    PILE_SHOWN,
    ROW_HOLDS,
    TALL,
    Box,
    Geometry,
)
from ui.table.seen import check_mirror

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
INDEX = 0.2
"""Width of a card's index, as a fraction of the card's width."""

MOST_AT_TRICKS = 7
"""Largest number of players in trick games; up to ten play games with a pile."""


def laid(players):
    """Return geometries of every size for this many players, at several text scales."""
    usual = [Geometry(*size, players, 0) for size in SIZES]
    # At a large text scale the table has the whole width of the window.
    wide = [size for size in SIZES if size[0] >= 800 and size[1] >= 600]
    return usual + [
        Geometry(*size, players, 0, letters=letters)
        for size in wide
        for letters in (1.25, 1.5, 2.0)
    ]


any_table = pytest.mark.parametrize("players", range(2, 11))
trick_table = pytest.mark.parametrize("players", range(2, MOST_AT_TRICKS + 1))


def lying(table, spot):
    """Return the upright bounding box of a card with its tilt."""
    wide, tall = spot.scale * table.card, spot.scale * table.card * TALL
    turn = radians(abs(spot.tilt))
    width = wide * abs(cos(turn)) + tall * sin(turn)
    height = wide * sin(turn) + tall * abs(cos(turn))
    return Box(spot.x - width / 2, spot.y - height / 2, width, height)


def inside(table, box):
    far_x, far_y = box.x + box.width, box.y + box.height
    return box.x >= 0 and box.y >= 0 and far_x <= table.width and far_y <= table.height


def shared(one, other):
    """Return the overlap of two boxes across and down, negative where they are apart."""
    return (
        min(one.x + one.width, other.x + other.width) - max(one.x, other.x),
        min(one.y + one.height, other.y + other.height) - max(one.y, other.y),
    )


def overlap(one, other):
    """Return whether two boxes overlap by more than half a pixel."""
    return min(shared(one, other)) > 0.5


def contains(box, x, y):
    return box.x < x < box.x + box.width and box.y < y < box.y + box.height


def own_hand(table, count, lift=0.0):
    return [table.raised(table.hand(table.near, at, count), lift) for at in range(count)]


@any_table
def test_plates_are_on_the_table_and_apart(players):
    for table in laid(players):
        plates = [table.plate(seat) for seat in range(table.players)]
        assert all(inside(table, plate) for plate in plates)
        assert [pair for pair in combinations(plates, 2) if overlap(*pair)] == []


@pytest.mark.slow
@any_table
def test_cards_that_may_be_played_rise_alike_also_below_the_plate(players):
    for table in laid(players):
        for count in range(1, 19):
            lying_low, risen = own_hand(table, count), own_hand(table, count, LEGAL_LIFT)
            ups = [low.y - up.y for low, up in zip(lying_low, risen, strict=True)]
            assert max(ups) - min(ups) < 1


@any_table
def test_plates_are_clear_of_the_own_hand(players):
    for table in laid(players):
        for count in (1, 7, 13, 18):
            for lift in (0.0, LEGAL_LIFT, POINTED_LIFT, ILLEGAL_LIFT):
                for spot in own_hand(table, count, lift):
                    card = Box(
                        spot.x - table.own_card / 2,
                        spot.y - table.own_card * TALL / 2,
                        table.own_card,
                        table.own_card * TALL,
                    )
                    for seat in range(table.players):
                        assert not overlap(card, table.plate(seat))


@pytest.mark.slow
@any_table
@pytest.mark.parametrize("count", [1, 2, 3, 10, 13, 17, 18])
def test_the_own_hand_is_seen_whole_and_every_index_too(players, count):
    for table in laid(players):
        for lift in (0.0, LEGAL_LIFT, ILLEGAL_LIFT, POINTED_LIFT):
            assert all(inside(table, lying(table, spot)) for spot in own_hand(table, count, lift))
        hand = own_hand(table, count)
        steps = [right.x - left.x for left, right in pairwise(hand)]
        assert all(step >= INDEX * table.own_card for step in steps)
        middle = (hand[0].x + hand[-1].x) / 2
        assert abs(middle - table.width / 2) < 1


@any_table
def test_tricks_lie_on_the_table_and_leave_the_plates_to_be_read(players):
    for table in laid(players):
        cards = [lying(table, table.played(seat)) for seat in range(table.players)]
        assert all(inside(table, card) for card in cards)
        for card in cards:
            for seat in range(table.players):
                assert not contains(card, *table.plate(seat).centre)


@any_table
def test_tricks_are_clear_of_the_own_hand(players):
    for table in laid(players):
        cards = [lying(table, table.played(seat)) for seat in range(table.players)]
        for spot in own_hand(table, 13, LEGAL_LIFT):
            top = spot.y - table.own_card * TALL / 2
            # No trick card may cover the upper third of an own card's index.
            index = Box(
                spot.x - table.own_card / 2,
                top + 2,
                INDEX * table.own_card,
                table.own_card * TALL / 3,
            )
            assert not any(overlap(index, card) for card in cards)


@any_table
def test_no_card_of_a_trick_hides_another(players):
    """Cards may cover each other in part, but not the upper left index."""
    for table in laid(players):
        spots = [table.played(seat) for seat in range(table.players)]
        for mine, other in combinations(spots, 2):
            assert abs(mine.x - other.x) + abs(mine.y - other.y) >= INDEX * table.own_card


def packets(table, seat, count):
    for place in range(count):
        yield lying(table, table.won(seat, place, count))


@pytest.mark.slow
@any_table
def test_won_tricks_are_on_the_table_and_can_be_counted(players):
    for table in laid(players):
        most = min(18, 52 // table.players)
        for seat in range(table.players):
            for count in range(1, most + 1):
                assert all(inside(table, one) for one in packets(table, seat, count))
                lefts = [table.won(seat, place, count).x for place in range(count)]
                steps = [abs(b - a) for a, b in pairwise(lefts)]
                assert all(step >= 0.05 * table.card for step in steps)


@trick_table
def test_won_tricks_leave_the_plates_to_be_read(players):
    for table in laid(players):
        most = min(18, 52 // table.players)
        for seat in range(table.players):
            for one in packets(table, seat, most):
                for other in range(table.players):
                    assert not contains(one, *table.plate(other).centre)


@pytest.mark.slow
@any_table
def test_other_hands_are_on_the_table_and_leave_plates_free(players):
    for table in laid(players):
        most = min(18, 52 // table.players)
        for seat in range(1, table.players):
            for open_hand, count in ((False, most), (False, 1), (True, 1), (True, most)):
                for place in range(count):
                    card = lying(table, table.hand(seat, place, count, open_hand=open_hand))
                    assert inside(table, card)
                    others = range(table.players) if count == most else (seat,)
                    for other in others:
                        assert not overlap(card, table.plate(other)), (table.width, table.height)


@any_table
def test_other_hands_do_not_reach_into_one_another(players):
    for table in laid(players):
        most = 20 if players > MOST_AT_TRICKS else 13
        for one, other in combinations(range(1, players), 2):
            ends = [(table.hand(seat, at, most)) for seat in (one, other) for at in (0, most - 1)]
            boxes = [lying(table, spot) for spot in ends]
            assert not any(overlap(mine, theirs) for mine in boxes[:2] for theirs in boxes[2:])


@pytest.mark.slow
@any_table
def test_hands_that_all_lie_open_take_the_free_room_and_nothing_else(players):
    most = 20 if players > MOST_AT_TRICKS else 13
    for one in laid(players):
        size = (one.width, one.height, players, one.near)
        table = Geometry(*size, open_hands=True, letters=one.letters)
        shut = Geometry(*size)
        middle = [table.stock(), *(table.pile(depth, depth) for depth in range(PILE_SHOWN))]
        if players <= MOST_AT_TRICKS:
            middle = [table.played(seat) for seat in range(players)]
        things = [lying(table, spot) for spot in middle]
        for seat in range(1, players):
            cards = [lying(table, table.hand(seat, at, most)) for at in range(most)]
            assert all(inside(table, card) for card in cards)
            assert not any(overlap(card, thing) for card in cards for thing in things)
            others = [table.plate(other) for other in range(players)]
            others += [
                lying(table, table.hand(other, at, most))
                for other in range(1, players)
                for at in (0, most - 1)
                if other != seat
            ]
            assert not any(overlap(card, other) for card in cards for other in others)
            wide = cards[-1].x + cards[-1].width - cards[0].x
            ends = [lying(shut, shut.hand(seat, at, most)) for at in (0, most - 1)]
            assert wide >= ends[1].x + ends[1].width - ends[0].x - 0.01


@pytest.mark.slow
@any_table
def test_the_pile_and_the_stock_lie_free_in_the_middle(players):
    for table in laid(players):
        pile = [table.pile(depth, number) for depth in range(PILE_SHOWN) for number in range(9)]
        cards = [lying(table, spot) for spot in pile]
        things = [*cards, lying(table, table.stock()), table.stock_words()]
        for thing in things:
            assert inside(table, thing)
            for seat in range(players):
                assert not overlap(thing, table.plate(seat)), (table.width, table.height)
        stock = lying(table, table.stock())
        assert not any(overlap(card, stock) for card in cards)
        own = [
            Box(s.x - table.own_card / 2, s.y - TALL * table.own_card / 2, table.own_card, 1)
            for s in own_hand(table, 26, LEGAL_LIFT)
        ]
        assert not any(overlap(thing, top) for thing in things for top in own)


@pytest.mark.slow
@any_table
def test_other_hands_are_clear_of_the_pile_and_the_stock(players):
    for table in laid(players):
        middle = [lying(table, table.pile(depth, depth)) for depth in range(PILE_SHOWN)]
        middle += [lying(table, table.stock()), table.stock_words()]
        for seat in range(1, players):
            for place in range(20):
                card = lying(table, table.hand(seat, place, 20))
                assert not any(overlap(card, thing) for thing in middle), (
                    table.width,
                    table.height,
                )


def test_the_cards_below_the_top_of_the_pile_show_their_indices():
    table = Geometry(1280, 800, 4, 0)
    for number in range(20):
        spots = [table.pile(depth, number - depth) for depth in range(PILE_SHOWN)]
        for upper, lower in pairwise(spots):
            # Check at the upper card's left edge, where the lower card's index ends a third down.
            lean = abs(sin(radians(upper.tilt - lower.tilt))) * table.own_card * TALL / 2
            assert upper.x - lower.x - lean >= INDEX * table.own_card
        assert len({spot.tilt for spot in spots}) > 2


@any_table
def test_announcements_stand_above_the_pile_and_off_the_plates(players):
    for table in laid(players):
        news = table.news()
        assert inside(table, news)
        assert not overlap(news, lying(table, table.pile(0, 0)))
        for seat in range(players):
            assert not contains(news, *table.plate(seat).centre)


@any_table
def test_what_is_said_is_said_at_the_seat(players):
    for table in laid(players):
        for seat in range(players):
            x, y = table.said(seat)
            assert inside(
                table,
                Box(
                    x - 0.4 * table.card, y - 0.15 * table.card, 0.8 * table.card, 0.3 * table.card
                ),
            )
            nearest = min(
                range(players),
                key=lambda one: hypot(
                    x - table.plate(one).centre[0], y - table.plate(one).centre[1]
                ),
            )
            assert nearest == seat


@pytest.mark.slow
@any_table
@pytest.mark.parametrize("count", [ROW_HOLDS, ROW_HOLDS + 1, 40, 52])
def test_a_hand_too_large_for_one_row_lies_in_two(players, count):
    for table in laid(players):
        hand = own_hand(table, count)
        rows = [[spot for spot in hand if spot.y == y] for y in sorted({s.y for s in hand})]
        if count > ROW_HOLDS:
            assert [len(row) for row in rows] == [(count + 1) // 2, count // 2]
            # The farther row shows its indices above the nearer one.
            assert rows[1][0].y - rows[0][0].y >= 0.45 * table.own_card
        for spot in hand:
            assert spot.y - TALL * table.own_card / 2 < table.height - 0.5 * table.own_card
            assert spot.x - table.own_card / 2 >= 0
            assert spot.x + table.own_card / 2 <= table.width
        for row in rows if count > ROW_HOLDS else [hand]:
            steps = [right.x - left.x for left, right in pairwise(row)]
            assert all(step >= INDEX * table.own_card for step in steps)


@any_table
def test_questions_stand_on_the_table_clear_of_the_own_plate_and_hand(players):
    for table in laid(players):
        room = table.question()
        assert inside(table, room)
        assert not overlap(room, table.plate(table.near))
        for spot in own_hand(table, 13):
            assert room.y + room.height <= spot.y - table.own_card * TALL / 2 + 0.5


@trick_table
def test_words_pack_and_turned_card_are_on_the_table(players):
    for table in laid(players):
        boxes = [
            table.notice(),
            table.sign(beside_deck=True),
            table.sign(beside_deck=False),
            lying(table, table.deck()),
            lying(table, table.turned()),
        ]
        assert all(inside(table, box) for box in boxes)
        for seat in range(table.players):
            assert not any(overlap(box, table.plate(seat)) for box in boxes)


@pytest.mark.parametrize("players", [9, 10])
def test_on_the_smallest_table_the_slip_is_beside_the_last_plate(players):
    table = Geometry(624, 332, players, 0)
    assert not overlap(table.discs()[0], table.plate(players - 1))


@any_table
def test_the_discs_are_clear_of_plates_hands_and_the_pile(players):
    for table in laid(players):
        outer, inner = table.discs()
        own = [lying(table, table.raised(spot, POINTED_LIFT)) for spot in own_hand(table, 20)]
        hands = [
            lying(table, table.hand(seat, place, 5))
            for seat in range(1, players)
            for place in range(5)
        ]
        plates = [table.plate(seat) for seat in range(players)]
        for disc in (outer, inner):
            assert inside(table, disc)
            assert min(disc.width, disc.height) >= 24
            others = (*plates, *hands, *own, table.stock_words())
            assert not [box for box in others if overlap(box, disc)]
        assert not overlap(outer, inner)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_ring_is_clear_of_plates_hands_tricks_and_words(players):
    found = 0
    for table in laid(players):
        room = table.ring()
        if room is None:
            continue
        found += 1
        assert inside(table, room)
        lower = table.sign(beside_deck=False)
        words = lower._replace(height=lower.height + 0.36 * table.card)
        plates = [table.plate(seat) for seat in range(players)]
        hands = [
            lying(table, table.hand(seat, place, 9))
            for seat in range(players)
            for place in range(9)
        ]
        tricks = [lying(table, table.played(seat)) for seat in range(players)]
        won = [lying(table, table.won(seat, n, 9)) for seat in range(players) for n in range(9)]
        others = (*plates, *hands, *tricks, *won, words, table.question())
        assert not [box for box in others if overlap(box, room)]
    assert found > len(SIZES) / 2


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("near", range(7))
def test_another_seat_sees_the_same_table_turned(players, near):
    if near >= players:
        return
    own, other = Geometry(1280, 800, players, 0), Geometry(1280, 800, players, near)
    for seat in range(players):
        turned = (seat + near) % players
        assert own.plate(seat) == other.plate(turned)
        assert own.played(seat) == other.played(turned)
        assert own.hand(seat, 2, 5) == other.hand(turned, 2, 5)
        assert own.won(seat, 1, 3) == other.won(turned, 1, 3)


@pytest.mark.parametrize("players", range(2, 11))
def test_seats_go_clockwise_from_the_near_one(players):
    table = Geometry(1280, 800, players, 0)
    x, y = table.direction(0)
    assert (round(x, 6), round(y, 6)) == (0, 1)
    if players > 2:
        assert table.direction(1)[0] < 0
        assert table.plate(1).centre[0] < table.width / 2
        assert table.plate(players - 1).centre[0] > table.width / 2


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize(
    ("size", "hand", "trick"),
    [((756, 578), 93, 84), ((969, 778), 126, 113), ((1495, 1058), 171, 154)],
)
def test_the_room_goes_to_the_hand_and_the_trick(players, size, hand, trick):
    """Table sizes are those of windows of 800x600, 1280x800 and 1920x1080."""
    table = Geometry(*size, players, 0)
    assert table.card * table.hand(0, 0, 5).scale >= hand
    assert table.card * table.played(0).scale >= trick


def test_a_larger_table_is_the_same_table_seen_from_nearer():
    small, large = Geometry(1000, 600, 4, 0), Geometry(2000, 1200, 4, 0)
    assert large.card == 2 * small.card
    for seat in range(4):
        assert large.plate(seat).centre == tuple(2 * x for x in small.plate(seat).centre)
        near, far = small.played(seat), large.played(seat)
        assert (far.x, far.y, far.scale, far.tilt) == pytest.approx(
            (2 * near.x, 2 * near.y, near.scale, near.tilt)
        )


GOLDEN = Path(__file__).parents[2] / "golden"


def shown(qtbot, name):
    replay = read_replay(GOLDEN / f"{name}.jsonl")
    replaying = Replaying(replay)
    qtbot.addWidget(replaying)
    replaying.set_pace(0)
    replaying.resize(1272, 750)
    with qtbot.waitActive(replaying):
        replaying.show()
    return replaying


def box_of(scene, item):
    """Return the rectangle of a card without its shadow and outline."""
    wide = item.spot.scale * scene.geometry.card
    return QRectF(item.spot.x - wide / 2, item.spot.y - wide * TALL / 2, wide, wide * TALL)


@pytest.mark.slow
def test_a_hand_is_wide_when_all_are_open(qtbot):
    replaying = shown(qtbot, "master-4-ranked")
    replaying.go_to(replaying.replay.playback.deals[0])
    wide = {}
    for viewer in (OPEN, 0):
        replaying.bar.viewer.setCurrentIndex(replaying.replay.viewers.index(viewer))
        scene = replaying.table.scene
        hands = [scene.cards.hands[seat] for seat in range(4) if seat != scene.near]
        wide[viewer] = [hand[-1].spot.x - hand[0].spot.x for hand in hands]
        check_mirror(scene, replaying.place.game.picture(replaying.seen))
    assert min(wide[OPEN]) > 1.2 * max(wide[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rank-2", "rank-4-deals"])
def test_what_was_done_is_not_said_over_cards(qtbot, name):
    replaying = shown(qtbot, name)
    replaying.bar.viewer.setCurrentIndex(replaying.replay.viewers.index(OPEN))
    scene, seen = replaying.table.scene, 0
    replaying.go_to(replaying.replay.playback.deals[0])
    for _ in range(25):
        replaying.step(1)
        QApplication.processEvents()
        for said in scene.said:
            if said.isVisible():
                seen += 1
                box = said.sceneBoundingRect().adjusted(2, 2, -2, -2)
                others = [one for seat, one in enumerate(scene.cards.hands) if seat != scene.near]
                cards = [box_of(scene, item) for hand in others for item in hand]
                hit = [(said.words, box, card) for card in cards if box.intersects(card)]
                assert not hit
    assert seen
