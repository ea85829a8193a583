"""Graphemes: joined emoji, combining marks and flags are not split."""

import pytest

from greenbaize.rules.name_text import split_graphemes, truncate_graphemes
from greenbaize.store.declared_settings import MAX_PLAYER_NAME_LENGTH, tidy_name, unique_names
from greenbaize.words.names import MAX_NAME_LENGTH, display_name

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
WAVE = "\U0001f44b\U0001f3fd"
FRANCE = "\U0001f1eb\U0001f1f7"
HEART = "\u2764\ufe0f\u200d\U0001f525"
ACCENT = "e\u0301"
GRAPHEMES = (FAMILY, ENGLAND, WAVE, FRANCE, HEART, ACCENT)


def test_graphemes_are_single_letters():
    assert list(split_graphemes("".join(GRAPHEMES) + "ab" + FRANCE + FRANCE)) == [
        *GRAPHEMES,
        "a",
        "b",
        FRANCE,
        FRANCE,
    ]
    assert list(split_graphemes("")) == []
    assert list(split_graphemes("a\u200db")) == ["a\u200d", "b"]


@pytest.mark.parametrize("letter", GRAPHEMES)
def test_truncation_never_splits_a_grapheme(letter):
    text = "ab" + letter + "cd"
    for max_length in range(len(text) + 1):
        cut = truncate_graphemes(text, max_length)
        assert len(cut) <= max_length
        assert cut in ("", "a", "ab", "ab" + letter, "ab" + letter + "c", text)


@pytest.mark.parametrize("letter", GRAPHEMES)
def test_a_name_is_cut_before_a_grapheme(letter):
    assert tidy_name(f" {letter} Ann ") == f"{letter} Ann"
    assert display_name(letter) == letter
    assert tidy_name("x" * (MAX_PLAYER_NAME_LENGTH - 1) + letter) == "x" * (
        MAX_PLAYER_NAME_LENGTH - 1
    )
    long = "x" * (MAX_NAME_LENGTH - 2) + letter + "yyy"
    assert display_name(long) == "x" * (MAX_NAME_LENGTH - 2) + "…"
    name = "x" * (MAX_PLAYER_NAME_LENGTH - len(letter)) + letter
    assert unique_names([name, name])[1].startswith("x" * (MAX_PLAYER_NAME_LENGTH - len(letter)))
    assert letter[-1] not in unique_names([name, name])[1]


def test_a_stray_joiner_is_removed_from_a_name():
    assert tidy_name("\u200d") == ""
    assert tidy_name("Ann\u200da") == "Ann a"
    assert tidy_name(WAVE + "\u200d") == WAVE
