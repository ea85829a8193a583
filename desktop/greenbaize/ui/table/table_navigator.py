"""Keyboard navigation between table elements: a transparent proxy with a text over each.

The proxies exist during navigation, and always while a screen reader is active.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from greenbaize.rules.table_elements import TableElement
from greenbaize.ui.table.cached_item import CachedItem
from greenbaize.ui.table.hand_proxies import ACTIVATION_KEYS, FOCUS_FRAME_PX
from greenbaize.ui.table.note import NoteText
from greenbaize.ui.widgets.accessibility import AccessibleGroup, set_spoken_name
from greenbaize.ui.widgets.keyboard import is_screen_reader_active
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr

_DIRECTIONS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Down: (0, 1),
}
_MAX_SIDE_RATIO: Final = 2.0
"""Largest ratio of sideways to forward distance of an element in a direction."""


def find_nearest_element(
    rects: Mapping[TableElement, QRectF], element: TableElement, direction: tuple[int, int]
) -> TableElement | None:
    """Return the nearest element in a direction, if any."""
    start, candidates = rects[element], []
    for other, rect in rects.items():
        offset = rect.center() - start.center()
        ahead = offset.x() * direction[0] + offset.y() * direction[1]
        # Overlapping extents count as straight ahead, however long the elements are.
        gap_x = max(rect.left() - start.right(), start.left() - rect.right(), 0.0)
        gap_y = max(rect.top() - start.bottom(), start.top() - rect.bottom(), 0.0)
        side_distance = gap_x * abs(direction[1]) + gap_y * abs(direction[0])
        if ahead >= 1 and side_distance <= _MAX_SIDE_RATIO * ahead:
            candidates.append((ahead + 2 * side_distance, other))
    return min(candidates, key=lambda candidate: candidate[0])[1] if candidates else None


class FocusFrameItem(CachedItem):
    """Frame around the focused element.

    A bold frame is a light line on a dark one, which stands out from the cloth, from paper and from
    cards.
    """

    def __init__(self, level: float, *, bold: bool) -> None:
        self.z_value, self._is_bold = level, bold
        super().__init__()

    def surround_rect(self, rect: QRectF) -> None:
        margin = FOCUS_FRAME_PX if self._is_bold else 0.0
        frame = rect.adjusted(-margin, -margin, margin, margin)
        self.set_size(frame.width(), frame.height())
        self.setPos(frame.topLeft())
        self.show()

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        thick, rounding = (
            (FOCUS_FRAME_PX, min(12.0, 0.2 * height)) if self._is_bold else (2.0, 10.0)
        )
        frame = QRectF(thick / 2, thick / 2, width - thick, height - thick)
        if self._is_bold:
            painter.setPen(QPen(QColor(current_theme().plate), thick))
            painter.drawRoundedRect(frame, rounding, rounding)
            thick /= 2
        painter.setPen(QPen(QColor(current_theme().brass_text), thick))
        painter.drawRoundedRect(frame, rounding, rounding)


class ElementProxy(PlainLabel):
    """Focusable text over one table element."""

    focus_mark = True
    """The focus frame in the scene shows the focus."""

    def __init__(self, element: TableElement, navigator: "TableNavigator") -> None:
        super().__init__(parent=navigator)
        self.element, self._navigator = element, navigator
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint nothing: the focus frame is an item of the scene."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._navigator.on_proxy_focused(self.element)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._navigator.on_proxy_unfocused(self)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move with Tab through all elements of the table."""
        self._navigator.step_focus(self.element, 1 if forward else -1)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with arrows, open rules with Enter and digits, menus with theirs, stop with Esc."""
        key, navigator = Qt.Key(event.key()), self._navigator
        if key in _DIRECTIONS:
            navigator.move_focus(self.element, _DIRECTIONS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            navigator.step_focus(None, 0 if key == Qt.Key.Key_Home else -1)
        elif key in ACTIVATION_KEYS:
            navigator.rule_requested.emit(0)
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            navigator.rule_requested.emit(key - Qt.Key.Key_1)
        elif key == Qt.Key.Key_Menu:
            navigator.menu_requested.emit(self.element, self.mapToGlobal(self.rect().center()))
        elif key == Qt.Key.Key_Escape:
            navigator.stop_navigation()
        else:
            event.ignore()


class TableNavigator(AccessibleGroup):
    """Proxies of all table elements, and the keyboard navigation between them."""

    element_focused = Signal(object)
    navigation_ended = Signal()
    menu_requested = Signal(object, QPoint)
    """A menu is requested for this element, at this position on the screen."""
    rule_requested = Signal(int)
    """Request for the rule with this index on the note."""

    def __init__(self, table_widget: QWidget) -> None:
        super().__init__(table_widget)
        self.is_active = False
        """Keyboard navigation is active."""
        self.focus_frame = FocusFrameItem(4900, bold=True)
        self._table_widget = table_widget
        self.fallback_focus = table_widget
        """Widget that gets the focus afterwards if the previously focused one is gone."""
        self._previous_focus: QWidget | None = None
        self._proxies: dict[TableElement, ElementProxy] = {}
        self._rects: dict[TableElement, QRectF] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setAccessibleName(tr("On the table"))
        self.hide()

    @property
    def focused_element(self) -> TableElement | None:
        return next((element for element, proxy in self._proxies.items() if proxy.hasFocus()), None)

    @property
    def elements(self) -> list[TableElement]:
        return list(self._proxies)

    def set_elements(self, elements: Sequence[tuple[TableElement, QRectF, NoteText]]) -> None:
        """Set the elements, with their rectangles and texts."""
        self.setGeometry(self._table_widget.rect())
        if is_screen_reader_active():
            self.show()
        proxies: dict[TableElement, ElementProxy] = {}
        for element, rect, text in elements:
            proxy = self._proxies.pop(element, None) or self._create_proxy(element)
            set_spoken_name(proxy, text.sentence, text.details_with_rules)
            proxy.setGeometry(rect.toAlignedRect())
            proxies[element] = proxy
        removed, self._proxies = self._proxies, proxies
        self._rects = {element: rect for element, rect, _ in elements}
        if any(proxy.hasFocus() for proxy in removed.values()):
            # The focused card has gone: continue with the first element.
            self._focus_element(next(iter(proxies), None))
        for proxy in removed.values():
            proxy.hide()
            proxy.deleteLater()
        if self.focused_element is not None:
            self.focus_frame.surround_rect(self._rects[self.focused_element])

    def _create_proxy(self, element: TableElement) -> ElementProxy:
        proxy = ElementProxy(element, self)
        proxy.show()
        return proxy

    def start_navigation(self) -> None:
        if not self._proxies:
            return
        self._activate()
        self._focus_element(next(iter(self._proxies)))

    def _activate(self) -> None:
        previous = self.window().focusWidget()
        self._previous_focus = None if isinstance(previous, ElementProxy) else previous
        self.is_active = True
        self.show()

    def stop_navigation(self) -> None:
        """Stop navigation and restore the previous focus."""
        if not self.is_active:
            return
        self._deactivate()
        previous = self._previous_focus
        # The card that had the focus may have been played since.
        is_available = previous is not None and isValid(previous) and previous.isVisible()
        (previous if is_available and previous is not None else self.fallback_focus).setFocus()

    def _deactivate(self) -> None:
        self.is_active = False
        self.focus_frame.hide()
        if not is_screen_reader_active():
            self._remove_proxies()
        self.navigation_ended.emit()

    def _remove_proxies(self) -> None:
        proxies, self._proxies, self._rects = self._proxies, {}, {}
        for proxy in proxies.values():
            proxy.deleteLater()
        self.hide()

    def _focus_element(self, element: TableElement | None) -> None:
        if element is None:
            self.stop_navigation()
        else:
            self._proxies[element].setFocus(Qt.FocusReason.OtherFocusReason)

    def step_focus(self, element: TableElement | None, step: int) -> None:
        elements = list(self._proxies)
        index = step if element is None else elements.index(element) + step
        self._focus_element(elements[index % len(elements)])

    def move_focus(self, element: TableElement, direction: tuple[int, int]) -> None:
        neighbour = find_nearest_element(self._rects, element, direction)
        if neighbour is not None:
            self._focus_element(neighbour)

    def on_proxy_focused(self, element: TableElement) -> None:
        if not self.is_active:
            self._activate()  # a screen reader has moved the focus here
        self.focus_frame.surround_rect(self._rects[element])
        self.element_focused.emit(element)

    def on_proxy_unfocused(self, proxy: ElementProxy) -> None:
        proxies, focused = self._proxies.values(), self.window().focusWidget()
        has_left = proxy in proxies and focused not in proxies
        if self.is_active and has_left and self.window().isActiveWindow():
            # The user has moved on to another widget, which keeps the focus.
            self._deactivate()
