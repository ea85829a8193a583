"""A hint on the table: a small tag with figures at each choice, and the line that sums it up."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsScene

from greenbaize.store.fitting import LARGEST_TEXT
from greenbaize.ui.cards.look import Face, card_look
from greenbaize.ui.fonts import font, grown
from greenbaize.ui.plain import set_tip
from greenbaize.ui.table.deck import CardItem
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import ROW_HOLDS, TALL
from greenbaize.ui.table.writing import CENTRE, lines_of, width_of, write
from greenbaize.ui.theme import Theme

TAG_TALL: Final = 1.4
"""How tall a tag is, in heights of its letters."""
LEAST_TALL: Final = 36.0
"""A hint has this much room at least, in pixels: a line of each of its sentences."""
_MOST_LINES: Final = 4


def star(middle: QPointF, reach: float) -> QPolygonF:
    """A star of five points: what marks the best choice besides its colour."""
    points = []
    for turn in range(10):
        angle = pi * turn / 5
        far = reach if turn % 2 == 0 else 0.42 * reach
        points.append(middle + QPointF(far * sin(angle), -far * cos(angle)))
    return QPolygonF(points)


def tag_width(words: str, size: float, *, best: bool) -> float:
    """How wide a tag is with these words in letters of this size, in pixels."""
    wide = QFontMetricsF(font(size, bold=True)).horizontalAdvance(words)
    return wide + (1.9 if best else 0.8) * size


def paint_tag(painter: QPainter, room: QRectF, words: str, theme: Theme, *, best: bool) -> None:
    """Paint a tag that fills a room; the best choice's is of brass and has a star."""
    size = room.height() / TAG_TALL
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
    """The middle of what is seen of a card of a hand, across: the one beside it may lie over it.

    Args:
        hand: its cards, from the left.
        place: which of them.
        card: a card's width.
    """
    item, way = hand[place], -1 if card_look().left_handed else 1
    over = hand[place + way] if 0 <= place + way < len(hand) else None
    step = card if over is None else (over.spot.x - item.spot.x) * way
    seen = step if 0 < step < card else card
    return item.spot.x - way * (card - seen) / 2


class TagItem(DrawnItem):
    """What a card should bring, on the card."""

    def __init__(self, words: str, theme: Theme, *, best: bool) -> None:
        super().__init__(theme)
        self.words = words
        self.best = best
        self._size = 12.0
        self.setZValue(4500)

    def stand(self, middle: float, bottom: float, card: float, ratio: float) -> None:
        """Stand on this level around a middle; ``card`` is a card's width."""
        self._size = grown(max(12.0, 0.13 * card), 1.5)
        width = tag_width(self.words, self._size, best=self.best)
        height = TAG_TALL * self._size
        self.set_size(width + 2, height + 2, ratio)
        self.setPos(round(middle - width / 2), round(bottom - height))

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the tag into its picture."""
        room = QRectF(1, 1, width - 2, height - 2)
        paint_tag(painter, room, self.words, self.theme, best=self.best)


class Worths:
    """What cards of a hand should bring, a tag on each, while a hint is shown.

    Args:
        scene: where they are shown.
        theme: the colours.
    """

    def __init__(self, scene: QGraphicsScene, theme: Theme) -> None:
        self._scene, self._theme = scene, theme
        self.tags: dict[Face, TagItem] = {}
        """The tags by the faces of their cards."""

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        for tag in self.tags.values():
            tag.set_theme(theme)

    def show(self, worths: dict[Face, str], best: Face | None) -> None:
        """Show these words at the cards with these faces; ``best`` is the best one's."""
        for tag in self.tags.values():
            self._scene.removeItem(tag)
        self.tags = {
            face: TagItem(words, self._theme, best=face == best) for face, words in worths.items()
        }
        for tag in self.tags.values():
            self._scene.addItem(tag)

    def place(self, hand: Sequence[CardItem], card: float, ratio: float) -> None:
        """Put every tag on its card of the hand; ``card`` is a card's width."""
        for place, item in enumerate(hand):
            tag = None if item.face is None else self.tags.get(item.face)
            if tag is not None:
                middle = middle_seen(hand, place, card)
                # At the foot it hides no rank; of two rows only the heads are seen.
                foot = (TALL / 2 - 0.08) if len(hand) <= ROW_HOLDS else -TALL / 2
                tag.stand(middle, item.spot.y + foot * card, card, ratio)


class HintItem(DrawnItem):
    """The hint in words: a sentence, and a quiet line that says what the figures are."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.sentence = self.line = ""
        self._size = 14.0
        self._wide = 0.0
        self._heights: tuple[float, ...] = (20.0, 0.0)
        self.setZValue(4400)
        self.hide()

    def show_words(self, texts: tuple[str, str]) -> None:
        """Show a sentence and a line; with neither, be gone."""
        self.sentence, self.line = texts
        self.setVisible(bool(self.sentence))
        self.redraw()

    def height_in(self, room: QRectF, card: float, letters: float) -> float:
        """How high it is in a room; none if there is nothing to be said.

        Args:
            room: in pixels.
            card: a card's width.
            letters: letters are no more than so many times as large as usual.
        """
        if not self.sentence:
            return 0.0
        size = self._size = max(12.0, grown(max(13.0, 0.145 * card), letters))
        wide = width_of(self.sentence, size, bold=True)
        wide = max(wide, width_of(self.line, 0.88 * size))
        self._wide = min(wide + 2 * size, room.width())
        inner = self._wide - size
        above = lines_of(self.sentence, size, inner, bold=True)
        below = lines_of(self.line, 0.88 * size, inner) if self.line else 0
        self._heights = (0.3 + 1.4 * above) * size, (0.2 + 1.3 * below) * size
        return sum(self._heights) + 0.2 * size

    def stand(self, room: QRectF, card: float, ratio: float, letters: float = LARGEST_TEXT) -> None:
        """Stand in the middle of the room's foot."""
        height = self.height_in(room, card, letters)
        most = max(room.height(), LEAST_TALL)
        if height > most:
            # What is too high for its room is written smaller.
            self._heights = tuple(one * most / height for one in self._heights)
            height = most
        self.set_size(self._wide, height, ratio)
        self.setPos(round(room.center().x() - self._wide / 2), round(room.bottom() - height))

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the words on a quiet ground into their picture."""
        size, theme = self._size, self.theme
        ground = QColor(theme.plate)
        ground.setAlpha(235)
        painter.setPen(QColor(theme.thread))
        painter.setBrush(ground)
        room = QRectF(0.5, 0.5, width - 1, height - 1)
        painter.drawRoundedRect(room, 0.6 * size, 0.6 * size)
        painter.setPen(QColor(theme.plate_text))
        above, below = self._heights
        room = QRectF(0.4 * size, 0.15 * size, width - 0.8 * size, above)
        whole = write(
            painter, room, self.sentence, size, bold=True, align=CENTRE, lines=_MOST_LINES
        )
        painter.setPen(QColor(theme.plate_quiet))
        room = QRectF(0.4 * size, above, width - 0.8 * size, below)
        whole &= write(painter, room, self.line, 0.88 * size, align=CENTRE, lines=_MOST_LINES)
        set_tip(self, "" if whole else f"{self.sentence}\n{self.line}")
