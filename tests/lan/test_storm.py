"""Matches under fault injection: records are valid, and nobody learns more than the seat may know.

Thousands more: ``python tests/bench/many.py storms``.
"""

import pytest

from lan.fuzzing import GuestFuzzer, HostFuzzer
from lan.match_storm import MatchStorm

REGRESSION_NUMBERS = (130, 505, 773)
"""Numbers that have found errors.

A chair to which nobody returned after the host was killed before the match, a *ready* lost with the
host, and a shuffle round that a spectator missed.
"""


@pytest.mark.long
@pytest.mark.parametrize("number", [*range(8), *REGRESSION_NUMBERS])
def test_a_match_with_injected_faults_ends(number, tmp_path):
    storm = MatchStorm(number, tmp_path)
    storm.run()
    assert storm.counts["view lines"] > 0


@pytest.mark.long
def test_a_host_withstands_invalid_lines():
    fuzz = HostFuzzer(0, 4000)
    fuzz.run()
    assert fuzz.counts["lines received by the other guests"] > 100
    assert fuzz.counts["times that the match did not advance"] == 0


@pytest.mark.long
def test_a_guest_withstands_a_hostile_host():
    fuzz = GuestFuzzer(0, 6000)
    fuzz.run()
    assert fuzz.unexpected_errors == {}
    assert fuzz.counts["guests gone: host-damaged"] > 100
