"""Tests for the history sync: the database agrees with the records after any change."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.memory.killing import check, records
from greenbaize.app.memory import history_indexer, history_sync
from greenbaize.app.memory.history_indexer import FEW, HistoryIndexer, bring_in, keep_up
from greenbaize.app.memory.history_sync import bring_up, gather, gather_anew
from greenbaize.app.seats.bot_launcher import own_environment, own_words
from greenbaize.match.record import line_bytes
from greenbaize.rules.errors import HistoryError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.files import HeldFile
from greenbaize.store.history import History
from greenbaize.store.listing import matches
from match.playing import Setup, play_randomly

DAMN = play_randomly(Setup("damn", 3, {"deals": 2}), 1).record
MASTER = play_randomly(Setup("master", 2, {}), 1).record
BEGUN = b"".join(DAMN.splitlines(keepends=True)[:8])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    (folders.matches() / "abandoned").mkdir(parents=True)
    return folders.matches()


@pytest.fixture
def history(folder):
    opened = History.open(folders.history())
    yield opened
    opened.close()


def files(history):
    return sorted(match.file for match in matches(history))


def test_what_is_new_changed_and_gone_is_noticed(folder, history):
    (folder / "a.jsonl").write_bytes(BEGUN)
    assert gather(history)[:3] == (1, 0, 0)
    assert not matches(history)[0].over
    assert gather(history)[:3] == (0, 0, 0)
    (folder / "a.jsonl").write_bytes(DAMN)
    assert gather(history)[:3] == (1, 0, 0)
    assert matches(history)[0].over
    (folder / "a.jsonl").unlink()
    assert gather(history)[:3] == (0, 1, 0)
    assert not matches(history)


def test_an_abandoned_match_is_known_as_such(folder, history):
    (folder / "a.jsonl").write_bytes(BEGUN)
    gather(history)
    (folder / "a.jsonl").rename(folder / "abandoned" / "a.jsonl")
    gather(history)
    (match,) = matches(history)
    assert (match.file, match.abandoned) == ("abandoned/a.jsonl", True)


def test_when_the_better_record_goes_the_other_is_read_again(folder, history):
    (folder / "whole.jsonl").write_bytes(DAMN)
    (folder / "part.jsonl").write_bytes(BEGUN)
    gather(history)
    assert [match.over for match in matches(history)] == [True]
    (folder / "whole.jsonl").unlink()
    gather(history)
    assert [(match.file, match.over) for match in matches(history)] == [("part.jsonl", False)]


def test_a_record_that_was_cut_tells_less(folder, history):
    (folder / "a.jsonl").write_bytes(DAMN)
    gather(history)
    (folder / "a.jsonl").write_bytes(BEGUN)
    gather(history)
    assert [match.over for match in matches(history)] == [False]


def test_a_folder_that_cannot_be_read_just_now_forgets_nothing(folder, history, monkeypatch):
    (folder / "a.jsonl").write_bytes(DAMN)
    gather(history)

    def refuse(path):
        raise PermissionError(13, "no")

    monkeypatch.setattr(history_sync.os, "scandir", refuse)
    assert gather(history)[:3] == (0, 0, 0)
    assert files(history) == ["a.jsonl"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such file names")
def test_files_that_nobody_would_think_of(folder, history):
    (folder / "link.jsonl").symlink_to(folder / "nowhere")
    (folder / "folder.jsonl").mkdir()
    (folder / "later.jsonl").write_bytes(DAMN[:-1])
    os.utime(folder / "later.jsonl", ns=(0, 10**19))
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "huge.jsonl").write_bytes(
        DAMN.replace(b'"totals": [', b'"totals": [' + b"9" * 40 + b", ", 1)
    )
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.jsonl")).write_bytes(DAMN)
    (folder / "good.jsonl").write_bytes(MASTER)
    gather(history)
    assert files(history) == ["good.jsonl", "later.jsonl"]
    assert "folder.jsonl" not in history.files()
    assert gather(history).read == 0


def test_numbers_that_no_database_takes_are_no_records(folder, history):
    lines = DAMN.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith(b'{"type": "deal"'))
    lines[at] = lines[at].replace(b'"deal": 1', b'"deal": ' + b"9" * 30)
    (folder / "a.jsonl").write_bytes(b"".join(lines[: at + 1]))
    (folder / "b.jsonl").write_bytes(MASTER)
    gather(history)
    assert files(history) == ["b.jsonl"]


def test_a_database_that_turns_out_damaged_is_put_aside_and_made_anew(folder):
    (folder / "a.jsonl").write_bytes(DAMN)
    bring_up()
    base = sqlite3.connect(folders.history())
    base.execute("DROP TABLE players")
    base.commit()
    base.close()
    (folder / "b.jsonl").write_bytes(MASTER)
    assert bring_up().read == 2
    history = History.open(folders.history())
    assert files(history) == ["a.jsonl", "b.jsonl"]
    history.close()
    assert folders.history().with_name("history.sqlite.bad").exists()


@pytest.mark.long
def test_two_programs_at_once_come_to_the_same(folder, tmp_path):
    for number, record in enumerate([*records(), *records()]):
        (folder / f"{number}.jsonl").write_bytes(record)
    command = own_words(["history", "update"])
    programs = [subprocess.Popen(command, env=own_environment()) for _ in range(2)]
    assert [program.wait() for program in programs] == [0, 0]
    check(tmp_path / "anew.sqlite")


class TestBeside:
    def keep(self, history_indexer):
        read = []
        troubles = []
        changed = keep_up(history_indexer, lambda *one: read.append(one), troubles.append)
        return changed, read, troubles

    def test_little_is_read_here(self, folder):
        (folder / "a.jsonl").write_bytes(DAMN)
        history_indexer = HistoryIndexer()
        history_indexer.close()  # no program can be started
        assert self.keep(history_indexer) == (1, [(1, 1)], [])
        assert self.keep(history_indexer) == (0, [], [])

    @pytest.mark.slow
    def test_much_is_read_by_a_program_of_its_own(self, folder):
        for number in range(FEW + 1):
            (folder / f"{number}.jsonl").write_bytes(line_bytes({"number": number}) + DAMN)
        changed, read, troubles = self.keep(HistoryIndexer())
        assert (changed, read[-1], troubles) == (FEW + 1, (FEW + 1, FEW + 1), [])
        history = History.open(folders.history())
        assert len(history.files()) == FEW + 1
        history.close()

    def test_what_stands_in_the_way_is_told(self, folder):
        folders.history().mkdir()
        changed, _, troubles = self.keep(HistoryIndexer())
        assert changed == 0
        assert "Your matches are safe." in troubles[0]

    @pytest.mark.slow
    def test_records_are_brought_in(self, folder, tmp_path):
        (tmp_path / "one.jsonl").write_bytes(DAMN)
        (tmp_path / "two.jsonl").write_bytes(b"{}")
        paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "one.jsonl"]
        brought = bring_in(HistoryIndexer(), paths, lambda *_: None)
        assert (brought.taken, brought.known, len(brought.faults)) == (1, 1, 1)
        assert len(list(folder.glob("*.jsonl"))) == 1


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root can write to read-only files"
)
def test_a_read_only_database_is_told(folder):
    bring_up()
    (folder / "a.jsonl").write_bytes(DAMN)
    folders.history().chmod(0o400)
    folders.history().parent.chmod(0o500)
    try:
        with pytest.raises(HistoryError, match="history-unwritable"):
            bring_up()
    finally:
        folders.history().parent.chmod(0o700)


def test_what_cannot_be_made_anew_stays(folder, monkeypatch):
    (folder / "a.jsonl").write_bytes(DAMN)
    bring_up()
    (folder / "a.jsonl").write_bytes(BEGUN)

    def full(*_):
        raise HistoryError(Message("history-full"))

    monkeypatch.setattr(history_sync, "_note", full)
    with pytest.raises(HistoryError):
        gather_anew()
    with closing(History.open(folders.history())) as history:
        assert [match.over for match in matches(history)] == [True]


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot replace an open file")
def test_all_is_made_anew_beside_what_is_in_use(folder):
    (folder / "a.jsonl").write_bytes(DAMN)
    bring_up()
    (folder / "a.jsonl").write_bytes(BEGUN)
    with closing(History.open(folders.history())) as history:
        assert [match.over for match in matches(history)] == [True]
        gathered, count = gather_anew()
        assert (gathered.read, count) == (1, 1)
        assert history.moved
    with closing(History.open(folders.history())) as history:
        assert [match.over for match in matches(history)] == [False]
    left = [one.name for one in folders.history().parent.iterdir()]
    assert sorted(left) == ["history.sqlite", "matches"]


def test_one_program_at_a_time_makes_it_anew(folder):
    (folder / "a.jsonl").write_bytes(DAMN)
    bring_up()
    held = HeldFile.take(folders.history().with_name("history.sqlite.new.lock"))
    assert held is not None
    with pytest.raises(HistoryError):
        gather_anew()
    held.let_go(remove=True)
    assert gather_anew()[1] == 1


@pytest.mark.parametrize("output_lines", [[], [{"path": "a", "taken": True}, {"read": 1, "of": 2}]])
def test_a_reading_that_is_cut_off_is_told(folder, output_lines, monkeypatch):
    program = "".join(f"print({json.dumps(json.dumps(line))});" for line in output_lines)
    monkeypatch.setattr(
        history_indexer, "own_words", lambda _: [sys.executable, "-c", f"{program}exit(1)"]
    )
    brought = bring_in(HistoryIndexer(), [folder], lambda *_: None)
    assert brought.taken == len(output_lines[:1])
    assert brought.faults == ["Not all records could be read: the reading was cut off."]
