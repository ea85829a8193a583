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

from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.notes import subheading
from greenbaize.ui.widgets.plain import Label, set_tip
from greenbaize.ui.widgets.window_geometry import room_of, within
from greenbaize.words.catalogue import tr

FOOT_GAP: Final = 8
"""Gap above the buttons while the content scrolls (pixels)."""
WIDTH: Final = 360


_FIELDS: Final = (QComboBox, QAbstractSpinBox, QSlider)


class PaperScroll(QScrollArea):
    """A scroll area that scrolls to the focused widget, which Qt does not do.

    The mouse wheel only scrolls: fields passing under the pointer would change unnoticed.
    """

    def __init__(self, sheet: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(sheet)
        sheet.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Wheel and isinstance(watched, _FIELDS):
            event.ignore()
            return True
        if event.type() is QEvent.Type.LayoutRequest:  # fields may have been added
            for kind in _FIELDS:
                for field in watched.findChildren(kind):
                    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                    field.installEventFilter(self)
        return super().eventFilter(watched, event)

    def _on_focus_changed(self, _: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self.isAncestorOf(new):
            self.ensureWidgetVisible(new)


class TallScroll(PaperScroll):
    """A scroll area that scrolls vertically and is as wide as its content needs."""

    def __init__(self, sheet: QWidget, parent: QWidget) -> None:
        super().__init__(sheet, parent)
        self._sheet = sheet

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._sheet.minimumSizeHint().width() + bar, 120)

    def sizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        return self._sheet.sizeHint() + QSize(bar, 2)


class WideScroll(PaperScroll):
    """A scroll area for a row, for example of buttons, that scrolls horizontally."""

    def __init__(self, sheet: QWidget, parent: QWidget) -> None:
        super().__init__(sheet, parent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._sheet = sheet
        self._lacks = False

    def minimumSizeHint(self) -> QSize:
        return QSize(min(120, self._sheet.minimumSizeHint().width()), self.sizeHint().height())

    def sizeHint(self) -> QSize:
        bar = self.horizontalScrollBar().sizeHint().height() if self._lacks else 0
        return self._sheet.sizeHint() + QSize(0, bar)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        lacks = self.width() < self._sheet.minimumSizeHint().width()
        if lacks != self._lacks:
            self._lacks = lacks
            self.updateGeometry()


def fit_on_screen(window: QWidget) -> None:
    """Limit one of Qt's own dialogs to the size of the screen."""
    room = room_of(window).size()
    window.setMaximumSize(room)
    window.resize(window.size().boundedTo(room))


class Dialog(QDialog):
    """A dialog that fits on the screen; if that is too small, all but the buttons scrolls."""

    def __init__(self, parent: QWidget | None = None, title: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._lists: dict[QListWidget, int] = {}
        """Lists made here, with their maximum number of visible rows."""

    def lay_out(
        self, *parts: QWidget | QLayout, edges: tuple[int, int] = (18, 14), spacing: int = 10
    ) -> QVBoxLayout:
        """Arrange parts in a column; ``margins`` are horizontal and vertical."""
        shared = ((part, int(isinstance(part, QListWidget | QScrollArea))) for part in parts)
        return column_of(*shared, within=self, margins=(*edges, *edges), spacing=spacing)

    def button(
        self, words: str, slot: Callable[[], object] | SignalInstance, *, default: bool = False
    ) -> QPushButton:
        """Return a button that Enter presses only if it is the default or has the focus."""
        button = QPushButton(words, self)
        button.setAutoDefault(default)
        button.setDefault(default)
        button.clicked.connect(slot)
        return button

    def make_list(
        self, texts: Iterable[str], *, wraps: bool = True, most_rows: int = 6
    ) -> QListWidget:
        """Return a list named after the dialog, with its first entry selected.

        Once shown it is as high as its entries, up to ``max_rows`` of them.
        """
        entries = QListWidget(self)
        self._lists[entries] = most_rows
        entries.setAccessibleName(self.windowTitle())
        if wraps:
            entries.setSpacing(1)
            entries.setWordWrap(True)
            entries.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for text in texts:
            set_tip(QListWidgetItem(text, entries), text)
        entries.setCurrentRow(0)
        return entries

    def close_row(self, words: str) -> QDialogButtonBox:
        """Return a button row with a single button that closes the dialog."""
        buttons = QDialogButtonBox(self)
        self.close_button = buttons.addButton(words, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        return buttons

    def _fit_lists(self) -> None:
        """Set the height of lists to that of their rows at the current width."""
        layout = self.layout()
        if layout is None or not self._lists:
            return
        layout.activate()
        for entries, most in self._lists.items():
            entries.doItemsLayout()
            rows = min(most, entries.count())
            if not rows or entries.isHidden():
                continue
            first, last = (entries.visualItemRect(entries.item(row)) for row in (0, rows - 1))
            around = entries.height() - entries.viewport().height() + 2 * entries.spacing()
            whole = last.bottom() + 1 - first.top() + around
            entries.setMinimumHeight(first.height() + around)
            self.resize(self.width(), self.height() + whole - entries.height())
            entries.setMaximumHeight(whole)

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():
            self._fit_lists()
            self._scroll_if_needed(room_of(self).size())
            self.resize(self.size().boundedTo(room_of(self).size()))
        super().showEvent(event)
        place = within(self.geometry(), room_of(self))
        if not event.spontaneous() and place != self.geometry():
            self.setGeometry(place)

    def event(self, event: QEvent) -> bool:
        """Adopt the application's palette when it changes."""
        if event.type() == QEvent.Type.ApplicationPaletteChange:
            self.setPalette(QPalette())
        return super().event(event)

    def _scroll_if_needed(self, room: QSize) -> None:
        layout = self.layout()
        if not isinstance(layout, QBoxLayout):
            return
        least = layout.totalMinimumSize()
        if layout.hasHeightForWidth():
            wide = min(max(self.width(), least.width()), room.width())
            least.setHeight(max(least.height(), layout.totalMinimumHeightForWidth(wide)))
        if least.width() > room.width() or least.height() > room.height():
            self._let_scroll(layout)
        else:
            # Large text may need more room once the style sheet applies.
            self.resize(self.size().expandedTo(least))

    def _let_scroll(self, layout: QBoxLayout) -> None:
        focused, edges = self.focusWidget(), layout.contentsMargins()
        foot = layout.takeAt(layout.count() - 1) if _has_buttons(layout) else None
        layout.setContentsMargins(0, 0, 2, 0)
        sheet = QWidget(self)
        sheet.setLayout(layout)
        column = column_of((PaperScroll(sheet, self), 1), within=self, spacing=FOOT_GAP)
        column.setContentsMargins(edges)
        if foot is not None:
            column.addItem(foot)
        self.setMinimumSize(0, 0)
        if focused is not None:
            focused.setFocus()


def _has_buttons(layout: QLayout) -> bool:
    """Return True if the last item of a layout is a row of buttons."""
    last = layout.itemAt(layout.count() - 1)
    row = None if last is None else last.layout()
    if row is None:
        return last is not None and isinstance(last.widget(), QDialogButtonBox)
    items = [row.itemAt(place) for place in range(row.count())]
    widgets = [item.widget() for item in items if item is not None and item.widget() is not None]
    return bool(widgets) and all(isinstance(one, QPushButton) for one in widgets)


class Confirmation(Dialog):
    """A dialog that asks for confirmation; Enter and Esc both decline.

    Open it with ``open()``; it deletes itself on close and has the palette of its parent.
    ``details`` describes the consequences; ``yes_label`` and ``no_label`` are the button labels.
    """

    confirmed = Signal()

    def __init__(self, parent: QWidget, question: str, more: str, yes: str, no: str) -> None:
        super().__init__(parent, tr("Green Baize"))
        self.setPalette(parent.palette())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(question)
        self.setAccessibleDescription(more)
        text = Label(more, self)
        text.setWordWrap(True)
        text.setMinimumWidth(round(grown(WIDTH, 1.6)))
        self.yes_button = self.button(yes, self.accept)
        self.no_button = self.button(no, self.reject, default=True)
        self.buttons = row_of(STRETCH, self.yes_button, self.no_button)
        column = self.lay_out(subheading(question, self), text, self.buttons)
        column.setContentsMargins(20, 18, 20, 16)
        column.insertSpacing(2, 4)
        self.accepted.connect(self.confirmed)
        self.no_button.setFocus()


def again_question(parent: QWidget) -> Confirmation:
    """Return a dialog that asks whether to start another match during a match."""
    return Confirmation(
        parent,
        tr("Leave this match and play another?"),
        tr("It stays among the unfinished matches; you can continue it later."),
        tr("Play &another"),
        tr("&Keep playing"),
    )


def abandon_question(parent: QWidget) -> Confirmation:
    """Return a dialog that asks whether to abandon a match."""
    return Confirmation(
        parent,
        tr("Abandon this match?"),
        tr("You cannot continue it afterwards, and nobody wins it."),
        tr("&Abandon"),
        tr("&Keep playing"),
    )
