"""What the process that draws foreign files does: read a source, draw it, describe it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage

from greenbaize.rules.errors import FileError
from greenbaize.store.artwork.card_names import BACK
from greenbaize.store.artwork.deck_plan import PictureSource, plan_deck
from greenbaize.store.artwork.library import (
    CLOTH_NAME,
    INFO_NAME,
    ArtworkKind,
    back_name,
    tidy_title,
)
from greenbaize.store.artwork.sound_files import convert_sounds
from greenbaize.store.artwork.source_files import (
    IMAGE_SUFFIXES,
    SourceFiles,
    open_source,
    refuse_artwork,
)
from greenbaize.ui.cards import pips
from greenbaize.ui.cards.deck_drawing import (
    PictureLoader,
    decode_image,
    draw_deck,
    find_outline,
    fit_picture,
    save_sizes,
)

MAX_CLOTH_SIDE: Final = 2560
"""Longest side of a cloth's picture (px); it is enlarged on larger screens."""
PHOTO_SUFFIXES: Final = (".png", ".jpg", ".jpeg")
_CARD_SHAPES: Final = (1.25, 1.65)
"""Least and greatest height of a picture that has a card's shape, in its widths."""

Draw = Callable[[Path, Path, Callable[[int, int], None], bool], dict[str, Any]]
_applications: Final[list[QGuiApplication]] = []


def draw_artwork(kind: ArtworkKind) -> Draw:
    """Prepare Qt, and return the function that draws something of this kind from a path.

    It draws into a new folder, tells the progress, and returns a description, which it also writes
    there; it raises ``GameError``.
    """
    if kind is not ArtworkKind.SOUNDS and QGuiApplication.instance() is None:
        # Drawings may have text, for which Qt needs its fonts.
        _applications.append(QGuiApplication(["greenbaize", "-platform", "offscreen"]))

    def draw(
        path: Path, folder: Path, progress: Callable[[int, int], None], is_tiled: bool
    ) -> dict[str, Any]:
        files = open_source(path)
        try:
            folder.mkdir(parents=True)
            if kind is ArtworkKind.DECK:
                plan = plan_deck(files)
                manifest = plan.manifest
                info = draw_deck(files, plan, folder, progress)
                info |= {"makers": manifest.makers, "licence": manifest.licence}
                title = manifest.title
            else:
                progress(0, 1)
                info = _DRAWERS[kind](files, folder)
                title = tidy_title(files.title)
            info |= {"title": title, "digest": files.digest, "tiled": is_tiled}
            (folder / INFO_NAME).write_text(json.dumps(info), "utf-8")
        except OSError as error:
            raise FileError(folder, error) from error
        return info

    return draw


def _draw_back(files: SourceFiles, folder: Path) -> dict[str, Any]:
    name = _only_file(files, IMAGE_SUFFIXES)
    raw = PictureLoader(files).load_raw(PictureSource(name))
    ratio = raw.height() / raw.width()
    if _CARD_SHAPES[0] <= ratio <= _CARD_SHAPES[1]:
        outline = find_outline(raw, None, None)
        picture, paper = fit_picture(raw, outline), outline.paper.name()
    else:  # a photo: its middle, without distortion
        picture, paper = _crop_to_card(raw), "#ffffff"
    save_sizes(picture, folder, back_name(0))
    return {"backs": 1, "paper": paper}


def _crop_to_card(raw: QImage) -> QImage:
    wide = min(raw.width(), round(raw.height() / pips.HEIGHT))
    tall = min(raw.height(), round(raw.width() * pips.HEIGHT))
    part = QRect((raw.width() - wide) // 2, (raw.height() - tall) // 2, wide, tall)
    return raw.copy(part).convertToFormat(QImage.Format.Format_RGB32)


def _draw_cloth(files: SourceFiles, folder: Path) -> dict[str, Any]:
    name = _only_file(files, PHOTO_SUFFIXES)
    image = decode_image(files.read(name), name, MAX_CLOTH_SIDE)
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    if not image.save(str(folder / CLOTH_NAME), "PNG"):  # type: ignore[call-overload]
        raise refuse_artwork("unwritable", name=CLOTH_NAME)
    smooth = Qt.TransformationMode.SmoothTransformation
    return {"paper": image.scaled(QSize(1, 1), mode=smooth).pixelColor(0, 0).name()}


def _draw_sounds(files: SourceFiles, folder: Path) -> dict[str, Any]:
    return {"sounds": convert_sounds(files, folder)}


def _only_file(files: SourceFiles, suffixes: tuple[str, ...]) -> str:
    """Return the one picture of a source, or its back."""
    names = [name for name in files.names if name.lower().endswith(suffixes)]
    if len(names) > 1:
        names = [name for name in names if BACK in name.lower()][:1]
    if not names:
        raise refuse_artwork("no-picture", name=files.label)
    return names[0]


_DRAWERS: Final = {
    ArtworkKind.BACK: _draw_back,
    ArtworkKind.CLOTH: _draw_cloth,
    ArtworkKind.SOUNDS: _draw_sounds,
}
