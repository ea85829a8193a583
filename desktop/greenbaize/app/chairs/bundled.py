"""What is different in a bundle: there is no Python beside the program, only the program itself."""

import sys
from pathlib import Path
from typing import Final

CONSOLE: Final = "greenbaize-cli"
"""In a bundle, the executable with a console that lies beside the one with a window."""
WARDEN: Final = "--warden"
"""Not for people: as its first word, it makes a bundle's executable a warden (warden.py).

``packaging/bundle/beginning.py`` hears it.
"""


def is_bundled() -> bool:
    """Whether this program runs as a bundle."""
    return bool(getattr(sys, "frozen", False))


def console() -> str:
    """The executable of a bundle that can talk with a terminal or through pipes."""
    beside = Path(sys.executable).with_stem(CONSOLE)
    return str(beside if beside.exists() else sys.executable)
