"""Tests of names that identify a person, and names that could be mistaken for each other."""

import pytest

from greenbaize.app.nicknames import is_name, is_seen, look_alike
from greenbaize.store.fitting import tidy_name

BLANK = ("", "\u115f", "\u3164", "\u2800", "\uffa0", "\u034f", "\u0301", "\u0301\u0302", "\u200b")


@pytest.mark.parametrize("name", [*BLANK, "Anna\u2800", "Anna\u034f", "An\u00adna"], ids=ascii)
def test_a_name_that_is_not_seen_as_it_is_is_none(name):
    assert not is_seen(name)
    assert not is_name(name)


@pytest.mark.parametrize(
    "name", ["Anna", "Анна", "Müller", "O’Neil", "J. R.", "李", "नमस्ते", "علی", "🐱", "7", "Anna 2"]
)
def test_real_names_are_names(name):
    assert is_seen(name)
    assert is_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ann \u2764\ufe0f",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
        "1\ufe0f\u20e3 Ann",
        "\u2764\ufe0f\u200d\U0001f525",
        "\U0001f44b\U0001f3fd",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
    ids=ascii,
)
def test_emoji_are_names_as_phones_write_them(name):
    assert is_seen(tidy_name(name))
    plain = name.replace("\ufe0f", "").replace("\u200d", "")
    assert look_alike(name, plain)


@pytest.mark.parametrize("name", ["Ann\ufe0f", "A\u200dnn", "1\ufe0f", "\ufe0f", "Ann\U000e0067"])
def test_what_joins_emoji_is_nothing_elsewhere(name):
    assert not is_seen(name)


@pytest.mark.parametrize("name", ["You", "you", "YOU", "Вы", "вы", "Yоu", "Bы"])
def test_what_everybody_calls_themselves_is_no_name(name):
    assert not is_name(name)


@pytest.mark.parametrize(
    "similar_name", ["anna", "ANNA", "Аnna", "Аnnа", "Αnna", "Ａｎｎａ", "𝐀𝐧𝐧𝐚", "Anna"], ids=ascii
)
def test_names_look_alike(similar_name):
    assert look_alike("Anna", similar_name)
    assert look_alike(similar_name, "Anna")


@pytest.mark.parametrize(
    ("first", "second"), [("АННА", "AHHA"), ("Анна", "АННА"), ("Bill", "BiII"), ("e\u0301", "é")]
)
def test_letters_of_two_alphabets_and_two_sizes_look_alike(first, second):
    assert look_alike(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [("Anna", "Анна"), ("Anna", "Hanna"), ("Anna", "Anna 2"), ("Åsa", "Asa"), ("Ида", "Ira")],
)
def test_different_names_do_not(first, second):
    assert not look_alike(first, second)
