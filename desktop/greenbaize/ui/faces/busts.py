"""What all heads have: shoulders and neck, ears, and a face with what it shows."""

from typing import Final, NamedTuple

from PySide6.QtGui import QPainterPath

from greenbaize.rules.moods import Mood
from greenbaize.ui.faces.brush import INK, WHITE, Brush, mirrored, ovals, shape
from greenbaize.ui.faces.features import (
    draw_brows,
    draw_cheeks,
    draw_eyes,
    draw_mouth,
    draw_nose,
)

EYES_AT: Final = 0.53
MOUTH_AT: Final = 0.685


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
