"""What can be played, laid out on the empty table: ways on, the games, and all else."""

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QFontMetrics, QPalette, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.ui.faces.icons import PersonChip
from greenbaize.ui.features.start.tile_pictures import SHAPE, TilePicture, ways_of
from greenbaize.ui.features.start.tiles import (
    TITLE,
    Board,
    GameTile,
    Laid,
    PillButton,
    WayButton,
)
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.plain import Label
from greenbaize.ui.widgets.theme import worn

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

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


class StartMenu(Board):
    """A heading, and what lies below it on the cloth."""

    def __init__(self, motion: Motion, parent: QWidget) -> None:
        super().__init__(motion, parent)
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
