"""The result of a match: a sheet of paper laid over the table."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.rules.places import tied
from greenbaize.ui.plain import Label, Line, set_tip
from greenbaize.ui.sheets.lettering import normal, scale, small, title
from greenbaize.ui.sheets.paper import paint_paper, paper_palette
from greenbaize.ui.theme import LIGHT, Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.titles import place_title, yours

MARGIN: Final = 24
WIDTH: Final = 380
WIDE: Final = 450
"""Where the buttons say more."""


class ResultSheet(QFrame):
    """Places, names and totals, and what to do next. It keeps to the middle of its parent.

    It takes no key but those for its own buttons, and none of them is pressed by a key that plays
    cards: the focus is on “Close”, which costs nothing, and Esc means the same.

    Args:
        parent: what it is laid over.
        theme: the colours.
        sides: the number of each seat's side, where there are partners.
    """

    again_asked = Signal()
    new_match_asked = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget, theme: Theme = LIGHT, sides: Sequence[int] = ()) -> None:
        super().__init__(parent)
        self._theme, self._sides = theme, sides
        self.setAccessibleName(tr("Result"))
        self._title, self._note = Label(parent=self), Label(parent=self)
        self.seal = Label(parent=self)
        self.seal.hide()
        self._warns = self._broken = False
        for label in (self._title, self._note, self.seal):
            label.setWordWrap(True)
        self._places = QWidget(self)
        self.again_button = QPushButton(tr("&Play again"), self)
        set_tip(self.again_button, tr("A new match with the same players and options"))
        self.new_button = QPushButton(tr("&New match…"), self)
        self.close_button = QPushButton(tr("&Close"), self)
        for button in (self.again_button, self.new_button, self.close_button):
            button.setAutoDefault(True)
        buttons = QHBoxLayout()
        buttons.addWidget(self.again_button)
        buttons.addWidget(self.new_button)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        self._table = parent
        self._width = WIDTH
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN - 4, MARGIN, MARGIN - 4)
        column.setSpacing(14)
        column.addWidget(self._title)
        column.addWidget(self._places)
        column.addWidget(self._note)
        column.addWidget(self.seal)
        column.addLayout(buttons)
        self.again_button.clicked.connect(self._on_again)
        self.new_button.clicked.connect(self._on_new_match)
        self.close_button.clicked.connect(self._on_close)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(40)
        shadow.setOffset(0, 6)
        self.setGraphicsEffect(shadow)
        self._shadow = shadow
        self.set_theme(theme)
        self.hide()
        parent.installEventFilter(self)

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
        self._settle()
        self.show()
        self.raise_()
        self.close_button.setFocus()

    def offer_table(self) -> None:
        """Offer what can follow at a table with friends; to go back to it costs nothing."""
        self.again_button.setText(tr("&Another match"))
        set_tip(self.again_button, tr("Ready for another match with the same people"))
        self.new_button.setText(tr("&Leave…"))
        self.close_button.setText(tr("&Back to the table"))
        self._width = WIDE
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

    def set_theme(self, theme: Theme) -> None:
        """Take another theme's colours."""
        self._theme = theme
        colours = paper_palette(theme)
        colours.setColor(QPalette.ColorRole.BrightText, QColor(theme.loss))
        self.setPalette(colours)
        self._title.setFont(title())
        self._note.setFont(small())
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
        if watched is self._table and event.type() == QEvent.Type.Resize:
            self._settle()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes; other keys go no further, for the cards are below."""
        if event.key() == Qt.Key.Key_Escape:
            self._on_close()
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper."""
        paint_paper(self, self._theme)

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

    def _on_again(self) -> None:
        self.hide()
        self.again_asked.emit()

    def _on_new_match(self) -> None:
        self.new_match_asked.emit()

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
    who = tr(" and ").join((", ".join(names[seat] for seat in winners[:-1]), names[winners[-1]]))
    if together:
        return tr("{names} win").format(names=who)
    return tr("{names} share the first place").format(names=who)
