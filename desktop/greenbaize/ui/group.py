"""A group of widgets, as screen readers know one; to the eye it is nothing by itself."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
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

    Screen readers say at once what changes of the widget that has the keyboard, and would break off
    the news for it: such a widget stays as it is until the keyboard comes to it again.

    Args:
        widget: what is called so.
        name: as it is written; cards and signs in it are read out as words.
        description: what is said besides, likewise.
    """
    name, description = aloud(name), aloud(description)
    later = widget.findChild(_Later, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if later is not None or widget.hasFocus():
        (later or _Later(widget)).words = name, description
    else:
        _name(widget, name, description)


class _Later(QObject):
    """What a widget is called when it gets the keyboard."""

    words = ("", "")

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Name the widget before it is told that it has the keyboard."""
        if event.type() == QEvent.Type.FocusIn:
            _name(self._widget, *self.words)
            self.setParent(None)
            self.deleteLater()
        return False


def _name(widget: QWidget, name: str, description: str) -> None:
    if widget.accessibleName() != name:
        widget.setAccessibleName(name)
    if widget.accessibleDescription() != description:
        widget.setAccessibleDescription(description)
