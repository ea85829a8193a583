"""The guide of Master and Ass explains beating at the moment when it matters."""

import pytest

from games.beat.tables import BeatTable
from greenbaize.app.learning import Guide, first_place_of
from greenbaize.cards import cards
from greenbaize.games import GAMES
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.hands import Hand
from greenbaize.words.speaker import Speaker

MASTER = GAMES["master"]
NAMES = ("Anna", "Boris", "Vera", "Mila")


def play_trick(lying, hand="7S 9S"):
    """Return the last event, the view after it and the next seat, which holds ``hand``."""
    match = BeatTable(MASTER, 4)
    match.play_on(until_deal=1)
    view, first = match.state, match.state.leader
    hands = [
        cards(lying[(seat - first) % 4]) if (seat - first) % 4 < len(lying) else ()
        for seat in range(4)
    ]
    nobody = (first + len(lying)) % 4
    hands[nobody] = (*hands[nobody], *cards(hand))
    view = view._replace(hands=tuple(map(Hand, hands)))
    for turn, code in enumerate(lying):
        event = CardPlayed((first + turn) % 4, *cards(code))
        view = MASTER.fold(view, event)
    return event, view, nobody


def asked(hand, *lying):
    """Return the guide's sentences for a seat that holds ``hand`` when these cards lie there."""
    _, view, seat = play_trick(lying, hand)
    tips = MASTER.lesson().asked(view, seat)
    return [Speaker(NAMES, seat).say(tip.message) for tip in tips]


@pytest.mark.parametrize(
    ("hand", "table_codes", "reason"),
    [
        ("6S 9D", ("6D",), "in another suit too, unless it is an eight: here 6♠."),
        ("KD 7S", ("TD",), "the card one step below beats too (9 on J, J on Q, Q on K"),
        ("QD 7S", ("TD", "KD"), "here Q♦ on K♦."),
    ],
)
def test_beats_2_a_card_outside_the_order_of_its_suit_is_told_its_reason(hand, table_codes, reason):
    beat, why, order, *_ = asked(hand, *table_codes)
    assert "is winning" in beat
    assert reason in why
    assert order.startswith("Within a suit")


def test_where_only_the_suit_beats_no_other_way_is_told():
    beat, order = asked("9D JS", "7D")[:2]
    assert "9♦" in beat
    assert order.startswith("Within a suit")


def test_a_card_of_the_rank_led_that_does_not_take_the_trick_is_told_why():
    event, view, _ = play_trick(("JH", "JS", "AH", "JC"))
    said = Guide(first_place_of("master", "Ida")).came(event, view).text
    first, second, third = said.split(". ")
    assert first == "A♥ beats J♠"
    assert second == "J♣ has the rank led, which beats J♥ but not A♥"
    assert "trick" in third


def test_the_closing_words_name_every_way_to_beat():
    for name in ("master", "ass"):
        said = " ".join(Speaker().say(one) for one in GAMES[name].lesson().known)
        assert "the rank led" in said
        assert "one step below" in said
        assert "in a ring" in said
