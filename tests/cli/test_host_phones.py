"""Tests of phones at a table without a window: joining, and rejoining after a crash of the host."""

import asyncio
import json
import socket
from contextlib import ExitStack, contextmanager, suppress

import pytest

from app.phones.fake_phones import FakePhone
from cli.host_processes import TIMEOUT_S, running_host
from greenbaize.app.phones import messages
from greenbaize.app.phones.phone_service import DEFAULT_PORT


@contextmanager
def occupied_usual_port():
    """Occupy the usual port: hosts get one that no other host takes while theirs is restarted."""
    with ExitStack() as sockets:
        with suppress(OSError):  # somebody else has it
            sockets.enter_context(socket.create_server(("", DEFAULT_PORT)))
        yield


def read_phone_port_and_secret(host):
    """Return the port and the secret from a host's message about phones."""
    while (message := json.loads(host.stdout.readline()))["type"] != "phones":
        pass
    address, _, secret = message["url"].partition("/#")
    assert message["url"] in message["addresses"]
    return int(address.rpartition(":")[2]), secret


async def screen_when(phone, condition):
    try:
        return await phone.wait_until(condition)
    finally:
        await phone.close()
        FakePhone.open_phones.remove(phone)


@pytest.mark.slow
def test_a_phone_gets_its_seat_back_after_its_host_was_killed(tmp_path):
    record = tmp_path / "match.jsonl"
    words = ("--game", "rank", "--seats", "2", "--option", "deals=1", "--bots", "random")

    async def join_and_play():
        phone = FakePhone("Anna", port, secret)
        phone.on_screen = lambda one: setattr(phone, "plays_cards", one.stage == "lobby")
        await phone.connect_page()
        screen = await screen_when(phone, lambda one: one.ask is not None)
        return phone.chair_secret, screen

    async def rejoin():
        phone = FakePhone("Anna", port, secret, plays_cards=False)
        phone.chair_secret = chair
        await phone.connect_page()
        screen = await screen_when(phone, lambda one: one.ask is not None)
        assert not phone.select_messages(messages.JoinFormMessage)
        return screen

    with occupied_usual_port(), running_host(record, *words, "--phones", "--json") as host:
        port, secret = read_phone_port_and_secret(host)
        chair, before = asyncio.run(join_and_play())
        host.kill()
        host.wait(TIMEOUT_S)
    with running_host(record, "--game", "rank", "--json") as host:
        assert read_phone_port_and_secret(host) == (port, secret)
        after = asyncio.run(rejoin())
        host.kill()
    assert (after.hand, after.ask, after.plates) == (before.hand, before.ask, before.plates)


@pytest.mark.slow
def test_the_line_give_returns_a_lost_seat_to_a_phone(tmp_path):
    async def rejoin_without_secret():
        anna = await FakePhone("Anna", port, secret).connect_page()
        await anna.wait_until(lambda one: one.stage == "table")
        await anna.close()
        again = await FakePhone("Anna", port, secret, plays_cards=False).connect_page()
        message = {"type": ""}
        while message["type"] != "chair-asked":
            message = json.loads(await asyncio.to_thread(host.stdout.readline))
        host.stdin.write(f"give {message['number']}\n".encode())
        host.stdin.flush()
        await screen_when(again, lambda one: one.stage == "table" and one.you >= 0)
        FakePhone.open_phones.remove(anna)
        return message

    words = ("--game", "rank", "--seats", "2", "--bots", "random", "--phones", "--json")
    with running_host(tmp_path / "match.jsonl", *words) as host:
        port, secret = read_phone_port_and_secret(host)
        assert asyncio.run(rejoin_without_secret()) == {
            "type": "chair-asked",
            "name": "Anna",
            "number": 1,
        }
        host.kill()


def test_a_host_explains_the_phone_address_and_plain_http(tmp_path):
    with running_host(
        tmp_path / "match.jsonl", "--game", "rank", "--seats", "2", "--phones"
    ) as host:
        lines = [""]
        while "unencrypted" not in lines[-1]:
            lines.append(host.stdout.readline().decode())
            assert lines[-1], lines
        host.kill()
    assert lines[-2].startswith("Phones can come: scan this code, or open ")
    assert " in a browser and type the code " in lines[-2]
