"""Tests for hints: a match with them counts by itself, in the list and in the statistics."""

import pytest

from app.memory.test_achievements import ANNA, play_match
from greenbaize.app.challenge_mark import ChallengeMark, write_mark
from greenbaize.app.challenges import ChallengeLog
from greenbaize.app.memory.achievements import find_new_honours
from greenbaize.app.memory.hint_memory import has_hints, note_hint, write_hint
from greenbaize.app.memory.history_sync import (
    query_synced,
    rebuild_history_database,
    sync_history,
)
from greenbaize.app.memory.statistics_result import list_rating_rows, list_statistics_rows
from greenbaize.store import folders
from greenbaize.store.match_list import MatchFilter, MatchStatus, load_matches
from greenbaize.store.statistics import StatisticsSubject, load_honours, load_played_games

pytestmark = pytest.mark.usefixtures("honours_for_everyone")

SUBJECT = StatisticsSubject(ANNA)


def query(function, *args):
    return query_synced(
        lambda history: function(history, *args), lambda error: pytest.fail(str(error))
    )


def rows_of(game):
    return [
        row
        for row in query(lambda history: list(list_statistics_rows(history, SUBJECT)))
        if row.game == game
    ]


def ratings():
    return {
        (row.game, row.name): (row.rating, row.times)
        for row in query(lambda history: list(list_rating_rows(history, ())))
    }


def test_match_with_hints_counts_by_itself():
    play_match("1")
    usual_ratings = ratings()
    usual_rows = rows_of("damn")
    write_hint(play_match("2"))
    assert rows_of("damn") == usual_rows
    assert {row.hints for row in usual_rows} == {""}
    assert {row.hints for row in rows_of("damn/hints")} == {"yes"}
    assert ratings().items() >= usual_ratings.items()
    assert ratings()["damn/hints", "Anna"][1] == 1
    assert query(load_played_games, SUBJECT) == ["damn", "damn/hints"]


def test_hint_that_becomes_known_later_moves_the_match_and_its_honours():
    player_view = play_match("1")
    sync_history()
    usual_ratings = ratings()
    assert query(load_honours, ANNA)
    write_hint(player_view)
    assert not query(load_honours, ANNA)
    assert query(load_played_games, SUBJECT) == ["damn/hints"]
    assert [match.has_hints for match in query(load_matches)] == [True]
    folders.hints_path().unlink()
    assert ratings() == usual_ratings
    assert query(load_honours, ANNA)


def test_hints_survive_a_new_database_and_are_found_by_the_filter():
    write_hint(play_match("1"))
    play_match("2")
    rebuild_history_database()
    assert len(query(load_matches, MatchFilter(game="damn"))) == 2
    (match,) = query(load_matches, MatchFilter(status=MatchStatus.HINTS))
    assert match.has_hints


def test_match_with_hints_has_no_honours():
    player_view = play_match("1")
    assert find_new_honours(player_view, ANNA)
    write_hint(player_view)
    assert has_hints(player_view.header)
    assert find_new_honours(player_view, ANNA) == ()


def test_unreadable_file_of_hints_means_none():
    player_view = play_match("1")
    folders.hints_path().mkdir(parents=True)
    assert not has_hints(player_view.header)
    assert query(load_played_games, SUBJECT) == ["damn"]


def test_hint_in_a_challenge_is_noted_where_the_file_of_hints_cannot_be_written():
    player_view = play_match("1")
    folders.hints_path().mkdir(parents=True)
    assert note_hint(player_view)[0]
    assert note_hint(player_view)[1]
    assert ChallengeLog.load().has_hint(player_view.header)


def test_no_hint_that_cannot_be_noted_in_a_try_that_counts():
    player_view = play_match("1")
    mark = ChallengeMark(hints=True, undo=False, counts=True)
    player_view.header = write_mark(player_view.header, mark)
    folders.hints_path().mkdir(parents=True)
    is_allowed, reason = note_hint(player_view)
    assert not is_allowed
    assert str(folders.hints_path()) in reason
    folders.hints_path().rmdir()
    assert note_hint(player_view) == (True, "")
