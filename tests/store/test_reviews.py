"""Tests of review results: the file, and the collection into the database."""

import errno
import json
import os
import subprocess
import sys

import pytest
from msgspec.structs import asdict

from greenbaize.match.player import Player
from greenbaize.rules.errors import FileError
from greenbaize.store import reviews
from greenbaize.store.history import PEOPLE, History
from greenbaize.store.reviews import (
    Review,
    gather_reviews,
    keep_review,
    read_reviews,
    reviews_changed,
)
from greenbaize.store.statistics import Chosen, GivenAway, Who, given_away
from store.credited import keep, match

ANNA = Chosen(Who(("Anna",)), "damn")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "reviews.jsonl"


@pytest.fixture
def history(tmp_path):
    opened = History.open(tmp_path / "history.sqlite")
    yield opened
    opened.close()


def found(number, deal=1, points=1.5, adviser="hard 1", seat=0):
    return Review(f"{number:032x}", deal, seat, adviser, f"202601{deal:02}T100000", 10, points)


def test_what_was_kept_is_read_again_and_a_newer_review_replaces_an_older_one(path):
    assert read_reviews(path) == []
    for one in (found(1), found(1, 2), found(1, 1, 0.0), found(2)):
        keep_review(path, one)
    assert read_reviews(path) == [found(1, 2), found(1, 1, 0.0), found(2)]
    if os.name == "posix":
        assert path.stat().st_mode & 0o77 == 0


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"[]",
        b"{}",
        b'{"match": "x"',
        *(
            repr(asdict(found(3)) | change).replace("'", '"').encode()
            for change in (
                {"match": "x" * 32},
                {"match": "0" * 31},
                {"deal": 0},
                {"deal": 1.5},
                {"seat": -1},
                {"adviser": ""},
                {"adviser": "x" * 100},
                {"choices": "9"},
                {"points": -1},
                {"points": 1e300},
                {"points": "NaN"},
                {"more": "x" * 2000},
            )
        ),
        b'{"match": "' + b"\xff" * 32 + b'"}',
    ],
)
def test_a_damaged_line_is_passed_over(path, line):
    keep_review(path, found(1))
    with path.open("ab") as file:
        file.write(line)  # without a line end
    keep_review(path, found(2))
    assert read_reviews(path) == [found(1), found(2)]


@pytest.mark.parametrize(
    "change",
    [
        {"match": "0" * 32 + "\n"},
        {"adviser": "hard\x00"},
        {"adviser": "\x1b[2J"},
        {"made": "yesterday"},
        {"made": "20261399T999999"},
        {"made": "20260101T100000\x1b"},
    ],
)
def test_what_would_spoil_where_it_is_shown_is_damaged(path, change):
    keep_review(path, found(1))
    with path.open("ab") as file:
        file.write(json.dumps(asdict(found(3)) | change).encode() + b"\n")
    assert read_reviews(path) == [found(1)]


def test_what_a_newer_program_writes_besides_does_no_harm(path):
    keep_review(path, found(1))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("{", '{"mood": "good", ', 1), encoding="utf-8")
    assert read_reviews(path) == [found(1)]


def test_a_full_disk_is_told_and_leaves_what_was_there(path, monkeypatch):
    keep_review(path, found(1))
    before = path.read_bytes()

    def full(file, data):
        os.write(file.fileno(), data[:20])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(reviews, "write_all", full)
    with pytest.raises(FileError, match="No space"):
        keep_review(path, found(2))
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError):
        keep_review(tmp_path / "file" / "reviews.jsonl", found(1))


def test_several_programs_may_write_to_it(path):
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from greenbaize.store.reviews import Review, keep_review\n"
        "for deal in range(1, 41):\n"
        "    made = '20260101T100000'\n"
        "    found = Review(f'{int(sys.argv[2]):032x}', deal, 0, 'hard', made, 9, 1.0)\n"
        "    keep_review(Path(sys.argv[1]), found)\n"
    )
    where = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    programs = [
        subprocess.Popen([sys.executable, "-c", code, str(path), str(number)], env=where)
        for number in range(2)
    ]
    assert [program.wait() for program in programs] == [0, 0]
    assert len(path.read_bytes().splitlines()) == len(read_reviews(path)) == 80


def test_a_long_file_is_shortened_to_what_counts(path, monkeypatch):
    monkeypatch.setattr(reviews, "ROOMY", 6000)
    for number in range(100):
        keep_review(path, found(number % 3, 1, float(number)))
    assert path.stat().st_size <= 6200
    assert [one.points for one in read_reviews(path)] == [97.0, 98.0, 99.0]
    for number in range(100):
        keep_review(path, found(number))
    assert path.stat().st_size <= 6200
    assert read_reviews(path)[-1] == found(99)


def test_a_file_too_large_to_be_read_is_put_aside_and_that_is_told_once(path, monkeypatch):
    monkeypatch.setattr(reviews, "MOST_BYTES", 6000)
    keep_review(path, found(1))
    garbage = path.read_bytes() + b"x" * 6000
    path.write_bytes(garbage)
    said = keep_review(path, found(2))
    assert said.code == "reviews-too-large"
    aside = path.with_name("reviews.jsonl.bad")
    assert said.values == {"path": str(aside)}
    assert aside.read_bytes() == garbage
    assert keep_review(path, found(3)) is None
    assert read_reviews(path) == [found(2), found(3)]


def test_one_that_cannot_be_put_aside_does_not_grow(path, monkeypatch):
    monkeypatch.setattr(reviews, "MOST_BYTES", 6000)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * 6001)

    def refuse(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(reviews, "put_aside", refuse)
    with pytest.raises(FileError):
        keep_review(path, found(1))
    assert path.stat().st_size == 6001


def test_they_are_gathered_when_the_file_has_changed(history, path):
    assert not reviews_changed(history, path)
    one = match(1, (1, 2))
    keep(history, one._replace(identity=f"{1:032x}"))
    for review in (found(1), found(1, 2, 0.5), found(1, 3, 0.25, "hard 2"), found(7)):
        keep_review(path, review)
    assert reviews_changed(history, path)
    gather_reviews(history, path)
    assert not reviews_changed(history, path)
    assert given_away(history, ANNA) == [
        GivenAway("hard 2", 1, 10, 0.25),
        GivenAway("hard 1", 2, 20, 2.0),
    ]
    assert given_away(history, ANNA._replace(against="easy"))
    assert not given_away(history, ANNA._replace(against=PEOPLE))
    assert not given_away(history, Chosen(Who((), "easy"), "damn"))
    keep_review(path, found(1, 1, 0.0, "hard 2"))
    gather_reviews(history, path)
    assert given_away(history, ANNA) == [
        GivenAway("hard 2", 2, 20, 0.25),
        GivenAway("hard 1", 1, 10, 0.5),
    ]
    path.unlink()
    gather_reviews(history, path)
    assert not given_away(history, ANNA)


def test_what_was_found_in_a_match_that_does_not_count_is_not_counted(history, path):
    one = match(1, (1, 2), (Player("Anna"), Player("Boris")))._replace(identity=f"{1:032x}")
    keep_review(path, found(1))
    gather_reviews(history, path)
    keep(history, one._replace(stood_in=frozenset({0})))
    assert not given_away(history, ANNA)
    keep(history, one)
    assert given_away(history, ANNA) == [GivenAway("hard 1", 1, 10, 1.5)]


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_link_stays_when_reviews_are_kept_and_when_old_lines_are_dropped(
    path, tmp_path, monkeypatch
):
    kept = tmp_path / "kept.jsonl"
    path.parent.mkdir(parents=True)
    path.symlink_to(kept)
    keep_review(path, found(1))
    monkeypatch.setattr(reviews, "ROOMY", 1000)
    for number in range(2, 9):
        keep_review(path, found(number))
    assert path.is_symlink()
    assert read_reviews(kept)[-1] == found(8)
    assert kept.stat().st_size <= 1000
