"""Tests of a guest's own record: view lines first, then the full record of the same match."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from greenbaize.app.network import guest_record
from greenbaize.app.network.guest_record import GuestRecord
from greenbaize.app.tables.unfinished import unfinished
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.match.record import line_bytes, read_record
from greenbaize.match.seal import Committed, Seal
from greenbaize.match.told import read_any
from match.playing import Played, authority_of, record_of, sealed_match, told_to

MATCH, OTHER = "a1" * 16, "b2" * 16


def played():
    """Play a match with a shared shuffle. Return it and what guest 1 knows of the shuffle."""
    header, numbers = sealed_match("damn", 3, {"deals": 2})
    moments = []
    authority = authority_of(header, moments)
    authority.play_out(lambda seat: authority.game.legal(authority.state, seat)[0])
    shuffle = header.more["shuffle"]
    known = Committed(shuffle["lobby"], tuple(shuffle["commits"]), 1, numbers[1])
    return Played(header, authority.game, tuple(moments)), known


WHOLE, KNOWN = played()
LINES = WHOLE.record.splitlines()


def told(seat=1, match=WHOLE):
    return told_to(match, seat).splitlines(keepends=True)


def guest(folder, lines, match=MATCH):
    """Return the record of a guest who has received these lines."""
    record = GuestRecord(folder)
    record.begin(lines[0], match)
    for line in lines[1:]:
        record.take(line)
    return record


def names(folder):
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".lock")


@pytest.mark.parametrize("seat", [1, None])
def test_what_is_told_lies_among_the_matches_as_it_happens(tmp_path, seat, monkeypatch, capsys):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    folder, lines = tmp_path / "matches", told(seat)
    record = GuestRecord(folder)
    record.begin(lines[0], MATCH)
    for count, line in enumerate(lines[1:], 2):
        record.take(line.rstrip(b"\n"))
        assert record.path.read_bytes().splitlines(keepends=True)[1:] == lines[1:count]
    assert record.trouble is None
    assert record.path.match("matches/*T*-damn-guest-a1a1a1a1.jsonl")
    if os.name == "posix":
        assert record.path.stat().st_mode & 0o777 == 0o600
        assert folder.stat().st_mode & 0o777 == 0o700
    assert read_any(record.path.read_bytes(), GAMES).header.more["match"] == MATCH
    assert unfinished() == []
    assert main(["verify", str(record.path)]) == 0
    assert "holds as far as" in capsys.readouterr().out
    record.close()


def test_the_whole_record_takes_its_place(tmp_path):
    record = guest(tmp_path, told())
    path = record.path
    assert record.whole(LINES, KNOWN) == (Seal.WHOLE, path)
    assert path.read_bytes() == WHOLE.record
    assert names(tmp_path) == [path.name]
    # The same full record again changes nothing.
    for again in (record, GuestRecord(tmp_path)):
        again.begin(told()[0], MATCH)
        for line in told()[1:]:
            again.take(line)
        assert again.whole(LINES, KNOWN) == (Seal.WHOLE, path)
        again.close()
    assert path.read_bytes() == WHOLE.record
    assert names(tmp_path) == [path.name]


def test_a_match_without_a_shuffle_is_taken_too(tmp_path):
    header = replace(WHOLE.header, more={})
    match = replace(WHOLE, header=header)
    record = guest(tmp_path, told(1, match))
    assert record.whole(match.record.splitlines(), None)[0] is Seal.NONE
    assert record.path.read_bytes() == match.record
    record = guest(tmp_path, told(1, match), OTHER)
    assert record.whole(match.record.splitlines(), KNOWN)[0] is Seal.BROKEN


def test_a_watcher_may_have_seen_now_one_hand_and_now_another(tmp_path):
    lines, seen = told(None), told(2)
    mixed = [lines[0], *seen[1:12], *lines[12:]]
    known = replace(KNOWN, index=None, number="")
    assert guest(tmp_path, mixed).whole(LINES, known)[0] is Seal.UNSEEN
    assert guest(tmp_path, [seen[0], *lines[1:]], OTHER).whole(LINES, known)[0] is Seal.BROKEN


def other_bid():
    lines = told()
    place = next(n for n, line in enumerate(lines) if b'"bid"' in line)
    bid = json.loads(lines[place])
    lines[place] = line_bytes(bid | {"tricks": 1 - bid["tricks"]})
    return lines


def without_its_end():
    return [line for line in LINES if b'"end"' not in line]


def of_another_seed():
    header = replace(WHOLE.header, seed=None)
    return record_of(header, WHOLE.events).splitlines()


@pytest.mark.parametrize(
    ("received_lines", "lines"),
    [
        (other_bid(), LINES),
        (told(), without_its_end()),
        (told(), of_another_seed()),
        (told(), LINES[:5]),
        (told(), []),
        (told(), [b"{}"]),
        (told(), [*LINES, b"{}"]),
        ([*told(), b'{"type": "lot", "dealer": 0}\n'], LINES),
        ([*told()[:4], b"nothing\n"], LINES),
        (told(2)[:1] + told(1)[1:], LINES),
    ],
)
def test_a_whole_record_that_differs_lies_beside_what_was_told(tmp_path, received_lines, lines):
    record = guest(tmp_path, received_lines)
    before = record.path.read_bytes()
    assert record.whole(lines, KNOWN) == (Seal.BROKEN, record.path)
    assert record.path.read_bytes() == before
    beside = record.path.with_suffix(".differs")
    assert beside.read_bytes() == b"".join(line + b"\n" for line in lines)
    record.close()
    assert len(names(tmp_path)) == 2


def test_a_number_that_is_not_ones_own_breaks_the_seal(tmp_path):
    record = guest(tmp_path, told())
    assert record.whole(LINES, replace(KNOWN, number="f" * 64))[0] is Seal.BROKEN


def test_a_guest_who_was_killed_goes_on_with_the_same_file(tmp_path):
    lines = told()
    killed = guest(tmp_path, lines[:8])
    killed.close()
    path = killed.path
    with path.open("ab") as file:
        file.write(b'{"type": "pl')
    record = GuestRecord(tmp_path)
    record.begin(lines[0], MATCH)
    assert record.path == path
    for count, line in enumerate(lines[1:], 1):
        record.take(line)
        kept = path.read_bytes().splitlines(keepends=True)
        assert kept[1:] == lines[1 : max(8, count + 1)]
    assert record.whole(LINES, KNOWN) == (Seal.WHOLE, path)


def test_other_matches_and_seats_have_files_of_their_own(tmp_path):
    one = guest(tmp_path, told(1)[:9])
    two = guest(tmp_path, told(2)[:9])
    same = guest(tmp_path, told(1)[:4])  # The first record is still open and holds the lock.
    three = guest(tmp_path, told(1)[:9], OTHER)
    paths = {one.path, two.path, same.path, three.path}
    assert len(paths) == 4
    assert len(names(tmp_path)) == 4
    for record in (one, two, same, three):
        record.close()


def test_another_story_of_the_same_match_loses_nothing(tmp_path):
    first = guest(tmp_path, told())
    before, path = first.path.read_bytes(), first.path
    first.begin(other_bid()[0], MATCH)
    for line in other_bid()[1:]:
        first.take(line)
    first.close()
    assert path.read_bytes() == before
    assert first.path != path
    assert first.path.read_bytes().splitlines(keepends=True)[1:] == other_bid()[1:]


def test_a_disk_that_takes_nothing_does_not_stop_the_match(tmp_path, monkeypatch):
    folder = tmp_path / "file"
    folder.write_text("no folder")
    record = guest(folder, told())
    assert record.trouble.code == "file-error"
    assert record.whole(LINES, KNOWN)[0] is Seal.WHOLE
    record.close()

    record = guest(tmp_path / "there", told())

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    before = record.path.read_bytes()
    monkeypatch.setattr(guest_record, "put_in_place", full)
    assert record.whole(LINES, KNOWN) == (Seal.WHOLE, record.path)
    assert record.trouble.values["reason"] == "No space left on device"
    assert record.path.read_bytes() == before


def test_no_table_fills_the_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(guest_record, "MOST_BYTES", 20_000)
    lines = told()
    record = GuestRecord(tmp_path)
    for number in range(20):
        record.begin(lines[0], f"{number:08x}" * 4)
        record.take(lines[1])
    record.close()
    assert record.trouble.code == "guest-record-full"
    assert len(names(tmp_path)) < 6
    record = GuestRecord(tmp_path / "long")
    record.begin(lines[0], MATCH)
    for _ in range(2000):
        record.take(lines[1])
    assert record.path.stat().st_size <= 20_000
    assert record.trouble.code == "guest-record-full"
    assert record.whole(LINES * 100, KNOWN)[0] is Seal.BROKEN
    record.close()
    size = sum(path.stat().st_size for path in (tmp_path / "long").iterdir())
    assert size <= 20_000


@pytest.mark.parametrize(
    ("line", "match_id"), [(b"{}", MATCH), (b"", MATCH), (told()[0], "../../x"), (told()[0], "")]
)
def test_of_a_damaged_beginning_nothing_is_kept(tmp_path, line, match_id):
    record = GuestRecord(tmp_path)
    record.begin(line, match_id)
    record.take(told()[1])
    assert record.path is None
    assert record.whole(LINES, KNOWN) == (Seal.BROKEN, None)
    assert names(Path(tmp_path)) == []


def test_the_record_is_gone_on_with_after_a_whole_one_that_is_no_json(tmp_path):
    record = guest(tmp_path, told())
    record.whole([b"\xff"], KNOWN)
    assert record.whole(LINES, KNOWN)[0] is Seal.WHOLE
    assert read_record(record.path.read_bytes(), GAMES).header.seed is not None
