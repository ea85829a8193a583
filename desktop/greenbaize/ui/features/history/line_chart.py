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

from greenbaize.ui.widgets.accessibility import LINE, announce
from greenbaize.ui.widgets.lettering import small
from greenbaize.ui.widgets.paper import ROUNDING
from greenbaize.ui.widgets.texts import day_format, moment_of, moment_text
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr

PAD: Final = 10.0
"""Margin between the chart's edge and its content (px)."""
EDGE: Final = 5.0
"""Smallest distance between the note and the chart's edge (px)."""
GAP: Final = 6.0
"""Distance between a grid line and its label (px)."""
BETWEEN: Final = 22.0
"""Smallest distance between two date labels (px)."""
LINE_ROOM: Final = 30.0
"""Smallest distance between two grid lines (px)."""
SMALL_DOT, DOT, CHOSEN_DOT = 2.4, 3.0, 5.0
CURVE: Final = 2.2
"""Width of the line (px)."""
MANY: Final = 16
"""Number of points from which the line is smoothed."""
REACH: Final = 12
"""Points per neighbour that smoothing counts on either side."""
GRID: Final = 60
"""Opacity of the grid (0 to 255)."""
FAINT: Final = 190
"""Opacity of the dots beside a smoothed line (0 to 255)."""
PAGE: Final = 10


class Spot(NamedTuple):
    """A point: its record timestamp, value, and the number of matches it summarises."""

    when: str
    value: float
    matches: int = 1


class Curve(NamedTuple):
    """The content of a chart; ``points`` are ordered from the oldest to the newest."""

    title: str
    spots: tuple[Spot, ...]
    say: Callable[[float], str]
    """Formatter of a value for players."""
    mark: Callable[[float, int], str]
    """Formatter of a grid label from a value and its number of decimals."""
    ends: tuple[float, float] | None = None
    """Lowest and highest value of the scale, or None to fit it to the points."""
    middle: float | None = None
    """Value between good and bad, drawn as a dashed line."""
    evens: bool = True
    """Smooth the line through many points; otherwise it goes through each of them."""
    down: bool = False
    """Less is better, so lower values are drawn higher."""

    @property
    def values(self) -> list[float]:
        return [one.value for one in self.spots]


NOTHING: Final = Curve("", (), str, lambda value, _: str(value))
_STEPS: Final = (1, 2, 2.5, 5, 10)
"""Leading digits of steps that are easy to read."""
_LEAST: Final = 1e-3
"""Difference below which values count as equal."""


class Scale(NamedTuple):
    """The range of a chart's value axis and its grid lines."""

    low: float
    high: float
    lines: tuple[float, ...]
    places: int
    """Decimals that the grid labels need."""

    def share(self, value: float) -> float:
        """Return the height of a value as a fraction of the axis (0 bottom, 1 top)."""
        return (value - self.low) / (self.high - self.low)


class LineChart(QWidget):
    """Chart of one curve; hovering or the arrow keys select a point and describe it."""

    focus_mark = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curve = NOTHING
        self.chosen: int | None = None
        """Index of the point that is described."""
        self.evened = False
        self.line: list[float] = []
        """Height of the line at each point."""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFont(small(fixed=True))

    def sizeHint(self) -> QSize:
        return QSize(560, 220)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 140)

    def show_curve(self, curve: Curve) -> None:
        self.curve, self.chosen = curve, None
        self.evened = curve.evens and len(curve.spots) >= MANY
        reach = len(curve.spots) // REACH if self.evened else 0
        self.line = evened(curve.values, [one.matches for one in curve.spots], reach)
        self.setAccessibleName(curve.title)
        self.setAccessibleDescription(course_text(curve))
        self.update()

    # Geometry

    @property
    def scale(self) -> Scale:
        most = max(2, int(self._height() / LINE_ROOM) + 1)
        if self.curve.ends is not None:
            return fixed_scale(*self.curve.ends, most)
        return scale_of(self.curve.values or [0.0], most)

    def _height(self) -> float:
        return self.height() - 2 * PAD - GAP - QFontMetricsF(self.font()).height()

    def field(self) -> QRectF:
        metrics, scale = QFontMetricsF(self.font()), self.scale
        wide = max(
            metrics.horizontalAdvance(self.curve.mark(one, scale.places)) for one in scale.lines
        )
        left = PAD + wide + GAP
        return QRectF(left, PAD + 2, self.width() - left - PAD - DOT, self._height() - 2)

    def places(self) -> list[QPointF]:
        return self._at(self.curve.values)

    def _at(self, values: Sequence[float]) -> list[QPointF]:
        field, scale, last = self.field(), self.scale, len(values) - 1
        places = []
        for number, value in enumerate(values):
            x = field.left() + field.width() * (number / last if last else 0.5)
            places.append(QPointF(x, self._level(field, scale, value)))
        return places

    def _level(self, field: QRectF, scale: Scale, value: float) -> float:
        share = scale.share(value)
        return field.bottom() - field.height() * (1 - share if self.curve.down else share)

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        theme = worn()
        edge = (theme.focus, LINE) if self.hasFocus() else (theme.paper_line, 1)
        painter.setPen(QPen(QColor(edge[0]), edge[1]))
        painter.setBrush(self.palette().color(QPalette.ColorRole.Base))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), ROUNDING, ROUNDING)
        if self.curve.spots:
            self._draw_grid(painter)
            self._draw_dates(painter)
            self._draw_curve(painter)
            self._draw_chosen(painter)
        painter.end()

    def _draw_grid(self, painter: QPainter) -> None:
        field, scale, theme = self.field(), self.scale, worn()
        metrics, faint = QFontMetricsF(self.font()), QColor(theme.ink_quiet)
        faint.setAlpha(GRID)
        for value in scale.lines:
            y = self._level(field, scale, value)
            painter.setPen(QPen(faint, 1))
            painter.drawLine(QPointF(field.left(), y), QPointF(field.right(), y))
            painter.setPen(QColor(theme.ink_quiet))
            # The highest label would be cut off by the edge.
            top = min(max(2.0, y - metrics.height() / 2), self.height() - metrics.height())
            room = QRectF(0, top, field.left() - GAP, metrics.height())
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(room, right, self.curve.mark(value, scale.places))
        middle = self.curve.middle
        if middle is not None and scale.low < middle < scale.high:
            y = self._level(field, scale, middle)
            painter.setPen(QPen(QColor(theme.ink_quiet), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(field.left(), y), QPointF(field.right(), y))

    def _draw_dates(self, painter: QPainter) -> None:
        field, spots = self.field(), self.curve.spots
        metrics = QFontMetricsF(self.font())
        form = date_form(spots[0].when, spots[-1].when)
        ends = (form(spots[0].when), form(spots[-1].when))
        wide = max(map(metrics.horizontalAdvance, ends)) + BETWEEN
        most = max(1, int((field.width() + BETWEEN) / wide))
        first, room = field.left() + wide / 2, field.width() - wide
        centres = [first + room * one / (most - 1) for one in range(most)] if most > 1 else [first]
        painter.setPen(QColor(worn().ink_quiet))
        places, before, edge = self.places(), "", -1.0
        for number in labelled([one.x() for one in places], centres):
            text = form(spots[number].when)
            width = metrics.horizontalAdvance(text)
            left = max(field.left(), min(places[number].x() - width / 2, field.right() - width))
            if text != before and left > edge:
                room_of_text = QRectF(left, field.bottom() + GAP, width + 1, metrics.height())
                painter.drawText(room_of_text, Qt.AlignmentFlag.AlignLeft, text)
                before, edge = text, left + width + GAP

    def _draw_curve(self, painter: QPainter) -> None:
        field, colour = self.field(), QColor(worn().focus)
        places, line = self.places(), self._at(self.line)
        if len(line) > 1:
            path = QPainterPath()
            path.addPolygon(QPolygonF(line))
            below = QPainterPath(path)
            below.lineTo(line[-1].x(), field.bottom())
            below.lineTo(line[0].x(), field.bottom())
            below.closeSubpath()
            shade = QLinearGradient(0, field.top(), 0, field.bottom())
            for at, strength in ((0.0, 60), (1.0, 6)):
                tone = QColor(colour)
                tone.setAlpha(strength)
                shade.setColorAt(at, tone)
            painter.fillPath(below, shade)
        tone, radius = QColor(colour), SMALL_DOT if self.evened else DOT
        if self.evened:
            tone.setAlpha(FAINT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        if self.evened or len(places) < field.width() / (3 * DOT):
            for place in places:
                painter.drawEllipse(place, radius, radius)
        if len(line) > 1:
            pen = QPen(colour, CURVE)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(path)

    def _draw_chosen(self, painter: QPainter) -> None:
        if self.chosen is None:
            return
        field, theme, place = self.field(), worn(), self.places()[self.chosen]
        painter.setPen(QPen(QColor(theme.ink_quiet), 1))
        painter.drawLine(QPointF(place.x(), field.top()), QPointF(place.x(), field.bottom()))
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Base), 2))
        painter.setBrush(QColor(theme.ink))
        painter.drawEllipse(place, CHOSEN_DOT, CHOSEN_DOT)
        text = self.told
        metrics = QFontMetricsF(self.font())
        most = self.width() - 4 * PAD
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        box = metrics.boundingRect(QRectF(0, 0, most, 1e3), flags, text)
        tag = QRectF(0, 0, box.width() + 2 * PAD, box.height() + PAD)
        tag.moveCenter(QPointF(place.x(), 0))
        above = place.y() - 2 * CHOSEN_DOT - tag.height()
        tag.moveTop(above if above >= EDGE else place.y() + 2 * CHOSEN_DOT)
        tag.moveLeft(min(max(EDGE, tag.left()), self.width() - tag.width() - EDGE))
        tag.moveTop(min(max(EDGE, tag.top()), self.height() - tag.height() - EDGE))
        painter.setPen(QPen(QColor(theme.paper_line), 1))
        painter.setBrush(QColor(theme.paper_tint))
        painter.drawRoundedRect(tag, ROUNDING / 2, ROUNDING / 2)
        painter.setPen(QColor(theme.ink))
        painter.drawText(tag, flags, text)

    # Selection

    @property
    def told(self) -> str:
        return "" if self.chosen is None else spot_text(self.curve, self.chosen)

    def _choose(self, number: int | None, *, aloud: bool = False) -> None:
        if number == self.chosen:
            return
        self.chosen = number
        self.update()
        if aloud:
            announce(self, self.told)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        places = self.places()
        if places:
            x = event.position().x()
            self._choose(min(range(len(places)), key=lambda one: abs(places[one].x() - x)))

    def leaveEvent(self, event: QEvent) -> None:
        self._choose(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self.curve.spots) - 1
        moves = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_PageUp: -PAGE,
            Qt.Key.Key_PageDown: PAGE,
            Qt.Key.Key_Home: -last - 1,
            Qt.Key.Key_End: last + 1,
        }
        move = moves.get(Qt.Key(event.key()))
        if move is None or last < 0 or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        if self.chosen is None:
            forth = {Qt.Key.Key_Right, Qt.Key.Key_PageDown, Qt.Key.Key_Home}
            number = 0 if event.key() in forth else last
        else:
            number = min(last, max(0, self.chosen + move))
        self._choose(number, aloud=True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._choose(None)
        self.update()


def date_form(first: str, last: str) -> Callable[[str], str]:
    """Return a formatter of timestamps: by time where all are of one day, else by date."""
    begin, end = moment_of(first), moment_of(last)
    one_day = begin is not None and end is not None and begin.date() == end.date()

    def form(when: str) -> str:
        moment = moment_of(when)
        if moment is None:
            return ""
        if one_day and first != last:
            return QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
        return QLocale().toString(moment.date(), day_format())

    return form


def spot_text(curve: Curve, number: int) -> str:
    """Return the date and the value of a point as text."""
    spot = curve.spots[number]
    moment = moment_of(spot.when)
    when = moment_text(moment) if moment is not None else tr("–")
    if spot.matches == 1:
        return tr("{when}: {value}").format(when=when, value=curve.say(spot.value))
    words = tr("{count} matches up to {when}: {value}")
    return words.format(count=spot.matches, when=when, value=curve.say(spot.value))


def course_text(curve: Curve) -> str:
    """Return a summary of the curve for screen readers."""
    values = curve.values
    if not values:
        return tr("There is nothing to draw yet.")
    if len(values) == 1:
        return tr("One point. {only}.").format(only=spot_text(curve, 0))
    low, high = values.index(min(values)), values.index(max(values))
    if curve.down:
        low, high = high, low
    words = tr("{count} points. First, {first}. Last, {last}. Highest, {high}. Lowest, {low}.")
    told = {"first": 0, "last": len(values) - 1, "high": high, "low": low}
    spots = {name: spot_text(curve, number) for name, number in told.items()}
    return words.format(count=len(values), **spots)


def scale_of(values: Sequence[float], most: int) -> Scale:
    """Return a scale of round numbers with at most ``max_lines`` grid lines.

    A single value gets one line.
    """
    low, high = min(values), max(values)
    if high - low < _LEAST:  # one line suffices, as its label gives the value
        value, room = round(high, 1), max(1.0, abs(high) / 10)
        return Scale(high - room, high + room, (value,), int(value != round(value)))
    step = _step((high - low) / max(1, most - 1))
    first, last = math.floor(low / step + _LEAST), math.ceil(high / step - _LEAST)
    if last - first + 1 > most:
        # Rounding both ends outwards made one line too many.
        step = _step(step * 1.01)
        first, last = math.floor(low / step + _LEAST), math.ceil(high / step - _LEAST)
    lines = tuple(number * step for number in range(first, last + 1))
    return Scale(lines[0], lines[-1], lines, _places(step))


def fixed_scale(low: float, high: float, most: int) -> Scale:
    """Return a scale from ``low`` to ``high`` that is divided evenly."""
    parts = next(parts for parts in (4, 2, 1) if parts < max(2, most))
    lines = tuple(low + (high - low) * part / parts for part in range(parts + 1))
    return Scale(low, high, lines, 0)


def _step(least: float) -> float:
    """Return the smallest easily read step that is at least ``min_step``."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * one for one in _STEPS if power * one >= least * (1 - 1e-9))


def _places(step: float) -> int:
    return next((n for n in range(6) if math.isclose(round(step, n), step, rel_tol=1e-6)), 6)


def evened(values: Sequence[float], weights: Sequence[int], reach: int) -> list[float]:
    """Return the moving weighted mean over ``neighbours`` points on either side."""
    if not reach:
        return list(values)
    sums = [0.0, *accumulate(one * by for one, by in zip(values, weights, strict=True))]
    whole = [0, *accumulate(weights)]
    ends = [(max(0, at - reach), min(len(values), at + reach + 1)) for at in range(len(values))]
    return [(sums[last] - sums[first]) / (whole[last] - whole[first]) for first, last in ends]


def labelled(places: Sequence[float], centres: Sequence[float]) -> list[int]:
    """Return the indices of the points nearest to the ideal label centres, in order."""
    return sorted(
        {min(range(len(places)), key=lambda at: abs(places[at] - one)) for one in centres}
    )
