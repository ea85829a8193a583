"""Folders and files of the program: the operating system's, or all in ``GREENBAIZE_HOME``."""

import os
from functools import partial
from pathlib import Path
from typing import Any, Final

ABANDONED_FOLDER: Final = "abandoned"
"""Subfolder of abandoned matches."""
RECORD_SUFFIX: Final = ".jsonl"


def _user_path(directory_kind: str, name: str) -> Path:
    home = os.environ.get("GREENBAIZE_HOME")
    if home:
        return Path(home) / name
    return Path(getattr(_platform_dirs(), directory_kind)) / name


def _platform_dirs() -> Any:
    import platformdirs  # noqa: PLC0415  (takes 15 ms, and is not needed with ``GREENBAIZE_HOME``)

    return platformdirs.PlatformDirs("greenbaize", appauthor=False)


matches_folder: Final = partial(_user_path, "user_data_dir", "matches")
"""Folder of match records."""
history_path: Final = partial(_user_path, "user_data_dir", "history.sqlite")
"""Database of matches."""
reviews_path: Final = partial(_user_path, "user_data_dir", "reviews.jsonl")
"""File of deal reviews."""
foolish_moves_path: Final = partial(_user_path, "user_data_dir", "foolish-moves.jsonl")
"""File of computer players' moves that a person found foolish."""
hints_path: Final = partial(_user_path, "user_data_dir", "hints.jsonl")
"""File of the matches in which hints were taken."""
notes_path: Final = partial(_user_path, "user_data_dir", "notes.jsonl")
"""File of marks and notes on moments of matches."""
pars_path: Final = partial(_user_path, "user_data_dir", "pars.jsonl")
"""File of the par of deals."""
coach_path: Final = partial(_user_path, "user_data_dir", "coach.jsonl")
"""File of what the reviews in the background found."""
exercises_path: Final = partial(_user_path, "user_data_dir", "exercises.json")
"""File of exercise outcomes."""
challenges_path: Final = partial(_user_path, "user_data_dir", "challenges.jsonl")
"""File of the challenges begun, and of the hints taken in them."""
seat_secrets_folder: Final = partial(_user_path, "user_data_dir", "seats")
"""Folder of seat secrets for tables on the network."""
phone_tables_path: Final = partial(_user_path, "user_data_dir", "phone-tables.json")
"""File of the tables to which phones could connect."""
artwork_folder: Final = partial(_user_path, "user_data_dir", "own")
"""Folder of decks, backs, cloths and sounds of people's own."""
settings_path: Final = partial(_user_path, "user_config_dir", "settings.json")
"""File of settings."""
instance_folder: Final = partial(_user_path, "user_data_dir", "bell")
"""Folder through which a second start finds the first; older programs know it by this name."""
log_path: Final = partial(_user_path, "user_log_dir", "greenbaize.log")
"""Log of unexpected errors."""


def has_records() -> bool:
    """Return True if there is any record; none is read."""
    try:
        with os.scandir(matches_folder()) as entries:
            return any(entry.name.endswith(RECORD_SUFFIX) for entry in entries)
    except OSError:
        return False


def sheets_folder() -> Path:
    """Return the folder of sheets kept by hand, in the user's documents."""
    home = os.environ.get("GREENBAIZE_HOME")
    if home:
        return Path(home) / "sheets"
    return Path(_platform_dirs().user_documents_dir)


def has_seat_secrets() -> bool:
    """Return True if there are any seat secrets."""
    try:
        return next(seat_secrets_folder().iterdir(), None) is not None
    except OSError:
        return False
