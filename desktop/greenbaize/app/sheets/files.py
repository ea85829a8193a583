"""Saves score cards, never over their source, nor over a file that is no sheet."""

from functools import partial
from pathlib import Path
from typing import Final

from greenbaize.app.sheets.csv_file import FIRST_HEADS, begins_with
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.files import check_replaceable, same_file, write_whole
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.titles import game_title

CREATOR: Final = "Green Baize"
"""Creator named in our PDFs."""
_PDF: Final = b"%PDF-"
_PDF_CREATOR: Final = b"/Creator (\xfe\xff" + CREATOR.encode("utf-16-be") + b")"
FORBIDDEN: Final = '<>:"/\\|?*'
"""Characters that some system forbids in file names."""
LONGEST: Final = 160
"""Bytes of a name; systems allow some 250, and a suffix and a number are appended."""


def save_sheet(path: Path, data: bytes, source: Path | None, *, force: bool = False) -> None:
    """Write a CSV or PDF of a score card made from the file ``source``, if given.

    Raises ``FileError``, or ``GameError`` if it would replace its source or, without ``force``, a
    file that is no such sheet.
    """
    if source is not None and same_file(path, source):
        raise GameError(Message("sheet-over-source", {"path": str(path)}))
    check_replaceable(path, partial(_may_go, data), "sheet-over-other", force=force)
    write_whole(path, data)


def _may_go(data: bytes, there: bytes) -> bool:
    """Return whether nothing is lost when the data replaces the existing data."""
    if data.startswith(_PDF):
        return there.startswith(_PDF) and _PDF_CREATOR in there
    return begins_with(there, FIRST_HEADS)


def title_of(card: Scorecard) -> str:
    """Return the title of a printed score card."""
    text = tr("{game}: {names}")
    return text.format(game=game_title(card.game), names=", ".join(map(shown_name, card.names)))


def file_name(card: Scorecard) -> str:
    """Return a file name for the card, without suffix."""
    text = plain_name(title_of(card), LONGEST - len(card.date) - 1)
    return plain_name(f"{text} {card.date}", LONGEST) or "sheet"


def plain_name(text: str, longest: int = LONGEST) -> str:
    """Return a text as a file name for every system, cut to ``max_bytes``."""
    plain = "".join("-" if c in FORBIDDEN or not c.isprintable() else c for c in text)
    cut = plain.replace("- ", " ").encode("utf-8", "replace")[:longest]
    return cut.decode("utf-8", "ignore").strip(" .-")
