"""Draws the card back into ``resources/cards/back.svg``.

Run as ``python packaging/draw/back.py``. A net of leaves on blue-black around a rosette of four
spades; it reads the same from all four ends, so no back tells how its card lies.
"""

from pips import CARDS, SPADE

WIDTH, HEIGHT = 910, 1310
GROUND, NET, DOT, LINE = "#22335a", "#32497b", "#4d689f", "#8ea3c8"
COLUMNS, ROWS = 6, 9
FIELD = 58  # the net begins this far from the edge


def leaf(x: float, y: float, dx: float, dy: float) -> str:
    """A slim leaf from a point along a vector."""
    bow = 0.2
    ax, ay, bx, by = x + dx * 0.5, y + dy * 0.5, -dy * bow, dx * bow
    return (
        f"M{x:.1f} {y:.1f} C{ax + bx - dx * 0.2:.1f} {ay + by - dy * 0.2:.1f} "
        f"{ax + bx + dx * 0.2:.1f} {ay + by + dy * 0.2:.1f} {x + dx:.1f} {y + dy:.1f} "
        f"C{ax - bx + dx * 0.2:.1f} {ay - by + dy * 0.2:.1f} "
        f"{ax - bx - dx * 0.2:.1f} {ay - by - dy * 0.2:.1f} {x:.1f} {y:.1f} Z"
    )


def net() -> tuple[str, str]:
    """The leaves of the net, and the dots in its meshes, as path data."""
    across, down = (WIDTH - 2 * FIELD) / COLUMNS, (HEIGHT - 2 * FIELD) / ROWS
    leaves, dots = [], []
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = FIELD + column * across, FIELD + row * down
            gap = 0.09
            for sx, sy, start in ((1, 1, 0), (1, -1, 1)):
                ox, oy = x + gap * across, y + (start + gap * sy) * down
                span = 1 - 2 * gap
                middle = ((column + 0.5) - COLUMNS / 2, (row + 0.5) - ROWS / 2)
                if abs(middle[0]) > 1 or abs(middle[1]) > 1:
                    leaves.append(leaf(ox, oy, span * across * sx, span * down * sy))
    for column in range(COLUMNS + 1):
        for row in range(ROWS + 1):
            x, y, r = FIELD + column * across, FIELD + row * down, 9
            dots.append(f"M{x:.1f} {y - r:.1f} l{r} {r} l{-r} {r} l{-r} {-r} Z")
    return " ".join(leaves), " ".join(dots)


def rosette() -> str:
    """Four spades with their tips outwards around a lozenge."""
    turns = "".join(
        f'<use xlink:href="#spade" transform="rotate({angle})"/>' for angle in (90, 180, 270)
    )
    return (
        f'<g transform="translate({WIDTH / 2:g} {HEIGHT / 2:g})" fill="{LINE}">'
        f'<g id="spade"><path transform="translate(-37 -108) scale(.74)" d="{SPADE}"/></g>'
        f'{turns}<path d="M0 -20 L20 0 L0 20 L-20 0 Z"/></g>'
    )


def main() -> None:
    """Write the file."""
    leaves, dots = net()
    middle = f'cx="{WIDTH / 2:g}" cy="{HEIGHT / 2:g}"'
    (CARDS / "back.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">\n'
        f'  <rect width="{WIDTH}" height="{HEIGHT}" rx="44" fill="{GROUND}"/>\n'
        f'  <path fill="{NET}" d="{leaves}"/>\n'
        f'  <path fill="{DOT}" d="{dots}"/>\n'
        f'  <rect x="29" y="29" width="{WIDTH - 58}" height="{HEIGHT - 58}" rx="26" fill="none" '
        f'stroke="{DOT}" stroke-width="8"/>\n'
        f'  <circle {middle} r="156" fill="{GROUND}"/>\n'
        f'  <circle {middle} r="138" fill="none" stroke="{LINE}" stroke-width="9"/>\n'
        f"  {rosette()}\n</svg>\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
