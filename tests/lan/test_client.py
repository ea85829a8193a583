"""Tests of a guest's client: lost connections, secrets, the host's proof and the shuffle."""

import asyncio
import json

import pytest

from app.network.gathering import seat_guests, wait_until_gone
from greenbaize.lan import client
from greenbaize.lan.client import GuestClient, ShuffleParticipant, TableRejectionError
from greenbaize.lan.pairing import PairingExchange
from greenbaize.lan.wire import (
    PROTOCOL_VERSIONS,
    SINCE,
    AllCommitsMessage,
    CaughtUpMessage,
    CommandResultMessage,
    ConnectionRefusedMessage,
    DamagedMessageError,
    EventsFromMessage,
    FullRecordMessage,
    JoinMessage,
    MatchStoppedMessage,
    PingMessage,
    ReadingMessage,
    ShuffleRoundMessage,
    StopMatchMessage,
    TableClosedMessage,
    encode_event_message,
    encode_full_record_line,
    encode_message,
)
from greenbaize.match.seal import compute_commit, new_number
from lan.random_guests import (
    DictSecretStore,
    RandomGuest,
    disconnect_guests,
    get_table_key,
    make_table_setup,
    make_view_lines,
    open_memory_table,
    wait_until,
)


async def test_a_lost_connection_is_resumed_without_loss():
    async with open_memory_table(make_table_setup("master")) as hosted:
        friends = seat_guests(hosted, 2)
        spectator = RandomGuest("", hosted.connect_guest, is_spectator=True)
        for length in (5, 20, 40):
            await wait_until(lambda line_count=length: len(friends[0].match_lines) >= line_count)
            friends[0].abort_connection()
            spectator.abort_connection()
        await wait_until(hosted.table.finished_event.is_set)
        await wait_until_gone(friends)
        assert len(friends[0].connections) == 4
        assert friends[0].match_count == 1
        assert hosted.table_files.list_seat_changes() == []
        for friend in friends:
            assert friend.match_lines == make_view_lines(hosted.match, friend.seat)


async def test_a_guest_with_only_the_secret_gets_all_lines():
    async with open_memory_table(make_table_setup("master")) as hosted:
        friends = seat_guests(hosted, 2)
        await wait_until(lambda: len(friends[0].match_lines) >= 10)
        await disconnect_guests(friends[0])
        returned_guest = RandomGuest("Somebody", hosted.connect_guest)
        returned_guest.secrets.secrets = friends[0].secrets.secrets
        await wait_until(hosted.table.finished_event.is_set)
        await wait_until_gone([returned_guest, friends[1]])
        assert returned_guest.match_lines == make_view_lines(hosted.match, returned_guest.seat)
        assert hosted.table_files.list_seat_changes() == []


def test_a_guest_reveals_nothing_without_its_own_commitment():
    participant = ShuffleParticipant()
    commit = participant.begin_round(ShuffleRoundMessage(1, "{}", 0, []))
    with pytest.raises(DamagedMessageError):
        participant.reveal_number(
            AllCommitsMessage(1, [compute_commit(new_number(), "{}", 0), commit.hash])
        )


def test_a_guest_reveals_its_number_once():
    participant = ShuffleParticipant()
    commit = participant.begin_round(ShuffleRoundMessage(1, "{}", 0, []))
    hashes = [commit.hash, compute_commit(new_number(), "{}", 1)]
    with pytest.raises(DamagedMessageError):
        participant.reveal_number(AllCommitsMessage(2, hashes))
    assert (
        compute_commit(participant.reveal_number(AllCommitsMessage(1, hashes)).number, "{}", 0)
        == commit.hash
    )
    with pytest.raises(DamagedMessageError):
        participant.reveal_number(AllCommitsMessage(1, hashes))


PHANTOM_HEADER = b'{"shuffle": {"lobby": "{}", "commits": ["' + b"0" * 64 + b'"]}}'
"""First line of a match that no shuffle of these tests belongs to."""


def take_part(participant, number, index=0):
    """Take part in a whole round alone; return the header of its match."""
    commit = participant.begin_round(ShuffleRoundMessage(number, f"{number}", index, []))
    hashes = [compute_commit(new_number(), f"{number}", 1) if commit is None else commit.hash]
    participant.reveal_number(AllCommitsMessage(number, hashes))
    return json.dumps({"shuffle": {"lobby": f"{number}", "commits": hashes}}).encode()


def test_what_is_known_of_a_shuffle_belongs_to_its_match():
    participant = ShuffleParticipant()
    header = take_part(participant, 1)
    assert participant.shuffle_knowledge is None
    participant.on_match_start(header, is_same_match=False)
    assert participant.shuffle_knowledge.fits_header(header)
    participant.on_match_start(header, is_same_match=True)
    participant.on_match_start(PHANTOM_HEADER, is_same_match=True)
    assert participant.shuffle_knowledge.fits_header(header)
    participant.on_match_start(PHANTOM_HEADER, is_same_match=False)
    assert participant.shuffle_knowledge is None


def test_a_round_is_not_repeated_and_a_new_round_is_counted():
    participant = ShuffleParticipant()
    for number in (1, 2):
        header = take_part(participant, number)
        with pytest.raises(DamagedMessageError):
            participant.begin_round(ShuffleRoundMessage(number, "{}", 0, []))
    participant.on_match_start(header, is_same_match=False)
    assert participant.shuffle_knowledge.repeat_count == 1
    participant.on_match_start(take_part(participant, 3), is_same_match=False)
    assert participant.shuffle_knowledge.repeat_count == 0


@pytest.mark.parametrize(
    "phantom",
    [
        PHANTOM_HEADER,
        b"{}",
        b"7",
        b"[",
        b'{"shuffle": 1}',
        b'{"shuffle": {"lobby": "1", "commits": []}}',
    ],
)
def test_the_header_of_a_match_that_was_not_shuffled_hides_no_repeated_round(phantom):
    participant = ShuffleParticipant()
    header = take_part(participant, 1)
    participant.on_match_start(phantom, is_same_match=False)
    # The match that began has not the shuffle that was committed to, as its verdict must say.
    assert participant.shuffle_knowledge.fits_header(header)
    header = take_part(participant, 2)
    participant.on_match_start(phantom, is_same_match=True)
    participant.on_match_start(header, is_same_match=False)
    assert participant.shuffle_knowledge.repeat_count == 1


def test_a_match_that_is_stopped_and_begun_again_has_no_repeated_shuffle():
    participant = ShuffleParticipant()
    for number in (1, 2, 3):
        header = take_part(participant, number)
        participant.on_reconnect()
        participant.on_match_start(header, is_same_match=False)
        participant.on_reconnect()
        participant.on_match_start(header, is_same_match=True)
        assert participant.shuffle_knowledge.repeat_count == 0


def test_the_match_before_may_be_sent_again_between_two_rounds():
    """A host that was killed in a shuffle may open the match before."""
    participant = ShuffleParticipant()
    header = take_part(participant, 1)
    participant.on_match_start(header, is_same_match=False)
    next_header = take_part(participant, 2)
    participant.on_match_start(header, is_same_match=False)
    assert participant.shuffle_knowledge.fits_header(header)
    participant.on_match_start(next_header, is_same_match=False)
    assert participant.shuffle_knowledge.repeat_count == 0


async def test_a_guest_does_not_sit_down_at_a_host_without_the_code():
    """Such a host cannot answer the request for a proof, and learns no name."""
    async with open_memory_table() as hosted:
        guest_lines = hosted.connect_guest()
        serve_task = hosted.tasks[-1]
        serve_task.cancel()
        host_lines = guest_lines._peer
        host_lines._is_closed = False
        friend = RandomGuest("Anna", lambda: guest_lines)
        side = PairingExchange("WRONG1", get_table_key().fingerprint, host=True)
        for answer in (
            lambda _: {"type": "welcome", "version": 1},
            lambda message: (
                side.receive_share(message["share"]) or {"type": "share", "share": side.share}
            ),
            lambda _: {"type": "proof", "proof": side.create_proof("host")},
        ):
            message = json.loads(await host_lines.receive_line())
            host_lines.send_line(json.dumps(answer(message)).encode() + b"\n")
        await asyncio.wait_for(friend.task, 20)
        rejection_code, sent_bytes = friend.rejection_code, bytes(host_lines.received_bytes)
        assert rejection_code == "not-the-host"
        assert b"Anna" not in sent_bytes


# What a host sends, message by message


OLD_MATCH, MATCH, NEXT_MATCH = "a" * 32, "b" * 32, "c" * 32


class ListenerLog(list):
    """Messages that a listener was given."""

    def on_message(self, message):
        self.append(message)


class SentLines:
    """Connection in memory that keeps what is sent."""

    address = ""

    def __init__(self):
        self.messages = []
        self.is_closed = False

    def send_line(self, line):
        self.messages.append(json.loads(line))

    def close(self):
        self.is_closed = True


@pytest.fixture
def connected_guest():
    """Return a guest who has been admitted to a table of this version; its log and connection."""
    log, connection = ListenerLog(), SentLines()
    guest = GuestClient("ABCDEF", JoinMessage("Anna", False), log, DictSecretStore())
    guest._connection, guest._protocol_version = connection, PROTOCOL_VERSIONS[0]
    return guest, log, connection


def receive(guest, connection, *messages):
    for message in messages:
        line = message if isinstance(message, bytes) else encode_message(message)
        guest._on_line(connection, line)


def test_lines_of_a_match_are_counted_and_none_may_be_missing(connected_guest):
    guest, log, connection = connected_guest
    receive(guest, connection, EventsFromMessage(MATCH, 0), encode_event_message(0, b"{}"))
    receive(guest, connection, encode_event_message(1, b"{}"), CaughtUpMessage(2))
    assert (guest.match_id, guest.line_count, len(log)) == (MATCH, 2, 3)
    for message in (encode_event_message(3, b"{}"), CaughtUpMessage(1)):
        with pytest.raises(DamagedMessageError):
            receive(guest, connection, message)


def test_a_match_goes_on_where_it_was_or_begins_again(connected_guest):
    guest, _, connection = connected_guest
    receive(guest, connection, EventsFromMessage(MATCH, 0), encode_event_message(0, b"{}"))
    receive(guest, connection, EventsFromMessage(MATCH, 1))
    assert (guest.match_id, guest.line_count) == (MATCH, 1)
    for message in (EventsFromMessage(MATCH, 5), EventsFromMessage(NEXT_MATCH, 1)):
        with pytest.raises(DamagedMessageError):
            receive(guest, connection, message)
    starts = []
    guest._shuffle.on_match_start = lambda line, *, is_same_match: starts.append(
        (line, is_same_match)
    )
    receive(guest, connection, EventsFromMessage(MATCH, 0))
    assert guest.line_count == 0
    receive(guest, connection, encode_event_message(0, b"{}"), encode_event_message(1, b"{}"))
    receive(guest, connection, EventsFromMessage(NEXT_MATCH, 0))
    assert (guest.match_id, starts) == (NEXT_MATCH, [(b"{}", True)])
    receive(guest, connection, encode_event_message(0, b"[]"))
    assert starts == [(b"{}", True), (b"[]", False)]


def test_only_the_present_match_can_be_stopped(connected_guest):
    guest, log, connection = connected_guest
    receive(guest, connection, EventsFromMessage(MATCH, 0), MatchStoppedMessage(OLD_MATCH, "Ida"))
    assert (guest.match_id, log) == (MATCH, [])
    receive(guest, connection, MatchStoppedMessage(MATCH, "Ida"))
    assert (guest.match_id, [message.match for message in log]) == ("", [MATCH])


def test_each_command_has_its_number_and_its_result(connected_guest):
    guest, _, connection = connected_guest
    guest.match_id, guest.line_count = MATCH, 4
    results = []
    for name in ("first", "second"):
        guest.submit({"type": name}, lambda *result, name=name: results.append((name, *result)))
    assert [(item["number"], item["heard"]) for item in connection.messages] == [(1, 4), (2, 4)]
    receive(guest, connection, CommandResultMessage(2, "refused", rule="damn.md 3"))
    for number in (2, 9):  # The result has been told, or nothing has that number.
        receive(guest, connection, CommandResultMessage(number, "done"))
    assert results == [("second", "refused", "damn.md 3")]


def test_a_command_without_a_match_or_a_connection_is_not_sent(connected_guest):
    guest, _, connection = connected_guest
    results = []
    guest.submit({}, lambda *result: results.append(result))
    assert (connection.messages, results) == ([], [])
    guest._connection = None
    guest.submit({}, lambda *result: results.append(result))
    assert results == [("lost", "")]
    assert not guest.is_connected


def test_pings_are_answered_and_refusals_and_the_end_are_obeyed(connected_guest):
    guest, log, connection = connected_guest
    receive(guest, connection, PingMessage())
    assert connection.messages == [{"type": "pong"}]
    with pytest.raises(TableRejectionError) as caught:
        receive(guest, connection, ConnectionRefusedMessage("dismissed", 3))
    assert (caught.value.reason, caught.value.wait_s) == ("dismissed", 3)
    assert not guest._is_finished
    receive(guest, connection, TableClosedMessage())
    assert guest._is_finished
    assert log == []


def test_a_full_record_is_complete_and_of_the_present_match(connected_guest, monkeypatch):
    guest, log, connection = connected_guest
    receive(guest, connection, EventsFromMessage(MATCH, 0))
    with pytest.raises(DamagedMessageError):
        receive(guest, connection, FullRecordMessage(NEXT_MATCH, 2))
    receive(guest, connection, FullRecordMessage(MATCH, 2), encode_full_record_line(b'{"a":1}\n'))
    assert log == []
    receive(guest, connection, encode_full_record_line(b"{}"))
    (record,) = log
    assert (record.lines, record.shuffle_knowledge) == ([b'{"a":1}', b"{}"], None)
    with pytest.raises(DamagedMessageError):  # A line too many.
        receive(guest, connection, encode_full_record_line(b"{}"))
    monkeypatch.setattr(client, "MAX_RECORD_BYTES", 3)
    receive(guest, connection, FullRecordMessage(MATCH, 2), encode_full_record_line(b"{}"))
    with pytest.raises(DamagedMessageError):
        receive(guest, connection, encode_full_record_line(b"{}"))


def test_what_an_older_host_lacks_is_denied_here(connected_guest):
    guest, log, connection = connected_guest
    guest._protocol_version = SINCE[StopMatchMessage] - 1
    guest.send_message(StopMatchMessage())
    assert (connection.messages, [message.why for message in log]) == ([], ["host-older"])
    log.clear()
    guest._protocol_version = SINCE[ReadingMessage] - 1
    guest.send_message(ReadingMessage(True))  # It is sent by itself, so nothing is said.
    assert (connection.messages, log) == ([], [])


def test_leaving_is_said_and_closes_the_connection(connected_guest):
    guest, _, connection = connected_guest
    guest.send_ready(is_ready=False, arrangement=7)
    guest.leave_table()
    assert connection.messages == [
        {"type": "ready", "ready": False, "arranged": 7},
        {"type": "leave"},
    ]
    assert connection.is_closed


def test_a_host_that_floods_a_guest_is_left(connected_guest):
    guest, _, connection = connected_guest
    connection.address = "192.168.1.5"
    guest._host_flood_guard.try_acquire = lambda kind, size, now: size < 20
    receive(guest, connection, PingMessage())
    with pytest.raises(TableRejectionError) as caught:
        receive(guest, connection, EventsFromMessage(MATCH, 0))
    assert caught.value.reason == "host-flood"
