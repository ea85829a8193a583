"""Damn with table manners: a test for every case of rules 7 to 10, named for the rule's number.

What seats do is written as ``2:5H`` (play), ``2show5H``, ``2correct5H``, ``2bid1`` and ``2ready``,
and what comes of it as ``play2:5H exposed3:TC trick0 void1:0,-10``.
"""

import re

from bots.asked import view_of
from games.exact_bid.tables import Table, stacked
from greenbaize.cards import Card, cards
from greenbaize.games.exact_bid.blackout import Blackout
from greenbaize.games.exact_bid.commands import Bid, Correct, Show
from greenbaize.games.exact_bid.damn import Damn
from greenbaize.games.exact_bid.events import DealVoided
from greenbaize.match.codecs import event_codec
from greenbaize.rules.commands import Play, Ready
from greenbaize.rules.game import Allowed
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message
from greenbaize.rules.sheets import Kind

DAMN = Damn()
COMMANDS = {":": Play, "show": Show, "correct": Correct, "bid": Bid, "ready": Ready}

# Seat 0 deals, so seat 1 leads; spades are trump where a card is turned.
FOUR = ("2C KH AD 3S", "QH 3C 4D 7D", "5H 6S 7C 8H", "9H TC JD 2H")


def table(hands=FOUR, turned="4S", **options):
    size = len(hands[0].split())
    deals = {"first": size, "deals": size + 1 if turned else size}
    given = {"enforcement": "table", **deals, **options}
    return Table(DAMN, len(hands), stack={1: (hands, turned)}, **given)


def in_play(*bids, **options):
    match = table(**options)
    assert match.bid(*(bids or (1, 1, 1, 0))) is None
    return match


def command(word):
    seat, kind, what = re.match(r"(\d)(:|[a-z]+)(.*)", word).groups()
    value = () if kind == "ready" else (int(what) if kind == "bid" else Card.of(what),)
    return COMMANDS[kind](int(seat), *value)


def spelled(*events):
    words = []
    for event in events:
        kind, seat, *rest = event_codec(DAMN).write(event).values()
        what = rest[0] if rest else ""
        text = ",".join(map(str, what)) if isinstance(what, list) else str(what)
        words.append(kind if kind == "deal" else f"{kind}{seat}" + (f":{text}" if rest else ""))
    return " ".join(words)


def do(match, commands):
    """Submit commands that must all stand; the events they lead to."""
    heard = len(match.events)
    for one in map(command, commands.split()) if isinstance(commands, str) else [commands]:
        assert match.authority.submit(one) is None, one
    return spelled(*match.events[heard:])


def after(commands, match=None):
    """A table at which these stand, as a rule after the bids."""
    match = match or in_play()
    do(match, commands)
    return match


def refused(match, word):
    """Why a command is refused; it must change nothing, and be explained alike."""
    state, heard, asked = match.state, len(match.events), command(word)
    reason = match.authority.submit(asked)
    assert match.state is state
    assert len(match.events) == heard
    assert reason is not None
    said = DAMN.explain(state, asked)
    assert (said.allowed, said.sentences, said.breach) == (False, (reason,), None)
    return f"{reason.code} {reason.rule}".strip()


def hand(match, seat):
    return set(match.state.hands[seat].cards)


def lying(match):
    """The cards that lie exposed, seat by seat."""
    return " ".join(
        f"{seat}:{one}" for seat, own in enumerate(DAMN.picture(match.state).exposed) for one in own
    )


def legal(match, seat):
    return [one.card.code for one in DAMN.legal(match.state, seat)]


def free(question):
    """The answers that may be given: numbers, or the codes of cards."""
    commands = [one.command for one in question.answers if one.refusal is None]
    return [one.tricks if isinstance(one, Bid) else one.card.code for one in commands]


def test_blackout_has_no_table_manners():
    assert "enforcement" not in {option.key for option in Blackout.options}
    assert not {"exposed", "void"} & {event.type for event in Blackout.events}


def test_without_table_manners_nobody_errs():
    match = Table(DAMN, 4, stack={1: (FOUR, "4S")}, first=4, deals=5)
    assert match.state.manners is None
    for word in ("1showQH", "1correctQH", "1ready"):
        assert refused(match, word) == "not-in-this-game"
    assert refused(match, "2bid1") == "not-your-turn damn.md 3"
    match.bid(1, 1, 1, 0)
    assert refused(match, "3:9H") == "not-your-turn damn.md 4"
    assert match.play("QH 8H") is None
    assert refused(match, "3:TC") == "follow-suit damn.md 4"
    assert match.play("9H KH") is None
    assert match.takers == [0]  # at once
    assert [DAMN.offers(match.state, seat) for seat in range(4)] == [()] * 4


def test_whoever_does_not_err_plays_as_ever():
    """Bots alone: legal choices, and every trick closed at once."""
    erring, strict = table(), Table(DAMN, 4, stack={1: (FOUR, "4S")}, first=4, deals=5)
    while not DAMN.over(erring.state):
        if DAMN.open(erring.state):
            erring.authority.proceed(ready=True)
        else:
            do(erring, DAMN.legal(erring.state, erring.state.turn)[0])
    strict.play_on()
    assert erring.events == strict.events


# 7. Bids


def test_damn_7_a_bid_before_ones_turn_stands_and_bidding_passes_over_it():
    match = table()
    assert do(match, "3bid2") == "bid3:2"
    assert match.state.turn == 1  # whose turn it was
    do(match, "1bid0 2bid1")
    assert match.state.turn == 0  # 3 has bid
    do(match, "0bid1")
    assert (match.state.bids, match.state.turn) == ((1, 0, 1, 2), 1)  # who now leads


def test_damn_7_all_may_bid_in_any_order():
    match = after("0bid1 2bid0 3bid1", table())
    assert match.state.turn == 1
    do(match, "1bid4")
    assert (match.state.bids, match.state.turn) == ((1, 4, 0, 1), 1)


def test_damn_7_a_bid_may_be_changed_until_any_other_seat_bids():
    match = table()
    assert do(match, "1bid2 1bid0 1bid3") == "bid1:2 bid1:0 bid1:3"
    assert (match.state.bids[1], match.state.turn) == (3, 2)
    do(match, "3bid1")  # out of turn, and after it all the same
    assert refused(match, "1bid2") == "bid-stands damn.md 7"
    do(match, "3bid2 2bid1")
    assert refused(match, "3bid0") == "bid-stands damn.md 7"
    do(match, "2bid0")


def test_damn_7_the_last_bid_may_be_changed_until_the_first_card_is_led():
    match = table()
    match.bid(1, 1, 1, 0)
    assert DAMN.picture(match.state).notices[0].code == "balance-under"
    do(match, "0bid4")
    assert DAMN.picture(match.state).notices[0] == Message(
        "balance-over", {"count": 3}, "damn.md 3"
    )
    assert refused(match, "3bid0") == "bid-stands damn.md 7"
    do(match, "1:QH")
    assert refused(match, "0bid1") == "bids-done damn.md 7"


def test_damn_7_a_card_exposed_before_the_first_lead_leaves_the_bid_open():
    match = after("2show6S 0bid3")
    assert match.state.bids[0] == 3


def test_damn_7_no_bid_is_changed_in_a_later_trick_or_with_a_wrong_number():
    match = table()
    assert refused(match, "3bid5") == "bid-range damn.md 3"
    do(match, "3bid2")
    assert refused(match, "3bid2") == "bid-same damn.md 7"  # a duplicate leaves no trace
    assert refused(match, "3bid-1") == "bid-range damn.md 3"
    match.bid(1, 1, 1)
    do(match, "1:QH 2:5H 3:9H 0:KH 0:2C")
    assert refused(match, "0bid3") == "bids-done damn.md 7"


def test_damn_7_with_the_hook_a_change_that_makes_the_sum_k_is_refused():
    match = table(hook=True)
    match.bid(1, 1, 1)
    assert refused(match, "0bid1") == "hook damn.md 6"
    do(match, "0bid0")
    assert refused(match, "0bid1") == "hook damn.md 7"
    do(match, "0bid2")
    assert sum(match.state.bids) == 5


def test_damn_7_the_hook_is_on_whoever_makes_the_last_missing_bid():
    match = table(hook=True)
    do(match, "0bid4")  # the dealer, early: no hook yet, though it makes the sum k
    do(match, "0bid3 0bid4")  # nor on a change while bids are missing
    do(match, "3bid0 2bid0")
    assert refused(match, "1bid0") == "hook damn.md 6"
    assert [bid.tricks for bid in DAMN.legal(match.state, 1)] == [1, 2, 3, 4]
    do(match, "1bid1")
    assert refused(match, "1bid0") == "hook damn.md 7"


def test_damn_7_an_early_bid_is_told_from_one_in_turn():
    match = table()
    assert DAMN.explain(match.state, command("1bid1")).breach is None
    assert DAMN.explain(match.state, command("2bid1")).breach == Message(
        "bid-early", rule="damn.md 7"
    )
    (early,) = DAMN.offers(match.state, 2)
    assert free(early) == [0, 1, 2, 3, 4]
    assert DAMN.offers(match.state, 1) == ()  # it is asked
    do(match, "1bid1")
    (change,) = DAMN.offers(match.state, 1)
    assert free(change) == [0, 2, 3, 4]
    do(match, "2bid1")
    assert DAMN.offers(match.state, 1) == ()


# 8. Exposed cards


def test_damn_8_a_card_shown_lies_exposed():
    match = in_play()
    assert do(match, "3showTC") == "exposed3:TC"
    assert lying(match) == "3:TC"
    assert Card.of("TC") in hand(match, 3)
    assert match.state.turn == 1
    assert refused(match, "3showTC") == "lies-exposed damn.md 8"
    assert refused(match, "3showAS") == "not-held damn.md 4"


def test_damn_8_a_card_played_out_of_turn_lies_exposed():
    match = in_play()
    assert do(match, "3:TC") == "exposed3:TC"
    assert match.state.play.trick == ()
    assert refused(match, "3:TC") == "lies-exposed damn.md 8"
    do(match, "1:QH")
    assert do(match, "1:3C") == "exposed1:3C"  # having played to this trick
    assert lying(match) == "1:3C 3:TC"


def test_damn_8_not_while_bids_are_missing():
    match = table()
    match.bid(1, 1, 1)
    for word in ("2show5H", "2:5H", "0:2C"):
        assert refused(match, word) == "bid-first damn.md 3"


def test_damn_8_it_must_be_played_at_the_first_turn_at_which_it_is_legal():
    match = after("3show2H 2show7C 1:QH")
    # Hearts are led: the club does not bind seat 2, which holds hearts.
    assert legal(match, 2) == ["5H", "8H"]
    do(match, "2:5H")
    assert legal(match, 3) == ["2H"]
    assert refused(match, "3:9H") == "exposed-first damn.md 8"
    assert refused(match, "3:TC") == "exposed-first damn.md 8"
    question = DAMN.question(match.state, 3)
    assert free(question) == ["2H"]
    do(match, "3:2H")
    assert lying(match) == "2:7C"


def test_damn_8_leads_included():
    match = after("1show4D")
    assert legal(match, 1) == ["4D"]
    assert refused(match, "1:QH") == "exposed-first damn.md 8"
    assert do(match, "1:4D") == "play1:4D"


def test_damn_8_also_at_the_lead_that_closes_a_trick():
    match = after("1:QH 2:5H 3:9H 0:KH 0show2C")
    assert DAMN.open(match.state)
    assert refused(match, "0:AD") == "exposed-first damn.md 8"
    assert do(match, "0:2C") == "trick0 play0:2C"


def test_damn_8_discards_included():
    match = after("1:3C 2:7C 0showAD")
    do(match, "3:TC 0:2C")  # seat 0 could follow
    do(match, "3:JD")
    assert legal(match, 0) == ["AD"]


def test_damn_8_if_several_are_legal_the_owner_chooses():
    match = after("2show8H 2show6S 2show5H 1:QH")
    assert legal(match, 2) == ["5H", "8H"]
    do(match, "2:8H 3:9H 0:KH 0:AD 1:4D")
    # No diamond: both that still lie exposed may be played now, and nothing else.
    assert legal(match, 2) == ["5H", "6S"]
    assert refused(match, "2:7C") == "exposed-first damn.md 8"


def test_damn_8_a_revoke_is_no_way_out_of_playing_an_exposed_card():
    match = after("2show5H 1:QH")
    assert refused(match, "2:7C") == "exposed-first damn.md 8"


def test_damn_8_everybody_knows_an_exposed_card_and_nothing_more():
    match = after("3showTC")
    view = view_of(match, 0)
    assert view.hands[3] == Hand(cards("TC"), 3)
    assert DAMN.picture(view).hands[3] == Hand(cards("TC"), 3)
    assert DAMN.picture(view).exposed == ((), (), (), cards("TC"))


def test_damn_8_on_the_open_trick_everyone_but_its_winner_plays_out_of_turn():
    match = after("1:QH 2:5H 3:9H 0:KH")
    assert do(match, "1:3C") == "exposed1:3C"
    assert DAMN.open(match.state)
    assert legal(match, 0) == ["2C", "AD", "3S"]


def test_damn_8_a_card_out_of_turn_is_told_from_one_in_turn():
    match = in_play()
    early = command("3:TC")
    assert DAMN.judge(match.state, early).breach == Message(
        "out-of-turn", {"card": Card.of("TC")}, "damn.md 8"
    )
    assert DAMN.judge(match.state, command("1:QH")).breach is None
    kinds = [question.kind for question in DAMN.offers(match.state, 3)]
    assert kinds == ["play", "show"]
    assert [question.kind for question in DAMN.offers(match.state, 1)] == ["show"]


# 9. Revokes


def test_damn_9_one_may_play_off_suit_though_able_to_follow():
    match = after("1:QH")
    revoke = command("2:7C")
    said = DAMN.explain(match.state, revoke)
    assert (said.allowed, said.breach.code, said.breach.rule) == (True, "would-revoke", "damn.md 9")
    assert isinstance(DAMN.judge(match.state, revoke), Allowed)
    assert legal(match, 2) == ["5H", "8H"]  # what is right stays what it was
    assert do(match, revoke) == "play2:7C"
    assert match.state.turn == 3


def test_damn_9_a_full_trick_stays_open():
    match = after("1:QH 2:5H 3:9H 0:KH")
    assert match.takers == []
    assert DAMN.open(match.state)
    assert match.state.turn == 0  # whose lead closes it
    assert do(match, "0:2C") == "trick0 play0:2C"


def test_damn_9_it_closes_when_everybody_is_ready_too():
    match = in_play()
    assert refused(match, "2ready") == "not-open damn.md 9"
    do(match, "1:QH 2:5H 3:9H 0:KH")
    assert do(match, "2ready 2ready") == ""  # no trace of it
    assert DAMN.open(match.state)
    heard = len(match.events)
    match.authority.proceed(ready=True)
    assert spelled(*match.events[heard:]) == "trick0"
    assert not DAMN.open(match.state)
    match.authority.proceed(ready=True)  # nothing is open: nothing happens
    assert len(match.events) == heard + 1


def test_damn_9_the_last_trick_of_a_deal_stays_open_until_all_are_ready():
    match = after("1:QH 2:5H 3:9H 0:KH 0:AD 1:4D 2:6S 3:JD 2:7C 3:TC 0:2C 1:3C 3:2H 0:3S 1:7D 2:8H")
    assert (match.state.turn, DAMN.open(match.state), match.scores) == (None, True, [])
    assert match.takers == [0, 2, 3]
    do(match, "3ready")
    match.authority.proceed(ready=True)
    assert match.takers == [0, 2, 3, 0]
    assert match.scores[0].points == (0, 0, 11, 11)
    assert match.state.deal == 2


def test_damn_9_correcting_while_the_trick_is_being_played():
    match = after("1:QH 2:7C 3:9H")
    assert do(match, "2correct8H") == "corrected2:8H exposed2:7C taken_back3:9H"
    assert match.state.play.trick == cards("QH 8H")
    assert hand(match, 2) == {*cards("5H 6S 7C")}
    assert hand(match, 3) == {*cards("9H TC JD 2H")}
    assert lying(match) == "2:7C"
    assert legal(match, 3) == ["2H", "9H"] or legal(match, 3) == ["9H", "2H"]  # played anew, freely
    do(match, "3:2H 0:KH")
    assert spelled(DAMN.close(match.state)) == "trick0"


def test_damn_9_correcting_when_the_trick_is_complete():
    match = after("1:QH 2:7C 3:9H 0:KH")
    assert do(match, "2correct5H") == "corrected2:5H exposed2:7C taken_back3:9H taken_back0:KH"
    assert (match.state.turn, DAMN.open(match.state)) == (3, False)
    do(match, "3:9H 0:KH")
    assert do(match, "0:2C") == "trick0 play0:2C"
    do(match, "1:3C")
    assert legal(match, 2) == ["7C"]  # the exposed card, at the first turn


def test_damn_9_the_last_to_play_corrects_and_nothing_is_taken_back():
    match = after("1:QH 2:5H 3:9H 0:AD")
    assert match.state.turn == 1
    assert do(match, "0correctKH") == "corrected0:KH exposed0:AD"
    assert DAMN.open(match.state)
    assert match.state.turn == 0
    assert refused(match, "0:2C") == "exposed-first damn.md 8"
    assert do(match, "0:AD") == "trick0 play0:AD"


def test_damn_9_only_ones_own_revoke_and_only_with_the_suit_led():
    match = in_play()
    assert refused(match, "2correct5H") == "nothing-to-correct damn.md 9"
    do(match, "1:QH 2:7C 3:9H")
    assert refused(match, "3correct2H") == "nothing-to-correct damn.md 9"
    assert refused(match, "1correct3C") == "nothing-to-correct damn.md 9"
    assert refused(match, "0correctKH") == "nothing-to-correct damn.md 9"
    assert refused(match, "2correct6S") == "correct-suit damn.md 9"
    assert refused(match, "2correctKH") == "not-held damn.md 4"
    assert refused(match, "2correct7C") == "not-held damn.md 4"
    do(match, "2correct8H")
    assert refused(match, "2correct5H") == "nothing-to-correct damn.md 9"


def test_damn_9_a_discard_of_whoever_cannot_follow_is_no_revoke():
    match = after("1:4D 2:6S 3:JD")
    assert refused(match, "2correct5H") == "nothing-to-correct damn.md 9"
    do(match, "0:AD 2:7C")
    assert match.takers == [2]


def test_damn_9_an_exposed_card_of_the_suit_is_the_one_to_correct_with():
    match = after("1:QH 2:7C 2show8H")
    assert refused(match, "2correct5H") == "exposed-first damn.md 8"
    do(match, "2correct8H")
    assert lying(match) == "2:7C"


def test_damn_9_later_revokes_go_back_with_their_cards():
    match = after("1:QH 2:7C 3:TC 0:2C")
    assert do(match, "2correct8H") == "corrected2:8H exposed2:7C taken_back3:TC taken_back0:2C"
    do(match, "3:9H 0:KH 0:2C")
    assert match.takers == [0]
    assert match.all_of(DealVoided) == []


def test_damn_9_earlier_revokes_stay():
    match = after("1:QH 2:7C 3:TC 0:KH 3correct9H 0:KH")
    assert do(match, "0:AD").startswith("revoke2:7C ")


def test_damn_9_a_card_taken_back_is_known_but_not_exposed():
    match = after("1:QH 2:7C 3:9H 2correct8H")
    view = view_of(match, 0)
    assert view.hands[3] == Hand(cards("9H"), 3)
    picture = DAMN.picture(view)
    assert picture.hands[3] == Hand((), 4)  # it lies in the hand again
    assert picture.hands[2] == Hand(cards("7C"), 2)
    assert picture.exposed == ((), (), cards("7C"), ())


def test_damn_9_a_card_that_lay_exposed_lies_so_again_when_taken_back():
    match = after("3show2H 1:QH 2:7C 3:2H")
    assert lying(match) == ""
    do(match, "2correct8H")
    assert lying(match) == "2:7C 3:2H"
    assert legal(match, 3) == ["2H"]


def test_damn_9_an_exposed_card_that_was_a_revoke_lies_exposed_once():
    match = after("2show7C 1:QH 2:7C 2correct5H")
    assert lying(match) == "2:7C"


def test_damn_9_every_part_of_a_correction_is_due_after_the_one_before():
    match = after("1:QH 2:7C 3:9H 0:KH 2correct8H")
    _, *rest = moments = match.moments[-4:]
    for (_, state), (event, _) in zip(moments, rest, strict=False):
        assert state.turn is None
        assert DAMN.derive(state, match.chance) == event
        assert not DAMN.open(state)
        assert DAMN.judge(state, command("1ready")).reason.code == "nobody-acts"
    assert DAMN.derive(match.state, match.chance) is None


def test_damn_9_it_is_offered_to_the_offender_alone():
    match = after("1:QH 2:7C 3:9H")
    for seat in range(4):
        corrections = [one for one in DAMN.offers(match.state, seat) if one.kind == "correct"]
        assert bool(corrections) == (seat == 2)
    (correction,) = [one for one in DAMN.offers(match.state, 2) if one.kind == "correct"]
    assert free(correction) == ["5H", "8H"]


def test_damn_9_others_do_not_know_of_it():
    match = after("1:QH 2:7C 3:9H 0:KH")
    for seat in range(4):
        known = spelled(DAMN.close(view_of(match, seat)))
        assert known == ("revoke2:7C" if seat == 2 else "trick0")


# 10. Void deals


def voided(lead="0:AD"):
    match = in_play(1, 2, 1, 0)
    do(match, "1:QH 2:7C 3:9H 0:KH")
    return match, do(match, lead)


def test_damn_10_leading_over_a_revoke_makes_the_deal_void():
    match, events = voided()
    assert events == "revoke2:7C void1:0,0,-10,0 deal"  # the lead is not recorded
    assert match.takers == match.scores == []
    assert match.state.totals == (0, 0, -10, 0)
    deal = match.dealt[-1]
    assert (deal.deal, deal.dealer, deal.leader, deal.cards) == (1, 0, 1, 4)
    assert (match.state.bids, match.state.turn) == ((None,) * 4, 1)
    assert lying(match) == ""


def test_damn_10_each_offender_pays_and_is_named_in_the_order_played():
    match = after("1:QH 2:7C 3:TC 0:KH")
    assert do(match, "0:AD") == "revoke2:7C revoke3:TC void1:0,0,-10,-10 deal"


def test_damn_10_the_winner_of_the_trick_may_be_the_offender():
    match = in_play()
    do(match, "1:QH 2:6S 3:9H 0:KH")  # a trump, though able to follow
    assert match.state.turn == 2
    assert do(match, "2:5H") == "revoke2:6S void1:0,0,-10,0 deal"


def test_damn_10_nothing_is_announced_before_the_lead():
    match = in_play()
    assert do(match, "1:QH 2:7C 3:9H 0:KH") == "play1:QH play2:7C play3:9H play0:KH"
    do(match, "1ready 2ready")
    assert refused(match, "0:9S") == "not-held damn.md 4"  # no lead at all
    assert DAMN.open(match.state)


def test_damn_10_all_being_ready_for_another_to_lead_is_as_good_as_the_lead():
    match = after("1:QH 2:7C 3:9H 0:KH")
    match.authority.proceed(ready=True)
    assert [event.type for event in match.events[-3:]] == ["revoke", "void", "deal"]


def test_damn_10_the_penalties_are_in_the_totals_from_then_on():
    match, _ = voided()
    match.play_on_closing()
    first, second = match.scores
    assert first.totals == tuple(a + b for a, b in zip(first.points, (0, 0, -10, 0), strict=True))
    assert second.totals == tuple(a + b for a, b in zip(first.totals, second.points, strict=True))
    assert match.ending.totals == second.totals
    assert [score.deal for score in match.scores] == [1, 2]


def test_damn_10_totals_may_be_negative():
    match, _ = voided()
    assert [plate.total for plate in DAMN.picture(match.state).plates] == [0, 0, -10, 0]


def test_damn_10_the_sheet_says_what_void_deals_cost():
    match, _ = voided()
    row, total = DAMN.sheet(match.state).results
    assert (row.kind, row.title) == (Kind.RESULT, "penalties")
    assert [boxes[0].value for boxes in row.boxes] == [0, 0, -10, 0]
    assert [boxes[0].value for boxes in total.boxes] == [0, 0, -10, 0]
    assert DAMN.sheet(table().state).results == ()


def test_damn_10_the_same_dealer_deals_anew_however_often():
    match, _ = voided()
    for number in (2, 3):
        match.bid(0, 0, 0, 0)
        # Another deal, whatever it is: whoever can revoke does, and nobody mends it.
        while not match.dealt[number:]:
            state = match.state
            wrong = [
                answer.command
                for answer in DAMN.question(state, state.turn).answers
                if answer.breach is not None
            ]
            do(match, wrong[0] if wrong else DAMN.legal(state, state.turn)[0])
            assert not match.scores
        assert (match.dealt[number].deal, match.dealt[number].dealer) == (1, 0)
    assert len(match.all_of(DealVoided)) == 3
    assert min(match.state.totals) <= -10
    assert match.state.scores == ()


def test_damn_10_each_attempt_is_dealt_by_a_chance_of_its_own():
    asked = []

    class Noting:
        def lot(self, kind, among, deal=0, attempt=0):
            return 0

        def order(self, kind, pack, deal=0, attempt=0):
            asked.append((kind, deal, attempt))
            top = stacked(FOUR, 0, "4S")
            return top + [one for one in pack if one not in top]

    match = in_play()
    match.authority._chance = Noting()
    for _ in range(2):
        do(match, "1:QH 2:7C 3:9H 0:KH 0:AD")
        match.bid(1, 1, 1, 0)
    assert asked == [("deal", 1, 1), ("deal", 1, 2)]


def test_damn_10_every_part_of_a_void_is_due_after_the_one_before():
    match = after("1:QH 2:7C 3:TC 0:KH 0:AD")
    *_, first, second, void, again = match.moments
    for (_, state), (event, _) in zip((first, second, void), (second, void, again), strict=True):
        assert state.turn is None
        assert DAMN.derive(state, match.chance) == event
