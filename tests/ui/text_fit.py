"""Text fit measurement: texts that are too large for their space, elided or covered.

Text that the program paints itself is recorded while it is painted; text that Qt's style draws is
measured against the rectangle the style reserves for it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QPainter, QPixmap
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
from greenbaize.ui.table.cached_item import CachedItem
from greenbaize.ui.table.cloth_buttons import ClothButton
from greenbaize.ui.widgets.plain_text import ElidedLabel

LONG_NAME_PART = "WWWWWW"
"""A part of every name of maximum length; such names may be elided."""
MIN_FONT_PX = 12
"""Minimum font size (px)."""
_LETTER_HEIGHT_RATIO = 0.72
"""Fraction of a line's height that its letters cover."""


@dataclass(frozen=True)
class PaintedText:
    """A painted text and the rectangles reserved and used, in the paint device's pixels."""

    text: str
    available_rect: QRectF
    used_rect: QRectF
    font_px: int
    device: Any


@dataclass
class PaintLog:
    """The texts painted so far."""

    painted_texts: list[PaintedText] = field(default_factory=list)
    elided_texts: list[str] = field(default_factory=list)
    """Texts painted elided."""


def _flag_value(flags: Any) -> int:
    return flags if isinstance(flags, int) else int(flags.value)


@contextmanager
def recorded_painting() -> Iterator[PaintLog]:
    """Record every text that the program paints itself until the block ends."""
    paint_log = PaintLog()
    original_draw_text = QPainter.drawText
    original_elide_functions = {
        metrics_class: metrics_class.elidedText for metrics_class in (QFontMetrics, QFontMetricsF)
    }

    def draw_and_record(painter: QPainter, *args: Any) -> Any:
        if len(args) >= 3 and isinstance(args[0], QRect | QRectF) and args[2].strip():
            available_rect, text = QRectF(args[0]), args[2]
            flags = _flag_value(args[1]) & ~_flag_value(Qt.TextFlag.TextDontClip)
            metrics = QFontMetricsF(painter.font())
            used_rect = metrics.boundingRect(available_rect, flags, text)
            margin = (1 - _LETTER_HEIGHT_RATIO) / 2 * metrics.height()
            used_rect.adjust(0, margin, 0, -margin)
            transform = painter.combinedTransform()
            painted_text = PaintedText(
                text,
                transform.mapRect(available_rect),
                transform.mapRect(used_rect),
                painter.font().pixelSize(),
                painter.device(),
            )
            paint_log.painted_texts.append(painted_text)
        return original_draw_text(painter, *args)

    def recording_elide(metrics_class: Any) -> Any:
        def elide_and_record(metrics: Any, text: str, *args: Any) -> str:
            elided = original_elide_functions[metrics_class](metrics, text, *args)
            if elided != text:
                paint_log.elided_texts.append(text)
            return str(elided)

        return elide_and_record

    QPainter.drawText = draw_and_record  # type: ignore[method-assign]
    for metrics_class in original_elide_functions:
        metrics_class.elidedText = recording_elide(metrics_class)
    try:
        yield paint_log
    finally:
        QPainter.drawText = original_draw_text  # type: ignore[method-assign]
        for metrics_class, elide_text in original_elide_functions.items():
            metrics_class.elidedText = elide_text


def find_text_faults(window: QWidget) -> list[str]:
    """Return the window's texts that are not entirely visible, each in a line with the reason."""
    QApplication.processEvents()
    for corner_widget in window.findChildren(ClothButton):
        corner_widget.redraw()  # it caches its pixmap and would paint no text
    with recorded_painting() as paint_log:
        window.grab()
    faults = [*_painting_faults(paint_log, "painted")]
    for widget in (window, *window.findChildren(QWidget)):
        if widget.isVisible() and widget.window() is window:
            faults += _widget_faults(widget)
            if isinstance(widget, QGraphicsView):
                faults += _table_faults(widget)
    return list(dict.fromkeys(faults))


# Text painted by the program


def _painting_faults(paint_log: PaintLog, source: str) -> Iterator[str]:
    for text in paint_log.elided_texts:
        if LONG_NAME_PART not in text:
            yield f"{source}: shortened {text!r}"
    by_device: dict[int, list[PaintedText]] = {}
    for painted in paint_log.painted_texts:
        if LONG_NAME_PART in painted.text or painted.text.endswith("…"):
            continue
        if not painted.available_rect.adjusted(-1.5, -1.5, 1.5, 1.5).contains(painted.used_rect):
            used, available = map(_format_size, (painted.used_rect, painted.available_rect))
            yield f"{source}: {painted.text!r} takes {used} of {available}"
        if isinstance(painted.device, QPixmap) and not _picture_area(painted.device).contains(
            painted.used_rect
        ):
            yield f"{source}: {painted.text!r} is cut at the edge of its picture"
        if painted.font_px < MIN_FONT_PX:
            yield f"{source}: {painted.text!r} is of {painted.font_px} pixels"
        by_device.setdefault(id(painted.device), []).append(painted)
    for painted_texts in by_device.values():
        for index, painted in enumerate(painted_texts):
            for other in painted_texts[index + 1 :]:
                overlap = painted.used_rect.intersected(other.used_rect)
                if painted.text != other.text and overlap.width() > 2 and overlap.height() > 2:
                    yield f"{source}: {painted.text!r} and {other.text!r} lie on each other"


def _picture_area(picture: QPixmap) -> QRectF:
    return QRectF(picture.rect()).adjusted(-1.5, -1.5, 1.5, 1.5)


def _format_size(rect: QRectF) -> str:
    return f"{rect.width():.0f}x{rect.height():.0f}"


# Text on the table


def _table_faults(view: QGraphicsView) -> Iterator[str]:
    cloth = QRectF(view.viewport().rect())
    table_texts: list[tuple[str, PaintedText]] = []
    scene = view.scene()
    for item in scene.items():
        if not isinstance(item, CachedItem) or not item.isVisible():
            continue
        width, height = item.boundingRect().width(), item.boundingRect().height()
        picture = QPixmap(max(1, round(width)), max(1, round(height)))
        picture.fill(Qt.GlobalColor.transparent)
        name = type(item).__name__
        with recorded_painting() as paint_log:
            painter = QPainter(picture)
            item.paint_content(painter, width, height)
            painter.end()
        yield from _painting_faults(paint_log, name)
        elided_names = [painted for painted in paint_log.elided_texts if LONG_NAME_PART in painted]
        yield from (
            f"{name}: the whole of {painted!r} is nowhere"
            for painted in elided_names
            if painted not in item.toolTip()
        )
        for painted in paint_log.painted_texts:
            table_rect = painted.used_rect.translated(item.pos())
            if item.scale() == 1.0 and not cloth.contains(table_rect):
                yield f"{name}: {painted.text!r} is cut at the edge of the table"
            table_texts.append(
                (name, PaintedText(painted.text, table_rect, table_rect, painted.font_px, item))
            )
    fixed_texts = [pair for pair in table_texts if pair[0] in _FIXED_ITEMS]
    for index, (name, painted) in enumerate(fixed_texts):
        for other_name, other in fixed_texts[index + 1 :]:
            overlap = painted.used_rect.intersected(other.used_rect)
            if painted.device is not other.device and overlap.width() > 2 and overlap.height() > 2:
                yield f"{name} {painted.text!r} lies on {other_name} {other.text!r}"


_FIXED_ITEMS = ("NoticeItem", "TrumpSignItem", "PlateItem", "StockCountItem")
"""Items that always lie on the table, at fixed positions."""


# Text drawn by Qt's style


def _widget_faults(widget: QWidget) -> Iterator[str]:
    name = type(widget).__name__
    for text, available, required, *tips in _measure_widget(widget):
        if not text.strip():
            continue
        is_too_wide = required[0] > available[0] + 1
        if is_too_wide and LONG_NAME_PART in text:
            alternative_texts = (widget.toolTip(), widget.accessibleName(), *tips)
            if not any(text in tip for tip in alternative_texts):
                yield f"{name}: the whole of {text!r} is nowhere"
        elif is_too_wide or required[1] > available[1] + 2:
            yield f"{name}: {text!r} takes {required} of {available}"
    if _displayed_text(widget):
        yield from _clipping_faults(widget)
    if isinstance(widget, QAbstractScrollArea) and not isinstance(widget, QGraphicsView):
        horizontal_bar = widget.horizontalScrollBar()
        hides_bar = widget.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        # A page as wide as its tables asks for its margins beside them.
        allowed_overflow = 24 if isinstance(widget, QTextBrowser) else 0
        if (
            horizontal_bar.maximum() > allowed_overflow
            and hides_bar
            and not isinstance(widget, QHeaderView)
        ):
            yield f"{name}: {horizontal_bar.maximum()} pixels are cut off at the right"


TextMeasurement = tuple[str, tuple[float, float], tuple[float, float]] | tuple[str, Any, Any, str]
"""A text, its available and required size (width and height), and optionally its tooltip."""


def _measure_widget(widget: QWidget) -> Iterator[TextMeasurement]:
    metrics = widget.fontMetrics()
    if isinstance(widget, QLabel):
        yield from _measure_label(widget)
    elif isinstance(widget, RoundButton):
        return  # paints itself
    elif isinstance(widget, QPushButton | QCheckBox | QRadioButton):
        yield from _measure_button(widget)
    elif isinstance(widget, QToolButton) and widget.text() and widget.icon().isNull():
        size = metrics.size(Qt.TextFlag.TextShowMnemonic, widget.text())
        yield (
            widget.text(),
            (widget.width() - 4, widget.height()),
            (size.width(), _LETTER_HEIGHT_RATIO * size.height()),
        )
    elif isinstance(widget, QComboBox):
        yield from _measure_combo_box(widget)
    elif isinstance(widget, QLineEdit):
        # Typed text scrolls.
        text = "" if widget.text() else widget.placeholderText()
        inner_width = (
            widget.width() - 6 - widget.textMargins().left() - widget.textMargins().right()
        )
        yield text, (inner_width, widget.height()), (metrics.horizontalAdvance(text), 0)
    elif isinstance(widget, QGroupBox):
        yield (
            widget.title(),
            (widget.width() - 16, 99),
            (metrics.horizontalAdvance(widget.title()), 0),
        )
    elif isinstance(widget, QTabBar | QMenuBar):
        yield from _measure_bar(widget)
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _measure_items(widget)


def _measure_button(button: QPushButton | QCheckBox | QRadioButton) -> Iterator[TextMeasurement]:
    style, metrics = button.style(), button.fontMetrics()
    option = QStyleOptionButton()
    option.initFrom(button)
    sub_element = {
        QPushButton: QStyle.SubElement.SE_PushButtonContents,
        QCheckBox: QStyle.SubElement.SE_CheckBoxContents,
        QRadioButton: QStyle.SubElement.SE_RadioButtonContents,
    }[
        next(
            button_class
            for button_class in (QPushButton, QCheckBox, QRadioButton)
            if isinstance(button, button_class)
        )
    ]
    available = style.subElementRect(sub_element, option, button)
    size = metrics.size(Qt.TextFlag.TextShowMnemonic, button.text())
    yield (
        button.text().replace("&&", "&"),
        (available.width(), available.height()),
        (size.width(), _LETTER_HEIGHT_RATIO * size.height()),
    )


def _measure_combo_box(combo_box: QComboBox) -> Iterator[TextMeasurement]:
    style, metrics = combo_box.style(), combo_box.fontMetrics()
    style_option = QStyleOptionComboBox()
    style_option.initFrom(combo_box)
    style_option.editable = combo_box.isEditable()
    edit_rect = style.subControlRect(
        QStyle.ComplexControl.CC_ComboBox,
        style_option,
        QStyle.SubControl.SC_ComboBoxEditField,
        combo_box,
    )
    for index in range(combo_box.count()):
        text = combo_box.itemText(index)
        available_width = edit_rect.width()
        if index != combo_box.currentIndex():
            available_width = max(
                available_width, combo_box.view().minimumWidth() - 24
            )  # only visible in the popup list
        yield text, (available_width, edit_rect.height()), (metrics.horizontalAdvance(text), 0)


def _measure_bar(bar: QTabBar | QMenuBar) -> Iterator[TextMeasurement]:
    metrics = bar.fontMetrics()
    if isinstance(bar, QTabBar):
        for index in range(bar.count()):
            rect = bar.tabRect(index)
            available = (min(rect.right(), bar.width()) - rect.left() - 12, 99)
            required_width = metrics.horizontalAdvance(bar.tabText(index).replace("&", ""))
            yield bar.tabText(index), available, (required_width, 0)
    else:
        for action in bar.actions():
            rect = bar.actionGeometry(action)
            required_width = metrics.horizontalAdvance(action.text().replace("&", ""))
            yield (
                action.text(),
                (min(rect.width(), bar.width() - rect.left()), 99),
                (required_width, 0),
            )


def _measure_label(label: QLabel) -> Iterator[TextMeasurement]:
    available = label.contentsRect()
    if isinstance(label, ElidedLabel) and LONG_NAME_PART in label.text():
        return  # if it is elided, its tooltip has the whole text
    if label.wordWrap():
        required_height = label.heightForWidth(label.width())
        words = label.text().split()
        longest = max(map(label.fontMetrics().horizontalAdvance, words), default=0)
        yield label.text(), (available.width(), label.height()), (longest, required_height)
    elif label.text():
        size = label.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, label.text())
        yield (
            label.text(),
            (available.width(), available.height()),
            (size.width(), _LETTER_HEIGHT_RATIO * size.height()),
        )


def _measure_items(view: QAbstractItemView) -> Iterator[TextMeasurement]:
    model = view.model()
    if isinstance(view, QHeaderView):
        orientation = view.orientation()
        if orientation is Qt.Orientation.Horizontal and type(view) is QHeaderView:
            for column_index in range(model.columnCount()):
                text = str(model.headerData(column_index, orientation) or "")
                required_width_of_header = max(
                    map(view.fontMetrics().horizontalAdvance, text.split("\n"))
                )
                yield text, (view.sectionSize(column_index) - 6, 99), (required_width_of_header, 0)
        return
    if not isinstance(view, QListView | QTableView):
        return
    columns = [0] if isinstance(view, QListView) else range(model.columnCount())
    is_list = isinstance(view, QListView)
    for row in range(model.rowCount()):
        for column in columns:
            index = model.index(row, column)
            text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
            rect, hint = view.visualRect(index), view.sizeHintForIndex(index)
            if not text or rect.isEmpty() or type(view).__module__.startswith("greenbaize"):
                continue  # the program's own views paint themselves
            available_width = view.viewport().width() if is_list else rect.width()
            required_width = hint.width()
            if view.wordWrap():
                required_width = max(map(view.fontMetrics().horizontalAdvance, text.split())) + 6
            tip = str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
            yield (
                text,
                (available_width, rect.height()),
                (required_width, _LETTER_HEIGHT_RATIO * hint.height()),
                tip,
            )


def _displayed_text(widget: QWidget) -> str:
    """Return the text a button, label or combo box displays."""
    if isinstance(widget, QAbstractButton | QLabel):
        return widget.text() or widget.accessibleName()
    return widget.currentText() if isinstance(widget, QComboBox) else ""


def _clipping_faults(widget: QWidget) -> Iterator[str]:
    """Yield a fault if a widget is clipped by a parent that cannot be scrolled."""
    name, child, rect = type(widget).__name__, widget, widget.rect()
    while not child.isWindow():
        parent = child.parentWidget()
        rect = QRect(child.mapToParent(QPoint(rect.x(), rect.y())), rect.size())
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
            yield f"{name}: {_displayed_text(widget)!r} is cut off by {type(parent).__name__}"
            return
        child = parent


def process_layouts(window: QWidget) -> None:
    """Process pending layouts and deferred deletions."""
    for _ in range(3):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
    del window
