"""Screenshots of the table for ``--screenshots``."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QObject
from PySide6.QtWidgets import QWidget

from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.files import write_in_place
from greenbaize.ui.match.match_view import MatchView

TABLE_DEAL, TABLE_TRICK = 7, 3
"""The trick of which a screenshot is saved besides one per deal: a busy table for the README."""
TABLE: Final = "table.png"


class Pictures(QObject):
    """Saves the screenshots of a match in a folder."""

    def __init__(self, window: QWidget, folder: Path, troubled: Callable[[Message], None]) -> None:
        super().__init__(window)
        self._window, self._folder, self._troubled = window, folder, troubled

    def follow(self, playing: MatchView) -> None:
        game = playing.place.header.game
        playing.deal_shown.connect(lambda deal: self.keep(f"{game}-{deal:02}.png"))
        playing.trick_shown.connect(self._on_trick)

    def _on_trick(self, deal: int, trick: int) -> None:
        if (deal, trick) == (TABLE_DEAL, TABLE_TRICK):
            self.keep(TABLE)

    def keep(self, name: str) -> None:
        path = self._folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            self._troubled(Message("file-error", {"path": str(path.parent), "reason": reason}))
            return
        held = QBuffer()
        held.open(QBuffer.OpenModeFlag.WriteOnly)
        self._window.grab().save(held, "PNG")
        try:
            write_in_place(path, bytes(held.data().data()))
        except GameError as error:
            self._troubled(error.message)
