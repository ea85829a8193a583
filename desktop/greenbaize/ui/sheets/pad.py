"""Layout of the score sheet beside the table, with all cells of a player in one narrow column."""

from collections.abc import Iterator
from enum import Enum, auto
from functools import cache
from math import ceil
from typing import Any, Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics

from greenbaize.rules.sheets import Kind, Row, Tone
from greenbaize.ui.sheets.marks import CENTRE, LEFT, RIGHT, Frame, Ink, Mark, Patch, Size, Words
from greenbaize.ui.sheets.sheet_text import MOST_LEVEL, Figures, SheetModel, SheetText
from greenbaize.ui.widgets.lettering import normal, small
from greenbaize.words.sheet_words import row_title

GAP: Final = 5
MARGIN: Final = 5
TINT_ROUNDING: Final = 5
MOST_COINS: Final = 5
OVERLAID: Final = 0.62
"""Distance from coin to coin, in coin widths."""
LONGEST_NAME: Final = 8
"""Visible length of a vertical name, in widths of the letter m."""


class Arrangement(Enum):
    """An arrangement of a player's cells within one column."""

    LINE = auto()
    STACK = auto()
    """The small numbers above each other, the total beside them."""
    TIGHT = auto()
    """The total below the rest, with the points beside it if there is room."""


@cache
def pad_letters(size: Size, bold: bool = False) -> QFont:
    """Return the font for a text size at the current panel scale."""
    return small(bold=bold) if size is Size.SMALL else normal(bold=bold)


@cache
def measure(size: Size, *, bold: bool = False) -> QFontMetrics:
    """Return the metrics of the font for a text size."""
    return QFontMetrics(pad_letters(size, bold))


def width(*texts: str, size: Size = Size.NORMAL, bold: bool = False) -> int:
    """Return the width of the widest text."""
    return max(map(measure(size, bold=bold).horizontalAdvance, texts), default=0)


def take_fonts() -> None:
    """Drop the cached fonts after a change of the application font or the panel scale."""
    pad_letters.cache_clear()
    measure.cache_clear()


def parts(figures: Figures) -> tuple[str, tuple[str, Tone], str]:
    """Return the quiet numbers, the plain or failed one with its tone, and the strong one."""
    quiet = "·".join(text for text, tone in figures if tone is Tone.QUIET)
    others = [(text, tone) for text, tone in figures if tone in (Tone.PLAIN, Tone.FAILED)]
    strong = " ".join(text for text, tone in figures if tone is Tone.STRONG)
    failed = any(tone is Tone.FAILED for _, tone in others)
    plain = " ".join(text for text, _ in others)
    return quiet, (plain, Tone.FAILED if failed else Tone.PLAIN), strong


class Pad:
    """Layout of a sheet model's rows; ``arrangement`` follows the width of the columns."""

    def __init__(self, model: SheetModel) -> None:
        self._model = model
        self.arrangement = Arrangement.LINE
        self._widths = (0, 0, 0)
        self._failed = self._beside = self._current = self._small_current = 0
        self._sums = 0
        self.column = 0

    @property
    def text(self) -> SheetText:
        return self._model.text

    # Metrics

    @property
    def row_heights(self) -> tuple[int, int]:
        """Minimum and maximum row height."""
        line = measure(Size.SMALL).height()
        if self.arrangement is Arrangement.LINE:
            return line + 7, line + 15
        # Digits have no ascenders or descenders, so their lines may be closer than lines of
        # letters.
        return 2 * line - 3, 2 * line + 8

    @property
    def upwards(self) -> bool:
        """Names are written vertically, so that many narrow columns fit side by side."""
        return len(self._model.text.names) > MOST_LEVEL

    @property
    def head_height(self) -> int:
        """Height of the names and the rule below them."""
        if not self.upwards:
            return measure(Size.SMALL, bold=True).height() + 12
        text = self._model.text
        names = text.names
        high = width(*names, size=Size.SMALL, bold=True)
        return min(LONGEST_NAME * width("m", size=Size.SMALL, bold=True), high) + 12

    @property
    def label_width(self) -> int:
        """Width that fits the label of any row."""
        labels = [self._model.text.label(row) for row in range(self._model.rowCount())]
        if len(labels) > 1:
            # the match ends with this row
            labels.append(row_title(Row(0, (), kind=Kind.RESULT, title="place")))
        return width(*labels, "00", size=Size.SMALL, bold=True) + 14

    def column_width(self, arrangement: Arrangement) -> int:
        """Return the width that a player's column needs for an arrangement."""
        quiet, plain, total = self._widths
        edge, alone = 2 * MARGIN + 1, max(self._current, self._sums)
        match arrangement:
            case Arrangement.LINE:
                three = width("000", bold=True)
                gaps = 2 * GAP if plain and quiet else GAP
                return max(quiet + plain + max(total, three) + gaps, alone) + edge
            case Arrangement.STACK:
                return max(max(quiet, plain) + total + GAP, alone) + edge
        return max(quiet, self._small_current, self._failed, total, self._sums) + edge

    @property
    def _points_fit(self) -> bool:
        """The points fit beside every total; otherwise they are shown beside none."""
        return self._beside <= self.column - 2 * MARGIN - 1

    @property
    def _bids_fit(self) -> bool:
        """The bids of the current deal fit in the normal text size; otherwise all are small."""
        return self._current <= self.column - 2 * MARGIN - 1

    @property
    def _stands_right(self) -> bool:
        """The bids of the current deal are right-aligned, as the cells above them are."""
        return self.text.coins and self.arrangement is Arrangement.TIGHT

    def measure_columns(self) -> None:
        """Measure the widest quiet, plain and strong numbers."""
        text = self._model.text
        rows, seats = range(self._model.rowCount()), range(len(text.names))
        every = {text.figures(row, seat) for row in rows for seat in seats}
        if not every:
            every.add((("0·0", Tone.QUIET), ("+00", Tone.PLAIN), ("00", Tone.STRONG)))
        elif "bid" in text.sheet.columns:
            every.add((("✗", Tone.FAILED), ("00", Tone.STRONG)))
        every |= text.places_to_come()
        divided = [parts(figures) for figures in every if len(figures) > 1]
        # A summary is the only number in its cell, as large as a total.
        sums = [one[0][0] for one in every if len(one) == 1]
        self._widths = (
            width(*(quiet for quiet, _, _ in divided), size=Size.SMALL),
            width(*(plain for _, (plain, _), _ in divided), size=Size.SMALL),
            max((self._total_width(total) for _, _, total in divided), default=0),
        )
        self._sums = max((width(one, size=_sum_size(one), bold=True) for one in sums), default=0)
        # Points of a summary row are on the upper line, which is otherwise empty there.
        deals = [(plain, total) for quiet, (plain, _), total in divided if quiet]
        points = width(*(plain for plain, _ in deals), size=Size.SMALL)
        totals = max((self._total_width(total) for _, total in deals), default=0)
        self._beside = GAP + points + totals
        small = Size.SMALL
        failed = (
            width(quiet, size=small) + width(plain, size=small, bold=True) + GAP
            for quiet, (plain, tone), _ in divided
            if tone is Tone.FAILED
        )
        self._failed = max(failed, default=0)
        current, self._current, self._small_current = text.current_row, 0, 0
        for seat in seats:
            if current is None:
                break
            quiet, _, total = parts(text.figures(current, seat))
            bid, dot, won = quiet.partition("·")
            if not total:
                wide = width(bid, bold=True) + width(dot + won)
                self._current = max(self._current, wide)
                wide = width(bid, size=small, bold=True) + width(dot + won, size=small)
                self._small_current = max(self._small_current, wide)

    # Cells

    def box(self, rect: QRect, row: int, seat: int, *, focus: bool) -> Iterator[Mark]:
        """Yield the items of a player's cells in a row, with the lines around them."""
        text = self._model.text
        current, summary = text.rows[row].current, text.summary(row)
        last = seat == len(text.names) - 1
        if current:
            yield _tint(rect, left=False, right=last)
        if not last:
            yield _fill(rect.right(), rect.top(), 1, rect.height(), Ink.LINE)
        yield from self._rules(rect, row, 0)
        inner = rect.adjusted(MARGIN, 0, -MARGIN - 1, -1)
        figures = text.figures(row, seat)
        if summary and len(figures) == 1:
            ((words, tone),) = figures
            yield _words(inner, words, RIGHT, _sum_size(words), bold=tone is Tone.STRONG)
        else:
            yield from self._figures(inner, figures, current)
        if text.wrong(row, seat):
            # An outline, so that the fault does not depend on colour alone.
            yield Frame(QRectF(rect.adjusted(0, 0, -1, -1)), Ink.LOSS, 2, 2, 0)
        if focus:
            yield Frame(QRectF(rect.adjusted(0, 0, -1, -1)), Ink.QUIET, 1.5, 1, 0)

    def _rules(self, rect: QRect, row: int, short: int) -> Iterator[Mark]:
        text, wide = self._model.text, rect.width()
        summary, below = text.summary(row), row + 1 < len(text.rows)
        if summary and not text.summary(row - 1):
            yield _fill(rect.left(), rect.top(), wide, 1, Ink.INK)
        if summary and below and not text.summary(row + 1):
            yield _fill(rect.left(), rect.bottom(), wide, 1, Ink.INK)
        if not summary and not text.rows[row].current:
            yield _fill(rect.left(), rect.bottom(), wide - short, 1, Ink.LINE)

    def _figures(self, rect: QRect, figures: Figures, current: bool) -> Iterator[Mark]:
        quiet, (plain, tone), strong = parts(figures)
        failed = tone is Tone.FAILED
        if current and not strong:
            # The bid is the most important number of the current deal.
            bid, dot, won = quiet.partition("·")
            size = Size.NORMAL if self._bids_fit else Size.SMALL
            after = width(bid, size=size, bold=True)
            if self._stands_right:
                rect.setLeft(rect.right() + 1 - after - width(dot + won, size=size))
            yield _words(rect, bid, LEFT, size, bold=True)
            yield _words(rect.adjusted(after, 0, 0, 0), dot + won, LEFT, size)
            return
        half = measure(Size.SMALL).height()
        apart = min(half - 2, rect.height() - half + 2)
        top = rect.top() + (rect.height() - half - apart + 1) // 2
        upper = QRect(rect.left(), top, rect.width(), half)
        lower = QRect(rect.left(), top + apart, rect.width(), half)
        # A plain number without quiet ones before it starts at the left.
        before_total = rect.adjusted(0, 0, -width("000", bold=True) - GAP, 0), RIGHT
        if not quiet:
            before_total = rect, LEFT
        places = {
            Arrangement.LINE: ((rect, LEFT), before_total, (rect, RIGHT)),
            Arrangement.STACK: ((upper, LEFT), (lower if quiet else rect, LEFT), (rect, RIGHT)),
            Arrangement.TIGHT: (
                (upper, LEFT),
                (upper if failed else lower, RIGHT if failed else LEFT),
                (lower, RIGHT),
            ),
        }
        quiet_place, plain_place, strong_place = places[self.arrangement]
        alone = self.arrangement is Arrangement.TIGHT and not quiet
        if alone:
            plain_place = upper, RIGHT
        yield _words(quiet_place[0], quiet, quiet_place[1], Size.SMALL, ink=Ink.QUIET)
        if self.arrangement is not Arrangement.TIGHT or failed or alone or self._points_fit:
            ink = Ink.LOSS if failed else Ink.QUIET
            yield _words(plain_place[0], plain, plain_place[1], Size.SMALL, bold=failed, ink=ink)
        if self._model.text.coins and strong.isdigit() and strong != "0":
            yield from _coins(strong_place[0], int(strong))
        else:
            yield _words(strong_place[0], strong, strong_place[1], bold=True)

    def _total_width(self, total: str) -> int:
        """Return the width of a total, in digits or coins."""
        if self._model.text.coins and total.isdigit():
            return ceil(_coins_width(int(total)))
        return width(total, bold=True)

    # Headers

    def name(self, rect: QRect, seat: int) -> Iterator[Mark]:
        """Yield the items of a player's name above the column; too long names are elided."""
        text = self._model.text
        inner = rect.adjusted(1, 0, -2, -2)
        if self.upwards:
            inner.adjust(0, 3, 0, -3)
        yield Words(
            QRectF(inner),
            text.names[seat],
            LEFT if self.upwards else CENTRE,
            Size.SMALL,
            bold=seat == text.you,
            upwards=self.upwards,
        )
        yield _fill(rect.left(), rect.bottom() - 1, rect.width(), 2, Ink.INK)
        if seat < len(text.names) - 1:
            yield _fill(rect.right(), rect.top(), 1, rect.height() - 2, Ink.LINE)

    def label(self, rect: QRect, row: int) -> Iterator[Mark]:
        """Yield the items of a row's label: the deal number or the name of the summary."""
        text = self._model.text
        current = text.rows[row].current
        if current:
            yield _tint(rect, left=True, right=False)
        quiet = text.empty(row) and not current and not text.summary(row)
        ink = Ink.QUIET if quiet else Ink.INK
        words = text.label(row)
        align = CENTRE if words.isdigit() else LEFT
        room = rect.adjusted(4, 0, -6, -1)
        yield _words(room, words, align, Size.SMALL, bold=current, ink=ink)
        yield from self._rules(rect, row, 1)
        yield _fill(rect.right(), rect.top(), 1, rect.height(), Ink.INK)


def _sum_size(words: str) -> Size:
    """Return the text size of a summary; percentages are long and less important, hence small."""
    return Size.SMALL if words.endswith("%") else Size.NORMAL


def _coins_width(count: int) -> float:
    side = _coin()
    more = width(f" {count}", bold=True) if count > MOST_COINS else 0
    return side + (min(count, MOST_COINS) - 1) * OVERLAID * side * (not more) + more


def _coin() -> float:
    """Return the diameter of a coin, about the height of a digit."""
    return 0.85 * measure(Size.NORMAL).ascent()


def _coins(rect: QRect, count: int) -> Iterator[Mark]:
    """Yield right-aligned coins; above ``MAX_COINS`` a single coin and the number."""
    side, left = _coin(), rect.right() + 1 - _coins_width(count)
    for place in range(count if count <= MOST_COINS else 1):
        coin = QRectF(left + place * OVERLAID * side, rect.center().y() + 1 - side / 2, side, side)
        yield Patch(coin, Ink.BRASS, side / 2)
        yield Frame(coin, Ink.RIM, 0.5, 1.2, side / 2)
    if count > MOST_COINS:
        yield _words(rect, str(count), RIGHT, bold=True)


def _words(
    rect: QRect, text: str, align: Qt.AlignmentFlag, size: Size = Size.NORMAL, **how: Any
) -> Words:
    return Words(QRectF(rect), text, align, size, whole=True, **how)


def _fill(x: int, y: int, width: int, height: int, ink: Ink) -> Patch:
    return Patch(QRectF(x, y, width, height), ink)


def _tint(rect: QRect, *, left: bool, right: bool) -> Patch:
    beyond = 2 * TINT_ROUNDING
    band = rect.adjusted(0 if left else -beyond, 0, 0 if right else beyond, 0)
    return Patch(QRectF(band), Ink.TINT, TINT_ROUNDING, QRectF(rect))
