"""Matches whose pages are slow, disconnected, reloaded and moved; every match must end."""

import asyncio
import random

import pytest

from app.phones.fake_phones import FakePhone, HostedPhoneTable, open_phone_table
from greenbaize.app.phones import phone_session, server
from greenbaize.app.phones.messages import DisconnectMessage, ScreenMessage
from lan.random_guests import SHORT_SETUPS, make_table_setup

MOVED_MESSAGES = (
    "Your chair has moved to another phone.",
    "Теперь на вашем месте сидит другой телефон.",
)


async def disturb_phone(phone: FakePhone, random_source: random.Random):
    """Disconnect or reload the page again and again until the match is over."""
    await phone.wait_until(lambda screen: screen.stage != "lobby")
    while phone.screen is None or phone.screen.stage != "result":
        await wait_for_screens(
            phone, len(phone.select_messages(ScreenMessage)) + random_source.randrange(1, 12)
        )
        match random_source.randrange(4):
            case 0:
                await phone.abort_connection()
            case 1:
                await phone.close()
            case 2:
                phone.tab_id = f"tab-{random_source.random()}"
                phone.takes_chair = True
        await phone.connect_page()


async def wait_for_screens(phone: FakePhone, count):
    await phone.wait_until(
        lambda screen: (
            screen.stage == "result" or len(phone.select_messages(ScreenMessage)) >= count
        )
    )


async def run_disturbed_match(phone_table: HostedPhoneTable, seats, random_source: random.Random):
    phones = [
        await phone_table.make_phone(
            f"P{seat}", language=random_source.choice(["en", "ru"])
        ).connect_page()
        for seat in range(seats)
    ]
    for phone in phones:
        phone.loop_turns_per_frame = random_source.choice([0, 0, 50])
    tasks = [asyncio.create_task(disturb_phone(item, random_source)) for item in phones[1:]]
    await asyncio.gather(*tasks)
    for phone in phones:
        screen = await phone.wait_until(lambda screen: screen.stage == "result")
        assert screen.result is not None
        unexpected_messages = [
            item.said
            for item in phone.select_messages(DisconnectMessage)
            if item.said not in MOVED_MESSAGES
        ]
        assert unexpected_messages == []
    assert phone_table.hosted.table.match.is_over


@pytest.mark.long
@pytest.mark.parametrize("number", range(40))
@pytest.mark.parametrize("game", SHORT_SETUPS)
async def test_no_match_is_lost(game, number, monkeypatch):
    errors = []
    for module in (server, phone_session):
        monkeypatch.setattr(module, "log_exception", errors.append)
    seats, _ = SHORT_SETUPS[game]
    async with open_phone_table(make_table_setup(game)) as phone_table:
        await run_disturbed_match(phone_table, seats, random.Random(f"{game} {number}"))
        assert not [
            seat_change.seat for seat_change in phone_table.hosted.table_files.list_seat_changes()
        ]
    assert errors == []
