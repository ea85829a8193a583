"""Files opened for reading: plain ones only.

A pipe may never end, or never begin, and opening a device may do something; neither is touched.
"""

from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import IO

from greenbaize.rules.errors import FileError, NotPlainError, TooLargeError


def is_special(path: Path) -> bool:
    """Whether a path leads to a pipe, a socket or a device; ``OSError`` if to nothing."""
    return _special(path.stat().st_mode)


def _special(mode: int) -> bool:
    return not S_ISREG(mode) and not S_ISDIR(mode)


def open_plain(path: Path) -> IO[bytes]:
    """A file opened for reading.

    Raises:
        NotPlainError: it is a pipe, a socket or a device, and has not been opened.
        FileError: the system does not open it, because it is a folder for example.
    """
    try:
        special = is_special(path)
        if not special:
            return path.open("rb")
    except OSError as error:
        raise FileError(path, error) from error
    except ValueError as error:  # the system cannot even be asked for such a name
        raise FileError(path, OSError(str(error))) from error
    raise NotPlainError(path)


def read_plain(path: Path, most: int) -> bytes:
    """What a file holds.

    Args:
        path: the file.
        most: how many bytes it may have.

    Raises:
        NotPlainError: it is a pipe, a socket or a device.
        TooLargeError: it has more bytes.
        FileError: the system does not read it.
    """
    with open_plain(path) as file:
        try:
            data = file.read(most + 1)
        except OSError as error:
            raise FileError(path, error) from error
    if len(data) > most:
        raise TooLargeError(path)
    return data
