"""Generator of the two jokers, ``resources/cards/XR.svg`` and ``XB.svg``.

Run as ``python packaging/draw/jokers.py`` in the development environment. The red one wears a cap
of three points, the black one a cap of two, so that they differ in more than colour.
"""

from dataclasses import dataclass

from canvas import CARDS, SvgCanvas
from courts import BLUSH, FACE, GOLD, INK, IVORY, NECK, RED, SKIN


@dataclass(frozen=True, slots=True)
class JokerColours:
    """Colours of a jester: panel behind, the two halves of the dress, and the bells."""

    panel: str
    left: str
    right: str
    bell: str


RED_JOKER = JokerColours("#fbead6", RED, GOLD, "#a87722")
BLACK_JOKER = JokerColours("#c9d1d8", INK, "#f6f2e6", GOLD)


def draw_dress(canvas: SvgCanvas, motley: JokerColours) -> None:
    """Draw a dress halved down the middle, with lozenges in the other colour."""
    canvas.fill_cut_path("M265 372 L190 372 C90 402 36 440 30 520 L14 760 L265 760 Z", motley.left)
    canvas.fill_cut_path(
        "M265 372 L340 372 C440 402 494 440 500 520 L516 760 L265 760 Z", motley.right
    )
    lozenges = ((88, 560), (202, 560), (145, 622), (328, 560), (442, 498))
    for x, y in lozenges:
        colour = motley.right if x < 265 else motley.left
        canvas.fill_cut_path(f"M{x} {y - 46} L{x + 30} {y} L{x} {y + 46} L{x - 30} {y} Z", colour)


def draw_collar(canvas: SvgCanvas, motley: JokerColours) -> None:
    """Draw points in alternating colours over a pale ruff, with bells."""
    ruff = "#ffffff" if motley is RED_JOKER else "#aab3be"
    for x, y, root in ((150, 440, 200), (380, 440, 330), (265, 474, 265)):
        canvas.fill_path(f"M{root - 62} 366 L{root + 62} 366 L{x} {y} Z", ruff)
    for x, y, root, colour in (
        (100, 436, 176, motley.right), (430, 436, 354, motley.left),
        (205, 480, 226, motley.right), (325, 480, 304, motley.left),
    ):  # fmt: skip
        canvas.fill_path(f"M{root - 36} 372 C{root - 10} 352 {root + 10} 352 {root + 36} 372 "
                    f"L{x} {y} Z", colour)  # fmt: skip
        canvas.fill_ellipse(x, y + 4, 14, 14, motley.bell)


def draw_face(canvas: SvgCanvas) -> None:
    """Draw a laughing face."""
    canvas.fill_path(NECK, BLUSH)
    canvas.fill_path(FACE, SKIN)
    for side in (-1, 1):
        x = 265 + side * 34
        canvas.draw_line(f"M{x - 15} 226 Q{x} 208 {x + 15} 226", INK, 8)
        canvas.fill_ellipse(265 + side * 52, 262, 15, 12, "#e8a183")
    canvas.fill_ellipse(265, 252, 13, 14, "#df8f74")
    canvas.fill_path("M222 276 C240 288 290 288 308 276 C304 310 286 318 265 318 "
                "C244 318 226 310 222 276 Z", IVORY)  # fmt: skip
    canvas.draw_line("M218 274 C240 290 290 290 312 274", INK, 6)
    canvas.draw_line("M224 280 C228 308 246 318 265 318 C284 318 302 308 306 280", INK, 5)


def draw_three_point_cap(canvas: SvgCanvas, motley: JokerColours) -> None:
    """Draw the red joker's cap."""
    canvas.fill_path(
        "M186 184 C176 128 150 112 96 150 C84 84 150 50 210 78 C236 90 250 110 265 184 Z",
        motley.left,
    )
    canvas.fill_path(
        "M344 184 C354 128 380 112 434 150 C446 84 380 50 320 78 C294 90 280 110 265 184 Z",
        motley.right,
    )
    canvas.fill_path("M206 188 C210 120 236 60 265 26 C294 60 320 120 324 188 Z", IVORY)
    canvas.fill_path("M265 26 C294 60 320 120 324 188 L265 188 Z", motley.left)
    for x, y in ((94, 162), (265, 24), (436, 162)):
        canvas.fill_ellipse(x, y, 18, 18, motley.bell)


def draw_two_point_cap(canvas: SvgCanvas, motley: JokerColours) -> None:
    """Draw the black joker's cap."""
    canvas.fill_path("M184 190 C176 110 216 70 176 34 C150 44 126 66 112 98 C130 20 200 0 244 40 "
                "C268 66 266 120 265 190 Z", motley.left)  # fmt: skip
    canvas.fill_path("M346 190 C354 110 314 70 354 34 C380 44 404 66 418 98 C400 20 330 0 286 40 "
                "C262 66 264 120 265 190 Z", motley.right)  # fmt: skip
    for x in (112, 418):
        canvas.fill_ellipse(x, 106, 18, 18, motley.bell)


def main() -> None:
    """Write both files."""
    for name, motley, cap in (
        ("XR", RED_JOKER, draw_three_point_cap),
        ("XB", BLACK_JOKER, draw_two_point_cap),
    ):
        canvas = SvgCanvas(530, 1190, slant=74)
        draw_dress(canvas, motley)
        draw_face(canvas)
        draw_collar(canvas, motley)
        cap(canvas, motley)
        rim = "M176 176 C220 158 310 158 354 176 L354 206 C310 188 220 188 176 206 Z"
        canvas.fill_path(rim, GOLD)
        canvas.draw_band(IVORY, 26)
        canvas.draw_band(motley.left, 14)
        canvas.write_svg(CARDS / f"{name}.svg", motley.panel)


if __name__ == "__main__":
    main()
