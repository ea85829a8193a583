"""Checks of the self-test that need Qt: drawings, fonts, help pages, sounds, and Qt's messages."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from time import monotonic, sleep
from types import TracebackType
from typing import Final

from PySide6.QtCore import (
    QMessageLogContext,
    QSizeF,
    QtMsgType,
    qInstallMessageHandler,
    qVersion,
)
from PySide6.QtGui import QImage, QPixmap, QRawFont, QTextDocument
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from greenbaize.app.faces import HEADS
from greenbaize.cards import ALL_CARDS
from greenbaize.match.header import Games
from greenbaize.resources import resources
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.fitting import CARD_BACKS, CARD_FACES, CLOTHS
from greenbaize.ui.application import make_application
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.cards.faces import FaceStore
from greenbaize.ui.cards.look import CardLook, Face
from greenbaize.ui.features.help.pages import page_of, read_pages
from greenbaize.ui.sound import device
from greenbaize.ui.sound.cues import Cue, Sound
from greenbaize.ui.sound.device import NoSoundError
from greenbaize.ui.sound.player import Mixer, Samples
from greenbaize.ui.widgets.fonts import FAMILY

WIDTH: Final = 120.0
SIGNS: Final = "AZaz09ÄßéЁёАЯаяЖщ♠♥♦♣★×–—…“”„«»№→✓−½"
"""Characters the fonts must contain: Latin and Cyrillic letters, suits and other signs."""
COURTS: Final = "JQKX"
"""First letters of the codes of cards that have a picture of their own."""
PICTURES: Final = tuple(card.code for card in ALL_CARDS if card.code[0] in COURTS)
DRAWINGS: Final = (
    *(f"back-{name}" for name in CARD_BACKS),
    *(f"pip-{suit}" for suit in "CDHSX"),
    *(f"emblem-{rank}" for rank in "JQK"),
    *(f"../faces/{head}" for head in HEADS),
    *PICTURES,
    *(f"deco/{code}" for code in (*PICTURES, "rays")),
)
LOOKS: Final = (
    CardLook(four_colours=True),
    *(CardLook(*look) for look in zip_longest(CARD_FACES, CARD_BACKS, fillvalue="large")),
    CardLook(letters="cyrillic"),
)
"""Every set of faces, every back, and the other colours and letters."""
_LEAST_COLOURS: Final = 8
_PAGE: Final = QSizeF(700, 10_000)
PATIENCE_S: Final = 5.0
"""Time within which a silent device must have requested samples (s)."""
HARMLESS: Final = "This plugin does not support"
"""Start of a message of the offscreen platform about windows with a minimum size, or raised."""
_complaints: Final[list[str]] = []


def drawn_faces() -> int:
    """Draw the faces of every set and every back; return the number of pictures.

    Raises ``GameError`` if a drawing is missing or damaged, a face is blank, or two look the same.
    """
    folder = resources() / "cards"
    with heeding():
        for name in DRAWINGS:
            path = folder / f"{name}.svg"
            _demand(path.is_file() and QSvgRenderer(str(path)).isValid(), "self-drawing", name)
        return sum(_drawn(FaceStore(CardRenderer(folder, look), WIDTH)) for look in LOOKS)


def _drawn(store: FaceStore) -> int:
    """Draw all card pictures of a store; return their number."""
    seen: dict[bytes, str] = {}
    for name, pixmap in _faces(store):
        image = pixmap.toImage()
        _demand(colours(image) >= _LEAST_COLOURS, "self-face-blank", name)
        _demand(seen.setdefault(bytes(image.constBits()), name) == name, "self-face-same", name)
    return len(seen)


def _faces(store: FaceStore) -> Iterator[tuple[str, QPixmap]]:
    yield "back", store.face(None)
    for second in (False, True):
        for card in ALL_CARDS:
            face = Face(card, second)
            yield str(face), store.face(face)


def read_fonts() -> int:
    """Check that the fonts contain all required signs; return the number of fonts.

    Raises ``GameError`` if a font is missing or damaged, or lacks a sign.
    """
    names = ("GreenBaizeSans-Regular.otf", "GreenBaizeSans-Bold.otf")
    for name in names:
        with heeding():
            font = QRawFont(str(resources() / "fonts" / name), 12)
        _demand(font.isValid() and font.familyName() == FAMILY, "self-font", name)
        lacking = "".join(sign for sign in SIGNS if not font.supportsCharacter(ord(sign)))
        if lacking:
            raise GameError(Message("self-font-lacks", {"name": name, "signs": lacking}))
    return len(names)


def laid_out_pages(games: Games) -> int:
    """Lay out every help page as the window does; return their number.

    Raises ``GameError`` if a game has no page, or a page is blank.
    """
    pages = {page.name: page for page in read_pages()}
    for game in games:
        _demand(page_of(game) in pages, "self-page", game)
    for name, page in pages.items():
        document = QTextDocument()
        document.setMarkdown(page.text)
        document.setPageSize(_PAGE)
        _demand(page.title and document.size().height() > 0, "self-page", name)
        _demand(document.toPlainText().strip(), "self-page", name)
    return len(pages)


def read_icons() -> int:
    """Draw the icons and all other pictures except cards; return their number.

    Raises ``GameError`` if one is missing, damaged or blank.
    """
    top = resources()
    icons = [top / "icons" / name for name in ("greenbaize-256.png", "greenbaize.svg")]
    cloths = [top / "cloths" / f"{name}.png" for name in CLOTHS]
    tiles, marks = sorted((top / "tiles").glob("*.svg")), sorted((top / "marks").iterdir())
    for paths, least in ((icons, _LEAST_COLOURS), (cloths, _LEAST_COLOURS), (tiles, 2), (marks, 2)):
        for path in paths:
            with heeding():
                image = QImage(str(path))
            _demand(not image.isNull() and colours(image) >= least, "self-drawing", path.name)
    return len(icons) + len(cloths) + len(tiles) + len(marks)


def colours(image: QImage) -> int:
    """Return the number of colours in a picture, sampled at every third pixel."""
    across, down = range(0, image.width(), 3), range(0, image.height(), 3)
    return len({image.pixel(x, y) for x in across for y in down})


def _demand(holds: object, fault: str, name: str) -> None:
    if not holds:
        raise GameError(Message(fault, {"name": name}))


def read_sounds() -> int:
    """Read every sound; return their number. ``GameError`` if one is missing or damaged."""
    samples, count = Samples(resources() / "sounds"), 0
    for cue in Cue:
        for variant in range(1, cue.variants + 1):
            if not any(samples.of(Sound(cue, variant=variant))):
                raise GameError(Message("self-sound", {"name": f"{cue.stem}-{variant}"}))
            count += 1
    return count


def plays_sounds() -> bool:
    """Return True if the sound library requests samples, False if there is no library.

    Raises ``GameError`` if there is a library that does not.
    """
    if not device.has_library():
        return False
    mixer = Mixer()
    try:
        unheard = device.open_device(mixer.pull, unheard=True)
        try:
            unheard.start()
            end = monotonic() + PATIENCE_S
            while not mixer.asked and monotonic() < end:
                sleep(0.01)
        finally:
            unheard.close()
    except NoSoundError as error:
        raise GameError(Message("self-no-sound", {"reason": str(error)})) from error
    if not mixer.asked:
        raise GameError(Message("self-endless"))
    return True


def complaints() -> tuple[str, ...]:
    """Return Qt's warnings since the start of the self-test."""
    return tuple(_complaints)


def qt_begun() -> tuple[str, str, str]:
    """Create the application; return Qt's version, its platform, and the style's name."""
    application = make_application()
    _complaints.clear()
    return qVersion(), QApplication.platformName(), application.style().name()


@contextmanager
def heeding() -> Iterator[list[BaseException]]:
    """Collect errors raised in Qt's callbacks and Qt's warnings.

    Yields:
        The errors so far. The first is raised at the end, if nothing else has been.
    """
    errors: list[BaseException] = []

    def on_error(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        del kind
        errors.append(error.with_traceback(trace))

    def on_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not text.startswith(HARMLESS):
            _complaints.append(text)

    hook, sys.excepthook = sys.excepthook, on_error
    handler = qInstallMessageHandler(on_message)
    try:
        yield errors
    finally:
        sys.excepthook = hook
        qInstallMessageHandler(handler)
    for error in errors:
        raise error
