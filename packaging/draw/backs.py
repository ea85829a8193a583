"""Generator of the four card backs, ``resources/cards/back-*.svg``.

Run as ``python packaging/draw/backs.py``. Each is symmetric under a half turn, so no back reveals
the orientation of its card: leaves in a net around four spades, fans of the twenties, a lattice of
lozenges, and a guilloche as on bank notes.
"""

from math import cos, pi, sin

from pips import CARDS, DIAMOND_PATH, SPADE_PATH

WIDTH, HEIGHT = 910, 1310
CENTRE = f'cx="{WIDTH / 2:g}" cy="{HEIGHT / 2:g}"'
MARGIN = 58  # distance of the pattern from the edge (px)

Point = tuple[float, float]


def build_svg(ground: str, *parts: str) -> str:
    """Return an SVG of these elements on a ground with round corners."""
    lines = "\n  ".join(parts)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">\n'
        f'  <rect width="{WIDTH}" height="{HEIGHT}" rx="44" fill="{ground}"/>\n  {lines}\n</svg>\n'
    )


def frame_rect(off: float, colour: str, line: float, corner: float = 26) -> str:
    """Return a rectangular outline at a distance from the edge."""
    return (
        f'<rect x="{off:g}" y="{off:g}" width="{WIDTH - 2 * off:g}" height="{HEIGHT - 2 * off:g}" '
        f'rx="{corner:g}" fill="none" stroke="{colour}" stroke-width="{line:g}"/>'
    )


def filled_path(outline: str, colour: str) -> str:
    """Return a filled path."""
    return f'<path fill="{colour}" d="{outline}"/>'


def lozenge_path(x: float, y: float, across: float, down: float) -> str:
    """Return the path data of a lozenge by centre and half axes."""
    return f"M{x:.1f} {y - down:.1f} l{across:g} {down:g} l{-across:g} {down:g} " + (
        f"l{-across:g} {-down:g} Z"
    )


# Leaves

LEAF_GROUND, NET, DOT, LINE = "#22335a", "#32497b", "#4d689f", "#8ea3c8"
COLUMNS, ROWS = 6, 9


def leaf_path(x: float, y: float, dx: float, dy: float) -> str:
    """Return the path data of a slim leaf from a point along a vector."""
    bow = 0.2
    ax, ay, bx, by = x + dx * 0.5, y + dy * 0.5, -dy * bow, dx * bow
    return (
        f"M{x:.1f} {y:.1f} C{ax + bx - dx * 0.2:.1f} {ay + by - dy * 0.2:.1f} "
        f"{ax + bx + dx * 0.2:.1f} {ay + by + dy * 0.2:.1f} {x + dx:.1f} {y + dy:.1f} "
        f"C{ax - bx + dx * 0.2:.1f} {ay - by + dy * 0.2:.1f} "
        f"{ax - bx - dx * 0.2:.1f} {ay - by - dy * 0.2:.1f} {x:.1f} {y:.1f} Z"
    )


def leaf_net() -> tuple[str, str]:
    """Return the path data of the net's leaves and of the dots in its meshes."""
    across, down = (WIDTH - 2 * MARGIN) / COLUMNS, (HEIGHT - 2 * MARGIN) / ROWS
    leaves = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = MARGIN + column * across, MARGIN + row * down
            gap = 0.09
            for sx, sy, start in ((1, 1, 0), (1, -1, 1)):
                ox, oy = x + gap * across, y + (start + gap * sy) * down
                span = 1 - 2 * gap
                middle = ((column + 0.5) - COLUMNS / 2, (row + 0.5) - ROWS / 2)
                if abs(middle[0]) > 1 or abs(middle[1]) > 1:
                    leaves.append(leaf_path(ox, oy, span * across * sx, span * down * sy))
    dots = [
        lozenge_path(MARGIN + column * across, MARGIN + row * down, 9, 9)
        for column in range(COLUMNS + 1)
        for row in range(ROWS + 1)
    ]
    return " ".join(leaves), " ".join(dots)


def rosette() -> str:
    """Return four spades around a lozenge, tips outwards."""
    turns = "".join(
        f'<use xlink:href="#spade" transform="rotate({angle})"/>' for angle in (90, 180, 270)
    )
    return (
        f'<g transform="translate({WIDTH / 2:g} {HEIGHT / 2:g})" fill="{LINE}">'
        f'<g id="spade"><path transform="translate(-37 -108) scale(.74)" d="{SPADE_PATH}"/></g>'
        f'{turns}<path d="M0 -20 L20 0 L0 20 L-20 0 Z"/></g>'
    )


def leaves_back() -> str:
    """Return a net of leaves on blue-black around a rosette of four spades."""
    leaves, dots = leaf_net()
    return build_svg(
        LEAF_GROUND,
        filled_path(leaves, NET),
        filled_path(dots, DOT),
        frame_rect(29, DOT, 8),
        f'<circle {CENTRE} r="156" fill="{LEAF_GROUND}"/>',
        f'<circle {CENTRE} r="138" fill="none" stroke="{LINE}" stroke-width="9"/>',
        rosette(),
    )


# Fans

WINE, DEEP_WINE, GOLD, BRONZE = "#6d1a2c", "#54121f", "#e3b75a", "#a9742f"


def fan_paths(x: float, y: float, radius: float, sides: tuple[int, ...]) -> list[str]:
    """Return the nested outlines of an open fan that stands on a point.

    ``sides`` names its halves: left (-1), right (1), or both.
    """

    def rim_path(reach: float) -> str:
        bow, left, right = 0.5523 * reach, reach * (-1 in sides), reach * (1 in sides)
        return (
            f"M{x - left:.1f} {y:.1f} L{x - left:.1f} {y - reach * (not left):.1f} "
            f"C{x - left:.1f} {y - (bow if left else reach):.1f} "
            f"{x - bow * bool(left):.1f} {y - reach:.1f} {x:.1f} {y - reach:.1f} "
            f"C{x + bow * bool(right):.1f} {y - reach:.1f} "
            f"{x + right:.1f} {y - (bow if right else reach):.1f} "
            f"{x + right:.1f} {y - reach * (not right):.1f} L{x + right:.1f} {y:.1f} Z"
        )

    shapes = (
        (1.0, GOLD),
        (0.93, WINE),
        (0.76, BRONZE),
        (0.70, DEEP_WINE),
        (0.50, GOLD),
        (0.43, WINE),
        (0.24, GOLD),
    )
    return [filled_path(rim_path(radius * share), colour) for share, colour in shapes]


def fans_back() -> str:
    """Return gold fans on wine that stand on the centre line in either half, around a sun."""
    radius, rise = 93.0, 81.0
    left, right, top = 82.0, WIDTH - 82.0, 74.0
    across = (right - left) / 4
    half = []
    rows = 7
    for row in range(rows):
        y = HEIGHT / 2 - (rows - 1 - row) * rise
        for column in range(0 if row % 2 else 1, 9, 2):
            sides = (1,) if column == 0 else (-1,) if column == 8 else (-1, 1)
            half += fan_paths(left + across * column / 2, y, radius, sides)
    sun = " ".join(
        f"M{WIDTH / 2:g} {HEIGHT / 2:g} L{WIDTH / 2 + 128 * cos(turn - 0.07):.1f} "
        f"{HEIGHT / 2 + 128 * sin(turn - 0.07):.1f} L{WIDTH / 2 + 128 * cos(turn + 0.07):.1f} "
        f"{HEIGHT / 2 + 128 * sin(turn + 0.07):.1f} Z"
        for turn in (pi * number / 12 for number in range(24))
    )
    return build_svg(
        DEEP_WINE,
        f'<rect x="{left - 8:g}" y="{top:g}" width="{right - left + 16:g}" '
        f'height="{HEIGHT - 2 * top:g}" fill="{WINE}"/>',
        f'<g id="half">{"".join(half)}</g>',
        f'<use xlink:href="#half" transform="rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"/>',
        f'<circle {CENTRE} r="150" fill="{DEEP_WINE}"/>',
        f'<circle {CENTRE} r="140" fill="none" stroke="{GOLD}" stroke-width="9"/>',
        filled_path(sun, GOLD),
        f'<circle {CENTRE} r="52" fill="{DEEP_WINE}"/>',
        filled_path(lozenge_path(WIDTH / 2, HEIGHT / 2, 26, 40), GOLD),
        frame_rect(28, GOLD, 10),
        frame_rect(52, BRONZE, 5, 10),
    )


# Lozenges

CREAM, RED, ROSE = "#f7efdc", "#b3272d", "#d9716c"


def lattice_back() -> str:
    """Return a red lattice on cream with a diamond in every mesh, as on the oldest packs."""
    columns, rows = 10, 15
    across, down = (WIDTH - 2 * MARGIN) / columns, (HEIGHT - 2 * MARGIN) / rows
    meshes, hearts = [], []
    for column in range(2 * columns + 1):
        for row in range(2 * rows + 1):
            if (column + row) % 2:
                continue
            x, y = MARGIN + column * across / 2, MARGIN + row * down / 2
            inside = 0 < column < 2 * columns and 0 < row < 2 * rows
            if inside:
                meshes.append(lozenge_path(x, y, 0.42 * across, 0.42 * down))
                if column % 2:
                    hearts.append(lozenge_path(x, y, 0.22 * across, 0.22 * down))
    diamond = (
        f'<path transform="translate({WIDTH / 2 - 120:g} {HEIGHT / 2 - 120:g}) scale(2.4)" '
        f'fill="{RED}" d="{DIAMOND_PATH}"/>'
        f'<path transform="translate({WIDTH / 2 - 82:g} {HEIGHT / 2 - 82:g}) scale(1.64)" '
        f'fill="{CREAM}" d="{DIAMOND_PATH}"/>'
        f'<path transform="translate({WIDTH / 2 - 60:g} {HEIGHT / 2 - 60:g}) scale(1.2)" '
        f'fill="{RED}" d="{DIAMOND_PATH}"/>'
    )
    inner = MARGIN - 6
    return build_svg(
        CREAM,
        f'<rect x="{inner}" y="{inner}" width="{WIDTH - 2 * inner}" '
        f'height="{HEIGHT - 2 * inner}" rx="18" fill="{RED}"/>',
        filled_path(" ".join(meshes), CREAM),
        filled_path(" ".join(hearts), ROSE),
        filled_path(lozenge_path(WIDTH / 2, HEIGHT / 2, 208, 252), RED),
        filled_path(lozenge_path(WIDTH / 2, HEIGHT / 2, 184, 223), CREAM),
        diamond,
        frame_rect(30, RED, 9, 30),
    )


# Guilloche

NIGHT, VIOLET, PEARL, LILAC = "#2a1b3d", "#5a3f7d", "#e9dff2", "#a98ccb"


def wavy_ring_path(across: float, down: float, petals: int, depth: float, phase: float) -> str:
    """Return the path data of a wavy ring about the centre."""
    points: list[Point] = []
    for step in range(144):
        turn = 2 * pi * step / 144
        share = 1 - depth + depth * cos(petals * turn + phase)
        points.append((WIDTH / 2 + across * share * cos(turn),
                       HEIGHT / 2 + down * share * sin(turn)))  # fmt: skip
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points) + " Z"


def stroked_path(paths: str, colour: str, line: float) -> str:
    """Return outlines along paths."""
    return f'<path fill="none" stroke="{colour}" stroke-width="{line:g}" d="{paths}"/>'


def guilloche_back() -> str:
    """Return nested wavy rings on violet, like those of a bank note."""
    four, three = ([pi * 2 * number / count for number in range(count)] for count in (4, 3))
    outer = " ".join(wavy_ring_path(372, 560, 12, 0.13, phase) for phase in four)
    middle = " ".join(wavy_ring_path(268, 400, 12, 0.2, phase) for phase in three)
    inner = " ".join(wavy_ring_path(150, 150, 8, 0.3, phase) for phase in three)
    corners = [(x, y) for x in (118, WIDTH - 118) for y in (118, HEIGHT - 118)]
    stars = " ".join(
        lozenge_path(x, y, *reach) for x, y in corners for reach in ((16, 52), (52, 16), (26, 26))
    )
    return build_svg(
        NIGHT,
        f'<ellipse {CENTRE} rx="372" ry="560" fill="{VIOLET}"/>',
        f'<ellipse {CENTRE} rx="275" ry="414" fill="{NIGHT}"/>',
        stroked_path(outer, PEARL, 4),
        f'<ellipse {CENTRE} rx="268" ry="400" fill="{VIOLET}" fill-opacity="0.45"/>',
        stroked_path(middle, LILAC, 5),
        f'<circle {CENTRE} r="156" fill="{NIGHT}"/>',
        stroked_path(inner, PEARL, 5),
        f'<circle {CENTRE} r="34" fill="{PEARL}"/>',
        filled_path(stars, LILAC),
        frame_rect(28, PEARL, 9),
        frame_rect(50, LILAC, 4, 12),
    )


def main() -> None:
    """Write the four files."""
    backs = {
        "leaves": leaves_back,
        "fans": fans_back,
        "lattice": lattice_back,
        "guilloche": guilloche_back,
    }
    for name, back in backs.items():
        (CARDS / f"back-{name}.svg").write_text(back(), encoding="utf-8")


if __name__ == "__main__":
    main()
