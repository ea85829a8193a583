"""Score sheets kept by hand, for games with real cards, saved after every entry."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from greenbaize.app.sheets.files import file_name
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.games import GAMES
from greenbaize.match.header import check_seats
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import settled
from greenbaize.rules.sheets import Cell, Entered, Field, Kind, Sort, Spot, Writing
from greenbaize.store import folders
from greenbaize.store.files import read_plain, write_whole
from greenbaize.store.sheet_file import MOST_BYTES, KeptSheet, form_of, read_sheet, sheet_bytes
from greenbaize.words.catalogue import tr_in

SUFFIX: Final = ".sheet.json"
STAKES: Final = {"g": 1, "1": 1, "+": 1, "s": 0, "0": 0, "-": 0, "п": 1, "ы": 0}
"""Keys for a stake, go and stay, also on a Russian keyboard."""


def sheet_paths() -> list[Path]:
    """Return the score sheets kept by hand, the last written first."""
    there = []
    # Earlier versions stored them beside the records.
    for folder in {folders.sheets(), folders.matches().parent / "sheets"}:
        try:
            there += [(path.stat().st_mtime, path) for path in folder.glob(f"*{SUFFIX}")]
        except OSError:
            continue
    return [path for _, path in sorted(there, reverse=True)]


class BlankSheet:
    """A score sheet kept by hand; every entry is saved at once."""

    def __init__(self, kept: KeptSheet, path: Path) -> None:
        self.path = path
        self.form: Final = form_of(kept.game, GAMES)
        self.trouble: Message | None = None
        """Why the last entry was not saved, or None; the next one tries again."""
        self._keep(kept)

    @classmethod
    def begin(cls, game: str, names: tuple[str, ...], given: Mapping[str, object]) -> "BlankSheet":
        """Create an empty sheet with a file of its own; raises ``GameError``."""
        check_seats(GAMES[game], len(names))
        options = settled(GAMES[game].options, len(names), given)
        now = datetime.now().astimezone()
        kept = KeptSheet(game, names, options, begun=now.strftime("%Y-%m-%d"))
        blank = cls(kept, Path())
        blank.path = _free_path(file_name(blank.card))
        blank.save()
        return blank

    @classmethod
    def open(cls, path: Path) -> "BlankSheet":
        """Open a sheet; raises ``FileError`` or ``GameError``."""
        return cls(read_sheet(read_plain(path, MOST_BYTES), GAMES), path)

    @property
    def names(self) -> tuple[str, ...]:
        return self._kept.names

    @property
    def card(self) -> Scorecard:
        kept = self._kept
        return Scorecard(kept.game, kept.names, self.sheet, date=kept.begun, source=self.path)

    def _keep(self, kept: KeptSheet) -> None:
        """Set the stored content, and compute the sheet from it."""
        self._kept = kept
        self.sheet = sheet = self.form.sheet(len(kept.names), kept.options, kept.entries)
        self.fields: dict[Cell, Field] = {}
        """Input field of each box, in the order of filling in; other boxes are computed.

        Deal by deal: for each field all players, then the fields that belong to no player.
        """
        for number, row in enumerate(sheet.rows):
            if row.kind is not Kind.DEAL:
                continue
            for field in self.form.fields:
                place = sheet.columns.index(field.column)
                for seat in range(len(kept.names)):
                    self.fields[Cell(number, seat, place)] = field
            for field in self.form.side_fields:
                self.fields[Cell(number, None, sheet.side.index(field.column))] = field

    def stops(self) -> list[Cell]:
        """Return the boxes a person fills in, without those that follow from others."""
        rows = self.sheet.rows
        return [
            cell
            for cell in self.fields
            if cell.seat is not None
            or self.value(cell) is not None
            or rows[cell.row].side[cell.place].value is None
        ]

    def value(self, cell: Cell) -> Entered:
        deal = self._deal(cell)
        if deal > len(self._kept.entries):
            return None
        return self._kept.entries[deal - 1].at(self._spot(cell))

    def possible(self, cell: Cell) -> tuple[int, ...]:
        """Return the values of a box consistent with the rest of the sheet, lowest first."""
        return self._writing.possible(self._deal(cell), self._spot(cell))

    def misfit(self, cell: Cell, value: Entered) -> Message | None:
        """Return why a value is inconsistent with the rest, or None."""
        if value is None:
            return None
        return self._writing.misfit(self._deal(cell), self._spot(cell), value)

    def enter(self, cell: Cell, value: Entered) -> None:
        """Enter a number in a box that takes one, or None to empty it, and save."""
        seats, deal = len(self.names), self._deal(cell)
        entries = list(self._kept.entries)
        entries += [self.form.blank(seats)] * (deal - len(entries))
        entries[deal - 1] = entries[deal - 1].put(self._spot(cell), value)
        while entries and entries[-1].empty:
            entries.pop()
        self._keep(replace(self._kept, entries=tuple(entries)))
        self.save()

    def parsed(self, cell: Cell, text: str) -> Entered:
        """Return the number a person typed into a box; None for an empty text.

        Points without a sign get the deal's. Players are given by number or prefix of the name, a
        stake by ``g`` or ``s``. Raises ``GameError`` for values that are impossible in the box.
        """
        field, text = self.fields[cell], text.strip().replace("−", "-")
        if not text:
            return None
        low, high = self.form.span(
            field.column, self._deal(cell), len(self.names), self._kept.options
        )
        value = self._meant(field, text, self._deal(cell))
        if value is not None:
            why = self._writing.never(self._deal(cell), self._spot(cell), value)
            if why is not None:
                raise GameError(why)
        if value is None or not low <= value <= high:
            first = 1 if field.sort is Sort.SEAT else 0
            limits: dict[str, Value] = {"value": text, "low": low + first, "high": high + first}
            code = "sheet-entry-stake" if field.sort is Sort.STAKE else "sheet-entry"
            raise GameError(Message(code, limits))
        return value

    def may_become(self, cell: Cell, text: str) -> bool:
        """Return whether further typing can turn a text into a possible value."""
        field, text = self.fields[cell], text.strip().casefold()
        digits = text.lstrip("+-−")
        if field.sort is Sort.SEAT and not text.isdecimal():
            return any(name.casefold().startswith(text) for name in self.names)
        first = 1 if field.sort is Sort.SEAT else 0
        return any(str(abs(value) + first).startswith(digits) for value in self.possible(cell))

    def save(self) -> None:
        """Save the file, all or nothing; ``save_error`` has the reason of a failure."""
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
        """Save to another file from now on; ``save_error`` is set if that cannot be written."""
        before, self.path = self.path, path
        self.save()
        if self.trouble is not None:
            self.path = before

    def _meant(self, field: Field, text: str, deal: int) -> Entered:
        folded = text.casefold()
        if field.sort is Sort.STAKE:
            go, stay = tr_in("sheet", "go"), tr_in("sheet", "stay")
            words = {go.casefold()[:1]: 1, stay.casefold()[:1]: 0}
            return (words | STAKES).get(folded[:1])
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

    def _deal(self, cell: Cell) -> int:
        return self.sheet.rows[cell.row].label

    @property
    def _writing(self) -> Writing:
        kept = self._kept
        return Writing(self.form, len(kept.names), kept.options, kept.entries)

    def _spot(self, cell: Cell) -> Spot:
        fields = self.form.side_fields if cell.seat is None else self.form.fields
        return Spot(cell.seat, fields.index(self.fields[cell]))


def _free_path(name: str) -> Path:
    folder, number = folders.sheets(), 1
    while True:
        path = folder / f"{name}{f' {number}' if number > 1 else ''}{SUFFIX}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.touch(exist_ok=False)
        except FileExistsError:
            if folder.is_dir():
                number += 1
                continue
        except OSError:
            pass  # Saving reports the error.
        return path
