"""Tests of the matches of this computer: create, leave, resume and abandon."""

import json
import os
import shutil
import stat
from datetime import datetime

import pytest

from app.tables.left_matches import BOTS, NAMES, make_header, play_and_leave
from greenbaize.app.tables import matches
from greenbaize.app.tables.matches import (
    OpenMatch,
    abandon_record,
    create_header,
    create_seed,
)
from greenbaize.app.tables.unfinished_matches import list_unfinished_matches
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.match.header import PROGRAM_VERSION
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.errors import (
    FileError,
    GameError,
    OptionError,
    RecordError,
    RecordLockedError,
)
from greenbaize.rules.events import MatchEnded
from greenbaize.store import folders
from greenbaize.store.folders import ABANDONED_FOLDER


def test_seeds_are_fresh_and_fit_a_record():
    seeds = {create_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 32 and set(seed) <= set("0123456789abcdef") for seed in seeds)


def test_a_header_has_every_option_and_the_program():
    created_header = make_header(hook=True)
    assert created_header.options["hook"] is True
    assert created_header.options["first"] == 1
    assert created_header.extra == {"program": PROGRAM_VERSION}
    with pytest.raises(GameError):
        create_header("damn", BOTS[:2], {}, "0" * 32)
    with pytest.raises(OptionError):
        create_header("damn", BOTS, {"deals": 99}, "0" * 32)
    with pytest.raises(KeyError):
        create_header("no-such-game", BOTS, {}, "0" * 32)


def test_blackout_shuffles_the_seats_by_the_seed():
    orders = set()
    for number in range(20):
        seed = seed_from_text(str(number))
        created_header = create_header("blackout", BOTS, {}, seed)
        assert sorted(player.name for player in created_header.players) == sorted(NAMES)
        assert created_header == create_header("blackout", BOTS, {}, seed)
        orders.add(created_header.players)
    assert len(orders) > 5
    ordered_header = create_header("blackout", BOTS, {"in_order": True}, "0" * 32)
    assert ordered_header.players == BOTS


def test_a_match_is_written_from_its_first_event():
    path = play_and_leave(2)
    record = read_record(path.read_bytes(), GAMES)
    assert [event.type for event in record.events] == ["lot", "deal", "bid", "bid"]
    assert record.header.extra["begun"] == path.name[:15]


@pytest.mark.parametrize("act_count", [0, 1, 3, 5, 9])
def test_a_resumed_match_continues_as_it_would_have(act_count):
    complete_match = OpenMatch.create(make_header())
    complete_match.table.play_to_end()
    complete_match.close()
    path = play_and_leave(act_count)
    resumed_match = OpenMatch.resume(path)
    assert not resumed_match.was_truncated
    resumed_match.table.play_to_end()
    resumed_match.close()
    lines = path.read_bytes().splitlines()
    assert lines[1:] == complete_match.file.path.read_bytes().splitlines()[1:]
    assert isinstance(read_record(path.read_bytes(), GAMES).events[-1], MatchEnded)


def test_only_one_program_may_play_a_match():
    match = OpenMatch.create(make_header())
    with pytest.raises(RecordLockedError):
        OpenMatch.resume(match.file.path)
    with pytest.raises(RecordLockedError):
        abandon_record(match.file.path)
    match.close()
    match.close()
    OpenMatch.resume(match.file.path).close()
    abandon_record(match.file.path)


def test_an_abandoned_match_replaces_no_earlier_copy():
    path = play_and_leave(2)
    folder = path.parent / ABANDONED_FOLDER
    for text in (b"first", b"second", b"third"):
        path.write_bytes(text)
        abandon_record(path)
    assert sorted(copy.read_bytes() for copy in folder.iterdir()) == [b"first", b"second", b"third"]
    assert not path.exists()


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links")
def test_a_match_being_played_is_not_opened_through_a_link(tmp_path):
    path, link = play_and_leave(2), tmp_path / "link.jsonl"
    link.symlink_to(path)
    for first_path, second_path in ((path, link), (link, path)):
        match = OpenMatch.resume(first_path)
        with pytest.raises(RecordLockedError):
            OpenMatch.resume(second_path)
        match.close()


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX, which can delete open files")
def test_a_match_whose_folder_was_deleted_stays_locked(home):
    match = OpenMatch.create(make_header())
    match.table.start_match()
    shutil.rmtree(home / "matches")
    match.table.play_bot_turn()
    assert [unfinished_match.path for unfinished_match in list_unfinished_matches()] == [
        match.file.path
    ]
    with pytest.raises(RecordLockedError):
        OpenMatch.resume(match.file.path)
    match.table.play_to_end()
    match.close()
    assert [unfinished_match.name for unfinished_match in (home / "matches").iterdir()] == [
        match.file.path.name
    ]
    assert GAMES["damn"].is_over(read_record(match.file.path.read_bytes(), GAMES).state)


def test_a_new_match_takes_an_unused_name(monkeypatch):
    class NoonDatetime(datetime):
        @classmethod
        def now(cls, zone=None):
            return cls(2026, 11, 3, 12)

    tokens = iter(["aaaa", "aaaa", "bbbb", "bbbb", "aaaa", "cccc"])
    monkeypatch.setattr(matches, "datetime", NoonDatetime)
    monkeypatch.setattr("secrets.token_hex", lambda size: next(tokens) if size == 2 else "f" * 16)
    first = OpenMatch.create(make_header("a"))
    first.table.play_to_end()
    first.close()  # The finished match is not locked any more, but its file exists.
    second = OpenMatch.create(make_header("b"))  # This match is still locked.
    third = OpenMatch.create(make_header("c"))
    names = [match.file.path.name[-10:-6] for match in (first, second, third)]
    assert names == ["aaaa", "bbbb", "cccc"]
    assert GAMES["damn"].is_over(read_record(first.file.path.read_bytes(), GAMES).state)
    second.close()
    third.close()


@pytest.mark.parametrize("fault", ["damaged", "no seed"])
def test_a_record_that_cannot_continue_is_left_alone_and_unlocked(fault):
    path = play_and_leave(3)
    lines = path.read_bytes().splitlines(keepends=True)
    if fault == "damaged":
        path.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    else:
        first = json.loads(lines[0])
        del first["seed"]
        path.write_bytes(b"".join([json.dumps(first).encode() + b"\n", *lines[1:]]))
    data = path.read_bytes()
    for _ in range(2):
        with pytest.raises(GameError, match=r"not-your-turn|record-no-seed") as caught:
            OpenMatch.resume(path)
        assert isinstance(caught.value, RecordError) == (fault == "damaged")
    assert fault == "damaged" or list_unfinished_matches() == []
    assert path.read_bytes() == data
    abandon_record(path)


def test_a_missing_record_is_reported_and_no_file_created(tmp_path):
    with pytest.raises(FileError):
        OpenMatch.resume(tmp_path / "here" / "20261121T203000-0.jsonl")
    assert not (tmp_path / "here").exists()
    (tmp_path / "here").mkdir()
    with pytest.raises(FileError):
        OpenMatch.resume(tmp_path / "here" / "20261121T203000-0.jsonl")
    assert list((tmp_path / "here").iterdir()) == []


def test_the_start_time_is_valid_or_empty():
    path = play_and_leave(2)
    data, start_time = path.read_bytes(), path.name[:15]
    assert [unfinished_match.start_time for unfinished_match in list_unfinished_matches()] == [
        start_time
    ]
    for invalid_time in ("x" * 100_000, "20261121T203000\\n", "20261399T999999", "<img>", ""):
        path.write_bytes(data.replace(start_time.encode(), invalid_time.encode(), 1))
        assert [unfinished_match.start_time for unfinished_match in list_unfinished_matches()] == [
            ""
        ]


def test_a_match_is_played_even_when_no_file_can_be_written(home):
    home.mkdir()
    (home / "matches").write_text("in the way")
    match = OpenMatch.create(make_header())
    match.table.play_to_end()
    assert match.file.error is not None
    match.close()
    assert match.table.is_over


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_records_are_private_to_their_owner(tmp_path):
    folders.matches_folder().mkdir(parents=True)
    folders.matches_folder().chmod(0o755)  # As an older version created it.
    players = (HeaderPlayer("A", "bot", "easy"), HeaderPlayer("B", "bot", "easy"))
    header = create_header("blackout", players, {}, seed_from_text("mine"))
    open_match = OpenMatch.create(header)
    path = open_match.file.path
    open_match.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    command_line = "simulate --game damn --players 3 --option deals=2 --seed 1 --record"
    assert main([*command_line.split(), str(tmp_path / "new")]) == 0
    (record,) = (tmp_path / "new").iterdir()
    assert stat.S_IMODE(record.stat().st_mode) == 0o600
    assert stat.S_IMODE(record.parent.stat().st_mode) == 0o700
