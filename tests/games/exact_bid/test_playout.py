"""Playouts of exact bids with all cards known: evidence of bids, and ends of deals."""

from collections import Counter
from math import exp
from random import Random

import pytest

from greenbaize.cards import PACK_52, Card, Suit, cards
from greenbaize.games.exact_bid.at_random import Falling
from greenbaize.games.exact_bid.playout import (
    NO_BID,
    Bids,
    Chances,
    OpenTrick,
    Playout,
    Plays,
    Values,
    meets,
)
from greenbaize.games.exact_bid.worth import Bidding, Outlook, hand_of, number
from greenbaize.rules.hands import winning

EVERYTHING = hand_of(PACK_52)


def shuffled(random, seats, count):
    order = random.sample(PACK_52, seats * count)
    return [sorted(order[seat::seats]) for seat in range(seats)]


def playout(hands, needs, *, trump=-1, prizes=None, trick=None, seat=0, search=False):
    """Return the playout of a seat's choice between all its cards, and the world."""
    world = tuple(hand_of(hand) for hand in hands)
    left, seats = len(hands[seat]), len(hands)
    own = [number(card) for card in hands[seat]]
    chances = [
        Chances(Outlook(seats, cards, max(seats * cards, 50 - seats * (left - cards)), trump >= 0))
        for cards in range(1, left + 1)
    ]
    prizes = prizes or [float(2**one) for one in range(seats)]
    decision = Playout(
        seat,
        own,
        left,
        trick or OpenTrick(),
        needs,
        EVERYTHING,
        trump,
        prizes,
        [] if search else chances,
    )
    return decision, world


def met(hands, needs, card, **given):
    """Return the seats that meet their bids after a card."""
    decision, world = playout(hands, needs, **given)
    bits = decision.end(world, number(card))
    return {seat for seat in range(len(hands)) if bits >> seat & 1}


def dealt(*hands):
    return [list(cards(hand)) for hand in hands]


@pytest.mark.parametrize("search", [False, True])
@pytest.mark.parametrize("trump", [None, *Suit])
def test_one_card_each_is_taken_by_the_highest(trump, search):
    random = Random(f"{trump}")
    for _ in range(100):
        hands = shuffled(random, 4, 1)
        taker = winning([hand[0] for hand in hands], trump)
        given = {"trump": -1 if trump is None else int(trump), "search": search}
        assert met(hands, [1] * 4, hands[0][0], **given) == {taker}
        assert met(hands, [0] * 4, hands[0][0], **given) == {0, 1, 2, 3} - {taker}


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "count"), [(2, 13), (3, 5), (3, 17), (4, 13), (7, 7)])
def test_a_deal_played_out_has_as_many_tricks_as_cards(seats, count):
    random = Random(3)
    seen = Counter()
    for trump in (-1, 2):
        for _ in range(60):
            hands = shuffled(random, seats, count)
            needs = [0] * seats
            for _ in range(count):
                needs[random.randrange(seats)] += 1
            missed = seats - len(met(hands, needs, random.choice(hands[0]), trump=trump))
            # As many tricks are bid as there are: if one bid fails, so does another.
            assert missed != 1
            seen[missed] += 1
    assert len(seen) > 1


def test_players_follow_suit_and_win_cheaply_what_they_need():
    # Seat 1 needs both tricks: the nine takes the first, and the ace any other.
    hands = dealt("5C 2D", "9C AC", "2H 3H")
    assert met(hands, [0, 2, 0], hands[0][0], trump=3) == {0, 1, 2}
    # Trumps are led and fall: the ace and king take both tricks.
    hands = dealt("KS AS", "2C 3C", "2D 3D")
    assert met(hands, [2, 0, 0], hands[0][0], trump=3) == {0, 1, 2}
    assert met(hands, [1, 0, 0], hands[0][0], trump=3) == {1, 2}


def test_cards_on_both_sides_of_the_trick_s_best_are_not_alike():
    # Seat 1 wants no trick: the nine stays below the led ten, the jack would not.
    assert 1 in met(dealt("TC 3D", "9C JC", "2C 2D"), [1, 0, 1], Card.of("TC"), trump=3)


def test_who_has_missed_the_bid_spoils_those_of_others():
    # Seat 1 has missed its bid: it takes the trick that the leader needs, not with the ace of
    # another
    #
    # suit, but with a trump.
    hands = dealt("KC", "2S", "AD")
    assert met(hands, [1, -1, 0], hands[0][0], trump=3) == {2}
    # It leaves to seat 0 the trick that seat 0 must not have, but takes one that is needed.
    hands = dealt("KC 2D", "AC 2C", "3C 3D")
    assert 0 not in met(hands, [0, -1, 1], hands[0][0], trump=3)
    assert met(hands, [1, -1, 1], hands[0][0], trump=3) == set()


@pytest.mark.slow
def test_players_who_mean_to_meet_their_bids_do_so_more_often():
    random, count = Random(4), Counter()
    falling = Falling(4, 3, random)
    for _ in range(300):
        hands = shuffled(random, 4, 6)
        needs = [2, 1, 1, 1]
        count["meant"] += len(met(hands, needs, random.choice(hands[0]), trump=3))
        won = falling.tricks(tuple(hand_of(hand) for hand in hands), 0)
        count["random"] += sum(won[seat] == need for seat, need in enumerate(needs))
    assert count["meant"] > 1.15 * count["random"]


def test_who_wants_one_trick_throws_away_what_is_doubtful():
    # Of the ace of trumps, the queen of diamonds and a two, the queen goes under the ace of clubs:
    #
    # the ace will take a trick and the two will not.
    led = OpenTrick(0, 12, 0, 3, 1)
    held = {card: number(Card.of(card)) for card in ("AS", "QD", "2H")}

    def likelihood(thrown):
        outlook = [Chances(Outlook(4, left, 36 + 4 * left, True)) for left in (1, 2, 3)]
        plays = Plays(4, 3, outlook)
        plays.add(0, 3, led, [1, 0, 0, 1], EVERYTHING ^ 1 << 12, held[thrown])
        kept = sum(1 << card for name, card in held.items() if name != thrown)
        return plays.likelihood((kept, 0, 0, 0))

    assert likelihood("QD") > max(likelihood("2H"), likelihood("AS"))


def chosen(led, hand, needs):
    """Return the card that seat 1 of three plays to seat 0's lead; spades are trumps."""
    outlook = [Chances(Outlook(3, left, 36 + 3 * left, True)) for left in (1, 2, 3)]
    card = number(Card.of(led))
    trick = OpenTrick(card // 13, card % 13, card // 13, 0, 1)
    held = cards(hand)
    told = {}
    for one in [own for own in held if own.suit is Card.of(led).suit] or held:
        plays = Plays(3, 3, outlook)
        plays.add(1, 3, trick, list(needs), EVERYTHING ^ 1 << card, number(one))
        told[one] = plays.likelihood((0, hand_of(held) ^ 1 << number(one), 0))
    return max(told, key=told.__getitem__)


def test_a_trick_is_taken_from_who_needs_it_rather_than_from_who_must_not_have_it():
    assert chosen("9D", "5D JD JS", [1, 1, 0]) == Card.of("JD")
    assert chosen("9D", "5D JD JS", [0, 1, 1]) == Card.of("5D")


def test_who_needs_tricks_takes_them_at_once_where_all_want_more_than_there_are():
    assert chosen("KC", "4H 6D JS", [1, 2, 0]) == Card.of("4H")
    assert chosen("KC", "4H 6D JS", [3, 2, 3]) == Card.of("JS")


def test_a_need_is_met_the_likelier_the_nearer_and_the_less_is_in_doubt():
    assert meets(2, 5, 2.0, 0.5) > meets(2, 5, 2.5, 0.5) > meets(2, 5, 3.0, 0.5)
    assert meets(2, 5, 2.4, 0.5) == pytest.approx(meets(2, 5, 1.6, 0.5))
    assert meets(2, 5, 2.0, 0.5) > meets(2, 5, 2.0, 2.0)
    assert meets(1, 5, 4.0, 0.5) < meets(1, 5, 4.0, 2.0)
    assert sum(meets(need, 400, 200.0, 1.0) for need in range(1, 401)) == pytest.approx(1, abs=1e-3)


def test_what_cannot_be_met_any_more_is_not_met():
    assert meets(-1, 3, 0.0, 1.0) == 0.0 == meets(4, 3, 4.0, 1.0)
    assert meets(0, 0, 2.0, 1.0) == 1.0
    assert meets(0, 3, 0.0, 1.0) > meets(1, 3, 1.0, 1.0)


def test_the_outcome_is_the_lead_over_the_others_mean():
    hands = dealt("KS", "2C", "2D")
    decision, world = playout(hands, [1, 0, 1], trump=3, prizes=[11.0, 10.0, 12.0])
    assert decision.outcomes(world, [0]) == [11 - 10 / 2]
    assert decision.outcomes(world, []) == []


# Endgame search


def plainly(hands, needs, prizes, leader, *, trump, laid=()):
    """Return each seat's score under best play, by exhaustive search."""
    seats = len(hands)
    if len(laid) == seats:
        leader, laid = (leader + winning(laid, trump)) % seats, ()
        needs = [need - (seat == leader) for seat, need in enumerate(needs)]
    turn = (leader + len(laid)) % seats
    if not hands[turn]:
        return [0.0 if need else prize for need, prize in zip(needs, prizes, strict=True)]
    follow = [card for card in hands[turn] if laid and card.suit is laid[0].suit]
    best = None
    for card in sorted(follow or hands[turn], key=number):
        left = [[one for one in hand if one != card] for hand in hands]
        found = plainly(left, needs, prizes, leader, trump=trump, laid=(*laid, card))
        lead = found[turn] - sum(found) / seats
        if best is None or lead > best[0] + 1e-9:
            best = lead, found
    return best[1]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("trump", [None, Suit.HEARTS])
def test_finds_what_trying_everything_finds(seats, trump):
    random = Random(f"{seats}/{trump}")
    for _ in range(25):
        hands = shuffled(random, seats, 3 if seats == 3 else 2)
        needs = [random.randrange(-1, len(hands[0]) + 1) for _ in range(seats)]
        prizes = [10.0 + random.randrange(5) for _ in range(seats)]
        turn = random.randrange(seats)
        decision, world = playout(
            hands,
            needs,
            seat=turn,
            trump=-1 if trump is None else int(trump),
            prizes=prizes,
            search=True,
        )
        outcomes = decision.outcomes(world, range(len(hands[turn])))
        for card, outcome in zip(hands[turn], outcomes, strict=True):
            left = [[one for one in hand if one != card] for hand in hands]
            ends = plainly(left, needs, prizes, turn, trump=trump, laid=(card,))
            own = ends[turn]
            assert outcome == own - (sum(ends) - own) / (seats - 1)


def test_nobody_takes_a_trick_that_is_not_wanted():
    # Seat 0 needs one of two tricks: it must lead its two first or last, never lose both.
    hands = dealt("2C AC", "3C KC", "4C QC")
    for card in hands[0]:
        assert 0 in met(hands, [1, 1, 0], card, prizes=[11.0, 11.0, 10.0], search=True)


@pytest.mark.parametrize("search", [False, True])
def test_a_trick_on_the_table_is_played_on(search):
    trick = OpenTrick(0, 12, 0, 2, 1)  # seat 2 has led the ace of clubs, spades are trumps
    hands = dealt("2S", "3D", "")
    assert met(hands, [1, 0, 0], hands[0][0], trump=3, trick=trick, search=search) == {0, 1, 2}
    assert met(hands, [1, 0, 0], hands[0][0], trump=2, trick=trick, search=search) == {1}


# Bids


def bids(made, seat=0, trump=3, count=5):
    seats = len(made)
    points = [10.0 + bid for bid in range(count + 1)]
    usual = Bidding(seats, count, 52, trumps=True)
    return Bids(seat, made, [0] * seats, EVERYTHING, trump, usual, Values(usual), points)


def test_stronger_hands_are_thought_to_bid_more():
    told = bids([NO_BID] * 4)
    hands = ["2C 3C 4D 5D 6H", "2C 3C 4D QD AH", "2C AC AD 5S KS", "AC AD QS KS AS"]
    usual = [told.usual(hand_of(cards(hand))) for hand in hands]
    assert usual == sorted(usual)
    assert usual[3] - usual[0] > 3


def test_worlds_are_as_likely_as_the_others_bids():
    hands = ["2C 3C 4D 5D 6H", "AC AD QS KS AS", "7C 8C 9D 7H 8H", "9C TC TD 9H TH"]
    world = tuple(hand_of(cards(hand)) for hand in hands)
    assert bids([5, NO_BID, NO_BID, NO_BID]).likelihood(world) == 1.0
    likely = bids([5, 4, NO_BID, NO_BID]).likelihood(world)
    unlikely = bids([5, 0, NO_BID, NO_BID]).likelihood(world)
    usual = Bidding(4, 5, 52, trumps=True)
    odd = usual.odd
    assert odd <= unlikely < 0.1 < likely <= 1 + odd
    told = bids([NO_BID, 4, 1, NO_BID])
    expected = 1.0
    for owner, bid in ((1, 4), (2, 1)):
        far = (bid - told.usual(world[owner])) / usual.spread
        expected *= odd + exp(-far * far / 2)
    assert told.likelihood(world) == pytest.approx(expected)


def test_what_was_played_still_tells():
    hands = ["2C 3C 4D 5D 6H", "AC AD QS KS AS", "7C 8C 9D 7H 8H", "9C TC TD 9H TH"]
    world = [hand_of(cards(hand)) for hand in hands]
    whole = bids([NO_BID, 4, NO_BID, NO_BID]).likelihood(tuple(world))
    gone = [0, hand_of(cards("KS AS")), 0, 0]
    points = [10.0 + bid for bid in range(6)]
    usual, made = Bidding(4, 5, 52, trumps=True), [NO_BID, 4, NO_BID, NO_BID]
    later = Bids(0, made, gone, EVERYTHING, 3, usual, Values(usual), points)
    world[1] ^= gone[1]
    assert later.likelihood(tuple(world)) == whole


def test_a_bid_brings_its_score_less_the_others_mean():
    hands = ["2C 3C 4D 5D 6H", "AC AD QS KS AS", "7C 8C 9D 7H 8H", "9C TC TD 9H TH"]
    world = tuple(hand_of(cards(hand)) for hand in hands)
    told = bids([NO_BID, 4, 1, 0])
    assert told.bring(world, [1, 4, 0, 0], [0, 1, 5]) == [-8.0, 3.0, -8.0]
    # A seat without a bid is assumed to bid its hand's value: here about all tricks.
    later = bids([NO_BID, NO_BID, 1, 0])
    strong = min(5, round(later.usual(world[1])))
    assert later.bring(world, [0, strong, 0, 5 - strong], [0])[0] < 10.0


def test_a_card_played_tells_what_else_was_held():
    # Spades are trumps. Seat 1 wants no trick and put the five under the ten of clubs.
    outlook = [Chances(Outlook(4, left, 36 + 4 * left, True)) for left in (1, 2, 3)]
    plays = Plays(4, 3, outlook)
    ten, five = number(Card.of("TC")), number(Card.of("5C"))
    led = OpenTrick(ten // 13, ten % 13, ten // 13, 0, 1)
    plays.add(1, 3, led, [1, 0, 1, 1], EVERYTHING ^ 1 << ten, five)

    def likelihood(kept):
        return plays.likelihood((0, hand_of(cards(kept)), 0, 0))

    # With the nine it would have played that, and kept the five; the jack would have won.
    assert likelihood("9C 2D") < likelihood("2C 2D") == likelihood("3C JC")
    # A seat with a single club has no choice.
    assert likelihood("9C 2D") < likelihood("2D 3D") < likelihood("2C 2D")
    # A nine and a jack are not equivalent under a ten.
    assert likelihood("JC 2D") != likelihood("9C 2D")
    # The six is equivalent to the five if no card lies between them.
    assert likelihood("6C 2D") == likelihood("2C 2D")


def test_what_is_played_by_who_cannot_meet_the_bid_tells_nothing():
    plays = Plays(4, 3, [Chances(Outlook(4, left, 36 + 4 * left, True)) for left in (1, 2)])
    for need in (-1, 3):
        plays.add(1, 2, OpenTrick(), [0, need, 0, 0], EVERYTHING, number(Card.of("AC")))
    for kept in ("2C", "KC", "AS"):
        assert plays.likelihood((0, hand_of(cards(kept)), 0, 0)) == 1.0


def test_what_was_played_later_was_held_before():
    outlook = [Chances(Outlook(4, left, 36 + 4 * left, True)) for left in (1, 2, 3)]
    ten, five, nine = (number(Card.of(code)) for code in ("TC", "5C", "9C"))
    led = OpenTrick(ten // 13, ten % 13, ten // 13, 0, 1)
    out = EVERYTHING ^ 1 << ten
    before, after = Plays(4, 3, outlook), Plays(4, 3, outlook)
    for plays in (before, after):
        plays.add(1, 3, led, [0, 0, 0, 0], out, five)
    # Discarded once the bid cannot be met, so that by itself it is no evidence.
    after.add(1, 2, led, [0, -1, 0, 0], out ^ 1 << five, nine)
    with_nine = before.likelihood((0, hand_of(cards("9C 2D")), 0, 0))
    assert after.likelihood((0, hand_of(cards("2D")), 0, 0)) == with_nine
