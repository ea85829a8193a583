"""The text of a score sheet's boxes and rows."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from greenbaize.rules.messages import mark
from greenbaize.rules.places import tied
from greenbaize.rules.sheets import Box, Kind, Row, Tone
from greenbaize.words.catalogue import tr, tr_in
from greenbaize.words.numbers import decimal_mark, in_letters
from greenbaize.words.titles import number_text, place_title
from greenbaize.words.vocabulary import own_words

SIGNED = ("points", "fixed")
"""Columns of sums, shown with a sign."""
PEOPLE = ("leader", "dealer")
"""Columns that name a player."""
MOST_RUNS: Final = 4
"""Largest number of ranges of numbers that is readable."""
RESULTS: Final[Mapping[str, str]] = {
    "total": mark("Total"),
    "place": mark("Place"),
    "rating": mark("Rating"),
}
"""Titles of the rows below the deals, in every game."""

RATING_LINE: Final = mark("50 % is the middle of a rating, and it has no upper end.")


def box_text(column: str, box: Box, names: Sequence[str] = ()) -> str:
    """Return the text of a column's box, empty if it has nothing; ``names`` are by seat."""
    if box.value is None:
        return ""
    if box.tone is Tone.FAILED and box.value == 0 and column != "card_points":
        return "–"
    return value_text(column, box.value, names)


def value_text(column: str, value: int, names: Sequence[str] = ()) -> str:
    if column in PEOPLE:
        return names[value] if value < len(names) else number_text(value + 1)
    if column == "stake":
        return tr_in("sheet", "go") if value else tr_in("sheet", "stay")
    if column == "place":
        return place_title(value)
    if column == "rating":
        return rating_text(value)
    return number_text(value, signed=column in SIGNED and value != 0)


def values_text(column: str, values: Sequence[int], names: Sequence[str] = ()) -> str:
    """Return the values a box can have: “0 to 5”, “0, −2, −4 … −16”, or players; at least one."""
    # Points that count against a player grow downwards.
    return _ordered_text(column, values if values[-1] > 0 else values[::-1], names)


def _ordered_text(column: str, ordered: Sequence[int], names: Sequence[str] = ()) -> str:
    texts = [value_text(column, value, names) for value in ordered]
    step = ordered[1] - ordered[0] if len(ordered) > 1 else 0
    if column in (*PEOPLE, "stake") or len(texts) < 3:
        before, last = texts[:-1], texts[-1]
        return tr("{some} or {last}").format(some=", ".join(before), last=last) if before else last
    if all(after - before == step for before, after in pairwise(ordered)):
        if abs(step) == 1:
            return tr("{low} to {high}").format(low=texts[0], high=texts[-1])
        return tr("{some} … {last}").format(some=", ".join(texts[:3]), last=texts[-1])
    return _runs_text(column, ordered)


def _runs_text(column: str, values: Sequence[int]) -> str:
    """Return numbers with gaps, as ranges if these are few."""
    starts = [n for n in range(len(values)) if not n or abs(values[n] - values[n - 1]) > 1]
    if len(starts) > MOST_RUNS:
        low, high = value_text(column, values[0]), value_text(column, values[-1])
        return tr("{low} to {high}, but not every one").format(low=low, high=high)
    ends = [*starts[1:], len(values)]
    return ", ".join(
        _ordered_text(column, values[first:end]) for first, end in zip(starts, ends, strict=True)
    )


def rating_text(rating: int) -> str:
    """Return the text of a rating, given in hundredths of a percent."""
    sign, whole, rest = "−" if rating < 0 else "", *divmod(abs(rating), 100)
    return tr("{number} %").format(number=f"{sign}{whole}{decimal_mark()}{rest:02}")


def row_text(column: str, row: Row, box: Box, names: Sequence[str] = ()) -> str:
    """Return the text of a box in any row; a tied rank is marked."""
    if row.kind is Kind.RESULT and row.title == "total" and len(row.boxes[0]) == 1:
        return box_text("total", box, names)
    if row.kind is not Kind.RESULT or row.title == "total":
        return box_text(column, box, names)
    text = box_text(row.title, box, names)
    places = [own[0].value for own in row.boxes]
    shared = row.title == "place" and tied(places, box.value, row.partners)
    return f"={text}" if shared else text


def row_title(row: Row) -> str:
    """Return a row's title, without the deal's number."""
    if row.title in RESULTS:
        return tr(RESULTS[row.title])
    titles = own_words().titles
    title = titles.get(f"{row.title}.{row.label}") or titles.get(row.title, row.title)
    return in_letters(tr(title)) if title else ""


def row_label(row: Row) -> str:
    """Return a short row title: the deal's number with its contract, or the title."""
    if row.kind is not Kind.DEAL:
        return row_title(row)
    return f"{row.label} · {row_title(row)}" if row.title else str(row.label)
