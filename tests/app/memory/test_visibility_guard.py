"""Tests that a match that can be resumed reveals its cards in none of its records."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from app.memory.test_branches import begun_match, play_some
from greenbaize.app.memory.branches import branch, origin, play_on
from greenbaize.app.memory.history_sync import bring_up
from greenbaize.app.memory.record_import import import_records
from greenbaize.app.memory.replays import read_replay
from greenbaize.app.memory.visibility_guard import (
    Opening,
    check_go_on,
    opening_of,
    records_of,
    still_open,
)
from greenbaize.app.tables.matches import OpenMatch, abandon_record
from greenbaize.app.tables.unfinished import unfinished
from greenbaize.games import GAMES
from greenbaize.match.header import identity
from greenbaize.match.past import OPEN
from greenbaize.match.player import Player
from greenbaize.match.record import read_record
from greenbaize.rules.errors import GameError, RecordLockedError
from greenbaize.store import folders
from greenbaize.store.folders import GIVEN_UP
from greenbaize.store.history import History
from greenbaize.store.listing import can_go_on
from match.playing import FEW

YOU = Player("Anna", "human")


@pytest.fixture(params=[False, True], ids=["unlisted", "listed"])
def listed(request):
    """Return a function that updates the match list, or one that does nothing."""
    return bring_up if request.param else lambda: None


def left_match(count=3, game="damn"):
    """Leave a match of one person after ``count`` decisions; return its record."""
    match = begun_match(game, FEW[game])
    play_some(match, count)
    match.close()
    return match.file.path


def early(path):
    """Branch from an unfinished match, which the program itself never does."""
    found = read_replay(path)
    return branch(found.header, found.record.events[:-1], YOU, 0)


def to_the_end(path):
    match = OpenMatch.resume(path)
    match.table.play_out()
    match.close()


def played_on(found):
    return play_on(found.header, found.record.events[:4], YOU, 0, found.left)


def test_the_match_is_given_up_before_it_is_played_on(listed):
    path = left_match()
    listed()
    found = read_replay(path)
    assert found.left == (path,)
    assert found.viewers == (0, None)
    new = played_on(found)
    assert not path.exists()
    kept = path.parent / GIVEN_UP / path.name
    assert opening_of(kept) == Opening(kept, replay=True)
    with pytest.raises(GameError, match="record-given-up"):
        check_go_on(kept)
    assert OPEN in read_replay(kept).viewers
    check_go_on(new)
    # A practice match guards only itself, and is abandoned for another practice match.
    practice = read_replay(new)
    assert practice.left == (new,)
    other = played_on(practice)
    assert not new.exists()
    assert origin(read_replay(other).header) == origin(practice.header) == identity(found.header)


@pytest.mark.slow
def test_what_is_over_is_played_on_as_often_as_one_likes(listed):
    path = left_match()
    to_the_end(path)
    listed()
    found = read_replay(path)
    assert found.left == ()
    assert OPEN in found.viewers
    for _ in range(2):
        assert read_replay(played_on(found)).viewers == (0, None)
    assert path.exists()
    assert OPEN in read_replay(path).viewers


def test_nobody_plays_on_from_what_others_can_go_on_with():
    lines = (Path(__file__).parents[2] / "golden" / "damn-4-table.jsonl").read_bytes()
    folders.matches().mkdir(parents=True)
    path = folders.matches() / "table.jsonl"
    path.write_bytes(b"".join(lines.splitlines(keepends=True)[:40]))
    for name in (sitter["name"] for sitter in json.loads(lines.splitlines()[0])["seats"]):
        found = read_replay(path, name)
        assert found.viewers == (None,)  # a name proves nothing
        assert found.with_others
    with pytest.raises(GameError, match="play-on-friends"):
        played_on(found)
    assert [*path.parent.glob("*.jsonl")] == [path]


def test_a_match_that_is_being_played_is_not_played_on():
    path = left_match()
    match = OpenMatch.resume(path)
    with pytest.raises(RecordLockedError):
        played_on(read_replay(path))
    assert [*path.parent.rglob("*.jsonl")] == [path]
    match.close()


def test_practice_waits_for_the_match_whose_cards_it_has(listed):
    path = left_match()
    practice = early(path)
    listed()
    for act in (check_go_on, read_replay):
        with pytest.raises(GameError, match="practice-early"):
            act(practice)
    abandon_record(path)
    check_go_on(practice)
    assert read_replay(practice).viewers == (0, None)


@pytest.mark.slow
def test_of_a_copy_the_match_itself_is_gone_on_with(tmp_path, listed):
    path = left_match()
    listed()
    copy = Path(shutil.copy(path, tmp_path / "copy.jsonl"))
    assert opening_of(copy) == Opening(path, replay=False)
    # An abandoned folder elsewhere does not mark its records as abandoned.
    (tmp_path / GIVEN_UP).mkdir()
    other = Path(shutil.copy(path, tmp_path / GIVEN_UP / "copy.jsonl"))
    assert read_replay(other).viewers == (0, None)
    assert read_replay(other).left == (path, other)
    to_the_end(copy)
    with pytest.raises(GameError, match="copy-ahead"):
        read_replay(copy)
    to_the_end(path)
    assert OPEN in read_replay(copy).viewers


def in_the_folder(path):
    """Copy a record into the match folder, as a person might do by hand."""
    return Path(shutil.copy(path, path.with_name(f"{path.stem}-copy.jsonl")))


@pytest.mark.slow
def test_what_is_over_in_one_record_is_gone_on_with_from_none(listed):
    path = left_match()
    copy = in_the_folder(path)
    to_the_end(copy)
    if listed():
        assert unfinished() == []
    with pytest.raises(GameError, match="record-over"):
        check_go_on(path)
    assert still_open(identity(read_replay(path).header)) == []
    assert opening_of(path) == Opening(path, replay=True, ended=True)
    assert opening_of(copy) == Opening(copy, replay=True)
    # A copy from elsewhere does not reopen the match either.
    other = Path(shutil.copy(path, folders.matches().parent / "other.jsonl"))
    assert opening_of(other) == Opening(other, replay=True, ended=True)


@pytest.mark.slow
def test_a_copy_that_was_played_out_elsewhere_ends_the_match_once_it_is_taken_in(tmp_path, listed):
    path = left_match()
    copy = Path(shutil.copy(path, tmp_path / "copy.jsonl"))
    to_the_end(copy)
    listed()
    check_go_on(path)
    with closing(History.open(folders.history())) as history:
        assert import_records(copy, history)
    with pytest.raises(GameError, match="record-over"):
        check_go_on(path)


def test_an_end_that_does_not_hold_ends_nothing(listed):
    path = left_match()
    first = path.read_bytes().splitlines(keepends=True)[0]
    bad = in_the_folder(path)
    bad.write_bytes(first + b'{"type": "end", "totals": [0, 0, 0], "places": [1, 1, 1]}\n')
    listed()
    assert read_replay(path).left == (path,)
    assert read_replay(path).viewers == (0, None)
    check_go_on(path)


def test_of_two_records_that_are_not_over_the_one_that_tells_most_is_gone_on_with(tmp_path, listed):
    path = left_match()
    copy = Path(shutil.copy(path, tmp_path / "copy.jsonl"))
    match = OpenMatch.resume(copy)
    play_some(match, 2)
    match.close()
    listed()
    with pytest.raises(GameError, match="copy-ahead"):
        read_replay(copy)
    with closing(History.open(folders.history())) as history:
        assert import_records(copy, history)
        assert not import_records(copy, history)
    best, lesser = still_open(identity(read_replay(path).header))
    assert lesser == path
    assert best.read_bytes() == copy.read_bytes()
    assert [one.path for one in unfinished()] == [best]
    assert opening_of(path) == Opening(best, replay=False)
    check_go_on(best)
    with pytest.raises(GameError, match="record-elsewhere"):
        check_go_on(path)


def test_a_folder_of_that_name_elsewhere_gives_nothing_up(tmp_path):
    path = left_match()
    folder = tmp_path / GIVEN_UP
    folder.mkdir()
    moved = Path(shutil.move(path, folder / path.name))
    assert read_replay(moved).viewers == (0, None)
    assert opening_of(moved) == Opening(moved, replay=False)


@pytest.mark.slow
def test_what_is_played_on_from_a_copy_gives_up_ones_own(tmp_path):
    path = left_match()
    away = Path(shutil.move(path, tmp_path / "away.jsonl"))
    copy = Path(shutil.copy(away, tmp_path / "copy.jsonl"))
    to_the_end(copy)
    found = read_replay(copy)
    assert found.left == ()
    shutil.move(away, path)
    # The match is back by the time it is played on.
    left = still_open(identity(found.header), copy)
    assert left == [path]
    play_on(found.header, found.record.events[:4], YOU, 0, left)
    assert not path.exists()


def test_a_copy_does_not_bring_back_what_was_given_up(tmp_path, listed):
    path = left_match()
    copy = Path(shutil.copy(path, tmp_path / "copy.jsonl"))
    new = played_on(read_replay(path))
    listed()
    assert opening_of(copy) == Opening(copy, replay=True)
    # Not even if the record itself was deleted, as long as there is a practice match.
    (path.parent / GIVEN_UP / path.name).unlink()
    bring_up()
    assert opening_of(copy) == Opening(copy, replay=True)
    with closing(History.open(folders.history())) as history:
        assert import_records(copy, history)
        (kept,) = records_of(identity(read_replay(copy).header))
        assert kept.parent.name == GIVEN_UP
        assert can_go_on(history, 9) == [new.name]
    check_go_on(new)


def test_a_copy_of_what_nobody_has_seen_here_is_gone_on_with(tmp_path):
    path = left_match()
    copy = Path(shutil.move(path, tmp_path / "copy.jsonl"))
    bring_up()
    assert opening_of(copy) == Opening(copy, replay=False)
    header = read_record(copy.read_bytes(), GAMES).header
    assert still_open(identity(header), copy) == [copy]
    with closing(History.open(folders.history())) as history:
        assert import_records(copy, history)
    (kept,) = still_open(identity(header))
    assert kept.parent == folders.matches()
    assert opening_of(copy) == Opening(kept, replay=False)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_played_on_where_nothing_is_left_to_be_decided(game):
    path = left_match(2, game)
    assert read_replay(path).last_choice == len(read_replay(path).playback)
    to_the_end(path)
    found = read_replay(path)
    last = found.last_choice
    assert getattr(found.playback.events[last], "seat", None) is not None
    assert found.playback.deals[-1] <= last < len(found.playback) - 1
    new = play_on(found.header, found.record.events[: last + 1], YOU, 0, ())
    match = OpenMatch.resume(new)
    assert match.place.question is None
    match.close()
