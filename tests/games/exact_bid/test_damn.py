"""Damn: a test for every rule on its page, named for the rule's number."""

import pytest

from games.exact_bid.tables import Table, all_dealt, from_one_pack
from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.rules.commands import Play
from greenbaize.rules.errors import OptionError
from greenbaize.rules.events import Dealt
from greenbaize.rules.game import Allowed
from greenbaize.rules.messages import Message
from greenbaize.rules.options import settled

DAMN = GAMES["damn"]
SEATS = pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
USUAL = pytest.mark.parametrize(("seats", "usual"), [(3, 15), (4, 13), (5, 10), (6, 8), (7, 7)])
MOST = pytest.mark.parametrize(("seats", "most"), [(3, 17), (4, 13), (5, 10), (6, 8), (7, 7)])

# Seat 0 deals, so seat 1 leads.
THREE = ("2C KH AD", "QH 3C 4D", "5H 6S 7C")


def table(hands, turned="", dealer=0, **options):
    """A match whose first deal is these hands; without a turned card it is the only deal."""
    size = len(hands[0].split())
    deals = {"first": size, "deals": size + 1 if turned else size}
    return Table(DAMN, len(hands), dealer=dealer, stack={1: (hands, turned)}, **deals, **options)


def test_damn_is_for_three_to_seven():
    assert list(DAMN.seats) == [3, 4, 5, 6, 7]


# 1. Deals


@USUAL
def test_damn_1_standard_deals_run_from_one_card_to_the_usual_number(seats, usual):
    match = Table(DAMN, seats)
    match.play_on()
    assert [deal.cards for deal in match.dealt] == list(range(1, usual + 1))
    assert [deal.deal for deal in match.dealt] == list(range(1, usual + 1))


@MOST
def test_damn_1_as_many_cards_as_the_pack_has_for_everyone(seats, most):
    match = Table(DAMN, seats, first=most, deals=most)
    match.play_on()
    (deal,) = match.dealt
    assert [len(hand.cards) for hand in deal.hands] == [most] * seats
    assert from_one_pack(deal)
    with pytest.raises(OptionError):
        settled(DAMN.options, seats, {"deals": most + 1})


@SEATS
def test_damn_1_at_least_one_card(seats):
    assert settled(DAMN.options, seats, {"deals": 1})["first"] == 1
    for wrong in ({"deals": 0}, {"first": 0}, {"deals": -1}):
        with pytest.raises(OptionError):
            settled(DAMN.options, seats, wrong)


@SEATS
def test_damn_1_first_is_at_most_deals(seats):
    match = Table(DAMN, seats, first=3, deals=3)
    match.play_on()
    assert [(deal.deal, deal.cards) for deal in match.dealt] == [(1, 3)]
    with pytest.raises(OptionError):
        settled(DAMN.options, seats, {"first": 4, "deals": 3})


def test_damn_1_the_record_counts_deals_from_one_whatever_first_is():
    match = Table(DAMN, 4, first=3, deals=6)
    match.play_on()
    assert [(deal.deal, deal.cards) for deal in match.dealt] == [(1, 3), (2, 4), (3, 5), (4, 6)]


@SEATS
def test_damn_1_the_first_dealer_is_drawn_by_lot_and_the_deal_passes_clockwise(seats):
    match = Table(DAMN, seats, dealer=seats - 1, deals=3)
    match.play_on()
    assert match.chance.lots == [("lot", tuple(range(seats)))]
    assert [deal.dealer for deal in match.dealt] == [seats - 1, 0, 1]
    assert [deal.leader for deal in match.dealt] == [0, 1, 2]


def test_damn_1_most_points_win_and_equal_scores_share_the_place():
    # One card each and no trump: seat 1 leads the ace and takes the trick.
    match = table(("2C", "AC", "3C", "4D"))
    assert match.bid(1, 0, 1, 0) is None  # by seats 1, 2, 3, 0: seat 3 misses
    assert match.play("AC 3C 4D 2C") is None
    assert match.ending.totals == (10, 11, 10, 0)
    assert match.ending.places == (2, 1, 2, 4)
    assert match.ending.coin_flip is False


def test_damn_1_the_first_place_is_shared_too():
    match = table(("2C", "AC", "3C"))
    assert match.bid(0, 0, 0) is None
    match.play_on()
    assert match.ending.totals == (10, 0, 10)
    assert match.ending.places == (1, 3, 1)
    assert match.chance.lots == [("lot", (0, 1, 2))]


# 2. Trump


@SEATS
def test_damn_2_the_next_card_is_turned_and_names_trump(seats):
    match = Table(DAMN, seats, first=2)
    deal = match.dealt[0]
    assert deal.turned is not None
    assert deal.trump is deal.turned.suit
    assert from_one_pack(deal)
    # The pack of the rigged chance is in order: two cards each, and the next is turned.
    assert int(deal.turned) == 2 * seats


def test_damn_2_the_turned_card_takes_no_part():
    match = table(THREE, "2S")
    assert match.dealt[0].turned is Card.of("2S")
    assert match.state.trump is Suit.SPADES
    assert all(Card.of("2S") not in hand.cards for hand in match.state.hands)


@pytest.mark.parametrize("options", [{"deals": 2}, {"first": 2, "deals": 2}, {"deals": 1}])
def test_damn_2_the_last_deal_has_no_trump(options):
    match = Table(DAMN, 3, **options)
    match.play_on()
    *others, last = match.dealt
    assert last.turned is None
    assert last.trump is None
    assert len(all_dealt(last)) == 3 * options["deals"] < 52
    assert all(deal.turned is not None for deal in others)


@USUAL
def test_damn_2_every_other_deal_of_a_standard_match_has_trump(seats, usual):
    match = Table(DAMN, seats)
    match.play_on()
    assert [deal.trump is None for deal in match.dealt] == [False] * (usual - 1) + [True]


# 3. Bidding


@SEATS
def test_damn_3_bidding_starts_left_of_the_dealer_and_goes_round_once(seats):
    match = Table(DAMN, seats, dealer=1, first=2)
    order = []
    while match.state.bidding:
        order.append(match.state.turn)
        assert match.bid(1) is None
    assert order == [(2 + turn) % seats for turn in range(seats)]
    assert match.state.turn == 2  # who now leads


def test_damn_3_a_bid_is_from_0_to_k():
    match = table(THREE, "2S")
    assert DAMN.legal(match.state, 1) == (Bid(1, 0), Bid(1, 1), Bid(1, 2), Bid(1, 3))
    for wrong in (-1, 4, 52):
        assert match.bid(wrong) == Message("bid-range", {"high": 3}, "damn.md 3")
    assert match.bid(0, 3, 3) is None
    assert match.state.bids == (3, 0, 3)


def test_damn_3_nobody_bids_out_of_turn_or_twice():
    match = table(THREE, "2S")
    wrong_turn = Message("not-your-turn", {"seat": 1}, "damn.md 3")
    assert match.authority.submit(Bid(0, 1)) == wrong_turn
    assert match.authority.submit(Bid(2, 1)) == wrong_turn
    assert match.bid(1) is None
    assert match.authority.submit(Bid(1, 2)) == Message("not-your-turn", {"seat": 2}, "damn.md 3")
    assert match.bid(1, 1) is None
    assert match.bid(1) == Message("bids-done", rule="damn.md 3")


def test_damn_3_nobody_plays_before_all_have_bid():
    match = table(THREE, "2S")
    assert match.play("QH") == Message("bid-first", rule="damn.md 3")
    assert match.bid(1, 1) is None
    assert match.play("2C") == Message("bid-first", rule="damn.md 3")


def test_damn_3_bids_are_public():
    match = table(THREE, "2S")
    match.bid(1)
    bid = match.events[-1]
    assert [DAMN.tell(bid, match.state, seat) for seat in (0, 1, 2, None)] == [bid] * 4


@pytest.mark.parametrize(
    ("bids", "balance"),
    [
        ((1, 1, 3), Message("balance-over", {"count": 2}, "damn.md 3")),
        ((3, 3, 3), Message("balance-over", {"count": 6}, "damn.md 3")),
        ((0, 1, 1), Message("balance-under", {"count": 1}, "damn.md 3")),
        ((0, 0, 0), Message("balance-under", {"count": 3}, "damn.md 3")),
        ((1, 1, 1), Message("balance-even", rule="damn.md 3")),
        ((3, 0, 0), Message("balance-even", rule="damn.md 3")),
    ],
)
def test_damn_3_the_balance_is_announced_after_the_last_bid(bids, balance):
    match = table(THREE, "2S")
    for made, tricks in enumerate(bids):
        so_far = {"bids": sum(bids[:made]), "count": 3}
        said = (Message("bids-so-far", so_far),) if made else ()
        assert DAMN.picture(match.state).notices == said
        assert match.bid(tricks) is None
    assert DAMN.picture(match.state).notices == (balance,)
    assert match.play("QH") is None
    assert DAMN.picture(match.state).notices == (balance,)


def test_damn_3_whoever_bids_last_hears_the_balance_beforehand():
    match = table(THREE, "2S")
    match.bid(1, 1)
    said = DAMN.explain(match.state, Bid(0, 3))
    assert said.allowed
    assert said.sentences == (
        Message("bid-open", {"count": 3}, "damn.md 3"),
        Message("balance-over", {"count": 2}, "damn.md 3"),
    )


# 4. Play


def in_play(hands=THREE, turned="2S", bids=(0, 1, 1)):
    match = table(hands, turned)
    assert match.bid(*bids) is None
    return match


def test_damn_4_left_of_the_dealer_leads_any_card():
    match = in_play()
    assert match.state.turn == 1
    assert {play.card.code for play in DAMN.legal(match.state, 1)} == {"QH", "3C", "4D"}


def test_damn_4_others_follow_suit_if_they_can():
    match = in_play()
    match.play("QH")
    assert DAMN.legal(match.state, 2) == (Play(2, Card.of("5H")),)
    refusal = Message("follow-suit", {"suit": Suit.HEARTS, "seat": 2}, "damn.md 4")
    assert match.play("6S") == refusal  # a trump is no excuse
    assert match.play("7C") == refusal
    assert match.play("5H") is None


def test_damn_4_otherwise_they_play_anything():
    match = in_play()
    match.play("4D")
    assert {play.card.code for play in DAMN.legal(match.state, 2)} == {"5H", "6S", "7C"}
    for code in ("5H", "6S", "7C"):
        assert isinstance(DAMN.judge(match.state, Play(2, Card.of(code))), Allowed)


def test_damn_4_nobody_plays_a_card_they_do_not_hold_or_out_of_turn():
    match = in_play()
    assert match.play("AS") == Message("not-held", {"card": Card.of("AS")}, "damn.md 4")
    assert match.play("2S") == Message("not-held", {"card": Card.of("2S")}, "damn.md 4")
    refusal = match.authority.submit(Play(0, Card.of("2C")))
    assert refusal == Message("not-your-turn", {"seat": 1}, "damn.md 4")
    match.play("QH 5H KH AD")
    assert match.play("QH") == Message("not-held", {"card": Card.of("QH")}, "damn.md 4")


def test_damn_4_the_highest_trump_wins_and_the_winner_leads_next():
    match = in_play()
    assert match.play("QH 5H KH") is None
    assert match.takers == [0]  # highest heart
    assert match.state.turn == 0
    assert match.play("AD 4D 6S") is None
    assert match.takers == [0, 2]  # the only trump
    assert match.state.turn == 2
    assert match.play("7C 2C 3C") is None
    assert match.takers == [0, 2, 2]
    assert match.scores[0].tricks == (1, 0, 2)


@pytest.mark.parametrize(
    ("hands", "turned", "played", "taker"),
    [
        (("TC", "9C", "2C"), "2S", "9C 2C TC", 0),
        (("8C", "9C", "2C"), "2S", "9C 2C 8C", 1),
        (("AD", "9C", "2C"), "2S", "9C 2C AD", 1),  # another suit never wins
        (("4S", "AC", "3S"), "2S", "AC 3S 4S", 0),  # over-trumped
        (("3S", "AC", "4S"), "2S", "AC 4S 3S", 2),  # under-trumped
        (("AC", "3S", "KC"), "2S", "3S KC AC", 1),  # a trump led
        (("AS", "2D", "AC"), "", "2D AC AS", 1),  # no trump at all
        (("AS", "2D", "3D"), "", "2D 3D AS", 2),
        (("TH", "9H", "JH"), "2S", "9H JH TH", 2),  # ten above nine, below jack
        (("QH", "JH", "KH"), "2S", "JH KH QH", 2),
        (("2H", "KH", "AH"), "2S", "KH AH 2H", 2),  # ace high, two low
    ],
)
def test_damn_4_highest_trump_or_else_highest_of_the_suit_led(hands, turned, played, taker):
    match = in_play(hands, turned)
    assert match.play(played) is None
    assert match.takers == [taker]


def test_damn_4_without_trump_an_off_suit_card_wins_nothing():
    match = in_play(turned="")
    assert match.play("QH 5H KH AD 4D 6S 2C 3C 7C") is None
    assert match.takers == [0, 0, 2]


def test_damn_4_won_tricks_stay_countable():
    match = in_play()
    match.play("QH 5H KH AD 4D 6S")
    picture = DAMN.picture(match.state)
    assert [plate.tally.made for plate in picture.plates] == [1, 0, 1]
    assert [(seat, str(trick.cards)) for seat, trick in picture.taken] == [
        (0, "(QH, 5H, KH)"),
        (2, "(AD, 4D, 6S)"),
    ]


# 5. Score


def played(bids, **options):
    """The score of the deal in which seats 0, 1 and 2 take 1, 0 and 2 tricks."""
    match = table(THREE, "2S", **options)
    by_turn = (bids[1], bids[2], bids[0])
    assert match.bid(*by_turn) is None
    assert match.play("QH 5H KH AD 4D 6S 7C 2C 3C") is None
    return match.scores[0]


@pytest.mark.parametrize(
    ("bids", "points"),
    [
        ((1, 0, 2), (11, 10, 12)),
        ((0, 1, 3), (0, 0, 0)),
        ((2, 0, 1), (0, 10, 0)),  # over the bid and under it are alike
        ((1, 3, 0), (11, 0, 0)),
    ],
)
def test_damn_5_exactly_the_bid_scores_10_and_the_bid(bids, points):
    score = played(bids)
    assert (score.bids, score.tricks) == (bids, (1, 0, 2))
    assert score.points == score.totals == points


def test_damn_5_totals_add_up_over_the_deals():
    match = table(THREE, "2S")
    match.bid(0, 2, 1)
    match.play_on()
    first, second = match.scores
    assert first.totals == first.points
    assert second.totals == tuple(a + b for a, b in zip(first.points, second.points, strict=True))
    assert match.ending.totals == second.totals


@pytest.mark.parametrize(
    ("bids", "points"), [((1, 0, 2), (11, 8, 12)), ((0, 0, 0), (0, 8, 0)), ((1, 1, 2), (11, 0, 12))]
)
def test_damn_5_option_zero_bids_an_exact_zero_scores_5_and_k(bids, points):
    assert played(bids, zero_bids=True).points == points


@pytest.mark.parametrize(("size", "points"), [(1, 6), (2, 7), (5, 10), (6, 11), (13, 18)])
def test_damn_5_option_zero_bids_depends_on_the_size_of_the_deal(size, points):
    # In a pack dealt in order, four seats get one suit each; clubs lead and win everything.
    hands = [" ".join(rank + suit for rank in "AKQJT98765432"[:size]) for suit in "CDHS"]
    match = table(hands, dealer=3, zero_bids=True)
    assert match.bid(size, 0, 0, 1) is None
    match.play_on()
    assert match.scores[0].points == (10 + size, points, points, 0)


def test_damn_5_zero_bids_are_off_by_default():
    assert settled(DAMN.options, 4, {})["zero_bids"] is False
    assert played((1, 0, 2), zero_bids=False).points == (11, 10, 12)


# 6. Hook


def test_damn_6_the_hook_is_off_by_default():
    assert settled(DAMN.options, 4, {})["hook"] is False
    match = table(THREE, "2S")
    assert match.bid(1, 1, 1) is None


@pytest.mark.parametrize(
    ("bids", "hooked"),
    [((1, 1), 1), ((0, 0), 3), ((3, 0), 0), ((0, 2), 1), ((3, 1), None), ((3, 3), None)],
)
def test_damn_6_the_last_bid_may_not_make_the_sum_k(bids, hooked):
    match = table(THREE, "2S", hook=True)
    assert match.bid(*bids) is None
    free = [bid for bid in range(4) if bid != hooked]
    assert [bid.tricks for bid in DAMN.legal(match.state, 0)] == free
    if hooked is not None:
        refusal = Message("hook", {"bid": hooked, "count": 3}, "damn.md 6")
        assert match.bid(hooked) == refusal
        question = DAMN.question(match.state, 0)
        assert [answer.refusal for answer in question.answers if answer.refusal] == [refusal]
        assert DAMN.explain(match.state, Bid(0, hooked)).sentences == (refusal,)
    assert match.bid(free[0]) is None


def test_damn_6_only_the_last_bidder_is_hooked():
    match = table(THREE, "2S", hook=True)
    assert match.bid(3) is None  # by itself it makes the sum k
    assert match.bid(0) is None


def test_damn_options_have_the_keys_of_the_match_record():
    usual = {"deals": 13, "first": 1, "zero_bids": False, "hook": False, "enforcement": "strict"}
    assert settled(DAMN.options, 4, {}) == usual
    assert list(settled(DAMN.options, 4, {})) == list(usual)
    assert settled(DAMN.options, 4, {}, old=True) == usual


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("deal", "damn.md 1, 2"),
        ("bid", "damn.md 3"),
        ("play", "damn.md 4"),
        ("trick", "damn.md 4"),
        ("score", "damn.md 5"),
    ],
)
def test_damn_events_name_their_rule(kind, rule):
    match = table(THREE, "2S")
    match.play_on()
    named = {event.type: DAMN.rule_of(event) for event in match.events}
    assert named[kind] == rule
    assert all(named.values())
    assert match.all_of(Dealt)
