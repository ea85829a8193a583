"""What the quiet line on the table says: how to go on, what to do next, what lies open."""

from PySide6.QtCore import QObject, Signal

from greenbaize.ui.asking import Asking
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.stage import Stage
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import is_brief


class TableLine(QObject):
    """Keeps the line true.

    Args:
        scene: the table.
        asking: what the person is asked, and what they may do.
        stage: plays what happens.
        parent: keeps it alive.
    """

    spoken = Signal(str)
    """The line has come to say this."""

    def __init__(self, scene: TableScene, asking: Asking, stage: Stage, parent: QObject) -> None:
        super().__init__(parent)
        self._scene, self._asking, self._stage = scene, asking, stage
        self._how = tr("Space goes on")
        """What is still to be said of how to go on."""
        scene.motion.waiting.connect(self.refresh)
        scene.motion.rested.connect(self.refresh)
        asking.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Say what is to be said now."""
        words = self._words()
        new = words != self._scene.line.words
        if new or words:
            # Also where it says the same, for what it stands above may be elsewhere.
            self._scene.show_line(words)
        if new and words:
            self._speak(words)

    def _speak(self, words: str) -> None:
        """Have it said; in few words, how to go on is said once at each table."""
        if self._scene.motion.waits and is_brief():
            words, self._how = f"{self._stage.reason} {self._how}".strip(), ""
        if words:
            self.spoken.emit(words)

    def _words(self) -> str:
        if self._scene.motion.waits:
            words = tr("Click or press Space to go on")
            return f"{self._stage.reason} {words}".strip()
        if self._asking.guidance:
            return self._asking.guidance
        behind = self._scene.motion.busy or self._stage.behind_deal
        return "" if behind else self._asking.standing
