"""Whole matches in a storm: the records hold, and nobody is told more than their seat may know.

The same by the thousand: ``python tests/bench/many.py storms``.
"""

import pytest

from lan.storming import Storm

FOUND = (130, 505, 773)
"""Numbers at which something was found: a chair that nobody comes back to after the host was killed
before the match, a *ready* that was lost with the host, and a round of the shuffle that a watcher
missed.
"""


@pytest.mark.long
@pytest.mark.parametrize("number", [*range(8), *FOUND])
def test_a_match_in_a_storm_is_played_to_its_end(number, tmp_path):
    storm = Storm(number, tmp_path)
    storm.run()
    assert storm.counts["lines told"] > 0
