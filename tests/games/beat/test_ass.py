"""Ass: a test for every rule on its page, named for the rule's number.

Whole matches are checked against the page by ``match/beat_pages.py``.
"""

import itertools
from functools import partial

import pytest

from games.beat.tables import BeatTable, card_codes
from games.exact_bid.rule_tables import RiggedChance
from games.stories import StoryRunner, parametrize_stories
from greenbaize.cards import Suit, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.beat.ass import ass_scoring
from greenbaize.games.beat.banks import (
    EVEN_TARGETS,
    EVEN_TARGETS_WITHOUT_REFILL,
    stake_targets,
    standard_targets,
)
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.commands import ChooseTrumpCommand
from greenbaize.games.beat.events import BanksScored, StockDealt
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.errors import OptionError
from greenbaize.rules.events import CardsDrawn, LotDrawn, MatchEnded
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import resolve_options

ASS_GAME = GAMES["ass"]
trick_points = partial(ass_scoring(4).trick_value, 0)
EACH_SEAT_COUNT = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


def create_table(*hands, all_stay=False, **options):
    """Return a match whose first deal begins with these hands."""
    match = BeatTable(ASS_GAME, len(hands), stack={1: hands}, **options)
    if all_stay:
        assert match.make_stakes(*[False] * len(hands)) is None
    return match


STORY_TABLES = {
    "THREE": partial(BeatTable, ASS_GAME, 3),
    "FIVE": partial(BeatTable, ASS_GAME, 5, dealer=1),
    "SPADES": partial(create_table, "8S AS TS KS", "AD TD QD 9H"),
    "REFILL": partial(create_table, "7D KS 9S JS", "QD 7C 9C JC", refill=True, all_stay=True),
    "MUST": partial(create_table, "9D 6C 7C AC", "TD 7D 6H 7H", all_stay=True),
    "MAY": partial(
        create_table, "9D 6D 7C AC", "TD 7D 6H 7H", leader=0, must_beat=False, all_stay=True
    ),
    "BACK": partial(create_table, "6D 6C 7C AC", "8D 9H 6H 7H", "KD 7D 7S 9S", all_stay=True),
    "EIGHT": partial(create_table, "6D 6C 7C AC", "8H 9C 9H 7H", "KH 7D 9S 6H", all_stay=True),
    **{
        f"LEAD{number}": partial(create_table, *hands.split(", "), dealer=1)
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

RULE_STORIES = """
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


@parametrize_stories("ass", RULE_STORIES)
def test_ass_by_the_page(steps):
    StoryRunner("ass", STORY_TABLES).run_steps(steps)


def test_ass_is_for_two_to_six():
    assert list(ASS_GAME.seats) == [2, 3, 4, 5, 6]


# 1. Banks


def event_after_banks(*banks, **options):
    """Return the event that follows after deals that left these banks."""
    seats = len(banks[0])
    state = ASS_GAME.initial_state(
        seats, resolve_options(ASS_GAME.options, seats, {"trumps": "none", **options})
    )
    state = ASS_GAME.fold(state, LotDrawn(0))
    hands = (Hand(()),) * seats
    for deal, counts in enumerate(banks, 1):
        state = ASS_GAME.fold(state, StockDealt(deal, 0, 1, hands))
        totals = tuple(range(deal, deal + seats))
        state = ASS_GAME.fold(state, BanksScored(deal, (1,) * seats, totals, (68,) * seats, counts))
    return ASS_GAME.derive(state, RiggedChance(0, {}))


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
    end = event_after_banks(banks)
    assert end == MatchEnded(tuple(range(1, 1 + len(banks))), ranks)


@pytest.mark.parametrize("banks", [(1, 5), (3, 3), (2, 4, 5, 1)])
def test_ass_1_otherwise_the_match_continues(banks):
    assert isinstance(event_after_banks(banks), StockDealt)


def test_ass_1_all_at_six_together_play_on_until_somebodys_count_changes():
    fives, sixes = (5, 5, 5), (6, 6, 6)
    assert isinstance(event_after_banks(fives, sixes), StockDealt)
    assert isinstance(event_after_banks(fives, sixes, sixes), StockDealt)
    assert isinstance(event_after_banks(fives, sixes, sixes, sixes), StockDealt)
    assert event_after_banks(fives, sixes, sixes, (6, 5, 6)).places == (2, 1, 2)
    assert event_after_banks(fives, sixes, (6, 7, 6)).places == (1, 3, 1)
    assert event_after_banks(fives, sixes, (7, 7, 7)).places == (1, 1, 1)
    assert event_after_banks(fives, sixes, (5, 5, 5)).places == (1, 1, 1)


def test_ass_1_not_all_at_six_is_an_end():
    assert isinstance(event_after_banks((5, 5, 5), (6, 6, 5)), MatchEnded)


def test_ass_1_the_deal_limit_ends_it_whatever_the_counts():
    assert isinstance(event_after_banks((2, 3), (1, 3), deal_limit=3), StockDealt)
    assert event_after_banks((2, 3), (1, 3), (1, 4), deal_limit=3).places == (1, 2)
    assert event_after_banks((3, 3), deal_limit=1).places == (1, 1)
    assert isinstance(event_after_banks((5, 5), (6, 6), deal_limit=2), MatchEnded)


def test_ass_1_the_deal_limit_is_60_by_default_and_0_means_none():
    unchanged_banks = [(3, 3)] * 60
    assert isinstance(event_after_banks(*unchanged_banks[:59]), StockDealt)
    assert isinstance(event_after_banks(*unchanged_banks), MatchEnded)
    assert isinstance(event_after_banks(*unchanged_banks, (3, 3), deal_limit=0), StockDealt)
    assert isinstance(event_after_banks(*unchanged_banks[:3], (3, 0), deal_limit=0), MatchEnded)
    for invalid_limit in (-1, "3", True):
        with pytest.raises(OptionError):
            resolve_options(ASS_GAME.options, 3, {"deal_limit": invalid_limit})


# 2. Deal


@EACH_SEAT_COUNT
def test_ass_2_four_cards_each_and_the_rest_takes_no_part(seats):
    match = BeatTable(ASS_GAME, seats)
    (deal,) = match.deal_events
    dealt_cards = [card for hand in deal.hands for card in hand.cards]
    assert [hand.size for hand in deal.hands] == [4] * seats
    assert len(set(dealt_cards)) == 4 * seats
    assert set(dealt_cards) <= set(PACK_36)
    assert deal.stock is None
    assert match.make_stakes(*[False] * seats) is None
    match.play_until(until_deal=2)
    assert not match.events_of(CardsDrawn)
    assert len(match.trick_events) == 4
    # The pack of the rigged chance is in order, dealt one by one from the dealer's left.
    assert card_codes(deal.hands[1].cards[:1]) == "6C"
    assert [hand.cards[0].code for hand in deal.hands[2:]] == ["6D", "6H", "6S", "7C"][: seats - 2]


# 2. Refill


@EACH_SEAT_COUNT
def test_ass_2_with_refill_the_rest_is_the_stock(seats):
    match = BeatTable(ASS_GAME, seats, refill=True)
    (deal,) = match.deal_events
    assert card_codes(deal.stock.cards) == card_codes(PACK_36[4 * seats :])
    assert match.state.game_data.stock.size == 36 - 4 * seats


def test_ass_2_only_the_drawing_seat_knows_the_card():
    match = BeatTable(ASS_GAME, 3, refill=True)
    match.make_stakes(False, False, False)
    match.play_until(until_deal=2)
    trackers = [ViewTracker(ASS_GAME, 3, match.state.options, seat) for seat in (None, 0, 1, 2)]
    draw_count = 0
    for event, state in match.moments:
        for tracker in trackers:
            view_event = tracker.redact_event(event, state)
            if isinstance(event, StockDealt):
                assert view_event.stock == Hand((), 24)
                for owner, hand in enumerate(view_event.hands):
                    assert hand == (event.hands[owner] if owner == tracker.seat else Hand((), 4))
            elif isinstance(event, CardsDrawn):
                draw_count += 1
                known_cards = event.cards if event.seat == tracker.seat else Hand((), 1)
                assert view_event == CardsDrawn(event.seat, known_cards)
            else:
                assert view_event == event
            assert tracker.view.game_data.stock.size == state.game_data.stock.size
            assert tracker.view.game_data.stock.cards == ()
            assert tracker.view.turn == state.turn
    assert draw_count == 24 * 4


def test_ass_2_without_refill_a_deal_has_no_stock():
    match = BeatTable(ASS_GAME, 3)
    for seat in (None, 0, 1, 2):
        assert ASS_GAME.tell(match.deal_events[0], match.state, seat).stock is None


# 3. Stakes


STANDARD_TARGETS = {2: (68, 44), 3: (80, 56), 4: (92, 68), 5: (104, 80), 6: (116, 92)}


@EACH_SEAT_COUNT
def test_ass_3_targets(seats):
    assert standard_targets(seats) == STANDARD_TARGETS[seats]
    options = resolve_options(ASS_GAME.options, seats, {"targets": "source"})
    assert stake_targets(seats, options) == STANDARD_TARGETS[seats]


@EACH_SEAT_COUNT
def test_only_two_have_even_targets_by_default(seats):
    targets = stake_targets(seats, resolve_options(ASS_GAME.options, seats, {}))
    assert targets == (EVEN_TARGETS if seats == 2 else STANDARD_TARGETS)[seats]


@EACH_SEAT_COUNT
def test_ass_2_even_targets_differ_with_and_without_refill(seats):
    for refill, table in ((True, EVEN_TARGETS), (False, EVEN_TARGETS_WITHOUT_REFILL)):
        match = BeatTable(ASS_GAME, seats, targets="even", refill=refill)
        match.make_stakes(True, *[False] * (seats - 1))
        match.play_until(until_deal=2)
        score = match.events_of(BanksScored)[0]
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
    match = BeatTable(ASS_GAME, 2, dealer=0, stack={1: (own_codes, other_codes)})
    assert match.state.turn == 1  # the holder of the only diamonds
    assert match.make_stakes(goes[1], goes[0]) is None
    turns = zip(own_codes.split(), other_codes.split(), strict=True)
    first = True
    for own_banks, theirs in turns:
        assert (
            match.play_cards(f"{theirs} {own_banks}" if first else f"{own_banks} {theirs}") is None
        )
        first = False
    (score,) = match.score_events
    assert match.takers == [0] * 4
    assert score.points == (points, 0) == score.totals
    targets_due = tuple(44 if go else 68 for go in goes)
    assert score.targets == targets_due
    own_banks = 2 if points >= targets_due[0] else 4 if goes[0] else 3
    assert score.banks == (own_banks, 4 if goes[1] else 3)
    assert sum(trick.points for trick in match.trick_events) == points


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
    assert trick_points(parse_cards(trick)) == points
    assert trick_points(parse_cards(trick)[::-1]) == points


def test_ass_5_each_card_is_in_at_most_one_pair_and_the_best_pairing_counts():
    """Compare all tricks of up to six court cards with a search over every pairing."""

    def best_pairing(ranks):
        worth = {"K": 5, "Q": 3, "J": 1}
        best_points = sum(worth[rank] for rank in ranks)
        for a, b in itertools.combinations(range(len(ranks)), 2):
            pair = {"KQ": 25, "QK": 25, "JQ": 15, "QJ": 15}.get(ranks[a] + ranks[b])
            if pair:
                rest = [rank for index, rank in enumerate(ranks) if index not in (a, b)]
                best_points = max(best_points, pair + best_pairing(rest))
        return best_points

    trick_count = 0
    for size in range(1, 7):
        for ranks in itertools.combinations_with_replacement("KQJ", size):
            if max(map(ranks.count, ranks)) <= 4:
                suits = {"K": iter("CDHS"), "Q": iter("DHSC"), "J": iter("HSCD")}
                trick = parse_cards(" ".join(rank + next(suits[rank]) for rank in ranks))
                four = max([card.suit for card in trick].count(suit) for suit in Suit) >= 4
                assert trick_points(trick) - 10 * four == best_pairing(list(ranks)), ranks
                trick_count += 1
    assert trick_count > 60


# Options and trumps


@EACH_SEAT_COUNT
def test_beats_4_personal_trumps_are_for_four_at_most(seats):
    defaults = resolve_options(ASS_GAME.options, seats, {})
    assert defaults == {
        "trumps": "personal" if seats <= 4 else "none",
        "trump_suits": (),
        "must_beat": True,
        "refill": True,
        "targets": "even" if seats == 2 else "source",
        "deal_limit": 60,
    }
    assert resolve_options(ASS_GAME.options, seats, {}, is_legacy=True) == defaults | {
        "refill": False,
        "targets": "source",
    }
    for words in ("none", "one", "two", "ranked"):
        assert resolve_options(ASS_GAME.options, seats, {"trumps": words})["trumps"] == words
    if seats > 4:
        with pytest.raises(OptionError) as caught:
            resolve_options(ASS_GAME.options, seats, {"trumps": "personal"})
        assert caught.value.message.values["words"] == "none, one, two, ranked"
    else:
        match = BeatTable(ASS_GAME, seats, trumps="personal")
        for number in range(seats):
            assert (
                match.authority.submit(ChooseTrumpCommand(match.state.turn, Suit(number))) is None
            )
        assert set(match.state.trumps.personal_suits) == set(list(Suit)[:seats])
        assert ASS_GAME.picture(match.state).plates[1].personal_suit is Suit.CLUBS


def test_an_old_record_of_five_players_has_no_personal_trumps():
    assert resolve_options(ASS_GAME.options, 5, {}, is_legacy=True)["trumps"] == "none"
    assert resolve_options(ASS_GAME.options, 4, {}, is_legacy=True)["trumps"] == "personal"
