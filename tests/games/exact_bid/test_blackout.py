"""Blackout: the rules of its page as stories, by number; the runner is ``games/stories.py``.

Whole matches are checked against the page by ``match/exact_bid_pages.py``.
"""

from functools import partial

import pytest

from games.exact_bid.rule_tables import RiggedChance, RuleTable
from games.stories import StoryRunner, parametrize_stories
from greenbaize.cards import Card, Suit, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.events import BidsScored
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.events import CardPlayed, MatchEnded
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options

BLACKOUT_GAME = GAMES["blackout"]
EACH_SEAT_COUNT = pytest.mark.parametrize("seats", [2, 3, 4])
FIRST_CARDS = ("2C", "3D", "4H", "5S")
FIRST_IN_CLUBS = ("2C", "3D", "4C", "5S")
TWO_CARD_HANDS = ("2C 3C", "2D 3D", "2H 3H", "2S 4S")


def create_second_deal(hands, turned, seats=0, **options):
    """Return a match at its second deal, of these hands of two cards each, dealt by seat 0."""
    hands = hands[: seats or len(hands)]
    match = RuleTable(
        BLACKOUT_GAME, len(hands), dealer=len(hands) - 1, stack={2: (hands, turned)}, **options
    )
    match.play_until(2)
    assert match.state.dealer == 0
    return match


def second_deal_maker(card):
    """Return a maker of a second deal in which seat 0 plays this card last to the first trick."""
    return partial(create_second_deal, (f"{card} 3S", "2C QD", "JC KD"), "2H")


STORY_TABLES = {
    "START": partial(RuleTable, BLACKOUT_GAME),
    "TWOS": partial(create_second_deal, TWO_CARD_HANDS, "5S"),
    "LEADS": partial(create_second_deal, ("KC 3S", "2C QD", "4C AD"), "2H"),
    "FOLLOW": partial(create_second_deal, ("KC 3H", "2C QD", "4C AH"), "2H"),
    "SCORE": partial(create_second_deal, ("3C 3D", "AC 2D", "2C AD"), "2S", hook=False),
    "BLIND": lambda seats: RuleTable(
        BLACKOUT_GAME, seats, dealer=seats - 1, stack={1: (FIRST_IN_CLUBS[:seats], "6H")}
    ),
    **{f"LAST{card}": second_deal_maker(card) for card in ("3H", "QC", "TC", "AD", "5H")},
}

RULE_STORIES = """
13 deals of 1 to 13 cards, the first dealer by lot, then clockwise, trump in all but the last
  from START seats=2 dealer=1; rest; sizes: 1 2 3 4 5 6 7 8 9 10 11 12 13
  dealers: 1 0 1 0 1 0 1 0 1 0 1 0 1; leaders: 0 1 0 1 0 1 0 1 0 1 0 1 0
  # the rigged pack is in order, so that the next card has the number of those dealt
  turned: 2H 3C 3H 4C 4H 5C 5H 6C 6H 7C 7H 8C -; trumps: H C H C H C H C H C H C -
  from START seats=3 dealer=1; deal3; dealers: 1 2 0; leaders: 2 0 1; trumps: S H D
2 each bids once clockwise from the dealer's left
  from START seats=4 dealer=0 hook=no; deal4; turn: 0; 1; turn: 1; 1; turn: 2; 1; turn: 3; 1
  ! 1 bids-done 2
2 a bid is from 0 to k
  from TWOS seats=3; legal 1: 0 1 2; ! -1 bid-range 2 high=2; ! 3 bid-range 2 high=2
  ! 2bid0 not-your-turn 2 seat=1
2 the hook is on by default
  from TWOS seats=2; 1; turn: 0; legal 0: 0 2; ! 1 hook 2 bid=1 count=2; 2
  from TWOS seats=3; 1 0; turn: 0; legal 0: 0 2; ! 1 hook 2 bid=1 count=2; 2
  from TWOS seats=4; 1 0 0; turn: 0; legal 0: 0 2; ! 1 hook 2 bid=1 count=2; 2
2 without the hook any bid will do
  from TWOS seats=2 hook=no; 1 1; from TWOS seats=4 hook=no; 1 0 0 1
2 the hook holds in the blind deal
  from START seats=2; 0; ! 1 hook 2 bid=1 count=1; 0
3 the first bidder leads and the winner leads next
  from LEADS; 0 0 0; turn: 1; 2C 4C KC; turn: 0; 3S QD AD; tricks: 2 0 0
3 follow suit if able else any card trump included
  from FOLLOW; 0 0 0; 2C; ! AH follow-suit 3 seat=2 suit=C; ! AS not-held 3 card=AS
  4C KC 3H QD; AH -> play2:AH trick2 score deal
3 any card where the suit is missing
  # nobody has to trump
  from FOLLOW; 0 0 0; QD; legal 2: 4C AH; 4C; legal 0: KC 3H
3 highest trump else highest of the suit led
  from LAST3H; 0 0 0; 2C JC 3H -> play1:2C play2:JC play0:3H trick0
  from LASTQC; 0 0 0; 2C JC QC -> play1:2C play2:JC play0:QC trick0
  from LASTTC; 0 0 0; 2C JC TC -> play1:2C play2:JC play0:TC trick2
  from LASTAD; 0 0 0; 2C JC AD -> play1:2C play2:JC play0:AD trick2
  from LAST5H; 0 0 0; 2C JC 5H -> play1:2C play2:JC play0:5H trick0
4 once all have bid the cards play themselves
  from BLIND seats=2; 0; asked 0: -; asked 1: bid
  notices: bids-so-far bids=0 count=1 & blind 4
  0 -> bid1:0 play0:2C play1:3D trick0 score deal
  from BLIND seats=3; 0 0; 0 -> bid2:0 play0:2C play1:3D play2:4C trick2 score deal; deal: 2
  from BLIND seats=4; 0 0 0
  0 -> bid3:0 play0:2C play1:3D play2:4C play3:5S trick2 score deal; notices:
5 exact bids score 10 and the bid
  from SCORE; 1 1 0; AC 2C 3C 2D AD 3D; tricks: 0 1 1; points: 10 11 11
  from SCORE; 0 2 1; AC 2C 3C 2D AD 3D; points: 0 0 0
  from SCORE; 2 0 0; AC 2C 3C 2D AD 3D; points: 10 0 0
  from SCORE; 1 0 1; AC 2C 3C 2D AD 3D; points: 0 11 0
"""


@parametrize_stories("blackout", RULE_STORIES)
def test_blackout_by_the_page(steps):
    StoryRunner("blackout", STORY_TABLES).run_steps(steps)


class ReversingChance(RiggedChance):
    def draw_order(self, kind, pack, deal=0, attempt=0):
        assert (kind, deal, attempt) == ("seats", 0, 0)
        return list(pack)[::-1]


def test_blackout_seats_and_options():
    assert list(BLACKOUT_GAME.seats) == [2, 3, 4]
    defaults = {"hook": True, "in_order": False}
    assert list(
        resolve_options(BLACKOUT_GAME.options, 4, {"deals": 13, "first": 1}).items()
    ) == list(defaults.items())
    assert resolve_options(BLACKOUT_GAME.options, 2, {}, is_legacy=True) == defaults


@EACH_SEAT_COUNT
def test_blackout_seats_are_shuffled_unless_in_order(seats):
    for in_order, order in ((False, range(seats)[::-1]), (True, range(seats))):
        options = resolve_options(BLACKOUT_GAME.options, seats, {"in_order": in_order})
        assert list(BLACKOUT_GAME.seating(seats, options, ReversingChance(0, {}))) == list(order)


# 4. The blind first deal


@EACH_SEAT_COUNT
def test_blackout_4_everyone_sees_all_first_cards_but_their_own(seats):
    hands = FIRST_CARDS[:seats]
    match = RuleTable(BLACKOUT_GAME, seats, stack={1: (hands, "6C")})
    for viewer_seat in (None, *range(seats)):
        view_event = BLACKOUT_GAME.tell(match.trump_deals[0], match.state, viewer_seat)
        assert view_event.hands == tuple(
            Hand((), 1) if viewer_seat in (None, seat) else Hand(parse_cards(hand))
            for seat, hand in enumerate(hands)
        )
        assert (view_event.turned, view_event.trump) == (Card.of("6C"), Suit.CLUBS)


@EACH_SEAT_COUNT
def test_blackout_4_the_own_card_is_unknown_to_its_owner_until_it_is_played(seats):
    match = RuleTable(BLACKOUT_GAME, seats)
    match.play_until(2)
    first_cards = [hand.cards[0] for hand in match.trump_deals[0].hands]
    for viewer_seat in range(seats):
        known_flags = []
        tracker = ViewTracker(
            BLACKOUT_GAME, seats, resolve_options(BLACKOUT_GAME.options, seats, {}), viewer_seat
        )
        for event, state in match.moments:
            tracker.redact_event(event, state)
            view = tracker.view
            if state.deal != 1:
                continue
            known_flags.append(
                event == CardPlayed(viewer_seat, first_cards[viewer_seat]) or True in known_flags
            )
            picture = BLACKOUT_GAME.picture(view)
            hidden = Hand(()) if known_flags[-1] else Hand((), 1)
            assert view.hands[viewer_seat] == picture.hands[viewer_seat] == hidden
            visible_cards = (
                *view.play.trick,
                view.turned,
                *(c for hand in view.hands for c in hand.cards),
            )
            assert known_flags[-1] or first_cards[viewer_seat] not in visible_cards
            assert Message("blind", rule="blackout.md 4") in picture.notices
            for seat, hand in enumerate(view.hands):
                assert seat == viewer_seat or hand in (Hand((first_cards[seat],)), Hand(()))
                for known_state in (state, view):  # the card is never asked for
                    question = BLACKOUT_GAME.question(known_state, seat)
                    assert question is None or question.kind == "bid"
                    assert all(
                        isinstance(command, BidCommand)
                        for command in BLACKOUT_GAME.legal(known_state, seat)
                    )
        # one deal, then bids, plays, trick and score
        assert len(known_flags) == 1 + seats + seats + 2
        assert known_flags.count(False) >= 1 + seats


def test_blackout_4_only_a_deal_of_one_card_is_blind():
    match = create_second_deal(("2C 3C", "2D 3D"), "2S")
    view_event = BLACKOUT_GAME.tell(match.trump_deals[1], match.state, 0)
    assert view_event.hands == (Hand(parse_cards("2C 3C")), Hand((), 2))
    short = RuleTable(BLACKOUT_GAME, 3, first=2)
    assert not BLACKOUT_GAME.is_blind(short.state)
    assert short.state.turn is not None
    assert BLACKOUT_GAME.is_blind(RuleTable(BLACKOUT_GAME, 3, deals=1).state)


# 6. End: totals, exact bids, coin result, ranks, and the seats that a coin is flipped for.

END_CASES = """
90 80       | 3 9     | 0 | 1 2     |          the highest total wins
80 90       | 9 3     | 0 | 2 1     |
10 30 20    | 1 1 1   | 0 | 3 1 2   |
10 30 20 0  | 1 1 1 1 | 0 | 3 1 2 4 |
90 90       | 5 6     | 0 | 2 1     |          a tie goes to more exact bids
90 90 90    | 7 5 6   | 0 | 1 3 2   |
50 90 90 10 | 9 6 5 9 | 0 | 3 1 2 4 |
90 90       | 5 5     | 0 | 1 2     | 0 1      still tied for first a coin is flipped
90 90       | 5 5     | 1 | 2 1     | 0 1
90 70 90    | 5 5 5   | 2 | 2 3 1   | 0 2
90 70 90 70 | 5 4 5 4 | 0 | 1 3 2 3 | 0 2
90 90 90    | 5 5 5   | 1 | 2 1 2   | 0 1 2
90 90 10 90 | 5 5 9 5 | 3 | 2 2 4 1 | 0 1 3
90 90 90 90 | 5 5 4 5 | 0 | 1 2 4 2 | 0 1 3
90 90 90 90 | 5 5 5 5 | 2 | 2 2 1 2 | 0 1 2 3
90 70 70    | 5 4 4   | 0 | 1 2 2   |          lower places are shared and not flipped for
90 70 70 70 | 5 4 4 4 | 0 | 1 2 2 2 |
"""


@pytest.mark.parametrize("line", END_CASES.strip().splitlines())
def test_blackout_6_the_end(line):
    totals, exact, (flip,), ranks, tied = (
        tuple(int(word) for word in part.split() if word.isdigit()) for part in line.split("|")
    )
    chance, none = RiggedChance(0, {}, flip), (0,) * len(totals)
    state = BLACKOUT_GAME.initial_state(
        len(totals), resolve_options(BLACKOUT_GAME.options, len(totals), {})
    )
    scores = tuple(
        BidsScored(deal, none, totals, tuple(int(deal > count) for count in exact), none)
        for deal in range(1, 14)
    )
    state = state._replace(dealer=0, deal=13, scores=scores, totals=totals)
    assert BLACKOUT_GAME.derive(state, chance) == MatchEnded(totals, ranks, coin_flip=bool(tied))
    assert chance.lot_requests == ([("flip", tied)] if tied else [])


@EACH_SEAT_COUNT
def test_a_short_match_has_a_range_of_the_deals_as_they_are_in_a_full_one(seats):
    for first, last in ((1, 5), (4, 4), (11, 13)):
        match = RuleTable(BLACKOUT_GAME, seats, first=first, deals=last)
        match.play_until()
        assert [deal.cards for deal in match.trump_deals] == list(range(first, last + 1))
        assert [deal.deal for deal in match.trump_deals] == list(range(1, last - first + 2))
        assert all((deal.trump is None) == (deal.cards == 13) for deal in match.trump_deals)
        assert isinstance(match.events[-1], MatchEnded)


def test_the_last_deal_of_a_short_match_is_not_said_to_have_no_trump():
    for first, codes in ((4, ["deal-last"]), (13, ["deal-last", "sign-none"])):
        match = RuleTable(BLACKOUT_GAME, 3, first=first, deals=first)
        assert [message.code for message in BLACKOUT_GAME.deal_announcements(match.state)] == codes


def test_blackout_events_name_their_rule():
    match = RuleTable(BLACKOUT_GAME, 2)
    match.play_until()
    rules = {"lot": "", "deal": " 1", "bid": " 2", "play": " 3", "trick": " 3", "score": " 5"}
    expected = {kind: f"blackout.md{rule}" for kind, rule in (rules | {"end": " 6"}).items()}
    assert {
        event.type: BLACKOUT_GAME.event_rule_reference(event) for event in match.events
    } == expected
