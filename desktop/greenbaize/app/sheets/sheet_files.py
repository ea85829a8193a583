"""Saves score cards, never over their source, nor over a file that is no sheet."""

from functools import partial
from pathlib import Path
from typing import Final

from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.sheets.sheet_csv import SHEET_CSV_HEAD, has_csv_head
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.files import check_replaceable, is_same_file, write_atomically
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.titles import game_title

CREATOR: Final = "Green Baize"
"""Creator named in our PDFs."""
_PDF: Final = b"%PDF-"
_PDF_CREATOR: Final = b"/Creator (\xfe\xff" + CREATOR.encode("utf-16-be") + b")"
FORBIDDEN_CHARACTERS: Final = '<>:"/\\|?*'
"""Characters that some system forbids in file names."""
MAX_NAME_BYTES: Final = 160
"""Bytes of a name; systems allow some 250, and a suffix and a number are appended."""


def save_sheet(path: Path, data: bytes, source: Path | None, *, force: bool = False) -> None:
    """Write a CSV or PDF of a score card made from the file ``source``, if given.

    Raises ``FileError``, or ``GameError`` if it would replace its source or, without ``force``, a
    file that is no such sheet.
    """
    if source is not None and is_same_file(path, source):
        raise GameError(Message("sheet-over-source", {"path": str(path)}))
    check_replaceable(path, partial(_is_replaceable, data), "sheet-over-other", force=force)
    write_atomically(path, data)


def _is_replaceable(data: bytes, existing_data: bytes) -> bool:
    """Return whether nothing is lost when the data replaces the existing data."""
    if data.startswith(_PDF):
        return existing_data.startswith(_PDF) and _PDF_CREATOR in existing_data
    return has_csv_head(existing_data, SHEET_CSV_HEAD)


def format_title(card: Scorecard) -> str:
    """Return the title of a printed score card."""
    text = tr("{game}: {names}")
    return text.format(game=game_title(card.game), names=", ".join(map(display_name, card.names)))


def format_file_name(card: Scorecard) -> str:
    """Return a file name for the card, without suffix."""
    text = make_file_name(format_title(card), MAX_NAME_BYTES - len(card.date) - 1)
    return make_file_name(f"{text} {card.date}", MAX_NAME_BYTES) or "sheet"


def make_file_name(text: str, max_bytes: int = MAX_NAME_BYTES) -> str:
    """Return a text as a file name for every system, cut to ``max_bytes``."""
    plain = "".join(
        "-" if character in FORBIDDEN_CHARACTERS or not character.isprintable() else character
        for character in text
    )
    encoded = plain.replace("- ", " ").encode("utf-8", "replace")[:max_bytes]
    return encoded.decode("utf-8", "ignore").strip(" .-")
