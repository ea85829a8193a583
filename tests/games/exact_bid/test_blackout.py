"""Blackout: a test for every rule on its page, named for the rule's number."""

import pytest

from games.exact_bid.tables import Rigged, Table, all_dealt, from_one_pack
from greenbaize.cards import Card, Suit, cards
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.events import BidsScored
from greenbaize.match.telling import Teller
from greenbaize.rules.commands import Play
from greenbaize.rules.events import CardPlayed, Ended
from greenbaize.rules.game import Allowed
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message
from greenbaize.rules.options import settled

BLACKOUT = GAMES["blackout"]
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def second_deal(hands, turned, **options):
    """A match at its second deal, of these hands of two cards each, dealt by seat 0."""
    dealer = len(hands) - 1
    match = Table(BLACKOUT, len(hands), dealer=dealer, stack={2: (hands, turned)}, **options)
    match.play_on(2)
    assert match.state.dealer == 0
    return match


def test_blackout_is_for_two_to_four():
    assert list(BLACKOUT.seats) == [2, 3, 4]


@SEATS
def test_blackout_13_deals_of_1_to_13_cards(seats):
    match = Table(BLACKOUT, seats)
    match.play_on()
    assert [deal.cards for deal in match.dealt] == list(range(1, 14))
    assert all(from_one_pack(deal) for deal in match.dealt)
    assert [len(hand.cards) for hand in match.dealt[-1].hands] == [13] * seats


@SEATS
def test_blackout_the_first_dealer_by_lot_then_clockwise(seats):
    match = Table(BLACKOUT, seats, dealer=1)
    match.play_on()
    assert match.chance.lots[0] == ("lot", tuple(range(seats)))
    assert [deal.dealer for deal in match.dealt] == [(1 + turn) % seats for turn in range(13)]
    assert [deal.leader for deal in match.dealt] == [(2 + turn) % seats for turn in range(13)]


class Backwards(Rigged):
    def order(self, kind, pack, deal=0, attempt=0):
        assert (kind, deal, attempt) == ("seats", 0, 0)
        return list(pack)[::-1]


@SEATS
def test_blackout_seats_are_shuffled_unless_in_order(seats):
    chance = Backwards(0, {})
    shuffled = settled(BLACKOUT.options, seats, {})
    assert shuffled["in_order"] is False
    assert list(BLACKOUT.seating(seats, shuffled, chance)) == list(range(seats))[::-1]
    kept = settled(BLACKOUT.options, seats, {"in_order": True})
    assert list(BLACKOUT.seating(seats, kept, chance)) == list(range(seats))


# 1. Trump


@SEATS
def test_blackout_1_the_next_card_names_trump_in_deals_1_to_12_only(seats):
    match = Table(BLACKOUT, seats)
    match.play_on()
    *others, last = match.dealt
    for deal in others:
        assert deal.turned is not None
        assert deal.trump is deal.turned.suit
        # The rigged pack is in order, so the next card has the number of those dealt.
        assert int(deal.turned) == deal.deal * seats
    assert (last.turned, last.trump) == (None, None)
    assert len(all_dealt(last)) == 13 * seats


# 2. Bidding


@SEATS
def test_blackout_2_each_bids_once_clockwise_from_the_dealers_left(seats):
    match = Table(BLACKOUT, seats, dealer=0, hook=False)
    match.play_on(4)
    order = []
    while match.state.bidding:
        order.append(match.state.turn)
        assert match.bid(1) is None
    assert order == [(match.state.dealer + 1 + turn) % seats for turn in range(seats)]
    assert match.bid(1) == Message("bids-done", rule="blackout.md 2")


def test_blackout_2_a_bid_is_from_0_to_k():
    match = second_deal(("2C 3C", "2D 3D", "2H 3H"), "2S")
    assert [bid.tricks for bid in BLACKOUT.legal(match.state, 1)] == [0, 1, 2]
    for wrong in (-1, 3):
        assert match.bid(wrong) == Message("bid-range", {"high": 2}, "blackout.md 2")
    assert match.authority.submit(Bid(2, 0)) == Message(
        "not-your-turn", {"seat": 1}, "blackout.md 2"
    )


@SEATS
def test_blackout_2_the_hook_is_on_by_default(seats):
    assert settled(BLACKOUT.options, seats, {})["hook"] is True
    hands = ("2C 3C", "2D 3D", "2H 3H", "2S 4S")[:seats]
    match = second_deal(hands, "5S")
    assert match.bid(1, *[0] * (seats - 2)) is None
    assert match.state.turn == match.state.dealer
    assert match.bid(1) == Message("hook", {"bid": 1, "count": 2}, "blackout.md 2")
    assert [bid.tricks for bid in BLACKOUT.legal(match.state, 0)] == [0, 2]
    assert match.bid(2) is None


@SEATS
def test_blackout_2_without_the_hook_any_bid_will_do(seats):
    hands = ("2C 3C", "2D 3D", "2H 3H", "2S 4S")[:seats]
    match = second_deal(hands, "5S", hook=False)
    assert match.bid(1, *[0] * (seats - 2), 1) is None


def test_blackout_2_the_hook_holds_in_the_blind_deal():
    match = Table(BLACKOUT, 2)
    assert match.bid(0) is None
    assert match.bid(1) == Message("hook", {"bid": 1, "count": 1}, "blackout.md 2")
    assert match.bid(0) is None


# 3. Play


def test_blackout_3_the_first_bidder_leads_and_the_winner_leads_next():
    match = second_deal(("KC 3S", "2C QD", "4C AD"), "2H")
    match.bid(0, 0, 0)
    assert match.state.turn == 1
    assert match.play("2C 4C KC") is None
    assert match.takers[-1] == 0
    assert match.state.turn == 0
    assert match.play("3S QD AD") is None
    assert match.takers[-1] == 0
    assert match.scores[-1].tricks == (2, 0, 0)


def test_blackout_3_follow_suit_if_able_else_any_card_trump_included():
    match = second_deal(("KC 3H", "2C QD", "4C AH"), "2H")
    match.bid(0, 0, 0)
    match.play("2C")
    assert match.play("AH") == Message(
        "follow-suit", {"suit": Suit.CLUBS, "seat": 2}, "blackout.md 3"
    )
    assert match.play("AS") == Message("not-held", {"card": Card.of("AS")}, "blackout.md 3")
    assert match.play("4C KC 3H QD") is None
    assert match.play("AH") is None
    assert match.takers[-2:] == [0, 2]


def test_blackout_3_any_card_where_the_suit_is_missing():
    match = second_deal(("KC 3H", "QD 2C", "4C AH"), "2H")
    match.bid(0, 0, 0)
    match.play("QD")
    assert {play.card.code for play in BLACKOUT.legal(match.state, 2)} == {"4C", "AH"}
    assert match.play("4C") is None  # nobody has to trump
    for code in ("KC", "3H"):
        assert isinstance(BLACKOUT.judge(match.state, Play(0, Card.of(code))), Allowed)


@pytest.mark.parametrize(
    ("third", "taker"), [("3H", 0), ("QC", 0), ("TC", 2), ("AD", 2), ("5H", 0)]
)
def test_blackout_3_highest_trump_else_highest_of_the_suit_led(third, taker):
    match = second_deal((f"{third} 3S", "2C QD", "JC AD" if third != "AD" else "JC KD"), "2H")
    match.bid(0, 0, 0)
    assert match.play(f"2C JC {third}") is None
    assert match.takers[-1] == taker


# 4. The blind first deal


@SEATS
def test_blackout_4_everyone_sees_all_first_cards_but_their_own(seats):
    hands = ("2C", "3D", "4H", "5S")[:seats]
    match = Table(BLACKOUT, seats, stack={1: (hands, "6C")})
    for you in range(seats):
        told = BLACKOUT.tell(match.dealt[0], match.state, you)
        assert told.hands == tuple(
            Hand((), 1) if seat == you else Hand(cards(hand)) for seat, hand in enumerate(hands)
        )
        assert (told.turned, told.trump) == (Card.of("6C"), Suit.CLUBS)


def test_blackout_4_a_spectator_sees_no_first_card():
    match = Table(BLACKOUT, 3)
    told = BLACKOUT.tell(match.dealt[0], match.state, None)
    assert told.hands == (Hand((), 1),) * 3


@SEATS
def test_blackout_4_then_the_cards_play_themselves(seats):
    hands = ("2C", "3D", "4C", "5S")[:seats]
    match = Table(BLACKOUT, seats, dealer=seats - 1, stack={1: (hands, "6H")})
    assert match.bid(*[0] * (seats - 1)) is None
    assert not match.all_of(CardPlayed)
    assert match.bid(0) is None
    # One command later everything is done: the plays, the trick, the score, the next deal.
    plays = match.all_of(CardPlayed)
    assert [(play.seat, play.card.code) for play in plays] == list(enumerate(hands))
    assert match.takers == [2 if seats > 2 else 0]  # the four of clubs, or else the two
    assert match.state.deal == 2


def told_in_the_first_deal(match, seat):
    """The event, the state and the seat's view at every moment of the first deal."""
    teller = Teller(BLACKOUT, match.seats, settled(BLACKOUT.options, match.seats, {}), seat)
    for event, state in match.moments:
        teller.hear(event, state)
        if state.deal == 1:
            yield event, state, teller.view


@SEATS
def test_blackout_4_nobody_is_asked_for_that_card(seats):
    match = Table(BLACKOUT, seats)
    match.play_on(2)
    asked = set()
    for you in range(seats):
        for _, state, view in told_in_the_first_deal(match, you):
            for one in (state, view):
                for seat in range(seats):
                    question = BLACKOUT.question(one, seat)
                    asked.add(question and question.kind)
                    assert all(isinstance(what, Bid) for what in BLACKOUT.legal(one, seat))
    assert asked == {"bid", None}


@SEATS
def test_blackout_4_the_own_card_is_unknown_to_its_owner_until_it_is_played(seats):
    match = Table(BLACKOUT, seats)
    match.play_on(2)
    own = [hand.cards[0] for hand in match.dealt[0].hands]
    for you in range(seats):
        known = []
        for event, _, view in told_in_the_first_deal(match, you):
            revealed = event == CardPlayed(you, own[you]) or True in known
            known.append(revealed)
            picture = BLACKOUT.picture(view)
            assert view.hands[you] == picture.hands[you] == (Hand(()) if revealed else Hand((), 1))
            if not revealed:
                shown = (
                    *view.play.trick,
                    view.turned,
                    *(card for hand in view.hands for card in hand.cards),
                )
                assert own[you] not in shown
            assert Message("blind", rule="blackout.md 4") in picture.notices
            for seat, hand in enumerate(view.hands):
                assert seat == you or hand in (Hand((own[seat],)), Hand(()))
        # deal, bids, plays, trick and score
        assert len(known) == 1 + seats + seats + 2
        assert known.count(False) >= 1 + seats


def test_blackout_4_only_the_first_deal_is_blind():
    match = second_deal(("2C 3C", "2D 3D"), "2S")
    told = BLACKOUT.tell(match.dealt[1], match.state, 0)
    assert told.hands == (Hand(cards("2C 3C")), Hand((), 2))
    assert BLACKOUT.picture(match.state).notices == ()


# 5. Score


@pytest.mark.parametrize(
    ("bids", "points"),
    [
        ((0, 1, 1), (10, 11, 11)),
        ((1, 0, 2), (0, 0, 0)),
        ((0, 2, 0), (10, 0, 0)),
        ((1, 1, 0), (0, 11, 0)),
    ],
)
def test_blackout_5_exact_bids_score_10_and_the_bid(bids, points):
    match = second_deal(("3C 3D", "AC 2D", "2C AD"), "2S", hook=False)
    before = match.state.totals
    assert match.bid(bids[1], bids[2], bids[0]) is None
    assert match.play("AC 2C 3C 2D AD 3D") is None
    score = match.scores[-1]
    assert (score.bids, score.tricks) == (bids, (0, 1, 1))
    assert score.points == points
    assert score.totals == tuple(a + b for a, b in zip(before, points, strict=True))


# 6. End


def finished(totals, exact, flip=0):
    """The end of a match with these totals and these numbers of exact bids per seat."""
    seats = len(totals)
    chance = Rigged(0, {}, flip)
    state = BLACKOUT.start(seats, settled(BLACKOUT.options, seats, {}))
    none = (0,) * seats
    scores = tuple(
        BidsScored(deal, none, totals, tuple(int(deal > count) for count in exact), none)
        for deal in range(1, 14)
    )
    state = state._replace(dealer=0, deal=13, scores=scores, totals=totals)
    return BLACKOUT.derive(state, chance), chance.lots


@pytest.mark.parametrize(
    ("totals", "exact", "places"),
    [
        ((90, 80), (3, 9), (1, 2)),
        ((80, 90), (9, 3), (2, 1)),
        ((10, 30, 20), (1, 1, 1), (3, 1, 2)),
        ((10, 30, 20, 0), (1, 1, 1, 1), (3, 1, 2, 4)),
    ],
)
def test_blackout_6_the_highest_total_wins(totals, exact, places):
    end, lots = finished(totals, exact)
    assert end == Ended(totals, places)
    assert lots == []


@pytest.mark.parametrize(
    ("totals", "exact", "places"),
    [
        ((90, 90), (5, 6), (2, 1)),
        ((90, 90, 90), (7, 5, 6), (1, 3, 2)),
        ((50, 90, 90, 10), (9, 6, 5, 9), (3, 1, 2, 4)),
    ],
)
def test_blackout_6_a_tie_goes_to_more_exact_bids(totals, exact, places):
    end, lots = finished(totals, exact)
    assert end == Ended(totals, places)
    assert lots == []


@pytest.mark.parametrize(
    ("totals", "exact", "tied", "flip", "places"),
    [
        ((90, 90), (5, 5), (0, 1), 0, (1, 2)),
        ((90, 90), (5, 5), (0, 1), 1, (2, 1)),
        ((90, 70, 90), (5, 5, 5), (0, 2), 2, (2, 3, 1)),
        ((90, 70, 90, 70), (5, 4, 5, 4), (0, 2), 0, (1, 3, 2, 3)),
        ((90, 90, 90), (5, 5, 5), (0, 1, 2), 1, (2, 1, 2)),
        ((90, 90, 10, 90), (5, 5, 9, 5), (0, 1, 3), 3, (2, 2, 4, 1)),
        ((90, 90, 90, 90), (5, 5, 4, 5), (0, 1, 3), 0, (1, 2, 4, 2)),
        ((90, 90, 90, 90), (5, 5, 5, 5), (0, 1, 2, 3), 2, (2, 2, 1, 2)),
    ],
)
def test_blackout_6_still_tied_for_first_a_coin_is_flipped(totals, exact, tied, flip, places):
    end, lots = finished(totals, exact, flip)
    assert end == Ended(totals, places, coin_flip=True)
    assert lots == [("flip", tied)]


def test_blackout_6_lower_places_are_shared_and_not_flipped_for():
    end, lots = finished((90, 70, 70), (5, 4, 4))
    assert end == Ended((90, 70, 70), (1, 2, 2))
    assert lots == []
    end, lots = finished((90, 70, 70, 70), (5, 4, 4, 4))
    assert end == Ended((90, 70, 70, 70), (1, 2, 2, 2))
    assert lots == []


def test_blackout_options_have_the_keys_of_the_match_record():
    usual = {"hook": True, "in_order": False}
    assert settled(BLACKOUT.options, 4, {}) == usual
    assert list(settled(BLACKOUT.options, 4, {})) == list(usual)
    assert settled(BLACKOUT.options, 2, {}, old=True) == usual


@SEATS
def test_a_short_match_has_a_range_of_the_deals_as_they_are_in_a_full_one(seats):
    for first, last in ((1, 5), (4, 4), (11, 13)):
        match = Table(BLACKOUT, seats, first=first, deals=last)
        match.play_on()
        assert [deal.cards for deal in match.dealt] == list(range(first, last + 1))
        assert [deal.deal for deal in match.dealt] == list(range(1, last - first + 2))
        assert [deal.trump is None for deal in match.dealt] == [
            deal.cards == 13 for deal in match.dealt
        ]
        assert isinstance(match.events[-1], Ended)


def test_only_a_deal_of_one_card_is_blind_in_a_short_match():
    short = Table(BLACKOUT, 3, first=2)
    assert not BLACKOUT.blind(short.state)
    assert short.state.turn is not None
    whole = Table(BLACKOUT, 3, deals=1)
    assert BLACKOUT.blind(whole.state)


def test_the_last_deal_of_a_short_match_is_not_said_to_have_no_trump():
    for first, codes in ((4, ["deal-last"]), (13, ["deal-last", "sign-none"])):
        match = Table(BLACKOUT, 3, first=first, deals=first)
        assert [said.code for said in BLACKOUT.opening(match.state)] == codes


def test_a_full_match_of_blackout_writes_nothing_of_its_deals():
    assert list(settled(BLACKOUT.options, 4, {"deals": 13, "first": 1})) == ["hook", "in_order"]


def test_blackout_events_name_their_rule():
    match = Table(BLACKOUT, 2)
    match.play_on()
    named = {event.type: BLACKOUT.rule_of(event) for event in match.events}
    assert named == {
        "lot": "blackout.md",
        "deal": "blackout.md 1",
        "bid": "blackout.md 2",
        "play": "blackout.md 3",
        "trick": "blackout.md 3",
        "score": "blackout.md 5",
        "end": "blackout.md 6",
    }
