"""Tests of a guest's own record: view lines first, then the full record of the same match."""

import json
import os
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from greenbaize.app.network import guest_record
from greenbaize.app.network.guest_record import GuestRecord
from greenbaize.app.tables.unfinished_matches import list_unfinished_matches
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.match.record import encode_line, read_record
from greenbaize.match.seal import SealVerdict, ShuffleKnowledge
from greenbaize.match.view_record import read_any_record
from match.random_matches import (
    PlayedMatch,
    create_authority,
    create_sealed_header,
    encode_record,
    encode_view_record,
)

MATCH_ID, OTHER_MATCH_ID = "a1" * 16, "b2" * 16


def play_sealed_match():
    """Play a match with a shared shuffle. Return it and what guest 1 knows of the shuffle."""
    header, numbers = create_sealed_header("damn", 3, {"deals": 2})
    moments = []
    authority = create_authority(header, moments)
    authority.play_to_end(lambda seat: authority.game.legal(authority.state, seat)[0])
    shuffle = header.extra["shuffle"]
    shuffle_knowledge = ShuffleKnowledge(shuffle["lobby"], tuple(shuffle["commits"]), 1, numbers[1])
    return PlayedMatch(header, authority.game, tuple(moments)), shuffle_knowledge


PLAYED_MATCH, GUEST_SHUFFLE_KNOWLEDGE = play_sealed_match()
FULL_LINES = PLAYED_MATCH.record.splitlines()


def make_view_lines(seat=1, match=PLAYED_MATCH):
    return encode_view_record(match, seat).splitlines(keepends=True)


def make_guest_record(folder, lines, match_id=MATCH_ID):
    """Return the record of a guest who has received these lines."""
    record = GuestRecord(folder)
    record.start_match(lines[0], match_id)
    for line in lines[1:]:
        record.append_line(line)
    return record


def list_names(folder):
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".lock")


@pytest.mark.parametrize("seat", [1, None])
def test_received_lines_are_written_as_they_arrive(tmp_path, seat, monkeypatch, capsys):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    folder, lines = tmp_path / "matches", make_view_lines(seat)
    record = GuestRecord(folder)
    record.start_match(lines[0], MATCH_ID)
    for count, line in enumerate(lines[1:], 2):
        record.append_line(line.rstrip(b"\n"))
        assert record.path.read_bytes().splitlines(keepends=True)[1:] == lines[1:count]
    assert record.write_error is None
    assert record.path.match("matches/*T*-damn-guest-a1a1a1a1.jsonl")
    if os.name == "posix":
        assert record.path.stat().st_mode & 0o777 == 0o600
        assert folder.stat().st_mode & 0o777 == 0o700
    assert read_any_record(record.path.read_bytes(), GAMES).header.extra["match"] == MATCH_ID
    assert list_unfinished_matches() == []
    assert main(["verify", str(record.path)]) == 0
    assert "holds as far as" in capsys.readouterr().out
    record.close()


def test_the_full_record_replaces_the_received_lines(tmp_path):
    record = make_guest_record(tmp_path, make_view_lines())
    path = record.path
    assert record.store_full_record(FULL_LINES, GUEST_SHUFFLE_KNOWLEDGE) == (
        SealVerdict.INTACT,
        path,
    )
    assert path.read_bytes() == PLAYED_MATCH.record
    assert list_names(tmp_path) == [path.name]
    # The same full record again changes nothing.
    for later_record in (record, GuestRecord(tmp_path)):
        later_record.start_match(make_view_lines()[0], MATCH_ID)
        for line in make_view_lines()[1:]:
            later_record.append_line(line)
        assert later_record.store_full_record(FULL_LINES, GUEST_SHUFFLE_KNOWLEDGE) == (
            SealVerdict.INTACT,
            path,
        )
        later_record.close()
    assert path.read_bytes() == PLAYED_MATCH.record
    assert list_names(tmp_path) == [path.name]


def test_the_commitment_is_stored_for_a_guest_who_comes_back(tmp_path):
    lines = make_view_lines()
    record = GuestRecord(tmp_path)
    record.start_match(lines[0], MATCH_ID, replace(GUEST_SHUFFLE_KNOWLEDGE, repeat_count=2))
    record.append_line(lines[1])
    record.close()
    returned_record = make_guest_record(tmp_path, lines)
    assert returned_record.path == record.path
    assert list_names(tmp_path) == [record.path.name]
    assert returned_record.store_full_record(FULL_LINES, None)[0] is SealVerdict.REPEATED
    assert record.path.read_bytes() == PLAYED_MATCH.record


@pytest.mark.parametrize(
    "shuffle_knowledge",
    [
        replace(GUEST_SHUFFLE_KNOWLEDGE, own_number="0" * 64),
        replace(GUEST_SHUFFLE_KNOWLEDGE, lobby="{}"),
    ],
)
def test_another_shuffle_than_the_stored_one_is_broken(tmp_path, shuffle_knowledge):
    record = GuestRecord(tmp_path)
    record.start_match(make_view_lines()[0], MATCH_ID, shuffle_knowledge)
    record.close()
    returned_record = make_guest_record(tmp_path, make_view_lines())
    assert returned_record.store_full_record(FULL_LINES, None)[0] is SealVerdict.BROKEN


def test_a_damaged_commitment_proves_nothing(tmp_path):
    record = make_guest_record(tmp_path, make_view_lines())
    record.close()
    header_line, *lines = record.path.read_bytes().splitlines(keepends=True)
    header = json.loads(header_line) | {"own_shuffle": {"lobby": 1}}
    record.path.write_bytes(encode_line(header) + b"".join(lines))
    returned_record = make_guest_record(tmp_path, make_view_lines())
    assert returned_record.path == record.path
    assert returned_record.store_full_record(FULL_LINES, None)[0] is SealVerdict.UNWITNESSED


def test_a_hosts_words_about_the_guests_shuffle_prove_nothing(tmp_path):
    header_line, *lines = make_view_lines()
    forged_knowledge = msgspec.to_builtins(GUEST_SHUFFLE_KNOWLEDGE)
    forged_header_line = encode_line(json.loads(header_line) | {"own_shuffle": forged_knowledge})
    make_guest_record(tmp_path, [forged_header_line, *lines]).close()
    record = make_guest_record(tmp_path, [header_line, *lines])
    assert record.store_full_record(FULL_LINES, None)[0] is SealVerdict.UNWITNESSED


def test_a_match_without_a_shuffle_is_stored_too(tmp_path):
    header = replace(PLAYED_MATCH.header, extra={})
    match = replace(PLAYED_MATCH, header=header)
    record = make_guest_record(tmp_path, make_view_lines(1, match))
    assert record.store_full_record(match.record.splitlines(), None)[0] is SealVerdict.NONE
    assert record.path.read_bytes() == match.record
    record = make_guest_record(tmp_path, make_view_lines(1, match), OTHER_MATCH_ID)
    assert (
        record.store_full_record(match.record.splitlines(), GUEST_SHUFFLE_KNOWLEDGE)[0]
        is SealVerdict.BROKEN
    )


def test_a_spectator_may_have_watched_different_hands(tmp_path):
    lines, watched_lines = make_view_lines(None), make_view_lines(2)
    mixed_lines = [lines[0], *watched_lines[1:12], *lines[12:]]
    shuffle_knowledge = replace(GUEST_SHUFFLE_KNOWLEDGE, own_index=None, own_number="")
    assert (
        make_guest_record(tmp_path, mixed_lines).store_full_record(FULL_LINES, shuffle_knowledge)[0]
        is SealVerdict.UNWITNESSED
    )
    assert (
        make_guest_record(
            tmp_path, [watched_lines[0], *lines[1:]], OTHER_MATCH_ID
        ).store_full_record(FULL_LINES, shuffle_knowledge)[0]
        is SealVerdict.BROKEN
    )


def change_own_bid():
    lines = make_view_lines()
    bid_index = next(n for n, line in enumerate(lines) if b'"bid"' in line)
    bid = json.loads(lines[bid_index])
    lines[bid_index] = encode_line(bid | {"tricks": 1 - bid["tricks"]})
    return lines


def drop_end_event():
    return [line for line in FULL_LINES if b'"end"' not in line]


def drop_seed():
    header = replace(PLAYED_MATCH.header, seed=None)
    return encode_record(header, PLAYED_MATCH.events).splitlines()


@pytest.mark.parametrize(
    ("received_lines", "lines"),
    [
        (change_own_bid(), FULL_LINES),
        (make_view_lines(), drop_end_event()),
        (make_view_lines(), drop_seed()),
        (make_view_lines(), FULL_LINES[:5]),
        (make_view_lines(), []),
        (make_view_lines(), [b"{}"]),
        (make_view_lines(), [*FULL_LINES, b"{}"]),
        ([*make_view_lines(), b'{"type": "lot", "dealer": 0}\n'], FULL_LINES),
        ([*make_view_lines()[:4], b"nothing\n"], FULL_LINES),
        (make_view_lines(2)[:1] + make_view_lines(1)[1:], FULL_LINES),
    ],
)
def test_a_full_record_that_differs_is_stored_beside_the_received_lines(
    tmp_path, received_lines, lines
):
    record = make_guest_record(tmp_path, received_lines)
    bytes_before = record.path.read_bytes()
    assert record.store_full_record(lines, GUEST_SHUFFLE_KNOWLEDGE) == (
        SealVerdict.BROKEN,
        record.path,
    )
    assert record.path.read_bytes() == bytes_before
    differing_path = record.path.with_suffix(".differs")
    assert differing_path.read_bytes() == b"".join(line + b"\n" for line in lines)
    record.close()
    assert len(list_names(tmp_path)) == 2


def test_a_wrong_shuffle_number_breaks_the_seal(tmp_path):
    record = make_guest_record(tmp_path, make_view_lines())
    assert (
        record.store_full_record(FULL_LINES, replace(GUEST_SHUFFLE_KNOWLEDGE, own_number="f" * 64))[
            0
        ]
        is SealVerdict.BROKEN
    )


def test_a_guest_who_was_killed_continues_the_same_file(tmp_path):
    lines = make_view_lines()
    first_record = make_guest_record(tmp_path, lines[:8])
    first_record.close()
    path = first_record.path
    with path.open("ab") as file:
        file.write(b'{"type": "pl')
    record = GuestRecord(tmp_path)
    record.start_match(lines[0], MATCH_ID)
    assert record.path == path
    for count, line in enumerate(lines[1:], 1):
        record.append_line(line)
        stored_lines = path.read_bytes().splitlines(keepends=True)
        assert stored_lines[1:] == lines[1 : max(8, count + 1)]
    assert record.store_full_record(FULL_LINES, GUEST_SHUFFLE_KNOWLEDGE) == (
        SealVerdict.INTACT,
        path,
    )


def test_other_matches_and_seats_have_files_of_their_own(tmp_path):
    first = make_guest_record(tmp_path, make_view_lines(1)[:9])
    second = make_guest_record(tmp_path, make_view_lines(2)[:9])
    duplicate = make_guest_record(
        tmp_path, make_view_lines(1)[:4]
    )  # The first record is still open and holds the lock.
    third = make_guest_record(tmp_path, make_view_lines(1)[:9], OTHER_MATCH_ID)
    paths = {first.path, second.path, duplicate.path, third.path}
    assert len(paths) == 4
    assert len(list_names(tmp_path)) == 4
    for record in (first, second, duplicate, third):
        record.close()


def test_different_lines_of_the_same_match_lose_nothing(tmp_path):
    first = make_guest_record(tmp_path, make_view_lines())
    bytes_before, path = first.path.read_bytes(), first.path
    first.start_match(change_own_bid()[0], MATCH_ID)
    for line in change_own_bid()[1:]:
        first.append_line(line)
    first.close()
    assert path.read_bytes() == bytes_before
    assert first.path != path
    assert first.path.read_bytes().splitlines(keepends=True)[1:] == change_own_bid()[1:]


def test_a_disk_without_room_does_not_stop_the_match(tmp_path, monkeypatch):
    folder = tmp_path / "file"
    folder.write_text("no folder")
    record = make_guest_record(folder, make_view_lines())
    assert record.write_error.code == "file-error"
    assert record.store_full_record(FULL_LINES, GUEST_SHUFFLE_KNOWLEDGE)[0] is SealVerdict.INTACT
    record.close()

    record = make_guest_record(tmp_path / "there", make_view_lines())

    def raise_disk_full(*_, **__):
        raise OSError(28, "No space left on device")

    bytes_before = record.path.read_bytes()
    monkeypatch.setattr(guest_record, "write_and_rename", raise_disk_full)
    assert record.store_full_record(FULL_LINES, GUEST_SHUFFLE_KNOWLEDGE) == (
        SealVerdict.INTACT,
        record.path,
    )
    assert record.write_error.values["reason"] == "No space left on device"
    assert record.path.read_bytes() == bytes_before


def test_a_table_cannot_fill_the_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(guest_record, "MAX_RECORD_BYTES", 20_000)
    lines = make_view_lines()
    record = GuestRecord(tmp_path)
    for number in range(20):
        record.start_match(lines[0], f"{number:08x}" * 4)
        record.append_line(lines[1])
    record.close()
    assert record.write_error.code == "guest-record-full"
    assert len(list_names(tmp_path)) < 6
    record = GuestRecord(tmp_path / "long")
    record.start_match(lines[0], MATCH_ID)
    for _ in range(2000):
        record.append_line(lines[1])
    assert record.path.stat().st_size <= 20_000
    assert record.write_error.code == "guest-record-full"
    assert (
        record.store_full_record(FULL_LINES * 100, GUEST_SHUFFLE_KNOWLEDGE)[0] is SealVerdict.BROKEN
    )
    record.close()
    size = sum(path.stat().st_size for path in (tmp_path / "long").iterdir())
    assert size <= 20_000


@pytest.mark.parametrize(
    ("line", "match_id"),
    [
        (b"{}", MATCH_ID),
        (b"", MATCH_ID),
        (make_view_lines()[0], "../../x"),
        (make_view_lines()[0], ""),
    ],
)
def test_a_damaged_header_or_match_id_stores_nothing(tmp_path, line, match_id):
    record = GuestRecord(tmp_path)
    record.start_match(line, match_id)
    record.append_line(make_view_lines()[1])
    assert record.path is None
    assert record.store_full_record(FULL_LINES, GUEST_SHUFFLE_KNOWLEDGE) == (
        SealVerdict.BROKEN,
        None,
    )
    assert list_names(Path(tmp_path)) == []


def test_an_invalid_full_record_may_be_followed_by_a_valid_one(tmp_path):
    record = make_guest_record(tmp_path, make_view_lines())
    record.store_full_record([b"\xff"], GUEST_SHUFFLE_KNOWLEDGE)
    assert record.store_full_record(FULL_LINES, GUEST_SHUFFLE_KNOWLEDGE)[0] is SealVerdict.INTACT
    assert read_record(record.path.read_bytes(), GAMES).header.seed is not None
