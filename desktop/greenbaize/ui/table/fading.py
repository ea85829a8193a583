"""A drawn item of which a part fades from what it showed to what it shows."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.theme import Theme


class FadingItem(DrawnItem):
    """Copies two pictures while it fades; neither is drawn more than once."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._before: QPixmap | None = None
        self._share = 1.0

    def fading_part(self) -> QRectF:
        """What fades, in the item's own pixels."""
        return self.boundingRect()

    def redraw_fading(self) -> None:
        """Draw anew when painted next, over which the picture of now fades as ``fade`` says."""
        self._before, self._share = self._picture, 0.0
        self.redraw()

    def fade(self, share: float) -> None:
        """Have faded so far, from 0 to 1."""
        if self._before is not None:
            self._share = share
            if share >= 1:
                self._before = None
            self.update(self.fading_part())

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Copy the picture, and over it what is left of the one before."""
        super().paint(painter, option, widget)
        before, now = self._before, self._picture
        if before is None or now is None or before.size() != now.size():
            return
        part, opacity = self.fading_part(), painter.opacity()
        painter.setOpacity(opacity * (1 - self._share))
        source = QRectF(part.topLeft() * self.ratio, part.size() * self.ratio)
        painter.drawPixmap(part, before, source)
        painter.setOpacity(opacity)
