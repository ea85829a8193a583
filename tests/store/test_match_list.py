"""Tests of the list of matches: filters and sorting."""

from dataclasses import replace

import pytest

from greenbaize.games import GAMES
from greenbaize.match.digest import digest_record
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.store import match_list
from greenbaize.store.history import FileStamp, HistoryDatabase
from greenbaize.store.match_list import (
    DAMAGED_KEY_PREFIX,
    DamagedFileRow,
    MatchFilter,
    MatchRow,
    MatchSorting,
    MatchStatus,
    count_rows,
    load_best_files,
    load_files,
    load_people,
    load_row_keys,
    load_rows,
)
from match.random_matches import GameSetup, play_randomly

TITLES = {"blackout": "Blackout", "damn": "Damn", "rank": "Rank"}


def make_listed_digest(game, number, start_time, *names, lines=None, **more):
    options = {"damn": {"deals": 2}, "rank": {"deals": 1}}.get(game, {})
    record = play_randomly(GameSetup(game, 3, options), number).record
    original = digest_record(b"".join(record.splitlines(keepends=True)[:lines]), GAMES)
    players = (
        HeaderPlayer(names[0]),
        *(HeaderPlayer(name, "bot", "easy") for name in (*names[1:], "Zoë")[:2]),
    )
    players = (*players, *original.header.players[len(players) :])
    header = replace(original.header, players=players, extra={"begun": start_time, **more})
    return original._replace(header=header, identity=f"{number:032x}")


@pytest.fixture
def history(tmp_path):
    history = HistoryDatabase.open_or_rebuild(tmp_path / "history.sqlite")
    with history.transaction():
        for name, listed_digest in {
            "a.jsonl": make_listed_digest("damn", 1, "20260101T100000", "Ida", "Boris"),
            "b.jsonl": make_listed_digest("rank", 2, "20260201T100000", "Ödön", "Anna"),
            "c.jsonl": make_listed_digest("damn", 3, "20260301T100000", "Ida", "Vera", lines=12),
            "abandoned/d.jsonl": make_listed_digest(
                "blackout", 4, "20260401T100000", "Ida", lines=9
            ),
            "e.jsonl": make_listed_digest(
                "damn", 5, "20260501T100000", "IDA", "Boris", practice=True
            ),
        }.items():
            history.write_digest(name, FileStamp(1, 1), listed_digest)
        # Changed in the middle of February.
        history.write_fault("odd.jsonl", FileStamp(1, 1_771_000_000_000_000_000), "line-damaged")
    yield history
    history.close()


def find_letters(
    history: HistoryDatabase,
    sought: MatchFilter = MatchFilter(),  # noqa: B008
    sorting: MatchSorting = MatchSorting.TIME,
    *,
    descending: bool = True,
) -> str:
    """Return the first letters of the files that are found."""
    listed = load_row_keys(history, sought, TITLES, sorting, descending=descending)
    rows_by_key = load_rows(history, listed)
    return "".join(rows_by_key[key].file.rpartition("/")[2][0] for key in listed)


def test_the_latest_come_first_damaged_files_among_them(history):
    assert find_letters(history) == "edcoba"
    assert find_letters(history, descending=False) == "aboocde".replace("oo", "o")
    assert count_rows(history) == 6


@pytest.mark.parametrize(
    ("sorting", "up", "down"),
    [
        (MatchSorting.GAME, "decabo", "obecad"),
        (MatchSorting.PEOPLE, "eacdbo", "obdcea"),
        (MatchSorting.DEAL, None, None),
        (MatchSorting.ENDING, None, None),
    ],
)
def test_it_is_sorted_both_ways(history, sorting, up, down):
    ups = find_letters(history, sorting=sorting, descending=False)
    downs = find_letters(history, sorting=sorting)
    assert sorted(ups) == sorted(downs) == sorted("abcdeo")
    if up is not None:
        assert (ups, downs) == (up, down)
    if sorting is MatchSorting.ENDING:
        assert ups.index("c") < ups.index("d") < ups.index("o")
        assert max(map(ups.index, "abe")) < ups.index("c")


@pytest.mark.parametrize(
    ("sought", "letters"),
    [
        (MatchFilter(words=("bor",)), "ea"),
        (MatchFilter(words=("damn",)), "eca"),
        (MatchFilter(words=("damn", "vera")), "c"),
        (MatchFilter(words=("ödön",)), "b"),
        (MatchFilter(words=("%",)), ""),
        (MatchFilter(words=("odd",)), "o"),
        (MatchFilter(game="rank"), "b"),
        (MatchFilter(person="ida"), "edca"),
        (MatchFilter(person="Zoe", former_names=("Nobody", "IDA")), "edca"),
        (MatchFilter(person="Boris"), ""),  # bots are not persons
        (MatchFilter(status=MatchStatus.OVER), "ba"),
        (MatchFilter(status=MatchStatus.OPEN), "c"),
        (MatchFilter(status=MatchStatus.ABANDONED), "d"),
        (MatchFilter(status=MatchStatus.PRACTICE), "e"),
        (MatchFilter(status=MatchStatus.DAMAGED), "o"),
        (MatchFilter(begun_since="20260201T100000", begun_before="20260301T100000"), "ob"),
        (MatchFilter(game="damn", words=("bor",), status=MatchStatus.OVER), "a"),
    ],
)
def test_filters_find_matches(history, sought, letters):
    assert find_letters(history, sought) == letters


def test_deleted_rows_are_skipped(history):
    listed = load_row_keys(history, MatchFilter(), TITLES)
    with history.transaction():
        history.delete_files(["a.jsonl", "odd.jsonl"])
    rows_by_key = load_rows(history, [*listed, DAMAGED_KEY_PREFIX + "never.jsonl"])
    assert len(rows_by_key) == 4
    assert all(isinstance(one, MatchRow) for one in rows_by_key.values())


def test_all_files_of_many_matches_are_found(history, monkeypatch):
    monkeypatch.setattr(match_list, "MATCHES_PER_QUERY", 2)
    with history.transaction():
        history.write_digest(
            "again.jsonl",
            FileStamp(1, 1),
            make_listed_digest("damn", 1, "20260101T100000", "Ida", lines=4),
        )
    listed = load_row_keys(history, MatchFilter(), TITLES)
    names = ["a.jsonl", "abandoned/d.jsonl", "b.jsonl", "c.jsonl", "e.jsonl", "odd.jsonl"]
    assert sorted(load_best_files(history, listed)) == names
    assert sorted(load_files(history, listed)) == sorted([*names, "again.jsonl"])
    assert load_files(history, [DAMAGED_KEY_PREFIX + "odd.jsonl"]) == ["odd.jsonl"]
    assert load_files(history, ["f" * 32]) == []


def test_damaged_files_are_sorted_by_modification_time(history):
    with history.transaction():
        history.write_fault("later.jsonl", FileStamp(1, 1_772_000_000_000_000_000), "line-damaged")
    damaged = MatchFilter(status=MatchStatus.DAMAGED)
    assert find_letters(history, damaged) == "lo"
    assert find_letters(history, damaged, descending=False) == "ol"


def test_a_damaged_file_has_a_reason(history):
    (row,) = load_rows(history, [DAMAGED_KEY_PREFIX + "odd.jsonl"]).values()
    assert row == DamagedFileRow("odd.jsonl", "20260213T162640", "line-damaged")


def test_people_are_sorted_by_number_of_matches(history):
    names = load_people(history, 9)
    assert [name.casefold() for name in names] == ["ida", "ödön"]
    assert len(load_people(history, 1)) == 1


def test_a_short_match_is_listed_with_its_game_and_marked(history):
    with history.transaction():
        short_digest = make_listed_digest("blackout", 6, "20260601T100000", "Ida")._replace(
            is_short_match=True
        )
        history.write_digest("f.jsonl", FileStamp(1, 1), short_digest)
    listed_keys = load_row_keys(history, MatchFilter(game="blackout"), TITLES)
    assert listed_keys == [short_digest.identity, f"{4:032x}"]
    found = load_rows(history, listed_keys)
    assert [(one.game, one.is_short) for one in found.values() if isinstance(one, MatchRow)].count(
        ("blackout", True)
    ) == 1
    assert {one.game for one in found.values() if isinstance(one, MatchRow)} == {"blackout"}
