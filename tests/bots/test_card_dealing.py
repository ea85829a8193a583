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
from greenbaize.bots import card_dealing
from greenbaize.bots.card_dealing import UnseenCardDealer

ALL_CARD_BITS = (1 << 62) - 1


def count_deals(slots, unseen):
    """Count the ways to reach every deal, each given as the cards of every hand."""
    open_slots = [(hand, barred) for hand, hand_slots in enumerate(slots) for barred in hand_slots]
    deal_counts = Counter()

    def fill_slot(index, remaining, hands):
        if index == len(open_slots):
            deal_counts[hands] += 1
            return
        hand, barred = open_slots[index]
        for number, card in enumerate(remaining):
            if not card & barred:
                filled_hands = (*hands[:hand], hands[hand] + card, *hands[hand + 1 :])
                fill_slot(index + 1, remaining[:number] + remaining[number + 1 :], filled_hands)

    fill_slot(0, tuple(unseen), (0,) * len(slots))
    return deal_counts


def single_bits(count):
    return [1 << card for card in range(count)]


def matches_distribution(counts, expected, number):
    """Return whether draws follow a distribution: Pearson's chi-square at five standard errors."""
    assert set(counts) <= set(expected)
    total = sum(expected.values())
    odds = {deal: number * times / total for deal, times in expected.items()}
    chi_square = sum((counts[deal] - mean) ** 2 / mean for deal, mean in odds.items())
    freedom = len(expected) - 1
    return chi_square <= freedom + 5 * (2 * freedom) ** 0.5 + 1e-6


DEALING_CASES = {
    "nothing is known": (((0,) * 2, (0,) * 2, (0,)), single_bits(7)),
    "nothing is left over": (((0,) * 2, (0,), (0,) * 3), single_bits(6)),
    "one void": (((0b111,) * 2, (0,) * 2), single_bits(6)),
    "two voids": (((0b111,) * 2, (0b111000,) * 2, (0,)), single_bits(7)),
    "nested voids": (((0b1111,), (0b11,) * 2, (0b1,)), single_bits(6)),
    "alike in two hands": (((0b111,), (0b111,) * 2, (0b10000,)), single_bits(7)),
    "drawn later": (((0b1111, 0b1111, 0b11, 0), (0b11,)), single_bits(7)),
    "crosswise": (((0b011011,) * 2, (0b101101,), (0b110110,), (0,)), single_bits(6)),
    "only one way": (tuple((0b1111 & ~(1 << at),) for at in range(4)), single_bits(4)),
    "cards of a rank": (((0x0F, 0x0F), (0xF0,) * 2, (0,)), [1, 1, 1, 16, 16, 256, 256]),
}


@pytest.mark.parametrize("name", DEALING_CASES)
def test_every_deal_is_equally_frequent(name):
    slots, unseen = DEALING_CASES[name]
    expected = count_deals(slots, unseen)
    dealer = UnseenCardDealer([0] * len(slots), slots, unseen)
    assert dealer.fits_hands
    assert dealer.is_uniform
    draw = Random(name).random
    deal_counts = Counter()
    for _ in range(12_000):
        weight, hands, stock = dealer.deal_once(draw)
        assert weight == 1
        assert stock == ()
        deal_counts[hands] += 1
    assert set(deal_counts) == set(expected)
    assert matches_distribution(deal_counts, expected, 12_000)
    assert dealer.is_unique == (len(expected) == 1)


def test_the_stock_lies_in_every_order():
    dealer = UnseenCardDealer([0, 0], [(0b11,), ()], single_bits(4), stock_size=2)
    draw = Random(5).random
    deal_counts = Counter(dealer.deal_once(draw)[1:] for _ in range(6000))
    expected = {
        ((card_held, 0), order): 1
        for card_held in (4, 8)
        for order in permutations([card for card in single_bits(4) if card != card_held], 2)
    }
    assert set(deal_counts) == set(expected)
    assert matches_distribution(deal_counts, expected, 6000)


def test_a_whole_stock_lies_in_every_order():
    dealer = UnseenCardDealer([], [], single_bits(4), stock_size=4)
    draw = Random(6).random
    order_counts = Counter(dealer.deal_once(draw)[2] for _ in range(6000))
    assert matches_distribution(order_counts, dict.fromkeys(permutations(single_bits(4)), 1), 6000)


def test_known_cards_stay_in_their_hand():
    dealer = UnseenCardDealer([1 << 10, 1 << 61], [(0,), ()], single_bits(3))
    assert dealer.deal_once(Random(1).random)[1][0] in {1 << 10 | card for card in single_bits(3)}
    assert dealer.deal_once(Random(2).random)[1][1] == 1 << 61


@pytest.mark.parametrize("steps", [0, 2, 5])
@pytest.mark.parametrize("name", ["crosswise", "nested voids", "drawn later", "cards of a rank"])
def test_uncounted_deals_are_frequent_by_their_weight(name, steps, monkeypatch):
    monkeypatch.setattr(card_dealing, "_MAX_FILLINGS", steps)
    slots, unseen = DEALING_CASES[name]
    expected = count_deals(slots, unseen)
    dealer = UnseenCardDealer([0] * len(slots), slots, unseen)
    assert dealer.fits_hands
    assert steps or not dealer.is_uniform
    draw = Random(name).random
    sums, squares = Counter(), Counter()
    for _ in range(20_000):
        weight, hands, _ = dealer.deal_once(draw)
        assert 0 < weight <= 1
        sums[hands] += weight
        squares[hands] += weight * weight
    assert set(sums) == set(expected)
    share = sum(sums.values()) / sum(expected.values())
    for hands, times in expected.items():
        assert abs(sums[hands] - share * times) < 5 * squares[hands] ** 0.5 + 1e-9


def test_an_uncounted_deal_is_found(monkeypatch):
    """Deal in full where one way of millions is left and nothing is counted."""
    monkeypatch.setattr(card_dealing, "_MAX_FILLINGS", 0)
    slots = [(ALL_CARD_BITS & ~(3 << index),) for index in range(30)]
    weight, hands, _ = UnseenCardDealer([0] * 30, slots, [*single_bits(29), 1 << 40]).deal_once(
        Random(3).random
    )
    assert weight > 0
    assert sum(hands) == sum([*single_bits(29), 1 << 40])


@pytest.mark.parametrize(
    "places",
    [
        ((ALL_CARD_BITS,), (0, 0)),  # cards that no slot can hold
        ((0b1110,), (0b1110,), (0,)),  # two hands that can hold the same card only
        ((0b0011, 0b0011), (0b0011, 0)),  # three slots for two cards
    ],
)
def test_without_a_fitting_deal_restrictions_are_ignored(places):
    dealer = UnseenCardDealer([0] * len(places), places, single_bits(4))
    assert not dealer.fits_hands
    assert dealer.is_uniform
    expected = count_deals([(0,) * len(hand_slots) for hand_slots in places], single_bits(4))
    draw = Random(7).random
    deal_counts = Counter(dealer.deal_once(draw)[1] for _ in range(8000))
    assert set(deal_counts) == set(expected)
    assert matches_distribution(deal_counts, expected, 8000)


def test_one_deal_is_known_to_be_the_only_one():
    assert UnseenCardDealer([7, 0], [(), (0, 0)], [8, 16]).is_unique
    assert not UnseenCardDealer([7, 0], [(), (0, 0)], [8, 16, 32]).is_unique
    assert not UnseenCardDealer([7, 0], [(), (0,)], [8, 16]).is_unique
    assert not UnseenCardDealer([7], [()], [8, 16], stock_size=2).is_unique
    assert UnseenCardDealer([7], [()], [8], stock_size=1).is_unique
    assert not UnseenCardDealer([0, 0], [(0b100,), (0b100,)], single_bits(3)).is_unique
    assert UnseenCardDealer([0, 0], [(0b100,), (0b1,)], [1, 4]).is_unique
    # All go to one hand, in whatever slots.
    assert UnseenCardDealer([7, 0], [(), (0b100000, 0b1000, 0)], [8, 16, 32]).is_unique
    assert not UnseenCardDealer([7, 0], [(), (0b100000, 0)], [8, 16, 32]).is_unique
    assert UnseenCardDealer([0, 0], [(0, 0), (0,)], [16] * 9, stock_size=3).is_unique


def test_without_restrictions_few_numbers_are_drawn():
    """Draw one number for four cards, and none for the last hand."""
    draws = []

    def record_draw():
        draws.append(0.5)
        return 0.5

    UnseenCardDealer([0] * 4, [(), (0,) * 5, (0,) * 5, (0,) * 5], single_bits(46)).deal_once(
        record_draw
    )
    assert len(draws) == 4
    draws.clear()
    UnseenCardDealer([0] * 3, [(), (0,) * 8, (0,) * 8], single_bits(16)).deal_once(record_draw)
    assert len(draws) == 2


HAND_SLOTS_STRATEGY = st.lists(st.integers(0, (1 << 12) - 1), max_size=4)


@given(
    st.lists(HAND_SLOTS_STRATEGY, min_size=1, max_size=4),
    st.integers(0, 6),
    st.integers(0, 1 << 32),
)
def test_every_deal_is_a_deal(slots, extra_cards, seed):
    unseen = single_bits(sum(map(len, slots)) + extra_cards)
    dealer = UnseenCardDealer([1 << 40] * len(slots), slots, unseen, stock_size=extra_cards // 2)
    draw = Random(seed).random
    for _ in range(5):
        weight, hands, stock = dealer.deal_once(draw)
        assert weight == 1 if dealer.is_uniform else 0 < weight <= 1
        assert len(stock) == extra_cards // 2
        dealt_hands = [hand - (1 << 40) for hand in hands] + list(stock)
        assert [hand.bit_count() for hand in dealt_hands[: len(slots)]] == [*map(len, slots)]
        assert sum(dealt_hands) & sum(unseen) == sum(dealt_hands)
        assert sum(dealt_hands).bit_count() == sum(map(len, slots)) + extra_cards // 2
        if dealer.fits_hands and dealer.is_uniform:
            for hand, hand_slots in zip(dealt_hands, slots, strict=False):
                assert fits_slots(hand_slots, [card for card in unseen if card & hand])


def fits_slots(slots, cards):
    """Return whether these cards can lie in the slots of a hand in some order."""
    return any(
        all(not card & barred for card, barred in zip(order, slots, strict=True))
        for order in permutations(cards)
    )


SMALL_SLOTS_STRATEGY = st.lists(st.lists(st.integers(0, 31), max_size=2), min_size=1, max_size=3)


@given(
    SMALL_SLOTS_STRATEGY.filter(lambda places: 0 < sum(map(len, places)) <= 5),
    st.integers(0, 1 << 32),
)
def test_the_dealer_knows_whether_a_deal_exists_and_is_unique(slots, seed):
    expected = count_deals(slots, single_bits(5))
    dealer = UnseenCardDealer([0] * len(slots), slots, single_bits(5))
    assert dealer.fits_hands == bool(expected)
    if expected:
        assert dealer.deal_once(Random(seed).random)[1] in expected
        assert not dealer.is_unique or len(expected) == 1


def test_the_compiled_dealer_deals_like_its_source():
    loader = SourceFileLoader(
        "source_of_dealing", str(Path(bots.__file__).with_name("card_dealing.py"))
    )
    source = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(source)
    random = Random(8)
    for number in range(300):
        counts = [random.randrange(6) for _ in range(random.randrange(2, 8))]
        voids = [random.choice((0, 0, 0xFFF, 0xFFF << 20, 0xF0F0F0)) for _ in counts]
        slots = [
            [void] * (count // 2) + [0] * (count - count // 2)
            for void, count in zip(voids, counts, strict=True)
        ]
        unseen = random.sample(single_bits(60), sum(counts) + random.randrange(12))
        streams = [Random(number), Random(number)]
        deals = []
        for stream, module in zip(streams, (card_dealing, source), strict=True):
            dealer = module.UnseenCardDealer(
                [0] * len(counts), slots, unseen, len(unseen) - sum(counts)
            )
            deals.append(
                [
                    dealer.fits_hands,
                    dealer.is_uniform,
                    dealer.is_unique,
                    *[dealer.deal_once(stream.random) for _ in range(20)],
                ]
            )
        assert deals[0] == deals[1]
        assert streams[0].random() == streams[1].random()


def test_fewer_cards_than_slots_cannot_be_dealt():
    with pytest.raises(ValueError, match="2 cards cannot be dealt so"):
        UnseenCardDealer([0], [[0, 0, 0]], [1, 2], -1)
