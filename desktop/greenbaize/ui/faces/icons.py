"""Avatars and colours as icons, and the button with the avatar of the current person."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from greenbaize.app.avatars import AVATAR_COLOURS, Avatar
from greenbaize.rules.table_snapshot import PlayerMood
from greenbaize.ui.faces.heads import render_avatar
from greenbaize.ui.widgets.fonts import NORMAL, make_font
from greenbaize.ui.widgets.plain_text import escape_ampersands, set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr

ICON_SIZE: Final = 24
"""Width of an avatar beside a name (pixels at 100 %)."""
MAX_NAME_WIDTH: Final = 150
"""Maximum width of a name on the button (pixels)."""


class PersonButton(QPushButton):
    """A button that shows who plays.

    ``on_press`` opens the menu of persons below the screen point that it is given.
    """

    def __init__(
        self, name: str, icon: QIcon, on_press: Callable[[QPoint], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        elided_name = QFontMetrics(make_font(NORMAL)).elidedText(
            name, Qt.TextElideMode.ElideRight, MAX_NAME_WIDTH
        )
        self.setFlat(True)
        self.setIcon(icon)
        self.set_scale(1.0)
        self.setText(escape_ampersands(f"{elided_name} ▾"))
        self.setAccessibleName(tr("Who plays: {name}").format(name=name))
        set_tooltip(self, tr("{name} plays; click to let somebody else").format(name=name))
        self.setAutoDefault(False)
        self.clicked.connect(lambda: on_press(self.mapToGlobal(QPoint(0, self.height()))))

    def set_scale(self, scale: float) -> None:
        """Scale font and icon by a factor."""
        side = round(ICON_SIZE * scale)
        self.setFont(make_font(NORMAL * scale))
        self.setIconSize(QSize(side, side))

    def apply_theme(self) -> None:
        """Apply the theme's colours for text on the cloth."""
        theme = current_theme()
        self.setStyleSheet(
            f"QPushButton {{ color: {theme.plate_text}; }}"
            " QPushButton:hover, QPushButton:pressed"
            f" {{ background: {theme.plate}; border-color: {theme.felt_line}; }}"
        )


def make_avatar_icon(avatar: Avatar, side: int = ICON_SIZE) -> QIcon:
    """Return an avatar as an icon, ``side`` pixels wide at 100 %."""
    picture = render_scaled_avatar(avatar, side, QApplication.primaryScreen().devicePixelRatio())
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)  # otherwise a style would tint it
    return icon


def render_scaled_avatar(
    avatar: Avatar, side: int, ratio: float, mood: PlayerMood = PlayerMood.NEUTRAL
) -> QPixmap:
    """Return an avatar ``side`` pixels wide at 100 %, rendered for a device pixel ratio."""
    picture = QPixmap(render_avatar(avatar, mood, max(1, round(side * ratio))))
    picture.setDevicePixelRatio(ratio)
    return picture


@lru_cache(maxsize=32)
def make_colour_icon(code: str, side: int = ICON_SIZE) -> QIcon:
    """Return a disc in the colour of this code as an icon."""
    picture = QPixmap(2 * side, 2 * side)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(AVATAR_COLOURS[code]))
    painter.drawEllipse(QRectF(1, 1, side - 2, side - 2))
    painter.end()
    return QIcon(picture)
