"""Nonsense for both ends of a table: nobody falls over it, and the others play on.

The same by the million: ``python tests/bench/lan_fuzz.py``.
"""

import pytest

from lan.fuzzing import GuestFuzz, HostFuzz


@pytest.mark.long
def test_a_host_stands_nonsense_and_the_others_play_on():
    fuzz = HostFuzz(0, 4000)
    fuzz.run()
    assert fuzz.counts["lines that others heard meanwhile"] > 100
    assert fuzz.counts["times that nobody went on"] == 0


@pytest.mark.long
def test_a_guest_stands_a_hostile_host():
    fuzz = GuestFuzz(0, 6000)
    fuzz.run()
    assert fuzz.raised == {}
    assert fuzz.counts["guests gone: host-damaged"] > 100
