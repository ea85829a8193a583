"""Base class of dialogs that scroll on small screens, scroll areas, and confirmations."""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QBoxLayout,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.labels import make_subheading
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel, set_tooltip
from greenbaize.ui.widgets.window_geometry import available_room, fit_into_room
from greenbaize.words.catalogue import tr

FOOT_GAP: Final = 8
"""Gap above the buttons while the content scrolls (pixels)."""
TEXT_WIDTH: Final = 360


_WHEEL_FIELDS: Final = (QComboBox, QAbstractSpinBox, QSlider)


class FocusScrollArea(QScrollArea):
    """A scroll area that scrolls to the focused widget, which Qt does not do.

    The mouse wheel only scrolls: fields passing under the pointer would change unnoticed.
    """

    def __init__(self, content: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Wheel and isinstance(watched, _WHEEL_FIELDS):
            event.ignore()
            return True
        if event.type() is QEvent.Type.LayoutRequest:  # fields may have been added
            for kind in _WHEEL_FIELDS:
                for field in watched.findChildren(kind):
                    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                    field.installEventFilter(self)
        return super().eventFilter(watched, event)

    def _on_focus_changed(self, _: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self.isAncestorOf(new):
            self.ensureWidgetVisible(new)


class VerticalScrollArea(FocusScrollArea):
    """A scroll area that scrolls vertically and is as wide as its content needs."""

    def __init__(self, content: QWidget, parent: QWidget) -> None:
        super().__init__(content, parent)
        self._content = content

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._content.minimumSizeHint().width() + bar, 120)

    def sizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        return self._content.sizeHint() + QSize(bar, 2)


class HorizontalScrollArea(FocusScrollArea):
    """A scroll area for a row, for example of buttons, that scrolls horizontally."""

    def __init__(self, content: QWidget, parent: QWidget) -> None:
        super().__init__(content, parent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._content = content
        self._is_too_narrow = False

    def minimumSizeHint(self) -> QSize:
        return QSize(min(120, self._content.minimumSizeHint().width()), self.sizeHint().height())

    def sizeHint(self) -> QSize:
        bar = self.horizontalScrollBar().sizeHint().height() if self._is_too_narrow else 0
        return self._content.sizeHint() + QSize(0, bar)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_too_narrow = self.width() < self._content.minimumSizeHint().width()
        if is_too_narrow != self._is_too_narrow:
            self._is_too_narrow = is_too_narrow
            self.updateGeometry()


def limit_to_screen(window: QWidget) -> None:
    """Limit one of Qt's own dialogs to the size of the screen."""
    room = available_room(window).size()
    window.setMaximumSize(room)
    window.resize(window.size().boundedTo(room))


class BaseDialog(QDialog):
    """A dialog that fits on the screen; if that is too small, all but the buttons scrolls."""

    def __init__(self, parent: QWidget | None = None, title: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._max_list_rows: dict[QListWidget, int] = {}
        """Lists made here, with their maximum number of visible rows."""

    def build_layout(
        self, *parts: QWidget | QLayout, margins: tuple[int, int] = (18, 14), spacing: int = 10
    ) -> QVBoxLayout:
        """Arrange parts in a column; ``margins`` are horizontal and vertical."""
        stretched_parts = (
            (part, int(isinstance(part, QListWidget | QScrollArea))) for part in parts
        )
        return make_column(
            *stretched_parts, widget=self, margins=(*margins, *margins), spacing=spacing
        )

    def make_button(
        self, text: str, slot: Callable[[], object] | SignalInstance, *, default: bool = False
    ) -> QPushButton:
        """Return a button that Enter presses only if it is the default or has the focus."""
        button = QPushButton(text, self)
        button.setAutoDefault(default)
        button.setDefault(default)
        button.clicked.connect(slot)
        return button

    def make_list(
        self, texts: Iterable[str], *, wraps: bool = True, max_rows: int = 6
    ) -> QListWidget:
        """Return a list named after the dialog, with its first entry selected.

        Once shown it is as high as its entries, up to ``max_rows`` of them.
        """
        entries = QListWidget(self)
        self._max_list_rows[entries] = max_rows
        entries.setAccessibleName(self.windowTitle())
        if wraps:
            entries.setSpacing(1)
            entries.setWordWrap(True)
            entries.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for text in texts:
            set_tooltip(QListWidgetItem(text, entries), text)
        entries.setCurrentRow(0)
        return entries

    def make_close_row(self, text: str) -> QDialogButtonBox:
        """Return a button row with a single button that closes the dialog."""
        buttons = QDialogButtonBox(self)
        self.close_button = buttons.addButton(text, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        return buttons

    def _fit_lists(self) -> None:
        """Set the height of lists to that of their rows at the current width."""
        layout = self.layout()
        if layout is None or not self._max_list_rows:
            return
        layout.activate()
        for entries, max_rows in self._max_list_rows.items():
            entries.doItemsLayout()
            rows = min(max_rows, entries.count())
            if not rows or entries.isHidden():
                continue
            first, last = (entries.visualItemRect(entries.item(row)) for row in (0, rows - 1))
            frame_height = entries.height() - entries.viewport().height() + 2 * entries.spacing()
            list_height = last.bottom() + 1 - first.top() + frame_height
            entries.setMinimumHeight(first.height() + frame_height)
            self.resize(self.width(), self.height() + list_height - entries.height())
            entries.setMaximumHeight(list_height)

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():
            self._fit_lists()
            self._scroll_if_needed(available_room(self).size())
            self.resize(self.size().boundedTo(available_room(self).size()))
        super().showEvent(event)
        geometry = fit_into_room(self.geometry(), available_room(self))
        if not event.spontaneous() and geometry != self.geometry():
            self.setGeometry(geometry)

    def event(self, event: QEvent) -> bool:
        """Adopt the application's palette when it changes."""
        if event.type() == QEvent.Type.ApplicationPaletteChange:
            self.setPalette(QPalette())
        return super().event(event)

    def _scroll_if_needed(self, room: QSize) -> None:
        layout = self.layout()
        if not isinstance(layout, QBoxLayout):
            return
        min_size = layout.totalMinimumSize()
        if layout.hasHeightForWidth():
            wide = min(max(self.width(), min_size.width()), room.width())
            min_size.setHeight(max(min_size.height(), layout.totalMinimumHeightForWidth(wide)))
        if min_size.width() > room.width() or min_size.height() > room.height():
            self._wrap_in_scroll_area(layout)
        else:
            # Large text may need more room once the style sheet applies.
            self.resize(self.size().expandedTo(min_size))

    def _wrap_in_scroll_area(self, layout: QBoxLayout) -> None:
        focused, edges = self.focusWidget(), layout.contentsMargins()
        button_item = layout.takeAt(layout.count() - 1) if _ends_with_buttons(layout) else None
        layout.setContentsMargins(0, 0, 2, 0)
        content = QWidget(self)
        content.setLayout(layout)
        column = make_column((FocusScrollArea(content, self), 1), widget=self, spacing=FOOT_GAP)
        column.setContentsMargins(edges)
        if button_item is not None:
            column.addItem(button_item)
        self.setMinimumSize(0, 0)
        if focused is not None:
            focused.setFocus()


def _ends_with_buttons(layout: QLayout) -> bool:
    """Return True if the last item of a layout is a row of buttons."""
    last = layout.itemAt(layout.count() - 1)
    row = None if last is None else last.layout()
    if row is None:
        return last is not None and isinstance(last.widget(), QDialogButtonBox)
    items = [row.itemAt(index) for index in range(row.count())]
    widgets = [item.widget() for item in items if item is not None and item.widget() is not None]
    return bool(widgets) and all(isinstance(widget, QPushButton) for widget in widgets)


class ConfirmationDialog(BaseDialog):
    """A dialog that asks for confirmation; Enter and Esc decline unless “yes” has the focus.

    Open it with ``open()``; it deletes itself on close and has the palette of its parent.
    ``details`` describes the consequences; ``yes_label`` and ``no_label`` are the button labels.
    """

    confirmed = Signal()

    def __init__(
        self, parent: QWidget, question: str, details: str, yes_label: str, no_label: str
    ) -> None:
        super().__init__(parent, tr("Green Baize"))
        self.setPalette(parent.palette())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(question)
        self.setAccessibleDescription(details)
        text = PlainLabel(details, self)
        text.setWordWrap(True)
        text.setMinimumWidth(round(scale_pixels(TEXT_WIDTH, 1.6)))
        self.yes_button = self.make_button(yes_label, self.accept)
        self.yes_button.setAutoDefault(True)  # Enter presses it while it has the focus
        self.no_button = self.make_button(no_label, self.reject, default=True)
        self.button_layout = make_row(STRETCH, self.yes_button, self.no_button)
        column = self.build_layout(make_subheading(question, self), text, self.button_layout)
        column.setContentsMargins(20, 18, 20, 16)
        column.insertSpacing(2, 4)
        self.accepted.connect(self.confirmed)
        self.no_button.setFocus()


def make_play_again_dialog(parent: QWidget) -> ConfirmationDialog:
    """Return a dialog that asks whether to start another match during a match."""
    return ConfirmationDialog(
        parent,
        tr("Leave this match and play another?"),
        tr("It stays among the unfinished matches; you can continue it later."),
        tr("Play &another"),
        tr("&Keep playing"),
    )


def make_abandon_dialog(parent: QWidget) -> ConfirmationDialog:
    """Return a dialog that asks whether to abandon a match."""
    return ConfirmationDialog(
        parent,
        tr("Abandon this match?"),
        tr("You cannot continue it afterwards, and nobody wins it."),
        tr("&Abandon"),
        tr("&Keep playing"),
    )
