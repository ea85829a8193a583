"""Layout of the score sheet beside the table, with all cells of a player in one narrow column."""

from collections.abc import Iterator
from enum import Enum, auto
from functools import cache
from math import ceil
from typing import Any, Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics

from greenbaize.rules.sheets import BoxTone, RowKind, SheetRow
from greenbaize.ui.sheets.drawing import (
    ALIGN_CENTRE,
    ALIGN_LEFT,
    ALIGN_RIGHT,
    ColorRole,
    DrawItem,
    OutlineItem,
    RectItem,
    TextItem,
    TextSize,
)
from greenbaize.ui.sheets.sheet_text import MAX_LEVEL_NAMES, CellFigures, SheetModel, SheetText
from greenbaize.ui.widgets.font_sizes import normal_font, small_font
from greenbaize.words.sheet_words import row_title

NUMBER_GAP: Final = 5
CELL_MARGIN: Final = 5
TINT_ROUNDING: Final = 5
MAX_COINS: Final = 5
COIN_SPACING: Final = 0.62
"""Distance from coin to coin, in coin widths."""
MAX_NAME_LETTERS: Final = 8
"""Visible length of a vertical name, in widths of the letter m."""


class CellArrangement(Enum):
    """An arrangement of a player's cells within one column."""

    LINE = auto()
    STACK = auto()
    """The small numbers above each other, the total beside them."""
    TIGHT = auto()
    """The total below the rest, with the points beside it if there is room."""


@cache
def panel_font(size: TextSize, bold: bool = False) -> QFont:
    """Return the font for a text size at the current panel scale."""
    return small_font(bold=bold) if size is TextSize.SMALL else normal_font(bold=bold)


@cache
def panel_font_metrics(size: TextSize, *, bold: bool = False) -> QFontMetrics:
    """Return the metrics of the font for a text size."""
    return QFontMetrics(panel_font(size, bold))


def max_text_width(*texts: str, size: TextSize = TextSize.NORMAL, bold: bool = False) -> int:
    """Return the width of the widest text."""
    return max(map(panel_font_metrics(size, bold=bold).horizontalAdvance, texts), default=0)


def clear_font_caches() -> None:
    """Drop the cached fonts after a change of the application font or the panel scale."""
    panel_font.cache_clear()
    panel_font_metrics.cache_clear()


def split_figures(figures: CellFigures) -> tuple[str, tuple[str, BoxTone], str]:
    """Return the quiet numbers, the plain or failed one with its tone, and the strong one."""
    quiet = "·".join(text for text, tone in figures if tone is BoxTone.QUIET)
    plain_parts = [
        (text, tone) for text, tone in figures if tone in (BoxTone.PLAIN, BoxTone.FAILED)
    ]
    strong = " ".join(text for text, tone in figures if tone is BoxTone.STRONG)
    failed = any(tone is BoxTone.FAILED for _, tone in plain_parts)
    plain = " ".join(text for text, _ in plain_parts)
    return quiet, (plain, BoxTone.FAILED if failed else BoxTone.PLAIN), strong


class SheetLayout:
    """Layout of a sheet model's rows; ``arrangement`` follows the width of the columns."""

    def __init__(self, model: SheetModel) -> None:
        self._model = model
        self.arrangement = CellArrangement.LINE
        self._part_widths = (0, 0, 0)
        self._failed_width = self._points_beside_width = self._bid_width = self._small_bid_width = 0
        self._quiet_beside_width = self._summary_width = 0
        self.current_column_width = 0

    @property
    def sheet_text(self) -> SheetText:
        return self._model.sheet_text

    # Metrics

    @property
    def row_heights(self) -> tuple[int, int]:
        """Minimum and maximum row height."""
        line = panel_font_metrics(TextSize.SMALL).height()
        if self.arrangement is CellArrangement.LINE:
            return line + 7, line + 15
        # Digits have no ascenders or descenders, so their lines may be closer than lines of
        # letters.
        return 2 * line - 3, 2 * line + 8

    @property
    def has_vertical_names(self) -> bool:
        """Names are written vertically, so that many narrow columns fit side by side."""
        return len(self._model.sheet_text.names) > MAX_LEVEL_NAMES

    @property
    def header_height(self) -> int:
        """Height of the names and the rule below them."""
        if not self.has_vertical_names:
            return panel_font_metrics(TextSize.SMALL, bold=True).height() + 12
        text = self._model.sheet_text
        names = text.names
        high = max_text_width(*names, size=TextSize.SMALL, bold=True)
        return (
            min(MAX_NAME_LETTERS * max_text_width("m", size=TextSize.SMALL, bold=True), high) + 12
        )

    @property
    def label_width(self) -> int:
        """Width that fits the label of any row."""
        labels = [self._model.sheet_text.label_text(row) for row in range(self._model.rowCount())]
        if len(labels) > 1:
            # the match ends with this row
            labels.append(row_title(SheetRow(0, (), kind=RowKind.RESULT, title="place")))
        return max_text_width(*labels, "00", size=TextSize.SMALL, bold=True) + 14

    def required_column_width(self, arrangement: CellArrangement) -> int:
        """Return the width that a player's column needs for an arrangement."""
        quiet, plain, total = self._part_widths
        edge, single_width = 2 * CELL_MARGIN + 1, max(self._bid_width, self._summary_width)
        match arrangement:
            case CellArrangement.LINE:
                three = max_text_width("000", bold=True)
                gaps = 2 * NUMBER_GAP if plain and quiet else NUMBER_GAP
                return max(quiet + plain + max(total, three) + gaps, single_width) + edge
            case CellArrangement.STACK:
                beside_total = max(self._quiet_beside_width, plain)
                return max(beside_total + total + NUMBER_GAP, single_width) + edge
        return (
            max(quiet, self._small_bid_width, self._failed_width, total, self._summary_width) + edge
        )

    @property
    def _points_fit(self) -> bool:
        """The points fit beside every total; otherwise they are shown beside none."""
        return self._points_beside_width <= self.current_column_width - 2 * CELL_MARGIN - 1

    @property
    def _bids_fit(self) -> bool:
        """The bids of the current deal fit in the normal text size; otherwise all are small."""
        return self._bid_width <= self.current_column_width - 2 * CELL_MARGIN - 1

    @property
    def _aligns_bids_right(self) -> bool:
        """The bids of the current deal are right-aligned, as the cells above them are."""
        return self.sheet_text.uses_coins and self.arrangement is CellArrangement.TIGHT

    def measure_columns(self) -> None:
        """Measure the widest quiet, plain and strong numbers."""
        text = self._model.sheet_text
        rows, seats = range(self._model.rowCount()), range(len(text.names))
        all_figures = {text.cell_figures(row, seat) for row in rows for seat in seats}
        if not all_figures:
            all_figures.add(
                (("0·0", BoxTone.QUIET), ("+00", BoxTone.PLAIN), ("00", BoxTone.STRONG))
            )
        elif "bid" in text.sheet.columns:
            all_figures.add((("✗", BoxTone.FAILED), ("00", BoxTone.STRONG)))
        all_figures |= text.expected_figures()
        split_parts = [split_figures(figures) for figures in all_figures if len(figures) > 1]
        # A summary is the only number in its cell, as large as a total.
        summaries = [summary[0][0] for summary in all_figures if len(summary) == 1]
        self._part_widths = (
            max_text_width(*(quiet for quiet, _, _ in split_parts), size=TextSize.SMALL),
            max_text_width(*(plain for _, (plain, _), _ in split_parts), size=TextSize.SMALL),
            max((self._total_width(total) for _, _, total in split_parts), default=0),
        )
        # The bid of the current deal has no total beside it.
        self._quiet_beside_width = max_text_width(
            *(quiet for quiet, _, total in split_parts if total), size=TextSize.SMALL
        )
        self._summary_width = max(
            (
                max_text_width(summary, size=_summary_text_size(summary), bold=True)
                for summary in summaries
            ),
            default=0,
        )
        # Points of a summary row are on the upper line, which is otherwise empty there.
        deals = [(plain, total) for quiet, (plain, _), total in split_parts if quiet]
        points = max_text_width(*(plain for plain, _ in deals), size=TextSize.SMALL)
        totals = max((self._total_width(total) for _, total in deals), default=0)
        self._points_beside_width = NUMBER_GAP + points + totals
        small = TextSize.SMALL
        failed = (
            max_text_width(quiet, size=small)
            + max_text_width(plain, size=small, bold=True)
            + NUMBER_GAP
            for quiet, (plain, tone), _ in split_parts
            if tone is BoxTone.FAILED
        )
        self._failed_width = max(failed, default=0)
        current, self._bid_width, self._small_bid_width = text.current_row, 0, 0
        for seat in seats:
            if current is None:
                break
            quiet, _, total = split_figures(text.cell_figures(current, seat))
            bid, dot, won = quiet.partition("·")
            if not total:
                wide = max_text_width(bid, bold=True) + max_text_width(dot + won)
                self._bid_width = max(self._bid_width, wide)
                wide = max_text_width(bid, size=small, bold=True) + max_text_width(
                    dot + won, size=small
                )
                self._small_bid_width = max(self._small_bid_width, wide)

    # Cells

    def make_cell_items(
        self, rect: QRect, row: int, seat: int, *, has_focus: bool
    ) -> Iterator[DrawItem]:
        """Yield the items of a player's cells in a row, with the lines around them."""
        text = self._model.sheet_text
        current, summary = text.rows[row].is_current, text.is_summary(row)
        last = seat == len(text.names) - 1
        if current:
            yield _make_tint(rect, left=False, right=last)
        if not last:
            yield _make_rect(rect.right(), rect.top(), 1, rect.height(), ColorRole.LINE)
        yield from self._make_row_lines(rect, row, 0)
        inner = rect.adjusted(CELL_MARGIN, 0, -CELL_MARGIN - 1, -1)
        figures = text.cell_figures(row, seat)
        if summary and len(figures) == 1:
            ((figure_text, tone),) = figures
            yield _make_text(
                inner,
                figure_text,
                ALIGN_RIGHT,
                _summary_text_size(figure_text),
                bold=tone is BoxTone.STRONG,
            )
        else:
            yield from self._make_figure_items(inner, figures, current)
        if text.has_fault(row, seat):
            # An outline, so that the fault does not depend on colour alone.
            yield OutlineItem(QRectF(rect.adjusted(0, 0, -1, -1)), ColorRole.LOSS, 2, 2, 0)
        if has_focus:
            yield OutlineItem(QRectF(rect.adjusted(0, 0, -1, -1)), ColorRole.QUIET, 1.5, 1, 0)

    def _make_row_lines(self, rect: QRect, row: int, right_inset: int) -> Iterator[DrawItem]:
        text, wide = self._model.sheet_text, rect.width()
        summary, below = text.is_summary(row), row + 1 < len(text.rows)
        if summary and not text.is_summary(row - 1):
            yield _make_rect(rect.left(), rect.top(), wide, 1, ColorRole.INK)
        if summary and below and not text.is_summary(row + 1):
            yield _make_rect(rect.left(), rect.bottom(), wide, 1, ColorRole.INK)
        if not summary and not text.rows[row].is_current:
            yield _make_rect(rect.left(), rect.bottom(), wide - right_inset, 1, ColorRole.LINE)

    def _make_figure_items(
        self, rect: QRect, figures: CellFigures, is_current: bool
    ) -> Iterator[DrawItem]:
        quiet, (plain, tone), strong = split_figures(figures)
        failed = tone is BoxTone.FAILED
        if is_current and not strong:
            # The bid is the most important number of the current deal.
            bid, dot, won = quiet.partition("·")
            size = TextSize.NORMAL if self._bids_fit else TextSize.SMALL
            bid_width = max_text_width(bid, size=size, bold=True)
            if self._aligns_bids_right:
                rect.setLeft(rect.right() + 1 - bid_width - max_text_width(dot + won, size=size))
            yield _make_text(rect, bid, ALIGN_LEFT, size, bold=True)
            yield _make_text(rect.adjusted(bid_width, 0, 0, 0), dot + won, ALIGN_LEFT, size)
            return
        half = panel_font_metrics(TextSize.SMALL).height()
        line_distance = min(half - 2, rect.height() - half + 2)
        top = rect.top() + (rect.height() - half - line_distance + 1) // 2
        upper = QRect(rect.left(), top, rect.width(), half)
        lower = QRect(rect.left(), top + line_distance, rect.width(), half)
        # A plain number without quiet ones before it starts at the left.
        before_total = (
            rect.adjusted(0, 0, -max_text_width("000", bold=True) - NUMBER_GAP, 0),
            ALIGN_RIGHT,
        )
        if not quiet:
            before_total = rect, ALIGN_LEFT
        slots = {
            CellArrangement.LINE: ((rect, ALIGN_LEFT), before_total, (rect, ALIGN_RIGHT)),
            CellArrangement.STACK: (
                (upper, ALIGN_LEFT),
                (lower if quiet else rect, ALIGN_LEFT),
                (rect, ALIGN_RIGHT),
            ),
            CellArrangement.TIGHT: (
                (upper, ALIGN_LEFT),
                (upper if failed else lower, ALIGN_RIGHT if failed else ALIGN_LEFT),
                (lower, ALIGN_RIGHT),
            ),
        }
        quiet_slot, plain_slot, strong_slot = slots[self.arrangement]
        has_no_quiet = self.arrangement is CellArrangement.TIGHT and not quiet
        if has_no_quiet:
            plain_slot = upper, ALIGN_RIGHT
        yield _make_text(quiet_slot[0], quiet, quiet_slot[1], TextSize.SMALL, ink=ColorRole.QUIET)
        if (
            self.arrangement is not CellArrangement.TIGHT
            or failed
            or has_no_quiet
            or self._points_fit
        ):
            ink = ColorRole.LOSS if failed else ColorRole.QUIET
            yield _make_text(
                plain_slot[0], plain, plain_slot[1], TextSize.SMALL, bold=failed, ink=ink
            )
        if self._model.sheet_text.uses_coins and strong.isdigit() and strong != "0":
            yield from _make_coin_items(strong_slot[0], int(strong))
        else:
            yield _make_text(strong_slot[0], strong, strong_slot[1], bold=True)

    def _total_width(self, total: str) -> int:
        """Return the width of a total, in digits or coins."""
        if self._model.sheet_text.uses_coins and total.isdigit():
            return ceil(_coins_width(int(total)))
        return max_text_width(total, bold=True)

    # Headers

    def make_name_items(self, rect: QRect, seat: int) -> Iterator[DrawItem]:
        """Yield the items of a player's name above the column; too long names are elided."""
        text = self._model.sheet_text
        inner = rect.adjusted(1, 0, -2, -2)
        if self.has_vertical_names:
            inner.adjust(0, 3, 0, -3)
        yield TextItem(
            QRectF(inner),
            text.names[seat],
            ALIGN_LEFT if self.has_vertical_names else ALIGN_CENTRE,
            TextSize.SMALL,
            bold=seat == text.you,
            is_vertical=self.has_vertical_names,
        )
        yield _make_rect(rect.left(), rect.bottom() - 1, rect.width(), 2, ColorRole.INK)
        if seat < len(text.names) - 1:
            yield _make_rect(rect.right(), rect.top(), 1, rect.height() - 2, ColorRole.LINE)

    def make_label_items(self, rect: QRect, row: int) -> Iterator[DrawItem]:
        """Yield the items of a row's label: the deal number or the name of the summary."""
        text = self._model.sheet_text
        current = text.rows[row].is_current
        if current:
            yield _make_tint(rect, left=True, right=False)
        quiet = text.is_empty(row) and not current and not text.is_summary(row)
        ink = ColorRole.QUIET if quiet else ColorRole.INK
        label_text = text.label_text(row)
        align = ALIGN_CENTRE if label_text.isdigit() else ALIGN_LEFT
        room = rect.adjusted(4, 0, -6, -1)
        yield _make_text(room, label_text, align, TextSize.SMALL, bold=current, ink=ink)
        yield from self._make_row_lines(rect, row, 1)
        yield _make_rect(rect.right(), rect.top(), 1, rect.height(), ColorRole.INK)


def _summary_text_size(text: str) -> TextSize:
    """Return the text size of a summary; percentages are long and less important, hence small."""
    return TextSize.SMALL if text.endswith("%") else TextSize.NORMAL


def _coins_width(count: int) -> float:
    side = _coin_size()
    count_width = max_text_width(f" {count}", bold=True) if count > MAX_COINS else 0
    return (
        side + (min(count, MAX_COINS) - 1) * COIN_SPACING * side * (not count_width) + count_width
    )


def _coin_size() -> float:
    """Return the diameter of a coin, about the height of a digit."""
    return 0.85 * panel_font_metrics(TextSize.NORMAL).ascent()


def _make_coin_items(rect: QRect, count: int) -> Iterator[DrawItem]:
    """Yield right-aligned coins; above ``MAX_COINS`` a single coin and the number."""
    side, left = _coin_size(), rect.right() + 1 - _coins_width(count)
    for index in range(count if count <= MAX_COINS else 1):
        coin = QRectF(
            left + index * COIN_SPACING * side, rect.center().y() + 1 - side / 2, side, side
        )
        yield RectItem(coin, ColorRole.BRASS, side / 2)
        yield OutlineItem(coin, ColorRole.RIM, 0.5, 1.2, side / 2)
    if count > MAX_COINS:
        yield _make_text(rect, str(count), ALIGN_RIGHT, bold=True)


def _make_text(
    rect: QRect,
    text: str,
    align: Qt.AlignmentFlag,
    size: TextSize = TextSize.NORMAL,
    **options: Any,
) -> TextItem:
    return TextItem(QRectF(rect), text, align, size, is_clipped=True, **options)


def _make_rect(x: int, y: int, width: int, height: int, ink: ColorRole) -> RectItem:
    return RectItem(QRectF(x, y, width, height), ink)


def _make_tint(rect: QRect, *, left: bool, right: bool) -> RectItem:
    overhang = 2 * TINT_ROUNDING
    band = rect.adjusted(0 if left else -overhang, 0, 0 if right else overhang, 0)
    return RectItem(QRectF(band), ColorRole.TINT, TINT_ROUNDING, QRectF(rect))
