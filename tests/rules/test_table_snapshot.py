"""Moods of the players, from public information only."""

import pytest

from greenbaize.cards import Card, parse_cards
from greenbaize.rules.events import MatchEnded
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.table_snapshot import (
    DealScore,
    PlateTally,
    PlayerMood,
    ScoreQuality,
    SeatPlate,
    TableSnapshot,
    TallyShape,
    moods_after_deal,
    moods_after_match,
    moods_during_deal,
)

EMPTY_PLATE = SeatPlate(0)


def snapshot_with_bid(target, reached, cards_left, **changes):
    """Return a table for two: the first seat's bid, its tricks, and the cards left in hand."""
    plate = SeatPlate(0, tally=PlateTally(TallyShape.BARS, target, reached))
    base = TableSnapshot(1, 10, (Hand((), cards_left), Hand((), cards_left)), (plate, EMPTY_PLATE))
    return base._replace(**changes)


@pytest.mark.parametrize(
    ("target", "reached", "cards_left", "mood"),
    [
        (2, 0, 5, PlayerMood.NEUTRAL),
        (2, 2, 3, PlayerMood.PLEASED),
        (0, 0, 3, PlayerMood.NEUTRAL),
        (3, 1, 2, PlayerMood.TENSE),
        (3, 1, 1, PlayerMood.CAUGHT),
        (1, 2, 4, PlayerMood.CAUGHT),
    ],
)
def test_moods_follow_the_bid(target, reached, cards_left, mood):
    assert moods_during_deal(snapshot_with_bid(target, reached, cards_left)) == (
        mood,
        PlayerMood.NEUTRAL,
    )


def test_a_player_is_tense_before_a_trick_too_many():
    own_trick = Trick(0, parse_cards("AS"))
    assert (
        moods_during_deal(snapshot_with_bid(1, 1, 3, trick=own_trick, winning_index=0))[0]
        is PlayerMood.TENSE
    )
    others_trick = Trick(1, parse_cards("AS"))
    assert (
        moods_during_deal(snapshot_with_bid(1, 1, 3, trick=others_trick, winning_index=0))[0]
        is PlayerMood.PLEASED
    )


def test_a_played_card_may_still_win_a_needed_trick():
    assert (
        moods_during_deal(snapshot_with_bid(1, 0, 0, trick=Trick(0, parse_cards("AS"))))[0]
        is PlayerMood.TENSE
    )


def test_a_trick_towards_the_bid_pleases_until_the_next_is_led():
    taken_tricks = ((0, Trick(0, parse_cards("AS 2S"))),)
    assert (
        moods_during_deal(
            snapshot_with_bid(3, 1, 4, taken_tricks=taken_tricks, trick=Trick(0, ()))
        )[0]
        is PlayerMood.PLEASED
    )
    assert (
        moods_during_deal(
            snapshot_with_bid(3, 1, 4, taken_tricks=taken_tricks, trick=Trick(1, parse_cards("3S")))
        )[0]
        is PlayerMood.NEUTRAL
    )


def test_few_cards_make_tense_and_the_last_holder_is_caught():
    def moods_of_hand_sizes(*hand_sizes):
        hands = tuple(Hand((), count) for count in hand_sizes)
        return moods_during_deal(
            TableSnapshot(
                1, 1, hands, tuple(SeatPlate(None, hand_size=size) for size in hand_sizes)
            )
        )

    assert moods_of_hand_sizes(5, 2, 7) == (
        PlayerMood.NEUTRAL,
        PlayerMood.TENSE,
        PlayerMood.NEUTRAL,
    )
    assert moods_of_hand_sizes(5, 0, 1) == (
        PlayerMood.NEUTRAL,
        PlayerMood.PLEASED,
        PlayerMood.TENSE,
    )
    assert moods_of_hand_sizes(5, 0, 0) == (
        PlayerMood.CAUGHT,
        PlayerMood.PLEASED,
        PlayerMood.PLEASED,
    )
    assert moods_of_hand_sizes(0, 0, 0) == (PlayerMood.NEUTRAL,) * 3


def test_a_leader_is_winning_near_the_end_only():
    table = TableSnapshot(8, 10, (Hand(()),) * 2, (EMPTY_PLATE, EMPTY_PLATE), leading_seats=(1,))
    assert moods_during_deal(table) == (PlayerMood.NEUTRAL, PlayerMood.WINNING)
    assert moods_during_deal(table._replace(deal=7)) == (PlayerMood.NEUTRAL,) * 2
    assert moods_during_deal(table._replace(deal_count=None)) == (PlayerMood.NEUTRAL,) * 2
    assert moods_during_deal(table._replace(deal=1, deal_count=1)) == (PlayerMood.NEUTRAL,) * 2


def test_moods_follow_the_quality_of_a_score():
    table = TableSnapshot(8, 10, (Hand(()),) * 3, (EMPTY_PLATE,) * 3, leading_seats=(2,))
    deal_scores = [
        DealScore(Message("made-points"), luck, Message("makes-points"))
        for luck in (ScoreQuality.GOOD, ScoreQuality.BAD, ScoreQuality.NEUTRAL)
    ]
    assert moods_after_deal(deal_scores, table) == (
        PlayerMood.PLEASED,
        PlayerMood.CAUGHT,
        PlayerMood.WINNING,
    )


def test_the_winner_is_glad_at_the_end_and_the_last_is_not():
    end = MatchEnded((3, 9, 5), (3, 1, 2))
    assert moods_after_match(end.places) == (
        PlayerMood.CAUGHT,
        PlayerMood.WINNING,
        PlayerMood.NEUTRAL,
    )
    assert moods_after_match((1, 1)) == (PlayerMood.WINNING,) * 2


HAND_CARDS, TAKEN, OPEN = parse_cards("2C 3C"), parse_cards("4C 5C"), parse_cards("6C")
PILE = parse_cards("7C 8C")
FULL_SNAPSHOT = TableSnapshot(
    1,
    10,
    (Hand(HAND_CARDS), Hand((), 2)),
    (EMPTY_PLATE, EMPTY_PLATE),
    taken_tricks=((0, Trick(0, TAKEN)),),
    trick=Trick(1, OPEN),
    pile=PILE,
    trump_card=Card.of("9C"),
)


def test_cards_are_seen_in_hands_tricks_and_on_the_pile():
    assert FULL_SNAPSHOT.seen_cards == [*HAND_CARDS, *TAKEN, *PILE, *OPEN]
    assert FULL_SNAPSHOT._replace(trick=None, pile=None).seen_cards == [*HAND_CARDS, *TAKEN]


def test_the_trump_card_is_undealt_unless_it_is_seen_elsewhere():
    assert FULL_SNAPSHOT.undealt_trump_card == Card.of("9C")
    for seen_card in parse_cards("2C 4C 6C 8C"):
        assert FULL_SNAPSHOT._replace(trump_card=seen_card).undealt_trump_card is None
    assert FULL_SNAPSHOT._replace(trump_card=None).undealt_trump_card is None


def test_cards_are_played_to_the_trick_or_on_the_top_of_the_pile():
    assert FULL_SNAPSHOT.table_cards == PILE[-1:]
    assert FULL_SNAPSHOT._replace(pile=()).table_cards == ()
    assert FULL_SNAPSHOT._replace(pile=None).table_cards == OPEN
    assert FULL_SNAPSHOT._replace(pile=None, trick=None).table_cards == ()
