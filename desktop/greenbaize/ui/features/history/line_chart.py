"""A small line chart of a value over time, with a dot per point."""

import math
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QLocale, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from greenbaize.ui.widgets.accessibility import RING_WIDTH, announce
from greenbaize.ui.widgets.font_sizes import small_font
from greenbaize.ui.widgets.localized_texts import day_format, format_moment, parse_start_time
from greenbaize.ui.widgets.paper import PAPER_RADIUS
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr

CHART_PADDING: Final = 10.0
"""Margin between the chart's edge and its content (px)."""
NOTE_MARGIN: Final = 5.0
"""Smallest distance between the note and the chart's edge (px)."""
LABEL_GAP: Final = 6.0
"""Distance between a grid line and its label (px)."""
MIN_DATE_GAP: Final = 22.0
"""Smallest distance between two date labels (px)."""
MIN_GRID_SPACING: Final = 30.0
"""Smallest distance between two grid lines (px)."""
SMALL_DOT_RADIUS, DOT_RADIUS, SELECTED_DOT_RADIUS = 2.4, 3.0, 5.0
CURVE_WIDTH: Final = 2.2
"""Width of the line (px)."""
MIN_SMOOTHED_POINTS: Final = 16
"""Number of points from which the line is smoothed."""
SMOOTHING_DIVISOR: Final = 12
"""Points per neighbour that smoothing counts on either side."""
GRID_ALPHA: Final = 60
"""Opacity of the grid (0 to 255)."""
FAINT_DOT_ALPHA: Final = 190
"""Opacity of the dots beside a smoothed line (0 to 255)."""
PAGE_KEY_STEP: Final = 10


class ChartPoint(NamedTuple):
    """A point: its record timestamp, value, and the number of matches it summarises."""

    timestamp: str
    value: float
    matches: int = 1


class ChartCurve(NamedTuple):
    """The content of a chart; ``points`` are ordered from the oldest to the newest."""

    title: str
    points: tuple[ChartPoint, ...]
    format_value: Callable[[float], str]
    """Formatter of a value for players."""
    format_grid_label: Callable[[float, int], str]
    """Formatter of a grid label from a value and its number of decimals."""
    value_range: tuple[float, float] | None = None
    """Lowest and highest value of the scale, or None to fit it to the points."""
    reference_value: float | None = None
    """Value between good and bad, drawn as a dashed line."""
    can_smooth: bool = True
    """Smooth the line through many points; otherwise it goes through each of them."""
    is_inverted: bool = False
    """Less is better, so lower values are drawn higher."""

    @property
    def values(self) -> list[float]:
        return [point.value for point in self.points]


EMPTY_CURVE: Final = ChartCurve("", (), str, lambda value, _: str(value))
_STEP_DIGITS: Final = (1, 2, 2.5, 5, 10)
"""Leading digits of steps that are easy to read."""
_EPSILON: Final = 1e-3
"""Difference below which values count as equal."""


class ChartScale(NamedTuple):
    """The range of a chart's value axis and its grid lines."""

    low: float
    high: float
    grid_values: tuple[float, ...]
    decimals: int
    """Decimals that the grid labels need."""

    def fraction_of(self, value: float) -> float:
        """Return the height of a value as a fraction of the axis (0 bottom, 1 top)."""
        return (value - self.low) / (self.high - self.low)


class LineChart(QWidget):
    """Chart of one curve; hovering or the arrow keys select a point and describe it."""

    focus_mark = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curve = EMPTY_CURVE
        self.selected_index: int | None = None
        """Index of the point that is described."""
        self.is_smoothed = False
        self.line_values: list[float] = []
        """Height of the line at each point."""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFont(small_font(fixed=True))

    def sizeHint(self) -> QSize:
        return QSize(560, 220)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 140)

    def show_curve(self, curve: ChartCurve) -> None:
        self.curve, self.selected_index = curve, None
        self.is_smoothed = curve.can_smooth and len(curve.points) >= MIN_SMOOTHED_POINTS
        reach = len(curve.points) // SMOOTHING_DIVISOR if self.is_smoothed else 0
        self.line_values = smooth_values(
            curve.values, [point.matches for point in curve.points], reach
        )
        self.setAccessibleName(curve.title)
        self.setAccessibleDescription(describe_curve(curve))
        self.update()

    # Geometry

    @property
    def scale(self) -> ChartScale:
        max_lines = max(2, int(self._plot_height() / MIN_GRID_SPACING) + 1)
        if self.curve.value_range is not None:
            return divide_scale(*self.curve.value_range, max_lines)
        return fit_scale(self.curve.values or [0.0], max_lines)

    def _plot_height(self) -> float:
        return self.height() - 2 * CHART_PADDING - LABEL_GAP - QFontMetricsF(self.font()).height()

    def plot_rect(self) -> QRectF:
        metrics, scale = QFontMetricsF(self.font()), self.scale
        label_width = max(
            metrics.horizontalAdvance(self.curve.format_grid_label(value, scale.decimals))
            for value in scale.grid_values
        )
        left = CHART_PADDING + label_width + LABEL_GAP
        return QRectF(
            left,
            CHART_PADDING + 2,
            self.width() - left - CHART_PADDING - DOT_RADIUS,
            self._plot_height() - 2,
        )

    def point_positions(self) -> list[QPointF]:
        return self._positions_of(self.curve.values)

    def _positions_of(self, values: Sequence[float]) -> list[QPointF]:
        plot_rect, scale, last_index = self.plot_rect(), self.scale, len(values) - 1
        positions = []
        for index, value in enumerate(values):
            x = plot_rect.left() + plot_rect.width() * (index / last_index if last_index else 0.5)
            positions.append(QPointF(x, self._y_of(plot_rect, scale, value)))
        return positions

    def _y_of(self, plot_rect: QRectF, scale: ChartScale, value: float) -> float:
        fraction = scale.fraction_of(value)
        return plot_rect.bottom() - plot_rect.height() * (
            1 - fraction if self.curve.is_inverted else fraction
        )

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        theme = current_theme()
        edge = (theme.focus, RING_WIDTH) if self.hasFocus() else (theme.paper_line, 1)
        painter.setPen(QPen(QColor(edge[0]), edge[1]))
        painter.setBrush(self.palette().color(QPalette.ColorRole.Base))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(1, 1, -1, -1), PAPER_RADIUS, PAPER_RADIUS
        )
        if self.curve.points:
            self._draw_grid(painter)
            self._draw_dates(painter)
            self._draw_curve(painter)
            self._draw_selected_point(painter)
        painter.end()

    def _draw_grid(self, painter: QPainter) -> None:
        plot_rect, scale, theme = self.plot_rect(), self.scale, current_theme()
        metrics, grid_colour = QFontMetricsF(self.font()), QColor(theme.ink_quiet)
        grid_colour.setAlpha(GRID_ALPHA)
        for value in scale.grid_values:
            y = self._y_of(plot_rect, scale, value)
            painter.setPen(QPen(grid_colour, 1))
            painter.drawLine(QPointF(plot_rect.left(), y), QPointF(plot_rect.right(), y))
            painter.setPen(QColor(theme.ink_quiet))
            # The highest label would be cut off by the edge.
            top = min(max(2.0, y - metrics.height() / 2), self.height() - metrics.height())
            label_rect = QRectF(0, top, plot_rect.left() - LABEL_GAP, metrics.height())
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(label_rect, right, self.curve.format_grid_label(value, scale.decimals))
        reference_value = self.curve.reference_value
        if reference_value is not None and scale.low < reference_value < scale.high:
            y = self._y_of(plot_rect, scale, reference_value)
            painter.setPen(QPen(QColor(theme.ink_quiet), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(plot_rect.left(), y), QPointF(plot_rect.right(), y))

    def _draw_dates(self, painter: QPainter) -> None:
        plot_rect, points = self.plot_rect(), self.curve.points
        metrics = QFontMetricsF(self.font())
        format_date = make_date_formatter(points[0].timestamp, points[-1].timestamp)
        end_dates = (format_date(points[0].timestamp), format_date(points[-1].timestamp))
        label_width = max(map(metrics.horizontalAdvance, end_dates)) + MIN_DATE_GAP
        max_labels = max(1, int((plot_rect.width() + MIN_DATE_GAP) / label_width))
        first_centre, centre_range = (
            plot_rect.left() + label_width / 2,
            plot_rect.width() - label_width,
        )
        centres = (
            [first_centre + centre_range * one / (max_labels - 1) for one in range(max_labels)]
            if max_labels > 1
            else [first_centre]
        )
        painter.setPen(QColor(current_theme().ink_quiet))
        positions, previous_text, right_edge = self.point_positions(), "", -1.0
        for index in nearest_points([one.x() for one in positions], centres):
            text = format_date(points[index].timestamp)
            width = metrics.horizontalAdvance(text)
            left = max(
                plot_rect.left(), min(positions[index].x() - width / 2, plot_rect.right() - width)
            )
            if text != previous_text and left > right_edge:
                text_rect = QRectF(
                    left, plot_rect.bottom() + LABEL_GAP, width + 1, metrics.height()
                )
                painter.drawText(text_rect, Qt.AlignmentFlag.AlignLeft, text)
                previous_text, right_edge = text, left + width + LABEL_GAP

    def _draw_curve(self, painter: QPainter) -> None:
        plot_rect, colour = self.plot_rect(), QColor(current_theme().focus)
        positions, line_positions = self.point_positions(), self._positions_of(self.line_values)
        if len(line_positions) > 1:
            path = QPainterPath()
            path.addPolygon(QPolygonF(line_positions))
            filled_path = QPainterPath(path)
            filled_path.lineTo(line_positions[-1].x(), plot_rect.bottom())
            filled_path.lineTo(line_positions[0].x(), plot_rect.bottom())
            filled_path.closeSubpath()
            gradient = QLinearGradient(0, plot_rect.top(), 0, plot_rect.bottom())
            for stop, alpha in ((0.0, 60), (1.0, 6)):
                dot_colour = QColor(colour)
                dot_colour.setAlpha(alpha)
                gradient.setColorAt(stop, dot_colour)
            painter.fillPath(filled_path, gradient)
        dot_colour, radius = QColor(colour), SMALL_DOT_RADIUS if self.is_smoothed else DOT_RADIUS
        if self.is_smoothed:
            dot_colour.setAlpha(FAINT_DOT_ALPHA)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(dot_colour)
        if self.is_smoothed or len(positions) < plot_rect.width() / (3 * DOT_RADIUS):
            for position in positions:
                painter.drawEllipse(position, radius, radius)
        if len(line_positions) > 1:
            pen = QPen(colour, CURVE_WIDTH)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(path)

    def _draw_selected_point(self, painter: QPainter) -> None:
        if self.selected_index is None:
            return
        plot_rect, theme, position = (
            self.plot_rect(),
            current_theme(),
            self.point_positions()[self.selected_index],
        )
        painter.setPen(QPen(QColor(theme.ink_quiet), 1))
        painter.drawLine(
            QPointF(position.x(), plot_rect.top()), QPointF(position.x(), plot_rect.bottom())
        )
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Base), 2))
        painter.setBrush(QColor(theme.ink))
        painter.drawEllipse(position, SELECTED_DOT_RADIUS, SELECTED_DOT_RADIUS)
        text = self.selected_text
        metrics = QFontMetricsF(self.font())
        max_width = self.width() - 4 * CHART_PADDING
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        text_rect = metrics.boundingRect(QRectF(0, 0, max_width, 1e3), flags, text)
        note_rect = QRectF(
            0, 0, text_rect.width() + 2 * CHART_PADDING, text_rect.height() + CHART_PADDING
        )
        note_rect.moveCenter(QPointF(position.x(), 0))
        note_top = position.y() - 2 * SELECTED_DOT_RADIUS - note_rect.height()
        note_rect.moveTop(
            note_top if note_top >= NOTE_MARGIN else position.y() + 2 * SELECTED_DOT_RADIUS
        )
        note_rect.moveLeft(
            min(max(NOTE_MARGIN, note_rect.left()), self.width() - note_rect.width() - NOTE_MARGIN)
        )
        note_rect.moveTop(
            min(max(NOTE_MARGIN, note_rect.top()), self.height() - note_rect.height() - NOTE_MARGIN)
        )
        painter.setPen(QPen(QColor(theme.paper_line), 1))
        painter.setBrush(QColor(theme.paper_tint))
        painter.drawRoundedRect(note_rect, PAPER_RADIUS / 2, PAPER_RADIUS / 2)
        painter.setPen(QColor(theme.ink))
        painter.drawText(note_rect, flags, text)

    # Selection

    @property
    def selected_text(self) -> str:
        return (
            "" if self.selected_index is None else describe_point(self.curve, self.selected_index)
        )

    def _select_point(self, index: int | None, *, is_announced: bool = False) -> None:
        if index == self.selected_index:
            return
        self.selected_index = index
        self.update()
        if is_announced:
            announce(self, self.selected_text)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        positions = self.point_positions()
        if positions:
            x = event.position().x()
            self._select_point(
                min(range(len(positions)), key=lambda one: abs(positions[one].x() - x))
            )

    def leaveEvent(self, event: QEvent) -> None:
        self._select_point(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last_index = len(self.curve.points) - 1
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_PageUp: -PAGE_KEY_STEP,
            Qt.Key.Key_PageDown: PAGE_KEY_STEP,
            Qt.Key.Key_Home: -last_index - 1,
            Qt.Key.Key_End: last_index + 1,
        }
        step = steps.get(Qt.Key(event.key()))
        if (
            step is None
            or last_index < 0
            or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            super().keyPressEvent(event)
            return
        if self.selected_index is None:
            forward_keys = {Qt.Key.Key_Right, Qt.Key.Key_PageDown, Qt.Key.Key_Home}
            index = 0 if event.key() in forward_keys else last_index
        else:
            index = min(last_index, max(0, self.selected_index + step))
        self._select_point(index, is_announced=True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._select_point(None)
        self.update()


def make_date_formatter(first_timestamp: str, last_timestamp: str) -> Callable[[str], str]:
    """Return a formatter of timestamps: by time where all are of one day, else by date."""
    first_moment, last_moment = parse_start_time(first_timestamp), parse_start_time(last_timestamp)
    is_one_day = (
        first_moment is not None
        and last_moment is not None
        and first_moment.date() == last_moment.date()
    )

    def format_date(timestamp: str) -> str:
        moment = parse_start_time(timestamp)
        if moment is None:
            return ""
        if is_one_day and first_timestamp != last_timestamp:
            return QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
        return QLocale().toString(moment.date(), day_format())

    return format_date


def describe_point(curve: ChartCurve, index: int) -> str:
    """Return the date and the value of a point as text."""
    point = curve.points[index]
    moment = parse_start_time(point.timestamp)
    when = format_moment(moment) if moment is not None else tr("–")
    if point.matches == 1:
        return tr("{when}: {value}").format(when=when, value=curve.format_value(point.value))
    template = tr("{count} matches up to {when}: {value}")
    return template.format(count=point.matches, when=when, value=curve.format_value(point.value))


def describe_curve(curve: ChartCurve) -> str:
    """Return a summary of the curve for screen readers."""
    values = curve.values
    if not values:
        return tr("There is nothing to draw yet.")
    if len(values) == 1:
        return tr("One point. {only}.").format(only=describe_point(curve, 0))
    low, high = values.index(min(values)), values.index(max(values))
    if curve.is_inverted:
        low, high = high, low
    template = tr("{count} points. First, {first}. Last, {last}. Highest, {high}. Lowest, {low}.")
    point_indices = {"first": 0, "last": len(values) - 1, "high": high, "low": low}
    point_texts = {name: describe_point(curve, index) for name, index in point_indices.items()}
    return template.format(count=len(values), **point_texts)


def fit_scale(values: Sequence[float], max_lines: int) -> ChartScale:
    """Return a scale of round numbers with at most ``max_lines`` grid lines.

    A single value gets one line.
    """
    low, high = min(values), max(values)
    if high - low < _EPSILON:  # one line suffices, as its label gives the value
        value, margin = round(high, 1), max(1.0, abs(high) / 10)
        return ChartScale(high - margin, high + margin, (value,), int(value != round(value)))
    step = _round_step_up((high - low) / max(1, max_lines - 1))
    first, last = math.floor(low / step + _EPSILON), math.ceil(high / step - _EPSILON)
    if last - first + 1 > max_lines:
        # Rounding both ends outwards made one line too many.
        step = _round_step_up(step * 1.01)
        first, last = math.floor(low / step + _EPSILON), math.ceil(high / step - _EPSILON)
    grid_values = tuple(number * step for number in range(first, last + 1))
    return ChartScale(grid_values[0], grid_values[-1], grid_values, _count_decimals(step))


def divide_scale(low: float, high: float, max_lines: int) -> ChartScale:
    """Return a scale from ``low`` to ``high`` that is divided evenly."""
    part_count = next(part_count for part_count in (4, 2, 1) if part_count < max(2, max_lines))
    grid_values = tuple(low + (high - low) * part / part_count for part in range(part_count + 1))
    return ChartScale(low, high, grid_values, 0)


def _round_step_up(min_step: float) -> float:
    """Return the smallest easily read step that is at least ``min_step``."""
    power = 10.0 ** math.floor(math.log10(min_step))
    return next(power * digit for digit in _STEP_DIGITS if power * digit >= min_step * (1 - 1e-9))


def _count_decimals(step: float) -> int:
    return next((n for n in range(6) if math.isclose(round(step, n), step, rel_tol=1e-6)), 6)


def smooth_values(values: Sequence[float], weights: Sequence[int], neighbours: int) -> list[float]:
    """Return the moving weighted mean over ``neighbours`` points on either side."""
    if not neighbours:
        return list(values)
    sums = [0.0, *accumulate(value * weight for value, weight in zip(values, weights, strict=True))]
    weight_sums = [0, *accumulate(weights)]
    windows = [
        (max(0, index - neighbours), min(len(values), index + neighbours + 1))
        for index in range(len(values))
    ]
    return [
        (sums[last] - sums[first]) / (weight_sums[last] - weight_sums[first])
        for first, last in windows
    ]


def nearest_points(positions: Sequence[float], centres: Sequence[float]) -> list[int]:
    """Return the indices of the points nearest to the ideal label centres, in order."""
    return sorted(
        {
            min(range(len(positions)), key=lambda at: abs(positions[at] - centre))
            for centre in centres
        }
    )
