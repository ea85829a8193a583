"""Tests of the database of matches: storage, duplicates, and damage."""

import os
from dataclasses import replace

import pytest

from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.rules.errors import FileError, HistoryDamagedError
from greenbaize.store.history import History, Stamp
from greenbaize.store.listing import matches
from greenbaize.store.statistics import Chosen, Who, sums
from match.playing import Setup, play_randomly, sealed_match

STAMP = Stamp(100, 1)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "history.sqlite"


@pytest.fixture
def history(path):
    opened = History.open(path)
    yield opened
    opened.close()


def digest(number, name="damn", *, lines=None):
    played = play_randomly(Setup(name, 3, {"deals": 2} if name == "damn" else {}), number)
    kept = played.record.splitlines(keepends=True)[:lines]
    return digest_of(b"".join(kept), GAMES)


def note(history, name, told, stamp=STAMP):
    with history.writing():
        history.note(name, stamp, told)


def test_a_match_is_found_again_as_its_record_tells_it(history):
    told = digest(1)
    note(history, "one.jsonl", told)
    (match,) = matches(history)
    assert (match.identity, match.file, match.game) == (told.identity, "one.jsonl", "damn")
    assert (match.deal, match.over) == (2, True)
    assert [player.total for player in match.players] == list(told.totals)
    assert [player.place for player in match.players] == list(told.end.places)
    assert history.files() == {"one.jsonl": STAMP}


def test_copies_count_once_and_the_one_that_tells_most_counts(history):
    begun, whole = digest(1, lines=4), digest(1)
    note(history, "guest.jsonl", begun)
    assert not matches(history)[0].over
    note(history, "host.jsonl", whole)
    note(history, "older.jsonl", begun)
    assert [match.over for match in matches(history)] == [True]
    assert len(history.files()) == 3


def test_a_match_is_forgotten_with_its_last_record(history):
    told = digest(1)
    note(history, "one.jsonl", told)
    note(history, "two.jsonl", told)
    with history.writing():
        history.forget(["one.jsonl"])
    assert len(matches(history)) == 1
    with history.writing():
        history.forget(["two.jsonl", "never.jsonl"])
    assert not matches(history)
    assert not history.files()


def test_what_is_written_is_there_wholly_or_not_at_all(history):
    def half():
        with history.writing():
            history.note("a.jsonl", STAMP, digest(1))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        half()
    assert not history.files()
    assert not matches(history)


def test_two_windows_may_have_it_open(history, path):
    other = History.open(path)
    note(history, "a.jsonl", digest(1))
    note(other, "b.jsonl", digest(2))
    assert len(matches(history)) == len(matches(other)) == 2
    other.close()


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError):
        History.open(tmp_path / "file" / "history.sqlite")


def test_a_guests_copy_and_the_hosts_are_one_match(history):
    header, _ = sealed_match("damn", 3, {"deals": 2})
    whole = digest(1)._replace(header=header)
    told = whole._replace(header=header.told(1))
    assert whole.identity == told.identity
    note(history, "host.jsonl", whole)
    note(history, "guest.jsonl", told)
    assert len(matches(history)) == 1


def test_what_a_match_counted_is_taken_back_with_it(history):
    people = [digest(number)._replace(stood_in=frozenset()) for number in (1, 2)]
    for told in people:
        sitters = (told.header.sitters[0]._replace(kind="human"), *told.header.sitters[1:])
        note(history, f"{told.identity}.jsonl", with_sitters(told, sitters))
    counted = sums(history, Chosen(Who(("p0",)), "damn"))
    assert counted["points", ""] == (4, sum(told.totals[0] for told in people))
    with history.writing():
        history.forget([f"{people[0].identity}.jsonl"])
    assert sums(history, Chosen(Who(("P0",)), "damn", "easy"))["points", ""] == (
        2,
        people[1].totals[0],
    )


def with_sitters(told, sitters):
    """Return the digest of the same match with other players."""
    return told._replace(header=replace(told.header, sitters=sitters))


@pytest.mark.parametrize("name", ["/elsewhere/x.jsonl", "../x.jsonl", "abandoned/../x.jsonl", "x"])
def test_a_name_that_leads_out_of_the_folder_is_damage(history, name):
    note(history, "a.jsonl", digest(1))
    history.ask("UPDATE matches SET file = ?", (name,))
    with pytest.raises(HistoryDamagedError):
        matches(history)


def test_a_match_of_which_nothing_was_read_is_damage(history):
    note(history, "a.jsonl", digest(1))
    history.ask("DELETE FROM files")
    with pytest.raises(HistoryDamagedError):
        history.files()


@pytest.mark.skipif(os.name == "nt", reason="nobody can remove an open file there")
def test_it_is_noticed_when_another_database_lies_there(history, path):
    assert not history.moved
    path.unlink()
    assert history.moved
    History.open(path).close()
    assert history.moved


def test_when_a_match_was_begun_is_a_real_moment_or_not_known(history):
    for number, begun in enumerate(("20261399T999999", "99999999T000000", "x" * 1000)):
        told = digest(number)
        header = replace(told.header, more=told.header.more | {"begun": begun})
        note(history, f"{number}.jsonl", told._replace(header=header))
    assert {kept.begun for kept in matches(history)} == {""}
