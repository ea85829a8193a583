"""Tests of the server before admission: strangers, wrong codes, invalid lines and silence."""

import asyncio
import json
import socket
import tracemalloc
from contextlib import suppress
from functools import partial
from random import Random

import pytest

from greenbaize.cli.host import heed_faults
from greenbaize.lan.client import Guest
from greenbaize.lan.lines import LostError, StreamLines, cut
from greenbaize.lan.pairing import Side, client_context
from greenbaize.lan.server import BURST, MOST_STRANGERS, SILENCE_S
from greenbaize.lan.table_code import plain_code
from greenbaize.lan.try_limiter import TryLimiter
from greenbaize.lan.wire import (
    FROM_GUEST,
    LONGEST_FROM_GUEST,
    DamagedMessageError,
    Pair,
    Pong,
    Proof,
    ReadyMark,
    Sit,
    line_of,
    read,
)
from lan.friends import (
    CODE,
    Friend,
    Secrets,
    dial_port,
    key,
    messages,
    opened,
    request,
    told_to,
    until,
)

HELLO = b'{"type":"hello","versions":[1]}\n'


async def heard_all(lines):
    """Return all messages until the other side closes the connection."""
    said = []
    try:
        while True:
            said.append(json.loads(await lines.receive()))
    except LostError:
        return said


async def said_to(hosted, *lines):
    knocking = hosted.knock()
    for line in lines:
        knocking.send(line)
    async with asyncio.timeout(20):
        return await heard_all(knocking)


def answers_to(*lines):
    async def run():
        async with opened() as hosted:
            said = await said_to(hosted, *lines)
            assert not hosted.table.lobby.people
            return said

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("versions", "refusal_code"),
    [("[4, 5]", "host-older"), ("[0]", "host-newer"), ("[]", "damaged")],
)
def test_versions_are_agreed_on_first(versions, refusal_code):
    line = f'{{"type":"hello","versions":{versions}}}\n'.encode()
    assert answers_to(line) == [{"type": "refused", "why": refusal_code, "wait": 0}]


def test_a_newer_program_that_still_speaks_ours_is_welcome():
    said = answers_to(b'{"type":"hello","versions":[9,1],"language":"sv"}\n', b"?\n")
    assert [one["type"] for one in said] == ["welcome", "refused"]
    assert said[0]["version"] == 1


async def test_a_wrong_code_costs_one_try_and_tells_nothing_of_the_table():
    async with opened() as hosted:
        friend = Friend("Eve", hosted.knock, code="WRONG1")
        await asyncio.wait_for(friend.task, 20)
        wrong, why, said = hosted.journal.wrong, friend.rejected, messages(friend.received())
        assert wrong == [1]
        assert why == "code"
        assert [one["type"] for one in said] == ["welcome", "share", "refused"]
        assert "Kitchen" not in str(said)


GUESSER = "192.168.1.66"


async def guess(hosted, address=GUESSER, code="WRONG1"):
    """Try a wrong code from an address. Return the rejection code."""
    eve = Friend("Eve", lambda: hosted.knock(address), code=code)
    await asyncio.wait_for(eve.task, 20)
    return eve.rejected


async def test_fifteen_friends_come_in_beside_somebody_who_guesses():
    clock = [100.0]
    async with opened(request("rank", seats=10), tries=TryLimiter(lambda: clock[0])) as hosted:
        tried = [await guess(hosted) for _ in range(20)]
        watch = partial(Friend, plays=False, watch=True)
        friends = []
        for number in range(15):
            dial = partial(hosted.knock, f"192.168.1.{number + 10}")
            kind = partial(Friend, plays=False) if number < 9 else watch
            friends.append(kind(f"Friend {number + 10}", dial))
            tried.append(await guess(hosted))
        await until(lambda: all(one.guest.here for one in friends))
        assert tried == ["code"] * 4 + ["slow"] * 31


async def test_a_connection_is_counted_for_the_address_that_it_comes_from():
    async with opened() as hosted:
        port = await hosted.door.open(address="127.0.0.1")

        async def dial():
            ends = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.66", 0))
            await ends[1].start_tls(client_context(), server_hostname="")
            return StreamLines(*ends)

        for why in ("code", "code", "code", "code", "slow"):
            eve = Friend("Eve", dial, code="WRONG1")
            await asyncio.wait_for(eve.task, 20)
            assert eve.rejected == why
        anna = Friend("Anna", dial_port(port), plays=False)
        await until(lambda: anna.guest.here)


async def test_who_sits_comes_back_unslowed_to_the_address_that_is_slowed():
    clock = [100.0]
    async with opened(tries=TryLimiter(lambda: clock[0])) as hosted:
        sitting = Friend("Anna", lambda: hosted.knock(GUESSER))
        await until(lambda: sitting.guest.here)
        assert [await guess(hosted) for _ in range(5)] == ["code"] * 4 + ["slow"]
        sitting.cut()
        await until(lambda: not sitting.guest.here)
        await until(lambda: sitting.guest.here)
        assert await guess(hosted, code=CODE) == "slow"
        clock[0] += 1
        late = Friend("Otto", lambda: hosted.knock(GUESSER))
        await until(lambda: late.guest.here)


async def test_many_tries_at_once_are_one_after_another():
    """The limit is checked again when the proof arrives, so that a crowd gets no guess each."""
    clock = [100.0]
    async with opened(tries=TryLimiter(lambda: clock[0])) as hosted:
        whys = await asyncio.gather(*(guess(hosted) for _ in range(20)))
        assert whys.count("code") == 4
        assert whys.count("slow") == 16


async def test_the_host_is_told_of_wrong_codes_but_not_of_thousands():
    async with opened() as hosted:
        for number in range(40):
            await guess(hosted, f"192.168.1.{number}")
        assert hosted.journal.wrong == [1, 2, 3, 4, 5]


async def test_a_new_code_keeps_out_the_old_one_and_nobody_who_is_here():
    async with opened() as hosted:
        anna = Friend("Anna", hosted.knock, plays=False)
        await until(lambda: anna.guest.here)
        old = Side(plain_code(CODE), key().fingerprint, host=False)
        halfway = hosted.knock()
        halfway.send(HELLO + line_of(Pair(old.share)))
        await halfway.receive()
        old.take(json.loads(await halfway.receive())["share"])
        hosted.door.change_code("FRESH2")
        halfway.send(line_of(Proof(old.proof("guest"))))
        assert json.loads(await halfway.receive())["why"] == "code"
        assert await guess(hosted, code=CODE) == "code"
        otto = Friend("Otto", hosted.knock, code="FRESH2", plays=False)
        await until(lambda: otto.guest.here)
        anna.cut()
        await until(lambda: len(anna.connections) == 2 and anna.guest.here)
        assert [one.name for one in hosted.table.lobby.people] == ["Anna", "Otto"]


async def test_a_guest_does_not_sit_down_at_a_host_without_the_code():
    """Such a host cannot answer the request for a proof, and learns no name."""
    async with opened() as hosted:
        knocking = hosted.knock()
        tasks = hosted.tasks[-1]
        tasks.cancel()
        other = knocking._other
        other._gone = False
        friend = Friend("Anna", lambda: knocking)
        side = Side("WRONG1", key().fingerprint, host=True)
        for answer in (
            lambda _: {"type": "welcome", "version": 1},
            lambda said: side.take(said["share"]) or {"type": "share", "share": side.share},
            lambda _: {"type": "proof", "proof": side.proof("host")},
        ):
            said = json.loads(await other.receive())
            other.send(json.dumps(answer(said)).encode() + b"\n")
        await asyncio.wait_for(friend.task, 20)
        why, sent = friend.rejected, bytes(other.received)
        assert why == "not-the-host"
        assert b"Anna" not in sent


def test_a_secret_that_is_none_is_refused():
    secret = b'{"type":"return","secret":"' + b"0" * 32 + b'"}\n'
    assert answers_to(HELLO, secret)[-1]["why"] == "secret"


async def silent_ones(port, count, address="127.0.0.1"):
    """Return connections from one address that send nothing."""
    return [
        await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        for _ in range(count)
    ]


def ended(connection):
    return connection[0].at_eof() or connection[0].exception() is not None


async def hang_up(*connections):
    for _, writer in connections:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def test_who_says_nothing_keeps_nobody_out():
    """A guest with the code or a chair is admitted before silent connections are dropped."""
    async with opened() as hosted:
        port = await hosted.door.open(address="127.0.0.1")
        anna = Friend("Anna", dial_port(port), plays=False)
        await until(lambda: anna.guest.here)
        silent = await silent_ones(port, MOST_STRANGERS)
        otto = Friend("Otto", dial_port(port), plays=False)
        await until(lambda: otto.guest.here)
        anna.cut()
        await until(lambda: len(anna.connections) == 2 and anna.guest.here)
        await until(lambda: any(ended(one) for one in silent))
        await hang_up(*silent)
        assert [one.name for one in hosted.table.lobby.people] == ["Anna", "Otto"]


def test_one_address_crowds_out_nobody_of_another_and_who_is_heard_is_not_silent(monkeypatch):
    monkeypatch.setattr("greenbaize.lan.server.MOST_STRANGERS", 8)

    async def run():
        async with opened() as hosted:
            port = await hosted.door.open(address="127.0.0.1")
            lines = await dial_port(port)()
            lines.send(HELLO)
            assert json.loads(await lines.receive())["type"] == "welcome"
            slow = await silent_ones(port, 1, "127.0.0.2")
            silent = await silent_ones(port, 20, "127.0.0.3")
            await until(lambda: sum(map(ended, silent)) == 14)
            lines.send(b"?\n")
            said = await heard_all(lines)
            here = [ended(one) for one in (*slow, *silent[-6:])]
            await hang_up(*slow, *silent)
            return said, here

    said, here = asyncio.run(run())
    assert said == [{"type": "refused", "why": "damaged", "wait": 0}]
    assert here == [False] * 7


def test_a_crowd_takes_little_memory_and_leaves_none(monkeypatch):
    given_back = []
    monkeypatch.setattr("greenbaize.lan.server.give_memory_back", lambda: given_back.append(True))

    async def run():
        async with opened() as hosted:
            port = await hosted.door.open(address="127.0.0.1")
            tracemalloc.start()
            silent = await silent_ones(port, MOST_STRANGERS + 1)
            await until(lambda: any(ended(one) for one in silent))
            (taken, _) = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            now = asyncio.get_running_loop().time()
            hosted.door.look(now)
            assert not given_back
            await hang_up(*silent)
            await until(lambda: not hosted.door._tasks)
            hosted.door.look(now)
            hosted.door.look(now)
            return taken

    # The clients' ends of the connections are counted too.
    assert asyncio.run(run()) < MOST_STRANGERS * 65_536
    assert given_back == [True]


def test_a_table_closes_though_a_guest_does_not_take_what_it_says(monkeypatch):
    monkeypatch.setattr("greenbaize.lan.server.FAREWELL_S", 0.05)

    async def run():
        async with opened() as hosted:
            port = await hosted.door.open(address="127.0.0.1")
            lines = await dial_port(port)()
            await Guest(plain_code(CODE), Sit("Anna"), None, Secrets())._request_seat(lines)
            (visitor,) = hosted.door._visitors
            waiting = visitor.lines._writer.transport.get_write_buffer_size
            while waiting() < 1_000_000:
                visitor.lines.send(b"x" * 100_000)
                await asyncio.sleep(0)
            async with asyncio.timeout(20):
                await hosted.door.close()
            lines.abort()
            return hosted.door._tasks

    assert asyncio.run(run()) == set()


# Invalid lines

NONSENSE = (
    b"\n",
    b"{}\n",
    b"null\n",
    b"[]\n",
    b"\xff\xfe\n",
    b"x" * 100 + b"\n",
    b"[" * 4000 + b"\n",
    b'{"type":"do"}\n',
    b'{"type":"do","number":1,"heard":0,"command":' + b'{"a":' * 600 + b"1" + b"}" * 600 + b"}\n",
    b'{"type":"do","number":1e999,"heard":0,"command":{}}\n',
    b'{"type":"do","number":-1,"heard":0,"command":{}}\n',
    b'{"type":"do","number":true,"heard":0,"command":{}}\n',
    b'{"type":"do","number":1,"heard":0,"command":{"type":"bid","seat":0,"tricks":"1"}}\n',
    b'{"type":"do","number":1,"heard":0,"command":{"type":"score"}}\n',
    b'{"type":"ready","ready":1}\n',
    b'{"type":"ready","ready":true,"more":1}\n',
    b'{"type":"resume","match":"../../x","heard":0}\n',
    b'{"type":"told","number":1,"line":{}}\n',
    b'{"type":"hello","versions":[1]}\n',
    b"y" * (LONGEST_FROM_GUEST + 1) + b"\n",
)


@pytest.mark.parametrize("line", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_costs_its_sender_the_connection_before_joining(line):
    if b"hello" not in line:
        assert answers_to(line)[-1] == {"type": "refused", "why": "damaged", "wait": 0}
    assert answers_to(HELLO, line)[-1] == {"type": "refused", "why": "damaged", "wait": 0}


@pytest.mark.slow
@pytest.mark.parametrize("line", NONSENSE, ids=range(len(NONSENSE)))
async def test_nonsense_costs_its_sender_the_connection_after_joining(line):
    async with opened() as hosted:
        anna = Friend("Anna", hosted.knock, plays=False)
        otto = Friend("Otto", hosted.knock, plays=False)
        await until(lambda: anna.guest.here and otto.guest.here)
        anna.connections[-1].send(line)
        await asyncio.wait_for(anna.task, 20)
        here = otto.guest.here
        otto.task.cancel()
        await asyncio.gather(otto.task, return_exceptions=True)
        assert (anna.rejected, here) == ("damaged", True)


async def test_half_a_line_is_a_lost_connection_and_no_offence():
    async with opened() as hosted:
        anna = Friend("Anna", hosted.knock, plays=False)
        await until(lambda: anna.guest.here)
        anna.connections[-1].send(b'{"type":"po')
        await until(lambda: len(anna.connections) == 2 and anna.guest.here)
        anna.task.cancel()
        await asyncio.gather(anna.task, return_exceptions=True)
        assert anna.rejected is None


def mangled(random, line):
    """Return a line with random changes, which may still be valid."""
    data = bytearray(line)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(data))
        match random.randrange(4):
            case 0:
                data[at] = random.randrange(256)
            case 1:
                del data[at : at + random.randint(1, 9)]
            case 2:
                data[at:at] = random.randbytes(random.randint(1, 9))
            case _:
                data[at:at] = data[: random.randint(1, 30)]
        data = data or bytearray(b"{")
    return bytes(data).replace(b"\n", b"") + b"\n"


def test_no_mangled_message_raises_anything_else():
    random = Random(12)
    whole = [line for line in NONSENSE if len(line) < 300]
    whole += [line_of(Pong()), line_of(ReadyMark(True)), b'{"type":"resume","heard":3}\n']
    refused = 0
    for _ in range(20_000):
        try:
            read(FROM_GUEST, mangled(random, random.choice(whole)))
        except DamagedMessageError:
            refused += 1
    assert refused > 10_000


async def test_a_match_goes_on_while_strangers_talk_nonsense_over_real_connections():
    random = Random(3)
    async with opened(request("master")) as hosted:
        port = await hosted.door.open(address="127.0.0.1")
        friends = [Friend(name, dial_port(port)) for name in ("Anna", "Otto")]

        async def stranger():
            lines = await dial_port(port)()
            if random.random() < 0.5:
                lines.send(HELLO)
            lines.send(mangled(random, random.choice(NONSENSE)))
            await heard_all(lines)
            lines.abort()

        for _ in range(10):
            async with asyncio.timeout(30):
                await asyncio.gather(*(stranger() for _ in range(8)))
        await until(hosted.table.done.is_set)
        async with asyncio.timeout(20):
            await asyncio.gather(*(one.task for one in friends))
        assert [one.lines == told_to(hosted.match, one.seat) for one in friends] == [True, True]


async def test_too_much_at_once_costs_the_connection():
    async with opened() as hosted:
        anna = Friend("Anna", hosted.knock, plays=False)
        await until(lambda: anna.guest.here)
        for _ in range(int(BURST) * 2):
            anna.connections[-1].send(line_of(Pong()))
        await asyncio.wait_for(anna.task, 20)
        assert anna.rejected == "flood"


async def test_a_silent_guest_is_let_go_and_keeps_the_chair():
    async with opened() as hosted:
        anna = Friend("Anna", hosted.knock, plays=False)
        await until(lambda: anna.guest.here)
        (chair,) = hosted.table.lobby.people
        now = asyncio.get_running_loop().time()
        hosted.door.look(now + SILENCE_S / 2)
        assert chair.visitor is not None
        first = chair.visitor
        hosted.door.look(now + SILENCE_S * 2)
        await until(lambda: chair.visitor is not first and chair.visitor is not None)
        anna.task.cancel()
        await asyncio.gather(anna.task, return_exceptions=True)
        assert chair.name == "Anna"


async def test_a_fault_of_ours_does_not_end_the_pings(monkeypatch):
    monkeypatch.setattr("greenbaize.lan.server.PING_S", 0)
    async with opened() as hosted:
        looked, failed = [], []

        def look(now):
            looked.append(now)
            raise RuntimeError

        hosted.door.look, hosted.table.fail = look, failed.append
        hosted.tasks.append(asyncio.create_task(hosted.door._ping()))
        await until(lambda: len(looked) > 1 or hosted.tasks[-1].done())
        assert len(failed) == len(looked) > 1


async def test_the_code_is_never_sent():
    async with opened() as hosted:
        knocked = []

        def dial():
            knocked.append(hosted.knock())
            return knocked[-1]

        anna = Friend("Anna", dial, plays=False)
        await until(lambda: anna.guest.here)
        sent = bytes(knocked[0]._other.received) + anna.received()
        anna.task.cancel()
        await asyncio.gather(anna.task, return_exceptions=True)
        assert CODE.encode() not in sent
        assert plain_code(CODE).encode() not in sent


def test_a_fault_of_ours_is_kept_and_told_without_a_traceback(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))

    async def run():
        loop = asyncio.get_running_loop()
        heed_faults(loop)
        done = loop.create_future()
        loop.call_soon([].pop)
        loop.call_soon(done.set_result, None)
        await done

    asyncio.run(run())
    said = capsys.readouterr().err
    assert said.startswith("Green Baize ran into a fault of its own (IndexError) and goes on;")
    assert said.count("\n") == 1


async def test_a_hosts_short_lines_do_not_wait_for_each_other():
    async with opened() as hosted:
        dial = dial_port(await hosted.door.open(address="127.0.0.1"))
        watcher = Friend("", dial, watch=True)
        await until(lambda: watcher.guest.here)
        (visitor,) = hosted.table.lobby.watchers
        sent_by = visitor.lines._writer.get_extra_info("socket")
        at_once = sent_by.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        watcher.task.cancel()
        await asyncio.gather(watcher.task, return_exceptions=True)
        assert at_once


def test_a_connection_that_is_closed_twice_can_be_cut():
    class Closed(asyncio.Transport):
        """Encrypted transport as Python 3.11.2 leaves it after closing: without anything to end."""

        protocol: asyncio.Transport | None = None

        def abort(self):
            self.protocol.abort()

        def is_closing(self):
            return True

    async def close():
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        cut(asyncio.StreamWriter(Closed(), asyncio.StreamReaderProtocol(reader), reader, loop))

    asyncio.run(close())
