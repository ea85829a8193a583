"""Tests for ratings: their order, and their independence of the import order."""

from dataclasses import replace
from random import Random

import pytest

from greenbaize.app.memory import history_indexer, history_sync, rating
from greenbaize.app.memory.rating import START_RATING, rate_matches
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.store import statistics
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.statistics import (
    CONFIDENCE_FACTOR,
    StatisticsQuery,
    StatisticsSubject,
    load_ratings,
    load_timeline,
)
from store.sample_digests import EASY_BOT, make_digest, write_digests

ANNA, BORIS, HARD = HeaderPlayer("Anna"), HeaderPlayer("Boris"), HeaderPlayer("Owl", "bot", "hard")


@pytest.fixture
def history(tmp_path):
    open_database = HistoryDatabase.open_or_rebuild(tmp_path / "history.sqlite")
    yield open_database
    open_database.close()


def rated_players(history, game="damn"):
    assert rate_matches(history)
    return {player.name or player.level: player for player in load_ratings(history, game)}


def test_winner_is_rated_higher(history):
    write_digests(
        history, *(make_digest(day, (2, 1, 3), (ANNA, BORIS, HARD)) for day in range(1, 21))
    )
    players = rated_players(history)
    assert list(players) == ["Boris", "Anna", "hard"]
    assert players["Boris"].rating > START_RATING > players["hard"].rating
    assert [player.match_count for player in players.values()] == [20, 20, 20]
    assert players["Boris"].plus_minus < CONFIDENCE_FACTOR * rating.BEGINNER_STANDING.deviation
    assert not rated_players(history, "rank")


@pytest.mark.slow
def test_tenfold_odds_are_four_hundred_points(history):
    chance = Random(1)
    match_list = [
        make_digest(day, (1, 2) if chance.random() < 10 / 11 else (2, 1), (ANNA, BORIS))
        for day in range(1, 1001)
    ]
    write_digests(history, *match_list)
    players = rated_players(history)
    assert players["Anna"].rating - players["Boris"].rating == pytest.approx(400, abs=80)


def test_draw_of_equals_changes_no_rating(history):
    write_digests(history, make_digest(1, (1, 1), (ANNA, BORIS)))
    assert [player.rating for player in rated_players(history).values()] == pytest.approx(
        [START_RATING, START_RATING]
    )


def test_several_bots_of_a_level_count_once(history):
    write_digests(history, make_digest(1, (1, 2, 3, 4), (ANNA, EASY_BOT, EASY_BOT, EASY_BOT)))
    players = rated_players(history)
    assert list(players) == ["Anna", "easy"]
    easy_players = players["easy"]
    assert easy_players.match_count == 1
    write_digests(history, make_digest(1, (1, 2, 3, 4), (ANNA, EASY_BOT, BORIS, HARD), game="ass"))
    easy_player = rated_players(history, "ass")["easy"]
    assert easy_players.plus_minus == pytest.approx(easy_player.plus_minus, rel=0.02)


def test_match_within_one_level_is_not_rated(history):
    write_digests(history, make_digest(1, (1, 2, 3), (EASY_BOT, EASY_BOT, EASY_BOT)))
    assert not rated_players(history)
    assert not statistics.load_unrated(history)


def test_other_programs_are_not_rated(history):
    program = HeaderPlayer("Mine", "bot", program="mine.py")
    write_digests(history, make_digest(1, (2, 1, 3), (ANNA, program, BORIS)))
    write_digests(history, make_digest(1, (1, 2), (ANNA, BORIS), game="ass"))
    with_it, without = rated_players(history), rated_players(history, "ass")
    assert with_it == without
    assert set(with_it) == {"Anna", "Boris"}


def test_stood_in_seats_and_practice_are_not_rated(history):
    stood_in_match = make_digest(1, (3, 1, 2), (ANNA, BORIS, HARD))._replace(
        substituted_seats=frozenset({1})
    )
    practice = make_digest(2, (1, 2), (ANNA, BORIS))
    header = replace(practice.header, extra={**practice.header.extra, "practice": True})
    unfinished = make_digest(3, (1, 2), (ANNA, BORIS))._replace(end_event=None)
    write_digests(history, stood_in_match, practice._replace(header=header), unfinished)
    assert list(rated_players(history)) == ["hard", "Anna"]


def random_ranks(count):
    chance = Random(5)
    return [chance.sample((1, 2, 3), 3) for _ in range(count)]


def stored_ratings(history):
    return history.run_sql("SELECT begun, identity, seat, who, rating, spread FROM credits")


@pytest.mark.parametrize("at_once", [1, 7, 4000])
def test_ratings_do_not_depend_on_the_import_order(history, tmp_path, monkeypatch, at_once):
    monkeypatch.setattr(statistics, "SEATS_PER_BATCH", at_once)
    matches = [
        make_digest(day, ranks, (ANNA, BORIS, HARD))
        for day, ranks in enumerate(random_ranks(30), 1)
    ]
    # Matches of the same time are ordered by identity.
    twin = replace(matches[7].header, extra=matches[8].header.extra)
    matches[7] = matches[7]._replace(header=twin)
    removed_match = make_digest(31, (1, 2), (ANNA, EASY_BOT))._replace(identity="f" * 32)
    late = replace(removed_match.header, extra={"begun": "20260104T120000"})
    write_digests(history, *matches[10:], removed_match._replace(header=late))
    assert "easy" in rated_players(history)
    write_digests(history, *matches[:10])
    assert statistics.load_unrated(history) == {"damn": matches[0].header.extra["begun"]}
    rate_matches(history)
    with history.transaction():
        history.delete_files([f"{'f' * 32}.jsonl"])
    assert statistics.load_unrated(history) == {"damn": "20260104T120000"}
    assert "easy" not in rated_players(history)
    other_history = HistoryDatabase.open_or_rebuild(tmp_path / "other.sqlite")
    monkeypatch.setattr(statistics, "SEATS_PER_BATCH", 4000)
    write_digests(other_history, *matches)
    rate_matches(other_history)
    assert stored_ratings(history) == stored_ratings(other_history)
    other_history.close()


def test_only_later_matches_are_rated_again(history, monkeypatch):
    write_digests(history, *(make_digest(day, (1, 2), (ANNA, BORIS)) for day in range(1, 21)))
    rate_matches(history)
    write_digests(history, make_digest(19, (1, 2), (ANNA, HARD))._replace(identity="f" * 32))
    assert statistics.count_unrated(history) == 6
    seat_counts = []
    original_after = rating._compute_standings
    monkeypatch.setattr(
        rating,
        "_compute_standings",
        lambda states, seats: seat_counts.append(len(seats)) or original_after(states, seats),
    )
    rate_matches(history)
    assert seat_counts == [2, 2, 2]


def test_rating_stops_at_the_limit(history):
    write_digests(history, *(make_digest(day, (1, 2), (ANNA, BORIS)) for day in range(1, 11)))
    assert not rate_matches(history, 19)
    assert not load_ratings(history, "damn")
    assert rate_matches(history, 20)
    assert load_ratings(history, "damn")


def test_timeline_contains_the_ratings(history):
    write_digests(history, *(make_digest(day, (1, 2), (ANNA, BORIS)) for day in range(1, 5)))
    now = rated_players(history)["Anna"].rating
    shown_ratings = [
        point.rating or 0
        for point in load_timeline(history, StatisticsQuery(StatisticsSubject(("Anna",)), "damn"))
    ]
    assert shown_ratings == sorted(shown_ratings)
    assert shown_ratings[0] > START_RATING
    assert shown_ratings[-1] == now
    few = load_timeline(history, StatisticsQuery(StatisticsSubject(("Anna",)), "damn"), 2)
    assert [point.rating for point in few] == [shown_ratings[1], shown_ratings[3]]


def test_many_ratings_are_computed_by_a_process(monkeypatch, tmp_path):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    history = HistoryDatabase.open_or_rebuild(history_sync.folders.history_path())
    write_digests(history, *(make_digest(day, (1, 2), (ANNA, BORIS)) for day in range(1, 4)))
    history.close()
    # Leave nothing to be done but the rating.
    for module in (history_indexer, history_sync):
        monkeypatch.setattr(
            module, "find_changes", lambda _: history_sync.HistoryChanges((), (), {})
        )
    commands = []

    class RecordingIndexer(history_indexer.HistoryIndexer):
        def run_command(self, arguments):
            commands.append(arguments)
            return iter(())

    monkeypatch.setattr(history_indexer, "MAX_RATED_IN_PROCESS", 5)
    assert (
        history_indexer.update_history_index(RecordingIndexer(), lambda *_: None, pytest.fail) == 1
    )
    assert commands == [["history", "update", "--json"]]
    monkeypatch.setattr(history_indexer, "MAX_RATED_IN_PROCESS", 6)
    assert (
        history_indexer.update_history_index(RecordingIndexer(), lambda *_: None, pytest.fail) == 1
    )
    assert len(commands) == 1
    assert (
        history_indexer.update_history_index(RecordingIndexer(), lambda *_: None, pytest.fail) == 0
    )
