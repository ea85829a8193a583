"""Generator of the table's sounds, ``resources/sounds/*.wav``, one channel of 16 bits each.

Run as ``python packaging/draw/sounds.py``. Cards are noise, for paper rubbing on cloth, and a dull
thud below it; tonal signals are softly struck wood. The same bytes come out on every system and
Python.
"""

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from waves import (
    SAMPLE_RATE,
    Wave,
    apply_decay,
    apply_envelope,
    band_pass,
    mix_waves,
    normalise_wave,
    struck_tone,
    white_noise,
)

SOUNDS: Final = Path(__file__).resolve().parents[2] / "resources" / "sounds"
HIT_MS: Final = 22.0
"""Time before a card touches the cloth (ms); the program relies on it."""
_HEAD: Final = struct.Struct("<4sI4s4sIHHIIHH4sI")


def deal_sound(random: Random) -> Wave:
    """Return a card leaving the pack: paper on paper, with hardly any weight."""
    pitch = 0.94 + 0.12 * random.random()
    rub = apply_envelope(band_pass(white_noise(random, 55), 1000 * pitch, 3000 * pitch), 20, 2)
    flick = apply_decay(band_pass(white_noise(random, 50), 600 * pitch, 2200 * pitch), 8)
    thud = apply_decay(band_pass(white_noise(random, 60), 140, 420), 10)
    parts = ((0, 0.4, rub), (HIT_MS, 1.0, flick), (HIT_MS, 1.0, thud))
    return normalise_wave(mix_waves(92, *parts), -18)


def play_sound(random: Random) -> Wave:
    """Return a card played to the table: air, the flat of the card, and the table below."""
    pitch = 0.93 + 0.14 * random.random()
    air = apply_envelope(band_pass(white_noise(random, 34), 1200, 3800), HIT_MS, 1)
    flat = apply_decay(band_pass(white_noise(random, 90), 380 * pitch, 1900 * pitch), 12)
    edge = apply_decay(band_pass(white_noise(random, 30), 1800 * pitch, 4200), 4)
    # The table has no pitch of its own: its thud is noise as well, with two short tones.
    thud = mix_waves(
        120,
        (0, 1.6, apply_decay(band_pass(white_noise(random, 110), 80, 300), 20)),
        (0, 0.28, struck_tone(131 * pitch, 14, 90, 3)),
        (0, 0.2, struck_tone(203 * pitch, 10, 70, 2)),
    )
    parts = ((0, 0.35, air), (HIT_MS, 2.0, flat), (HIT_MS, 0.6, edge), (HIT_MS, 0.8, thud))
    return normalise_wave(mix_waves(150, *parts), -11)


def trick_sound(random: Random) -> Wave:
    """Return several cards that slide over the cloth together and are squared up."""
    slide = mix_waves(270)
    for number in range(4):
        begin = number * 26 + 12 * random.random()
        low = 500 + 260 * random.random()
        rub = apply_envelope(
            band_pass(white_noise(random, 130), low, 2300 + 700 * random.random()), 45, 10
        )
        slide = mix_waves(270, (0, 1.0, slide), (begin, 0.55 - 0.06 * number, rub))
    tap = apply_decay(band_pass(white_noise(random, 45), 500, 1900), 7)
    thud = struck_tone(128 + 12 * random.random(), 20, 80, 3)
    return normalise_wave(
        mix_waves(270, (0, 1.0, slide), (188, 0.9, tap), (188, 0.1, thud)), -17, 30
    )


def wood_knock(hertz: float, random: Random) -> Wave:
    """Return a knuckle on a small wooden box."""
    return mix_waves(
        170,
        (0, 1.0, struck_tone(hertz, 30, 170, 1.2)),
        (0, 0.42, struck_tone(2.42 * hertz, 14, 120, 0.9)),
        (0, 0.16, struck_tone(4.1 * hertz, 6, 60, 0.7)),
        (0, 0.25, struck_tone(0.5 * hertz, 26, 170, 2.5)),
        (0, 0.5, apply_decay(band_pass(white_noise(random, 30), 300, 1600), 3)),
    )


def turn_sound(random: Random) -> Wave:
    """Return two soft knocks on wood, the second one farther off."""
    return normalise_wave(
        mix_waves(300, (0, 1.0, wood_knock(392.0, random)), (118, 0.55, wood_knock(440.0, random))),
        -13,
        25,
    )


def mallet_tone(hertz: float, random: Random, ring: float, length: float) -> Wave:
    """Return a wooden bar under a soft mallet, its first overtone two octaves up."""
    return mix_waves(
        length,
        (0, 1.0, struck_tone(hertz, ring, length, 5)),
        (0, 0.16, struck_tone(3.98 * hertz, 0.28 * ring, length, 3)),
        (0, 0.05, struck_tone(9.3 * hertz, 0.08 * ring, length, 2)),
        (0, 0.22, struck_tone(1.002 * hertz, 1.5 * ring, length, 12)),
        (0, 0.1, apply_decay(band_pass(white_noise(random, 25), 250, 1100), 4)),
    )


def bid_made_sound(random: Random) -> Wave:
    """Return two warm tones, a fourth up."""
    low, high = mallet_tone(392.0, random, 120, 420), mallet_tone(523.25, random, 150, 560)
    return normalise_wave(mix_waves(680, (0, 0.8, low), (125, 1.0, high)), -14, 80)


def bid_missed_sound(random: Random) -> Wave:
    """Return a short low fifth under a muffled mallet: the end of something, without mockery."""
    low, high = mallet_tone(196.0, random, 75, 340), mallet_tone(293.66, random, 60, 300)
    return normalise_wave(mix_waves(350, (0, 1.0, low), (14, 0.7, high)), -11, 60)


def refusal_sound(random: Random) -> Wave:
    """Return a dull tap of a finger on the edge of the table."""
    parts = (
        (0, 1.0, struck_tone(118.0, 22, 120, 3)),
        (0, 0.5, struck_tone(187.0, 13, 100, 2)),
        (0, 2.2, apply_decay(band_pass(white_noise(random, 60), 220, 1000), 8)),
    )
    return normalise_wave(mix_waves(130, *parts), -12)


def win_sound(random: Random) -> Wave:
    """Return a small cadence: subdominant, dominant and tonic."""
    chords = (
        (0, (349.23, 440.0), 110),
        (165, (392.0, 493.88), 110),
        (330, (261.63, 392.0, 523.25, 659.26), 230),
    )
    parts = []
    for begin, tones, ring in chords:
        for index, hertz in enumerate(tones):
            # Like fingers: the upper tones a little later.
            tone = mallet_tone(hertz, random, ring, min(4.5 * ring, 900))
            parts.append((begin + 13 * index, 0.75 if index else 0.9, tone))
    return normalise_wave(mix_waves(1180, *parts), -11, 220)


SOUND_FACTORIES: Final[dict[str, tuple[Callable[[Random], Wave], int]]] = {
    "deal": (deal_sound, 3),
    "play": (play_sound, 3),
    "take": (trick_sound, 3),
    "turn": (turn_sound, 1),
    "made": (bid_made_sound, 1),
    "missed": (bid_missed_sound, 1),
    "refused": (refusal_sound, 1),
    "win": (win_sound, 1),
}
"""Generator and number of variants by sound; frequent sounds vary."""


def encode_wav(wave: Wave) -> bytes:
    """Return a wave as WAV data."""
    numbers = [round(32767 * one) for one in wave]
    data = struct.pack(f"<{len(numbers)}h", *numbers)
    rate = (1, 1, SAMPLE_RATE, 2 * SAMPLE_RATE, 2, 16)
    return (
        _HEAD.pack(b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, *rate, b"data", len(data)) + data
    )


def sound_files() -> Iterator[tuple[str, bytes]]:
    """Yield every file with its name."""
    for name, (make, variants) in SOUND_FACTORIES.items():
        for number in range(1, variants + 1):
            yield f"{name}-{number}.wav", encode_wav(make(Random(f"{name} {number}")))


def main() -> None:
    """Write all files."""
    SOUNDS.mkdir(exist_ok=True)
    for name, data in sound_files():
        (SOUNDS / name).write_bytes(data)


if __name__ == "__main__":
    main()
