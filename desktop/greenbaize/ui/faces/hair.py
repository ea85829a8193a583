"""The heads that are known by their hair."""

from greenbaize.rules.pictures import Mood
from greenbaize.ui.faces.brush import (
    BRASS,
    BROWN,
    CHESTNUT,
    COAL,
    FAIR,
    INK,
    PAPER,
    PEACH,
    RED,
    RUST,
    STRAW,
    TAN,
    Brush,
    mirrored,
    ovals,
    rounded,
    shape,
)
from greenbaize.ui.faces.features import (
    EYES_AT,
    LEANS,
    RISES,
    Face,
    draw_brows,
    draw_bust,
    draw_cheeks,
    draw_ears,
    draw_eyes,
    draw_face,
    draw_freckles,
    draw_glasses,
    draw_mouth,
    draw_nose,
    face_form,
    shine,
)


def draw_bun(brush: Brush, mood: Mood) -> None:
    """Dark hair drawn back into a bun on top, and pearls in the ears."""
    draw_bust(brush, FAIR, wide=0.33)
    with brush.leaning(LEANS.get(mood, 0.0), RISES.get(mood, 0.0)):
        brush.solid(ovals((0.52, 0.125, 0.125, 0.105)), COAL)
        shine(brush, shape((0.44, 0.11), (0.48, 0.06, 0.55, 0.06)))
        brush.solid(ovals((0.50, 0.44, 0.275, 0.25)), COAL)
        draw_ears(brush, FAIR)
        draw_face(brush, mood, Face(FAIR, face_form(0.232, 0.15, 0.81), brows=COAL))
        left = shape(
            (0.54, 0.185),
            (0.22, 0.17, 0.225, 0.36, 0.24, 0.53),
            (0.29, 0.38, 0.42, 0.36, 0.54, 0.255),
        )
        right = shape(
            (0.52, 0.185),
            (0.78, 0.18, 0.775, 0.36, 0.76, 0.53),
            (0.73, 0.40, 0.64, 0.33, 0.52, 0.255),
        )
        for side in (right, left):
            brush.solid(side, COAL)
        shine(brush, shape((0.32, 0.29), (0.37, 0.235, 0.44, 0.225)))
        brush.line(shape((0.44, 0.21), (0.52, 0.235, 0.60, 0.21)), RED, 0.042)
        for x in (0.255, 0.745):
            brush.solid(ovals((x, 0.645, 0.024, 0.026)), PAPER)


def draw_spectacles(brush: Brush, mood: Mood) -> None:
    """A chestnut bob and large round glasses."""
    lean, rise = LEANS.get(mood, 0.0), RISES.get(mood, 0.0)
    with brush.leaning(lean, rise):
        bob = shape(
            (0.50, 0.13),
            *((0.80, 0.13, 0.84, 0.36, 0.83, 0.60), (0.83, 0.74, 0.88, 0.76, 0.86, 0.79)),
            *((0.76, 0.85, 0.60, 0.80, 0.50, 0.80), (0.40, 0.80, 0.24, 0.85, 0.14, 0.79)),
            *((0.12, 0.76, 0.17, 0.74, 0.17, 0.60), (0.16, 0.36, 0.20, 0.13, 0.50, 0.13)),
        )
        brush.solid(bob, CHESTNUT)
    draw_bust(brush, PEACH, collar=PAPER, wide=0.32)
    with brush.leaning(lean, rise):
        brush.solid(face_form(0.245, 0.16, 0.815), PEACH)
        draw_cheeks(brush, mood, 0.665, 0.165)
        draw_glasses(brush, EYES_AT + 0.01)
        draw_eyes(brush, mood, EYES_AT + 0.01, glasses=True)
        draw_nose(brush, 0.635, 0.022)
        draw_mouth(brush, mood, 0.715, 0.075)
        fringe = shape(
            (0.235, 0.47),
            *((0.20, 0.26, 0.34, 0.165, 0.52, 0.165), (0.72, 0.165, 0.80, 0.30, 0.765, 0.47)),
            *((0.72, 0.41, 0.70, 0.34, 0.66, 0.285), (0.56, 0.40, 0.38, 0.41, 0.235, 0.47)),
        )
        brush.solid(fringe, CHESTNUT)
        draw_brows(brush, mood, EYES_AT - 0.045, INK, 0.022)
        shine(brush, shape((0.30, 0.30), (0.36, 0.22, 0.46, 0.205)))


def draw_plaits(brush: Brush, mood: Mood) -> None:
    """Fair plaits that stand out at both sides, a parting and freckles."""
    lean, rise = LEANS.get(mood, 0.0), RISES.get(mood, 0.0)
    with brush.leaning(lean, rise):
        knots = (
            (0.185, 0.56, 0.075, 0.062),
            (0.115, 0.635, 0.068, 0.062),
            (0.085, 0.73, 0.055, 0.062),
        )
        for one in reversed(knots):
            for plait in (ovals(one), mirrored(ovals(one))):
                brush.solid(plait, STRAW)
        ribbon = ovals((0.085, 0.795, 0.040, 0.026))
        for tied in (ribbon, mirrored(ribbon)):
            brush.solid(tied, RED)
    draw_bust(brush, FAIR, wide=0.30)
    with brush.leaning(lean, rise):
        brush.solid(ovals((0.50, 0.42, 0.275, 0.255)), STRAW)
        draw_face(
            brush, mood, Face(FAIR, face_form(0.245, 0.185, 0.80), brows="#a8702a", nose=0.020)
        )
        draw_freckles(brush)
        wing = shape(
            (0.505, 0.165),
            (0.22, 0.155, 0.215, 0.36, 0.225, 0.555),
            (0.28, 0.44, 0.45, 0.40, 0.505, 0.27),
        )
        for side in (wing, mirrored(wing)):
            brush.solid(side, STRAW)
        shine(brush, shape((0.30, 0.32), (0.34, 0.25, 0.41, 0.225)), share=0.6)


def draw_curls(brush: Brush, mood: Mood) -> None:
    """A cloud of dark curls, and rings in the ears."""
    lean, rise = LEANS.get(mood, 0.0), RISES.get(mood, 0.0)
    around = ((0.185, 0.60), (0.145, 0.45), (0.20, 0.30), (0.32, 0.19), (0.50, 0.145))
    each = [*around, *((1 - x, y) for x, y in around[:4])]
    with brush.leaning(lean, rise):
        cloud = ovals(*((x, y, 0.125, 0.118) for x, y in each), (0.5, 0.42, 0.3, 0.25))
        brush.solid(cloud.simplified(), COAL)
    draw_bust(brush, BROWN, wide=0.34)
    with brush.leaning(lean, rise):
        draw_face(
            brush,
            mood,
            Face(BROWN, face_form(0.235, 0.17, 0.815), brows=INK, thick=0.032, nose=0.036),
        )
        tufts = ovals(
            *((x, y, 0.088, 0.072) for x, y in ((0.33, 0.30), (0.5, 0.265), (0.67, 0.30)))
        )
        brush.fill(tufts, COAL)
        for x, y in ((0.24, 0.30), (0.36, 0.17), (0.17, 0.46), (0.53, 0.11), (0.45, 0.24)):
            shine(brush, shape((x - 0.03, y + 0.01), (x - 0.01, y - 0.035, x + 0.035, y - 0.015)))
        for x in (0.255, 0.745):
            brush.line(ovals((x, 0.685, 0.034, 0.038)), INK, 0.032)
            brush.line(ovals((x, 0.685, 0.034, 0.038)), BRASS, 0.020)


def draw_fringe(brush: Brush, mood: Mood) -> None:
    """Long straight black hair with a fringe, and a band around it."""
    lean, rise = LEANS.get(mood, 0.0), RISES.get(mood, 0.0)
    with brush.leaning(lean, rise):
        brush.solid(rounded(0.165, 0.13, 0.67, 1.1, 0.30), COAL)
    draw_bust(brush, TAN, wide=0.25)
    with brush.leaning(lean, rise):
        draw_face(brush, mood, Face(TAN, face_form(0.235, 0.14, 0.82), brows=INK, nose=0.022))
        hair = shape(
            (0.235, 0.62),
            *((0.215, 0.26, 0.30, 0.155, 0.50, 0.155), (0.70, 0.155, 0.785, 0.26, 0.765, 0.62)),
            *((0.73, 0.55, 0.725, 0.48, 0.725, 0.42), (0.50, 0.45, 0.275, 0.42)),
            (0.275, 0.48, 0.27, 0.55, 0.235, 0.62),
        )
        brush.solid(hair, COAL)
        for x in (0.38, 0.5, 0.62):
            brush.line(shape((x, 0.36), (x, 0.40)), "#5a5468", 0.014)
        band = shape((0.205, 0.335), (0.26, 0.175, 0.50, 0.165), (0.74, 0.175, 0.795, 0.335))
        brush.line(band, INK, 0.078)
        brush.line(band, BRASS, 0.052)
        shine(brush, shape((0.20, 0.62), (0.19, 0.54, 0.20, 0.46)))


def draw_spikes(brush: Brush, mood: Mood) -> None:
    """Red hair that stands up, a pointed chin and freckles."""
    draw_bust(brush, FAIR, collar=PAPER, wide=0.33)
    with brush.leaning(LEANS.get(mood, 0.0), RISES.get(mood, 0.0)):
        draw_ears(brush, FAIR, out=0.235, large=1.15)
        draw_face(
            brush,
            mood,
            Face(FAIR, face_form(0.228, 0.10, 0.83), brows="#8a3c18", thick=0.034, nose=0.024),
        )
        draw_freckles(brush)
        hair = shape(
            (0.245, 0.49),
            *((0.17, 0.34), (0.25, 0.33), (0.19, 0.16), (0.33, 0.21), (0.37, 0.04), (0.48, 0.16)),
            *((0.60, 0.02), (0.635, 0.175), (0.78, 0.10), (0.745, 0.27), (0.85, 0.29)),
            *((0.755, 0.49), (0.73, 0.38, 0.67, 0.33), (0.60, 0.40), (0.54, 0.33), (0.45, 0.41)),
            *((0.38, 0.33), (0.32, 0.40), (0.265, 0.40, 0.245, 0.49)),
        )
        brush.solid(hair, RUST)
        shine(brush, shape((0.31, 0.28), (0.33, 0.23)), shape((0.43, 0.24), (0.44, 0.19)))
