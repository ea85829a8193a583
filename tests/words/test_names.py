"""Names and other outside texts as they are displayed."""

import pytest

from greenbaize.rules.messages import Message
from greenbaize.words.names import (
    LONGEST_NAME,
    LONGEST_WORDS,
    shown_name,
    shown_words,
    sound_of,
)
from greenbaize.words.speaker import Speaker


@pytest.mark.parametrize(
    "name", ["Anna", "Konstantina-Maria", "Łukasz", "李小龍", "O’Neil & Co", "<b>", "👩‍🚀", "Việt"]
)
def test_names_that_do_no_harm_are_shown_as_they_are(name):
    assert shown_name(name) == name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("two\nlines\r\n\tand a tab", "two lines and a tab"),
        ("\x1b[31mred\x07", "[31mred"),
        ("\u202eback\u202cwards\u2066 and \u2069on", "backwards and on"),
        ("soft\u00adhyphen\ufeff", "softhyphen"),
        ("par\u2029agraph", "par agraph"),
        ("\ud800", "\ufffd"),
        ("   ", "?"),
        ("", "?"),
        ("\u200b\u202e", "?"),
        ("e" + "\u0301" * 5000 + "nd", "e\u0301\u0301\u0301nd"),
    ],
)
def test_signs_that_do_something_are_left_out(name, expected):
    assert shown_name(name) == expected


def test_only_so_much_of_a_name_is_shown():
    assert shown_name("x" * LONGEST_NAME) == "x" * LONGEST_NAME
    assert shown_name("x" * 10_000) == "x" * (LONGEST_NAME - 1) + "…"
    assert len(shown_words("x y " * 10_000)) <= LONGEST_WORDS


def test_a_name_from_right_to_left_keeps_to_itself_in_a_sentence():
    said = Speaker(["שרה", "Anna"]).say(Message("not-your-turn", {"seat": 0}))
    assert said == "It is \u2068שרה\u2069's turn."
    assert shown_name("שרה") == "שרה"


def test_sentences_hold_names_and_other_words_as_they_are_shown():
    speaker = Speaker(["a\nb", "x" * 10_000])
    said = speaker.say(Message("file-error", {"path": "p\n\u202eq", "reason": "r" * 10_000}))
    assert "p q" in said
    assert len(said) < LONGEST_WORDS + 100


@pytest.mark.parametrize(
    ("name", "other_name"),
    [
        ("Boris", "Борис"),
        ("Boris", "Μπόρις"),
        ("Anna", "Άννα"),
        ("Jan", "Ян"),
        ("Yana", "Яна"),
        ("Emma", "Эмма"),
        ("Max", "Макс"),
        ("Żaneta", "Zaneta"),
        ("Nina", "ნინა"),
    ],
)
def test_a_name_sounds_alike_in_every_script(name, other_name):
    assert sound_of(name) == sound_of(other_name)


@pytest.mark.parametrize(
    ("name", "other_name"), [("Boris", "Doris"), ("Мила", "Лена"), ("Ida", "Ian"), ("Otto", "Hugo")]
)
def test_other_names_sound_otherwise(name, other_name):
    assert sound_of(name) != sound_of(other_name)
