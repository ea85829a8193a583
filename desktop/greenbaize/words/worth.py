"""What a choice should bring, in figures and in words, by the unit in which a game weighs it."""

from collections.abc import Mapping, Sequence
from typing import Final

from greenbaize.rules.game import Unit
from greenbaize.rules.messages import mark
from greenbaize.words.catalogue import tr
from greenbaize.words.numbers import decimal_text

UNITS: Final[Mapping[Unit, str]] = {
    Unit.MARGIN: mark("Expected points in this deal, above the others' mean."),
    Unit.POINTS: mark("Expected points in this deal."),
    Unit.SHARE: mark("Expected share of the others left behind in the match."),
    Unit.PLACE: mark("Expected place in this deal; lower is better."),
}
"""What the figures are, in a sentence."""
OF_SIDES: Final = mark("Expected points of your side in this deal, above the other side's.")
"""The same of the margin, where there are partners."""

FOR_PLACE: Final = mark("In the last deals: what counts as much for the place in the match.")
"""What they are besides when the end is near."""


def unit_line(unit: Unit, sides: Sequence[int] = (), *, place_counts: bool = False) -> str:
    """What the figures are, in a sentence or two.

    Args:
        unit: what they are told in.
        sides: those of partners, if there are any.
        place_counts: whether the place in the match is weighed in them.
    """
    words = tr(OF_SIDES) if unit is Unit.MARGIN and sides else tr(UNITS[unit])
    return f"{words} {tr(FOR_PLACE)}" if place_counts else words


def worth_text(unit: Unit, expected: float) -> str:
    """What a choice should bring, as short as it can be written."""
    match unit:
        case Unit.SHARE:
            return tr("{number} %").format(number=f"{expected:.0f}")
        case Unit.PLACE:
            return decimal_text(-expected)
    return decimal_text(expected, signed=True)


def shown(unit: Unit, expected: float) -> float:
    """What a choice should bring, rounded as it is written."""
    return float(round(expected)) if unit is Unit.SHARE else round(10 * expected) / 10


def loss_text(unit: Unit, lost: float) -> str:
    """What was given away, in the unit's own words."""
    match unit:
        case Unit.SHARE:
            return tr("{number} %").format(number=decimal_text(lost))
        case Unit.PLACE:
            return tr("{number} places").format(number=decimal_text(lost))
    return tr("{number} points").format(number=decimal_text(lost))
