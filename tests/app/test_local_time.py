"""Tests of the conversion of the records' UTC times to local time."""

import os
import time

import pytest

from greenbaize.app.local_time import to_local_time, to_utc_range

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no time zone for one process")


@pytest.fixture
def kamchatka(monkeypatch):
    """Set a time zone twelve hours east of Greenwich (POSIX counts to the west)."""
    monkeypatch.setenv("TZ", "PETT-12")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@posix
@pytest.mark.usefixtures("kamchatka")
def test_a_moment_is_converted_to_local_time():
    moment = to_local_time("20261121T203000")
    assert moment is not None
    assert moment.strftime("%Y-%m-%d %H:%M") == "2026-11-22 08:30"


@posix
@pytest.mark.usefixtures("kamchatka")
@pytest.mark.parametrize(
    ("digits", "first", "end"),
    [
        ("20261121", "20261120T120000", "20261121T120000"),
        ("202612", "20261130T120000", "20261231T120000"),
        ("2026", "20251231T120000", "20261231T120000"),
        ("9999", "9999", "9999~"),
    ],
)
def test_days_months_and_years_are_local(digits, first, end):
    assert to_utc_range(digits) == (first, end)


@pytest.mark.parametrize(
    "start_time", ["", "20261121", "20261350T000000", "yesterday", "00000101T000000"]
)
def test_an_invalid_time_has_no_local_time(start_time):
    assert to_local_time(start_time) is None
