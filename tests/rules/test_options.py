"""Options: defaults, limits, records older than an option, and typed values."""

import json
import pickle

import pytest

from greenbaize.cards import Suit
from greenbaize.games import GAMES
from greenbaize.rules.errors import OptionError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Choice, Number, Suits, YesNo, is_short, parsed, settled

OPTIONS = (
    Number(
        "size",
        usual=lambda seats, _: seats,
        span=lambda seats, _: (1, 2 * seats),
        old=lambda _, __: 1,
    ),
    Number(
        "part",
        usual=lambda _, settings: settings.number("size"),
        span=lambda _, settings: (0, settings.number("size")),
        old=lambda _, __: 0,
    ),
    YesNo("fast", default=True, old=False),
    Choice("mood", ("calm", "wild"), usual=lambda _, __: "calm", old="wild"),
)
SUITS = (YesNo("two", default=True, old=True), Suits("suits", lambda _, s: 2 * s.flag("two")))


def refused(given, **more):
    with pytest.raises(OptionError) as caught:
        settled(OPTIONS, 4, given, **more)
    return caught.value.message


def test_defaults_may_depend_on_seats_and_on_options_before():
    assert settled(OPTIONS, 4, {}) == {"size": 4, "part": 4, "fast": True, "mood": "calm"}
    assert settled(OPTIONS, 2, {"size": 3})["part"] == 3


def test_values_are_read_by_their_types():
    settings = settled((*OPTIONS, *SUITS), 4, {"suits": ["S", "C"]})
    assert settings.number("size") == 4
    assert settings.flag("fast") is True
    assert settings.word("mood") == "calm"
    assert settings.suits("suits") == (Suit.SPADES, Suit.CLUBS)


@pytest.mark.parametrize("key", ["size", "fast", "mood", "suits"])
def test_a_value_of_another_type_is_never_read(key):
    settings = settled((*OPTIONS, *SUITS), 4, {})
    readers = {
        "size": settings.number,
        "fast": settings.flag,
        "mood": settings.word,
        "suits": settings.suits,
    }
    for other in readers.keys() - {key}:
        with pytest.raises(TypeError):
            readers[other](key)
    with pytest.raises(KeyError):
        readers[key]("colour")


def test_settings_are_a_mapping_like_any_other():
    settings = settled(OPTIONS, 4, {})
    plain = {"size": 4, "part": 4, "fast": True, "mood": "calm"}
    assert settings == plain
    assert json.dumps(settings) == json.dumps(plain)
    assert pickle.loads(pickle.dumps(settings)).word("mood") == "calm"


def test_an_option_missing_from_a_record_has_the_value_of_older_records():
    assert settled(OPTIONS, 4, {}, old=True) == {
        "size": 1,
        "part": 0,
        "fast": False,
        "mood": "wild",
    }
    assert settled(OPTIONS, 4, {"fast": True}, old=True)["fast"] is True


def test_options_are_settled_in_the_games_order():
    assert list(settled(OPTIONS, 4, {"mood": "wild", "size": 1})) == [
        "size",
        "part",
        "fast",
        "mood",
    ]


@pytest.mark.parametrize("value", [0, 9, -1, "4", 4.0, True, None, [4]])
def test_a_number_outside_its_limits_is_refused(value):
    message = refused({"size": value})
    assert message == Message(
        "option-number",
        {"key": "size", "value": str(value), "low": 1, "high": 8, "seats": 4},
    )


@pytest.mark.parametrize("value", [1, 8])
def test_a_number_at_its_limits_is_taken(value):
    assert settled(OPTIONS, 4, {"size": value})["size"] == value


def test_limits_may_depend_on_options_before():
    assert settled(OPTIONS, 4, {"size": 2, "part": 2})["part"] == 2
    assert refused({"size": 2, "part": 3}).values["high"] == 2


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_yes_or_no_and_nothing_else(value):
    values = {"key": "fast", "value": str(value)}
    assert refused({"fast": value}) == Message("option-yes-no", values)


@pytest.mark.parametrize("value", ["", "Calm", True, None, ["calm"]])
def test_a_choice_is_one_of_its_words(value):
    values = {"key": "mood", "value": str(value), "words": "calm, wild", "seats": 4}
    assert refused({"mood": value}) == Message("option-choice", values)


CROWD = Choice("mood", ("calm", "wild"), usual=lambda seats, _: str(seats), most={"wild": 3})


def test_a_word_may_be_for_so_many_players_only():
    assert CROWD.checked("wild", 3, {}) == "wild"
    assert (CROWD.words_for(3), CROWD.words_for(4)) == (("calm", "wild"), ("calm",))
    with pytest.raises(OptionError) as caught:
        CROWD.checked("wild", 4, {})
    assert caught.value.message.values["words"] == "calm"


def test_suits_are_letters_and_so_many():
    assert settled(SUITS, 3, {})["suits"] == ("C", "H")
    assert settled(SUITS, 3, {"two": False}) == {"two": False, "suits": ()}
    assert settled(SUITS, 3, {"suits": ["S", "C"]})["suits"] == ("S", "C")
    assert settled(SUITS, 3, parsed(SUITS, ["suits=DH"]))["suits"] == ("D", "H")


@pytest.mark.parametrize(
    "value",
    [
        *([], ["C"], ["C", "C"], ["C", "H", "S"], ["C", "X"], ["C", ""], ["CH", "S"]),
        *("CH", None, 2, True, {"C": "H"}, ["C", 1], ["C", ["H"]], [["C"], ["H"]], [{}, "C"]),
    ],
)
def test_anything_else_is_no_suits(value):
    with pytest.raises(OptionError) as caught:
        settled(SUITS, 3, {"suits": value})
    shown = "".join(map(str, value)) if isinstance(value, list) else str(value)
    values = {"key": "suits", "value": shown, "count": 2}
    assert caught.value.message == Message("option-suits", values)


def test_where_no_suit_is_asked_for_none_may_be_given():
    with pytest.raises(OptionError, match="option-no-suits"):
        settled(SUITS, 3, {"two": False, "suits": ["C"]})


@pytest.mark.parametrize("old", [False, True])
def test_an_unknown_option_is_refused(old):
    values = {"key": "colour", "known": "size, part, fast, mood"}
    assert refused({"speed": 1, "colour": 2}, old=old) == Message("option-unknown", values)


def test_what_is_typed_becomes_values():
    given = parsed(OPTIONS, ["size=3", "fast=false", "mood=wild", "colour=red"])
    assert given == {"size": 3, "fast": False, "mood": "wild", "colour": "red"}
    assert parsed(OPTIONS, ["fast=true"]) == {"fast": True}


@pytest.mark.parametrize("word", ["size=", "size=x", "size=1.5", "fast=yes", "fast=True", "mood="])
def test_what_is_typed_wrongly_is_refused_when_settled(word):
    given = parsed(OPTIONS, [word])
    text = word.partition("=")[2]
    assert refused(given).values["value"] == text


def test_a_word_that_is_no_option_is_refused():
    with pytest.raises(OptionError) as caught:
        parsed(OPTIONS, ["size"])
    assert caught.value.message == Message("option-form", {"word": "size"})
    with pytest.raises(OptionError) as caught:
        parsed(OPTIONS, ["size=1", "size=1"])
    assert caught.value.message == Message("option-twice", {"key": "size"})


@pytest.mark.parametrize("name", GAMES)
def test_every_games_defaults_lie_within_its_limits(name):
    game = GAMES[name]
    for seats in game.seats:
        for old in (False, True):
            usual = settled(game.options, seats, {}, old=old)
            assert settled(game.options, seats, usual) == usual
            keys = [option.key for option in game.options if not option.shortens]
            assert list(usual) == keys


def test_what_shortens_a_match_is_written_only_where_it_does():
    options = GAMES["master"].options
    for given in ({}, {"length": "full"}):
        full = settled(options, 3, given)
        assert "length" not in full
        assert not is_short(options, full)
        assert settled(options, 3, given, old=True) == full
    short = settled(options, 3, {"length": "short"})
    assert short["length"] == "short"
    assert is_short(options, short)
    assert not is_short(GAMES["damn"].options, settled(GAMES["damn"].options, 3, {"deals": 2}))
