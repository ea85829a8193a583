"""The result of a match, laid over the table."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QGraphicsDropShadowEffect,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from greenbaize.rules.messages import mark
from greenbaize.rules.places import tied
from greenbaize.ui.cards.suited import WordLink
from greenbaize.ui.sheets.ranking import Ranking
from greenbaize.ui.widgets.accessibility import LINE, announce, name_for_ears
from greenbaize.ui.widgets.lettering import normal, scale, small, title
from greenbaize.ui.widgets.paper import ROUNDING, PaperFrame
from greenbaize.ui.widgets.plain import Label, set_tip
from greenbaize.ui.widgets.theme import LIGHT, Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import joined
from greenbaize.words.titles import place_title

MARGIN: Final = 24
GAP: Final = 12
"""So far the sheet stays from the edges of a table that has room."""
WIDTH: Final = 400
PLATE: Final = 0.19
"""How high the plate of a winner is, in heights of the table."""
LOWEST_PLATE: Final = 56
MOST_NAMED: Final = 3
"""So many winners are named in the title too where there is little room."""
SHAPES: Final = (
    *((1.0, False, False), (0.8, False, False), (0.6, False, False), (0.6, False, True)),
    *((1.0, True, False), (0.8, True, False), (0.8, True, True), (0.5, True, True)),
)
"""What is tried until all fits the table: how high plates are, in parts of what they would be;
whether the rows stand beside them; and whether they stand close."""


class WaysOn(NamedTuple):
    """What can follow a match: words for the buttons, empty where it cannot be."""

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
    mark("&Another match"),
    mark("Ready for another match with the same people"),
    mark("To the &waiting room"),
    mark("L&eave…"),
)
"""At a table with friends."""
LEFT: Final = WaysOn("", "", mark("&New match…"), mark("L&eave the table"))
"""Where the table with friends is no more."""


def name_buttons(buttons: Sequence[QPushButton], ways: WaysOn) -> None:
    """Label the buttons for another match, for something else and for leaving."""
    for button, words in zip(buttons, (ways.again, ways.new, ways.leave), strict=True):
        button.setText(tr(words) if words else "")
        button.setVisible(bool(words))
    set_tip(buttons[0], tr(ways.again_tip) if ways.again_tip else "")


class ResultSheet(PaperFrame):
    """The winners' plates, the others in order, and what to do next, in the middle of the parent.

    The focus is on the sheet itself, so that no key meant to hurry the cards presses a button. Esc
    counts only once the sheet has been painted, and the second half of a double click presses
    nothing if the first half was for the table. ``sides`` has the number of each seat's side.
    """

    again_asked = Signal()
    new_match_asked = Signal()
    leave_asked = Signal()
    sheet_asked = Signal()
    review_asked = Signal()
    statistics_asked = Signal()
    closed = Signal()
    """It has been put aside, to look at the table."""

    def __init__(self, parent: QWidget, theme: Theme = LIGHT, sides: Sequence[int] = ()) -> None:
        super().__init__(theme, parent)
        self._sides, self._table = sides, parent
        self.plates: Callable[[], Sequence[QRect]] = tuple
        """Where the plates of the seats are on the table."""
        self._seen = False
        """Whether it has been painted, and all that was on its way by then has come."""
        self._pressed: QObject | None = None
        self.setAccessibleName(tr("Result"))
        self._standing = ""
        """How all stand in the end, in words."""
        self._title, self._note = Label(parent=self), Label(parent=self)
        self.seal = Label(parent=self)
        self.seal.hide()
        self.honours = HonourLine(theme, self)
        self.honours.changed.connect(self._settle)
        self._warns = self._broken = False
        self._lettered = 0.0  # the scale of its letters
        for label in (self._title, self._note, self.seal):
            label.setWordWrap(True)
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.ranking = Ranking(theme, self)
        self._buttons = self._make_buttons()
        self._links = self._make_links()
        column = self._column = QVBoxLayout(self)
        for part in (self._title, self.ranking, self._note, self.honours, self.seal):
            column.addWidget(part)
        column.addLayout(self._buttons)
        column.addLayout(self._links)
        self._shadow = QGraphicsDropShadowEffect(self)
        self._shadow.setBlurRadius(40)
        self._shadow.setOffset(0, 6)
        self.setGraphicsEffect(self._shadow)
        self.set_theme(theme)
        self.name_ways(ALONE)
        self.hide()
        parent.installEventFilter(self)

    def _make_buttons(self) -> QGridLayout:
        self.close_button = QPushButton(tr("Look at the &table"), self)
        self.again_button, self.new_button, self.leave_button = (QPushButton(self) for _ in "123")
        self.cross_button = QPushButton("✕", self)
        self.cross_button.setAccessibleName(tr("Look at the table"))
        set_tip(self.cross_button, tr("Look at the table"))
        self.cross_button.setFlat(True)
        self.cross_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ways = (
            (self.close_button, self._on_close),
            (self.again_button, self.again_asked),
            (self.new_button, self.new_match_asked),
            (self.leave_button, self.leave_asked),
        )
        self._ways = tuple(button for button, _ in ways)
        for button, slot in ways:
            button.setAutoDefault(True)
            button.clicked.connect(slot)
        self.cross_button.clicked.connect(self._on_close)
        self.cross_button.installEventFilter(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return QGridLayout()

    def _make_links(self) -> QHBoxLayout:
        words = tr("Score sheet"), tr("Review"), tr("Statistics")
        links = self._links_to = tuple(WordLink(one, self._theme, self) for one in words)
        self.sheet_link, self.review_link, self.statistics_link = links
        asked = self.sheet_asked, self.review_asked, self.statistics_asked
        row = QHBoxLayout()
        row.addStretch(1)
        for link, signal in zip(links, asked, strict=True):
            link.clicked.connect(signal)
            row.addWidget(link)
            row.addStretch(1)
        before: QWidget = self
        for part in (*self._ways, *links, self.honours.off):
            self.setTabOrder(before, part)
            before = part
            part.installEventFilter(self)
        return row

    def offer_review(self, *, on: bool) -> None:
        self.review_link.setVisible(on)

    def show_result(
        self,
        places: Sequence[int],
        worth: Sequence[str],
        names: Sequence[str],
        you: int | None,
        *,
        coin_flip: bool = False,
    ) -> None:
        """Show who came where and with what, by seat; ``you`` is who sits at the window.

        Equal players share a place, unless a coin flip decided the first.
        """
        names = [shown_name(name) for name in names]
        winners = [seat for seat, place in enumerate(places) if place == 1]
        self._title.setText(
            _headline(winners, names, you, together=not tied(places, 1, self._sides))
        )
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
        self.bring()
        self._describe()

    def _describe(self) -> None:
        """Describe the standing for screen readers; the first time it has just been said."""
        name_for_ears(self, tr("Result"), self._standing)

    @property
    def headline(self) -> str:
        return self._title.text()

    def bring(self) -> None:
        """Show it over the table, with the keyboard."""
        self._seen, self._pressed = False, None
        self.show()  # nothing has a size before
        self._settle()
        self.raise_()
        self.setFocus()

    def name_ways(self, ways: "WaysOn") -> None:
        name_buttons((self.again_button, self.new_button, self.leave_button), ways)
        if self.isVisible():
            self._settle()

    def show_seal(self, words: str, *, warns: bool, broken: bool) -> None:
        """Show what was found of the shuffle; ``warns`` and ``broken`` make it louder."""
        self._warns, self._broken = warns, broken
        self.seal.setText(words)
        self.seal.setVisible(True)
        self.set_theme(self._theme)
        self._settle()

    def show_honours(self, words: str) -> None:
        self.honours.tell(words)
        self._standing = f"{self._standing}\n{words}"
        self._describe()
        self._settle()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        colours = self.palette()
        colours.setColor(QPalette.ColorRole.BrightText, QColor(theme.loss))
        self.setPalette(colours)
        self.ranking.set_theme(theme)
        for link in self._links_to:
            link.set_theme(theme)
        self._letter()
        quiet, loud = QPalette.ColorRole.PlaceholderText, QPalette.ColorRole.BrightText
        plain = QPalette.ColorRole.Text if self._warns else quiet
        self.seal.setForegroundRole(loud if self._broken else plain)
        self._note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._shadow.setColor(QColor(theme.shade))

    def _letter(self) -> None:
        self._title.setFont(title())
        self._note.setFont(small())
        for button in self.findChildren(QPushButton):
            button.setFont(normal())
        for link in self._links_to:
            link.setFont(small())
        self.honours.set_theme(self._theme)
        self.seal.setFont(normal(bold=self._broken) if self._broken or self._warns else small())
        self._lettered = scale()

    def sizeHint(self) -> QSize:
        return self.size()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle when the parent changes its size."""
        if watched is self.parentWidget():
            if event.type() == QEvent.Type.Resize:
                self._settle()
                # What is written on the table takes its new size only after this.
                QTimer.singleShot(0, self, self._settle)
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
        super().paintEvent(event)
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

    def _settle(self) -> None:
        parent = self._table
        if self._lettered != scale():
            self._letter()
        usual = max(LOWEST_PLATE, PLATE * parent.height())
        for share, beside, tight in SHAPES:
            tall = usual * share
            self._close_up(tight=tight)
            self.ranking.arrange(tall, beside=beside, tight=tight)
            wanted = max(round(WIDTH * scale()), self.ranking.wide(tall) * (2 if beside else 1))
            margins = self._column.contentsMargins()
            wanted += margins.left() + margins.right()
            width = min(wanted, parent.width() - (0 if tight else 2 * GAP))
            width, height = self._fitted(width)
            between = self._between_plates(height)
            if round(WIDTH * scale()) + margins.left() + margins.right() <= between < width:
                width, height = self._fitted(between)
            least = self._column.totalMinimumSize().width()
            if height <= parent.height() and least <= width:
                break
        width, height = min(width, parent.width()), min(height, parent.height())
        self.setGeometry(
            (parent.width() - width) // 2, (parent.height() - height) // 2, width, height
        )
        side = round(30 * scale())
        self.cross_button.setGeometry(width - side - 8, 8, side, side)

    def _fitted(self, width: int) -> tuple[int, int]:
        width = self._deal_buttons(width)
        self._column.invalidate()
        least = self._column.totalMinimumSize().height()
        return width, max(self._column.totalHeightForWidth(width), least)

    def _between_plates(self, height: int) -> int:
        """The greatest width, at this height, that reaches no plate at the sides of the table."""
        middle = self._table.rect().center()
        sides = [
            min(abs(plate.left() - middle.x()), abs(plate.right() - middle.x()))
            for plate in self.plates()
            if abs(plate.center().y() - middle.y()) < (height + plate.height()) // 2
            and not plate.left() <= middle.x() <= plate.right()
        ]
        return 2 * (min(sides) - GAP) if sides else self._table.width()

    def _close_up(self, *, tight: bool) -> None:
        """Set margins and spacing, narrow if ``tight``."""
        margin = 10 if tight else MARGIN
        # So many names need no sentence as well.
        untitled = tight and len(self.ranking.plates) > MOST_NAMED
        self._title.setVisible(not untitled)
        top = round(30 * scale()) + 8 if untitled else margin - 4
        self._column.setContentsMargins(margin, top, margin, margin - 6)
        self._column.setSpacing(3 if tight else 12)
        self._buttons.setHorizontalSpacing(4 if tight else 8)
        self._buttons.setVerticalSpacing(3 if tight else 8)

    def _deal_buttons(self, width: int) -> int:
        """Put the buttons into one row or two within ``width`` pixels; returns the width needed."""
        margins, gap = self._column.contentsMargins(), self._buttons.horizontalSpacing()
        shown = [one for one in self._ways if not one.isHidden()]
        least = max((one.sizeHint().width() for one in shown), default=0)
        room, beside = width - margins.left() - margins.right(), len(shown)
        if beside * least + (beside - 1) * gap > room:
            beside = 2
        for button in self._ways:
            self._buttons.removeWidget(button)
        for place, button in enumerate(shown):
            self._buttons.addWidget(button, place // beside, place % beside)
        return max(width, beside * least + (beside - 1) * gap + margins.left() + margins.right())

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
    # Whoever is spoken to comes first.
    winners = sorted(winners, key=lambda seat: seat != you)
    if together:
        names = [tr("You") if seat == you else name for seat, name in enumerate(names)]
    who = joined([names[seat] for seat in winners])
    if together:
        return tr("{names} win").format(names=who)
    return tr("{names} share the first place").format(names=who)


class HonourLine(QWidget):
    """The honours of a match and a link to switch them off; it takes no keyboard."""

    unwanted = Signal()
    changed = Signal()
    """It takes more room, or less."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.words = Label(parent=self)
        self.words.setWordWrap(True)
        self.off = WordLink(tr("Don't show honours"), theme, self)
        self.off.clicked.connect(self._on_off)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.words)
        column.addWidget(self.off, 0, Qt.AlignmentFlag.AlignRight)
        self.hide()

    def tell(self, words: str) -> None:
        self.words.setText(words)
        self.off.show()
        self.show()

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours and the current size of letters."""
        self.off.set_theme(theme)
        for part in (self.words, self.off):
            part.setFont(small())

    def _on_off(self) -> None:
        # The keyboard goes to the result, not to whatever button comes next.
        self._over.setFocus()
        self.off.hide()
        self.words.setText(
            tr("Honours are no longer announced. You can turn them on again in the preferences.")
        )
        announce(self, self.words.text())
        self.unwanted.emit()
        self.changed.emit()
