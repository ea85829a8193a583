"""What all heads have: shoulders, ears, and a face whose features show a mood."""

from typing import Final, NamedTuple

from PySide6.QtGui import QPainterPath

from greenbaize.rules.pictures import Mood
from greenbaize.ui.faces.brush import (
    BLUSH,
    BRASS,
    DROP,
    INK,
    RED,
    WHITE,
    Brush,
    mirrored,
    ovals,
    rounded,
    shape,
)

EYES: Final = (0.40, 0.60)
"""How far from the left the eyes are."""
LEANS: Final = {Mood.PLEASED: 2.0, Mood.TENSE: -3.0, Mood.CAUGHT: 5.0, Mood.WINNING: -4.0}
"""How far a head leans to the right by its mood, in degrees."""
RISES: Final = {Mood.TENSE: -0.015, Mood.CAUGHT: -0.01, Mood.WINNING: 0.02}
"""How far a head is raised by its mood."""
EYES_AT: Final = 0.53
MOUTH_AT: Final = 0.685


def draw_eyes(brush: Brush, mood: Mood, at: float, *, glasses: bool = False) -> None:
    """Draw the eyes at this height; with ``glasses`` whatever is white in them is there already."""
    for x in EYES:
        match mood:
            case Mood.NEUTRAL:
                brush.fill(ovals((x, at, 0.033, 0.043)), INK)
                brush.fill(ovals((x - 0.010, at - 0.015, 0.011, 0.012)), WHITE)
            case Mood.PLEASED:
                brush.fill(ovals((x, at - 0.005, 0.038, 0.048)), INK)
                brush.fill(ovals((x - 0.011, at - 0.020, 0.014, 0.015)), WHITE)
                lid = shape((x - 0.045, at + 0.052), (x, at + 0.025, x + 0.045, at + 0.052))
                brush.line(lid, INK, 0.016, 0.55)
            case Mood.TENSE:
                if not glasses:
                    eye = ovals((x, at, 0.056, 0.040))
                    brush.line(eye, INK, 0.022)
                    brush.fill(eye, WHITE)
                brush.fill(ovals((x + 0.024, at + 0.002, 0.030, 0.034)), INK)
                lid = shape((x - 0.058, at - 0.020), (x, at - 0.048, x + 0.058, at - 0.020))
                brush.line(lid, INK, 0.028)
            case Mood.CAUGHT:
                if not glasses:
                    eye = ovals((x, at - 0.005, 0.064, 0.074))
                    brush.line(eye, INK, 0.022)
                    brush.fill(eye, WHITE)
                brush.fill(ovals((x, at + 0.005, 0.024, 0.028)), INK)
            case Mood.WINNING:
                arc = shape((x - 0.054, at + 0.022), (x, at - 0.090, x + 0.054, at + 0.022))
                brush.line(arc, INK, 0.036)


def draw_brows(brush: Brush, mood: Mood, at: float, ink: str = INK, thick: float = 0.026) -> None:
    """Draw the eyebrows of eyes at this height."""
    inner, middle, outer = {
        Mood.NEUTRAL: (-0.085, -0.110, -0.085),
        Mood.PLEASED: (-0.105, -0.150, -0.105),
        Mood.TENSE: (-0.080, -0.090, -0.100),
        Mood.CAUGHT: (-0.160, -0.150, -0.095),
        Mood.WINNING: (-0.110, -0.165, -0.110),
    }[mood]
    left = shape((0.345, at + outer), (0.40, at + middle, 0.452, at + inner))
    for brow in (left, mirrored(left)):
        brush.line(brow, ink, thick)


def draw_nose(brush: Brush, at: float = 0.60, wide: float = 0.028) -> None:
    """Draw a nose down to this height."""
    line = shape((0.5 - 0.2 * wide, at - 0.055), (0.5 - 1.4 * wide, at + 0.012, 0.5 + wide, at))
    brush.line(line, "#6b2f1c", 0.020, 0.65)


def draw_cheeks(brush: Brush, mood: Mood, at: float = 0.625, apart: float = 0.155) -> None:
    """Redden the cheeks."""
    share = {Mood.NEUTRAL: 0.20, Mood.TENSE: 0.12, Mood.CAUGHT: 0.42}.get(mood, 0.36)
    brush.fill(
        ovals((0.5 - apart, at, 0.058, 0.040), (0.5 + apart, at, 0.058, 0.040)), BLUSH, share
    )


def draw_mouth(brush: Brush, mood: Mood, at: float, wide: float = 0.09) -> None:
    """Draw a mouth at this height that reaches so far from the middle."""
    left, right = 0.5 - wide, 0.5 + wide
    match mood:
        case Mood.NEUTRAL:
            line = shape(
                (left + 0.02, at + 0.008), (0.5, at + 0.8 * wide, right - 0.02, at + 0.008)
            )
            brush.line(line, INK, 0.028)
        case Mood.PLEASED:
            left, right = left - 0.025, right + 0.025
            smile = shape((left, at - 0.01), (0.5, at + 0.3 * wide, right, at - 0.01))
            smile.quadTo(0.5, at + 1.75 * wide, left, at - 0.01)
            brush.line(smile, INK, 0.032)
            brush.fill(smile, WHITE)
        case Mood.TENSE:
            step = wide / 2
            wave = shape(
                (left, at + 0.025),
                *((left + step / 2, at - 0.025, left + step, at + 0.02),),
                *((left + 1.5 * step, at + 0.06, left + 2 * step, at + 0.02),),
                *((left + 2.5 * step, at - 0.025, left + 3 * step, at + 0.02),),
                *((left + 3.5 * step, at + 0.06, right, at + 0.02),),
            )
            brush.line(wave, INK, 0.030)
        case Mood.CAUGHT:
            top, low = at - 0.55 * wide, at + 0.75 * wide
            mouth = shape((left, low), (left + 0.3 * wide, top, 0.5, top))
            mouth.quadTo(right - 0.3 * wide, top, right, low)
            mouth.quadTo(0.5, low - 0.5 * wide, left, low)
            brush.line(mouth, INK, 0.030)
            brush.fill(mouth, "#5a1717")
        case Mood.WINNING:
            left, right, top = left - 0.03, right + 0.03, at - 0.025
            laugh = shape((left, top), (0.5, top + 0.02, right, top))
            laugh.cubicTo(right, at + 1.75 * wide, left, at + 1.75 * wide, left, top)
            brush.line(laugh, INK, 0.030)
            brush.fill(laugh, "#5a1717")
            brush.fill(ovals((0.5, at + 0.93 * wide, 0.55 * wide, 0.30 * wide)), RED)
            teeth = shape(
                (left + 0.012, top + 0.004), (0.5, top + 0.022, right - 0.012, top + 0.004)
            )
            teeth.quadTo(0.5, top + 0.085, left + 0.012, top + 0.004)
            brush.fill(teeth, WHITE)


def draw_token(brush: Brush, mood: Mood) -> None:
    """Draw what stands beside a head: a drop of sweat, or stars."""
    if mood is Mood.TENSE:
        drop = shape((0.845, 0.27), (0.80, 0.36, 0.785, 0.39, 0.80, 0.425))
        drop.cubicTo(0.82, 0.475, 0.89, 0.465, 0.895, 0.415)
        drop.cubicTo(0.898, 0.375, 0.86, 0.32, 0.845, 0.27)
        brush.solid(drop, DROP)
    elif mood is Mood.WINNING:
        for x, y, far in ((0.13, 0.36, 0.075), (0.875, 0.30, 0.090), (0.20, 0.20, 0.045)):
            near = 0.24 * far
            star = shape(
                (x, y - far),
                *((x + near, y - near), (x + far, y), (x + near, y + near), (x, y + far)),
                *((x - near, y + near), (x - far, y), (x - near, y - near), (x, y - far)),
            )
            brush.solid(star, BRASS)


def draw_freckles(brush: Brush) -> None:
    """Draw freckles on both cheeks."""
    for x, y in ((0.325, 0.615), (0.365, 0.635), (0.345, 0.655)):
        brush.fill(ovals((x, y, 0.012, 0.011), (1 - x, y, 0.012, 0.011)), "#a8502a", 0.8)


def draw_glasses(brush: Brush, at: float, reach: float = 0.100) -> None:
    """Draw round glasses around eyes at this height."""
    for x in (0.39, 0.61):
        brush.fill(ovals((x, at, reach, reach)), WHITE, 0.92)
        brush.line(ovals((x, at, reach, reach)), INK, 0.034)
    brush.line(shape((0.485, at - 0.02), (0.50, at - 0.035, 0.515, at - 0.02)), INK, 0.030)


def draw_bow_tie(brush: Brush) -> None:
    """Draw a bow tie."""
    left = shape((0.50, 0.895), (0.365, 0.83), (0.365, 0.96), (0.50, 0.895))
    for half in (left, mirrored(left)):
        brush.solid(half, RED)
    brush.solid(rounded(0.472, 0.865, 0.056, 0.06, 0.02), RED)


def draw_bust(brush: Brush, skin: str, *, collar: str = "", wide: float = 0.36) -> None:
    """Draw shoulders that reach so far from the middle, and a neck; perhaps a collar."""
    left, right = 0.5 - wide, 0.5 + wide
    shoulders = shape(
        (left, 1.1),
        *((left, 0.88, left + 0.08, 0.84, 0.42, 0.82), (0.58, 0.82)),
        *((right - 0.08, 0.84, right, 0.88, right, 1.1),),
    )
    brush.solid(shoulders, brush.inks.cloth)
    brush.solid(shape((0.41, 0.74), (0.41, 0.86), (0.50, 0.94, 0.59, 0.86), (0.59, 0.74)), skin)
    brush.fill(shape((0.41, 0.78), (0.50, 0.89, 0.59, 0.78), (0.59, 0.72), (0.41, 0.72)), INK, 0.28)
    if collar:
        flap = shape((0.385, 0.81), (0.355, 0.90), (0.46, 0.97), (0.50, 0.91), (0.40, 0.84))
        for side in (flap, mirrored(flap)):
            brush.solid(side, collar)


def face_form(
    wide: float = 0.235, jaw: float = 0.17, chin: float = 0.815, top: float = 0.22
) -> QPainterPath:
    """A face: how far it reaches from the middle, how broad its jaw is, and its two ends."""
    left, right = 0.5 - wide, 0.5 + wide
    low = 0.50 + 0.62 * (chin - 0.50)
    return shape(
        (left, 0.50),
        *((left, top + 0.06, 0.5 - 0.62 * wide, top, 0.5, top),),
        *((0.5 + 0.62 * wide, top, right, top + 0.06, right, 0.50),),
        *((right, low, 0.5 + jaw, chin, 0.5, chin), (0.5 - jaw, chin, left, low, left, 0.50)),
    )


def draw_ears(
    brush: Brush, skin: str, *, out: float = 0.245, at: float = 0.55, large: float = 1.0
) -> None:
    """Draw ears so far from the middle."""
    left = ovals((0.5 - out, at, 0.055 * large, 0.075 * large))
    inside = shape(
        (0.5 - out - 0.01, at - 0.035 * large),
        (0.5 - out - 0.045 * large, at, 0.5 - out + 0.005, at + 0.035 * large),
    )
    for ear, line in ((left, inside), (mirrored(left), mirrored(inside))):
        brush.solid(ear, skin)
        brush.line(line, "#6b2f1c", 0.018, 0.5)


class Face(NamedTuple):
    """What one face has of its own: colours of skin and brows, its outline and measures.

    ``thick`` is that of the eyebrows, ``nose`` its width, ``mouth_at`` the height of the mouth and
    ``mouth`` how far it reaches from the middle.
    """

    skin: str
    form: QPainterPath
    brows: str = INK
    thick: float = 0.028
    nose: float = 0.028
    mouth_at: float = MOUTH_AT
    mouth: float = 0.09


def draw_face(brush: Brush, mood: Mood, face: Face) -> None:
    """Draw a face with all that is in it."""
    brush.solid(face.form, face.skin)
    draw_cheeks(brush, mood)
    draw_eyes(brush, mood, EYES_AT)
    draw_brows(brush, mood, EYES_AT, face.brows, face.thick)
    draw_nose(brush, wide=face.nose)
    draw_mouth(brush, mood, face.mouth_at, face.mouth)


def shine(brush: Brush, *lines: QPainterPath, share: float = 0.35) -> None:
    """Draw where hair, or a bald head, shines."""
    for line in lines:
        brush.line(line, WHITE, 0.022, share)
