"""Tests of sessions at tables: matches, lost connections, leaving, returning and damaged hosts."""

import asyncio
import errno
import shutil
import threading

import pytest

from app.network.random_players import (
    RandomPlayer,
    local_address,
    make_match_setup,
    open_hosted_table,
)
from greenbaize.app.network import guest_record
from greenbaize.app.network.connections import JoinOptions, Reconnector, create_guest_session
from greenbaize.app.network.hosted_match import HostedMatch
from greenbaize.app.network.seat_secrets import list_free_known_tables, read_known_tables
from greenbaize.app.phones.phone_service import PhoneService
from greenbaize.app.tables.unfinished_matches import list_unfinished_matches
from greenbaize.games import GAMES
from greenbaize.lan.announcement import TableAnnouncement
from greenbaize.lan.wire import ReadyMessage, encode_event_message
from greenbaize.match.record import read_record
from greenbaize.match.seal import SealVerdict
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.record_file import keys_path
from lan.random_guests import SHORT_SETUPS
from store.disks import LimitedDisk


def open_table_with_anna(player_group, *, host_plays=False, deals=None, **join_options):
    """Open a table of a host, Anna and a computer player; return the first two."""
    fields = {} if deals is None else {"options": {"deals": deals}}
    match_setup = make_match_setup(bots="easy", **fields)
    host = open_hosted_table(player_group, match_setup, plays_cards=host_plays)
    return host, player_group.join_table(host, "Anna", **join_options)


def are_matches_over(*players):
    return lambda: all(
        player.player_view is not None and player.player_view.is_over for player in players
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", SHORT_SETUPS)
def test_a_host_and_guests_play_a_complete_match(game, player_group):
    seats, _ = SHORT_SETUPS[game]
    host = open_hosted_table(player_group, make_match_setup(game, bots=""))
    guests = [player_group.join_table(host, f"Guest {number}") for number in range(1, seats)]
    player_group.process_until(are_matches_over(host, *guests))
    players = [host, *guests]
    assert sorted(player.player_view.seat for player in players) == list(range(seats))
    match = read_record(host.player_view.record_path.read_bytes(), GAMES)
    assert match.events[-1].type == "end"
    for player in players:
        player_view = player.player_view
        assert len(player.events) == len(match.events)
        assert player_view.end_event == match.events[-1]
        assert player_view.question is None
        assert not player_view.waits_for_others
        header_fields = [match.header.redact_for(player_view.seat).to_line()]
        assert player_view.header.to_line() == header_fields[0]
        assert bytes(player_view.view_lines).count(b"\n") == len(match.events) + 1
        assert set(player.results) <= {None}


def test_table_manners_work_over_the_network(player_group):
    match_setup = make_match_setup(bots="", options={"deals": 2, "enforcement": "table"})
    host = open_hosted_table(player_group, match_setup)
    guests = [player_group.join_table(host, name) for name in ("Anna", "Otto")]
    player_group.process_until(are_matches_over(host, *guests))
    assert {answer for player in (host, *guests) for answer in player.results} == {None}


def test_a_lost_connection_is_restored(player_group):
    host, anna = open_table_with_anna(player_group, host_plays=True)
    player_group.process_until(lambda: len(anna.events) > 8)
    abort_connection(anna)
    player_group.process_until(lambda: "back" in anna.log)
    player_group.process_until(are_matches_over(host, anna))
    assert anna.session_events == ["match", "lost", "back"]
    match = read_record(host.player_view.record_path.read_bytes(), GAMES)
    assert len(anna.events) == len(match.events)


@pytest.mark.parametrize("comes_with_code", [False, True])
def test_a_second_window_leaves_the_seat_to_the_first(player_group, comes_with_code):
    host, anna = open_table_with_anna(player_group)
    player_group.process_until(lambda: anna.player_view is not None)
    (known_table,) = read_known_tables()
    assert list_free_known_tables() == ()
    address, code = (known_table.host, known_table.port), host.session.code
    second_window = player_group.join_table(address, "Anna", code=code if comes_with_code else "")
    player_group.process_until(lambda: second_window.is_over)
    assert second_window.end_reason.code == "table-away-other-window"
    assert (anna.session_events, anna.is_over) == (["match"], False)
    anna.session.close()
    assert list_free_known_tables() == (known_table,)
    returned_guest = player_group.join_table(address, "Anna", code="")
    player_group.process_until(lambda: returned_guest.player_view is not None)


def test_a_seat_taken_from_another_computer_is_given_up(player_group, home, monkeypatch):
    _, anna = open_table_with_anna(player_group, host_plays=True)
    player_group.process_until(lambda: anna.player_view is not None)
    (known_table,) = read_known_tables()
    other_home = home.with_name("other-computer")
    shutil.copytree(folders.seat_secrets_folder(), other_home / folders.seat_secrets_folder().name)
    monkeypatch.setenv("GREENBAIZE_HOME", str(other_home))
    newer_guest = player_group.join_table((known_table.host, known_table.port), "Anna", code="")
    player_group.process_until(lambda: anna.is_over and newer_guest.player_view is not None)
    assert anna.end_reason.code == "table-away-replaced"
    assert anna.session_events == ["match"]
    player_group.process_until(are_matches_over(newer_guest))
    assert newer_guest.session_events == ["match"]


def test_a_guest_who_comes_back_has_taken_part_in_the_shuffle(player_group):
    host, anna = open_table_with_anna(player_group)
    player_group.process_until(lambda: anna.player_view is not None)
    anna.session.close()
    (known_table,) = read_known_tables()
    returned_guest = player_group.join_table(
        (known_table.host, known_table.port), known_table.you, code=""
    )
    late_guest = player_group.join_table(host, "Otto", is_spectator=True)

    player_group.process_until(lambda: returned_guest.player_view and late_guest.player_view)
    host.plays_cards = True

    def list_verdicts():
        return [
            [entry for entry in player.log if isinstance(entry, SealVerdict)]
            for player in (host, returned_guest, late_guest)
        ]

    player_group.process_until(lambda: all(list_verdicts()))
    assert list_verdicts() == [
        [SealVerdict.INTACT],
        [SealVerdict.INTACT],
        [SealVerdict.UNWITNESSED],
    ]


def test_a_host_who_only_shows_the_table_has_taken_part_in_the_shuffle(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots="easy"), is_show_only=True)
    player_group.join_table(host, "Anna")
    player_group.process_until(lambda: any(isinstance(entry, SealVerdict) for entry in host.log))
    assert SealVerdict.INTACT in host.log


def test_a_host_took_no_part_in_the_shuffle_of_another_computer(player_group):
    host, anna = open_table_with_anna(player_group)
    player_group.process_until(lambda: host.player_view and anna.player_view)
    record_path = host.player_view.record_path
    anna.session.close()
    host.session.close()
    keys_path(record_path).unlink()
    other_host = open_hosted_table(player_group, record_path=record_path)
    player_group.join_table(other_host, "Anna")
    player_group.process_until(
        lambda: any(isinstance(entry, SealVerdict) for entry in other_host.log)
    )
    assert SealVerdict.UNWITNESSED in other_host.log


def test_only_the_host_shows_the_code(player_group):
    host, anna = open_table_with_anna(player_group, gets_ready=False)
    player_group.process_until(lambda: anna.session.lobby is not None)
    assert host.session.code
    assert anna.session.code == ""  # it may have been renewed, and is not stored for coming back


def abort_connection(player):
    connection = player.session.connection
    player.session.thread.call_in_thread(
        lambda: (
            connection._guest_client._connection and connection._guest_client._connection.abort()
        )
    )


def test_a_table_closed_during_a_match_is_opened_again(player_group):
    host, anna = open_table_with_anna(player_group, deals=6)
    player_group.process_until(
        lambda: host.player_view is not None and host.player_view.question is not None
    )
    record_path, host_address, code = (
        host.player_view.record_path,
        local_address(host),
        host.session.code,
    )
    host.session.leave_table()
    player_group.process_until(lambda: host.is_over and anna.is_over)
    assert (host.end_reason, anna.end_reason) == (None, None)
    (known_table,) = read_known_tables()
    assert (known_table.name, known_table.game, known_table.you) == ("Kitchen", "damn", "Anna")
    reopened_host = open_hosted_table(player_group, record_path=record_path)
    assert (local_address(reopened_host), reopened_host.session.code) == (host_address, code)
    returned_guest = player_group.join_table(
        (known_table.host, known_table.port), known_table.you, code=""
    )
    player_group.process_until(are_matches_over(reopened_host, returned_guest))
    player_group.process_until(
        lambda: SealVerdict.INTACT in reopened_host.log and SealVerdict.INTACT in returned_guest.log
    )
    match = read_record(record_path.read_bytes(), GAMES)
    assert match.events[-1].type == "end"
    assert bytes(returned_guest.player_view.view_lines).count(b"\n") == len(match.events) + 1
    # Earlier events are not reported as new.
    assert len(returned_guest.events) < len(match.events)


def test_a_seat_left_to_a_bot_stays_so_when_the_host_is_back(player_group):
    host, anna = open_table_with_anna(player_group, deals=6, plays_cards=False)
    player_group.process_until(
        lambda: anna.player_view is not None and host.player_view is not None
    )
    seat, record_path = anna.player_view.seat, host.player_view.record_path
    anna.session.switch_bot(seat, on=True)
    player_group.process_until(
        lambda: anna.player_view.is_bot_seat(seat) and host.player_view.is_bot_seat(seat)
    )
    host.session.close()
    player_group.process_until(lambda: anna.is_over)
    reopened_host = open_hosted_table(player_group, record_path=record_path, plays_cards=False)
    returned_guest = player_group.join_table(reopened_host, "Anna", plays_cards=False, code="")
    player_group.process_until(
        lambda: returned_guest.player_view is not None and reopened_host.player_view is not None
    )
    player_group.process_until(lambda: reopened_host.session.lobby.chairs[seat].here)
    assert returned_guest.player_view.is_bot_seat(seat)
    returned_guest.session.switch_bot(seat, on=False)
    player_group.process_until(lambda: not reopened_host.player_view.is_bot_seat(seat))


def test_a_match_stopped_for_another_game_can_be_continued_later(player_group):
    host, anna = open_table_with_anna(player_group, deals=6, plays_cards=False)
    player_group.process_until(
        lambda: anna.player_view is not None and host.player_view is not None
    )
    record_path, seat = host.player_view.record_path, anna.player_view.seat
    host.session.stop_match()
    player_group.process_until(lambda: all("stopped" in player.log for player in (host, anna)))
    assert (host.player_view, anna.player_view) == (None, None)
    host.session.send_message(make_match_setup("master", bots=""))
    player_group.process_until(
        lambda: all(player.player_view is not None for player in (host, anna))
    )
    assert {player.player_view.header.game for player in (host, anna)} == {"master"}
    assert host.player_view.record_path != record_path
    assert record_path in [player.path for player in list_unfinished_matches()]
    host.plays_cards = anna.plays_cards = True
    player_group.process_until(are_matches_over(host, anna))
    host.session.leave_table()
    player_group.process_until(lambda: host.is_over and anna.is_over)
    reopened_host = open_hosted_table(player_group, record_path=record_path)
    returned_guest = player_group.join_table(reopened_host, "Anna", code="")
    player_group.process_until(are_matches_over(reopened_host, returned_guest))
    assert (returned_guest.player_view.seat, returned_guest.player_view.header.game) == (
        seat,
        "damn",
    )


def test_a_closed_table_is_no_longer_offered(player_group):
    host, anna = open_table_with_anna(player_group, deals=6, plays_cards=False)
    player_group.process_until(
        lambda: anna.player_view is not None and host.player_view is not None
    )
    seat, record_path = anna.player_view.seat, host.player_view.record_path
    anna.session.close()
    host.session.leave_table()
    player_group.process_until(lambda: host.is_over)
    (known_table,) = read_known_tables()
    late_guest = player_group.join_table(
        (known_table.host, known_table.port), known_table.you, code=""
    )
    player_group.process_until(lambda: late_guest.is_over)
    assert late_guest.end_reason.code == "table-not-open"
    assert read_known_tables() == ()
    # The table is opened again: its code gives the old chair and makes it known again.
    reopened_host = open_hosted_table(player_group, record_path=record_path)
    returned_guest = player_group.join_table(reopened_host, "Anna", plays_cards=False)
    player_group.process_until(lambda: returned_guest.player_view is not None)
    assert returned_guest.player_view.seat == seat
    assert len(read_known_tables()) == 1


def test_a_table_is_announced_with_its_hosts_chair_taken(player_group, monkeypatch):
    announced_fields = []

    async def log_announcement(announcement):
        announced_fields.append(announcement._details)
        return True

    monkeypatch.setattr(TableAnnouncement, "start_announcing", log_announcement)
    open_hosted_table(player_group, make_match_setup("damn"))
    player_group.process_until(lambda: announced_fields)
    assert announced_fields == [{"free": "2", "playing": "0"}]


def test_leaving_lets_a_bot_act_until_the_guest_returns(player_group):
    host, anna = open_table_with_anna(player_group, deals=6)
    player_group.process_until(
        lambda: host.player_view is not None and host.player_view.question is not None
    )
    anna.session.leave_table()
    player_group.process_until(lambda: anna.is_over)
    assert anna.end_reason is None
    player_group.process_until(lambda: "seat" in [event.type for event in host.events])
    assert not read_known_tables()
    # A guest who left in a deal gets the chair back with the next deal.
    host.plays_cards = True
    player_group.process_until(lambda: [event.type for event in host.events].count("deal") > 1)
    host.plays_cards = False
    returned_guest = player_group.join_table(host, "Anna", plays_cards=False)
    player_group.process_until(
        lambda: (
            returned_guest.player_view is not None
            and not returned_guest.player_view.is_replaced_by_bot
        )
    )
    host.plays_cards = returned_guest.plays_cards = True
    player_group.process_until(are_matches_over(host, returned_guest))
    seat_changes = [
        (seat_event.kind, seat_event.why) for seat_event in host.events if seat_event.type == "seat"
    ]
    assert seat_changes == [("bot", "left"), ("human", "back")]


def test_a_chair_left_before_a_match_is_free_and_forgotten(player_group):
    host = open_hosted_table(player_group)
    host.gets_ready = False
    anna = player_group.join_table(host, "Anna", gets_ready=False)
    player_group.process_until(read_known_tables)
    anna.session.leave_table()
    player_group.process_until(lambda: anna.is_over)
    assert read_known_tables() == ()
    stale = player_group.join_table(local_address(host), "Anna", code="")
    player_group.process_until(lambda: stale.is_over)
    assert stale.end_reason == Message("table-away-secret", {"why": "secret", "wait": 0})


def test_a_wrong_code_is_reported_on_both_sides(player_group):
    host = open_hosted_table(player_group)
    eve = player_group.join_table(host, "Eve", code="WRONG-1")
    player_group.process_until(lambda: eve.is_over)
    assert eve.end_reason.code == "table-away-code"
    player_group.process_until(lambda: Message("table-wrong-code", {"number": 1}) in host.log)


def test_a_table_gets_another_code_and_keeps_its_guests(player_group):
    host = open_hosted_table(player_group)
    host.gets_ready = False
    anna = player_group.join_table(host, "Anna", gets_ready=False)
    player_group.process_until(lambda: anna.session.lobby)
    old_code = host.session.code
    host.session.renew_code()
    player_group.process_until(lambda: host.session.code != old_code)
    eve = player_group.join_table(host, "Eve", code=old_code)
    player_group.process_until(lambda: eve.is_over)
    assert eve.end_reason.code == "table-away-code"
    otto = player_group.join_table(host, "Otto", gets_ready=False)
    player_group.process_until(lambda: otto.session.lobby)
    assert not anna.is_over


@pytest.mark.parametrize(("code", "end_code"), [("?", "usage-code"), ("ABCDEF", "table-not-open")])
def test_an_invalid_code_and_an_unused_address_are_reported(code, end_code, player_group):
    eve = player_group.join_table(("127.0.0.1", 1), "Eve", code=code)
    player_group.process_until(lambda: eve.is_over)
    assert eve.end_reason.code == end_code


def test_a_spectator_is_asked_nothing(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots="easy"))
    host.gets_ready = False
    spectator = player_group.join_table(host, "", is_spectator=True)
    player_group.process_until(lambda: spectator.session.lobby is not None)
    host.session.send_message(ReadyMessage(ready=True))
    player_group.process_until(are_matches_over(host, spectator))
    spectator_view = spectator.player_view
    assert spectator_view.seat is None
    assert (
        spectator_view.has_advice,
        spectator_view.has_hints,
        spectator_view.question,
        spectator_view.offers,
    ) == (False, False, None, ())
    assert read_known_tables() == ()


def test_hints_follow_the_table_options(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots="easy", hints=False))
    player_group.process_until(are_matches_over(host))
    assert host.player_view.has_advice
    assert not host.player_view.has_hints


@pytest.mark.parametrize("moment", ["before", "begun", "open", "playing", "left"])
def test_closing_at_any_moment_leaves_no_thread(moment, player_group):
    host = open_hosted_table(player_group, make_match_setup(bots="easy"), plays_cards=False)
    guest = player_group.join_table(host, "Anna", plays_cards=False) if moment != "before" else host
    if moment == "open":
        player_group.process_until(lambda: guest.session.is_connected)
    elif moment == "playing":
        player_group.process_until(lambda: guest.player_view is not None and guest.events)
    elif moment == "left":
        guest.session.leave_table()
        host.session.leave_table()
    log_size = len(guest.log)
    for player in (guest, host):
        player.session.close()
        player.session.close()
        player.session.process_pending()
    assert len(guest.log) == log_size
    assert not guest.is_over


def test_a_missing_record_cannot_be_opened(player_group, tmp_path):
    host = player_group.open_table(record_path=tmp_path / "none.jsonl")
    player_group.process_until(lambda: host.is_over)
    assert host.end_reason.code == "file-error"


def test_a_missing_thread_is_reported(player_group, monkeypatch):
    def raise_no_thread(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", raise_no_thread)
    host = player_group.open_table()
    player_group.process_until(lambda: host.is_over)
    assert host.end_reason == Message("table-no-thread", {"reason": "can't start new thread"})


def test_an_internal_error_is_logged_and_reported(player_group, monkeypatch, home):
    def raise_error(*args):
        raise ZeroDivisionError

    monkeypatch.setattr("greenbaize.app.network.connections.GuestClient", raise_error)
    host = player_group.open_table()
    player_group.process_until(lambda: host.is_over)
    assert host.end_reason.code == "table-fault-kept"
    assert "ZeroDivisionError" in (home / "greenbaize.log").read_text()


def test_commands_without_a_connection_are_refused(player_group, monkeypatch):
    host = open_hosted_table(player_group, make_match_setup(bots="easy"))
    anna = player_group.join_table(host, "Anna", plays_cards=False)
    player_group.process_until(
        lambda: anna.player_view is not None and anna.player_view.question is not None
    )
    connect, is_away = Reconnector.open_connection, True

    async def connect_unless_away(self):
        if is_away:
            raise OSError("away")
        return await connect(self)

    monkeypatch.setattr(Reconnector, "open_connection", connect_unless_away)
    player_view, results = anna.player_view, []
    command = player_view.game.legal(player_view.view, player_view.seat)[0]
    abort_connection(anna)
    # Submit before the lost connection is noticed, and after.
    player_view.submit(command, results.append)
    assert (player_view.question, results) == (None, [])
    player_group.process_until(lambda: "lost" in anna.log and results)
    player_view.submit(command, results.append)
    assert results == [Message("table-not-connected")] * 2
    assert player_view.question is not None
    is_away = False
    anna.plays_cards = True
    player_group.process_until(are_matches_over(host, anna))
    assert anna.session_events == ["match", "lost", "back"]


def test_a_host_that_sends_invalid_lines_is_left(player_group, monkeypatch):
    host, anna = open_table_with_anna(player_group, host_plays=True)
    send_lines_from = HostedMatch.send_lines_from

    def send_invalid_line(self, client, first):
        send_lines_from(self, client, first)
        if client.seat != 0:
            client.connection.send_line(encode_event_message(1, b'{"type": "score", "deal": 9}'))

    monkeypatch.setattr(HostedMatch, "send_lines_from", send_invalid_line)
    player_group.process_until(lambda: anna.is_over)
    assert anna.end_reason.code == "table-away-host-damaged"
    assert not host.is_over


def test_leaving_while_the_host_is_away_ends_the_session(player_group, monkeypatch):
    async def raise_away(self):
        raise OSError("away")

    host = open_hosted_table(player_group, make_match_setup(bots="easy"))
    anna = player_group.join_table(host, "Anna", plays_cards=False)
    player_group.process_until(lambda: anna.player_view is not None)
    monkeypatch.setattr(Reconnector, "open_connection", raise_away)
    abort_connection(anna)
    player_group.process_until(lambda: "lost" in anna.log)
    anna.session.leave_table()
    player_group.process_until(lambda: anna.is_over)
    assert anna.end_reason is None
    assert len(read_known_tables()) == 1


def test_leaving_before_the_connection_ends_the_session(player_group):
    session = create_guest_session(JoinOptions("127.0.0.1", 1, "ABCDEF", "Anna"))
    anna = RandomPlayer(session, player_group.wake_event)
    player_group.players.append(anna)
    session.leave_table()
    player_group.process_until(lambda: anna.is_over)
    assert anna.end_reason is None


def test_a_host_can_leave_while_phones_are_switched_on_again(player_group, monkeypatch):
    resuming_event, left_event = threading.Event(), threading.Event()

    async def resume_slowly(self):
        resuming_event.set()
        await asyncio.to_thread(left_event.wait)

    monkeypatch.setattr(PhoneService, "resume_service", resume_slowly)
    host = player_group.open_table()
    resuming_event.wait()
    host.session.leave_table()
    host.session.thread.call_in_thread(left_event.set)
    player_group.process_until(lambda: host.is_over)
    assert host.end_reason is None


def test_another_match_follows_at_the_same_table(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots="easy"))
    player_group.process_until(are_matches_over(host))
    first_view = host.player_view
    host.session.send_message(ReadyMessage(ready=True))
    player_group.process_until(
        lambda: host.player_view is not first_view and host.player_view.is_over
    )
    assert host.player_view.record_path != first_view.record_path
    assert {
        read_record(player_view.record_path.read_bytes(), GAMES).events[-1].type
        for player_view in host.player_views
    } == {"end"}


def test_a_finished_match_is_not_opened_again_from_an_older_record(player_group):
    host, anna = open_table_with_anna(player_group)
    player_group.process_until(
        lambda: host.player_view is not None and host.player_view.question is not None
    )
    record_path = host.player_view.record_path
    unfinished_bytes = record_path.read_bytes()
    host.plays_cards = anna.plays_cards = True
    player_group.process_until(are_matches_over(host, anna))
    host.session.leave_table()
    player_group.process_until(lambda: host.is_over)
    record_path.rename(record_path.with_name(f"over-{record_path.name}"))
    record_path.write_bytes(unfinished_bytes)
    reopened_host = player_group.open_table(record_path=record_path)
    player_group.process_until(lambda: reopened_host.is_over)
    assert reopened_host.end_reason == Message("record-over")


def test_an_unwritten_hosted_match_is_reported_until_it_is_saved(
    player_group, monkeypatch, tmp_path
):
    disk = LimitedDisk(free_bytes=None)
    disk.install(monkeypatch)
    host = open_hosted_table(
        player_group, make_match_setup(bots="easy", options={"deals": 6}), plays_cards=False
    )
    player_group.process_until(
        lambda: host.player_view is not None and host.player_view.question is not None
    )
    assert host.session.unwritten_record is None
    disk.free_bytes, host.plays_cards = 0, True
    player_group.process_until(lambda: host.session.unwritten_record is not None)
    host.plays_cards = False
    player_group.process_until(lambda: host.player_view.question is not None)
    file = host.session.unwritten_record
    disk.free_bytes = None
    file.save_copy(tmp_path / "copy.jsonl")
    assert host.session.unwritten_record is None
    copied_events = read_record((tmp_path / "copy.jsonl").read_bytes(), GAMES).events
    assert len(copied_events) > len(
        read_record(host.player_view.record_path.read_bytes(), GAMES).events
    )


def list_message_codes(player):
    return [entry.code for entry in player.log if isinstance(entry, Message)]


def test_a_guest_is_told_of_a_record_that_cannot_be_created(player_group, monkeypatch):
    host = open_hosted_table(player_group, make_match_setup(bots="easy"), plays_cards=False)
    disk = LimitedDisk(free_bytes=0)
    disk.install(monkeypatch)
    anna = player_group.join_table(host, "Anna")
    player_group.process_until(lambda: "guest-record-unwritten" in list_message_codes(anna))
    player_group.process_until(lambda: "match-unwritten" in list_message_codes(host))
    host.plays_cards = True
    disk.free_bytes = None
    player_group.process_until(lambda: "record-complete" in list_message_codes(anna))
    player_group.process_until(lambda: "record-complete" in list_message_codes(host))


def test_a_guest_is_told_of_a_full_record_that_cannot_be_written(player_group, monkeypatch):
    def raise_disk_full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(guest_record, "write_and_rename", raise_disk_full)
    host, anna = open_table_with_anna(player_group, host_plays=True)
    player_group.process_until(are_matches_over(host, anna))
    player_group.process_until(lambda: list_message_codes(anna) == ["guest-record-unwritten"])
    assert list_message_codes(host) == []
