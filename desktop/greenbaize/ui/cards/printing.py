"""Prints card faces and backs: draws them from the vectors onto any painter, at any size.

Sizes here are device pixels. Upright cards are drawn with their parts on whole pixels, so that
strokes are sharp and every pip of a card looks the same.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QRawFont, QTransform

from greenbaize.ui.cards import pips
from greenbaize.ui.cards.face import Face
from greenbaize.ui.cards.suits import JOKER, ink, suit_path

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

PAPER: Final = QColor("#fcf8ec")
EDGE: Final = QColor("#aaa08a")
FRAME: Final = QColor("#b8995a")
SECOND_PAPER: Final = QColor("#eef3f4")
SECOND_LINE: Final = QColor("#4f8793")
COURTS: Final = "JQK"

INDEX_FONT: Final = "GreenBaizeSans-Bold.otf"
_EM: Final = 1000.0
_STAR: Final = "★"
_TEN_GAP: Final = 0.045 * _EM


class Cut(NamedTuple):
    """A card under the press: its painter, with the origin at the upper left corner, and size."""

    painter: QPainter
    width: float
    height: float

    def fill(self, path: QPainterPath, colour: QColor, turned: bool) -> None:
        """Fill a path, as placed by who reads the card from this end or from the other."""
        if turned:
            about_the_middle = QTransform(-1, 0, 0, -1, self.width, self.height)
            path = about_the_middle.map(path)
        self.painter.fillPath(path, colour)

    def mark(self, shape: QPainterPath, colour: QColor, rect: QRectF, turned: bool) -> None:
        """Fill a shape of the unit square, on whole pixels."""
        side = round(rect.width())
        left, top = round(rect.center().x() - side / 2), round(rect.center().y() - side / 2)
        place = QTransform.fromTranslate(left, top).scale(side, side)
        self.fill(place.map(shape), colour, turned)


class Press:
    """Draws cards from the drawings of one folder.

    Args:
        cards_folder: holds the pips, courts, jokers and the back; the index font lies in the
            folder ``fonts`` beside it.
        four_colours: whether clubs are green and diamonds blue.
    """

    def __init__(self, cards_folder: Path, four_colours: bool = False) -> None:
        self.four_colours = four_colours
        self._folder = cards_folder
        self._drawings: dict[str, QSvgRenderer] = {}
        self._ranks: dict[str, QPainterPath] = {}
        self._font: QRawFont | None = None

    def print_face(self, painter: QPainter, face: Face, width: float, height: float) -> None:
        """Draw the face of a card with its upper left corner at the painter's origin.

        The second pack's has cooler paper, a fine line around it and a ring below each index.
        """
        cut = Cut(painter, width, height)
        code = face.card.code
        _cut_paper(cut, SECOND_PAPER if face.second else PAPER)
        rank, suit = (_STAR, JOKER) if code.startswith(JOKER) else (code[0], code[1])
        colour, mark = ink(code, self.four_colours), suit_path(suit, self._folder)
        if suit == JOKER or rank in COURTS:
            self._print_picture(cut, code)
            if suit != JOKER:
                rect = _scaled(pips.COURT_PIP, width)
                cut.mark(mark, colour, rect, turned=False)
                cut.mark(mark, colour, rect, turned=True)
        for pip in pips.pips(rank):
            _print_pip(cut, mark, colour, pip)
        self._print_index(cut, rank, mark, colour)
        if face.second:
            _mark_second(cut)

    def print_back(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the back of a card with its upper left corner at the painter's origin."""
        _cut_paper(Cut(painter, width, height), PAPER)
        margin = max(2.0, float(round(width * 0.045)))
        rect = QRectF(margin, margin, width - 2 * margin, height - 2 * margin)
        self._drawing("back").render(painter, rect)

    def _print_picture(self, cut: Cut, name: str) -> None:
        left, top = round(pips.PICTURE.left() * cut.width), round(pips.PICTURE.top() * cut.width)
        rect = QRectF(left, top, cut.width - 2 * left, cut.height - 2 * top)
        line = max(1.0, float(round(cut.width * 0.009)))
        cut.painter.fillRect(rect.adjusted(-line, -line, line, line), FRAME)
        self._drawing(name).render(cut.painter, rect)

    def _print_index(self, cut: Cut, rank: str, mark: QPainterPath, colour: QColor) -> None:
        room, mark_room = (_scaled(rect, cut.width) for rect in pips.index_rects(rank))
        shape = self._rank(rank)
        ink_rect = shape.boundingRect()
        tall, top = round(room.height()), round(room.top())
        if rank == _STAR:
            across = upright = min(tall / ink_rect.height(), room.width() / ink_rect.width())
            base = top + tall - ink_rect.bottom() * upright
        else:  # by the height of capitals, so that round letters pass the line a little
            upright = tall / self._index_font().capHeight()
            across = min(upright, room.width() / ink_rect.width())
            base = top + tall
        left = room.center().x() - ink_rect.center().x() * across
        letters = QTransform.fromTranslate(left, base).scale(across, upright).map(shape)
        for turned in (False, True):
            cut.fill(letters, colour, turned)
            cut.mark(mark, colour, mark_room, turned)

    def _rank(self, rank: str) -> QPainterPath:
        """The outline of a rank's letter or figures on a base line at y = 0."""
        if rank not in self._ranks:
            font = self._index_font()
            path = QPainterPath()
            for letter in "10" if rank == "T" else rank:
                glyph = font.pathForGlyph(font.glyphIndexesForString(letter)[0])
                gap = 0.0 if path.isEmpty() else path.boundingRect().right() + _TEN_GAP
                path.addPath(glyph.translated(gap - glyph.boundingRect().left(), 0))
            path.setFillRule(Qt.FillRule.WindingFill)
            self._ranks[rank] = path
        return self._ranks[rank]

    def _index_font(self) -> QRawFont:
        if self._font is None:
            path = self._folder.parent / "fonts" / INDEX_FONT
            self._font = QRawFont(str(path), _EM, QFont.HintingPreference.PreferNoHinting)
        return self._font

    def _drawing(self, name: str) -> "QSvgRenderer":
        if name not in self._drawings:
            from PySide6.QtSvg import QSvgRenderer  # noqa: PLC0415 - only once a card is drawn

            self._drawings[name] = QSvgRenderer(str(self._folder / f"{name}.svg"))
        return self._drawings[name]


def _cut_paper(cut: Cut, paper: QColor) -> None:
    """The card's paper with its edge, a line as thin as still separates cards."""
    line = max(1.0, float(round(cut.width / 130)))
    corner = pips.CORNER * cut.width
    cut.painter.setPen(Qt.PenStyle.NoPen)
    cut.painter.setBrush(EDGE)
    cut.painter.drawRoundedRect(QRectF(0, 0, cut.width, cut.height), corner, corner)
    cut.painter.setBrush(paper)
    inner = QRectF(line, line, cut.width - 2 * line, cut.height - 2 * line)
    cut.painter.drawRoundedRect(inner, corner - line, corner - line)


def _mark_second(cut: Cut) -> None:
    """What tells the second pack's cards from the first's, wherever the left edge is seen."""
    line = max(1.0, float(round(cut.width / 100)))
    off = max(1.0, float(round(cut.width / 90))) + line / 2
    cut.painter.setPen(QPen(SECOND_LINE, line))
    cut.painter.setBrush(Qt.BrushStyle.NoBrush)
    corner = pips.CORNER * cut.width - off
    cut.painter.drawRoundedRect(
        QRectF(off, off, cut.width - 2 * off, cut.height - 2 * off), corner, corner
    )
    # A ring, which no suit mark could be mistaken for.
    middle = (pips.index_rects("A")[1].center() + QPointF(0, 0.155)) * cut.width
    ring = QPainterPath()
    for reach in (0.045, 0.022):
        ring.addEllipse(middle, reach * cut.width, reach * cut.width)
    for turned in (False, True):
        cut.fill(ring, SECOND_LINE, turned)


def _print_pip(cut: Cut, mark: QPainterPath, colour: QColor, pip: pips.Pip) -> None:
    x, y = (1 - pip.x, pips.HEIGHT - pip.y) if pip.turned else (pip.x, pip.y)
    side = round(pip.side * cut.width)
    side += (side + round(cut.width)) % 2  # the middle column's pips then lie on whole pixels
    # By the rounded height, so that the middle row lies in the middle.
    rect = QRectF(0, 0, side, side)
    rect.moveCenter(QPointF(x * cut.width, y / pips.HEIGHT * cut.height))
    cut.mark(mark, colour, rect, pip.turned)


def _scaled(rect: QRectF, factor: float) -> QRectF:
    return QRectF(rect.topLeft() * factor, rect.size() * factor)
