"""The sound device; the only module that knows the sound library.

The library is imported for the first sound. It is optional: it is missing on Linux and Windows for
ARM.
"""

import sys
from array import array
from collections.abc import Callable, Generator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

RATE: Final = 44100
"""Sample rate per channel (Hz)."""
PERIOD_MS: Final = 25
PERIODS: Final = 3
"""Number of buffered periods: the window may be busy this long without an audible gap."""
HARDWARE: Final = Path("/dev/snd")
LATENCY_S: Final = PERIOD_MS * (PERIODS - 0.5) / 1000
"""Approximate latency of a sound (s)."""
Pull = Callable[[int], "array[int]"]
"""Callback that returns a number of stereo frames."""


class NoSoundError(Exception):
    """No sound device or library is available."""


def has_library() -> bool:
    """Return True if a sound library is installed for this platform."""
    return find_spec("miniaudio") is not None


def load() -> Any:
    """Import and return the library; ``NoSoundError`` if it is missing or does not work."""
    try:
        import miniaudio  # noqa: PLC0415  (not needed while sound is off)
    except (ImportError, OSError) as error:
        raise NoSoundError(str(error)) from error
    return miniaudio


class Device:
    """A sound device; every method except ``close`` may raise ``NoSoundError`` and may block."""

    def __init__(self, library: Any, pull: Pull, backends: list[Any]) -> None:
        self._trouble, self._pull = library.MiniaudioError, pull
        self._playback = library.PlaybackDevice(
            output_format=library.SampleFormat.SIGNED16,
            nchannels=2,
            sample_rate=RATE,
            buffersize_msec=PERIOD_MS,
            callback_periods=PERIODS,
            backends=backends,
            app_name="Green Baize",
        )

    def start(self) -> None:
        """Start requesting frames."""
        frames = _frames(self._pull)
        next(frames)
        try:
            self._playback.start(frames)
        except self._trouble as error:
            raise NoSoundError(str(error)) from error

    def stop(self) -> None:
        """Stop requesting frames, so that the device can sleep."""
        try:
            self._playback.stop()
        except self._trouble as error:
            raise NoSoundError(str(error)) from error

    def close(self) -> None:
        """Release the device; never raises."""
        self._playback.close()


def open_device(pull: Pull, *, unheard: bool = False) -> Device:
    """Open the default device without starting it; ``NoSoundError`` if there is none.

    ``use_null`` selects a null device, on which nothing is heard.
    """
    library = load()
    try:
        return Device(library, pull, [library.Backend.NULL] if unheard else _backends(library))
    except library.MiniaudioError as error:
        raise NoSoundError(str(error)) from error


def _frames(pull: Pull) -> Generator["array[int]", int, None]:
    """Yield the samples for each number of frames that the library sends."""
    wanted = yield array("h")
    while True:
        wanted = yield pull(wanted)


def _backends(library: Any, system: str = sys.platform, devices: Path = HARDWARE) -> list[Any]:
    """Return the backends to try: on Linux the sound server, then hardware if there is any.

    Other backends write errors to standard error. Elsewhere the library's default is used.
    """
    if system != "linux":
        return []
    found = [library.Backend.PULSEAUDIO]
    if any(devices.glob("pcm*p")):
        found.append(library.Backend.ALSA)
    return found
