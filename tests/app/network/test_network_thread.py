"""Tests of results posted from the network thread: in slices, bounded, in order and complete."""

from threading import Event

import pytest

from app.seats.foreign_programs import SteppedClock
from greenbaize.app.network.network_thread import (
    MAX_PENDING_BYTES,
    MAX_PENDING_RESULTS,
    MAX_RESULTS_PER_TURN,
    MAX_SLICE_S,
    NetworkThread,
)


class FloodingTask:
    """Network task that posts results as fast as there is room, as a flooding host does."""

    def __init__(self, count, size=0):
        self.count, self.size, self.thread, self.received = count, size, None, []
        self.sent_count = self.max_pending = self.max_pending_bytes = 0

    async def run(self):
        for number in range(self.count):
            self.thread.call_owner(self.received.append, number, size=self.size)
            self.sent_count += 1
            self.max_pending = max(self.max_pending, len(self.thread._pending))
            self.max_pending_bytes = max(self.max_pending_bytes, self.thread._pending_bytes)
            await self.thread.wait_for_space()

    async def clean_up(self):
        pass


def run_flooding_task(task):
    """Process results on every wake until the task has ended. Return the number of turns."""
    over_event, wake_event, turn_count = Event(), Event(), 0
    thread = task.thread = NetworkThread(lambda _: over_event.set())
    thread.set_wake_callback("test", wake_event.set)
    thread.start_task(task)
    try:
        while not over_event.is_set():
            assert wake_event.wait(60)
            wake_event.clear()
            thread.process_pending()
            turn_count += 1
    finally:
        thread.close()
    return turn_count


def test_thousands_of_results_arrive_in_order_though_few_may_wait():
    task = FloodingTask(5000)
    turn_count = run_flooding_task(task)
    assert task.received == list(range(5000))
    assert task.max_pending <= MAX_RESULTS_PER_TURN
    assert turn_count >= 5000 / MAX_PENDING_RESULTS


def test_large_results_are_limited_by_bytes_and_one_always_passes():
    for size in (MAX_PENDING_BYTES // 4, 3 * MAX_PENDING_BYTES):
        task = FloodingTask(50, size)
        run_flooding_task(task)
        assert task.received == list(range(50))
        assert task.max_pending_bytes <= max(MAX_PENDING_BYTES, size)


def test_a_thread_waiting_for_room_can_be_closed():
    task = FloodingTask(10_000)
    wake_event = Event()
    thread = task.thread = NetworkThread()
    thread.set_wake_callback("test", wake_event.set)
    thread.start_task(task)
    try:
        assert wake_event.wait(60)
    finally:
        thread.close()
    assert not thread._thread.is_alive()
    assert task.sent_count <= MAX_RESULTS_PER_TURN + 1


@pytest.fixture
def manual_clock():
    return SteppedClock()


@pytest.fixture
def network_thread(manual_clock):
    return NetworkThread(clock=manual_clock)


def test_one_turn_processes_a_slice_and_wakes_for_the_rest(manual_clock, network_thread):
    received, wake_counts = [], []

    def receive_slowly(number):
        received.append(number)
        manual_clock.now += MAX_SLICE_S / 2

    for number in range(5):
        network_thread.call_owner(receive_slowly, number)
    network_thread.set_wake_callback("test", lambda: wake_counts.append(len(received)))
    for _ in range(3):
        network_thread.process_pending()
    assert received == [0, 1, 2, 3, 4]
    assert wake_counts == [0, 2, 4]


def test_one_slow_result_takes_a_turn_of_its_own(manual_clock, network_thread):
    received = []

    def receive_slowly(number):
        received.append(number)
        manual_clock.now += 100 * MAX_SLICE_S

    for number in range(3):
        network_thread.call_owner(receive_slowly, number)
    network_thread.process_pending()
    assert received == [0]


def test_only_the_latest_result_of_a_kind_is_kept(network_thread):
    received = []
    for number, kind in enumerate(("lobby", "lobby", None, "lobby", "lobby", "other")):
        network_thread.call_owner(received.append, number, size=10, kind=kind)
    assert network_thread._pending_bytes == 40
    network_thread.process_pending()
    assert received == [1, 2, 4, 5]
    assert network_thread._pending_bytes == 0
