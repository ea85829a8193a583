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

from waves import RATE, Wave, band, faded, finished, mixed, noise, struck, swell

SOUNDS: Final = Path(__file__).resolve().parents[2] / "resources" / "sounds"
HIT_MS: Final = 22.0
"""Time before a card touches the cloth (ms); the program relies on it."""
_HEAD: Final = struct.Struct("<4sI4s4sIHHIIHH4sI")


def deal(random: Random) -> Wave:
    """Return a card leaving the pack: paper on paper, with hardly any weight."""
    pitch = 0.94 + 0.12 * random.random()
    rub = swell(band(noise(random, 55), 1000 * pitch, 3000 * pitch), 20, 2)
    flick = faded(band(noise(random, 50), 600 * pitch, 2200 * pitch), 8)
    thud = faded(band(noise(random, 60), 140, 420), 10)
    parts = ((0, 0.4, rub), (HIT_MS, 1.0, flick), (HIT_MS, 1.0, thud))
    return finished(mixed(92, *parts), -18)


def play(random: Random) -> Wave:
    """Return a card played to the table: air, the flat of the card, and the table below."""
    pitch = 0.93 + 0.14 * random.random()
    air = swell(band(noise(random, 34), 1200, 3800), HIT_MS, 1)
    flat = faded(band(noise(random, 90), 380 * pitch, 1900 * pitch), 12)
    edge = faded(band(noise(random, 30), 1800 * pitch, 4200), 4)
    # The table has no pitch of its own: its thud is noise as well, with two short tones.
    thud = mixed(
        120,
        (0, 1.6, faded(band(noise(random, 110), 80, 300), 20)),
        (0, 0.28, struck(131 * pitch, 14, 90, 3)),
        (0, 0.2, struck(203 * pitch, 10, 70, 2)),
    )
    parts = ((0, 0.35, air), (HIT_MS, 2.0, flat), (HIT_MS, 0.6, edge), (HIT_MS, 0.8, thud))
    return finished(mixed(150, *parts), -11)


def take(random: Random) -> Wave:
    """Return several cards that slide over the cloth together and are squared up."""
    slide = mixed(270)
    for number in range(4):
        begin = number * 26 + 12 * random.random()
        low = 500 + 260 * random.random()
        rub = swell(band(noise(random, 130), low, 2300 + 700 * random.random()), 45, 10)
        slide = mixed(270, (0, 1.0, slide), (begin, 0.55 - 0.06 * number, rub))
    tap = faded(band(noise(random, 45), 500, 1900), 7)
    thud = struck(128 + 12 * random.random(), 20, 80, 3)
    return finished(mixed(270, (0, 1.0, slide), (188, 0.9, tap), (188, 0.1, thud)), -17, 30)


def knock(hertz: float, random: Random) -> Wave:
    """Return a knuckle on a small wooden box."""
    return mixed(
        170,
        (0, 1.0, struck(hertz, 30, 170, 1.2)),
        (0, 0.42, struck(2.42 * hertz, 14, 120, 0.9)),
        (0, 0.16, struck(4.1 * hertz, 6, 60, 0.7)),
        (0, 0.25, struck(0.5 * hertz, 26, 170, 2.5)),
        (0, 0.5, faded(band(noise(random, 30), 300, 1600), 3)),
    )


def turn(random: Random) -> Wave:
    """Return two soft knocks on wood, the second one farther off."""
    return finished(
        mixed(300, (0, 1.0, knock(392.0, random)), (118, 0.55, knock(440.0, random))), -13, 25
    )


def mallet(hertz: float, random: Random, ring: float, length: float) -> Wave:
    """Return a wooden bar under a soft mallet, its first overtone two octaves up."""
    return mixed(
        length,
        (0, 1.0, struck(hertz, ring, length, 5)),
        (0, 0.16, struck(3.98 * hertz, 0.28 * ring, length, 3)),
        (0, 0.05, struck(9.3 * hertz, 0.08 * ring, length, 2)),
        (0, 0.22, struck(1.002 * hertz, 1.5 * ring, length, 12)),
        (0, 0.1, faded(band(noise(random, 25), 250, 1100), 4)),
    )


def made(random: Random) -> Wave:
    """Return two warm tones, a fourth up."""
    low, high = mallet(392.0, random, 120, 420), mallet(523.25, random, 150, 560)
    return finished(mixed(680, (0, 0.8, low), (125, 1.0, high)), -14, 80)


def missed(random: Random) -> Wave:
    """Return a short low fifth under a muffled mallet: the end of something, without mockery."""
    low, high = mallet(196.0, random, 75, 340), mallet(293.66, random, 60, 300)
    return finished(mixed(350, (0, 1.0, low), (14, 0.7, high)), -11, 60)


def refused(random: Random) -> Wave:
    """Return a dull tap of a finger on the edge of the table."""
    parts = (
        (0, 1.0, struck(118.0, 22, 120, 3)),
        (0, 0.5, struck(187.0, 13, 100, 2)),
        (0, 2.2, faded(band(noise(random, 60), 220, 1000), 8)),
    )
    return finished(mixed(130, *parts), -12)


def win(random: Random) -> Wave:
    """Return a small cadence: subdominant, dominant and tonic."""
    chords = (
        (0, (349.23, 440.0), 110),
        (165, (392.0, 493.88), 110),
        (330, (261.63, 392.0, 523.25, 659.26), 230),
    )
    parts = []
    for begin, tones, ring in chords:
        for place, hertz in enumerate(tones):
            # Like fingers: the upper tones a little later.
            tone = mallet(hertz, random, ring, min(4.5 * ring, 900))
            parts.append((begin + 13 * place, 0.75 if place else 0.9, tone))
    return finished(mixed(1180, *parts), -11, 220)


MAKERS: Final[dict[str, tuple[Callable[[Random], Wave], int]]] = {
    "deal": (deal, 3),
    "play": (play, 3),
    "take": (take, 3),
    "turn": (turn, 1),
    "made": (made, 1),
    "missed": (missed, 1),
    "refused": (refused, 1),
    "win": (win, 1),
}
"""Generator and number of variants by sound; frequent sounds vary."""


def wav(wave: Wave) -> bytes:
    """Return a wave as WAV data."""
    numbers = [round(32767 * one) for one in wave]
    data = struct.pack(f"<{len(numbers)}h", *numbers)
    rate = (1, 1, RATE, 2 * RATE, 2, 16)
    return (
        _HEAD.pack(b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, *rate, b"data", len(data)) + data
    )


def files() -> Iterator[tuple[str, bytes]]:
    """Yield every file with its name."""
    for name, (make, variants) in MAKERS.items():
        for number in range(1, variants + 1):
            yield f"{name}-{number}.wav", wav(make(Random(f"{name} {number}")))


def main() -> None:
    """Write all files."""
    SOUNDS.mkdir(exist_ok=True)
    for name, data in files():
        (SOUNDS / name).write_bytes(data)


if __name__ == "__main__":
    main()
