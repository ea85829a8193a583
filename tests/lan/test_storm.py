"""Matches under fault injection: records are valid, and nobody learns more than the seat may know.

Thousands more: ``python tests/bench/many.py storms``.
"""

import pytest

from lan.fuzzing import GuestFuzz, HostFuzz
from lan.storming import Storm

FOUND = (130, 505, 773)
"""Numbers that have found errors.

A chair to which nobody returned after the host was killed before the match, a *ready* lost with the
host, and a shuffle round that a spectator missed.
"""


@pytest.mark.long
@pytest.mark.parametrize("number", [*range(8), *FOUND])
def test_a_match_in_a_storm_is_played_to_its_end(number, tmp_path):
    storm = Storm(number, tmp_path)
    storm.run()
    assert storm.counts["view lines"] > 0


@pytest.mark.long
def test_a_host_stands_nonsense_and_the_others_play_on():
    fuzz = HostFuzz(0, 4000)
    fuzz.run()
    assert fuzz.counts["lines received by the other guests"] > 100
    assert fuzz.counts["times that the match did not advance"] == 0


@pytest.mark.long
def test_a_guest_stands_a_hostile_host():
    fuzz = GuestFuzz(0, 6000)
    fuzz.run()
    assert fuzz.raised == {}
    assert fuzz.counts["guests gone: host-damaged"] > 100
