"""Building blocks of sounds: noise, filters, struck bodies and envelopes, as lists of samples.

The system's sine and power functions are not used: their last digits differ between mathematical
libraries, and the bytes must be the same everywhere. Sums and products do not differ.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

SAMPLE_RATE: Final = 44100
"""Sample rate (Hz)."""
PI: Final = 3.141592653589793
SERIES_TERMS: Final = 24
"""Number of terms of a series; more change nothing for arguments up to pi."""
LOW_CUT_HZ: Final = 45.0
"""Cut-off frequency (Hz) below which drifts are removed as inaudible."""
INAUDIBLE_DECAYS: Final = 8.0
"""Number of decay times after which a tone is inaudible."""

Wave = list[float]


def cosine(angle: float) -> float:
    """Return the cosine of an angle from 0 to pi, by its series."""
    total = term = 1.0
    for number in range(1, SERIES_TERMS):
        term *= -angle * angle / ((2 * number - 1) * (2 * number))
        total += term
    return total


def sine(angle: float) -> float:
    """Return the sine of an angle from 0 to pi, by its series."""
    total = term = angle
    for number in range(1, SERIES_TERMS):
        term *= -angle * angle / ((2 * number) * (2 * number + 1))
        total += term
    return total


def decay_factor(ms: float) -> float:
    """Return the factor per sample of a decay to 1/e within ``ms``."""
    step = -1000.0 / (ms * SAMPLE_RATE)
    total = term = 1.0
    for number in range(1, SERIES_TERMS):
        term *= step / number
        total += term
    return total


def sample_count(ms: float) -> int:
    """Return the number of samples in a duration (ms)."""
    return round(ms * SAMPLE_RATE / 1000)


def white_noise(random: Random, ms: float) -> Wave:
    """Return white noise from -1 to 1."""
    return [2 * random.random() - 1 for _ in range(sample_count(ms))]


def band_pass(wave: Sequence[float], low: float, high: float) -> Wave:
    """Return the band between two frequencies (Hz), with slopes of 12 dB per octave."""
    for _ in range(2):
        wave = _low_pass(wave, high)
    for _ in range(2):
        under = _low_pass(wave, low)
        wave = [one - deep for one, deep in zip(wave, under, strict=True)]
    return list(wave)


def _low_pass(wave: Sequence[float], corner: float) -> Wave:
    """Return a wave below a cut-off frequency (Hz), with a slope of 6 dB per octave."""
    share = 1 - decay_factor(1000 / (2 * PI * corner))
    level, output = 0.0, []
    for one in wave:
        level += share * (one - level)
        output.append(level)
    return output


def apply_decay(wave: Sequence[float], ms: float) -> Wave:
    """Return a wave that decays to 1/e within ``ms``."""
    level, step, output = 1.0, decay_factor(ms), []
    for one in wave:
        output.append(level * one)
        level *= step
    return output


def apply_envelope(wave: Sequence[float], rise: float, stay: float = 0.0) -> Wave:
    """Return a wave that rises for ``rise`` ms, stays for ``stay`` ms, and falls for the rest."""
    up, level = sample_count(rise), sample_count(rise + stay)
    down = len(wave) - level
    begin = [wave[index] * smooth_step(index / up) for index in range(up)]
    end = [wave[level + index] * smooth_step(1 - index / down) for index in range(down)]
    return [*begin, *wave[up:level], *end]


def smooth_step(share: float) -> float:
    """Ease a fraction from 0 to 1."""
    return share * share * (3 - 2 * share)


def struck_tone(hertz: float, ms: float, length: float, rise: float = 1.5) -> Wave:
    """Return a tone like that of a struck body, which decays to 1/e within ``ms``.

    Args:
        hertz: frequency (Hz).
        ms: decay time (ms).
        length: duration (ms).
        rise: attack time until the maximum (ms).
    """
    length = min(length, INAUDIBLE_DECAYS * ms)
    angle, step = 2 * PI * hertz / SAMPLE_RATE, decay_factor(ms)
    turn, square = 2 * step * cosine(angle), step * step
    last, one, wave = 0.0, step * sine(angle), [0.0]
    for _ in range(sample_count(length) - 1):
        wave.append(one)
        last, one = one, turn * one - square * last
    return apply_envelope(wave, rise, 0.75 * length)


def mix_waves(length: float, *parts: tuple[float, float, Sequence[float]]) -> Wave:
    """Mix waves, each with a start (ms) and a factor, into one of ``length`` ms."""
    whole = [0.0] * sample_count(length)
    for begin, level, wave in parts:
        start = sample_count(begin)
        segment = whole[start : start + len(wave)]
        whole[start : start + len(segment)] = [
            before + level * one for before, one in zip(segment, wave, strict=False)
        ]
    return whole


def normalise_wave(wave: Sequence[float], decibels: float, fade: float = 12.0) -> Wave:
    """Return a wave with silent ends, without constant part, and with a peak level (dBFS)."""
    drift = _low_pass(wave, LOW_CUT_HZ)
    wave = [one - slow for one, slow in zip(wave, drift, strict=True)]
    window = apply_envelope([1.0] * len(wave), 0.5, 1000 * len(wave) / SAMPLE_RATE - 0.5 - fade)
    window[-1] = 0.0
    wave = [one * height for one, height in zip(wave, window, strict=True)]
    middle = _ordered_sum(wave) / _ordered_sum(window)
    wave = [one - middle * height for one, height in zip(wave, window, strict=True)]
    loudest, top = max(map(abs, wave)), 1.0
    for _ in range(round(-4 * decibels)):
        top *= 0.9716279515771061  # a quarter of a decibel less
    return [one * top / loudest for one in wave]


def _ordered_sum(wave: Sequence[float]) -> float:
    """Return the sum, added in order: Python's own sum gives another result from 3.12 on."""
    total = 0.0
    for one in wave:
        total += one
    return total
