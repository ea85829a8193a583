"""Fuzzing of both ends of a table with malformed, truncated, long, changed and misplaced lines.

Everything happens in memory and in virtual time (``lan.virtual_time``). The changed lines are
messages of a real match. The other end must treat them as damage or ignore them, nothing else.
"""

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from greenbaize.app.network.seat_talk import SeatTalk
from greenbaize.lan.client import Guest, RejectedError
from greenbaize.lan.lines import LostError, MemoryLines, memory_lines
from greenbaize.lan.pairing import new_secret
from greenbaize.lan.try_limiter import TryLimiter
from greenbaize.lan.wire import LONGEST_FROM_GUEST, LONGEST_FROM_HOST, Seated, Sit, Welcome, line_of
from lan.friends import SMALL, Friend, Hosted, Secrets, key, opened, request, until
from lan.warp import run_warped

HELLO = b'{"type":"hello","versions":[1]}\n'
CHEAP = 40
"""One of this many strangers' sessions may make the host compute a key exchange."""
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    19,
    20,
    10**9,
    10**9 + 1,
    2**63,
    2**64,
    10**40,
    0.5,
    -0.0,
    "",
    "x",
    "bot",
    "done",
    "damn",
    "rank",
    "\x00",
    "\u202e",
    "\ud7ff",
    "🂡",
    "é" * 300,
    "0" * 32,
    "0" * 64,
    "41" + "0" * 64,
    "A" * 5000,
    [],
    {},
    [[]],
    [0] * 30,
    {"type": "play"},
    {"a": {"b": {"c": []}}},
    [None] * 300,
)
FROM_GUESTS = (
    HELLO,
    b'{"type":"pair","share":"41' + b"0" * 64 + b'"}\n',
    b'{"type":"proof","proof":"' + b"0" * 64 + b'"}\n',
    b'{"type":"return","secret":"' + b"0" * 32 + b'"}\n',
    b'{"type":"sit","name":"Eve","watch":false}\n',
    b'{"type":"resume","match":"","heard":0}\n',
    b'{"type":"resume","match":"' + b"0" * 32 + b'","heard":999999}\n',
    b'{"type":"ready","ready":true}\n',
    b'{"type":"ready","ready":false}\n',
    b'{"type":"do","number":1,"heard":5,"command":{"type":"bid","seat":1,"tricks":0}}\n',
    b'{"type":"do","number":2,"heard":5,"command":{"type":"play","seat":1,"card":"AS"}}\n',
    b'{"type":"do","number":3,"heard":5,"command":{"type":"ready","seat":1}}\n',
    b'{"type":"say","text":"hello","word":""}\n',
    b'{"type":"say","text":"","word":"well-played"}\n',
    b'{"type":"stand-in","seat":1,"on":true}\n',
    b'{"type":"stand-in","seat":0,"on":false}\n',
    b'{"type":"look","seat":1}\n',
    b'{"type":"look","seat":null}\n',
    b'{"type":"commit","round":1,"hash":"' + b"0" * 64 + b'"}\n',
    b'{"type":"open","round":1,"number":"' + b"0" * 64 + b'"}\n',
    b'{"type":"lay","game":"damn","seats":3,"options":{"deals":3},"bots":"","clock":0,'
    b'"hints":true,"hands":false}\n',
    b'{"type":"swap","one":0,"other":1}\n',
    b'{"type":"dismiss","seat":1}\n',
    b'{"type":"leave"}\n',
    b'{"type":"pong"}\n',
)


@cache
def from_hosts() -> tuple[bytes, ...]:
    """Return messages of a host, of every kind and from matches of all games."""

    async def play(game: str) -> list[bytes]:
        async with opened(request(game)) as hosted:
            friends = [Friend(name, hosted.knock) for name in "ABC"[: SMALL[game][0]]]
            await until(hosted.table.done.is_set)
            await asyncio.gather(*(one.task for one in friends))
            return friends[0].received().splitlines(keepends=True)

    lines = [line for game in SMALL for line in run_warped(play(game))]
    lines += [
        b'{"type":"spoken","seat":0,"name":"Anna","text":"hello","word":""}\n',
        b'{"type":"denied","why":"keeper"}\n',
        b'{"type":"answer","number":1,"result":"stale","code":"","rule":""}\n',
        b'{"type":"answer","number":1,"result":"refused","code":"x","rule":"follow"}\n',
        b'{"type":"refused","why":"busy","wait":3}\n',
        b'{"type":"over"}\n',
    ]
    return tuple(lines)


class Nonsense:
    """Generator of invalid or nearly valid lines.

    Args:
        chance: source of random choices.
        valid: messages from which lines are made.
        longest: maximum length of an accepted line (bytes).
    """

    def __init__(self, chance: Random, valid: tuple[bytes, ...], longest: int) -> None:
        self._chance, self._valid, self._longest = chance, valid, longest
        kinds: dict[str, list[bytes]] = {}
        for line in valid:
            kinds.setdefault(json.loads(line)["type"], []).append(line)
        self._kinds = list(kinds.values())

    def valid(self) -> bytes:
        """Return a well-formed message of any kind."""
        return self._chance.choice(self._chance.choice(self._kinds))

    def line(self) -> bytes:
        """Return the next line."""
        match self._chance.randrange(12):
            case 0 | 1 | 2:
                return self.valid()
            case 3 | 4 | 5:
                return self._changed()
            case 6:
                return self._flipped()
            case 7:
                line = self.valid()
                return line[: self._chance.randrange(len(line))] + b"\n"
            case 8:
                noise = self._chance.randbytes(self._chance.randrange(60))
                return noise.replace(b"\n", b"") + b"\n"
            case 9:
                return self._deep()
            case 10:
                line = self.valid()
                return line[:-1] * 2 + b"\n"
            case _:
                return self._long()

    def _long(self) -> bytes:
        if self._chance.random() < 0.9:
            return self._changed()
        return b'{"type":"say","text":"' + b"x" * self._longest + b'"}\n'

    def _deep(self) -> bytes:
        if self._chance.random() < 0.9:
            return self._flipped()
        return b'{"type":"do","number":1,"heard":0,"command":' + b'{"a":' * 600 + b"1" * 40 + b"\n"

    def _flipped(self) -> bytes:
        line = bytearray(self.valid()[:-1])
        for _ in range(self._chance.randint(1, 3)):
            at = self._chance.randrange(len(line))
            line[at] = self._chance.choice(b'\x00\x7f\xff\xc3{}[]",:0129-etx\\')
        return bytes(line) + b"\n"

    def _changed(self) -> bytes:
        message = json.loads(self.valid())
        at = message
        while True:
            name = self._chance.choice(list(at) if isinstance(at, dict) else range(len(at)))
            inner = at[name]
            if not (isinstance(inner, dict | list) and inner) or self._chance.random() < 0.3:
                break
            at = inner
        match self._chance.randrange(4):
            case 0:
                del at[name]
            case 1 if isinstance(at, dict):
                at[self._chance.choice(("", "x", "seat", "type", "number"))] = self._value()
            case _:
                at[name] = self._value()
        return json.dumps(message, ensure_ascii=self._chance.random() < 0.5).encode() + b"\n"

    def _value(self) -> Any:
        return self._chance.choice(VALUES)


# Fuzzing of the host


class HostFuzz:
    """Table at which guests play while another connection sends invalid lines.

    ``run`` sends about the given number of lines. Eve also has a seat, at which she sometimes plays
    properly; otherwise the match could not continue.
    """

    def __init__(self, number: int, lines: int, told: Any = lambda _: None) -> None:
        self.counts: Counter[str] = Counter()
        self._chance = Random(f"fuzz/{number}")
        self._nonsense = Nonsense(self._chance, FROM_GUESTS, LONGEST_FROM_GUEST)
        self._most = lines
        self._sent = 0
        self._told = told

    def run(self) -> None:
        """Send all lines; raise whatever error has occurred."""
        while self._sent < self._most:
            run_warped(self._match())
            self._told(self.counts)

    async def _match(self) -> None:
        """Run one match to its end or to the line limit."""
        game = self._chance.choice(("damn", "rank"))
        tries = TryLimiter(lambda: 0.0)
        tries.record_wrong = lambda _: None  # Otherwise the limiter would soon refuse everybody.
        async with opened(request(game), tries) as hosted:
            friends = [Friend(name, hosted.knock) for name in ("Anna", "Otto")]
            await until(lambda: all(one.guest.here for one in friends))
            watcher = Friend("", hosted.knock, watch=True)
            await until(lambda: watcher.guest.here)
            eve = Friend("Eve", hosted.knock)
            await until(lambda: len(friends[0].lines) > 3 and len(watcher.lines) > 3)
            before = self._sent
            while not hosted.table.done.is_set() and self._sent < min(self._most, before + 20_000):
                eve.plays = True
                heard = len(friends[0].lines)
                await self._let_play(hosted, lambda at=heard: len(friends[0].lines) > at + 4)
                self.counts["lines received by the other guests"] += len(friends[0].lines) - heard
                secret = eve.secrets.kept[key().fingerprint]
                watching = watcher.secrets.kept[key().fingerprint]
                await self._stop(eve)
                for _ in range(40):
                    await self._session(hosted, self._strange())
                    await self._session(hosted, self._inside(secret))
                    await self._session(hosted, self._inside(watching))
                if hosted.table.done.is_set():
                    break
                eve = self._again(eve, hosted)
            for one in (*friends, watcher):
                assert one.rejected in (None, "dismissed"), one.rejected
            everyone = (*friends, watcher, eve)
            for friend in everyone:
                await self._stop(friend)
            for task in hosted.tasks:
                if task.done() and not task.cancelled():
                    assert task.exception() is None, task.exception()
            self.counts["matches"] += 1

    async def _let_play(self, hosted: Hosted, holds: Any) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(100):
                while not (holds() or hosted.table.done.is_set()):
                    await asyncio.sleep(0.01)
                return
        self.counts["times that the match did not advance"] += 1

    async def _stop(self, friend: Friend) -> None:
        friend.task.cancel()
        await asyncio.gather(friend.task, return_exceptions=True)
        if friend.connections:
            friend.cut()

    def _again(self, eve: Friend, hosted: Hosted) -> Friend:
        back = Friend("Eve", hosted.knock)
        back.secrets.kept.update(eve.secrets.kept)
        return back

    def _strange(self) -> Iterator[bytes]:
        """Generate the lines of a stranger."""
        step = self._chance.random()
        if step < 0.4:
            yield self._nonsense.line()
        yield HELLO
        while True:
            line = self._nonsense.line()
            if b"pair" in line and self._chance.randrange(CHEAP):
                continue
            yield line

    def _inside(self, secret: str) -> Iterator[bytes]:
        """Generate the lines of somebody who has a seat's secret."""
        yield HELLO
        yield b'{"type":"return","secret":"%b"}\n' % secret.encode()
        if self._chance.random() < 0.7:
            yield b'{"type":"resume","match":"","heard":0}\n'
        for _ in range(self._chance.choice((3, 30))):
            line = self._nonsense.line()
            if b"leave" in line and self._chance.random() < 0.95:
                continue
            yield line
        if self._chance.random() < 0.05:
            for _ in range(900):
                yield b'{"type":"pong"}\n'

    async def _session(self, hosted: Hosted, said: Iterator[bytes]) -> None:
        lines = hosted.knock()
        task = hosted.tasks[-1]
        for number, line in enumerate(said):
            if task.done() or number > 1000:
                break
            lines.send(line)
            self._sent += 1
            self.counts["lines to the host"] += 1
            if number < 3 or self._chance.random() < 0.5:
                await asyncio.sleep(0)
                await asyncio.sleep(0)
        lines.close()
        await asyncio.wait((task,), timeout=100)
        assert task.done(), "the host still serves a closed connection"
        task.result()
        hosted.tasks.remove(task)
        last = lines.received.splitlines()[-1:]
        if last and b'"refused"' in last[0]:
            self.counts[f"refused: {json.loads(last[0])['why']}"] += 1


# Fuzzing of a guest


class GuestFuzz:
    """Guests at tables of a hostile host, before and after they are admitted."""

    def __init__(self, number: int, lines: int, told: Any = lambda _: None) -> None:
        self.counts: Counter[str] = Counter()
        self.raised: dict[str, list[bytes]] = {}
        """Unexpected errors, with the lines that raised them."""
        self._chance = Random(f"hostile/{number}")
        self._nonsense = Nonsense(self._chance, from_hosts(), LONGEST_FROM_HOST)
        self._most = lines
        self._told = told

    def run(self) -> None:
        """Send all lines; unexpected errors are in ``unexpected_errors``."""
        while self.counts["lines to guests"] < self._most:
            run_warped(self._some())
            self._told(self.counts)

    async def _some(self) -> None:
        end = min(self._most, self.counts["lines to guests"] + 20_000)
        while self.counts["lines to guests"] < end:
            await self._guest()

    def _strange(self) -> Iterator[bytes]:
        """Generate a hostile host's lines for somebody who connects."""
        yield self._nonsense.line() if self._chance.random() < 0.5 else line_of(Welcome(1, "x"))
        for _ in range(3):
            yield self._nonsense.line()

    def _inside(self) -> Iterator[bytes]:
        """Generate a hostile host's lines for an admitted guest: a match with invalid lines."""
        yield line_of(Welcome(1, "x"))
        yield line_of(Seated(self._chance.choice((None, 0, 1)), new_secret(), 0))
        told = from_hosts()
        starts = [at for at, line in enumerate(told) if b'"type":"from"' in line]
        at = self._chance.choice(starts)
        for _ in range(self._chance.choice((1, 3, 30, 150))):
            if self._chance.random() < 0.9:
                yield told[at % len(told)]
                at += 1
            else:
                yield self._nonsense.line()
        yield self._spoiled(told[at % len(told)])
        for _ in range(5):
            yield self._nonsense.line()

    def _spoiled(self, line: bytes) -> bytes:
        """Return the next line of the match with some values exchanged."""
        words = (b'"seat": 0', b'"seat": 1', b'"type": "play"', b'"type": "deal"', b'"AS"', b'"7D"')
        for _ in range(3):
            line = line.replace(self._chance.choice(words), self._chance.choice(words))
        return line

    async def _guest(self) -> None:
        here, there = memory_lines(key().fingerprint, LONGEST_FROM_HOST)
        here.received, there.received = bytearray(), bytearray()
        secrets, sent = Secrets(), []
        inside = self._chance.random() < 0.8
        if inside or self._chance.randrange(CHEAP):
            secrets.keep(key().fingerprint, "0" * 32)
        talk = SeatTalk(lambda _: None)
        guest = talk.guest = Guest("ABCDEF", Sit("Anna"), talk, secrets)
        knocks = iter((here,))

        async def connected() -> MemoryLines:
            for one in knocks:
                return one
            guest.leave()
            raise OSError

        staying = asyncio.create_task(guest.stay(connected, lambda: None))
        for line in self._inside() if inside else self._strange():
            if staying.done():
                break
            there.send(line)
            sent.append(line)
            self.counts["lines to guests"] += 1
            if len(sent) < 3 or self._chance.random() < 0.1:
                await asyncio.sleep(0)
                await asyncio.sleep(0)
        there.close()
        await asyncio.wait((staying,), timeout=100)
        assert staying.done(), "the guest's session does not end"
        error = staying.exception()
        if isinstance(error, RejectedError):
            self.counts[f"guests gone: {error.why[:20]}"] += 1
        elif error is None or isinstance(error, OSError):
            self.counts["guests gone: lost"] += 1
        else:
            self.counts[f"raised in a guest: {type(error).__name__}"] += 1
            self.raised.setdefault(place_of(error), sent)
        with contextlib.suppress(LostError):
            there.abort()


def place_of(error: BaseException) -> str:
    """Return the error with its innermost stack frames."""
    at = error.__traceback__
    places = []
    while at is not None:
        code = at.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{at.tb_lineno} {code.co_name}")
        at = at.tb_next
    return f"{type(error).__name__}: {error} at {' < '.join(places[:-5:-1])}"
