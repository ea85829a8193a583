"""Master: a test for every rule on its page, named for the rule's number.

Whole matches are checked against the page by ``match/beat_pages.py``.
"""

from functools import partial

import pytest

from games.beat.tables import BeatTable
from games.stories import StoryRunner, parametrize_stories
from greenbaize.cards import Card, Suit, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.beat.contracts import CONTRACTS
from greenbaize.games.beat.events import ContractDealt
from greenbaize.games.beat.master import master_scoring
from greenbaize.rules.errors import OptionError
from greenbaize.rules.events import MatchEnded
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.options import parse_option_assignments, resolve_options
from greenbaize.rules.table_snapshot import PlayerMood

MASTER_GAME = GAMES["master"]
card_of = Card.of
EACH_SEAT_COUNT = pytest.mark.parametrize("seats", [2, 3, 4])

CONTRACT_NAMES = (
    "all",
    "kings-jacks",
    "sixes",
    "hearts",
    "tens-aces",
    "diamond-court",
    "queens",
    "eights",
    "queen-of-spades",
    "king-of-hearts",
    "last-two",
    "max",
)
CONTRACT_POINTS = (9, 16, 12, 36, 40, 18, 28, 32, 9, 10, 22, 12)


def play_whole_match(seats, **options):
    match = BeatTable(MASTER_GAME, seats, **options)
    match.play_until()
    return match


def test_master_is_for_two_to_four():
    assert list(MASTER_GAME.seats) == [2, 3, 4]


# 1. Match


def test_master_1_the_contracts_and_their_totals_come_to_244():
    assert tuple(contract.name for contract in CONTRACTS) == CONTRACT_NAMES
    assert tuple(contract.total_points for contract in CONTRACTS) == CONTRACT_POINTS
    assert sum(CONTRACT_POINTS) == 244


def create_table(*hands, **options):
    return BeatTable(MASTER_GAME, len(hands), stack={1: hands}, **options)


FIRST_DEAL_HANDS = (
    "9D TC 6S QS KC JC TH 9H 6D",  # leads, as the lowest diamond is here
    "TD JD 8C 9C 6C 7C QH KH KS",
    "AD 8D 8H 8S 7H AC JH 7S 6H",
)
RENAMING_HANDS = (
    "9D TC 6S QS KC JC TH 9H 6D",
    "8H JH 8C 9C 6C 7C QH KH KS",
    "AD 8D 9S 8S 7H AC QC 7S 6H",
)
CLUB_HAND, HEART_HAND = ("6C 7C 8C 9C JC QC KC TC AC", "6H 7H 8H 9H JH QH KH TH AH")
# Nine cards each for two players: clubs, hearts, spades, and the ten and king of diamonds.
TEN_HAND, KING_HAND = "TD 6C 7C 8C 9C JC QC KC TC", "KD 6H 7H 8H 9H JH QH KH TH"
STORY_TABLES = {
    "START": partial(BeatTable, MASTER_GAME),
    "HANDS": partial(create_table, *FIRST_DEAL_HANDS),
    "RENAMED": partial(create_table, *RENAMING_HANDS),
    "TAKES": partial(create_table, "6D 6C", "JD 7C", "QD 9C", "7D JC"),
    "HOLDS0": partial(create_table, "6D AD", "QD TS", "KD TH"),
    "HOLDS1": partial(create_table, "JD TC", "6D AD", "KD TH"),
    "HOLDS2": partial(create_table, "JD TC", "QD TS", "6D AD"),
    "TEN": partial(create_table, TEN_HAND, KING_HAND),
    "KING": partial(create_table, KING_HAND, TEN_HAND, dealer=1),
    "NONE": partial(create_table, CLUB_HAND, HEART_HAND),
}

RULE_STORIES = """
3 the lowest diamond leads wherever it lies, whoever deals
  from HOLDS0; leaders: 0; turn: 0; from HOLDS1; turn: 1; from HOLDS2; turn: 2
  # the ten stands above the king
  from TEN; leaders: 1; from KING; leaders: 0
3 if nobody holds a diamond the dealers left leads
  from NONE dealer=0; leaders: 1; from NONE dealer=1; leaders: 0
3 later the dealers left leads, and whoever led a deals first trick deals the next
  # the pack in its order gives 6C to the dealer's left and 6D to the seat after that
  from START seats=3 dealer=1; deal4; dealers: 1 0 1 2; leaders: 0 1 2 0; lots: 0,1,2
3 who takes a trick leads the next
  from TAKES; turn: 0; 6D JD QD 7D; takers: 2; turn: 2
6 nothing is played after the end
  from START seats=2; rest; ! 0:6C match-over 6
beats 4.1 personal trumps are chosen from the dealers left before the first deal, all different
  from START seats=3 dealer=1 trumps=personal; turn: 2; legal 2: C D H S; leaders:
  # nobody plays before all have chosen
  ! 6C trump-first beats.md 4; ! 0trumpC not-your-turn beats.md 4
  trumpH -> trump2:H; legal 0: C D S; ! trumpH trump-taken beats.md 4.1 suit=H; trumpC
  turn: 1; trumpS -> trump1:S deal; own: C S H; deal3; own: C S H
beats 5 beating is a choice and following is not
  from HANDS; turn: 0; 9D; legal 1: TD JD 9C; ! 8C eight-needs-void beats.md 2d card=8C suit=D
  ! KS follow-main-or-beat beats.md 5 card=KS cards=9C,JD,TD seat=1 top=9D
  ! AD not-held beats.md 5 card=AD; 9C
beats 5 after an eight has renamed the suit that suit is followed
  from RENAMED; 9D 8H; legal 2: 7H 6H; sign: H
  ! AD follow-renamed beats.md 5 card=AD cards=6H,7H seat=2 top=8H
  ! 9S follow-renamed beats.md 5; ! 8D eight-needs-void beats.md 2d
  ! 8S eight-needs-void beats.md 2d
1 a command of another kind is refused
  from HANDS; ! 0bid1 not-in-this-game type=bid; ! 0go not-in-this-game type=stake
  ! 1:TD not-your-turn beats.md 5 seat=0; ! 3:TD no-seat number=3
"""


@parametrize_stories("master", RULE_STORIES)
def test_master_by_the_page(steps):
    StoryRunner("master", STORY_TABLES).run_steps(steps)


# 4. Contracts: one suit each, so every seat follows with the led rank and the last one wins.

ONE_SUIT_EACH = tuple(" ".join(rank + suit for rank in "6789JQKTA") for suit in "CDHS")
# By the leader and the three seats after it. Of the ranks 6 7 8 9 J Q K T A, in this order,
#
# the tricks go to 3, 2, 1, 0, 3, 2, 1, 0, 3.
POINTS_BY_CONTRACT = (
    (2, 2, 2, 3),  # all: a trick each
    (0, 8, 0, 8),  # kings and jacks
    (0, 0, 0, 12),  # sixes
    (8, 8, 8, 12),  # a heart in every trick
    (20, 0, 0, 20),  # tens and aces
    (0, 6, 6, 6),  # J, Q and K of diamonds
    (0, 0, 28, 0),  # queens
    (0, 32, 0, 0),  # eights
    (0, 0, 9, 0),  # the queen of spades
    (0, 10, 0, 0),  # the king of hearts
    (11, 0, 0, 11),  # the last two tricks
    (0, 0, 0, 12),  # most card points: 40 + 0, 20 + 0, 12 + 0 and 48 + 4 - but no sixes
)
REMAINING_BY_CONTRACT = (0, 2, 8, 0, 0, 2, 3, 6, 3, 2, 0, 0)
"""Tricks that remain when the deal ends as soon as its points are taken."""


def play_one_suit_each(deal, **options):
    """Return a match after this deal, in which every rank was led in turn, and its leader."""
    # The first leader is seat 1: in deal 1 it holds the diamonds, later it deals.
    match = BeatTable(
        MASTER_GAME, 4, stack={deal: ONE_SUIT_EACH}, leader=first_leader(deal), **options
    )
    match.play_until(until_deal=deal)
    leader, before = match.state.turn, len(match.score_events)
    for rank in "6789JQKTA":
        for _ in range(4):
            if len(match.score_events) > before:
                return match, leader
            (card,) = [c for c in match.state.hands[match.state.turn].cards if c.code[0] == rank]
            assert match.play_cards(card.code) is None
    return match, leader


def first_leader(deal):
    return 1 if deal == 1 else 2


@pytest.mark.parametrize("deal", range(1, 25))
@pytest.mark.parametrize("early_end", [True, False])
def test_master_4_5_a_deal_scores_by_its_contract(deal, early_end):
    match, leader = play_one_suit_each(deal, early_end=early_end)
    score = match.score_events[deal - 1]
    contract_index = (deal - 1) % 12
    sign = -1 if deal <= 12 else 1
    expected = [0] * 4
    for turn, points in enumerate(POINTS_BY_CONTRACT[contract_index]):
        expected[(leader + turn) % 4] = sign * points
    assert list(score.points) == expected
    assert sum(POINTS_BY_CONTRACT[contract_index]) == CONTRACT_POINTS[contract_index]
    assert score.remaining == (REMAINING_BY_CONTRACT[contract_index] if early_end else 0)
    assert sum(score.tricks) == 9 - score.remaining
    takers = [(leader + turn) % 4 for turn in (3, 2, 1, 0, 3, 2, 1, 0, 3)]
    played = takers[: 9 - score.remaining]
    assert list(score.tricks) == [played.count(seat) for seat in range(4)]
    before = match.score_events[deal - 2].totals if deal > 1 else (0,) * 4
    assert list(score.totals) == [a + b for a, b in zip(before, expected, strict=True)]


@pytest.mark.parametrize(
    ("trick", "points"),
    [
        ("AS", 12),
        ("TS", 10),
        ("KS", 5),
        ("QS", 3),
        ("JS", 1),
        ("9S 8S 7S", 0),
        ("6S", 0),
        ("AS TC KH QD", 30),
        ("6S 7S 9S 8S", 10),
        ("AS TS KS QS", 40),
        ("AS TS KS QD", 30),
        ("AS TS KS", 27),
        ("KS QS", 8),  # no pairs here
    ],
)
def test_master_4_card_points_of_max(trick, points):
    assert master_scoring(24, 4, True).trick_value(0, parse_cards(trick)) == points


def state_before_score(deal, points, takers, seats=3):
    """Return a state whose cards are played, with these card points and takers of tricks."""
    state = MASTER_GAME.initial_state(
        seats, resolve_options(MASTER_GAME.options, seats, {"trumps": "none"})
    )
    hands = (Hand(()),) * seats
    state = MASTER_GAME.fold(
        state, ContractDealt(deal, 0, 1, hands, CONTRACT_NAMES[(deal - 1) % 12], 1)
    )
    tricks = tuple((seat, Trick(0, ())) for seat in takers)
    won = tuple(takers.count(seat) for seat in range(seats))
    play = state.play._replace(taken_tricks=tricks, tricks_won=won)
    return state._replace(points=points, play=play, turn=None, scores=((),) * (deal - 1))


@pytest.mark.parametrize(
    ("points", "takers", "winner"),
    [
        ((30, 20, 10), [0, 1, 2, 2], 0),
        ((30, 30, 10), [0, 1, 2, 2], 1),
        ((30, 30, 10), [1, 0, 2, 2], 0),
        ((30, 30, 30), [1, 0, 2, 0], 0),
        ((10, 30, 30), [1, 2, 1, 0], 1),
    ],
)
@pytest.mark.parametrize(("deal", "sign"), [(12, -1), (24, 1)])
def test_master_4_tied_for_most_the_latest_trick_decides(points, takers, winner, deal, sign):
    score = MASTER_GAME.derive(state_before_score(deal, points, takers), None)
    assert score.points == tuple(sign * 12 * (seat == winner) for seat in range(3))


def test_master_4_both_of_the_last_two_tricks_may_be_one_players():
    score = MASTER_GAME.derive(state_before_score(23, (0, 0, 0), [1, 0] * 5 + [2, 2]), None)
    assert score.points == (0, 0, 22)


# 5. Early end


@EACH_SEAT_COUNT
def test_master_5_without_the_option_every_deal_is_played_out(seats):
    match = play_whole_match(seats, early_end=False)
    assert not any(score.remaining for score in match.score_events)
    assert sum(sum(score.tricks) for score in match.score_events) == 2 * (396 // seats + 9)


def test_master_5_early_end_is_on_by_default():
    assert resolve_options(MASTER_GAME.options, 4, {})["early_end"] is True


# 6. Result


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [((5, -9, 4), (1, 3, 2)), ((4, 4, -8), (1, 1, 3)), ((0, 0, 0), (1, 1, 1))],
)
def test_master_6_the_highest_sum_wins_and_equal_sums_share_the_rank(totals, ranks):
    state = state_before_score(24, (0, 0, 0), [0])._replace(totals=totals, scores=((),) * 24)
    assert MASTER_GAME.derive(state, None) == MatchEnded(totals, ranks)


# Trumps: beats.md 4


@pytest.mark.parametrize(
    ("trumps", "suits", "classes"),
    [
        ("none", (), (0, 0, 0, 0)),
        ("one", ("H",), (0, 0, 1, 0)),
        ("two", ("S", "C"), (1, 0, 0, 1)),
        ("ranked", (), (0, 1, 0, 2)),
    ],
)
def test_beats_4_common_trumps_are_the_options(trumps, suits, classes):
    match = BeatTable(MASTER_GAME, 4, trumps=trumps, trump_suits=suits)
    assert match.state.trumps.classes == classes
    assert match.state.trumps.personal_suits == ()
    assert [event.type for event in match.events] == ["lot", "deal"]
    sorted_suits = {"none": "", "one": "H", "two": "CS", "ranked": "SD"}[trumps]
    assert "".join(s.letter for s in MASTER_GAME.picture(match.state).trumps) == sorted_suits


@EACH_SEAT_COUNT
def test_beats_4_options_of_trumps(seats):
    usual = resolve_options(MASTER_GAME.options, seats, {})
    assert usual == {"trumps": "personal", "trump_suits": (), "early_end": True}
    assert resolve_options(MASTER_GAME.options, seats, {}, is_legacy=True) == usual
    assert resolve_options(MASTER_GAME.options, seats, {"trumps": "one"})["trump_suits"] == ("C",)
    assert resolve_options(MASTER_GAME.options, seats, {"trumps": "two"})["trump_suits"] == (
        "C",
        "H",
    )
    typed = parse_option_assignments(
        MASTER_GAME.options, ["trumps=two", "trump_suits=SD", "early_end=false"]
    )
    assert resolve_options(MASTER_GAME.options, seats, typed) == {
        "trumps": "two",
        "trump_suits": ("S", "D"),
        "early_end": False,
    }


@pytest.mark.parametrize(
    "invalid_options",
    [
        {"trumps": "three"},
        {"trumps": "personal", "trump_suits": ["C"]},
        {"trumps": "none", "trump_suits": ["C"]},
        {"trumps": "ranked", "trump_suits": ["S", "D"]},
        {"trumps": "one", "trump_suits": []},
        {"trumps": "one", "trump_suits": ["C", "H"]},
        {"trumps": "two", "trump_suits": ["C"]},
        {"trumps": "two", "trump_suits": ["C", "C"]},
        {"trumps": "two", "trump_suits": ["C", "X"]},
        {"trump_suits": ["C"]},
        {"must_beat": True},
    ],
)
def test_beats_4_invalid_options_are_refused(invalid_options):
    with pytest.raises(OptionError):
        resolve_options(MASTER_GAME.options, 3, invalid_options)


# Moods


@pytest.mark.parametrize(("deal", "mood"), [(4, PlayerMood.CAUGHT), (16, PlayerMood.PLEASED)])
def test_a_scoring_trick_changes_the_mood_of_its_taker(deal, mood):
    match, _ = play_one_suit_each(deal)
    deal_moments = [(event, state) for event, state in match.moments if state.deal == deal]
    for event, state in deal_moments:
        moods = MASTER_GAME.moods(state, event)
        if event.type == "trick":
            assert moods[event.seat] is mood
        elif event.type == "play" and deal == 4:
            counts = any(card.suit is Suit.HEARTS for card in state.play.trick)
            assert (moods[state.situation.taker] is PlayerMood.TENSE) is counts


def test_at_the_score_moods_follow_the_points():
    match, _ = play_one_suit_each(1)
    event, state = next(
        (candidate, state) for candidate, state in match.moments if candidate.type == "score"
    )
    expected = [PlayerMood.CAUGHT if points else PlayerMood.PLEASED for points in event.points]
    assert list(MASTER_GAME.moods(state, event)) == expected


@EACH_SEAT_COUNT
def test_a_short_match_is_the_first_half(seats):
    full, short = play_whole_match(seats), play_whole_match(seats, length="short")
    assert short.deal_events == full.deal_events[:12]
    assert short.score_events == full.score_events[:12]
    end = short.events[-1]
    assert sum(end.totals) == -244
    assert MASTER_GAME.picture(short.state).deal_count == 12
    assert "length" not in full.state.options
