"""The program's window: the Qt application, its fonts and its safety net for errors."""

import sys
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.header import Games
from greenbaize.resources import resources
from greenbaize.ui import fonts
from greenbaize.ui.window import MainWindow

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
    """Open the window and play; returns the process's exit status."""
    qInstallMessageHandler(_on_qt_message)
    application = make_application()
    window = MainWindow(request, games)
    sys.excepthook = error_hook(window)
    window.show()
    window.start()
    code = application.exec()
    if request.watch:
        # Perhaps nobody was at the window to read it there.
        for sentence in filter(None, [*window.losses, window.trouble]):
            print(sentence, file=sys.stderr)
    return 1 if request.watch and window.trouble else code


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
