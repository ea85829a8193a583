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

from greenbaize.words.spoken import spoken_text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractScrollArea

_ANNOUNCEMENT_PLATFORMS: Final = ("windows", "cocoa")
"""Qt platforms whose screen readers all support announcements."""


def announce(widget: QWidget, text: str, *, urgent: bool = False) -> None:
    """Announce a text through the speech queue and log of the widget's window.

    Without a speech queue it is announced at once.
    """
    if not text:
        return
    top: QWidget | None = widget
    while top is not None:
        speech = getattr(top, "speech", None)
        if speech is not None:
            speech.speak_text(text, is_urgent=urgent)
            return
        top = top.parentWidget()
    announce_now(widget, text, urgent=urgent)


def announce_now(widget: QWidget, text: str, *, urgent: bool = False) -> None:
    """Have screen readers speak a text at once.

    Under AT-SPI the text becomes the window's name: every Orca speaks a change of the name of the
    window with the focus, versions before 45 support no announcements, and later ones would speak
    both. UI Automation reports announcements, but no change of that name.
    """
    if not text or not QtGui.QAccessible.isActive():
        return
    window = widget.window()
    if (
        isinstance(window, QMainWindow)
        and QGuiApplication.platformName() not in _ANNOUNCEMENT_PLATFORMS
    ):
        # A repeated text must differ, or the change is not reported.
        window.setAccessibleName(text + " " * (window.accessibleName() == text))
        return
    _send_announcement(widget, text, urgent=urgent)


def set_spoken_description(widget: QWidget, text: str) -> None:
    """Set a widget's description, to be spoken on focus, or at once if it has the focus.

    AT-SPI reports the change by itself, UI Automation does not.
    """
    text = spoken_text(text)
    if widget.accessibleDescription() == text:
        return
    widget.setAccessibleDescription(text)
    if text and widget.hasFocus() and QGuiApplication.platformName() in _ANNOUNCEMENT_PLATFORMS:
        _send_announcement(widget, text, urgent=False)


def _send_announcement(widget: QWidget, text: str, *, urgent: bool) -> None:
    event = QtGui.QAccessibleAnnouncementEvent(widget, text)
    polite = QtGui.QAccessible.AnnouncementPoliteness
    event.setPoliteness(polite.Assertive if urgent else polite.Polite)
    QtGui.QAccessible.updateAccessibility(event)


class AccessibleGroup(QGroupBox):
    """A plain widget with the accessible role of a group.

    Screen readers read its name and description. Clicks on it do not reach the widgets below.
    """

    fills_background = False
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
        if self.fills_background:
            QPainter(self).fillRect(event.rect(), self.palette().window())


def set_spoken_name(widget: QWidget, name: str, description: str = "") -> None:
    """Set a widget's accessible name and description, with cards and signs in words.

    Screen readers speak a change of the focused widget at once and would interrupt announcements,
    so such a widget keeps its texts until it gets the focus again.
    """
    name, description = spoken_text(name), spoken_text(description)
    pending = widget.findChild(_PendingTexts, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if pending is not None or widget.hasFocus():
        (pending or _PendingTexts(widget)).texts = name, description
    else:
        _set_accessible_texts(widget, name, description)


class _PendingTexts(QObject):
    """The accessible texts that a widget gets with the focus."""

    texts = ("", "")

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Set the texts before the widget receives the focus event."""
        if event.type() == QEvent.Type.FocusIn:
            _set_accessible_texts(self._widget, *self.texts)
            self.setParent(None)
            self.deleteLater()
        return False


def _set_accessible_texts(widget: QWidget, name: str, description: str) -> None:
    if widget.accessibleName() != name:
        widget.setAccessibleName(name)
    if widget.accessibleDescription() != description:
        widget.setAccessibleDescription(description)


RING_WIDTH: Final = 2.0
"""Width of the ring (pixels)."""
HALO_WIDTH: Final = 1.0
"""Width of the paper-coloured line around the ring (pixels)."""
RING_MARGIN: Final = 3
"""Distance between the widget and the ring's outer edge (pixels)."""
RING_RADIUS: Final = 5.0
OWN_FOCUS_ATTRIBUTE: Final = "focus_mark"
"""Attribute name of widgets that show their focus by themselves."""

# Class names instead of classes: each class that is imported delays the first paint.
_SCROLL_AREA_CLASS: Final = "QAbstractScrollArea"
_RINGED_CLASSES: Final = (
    "QAbstractButton",
    "QComboBox",
    "QLineEdit",
    "QAbstractSpinBox",
    "QAbstractSlider",
    "QTabBar",
    _SCROLL_AREA_CLASS,
)
_GEOMETRY_EVENTS: Final = (
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.LayoutRequest,
)


class FocusRing(QWidget):
    """The focus ring of one window; it follows its target widget."""

    target: QWidget | None = None
    """Widget inside the ring, or None."""
    # A class attribute, because the focus still changes while a window and its ring are destroyed.
    _watched_widgets: tuple[QWidget, ...] = ()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._ring_rect = QRectF()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def set_target(self, widget: QWidget | None) -> None:
        """Draw the ring around a widget of the window, or around none."""
        for watched_widget in filter(isValid, self._watched_widgets):
            watched_widget.removeEventFilter(self)
        self.target, watched_widgets, ancestor = widget, [], widget
        while ancestor is not None and ancestor is not self.parentWidget():
            ancestor.installEventFilter(self)
            watched_widgets.append(ancestor)
            ancestor = ancestor.parentWidget()
        self._watched_widgets = tuple(watched_widgets)
        self._follow_target()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the target when it or one of its parents moves."""
        if event.type() in _GEOMETRY_EVENTS:
            self._follow_target()
        return False

    def _follow_target(self) -> None:
        widget, window = self.target, self.parentWidget()
        if (
            widget is None
            or window is None
            or not isValid(widget)
            or not widget.isVisibleTo(window)
        ):
            self.hide()
            return
        area = QRect(widget.mapTo(window, QPoint(0, 0)), _ringed_size(widget))
        area = area.adjusted(-RING_MARGIN, -RING_MARGIN, RING_MARGIN, RING_MARGIN)
        visible_area = area.intersected(window.rect()).intersected(_visible_area(widget, window))
        if visible_area.isEmpty():
            self.hide()
            return
        # Parts beyond the window's edge are drawn just inside it.
        ring = area.intersected(window.rect())
        self._ring_rect = QRectF(ring.translated(-visible_area.topLeft()))
        self.setGeometry(visible_area)
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.target is None or not isValid(self.target):
            return
        line, halo = ring_colours(self.target.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, inset, thick in (
            (halo, HALO_WIDTH / 2, HALO_WIDTH),
            (line, HALO_WIDTH + RING_WIDTH / 2, RING_WIDTH),
        ):
            painter.setPen(QPen(colour, thick))
            ring = self._ring_rect.adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(ring, RING_RADIUS, RING_RADIUS)
        painter.end()


def ring_colours(palette: QPalette) -> tuple[QColor, QColor]:
    """Return the colours of the ring and of the line around it."""
    group = QPalette.ColorGroup.Active
    role = QPalette.ColorRole
    return palette.color(group, role.Link), palette.color(group, role.Window)


def _ringed_size(widget: QWidget) -> QSize:
    """Return the size inside the ring; for a wide check box only the box and its text."""
    size = widget.size()
    if widget.inherits("QCheckBox") or widget.inherits("QRadioButton"):
        size.setWidth(min(size.width(), widget.sizeHint().width() + RING_MARGIN))
    return size


def _visible_area(widget: QWidget, window: QWidget) -> QRect:
    """Return the part of the window in which scroll areas show a widget."""
    visible_area, ancestor = window.rect(), widget.parentWidget()
    while ancestor is not None and ancestor is not window:
        area = ancestor.parentWidget()
        if area is not None and area.inherits(_SCROLL_AREA_CLASS) and _viewport(area) is ancestor:
            viewport_rect = QRect(ancestor.mapTo(window, QPoint(0, 0)), ancestor.size())
            visible_area = visible_area.intersected(
                viewport_rect.adjusted(-RING_MARGIN, -RING_MARGIN, RING_MARGIN, RING_MARGIN)
            )
        ancestor = ancestor.parentWidget()
    return visible_area


def _viewport(area: QWidget) -> QWidget:
    return cast("QAbstractScrollArea", area).viewport()


class FocusRingController(QObject):
    """Controller that moves the ring to the focused widget of any window."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._last_ring: FocusRing | None = None
        """The ring that was shown last."""
        application.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, _: QWidget | None, new: QWidget | None) -> None:
        ring = None
        if new is not None and needs_ring(new):
            ring = _find_ring(new.window()) or FocusRing(new.window())
        last, self._last_ring = self._last_ring, ring
        if last is not None and last is not ring and isValid(last):
            last.set_target(None)
        if ring is not None:
            ring.set_target(new)


def needs_ring(widget: QWidget) -> bool:
    """Return True if a focused widget needs a ring because nothing else shows its focus."""
    if widget.inherits("QScrollBar") or hasattr(widget, OWN_FOCUS_ATTRIBUTE):
        return False
    # After a click the position of the focus is obvious.
    is_click = QApplication.mouseButtons() != Qt.MouseButton.NoButton
    return any(map(widget.inherits, _RINGED_CLASSES)) and not is_click


def _find_ring(window: QWidget) -> FocusRing | None:
    rings = [child for child in window.children() if isinstance(child, FocusRing)]
    return rings[0] if rings else None
