"""Events and commands to and from JSON lines: exact bytes, round trips, and refusals."""

import json
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from msgspec import NODEFAULT
from msgspec.structs import fields

from games.turnup_game import TURNUP
from greenbaize.cards import ALL_CARDS, Card, Suit, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import ChooseTrumpCommand, StakeCommand
from greenbaize.games.beat.events import (
    BanksScored,
    ContractDealt,
    ContractScored,
    StakeMade,
    StockDealt,
    TrumpChosen,
    ValuedTrickTaken,
)
from greenbaize.games.exact_bid.commands import BidCommand, CorrectRevokeCommand, ShowCardCommand
from greenbaize.games.exact_bid.events import (
    BidMade,
    BidsScored,
    CardCorrected,
    CardExposed,
    CardTakenBack,
    DealVoided,
    RevokeNamed,
    TrumpDealt,
)
from greenbaize.games.shedding.events import (
    AntiRankDeclared,
    PileDealt,
    RanksScored,
    SeatCameBack,
    SeatLeaving,
    SeatWentOut,
    TurnPassed,
)
from greenbaize.match.record import encode_line
from greenbaize.rules.codec import LineCodec
from greenbaize.rules.commands import Command, PlayCommand, ReadyCommand
from greenbaize.rules.decoding import decode_object
from greenbaize.rules.errors import CodecError
from greenbaize.rules.events import (
    CardPlayed,
    CardsDealt,
    CardsDrawn,
    DealScored,
    Event,
    LotDrawn,
    MatchEnded,
    SeatReassigned,
    TrickTaken,
)
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message
from rules.strategies import instances_of, wrong_values_for


def declared_classes(base):
    """Return the event or command classes that games declare, and those of single-file games."""
    games = [
        message_class
        for game in (*GAMES.values(), TURNUP)
        for message_class in (*game.event_classes, *game.command_classes)
    ]
    return tuple(
        dict.fromkeys(message_class for message_class in games if issubclass(message_class, base))
    )


LINE_CLASSES = (*declared_classes(Event), SeatReassigned, *declared_classes(Command))
COMMAND_CODEC = LineCodec((BidCommand, PlayCommand))
TEST_HANDS = (Hand(parse_cards("TS 4H")), Hand(parse_cards("AC 2D")))


def create_codec(message_class):
    return LineCodec((message_class,))


def test_every_command_that_any_game_declares_has_a_type_of_its_own():
    for game in GAMES.values():
        types = [message_class.type for message_class in game.command_classes]
        assert len(set(types)) == len(types)
        assert set(game.command_classes) <= set(LINE_CLASSES)


@given(st.one_of([instances_of(one) for one in LINE_CLASSES]))
def test_a_written_line_reads_back_the_same(instance):
    codec = create_codec(type(instance))
    line = json.loads(encode_line(codec.encode_line(instance)))
    reread = codec.decode_line(line)
    assert reread == instance
    assert type(reread) is type(instance)
    assert encode_line(codec.encode_line(reread)) == encode_line(codec.encode_line(instance))


EXPECTED_LINES = (
    (
        PileDealt(1, 0, 1, TEST_HANDS, Card.of("XR"), Hand(parse_cards("XB 2D"))),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]], "pile": "XR", "stock": ["XB", "2D"]}',
    ),
    (
        PileDealt(1, 0, 1, (TEST_HANDS[0], Hand((), 2)), Card.of("XR"), Hand((), 2)),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], 2], "pile": "XR", "stock": 2}',
    ),
    (
        PileDealt(
            1,
            0,
            1,
            (Hand(parse_cards("7S"), 4), TEST_HANDS[1]),
            Card.of("XR"),
            Hand(parse_cards("2C"), 3),
        ),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [{"cards": ["7S"], "more": 4}, ["AC", "2D"]], '
        '"pile": "XR", "stock": {"cards": ["2C"], "more": 3}}',
    ),
    (TurnPassed(1), '{"type": "pass", "seat": 1}'),
    (SeatLeaving(1), '{"type": "leaving", "seat": 1}'),
    (SeatCameBack(1), '{"type": "back", "seat": 1}'),
    (SeatWentOut(1), '{"type": "out", "seat": 1}'),
    (AntiRankDeclared(1), '{"type": "antirank", "seat": 1}'),
    (
        RanksScored(2, (2, 1), (3, 3), (2, 1)),
        '{"type": "score", "deal": 2, "points": [2, 1], "totals": [3, 3], "places": [2, 1]}',
    ),
    (LotDrawn(2), '{"type": "lot", "dealer": 2}'),
    (
        TrumpDealt(2, 0, 1, TEST_HANDS, 2, Card.of("9S"), Suit.SPADES),
        '{"type": "deal", "deal": 2, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]], "cards": 2, "turned": "9S", "trump": "S"}',
    ),
    (
        TrumpDealt(13, 0, 1, (Hand((), 2), TEST_HANDS[1]), 2, None, None),
        '{"type": "deal", "deal": 13, "dealer": 0, "leader": 1, '
        '"hands": [2, ["AC", "2D"]], "cards": 2, "turned": null, "trump": null}',
    ),
    (
        CardsDealt(1, 0, 1, TEST_HANDS),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]]}',
    ),
    (BidMade(1, 0), '{"type": "bid", "seat": 1, "tricks": 0}'),
    (BidCommand(1, 0), '{"type": "bid", "seat": 1, "tricks": 0}'),
    (CardPlayed(0, Card.of("TS")), '{"type": "play", "seat": 0, "card": "TS"}'),
    (PlayCommand(0, Card.of("TS")), '{"type": "play", "seat": 0, "card": "TS"}'),
    (TrickTaken(3), '{"type": "trick", "seat": 3}'),
    (CardExposed(3, Card.of("TS")), '{"type": "exposed", "seat": 3, "card": "TS"}'),
    (ShowCardCommand(3, Card.of("TS")), '{"type": "show", "seat": 3, "card": "TS"}'),
    (CardCorrected(0, Card.of("4H")), '{"type": "corrected", "seat": 0, "card": "4H"}'),
    (CorrectRevokeCommand(0, Card.of("4H")), '{"type": "correct", "seat": 0, "card": "4H"}'),
    (CardTakenBack(2, Card.of("AC")), '{"type": "taken_back", "seat": 2, "card": "AC"}'),
    (RevokeNamed(2, Card.of("AC")), '{"type": "revoke", "seat": 2, "card": "AC"}'),
    (DealVoided(4, (0, -10, 0)), '{"type": "void", "deal": 4, "penalties": [0, -10, 0]}'),
    (ReadyCommand(1), '{"type": "ready", "seat": 1}'),
    (
        SeatReassigned(1, "bot", "Zoë went"),
        '{"type": "seat", "seat": 1, "kind": "bot", "why": "Zoë went"}',
    ),
    (
        DealScored(1, (0, -10), (3, 4)),
        '{"type": "score", "deal": 1, "points": [0, -10], "totals": [3, 4]}',
    ),
    (
        BidsScored(1, (0, 11), (10, 22), (0, 1), (1, 1)),
        '{"type": "score", "deal": 1, "points": [0, 11], "totals": [10, 22], '
        '"bids": [0, 1], "tricks": [1, 1]}',
    ),
    (MatchEnded((9, 5), (1, 2)), '{"type": "end", "totals": [9, 5], "places": [1, 2]}'),
    (
        MatchEnded((9, 9), (2, 1), coin_flip=True),
        '{"type": "end", "totals": [9, 9], "places": [2, 1], "coin_flip": true}',
    ),
    (
        ContractDealt(7, 0, 1, TEST_HANDS, "kings-jacks", -1),
        '{"type": "deal", "deal": 7, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]], "contract": "kings-jacks", "sign": -1}',
    ),
    (
        StockDealt(1, 0, 1, TEST_HANDS, Hand(parse_cards("6C 7C"))),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]], "stock": ["6C", "7C"]}',
    ),
    (
        StockDealt(1, 0, 1, TEST_HANDS, Hand((), 28)),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]], "stock": 28}',
    ),
    (TrumpChosen(1, Suit.HEARTS), '{"type": "trump", "seat": 1, "suit": "H"}'),
    (ChooseTrumpCommand(1, Suit.HEARTS), '{"type": "trump", "seat": 1, "suit": "H"}'),
    (StakeMade(1, go=False), '{"type": "stake", "seat": 1, "go": false}'),
    (StakeCommand(1, go=True), '{"type": "stake", "seat": 1, "go": true}'),
    (CardsDrawn(1, Hand(parse_cards("6C"))), '{"type": "draw", "seat": 1, "cards": ["6C"]}'),
    (CardsDrawn(1, Hand((), 2)), '{"type": "draw", "seat": 1, "cards": 2}'),
    (
        CardsDrawn(1, Hand(parse_cards("7S TH"), 4)),
        '{"type": "draw", "seat": 1, "cards": {"cards": ["7S", "TH"], "more": 4}}',
    ),
    (ValuedTrickTaken(3), '{"type": "trick", "seat": 3}'),
    (ValuedTrickTaken(3, 0), '{"type": "trick", "seat": 3, "points": 0}'),
    (
        ContractScored(1, (-2, 0), (-2, 0), (1, 0), 8),
        '{"type": "score", "deal": 1, "points": [-2, 0], "totals": [-2, 0], '
        '"tricks": [1, 0], "remaining": 8}',
    ),
    (
        BanksScored(1, (30, 20), (30, 20), (25, 25), (4, 6)),
        '{"type": "score", "deal": 1, "points": [30, 20], "totals": [30, 20], '
        '"targets": [25, 25], "banks": [4, 6]}',
    ),
)


def test_the_bytes_of_every_class_are_known():
    """Require that every new event or command class has its bytes listed here."""
    own_classes = {
        message_class
        for message_class in LINE_CLASSES
        if message_class.__module__.endswith((".events", ".commands"))
    }
    assert own_classes <= {type(instance) for instance, _ in EXPECTED_LINES}


@pytest.mark.parametrize(("instance", "line"), EXPECTED_LINES)
def test_a_line_has_exactly_these_bytes(instance, line):
    codec = create_codec(type(instance))
    assert encode_line(codec.encode_line(instance)) == line.encode() + b"\n"
    assert codec.decode_line(json.loads(line)) == instance


SAMPLES_BY_CLASS = {type(thing): thing for thing, _ in EXPECTED_LINES}


@cache  # Any instance is as good as the simplest, and both take long to find.
def find_sample(message_class):
    """Return an instance of the class; for a class of a new game, an arbitrary one."""
    first = settings(phases=[Phase.generate], derandomize=True, database=None)
    return (
        SAMPLES_BY_CLASS[message_class]
        if message_class in SAMPLES_BY_CLASS
        else find(instances_of(message_class), lambda _: True, settings=first)
    )


CLASS_FIELDS = [(one, field) for one in LINE_CLASSES for field in fields(one)]
EACH_FIELD = pytest.mark.parametrize(
    ("message_class", "field"),
    CLASS_FIELDS,
    ids=[f"{one.__name__}-{field.name}" for one, field in CLASS_FIELDS],
)


@EACH_FIELD
def test_a_field_of_the_wrong_form_is_refused(message_class, field):
    codec = create_codec(message_class)
    for wrong_value in wrong_values_for(field.type):
        line = codec.encode_line(find_sample(message_class)) | {field.name: wrong_value}
        with pytest.raises(CodecError) as caught:
            codec.decode_line(line)
        values = {"type": message_class.type, "field": field.name}
        assert caught.value.message == Message("line-field", values), wrong_value


@EACH_FIELD
def test_a_missing_field_is_refused_unless_it_has_a_default(message_class, field):
    codec = create_codec(message_class)
    line = codec.encode_line(find_sample(message_class))
    line.pop(field.name, None)
    if field.default is NODEFAULT:
        with pytest.raises(CodecError) as caught:
            codec.decode_line(line)
        values = {"type": message_class.type, "field": field.name}
        assert caught.value.message == Message("line-missing", values)
    else:
        assert getattr(codec.decode_line(line), field.name) == field.default


@pytest.mark.parametrize("message_class", LINE_CLASSES)
def test_an_unknown_field_is_refused(message_class):
    codec = create_codec(message_class)
    with pytest.raises(CodecError) as caught:
        codec.decode_line(
            codec.encode_line(find_sample(message_class)) | {"zz": 1, "colour": "red"}
        )
    values = {"type": message_class.type, "field": "colour"}
    assert caught.value.message == Message("line-extra", values)


def test_only_these_fields_may_be_left_out():
    assert {
        (message_class.type, f.name)
        for message_class, f in CLASS_FIELDS
        if f.default is not NODEFAULT
    } == {
        ("deal", "stock"),
        ("trick", "points"),
        ("end", "coin_flip"),
    }


@pytest.mark.parametrize("line", [{}, {"type": None}, {"type": 1}, {"type": ["bid"]}, {"seat": 1}])
def test_a_line_without_a_type_is_refused(line):
    with pytest.raises(CodecError) as caught:
        COMMAND_CODEC.decode_line(line)
    assert caught.value.message == Message("line-no-type")


@pytest.mark.parametrize("kind", ["", "Bid", "draw", "lot"])
def test_an_unknown_type_is_refused(kind):
    with pytest.raises(CodecError) as caught:
        COMMAND_CODEC.decode_line({"type": kind, "seat": 1})
    assert caught.value.message == Message("line-unknown-type", {"type": kind})


CARD_CODE_STRATEGY = st.sampled_from([card.code for card in ALL_CARDS])
JSON_HAND_STRATEGY = st.one_of(
    st.lists(CARD_CODE_STRATEGY, max_size=13),
    st.integers(1, 13),
    st.fixed_dictionaries(
        {"cards": st.lists(CARD_CODE_STRATEGY, min_size=1, max_size=13), "more": st.integers(1, 13)}
    ),
)


@given(st.lists(JSON_HAND_STRATEGY, max_size=7), JSON_HAND_STRATEGY)
def test_hands_of_a_record_are_read_and_written_the_same(hands, stock):
    deal = {"type": "deal", "deal": 1, "dealer": 0, "leader": 1, "hands": hands, "pile": "XR"}
    for message_class, line in (
        (PileDealt, deal | {"stock": stock}),
        (CardsDrawn, {"type": "draw", "seat": 1, "cards": stock}),
    ):
        codec = create_codec(message_class)
        assert codec.encode_line(codec.decode_line(decode_object(encode_line(line)))) == line


@pytest.mark.slow
@given(st.one_of([instances_of(one) for one in LINE_CLASSES]), st.data())
def test_no_damage_to_a_line_ends_in_another_error(instance, data):
    codec = create_codec(type(instance))
    line = codec.encode_line(instance)
    json_values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2),
    )
    line[data.draw(st.sampled_from(sorted(line)))] = data.draw(json_values)
    with suppress(CodecError):
        assert type(codec.decode_line(line)) is type(instance)
