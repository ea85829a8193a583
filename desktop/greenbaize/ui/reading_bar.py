"""A sign of life while a long record is read; of a short one nobody sees it."""

from types import TracebackType
from typing import ClassVar, Final, Self

from PySide6.QtCore import QElapsedTimer, QEventLoop, Qt
from PySide6.QtWidgets import QApplication, QProgressDialog, QWidget

from greenbaize.words.catalogue import tr

PATIENCE_MS: Final = 300
"""How long a record may take until something is shown."""


class ReadingBar:
    """Says over the window that a match is being read, and how far; nothing else can be done.

    Args:
        window: the window.
        patience_ms: after how many milliseconds it appears.
    """

    open: ClassVar[int] = 0
    """So many records are being read; nothing else can be begun then."""

    def __init__(self, window: QWidget, patience_ms: int = PATIENCE_MS) -> None:
        self._window = window
        self._patience = patience_ms
        self._time = QElapsedTimer()
        self.dialog: QProgressDialog | None = None
        """What is shown, once there is something."""

    def __enter__(self) -> Self:
        self._time.start()
        ReadingBar.open += 1
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        ReadingBar.open -= 1
        if self.dialog is not None:
            self.dialog.close()
            self.dialog.deleteLater()

    def show_events(self, count: int) -> None:
        """So many events have been read."""
        if self._time.elapsed() < self._patience:
            return
        if self.dialog is None:
            self.dialog = QProgressDialog(self._window)
            self.dialog.setWindowTitle(tr("Green Baize"))
            self.dialog.setWindowModality(Qt.WindowModality.WindowModal)
            self.dialog.setCancelButton(None)
            self.dialog.setRange(0, 0)  # how many there are is not known before they are read
            self.dialog.show()
        self.dialog.setLabelText(tr("Reading the match: {count} events").format(count=count))
        # It is painted; nobody can press anything in the middle of this.
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
