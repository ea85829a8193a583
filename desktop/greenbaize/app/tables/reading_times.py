"""How long everybody at a table with others may look at what has happened, in a window or a phone.

Who has seen enough goes on earlier, which holds up nobody.
"""

from typing import Final

TRICK_S: Final = 2.0
"""Seconds that a taken trick lies there while the match goes on."""
SCORE_S: Final = 15.0
"""Seconds that the score of a deal is shown."""
