"""How a check of the self-test fails."""

import pytest

from greenbaize.rules.errors import GameError
from greenbaize.words.speaker import Speaker


def failure_sentence(act):
    """Return the sentence with which a check fails."""
    with pytest.raises(GameError) as fault:
        act()
    return Speaker().format_message(fault.value.message)
