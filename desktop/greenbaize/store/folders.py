"""Folders and files of the program: the operating system's, or all in ``GREENBAIZE_HOME``."""

import os
from functools import partial
from pathlib import Path
from typing import Any, Final

GIVEN_UP: Final = "abandoned"
"""Subfolder of abandoned matches."""
RECORD_SUFFIX: Final = ".jsonl"


def _folder(kind: str, name: str) -> Path:
    home = os.environ.get("GREENBAIZE_HOME")
    if home:
        return Path(home) / name
    return Path(getattr(_of_system(), kind)) / name


def _of_system() -> Any:
    import platformdirs  # noqa: PLC0415  (takes 15 ms, and is not needed with ``GREENBAIZE_HOME``)

    return platformdirs.PlatformDirs("greenbaize", appauthor=False)


matches: Final = partial(_folder, "user_data_dir", "matches")
"""Folder of match records."""
history: Final = partial(_folder, "user_data_dir", "history.sqlite")
"""Database of matches."""
reviews: Final = partial(_folder, "user_data_dir", "reviews.jsonl")
"""File of deal reviews."""
exercises: Final = partial(_folder, "user_data_dir", "exercises.json")
"""File of exercise outcomes."""
seats: Final = partial(_folder, "user_data_dir", "seats")
"""Folder of seat secrets for tables on the network."""
phone_tables: Final = partial(_folder, "user_data_dir", "phone-tables.json")
"""File of the tables to which phones could connect."""
settings: Final = partial(_folder, "user_config_dir", "settings.json")
"""File of settings."""
instance: Final = partial(_folder, "user_data_dir", "bell")
"""Folder through which a second start finds the first."""
log: Final = partial(_folder, "user_log_dir", "greenbaize.log")
"""Log of unexpected errors."""


def has_records() -> bool:
    """Return True if there is any record; none is read."""
    try:
        with os.scandir(matches()) as entries:
            return any(entry.name.endswith(RECORD_SUFFIX) for entry in entries)
    except OSError:
        return False


def sheets() -> Path:
    """Return the folder of sheets kept by hand, in the user's documents."""
    home = os.environ.get("GREENBAIZE_HOME")
    if home:
        return Path(home) / "sheets"
    return Path(_of_system().user_documents_dir)


def has_seats() -> bool:
    """Return True if there are any seat secrets."""
    try:
        return next(seats().iterdir(), None) is not None
    except OSError:
        return False
