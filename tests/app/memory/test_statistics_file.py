"""The page on statistics as CSV says what is in such a file: columns, and kinds of lines."""

import re
from pathlib import Path
from typing import Final

import pytest

from greenbaize.app.memory.statistics_result import Line, lines_of, rated_lines
from greenbaize.rules.facts import OURS
from greenbaize.store.history import History
from greenbaize.store.statistics import Who
from match.playing import CHOSEN
from store.credited import keep, match
from store.fixtures.history_fixture import digests

PAGE: Final = Path(__file__).parents[3] / "docs" / "statistics-csv.md"


def first_cells(head: str) -> set[str]:
    """What the first cells of a table of the page name."""
    table = PAGE.read_text(encoding="utf-8").partition(f"| {head} |")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_the_page_names_every_column() -> None:
    assert first_cells("column") == set(Line._fields)


def test_the_page_names_every_kind_of_line(tmp_path: Path) -> None:
    history = History.open(tmp_path / "history.sqlite")
    keep(history, match(1, (1, 2), game="master"))
    keep(history, match(2, (1, 2), game="rank"))  # whose points are places
    lines = [*lines_of(history, Who(("Anna",))), *rated_lines(history, [])]
    history.close()
    rows = [row for one in digests().values() for seat in one["facts"] for row in seat]
    facts = {row[0] for row in rows} - OURS
    ours = {line.kind for line in lines} - facts
    assert ours > OURS
    assert first_cells("kind") == facts | ours | {"rating", "source-rating", "given-away"}


@pytest.mark.parametrize("game", {one.name: None for one in CHOSEN})
def test_the_golden_records_tell_of_every_game(game: str) -> None:
    assert any(name.startswith(game) for name in digests())
