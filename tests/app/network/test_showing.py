"""Tests of tables whose host only shows them, and of spectator views beside a seat."""

from app.network.random_players import make_match_setup, open_hosted_table
from app.network.test_session import are_matches_over
from greenbaize.app.tables.public_view import PublicView
from greenbaize.games import GAMES
from greenbaize.lan.wire import DismissGuestMessage, SwapSeatsMessage
from greenbaize.match.record import read_record


def has_lobby(player, **expected_fields):
    """Return whether a player's lobby has these values."""
    lobby = player.session.lobby
    return lobby is not None and all(
        getattr(lobby, key) == value for key, value in expected_fields.items()
    )


def test_a_show_only_host_gets_what_spectators_get(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots=""), is_show_only=True)
    seats = make_match_setup(bots="").seats
    guests = [player_group.join_table(host, f"Guest {number}") for number in range(seats)]
    spectator = player_group.join_table(host, "", is_spectator=True)
    player_group.process_until(are_matches_over(host, spectator, *guests))
    assert host.player_view.seat is None
    assert sorted(guest.player_view.seat for guest in guests) == list(range(seats))
    assert bytes(host.player_view.view_lines) == bytes(spectator.player_view.view_lines)
    match = read_record(host.player_view.record_path.read_bytes(), GAMES)
    by_seat = {
        guest.player_view.seat: guest.session.lobby.chairs[guest.player_view.seat].name
        for guest in guests
    }
    assert [guest.name for guest in match.header.players] == [
        by_seat[seat] for seat in range(seats)
    ]
    # The show-only host is not counted as a spectator.
    assert host.session.lobby.watchers == 1


def test_a_show_only_host_keeps_control_of_the_table(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots=""), is_show_only=True)
    anna = player_group.join_table(host, "Anna", gets_ready=False)
    player_group.process_until(
        lambda: has_lobby(anna, keeper=None) and has_lobby(host, you=None, keeper=None)
    )
    anna.session.send_message(make_match_setup(bots="easy"))
    player_group.process_until(
        lambda: any(getattr(entry, "code", "") == "table-denied-keeper" for entry in anna.log)
    )
    host.session.send_message(make_match_setup(bots="easy"))
    player_group.process_until(lambda: has_lobby(anna, bots="easy"))
    host.session.send_message(SwapSeatsMessage(0, 1))
    player_group.process_until(lambda: has_lobby(anna, you=1))
    host.session.send_message(DismissGuestMessage(1))
    player_group.process_until(lambda: anna.is_over)
    assert anna.end_reason.code == "table-away-dismissed"


def test_a_host_gives_up_the_chair_and_takes_one_again(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots=""))
    host.gets_ready = False
    anna = player_group.join_table(host, "Anna", gets_ready=False)
    player_group.process_until(lambda: has_lobby(anna, you=1) and has_lobby(host, you=0, keeper=0))
    host.session.set_show_only(on=True)
    player_group.process_until(lambda: has_lobby(host, you=None, keeper=None))
    player_group.process_until(lambda: has_lobby(anna, keeper=None))
    assert [chair.name for chair in anna.session.lobby.chairs] == ["", "Anna", ""]
    host.session.set_show_only(on=False)
    player_group.process_until(lambda: has_lobby(host, you=0, keeper=0))
    assert "lost" not in host.log


def test_a_host_who_finds_no_free_chair_keeps_showing_the_table(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots="", seats=3), is_show_only=True)
    guests = [
        player_group.join_table(host, name, gets_ready=False) for name in ("Anna", "Boris", "Vera")
    ]
    player_group.process_until(lambda: all(item.session.lobby is not None for item in guests))
    host.session.set_show_only(on=False)
    player_group.process_until(
        lambda: any(getattr(item, "code", "") == "table-away-full" for item in host.log)
    )
    player_group.process_until(lambda: has_lobby(host, you=None) and not host.is_over)


def test_a_host_cannot_give_up_the_chair_during_a_match(player_group):
    host = open_hosted_table(
        player_group, make_match_setup(bots="easy", options={"deals": 6}), plays_cards=False
    )
    player_group.process_until(
        lambda: host.player_view is not None and host.player_view.question is not None
    )
    host.session.set_show_only(on=True)
    player_group.process_until(
        lambda: any(getattr(entry, "code", "") == "table-denied-playing" for entry in host.log)
    )
    assert host.session.lobby.you == host.player_view.seat


def test_a_guest_may_have_the_name_of_a_show_only_host(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots="easy"), is_show_only=True)
    phone = player_group.join_table(host, "Host")
    player_group.process_until(are_matches_over(host, phone))
    assert (host.player_view.seat, phone.player_view.seat) == (None, 0)


def test_a_spectator_view_works_beside_the_own_seat(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots="easy", options={"deals": 2}))
    spectator = player_group.join_table(host, "", is_spectator=True)
    player_group.process_until(lambda: host.player_view is not None and len(host.events) > 8)
    public_view = PublicView(host.player_view)
    player_group.process_until(are_matches_over(host, spectator))
    assert (public_view.seat, public_view.question, public_view.is_over) == (None, None, True)
    assert (
        bytes(public_view.view_lines)
        == bytes(spectator.player_view.view_lines)
        != bytes(host.player_view.view_lines)
    )


def test_a_resumed_show_only_match_stays_show_only(player_group):
    host = open_hosted_table(
        player_group, make_match_setup(bots="easy", options={"deals": 6}), is_show_only=True
    )
    anna = player_group.join_table(host, "Anna", plays_cards=False)
    player_group.process_until(
        lambda: host.player_view and anna.player_view and anna.player_view.question
    )
    record_path = host.player_view.record_path
    host.session.leave_table()
    player_group.process_until(lambda: host.is_over and anna.is_over)
    # Even if the person at the host has the name of a guest.
    reopened_host = open_hosted_table(player_group, record_path=record_path, own_name="Anna")
    returned_guest = player_group.join_table(reopened_host, "Anna", code="")
    player_group.process_until(are_matches_over(reopened_host, returned_guest))
    assert reopened_host.player_view.seat is None


def test_a_guest_cannot_switch_to_show_only(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots=""))
    anna = player_group.join_table(host, "Anna", gets_ready=False)
    player_group.process_until(lambda: has_lobby(anna, you=1))
    anna.session.set_show_only(on=True)
    host.session.send_chat(text="hello")
    player_group.process_until(
        lambda: any(getattr(entry, "text", "") == "hello" for entry in anna.log)
    )
    assert has_lobby(anna, you=1)


def test_closing_a_table_whose_host_is_giving_up_the_chair_leaves_no_thread(player_group):
    host = open_hosted_table(player_group, make_match_setup(bots=""), plays_cards=False)
    player_group.process_until(lambda: host.session.is_connected)
    host.session.set_show_only(on=True)
    host.session.close()
