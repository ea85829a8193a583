"""Score cards saved to files: never over what they come from, nor over what is no sheet."""

from functools import partial
from pathlib import Path
from typing import Final

from greenbaize.app.sheets.csv_file import FIRST_HEADS
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.replacing import check_replaceable
from greenbaize.store.whole_files import same_file, write_whole

CREATOR: Final = "Green Baize"
"""Who made our PDFs, as they say themselves."""
_PDF: Final = b"%PDF-"
_PDF_CREATOR: Final = b"/Creator (\xfe\xff" + CREATOR.encode("utf-16-be") + b")"


def save_sheet(path: Path, data: bytes, source: Path | None, *, force: bool = False) -> None:
    """Write a CSV or PDF of a score card.

    Args:
        path: where to.
        data: the whole file.
        source: the record or sheet it was made from, if that is a file.
        force: whether it may replace a file that is no such sheet of ours.

    Raises:
        GameError: it would replace its source, or what it may not.
        FileError: it cannot be written.
    """
    if source is not None and same_file(path, source):
        raise GameError(Message("sheet-over-source", {"path": str(path)}))
    check_replaceable(path, partial(_may_go, data), "sheet-over-other", force=force)
    write_whole(path, data)


def _may_go(data: bytes, there: bytes) -> bool:
    """Whether nothing is lost when the data takes the place of what is there."""
    if data.startswith(_PDF):
        return there.startswith(_PDF) and _PDF_CREATOR in there
    return there.startswith(FIRST_HEADS)
