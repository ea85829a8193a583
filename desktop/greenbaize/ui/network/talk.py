"""What people say during a match, for a few seconds at their plates."""

from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QFontMetrics

from greenbaize.ui.fonts import font, grown
from greenbaize.ui.table.sayings import SaidItem
from greenbaize.ui.table.scene import TableScene

SEEN_MS: Final = 4500
"""How long something that was said stands there; the chat has it longer."""
WIDEST: Final = 2.6
"""It is no wider, in cards."""


class Talk(QObject):
    """A bubble for every seat, apart from those for what is said in the game.

    Args:
        scene: the table.
    """

    def __init__(self, scene: TableScene, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self.bubbles = [SaidItem(scene.theme) for _ in scene.names]
        self._timers = [QTimer(self, singleShot=True, interval=SEEN_MS) for _ in scene.names]
        for bubble, timer in zip(self.bubbles, self._timers, strict=True):
            scene.addItem(bubble)
            # News of the game lies above, and so do cards that move.
            bubble.setZValue(590)
            timer.timeout.connect(bubble.hide)

    def say(self, seat: int, words: str) -> None:
        """Have somebody at the table say something."""
        if seat >= len(self.bubbles):
            return
        self._place(seat, words)
        self._timers[seat].start()

    def _place(self, seat: int, words: str) -> None:
        geometry = self._scene.geometry
        card = geometry.card
        metrics = QFontMetrics(font(grown(max(12.0, 0.15 * card)), bold=True))
        room = self._scene.sceneRect()
        most = min(WIDEST * card, 0.6 * room.width())
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, int(most))
        x, y = geometry.said(seat)
        bubble, said = self.bubbles[seat], self._scene.said[seat]
        if said.isVisible():
            y += said.boundingRect().height() + 2
        bubble.say(shown, (x, y), card, self._scene.ratio)
        # A long one goes as far inwards as it must to be read.
        left = min(max(bubble.x(), 4.0), room.width() - bubble.boundingRect().width() - 4)
        bubble.setPos(round(left), bubble.y())

    def hush(self) -> None:
        """Take all of it away."""
        for bubble, timer in zip(self.bubbles, self._timers, strict=True):
            timer.stop()
            bubble.hide()

    def lay_out(self) -> None:
        """Lie right on a table of another size."""
        for seat, bubble in enumerate(self.bubbles):
            if bubble.isVisible():
                self._place(seat, bubble.words)

    def set_theme(self) -> None:
        """Take the colours of the table."""
        for bubble in self.bubbles:
            bubble.set_theme(self._scene.theme)
