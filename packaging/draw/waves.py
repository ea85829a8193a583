"""What sounds are made of: noise, filters, struck bodies and swells, as lists of numbers.

Nothing here asks the system for a sine or a power: their last digits differ from one mathematical
library to another, and the same bytes are to come out everywhere. Sums and products do not differ.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

RATE: Final = 44100
"""Numbers a second."""
PI: Final = 3.141592653589793
TERMS: Final = 24
"""More of a series change nothing in the last digit, for arguments up to pi."""
CORNER: Final = 45.0
"""Below this frequency, in Hz, nothing is heard, and slow drifts are taken away."""
INAUDIBLE: Final = 8.0
"""After so many times the time in which it falls to 1/e nothing is left of a tone."""

Wave = list[float]


def cosine(angle: float) -> float:
    """The cosine of an angle from 0 to pi, by its series."""
    total = term = 1.0
    for number in range(1, TERMS):
        term *= -angle * angle / ((2 * number - 1) * (2 * number))
        total += term
    return total


def sine(angle: float) -> float:
    """The sine of an angle from 0 to pi, by its series."""
    total = term = angle
    for number in range(1, TERMS):
        term *= -angle * angle / ((2 * number) * (2 * number + 1))
        total += term
    return total


def falling(ms: float) -> float:
    """What a number is multiplied with from one to the next to have fallen to 1/e after ``ms``."""
    step = -1000.0 / (ms * RATE)
    total = term = 1.0
    for number in range(1, TERMS):
        term *= step / number
        total += term
    return total


def count(ms: float) -> int:
    """How many numbers there are in so many milliseconds."""
    return round(ms * RATE / 1000)


def noise(random: Random, ms: float) -> Wave:
    """White noise from -1 to 1."""
    return [2 * random.random() - 1 for _ in range(count(ms))]


def band(wave: Sequence[float], low: float, high: float) -> Wave:
    """What lies between two frequencies in Hz: softly, 12 dB an octave at either side."""
    for _ in range(2):
        wave = _below(wave, high)
    for _ in range(2):
        under = _below(wave, low)
        wave = [one - deep for one, deep in zip(wave, under, strict=True)]
    return list(wave)


def _below(wave: Sequence[float], corner: float) -> Wave:
    """What lies below a frequency, 6 dB an octave."""
    share = 1 - falling(1000 / (2 * PI * corner))
    held, passed = 0.0, []
    for one in wave:
        held += share * (one - held)
        passed.append(held)
    return passed


def faded(wave: Sequence[float], ms: float) -> Wave:
    """A wave that falls to 1/e within so many milliseconds."""
    level, step, passed = 1.0, falling(ms), []
    for one in wave:
        passed.append(level * one)
        level *= step
    return passed


def swell(wave: Sequence[float], rise: float, stay: float = 0.0) -> Wave:
    """A wave that comes and goes: it rises for ``rise`` ms, stays, and falls for the rest."""
    up, level = count(rise), count(rise + stay)
    down = len(wave) - level
    begin = [wave[place] * smooth(place / up) for place in range(up)]
    end = [wave[level + place] * smooth(1 - place / down) for place in range(down)]
    return [*begin, *wave[up:level], *end]


def smooth(share: float) -> float:
    """A share that leaves 0 and comes to 1 softly."""
    return share * share * (3 - 2 * share)


def struck(hertz: float, ms: float, length: float, rise: float = 1.5) -> Wave:
    """A tone that falls to 1/e in ``ms``, as of something struck, and is over after ``length``.

    Args:
        hertz: how high it is.
        ms: how long it rings.
        length: when nothing is left of it, in ms.
        rise: how softly it is struck: until it is at its loudest, in ms.
    """
    length = min(length, INAUDIBLE * ms)
    angle, step = 2 * PI * hertz / RATE, falling(ms)
    turn, square = 2 * step * cosine(angle), step * step
    last, one, wave = 0.0, step * sine(angle), [0.0]
    for _ in range(count(length) - 1):
        wave.append(one)
        last, one = one, turn * one - square * last
    return swell(wave, rise, 0.75 * length)


def mixed(length: float, *parts: tuple[float, float, Sequence[float]]) -> Wave:
    """Waves together, each begun after so many milliseconds and multiplied; ``length`` ms of it."""
    whole = [0.0] * count(length)
    for begin, level, wave in parts:
        start = count(begin)
        there = whole[start : start + len(wave)]
        whole[start : start + len(there)] = [
            before + level * one for before, one in zip(there, wave, strict=False)
        ]
    return whole


def finished(wave: Sequence[float], decibels: float, fade: float = 12.0) -> Wave:
    """A wave as it is written down: with silent ends, no constant part, and a peak in dBFS."""
    drift = _below(wave, CORNER)
    wave = [one - slow for one, slow in zip(wave, drift, strict=True)]
    window = swell([1.0] * len(wave), 0.5, 1000 * len(wave) / RATE - 0.5 - fade)
    window[-1] = 0.0
    wave = [one * height for one, height in zip(wave, window, strict=True)]
    middle = _sum(wave) / _sum(window)
    wave = [one - middle * height for one, height in zip(wave, window, strict=True)]
    loudest, top = max(map(abs, wave)), 1.0
    for _ in range(round(-4 * decibels)):
        top *= 0.9716279515771061  # a quarter of a decibel less
    return [one * top / loudest for one in wave]


def _sum(wave: Sequence[float]) -> float:
    """All numbers together, added one after another: Python's own sum is another one from 3.12."""
    total = 0.0
    for one in wave:
        total += one
    return total
