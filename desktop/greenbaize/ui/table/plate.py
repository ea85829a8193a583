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

from greenbaize.app.avatars import Avatar, create_default_avatar
from greenbaize.cards import Suit
from greenbaize.rules.table_snapshot import PlateTally, PlayerMood, SeatPlate, TallyShape
from greenbaize.ui.cards.card_renderer import PAPER
from greenbaize.ui.cards.suits import BLACK, paint_suit, suit_sign_colour
from greenbaize.ui.faces.heads import render_avatar
from greenbaize.ui.table.animation import Animator, linear
from greenbaize.ui.table.cached_item import CachedItem, RedrawProperty
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO, PLATE_MARGIN
from greenbaize.ui.table.text_fitting import ALIGN_CENTRE, draw_fitted_text, fit_font
from greenbaize.ui.widgets.fonts import make_font, scale_pixels
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import number_text

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_FACE_RADIUS = 0.41
"""Radius of a face, in plate heights."""
_FAINT_OPACITY = 0.6
_DISC_POSITION = 0.84
"""Distance of discs from the plate's left end, in plate heights."""
_TRUMP_DISC_RADIUS = 0.19
"""Radius of the disc with a seat's own trump, in plate heights."""
_MIN_DISC_RADIUS_PX = 7.0
"""Radius of a disc that holds the smallest letter (px)."""
_CROWN_POINTS = (
    (0, 0.25),
    (0.27, 0.52),
    (0.5, 0.06),
    (0.73, 0.52),
    (1, 0.25),
    (0.9, 0.92),
    (0.1, 0.92),
)
_CROWN_SIZE = 0.44
"""Size of the crown, in plate heights."""
_MIN_LETTER_PX = 12.0
"""Minimum letter height (px), however small the plate is."""


class PlateText(NamedTuple):
    """All texts of a plate; ``line``, ``doing`` and ``note`` are those of the picture's plate.

    ``leads``: the seat is ahead in the match. ``partner``: a text about the seat's partner, where
    there are partners. ``computer`` marks a computer player among people.
    """

    name: str
    plate: SeatPlate
    has_turn: bool
    is_dealer: bool
    line: str = ""
    action: str = ""
    note: str = ""
    is_leading: bool = False
    partner: str = ""
    is_bot: bool = False


def make_crown_path(corner: QPointF, side: float) -> QPainterPath:
    """Return a crown in a square of this side, with its upper left corner here."""
    path = QPainterPath()
    for index, (x, y) in enumerate(_CROWN_POINTS):
        point = corner + QPointF(x * side, y * side)
        if index:
            path.lineTo(point)
        else:
            path.moveTo(point)
    path.closeSubpath()
    return path


def _compute_crown_corner(body: QRectF) -> QPointF:
    """Return the upper left corner of the crown on a plate with this body."""
    tall = body.height()
    return QPointF(body.left() + (0.5 - _CROWN_SIZE / 2) * tall, body.top() - 0.13 * tall)


def fit_lower_line_start(text: PlateText, width: float, metrics: QFontMetrics) -> str:
    """Return the beginning of a plate's lower line, as far as the line and the tally leave room.

    The partner is named completely or not at all.
    """
    used_width = metrics.horizontalAdvance(f"{text.line}  ") if text.line else 0
    room = int(width) - used_width
    if text.action:
        return metrics.elidedText(text.action, Qt.TextElideMode.ElideRight, room)
    partner = text.partner if text.plate.tally is None else ""
    return partner if metrics.horizontalAdvance(partner) <= room else ""


class PlateItem(CachedItem):
    """Plate of a seat on the table."""

    MARGIN = PLATE_MARGIN
    """Margin around the plate for ring and pointer, in plate heights."""

    z_value = 500
    starts_hidden = False
    text = RedrawProperty[PlateText | None](None)
    face_look = RedrawProperty(create_default_avatar(""))
    """Face of the player."""
    is_pondering = RedrawProperty(False)
    """The player is thinking."""
    has_won = RedrawProperty(False)
    """The player has won the match, and the plate glows."""
    mood = PlayerMood.NEUTRAL
    """Mood of the face."""
    _previous_pixmap: QPixmap | None = None
    """Pixmap with the previous face while it fades."""
    _fade_progress = 1.0

    def __init__(self, seat: int, look: Avatar | None = None) -> None:
        super().__init__()
        self.seat = seat
        if look is not None:
            self.face_look = look

    def body_rect(self) -> QRectF:
        bounds = self.sceneBoundingRect()
        margin = self.MARGIN * bounds.height() / (1 + 2 * self.MARGIN)
        return bounds.adjusted(margin, margin, -margin, -margin)

    def trump_disc_rect(self) -> QRectF | None:
        """Return the rectangle of the disc with the seat's own trump, in the scene, if any."""
        if self.text is None or self.text.plate.personal_suit is None:
            return None
        body = self.body_rect()
        middle = body.topLeft() + QPointF(_DISC_POSITION, 0.14) * body.height()
        reach = (_TRUMP_DISC_RADIUS + 0.01) * body.height()
        return QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)

    def set_mood(self, mood: PlayerMood, *, fades: bool = False) -> None:
        """Set the mood of the face, at once or fading with ``set_fade_progress``."""
        if mood is not self.mood:
            self.mood = mood
            if fades:
                self._previous_pixmap, self._fade_progress = self._pixmap, 0.0
            self.redraw()

    def set_fade_progress(self, progress: float) -> None:
        """Set the fade progress (0 to 1)."""
        if self._previous_pixmap is not None:
            self._fade_progress = progress
            if progress >= 1:
                self._previous_pixmap = None
            self.update(self._face_rect())

    def _face_rect(self) -> QRectF:
        """Return the rectangle of the face and its marks, in item coordinates."""
        tall = self._height / (1 + 2 * self.MARGIN)
        return QRectF(0, 0, (self.MARGIN + 1.06) * tall, self._height)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Copy the previous face over the current one while it fades; neither is drawn again."""
        super().paint(painter, option, widget)
        before, now = self._previous_pixmap, self._pixmap
        if before is None or now is None or before.size() != now.size():
            return
        part, opacity = self._face_rect(), painter.opacity()
        painter.setOpacity(opacity * (1 - self._fade_progress))
        source = QRectF(part.topLeft() * self.ratio, part.size() * self.ratio)
        painter.drawPixmap(part, before, source)
        painter.setOpacity(opacity)

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        text = self.text
        if text is None:
            return
        tall = height / (1 + 2 * self.MARGIN)
        body = QRectF(0, 0, width, height).adjusted(
            *(m * self.MARGIN * tall for m in (1, 1, -1, -1))
        )
        theme = current_theme()
        if self.has_won:
            self._draw_glow(painter, body, tall)
        ring = text.has_turn or self.has_won
        painter.setPen(QPen(QColor(theme.brass), 0.05 * tall) if ring else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.plate))
        painter.drawRoundedRect(body, tall / 2, tall / 2)
        if self.is_pondering:
            self._draw_dots(painter, body, tall)
        elif text.has_turn:
            self._draw_pointer(painter, body, tall)
        # A seat without cards is dimmed; its note stays clear.
        painter.setOpacity(
            _FAINT_OPACITY if text.plate.hand_size == 0 and not self.has_won else 1.0
        )
        self._draw_face(painter, body, tall)
        left, right = body.left() + self._text_left(text, tall), body.right() - 0.26 * tall
        upper = QRectF(left, body.top() + 0.10 * tall, right - left, 0.40 * tall)
        lower = self._lower_line_rect(body)
        total = "" if text.plate.total is None else number_text(text.plate.total)
        room = upper.width() - self._draw_total(painter, upper, tall, total) - 0.15 * tall
        name_rect = QRectF(upper.left(), upper.top(), room, upper.height())
        if text.is_bot:
            side = 0.22 * tall
            _draw_chip(painter, QPointF(name_rect.left(), name_rect.center().y() - side / 2), side)
            name_rect.setLeft(name_rect.left() + 1.35 * side)
        painter.setPen(QColor(theme.plate_text))
        fits = draw_fitted_text(
            painter, name_rect, text.name, scale_pixels(0.29, 1.35) * tall, bold=True
        )
        set_tooltip(self, "" if fits else text.name)
        painter.setOpacity(1.0)
        self._draw_lower_line(painter, lower, text)
        if text.is_leading:
            self._draw_crown(painter, body, tall)
        if text.plate.personal_suit is not None:
            self._draw_trump(painter, body, tall, text.plate.personal_suit)
        if text.is_dealer:
            self._draw_dealer(painter, body, tall)

    def _lower_line_rect(self, body: QRectF) -> QRectF:
        """Return the rectangle of the lower line in a plate with this body."""
        tall = body.height()
        left = body.left() + (0.0 if self.text is None else self._text_left(self.text, tall))
        right = body.right() - 0.26 * tall
        return QRectF(left, body.top() + 0.51 * tall, right - left, 0.38 * tall)

    def last_bar_rect(self) -> QRectF | None:
        """Return the rectangle of the last won trick's bar, in the scene, if tricks are bars."""
        text = self.text
        if text is None or text.plate.tally is None or not text.plate.tally.reached:
            return None
        tally = text.plate.tally
        if tally.shape is not TallyShape.BARS:
            return None
        line = self._lower_line_rect(self.body_rect())
        return _compute_bar_rects(_compute_tally_rect(line, text.line), tally)[tally.reached - 1]

    def text_rect(self) -> QRectF:
        """Return the rectangle of name, total and the line below them, in the scene."""
        body = self.body_rect()
        left = 0.0 if self.text is None else self._text_left(self.text, body.height())
        return body.adjusted(left, 0, 0, 0)

    def _text_left(self, text: PlateText, tall: float) -> float:
        """Return the left end of the text within the plate: clear of face and discs."""
        reach = _TRUMP_DISC_RADIUS * tall if text.plate.personal_suit is not None else 0.0
        reach = max(reach, self._dealer_disc_radius(tall) if text.is_dealer else 0.0)
        return max(1.02 * tall, _DISC_POSITION * tall + reach + 0.12 * tall if reach else 0.0)

    @staticmethod
    def _dealer_disc_radius(tall: float) -> float:
        """Return the radius of the dealer's disc, which holds a letter."""
        return max(0.15 * tall, _MIN_DISC_RADIUS_PX)

    def _draw_total(self, painter: QPainter, line: QRectF, tall: float, total: str) -> float:
        """Draw the total, which decides the match, in large letters; return its width."""
        text, theme = self.text, current_theme()
        leads = text is not None and text.is_leading
        painter.setFont(make_font(max(_MIN_LETTER_PX, scale_pixels(0.37, 1.1) * tall), bold=True))
        painter.setPen(QColor(theme.brass_text if leads else theme.plate_text))
        painter.drawText(line, _RIGHT, total)
        return float(painter.fontMetrics().horizontalAdvance(total))

    def crown_rect(self) -> QRectF:
        """Return the rectangle of the leader's crown, in the scene."""
        body = self.body_rect()
        return QRectF(_compute_crown_corner(body), QSizeF(_CROWN_SIZE, _CROWN_SIZE) * body.height())

    def _draw_crown(self, painter: QPainter, body: QRectF, tall: float) -> None:
        side, corner = _CROWN_SIZE * tall, _compute_crown_corner(body)
        pen = QPen(QColor(current_theme().plate), 0.035 * tall)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(QColor(current_theme().brass_text))
        painter.drawPath(make_crown_path(corner, side))

    def _draw_glow(self, painter: QPainter, body: QRectF, tall: float) -> None:
        """Draw light around the plate, fainter farther out."""
        light = QColor(current_theme().brass_text)
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
        painter.fillPath(path, QColor(current_theme().brass))

    def _draw_dots(self, painter: QPainter, body: QRectF, tall: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current_theme().brass))
        middle = QPointF(body.center().x(), body.bottom() + 0.085 * tall)
        for step in (-1, 0, 1):
            painter.drawEllipse(middle + QPointF(step * 0.15 * tall, 0), 0.045 * tall, 0.045 * tall)

    def _draw_face(self, painter: QPainter, body: QRectF, tall: float) -> None:
        middle = QPointF(body.left() + 0.50 * tall, body.center().y())
        side = max(1, round(2 * _FACE_RADIUS * tall * self.ratio))
        reach = side / self.ratio / 2
        face_rect = QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)
        picture = render_avatar(
            self.face_look, PlayerMood.WINNING if self.has_won else self.mood, side
        )
        painter.drawPixmap(face_rect, picture, QRectF(picture.rect()))

    def _draw_lower_line(self, painter: QPainter, line: QRectF, text: PlateText) -> None:
        """Draw the lower line: the tally, and the seat's text about the deal."""
        plate = text.plate
        tall = line.height() / 0.38
        painter.setFont(make_font(max(_MIN_LETTER_PX, scale_pixels(0.22, 1.35) * tall)))
        if plate.hand_size is not None:
            self._draw_hand(painter, line, plate.hand_size, text.note)
            return
        painter.setPen(QColor(current_theme().plate_quiet))
        # The next action stands where the eye begins to read.
        painter.drawText(
            line, _LEFT, fit_lower_line_start(text, line.width(), painter.fontMetrics())
        )
        painter.setPen(QColor(current_theme().plate_text))
        draw_fitted_text(painter, line, text.line, scale_pixels(0.22, 1.35) * tall, align=_RIGHT)
        if plate.tally is not None:
            room, tally = _compute_tally_rect(line, text.line), plate.tally
            if tally.shape is TallyShape.COINS:
                self._draw_coins(painter, room, tally.target)
            elif tally.target or tally.reached:
                self._draw_bars(painter, room, tally)

    def _draw_hand(self, painter: QPainter, line: QRectF, cards: int, note: str) -> None:
        """Draw the number of cards beside a card; the note on paper takes the rest."""
        theme = current_theme()
        tall = 0.86 * line.height()
        wide = tall / CARD_HEIGHT_RATIO
        if cards:
            back = QRectF(line.left(), line.center().y() - tall / 2, wide, tall)
            painter.setPen(QPen(PAPER, max(1.0, 0.08 * tall)))
            painter.setBrush(QColor("#22335a"))
            painter.drawRoundedRect(back, 0.15 * wide, 0.15 * wide)
            painter.setPen(QColor(theme.plate_text))
            painter.setFont(make_font(max(_MIN_LETTER_PX, 0.74 * line.height()), bold=True))
            painter.drawText(line.adjusted(1.35 * wide, 0, 0, 0), _LEFT, str(cards))
        if not note:
            return
        used_width = 0.0
        if cards:
            used_width = 1.35 * wide + painter.fontMetrics().horizontalAdvance(f"{cards} ")
        room = line.adjusted(used_width, 0, 0.3 * line.height(), 0)
        inner = room.adjusted(0, 0, -0.5 * line.height(), 0)
        size, bold = 0.62 * line.height(), True
        face, fits = fit_font(note, inner, size, bold=True)
        if not fits:
            bold = False
            face, _ = fit_font(note, inner, size)
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
        draw_fitted_text(painter, letters, note, size, bold=bold, align=ALIGN_CENTRE)

    def _draw_coins(self, painter: QPainter, line: QRectF, count: int) -> None:
        theme = current_theme()
        side = 0.62 * line.height()
        painter.setPen(QPen(QColor(theme.plate), max(1.0, 0.10 * side)))
        painter.setBrush(QColor(theme.brass_text))
        step = min(0.62 * side, (line.width() - side) / max(1, count - 1))
        for index in range(max(0, count)):
            left = line.left() + index * step
            painter.drawEllipse(QRectF(left, line.center().y() - side / 2, side, side))

    def _draw_trump(self, painter: QPainter, body: QRectF, tall: float, trump: Suit) -> None:
        middle = QPointF(body.left() + _DISC_POSITION * tall, body.top() + 0.14 * tall)
        painter.setPen(QPen(QColor(current_theme().ink), 0.02 * tall))
        painter.setBrush(PAPER)
        painter.drawEllipse(middle, _TRUMP_DISC_RADIUS * tall, _TRUMP_DISC_RADIUS * tall)
        paint_suit(
            painter, trump.letter, middle, 0.25 * tall, suit_sign_colour(trump.letter, PAPER)
        )

    def _draw_bars(self, painter: QPainter, line: QRectF, tally: PlateTally) -> None:
        theme = current_theme()
        due, won = tally.target, tally.reached
        for index, bar in enumerate(_compute_bar_rects(line, tally)):
            wide = bar.width()
            pen = max(1.0, 0.15 * wide)
            colour = QColor(theme.brass_text if index < due else theme.loss_on_felt)
            painter.setPen(QPen(colour, pen))
            painter.setBrush(colour if index < min(due, won) else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(bar, 0.2 * wide, 0.2 * wide)
            if index >= due:
                painter.drawLine(bar.topLeft(), bar.bottomRight())
                painter.drawLine(bar.bottomLeft(), bar.topRight())

    def _draw_dealer(self, painter: QPainter, body: QRectF, tall: float) -> None:
        theme = current_theme()
        reach = self._dealer_disc_radius(tall)
        middle = QPointF(body.left() + _DISC_POSITION * tall, body.bottom() - 0.10 * tall)
        painter.setPen(QPen(QColor(theme.ink), 0.02 * tall))
        painter.setBrush(PAPER)
        painter.drawEllipse(middle, reach, reach)
        painter.setFont(make_font(max(_MIN_LETTER_PX, 0.19 * tall), bold=True))
        painter.setPen(QColor("#1b2333"))
        rect = QRectF(middle.x() - 1.3 * reach, middle.y() - 1.3 * reach, 2.6 * reach, 2.6 * reach)
        # The dealer's mark is a letter on a disc, as on a dealer button.
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, tr("D"))


def _draw_chip(painter: QPainter, corner: QPointF, side: float) -> None:
    """Draw the mark of a computer player: a chip with its pins."""
    ink = QColor(current_theme().plate_quiet)
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


def _compute_tally_rect(line: QRectF, words: str) -> QRectF:
    """Return the rectangle of a tally in the lower line, beside the text at its end."""
    tall = line.height() / 0.38
    size = scale_pixels(0.22, 1.35) * tall
    used_width = (
        QFontMetricsF(make_font(max(_MIN_LETTER_PX, size))).horizontalAdvance(words) + 0.12 * tall
    )
    return QRectF(line.left(), line.top(), line.width() - used_width, line.height())


def _compute_bar_rects(line: QRectF, tally: PlateTally) -> list[QRectF]:
    """Return a bar for each trick that is bid or won, in the rectangle of the tally."""
    count = max(tally.target, tally.reached)
    step = min(0.56 * line.height(), line.width() / count)
    wide, tall = 0.68 * step, min(0.78 * line.height(), 2.6 * step)
    top = line.center().y() - tall / 2
    left = line.left() + max(1.0, 0.10 * step) / 2
    return [QRectF(left + index * step, top, wide, tall) for index in range(count)]


FADE_MS: Final = 180


class MoodAnimation:
    """Animation of the moods of the faces on plates.

    The table does not wait for it: faces change while the table continues.
    """

    def __init__(self, plates: Sequence[PlateItem], animator: Animator) -> None:
        self._plates, self._animator = plates, animator

    def set_moods(self, moods: Sequence[PlayerMood]) -> None:
        for plate, mood in zip(self._plates, moods, strict=False):
            plate.set_mood(mood)
        self.finish_animation()

    def animate_moods(self, moods: Sequence[PlayerMood]) -> None:
        pairs = zip(self._plates, moods, strict=False)
        changes = [(plate, mood) for plate, mood in pairs if mood is not plate.mood]
        if changes:
            self.finish_animation()
            for plate, mood in changes:
                plate.set_mood(mood, fades=True)
            self._animator.add_animation(self, FADE_MS, easing=linear, awaited=False)

    def start_animation(self) -> None:
        """Do nothing: the previous faces are still shown."""

    def set_progress(self, progress: float) -> None:
        for plate in self._plates:
            plate.set_fade_progress(progress)

    def finish_animation(self) -> None:
        self.set_progress(1.0)
