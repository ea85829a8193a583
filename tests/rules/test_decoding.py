"""Decoding of outside data: it is decoded or refused with one kind of error."""

import json
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from greenbaize.rules.decoding import (
    LONGEST_LINE,
    LONGEST_NAME,
    LONGEST_QUOTE,
    Name,
    decoded,
    decoded_line,
    fits,
    one_of,
    quoted,
    shaped,
)
from greenbaize.rules.errors import DamagedError
from greenbaize.rules.messages import Message
from rules.strategies import TEXTS

JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_what_is_json_is_decoded(value):
    assert decoded(json.dumps(value).encode()) == value
    assert decoded(f" {json.dumps(value, ensure_ascii=False)}\r\n".encode()) == value


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"{} {}",
        b"{'a': 1}",
        b'{"a": 1,}',
        b"NaN",
        b"-Infinity",
        b"1e400",
        b"01",
        b"9" * 5000,
        b'"\xff"',
        b'"\xed\xa0\x80"',
        b'"\\ud800"',
        b'"a\nb"',
        b"[" * 100_000,
        b"[" * 5000 + b"]" * 5000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b"\0",
        *(
            '{"type": "ready"}'.encode(one)
            for one in ("utf-16", "utf-16-le", "utf-32", "utf-8-sig")
        ),
    ],
)
def test_what_is_no_json_is_damaged(data):
    for reader in (decoded, decoded_line):
        with pytest.raises(DamagedError) as refused:
            reader(data)
        assert refused.value.message == Message("line-damaged")


@given(st.binary(max_size=60))
def test_no_bytes_end_in_another_error(data):
    try:
        decoded(data)
    except DamagedError:
        return
    json.loads(data)


def test_what_is_too_long_is_not_looked_at():
    data = b" " * (LONGEST_LINE - 2) + b"{}"
    assert decoded_line(data) == {}
    with pytest.raises(DamagedError):
        decoded_line(b" " + data)
    assert decoded(b" " + data, LONGEST_LINE + 1) == {}


@pytest.mark.parametrize("data", [b"[]", b"null", b"7", b'"x"'])
def test_a_line_is_an_object(data):
    decoded(data)
    with pytest.raises(DamagedError):
        decoded_line(data)


def test_a_shape_is_strict():
    assert shaped([1, 2], list[int]) == [1, 2]
    assert fits("b", one_of("abc"))
    assert fits(2, float)
    for value, shape in (
        (True, int),
        (1.0, int),
        ("1", int),
        (1, bool),
        (1, str),
        (None, str),
        ((10**400), float),
        ("d", one_of("abc")),
        (6, Annotated[int, Meta(le=5)]),
        ({"a": 1}, dict[str, str]),
    ):
        assert not fits(value, shape)
        with pytest.raises(ValueError, match="shape"):
            shaped(value, shape)


def test_a_quotation_is_short_and_never_fails():
    assert quoted(["damn"]) == "['damn']"
    assert quoted("x" * LONGEST_QUOTE) == "x" * LONGEST_QUOTE
    assert quoted("x" * 9999) == "x" * LONGEST_QUOTE + "…"
    nested = []
    for _ in range(100_000):
        nested = [nested]
    assert quoted(nested) == "…"
    while nested:
        (nested,) = nested  # release level by level: recursion would overflow


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
def test_what_is_no_name(text):
    assert not fits(text, Name)


@pytest.mark.parametrize(
    "text", ["", "Anna", "Зоя", "ليلى", "👩\u200d👧", "<img>", "x" * LONGEST_NAME]
)
def test_what_is_one(text):
    assert fits(text, Name)


@given(TEXTS)
def test_any_other_signs_are_taken(text):
    assert fits(text, Name)
