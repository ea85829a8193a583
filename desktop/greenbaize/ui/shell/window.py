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
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QWidget

from greenbaize.rules.messages import Message
from greenbaize.ui.shell.actions import MATCH, VIEW, Action
from greenbaize.ui.widgets.plain_text import accept_drop_as_copy
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.ui.widgets.window_geometry import (
    apply_font,
    encode_geometry,
    relayout,
    restore_geometry,
)
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl

    from greenbaize.ui.shell.services import Services
    from greenbaize.ui.speech.speech_service import SpeechService

PROGRAM_TITLE = "Green Baize"
MAX_WIDGET_SIZE = (1 << 24) - 1
"""Qt's value for no limit of a widget's size."""


class MainWindow(QMainWindow):
    """The program's window; ``set_services`` must be called before it is shown."""

    first_painted = Signal()
    """Emitted after the first paint."""
    urls_dropped = Signal(list)
    """Emitted with the addresses (``QUrl``) of what was dropped on the window."""
    closing = Signal()
    """Emitted when the window closes, while its page is still there."""
    closed = Signal()
    """Emitted when the window has closed and its page has been left."""

    services: "Services"
    speech: "SpeechService"

    def __init__(self) -> None:
        super().__init__()
        self.close_guards: list[Callable[[], bool]] = []
        """Called before the window closes; each may ask something, and then returns True."""
        self._skips_confirmation = False
        self.setWindowTitle(PROGRAM_TITLE)
        self.setAcceptDrops(True)

    def set_services(self, services: "Services", actions: list[Action]) -> None:
        """Create the menus of these actions, and follow the services' changes."""
        self.services, self.speech = services, services.speech
        services.actions.make_menus([*actions, *self._make_actions()])
        services.pages.changed.connect(self._on_page_changed)
        services.settings.changed.connect(services.actions.refresh)
        services.theme.layout_changed.connect(lambda: relayout(self))

    def restore_window_geometry(self) -> None:
        """Restore the window's last geometry; it is not shown yet."""
        request, geometry = self.services.request, self.services.settings.current.geometry
        restore_geometry(self, geometry, is_second=request.new_window)

    def _make_actions(self) -> list[Action]:
        def set_full_screen(is_full: bool) -> None:
            self.showFullScreen() if is_full else self.showNormal()

        return [
            Action("quit", tr("&Quit"), self.close, MATCH, 201, "Ctrl+Q", in_all_windows=True),
            Action(
                id="full_screen",
                text=tr("F&ull screen"),
                run=set_full_screen,
                menu=VIEW,
                position=11,
                keys="F11",
                is_checked=self.isFullScreen,
            ),
        ]

    def _on_page_changed(self) -> None:
        self.services.actions.refresh()
        page = self.services.pages.current
        heading = "" if page is None else page.heading
        # The game comes first, as lists of windows show the beginning.
        title = tr("{game} – {program}").format(game=heading, program=PROGRAM_TITLE)
        self.setWindowTitle(title if heading else PROGRAM_TITLE)
        self._update_menu_height()

    def _update_menu_height(self) -> None:
        """Hide the menus over a full-screen table for onlookers.

        At height 0 the shortcuts still work; they would not in a hidden menu bar.
        """
        page = self.services.pages.current
        hides_menus = page is not None and page.table_only and self.isFullScreen()
        self.menuBar().setMaximumHeight(0 if hides_menus else MAX_WIDGET_SIZE)

    # The first paint

    def watch_first_paint(self, widget: QWidget) -> None:
        """Call ``on_first_paint`` after this widget has been painted."""
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            # The paint follows this filter, and timers follow the paint.
            QTimer.singleShot(0, self.on_first_paint)
        return False

    def on_first_paint(self) -> None:
        self.first_painted.emit()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill with the cloth's colour what is not laid out yet: enlarging a window takes time."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(current_theme().felt))
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc dismiss a transient message where it has no other meaning."""
        if self.services.actions.explain_disabled_action(event):
            return
        escape = event.key() == Qt.Key.Key_Escape
        if not escape or not self.services.notifications.dismiss_transient():
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Restore the program's font after a change of the system's theme."""
        if event.type() == QEvent.Type.ThemeChange:
            apply_font()
        elif event.type() == QEvent.Type.WindowStateChange:
            self._update_menu_height()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.services.notifications.relayout()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files; the drop itself reports what cannot be opened."""
        if event.mimeData().hasUrls():
            accept_drop_as_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        accept_drop_as_copy(event)
        urls: list[QUrl] = event.mimeData().urls()
        self.urls_dropped.emit(urls)

    # Closing

    def close_without_asking(self) -> None:
        """Close without asking: the question was answered, or nobody is there to answer it."""
        self._skips_confirmation = True
        self.close()

    def remember_geometry(self) -> None:
        if not self.services.request.watch:
            self.services.settings.current.geometry = encode_geometry(self)

    def save_settings(self) -> Message | None:
        """Save settings and geometry; return the message to show if settings would be lost."""
        if self.services.request.watch:
            return None
        self.remember_geometry()
        settings = self.services.settings.current
        message = settings.save()
        return None if settings.unsaved_keys == {"geometry"} else message

    def closeEvent(self, event: QCloseEvent) -> None:
        pages = self.services.pages
        if not self._skips_confirmation and (
            pages.confirm_leave(self.close) or any(guard() for guard in self.close_guards)
        ):
            event.ignore()
            return
        self.closing.emit()
        self._close_child_windows()
        pages.leave_page()
        message = self.save_settings()
        if message is not None:
            self.services.errors.unsaved.append(Speaker().format_message(message))
        self.closed.emit()
        super().closeEvent(event)

    def _close_child_windows(self) -> None:
        """Close the windows beside this one; hide those that would ask something first."""
        for window in self.findChildren(QWidget):
            if window.isWindow() and window.isVisible() and not window.close():
                window.hide()
