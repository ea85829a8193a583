"""A score card as lines of text, its columns aligned."""

from collections.abc import Iterator
from typing import Final

from wcwidth import iter_graphemes, wcswidth

from greenbaize.app.sheets.scorecards import Scorecard, list_boxes
from greenbaize.rules.sheets import BoxTone, SheetBox, SheetRow
from greenbaize.words.catalogue import tr
from greenbaize.words.sheet_words import row_label, row_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import column_title, game_title

MAX_NAME_COLUMNS: Final = 16
"""Terminal columns that a name takes in a box."""
MAX_LETTER_CODE_POINTS: Final = 16
"""Code points of one letter that are shown: real letters, with all their marks, have fewer."""
WRONG_MARK: Final = "!"
"""Mark behind a number that is part of a wrong sum."""


def format_sheet_lines(card: Scorecard) -> list[str]:
    """Return the score card as text: heading, table, failed checks and the table's options.

    ``>`` before a row marks the current deal, ``!`` behind a number a wrong sum.
    """
    sheet, column_count = card.sheet, len(card.sheet.columns)
    names = [_truncate_text(name, MAX_NAME_COLUMNS) for name in card.names]
    columns = *sheet.columns * len(names), *sheet.side_columns
    rows = [["", *map(column_title, columns)]]
    rows += [_format_row(card, row, names) for row in sheet.all_rows]
    number_text = (
        "–" if card.match_number is None else tr("No. {number}").format(number=card.match_number)
    )
    rows.append([f"  {tr('Match')}", number_text, *[""] * (len(columns) - 1)])
    widths = [max(map(_measure_text, column)) for column in zip(*rows, strict=True)]
    # Each player's first column and the first common one have a rule before them.
    starts = {1 + number * column_count for number in range(len(names) + bool(sheet.side_columns))}
    title = " · ".join(part for part in (game_title(card.game), card.date) if part)
    lines = [title, "", _format_names_line(card, widths).rstrip()]
    kinds = [row.kind for row in sheet.all_rows]
    for row, previous_kind, kind in zip(
        rows, [None, None, *kinds], [None, *kinds, kinds[-1]], strict=True
    ):
        if kind is not previous_kind:
            lines.append("─" * _measure_text(_join_cells([""] * len(widths), widths, starts)))
        lines.append(_join_cells(row, widths, starts).rstrip())
    speaker = Speaker(card.names)
    sentences = [f"{WRONG_MARK} {speaker.format_message(check.message)}" for check in sheet.checks]
    sentences += [card.rules_text] if card.rules_text else []
    return [*lines, "", *sentences] if sentences else lines


def _format_row(card: Scorecard, row: SheetRow, names: list[str]) -> list[str]:
    boxes = list_boxes(card.sheet, row)
    label = f"{'>' if row.is_current else ' '} {row_label(row)}"
    return [label, *(_format_box(column, row, box, names) for column, box in boxes)]


def _format_box(column: str, row: SheetRow, box: SheetBox, names: list[str]) -> str:
    text = row_text(column, row, box, names)
    if box.tone is BoxTone.FAILED and column == "card_points":
        text = f"({text})"
    return f"{text}{WRONG_MARK}" if box.is_wrong else text


def _format_names_line(card: Scorecard, widths: list[int]) -> str:
    column_count = len(card.sheet.columns)
    line = " " * widths[0]
    for seat, name in enumerate(card.names):
        first = 1 + seat * column_count
        room = sum(widths[first : first + column_count]) + 2 * (column_count - 1)
        line += " │ " + _pad_text(_truncate_text(name, room), room, left=True)
    return line


def _join_cells(row: list[str], widths: list[int], starts: set[int]) -> str:
    text = _pad_text(row[0], widths[0], left=True)
    for number, (box, width) in enumerate(zip(row[1:], widths[1:], strict=True), 1):
        text += (" │ " if number in starts else "  ") + _pad_text(box, width)
    return text


def _pad_text(text: str, width: int, *, left: bool = False) -> str:
    space = " " * (width - _measure_text(text))
    return text + space if left else space + text


def _truncate_text(text: str, width: int) -> str:
    """Return a text of at most ``width`` columns; a longer one ends in dots."""
    letters: list[str] = []
    used_columns = kept_letters = 0
    for letter in _split_letters(text):
        used_columns += _measure_letter(letter)
        if used_columns > width:
            return "".join(letters[:kept_letters]) + "…"
        letters.append(letter)
        if used_columns < width:
            kept_letters = len(letters)  # This many letters leave a column for the dots.
    return "".join(letters)


def _measure_text(text: str) -> int:
    return len(text) if text.isascii() else sum(map(_measure_letter, _split_letters(text)))


def _split_letters(text: str) -> Iterator[str]:
    """Yield the letters of a text, each with its marks; invisible ones are replaced."""
    for letter in iter_graphemes(text):
        code_points = letter[:MAX_LETTER_CODE_POINTS]
        yield "".join(
            code_point if code_point.isprintable() else "\N{REPLACEMENT CHARACTER}"
            for code_point in code_points
        )


def _measure_letter(letter: str) -> int:
    return max(0, wcswidth(letter))
