"""Playouts of exact bids with all cards known: evidence of bids, and ends of deals."""

from collections import Counter
from math import exp
from random import Random

import pytest

from greenbaize.cards import PACK_52, Card, Suit, parse_cards
from greenbaize.games.exact_bid.card_models import BiddingModel, PlayModel, card_index, hand_mask
from greenbaize.games.exact_bid.playout import (
    NO_BID,
    BidEvidence,
    CardValues,
    ExactBidPlayout,
    OpenTrick,
    PlayChances,
    PlayEvidence,
    need_likelihood,
)
from greenbaize.games.exact_bid.random_playout import RandomPlayout
from greenbaize.rules.hands import find_winning_index

ALL_CARDS_HAND = hand_mask(PACK_52)


def deal_sorted_hands(random, seats, count):
    order = random.sample(PACK_52, seats * count)
    return [sorted(order[seat::seats]) for seat in range(seats)]


def create_playout(hands, needs, *, trump=-1, prizes=None, trick=None, seat=0, search=False):
    """Return the playout of a seat's choice between all its cards, and the world."""
    world = tuple(hand_mask(hand) for hand in hands)
    hand_size, seats = len(hands[seat]), len(hands)
    own_numbers = [card_index(card) for card in hands[seat]]
    chances = [
        PlayChances(
            PlayModel(
                seats, cards, max(seats * cards, 50 - seats * (hand_size - cards)), trump >= 0
            )
        )
        for cards in range(1, hand_size + 1)
    ]
    prizes = prizes or [float(2**one) for one in range(seats)]
    decision = ExactBidPlayout(
        seat,
        own_numbers,
        hand_size,
        trick or OpenTrick(),
        needs,
        ALL_CARDS_HAND,
        trump,
        prizes,
        [] if search else chances,
    )
    return decision, world


def find_met_seats(hands, needs, card, **options):
    """Return the seats that meet their bids after a card."""
    decision, world = create_playout(hands, needs, **options)
    bits = decision.met_bids_after_card(world, card_index(card))
    return {seat for seat in range(len(hands)) if bits >> seat & 1}


def parse_hands(*hands):
    return [list(parse_cards(hand)) for hand in hands]


@pytest.mark.parametrize("search", [False, True])
@pytest.mark.parametrize("trump", [None, *Suit])
def test_one_card_each_is_taken_by_the_highest(trump, search):
    random = Random(f"{trump}")
    for _ in range(100):
        hands = deal_sorted_hands(random, 4, 1)
        taker = find_winning_index([hand[0] for hand in hands], trump)
        options = {"trump": -1 if trump is None else int(trump), "search": search}
        assert find_met_seats(hands, [1] * 4, hands[0][0], **options) == {taker}
        assert find_met_seats(hands, [0] * 4, hands[0][0], **options) == {0, 1, 2, 3} - {taker}


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "count"), [(2, 13), (3, 5), (3, 17), (4, 13), (7, 7)])
def test_a_deal_played_out_has_as_many_tricks_as_cards(seats, count):
    random = Random(3)
    missed_counts = Counter()
    for trump in (-1, 2):
        for _ in range(60):
            hands = deal_sorted_hands(random, seats, count)
            needs = [0] * seats
            for _ in range(count):
                needs[random.randrange(seats)] += 1
            missed_count = seats - len(
                find_met_seats(hands, needs, random.choice(hands[0]), trump=trump)
            )
            # As many tricks are bid as there are: if one bid fails, so does another.
            assert missed_count != 1
            missed_counts[missed_count] += 1
    assert len(missed_counts) > 1


def test_players_follow_suit_and_win_cheaply_what_they_need():
    # Seat 1 needs both tricks: the nine takes the first, and the ace any other.
    hands = parse_hands("5C 2D", "9C AC", "2H 3H")
    assert find_met_seats(hands, [0, 2, 0], hands[0][0], trump=3) == {0, 1, 2}
    # Trumps are led and fall: the ace and king take both tricks.
    hands = parse_hands("KS AS", "2C 3C", "2D 3D")
    assert find_met_seats(hands, [2, 0, 0], hands[0][0], trump=3) == {0, 1, 2}
    assert find_met_seats(hands, [1, 0, 0], hands[0][0], trump=3) == {1, 2}


def test_cards_on_both_sides_of_the_trick_s_best_are_not_alike():
    # Seat 1 wants no trick: the nine stays below the led ten, the jack would not.
    assert 1 in find_met_seats(
        parse_hands("TC 3D", "9C JC", "2C 2D"), [1, 0, 1], Card.of("TC"), trump=3
    )


def test_a_missed_bid_makes_a_player_spoil_others():
    # Seat 1 has missed its bid: it takes the trick that the leader needs, not with the ace of
    # another
    #
    # suit, but with a trump.
    hands = parse_hands("KC", "2S", "AD")
    assert find_met_seats(hands, [1, -1, 0], hands[0][0], trump=3) == {2}
    # It leaves to seat 0 the trick that seat 0 must not have, but takes one that is needed.
    hands = parse_hands("KC 2D", "AC 2C", "3C 3D")
    assert 0 not in find_met_seats(hands, [0, -1, 1], hands[0][0], trump=3)
    assert find_met_seats(hands, [1, -1, 1], hands[0][0], trump=3) == set()


@pytest.mark.slow
def test_players_who_mean_to_meet_their_bids_do_so_more_often():
    random, count = Random(4), Counter()
    random_playout = RandomPlayout(4, 3, random)
    for _ in range(300):
        hands = deal_sorted_hands(random, 4, 6)
        needs = [2, 1, 1, 1]
        count["meant"] += len(find_met_seats(hands, needs, random.choice(hands[0]), trump=3))
        won = random_playout.tricks_by_seat(tuple(hand_mask(hand) for hand in hands), 0)
        count["random"] += sum(won[seat] == need for seat, need in enumerate(needs))
    assert count["meant"] > 1.15 * count["random"]


def test_a_player_discards_the_uncertain_card():
    # Of the ace of trumps, the queen of diamonds and a two, the queen goes under the ace of clubs:
    #
    # the ace will take a trick and the two will not.
    led = OpenTrick(0, 12, 0, 3, 1)
    numbers = {card: card_index(Card.of(card)) for card in ("AS", "QD", "2H")}

    def likelihood_of_discard(discard):
        outlook = [PlayChances(PlayModel(4, left, 36 + 4 * left, True)) for left in (1, 2, 3)]
        plays = PlayEvidence(4, 3, outlook)
        plays.add_play(0, 3, led, [1, 0, 0, 1], ALL_CARDS_HAND ^ 1 << 12, numbers[discard])
        kept_hand = sum(1 << card for name, card in numbers.items() if name != discard)
        return plays.likelihood((kept_hand, 0, 0, 0))

    assert likelihood_of_discard("QD") > max(
        likelihood_of_discard("2H"), likelihood_of_discard("AS")
    )


def choose_card_of_seat_1(led, hand, needs):
    """Return the card that seat 1 of three plays to seat 0's lead; spades are trumps."""
    outlook = [PlayChances(PlayModel(3, left, 36 + 3 * left, True)) for left in (1, 2, 3)]
    card = card_index(Card.of(led))
    trick = OpenTrick(card // 13, card % 13, card // 13, 0, 1)
    hand_cards = parse_cards(hand)
    likelihood_by_card = {}
    for candidate in [
        hand_card for hand_card in hand_cards if hand_card.suit is Card.of(led).suit
    ] or hand_cards:
        plays = PlayEvidence(3, 3, outlook)
        plays.add_play(1, 3, trick, list(needs), ALL_CARDS_HAND ^ 1 << card, card_index(candidate))
        likelihood_by_card[candidate] = plays.likelihood(
            (0, hand_mask(hand_cards) ^ 1 << card_index(candidate), 0)
        )
    return max(likelihood_by_card, key=likelihood_by_card.__getitem__)


def test_a_trick_is_taken_from_a_player_who_needs_it():
    assert choose_card_of_seat_1("9D", "5D JD JS", [1, 1, 0]) == Card.of("JD")
    assert choose_card_of_seat_1("9D", "5D JD JS", [0, 1, 1]) == Card.of("5D")


def test_contested_tricks_are_taken_at_once():
    assert choose_card_of_seat_1("KC", "4H 6D JS", [1, 2, 0]) == Card.of("4H")
    assert choose_card_of_seat_1("KC", "4H 6D JS", [3, 2, 3]) == Card.of("JS")


def test_a_near_and_certain_need_is_likelier_met():
    assert (
        need_likelihood(2, 5, 2.0, 0.5)
        > need_likelihood(2, 5, 2.5, 0.5)
        > need_likelihood(2, 5, 3.0, 0.5)
    )
    assert need_likelihood(2, 5, 2.4, 0.5) == pytest.approx(need_likelihood(2, 5, 1.6, 0.5))
    assert need_likelihood(2, 5, 2.0, 0.5) > need_likelihood(2, 5, 2.0, 2.0)
    assert need_likelihood(1, 5, 4.0, 0.5) < need_likelihood(1, 5, 4.0, 2.0)
    assert sum(need_likelihood(need, 400, 200.0, 1.0) for need in range(1, 401)) == pytest.approx(
        1, abs=1e-3
    )


def test_an_impossible_need_is_not_met():
    assert need_likelihood(-1, 3, 0.0, 1.0) == 0.0 == need_likelihood(4, 3, 4.0, 1.0)
    assert need_likelihood(0, 0, 2.0, 1.0) == 1.0
    assert need_likelihood(0, 3, 0.0, 1.0) > need_likelihood(1, 3, 1.0, 1.0)


def test_the_outcome_is_the_lead_over_the_others_mean():
    hands = parse_hands("KS", "2C", "2D")
    decision, world = create_playout(hands, [1, 0, 1], trump=3, prizes=[11.0, 10.0, 12.0])
    assert decision.card_outcomes(world, [0]) == [11 - 10 / 2]
    assert decision.card_outcomes(world, []) == []


# Endgame search


def search_exhaustively(hands, needs, prizes, leader, *, trump, trick_cards=()):
    """Return each seat's score under best play, by exhaustive search."""
    seats = len(hands)
    if len(trick_cards) == seats:
        leader, trick_cards = (leader + find_winning_index(trick_cards, trump)) % seats, ()
        needs = [need - (seat == leader) for seat, need in enumerate(needs)]
    turn = (leader + len(trick_cards)) % seats
    if not hands[turn]:
        return [0.0 if need else prize for need, prize in zip(needs, prizes, strict=True)]
    follow = [card for card in hands[turn] if trick_cards and card.suit is trick_cards[0].suit]
    best = None
    for card in sorted(follow or hands[turn], key=card_index):
        hands_left = [[hand_card for hand_card in hand if hand_card != card] for hand in hands]
        scores = search_exhaustively(
            hands_left, needs, prizes, leader, trump=trump, trick_cards=(*trick_cards, card)
        )
        lead = scores[turn] - sum(scores) / seats
        if best is None or lead > best[0] + 1e-9:
            best = lead, scores
    return best[1]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("trump", [None, Suit.HEARTS])
def test_the_endgame_search_equals_exhaustive_search(seats, trump):
    random = Random(f"{seats}/{trump}")
    for _ in range(25):
        hands = deal_sorted_hands(random, seats, 3 if seats == 3 else 2)
        needs = [random.randrange(-1, len(hands[0]) + 1) for _ in range(seats)]
        prizes = [10.0 + random.randrange(5) for _ in range(seats)]
        turn = random.randrange(seats)
        decision, world = create_playout(
            hands,
            needs,
            seat=turn,
            trump=-1 if trump is None else int(trump),
            prizes=prizes,
            search=True,
        )
        outcomes = decision.card_outcomes(world, range(len(hands[turn])))
        for card, outcome in zip(hands[turn], outcomes, strict=True):
            hands_left = [[hand_card for hand_card in hand if hand_card != card] for hand in hands]
            ends = search_exhaustively(
                hands_left, needs, prizes, turn, trump=trump, trick_cards=(card,)
            )
            own_score = ends[turn]
            assert outcome == own_score - (sum(ends) - own_score) / (seats - 1)


def test_nobody_takes_a_trick_that_is_not_wanted():
    # Seat 0 needs one of two tricks: it must lead its two first or last, never lose both.
    hands = parse_hands("2C AC", "3C KC", "4C QC")
    for card in hands[0]:
        assert 0 in find_met_seats(hands, [1, 1, 0], card, prizes=[11.0, 11.0, 10.0], search=True)


@pytest.mark.parametrize("search", [False, True])
def test_a_trick_on_the_table_is_continued(search):
    trick = OpenTrick(0, 12, 0, 2, 1)  # seat 2 has led the ace of clubs, spades are trumps
    hands = parse_hands("2S", "3D", "")
    assert find_met_seats(hands, [1, 0, 0], hands[0][0], trump=3, trick=trick, search=search) == {
        0,
        1,
        2,
    }
    assert find_met_seats(hands, [1, 0, 0], hands[0][0], trump=2, trick=trick, search=search) == {1}


# Bids


def create_bid_evidence(bids_by_seat, seat=0, trump=3, count=5):
    seats = len(bids_by_seat)
    points = [10.0 + bid for bid in range(count + 1)]
    model = BiddingModel(seats, count, 52, has_trumps=True)
    return BidEvidence(
        seat, bids_by_seat, [0] * seats, ALL_CARDS_HAND, trump, model, CardValues(model), points
    )


def test_stronger_hands_are_expected_to_bid_more():
    evidence = create_bid_evidence([NO_BID] * 4)
    hands = ["2C 3C 4D 5D 6H", "2C 3C 4D QD AH", "2C AC AD 5S KS", "AC AD QS KS AS"]
    usual = [evidence.expected_bid(hand_mask(parse_cards(hand))) for hand in hands]
    assert usual == sorted(usual)
    assert usual[3] - usual[0] > 3


def test_worlds_are_as_likely_as_the_others_bids():
    hands = ["2C 3C 4D 5D 6H", "AC AD QS KS AS", "7C 8C 9D 7H 8H", "9C TC TD 9H TH"]
    world = tuple(hand_mask(parse_cards(hand)) for hand in hands)
    assert create_bid_evidence([5, NO_BID, NO_BID, NO_BID]).likelihood(world) == 1.0
    likely = create_bid_evidence([5, 4, NO_BID, NO_BID]).likelihood(world)
    unlikely = create_bid_evidence([5, 0, NO_BID, NO_BID]).likelihood(world)
    usual = BiddingModel(4, 5, 52, has_trumps=True)
    odd = usual.random_likelihood
    assert odd <= unlikely < 0.1 < likely <= 1 + odd
    evidence = create_bid_evidence([NO_BID, 4, 1, NO_BID])
    expected = 1.0
    for owner, bid in ((1, 4), (2, 1)):
        far = (bid - evidence.expected_bid(world[owner])) / usual.spread
        expected *= odd + exp(-far * far / 2)
    assert evidence.likelihood(world) == pytest.approx(expected)


def test_played_cards_remain_evidence():
    hands = ["2C 3C 4D 5D 6H", "AC AD QS KS AS", "7C 8C 9D 7H 8H", "9C TC TD 9H TH"]
    world = [hand_mask(parse_cards(hand)) for hand in hands]
    full_likelihood = create_bid_evidence([NO_BID, 4, NO_BID, NO_BID]).likelihood(tuple(world))
    played_hands = [0, hand_mask(parse_cards("KS AS")), 0, 0]
    points = [10.0 + bid for bid in range(6)]
    usual, bids_by_seat = BiddingModel(4, 5, 52, has_trumps=True), [NO_BID, 4, NO_BID, NO_BID]
    later = BidEvidence(
        0, bids_by_seat, played_hands, ALL_CARDS_HAND, 3, usual, CardValues(usual), points
    )
    world[1] ^= played_hands[1]
    assert later.likelihood(tuple(world)) == full_likelihood


def test_a_bid_brings_its_score_less_the_others_mean():
    hands = ["2C 3C 4D 5D 6H", "AC AD QS KS AS", "7C 8C 9D 7H 8H", "9C TC TD 9H TH"]
    world = tuple(hand_mask(parse_cards(hand)) for hand in hands)
    evidence = create_bid_evidence([NO_BID, 4, 1, 0])
    assert evidence.lead_by_bid(world, [1, 4, 0, 0], [0, 1, 5]) == [-8.0, 3.0, -8.0]
    # A seat without a bid is assumed to bid its hand's value: here about all tricks.
    later = create_bid_evidence([NO_BID, NO_BID, 1, 0])
    strong = min(5, round(later.expected_bid(world[1])))
    assert later.lead_by_bid(world, [0, strong, 0, 5 - strong], [0])[0] < 10.0


def test_a_played_card_is_evidence_of_the_hand():
    # Spades are trumps. Seat 1 wants no trick and put the five under the ten of clubs.
    outlook = [PlayChances(PlayModel(4, left, 36 + 4 * left, True)) for left in (1, 2, 3)]
    plays = PlayEvidence(4, 3, outlook)
    ten, five = card_index(Card.of("TC")), card_index(Card.of("5C"))
    led = OpenTrick(ten // 13, ten % 13, ten // 13, 0, 1)
    plays.add_play(1, 3, led, [1, 0, 1, 1], ALL_CARDS_HAND ^ 1 << ten, five)

    def likelihood_of_kept(kept_codes):
        return plays.likelihood((0, hand_mask(parse_cards(kept_codes)), 0, 0))

    # With the nine it would have played that, and kept the five; the jack would have won.
    assert likelihood_of_kept("9C 2D") < likelihood_of_kept("2C 2D") == likelihood_of_kept("3C JC")
    # A seat with a single club has no choice.
    assert likelihood_of_kept("9C 2D") < likelihood_of_kept("2D 3D") < likelihood_of_kept("2C 2D")
    # A nine and a jack are not equivalent under a ten.
    assert likelihood_of_kept("JC 2D") != likelihood_of_kept("9C 2D")
    # The six is equivalent to the five if no card lies between them.
    assert likelihood_of_kept("6C 2D") == likelihood_of_kept("2C 2D")


def test_cards_of_a_missed_bid_are_no_evidence():
    plays = PlayEvidence(
        4, 3, [PlayChances(PlayModel(4, left, 36 + 4 * left, True)) for left in (1, 2)]
    )
    for need in (-1, 3):
        plays.add_play(
            1, 2, OpenTrick(), [0, need, 0, 0], ALL_CARDS_HAND, card_index(Card.of("AC"))
        )
    for kept_codes in ("2C", "KC", "AS"):
        assert plays.likelihood((0, hand_mask(parse_cards(kept_codes)), 0, 0)) == 1.0


def test_later_cards_were_held_before():
    outlook = [PlayChances(PlayModel(4, left, 36 + 4 * left, True)) for left in (1, 2, 3)]
    ten, five, nine = (card_index(Card.of(code)) for code in ("TC", "5C", "9C"))
    led = OpenTrick(ten // 13, ten % 13, ten // 13, 0, 1)
    out = ALL_CARDS_HAND ^ 1 << ten
    before, after = PlayEvidence(4, 3, outlook), PlayEvidence(4, 3, outlook)
    for plays in (before, after):
        plays.add_play(1, 3, led, [0, 0, 0, 0], out, five)
    # Discarded once the bid cannot be met, so that by itself it is no evidence.
    after.add_play(1, 2, led, [0, -1, 0, 0], out ^ 1 << five, nine)
    with_nine = before.likelihood((0, hand_mask(parse_cards("9C 2D")), 0, 0))
    assert after.likelihood((0, hand_mask(parse_cards("2D")), 0, 0)) == with_nine
