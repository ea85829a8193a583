"""Generator of the twelve court pictures, ``resources/cards/JS.svg`` … ``KD.svg``.

Run as ``python packaging/draw/courts.py`` in the development environment. Each picture is a panel
of 530 by 1190 whose upper half is drawn once and used twice, the second time turned by 180 degrees
about the centre. Qt's SVG has no clipping, so shapes are cut along the slanting seam here.
"""

from dataclasses import dataclass

from canvas import CARDS, SvgCanvas

GOLD, DEEP_GOLD, SKIN, BLUSH = "#dfab45", "#a87722", "#f4d3ae", "#e2a583"
INK, IVORY, STEEL, SHADE = "#1b2233", "#fcf8ec", "#c9d2da", "#93a1ae"
RED = "#c4312f"
LEAF = "#3d7a52"

BODY = "M14 760 L30 520 C36 440 90 402 190 372 L340 372 C440 402 494 440 500 520 L516 760 Z"
LEFT_SLEEVE = "M14 760 L30 520 C34 462 62 432 112 406 C140 450 150 560 146 760 Z"
RIGHT_SLEEVE = "M516 760 L500 520 C496 462 468 432 418 406 C390 450 380 560 384 760 Z"
NECK = "M226 290 L304 290 L312 384 C290 400 240 400 218 384 Z"
FACE = "M188 212 C188 128 342 128 342 212 C342 278 312 328 265 334 C218 328 188 278 188 212 Z"


@dataclass(frozen=True, slots=True)
class CourtColours:
    """Colours of a rank: panel behind, main colour, its shade and its light."""

    panel: str
    main: str
    deep: str
    light: str


COURT_COLOURS = {
    "J": CourtColours("#e4edf5", "#2f6fb5", "#1d4a80", "#a9cbea"),
    "Q": CourtColours("#f8e6e6", "#b52f5b", "#7c1d3f", "#efb3c2"),
    "K": CourtColours("#ece6f4", "#6a489c", "#432c6b", "#c2aee0"),
}
HAIR = {
    "J": {"S": "#2b2430", "H": "#a9562a", "D": "#dcb45c", "C": "#7d5233"},
    "Q": {"S": "#2b2430", "H": "#d99a3c", "D": "#a9562a", "C": "#7d5233"},
    "K": {"S": "#2b2430", "H": "#a9562a", "D": "#c3c4c8", "C": "#7d5233"},
}


# The second colour of a robe distinguishes the suits of one rank.
TRIM = {"S": INK, "H": RED, "D": "#dd7a2e", "C": "#2c6e52"}


def draw_face(canvas: SvgCanvas, hair: str, brow: float = 0, cheeks: bool = True) -> None:
    """Draw eyes, brows, nose and cheeks; ``brow`` slants the brows."""
    for side in (-1, 1):
        x = 265 + side * 34
        canvas.fill_ellipse(x, 226, 8.5, 10, INK)
        canvas.draw_line(
            f"M{x - 19} {203 - brow * side} Q{x} {193} {x + 19} {203 + brow * side}", hair, 8
        )
    canvas.draw_line("M265 226 L257 262 L270 264", BLUSH, 7)
    if cheeks:
        canvas.fill_ellipse(211, 266, 13, 9, "#efbd98")
        canvas.fill_ellipse(319, 266, 13, 9, "#efbd98")


def draw_jack(canvas: SvgCanvas, suit: str) -> None:
    """Draw a page in a feathered cap, with a halberd or a banner."""
    robe, hair = COURT_COLOURS["J"], HAIR["J"][suit]
    if suit in "SC":
        canvas.fill_cut_path("M428 150 L442 150 L442 700 L428 700 Z", DEEP_GOLD)
        canvas.fill_path("M435 60 L450 150 L420 150 Z", SHADE)
        canvas.fill_path("M442 140 C468 128 492 138 506 168 C500 214 476 234 442 226 Z", STEEL)
        canvas.fill_path("M428 150 L396 170 L396 200 L428 216 Z", SHADE)
    else:
        canvas.fill_cut_path("M428 84 L440 84 L440 700 L428 700 Z", DEEP_GOLD)
        canvas.fill_ellipse(434, 76, 14, 14, GOLD)
        canvas.fill_path("M440 104 L516 120 L482 166 L516 214 L440 236 Z", RED)
        canvas.fill_path("M440 142 L500 152 L486 166 L500 184 L440 196 Z", GOLD)
    canvas.fill_path("M172 190 C150 250 150 320 138 344 C170 366 214 362 226 340 L304 340 "
                "C316 362 360 366 392 344 C380 320 380 250 358 190 Z", hair)  # fmt: skip
    canvas.fill_cut_path(BODY, robe.main)
    canvas.fill_cut_path(LEFT_SLEEVE, TRIM[suit])
    canvas.fill_cut_path(RIGHT_SLEEVE, TRIM[suit])
    canvas.draw_cut_line("M112 406 C140 450 150 560 146 760", GOLD, 12)
    canvas.draw_cut_line("M418 406 C390 450 380 560 384 760", GOLD, 12)
    canvas.fill_cut_path("M236 390 L294 390 L294 760 L236 760 Z", robe.light)
    for y in (436, 486, 536):
        canvas.fill_ellipse(265, y, 11, 11, robe.deep)
    canvas.fill_path(NECK, BLUSH)
    canvas.fill_path(
        "M190 366 L226 350 L265 398 L304 350 L340 366 L322 432 L265 402 L208 432 Z", GOLD
    )
    canvas.fill_path(FACE, SKIN)
    draw_face(canvas, hair)
    canvas.draw_line("M246 290 Q265 302 284 290", RED, 8)
    canvas.fill_path("M182 222 C182 150 230 140 265 140 C300 140 348 150 348 222 "
                "C340 190 330 178 318 174 "
                "C290 188 240 188 212 174 C200 178 190 190 182 222 Z", hair)  # fmt: skip
    canvas.fill_path("M330 150 C352 96 396 62 418 24 C436 76 420 132 352 160 Z", robe.light)
    canvas.draw_line("M340 152 C372 116 398 80 416 34", robe.main, 6)
    canvas.fill_path("M166 160 C166 84 220 66 280 72 C342 78 372 116 366 160 Z", robe.main)
    canvas.fill_path(
        "M160 148 C220 132 310 132 370 148 L370 184 C310 166 220 166 160 184 Z", TRIM[suit]
    )
    canvas.fill_ellipse(346, 160, 15, 15, GOLD)


def draw_queen(canvas: SvgCanvas, suit: str) -> None:
    """Draw a lady in a crown of pearls, with a rose or a lily."""
    robe, hair = COURT_COLOURS["Q"], HAIR["Q"][suit]
    canvas.draw_cut_line("M446 280 C452 400 440 480 434 620", LEAF, 10)
    canvas.fill_path("M446 372 C470 330 496 326 512 332 C508 366 486 386 446 384 Z", LEAF)
    if suit in "HD":
        canvas.fill_ellipse(444, 236, 46, 46, RED)
        canvas.fill_path("M402 226 C412 262 430 272 444 272 C460 272 478 262 488 226 "
                    "C500 266 478 292 444 292 C410 292 390 266 402 226 Z", "#e2625c")  # fmt: skip
        canvas.draw_line("M428 236 C428 214 462 214 462 236 C462 250 444 252 444 238", IVORY, 7)
    else:
        canvas.fill_path("M446 290 C404 274 388 226 398 186 C424 196 440 216 446 240 "
                    "C452 216 468 196 494 186 C504 226 488 274 446 290 Z", IVORY)  # fmt: skip
        canvas.fill_path("M446 292 C422 252 424 204 446 168 C468 204 470 252 446 292 Z", robe.light)
        canvas.fill_ellipse(446, 216, 6, 18, GOLD)
    canvas.fill_path("M265 116 C150 116 152 214 152 280 C152 350 118 380 132 446 L398 446 "
                "C412 380 378 350 378 280 C378 214 380 116 265 116 Z", hair)  # fmt: skip
    canvas.fill_cut_path(BODY, robe.main)
    canvas.fill_cut_path(LEFT_SLEEVE, TRIM[suit])
    canvas.fill_cut_path(RIGHT_SLEEVE, TRIM[suit])
    canvas.draw_cut_line("M112 406 C140 450 150 560 146 760", GOLD, 12)
    canvas.draw_cut_line("M418 406 C390 450 380 560 384 760", GOLD, 12)
    canvas.fill_path("M152 280 C152 350 118 380 132 448 C170 458 196 430 206 366 Z", hair)
    canvas.fill_path("M378 280 C378 350 412 380 398 448 C360 458 334 430 324 366 Z", hair)
    canvas.fill_path("M200 366 C214 430 240 474 265 486 C290 474 316 430 330 366 Z", robe.light)
    canvas.fill_path(
        "M226 290 L304 290 L318 366 C304 410 286 436 265 446 C244 436 226 410 212 366 Z", SKIN
    )
    canvas.fill_path("M226 320 C250 350 280 350 304 320 L308 346 C284 368 246 368 222 346 Z", BLUSH)
    for x, y in ((224, 378), (244, 392), (265, 397), (286, 392), (306, 378)):
        canvas.fill_ellipse(x, y, 8, 8, GOLD)
    canvas.fill_path("M265 410 L277 426 L265 444 L253 426 Z", RED if suit in "HD" else INK)
    canvas.fill_path(FACE, SKIN)
    draw_face(canvas, hair)
    canvas.fill_path("M244 292 Q256 284 265 289 Q274 284 286 292 Q265 312 244 292 Z", RED)
    canvas.fill_path("M182 250 C176 160 222 138 265 138 C308 138 354 160 348 250 "
                "C342 206 306 186 265 160 "
                "C224 186 188 206 182 250 Z", hair)  # fmt: skip
    canvas.fill_path("M176 150 L160 72 L204 108 L224 48 L265 98 L306 48 L326 108 L370 72 L354 150 "
                "C310 132 220 132 176 150 Z", GOLD)  # fmt: skip
    canvas.draw_line("M178 144 C222 126 308 126 352 144", DEEP_GOLD, 7)
    for x, y in ((160, 68), (224, 44), (306, 44), (370, 68)):
        canvas.fill_ellipse(x, y, 12, 12, IVORY)
    canvas.fill_ellipse(265, 112, 11, 13, robe.main)


def draw_king(canvas: SvgCanvas, suit: str) -> None:
    """Draw a bearded king in ermine, with a sword or a sceptre."""
    robe, hair = COURT_COLOURS["K"], HAIR["K"][suit]
    if suit in "SH":
        canvas.fill_path("M446 46 L464 84 L464 396 L428 396 L428 84 Z", STEEL)
        canvas.fill_path("M446 46 L464 84 L464 396 L446 396 Z", SHADE)
        canvas.fill_path("M392 392 L500 392 L500 418 L392 418 Z", GOLD)
        canvas.fill_cut_path("M435 418 L457 418 L457 700 L435 700 Z", DEEP_GOLD)
    else:
        canvas.fill_cut_path("M438 200 L454 200 L454 700 L438 700 Z", DEEP_GOLD)
        canvas.fill_ellipse(446, 166, 46, 46, GOLD)
        canvas.fill_path("M400 160 L492 160 L492 176 L400 176 Z", DEEP_GOLD)
        canvas.fill_path(
            "M438 92 L454 92 L454 122 L438 122 Z M422 100 L470 100 L470 112 L422 112 Z", GOLD
        )
        canvas.fill_ellipse(446, 222, 22, 12, GOLD)
    canvas.fill_path("M176 170 C152 240 150 300 162 344 C196 352 220 330 226 300 L304 300 "
                "C310 330 334 352 368 344 C380 300 378 240 354 170 Z", hair)  # fmt: skip
    canvas.fill_cut_path(BODY, robe.main)
    canvas.fill_cut_path("M210 372 L320 372 L352 760 L178 760 Z", TRIM[suit])
    canvas.draw_cut_line("M208 372 L180 760", GOLD, 14)
    canvas.draw_cut_line("M322 372 L350 760", GOLD, 14)
    canvas.fill_path("M54 446 C90 402 150 382 204 362 L326 362 C380 382 440 402 476 446 "
                "C486 470 480 496 "
                "466 512 C420 462 350 446 265 446 C180 446 110 462 64 512 C50 496 44 470 54 446 Z",
                IVORY)  # fmt: skip
    for x, y in ((92, 462), (142, 430), (388, 430), (438, 462), (190, 414), (340, 414)):
        canvas.fill_path(f"M{x} {y - 15} C{x + 4} {y - 4} {x + 9} {y + 6} {x} {y + 15} "
                    f"C{x - 9} {y + 6} {x - 4} {y - 4} {x} {y - 15} Z", INK)  # fmt: skip
    canvas.fill_path(FACE, SKIN)
    canvas.fill_path("M184 214 C176 340 216 414 265 436 C314 414 354 340 346 214 "
                "C338 256 318 272 300 270 "
                "C284 256 246 256 230 270 C212 272 192 256 184 214 Z", hair)  # fmt: skip
    canvas.fill_path("M246 300 Q265 312 284 300 Q265 290 246 300 Z", RED)
    draw_face(canvas, hair, brow=6, cheeks=False)
    canvas.fill_path("M265 272 C240 262 216 284 200 290 C222 308 252 304 265 288 "
                "C278 304 308 308 330 290 "
                "C314 284 290 262 265 272 Z", canvas.darken(hair))  # fmt: skip
    canvas.fill_path("M172 176 L156 74 L214 118 L265 46 L316 118 L374 74 L358 176 "
                "C310 156 220 156 172 176 Z",
                GOLD)  # fmt: skip
    canvas.fill_path(
        "M170 160 C220 140 310 140 360 160 L357 184 C310 164 220 164 173 184 Z", DEEP_GOLD
    )
    canvas.fill_path(
        "M258 20 L272 20 L272 34 L286 34 L286 46 L272 46 L272 64 L258 64 L258 46 L244 46 "
        "L244 34 L258 34 Z",
        DEEP_GOLD,
    )
    canvas.fill_ellipse(265, 116, 14, 17, robe.main)
    for x in (196, 334):
        canvas.fill_ellipse(x, 134, 10, 10, TRIM[suit])
    for x in (156, 374):
        canvas.fill_ellipse(x, 70, 12, 12, GOLD)


def main() -> None:
    """Write the twelve files."""
    draw = {"J": draw_jack, "Q": draw_queen, "K": draw_king}
    for rank, robe in COURT_COLOURS.items():
        for suit in "SHDC":
            canvas = SvgCanvas(530, 1190, slant=74)
            draw[rank](canvas, suit)
            canvas.draw_band(GOLD, 26)
            canvas.draw_band(robe.deep, 14)
            canvas.write_svg(CARDS / f"{rank}{suit}.svg", robe.panel)


if __name__ == "__main__":
    main()
