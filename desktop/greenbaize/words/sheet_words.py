"""The text of a score sheet's boxes and rows."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from greenbaize.rules.messages import mark_text
from greenbaize.rules.ranking import is_rank_shared
from greenbaize.rules.sheets import RowKind, SheetBox, SheetRow
from greenbaize.words.catalogue import tr, tr_in
from greenbaize.words.numbers import decimal_mark, localise_ranks
from greenbaize.words.titles import number_text, rank_title
from greenbaize.words.vocabulary import game_vocabulary

SIGNED_COLUMNS = ("points", "fixed", "par_banks")
"""Columns of sums, shown with a sign."""
PLAYER_COLUMNS = ("leader", "dealer")
"""Columns that name a player."""
MAX_RANGES: Final = 4
"""Largest number of ranges of numbers that is readable."""
RESULT_TITLES: Final[Mapping[str, str]] = {
    "total": mark_text("Total"),
    "place": mark_text("Place"),
    "rating": mark_text("Rating"),
}
"""Titles of the rows below the deals, in every game."""

RATING_LINE: Final = mark_text("50 % is the middle of a rating, and it has no upper end.")


def box_text(column: str, box: SheetBox, names: Sequence[str] = ()) -> str:
    """Return the text of a column's box, empty if it has nothing; ``names`` are by seat."""
    if box.value is None:
        return ""
    return column_value_text(column, box.value, names)


def column_value_text(column: str, value: int, names: Sequence[str] = ()) -> str:
    column = column.partition(".")[0]
    if column in PLAYER_COLUMNS:
        return names[value] if value < len(names) else number_text(value + 1)
    if column == "stake":
        return tr_in("sheet", "go") if value else tr_in("sheet", "stay")
    if column in ("place", "par_place"):
        return rank_title(value)
    if column == "rating":
        return rating_text(value)
    return number_text(value, signed=column in SIGNED_COLUMNS and value != 0)


def possible_values_text(column: str, values: Sequence[int], names: Sequence[str] = ()) -> str:
    """Return the values a box can have: “0 to 5”, “0, −2, −4 … −16”, or players; at least one."""
    # Points that count against a player grow downwards.
    return _ordered_values_text(column, values if values[-1] > 0 else values[::-1], names)


def _ordered_values_text(column: str, ordered: Sequence[int], names: Sequence[str] = ()) -> str:
    texts = [column_value_text(column, value, names) for value in ordered]
    step = ordered[1] - ordered[0] if len(ordered) > 1 else 0
    if column in (*PLAYER_COLUMNS, "stake") or len(texts) < 3:
        before, last = texts[:-1], texts[-1]
        return tr("{some} or {last}").format(some=", ".join(before), last=last) if before else last
    if all(after - before == step for before, after in pairwise(ordered)):
        if abs(step) == 1:
            return tr("{low} to {high}").format(low=texts[0], high=texts[-1])
        return tr("{some} … {last}").format(some=", ".join(texts[:3]), last=texts[-1])
    return _ranges_text(column, ordered)


def _ranges_text(column: str, values: Sequence[int]) -> str:
    """Return numbers with gaps, as ranges if these are few."""
    starts = [n for n in range(len(values)) if not n or abs(values[n] - values[n - 1]) > 1]
    if len(starts) > MAX_RANGES:
        low, high = column_value_text(column, values[0]), column_value_text(column, values[-1])
        return tr("{low} to {high}, but not every one").format(low=low, high=high)
    ends = [*starts[1:], len(values)]
    return ", ".join(
        _ordered_values_text(column, values[first:end])
        for first, end in zip(starts, ends, strict=True)
    )


def rating_text(rating: int) -> str:
    """Return the text of a rating, given in hundredths of a percent."""
    sign, whole, rest = "−" if rating < 0 else "", *divmod(abs(rating), 100)
    return tr("{number} %").format(number=f"{sign}{whole}{decimal_mark()}{rest:02}")


def row_text(column: str, row: SheetRow, box: SheetBox, names: Sequence[str] = ()) -> str:
    """Return the text of a box in any row; a tied rank is marked."""
    if row.kind is RowKind.RESULT and row.title == "total" and len(row.boxes[0]) == 1:
        return box_text("total", box, names)
    if row.kind is not RowKind.RESULT or row.title == "total":
        is_sum_of_ranks = row.kind is not RowKind.DEAL and column.startswith("par_place")
        return box_text("total" if is_sum_of_ranks else column, box, names)
    text = box_text(row.title, box, names)
    ranks = [own[0].value for own in row.boxes]
    is_tied = row.title == "place" and is_rank_shared(ranks, box.value, row.partners)
    return f"={text}" if is_tied else text


def row_title(row: SheetRow) -> str:
    """Return a row's title, without the deal's number."""
    if row.title in RESULT_TITLES:
        return tr(RESULT_TITLES[row.title])
    titles = game_vocabulary().titles
    title = titles.get(f"{row.title}.{row.label}") or titles.get(row.title, row.title)
    return localise_ranks(tr(title)) if title else ""


def row_label(row: SheetRow) -> str:
    """Return a short row title: the deal's number with its contract, or the title."""
    if row.kind is not RowKind.DEAL:
        return row_title(row)
    return f"{row.label} · {row_title(row)}" if row.title else str(row.label)


def short_row_label(row: SheetRow) -> str:
    """Return a row's label for narrow sheets: with a sign instead of its title, if it has one."""
    sign = game_vocabulary().titles.get(f"{row.title}.sign")
    return f"{row.label} {tr(sign)}" if sign else row_label(row)
