"""The program's window: the Qt application, its fonts and its safety net for errors."""

import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Final

from PySide6.QtCore import (
    QMessageLogContext,
    QSocketNotifier,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from greenbaize.app.signals import Stopped, handled, left_at_once
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.header import Games
from greenbaize.resources import resources
from greenbaize.ui import fonts
from greenbaize.ui.window import MainWindow
from greenbaize.words.names import shown_words

LONGEST_SENTENCE: Final = 600
"""Letters of a sentence that is told at the end; paths are in it."""
Hook = Callable[[type[BaseException], BaseException, TracebackType | None], None]


def make_application() -> QApplication:
    """The Qt application with the program's fonts; the one there is already, if so."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(sys.argv[:1])
    application.setApplicationName("greenbaize")
    application.setApplicationDisplayName("Green Baize")
    application.setDesktopFileName("greenbaize")
    fonts.load_fonts()
    application.setFont(fonts.font(fonts.NORMAL))
    application.setWindowIcon(QIcon(str(resources() / "icons" / "greenbaize-256.png")))
    return application


def run(request: PlayRequest, games: Games) -> int:
    """Open the window and play; returns the process's exit status.

    Raises:
        Stopped: a signal has closed the window, and the match was left.
    """
    qInstallMessageHandler(_on_qt_message)
    with left_at_once():  # what is raised amid Qt's own calls is lost there, or worse
        application = make_application()
        window = MainWindow(request, games)
        sys.excepthook = error_hook(window)
        window.show()
        window.start()
    with signals_heard() as came:
        code = application.exec()
    if came:
        window.close_now()
    # Perhaps nobody was at the window to read it there.
    told = [*window.losses, window.trouble] if request.watch and not came else []
    for sentence in filter(None, [*told, *window.unwritten]):
        if sys.stderr is not None:
            print(shown_words(sentence, LONGEST_SENTENCE), file=sys.stderr)
    if came:
        raise Stopped(came[0])
    return 1 if request.watch and window.trouble else code


@contextmanager
def signals_heard() -> Iterator[list[int]]:
    """Let a signal end Qt's loop; yields the numbers of those that have come.

    Python's handlers run between its own steps, and while Qt waits there are none: a socket that
    the system's handler writes to wakes it.
    """
    came: list[int] = []

    def on_signal(number: int, _: object) -> None:
        came.append(number)
        QTimer.singleShot(0, QApplication.exit)  # which would be lost where no loop runs yet

    woken, wake = socket.socketpair()
    with woken, wake, handled(on_signal):
        woken.setblocking(False)
        wake.setblocking(False)
        notifier = QSocketNotifier(woken.fileno(), QSocketNotifier.Type.Read)
        notifier.activated.connect(lambda: woken.recv(1024))
        before = signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
        try:
            yield came
        finally:
            signal.set_wakeup_fd(before)
            notifier.setEnabled(False)


def _on_qt_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    # The offscreen platform says this of every window that has a smallest size.
    if not text.startswith("This plugin does not support"):
        print(text, file=sys.stderr)


def error_hook(window: MainWindow) -> Hook:
    """What Python is to do with an error nobody expected: let the window say a sentence."""

    def on_error(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        window.tell_error(error.with_traceback(trace))

    return on_error
