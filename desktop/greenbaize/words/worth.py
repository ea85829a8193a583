"""The worth of choices in figures and words, by the game's unit."""

from collections.abc import Mapping, Sequence
from typing import Final

from greenbaize.rules.game import Unit
from greenbaize.rules.messages import mark
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.numbers import decimal_text

UNITS: Final[Mapping[Unit, str]] = {
    Unit.MARGIN: mark("The figures: points in this deal, compared with the others."),
    Unit.POINTS: mark("The figures: points in this deal."),
    Unit.SHARE: mark("The figures: how likely you finish the match ahead of another player."),
    Unit.PLACE: mark("The figures: your place in this deal; lower is better."),
}
"""What the figures are, by unit."""
OF_SIDES: Final = mark("The figures: points of your side in this deal, compared with the other.")
"""The same for margins between partners."""

FOR_PLACE: Final = mark("Near the end they also tell what that means for the place in the match.")
"""What they include near the end of a match."""


def unit_line(unit: Unit, sides: Sequence[int] = (), *, place_counts: bool = False) -> str:
    """What the figures of advice mean; ``place_counts``: they weigh the place in the match."""
    words = tr(OF_SIDES) if unit is Unit.MARGIN and sides else tr(UNITS[unit])
    return f"{words} {tr(FOR_PLACE)}" if place_counts else words


def worth_text(unit: Unit, expected: float) -> str:
    """The worth of a choice, as short as possible."""
    match unit:
        case Unit.SHARE:
            return tr("{number} %").format(number=f"{expected:.0f}")
        case Unit.PLACE:
            return decimal_text(-expected)
    return decimal_text(expected, signed=True)


def shown(unit: Unit, expected: float) -> float:
    """The worth of a choice, rounded as shown."""
    return float(round(expected)) if unit is Unit.SHARE else round(10 * expected) / 10


def loss_text(unit: Unit, lost: float) -> str:
    """What was given away, in the unit's words."""
    match unit:
        case Unit.SHARE:
            return tr("{number} %").format(number=decimal_text(lost))
        case Unit.PLACE:
            return tr("{number} places").format(number=decimal_text(lost))
    return tr("{number} points").format(number=decimal_text(lost))


_QUARTERS: Final = (
    *(mark("about a quarter of a place"), mark("about half a place")),
    *(mark("about three quarters of a place"), mark("about one place")),
)
_CLEARLY, _FAR = 3.0, 12.0
"""The percentages from which on a choice is clearly, and far, better."""


def better_text(unit: Unit, lead: float, best: str, other: str) -> str:
    """By how much ``best`` is better than ``other``, both in words; ``lead`` is in ``unit``."""
    words, amount = tr("{best} is a little better than {other}."), ""
    if unit is Unit.SHARE:
        if lead >= _FAR:
            words = tr("{best} is far better than {other}.")
        elif lead >= _CLEARLY:
            words = tr("{best} is clearly better than {other}.")
    elif unit is Unit.PLACE:
        if quarters := round(4 * lead):
            words = tr("{best} brings you out {amount} earlier than {other}.")
            count = max(2, round(lead))
            amount = (
                tr(_QUARTERS[quarters - 1])
                if quarters <= len(_QUARTERS)
                else tr_count("about {count} place", "about {count} places", count)
            ).format(count=count)
    elif count := round(lead):
        words = tr_count(
            "{best} should bring {count} point more than {other}.",
            "{best} should bring {count} points more than {other}.",
            count,
        )
        return words.format(best=best, other=other, count=count)
    return words.format(best=best, other=other, amount=amount)
