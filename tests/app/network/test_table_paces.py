"""Tests that rate limits keep a host's messages below what guests treat as a flood."""

from itertools import pairwise

from greenbaize.app.network.table_paces import (
    CHAT_AT_ONCE,
    CHAT_OF_ADDRESS_AT_ONCE,
    CHAT_OF_ADDRESS_S,
    CHAT_S,
    LOBBIES_AT_ONCE,
    LOBBY_S,
    RETURN_S,
    SHUFFLE_PAUSE_S,
    SHUFFLES_AT_ONCE,
    ChatLimit,
    CoalescedSender,
)
from greenbaize.lan import wire
from greenbaize.lan.host_pace import LIMITS

AFAR = "192.168.1.66"


class FakeLoop:
    """Event loop whose clock is set by hand, with timers."""

    def __init__(self):
        self.now = 100.0
        self.timers = []

    def time(self):
        return self.now

    def call_later(self, delay, callback):
        timer = [self.now + delay, callback]
        self.timers.append(timer)
        return FakeTimer(self, timer)

    def turn(self, seconds):
        end = self.now + seconds
        while due := [one for one in self.timers if one[0] <= end]:
            first = min(due, key=lambda one: one[0])
            self.timers.remove(first)
            self.now = first[0]
            first[1]()
        self.now = end


class FakeTimer:
    def __init__(self, loop, timer):
        self._loop, self._timer = loop, timer

    def cancel(self):
        if self._timer in self._loop.timers:
            self._loop.timers.remove(self._timer)


def test_a_few_are_sent_at_once_and_of_very_many_the_latest_at_last():
    loop, state, sent = FakeLoop(), [0], []
    sender = CoalescedSender(lambda: sent.append(state[0]), loop)
    for number in range(1000):
        state[0] = number
        assert sender.request() is (number < LOBBIES_AT_ONCE)
    assert len(sent) == LOBBIES_AT_ONCE
    loop.turn(10 * LOBBY_S)
    assert sent[LOBBIES_AT_ONCE:] == [999]
    assert not loop.timers


def test_in_the_long_run_no_more_than_twenty_a_second_are_sent():
    loop, sent = FakeLoop(), []
    sender = CoalescedSender(lambda: sent.append(loop.now), loop)
    for _ in range(3100):
        sender.request()
        loop.turn(1 / 310)
    assert len(sent) <= LOBBIES_AT_ONCE + 10 / LOBBY_S + 1
    assert max(later - one for one, later in pairwise(sent)) < 3 * LOBBY_S


def test_nothing_is_sent_after_the_end():
    loop, sent = FakeLoop(), []
    sender = CoalescedSender(lambda: sent.append(1), loop)
    for _ in range(LOBBIES_AT_ONCE + 1):
        sender.request()
    sender.close()
    loop.turn(1.0)
    assert len(sent) == LOBBIES_AT_ONCE


def test_chat_is_bounded_by_address_and_for_the_whole_table():
    chat = ChatLimit()
    assert sum(chat.allows(AFAR, 100.0) for _ in range(500)) == CHAT_OF_ADDRESS_AT_ONCE
    assert chat.allows("192.168.1.5", 100.0)
    heard = sum(chat.allows(f"10.0.0.{number % 250}", 100.0) for number in range(5000))
    assert heard + CHAT_OF_ADDRESS_AT_ONCE + 1 == CHAT_AT_ONCE
    assert not chat.allows("", 100.0)
    assert chat.allows("", 100.0 + CHAT_S)


def test_everything_stays_below_what_guests_take_for_a_flood():
    for kind, most, pause in (
        (wire.LobbyShown, LOBBIES_AT_ONCE, LOBBY_S),
        (wire.Spoken, CHAT_AT_ONCE, CHAT_S),
        (wire.Spoken, CHAT_OF_ADDRESS_AT_ONCE, CHAT_OF_ADDRESS_S),
        (wire.Shuffle, SHUFFLES_AT_ONCE, SHUFFLE_PAUSE_S),
        (wire.Whole, SHUFFLES_AT_ONCE, SHUFFLE_PAUSE_S),
        (wire.From, SHUFFLES_AT_ONCE, SHUFFLE_PAUSE_S),
        (wire.Stopped, SHUFFLES_AT_ONCE, SHUFFLE_PAUSE_S),
    ):
        burst, rate = LIMITS[kind]
        assert most < burst
        assert 1 / pause <= rate
    assert RETURN_S <= 5  # Short enough to be a wait and no exclusion.
