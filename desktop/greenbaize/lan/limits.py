"""Limits that whoever asks for a table has to know as well as the wire."""

from typing import Final

MOST_SEATS: Final = 20
LONGEST_CLOCK_S: Final = 3600
"""Seconds that a table may give for a turn."""
