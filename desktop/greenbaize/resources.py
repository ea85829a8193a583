"""The location of the program's resource files: in the package, or beside it in a checkout."""

from pathlib import Path


def resources() -> Path:
    """Return the folder of cards, cloths, fonts, sounds and help pages."""
    package = Path(__file__).parent
    shipped = package / "resources"
    return shipped if shipped.is_dir() else package.parent.parent / "resources"
