"""The menu on the start screen: quick starts, game tiles, and pill buttons.

Quick starts and games are large papers with a picture, everything else is small text on the cloth.
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
"""Text size (px on a table of default size)."""
ROUNDING: Final = 10.0
TELL_MS: Final = 300
"""Length of a tile's animation (ms), and of the return to its resting picture below."""
BACK_MS: Final = 180
BETWEEN: Final = " · "
"""Separator between the parts of a line."""
ARROWS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


def _cut(area: QRectF, *, beside: bool) -> QPainterPath:
    """Return the clip path of a picture, with the paper's round corners at the top or the left."""
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
    """Button on the cloth of the start screen."""

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
        # Both the button and its focus ring are drawn on the cloth.
        palette.setColor(QPalette.ColorRole.Link, QColor(theme.brass_text))
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.plate))
        self.setPalette(palette)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in ARROWS or not self._choices.walk(self, Qt.Key(event.key())):
            super().keyPressEvent(event)

    def _paint_paper(self, painter: QPainter, *, first: bool = False) -> QRectF:
        """Draw the paper with its shadow; return the paper's rectangle."""
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
            # A gradient is slow to draw, and this is the first paint.
            painter.fillPath(shape, QColor(worn().felt))
            return
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrushOrigin(area.topLeft())
        shown = self._shown(picture)
        brush, size = QBrush(shown), shown.deviceIndependentSize()
        if abs(size.width() - area.width()) > 1 or abs(size.height() - area.height()) > 1:
            # Scaled until the picture of this size has been drawn.
            wide, tall = area.width() / size.width(), area.height() / size.height()
            brush.setTransform(QTransform.fromScale(wide, tall))
        painter.setBrush(brush)
        painter.drawPath(shape)
        painter.restore()

    def _write(
        self, painter: QPainter, room: QRectF, words: str, letters: QFont, colour: str
    ) -> bool:
        """Draw one line of text, elided if needed; return True if it is complete."""
        painter.setFont(letters)
        painter.setPen(QColor(colour))
        shown = painter.fontMetrics().elidedText(
            words, Qt.TextElideMode.ElideRight, int(room.width())
        )
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | flags, shown)
        return shown == words


class GameTile(Laid):
    """Button of a game: picture, title, and description.

    The picture is animated while hovered or focused, unless motion is reduced.
    """

    def __init__(self, game: str, text: str, line: str, choices: "StartMenu") -> None:
        super().__init__(text, choices)
        self.game, self.line = game, line
        self.told = self._back = 0.0
        """Progress of the animation and of the return to the resting picture (0 to 1)."""
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

    # Animation protocol

    def depart(self) -> None:
        """Do nothing: the animation starts from the current picture."""

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
        """Return the height of the title below the picture (px)."""
        return round(font(TITLE * size, bold=True).pixelSize() * 1.9)

    def high(self, wide: int, size: float, *, lined: bool) -> int:
        """Return the height below the picture at this width, optionally with description (px)."""
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
    """Return the height of wrapped text at this width (px)."""
    metrics, wraps = QFontMetrics(font(LINE * size)), Qt.TextFlag.TextWordWrap
    return metrics.boundingRect(0, 0, wide, 10_000, wraps, line).height()


class WayButton(Laid):
    """Button that resumes or starts a match with a single click."""

    def __init__(self, text: str, line: str, game: str, choices: "StartMenu") -> None:
        super().__init__(text, choices)
        self.line, self._game = line, game
        self.first = False
        """It is the default choice, which Enter activates."""
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
        """Return as many parts of the details as fit, at least the first."""
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
    """Button with text on the cloth that opens a menu."""

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
"""Size of a table at scale 1 (px)."""
SMALLEST, LARGEST = 0.86, 2.8
WIDEST: Final = 1190
"""Largest width of the menu (px at scale 1)."""
HEADING: Final = 25
MOST_TILES: Final = 0.68
"""Largest share of the table's height for the game tiles."""
LEAST_PICTURE: Final = 60
"""Least height of a tile's picture (px); the text is scaled down to allow it."""
LINED: Final = 1.25
"""Factor by which a tile with description is preferred to one with a larger picture."""
STEP: Final = 0.08
"""Step by which the text is scaled down until it fits."""
WAY, LEAST_WAY = 64, 40
FRESH_MS: Final = 60
"""Delay before pictures are redrawn in another size (ms)."""
MOST_DRAWN: Final = 40

Wanted = tuple[str, int, int]
"""A game's name, with the width and height of its picture (px)."""


class StartMenu(QWidget):
    """Heading and buttons of the start screen."""

    def __init__(self, motion: Motion, parent: QWidget) -> None:
        super().__init__(parent)
        self.motion = motion
        self.size_of_letters = 1.0
        """Scale of the text and of everything sized by it."""
        self.below = 0
        """Height of a tile below its picture (px)."""
        self.heading = Label(parent=self)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.buttons: list[QPushButton] = []
        self._ways: list[WayButton] = []
        self._above: list[WayButton] = []
        self._tiles: list[GameTile] = []
        self._pills: list[PillButton] = []
        self._chip: PersonChip | None = None
        self._render: type[QSvgRenderer] | None = None
        """Renderer class of the pictures; None before the first paint, which must not load it."""
        self._fresh = QTimer(self)
        self._fresh.setSingleShot(True)
        self._fresh.setInterval(FRESH_MS)
        self._fresh.timeout.connect(self._draw_anew)
        self._drawn: dict[Wanted, TilePicture | None] = {}
        """Pictures by game and size; None if the game has no picture."""
        self._last: dict[str, TilePicture] = {}
        """Latest picture of each game, of any size."""
        self._wanted: list[Wanted] = []
        self.dress()

    # Content

    def show_chip(self, chip: PersonChip) -> None:
        """Add the person's button beside the heading, last in the focus order."""
        self._chip = chip
        self.setTabOrder(self.buttons[-1], chip)
        self.dress()
        chip.show()

    def add(self, text: str, line: str = "", game: str = "") -> WayButton:
        """Add a quick-start button with details and a game's picture."""
        way = WayButton(text, line, game, self)
        self._ways.append(way)
        self._lay(way)
        way.set_first(on=len(self.buttons) == 1)
        return way

    def add_first(self, text: str) -> WayButton:
        """Add a button above all others and make it the default choice."""
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
            way.setFocus()  # otherwise the person has moved the focus already
        return way

    def add_tiles(self, games: Sequence[tuple[str, str, str]]) -> list[GameTile]:
        """Add tiles for games, each given by its name, title and description."""
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
        button.show()  # the menu may be visible already
        self.buttons.append(button)

    # Pictures

    def draw_pictures(self, render: "type[QSvgRenderer]") -> None:
        """Start to draw the pictures, once the table has been painted."""
        self._render = render
        self.update()
        for tile in (*self._tiles, *self._ways):
            tile.update()

    def picture(self, game: str, area: QRectF) -> TilePicture | None:
        """Return a game's latest picture, and schedule one of this size if it is missing."""
        if self._render is None:
            return None
        wanted = (game, ceil(area.width()), ceil(area.height()))
        if wanted not in self._drawn and wanted not in self._wanted:
            self._wanted.append(wanted)
            if not self._fresh.isActive():
                self._fresh.start(FRESH_MS if self._drawn else 0)
        return self._drawn.get(wanted) or self._last.get(game)

    def _draw_anew(self) -> None:
        """Draw one pending picture per run of the event loop, to keep the window responsive."""
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

    # Layout

    def sizeHint(self) -> QSize:
        parent = self.parentWidget()
        return self.size() if parent is None else parent.size()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.buttons:
            self.lay_out()

    def lay_out(self) -> None:
        """Position everything, with pictures as large as possible."""
        width, height = self.width(), self.height()
        share = min(width / USUAL[0], height / USUAL[1])
        size = min(max(share, SMALLEST), LARGEST)
        gap = max(6, round(min(18 * share, 18 * size)))
        edge = max(8, round(26 * share))
        wide = min(width - 2 * edge, round(WIDEST * size))
        left = (width - wide) // 2
        letters = max(size, min(size, 1.0) * grown(1.0))
        while True:
            # The chosen text size, reduced until everything fits.
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
        """Return the columns, tile width and tile height with the best pictures."""
        letters, count = self.size_of_letters, max(1, len(self._tiles))
        metrics = QFontMetrics(font(TITLE * letters, bold=True))
        named = max((metrics.horizontalAdvance(one.words) for one in self._tiles), default=0) + 34
        found = []
        for down in range(1, count + 1):
            across = ceil(count / down)
            most, tall = (wide + gap) // across - gap, (room + gap) // down - gap
            for lined in (True, False):
                tile = most
                for _ in range(2):  # narrower tiles may need more lines of description
                    below = max(
                        (one.high(tile, letters, lined=lined) for one in self._tiles), default=0
                    )
                    picture = min(round(SHAPE * tile), tall - below)
                    tile = min(most, max(round(picture / SHAPE), named))
                # Complete titles come first; a description is worth a smaller picture.
                worth = picture * (LINED if lined and picture >= LEAST_PICTURE else 1.0)
                found.append((named <= most, worth, across, tile, picture + below, below))
        *_, across, tile, tall, self.below = max(found)
        return across, tile, tall

    def _way_rows(self, wide: int, *, beside: bool) -> list[list[WayButton]]:
        """Return the quick buttons in rows; one per row if they would be cut off side by side."""
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
        # Centred, unless it would overlap the person's button.
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
        if len(row) == 1 and row[0] in self._ways:  # as wide as the buttons above and below
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

    # Keyboard and theme

    def walk(self, at: QPushButton, key: Qt.Key) -> bool:
        """Move the focus to the nearest button in the arrow's direction; False if there is none."""
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
            # Up and down prefer the nearest row, then the nearest button in it.
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
        """Update the layout after a font change."""
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
