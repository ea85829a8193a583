"""Tests of the list of unfinished matches: which are offered, and how far they are."""

import os

import pytest

from app.tables.left_matches import BOTS, make_header, play_and_leave
from greenbaize.app.memory.history_sync import sync_history
from greenbaize.app.tables import unfinished_matches
from greenbaize.app.tables.matches import (
    OpenMatch,
    abandon_record,
)
from greenbaize.app.tables.unfinished_matches import list_unfinished_matches
from greenbaize.rules.decoding import MAX_JSON_BYTES
from greenbaize.rules.errors import (
    NotRegularFileError,
    RecordError,
)
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
