"""What score cards and their files are called: by game, names and date."""

from typing import Final

from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.titles import game_title

FORBIDDEN: Final = '<>:"/\\|?*'
"""What some system does not allow in the name of a file."""
LONGEST: Final = 160
"""Bytes of a name; systems allow some 250, and a suffix and a number come behind it."""


def title_of(card: Scorecard) -> str:
    """What the paper is called."""
    text = tr("{game}: {names}")
    return text.format(game=game_title(card.game), names=", ".join(map(shown_name, card.names)))


def file_name(card: Scorecard) -> str:
    """A name for a file of the card, without suffix."""
    text = plain_name(title_of(card), LONGEST - len(card.date) - 1)
    return plain_name(f"{text} {card.date}", LONGEST) or "sheet"


def plain_name(text: str, longest: int = LONGEST) -> str:
    """A text as the name of a file on every system, cut to so many bytes."""
    plain = "".join("-" if c in FORBIDDEN or not c.isprintable() else c for c in text)
    cut = plain.replace("- ", " ").encode("utf-8", "replace")[:longest]
    return cut.decode("utf-8", "ignore").strip(" .-")
