"""Tests that a match that can be resumed reveals its cards in none of its records."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from app.memory.test_branches import make_decisions, start_solo_match
from greenbaize.app.memory.branches import continue_as_practice, create_branch, find_origin_identity
from greenbaize.app.memory.history_sync import sync_history
from greenbaize.app.memory.record_import import import_record
from greenbaize.app.memory.replays import read_replay
from greenbaize.app.memory.visibility_guard import (
    RecordOpening,
    check_resume_allowed,
    decide_opening,
    find_match_records,
    find_resumable_paths,
)
from greenbaize.app.tables.matches import OpenMatch, abandon_record
from greenbaize.app.tables.unfinished_matches import list_unfinished_matches
from greenbaize.games import GAMES
from greenbaize.match.event_log import OPEN_HANDS
from greenbaize.match.header import match_identity
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_record
from greenbaize.rules.errors import GameError, RecordLockedError
from greenbaize.store import folders
from greenbaize.store.folders import ABANDONED_FOLDER
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.match_list import load_resumable_files
from match.random_matches import SMALL_TABLE_SEATS

PLAYER = HeaderPlayer("Anna", "human")


@pytest.fixture(params=[False, True], ids=["unlisted", "listed"])
def sync_list(request):
    """Return a function that updates the match list, or one that does nothing."""
    return sync_history if request.param else lambda: None


def write_unfinished_match(count=3, game="damn"):
    """Leave a match of one person after ``count`` decisions; return its record."""
    match = start_solo_match(game, SMALL_TABLE_SEATS[game])
    make_decisions(match, count)
    match.close()
    return match.file.path


def branch_unfinished(path):
    """Branch from an unfinished match, which the program itself never does."""
    past_match = read_replay(path)
    return create_branch(past_match.header, past_match.record.events[:-1], PLAYER, 0)


def play_to_the_end(path):
    match = OpenMatch.resume(path)
    match.table.play_to_end()
    match.close()


def play_on_from(past_match):
    return continue_as_practice(
        past_match.header, past_match.record.events[:4], PLAYER, 0, past_match.resumable_paths
    )


def test_match_is_abandoned_before_playing_on(sync_list):
    path = write_unfinished_match()
    sync_list()
    past_match = read_replay(path)
    assert past_match.resumable_paths == (path,)
    assert past_match.viewers == (0, None)
    new = play_on_from(past_match)
    assert not path.exists()
    abandoned_path = path.parent / ABANDONED_FOLDER / path.name
    assert decide_opening(abandoned_path) == RecordOpening(abandoned_path, is_replay_only=True)
    with pytest.raises(GameError, match="record-given-up"):
        check_resume_allowed(abandoned_path)
    assert OPEN_HANDS in read_replay(abandoned_path).viewers
    check_resume_allowed(new)
    # A practice match guards only itself, and is abandoned for another practice match.
    practice = read_replay(new)
    assert practice.resumable_paths == (new,)
    other_path = play_on_from(practice)
    assert not new.exists()
    assert (
        find_origin_identity(read_replay(other_path).header)
        == find_origin_identity(practice.header)
        == match_identity(past_match.header)
    )


@pytest.mark.slow
def test_finished_match_is_played_on_repeatedly(sync_list):
    path = write_unfinished_match()
    play_to_the_end(path)
    sync_list()
    past_match = read_replay(path)
    assert past_match.resumable_paths == ()
    assert OPEN_HANDS in past_match.viewers
    for _ in range(2):
        assert read_replay(play_on_from(past_match)).viewers == (0, None)
    assert path.exists()
    assert OPEN_HANDS in read_replay(path).viewers


def test_match_with_others_is_not_played_on():
    lines = (Path(__file__).parents[2] / "golden" / "damn-4-table.jsonl").read_bytes()
    folders.matches_folder().mkdir(parents=True)
    path = folders.matches_folder() / "table.jsonl"
    path.write_bytes(b"".join(lines.splitlines(keepends=True)[:40]))
    for name in (player["name"] for player in json.loads(lines.splitlines()[0])["seats"]):
        past_match = read_replay(path, name)
        assert past_match.viewers == (None,)  # a name proves nothing
        assert past_match.is_resumable_together
    with pytest.raises(GameError, match="play-on-friends"):
        play_on_from(past_match)
    assert [*path.parent.glob("*.jsonl")] == [path]


def test_running_match_is_not_played_on():
    path = write_unfinished_match()
    match = OpenMatch.resume(path)
    with pytest.raises(RecordLockedError):
        play_on_from(read_replay(path))
    assert [*path.parent.rglob("*.jsonl")] == [path]
    match.close()


def test_practice_waits_for_the_unfinished_original(sync_list):
    path = write_unfinished_match()
    practice = branch_unfinished(path)
    sync_list()
    for open_practice in (check_resume_allowed, read_replay):
        with pytest.raises(GameError, match="practice-early"):
            open_practice(practice)
    abandon_record(path)
    check_resume_allowed(practice)
    assert read_replay(practice).viewers == (0, None)


@pytest.mark.slow
def test_copy_leads_to_the_match_itself(tmp_path, sync_list):
    path = write_unfinished_match()
    sync_list()
    copy = Path(shutil.copy(path, tmp_path / "copy.jsonl"))
    assert decide_opening(copy) == RecordOpening(path, is_replay_only=False)
    # An abandoned folder elsewhere does not mark its records as abandoned.
    (tmp_path / ABANDONED_FOLDER).mkdir()
    other_copy = Path(shutil.copy(path, tmp_path / ABANDONED_FOLDER / "copy.jsonl"))
    assert read_replay(other_copy).viewers == (0, None)
    assert read_replay(other_copy).resumable_paths == (path, other_copy)
    play_to_the_end(copy)
    with pytest.raises(GameError, match="copy-ahead"):
        read_replay(copy)
    play_to_the_end(path)
    assert OPEN_HANDS in read_replay(copy).viewers


def copy_beside(path):
    """Copy a record into the match folder, as a person might do by hand."""
    return Path(shutil.copy(path, path.with_name(f"{path.stem}-copy.jsonl")))


@pytest.mark.slow
def test_match_finished_in_one_record_is_not_resumed(sync_list):
    path = write_unfinished_match()
    copy = copy_beside(path)
    play_to_the_end(copy)
    if sync_list():
        assert list_unfinished_matches() == []
    with pytest.raises(GameError, match="record-over"):
        check_resume_allowed(path)
    assert find_resumable_paths(match_identity(read_replay(path).header)) == []
    assert decide_opening(path) == RecordOpening(path, is_replay_only=True, is_over_elsewhere=True)
    assert decide_opening(copy) == RecordOpening(copy, is_replay_only=True)
    # A copy from elsewhere does not reopen the match either.
    other_copy = Path(shutil.copy(path, folders.matches_folder().parent / "other.jsonl"))
    assert decide_opening(other_copy) == RecordOpening(
        other_copy, is_replay_only=True, is_over_elsewhere=True
    )


@pytest.mark.slow
def test_imported_finished_copy_ends_the_match(tmp_path, sync_list):
    path = write_unfinished_match()
    copy = Path(shutil.copy(path, tmp_path / "copy.jsonl"))
    play_to_the_end(copy)
    sync_list()
    check_resume_allowed(path)
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        assert import_record(copy, history)
    with pytest.raises(GameError, match="record-over"):
        check_resume_allowed(path)


def test_invalid_end_is_ignored(sync_list):
    path = write_unfinished_match()
    first = path.read_bytes().splitlines(keepends=True)[0]
    bad = copy_beside(path)
    bad.write_bytes(first + b'{"type": "end", "totals": [0, 0, 0], "places": [1, 1, 1]}\n')
    sync_list()
    assert read_replay(path).resumable_paths == (path,)
    assert read_replay(path).viewers == (0, None)
    check_resume_allowed(path)


def test_longest_unfinished_record_is_resumed(tmp_path, sync_list):
    path = write_unfinished_match()
    copy = Path(shutil.copy(path, tmp_path / "copy.jsonl"))
    match = OpenMatch.resume(copy)
    make_decisions(match, 2)
    match.close()
    sync_list()
    with pytest.raises(GameError, match="copy-ahead"):
        read_replay(copy)
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        assert import_record(copy, history)
        assert not import_record(copy, history)
    best, lesser = find_resumable_paths(match_identity(read_replay(path).header))
    assert lesser == path
    assert best.read_bytes() == copy.read_bytes()
    assert [unfinished_match.path for unfinished_match in list_unfinished_matches()] == [best]
    assert decide_opening(path) == RecordOpening(best, is_replay_only=False)
    check_resume_allowed(best)
    with pytest.raises(GameError, match="record-elsewhere"):
        check_resume_allowed(path)


def test_abandoned_folder_elsewhere_is_ignored(tmp_path):
    path = write_unfinished_match()
    folder = tmp_path / ABANDONED_FOLDER
    folder.mkdir()
    moved = Path(shutil.move(path, folder / path.name))
    assert read_replay(moved).viewers == (0, None)
    assert decide_opening(moved) == RecordOpening(moved, is_replay_only=False)


@pytest.mark.slow
def test_playing_on_from_a_copy_abandons_the_own_record(tmp_path):
    path = write_unfinished_match()
    away = Path(shutil.move(path, tmp_path / "away.jsonl"))
    copy = Path(shutil.copy(away, tmp_path / "copy.jsonl"))
    play_to_the_end(copy)
    past_match = read_replay(copy)
    assert past_match.resumable_paths == ()
    shutil.move(away, path)
    # The match is back by the time it is played on.
    open_records = find_resumable_paths(match_identity(past_match.header), copy)
    assert open_records == [path]
    continue_as_practice(past_match.header, past_match.record.events[:4], PLAYER, 0, open_records)
    assert not path.exists()


def test_copy_does_not_reopen_an_abandoned_match(tmp_path, sync_list):
    path = write_unfinished_match()
    copy = Path(shutil.copy(path, tmp_path / "copy.jsonl"))
    new = play_on_from(read_replay(path))
    sync_list()
    assert decide_opening(copy) == RecordOpening(copy, is_replay_only=True)
    # Not even if the record itself was deleted, as long as there is a practice match.
    (path.parent / ABANDONED_FOLDER / path.name).unlink()
    sync_history()
    assert decide_opening(copy) == RecordOpening(copy, is_replay_only=True)
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        assert import_record(copy, history)
        (stored_copy,) = find_match_records(match_identity(read_replay(copy).header))
        assert stored_copy.parent.name == ABANDONED_FOLDER
        assert load_resumable_files(history, 9) == [new.name]
    check_resume_allowed(new)


def test_unknown_copy_is_resumed(tmp_path):
    path = write_unfinished_match()
    copy = Path(shutil.move(path, tmp_path / "copy.jsonl"))
    sync_history()
    assert decide_opening(copy) == RecordOpening(copy, is_replay_only=False)
    header = read_record(copy.read_bytes(), GAMES).header
    assert find_resumable_paths(match_identity(header), copy) == [copy]
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        assert import_record(copy, history)
    (stored_copy,) = find_resumable_paths(match_identity(header))
    assert stored_copy.parent == folders.matches_folder()
    assert decide_opening(copy) == RecordOpening(stored_copy, is_replay_only=False)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_play_on_ends_with_the_last_decision(game):
    path = write_unfinished_match(2, game)
    assert read_replay(path).last_decision_moment == len(read_replay(path).playback)
    play_to_the_end(path)
    past_match = read_replay(path)
    last = past_match.last_decision_moment
    assert getattr(past_match.playback.events[last], "seat", None) is not None
    assert past_match.playback.deal_moments[-1] <= last < len(past_match.playback) - 1
    new = continue_as_practice(
        past_match.header, past_match.record.events[: last + 1], PLAYER, 0, ()
    )
    match = OpenMatch.resume(new)
    assert match.player_view.question is None
    match.close()
