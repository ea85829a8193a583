"""Tests of phones at a table without a window: joining, and rejoining after a crash of the host."""

import asyncio
import json

import pytest

from app.phones.clients import Phone
from cli.test_host_and_join import ENDED_S, hosting
from greenbaize.app.phones import messages


def phones_at(host):
    """Return the port and the secret from a host's message about phones."""
    while (told := json.loads(host.stdout.readline()))["type"] != "phones":
        pass
    address, _, secret = told["url"].partition("/#")
    assert told["url"] in told["addresses"]
    return int(address.rpartition(":")[2]), secret


async def seen_to(phone, holds):
    try:
        return await phone.until(holds)
    finally:
        await phone.close()
        Phone.here.remove(phone)


@pytest.mark.slow
def test_a_phone_is_back_at_its_chair_after_its_host_was_killed(tmp_path):
    record = tmp_path / "match.jsonl"
    words = ("--game", "rank", "--seats", "2", "--option", "deals=1", "--bots", "random")

    async def begin():
        phone = Phone("Anna", port, secret)
        phone.on_screen = lambda one: setattr(phone, "plays", one.stage == "lobby")
        await phone.come()
        screen = await seen_to(phone, lambda one: one.ask is not None)
        return phone.chair, screen

    async def come_back():
        phone = Phone("Anna", port, secret, plays=False)
        phone.chair = chair
        await phone.come()
        screen = await seen_to(phone, lambda one: one.ask is not None)
        assert not phone.of(messages.Door)
        return screen

    with hosting(record, *words, "--phones", "--json") as host:
        port, secret = phones_at(host)
        chair, before = asyncio.run(begin())
        host.kill()
        host.wait(ENDED_S)
    with hosting(record, "--game", "rank", "--json") as host:
        assert phones_at(host) == (port, secret)
        after = asyncio.run(come_back())
        host.kill()
    assert (after.hand, after.ask, after.plates) == (before.hand, before.ask, before.plates)


@pytest.mark.slow
def test_a_line_gives_a_phone_that_has_lost_its_chair_the_chair_back(tmp_path):
    async def evening():
        anna = await Phone("Anna", port, secret).come()
        await anna.until(lambda one: one.stage == "table")
        await anna.close()
        again = await Phone("Anna", port, secret, plays=False).come()
        told = {"type": ""}
        while told["type"] != "chair-asked":
            told = json.loads(await asyncio.to_thread(host.stdout.readline))
        host.stdin.write(f"give {told['number']}\n".encode())
        host.stdin.flush()
        await seen_to(again, lambda one: one.stage == "table" and one.you >= 0)
        Phone.here.remove(anna)
        return told

    words = ("--game", "rank", "--seats", "2", "--bots", "random", "--phones", "--json")
    with hosting(tmp_path / "match.jsonl", *words) as host:
        port, secret = phones_at(host)
        assert asyncio.run(evening()) == {"type": "chair-asked", "name": "Anna", "number": 1}
        host.kill()


def test_a_host_says_in_words_how_phones_come_and_what_plain_http_means(tmp_path):
    with hosting(tmp_path / "match.jsonl", "--game", "rank", "--seats", "2", "--phones") as host:
        told = [""]
        while "unencrypted" not in told[-1]:
            told.append(host.stdout.readline().decode())
            assert told[-1], told
        host.kill()
    assert told[-2].startswith("Phones can come: scan this code, or open ")
    assert " in a browser and type the code " in told[-2]
