"""The parts of the window that one key goes through: the hand, the table, and what is beside it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from greenbaize.ui.table.pointing import Pointing


class Panes:
    """Takes the keyboard from part to part, and back to the hand.

    Args:
        home: the table with all that is beside it.
        take_hand: gives the keyboard to the hand, or to what is asked.
        pointing: looks around the table.
        beside: the parts beside the table, in their order.
    """

    def __init__(
        self,
        home: QWidget,
        take_hand: Callable[[], None],
        pointing: Pointing,
        beside: Sequence[QWidget],
    ) -> None:
        self._home, self._take_hand, self._pointing = home, take_hand, pointing
        self._beside = [one for one in beside if one.isVisible() and _first_stop(one) is not None]

    def go_on(self, *, back: bool = False) -> None:
        """Go to the next part, or to the one before: hand, things on the table, sheet and so on."""
        step, place, count = -1 if back else 1, self._here, len(self._beside) + 2
        for _ in range(count):
            place = (place + step) % count
            if self._go_to(place):
                return

    def _go_to(self, place: int) -> bool:
        if place == 0:
            self._take_hand()
        elif place == 1:
            self._pointing.look_around()
            return self._pointing.looking.on
        else:
            stop = _first_stop(self._beside[place - 2])
            assert stop is not None
            stop.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    @property
    def _here(self) -> int:
        """Where the keyboard is: 0 at the hand, 1 looking around, then the parts beside it."""
        if self._pointing.looking.on:
            return 1
        return next((place for place, one in enumerate(self._beside, 2) if self._is_in(one)), 0)

    def _is_in(self, part: QWidget) -> bool:
        one = self._home.window().focusWidget()
        return one is not None and (one is part or part.isAncestorOf(one))

    def come_back(self) -> bool:
        """Come back to the hand from beside the table; whether the keyboard was there."""
        if not any(map(self._is_in, self._beside)):
            return False
        self._take_hand()
        return True


def step_by_tab(parts: Sequence[QWidget], *, forward: bool) -> bool:
    """Give the keyboard to what Tab goes to; whether there is anything.

    Args:
        parts: the parts of a window in the order in which Tab goes; all else there comes last.
        forward: whether to the next stop, not to the one before.
    """
    window = parts[0].window()
    stops = list(dict.fromkeys(stop for part in (*parts, window) for stop in _stops(part)))
    if not stops:
        return False
    focused = window.focusWidget()
    if focused in stops:
        place = stops.index(focused) + (1 if forward else -1)
    else:
        place = 0 if forward else -1
    reason = Qt.FocusReason
    stops[place % len(stops)].setFocus(
        reason.TabFocusReason if forward else reason.BacktabFocusReason
    )
    return True


def _stops(part: QWidget) -> list[QWidget]:
    """What Tab stops at in a part of a window: what is seen, and can be used."""
    tab = Qt.FocusPolicy.TabFocus
    found = (part, *part.findChildren(QWidget))
    return [
        one
        for one in found
        if (one.focusPolicy() & tab) == tab
        and one.focusProxy() is None
        and one.isVisible()
        and one.isEnabled()
        and one.window() is part.window()
    ]


def _first_stop(part: QWidget) -> QWidget | None:
    """What has the keyboard first in a part of the window, if anything can have it."""
    return next(iter(_stops(part)), None)
