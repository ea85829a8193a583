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

from greenbaize.resources import resources_folder
from greenbaize.ui.sound import sound_device
from greenbaize.ui.sound.cues import ScheduledSound, SoundCue
from greenbaize.ui.sound.sound_device import SAMPLE_RATE, FrameSource, NoSoundError, SoundDevice

IDLE_S: Final = 8.0
"""Time without sounds after which the device may sleep (s)."""
CLOSE_TIMEOUT_S: Final = 1.0
"""Maximum time that the program waits for the device at exit (s)."""


class SampleStore:
    """A cache of a folder's samples, read on first use; missing or damaged files are silent.

    Sounds of ``own_folder`` are preferred, if there is one.
    """

    def __init__(self, folder: Path, own_folder: Path | None = None) -> None:
        def load_file(stem: str, variant: int) -> "array[int]":
            name = f"{stem}-{variant}.wav"
            own = array("h") if own_folder is None else _read_samples(own_folder / name)
            return own or _read_samples(folder / name)

        self._load_file = cache(load_file)
        self._mix_cached = lru_cache(MIX_CACHE_SIZE)(self._mix_stereo)

    def samples_of(self, sound: ScheduledSound) -> "array[int]":
        """Return a sound as interleaved stereo samples; empty if its file is missing."""
        gain = round(GAIN_STEPS * GAIN_STEPS * max(0.0, min(1.0, sound.gain)))
        pan = round(GAIN_STEPS * max(-1.0, min(1.0, sound.pan)))
        return self._mix_cached(sound.cue.stem, sound.variant, gain, pan)

    def _mix_stereo(self, stem: str, variant: int, gain: int, pan: int) -> "array[int]":
        mono = self._load_file(stem, variant)
        near = _scale_samples(mono, gain)
        far = (
            near
            if pan == 0
            else _scale_samples(mono, gain * (1 - FAR_EAR_LOSS * abs(pan) / GAIN_STEPS))
        )
        stereo = array("h", bytes(4 * len(mono)))
        stereo[0::2], stereo[1::2] = (near, far) if pan < 0 else (far, near)
        return stereo


class SoundOutput:
    """Plays sounds on the device and does nothing if there is none.

    It may block: use it in a thread of its own. ``open_device`` may raise ``NoSoundError``.
    """

    def __init__(
        self,
        samples: SampleStore,
        open_device: Callable[[FrameSource], SoundDevice] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._samples, self._clock = samples, clock
        self._open_device = open_device or sound_device.open_device
        self.mixer = SoundMixer()
        self._device: SoundDevice | None = None
        self.is_running = False
        """The device is requesting frames."""
        self._retry_time = float("-inf")
        self._last_request_count, self._last_request_time = 0, 0.0

    def prepare_device(self) -> None:
        if self._device is None and self._clock() >= self._retry_time:
            try:
                self._device = self._open_device(self.mixer.read_frames)
            except NoSoundError:
                self._schedule_retry()

    def play_sound(self, sound: ScheduledSound, due_time: float) -> None:
        """Play a sound when it is due by the clock, at once if slightly late, or not at all."""
        delay = due_time - self._clock()
        if delay < -MAX_LATENESS_S:
            return
        self._check_device()
        self._start_device()
        if self.is_running:
            if self.mixer.is_silent:
                self._last_request_count, self._last_request_time = (
                    self.mixer.request_count,
                    self._clock(),
                )
            self.mixer.add_sound(
                sound.cue, self._samples.samples_of(sound), round(SAMPLE_RATE * max(0.0, delay))
            )

    def cancel_pending(self, cue: SoundCue) -> None:
        self.mixer.cancel_pending(cue)

    def stop_device(self) -> None:
        """Stop the device until the next sound."""
        if self.is_running:
            self.is_running = False
            try:
                if self._device is not None:
                    self._device.stop()
            except NoSoundError:
                self._close_device()
        self.mixer.clear()

    def close(self) -> None:
        """Close the device, whatever is playing."""
        self.mixer.clear()
        self._close_device()

    def _start_device(self) -> None:
        if self.is_running:
            return
        self.prepare_device()
        if self._device is None:
            return
        try:
            self._device.start()
            self.is_running = True
        except NoSoundError:
            self._close_device()
            self._schedule_retry()

    def _check_device(self) -> None:
        """Close a device that has stopped requesting frames, so that it is opened again."""
        if not self.is_running or self.mixer.is_silent:
            return
        now = self._clock()
        if self.mixer.request_count != self._last_request_count:
            self._last_request_count, self._last_request_time = self.mixer.request_count, now
        elif now - self._last_request_time > STUCK_TIMEOUT_S:
            self.mixer.clear()
            self._close_device()

    def _close_device(self) -> None:
        lost_device, self._device, self.is_running = self._device, None, False
        if lost_device is not None:
            lost_device.close()

    def _schedule_retry(self) -> None:
        self._retry_time = self._clock() + RETRY_S


OutputJob = Callable[[SoundOutput], object]
MAX_SOUNDS: Final = 24
"""Maximum number of sounds playing or waiting; more are dropped."""
MAX_SAMPLE: Final = 32767
GAIN_STEPS: Final = 16
"""Number of steps to which gain and pan are rounded, so that mixed samples can be cached."""
GAIN_SUBSTEPS: Final = 16
"""Substeps for the gain of the far ear."""
FAR_EAR_LOSS: Final = 0.45
"""Reduction of the far ear's gain for a sound at the very side."""
MIX_CACHE_SIZE: Final = 120
MAX_FILE_BYTES: Final = 1_000_000
"""Maximum size of a sound file (bytes); all of ours are far smaller."""
RETRY_S: Final = 30.0
"""Interval before a missing device is looked for again (s)."""
STUCK_TIMEOUT_S: Final = 1.0
"""Time without a request after which a running device counts as lost (s)."""
MAX_LATENESS_S: Final = 0.4
"""Lateness above which a sound is dropped (s)."""


class SoundPlayer:
    """Plays sounds in a thread, which creates the output with ``make_output``.

    The device stays awake for ``idle`` seconds without a sound.
    """

    def __init__(self, make_output: Callable[[], SoundOutput] | None = None, idle: float = IDLE_S):
        self._make_output, self._idle_seconds = make_output or make_sound_output, idle
        self._jobs: SimpleQueue[OutputJob | None] = SimpleQueue()
        # A daemon thread, because a device that hangs must not keep the program from ending.
        self._thread = Thread(target=self._run_thread, name="sound", daemon=True)
        self._closed = False
        self._thread.start()
        atexit.register(self.close)

    def prepare_device(self) -> None:
        self._enqueue_job(SoundOutput.prepare_device)

    def play_sound(self, sound: ScheduledSound) -> None:
        """Queue a sound; returns at once."""
        due_time = monotonic() + sound.delay
        self._enqueue_job(lambda output: output.play_sound(sound, due_time))

    def cancel_pending(self, cue: SoundCue) -> None:
        self._enqueue_job(lambda output: output.cancel_pending(cue))

    def stop_sounds(self) -> None:
        """Stop all sounds at once, until the next one is played."""
        self._enqueue_job(SoundOutput.stop_device)

    def shut_down(self) -> None:
        """Stop all sounds for good, without waiting for the thread."""
        self._closed = True
        self._jobs.put(None)

    def close(self) -> None:
        """Stop all sounds for good, and wait for the device for at most ``CLOSE_TIMEOUT_S``."""
        atexit.unregister(self.close)
        self.shut_down()
        self._thread.join(CLOSE_TIMEOUT_S)

    def _enqueue_job(self, job: OutputJob) -> None:
        if not self._closed:
            self._jobs.put(job)

    def _run_thread(self) -> None:
        # Whatever the library or the system raises, the program continues without sound.
        try:
            with suppress(Exception), closing(self._make_output()) as output:
                self._process_jobs(output)
        finally:
            self._closed = True

    def _process_jobs(self, output: SoundOutput) -> None:
        while not self._closed:
            try:
                job = self._jobs.get(timeout=self._idle_seconds if output.is_running else None)
            except Empty:
                output.stop_device()
                continue
            if job is None:
                break
            job(output)


def make_sound_output(own_folder: Path | None = None) -> SoundOutput:
    """Return an output of our sounds, or those of a folder of the person's own."""
    return SoundOutput(SampleStore(resources_folder() / "sounds", own_folder))


class _MixerVoice(NamedTuple):
    cue: SoundCue
    samples: "array[int]"
    start_frame: int


class SoundMixer:
    """Mixes the sounds being played; the device reads from a thread of its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._voices: list[_MixerVoice] = []
        self._current_frame = 0
        self.request_count = 0

    @property
    def is_silent(self) -> bool:
        """No sound is playing or waiting."""
        return not self._voices

    def add_sound(self, cue: SoundCue, samples: "array[int]", delay: int = 0) -> None:
        """Start a sound after a delay in frames, a frame being one sample per channel."""
        with self._lock:
            if samples and len(self._voices) < MAX_SOUNDS:
                self._voices.append(_MixerVoice(cue, samples, self._current_frame + max(0, delay)))

    def cancel_pending(self, cue: SoundCue) -> None:
        """Remove the sounds of a cue that have not started."""
        with self._lock:
            now = self._current_frame
            self._voices = [
                voice for voice in self._voices if voice.cue != cue or voice.start_frame < now
            ]

    def clear(self) -> None:
        with self._lock:
            self._voices = []

    def read_frames(self, frames: int) -> "array[int]":
        """Return the next frames."""
        with self._lock:
            self.request_count += 1
            start_frame, end_frame = self._current_frame, self._current_frame + frames
            self._current_frame = end_frame
            voices = [candidate for candidate in self._voices if candidate.start_frame < end_frame]
            self._voices = [
                candidate
                for candidate in self._voices
                if candidate.start_frame + len(candidate.samples) // 2 > end_frame
            ]
        output = array("h", bytes(4 * frames))
        for number, voice in enumerate(voices):
            target_offset, source_offset = (
                max(0, voice.start_frame - start_frame),
                max(0, start_frame - voice.start_frame),
            )
            part = voice.samples[2 * source_offset : 2 * (source_offset + frames - target_offset)]
            target = slice(2 * target_offset, 2 * target_offset + len(part))
            output[target] = _add_samples(output[target], part) if number else part
        return output


def _add_samples(first: "array[int]", second: "array[int]") -> "array[int]":
    try:
        return array("h", map(add, first, second))
    except OverflowError:
        return array(
            "h", [max(-MAX_SAMPLE, min(MAX_SAMPLE, total)) for total in map(add, first, second)]
        )


def _scale_samples(samples: "array[int]", gain: float) -> "array[int]":
    """Scale samples by a gain in steps, in integers for speed."""
    factor = round(gain * GAIN_SUBSTEPS)
    return array(
        "h", [sample * factor // (GAIN_STEPS * GAIN_STEPS * GAIN_SUBSTEPS) for sample in samples]
    )


def _read_samples(path: Path) -> "array[int]":
    samples = array("h")
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            return samples
        with wave.open(str(path)) as file:
            if (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (
                1,
                2,
                SAMPLE_RATE,
            ):
                samples.frombytes(file.readframes(file.getnframes()))
    except (OSError, EOFError, ValueError, RuntimeError, wave.Error):
        return array("h")
    if sys.byteorder == "big":
        samples.byteswap()
    return samples
