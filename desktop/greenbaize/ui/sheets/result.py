"""The result of a match: a sheet of paper laid over the table."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QGridLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.rules.messages import mark
from greenbaize.rules.places import tied
from greenbaize.ui.focus_ring import LINE
from greenbaize.ui.plain import Label, Line, set_tip
from greenbaize.ui.sheets.honour_line import HonourLine
from greenbaize.ui.sheets.lettering import normal, scale, small, title
from greenbaize.ui.sheets.paper import ROUNDING, paint_paper, paper_palette
from greenbaize.ui.theme import LIGHT, Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import joined
from greenbaize.words.titles import place_title, yours

MARGIN: Final = 24
WIDTH: Final = 380
WIDE: Final = 450
"""Where the buttons say more."""


class WaysOn(NamedTuple):
    """What can follow a match: the words on the buttons for it, none where it cannot be."""

    again: str
    again_tip: str
    new: str
    leave: str


ALONE: Final = WaysOn(
    mark("&Play again"),
    mark("A new match with the same players and options"),
    mark("&New match…"),
    mark("&Leave the table"),
)
"""At a table of one's own."""
FRIENDS: Final = WaysOn(
    mark("&Another match"),
    mark("Ready for another match with the same people"),
    mark("To the &waiting room"),
    mark("&Leave…"),
)
"""At a table with friends."""
LEFT: Final = WaysOn("", "", mark("&New match…"), mark("&Leave the table"))
"""Where the table with friends is no more."""


def name_buttons(buttons: Sequence[QPushButton], ways: WaysOn) -> None:
    """Call the buttons for another match, for something else and for leaving by their words."""
    for button, words in zip(buttons, (ways.again, ways.new, ways.leave), strict=True):
        button.setText(tr(words) if words else "")
        button.setVisible(bool(words))
    set_tip(buttons[0], tr(ways.again_tip) if ways.again_tip else "")


class ResultSheet(QFrame):
    """Places, names and totals, and what to do next. It keeps to the middle of its parent.

    The focus is on the sheet itself, so that no key which was meant to hurry the cards presses a
    button; and Esc, which puts it aside, counts only once the sheet has been painted. Nor does the
    second half of a double click press anything whose first half was for the table.

    Args:
        parent: what it is laid over.
        theme: the colours.
        sides: the number of each seat's side, where there are partners.
    """

    again_asked = Signal()
    new_match_asked = Signal()
    leave_asked = Signal()
    closed = Signal()
    """It has been put aside, to look at the table."""

    def __init__(self, parent: QWidget, theme: Theme = LIGHT, sides: Sequence[int] = ()) -> None:
        super().__init__(parent)
        self._theme, self._sides, self._table = theme, sides, parent
        self._seen = False
        """Whether it has been painted, and all that was on its way by then has come."""
        self._pressed: QObject | None = None
        self.setAccessibleName(tr("Result"))
        self._title, self._note = Label(parent=self), Label(parent=self)
        self.seal = Label(parent=self)
        self.seal.hide()
        self.honours = HonourLine(theme, self)
        self.honours.changed.connect(self._settle)
        self._warns = self._broken = False
        for label in (self._title, self._note, self.seal):
            label.setWordWrap(True)
        self._places = QWidget(self)
        buttons = self._make_buttons()
        self._width = WIDTH
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN - 4, MARGIN, MARGIN - 4)
        column.setSpacing(14)
        column.addWidget(self._title)
        column.addWidget(self._places)
        column.addWidget(self._note)
        column.addWidget(self.honours)
        column.addWidget(self.seal)
        column.addLayout(buttons)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(40)
        shadow.setOffset(0, 6)
        self.setGraphicsEffect(shadow)
        self._shadow = shadow
        self.set_theme(theme)
        self.name_ways(ALONE)
        self.hide()
        parent.installEventFilter(self)

    def _make_buttons(self) -> QGridLayout:
        self.close_button = QPushButton(tr("Look at the &table"), self)
        self.again_button, self.new_button = QPushButton(self), QPushButton(self)
        self.leave_button = QPushButton(self)
        self.cross_button = QPushButton("✕", self)
        self.cross_button.setAccessibleName(tr("Look at the table"))
        set_tip(self.cross_button, tr("Look at the table"))
        self.cross_button.setFlat(True)
        self.cross_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        buttons = QGridLayout()
        buttons.setHorizontalSpacing(8)
        buttons.setVerticalSpacing(8)
        ways = (
            (self.close_button, self._on_close),
            (self.again_button, self.again_asked),
            (self.new_button, self.new_match_asked),
            (self.leave_button, self.leave_asked),
        )
        before: QWidget = self
        for place, (button, slot) in enumerate(ways):
            button.setAutoDefault(True)
            button.clicked.connect(slot)
            buttons.addWidget(button, place // 2, place % 2)
            self.setTabOrder(before, button)
            before = button
            button.installEventFilter(self)
        self.setTabOrder(before, self.honours.off)
        self.honours.off.installEventFilter(self)
        self.cross_button.clicked.connect(self._on_close)
        self.cross_button.installEventFilter(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return buttons

    def show_result(
        self,
        places: Sequence[int],
        worth: Sequence[str],
        names: Sequence[str],
        you: int | None,
        *,
        coin_flip: bool = False,
    ) -> None:
        """Show who came where.

        Args:
            places: by seat; equal players share one.
            worth: what each has in the end, by seat, in words or figures.
            names: by seat.
            you: the seat of the person at the window.
            coin_flip: whether the first place was decided by one.
        """
        names = [shown_name(name) for name in names]
        winners = [seat for seat, place in enumerate(places) if place == 1]
        self._title.setText(
            _headline(winners, names, you, together=not tied(places, 1, self._sides))
        )
        self._note.setText(tr("Equal at the top: a coin flip decided.") if coin_flip else "")
        self._note.setVisible(coin_flip)
        self._fill(places, worth, names, you)
        self.setAccessibleDescription(self._in_words(places, worth, names))
        self.bring()

    @property
    def headline(self) -> str:
        """Who has won."""
        return self._title.text()

    def bring(self) -> None:
        """Lie on the table, with the keyboard."""
        self._seen, self._pressed = False, None
        self._settle()
        self.show()
        self.raise_()
        self.setFocus()

    def name_ways(self, ways: "WaysOn") -> None:
        """Call the buttons for what comes next by these words."""
        name_buttons((self.again_button, self.new_button, self.leave_button), ways)
        self._width = WIDE if ways is not ALONE else WIDTH
        if self.isVisible():
            self._settle()

    def show_seal(self, words: str, *, warns: bool, broken: bool) -> None:
        """Say what was found of the shuffle; that it is broken nobody may overlook.

        Args:
            words: the finding.
            warns: whether there is something to be wary of.
            broken: whether it is not to be trusted at all.
        """
        self._warns, self._broken = warns, broken
        self.seal.setText(words)
        self.seal.setVisible(True)
        self.set_theme(self._theme)
        self._settle()

    def show_honours(self, words: str) -> None:
        """Tell of what is rare and was brought off here."""
        self.honours.tell(words)
        self.setAccessibleDescription(f"{self.accessibleDescription()}\n{words}")
        self._settle()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        self._theme = theme
        colours = paper_palette(theme)
        colours.setColor(QPalette.ColorRole.BrightText, QColor(theme.loss))
        self.setPalette(colours)
        self._title.setFont(title())
        self._note.setFont(small())
        for button in self.findChildren(QPushButton):
            button.setFont(normal())
        self.honours.set_theme(theme)
        self.seal.setFont(normal(bold=self._broken) if self._broken or self._warns else small())
        quiet, loud = QPalette.ColorRole.PlaceholderText, QPalette.ColorRole.BrightText
        plain = QPalette.ColorRole.Text if self._warns else quiet
        self.seal.setForegroundRole(loud if self._broken else plain)
        self._note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._shadow.setColor(QColor(theme.shade))
        self.update()

    def sizeHint(self) -> QSize:
        """As high as the places need."""
        width = round(self._width * scale())
        return QSize(width, max(self._column.totalHeightForWidth(width), 100))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle when the parent changes its size."""
        if watched is self._table:
            if event.type() == QEvent.Type.Resize:
                self._settle()
        elif event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = watched
        elif event.type() == QEvent.Type.MouseButtonDblClick:
            return self._pressed is not watched
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts it aside; other keys go no further, for the cards are below."""
        if event.key() == Qt.Key.Key_Escape and self._seen and not event.isAutoRepeat():
            self._on_close()
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper, with a ring while the keyboard is at no button yet."""
        paint_paper(self, self._theme)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.focus), LINE))
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, ROUNDING, ROUNDING)
            painter.end()
        if not self._seen:
            # What was pressed before it could be seen comes before this.
            QTimer.singleShot(0, self, self._on_seen)

    def _on_seen(self) -> None:
        self._seen = True

    def _fill(
        self, places: Sequence[int], worth: Sequence[str], names: Sequence[str], you: int | None
    ) -> None:
        old, self._places = self._places, QWidget(self)
        self._column.replaceWidget(old, self._places)
        old.hide()
        old.deleteLater()
        grid = QGridLayout(self._places)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        right = Qt.AlignmentFlag.AlignRight
        for row, seat in enumerate(sorted(range(len(places)), key=lambda one: places[one])):
            shared = tied(places, places[seat], self._sides)
            place = place_title(places[seat])
            first = places[seat] == 1
            texts = (f"={place}" if shared else place, names[seat], worth[seat])
            for column, text in enumerate(texts):
                label = (Line if column == 1 else Label)(text, self._places)
                strong = first or column == 2 or (column == 1 and seat == you)
                label.setFont(normal(bold=strong))
                if column == 1 and seat == you:
                    label.setText(yours(text))
                grid.addWidget(label, row, column, right if column == 2 else Qt.AlignmentFlag(0))
        self._places.show()

    @staticmethod
    def _in_words(places: Sequence[int], worth: Sequence[str], names: Sequence[str]) -> str:
        order = sorted(range(len(places)), key=lambda seat: places[seat])
        line = tr("{place}: {name}, {total}")
        return "\n".join(
            line.format(place=place_title(places[seat]), name=names[seat], total=worth[seat])
            for seat in order
        )

    def _settle(self) -> None:
        parent = self._table
        wanted = max(round(self._width * scale()), self._column.minimumSize().width())
        width = min(wanted, parent.width())
        height = min(self._column.totalHeightForWidth(width), parent.height())
        self.setGeometry(
            (parent.width() - width) // 2, (parent.height() - height) // 2, width, height
        )
        side = round(30 * scale())
        self.cross_button.setGeometry(width - side - 8, 8, side, side)

    def _on_close(self) -> None:
        self.hide()
        self.closed.emit()


def _headline(
    winners: Sequence[int], names: Sequence[str], you: int | None, *, together: bool
) -> str:
    if winners == [you]:
        return tr("You win!")
    if len(winners) == 1:
        return tr("{name} wins").format(name=names[winners[0]])
    if together:
        # Whoever is spoken to comes first.
        winners = sorted(winners, key=lambda seat: seat != you)
        names = [tr("You") if seat == you else name for seat, name in enumerate(names)]
    who = joined([names[seat] for seat in winners])
    if together:
        return tr("{names} win").format(names=who)
    return tr("{names} share the first place").format(names=who)
