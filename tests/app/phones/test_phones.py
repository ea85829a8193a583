"""Phones at a table: over the real socket, to the end of a match of each game."""

import pytest

from app.phones.clients import kitchen
from lan.friends import SMALL, request


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
async def test_a_match_among_phones_is_played_to_its_end(game: str) -> None:
    async with kitchen(request(game)) as at:
        seats, _ = SMALL[game]
        phones = [
            await at.phone(f"P{seat}", language="ru" if seat else "en").come()
            for seat in range(seats)
        ]
        for phone in phones:
            screen = await phone.until(lambda one: one.stage == "result")
            assert screen.result is not None
            assert [row.you for row in screen.result.rows].count(True) == 1
        assert at.hosted.table.match.over
