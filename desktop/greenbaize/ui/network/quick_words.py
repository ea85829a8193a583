"""What is said with one key: sent as a code, so that everybody reads it in their own language."""

from collections.abc import Mapping
from typing import Final

from greenbaize.lan.wire import Spoken
from greenbaize.rules.messages import mark
from greenbaize.words.catalogue import tr
from greenbaize.words.names import LONGEST_WORDS, shown_words

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
