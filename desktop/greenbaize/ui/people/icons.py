"""Faces and colours as icons of buttons, menus and lists."""

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from greenbaize.rules.moods import Mood
from greenbaize.ui.faces.heads import face_picture
from greenbaize.ui.faces.looks import COLOURS, Look

SMALL: Final = 24
"""How wide a face is beside a name, in pixels at 100 %."""


def face_icon(look: Look, side: int = SMALL) -> QIcon:
    """A face of so many pixels at 100 %."""
    picture = face_at(look, side, QApplication.primaryScreen().devicePixelRatio())
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)  # a style would tint it otherwise
    return icon


def face_at(look: Look, side: int, ratio: float, mood: Mood = Mood.NEUTRAL) -> QPixmap:
    """A face of so many pixels at 100 %, as sharp as a screen of this ratio shows it."""
    picture = QPixmap(face_picture(look, mood, max(1, round(side * ratio))))
    picture.setDevicePixelRatio(ratio)
    return picture


@lru_cache(maxsize=32)
def colour_icon(code: str, side: int = SMALL) -> QIcon:
    """A disc in the colour of this code."""
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
