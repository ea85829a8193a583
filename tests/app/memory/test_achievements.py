"""Tests for honours earned in a match: each is reported once per person."""

import sqlite3
from contextlib import closing

import pytest

from greenbaize.app.memory.achievements import first_earned
from greenbaize.app.memory.history_sync import bring_up
from greenbaize.app.tables.matches import OpenMatch, settled_header
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.store import folders

pytestmark = pytest.mark.usefixtures("everybody_is_honoured")

ANNA = ("Anna",)


def played(seed, name="Anna"):
    """Play a match to its end; return the player's view."""
    sitters = (Player(name), Player("Ben", "bot", "random"), Player("Cem", "bot", "random"))
    header = settled_header("damn", sitters, {"deals": 1}, seed_from(seed))
    match = OpenMatch.begin(header)
    place = match.place
    place.begin()
    while not place.over:
        if place.others_act:
            place.let_others_act()
        else:
            place.submit(place.game.legal(place.view, place.seat)[0], lambda _: None)
    match.close()
    return place


def test_an_honour_is_told_the_first_time_to_everybody():
    first = played("1")
    assert first_earned(first, ANNA) == ("every-bid-made",)
    bring_up()
    # a match that is already listed gives the same result
    assert first_earned(first, ANNA) == ("every-bid-made",)
    assert first_earned(played("2"), ANNA) == ()
    assert first_earned(played("3", "Zoe"), ("Zoe",)) == ("every-bid-made",)


def test_nothing_is_told_where_it_is_not_known_whether_it_is_the_first_time():
    place = played("1")
    folders.history().parent.mkdir(parents=True, exist_ok=True)
    folders.history().mkdir()
    assert first_earned(place, ANNA) == ()


def test_nobody_waits_for_the_end_of_a_long_writing():
    place = played("1")
    bring_up()
    with closing(sqlite3.connect(folders.history(), isolation_level=None)) as other:
        # and nothing ends the transaction before there is an answer
        other.execute("BEGIN EXCLUSIVE")
        assert first_earned(place, ANNA) == ()
    assert first_earned(place, ANNA) == ("every-bid-made",)
