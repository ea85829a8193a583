"""Tests of names that identify a person, and names that could be mistaken for each other."""

import pytest

from greenbaize.app.nicknames import are_confusable, is_identifying_name, is_visible_name
from greenbaize.rules.name_text import INVISIBLE_CHARACTERS
from greenbaize.store.declared_settings import tidy_name

BLANK = ("", "\u034f", "\u0301", "\u0301\u0302", "\u200b", *INVISIBLE_CHARACTERS)
HIDDEN = ("\u034f", "\u00ad", *INVISIBLE_CHARACTERS)


@pytest.mark.parametrize("name", [*BLANK, *(f"An{letter}na" for letter in HIDDEN)], ids=ascii)
def test_a_name_with_invisible_characters_is_refused(name):
    assert not is_visible_name(name)
    assert not is_identifying_name(name)


@pytest.mark.parametrize(
    "name", ["Anna", "Анна", "Müller", "O’Neil", "J. R.", "李", "नमस्ते", "علی", "🐱", "7", "Anna 2"]
)
def test_real_names_are_names(name):
    assert is_visible_name(name)
    assert is_identifying_name(name)


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
    assert is_visible_name(tidy_name(name))
    plain = name.replace("\ufe0f", "").replace("\u200d", "")
    assert are_confusable(name, plain)


@pytest.mark.parametrize("name", ["Ann\ufe0f", "A\u200dnn", "1\ufe0f", "\ufe0f", "Ann\U000e0067"])
def test_emoji_joiners_are_refused_elsewhere(name):
    assert not is_visible_name(name)


@pytest.mark.parametrize("name", ["You", "you", "YOU", "Вы", "вы", "Yоu", "Bы"])
def test_a_word_for_oneself_is_no_name(name):
    assert not is_identifying_name(name)


@pytest.mark.parametrize(
    "similar_name", ["anna", "ANNA", "Аnna", "Аnnа", "Αnna", "Ａｎｎａ", "𝐀𝐧𝐧𝐚", "Anna"], ids=ascii
)
def test_names_look_alike(similar_name):
    assert are_confusable("Anna", similar_name)
    assert are_confusable(similar_name, "Anna")


@pytest.mark.parametrize(
    ("first", "second"), [("АННА", "AHHA"), ("Анна", "АННА"), ("Bill", "BiII"), ("e\u0301", "é")]
)
def test_letters_of_two_alphabets_and_two_sizes_look_alike(first, second):
    assert are_confusable(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [("Anna", "Анна"), ("Anna", "Hanna"), ("Anna", "Anna 2"), ("Åsa", "Asa"), ("Ида", "Ira")],
)
def test_different_names_do_not_look_alike(first, second):
    assert not are_confusable(first, second)
