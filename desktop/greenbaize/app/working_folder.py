"""The working folder, which may be deleted while a program is in it.

Neither this program nor one that it starts can do much in a deleted folder, so it is left; relative
paths have no meaning any more and are refused.
"""

import os
from contextlib import suppress
from pathlib import Path

from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message

_was_folder_gone = False
"""A deleted working folder has been left."""


def find_working_folder() -> Path:
    """Return the working folder; a deleted one is left for the home folder or the root."""
    global _was_folder_gone  # noqa: PLW0603  (a process has one working folder)
    with suppress(OSError):
        return Path.cwd()
    _was_folder_gone = True
    for folder in (Path.home(), Path(os.sep)):
        with suppress(OSError):
            os.chdir(folder)
            return Path.cwd()
    return Path(os.sep)


def make_home_absolute() -> None:
    """Make a relative ``GREENBAIZE_HOME`` absolute; ``GameError`` where its folder is deleted."""
    home = os.environ.get("GREENBAIZE_HOME")
    if home and not Path(home).is_absolute():
        check_relative(Path(home))
        os.environ["GREENBAIZE_HOME"] = str(Path(home).absolute())


def check_relative(path: Path) -> None:
    """Raise ``GameError`` for a relative path once the folder it was meant in is deleted."""
    find_working_folder()
    if _was_folder_gone and not path.is_absolute():
        raise GameError(Message("working-folder-gone", {"path": str(path)}))
