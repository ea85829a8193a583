"""The faces at a table change: each fades from what it showed to what it shows now."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QVariantAnimation

from greenbaize.rules.pictures import Mood
from greenbaize.ui.table.motion import Motion

if TYPE_CHECKING:
    from greenbaize.ui.table.plate import PlateItem

FADE_MS: Final = 180


class Moods(QObject):
    """Lets the faces on plates show how those who sit there feel.

    Nobody waits for a face: it changes while the table goes on.

    Args:
        plates: by seat.
        motion: says how fast things move here, and whether at all.
    """

    def __init__(self, plates: "Sequence[PlateItem]", motion: Motion) -> None:
        super().__init__(motion)
        self._plates, self._motion = plates, motion
        self.fading = QVariantAnimation(self)
        """From the faces of before to those of now."""
        self.fading.setStartValue(0.0)
        self.fading.setEndValue(1.0)
        self.fading.valueChanged.connect(self._fade)

    def set(self, moods: Sequence[Mood]) -> None:
        """Let the faces show this at once."""
        self.fading.stop()
        for plate, mood in zip(self._plates, moods, strict=False):
            plate.set_mood(mood)
            plate.fade(1.0)

    def show(self, moods: Sequence[Mood]) -> None:
        """Let the faces show this from now on."""
        if self._motion.speed <= 0 or self._motion.jumps:
            self.set(moods)
            return
        changed = [
            (one, mood)
            for one, mood in zip(self._plates, moods, strict=False)
            if mood is not one.mood
        ]
        if not changed:
            return
        self.fading.stop()
        self._fade(1.0)
        for plate, mood in changed:
            plate.set_mood(mood, fading=True)
        self.fading.setDuration(max(1, round(FADE_MS / self._motion.speed)))
        self.fading.start()

    def _fade(self, share: float) -> None:
        for plate in self._plates:
            plate.fade(share)
