"""A match's score sheet with its heading, as shown, printed and saved."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from greenbaize.app.local_time import local_moment
from greenbaize.app.tables.default_players import called
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.record import Record
from greenbaize.rules.sheets import Box, Kind, Row, Sheet
from greenbaize.store import folders
from greenbaize.store.history import History, asked
from greenbaize.store.listing import earlier


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A sheet and its heading.

    ``match_number`` counts the matches of this game that these people began here, None for practice
    and if unknown; ``date`` is ``YYYY-MM-DD``, local, or empty; ``source`` its file, if any.
    """

    game: str
    names: tuple[str, ...]
    sheet: Sheet
    number: int | None = None
    date: str = ""
    source: Path | None = None


def boxes_of(sheet: Sheet, row: Row) -> Iterator[tuple[str, Box]]:
    """Yield all boxes of a row with their columns; one common to all comes last, without column."""
    for boxes in row.boxes:
        spans = len(boxes) == 1 and (len(sheet.columns) > 1 or row.kind is Kind.RESULT)
        blank = [Box()] * (len(sheet.columns) - len(boxes))
        for column, box in zip(sheet.columns, (*blank, *boxes), strict=True):
            yield "" if spans else column, box
    blank = [Box()] * (len(sheet.side) - len(row.side))
    yield from zip(sheet.side, (*row.side, *blank), strict=True)


def scorecard(header: Header, sheet: Sheet, path: Path | None = None) -> Scorecard:
    """Return the score card of a match so far; ``path`` is its record, if it is one of ours."""
    begun = str(header.more.get("begun", ""))
    return Scorecard(
        header.game, called(header.sitters), sheet, _number(header, path), _date(begun), path
    )


def scorecard_of(record: Record, path: Path) -> Scorecard:
    """Return the score card of a match that has been read from its record."""
    sheet = GAMES[record.header.game].sheet(record.state)
    return scorecard(record.header, sheet, path)


def _number(header: Header, path: Path | None) -> int | None:
    begun = str(header.more.get("begun", ""))
    own = path is not None and path.is_relative_to(folders.matches())
    if not own or not _date(begun) or header.practice:
        return None

    def question(history: History) -> int | None:
        return 1 + earlier(history, header) if history.files_known else None

    return asked(question)


def _date(begun: str) -> str:
    moment = local_moment(begun)
    return "" if moment is None else moment.strftime("%Y-%m-%d")
