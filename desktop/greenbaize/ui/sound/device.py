"""The sound device of the computer, if any: the only place that knows the library.

It is loaded for the first sound, and not needed: it is missing on Linux and Windows for ARM.
"""

import sys
from array import array
from collections.abc import Callable, Generator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

RATE: Final = 44100
"""Numbers a second, for each cues."""
PERIOD_MS: Final = 25
PERIODS: Final = 3
"""So many periods are held ready: a window that is busy for as long is not heard as a gap."""
HARDWARE: Final = Path("/dev/snd")
LATENCY_S: Final = PERIOD_MS * (PERIODS - 0.5) / 1000
"""How much later than asked for a sound is heard, about."""
Pull = Callable[[int], "array[int]"]
"""Gives the device so many frames."""


class NoSoundError(Exception):
    """There is nothing here by which a sound could be heard."""


def has_library() -> bool:
    """Whether sounds can be heard on computers of this kind at all."""
    return find_spec("miniaudio") is not None


def load() -> Any:
    """The library; ``NoSoundError`` if it is missing or does not fit this computer."""
    try:
        import miniaudio  # noqa: PLC0415  (it is for nobody who hears nothing)
    except (ImportError, OSError) as error:
        raise NoSoundError(str(error)) from error
    return miniaudio


class Device:
    """Something that sounds come out of; each act may raise ``NoSoundError`` or take its time."""

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
        """Begin to ask for frames."""
        frames = _frames(self._pull)
        next(frames)
        try:
            self._playback.start(frames)
        except self._trouble as error:
            raise NoSoundError(str(error)) from error

    def stop(self) -> None:
        """Ask for no more, so that the computer can rest."""
        try:
            self._playback.stop()
        except self._trouble as error:
            raise NoSoundError(str(error)) from error

    def close(self) -> None:
        """Let go of it; never raises."""
        self._playback.close()


def open_device(pull: Pull, *, unheard: bool = False) -> Device:
    """The usual device, not started; ``NoSoundError`` if none. ``unheard`` takes a null device."""
    library = load()
    try:
        return Device(library, pull, [library.Backend.NULL] if unheard else _backends(library))
    except library.MiniaudioError as error:
        raise NoSoundError(str(error)) from error


def _frames(pull: Pull) -> Generator["array[int]", int, None]:
    """What the library asks for its numbers."""
    wanted = yield array("h")
    while True:
        wanted = yield pull(wanted)


def _backends(library: Any, system: str = sys.platform, devices: Path = HARDWARE) -> list[Any]:
    """The backends to try: on Linux the sound server, then the hardware where there is some.

    Others would complain on standard error. Elsewhere the library's default serves.
    """
    if system != "linux":
        return []
    found = [library.Backend.PULSEAUDIO]
    if any(devices.glob("pcm*p")):
        found.append(library.Backend.ALSA)
    return found
