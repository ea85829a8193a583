"""The working folder, which somebody may delete while a program is in it.

Neither this program nor one that it starts can do much in a folder that is gone, so it is left; a
relative path means nothing any more and is refused.
"""

import os
from contextlib import suppress
from pathlib import Path

from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message

_left_gone = False
"""A working folder that was gone has been left."""


def working_folder() -> Path:
    """Return the working folder; one that is gone is left for the home folder or the root."""
    global _left_gone  # noqa: PLW0603  (a process has one working folder)
    with suppress(OSError):
        return Path.cwd()
    _left_gone = True
    for folder in (Path.home(), Path(os.sep)):
        with suppress(OSError):
            os.chdir(folder)
            return Path.cwd()
    return Path(os.sep)


def settle_home() -> None:
    """Make a relative ``GREENBAIZE_HOME`` absolute; ``GameError`` where its folder is gone."""
    home = os.environ.get("GREENBAIZE_HOME")
    if home and not Path(home).is_absolute():
        check_relative(Path(home))
        os.environ["GREENBAIZE_HOME"] = str(Path(home).absolute())


def check_relative(path: Path) -> None:
    """Refuse a relative path, with ``GameError``, once the folder it was meant in is gone."""
    working_folder()
    if _left_gone and not path.is_absolute():
        raise GameError(Message("working-folder-gone", {"path": str(path)}))
