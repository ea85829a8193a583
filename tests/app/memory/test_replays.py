"""Tests for replays: which records can be replayed, by whom, and how they are read."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from greenbaize.app.memory.replays import PastView, ReplayView, read_replay, steps_of, tricks_of
from greenbaize.app.memory.visibility_guard import opening_of
from greenbaize.app.tables.matches import remove
from greenbaize.app.tables.seats import own_seat
from greenbaize.app.tables.unfinished import record_of
from greenbaize.games import GAMES
from greenbaize.match.past import OPEN
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes, parted
from greenbaize.rules.errors import FileError, GameError, RecordError, RecordLockedError
from greenbaize.store import folders
from greenbaize.store.folders import GIVEN_UP
from greenbaize.store.record_file import KEYS_SUFFIX, lock_record
from match.playing import Setup, play_randomly, told_to

GOLDEN = Path(__file__).parents[2] / "golden"


def left_off(name, count, path):
    """Write a golden record cut after ``count`` events."""
    path.parent.mkdir(exist_ok=True)
    lines = (GOLDEN / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: count + 1]))
    return path


def test_what_is_over_or_only_told_is_played_back(tmp_path):
    assert opening_of(GOLDEN / "damn-3.jsonl").replay
    assert opening_of(GOLDEN / "damn-3-no-seed.jsonl").replay
    assert not opening_of(GOLDEN / "damn-3-cut-short.jsonl").replay
    assert not opening_of(left_off("damn-3", 9, tmp_path / "left.jsonl")).replay
    told = tmp_path / "told.jsonl"
    told.write_bytes(told_to(play_randomly(Setup("rank", 2, {}), 1), 1))
    assert opening_of(told).replay


def test_what_cannot_be_read_is_left_to_who_tells_of_it(tmp_path):
    assert not opening_of(tmp_path / "nothing.jsonl").replay
    assert not opening_of(tmp_path).replay
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    assert not opening_of(empty).replay
    empty.write_bytes(b"\xff\xfe{}\n")
    assert not opening_of(empty).replay


def test_a_finished_match_may_be_looked_at_openly():
    replay = read_replay(GOLDEN / "damn-3.jsonl")
    assert replay.viewers == (0, OPEN, 1, 2, None)
    assert read_replay(GOLDEN / "ass-3.jsonl").viewers == (OPEN, 0, 1, 2, None)
    assert replay.can_play_on
    assert not read_replay(GOLDEN / "damn-3-no-seed.jsonl").can_play_on


def test_nobody_peeks_into_one_that_is_not_over(tmp_path):
    path = left_off("damn-3", 9, tmp_path / "left.jsonl")
    assert read_replay(path).viewers == (0, None)
    # In a match of bots, or an abandoned one, there is nothing to spy on.
    bots = left_off("ass-3", 30, tmp_path / "bots.jsonl")
    assert read_replay(bots).viewers[0] == OPEN
    given_up = folders.matches() / GIVEN_UP
    given_up.mkdir(parents=True)
    shutil.move(path, given_up / path.name)
    assert OPEN in read_replay(given_up / path.name).viewers
    several = left_off("damn-4-table", 30, tmp_path / "several.jsonl")
    assert read_replay(several).viewers == (None,)


@pytest.mark.parametrize("seat", [None, 1])
def test_what_was_told_is_all_there_is(tmp_path, seat):
    played = play_randomly(Setup("master", 3, {}), 1)
    path = tmp_path / "told.jsonl"
    path.write_bytes(told_to(played, seat))
    replay = read_replay(path)
    assert replay.viewers == (OPEN,)
    assert replay.told
    assert replay.own == seat
    assert not replay.can_play_on


def test_reading_is_watched(tmp_path):
    played = play_randomly(Setup("rank", 10, {"deals": 4}), 1)
    path = tmp_path / "long.jsonl"
    for data in (played.record, told_to(played, 3)):
        path.write_bytes(data)
        counts = []
        read_replay(path, progress=counts.append)
        assert counts[0] == 500
        assert counts[-1] == len(played.events)


def test_what_does_not_hold_is_refused(tmp_path):
    with pytest.raises(RecordError, match="score"):
        read_replay(GOLDEN / "damaged" / "score-too-high.jsonl")
    with pytest.raises(FileError):
        read_replay(tmp_path / "nothing.jsonl")
    with pytest.raises(FileError):
        read_replay(tmp_path)


def test_the_place_of_who_looks_asks_nothing():
    replay = read_replay(GOLDEN / "damn-3.jsonl")
    place = ReplayView(replay, 0)
    place.begin()
    assert place.question is None
    assert place.offers == ()
    assert not place.others_act
    assert place.has_review  # of the person's decisions
    assert place.told == replay.told_to(0)
    assert not ReplayView(replay, None).has_review
    assert not ReplayView(read_replay(GOLDEN / "ass-3.jsonl"), 1).has_review
    view = replay.playback.view(9, 0)
    place.shown = view
    assert place.view is view


DAMN = play_randomly(Setup("damn", 3, {"deals": 2}), 1)


def of_people(*people, lines=None):
    """Return the record with people at these seats, cut before line ``lines``."""
    header, *_ = parted(DAMN.record, GAMES)
    sitters = tuple(
        Player(f"P{seat}") if seat in people else one for seat, one in enumerate(header.sitters)
    )
    first = line_bytes(replace(header, sitters=sitters).line())
    return first + b"".join(DAMN.record.splitlines(keepends=True)[1:lines])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.jsonl"


def test_a_place_knows_what_the_person_knew(path):
    path.write_bytes(of_people(1))
    place = PastView(path, ["Ida"])
    assert (place.seat, place.advises, place.record) == (1, True, path)
    assert place.over
    assert place.end is not None
    assert b"seed" not in place.told.splitlines()[0]


def test_of_several_people_it_is_the_one_of_that_name(path):
    path.write_bytes(of_people(0, 2))
    assert PastView(path, ["p2"]).seat == 2
    assert PastView(path, ["somebody", "P2"]).seat == 2
    assert PastView(path, ["somebody"]).seat == 0


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (DAMN.record, "review-nobody"),
        (of_people(0, lines=9), "review-no-deal"),
        (of_people(0, 1, lines=-1), "review-friends"),
    ],
)
def test_what_cannot_be_reviewed_says_why(path, data, code):
    path.write_bytes(data)
    with pytest.raises(GameError, match=code):
        PastView(path, ["P0"])


def test_a_guests_record_has_the_guests_place(path):
    path.write_bytes(told_to(DAMN, 2))
    assert own_seat(record_of(path).header, ("P0",)) == 2


def test_every_trick_is_found_and_explained(path):
    path.write_bytes(DAMN.record)
    tricks = tricks_of(record_of(path))
    assert [(one.deal, one.number) for one in tricks] == [(1, 1), (2, 1), (2, 2)]
    for one in tricks:
        steps = steps_of("damn", one)
        assert [card for card, _, _ in steps] == list(one.trick.cards)
        assert all(said for _, _, said in steps)


def test_a_game_without_tricks_has_none(path):
    path.write_bytes(play_randomly(Setup("rank", 3, {"deals": 1}), 1).record)
    assert tricks_of(record_of(path)) == []


class TestRemoving:
    def test_what_lies_beside_it_goes_too(self, path, tmp_path):
        path.write_bytes(DAMN.record)
        path.with_suffix(KEYS_SUFFIX).write_text("keys")
        assert remove(path, None).away
        assert list(tmp_path.iterdir()) == []

    def test_the_bin_gets_the_record(self, path, tmp_path):
        path.write_bytes(DAMN.record)
        seen = []

        def to_bin(one):
            seen.append(one)
            one.unlink()
            return True

        assert remove(path, to_bin).away
        assert seen == [path]

    def test_without_a_bin_it_stays(self, path):
        path.write_bytes(DAMN.record)
        assert remove(path, lambda _: False) == (path, False, None)
        assert path.exists()

    def test_what_is_played_stays(self, path):
        path.write_bytes(DAMN.record)
        lock = lock_record(path)
        removed = remove(path, None)
        lock.let_go()
        assert isinstance(removed.fault, RecordLockedError)
        assert path.exists()
