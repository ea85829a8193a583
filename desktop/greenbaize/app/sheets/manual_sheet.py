"""Score sheets kept by hand, for games with real cards, saved after every entry."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from greenbaize.app.sheets.scorecards import Scorecard, format_rules
from greenbaize.app.sheets.sheet_files import format_file_name
from greenbaize.games import GAMES
from greenbaize.match.header import check_seat_count
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import resolve_options
from greenbaize.rules.sheets import (
    BoxPosition,
    EnteredValue,
    EntryField,
    FieldKind,
    FieldPosition,
    RowKind,
    SheetEntries,
)
from greenbaize.store import folders
from greenbaize.store.files import read_plain, write_atomically
from greenbaize.store.sheet_file import (
    MAX_FILE_BYTES,
    HandSheet,
    encode_sheet,
    find_sheet_form,
    read_sheet,
)
from greenbaize.words.catalogue import tr_in

SHEET_SUFFIX: Final = ".sheet.json"
STAKE_KEYS: Final = {"g": 1, "1": 1, "+": 1, "s": 0, "0": 0, "-": 0, "п": 1, "ы": 0}
"""Keys for a stake, go and stay, also on a Russian keyboard."""


def list_sheet_paths() -> list[Path]:
    """Return the score sheets kept by hand, the last written first."""
    dated_paths = []
    # Earlier versions stored them beside the records.
    for folder in {folders.sheets_folder(), folders.matches_folder().parent / "sheets"}:
        try:
            dated_paths += [
                (path.stat().st_mtime, path) for path in folder.glob(f"*{SHEET_SUFFIX}")
            ]
        except OSError:
            continue
    return [path for _, path in sorted(dated_paths, reverse=True)]


class ManualSheet:
    """A score sheet kept by hand; every entry is saved at once."""

    def __init__(self, content: HandSheet, path: Path) -> None:
        self.path = path
        self.form: Final = find_sheet_form(content.game, GAMES)
        self.save_error: Message | None = None
        """Why the last entry was not saved, or None; the next one tries again."""
        self._set_content(content)

    @classmethod
    def create(
        cls, game: str, names: tuple[str, ...], chosen_options: Mapping[str, object]
    ) -> "ManualSheet":
        """Create an empty sheet with a file of its own; raises ``GameError``."""
        check_seat_count(GAMES[game], len(names))
        options = resolve_options(GAMES[game].options, len(names), chosen_options)
        now = datetime.now().astimezone()
        content = HandSheet(game, names, options, begun=now.strftime("%Y-%m-%d"))
        manual_sheet = cls(content, Path())
        manual_sheet.path = _create_free_path(format_file_name(manual_sheet.scorecard))
        manual_sheet.save()
        return manual_sheet

    @classmethod
    def open(cls, path: Path) -> "ManualSheet":
        """Open a sheet; raises ``FileError`` or ``GameError``."""
        return cls(read_sheet(read_plain(path, MAX_FILE_BYTES), GAMES), path)

    @property
    def names(self) -> tuple[str, ...]:
        return self._content.names

    @property
    def scorecard(self) -> Scorecard:
        content = self._content
        return Scorecard(
            content.game,
            content.names,
            self.sheet,
            date=content.begun,
            source=self.path,
            rules_text=format_rules(content.game, len(content.names), content.options),
        )

    def _set_content(self, content: HandSheet) -> None:
        """Set the stored content, and compute the sheet from it."""
        self._content = content
        self.sheet = sheet = self.form.make_sheet(
            len(content.names), content.options, content.entries
        )
        self.fields: dict[BoxPosition, EntryField] = {}
        """Input field of each box, in the order of filling in; other boxes are computed.

        Deal by deal: for each field all players, then the fields that belong to no player.
        """
        for number, row in enumerate(sheet.rows):
            if row.kind is not RowKind.DEAL:
                continue
            for field in self.form.fields:
                column_index = sheet.columns.index(field.column)
                for seat in range(len(content.names)):
                    self.fields[BoxPosition(number, seat, column_index)] = field
            for field in self.form.side_fields:
                self.fields[BoxPosition(number, None, sheet.side_columns.index(field.column))] = (
                    field
                )

    def list_entry_cells(self) -> list[BoxPosition]:
        """Return the boxes a person fills in, without those that follow from others."""
        rows = self.sheet.rows
        return [
            cell
            for cell in self.fields
            if cell.seat is not None
            or self.get_value(cell) is not None
            or rows[cell.row].side_boxes[cell.box_index].value is None
        ]

    def get_value(self, cell: BoxPosition) -> EnteredValue:
        deal = self._deal_number(cell)
        if deal > len(self._content.entries):
            return None
        return self._content.entries[deal - 1].value_at(self._entry_position(cell))

    def find_possible_values(self, cell: BoxPosition) -> tuple[int, ...]:
        """Return the values of a box consistent with the rest of the sheet, lowest first."""
        return self._entry_rules.possible_values(
            self._deal_number(cell), self._entry_position(cell)
        )

    def find_conflict(self, cell: BoxPosition, value: EnteredValue) -> Message | None:
        """Return why a value is inconsistent with the rest, or None."""
        if value is None:
            return None
        return self._entry_rules.find_misfit(
            self._deal_number(cell), self._entry_position(cell), value
        )

    def enter_value(self, cell: BoxPosition, value: EnteredValue) -> None:
        """Enter a number in a box that takes one, or None to empty it, and save."""
        seats, deal = len(self.names), self._deal_number(cell)
        entries = list(self._content.entries)
        entries += [self.form.blank_entry(seats)] * (deal - len(entries))
        entries[deal - 1] = entries[deal - 1].with_value(self._entry_position(cell), value)
        while entries and entries[-1].is_empty:
            entries.pop()
        self._set_content(replace(self._content, entries=tuple(entries)))
        self.save()

    def parse_value(self, cell: BoxPosition, text: str) -> EnteredValue:
        """Return the number a person typed into a box; None for an empty text.

        Points without a sign get the deal's. Players are given by number or prefix of the name, a
        stake by ``g`` or ``s``. Raises ``GameError`` for values that are impossible in the box.
        """
        field, text = self.fields[cell], text.strip().replace("−", "-")
        if not text:
            return None
        low, high = self.form.value_limits(
            field.column, self._deal_number(cell), len(self.names), self._content.options
        )
        value = self._parse_entry(field, text, self._deal_number(cell))
        if value is not None:
            reason = self._entry_rules.find_impossibility(
                self._deal_number(cell), self._entry_position(cell), value
            )
            if reason is not None:
                raise GameError(reason)
        if value is None or not low <= value <= high:
            first = 1 if field.kind is FieldKind.SEAT else 0
            limits: dict[str, Value] = {"value": text, "low": low + first, "high": high + first}
            code = "sheet-entry-stake" if field.kind is FieldKind.STAKE else "sheet-entry"
            raise GameError(Message(code, limits))
        return value

    def may_become_valid(self, cell: BoxPosition, text: str) -> bool:
        """Return whether further typing can turn a text into a possible value."""
        field, text = self.fields[cell], text.strip().casefold()
        digits = text.lstrip("+-−")
        if field.kind is FieldKind.SEAT and not text.isdecimal():
            return any(name.casefold().startswith(text) for name in self.names)
        first = 1 if field.kind is FieldKind.SEAT else 0
        return any(
            str(abs(value) + first).startswith(digits) for value in self.find_possible_values(cell)
        )

    def save(self) -> None:
        """Save the file, all or nothing; ``save_error`` has the reason of a failure."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, encode_sheet(self._content, self.form))
        except OSError as error:
            self.save_error = FileError(self.path, error).message
        except GameError as error:
            self.save_error = error.message
        else:
            self.save_error = None

    def save_as(self, path: Path) -> None:
        """Save to another file from now on; ``save_error`` is set if that cannot be written."""
        previous_path, self.path = self.path, path
        self.save()
        if self.save_error is not None:
            self.path = previous_path

    def _parse_entry(self, field: EntryField, text: str, deal: int) -> EnteredValue:
        folded = text.casefold()
        if field.kind is FieldKind.STAKE:
            go, stay = tr_in("sheet", "go"), tr_in("sheet", "stay")
            words = {go.casefold()[:1]: 1, stay.casefold()[:1]: 0}
            return (words | STAKE_KEYS).get(folded[:1])
        if field.kind is FieldKind.SEAT and not text.isdecimal():
            seats = [
                seat for seat, name in enumerate(self.names) if name.casefold().startswith(folded)
            ]
            return seats[0] if len(seats) == 1 else None
        try:
            number = int(text)
        except ValueError:
            return None
        if field.kind is FieldKind.SEAT:
            return number - 1
        return number if text[0] in "+-" else number * self.form.default_sign(field.column, deal)

    def _deal_number(self, cell: BoxPosition) -> int:
        return self.sheet.rows[cell.row].label

    @property
    def _entry_rules(self) -> SheetEntries:
        content = self._content
        return SheetEntries(self.form, len(content.names), content.options, content.entries)

    def _entry_position(self, cell: BoxPosition) -> FieldPosition:
        fields = self.form.side_fields if cell.seat is None else self.form.fields
        return FieldPosition(cell.seat, fields.index(self.fields[cell]))


def _create_free_path(name: str) -> Path:
    folder, number = folders.sheets_folder(), 1
    while True:
        path = folder / f"{name}{f' {number}' if number > 1 else ''}{SHEET_SUFFIX}"
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
