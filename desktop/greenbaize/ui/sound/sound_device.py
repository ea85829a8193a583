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

SAMPLE_RATE: Final = 44100
"""Sample rate per channel (Hz)."""
PERIOD_MS: Final = 25
PERIODS: Final = 3
"""Number of buffered periods: the window may be busy this long without an audible gap."""
DEVICE_FOLDER: Final = Path("/dev/snd")
LATENCY_S: Final = PERIOD_MS * (PERIODS - 0.5) / 1000
"""Approximate latency of a sound (s)."""
FrameSource = Callable[[int], "array[int]"]
"""Callback that returns a number of stereo frames."""


class NoSoundError(Exception):
    """No sound device or library is available."""


def has_library() -> bool:
    """Return True if a sound library is installed for this platform."""
    return find_spec("miniaudio") is not None


def load_library() -> Any:
    """Import and return the library; ``NoSoundError`` if it is missing or does not work."""
    try:
        import miniaudio  # noqa: PLC0415  (not needed while sound is off)
    except (ImportError, OSError) as error:
        raise NoSoundError(str(error)) from error
    return miniaudio


class SoundDevice:
    """A sound device; every method except ``close`` may raise ``NoSoundError`` and may block."""

    def __init__(self, library: Any, frame_source: FrameSource, backends: list[Any]) -> None:
        self._error_type, self._frame_source = library.MiniaudioError, frame_source
        self._playback = library.PlaybackDevice(
            output_format=library.SampleFormat.SIGNED16,
            nchannels=2,
            sample_rate=SAMPLE_RATE,
            buffersize_msec=PERIOD_MS,
            callback_periods=PERIODS,
            backends=backends,
            app_name="Green Baize",
        )

    def start(self) -> None:
        """Start requesting frames."""
        frames = _generate_frames(self._frame_source)
        next(frames)
        try:
            self._playback.start(frames)
        except self._error_type as error:
            raise NoSoundError(str(error)) from error

    def stop(self) -> None:
        """Stop requesting frames, so that the device can sleep."""
        try:
            self._playback.stop()
        except self._error_type as error:
            raise NoSoundError(str(error)) from error

    def close(self) -> None:
        """Release the device; never raises."""
        self._playback.close()


def open_device(frame_source: FrameSource, *, use_null: bool = False) -> SoundDevice:
    """Open the default device without starting it; ``NoSoundError`` if there is none.

    ``use_null`` selects a null device, on which nothing is heard.
    """
    library = load_library()
    try:
        return SoundDevice(
            library, frame_source, [library.Backend.NULL] if use_null else _backends(library)
        )
    except library.MiniaudioError as error:
        raise NoSoundError(str(error)) from error


def _generate_frames(frame_source: FrameSource) -> Generator["array[int]", int, None]:
    """Yield the samples for each number of frames that the library sends."""
    frame_count = yield array("h")
    while True:
        frame_count = yield frame_source(frame_count)


def _backends(library: Any, system: str = sys.platform, devices: Path = DEVICE_FOLDER) -> list[Any]:
    """Return the backends to try: on Linux the sound server, then hardware if there is any.

    Other backends write errors to standard error. Elsewhere the library's default is used.
    """
    if system != "linux":
        return []
    backends = [library.Backend.PULSEAUDIO]
    if any(devices.glob("pcm*p")):
        backends.append(library.Backend.ALSA)
    return backends
