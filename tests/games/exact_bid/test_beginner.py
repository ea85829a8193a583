"""The beginner at exact bids: it bids its honours, plays high to win and low to lose."""

import pytest

from bots.decision_positions import view_of_match
from bots.level_duels import measure_lead
from games.exact_bid.rule_tables import RuleTable
from games.exact_bid.test_easy import view_with_hand
from greenbaize.bots.bot import BeginnerBot
from greenbaize.cards import PACK_52, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.beginner import choose_obvious_card
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.hands import Trick

DAMN_GAME, BLACKOUT_GAME = GAMES["damn"], GAMES["blackout"]


def choose_bids(view):
    """Return the bids that the beginner may choose in seat 0."""
    return {
        BeginnerBot().choose_command(DAMN_GAME, view, 0, RandomStream(str(number))).tricks
        for number in range(40)
    }


@pytest.mark.parametrize(
    ("hand", "turned", "honours"),
    [
        ("AH KD QC JC 2D", "5S", 2),  # queens are no honours
        ("KH JS TD 7C 4C", "5S", 2),  # but a trump jack is
        ("2S 3S JH TD", "5S", 1),  # every second low trump
        ("TS 2S 3S KH AD 4C", "5S", 4),
        ("AS KS QS 2S 4H 3H", "5S", 4),
        ("2H 3H 4D 5C", "5S", 0),
        ("AS KH JD TC", None, 2),
    ],
)
@pytest.mark.parametrize("seats", [3, 7])
def test_every_honour_is_bid_and_often_one_more_or_less(hand, turned, honours, seats):
    view = view_with_hand(hand, turned, seats=seats)
    assert choose_bids(view) == {max(0, honours - 1), honours, honours + 1}


@pytest.mark.parametrize(
    ("hand", "turned", "bids"),
    [
        ("2S 3S", "5S", {0, 1}),
        ("KH 3C", "5S", {0, 1}),
        ("2H", "5S", {0}),
        ("AH KD", "5S", {1, 2}),
    ],
)
def test_all_tricks_are_bid_only_with_an_honour_for_each(hand, turned, bids):
    assert choose_bids(view_with_hand(hand, turned)) == bids


@pytest.mark.parametrize("hand", ["AS", "AS 2C", "AS 2C 3D", "AS 2C 3D 4H 5H 6H"])
def test_nothing_is_never_bid_with_the_trump_ace(hand):
    view = view_with_hand(hand, "2S", seats=3)
    bids = choose_bids(view)
    assert 1 in bids
    assert 0 not in bids


def test_a_barred_bid_moves_to_a_neighbour():
    view = view_with_hand("AH KD", "2S", seats=3, leader=1, hook=True)
    assert choose_bids(view._replace(bids=(None, 1, 0), turn=0)) == {0, 2}


def test_a_barred_bid_of_one_becomes_two_with_the_trump_ace():
    view = view_with_hand("AS 2C", "2S", seats=3, leader=1, hook=True)
    assert choose_bids(view._replace(bids=(None, 1, 0), turn=0)) == {2}


def test_four_beginners_together_bid_believably_in_deals_of_twelve_cards():
    sums = []
    for number in range(60):
        cards = RandomStream(f"cards {number}").shuffled_copy([card.code for card in PACK_52])
        views = [
            view_with_hand(" ".join(cards[first : first + 12]), cards[48])
            for first in range(0, 48, 12)
        ]
        sums.append(
            sum(
                BeginnerBot()
                .choose_command(DAMN_GAME, view, 0, RandomStream(f"bid {number} {seat}"))
                .tricks
                for seat, view in enumerate(views)
            )
        )
    assert 13 < sum(sums) / len(sums) < 15
    assert sum(9 < bid_sum < 18 for bid_sum in sums) > 50


@pytest.mark.parametrize(
    ("other_cards", "turned", "bid"),
    [(("TC", "QD"), "4H", 1), (("KC", "QD"), "4H", 0), (("TC", "2H"), "4H", 0)],
)
def test_a_blind_trick_is_bid_if_nobody_shows_a_high_card_or_trump(other_cards, turned, bid):
    match = RuleTable(BLACKOUT_GAME, 3, dealer=2, stack={1: (("5S", *other_cards), turned)})
    view = view_of_match(match)
    assert BeginnerBot().choose_command(BLACKOUT_GAME, view, 0, RandomStream("")).tricks == bid


def choose_codes(hand, table, *, bid, won):
    """Return the cards that seat 0 of four may choose for a trick, with spades as trump."""
    cards = parse_cards(hand)
    view = view_with_hand(hand, "2S", leader=(-len(table.split())) % 4)
    view = view._replace(
        bids=(bid, 0, 0, 0),
        play=view.play._replace(tricks_won=(won, 0, 0, 0), trick=parse_cards(table)),
    )
    return {
        choose_obvious_card(view, 0, cards, RandomStream(str(number))).code for number in range(20)
    }


@pytest.mark.parametrize(
    ("hand", "table", "bid", "won", "played"),
    [
        # A trick it wants: the highest card that wins, where a lower one would do.
        ("AC QC 3C", "JC 4C 5C", 1, 0, {"AC"}),
        ("7S 9S AD", "JC 4C 5C", 1, 0, {"9S"}),
        ("9C TC 3C", "JC 4C 5C", 1, 0, {"3C"}),
        ("AC AH 5S", "", 1, 0, {"AC", "AH"}),
        # A trick it does not want: the lowest card, where a higher one would be safe.
        ("AC TC 3C", "JC 4C 5C", 0, 0, {"3C"}),
        ("AD 3H 2S", "JC", 1, 1, {"3H"}),
        ("7S 9S", "JC", 0, 0, {"7S"}),
        ("KC 3H 3D", "", 0, 0, {"3H", "3D"}),
    ],
)
def test_it_plays_high_to_win_and_low_to_lose(hand, table, bid, won, played):
    assert choose_codes(hand, table, bid=bid, won=won) == played


def test_cards_of_earlier_tricks_change_nothing():
    view = view_with_hand("KC QD", "2S")._replace(bids=(1, 0, 0, 0))
    # With ace and king gone, the queen is as high as a card can be.
    taken_tricks = ((0, Trick(1, parse_cards("AD KD 2D 3D"))),)
    later_view = view._replace(play=view.play._replace(taken_tricks=taken_tricks))
    for one in (view, later_view):
        assert choose_obvious_card(one, 0, parse_cards("KC QD"), RandomStream("")).code == "KC"


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [("damn", 4, {"deals": 8}), ("damn", 7, {}), ("blackout", 2, {}), ("blackout", 4, {})],
)
def test_a_beginner_stands_between_chance_and_easy(name, seats, options):
    assert measure_lead(name, seats, options, ("beginner", "random"), 12) > 0.2
    assert measure_lead(name, seats, options, ("easy", "beginner"), 24) > 0.1
