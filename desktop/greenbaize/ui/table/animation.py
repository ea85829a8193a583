"""Animations of the table: one clock that advances each of them by the time that has passed."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, sqrt
from time import monotonic_ns
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

TICK_MS = 16
"""Interval of the animation timer (ms): a screen's usual frame."""
MAX_INSTANT_PAUSE_MS = 450
"""Longest pause after an animation that is shown at once (ms)."""


MillisecondClock = Callable[[], float]
"""Clock that counts milliseconds from any moment."""
EasingFunction = Callable[[float], float]
"""Function from the elapsed fraction of the time to the progress (0 to 1)."""


def monotonic_ms() -> float:
    """Return the milliseconds of the monotonic clock."""
    return monotonic_ns() / 1e6


class Animation(Protocol):
    """Something that an ``Animator`` can animate."""

    def start_animation(self) -> None:
        """Prepare the animation; called once, before the first progress."""

    def set_progress(self, progress: float, /) -> object:
        """Show the state at this progress (0 to 1)."""

    def finish_animation(self) -> object:
        """Show the final state."""


class CallbackAnimation:
    """Animation that calls one function at its end, and another one at each progress."""

    def __init__(
        self,
        on_finish: Callable[[], object],
        on_progress: Callable[[float], object] = lambda _: None,
    ) -> None:
        self.finish_animation, self.set_progress = on_finish, on_progress

    def start_animation(self) -> None:
        """Do nothing: only progress and end have callbacks."""


def ease_out(time_fraction: float) -> float:
    """Return the progress of a cubic ease-out: fast at first, then slower."""
    remaining = 1 - time_fraction
    return 1 - remaining * remaining * remaining


def ease_in_out(time_fraction: float) -> float:
    """Return the progress of an ease-in-out for objects with weight.

    The speed rises quickly, is highest before half the time, and falls slowly.
    """
    remaining = 1 - time_fraction
    skewed = 1 - remaining * sqrt(remaining)
    return skewed * skewed * (3 - 2 * skewed)


def linear(time_fraction: float) -> float:
    """Return the fraction unchanged, for animations with an easing of their own."""
    return time_fraction


@dataclass(slots=True)
class _ScheduledAnimation:
    animation: Animation
    start_time: float
    duration: float
    easing: EasingFunction
    is_awaited: bool
    has_started: bool = False


class Animator(QObject):
    """Runner of animations, which reports when all of them are over.

    Durations are milliseconds at speed 1; at a speed of 0 animations and pauses end at once.
    """

    finished = Signal()
    """All awaited animations are over, or a pause is."""
    wait_started = Signal()
    """Nothing more happens until the user continues."""

    def __init__(
        self, parent: QObject | None = None, clock: MillisecondClock = monotonic_ms
    ) -> None:
        super().__init__(parent)
        self.speed = 1.0
        self.requested_speed = 1.0
        """Speed of pauses whose length the user has chosen, as of ``TableSettingsController``."""
        self.reduced_motion = False
        """Animations end at once (reduced motion); pauses are kept all the same."""
        self.waits_for_user = False
        """Nothing more happens until the user continues."""
        self._scheduled: list[_ScheduledAnimation] = []
        self._has_awaited = False
        """An awaited animation or a pause is running."""
        self._wait_expires = False
        """The wait ends by itself, with the pause."""
        self._pause_until = 0.0
        self._clock = clock
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.advance_animations)

    @property
    def is_busy(self) -> bool:
        """An awaited animation or a pause is running, or the animator waits for the user."""
        return self.waits_for_user or self._has_awaited

    def add_animation(
        self,
        animation: Animation,
        duration: float,
        delay: float = 0.0,
        easing: EasingFunction = ease_out,
        *,
        awaited: bool = True,
    ) -> None:
        """Animate something for ``duration`` milliseconds, after ``delay``.

        The table continues meanwhile if the animation is not ``awaited``.
        """
        self._scheduled = [
            scheduled for scheduled in self._scheduled if scheduled.animation is not animation
        ]
        if self.speed <= 0:
            animation.finish_animation()
            return
        if self.reduced_motion:
            animation.finish_animation()
            if awaited:
                self.add_pause(min(delay + duration, MAX_INSTANT_PAUSE_MS))
            return
        start_time = self._clock() + delay / self.speed
        self._scheduled.append(
            _ScheduledAnimation(animation, start_time, duration / self.speed, easing, awaited)
        )
        self._has_awaited = self._has_awaited or awaited
        self._start_timer()

    def add_pause(self, duration: float) -> None:
        """Delay the next ``finished`` by so many milliseconds at speed 1."""
        if self.speed > 0:
            self._pause_until = max(self._pause_until, self._clock() + duration / self.speed)
            self._has_awaited = True
            self._start_timer()

    def add_fixed_pause(self, duration: float) -> None:
        """Delay the next ``finished`` by so many milliseconds, at any animation speed."""
        if self.speed > 0 and self.requested_speed > 0:
            self._pause_until = max(
                self._pause_until, self._clock() + duration / self.requested_speed
            )
            self._has_awaited = True
            self._start_timer()

    def wait_for_user(self, timeout: float = inf) -> None:
        """Wait until ``skip_animations``, or until the timeout in milliseconds.

        Does nothing at speed 0.
        """
        if self.speed <= 0:
            return
        self.waits_for_user, self._wait_expires = True, timeout < inf
        if self._wait_expires:
            self.add_fixed_pause(timeout)
        self.wait_started.emit()

    def skip_animations(self) -> None:
        """Finish all animations now and end the pause or the wait."""
        self._pause_until = 0.0
        scheduled_animations, self._scheduled = self._scheduled, []
        for scheduled in scheduled_animations:
            scheduled.animation.finish_animation()
        if self.is_busy:
            self._emit_finished()
        else:
            self._stop_idle_timer()

    def advance_animations(self) -> None:
        now = self._clock()
        running = []
        completed = []
        for scheduled in self._scheduled:
            progress = (
                (now - scheduled.start_time) / scheduled.duration if scheduled.duration > 0 else 1.0
            )
            if progress >= 1:
                completed.append(scheduled)
            else:
                running.append(scheduled)
                if progress > 0:
                    if not scheduled.has_started:
                        scheduled.has_started = True
                        scheduled.animation.start_animation()
                    scheduled.animation.set_progress(scheduled.easing(progress))
        self._scheduled = running
        for scheduled in completed:
            scheduled.animation.finish_animation()
        if self._has_awaited and now >= self._pause_until:
            self._has_awaited = any(scheduled.is_awaited for scheduled in self._scheduled)
            if not self._has_awaited and self._wait_expires:
                self.waits_for_user = False
            if not self.is_busy:
                self._emit_finished()
                return
        self._stop_idle_timer()

    def _start_timer(self) -> None:
        # Restarting the timer for each card of a deal would cost a frame.
        if not self._timer.isActive():
            self._timer.start()

    def _stop_idle_timer(self) -> None:
        """Stop the timer once nothing is animated any more."""
        if not self._scheduled and not self._has_awaited:
            self._timer.stop()

    def _emit_finished(self) -> None:
        self.waits_for_user = self._has_awaited = self._wait_expires = False
        self._stop_idle_timer()
        self.finished.emit()
