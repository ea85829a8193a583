"""Tests for honours earned in a match: each is reported once per person."""

import sqlite3
from contextlib import closing

import pytest

from greenbaize.app.memory.achievements import find_new_honours
from greenbaize.app.memory.history_sync import sync_history
from greenbaize.app.tables.matches import OpenMatch, create_header
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.store import folders

pytestmark = pytest.mark.usefixtures("honours_for_everyone")

ANNA = ("Anna",)


def play_match(seed, name="Anna"):
    """Play a match to its end; return the player's view."""
    players = (
        HeaderPlayer(name),
        HeaderPlayer("Ben", "bot", "random"),
        HeaderPlayer("Cem", "bot", "random"),
    )
    header = create_header("damn", players, {"deals": 1}, seed_from_text(seed))
    match = OpenMatch.create(header)
    player_view = match.player_view
    player_view.start_match()
    while not player_view.is_over:
        if player_view.waits_for_others:
            player_view.let_others_act()
        else:
            player_view.submit(
                player_view.game.legal(player_view.view, player_view.seat)[0], lambda _: None
            )
    match.close()
    return player_view


def test_honour_is_reported_once_per_person():
    first = play_match("1")
    assert find_new_honours(first, ANNA) == ("every-bid-made",)
    sync_history()
    # a match that is already listed gives the same result
    assert find_new_honours(first, ANNA) == ("every-bid-made",)
    assert find_new_honours(play_match("2"), ANNA) == ()
    assert find_new_honours(play_match("3", "Zoe"), ("Zoe",)) == ("every-bid-made",)


def test_unreadable_history_reports_no_honour():
    player_view = play_match("1")
    folders.history_path().parent.mkdir(parents=True, exist_ok=True)
    folders.history_path().mkdir()
    assert find_new_honours(player_view, ANNA) == ()


def test_locked_history_reports_no_honour():
    player_view = play_match("1")
    sync_history()
    with closing(sqlite3.connect(folders.history_path(), isolation_level=None)) as connection:
        # and nothing ends the transaction before there is an answer
        connection.execute("BEGIN EXCLUSIVE")
        assert find_new_honours(player_view, ANNA) == ()
    assert find_new_honours(player_view, ANNA) == ("every-bid-made",)
