"""Options: defaults, limits, records older than an option, and typed values."""

import json
import pickle
from typing import Any

import pytest

from greenbaize.cards import Suit
from greenbaize.games import GAMES
from greenbaize.rules.errors import OptionError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import (
    ChoiceOption,
    NumberOption,
    OptionValues,
    SuitsOption,
    YesNoOption,
    find_unusual_values,
    is_short_match,
    parse_option_assignments,
    resolve_options,
)

TEST_OPTIONS = (
    NumberOption(
        "size",
        compute_default=lambda seats, _: seats,
        compute_limits=lambda seats, _: (1, 2 * seats),
        compute_legacy_value=lambda _, __: 1,
    ),
    NumberOption(
        "part",
        compute_default=lambda _, settings: settings.get_number("size"),
        compute_limits=lambda _, settings: (0, settings.get_number("size")),
        compute_legacy_value=lambda _, __: 0,
    ),
    YesNoOption("fast", default=True, legacy_value=False),
    ChoiceOption(
        "mood", ("calm", "wild"), compute_default=lambda _, __: "calm", legacy_value="wild"
    ),
)
SUIT_OPTIONS = (
    YesNoOption("two", default=True, legacy_value=True),
    SuitsOption("suits", lambda _, s: 2 * s.get_flag("two")),
)


def refusal_message(options, **arguments):
    with pytest.raises(OptionError) as caught:
        resolve_options(TEST_OPTIONS, 4, options, **arguments)
    return caught.value.message


def test_defaults_may_depend_on_seats_and_on_options_before():
    assert resolve_options(TEST_OPTIONS, 4, {}) == {
        "size": 4,
        "part": 4,
        "fast": True,
        "mood": "calm",
    }
    assert resolve_options(TEST_OPTIONS, 2, {"size": 3})["part"] == 3


def test_values_are_read_by_their_types():
    settings = resolve_options((*TEST_OPTIONS, *SUIT_OPTIONS), 4, {"suits": ["S", "C"]})
    assert settings.get_number("size") == 4
    assert settings.get_flag("fast") is True
    assert settings.get_word("mood") == "calm"
    assert settings.get_suits("suits") == (Suit.SPADES, Suit.CLUBS)


def test_an_option_that_headers_omit_is_read_with_its_default():
    settings = resolve_options(TEST_OPTIONS, 4, {})
    for is_on in (True, False):
        assert settings.get_flag("omitted", is_on) is is_on
        assert settings.get_flag("fast", is_on) is True
    assert settings.get_number("omitted", 0) == 0
    assert settings.get_number("size", 0) == 4
    assert settings.get_word("omitted", "up") == "up"
    assert settings.get_word("mood", "up") == "calm"
    with pytest.raises(TypeError):
        settings.get_flag("mood", default=True)


@pytest.mark.parametrize("key", ["size", "fast", "mood", "suits"])
def test_a_value_of_another_type_is_never_read(key):
    settings = resolve_options((*TEST_OPTIONS, *SUIT_OPTIONS), 4, {})
    readers = {
        "size": settings.get_number,
        "fast": settings.get_flag,
        "mood": settings.get_word,
        "suits": settings.get_suits,
    }
    for key_of_other_type in readers.keys() - {key}:
        with pytest.raises(TypeError):
            readers[key_of_other_type](key)
    with pytest.raises(KeyError):
        readers[key]("colour")


def test_settings_are_a_mapping_like_any_other():
    settings = resolve_options(TEST_OPTIONS, 4, {})
    plain = {"size": 4, "part": 4, "fast": True, "mood": "calm"}
    assert settings == plain
    assert json.dumps(settings) == json.dumps(plain)
    assert pickle.loads(pickle.dumps(settings)).get_word("mood") == "calm"


def test_an_option_missing_from_a_record_has_the_value_of_older_records():
    assert resolve_options(TEST_OPTIONS, 4, {}, is_legacy=True) == {
        "size": 1,
        "part": 0,
        "fast": False,
        "mood": "wild",
    }
    assert resolve_options(TEST_OPTIONS, 4, {"fast": True}, is_legacy=True)["fast"] is True


def test_options_are_settled_in_the_games_order():
    assert list(resolve_options(TEST_OPTIONS, 4, {"mood": "wild", "size": 1})) == [
        "size",
        "part",
        "fast",
        "mood",
    ]


@pytest.mark.parametrize("value", [0, 9, -1, "4", 4.0, True, None, [4]])
def test_a_number_outside_its_limits_is_refused(value):
    message = refusal_message({"size": value})
    assert message == Message(
        "option-number",
        {"key": "size", "value": str(value), "low": 1, "high": 8, "seats": 4},
    )


@pytest.mark.parametrize("value", [1, 8])
def test_a_number_at_its_limits_is_accepted(value):
    assert resolve_options(TEST_OPTIONS, 4, {"size": value})["size"] == value


def test_limits_may_depend_on_options_before():
    assert resolve_options(TEST_OPTIONS, 4, {"size": 2, "part": 2})["part"] == 2
    assert refusal_message({"size": 2, "part": 3}).values["high"] == 2


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_a_yes_no_option_accepts_booleans_only(value):
    values = {"key": "fast", "value": str(value)}
    assert refusal_message({"fast": value}) == Message("option-yes-no", values)


@pytest.mark.parametrize("value", ["", "Calm", True, None, ["calm"]])
def test_a_choice_is_one_of_its_words(value):
    values: dict[str, Any] = {"key": "mood", "value": str(value), "words": "calm, wild", "seats": 4}
    assert refusal_message({"mood": value}) == Message("option-choice", values)


LIMITED_CHOICE = ChoiceOption(
    "mood", ("calm", "wild"), compute_default=lambda seats, _: str(seats), max_seats={"wild": 3}
)


def test_a_word_may_be_for_so_many_players_only():
    assert LIMITED_CHOICE.validate_value("wild", 3, OptionValues()) == "wild"
    assert (LIMITED_CHOICE.values_for(3), LIMITED_CHOICE.values_for(4)) == (
        ("calm", "wild"),
        ("calm",),
    )
    with pytest.raises(OptionError) as caught:
        LIMITED_CHOICE.validate_value("wild", 4, OptionValues())
    assert caught.value.message.values["words"] == "calm"


def test_a_suits_option_takes_a_fixed_number_of_letters():
    assert resolve_options(SUIT_OPTIONS, 3, {})["suits"] == ("C", "H")
    assert resolve_options(SUIT_OPTIONS, 3, {"two": False}) == {"two": False, "suits": ()}
    assert resolve_options(SUIT_OPTIONS, 3, {"suits": ["S", "C"]})["suits"] == ("S", "C")
    assert resolve_options(SUIT_OPTIONS, 3, parse_option_assignments(SUIT_OPTIONS, ["suits=DH"]))[
        "suits"
    ] == ("D", "H")


@pytest.mark.parametrize(
    "value",
    [
        [],
        ["C"],
        ["C", "C"],
        ["C", "H", "S"],
        ["C", "X"],
        ["C", ""],
        ["CH", "S"],
        "CH",
        None,
        2,
        True,
        {"C": "H"},
        ["C", 1],
        ["C", ["H"]],
        [["C"], ["H"]],
        [{}, "C"],
    ],
)
def test_invalid_suits_are_refused(value):
    with pytest.raises(OptionError) as caught:
        resolve_options(SUIT_OPTIONS, 3, {"suits": value})
    value_text = "".join(map(str, value)) if isinstance(value, list) else str(value)
    values: dict[str, Any] = {"key": "suits", "value": value_text, "count": 2}
    assert caught.value.message == Message("option-suits", values)


def test_where_no_suit_is_asked_for_none_may_be_given():
    with pytest.raises(OptionError, match="option-no-suits"):
        resolve_options(SUIT_OPTIONS, 3, {"two": False, "suits": ["C"]})


@pytest.mark.parametrize("is_legacy", [False, True])
def test_an_unknown_option_is_refused(is_legacy):
    values = {"key": "colour", "known": "size, part, fast, mood"}
    assert refusal_message({"speed": 1, "colour": 2}, is_legacy=is_legacy) == Message(
        "option-unknown", values
    )


def test_typed_options_become_values():
    values = parse_option_assignments(
        TEST_OPTIONS, ["size=3", "fast=false", "mood=wild", "colour=red"]
    )
    assert values == {"size": 3, "fast": False, "mood": "wild", "colour": "red"}
    assert parse_option_assignments(TEST_OPTIONS, ["fast=true"]) == {"fast": True}


@pytest.mark.parametrize("word", ["size=", "size=x", "size=1.5", "fast=yes", "fast=True", "mood="])
def test_an_invalid_typed_value_is_refused_when_resolved(word):
    options = parse_option_assignments(TEST_OPTIONS, [word])
    text = word.partition("=")[2]
    assert refusal_message(options).values["value"] == text


def test_a_word_that_is_no_option_is_refused():
    with pytest.raises(OptionError) as caught:
        parse_option_assignments(TEST_OPTIONS, ["size"])
    assert caught.value.message == Message("option-form", {"word": "size"})
    with pytest.raises(OptionError) as caught:
        parse_option_assignments(TEST_OPTIONS, ["size=1", "size=1"])
    assert caught.value.message == Message("option-twice", {"key": "size"})


@pytest.mark.parametrize("name", GAMES)
def test_every_games_defaults_lie_within_its_limits(name):
    game = GAMES[name]
    for seats in game.seats:
        for old in (False, True):
            defaults = resolve_options(game.options, seats, {}, is_legacy=old)
            assert resolve_options(game.options, seats, defaults) == defaults
            keys = [option.key for option in game.options if not option.omits_default]
            assert list(defaults) == keys


@pytest.mark.parametrize("name", GAMES)
def test_usual_values_are_left_out_and_change_with_the_players(name):
    options, seats = GAMES[name].options, GAMES[name].seats
    for count in seats:
        defaults = resolve_options(options, count, {})
        assert find_unusual_values(options, count, defaults) == {}
        assert find_unusual_values(options, count, {}) == {}


def test_unusual_values_are_those_that_differ_for_so_many_players():
    options = GAMES["ass"].options
    for seats, usual, other in ((2, "even", "source"), (3, "source", "even")):
        for refill in (True, False):
            values = resolve_options(options, seats, {"targets": usual, "refill": refill})
            expected = {} if refill else {"refill": False}
            assert find_unusual_values(options, seats, values) == expected
            values = {**values, "targets": other}
            assert find_unusual_values(options, seats, values) == {**expected, "targets": other}
    suits = {"trumps": "two", "trump_suits": ["C", "H"]}
    assert find_unusual_values(options, 3, suits) == {"trumps": "two"}
    suits = {"trumps": "two", "trump_suits": ["C", "S"]}
    assert find_unusual_values(options, 3, suits)["trump_suits"] == ("C", "S")


def test_a_length_option_is_written_for_short_matches_only():
    options = GAMES["master"].options
    for values in ({}, {"length": "full"}):
        full = resolve_options(options, 3, values)
        assert "length" not in full
        assert not is_short_match(options, full)
        assert resolve_options(options, 3, values, is_legacy=True) == full
    short = resolve_options(options, 3, {"length": "short"})
    assert short["length"] == "short"
    assert is_short_match(options, short)
    assert not is_short_match(
        GAMES["damn"].options, resolve_options(GAMES["damn"].options, 3, {"deals": 2})
    )
