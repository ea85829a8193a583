"""Generator of the suit pips and the jokers' cap, ``resources/cards/pip-*.svg``.

Run as ``python packaging/draw/pips.py``. The club is computed from three circles; the other
outlines are drawn by hand. A pip fills a square of 100; the outlines use only M, L, C and Z, which
is all the card table and the font generator read.
"""

import math
from pathlib import Path

CARDS = Path(__file__).resolve().parents[2] / "resources" / "cards"
INKS = {"S": "#1b2233", "H": "#c4312f", "D": "#c4312f", "C": "#1b2233", "X": "#1b2233"}

HEART_PATH = (
    "M50 96 C44 84 34 75 24 64 C12 51 4 42 4 29 C4 15 14 6 26 6 C37 6 46 13 50 24 "
    "C54 13 63 6 74 6 C86 6 96 15 96 29 C96 42 88 51 76 64 C66 75 56 84 50 96 Z"
)
DIAMOND_PATH = "M50 1 C59 19 72 36 87 50 C72 64 59 81 50 99 C41 81 28 64 13 50 C28 36 41 19 50 1 Z"
SPADE_PATH = (
    "M50 2 C55 15 66 26 77 37 C88 47 95 54 95 65 C95 77 86 85 75 85 C66 85 58 81 53 74 "
    "C54 84 59 92 68 98 L32 98 C41 92 46 84 47 74 C42 81 34 85 25 85 C14 85 5 77 5 65 "
    "C5 54 12 47 23 37 C34 26 45 15 50 2 Z"
)


def arc_path(centre: tuple[float, float], radius: float, start: float, stop: float) -> str:
    """Return a clockwise arc (on screen; degrees) as cubic curves of at most 90 degrees."""
    pieces = math.ceil((stop - start) / 90)
    step = math.radians((stop - start) / pieces)
    reach = radius * 4 / 3 * math.tan(step / 4)
    text = []
    for piece in range(pieces):
        a = math.radians(start) + piece * step
        b = a + step
        x, y = centre
        points = (
            (x + radius * math.cos(a) - reach * math.sin(a),
             y + radius * math.sin(a) + reach * math.cos(a)),
            (x + radius * math.cos(b) + reach * math.sin(b),
             y + radius * math.sin(b) - reach * math.cos(b)),
            (x + radius * math.cos(b), y + radius * math.sin(b)),
        )  # fmt: skip
        text.append("C" + " ".join(f"{px:.2f} {py:.2f}" for px, py in points))
    return " ".join(text)


def club_path() -> str:
    """Return three round leaves, filled between them, on the spade's foot."""
    top, left, right, radius = (50.0, 25.5), (26.5, 61.0), (73.5, 61.0), 22.5
    # Intersection of the upper and the right leaf, as angles on both circles.
    dx, dy = right[0] - top[0], right[1] - top[1]
    half = math.hypot(dx, dy) / 2
    lean = math.degrees(math.atan2(dy, dx))
    open_ = math.degrees(math.acos(half / radius))
    leave_top, enter_right = lean - open_, lean + 180 + open_
    enter_top, leave_left = 180 - leave_top, 180 - enter_right
    x = top[0] + radius * math.cos(math.radians(enter_top))
    y = top[1] + radius * math.sin(math.radians(enter_top))
    toe = 156.0  # angle at which the lower leaves meet the stalk
    return " ".join((
        f"M{x:.2f} {y:.2f}",
        arc_path(top, radius, enter_top, leave_top + 360),
        arc_path(right, radius, enter_right, toe + 360),
        "C54.5 84 59 92 68 98 L32 98 C41 92 45.5 84",
        f"{left[0] - radius * math.cos(math.radians(toe)):.2f}",
        f"{left[1] + radius * math.sin(math.radians(toe)):.2f}",
        arc_path(left, radius, 180 - toe, leave_left + 360),
        "Z",
    ))  # fmt: skip


def cap_path() -> str:
    """Return a jester's cap: three points with bells above a rim."""
    horns = (
        "M26 80 C27 62 28 46 20 45 C14 44 10 49 8 58 C0 38 9 21 24 21 C34 21 40 28 43 38 "
        "C44 27 46 18 50 8 C54 18 56 27 57 38 C60 28 66 21 76 21 C91 21 100 38 92 58 "
        "C90 49 86 44 80 45 C72 46 73 62 74 80 Z M22 84 L78 84 L78 97 L22 97 Z"
    )
    bells = ((9.5, 61.0), (50.0, 9.5), (90.5, 61.0))
    rounds = (f"M{x + 9} {y} {arc_path((x, y), 9, 0, 360)} Z" for x, y in bells)
    return " ".join((horns, *rounds))


def main() -> None:
    """Write the five files."""
    CARDS.mkdir(parents=True, exist_ok=True)
    for letter, outline in (
        ("S", SPADE_PATH),
        ("H", HEART_PATH),
        ("D", DIAMOND_PATH),
        ("C", club_path()),
        ("X", cap_path()),
    ):
        (CARDS / f"pip-{letter}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n'
            f'  <path fill="{INKS[letter]}" d="{outline}"/>\n</svg>\n',
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
