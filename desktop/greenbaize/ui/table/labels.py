"""Words on the cloth: the line for game and deal, the trump sign, and the place of one's card."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QTransform

from greenbaize.cards import Suit
from greenbaize.ui.cards.suits import sign_ink, suit_path
from greenbaize.ui.fonts import font, grown
from greenbaize.ui.plain import set_tip
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import LARGER, LOWEST_LINE
from greenbaize.ui.table.writing import font_for, lines_of, width_of, write
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import suit_name

_HIGH = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class NoticeItem(DrawnItem):
    """The game's name, bold, with the deal behind it, and below what has been announced."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.texts = ("", "", "")
        self._card = 100.0
        self.setZValue(400)

    def show_words(self, title: str, words: str, news: str) -> None:
        """Show a name, what stands behind it, and what stands below it."""
        if (title, words, news) != self.texts:
            self.texts = (title, words, news)
            self.redraw()

    def written(self) -> QRectF:
        """Where it is written on, in the scene."""
        words, news = self.texts[1:]
        room = self.boundingRect()
        line, behind, rest = self._rooms(room.width(), room.height())
        small = self._letters()[1]
        used = QRectF(0, 0, width_of(self.texts[0], self._letters()[0], bold=True), line)
        for text, place in ((words, behind), (news, rest)):
            if text:
                lines = lines_of(text, small, place.width())
                wide = place.width() if lines > 1 else width_of(text, small)
                used |= QRectF(place.left(), place.top(), wide, lines * 1.4 * small)
        return self.mapRectToScene(used & room)

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the lines into their picture."""
        title, words, news = self.texts
        large, small = self._letters()
        line, behind, rest = self._rooms(width, height)
        painter.setPen(QColor(self.theme.plate_text))
        write(painter, QRectF(0, 0, width, line), title, large, bold=True)
        painter.setPen(QColor(self.theme.plate_quiet))
        write(painter, behind, words, small)
        painter.setPen(QColor(self.theme.plate_text))
        lines = max(1, int(rest.height() / LOWEST_LINE))
        whole = write(painter, rest, news, small, align=_HIGH, lines=lines)
        set_tip(self, "" if whole else news)

    @property
    def _line(self) -> float:
        line = grown(max(LOWEST_LINE, 0.26 * self._card), LARGER)
        return min(0.5 * self.boundingRect().height(), line)

    def _letters(self) -> tuple[float, float]:
        """How large the name is written, and all else, in pixels."""
        return 0.72 * self._line, 0.56 * self._line

    def _rooms(self, width: float, height: float) -> tuple[float, QRectF, QRectF]:
        """How high the name's line is, the room of what stands behind it, and that below."""
        title, words, _ = self.texts
        line = self._line
        large, small = self._letters()
        used = width_of(title, large, bold=True) + 0.35 * line
        behind, top = QRectF(used, 0, width - used, line * 1.06), line
        if width_of(words, small) > behind.width():
            # Below the name it has a line of its own.
            line = min(line, max(LOWEST_LINE, 0.25 * height), height / 3)
            behind, top = QRectF(0, line, width, line), 2 * line
        return line, behind, QRectF(0, top, width, height - top)

    def set_card(self, card: float) -> None:
        """Write as large as beside cards of this width."""
        if card != self._card:
            self._card = card
            self.redraw()


class SignItem(DrawnItem):
    """What suit counts: a quiet line, and below it a suit's mark, large, with its name in words."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.line = ""
        self.suit: Suit | None = None
        self.setZValue(400)

    def show_sign(self, line: str, suit: Suit | None) -> None:
        """Show a line, and this suit below it if there is one."""
        if (line, suit) != (self.line, self.suit):
            self.line, self.suit = line, suit
            self.redraw()

    def written(self) -> QRectF:
        """Where it is written on, in the scene."""
        room = self.sceneBoundingRect()
        high, bold = room.height(), QFontMetricsF(font(0.27 * room.height(), bold=True))
        if self.suit is None:
            wide = bold.horizontalAdvance(self.line)
            return QRectF(room.left(), room.top() + 0.25 * high, wide, 0.5 * high)
        line = QFontMetricsF(font(0.24 * high)).horizontalAdvance(self.line)
        named = 0.58 * high + bold.horizontalAdvance(suit_name(self.suit))
        room.setWidth(min(room.width(), max(line, named)))
        return room

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the sign into its picture."""
        theme = self.theme
        painter.setPen(QColor(theme.plate_quiet))
        if self.suit is None:
            # That there is no trump decides a deal as much as which suit is.
            painter.setPen(QColor(theme.plate_text))
            room = QRectF(0, 0, width, height)
            write(painter, room, self.line, 0.27 * height, bold=True, lines=2)
            return
        size = 0.24 * height
        two = not font_for(self.line, QRectF(0, 0, width, height), size)[1]
        above = (0.6 if two else 0.36) * height
        lines = 2 if two else 1
        write(painter, QRectF(0, 0, width, above), self.line, size, lines=lines)
        side = (0.36 if two else 0.48) * height
        top = height - 1.2 * side
        mark = QTransform(side, 0, 0, side, 0, top).map(suit_path(self.suit.letter))
        painter.fillPath(mark, sign_ink(self.suit.letter, QColor(theme.felt)))
        painter.setPen(QColor(theme.plate_text))
        room = QRectF(1.2 * side, top, width - 1.2 * side, side)
        write(painter, room, suit_name(self.suit), 0.27 * height, bold=True)


class SlotItem(DrawnItem):
    """The dashed place where one's own card is to go."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.hide()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the place into its picture."""
        pen = QPen(QColor(self.theme.felt_line).lighter(150), max(1.0, 0.018 * width))
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(QRectF(2, 2, width - 4, height - 4), 0.075 * width, 0.075 * width)
        painter.setPen(QColor(self.theme.plate_quiet))
        painter.setFont(font(grown(0.14, LARGER) * width))
        words = tr("your card")
        if painter.fontMetrics().horizontalAdvance(words) <= width - 8:
            low = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
            painter.drawText(QRectF(4, 4, width - 8, height - 14), low, words)
