"""The result of a match, laid over the table."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QGraphicsDropShadowEffect,
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from greenbaize.rules.messages import mark
from greenbaize.rules.places import tied
from greenbaize.ui.cards.suited import WordLink
from greenbaize.ui.sheets.ranking import Ranking
from greenbaize.ui.widgets.accessibility import LINE, announce, name_for_ears
from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.keyboard import step_by_arrow
from greenbaize.ui.widgets.lettering import normal, scale, small, title
from greenbaize.ui.widgets.paper import ROUNDING, PaperFrame, paper_palette
from greenbaize.ui.widgets.plain import Label, set_tip
from greenbaize.ui.widgets.table_button import TableButton
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.phrases import headline
from greenbaize.words.titles import place_title

MARGIN: Final = 24
GAP: Final = 12
"""Distance between the panel and the edges of a table with enough room (pixels)."""
CROSS_GAP: Final = 8
"""Distance between the close button and the panel's edges (pixels)."""
WIDTH: Final = 400
LEAST_WIDTH: Final = 300
"""Preferred width, and the minimum beside plates, at a panel scale of 1 (pixels)."""
PLATE: Final = 0.19
"""Height of a winner's plate, as a fraction of the table height."""
LOWEST_PLATE: Final = 56
MOST_NAMED: Final = 3
"""Number of winners from which a tight panel drops the title that names them."""
CALM_MS: Final = 700
PRESSES: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Select)
SHAPES: Final = (
    *((1.0, False, False), (0.8, False, False), (0.6, False, False), (0.45, False, False)),
    *((0.6, False, True), (0.45, False, True)),
    *((1.0, True, False), (0.8, True, False), (0.8, True, True), (0.5, True, True)),
)
"""Layouts from most to least spacious: plate height factor, rows beside plates, tight spacing."""


class WaysOn(NamedTuple):
    """Labels of the actions after a match; empty if an action is not available."""

    again: str
    again_tip: str
    new: str
    leave: str


ALONE: Final = WaysOn(
    mark("&Play again"),
    mark("A new match with the same players and options"),
    mark("&New match…"),
    mark("L&eave the table"),
)
FRIENDS: Final = WaysOn(
    mark("&Play again"),
    mark("Ready for another match with the same people"),
    mark("To the &waiting room"),
    mark("L&eave…"),
)
"""Actions at a table with friends."""
LEFT: Final = WaysOn("", "", mark("&New match…"), mark("L&eave the table"))
"""Actions after the table with friends has been closed."""


def name_buttons(buttons: Sequence[QAbstractButton], ways: WaysOn) -> None:
    """Label the buttons for another match, for a different match and for leaving."""
    for button, words in zip(buttons, (ways.again, ways.new, ways.leave), strict=True):
        button.setText(tr(words) if words else "")
        button.setVisible(bool(words))
    set_tip(buttons[0], tr(ways.again_tip) if ways.again_tip else "")


class ResultSheet(PaperFrame):
    """A panel with the winners' plates, the ranking of the others, and the next actions.

    The person at the window has a plate below the winners' or a highlighted row.

    The button for another match has the focus. Keys meant to speed up the cards do not press it: a
    key counts once none has come for ``KEY_GUARD_MS``. Esc counts only after the panel has been
    painted, and the second half of a double click presses nothing if the first half hit the table.
    ``sides`` has the side number of each seat.
    """

    closed = Signal()
    """The panel has been closed to look at the table."""

    def __init__(self, parent: QWidget, sides: Sequence[int] = ()) -> None:
        super().__init__(parent)
        self._sides, self._table = sides, parent
        self.plates: Callable[[], Sequence[QRect]] = tuple
        """Callback that returns the rectangles of the seats' plates on the table."""
        self.piles: Callable[[], Sequence[QRect]] = tuple
        """Callback that returns the rectangles of the piles of tricks."""
        self.clock: Callable[[], float] = monotonic
        self._calm_from = 0.0
        """Time when the panel was shown or an ignored key was pressed (s)."""
        self._seen = False
        """The panel has been painted, and the input pending at that time has been processed."""
        self._pressed: QObject | None = None
        self.setAccessibleName(tr("Result"))
        self._standing = ""
        """Final standings in words, for screen readers."""
        self._brought = False
        self.titled = False
        """Name the winners in the title also if the player is not the only winner."""
        self.headline = ""
        """Sentence that names the winners."""
        self.swing = ""
        """Sentence about the deal that mattered most to the player; set before ``show_result``."""
        self._title, self._swing = Label(parent=self), Label(parent=self)
        self._note = Label(parent=self)
        self.seal = Label(parent=self)
        self.seal.hide()
        self.honours = HonourLine(self)
        self.honours.changed.connect(self._settle)
        self._warns = self._broken = False
        self._lettered = 0.0  # panel scale that the fonts have
        for label in (self._title, self._swing, self._note, self.seal):
            label.setWordWrap(True)
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.ranking = Ranking(self)
        self._make_buttons()
        self._links = QGridLayout()
        parts = self._title, self.ranking, self._swing, self._note, self.honours, self.seal
        self._column = column_of(*parts, self.again_button, self._links, within=self)
        self._shadow = QGraphicsDropShadowEffect(self)
        self._shadow.setBlurRadius(40)
        self._shadow.setOffset(0, 6)
        self.setGraphicsEffect(self._shadow)
        self.dress()
        self.name_ways(ALONE)
        self.hide()
        parent.installEventFilter(self)

    def _make_buttons(self) -> None:
        self.again_button = TableButton(self)
        self.again_button.setDefault(True)
        self.cross_button = QPushButton("✕", self)
        self.cross_button.setAccessibleName(tr("Look at the table"))
        set_tip(self.cross_button, tr("Look at the table"))
        self.cross_button.setFlat(True)
        self.cross_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cross_button.installEventFilter(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.close_link = WordLink(tr("Look at the table"), self)
        self.new_link, self.leave_link = WordLink("", self), WordLink("", self)
        self.sheet_link = WordLink(tr("Score sheet"), self)
        self.review_link = WordLink(tr("Review"), self)
        self.statistics_link = WordLink(tr("Statistics"), self)
        self.ways = self.again_button, self.new_link, self.leave_link
        """Buttons for another match, for a different match and for leaving."""
        more = self.sheet_link, self.review_link, self.statistics_link
        self._links_to = (self.close_link, *self.ways[1:], *more)
        for button in (self.cross_button, self.close_link):
            button.clicked.connect(self._on_close)
        before: QWidget = self
        for part in (self.again_button, *self._links_to, self.honours.off):
            self.setTabOrder(before, part)
            before = part
            part.installEventFilter(self)

    def show_result(
        self,
        places: Sequence[int],
        worth: Sequence[str],
        names: Sequence[str],
        you: int | None,
        *,
        coin_flip: bool = False,
    ) -> None:
        """Show the ranking by seat; ``you`` is the seat of the person at the window.

        Tied players share a rank, unless a coin flip has decided the first.
        """
        names = [shown_name(name) for name in names]
        winners = [seat for seat, place in enumerate(places) if place == 1]
        self.headline = headline(winners, names, you, together=not tied(places, 1, self._sides))
        # A winner other than the player is named on their plate, not in the title again.
        titled = self.titled or you in winners or len(winners) > 1
        self._title.setText(self.headline if titled else self.swing)
        self._swing.setText(self.swing if titled else "")
        self._swing.setVisible(titled and bool(self.swing))
        self._note.setText(tr("Equal at the top: a coin flip decided.") if coin_flip else "")
        self._note.setVisible(coin_flip)
        self.ranking = self.ranking.renewed(self._column)
        self.ranking.show_places(places, worth, names, you, self._sides)
        line = tr("{place}: {name}, {total}")
        order = sorted(range(len(places)), key=lambda seat: places[seat])
        self._standing = "\n".join(
            line.format(place=place_title(places[seat]), name=names[seat], total=worth[seat])
            for seat in order
        )
        if self.swing:
            self._standing = f"{self._standing}\n{self.swing}"
        self._brought = False  # all of it has just been spoken
        name_for_ears(self, tr("Result"), "")
        self.bring()

    def bring(self) -> None:
        self._seen, self._pressed = False, None
        if self._standing and self._brought:
            name_for_ears(self, tr("Result"), self._standing)
        self._brought = True
        self.show()  # no widget has a size before
        self._settle()
        self.raise_()
        self._calm_from = self.clock()
        (self if self.again_button.isHidden() else self.again_button).setFocus()

    def name_ways(self, ways: WaysOn) -> None:
        name_buttons(self.ways, ways)
        for link in (self.new_link, self.leave_link):
            link.show_words(link.text().replace("&", ""))
        if self.isVisible():
            self._settle()

    def show_seal(self, words: str, *, warns: bool, broken: bool) -> None:
        """Show the result of the shuffle check; ``is_warning`` and ``is_broken`` emphasize it."""
        self._warns, self._broken = warns, broken
        self.seal.setText(words)
        self.seal.setVisible(True)
        self.dress()
        self._settle()

    def show_honours(self, words: str) -> None:
        self.honours.tell(words)
        self._standing = f"{self._standing}\n{words}"
        self._settle()

    def dress(self) -> None:
        self.setPalette(paper_palette(worn()))
        self.ranking.dress()
        self._letter()
        quiet, loud = QPalette.ColorRole.PlaceholderText, QPalette.ColorRole.BrightText
        plain = QPalette.ColorRole.Text if self._warns else quiet
        self.seal.setForegroundRole(loud if self._broken else plain)
        self._note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._shadow.setColor(QColor(worn().shade))

    def _letter(self) -> None:
        self._title.setFont(title())
        self._swing.setFont(normal())
        self._note.setFont(small())
        for button in self.findChildren(QPushButton):
            button.setFont(normal(bold=button is self.again_button))
        for link in self._links_to:
            link.setFont(normal())
        self.honours.letter()
        self.seal.setFont(normal(bold=self._broken) if self._broken or self._warns else small())
        self._lettered = scale()

    def sizeHint(self) -> QSize:
        return self.size()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay centred when the parent is resized."""
        if watched is self.parentWidget():
            if event.type() == QEvent.Type.Resize:
                self._settle()
                # Text on the table takes its new size only after this event.
                QTimer.singleShot(0, self, self._settle)
        elif event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = watched
        elif event.type() == QEvent.Type.MouseButtonDblClick:
            return self._pressed is not watched
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return watched is self.again_button and self._is_hurry(event)
        return super().eventFilter(watched, event)

    def _is_hurry(self, event: QKeyEvent) -> bool:
        """Return True for a key press that comes too soon to be meant for the panel."""
        if event.key() not in PRESSES:
            return False
        now = self.clock()
        hurry = event.isAutoRepeat() or not self._seen or now - self._calm_from < CALM_MS / 1000
        self._calm_from = now if hurry else self._calm_from
        return hurry

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc, move the focus with arrows, and let no key through to the cards below."""
        step_by_arrow(self, event)
        if event.key() == Qt.Key.Key_Escape and self._seen and not event.isAutoRepeat():
            self._on_close()
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(worn().focus), LINE))
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, ROUNDING, ROUNDING)
            painter.end()
        if not self._seen:
            # Input that was queued before the panel became visible is processed before this.
            QTimer.singleShot(0, self, self._on_seen)

    def _on_seen(self) -> None:
        self._seen = True

    def _settle(self) -> None:
        if self._lettered != scale():
            self._letter()
        plates = [*self.plates()]
        # If the panel fits beside nothing else, it leaves at least the plates visible.
        if not self._lie_beside([*plates, *self.piles()]) and not self._lie_beside(plates):
            self._lie_beside(())
        side = round(30 * scale())
        left = self.width() - side - CROSS_GAP
        self.cross_button.setGeometry(left, CROSS_GAP, side, side)

    def _shaped(self, usual: float, share: float, beside: bool, tight: bool) -> tuple[int, int]:
        """Apply a layout and return its preferred width and height."""
        tall = usual * share
        self._close_up(tight=tight)
        self.ranking.arrange(tall, beside=beside, tight=tight)
        wanted = max(round(WIDTH * scale()), self.ranking.wide(tall) * (2 if beside else 1))
        margins = self._column.contentsMargins()
        wanted += margins.left() + margins.right()
        return self._fitted(min(wanted, self._table.width() - (0 if tight else 2 * GAP)))

    def _lie_beside(self, taken: Sequence[QRect]) -> bool:
        """Use the most spacious layout that covers no obstacle; return False if there is none."""
        table = self._table.rect()
        usual, free, width, height = max(LOWEST_PLATE, PLATE * table.height()), None, 0, 0
        for shape in SHAPES:
            width, height = self._shaped(usual, *shape)
            margins = self._column.contentsMargins()
            least = round(LEAST_WIDTH * scale()) + margins.left() + margins.right()
            between = self._between(taken, height)
            if least <= between < width:
                width, height = self._fitted(between)
            fits = height <= table.height() and self._column.totalMinimumSize().width() <= width
            free = self._free_place(QSize(width, height), taken) if fits else None
            if free is not None:
                break
        if free is None and not taken:
            free = QRect(QPoint(0, 0), QSize(width, height).boundedTo(table.size()))
            free.moveCenter(table.center())
        if free is not None:
            self.setGeometry(free)
        return free is not None

    def _free_place(self, size: QSize, taken: Sequence[QRect]) -> QRect | None:
        """Return the free rectangle closest to the centre, or None."""
        table, place = self._table.rect(), QRect(QPoint(0, 0), size)
        place.moveCenter(table.center())
        column = [one for one in taken if one.right() > place.left() and one.left() < place.right()]
        middle = table.center().y()
        above = (one.bottom() + GAP // 2 for one in column if one.center().y() < middle)
        below = (one.top() - GAP // 2 for one in column if one.center().y() >= middle)
        top, bottom = max(above, default=table.top()), min(below, default=table.bottom() + 1)
        if bottom - top < place.height():
            return None
        place.moveTop(min(max(place.top(), top), bottom - place.height()))
        return None if any(place.intersects(one) for one in taken) else place

    def _fitted(self, width: int) -> tuple[int, int]:
        width = self._deal_links(width)
        self._column.invalidate()
        # Without wrapping text the layout has no height for width.
        tall = self._column.totalHeightForWidth(width)
        usual = self._column.totalSizeHint() if tall < 0 else self._column.totalMinimumSize()
        return width, max(tall, usual.height())

    def _between(self, taken: Sequence[QRect], height: int) -> int:
        """Return the greatest centred width at this height that touches no obstacle."""
        middle = self._table.rect().center()
        sides = [
            min(abs(one.left() - middle.x()), abs(one.right() - middle.x()))
            for one in taken
            if abs(one.center().y() - middle.y()) < (height + one.height()) // 2
            and not one.left() <= middle.x() <= one.right()
        ]
        return 2 * (min(sides) - GAP) if sides else self._table.width()

    def _close_up(self, *, tight: bool) -> None:
        margin = 10 if tight else MARGIN
        # So many names would only repeat the plates.
        untitled = tight and len(self.ranking.plates) > MOST_NAMED
        titled = bool(self._title.text()) and not untitled
        self._title.setVisible(titled)
        beside = max(0, round(30 * scale()) + CROSS_GAP + 4 - margin)
        self._title.setContentsMargins(beside, 0, beside, 0)
        # Without a title the button would need a row of its own; a link does the same.
        self.cross_button.setVisible(titled)
        self._column.setContentsMargins(margin, margin - 4, margin, margin - 6)
        self._column.setSpacing(3 if tight else 12)
        self._links.setHorizontalSpacing(4 if tight else 12)
        self._links.setVerticalSpacing(0 if tight else 2)

    def _deal_links(self, width: int) -> int:
        """Arrange the links in rows within ``width`` pixels; return the width they need."""
        margins, gap = self._column.contentsMargins(), self._links.horizontalSpacing()
        shown = [one for one in self._links_to if not one.isHidden()]
        room, count = width - margins.left() - margins.right(), len(shown)
        widths = [one.sizeHint().width() for one in shown]

        def needed(across: int) -> int:
            columns = (max(widths[place::across]) for place in range(min(across, count)))
            return sum(columns) + (across - 1) * gap

        ways = [across for across in (6, 3, 2) if across < 2 * count and needed(across) <= room]
        across = ways[0] if ways else 2
        for link in self._links_to:
            self._links.removeWidget(link)
        for place, link in enumerate(shown):
            align = Qt.AlignmentFlag.AlignHCenter
            self._links.addWidget(link, place // across, place % across, align)
        for column in range(6):
            self._links.setColumnStretch(column, int(column < min(across, count)))
        least = [needed(across) if shown else 0]
        if not self.again_button.isHidden():
            least.append(self.again_button.sizeHint().width())
        return max(width, max(least) + margins.left() + margins.right())

    def _on_close(self) -> None:
        self.hide()
        self.closed.emit()


class HonourLine(QWidget):
    """A note with the honours of a match and a link that disables them; it takes no focus."""

    unwanted = Signal()
    changed = Signal()
    """The note needs more or less room."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.words = Label(parent=self)
        self.words.setWordWrap(True)
        self.off = WordLink(tr("Don't show honours"), self)
        self.off.clicked.connect(self._on_off)
        column = column_of(self.words, self.off, within=self, margins=(0, 0, 0, 0), spacing=0)
        column.setAlignment(self.off, Qt.AlignmentFlag.AlignRight)
        self.hide()

    def tell(self, words: str) -> None:
        self.words.setText(words)
        self.off.show()
        self.show()

    def letter(self) -> None:
        for part in (self.words, self.off):
            part.setFont(small())

    def _on_off(self) -> None:
        # The focus goes to the result instead of the next button.
        self._over.setFocus()
        self.off.hide()
        self.words.setText(
            tr("Honours are no longer announced. You can turn them on again in the preferences.")
        )
        announce(self, self.words.text())
        self.unwanted.emit()
        self.changed.emit()
