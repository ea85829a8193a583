"""Where the files that ship with the program are: in the package, or beside it in a checkout."""

from pathlib import Path


def resources() -> Path:
    """The folder of all that is drawn, heard or read: cards, cloths, fonts, sounds, help pages."""
    package = Path(__file__).parent
    shipped = package / "resources"
    return shipped if shipped.is_dir() else package.parent.parent / "resources"
