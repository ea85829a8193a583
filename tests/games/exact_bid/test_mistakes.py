"""Kinds of mistakes at exact bids."""

import inspect
import re

import pytest

from games.exact_bid.damn_tables import DAMN_GAME, create_table
from greenbaize.cards import parse_cards
from greenbaize.games.exact_bid import mistakes
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.rules.commands import PlayCommand

HANDS = ("2C KH AD", "QH 3C 4D", "5H 6S 7C")
"""Seat 1 leads; spades are trump."""


def view_after(bids=(), cards="", hands=HANDS, turned="2S"):
    table = create_table(hands, turned)
    assert table.make_bids(*bids) is None
    assert table.play_cards(cards) is None
    return table.state


def find_play_mistake(view, made, best):
    plays = (PlayCommand(view.turn, *parse_cards(code)) for code in (made, best))
    return DAMN_GAME.find_mistake(view, *plays)


def test_bids_are_too_high_or_too_low():
    view = view_after()
    assert DAMN_GAME.find_mistake(view, BidCommand(1, 2), BidCommand(1, 1)) == "bid-high"
    assert DAMN_GAME.find_mistake(view, BidCommand(1, 0), BidCommand(1, 1)) == "bid-low"


def test_a_bid_of_none_with_the_highest_trump_is_a_kind_of_its_own():
    view = view_after(hands=("2C KH AD", "AS 3C 4D", "5H 6S 7C"))
    assert DAMN_GAME.find_mistake(view, BidCommand(1, 0), BidCommand(1, 1)) == "bid-zero-sure"
    assert DAMN_GAME.find_mistake(view, BidCommand(1, 1), BidCommand(1, 2)) == "bid-low"


@pytest.mark.parametrize(
    ("bids", "made", "best", "kind"),
    [
        ((1, 1, 1), "6S", "5H", "trumps-early"),
        ((1, 1, 1), "5H", "6S", "trumps-late"),
        ((1, 1, 1), "7C", "5H", "winner-early"),
        ((1, 1, 1), "5H", "7C", "card-low"),
        ((1, 1, 1), "7C", "7D", ""),
        ((0, 1, 1), "6S", "5H", "lead-unwanted"),
    ],
)
def test_leads_are_told_apart(bids, made, best, kind):
    hands = ("2C KH AD 9D", "5H 6S 7C 7D", "QH 3C 4D 8D")
    assert find_play_mistake(view_after(bids, hands=hands), made, best) == kind


@pytest.mark.parametrize(
    ("bids", "made", "best", "kind"),
    [
        ((1, 0, 1), "9H", "4H", "trick-unwanted"),
        ((1, 0, 1), "3H", "4H", "danger-kept"),
        ((1, 0, 1), "4H", "3H", "throw-wrong"),
        ((1, 1, 1), "9H", "4H", "winner-early"),
        ((1, 1, 1), "4H", "9H", "trick-left"),
        ((1, 1, 1), "TH", "9H", "card-high"),
        ((1, 1, 1), "9H", "TH", "card-low"),
        ((1, 1, 1), "4H", "3H", "winner-thrown"),
    ],
)
def test_cards_that_follow_are_told_apart(bids, made, best, kind):
    hands = ("2C KH AD 2D", "5H 6S 7C 8C", "9H TH 3H 4H")
    view = view_after(bids, "5H", hands)
    assert find_play_mistake(view, made, best) == kind


def test_a_card_that_became_the_highest_was_not_counted():
    hands = ("3S 9H KS 5C", "AS 4H 7D 8D", "4D 6H 2C 3C")
    view = view_after((1, 0, 2), "AS 4D 3S 4H 6H 9H", hands)
    assert find_play_mistake(view, "5C", "KS") == "bid-uncounted"
    # The ace could still come.
    hands = ("3S 9H KS 5C", "QS 4H 7D 8D", "4D 6H 2C 3C")
    view = view_after((1, 0, 2), "QS 4D 3S 4H 6H 9H", hands)
    assert find_play_mistake(view, "5C", "KS") == "trumps-late"


def test_a_lost_bid_leaves_the_others_to_be_spoilt():
    view = view_after((0, 0, 0), "QH 5H KH")
    assert find_play_mistake(view, "2C", "AD") == "spoil-missed"


def test_every_kind_has_words():
    source = inspect.getsource(mistakes)
    kinds = set(re.findall(r'"([a-z]+-[a-z-]+)"', source))
    assert len(kinds) > 12
    assert kinds == DAMN_GAME.vocabulary().mistakes.keys()
