"""The heads that are known by a hat, a beard, or bare skin."""

from greenbaize.rules.pictures import Mood
from greenbaize.ui.faces.brush import (
    BLUSH,
    CHESTNUT,
    COAL,
    FAIR,
    PAPER,
    PEACH,
    RED,
    RUST,
    SNOW,
    Brush,
    mirrored,
    ovals,
    shape,
)
from greenbaize.ui.faces.features import (
    EYES_AT,
    LEANS,
    RISES,
    Face,
    draw_bow_tie,
    draw_brows,
    draw_bust,
    draw_cheeks,
    draw_ears,
    draw_eyes,
    draw_face,
    draw_mouth,
    draw_nose,
    face_form,
    shine,
)


def draw_beard(brush: Brush, mood: Mood) -> None:
    """A full beard and thick brows."""
    draw_bust(brush, PEACH, wide=0.42)
    with brush.leaning(LEANS.get(mood, 0.0), RISES.get(mood, 0.0)):
        draw_ears(brush, PEACH, out=0.255, at=0.52)
        brush.solid(face_form(0.25, 0.2, 0.80), PEACH)
        draw_cheeks(brush, mood, 0.585, 0.165)
        beard = shape(
            (0.235, 0.49),
            *(
                (0.28, 0.60, 0.32, 0.62, 0.40, 0.595),
                (0.46, 0.625, 0.50, 0.60),
                (0.54, 0.625, 0.60, 0.595),
            ),
            *((0.68, 0.62, 0.72, 0.60, 0.765, 0.49), (0.84, 0.72, 0.72, 0.94, 0.50, 0.975)),
            (0.28, 0.94, 0.16, 0.72, 0.235, 0.49),
        )
        brush.solid(beard, RUST)
        for line in (
            shape((0.30, 0.74), (0.32, 0.82, 0.38, 0.87)),
            shape((0.44, 0.85), (0.46, 0.90, 0.50, 0.92)),
            shape((0.69, 0.73), (0.68, 0.81, 0.62, 0.86)),
        ):
            brush.line(line, "#7a3413", 0.018)
        hair = shape(
            (0.235, 0.50),
            *((0.17, 0.32, 0.22, 0.20, 0.34, 0.19), (0.42, 0.12, 0.62, 0.12, 0.70, 0.19)),
            *((0.80, 0.22, 0.81, 0.36, 0.765, 0.50), (0.74, 0.40, 0.70, 0.36, 0.64, 0.33)),
            *((0.52, 0.36, 0.40, 0.36, 0.33, 0.31), (0.28, 0.36, 0.25, 0.42, 0.235, 0.50)),
        )
        brush.solid(hair, RUST)
        shine(brush, shape((0.30, 0.26), (0.36, 0.215, 0.44, 0.205)))
        draw_eyes(brush, mood, 0.485)
        draw_brows(brush, mood, 0.485, "#7a3413", 0.042)
        draw_nose(brush, 0.585, 0.034)
        brush.fill(ovals((0.50, 0.725, 0.125, 0.070)), PEACH, 0.9)
        draw_mouth(brush, mood, 0.712, 0.065)


def draw_bowler(brush: Brush, mood: Mood) -> None:
    """A bowler hat on a long face, side whiskers and a bow tie."""
    draw_bust(brush, FAIR, collar=PAPER, wide=0.36)
    draw_bow_tie(brush)
    with brush.leaning(LEANS.get(mood, 0.0), RISES.get(mood, 0.0)):
        draw_ears(brush, FAIR, out=0.215)
        draw_face(
            brush,
            mood,
            Face(
                FAIR,
                face_form(0.208, 0.15, 0.845),
                brows=COAL,
                nose=0.034,
                mouth=0.08,
                mouth_at=0.705,
            ),
        )
        whisker = shape((0.292, 0.42), (0.278, 0.54, 0.300, 0.63), (0.325, 0.55, 0.318, 0.42))
        for side in (whisker, mirrored(whisker)):
            brush.fill(side, COAL)
        crown = shape(
            (0.275, 0.37),
            (0.25, 0.02, 0.42, 0.035, 0.50, 0.035),
            (0.58, 0.035, 0.75, 0.02, 0.725, 0.37),
        )
        brush.solid(crown, COAL)
        brush.line(shape((0.285, 0.30), (0.50, 0.345, 0.715, 0.30)), RED, 0.060)
        brim = shape(
            (0.11, 0.335),
            (0.13, 0.30, 0.20, 0.345),
            (0.50, 0.41, 0.80, 0.345),
            (0.87, 0.30, 0.89, 0.335),
        )
        brim.cubicTo(0.86, 0.46, 0.14, 0.46, 0.11, 0.335)
        brush.solid(brim, COAL)
        shine(brush, shape((0.345, 0.20), (0.35, 0.11, 0.42, 0.085)))


def draw_cap(brush: Brush, mood: Mood) -> None:
    """A red cap with its peak to the side, and a tuft below it."""
    draw_bust(brush, PEACH, wide=0.33)
    with brush.leaning(LEANS.get(mood, 0.0), RISES.get(mood, 0.0)):
        draw_ears(brush, PEACH, large=1.1)
        draw_face(
            brush, mood, Face(PEACH, face_form(0.242, 0.15, 0.80), brows=CHESTNUT, nose=0.020)
        )
        tuft = shape((0.235, 0.38), (0.225, 0.54), (0.275, 0.49), (0.29, 0.54), (0.35, 0.40))
        brush.solid(tuft, CHESTNUT)
        cap = shape(
            (0.215, 0.41),
            (0.17, 0.10, 0.42, 0.10, 0.50, 0.105),
            (0.66, 0.10, 0.80, 0.18, 0.775, 0.41),
        )
        cap.quadTo(0.50, 0.35, 0.215, 0.41)
        brush.solid(cap, RED)
        brush.line(shape((0.50, 0.12), (0.56, 0.22, 0.55, 0.36)), "#7d1b1d", 0.018)
        peak = shape(
            (0.44, 0.395),
            (0.60, 0.30, 0.90, 0.30, 0.985, 0.415),
            (0.90, 0.455, 0.62, 0.455, 0.44, 0.395),
        )
        brush.solid(peak, "#a82a2a")
        brush.solid(ovals((0.50, 0.105, 0.040, 0.026)), "#a82a2a")
        brush.solid(ovals((0.385, 0.265, 0.075, 0.072)), PAPER)
        shine(brush, shape((0.255, 0.28), (0.27, 0.20, 0.33, 0.165)))


def draw_large_ears(brush: Brush, mood: Mood) -> None:
    """No hair, but large ears and thick eyebrows."""
    draw_bust(brush, PEACH, wide=0.40)
    with brush.leaning(LEANS.get(mood, 0.0), RISES.get(mood, 0.0)):
        draw_ears(brush, PEACH, out=0.275, large=1.75)
        form = face_form(0.245, 0.21, 0.83, 0.125)
        draw_face(
            brush, mood, Face(PEACH, form, brows=COAL, thick=0.052, nose=0.046, mouth_at=0.705)
        )
        shine(brush, shape((0.355, 0.27), (0.39, 0.195, 0.47, 0.18)), share=0.7)
        brush.fill(ovals((0.565, 0.225, 0.022, 0.018)), "#fff4df", 0.5)


def draw_scarf(brush: Brush, mood: Mood) -> None:
    """A dotted scarf around the head, knotted below the chin."""
    draw_bust(brush, PEACH, wide=0.38)
    with brush.leaning(LEANS.get(mood, 0.0), RISES.get(mood, 0.0)):
        scarf = shape(
            (0.50, 0.09),
            *((0.80, 0.09, 0.87, 0.34, 0.845, 0.58), (0.81, 0.82, 0.62, 0.905, 0.50, 0.92)),
            *((0.38, 0.905, 0.19, 0.82, 0.155, 0.58), (0.13, 0.34, 0.20, 0.09, 0.50, 0.09)),
        )
        brush.solid(scarf, RED)
        dots = (
            *((0.50, 0.155), (0.33, 0.205), (0.67, 0.205), (0.215, 0.35), (0.785, 0.35)),
            *((0.195, 0.52), (0.805, 0.52), (0.245, 0.68), (0.755, 0.68)),
        )
        brush.fill(ovals(*((x, y, 0.030, 0.030) for x, y in dots)), PAPER)
        draw_face(
            brush,
            mood,
            Face(PEACH, face_form(0.222, 0.20, 0.815, 0.27), brows="#8d8378", nose=0.034),
        )
        brush.fill(ovals((0.345, 0.635, 0.055, 0.045), (0.655, 0.635, 0.055, 0.045)), BLUSH, 0.30)
        lock = shape((0.50, 0.285), (0.36, 0.29, 0.295, 0.44), (0.40, 0.40, 0.50, 0.285))
        for side in (lock, mirrored(lock)):
            brush.solid(side, SNOW)
        end = shape((0.50, 0.875), (0.36, 0.86, 0.30, 1.0), (0.43, 1.0, 0.50, 0.875))
        for side in (end, mirrored(end)):
            brush.solid(side, RED)
        brush.solid(ovals((0.50, 0.88, 0.055, 0.042)), RED)


def draw_moustache(brush: Brush, mood: Mood) -> None:
    """White hair at the sides of a bald head, a red nose and a great white moustache."""
    draw_bust(brush, FAIR, wide=0.40)
    with brush.leaning(LEANS.get(mood, 0.0), RISES.get(mood, 0.0)):
        white = ovals(
            (0.235, 0.46, 0.095, 0.11), (0.215, 0.56, 0.075, 0.085), (0.265, 0.36, 0.07, 0.08)
        ).simplified()
        for tuft in (white, mirrored(white)):
            brush.solid(tuft, SNOW)
        brush.solid(face_form(0.24, 0.20, 0.83, 0.19), FAIR)
        draw_cheeks(brush, mood, 0.60, 0.165)
        draw_eyes(brush, mood, EYES_AT - 0.03)
        draw_brows(brush, mood, EYES_AT - 0.03, "#ffffff", 0.046)
        draw_mouth(brush, mood, 0.748, 0.065)
        half = shape(
            (0.50, 0.635),
            *((0.58, 0.60, 0.66, 0.64, 0.80, 0.605), (0.82, 0.68, 0.74, 0.745, 0.66, 0.745)),
            (0.58, 0.745, 0.52, 0.72, 0.50, 0.69),
        )
        for one in (half, mirrored(half)):
            brush.solid(one, SNOW)
        brush.solid(ovals((0.50, 0.615, 0.058, 0.050)), "#ee9276")
        shine(brush, shape((0.36, 0.30), (0.40, 0.235, 0.47, 0.225)), share=0.75)
