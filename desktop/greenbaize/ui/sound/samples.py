"""Reads the sound files, and makes stereo samples of a given loudness."""

import sys
import wave
from array import array
from pathlib import Path
from typing import Final

from greenbaize.ui.sound.cues import Sound

RATE: Final = 44100
"""Numbers a second, for each ear."""
STEPS: Final = 16
"""Loudness and place are rounded to so many steps, so that what was reckoned can be kept."""
FINE: Final = 16
"""Parts of a step, for the ear that hears less."""
ASIDE: Final = 0.45
"""How much quieter the far ear hears what is quite to one side."""
MOST_KEPT: Final = 120
MOST_BYTES: Final = 1_000_000
"""No sound of ours is longer by far: what is, is no such file."""


class Samples:
    """Reads a folder's files, each when it is first heard; missing or damaged ones are silent."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[tuple[str, int], array[int]] = {}
        self._kept: dict[tuple[str, int, int, int], array[int]] = {}

    def of(self, sound: Sound) -> "array[int]":
        """A sound as numbers for the left and the right ear by turns; empty if there is none."""
        gain = round(STEPS * STEPS * max(0.0, min(1.0, sound.gain)))
        pan = round(STEPS * max(-1.0, min(1.0, sound.pan)))
        key = (sound.cue.stem, sound.variant, gain, pan)
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._made(*key)
        return self._kept[key]

    def _made(self, stem: str, variant: int, gain: int, pan: int) -> "array[int]":
        plain = self._file(stem, variant)
        near = _times(plain, gain)
        far = near if pan == 0 else _times(plain, gain * (1 - ASIDE * abs(pan) / STEPS))
        both = array("h", bytes(4 * len(plain)))
        both[0::2], both[1::2] = (near, far) if pan < 0 else (far, near)
        return both

    def _file(self, stem: str, variant: int) -> "array[int]":
        key = (stem, variant)
        if key not in self._read:
            self._read[key] = _numbers(self._folder / f"{stem}-{variant}.wav")
        return self._read[key]


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
