"""All that was said in a match, to be read again in peace."""

from PySide6.QtCore import QObject, Signal


class SpokenLog(QObject):
    """What has been said since the table was laid, the newest last."""

    heard = Signal(str)
    """Something more has been said."""
    cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[str] = []

    def add(self, words: str) -> None:
        """Keep what is said."""
        self.lines.append(words)
        self.heard.emit(words)

    def clear(self) -> None:
        """Begin anew, for another match."""
        self.lines.clear()
        self.cleared.emit()
