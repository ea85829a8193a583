"""The trump on the table: a card that is turned up, a struck-out suit, or the seats' own suits."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from greenbaize.cards import Suit
from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import paint_suit, suit_sign_colour
from greenbaize.ui.table.animation import ease_in_out
from greenbaize.ui.table.cached_item import CachedItem
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.flight_path import compute_flipped_width
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO, CardPlacement
from greenbaize.ui.table.text_fitting import draw_fitted_text
from greenbaize.ui.widgets.theme import current_theme

TRUMP_MS: Final = 600.0
_ARRIVAL, _DEPARTURE = 0.42, 0.58
"""Progress at which the card reaches the centre, and at which it leaves it."""
_BACK_COLOUR: Final = QColor("#22335a")
_SUIT_COLOUR: Final = QColor("#8fa0cc")
_STRIKE_COLOUR: Final = QColor("#e0574c")


class TrumpRevealAnimation:
    """Animation of a card from the pack to the centre, and from there to its corner."""

    def __init__(self, item: CardItem, corner_placement: Callable[[], CardPlacement]) -> None:
        self._item, self._corner_placement = item, corner_placement
        self._has_left_centre = False

    def start_animation(self) -> None:
        self._item.start_animation()

    def set_progress(self, progress: float) -> None:
        item = self._item
        if progress < _DEPARTURE:
            item.set_progress(ease_in_out(min(1.0, progress / _ARRIVAL)))
            return
        if not self._has_left_centre:
            self._has_left_centre = True
            item.finish_animation()
            item.plan_flight(self._corner_placement())
            item.start_animation()
        item.set_progress(ease_in_out((progress - _DEPARTURE) / (1 - _DEPARTURE)))

    def finish_animation(self) -> None:
        self._item.finish_animation()
        self._item.set_placement(self._corner_placement())


class NoTrumpItem(CachedItem):
    """Card back with a struck-out suit, turned up in the centre and moved to the trump sign."""

    z_value = 1000
    _start_rect = _end_rect = QRectF()

    def set_endpoints(self, start_rect: QRectF, end_rect: QRectF) -> None:
        """Set the rectangles of the start and the end of the animation."""
        self._start_rect, self._end_rect = start_rect, end_rect
        self.set_size(start_rect.width(), start_rect.height())

    def start_animation(self) -> None:
        self.set_progress(0.0)
        self.show()

    def set_progress(self, progress: float) -> None:
        end_progress = ease_in_out(max(0.0, (progress - _DEPARTURE) / (1 - _DEPARTURE)))
        visible_width = compute_flipped_width(
            0.5 + 0.5 * ease_in_out(min(1.0, progress / _ARRIVAL))
        )
        large, small = self._start_rect, self._end_rect
        size = 1 + (small.width() / large.width() - 1) * end_progress
        middle = large.center() + (small.center() - large.center()) * end_progress
        transform = QTransform().translate(middle.x(), middle.y()).scale(size * visible_width, size)
        self.setTransform(transform.translate(-large.width() / 2, -large.height() / 2))

    def finish_animation(self) -> None:
        self.hide()

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        paint_struck_card(painter, QRectF(0, 0, width, height))


def compute_struck_card_rect(sign_rect: QRectF) -> QRectF:
    """Return the rectangle of the struck-out card in that of the trump sign."""
    return QRectF(
        sign_rect.left(),
        sign_rect.top(),
        sign_rect.height() / CARD_HEIGHT_RATIO,
        sign_rect.height(),
    )


def paint_struck_card(painter: QPainter, card: QRectF) -> None:
    """Draw the back of a card with a struck-out suit: there is no trump."""
    wide = card.width()
    pen = max(1.0, 0.05 * wide)
    painter.setPen(QPen(PAPER, pen))
    painter.setBrush(_BACK_COLOUR)
    body = card.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2)
    painter.drawRoundedRect(body, 0.09 * wide, 0.09 * wide)
    side, middle = 0.58 * wide, card.center()
    paint_suit(painter, "S", middle, side, _SUIT_COLOUR)
    strike = QPen(_STRIKE_COLOUR, 0.11 * wide)
    strike.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(strike)
    reach = QPointF(0.32 * wide, -0.32 * wide)
    painter.drawLine(middle - reach, middle + reach)


TrumpOwners = Sequence[tuple[Suit, str]]
"""Suits, each with the names of the players whose own trump it is."""


def paint_owners(painter: QPainter, room: QRectF, owners: TrumpOwners) -> bool:
    """Draw suits with the names of their owners in two columns; return whether all names fit."""
    fits = True
    rows = max(1, -(-len(owners) // 2))
    wide, tall = room.width() / 2, min(room.height() / rows, 0.5 * room.height())
    for index, (suit, names) in enumerate(owners):
        left, top = room.left() + index // rows * wide, room.top() + index % rows * tall
        side = 0.78 * tall
        disc = QPointF(left + side / 2 + 1, top + tall / 2)
        painter.setPen(QPen(EDGE, 1))
        painter.setBrush(PAPER)
        painter.drawEllipse(disc, side / 2, side / 2)
        paint_suit(painter, suit.letter, disc, 0.62 * side, suit_sign_colour(suit.letter, PAPER))
        painter.setPen(QColor(current_theme().plate_text))
        line = QRectF(left + 1.2 * side, top, wide - 1.35 * side, tall)
        fits = draw_fitted_text(painter, line, names, 0.42 * tall) and fits
    return fits
