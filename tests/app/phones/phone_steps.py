"""First steps of phones at a table that the host serves."""

from contextlib import asynccontextmanager

from app.phones.fake_phones import open_phone_table
from greenbaize.app.seats.opponents import Opponent
from lan.random_guests import make_table_setup


async def play_until_match_starts(phone):
    """Play until the match has started. Return the first screen with a question."""
    phone.on_screen = lambda screen: setattr(phone, "plays_cards", screen.stage == "lobby")
    await phone.connect_page()
    return await phone.wait_until(lambda screen: screen.stage == "table" and screen.ask is not None)


@asynccontextmanager
async def start_match(**options):
    """Start a match of Anna's phone with bots. Yield the table, the phone and the question."""
    async with open_phone_table(
        make_table_setup("damn", bots=Opponent("random"), **options)
    ) as phone_table:
        anna = phone_table.make_phone("Anna")
        yield phone_table, anna, await play_until_match_starts(anna)
