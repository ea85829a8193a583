"""Tests for replays: which records can be replayed, by whom, and how they are read."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from greenbaize.app.memory.replays import (
    FinishedMatchView,
    ReplayView,
    explain_trick_cards,
    list_taken_tricks,
    read_replay,
)
from greenbaize.app.memory.visibility_guard import decide_opening
from greenbaize.app.tables.matches import remove_record
from greenbaize.app.tables.seat_assignment import find_own_seat
from greenbaize.app.tables.unfinished_matches import read_verified_record
from greenbaize.games import GAMES
from greenbaize.match.event_log import OPEN_HANDS
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line, split_record
from greenbaize.rules.errors import FileError, GameError, RecordError, RecordLockedError
from greenbaize.store import folders
from greenbaize.store.folders import ABANDONED_FOLDER
from greenbaize.store.record_file import KEYS_SUFFIX, lock_record
from match.random_matches import GameSetup, encode_view_record, play_randomly

GOLDEN = Path(__file__).parents[2] / "golden"


def write_unfinished_record(name, count, path):
    """Write a golden record cut after ``count`` events."""
    path.parent.mkdir(exist_ok=True)
    lines = (GOLDEN / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: count + 1]))
    return path


def test_finished_and_view_records_are_replayed(tmp_path):
    assert decide_opening(GOLDEN / "damn-3.jsonl").is_replay_only
    assert decide_opening(GOLDEN / "damn-3-no-seed.jsonl").is_replay_only
    assert not decide_opening(GOLDEN / "damn-3-cut-short.jsonl").is_replay_only
    assert not decide_opening(
        write_unfinished_record("damn-3", 9, tmp_path / "left.jsonl")
    ).is_replay_only
    view_path = tmp_path / "told.jsonl"
    view_path.write_bytes(encode_view_record(play_randomly(GameSetup("rank", 2, {}), 1), 1))
    assert decide_opening(view_path).is_replay_only


def test_unreadable_records_are_not_replayed(tmp_path):
    assert not decide_opening(tmp_path / "nothing.jsonl").is_replay_only
    assert not decide_opening(tmp_path).is_replay_only
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    assert not decide_opening(empty).is_replay_only
    empty.write_bytes(b"\xff\xfe{}\n")
    assert not decide_opening(empty).is_replay_only


def test_finished_match_may_be_viewed_openly():
    replay = read_replay(GOLDEN / "damn-3.jsonl")
    assert replay.viewers == (0, OPEN_HANDS, 1, 2, None)
    assert read_replay(GOLDEN / "ass-3.jsonl").viewers == (OPEN_HANDS, 0, 1, 2, None)
    assert replay.can_continue
    assert not read_replay(GOLDEN / "damn-3-no-seed.jsonl").can_continue


def test_unfinished_match_hides_other_hands(tmp_path):
    path = write_unfinished_record("damn-3", 9, tmp_path / "left.jsonl")
    assert read_replay(path).viewers == (0, None)
    # In a match of bots, or an abandoned one, there is nothing to spy on.
    bots = write_unfinished_record("ass-3", 30, tmp_path / "bots.jsonl")
    assert read_replay(bots).viewers[0] == OPEN_HANDS
    given_up = folders.matches_folder() / ABANDONED_FOLDER
    given_up.mkdir(parents=True)
    shutil.move(path, given_up / path.name)
    assert OPEN_HANDS in read_replay(given_up / path.name).viewers
    several = write_unfinished_record("damn-4-table", 30, tmp_path / "several.jsonl")
    assert read_replay(several).viewers == (None,)


@pytest.mark.parametrize("seat", [None, 1])
def test_view_record_has_one_viewer(tmp_path, seat):
    recorded_match = play_randomly(GameSetup("master", 3, {}), 1)
    path = tmp_path / "told.jsonl"
    path.write_bytes(encode_view_record(recorded_match, seat))
    replay = read_replay(path)
    assert replay.viewers == (OPEN_HANDS,)
    assert replay.is_view_record
    assert replay.own_seat == seat
    assert not replay.can_continue


def test_reading_reports_progress(tmp_path):
    recorded_match = play_randomly(GameSetup("rank", 10, {"deals": 4}), 1)
    path = tmp_path / "long.jsonl"
    for data in (recorded_match.record, encode_view_record(recorded_match, 3)):
        path.write_bytes(data)
        counts = []
        read_replay(path, progress=counts.append)
        assert counts[0] == 500
        assert counts[-1] == len(recorded_match.events)


def test_invalid_records_are_refused(tmp_path):
    with pytest.raises(RecordError, match="score"):
        read_replay(GOLDEN / "damaged" / "score-too-high.jsonl")
    with pytest.raises(FileError):
        read_replay(tmp_path / "nothing.jsonl")
    with pytest.raises(FileError):
        read_replay(tmp_path)


def test_replay_view_asks_no_questions():
    replay = read_replay(GOLDEN / "damn-3.jsonl")
    player_view = ReplayView(replay, 0)
    player_view.start_match()
    assert player_view.question is None
    assert player_view.offers == ()
    assert not player_view.waits_for_others
    assert player_view.has_review  # of the person's decisions
    assert player_view.view_lines == replay.build_view_lines(0)
    assert not ReplayView(replay, None).has_review
    assert not ReplayView(read_replay(GOLDEN / "ass-3.jsonl"), 1).has_review
    view = replay.playback.view_at(9, 0)
    player_view.shown_view = view
    assert player_view.view is view


DAMN = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)


def record_with_people(*people, lines=None):
    """Return the record with people at these seats, cut before line ``lines``."""
    header, *_ = split_record(DAMN.record, GAMES)
    players = tuple(
        HeaderPlayer(f"P{seat}") if seat in people else player
        for seat, player in enumerate(header.players)
    )
    first = encode_line(replace(header, players=players).to_line())
    return first + b"".join(DAMN.record.splitlines(keepends=True)[1:lines])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.jsonl"


def test_past_view_has_the_knowledge_of_the_person(path):
    path.write_bytes(record_with_people(1))
    player_view = FinishedMatchView(path, ["Ida"])
    assert (player_view.seat, player_view.has_advice, player_view.record_path) == (1, True, path)
    assert player_view.is_over
    assert player_view.end_event is not None
    assert b"seed" not in player_view.view_lines.splitlines()[0]


def test_past_view_selects_the_named_person(path):
    path.write_bytes(record_with_people(0, 2))
    assert FinishedMatchView(path, ["p2"]).seat == 2
    assert FinishedMatchView(path, ["somebody", "P2"]).seat == 2
    assert FinishedMatchView(path, ["somebody"]).seat == 0


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (DAMN.record, "review-nobody"),
        (record_with_people(0, lines=9), "review-no-deal"),
        (record_with_people(0, 1, lines=-1), "review-friends"),
    ],
)
def test_review_refusals(path, data, code):
    path.write_bytes(data)
    with pytest.raises(GameError, match=code):
        FinishedMatchView(path, ["P0"])


def test_guest_record_has_the_guest_seat(path):
    path.write_bytes(encode_view_record(DAMN, 2))
    assert find_own_seat(read_verified_record(path).header, ("P0",)) == 2


def test_every_trick_is_found_and_explained(path):
    path.write_bytes(DAMN.record)
    tricks = list_taken_tricks(read_verified_record(path))
    assert [(trick.deal, trick.trick_number) for trick in tricks] == [(1, 1), (2, 1), (2, 2)]
    for trick in tricks:
        steps = explain_trick_cards("damn", trick)
        assert [card for card, _, _ in steps] == list(trick.trick.cards)
        assert all(sentence for _, _, sentence in steps)


def test_a_game_without_tricks_has_none(path):
    path.write_bytes(play_randomly(GameSetup("rank", 3, {"deals": 1}), 1).record)
    assert list_taken_tricks(read_verified_record(path)) == []


class TestRecordRemoval:
    def test_keys_file_is_removed_too(self, path, tmp_path):
        path.write_bytes(DAMN.record)
        path.with_suffix(KEYS_SUFFIX).write_text("keys")
        assert remove_record(path, None).is_removed
        assert list(tmp_path.iterdir()) == []

    def test_the_bin_gets_the_record(self, path, tmp_path):
        path.write_bytes(DAMN.record)
        binned_paths = []

        def move_to_bin(removed_path):
            binned_paths.append(removed_path)
            removed_path.unlink()
            return True

        assert remove_record(path, move_to_bin).is_removed
        assert binned_paths == [path]

    def test_without_a_bin_it_stays(self, path):
        path.write_bytes(DAMN.record)
        assert remove_record(path, lambda _: False) == (path, False, None)
        assert path.exists()

    def test_record_in_use_is_not_removed(self, path):
        path.write_bytes(DAMN.record)
        lock = lock_record(path)
        result = remove_record(path, None)
        lock.release()
        assert isinstance(result.error, RecordLockedError)
        assert path.exists()
