"""A group of widgets, as screen readers know one; to the eye it is nothing by itself."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGroupBox, QWidget

from greenbaize.words.spoken import aloud


class Group(QGroupBox):
    """A plain widget whose role is that of a group, so that its name and description are read.

    A click on it is for nothing below it.
    """

    has_ground = False
    """Whether it covers what lies below it with the ground of its palette."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setContentsMargins(0, 0, 0, 0)

    def minimumSizeHint(self) -> QSize:
        """What lies in it needs, and no title or frame beside."""
        return QWidget.minimumSizeHint(self)

    def changeEvent(self, event: QEvent) -> None:
        """Have no frame, whatever the style is."""
        super().changeEvent(event)
        self.setContentsMargins(0, 0, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have no frame, whatever the size is."""
        QWidget.resizeEvent(self, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw nothing but the ground, which the style sheet takes away from all of its kind."""
        if self.has_ground:
            QPainter(self).fillRect(event.rect(), self.palette().window())


def name_for_ears(widget: QWidget, name: str, description: str = "") -> None:
    """Call a widget so where it is read out; said again only where it has changed.

    Args:
        widget: what is called so.
        name: as it is written; cards and signs in it are read out as words.
        description: what is said besides, likewise.
    """
    name, description = aloud(name), aloud(description)
    if widget.accessibleName() != name:
        widget.setAccessibleName(name)
    if widget.accessibleDescription() != description:
        widget.setAccessibleDescription(description)
