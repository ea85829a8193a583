"""Tests of a player's view: questions, events as the seat may know them, and unseen ones."""

from random import Random

import pytest

from app.tables.hot_seat_matches import play_one_turn, start_hot_seat_match
from app.tables.people_at_tables import make_header_with_people, play_until_own_turn
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.app.tables.player_view import UnseenEvents, create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.events import TrumpDealt
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.rules.events import CardsDealt


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


def test_a_person_is_waited_for_and_bots_act_by_themselves():
    player_view = create_local_views(Table(GAMES["damn"], make_header_with_people(deals=2)))[0]
    assert player_view.seat == 0
    player_view.table.start_match()
    question_count = 0
    while not player_view.is_over:
        play_until_own_turn(player_view)
        if player_view.is_over:
            break
        question = player_view.game.question(player_view.view, 0)
        assert question is not None
        assert player_view.game.turn(player_view.view) == 0
        answer = next(answer for answer in question.answers if answer.refusal is None)
        assert player_view.table.submit(answer.command) is None
        question_count += 1
    assert question_count == 2 + 3  # A bid in each deal, then one and two cards.


def test_a_persons_wrong_command_is_refused_and_publishes_nothing():
    player_view = create_local_views(Table(GAMES["damn"], make_header_with_people(deals=2)))[0]
    player_view.table.start_match()
    play_until_own_turn(player_view)
    events = []
    player_view.add_listener(events.append)
    view = player_view.view
    refusal = player_view.table.submit(BidCommand(0, 5))
    assert refusal.code == "bid-range"
    assert player_view.table.submit(BidCommand(1, 0)) is not None
    assert (events, player_view.view) == ([], view)


def test_a_listener_gets_only_events_as_the_seat_may_know_them():
    header = make_header_with_people((1,), deals=2)
    player_view = create_local_views(Table(GAMES["damn"], header))[0]
    events = []
    player_view.add_listener(events.append)
    player_view.table.start_match()
    (deal,) = [event for event in events if isinstance(event, TrumpDealt)]
    assert [hand.unknown for hand in deal.hands] == [1, 0, 1]
    assert player_view.seat == 1


def test_a_table_of_bots_shows_all_hands():
    player_view = create_local_views(Table(GAMES["damn"], make_header_with_people((), deals=2)))[0]
    events = []
    player_view.add_listener(events.append)
    player_view.table.play_to_end()
    assert player_view.seat is None
    assert all(
        hand.unknown == 0
        for event in events
        if isinstance(event, CardsDealt)
        for hand in event.hands
    )
