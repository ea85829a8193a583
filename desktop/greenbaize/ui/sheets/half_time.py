"""The standing after half of a match, laid over the table for a while."""

from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from greenbaize.rules.events import Scored
from greenbaize.rules.game import Game
from greenbaize.rules.places import ranked
from greenbaize.rules.sheets import half_after
from greenbaize.ui.plain import Label
from greenbaize.ui.sheets.lettering import scale, title
from greenbaize.ui.sheets.paper import paint_paper, paper_palette
from greenbaize.ui.sheets.ranking import Ranking
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import number_text

HALF_MS: Final = 4500
"""How long it lies there where nobody has to go on."""
PLATE: Final = 0.13
LOWEST_PLATE: Final = 46
"""How high the plate of whoever leads is, in heights of the table, and in pixels at least."""
WIDTH: Final = 330
MARGIN: Final = 18


class HalfTime(QFrame):
    """The standing after a half, laid over the table; a click goes on. It takes no keyboard."""

    pressed = Signal()
    """Somebody has seen enough of it."""

    def __init__(
        self, table: QWidget, game: Game[Any], names: tuple[str, ...], you: int | None, theme: Theme
    ) -> None:
        super().__init__(table)
        self._table, self._game, self._names, self._you = table, game, names, you
        self._theme = theme
        self.words = ""
        """What it says, for those who have it read out."""
        self._title = Label(parent=self)
        self._ranking = Ranking(theme, self, laurel=False)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(MARGIN, MARGIN - 4, MARGIN, MARGIN - 4)
        self._column.addWidget(self._title, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addWidget(self._ranking)
        self.set_theme(theme)
        self.hide()

    def lay(self, event: Scored, view: Any) -> bool:
        """Lie on the table if a half, but not the match, ends with this score; returns whether."""
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
        self.place()
        self.raise_()
        return True

    def place(self) -> None:
        """Take the middle of the table, while shown."""
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

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setPalette(paper_palette(theme))
        self._title.setFont(title())
        self._ranking.set_theme(theme)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_paper(self, self._theme)
