"""What lies under a name that a result is to be written to, before it is replaced."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.messages import Message
from greenbaize.store.open_files import is_own_output
from greenbaize.store.plain_files import is_special, open_plain

_MOST_BYTES: Final = 100_000
"""Among the first bytes of a file is what kind it is."""


def check_replaceable(
    path: Path, is_ours: Callable[[bytes], bool], refusal: str, *, force: bool = False
) -> None:
    """Refuse a name under which something would be lost; a pipe or device loses nothing.

    Args:
        path: where something is to be written.
        is_ours: whether a file that begins like this may go.
        refusal: the code of the sentence that says that one may not.
        force: whether any file may go, but for the lock of a record.

    Raises:
        GameError: what is there is to stay, or the name is that of a record's lock.
        FileError: it cannot be seen what is there.
    """
    try:
        if is_own_output(path):
            return
        names = path.name, os.path.basename(os.path.realpath(path))  # noqa: PTH119
        if any(name.endswith(".lock") for name in names):
            # Whoever waits for it would no longer see that it is held.
            raise GameError(Message("name-of-lock", {"path": str(path)}))
        if force or not os.path.lexists(path) or is_special(path):
            return
    except FileNotFoundError:
        return  # a link to nothing
    except OSError as error:
        raise FileError(path, error) from error
    try:
        with open_plain(path) as file:
            there = file.read(_MOST_BYTES)
    except OSError as error:
        raise FileError(path, error) from error
    if not is_ours(there):
        raise GameError(Message(refusal, {"path": str(path)}))
