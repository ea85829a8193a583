"""The dealer of unseen cards draws every possible deal with its due frequency."""

from collections import Counter
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize import bots
from greenbaize.bots import dealing
from greenbaize.bots.dealing import Dealing

EVERYTHING = (1 << 62) - 1


def all_deals(places, unseen):
    """Count the ways to reach every deal, each given as the cards of every hand."""
    rooms = [(hand, barred) for hand, own in enumerate(places) for barred in own]
    found = Counter()

    def fill(at, left, hands):
        if at == len(rooms):
            found[hands] += 1
            return
        hand, barred = rooms[at]
        for number, card in enumerate(left):
            if not card & barred:
                more = (*hands[:hand], hands[hand] + card, *hands[hand + 1 :])
                fill(at + 1, left[:number] + left[number + 1 :], more)

    fill(0, tuple(unseen), (0,) * len(places))
    return found


def bits(count):
    return [1 << card for card in range(count)]


def fits_as_often(found, expected, number):
    """Return whether draws follow a distribution: Pearson's chi-square at five standard errors."""
    assert set(found) <= set(expected)
    total = sum(expected.values())
    odds = {deal: number * times / total for deal, times in expected.items()}
    off = sum((found[deal] - mean) ** 2 / mean for deal, mean in odds.items())
    freedom = len(expected) - 1
    return off <= freedom + 5 * (2 * freedom) ** 0.5 + 1e-6


SHAPES = {
    "nothing is known": (((0,) * 2, (0,) * 2, (0,)), bits(7)),
    "nothing is left over": (((0,) * 2, (0,), (0,) * 3), bits(6)),
    "one void": (((0b111,) * 2, (0,) * 2), bits(6)),
    "two voids": (((0b111,) * 2, (0b111000,) * 2, (0,)), bits(7)),
    "nested voids": (((0b1111,), (0b11,) * 2, (0b1,)), bits(6)),
    "alike in two hands": (((0b111,), (0b111,) * 2, (0b10000,)), bits(7)),
    "drawn later": (((0b1111, 0b1111, 0b11, 0), (0b11,)), bits(7)),
    "crosswise": (((0b011011,) * 2, (0b101101,), (0b110110,), (0,)), bits(6)),
    "only one way": (tuple((0b1111 & ~(1 << at),) for at in range(4)), bits(4)),
    "cards of a rank": (((0x0F, 0x0F), (0xF0,) * 2, (0,)), [1, 1, 1, 16, 16, 256, 256]),
}


@pytest.mark.parametrize("name", SHAPES)
def test_every_way_is_as_frequent_as_any_other(name):
    places, unseen = SHAPES[name]
    expected = all_deals(places, unseen)
    dealt = Dealing([0] * len(places), places, unseen)
    assert dealt.bound
    assert dealt.exact
    draw = Random(name).random
    found = Counter()
    for _ in range(12_000):
        weight, hands, stock = dealt.deal(draw)
        assert weight == 1
        assert stock == ()
        found[hands] += 1
    assert set(found) == set(expected)
    assert fits_as_often(found, expected, 12_000)
    assert dealt.certain == (len(expected) == 1)


def test_the_stock_lies_in_every_order():
    dealt = Dealing([0, 0], [(0b11,), ()], bits(4), stock=2)
    draw = Random(5).random
    found = Counter(dealt.deal(draw)[1:] for _ in range(6000))
    expected = {
        ((held, 0), order): 1
        for held in (4, 8)
        for order in permutations([card for card in bits(4) if card != held], 2)
    }
    assert set(found) == set(expected)
    assert fits_as_often(found, expected, 6000)


def test_a_whole_stock_lies_in_every_order():
    dealt = Dealing([], [], bits(4), stock=4)
    draw = Random(6).random
    found = Counter(dealt.deal(draw)[2] for _ in range(6000))
    assert fits_as_often(found, dict.fromkeys(permutations(bits(4)), 1), 6000)


def test_what_is_known_of_a_hand_stays_there():
    dealt = Dealing([1 << 10, 1 << 61], [(0,), ()], bits(3))
    assert dealt.deal(Random(1).random)[1][0] in {1 << 10 | card for card in bits(3)}
    assert dealt.deal(Random(2).random)[1][1] == 1 << 61


@pytest.mark.parametrize("steps", [0, 2, 5])
@pytest.mark.parametrize("name", ["crosswise", "nested voids", "drawn later", "cards of a rank"])
def test_what_is_too_much_to_count_comes_as_often_by_its_weight(name, steps, monkeypatch):
    monkeypatch.setattr(dealing, "_STEPS", steps)
    places, unseen = SHAPES[name]
    expected = all_deals(places, unseen)
    dealt = Dealing([0] * len(places), places, unseen)
    assert dealt.bound
    assert steps or not dealt.exact
    draw = Random(name).random
    sums, squares = Counter(), Counter()
    for _ in range(20_000):
        weight, hands, _ = dealt.deal(draw)
        assert 0 < weight <= 1
        sums[hands] += weight
        squares[hands] += weight * weight
    assert set(sums) == set(expected)
    share = sum(sums.values()) / sum(expected.values())
    for hands, times in expected.items():
        assert abs(sums[hands] - share * times) < 5 * squares[hands] ** 0.5 + 1e-9


def test_what_is_left_out_of_the_count_is_found_anyhow(monkeypatch):
    """Deal in full where one way of millions is left and nothing is counted."""
    monkeypatch.setattr(dealing, "_STEPS", 0)
    places = [(EVERYTHING & ~(3 << at),) for at in range(30)]
    weight, hands, _ = Dealing([0] * 30, places, [*bits(29), 1 << 40]).deal(Random(3).random)
    assert weight > 0
    assert sum(hands) == sum([*bits(29), 1 << 40])


@pytest.mark.parametrize(
    "places",
    [
        ((EVERYTHING,), (0, 0)),  # cards that no slot can hold
        ((0b1110,), (0b1110,), (0,)),  # two hands that can hold the same card only
        ((0b0011, 0b0011), (0b0011, 0)),  # three slots for two cards
    ],
)
def test_where_no_deal_fits_any_card_may_lie_anywhere(places):
    dealt = Dealing([0] * len(places), places, bits(4))
    assert not dealt.bound
    assert dealt.exact
    expected = all_deals([(0,) * len(own) for own in places], bits(4))
    draw = Random(7).random
    found = Counter(dealt.deal(draw)[1] for _ in range(8000))
    assert set(found) == set(expected)
    assert fits_as_often(found, expected, 8000)


def test_one_deal_is_known_to_be_the_only_one():
    assert Dealing([7, 0], [(), (0, 0)], [8, 16]).certain
    assert not Dealing([7, 0], [(), (0, 0)], [8, 16, 32]).certain
    assert not Dealing([7, 0], [(), (0,)], [8, 16]).certain
    assert not Dealing([7], [()], [8, 16], stock=2).certain
    assert Dealing([7], [()], [8], stock=1).certain
    assert not Dealing([0, 0], [(0b100,), (0b100,)], bits(3)).certain
    assert Dealing([0, 0], [(0b100,), (0b1,)], [1, 4]).certain
    assert Dealing([0, 0], [(0, 0), (0,)], [16] * 9, stock=3).certain


def test_without_restrictions_few_numbers_are_drawn():
    """Draw one number for four cards, and none for the last hand."""
    draws = []

    def draw():
        draws.append(0.5)
        return 0.5

    Dealing([0] * 4, [(), (0,) * 5, (0,) * 5, (0,) * 5], bits(46)).deal(draw)
    assert len(draws) == 4
    draws.clear()
    Dealing([0] * 3, [(), (0,) * 8, (0,) * 8], bits(16)).deal(draw)
    assert len(draws) == 2


cards_in_hand = st.lists(st.integers(0, (1 << 12) - 1), max_size=4)


@given(st.lists(cards_in_hand, min_size=1, max_size=4), st.integers(0, 6), st.integers(0, 1 << 32))
def test_every_deal_is_a_deal(places, over, seed):
    unseen = bits(sum(map(len, places)) + over)
    dealt = Dealing([1 << 40] * len(places), places, unseen, stock=over // 2)
    draw = Random(seed).random
    for _ in range(5):
        weight, hands, stock = dealt.deal(draw)
        assert weight == 1 if dealt.exact else 0 < weight <= 1
        assert len(stock) == over // 2
        lying = [hand - (1 << 40) for hand in hands] + list(stock)
        assert [hand.bit_count() for hand in lying[: len(places)]] == [*map(len, places)]
        assert sum(lying) & sum(unseen) == sum(lying)
        assert sum(lying).bit_count() == sum(map(len, places)) + over // 2
        if dealt.bound and dealt.exact:
            for hand, own in zip(lying, places, strict=False):
                assert can_be(own, [card for card in unseen if card & hand])


def can_be(own, cards):
    """Return whether these cards can lie in the slots of a hand in some order."""
    return any(
        all(not card & barred for card, barred in zip(order, own, strict=True))
        for order in permutations(cards)
    )


small = st.lists(st.lists(st.integers(0, 31), max_size=2), min_size=1, max_size=3)


@given(small.filter(lambda places: 0 < sum(map(len, places)) <= 5), st.integers(0, 1 << 32))
def test_whether_there_is_a_deal_and_only_one_is_known(places, seed):
    expected = all_deals(places, bits(5))
    dealt = Dealing([0] * len(places), places, bits(5))
    assert dealt.bound == bool(expected)
    if expected:
        assert dealt.deal(Random(seed).random)[1] in expected
        assert not dealt.certain or len(expected) == 1


def test_compiled_and_from_its_source_it_deals_alike():
    loader = SourceFileLoader("source_of_dealing", str(Path(bots.__file__).with_name("dealing.py")))
    source = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(source)
    random = Random(8)
    for number in range(300):
        counts = [random.randrange(6) for _ in range(random.randrange(2, 8))]
        voids = [random.choice((0, 0, 0xFFF, 0xFFF << 20, 0xF0F0F0)) for _ in counts]
        places = [
            [void] * (count // 2) + [0] * (count - count // 2)
            for void, count in zip(voids, counts, strict=True)
        ]
        unseen = random.sample(bits(60), sum(counts) + random.randrange(12))
        streams = [Random(number), Random(number)]
        deals = []
        for stream, module in zip(streams, (dealing, source), strict=True):
            one = module.Dealing([0] * len(counts), places, unseen, len(unseen) - sum(counts))
            deals.append(
                [one.bound, one.exact, one.certain, *[one.deal(stream.random) for _ in range(20)]]
            )
        assert deals[0] == deals[1]
        assert streams[0].random() == streams[1].random()


def test_fewer_cards_than_places_cannot_be_dealt():
    with pytest.raises(ValueError, match="2 cards cannot be dealt so"):
        Dealing([0], [[0, 0, 0]], [1, 2], -1)
