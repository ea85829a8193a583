"""The beat relation as tables: random tricks agree with the relation of the rules."""

from random import Random

import pytest

from greenbaize.cards import Suit, cards
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import PACK_36, Trumps
from greenbaize.games.beat.relation import MINE, colours, mask, place, places, relation

TRUMPS = {
    "personal": Trumps(own=(Suit.HEARTS, Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS)),
    "none": Trumps(),
    "one": Trumps(classes=(0, 0, 1, 0)),
    "two": Trumps(classes=(1, 0, 1, 0)),
    "ranked": Trumps(classes=(0, 1, 0, 2)),
}


def options(side, hand, must_beat):
    """Return the cards of a hand that may be played (``beats.md 5``), and those that beat."""
    if side is None:
        return hand, hand
    if hand & side.main:
        beating, follow = hand & side.beating, hand & side.follow
    else:
        beating, follow = hand & side.void_beating, hand & side.value
    if beating and must_beat:
        return beating, beating
    return (follow | beating if follow else hand), beating


@pytest.mark.parametrize("name", TRUMPS)
def test_random_tricks_go_by_the_rules(name):
    trumps, random = TRUMPS[name], Random(name)
    table, tints = relation(trumps), colours(trumps, 4)
    for number in range(1500):
        must, pack = bool(number % 2), random.sample(PACK_36, 24)
        hands = [pack[6 * seat : 6 * seat + 6] for seat in range(4)]
        leader = owner = random.randrange(4)
        pile = mound = None
        for turn in range(4):
            seat = (leader + turn) % 4
            hand, tint = mask(tuple(hands[seat])), tints[seat]
            side = None if mound is None else table.side(mound, tint)
            legal, beating = options(side, hand, must)
            allowed = beats.playable(pile, hands[seat], seat, trumps, must_beat=must)
            assert legal == mask(allowed)
            card = random.choice(allowed)
            if pile is None:
                pile, mound = beats.lead(card, seat), table.leads[tint][place(card)]
            else:
                how = beats.way_played(pile, card, seat, trumps)
                pile = beats.laid(pile, card, seat, how)
                assert bool(how) == bool(beating >> place(card) & 1)
                if how:
                    mound, whose = side.after[place(card)]
                    owner = seat if whose == MINE else leader
            assert pile.owner == owner
            assert table.of(pile, tints) == mound


def test_a_hand_is_the_sum_of_its_cards():
    hand = cards("6C 8H TS AS")
    assert [PACK_36[number] for number in places(mask(hand))] == sorted(hand)
    assert mask(()) == 0


def test_tables_with_personal_trumps_share_one_relation_whoever_has_which():
    other = Trumps(own=(Suit.CLUBS, Suit.SPADES))
    assert relation(TRUMPS["personal"]) is relation(other)
    assert relation(TRUMPS["none"]) is not relation(other)
    assert colours(other, 2) == (0, 3)
