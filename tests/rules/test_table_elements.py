"""Descriptions of table elements in any game, and the lesson that adds nothing of its own."""

import pytest

from greenbaize.cards import Card, Suit, parse_cards
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.table_elements import (
    GameLesson,
    TableElement,
    TableElementKind,
    describe_deal_count,
    describe_plate,
    describe_table_element,
    describe_trick_card,
    describe_trick_cards,
)
from greenbaize.rules.table_snapshot import SeatPlate, TableSnapshot, TrumpSign

TRICK = Trick(1, parse_cards("2C 9C 3C"))
OLD_TRICK = Trick(2, parse_cards("4D 5D 6D"))
NOTE, DEAL_MESSAGE, PENDING = Message("note"), Message("deal"), Message("pending")
PICTURE = TableSnapshot(
    deal=2,
    deal_count=13,
    hands=(Hand((), 3),) * 3,
    plates=(SeatPlate(7, DEAL_MESSAGE, PENDING, note=NOTE), SeatPlate(None), SeatPlate(-2)),
    dealer=0,
    turn=1,
    trick=TRICK,
    winning_index=1,
    taken_tricks=((1, OLD_TRICK),),
    stock_size=9,
    trump_card=Card.of("QH"),
    sign=TrumpSign(Message("sign"), Suit.SPADES),
)


def describe(kind, number=0, picture=PICTURE, viewer_seat=None):
    return describe_table_element(picture, TableElement(kind, number), viewer_seat)


def card_values(seat, code, **values):
    return {"seat": seat, "card": Card.of(code), **values}


def test_a_full_trick_is_taken_by_its_winning_card():
    top = {"top": Card.of("9C")}
    expected = (
        (Message("tell-card-beaten", card_values(1, "2C") | top),),
        (Message("tell-card-takes", card_values(2, "9C")),),
        (Message("tell-card-beaten", card_values(0, "3C") | top),),
    )
    assert describe_trick_cards(PICTURE, TRICK) == expected
    for card_index, messages in enumerate(expected):
        assert describe_trick_card(PICTURE, card_index) == messages
        assert describe(TableElementKind.TRICK, card_index) == messages
    assert describe_trick_card(PICTURE, 3) == ()


def test_the_winning_card_of_an_open_trick_wins_so_far():
    open_trick = Trick(1, parse_cards("2C 9C"))
    picture = PICTURE._replace(trick=open_trick)
    assert describe_trick_card(picture, 1) == (Message("tell-card-wins", card_values(2, "9C")),)


def test_a_taken_trick_was_won_by_the_seat_that_took_it():
    descriptions = describe_trick_cards(PICTURE, OLD_TRICK, "x.md 4")
    assert [messages[0].code for messages in descriptions] == [
        "tell-card-beaten",
        "tell-card-beaten",
        "tell-card-takes",
    ]
    assert [messages[0].values["seat"] for messages in descriptions] == [2, 0, 1]
    assert {messages[0].rule for messages in descriptions} == {"x.md 4"}
    assert descriptions[0][0].values["top"] == Card.of("6D")


def test_a_trick_that_is_not_on_the_table_has_no_description():
    assert describe_trick_cards(PICTURE, Trick(1, parse_cards("2C"))) == ()
    assert describe_trick_cards(PICTURE._replace(winning_index=None), TRICK) == ()
    without_trick = PICTURE._replace(trick=None, winning_index=None)
    assert describe_trick_card(without_trick, 0) == ()
    assert describe(TableElementKind.TRICK, 0, without_trick) == ()


def test_a_plate_is_described_from_its_total_to_the_role_of_its_seat():
    assert describe(TableElementKind.PLATE, 0) == (
        Message("tell-total", {"seat": 0, "count": 7}),
        DEAL_MESSAGE,
        PENDING,
        NOTE,
        Message("tell-dealer", {"seat": 0}),
    )
    assert describe_plate(PICTURE, 1, 0) == (Message("tell-turn", {"seat": 1}),)
    assert describe_plate(PICTURE, 2, 0) == (Message("tell-total", {"seat": 2, "count": -2}),)
    assert describe_plate(PICTURE._replace(deal=0), 0, None)[-1] == NOTE  # Nobody has dealt yet.


@pytest.mark.parametrize(
    ("viewer_seat", "seat", "message"),
    [
        (0, 2, Message("tell-partner", {"seat": 2})),
        (0, 0, Message("tell-partners", {"seats": (0, 2)})),
        (1, 2, Message("tell-partners", {"seats": (0, 2)})),
        (None, 2, Message("tell-partners", {"seats": (0, 2)})),
    ],
)
def test_partners_are_named(viewer_seat, seat, message):
    picture = PICTURE._replace(sides=(0, 1, 0), turn=None, dealer=None)
    assert describe_plate(picture, seat, viewer_seat)[-1] == message


def test_a_seat_alone_on_its_side_has_no_partners():
    picture = PICTURE._replace(sides=(0, 1, 0), turn=None)
    assert describe_plate(picture, 1, 1) == ()


def test_the_card_that_determines_the_trump_is_named_before_the_sign():
    turned = (Message("tell-turned", {"card": Card.of("QH"), "suit": Suit.HEARTS}),)
    assert describe(TableElementKind.TURNED) == describe(TableElementKind.SIGN) == turned
    without_card = PICTURE._replace(trump_card=None)
    assert describe(TableElementKind.TURNED, 0, without_card) == ()
    assert describe(TableElementKind.SIGN, 0, without_card) == (
        Message("tell-suit-trump", {"suit": Suit.SPADES}),
    )
    joker = PICTURE._replace(trump_card=Card.of("XR"), sign=TrumpSign(Message("sign")))
    assert describe(TableElementKind.TURNED, 0, joker) == ()
    assert describe(TableElementKind.SIGN, 0, joker) == ()
    assert describe(TableElementKind.SIGN, 0, joker._replace(sign=None)) == ()


def test_a_stock_is_counted_while_there_is_one():
    assert describe(TableElementKind.STOCK) == (Message("tell-stock", {"count": 9}),)
    assert describe(TableElementKind.STOCK, 0, PICTURE._replace(stock_size=0)) == ()


def test_the_deal_has_its_number_and_that_of_all_deals_where_it_is_known():
    assert describe(TableElementKind.NOTICE) == (Message("tell-deal-of", {"deal": 2, "deals": 13}),)
    unlimited = PICTURE._replace(deal_count=None)
    assert describe_deal_count(unlimited, "x.md 1") == (
        Message("tell-deal", {"deal": 2}, "x.md 1"),
    )
    assert describe_deal_count(PICTURE, "x.md 1")[0].rule == "x.md 1"
    assert describe_deal_count(PICTURE._replace(deal=0)) == ()


@pytest.mark.parametrize(
    "kind",
    [
        TableElementKind.PILE,
        TableElementKind.DISC,
        TableElementKind.TRUMPS,
        TableElementKind.RING,
    ],
)
def test_elements_of_single_games_are_described_by_those(kind):
    assert describe(kind) == ()


def test_a_lesson_is_one_deal_without_tips_of_its_own():
    lesson = GameLesson()
    assert lesson.welcome_tips(None, 0) == lesson.question_tips(None, 0) == ()
    assert lesson.event_tips(None, None, 0) == lesson.summary == ()
    assert not lesson.ends_with(None, None, 0)
    assert (lesson.seed_text, lesson.seat_count, lesson.deal_count) == ("first deal", None, 1)
    assert dict(lesson.options) == {}
