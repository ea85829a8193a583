"""Tests of the sentence on what somebody changed at a table."""

import msgspec
import pytest

from greenbaize.app.network.table_changes import TableChanges, changes_text
from greenbaize.games import GAMES
from ui.features.network.fake_session import FOUR, chair, lobby

BEFORE = lobby(*FOUR, you=1)


def changed(**more):
    return msgspec.structs.replace(BEFORE, **more)


@pytest.mark.parametrize(
    ("fields", "expected_change"),
    [
        ({"game": "master", "options": {}}, "Master · 4 players"),
        ({"chairs": [*FOUR, chair()]}, "Damn · 5 players"),
        ({"clock": 30}, "Time for a turn: 30 seconds"),
        ({"bots": ""}, "Open chairs wait for friends"),
        ({"hints": False, "hands": True}, "Hints: no; Watchers may see a hand: yes"),
        ({"chairs": [FOUR[1], FOUR[0], *FOUR[2:]], "keeper": 1}, "who sits where"),
    ],
)
def test_what_was_changed_is_named_with_who_did_it(fields, expected_change):
    assert (
        changes_text(GAMES, BEFORE, changed(**fields))
        == f"Ida has changed the table: {expected_change}."
    )


def test_an_option_is_told_with_its_new_value():
    told = changes_text(GAMES, BEFORE, changed(options={"first": 3, "deals": 7}))
    assert told.startswith("Ida has changed the table: ")
    assert "7" in told
    assert "4 players" not in told


def test_a_host_without_a_chair_is_called_the_host():
    told = changes_text(GAMES, BEFORE, changed(clock=30, keeper=None))
    assert told == "The host has changed the table: Time for a turn: 30 seconds."


def test_who_comes_and_goes_changes_nothing():
    assert not changes_text(GAMES, BEFORE, changed(chairs=[*FOUR[:3], chair("Kim")]))
    assert not changes_text(GAMES, BEFORE, changed(chairs=[FOUR[0], chair(), *FOUR[2:]]))


def test_it_is_said_until_one_is_ready_again_and_not_to_who_keeps_the_table():
    changes = TableChanges(GAMES)
    changes.note_lobby(BEFORE)
    now = changed(clock=30)
    changes.note_lobby(now)
    assert changes.has_changed(now)
    assert "30 seconds" in changes.text(now)
    assert changes.text(msgspec.structs.replace(now, you=0)) == ""
    ready = [FOUR[0], chair("Tom", ready=True), *FOUR[2:]]
    changes.note_lobby(changed(clock=30, chairs=ready))
    assert not changes.has_changed(now)
    assert changes.text(now) == ""


def test_what_was_played_last_is_what_one_had_agreed_to():
    changes = TableChanges(GAMES)
    changes.note_lobby(changed(game="master", options={}))
    changes.note_lobby(changed(stage="playing"))
    changes.note_lobby(BEFORE)
    assert changes.text(BEFORE) == ""
