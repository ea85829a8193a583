"""Text fit measurement: texts that are too large for their space, elided or covered.

Text that the program paints itself is recorded while it is painted; text that Qt's style draws is
measured against the rectangle the style reserves for it.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QKeySequence, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QGraphicsView,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMainWindow,
    QMenu,
    QMenuBar,
    QPushButton,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QTabBar,
    QTableView,
    QTextBrowser,
    QToolButton,
    QWidget,
)

from greenbaize.ui.prompts.round_button import RoundButton
from greenbaize.ui.table.aids import Aid
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.widgets.plain import Line

LONG = "WWWWWW"
"""A part of every name of maximum length; such names may be elided."""
SMALLEST = 12
"""Minimum font size (px)."""
_LINE = 0.72
"""Fraction of a line's height that its letters cover."""


@dataclass(frozen=True)
class Written:
    """A painted text and the rectangles reserved and used, in the paint device's pixels."""

    text: str
    room: QRectF
    taken: QRectF
    pixels: int
    device: Any


@dataclass
class Heard:
    """The texts painted so far."""

    written: list[Written] = field(default_factory=list)
    shortened: list[str] = field(default_factory=list)
    """Texts painted elided."""


def _number(flags: Any) -> int:
    return flags if isinstance(flags, int) else int(flags.value)


@contextmanager
def listening() -> Iterator[Heard]:
    """Record every text that the program paints itself until the block ends."""
    heard = Heard()
    draw = QPainter.drawText
    cuts = {kind: kind.elidedText for kind in (QFontMetrics, QFontMetricsF)}

    def draw_and_note(painter: QPainter, *given: Any) -> Any:
        if len(given) >= 3 and isinstance(given[0], QRect | QRectF) and given[2].strip():
            room, text = QRectF(given[0]), given[2]
            flags = _number(given[1]) & ~_number(Qt.TextFlag.TextDontClip)
            metrics = QFontMetricsF(painter.font())
            taken = metrics.boundingRect(room, flags, text)
            thin = (1 - _LINE) / 2 * metrics.height()
            taken.adjust(0, thin, 0, -thin)
            way = painter.combinedTransform()
            one = Written(
                text,
                way.mapRect(room),
                way.mapRect(taken),
                painter.font().pixelSize(),
                painter.device(),
            )
            heard.written.append(one)
        return draw(painter, *given)

    def cut_and_note(kind: Any) -> Any:
        def cut(metrics: Any, text: str, *how: Any) -> str:
            shown = cuts[kind](metrics, text, *how)
            if shown != text:
                heard.shortened.append(text)
            return str(shown)

        return cut

    QPainter.drawText = draw_and_note  # type: ignore[method-assign]
    for kind in cuts:
        kind.elidedText = cut_and_note(kind)
    try:
        yield heard
    finally:
        QPainter.drawText = draw  # type: ignore[method-assign]
        for kind, cut in cuts.items():
            kind.elidedText = cut


def faults(window: QWidget) -> list[str]:
    """Return the window's texts that are not entirely visible, each in a line with the reason."""
    QApplication.processEvents()
    for aid in window.findChildren(Aid):
        aid.redraw()  # it caches its pixmap and would paint no text
    with listening() as heard:
        window.grab()
    found = [*_of_painted(heard, "painted")]
    for one in (window, *window.findChildren(QWidget)):
        if one.isVisible() and one.window() is window:
            found += _of_widget(one)
            if isinstance(one, QGraphicsView):
                found += _of_table(one)
    return list(dict.fromkeys(found))


# Text painted by the program


def _of_painted(heard: Heard, where: str) -> Iterator[str]:
    for text in heard.shortened:
        if LONG not in text:
            yield f"{where}: shortened {text!r}"
    by_device: dict[int, list[Written]] = {}
    for one in heard.written:
        if LONG in one.text or one.text.endswith("…"):
            continue
        if not one.room.adjusted(-1.5, -1.5, 1.5, 1.5).contains(one.taken):
            yield f"{where}: {one.text!r} takes {_size(one.taken)} of {_size(one.room)}"
        if isinstance(one.device, QPixmap) and not _area(one.device).contains(one.taken):
            yield f"{where}: {one.text!r} is cut at the edge of its picture"
        if one.pixels < SMALLEST:
            yield f"{where}: {one.text!r} is of {one.pixels} pixels"
        by_device.setdefault(id(one.device), []).append(one)
    for written in by_device.values():
        for place, one in enumerate(written):
            for other in written[place + 1 :]:
                both = one.taken.intersected(other.taken)
                if one.text != other.text and both.width() > 2 and both.height() > 2:
                    yield f"{where}: {one.text!r} and {other.text!r} lie on each other"


def _area(picture: QPixmap) -> QRectF:
    return QRectF(picture.rect()).adjusted(-1.5, -1.5, 1.5, 1.5)


def _size(rect: QRectF) -> str:
    return f"{rect.width():.0f}x{rect.height():.0f}"


# Text on the table


def _of_table(view: QGraphicsView) -> Iterator[str]:
    cloth = QRectF(view.viewport().rect())
    lying: list[tuple[str, Written]] = []
    scene = view.scene()
    for item in scene.items():
        if not isinstance(item, DrawnItem) or not item.isVisible():
            continue
        width, height = item.boundingRect().width(), item.boundingRect().height()
        picture = QPixmap(max(1, round(width)), max(1, round(height)))
        picture.fill(Qt.GlobalColor.transparent)
        name = type(item).__name__
        with listening() as heard:
            painter = QPainter(picture)
            item.draw(painter, width, height)
            painter.end()
        yield from _of_painted(heard, name)
        whole = [one for one in heard.shortened if LONG in one]
        yield from (
            f"{name}: the whole of {one!r} is nowhere" for one in whole if one not in item.toolTip()
        )
        for one in heard.written:
            there = one.taken.translated(item.pos())
            if item.scale() == 1.0 and not cloth.contains(there):
                yield f"{name}: {one.text!r} is cut at the edge of the table"
            lying.append((name, Written(one.text, there, there, one.pixels, item)))
    fixed = [pair for pair in lying if pair[0] in _FIXED]
    for place, (name, one) in enumerate(fixed):
        for other_name, other in fixed[place + 1 :]:
            both = one.taken.intersected(other.taken)
            if one.device is not other.device and both.width() > 2 and both.height() > 2:
                yield f"{name} {one.text!r} lies on {other_name} {other.text!r}"


_FIXED = ("NoticeItem", "SignItem", "PlateItem", "StockWords")
"""Items that always lie on the table, at fixed positions."""


# Text drawn by Qt's style


def _of_widget(one: QWidget) -> Iterator[str]:
    name = type(one).__name__
    for text, room, taken, *tips in _rooms(one):
        if not text.strip():
            continue
        wide = taken[0] > room[0] + 1
        if wide and LONG in text:
            told = (one.toolTip(), one.accessibleName(), *tips)
            if not any(text in tip for tip in told):
                yield f"{name}: the whole of {text!r} is nowhere"
        elif wide or taken[1] > room[1] + 2:
            yield f"{name}: {text!r} takes {taken} of {room}"
    if _says(one):
        yield from _covered(one)
    if isinstance(one, QAbstractScrollArea) and not isinstance(one, QGraphicsView):
        sideways = one.horizontalScrollBar()
        hidden = one.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        # A page as wide as its tables asks for its margins beside them.
        spare = 24 if isinstance(one, QTextBrowser) else 0
        if sideways.maximum() > spare and hidden and not isinstance(one, QHeaderView):
            yield f"{name}: {sideways.maximum()} pixels are cut off at the right"


Room = tuple[str, tuple[float, float], tuple[float, float]] | tuple[str, Any, Any, str]
"""A text, its available and required size (width and height), and optionally its tooltip."""


def _rooms(one: QWidget) -> Iterator[Room]:
    metrics = one.fontMetrics()
    if isinstance(one, QLabel):
        yield from _rooms_of_label(one)
    elif isinstance(one, RoundButton):
        return  # paints itself
    elif isinstance(one, QPushButton | QCheckBox | QRadioButton):
        yield from _rooms_of_button(one)
    elif isinstance(one, QToolButton) and one.text() and one.icon().isNull():
        size = metrics.size(Qt.TextFlag.TextShowMnemonic, one.text())
        yield one.text(), (one.width() - 4, one.height()), (size.width(), _LINE * size.height())
    elif isinstance(one, QComboBox):
        yield from _rooms_of_choice(one)
    elif isinstance(one, QLineEdit):
        # Typed text scrolls.
        text = "" if one.text() else one.placeholderText()
        inner = one.width() - 6 - one.textMargins().left() - one.textMargins().right()
        yield text, (inner, one.height()), (metrics.horizontalAdvance(text), 0)
    elif isinstance(one, QGroupBox):
        yield one.title(), (one.width() - 16, 99), (metrics.horizontalAdvance(one.title()), 0)
    elif isinstance(one, QTabBar | QMenuBar):
        yield from _rooms_of_bar(one)
    elif isinstance(one, QAbstractItemView) and one.model() is not None:
        yield from _rooms_of_items(one)


def _rooms_of_button(one: QPushButton | QCheckBox | QRadioButton) -> Iterator[Room]:
    style, metrics = one.style(), one.fontMetrics()
    option = QStyleOptionButton()
    option.initFrom(one)
    part = {
        QPushButton: QStyle.SubElement.SE_PushButtonContents,
        QCheckBox: QStyle.SubElement.SE_CheckBoxContents,
        QRadioButton: QStyle.SubElement.SE_RadioButtonContents,
    }[next(k for k in (QPushButton, QCheckBox, QRadioButton) if isinstance(one, k))]
    room = style.subElementRect(part, option, one)
    size = metrics.size(Qt.TextFlag.TextShowMnemonic, one.text())
    yield (
        one.text().replace("&&", "&"),
        (room.width(), room.height()),
        (size.width(), _LINE * size.height()),
    )


def _rooms_of_choice(one: QComboBox) -> Iterator[Room]:
    style, metrics = one.style(), one.fontMetrics()
    combo = QStyleOptionComboBox()
    combo.initFrom(one)
    combo.editable = one.isEditable()
    edit = style.subControlRect(
        QStyle.ComplexControl.CC_ComboBox, combo, QStyle.SubControl.SC_ComboBoxEditField, one
    )
    for place in range(one.count()):
        text = one.itemText(place)
        wide = edit.width()
        if place != one.currentIndex():
            wide = max(wide, one.view().minimumWidth() - 24)  # only visible in the popup list
        yield text, (wide, edit.height()), (metrics.horizontalAdvance(text), 0)


def _rooms_of_bar(one: QTabBar | QMenuBar) -> Iterator[Room]:
    metrics = one.fontMetrics()
    if isinstance(one, QTabBar):
        for place in range(one.count()):
            rect = one.tabRect(place)
            room_of = (min(rect.right(), one.width()) - rect.left() - 12, 99)
            taken = metrics.horizontalAdvance(one.tabText(place).replace("&", ""))
            yield one.tabText(place), room_of, (taken, 0)
    else:
        for action in one.actions():
            rect = one.actionGeometry(action)
            taken = metrics.horizontalAdvance(action.text().replace("&", ""))
            yield action.text(), (min(rect.width(), one.width() - rect.left()), 99), (taken, 0)


def _rooms_of_label(one: QLabel) -> Iterator[Room]:
    room = one.contentsRect()
    if isinstance(one, Line) and LONG in one.text():
        return  # if it is elided, its tooltip has the whole text
    if one.wordWrap():
        wanted = one.heightForWidth(one.width())
        words = one.text().split()
        longest = max(map(one.fontMetrics().horizontalAdvance, words), default=0)
        yield one.text(), (room.width(), one.height()), (longest, wanted)
    elif one.text():
        size = one.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, one.text())
        yield one.text(), (room.width(), room.height()), (size.width(), _LINE * size.height())


def _rooms_of_items(view: QAbstractItemView) -> Iterator[Room]:
    model = view.model()
    if isinstance(view, QHeaderView):
        way = view.orientation()
        if way is Qt.Orientation.Horizontal and type(view) is QHeaderView:
            for place in range(model.columnCount()):
                text = str(model.headerData(place, way) or "")
                wide = max(map(view.fontMetrics().horizontalAdvance, text.split("\n")))
                yield text, (view.sectionSize(place) - 6, 99), (wide, 0)
        return
    if not isinstance(view, QListView | QTableView):
        return
    columns = [0] if isinstance(view, QListView) else range(model.columnCount())
    sideways = isinstance(view, QListView)
    for row in range(model.rowCount()):
        for column in columns:
            index = model.index(row, column)
            text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
            rect, hint = view.visualRect(index), view.sizeHintForIndex(index)
            if not text or rect.isEmpty() or type(view).__module__.startswith("greenbaize"):
                continue  # the program's own views paint themselves
            room = view.viewport().width() if sideways else rect.width()
            taken = hint.width()
            if view.wordWrap():
                taken = max(map(view.fontMetrics().horizontalAdvance, text.split())) + 6
            tip = str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
            yield text, (room, rect.height()), (taken, _LINE * hint.height()), tip


def _says(one: QWidget) -> str:
    """Return the text a button, label or combo box displays."""
    if isinstance(one, QAbstractButton | QLabel):
        return one.text() or one.accessibleName()
    return one.currentText() if isinstance(one, QComboBox) else ""


def _covered(one: QWidget) -> Iterator[str]:
    """Yield a fault if a widget is clipped by a parent that cannot be scrolled."""
    name, inner, rect = type(one).__name__, one, one.rect()
    while not inner.isWindow():
        parent = inner.parentWidget()
        rect = QRect(inner.mapToParent(QPoint(rect.x(), rect.y())), rect.size())
        area = parent.parentWidget() if parent is not None else None
        if isinstance(area, QAbstractScrollArea) and area.viewport() is parent:
            bars = area.verticalScrollBar(), area.horizontalScrollBar()
            if bars[0].maximum() > 0:
                rect.setTop(max(rect.top(), 0))
                rect.setHeight(max(0, min(rect.height(), parent.height() - rect.top())))
            if bars[1].maximum() > 0:
                rect.setLeft(max(rect.left(), 0))
                rect.setWidth(max(0, min(rect.width(), parent.width() - rect.left())))
            if rect.isEmpty():
                return  # scrolled out of sight
        if not parent.rect().adjusted(-1, -1, 1, 1).contains(rect):
            yield f"{name}: {_says(one)!r} is cut off by {type(parent).__name__}"
            return
        inner = parent


def settle(window: QWidget) -> None:
    """Process pending layouts and deferred deletions."""
    for _ in range(3):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
    del window


def letters_twice(window: QWidget) -> list[str]:
    """Return the mnemonics that several visible elements of a window share."""
    texts = [one.text() for one in window.findChildren(QAbstractButton) if one.isVisible()]
    texts += [one.text() for one in window.findChildren(QLabel) if one.isVisible() and one.buddy()]
    for bar in window.findChildren(QTabBar):
        texts += [bar.tabText(place) for place in range(bar.count()) if bar.isVisible()]
    if isinstance(window, QMainWindow):  # its page and its menu bar share the mnemonics
        texts += [one.text() for one in window.menuBar().actions() if one.isVisible()]
    if isinstance(window, QMenu):
        texts += [one.text() for one in window.actions() if one.isVisible()]
    keys = Counter(key for text in texts if not (key := QKeySequence.mnemonic(text)).isEmpty())
    return [key.toString() for key, times in keys.items() if times > 1]
