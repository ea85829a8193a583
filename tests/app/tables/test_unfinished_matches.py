"""Tests of the list of unfinished matches: which are offered, and how far they are."""

import json
import os
from dataclasses import replace

import pytest

from app.tables.left_matches import BOTS, make_header, play_and_leave
from greenbaize.app.memory.history_sync import sync_history
from greenbaize.app.tables import unfinished_matches
from greenbaize.app.tables.matches import OpenMatch, abandon_record, create_header
from greenbaize.app.tables.unfinished_matches import (
    find_resumable_matches,
    has_single_record,
    is_abandoned,
    is_over_in_any,
    is_record_over,
    is_record_valid,
    list_unfinished_matches,
    measure_record_progress,
    read_record_header,
    read_unfinished_match,
    read_verified_record,
)
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.decoding import MAX_JSON_BYTES
from greenbaize.rules.errors import FileError, NotRegularFileError, RecordError
from greenbaize.store.files import open_plain


def test_unfinished_matches_are_listed_latest_first(home):
    assert list_unfinished_matches() == []
    first, second = play_and_leave(1, "a"), play_and_leave(2, "b")
    first = first.rename(first.with_name("20240101T000000-damn-0000.jsonl"))
    finished_match = OpenMatch.create(make_header("c"))
    finished_match.table.play_to_end()
    finished_match.close()
    folder = home / "matches"
    (folder / "noise.jsonl").write_bytes(b"\xff\x00")
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "endless.jsonl").write_bytes(b"{" * (2 * MAX_JSON_BYTES))
    (folder / "notes.txt").write_text("notes")
    (folder / "folder.jsonl").mkdir()
    assert [unfinished_match.path for unfinished_match in list_unfinished_matches()] == [
        second,
        first,
    ]
    assert [unfinished_match.header.players for unfinished_match in list_unfinished_matches()] == [
        BOTS[:3]
    ] * 2


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes in folders")
def test_pipes_and_devices_among_the_records_are_skipped(home):
    path = play_and_leave(2)
    os.mkfifo(home / "matches" / "pipe.jsonl")
    (home / "matches" / "zero.jsonl").symlink_to("/dev/zero")
    assert [unfinished_match.path for unfinished_match in list_unfinished_matches()] == [path]
    for name in ("pipe.jsonl", "zero.jsonl"):
        with pytest.raises(NotRegularFileError):
            OpenMatch.resume(home / "matches" / name)


def test_a_match_with_an_unknown_level_is_not_offered():
    path = play_and_leave(2)
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"easy"', b'"divine"', 1))
    assert list_unfinished_matches() == []
    with pytest.raises(RecordError, match="header-level"):
        OpenMatch.resume(path)
    assert path.read_bytes() != data
    path.write_bytes(data)
    assert len(list_unfinished_matches()) == 1


@pytest.mark.parametrize(
    ("last", "is_over"),
    [
        ('{"type": "end", "totals": [1], "places": [1]}\n', True),
        ('{"places":[1],"totals":[1],"type":"end"}', True),
        (' { "type" : "\\u0065nd" } \n', True),
        ('{"type": "end"', False),
        ('{"type": "ending"}\n', False),
        ('{"type": "end"}\n\n', True),
        ('{"type": "seat", "why": "{\\"type\\": \\"end\\"}"}\n', False),
        ('x{"type": "end"}', False),
        ("[]\n", False),
    ],
)
def test_the_end_is_recognised_in_the_last_line(last, is_over):
    path = play_and_leave(2)
    path.write_bytes(path.read_bytes() + last.encode())
    assert (list_unfinished_matches() == []) == is_over


def test_each_of_many_records_is_opened_once(home, monkeypatch):
    paths = [play_and_leave(0, str(number)) for number in range(20)]
    opened_paths = []

    def log_opening(path):
        opened_paths.append(path)
        return open_plain(path)

    monkeypatch.setattr(unfinished_matches, "open_plain", log_opening)
    assert len(list_unfinished_matches()) == 20
    assert sorted(opened_paths) == sorted(paths)


def test_a_truncated_end_is_not_an_end():
    match = OpenMatch.create(make_header())
    match.table.play_to_end()
    match.close()
    path = match.file.path
    complete_bytes = path.read_bytes()
    assert list_unfinished_matches() == []
    path.write_bytes(complete_bytes[:-9])
    assert [unfinished_match.path for unfinished_match in list_unfinished_matches()] == [path]
    resumed_match = OpenMatch.resume(path)
    assert resumed_match.was_truncated
    resumed_match.table.start_match()
    resumed_match.close()
    assert path.read_bytes() == complete_bytes


def test_an_abandoned_match_is_stored_but_not_offered(home):
    path = play_and_leave(2)
    data = path.read_bytes()
    abandon_record(path)
    assert not path.exists()
    assert list_unfinished_matches() == []
    assert (home / "matches" / "abandoned" / path.name).read_bytes() == data


def test_with_the_history_only_a_few_records_are_read(home, monkeypatch):
    folder = home / "matches"
    finished_match = OpenMatch.create(make_header("done"))
    finished_match.table.play_to_end()
    finished_match.close()
    unfinished_record = play_and_leave(2)
    complete_bytes, unfinished_bytes = (
        finished_match.file.path.read_bytes(),
        unfinished_record.read_bytes(),
    )
    unfinished_record.unlink()  # The file name is as late as that of the new match.
    for number in range(8):
        (folder / f"2024010{number + 1}T000000-damn-0000.jsonl").write_bytes(complete_bytes)
    old_path = folder / "20230101T000000-damn-0000.jsonl"
    old_path.write_bytes(unfinished_bytes)
    sync_history()
    new_path = play_and_leave(3)  # The history does not list this match yet.
    monkeypatch.setattr(unfinished_matches, "ALWAYS_EXAMINED_COUNT", 2)
    opened_paths = []

    def log_opening(path):
        opened_paths.append(path)
        return open_plain(path)

    monkeypatch.setattr(unfinished_matches, "open_plain", log_opening)
    listed_paths = [unfinished_match.path for unfinished_match in list_unfinished_matches(9)]
    assert listed_paths[0] == new_path
    assert listed_paths[-1] == old_path
    assert not any(path.name.startswith("2024") for path in opened_paths)
    assert len(list_unfinished_matches(1)) == 1


def finish_copy(path, target):
    """Copy a record and play the copy to its end."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(path.read_bytes())
    match = OpenMatch.resume(target)
    match.table.play_to_end()
    match.close()
    return target


def list_paths(matches):
    return [match.path for match in matches]


def test_of_several_records_the_one_that_goes_furthest_is_continued_first(tmp_path):
    short, long = play_and_leave(1), tmp_path / "long.jsonl"
    other = tmp_path / "other" / "match.jsonl"
    other.parent.mkdir()
    other.write_bytes(short.read_bytes())
    long.write_bytes(play_and_leave(9).read_bytes())
    assert measure_record_progress(long) > measure_record_progress(short)
    assert list_paths(find_resumable_matches([short, long, short], [other])) == [long, short, other]
    assert list_paths(find_resumable_matches([], [other])) == [other]


def test_a_match_that_is_over_anywhere_is_not_continued(tmp_path):
    path = play_and_leave(2)
    finished = finish_copy(path, tmp_path / "finished.jsonl")
    assert (is_record_over(finished), is_record_over(path)) == (True, False)
    assert find_resumable_matches([path, finished]) == []
    # An end that is not valid does not count.
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(finished.read_bytes().replace(b'"points": [', b'"points": [9', 1))
    assert is_record_over(damaged)
    assert not is_record_valid(damaged)
    assert is_record_valid(finished)
    assert is_over_in_any([damaged, finished])
    assert not is_over_in_any([damaged, path])
    assert list_paths(find_resumable_matches([path, damaged])) == [path]


def test_an_abandoned_record_is_not_continued(home):
    path = play_and_leave(2)
    abandoned = home / "matches" / "abandoned" / path.name
    abandon_record(path)
    assert is_abandoned(abandoned)
    assert not is_abandoned(path)
    assert find_resumable_matches([abandoned]) == []


def test_progress_is_the_deal_the_scored_deals_and_the_size(tmp_path):
    path = play_and_leave(1)
    assert measure_record_progress(path) == (1, 0, len(path.read_bytes()))
    finished = finish_copy(path, tmp_path / "finished.jsonl")
    assert measure_record_progress(finished)[:2] == (3, 3)
    assert measure_record_progress(tmp_path / "missing.jsonl") == (0, 0, 0)


def test_an_unreadable_record_has_no_header_and_is_not_over(tmp_path):
    path = play_and_leave(1)
    assert read_record_header(path).players == BOTS[:3]
    missing = tmp_path / "missing.jsonl"
    with pytest.raises(FileError):
        read_record_header(missing)
    assert not is_record_over(missing)
    assert not is_record_valid(missing)
    assert read_unfinished_match(missing) is None


def test_a_record_is_verified_with_or_without_progress(tmp_path):
    path = finish_copy(play_and_leave(1), tmp_path / "finished.jsonl")
    record = read_verified_record(path, lambda *_: None)
    assert record.events == read_verified_record(path).events
    path.write_bytes(path.read_bytes().replace(b'"points": [', b'"points": [9', 1))
    with pytest.raises(RecordError):
        read_verified_record(path)


def test_a_seats_own_record_is_not_offered():
    path = play_and_leave(1)
    header, *_ = path.read_bytes().splitlines(keepends=True)
    line = {**json.loads(header)}
    del line["seed"]
    path.write_bytes(json.dumps(line).encode() + b"\n")
    assert read_unfinished_match(path) is None


def test_a_match_of_people_counts_once_and_practice_does_not():
    bots_header = make_header()
    people_header = replace(bots_header, players=(HeaderPlayer("Anna"), *BOTS[:2]))
    assert not has_single_record(bots_header)
    assert has_single_record(people_header)


def test_the_best_record_of_a_match_with_copies_is_listed(home):
    people = (HeaderPlayer("Anna"), *BOTS[:2])
    match = OpenMatch.create(create_header("damn", people, {"deals": 3}, "ab" * 16))
    match.table.start_match()
    match.close()
    path = match.file.path
    copy = path.with_name("20250101T000000-damn-0000.jsonl")
    copy.write_bytes(path.read_bytes())
    match = OpenMatch.resume(path)
    while match.table.awaited_bot_seat is not None:
        match.table.play_bot_turn()
    match.close()
    sync_history()
    assert list_paths(list_unfinished_matches()) == [path]
