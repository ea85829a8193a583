"""Words on the cloth: the line for game and deal, the trump sign, and the note that says why."""

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from greenbaize.cards import Suit
from greenbaize.ui.cards.suits import sign_ink, suit_path
from greenbaize.ui.fonts import font
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import suit_name

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_WRAPPED = Qt.TextFlag.TextWordWrap


class NoticeItem(DrawnItem):
    """The game's name, bold, with the deal behind it, and below what has been announced."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.texts = ("", "", "")
        self.setZValue(400)

    def show_words(self, title: str, words: str, news: str) -> None:
        """Show a name, what stands behind it, and what stands below it."""
        if (title, words, news) != self.texts:
            self.texts = (title, words, news)
            self.redraw()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the lines into their picture."""
        title, words, news = self.texts
        line = 0.5 * height
        painter.setPen(QColor(self.theme.plate_text))
        painter.setFont(font(0.72 * line, bold=True))
        painter.drawText(QRectF(0, 0, width, line), _LEFT, title)
        used = painter.fontMetrics().horizontalAdvance(title) + 0.35 * line
        painter.setFont(font(0.56 * line))
        painter.setPen(QColor(self.theme.plate_quiet))
        self._write(painter, QRectF(used, 0, width - used, line * 1.06), words)
        painter.setPen(QColor(self.theme.plate_text))
        self._write(painter, QRectF(0, line, width, line), news)

    @staticmethod
    def _write(painter: QPainter, room: QRectF, words: str) -> None:
        elided = painter.fontMetrics().elidedText(
            words, Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.drawText(room, _LEFT, elided)


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

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the sign into its picture."""
        theme = self.theme
        painter.setPen(QColor(theme.plate_quiet))
        painter.setFont(font(0.24 * height))
        if self.suit is None:
            # That there is no trump decides a deal as much as which suit is.
            painter.setPen(QColor(theme.plate_text))
            painter.setFont(font(0.27 * height, bold=True))
            painter.drawText(QRectF(0, 0, width, height), _LEFT, self.line)
            return
        painter.drawText(QRectF(0, 0, width, 0.36 * height), _LEFT, self.line)
        side = 0.48 * height
        mark = QTransform(side, 0, 0, side, 0, 0.42 * height).map(suit_path(self.suit.letter))
        painter.fillPath(mark, sign_ink(self.suit.letter, QColor(theme.felt)))
        painter.setPen(QColor(theme.plate_text))
        painter.setFont(font(0.27 * height, bold=True))
        room = QRectF(1.2 * side, 0.42 * height, width - 1.2 * side, side)
        painter.drawText(room, _LEFT, suit_name(self.suit))


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
        painter.setFont(font(0.14 * width))
        words = tr("your card")
        if painter.fontMetrics().horizontalAdvance(words) <= width - 8:
            low = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
            painter.drawText(QRectF(4, 4, width - 8, height - 14), low, words)


class NoteItem(DrawnItem):
    """A small paper note that points at a card: one bold sentence, and a quiet line."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.sentence = self.line = ""
        self._tip = 0.0
        self._size = 15.0
        self._sentence_height = 0.0
        self.setZValue(5000)
        self.hide()

    def point_at(self, card: QPointF, room: QRectF, unit: float, texts: tuple[str, str]) -> None:
        """Show the texts above a point, within the room; ``unit`` is a card's width."""
        self._size = max(13.0, 0.145 * unit)
        self.sentence, self.line = texts
        most = room.width() - 8 - 2.2 * self._size
        sentence, line = self._sizes(most)
        self._sentence_height = sentence.height()
        width = max(sentence.width(), line.width()) + 2.2 * self._size
        height = sentence.height() + line.height() + (1.7 if self.line else 2.1) * self._size
        left = min(max(card.x() - width / 2, room.left() + 4), room.right() - width - 4)
        self._tip = min(max(card.x() - left, 1.5 * self._size), width - 1.5 * self._size)
        self.set_size(width, height, self.ratio)
        self.setPos(round(left), round(max(room.top() + 4, card.y() - height)))
        self.redraw()
        self.show()

    def _sizes(self, most: float) -> tuple[QSizeF, QSizeF]:
        """How much room the sentence and the line take, on as many lines as they need."""
        bold, quiet = font(self._size, bold=True), font(0.88 * self._size)
        sizes = []
        for face, text in ((bold, self.sentence), (quiet, self.line)):
            metrics = QFontMetricsF(face)
            lines = metrics.boundingRect(QRectF(0, 0, most, 1e4), _WRAPPED, text).height()
            wide = metrics.horizontalAdvance(text)
            count = max(1, round(lines / metrics.lineSpacing()))
            # Lines of about the same length, where one is not enough.
            wide = wide if count == 1 else self._even(metrics, text, most, lines)
            sizes.append(QSizeF(min(most, wide), count * 1.55 * face.pixelSize() if text else 0))
        return sizes[0], sizes[1]

    @staticmethod
    def _even(metrics: QFontMetricsF, text: str, most: float, height: float) -> float:
        """The least width at which the text is no higher than it is at most."""
        low, high = 0.3 * most, most
        while high - low > 4:
            middle = (low + high) / 2
            tall = metrics.boundingRect(QRectF(0, 0, middle, 1e4), _WRAPPED, text).height()
            low, high = (low, middle) if tall <= height else (middle, high)
        return high

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the note into its picture."""
        size, theme = self._size, self.theme
        paper = QPainterPath()
        paper.addRoundedRect(
            QRectF(1, 1, width - 2, height - 0.7 * size - 1), 0.5 * size, 0.5 * size
        )
        pointer = QPainterPath(QPointF(self._tip, height - 1))
        pointer.lineTo(self._tip - 0.7 * size, height - 0.75 * size - 1)
        pointer.lineTo(self._tip + 0.7 * size, height - 0.75 * size - 1)
        painter.setPen(QPen(QColor(theme.paper_line), 1))
        painter.setBrush(QColor(theme.paper))
        painter.drawPath(paper.united(pointer))
        centre = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(theme.ink))
        painter.setFont(font(size, bold=True))
        middle = QRectF(1.1 * size, 0.5 * size, width - 2.2 * size, self._sentence_height)
        painter.drawText(middle.adjusted(-2, 0, 2, 0), _WRAPPED | centre, self.sentence)
        painter.setPen(QColor(theme.ink_quiet))
        painter.setFont(font(0.88 * size))
        middle = QRectF(middle.left(), middle.bottom(), middle.width(), height - 1.2 * size)
        middle.setBottom(height - 1.2 * size)
        painter.drawText(middle.adjusted(-2, 0, 2, 0), _WRAPPED | centre, self.line)
