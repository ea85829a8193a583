"""Rendering of card faces and backs from vectors with any painter, at any size."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache
from math import cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRawFont,
    QTransform,
)
from PySide6.QtSvg import QSvgRenderer

from greenbaize.lazy_import import lazy
from greenbaize.store.declared_settings import CARD_BACKS, CARD_FACES, is_own_setting
from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_look import CardFace, CardLook
from greenbaize.ui.cards.card_painter import CardPainter, make_transparent_image, scale_rect
from greenbaize.ui.cards.suits import JOKER_LETTER, load_outline, suit_colour, suit_path
from greenbaize.ui.widgets.theme import mix_colours
from greenbaize.words.numbers import rank_text

if TYPE_CHECKING:
    from greenbaize.ui.cards.own_deck import OwnDeck

_find_own_deck: "Callable[[str], OwnDeck | None]" = lazy(
    "greenbaize.ui.cards.own_deck:find_own_deck"
)
_draw_own_back: Callable[[CardPainter, str], bool] = lazy(
    "greenbaize.ui.cards.own_deck:draw_own_back"
)

COURT_RANKS: Final = "JQK"
FRAME: Final = QColor("#b8995a")
GOLD: Final = QColor("#dcae4e")
IVORY: Final = QColor("#fbf3df")
_GROUND_DARKNESS: Final = 135
"""Darkness of the ground behind a court of the Art Deco set, relative to its ink (percent)."""
_HIGHLIGHT_SHARE: Final = 0.34
"""Share of white in the right half of its pips."""
_NOTCH_SIZE: Final = 0.034
"""Size of the steps in the corners of its frame (card widths)."""
_RAY_COUNT: Final = 24
LARGE_PIP: Final = 0.38
LARGE_ACE: Final = 0.4
EMBLEM_RECT: Final = QRectF(0.345, 0.17, 0.31, 0.31)
"""Emblem of a court of the large set, above the mark in the middle."""


class CardParts(NamedTuple):
    """The parts that a card is drawn from.

    Attributes:
        code: its code.
        rank: the first letter of the code, or the jokers' star.
        suit: its suit's letter, or that of the jokers.
        ink: the colour of its index.
        folder: the folder of the drawings.
        load_drawing: returns a drawing by name.
        cached_image: returns a drawing as an image of some size, shared by all cards.
    """

    code: str
    rank: str
    suit: str
    ink: QColor
    folder: Path
    load_drawing: "Callable[[str], QSvgRenderer]"
    cached_image: Callable[[str, int, int], QImage]

    @property
    def suit_mark(self) -> QPainterPath:
        """Outline of the suit's mark in the unit square."""
        return suit_path(self.suit, self.folder)

    @property
    def is_picture(self) -> bool:
        return self.suit == JOKER_LETTER or self.rank in COURT_RANKS


def draw_classic(canvas: CardPainter, card: CardParts) -> None:
    """Draw pips, or a court or joker as a framed picture with the suit in the corner."""
    if card.is_picture:
        rect, line = canvas.picture_panel()
        canvas.painter.fillRect(rect.adjusted(-line, -line, line, line), FRAME)
        card.load_drawing(card.code).render(canvas.painter, rect)
        if card.suit != JOKER_LETTER:
            _draw_corner_marks(canvas, card, card.ink)
    for pip in pips.pips_of_rank(card.rank):
        canvas.fill_shape(card.suit_mark, card.ink, canvas.pip_rect(pip), pip.is_rotated)


def draw_deco(canvas: CardPainter, card: CardParts) -> None:
    """Draw pips like faceted stones in a stepped frame, or a court or joker before rays."""
    rect, line = canvas.picture_panel()
    if card.is_picture:
        canvas.painter.fillRect(rect.adjusted(-2 * line, -2 * line, 2 * line, 2 * line), card.ink)
        canvas.painter.fillRect(rect.adjusted(-line, -line, line, line), GOLD)
        canvas.painter.fillRect(rect, card.ink.darker(_GROUND_DARKNESS))
        # Drawing the rays for each card would take ten times as long as all the rest.
        rays = card.cached_image("deco/rays", round(rect.width()), round(rect.height()))
        canvas.painter.drawImage(rect.topLeft(), rays)
        card.load_drawing(f"deco/{card.code}").render(canvas.painter, rect)
        if card.suit != JOKER_LETTER:
            _draw_corner_marks(canvas, card, IVORY)
        return
    if card.rank == "A":
        canvas.painter.fillPath(_make_rays(canvas), GOLD)
    notch = _NOTCH_SIZE * canvas.width
    canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
    for inset, colour, line_width in ((0.0, FRAME, line), (2.5 * line, GOLD, max(1.0, 0.6 * line))):
        canvas.painter.setPen(QPen(colour, line_width))
        half = line_width / 2
        inner = rect.adjusted(inset + half, inset + half, -inset - half, -inset - half)
        canvas.painter.drawPolygon(_make_stepped_frame(inner, notch))
    highlight = QColor(mix_colours(card.ink.name(), "#ffffff", _HIGHLIGHT_SHARE))
    for pip in _compact_pips(card.rank):
        pip_rect = canvas.pip_rect(pip)
        canvas.fill_shape(card.suit_mark, card.ink, pip_rect, pip.is_rotated)
        canvas.fill_shape(_right_half(card.suit, card.folder), highlight, pip_rect, pip.is_rotated)


def draw_large(canvas: CardPainter, card: CardParts) -> None:
    """Draw only the suit's mark as large as possible; a court has its emblem above it."""
    side = LARGE_ACE if card.rank == "A" else LARGE_PIP
    pip = pips.Pip(0.5, pips.HEIGHT / 2, side, is_rotated=False)
    canvas.fill_shape(card.suit_mark, card.ink, canvas.pip_rect(pip), is_rotated=False)
    if card.suit != JOKER_LETTER and card.rank in COURT_RANKS:
        shape = load_outline(f"emblem-{card.rank}", card.folder)
        for is_rotated in (False, True):
            canvas.fill_shape(shape, card.ink, scale_rect(EMBLEM_RECT, canvas.width), is_rotated)


FACE_PAINTERS: Final[Mapping[str, Callable[[CardPainter, CardParts], None]]] = {
    "classic": draw_classic,
    "deco": draw_deco,
    "large": draw_large,
}
"""Functions that draw the middle of a face, by the name of the card set."""


def _draw_corner_marks(canvas: CardPainter, card: CardParts, colour: QColor) -> None:
    rect = scale_rect(pips.COURT_PIP, canvas.width)
    for is_rotated in (False, True):
        canvas.fill_shape(card.suit_mark, colour, rect, is_rotated)


def _compact_pips(rank: str) -> Iterator[pips.Pip]:
    """Yield the pips of a rank, slightly smaller and clear of the frame."""
    for pip in pips.pips_of_rank(rank):
        middle = pips.HEIGHT / 2
        x, y = 0.5 + 0.87 * (pip.x - 0.5), middle + 0.95 * (pip.y - middle)
        yield pips.Pip(x, y, 0.88 * pip.side, pip.is_rotated)


def _make_rays(canvas: CardPainter) -> QPainterPath:
    path, middle = QPainterPath(), QPointF(canvas.width / 2, canvas.height / 2)
    for number in range(_RAY_COUNT):
        angle, spread = 2 * pi * number / _RAY_COUNT, 0.25 * 2 * pi / _RAY_COUNT
        length = (0.255 if number % 2 else 0.23) * canvas.width
        path.moveTo(middle)
        for edge in (angle - spread, angle + spread):
            path.lineTo(middle + QPointF(length * cos(edge), length * sin(edge)))
        path.closeSubpath()
    return path


def _make_stepped_frame(rect: QRectF, notch: float) -> QPolygonF:
    left, top, right, low = rect.left(), rect.top(), rect.right(), rect.bottom()
    points = (
        (left + notch, top),
        (right - notch, top),
        (right - notch, top + notch),
        (right, top + notch),
        (right, low - notch),
        (right - notch, low - notch),
        (right - notch, low),
        (left + notch, low),
        (left + notch, low - notch),
        (left, low - notch),
        (left, top + notch),
        (left + notch, top + notch),
    )
    return QPolygonF([QPointF(x, y) for x, y in points])


@cache
def _right_half(suit: str, folder: Path) -> QPainterPath:
    """Return the right half of a suit's mark; the path is shared."""
    half = QPainterPath()
    half.addRect(QRectF(0.5, 0, 0.5, 1))
    return suit_path(suit, folder).intersected(half)


PAPER: Final = QColor("#fcf8ec")
EDGE: Final = QColor("#aaa08a")
SECOND_PAPER: Final = QColor("#eef3f4")
SECOND_LINE: Final = QColor("#4f8793")

INDEX_FONT: Final = "GreenBaizeSans-Bold.otf"
_EM: Final = 1000.0
_STAR: Final = "★"
_TEN_GAP: Final = 0.045 * _EM
_MAX_DESCENT: Final = 0.06 * _EM
"""Descent above which a letter, such as Д, is scaled to the height of the index as a whole."""


class CardRenderer:
    """Renderer of cards from a folder of pips, courts, jokers and backs; fonts are in ``../fonts``.

    ``crowded`` is for cards as close together as in an opponent's hand.
    """

    def __init__(self, cards_folder: Path, look: CardLook, *, crowded: bool = False) -> None:
        self.look = look
        self._is_crowded = crowded
        self._folder = cards_folder
        self._drawings: dict[str, QSvgRenderer] = {}
        self._rank_paths: dict[str, QPainterPath] = {}
        self._images: dict[tuple[str, int, int], QImage] = {}
        self._font: QRawFont | None = None

    @property
    def cache_key(self) -> tuple[Hashable, ...]:
        """Key that identifies this renderer's pixmaps in the cache."""
        return self._folder, self.look, self._is_crowded

    def draw_face(self, painter: QPainter, face: CardFace, width: float, height: float) -> None:
        """Draw the face of a card with its upper left corner at the painter's origin.

        The second pack has cooler paper, a fine line around it and a ring below each index.
        """
        canvas = CardPainter(painter, width, height)
        code = face.card.code
        if (deck := self._own_deck) is not None and deck.has_face(code):
            self._draw_own_face(canvas, face, deck)
            return
        _draw_paper(canvas, SECOND_PAPER if face.second else PAPER)
        rank, suit = (_STAR, JOKER_LETTER) if code.startswith(JOKER_LETTER) else (code[0], code[1])
        colour = suit_colour(code, self.look.four_colours)
        card = CardParts(
            code, rank, suit, colour, self._folder, self._load_drawing, self._cached_image
        )
        faces = self.look.faces if self.look.faces in FACE_PAINTERS else CARD_FACES[0]
        FACE_PAINTERS[faces](canvas, card)
        self._draw_index(canvas, rank, card.suit_mark, colour)
        if face.second:
            _mark_second_pack(canvas, self._index_layout, is_mirrored=self.look.left_handed)

    @property
    def _own_deck(self) -> "OwnDeck | None":
        """The person's own deck, if one is chosen and still there."""
        return _find_own_deck(self.look.faces) if is_own_setting(self.look.faces) else None

    def _draw_own_face(self, canvas: CardPainter, face: CardFace, deck: "OwnDeck") -> None:
        """Draw a face of a person's own deck, with our index over it where that is wanted.

        For the left hand it always is: there another corner of a card is seen.
        """
        _draw_paper(canvas, deck.paper)
        code = face.card.code
        deck.draw_face(canvas, code)
        index = self._index_layout
        if self.look.large_index or self.look.left_handed:
            rank, suit = (
                (_STAR, JOKER_LETTER) if code.startswith(JOKER_LETTER) else (code[0], code[1])
            )
            area = QRectF().united(index.rects(rank)[0]).united(index.rects(rank)[1])
            deck.draw_patch(canvas, code, area, is_mirrored=self.look.left_handed)
            colour = suit_colour(code, self.look.four_colours)
            self._draw_index(canvas, rank, suit_path(suit, self._folder), colour)
        if face.second:
            _mark_second_pack(canvas, index, is_mirrored=self.look.left_handed)

    @property
    def _index_layout(self) -> pips.IndexLayout:
        if self.look.faces != "large":
            is_own = is_own_setting(self.look.faces)
            is_larger = (self.look.large_letters or is_own) and not self._is_crowded
            return pips.LARGER_INDEX if is_larger else pips.SMALL_INDEX
        return pips.NARROW_INDEX if self._is_crowded else pips.LARGE_INDEX

    def draw_back(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the back of a card with its upper left corner at the painter's origin."""
        canvas = CardPainter(painter, width, height)
        _draw_paper(canvas, PAPER)
        if is_own_setting(self.look.back) and _draw_own_back(canvas, self.look.back):
            return
        margin = max(2.0, float(round(width * 0.045)))
        rect = QRectF(margin, margin, width - 2 * margin, height - 2 * margin)
        back = CARD_BACKS[0] if is_own_setting(self.look.back) else self.look.back
        self._load_drawing(f"back-{back}").render(painter, rect)

    def _draw_index(
        self, canvas: CardPainter, rank: str, mark: QPainterPath, colour: QColor
    ) -> None:
        room, mark_room = (
            scale_rect(rect, canvas.width) for rect in self._index_layout.rects(rank)
        )
        if self.look.left_handed:
            room, mark_room = (_mirror_rect(rect, canvas.width) for rect in (room, mark_room))
        shape = self._rank_path(rank)
        ink_rect = shape.boundingRect()
        tall, top = round(room.height()), round(room.top())
        if rank == _STAR:
            x_scale = y_scale = min(tall / ink_rect.height(), room.width() / ink_rect.width())
            baseline = top + tall - ink_rect.bottom() * y_scale
        elif ink_rect.bottom() > _MAX_DESCENT:
            y_scale = tall / ink_rect.height()
            x_scale = min(y_scale, room.width() / ink_rect.width())
            baseline = top + tall - ink_rect.bottom() * y_scale
        else:  # scaled by the cap height, so that round letters overshoot the baseline slightly
            y_scale = tall / self._index_font().capHeight()
            x_scale = min(y_scale, room.width() / ink_rect.width())
            baseline = top + tall
        left = room.center().x() - ink_rect.center().x() * x_scale
        letters = QTransform.fromTranslate(left, baseline).scale(x_scale, y_scale).map(shape)
        for is_rotated in (False, True):
            canvas.fill_path(letters, colour, is_rotated)
            canvas.fill_shape(mark, colour, mark_room, is_rotated)

    def _rank_path(self, rank: str) -> QPainterPath:
        text = rank_text(rank, self.look.letters)
        if text not in self._rank_paths:
            font = self._index_font()
            path = QPainterPath()
            for letter in text:
                glyph = font.pathForGlyph(font.glyphIndexesForString(letter)[0])
                gap = 0.0 if path.isEmpty() else path.boundingRect().right() + _TEN_GAP
                path.addPath(glyph.translated(gap - glyph.boundingRect().left(), 0))
            path.setFillRule(Qt.FillRule.WindingFill)
            self._rank_paths[text] = path
        return self._rank_paths[text]

    def _index_font(self) -> QRawFont:
        if self._font is None:
            path = self._folder.parent / "fonts" / INDEX_FONT
            self._font = QRawFont(str(path), _EM, QFont.HintingPreference.PreferNoHinting)
        return self._font

    def _cached_image(self, name: str, across: int, down: int) -> QImage:
        """Return a drawing as an image; only the last size is cached."""
        key = (name, across, down)
        if key not in self._images:
            image = make_transparent_image(across, down)
            with QPainter(image) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._load_drawing(name).render(painter, QRectF(0, 0, across, down))
            self._images = {key: image}
        return self._images[key]

    def _load_drawing(self, name: str) -> QSvgRenderer:
        if name not in self._drawings:
            self._drawings[name] = QSvgRenderer(str(self._folder / f"{name}.svg"))
        return self._drawings[name]


def _draw_paper(canvas: CardPainter, paper: QColor) -> None:
    """Draw the card's paper with an edge just thick enough to separate cards."""
    line = max(1.0, float(round(canvas.width / 130)))
    corner = pips.CORNER * canvas.width
    canvas.painter.setPen(Qt.PenStyle.NoPen)
    canvas.painter.setBrush(EDGE)
    canvas.painter.drawRoundedRect(QRectF(0, 0, canvas.width, canvas.height), corner, corner)
    canvas.painter.setBrush(paper)
    inner = QRectF(line, line, canvas.width - 2 * line, canvas.height - 2 * line)
    canvas.painter.drawRoundedRect(inner, corner - line, corner - line)


def _mirror_rect(rect: QRectF, width: float) -> QRectF:
    """Mirror a rectangle horizontally on a card of this width."""
    return QRectF(width - rect.right(), rect.top(), rect.width(), rect.height())


def _mark_second_pack(canvas: CardPainter, index: pips.IndexLayout, *, is_mirrored: bool) -> None:
    """Draw the marks of the second pack, visible wherever the edge with the index is."""
    line = max(1.0, float(round(canvas.width / 100)))
    inset = max(1.0, float(round(canvas.width / 90))) + line / 2
    canvas.painter.setPen(QPen(SECOND_LINE, line))
    canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
    corner = pips.CORNER * canvas.width - inset
    canvas.painter.drawRoundedRect(
        QRectF(inset, inset, canvas.width - 2 * inset, canvas.height - 2 * inset),
        corner,
        corner,
    )
    # A ring, because no suit mark looks like it.
    ring_x = 1 - index.middle if is_mirrored else index.middle
    middle = QPointF(ring_x, index.mark_top + index.mark_side + 0.08) * canvas.width
    ring = QPainterPath()
    for radius in (0.045, 0.022):
        ring.addEllipse(middle, radius * canvas.width, radius * canvas.width)
    for is_rotated in (False, True):
        canvas.fill_path(ring, SECOND_LINE, is_rotated)
