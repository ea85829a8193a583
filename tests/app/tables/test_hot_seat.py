"""Tests of several people at one computer: turns, unseen events and the record."""

from random import Random

import pytest

from app.tables.hot_seat_matches import (
    PEOPLE,
    play_one_turn,
    start_hot_seat_match,
)
from greenbaize.app.memory import rating
from greenbaize.app.memory.history_sync import sync_records
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.app.tables.seat_assignment import find_human_seats
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.events import MatchEnded, SeatReassigned
from greenbaize.store import folders
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.match_list import load_matches
from greenbaize.store.statistics import (
    StatisticsQuery,
    StatisticsSubject,
    load_ratings,
    load_timeline,
)

TABLE_MANNERS = {"deals": 3, "enforcement": "table"}


def read_match_record(match):
    return read_record(match.file.path.read_bytes(), GAMES)


@pytest.mark.parametrize("people", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_several_people_ends_and_counts_for_each(game, people):
    chance = Random(people)
    match = start_hot_seat_match(game, people, 1 if people == 2 else 0)
    acted_seats = set()
    while not match.table.is_over:
        acted_seats.add(play_one_turn(match, chance))
        awaited = match.table.awaited_human_seats
        for player_view in match.player_views:
            must_pass_on = awaited and player_view.seat not in awaited
            assert player_view.next_hot_seat == (awaited[0] if must_pass_on else None)
    match.close()
    assert acted_seats - {None} == {player_view.seat for player_view in match.player_views}
    record = read_match_record(match)
    assert isinstance(record.events[-1], MatchEnded)
    assert record.header.is_one_computer
    assert find_human_seats(record.header) == tuple(
        player_view.seat for player_view in match.player_views
    )
    assert not any(isinstance(event, SeatReassigned) for event in record.events)


def test_a_resumed_hot_seat_match_keeps_all_its_people():
    complete_match = start_hot_seat_match("damn", 3, deals=2)
    chance = Random(5)
    while not complete_match.table.is_over:
        play_one_turn(complete_match, chance)
    complete_match.close()
    match, chance = start_hot_seat_match("damn", 3, deals=2), Random(5)
    for _ in range(1000):
        if match.table.is_over:
            break
        play_one_turn(match, chance)
        path = match.file.path
        match.close()
        match = OpenMatch.resume(path)
        assert match.table.is_hot_seat or match.table.is_over
        match.table.start_match()
    match.close()
    lines, complete_lines = (
        open_match.file.path.read_bytes().splitlines() for open_match in (match, complete_match)
    )
    assert lines[1:] == complete_lines[1:]


def test_one_of_the_people_may_continue_alone_and_another_return():
    match = start_hot_seat_match("damn", 2, 1)
    anna, boris = (player_view.seat for player_view in match.player_views)
    path = match.file.path
    match.close()
    match = OpenMatch.resume(path, seat=boris)
    assert [player_view.seat for player_view in match.player_views] == [boris]
    assert not match.table.is_hot_seat
    match.close()
    assert anna is not None
    match = OpenMatch.resume(path, seat=anna)
    assert [player_view.seat for player_view in match.player_views] == [anna]
    match.close()


def test_one_ready_holds_for_all_at_the_computer():
    """Everybody looks at the same table, so the person on turn says ready for all."""
    match, chance = start_hot_seat_match("damn", 3, 1, **TABLE_MANNERS), Random(6)
    ready_count = 0
    while not match.table.is_over:
        open_before = match.table.game.is_open(match.table.spectator_view)
        awaited = match.table.awaited_human_seats
        seat = play_one_turn(match, chance)
        if open_before and len(awaited) > 1:
            ready_count += 1
            assert seat in awaited
            assert match.table.awaited_human_seats != awaited[1:]
    match.close()
    assert ready_count


def test_the_match_counts_in_each_persons_statistics_and_rating():
    match, chance = start_hot_seat_match("damn", 3, 1, deals=1), Random(8)
    while not match.table.is_over:
        play_one_turn(match, chance)
    match.close()
    history = HistoryDatabase.open_or_rebuild(folders.history_path())
    sync_records(history)
    (match_row,) = load_matches(history)
    assert match_row.is_over
    assert [item.kind for item in match_row.players].count("human") == 3
    for player_view in match.player_views:
        assert player_view.seat is not None
        name = match.player_view.header.players[player_view.seat].name
        assert len(load_timeline(history, StatisticsQuery(StatisticsSubject((name,)), "damn"))) == 1
    assert rating.rate_matches(history)
    assert {item.name for item in load_ratings(history, "damn")} >= {
        item.name for item in PEOPLE[:3]
    }
    history.close()
