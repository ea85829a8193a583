"""Names: how long they may be, and of what."""

import pytest
from hypothesis import given

from greenbaize.rules.decoding import fits
from greenbaize.rules.names import LONGEST_NAME, Name
from rules.strategies import TEXTS


@pytest.mark.parametrize(
    "text",
    [
        *("a\nb", "a\n", "\x00", "\x1b[2J", "\x7f", "\x85", "\x9b2J"),
        *("\u2028", "\u2029", "\ud800", "\udfff", "a\udc80"),
        *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
        "x" * (LONGEST_NAME + 1),
        None,
        7,
        ["Anna"],
    ],
)
def test_what_is_no_name(text: object) -> None:
    assert not fits(text, Name)


@pytest.mark.parametrize(
    "text", ["", "Anna", "Зоя", "ليلى", "👩\u200d👧", "<img>", "x" * LONGEST_NAME]
)
def test_what_is_one(text: str) -> None:
    assert fits(text, Name)


@given(TEXTS)
def test_any_other_signs_are_taken(text: str) -> None:
    assert fits(text, Name)
