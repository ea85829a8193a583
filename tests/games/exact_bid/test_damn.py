"""Damn: the rules of its page as stories, by number; the runner is ``games/stories.py``.

Whole matches are checked against the page by ``match/exact_bid_pages.py``.
"""

import pytest

from games.exact_bid.damn_tables import (
    DAMN_GAME,
    STORY_TABLES,
    THREE_HANDS,
    create_table,
)
from games.stories import StoryRunner, parametrize_stories
from greenbaize.rules.errors import OptionError
from greenbaize.rules.options import resolve_options

DEFAULT_DEALS = {3: 15, 4: 13, 5: 10, 6: 8, 7: 7}

MAX_DEALS = DEFAULT_DEALS | {3: 17}

RULE_STORIES = """
1 the first dealer is drawn by lot and the deal passes clockwise
  from START seats=5 dealer=4 deals=3; leaders: 0; rest; leaders: 0 1 2; sizes: 1 2 3
  lots: 0,1,2,3,4
1 the record counts deals from one whatever first is
  from START seats=4 first=3 deals=6; rest; sizes: 3 4 5 6; numbers: 1 2 3 4
1 first may be deals
  from START seats=7 first=3 deals=3; rest; sizes: 3
1 most points win and equal scores share the place
  from ONE; 1 0 1 0; AC 3C 4D 2C; totals: 10 11 10 0; places: 2 1 2 4
1 the first place is shared too
  from ONE; 0 0 0 0; rest; totals: 10 0 10 10; places: 1 4 1 1; lots: 0,1,2,3
2 the turned card names trump and takes no part
  from THREE; trump: S; hand 0: 2C KH AD; hand 1: 3C 4D QH; hand 2: 5H 6S 7C
2 the last deal has no trump
  from START seats=3 deals=2; rest; trumps: S -
  from START seats=3 first=2 deals=2; trumps: -
  from START seats=3 deals=1; trumps: -
1 deals may shrink or grow and shrink again
  from START seats=4 first=11 deals=13 direction=down; rest; sizes: 13 12 11; numbers: 1 2 3
  from START seats=3 first=2 deals=4 direction=up-down; rest; sizes: 2 3 4 3 2
  from START seats=7 first=3 deals=3 direction=up-down; rest; sizes: 3
2 the largest deal has no trump wherever it stands
  from START seats=4 first=12 deals=13 direction=down; rest; turned: - AC; trumps: - C
  from START seats=3 first=1 deals=3 direction=up-down; rest; trumps: S H - H S
2 deals in between may have no trump
  from START seats=3 deals=5 no_trump=every-second; rest; trumps: S - D - -
  from START seats=3 deals=5 no_trump=every-third; rest; trumps: S H - C -
  from START seats=3 deals=3 no_trump=all; rest; trumps: - - -; turned: - - -
  from START seats=3 deals=4 no_trump=every-third direction=down; rest; trumps: - D - S
3 bidding starts left of the dealer and goes round once
  from START seats=4 dealer=1 first=2; turn: 2; 1; turn: 3; 1; turn: 0; 1; turn: 1; 1; turn: 2
  asked 2: play
3 a bid is from 0 to k
  from THREE; legal 1: 0 1 2 3; ! -1 bid-range 3 high=3; ! 4 bid-range 3 high=3
  ! 52 bid-range 3 high=3; 0 3 3; bids: 3 0 3
3 nobody bids out of turn or twice
  from THREE; ! 0bid1 not-your-turn 3 seat=1; ! 2bid1 not-your-turn 3 seat=1
  1; ! 1bid2 not-your-turn 3 seat=2; 1 1; ! 1bid1 bids-done 3
3 nobody plays before all have bid
  from THREE; ! QH bid-first 3; 1 1; ! 2C bid-first 3
3 the balance is announced after the last bid
  from THREE; notices: ; 1; notices: bids-so-far bids=1 count=3; 1 3
  notices: balance-over 3 count=2
  QH; notices: balance-over 3 count=2
  from THREE; 3 3; notices: bids-so-far bids=6 count=3; 3; notices: balance-over 3 count=6
  from THREE; 0 1 1; notices: balance-under 3 count=1
  from THREE; 0 0 0; notices: balance-under 3 count=3
  from THREE; 1 1 1; notices: balance-even 3
  from THREE; 3 0 0; notices: balance-even 3; QH; notices: balance-even 3
4 left of the dealer leads any card and others follow suit if they can
  from THREE; 0 1 1; turn: 1; legal 1: QH 3C 4D; QH; legal 2: 5H
  # a trump is no excuse
  ! 6S follow-suit 4 seat=2 suit=H; ! 7C follow-suit 4 seat=2 suit=H; 5H
4 otherwise they play anything
  from THREE; 0 1 1; 4D; legal 2: 5H 6S 7C
4 nobody plays a card they do not hold or out of turn
  from THREE; 0 1 1; ! AS not-held 4 card=AS; ! 2S not-held 4 card=2S
  ! 0:2C not-your-turn 4 seat=1; QH 5H KH AD; ! QH not-held 4 card=QH
4 the highest trump wins, the winner leads next and won tricks stay countable
  from THREE; 0 1 1; QH 5H KH; takers: 0; turn: 0; AD 4D 6S; takers: 0 2; turn: 2; made: 1 0 1
  7C 2C 3C; takers: 0 2 2; tricks: 1 0 2
4 without trump an off-suit card wins nothing
  from LAST; 0 1 1; QH 5H KH AD 4D 6S 2C 3C 7C; takers: 0 0 2
5 exactly the bid scores 10 and the bid, over it and under it are alike
  from THREE; 0 2 1; QH 5H KH AD 4D 6S 7C 2C 3C; tricks: 1 0 2; points: 11 10 12; totals: 11 10 12
  from THREE; 1 3 0; QH 5H KH AD 4D 6S 7C 2C 3C; points: 0 0 0
  from THREE; 0 1 2; QH 5H KH AD 4D 6S 7C 2C 3C; points: 0 10 0
  from THREE; 3 0 1; QH 5H KH AD 4D 6S 7C 2C 3C; points: 11 0 0
5 every trick scores 1 and an exact bid 10 more with the option
  from THREE scoring=tricks; 0 2 1; QH 5H KH AD 4D 6S 7C 2C 3C; points: 11 10 12
  from THREE scoring=tricks; 1 3 0; QH 5H KH AD 4D 6S 7C 2C 3C; points: 1 0 2
  from THREE scoring=tricks zero_bids=yes; 0 1 1; QH 5H KH AD 4D 6S 7C 2C 3C; points: 11 8 2
5 a missed bid costs what it is off with the option
  from THREE scoring=misses; 0 2 1; QH 5H KH AD 4D 6S 7C 2C 3C; points: 11 10 12
  from THREE scoring=misses; 3 3 0; QH 5H KH AD 4D 6S 7C 2C 3C; points: -1 -3 -1; totals: -1 -3 -1
5 an exact zero scores 5 and k with the option
  from THREE zero_bids=yes; 0 2 1; QH 5H KH AD 4D 6S 7C 2C 3C; points: 11 8 12
  from THREE zero_bids=yes; 0 0 0; QH 5H KH AD 4D 6S 7C 2C 3C; points: 0 8 0
  from THREE zero_bids=yes; 1 2 1; QH 5H KH AD 4D 6S 7C 2C 3C; points: 11 0 12
  from SUITS1 zero_bids=yes; 1 0 0 1; rest; points: 11 6 6 0
  from SUITS2 zero_bids=yes; 2 0 0 1; rest; points: 12 7 7 0
  from SUITS5 zero_bids=yes; 5 0 0 1; rest; points: 15 10 10 0
  from SUITS6 zero_bids=yes; 6 0 0 1; rest; points: 16 11 11 0
  from SUITS13 zero_bids=yes; 13 0 0 1; rest; points: 23 18 18 0
6 the last bid may not make the sum k
  from THREE hook=yes; 1 1; legal 0: 0 2 3; ! 1 hook 6 bid=1 count=3; 0
  from THREE hook=yes; 0 0; legal 0: 0 1 2; ! 3 hook 6 bid=3 count=3; 0
  from THREE hook=yes; 3 0; legal 0: 1 2 3; ! 0 hook 6 bid=0 count=3; 1
  from THREE hook=yes; 0 2; legal 0: 0 2 3; ! 1 hook 6 bid=1 count=3; 0
  from THREE hook=yes; 3 1; legal 0: 0 1 2 3
  from THREE hook=yes; 3 3; legal 0: 0 1 2 3; 0
7 a bid before ones turn stands and bidding passes over it
  from FOUR; 3bid2 -> bid3:2; turn: 1; 1bid0 2bid1; turn: 0; 0bid1; bids: 1 0 1 2; turn: 1
7 all may bid in any order
  from FOUR; 0bid1 2bid0 3bid1; turn: 1; 1bid4; bids: 1 4 0 1; turn: 1
7 a bid may be changed until any other seat bids
  from FOUR; 1bid2 1bid0 1bid3 -> bid1:2 bid1:0 bid1:3; bids: - 3 - -; turn: 2
  3bid1; ! 1bid2 bid-stands 7; 3bid2 2bid1; ! 3bid0 bid-stands 7; 2bid0
7 the last bid may be changed until the first card is led
  from FOUR; 1 1 1 0; notices: balance-under 3 count=1; 0bid4; notices: balance-over 3 count=3
  ! 3bid0 bid-stands 7; 1:QH; ! 0bid1 bids-done 7
7 a card exposed before the first lead leaves the bid open
  from FOUR; 1 1 1 0; 2show6S 0bid3; bids: 3 1 1 1
7 no bid is changed in a later trick or with a wrong number
  # a duplicate leaves no trace
  from FOUR; ! 3bid5 bid-range 3; 3bid2; ! 3bid2 bid-same 7; ! 3bid-1 bid-range 3; 1 1 1
  1:QH 2:5H 3:9H 0:KH 0:2C; ! 0bid3 bids-done 7
7 with the hook a change that makes the sum k is refused
  from FOUR hook=yes; 1 1 1; ! 0bid1 hook 6; 0bid0; ! 0bid1 hook 7; 0bid2; bids: 2 1 1 1
7 the hook is on whoever makes the last missing bid
  # the dealer, early: no hook yet, nor on a change while bids are missing
  from FOUR hook=yes; 0bid4; 0bid3 0bid4; 3bid0 2bid0; ! 1bid0 hook 6; legal 1: 1 2 3 4; 1bid1
  ! 1bid0 hook 7
7 an early bid is told from one in turn
  from FOUR; breach 1bid1: -; breach 2bid1: bid-early 7; free 2: 0 1 2 3 4; offers 1:
  1bid1; free 1: 0 2 3 4; 2bid1; offers 1:
8 a card shown lies exposed
  from FOUR; 1 1 1 0; 3showTC -> exposed3:TC; lying: 3:TC; hand 3: 2H 9H TC JD; turn: 1
  ! 3showTC lies-exposed 8; ! 3showAS not-held 4
8 a card played out of turn lies exposed
  from FOUR; 1 1 1 0; 3:TC -> exposed3:TC; trick: ; ! 3:TC lies-exposed 8; 1:QH
  # having played to this trick
  1:3C -> exposed1:3C; lying: 1:3C 3:TC
8 not while bids are missing
  from FOUR; 1 1 1; ! 2show5H bid-first 3; ! 2:5H bid-first 3; ! 0:2C bid-first 3
8 it must be played at the first turn at which it is legal
  # hearts are led: the club does not bind seat 2, which holds hearts
  from FOUR; 1 1 1 0; 3show2H 2show7C 1:QH; legal 2: 5H 8H; 2:5H; legal 3: 2H
  ! 3:9H exposed-first 8; ! 3:TC exposed-first 8; 3:2H; lying: 2:7C
8 leads included
  from FOUR; 1 1 1 0; 1show4D; legal 1: 4D; ! 1:QH exposed-first 8; 1:4D -> play1:4D
8 also at the lead that closes a trick
  from FOUR; 1 1 1 0; 1:QH 2:5H 3:9H 0:KH 0show2C; open: yes; ! 0:AD exposed-first 8
  0:2C -> trick0 play0:2C
8 discards included
  # seat 0 could follow
  from FOUR; 1 1 1 0; 1:3C 2:7C 0showAD; 3:TC 0:2C; 3:JD; legal 0: AD
8 if several are legal the owner chooses
  from FOUR; 1 1 1 0; 2show8H 2show6S 2show5H 1:QH; legal 2: 5H 8H; 2:8H 3:9H 0:KH 0:AD 1:4D
  # no diamond: both that still lie exposed may be played now, and nothing else
  legal 2: 5H 6S; ! 2:7C exposed-first 8
8 a revoke is no way out of playing an exposed card
  from FOUR; 1 1 1 0; 2show5H 1:QH; ! 2:7C exposed-first 8
8 on the open trick everyone but its winner plays out of turn
  from FOUR; 1 1 1 0; 1:QH 2:5H 3:9H 0:KH; 1:3C -> exposed1:3C; open: yes; legal 0: 2C AD 3S
8 a card out of turn is told from one in turn
  from FOUR; 1 1 1 0; breach 3:TC: out-of-turn 8 card=TC; breach 1:QH: -; offers 3: play show
  offers 1: show
9 one may play off suit though able to follow
  from FOUR; 1 1 1 0; 1:QH; breach 2:7C: would-revoke 9 suit=H; legal 2: 5H 8H
  2:7C -> play2:7C; turn: 3
9 a full trick stays open until a lead closes it
  from FOUR; 1 1 1 0; 1:QH 2:5H 3:9H 0:KH; takers: ; open: yes; turn: 0; 0:2C -> trick0 play0:2C
9 it closes when everybody is ready too
  from FOUR; 1 1 1 0; ! 2ready not-open 9; 1:QH 2:5H 3:9H 0:KH; 2ready 2ready -> ; open: yes
  ready -> trick0; open: no; ready ->
9 the last trick of a deal stays open until all are ready
  from FOUR; 1 1 1 0; 1:QH 2:5H 3:9H 0:KH 0:AD 1:4D 2:6S 3:JD 2:7C 3:TC 0:2C 1:3C
  3:2H 0:3S 1:7D 2:8H; turn: -; open: yes; takers: 0 2 3; 3ready; ready; takers: 0 2 3 0
  points: 0 0 11 11; deal: 2
9 correcting while the trick is being played
  from FOUR; 1 1 1 0; 1:QH 2:7C 3:9H; 2correct8H -> corrected2:8H exposed2:7C taken_back3:9H
  trick: QH 8H; hand 2: 5H 6S 7C; hand 3: 2H 9H TC JD; lying: 2:7C
  # played anew, freely
  legal 3: 2H 9H; 3:2H 0:KH; closing: trick0
9 correcting when the trick is complete
  from FOUR; 1 1 1 0; 1:QH 2:7C 3:9H 0:KH
  2correct5H -> corrected2:5H exposed2:7C taken_back3:9H taken_back0:KH; turn: 3; open: no
  3:9H 0:KH; 0:2C -> trick0 play0:2C; 1:3C; legal 2: 7C
9 the last to play corrects and nothing is taken back
  from FOUR; 1 1 1 0; 1:QH 2:5H 3:9H 0:AD; turn: 1; 0correctKH -> corrected0:KH exposed0:AD
  open: yes; turn: 0; ! 0:2C exposed-first 8; 0:AD -> trick0 play0:AD
9 only ones own revoke and only with the suit led
  from FOUR; 1 1 1 0; ! 2correct5H nothing-to-correct 9; 1:QH 2:7C 3:9H
  ! 3correct2H nothing-to-correct 9; ! 1correct3C nothing-to-correct 9
  ! 0correctKH nothing-to-correct 9; ! 2correct6S correct-suit 9; ! 2correctKH not-held 4
  ! 2correct7C not-held 4; 2correct8H; ! 2correct5H nothing-to-correct 9
9 a discard of whoever cannot follow is no revoke
  from FOUR; 1 1 1 0; 1:4D 2:6S 3:JD; ! 2correct5H nothing-to-correct 9; 0:AD 2:7C; takers: 2
9 an exposed card of the suit is the one to correct with
  from FOUR; 1 1 1 0; 1:QH 2:7C 2show8H; ! 2correct5H exposed-first 8; 2correct8H; lying: 2:7C
9 later revokes go back with their cards
  from FOUR; 1 1 1 0; 1:QH 2:7C 3:TC 0:2C
  2correct8H -> corrected2:8H exposed2:7C taken_back3:TC taken_back0:2C
  3:9H 0:KH 0:2C -> play3:9H play0:KH trick0 play0:2C
9 earlier revokes stay
  from FOUR; 1 1 1 0; 1:QH 2:7C 3:TC 0:KH 3correct9H 0:KH
  0:AD -> revoke2:7C void1:0,0,-10,0 deal
9 a card that lay exposed lies so again when taken back
  from FOUR; 1 1 1 0; 3show2H 1:QH 2:7C 3:2H; lying: ; 2correct8H; lying: 2:7C 3:2H; legal 3: 2H
9 an exposed card that was a revoke lies exposed once
  from FOUR; 1 1 1 0; 2show7C 1:QH 2:7C 2correct5H; lying: 2:7C
9 it is offered to the offender alone
  from FOUR; 1 1 1 0; 1:QH 2:7C 3:9H; offers 0: show; offers 1: play show
  offers 2: play show correct; offers 3: play show; free 2: 5H 8H
10 leading over a revoke makes the deal void and the lead is not recorded
  from FOUR; 1 2 1 0; 1:QH 2:7C 3:9H 0:KH; 0:AD -> revoke2:7C void1:0,0,-10,0 deal
  takers: ; totals: 0 0 -10 0; numbers: 1 1; leaders: 1 1; sizes: 4 4; bids: - - - -; turn: 1
  lying: ; plates: 0 0 -10 0
10 each offender pays and is named in the order played
  from FOUR; 1 1 1 0; 1:QH 2:7C 3:TC 0:KH; 0:AD -> revoke2:7C revoke3:TC void1:0,0,-10,-10 deal
10 the winner of the trick may be the offender
  # a trump, though able to follow
  from FOUR; 1 1 1 0; 1:QH 2:6S 3:9H 0:KH; turn: 2; 2:5H -> revoke2:6S void1:0,0,-10,0 deal
10 nothing is announced before the lead
  from FOUR; 1 1 1 0; 1:QH 2:7C 3:9H 0:KH -> play1:QH play2:7C play3:9H play0:KH
  1ready 2ready; ! 0:9S not-held 4; open: yes
10 all being ready for another to lead is as good as the lead
  from FOUR; 1 1 1 0; 1:QH 2:7C 3:9H 0:KH; ready -> revoke2:7C void1:0,0,-10,0 deal
7 to 10 hold only with table manners
  from STRICT; ! 1showQH not-in-this-game; ! 1correctQH not-in-this-game
  ! 1ready not-in-this-game; ! 2bid1 not-your-turn 3; 1 1 1 0; ! 3:9H not-your-turn 4; QH 8H
  ! 3:TC follow-suit 4; 9H KH; takers: 0; offers 0: ; offers 1: ; offers 2: ; offers 3:
"""

# A spade is led unless a comment says otherwise: cards, turned card, hands by seat, taker.
TRICK_CASES = """
TC 9C 2C | 2S | 9C 2C TC | 0
8C 9C 2C | 2S | 9C 2C 8C | 1
AD 9C 2C | 2S | 9C 2C AD | 1  another suit never wins
4S AC 3S | 2S | AC 3S 4S | 0  over-trumped
3S AC 4S | 2S | AC 4S 3S | 2  under-trumped
AC 3S KC | 2S | 3S KC AC | 1  a trump led
AS 2D AC |    | 2D AC AS | 1  no trump at all
AS 2D 3D |    | 2D 3D AS | 2
TH 9H JH | 2S | 9H JH TH | 2  ten above nine, below jack
QH JH KH | 2S | JH KH QH | 2
2H KH AH | 2S | KH AH 2H | 2  ace high, two low
"""


@parametrize_stories("damn", RULE_STORIES)
def test_damn_by_the_page(steps):
    StoryRunner("damn", STORY_TABLES).run_steps(steps)


@pytest.mark.parametrize("line", TRICK_CASES.strip().splitlines())
def test_damn_4_highest_trump_or_else_highest_of_the_suit_led(line):
    hands, turned, played, taker = map(str.strip, line.split("|"))
    match = create_table(hands.split(), turned)
    assert match.make_bids(0, 1, 1) is None
    assert match.play_cards(played) is None
    assert match.takers == [int(taker[0])]


def test_damn_1_seats_and_options():
    assert list(DAMN_GAME.seats) == [3, 4, 5, 6, 7]
    for seats in DAMN_GAME.seats:
        defaults = {"deals": DEFAULT_DEALS[seats], "first": 1}
        defaults |= {"zero_bids": False, "hook": False, "enforcement": "strict"}
        assert list(resolve_options(DAMN_GAME.options, seats, {}).items()) == list(defaults.items())
        assert resolve_options(DAMN_GAME.options, seats, {}, is_legacy=True) == defaults
        max_deals = MAX_DEALS[seats]
        for options in (
            {"deals": 1},
            {"deals": max_deals, "first": max_deals},
            {"first": 3, "deals": 3},
        ):
            assert (
                resolve_options(DAMN_GAME.options, seats, options)
                == defaults | {"first": 1} | options
            )
        for options in ({"deals": 0}, {"first": 0}, {"deals": -1}, {"deals": max_deals + 1}):
            with pytest.raises(OptionError):
                resolve_options(DAMN_GAME.options, seats, options)
        with pytest.raises(OptionError):
            resolve_options(DAMN_GAME.options, seats, {"first": 4, "deals": 3})


def test_damn_events_name_their_rule():
    match = create_table(THREE_HANDS, "2S")
    match.play_until()
    rule_by_type = {event.type: DAMN_GAME.event_rule_reference(event) for event in match.events}
    expected = {"deal": "1, 2", "bid": "3", "play": "4", "trick": "4", "score": "5"}
    assert rule_by_type.keys() == {*expected, "lot", "end"}
    assert all(rule_by_type.values())
    for kind, rule in expected.items():
        assert rule_by_type[kind] == f"damn.md {rule}"
