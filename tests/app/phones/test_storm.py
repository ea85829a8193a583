"""Matches whose pages are slow, disconnected, reloaded and moved; every match must end."""

import asyncio
import random

import pytest

from app.phones.clients import Kitchen, Phone, kitchen
from greenbaize.app.phones import link, server
from greenbaize.app.phones.messages import Gone, Screen
from lan.friends import SMALL, request

MOVED = (
    "Your chair has moved to another phone.",
    "Теперь на вашем месте сидит другой телефон.",
)


async def tossed(phone: Phone, chance: random.Random):
    """Disconnect or reload the page again and again until the match is over."""
    await phone.until(lambda screen: screen.stage != "lobby")
    while phone.screen is None or phone.screen.stage != "result":
        await more_seen(phone, len(phone.of(Screen)) + chance.randrange(1, 12))
        match chance.randrange(4):
            case 0:
                await phone.lost()
            case 1:
                await phone.close()
            case 2:
                phone.tab = f"tab-{chance.random()}"
                phone.take = True
        await phone.come()


async def more_seen(phone: Phone, count):
    await phone.until(lambda screen: screen.stage == "result" or len(phone.of(Screen)) >= count)


async def stormed(at: Kitchen, seats, chance: random.Random):
    phones = [
        await at.phone(f"P{seat}", language=chance.choice(["en", "ru"])).come()
        for seat in range(seats)
    ]
    for phone in phones:
        phone.slow = chance.choice([0, 0, 50])
    tossing = [asyncio.create_task(tossed(one, chance)) for one in phones[1:]]
    await asyncio.gather(*tossing)
    for phone in phones:
        screen = await phone.until(lambda screen: screen.stage == "result")
        assert screen.result is not None
        said = [one.said for one in phone.of(Gone) if one.said not in MOVED]
        assert said == []
    assert at.hosted.table.match.over


@pytest.mark.long
@pytest.mark.parametrize("number", range(40))
@pytest.mark.parametrize("game", SMALL)
async def test_no_match_is_lost(game, number, monkeypatch):
    faults = []
    for module in (server, link):
        monkeypatch.setattr(module, "keep_error", faults.append)
    seats, _ = SMALL[game]
    async with kitchen(request(game)) as at:
        await stormed(at, seats, random.Random(f"{game} {number}"))
        assert not [one.seat for one in at.hosted.journal.given()]
    assert faults == []
