"""The last tricks of exact bids, searched out: against a plain search, and ends with one way."""

from random import Random

import pytest

from greenbaize.games.exact_bid.endgame import Endgame
from greenbaize.games.exact_bid.playout import OpenTrick

SUITS, RANKS = "CDHS", "23456789TJQKA"


def by_suits(codes):
    suits = [0, 0, 0, 0]
    for code in codes.split():
        suits[SUITS.index(code[1])] |= 1 << RANKS.index(code[0])
    return suits


def ends(hands, needs, prizes, *, turn=0, trump="", trick=None):
    suit = SUITS.index(trump) if trump else -1
    hands = [by_suits(hand) for hand in hands]
    kept = [hand[:] for hand in hands], list(needs)
    points = Endgame(prizes, suit).points(hands, needs, turn, trick or OpenTrick())
    assert (hands, needs) == kept
    return list(points)


def plainly(hands, needs, prizes, leader, *, trump, laid=()):
    """The same by trying everything, cards as pairs of suit and rank."""
    seats = len(hands)
    if len(laid) == seats:
        led = laid[0][0]
        best = max(range(seats), key=lambda at: (
            (laid[at][0] == trump) * 2 + (laid[at][0] == led), laid[at][1]))  # fmt: skip
        leader, laid = (leader + best) % seats, ()
        needs = [need - (seat == leader) for seat, need in enumerate(needs)]
    turn = (leader + len(laid)) % seats
    if not hands[turn]:
        return [0.0 if need else prize for need, prize in zip(needs, prizes, strict=True)]
    follow = [card for card in hands[turn] if laid and card[0] == laid[0][0]]
    best = None
    for card in sorted(follow or hands[turn]):
        left = [[one for one in hand if one != card] for hand in hands]
        found = plainly(left, needs, prizes, leader, trump=trump, laid=(*laid, card))
        lead = found[turn] - sum(found) / seats
        if best is None or lead > best[0] + 1e-9:
            best = lead, found
    return best[1]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("trump", [-1, 2])
def test_finds_what_trying_everything_finds(seats, trump):
    random = Random(f"{seats}/{trump}")
    for _ in range(40):
        pack = [(suit, rank) for suit in range(4) for rank in range(13)]
        random.shuffle(pack)
        count = 3 if seats == 3 else 2
        hands = [sorted(pack[seat * count :][:count]) for seat in range(seats)]
        needs = [random.randrange(-1, count + 1) for _ in range(seats)]
        prizes = [10.0 + random.randrange(5) for _ in range(seats)]
        turn = random.randrange(seats)
        expected = plainly(hands, needs, prizes, turn, trump=trump)
        bits = [[sum(1 << r for s, r in hand if s == suit) for suit in range(4)] for hand in hands]
        assert list(Endgame(prizes, trump).points(bits, needs, turn, OpenTrick())) == expected


def test_nobody_takes_a_trick_that_is_not_wanted():
    # Seat 0 needs one of two tricks: it must lead its deuce first or last, never lose both.
    assert ends(["2C AC", "3C KC", "4C QC"], [1, 1, 0], [11, 11, 10])[0] == 11


def test_a_trick_on_the_table_is_played_on():
    trick = OpenTrick().after(0, 12, 2, 3)  # seat 2 has led the ace of clubs, spades are trumps
    assert ends(["2S", "3D", ""], [1, 0, 0], [11, 10, 10], trump="S", trick=trick) == [11, 10, 10]
