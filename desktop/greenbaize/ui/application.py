"""The Qt application: start-up, signals, garbage collection, and error output."""

import gc
import os
import signal
import socket
import sys
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import (
    QEvent,
    QMessageLogContext,
    QSocketNotifier,
    QTimer,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtGui import QFileOpenEvent, QWindow
from PySide6.QtWidgets import QApplication

from greenbaize.app.signals import SignalInterrupt, exit_on_signal, gc_paused, handle_signals
from greenbaize.app.tables.play_request import NoDisplayError, PlayRequest
from greenbaize.rules.messages import Message
from greenbaize.ui.instance_lock import InstanceLock
from greenbaize.ui.widgets.accessibility import FocusRingController
from greenbaize.ui.widgets.fonts import load_fonts
from greenbaize.ui.widgets.latin_chords import LatinChordFilter
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.ui.widgets.style import BASE_STYLE, prepare_application
from greenbaize.ui.widgets.window_geometry import initialize_fonts
from greenbaize.ui.window_session import (
    WindowRenewal,
    WindowSession,
    load_settings,
    make_error_hook,
)
from greenbaize.words.names import sanitise_text

if TYPE_CHECKING:
    from greenbaize.match.header import GamesByName

MAX_SENTENCE_LETTERS: Final = 600
"""Maximum length of a sentence printed at exit, in letters; sentences contain paths."""


class Application(QApplication):
    """The Qt application; on macOS it also receives the records opened from the desktop."""

    record_opened = Signal(str)
    """Emitted with the path of a file to open."""

    def __init__(self, arguments: list[str]) -> None:
        set_font_folder(os.environ)
        # Pass the style by name: as an object it would need a Python class that is slow to create.
        # The style is a child of the application, whose children nothing iterates over.
        super().__init__([*arguments, "-style", BASE_STYLE])
        FocusRingController(self)
        LatinChordFilter(self)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            self.record_opened.emit(event.file())
            return True
        return super().event(event)


def set_font_folder(environment: MutableMapping[str, str], system: str = sys.platform) -> None:
    """Set the font folder for Qt on Windows, where the offscreen platform does not look for one."""
    if system == "win32" and environment.get("QT_QPA_PLATFORM") == "offscreen":
        environment.setdefault("QT_QPA_FONTDIR", str(Path(environment["SYSTEMROOT"], "Fonts")))


def make_application() -> QApplication:
    """Return the Qt application with the program's fonts; create it if there is none."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = Application(sys.argv[:1])
    application.setApplicationName("greenbaize")
    application.setApplicationDisplayName("Green Baize")
    application.setDesktopFileName("io.github.greenbaize.GreenBaize")
    prepare_application(application)
    load_fonts()
    initialize_fonts(application)
    return application


def run_window(
    request: PlayRequest,
    games: "GamesByName",
    lock: InstanceLock | None = None,
    notice: Message | None = None,
) -> int:
    """Open the window and play; return the exit status of the process.

    ``lock`` is the lock of the first instance, if this is it; requests of later starts come to it.
    ``notice`` is shown in the window. Raises ``NoDisplayError``, or ``SignalInterrupt`` where
    a signal has closed the window.
    """
    qInstallMessageHandler(_on_qt_message)
    # An exception raised inside one of Qt's own calls is lost there, or crashes the program.
    with gc_paused(), exit_on_signal():
        application = make_application()
        if not QWindow().winId():
            raise NoDisplayError
        settings = load_settings()
        set_window_language(settings.language)
        program = WindowSession(request, games, settings=settings)
        if notice is not None:
            program.opened.connect(partial(program.services.notifications.show_message, notice))
        window_renewal = WindowRenewal(program, lock)
        if isinstance(application, Application):
            application.record_opened.connect(window_renewal.open_file)
        sys.excepthook = make_error_hook(program)
        program.open_request()
        program.window.show()
    # Until the end: a second signal must not raise inside Qt's own calls either.
    with gc_on_this_thread(), quit_on_signals() as received_signals:
        try:
            code = application.exec()
            if received_signals:
                window_renewal.session.window.close_without_asking()
        finally:
            window_renewal.close()
    error_log = window_renewal.session.services.errors
    # In watch mode there may have been nobody to read these in the window.
    sentences = (
        [*error_log.lost_programs, error_log.last_error]
        if request.watch and not received_signals
        else []
    )
    for sentence in filter(None, [*sentences, *error_log.unsaved]):
        if sys.stderr is not None:
            print(sanitise_text(sentence, MAX_SENTENCE_LETTERS), file=sys.stderr)
    if received_signals:
        raise SignalInterrupt(received_signals[0])
    return 1 if request.watch and error_log.last_error else code


@contextmanager
def quit_on_signals() -> Iterator[list[int]]:
    """Quit Qt's event loop on a signal; yield the list of received signal numbers.

    Python runs its handlers between its own instructions, and there are none while Qt waits: the
    system's handler writes to a socket, which wakes the loop.
    """
    received_signals: list[int] = []

    def on_signal(number: int, _: object) -> None:
        received_signals.append(number)
        QTimer.singleShot(0, QApplication.exit)  # a quit before the loop runs would be lost

    read_socket, write_socket = socket.socketpair()
    with read_socket, write_socket, handle_signals(on_signal):
        read_socket.setblocking(False)
        write_socket.setblocking(False)
        notifier = QSocketNotifier(read_socket.fileno(), QSocketNotifier.Type.Read)
        notifier.activated.connect(lambda: read_socket.recv(1024))
        previous_fd = signal.set_wakeup_fd(write_socket.fileno(), warn_on_full_buffer=False)
        try:
            yield received_signals
        finally:
            signal.set_wakeup_fd(previous_fd)
            notifier.setEnabled(False)


def _on_qt_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    # The offscreen platform prints this for every window with a minimum size.
    if not text.startswith("This plugin does not support"):
        print(text, file=sys.stderr)


GC_INTERVAL_MS: Final = 1000


@contextmanager
def gc_on_this_thread() -> Iterator[None]:
    """Collect garbage by a timer of this thread only, for as long as the context lasts.

    Python collects in whichever thread happens to allocate, and Qt's objects must not be destroyed
    outside their own thread: the thread that updates the match history could destroy the scene of a
    table that has been closed.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    timer = QTimer(interval=GC_INTERVAL_MS)
    timer.timeout.connect(collect_garbage)
    timer.start()
    try:
        yield
    finally:
        timer.stop()
        if was_enabled:
            gc.collect(0)
            gc.enable()


def collect_garbage() -> None:
    """Collect every generation that is over its threshold, as Python would."""
    due_generations = [
        generation
        for generation, (count, threshold) in enumerate(
            zip(gc.get_count(), gc.get_threshold(), strict=True)
        )
        if count > threshold
    ]
    if due_generations:
        gc.collect(max(due_generations))
