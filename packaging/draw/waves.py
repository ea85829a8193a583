"""Building blocks of sounds: noise, filters, struck bodies and envelopes, as lists of samples.

The system's sine and power functions are not used: their last digits differ between mathematical
libraries, and the bytes must be the same everywhere. Sums and products do not differ.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

RATE: Final = 44100
"""Sample rate (Hz)."""
PI: Final = 3.141592653589793
TERMS: Final = 24
"""Number of terms of a series; more change nothing for arguments up to pi."""
CORNER: Final = 45.0
"""Cut-off frequency (Hz) below which drifts are removed as inaudible."""
INAUDIBLE: Final = 8.0
"""Number of decay times after which a tone is inaudible."""

Wave = list[float]


def cosine(angle: float) -> float:
    """Return the cosine of an angle from 0 to pi, by its series."""
    total = term = 1.0
    for number in range(1, TERMS):
        term *= -angle * angle / ((2 * number - 1) * (2 * number))
        total += term
    return total


def sine(angle: float) -> float:
    """Return the sine of an angle from 0 to pi, by its series."""
    total = term = angle
    for number in range(1, TERMS):
        term *= -angle * angle / ((2 * number) * (2 * number + 1))
        total += term
    return total


def falling(ms: float) -> float:
    """Return the factor per sample of a decay to 1/e within ``ms``."""
    step = -1000.0 / (ms * RATE)
    total = term = 1.0
    for number in range(1, TERMS):
        term *= step / number
        total += term
    return total


def count(ms: float) -> int:
    """Return the number of samples in a duration (ms)."""
    return round(ms * RATE / 1000)


def noise(random: Random, ms: float) -> Wave:
    """Return white noise from -1 to 1."""
    return [2 * random.random() - 1 for _ in range(count(ms))]


def band(wave: Sequence[float], low: float, high: float) -> Wave:
    """Return the band between two frequencies (Hz), with slopes of 12 dB per octave."""
    for _ in range(2):
        wave = _below(wave, high)
    for _ in range(2):
        under = _below(wave, low)
        wave = [one - deep for one, deep in zip(wave, under, strict=True)]
    return list(wave)


def _below(wave: Sequence[float], corner: float) -> Wave:
    """Return a wave below a cut-off frequency (Hz), with a slope of 6 dB per octave."""
    share = 1 - falling(1000 / (2 * PI * corner))
    held, passed = 0.0, []
    for one in wave:
        held += share * (one - held)
        passed.append(held)
    return passed


def faded(wave: Sequence[float], ms: float) -> Wave:
    """Return a wave that decays to 1/e within ``ms``."""
    level, step, passed = 1.0, falling(ms), []
    for one in wave:
        passed.append(level * one)
        level *= step
    return passed


def swell(wave: Sequence[float], rise: float, stay: float = 0.0) -> Wave:
    """Return a wave that rises for ``rise`` ms, stays for ``stay`` ms, and falls for the rest."""
    up, level = count(rise), count(rise + stay)
    down = len(wave) - level
    begin = [wave[place] * smooth(place / up) for place in range(up)]
    end = [wave[level + place] * smooth(1 - place / down) for place in range(down)]
    return [*begin, *wave[up:level], *end]


def smooth(share: float) -> float:
    """Ease a fraction from 0 to 1."""
    return share * share * (3 - 2 * share)


def struck(hertz: float, ms: float, length: float, rise: float = 1.5) -> Wave:
    """Return a tone like that of a struck body, which decays to 1/e within ``ms``.

    Args:
        hertz: frequency (Hz).
        ms: decay time (ms).
        length: duration (ms).
        rise: attack time until the maximum (ms).
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
    """Mix waves, each with a start (ms) and a factor, into one of ``length`` ms."""
    whole = [0.0] * count(length)
    for begin, level, wave in parts:
        start = count(begin)
        there = whole[start : start + len(wave)]
        whole[start : start + len(there)] = [
            before + level * one for before, one in zip(there, wave, strict=False)
        ]
    return whole


def finished(wave: Sequence[float], decibels: float, fade: float = 12.0) -> Wave:
    """Return a wave with silent ends, without constant part, and with a peak level (dBFS)."""
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
    """Return the sum, added in order: Python's own sum gives another result from 3.12 on."""
    total = 0.0
    for one in wave:
        total += one
    return total
