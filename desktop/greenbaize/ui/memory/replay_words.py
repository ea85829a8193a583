"""A replay in words: its title, its heading on the table, and what screen readers are told."""

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtWidgets import QWidget

from greenbaize.app.tables.unfinished import begun_of
from greenbaize.rules.events import Dealt, Ended, Event, Scored, TrickTaken
from greenbaize.rules.game import Game
from greenbaize.ui.accessibility import announce
from greenbaize.ui.speech.phrases import event_words
from greenbaize.ui.texts import begun_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import is_brief, together
from greenbaize.words.titles import game_title

if TYPE_CHECKING:
    from greenbaize.match.header import Header

FAST: Final = 1.0
"""At a higher speed than this, cards and bids go by too fast to be told one by one."""
_CLOSES = (TrickTaken, Scored, Dealt, Ended)
"""What ends something that can be told together."""


class ReplayVoice:
    """Tells single steps at once, and in playback all of a trick or a deal once it is over."""

    def __init__(self, game: Game[Any], widget: QWidget) -> None:
        self._game, self._widget = game, widget
        self._gathered: list[str] = []

    def step(self, event: Event, view: Any, speaker: Speaker) -> None:
        """Say what has happened, for somebody has asked for it."""
        self.hush()
        announce(self._widget, self._words(event, view, speaker))

    def go_on(self, event: Event, view: Any, speaker: Speaker, speed: float) -> None:
        """Gather what has happened, and say it once a trick or a deal is over.

        Args:
            event: what has happened.
            view: the match after it.
            speaker: knows the names.
            speed: how fast the match is played back.
        """
        closes = isinstance(event, _CLOSES)
        if closes or speed <= FAST:
            self._gathered.append(self._words(event, view, speaker))
        if closes:
            self.tell_gathered()

    def _words(self, event: Event, view: Any, speaker: Speaker) -> str:
        return event_words(self._game, event, view, speaker, brief=is_brief())

    def tell_gathered(self) -> None:
        """Say what has been gathered."""
        words = together(*self._gathered)
        self.hush()
        if words:
            announce(self._widget, words)

    def jump(self, where: str) -> None:
        """Say where somebody has gone."""
        self.hush()
        announce(self._widget, where)

    def hush(self) -> None:
        """Forget what has been gathered."""
        self._gathered.clear()


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
