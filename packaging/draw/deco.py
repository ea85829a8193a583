"""Generator of the Art Deco courts and jokers, ``resources/cards/deco``.

Run as ``python packaging/draw/deco.py`` in the development environment. All figures look straight
ahead, half in light and half in shade, before rays, which are a separate file. The ground is left
out: it is printed in the suit's own ink, so that each suit has its colour there, with two or four
colours. A king wears a tower, a queen a fan of plumes, a jack a page's pillbox; all wear their
suit.
"""

from collections.abc import Iterator
from math import cos, pi, radians, sin

from canvas import CARDS, SvgCanvas
from pips import DIAMOND_PATH, HEART_PATH, SPADE_PATH, club_path
from PySide6.QtGui import QColor

WIDTH, HEIGHT, AXIS, RAYS = 530, 1190, 265, 28
GOLD, BRONZE, IVORY, SHADE, INK = "#e8bd5c", "#b9862f", "#fbf3df", "#d8c7a3", "#161c2b"
SKIN, TAN, LIPS = "#f6dcbb", "#d19f76", "#b8302f"
TEAL, DEEP_TEAL = "#3fa294", "#216a64"
HAIR = {"S": "#0f131d", "H": "#8a3a1c", "D": "#d9a94e", "C": "#5b3a22"}
SUIT_PATHS = {"S": SPADE_PATH, "H": HEART_PATH, "D": DIAMOND_PATH, "C": club_path()}


def mirror_path(outline: str) -> str:
    """Return an outline mirrored at the axis of the panel."""
    across, text = False, []
    for word in outline.replace("M", " M ").replace("L", " L ").replace("Q", " Q ").split():
        if word in "MLQZ":
            across = True
            text.append(word)
        else:
            text.append(f"{WIDTH - float(word):g}" if across else word)
            across = not across
    return " ".join(text)


class DecoFigure:
    """Figure whose left half is drawn; the right half is its mirror image in the shade.

    Args:
        suit: suit of the card; clubs and diamonds are lit from the right.
    """

    def __init__(self, suit: str) -> None:
        self.suit = suit
        self.canvas = SvgCanvas(WIDTH, HEIGHT, slant=0)
        self._lit_from_right = suit in "CD"

    def fill_both_halves(self, outline: str, light: str, shade: str) -> None:
        """Fill an outline of the left half, and its mirror image on the right."""
        left, right = (shade, light) if self._lit_from_right else (light, shade)
        self.canvas.fill_cut_path(outline, left)
        self.canvas.fill_cut_path(mirror_path(outline), right)

    def draw_lines(self, outline: str, colour: str, width: float) -> None:
        """Draw a line in both halves."""
        for one in (outline, mirror_path(outline)):
            self.canvas.draw_cut_line(one, colour, width)

    def draw_dots(self, *spots: tuple[float, float, float], colour: str) -> None:
        """Draw dots by centre and radius in both halves."""
        for x, y, radius in spots:
            for position in {x, WIDTH - x}:
                self.canvas.fill_ellipse(position, y, radius, radius, colour)

    def draw_face(self) -> None:
        """Draw a long face: lids, brows, lips, and the nose as an edge between light and shade."""
        self.fill_both_halves("M265 350 L265 420 L214 420 L224 320 Z", TAN, "#a8784f")
        self.fill_both_halves(
            "M265 138 L210 150 Q184 186 188 240 Q192 306 232 340 L265 356 Z", SKIN, TAN
        )
        nose = "M265 206 L265 292 L288 286 L274 250 Z"
        self.canvas.fill_path(mirror_path(nose) if self._lit_from_right else nose, "#b07c52")
        self.draw_lines("M200 216 Q226 194 252 212", INK, 8)
        self.fill_both_halves("M204 244 Q228 222 250 244 Q228 254 204 244 Z", INK, INK)
        self.draw_lines("M200 244 Q228 218 254 244", INK, 5)
        self.fill_both_halves("M265 314 L256 308 L238 318 L265 334 Z", LIPS, "#8f2124")

    def draw_brooch(self, y: float, side: float, ground: str, colour: str) -> None:
        """Draw the suit's symbol on a lozenge."""
        reach = 0.86 * side
        self.canvas.fill_path(
            f"M{AXIS} {y - reach} L{AXIS + reach} {y} L{AXIS} {y + reach} L{AXIS - reach} {y} Z",
            ground,
        )
        left, top = AXIS - side / 2, y - side / 2
        self.canvas.half_shapes.append(
            f'<path fill="{colour}" transform="translate({left} {top}) scale({side / 100})" '
            f'd="{SUIT_PATHS[self.suit]}"/>'
        )

    def write_figure(self, rank: str) -> None:
        """Cover the seam with a stepped band and write the file."""
        canvas = self.canvas
        canvas.draw_band(GOLD, 34)
        canvas.draw_band(INK, 22)
        canvas.draw_band(IVORY, 8)
        canvas.write_svg(CARDS / "deco" / f"{rank}{self.suit}.svg")


def draw_chevrons(figure: DecoFigure, top: float, colours: Iterator[tuple[str, str]]) -> None:
    """Draw a dress of broad stripes that meet at the axis."""
    for number, (light, shade) in enumerate(colours):
        y = top + 46 * number
        figure.fill_both_halves(
            f"M265 {y + 40} L265 700 L-40 700 L-40 {y + 70} L214 {y - 14} Z", light, shade
        )


def draw_king(suit: str) -> DecoFigure:
    """Draw a bearded king under a tower."""
    figure = DecoFigure(suit)
    hair = HAIR[suit]
    dark = QColor(hair).darker(140).name() if suit != "S" else "#2b3348"
    figure.fill_both_halves("M265 392 L206 396 L62 452 L8 520 L8 700 L265 700 Z", INK, "#0b0f19")
    pairs = ((GOLD, BRONZE), (INK, "#0b0f19"), (IVORY, SHADE), (INK, "#0b0f19"))
    draw_chevrons(figure, 430, iter(pairs))
    figure.fill_both_halves("M62 452 L8 520 L8 560 L150 470 L150 418 Z", GOLD, BRONZE)
    for x in (40, 74, 108):
        figure.draw_lines(f"M{x + 30} {474 - 0.28 * x} L{x} {536 - 0.36 * x}", INK, 6)
    figure.draw_face()
    # The beard, combed in straight locks.
    figure.fill_both_halves(
        "M265 300 L236 300 L214 290 L186 232 L178 300 L190 400 L222 458 L265 486 Z", hair, dark
    )
    for x, top, low in ((200, 312, 416), (220, 318, 448), (242, 352, 466)):
        figure.draw_lines(f"M{x} {top} L{x + 4} {low}", dark if suit != "S" else "#3a4563", 5)
    figure.fill_both_halves("M265 296 L232 300 L206 324 L240 318 L265 310 Z", dark, dark)
    figure.fill_both_halves("M265 318 L252 314 L240 320 L265 334 Z", LIPS, "#8f2124")
    figure.fill_both_halves("M190 170 L176 236 L186 268 L200 200 Z", hair, dark)
    # The tower: steps, windows and a spire.
    figure.fill_both_halves(
        "M265 4 L256 40 L240 40 L240 66 L216 66 L216 94 L190 94 L190 122 L164 122 L164 178 "
        "L265 170 Z",
        GOLD,
        BRONZE,
    )
    figure.draw_lines("M164 178 Q214 168 265 168", INK, 7)
    figure.draw_lines("M164 146 Q214 137 265 137", INK, 5)
    for x, top, low in ((252, 58, 124), (229, 82, 126), (204, 108, 128)):
        figure.fill_both_halves(f"M{x} {top} L{x + 8} {low} L{x - 8} {low} Z", INK, INK)
    figure.draw_dots((190, 160, 6), (228, 155, 6), (AXIS, 153, 7), colour=INK)
    figure.draw_brooch(532, 62, INK, GOLD)
    return figure


def draw_plumes(figure: DecoFigure) -> None:
    """Draw a fan of feathers behind the head."""
    for angle in (-78, -52, -26, 0, 26, 52, 78):
        turn, light = radians(angle), angle in (-52, 0, 52)
        x, y = AXIS + 165 * sin(turn), 178 - 165 * cos(turn)
        bow = 36
        ax, ay = AXIS + 112 * sin(turn), 178 - 112 * cos(turn)
        dx, dy = bow * cos(turn), bow * sin(turn)
        figure.canvas.fill_path(
            f"M{AXIS} 178 Q{ax - 2 * dx:.1f} {ay - 2 * dy:.1f} {x:.1f} {y:.1f} "
            f"Q{ax + 2 * dx:.1f} {ay + 2 * dy:.1f} {AXIS} 178 Z",
            IVORY if light else GOLD,
        )
        figure.canvas.draw_line(f"M{AXIS} 178 L{x:.1f} {y + 12 * cos(turn):.1f}", BRONZE, 4)
        figure.canvas.fill_ellipse(round(x, 1), round(y, 1), 8, 8, IVORY if not light else GOLD)


def draw_queen(suit: str) -> DecoFigure:
    """Draw a lady with bobbed hair under a fan of plumes."""
    figure = DecoFigure(suit)
    hair = HAIR[suit]
    wave = QColor(hair).lighter(135).name() if suit != "S" else "#3c4763"
    draw_plumes(figure)
    figure.fill_both_halves(
        "M265 130 L214 130 Q146 150 146 244 L140 352 L206 372 L265 372 Z", hair, hair
    )
    figure.fill_both_halves(
        "M265 420 L214 398 L150 424 L56 462 L10 530 L10 700 L265 700 Z", IVORY, SHADE
    )
    for radius in (250, 196, 142):
        figure.draw_lines(f"M{265 - radius} 640 Q{265 - radius} {640 - radius} 265 {640 - radius}",
                     GOLD if radius != 196 else BRONZE, 12)  # fmt: skip
    figure.fill_both_halves("M265 396 L214 396 L196 410 L265 506 Z", SKIN, TAN)
    figure.draw_face()
    figure.fill_both_halves("M265 148 L214 152 Q192 178 190 226 Q160 262 190 306 L206 372 L140 352 "
                "Q140 300 148 236 Q160 140 265 130 Z", hair, hair)  # fmt: skip
    for y in (236, 276, 316):
        figure.draw_lines(f"M150 {y} Q166 {y + 24} 190 {y + 4}", wave, 6)
    figure.fill_both_halves(
        "M265 146 L214 152 Q182 168 166 196 L172 220 Q196 190 265 184 Z", GOLD, BRONZE
    )
    figure.fill_both_halves("M265 140 L286 165 L265 190 L244 165 Z", IVORY, IVORY)
    figure.canvas.fill_path("M265 150 L278 165 L265 180 L252 165 Z", LIPS)
    figure.draw_dots((218, 176, 7), (190, 192, 6), colour=INK)
    # Drops at the ears, pearls at the neck.
    figure.draw_lines("M170 352 L170 392", GOLD, 5)
    figure.fill_both_halves("M170 384 L182 404 L170 428 L158 404 Z", GOLD, GOLD)
    pearls = [(214, 412, 7), (222, 432, 7), (234, 450, 8), (248, 465, 8), (265, 472, 9)]
    figure.draw_dots(*pearls, colour="#ffffff")
    figure.draw_brooch(538, 60, INK, GOLD)
    return figure


def draw_jack(suit: str) -> DecoFigure:
    """Draw a page in a pillbox hat and a buttoned coat."""
    figure = DecoFigure(suit)
    hair = HAIR[suit]
    figure.fill_both_halves("M265 398 L210 402 L74 446 L26 516 L26 700 L265 700 Z", TEAL, DEEP_TEAL)
    figure.fill_both_halves("M265 430 L196 430 L150 700 L265 700 Z", DEEP_TEAL, "#164a47")
    figure.draw_lines("M196 430 L150 700", GOLD, 8)
    # Epaulettes with a fringe.
    figure.fill_both_halves("M150 420 L70 444 L28 506 L134 478 Z", GOLD, BRONZE)
    for x in range(36, 132, 18):
        figure.draw_lines(f"M{x} {504 - 0.25 * (x - 28):.0f} L{x - 3} {540 - 0.25 * (x - 28):.0f}",
                     GOLD, 7)  # fmt: skip
    figure.draw_dots((216, 462, 9), (206, 516, 9), (196, 566, 9), colour=GOLD)
    figure.draw_face()
    figure.fill_both_halves("M265 378 L214 378 L202 440 L265 456 Z", TEAL, DEEP_TEAL)
    figure.draw_lines("M206 436 L265 452", GOLD, 9)
    figure.draw_lines("M214 382 Q240 392 265 392", GOLD, 7)
    figure.fill_both_halves("M190 150 L178 226 L190 262 L204 206 L214 168 Z", hair, hair)
    figure.fill_both_halves("M265 160 L206 168 L212 196 L265 184 Z", hair, hair)
    # The hat, its braid, and the strap below the chin.
    figure.draw_lines("M186 176 Q184 318 265 364", INK, 6)
    figure.fill_both_halves(
        "M265 50 L196 58 Q186 60 185 70 L178 170 Q220 160 265 160 Z", TEAL, DEEP_TEAL
    )
    figure.draw_lines("M180 162 Q222 150 265 150", GOLD, 16)
    figure.draw_lines("M186 76 Q226 66 265 66", GOLD, 9)
    figure.fill_both_halves("M265 82 L250 100 L257 136 L265 140 Z", GOLD, BRONZE)
    figure.fill_both_halves("M230 96 L222 112 L232 140 L242 122 Z", GOLD, BRONZE)
    figure.draw_dots((AXIS, 42, 12), colour=GOLD)
    figure.draw_brooch(528, 62, IVORY, INK if suit in "SC" else LIPS)
    return figure


def draw_joker(code: str) -> None:
    """Draw a harlequin in two colours, with a cap of three points or of two."""
    red = code == "XR"
    figure = DecoFigure("H")
    main_colour, second_colour = (INK, IVORY) if red else (IVORY, GOLD)
    # The dress: lozenges in either colour.
    figure.fill_both_halves(
        "M265 392 L206 396 L66 446 L20 520 L20 700 L265 700 Z", main_colour, second_colour
    )
    for x, y in ((100, 520), (190, 520), (145, 466), (145, 574), (235, 574), (55, 574)):
        figure.fill_both_halves(
            f"M{x} {y - 50} L{x + 42} {y} L{x} {y + 50} L{x - 42} {y} Z", second_colour, main_colour
        )
    figure.draw_face()
    figure.fill_both_halves(
        "M265 138 L210 150 Q184 186 188 240 Q192 306 232 340 L265 356 Z",
        "#fffaf0",
        LIPS if red else INK,
    )
    figure.canvas.fill_path("M227 180 L250 238 L227 296 L204 238 Z", INK)
    figure.canvas.fill_path("M303 180 L326 238 L303 296 L280 238 Z", IVORY)
    for x, colour in ((227, IVORY), (303, INK)):
        figure.canvas.fill_path(
            f"M{x - 17} 240 Q{x} 224 {x + 17} 240 Q{x} 250 {x - 17} 240 Z", colour
        )
    figure.canvas.fill_path("M222 304 Q265 330 308 304 Q296 340 265 342 Q234 340 222 304 Z",
                       LIPS if not red else INK)  # fmt: skip
    figure.canvas.fill_path("M236 314 Q265 330 294 314 Q284 326 265 327 Q246 326 236 314 Z", IVORY)
    # The collar: points in alternating colours.
    for number, x in enumerate((60, 142, 224, 306, 388, 470)):
        ends = (AXIS + (x - AXIS) * 0.5 - 24, AXIS + (x - AXIS) * 0.5 + 24)
        figure.canvas.fill_path(
            f"M{ends[0]} 372 L{ends[1]} 372 L{x} {452 - abs(x - 265) * 0.12:.0f} Z",
            GOLD if number % 2 else IVORY,
        )
        figure.canvas.fill_ellipse(x, round(454 - abs(x - 265) * 0.12), 11, 11, BRONZE)
    if red:
        figure.fill_both_halves("M265 20 L222 112 L190 178 L265 160 Z", second_colour, main_colour)
        figure.fill_both_halves(
            "M190 178 L200 104 L130 66 L58 128 L64 214 L112 150 L178 240 Z",
            main_colour,
            second_colour,
        )
        bells = [(AXIS, 22, 17), (62, 222, 17)]
    else:
        figure.fill_both_halves(
            "M265 160 L265 96 L206 40 L112 34 L60 104 L134 92 L174 150 L180 236 Z",
            main_colour,
            second_colour,
        )
        bells = [(58, 112, 18)]
    figure.fill_both_halves("M265 146 L210 152 L184 180 L186 206 Q222 184 265 182 Z", GOLD, BRONZE)
    figure.draw_dots(*bells, colour=GOLD)
    figure.canvas.draw_band(GOLD, 34)
    figure.canvas.draw_band(INK, 22)
    figure.canvas.draw_band(IVORY, 8)
    figure.canvas.write_svg(CARDS / "deco" / f"{code}.svg")


def draw_rays() -> None:
    """Draw the rays behind the heads, which all figures share."""
    canvas, step = SvgCanvas(WIDTH, HEIGHT, slant=0), 2 * pi / RAYS
    wedges = []
    for number in range(RAYS):
        turn = (number + 0.25) * step
        ends = ((AXIS + 900 * cos(one), 210 + 900 * sin(one)) for one in (turn, turn + step / 2))
        points = " ".join(f"L{at:.1f} {down:.1f}" for at, down in ends)
        wedges.append(f"M{AXIS} 210 {points} Z")
    canvas.fill_translucent(" ".join(wedges), "#ffffff", 0.13)
    canvas.write_svg(CARDS / "deco" / "rays.svg")


def main() -> None:
    """Write the fifteen files."""
    (CARDS / "deco").mkdir(parents=True, exist_ok=True)
    for rank, draw in {"J": draw_jack, "Q": draw_queen, "K": draw_king}.items():
        for suit in "SHDC":
            draw(suit).write_figure(rank)
    for code in ("XR", "XB"):
        draw_joker(code)
    draw_rays()


if __name__ == "__main__":
    main()
