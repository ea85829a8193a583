"""Tests of a player's view: questions, events as the seat may know them, and unseen ones."""

from random import Random

import pytest

from app.tables.hot_seat_matches import assert_accepted, play_one_turn, start_hot_seat_match
from app.tables.people_at_tables import make_header_with_people, play_until_own_turn
from greenbaize.app.tables.matches import OpenMatch, mark_one_computer
from greenbaize.app.tables.player_view import (
    LocalPlayerView,
    PlayerView,
    ReadOnlyView,
    UnseenEvents,
    create_local_views,
    find_view_after_last_trick,
    replay_events,
    replay_last_deal,
)
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.events import TrumpDealt
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.rules.commands import ReadyCommand
from greenbaize.rules.events import CardsDealt, SeatReassigned, TrickTaken
from greenbaize.rules.messages import Message


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


def open_local_view(human_seats=(0,), **options):
    table = Table(GAMES["damn"], make_header_with_people(human_seats, **{"deals": 2} | options))
    return create_local_views(table)[0]


def play_out(player_view):
    """Play to the end of the match, the own seat's first legal command at every question."""
    player_view.start_match()
    while not player_view.is_over:
        play_until_own_turn(player_view)
        if player_view.question is not None:
            answers = [item for item in player_view.question.answers if item.refusal is None]
            player_view.submit(answers[0].command, assert_accepted)


def test_only_listeners_that_stay_hear_events():
    player_view = open_local_view()
    heard = {"stays": [], "leaves": []}
    listeners = {name: events.append for name, events in heard.items()}
    for listener in listeners.values():
        player_view.add_listener(listener)
    player_view.start_match()
    count = len(heard["stays"])
    assert heard["leaves"] == heard["stays"] != []
    player_view.remove_listener(listeners["leaves"])
    player_view.remove_listener(listeners["leaves"])  # Removing twice is harmless.
    play_until_own_turn(player_view)
    assert (len(heard["leaves"]), len(heard["stays"]) > count) == (count, True)
    player_view.leave_table()


def test_the_end_of_the_match_is_kept_here_and_in_a_view_that_opens_later():
    player_view = open_local_view()
    assert player_view.end_event is None
    play_out(player_view)
    assert player_view.end_event == player_view.view.end
    assert LocalPlayerView(player_view.table, 1).end_event == player_view.end_event
    assert player_view.question is None


def test_a_person_who_takes_a_seat_is_known_as_one():
    player_view = open_local_view((0, 1))
    assert player_view.known_human_seats == {0, 1}
    for event in (SeatReassigned(2, "bot", "away"), SeatReassigned(1, "bot", "away")):
        player_view._publish_event(event)
    assert player_view.known_human_seats == {0, 1}
    player_view._publish_event(SeatReassigned(2, "human", "back"))
    assert player_view.known_human_seats == {0, 1, 2}


def test_a_view_of_nothing_more_offers_nothing_and_refuses_commands():
    header = make_header_with_people(deals=2)
    player_view = PlayerView(GAMES["damn"], header, 0)
    results = []
    player_view.submit(BidCommand(0, 0), results.append)
    assert results == [Message("match-over")]
    assert not player_view.is_ready
    assert not player_view.waits_for_others
    assert not player_view.let_others_act()
    assert not player_view.is_bot_seat(1)
    assert (player_view.next_hot_seat, player_view.wake_timeout) == (None, None)
    assert (player_view.thinking_time_factor, player_view.waits_until_shown) == (1.0, False)
    assert (player_view.has_advice, player_view.has_hints) == (True, True)
    spectator_view = PlayerView(GAMES["damn"], header, None)
    assert (spectator_view.has_advice, spectator_view.has_hints) == (False, False)


def test_a_spectator_has_neither_question_nor_offers():
    player_view = open_local_view(())
    player_view.start_match()
    assert (player_view.question, player_view.offers) == (None, ())
    assert not player_view.is_ready
    assert player_view.is_bot_seat(0)
    assert not player_view.has_review


def test_a_review_needs_a_scored_deal():
    player_view = open_local_view()
    player_view.start_match()
    assert not player_view.has_review
    play_out(player_view)
    assert player_view.has_review


def open_view_with_open_trick():
    """Return a view with table manners and a full trick of a bot that nobody has closed."""
    player_view = open_local_view(enforcement="table", first=4, deals=5)
    player_view.start_match()
    while not (player_view.game.is_open(player_view.view) and player_view.question is None):
        if player_view.question is None:
            assert player_view.let_others_act()
        else:
            answers = [item for item in player_view.question.answers if item.refusal is None]
            player_view.submit(answers[0].command, assert_accepted)
    return player_view


def list_offer_kinds(player_view):
    return [offer.kind for offer in player_view.offers]


def test_ready_is_offered_until_it_is_said():
    player_view = open_view_with_open_trick()
    assert "ready" in list_offer_kinds(player_view)
    assert not player_view.is_ready
    results = []
    player_view.submit(ReadyCommand(0), results.append)
    assert results == [None]
    assert "ready" not in list_offer_kinds(player_view)
    player_view.leave_table()


def test_ready_is_not_offered_to_a_person_while_a_person_leads(monkeypatch):
    player_view = open_view_with_open_trick()
    for leader, is_bot, is_offered in ((0, False, False), (1, True, True), (None, False, True)):
        monkeypatch.setattr(player_view.game, "turn", lambda view, leader=leader: leader)
        monkeypatch.setattr(player_view, "is_bot_seat", lambda seat, is_bot=is_bot: is_bot)
        assert ("ready" in list_offer_kinds(player_view)) is is_offered
    player_view.leave_table()


def test_only_people_at_one_computer_pass_it_on():
    match = start_hot_seat_match("damn", 2, 1)
    while not match.table.awaited_human_seats:
        match.table.play_bot_turn()
    awaited_seat = match.table.awaited_human_seats[0]
    for player_view in match.player_views:
        expected_seat = None if player_view.seat == awaited_seat else awaited_seat
        assert player_view.next_hot_seat == expected_seat
    assert LocalPlayerView(match.table, None).next_hot_seat is None
    match.close()
    player_view = open_local_view((0, 1))
    player_view.start_match()
    play_until_own_turn(player_view)
    assert LocalPlayerView(player_view.table, 2).next_hot_seat is None


def test_one_person_has_a_view_unless_several_share_the_computer():
    header = make_header_with_people((0, 2), deals=2)
    assert [item.seat for item in create_local_views(Table(GAMES["damn"], header))] == [0]
    shared = Table(GAMES["damn"], mark_one_computer(header))
    assert [item.seat for item in create_local_views(shared)] == [0, 2]


def test_a_choice_takes_the_time_of_the_bot_that_is_awaited():
    player_view = open_local_view((2,))
    player_view.start_match()
    while player_view.table.awaited_bot_seat is None:
        answers = [item for item in player_view.question.answers if item.refusal is None]
        player_view.submit(answers[0].command, assert_accepted)
    assert player_view.waits_for_others
    factor = player_view.table.awaited_bot_seat.thinking_time_factor
    assert player_view.thinking_time_factor == factor
    play_until_own_turn(player_view)
    assert (player_view.waits_for_others, player_view.thinking_time_factor) == (False, 1.0)


def test_bots_alone_are_replayed_from_their_record(tmp_path):
    player_view = open_local_view(())
    assert player_view.replay_lines == b""
    player_view.record_path = tmp_path / "match.jsonl"
    assert player_view.replay_lines == b""  # The record does not exist.
    player_view.record_path.write_bytes(b"{}\n{}\nhalf a li")
    assert player_view.replay_lines == b"{}\n{}\n"
    person_view = LocalPlayerView(open_local_view().table, None)
    person_view.record_path = player_view.record_path
    assert person_view.replay_lines == b""  # A person's cards are not shown to spectators.


def test_all_is_unseen_until_a_person_has_looked():
    match = start_hot_seat_match("damn", 2, 1)
    unseen_events = UnseenEvents(match.player_views[0])
    assert unseen_events.is_all_unseen
    assert unseen_events.pop_events()[1] != ()
    assert not unseen_events.is_all_unseen
    match.close()


def test_nothing_is_unseen_of_a_match_that_is_over():
    player_view = open_local_view()
    play_out(player_view)
    assert UnseenEvents(player_view).pop_events() == (player_view.view, ())


def test_a_view_that_accepts_no_input_asks_nothing():
    player_view = open_local_view()
    player_view.start_match()
    play_until_own_turn(player_view)
    assert player_view.question is not None
    read_only = ReadOnlyView(player_view.game, player_view.header, 0)
    assert (read_only.question, read_only.offers) == (None, ())


def test_the_last_deal_is_replayed_without_what_has_not_been_shown():
    player_view = open_local_view()
    assert replay_last_deal(player_view) == []
    play_out(player_view)
    replayed = list(replay_events(player_view))
    assert replayed[-1] == (player_view.end_event, player_view.view)
    deals = [index for index, (event, _) in enumerate(replayed) if isinstance(event, CardsDealt)]
    assert len(deals) == 2
    assert replay_last_deal(player_view) == replayed[deals[1] :]
    assert replay_last_deal(player_view, 2) == replayed[deals[1] : -2]
    unshown_count = len(replayed) - deals[1]
    assert replay_last_deal(player_view, unshown_count) == replayed[deals[0] : deals[1]]


def test_the_view_after_the_last_trick_is_found():
    player_view = open_local_view()
    assert find_view_after_last_trick(player_view) is None
    play_out(player_view)
    replayed = list(replay_events(player_view))
    tricks = [index for index, (event, _) in enumerate(replayed) if isinstance(event, TrickTaken)]
    assert find_view_after_last_trick(player_view) == replayed[tricks[-1]][1]
    unshown_count = len(replayed) - tricks[-1]
    assert find_view_after_last_trick(player_view, unshown_count) == replayed[tricks[-2]][1]
    assert find_view_after_last_trick(player_view, len(replayed)) is None


def test_a_command_is_explained_as_far_as_the_seat_knows():
    player_view = open_local_view()
    player_view.start_match()
    play_until_own_turn(player_view)
    command = player_view.question.answers[0].command
    explanation = player_view.explain(command)
    assert explanation == player_view.game.explain(player_view.view, command)
    assert explanation.sentences
