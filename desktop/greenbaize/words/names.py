"""Text from outside (a record, file or program) made safe to show."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final
from unicodedata import bidirectional, category

from greenbaize.words.catalogue import tr, tr_in

LONGEST_NAME: Final = 40
"""The most letters of a name shown, which is the longest one can choose."""
LONGEST_WORDS: Final = 500
"""The most letters of other text shown, such as a path."""
MOST_MARKS: Final = 3
"""The most combining marks on a letter; more would cover other lines."""
JOINERS: Final = "\u200c\u200d"
"""Invisible signs needed by some scripts and emoji."""
YOU: Final = ("You", "Вы")
"""The name in records of somebody without one, in each language."""
NOBODY: Final = "?"
"""The replacement for an invisible name."""
_ISOLATE, _ISOLATED = "\u2068", "\u2069"


def shown_name(name: str) -> str:
    """A name on one line, without signs that affect the text around it."""
    return tr("You") if name in YOU else _shown_name(name)


def name_within(name: str) -> str:
    """A name as shown within a sentence, where whoever has none is no word to begin with."""
    return tr_in("within a sentence", "you") if name in YOU else _shown_name(name)


@lru_cache(maxsize=1024)
def _shown_name(name: str) -> str:
    return shown_words(name, LONGEST_NAME) or NOBODY


@lru_cache(maxsize=1024)
def set_apart(name: str) -> str:
    """A name in a sentence, isolated so that right-to-left letters do not reorder it."""
    if any(bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return f"{_ISOLATE}{name}{_ISOLATED}"
    return name


def shown_words(text: str, most: int = LONGEST_WORDS) -> str:
    """Text on one line, cut with … to ``most`` letters."""
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
