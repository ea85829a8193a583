"""Decoding of outside data: it is decoded or refused with one kind of error."""

import json
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from greenbaize.rules.decoding import (
    MAX_JSON_BYTES,
    MAX_NAME_TEXT_LENGTH,
    MAX_QUOTE_LENGTH,
    NameText,
    convert_to_type,
    decode_json,
    decode_object,
    literal_type,
    matches_type,
    quote_value,
)
from greenbaize.rules.errors import DamagedError
from greenbaize.rules.messages import Message
from rules.strategies import NAME_STRATEGY

JSON_STRATEGY = st.recursive(
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


@given(JSON_STRATEGY)
def test_json_is_decoded(value):
    assert decode_json(json.dumps(value).encode()) == value
    assert decode_json(f" {json.dumps(value, ensure_ascii=False)}\r\n".encode()) == value


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
        # Python 3.11 takes 1000 levels, 3.12 and 3.13 take 10,000.
        b"[" * 20_000 + b"]" * 20_000,
        b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
        b"\0",
        *(
            '{"type": "ready"}'.encode(one)
            for one in ("utf-16", "utf-16-le", "utf-32", "utf-8-sig")
        ),
    ],
)
def test_invalid_json_is_damaged(data):
    for reader in (decode_json, decode_object):
        with pytest.raises(DamagedError) as caught:
            reader(data)
        assert caught.value.message == Message("line-damaged")


@given(st.binary(max_size=60))
def test_no_bytes_end_in_another_error(data):
    try:
        decode_json(data)
    except DamagedError:
        return
    json.loads(data)


def test_a_line_that_is_too_long_is_refused():
    data = b" " * (MAX_JSON_BYTES - 2) + b"{}"
    assert decode_object(data) == {}
    with pytest.raises(DamagedError):
        decode_object(b" " + data)
    assert decode_json(b" " + data, MAX_JSON_BYTES + 1) == {}


@pytest.mark.parametrize("data", [b"[]", b"null", b"7", b'"x"'])
def test_a_line_is_an_object(data):
    decode_json(data)
    with pytest.raises(DamagedError):
        decode_object(data)


def test_a_shape_is_strict():
    assert convert_to_type([1, 2], list[int]) == [1, 2]
    assert matches_type("b", literal_type("abc"))
    assert matches_type(2, float)
    for value, shape in (
        (True, int),
        (1.0, int),
        ("1", int),
        (1, bool),
        (1, str),
        (None, str),
        ((10**400), float),
        ("d", literal_type("abc")),
        (6, Annotated[int, Meta(le=5)]),
        ({"a": 1}, dict[str, str]),
    ):
        assert not matches_type(value, shape)
        with pytest.raises(ValueError, match="shape"):
            convert_to_type(value, shape)


def test_a_quotation_is_short_and_never_fails():
    assert quote_value(["damn"]) == "['damn']"
    assert quote_value("x" * MAX_QUOTE_LENGTH) == "x" * MAX_QUOTE_LENGTH
    assert quote_value("x" * 9999) == "x" * MAX_QUOTE_LENGTH + "…"
    nested = []
    for _ in range(100_000):
        nested = [nested]
    assert quote_value(nested) == "…"
    while nested:
        (nested,) = nested  # release level by level: recursion would overflow


@pytest.mark.parametrize(
    "text",
    [
        "a\nb",
        "a\n",
        "\x00",
        "\x1b[2J",
        "\x7f",
        "\x85",
        "\x9b2J",
        "\u2028",
        "\u2029",
        chr(0xD800),
        chr(0xDFFF),
        "a\udc80",
        *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
        "x" * (MAX_NAME_TEXT_LENGTH + 1),
        None,
        7,
        ["Anna"],
    ],
)
def test_invalid_names_are_refused(text):
    assert not matches_type(text, NameText)


@pytest.mark.parametrize(
    "text", ["", "Anna", "Зоя", "ليلى", "👩\u200d👧", "<img>", "x" * MAX_NAME_TEXT_LENGTH]
)
def test_valid_names_are_accepted(text):
    assert matches_type(text, NameText)


@given(NAME_STRATEGY)
def test_any_other_characters_are_accepted(text):
    assert matches_type(text, NameText)
