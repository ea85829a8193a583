"""Generator of the cloths' weaves, ``resources/cloths``, as small grey images.

Run as ``python packaging/draw/weaves.py``. Each is a square that tiles without a seam, drawn for a
device pixel ratio of 2: threads over and under each other, lit from above and left, and a nap of
short fibres on top. Grey is the brightness relative to the cloth, with the cloth's own colour in
the middle; the program tints it.
"""

from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import NamedTuple

from PySide6.QtGui import QImage

CLOTHS_FOLDER = Path(__file__).resolve().parents[2] / "resources" / "cloths"
SIDE_PX = 384
"""Side of the image (px); the threads of all cloths divide it."""
GREY_STEP = 6
"""Grey step: the difference is invisible, and the file is half as large."""


class Weave(NamedTuple):
    """Weave of a cloth: distance of threads (px), and strengths from 0 on.

    ``over`` is the number of threads that a weft passes over the warp, and then under it, shifted
    by one thread per row in a twill. ``slub`` is the unevenness of the threads, ``nap`` the
    strength of short fibres, which lie in any direction.
    """

    pitch: int
    over: int
    thread: float
    slub: float
    nap: float
    fibre: int


WEAVES = {
    "baize": Weave(pitch=4, over=2, thread=0.30, slub=0.10, nap=1.0, fibre=9),
    "wine": Weave(pitch=6, over=2, thread=0.85, slub=0.20, nap=0.55, fibre=7),
    "slate": Weave(pitch=6, over=1, thread=0.80, slub=0.45, nap=0.35, fibre=6),
}
GREY_DEVIATION = 24.0
"""Standard deviation of the grey."""


def compute_light(name: str) -> list[float]:
    """Return the brightness of each pixel, row by row, around 0."""
    weave, chance = WEAVES[name], Random(name)
    threads = SIDE_PX // weave.pitch
    warp, weft = (_thread_tones(chance, threads) for _ in range(2))
    light = [0.0] * (SIDE_PX * SIDE_PX)
    for y in range(SIDE_PX):
        row, down = divmod(y, weave.pitch)
        for x in range(SIDE_PX):
            column, across = divmod(x, weave.pitch)
            above = (column + row) // weave.over % 2 == 0
            # A thread is a bow: light where it faces up and left, dark where it dives.
            side = ((down if above else across) + 0.5) / weave.pitch
            own = weft[row] if above else warp[column]
            along = own[(x if above else y) * len(own) // SIDE_PX]
            round_ = sin(pi * side) - 0.64 + 0.25 * (0.5 - side)
            tone = weave.thread * (round_ + (0.10 if above else -0.10)) + weave.slub * along
            light[y * SIDE_PX + x] = tone
    _add_nap(light, weave, chance)
    return light


def _thread_tones(chance: Random, threads: int) -> list[list[float]]:
    """Return the thickness of each thread along its length, in pieces like their neighbours."""
    pieces = 48
    threads_tones = []
    for _ in range(threads):
        own, run = chance.gauss(0, 0.12), 0.0
        tones = []
        for _ in range(pieces):
            run = 0.6 * run + chance.gauss(0, 0.4)
            tones.append(own + run)
        threads_tones.append(tones)
    return threads_tones


def _add_nap(light: list[float], weave: Weave, chance: Random) -> None:
    """Add short fibres over the threads, light and dark, each fading at its ends."""
    for _ in range(round(SIDE_PX * SIDE_PX * 0.16)):
        x, y, angle = chance.random() * SIDE_PX, chance.random() * SIDE_PX, chance.random() * pi
        bend, tone = chance.gauss(0, 0.05), chance.gauss(0, 0.30) * weave.nap
        for step in range(weave.fibre):
            fade = sin(pi * (step + 0.5) / weave.fibre)
            index = int(y) % SIDE_PX * SIDE_PX + int(x) % SIDE_PX
            light[index] += tone * fade
            x, y, angle = x + cos(angle), y + sin(angle), angle + bend
    for index in range(len(light)):
        light[index] += chance.gauss(0, 0.12)


def encode_grey(light: list[float]) -> bytes:
    """Return the brightness as grey from 0 to 255, its mean in the middle."""
    mean = sum(light) / len(light)
    spread = (sum((one - mean) ** 2 for one in light) / len(light)) ** 0.5
    tones = (128 + GREY_DEVIATION * (one - mean) / spread for one in light)
    return bytes(max(2, min(254, GREY_STEP * round(one / GREY_STEP))) for one in tones)


def main() -> None:
    """Write the weave of each cloth."""
    CLOTHS_FOLDER.mkdir(exist_ok=True)
    for name in WEAVES:
        data = encode_grey(compute_light(name))
        image = QImage(data, SIDE_PX, SIDE_PX, SIDE_PX, QImage.Format.Format_Grayscale8)
        image.save(str(CLOTHS_FOLDER / f"{name}.png"))


if __name__ == "__main__":
    main()
