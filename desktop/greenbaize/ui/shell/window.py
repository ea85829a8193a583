"""The main window: it shows pages and menus, and knows no feature by name."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QWidget

from greenbaize.rules.messages import Message
from greenbaize.ui.shell.actions import MATCH, VIEW, Action
from greenbaize.ui.widgets.plain import accept_copy
from greenbaize.ui.widgets.theme import worn
from greenbaize.ui.widgets.window_geometry import WindowGeometry, lay_anew, text_of, use_font
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl

    from greenbaize.ui.shell.services import Services
    from greenbaize.ui.speech.speaking import Speaking

PROGRAM = "Green Baize"
WIDGET_MOST = (1 << 24) - 1
"""Qt's value for no limit of a widget's size."""


class MainWindow(QMainWindow):
    """The program's window; ``set_services`` must be called before it is shown."""

    painted = Signal()
    """Emitted after the first paint."""
    dropped = Signal(list)
    """Emitted with the addresses (``QUrl``) of what was dropped on the window."""
    closing = Signal()
    """Emitted when the window closes, while its page is still there."""
    closed = Signal()
    """Emitted when the window has closed and its page has been left."""

    services: "Services"
    speech: "Speaking"

    def __init__(self) -> None:
        super().__init__()
        self.guards: list[Callable[[], bool]] = []
        """Called before the window closes; each may ask something, and then returns True."""
        self._closing = False
        self._standing = WindowGeometry()
        self.setWindowTitle(PROGRAM)
        self.setAcceptDrops(True)

    def furnish(self, services: "Services", actions: list[Action]) -> None:
        """Create the menus of these actions, and follow the services' changes."""
        self.services, self.speech = services, services.speech
        services.actions.make_menus([*actions, *self._actions()])
        services.pages.changed.connect(self._on_page_changed)
        services.settings.changed.connect(services.actions.refresh)
        services.theme.reshaped.connect(lambda: lay_anew(self))

    def take_place(self) -> None:
        """Restore the window's last geometry; it is not shown yet."""
        request, geometry = self.services.request, self.services.settings.now.geometry
        self._standing.take(self, geometry, another=request.new_window)

    def _actions(self) -> list[Action]:
        def fill(on: bool) -> None:
            self.showFullScreen() if on else self.showNormal()

        keys = QKeySequence.StandardKey.Quit
        return [
            Action("quit", tr("&Quit"), self.close, MATCH, 201, keys),
            Action(
                *("full_screen", tr("F&ull screen"), fill, VIEW, 11, "F11"),
                checked=self.isFullScreen,
            ),
        ]

    def _on_page_changed(self) -> None:
        self.services.actions.refresh()
        page = self.services.pages.current
        heading = "" if page is None else page.heading
        # The game comes first, as lists of windows show the beginning.
        title = tr("{game} – {program}").format(game=heading, program=PROGRAM)
        self.setWindowTitle(title if heading else PROGRAM)
        self._fit_menus()

    def _fit_menus(self) -> None:
        """Hide the menus over a full-screen table for onlookers.

        At height 0 the shortcuts still work; they would not in a hidden menu bar.
        """
        page = self.services.pages.current
        alone = page is not None and page.table_only and self.isFullScreen()
        self.menuBar().setMaximumHeight(0 if alone else WIDGET_MOST)

    # The first paint

    def await_paint(self, widget: QWidget) -> None:
        """Call ``on_first_paint`` after this widget has been painted."""
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            # The paint follows this filter, and timers follow the paint.
            QTimer.singleShot(0, self.after_first_paint)
        return False

    def after_first_paint(self) -> None:
        self.painted.emit()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill with the cloth's colour what is not laid out yet: enlarging a window takes time."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(worn().felt))
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc dismiss a transient message where it has no other meaning."""
        if self.services.actions.tell_why_not(event):
            return
        escape = event.key() == Qt.Key.Key_Escape
        if not escape or not self.services.notifications.put_away_passing():
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Restore the program's font after a change of the system's theme."""
        if event.type() == QEvent.Type.ThemeChange:
            use_font()
        elif event.type() == QEvent.Type.WindowStateChange:
            self._fit_menus()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.services.notifications.lay_out()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files; the drop itself reports what cannot be opened."""
        if event.mimeData().hasUrls():
            accept_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        accept_copy(event)
        urls: list[QUrl] = event.mimeData().urls()
        self.dropped.emit(urls)

    # Closing

    def close_now(self) -> None:
        """Close without asking: the question was answered, or nobody is there to answer it."""
        self._closing = True
        self.close()

    def remember_place(self) -> None:
        if not self.services.request.watch:
            self.services.settings.now.geometry = text_of(self)

    def leave_place(self) -> None:
        self._standing.leave()

    def save_settings(self) -> Message | None:
        """Save settings and geometry; return the message to show if settings would be lost."""
        if self.services.request.watch:
            return None
        self.remember_place()
        settings = self.services.settings.now
        lost = settings.save()
        return None if settings.unsaved == {"geometry"} else lost

    def closeEvent(self, event: QCloseEvent) -> None:
        pages = self.services.pages
        if not self._closing and (
            pages.asks_first(self.close) or any(asks() for asks in self.guards)
        ):
            event.ignore()
            return
        self.closing.emit()
        pages.leave()
        lost = self.save_settings()
        if lost is not None:
            self.services.troubles.unwritten.append(Speaker().say(lost))
        self.closed.emit()
        self.leave_place()
        super().closeEvent(event)
