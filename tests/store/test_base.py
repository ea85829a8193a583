"""Tests of the database connection: errors, and databases of every version."""

import json
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.rules.errors import GameError, HistoryDamagedError, HistoryError
from greenbaize.store import base
from greenbaize.store.base import JOURNAL, VERSION, Base, set_aside
from greenbaize.store.files import BAD
from greenbaize.store.history import History, Stamp
from greenbaize.store.listing import Ending, Sought, keys, matches
from greenbaize.store.statistics import Chosen, Who, sums
from match.playing import Setup, play_randomly
from store.fixtures.history_fixture import GOLDEN, digests

FIXTURES = Path(__file__).with_name("fixtures")
TABLES = "CREATE TABLE things (name TEXT PRIMARY KEY)"
DIGEST = digest_of(play_randomly(Setup("damn", 3, {"deals": 2}), 1).record, GAMES)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "history.sqlite"


@pytest.fixture
def program(monkeypatch):
    """Return a function that sets the schema and the migrations of the program."""

    def be(tables, steps):
        monkeypatch.setattr(base, "TABLES", tables)
        monkeypatch.setattr(base, "STEPS", steps)
        monkeypatch.setattr(base, "VERSION", 1 + max(steps, default=0))

    return be


def is_open(path):
    """Return True if this process has a file open; on Windows a rename would fail."""
    if sys.platform == "linux":
        names = [link for link in Path("/proc/self/fd").iterdir() if link.exists()]
        return any(path.samefile(name) for name in names)
    path.rename(path.with_name("moved")).rename(path)
    return False


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_the_database_of_every_version_opens_for_ever(path, version):
    shutil.copy(FIXTURES / f"history-{version}.sqlite", path)
    with closing(History.open(path)) as history:
        found = matches(history)
        assert [(one.game, one.over, one.abandoned) for one in found] == [
            ("damn", True, False),
            ("master", True, False),
            ("rank", False, True),
        ]
        assert [one.total for one in found[0].players] == [-10, 10, 0, 0]
        assert len(keys(history, Sought(ending=Ending.DAMAGED), {})) == 1
        assert sums(history, Chosen(Who(("anna",)), "damn"))
        with history.writing():
            history.note("new.jsonl", Stamp(1, 1), DIGEST)
        assert len(matches(history)) == 4
    assert not path.with_name(path.name + BAD).exists()


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_nobody_else_may_read_who_has_played(path):
    with closing(History.open(path)):
        assert path.stat().st_mode & 0o77 == 0


def test_an_older_database_is_brought_up_step_by_step(path, program):
    program(TABLES, {})
    Base.opened(path, 1).close()
    steps = {1: "ALTER TABLE things ADD COLUMN colour TEXT", 2: "CREATE TABLE others (name TEXT)"}
    program("nonsense", steps)
    with closing(Base.opened(path, 1)) as opened:
        assert opened.ask("PRAGMA user_version") == [(3,)]
        opened.ask("INSERT INTO things VALUES ('a', 'red')")
        assert opened.ask("SELECT * FROM others") == []


def test_a_step_that_fails_leaves_the_old_one(path, program):
    program(TABLES, {})
    Base.opened(path, 1).close()
    program(TABLES, {1: "CREATE TABLE others (name TEXT); nonsense"})
    with pytest.raises(HistoryError):
        Base.opened(path, 1)
    program(TABLES, {})
    with closing(Base.opened(path, 1)) as opened:
        assert opened.ask("SELECT * FROM sqlite_master WHERE name = 'others'") == []


def test_a_newer_one_is_refused(path, program):
    program(TABLES, {1: "CREATE TABLE others (name TEXT)"})
    Base.opened(path, 1).close()
    program(TABLES, {})
    with pytest.raises(GameError, match="history-newer"):
        Base.opened(path, 1)


def test_a_full_disk_is_told_and_nothing_is_half_written(path):
    with closing(History.open(path)) as history:
        history.ask("PRAGMA max_page_count = 1")

        def note_many():
            with history.writing():
                for number in range(500):
                    history.note_fault(f"{number}-{'x' * 200}.jsonl", Stamp(1, 1), "line-damaged")

        with pytest.raises(HistoryError, match="history-full"):
            note_many()
        assert not history.files()


def test_another_window_that_writes_for_long_is_told(path):
    with closing(History.open(path)) as one, closing(History.open(path, 0.01)) as other:
        with (
            one.writing(),
            pytest.raises(HistoryError, match="history-busy"),
            other.writing(),
        ):
            pass
        with other.writing():
            other.note_fault("a.jsonl", Stamp(1, 1), "line-damaged")
        assert list(one.files()) == ["a.jsonl"]


def test_whoever_reads_is_not_kept_from_it_by_who_writes(path):
    with closing(History.open(path)) as one, closing(History.open(path, 0.01)) as other:
        with one.writing():
            for number in range(5000):  # more than the page cache holds
                one.note_fault(f"{number}-{'x' * 500}.jsonl", Stamp(1, 1), "line-damaged")
            assert other.files() == {}
        assert len(other.files()) == 5000


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TABLE matches",
        "PRAGMA user_version = -1",
        "PRAGMA user_version = 0",  # but tables exist already
    ],
)
def test_what_is_none_of_ours_counts_as_damaged(path, sql):
    History.open(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute(sql)
        other.commit()

    def use():
        with closing(Base.opened(path, 1)) as opened:
            opened.ask("SELECT * FROM matches")

    with pytest.raises(HistoryDamagedError):
        use()


def test_records_tell_what_they_have_told_as_long_as_the_version_is_the_same():
    """Digests of older programs would have to be computed again: see docs/list-of-matches.md."""
    kept = json.loads((FIXTURES / f"digests-{VERSION}.json").read_text(encoding="utf-8"))
    assert {json.loads(line)["game"] for line in _first_lines()} <= set(GAMES)
    assert digests() == kept


def test_a_step_can_have_all_records_read_again(path, program):
    with closing(History.open(path)) as history, history.writing():
        history.note("a.jsonl", Stamp(1, 1), DIGEST)
    program(base.TABLES, {**base.STEPS, VERSION: "UPDATE files SET size = -1"})
    with closing(Base.opened(path, 1)) as opened:
        assert opened.ask("SELECT size FROM files") == [(-1,)]


def _first_lines():
    records = [GOLDEN / name for name in digests()]
    return [path.read_text(encoding="utf-8").partition("\n")[0] for path in records]


def test_a_damaged_page_is_noticed_when_it_is_read(path):
    with closing(History.open(path)) as history, history.writing():
        for number in range(200):
            history.note_fault(f"{number}.jsonl", Stamp(1, 1), "line-damaged")
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with closing(History.open(path)) as history, pytest.raises(HistoryDamagedError):
        history.files()


def test_what_was_asked_does_not_keep_the_file_open(path, program):
    program(TABLES, {})
    opened = Base.opened(path, 1)
    for name in "ab":
        opened.insert("things", (name,))
    rows = opened.ask("SELECT name FROM things")
    opened.close()
    assert rows == [("a",), ("b",)]
    assert not is_open(path)


def test_only_the_one_that_was_found_damaged_is_put_aside(path):
    path.write_bytes(b"damaged")
    found = path.stat()
    path.with_name(path.name + JOURNAL).write_bytes(b"of the damaged one")
    set_aside(path, found)
    assert not path.with_name(path.name + JOURNAL).exists()
    assert path.with_name(path.name + BAD).read_bytes() == b"damaged"
    other = path.with_name("other")
    other.write_bytes(b"somebody has made this meanwhile")
    other.replace(path)
    set_aside(path, found)
    assert path.exists()
    path.unlink()
    set_aside(path, found)


def test_what_sqlite_itself_cannot_spell_is_damage(path):
    History.open(path).close()
    data = bytearray(path.read_bytes())
    data[data.index(b"CREATE TABLE facts") + 8] = 0xFF
    path.write_bytes(data)
    with closing(History.open(path)) as history:
        assert matches(history) == []
    assert path.with_name(path.name + BAD).exists()


def test_the_database_of_another_program_is_put_aside(path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    History.open(path).close()
    with closing(sqlite3.connect(path.with_name(path.name + BAD))) as other:
        assert other.execute("SELECT count(*) FROM recipes").fetchone() == (0,)


HANGING = """
WITH RECURSIVE endless (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT n FROM endless
"""


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TRIGGER hang AFTER INSERT ON files BEGIN DELETE FROM matches; END",
        f"ALTER TABLE unrated RENAME TO old; CREATE VIEW unrated AS {HANGING}",
        "CREATE TABLE more (name TEXT)",
        "ALTER TABLE matches ADD COLUMN more TEXT",
        "DROP INDEX matches_left",
    ],
    ids=["trigger", "view", "table", "column", "index"],
)
def test_what_has_our_version_and_another_schema_is_none_of_ours(path, sql):
    Base.opened(path, 0.0).close()
    with closing(sqlite3.connect(path)) as other:
        other.executescript(sql)
    with pytest.raises(HistoryDamagedError):
        Base.opened(path, 0.0)


def test_what_sqlite_itself_has_added_does_no_harm(path):
    Base.opened(path, 0.0).close()
    with closing(sqlite3.connect(path)) as other:
        other.executescript("INSERT INTO unrated VALUES ('damn', ''); ANALYZE")
    Base.opened(path, 0.0).close()


def test_the_schema_is_not_trusted(path):
    with closing(Base.opened(path, 0.0)) as opened:
        assert opened.ask("PRAGMA trusted_schema") == [(0,)]


def test_a_statement_that_does_not_end_is_ended_and_told(path, monkeypatch):
    monkeypatch.setattr(base, "LONGEST_S", 0.0)
    with closing(Base.fleeting(path)) as opened:
        with pytest.raises(HistoryError, match="history-slow"):
            opened.ask(HANGING)
        monkeypatch.undo()
        assert opened.ask("SELECT 1") == [(1,)]
