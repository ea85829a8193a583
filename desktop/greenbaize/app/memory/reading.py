"""Reads and verifies whole records."""

from pathlib import Path

from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.past import Watched, counting
from greenbaize.match.record import MOST_BYTES, Record, read_header
from greenbaize.match.told import read_any
from greenbaize.rules.decoding import LONGEST_LINE
from greenbaize.rules.errors import FileError
from greenbaize.store.plain_files import open_plain, read_plain


def header_of(path: Path) -> Header:
    """The first line of a record; ``RecordError`` or ``FileError`` where there is none."""
    try:
        with open_plain(path) as file:
            return read_header(file.readline(LONGEST_LINE), GAMES)
    except OSError as error:
        raise FileError(path, error) from error


def record_of(path: Path, watched: Watched | None = None) -> Record:
    """The verified record in a file; ``watched`` gets the number of events now and then.

    Raises ``RecordError`` if it does not hold, ``FileError`` if it cannot be read.
    """
    witness = None if watched is None else counting(watched)
    return read_any(read_plain(path, MOST_BYTES), GAMES, witness)
