"""What can be played, laid out on the empty table: ways on, the games, and all else.

Games and ways on are large papers with a picture, all else quiet words on the cloth.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QTimer
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
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from greenbaize.ui.faces.icons import PersonChip
from greenbaize.ui.features.start.tile_pictures import SHAPE, TilePicture, ways_of
from greenbaize.ui.table.motion import Motion, even
from greenbaize.ui.widgets.fonts import SMALL, font, grown
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.plain import Label, on_button, set_tip
from greenbaize.ui.widgets.theme import worn

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

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


class Laid(QPushButton):
    """Something that lies on the empty table and can be chosen."""

    def __init__(self, text: str, choices: "StartMenu") -> None:
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


class GameTile(Laid):
    """A game: its picture, its name, and a line about it.

    The picture tells the game while it is pointed at or has the keyboard, where things move.
    """

    def __init__(self, game: str, text: str, line: str, choices: "StartMenu") -> None:
        super().__init__(text, choices)
        self.game, self.line = game, line
        self.told = self._back = 0.0
        """The shares of the telling and of the way back to where the picture rests."""
        self._returns = False
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
        motion = self._choices.motion
        if motion.speed > 0 and not motion.jumps and (self._returns or not self.told):
            self._returns = False
            motion.move(self, TELL_MS, ease=even)

    def _rest(self) -> None:
        if not self.underMouse() and not self.hasFocus():
            self._returns = True
            self._choices.motion.move(self, BACK_MS)

    # What carries its picture

    def depart(self) -> None:
        """It begins from where the picture is."""

    def carry(self, share: float) -> None:
        if self._returns:
            self._back = share
        else:
            self.told, self._back = share, 0.0
        self.update()

    def arrive(self) -> None:
        self.carry(1.0)
        if self._returns:
            self.told = self._back = 0.0

    def _shown(self, picture: TilePicture) -> QPixmap:
        return picture.told(self.told, self._back) if self.told else picture.resting

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

    def __init__(self, text: str, line: str, game: str, choices: "StartMenu") -> None:
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

    def __init__(self, text: str, entries: Sequence[QAction], choices: "StartMenu") -> None:
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


USUAL: Final = (1280, 778)
"""A table of this size has everything in its usual size."""
SMALLEST, LARGEST = 0.86, 2.8
WIDEST: Final = 1190
"""How wide all of it is at most, in pixels at its usual size."""
HEADING: Final = 25
MOST_TILES: Final = 0.68
"""The games take no more of the table's height."""
LEAST_PICTURE: Final = 60
"""Letters are so large that the picture of a game is no lower, in pixels."""
LINED: Final = 1.25
"""A picture with the line about its game is worth as much as one so much higher."""
STEP: Final = 0.08
"""By so much letters are tried smaller, until there is room."""
WAY, LEAST_WAY = 64, 40
FRESH_MS: Final = 60
"""After this, pictures are drawn anew for another size."""
MOST_DRAWN: Final = 40

Wanted = tuple[str, int, int]
"""A game's picture, with its width and height in pixels."""


class StartMenu(QWidget):
    """A heading, and what lies below it on the cloth."""

    def __init__(self, motion: Motion, parent: QWidget) -> None:
        super().__init__(parent)
        self.motion = motion
        self.size_of_letters = 1.0
        """How large everything is, beside its usual size."""
        self.below = 0
        """How high a game's tile is below its picture, in pixels."""
        self.heading = Label(parent=self)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.buttons: list[QPushButton] = []
        self._ways: list[WayButton] = []
        self._above: list[WayButton] = []
        self._tiles: list[GameTile] = []
        self._pills: list[PillButton] = []
        self._chip: PersonChip | None = None
        self._render: type[QSvgRenderer] | None = None
        """Draws pictures, which nobody waits for at first."""
        self._fresh = QTimer(self)
        self._fresh.setSingleShot(True)
        self._fresh.setInterval(FRESH_MS)
        self._fresh.timeout.connect(self._draw_anew)
        self._drawn: dict[Wanted, TilePicture | None] = {}
        """By game and size; None where nobody has drawn one."""
        self._last: dict[str, TilePicture] = {}
        """The last picture drawn of each game, whatever its size."""
        self._wanted: list[Wanted] = []
        self.dress()

    # What lies there

    def show_chip(self, chip: PersonChip) -> None:
        """Put a quiet button beside the heading, which is reached after all the others."""
        self._chip = chip
        self.setTabOrder(self.buttons[-1], chip)
        self.dress()
        chip.show()

    def add(self, text: str, line: str = "", game: str = "") -> WayButton:
        """Add a way on, with a quiet line, and the picture of a game beside it."""
        way = WayButton(text, line, game, self)
        self._ways.append(way)
        self._lay(way)
        way.set_first(on=len(self.buttons) == 1)
        return way

    def add_first(self, text: str) -> WayButton:
        """Add a way on above all others, which is the usual choice from now on."""
        before = self.buttons[0]
        way = WayButton(text, "", "", self)
        self._above.append(way)
        self._lay(way)
        self.buttons.insert(0, self.buttons.pop())
        for one in self._ways:
            one.set_first(on=False)
        way.set_first(on=True)
        self.setTabOrder(way, before)
        if before.hasFocus() or self.window().focusWidget() is before:
            way.setFocus()  # otherwise somebody has made up their mind already
        return way

    def add_tiles(self, games: Sequence[tuple[str, str, str]]) -> list[GameTile]:
        """Add games, each by its name, what players call it, and a line about it."""
        tiles = [GameTile(game, text, line, self) for game, text, line in games]
        self._tiles += tiles
        for tile in tiles:
            self._lay(tile)
        return tiles

    def add_pill(self, text: str, entries: Sequence[QAction]) -> PillButton:
        button = PillButton(text, entries, self)
        self._pills.append(button)
        self._lay(button)
        return button

    def _lay(self, button: Laid) -> None:
        button.show()  # it may be added while all is seen already
        self.buttons.append(button)

    # Pictures

    def draw_pictures(self, render: "type[QSvgRenderer]") -> None:
        """Draw the pictures of the games from now on, for the table has been painted."""
        self._render = render
        self.update()
        for tile in (*self._tiles, *self._ways):
            tile.update()

    def picture(self, game: str, area: QRectF) -> TilePicture | None:
        """The picture of a game as last drawn, while one of this size is on its way."""
        if self._render is None:
            return None
        wanted = (game, ceil(area.width()), ceil(area.height()))
        if wanted not in self._drawn and wanted not in self._wanted:
            self._wanted.append(wanted)
            if not self._fresh.isActive():
                self._fresh.start(FRESH_MS if self._drawn else 0)
        return self._drawn.get(wanted) or self._last.get(game)

    def _draw_anew(self) -> None:
        """Draw one picture that is wanted; the window lives on between two."""
        if not self._wanted or self._render is None:
            return
        wanted = game, wide, tall = self._wanted.pop(0)
        size, ratio = QSize(wide, tall), self.devicePixelRatioF()
        picture = None
        if ways_of(game):
            picture = TilePicture(game, size, ratio, worn(), self._render)
        if len(self._drawn) > MOST_DRAWN:
            self._drawn.clear()
        self._drawn[wanted] = picture
        if picture is not None and wide > WAY / SHAPE:
            self._last[game] = picture
        for tile in (*self._tiles, *self._ways):
            tile.update()
        if self._wanted:
            self._fresh.start(0)

    # Places

    def sizeHint(self) -> QSize:
        parent = self.parentWidget()
        return self.size() if parent is None else parent.size()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.buttons:
            self.lay_out()

    def lay_out(self) -> None:
        """Lay everything out, the pictures as large as there is room for."""
        width, height = self.width(), self.height()
        share = min(width / USUAL[0], height / USUAL[1])
        size = min(max(share, SMALLEST), LARGEST)
        gap = max(6, round(min(18 * share, 18 * size)))
        edge = max(8, round(26 * share))
        wide = min(width - 2 * edge, round(WIDEST * size))
        left = (width - wide) // 2
        letters = max(size, min(size, 1.0) * grown(1.0))
        while True:
            # As large as somebody wants them, or as there is room for.
            self.size_of_letters = letters
            head = self._head()
            ways = self._way_rows(wide, beside=letters <= size)
            pills = _flowed([one.sizeHint() for one in self._pills], wide, gap)
            foot = sum(row[0].height() + gap // 2 for row in pills)
            room = height - head - foot - gap * (len(ways) + 3)
            way = min(max(round(room * 0.13), LEAST_WAY), round(WAY * letters))
            room -= len(ways) * way
            if ways and room > MOST_TILES * height:
                room = round(MOST_TILES * height)
            across, tile, tall = self._grid(wide, room, gap)
            if letters <= size or self._fits(letters, tile, wide, tall - self.below):
                break
            letters = max(size, letters - STEP)
        down = ceil(len(self._tiles) / across)
        used = head + foot + len(ways) * (way + gap) + down * (tall + gap) + 2 * gap
        y = gap + max(0, height - used) // 2
        self._lay_head(left, y, wide, head)
        y += head + gap
        for row in ways:
            self._lay_row(row, left, y, wide, way, gap)
            y += way + gap
        for at in range(0, len(self._tiles), across):
            row_of = self._tiles[at : at + across]
            x = left + (wide - len(row_of) * (tile + gap) + gap) // 2
            for place, one in enumerate(row_of):
                one.setGeometry(x + place * (tile + gap), y, tile, tall)
            y += tall + gap
        self._lay_pills(pills, left, y, wide, gap)
        for shown in (*self._above, *self._ways):
            shown.set_first(on=shown.first)

    def _grid(self, wide: int, room: int, gap: int) -> tuple[int, int, int]:
        """How many games lie side by side, and how wide and high each is, with a large picture."""
        letters, count = self.size_of_letters, max(1, len(self._tiles))
        metrics = QFontMetrics(font(TITLE * letters, bold=True))
        named = max((metrics.horizontalAdvance(one.words) for one in self._tiles), default=0) + 34
        found = []
        for down in range(1, count + 1):
            across = ceil(count / down)
            most, tall = (wide + gap) // across - gap, (room + gap) // down - gap
            for lined in (True, False):
                tile = most
                for _ in range(2):  # what is said may take more lines where tiles are narrower
                    below = max(
                        (one.high(tile, letters, lined=lined) for one in self._tiles), default=0
                    )
                    picture = min(round(SHAPE * tile), tall - below)
                    tile = min(most, max(round(picture / SHAPE), named))
                # Whole names come first, and a line about each game is worth a smaller picture.
                worth = picture * (LINED if lined and picture >= LEAST_PICTURE else 1.0)
                found.append((named <= most, worth, across, tile, picture + below, below))
        *_, across, tile, tall, self.below = max(found)
        return across, tile, tall

    def _way_rows(self, wide: int, *, beside: bool) -> list[list[WayButton]]:
        """Ways on in rows: below each other where they are not read whole ``beside`` each other."""
        rows = []
        for row in (self._above, self._ways):
            each = max((one.sizeHint().width() for one in row), default=0)
            if beside or len(row) * each <= wide - 40:
                rows.append(row)
            else:
                rows += [[one] for one in row]
        return [row for row in rows if row]

    def _fits(self, letters: float, tile: int, wide: int, spare: int) -> bool:
        title = QFontMetrics(font(TITLE * letters, bold=True))
        titles = all(title.horizontalAdvance(one.words) <= tile - 26 for one in self._tiles)
        ways = all(one.sizeHint().width() <= wide - 40 for one in (*self._above, *self._ways))
        return titles and ways and spare >= LEAST_PICTURE

    def _head(self) -> int:
        self.heading.setFont(font(HEADING * self.size_of_letters, bold=True))
        return max(self.heading.fontMetrics().height() + 4, 32)

    def _lay_head(self, left: int, y: int, wide: int, high: int) -> None:
        metrics, chip = self.heading.fontMetrics(), self._chip
        if chip is not None:
            chip.write_larger(max(1.0, self.size_of_letters))
        spare = 0 if chip is None else chip.sizeHint().width() + 12
        needed = metrics.horizontalAdvance(self.heading.text()) + 4
        # In the middle, unless who plays would be covered.
        beside = needed + 2 * spare > wide
        off = 0 if beside else spare
        self.heading.setGeometry(left + off, y, wide - spare - off, high)
        if chip is not None:
            hint = chip.sizeHint()
            chip.setGeometry(
                left + wide - hint.width(),
                y + (high - hint.height()) // 2,
                hint.width(),
                hint.height(),
            )
            chip.raise_()

    def _lay_row(  # noqa: PLR0913, PLR0917
        self, row: list[WayButton], left: int, y: int, wide: int, high: int, gap: int
    ) -> None:
        least = round(0.46 * wide) if len(row) == 1 else 0
        if len(row) == 1 and row[0] in self._ways:  # as wide as those above and below it
            least = max(least, *(one.sizeHint().width() for one in self._ways))
        each = (wide - gap * (len(row) - 1)) // len(row)
        widths = [min(max(one.sizeHint().width(), least), each) for one in row]
        if len(row) > 1:
            widths = [min(each, max(*widths, round(0.38 * wide)))] * len(row)
        x = left + (wide - sum(widths) - gap * (len(row) - 1)) // 2
        for one, across in zip(row, widths, strict=True):
            one.setGeometry(x, y, across, high)
            x += across + gap

    def _lay_pills(self, rows: list[list[QSize]], left: int, y: int, wide: int, gap: int) -> None:
        buttons = iter(self._pills)
        for row in rows:
            taken = sum(one.width() for one in row) + gap * (len(row) - 1)
            x = left + (wide - taken) // 2
            for size in row:
                next(buttons).setGeometry(x, y, min(size.width(), wide), size.height())
                x += size.width() + gap
            y += row[0].height() + gap // 2

    # Keys and colours

    def walk(self, at: QPushButton, key: Qt.Key) -> bool:
        """Give the keyboard to what lies next in the direction of an arrow; whether any does."""
        way = {
            Qt.Key.Key_Left: QPoint(-1, 0),
            Qt.Key.Key_Right: QPoint(1, 0),
            Qt.Key.Key_Up: QPoint(0, -1),
            Qt.Key.Key_Down: QPoint(0, 1),
        }[key]
        here, best = at.geometry(), None
        others = [*self.buttons, *([] if self._chip is None else [self._chip])]
        for other in others:
            there = other.geometry()
            along = QPoint.dotProduct(there.center() - here.center(), way)
            beside = abs(QPoint.dotProduct(there.center() - here.center(), way.transposed()))
            same = there.top() <= here.bottom() and here.top() <= there.bottom()
            if other is at or along <= 0 or same != bool(way.x()):
                continue
            # By rows: the next one first, and there what lies nearest.
            far = (along if way.x() else along // 8, beside)
            if best is None or far < best[0]:
                best = (far, other)
        if best is not None:
            best[1].setFocus(Qt.FocusReason.OtherFocusReason)
        return best is not None

    def dress(self) -> None:
        self._drawn.clear()
        self._last.clear()
        palette = QPalette(self.heading.palette())
        palette.setColor(QPalette.ColorRole.WindowText, QColor(worn().plate_text))
        self.heading.setPalette(palette)
        self.heading.setForegroundRole(QPalette.ColorRole.WindowText)
        if self._chip is not None:
            self._chip.dress()
        for button in self.buttons:
            if isinstance(button, Laid):
                button.dress()

    def changeEvent(self, event: QEvent) -> None:
        """Lay out anew where letters have changed."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.buttons:
            self.lay_out()


def _flowed(sizes: Sequence[QSize], wide: int, gap: int) -> list[list[QSize]]:
    rows: list[list[QSize]] = []
    taken = 0
    for size in sizes:
        if not rows or taken + gap + size.width() > wide:
            rows.append([])
            taken = -gap
        rows[-1].append(size)
        taken += gap + size.width()
    return rows
