"""A seat's plate: its player, points and turn, and the bid as bars that fill."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from greenbaize.app.faces import Look, look_of
from greenbaize.cards import Suit
from greenbaize.rules.pictures import Mood, Plate, Shape, Tally
from greenbaize.ui.cards.card_renderer import PAPER
from greenbaize.ui.cards.suits import BLACK, paint_suit, sign_ink
from greenbaize.ui.faces.heads import face_picture
from greenbaize.ui.table.drawn import DrawnItem, Shown
from greenbaize.ui.table.geometry import AROUND_PLATE, TALL
from greenbaize.ui.table.motion import Motion, even
from greenbaize.ui.table.writing import CENTRE, font_for, write
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.plain import set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import number_text

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_FACE = 0.41
"""Radius of a face, in plate heights."""
_FAINT = 0.6
_DISC_AT = 0.84
"""Distance of discs from the plate's left end, in plate heights."""
_TRUMP_DISC = 0.19
"""Radius of the disc with a seat's own trump, in plate heights."""
_SMALLEST_DISC = 7.0
"""Radius of a disc that holds the smallest letter (px)."""
_CROWN = ((0, 0.25), (0.27, 0.52), (0.5, 0.06), (0.73, 0.52), (1, 0.25), (0.9, 0.92), (0.1, 0.92))
_CROWN_SIDE = 0.44
"""Size of the crown, in plate heights."""
_SMALLEST = 12.0
"""Minimum letter height (px), however small the plate is."""


class PlateText(NamedTuple):
    """All texts of a plate; ``line``, ``doing`` and ``note`` are those of the picture's plate.

    ``leads``: the seat is ahead in the match. ``partner``: a text about the seat's partner, where
    there are partners. ``computer`` marks a computer player among people.
    """

    name: str
    plate: Plate
    turn: bool
    dealer: bool
    line: str = ""
    doing: str = ""
    note: str = ""
    leads: bool = False
    partner: str = ""
    computer: bool = False


def crown(corner: QPointF, side: float) -> QPainterPath:
    """Return a crown in a square of this side, with its upper left corner here."""
    path = QPainterPath()
    for place, (x, y) in enumerate(_CROWN):
        point = corner + QPointF(x * side, y * side)
        if place:
            path.lineTo(point)
        else:
            path.moveTo(point)
    path.closeSubpath()
    return path


def _crown_corner(body: QRectF) -> QPointF:
    """Return the upper left corner of the crown on a plate with this body."""
    tall = body.height()
    return QPointF(body.left() + (0.5 - _CROWN_SIDE / 2) * tall, body.top() - 0.13 * tall)


def left_words(text: PlateText, width: float, metrics: QFontMetrics) -> str:
    """Return the beginning of a plate's lower line, as far as the line and the tally leave room.

    The partner is named completely or not at all.
    """
    taken = metrics.horizontalAdvance(f"{text.line}  ") if text.line else 0
    room = int(width) - taken
    if text.doing:
        return metrics.elidedText(text.doing, Qt.TextElideMode.ElideRight, room)
    partner = text.partner if text.plate.tally is None else ""
    return partner if metrics.horizontalAdvance(partner) <= room else ""


class PlateItem(DrawnItem):
    """Plate of a seat on the table."""

    MARGIN = AROUND_PLATE
    """Margin around the plate for ring and pointer, in plate heights."""

    level = 500
    hidden = False
    text = Shown[PlateText | None](None)
    look = Shown(look_of(""))
    """Face of the player."""
    pondering = Shown(False)
    """The player is thinking."""
    won = Shown(False)
    """The player has won the match, and the plate glows."""
    mood = Mood.NEUTRAL
    """Mood of the face."""
    _before: QPixmap | None = None
    """Pixmap with the previous face while it fades."""
    _share = 1.0

    def __init__(self, seat: int, look: Look | None = None) -> None:
        super().__init__()
        self.seat = seat
        if look is not None:
            self.look = look

    def body(self) -> QRectF:
        around = self.sceneBoundingRect()
        margin = self.MARGIN * around.height() / (1 + 2 * self.MARGIN)
        return around.adjusted(margin, margin, -margin, -margin)

    def disc(self) -> QRectF | None:
        """Return the rectangle of the disc with the seat's own trump, in the scene, if any."""
        if self.text is None or self.text.plate.trump is None:
            return None
        body = self.body()
        middle = body.topLeft() + QPointF(_DISC_AT, 0.14) * body.height()
        reach = (_TRUMP_DISC + 0.01) * body.height()
        return QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)

    def set_mood(self, mood: Mood, *, fading: bool = False) -> None:
        """Set the mood of the face, at once or fading with ``set_fade_progress``."""
        if mood is not self.mood:
            self.mood = mood
            if fading:
                self._before, self._share = self._picture, 0.0
            self.redraw()

    def fade(self, share: float) -> None:
        """Set the fade progress (0 to 1)."""
        if self._before is not None:
            self._share = share
            if share >= 1:
                self._before = None
            self.update(self._face())

    def _face(self) -> QRectF:
        """Return the rectangle of the face and its marks, in item coordinates."""
        tall = self._height / (1 + 2 * self.MARGIN)
        return QRectF(0, 0, (self.MARGIN + 1.06) * tall, self._height)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Copy the previous face over the current one while it fades; neither is drawn again."""
        super().paint(painter, option, widget)
        before, now = self._before, self._picture
        if before is None or now is None or before.size() != now.size():
            return
        part, opacity = self._face(), painter.opacity()
        painter.setOpacity(opacity * (1 - self._share))
        source = QRectF(part.topLeft() * self.ratio, part.size() * self.ratio)
        painter.drawPixmap(part, before, source)
        painter.setOpacity(opacity)

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        text = self.text
        if text is None:
            return
        tall = height / (1 + 2 * self.MARGIN)
        body = QRectF(0, 0, width, height).adjusted(
            *(m * self.MARGIN * tall for m in (1, 1, -1, -1))
        )
        theme = worn()
        if self.won:
            self._draw_glow(painter, body, tall)
        ring = text.turn or self.won
        painter.setPen(QPen(QColor(theme.brass), 0.05 * tall) if ring else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.plate))
        painter.drawRoundedRect(body, tall / 2, tall / 2)
        if self.pondering:
            self._draw_dots(painter, body, tall)
        elif text.turn:
            self._draw_pointer(painter, body, tall)
        # A seat without cards is dimmed; its note stays clear.
        painter.setOpacity(_FAINT if text.plate.cards == 0 and not self.won else 1.0)
        self._draw_face(painter, body, tall)
        left, right = body.left() + self._words_at(text, tall), body.right() - 0.26 * tall
        upper = QRectF(left, body.top() + 0.10 * tall, right - left, 0.40 * tall)
        lower = self._lower(body)
        total = "" if text.plate.total is None else number_text(text.plate.total)
        room = upper.width() - self._draw_total(painter, upper, tall, total) - 0.15 * tall
        there = QRectF(upper.left(), upper.top(), room, upper.height())
        if text.computer:
            side = 0.22 * tall
            _draw_chip(painter, QPointF(there.left(), there.center().y() - side / 2), side)
            there.setLeft(there.left() + 1.35 * side)
        painter.setPen(QColor(theme.plate_text))
        whole = write(painter, there, text.name, grown(0.29, 1.35) * tall, bold=True)
        set_tip(self, "" if whole else text.name)
        painter.setOpacity(1.0)
        self._draw_news(painter, lower, text)
        if text.leads:
            self._draw_crown(painter, body, tall)
        if text.plate.trump is not None:
            self._draw_trump(painter, body, tall, text.plate.trump)
        if text.dealer:
            self._draw_dealer(painter, body, tall)

    def _lower(self, body: QRectF) -> QRectF:
        """Return the rectangle of the lower line in a plate with this body."""
        tall = body.height()
        left = body.left() + (0.0 if self.text is None else self._words_at(self.text, tall))
        right = body.right() - 0.26 * tall
        return QRectF(left, body.top() + 0.51 * tall, right - left, 0.38 * tall)

    def last_bar(self) -> QRectF | None:
        """Return the rectangle of the last won trick's bar, in the scene, if tricks are bars."""
        text = self.text
        if text is None or text.plate.tally is None or not text.plate.tally.made:
            return None
        tally = text.plate.tally
        if tally.shape is not Shape.BARS:
            return None
        line = self._lower(self.body())
        return _bars(_beside(line, text.line), tally)[tally.made - 1]

    def words(self) -> QRectF:
        """Return the rectangle of name, total and the line below them, in the scene."""
        body = self.body()
        left = 0.0 if self.text is None else self._words_at(self.text, body.height())
        return body.adjusted(left, 0, 0, 0)

    def _words_at(self, text: PlateText, tall: float) -> float:
        """Return the left end of the text within the plate: clear of face and discs."""
        reach = _TRUMP_DISC * tall if text.plate.trump else 0.0
        reach = max(reach, self._disc(tall) if text.dealer else 0.0)
        return max(1.02 * tall, _DISC_AT * tall + reach + 0.12 * tall if reach else 0.0)

    @staticmethod
    def _disc(tall: float) -> float:
        """Return the radius of the dealer's disc, which holds a letter."""
        return max(0.15 * tall, _SMALLEST_DISC)

    def _draw_total(self, painter: QPainter, line: QRectF, tall: float, total: str) -> float:
        """Draw the total, which decides the match, in large letters; return its width."""
        text, theme = self.text, worn()
        leads = text is not None and text.leads
        painter.setFont(font(max(_SMALLEST, grown(0.37, 1.1) * tall), bold=True))
        painter.setPen(QColor(theme.brass_text if leads else theme.plate_text))
        painter.drawText(line, _RIGHT, total)
        return float(painter.fontMetrics().horizontalAdvance(total))

    def crown_place(self) -> QRectF:
        """Return the rectangle of the leader's crown, in the scene."""
        body = self.body()
        return QRectF(_crown_corner(body), QSizeF(_CROWN_SIDE, _CROWN_SIDE) * body.height())

    def _draw_crown(self, painter: QPainter, body: QRectF, tall: float) -> None:
        side, corner = _CROWN_SIDE * tall, _crown_corner(body)
        pen = QPen(QColor(worn().plate), 0.035 * tall)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(QColor(worn().brass_text))
        painter.drawPath(crown(corner, side))

    def _draw_glow(self, painter: QPainter, body: QRectF, tall: float) -> None:
        """Draw light around the plate, fainter farther out."""
        light = QColor(worn().brass_text)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for step in range(6, 0, -1):
            light.setAlphaF(0.42 * (1 - step / 7))
            painter.setPen(QPen(light, 0.045 * step * tall))
            painter.drawRoundedRect(body, tall / 2, tall / 2)

    def _draw_pointer(self, painter: QPainter, body: QRectF, tall: float) -> None:
        tip = QPointF(body.center().x(), body.bottom() + 0.13 * tall)
        path = QPainterPath(tip)
        path.lineTo(tip.x() - 0.11 * tall, body.bottom() + 0.01 * tall)
        path.lineTo(tip.x() + 0.11 * tall, body.bottom() + 0.01 * tall)
        painter.fillPath(path, QColor(worn().brass))

    def _draw_dots(self, painter: QPainter, body: QRectF, tall: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(worn().brass))
        middle = QPointF(body.center().x(), body.bottom() + 0.085 * tall)
        for step in (-1, 0, 1):
            painter.drawEllipse(middle + QPointF(step * 0.15 * tall, 0), 0.045 * tall, 0.045 * tall)

    def _draw_face(self, painter: QPainter, body: QRectF, tall: float) -> None:
        middle = QPointF(body.left() + 0.50 * tall, body.center().y())
        side = max(1, round(2 * _FACE * tall * self.ratio))
        reach = side / self.ratio / 2
        place = QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)
        picture = face_picture(self.look, Mood.WINNING if self.won else self.mood, side)
        painter.drawPixmap(place, picture, QRectF(picture.rect()))

    def _draw_news(self, painter: QPainter, line: QRectF, text: PlateText) -> None:
        """Draw the lower line: the tally, and the seat's text about the deal."""
        plate = text.plate
        tall = line.height() / 0.38
        painter.setFont(font(max(_SMALLEST, grown(0.22, 1.35) * tall)))
        if plate.cards is not None:
            self._draw_hand(painter, line, plate.cards, text.note)
            return
        painter.setPen(QColor(worn().plate_quiet))
        # The next action stands where the eye begins to read.
        painter.drawText(line, _LEFT, left_words(text, line.width(), painter.fontMetrics()))
        painter.setPen(QColor(worn().plate_text))
        write(painter, line, text.line, grown(0.22, 1.35) * tall, align=_RIGHT)
        if plate.tally is not None:
            room, tally = _beside(line, text.line), plate.tally
            if tally.shape is Shape.COINS:
                self._draw_coins(painter, room, tally.due)
            elif tally.due or tally.made:
                self._draw_bars(painter, room, tally)

    def _draw_hand(self, painter: QPainter, line: QRectF, cards: int, note: str) -> None:
        """Draw the number of cards beside a card; the note on paper takes the rest."""
        theme = worn()
        tall = 0.86 * line.height()
        wide = tall / TALL
        if cards:
            back = QRectF(line.left(), line.center().y() - tall / 2, wide, tall)
            painter.setPen(QPen(PAPER, max(1.0, 0.08 * tall)))
            painter.setBrush(QColor("#22335a"))
            painter.drawRoundedRect(back, 0.15 * wide, 0.15 * wide)
            painter.setPen(QColor(theme.plate_text))
            painter.setFont(font(max(_SMALLEST, 0.74 * line.height()), bold=True))
            painter.drawText(line.adjusted(1.35 * wide, 0, 0, 0), _LEFT, str(cards))
        if not note:
            return
        used = 0.0
        if cards:
            used = 1.35 * wide + painter.fontMetrics().horizontalAdvance(f"{cards} ")
        room = line.adjusted(used, 0, 0.3 * line.height(), 0)
        inner = room.adjusted(0, 0, -0.5 * line.height(), 0)
        size, bold = 0.62 * line.height(), True
        face, fits = font_for(note, inner, size, bold=True)
        if not fits:
            bold = False
            face, _ = font_for(note, inner, size)
        wide = QFontMetricsF(face).horizontalAdvance(note)
        width = min(wide + 0.5 * line.height(), room.width())
        slip = QRectF(room.right() - width if cards else room.left(), room.top(), width, 0)
        slip.setHeight(1.02 * line.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(PAPER)
        painter.drawRoundedRect(slip, slip.height() / 2, slip.height() / 2)
        painter.setPen(BLACK)
        edge = 0.24 * line.height()
        letters = slip.adjusted(edge, 0, -edge, 0)
        write(painter, letters, note, size, bold=bold, align=CENTRE)

    def _draw_coins(self, painter: QPainter, line: QRectF, count: int) -> None:
        theme = worn()
        side = 0.62 * line.height()
        painter.setPen(QPen(QColor(theme.plate), max(1.0, 0.10 * side)))
        painter.setBrush(QColor(theme.brass_text))
        step = min(0.62 * side, (line.width() - side) / max(1, count - 1))
        for place in range(max(0, count)):
            left = line.left() + place * step
            painter.drawEllipse(QRectF(left, line.center().y() - side / 2, side, side))

    def _draw_trump(self, painter: QPainter, body: QRectF, tall: float, trump: Suit) -> None:
        middle = QPointF(body.left() + _DISC_AT * tall, body.top() + 0.14 * tall)
        painter.setPen(QPen(QColor(worn().ink), 0.02 * tall))
        painter.setBrush(PAPER)
        painter.drawEllipse(middle, _TRUMP_DISC * tall, _TRUMP_DISC * tall)
        paint_suit(painter, trump.letter, middle, 0.25 * tall, sign_ink(trump.letter, PAPER))

    def _draw_bars(self, painter: QPainter, line: QRectF, tally: Tally) -> None:
        theme = worn()
        due, made = tally.due, tally.made
        for place, bar in enumerate(_bars(line, tally)):
            wide = bar.width()
            pen = max(1.0, 0.15 * wide)
            colour = QColor(theme.brass_text if place < due else theme.loss_on_felt)
            painter.setPen(QPen(colour, pen))
            painter.setBrush(colour if place < min(due, made) else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(bar, 0.2 * wide, 0.2 * wide)
            if place >= due:
                painter.drawLine(bar.topLeft(), bar.bottomRight())
                painter.drawLine(bar.bottomLeft(), bar.topRight())

    def _draw_dealer(self, painter: QPainter, body: QRectF, tall: float) -> None:
        theme = worn()
        reach = self._disc(tall)
        middle = QPointF(body.left() + _DISC_AT * tall, body.bottom() - 0.10 * tall)
        painter.setPen(QPen(QColor(theme.ink), 0.02 * tall))
        painter.setBrush(PAPER)
        painter.drawEllipse(middle, reach, reach)
        painter.setFont(font(max(_SMALLEST, 0.19 * tall), bold=True))
        painter.setPen(QColor("#1b2333"))
        rect = QRectF(middle.x() - 1.3 * reach, middle.y() - 1.3 * reach, 2.6 * reach, 2.6 * reach)
        # The dealer's mark is a letter on a disc, as on a dealer button.
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, tr("D"))


def _draw_chip(painter: QPainter, corner: QPointF, side: float) -> None:
    """Draw the mark of a computer player: a chip with its pins."""
    ink = QColor(worn().plate_quiet)
    painter.setPen(QPen(ink, 0.09 * side))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    body = QRectF(corner, QSizeF(side, side)).adjusted(*(m * 0.22 * side for m in (1, 1, -1, -1)))
    painter.drawRoundedRect(body, 0.1 * side, 0.1 * side)
    for share in (0.36, 0.64):
        x, y = corner.x() + share * side, corner.y() + share * side
        painter.drawLine(QPointF(x, corner.y()), QPointF(x, body.top()))
        painter.drawLine(QPointF(x, body.bottom()), QPointF(x, corner.y() + side))
        painter.drawLine(QPointF(corner.x(), y), QPointF(body.left(), y))
        painter.drawLine(QPointF(body.right(), y), QPointF(corner.x() + side, y))
    painter.fillRect(body.adjusted(*(m * 0.18 * side for m in (1, 1, -1, -1))), ink)


def _beside(line: QRectF, words: str) -> QRectF:
    """Return the rectangle of a tally in the lower line, beside the text at its end."""
    tall = line.height() / 0.38
    size = grown(0.22, 1.35) * tall
    used = QFontMetricsF(font(max(_SMALLEST, size))).horizontalAdvance(words) + 0.12 * tall
    return QRectF(line.left(), line.top(), line.width() - used, line.height())


def _bars(line: QRectF, tally: Tally) -> list[QRectF]:
    """Return a bar for each trick that is bid or won, in the rectangle of the tally."""
    count = max(tally.due, tally.made)
    step = min(0.56 * line.height(), line.width() / count)
    wide, tall = 0.68 * step, min(0.78 * line.height(), 2.6 * step)
    top = line.center().y() - tall / 2
    left = line.left() + max(1.0, 0.10 * step) / 2
    return [QRectF(left + place * step, top, wide, tall) for place in range(count)]


FADE_MS: Final = 180


class Moods:
    """Animation of the moods of the faces on plates.

    The table does not wait for it: faces change while the table continues.
    """

    def __init__(self, plates: Sequence[PlateItem], motion: Motion) -> None:
        self._plates, self._motion = plates, motion

    def set(self, moods: Sequence[Mood]) -> None:
        for plate, mood in zip(self._plates, moods, strict=False):
            plate.set_mood(mood)
        self.arrive()

    def show(self, moods: Sequence[Mood]) -> None:
        shown = zip(self._plates, moods, strict=False)
        changed = [(plate, mood) for plate, mood in shown if mood is not plate.mood]
        if changed:
            self.arrive()
            for plate, mood in changed:
                plate.set_mood(mood, fading=True)
            self._motion.move(self, FADE_MS, ease=even, awaited=False)

    def depart(self) -> None:
        """Do nothing: the previous faces are still shown."""

    def carry(self, share: float) -> None:
        for plate in self._plates:
            plate.fade(share)

    def arrive(self) -> None:
        self.carry(1.0)
