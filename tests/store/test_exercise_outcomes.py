"""Tests of the file of exercise outcomes."""

import os

import pytest

from greenbaize.rules.errors import FileError
from greenbaize.store.exercise_outcomes import (
    MAX_FILE_BYTES,
    ExerciseOutcome,
    ExerciseOutcomes,
    read_outcomes,
    write_outcome,
)

SAMPLE_OUTCOMES = ExerciseOutcomes(
    2, {"aa": ExerciseOutcome(8, 1, True), "bb": ExerciseOutcome(-1, 0, True)}
)


def write_outcomes(path):
    for name, outcome in SAMPLE_OUTCOMES.outcomes.items():
        write_outcome(path, "1", "damn", name, outcome)


def test_outcomes_are_stored_per_person_and_game(tmp_path):
    path = tmp_path / "deep" / "exercises.json"
    write_outcomes(path)
    write_outcome(path, "2", "rank", "cc", ExerciseOutcome(4, 0, False))
    assert read_outcomes(path, "1", "damn") == SAMPLE_OUTCOMES
    assert read_outcomes(path, "1", "rank") == ExerciseOutcomes()
    assert read_outcomes(path, "2", "rank").answer_count == 1


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
def test_damaged_outcomes_count_as_unanswered(tmp_path, data):
    path = tmp_path / "exercises.json"
    path.write_bytes(data)
    assert read_outcomes(path, "1", "damn") == ExerciseOutcomes()
    write_outcomes(path)
    assert read_outcomes(path, "1", "damn") == SAMPLE_OUTCOMES


def test_a_write_error_is_raised(tmp_path):
    path = tmp_path / "exercises.json"
    path.mkdir()
    with pytest.raises(FileError):
        write_outcomes(path)


def test_a_file_that_cannot_be_read_is_not_written_over(tmp_path):
    path = tmp_path / "exercises.json"
    path.write_bytes(b" " * (MAX_FILE_BYTES + 1))
    with pytest.raises(FileError):
        write_outcomes(path)
    assert path.stat().st_size == MAX_FILE_BYTES + 1
    assert read_outcomes(path, "1", "damn") == ExerciseOutcomes()


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links and permissions")
def test_a_link_and_the_permissions_stay(tmp_path):
    path, target = tmp_path / "exercises.json", tmp_path / "kept.json"
    write_outcomes(target)
    target.chmod(0o600)
    path.symlink_to(target)
    write_outcome(path, "2", "rank", "cc", ExerciseOutcome(4, 0, False))
    assert path.is_symlink()
    assert read_outcomes(target, "1", "damn") == SAMPLE_OUTCOMES
    assert target.stat().st_mode & 0o777 == 0o600
