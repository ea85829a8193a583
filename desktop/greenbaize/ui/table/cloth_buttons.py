"""Quiet buttons on the cloth that open something; they are drawn once per change."""

from collections.abc import Sequence
from math import atan2, cos, pi, sin
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.cards import Suit
from greenbaize.rules.table_snapshot import RankRing
from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK, paint_suit, suit_sign_colour
from greenbaize.ui.table.cached_item import (
    CachedItem,
    RedrawProperty,
    appearance_key,
    pixmap_painter,
)
from greenbaize.ui.table.geometry import TableBox
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets.fonts import make_font
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.numbers import rank_text

_ACTIVATION_KEYS: Final = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LINES_FRACTION: Final = 0.36
"""Height of the lines below a ring, in its heights."""


class ClothButton(QAbstractButton):
    """Button on the cloth with a cached pixmap: cards that fly below it cause no redraw."""

    focus_mark = True
    """It draws its own focus mark: a brass frame on the cloth."""

    _pixmap: QPixmap | None = None
    _redraw_key: object = None
    """Screen ratio and appearance at the last drawing of the pixmap."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def redraw(self) -> None:
        self._pixmap = None
        self.update()

    def set_description(self, name: str, description: str) -> None:
        """Set the accessible name and description, and the tooltip."""
        if (name, description) != (self.accessibleName(), self.accessibleDescription()):
            self.setAccessibleName(name)
            self.setAccessibleDescription(description)
            set_tooltip(self, "\n".join(part for part in (name, description) if part))

    def set_box(self, box: TableBox) -> None:
        rect = QRect(round(box.x), round(box.y), round(box.width), round(box.height))
        if rect != self.geometry():
            self.setGeometry(rect)
            self.redraw()

    def paint_content(self, painter: QPainter, rect: QRectF) -> None:
        raise AssertionError("each aid draws itself")

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        redraw_key = ratio, *appearance_key()
        if self._pixmap is None or self._redraw_key != redraw_key:
            self._redraw_key = redraw_key
            with pixmap_painter(self.width(), self.height(), ratio) as (self._pixmap, brush):
                self.paint_content(brush, QRectF(self.rect()))
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._pixmap)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(current_theme().brass_text), 2))
            round_off = min(self.width(), self.height()) / 2 if self.width() < 60 else 10
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(1, 1, -1, -1), round_off, round_off
            )
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Activate with Enter and Space; leave all other keys to the table."""
        if event.key() in _ACTIVATION_KEYS:
            self.click()
        else:
            event.ignore()


class RulesSlipButton(ClothButton):
    """Button for the rules of this table, drawn as a slip of paper; a brass dot marks new rules."""

    has_unread = RedrawProperty(False)
    """The slip has rules that have not been read."""

    def paint_content(self, painter: QPainter, rect: QRectF) -> None:
        high, wide = rect.height(), rect.width()
        fold, edge = 0.24 * high, QRectF(rect).adjusted(1, 0.1 * high, -1, -0.1 * high)
        slip = QPainterPath(edge.topLeft())
        slip.lineTo(edge.right() - fold, edge.top())
        slip.lineTo(edge.right(), edge.top() + fold)
        slip.lineTo(edge.bottomRight())
        slip.lineTo(edge.bottomLeft())
        slip.closeSubpath()
        painter.setPen(QPen(EDGE, 1))
        painter.setBrush(PAPER)
        painter.drawPath(slip)
        fold_path = QPainterPath(QPointF(edge.right() - fold, edge.top()))
        fold_path.lineTo(edge.right() - fold, edge.top() + fold)
        fold_path.lineTo(edge.right(), edge.top() + fold)
        painter.setBrush(EDGE)
        painter.drawPath(fold_path)
        size = 0.4 * high
        margin = max(0.06 * wide, 0.7 * fold)
        text_rect = edge.adjusted(margin, 0, -margin, 0)
        painter.setPen(BLACK)
        letters = make_font(max(_MIN_LETTER_PX, size), bold=True)
        text_width = QFontMetricsF(letters).horizontalAdvance(self.text())
        if text_width > text_rect.width():
            letters = make_font(
                max(_MIN_LETTER_PX, size * text_rect.width() / text_width), bold=True
            )
        painter.setFont(letters)
        painter.drawText(text_rect, Qt.AlignmentFlag.AlignCenter, self.text())
        if self.has_unread:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(current_theme().brass))
            reach = 0.15 * high
            painter.drawEllipse(QPointF(1 + reach, edge.top() + 0.3 * reach), reach, reach)


class RingButton(ClothButton):
    """Button for the ring of ranks where there is no room to draw it: a disc with three dots."""

    def paint_content(self, painter: QPainter, rect: QRectF) -> None:
        side, middle = rect.width(), rect.center()
        painter.setPen(QPen(QColor(current_theme().felt_line), 1.2))
        painter.setBrush(QColor(current_theme().plate))
        painter.drawEllipse(rect.adjusted(1, 1, -1, -1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(current_theme().plate_quiet), max(1.4, 0.05 * side)))
        painter.drawEllipse(middle, 0.24 * side, 0.24 * side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current_theme().plate_text))
        for x, y in ((0.0, -0.24), (0.21, 0.12), (-0.21, 0.12)):
            painter.drawEllipse(middle + QPointF(x * side, y * side), 0.1 * side, 0.1 * side)


class RingItem(CachedItem):
    """Ring of ranks on the cloth, with a line or two about special cases now."""

    z_value = -1  # below cards and speech bubbles
    ring = RedrawProperty[RankRing | None](None)
    lines = RedrawProperty[tuple[str, ...]](())

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        if self.ring is None:
            return
        split = (1 - _LINES_FRACTION) * height
        painter.setOpacity(0.92)
        paint_ring(painter, QRectF(0, 0, width, split), self.ring)
        words = QRectF(0, split, width, height - split)
        paint_lines(painter, words.adjusted(2, 0, -2, 0), self.lines)


class RingAreaButton(ClothButton):
    """Transparent button over the ring on the cloth; a note over it takes the mouse."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view.viewport())
        self._table_view = view

    def hitButton(self, point: QPoint) -> bool:
        """Leave clicks on a note to the note."""
        return super().hitButton(point) and not self._table_view.has_note_at(
            self.mapToParent(point)
        )

    def paint_content(self, painter: QPainter, rect: QRectF) -> None:
        """Paint nothing: the ring is an item of the scene below."""


_CARD_HEIGHT: Final = 0.46
"""Height of a small card, in heights of the drawing."""
_MAX_RING_WIDTH: Final = 2.3
"""Maximum width of the drawing, in its heights."""
_MIN_LETTER_PX: Final = 12.0
"""Minimum letter height (px)."""
_ARC_STEPS: Final = 24


def paint_ring(painter: QPainter, area: QRectF, ring: RankRing) -> None:
    """Draw the ring centred in a rectangle; brass marks what beats the top card."""
    tall = _CARD_HEIGHT * area.height()
    card = QRectF(0, 0, 0.74 * tall, tall)
    reach_x = (min(area.width(), _MAX_RING_WIDTH * area.height()) - card.width() - 6) / 2
    reach_y = (area.height() - tall - 6) / 2
    angles = [2 * pi * index / len(ring.ranks) - pi / 2 for index in range(len(ring.ranks))]
    arcs = [_arc_between(angles, index, reach_x, reach_y) for index in range(len(angles))]
    # The cards of a ring of three are nearer to its bottom than to its top.
    painter.save()
    middle = area.center()
    lowest = max(sin(angle) for angle in angles) * reach_y
    painter.translate(middle.x(), middle.y() + (reach_y - lowest) / 2)
    for index, arc in enumerate(arcs):
        beaten_mark = ring.ranks[(index + 1) % len(ring.ranks)]
        colour = QColor(
            current_theme().brass
            if beaten_mark == ring.winning_rank
            else current_theme().plate_quiet
        )
        _paint_arrow(painter, arc, card, colour)
    for mark, angle in zip(ring.ranks, angles, strict=True):
        card.moveCenter(QPointF(reach_x * cos(angle), reach_y * sin(angle)))
        _paint_card(painter, card, mark, ring.suit, top=mark == ring.winning_rank)
    painter.restore()


def _arc_between(angles: Sequence[float], index: int, wide: float, high: float) -> list[QPointF]:
    """Return points of the ellipse from one card to the next."""
    start, end = angles[index], angles[(index + 1) % len(angles)]
    end += 2 * pi if end <= start else 0.0
    angles_between = [start + (end - start) * step / _ARC_STEPS for step in range(_ARC_STEPS + 1)]
    return [QPointF(wide * cos(turn), high * sin(turn)) for turn in angles_between]


def _paint_arrow(painter: QPainter, arc: list[QPointF], card: QRectF, colour: QColor) -> None:
    """Draw an arrow along the arc, as far as it is clear of the cards at its ends."""
    card_area = QRectF(-0.66 * card.width(), -0.62 * card.height(), 1.32 * card.width(), 0)
    card_area.setHeight(1.24 * card.height())
    ends = [QRectF(card_area).translated(end) for end in (arc[0], arc[-1])]
    visible_points = [point for point in arc if not any(end.contains(point) for end in ends)]
    if len(visible_points) < 2:
        return
    path = QPainterPath(visible_points[0])
    for point in visible_points[1:]:
        path.lineTo(point)
    pen = QPen(colour, max(1.4, 0.07 * card.height()))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    tip, before = visible_points[-1], visible_points[-2]
    turn, side = atan2(tip.y() - before.y(), tip.x() - before.x()), 0.22 * card.height()
    head = QPainterPath(tip - QPointF(side * cos(turn - 0.55), side * sin(turn - 0.55)))
    head.lineTo(tip)
    head.lineTo(tip - QPointF(side * cos(turn + 0.55), side * sin(turn + 0.55)))
    painter.drawPath(head)


def _paint_card(
    painter: QPainter, card: QRectF, mark: str, suit: Suit | None, *, top: bool
) -> None:
    """Draw a small card; the winning one has a brass outline."""
    pen = QPen(QColor(current_theme().brass), 0.1 * card.height()) if top else QPen(EDGE, 1)
    painter.setPen(pen)
    painter.setBrush(PAPER)
    painter.drawRoundedRect(card, 0.12 * card.width(), 0.12 * card.width())
    letter = suit_sign_colour(suit.letter, PAPER) if suit is not None else BLACK
    painter.setPen(letter)
    share = 0.62 if suit is not None else 1.0
    painter.setFont(make_font(max(_MIN_LETTER_PX, 0.5 * card.height()), bold=True))
    letter_rect = QRectF(card.left(), card.top(), share * card.width(), card.height())
    painter.drawText(
        letter_rect.adjusted(-2, 0, 2, 0), Qt.AlignmentFlag.AlignCenter, rank_text(mark)
    )
    if suit is not None:
        side = 0.36 * card.width()
        middle = QPointF(card.left() + 0.56 * card.width() + side / 2, card.center().y())
        paint_suit(painter, suit.letter, middle, side, letter)


def paint_lines(painter: QPainter, area: QRectF, lines: Sequence[str]) -> None:
    """Draw short lines below one another, in letters small enough for the longest."""
    if not lines:
        return
    tall = area.height() / max(2, len(lines))
    usual = 0.72 * tall
    longest = max(map(QFontMetricsF(make_font(usual)).horizontalAdvance, lines)) + 2
    painter.setFont(make_font(max(_MIN_LETTER_PX, min(usual, usual * area.width() / longest))))
    painter.setPen(QColor(current_theme().plate_quiet))
    for index, line in enumerate(lines):
        slot = QRectF(area.left(), area.top() + index * tall, area.width(), tall)
        painter.drawText(slot, Qt.AlignmentFlag.AlignCenter, line)
