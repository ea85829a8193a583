"""Chance by name.

The known values were computed from SHAKE-256 by hand. They must never change, or old records would
no longer match their seeds.
"""

from collections import Counter
from hashlib import shake_256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.cards import PACK_52
from greenbaize.rules.chance import RandomStream, SeededChance, bot_seed, seed_from_text

SEED = "00112233445566778899aabbccddeeff"


def test_a_stream_has_the_words_of_shake_256():
    stream = RandomStream("")  # its digest is a published test vector
    assert [stream.draw_below(2**32) for _ in range(4)] == [
        0x46B9DD2B,
        0x0BA88D13,
        0x233B3FEB,
        0x743EEB24,
    ]


def test_a_long_stream_goes_on_with_the_same_words():
    digest = shake_256(b"long").digest(4 * 2000)
    words = [int.from_bytes(digest[index : index + 4], "big") for index in range(0, len(digest), 4)]
    stream = RandomStream("long")
    assert [stream.draw_below(2**32) for _ in range(2000)] == words


def test_words_that_would_favour_low_numbers_are_rejected():
    # Words 8, 9, 10 and 12 of the empty name are not below 3 * 2**30.
    stream = RandomStream("")
    for _ in range(8):
        stream.draw_below(3 << 30)
    assert [stream.draw_below(3 << 30) for _ in range(2)] == [
        int.from_bytes(shake_256(b"").digest(56)[4 * index : 4 * index + 4], "big")
        for index in (11, 13)
    ]


def test_known_numbers_never_change():
    stream = RandomStream("a")
    assert [stream.draw_below(6) for _ in range(12)] == [0, 0, 1, 0, 4, 0, 4, 0, 2, 3, 1, 3]


def test_a_known_deal_never_changes():
    chance = SeededChance(SEED)
    assert " ".join(map(str, chance.draw_order("deal", PACK_52, 1))) == (
        "AS 8H KC 8S 9S QD TS QS QC AH 3S JC 6C KH TC 5H 3H 9H 4C JS QH 7C KD JH KS 2H "
        "TD JD 4S 2C 4D 8D TH 6S AC 4H 7S 6H 2S 7D 5C 8C 2D 6D 9D 5S 5D 7H 3C 9C AD 3D"
    )
    assert str(chance.draw_order("deal", PACK_52, 2)[:6]) == "[3D, 7D, KH, TS, 2H, AC]"
    assert str(chance.draw_order("deal", PACK_52, 1, 1)[:6]) == "[4S, 2H, 2D, 3C, 9H, 3S]"


def test_known_lots_never_change():
    chance = SeededChance(SEED)
    assert [chance.draw_lot("lot", range(seats)) for seats in range(2, 8)] == [1, 1, 1, 3, 1, 4]
    assert [chance.draw_lot("flip", range(seats), 13) for seats in (2, 3, 4)] == [1, 1, 1]
    assert chance.draw_lot("flip", (0, 3), 13) == 3
    assert chance.draw_order("seats", range(4)) == [3, 2, 1, 0]


def test_known_seeds_never_change():
    assert seed_from_text("7") == "061a2e8f80db7abbfd52f03d6e127c2f"
    assert bot_seed(SEED, 2) == "140b673e8199e64d4cbf572d2fb7b166"


@given(st.text(max_size=9), st.integers(1, 2**32))
def test_a_number_is_below_its_limit(name, limit):
    stream = RandomStream(name)
    assert all(0 <= stream.draw_below(limit) < limit for _ in range(5))


@given(st.text(max_size=9), st.lists(st.integers(), max_size=60))
def test_shuffling_keeps_all_items(name, items):
    before = list(items)
    assert Counter(RandomStream(name).shuffled_copy(items)) == Counter(items)
    assert items == before


def chi_square(counts, outcomes):
    expected = sum(counts.values()) / outcomes
    return sum((counts[outcome] - expected) ** 2 / expected for outcome in range(outcomes))


# The limits are the chi-square values that fair dice stay below in 99.9 % of trials.
@pytest.mark.parametrize(("outcomes", "limit"), [(2, 10.83), (3, 13.82), (7, 22.46), (52, 87.97)])
def test_numbers_are_fair(outcomes, limit):
    stream = RandomStream("fair")
    counts = Counter(stream.draw_below(outcomes) for _ in range(10_000))
    assert chi_square(counts, outcomes) < limit


def test_shuffles_are_fair():
    stream = RandomStream("fair shuffles")
    order_indexes = {order: index for index, order in enumerate(permutations(range(4)))}
    counts = Counter(order_indexes[tuple(stream.shuffled_copy(range(4)))] for _ in range(12_000))
    assert chi_square(counts, 24) < 49.73


def test_lots_are_fair_over_seeds():
    counts = Counter(
        SeededChance(seed_from_text(str(n))).draw_lot("lot", range(5)) for n in range(20_000)
    )
    assert chi_square(counts, 5) < 18.47


def test_every_name_has_a_run_of_its_own():
    chances = [SeededChance(SEED), SeededChance(SEED[::-1])]
    runs = [
        tuple(chance.draw_order(kind, PACK_52, deal, attempt))
        for chance in chances
        for kind in ("deal", "lot")
        for deal in (0, 1, 11)
        for attempt in (0, 1)
    ]
    assert len(set(runs)) == len(runs)


def test_draws_do_not_depend_on_earlier_draws():
    new_chance, used_chance = SeededChance(SEED), SeededChance(SEED)
    for deal in range(5):
        used_chance.draw_order("deal", PACK_52, deal)
    used_chance.draw_lot("lot", range(4))
    assert used_chance.draw_order("deal", PACK_52, 3) == new_chance.draw_order("deal", PACK_52, 3)
    assert used_chance.draw_lot("flip", range(4), 13) == new_chance.draw_lot("flip", range(4), 13)


def test_a_bots_seed_is_its_own():
    seeds = {bot_seed(seed, seat) for seed in (SEED, SEED[::-1]) for seat in range(10)}
    assert len(seeds) == 20
    assert not {SEED, SEED[::-1]} & seeds
    assert all(len(seed) == 32 for seed in seeds)
