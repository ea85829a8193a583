"""A thread that plays sounds, so that no window waits for a device."""

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
"""After so long without a sound the device may sleep."""
PATIENCE_S: Final = 1.0
"""A program that ends waits so long for the device to be let go of."""


class Samples:
    """Reads a folder's files, each when it is first heard; missing or damaged ones are silent."""

    def __init__(self, folder: Path) -> None:
        self._file = cache(lambda stem, variant: _numbers(folder / f"{stem}-{variant}.wav"))
        self._mixed = lru_cache(MOST_KEPT)(self._mix)

    def of(self, sound: Sound) -> "array[int]":
        """A sound as numbers for the left and the right ear by turns; empty if there is none."""
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
        self.running = False
        """Whether the device asks for frames now."""
        self._not_before = float("-inf")
        self._asked, self._since = 0, 0.0

    def make_ready(self) -> None:
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
        if self.running:
            if self.mixer.silent:
                self._asked, self._since = self.mixer.asked, self._clock()
            self.mixer.add(sound.cue, self._samples.of(sound), round(RATE * max(0.0, delay)))

    def cut(self, cue: Cue) -> None:
        self.mixer.cut(cue)

    def rest(self) -> None:
        """Let the device sleep, after a while without sounds."""
        if self.running:
            self.running = False
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
        """Drop a device that has stopped asking, so that it is opened anew."""
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
"""So many sounds at most are under way or wait; what is more is not heard."""
TOP: Final = 32767
STEPS: Final = 16
"""Loudness and place are rounded to so many steps, so that what was reckoned can be kept."""
FINE: Final = 16
"""Parts of a step, for the ear that hears less."""
ASIDE: Final = 0.45
"""How much quieter the far ear hears what is quite to one side."""
MOST_KEPT: Final = 120
MOST_BYTES: Final = 1_000_000
"""No sound of ours is longer by far: what is, is no such file."""
AGAIN_S: Final = 30.0
"""Where there was no device it is looked for again after so long, if there is something to hear."""
STUCK_S: Final = 1.0
"""A device that has asked for nothing for so long, while it should, is lost."""
LATE_S: Final = 0.4
"""What should have been heard so long ago is not heard any more."""


class Player:
    """Plays sounds, in the order in which they are due, in a thread that calls ``make_output``.

    The device is kept awake for ``idle`` seconds without a sound.
    """

    def __init__(self, make_output: Callable[[], Output] | None = None, idle: float = IDLE_S):
        self._make, self._idle = make_output or _output, idle
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        # A device that never answers does not keep the program from ending.
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
        """Be silent at once, until there is something to hear again."""
        self._hand(Output.rest)

    def end(self) -> None:
        """Be silent at once and for good; returns at once as well."""
        self._closed = True
        self._jobs.put(None)

    def close(self) -> None:
        """The same, and wait until the device is let go of, for a second at most."""
        atexit.unregister(self.close)
        self.end()
        self._thread.join(PATIENCE_S)

    def _hand(self, job: Job) -> None:
        if not self._closed:
            self._jobs.put(job)

    def _run(self) -> None:
        # Whatever the library or the system raises: one plays on, and in silence.
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
    """Adds up the sounds under way; the device pulls from a thread of its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._voices: list[_Voice] = []
        self._now = 0
        self.asked = 0

    @property
    def silent(self) -> bool:
        """Whether nothing is under way and nothing waits."""
        return not self._voices

    def add(self, cue: Cue, numbers: "array[int]", delay: int = 0) -> None:
        """Let a sound begin after so many frames, a frame being a number for each cues."""
        with self._lock:
            if numbers and len(self._voices) < MOST:
                self._voices.append(_Voice(cue, numbers, self._now + max(0, delay)))

    def cut(self, cue: Cue) -> None:
        """Forget the sounds of a cue that have not begun."""
        with self._lock:
            now = self._now
            self._voices = [one for one in self._voices if one.cue != cue or one.begin < now]

    def clear(self) -> None:
        with self._lock:
            self._voices = []

    def pull(self, frames: int) -> "array[int]":
        """The next so many frames."""
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
    """Numbers as loud as a gain in steps says; whole numbers, for these are quick."""
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
