"""A seat's plate: who sits there, their points, their bid as bars that fill, whose turn it is."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from greenbaize.rules.pictures import Plate
from greenbaize.ui.fonts import font
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr

_FACES = ("#b9d7a0", "#9fc3e8", "#ecc585", "#dba0b6", "#c3b3e6", "#9ed8cd", "#e8b09a")


@dataclass(frozen=True, slots=True)
class PlateText:
    """Everything a plate shows. ``bidding`` says that bids are being made in this deal."""

    name: str
    plate: Plate
    turn: bool
    dealer: bool
    bidding: bool


class PlateItem(DrawnItem):
    """A seat's plate on the table."""

    MARGIN = 0.14
    """Room around the plate for ring and pointer, in plate heights."""

    def __init__(self, seat: int, theme: Theme) -> None:
        super().__init__()
        self._seat = seat
        self._theme = theme
        self._text: PlateText | None = None
        self.setZValue(500)

    @property
    def text(self) -> PlateText | None:
        """What it shows."""
        return self._text

    def show_text(self, text: PlateText) -> None:
        """Show this."""
        if text != self._text:
            self._text = text
            self.redraw()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.redraw()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the plate into its picture."""
        text = self._text
        if text is None:
            return
        tall = height / (1 + 2 * self.MARGIN)
        body = QRectF(0, 0, width, height).adjusted(
            *(m * self.MARGIN * tall for m in (1, 1, -1, -1))
        )
        theme = self._theme
        painter.setPen(QPen(QColor(theme.brass), 0.05 * tall) if text.turn else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.plate))
        painter.drawRoundedRect(body, tall / 2, tall / 2)
        if text.turn:
            self._draw_pointer(painter, body, tall)
        self._draw_face(painter, body, tall)
        left, right = body.left() + 1.02 * tall, body.right() - 0.30 * tall
        upper = QRectF(left, body.top() + 0.10 * tall, right - left, 0.40 * tall)
        lower = QRectF(left, body.top() + 0.51 * tall, right - left, 0.38 * tall)
        total = str(text.plate.total)
        painter.setFont(font(0.29 * tall))
        painter.setPen(QColor(theme.plate_text))
        painter.drawText(upper, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, total)
        room = upper.width() - painter.fontMetrics().horizontalAdvance(total) - 0.15 * tall
        painter.setFont(font(0.29 * tall, bold=True))
        name = painter.fontMetrics().elidedText(text.name, Qt.TextElideMode.ElideRight, int(room))
        painter.drawText(upper, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
        self._draw_bid(painter, lower, text)
        if text.dealer:
            self._draw_dealer(painter, body, tall)

    def _draw_pointer(self, painter: QPainter, body: QRectF, tall: float) -> None:
        tip = QPointF(body.center().x(), body.bottom() + 0.13 * tall)
        path = QPainterPath(tip)
        path.lineTo(tip.x() - 0.11 * tall, body.bottom() + 0.01 * tall)
        path.lineTo(tip.x() + 0.11 * tall, body.bottom() + 0.01 * tall)
        painter.fillPath(path, QColor(self._theme.brass))

    def _draw_face(self, painter: QPainter, body: QRectF, tall: float) -> None:
        middle = QPointF(body.left() + 0.50 * tall, body.center().y())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(_FACES[self._seat % len(_FACES)]))
        painter.drawEllipse(middle, 0.39 * tall, 0.39 * tall)
        ink = QColor("#1b2333")
        painter.setBrush(ink)
        for side in (-1, 1):
            painter.drawEllipse(
                middle + QPointF(side * 0.13 * tall, -0.07 * tall), 0.035 * tall, 0.045 * tall
            )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ink, 0.03 * tall, c=Qt.PenCapStyle.RoundCap))
        mouth = QRectF(middle.x() - 0.15 * tall, middle.y() - 0.12 * tall, 0.30 * tall, 0.29 * tall)
        painter.drawArc(mouth, 205 * 16, 130 * 16)

    def _draw_bid(self, painter: QPainter, line: QRectF, text: PlateText) -> None:
        theme, plate = self._theme, text.plate
        tall = line.height() / 0.38
        painter.setFont(font(0.22 * tall))
        painter.setPen(QColor(theme.plate_quiet))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if plate.bid is None:
            words = tr("bids…") if text.bidding and text.turn else ""
            painter.drawText(
                line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words
            )
            return
        words = tr("{won} of {bid}").format(won=plate.won, bid=plate.bid)
        painter.setPen(QColor(theme.plate_text))
        painter.drawText(line, right, words)
        room = line.width() - painter.fontMetrics().horizontalAdvance(words) - 0.12 * tall
        count = max(plate.bid, plate.won)
        if count:
            self._draw_bars(painter, QRectF(line.left(), line.top(), room, line.height()), plate)

    def _draw_bars(self, painter: QPainter, line: QRectF, plate: Plate) -> None:
        theme = self._theme
        bid = plate.bid or 0
        count = max(bid, plate.won)
        step = min(0.56 * line.height(), line.width() / count)
        wide, tall = 0.68 * step, min(0.78 * line.height(), 2.6 * step)
        top = line.center().y() - tall / 2
        pen = max(1.0, 0.10 * step)
        for place in range(count):
            bar = QRectF(line.left() + place * step + pen / 2, top, wide, tall)
            colour = QColor(theme.brass_text if place < bid else theme.loss_on_felt)
            painter.setPen(QPen(colour, pen))
            painter.setBrush(colour if place < min(bid, plate.won) else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(bar, 0.2 * wide, 0.2 * wide)
            if place >= bid:
                painter.drawLine(bar.topLeft(), bar.bottomRight())
                painter.drawLine(bar.bottomLeft(), bar.topRight())

    def _draw_dealer(self, painter: QPainter, body: QRectF, tall: float) -> None:
        theme = self._theme
        middle = QPointF(body.left() + 0.86 * tall, body.bottom() - 0.10 * tall)
        painter.setPen(QPen(QColor(theme.ink), 0.02 * tall))
        painter.setBrush(QColor("#fcf8ec"))
        painter.drawEllipse(middle, 0.15 * tall, 0.15 * tall)
        painter.setFont(font(max(9.0, 0.19 * tall), bold=True))
        painter.setPen(QColor("#1b2333"))
        rect = QRectF(middle.x() - 0.2 * tall, middle.y() - 0.2 * tall, 0.4 * tall, 0.4 * tall)
        # The dealer's mark is a letter on a disc, as on a dealer button.
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, tr("D"))
