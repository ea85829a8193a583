"""A person's own sounds: WAV files named like ours, brought into the form that the player reads."""

import sys
import wave
from array import array
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Final

from greenbaize.store.artwork.source_files import SourceFiles, refuse_artwork

SOUND_RATE: Final = 44_100
"""Samples a second of the files that are written."""
MAX_SOUND_S: Final = 4.0
"""Longest sound; the rest is left out (s)."""
SOUND_STEMS: Final[Mapping[str, int]] = {
    "deal": 3,
    "play": 3,
    "take": 3,
    "turn": 1,
    "refused": 1,
    "made": 1,
    "missed": 1,
    "win": 1,
}
"""Names of sounds, each with the number of its variants: ``play-1.wav`` to ``play-3.wav``."""
_MIN_RATE, _MAX_RATE = 4_000, 192_000
_MAX_CHANNELS: Final = 8


def convert_sounds(files: SourceFiles, folder: Path) -> list[str]:
    """Write the sounds of a source to a folder; return their names. Raises ``GameError``.

    Where a name has fewer variants than ours, those that are there are repeated.
    """
    by_stem: dict[str, list[str]] = {}
    for name in files.names:
        path = PurePosixPath(name)
        stem = path.stem.lower().rstrip("0123456789").rstrip("-_ ")
        if path.suffix.lower() == ".wav" and stem in SOUND_STEMS:
            by_stem.setdefault(stem, []).append(name)
    if not by_stem:
        raise refuse_artwork("no-sounds", names=", ".join(SOUND_STEMS))
    folder.mkdir(parents=True, exist_ok=True)
    for stem, names in by_stem.items():
        sounds = [read_wave(files.read(name), name) for name in names[: SOUND_STEMS[stem]]]
        for variant in range(SOUND_STEMS[stem]):
            _write_wave(folder / f"{stem}-{variant + 1}.wav", sounds[variant % len(sounds)])
    return sorted(by_stem)


def read_wave(data: bytes, name: str) -> "array[int]":
    """Return a WAV file as samples of one channel at our rate; raises ``GameError``."""
    try:
        with wave.open(BytesIO(data)) as file:
            channels, width, rate = file.getnchannels(), file.getsampwidth(), file.getframerate()
            if not (_MIN_RATE <= rate <= _MAX_RATE and 1 <= channels <= _MAX_CHANNELS):
                raise refuse_artwork("no-sound", name=name)
            frames = file.readframes(min(file.getnframes(), round(MAX_SOUND_S * rate)))
    except (wave.Error, EOFError, ValueError, RuntimeError, ZeroDivisionError):
        raise refuse_artwork("no-sound", name=name) from None
    return _resample(_decode_samples(frames, width)[::channels], rate)


def _decode_samples(frames: bytes, width: int) -> "array[int]":
    """Return little-endian samples of 1 to 4 bytes as numbers of 16 bits."""
    samples = array("h")
    if width == 1:
        samples.extend((byte - 128) << 8 for byte in frames)
        return samples
    whole = frames[: len(frames) // width * width]
    high = bytearray(2 * (len(whole) // width))
    high[0::2], high[1::2] = whole[width - 2 :: width], whole[width - 1 :: width]
    samples.frombytes(bytes(high))
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


def _resample(samples: "array[int]", rate: int) -> "array[int]":
    """Return samples at our rate, interpolated between neighbours."""
    if rate == SOUND_RATE or len(samples) < 2:
        return samples
    count, last = round(len(samples) * SOUND_RATE / rate), len(samples) - 1
    result = array("h", bytes(2 * count))
    for number in range(count):
        position = number * rate / SOUND_RATE
        index = min(int(position), last - 1)
        share = min(1.0, position - index)
        result[number] = round(samples[index] + share * (samples[index + 1] - samples[index]))
    return result


def _write_wave(path: Path, samples: "array[int]") -> None:
    little = array("h", samples)
    if sys.byteorder == "big":
        little.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SOUND_RATE)
        file.writeframes(little.tobytes())
