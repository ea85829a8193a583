"""The beat relation as tables: random tricks agree with the relation of the rules."""

from random import Random

import pytest

from greenbaize.cards import Suit, parse_cards
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import PACK_36, Trumps
from greenbaize.games.beat.relation import (
    TAKER_PLAYER,
    card_index,
    card_indices,
    hand_mask,
    seat_colours,
    shared_relation,
)

TRUMPS_BY_OPTION = {
    "personal": Trumps(personal_suits=(Suit.HEARTS, Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS)),
    "none": Trumps(),
    "one": Trumps(classes=(0, 0, 1, 0)),
    "two": Trumps(classes=(1, 0, 1, 0)),
    "ranked": Trumps(classes=(0, 1, 0, 2)),
}


def playable_and_beating(mound_view, hand, must_beat):
    """Return the cards of a hand that may be played (``beats.md 5``), and those that beat."""
    if mound_view is None:
        return hand, hand
    if hand & mound_view.main_suit:
        beating, follow = hand & mound_view.beating, hand & mound_view.following
    else:
        beating, follow = hand & mound_view.void_beating, hand & mound_view.void_following
    if beating and must_beat:
        return beating, beating
    return (follow | beating if follow else hand), beating


@pytest.mark.parametrize("name", TRUMPS_BY_OPTION)
def test_random_tricks_go_by_the_rules(name):
    trumps, random = TRUMPS_BY_OPTION[name], Random(name)
    relation_table, tints = shared_relation(trumps), seat_colours(trumps, 4)
    for number in range(1500):
        must, pack = bool(number % 2), random.sample(PACK_36, 24)
        hands = [pack[6 * seat : 6 * seat + 6] for seat in range(4)]
        leader = owner = random.randrange(4)
        situation = mound = None
        for turn in range(4):
            seat = (leader + turn) % 4
            hand, tint = hand_mask(tuple(hands[seat])), tints[seat]
            side = None if mound is None else relation_table.mound_view(mound, tint)
            legal, beating = playable_and_beating(side, hand, must)
            allowed = beats.playable_cards(situation, hands[seat], seat, trumps, must_beat=must)
            assert legal == hand_mask(allowed)
            card = random.choice(allowed)
            if situation is None:
                situation, mound = (
                    beats.start_situation(card, seat),
                    relation_table.lead_mounds[tint][card_index(card)],
                )
            else:
                rule = beats.find_played_beat_rule(situation, card, seat, trumps)
                situation = beats.add_to_situation(situation, card, seat, rule)
                assert bool(rule) == bool(beating >> card_index(card) & 1)
                if rule:
                    mound, whose = side.next_mounds[card_index(card)]
                    owner = seat if whose == TAKER_PLAYER else leader
            assert situation.taker == owner
            assert relation_table.mound_of_situation(situation, tints) == mound


def test_a_hand_is_the_sum_of_its_cards():
    hand = parse_cards("6C 8H TS AS")
    assert [PACK_36[number] for number in card_indices(hand_mask(hand))] == sorted(hand)
    assert hand_mask(()) == 0


def test_personal_trumps_share_one_relation():
    other_trumps = Trumps(personal_suits=(Suit.CLUBS, Suit.SPADES))
    assert shared_relation(TRUMPS_BY_OPTION["personal"]) is shared_relation(other_trumps)
    assert shared_relation(TRUMPS_BY_OPTION["none"]) is not shared_relation(other_trumps)
    assert seat_colours(other_trumps, 2) == (0, 3)
