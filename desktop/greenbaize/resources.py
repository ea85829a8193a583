"""The location of the program's resource files: in the package, or beside it in a checkout."""

from pathlib import Path


def resources_folder() -> Path:
    """Return the folder of cards, cloths, fonts, sounds and help pages."""
    package = Path(__file__).parent
    packaged_folder = package / "resources"
    return packaged_folder if packaged_folder.is_dir() else package.parent.parent / "resources"
