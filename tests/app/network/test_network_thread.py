"""Tests of results posted from the network thread: in slices, bounded, in order and complete."""

from threading import Event

import pytest

from app.seats.foreign import Clock
from greenbaize.app.network.network_thread import (
    MOST_BYTES_WAITING,
    MOST_IN_A_TURN,
    MOST_WAITING,
    SLICE_S,
    NetworkThread,
)


class Sender:
    """Network task that posts results as fast as there is room, as a flooding host does."""

    def __init__(self, count, size=0):
        self.count, self.size, self.thread, self.heard = count, size, None, []
        self.sent = self.most = self.most_bytes = 0

    async def run(self):
        for number in range(self.count):
            self.thread.tell(self.heard.append, number, size=self.size)
            self.sent += 1
            self.most = max(self.most, len(self.thread._waiting))
            self.most_bytes = max(self.most_bytes, self.thread._bytes)
            await self.thread.wait_for_room()

    async def end(self):
        pass


def send(sender):
    """Process results on every wake until the task has ended. Return the number of turns."""
    over, woken, turns = Event(), Event(), 0
    thread = sender.thread = NetworkThread(lambda _: over.set())
    thread.wake_by("test", woken.set)
    thread.begin(sender)
    while not over.is_set():
        assert woken.wait(60)
        woken.clear()
        thread.attend()
        turns += 1
    thread.close()
    return turns


def test_thousands_of_lines_arrive_in_order_though_few_may_wait():
    sender = Sender(5000)
    turns = send(sender)
    assert sender.heard == list(range(5000))
    assert sender.most <= MOST_IN_A_TURN
    assert turns >= 5000 / MOST_WAITING


def test_large_messages_wait_by_their_bytes_and_one_always_passes():
    for size in (MOST_BYTES_WAITING // 4, 3 * MOST_BYTES_WAITING):
        sender = Sender(50, size)
        send(sender)
        assert sender.heard == list(range(50))
        assert sender.most_bytes <= max(MOST_BYTES_WAITING, size)


def test_a_thread_is_ended_while_it_waits_for_room():
    sender = Sender(10_000)
    woken = Event()
    thread = sender.thread = NetworkThread()
    thread.wake_by("test", woken.set)
    thread.begin(sender)
    assert woken.wait(60)
    thread.close()
    assert not thread._thread.is_alive()
    assert sender.sent <= MOST_IN_A_TURN + 1


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def thread(clock):
    return NetworkThread(clock=clock)


def test_one_turn_takes_a_slice_and_is_woken_for_the_rest(clock, thread):
    heard, woken = [], []

    def take(number):
        heard.append(number)
        clock.now += SLICE_S / 2

    for number in range(5):
        thread.tell(take, number)
    thread.wake_by("test", lambda: woken.append(len(heard)))
    for _ in range(3):
        thread.attend()
    assert heard == [0, 1, 2, 3, 4]
    assert woken == [0, 2, 4]


def test_one_message_that_takes_long_is_a_turn_of_its_own(clock, thread):
    heard = []

    def take(number):
        heard.append(number)
        clock.now += 100 * SLICE_S

    for number in range(3):
        thread.tell(take, number)
    thread.attend()
    assert heard == [0]


def test_of_one_kind_in_a_row_only_the_latest_is_kept(thread):
    heard = []
    for number, kind in enumerate(("lobby", "lobby", None, "lobby", "lobby", "other")):
        thread.tell(heard.append, number, size=10, kind=kind)
    assert thread._bytes == 40
    thread.attend()
    assert heard == [1, 2, 4, 5]
    assert thread._bytes == 0
