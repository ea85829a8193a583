"""The matches folder of this computer: what is offered to be gone on with, and how."""

import json
import os
from pathlib import Path

import pytest

from greenbaize.app.tables.matches import OpenMatch
from greenbaize.app.tables.unfinished import unfinished
from greenbaize.match.record import line_bytes
from greenbaize.rules.decoding import LONGEST_LINE
from greenbaize.rules.errors import GameError, RecordLockedError
from greenbaize.store import folders
from greenbaize.store.record_file import lock_record
from match.playing import Setup

SETUP = Setup("damn", 3, {"deals": 2})


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))


def played(*, finish: bool) -> Path:
    """The record of a match of bots that was left in the middle or played to its end."""
    match = OpenMatch.begin(SETUP.header("5" * 32))
    match.table.begin()
    while not match.table.over if finish else match.place.view.deal < 2:
        match.table.let_computer_act()
    match.close()
    return match.file.path


def test_a_match_left_is_offered_and_goes_on():
    path = played(finish=False)
    assert [one.path for one in unfinished()] == [path]
    match = OpenMatch.resume(path)
    match.table.play_out()
    match.close()
    assert unfinished() == []


def test_a_match_whose_end_was_cut_short_is_offered():
    path = played(finish=True)
    whole = path.read_bytes()
    path.write_bytes(whole[:-3])
    assert [one.path for one in unfinished()] == [path]
    match = OpenMatch.resume(path)
    assert match.cut
    match.table.play_out()
    match.close()
    assert path.read_bytes() == whole


def test_a_finished_match_without_its_line_end_is_not_offered():
    path = played(finish=True)
    path.write_bytes(path.read_bytes()[:-1])
    assert unfinished() == []


def test_a_record_without_its_seed_is_neither_offered_nor_resumed():
    path = played(finish=False)
    first, rest = path.read_bytes().split(b"\n", 1)
    header = json.loads(first)
    del header["seed"]
    data = line_bytes(header) + rest
    path.write_bytes(data)
    assert unfinished() == []
    with pytest.raises(GameError, match="record-no-seed"):
        OpenMatch.resume(path)
    assert path.read_bytes() == data
    lock_record(path).release()  # it is not held any more


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_match_being_played_is_not_opened_over_a_link_either(tmp_path):
    path = played(finish=False)
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    for one, other in ((path, link), (link, path)):
        opened = OpenMatch.resume(one)
        with pytest.raises(RecordLockedError):
            OpenMatch.resume(other)
        opened.close()


def test_a_match_being_played_is_not_opened_twice():
    path = played(finish=False)
    match = OpenMatch.resume(path)
    with pytest.raises(RecordLockedError):
        OpenMatch.resume(path)
    match.close()


def test_a_damaged_record_frees_its_lock():
    path = played(finish=False)
    path.write_bytes(path.read_bytes().replace(b'"deal"', b'"dael"', 1))
    with pytest.raises(GameError):
        OpenMatch.resume(path)
    lock_record(path).release()


def test_strange_files_among_the_records_are_passed_over():
    path = played(finish=False)
    (folders.matches() / "endless.jsonl").write_bytes(b"{" * (2 * LONGEST_LINE))
    (folders.matches() / "empty.jsonl").touch()
    (folders.matches() / "folder.jsonl").mkdir()
    assert [one.path for one in unfinished()] == [path]
