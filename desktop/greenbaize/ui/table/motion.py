"""Animations of the table: one clock that advances each of them by the time that has passed."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from time import monotonic_ns
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

TICK = 16
"""Interval of the animation timer (ms): a screen's usual frame."""
LONGEST_JUMP = 450
"""Longest pause after an animation that is shown at once (ms)."""


Clock = Callable[[], float]
"""Clock that counts milliseconds from any moment."""
Ease = Callable[[float], float]
"""Function from the elapsed fraction of the time to the progress (0 to 1)."""


def real_time() -> float:
    """Return the milliseconds of the monotonic clock."""
    return monotonic_ns() / 1e6


class Mover(Protocol):
    """Something that an ``Animator`` can animate."""

    def depart(self) -> None:
        """Prepare the animation; called once, before the first progress."""

    def carry(self, share: float, /) -> object:
        """Show the state at this progress (0 to 1)."""

    def arrive(self) -> object:
        """Show the final state."""


class Course:
    """Animation that calls one function at its end, and another one at each progress."""

    def __init__(
        self, arrive: Callable[[], object], carry: Callable[[float], object] = lambda _: None
    ) -> None:
        self.arrive, self.carry = arrive, carry

    def depart(self) -> None:
        """Do nothing: only progress and end have callbacks."""


def eased(share: float) -> float:
    """Return the progress of a cubic ease-out: fast at first, then slower."""
    rest = 1 - share
    return 1 - rest * rest * rest


def swung(share: float) -> float:
    """Return the progress of an ease-in-out for objects with weight.

    The speed rises quickly, is highest before half the time, and falls slowly.
    """
    rest = 1 - share
    late = 1 - rest * sqrt(rest)
    return late * late * (3 - 2 * late)


def even(share: float) -> float:
    """Return the fraction unchanged, for animations with an easing of their own."""
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
    """Runs animations and reports when all of them are over.

    Durations are milliseconds at speed 1; at a speed of 0 animations and pauses end at once.
    """

    rested = Signal()
    """All awaited animations are over, or a pause is."""
    waiting = Signal()
    """Nothing more happens until the user continues."""

    def __init__(self, parent: QObject | None = None, clock: Clock = real_time) -> None:
        super().__init__(parent)
        self.speed = 1.0
        self.haste = 1.0
        """Speed of those pauses whose length the user has chosen."""
        self.jumps = False
        """Animations end at once (reduced motion); pauses are kept all the same."""
        self.waits = False
        """Nothing more happens until the user continues."""
        self._flights: list[_Flight] = []
        self._kept = False
        """An awaited animation or a pause is running."""
        self._ends_waiting = False
        """The wait ends by itself, with the pause."""
        self._pause_until = 0.0
        self._clock = clock
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self.step)

    @property
    def busy(self) -> bool:
        """An awaited animation or a pause is running, or the animator waits for the user."""
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
        """Animate something for ``duration`` milliseconds, after ``delay``.

        The table continues meanwhile if the animation is not ``awaited``.
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
        """Delay the next ``finished`` by so many milliseconds at speed 1."""
        if self.speed > 0:
            self._pause_until = max(self._pause_until, self._clock() + duration / self.speed)
            self._kept = True
            self._run()

    def hold(self, duration: float) -> None:
        """Delay the next ``finished`` by so many milliseconds, at any animation speed."""
        if self.speed > 0 and self.haste > 0:
            self._pause_until = max(self._pause_until, self._clock() + duration / self.haste)
            self._kept = True
            self._run()

    def wait(self, longest: float = inf) -> None:
        """Wait until ``skip_animations``, or until the timeout in milliseconds.

        Does nothing at speed 0.
        """
        if self.speed <= 0:
            return
        self.waits, self._ends_waiting = True, longest < inf
        if self._ends_waiting:
            self.hold(longest)
        self.waiting.emit()

    def hurry(self) -> None:
        """Finish all animations now and end the pause or the wait."""
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
        # Restarting the timer for each card of a deal would cost a frame.
        if not self._timer.isActive():
            self._timer.start()

    def _stop(self) -> None:
        """Stop the timer once nothing is animated any more."""
        if not self._flights and not self._kept:
            self._timer.stop()

    def _rest(self) -> None:
        self.waits = self._kept = self._ends_waiting = False
        self._stop()
        self.rested.emit()
