"""Tests that wrong codes slow down first their address, then its network, and later everybody."""

import pytest

from app.seats.foreign_programs import SteppedClock
from greenbaize.lan.attempt_limiter import (
    COUNTER_LIFETIME_S,
    FREE_ATTEMPTS_IN_TOTAL,
    FREE_ATTEMPTS_PER_ADDRESS,
    FREE_ATTEMPTS_PER_NETWORK,
    MAX_COUNTERS,
    MAX_WAIT_S,
    TOTAL_WAIT_S,
    AttemptLimiter,
)

EVE_ADDRESS, ANNA_ADDRESS = "192.168.1.66", "192.168.1.5"


@pytest.fixture
def manual_clock():
    return SteppedClock()


@pytest.fixture
def limiter(manual_clock):
    return AttemptLimiter(manual_clock)


def guess_repeatedly(limiter, clock, address, count):
    """Try wrong codes as fast as allowed. Return the wait after each (s)."""
    waits = []
    for _ in range(count):
        limiter.record_failure(address)
        waits.append(limiter.remaining_wait(address))
        clock.now += waits[-1]
    return waits


def test_an_address_is_slowed_more_and_more_up_to_a_limit(limiter, manual_clock):
    waits = guess_repeatedly(limiter, manual_clock, EVE_ADDRESS, 100)
    assert waits[:FREE_ATTEMPTS_PER_ADDRESS] == [0] * FREE_ATTEMPTS_PER_ADDRESS
    assert waits[FREE_ATTEMPTS_PER_ADDRESS : FREE_ATTEMPTS_PER_ADDRESS + 4] == [1, 2, 4, 8]
    assert waits == sorted(waits)
    assert waits[-1] == MAX_WAIT_S
    assert limiter.remaining_wait(EVE_ADDRESS) == 0


def test_other_addresses_are_not_slowed(limiter, manual_clock):
    guess_repeatedly(limiter, manual_clock, EVE_ADDRESS, 500)
    limiter.record_failure(EVE_ADDRESS)
    assert limiter.remaining_wait(EVE_ADDRESS) == MAX_WAIT_S
    assert limiter.remaining_wait(ANNA_ADDRESS) == 0


def test_an_ipv4_address_is_the_same_however_it_is_written(limiter):
    for _ in range(FREE_ATTEMPTS_PER_ADDRESS + 1):
        limiter.record_failure(f"::ffff:{EVE_ADDRESS}")
    assert limiter.remaining_wait(EVE_ADDRESS) == 1
    assert limiter.remaining_wait(f"::ffff:{ANNA_ADDRESS}") == 0


def test_many_addresses_of_a_network_slow_the_network(limiter):
    for number in range(FREE_ATTEMPTS_PER_NETWORK):
        limiter.record_failure(f"2001:db8:0:1::{number:x}")
    assert limiter.remaining_wait("2001:db8:0:1:ffff::1") == 0
    limiter.record_failure("2001:db8:0:1:abcd::1")
    assert limiter.remaining_wait("2001:db8:0:1:ffff::1") == 1
    assert limiter.remaining_wait("2001:db8:0:2::1") == 0
    assert limiter.remaining_wait(ANNA_ADDRESS) == 0


def test_neighbours_in_a_network_are_not_slowed_by_one_address(limiter):
    for _ in range(FREE_ATTEMPTS_PER_ADDRESS + 1):
        limiter.record_failure("fe80::66%eth0")
    assert limiter.remaining_wait("fe80::66%wlan0") == 1
    assert limiter.remaining_wait("fe80::5%eth0") == 0


def test_everybody_is_slowed_a_little_after_very_many_tries(limiter, manual_clock):
    for number in range(FREE_ATTEMPTS_IN_TOTAL):
        limiter.record_failure(f"10.{number % 7}.{number // 250}.{number % 250}")
    assert limiter.remaining_wait(ANNA_ADDRESS) == 0
    limiter.record_failure("10.9.9.9")
    assert limiter.remaining_wait(ANNA_ADDRESS) == TOTAL_WAIT_S
    manual_clock.now += TOTAL_WAIT_S
    assert limiter.remaining_wait(ANNA_ADDRESS) == 0


def test_a_new_code_resets_all_but_the_guessing_address(limiter):
    for number in range(FREE_ATTEMPTS_IN_TOTAL + 1):
        limiter.record_failure(f"10.{number % 7}.{number // 250}.{number % 250}")
    for _ in range(FREE_ATTEMPTS_PER_ADDRESS + 1):
        limiter.record_failure(EVE_ADDRESS)
    limiter.reset_total()
    assert limiter.failure_count == 0
    assert limiter.remaining_wait(ANNA_ADDRESS) == 0
    assert limiter.remaining_wait(EVE_ADDRESS) == 1


def test_a_right_code_and_an_hour_reset_an_address(limiter, manual_clock):
    for _ in range(FREE_ATTEMPTS_PER_ADDRESS):
        limiter.record_failure(ANNA_ADDRESS)
        limiter.record_failure(EVE_ADDRESS)
    limiter.record_success(ANNA_ADDRESS)
    limiter.record_failure(ANNA_ADDRESS)
    assert limiter.remaining_wait(ANNA_ADDRESS) == 0
    manual_clock.now += COUNTER_LIFETIME_S + 1
    limiter.record_failure(EVE_ADDRESS)
    assert limiter.remaining_wait(EVE_ADDRESS) == 0


def test_the_number_of_remembered_addresses_is_limited(limiter):
    for number in range(MAX_COUNTERS + 10):
        limiter.record_failure(f"10.0.{number // 250}.{number % 250}")
    assert len(limiter._counters) == MAX_COUNTERS
