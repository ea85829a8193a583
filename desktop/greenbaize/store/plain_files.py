"""Reading plain files only: a pipe may block, and opening a device may have effects."""

import os
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import IO, Final

from greenbaize.rules.errors import FileError, NotPlainError, TooLargeError

_CAREFUL: Final = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY"))
BAD: Final = ".bad"
"""The suffix, perhaps with a number, of a file put aside."""


def is_special(path: Path) -> bool:
    """Whether a path leads to a pipe, a socket or a device; ``OSError`` if to nothing."""
    return _special(path.stat())


def _special(found: os.stat_result) -> bool:
    return not S_ISREG(found.st_mode) and not S_ISDIR(found.st_mode)


def open_plain(path: Path) -> IO[bytes]:
    """Open a file; ``NotPlainError`` for a pipe, socket or device, never opened; ``FileError``."""
    try:
        if not is_special(path):
            file = open(path, "rb", opener=_opened)  # noqa: SIM115  (whoever asked closes it)
            # Something else may have taken its place meanwhile.
            if not _special(os.fstat(file.fileno())):
                return file
            file.close()
    except OSError as error:
        raise FileError(path, error) from error
    except ValueError as error:  # the system cannot even be asked for such a name
        raise FileError(path, OSError(str(error))) from error
    raise NotPlainError(path)


def _opened(name: str, kind: int) -> int:
    return os.open(name, kind | _CAREFUL)


def read_plain(path: Path, most: int) -> bytes:
    """The bytes of a file, at most ``most``.

    Raises ``NotPlainError``, ``TooLargeError`` or ``FileError``.
    """
    with open_plain(path) as file:
        try:
            data = file.read(most + 1)
        except OSError as error:
            raise FileError(path, error) from error
    if data is None:  # there may be some later, as from a device
        raise NotPlainError(path)
    if len(data) > most:
        raise TooLargeError(path)
    return data


def put_aside(path: Path) -> Path:
    """Rename a file to an unused name, which is returned; raises ``OSError``."""
    aside, number = path.with_name(path.name + BAD), 1
    while aside.exists() or aside.is_symlink():
        number += 1
        aside = path.with_name(f"{path.name}{BAD}-{number}")
    return path.replace(aside)
