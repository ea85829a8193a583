"""Who came where: plates of those in front, rows for the others."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QSizePolicy, QWidget

from greenbaize.rules.places import tied
from greenbaize.ui.faces.looks import Look, looks_at
from greenbaize.ui.people.icons import face_at
from greenbaize.ui.plain import Label, Line
from greenbaize.ui.sheets.lettering import normal
from greenbaize.ui.sheets.winner import Placed, WinnerPlate
from greenbaize.ui.theme import Theme
from greenbaize.words.titles import place_title, yours

ACROSS: Final = 4
"""From so many winners on, their plates stand two in a row."""
SHARES: Final = {1: 1.0, 2: 0.66, 3: 0.55}
"""How high each plate is beside that of one alone."""
MANY: Final = 0.5
LEAST: Final = 30
"""No plate is lower, in pixels."""
FACE: Final = 1.35
"""How wide a face in a row is, in heights of its letters."""


class _Rows(QWidget):
    """The rows of those who have not won: place, face, name, and what each has."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self._looks: list[Look] = []
        self._lines: list[tuple[Label, Label, Label]] = []
        self._own: int | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 0, 10, 0)
        self._grid.setColumnStretch(2, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def add(self, placed: Placed, *, own: bool) -> None:
        """Add the next row."""
        row = len(self._lines)
        if own:
            self._own = row
        place = Label(placed.place, self)
        name = Line(yours(placed.name) if own else placed.name, self)
        worth = Label(placed.worth, self)
        for column, label in ((0, place), (2, name), (3, worth)):
            self._grid.addWidget(label, row, column)
            label.show()  # Qt would keep in mind that it takes no room
        worth.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        worth.setVisible(bool(placed.worth))
        self._looks.append(placed.look)
        self._lines.append((place, name, worth))

    def write(self, *, tight: bool) -> int:
        """Write in the current size, closer if ``tight``; returns the height in pixels."""
        high, count = QFontMetrics(normal(bold=True)).height(), len(self._lines)
        for row, (place, name, worth) in enumerate(self._lines):
            for label in (place, name, worth):
                label.setFont(normal(bold=row == self._own or label is worth))
                label.setFixedHeight(high)
        between, edge = (1, 2) if tight else (round(0.42 * high), round(0.2 * high))
        self._grid.setHorizontalSpacing(round(0.6 * high))
        self._grid.setVerticalSpacing(between)
        # An empty column has no room beside it.
        self._grid.setColumnMinimumWidth(1, round((FACE + 0.6) * high))
        self._grid.setContentsMargins(10, edge, 10, edge)
        # Added up here: Qt finds out only once there is time.
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
                painter.setBrush(QColor(self.theme.paper_tint))
                painter.drawRoundedRect(line, 6, 6)
                painter.setBrush(QColor(self.theme.brass))
                painter.drawRoundedRect(QRectF(0, line.top(), 4, line.height()), 2, 2)
            side = cell.height() + round(0.6 * spacing)
            box = QRect(cell.left(), 0, side, side)
            box.moveTop(cell.center().y() - side // 2)
            picture = face_at(look, side, self.devicePixelRatioF())
            painter.drawPixmap(box, picture)
        painter.end()


class Ranking(QWidget):
    """The plates of the winners, or leaders without ``laurel``, and a row for everybody else."""

    def __init__(self, theme: Theme, parent: QWidget, *, laurel: bool = True) -> None:
        super().__init__(parent)
        self._theme, self._paper, self._laurel = theme, parent, laurel
        self.plates: list[WinnerPlate] = []
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._grid = QGridLayout()
        self._grid.setSpacing(4)
        self._rows = _Rows(theme, self)
        self._box.addLayout(self._grid)
        self._box.addWidget(self._rows, 0, Qt.AlignmentFlag.AlignVCenter)

    def renewed(self, column: QBoxLayout) -> "Ranking":
        """An empty one in its place in a column."""
        anew = Ranking(self._theme, self._paper, laurel=self._laurel)
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
        """Show who came where.

        Args:
            places: by seat; equal players share one.
            worth: what each has, by seat, in words or figures.
            names: by seat, as they are shown.
            you: the seat of the person at the window.
            sides: the number of each seat's side, where there are partners.
        """
        looks = looks_at(names)
        # Where places are all that is counted, nobody needs to read them twice.
        counted = any(one != str(place) for one, place in zip(worth, places, strict=True))
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
                self.plates.append(WinnerPlate(placed, self._theme, self, laurel=self._laurel))
            else:
                self._rows.add(placed, own=seat == you)
        across = self._across
        for number, plate in enumerate(self.plates):
            self._grid.addWidget(plate, number // across, number % across)
            plate.show()
        self._rows.raise_()  # after the plates, for those who have them read out, too
        self._rows.setVisible(len(places) > len(self.plates))
        self.show()

    def arrange(self, tall: float, *, beside: bool, tight: bool) -> None:
        """Lay out: a plate alone is ``tall`` pixels high; rows stand ``beside`` or below it."""
        way = QBoxLayout.Direction
        self._box.setDirection(way.LeftToRight if beside else way.TopToBottom)
        self._box.setSpacing(6 if tight else 14)
        self._box.setStretch(0, 3 if beside else 0)
        self._box.setStretch(1, 2 if beside else 0)
        high = max(LEAST, round(tall * SHARES.get(len(self.plates), MANY)))
        for plate in self.plates:
            plate.set_tall(high)
        down = -(-len(self.plates) // self._across)
        front = down * high + (down - 1) * self._grid.verticalSpacing()
        others = self._rows.write(tight=tight)
        gap = self._box.spacing() if others else 0
        self.setFixedHeight(max(front, others) if beside else front + gap + others)

    def wide(self, tall: float) -> int:
        """The best width for plates of this height, in pixels."""
        across = self._across
        share = SHARES.get(len(self.plates), MANY)
        return round(across * tall * share * (4.0 if len(self.plates) == 1 else 5.0))

    def set_theme(self, theme: Theme) -> None:
        self._theme = self._rows.theme = theme
        for plate in self.plates:
            plate.set_theme(theme)
        self.update()

    @property
    def _across(self) -> int:
        """How many plates stand in a row."""
        return 2 if len(self.plates) >= ACROSS else 1
