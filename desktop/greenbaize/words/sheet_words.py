"""What is written in the boxes of a score sheet, and what its rows are called."""

from collections.abc import Mapping, Sequence
from typing import Final

from greenbaize.rules.messages import mark
from greenbaize.rules.places import tied
from greenbaize.rules.sheets import Box, Kind, Row, Tone
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import number_text, place_title
from greenbaize.words.vocabulary import own_words

SIGNED = ("points", "fixed")
"""Columns whose numbers are added up, and shown with their sign."""
PEOPLE = ("leader", "dealer")
"""Columns that name a player."""
RESULTS: Final[Mapping[str, str]] = {
    "total": mark("Total"),
    "place": mark("Place"),
    "rating": mark("Rating"),
}
"""What the rows below the deals are called in every game."""


def box_text(column: str, box: Box, names: Sequence[str] = ()) -> str:
    """What is written in a box of a column; nothing in an empty one.

    Args:
        column: its code.
        box: the box.
        names: the players' names by seat, for columns that name one.
    """
    if box.value is None:
        return ""
    if box.tone is Tone.FAILED and box.value == 0 and column != "card_points":
        return "–"
    return value_text(column, box.value, names)


def value_text(column: str, value: int, names: Sequence[str] = ()) -> str:
    """A number of a column as it is written."""
    if column in PEOPLE:
        return names[value] if value < len(names) else number_text(value + 1)
    if column == "stake":
        return tr("go") if value else tr("stay")
    if column == "place":
        return place_title(value)
    if column == "rating":
        return rating_text(value)
    return number_text(value, signed=column in SIGNED and value != 0)


def rating_text(rating: int) -> str:
    """A rating, given in hundredths of a percent."""
    sign, whole, rest = "−" if rating < 0 else "", *divmod(abs(rating), 100)
    return tr("{number} %").format(number=f"{sign}{whole}{tr('.')}{rest:02}")


def row_text(column: str, row: Row, box: Box, names: Sequence[str] = ()) -> str:
    """What is written in a box of any row; a place shared with opponents has a sign of it."""
    if row.kind is Kind.RESULT and row.title == "total" and len(row.boxes[0]) == 1:
        return box_text("total", box, names)
    if row.kind is not Kind.RESULT or row.title == "total":
        return box_text(column, box, names)
    text = box_text(row.title, box, names)
    places = [own[0].value for own in row.boxes]
    shared = row.title == "place" and tied(places, box.value, row.partners)
    return f"={text}" if shared else text


def row_title(row: Row) -> str:
    """What a row is about, apart from the number of its deal."""
    if row.title in RESULTS:
        return tr(RESULTS[row.title])
    titles = own_words().titles
    title = titles.get(f"{row.title}.{row.label}") or titles.get(row.title, row.title)
    return tr(title) if title else ""


def row_label(row: Row) -> str:
    """A row's name in a narrow column: the deal's number with its contract, or the title."""
    if row.kind is not Kind.DEAL:
        return row_title(row)
    return f"{row.label} · {row_title(row)}" if row.title else str(row.label)
