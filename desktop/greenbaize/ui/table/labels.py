"""Texts on the cloth: the notice of game and deal, the trump sign, and the own card's slot."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from greenbaize.cards import Suit
from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK, paint_suit, suit_sign_colour
from greenbaize.ui.table.cached_item import CachedItem, RedrawProperty
from greenbaize.ui.table.geometry import (
    CARD_HEIGHT_RATIO,
    DECK_SCALE,
    MAX_TEXT_SCALE,
    MIN_LINE_HEIGHT_PX,
    TableBox,
    TableGeometry,
)
from greenbaize.ui.table.text_fitting import (
    ALIGN_CENTRE,
    count_lines,
    draw_fitted_text,
    fit_font,
    measure_text_width,
)
from greenbaize.ui.table.trump import (
    TrumpOwners,
    compute_struck_card_rect,
    paint_owners,
    paint_struck_card,
)
from greenbaize.ui.widgets.fonts import SMALL, make_font, scale_pixels, text_scale
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import suit_name, tr, tr_count

_TOP_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class NoticeItem(CachedItem):
    """Name of the game in bold, the deal behind it, and announcements below."""

    starts_hidden = False
    title_texts = RedrawProperty(("", "", ""))
    """Name of the game, text behind it, and announcements."""
    text_before_drawing = RedrawProperty[str | None](None)
    """Text before a drawing in the lowest line, where there is one."""
    card_width = RedrawProperty(100.0)
    """Card width that determines the letter size (px)."""

    def announced_rect(self) -> QRectF:
        """Return the rectangle of the announcements, in the scene."""
        room = self.boundingRect()
        return self.mapRectToScene(self._text_layout(room.width(), room.height())[2])

    @property
    def gap_above_drawing(self) -> float:
        """Distance of a drawing from a line of its own for the deal, below whose letters it is."""
        _, deal_rect, _ = self._text_layout(
            self.boundingRect().width(), self.boundingRect().height()
        )
        return 0.3 * self._letter_sizes()[1] if deal_rect.top() else 0.0

    def width_before(self, words: str) -> float:
        """Return the width of a text before a drawing."""
        small = self._letter_sizes()[1]
        return measure_text_width(words, small) + 0.5 * small if words else 0.0

    def text_rect(self) -> QRectF:
        deal_text, announced = self.title_texts[1:]
        room = self.boundingRect()
        line, deal_rect, announced_rect = self._text_layout(room.width(), room.height())
        small = self._letter_sizes()[1]
        used = QRectF(
            0, 0, measure_text_width(self.title_texts[0], self._letter_sizes()[0], bold=True), line
        )
        for text, rect in ((deal_text, deal_rect), (announced, announced_rect)):
            if text and not (text is announced and self.text_before_drawing is not None):
                lines = count_lines(text, small, rect.width())
                wide = rect.width() if lines > 1 else measure_text_width(text, small)
                used |= QRectF(rect.left(), rect.top(), wide, lines * 1.4 * small)
        return self.mapRectToScene(used & room)

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        title, deal_text, announced = self.title_texts
        large, small = self._letter_sizes()
        line, deal_rect, announced_rect = self._text_layout(width, height)
        painter.setPen(QColor(current_theme().plate_text))
        draw_fitted_text(painter, QRectF(0, 0, width, line), title, large, bold=True)
        painter.setPen(QColor(current_theme().plate_quiet))
        draw_fitted_text(painter, deal_rect, deal_text, small)
        painter.setPen(QColor(current_theme().plate_text))
        lines = max(1, int(announced_rect.height() / MIN_LINE_HEIGHT_PX))
        if self.text_before_drawing is not None:
            draw_fitted_text(painter, announced_rect, self.text_before_drawing, small)
            set_tooltip(self, "")
            return
        fits = draw_fitted_text(
            painter, announced_rect, announced, small, align=_TOP_LEFT, lines=lines
        )
        set_tooltip(self, "" if fits else announced)

    @property
    def _line_height(self) -> float:
        line = scale_pixels(max(MIN_LINE_HEIGHT_PX, 0.26 * self.card_width), MAX_TEXT_SCALE)
        return min(0.5 * self.boundingRect().height(), line)

    def _letter_sizes(self) -> tuple[float, float]:
        return 0.72 * self._line_height, 0.56 * self._line_height

    def _text_layout(self, width: float, height: float) -> tuple[float, QRectF, QRectF]:
        """Return the height of the name's line, and the rectangles beside and below it."""
        title, deal_text, _ = self.title_texts
        line = self._line_height
        large, small = self._letter_sizes()
        used = measure_text_width(title, large, bold=True) + 0.35 * line
        deal_rect, top = QRectF(used, 0, width - used, line * 1.06), line
        if measure_text_width(deal_text, small) > deal_rect.width():
            # A deal that is too long has a line of its own below the name.
            line = min(line, max(MIN_LINE_HEIGHT_PX, 0.25 * height), height / 3)
            deal_rect, top = QRectF(0, line, width, line), 2 * line
        return line, deal_rect, QRectF(0, top, width, height - top)


class TrumpSignItem(CachedItem):
    """Trump suit: a quiet line, and below it a large suit mark with its name."""

    starts_hidden = False
    line = RedrawProperty("")
    suit = RedrawProperty[Suit | None](None)
    owners = RedrawProperty[TrumpOwners](())
    """Trump suits of single seats, where there is no common trump."""
    is_no_trump = RedrawProperty(False)
    """There is no trump in this deal."""

    def text_rect(self) -> QRectF:
        room = self.sceneBoundingRect()
        high, bold_metrics = (
            room.height(),
            QFontMetricsF(make_font(0.27 * room.height(), bold=True)),
        )
        if self.owners:
            return room
        if self.is_no_trump:
            card = compute_struck_card_rect(room)
            card.setRight(card.right() + 0.12 * high + bold_metrics.horizontalAdvance(self.line))
            return card & room
        if self.suit is None:
            wide = bold_metrics.horizontalAdvance(self.line)
            return QRectF(room.left(), room.top() + 0.25 * high, wide, 0.5 * high)
        line = QFontMetricsF(make_font(0.24 * high)).horizontalAdvance(self.line)
        suit_width = 0.58 * high + bold_metrics.horizontalAdvance(suit_name(self.suit))
        room.setWidth(min(room.width(), max(line, suit_width)))
        return room

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        theme = current_theme()
        if self.owners:
            fits = paint_owners(painter, QRectF(0, 0, width, height), self.owners)
            set_tooltip(self, "" if fits else "\n".join(names for _, names in self.owners))
            return
        set_tooltip(self, "")
        painter.setPen(QColor(theme.plate_quiet))
        if self.suit is None:
            # A deal without trump is as important to know as a trump suit.
            painter.setPen(QColor(theme.plate_text))
            room = QRectF(0, 0, width, height)
            if self.is_no_trump:
                card = compute_struck_card_rect(room)
                paint_struck_card(painter, card)
                room.setLeft(card.right() + 0.12 * height)
                painter.setPen(QColor(theme.plate_text))
            draw_fitted_text(painter, room, self.line, 0.27 * height, bold=True, lines=2)
            return
        size = 0.24 * height
        is_two_lines = not fit_font(self.line, QRectF(0, 0, width, height), size)[1]
        above = (0.6 if is_two_lines else 0.36) * height
        lines = 2 if is_two_lines else 1
        draw_fitted_text(painter, QRectF(0, 0, width, above), self.line, size, lines=lines)
        side = (0.36 if is_two_lines else 0.48) * height
        top = height - 1.2 * side
        letter, middle = self.suit.letter, QPointF(side / 2, top + side / 2)
        paint_suit(painter, letter, middle, side, suit_sign_colour(letter, QColor(theme.felt)))
        painter.setPen(QColor(theme.plate_text))
        room = QRectF(1.2 * side, top, width - 1.2 * side, side)
        draw_fitted_text(painter, room, suit_name(self.suit), 0.27 * height, bold=True)


class CardSlotItem(CachedItem):
    """Dashed outline where the own card will lie."""

    z_value = 0

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        pen = QPen(QColor(current_theme().felt_line).lighter(150), max(1.0, 0.018 * width))
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(QRectF(2, 2, width - 4, height - 4), 0.075 * width, 0.075 * width)
        painter.setPen(QColor(current_theme().plate_quiet))
        painter.setFont(make_font(scale_pixels(0.14, MAX_TEXT_SCALE) * width))
        words = tr("your card")
        if painter.fontMetrics().horizontalAdvance(words) <= width - 8:
            low = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
            painter.drawText(QRectF(4, 4, width - 8, height - 14), low, words)


class StockCountItem(CachedItem):
    """Number of cards left in the stock, below it; an outline in its place once it is empty."""

    card_count = RedrawProperty(0)

    @property
    def text(self) -> str:
        if not self.card_count:
            return tr("stock empty")
        return tr_count("{count} left", "{count} left", self.card_count).format(
            count=self.card_count
        )

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        tall = height * DECK_SCALE * CARD_HEIGHT_RATIO / (DECK_SCALE * CARD_HEIGHT_RATIO + 0.35)
        size = max(12.0, 0.55 * (height - tall))
        painter.setPen(QColor(current_theme().plate_text))
        if self.card_count:
            line = QRectF(0, tall, width, height - tall)
            draw_fitted_text(painter, line, self.text, size, bold=True, align=ALIGN_CENTRE)
        else:
            card = tall / CARD_HEIGHT_RATIO
            slot_rect = QRectF(0, 0, width, height).adjusted(1, 1, -1, -1)
            text_rect = slot_rect.adjusted(2, 2, -2, -2)
            draw_fitted_text(
                painter, text_rect, self.text, size, bold=True, align=ALIGN_CENTRE, lines=4
            )
            pen = QPen(QColor(current_theme().felt_line).lighter(150), max(1.0, 0.02 * card))
            pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(slot_rect, 0.075 * card, 0.075 * card)


TrumpLevels = tuple[tuple[Suit, ...], ...]
_MIN_LETTER_PX = 12.0
"""Minimum letter height (px)."""
_MARK_GAP = 0.12
"""Gap beside a mark, in heights of the line."""
_JUNIOR_SCALE = 0.72
"""Size of the mark of a junior trump, relative to the senior one."""


class TrumpsItem(CachedItem):
    """Trumps for all players, the senior one first and largest."""

    trumps = RedrawProperty[TrumpLevels](())

    def show_trumps(self, trumps: TrumpLevels) -> None:
        self.trumps = trumps
        self.setVisible(bool(trumps))

    @property
    def words_before_marks(self) -> list[str]:
        is_plural = sum(map(len, self.trumps)) > 1
        between = [
            tr("and") if index else tr("above")
            for level, equals in enumerate(self.trumps)
            for index in range(len(equals))
            if level or index
        ]
        return [tr("Trumps") if is_plural else tr("Trump"), *between]

    def fit_box(self, box: TableBox, max_width: float) -> None:
        """Set the box; a text that is too wide extends to the right, up to ``max_width``."""
        text_width = sum(
            map(
                QFontMetricsF(make_font(self._letter_size(box.height))).horizontalAdvance,
                self.words_before_marks,
            )
        )
        wide = (
            text_width
            + sum(side + 2 * _MARK_GAP * box.height for side in self._mark_sizes(box.height))
            + 2
        )
        self.set_size(min(max_width, max(box.width, wide)), box.height)
        self.setPos(round(box.x), round(box.y))

    @staticmethod
    def _letter_size(height: float) -> float:
        return max(_MIN_LETTER_PX, 0.46 * height)

    def _mark_sizes(self, height: float) -> list[float]:
        """Return the size of each mark; junior trumps have smaller ones."""
        disc = 0.86 * height
        levels = [level for level, equals in enumerate(self.trumps) for _ in equals]
        return [disc * (_JUNIOR_SCALE if level else 1.0) for level in levels]

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        suits = [suit for equals in self.trumps for suit in equals]
        size, gap, left = self._letter_size(height), _MARK_GAP * height, 0.0
        painter.setFont(make_font(size))
        metrics = QFontMetricsF(make_font(size))
        for suit, side, word in zip(
            suits, self._mark_sizes(height), self.words_before_marks, strict=True
        ):
            painter.setPen(QColor(current_theme().plate_quiet))
            wide = metrics.horizontalAdvance(word)
            line = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(left, 0, wide + 2, height), line, word)
            left += wide + gap
            self._draw_mark(painter, QPointF(left + side / 2, height / 2), side, suit)
            left += side + gap

    @staticmethod
    def _draw_mark(painter: QPainter, middle: QPointF, side: float, suit: Suit) -> None:
        painter.setPen(QPen(EDGE, 1))
        painter.setBrush(PAPER)
        painter.drawEllipse(middle, side / 2 - 1, side / 2 - 1)
        paint_suit(painter, suit.letter, middle, 0.62 * side, suit_sign_colour(suit.letter, PAPER))


_WRAPPED = Qt.TextFlag.TextWordWrap
_OBSTACLE_GAP_PX = 6.0
_CENTRE = Qt.AlignmentFlag.AlignCenter


class StatusLineItem(CachedItem):
    """Line of text above the own hand, centred."""

    z_value = 4400
    text = ""
    click_prompt_rect: QRectF | None = None
    """Rectangle at the last prompt for a click, if the table has had the same size since."""
    _size = 14.0

    def set_text(
        self,
        text: str,
        geometry: TableGeometry,
        blocked: Sequence[QRectF] = (),
        *,
        prompts_click: bool = False,
    ) -> bool:
        """Show a text, or nothing; return whether the near card of the trick stays uncovered.

        ``prompts_click``: the text prompts for a click to continue, and no card of the own hand is
        raised.
        """
        self.text = text
        self.setVisible(bool(text))
        if not text:
            return True
        room, own_card = geometry.question_box(), geometry.played_placement(geometry.near_seat)
        card_bottom = own_card.y + CARD_HEIGHT_RATIO / 2 * own_card.scale * geometry.card_width
        bottom = (
            room.y
            + room.height
            - (0 if prompts_click else 0.2 * geometry.card_width / text_scale())
        )
        usual = max(13.0, 0.16 * geometry.card_width, self.least_letter)
        least = self.least_letter if self.least_letter > SMALL else usual
        self._size = size = self.scaled_size(usual)
        width, height = self._measure_text(room.width)
        while bottom - height < card_bottom and size > least:
            # Use the largest size that leaves the own card in the trick uncovered.
            self._size = size = max(least, size - 1)
            width, height = self._measure_text(room.width)
        self.set_size(width, height)
        # A wide text extends to the right, because the own plate is at the left.
        left = max(room.centre[0] - width / 2, room.x)
        rect = QRectF(left, bottom - height, width, height)
        for obstacle in sorted(blocked, key=QRectF.top, reverse=True):
            if obstacle.intersects(rect):
                rect.moveBottom(obstacle.top() - _OBSTACLE_GAP_PX)
        self.setPos(round(rect.x()), round(rect.y()))
        self.redraw()
        if prompts_click:
            self.click_prompt_rect = rect
        return bottom - height >= card_bottom

    def _measure_text(self, available_width: float) -> tuple[float, float]:
        """Return its width and height at its letter size, for this available width."""
        size, metrics = self._size, QFontMetricsF(make_font(self._size))
        most = max(available_width, 14 * size) - 2 * size
        wide = min(most, metrics.horizontalAdvance(self.text) + 2)

        def measure_height(wide: float) -> float:
            return metrics.boundingRect(QRectF(0, 0, wide, 1e4), _WRAPPED, self.text).height()

        high = measure_height(wide)
        while wide > 6 * size and measure_height(wide - size) == high:
            wide -= size  # Balance the lengths of its lines.
        return wide + 2 * size, high + 0.8 * size / text_scale()

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        ground = QColor(current_theme().plate)
        ground.setAlphaF(0.72)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(0, 0, width, height), 0.9 * self._size, 0.9 * self._size)
        painter.setPen(QColor(current_theme().plate_text))
        painter.setFont(make_font(self._size))
        room = QRectF(self._size - 1, 0, width - 2 * self._size + 2, height)
        painter.drawText(room, _WRAPPED | _CENTRE, self.text)


class PlateBadgeItem(CachedItem):
    """Badge with a word or two over the right end of a plate's upper edge."""

    z_value = 520
    text = RedrawProperty("")
    is_urgent = RedrawProperty(False)
    _size = 12.0

    def set_text(self, text: str, plate: TableBox, *, urgent: bool = False) -> None:
        self.setVisible(bool(text))
        self.text, self.is_urgent = text, urgent
        if not text:
            return
        self._size = max(self.least_letter, self.scaled_size(max(12.0, 0.2 * plate.height), 1.5))
        wide = QFontMetricsF(make_font(self._size, bold=True)).horizontalAdvance(text)
        width, height = min(wide + 1.4 * self._size, 1.4 * plate.width), 1.5 * self._size
        self.set_size(round(width), round(height))
        left = plate.x + plate.width - width - 0.3 * plate.height
        # At the table's upper edge it lies on the plate, not beyond the cloth.
        self.setPos(round(max(4.0, left)), round(max(0.0, plate.y - 0.8 * height)))

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        body = QRectF(1, 1, width - 2, height - 2)
        paper, ink = QColor(current_theme().plate), QColor(current_theme().brass_text)
        if self.is_urgent:
            paper, ink = PAPER, BLACK
        painter.setPen(QPen(ink, 1))
        painter.setBrush(paper)
        painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
        painter.setPen(ink)
        painter.setFont(make_font(self._size, bold=True))
        text = painter.fontMetrics().elidedText(
            self.text, Qt.TextElideMode.ElideRight, int(width - self._size)
        )
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, text)
