"""The strip over one's own cards while a computer player plays for one."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from greenbaize.ui.plain import Label
from greenbaize.ui.sheets.lettering import normal
from greenbaize.ui.sheets.paper import paint_paper, paper_palette
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr


class StandInStrip(QFrame):
    """Says that a computer player plays, with a button to play oneself again."""

    back_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._over = theme, parent
        self.words = Label(tr("A computer player plays for you."), self)
        self.back_button = QPushButton(tr("Pla&y myself"), self)
        self.back_button.setAutoDefault(True)
        self.setAccessibleName(self.words.text())
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 8, 8)
        row.setSpacing(12)
        row.addWidget(self.words, 1)
        row.addWidget(self.back_button)
        self.back_button.clicked.connect(self.back_asked)
        self.set_theme(theme)
        self.hide()

    def place(self, room: Box, plate: Box) -> None:
        """Lie at the foot of this room, in its middle; above one's plate where it is too narrow."""
        for part in (self.words, self.back_button):
            part.setFont(normal(fixed=True))
        size = self.sizeHint()
        width = min(size.width(), self._over.width() - 8)
        left = room.centre[0] - width / 2
        foot = room.y + room.height if width <= room.width else plate.y - 0.8 * plate.height
        self.setGeometry(round(max(4, left)), round(foot - size.height()), width, size.height())

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.setPalette(paper_palette(theme))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper."""
        paint_paper(self, self._theme)
