"""Tests for the documentation of the statistics CSV: its columns and kinds of rows."""

import re
from pathlib import Path

import pytest

from greenbaize.app.memory.statistics_result import (
    Line,
    at_present,
    known_as,
    lines_of,
    rated_lines,
)
from greenbaize.rules.facts import OURS
from greenbaize.store.history import History
from greenbaize.store.statistics import Rated, Who
from match.playing import CHOSEN
from store.credited import keep, match
from store.fixtures.history_fixture import digests

PAGE = Path(__file__).parents[3] / "docs" / "statistics-csv.md"


def first_cells(head):
    """Return the names in the first column of the page's table with this heading."""
    table = PAGE.read_text(encoding="utf-8").partition(f"| {head} |")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_the_page_names_every_column():
    assert first_cells("column") == set(Line._fields)


def test_the_page_names_every_kind_of_line(tmp_path):
    history = History.open(tmp_path / "history.sqlite")
    keep(history, match(1, (1, 2), game="master"))
    keep(history, match(2, (1, 2), game="rank"))  # whose points are ranks
    lines = [*lines_of(history, Who(("Anna",))), *rated_lines(history, [])]
    history.close()
    rows = [row for one in digests().values() for seat in one["facts"] for row in seat]
    facts = {row[0] for row in rows} - OURS
    ours = {line.kind for line in lines} - facts
    assert ours > OURS
    assert first_cells("kind") == facts | ours | {"rating", "source-rating", "given-away"}


@pytest.mark.parametrize("game", {one.name: None for one in CHOSEN})
def test_the_golden_records_tell_of_every_game(game):
    assert any(name.startswith(game) for name in digests())


OTTO, LISA = Who(("Ottokar", "Otto", "Lisa")), Who(("Lisa",))


def test_a_name_stands_for_all_names_of_that_person():
    assert known_as(["otto"], [OTTO, LISA]) == ("Ottokar", "Otto", "Lisa")
    assert known_as(["Jan", "jan"], [OTTO]) == ("Jan", "jan")


def test_who_is_called_so_now_goes_before_who_once_was():
    for persons in ([OTTO, LISA], [LISA, OTTO]):
        assert known_as(["LISA"], persons) == ("Lisa",)


def test_everybody_is_rated_once_by_the_name_they_have_now():
    rated = [
        Rated("Otto", "", 1100.0, 90.0, 2),
        Rated("", "easy", 1050.0, 10.0, 9),
        Rated("", "", 1020.0, 10.0, 9),
        Rated("Ottokar", "", 1000.0, 50.0, 7),
        Rated("Jan", "", 990.0, 50.0, 7),
    ]
    found = [(one.name, one.level, one.matches) for one in at_present(rated, [OTTO, LISA])]
    assert found == [("", "easy", 9), ("", "", 9), ("Ottokar", "", 7), ("Jan", "", 7)]
