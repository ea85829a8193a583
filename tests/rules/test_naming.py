"""Graphemes: joined emoji, combining marks and flags are not split."""

import pytest

from greenbaize.rules.naming import clusters, cut_words
from greenbaize.store.fitting import NAME_LENGTH, tidy_name, told_apart
from greenbaize.words.names import LONGEST_NAME, shown_name

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
WAVE = "\U0001f44b\U0001f3fd"
FRANCE = "\U0001f1eb\U0001f1f7"
HEART = "\u2764\ufe0f\u200d\U0001f525"
ACCENT = "e\u0301"
WHOLE = (FAMILY, ENGLAND, WAVE, FRANCE, HEART, ACCENT)


def test_what_is_read_as_one_letter_is_one():
    assert list(clusters("".join(WHOLE) + "ab" + FRANCE + FRANCE)) == [
        *WHOLE,
        "a",
        "b",
        FRANCE,
        FRANCE,
    ]
    assert list(clusters("")) == []
    assert list(clusters("a\u200db")) == ["a\u200d", "b"]


@pytest.mark.parametrize("letter", WHOLE)
def test_nothing_is_torn_wherever_it_is_cut(letter):
    text = "ab" + letter + "cd"
    for most in range(len(text) + 1):
        cut = cut_words(text, most)
        assert len(cut) <= most
        assert cut in ("", "a", "ab", "ab" + letter, "ab" + letter + "c", text)


@pytest.mark.parametrize("letter", WHOLE)
def test_a_name_keeps_what_is_joined_and_is_cut_before_it(letter):
    assert tidy_name(f" {letter} Ann ") == f"{letter} Ann"
    assert shown_name(letter) == letter
    assert tidy_name("x" * (NAME_LENGTH - 1) + letter) == "x" * (NAME_LENGTH - 1)
    long = "x" * (LONGEST_NAME - 2) + letter + "yyy"
    assert shown_name(long) == "x" * (LONGEST_NAME - 2) + "…"
    name = "x" * (NAME_LENGTH - len(letter)) + letter
    assert told_apart([name, name])[1].startswith("x" * (NAME_LENGTH - len(letter)))
    assert letter[-1] not in told_apart([name, name])[1]


def test_what_joins_nothing_is_no_part_of_a_name():
    assert tidy_name("\u200d") == ""
    assert tidy_name("Ann\u200da") == "Ann a"
    assert tidy_name(WAVE + "\u200d") == WAVE
