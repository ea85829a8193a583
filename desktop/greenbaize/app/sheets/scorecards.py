"""A match's score sheet with its heading, as shown, printed and saved."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from greenbaize.app.house_rules import HouseRules, find_table_rules
from greenbaize.app.local_time import to_local_time
from greenbaize.app.tables.default_players import display_names
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.record import MatchRecord
from greenbaize.rules.sheets import RowKind, ScoreSheet, SheetBox, SheetRow
from greenbaize.store import folders
from greenbaize.store.history import HistoryDatabase, query_history
from greenbaize.store.match_list import count_earlier_matches


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A sheet and its heading.

    ``match_number`` counts the matches of this game that these people began here, None for practice
    and if unknown; ``date`` is ``YYYY-MM-DD``, local, or empty; ``source`` its file, if any;
    ``rules_text`` says which options are not as usual, empty if the game has none or is unknown.
    """

    game: str
    names: tuple[str, ...]
    sheet: ScoreSheet
    match_number: int | None = None
    date: str = ""
    source: Path | None = None
    rules_text: str = ""


def list_boxes(sheet: ScoreSheet, row: SheetRow) -> Iterator[tuple[str, SheetBox]]:
    """Yield all boxes of a row with their columns; one common to all comes last, without column."""
    for boxes in row.boxes:
        is_common = len(boxes) == 1 and (len(sheet.columns) > 1 or row.kind is RowKind.RESULT)
        empty_boxes = [SheetBox()] * (len(sheet.columns) - len(boxes))
        for column, box in zip(sheet.columns, (*empty_boxes, *boxes), strict=True):
            yield "" if is_common else column, box
    empty_boxes = [SheetBox()] * (len(sheet.side_columns) - len(row.side_boxes))
    yield from zip(sheet.side_columns, (*row.side_boxes, *empty_boxes), strict=True)


def create_scorecard(
    header: RecordHeader,
    sheet: ScoreSheet,
    path: Path | None = None,
    kept_rules: Iterable[HouseRules] = (),
) -> Scorecard:
    """Return the score card of a match so far; ``path`` is its record, if it is one of ours.

    If the match was played by one of the house rules ``kept_rules``, their name is in it.
    """
    start_time = str(header.extra.get("begun", ""))
    return Scorecard(
        header.game,
        display_names(header.players),
        sheet,
        _find_match_number(header, path),
        _format_local_date(start_time),
        path,
        format_rules(header.game, len(header.players), header.options, kept_rules),
    )


def create_record_scorecard(
    record: MatchRecord, path: Path, kept_rules: Iterable[HouseRules] = ()
) -> Scorecard:
    """Return the score card of a match that has been read from its record."""
    sheet = GAMES[record.header.game].sheet(record.state)
    return create_scorecard(record.header, sheet, path, kept_rules)


def format_rules(
    game_name: str,
    seats: int,
    options: Mapping[str, object],
    kept_rules: Iterable[HouseRules] = (),
) -> str:
    """Return what a table has set, in one line, or an empty text if the game has no options."""
    game = GAMES.get(game_name)
    if game is None or not game.options:
        return ""
    table_rules = find_table_rules(kept_rules, game, seats, options)
    return "" if table_rules is None else table_rules.sentence


def _find_match_number(header: RecordHeader, path: Path | None) -> int | None:
    start_time = str(header.extra.get("begun", ""))
    is_own_record = path is not None and path.is_relative_to(folders.matches_folder())
    if not is_own_record or not _format_local_date(start_time) or header.is_practice:
        return None

    def query(history: HistoryDatabase) -> int | None:
        return 1 + count_earlier_matches(history, header) if history.has_files else None

    return query_history(query)


def _format_local_date(start_time: str) -> str:
    moment = to_local_time(start_time)
    return "" if moment is None else moment.strftime("%Y-%m-%d")
