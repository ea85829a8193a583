"""Tests of review results: the file, and the collection into the database."""

import errno
import json
import os
import subprocess
import sys

import pytest
from msgspec.structs import asdict

from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.errors import FileError
from greenbaize.store import deal_file, files
from greenbaize.store.hints import HINTS
from greenbaize.store.history import PEOPLE_OPPONENTS, HistoryDatabase
from greenbaize.store.notes import NOTES, MomentNote
from greenbaize.store.reviews import REVIEWS, DealReview
from greenbaize.store.statistics import (
    ReviewLoss,
    StatisticsQuery,
    StatisticsSubject,
    load_review_losses,
)
from store.sample_digests import make_digest, write_digests

ANNA_QUERY = StatisticsQuery(StatisticsSubject(("Anna",)), "damn")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "reviews.jsonl"


@pytest.fixture
def history(tmp_path):
    database = HistoryDatabase.open_or_rebuild(tmp_path / "history.sqlite")
    yield database
    database.close()


def make_review(number, deal=1, points=1.5, adviser="hard 1", seat=0):
    return DealReview(f"{number:032x}", deal, seat, adviser, f"202601{deal:02}T100000", 10, points)


def test_stored_reviews_are_read_and_newer_ones_replace_older_ones(path):
    assert REVIEWS.read_results(path) == []
    for one in (make_review(1), make_review(1, 2), make_review(1, 1, 0.0), make_review(2)):
        REVIEWS.write_result(path, one)
    assert REVIEWS.read_results(path) == [make_review(1, 2), make_review(1, 1, 0.0), make_review(2)]
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
            repr(asdict(make_review(3)) | change).replace("'", '"').encode()
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
                {"more": "x" * 20000},
            )
        ),
        b'{"match": "' + b"\xff" * 32 + b'"}',
    ],
)
def test_a_damaged_line_is_skipped(path, line):
    REVIEWS.write_result(path, make_review(1))
    with path.open("ab") as file:
        file.write(line)  # without a line end
    REVIEWS.write_result(path, make_review(2))
    assert REVIEWS.read_results(path) == [make_review(1), make_review(2)]


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
def test_control_characters_and_wrong_times_count_as_damage(path, change):
    REVIEWS.write_result(path, make_review(1))
    with path.open("ab") as file:
        file.write(json.dumps(asdict(make_review(3)) | change).encode() + b"\n")
    assert REVIEWS.read_results(path) == [make_review(1)]


def test_unknown_keys_are_ignored(path):
    REVIEWS.write_result(path, make_review(1))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("{", '{"mood": "good", ', 1), encoding="utf-8")
    assert REVIEWS.read_results(path) == [make_review(1)]


def test_a_full_disk_is_reported_and_keeps_the_file(path, monkeypatch):
    REVIEWS.write_result(path, make_review(1))
    before = path.read_bytes()

    def full(file, data):
        os.write(file.fileno(), data[:20])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "write_all_bytes", full)
    with pytest.raises(FileError, match="No space"):
        REVIEWS.write_result(path, make_review(2))
    assert path.read_bytes() == before


def test_an_unwritable_folder_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError):
        REVIEWS.write_result(tmp_path / "file" / "reviews.jsonl", make_review(1))


def test_several_programs_may_write_to_it(path):
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from greenbaize.store.reviews import REVIEWS, DealReview\n"
        "for deal in range(1, 41):\n"
        "    made = '20260101T100000'\n"
        "    review = DealReview(f'{int(sys.argv[2]):032x}', deal, 0, 'hard', made, 9, 1.0)\n"
        "    REVIEWS.write_result(Path(sys.argv[1]), review)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    programs = [
        subprocess.Popen([sys.executable, "-c", code, str(path), str(number)], env=environment)
        for number in range(2)
    ]
    assert [program.wait() for program in programs] == [0, 0]
    assert len(path.read_bytes().splitlines()) == len(REVIEWS.read_results(path)) == 80


def test_a_long_file_is_compacted(path, monkeypatch):
    monkeypatch.setattr(deal_file, "COMPACT_ABOVE_BYTES", 6000)
    for number in range(100):
        REVIEWS.write_result(path, make_review(number % 3, 1, float(number)))
    assert path.stat().st_size <= 6200
    assert [one.points for one in REVIEWS.read_results(path)] == [97.0, 98.0, 99.0]
    for number in range(100):
        REVIEWS.write_result(path, make_review(number))
    assert path.stat().st_size <= 6200
    assert REVIEWS.read_results(path)[-1] == make_review(99)


def test_lines_and_keys_of_newer_programs_outlive_a_compaction(path, monkeypatch):
    REVIEWS.write_result(path, make_review(1))
    newer_key = path.read_bytes().replace(b"{", b'{"mood": "good", ', 1)
    newer_line = b'{"match": "of another kind", "deal": [1, 2]}\n'
    path.write_bytes(newer_key + newer_line + b"damaged\n")
    monkeypatch.setattr(deal_file, "COMPACT_ABOVE_BYTES", 6000)
    for number in range(100):
        REVIEWS.write_result(path, make_review(2 + number % 3))
    text = path.read_bytes()
    assert text.count(b"\n") < 60
    assert newer_key in text
    assert newer_line in text
    assert b"damaged" not in text


def test_a_compaction_keeps_three_quarters_and_the_latest(path, monkeypatch):
    monkeypatch.setattr(deal_file, "COMPACT_ABOVE_BYTES", 6000)
    sizes = []
    for number in range(100):
        REVIEWS.write_result(path, make_review(number))
        sizes.append(path.stat().st_size)
    assert max(sizes) <= 6000
    assert min(sizes[40:]) >= 4200
    numbers = [int(one.match, 16) for one in REVIEWS.read_results(path)]
    assert numbers == list(range(numbers[0], 100))


def test_a_file_too_large_to_read_is_set_aside_and_reported_once(path, monkeypatch):
    monkeypatch.setattr(deal_file, "MAX_FILE_BYTES", 6000)
    REVIEWS.write_result(path, make_review(1))
    garbage = path.read_bytes() + b"x" * 6000
    path.write_bytes(garbage)
    message = REVIEWS.write_result(path, make_review(2))
    assert message.code == "reviews-too-large"
    aside = path.with_name("reviews.jsonl.bad")
    assert message.values == {"path": str(aside)}
    assert aside.read_bytes() == garbage
    assert REVIEWS.write_result(path, make_review(3)) is None
    assert REVIEWS.read_results(path) == [make_review(2), make_review(3)]


def test_no_note_or_hint_of_a_person_is_dropped_for_its_size(path, monkeypatch):
    monkeypatch.setattr(deal_file, "COMPACT_ABOVE_BYTES", 6000)
    monkeypatch.setattr(deal_file, "MAX_FILE_BYTES", 12000)
    for number in range(200):
        note = MomentNote(f"{number:032x}", 1, 0, 3, "20261128T120000", "n" * 100)
        assert NOTES.write_result(path, note) is None
        assert NOTES.write_result(path, note) is None
    assert len(NOTES.read_results(path)) == 200
    assert path.stat().st_size < 60_000
    assert [one.name for one in path.parent.iterdir() if ".bad" in one.name] == []
    assert HINTS.keeps_all


def test_a_file_that_cannot_be_set_aside_does_not_grow(path, monkeypatch):
    monkeypatch.setattr(deal_file, "MAX_FILE_BYTES", 6000)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * 6001)

    def refuse(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(deal_file, "set_aside_file", refuse)
    with pytest.raises(FileError):
        REVIEWS.write_result(path, make_review(1))
    assert path.stat().st_size == 6001


def test_reviews_are_collected_after_a_change_of_the_file(history, path):
    assert not REVIEWS.has_changed(history, path)
    one = make_digest(1, (1, 2))
    write_digests(history, one._replace(identity=f"{1:032x}"))
    for review in (
        make_review(1),
        make_review(1, 2, 0.5),
        make_review(1, 3, 0.25, "hard 2"),
        make_review(7),
    ):
        REVIEWS.write_result(path, review)
    assert REVIEWS.has_changed(history, path)
    REVIEWS.sync_index(history, path)
    assert not REVIEWS.has_changed(history, path)
    assert load_review_losses(history, ANNA_QUERY) == [
        ReviewLoss("hard 2", 1, 10, 0.25),
        ReviewLoss("hard 1", 2, 20, 2.0),
    ]
    assert load_review_losses(history, ANNA_QUERY._replace(opponent_kind="easy"))
    assert not load_review_losses(history, ANNA_QUERY._replace(opponent_kind=PEOPLE_OPPONENTS))
    assert not load_review_losses(history, StatisticsQuery(StatisticsSubject((), "easy"), "damn"))
    REVIEWS.write_result(path, make_review(1, 1, 0.0, "hard 2"))
    REVIEWS.sync_index(history, path)
    assert load_review_losses(history, ANNA_QUERY) == [
        ReviewLoss("hard 2", 2, 20, 0.25),
        ReviewLoss("hard 1", 1, 10, 0.5),
    ]
    path.unlink()
    REVIEWS.sync_index(history, path)
    assert not load_review_losses(history, ANNA_QUERY)


def test_reviews_of_uncounted_matches_are_not_counted(history, path):
    one = make_digest(1, (1, 2), (HeaderPlayer("Anna"), HeaderPlayer("Boris")))._replace(
        identity=f"{1:032x}"
    )
    REVIEWS.write_result(path, make_review(1))
    REVIEWS.sync_index(history, path)
    write_digests(history, one._replace(substituted_seats=frozenset({0})))
    assert not load_review_losses(history, ANNA_QUERY)
    write_digests(history, one)
    assert load_review_losses(history, ANNA_QUERY) == [ReviewLoss("hard 1", 1, 10, 1.5)]


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links")
def test_a_link_is_kept_when_reviews_are_written_and_compacted(path, tmp_path, monkeypatch):
    target = tmp_path / "kept.jsonl"
    path.parent.mkdir(parents=True)
    path.symlink_to(target)
    REVIEWS.write_result(path, make_review(1))
    monkeypatch.setattr(deal_file, "COMPACT_ABOVE_BYTES", 1000)
    for number in range(2, 9):
        REVIEWS.write_result(path, make_review(number))
    assert path.is_symlink()
    assert REVIEWS.read_results(target)[-1] == make_review(8)
    assert target.stat().st_size <= 1000
