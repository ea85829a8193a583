"""Tests of the database of matches: storage, duplicates, and damage."""

import os
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from greenbaize.games import GAMES
from greenbaize.match.digest import digest_record
from greenbaize.rules.errors import FileError, HistoryDamagedError
from greenbaize.store import folders
from greenbaize.store.files import SET_ASIDE_SUFFIX
from greenbaize.store.history import (
    FileStamp,
    HistoryDatabase,
    query_history,
    query_or_rebuild_history,
)
from greenbaize.store.match_list import load_matches
from greenbaize.store.statistics import StatisticsQuery, StatisticsSubject, load_sums
from match.random_matches import GameSetup, create_sealed_header, play_randomly

STAMP = FileStamp(100, 1)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "history.sqlite"


@pytest.fixture
def history(path):
    database = HistoryDatabase.open_or_rebuild(path)
    yield database
    database.close()


def make_digest_of_match(number, name="damn", *, lines=None):
    sample = play_randomly(GameSetup(name, 3, {"deals": 2} if name == "damn" else {}), number)
    lines_read = sample.record.splitlines(keepends=True)[:lines]
    return digest_record(b"".join(lines_read), GAMES)


def write_digest(history, name, match_digest, stamp=STAMP):
    with history.transaction():
        history.write_digest(name, stamp, match_digest)


def test_a_match_is_stored_as_in_its_record(history):
    match_digest = make_digest_of_match(1)
    write_digest(history, "one.jsonl", match_digest)
    (match,) = load_matches(history)
    assert (match.identity, match.file, match.game) == (match_digest.identity, "one.jsonl", "damn")
    assert (match.deal, match.is_over) == (2, True)
    assert [player.total for player in match.players] == list(match_digest.totals)
    assert [player.rank for player in match.players] == list(match_digest.end_event.places)
    assert history.load_file_stamps() == {"one.jsonl": STAMP}


def test_copies_count_once_and_the_longest_one_counts(history):
    short_digest, whole_digest = make_digest_of_match(1, lines=4), make_digest_of_match(1)
    write_digest(history, "guest.jsonl", short_digest)
    assert not load_matches(history)[0].is_over
    write_digest(history, "host.jsonl", whole_digest)
    write_digest(history, "older.jsonl", short_digest)
    assert [match.is_over for match in load_matches(history)] == [True]
    assert len(history.load_file_stamps()) == 3


def test_a_match_is_forgotten_with_its_last_record(history):
    match_digest = make_digest_of_match(1)
    write_digest(history, "one.jsonl", match_digest)
    write_digest(history, "two.jsonl", match_digest)
    with history.transaction():
        history.delete_files(["one.jsonl"])
    assert len(load_matches(history)) == 1
    with history.transaction():
        history.delete_files(["two.jsonl", "never.jsonl"])
    assert not load_matches(history)
    assert not history.load_file_stamps()


def test_a_transaction_is_written_completely_or_not_at_all(history):
    def write_and_interrupt():
        with history.transaction():
            history.write_digest("a.jsonl", STAMP, make_digest_of_match(1))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_and_interrupt()
    assert not history.load_file_stamps()
    assert not load_matches(history)


def test_two_windows_may_have_it_open(history, path):
    other = HistoryDatabase.open_or_rebuild(path)
    write_digest(history, "a.jsonl", make_digest_of_match(1))
    write_digest(other, "b.jsonl", make_digest_of_match(2))
    assert len(load_matches(history)) == len(load_matches(other)) == 2
    other.close()


def test_an_unwritable_folder_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError):
        HistoryDatabase.open_or_rebuild(tmp_path / "file" / "history.sqlite")


def test_a_guests_copy_and_the_hosts_are_one_match(history):
    header, _ = create_sealed_header("damn", 3, {"deals": 2})
    host_digest = make_digest_of_match(1)._replace(header=header)
    guest_digest = host_digest._replace(header=header.redact_for(1))
    assert host_digest.identity == guest_digest.identity
    write_digest(history, "host.jsonl", host_digest)
    write_digest(history, "guest.jsonl", guest_digest)
    assert len(load_matches(history)) == 1


def test_counts_are_removed_with_their_match(history):
    digests = [
        make_digest_of_match(number)._replace(substituted_seats=frozenset()) for number in (1, 2)
    ]
    for match_digest in digests:
        players = (
            match_digest.header.players[0]._replace(kind="human"),
            *match_digest.header.players[1:],
        )
        write_digest(history, f"{match_digest.identity}.jsonl", with_players(match_digest, players))
    counted = load_sums(history, StatisticsQuery(StatisticsSubject(("p0",)), "damn"))
    assert counted["points", ""] == (4, sum(match_digest.totals[0] for match_digest in digests))
    with history.transaction():
        history.delete_files([f"{digests[0].identity}.jsonl"])
    assert load_sums(history, StatisticsQuery(StatisticsSubject(("P0",)), "damn", "easy"))[
        "points", ""
    ] == (
        2,
        digests[1].totals[0],
    )


def with_players(match_digest, players):
    """Return the digest of the same match with other players."""
    return match_digest._replace(header=replace(match_digest.header, players=players))


@pytest.mark.parametrize("name", ["/elsewhere/x.jsonl", "../x.jsonl", "abandoned/../x.jsonl", "x"])
def test_a_name_that_leads_out_of_the_folder_is_damage(history, name):
    write_digest(history, "a.jsonl", make_digest_of_match(1))
    history.run_sql("UPDATE matches SET file = ?", (name,))
    with pytest.raises(HistoryDamagedError):
        load_matches(history)


def test_a_match_without_record_files_is_damage(history):
    write_digest(history, "a.jsonl", make_digest_of_match(1))
    history.run_sql("DELETE FROM files")
    with pytest.raises(HistoryDamagedError):
        history.load_file_stamps()


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot replace an open file")
def test_a_replaced_database_file_is_noticed(history, path):
    assert not history.was_replaced
    path.unlink()
    assert history.was_replaced
    HistoryDatabase.open_or_rebuild(path).close()
    assert history.was_replaced


def test_an_impossible_start_time_counts_as_unknown(history):
    for number, start_time in enumerate(("20261399T999999", "99999999T000000", "x" * 1000)):
        match_digest = make_digest_of_match(number)
        header = replace(
            match_digest.header, extra=match_digest.header.extra | {"begun": start_time}
        )
        write_digest(history, f"{number}.jsonl", match_digest._replace(header=header))
    assert {row.begun for row in load_matches(history)} == {""}


class TestQueries:
    """Optional queries need no database, and a damaged one is replaced once."""

    @pytest.fixture(autouse=True)
    def path(self, tmp_path, monkeypatch):
        monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
        return folders.history_path()

    def write_fault(self, history):
        with history.transaction():
            history.write_fault("a.jsonl", FileStamp(1, 1), "line-damaged")

    def test_an_optional_query_creates_no_database(self, path):
        assert query_history(HistoryDatabase.load_file_stamps) is None
        assert not path.exists()

    def test_an_optional_query_does_not_wait_for_a_lock(self, path):
        with closing(HistoryDatabase.open_or_rebuild(path)) as history:
            self.write_fault(history)
        assert query_history(HistoryDatabase.load_faulty_files) == ["a.jsonl"]
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            assert query_history(HistoryDatabase.load_faulty_files, 0.01) is None

    def test_a_damaged_database_is_replaced_and_queried_again(self, path):
        with closing(HistoryDatabase.open_or_rebuild(path)) as history:
            self.write_fault(history)
            history.insert_row("files", ("..", 1, 1, None, "x", 0, 0, 0, 0))
        assert query_or_rebuild_history(HistoryDatabase.load_file_stamps) == {}
        assert path.with_name(path.name + SET_ASIDE_SUFFIX).exists()

    @pytest.mark.skipif(os.name == "nt", reason="Windows cannot move an open file")
    def test_a_new_database_of_another_window_is_kept(self, path):
        elsewhere = path.with_name("elsewhere")

        def question(history):
            if elsewhere.exists():
                return history.load_faulty_files()
            path.replace(elsewhere)
            with closing(HistoryDatabase.open_or_rebuild(path)) as other:
                self.write_fault(other)
            raise HistoryDamagedError(path)

        assert query_or_rebuild_history(question) == ["a.jsonl"]
        assert not path.with_name(path.name + SET_ASIDE_SUFFIX).exists()
