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

from greenbaize.app.avatars import AVATAR_HEADS
from greenbaize.cards import ALL_CARDS
from greenbaize.match.header import GamesByName
from greenbaize.resources import resources_folder
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.declared_settings import CARD_BACKS, CARD_FACES, CLOTHS
from greenbaize.ui.application import make_application
from greenbaize.ui.cards.card_look import CardFace, CardLook
from greenbaize.ui.cards.card_pixmaps import CardPixmapStore
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.features.help.help_pages import read_pages, resolve_page_name
from greenbaize.ui.sound import sound_device
from greenbaize.ui.sound.cues import ScheduledSound, SoundCue
from greenbaize.ui.sound.sound_device import NoSoundError
from greenbaize.ui.sound.sound_player import SampleStore, SoundMixer
from greenbaize.ui.widgets.fonts import FAMILY

CARD_WIDTH: Final = 120.0
REQUIRED_SIGNS: Final = "AZaz09ÄßéЁёАЯаяЖщ♠♥♦♣★×–—…“”„«»№→✓−½"
"""Characters the fonts must contain: Latin and Cyrillic letters, suits and other signs."""
COURTS: Final = "JQKX"
"""First letters of the codes of cards that have a picture of their own."""
COURT_CODES: Final = tuple(card.code for card in ALL_CARDS if card.code[0] in COURTS)
DRAWINGS: Final = (
    *(f"back-{name}" for name in CARD_BACKS),
    *(f"pip-{suit}" for suit in "CDHSX"),
    *(f"emblem-{rank}" for rank in "JQK"),
    *(f"../faces/{head}" for head in AVATAR_HEADS),
    *COURT_CODES,
    *(f"deco/{code}" for code in (*COURT_CODES, "rays")),
)
CARD_LOOKS: Final = (
    CardLook(four_colours=True),
    *(CardLook(*look) for look in zip_longest(CARD_FACES, CARD_BACKS, fillvalue="large")),
    CardLook(letters="cyrillic"),
)
"""Every set of faces, every back, and the other colours and letters."""
_MIN_COLOURS: Final = 8
_PAGE_SIZE: Final = QSizeF(700, 10_000)
DEVICE_TIMEOUT_S: Final = 5.0
"""Time within which a silent device must have requested samples (s)."""
HARMLESS_PREFIX: Final = "This plugin does not support"
"""Start of a message of the offscreen platform about windows with a minimum size, or raised."""
_qt_messages: Final[list[str]] = []


def draw_faces() -> int:
    """Draw the faces of every set and every back; return the number of pictures.

    Raises ``GameError`` if a drawing is missing or damaged, a face is blank, or two look the same.
    """
    folder = resources_folder() / "cards"
    with collect_errors():
        for name in DRAWINGS:
            path = folder / f"{name}.svg"
            _require(path.is_file() and QSvgRenderer(str(path)).isValid(), "self-drawing", name)
        return sum(
            _draw_store(CardPixmapStore(CardRenderer(folder, look), CARD_WIDTH))
            for look in CARD_LOOKS
        )


def _draw_store(store: CardPixmapStore) -> int:
    """Draw all card pictures of a store; return their number."""
    names_by_image: dict[bytes, str] = {}
    for name, pixmap in _named_faces(store):
        image = pixmap.toImage()
        _require(count_colours(image) >= _MIN_COLOURS, "self-face-blank", name)
        _require(
            names_by_image.setdefault(bytes(image.constBits()), name) == name,
            "self-face-same",
            name,
        )
    return len(names_by_image)


def _named_faces(store: CardPixmapStore) -> Iterator[tuple[str, QPixmap]]:
    yield "back", store.face_pixmap(None)
    for second in (False, True):
        for card in ALL_CARDS:
            face = CardFace(card, second)
            yield str(face), store.face_pixmap(face)


def check_fonts() -> int:
    """Check that the fonts contain all required signs; return the number of fonts.

    Raises ``GameError`` if a font is missing or damaged, or lacks a sign.
    """
    names = ("GreenBaizeSans-Regular.otf", "GreenBaizeSans-Bold.otf")
    for name in names:
        with collect_errors():
            font = QRawFont(str(resources_folder() / "fonts" / name), 12)
        _require(font.isValid() and font.familyName() == FAMILY, "self-font", name)
        missing = "".join(sign for sign in REQUIRED_SIGNS if not font.supportsCharacter(ord(sign)))
        if missing:
            raise GameError(Message("self-font-lacks", {"name": name, "signs": missing}))
    return len(names)


def check_help_pages(games: GamesByName) -> int:
    """Lay out every help page as the window does; return their number.

    Raises ``GameError`` if a game has no page, or a page is blank.
    """
    pages = {page.name: page for page in read_pages()}
    for game in games:
        _require(resolve_page_name(game) in pages, "self-page", game)
    for name, page in pages.items():
        document = QTextDocument()
        document.setMarkdown(page.text)
        document.setPageSize(_PAGE_SIZE)
        _require(page.title and document.size().height() > 0, "self-page", name)
        _require(document.toPlainText().strip(), "self-page", name)
    return len(pages)


def check_pictures() -> int:
    """Draw the icons and all other pictures except cards; return their number.

    Raises ``GameError`` if one is missing, damaged or blank.
    """
    top = resources_folder()
    icons = [top / "icons" / name for name in ("greenbaize-256.png", "greenbaize.svg")]
    cloths = [top / "cloths" / f"{name}.png" for name in CLOTHS]
    tiles, marks = sorted((top / "tiles").glob("*.svg")), sorted((top / "marks").iterdir())
    for paths, min_colours in (
        (icons, _MIN_COLOURS),
        (cloths, _MIN_COLOURS),
        (tiles, 2),
        (marks, 2),
    ):
        for path in paths:
            with collect_errors():
                image = QImage(str(path))
            _require(
                not image.isNull() and count_colours(image) >= min_colours,
                "self-drawing",
                path.name,
            )
    return len(icons) + len(cloths) + len(tiles) + len(marks)


def count_colours(image: QImage) -> int:
    """Return the number of colours in a picture, sampled at every third pixel."""
    across, down = range(0, image.width(), 3), range(0, image.height(), 3)
    return len({image.pixel(x, y) for x in across for y in down})


def _require(condition: object, message_id: str, name: str) -> None:
    if not condition:
        raise GameError(Message(message_id, {"name": name}))


def check_sounds() -> int:
    """Read every sound; return their number. ``GameError`` if one is missing or damaged."""
    samples, count = SampleStore(resources_folder() / "sounds"), 0
    for cue in SoundCue:
        for variant in range(1, cue.variants + 1):
            if not any(samples.samples_of(ScheduledSound(cue, variant=variant))):
                raise GameError(Message("self-sound", {"name": f"{cue.stem}-{variant}"}))
            count += 1
    return count


def check_sound_device() -> bool:
    """Return True if the sound library requests samples, False if there is no library.

    Raises ``GameError`` if there is a library that does not.
    """
    if not sound_device.has_library():
        return False
    mixer = SoundMixer()
    try:
        silent_device = sound_device.open_device(mixer.read_frames, use_null=True)
        try:
            silent_device.start()
            deadline = monotonic() + DEVICE_TIMEOUT_S
            while not mixer.request_count and monotonic() < deadline:
                sleep(0.01)
        finally:
            silent_device.close()
    except NoSoundError as error:
        raise GameError(Message("self-no-sound", {"reason": str(error)})) from error
    if not mixer.request_count:
        raise GameError(Message("self-endless"))
    return True


def qt_complaints() -> tuple[str, ...]:
    """Return Qt's warnings since the start of the self-test."""
    return tuple(_qt_messages)


def start_qt() -> tuple[str, str, str]:
    """Create the application; return Qt's version, its platform, and the style's name."""
    application = make_application()
    _qt_messages.clear()
    return qVersion(), QApplication.platformName(), application.style().name()


@contextmanager
def collect_errors() -> Iterator[list[BaseException]]:
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
        if kind is not QtMsgType.QtDebugMsg and not text.startswith(HARMLESS_PREFIX):
            _qt_messages.append(text)

    hook, sys.excepthook = sys.excepthook, on_error
    handler = qInstallMessageHandler(on_message)
    try:
        yield errors
    finally:
        sys.excepthook = hook
        qInstallMessageHandler(handler)
    for error in errors:
        raise error
