"""Guests of the self-test's table: computer players behind the connection that guests have."""

import asyncio

from greenbaize.app.chairs.seat_program import SeatProgram
from greenbaize.app.network.seat_secrets import PassingSecret
from greenbaize.app.network.seat_talk import SeatTalk
from greenbaize.app.tables.matches import PROGRAM
from greenbaize.bots import LEVELS
from greenbaize.cli.self_test.short import LEVEL
from greenbaize.lan.client import Guest, SentAwayError, connect
from greenbaize.lan.codes import plain_code
from greenbaize.lan.lines import Lines
from greenbaize.lan.wire import Sit
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.players import STEADY


class Friend(SeatTalk):
    """Somebody who joins the table with its code and plays at random until the match is over.

    Args:
        name: what they are called.
        host: where the table is.
        port: where it listens.
        code: what they take for its code.
    """

    def __init__(self, name: str, host: str, port: int, code: str) -> None:
        super().__init__(self._hear, self._begin_match, self._refused)
        self.name = name
        self.sent_away = ""
        """Why the table does not want them, in a word."""
        self._address = host, port
        self.guest = Guest(plain_code(code), Sit(name), self, PassingSecret(), PROGRAM)

    async def stay(self) -> None:
        """Be there until there is nothing more to come, or one is sent away."""
        try:
            await self.guest.stay(self._connected, lambda: None)
        except SentAwayError as error:
            self.sent_away = error.why

    async def _connected(self) -> Lines:
        return await connect(*self._address)

    def _begin_match(self) -> None:
        self._player = SeatProgram(LEVELS[LEVEL](STEADY), self.name)

    def _hear(self, line: bytes) -> None:
        answer = self._player.hear(line)
        if answer:
            # Not at once: what is told is taken in first.
            asyncio.get_running_loop().call_soon(self.answer, answer)

    def _refused(self, fault: Message) -> None:
        raise GameError(fault)
