"""A record that is read as a whole and held against the rules."""

from pathlib import Path

from greenbaize.games import GAMES
from greenbaize.match.past import Watched, counting
from greenbaize.match.record import MOST_BYTES, Record
from greenbaize.match.told import read_any
from greenbaize.store.plain_files import read_plain


def record_of(path: Path, watched: Watched | None = None) -> Record:
    """The record in a file, held against the rules.

    Args:
        path: the file.
        watched: is told now and then how many events have been gone through.

    Raises:
        RecordError: it does not hold.
        FileError: it cannot be read.
    """
    witness = None if watched is None else counting(watched)
    return read_any(read_plain(path, MOST_BYTES), GAMES, witness)
