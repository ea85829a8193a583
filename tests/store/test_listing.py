"""Tests of the list of matches: filters and sorting."""

from dataclasses import replace

import pytest

from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.match.player import Player
from greenbaize.store import listing
from greenbaize.store.history import History, Stamp
from greenbaize.store.listing import (
    AT,
    DamagedKept,
    Ending,
    MatchKept,
    Sorting,
    Sought,
    best,
    count,
    files,
    keys,
    people,
    rows,
)
from match.playing import Setup, play_randomly

TITLES = {"blackout": "Blackout", "damn": "Damn", "rank": "Rank"}


def digest(game, number, begun, *names, lines=None, **more):
    options = {"damn": {"deals": 2}, "rank": {"deals": 1}}.get(game, {})
    played = play_randomly(Setup(game, 3, options), number).record
    told = digest_of(b"".join(played.splitlines(keepends=True)[:lines]), GAMES)
    sitters = (Player(names[0]), *(Player(name, "bot", "easy") for name in (*names[1:], "Zoë")[:2]))
    sitters = (*sitters, *told.header.sitters[len(sitters) :])
    header = replace(told.header, sitters=sitters, more={"begun": begun, **more})
    return told._replace(header=header, identity=f"{number:032x}")


@pytest.fixture
def history(tmp_path):
    history = History.open(tmp_path / "history.sqlite")
    with history.writing():
        for name, told in {
            "a.jsonl": digest("damn", 1, "20260101T100000", "Ida", "Boris"),
            "b.jsonl": digest("rank", 2, "20260201T100000", "Ödön", "Anna"),
            "c.jsonl": digest("damn", 3, "20260301T100000", "Ida", "Vera", lines=12),
            "abandoned/d.jsonl": digest("blackout", 4, "20260401T100000", "Ida", lines=9),
            "e.jsonl": digest("damn", 5, "20260501T100000", "IDA", "Boris", practice=True),
        }.items():
            history.note(name, Stamp(1, 1), told)
        # Changed in the middle of February.
        history.note_fault("odd.jsonl", Stamp(1, 1_771_000_000_000_000_000), "line-damaged")
    yield history
    history.close()


def found(
    history: History,
    sought: Sought = Sought(),  # noqa: B008
    sorting: Sorting = Sorting.WHEN,
    *,
    descending: bool = True,
) -> str:
    """Return the first letters of the files that are found."""
    listed = keys(history, sought, TITLES, sorting, descending=descending)
    kept = rows(history, listed)
    return "".join(kept[key].file.rpartition("/")[2][0] for key in listed)


def test_the_latest_come_first_damaged_files_among_them(history):
    assert found(history) == "edcoba"
    assert found(history, descending=False) == "aboocde".replace("oo", "o")
    assert count(history) == 6


@pytest.mark.parametrize(
    ("sorting", "up", "down"),
    [
        (Sorting.GAME, "decabo", "obecad"),
        (Sorting.PEOPLE, "eacdbo", "obdcea"),
        (Sorting.DEAL, None, None),
        (Sorting.ENDING, None, None),
    ],
)
def test_it_is_sorted_both_ways(history, sorting, up, down):
    ups = found(history, sorting=sorting, descending=False)
    downs = found(history, sorting=sorting)
    assert sorted(ups) == sorted(downs) == sorted("abcdeo")
    if up is not None:
        assert (ups, downs) == (up, down)
    if sorting is Sorting.ENDING:
        assert ups.index("c") < ups.index("d") < ups.index("o")
        assert max(map(ups.index, "abe")) < ups.index("c")


@pytest.mark.parametrize(
    ("sought", "letters"),
    [
        (Sought(words=("bor",)), "ea"),
        (Sought(words=("damn",)), "eca"),
        (Sought(words=("damn", "vera")), "c"),
        (Sought(words=("ödön",)), "b"),
        (Sought(words=("%",)), ""),
        (Sought(words=("odd",)), "o"),
        (Sought(game="rank"), "b"),
        (Sought(person="ida"), "edca"),
        (Sought(person="Zoe", former=("Nobody", "IDA")), "edca"),
        (Sought(person="Boris"), ""),  # bots are not persons
        (Sought(ending=Ending.OVER), "ba"),
        (Sought(ending=Ending.OPEN), "c"),
        (Sought(ending=Ending.ABANDONED), "d"),
        (Sought(ending=Ending.PRACTICE), "e"),
        (Sought(ending=Ending.DAMAGED), "o"),
        (Sought(since="20260201T100000", before="20260301T100000"), "ob"),
        (Sought(game="damn", words=("bor",), ending=Ending.OVER), "a"),
    ],
)
def test_what_is_sought_is_found(history, sought, letters):
    assert found(history, sought) == letters


def test_rows_that_have_gone_are_left_out(history):
    listed = keys(history, Sought(), TITLES)
    with history.writing():
        history.forget(["a.jsonl", "odd.jsonl"])
    kept = rows(history, [*listed, AT + "never.jsonl"])
    assert len(kept) == 4
    assert all(isinstance(one, MatchKept) for one in kept.values())


def test_all_files_of_many_matches_are_found(history, monkeypatch):
    monkeypatch.setattr(listing, "AT_ONCE", 2)
    with history.writing():
        history.note(
            "again.jsonl", Stamp(1, 1), digest("damn", 1, "20260101T100000", "Ida", lines=4)
        )
    listed = keys(history, Sought(), TITLES)
    names = ["a.jsonl", "abandoned/d.jsonl", "b.jsonl", "c.jsonl", "e.jsonl", "odd.jsonl"]
    assert sorted(best(history, listed)) == names
    assert sorted(files(history, listed)) == sorted([*names, "again.jsonl"])
    assert files(history, [AT + "odd.jsonl"]) == ["odd.jsonl"]
    assert files(history, ["f" * 32]) == []


def test_damaged_files_alone_are_sorted_by_when_they_were_changed(history):
    with history.writing():
        history.note_fault("later.jsonl", Stamp(1, 1_772_000_000_000_000_000), "line-damaged")
    damaged = Sought(ending=Ending.DAMAGED)
    assert found(history, damaged) == "lo"
    assert found(history, damaged, descending=False) == "ol"


def test_a_damaged_file_says_why(history):
    (kept,) = rows(history, [AT + "odd.jsonl"]).values()
    assert kept == DamagedKept("odd.jsonl", "20260213T162640", "line-damaged")


def test_people_are_offered_by_how_often_they_played(history):
    names = people(history, 9)
    assert [name.casefold() for name in names] == ["ida", "ödön"]
    assert len(people(history, 1)) == 1


def test_a_short_match_is_listed_with_its_game_and_says_so(history):
    with history.writing():
        told = digest("blackout", 6, "20260601T100000", "Ida")._replace(short=True)
        history.note("f.jsonl", Stamp(1, 1), told)
    sought = keys(history, Sought(game="blackout"), TITLES)
    assert sought == [told.identity, f"{4:032x}"]
    found = rows(history, sought)
    assert [(one.game, one.short) for one in found.values() if isinstance(one, MatchKept)].count(
        ("blackout", True)
    ) == 1
    assert {one.game for one in found.values() if isinstance(one, MatchKept)} == {"blackout"}
