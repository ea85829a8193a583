"""Tests of declared settings: valid values, names of people, and older forms."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.store.declared_settings import (
    MAX_PLAYER_NAME_LENGTH,
    PERSONAL_VALIDATORS,
    SHARED_VALIDATORS,
    DeclaredSettings,
    login_name,
    migrate_settings,
    tidy_name,
    unique_names,
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Anna  ", "Anna"),
        ("Anna\n\tMaria", "Anna Maria"),
        ("a\u202eb", "a b"),
        ("x" * 40, "x" * MAX_PLAYER_NAME_LENGTH),
        ("\x1b[31mred", "[31mred"),
        ("", ""),
    ],
)
def test_a_name_is_normalised(text, name):
    assert tidy_name(text) == name


@given(st.text())
def test_a_tidy_name_is_short_printable_and_stays_so(text):
    name = tidy_name(text)
    assert len(name) <= MAX_PLAYER_NAME_LENGTH
    assert name.isprintable()
    assert tidy_name(name) == name


def test_the_name_of_who_is_logged_in(monkeypatch):
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    assert login_name() == ""
    monkeypatch.setenv("USER", "root")
    assert login_name() == ""
    monkeypatch.setenv("USERNAME", "ida")
    assert login_name() == "Ida"


DEFAULTS = DeclaredSettings()


def test_every_default_is_valid():
    validators = {**PERSONAL_VALIDATORS, **SHARED_VALIDATORS}
    assert validators.keys() == {declared.name for declared in fields(DeclaredSettings)}
    for name, fits in validators.items():
        assert fits(getattr(DEFAULTS, name)), name


def test_settings_of_this_computer_are_not_personal():
    assert {*SHARED_VALIDATORS} == {"side", "programs", "sandbox", "table", "geometry"}


@pytest.mark.parametrize(
    ("names", "values"),
    [
        ("theme", ["system", "light", "dark"]),
        ("cloth", ["baize", "wine", "slate"]),
        ("motion", ["system", "full", "none"]),
        ("wait_for_click speak", ["auto", "on", "off"]),
        ("forced_cards", ["none", "last", "all"]),
        ("confirm_moves", ["none", "clicks", "keys", "all"]),
        ("card_faces", ["classic", "deco", "large"]),
        ("card_back", ["leaves", "fans", "lattice", "guilloche"]),
        ("card_letters", ["auto", "latin", "cyrillic"]),
        ("wording", ["full", "brief"]),
        ("language", ["system", "en", "sah"]),
        ("finished", [0, 3]),
        ("text_size", [1, 1.0, 2.0]),
        ("speed", [0.5, 3]),
        ("trick_seconds", [0.3, 5]),
        ("volume", [0, 1.0]),
        ("speech_rate", [80, 600]),
        (
            "left_handed four_colours warn offer_review sheet_par honours deal_of_day ring sound "
            "sound_cards sound_turn sound_results turn_alert speech_waits side sandbox",
            [True, False],
        ),
        ("former", [[], ["Ann"] * 50]),
        ("guided", [[], ["x" * 200]]),
        ("your_name", ["", "Ann"]),
        ("face colour last_game", ["", "x" * 200]),
        ("programs", [{}, {"x" * 200: "x" * 100_000}]),
        ("setups table", [{}, {"x": [1]}]),
        ("geometry", ["", "x" * 100_000]),
    ],
)
def test_valid_values_are_accepted(names, values):
    for name in names.split():
        for value in values:
            assert (PERSONAL_VALIDATORS | SHARED_VALIDATORS)[name](value), (name, value)


@pytest.mark.parametrize(
    ("names", "values"),
    [
        ("theme cloth motion wait_for_click forced_cards confirm_moves", ["", None, "other", 1]),
        ("card_faces card_back card_letters speak wording", ["", None, "other", True]),
        ("language", ["", "e", "EN", "en_GB", "four", 3, None]),
        ("finished", [-1, 4, True, 1.0, "1"]),
        ("text_size", [0.99, 2.01, True, "1", None]),
        ("speed", [0.49, 3.01, True]),
        ("trick_seconds", [0.29, 5.01, True]),
        ("volume", [-0.01, 1.01, True]),
        ("speech_rate", [79, 601, True]),
        ("left_handed ring side sandbox", [0, 1, "yes", None]),
        ("former", [["Ann"] * 51, [" Ann"], ["x" * 25], "Ann", ("Ann",), [1]]),
        ("guided", [["x" * 201], ["a\nb"], "damn", [None]]),
        ("your_name", [" Ann", "x" * 25, "a\nb", None]),
        ("face colour last_game", ["x" * 201, "a\nb", None, 1]),
        ("programs", [{"x" * 201: "x"}, {"x": 1}, {"x": "x" * 100_001}, [], {1: "x"}]),
        ("setups table", [[], None, "x"]),
        ("geometry", ["x" * 100_001, b"x", None]),
    ],
)
def test_invalid_values_are_refused(names, values):
    for name in names.split():
        for value in values:
            assert not (PERSONAL_VALIDATORS | SHARED_VALIDATORS)[name](value), (name, value)


def test_replaced_settings_are_gone_after_migration():
    old_values = {"last_card": False, "single_click": True, "keys_ask": False, "volume": 1}
    assert migrate_settings(old_values) == {
        "volume": 1,
        "forced_cards": "none",
        "confirm_moves": "none",
    }
    assert old_values["last_card"] is False  # The given values stay as they are.
    assert migrate_settings({"motion": True}) == {"motion": "full"}
    assert migrate_settings({"motion": False}) == {"motion": "none"}


def test_present_settings_are_not_migrated():
    values = {"motion": "system", "forced_cards": "all", "confirm_moves": "keys", "x": 1}
    assert migrate_settings(values | {"last_card": False, "keys_ask": False}) == values
    assert migrate_settings({}) == {}


def test_many_of_one_name_are_numbered():
    names = unique_names(["Ann", "ann", "Ann 2", "Ann"] + ["x" * MAX_PLAYER_NAME_LENGTH] * 1000)
    assert names[:4] == ("Ann", "ann 2", "Ann 2 2", "Ann 3")
    assert len({name.casefold() for name in names}) == 1004
    assert max(map(len, names)) == MAX_PLAYER_NAME_LENGTH
