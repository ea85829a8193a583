"""Tests of the sentence on what somebody changed at a table."""

import msgspec
import pytest

from greenbaize.app.network.table_changes import TableChangeTracker, describe_table_changes
from greenbaize.games import GAMES
from ui.features.network.fake_session import FOUR_CHAIRS, make_chair, make_lobby

LOBBY_BEFORE = make_lobby(*FOUR_CHAIRS, you=1)


def change_lobby(**fields):
    return msgspec.structs.replace(LOBBY_BEFORE, **fields)


@pytest.mark.parametrize(
    ("fields", "expected_change"),
    [
        ({"game": "master", "options": {}}, "Master · 4 players"),
        ({"chairs": [*FOUR_CHAIRS, make_chair()]}, "Damn · 5 players"),
        ({"clock": 30}, "Time for a turn: 30 seconds"),
        ({"bots": ""}, "Open chairs wait for friends"),
        ({"hints": False, "hands": True}, "Hints: no; Watchers may see a hand: yes"),
        (
            {"chairs": [FOUR_CHAIRS[1], FOUR_CHAIRS[0], *FOUR_CHAIRS[2:]], "keeper": 1},
            "who sits where",
        ),
    ],
)
def test_a_change_is_named_with_its_author(fields, expected_change):
    assert (
        describe_table_changes(GAMES, LOBBY_BEFORE, change_lobby(**fields))
        == f"Ida has changed the table: {expected_change}."
    )


def test_an_option_is_named_with_its_new_value():
    sentence = describe_table_changes(
        GAMES, LOBBY_BEFORE, change_lobby(options={"first": 3, "deals": 7})
    )
    assert sentence.startswith("Ida has changed the table: ")
    assert "7" in sentence
    assert "4 players" not in sentence


def test_a_host_without_a_chair_is_called_the_host():
    sentence = describe_table_changes(GAMES, LOBBY_BEFORE, change_lobby(clock=30, keeper=None))
    assert sentence == "The host has changed the table: Time for a turn: 30 seconds."


def test_joining_and_leaving_change_nothing():
    assert not describe_table_changes(
        GAMES, LOBBY_BEFORE, change_lobby(chairs=[*FOUR_CHAIRS[:3], make_chair("Kim")])
    )
    assert not describe_table_changes(
        GAMES, LOBBY_BEFORE, change_lobby(chairs=[FOUR_CHAIRS[0], make_chair(), *FOUR_CHAIRS[2:]])
    )


def test_a_change_is_reported_until_the_guest_is_ready_and_never_to_the_keeper():
    tracker = TableChangeTracker(GAMES)
    tracker.update_agreed_lobby(LOBBY_BEFORE)
    changed_lobby = change_lobby(clock=30)
    tracker.update_agreed_lobby(changed_lobby)
    assert tracker.has_changed(changed_lobby)
    assert "30 seconds" in tracker.describe_changes(changed_lobby)
    assert tracker.describe_changes(msgspec.structs.replace(changed_lobby, you=0)) == ""
    ready_chairs = [FOUR_CHAIRS[0], make_chair("Tom", ready=True), *FOUR_CHAIRS[2:]]
    tracker.update_agreed_lobby(change_lobby(clock=30, chairs=ready_chairs))
    assert not tracker.has_changed(changed_lobby)
    assert tracker.describe_changes(changed_lobby) == ""


def test_the_last_played_setup_counts_as_agreed():
    tracker = TableChangeTracker(GAMES)
    tracker.update_agreed_lobby(change_lobby(game="master", options={}))
    tracker.update_agreed_lobby(change_lobby(stage="playing"))
    tracker.update_agreed_lobby(LOBBY_BEFORE)
    assert tracker.describe_changes(LOBBY_BEFORE) == ""
