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
from greenbaize.match.digest import digest_record
from greenbaize.rules.errors import GameError, HistoryDamagedError, HistoryError
from greenbaize.store import database
from greenbaize.store.database import (
    JOURNAL_SUFFIX,
    SCHEMA_VERSION,
    DatabaseConnection,
    set_aside_database,
)
from greenbaize.store.files import SET_ASIDE_SUFFIX
from greenbaize.store.history import FileStamp, HistoryDatabase
from greenbaize.store.match_list import MatchFilter, MatchStatus, load_matches, load_row_keys
from greenbaize.store.statistics import StatisticsQuery, StatisticsSubject, load_sums
from match.random_matches import GameSetup, play_randomly
from store.fixtures.history_fixture import GOLDEN, golden_digests

FIXTURES = Path(__file__).with_name("fixtures")
FIRST_SCHEMA = "CREATE TABLE things (name TEXT PRIMARY KEY)"
DIGEST = digest_record(play_randomly(GameSetup("damn", 3, {"deals": 2}), 1).record, GAMES)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "history.sqlite"


@pytest.fixture
def use_schema(monkeypatch):
    """Return a function that sets the schema and the migrations of the program."""

    def set_schema(tables, steps):
        monkeypatch.setattr(database, "SCHEMA", tables)
        monkeypatch.setattr(database, "MIGRATIONS", steps)
        monkeypatch.setattr(database, "SCHEMA_VERSION", 1 + max(steps, default=0))

    return set_schema


def is_file_open(path):
    """Return True if this process has a file open; on Windows a rename would fail."""
    if sys.platform == "linux":
        names = [link for link in Path("/proc/self/fd").iterdir() if link.exists()]
        return any(path.samefile(name) for name in names)
    path.rename(path.with_name("moved")).rename(path)
    return False


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION + 1))
def test_databases_of_every_version_open(path, version):
    shutil.copy(FIXTURES / f"history-{version}.sqlite", path)
    with closing(HistoryDatabase.open_or_rebuild(path)) as history:
        found = load_matches(history)
        assert [(one.game, one.is_over, one.is_abandoned) for one in found] == [
            ("damn", True, False),
            ("master", True, False),
            ("rank", False, True),
        ]
        assert [one.total for one in found[0].players] == [-10, 10, 0, 0]
        assert len(load_row_keys(history, MatchFilter(status=MatchStatus.DAMAGED), {})) == 1
        assert load_sums(history, StatisticsQuery(StatisticsSubject(("anna",)), "damn"))
        with history.transaction():
            history.write_digest("new.jsonl", FileStamp(1, 1), DIGEST)
        assert len(load_matches(history)) == 4
    assert not path.with_name(path.name + SET_ASIDE_SUFFIX).exists()


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_only_the_owner_may_read_the_database(path):
    with closing(HistoryDatabase.open_or_rebuild(path)):
        assert path.stat().st_mode & 0o77 == 0


def test_an_older_database_is_migrated_step_by_step(path, use_schema):
    use_schema(FIRST_SCHEMA, {})
    DatabaseConnection.open_file(path, 1).close()
    steps = {1: "ALTER TABLE things ADD COLUMN colour TEXT", 2: "CREATE TABLE others (name TEXT)"}
    use_schema("nonsense", steps)
    with closing(DatabaseConnection.open_file(path, 1)) as cache:
        assert cache.run_sql("PRAGMA user_version") == [(3,)]
        cache.run_sql("INSERT INTO things VALUES ('a', 'red')")
        assert cache.run_sql("SELECT * FROM others") == []


def test_a_failing_migration_is_rolled_back(path, use_schema):
    use_schema(FIRST_SCHEMA, {})
    DatabaseConnection.open_file(path, 1).close()
    use_schema(FIRST_SCHEMA, {1: "CREATE TABLE others (name TEXT); nonsense"})
    with pytest.raises(HistoryError):
        DatabaseConnection.open_file(path, 1)
    use_schema(FIRST_SCHEMA, {})
    with closing(DatabaseConnection.open_file(path, 1)) as cache:
        assert cache.run_sql("SELECT * FROM sqlite_master WHERE name = 'others'") == []


def test_a_newer_database_is_refused(path, use_schema):
    use_schema(FIRST_SCHEMA, {1: "CREATE TABLE others (name TEXT)"})
    DatabaseConnection.open_file(path, 1).close()
    use_schema(FIRST_SCHEMA, {})
    with pytest.raises(GameError, match="history-newer"):
        DatabaseConnection.open_file(path, 1)


def test_a_full_disk_is_reported_and_rolls_back(path):
    with closing(HistoryDatabase.open_or_rebuild(path)) as history:
        history.run_sql("PRAGMA max_page_count = 1")

        def note_many():
            with history.transaction():
                for number in range(500):
                    history.write_fault(
                        f"{number}-{'x' * 200}.jsonl", FileStamp(1, 1), "line-damaged"
                    )

        with pytest.raises(HistoryError, match="history-full"):
            note_many()
        assert not history.load_file_stamps()


def test_a_long_write_of_another_window_is_reported(path):
    with (
        closing(HistoryDatabase.open_or_rebuild(path)) as first,
        closing(HistoryDatabase.open_or_rebuild(path, 0.01)) as second,
    ):
        with (
            first.transaction(),
            pytest.raises(HistoryError, match="history-busy"),
            second.transaction(),
        ):
            pass
        with second.transaction():
            second.write_fault("a.jsonl", FileStamp(1, 1), "line-damaged")
        assert list(first.load_file_stamps()) == ["a.jsonl"]


def test_readers_are_not_blocked_by_a_writer(path):
    with (
        closing(HistoryDatabase.open_or_rebuild(path)) as writer,
        closing(HistoryDatabase.open_or_rebuild(path, 0.01)) as reader,
    ):
        with writer.transaction():
            for number in range(5000):  # more than the page cache holds
                writer.write_fault(f"{number}-{'x' * 500}.jsonl", FileStamp(1, 1), "line-damaged")
            assert reader.load_file_stamps() == {}
        assert len(reader.load_file_stamps()) == 5000


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TABLE matches",
        "PRAGMA user_version = -1",
        "PRAGMA user_version = 0",  # but tables exist already
    ],
)
def test_a_foreign_schema_counts_as_damaged(path, sql):
    HistoryDatabase.open_or_rebuild(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute(sql)
        other.commit()

    def read_matches():
        with closing(DatabaseConnection.open_file(path, 1)) as cache:
            cache.run_sql("SELECT * FROM matches")

    with pytest.raises(HistoryDamagedError):
        read_matches()


def test_digests_of_records_change_only_with_the_version():
    """Digests of older programs would have to be computed again: see docs/list-of-matches.md."""
    expected = json.loads((FIXTURES / f"digests-{SCHEMA_VERSION}.json").read_text(encoding="utf-8"))
    assert {json.loads(line)["game"] for line in _first_lines()} <= set(GAMES)
    assert golden_digests() == expected


def test_an_older_database_is_migrated_to_the_tables_of_a_new_one(path):
    shutil.copy(FIXTURES / "history-1.sqlite", path)
    for _ in range(2):  # The second time its tables are compared with the present ones.
        with closing(DatabaseConnection.open_file(path, 1)) as connection:
            assert connection.run_sql("SELECT * FROM pars") == []


def test_a_migration_can_force_reading_all_records(path, use_schema):
    with closing(HistoryDatabase.open_or_rebuild(path)) as history, history.transaction():
        history.write_digest("a.jsonl", FileStamp(1, 1), DIGEST)
    use_schema(
        database.SCHEMA, {**database.MIGRATIONS, SCHEMA_VERSION: "UPDATE files SET size = -1"}
    )
    with closing(DatabaseConnection.open_file(path, 1)) as cache:
        assert cache.run_sql("SELECT size FROM files") == [(-1,)]


def _first_lines():
    records = [GOLDEN / name for name in golden_digests()]
    return [path.read_text(encoding="utf-8").partition("\n")[0] for path in records]


def test_a_damaged_page_is_noticed_when_it_is_read(path):
    with closing(HistoryDatabase.open_or_rebuild(path)) as history, history.transaction():
        for number in range(200):
            history.write_fault(f"{number}.jsonl", FileStamp(1, 1), "line-damaged")
    data = bytearray(path.read_bytes())
    size = 4096
    for start in range(size, len(data), size):
        if b"line-damaged" in data[start : start + size]:  # The tables' own pages stay as they are.
            data[start : start + size] = b"\xff" * size
    path.write_bytes(data)
    with (
        closing(HistoryDatabase.open_or_rebuild(path)) as history,
        pytest.raises(HistoryDamagedError),
    ):
        history.load_file_stamps()


def test_query_results_do_not_keep_the_file_open(path, use_schema):
    use_schema(FIRST_SCHEMA, {})
    cache = DatabaseConnection.open_file(path, 1)
    for name in "ab":
        cache.insert_row("things", (name,))
    rows = cache.run_sql("SELECT name FROM things")
    cache.close()
    assert rows == [("a",), ("b",)]
    assert not is_file_open(path)


def test_only_the_damaged_database_is_set_aside(path):
    path.write_bytes(b"damaged")
    found = path.stat()
    path.with_name(path.name + JOURNAL_SUFFIX).write_bytes(b"of the damaged one")
    set_aside_database(path, found)
    assert not path.with_name(path.name + JOURNAL_SUFFIX).exists()
    assert path.with_name(path.name + SET_ASIDE_SUFFIX).read_bytes() == b"damaged"
    other = path.with_name("other")
    other.write_bytes(b"somebody has made this meanwhile")
    other.replace(path)
    set_aside_database(path, found)
    assert path.exists()
    path.unlink()
    set_aside_database(path, found)


def test_an_undecodable_schema_counts_as_damaged(path):
    HistoryDatabase.open_or_rebuild(path).close()
    data = bytearray(path.read_bytes())
    data[data.index(b"CREATE TABLE facts") + 8] = 0xFF
    path.write_bytes(data)
    with closing(HistoryDatabase.open_or_rebuild(path)) as history:
        assert load_matches(history) == []
    assert path.with_name(path.name + SET_ASIDE_SUFFIX).exists()


def test_the_database_of_another_program_is_set_aside(path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    HistoryDatabase.open_or_rebuild(path).close()
    with closing(sqlite3.connect(path.with_name(path.name + SET_ASIDE_SUFFIX))) as other:
        assert other.execute("SELECT count(*) FROM recipes").fetchone() == (0,)


ENDLESS_QUERY = """
WITH RECURSIVE endless (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT n FROM endless
"""


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TRIGGER hang AFTER INSERT ON files BEGIN DELETE FROM matches; END",
        f"ALTER TABLE unrated RENAME TO old; CREATE VIEW unrated AS {ENDLESS_QUERY}",
        "CREATE TABLE more (name TEXT)",
        "ALTER TABLE matches ADD COLUMN more TEXT",
        "DROP INDEX matches_left",
    ],
    ids=["trigger", "view", "table", "column", "index"],
)
def test_our_version_with_another_schema_counts_as_damaged(path, sql):
    DatabaseConnection.open_file(path, 0.0).close()
    with closing(sqlite3.connect(path)) as other:
        other.executescript(sql)
    with pytest.raises(HistoryDamagedError):
        DatabaseConnection.open_file(path, 0.0)


def test_tables_added_by_sqlite_are_accepted(path):
    DatabaseConnection.open_file(path, 0.0).close()
    with closing(sqlite3.connect(path)) as other:
        other.executescript("INSERT INTO unrated VALUES ('damn', ''); ANALYZE")
    DatabaseConnection.open_file(path, 0.0).close()


def test_the_schema_is_not_trusted(path):
    with closing(DatabaseConnection.open_file(path, 0.0)) as cache:
        assert cache.run_sql("PRAGMA trusted_schema") == [(0,)]


def test_an_endless_statement_is_interrupted_and_reported(path, monkeypatch):
    monkeypatch.setattr(database, "MAX_STATEMENT_S", 0.0)
    with closing(DatabaseConnection.open_in_memory(path)) as cache:
        with pytest.raises(HistoryError, match="history-slow"):
            cache.run_sql(ENDLESS_QUERY)
        monkeypatch.undo()
        assert cache.run_sql("SELECT 1") == [(1,)]
