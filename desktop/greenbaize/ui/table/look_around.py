"""Keyboard navigation between table elements: a transparent proxy with a text over each.

The proxies exist during navigation, and always while a screen reader is active.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from greenbaize.rules.things import Thing
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.handles import FRAME, PRESS
from greenbaize.ui.table.note import NoteText
from greenbaize.ui.widgets.accessibility import Group, name_for_ears
from greenbaize.ui.widgets.keyboard import is_listened
from greenbaize.ui.widgets.plain import Label
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr

_WAYS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Down: (0, 1),
}
_WIDEST: Final = 2.0
"""Largest ratio of sideways to forward distance of an element in a direction."""


def nearest(places: Mapping[Thing, QRectF], thing: Thing, way: tuple[int, int]) -> Thing | None:
    """Return the nearest element in a direction, if any."""
    here, found = places[thing], []
    for other, place in places.items():
        off = place.center() - here.center()
        ahead = off.x() * way[0] + off.y() * way[1]
        # Overlapping extents count as straight ahead, however long the elements are.
        apart_x = max(place.left() - here.right(), here.left() - place.right(), 0.0)
        apart_y = max(place.top() - here.bottom(), here.top() - place.bottom(), 0.0)
        aside = apart_x * abs(way[1]) + apart_y * abs(way[0])
        if ahead >= 1 and aside <= _WIDEST * ahead:
            found.append((ahead + 2 * aside, other))
    return min(found, key=lambda one: one[0])[1] if found else None


class FrameItem(DrawnItem):
    """Frame around the focused element.

    A bold frame is a light line on a dark one, which stands out from the cloth, from paper and from
    cards.
    """

    def __init__(self, level: float, *, bold: bool) -> None:
        self.level, self._bold = level, bold
        super().__init__()

    def go_round(self, place: QRectF) -> None:
        out = FRAME if self._bold else 0.0
        around = place.adjusted(-out, -out, out, out)
        self.set_size(around.width(), around.height())
        self.setPos(around.topLeft())
        self.show()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        thick, rounding = (FRAME, min(12.0, 0.2 * height)) if self._bold else (2.0, 10.0)
        frame = QRectF(thick / 2, thick / 2, width - thick, height - thick)
        if self._bold:
            painter.setPen(QPen(QColor(worn().plate), thick))
            painter.drawRoundedRect(frame, rounding, rounding)
            thick /= 2
        painter.setPen(QPen(QColor(worn().brass_text), thick))
        painter.drawRoundedRect(frame, rounding, rounding)


class ThingHandle(Label):
    """Focusable text over one table element."""

    focus_mark = True
    """The focus frame in the scene shows the focus."""

    def __init__(self, thing: Thing, around: "LookAround") -> None:
        super().__init__(parent=around)
        self.thing, self._around = thing, around
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint nothing: the focus frame is an item of the scene."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._around.hold(self.thing)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._around.let_go(self)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move with Tab through all elements of the table."""
        self._around.step(self.thing, 1 if forward else -1)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with arrows, open rules with Enter and digits, stop with Esc."""
        key, around = Qt.Key(event.key()), self._around
        if key in _WAYS:
            around.turn(self.thing, _WAYS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            around.step(None, 0 if key == Qt.Key.Key_Home else -1)
        elif key in PRESS:
            around.rule_asked.emit(0)
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            around.rule_asked.emit(key - Qt.Key.Key_1)
        elif key == Qt.Key.Key_Escape:
            around.end()
        else:
            event.ignore()


class LookAround(Group):
    """Proxies of all table elements, and the keyboard navigation between them."""

    looked = Signal(object)
    ended = Signal()
    rule_asked = Signal(int)
    """Request for the rule with this index on the note."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.on = False
        """Keyboard navigation is active."""
        self.ring = FrameItem(4900, bold=True)
        self._over = over
        self.home = over
        """Widget that gets the focus afterwards if the previously focused one is gone."""
        self._before: QWidget | None = None
        self._handles: dict[Thing, ThingHandle] = {}
        self._places: dict[Thing, QRectF] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setAccessibleName(tr("On the table"))
        self.hide()

    @property
    def held(self) -> Thing | None:
        return next((thing for thing, one in self._handles.items() if one.hasFocus()), None)

    @property
    def things(self) -> list[Thing]:
        return list(self._handles)

    def show_things(self, things: Sequence[tuple[Thing, QRectF, NoteText]]) -> None:
        """Set the elements, with their rectangles and texts."""
        self.setGeometry(self._over.rect())
        if is_listened():
            self.show()
        found: dict[Thing, ThingHandle] = {}
        for thing, place, text in things:
            handle = self._handles.pop(thing, None) or self._make(thing)
            name_for_ears(handle, text.sentence, text.quiet)
            handle.setGeometry(place.toAlignedRect())
            found[thing] = handle
        gone, self._handles = self._handles, found
        self._places = {thing: place for thing, place, _ in things}
        if any(handle.hasFocus() for handle in gone.values()):
            # The focused card has gone: continue with the first element.
            self._look_at(next(iter(found), None))
        for handle in gone.values():
            handle.hide()
            handle.deleteLater()
        if self.held is not None:
            self.ring.go_round(self._places[self.held])

    def _make(self, thing: Thing) -> ThingHandle:
        handle = ThingHandle(thing, self)
        handle.show()
        return handle

    def begin(self) -> None:
        if not self._handles:
            return
        self._begin()
        self._look_at(next(iter(self._handles)))

    def _begin(self) -> None:
        before = self.window().focusWidget()
        self._before = None if isinstance(before, ThingHandle) else before
        self.on = True
        self.show()

    def end(self) -> None:
        """Stop navigation and restore the previous focus."""
        if not self.on:
            return
        self._close()
        before, self._before = self._before, None
        # The card that had the focus may have been played since.
        held = before is not None and isValid(before) and before.isVisible()
        (before if held and before is not None else self.home).setFocus()

    def _close(self) -> None:
        self.on = False
        self.ring.hide()
        if not is_listened():
            self._let_all_go()
        self.ended.emit()

    def _let_all_go(self) -> None:
        handles, self._handles, self._places = self._handles, {}, {}
        for handle in handles.values():
            handle.deleteLater()
        self.hide()

    def _look_at(self, thing: Thing | None) -> None:
        if thing is None:
            self.end()
        else:
            self._handles[thing].setFocus(Qt.FocusReason.OtherFocusReason)

    def step(self, thing: Thing | None, step: int) -> None:
        things = list(self._handles)
        place = step if thing is None else things.index(thing) + step
        self._look_at(things[place % len(things)])

    def turn(self, thing: Thing, way: tuple[int, int]) -> None:
        there = nearest(self._places, thing, way)
        if there is not None:
            self._look_at(there)

    def hold(self, thing: Thing) -> None:
        if not self.on:
            self._begin()  # a screen reader has moved the focus here
        self.ring.go_round(self._places[thing])
        self.looked.emit(thing)

    def let_go(self, handle: ThingHandle) -> None:
        handles, focused = self._handles.values(), self.window().focusWidget()
        left = handle in handles and focused not in handles
        if self.on and left and self.window().isActiveWindow():
            # The user has moved on to another widget, which keeps the focus.
            self._before = None
            self._close()
