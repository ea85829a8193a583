"""What each card of one's own hand counts, on the card, while that is what one decides by."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from greenbaize.cards import Card
from greenbaize.ui.cards.look import Face
from greenbaize.ui.fonts import font
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import ROW_HOLDS, TALL
from greenbaize.ui.table.hints import middle_seen
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.theme import Theme
from greenbaize.words.titles import number_text

_SIDE: Final = 0.3
"""How large a tag is, in card widths."""
_SMALLEST: Final = 20.0
"""No tag is smaller, in pixels."""


class CountItem(DrawnItem):
    """A number in a ring, on a card."""

    def __init__(self, number: int, theme: Theme) -> None:
        super().__init__(theme)
        self.words = number_text(number)
        self.setZValue(4500)

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the tag into its picture."""
        room = QRectF(1, 1, width - 2, height - 2)
        painter.setPen(QPen(QColor(self.theme.brass), max(1.0, 0.06 * height)))
        painter.setBrush(QColor(self.theme.plate))
        painter.drawRoundedRect(room, room.height() / 2, room.height() / 2)
        painter.setPen(QColor(self.theme.plate_text))
        painter.setFont(font(0.58 * height, bold=True))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self.words)


class CountTags:
    """A tag for each card that counts something, or nothing.

    Args:
        scene: the table with the hand.
    """

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene
        self._counts: dict[Card, int] = {}
        self.tags: dict[Face, CountItem] = {}
        """The tags by the faces of their cards."""

    def show(self, counts: Sequence[tuple[Card, int]]) -> None:
        """Show what these cards of the hand count; of no other cards anything."""
        self._counts = dict(counts)
        for tag in self.tags.values():
            self._scene.removeItem(tag)
        self.tags = {}
        for item in self._scene.cards.own:
            if item.face is not None and item.face.card in self._counts:
                tag = CountItem(self._counts[item.face.card], self._scene.theme)
                self.tags[item.face] = tag
                self._scene.addItem(tag)
        self.place()

    def place(self) -> None:
        """Stand at the foot of each card, over what is seen of it."""
        hand, card = self._scene.cards.own, self._scene.geometry.card
        for place, item in enumerate(hand):
            tag = None if item.face is None else self.tags.get(item.face)
            if tag is None:
                continue
            side = max(_SMALLEST, _SIDE * card)
            foot = (TALL / 2 - 0.1) if len(hand) <= ROW_HOLDS else 0.0
            tag.set_size(1.3 * side, side, self._scene.ratio)
            middle = middle_seen(hand, place, card)
            tag.setPos(round(middle - 0.65 * side), round(item.spot.y + foot * card - side))

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        for tag in self.tags.values():
            tag.set_theme(theme)
