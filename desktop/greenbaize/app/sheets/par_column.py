"""A column of par for a score sheet, behind the game's own columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from greenbaize.rules.game import Game, ResultUnit
from greenbaize.rules.sheets import RowKind, ScoreSheet, SheetBox, SheetRow, is_row_written
from greenbaize.store.pars import DealPar


@dataclass(frozen=True, slots=True)
class ParColumn:
    """The column's code and its numbers by deal, at the level that set par."""

    level: str
    column: str
    values: Mapping[int, int]


def create_par_column(game: Game[Any], level: str, pars: Mapping[int, DealPar]) -> ParColumn:
    """Return the column for the par of some deals, in the unit that decides."""
    match game.result_units[0]:
        case ResultUnit.PLACES:
            return ParColumn(level, "par_place", {deal: par.par[0] for deal, par in pars.items()})
        case ResultUnit.BANKS:
            # A bank shed is one less.
            return ParColumn(level, "par_banks", {deal: -par.par[0] for deal, par in pars.items()})
        case _:
            return ParColumn(level, "par", {deal: par.par[0] for deal, par in pars.items()})


def add_par_column(sheet: ScoreSheet, par_column: ParColumn) -> ScoreSheet:
    """Return a sheet with the column; it has no number for a deal that is not over.

    Sums are those of complete columns, as others cannot be compared with the players' sums.
    """

    def append_box(row: SheetRow, value: int | None) -> SheetRow:
        missing_boxes = (SheetBox(),) * (len(sheet.side_columns) - len(row.side_boxes))
        return replace(row, side_boxes=(*row.side_boxes, *missing_boxes, SheetBox(value)))

    def add_value(row: SheetRow) -> SheetRow:
        return append_box(row, par_column.values.get(row.label) if is_row_written(row) else None)

    def add_sum(row: SheetRow, deals: Sequence[int]) -> SheetRow:
        pars = [par_column.values.get(deal) for deal in deals]
        known_pars = [par for par in pars if par is not None]
        return append_box(row, sum(known_pars) if pars and len(known_pars) == len(pars) else None)

    rows: list[SheetRow] = []
    all_deals: list[int] = []
    half_deals: list[int] = []
    for row in sheet.rows:
        if row.kind is RowKind.DEAL:
            if is_row_written(row):
                half_deals.append(row.label)
            rows.append(add_value(row))
            continue
        rows.append(add_sum(row, half_deals))
        all_deals, half_deals = all_deals + half_deals, []
    all_deals += half_deals
    results = sheet.results or sheet.result_rows[:1]
    return replace(
        sheet,
        rows=tuple(rows),
        results=tuple(add_sum(row, all_deals) if row.title == "total" else row for row in results),
        side_columns=(*sheet.side_columns, f"{par_column.column}.{par_column.level}"),
    )
