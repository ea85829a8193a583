"""Tests of a guest's client: lost connections, secrets, the host's proof and the shuffle."""

import asyncio
import json

import pytest

from app.network.gathering import seat_guests, wait_until_gone
from greenbaize.lan.client import ShuffleParticipant
from greenbaize.lan.pairing import PairingExchange
from greenbaize.lan.wire import (
    AllCommitsMessage,
    DamagedMessageError,
    ShuffleRoundMessage,
)
from greenbaize.match.seal import compute_commit, new_number
from lan.random_guests import (
    RandomGuest,
    disconnect_guests,
    get_table_key,
    make_table_request,
    make_view_lines,
    open_memory_table,
    wait_until,
)


async def test_a_lost_connection_is_resumed_without_loss():
    async with open_memory_table(make_table_request("master")) as hosted:
        friends = seat_guests(hosted, 2)
        watcher = RandomGuest("", hosted.connect_guest, is_spectator=True)
        for length in (5, 20, 40):
            await wait_until(lambda line_count=length: len(friends[0].match_lines) >= line_count)
            friends[0].abort_connection()
            watcher.abort_connection()
        await wait_until(hosted.table.finished_event.is_set)
        await wait_until_gone(friends)
        assert len(friends[0].connections) == 4
        assert friends[0].match_count == 1
        assert hosted.journal.list_seat_changes() == []
        for friend in friends:
            assert friend.match_lines == make_view_lines(hosted.match, friend.seat)


async def test_a_guest_with_only_the_secret_gets_all_lines():
    async with open_memory_table(make_table_request("master")) as hosted:
        friends = seat_guests(hosted, 2)
        await wait_until(lambda: len(friends[0].match_lines) >= 10)
        await disconnect_guests(friends[0])
        returned_guest = RandomGuest("Somebody", hosted.connect_guest)
        returned_guest.secrets.secrets = friends[0].secrets.secrets
        await wait_until(hosted.table.finished_event.is_set)
        await wait_until_gone([returned_guest, friends[1]])
        assert returned_guest.match_lines == make_view_lines(hosted.match, returned_guest.seat)
        assert hosted.journal.list_seat_changes() == []


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


def test_what_is_known_of_a_shuffle_belongs_to_the_next_match():
    participant = ShuffleParticipant()
    commit = participant.begin_round(ShuffleRoundMessage(1, "{}", 0, []))
    assert participant.commitment is None
    participant.reveal_number(AllCommitsMessage(1, [commit.hash]))
    participant.on_match_start(is_same_match=False)
    assert participant.commitment.commits == (commit.hash,)
    participant.on_match_start(is_same_match=True)
    assert participant.commitment is not None
    participant.on_match_start(is_same_match=False)
    assert participant.commitment is None


def test_a_round_is_not_repeated_and_a_new_round_is_counted():
    participant = ShuffleParticipant()
    for number in (1, 2):
        commit = participant.begin_round(ShuffleRoundMessage(number, "{}", 0, []))
        participant.reveal_number(AllCommitsMessage(number, [commit.hash]))
        with pytest.raises(DamagedMessageError):
            participant.begin_round(ShuffleRoundMessage(number, "{}", 0, []))
    participant.on_match_start(is_same_match=False)
    assert participant.commitment.repeat_count == 1
    commit = participant.begin_round(ShuffleRoundMessage(3, "{}", 0, []))
    participant.reveal_number(AllCommitsMessage(3, [commit.hash]))
    participant.on_match_start(is_same_match=False)
    assert participant.commitment.repeat_count == 0


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
