"""Generator of the court emblems of the large set, ``resources/cards/emblem-*.svg``.

Run as ``python packaging/draw/emblems.py``. A crown with arches, a tiara and a feathered cap: each
is one shape in a square of 100 that is recognisable by its outline alone, written with M, L, C and
Z like the suit pips, and printed in the suit's ink.
"""

from pips import CARDS, INKS, arc_path

CROWN_PATH = (
    "M14 66 L4 30 L27 46 L36 20 L46 40 L46 26 L38 26 L38 18 L46 18 L46 8 L54 8 L54 18 L62 18 "
    "L62 26 L54 26 L54 40 L64 20 L73 46 L96 30 L86 66 Z M14 73 L86 73 L86 92 L14 92 Z"
)
TIARA_PATH = (
    "M6 88 C10 60 16 44 24 30 C28 42 32 48 38 52 C40 34 44 20 50 8 C56 20 60 34 62 52 "
    "C68 48 72 42 76 30 C84 44 90 60 94 88 C66 72 34 72 6 88 Z"
)
CAP_PATH = (
    "M10 62 C10 38 26 26 46 26 C54 26 60 28 66 31 C66 18 74 8 96 4 C96 24 92 36 82 44 "
    "C86 50 88 56 88 62 Z M6 69 L94 69 L94 88 C66 80 34 80 6 88 Z"
)


def tiara_path() -> str:
    """Return the tiara with a pearl on each point."""
    pearls = ((24.0, 22.0, 7.0), (50.0, 6.5, 6.5), (76.0, 22.0, 7.0))
    rounds = (f"M{x + r} {y} {arc_path((x, y), r, 0, 360)} Z" for x, y, r in pearls)
    return " ".join((TIARA_PATH, *rounds))


def main() -> None:
    """Write the three files."""
    for rank, outline in (("J", CAP_PATH), ("Q", tiara_path()), ("K", CROWN_PATH)):
        (CARDS / f"emblem-{rank}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n'
            f'  <path fill="{INKS["S"]}" d="{outline}"/>\n</svg>\n',
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
