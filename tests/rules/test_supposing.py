"""Supposing: unknown places are filled from what may lie there, whatever the restrictions."""

from collections import Counter

from greenbaize.cards import PACK_52, cards
from greenbaize.rules.chance import Stream
from greenbaize.rules.hands import Hand
from greenbaize.rules.supposing import supposed


def anything(seat, card):
    return True


def test_known_cards_stay_and_unknown_places_are_filled():
    hands = (Hand(cards("AS")), Hand(cards("KS"), 1), Hand((), 2))
    full, rest = supposed(hands, cards("2C 3C 4C 5C"), anything, Stream("a"))
    assert full[0] == hands[0]
    assert full[1].cards[0] == cards("KS")[0]
    assert [hand.size for hand in full] == [1, 2, 2]
    assert not any(hand.unknown for hand in full)
    given = [*full[1].cards[1:], *full[2].cards, *rest]
    assert sorted(given) == sorted(cards("2C 3C 4C 5C"))


def test_every_card_is_equally_likely_everywhere():
    counts = Counter()
    for number in range(2000):
        full, rest = supposed((Hand((), 1),) * 2, cards("2C 3C 4C"), anything, Stream(str(number)))
        counts[full[0].cards + full[1].cards + rest] += 1
    assert len(counts) == 6
    assert all(250 < count < 420 for count in counts.values())


def test_a_seat_gets_no_card_that_it_cannot_hold():
    def clubs_only_for_one(seat, card):
        return seat != 1 or card.suit.letter == "C"

    pack = cards("2C 3C 4D 5D 6D 7D")
    for number in range(50):
        full, _ = supposed(
            (Hand((), 2), Hand((), 2), Hand((), 2)), pack, clubs_only_for_one, Stream(str(number))
        )
        assert set(full[1].cards) == set(cards("2C 3C"))


def test_where_nothing_fits_the_restrictions_are_dropped():
    full, rest = supposed((Hand((), 2),), cards("2C 3C"), lambda _, __: False, Stream("a"))
    assert set(full[0].cards) == set(cards("2C 3C"))
    assert rest == ()


def test_two_packs_may_give_a_hand_a_card_twice():
    pack = cards("2C 2C 2C")
    full, rest = supposed((Hand((), 2),), pack, anything, Stream("a"))
    assert full[0].cards == cards("2C 2C")
    assert rest == cards("2C")


def test_the_same_stream_supposes_the_same():
    hands = (Hand((), 5),) * 4
    first, second = (supposed(hands, PACK_52, anything, Stream("one")) for _ in range(2))
    assert first == second
