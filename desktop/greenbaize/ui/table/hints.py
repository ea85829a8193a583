"""Hints on the table: a small tag with figures at each choice, and a summary line."""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from greenbaize.cards import Card
from greenbaize.store.fitting import LARGEST_TEXT
from greenbaize.ui.cards.look import Face, card_look
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import ROW_HOLDS, TALL
from greenbaize.ui.table.writing import CENTRE, lines_of, width_of, write
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.plain import set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.titles import number_text

TAG_TALL: Final = 1.4
"""Height of a tag, in heights of its letters."""
LEAST_TALL: Final = 36.0
"""Minimum height of a hint (px): a line of each of its sentences."""
_MOST_LINES: Final = 4


def star(middle: QPointF, reach: float) -> QPolygonF:
    """Return a star of five points, which marks the best choice besides its colour."""
    points = []
    for turn in range(10):
        angle = pi * turn / 5
        far = reach if turn % 2 == 0 else 0.42 * reach
        points.append(middle + QPointF(far * sin(angle), -far * cos(angle)))
    return QPolygonF(points)


def tag_width(words: str, size: float, *, best: bool) -> float:
    """Return the width of a tag with this text and letter size (px)."""
    wide = QFontMetricsF(font(size, bold=True)).horizontalAdvance(words)
    return wide + (1.9 if best else 0.8) * size


def paint_tag(painter: QPainter, room: QRectF, words: str, *, best: bool) -> None:
    """Draw a tag that fills a rectangle; that of the best choice is brass and has a star."""
    theme, size = worn(), room.height() / TAG_TALL
    painter.setPen(QPen(QColor(theme.ink if best else theme.paper_line), 1))
    painter.setBrush(QColor(theme.brass if best else theme.paper))
    painter.drawRoundedRect(room, room.height() / 2, room.height() / 2)
    ink = QColor(theme.plate if best else theme.ink)
    if best:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawPolygon(
            star(QPointF(room.left() + 0.85 * size, room.center().y()), 0.48 * size)
        )
        room = room.adjusted(1.1 * size, 0, 0, 0)
    painter.setPen(ink)
    painter.setFont(font(size, bold=True))
    painter.drawText(room, CENTRE, words)


def middle_seen(hand: Sequence[CardItem], place: int, card: float) -> float:
    """Return the x centre of a hand card's visible part: its neighbour may overlap it."""
    item, way = hand[place], -1 if card_look().left_handed else 1
    over = hand[place + way] if 0 <= place + way < len(hand) else None
    step = card if over is None else (over.spot.x - item.spot.x) * way
    seen = step if 0 < step < card else card
    return item.spot.x - way * (card - seen) / 2


class CardTag(DrawnItem):
    """Small tag on a card of the hand."""

    level = 4500
    hidden = False
    rim = 0.0
    """Extra size of the pixmap for its border (px)."""
    feet = (TALL / 2, 0.0)
    """Offsets of its bottom below a card's centre, for one row of cards and for two (widths).

    At the bottom it hides no rank; of two rows only the upper parts of cards are visible.
    """

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def size_at(self, card: float) -> tuple[float, float]:
        raise AssertionError("each kind of tag has its size")

    def stand(self, middle: float, foot: float, card: float) -> None:
        """Stand on this bottom line, centred; ``card_width`` is that of the hand."""
        width, height = self.size_at(card)
        self.set_size(width + self.rim, height + self.rim)
        self.setPos(round(middle - width / 2), round(foot - height))


class TagItem(CardTag):
    """Expected result of a card, as a tag on it."""

    rim = 2.0
    feet = (TALL / 2 - 0.08, -TALL / 2)

    def __init__(self, words: str, *, best: bool) -> None:
        super().__init__(words)
        self.best = best

    def size_at(self, card: float) -> tuple[float, float]:
        size = grown(max(12.0, 0.13 * card), 1.5)
        return tag_width(self.words, size, best=self.best), TAG_TALL * size

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        room = QRectF(1, 1, width - 2, height - 2)
        paint_tag(painter, room, self.words, best=self.best)


class CountItem(CardTag):
    """Value of a card, as a number in a ring."""

    feet = (TALL / 2 - 0.1, 0.0)

    def size_at(self, card: float) -> tuple[float, float]:
        side = max(20.0, 0.3 * card)
        return 1.3 * side, side

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        room = QRectF(1, 1, width - 2, height - 2)
        painter.setPen(QPen(QColor(worn().brass), max(1.0, 0.06 * height)))
        painter.setBrush(QColor(worn().plate))
        painter.drawRoundedRect(room, room.height() / 2, room.height() / 2)
        painter.setPen(QColor(worn().plate_text))
        painter.setFont(font(0.58 * height, bold=True))
        painter.drawText(room, CENTRE, self.words)


class CardTags:
    """Tags on cards of the near hand of a table (``TableScene``)."""

    def __init__(self, scene: Any) -> None:
        self._scene = scene
        self.tags: dict[Face, CardTag] = {}

    def set_tags(self, tags: Mapping[Face, CardTag]) -> None:
        for tag in self.tags.values():
            self._scene.removeItem(tag)
        self.tags = dict(tags)
        for tag in self.tags.values():
            self._scene.addItem(tag)
        self.lay_out()

    def lay_out(self) -> None:
        """Move every tag to the visible part of its card."""
        hand, card = self._scene.cards.own, self._scene.geometry.own_card
        for place, item in enumerate(hand):
            tag = None if item.face is None else self.tags.get(item.face)
            if tag is not None:
                foot = item.spot.y + tag.feet[len(hand) > ROW_HOLDS] * card
                tag.stand(middle_seen(hand, place, card), foot, card)


class CountTags(CardTags):
    """Values of hand cards, while the player decides by them."""

    def show(self, counts: Sequence[tuple[Card, int]]) -> None:
        """Show the values of these cards, and of no others."""
        number = dict(counts)
        faces = [one.face for one in self._scene.cards.own if one.face and one.face.card in number]
        self.set_tags({one: CountItem(number_text(number[one.card])) for one in faces})


class HintItem(DrawnItem):
    """Hint in words: a sentence, and a quiet line that explains the figures."""

    level = 4400
    sentence = line = ""
    _size = 14.0
    _wide = 0.0
    _heights: tuple[float, ...] = (20.0, 0.0)

    def show_words(self, texts: tuple[str, str]) -> None:
        """Set a sentence and a line; hide the item if there is no sentence."""
        self.sentence, self.line = texts
        self.setVisible(bool(self.sentence))
        self.redraw()

    def height_in(self, room: QRectF, card: float, letters: float) -> float:
        """Compute its height in a rectangle; 0 if there is no sentence."""
        if not self.sentence:
            return 0.0
        size = self._size = max(12.0, grown(max(13.0, 0.145 * card), letters))
        wide = width_of(self.sentence, size, bold=True)
        wide = max(wide, width_of(self.line, 0.88 * size))
        self._wide = min(wide + 2.2 * size, room.width())
        inner = self._wide - 2 * size
        above = lines_of(self.sentence, size, inner, bold=True)
        below = lines_of(self.line, 0.88 * size, inner) if self.line else 0
        self._heights = (0.3 + 1.4 * above) * size, (0.2 + 1.3 * below) * size
        return sum(self._heights) + 0.2 * size

    def stand(self, room: QRectF, card: float, letters: float = LARGEST_TEXT) -> None:
        """Stand at the bottom of a rectangle, centred."""
        height = self.height_in(room, card, letters)
        most = max(room.height(), LEAST_TALL)
        if height > most:
            # Text too high for its rectangle gets smaller.
            self._heights = tuple(one * most / height for one in self._heights)
            height = most
        self.set_size(self._wide, height)
        self.setPos(round(room.center().x() - self._wide / 2), round(room.bottom() - height))

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        size, theme = self._size, worn()
        ground = QColor(theme.plate)
        ground.setAlpha(235)
        painter.setPen(QColor(theme.thread))
        painter.setBrush(ground)
        room = QRectF(0.5, 0.5, width - 1, height - 1)
        painter.drawRoundedRect(room, 0.6 * size, 0.6 * size)
        painter.setPen(QColor(theme.plate_text))
        above, below = self._heights
        room = QRectF(size, 0.15 * size, width - 2 * size, above)
        whole = write(
            painter, room, self.sentence, size, bold=True, align=CENTRE, lines=_MOST_LINES
        )
        painter.setPen(QColor(theme.plate_quiet))
        room = QRectF(size, above, width - 2 * size, below)
        whole &= write(painter, room, self.line, 0.88 * size, align=CENTRE, lines=_MOST_LINES)
        set_tip(self, "" if whole else f"{self.sentence}\n{self.line}")
