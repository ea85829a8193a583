"""Tests for the documentation of the statistics CSV: its columns and kinds of rows."""

import re
from pathlib import Path

import pytest

from greenbaize.app.memory.statistics_result import (
    StatisticsRow,
    expand_names,
    list_rating_rows,
    list_statistics_rows,
    merge_by_current_name,
)
from greenbaize.games import GAMES
from greenbaize.match.digest import digest_record
from greenbaize.rules.facts import RESERVED_KINDS
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.statistics import PlayerRating, StatisticsSubject
from match.random_matches import CHOSEN_SETUPS
from store.fixtures.history_fixture import golden_digests
from store.sample_digests import make_digest, write_digests

PAGE = Path(__file__).parents[3] / "docs" / "statistics-csv.md"
GOLDEN = Path(__file__).parents[2] / "golden"


def first_column_names(head):
    """Return the names in the first column of the page's table with this heading."""
    table = PAGE.read_text(encoding="utf-8").partition(f"| {head} |")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_the_page_names_every_column():
    assert first_column_names("column") == set(StatisticsRow._fields)


def test_the_page_names_every_kind_of_line(tmp_path):
    history = HistoryDatabase.open_or_rebuild(tmp_path / "history.sqlite")
    write_digests(history, make_digest(1, (1, 2), game="master"))
    write_digests(history, make_digest(2, (1, 2), game="rank"))  # whose points are ranks
    lines = [
        *list_statistics_rows(history, StatisticsSubject(("Anna",))),
        *list_rating_rows(history, []),
    ]
    history.close()
    rows = [row for digest in golden_digests().values() for seat in digest["facts"] for row in seat]
    facts = {row[0] for row in rows} - RESERVED_KINDS
    ours = {line.kind for line in lines} - facts
    assert ours > RESERVED_KINDS
    assert first_column_names("kind") == facts | ours | {
        "rating",
        "source-rating",
        "given-away",
        "against-par",
    }


@pytest.mark.parametrize("game", {one.name: None for one in CHOSEN_SETUPS})
def test_golden_records_cover_every_game(game):
    assert any(name.startswith(game) for name in golden_digests())


@pytest.mark.parametrize(
    ("name", "has_rating"), [("master-4-ranked", True), ("damn-3-cut-short", False)]
)
def test_only_games_with_a_rating_by_their_source_list_it(tmp_path, name, has_rating):
    history = HistoryDatabase.open_or_rebuild(tmp_path / "history.sqlite")
    write_digests(history, digest_record((GOLDEN / f"{name}.jsonl").read_bytes(), GAMES))
    lines = list(list_statistics_rows(history, StatisticsSubject((), "easy")))
    history.close()
    ratings = [line.source for line in lines if line.kind == "source-rating"]
    assert bool(ratings) is has_rating
    assert all(isinstance(rating, float) for rating in ratings)


OTTO, LISA = StatisticsSubject(("Ottokar", "Otto", "Lisa")), StatisticsSubject(("Lisa",))


def test_name_matches_all_names_of_the_person():
    assert expand_names(["otto"], [OTTO, LISA]) == ("Ottokar", "Otto", "Lisa")
    assert expand_names(["Jan", "jan"], [OTTO]) == ("Jan", "jan")


def test_current_name_precedes_former_names():
    for persons in ([OTTO, LISA], [LISA, OTTO]):
        assert expand_names(["LISA"], persons) == ("Lisa",)


def test_persons_are_rated_under_their_current_name():
    rated = [
        PlayerRating("Otto", "", 1100.0, 90.0, 2),
        PlayerRating("", "easy", 1050.0, 10.0, 9),
        PlayerRating("", "", 1020.0, 10.0, 9),
        PlayerRating("Ottokar", "", 1000.0, 50.0, 7),
        PlayerRating("Jan", "", 990.0, 50.0, 7),
    ]
    player_keys = [
        (player.name, player.level, player.match_count)
        for player in merge_by_current_name(rated, [OTTO, LISA])
    ]
    assert player_keys == [("", "easy", 9), ("", "", 9), ("Ottokar", "", 7), ("Jan", "", 7)]
