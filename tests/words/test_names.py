"""Names and other outside texts as they are displayed."""

import pytest

from greenbaize.rules.messages import Message
from greenbaize.words.names import (
    MAX_NAME_LENGTH,
    MAX_TEXT_LENGTH,
    display_name,
    phonetic_key,
    sanitise_text,
)
from greenbaize.words.speaker import Speaker


@pytest.mark.parametrize(
    "name", ["Anna", "Konstantina-Maria", "Łukasz", "李小龍", "O’Neil & Co", "<b>", "👩‍🚀", "Việt"]
)
def test_harmless_names_are_shown_unchanged(name):
    assert display_name(name) == name


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
def test_control_characters_are_removed(name, expected):
    assert display_name(name) == expected


def test_long_names_are_cut():
    assert display_name("x" * MAX_NAME_LENGTH) == "x" * MAX_NAME_LENGTH
    assert display_name("x" * 10_000) == "x" * (MAX_NAME_LENGTH - 1) + "…"
    assert len(sanitise_text("x y " * 10_000)) <= MAX_TEXT_LENGTH


def test_a_right_to_left_name_is_isolated_in_a_sentence():
    sentence = Speaker(["שרה", "Anna"]).format_message(Message("not-your-turn", {"seat": 0}))
    assert sentence == "It is \u2068שרה\u2069's turn."
    assert display_name("שרה") == "שרה"


def test_sentences_hold_names_and_other_words_as_they_are_shown():
    speaker = Speaker(["a\nb", "x" * 10_000])
    sentence = speaker.format_message(
        Message("file-error", {"path": "p\n\u202eq", "reason": "r" * 10_000})
    )
    assert "p q" in sentence
    assert len(sentence) < MAX_TEXT_LENGTH + 100


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
    assert phonetic_key(name) == phonetic_key(other_name)


@pytest.mark.parametrize(
    ("name", "other_name"), [("Boris", "Doris"), ("Мила", "Лена"), ("Ida", "Ian"), ("Otto", "Hugo")]
)
def test_different_names_sound_different(name, other_name):
    assert phonetic_key(name) != phonetic_key(other_name)
