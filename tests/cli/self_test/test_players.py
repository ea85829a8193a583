"""Tests of the checks of computer players, the network table and the phones' page."""

import socket
import sys

import pytest

from cli.self_test.failures import failure_sentence
from greenbaize.app.network import opened_table, seat_protocol_adapter
from greenbaize.app.phones import phone_service
from greenbaize.app.seats import bot_launcher
from greenbaize.cli.self_test import players
from greenbaize.games import GAMES
from greenbaize.match.seal import SealVerdict

NONSENSE = [sys.executable, "-c", "print('ready'); input(); print('nonsense')"]


@pytest.mark.slow
def test_a_player_that_cannot_be_a_program_of_its_own(monkeypatch):
    monkeypatch.setattr(
        "greenbaize.app.seats.table_seat.build_bot_command", lambda *_: ["/no/such"]
    )
    assert "could not be a program of its own" in failure_sentence(players.check_own_programs)


def test_a_level_that_does_not_answer(monkeypatch):
    monkeypatch.setattr(players, "ANSWER_TIMEOUT_S", -1.0)
    fault = failure_sentence(players.check_own_programs)
    assert fault.endswith("do not answer: beginner, easy, expert, hard, medium, random")


@pytest.mark.parametrize(("words", "reason"), [(NONSENSE, "garbage"), (["/no/such"], "missing")])
def test_a_foreign_program_that_plays_nonsense_or_is_not_there(monkeypatch, words, reason):
    monkeypatch.setattr(players, "build_bot_command", lambda *_: words)
    assert f"has lost its seat ({reason})" in failure_sentence(players.check_foreign_program)


@pytest.mark.slow
def test_programs_that_stay(monkeypatch):
    monkeypatch.setattr(players, "wait_for_programs", lambda: False)
    assert "do not end" in failure_sentence(players.check_foreign_program)


def test_in_a_bundle_the_console_program_is_the_foreign_one(monkeypatch, tmp_path):
    console = tmp_path / "greenbaize-cli"
    console.touch()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "greenbaize"))
    commands = []
    monkeypatch.setattr(
        bot_launcher.BotLauncher,
        "build_launch_spec",
        lambda self, name: commands.append(self.programs[name]),
    )
    with pytest.raises(AttributeError):  # nothing has been started
        players.check_foreign_program()
    assert commands[0].startswith(f"{console} bot --level easy")


@pytest.fixture
def any_port(monkeypatch):
    """Use any port: other tests use the default one."""
    monkeypatch.setattr(phone_service, "DEFAULT_PORT", 0)


def test_the_page_is_served(any_port):
    message = players.check_phones().message
    assert (message.code, message.values["count"] > 20) == ("self-phones", True)


def test_a_missing_file_of_the_page_is_named(any_port, monkeypatch):
    files = dict(players.load_page_files())
    del files["/phone.css"]
    monkeypatch.setattr(players, "load_page_files", lambda: files)
    assert "/phone.css" in failure_sentence(players.check_phones)


def test_an_unavailable_socket_is_reported(monkeypatch):
    def refuse(*_, **__):
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refuse)
    assert "Permission denied" in failure_sentence(players.check_table)


def test_a_table_that_accepts_any_code_is_reported(monkeypatch):
    async def accept(*_): ...

    monkeypatch.setattr(players, "join_as_guest", accept)
    assert failure_sentence(players.check_table) == "a wrong code is not refused"


def test_a_guest_who_cannot_verify_the_shuffle(monkeypatch):
    monkeypatch.setattr(seat_protocol_adapter, "verify_full_record", lambda *_: SealVerdict.BROKEN)
    assert "not the one that everybody took part in" in failure_sentence(players.check_table)


def test_a_record_that_is_not_sealed(monkeypatch):
    monkeypatch.setattr(players, "verify_seal", lambda *_: SealVerdict.BROKEN)
    assert "does not hold the shuffle" in failure_sentence(players.check_table)


def test_guests_who_say_nothing(monkeypatch):
    monkeypatch.setattr(players, "MATCH_TIMEOUT_S", 1.0)
    silent = [sys.executable, "-c", "import sys; print('ready', flush=True); sys.stdin.read()"]
    monkeypatch.setattr(players, "build_bot_command", lambda *_: silent)
    assert failure_sentence(players.check_table) == "this does not come to an end"


@pytest.mark.slow
def test_a_table_that_is_not_found_is_only_noted(monkeypatch):
    async def none(*_):
        return None

    monkeypatch.setattr(players, "find_table_again", none)
    assert players.check_discovery().is_note

    def refused(*_, **__):
        raise OSError(19, "No such device")

    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", refused)
    assert players.check_discovery().is_note


def test_a_table_that_is_found_is_said_to_be_found(monkeypatch):
    async def start_announcing(announcement):
        return True

    async def find(unique, seconds, addresses):
        assert addresses == ("127.0.0.1",)
        return object()

    async def stop_announcing(announcement): ...

    monkeypatch.setattr(players.TableAnnouncement, "start_announcing", start_announcing)
    monkeypatch.setattr(players.TableAnnouncement, "stop_announcing", stop_announcing)
    monkeypatch.setattr(players, "find_table_again", find)
    result = players.check_discovery()
    assert (result.is_note, result.message.code) == (False, "self-discovery")


def test_the_table_listens_at_this_computer_alone(monkeypatch):
    addresses = []
    original_open = opened_table.TableServer.start_listening

    async def record_address(door, port, address):
        addresses.append(address)
        return await original_open(door, port, address)

    monkeypatch.setattr(opened_table.TableServer, "start_listening", record_address)
    message = players.check_table().message
    assert message.code == "self-table"
    assert message.values["guests"] == next(iter(GAMES.values())).seats[0]
    assert addresses == ["127.0.0.1"]
