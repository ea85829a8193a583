"""The file of what has come of exercises."""

import pytest

from greenbaize.rules.errors import FileError
from greenbaize.store.exercised import Outcome, Outcomes, keep_outcomes, read_outcomes

SOME = Outcomes(5, {"aa": Outcome(8, 1, True), "bb": Outcome(-1, 0, True)})


def test_what_is_kept_is_there_again_for_that_person_and_game_alone(tmp_path):
    path = tmp_path / "deep" / "exercises.json"
    keep_outcomes(path, "1", "damn", SOME)
    keep_outcomes(path, "2", "rank", Outcomes(1, {"cc": Outcome(4, 0, False)}))
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
def test_what_is_damaged_counts_as_not_answered(tmp_path, data: bytes):
    path = tmp_path / "exercises.json"
    path.write_bytes(data)
    assert read_outcomes(path, "1", "damn") == Outcomes()
    keep_outcomes(path, "1", "damn", SOME)
    assert read_outcomes(path, "1", "damn") == SOME


def test_where_nothing_can_be_written_it_is_said(tmp_path):
    path = tmp_path / "exercises.json"
    path.mkdir()
    with pytest.raises(FileError):
        keep_outcomes(path, "1", "damn", SOME)
