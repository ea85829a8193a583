"""Motion: one clock that carries every moving thing by the time that has passed."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from time import monotonic_ns
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

TICK = 16
"""Milliseconds between two steps, a screen's usual frame."""
LONGEST_JUMP = 450
"""Milliseconds for which the table stands still, at most, after something jumped to its place."""


Clock = Callable[[], float]
"""Milliseconds, counted from any moment."""
Ease = Callable[[float], float]
"""The share of the way after a share of the time."""


def real_time() -> float:
    """The clock on the wall, which is never set back."""
    return monotonic_ns() / 1e6


class Mover(Protocol):
    """Something that can be carried along its way."""

    def depart(self) -> None:
        """Leave; called once, before it is carried."""

    def carry(self, share: float, /) -> object:
        """Be where it is after this share (0 to 1) of its way."""

    def arrive(self) -> object:
        """Be at the end of its way."""


class Course:
    """Does something at the end of a time, and something else all the while."""

    def __init__(
        self, arrive: Callable[[], object], carry: Callable[[float], object] = lambda _: None
    ) -> None:
        self.arrive, self.carry = arrive, carry

    def depart(self) -> None:
        """Nothing leaves."""


def eased(share: float) -> float:
    """The share of the way after a share of the time: fast at first, then slower (cubic)."""
    rest = 1 - share
    return 1 - rest * rest * rest


def swung(share: float) -> float:
    """The share of the way after a share of the time, for what has weight.

    It gets going, is fastest before half time, and comes to rest slowly.
    """
    rest = 1 - share
    late = 1 - rest * sqrt(rest)
    return late * late * (3 - 2 * late)


def even(share: float) -> float:
    """The share of the time itself, for what is carried by turns of its own."""
    return share


@dataclass(slots=True)
class _Flight:
    mover: Mover
    begin: float
    duration: float
    ease: Ease
    awaited: bool
    gone: bool = False


class Motion(QObject):
    """Carries movers and knows when all have arrived.

    Durations are milliseconds at speed 1; at a speed of 0 all is over at once, pauses as well.
    """

    rested = Signal()
    """Everything has arrived, or a pause is over."""
    waiting = Signal()
    """Nothing more happens until somebody goes on."""

    def __init__(self, parent: QObject | None = None, clock: Clock = real_time) -> None:
        super().__init__(parent)
        self.speed = 1.0
        self.haste = 1.0
        """How much faster than the clock those pauses go whose seconds somebody has chosen."""
        self.jumps = False
        """Whether things are at the end of their way at once; pauses are kept all the same."""
        self.waits = False
        """Whether nothing more happens until somebody goes on."""
        self._flights: list[_Flight] = []
        self._kept = False
        """Whether anything moves that is awaited, or a pause is kept."""
        self._ends_waiting = False
        """The waiting ends by itself, with the pause."""
        self._pause_until = 0.0
        self._clock = clock
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self.step)

    @property
    def busy(self) -> bool:
        """Whether anything moves that is awaited, a pause is kept, or somebody is waited for."""
        return self.waits or self._kept

    def move(
        self,
        mover: Mover,
        duration: float,
        delay: float = 0.0,
        ease: Ease = eased,
        *,
        awaited: bool = True,
    ) -> None:
        """Carry something for ``duration`` milliseconds, beginning after ``delay``.

        The table goes on meanwhile if it is not ``awaited``.
        """
        self._flights = [flight for flight in self._flights if flight.mover is not mover]
        if self.speed <= 0:
            mover.arrive()
            return
        if self.jumps:
            mover.arrive()
            if awaited:
                self.pause(min(delay + duration, LONGEST_JUMP))
            return
        begin = self._clock() + delay / self.speed
        self._flights.append(_Flight(mover, begin, duration / self.speed, ease, awaited))
        self._kept = self._kept or awaited
        self._run()

    def pause(self, duration: float) -> None:
        """Keep still for so long before the next ``rested``."""
        if self.speed > 0:
            self._pause_until = max(self._pause_until, self._clock() + duration / self.speed)
            self._kept = True
            self._run()

    def hold(self, duration: float) -> None:
        """Keep still for so long by the clock, whatever the speed of what moves."""
        if self.speed > 0 and self.haste > 0:
            self._pause_until = max(self._pause_until, self._clock() + duration / self.haste)
            self._kept = True
            self._run()

    def wait(self, longest: float = inf) -> None:
        """Keep still until somebody hurries, or for so many milliseconds by the clock.

        Where all is over at once it does nothing.
        """
        if self.speed <= 0:
            return
        self.waits, self._ends_waiting = True, longest < inf
        if self._ends_waiting:
            self.hold(longest)
        self.waiting.emit()

    def hurry(self) -> None:
        """Let everything arrive now and end the pause, or the waiting."""
        self._pause_until = 0.0
        flights, self._flights = self._flights, []
        for flight in flights:
            flight.mover.arrive()
        if self.busy:
            self._rest()
        else:
            self._stop()

    def step(self) -> None:
        now = self._clock()
        going = []
        arrived = []
        for flight in self._flights:
            share = (now - flight.begin) / flight.duration if flight.duration > 0 else 1.0
            if share >= 1:
                arrived.append(flight)
            else:
                going.append(flight)
                if share > 0:
                    if not flight.gone:
                        flight.gone = True
                        flight.mover.depart()
                    flight.mover.carry(flight.ease(share))
        self._flights = going
        for flight in arrived:
            flight.mover.arrive()
        if self._kept and now >= self._pause_until:
            self._kept = any(flight.awaited for flight in self._flights)
            if not self._kept and self._ends_waiting:
                self.waits = False
            if not self.busy:
                self._rest()
                return
        self._stop()

    def _run(self) -> None:
        # Started anew for each card of a deal it would cost a frame.
        if not self._timer.isActive():
            self._timer.start()

    def _stop(self) -> None:
        """Stop the clock once nothing moves any more."""
        if not self._flights and not self._kept:
            self._timer.stop()

    def _rest(self) -> None:
        self.waits = self._kept = self._ends_waiting = False
        self._stop()
        self.rested.emit()
