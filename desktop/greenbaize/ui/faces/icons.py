"""Avatars and colours as icons, and the button with the avatar of the current person."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from greenbaize.app.faces import COLOURS, Look
from greenbaize.rules.pictures import Mood
from greenbaize.ui.faces.heads import face_picture
from greenbaize.ui.widgets.fonts import NORMAL, font
from greenbaize.ui.widgets.plain import on_button, set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr

SMALL: Final = 24
"""Width of an avatar beside a name (pixels at 100 %)."""
WIDEST: Final = 150
"""Maximum width of a name on the button (pixels)."""


class PersonChip(QPushButton):
    """A button that shows who plays.

    ``on_press`` opens the menu of persons below the screen point that it is given.
    """

    def __init__(
        self, name: str, icon: QIcon, pressed: Callable[[QPoint], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        shown = QFontMetrics(font(NORMAL)).elidedText(name, Qt.TextElideMode.ElideRight, WIDEST)
        self.setFlat(True)
        self.setIcon(icon)
        self.write_larger(1.0)
        self.setText(on_button(f"{shown} ▾"))
        self.setAccessibleName(tr("Who plays: {name}").format(name=name))
        set_tip(self, tr("{name} plays; click to let somebody else").format(name=name))
        self.setAutoDefault(False)
        self.clicked.connect(lambda: pressed(self.mapToGlobal(QPoint(0, self.height()))))

    def write_larger(self, letters: float) -> None:
        """Scale font and icon by a factor."""
        side = round(SMALL * letters)
        self.setFont(font(NORMAL * letters))
        self.setIconSize(QSize(side, side))

    def dress(self) -> None:
        """Apply the theme's colours for text on the cloth."""
        theme = worn()
        self.setStyleSheet(
            f"QPushButton {{ color: {theme.plate_text}; }}"
            " QPushButton:hover, QPushButton:pressed"
            f" {{ background: {theme.plate}; border-color: {theme.felt_line}; }}"
        )


def face_icon(look: Look, side: int = SMALL) -> QIcon:
    """Return an avatar as an icon, ``side`` pixels wide at 100 %."""
    picture = face_at(look, side, QApplication.primaryScreen().devicePixelRatio())
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)  # otherwise a style would tint it
    return icon


def face_at(look: Look, side: int, ratio: float, mood: Mood = Mood.NEUTRAL) -> QPixmap:
    """Return an avatar ``side`` pixels wide at 100 %, rendered for a device pixel ratio."""
    picture = QPixmap(face_picture(look, mood, max(1, round(side * ratio))))
    picture.setDevicePixelRatio(ratio)
    return picture


@lru_cache(maxsize=32)
def colour_icon(code: str, side: int = SMALL) -> QIcon:
    """Return a disc in the colour of this code as an icon."""
    picture = QPixmap(2 * side, 2 * side)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(COLOURS[code]))
    painter.drawEllipse(QRectF(1, 1, side - 2, side - 2))
    painter.end()
    return QIcon(picture)
