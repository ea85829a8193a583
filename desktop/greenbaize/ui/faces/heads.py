"""Twelve heads in flat shapes, as if cut from paper, that are told apart without their colours.

A head is drawn in a square from 0 to 1, on a disc in its owner's colour. The face is light and
what is around it dark or bright, so that both are seen on every colour, in print and small.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap

from greenbaize.ui.faces.brush import (
    BRASS,
    INK,
    PAPER,
    RED,
    RUST,
    SNOW,
    Brush,
    inks_of,
    ovals,
    rounded,
    shape,
)
from greenbaize.ui.faces.features import Mood, draw_brows, draw_eyes, draw_mouth
from greenbaize.ui.faces.looks import COLOURS, Head, Look

EYES_AT: Final = 0.53
MOUTH_AT: Final = 0.675


@lru_cache(maxsize=256)
def face_picture(look: Look, mood: Mood, side: int) -> QPixmap:
    """A head on its disc.

    Args:
        look: the head and its colour.
        mood: what it shows.
        side: how wide the disc is, in pixels of the screen.
    """
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(side, side)
    inks = inks_of(COLOURS[look.colour])
    painter.fillRect(QRectF(0, 0, 1, 1), inks.disc)
    _DRAW[look.head](Brush(painter, inks), mood)
    # Cut out in one go: a painter's clipping leaves jagged edges.
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
    painter.fillPath(_outside(), Qt.GlobalColor.black)
    painter.end()
    return picture


def _outside() -> QPainterPath:
    """What of the square is none of the disc."""
    path = QPainterPath()
    path.addRect(QRectF(0, 0, 1, 1))
    path.addEllipse(QRectF(0, 0, 1, 1))
    return path


def _bust(brush: Brush) -> None:
    """Shoulders and neck."""
    brush.fill(rounded(0.15, 0.83, 0.70, 0.40, 0.17), brush.inks.cloth)
    brush.fill(rounded(0.40, 0.70, 0.20, 0.19, 0.08), brush.inks.shade)


def _skin(brush: Brush, *, ears: bool = True) -> None:
    """The face without anything in it."""
    if ears:
        brush.fill(ovals((0.26, 0.56, 0.055, 0.075), (0.74, 0.56, 0.055, 0.075)), brush.inks.skin)
    brush.fill(rounded(0.27, 0.24, 0.46, 0.57, 0.225), brush.inks.skin)


def _face(brush: Brush, mood: Mood, *, ears: bool = True) -> None:
    _skin(brush, ears=ears)
    draw_eyes(brush, mood, EYES_AT)
    draw_mouth(brush, mood, MOUTH_AT)


def _draw_bun(brush: Brush, mood: Mood) -> None:
    """Hair drawn back into a bun on top."""
    brush.fill(ovals((0.50, 0.13, 0.13, 0.12)), INK)
    _bust(brush)
    brush.fill(ovals((0.50, 0.43, 0.28, 0.26)), INK)
    _face(brush, mood)
    left = ((0.50, 0.17), (0.23, 0.17, 0.24, 0.52), (0.29, 0.36, 0.50, 0.30))
    right = ((0.50, 0.17), (0.77, 0.17, 0.76, 0.52), (0.71, 0.36, 0.50, 0.30))
    for start, *curves in (left, right):
        brush.fill(shape(start, *curves), INK)
    brush.line(shape((0.41, 0.225), (0.50, 0.255, 0.59, 0.225)), BRASS, 0.045)


def _draw_beard(brush: Brush, mood: Mood) -> None:
    """A full beard."""
    _bust(brush)
    _skin(brush)
    beard = shape(
        (0.235, 0.50),
        *((0.30, 0.55, 0.31, 0.62), (0.40, 0.585, 0.50, 0.615), (0.60, 0.585, 0.69, 0.62)),
        *((0.70, 0.55, 0.765, 0.50), (0.80, 0.96, 0.50, 0.97), (0.20, 0.96, 0.235, 0.50)),
    )
    brush.fill(beard, RUST)
    hair = shape(
        (0.235, 0.52),
        *((0.19, 0.30, 0.28, 0.20), (0.40, 0.10, 0.58, 0.15), (0.80, 0.17, 0.765, 0.52)),
        *((0.74, 0.38, 0.66, 0.33), (0.50, 0.38, 0.36, 0.31), (0.28, 0.38, 0.235, 0.52)),
    )
    brush.fill(hair, RUST)
    draw_eyes(brush, mood, 0.49)
    brush.fill(ovals((0.50, 0.725, 0.11, 0.062)), brush.inks.skin)
    draw_mouth(brush, mood, 0.712, 0.055)


def _draw_glasses(brush: Brush, mood: Mood) -> None:
    """A bob and large round glasses."""
    brush.fill(rounded(0.19, 0.17, 0.62, 0.63, 0.27), RUST)
    _bust(brush)
    _skin(brush, ears=False)
    fringe = shape(
        (0.25, 0.46),
        *((0.22, 0.17, 0.50, 0.17), (0.78, 0.17, 0.75, 0.46)),
        *((0.62, 0.42, 0.58, 0.30), (0.45, 0.42, 0.25, 0.46)),
    )
    brush.fill(fringe, RUST)
    for x in (0.385, 0.615):
        brush.fill(ovals((x, 0.53, 0.105, 0.105)), "#ffffff")
        brush.line(ovals((x, 0.53, 0.105, 0.105)), INK, 0.034)
    brush.line(shape((0.485, 0.51), (0.50, 0.495, 0.515, 0.51)), INK, 0.034)
    draw_eyes(brush, mood, 0.535)
    draw_mouth(brush, mood, 0.71, 0.075)


def _draw_plaits(brush: Brush, mood: Mood) -> None:
    """Fair hair with a parting and two plaits."""
    for x, lean in ((0.20, -0.02), (0.80, 0.02)):
        knots = ((x, 0.58, 0.075, 0.075), (x + lean, 0.69, 0.07, 0.07))
        brush.fill(ovals(*knots, (x + 2 * lean, 0.79, 0.062, 0.065)), BRASS)
    _bust(brush)
    for x in (0.165, 0.835):
        brush.fill(ovals((x, 0.86, 0.05, 0.035)), RED)
    brush.fill(ovals((0.50, 0.44, 0.29, 0.28)), BRASS)
    _face(brush, mood, ears=False)
    for side in (-1, 1):
        wing = shape(
            (0.50, 0.16),
            *((0.5 + side * 0.30, 0.15, 0.5 + side * 0.29, 0.58),),
            *((0.5 + side * 0.20, 0.40, 0.50, 0.30),),
        )
        brush.fill(wing, BRASS)
    brush.line(shape((0.50, 0.17), (0.50, 0.30)), "#b98a34", 0.022)


def _draw_bowler(brush: Brush, mood: Mood) -> None:
    """A bowler hat and a bow tie."""
    _bust(brush)
    _face(brush, mood)
    brush.fill(shape((0.50, 0.885), (0.37, 0.83), (0.37, 0.95), (0.50, 0.885)), RED)
    brush.fill(shape((0.50, 0.885), (0.63, 0.83), (0.63, 0.95), (0.50, 0.885)), RED)
    crown = shape((0.27, 0.36), (0.27, 0.05, 0.73, 0.05, 0.73, 0.36))
    brush.fill(crown, INK)
    brush.fill(rounded(0.15, 0.335, 0.70, 0.085, 0.042), INK)
    brush.fill(shape((0.268, 0.27), (0.732, 0.27), (0.732, 0.335), (0.268, 0.335)), BRASS)
    draw_brows(brush, mood, EYES_AT + 0.04)


def _draw_cap(brush: Brush, mood: Mood) -> None:
    """A cap with its peak to the side."""
    _bust(brush)
    _face(brush, mood)
    brush.fill(shape((0.24, 0.40), (0.27, 0.56), (0.32, 0.40)), INK)
    cap = shape((0.22, 0.42), (0.18, 0.12, 0.50, 0.11), (0.80, 0.12, 0.78, 0.42))
    brush.fill(cap, RED)
    brush.fill(shape((0.46, 0.42), (0.70, 0.30, 0.97, 0.41), (0.90, 0.47, 0.46, 0.42)), RED)
    brush.line(shape((0.23, 0.415), (0.50, 0.37, 0.93, 0.425)), "#7d1b1d", 0.03)
    brush.fill(ovals((0.50, 0.12, 0.04, 0.03)), "#7d1b1d")
    brush.fill(ovals((0.50, 0.27, 0.075, 0.075)), PAPER)


def _draw_curls(brush: Brush, mood: Mood) -> None:
    """A cloud of curls."""
    around = ((0.20, 0.58), (0.16, 0.44), (0.22, 0.30), (0.33, 0.20), (0.50, 0.155))
    each = [*around, *((1 - x, y) for x, y in around[:4])]
    brush.fill(ovals(*((x, y, 0.125, 0.125) for x, y in each), (0.5, 0.42, 0.3, 0.25)), INK)
    _bust(brush)
    _face(brush, mood, ears=False)
    brush.fill(ovals(*((x, 0.285, 0.085, 0.075) for x in (0.34, 0.5, 0.66))), INK)
    for x in (0.245, 0.755):
        brush.fill(ovals((x, 0.68, 0.033, 0.033)), BRASS)


def _draw_ears(brush: Brush, mood: Mood) -> None:
    """No hair, but large ears and thick eyebrows."""
    _bust(brush)
    brush.fill(ovals((0.20, 0.54, 0.10, 0.125), (0.80, 0.54, 0.10, 0.125)), brush.inks.skin)
    brush.fill(ovals((0.195, 0.54, 0.05, 0.07), (0.805, 0.54, 0.05, 0.07)), brush.inks.shade)
    brush.fill(rounded(0.26, 0.17, 0.48, 0.64, 0.235), brush.inks.skin)
    raised = 0.05 if mood is Mood.CAUGHT else 0.0
    for x in (0.40, 0.60):
        brow = shape((x - 0.07, 0.44 - raised), (x, 0.40 - raised, x + 0.07, 0.44 - raised))
        brush.line(brow, INK, 0.045)
    draw_eyes(brush, mood, EYES_AT)
    draw_mouth(brush, mood, MOUTH_AT)
    brush.line(shape((0.40, 0.26), (0.47, 0.215, 0.55, 0.225)), PAPER, 0.035)


def _draw_fringe(brush: Brush, mood: Mood) -> None:
    """Long straight hair with a fringe."""
    brush.fill(rounded(0.17, 0.14, 0.66, 1.0, 0.30), INK)
    brush.fill(rounded(0.27, 0.83, 0.46, 0.40, 0.12), brush.inks.cloth)
    brush.fill(rounded(0.40, 0.70, 0.20, 0.19, 0.08), brush.inks.shade)
    _face(brush, mood, ears=False)
    brush.fill(shape((0.25, 0.43), (0.25, 0.14, 0.50, 0.14), (0.75, 0.14, 0.75, 0.43)), INK)
    brush.line(shape((0.22, 0.30), (0.50, 0.11, 0.78, 0.30)), BRASS, 0.05)


def _draw_spikes(brush: Brush, mood: Mood) -> None:
    """Short hair that stands up, and freckles."""
    _bust(brush)
    _face(brush, mood)
    hair = shape(
        (0.25, 0.48),
        *((0.19, 0.30), (0.26, 0.29), (0.25, 0.14), (0.345, 0.20), (0.40, 0.05), (0.49, 0.15)),
        *((0.575, 0.04), (0.635, 0.17), (0.73, 0.11), (0.735, 0.26), (0.81, 0.27), (0.75, 0.48)),
        *((0.73, 0.35, 0.64, 0.32), (0.56, 0.39), (0.48, 0.32), (0.40, 0.39), (0.33, 0.33)),
        (0.27, 0.38, 0.25, 0.48),
    )
    brush.fill(hair, RUST)
    for x in (0.335, 0.375, 0.625, 0.665):
        brush.fill(ovals((x, 0.625, 0.013, 0.013)), RUST)


def _draw_scarf(brush: Brush, mood: Mood) -> None:
    """A scarf around the head, knotted below the chin."""
    scarf = shape(
        (0.50, 0.10),
        *((0.86, 0.10, 0.84, 0.62), (0.80, 0.86, 0.50, 0.90), (0.20, 0.86, 0.16, 0.62)),
        *((0.14, 0.10, 0.50, 0.10),),
    )
    _bust(brush)
    brush.fill(scarf, RED)
    dots = ((0.50, 0.17), (0.32, 0.22), (0.68, 0.22), (0.215, 0.40), (0.785, 0.40), (0.215, 0.60))
    brush.fill(ovals(*((x, y, 0.03, 0.03) for x, y in (*dots, (0.785, 0.60)))), PAPER)
    brush.fill(ovals((0.50, 0.55, 0.225, 0.27)), brush.inks.skin)
    brush.fill(shape((0.28, 0.47), (0.50, 0.24, 0.72, 0.47), (0.50, 0.34, 0.28, 0.47)), INK)
    draw_eyes(brush, mood, EYES_AT)
    draw_mouth(brush, mood, MOUTH_AT)
    brush.fill(shape((0.50, 0.87), (0.36, 0.99), (0.30, 0.90), (0.50, 0.87)), "#7d1b1d")
    brush.fill(shape((0.50, 0.87), (0.64, 0.99), (0.70, 0.90), (0.50, 0.87)), "#7d1b1d")
    brush.fill(ovals((0.50, 0.87, 0.06, 0.045)), "#7d1b1d")


def _draw_moustache(brush: Brush, mood: Mood) -> None:
    """White hair at the sides and a white moustache under a bald top."""
    _bust(brush)
    sides = ((0.235, 0.46, 0.085, 0.13), (0.765, 0.46, 0.085, 0.13))
    brush.fill(ovals(*sides, (0.24, 0.36, 0.06, 0.08), (0.76, 0.36, 0.06, 0.08)), SNOW)
    _skin(brush)
    draw_brows(brush, mood, EYES_AT - 0.02)
    draw_eyes(brush, mood, EYES_AT - 0.02)
    draw_mouth(brush, mood, 0.735, 0.06)
    for side in (-1, 1):
        half = shape(
            (0.50, 0.615),
            *((0.5 + side * 0.12, 0.59, 0.5 + side * 0.25, 0.70),),
            *((0.5 + side * 0.12, 0.745, 0.50, 0.675),),
        )
        brush.fill(half, INK)


_DRAW: Final[Mapping[Head, Callable[[Brush, Mood], None]]] = {
    Head.BUN: _draw_bun,
    Head.BEARD: _draw_beard,
    Head.GLASSES: _draw_glasses,
    Head.PLAITS: _draw_plaits,
    Head.BOWLER: _draw_bowler,
    Head.CAP: _draw_cap,
    Head.CURLS: _draw_curls,
    Head.EARS: _draw_ears,
    Head.FRINGE: _draw_fringe,
    Head.SPIKES: _draw_spikes,
    Head.SCARF: _draw_scarf,
    Head.MOUSTACHE: _draw_moustache,
}
