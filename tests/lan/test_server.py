"""Tests of the server before admission: strangers, wrong codes, invalid lines and silence."""

import asyncio
import json
import tracemalloc
from contextlib import suppress
from functools import partial
from random import Random

import pytest

from greenbaize.cli.host import install_exception_handler
from greenbaize.lan.attempt_limiter import AttemptLimiter
from greenbaize.lan.client import GuestClient
from greenbaize.lan.line_connection import ConnectionLostError, StreamConnection
from greenbaize.lan.pairing import PairingExchange, client_context
from greenbaize.lan.server import MAX_UNADMITTED, MESSAGE_BURST, SILENCE_TIMEOUT_S
from greenbaize.lan.table_code import normalise_code
from greenbaize.lan.wire import (
    PROTOCOL_VERSIONS,
    HelloMessage,
    JoinMessage,
    PairMessage,
    PongMessage,
    ProofMessage,
    encode_message,
)
from lan.invalid_lines import INVALID_LINES, mangle_line
from lan.random_guests import (
    CODE,
    DictSecretStore,
    RandomGuest,
    decode_messages,
    get_table_key,
    make_dialer,
    make_table_setup,
    make_view_lines,
    open_memory_table,
    wait_until,
)

HELLO = encode_message(HelloMessage([PROTOCOL_VERSIONS[-1]]))


async def receive_until_closed(lines):
    """Return all messages until the other side closes the connection."""
    received = []
    try:
        while True:
            received.append(json.loads(await lines.receive_line()))
    except ConnectionLostError:
        return received


async def exchange_lines(hosted, *lines):
    guest_lines = hosted.connect_guest()
    for line in lines:
        guest_lines.send_line(line)
    async with asyncio.timeout(20):
        return await receive_until_closed(guest_lines)


def collect_answers(*lines):
    async def run_exchange():
        async with open_memory_table() as hosted:
            answers = await exchange_lines(hosted, *lines)
            assert not hosted.table.lobby.taken_chairs
            return answers

    return asyncio.run(run_exchange())


@pytest.mark.parametrize(
    ("versions", "refusal_code"),
    [
        ([PROTOCOL_VERSIONS[0] + 1, PROTOCOL_VERSIONS[0] + 2], "host-older"),
        ([PROTOCOL_VERSIONS[-1] - 1], "host-newer"),
        ([], "damaged"),
    ],
)
def test_versions_are_negotiated_first(versions, refusal_code):
    line = f'{{"type":"hello","versions":{versions}}}\n'.encode()
    assert collect_answers(line) == [{"type": "refused", "why": refusal_code, "wait": 0}]


def test_a_newer_program_that_supports_our_version_is_admitted():
    common, newer = PROTOCOL_VERSIONS[-1], PROTOCOL_VERSIONS[0] + 1
    line = f'{{"type":"hello","versions":[{newer},{common}],"language":"sv"}}\n'.encode()
    answers = collect_answers(line, b"?\n")
    assert [message["type"] for message in answers] == ["welcome", "refused"]
    assert answers[0]["version"] == common


async def test_a_wrong_code_costs_one_try_and_reveals_nothing_of_the_table():
    async with open_memory_table() as hosted:
        friend = RandomGuest("Eve", hosted.connect_guest, code="WRONG1")
        await asyncio.wait_for(friend.task, 20)
        wrong_counts, rejection_code, received = (
            hosted.table_files.wrong_code_counts,
            friend.rejection_code,
            decode_messages(friend.collect_received()),
        )
        assert wrong_counts == [1]
        assert rejection_code == "code"
        assert [message["type"] for message in received] == ["welcome", "share", "refused"]
        assert "Kitchen" not in str(received)


GUESSER_ADDRESS = "192.168.1.66"


async def guess_code(hosted, address=GUESSER_ADDRESS, code="WRONG1"):
    """Try a wrong code from an address. Return the rejection code."""
    eve = RandomGuest("Eve", lambda: hosted.connect_guest(address), code=code)
    await asyncio.wait_for(eve.task, 20)
    return eve.rejection_code


async def test_many_guests_are_admitted_beside_somebody_who_guesses():
    clock = [100.0]
    async with open_memory_table(
        make_table_setup("rank", seats=10), try_limiter=AttemptLimiter(lambda: clock[0])
    ) as hosted:
        rejection_codes = [await guess_code(hosted) for _ in range(20)]
        watch = partial(RandomGuest, plays_cards=False, is_spectator=True)
        friends = []
        for number in range(15):
            dial = partial(hosted.connect_guest, f"192.168.1.{number + 10}")
            kind = partial(RandomGuest, plays_cards=False) if number < 9 else watch
            friends.append(kind(f"Friend {number + 10}", dial))
            rejection_codes.append(await guess_code(hosted))
        await wait_until(lambda: all(friend.guest.is_connected for friend in friends))
        assert rejection_codes == ["code"] * 4 + ["slow"] * 31


async def test_tries_are_counted_by_the_real_address_of_a_connection():
    async with open_memory_table() as hosted:
        port = await hosted.server.start_listening(address="127.0.0.1")

        async def dial_from_address():
            streams = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.66", 0))
            await streams[1].start_tls(client_context(), server_hostname="")
            return StreamConnection(*streams)

        for expected_code in ("code", "code", "code", "code", "slow"):
            eve = RandomGuest("Eve", dial_from_address, code="WRONG1")
            await asyncio.wait_for(eve.task, 20)
            assert eve.rejection_code == expected_code
        anna = RandomGuest("Anna", make_dialer(port), plays_cards=False)
        await wait_until(lambda: anna.guest.is_connected)


async def test_a_seated_guest_returns_without_delay_to_a_slowed_address():
    clock = [100.0]
    async with open_memory_table(try_limiter=AttemptLimiter(lambda: clock[0])) as hosted:
        seated_guest = RandomGuest("Anna", lambda: hosted.connect_guest(GUESSER_ADDRESS))
        await wait_until(lambda: seated_guest.guest.is_connected)
        assert [await guess_code(hosted) for _ in range(5)] == ["code"] * 4 + ["slow"]
        seated_guest.abort_connection()
        await wait_until(lambda: not seated_guest.guest.is_connected)
        await wait_until(lambda: seated_guest.guest.is_connected)
        assert await guess_code(hosted, code=CODE) == "slow"
        clock[0] += 1
        late_guest = RandomGuest("Otto", lambda: hosted.connect_guest(GUESSER_ADDRESS))
        await wait_until(lambda: late_guest.guest.is_connected)


async def test_simultaneous_tries_are_limited_one_by_one():
    """The limit is checked again when the proof arrives, so that a crowd gets no guess each."""
    clock = [100.0]
    async with open_memory_table(try_limiter=AttemptLimiter(lambda: clock[0])) as hosted:
        rejection_codes = await asyncio.gather(*(guess_code(hosted) for _ in range(20)))
        assert rejection_codes.count("code") == 4
        assert rejection_codes.count("slow") == 16


async def test_the_host_is_warned_of_wrong_codes_only_a_few_times():
    async with open_memory_table() as hosted:
        for number in range(40):
            await guess_code(hosted, f"192.168.1.{number}")
        assert hosted.table_files.wrong_code_counts == [1, 2, 3, 4, 5]


async def test_a_new_code_excludes_the_old_one_and_nobody_seated():
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: anna.guest.is_connected)
        old_side = PairingExchange(normalise_code(CODE), get_table_key().fingerprint, host=False)
        halfway = hosted.connect_guest()
        halfway.send_line(HELLO + encode_message(PairMessage(old_side.share)))
        await halfway.receive_line()
        old_side.receive_share(json.loads(await halfway.receive_line())["share"])
        hosted.server.change_code("FRESH2")
        halfway.send_line(encode_message(ProofMessage(old_side.create_proof("guest"))))
        assert json.loads(await halfway.receive_line())["why"] == "code"
        assert await guess_code(hosted, code=CODE) == "code"
        otto = RandomGuest("Otto", hosted.connect_guest, code="FRESH2", plays_cards=False)
        await wait_until(lambda: otto.guest.is_connected)
        anna.abort_connection()
        await wait_until(lambda: len(anna.connections) == 2 and anna.guest.is_connected)
        assert [chair.name for chair in hosted.table.lobby.taken_chairs] == ["Anna", "Otto"]


def test_an_unknown_secret_is_refused():
    secret = b'{"type":"return","secret":"' + b"0" * 32 + b'"}\n'
    assert collect_answers(HELLO, secret)[-1]["why"] == "secret"


async def open_silent_connections(port, count, address="127.0.0.1"):
    """Return connections from one address that send nothing."""
    return [
        await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        for _ in range(count)
    ]


def is_closed(connection):
    return connection[0].at_eof() or connection[0].exception() is not None


async def close_connections(*connections):
    for _, writer in connections:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def test_silent_connections_keep_nobody_out():
    """A guest with the code or a chair is admitted before silent connections are dropped."""
    async with open_memory_table() as hosted:
        port = await hosted.server.start_listening(address="127.0.0.1")
        anna = RandomGuest("Anna", make_dialer(port), plays_cards=False)
        await wait_until(lambda: anna.guest.is_connected)
        silent = await open_silent_connections(port, MAX_UNADMITTED)
        otto = RandomGuest("Otto", make_dialer(port), plays_cards=False)
        await wait_until(lambda: otto.guest.is_connected)
        anna.abort_connection()
        await wait_until(lambda: len(anna.connections) == 2 and anna.guest.is_connected)
        await wait_until(lambda: any(is_closed(item) for item in silent))
        await close_connections(*silent)
        assert [item.name for item in hosted.table.lobby.taken_chairs] == ["Anna", "Otto"]


def test_silent_connections_of_one_address_push_out_no_others(monkeypatch):
    monkeypatch.setattr("greenbaize.lan.server.MAX_UNADMITTED", 8)

    async def fill_with_silent_connections():
        async with open_memory_table() as hosted:
            port = await hosted.server.start_listening(address="127.0.0.1")
            lines = await make_dialer(port)()
            lines.send_line(HELLO)
            assert json.loads(await lines.receive_line())["type"] == "welcome"
            slow_connections = await open_silent_connections(port, 1, "127.0.0.2")
            silent = await open_silent_connections(port, 20, "127.0.0.3")
            await wait_until(lambda: sum(map(is_closed, silent)) == 14)
            lines.send_line(b"?\n")
            received = await receive_until_closed(lines)
            closed_flags = [
                is_closed(connection) for connection in (*slow_connections, *silent[-6:])
            ]
            await close_connections(*slow_connections, *silent)
            return received, closed_flags

    received, closed_flags = asyncio.run(fill_with_silent_connections())
    assert received == [{"type": "refused", "why": "damaged", "wait": 0}]
    assert closed_flags == [False] * 7


def test_many_connections_take_little_memory_and_release_it(monkeypatch):
    release_calls = []
    monkeypatch.setattr("greenbaize.lan.server.release_memory", lambda: release_calls.append(True))

    async def measure_crowd():
        async with open_memory_table() as hosted:
            port = await hosted.server.start_listening(address="127.0.0.1")
            tracemalloc.start()
            silent = await open_silent_connections(port, MAX_UNADMITTED + 1)
            await wait_until(lambda: any(is_closed(connection) for connection in silent))
            (traced_bytes, _) = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            loop_time = asyncio.get_running_loop().time()
            hosted.server.check_clients(loop_time)
            assert not release_calls
            await close_connections(*silent)
            await wait_until(lambda: not hosted.server._tasks)
            hosted.server.check_clients(loop_time)
            hosted.server.check_clients(loop_time)
            return traced_bytes

    # The clients' ends of the connections are counted too.
    assert asyncio.run(measure_crowd()) < MAX_UNADMITTED * 65_536
    assert release_calls == [True]


def test_a_table_closes_though_a_guest_reads_nothing(monkeypatch):
    monkeypatch.setattr("greenbaize.lan.server.CLOSE_TIMEOUT_S", 0.05)

    async def close_with_full_buffer():
        async with open_memory_table() as hosted:
            port = await hosted.server.start_listening(address="127.0.0.1")
            lines = await make_dialer(port)()
            await GuestClient(
                normalise_code(CODE), JoinMessage("Anna"), None, DictSecretStore()
            )._request_seat(lines)
            (client,) = hosted.server._clients
            get_buffer_size = client.connection._writer.transport.get_write_buffer_size
            while get_buffer_size() < 1_000_000:
                client.connection.send_line(b"x" * 100_000)
                await asyncio.sleep(0)
            async with asyncio.timeout(20):
                await hosted.server.close()
            lines.abort()
            return hosted.server._tasks

    assert asyncio.run(close_with_full_buffer()) == set()


@pytest.mark.parametrize("line", INVALID_LINES, ids=range(len(INVALID_LINES)))
def test_an_invalid_line_before_joining_closes_the_connection(line):
    if b"hello" not in line:
        assert collect_answers(line)[-1] == {"type": "refused", "why": "damaged", "wait": 0}
    assert collect_answers(HELLO, line)[-1] == {"type": "refused", "why": "damaged", "wait": 0}


@pytest.mark.slow
@pytest.mark.parametrize("line", INVALID_LINES, ids=range(len(INVALID_LINES)))
async def test_an_invalid_line_after_joining_closes_the_connection(line):
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest, plays_cards=False)
        otto = RandomGuest("Otto", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: anna.guest.is_connected and otto.guest.is_connected)
        anna.connections[-1].send_line(line)
        await asyncio.wait_for(anna.task, 20)
        is_other_connected = otto.guest.is_connected
        otto.task.cancel()
        await asyncio.gather(otto.task, return_exceptions=True)
        assert (anna.rejection_code, is_other_connected) == ("damaged", True)


async def test_a_match_continues_while_strangers_send_invalid_lines():
    random = Random(3)
    async with open_memory_table(make_table_setup("master")) as hosted:
        port = await hosted.server.start_listening(address="127.0.0.1")
        friends = [RandomGuest(name, make_dialer(port)) for name in ("Anna", "Otto")]

        async def send_as_stranger():
            lines = await make_dialer(port)()
            if random.random() < 0.5:
                lines.send_line(HELLO)
            lines.send_line(mangle_line(random, random.choice(INVALID_LINES)))
            await receive_until_closed(lines)
            lines.abort()

        for _ in range(10):
            async with asyncio.timeout(30):
                await asyncio.gather(*(send_as_stranger() for _ in range(8)))
        await wait_until(hosted.table.finished_event.is_set)
        async with asyncio.timeout(20):
            await asyncio.gather(*(friend.task for friend in friends))
        assert [
            friend.match_lines == make_view_lines(hosted.match, friend.seat) for friend in friends
        ] == [True, True]


async def test_too_many_messages_at_once_close_the_connection():
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: anna.guest.is_connected)
        for _ in range(int(MESSAGE_BURST) * 2):
            anna.connections[-1].send_line(encode_message(PongMessage()))
        await asyncio.wait_for(anna.task, 20)
        assert anna.rejection_code == "flood"


async def test_a_silent_guest_is_disconnected_and_keeps_the_chair():
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: anna.guest.is_connected)
        (chair,) = hosted.table.lobby.taken_chairs
        loop_time = asyncio.get_running_loop().time()
        hosted.server.check_clients(loop_time + SILENCE_TIMEOUT_S / 2)
        assert chair.client is not None
        first_client = chair.client
        hosted.server.check_clients(loop_time + SILENCE_TIMEOUT_S * 2)
        await wait_until(lambda: chair.client is not first_client and chair.client is not None)
        anna.task.cancel()
        await asyncio.gather(anna.task, return_exceptions=True)
        assert chair.name == "Anna"


async def test_an_internal_error_does_not_stop_the_pings(monkeypatch):
    monkeypatch.setattr("greenbaize.lan.server.PING_INTERVAL_S", 0)
    async with open_memory_table() as hosted:
        check_times, errors = [], []

        def fail_check(loop_time):
            check_times.append(loop_time)
            raise RuntimeError

        hosted.server.check_clients, hosted.table.on_error = fail_check, errors.append
        hosted.tasks.append(asyncio.create_task(hosted.server._check_periodically()))
        await wait_until(lambda: len(check_times) > 1 or hosted.tasks[-1].done())
        assert len(errors) == len(check_times) > 1


async def test_the_code_is_never_sent():
    async with open_memory_table() as hosted:
        guest_lines = []

        def dial_and_log():
            guest_lines.append(hosted.connect_guest())
            return guest_lines[-1]

        anna = RandomGuest("Anna", dial_and_log, plays_cards=False)
        await wait_until(lambda: anna.guest.is_connected)
        sent_bytes = bytes(guest_lines[0]._peer.received_bytes) + anna.collect_received()
        anna.task.cancel()
        await asyncio.gather(anna.task, return_exceptions=True)
        assert CODE.encode() not in sent_bytes
        assert normalise_code(CODE).encode() not in sent_bytes


def test_an_internal_error_is_logged_and_reported_without_a_traceback(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))

    async def raise_in_loop():
        loop = asyncio.get_running_loop()
        install_exception_handler(loop)
        future = loop.create_future()
        loop.call_soon([].pop)
        loop.call_soon(future.set_result, None)
        await future

    asyncio.run(raise_in_loop())
    error_output = capsys.readouterr().err
    assert error_output.startswith(
        "Green Baize ran into a fault of its own (IndexError) and goes on;"
    )
    assert error_output.count("\n") == 1
