"""What lies on the empty table: large papers with a picture, and quiet words on the cloth."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QBrush,
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QTransform,
)
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from greenbaize.ui.features.start.tile_pictures import SHAPE, TilePicture
from greenbaize.ui.table.motion import Motion, even
from greenbaize.ui.widgets.fonts import SMALL, font
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.plain import on_button, set_tip
from greenbaize.ui.widgets.theme import worn

TITLE: Final = 17.0
LINE: Final = 13.0
"""The size of letters, in pixels on a table of usual size."""
ROUNDING: Final = 10.0
TELL_MS: Final = 300
"""How long a picture takes to tell its game, and to come to rest again."""
BACK_MS: Final = 180
BETWEEN: Final = " · "
"""What stands between the parts of a line."""
ARROWS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


def _cut(area: QRectF, *, beside: bool) -> QPainterPath:
    """Where a picture is on its paper, whose corners it shares: the upper ones, or those left."""
    path, turn = QPainterPath(), 2 * (ROUNDING - 1)
    left, top, right, bottom = area.left(), area.top(), area.right(), area.bottom()
    path.moveTo(right, bottom)
    if beside:
        path.lineTo(right, top)
    else:
        path.arcTo(right - turn, top, turn, turn, 0, 90)
    path.arcTo(left, top, turn, turn, 90, 90)
    if beside:
        path.arcTo(left, bottom - turn, turn, turn, 180, 90)
    else:
        path.lineTo(left, bottom)
    path.closeSubpath()
    return path


class Board(QWidget):
    """What tiles lie on."""

    def __init__(self, motion: Motion, parent: QWidget) -> None:
        super().__init__(parent)
        self.motion = motion
        self.size_of_letters = 1.0
        """How large everything is, beside its usual size."""
        self.below = 0
        """How high a game's tile is below its picture, in pixels."""

    def walk(self, here: QPushButton, key: Qt.Key) -> bool:
        """Go with an arrow to what lies beside; whether there is anything."""
        raise NotImplementedError

    def picture(self, game: str, area: QRectF) -> TilePicture | None:
        """The picture of a game, of this size; None while there is none."""
        raise NotImplementedError


class Laid(QPushButton):
    """Something that lies on the empty table and can be chosen."""

    def __init__(self, text: str, choices: Board) -> None:
        super().__init__(choices)
        self._choices, self.words = choices, text
        self.setText(on_button(text))
        self.setAccessibleName(text)
        self.setAutoDefault(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.dress()

    def dress(self) -> None:
        theme = worn()
        palette = paper_palette(theme)
        # It lies on the cloth, and so does the ring around it.
        palette.setColor(QPalette.ColorRole.Link, QColor(theme.brass_text))
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.plate))
        self.setPalette(palette)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in ARROWS or not self._choices.walk(self, Qt.Key(event.key())):
            super().keyPressEvent(event)

    def _paint_paper(self, painter: QPainter, *, first: bool = False) -> QRectF:
        """Paint a paper with its shadow; where it lies."""
        body = QRectF(self.rect()).adjusted(2, 1, -2, -4)
        painter.setPen(Qt.PenStyle.NoPen)
        shade = QColor(worn().shade)
        shade.setAlpha(70)
        painter.setBrush(shade)
        foot = QRectF(body.left() - 1, body.bottom() - 3 * ROUNDING, body.width() + 2, 0)
        foot.setBottom(body.bottom() + 3)
        painter.drawRoundedRect(foot, ROUNDING + 1, ROUNDING + 1)
        above = self.underMouse() and self.isEnabled()
        bright = above or first
        edge = QPen(QColor(worn().brass if bright else worn().felt_line))
        edge.setWidthF(2.5 if bright else 1.0)
        painter.setPen(edge)
        down = self.isDown()
        painter.setBrush(QColor(worn().paper_tint if down else worn().paper))
        painter.drawRoundedRect(body, ROUNDING, ROUNDING)
        return body

    def _shown(self, picture: TilePicture) -> QPixmap:
        return picture.resting

    def _paint_picture(self, painter: QPainter, game: str, area: QRectF, whole: QRectF) -> None:
        inner = whole.adjusted(1, 1, -1, -1)
        area = area.intersected(inner)
        picture = self._choices.picture(game, area)
        shape = _cut(area, beside=area.height() >= inner.height() - 1)
        if picture is None:
            # A light would take long to paint, and the first paint is waited for.
            painter.fillPath(shape, QColor(worn().felt))
            return
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrushOrigin(area.topLeft())
        shown = self._shown(picture)
        brush, size = QBrush(shown), shown.deviceIndependentSize()
        if abs(size.width() - area.width()) > 1 or abs(size.height() - area.height()) > 1:
            # One of this size is on its way.
            wide, tall = area.width() / size.width(), area.height() / size.height()
            brush.setTransform(QTransform.fromScale(wide, tall))
        painter.setBrush(brush)
        painter.drawPath(shape)
        painter.restore()

    def _write(
        self, painter: QPainter, room: QRectF, words: str, letters: QFont, colour: str
    ) -> bool:
        """Write one line, shortened where it has no room; whether all of it stands there."""
        painter.setFont(letters)
        painter.setPen(QColor(colour))
        shown = painter.fontMetrics().elidedText(
            words, Qt.TextElideMode.ElideRight, int(room.width())
        )
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | flags, shown)
        return shown == words


class Telling:
    """What carries a picture while it tells its game, and then back to where it rests."""

    def __init__(self, tile: "GameTile") -> None:
        self._tile = tile
        self.told = self.back = 0.0
        """The shares of the telling and of the way back."""
        self.returns = False

    def depart(self) -> None:
        """Begin from where the picture is."""

    def carry(self, share: float) -> None:
        """Tell this much, or be back so far."""
        if self.returns:
            self.back = share
        else:
            self.told, self.back = share, 0.0
        self._tile.update()

    def arrive(self) -> None:
        """Have told it all, or rest again."""
        self.carry(1.0)
        if self.returns:
            self.told = self.back = 0.0


class GameTile(Laid):
    """A game: its picture, its name, and a line about it.

    The picture tells the game while it is pointed at or has the keyboard, where things move.
    """

    def __init__(self, game: str, text: str, line: str, choices: Board) -> None:
        super().__init__(text, choices)
        self.game, self.line = game, line
        self.telling = Telling(self)
        set_tip(self, line)
        self.setAccessibleDescription(line)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._tell()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._rest()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._tell()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._rest()

    def _tell(self) -> None:
        motion, telling = self._choices.motion, self.telling
        if motion.speed > 0 and not motion.jumps and (telling.returns or not telling.told):
            telling.returns = False
            motion.move(telling, TELL_MS, ease=even)

    def _rest(self) -> None:
        if not self.underMouse() and not self.hasFocus():
            self.telling.returns = True
            self._choices.motion.move(self.telling, BACK_MS)

    def _shown(self, picture: TilePicture) -> QPixmap:
        telling = self.telling
        if not telling.told:
            return picture.resting
        return picture.told(telling.told, telling.back)

    def low(self, size: float) -> int:
        """How high it is at least below its picture, at this size of everything."""
        return round(font(TITLE * size, bold=True).pixelSize() * 1.9)

    def high(self, wide: int, size: float, *, lined: bool) -> int:
        """How high it is below its picture when so many pixels wide, perhaps with its line."""
        if not self.line or not lined:
            return self.low(size)
        return self.low(size) + _tall(self.line, wide - 28, size) + round(8 * size)

    def sizeHint(self) -> QSize:
        return QSize(60, 40)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = self._paint_paper(painter)
        size, theme = self._choices.size_of_letters, worn()
        tall = min(SHAPE * body.width(), body.height() - self._choices.below)
        area = QRectF(body.left(), body.top(), body.width(), tall)
        self._paint_picture(painter, self.game, area, body)
        inner = body.adjusted(12, 0, -12, 0)
        title = QRectF(inner.left(), area.bottom(), inner.width(), self.low(size))
        self._write(painter, title, self.words, font(TITLE * size, bold=True), theme.ink)
        room = QRectF(inner.left(), title.bottom(), inner.width(), body.bottom() - title.bottom())
        letters = font(LINE * size)
        if self.line and room.height() > QFontMetrics(letters).height():
            painter.setFont(letters)
            painter.setPen(QColor(theme.ink_quiet))
            painter.drawText(room.adjusted(0, -4, 0, 0), Qt.TextFlag.TextWordWrap, self.line)
        painter.end()


@lru_cache(maxsize=1000)
def _tall(line: str, wide: int, size: float) -> int:
    """How high a line is in so many pixels, at this size of everything."""
    metrics, wraps = QFontMetrics(font(LINE * size)), Qt.TextFlag.TextWordWrap
    return metrics.boundingRect(0, 0, wide, 10_000, wraps, line).height()


class WayButton(Laid):
    """A way on that is one click: to go on, to play as last time, or to come back."""

    def __init__(self, text: str, line: str, game: str, choices: Board) -> None:
        super().__init__(text, choices)
        self.line, self._game = line, game
        self.first = False
        """Whether it is what Enter does."""
        if line:
            self.setAccessibleName(f"{text}, {line}")

    def set_first(self, *, on: bool) -> None:
        self.first = on
        letters = font(TITLE * self._choices.size_of_letters, bold=on)
        self.setFont(letters)
        self.update()

    def sizeHint(self) -> QSize:
        size = self._choices.size_of_letters
        metrics = QFontMetrics(font(TITLE * size, bold=self.first))
        more = QFontMetrics(font(LINE * size)).horizontalAdvance(self.line)
        wide = (
            max(metrics.horizontalAdvance(self.words), more) + 40 + self._beside(round(64 * size))
        )
        return QSize(wide, 40)

    def _shortened(self, metrics: QFontMetrics, room: int) -> str:
        """As many parts of the line as there is room for, at least the first."""
        line = self.line
        while BETWEEN in line and metrics.horizontalAdvance(line) > room:
            line = line.rpartition(BETWEEN)[0]
        return line

    def _beside(self, tall: float) -> int:
        return round(tall / SHAPE) if self._game and tall > 44 else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = self._paint_paper(painter, first=self.first)
        size, theme = self._choices.size_of_letters, worn()
        wide = min(self._beside(body.height()), 0.34 * body.width())
        if wide:
            area = QRectF(body.left(), body.top(), wide, body.height())
            self._paint_picture(painter, self._game, area, body)
        inner = body.adjusted(16 + wide, 0, -14, 0)
        title, quiet = font(TITLE * size, bold=self.first), font(LINE * size)
        high, low = QFontMetrics(title).height(), QFontMetrics(quiet).height()
        two = bool(self.line) and high + low + 4 <= body.height()
        top = body.center().y() - (high + low + 2 if two else high) / 2
        room = QRectF(inner.left(), top, inner.width(), high)
        whole = self._write(painter, room, self.words, title, theme.ink)
        if two:
            room = QRectF(inner.left(), top + high + 2, inner.width(), low)
            line = self._shortened(QFontMetrics(quiet), int(room.width()))
            whole &= self._write(painter, room, line, quiet, theme.ink_quiet)
            whole &= line == self.line
        painter.end()
        whole &= two or not self.line
        set_tip(self, "" if whole else "\n".join(filter(None, (self.words, self.line))))


class PillButton(Laid):
    """Words on the cloth that open a menu of what is chosen less often."""

    def __init__(self, text: str, entries: Sequence[QAction], choices: Board) -> None:
        super().__init__(text, choices)
        self.menu_of_entries = QMenu(self)
        self.menu_of_entries.addActions(entries)
        self.clicked.connect(self._open)

    def _open(self) -> None:
        menu = self.menu_of_entries
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))
        menu.setActiveAction(next(one for one in menu.actions() if one.isEnabled()))

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._letters())
        return QSize(metrics.horizontalAdvance(self._written) + 36, round(2.1 * metrics.height()))

    @property
    def _written(self) -> str:
        return f"{self.words} ▾"

    def _letters(self) -> QFont:
        return font(max(SMALL, 15 * self._choices.size_of_letters))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, painter = worn(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        above = self.underMouse()
        painter.setPen(QPen(QColor(theme.brass if above else theme.felt_line), 1.2))
        painter.setBrush(QColor(theme.felt if self.isDown() else theme.plate))
        painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
        painter.setFont(self._letters())
        painter.setPen(QColor(theme.plate_text))
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, self._written)
        painter.end()
