"""Which picture of a source is which card: by ``deck.toml``, names, elements or a grid."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from greenbaize.cards import PACK_52, Card
from greenbaize.rules.errors import GameError
from greenbaize.store.artwork.card_names import BACK, BLACK_JOKER, RED_JOKER, read_card_name
from greenbaize.store.artwork.deck_manifest import (
    MAX_BACKS,
    DeckManifest,
    parse_manifest,
)
from greenbaize.store.artwork.library import tidy_title
from greenbaize.store.artwork.source_files import (
    IMAGE_SUFFIXES,
    PICTURE_SUFFIXES,
    SourceFiles,
    refuse_artwork,
)
from greenbaize.store.artwork.svg_check import SvgChecker
from greenbaize.store.artwork.system_decks import KDE_INDEX, MANIFEST_NAME, read_desktop_name

DRAWING_SUFFIXES: Final = (".svg", ".svgz")
MIN_CARDS: Final = 36
"""Fewest cards of a deck: some games have no others."""
GRID_COLUMNS: Final = 13
GRID_ROWS: Final = 5
"""The grid of a deck in one drawing without names: suits in four rows, then jokers and a back."""
_GRID_RANKS: Final = "A23456789TJQK"
_GRID_SUITS: Final = "CDHS"
_BACK_ELEMENTS: Final = ("back", "red_back", "blue_back")
"""Ids of backs; gradients and parts of a back have similar ones."""
_USUAL_ELEMENT: Final = re.compile(
    r"(?:1?\d|king|queen|jack)_(?:club|diamond|heart|spade)|"
    r"(?:club|diamond|heart|spade)_(?:1?\d|king|queen|jack)|(?:black|red)_joker|joker_(?:black|red)"
)
"""Ids of cards in the decks of KDE and GNOME."""
_NEEDED_CARDS: Final = tuple(card for card in PACK_52 if card.code[0] not in "2345")


class PictureSource(NamedTuple):
    """Where a picture is.

    Attributes:
        file: the name of its file in the source.
        element: the id of an element of the drawing, or empty for the whole one.
        cell: column and row of the grid of 13 by 5, or None.
    """

    file: str
    element: str = ""
    cell: tuple[int, int] | None = None


class DeckPlan(NamedTuple):
    """The pictures of a deck: of cards by their codes, and of backs."""

    manifest: DeckManifest
    cards: Mapping[str, PictureSource]
    backs: tuple[PictureSource, ...]


def plan_deck(files: SourceFiles) -> DeckPlan:
    """Return where a deck's pictures are; raises ``GameError`` where cards are missing."""
    manifest = _read_description(files)
    pictures = [name for name in files.names if name.lower().endswith(PICTURE_SUFFIXES)]
    cards, backs = _choose_by_name(pictures)
    if len(cards) < MIN_CARDS and not manifest.cards:
        sheet, sheet_backs = _find_sheet(files, pictures, allows_grid=not cards)
        if sheet:
            cards, backs = sheet, sheet_backs
    for code, entry in manifest.cards.items():
        cards[code] = _read_entry(files, entry)
    if manifest.backs:
        backs = [_read_entry(files, entry) for entry in manifest.backs]
    missing = tuple(card for card in _NEEDED_CARDS if card.code not in cards)
    if missing:
        raise _explain_missing(files, pictures, missing)
    return DeckPlan(manifest, cards, tuple(backs[:MAX_BACKS]))


def _explain_missing(
    files: SourceFiles, pictures: Sequence[str], missing: tuple[Card, ...]
) -> GameError:
    """Return the error for a source without a whole deck: what it is, or what it lacks."""
    if len(files.names) == 1 and files.names[0].lower().endswith(IMAGE_SUFFIXES):
        return refuse_artwork("one-picture", name=files.label)
    if not pictures:
        code = "no-deck-file" if files.names == [files.label] else "no-card-pictures"
        return refuse_artwork(code, name=files.label)
    if len(missing) == len(_NEEDED_CARDS):
        return refuse_artwork("no-card-names", name=files.label, count=len(pictures))
    return refuse_artwork("cards-missing", name=files.label, count=len(missing), missing=missing)


def _read_description(files: SourceFiles) -> DeckManifest:
    for name in sorted(files.names, key=len):
        if PurePosixPath(name).name.lower() == MANIFEST_NAME:
            manifest = parse_manifest(files.read(name))
            return manifest._replace(title=manifest.title or tidy_title(files.title))
        if PurePosixPath(name).name == KDE_INDEX:
            return DeckManifest(read_desktop_name(files.read(name)) or tidy_title(files.title))
    title = tidy_title(files.title.replace("_", " "))
    return DeckManifest(title[:1].upper() + title[1:])


def _read_entry(files: SourceFiles, entry: str) -> PictureSource:
    """Read an entry such as ``all.svg#king_heart`` of the description."""
    name, _, element = entry.partition("#")
    if name not in files.names:
        raise refuse_artwork("file-missing", name=name[:80])
    return PictureSource(name, element)


def _choose_by_name(names: Iterable[str]) -> tuple[dict[str, PictureSource], list[PictureSource]]:
    """Return the pictures of the folder and file type that have most cards; drawings win ties."""
    groups: dict[tuple[str, bool], list[str]] = {}
    for name in names:
        path = PurePosixPath(name)
        group = str(path.parent), path.suffix.lower() in DRAWING_SUFFIXES
        groups.setdefault(group, []).append(name)
    best: dict[str, PictureSource] = {}
    backs: list[PictureSource] = []
    best_key = -1, False, 0
    for (folder, is_drawing), members in groups.items():
        cards, group_backs = _read_group(members)
        key = len(cards), is_drawing, _size_hint(folder)
        if cards and key > best_key:
            best, backs, best_key = cards, group_backs, key
    return best, backs


def _size_hint(folder: str) -> int:
    """Return a number that is higher where a folder's name says that its pictures are larger."""
    digits = [int(part) for part in folder.replace("x", "/").split("/") if part.isdecimal()]
    return max(digits, default=0)


def _read_group(names: Iterable[str]) -> tuple[dict[str, PictureSource], list[PictureSource]]:
    chosen: dict[str, tuple[int, PictureSource]] = {}
    backs = []
    for name in names:
        shown = read_card_name(PurePosixPath(name).stem)
        if shown is None:
            continue
        if shown.code == BACK:
            backs.append(PictureSource(name))
        elif shown.code not in chosen or chosen[shown.code][0] < shown.variant:
            chosen[shown.code] = shown.variant, PictureSource(name)
    return {code: source for code, (_, source) in chosen.items()}, backs


def _find_sheet(
    files: SourceFiles, names: Iterable[str], *, allows_grid: bool
) -> tuple[dict[str, PictureSource], list[PictureSource]]:
    """Return the pictures in the drawing that holds the whole deck, or nothing."""
    drawings = [name for name in names if name.lower().endswith(DRAWING_SUFFIXES)]
    if len(drawings) != 1:
        return {}, []
    name = drawings[0]
    checker = SvgChecker(name)
    checker.check_bytes(files.read(name))
    cards: dict[str, PictureSource] = {}
    # Parts of a picture may have names like a card's: those that are usual come first.
    for element in sorted(checker.ids, key=lambda text: not _USUAL_ELEMENT.fullmatch(text)):
        shown = read_card_name(element)
        if shown is not None and shown.code != BACK:
            cards.setdefault(shown.code, PictureSource(name, element))
    backs = [PictureSource(name, element) for element in _BACK_ELEMENTS if element in checker.ids]
    if len(cards) >= MIN_CARDS:
        return cards, backs
    return _plan_grid(name) if allows_grid else ({}, [])


def _plan_grid(name: str) -> tuple[dict[str, PictureSource], list[PictureSource]]:
    cards = {
        rank + suit: PictureSource(name, cell=(column, row))
        for row, suit in enumerate(_GRID_SUITS)
        for column, rank in enumerate(_GRID_RANKS)
    }
    cards[BLACK_JOKER] = PictureSource(name, cell=(0, 4))
    cards[RED_JOKER] = PictureSource(name, cell=(1, 4))
    return cards, [PictureSource(name, cell=(2, 4))]
