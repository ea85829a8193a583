"""Rankings: plates of the leading players, rows for the others, and the half-time standings."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QRadialGradient,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QSizePolicy, QWidget

from greenbaize.app.faces import Look
from greenbaize.rules.events import Scored
from greenbaize.rules.game import Game
from greenbaize.rules.pictures import Mood
from greenbaize.rules.places import ranked, tied
from greenbaize.rules.sheets import half_after
from greenbaize.ui.faces.heads import face_picture
from greenbaize.ui.faces.icons import face_at
from greenbaize.ui.faces.looks import looks_at
from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.fonts import SMALL, font
from greenbaize.ui.widgets.lettering import normal, scale, title
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain import Label, Line
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import number_text, place_title, yours

EDGE: Final = 0.07
"""Margin for the glow around a plate; it and the sizes below are in plate heights."""
FACE: Final = 0.30
FACE_AT: Final = 0.62
NAME: Final = 0.36
LEAST_NAME: Final = 0.17
WORTH: Final = 0.44
"""Font size of the score; the sizes above are the face, its centre, and a name's font size."""
WIDEST_WORTH: Final = 0.42
"""Maximum width of the score, as a fraction of the plate's text area."""
LEAVES: Final = 8
"""Number of pairs of leaves on a branch."""
FIRST: Final = 0.10
LAST: Final = 0.79
"""Positions of the first and last leaf, as fractions of the arc from bottom to top."""
LONG: Final = 0.30
"""Length of a leaf in the middle of its branch, in radii of the laurel."""
LEAN: Final = 34.0
"""Angle between a leaf and its branch (degrees)."""


class Placed(NamedTuple):
    """A player in a ranking: rank, name, face and score."""

    place: str
    name: str
    look: Look
    worth: str
    """Score in words or figures; empty if the rank alone decides."""


class WinnerPlate(QWidget):
    """A plate with face, name and score; a laurel marks a winner."""

    def __init__(
        self, placed: Placed, parent: QWidget, *, laurel: bool, mood: Mood = Mood.WINNING
    ) -> None:
        super().__init__(parent)
        self._placed, self._laurel, self._mood = placed, laurel, mood
        self._tall = 100
        self.name = Line(placed.name, self)
        # In games that count only ranks, the plate shows the rank instead.
        self.worth = Label(placed.worth or placed.place, self)
        self.worth.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.name.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        line = tr("{place}: {name}, {total}")
        words = line.format(place=placed.place, name=placed.name, total=placed.worth)
        self.setAccessibleName(words if placed.worth else f"{placed.place}: {placed.name}")
        self.dress()

    def dress(self) -> None:
        for label, colour in ((self.name, worn().plate_text), (self.worth, worn().brass_text)):
            palette = QPalette(self.palette())
            palette.setColor(QPalette.ColorRole.WindowText, QColor(colour))
            label.setPalette(palette)
            # A widget on a table would otherwise take the colour meant for text on the cloth.
            label.setForegroundRole(QPalette.ColorRole.WindowText)

    def set_tall(self, tall: int) -> None:
        if tall != self._tall:
            self._tall = tall
            self.setFixedHeight(tall)
        self._lay_out()

    def sizeHint(self) -> QSize:
        return QSize(round(4.0 * self._tall), self._tall)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(2.4 * self._tall), self._tall)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        tall, body = float(self.height()), self._body()
        left = body.left() + 1.17 * body.height()
        right = body.right() - 0.34 * body.height()
        most = WIDEST_WORTH * (right - left)
        size = _fitting(self.worth.text(), WORTH * tall, 0.18 * tall, most)
        self.worth.setFont(font(size, bold=True))
        wide = self.worth.sizeHint().width() + 2
        self.worth.setGeometry(round(right - wide), round(body.top()), wide, round(body.height()))
        room = right - wide - 0.16 * tall - left
        size = _fitting(self.name.text(), NAME * tall, LEAST_NAME * tall, room)
        self.name.setFont(font(size, bold=True))
        area = QRectF(left, body.top(), max(8.0, room), body.height())
        self.name.setGeometry(area.toRect())

    def _body(self) -> QRectF:
        edge = EDGE * self.height()
        return QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, tall, body = worn(), float(self.height()), self._body()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        round_ = body.height() / 2
        middle = QPointF(body.left() + FACE_AT * body.height(), body.center().y())
        if self._laurel:
            light = QColor(theme.brass)
            for step in range(4, 0, -1):
                light.setAlphaF(0.10 + 0.05 * (4 - step))
                painter.setPen(QPen(light, 2 * EDGE * tall * step / 4))
                painter.drawRoundedRect(body, round_, round_)
        shine = QRadialGradient(middle, 1.5 * tall)
        shine.setColorAt(0, QColor(theme.felt_glow))
        shine.setColorAt(1, QColor(theme.plate))
        painter.setPen(QPen(QColor(theme.brass), max(1.5, 0.022 * tall)))
        painter.setBrush(shine)
        painter.drawRoundedRect(body, round_, round_)
        if self._laurel:
            draw_laurel(painter, middle, 0.385 * body.height(), theme.brass_text, theme.brass)
        ratio = self.devicePixelRatioF()
        reach = (FACE if self._laurel else 0.38) * body.height()
        side = max(1, round(2 * reach * ratio))
        picture = face_picture(self._placed.look, self._mood, side)
        box = QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)
        painter.drawPixmap(box, picture, QRectF(picture.rect()))
        painter.end()


def _fitting(words: str, most: float, least: float, room: float) -> float:
    """Return the font size up to ``max_size`` at which a text fits, at least ``min_size``."""
    wide = QFontMetricsF(font(most, bold=True)).horizontalAdvance(words) + 2
    return max(SMALL, least, most if wide <= room else 0.98 * most * room / wide)


def draw_laurel(painter: QPainter, middle: QPointF, reach: float, light: str, dark: str) -> None:
    """Draw a laurel with a ``radius`` in pixels; ``light`` and ``dark`` are ``#rrggbb``."""
    painter.save()
    painter.translate(middle)
    stalk = QPen(QColor(dark), max(1.0, 0.03 * reach))
    stalk.setCapStyle(Qt.PenCapStyle.RoundCap)
    for side in (-1, 1):
        painter.save()
        painter.scale(side, 1)
        painter.setPen(stalk)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(-reach, -reach, 2 * reach, 2 * reach)
        # Qt measures angles counterclockwise from the right, in sixteenths of a degree.
        painter.drawArc(box, round(16 * (-90 + 180 * 0.03)), round(16 * 180 * (LAST - 0.05)))
        painter.setPen(Qt.PenStyle.NoPen)
        for place in range(LEAVES):
            share = FIRST + (LAST - FIRST) * place / (LEAVES - 1)
            # Leaves get smaller towards both ends.
            size = LONG * reach * (0.72 + 0.28 * sin(pi * (place + 1) / (LEAVES + 1)))
            for lean, colour in ((-LEAN, dark), (LEAN, light)):
                painter.fillPath(_leaf(share, size, lean, reach), QColor(colour))
        painter.fillPath(_leaf(LAST + 0.015, 0.72 * LONG * reach, 0, reach), QColor(light))
        painter.restore()
    painter.restore()


def _leaf(share: float, size: float, lean: float, reach: float) -> QPainterPath:
    angle = pi / 2 - pi * share
    along = -180 * share  # direction of the branch, in degrees clockwise from the right
    path = QPainterPath(QPointF(0, 0))
    path.cubicTo(0.3 * size, -0.30 * size, 0.75 * size, -0.22 * size, size, 0)
    path.cubicTo(0.75 * size, 0.16 * size, 0.3 * size, 0.20 * size, 0, 0)
    turn = QTransform()
    turn.translate(reach * cos(angle), reach * sin(angle))
    turn.rotate(along + lean)
    return turn.map(path)


ACROSS: Final = 4
"""Number of winners from which their plates are in two columns."""
SHARES: Final = {1: 1.0, 2: 0.66, 3: 0.55}
"""Height of each plate by the number of plates, as a fraction of a single plate's height."""
MANY: Final = 0.5
OWN: Final = 0.6
"""The same for the player's own plate if they have not won."""
LEAST: Final = 30
ROW_FACE: Final = 1.35
"""Width of a face in a row, in line heights."""


class _Rows(QWidget):
    """The rows of players without a plate: rank, face, name and score."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._looks: list[Look] = []
        self._lines: list[tuple[Label, Label, Label]] = []
        self._own: int | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 0, 10, 0)
        self._grid.setColumnStretch(2, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def add(self, placed: Placed, *, own: bool) -> None:
        row = len(self._lines)
        if own:
            self._own = row
        place = Label(placed.place, self)
        name = Line(yours(placed.name) if own else placed.name, self)
        worth = Label(placed.worth, self)
        for column, label in ((0, place), (2, name), (3, worth)):
            self._grid.addWidget(label, row, column)
            label.show()  # otherwise Qt caches that the hidden label needs no room
        worth.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        worth.setVisible(bool(placed.worth))
        self._looks.append(placed.look)
        self._lines.append((place, name, worth))

    def write(self, *, tight: bool) -> int:
        """Lay the rows out in the current fonts, closer if ``tight``; return the height (px)."""
        high, count = QFontMetrics(normal(bold=True)).height(), len(self._lines)
        for row, (place, name, worth) in enumerate(self._lines):
            for label in (place, name, worth):
                label.setFont(normal(bold=row == self._own or label is worth))
                label.setFixedHeight(high)
        between, edge = (1, 2) if tight else (round(0.42 * high), round(0.2 * high))
        self._grid.setHorizontalSpacing(round(0.6 * high))
        self._grid.setVerticalSpacing(between)
        # Qt puts no spacing beside an empty column.
        self._grid.setColumnMinimumWidth(1, round((ROW_FACE + 0.6) * high))
        self._grid.setContentsMargins(10, edge, 10, edge)
        # Computed here, because Qt updates the layout only later.
        whole = count * (high + between) - between + 2 * edge if count else 0
        self.setFixedHeight(whole)
        return whole

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        spacing = self._grid.verticalSpacing()
        for row, look in enumerate(self._looks):
            cell = self._grid.cellRect(row, 1)
            if row == self._own:
                gap = max(1.0, 0.42 * spacing)
                line = QRectF(0, cell.top() - gap, self.width(), cell.height() + 2 * gap)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(worn().paper_tint))
                painter.drawRoundedRect(line, 6, 6)
                painter.setBrush(QColor(worn().brass))
                painter.drawRoundedRect(QRectF(0, line.top(), 4, line.height()), 2, 2)
            side = cell.height() + round(0.6 * spacing)
            box = QRect(cell.left(), 0, side, side)
            box.moveTop(cell.center().y() - side // 2)
            picture = face_at(look, side, self.devicePixelRatioF())
            painter.drawPixmap(box, picture)
        painter.end()


class Ranking(QWidget):
    """Plates of the winners, or of the leaders without ``laurel``, and a row for everybody else."""

    def __init__(self, parent: QWidget, *, laurel: bool = True) -> None:
        super().__init__(parent)
        self._paper, self._laurel = parent, laurel
        self.plates: list[WinnerPlate] = []
        self.own: WinnerPlate | None = None
        """The player's plate below the winners' if they are the first non-winner of a finished
        match.
        """
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._grid = QGridLayout()
        self._grid.setSpacing(4)
        self._rows = _Rows(self)
        self._box.addLayout(self._grid)
        self._box.addWidget(self._rows, 0, Qt.AlignmentFlag.AlignVCenter)

    def renewed(self, column: QBoxLayout) -> "Ranking":
        """Replace this widget in a layout by a new, empty one and return that."""
        anew = Ranking(self._paper, laurel=self._laurel)
        column.replaceWidget(self, anew)
        self.hide()
        self.deleteLater()
        return anew

    def show_places(
        self,
        places: Sequence[int],
        worth: Sequence[str],
        names: Sequence[str],
        you: int | None,
        sides: Sequence[int] = (),
    ) -> None:
        """Show the ranking by seat; ``sides`` has the side number of each seat."""
        looks = looks_at(names)
        # Where scores are just the ranks, they are not shown twice.
        counted = any(one != str(place) for one, place in zip(worth, places, strict=True))
        behind = min((place for place in places if place > 1), default=1)
        for seat in sorted(range(len(places)), key=lambda one: places[one]):
            title = place_title(places[seat])
            shared = tied(places, places[seat], sides)
            placed = Placed(
                f"={title}" if shared else title,
                names[seat],
                looks[seat],
                worth[seat] if counted else "",
            )
            if places[seat] == 1:
                name = yours(names[seat]) if seat == you else names[seat]
                placed = placed._replace(name=name)
                self.plates.append(WinnerPlate(placed, self, laurel=self._laurel))
            elif seat == you and self._laurel and places[seat] == behind:
                name = yours(names[seat])
                placed = placed._replace(name=f"{placed.place} · {name}" if counted else name)
                self.own = WinnerPlate(placed, self, laurel=False, mood=Mood.NEUTRAL)
            else:
                self._rows.add(placed, own=seat == you)
        across = self._across
        for number, plate in enumerate(self.plates):
            self._grid.addWidget(plate, number // across, number % across)
            plate.show()
        if self.own is not None:
            self._grid.addWidget(self.own, -(-len(self.plates) // across), 0, 1, across)
            self.own.show()
        self._rows.raise_()  # after the plates, also for screen readers
        self._rows.setVisible(len(places) > len(self.plates) + (self.own is not None))
        self.show()

    def arrange(self, tall: float, *, beside: bool, tight: bool) -> None:
        """Arrange plates and rows.

        ``plate_height`` is that of a single plate in pixels; rows are ``beside`` or below the
        plates.
        """
        way = QBoxLayout.Direction
        self._box.setDirection(way.LeftToRight if beside else way.TopToBottom)
        self._box.setSpacing(6 if tight else 14)
        self._box.setStretch(0, 3 if beside else 0)
        self._box.setStretch(1, 2 if beside else 0)
        high = max(LEAST, round(tall * SHARES.get(len(self.plates), MANY)))
        for plate in self.plates:
            plate.set_tall(high)
        down = -(-len(self.plates) // self._across)
        front = max(0, down * (high + self._grid.verticalSpacing()) - self._grid.verticalSpacing())
        if self.own is not None:
            low = max(LEAST, round(OWN * tall))
            self.own.set_tall(low)
            front += low + self._grid.verticalSpacing()
        others = self._rows.write(tight=tight)
        gap = self._box.spacing() if others else 0
        self.setFixedHeight(max(front, others) if beside else front + gap + others)

    def wide(self, tall: float) -> int:
        """Return the preferred width in pixels for plates of this height."""
        across = self._across
        share = SHARES.get(len(self.plates), MANY)
        return round(across * tall * share * (4.0 if len(self.plates) == 1 else 5.0))

    def dress(self) -> None:
        for plate in (*self.plates, *filter(None, (self.own,))):
            plate.dress()

    @property
    def _across(self) -> int:
        return 2 if len(self.plates) >= ACROSS else 1


HALF_MS: Final = 4500
"""Duration of the half-time panel where no click is needed to advance (ms)."""
PLATE: Final = 0.13
LOWEST_PLATE: Final = 46
"""Height of a leader's plate: fraction of the table height, and minimum (pixels)."""
WIDTH: Final = 330
MARGIN: Final = 18


class HalfTime(PaperFrame):
    """A panel over the table with the standings after a half, without keyboard focus.

    A click advances to the next deal.
    """

    pressed = Signal()

    def __init__(
        self, table: QWidget, game: Game[Any], names: tuple[str, ...], you: int | None
    ) -> None:
        super().__init__(table)
        self._table, self._game, self._names, self._you = table, game, names, you
        self.words = ""
        """Content of the panel for screen readers."""
        self._title = Label(parent=self)
        self._ranking = Ranking(self, laurel=False)
        margins = (MARGIN, MARGIN - 4, MARGIN, MARGIN - 4)
        self._column = column_of(self._title, self._ranking, within=self, margins=margins)
        self._column.setAlignment(self._title, Qt.AlignmentFlag.AlignHCenter)
        self.dress()
        self.hide()

    def lay(self, event: Scored, view: Any) -> bool:
        """Show the panel if a half, but not the match, ends with this score.

        Return True if it is shown.
        """
        if half_after(self._game.sheet(view), event.deal) is None:
            return False
        seats = len(self._names)
        scores = self._game.scores(seats, event)
        places = ranked([(one,) for one in scores])
        worth = [number_text(one) for one in scores]
        self._ranking = self._ranking.renewed(self._column)
        sides = self._game.sides(seats)
        self._ranking.show_places(places, worth, self._names, self._you, sides)
        heading = tr("Standing after deal {deal}").format(deal=event.deal)
        self._title.setText(heading)
        order = sorted(range(seats), key=lambda seat: places[seat])
        lines = (f"{self._names[seat]} {worth[seat]}" for seat in order)
        self.words = f"{heading}: {', '.join(lines)}."
        self.setAccessibleName(self.words)
        self.show()
        self.lay_out()
        self.raise_()
        return True

    def lay_out(self) -> None:
        """Centre the panel on the table while it is shown."""
        if self.isHidden():
            return
        table = self._table
        tall = max(LOWEST_PLATE, PLATE * table.height())
        self._ranking.arrange(tall, beside=False, tight=table.height() < 400)
        width = max(round(WIDTH * scale()), self._ranking.wide(tall)) + 2 * MARGIN
        width = min(width, table.width())
        self._column.invalidate()
        height = min(self._column.totalMinimumSize().height(), table.height())
        left, top = (table.width() - width) // 2, (table.height() - height) // 2
        self.setGeometry(left, top, width, height)

    def dress(self) -> None:
        self._title.setFont(title())
        self._ranking.dress()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.pressed.emit()
