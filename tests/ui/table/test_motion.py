"""Tests of the animator, which follows the clock and not the number of frames."""

import itertools

import pytest
from PySide6.QtCore import QObject

from greenbaize.ui.table.motion import LONGEST_JUMP, Motion, eased, even, swung
from ui.table.show import Clock


class Thing:
    """Animation that records its progress."""

    def __init__(self):
        self.shares = []
        self.departures = self.arrivals = 0

    def depart(self):
        self.departures += 1

    def carry(self, share):
        assert self.departures == 1
        self.shares.append(share)

    def arrive(self):
        self.arrivals += 1


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def motion(clock, qtbot):
    owner = QObject()
    motion = Motion(owner, clock)
    yield motion
    motion.hurry()


def pass_time(motion, clock, *times):
    """Advance the animations at each of these times (ms)."""
    for now in times:
        clock.now = now
        motion.step()


def rests(motion):
    told = []
    motion.rested.connect(lambda: told.append(None))
    return told


def test_it_starts_fast_ends_slow_and_never_turns_back():
    way = [eased(number / 100) for number in range(101)]
    assert (way[0], way[-1]) == (0, 1)
    steps = [b - a for a, b in itertools.pairwise(way)]
    assert all(step > 0 for step in steps)
    assert steps == sorted(steps, reverse=True)


def test_what_has_weight_gets_going_and_comes_to_rest_slowly():
    way = [swung(number / 100) for number in range(101)]
    assert (way[0], way[-1]) == (0, 1)
    steps = [b - a for a, b in itertools.pairwise(way)]
    assert all(step > 0 for step in steps)
    fastest = steps.index(max(steps))
    assert 10 < fastest < 50
    assert steps[: fastest + 1] == sorted(steps[: fastest + 1])
    assert steps[fastest:] == sorted(steps[fastest:], reverse=True)
    assert steps[0] < steps[fastest] / 10 > steps[-1]


def test_each_thing_has_a_gait_of_its_own(motion, clock):
    heavy, plain = Thing(), Thing()
    motion.move(heavy, 100, ease=swung)
    motion.move(plain, 100, ease=even)
    pass_time(motion, clock, 30)
    assert (heavy.shares, plain.shares) == ([swung(0.3)], [0.3])


def test_things_leave_one_after_another(motion, clock):
    told = rests(motion)
    first, second = Thing(), Thing()
    motion.move(first, 100)
    motion.move(second, 100, 50)
    pass_time(motion, clock, 40)
    assert (len(first.shares), len(second.shares), second.departures) == (1, 0, 0)
    pass_time(motion, clock, 75)
    assert second.shares == [eased(0.25)]
    pass_time(motion, clock, 100)
    assert (first.arrivals, second.arrivals) == (1, 0)
    assert told == []
    pass_time(motion, clock, 149.9, 150)
    assert second.arrivals == 1
    assert told == [None]


@pytest.mark.parametrize("speed", [0.5, 2.0, 1000.0])
def test_speed_shortens_ways_waits_and_pauses(motion, clock, speed):
    motion.speed = speed
    thing = Thing()
    motion.move(thing, 100, 100)
    pass_time(motion, clock, 150 / speed)
    assert thing.shares == [pytest.approx(eased(0.5))]
    pass_time(motion, clock, 200.1 / speed)
    assert thing.arrivals == 1
    clock.now = 0
    motion.pause(600)
    pass_time(motion, clock, 599 / speed)
    assert motion.busy
    pass_time(motion, clock, 601 / speed)
    assert not motion.busy


def test_without_motion_all_arrive_at_once_and_nothing_pauses(motion):
    motion.speed = 0
    thing = Thing()
    motion.move(thing, 200, 1000)
    motion.pause(600)
    motion.wait()
    motion.hold(5000)
    assert (thing.arrivals, thing.shares) == (1, [])
    assert not motion.busy


def test_what_jumps_is_there_at_once_and_the_pause_is_kept(motion, clock):
    motion.jumps = True
    told, near, far = rests(motion), Thing(), Thing()
    motion.move(near, 200)
    assert (near.arrivals, near.shares) == (1, [])
    pass_time(motion, clock, 199)
    assert motion.busy
    pass_time(motion, clock, 200)
    assert not motion.busy
    motion.move(far, 200, 5000)
    pass_time(motion, clock, 200 + LONGEST_JUMP)
    assert not motion.busy
    motion.pause(600)
    pass_time(motion, clock, 799 + LONGEST_JUMP)
    assert motion.busy
    pass_time(motion, clock, 800 + LONGEST_JUMP)
    assert told == [None] * 3


@pytest.mark.parametrize(("speed", "haste"), [(0.5, 1.0), (3.0, 1.0), (30.0, 10.0)])
def test_seconds_that_were_chosen_go_by_the_clock(motion, clock, speed, haste):
    motion.speed, motion.haste = speed, haste
    motion.hold(1200)
    pass_time(motion, clock, 1199 / haste)
    assert motion.busy
    pass_time(motion, clock, 1201 / haste)
    assert not motion.busy


def test_whoever_is_waited_for_goes_on_by_hurrying(motion, clock):
    told, asked, thing = rests(motion), [], Thing()
    motion.waiting.connect(lambda: asked.append(None))
    motion.move(thing, 100)
    motion.wait()
    pass_time(motion, clock, 100, 1e6)
    assert (thing.arrivals, asked, told) == (1, [None], [])
    assert motion.busy
    motion.hurry()
    assert told == [None]
    assert not motion.busy


def test_hurrying_lets_all_arrive_and_ends_the_pause(motion, clock):
    told = rests(motion)
    flying, waiting = Thing(), Thing()
    motion.move(flying, 200)
    motion.move(waiting, 200, 500)
    motion.pause(9000)
    pass_time(motion, clock, 100)
    motion.hurry()
    assert (flying.arrivals, waiting.arrivals) == (1, 1)
    assert told == [None]
    assert not motion.busy
    pass_time(motion, clock, 100.0)
    assert flying.arrivals == 1
    motion.hurry()
    assert told == [None]


def test_the_longer_of_two_pauses_is_kept(motion, clock):
    told = rests(motion)
    motion.pause(600)
    motion.pause(100)
    pass_time(motion, clock, 150, 599)
    assert told == []
    pass_time(motion, clock, 600)
    assert told == [None]


def test_a_pause_outlasts_what_moves_and_the_other_way_round(motion, clock):
    told = rests(motion)
    thing = Thing()
    motion.move(thing, 100)
    motion.pause(300)
    pass_time(motion, clock, 100)
    assert thing.arrivals == 1
    assert motion.busy
    pass_time(motion, clock, 300)
    assert told == [None]
    clock.now = 1000
    motion.move(Thing(), 400)
    motion.pause(300)
    pass_time(motion, clock, 1350)
    assert motion.busy


def test_a_thing_moved_anew_forgets_its_old_way(motion, clock):
    thing = Thing()
    motion.move(thing, 100)
    pass_time(motion, clock, 50)
    thing.departures = 0
    motion.move(thing, 100)
    pass_time(motion, clock, 75)
    assert thing.shares == [eased(0.5), eased(0.25)]
    pass_time(motion, clock, 100)
    assert thing.arrivals == 0
    pass_time(motion, clock, 150)
    assert thing.arrivals == 1


def test_what_is_moved_on_rest_moves_on(motion, clock):
    first, second = Thing(), Thing()
    motion.rested.connect(lambda: second.departures or second.arrivals or motion.move(second, 100))
    motion.move(first, 100)
    pass_time(motion, clock, 100)
    assert motion.busy
    pass_time(motion, clock, 150)
    assert second.shares == [eased(0.5)]


def test_it_runs_by_itself(qtbot):
    motion = Motion()
    thing = Thing()
    motion.move(thing, 30)
    with qtbot.waitSignal(motion.rested):
        pass
    assert thing.arrivals == 1


def test_the_table_goes_on_while_something_moves_that_is_not_awaited(motion, clock):
    told = rests(motion)
    aside, card = Thing(), Thing()
    motion.move(aside, 300, awaited=False)
    assert not motion.busy
    motion.move(card, 100)
    pass_time(motion, clock, 50, 100)
    assert (card.arrivals, aside.arrivals, told) == (1, 0, [None])
    assert not motion.busy
    pass_time(motion, clock, 200)
    assert aside.shares[-1] > aside.shares[0]
    pass_time(motion, clock, 300)
    assert (aside.arrivals, told) == (1, [None])
    motion.move(aside, 300, awaited=False)
    motion.hurry()
    assert (aside.arrivals, told) == (2, [None])


def test_waiting_ends_by_itself_after_its_time_or_earlier_by_a_click(motion, clock):
    rested = rests(motion)
    motion.wait(2000)
    pass_time(motion, clock, 1990)
    assert motion.waits
    assert not rested
    pass_time(motion, clock, 2010)
    assert not motion.waits
    assert len(rested) == 1
    motion.wait(2000)
    motion.hurry()
    assert not motion.waits
    assert len(rested) == 2
    motion.wait()
    motion.pause(10)
    pass_time(motion, clock, 100_000)
    assert motion.waits
    assert len(rested) == 2
