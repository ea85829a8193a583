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

from greenbaize.app.network.seat_protocol_adapter import SeatProtocolAdapter
from greenbaize.lan.attempt_limiter import AttemptLimiter
from greenbaize.lan.client import GuestClient, TableRejectionError
from greenbaize.lan.line_connection import (
    ConnectionLostError,
    MemoryConnection,
    create_memory_connections,
)
from greenbaize.lan.pairing import new_secret
from greenbaize.lan.wire import (
    MAX_GUEST_LINE_BYTES,
    MAX_HOST_LINE_BYTES,
    PROTOCOL_VERSIONS,
    HelloMessage,
    JoinMessage,
    SeatedMessage,
    WelcomeMessage,
    encode_message,
)
from lan.random_guests import (
    SHORT_SETUPS,
    DictSecretStore,
    MemoryHostedTable,
    RandomGuest,
    get_table_key,
    make_table_setup,
    open_memory_table,
    wait_until,
)
from lan.virtual_time import run_in_virtual_time

HELLO = encode_message(HelloMessage([PROTOCOL_VERSIONS[-1]]))
EXPENSIVE_INTERVAL = 40
"""One of this many strangers' sessions may make the host compute a key exchange."""
JSON_VALUES: tuple[Any, ...] = (
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
GUEST_MESSAGES = (
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
def collect_host_messages() -> tuple[bytes, ...]:
    """Return messages of a host, of every kind and from matches of all games."""

    async def play_match(game: str) -> list[bytes]:
        async with open_memory_table(make_table_setup(game)) as hosted:
            friends = [
                RandomGuest(name, hosted.connect_guest) for name in "ABC"[: SHORT_SETUPS[game][0]]
            ]
            await wait_until(hosted.table.finished_event.is_set)
            await asyncio.gather(*(friend.task for friend in friends))
            return friends[0].collect_received().splitlines(keepends=True)

    lines = [line for game in SHORT_SETUPS for line in run_in_virtual_time(play_match(game))]
    lines += [
        b'{"type":"spoken","seat":0,"name":"Anna","text":"hello","word":""}\n',
        b'{"type":"denied","why":"keeper"}\n',
        b'{"type":"answer","number":1,"result":"stale","code":"","rule":""}\n',
        b'{"type":"answer","number":1,"result":"refused","code":"x","rule":"follow"}\n',
        b'{"type":"refused","why":"busy","wait":3}\n',
        b'{"type":"over"}\n',
    ]
    return tuple(lines)


class NonsenseGenerator:
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

    def choose_valid_line(self) -> bytes:
        """Return a well-formed message of any kind."""
        return self._chance.choice(self._chance.choice(self._kinds))

    def generate_line(self) -> bytes:
        """Return the next line."""
        match self._chance.randrange(12):
            case 0 | 1 | 2:
                return self.choose_valid_line()
            case 3 | 4 | 5:
                return self._generate_changed_line()
            case 6:
                return self._generate_flipped_line()
            case 7:
                line = self.choose_valid_line()
                return line[: self._chance.randrange(len(line))] + b"\n"
            case 8:
                noise = self._chance.randbytes(self._chance.randrange(60))
                return noise.replace(b"\n", b"") + b"\n"
            case 9:
                return self._generate_deep_line()
            case 10:
                line = self.choose_valid_line()
                return line[:-1] * 2 + b"\n"
            case _:
                return self._generate_long_line()

    def _generate_long_line(self) -> bytes:
        if self._chance.random() < 0.9:
            return self._generate_changed_line()
        return b'{"type":"say","text":"' + b"x" * self._longest + b'"}\n'

    def _generate_deep_line(self) -> bytes:
        if self._chance.random() < 0.9:
            return self._generate_flipped_line()
        return b'{"type":"do","number":1,"heard":0,"command":' + b'{"a":' * 600 + b"1" * 40 + b"\n"

    def _generate_flipped_line(self) -> bytes:
        line = bytearray(self.choose_valid_line()[:-1])
        for _ in range(self._chance.randint(1, 3)):
            index = self._chance.randrange(len(line))
            line[index] = self._chance.choice(b'\x00\x7f\xff\xc3{}[]",:0129-etx\\')
        return bytes(line) + b"\n"

    def _generate_changed_line(self) -> bytes:
        message = json.loads(self.choose_valid_line())
        container = message
        while True:
            name = self._chance.choice(
                list(container) if isinstance(container, dict) else range(len(container))
            )
            inner = container[name]
            if not (isinstance(inner, dict | list) and inner) or self._chance.random() < 0.3:
                break
            container = inner
        match self._chance.randrange(4):
            case 0:
                del container[name]
            case 1 if isinstance(container, dict):
                container[self._chance.choice(("", "x", "seat", "type", "number"))] = (
                    self._choose_value()
                )
            case _:
                container[name] = self._choose_value()
        return json.dumps(message, ensure_ascii=self._chance.random() < 0.5).encode() + b"\n"

    def _choose_value(self) -> Any:
        return self._chance.choice(JSON_VALUES)


# Fuzzing of the host


class HostFuzzer:
    """Table at which guests play while another connection sends invalid lines.

    ``run`` sends about the given number of lines. Eve also has a seat, at which she sometimes plays
    properly; otherwise the match could not continue.
    """

    def __init__(self, number: int, lines: int, on_progress: Any = lambda _: None) -> None:
        self.counts: Counter[str] = Counter()
        self._chance = Random(f"fuzz/{number}")
        self._nonsense = NonsenseGenerator(self._chance, GUEST_MESSAGES, MAX_GUEST_LINE_BYTES)
        self._line_limit = lines
        self._sent_count = 0
        self._on_progress = on_progress

    def run(self) -> None:
        """Send all lines; raise whatever error has occurred."""
        while self._sent_count < self._line_limit:
            run_in_virtual_time(self._run_match())
            self._on_progress(self.counts)

    async def _run_match(self) -> None:
        """Run one match to its end or to the line limit."""
        game = self._chance.choice(("damn", "rank"))
        tries = AttemptLimiter(lambda: 0.0)
        tries.record_failure = lambda _: None  # Otherwise the limiter would soon refuse everybody.
        async with open_memory_table(make_table_setup(game), tries) as hosted:
            friends = [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto")]
            await wait_until(lambda: all(guest.guest.is_connected for guest in friends))
            spectator = RandomGuest("", hosted.connect_guest, is_spectator=True)
            await wait_until(lambda: spectator.guest.is_connected)
            eve = RandomGuest("Eve", hosted.connect_guest)
            await wait_until(
                lambda: len(friends[0].match_lines) > 3 and len(spectator.match_lines) > 3
            )
            sent_before = self._sent_count
            while not hosted.table.finished_event.is_set() and self._sent_count < min(
                self._line_limit, sent_before + 20_000
            ):
                eve.plays_cards = True
                line_count = len(friends[0].match_lines)
                await self._wait_for_progress(
                    hosted, lambda count=line_count: len(friends[0].match_lines) > count + 4
                )
                self.counts["lines received by the other guests"] += (
                    len(friends[0].match_lines) - line_count
                )
                secret = eve.secrets.secrets[get_table_key().fingerprint]
                spectator_secret = spectator.secrets.secrets[get_table_key().fingerprint]
                await self._stop_guest(eve)
                for _ in range(40):
                    await self._run_session(hosted, self._generate_stranger_lines())
                    await self._run_session(hosted, self._generate_member_lines(secret))
                    await self._run_session(hosted, self._generate_member_lines(spectator_secret))
                if hosted.table.finished_event.is_set():
                    break
                eve = self._reconnect_eve(eve, hosted)
            for guest in (*friends, spectator):
                assert guest.rejection_code in (None, "dismissed"), guest.rejection_code
            all_guests = (*friends, spectator, eve)
            for friend in all_guests:
                await self._stop_guest(friend)
            for task in hosted.tasks:
                if task.done() and not task.cancelled():
                    assert task.exception() is None, task.exception()
            self.counts["matches"] += 1

    async def _wait_for_progress(self, hosted: MemoryHostedTable, condition: Any) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(100):
                while not (condition() or hosted.table.finished_event.is_set()):
                    await asyncio.sleep(0.01)
                return
        self.counts["times that the match did not advance"] += 1

    async def _stop_guest(self, friend: RandomGuest) -> None:
        friend.task.cancel()
        await asyncio.gather(friend.task, return_exceptions=True)
        if friend.connections:
            friend.abort_connection()

    def _reconnect_eve(self, eve: RandomGuest, hosted: MemoryHostedTable) -> RandomGuest:
        new_guest = RandomGuest("Eve", hosted.connect_guest)
        new_guest.secrets.secrets.update(eve.secrets.secrets)
        return new_guest

    def _generate_stranger_lines(self) -> Iterator[bytes]:
        """Generate the lines of a stranger."""
        draw = self._chance.random()
        if draw < 0.4:
            yield self._nonsense.generate_line()
        yield HELLO
        while True:
            line = self._nonsense.generate_line()
            if b"pair" in line and self._chance.randrange(EXPENSIVE_INTERVAL):
                continue
            yield line

    def _generate_member_lines(self, secret: str) -> Iterator[bytes]:
        """Generate the lines of somebody who has a seat's secret."""
        yield HELLO
        yield b'{"type":"return","secret":"%b"}\n' % secret.encode()
        if self._chance.random() < 0.7:
            yield b'{"type":"resume","match":"","heard":0}\n'
        for _ in range(self._chance.choice((3, 30))):
            line = self._nonsense.generate_line()
            if b"leave" in line and self._chance.random() < 0.95:
                continue
            yield line
        if self._chance.random() < 0.05:
            for _ in range(900):
                yield b'{"type":"pong"}\n'

    async def _run_session(self, hosted: MemoryHostedTable, sent_lines: Iterator[bytes]) -> None:
        lines = hosted.connect_guest()
        task = hosted.tasks[-1]
        for number, line in enumerate(sent_lines):
            if task.done() or number > 1000:
                break
            lines.send_line(line)
            self._sent_count += 1
            self.counts["lines to the host"] += 1
            if number < 3 or self._chance.random() < 0.5:
                await asyncio.sleep(0)
                await asyncio.sleep(0)
        lines.close()
        await asyncio.wait((task,), timeout=100)
        assert task.done(), "the host still serves a closed connection"
        task.result()
        hosted.tasks.remove(task)
        last = lines.received_bytes.splitlines()[-1:]
        if last and b'"refused"' in last[0]:
            self.counts[f"refused: {json.loads(last[0])['why']}"] += 1


# Fuzzing of a guest


class GuestFuzzer:
    """Guests at tables of a hostile host, before and after they are admitted."""

    def __init__(self, number: int, lines: int, on_progress: Any = lambda _: None) -> None:
        self.counts: Counter[str] = Counter()
        self.unexpected_errors: dict[str, list[bytes]] = {}
        """Unexpected errors, with the lines that raised them."""
        self._chance = Random(f"hostile/{number}")
        self._nonsense = NonsenseGenerator(
            self._chance, collect_host_messages(), MAX_HOST_LINE_BYTES
        )
        self._line_limit = lines
        self._on_progress = on_progress

    def run(self) -> None:
        """Send all lines; unexpected errors are in ``unexpected_errors``."""
        while self.counts["lines to guests"] < self._line_limit:
            run_in_virtual_time(self._run_batch())
            self._on_progress(self.counts)

    async def _run_batch(self) -> None:
        batch_limit = min(self._line_limit, self.counts["lines to guests"] + 20_000)
        while self.counts["lines to guests"] < batch_limit:
            await self._fuzz_guest()

    def _generate_stranger_lines(self) -> Iterator[bytes]:
        """Generate a hostile host's lines for somebody who connects."""
        yield (
            self._nonsense.generate_line()
            if self._chance.random() < 0.5
            else encode_message(WelcomeMessage(1, "x"))
        )
        for _ in range(3):
            yield self._nonsense.generate_line()

    def _generate_member_lines(self) -> Iterator[bytes]:
        """Generate a hostile host's lines for an admitted guest: a match with invalid lines."""
        yield encode_message(WelcomeMessage(1, "x"))
        yield encode_message(SeatedMessage(self._chance.choice((None, 0, 1)), new_secret(), 0))
        host_messages = collect_host_messages()
        starts = [index for index, line in enumerate(host_messages) if b'"type":"from"' in line]
        index = self._chance.choice(starts)
        for _ in range(self._chance.choice((1, 3, 30, 150))):
            if self._chance.random() < 0.9:
                yield host_messages[index % len(host_messages)]
                index += 1
            else:
                yield self._nonsense.generate_line()
        yield self._spoil_line(host_messages[index % len(host_messages)])
        for _ in range(5):
            yield self._nonsense.generate_line()

    def _spoil_line(self, line: bytes) -> bytes:
        """Return the next line of the match with some values exchanged."""
        values = (
            b'"seat": 0',
            b'"seat": 1',
            b'"type": "play"',
            b'"type": "deal"',
            b'"AS"',
            b'"7D"',
        )
        for _ in range(3):
            line = line.replace(self._chance.choice(values), self._chance.choice(values))
        return line

    async def _fuzz_guest(self) -> None:
        guest_lines, host_lines = create_memory_connections(
            get_table_key().fingerprint, MAX_HOST_LINE_BYTES
        )
        guest_lines.received_bytes, host_lines.received_bytes = bytearray(), bytearray()
        secrets, sent_lines = DictSecretStore(), []
        is_admitted = self._chance.random() < 0.8
        if is_admitted or self._chance.randrange(EXPENSIVE_INTERVAL):
            secrets.write_secret(get_table_key().fingerprint, "0" * 32)
        adapter = SeatProtocolAdapter(lambda _: None)
        guest = adapter.guest = GuestClient("ABCDEF", JoinMessage("Anna"), adapter, secrets)
        connections = iter((guest_lines,))

        async def open_connection() -> MemoryConnection:
            for connection in connections:
                return connection
            guest.leave_table()
            raise OSError

        session_task = asyncio.create_task(guest.run_connection(open_connection, lambda: None))
        for line in (
            self._generate_member_lines() if is_admitted else self._generate_stranger_lines()
        ):
            if session_task.done():
                break
            host_lines.send_line(line)
            sent_lines.append(line)
            self.counts["lines to guests"] += 1
            if len(sent_lines) < 3 or self._chance.random() < 0.1:
                await asyncio.sleep(0)
                await asyncio.sleep(0)
        host_lines.close()
        await asyncio.wait((session_task,), timeout=100)
        assert session_task.done(), "the guest's session does not end"
        error = session_task.exception()
        if isinstance(error, TableRejectionError):
            self.counts[f"guests gone: {error.reason[:20]}"] += 1
        elif error is None or isinstance(error, OSError):
            self.counts["guests gone: lost"] += 1
        else:
            self.counts[f"raised in a guest: {type(error).__name__}"] += 1
            self.unexpected_errors.setdefault(describe_error_location(error), sent_lines)
        with contextlib.suppress(ConnectionLostError):
            host_lines.abort()


def describe_error_location(error: BaseException) -> str:
    """Return the error with its innermost stack frames."""
    traceback_entry = error.__traceback__
    locations = []
    while traceback_entry is not None:
        code = traceback_entry.tb_frame.f_code
        locations.append(
            f"{code.co_filename.rpartition('/')[2]}:{traceback_entry.tb_lineno} {code.co_name}"
        )
        traceback_entry = traceback_entry.tb_next
    return f"{type(error).__name__}: {error} at {' < '.join(locations[:-5:-1])}"
