"""The quiet button with the face and name of who plays, which opens the menu of persons."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.ui.plain import on_button, set_tip
from greenbaize.ui.sheets.lettering import normal
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr

WIDEST: Final = 150
"""No name is written further than this, in pixels."""
FACE: Final = 24


class PersonChip(QPushButton):
    """Says who plays.

    Args:
        name: what they are called.
        icon: their face.
        pressed: opens the menu of persons, below the point it is given.
        parent: where it lies on the empty table.
    """

    def __init__(
        self, name: str, icon: QIcon, pressed: Callable[[QPoint], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        letters = normal()
        shown = QFontMetrics(letters).elidedText(name, Qt.TextElideMode.ElideRight, WIDEST)
        self.setFlat(True)
        self.setFont(letters)
        self.setIcon(icon)
        self.setIconSize(QSize(FACE, FACE))
        self.setText(on_button(f"{shown} ▾"))
        self.setAccessibleName(tr("Who plays: {name}").format(name=name))
        set_tip(self, tr("{name} plays; click to let somebody else").format(name=name))
        self.setAutoDefault(False)
        self.clicked.connect(lambda: pressed(self.mapToGlobal(QPoint(0, self.height()))))

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours for what is written on the cloth."""
        self.setStyleSheet(
            f"QPushButton {{ color: {theme.plate_text}; }}"
            " QPushButton:hover, QPushButton:pressed"
            f" {{ background: {theme.plate}; border-color: {theme.felt_line}; }}"
        )
