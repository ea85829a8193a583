"""Moments as records have them, which may say anything."""

import pytest

from greenbaize.match.header import moment


@pytest.mark.parametrize("value", ["20261121T203000", "20240229T000000", "19990101T235959"])
def test_a_moment_is_taken_as_it_is(value: str) -> None:
    assert moment(value) == value


@pytest.mark.parametrize(
    "value",
    [
        *("20261399T999999", "20260229T120000", "20261121T240000", "20261121T235960"),
        *("00000101T000000", "20261121T203000\n", "2026112T1203000", "٢٠٢٦١١٢١T٢٠٣٠٠٠", "", "x"),
        *(None, 20261121, True, ["20261121T203000"]),
    ],
)
def test_what_no_calendar_or_clock_has_is_none(value: object) -> None:
    assert moment(value) == ""
