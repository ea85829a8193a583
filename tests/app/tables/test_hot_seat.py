"""Tests of several people at one computer: turns, unseen events and the record."""

from random import Random

import pytest

from greenbaize.app.memory import rating
from greenbaize.app.memory.history_sync import sync_records
from greenbaize.app.tables.matches import OpenMatch, create_header, mark_one_computer
from greenbaize.app.tables.player_view import UnseenEvents
from greenbaize.app.tables.seat_assignment import find_human_seats
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line, read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import ReadyCommand
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

PEOPLE = (HeaderPlayer("Anna"), HeaderPlayer("Boris"), HeaderPlayer("Vera"), HeaderPlayer("Mila"))
BOTS = (HeaderPlayer("Otto", "bot", "easy"), HeaderPlayer("Jan", "bot", "easy"))
SHORT = {
    "damn": {"deals": 2},
    "ass": {"deal_limit": 8},
    "rank": {"deals": 2},
}
TABLE_MANNERS = {"deals": 3, "enforcement": "table"}


def start_hot_seat_match(game, person_count, bot_count=0, seed="pass", **options):
    players = [*PEOPLE[:person_count], *BOTS[:bot_count]]
    players = players[::2] + players[1::2]  # Mix the order, so that people do not sit side by side.
    options = options or SHORT.get(game, {})
    header = create_header(game, tuple(players), options, seed_from_text(seed))
    match = OpenMatch.create(mark_one_computer(header))
    match.table.start_match()
    return match


def play_one_turn(match, chance):
    """Let the bot or person on turn act. Return the person's seat, or None for a bot."""
    table = match.table
    if table.awaited_bot_seat is not None:
        table.play_bot_turn()
        return None
    seat = table.awaited_human_seats[0]
    player_view = next(item for item in match.player_views if item.seat == seat)
    assert player_view.next_hot_seat is None
    question = player_view.question
    answers = () if question is None else question.answers
    allowed_commands = [item.command for item in answers if item.refusal is None]
    player_view.submit(
        chance.choice(allowed_commands) if allowed_commands else ReadyCommand(seat), assert_accepted
    )
    return seat


def assert_accepted(refusal):
    assert refusal is None


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


@pytest.mark.parametrize("game", GAMES)
def test_unseen_events_start_where_each_person_looked_last(game):
    chance = Random(3)
    match = start_hot_seat_match(game, 2, 1)
    backlogs = {player_view.seat: UnseenEvents(player_view) for player_view in match.player_views}
    codec = event_codec(GAMES[game])
    published_events = {player_view.seat: [] for player_view in match.player_views}
    for player_view in match.player_views:
        player_view.add_listener(published_events[player_view.seat].append)
        backlogs[player_view.seat].mark_all_seen()
    for _ in range(40):
        if match.table.is_over:
            break
        play_one_turn(match, chance)
    for player_view in match.player_views:
        seen_view, events = backlogs[player_view.seat].pop_events()
        assert [event for event, _ in events] == published_events[player_view.seat]
        for event, view in events:
            seen_view = match.table.game.fold(seen_view, event)
            assert seen_view == view
        assert seen_view == player_view.view
        lines = b"".join(encode_line(codec.encode_line(event)) for event, _ in events)
        assert bytes(player_view.view_lines).endswith(lines)
        assert backlogs[player_view.seat].pop_events() == (player_view.view, ())
    match.close()


def test_a_resumed_match_shows_each_person_the_events_after_their_last_act():
    chance = Random(4)
    match = start_hot_seat_match("damn", 2, 1, deals=3)
    later_events = {player_view.seat: [] for player_view in match.player_views}
    for player_view in match.player_views:
        player_view.add_listener(later_events[player_view.seat].append)
    for _ in range(14):
        acting_seat = play_one_turn(match, chance)
        if acting_seat is not None:
            del later_events[acting_seat][:]
    match.close()
    match = OpenMatch.resume(match.file.path)
    assert [player_view.seat for player_view in match.player_views] == list(later_events)
    for player_view in match.player_views:
        _, events = UnseenEvents(player_view).pop_events()
        unseen_events = [event for event, _ in events]
        assert (
            unseen_events[len(unseen_events) - len(later_events[player_view.seat]) :]
            == later_events[player_view.seat]
        )
        stated_types = player_view.game.player_event_types
        assert not any(
            unseen_event.type in stated_types and unseen_event.seat == player_view.seat
            for unseen_event in unseen_events
        )
    match.close()


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


def test_the_next_person_is_the_one_on_turn_or_after_the_bots():
    match = start_hot_seat_match("damn", 2, 2, "next")
    table = match.table
    chance = Random(7)
    while not table.is_over:
        awaited, seat_on_turn = table.awaited_human_seats, table.game.turn(table.spectator_view)
        if awaited:
            assert table.next_human_seat == awaited[0]
        else:
            assert seat_on_turn is not None
            order = [(seat_on_turn + step) % 4 for step in range(4)]
            assert table.next_human_seat == next(
                seat for seat in order if seat in table.human_seats
            )
        play_one_turn(match, chance)
    assert table.next_human_seat is None
    match.close()


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
