"""Tests that wrong codes slow down first their address, then its network, and later everybody."""

import pytest

from app.seats.foreign import Clock
from greenbaize.lan.try_limiter import (
    FORGET_S,
    FREE_OF_ADDRESS,
    FREE_OF_ALL,
    FREE_OF_NETWORK,
    LONGEST_WAIT_S,
    MOST_KEPT,
    WAIT_OF_ALL_S,
    TryLimiter,
)

EVE, ANNA = "192.168.1.66", "192.168.1.5"


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def limiter(clock):
    return TryLimiter(clock)


def guess_often(limiter, clock, address, count):
    """Try wrong codes as fast as allowed. Return the wait after each (s)."""
    waits = []
    for _ in range(count):
        limiter.record_wrong(address)
        waits.append(limiter.remaining_wait(address))
        clock.now += waits[-1]
    return waits


def test_an_address_is_slowed_more_and_more_and_never_for_good(limiter, clock):
    waits = guess_often(limiter, clock, EVE, 100)
    assert waits[:FREE_OF_ADDRESS] == [0] * FREE_OF_ADDRESS
    assert waits[FREE_OF_ADDRESS : FREE_OF_ADDRESS + 4] == [1, 2, 4, 8]
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_WAIT_S
    assert limiter.remaining_wait(EVE) == 0


def test_other_addresses_are_not_slowed_by_it(limiter, clock):
    guess_often(limiter, clock, EVE, 500)
    limiter.record_wrong(EVE)
    assert limiter.remaining_wait(EVE) == LONGEST_WAIT_S
    assert limiter.remaining_wait(ANNA) == 0


def test_an_ipv4_address_is_the_same_however_it_is_written(limiter):
    for _ in range(FREE_OF_ADDRESS + 1):
        limiter.record_wrong(f"::ffff:{EVE}")
    assert limiter.remaining_wait(EVE) == 1
    assert limiter.remaining_wait(f"::ffff:{ANNA}") == 0


def test_who_takes_ever_new_addresses_of_a_network_is_slowed_with_it(limiter):
    for number in range(FREE_OF_NETWORK):
        limiter.record_wrong(f"2001:db8:0:1::{number:x}")
    assert limiter.remaining_wait("2001:db8:0:1:ffff::1") == 0
    limiter.record_wrong("2001:db8:0:1:abcd::1")
    assert limiter.remaining_wait("2001:db8:0:1:ffff::1") == 1
    assert limiter.remaining_wait("2001:db8:0:2::1") == 0
    assert limiter.remaining_wait(ANNA) == 0


def test_neighbours_in_a_network_are_not_slowed_by_one_address(limiter):
    for _ in range(FREE_OF_ADDRESS + 1):
        limiter.record_wrong("fe80::66%eth0")
    assert limiter.remaining_wait("fe80::66%wlan0") == 1
    assert limiter.remaining_wait("fe80::5%eth0") == 0


def test_all_together_are_slowed_far_later_and_a_little(limiter, clock):
    for number in range(FREE_OF_ALL):
        limiter.record_wrong(f"10.{number % 7}.{number // 250}.{number % 250}")
    assert limiter.remaining_wait(ANNA) == 0
    limiter.record_wrong("10.9.9.9")
    assert limiter.remaining_wait(ANNA) == WAIT_OF_ALL_S
    clock.now += WAIT_OF_ALL_S
    assert limiter.remaining_wait(ANNA) == 0


def test_another_code_starts_afresh_for_all_but_who_guessed(limiter):
    for number in range(FREE_OF_ALL + 1):
        limiter.record_wrong(f"10.{number % 7}.{number // 250}.{number % 250}")
    for _ in range(FREE_OF_ADDRESS + 1):
        limiter.record_wrong(EVE)
    limiter.restart()
    assert limiter.wrong == 0
    assert limiter.remaining_wait(ANNA) == 0
    assert limiter.remaining_wait(EVE) == 1


def test_the_right_code_and_an_hour_start_afresh(limiter, clock):
    for _ in range(FREE_OF_ADDRESS):
        limiter.record_wrong(ANNA)
        limiter.record_wrong(EVE)
    limiter.record_right(ANNA)
    limiter.record_wrong(ANNA)
    assert limiter.remaining_wait(ANNA) == 0
    clock.now += FORGET_S + 1
    limiter.record_wrong(EVE)
    assert limiter.remaining_wait(EVE) == 0


def test_what_is_remembered_is_bounded(limiter):
    for number in range(MOST_KEPT + 10):
        limiter.record_wrong(f"10.0.{number // 250}.{number % 250}")
    assert len(limiter._counters) == MOST_KEPT
