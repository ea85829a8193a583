"""Announcements and names for screen readers, and the focus ring."""

from typing import TYPE_CHECKING, Final, cast

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QGroupBox, QMainWindow, QWidget
from shiboken6 import isValid

from greenbaize.words.spoken import aloud

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractScrollArea

_ANNOUNCING: Final = ("windows", "cocoa")
"""Qt platforms whose screen readers all support announcements."""


def announce(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Announce a text through the speech queue and log of the widget's window.

    Without a speech queue it is announced at once.
    """
    if not words:
        return
    top: QWidget | None = widget
    while top is not None:
        speech = getattr(top, "speech", None)
        if speech is not None:
            speech.say(words, urgent=urgent)
            return
        top = top.parentWidget()
    utter(widget, words, urgent=urgent)


def utter(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Have screen readers speak a text at once.

    Under AT-SPI the text becomes the window's name: every Orca speaks a change of the name of the
    window with the focus, versions before 45 support no announcements, and later ones would speak
    both. UI Automation reports announcements, but no change of that name.
    """
    if not words or not QtGui.QAccessible.isActive():
        return
    window = widget.window()
    if isinstance(window, QMainWindow) and QGuiApplication.platformName() not in _ANNOUNCING:
        # A repeated text must differ, or the change is not reported.
        window.setAccessibleName(words + " " * (window.accessibleName() == words))
        return
    _send(widget, words, urgent=urgent)


def describe(widget: QWidget, words: str) -> None:
    """Set a widget's description, to be spoken on focus, or at once if it has the focus.

    AT-SPI reports the change by itself, UI Automation does not.
    """
    words = aloud(words)
    if widget.accessibleDescription() == words:
        return
    widget.setAccessibleDescription(words)
    if words and widget.hasFocus() and QGuiApplication.platformName() in _ANNOUNCING:
        _send(widget, words, urgent=False)


def _send(widget: QWidget, words: str, *, urgent: bool) -> None:
    event = QtGui.QAccessibleAnnouncementEvent(widget, words)
    polite = QtGui.QAccessible.AnnouncementPoliteness
    event.setPoliteness(polite.Assertive if urgent else polite.Polite)
    QtGui.QAccessible.updateAccessibility(event)


class Group(QGroupBox):
    """A plain widget with the accessible role of a group.

    Screen readers read its name and description. Clicks on it do not reach the widgets below.
    """

    has_ground = False
    """Fill the background with the palette's window colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setContentsMargins(0, 0, 0, 0)

    def minimumSizeHint(self) -> QSize:
        return QWidget.minimumSizeHint(self)

    def changeEvent(self, event: QEvent) -> None:
        """Remove the frame that a style may add."""
        super().changeEvent(event)
        self.setContentsMargins(0, 0, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Skip the group box's layout of its frame."""
        QWidget.resizeEvent(self, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.has_ground:
            QPainter(self).fillRect(event.rect(), self.palette().window())


def name_for_ears(widget: QWidget, name: str, description: str = "") -> None:
    """Set a widget's accessible name and description, with cards and signs in words.

    Screen readers speak a change of the focused widget at once and would interrupt announcements,
    so such a widget keeps its texts until it gets the focus again.
    """
    name, description = aloud(name), aloud(description)
    later = widget.findChild(_Later, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if later is not None or widget.hasFocus():
        (later or _Later(widget)).words = name, description
    else:
        _name(widget, name, description)


class _Later(QObject):
    """The accessible texts that a widget gets with the focus."""

    words = ("", "")

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Set the texts before the widget receives the focus event."""
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


LINE: Final = 2.0
"""Width of the ring (pixels)."""
HALO: Final = 1.0
"""Width of the paper-coloured line around the ring (pixels)."""
REACH: Final = 3
"""Distance between the widget and the ring's outer edge (pixels)."""
ROUNDING: Final = 5.0
OWN_MARK: Final = "focus_mark"
"""Attribute name of widgets that show their focus by themselves."""

# Class names instead of classes: each class that is imported delays the first paint.
_SCROLLED: Final = "QAbstractScrollArea"
_RINGED: Final = (
    *("QAbstractButton", "QComboBox", "QLineEdit", "QAbstractSpinBox", "QAbstractSlider"),
    *("QTabBar", _SCROLLED),
)
_MOVES: Final = (
    *(QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide),
    QEvent.Type.LayoutRequest,
)


class FocusRing(QWidget):
    """The focus ring of one window; it follows its target widget."""

    around: QWidget | None = None
    """Widget inside the ring, or None."""
    # A class attribute, because the focus still changes while a window and its ring are destroyed.
    _watched: tuple[QWidget, ...] = ()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._ring = QRectF()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def go_to(self, widget: QWidget | None) -> None:
        """Draw the ring around a widget of the window, or around none."""
        for before in filter(isValid, self._watched):
            before.removeEventFilter(self)
        self.around, watched, one = widget, [], widget
        while one is not None and one is not self.parentWidget():
            one.installEventFilter(self)
            watched.append(one)
            one = one.parentWidget()
        self._watched = tuple(watched)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the target when it or one of its parents moves."""
        if event.type() in _MOVES:
            self._follow()
        return False

    def _follow(self) -> None:
        widget, window = self.around, self.parentWidget()
        if (
            widget is None
            or window is None
            or not isValid(widget)
            or not widget.isVisibleTo(window)
        ):
            self.hide()
            return
        area = QRect(widget.mapTo(window, QPoint(0, 0)), _size(widget))
        area = area.adjusted(-REACH, -REACH, REACH, REACH)
        seen = area.intersected(window.rect()).intersected(_opening(widget, window))
        if seen.isEmpty():
            self.hide()
            return
        # Parts beyond the window's edge are drawn just inside it.
        ring = area.intersected(window.rect())
        self._ring = QRectF(ring.translated(-seen.topLeft()))
        self.setGeometry(seen)
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.around is None or not isValid(self.around):
            return
        line, halo = ring_colours(self.around.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, inset, thick in ((halo, HALO / 2, HALO), (line, HALO + LINE / 2, LINE)):
            painter.setPen(QPen(colour, thick))
            ring = self._ring.adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(ring, ROUNDING, ROUNDING)
        painter.end()


def ring_colours(palette: QPalette) -> tuple[QColor, QColor]:
    """Return the colours of the ring and of the line around it."""
    group = QPalette.ColorGroup.Active
    role = QPalette.ColorRole
    return palette.color(group, role.Link), palette.color(group, role.Window)


def _size(widget: QWidget) -> QSize:
    """Return the size inside the ring; for a wide check box only the box and its text."""
    size = widget.size()
    if widget.inherits("QCheckBox") or widget.inherits("QRadioButton"):
        size.setWidth(min(size.width(), widget.sizeHint().width() + REACH))
    return size


def _opening(widget: QWidget, window: QWidget) -> QRect:
    """Return the part of the window in which scroll areas show a widget."""
    opening, one = window.rect(), widget.parentWidget()
    while one is not None and one is not window:
        area = one.parentWidget()
        if area is not None and area.inherits(_SCROLLED) and _viewport(area) is one:
            seen = QRect(one.mapTo(window, QPoint(0, 0)), one.size())
            opening = opening.intersected(seen.adjusted(-REACH, -REACH, REACH, REACH))
        one = one.parentWidget()
    return opening


def _viewport(area: QWidget) -> QWidget:
    return cast("QAbstractScrollArea", area).viewport()


class FocusRings(QObject):
    """Moves the ring to the focused widget of any window."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._last: FocusRing | None = None
        """The ring that was shown last."""
        application.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, _: QWidget | None, new: QWidget | None) -> None:
        ring = None
        if new is not None and is_ringed(new):
            ring = _ring_of(new.window()) or FocusRing(new.window())
        last, self._last = self._last, ring
        if last is not None and last is not ring and isValid(last):
            last.go_to(None)
        if ring is not None:
            ring.go_to(new)


def is_ringed(widget: QWidget) -> bool:
    """Return True if a focused widget needs a ring because nothing else shows its focus."""
    if widget.inherits("QScrollBar") or hasattr(widget, OWN_MARK):
        return False
    # After a click the position of the focus is obvious.
    clicked = QApplication.mouseButtons() != Qt.MouseButton.NoButton
    return any(map(widget.inherits, _RINGED)) and not clicked


def _ring_of(window: QWidget) -> FocusRing | None:
    rings = [one for one in window.children() if isinstance(one, FocusRing)]
    return rings[0] if rings else None
