"""A score card as lines of text, its columns aligned."""

from collections.abc import Iterator
from typing import Final

from wcwidth import iter_graphemes, wcswidth

from greenbaize.app.sheets.scorecards import Scorecard, boxes_of
from greenbaize.rules.sheets import Box, Row, Tone
from greenbaize.words.catalogue import tr
from greenbaize.words.sheet_words import row_label, row_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import column_title, game_title

LONGEST_NAME: Final = 16
"""Terminal columns that a name takes in a box."""
MOST_SIGNS: Final = 16
"""Code points of one letter that are shown: real letters, with all their marks, have fewer."""
WRONG: Final = "!"
"""Mark behind a number that is part of a wrong sum."""


def sheet_lines(card: Scorecard) -> list[str]:
    """Return the score card as text: heading, table and failed checks.

    ``>`` before a row marks the current deal, ``!`` behind a number a wrong sum.
    """
    sheet, wide = card.sheet, len(card.sheet.columns)
    names = [_cut(name, LONGEST_NAME) for name in card.names]
    columns = *sheet.columns * len(names), *sheet.side
    rows = [["", *map(column_title, columns)]]
    rows += [_row(card, row, names) for row in sheet.all_rows]
    which = "–" if card.number is None else tr("No. {number}").format(number=card.number)
    rows.append([f"  {tr('Match')}", which, *[""] * (len(columns) - 1)])
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    # Each player's first column and the first common one have a rule before them.
    starts = {1 + number * wide for number in range(len(names) + bool(sheet.side))}
    title = " · ".join(part for part in (game_title(card.game), card.date) if part)
    lines = [title, "", _names(card, widths).rstrip()]
    kinds = [row.kind for row in sheet.all_rows]
    for row, before, kind in zip(
        rows, [None, None, *kinds], [None, *kinds, kinds[-1]], strict=True
    ):
        if kind is not before:
            lines.append("─" * _width(_line([""] * len(widths), widths, starts)))
        lines.append(_line(row, widths, starts).rstrip())
    speaker = Speaker(card.names)
    said = [f"{WRONG} {speaker.say(check.message)}" for check in sheet.checks]
    return [*lines, "", *said] if said else lines


def _row(card: Scorecard, row: Row, names: list[str]) -> list[str]:
    boxes = boxes_of(card.sheet, row)
    label = f"{'>' if row.current else ' '} {row_label(row)}"
    return [label, *(_marked(column, row, box, names) for column, box in boxes)]


def _marked(column: str, row: Row, box: Box, names: list[str]) -> str:
    text = row_text(column, row, box, names)
    if box.tone is Tone.FAILED and column == "card_points":
        text = f"({text})"
    return f"{text}{WRONG}" if box.wrong else text


def _names(card: Scorecard, widths: list[int]) -> str:
    wide = len(card.sheet.columns)
    line = " " * widths[0]
    for seat, name in enumerate(card.names):
        first = 1 + seat * wide
        room = sum(widths[first : first + wide]) + 2 * (wide - 1)
        line += " │ " + _padded(_cut(name, room), room, left=True)
    return line


def _line(row: list[str], widths: list[int], starts: set[int]) -> str:
    text = _padded(row[0], widths[0], left=True)
    for number, (box, width) in enumerate(zip(row[1:], widths[1:], strict=True), 1):
        text += (" │ " if number in starts else "  ") + _padded(box, width)
    return text


def _padded(text: str, width: int, *, left: bool = False) -> str:
    space = " " * (width - _width(text))
    return text + space if left else space + text


def _cut(text: str, width: int) -> str:
    """Return a text of at most ``width`` columns; a longer one ends in dots."""
    letters: list[str] = []
    taken = room = 0
    for letter in _letters(text):
        taken += _columns(letter)
        if taken > width:
            return "".join(letters[:room]) + "…"
        letters.append(letter)
        if taken < width:
            room = len(letters)  # This many letters leave a column for the dots.
    return "".join(letters)


def _width(text: str) -> int:
    return len(text) if text.isascii() else sum(map(_columns, _letters(text)))


def _letters(text: str) -> Iterator[str]:
    """Yield the letters of a text, each with its marks; invisible ones are replaced."""
    for letter in iter_graphemes(text):
        signs = letter[:MOST_SIGNS]
        yield "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in signs)


def _columns(letter: str) -> int:
    return max(0, wcswidth(letter))
