"""Tests of the matches of this computer: create, leave, resume and abandon."""

import json
import os
import shutil
from datetime import datetime

import pytest

from greenbaize.app.memory.history_sync import bring_up
from greenbaize.app.tables import matches
from greenbaize.app.tables import unfinished as unfinished_matches
from greenbaize.app.tables.matches import (
    PROGRAM,
    OpenMatch,
    abandon_record,
    new_seed,
    settled_header,
)
from greenbaize.app.tables.unfinished import unfinished
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.match.record import read_record
from greenbaize.rules.chance import seed_from
from greenbaize.rules.decoding import LONGEST_LINE
from greenbaize.rules.errors import (
    FileError,
    GameError,
    NotPlainError,
    OptionError,
    RecordError,
    RecordLockedError,
)
from greenbaize.rules.events import Ended
from greenbaize.store.files import open_plain
from greenbaize.store.folders import GIVEN_UP

NAMES = ("Anna", "Boris", "Vera", "Mila")
BOTS = tuple(Player(name, "bot", "easy") for name in NAMES)


def header(seed="matches", **options):
    return settled_header("damn", BOTS[:3], {"deals": 3, **options}, seed_from(seed))


def left(acts, seed="matches"):
    """Return the record path of a match that is left after some bot turns."""
    match = OpenMatch.begin(header(seed))
    match.table.begin()
    for _ in range(acts):
        match.table.let_computer_act()
    match.close()
    return match.file.path


def test_seeds_are_fresh_and_fit_a_record():
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 32 and set(seed) <= set("0123456789abcdef") for seed in seeds)


def test_a_header_has_every_option_and_the_program():
    made = header(hook=True)
    assert made.options["hook"] is True
    assert made.options["first"] == 1
    assert made.more == {"program": PROGRAM}
    with pytest.raises(GameError):
        settled_header("damn", BOTS[:2], {}, "0" * 32)
    with pytest.raises(OptionError):
        settled_header("damn", BOTS, {"deals": 99}, "0" * 32)
    with pytest.raises(KeyError):
        settled_header("no-such-game", BOTS, {}, "0" * 32)


def test_blackout_shuffles_the_seats_by_the_seed():
    orders = set()
    for number in range(20):
        seed = seed_from(str(number))
        made = settled_header("blackout", BOTS, {}, seed)
        assert sorted(one.name for one in made.sitters) == sorted(NAMES)
        assert made == settled_header("blackout", BOTS, {}, seed)
        orders.add(made.sitters)
    assert len(orders) > 5
    kept = settled_header("blackout", BOTS, {"in_order": True}, "0" * 32)
    assert kept.sitters == BOTS


def test_a_match_is_written_from_its_first_event():
    path = left(2)
    record = read_record(path.read_bytes(), GAMES)
    assert [one.type for one in record.events] == ["lot", "deal", "bid", "bid"]
    assert record.header.more["begun"] == path.name[:15]


@pytest.mark.parametrize("act_count", [0, 1, 3, 5, 9])
def test_it_goes_on_as_it_would_have(act_count):
    whole = OpenMatch.begin(header())
    whole.table.play_out()
    whole.close()
    path = left(act_count)
    again = OpenMatch.resume(path)
    assert not again.cut
    again.table.play_out()
    again.close()
    lines = path.read_bytes().splitlines()
    assert lines[1:] == whole.file.path.read_bytes().splitlines()[1:]
    assert isinstance(read_record(path.read_bytes(), GAMES).events[-1], Ended)


def test_only_one_may_play_a_match():
    match = OpenMatch.begin(header())
    with pytest.raises(RecordLockedError):
        OpenMatch.resume(match.file.path)
    with pytest.raises(RecordLockedError):
        abandon_record(match.file.path)
    match.close()
    match.close()
    OpenMatch.resume(match.file.path).close()
    abandon_record(match.file.path)


def test_what_is_abandoned_replaces_no_copy_that_was_abandoned_before():
    path = left(2)
    folder = path.parent / GIVEN_UP
    for text in (b"first", b"second", b"third"):
        path.write_bytes(text)
        abandon_record(path)
    assert sorted(one.read_bytes() for one in folder.iterdir()) == [b"first", b"second", b"third"]
    assert not path.exists()


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links")
def test_a_match_being_played_is_not_opened_over_a_link_either(tmp_path):
    path, link = left(2), tmp_path / "link.jsonl"
    link.symlink_to(path)
    for one, other in ((path, link), (link, path)):
        opened = OpenMatch.resume(one)
        with pytest.raises(RecordLockedError):
            OpenMatch.resume(other)
        opened.close()


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX, which can delete open files")
def test_a_match_whose_folder_was_deleted_goes_on_as_ours_alone(home):
    match = OpenMatch.begin(header())
    match.table.begin()
    shutil.rmtree(home / "matches")
    match.table.let_computer_act()
    assert [one.path for one in unfinished()] == [match.file.path]
    with pytest.raises(RecordLockedError):
        OpenMatch.resume(match.file.path)
    match.table.play_out()
    match.close()
    assert [one.name for one in (home / "matches").iterdir()] == [match.file.path.name]
    assert GAMES["damn"].over(read_record(match.file.path.read_bytes(), GAMES).state)


def test_a_new_match_takes_no_name_that_is_taken(monkeypatch):
    class Noon(datetime):
        @classmethod
        def now(cls, zone=None):
            return cls(2026, 11, 3, 12)

    tokens = iter(["aaaa", "aaaa", "bbbb", "bbbb", "aaaa", "cccc"])
    monkeypatch.setattr(matches, "datetime", Noon)
    monkeypatch.setattr("secrets.token_hex", lambda size: next(tokens) if size == 2 else "f" * 16)
    first = OpenMatch.begin(header("a"))
    first.table.play_out()
    first.close()  # The finished match is not locked any more, but its file exists.
    second = OpenMatch.begin(header("b"))  # This match is still locked.
    third = OpenMatch.begin(header("c"))
    names = [one.file.path.name[-10:-6] for one in (first, second, third)]
    assert names == ["aaaa", "bbbb", "cccc"]
    assert GAMES["damn"].over(read_record(first.file.path.read_bytes(), GAMES).state)
    second.close()
    third.close()


@pytest.mark.parametrize("fault", ["damaged", "no seed"])
def test_a_record_that_cannot_go_on_is_left_alone_and_unlocked(fault):
    path = left(3)
    lines = path.read_bytes().splitlines(keepends=True)
    if fault == "damaged":
        path.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    else:
        first = json.loads(lines[0])
        del first["seed"]
        path.write_bytes(b"".join([json.dumps(first).encode() + b"\n", *lines[1:]]))
    data = path.read_bytes()
    for _ in range(2):
        with pytest.raises(GameError, match=r"not-your-turn|record-no-seed") as refused:
            OpenMatch.resume(path)
        assert isinstance(refused.value, RecordError) == (fault == "damaged")
    assert fault == "damaged" or unfinished() == []
    assert path.read_bytes() == data
    abandon_record(path)


def test_a_missing_record_is_told_as_such_and_nothing_is_made(tmp_path):
    with pytest.raises(FileError):
        OpenMatch.resume(tmp_path / "here" / "20261121T203000-0.jsonl")
    assert not (tmp_path / "here").exists()
    (tmp_path / "here").mkdir()
    with pytest.raises(FileError):
        OpenMatch.resume(tmp_path / "here" / "20261121T203000-0.jsonl")
    assert list((tmp_path / "here").iterdir()) == []


def test_the_unfinished_are_listed_latest_first(home):
    assert unfinished() == []
    first, second = left(1, "a"), left(2, "b")
    first = first.rename(first.with_name("20240101T000000-damn-0000.jsonl"))
    done = OpenMatch.begin(header("c"))
    done.table.play_out()
    done.close()
    folder = home / "matches"
    (folder / "noise.jsonl").write_bytes(b"\xff\x00")
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "endless.jsonl").write_bytes(b"{" * (2 * LONGEST_LINE))
    (folder / "notes.txt").write_text("notes")
    (folder / "folder.jsonl").mkdir()
    assert [one.path for one in unfinished()] == [second, first]
    assert [one.header.sitters for one in unfinished()] == [BOTS[:3]] * 2


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes in folders")
def test_pipes_and_devices_among_the_records_are_passed_over(home):
    path = left(2)
    os.mkfifo(home / "matches" / "pipe.jsonl")
    (home / "matches" / "zero.jsonl").symlink_to("/dev/zero")
    assert [one.path for one in unfinished()] == [path]
    for name in ("pipe.jsonl", "zero.jsonl"):
        with pytest.raises(NotPlainError):
            OpenMatch.resume(home / "matches" / name)


def test_a_match_with_somebody_unknown_is_not_offered():
    path = left(2)
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"easy"', b'"divine"', 1))
    assert unfinished() == []
    with pytest.raises(RecordError, match="header-level"):
        OpenMatch.resume(path)
    assert path.read_bytes() != data
    path.write_bytes(data)
    assert len(unfinished()) == 1


def test_when_a_match_was_begun_is_a_time_or_nothing():
    path = left(2)
    data, begun = path.read_bytes(), path.name[:15]
    assert [one.begun for one in unfinished()] == [begun]
    for other in ("x" * 100_000, "20261121T203000\\n", "20261399T999999", "<img>", ""):
        path.write_bytes(data.replace(begun.encode(), other.encode(), 1))
        assert [one.begun for one in unfinished()] == [""]


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
def test_the_end_is_known_by_what_the_last_line_says(last, is_over):
    path = left(2)
    path.write_bytes(path.read_bytes() + last.encode())
    assert (unfinished() == []) == is_over


def test_each_of_many_records_is_opened_once(home, monkeypatch):
    paths = [left(0, str(number)) for number in range(20)]
    opened = []

    def noted(path):
        opened.append(path)
        return open_plain(path)

    monkeypatch.setattr(unfinished_matches, "open_plain", noted)
    assert len(unfinished()) == 20
    assert sorted(opened) == sorted(paths)


def test_an_end_cut_short_is_not_yet_an_end():
    match = OpenMatch.begin(header())
    match.table.play_out()
    match.close()
    path = match.file.path
    whole = path.read_bytes()
    assert unfinished() == []
    path.write_bytes(whole[:-9])
    assert [one.path for one in unfinished()] == [path]
    again = OpenMatch.resume(path)
    assert again.cut
    again.table.begin()
    again.close()
    assert path.read_bytes() == whole


def test_an_abandoned_match_is_kept_but_not_offered(home):
    path = left(2)
    data = path.read_bytes()
    abandon_record(path)
    assert not path.exists()
    assert unfinished() == []
    assert (home / "matches" / "abandoned" / path.name).read_bytes() == data


def test_a_match_is_played_even_where_nothing_can_be_written(home):
    home.mkdir()
    (home / "matches").write_text("in the way")
    match = OpenMatch.begin(header())
    match.table.play_out()
    assert match.file.trouble is not None
    match.close()
    assert match.table.over


def test_with_the_list_of_matches_only_a_few_records_are_looked_at(home, monkeypatch):
    folder = home / "matches"
    done = OpenMatch.begin(header("done"))
    done.table.play_out()
    done.close()
    second = left(2)
    whole, begun = done.file.path.read_bytes(), second.read_bytes()
    second.unlink()  # The file name is as late as that of the new match.
    for number in range(8):
        (folder / f"2024010{number + 1}T000000-damn-0000.jsonl").write_bytes(whole)
    old = folder / "20230101T000000-damn-0000.jsonl"
    old.write_bytes(begun)
    bring_up()
    new = left(3)  # The history does not list this match yet.
    monkeypatch.setattr(unfinished_matches, "NEWEST", 2)
    looked_at = []

    def noted(path):
        looked_at.append(path)
        return open_plain(path)

    monkeypatch.setattr(unfinished_matches, "open_plain", noted)
    found = [one.path for one in unfinished(9)]
    assert found[0] == new
    assert found[-1] == old
    assert not any(path.name.startswith("2024") for path in looked_at)
    assert len(unfinished(1)) == 1
