"""Tests of the shared shuffle: completed and failed rounds."""

import asyncio
import json

import pytest

from greenbaize.lan.wire import (
    RevealMessage,
)
from greenbaize.match.seal import new_number
from lan.random_guests import (
    RandomGuest,
    decode_messages,
    make_table_setup,
    open_memory_table,
    wait_until,
)

NAMES = ("Anna", "Otto", "Ida")


def is_in_round(friend):
    return friend.guest._shuffle._round > 0


async def cancel_guests(*friends):
    for friend in friends:
        friend.task.cancel()
    await asyncio.gather(*(guest.task for guest in friends), return_exceptions=True)


async def test_a_round_without_a_guests_number_starts_again():
    async with open_memory_table(make_table_setup("damn")) as hosted:
        friends = [RandomGuest(name, hosted.connect_guest) for name in NAMES]
        silent_guest = friends[1]
        send_in_shuffle = silent_guest.guest._send_in_shuffle
        silent_guest.guest._send_in_shuffle = lambda item: (
            None if isinstance(item, RevealMessage) else send_in_shuffle(item)
        )
        await wait_until(lambda: is_in_round(friends[0]) and is_in_round(silent_guest))
        silent_guest.adapter.gets_ready = False
        coordinator = hosted.table._shuffle_coordinator
        await wait_until(lambda: len(coordinator._numbers) == 2)
        coordinator.fail_late_guests()  # No need to wait for the timeout of ten seconds.
        await wait_until(lambda: friends[0].lobby.missing == ["Otto"])
        assert not hosted.table_files.matches
        assert [item.name for item in friends[0].lobby.chairs if not item.ready] == ["Otto"]
        silent_guest.guest._send_in_shuffle = send_in_shuffle
        silent_guest.guest.send_ready()
        await wait_until(lambda: bool(hosted.table_files.matches) and not friends[0].lobby.missing)
        await cancel_guests(*friends)
        received = decode_messages(friends[0].collect_received())
        shuffles = [item for item in received if item["type"] == "shuffle"]
        assert [(item["round"], item["missing"]) for item in shuffles] == [(1, []), (2, ["Otto"])]
        assert json.loads(shuffles[0]["lobby"])["round"] == 1


async def test_a_round_fails_when_a_guest_leaves():
    async with open_memory_table(make_table_setup("damn")) as hosted:
        friends = [RandomGuest(name, hosted.connect_guest) for name in NAMES]
        silent_guest = friends[1]
        silent_guest.guest._send_in_shuffle = lambda message: None
        await wait_until(lambda: is_in_round(silent_guest))
        silent_guest.guest.leave_table()
        await wait_until(lambda: friends[0].lobby.missing == ["Otto"])
        stage = friends[0].lobby.stage
        await cancel_guests(*friends)
        assert (stage, len(hosted.table.lobby.taken_chairs)) == ("gathering", 2)


@pytest.mark.parametrize("phase", ["early", "wrong"])
async def test_a_number_that_was_not_committed_to_closes_the_connection(phase):
    async with open_memory_table(make_table_setup("damn")) as hosted:
        friends = [RandomGuest(name, hosted.connect_guest) for name in NAMES]
        cheat = friends[1]
        send_in_shuffle = cheat.guest._send_in_shuffle

        def send_wrong_number(message):
            if phase == "early" or isinstance(message, RevealMessage):
                message = RevealMessage(message.round, new_number())
            send_in_shuffle(message)

        cheat.guest._send_in_shuffle = send_wrong_number
        async with asyncio.timeout(20):
            await cheat.task
        await wait_until(lambda: friends[0].lobby.stage == "gathering")
        await cancel_guests(*friends)
        assert (cheat.rejection_code, len(hosted.table_files.matches)) == ("damaged", 0)


@pytest.mark.parametrize("keeps_seat", [True, False])
async def test_a_guest_who_reconnects_during_the_shuffle_is_missing(keeps_seat):
    async with open_memory_table(make_table_setup("damn")) as hosted:
        friends = [RandomGuest(name, hosted.connect_guest) for name in NAMES]
        silent_guest = friends[1]
        silent_guest.guest._send_in_shuffle = lambda message: None
        await wait_until(lambda: is_in_round(silent_guest))
        silent_guest.adapter.gets_ready = False
        if keeps_seat:
            (secret,) = silent_guest.secrets.secrets.values()
            hosted.table.on_join(
                hosted.table.lobby.reconnect_client(hosted.connect_guest(), secret, 0.0)
            )
            assert hosted.table._missing_names == ["Otto"]
        silent_guest.abort_connection()
        await wait_until(lambda: friends[0].lobby.missing == ["Otto"])
        await cancel_guests(*friends)
        assert len(hosted.table_files.matches) == 0
