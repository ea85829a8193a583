"""Sends sounds to the device, which may be missing, get lost, or fall asleep."""

from collections.abc import Callable
from time import monotonic
from typing import Final

from greenbaize.ui.sound import device
from greenbaize.ui.sound.cues import Cue, Sound
from greenbaize.ui.sound.device import Device, NoSoundError, Pull
from greenbaize.ui.sound.mixer import Mixer
from greenbaize.ui.sound.samples import RATE, Samples

AGAIN_S: Final = 30.0
"""Where there was no device it is looked for again after so long, if there is something to hear."""
STUCK_S: Final = 1.0
"""A device that has asked for nothing for so long, while it should, is lost."""
LATE_S: Final = 0.4
"""What should have been heard so long ago is not heard any more."""


class Output:
    """Brings sounds to the device, and does without where there is none.

    It may block: it is for a thread of its own. ``open_device`` may raise ``NoSoundError``.
    """

    def __init__(
        self,
        samples: Samples,
        open_device: Callable[[Pull], Device] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._samples, self._clock = samples, clock
        self._open = open_device or device.open_device
        self.mixer = Mixer()
        self._device: Device | None = None
        self._running = False
        self._not_before = float("-inf")
        self._asked, self._since = 0, 0.0

    @property
    def running(self) -> bool:
        """Whether the device asks for frames now."""
        return self._running

    def make_ready(self) -> None:
        """Open the device, if there is one, before the first sound."""
        if self._device is None and self._clock() >= self._not_before:
            try:
                self._device = self._open(self.mixer.pull)
            except NoSoundError:
                self._give_up()

    def play(self, sound: Sound, due: float) -> None:
        """Play a sound at this time by the clock, or at once if that has passed."""
        delay = due - self._clock()
        if delay < -LATE_S:
            return
        self._see_whether_lost()
        self._run()
        if self._running:
            if self.mixer.silent:
                self._asked, self._since = self.mixer.asked, self._clock()
            self.mixer.add(sound.cue, self._samples.of(sound), round(RATE * max(0.0, delay)))

    def cut(self, cue: Cue) -> None:
        """Forget the sounds of a cue that have not begun."""
        self.mixer.cut(cue)

    def rest(self) -> None:
        """Let the device sleep, after a while without sounds."""
        if self._running:
            self._running = False
            try:
                if self._device is not None:
                    self._device.stop()
            except NoSoundError:
                self._lose()
        self.mixer.clear()

    def close(self) -> None:
        """Let go of the device, whatever is being heard."""
        self.mixer.clear()
        self._lose()

    def _run(self) -> None:
        if self._running:
            return
        self.make_ready()
        if self._device is None:
            return
        try:
            self._device.start()
            self._running = True
        except NoSoundError:
            self._lose()
            self._give_up()

    def _see_whether_lost(self) -> None:
        """Drop a device that has stopped asking, so that it is opened anew."""
        if not self._running or self.mixer.silent:
            return
        now = self._clock()
        if self.mixer.asked != self._asked:
            self._asked, self._since = self.mixer.asked, now
        elif now - self._since > STUCK_S:
            self.mixer.clear()
            self._lose()

    def _lose(self) -> None:
        lost, self._device, self._running = self._device, None, False
        if lost is not None:
            lost.close()

    def _give_up(self) -> None:
        self._not_before = self._clock() + AGAIN_S
