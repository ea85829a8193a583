"""Tests of the animator, which follows the clock and not the number of frames."""

import itertools

import pytest
from PySide6.QtCore import QObject

from greenbaize.ui.table.animation import (
    MAX_INSTANT_PAUSE_MS,
    Animator,
    ease_in_out,
    ease_out,
    linear,
)
from ui.table.stage_harness import FakeClock


class RecordingAnimation:
    """Animation that records its progress."""

    def __init__(self):
        self.progress_values = []
        self.start_count = self.finish_count = 0

    def start_animation(self):
        self.start_count += 1

    def set_progress(self, progress):
        assert self.start_count == 1
        self.progress_values.append(progress)

    def finish_animation(self):
        self.finish_count += 1


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def motion(clock, qtbot):
    owner = QObject()
    motion = Animator(owner, clock)
    yield motion
    motion.skip_animations()


def advance_clock(motion, clock, *times):
    """Advance the animations at each of these times (ms)."""
    for now in times:
        clock.now = now
        motion.advance_animations()


def count_finishes(motion):
    finishes = []
    motion.finished.connect(lambda: finishes.append(None))
    return finishes


def test_ease_out_starts_fast_and_ends_slow():
    eased_values = [ease_out(number / 100) for number in range(101)]
    assert (eased_values[0], eased_values[-1]) == (0, 1)
    steps = [b - a for a, b in itertools.pairwise(eased_values)]
    assert all(step > 0 for step in steps)
    assert steps == sorted(steps, reverse=True)


def test_ease_in_out_starts_and_ends_slowly():
    eased_values = [ease_in_out(number / 100) for number in range(101)]
    assert (eased_values[0], eased_values[-1]) == (0, 1)
    steps = [b - a for a, b in itertools.pairwise(eased_values)]
    assert all(step > 0 for step in steps)
    fastest = steps.index(max(steps))
    assert 10 < fastest < 50
    assert steps[: fastest + 1] == sorted(steps[: fastest + 1])
    assert steps[fastest:] == sorted(steps[fastest:], reverse=True)
    assert steps[0] < steps[fastest] / 10 > steps[-1]


def test_each_animation_has_its_own_easing(motion, clock):
    heavy, plain = RecordingAnimation(), RecordingAnimation()
    motion.add_animation(heavy, 100, easing=ease_in_out)
    motion.add_animation(plain, 100, easing=linear)
    advance_clock(motion, clock, 30)
    assert (heavy.progress_values, plain.progress_values) == ([ease_in_out(0.3)], [0.3])


def test_animations_start_after_their_delays(motion, clock):
    finishes = count_finishes(motion)
    first, second = RecordingAnimation(), RecordingAnimation()
    motion.add_animation(first, 100)
    motion.add_animation(second, 100, 50)
    advance_clock(motion, clock, 40)
    assert (len(first.progress_values), len(second.progress_values), second.start_count) == (
        1,
        0,
        0,
    )
    advance_clock(motion, clock, 75)
    assert second.progress_values == [ease_out(0.25)]
    advance_clock(motion, clock, 100)
    assert (first.finish_count, second.finish_count) == (1, 0)
    assert finishes == []
    advance_clock(motion, clock, 149.9, 150)
    assert second.finish_count == 1
    assert finishes == [None]


@pytest.mark.parametrize("speed", [0.5, 2.0, 1000.0])
def test_speed_shortens_animations_delays_and_pauses(motion, clock, speed):
    motion.speed = speed
    animation = RecordingAnimation()
    motion.add_animation(animation, 100, 100)
    advance_clock(motion, clock, 150 / speed)
    assert animation.progress_values == [pytest.approx(ease_out(0.5))]
    advance_clock(motion, clock, 200.1 / speed)
    assert animation.finish_count == 1
    clock.now = 0
    motion.add_pause(600)
    advance_clock(motion, clock, 599 / speed)
    assert motion.is_busy
    advance_clock(motion, clock, 601 / speed)
    assert not motion.is_busy


def test_speed_zero_finishes_at_once_without_pauses(motion):
    motion.speed = 0
    animation = RecordingAnimation()
    motion.add_animation(animation, 200, 1000)
    motion.add_pause(600)
    motion.wait_for_user()
    motion.add_fixed_pause(5000)
    assert (animation.finish_count, animation.progress_values) == (1, [])
    assert not motion.is_busy


def test_instant_animations_finish_at_once_and_pauses_stay(motion, clock):
    motion.reduced_motion = True
    finishes, first, delayed = count_finishes(motion), RecordingAnimation(), RecordingAnimation()
    motion.add_animation(first, 200)
    assert (first.finish_count, first.progress_values) == (1, [])
    advance_clock(motion, clock, 199)
    assert motion.is_busy
    advance_clock(motion, clock, 200)
    assert not motion.is_busy
    motion.add_animation(delayed, 200, 5000)
    advance_clock(motion, clock, 200 + MAX_INSTANT_PAUSE_MS)
    assert not motion.is_busy
    motion.add_pause(600)
    advance_clock(motion, clock, 799 + MAX_INSTANT_PAUSE_MS)
    assert motion.is_busy
    advance_clock(motion, clock, 800 + MAX_INSTANT_PAUSE_MS)
    assert finishes == [None] * 3


@pytest.mark.parametrize(("speed", "haste"), [(0.5, 1.0), (3.0, 1.0), (30.0, 10.0)])
def test_fixed_pauses_ignore_the_speed(motion, clock, speed, haste):
    motion.speed, motion.requested_speed = speed, haste
    motion.add_fixed_pause(1200)
    advance_clock(motion, clock, 1199 / haste)
    assert motion.is_busy
    advance_clock(motion, clock, 1201 / haste)
    assert not motion.is_busy


def test_skipping_ends_waiting_for_the_user(motion, clock):
    finishes, wait_starts, animation = count_finishes(motion), [], RecordingAnimation()
    motion.wait_started.connect(lambda: wait_starts.append(None))
    motion.add_animation(animation, 100)
    motion.wait_for_user()
    advance_clock(motion, clock, 100, 1e6)
    assert (animation.finish_count, wait_starts, finishes) == (1, [None], [])
    assert motion.is_busy
    motion.skip_animations()
    assert finishes == [None]
    assert not motion.is_busy


def test_skipping_finishes_animations_and_the_pause(motion, clock):
    finishes = count_finishes(motion)
    flying, waiting = RecordingAnimation(), RecordingAnimation()
    motion.add_animation(flying, 200)
    motion.add_animation(waiting, 200, 500)
    motion.add_pause(9000)
    advance_clock(motion, clock, 100)
    motion.skip_animations()
    assert (flying.finish_count, waiting.finish_count) == (1, 1)
    assert finishes == [None]
    assert not motion.is_busy
    advance_clock(motion, clock, 100.0)
    assert flying.finish_count == 1
    motion.skip_animations()
    assert finishes == [None]


def test_the_longer_of_two_pauses_is_kept(motion, clock):
    finishes = count_finishes(motion)
    motion.add_pause(600)
    motion.add_pause(100)
    advance_clock(motion, clock, 150, 599)
    assert finishes == []
    advance_clock(motion, clock, 600)
    assert finishes == [None]


def test_finish_waits_for_the_longer_of_pause_and_animation(motion, clock):
    finishes = count_finishes(motion)
    animation = RecordingAnimation()
    motion.add_animation(animation, 100)
    motion.add_pause(300)
    advance_clock(motion, clock, 100)
    assert animation.finish_count == 1
    assert motion.is_busy
    advance_clock(motion, clock, 300)
    assert finishes == [None]
    clock.now = 1000
    motion.add_animation(RecordingAnimation(), 400)
    motion.add_pause(300)
    advance_clock(motion, clock, 1350)
    assert motion.is_busy


def test_a_restarted_animation_drops_its_old_schedule(motion, clock):
    animation = RecordingAnimation()
    motion.add_animation(animation, 100)
    advance_clock(motion, clock, 50)
    animation.start_count = 0
    motion.add_animation(animation, 100)
    advance_clock(motion, clock, 75)
    assert animation.progress_values == [ease_out(0.5), ease_out(0.25)]
    advance_clock(motion, clock, 100)
    assert animation.finish_count == 0
    advance_clock(motion, clock, 150)
    assert animation.finish_count == 1


def test_an_animation_added_on_finish_runs_on(motion, clock):
    first, second = RecordingAnimation(), RecordingAnimation()
    motion.finished.connect(
        lambda: second.start_count or second.finish_count or motion.add_animation(second, 100)
    )
    motion.add_animation(first, 100)
    advance_clock(motion, clock, 100)
    assert motion.is_busy
    advance_clock(motion, clock, 150)
    assert second.progress_values == [ease_out(0.5)]


def test_animator_runs_by_its_own_timer(qtbot):
    motion = Animator()
    animation = RecordingAnimation()
    motion.add_animation(animation, 30)
    with qtbot.waitSignal(motion.finished):
        pass
    assert animation.finish_count == 1


def test_unawaited_animations_do_not_hold_up_the_table(motion, clock):
    finishes = count_finishes(motion)
    unawaited, card = RecordingAnimation(), RecordingAnimation()
    motion.add_animation(unawaited, 300, awaited=False)
    assert not motion.is_busy
    motion.add_animation(card, 100)
    advance_clock(motion, clock, 50, 100)
    assert (card.finish_count, unawaited.finish_count, finishes) == (1, 0, [None])
    assert not motion.is_busy
    advance_clock(motion, clock, 200)
    assert unawaited.progress_values[-1] > unawaited.progress_values[0]
    advance_clock(motion, clock, 300)
    assert (unawaited.finish_count, finishes) == (1, [None])
    motion.add_animation(unawaited, 300, awaited=False)
    motion.skip_animations()
    assert (unawaited.finish_count, finishes) == (2, [None])


def test_waiting_ends_after_its_time_or_by_skipping(motion, clock):
    finishes = count_finishes(motion)
    motion.wait_for_user(2000)
    advance_clock(motion, clock, 1990)
    assert motion.waits_for_user
    assert not finishes
    advance_clock(motion, clock, 2010)
    assert not motion.waits_for_user
    assert len(finishes) == 1
    motion.wait_for_user(2000)
    motion.skip_animations()
    assert not motion.waits_for_user
    assert len(finishes) == 2
    motion.wait_for_user()
    motion.add_pause(10)
    advance_clock(motion, clock, 100_000)
    assert motion.waits_for_user
    assert len(finishes) == 2
