"""Events of any table: their types in records, and what they say of cards, ranks and coins."""

import pytest

from greenbaize.cards import parse_cards
from greenbaize.rules import events
from greenbaize.rules.events import CardsDealt, Event, MatchEnded
from greenbaize.rules.hands import Hand


def test_types_are_the_words_of_the_record():
    types = {
        name: event_class.type
        for name, event_class in vars(events).items()
        if isinstance(event_class, type) and "type" in vars(event_class)
    }
    assert types == {
        "LotDrawn": "lot",
        "CardsDealt": "deal",
        "CardsDrawn": "draw",
        "CardPlayed": "play",
        "TrickTaken": "trick",
        "SeatReassigned": "seat",
        "DealScored": "score",
        "MatchEnded": "end",
    }
    assert issubclass(MatchEnded, Event)


def deal_hands(dealer, *hands):
    return CardsDealt(1, dealer, 0, tuple(Hand(parse_cards(hand)) for hand in hands))


@pytest.mark.parametrize(
    ("dealer", "hands", "order"),
    [
        (0, ("2C 3C", "4D 5D", "6H 7H"), "4D 6H 2C 5D 7H 3C"),
        (2, ("2C 3C", "4D 5D", "6H 7H"), "2C 4D 6H 3C 5D 7H"),
        (1, ("2C", "4D 5D 6D", "6H 7H"), "6H 2C 4D 7H 5D 6D"),
        (0, ("", ""), ""),
    ],
)
def test_cards_leave_the_pack_one_each_from_the_dealers_left(dealer, hands, order):
    assert deal_hands(dealer, *hands).cards_in_dealing_order == parse_cards(order)


def test_a_deal_without_hands_has_no_cards():
    assert CardsDealt(1, 0, 0, ()).cards_in_dealing_order == ()


@pytest.mark.parametrize(
    ("ranks", "coin_flip", "winners", "flip_seats"),
    [
        ((2, 1, 3), False, (1,), ()),
        ((1, 1, 3), False, (0, 1), ()),
        ((2, 1, 2, 4), True, (1,), (0, 1, 2)),
        ((3, 1, 2), True, (1,), (1, 2)),
        ((1, 3, 1, 3), True, (0, 2), (0, 1, 2, 3)),
    ],
)
def test_winners_have_the_first_rank_and_a_coin_decides_the_first_two(
    ranks, coin_flip, winners, flip_seats
):
    end = MatchEnded((0,) * len(ranks), ranks, coin_flip)
    assert (end.winners, end.coin_flip_seats) == (winners, flip_seats)
