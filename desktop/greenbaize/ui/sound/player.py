"""Playback of sounds in a thread, so that no window waits for the device."""

import atexit
import sys
import wave
from array import array
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache, lru_cache
from operator import add
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Final, NamedTuple

from greenbaize.resources import resources
from greenbaize.ui.sound import device
from greenbaize.ui.sound.cues import Cue, Sound
from greenbaize.ui.sound.device import RATE, Device, NoSoundError, Pull

IDLE_S: Final = 8.0
"""Time without sounds after which the device may sleep (s)."""
PATIENCE_S: Final = 1.0
"""Maximum time that the program waits for the device at exit (s)."""


class Samples:
    """A cache of a folder's samples, read on first use; missing or damaged files are silent."""

    def __init__(self, folder: Path) -> None:
        self._file = cache(lambda stem, variant: _numbers(folder / f"{stem}-{variant}.wav"))
        self._mixed = lru_cache(MOST_KEPT)(self._mix)

    def of(self, sound: Sound) -> "array[int]":
        """Return a sound as interleaved stereo samples; empty if its file is missing."""
        gain = round(STEPS * STEPS * max(0.0, min(1.0, sound.gain)))
        pan = round(STEPS * max(-1.0, min(1.0, sound.pan)))
        return self._mixed(sound.cue.stem, sound.variant, gain, pan)

    def _mix(self, stem: str, variant: int, gain: int, pan: int) -> "array[int]":
        plain = self._file(stem, variant)
        near = _times(plain, gain)
        far = near if pan == 0 else _times(plain, gain * (1 - ASIDE * abs(pan) / STEPS))
        both = array("h", bytes(4 * len(plain)))
        both[0::2], both[1::2] = (near, far) if pan < 0 else (far, near)
        return both


class Output:
    """Plays sounds on the device and does nothing if there is none.

    It may block: use it in a thread of its own. ``open_device`` may raise ``NoSoundError``.
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
        self.running = False
        """The device is requesting frames."""
        self._not_before = float("-inf")
        self._asked, self._since = 0, 0.0

    def make_ready(self) -> None:
        if self._device is None and self._clock() >= self._not_before:
            try:
                self._device = self._open(self.mixer.pull)
            except NoSoundError:
                self._give_up()

    def play(self, sound: Sound, due: float) -> None:
        """Play a sound when it is due by the clock, at once if slightly late, or not at all."""
        delay = due - self._clock()
        if delay < -LATE_S:
            return
        self._see_whether_lost()
        self._run()
        if self.running:
            if self.mixer.silent:
                self._asked, self._since = self.mixer.asked, self._clock()
            self.mixer.add(sound.cue, self._samples.of(sound), round(RATE * max(0.0, delay)))

    def cut(self, cue: Cue) -> None:
        self.mixer.cut(cue)

    def rest(self) -> None:
        """Stop the device until the next sound."""
        if self.running:
            self.running = False
            try:
                if self._device is not None:
                    self._device.stop()
            except NoSoundError:
                self._lose()
        self.mixer.clear()

    def close(self) -> None:
        """Close the device, whatever is playing."""
        self.mixer.clear()
        self._lose()

    def _run(self) -> None:
        if self.running:
            return
        self.make_ready()
        if self._device is None:
            return
        try:
            self._device.start()
            self.running = True
        except NoSoundError:
            self._lose()
            self._give_up()

    def _see_whether_lost(self) -> None:
        """Close a device that has stopped requesting frames, so that it is opened again."""
        if not self.running or self.mixer.silent:
            return
        now = self._clock()
        if self.mixer.asked != self._asked:
            self._asked, self._since = self.mixer.asked, now
        elif now - self._since > STUCK_S:
            self.mixer.clear()
            self._lose()

    def _lose(self) -> None:
        lost, self._device, self.running = self._device, None, False
        if lost is not None:
            lost.close()

    def _give_up(self) -> None:
        self._not_before = self._clock() + AGAIN_S


Job = Callable[[Output], object]
MOST: Final = 24
"""Maximum number of sounds playing or waiting; more are dropped."""
TOP: Final = 32767
STEPS: Final = 16
"""Number of steps to which gain and pan are rounded, so that mixed samples can be cached."""
FINE: Final = 16
"""Substeps for the gain of the far ear."""
ASIDE: Final = 0.45
"""Reduction of the far ear's gain for a sound at the very side."""
MOST_KEPT: Final = 120
MOST_BYTES: Final = 1_000_000
"""Maximum size of a sound file (bytes); all of ours are far smaller."""
AGAIN_S: Final = 30.0
"""Interval before a missing device is looked for again (s)."""
STUCK_S: Final = 1.0
"""Time without a request after which a running device counts as lost (s)."""
LATE_S: Final = 0.4
"""Lateness above which a sound is dropped (s)."""


class Player:
    """Plays sounds in a thread, which creates the output with ``make_output``.

    The device stays awake for ``idle`` seconds without a sound.
    """

    def __init__(self, make_output: Callable[[], Output] | None = None, idle: float = IDLE_S):
        self._make, self._idle = make_output or _output, idle
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        # A daemon thread, because a device that hangs must not keep the program from ending.
        self._thread = Thread(target=self._run, name="sound", daemon=True)
        self._closed = False
        self._thread.start()
        atexit.register(self.close)

    def make_ready(self) -> None:
        self._hand(Output.make_ready)

    def play(self, sound: Sound) -> None:
        """Queue a sound; returns at once."""
        due = monotonic() + sound.delay
        self._hand(lambda output: output.play(sound, due))

    def cut(self, cue: Cue) -> None:
        self._hand(lambda output: output.cut(cue))

    def hush(self) -> None:
        """Stop all sounds at once, until the next one is played."""
        self._hand(Output.rest)

    def end(self) -> None:
        """Stop all sounds for good, without waiting for the thread."""
        self._closed = True
        self._jobs.put(None)

    def close(self) -> None:
        """Stop all sounds for good, and wait for the device for at most ``CLOSE_TIMEOUT_S``."""
        atexit.unregister(self.close)
        self.end()
        self._thread.join(PATIENCE_S)

    def _hand(self, job: Job) -> None:
        if not self._closed:
            self._jobs.put(job)

    def _run(self) -> None:
        # Whatever the library or the system raises, the program continues without sound.
        try:
            with suppress(Exception), closing(self._make()) as output:
                self._work(output)
        finally:
            self._closed = True

    def _work(self, output: Output) -> None:
        while not self._closed:
            try:
                job = self._jobs.get(timeout=self._idle if output.running else None)
            except Empty:
                output.rest()
                continue
            if job is None:
                break
            job(output)


def _output() -> Output:
    return Output(Samples(resources() / "sounds"))


class _Voice(NamedTuple):
    cue: Cue
    numbers: "array[int]"
    begin: int


class Mixer:
    """Mixes the sounds being played; the device reads from a thread of its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._voices: list[_Voice] = []
        self._now = 0
        self.asked = 0

    @property
    def silent(self) -> bool:
        """No sound is playing or waiting."""
        return not self._voices

    def add(self, cue: Cue, numbers: "array[int]", delay: int = 0) -> None:
        """Start a sound after a delay in frames, a frame being one sample per channel."""
        with self._lock:
            if numbers and len(self._voices) < MOST:
                self._voices.append(_Voice(cue, numbers, self._now + max(0, delay)))

    def cut(self, cue: Cue) -> None:
        """Remove the sounds of a cue that have not started."""
        with self._lock:
            now = self._now
            self._voices = [one for one in self._voices if one.cue != cue or one.begin < now]

    def clear(self) -> None:
        with self._lock:
            self._voices = []

    def pull(self, frames: int) -> "array[int]":
        """Return the next frames."""
        with self._lock:
            self.asked += 1
            begin, end = self._now, self._now + frames
            self._now = end
            heard = [one for one in self._voices if one.begin < end]
            self._voices = [one for one in self._voices if one.begin + len(one.numbers) // 2 > end]
        whole = array("h", bytes(4 * frames))
        for number, voice in enumerate(heard):
            into, past = max(0, voice.begin - begin), max(0, begin - voice.begin)
            part = voice.numbers[2 * past : 2 * (past + frames - into)]
            there = slice(2 * into, 2 * into + len(part))
            whole[there] = _sum(whole[there], part) if number else part
        return whole


def _sum(one: "array[int]", other: "array[int]") -> "array[int]":
    try:
        return array("h", map(add, one, other))
    except OverflowError:
        return array("h", [max(-TOP, min(TOP, both)) for both in map(add, one, other)])


def _times(plain: "array[int]", gain: float) -> "array[int]":
    """Scale samples by a gain in steps, in integers for speed."""
    whole = round(gain * FINE)
    return array("h", [one * whole // (STEPS * STEPS * FINE) for one in plain])


def _numbers(path: Path) -> "array[int]":
    numbers = array("h")
    try:
        if path.stat().st_size > MOST_BYTES:
            return numbers
        with wave.open(str(path)) as file:
            if (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE):
                numbers.frombytes(file.readframes(file.getnframes()))
    except (OSError, EOFError, ValueError, RuntimeError, wave.Error):
        return array("h")
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
