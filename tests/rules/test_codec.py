"""Events and commands to and from JSON lines: exact bytes, round trips, and refusals."""

import json
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from msgspec import NODEFAULT
from msgspec.structs import fields

from games.turnup import TURNUP
from greenbaize.cards import ALL_CARDS, Card, Suit, cards
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.games.beat.events import (
    BanksScored,
    ContractDealt,
    ContractScored,
    StakeMade,
    StockDealt,
    TrumpChosen,
    ValuedTrick,
)
from greenbaize.games.exact_bid.commands import Bid, Correct, Show
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
    CameBack,
    Leaving,
    Passed,
    PileDealt,
    PlacesScored,
    WentOut,
)
from greenbaize.match.record import line_bytes
from greenbaize.rules.codec import Codec
from greenbaize.rules.commands import Command, Play, Ready
from greenbaize.rules.decoding import decoded_line
from greenbaize.rules.errors import CodecError
from greenbaize.rules.events import (
    CardPlayed,
    CardsDrawn,
    Dealt,
    Ended,
    Event,
    LotDrawn,
    Scored,
    SeatGiven,
    TrickTaken,
)
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message
from rules.strategies import made, wrong_for


def declared(base):
    """Return the event or command classes that games declare, and those of single-file games."""
    games = [one for game in (*GAMES.values(), TURNUP) for one in (*game.events, *game.commands)]
    return tuple(dict.fromkeys(one for one in games if issubclass(one, base)))


ALL = (*declared(Event), SeatGiven, *declared(Command))
COMMANDS = Codec((Bid, Play))
HANDS = (Hand(cards("TS 4H")), Hand(cards("AC 2D")))


def codec_of(one):
    return Codec((one,))


def test_every_command_that_any_game_declares_has_a_type_of_its_own():
    for game in GAMES.values():
        types = [one.type for one in game.commands]
        assert len(set(types)) == len(types)
        assert set(game.commands) <= set(ALL)


@given(st.one_of([made(one) for one in ALL]))
def test_what_is_written_reads_back_the_same(thing):
    codec = codec_of(type(thing))
    line = json.loads(line_bytes(codec.write(thing)))
    again = codec.read(line)
    assert again == thing
    assert type(again) is type(thing)
    assert line_bytes(codec.write(again)) == line_bytes(codec.write(thing))


LINES = (
    (
        PileDealt(1, 0, 1, HANDS, Card.of("XR"), Hand(cards("XB 2D"))),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]], "pile": "XR", "stock": ["XB", "2D"]}',
    ),
    (
        PileDealt(1, 0, 1, (HANDS[0], Hand((), 2)), Card.of("XR"), Hand((), 2)),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], 2], "pile": "XR", "stock": 2}',
    ),
    (
        PileDealt(1, 0, 1, (Hand(cards("7S"), 4), HANDS[1]), Card.of("XR"), Hand(cards("2C"), 3)),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [{"cards": ["7S"], "more": 4}, ["AC", "2D"]], '
        '"pile": "XR", "stock": {"cards": ["2C"], "more": 3}}',
    ),
    (Passed(1), '{"type": "pass", "seat": 1}'),
    (Leaving(1), '{"type": "leaving", "seat": 1}'),
    (CameBack(1), '{"type": "back", "seat": 1}'),
    (WentOut(1), '{"type": "out", "seat": 1}'),
    (AntiRankDeclared(1), '{"type": "antirank", "seat": 1}'),
    (
        PlacesScored(2, (2, 1), (3, 3), (2, 1)),
        '{"type": "score", "deal": 2, "points": [2, 1], "totals": [3, 3], "places": [2, 1]}',
    ),
    (LotDrawn(2), '{"type": "lot", "dealer": 2}'),
    (
        TrumpDealt(2, 0, 1, HANDS, 2, Card.of("9S"), Suit.SPADES),
        '{"type": "deal", "deal": 2, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]], "cards": 2, "turned": "9S", "trump": "S"}',
    ),
    (
        TrumpDealt(13, 0, 1, (Hand((), 2), HANDS[1]), 2, None, None),
        '{"type": "deal", "deal": 13, "dealer": 0, "leader": 1, '
        '"hands": [2, ["AC", "2D"]], "cards": 2, "turned": null, "trump": null}',
    ),
    (
        Dealt(1, 0, 1, HANDS),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]]}',
    ),
    (BidMade(1, 0), '{"type": "bid", "seat": 1, "tricks": 0}'),
    (Bid(1, 0), '{"type": "bid", "seat": 1, "tricks": 0}'),
    (CardPlayed(0, Card.of("TS")), '{"type": "play", "seat": 0, "card": "TS"}'),
    (Play(0, Card.of("TS")), '{"type": "play", "seat": 0, "card": "TS"}'),
    (TrickTaken(3), '{"type": "trick", "seat": 3}'),
    (CardExposed(3, Card.of("TS")), '{"type": "exposed", "seat": 3, "card": "TS"}'),
    (Show(3, Card.of("TS")), '{"type": "show", "seat": 3, "card": "TS"}'),
    (CardCorrected(0, Card.of("4H")), '{"type": "corrected", "seat": 0, "card": "4H"}'),
    (Correct(0, Card.of("4H")), '{"type": "correct", "seat": 0, "card": "4H"}'),
    (CardTakenBack(2, Card.of("AC")), '{"type": "taken_back", "seat": 2, "card": "AC"}'),
    (RevokeNamed(2, Card.of("AC")), '{"type": "revoke", "seat": 2, "card": "AC"}'),
    (DealVoided(4, (0, -10, 0)), '{"type": "void", "deal": 4, "penalties": [0, -10, 0]}'),
    (Ready(1), '{"type": "ready", "seat": 1}'),
    (
        SeatGiven(1, "bot", "Zoë went"),
        '{"type": "seat", "seat": 1, "kind": "bot", "why": "Zoë went"}',
    ),
    (
        Scored(1, (0, -10), (3, 4)),
        '{"type": "score", "deal": 1, "points": [0, -10], "totals": [3, 4]}',
    ),
    (
        BidsScored(1, (0, 11), (10, 22), (0, 1), (1, 1)),
        '{"type": "score", "deal": 1, "points": [0, 11], "totals": [10, 22], '
        '"bids": [0, 1], "tricks": [1, 1]}',
    ),
    (Ended((9, 5), (1, 2)), '{"type": "end", "totals": [9, 5], "places": [1, 2]}'),
    (
        Ended((9, 9), (2, 1), coin_flip=True),
        '{"type": "end", "totals": [9, 9], "places": [2, 1], "coin_flip": true}',
    ),
    (
        ContractDealt(7, 0, 1, HANDS, "kings-jacks", -1),
        '{"type": "deal", "deal": 7, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]], "contract": "kings-jacks", "sign": -1}',
    ),
    (
        StockDealt(1, 0, 1, HANDS, Hand(cards("6C 7C"))),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]], "stock": ["6C", "7C"]}',
    ),
    (
        StockDealt(1, 0, 1, HANDS, Hand((), 28)),
        '{"type": "deal", "deal": 1, "dealer": 0, "leader": 1, '
        '"hands": [["TS", "4H"], ["AC", "2D"]], "stock": 28}',
    ),
    (TrumpChosen(1, Suit.HEARTS), '{"type": "trump", "seat": 1, "suit": "H"}'),
    (ChooseTrump(1, Suit.HEARTS), '{"type": "trump", "seat": 1, "suit": "H"}'),
    (StakeMade(1, go=False), '{"type": "stake", "seat": 1, "go": false}'),
    (Stake(1, go=True), '{"type": "stake", "seat": 1, "go": true}'),
    (CardsDrawn(1, Hand(cards("6C"))), '{"type": "draw", "seat": 1, "cards": ["6C"]}'),
    (CardsDrawn(1, Hand((), 2)), '{"type": "draw", "seat": 1, "cards": 2}'),
    (
        CardsDrawn(1, Hand(cards("7S TH"), 4)),
        '{"type": "draw", "seat": 1, "cards": {"cards": ["7S", "TH"], "more": 4}}',
    ),
    (ValuedTrick(3), '{"type": "trick", "seat": 3}'),
    (ValuedTrick(3, 0), '{"type": "trick", "seat": 3, "points": 0}'),
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
    vocabulary = {one for one in ALL if one.__module__.endswith((".events", ".commands"))}
    assert vocabulary <= {type(thing) for thing, _ in LINES}


@pytest.mark.parametrize(("instance", "line"), LINES)
def test_a_line_has_exactly_these_bytes(instance, line):
    codec = codec_of(type(instance))
    assert line_bytes(codec.write(instance)) == line.encode() + b"\n"
    assert codec.read(json.loads(line)) == instance


SAMPLES = {type(thing): thing for thing, _ in LINES}


@cache  # Any instance is as good as the simplest, and both take long to find.
def sample_of(one):
    """Return an instance of the class; for a class of a new game, an arbitrary one."""
    first = settings(phases=[Phase.generate], derandomize=True, database=None)
    return SAMPLES[one] if one in SAMPLES else find(made(one), lambda _: True, settings=first)


FIELDS = [(one, field) for one in ALL for field in fields(one)]
EACH_FIELD = pytest.mark.parametrize(
    ("message_class", "field"),
    FIELDS,
    ids=[f"{one.__name__}-{field.name}" for one, field in FIELDS],
)


@EACH_FIELD
def test_a_field_of_the_wrong_form_is_refused(message_class, field):
    codec = codec_of(message_class)
    for wrong in wrong_for(field.type):
        line = codec.write(sample_of(message_class)) | {field.name: wrong}
        with pytest.raises(CodecError) as caught:
            codec.read(line)
        values = {"type": message_class.type, "field": field.name}
        assert caught.value.message == Message("line-field", values), wrong


@EACH_FIELD
def test_a_missing_field_is_refused_unless_it_has_a_default(message_class, field):
    codec = codec_of(message_class)
    line = codec.write(sample_of(message_class))
    line.pop(field.name, None)
    if field.default is NODEFAULT:
        with pytest.raises(CodecError) as caught:
            codec.read(line)
        values = {"type": message_class.type, "field": field.name}
        assert caught.value.message == Message("line-missing", values)
    else:
        assert getattr(codec.read(line), field.name) == field.default


@pytest.mark.parametrize("message_class", ALL)
def test_an_unknown_field_is_refused(message_class):
    codec = codec_of(message_class)
    with pytest.raises(CodecError) as caught:
        codec.read(codec.write(sample_of(message_class)) | {"zz": 1, "colour": "red"})
    values = {"type": message_class.type, "field": "colour"}
    assert caught.value.message == Message("line-extra", values)


def test_only_these_fields_may_be_left_out():
    assert {(one.type, f.name) for one, f in FIELDS if f.default is not NODEFAULT} == {
        ("deal", "stock"),
        ("trick", "points"),
        ("end", "coin_flip"),
    }


@pytest.mark.parametrize("line", [{}, {"type": None}, {"type": 1}, {"type": ["bid"]}, {"seat": 1}])
def test_a_line_without_a_type_is_refused(line):
    with pytest.raises(CodecError) as caught:
        COMMANDS.read(line)
    assert caught.value.message == Message("line-no-type")


@pytest.mark.parametrize("kind", ["", "Bid", "draw", "lot"])
def test_an_unknown_type_is_refused_as_a_newer_programs(kind):
    with pytest.raises(CodecError) as caught:
        COMMANDS.read({"type": kind, "seat": 1})
    assert caught.value.message == Message("line-unknown-type", {"type": kind})


CODES = st.sampled_from([card.code for card in ALL_CARDS])
HANDS_AS_WRITTEN = st.one_of(
    st.lists(CODES, max_size=13),
    st.integers(1, 13),
    st.fixed_dictionaries(
        {"cards": st.lists(CODES, min_size=1, max_size=13), "more": st.integers(1, 13)}
    ),
)


@given(st.lists(HANDS_AS_WRITTEN, max_size=7), HANDS_AS_WRITTEN)
def test_what_a_record_says_of_hands_is_read_and_written_the_same(hands, stock):
    deal = {"type": "deal", "deal": 1, "dealer": 0, "leader": 1, "hands": hands, "pile": "XR"}
    for one, line in (
        (PileDealt, deal | {"stock": stock}),
        (CardsDrawn, {"type": "draw", "seat": 1, "cards": stock}),
    ):
        codec = codec_of(one)
        assert codec.write(codec.read(decoded_line(line_bytes(line)))) == line


@pytest.mark.slow
@given(st.one_of([made(one) for one in ALL]), st.data())
def test_no_damage_to_a_line_ends_in_another_error(thing, data):
    codec = codec_of(type(thing))
    line = codec.write(thing)
    json_values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2),
    )
    line[data.draw(st.sampled_from(sorted(line)))] = data.draw(json_values)
    with suppress(CodecError):
        assert type(codec.read(line)) is type(thing)
