"""Reading times (s) at a table with others, in a window or on a phone.

A player who continues earlier holds up nobody.
"""

from typing import Final

TRICK_DISPLAY_S: Final = 2.0
"""Seconds a taken trick stays visible while the match continues."""
SCORE_DISPLAY_S: Final = 15.0
"""Seconds the score of a deal is shown."""
