"""A score card on paper: as a PDF of one page, or from a printer."""

from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter

from greenbaize.app.sheets.files import CREATOR, title_of
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.ui.sheets.marks import Drawing, paint, print_colours
from greenbaize.ui.sheets.page_layout import page_of

EDGE: Final = 30.0
"""The margin of the paper, in points."""
SHORT, LONG = 595.0, 842.0
"""A4, in points."""


def paper_of(card: Scorecard) -> tuple[Drawing, QPageLayout.Orientation]:
    """The page on A4, upright or across, whichever lets it be larger."""
    short, long = SHORT - 2 * EDGE, LONG - 2 * EDGE
    upright = page_of(card, short, long)
    across = page_of(card, long, short)
    if long / across.width > 1.12 * short / upright.width:
        return across, QPageLayout.Orientation.Landscape
    return upright, QPageLayout.Orientation.Portrait


def pdf_of(card: Scorecard) -> bytes:
    """The score card as a PDF: one page of A4, words as words, lines as lines."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title_of(card))
    writer.setCreator(CREATOR)
    writer.setResolution(1200)
    put_on(writer, card)
    buffer.close()
    return bytes(data.data())


def put_on(device: QPagedPaintDevice, card: Scorecard) -> bool:
    """Draw the score card on paper; returns whether the device took it."""
    drawing, orientation = paper_of(card)
    size = QPageSize(QPageSize.PageSizeId.A4)
    device.setPageLayout(QPageLayout(size, orientation, QMarginsF(0, 0, 0, 0)))
    painter = QPainter()
    if not painter.begin(device):
        return False
    dots = device.logicalDpiX() / 72
    painter.scale(dots, dots)
    width, height = LONG, SHORT
    if orientation is QPageLayout.Orientation.Portrait:
        width, height = SHORT, LONG
    fit(painter, drawing, QRectF(EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE))
    paint(painter, drawing.marks, print_colours())
    return painter.end()


def fit(painter: QPainter, drawing: Drawing, room: QRectF) -> float:
    """Move and scale the painter so that the drawing fills the room; returns the scale."""
    scale = min(room.width() / drawing.width, room.height() / drawing.height)
    painter.translate(room.left() + (room.width() - drawing.width * scale) / 2, room.top())
    painter.scale(scale, scale)
    return scale
