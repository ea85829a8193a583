"""The guide of Master and Ass explains beating at the moment when it matters."""

from collections import Counter

import pytest

from games.advised_choices import weighed_positions
from games.beat.tables import BeatTable
from greenbaize.app.first_deal import FirstDealGuide, open_first_deal
from greenbaize.cards import parse_cards
from greenbaize.games import GAMES
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message
from greenbaize.words.speaker import Speaker

MASTER_GAME = GAMES["master"]

PLAYER_NAMES = ("Anna", "Boris", "Vera", "Mila")


def play_trick_codes(codes, hand="7S 9S"):
    """Return the last event, the view after it and the next seat, which holds ``hand``."""
    match = BeatTable(MASTER_GAME, 4)
    match.play_until(until_deal=1)
    view, first = match.state, match.state.leader
    hands = [
        parse_cards(codes[(seat - first) % 4]) if (seat - first) % 4 < len(codes) else ()
        for seat in range(4)
    ]
    next_seat = (first + len(codes)) % 4
    hands[next_seat] = (*hands[next_seat], *parse_cards(hand))
    view = view._replace(hands=tuple(map(Hand, hands)))
    for turn, code in enumerate(codes):
        event = CardPlayed((first + turn) % 4, *parse_cards(code))
        view = MASTER_GAME.fold(view, event)
    return event, view, next_seat


def guide_sentences(hand, *codes):
    """Return the guide's sentences for a seat that holds ``hand`` when these cards lie there."""
    _, view, seat = play_trick_codes(codes, hand)
    tips = MASTER_GAME.lesson().question_tips(view, seat)
    return [Speaker(PLAYER_NAMES, seat).format_message(tip.message) for tip in tips]


@pytest.mark.parametrize(
    ("hand", "table_codes", "reason"),
    [
        ("6S 9D", ("6D",), "in another suit too, unless it is an eight: here 6♠."),
        ("KD 7S", ("TD",), "the card one step below beats too (9 on J, J on Q, Q on K"),
        ("QD 7S", ("TD", "KD"), "here Q♦ on K♦."),
    ],
)
def test_beats_2_a_card_outside_the_suit_order_has_a_reason(hand, table_codes, reason):
    beat, explanation, order, *_ = guide_sentences(hand, *table_codes)
    assert "is winning" in beat
    assert reason in explanation
    assert order.startswith("Within a suit")


def test_no_other_rule_is_explained_where_only_the_suit_beats():
    beat, order = guide_sentences("9D JS", "7D")[:2]
    assert "9♦" in beat
    assert order.startswith("Within a suit")


def test_a_card_of_the_rank_led_that_loses_has_a_reason():
    event, view, _ = play_trick_codes(("JH", "JS", "AH", "JC"))
    text = FirstDealGuide(open_first_deal("master", "Ida")).describe_result(event, view).text
    first, second, third = text.split(". ")
    assert first == "A♥ beats J♠"
    assert second == "J♣ has the rank led, which beats J♥ but not A♥"
    assert "trick" in third


def test_the_lesson_summary_names_every_beat_rule():
    for name in ("master", "ass"):
        text = " ".join(
            Speaker().format_message(message) for message in GAMES[name].lesson().summary
        )
        assert "the rank led" in text
        assert "one step below" in text
        assert "in a ring" in text


def test_a_stake_is_explained_by_both_chances_and_by_what_decides():
    codes = Counter()
    for game, view, _, choices in weighed_positions("ass"):
        if choices[0].command.type != "stake":
            continue
        messages = {message.code: message for message in game.advice(view, choices)}
        codes.update(messages.keys())
        going, staying = sorted(choices, key=lambda choice: not choice.command.go)
        chances = messages["odds-stakes"].values
        assert chances["often"] == going.success_tenths
        assert chances["often_other"] == staying.success_tenths
        # The share of the match decides, not the banks of this deal alone.
        better_codes = messages.keys() & {"going-is-better", "staying-is-better"}
        if round(going.expected_score) != round(staying.expected_score):
            assert better_codes == {
                "going-is-better" if choices[0].command.go else "staying-is-better"
            }
        else:
            assert not better_codes
    assert codes["going-is-better"] + codes["staying-is-better"] > 5
    assert set(codes) <= {
        "odds-stakes",
        "going-is-better",
        "staying-is-better",
        "advice-eights",
        "advice-eights-few",
        "advice-no-eights",
        "advice-nothing-strong",
        "own-points",
    }


def test_the_comparison_of_stakes_is_told_in_banks_and_in_the_match():
    stakes = Message("odds-stakes", {"often": 7, "often_other": 3})
    assert [Speaker().format_message(one) for one in (stakes, Message("staying-is-better"))] == [
        "Going rids you of a bank in 7 deals of 10, or else adds one; staying rids you of one in "
        "3 deals of 10, at no risk.",
        "For the match, staying is better.",
    ]
