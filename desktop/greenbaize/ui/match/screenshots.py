"""Screenshots of the table for ``--screenshots``."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QObject
from PySide6.QtWidgets import QWidget

from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.files import write_replacing_link
from greenbaize.ui.match.match_view import MatchView

README_DEAL, README_TRICK = 7, 3
"""The trick of which a screenshot is saved besides one per deal: a busy table for the README."""
README_FILE: Final = "table.png"


class ScreenshotRecorder(QObject):
    """Saves the screenshots of a match in a folder."""

    def __init__(self, window: QWidget, folder: Path, on_error: Callable[[Message], None]) -> None:
        super().__init__(window)
        self._window, self._folder, self._on_error = window, folder, on_error

    def watch_match(self, match_view: MatchView) -> None:
        game = match_view.player_view.header.game
        match_view.deal_shown.connect(lambda deal: self.save_screenshot(f"{game}-{deal:02}.png"))
        match_view.trick_shown.connect(self._on_trick_shown)

    def _on_trick_shown(self, deal: int, trick: int) -> None:
        if (deal, trick) == (README_DEAL, README_TRICK):
            self.save_screenshot(README_FILE)

    def save_screenshot(self, name: str) -> None:
        path = self._folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            self._on_error(Message("file-error", {"path": str(path.parent), "reason": reason}))
            return
        buffer = QBuffer()
        buffer.open(QBuffer.OpenModeFlag.WriteOnly)
        self._window.grab().save(buffer, "PNG")
        try:
            write_replacing_link(path, bytes(buffer.data().data()))
        except GameError as error:
            self._on_error(error.message)
