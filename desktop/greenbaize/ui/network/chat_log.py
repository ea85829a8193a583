"""What has been said at a table, in free words or quick ones, without those who are muted."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Signal

from greenbaize.lan.wire import Spoken
from greenbaize.rules.messages import mark
from greenbaize.words.catalogue import tr
from greenbaize.words.names import LONGEST_WORDS, shown_name, shown_words

MOST_LINES: Final = 200
"""So many lines are kept; nobody reads farther back."""
QUICK_WORDS: Final[Mapping[str, str]] = {
    "well-played": mark("Well played!"),
    "good-luck": mark("Good luck!"),
    "thanks": mark("Thank you!"),
    "oh-no": mark("Oh no!"),
    "one-moment": mark("One moment, please."),
    "sorry": mark("Sorry!"),
}
"""What each code says, in the order of their keys."""


def spoken_words(spoken: Spoken) -> str:
    """What somebody has said, as it may be shown; nothing where nothing can be shown of it."""
    if spoken.word in QUICK_WORDS:
        return tr(QUICK_WORDS[spoken.word])
    return shown_words(spoken.text, LONGEST_WORDS)


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said; ``seat`` is None for somebody who watches."""

    seat: int | None
    name: str
    words: str
    own: bool = False
    """Whether the person here has said it."""


class ChatLog(QObject):
    """The last lines, without those of whom the person has muted."""

    heard = Signal(object)
    """A ``Line`` has been said that the person wants to hear."""
    changed = Signal()
    """Lines were taken away, or others are muted than before."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: deque[Line] = deque(maxlen=MOST_LINES)
        self.unread = 0
        """How many lines have come since somebody last looked."""
        self._off = False
        self._muted: dict[tuple[bool, str], str] = {}

    @property
    def off(self) -> bool:
        """Whether the person wants to hear nothing at all."""
        return self._off

    @property
    def muted(self) -> tuple[str, ...]:
        """The names of those whom the person does not want to hear."""
        return tuple(self._muted.values())

    def turn_off(self, *, off: bool) -> None:
        """Hear nothing from now on, or everybody again who is not muted."""
        self._off = off
        self.unread = 0
        self.changed.emit()

    def take(self, spoken: Spoken, *, own: bool = False) -> None:
        """Somebody has said something; ``own`` if it was the person here."""
        line = Line(spoken.seat, shown_name(spoken.name), spoken_words(spoken), own)
        if self._off or not line.words or _who(line) in self._muted:
            return
        self.lines.append(line)
        self.unread += not own
        self.heard.emit(line)

    def see(self) -> None:
        """All of it has been read."""
        self.unread = 0
        self.changed.emit()

    def mute(self, line: Line) -> None:
        """Hear no more of whoever said this, and forget what they have said."""
        self._muted[_who(line)] = line.name
        kept = [one for one in self.lines if _who(one) not in self._muted]
        self.lines.clear()
        self.lines.extend(kept)
        self.changed.emit()

    def unmute(self, name: str) -> None:
        """Hear somebody again."""
        self._muted = {who: shown for who, shown in self._muted.items() if shown != name}
        self.changed.emit()


def _who(line: Line) -> tuple[bool, str]:
    """Whose line it is; people change chairs between matches, but not their names."""
    return line.seat is None, line.name.casefold()
