"""Rendering of card faces and backs from vectors with any painter, at any size."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache
from math import cos, pi, sin
from pathlib import Path
from typing import Final, NamedTuple

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

from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_painter import CardPainter, blank, scaled
from greenbaize.ui.cards.look import CardLook, Face
from greenbaize.ui.cards.suits import JOKER, ink, outline, suit_path
from greenbaize.ui.widgets.theme import between
from greenbaize.words.numbers import rank_text

COURTS: Final = "JQK"
FRAME: Final = QColor("#b8995a")
GOLD: Final = QColor("#dcae4e")
IVORY: Final = QColor("#fbf3df")
_DEPTH: Final = 135
"""Darkness of the ground behind a court of the Art Deco set, relative to its ink (percent)."""
_LIT: Final = 0.34
"""Share of white in the right half of its pips."""
_NOTCH: Final = 0.034
"""Size of the steps in the corners of its frame (card widths)."""
_RAYS: Final = 24
LARGE_PIP: Final = 0.38
LARGE_ACE: Final = 0.4
EMBLEM: Final = QRectF(0.345, 0.17, 0.31, 0.31)
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
    drawing: "Callable[[str], QSvgRenderer]"
    kept: Callable[[str, int, int], QImage]

    @property
    def mark(self) -> QPainterPath:
        """Outline of the suit's mark in the unit square."""
        return suit_path(self.suit, self.folder)

    @property
    def is_picture(self) -> bool:
        return self.suit == JOKER or self.rank in COURTS


def draw_classic(canvas: CardPainter, card: CardParts) -> None:
    """Draw pips, or a court or joker as a framed picture with the suit in the corner."""
    if card.is_picture:
        rect, line = canvas.panel()
        canvas.painter.fillRect(rect.adjusted(-line, -line, line, line), FRAME)
        card.drawing(card.code).render(canvas.painter, rect)
        if card.suit != JOKER:
            _draw_corners(canvas, card, card.ink)
    for pip in pips.pips(card.rank):
        canvas.mark(card.mark, card.ink, canvas.pip_rect(pip), pip.turned)


def draw_deco(canvas: CardPainter, card: CardParts) -> None:
    """Draw pips like faceted stones in a stepped frame, or a court or joker before rays."""
    rect, line = canvas.panel()
    if card.is_picture:
        canvas.painter.fillRect(rect.adjusted(-2 * line, -2 * line, 2 * line, 2 * line), card.ink)
        canvas.painter.fillRect(rect.adjusted(-line, -line, line, line), GOLD)
        canvas.painter.fillRect(rect, card.ink.darker(_DEPTH))
        # Drawing the rays for each card would take ten times as long as all the rest.
        rays = card.kept("deco/rays", round(rect.width()), round(rect.height()))
        canvas.painter.drawImage(rect.topLeft(), rays)
        card.drawing(f"deco/{card.code}").render(canvas.painter, rect)
        if card.suit != JOKER:
            _draw_corners(canvas, card, IVORY)
        return
    if card.rank == "A":
        canvas.painter.fillPath(_rays(canvas), GOLD)
    notch = _NOTCH * canvas.width
    canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
    for off, colour, broad in ((0.0, FRAME, line), (2.5 * line, GOLD, max(1.0, 0.6 * line))):
        canvas.painter.setPen(QPen(colour, broad))
        half = broad / 2
        inner = rect.adjusted(off + half, off + half, -off - half, -off - half)
        canvas.painter.drawPolygon(_stepped(inner, notch))
    lit = QColor(between(card.ink.name(), "#ffffff", _LIT))
    for pip in _closer(card.rank):
        where = canvas.pip_rect(pip)
        canvas.mark(card.mark, card.ink, where, pip.turned)
        canvas.mark(_right_half(card.suit, card.folder), lit, where, pip.turned)


def draw_large(canvas: CardPainter, card: CardParts) -> None:
    """Draw only the suit's mark as large as possible; a court has its emblem above it."""
    side = LARGE_ACE if card.rank == "A" else LARGE_PIP
    pip = pips.Pip(0.5, pips.HEIGHT / 2, side, turned=False)
    canvas.mark(card.mark, card.ink, canvas.pip_rect(pip), turned=False)
    if card.suit != JOKER and card.rank in COURTS:
        shape = outline(f"emblem-{card.rank}", card.folder)
        for turned in (False, True):
            canvas.mark(shape, card.ink, scaled(EMBLEM, canvas.width), turned)


MIDDLES: Final[Mapping[str, Callable[[CardPainter, CardParts], None]]] = {
    "classic": draw_classic,
    "deco": draw_deco,
    "large": draw_large,
}
"""Functions that draw the middle of a face, by the name of the card set."""


def _draw_corners(canvas: CardPainter, card: CardParts, colour: QColor) -> None:
    rect = scaled(pips.COURT_PIP, canvas.width)
    for turned in (False, True):
        canvas.mark(card.mark, colour, rect, turned)


def _closer(rank: str) -> Iterator[pips.Pip]:
    """Yield the pips of a rank, slightly smaller and clear of the frame."""
    for pip in pips.pips(rank):
        middle = pips.HEIGHT / 2
        x, y = 0.5 + 0.87 * (pip.x - 0.5), middle + 0.95 * (pip.y - middle)
        yield pips.Pip(x, y, 0.88 * pip.side, pip.turned)


def _rays(canvas: CardPainter) -> QPainterPath:
    path, middle = QPainterPath(), QPointF(canvas.width / 2, canvas.height / 2)
    for number in range(_RAYS):
        turn, spread = 2 * pi * number / _RAYS, 0.25 * 2 * pi / _RAYS
        long = (0.255 if number % 2 else 0.23) * canvas.width
        path.moveTo(middle)
        for edge in (turn - spread, turn + spread):
            path.lineTo(middle + QPointF(long * cos(edge), long * sin(edge)))
        path.closeSubpath()
    return path


def _stepped(rect: QRectF, notch: float) -> QPolygonF:
    left, top, right, low = rect.left(), rect.top(), rect.right(), rect.bottom()
    points = (
        *((left + notch, top), (right - notch, top), (right - notch, top + notch)),
        *((right, top + notch), (right, low - notch), (right - notch, low - notch)),
        *((right - notch, low), (left + notch, low), (left + notch, low - notch)),
        *((left, low - notch), (left, top + notch), (left + notch, top + notch)),
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
_FEET: Final = 0.06 * _EM
"""Descent above which a letter, such as Д, is scaled to the height of the index as a whole."""


class CardRenderer:
    """Renderer of cards from a folder of pips, courts, jokers and backs; fonts are in ``../fonts``.

    ``crowded`` is for cards as close together as in an opponent's hand.
    """

    def __init__(self, cards_folder: Path, look: CardLook, *, crowded: bool = False) -> None:
        self.look = look
        self._crowded = crowded
        self._folder = cards_folder
        self._drawings: dict[str, QSvgRenderer] = {}
        self._ranks: dict[str, QPainterPath] = {}
        self._images: dict[tuple[str, int, int], QImage] = {}
        self._font: QRawFont | None = None

    @property
    def key(self) -> tuple[Hashable, ...]:
        """Key that identifies this renderer's pixmaps in the cache."""
        return self._folder, self.look, self._crowded

    def draw_face(self, painter: QPainter, face: Face, width: float, height: float) -> None:
        """Draw the face of a card with its upper left corner at the painter's origin.

        The second pack has cooler paper, a fine line around it and a ring below each index.
        """
        canvas = CardPainter(painter, width, height)
        code = face.card.code
        _draw_paper(canvas, SECOND_PAPER if face.second else PAPER)
        rank, suit = (_STAR, JOKER) if code.startswith(JOKER) else (code[0], code[1])
        colour = ink(code, self.look.four_colours)
        card = CardParts(code, rank, suit, colour, self._folder, self._drawing, self._kept)
        MIDDLES[self.look.faces](canvas, card)
        self._draw_index(canvas, rank, card.mark, colour)
        if face.second:
            _mark_second(canvas, self._index, across=self.look.left_handed)

    @property
    def _index(self) -> pips.Index:
        if self.look.faces != "large":
            grows = self.look.large_letters and not self._crowded
            return pips.LARGER_INDEX if grows else pips.SMALL_INDEX
        return pips.NARROW_INDEX if self._crowded else pips.LARGE_INDEX

    def draw_back(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the back of a card with its upper left corner at the painter's origin."""
        _draw_paper(CardPainter(painter, width, height), PAPER)
        margin = max(2.0, float(round(width * 0.045)))
        rect = QRectF(margin, margin, width - 2 * margin, height - 2 * margin)
        self._drawing(f"back-{self.look.back}").render(painter, rect)

    def _draw_index(
        self, canvas: CardPainter, rank: str, mark: QPainterPath, colour: QColor
    ) -> None:
        room, mark_room = (scaled(rect, canvas.width) for rect in self._index.rects(rank))
        if self.look.left_handed:
            room, mark_room = (_across(rect, canvas.width) for rect in (room, mark_room))
        shape = self._rank(rank)
        ink_rect = shape.boundingRect()
        tall, top = round(room.height()), round(room.top())
        if rank == _STAR:
            across = upright = min(tall / ink_rect.height(), room.width() / ink_rect.width())
            base = top + tall - ink_rect.bottom() * upright
        elif ink_rect.bottom() > _FEET:
            upright = tall / ink_rect.height()
            across = min(upright, room.width() / ink_rect.width())
            base = top + tall - ink_rect.bottom() * upright
        else:  # scaled by the cap height, so that round letters overshoot the baseline slightly
            upright = tall / self._index_font().capHeight()
            across = min(upright, room.width() / ink_rect.width())
            base = top + tall
        left = room.center().x() - ink_rect.center().x() * across
        letters = QTransform.fromTranslate(left, base).scale(across, upright).map(shape)
        for turned in (False, True):
            canvas.fill(letters, colour, turned)
            canvas.mark(mark, colour, mark_room, turned)

    def _rank(self, rank: str) -> QPainterPath:
        text = rank_text(rank, self.look.letters)
        if text not in self._ranks:
            font = self._index_font()
            path = QPainterPath()
            for letter in text:
                glyph = font.pathForGlyph(font.glyphIndexesForString(letter)[0])
                gap = 0.0 if path.isEmpty() else path.boundingRect().right() + _TEN_GAP
                path.addPath(glyph.translated(gap - glyph.boundingRect().left(), 0))
            path.setFillRule(Qt.FillRule.WindingFill)
            self._ranks[text] = path
        return self._ranks[text]

    def _index_font(self) -> QRawFont:
        if self._font is None:
            path = self._folder.parent / "fonts" / INDEX_FONT
            self._font = QRawFont(str(path), _EM, QFont.HintingPreference.PreferNoHinting)
        return self._font

    def _kept(self, name: str, across: int, down: int) -> QImage:
        """Return a drawing as an image; only the last size is cached."""
        key = (name, across, down)
        if key not in self._images:
            image = blank(across, down)
            with QPainter(image) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._drawing(name).render(painter, QRectF(0, 0, across, down))
            self._images = {key: image}
        return self._images[key]

    def _drawing(self, name: str) -> QSvgRenderer:
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


def _across(rect: QRectF, width: float) -> QRectF:
    """Mirror a rectangle horizontally on a card of this width."""
    return QRectF(width - rect.right(), rect.top(), rect.width(), rect.height())


def _mark_second(canvas: CardPainter, index: pips.Index, *, across: bool) -> None:
    """Draw the marks of the second pack, visible wherever the edge with the index is."""
    line = max(1.0, float(round(canvas.width / 100)))
    off = max(1.0, float(round(canvas.width / 90))) + line / 2
    canvas.painter.setPen(QPen(SECOND_LINE, line))
    canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
    corner = pips.CORNER * canvas.width - off
    canvas.painter.drawRoundedRect(
        QRectF(off, off, canvas.width - 2 * off, canvas.height - 2 * off),
        corner,
        corner,
    )
    # A ring, because no suit mark looks like it.
    off_edge = 1 - index.middle if across else index.middle
    middle = QPointF(off_edge, index.mark_top + index.mark_side + 0.08) * canvas.width
    ring = QPainterPath()
    for reach in (0.045, 0.022):
        ring.addEllipse(middle, reach * canvas.width, reach * canvas.width)
    for turned in (False, True):
        canvas.fill(ring, SECOND_LINE, turned)
