"""Sheets kept by hand, for games with real cards: begun, filled in, and saved as they grow."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.games import GAMES
from greenbaize.match.header import check_seats
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import settled
from greenbaize.rules.sheet_forms import Entry, Field, Number, Sort
from greenbaize.rules.sheets import Cell, Kind, Sheet
from greenbaize.store import folders
from greenbaize.store.plain_files import read_plain
from greenbaize.store.sheet_file import MOST_BYTES, KeptSheet, form_of, read_sheet, sheet_bytes
from greenbaize.store.whole_files import write_whole

SUFFIX: Final = ".sheet.json"


def sheets_folder() -> Path:
    """Where sheets kept by hand are, unless somebody puts them elsewhere."""
    return folders.matches().parent / "sheets"


class BlankSheet:
    """A sheet that is being kept by hand; every entry is saved at once.

    Args:
        kept: what is in it.
        path: its file.
    """

    def __init__(self, kept: KeptSheet, path: Path) -> None:
        self.path = path
        self.form: Final = form_of(kept.game, GAMES)
        self.trouble: Message | None = None
        """Why the last entry could not be saved, if so; the next one tries again."""
        self._kept = kept
        self._sheet = self._computed()

    @classmethod
    def begin(cls, game: str, names: tuple[str, ...], given: Mapping[str, object]) -> "BlankSheet":
        """A fresh sheet with a file of its own.

        Raises:
            HeaderError: the game does not take so many players.
            OptionError: an option is unknown or outside its limits.
        """
        check_seats(GAMES[game], len(names))
        options = settled(GAMES[game].options, len(names), given)
        now = datetime.now().astimezone()
        kept = KeptSheet(game, names, options, begun=now.strftime("%Y-%m-%d"))
        name = f"{now:%Y%m%dT%H%M%S}-{game}-{secrets.token_hex(2)}{SUFFIX}"
        blank = cls(kept, sheets_folder() / name)
        blank.save()
        return blank

    @classmethod
    def open(cls, path: Path) -> "BlankSheet":
        """Go on with a sheet.

        Raises:
            FileError: the file cannot be read.
            SheetFileError: it is damaged, or no sheet.
            GameError: its players or options are not the game's.
        """
        return cls(read_sheet(read_plain(path, MOST_BYTES), GAMES), path)

    @property
    def sheet(self) -> Sheet:
        """The sheet with its sums and checks."""
        return self._sheet

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self._kept.names

    @property
    def card(self) -> Scorecard:
        """The sheet with its heading."""
        kept = self._kept
        return Scorecard(kept.game, kept.names, self._sheet, date=kept.begun, source=self.path)

    def field_at(self, cell: Cell) -> Field | None:
        """What may be entered in a box; None where the sheet computes or prints it."""
        rows = self._sheet.all_rows
        if not 0 <= cell.row < len(rows) or rows[cell.row].kind is not Kind.DEAL:
            return None
        columns = self._sheet.side if cell.seat is None else self._sheet.columns
        fields = self.form.side_fields if cell.seat is None else self.form.fields
        column = columns[cell.place]
        return next((field for field in fields if field.column == column), None)

    def cells(self) -> list[Cell]:
        """Every box that takes an entry, in the order in which it is filled in.

        Deal by deal: for each field all players, then what belongs to nobody.
        """
        sheet, order = self._sheet, []
        for number, row in enumerate(sheet.rows):
            if row.kind is not Kind.DEAL:
                continue
            for field in self.form.fields:
                place = sheet.columns.index(field.column)
                order += [Cell(number, seat, place) for seat in range(len(self.names))]
            for field in self.form.side_fields:
                order.append(Cell(number, None, sheet.side.index(field.column)))
        return order

    def stops(self) -> list[Cell]:
        """The boxes that somebody has to fill in: those that follow by themselves are left out."""
        rows = self._sheet.rows
        return [
            cell
            for cell in self.cells()
            if cell.seat is not None
            or self.value(cell) is not None
            or rows[cell.row].side[cell.place].value is None
        ]

    def value(self, cell: Cell) -> Number:
        """What has been entered in a box."""
        deal = self._deal(cell)
        if deal > len(self._kept.entries):
            return None
        entry, place = self._kept.entries[deal - 1], self._place(cell)
        return entry.side[place] if cell.seat is None else entry.players[cell.seat][place]

    def enter(self, cell: Cell, value: Number) -> None:
        """Enter a number in a box that takes one, or None to empty it, and save."""
        seats, deal, place = len(self.names), self._deal(cell), self._place(cell)
        entries = list(self._kept.entries)
        entries += [self.form.blank(seats)] * (deal - len(entries))
        entries[deal - 1] = _with(entries[deal - 1], cell.seat, place, value)
        while entries and entries[-1].empty:
            entries.pop()
        self._kept = replace(self._kept, entries=tuple(entries))
        self._sheet = self._computed()
        self.save()

    def parsed(self, cell: Cell, text: str) -> Number:
        """What a person typed into a box, as its number; nothing for an empty text.

        Points without a sign have the deal's. A player is named by number or by how the name
        begins, a stake by ``g`` or ``s``.

        Raises:
            GameError: it is nothing that belongs there.
        """
        field = self.field_at(cell)
        assert field is not None
        text = text.strip().replace("−", "-")
        if not text:
            return None
        low, high = self.form.span(
            field.column, self._deal(cell), len(self.names), self._kept.options
        )
        value = self._meant(field, text, self._deal(cell))
        if value is None or not low <= value <= high:
            first = 1 if field.sort is Sort.SEAT else 0
            limits: dict[str, Value] = {"value": text, "low": low + first, "high": high + first}
            code = "sheet-entry-stake" if field.sort is Sort.STAKE else "sheet-entry"
            raise GameError(Message(code, limits))
        return value

    def save(self) -> None:
        """Write the file, wholly or not at all; ``trouble`` says what went wrong, if so."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, sheet_bytes(self._kept, self.form))
        except OSError as error:
            self.trouble = FileError(self.path, error).message
        except GameError as error:
            self.trouble = error.message
        else:
            self.trouble = None

    def save_as(self, path: Path) -> None:
        """Keep it in another file from now on; ``trouble`` says if that cannot be written."""
        before, self.path = self.path, path
        self.save()
        if self.trouble is not None:
            self.path = before

    def _meant(self, field: Field, text: str, deal: int) -> Number:
        folded = text.casefold()
        if field.sort is Sort.STAKE:
            return {"g": 1, "1": 1, "+": 1, "s": 0, "0": 0, "-": 0}.get(folded[:1])
        if field.sort is Sort.SEAT and not text.isdecimal():
            found = [
                seat for seat, name in enumerate(self.names) if name.casefold().startswith(folded)
            ]
            return found[0] if len(found) == 1 else None
        try:
            number = int(text)
        except ValueError:
            return None
        if field.sort is Sort.SEAT:
            return number - 1
        return number if text[0] in "+-" else number * self.form.sign(field.column, deal)

    def _computed(self) -> Sheet:
        kept = self._kept
        return self.form.sheet(len(kept.names), kept.options, kept.entries)

    def _deal(self, cell: Cell) -> int:
        return self._sheet.rows[cell.row].label

    def _place(self, cell: Cell) -> int:
        field = self.field_at(cell)
        assert field is not None
        fields = self.form.side_fields if cell.seat is None else self.form.fields
        return fields.index(field)


def _with(entry: Entry, seat: int | None, place: int, value: Number) -> Entry:
    if seat is None:
        return replace(entry, side=(*entry.side[:place], value, *entry.side[place + 1 :]))
    own = entry.players[seat]
    own = (*own[:place], value, *own[place + 1 :])
    players = (*entry.players[:seat], own, *entry.players[seat + 1 :])
    return replace(entry, players=players)
