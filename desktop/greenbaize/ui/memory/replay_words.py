"""Whose match is played back, and of which day it is, in words."""

from typing import TYPE_CHECKING

from greenbaize.app.tables.unfinished import begun_of
from greenbaize.ui.dates import begun_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.titles import game_title

if TYPE_CHECKING:
    from greenbaize.match.header import Header


def replay_title(header: "Header") -> str:
    """What a window says that plays a match back: the game first, as with all matches."""
    words = {
        "game": game_title(header.game),
        "names": ", ".join(shown_name(one.name) for one in header.sitters),
        "begun": begun_text(begun_of(header)),
    }
    if words["begun"]:
        return tr("{game}, replay: {names}, {begun}").format(**words)
    return tr("{game}, replay: {names}").format(**words)


def replay_heading(header: "Header") -> str:
    """What stands on the table of a match that is played back, behind the name of the game."""
    begun = begun_text(begun_of(header))
    return tr("replay of {begun}").format(begun=begun) if begun else tr("replay")
