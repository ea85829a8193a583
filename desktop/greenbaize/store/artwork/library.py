"""A person's own decks, backs, cloths and sounds, as they lie in the program's folder.

Each is a folder of its kind, named by the digest of the files it was made from, with our own
description of it and the pictures or sounds that were made. A setting names one by ``own:`` and
that digest.
"""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from greenbaize.rules.errors import FileError
from greenbaize.store import folders
from greenbaize.store.declared_settings import OWN_PREFIX, is_own_setting

INFO_NAME: Final = "info.json"
MAX_TITLE_LENGTH: Final = 60
MAX_INFO_BYTES: Final = 100_000
CLOTH_NAME: Final = "cloth.png"
"""File of a cloth."""
PICTURE_WIDTHS: Final = (640, 320, 160)
"""Widths in which the pictures of cards are kept (px)."""
_DIGEST_PATTERN: Final = re.compile(r"[0-9a-f]{16}")
_COLOUR_PATTERN: Final = re.compile(r"#[0-9a-f]{6}")


class ArtworkKind(StrEnum):
    """What can be one's own; the values name folders."""

    DECK = "decks"
    BACK = "backs"
    CLOTH = "cloths"
    SOUNDS = "sounds"


class Artwork(NamedTuple):
    """One deck, back, cloth or set of sounds of a person's own.

    Attributes:
        kind: what it is.
        identity: the digest of what it was made from.
        folder: where it lies.
        title: its name.
        makers: who made it; may be empty.
        licence: how it may be used; may be empty.
        cards: codes of the cards that a deck has.
        back_count: number of its backs.
        paper: colour of its paper, or of a cloth as a whole.
        index_height: height of a deck's index in card widths; 0 if unknown.
        is_tiled: a cloth's picture is repeated, not enlarged.
    """

    kind: ArtworkKind
    identity: str
    folder: Path
    title: str
    makers: str = ""
    licence: str = ""
    cards: frozenset[str] = frozenset()
    back_count: int = 0
    paper: str = "#ffffff"
    index_height: float = 0.0
    is_tiled: bool = False

    @property
    def setting(self) -> str:
        """The value of a setting that chooses it."""
        return OWN_PREFIX + self.identity


def tidy_title(text: str) -> str:
    """Return a text as it can be shown in one line."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:MAX_TITLE_LENGTH]


def back_name(number: int) -> str:
    """Return the file name, without its ending, of a deck's back."""
    return f"back-{number}"


def kind_folder(kind: ArtworkKind) -> Path:
    """Return the folder of everything of a kind."""
    return folders.artwork_folder() / kind.value


def find_artwork(kind: ArtworkKind, setting: str) -> Artwork | None:
    """Return what a setting such as ``own:…`` names; None if it is something else or gone."""
    if not is_own_setting(setting):
        return None
    identity = setting.removeprefix(OWN_PREFIX).partition("/")[0]
    return _load_artwork(kind, kind_folder(kind) / identity)


def list_artwork(kind: ArtworkKind) -> list[Artwork]:
    """Return everything of a kind on this computer, by name."""
    found = [_load_artwork(kind, folder) for folder in _list_folders(kind)]
    return sorted(filter(None, found), key=lambda artwork: (artwork.title.casefold(), artwork))


def _list_folders(kind: ArtworkKind) -> Iterator[Path]:
    with suppress(OSError):
        for folder in kind_folder(kind).iterdir():
            if _DIGEST_PATTERN.fullmatch(folder.name):
                yield folder


@lru_cache(maxsize=64)
def _load_artwork(kind: ArtworkKind, folder: Path) -> Artwork | None:
    """Return what lies in a folder; None without a readable description."""
    try:
        path = folder / INFO_NAME
        if path.stat().st_size > MAX_INFO_BYTES:
            return None
        values = json.loads(path.read_text("utf-8"))
        return parse_info(kind, folder, values)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def parse_info(kind: ArtworkKind, folder: Path, values: dict[str, Any]) -> Artwork:
    """Return the artwork that a description describes; ``ValueError`` and the like if damaged."""
    paper, index = str(values.get("paper", "#ffffff")), float(values.get("index", 0.0))
    if not _COLOUR_PATTERN.fullmatch(paper) or not 0 <= index < 1:
        raise ValueError("damaged description")
    return Artwork(
        kind,
        folder.name,
        folder,
        tidy_title(str(values["title"])),
        tidy_title(str(values.get("makers", ""))),
        tidy_title(str(values.get("licence", ""))),
        frozenset(map(str, values.get("cards", ()))),
        int(values.get("backs", 0)),
        paper,
        index,
        bool(values.get("tiled", False)),
    )


def keep_artwork(kind: ArtworkKind, made_folder: Path, identity: str) -> Artwork | None:
    """Move a folder of finished pictures or sounds to its kind's; raises ``FileError``."""
    target = kind_folder(kind) / identity
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            shutil.rmtree(target)
        shutil.move(made_folder, target)
    except OSError as error:
        raise FileError(target, error) from error
    _load_artwork.cache_clear()
    return _load_artwork(kind, target)


def remove_artwork(artwork: Artwork) -> None:
    """Remove it from this computer; raises ``FileError``."""
    try:
        shutil.rmtree(artwork.folder)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise FileError(artwork.folder, error) from error
    finally:
        _load_artwork.cache_clear()
