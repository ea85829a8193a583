"""Ass: a test for every rule on its page, named for the rule's number.

Whole matches are checked against the page by ``match/beat_pages.py``.
"""

import itertools
from functools import partial

import pytest

from games.beat.tables import BeatTable, codes
from games.exact_bid.tables import Rigged
from games.stories import Story, each_story
from greenbaize.cards import Suit, cards
from greenbaize.games import GAMES
from greenbaize.games.beat.ass import counting_of
from greenbaize.games.beat.banks import EVEN, EVEN_OF_FOUR, source_targets, targets
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.commands import ChooseTrump
from greenbaize.games.beat.events import BanksScored, StockDealt
from greenbaize.match.telling import Teller
from greenbaize.rules.errors import OptionError
from greenbaize.rules.events import CardsDrawn, Ended, LotDrawn
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import settled

ASS = GAMES["ass"]
trick_points = partial(counting_of(4).value, 0)
SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


def table(*hands, stay=False, **options):
    """Return a match whose first deal begins with these hands."""
    match = BeatTable(ASS, len(hands), stack={1: hands}, **options)
    if stay:
        assert match.stake(*[False] * len(hands)) is None
    return match


TABLES = {
    "THREE": partial(BeatTable, ASS, 3),
    "FIVE": partial(BeatTable, ASS, 5, dealer=1),
    "SPADES": partial(table, "8S AS TS KS", "AD TD QD 9H"),
    "REFILL": partial(table, "7D KS 9S JS", "QD 7C 9C JC", refill=True, stay=True),
    "MUST": partial(table, "9D 6C 7C AC", "TD 7D 6H 7H", stay=True),
    "MAY": partial(table, "9D 6D 7C AC", "TD 7D 6H 7H", leader=0, must_beat=False, stay=True),
    "BACK": partial(table, "6D 6C 7C AC", "8D 9H 6H 7H", "KD 7D 7S 9S", stay=True),
    "EIGHT": partial(table, "6D 6C 7C AC", "8H 9C 9H 7H", "KH 7D 9S 6H", stay=True),
    **{
        f"LEAD{number}": partial(table, *hands.split(", "), dealer=1)
        for number, hands in enumerate(
            (
                "9D 6C 7C 9C, JD 6H 7H 9H, QD 6S 7S 9S",
                "KD 6C 7C 9C, AD 6H 7H 9H, QD 6S 7S 9S",
                "KD TD 7C 9C, AD JD 7H 9H, QD 6S 7S 9S",
                "TD 6C 7C 9C, JD 6H 7H 9H, 6S 7S 9S JS",
                "TD 6C 7C 9C, AD 6H 7H 9H, 6S 7S 9S JS",
                "AD 6C 7C 9C, 6H 7H 9H JH, 6S 7S 9S JS",
                "JC 6C 7C 9C, 6H 7H 9H JH, 6S 7S 9S JS",
            )
        )
    },
}

RULES = """
2 the first leader holds the lowest diamond
  from LEAD0; turn: 0; from LEAD1; turn: 2; from LEAD2; turn: 1
  # the ten stands above the king
  from LEAD3; turn: 1; from LEAD4; turn: 0; from LEAD5; turn: 0; leaders: 0
  # no diamond: the dealer's left
  from LEAD6; turn: 2; leaders: 2
2 the taker leads after all have drawn, and the drawn cards are held behind the others
  from REFILL; turn: 0; 7D QD -> play0:7D play1:QD trick1:3 draw1:6C draw0:6D; turn: 1
  legal 1: 7C 9C JC 6C; legal 0:
3 each says go or stay in turn from the leader
  from FIVE; turn: 3; legal 3: go stay; ! 7C stake-first 3; ! 4go not-your-turn 3 seat=3
  go; turn: 4; ! 0go not-your-turn 3 seat=4; stay; turn: 0; go; turn: 1; stay; turn: 2; go
  turn: 3; stakes: yes no yes yes no
4 who can beat must
  from MUST; turn: 1; 7D; legal 0: 9D 7C
  ! 6C must-beat beats.md 5 card=6C cards=7C,9D seat=0 top=7D
4 unless the option is off
  from MAY; turn: 0; 9D; legal 1: TD 7D
  ! 6H follow-main-or-beat beats.md 5 card=6H cards=7D,TD seat=1 top=9D; 7D
4 a beat that is taken back counts as beating
  from BACK; 6D 8D; legal 2: KD; KD -> play2:KD trick0:20; takers: 0
4 an eight renames the suit and that is followed
  from EIGHT; turn: 0; 6D; legal 1: 8H; 8H
  # neither 7D nor the led rank
  legal 2: KH; KH; takers: 2
1 commands of other games are refused and none after the end
  from THREE; ! 3 not-in-this-game type=bid; rest; ! 0go match-over 1
6 who goes is pleased at the target and tense at the last card
  from SPADES; go go; moods: NEUTRAL NEUTRAL; AD 8S AS TD; moods: PLEASED NEUTRAL
  TS QD; moods: PLEASED TENSE
6 who stays has nothing to fear
  from SPADES; stay stay; AD 8S AS TD TS QD; moods: NEUTRAL NEUTRAL
"""


@each_story("ass", RULES)
def test_ass_by_the_page(steps):
    Story("ass", TABLES).tell(steps)


def test_ass_is_for_two_to_six():
    assert list(ASS.seats) == [2, 3, 4, 5, 6]


# 1. Banks


def after(*banks, **options):
    """Return the event that follows after deals that left these banks."""
    seats = len(banks[0])
    state = ASS.start(seats, settled(ASS.options, seats, {"trumps": "none", **options}))
    state = ASS.fold(state, LotDrawn(0))
    hands = (Hand(()),) * seats
    for deal, counts in enumerate(banks, 1):
        state = ASS.fold(state, StockDealt(deal, 0, 1, hands))
        totals = tuple(range(deal, deal + seats))
        state = ASS.fold(state, BanksScored(deal, (1,) * seats, totals, (68,) * seats, counts))
    return ASS.derive(state, Rigged(0, {}))


@pytest.mark.parametrize(
    ("banks", "ranks"),
    [
        ((0, 3), (1, 2)),
        ((3, 6), (1, 2)),
        ((0, 0), (1, 1)),
        ((6, 0, 3, 3), (4, 1, 2, 2)),
        ((6, 6, 5), (2, 2, 1)),
        ((1, 6, 1), (1, 3, 1)),
    ],
)
def test_ass_1_at_0_or_6_the_match_ends_and_places_go_by_fewest_banks(banks, ranks):
    end = after(banks)
    assert end == Ended(tuple(range(1, 1 + len(banks))), ranks)


@pytest.mark.parametrize("banks", [(1, 5), (3, 3), (2, 4, 5, 1)])
def test_ass_1_otherwise_it_goes_on(banks):
    assert isinstance(after(banks), StockDealt)


def test_ass_1_all_at_six_together_play_on_until_somebodys_count_changes():
    fives, sixes = (5, 5, 5), (6, 6, 6)
    assert isinstance(after(fives, sixes), StockDealt)
    assert isinstance(after(fives, sixes, sixes), StockDealt)
    assert isinstance(after(fives, sixes, sixes, sixes), StockDealt)
    assert after(fives, sixes, sixes, (6, 5, 6)).places == (2, 1, 2)
    assert after(fives, sixes, (6, 7, 6)).places == (1, 3, 1)
    assert after(fives, sixes, (7, 7, 7)).places == (1, 1, 1)
    assert after(fives, sixes, (5, 5, 5)).places == (1, 1, 1)


def test_ass_1_not_all_at_six_is_an_end():
    assert isinstance(after((5, 5, 5), (6, 6, 5)), Ended)


def test_ass_1_the_deal_limit_ends_it_whatever_the_counts():
    assert isinstance(after((2, 3), (1, 3), deal_limit=3), StockDealt)
    assert after((2, 3), (1, 3), (1, 4), deal_limit=3).places == (1, 2)
    assert after((3, 3), deal_limit=1).places == (1, 1)
    assert isinstance(after((5, 5), (6, 6), deal_limit=2), Ended)


def test_ass_1_the_deal_limit_is_60_by_default_and_0_means_none():
    same = [(3, 3)] * 60
    assert isinstance(after(*same[:59]), StockDealt)
    assert isinstance(after(*same), Ended)
    assert isinstance(after(*same, (3, 3), deal_limit=0), StockDealt)
    assert isinstance(after(*same[:3], (3, 0), deal_limit=0), Ended)
    for wrong in (-1, "3", True):
        with pytest.raises(OptionError):
            settled(ASS.options, 3, {"deal_limit": wrong})


# 2. Deal


@SEATS
def test_ass_2_four_cards_each_and_the_rest_takes_no_part(seats):
    match = BeatTable(ASS, seats)
    (deal,) = match.deals
    dealt = [card for hand in deal.hands for card in hand.cards]
    assert [hand.size for hand in deal.hands] == [4] * seats
    assert len(set(dealt)) == 4 * seats
    assert set(dealt) <= set(PACK_36)
    assert deal.stock is None
    assert match.stake(*[False] * seats) is None
    match.play_on(until_deal=2)
    assert not match.all_of(CardsDrawn)
    assert len(match.tricks) == 4
    # The pack of the rigged chance is in order, dealt one by one from the dealer's left.
    assert codes(deal.hands[1].cards[:1]) == "6C"
    assert [hand.cards[0].code for hand in deal.hands[2:]] == ["6D", "6H", "6S", "7C"][: seats - 2]


# 2. Refill


@SEATS
def test_ass_2_with_refill_the_rest_is_the_stock(seats):
    match = BeatTable(ASS, seats, refill=True)
    (deal,) = match.deals
    assert codes(deal.stock.cards) == codes(PACK_36[4 * seats :])
    assert match.state.own.stock.size == 36 - 4 * seats


def test_ass_2_who_draws_is_told_the_card_and_the_others_only_that():
    match = BeatTable(ASS, 3, refill=True)
    match.stake(False, False, False)
    match.play_on(until_deal=2)
    tellers = [Teller(ASS, 3, match.state.options, seat) for seat in (None, 0, 1, 2)]
    drawn = 0
    for event, state in match.moments:
        for teller in tellers:
            told = teller.hear(event, state)
            if isinstance(event, StockDealt):
                assert told.stock == Hand((), 24)
                for owner, hand in enumerate(told.hands):
                    assert hand == (event.hands[owner] if owner == teller.seat else Hand((), 4))
            elif isinstance(event, CardsDrawn):
                drawn += 1
                known = event.cards if event.seat == teller.seat else Hand((), 1)
                assert told == CardsDrawn(event.seat, known)
            else:
                assert told == event
            assert teller.view.own.stock.size == state.own.stock.size
            assert teller.view.own.stock.cards == ()
            assert teller.view.turn == state.turn
    assert drawn == 24 * 4


def test_ass_2_without_refill_nothing_is_said_of_a_stock():
    match = BeatTable(ASS, 3)
    for seat in (None, 0, 1, 2):
        assert ASS.tell(match.deals[0], match.state, seat).stock is None


# 3. Stakes


TARGETS = {2: (68, 44), 3: (80, 56), 4: (92, 68), 5: (104, 80), 6: (116, 92)}


@SEATS
def test_ass_3_targets(seats):
    assert source_targets(seats) == TARGETS[seats]
    assert targets(seats, settled(ASS.options, seats, {})) == TARGETS[seats]


@SEATS
def test_ass_2_even_targets_are_their_own_for_who_draws_and_who_does_not(seats):
    for refill, table in ((True, EVEN), (False, EVEN_OF_FOUR)):
        match = BeatTable(ASS, seats, targets="even", refill=refill)
        match.stake(True, *[False] * (seats - 1))
        match.play_on(until_deal=2)
        score = match.all_of(BanksScored)[0]
        assert sorted(score.targets) == sorted(
            [table[seats].go] + [table[seats].stay] * (seats - 1)
        )


@pytest.mark.parametrize("goes", list(itertools.product((True, False), repeat=2)))
@pytest.mark.parametrize(
    ("own_codes", "other_codes", "points"),
    [
        # 8 and A, A and T, T and Q, K and 9: 28 + 22 + 13 + 5.
        ("8S AS TS KS", "AD TD QD 9H", 68),
        ("8S AS TS KS", "AD TD QD 6H", 67),
        # 8 and 9, A and 7, T and J, K and 7: 16 + 12 + 11 + 5.
        ("8S AS TS KS", "9D 7H JD 7C", 44),
        ("8S AS TS KS", "9D 6H JD 7C", 43),
    ],
)
def test_ass_3_banks_go_down_at_the_target_and_up_for_go_under_it(
    own_codes, other_codes, points, goes
):
    match = BeatTable(ASS, 2, dealer=0, stack={1: (own_codes, other_codes)})
    assert match.state.turn == 1  # the holder of the only diamonds
    assert match.stake(goes[1], goes[0]) is None
    turns = zip(own_codes.split(), other_codes.split(), strict=True)
    first = True
    for mine, theirs in turns:
        assert match.play(f"{theirs} {mine}" if first else f"{mine} {theirs}") is None
        first = False
    (score,) = match.scores
    assert match.takers == [0] * 4
    assert score.points == (points, 0) == score.totals
    wanted = tuple(44 if go else 68 for go in goes)
    assert score.targets == wanted
    mine = 2 if points >= wanted[0] else 4 if goes[0] else 3
    assert score.banks == (mine, 4 if goes[1] else 3)
    assert sum(trick.points for trick in match.tricks) == points


# 5. Points of a trick


@pytest.mark.parametrize(
    ("trick", "points"),
    [
        ("8S", 16),
        ("AS", 12),
        ("TS", 10),
        ("KS", 5),
        ("QS", 3),
        ("JS", 1),
        ("9S", 0),
        ("7S", 0),
        ("6S", -1),
        ("6S 6C", -2),
        ("8S AS TC", 38),
        ("QS KS", 25),
        ("QS KH", 25),  # the cards of a pair need not share a suit
        ("JS QC", 15),
        ("KS JS", 6),
        ("JS QC KH", 26),  # the king pairs with the queen, the jack stays single
        ("JS QC QH KH", 40),
        ("QC QH KH", 28),
        ("QC KH KS", 30),
        ("QC QH KH KS", 50),
        ("QC QH JH JS", 30),
        ("QC QH QS JH KS KD", 65),  # twice 25 and 15
        ("QC QH QS JH JC KD", 55),
        ("JC JD QC", 16),
        ("6S 7S 9S JS", 10),  # four of one suit: -1 + 1 + 10
        ("6S 7S 9S JC", 0),
        ("7S 9S AS", 12),
        ("7S 9S AS 7C 8S", 38),
        ("7S 9S AS TS 8S", 48),  # five of a suit count no more than four
        ("QS KS AS TS 9C 7C", 57),
    ],
)
def test_ass_5_points_of_a_trick(trick, points):
    assert trick_points(cards(trick)) == points
    assert trick_points(cards(trick)[::-1]) == points


def test_ass_5_each_card_is_in_at_most_one_pair_and_the_best_pairing_counts():
    """Compare all tricks of up to six court cards with a search over every pairing."""

    def best(ranks):
        worth = {"K": 5, "Q": 3, "J": 1}
        most = sum(worth[rank] for rank in ranks)
        for a, b in itertools.combinations(range(len(ranks)), 2):
            pair = {"KQ": 25, "QK": 25, "JQ": 15, "QJ": 15}.get(ranks[a] + ranks[b])
            if pair:
                rest = [rank for at, rank in enumerate(ranks) if at not in (a, b)]
                most = max(most, pair + best(rest))
        return most

    tried = 0
    for size in range(1, 7):
        for ranks in itertools.combinations_with_replacement("KQJ", size):
            if max(map(ranks.count, ranks)) <= 4:
                suits = {"K": iter("CDHS"), "Q": iter("DHSC"), "J": iter("HSCD")}
                trick = cards(" ".join(rank + next(suits[rank]) for rank in ranks))
                four = max([card.suit for card in trick].count(suit) for suit in Suit) >= 4
                assert trick_points(trick) - 10 * four == best(list(ranks)), ranks
                tried += 1
    assert tried > 60


# Options and trumps


@SEATS
def test_beats_4_personal_trumps_are_for_four_at_most(seats):
    usual = settled(ASS.options, seats, {})
    assert usual == {
        "trumps": "personal" if seats <= 4 else "none",
        "trump_suits": (),
        "must_beat": True,
        "refill": True,
        "targets": "source",
        "deal_limit": 60,
    }
    assert settled(ASS.options, seats, {}, old=True) == usual | {"refill": False}
    for words in ("none", "one", "two", "ranked"):
        assert settled(ASS.options, seats, {"trumps": words})["trumps"] == words
    if seats > 4:
        with pytest.raises(OptionError) as caught:
            settled(ASS.options, seats, {"trumps": "personal"})
        assert caught.value.message.values["words"] == "none, one, two, ranked"
    else:
        match = BeatTable(ASS, seats, trumps="personal")
        for number in range(seats):
            assert match.authority.submit(ChooseTrump(match.state.turn, Suit(number))) is None
        assert set(match.state.trumps.own) == set(list(Suit)[:seats])
        assert ASS.picture(match.state).plates[1].trump is Suit.CLUBS


def test_an_old_record_of_five_players_has_no_personal_trumps():
    assert settled(ASS.options, 5, {}, old=True)["trumps"] == "none"
    assert settled(ASS.options, 4, {}, old=True)["trumps"] == "personal"
