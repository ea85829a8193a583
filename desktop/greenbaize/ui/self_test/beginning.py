"""How the self-test begins with Qt: the application as the window has it, and errors kept."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Final

from PySide6.QtCore import (
    QMessageLogContext,
    QtMsgType,
    qInstallMessageHandler,
    qVersion,
)
from PySide6.QtWidgets import QApplication

from greenbaize.ui.application import make_application

HARMLESS: Final = "This plugin does not support"
"""Said by the offscreen platform of windows that have a smallest size or are raised."""

_complaints: Final[list[str]] = []


def complaints() -> tuple[str, ...]:
    """What Qt has complained of since the self-test began."""
    return tuple(_complaints)


def qt_begun() -> tuple[str, str, str]:
    """Make the application; Qt's version, its platform, and the style of the dialogs."""
    application = make_application()
    _complaints.clear()
    return qVersion(), QApplication.platformName(), application.style().name()


@contextmanager
def heeding() -> Iterator[list[BaseException]]:
    """Note what goes wrong where Qt calls us, and what Qt complains of.

    Yields:
        The errors so far. The first is raised at the end, if nothing else has been.
    """
    errors: list[BaseException] = []

    def on_error(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        del kind
        errors.append(error.with_traceback(trace))

    def on_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not text.startswith(HARMLESS):
            _complaints.append(text)

    hook, sys.excepthook = sys.excepthook, on_error
    handler = qInstallMessageHandler(on_message)
    try:
        yield errors
    finally:
        sys.excepthook = hook
        qInstallMessageHandler(handler)
    for error in errors:
        raise error
