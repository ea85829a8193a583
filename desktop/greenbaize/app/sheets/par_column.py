"""A column of par for a score sheet, behind the game's own columns."""

from collections.abc import Mapping
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
    """Return a sheet with the column; it has no number for a deal that is not over."""

    def add_box(row: SheetRow) -> SheetRow:
        if row.kind is not RowKind.DEAL:
            return row
        value = par_column.values.get(row.label) if is_row_written(row) else None
        missing_boxes = (SheetBox(),) * (len(sheet.side_columns) - len(row.side_boxes))
        return replace(row, side_boxes=(*row.side_boxes, *missing_boxes, SheetBox(value)))

    return replace(
        sheet,
        rows=tuple(map(add_box, sheet.rows)),
        side_columns=(*sheet.side_columns, par_column.column),
    )
