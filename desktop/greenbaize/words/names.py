"""Words that came from outside (a record, a file, a program), as they may be shown to a person."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final
from unicodedata import bidirectional, category

from greenbaize.words.catalogue import tr

LONGEST_NAME: Final = 40
"""So many letters of a name are shown, as many as one can give oneself."""
LONGEST_WORDS: Final = 500
"""So many letters of anything else are shown, such as the path of a file."""
MOST_MARKS: Final = 3
"""So many marks may stand above and below one letter; more would run over the lines around."""
JOINERS: Final = "\u200c\u200d"
"""Invisible signs that some scripts and pictures are written with."""
YOU: Final = ("You", "Вы")
"""What records call whoever has given no name, in each of the languages."""
NOBODY: Final = "?"
"""What is shown of a name in which there is nothing to see."""
_ISOLATE, _ISOLATED = "\u2068", "\u2069"


def shown_name(name: str) -> str:
    """A name on one line, without signs that do something to the text around it."""
    return tr("You") if name in YOU else _shown_name(name)


@lru_cache(maxsize=1024)
def _shown_name(name: str) -> str:
    return shown_words(name, LONGEST_NAME) or NOBODY


def set_apart(name: str) -> str:
    """A name as it stands in a sentence: written from right to left, it does not turn it round."""
    if any(bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return f"{_ISOLATE}{name}{_ISOLATED}"
    return name


def shown_words(text: str, most: int = LONGEST_WORDS) -> str:
    """Words on one line, at most so many letters of them, with … for what is left out."""
    letters = list(islice(_harmless(text), most + 1))
    if len(letters) <= most:
        return "".join(letters).strip()
    return "".join(letters[: most - 1]).rstrip() + "…"


def _harmless(text: str) -> Iterator[str]:
    """The visible letters, with each gap as one space."""
    gap, marks = False, 0
    for letter in text:
        kind = category(letter)
        if kind in ("Cc", "Zs", "Zl", "Zp"):
            gap = True
            continue
        if kind == "Cf" and letter not in JOINERS:
            continue  # it turns the text round, or is not seen
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            continue
        if gap:
            yield " "
            gap = False
        yield "\ufffd" if kind == "Cs" else letter
