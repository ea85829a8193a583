"""Decks that other programs have put on this computer: those of KDE and GNOME."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from greenbaize.rules.errors import GameError
from greenbaize.store.artwork.card_names import read_card_name
from greenbaize.store.artwork.library import tidy_title
from greenbaize.store.files import read_plain

KDE_FOLDER: Final = "carddecks"
KDE_INDEX: Final = "index.desktop"
GNOME_FOLDERS: Final = (
    "aisleriot/cards",
    "gnome-games-common/cards",
    "gnome-games/common/cards",
    "gnome-cards/cards",
)
"""Folders of decks in one drawing each, below the folders of data."""
MAX_FOUND: Final = 200
MAX_INDEX_BYTES: Final = 100_000
MANIFEST_NAME: Final = "deck.toml"
_DRAWING_SUFFIXES: Final = (".svg", ".svgz")
_PICTURE_SUFFIXES: Final = (*_DRAWING_SUFFIXES, ".png")


class FoundDeck(NamedTuple):
    """A deck on this computer: its name, whose it is, and the folder or file to add it from."""

    title: str
    origin: str
    path: Path


def list_data_folders() -> list[Path]:
    """Return the person's and the system's folders of data, as freedesktop.org defines them."""
    home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")  # noqa: PTH111
    default = "" if sys.platform == "win32" else "/usr/local/share:/usr/share"
    system = os.environ.get("XDG_DATA_DIRS") or default
    paths = [Path(part) for part in (home, *system.split(os.pathsep)) if part]
    return list(dict.fromkeys(path for path in paths if path.is_absolute()))


def find_system_decks(
    data_folders: Sequence[Path] | None = None, language: str = ""
) -> list[FoundDeck]:
    """Return the decks in the folders of data, each name once, in order."""
    folders = list_data_folders() if data_folders is None else data_folders
    found: dict[tuple[str, str], FoundDeck] = {}
    for folder in folders:
        for deck in (*_find_kde_decks(folder, language), *_find_gnome_decks(folder)):
            found.setdefault((deck.title, deck.origin), deck)
    return sorted(found.values(), key=lambda deck: (deck.title.casefold(), deck.origin))[:MAX_FOUND]


def _find_kde_decks(folder: Path, language: str) -> Iterator[FoundDeck]:
    for deck in _list_folder(folder / KDE_FOLDER):
        title = ""
        with suppress(GameError):
            title = read_desktop_name(read_plain(deck / KDE_INDEX, MAX_INDEX_BYTES), language)
        if title:
            yield FoundDeck(title, "KDE", deck)


def _find_gnome_decks(folder: Path) -> Iterator[FoundDeck]:
    for name in GNOME_FOLDERS:
        for path in _list_folder(folder / name):
            title = tidy_title(path.stem.replace("_", " ").capitalize())
            if path.suffix.lower() in _DRAWING_SUFFIXES and title:
                yield FoundDeck(title, "GNOME", path)


def _list_folder(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return sorted(folder / entry.name for entry in entries)[:MAX_FOUND]
    except OSError:
        return []


def read_desktop_name(data: bytes, language: str = "") -> str:
    """Return the name of a deck in KDE's ``index.desktop``, in a language if it has it."""
    names = {}
    for line in data.decode("utf-8", "replace").splitlines():
        key, _, value = line.partition("=")
        if key.strip().startswith("Name"):
            names[key.strip()] = tidy_title(value)
    return names.get(f"Name[{language}]") or names.get("Name", "")


def may_be_deck(path: Path) -> bool:
    """Return True if something may be a deck: an archive, a drawing, or a folder with cards.

    Only names are looked at.
    """
    if not path.is_dir():
        return path.suffix.lower() in (".zip", *_DRAWING_SUFFIXES)
    inside = _list_folder(path)
    entries = [
        *inside,
        *(entry for folder in inside if folder.is_dir() for entry in _list_folder(folder)),
    ]
    return any(
        entry.name in (KDE_INDEX, MANIFEST_NAME)
        or (entry.suffix.lower() in _PICTURE_SUFFIXES and read_card_name(entry.stem) is not None)
        for entry in entries
    )
