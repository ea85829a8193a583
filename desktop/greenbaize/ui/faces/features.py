"""Eyes and mouths, by what a face shows."""

from enum import StrEnum
from typing import Final

from greenbaize.ui.faces.brush import INK, PAPER, Brush, ovals, shape

EYES: Final = (0.40, 0.60)
"""How far from the left the eyes are."""


class Mood(StrEnum):
    """What a face shows."""

    CALM = "calm"
    PLEASED = "pleased"
    CAUGHT = "caught"


def draw_eyes(brush: Brush, mood: Mood, at: float) -> None:
    """Draw the eyes at this height."""
    for x in EYES:
        match mood:
            case Mood.CALM:
                brush.fill(ovals((x, at, 0.033, 0.042)), INK)
            case Mood.PLEASED:
                arc = shape((x - 0.052, at + 0.025), (x, at - 0.085, x + 0.052, at + 0.025))
                brush.line(arc, INK, 0.032)
            case Mood.CAUGHT:
                brush.fill(ovals((x, at, 0.062, 0.072)), "#ffffff")
                brush.fill(ovals((x + 0.022, at + 0.008, 0.032, 0.038)), INK)


def draw_brows(brush: Brush, mood: Mood, at: float) -> None:
    """Draw raised eyebrows above eyes at this height, where a face has any to raise."""
    if mood is Mood.CAUGHT:
        for x in EYES:
            arc = shape((x - 0.05, at - 0.115), (x, at - 0.155, x + 0.05, at - 0.115))
            brush.line(arc, INK, 0.024)


def draw_mouth(brush: Brush, mood: Mood, at: float, wide: float = 0.09) -> None:
    """Draw a mouth at this height that reaches so far from the middle."""
    left, right = 0.5 - wide, 0.5 + wide
    match mood:
        case Mood.CALM:
            brush.line(shape((left, at), (0.5, at + 0.8 * wide, right, at)), INK, 0.030)
        case Mood.PLEASED:
            left, right, low = left - 0.02, right + 0.02, at + 1.5 * wide
            top = at - 0.02
            brush.fill(shape((left, top), (right, top), (right, low, left, low, left, top)), INK)
            teeth = ((right - 0.03, top), (right - 0.05, top + 0.04, left + 0.05, top + 0.04))
            edge = (*teeth[1], left + 0.03, top)
            brush.fill(shape((left + 0.03, top), teeth[0], edge), PAPER)
        case Mood.CAUGHT:
            brush.fill(ovals((0.5, at + 0.03, 0.40 * wide, 0.48 * wide)), INK)
