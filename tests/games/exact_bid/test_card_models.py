"""Models of exact bids: cards as bits, and the chances of cards by hand-computed values."""

from math import exp

import pytest

from greenbaize.cards import PACK_52, Suit, parse_cards
from greenbaize.games.exact_bid.card_models import (
    ALL_RANKS,
    HIGHEST_BIT,
    RANK_COUNTS,
    BiddingModel,
    PlayModel,
    card_index,
    hand_mask,
)


def test_each_card_has_a_bit_and_each_suit_thirteen_in_rank_order():
    assert sorted(map(card_index, PACK_52)) == [*range(52)]
    for suit in Suit:
        suit_cards = sorted(card for card in PACK_52 if card.suit is suit)
        assert [card_index(card) - card_index(suit_cards[0]) for card in suit_cards] == [*range(13)]
        assert card_index(suit_cards[0]) % 13 == 0


def test_a_hand_has_the_bits_of_its_cards():
    cards = parse_cards("2C AC KH")
    assert hand_mask(cards) == sum(1 << card_index(card) for card in cards)
    assert hand_mask([]) == 0


def test_ranks_are_counted_and_the_highest_is_found():
    assert ALL_RANKS == 0b1_1111_1111_1111
    assert [RANK_COUNTS[ranks] for ranks in (0, 1, 0b1010, ALL_RANKS)] == [0, 1, 2, 13]
    for ranks in (1, 2, 3, 0b1010, 0x1000, ALL_RANKS):
        assert HIGHEST_BIT[ranks] == ranks.bit_length() - 1
    assert HIGHEST_BIT[0] == 0


@pytest.mark.parametrize(
    ("seats", "cards_left", "unplayed", "share"),
    [(4, 5, 52, 15 / 47), (3, 4, 12, 1.0), (4, 13, 52, 1.0), (2, 1, 1, 1.0)],
)
def test_the_others_hold_their_share_of_the_unseen_cards(seats, cards_left, unplayed, share):
    assert PlayModel(seats, cards_left, unplayed, True).others_share == pytest.approx(share)


def test_the_highest_card_wins_unless_it_may_be_ruffed():
    for model_class in (BiddingModel, PlayModel):
        assert model_class(3, 4, 12, False).win_chance(0, 3, False) == 1.0
        assert model_class(3, 4, 12, True).win_chance(0, 3, True) == 1.0
    # Each of the two others holds half of the unseen cards: one of three is void in 1 of 8 deals.
    ruffed = (1 - 0.27 / 8) ** 2
    assert PlayModel(3, 4, 12, True).win_chance(0, 3, False) == pytest.approx(ruffed)
    ruffed = 0.67 * (1 - 0.47 / 8) ** 2
    assert BiddingModel(3, 4, 12, True).win_chance(0, 3, False) == pytest.approx(ruffed)


@pytest.mark.parametrize(
    ("model_class", "is_trump", "decay"),
    [
        (BiddingModel, True, 0.127 + 0.88 / 4),
        (BiddingModel, False, 0.70 + 0.79 / 4),
        (PlayModel, True, 0.1 + 0.59 / 4),
        (PlayModel, False, 1.24 + 0.58 / 4),
    ],
)
def test_each_higher_card_makes_a_win_less_likely_and_late_tricks_most(
    model_class, is_trump, decay
):
    model = model_class(3, 4, 24, is_trump)  # The others hold 8 of the 20 unseen cards.
    assert model.win_chance(2, 5, is_trump) == pytest.approx(exp(-0.4 * 2 * decay))


@pytest.mark.parametrize(
    ("cards_left", "even_share", "offset", "spread"),
    [(4, 1.0, -0.08, 0.565), (12, 3.0, 0.27 * 1.6 - 0.08, 0.895)],
)
def test_bids_are_higher_and_less_alike_where_tricks_are_many(
    cards_left, even_share, offset, spread
):
    model = BiddingModel(4, cards_left, 52, True)
    assert (model.even_share, model.steepness) == (even_share, 1.28)
    assert (model.offset, model.spread) == (pytest.approx(offset), pytest.approx(spread))
    assert model.random_likelihood == 0.03


def test_results_of_play_vary_with_the_cards_left():
    model = PlayModel(4, 6, 52, True)
    assert model.spread == pytest.approx(1.6)
    assert model.contest_weight == pytest.approx(0.47 / 4)
    assert (model.variance_spread, model.defence_weight) == (5.6, 0.034)


@pytest.mark.parametrize(
    ("behind", "is_trump", "higher", "chance"),
    [
        (0, False, 3, 1.0),
        (2, False, 0, 1.0),
        (1, False, 2, (1 - 0.07 * 0.2) ** 2),
        (2, False, 1, 1 - 0.07 * 0.4),
        (1, True, 2, (1 - 2.46 * 0.2) ** 2),
        (2, True, 1, 1 - 2.46 * 0.4),
    ],
)
def test_a_card_that_wins_so_far_may_lose_to_each_player_behind(behind, is_trump, higher, chance):
    model = PlayModel(3, 4, 24, True)
    assert model.trick_chance(behind, is_trump, higher) == pytest.approx(chance)


def test_no_chance_is_negative_where_higher_trumps_are_certain():
    assert PlayModel(3, 4, 12, True).trick_chance(2, True, 1) == 0.0
