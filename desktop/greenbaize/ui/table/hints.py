"""Hints on the table: a small tag with figures at each choice, and a summary line."""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from greenbaize.cards import Card
from greenbaize.store.declared_settings import MAX_TEXT_SCALE
from greenbaize.ui.cards.card_look import CardFace, current_card_look
from greenbaize.ui.table.cached_item import CachedItem
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO, MAX_CARDS_PER_ROW
from greenbaize.ui.table.text_fitting import (
    ALIGN_CENTRE,
    count_lines,
    draw_fitted_text,
    measure_text_width,
)
from greenbaize.ui.widgets.fonts import make_font, scale_pixels
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.titles import number_text

TAG_HEIGHT: Final = 1.4
"""Height of a tag, in heights of its letters."""
MIN_HINT_HEIGHT_PX: Final = 36.0
"""Minimum height of a hint (px): a line of each of its sentences."""
_MAX_HINT_LINES: Final = 4


def make_star(middle: QPointF, reach: float) -> QPolygonF:
    """Return a star of five points, which marks the best choice besides its colour."""
    points = []
    for turn in range(10):
        angle = pi * turn / 5
        far = reach if turn % 2 == 0 else 0.42 * reach
        points.append(middle + QPointF(far * sin(angle), -far * cos(angle)))
    return QPolygonF(points)


def measure_tag_width(text: str, size: float, *, best: bool) -> float:
    """Return the width of a tag with this text and letter size (px)."""
    wide = QFontMetricsF(make_font(size, bold=True)).horizontalAdvance(text)
    return wide + (1.9 if best else 0.8) * size


def paint_tag(painter: QPainter, area: QRectF, text: str, *, best: bool) -> None:
    """Draw a tag that fills a rectangle; that of the best choice is brass and has a star."""
    theme, size = current_theme(), area.height() / TAG_HEIGHT
    painter.setPen(QPen(QColor(theme.ink if best else theme.paper_line), 1))
    painter.setBrush(QColor(theme.brass if best else theme.paper))
    painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)
    ink = QColor(theme.plate if best else theme.ink)
    if best:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawPolygon(
            make_star(QPointF(area.left() + 0.85 * size, area.center().y()), 0.48 * size)
        )
        area = area.adjusted(1.1 * size, 0, 0, 0)
    painter.setPen(ink)
    painter.setFont(make_font(size, bold=True))
    painter.drawText(area, ALIGN_CENTRE, text)


def find_visible_centre_x(hand: Sequence[CardItem], index: int, card: float) -> float:
    """Return the x centre of a hand card's visible part: its neighbour may overlap it."""
    item, direction = hand[index], -1 if current_card_look().left_handed else 1
    overlapping = hand[index + direction] if 0 <= index + direction < len(hand) else None
    step = card if overlapping is None else (overlapping.placement.x - item.placement.x) * direction
    visible_width = step if 0 < step < card else card
    return item.placement.x - direction * (card - visible_width) / 2


class CardTagItem(CachedItem):
    """Small tag on a card of the hand."""

    z_value = 4500
    starts_hidden = False
    border_px = 0.0
    """Extra size of the pixmap for its border (px)."""
    foot_offsets = (CARD_HEIGHT_RATIO / 2, 0.0)
    """Offsets of its bottom below a card's centre, for one row of cards and for two (widths).

    At the bottom it hides no rank; of two rows only the upper parts of cards are visible.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def size_at(self, card_width: float) -> tuple[float, float]:
        raise AssertionError("each kind of tag has its size")

    def stand_at(self, centre_x: float, bottom: float, card_width: float) -> None:
        """Stand on this bottom line, centred; ``card_width`` is that of the hand."""
        width, height = self.size_at(card_width)
        self.set_size(width + self.border_px, height + self.border_px)
        self.setPos(round(centre_x - width / 2), round(bottom - height))


class HintTagItem(CardTagItem):
    """Expected result of a card, as a tag on it."""

    border_px = 2.0
    foot_offsets = (CARD_HEIGHT_RATIO / 2 - 0.08, -CARD_HEIGHT_RATIO / 2)

    def __init__(self, text: str, *, best: bool) -> None:
        super().__init__(text)
        self.is_best = best

    def size_at(self, card_width: float) -> tuple[float, float]:
        size = scale_pixels(max(12.0, 0.13 * card_width), 1.5)
        return measure_tag_width(self.text, size, best=self.is_best), TAG_HEIGHT * size

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        room = QRectF(1, 1, width - 2, height - 2)
        paint_tag(painter, room, self.text, best=self.is_best)


class CardCountItem(CardTagItem):
    """Value of a card, as a number in a ring."""

    foot_offsets = (CARD_HEIGHT_RATIO / 2 - 0.1, 0.0)

    def size_at(self, card_width: float) -> tuple[float, float]:
        side = max(20.0, 0.3 * card_width)
        return 1.3 * side, side

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        room = QRectF(1, 1, width - 2, height - 2)
        painter.setPen(QPen(QColor(current_theme().brass), max(1.0, 0.06 * height)))
        painter.setBrush(QColor(current_theme().plate))
        painter.drawRoundedRect(room, room.height() / 2, room.height() / 2)
        painter.setPen(QColor(current_theme().plate_text))
        painter.setFont(make_font(0.58 * height, bold=True))
        painter.drawText(room, ALIGN_CENTRE, self.text)


class CardTagLayer:
    """Tags on cards of the near hand of a table (``TableScene``)."""

    def __init__(self, scene: Any) -> None:
        self._scene = scene
        self.tags: dict[CardFace, CardTagItem] = {}

    def set_tags(self, tags: Mapping[CardFace, CardTagItem]) -> None:
        for tag in self.tags.values():
            self._scene.removeItem(tag)
        self.tags = dict(tags)
        for tag in self.tags.values():
            self._scene.addItem(tag)
        self.update_layout()

    def update_layout(self) -> None:
        """Move every tag to the visible part of its card, and above any tag that it would cover."""
        hand, card = self._scene.cards.own_hand, self._scene.geometry.own_card_width
        placed: list[QRectF] = []
        for index, item in enumerate(hand):
            tag = None if item.face is None else self.tags.get(item.face)
            if tag is not None:
                foot = item.placement.y + tag.foot_offsets[len(hand) > MAX_CARDS_PER_ROW] * card
                centre_x = find_visible_centre_x(hand, index, card)
                tag.stand_at(centre_x, foot, card)
                while any(map(tag.sceneBoundingRect().intersects, placed)):
                    foot -= tag.boundingRect().height()
                    tag.stand_at(centre_x, foot, card)
                placed.append(tag.sceneBoundingRect())


class CardCountLayer(CardTagLayer):
    """Values of hand cards, while the player decides by them."""

    def show_counts(self, counts: Sequence[tuple[Card, int]]) -> None:
        """Show the values of these cards, and of no others."""
        number = dict(counts)
        faces = [
            item.face
            for item in self._scene.cards.own_hand
            if item.face and item.face.card in number
        ]
        self.set_tags({item: CardCountItem(number_text(number[item.card])) for item in faces})


class HintItem(CachedItem):
    """Hint in words: a sentence, and a quiet line that explains the figures."""

    z_value = 4400
    sentence = details = ""
    _size = 14.0
    _text_width = 0.0
    _heights: tuple[float, ...] = (20.0, 0.0)

    def set_texts(self, texts: tuple[str, str]) -> None:
        """Set a sentence and a line; hide the item if there is no sentence."""
        self.sentence, self.details = texts
        self.setVisible(bool(self.sentence))
        self.redraw()

    def compute_height(self, area: QRectF, card_width: float, max_scale: float) -> float:
        """Compute its height in a rectangle; 0 if there is no sentence."""
        if not self.sentence:
            return 0.0
        size = self._size = max(12.0, scale_pixels(max(13.0, 0.145 * card_width), max_scale))
        wide = measure_text_width(self.sentence, size, bold=True)
        wide = max(wide, measure_text_width(self.details, 0.88 * size))
        self._text_width = min(wide + 2.2 * size, area.width())
        inner = self._text_width - 2 * size
        above = count_lines(self.sentence, size, inner, bold=True)
        below = count_lines(self.details, 0.88 * size, inner) if self.details else 0
        self._heights = (0.3 + 1.4 * above) * size, (0.2 + 1.2 * below) * size
        return sum(self._heights) + 0.2 * size

    def stand_in(self, area: QRectF, card_width: float, max_scale: float = MAX_TEXT_SCALE) -> None:
        """Stand at the bottom of a rectangle, centred."""
        height = self.compute_height(area, card_width, max_scale)
        most = max(area.height(), MIN_HINT_HEIGHT_PX)
        if height > most:
            # Text too high for its rectangle gets smaller.
            self._heights = tuple(line_height * most / height for line_height in self._heights)
            height = most
        self.set_size(self._text_width, height)
        self.setPos(round(area.center().x() - self._text_width / 2), round(area.bottom() - height))

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        size, theme = self._size, current_theme()
        ground = QColor(theme.plate)
        ground.setAlpha(235)
        painter.setPen(QColor(theme.thread))
        painter.setBrush(ground)
        room = QRectF(0.5, 0.5, width - 1, height - 1)
        painter.drawRoundedRect(room, 0.6 * size, 0.6 * size)
        painter.setPen(QColor(theme.plate_text))
        above, below = self._heights
        room = QRectF(size, 0.15 * size, width - 2 * size, above)
        fits = draw_fitted_text(
            painter, room, self.sentence, size, bold=True, align=ALIGN_CENTRE, lines=_MAX_HINT_LINES
        )
        painter.setPen(QColor(theme.plate_quiet))
        room = QRectF(size, above, width - 2 * size, below)
        fits &= draw_fitted_text(
            painter, room, self.details, 0.88 * size, align=ALIGN_CENTRE, lines=_MAX_HINT_LINES
        )
        set_tooltip(self, "" if fits else f"{self.sentence}\n{self.details}")
