"""Records to be played back: which are, who sees what of them, and reading one."""

import shutil
from pathlib import Path

import pytest

from greenbaize.app.memory.replays import ReplayView, read_replay
from greenbaize.app.memory.visibility_guard import opening_of
from greenbaize.match.past import OPEN
from greenbaize.rules.errors import FileError, RecordError
from greenbaize.store import folders
from greenbaize.store.folders import GIVEN_UP
from match.playing import Setup, play_randomly, told_to

GOLDEN = Path(__file__).parents[2] / "golden"


def left_off(name: str, count: int, path: Path) -> Path:
    """A match that was left after so many events."""
    path.parent.mkdir(exist_ok=True)
    lines = (GOLDEN / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: count + 1]))
    return path


def test_what_is_over_or_only_told_is_played_back(tmp_path: Path) -> None:
    assert opening_of(GOLDEN / "damn-3.jsonl").replay
    assert opening_of(GOLDEN / "damn-3-no-seed.jsonl").replay
    assert not opening_of(GOLDEN / "damn-3-cut-short.jsonl").replay
    assert not opening_of(left_off("damn-3", 9, tmp_path / "left.jsonl")).replay
    told = tmp_path / "told.jsonl"
    told.write_bytes(told_to(play_randomly(Setup("rank", 2, {}), 1), 1))
    assert opening_of(told).replay


def test_what_cannot_be_read_is_left_to_who_tells_of_it(tmp_path: Path) -> None:
    assert not opening_of(tmp_path / "nothing.jsonl").replay
    assert not opening_of(tmp_path).replay
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    assert not opening_of(empty).replay
    empty.write_bytes(b"\xff\xfe{}\n")
    assert not opening_of(empty).replay


def test_a_finished_match_may_be_looked_at_openly() -> None:
    replay = read_replay(GOLDEN / "damn-3.jsonl")
    assert replay.viewers == (0, OPEN, 1, 2, None)
    assert read_replay(GOLDEN / "ass-3.jsonl").viewers == (OPEN, 0, 1, 2, None)
    assert replay.can_play_on
    assert not read_replay(GOLDEN / "damn-3-no-seed.jsonl").can_play_on


def test_nobody_peeks_into_one_that_is_not_over(tmp_path: Path) -> None:
    path = left_off("damn-3", 9, tmp_path / "left.jsonl")
    assert read_replay(path).viewers == (0, None)
    # At a table of computer players alone there is nothing to peek at, nor in one given up.
    bots = left_off("ass-3", 30, tmp_path / "bots.jsonl")
    assert read_replay(bots).viewers[0] == OPEN
    given_up = folders.matches() / GIVEN_UP
    given_up.mkdir(parents=True)
    shutil.move(path, given_up / path.name)
    assert OPEN in read_replay(given_up / path.name).viewers
    several = left_off("damn-4-table", 30, tmp_path / "several.jsonl")
    assert read_replay(several).viewers == (None,)


@pytest.mark.parametrize("seat", [None, 1])
def test_what_was_told_is_all_there_is(tmp_path: Path, seat: int | None) -> None:
    played = play_randomly(Setup("master", 3, {}), 1)
    path = tmp_path / "told.jsonl"
    path.write_bytes(told_to(played, seat))
    replay = read_replay(path)
    assert replay.viewers == (OPEN,)
    assert replay.told
    assert replay.own == seat
    assert not replay.can_play_on


def test_reading_is_watched(tmp_path: Path) -> None:
    played = play_randomly(Setup("rank", 10, {"deals": 4}), 1)
    path = tmp_path / "long.jsonl"
    for data in (played.record, told_to(played, 3)):
        path.write_bytes(data)
        counts: list[int] = []
        read_replay(path, watched=counts.append)
        assert counts[0] == 500
        assert counts[-1] == len(played.events)


def test_what_does_not_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="score"):
        read_replay(GOLDEN / "damaged" / "score-too-high.jsonl")
    with pytest.raises(FileError):
        read_replay(tmp_path / "nothing.jsonl")
    with pytest.raises(FileError):
        read_replay(tmp_path)


def test_the_place_of_who_looks_asks_nothing() -> None:
    replay = read_replay(GOLDEN / "damn-3.jsonl")
    place = ReplayView(replay, 0)
    place.begin()
    assert place.question is None
    assert place.offers == ()
    assert not place.others_act
    assert place.has_review  # of the person's choices
    assert place.told == replay.told_to(0)
    assert not ReplayView(replay, None).has_review
    assert not ReplayView(read_replay(GOLDEN / "ass-3.jsonl"), 1).has_review
    view = replay.playback.view(9, 0)
    place.show(view)
    assert place.view is view
