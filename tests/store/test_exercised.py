"""Tests of the file of exercise outcomes."""

import os

import pytest

from greenbaize.rules.errors import FileError
from greenbaize.store.exercised import MOST_BYTES, Outcome, Outcomes, keep_outcome, read_outcomes

SOME = Outcomes(2, {"aa": Outcome(8, 1, True), "bb": Outcome(-1, 0, True)})


def keep(path):
    for name, outcome in SOME.done.items():
        keep_outcome(path, "1", "damn", name, outcome)


def test_what_is_kept_is_there_again_for_that_person_and_game_alone(tmp_path):
    path = tmp_path / "deep" / "exercises.json"
    keep(path)
    keep_outcome(path, "2", "rank", "cc", Outcome(4, 0, False))
    assert read_outcomes(path, "1", "damn") == SOME
    assert read_outcomes(path, "1", "rank") == Outcomes()
    assert read_outcomes(path, "2", "rank").answers == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{",
        b'{"1": 3}',
        b'{"1": {"damn": {"done": {"aa": [1]}, "answers": "x"}}}',
        b"\0",
    ],
)
def test_what_is_damaged_counts_as_not_answered(tmp_path, data):
    path = tmp_path / "exercises.json"
    path.write_bytes(data)
    assert read_outcomes(path, "1", "damn") == Outcomes()
    keep(path)
    assert read_outcomes(path, "1", "damn") == SOME


def test_where_nothing_can_be_written_it_is_said(tmp_path):
    path = tmp_path / "exercises.json"
    path.mkdir()
    with pytest.raises(FileError):
        keep(path)


def test_a_file_that_cannot_be_read_is_not_written_over(tmp_path):
    path = tmp_path / "exercises.json"
    path.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(FileError):
        keep(path)
    assert path.stat().st_size == MOST_BYTES + 1
    assert read_outcomes(path, "1", "damn") == Outcomes()


@pytest.mark.skipif(os.name != "posix", reason="links and permissions of POSIX")
def test_a_link_and_the_permissions_stay(tmp_path):
    path, kept = tmp_path / "exercises.json", tmp_path / "kept.json"
    keep(kept)
    kept.chmod(0o600)
    path.symlink_to(kept)
    keep_outcome(path, "2", "rank", "cc", Outcome(4, 0, False))
    assert path.is_symlink()
    assert read_outcomes(kept, "1", "damn") == SOME
    assert kept.stat().st_mode & 0o777 == 0o600
