"""Texts on the cloth: the notice of game and deal, the trump sign, and the own card's slot."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from greenbaize.cards import Suit
from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK, paint_suit, sign_ink
from greenbaize.ui.table.drawn import DrawnItem, Shown
from greenbaize.ui.table.geometry import DECK_CARD, LARGER, LOWEST_LINE, TALL, Box, Geometry
from greenbaize.ui.table.trump import Owners, paint_owners, paint_struck, struck_place
from greenbaize.ui.table.writing import CENTRE, font_for, lines_of, width_of, write
from greenbaize.ui.widgets.fonts import SMALL, font, grown, share
from greenbaize.ui.widgets.plain import set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import suit_name, tr, tr_count

_HIGH = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class NoticeItem(DrawnItem):
    """Name of the game in bold, the deal behind it, and announcements below."""

    hidden = False
    texts = Shown(("", "", ""))
    """Name of the game, text behind it, and announcements."""
    beside = Shown[str | None](None)
    """Text before a drawing in the lowest line, where there is one."""
    card = Shown(100.0)
    """Card width that determines the letter size (px)."""

    def rest_room(self) -> QRectF:
        """Return the rectangle of the announcements, in the scene."""
        room = self.boundingRect()
        return self.mapRectToScene(self._rooms(room.width(), room.height())[2])

    def width_before(self, words: str) -> float:
        """Return the width of a text before a drawing."""
        small = self._letters()[1]
        return width_of(words, small) + 0.5 * small if words else 0.0

    def written(self) -> QRectF:
        words, news = self.texts[1:]
        room = self.boundingRect()
        line, behind, rest = self._rooms(room.width(), room.height())
        small = self._letters()[1]
        used = QRectF(0, 0, width_of(self.texts[0], self._letters()[0], bold=True), line)
        for text, place in ((words, behind), (news, rest)):
            if text and not (text is news and self.beside is not None):
                lines = lines_of(text, small, place.width())
                wide = place.width() if lines > 1 else width_of(text, small)
                used |= QRectF(place.left(), place.top(), wide, lines * 1.4 * small)
        return self.mapRectToScene(used & room)

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        title, words, news = self.texts
        large, small = self._letters()
        line, behind, rest = self._rooms(width, height)
        painter.setPen(QColor(worn().plate_text))
        write(painter, QRectF(0, 0, width, line), title, large, bold=True)
        painter.setPen(QColor(worn().plate_quiet))
        write(painter, behind, words, small)
        painter.setPen(QColor(worn().plate_text))
        lines = max(1, int(rest.height() / LOWEST_LINE))
        if self.beside is not None:
            write(painter, rest, self.beside, small)
            set_tip(self, "")
            return
        whole = write(painter, rest, news, small, align=_HIGH, lines=lines)
        set_tip(self, "" if whole else news)

    @property
    def _line(self) -> float:
        line = grown(max(LOWEST_LINE, 0.26 * self.card), LARGER)
        return min(0.5 * self.boundingRect().height(), line)

    def _letters(self) -> tuple[float, float]:
        return 0.72 * self._line, 0.56 * self._line

    def _rooms(self, width: float, height: float) -> tuple[float, QRectF, QRectF]:
        """Return the height of the name's line, and the rectangles beside and below it."""
        title, words, _ = self.texts
        line = self._line
        large, small = self._letters()
        used = width_of(title, large, bold=True) + 0.35 * line
        behind, top = QRectF(used, 0, width - used, line * 1.06), line
        if width_of(words, small) > behind.width():
            # A deal that is too long has a line of its own below the name.
            line = min(line, max(LOWEST_LINE, 0.25 * height), height / 3)
            behind, top = QRectF(0, line, width, line), 2 * line
        return line, behind, QRectF(0, top, width, height - top)


class SignItem(DrawnItem):
    """Trump suit: a quiet line, and below it a large suit mark with its name."""

    hidden = False
    line = Shown("")
    suit = Shown[Suit | None](None)
    owners = Shown[Owners](())
    """Trump suits of single seats, where there is no common trump."""
    none = Shown(False)
    """There is no trump in this deal."""

    def written(self) -> QRectF:
        room = self.sceneBoundingRect()
        high, bold = room.height(), QFontMetricsF(font(0.27 * room.height(), bold=True))
        if self.owners:
            return room
        if self.none:
            card = struck_place(room)
            card.setRight(card.right() + 0.12 * high + bold.horizontalAdvance(self.line))
            return card & room
        if self.suit is None:
            wide = bold.horizontalAdvance(self.line)
            return QRectF(room.left(), room.top() + 0.25 * high, wide, 0.5 * high)
        line = QFontMetricsF(font(0.24 * high)).horizontalAdvance(self.line)
        named = 0.58 * high + bold.horizontalAdvance(suit_name(self.suit))
        room.setWidth(min(room.width(), max(line, named)))
        return room

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        theme = worn()
        if self.owners:
            whole = paint_owners(painter, QRectF(0, 0, width, height), self.owners)
            set_tip(self, "" if whole else "\n".join(names for _, names in self.owners))
            return
        set_tip(self, "")
        painter.setPen(QColor(theme.plate_quiet))
        if self.suit is None:
            # A deal without trump is as important to know as a trump suit.
            painter.setPen(QColor(theme.plate_text))
            room = QRectF(0, 0, width, height)
            if self.none:
                card = struck_place(room)
                paint_struck(painter, card)
                room.setLeft(card.right() + 0.12 * height)
                painter.setPen(QColor(theme.plate_text))
            write(painter, room, self.line, 0.27 * height, bold=True, lines=2)
            return
        size = 0.24 * height
        two = not font_for(self.line, QRectF(0, 0, width, height), size)[1]
        above = (0.6 if two else 0.36) * height
        lines = 2 if two else 1
        write(painter, QRectF(0, 0, width, above), self.line, size, lines=lines)
        side = (0.36 if two else 0.48) * height
        top = height - 1.2 * side
        letter, middle = self.suit.letter, QPointF(side / 2, top + side / 2)
        paint_suit(painter, letter, middle, side, sign_ink(letter, QColor(theme.felt)))
        painter.setPen(QColor(theme.plate_text))
        room = QRectF(1.2 * side, top, width - 1.2 * side, side)
        write(painter, room, suit_name(self.suit), 0.27 * height, bold=True)


class SlotItem(DrawnItem):
    """Dashed outline where the own card will lie."""

    level = 0

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        pen = QPen(QColor(worn().felt_line).lighter(150), max(1.0, 0.018 * width))
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(QRectF(2, 2, width - 4, height - 4), 0.075 * width, 0.075 * width)
        painter.setPen(QColor(worn().plate_quiet))
        painter.setFont(font(grown(0.14, LARGER) * width))
        words = tr("your card")
        if painter.fontMetrics().horizontalAdvance(words) <= width - 8:
            low = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
            painter.drawText(QRectF(4, 4, width - 8, height - 14), low, words)


class StockWords(DrawnItem):
    """Number of cards left in the stock, below it; an outline in its place once it is empty."""

    count = Shown(0)

    @property
    def words(self) -> str:
        if not self.count:
            return tr("stock empty")
        return tr_count("{count} left", "{count} left", self.count).format(count=self.count)

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        tall = height * DECK_CARD * TALL / (DECK_CARD * TALL + 0.35)
        size = max(12.0, 0.55 * (height - tall))
        painter.setPen(QColor(worn().plate_text))
        if self.count:
            line = QRectF(0, tall, width, height - tall)
            write(painter, line, self.words, size, bold=True, align=CENTRE)
        else:
            card = tall / TALL
            place = QRectF(0, 0, width, height).adjusted(1, 1, -1, -1)
            room = place.adjusted(2, 2, -2, -2)
            write(painter, room, self.words, size, bold=True, align=CENTRE, lines=4)
            pen = QPen(QColor(worn().felt_line).lighter(150), max(1.0, 0.02 * card))
            pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(place, 0.075 * card, 0.075 * card)


Trumps = tuple[tuple[Suit, ...], ...]
_SMALLEST = 12.0
"""Minimum letter height (px)."""
_GAP = 0.12
"""Gap beside a mark, in heights of the line."""
_LEAST = 0.72
"""Size of the mark of a junior trump, relative to the senior one."""


class TrumpsItem(DrawnItem):
    """Trumps for all players, the senior one first and largest."""

    trumps = Shown[Trumps](())

    def show_trumps(self, trumps: Trumps) -> None:
        self.trumps = trumps
        self.setVisible(bool(trumps))

    @property
    def words(self) -> list[str]:
        many = sum(map(len, self.trumps)) > 1
        between = [
            tr("and") if place else tr("above")
            for level, equals in enumerate(self.trumps)
            for place in range(len(equals))
            if level or place
        ]
        return [tr("Trumps") if many else tr("Trump"), *between]

    def lay(self, box: Box, most: float) -> None:
        """Set the box; a text that is too wide extends to the right, up to ``max_width``."""
        words = sum(
            map(QFontMetricsF(font(self._letters(box.height))).horizontalAdvance, self.words)
        )
        wide = words + sum(side + 2 * _GAP * box.height for side in self._sides(box.height)) + 2
        self.set_size(min(most, max(box.width, wide)), box.height)
        self.setPos(round(box.x), round(box.y))

    @staticmethod
    def _letters(height: float) -> float:
        return max(_SMALLEST, 0.46 * height)

    def _sides(self, height: float) -> list[float]:
        """Return the size of each mark; junior trumps have smaller ones."""
        disc = 0.86 * height
        levels = [level for level, equals in enumerate(self.trumps) for _ in equals]
        return [disc * (_LEAST if level else 1.0) for level in levels]

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        suits = [suit for equals in self.trumps for suit in equals]
        size, gap, left = self._letters(height), _GAP * height, 0.0
        painter.setFont(font(size))
        metrics = QFontMetricsF(font(size))
        for suit, side, word in zip(suits, self._sides(height), self.words, strict=True):
            painter.setPen(QColor(worn().plate_quiet))
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
        paint_suit(painter, suit.letter, middle, 0.62 * side, sign_ink(suit.letter, PAPER))


_WRAPPED = Qt.TextFlag.TextWordWrap
_APART = 6.0
_CENTRE = Qt.AlignmentFlag.AlignCenter


class LineItem(DrawnItem):
    """Line of text above the own hand, centred."""

    level = 4400
    words = ""
    went_on: QRectF | None = None
    """Rectangle at the last prompt for a click, if the table has had the same size since."""
    _size = 14.0

    def show_words(
        self,
        words: str,
        geometry: Geometry,
        covered: Sequence[QRectF] = (),
        *,
        goes_on: bool = False,
    ) -> bool:
        """Show a text, or nothing; return whether the near card of the trick stays uncovered.

        ``prompts_click``: the text prompts for a click to continue, and no card of the own hand is
        raised.
        """
        self.words = words
        self.setVisible(bool(words))
        if not words:
            return True
        room, played = geometry.question(), geometry.played(geometry.near)
        foot = played.y + TALL / 2 * played.scale * geometry.card
        bottom = room.y + room.height - (0 if goes_on else 0.2 * geometry.card / share())
        usual = max(13.0, 0.16 * geometry.card, self.least_letter)
        least = self.least_letter if self.least_letter > SMALL else usual
        self._size = size = self.grown(usual)
        width, height = self._measured(room.width)
        while bottom - height < foot and size > least:
            # Use the largest size that leaves the own card in the trick uncovered.
            self._size = size = max(least, size - 1)
            width, height = self._measured(room.width)
        self.set_size(width, height)
        # A wide text extends to the right, because the own plate is at the left.
        left = max(room.centre[0] - width / 2, room.x)
        place = QRectF(left, bottom - height, width, height)
        for one in sorted(covered, key=QRectF.top, reverse=True):
            if one.intersects(place):
                place.moveBottom(one.top() - _APART)
        self.setPos(round(place.x()), round(place.y()))
        self.redraw()
        if goes_on:
            self.went_on = place
        return bottom - height >= foot

    def _measured(self, room: float) -> tuple[float, float]:
        """Return its width and height at its letter size, for this available width."""
        size, metrics = self._size, QFontMetricsF(font(self._size))
        most = max(room, 14 * size) - 2 * size
        wide = min(most, metrics.horizontalAdvance(self.words) + 2)

        def tall(wide: float) -> float:
            return metrics.boundingRect(QRectF(0, 0, wide, 1e4), _WRAPPED, self.words).height()

        high = tall(wide)
        while wide > 6 * size and tall(wide - size) == high:
            wide -= size  # Balance the lengths of its lines.
        return wide + 2 * size, high + 0.8 * size / share()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        ground = QColor(worn().plate)
        ground.setAlphaF(0.72)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(0, 0, width, height), 0.9 * self._size, 0.9 * self._size)
        painter.setPen(QColor(worn().plate_text))
        painter.setFont(font(self._size))
        room = QRectF(self._size - 1, 0, width - 2 * self._size + 2, height)
        painter.drawText(room, _WRAPPED | _CENTRE, self.words)


class MarkItem(DrawnItem):
    """Badge with a word or two over the right end of a plate's upper edge."""

    level = 520
    words = Shown("")
    urgent = Shown(False)
    _size = 12.0

    def show_words(self, words: str, plate: Box, *, urgent: bool = False) -> None:
        self.setVisible(bool(words))
        self.words, self.urgent = words, urgent
        if not words:
            return
        self._size = max(self.least_letter, self.grown(max(12.0, 0.2 * plate.height), 1.5))
        wide = QFontMetricsF(font(self._size, bold=True)).horizontalAdvance(words)
        width, height = min(wide + 1.4 * self._size, 1.4 * plate.width), 1.5 * self._size
        self.set_size(round(width), round(height))
        left = plate.x + plate.width - width - 0.3 * plate.height
        # At the table's upper edge it lies on the plate, not beyond the cloth.
        self.setPos(round(max(4.0, left)), round(max(0.0, plate.y - 0.8 * height)))

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        body = QRectF(1, 1, width - 2, height - 2)
        paper, ink = QColor(worn().plate), QColor(worn().brass_text)
        if self.urgent:
            paper, ink = PAPER, BLACK
        painter.setPen(QPen(ink, 1))
        painter.setBrush(paper)
        painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
        painter.setPen(ink)
        painter.setFont(font(self._size, bold=True))
        text = painter.fontMetrics().elidedText(
            self.words, Qt.TextElideMode.ElideRight, int(width - self._size)
        )
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, text)
