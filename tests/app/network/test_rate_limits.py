"""Tests that rate limits keep a host's messages below what guests treat as a flood."""

from itertools import pairwise

from greenbaize.app.network.rate_limits import (
    ADDRESS_CHAT_BURST,
    ADDRESS_CHAT_INTERVAL_S,
    CHAT_BURST,
    CHAT_INTERVAL_S,
    LOBBY_BURST,
    LOBBY_INTERVAL_S,
    RETURN_INTERVAL_S,
    SHUFFLE_BURST,
    SHUFFLE_INTERVAL_S,
    ChatLimit,
    CoalescedSender,
)
from greenbaize.lan import wire
from greenbaize.lan.host_flood_guard import MESSAGE_LIMITS

GUEST_ADDRESS = "192.168.1.66"


class FakeLoop:
    """Event loop whose clock is set by hand, with timers."""

    def __init__(self):
        self.current_time = 100.0
        self.timers = []

    def time(self):
        return self.current_time

    def call_later(self, delay, callback):
        timer = [self.current_time + delay, callback]
        self.timers.append(timer)
        return FakeTimer(self, timer)

    def advance_time(self, seconds):
        end = self.current_time + seconds
        while due_timers := [timer for timer in self.timers if timer[0] <= end]:
            first = min(due_timers, key=lambda timer: timer[0])
            self.timers.remove(first)
            self.current_time = first[0]
            first[1]()
        self.current_time = end


class FakeTimer:
    def __init__(self, loop, timer):
        self._loop, self._timer = loop, timer

    def cancel(self):
        if self._timer in self._loop.timers:
            self._loop.timers.remove(self._timer)


def test_a_burst_is_sent_at_once_and_only_the_latest_later():
    loop, state, sent_states = FakeLoop(), [0], []
    sender = CoalescedSender(lambda: sent_states.append(state[0]), loop)
    for number in range(1000):
        state[0] = number
        assert sender.request_send() is (number < LOBBY_BURST)
    assert len(sent_states) == LOBBY_BURST
    loop.advance_time(10 * LOBBY_INTERVAL_S)
    assert sent_states[LOBBY_BURST:] == [999]
    assert not loop.timers


def test_at_most_twenty_messages_a_second_are_sent():
    loop, sent_times = FakeLoop(), []
    sender = CoalescedSender(lambda: sent_times.append(loop.current_time), loop)
    for _ in range(3100):
        sender.request_send()
        loop.advance_time(1 / 310)
    assert len(sent_times) <= LOBBY_BURST + 10 / LOBBY_INTERVAL_S + 1
    assert max(later - earlier for earlier, later in pairwise(sent_times)) < 3 * LOBBY_INTERVAL_S


def test_a_closed_sender_sends_nothing():
    loop, sent_states = FakeLoop(), []
    sender = CoalescedSender(lambda: sent_states.append(1), loop)
    for _ in range(LOBBY_BURST + 1):
        sender.request_send()
    sender.close()
    loop.advance_time(1.0)
    assert len(sent_states) == LOBBY_BURST


def test_chat_is_limited_by_address_and_for_the_table():
    table_chat_limit = ChatLimit()
    assert (
        sum(table_chat_limit.allows_message(GUEST_ADDRESS, 100.0) for _ in range(500))
        == ADDRESS_CHAT_BURST
    )
    assert table_chat_limit.allows_message("192.168.1.5", 100.0)
    allowed_count = sum(
        table_chat_limit.allows_message(f"10.0.0.{number % 250}", 100.0) for number in range(5000)
    )
    assert allowed_count + ADDRESS_CHAT_BURST + 1 == CHAT_BURST
    assert not table_chat_limit.allows_message("", 100.0)
    assert table_chat_limit.allows_message("", 100.0 + CHAT_INTERVAL_S)


def test_all_limits_are_below_the_flood_limits():
    for kind, maximum, pause in (
        (wire.LobbyMessage, LOBBY_BURST, LOBBY_INTERVAL_S),
        (wire.ChatMessage, CHAT_BURST, CHAT_INTERVAL_S),
        (wire.ChatMessage, ADDRESS_CHAT_BURST, ADDRESS_CHAT_INTERVAL_S),
        (wire.ShuffleRoundMessage, SHUFFLE_BURST, SHUFFLE_INTERVAL_S),
        (wire.FullRecordMessage, SHUFFLE_BURST, SHUFFLE_INTERVAL_S),
        (wire.EventsFromMessage, SHUFFLE_BURST, SHUFFLE_INTERVAL_S),
        (wire.MatchStoppedMessage, SHUFFLE_BURST, SHUFFLE_INTERVAL_S),
    ):
        burst, rate = MESSAGE_LIMITS[kind]
        assert maximum < burst
        assert 1 / pause <= rate
    assert RETURN_INTERVAL_S <= 5  # Short enough to be a wait and no exclusion.
