"""Files that cannot be read are put aside, and never over one that was put aside before."""

from pathlib import Path
from typing import Final

BAD: Final = ".bad"
"""What the name of a file ends with, or goes on with, that was put aside."""


def put_aside(path: Path) -> Path:
    """Move a file out of the way, under a name that nothing has yet; where it is then.

    Raises:
        OSError: it cannot be moved.
    """
    aside, number = path.with_name(path.name + BAD), 1
    while aside.exists() or aside.is_symlink():
        number += 1
        aside = path.with_name(f"{path.name}{BAD}-{number}")
    return path.replace(aside)
