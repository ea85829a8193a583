"""The ruled part of a score sheet: a table view that fits its rows to the paper."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QFrame, QTableView, QWidget

from greenbaize.rules.sheets import Tone
from greenbaize.ui.sheets.boxes import GAP, MARGIN, BoxDelegate, DealHead, Hand, NameHead, Pen
from greenbaize.ui.sheets.model import SheetModel
from greenbaize.ui.theme import Theme


class SheetTable(QTableView):
    """Shows a ``SheetModel``; rows grow and shrink with the room, then it scrolls.

    It takes the keyboard by Tab only, so that a click on it leaves the cards theirs.
    """

    def __init__(self, model: SheetModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet = model
        self._pen = Pen(theme)
        self._widths = (0, 0, 0)
        self.setModel(model)
        self.setItemDelegate(BoxDelegate(self._pen, self))
        self._names = NameHead(self._pen, self)
        self.setHorizontalHeader(self._names)
        self.setVerticalHeader(DealHead(self._pen, self))
        self.setCornerButtonEnabled(False)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Write in another theme's colours."""
        self._pen.theme = theme
        self._pen.take_fonts()
        self._measure()
        palette = QPalette(self.palette())
        paper = QColor(theme.paper)
        for role in (QPalette.ColorRole.Base, QPalette.ColorRole.Window, QPalette.ColorRole.Button):
            palette.setColor(role, paper)
        self.setPalette(palette)
        for head in (self.horizontalHeader(), self.verticalHeader()):
            head.setPalette(palette)
            head.viewport().update()
        corner = self.findChild(QAbstractButton)
        if corner is not None:
            # Qt draws a raised header here, and nothing but a style sheet makes it paper.
            corner.setStyleSheet(
                "QTableCornerButton::section { border: 0; border-bottom: 2px solid "
                f"{theme.ink}; background: {theme.paper}; }}"
            )
        self._fit()
        self.viewport().update()

    def keep_current_in_view(self) -> None:
        """Scroll so that the current row is seen."""
        row = self._sheet.current_row
        if row is not None:
            self.scrollTo(self._sheet.index(row, 0))

    def head_width(self) -> int:
        """The width of the column of deal numbers."""
        return self.verticalHeader().sizeHint().width()

    @property
    def names_upwards(self) -> bool:
        """Whether so many play that their names are written upwards above narrow columns."""
        return self._names.upwards

    def column_width(self, hand: Hand) -> int:
        """How wide a player's column must be to be written so."""
        quiet, plain, total = self._widths
        edge = 2 * MARGIN + 1
        match hand:
            case Hand.LINE:
                three = QFontMetrics(self._pen.strong).horizontalAdvance("000")
                gaps = 2 * GAP if plain else GAP
                return quiet + plain + max(total, three) + gaps + edge
            case Hand.STACK:
                return max(quiet, plain) + total + GAP + edge
        dash = QFontMetrics(self._pen.small_bold).horizontalAdvance("–")
        return max(quiet + dash + GAP, total) + edge

    def _measure(self) -> None:
        """Find how wide the quiet, the plain and the strong numbers are, at most."""
        model = self._sheet
        every = {
            model.written(row, column)
            for row in range(model.rowCount())
            for column in range(model.columnCount())
        }
        if "bid" in model.sheet.columns or not every:
            every.add((("0·0", Tone.QUIET), ("+00", Tone.PLAIN), ("00", Tone.STRONG)))
        quiet, plain, total = zip(*map(self._pen.widths, every), strict=True)
        self._widths = max(quiet), max(plain), max(total)

    def fit(self) -> None:
        """Fit rows and writing to what the model holds now."""
        self._measure()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the rows to the new size."""
        super().resizeEvent(event)
        self._fit()
        self.keep_current_in_view()

    def minimumSizeHint(self) -> QSize:
        """A few rows."""
        return QSize(0, 120)

    def _fit(self) -> None:
        rows, columns = self._sheet.rowCount(), self._sheet.columnCount()
        if not rows or not columns:
            return
        head = self.horizontalHeader().sizeHint().height()
        self._pen.hand = Hand.LINE
        low, _ = self._pen.row_heights
        # Rows of one line may spare the bar at the side, which now takes their room.
        spared = head + rows * low <= self.height()
        width = self.width() - self.head_width() if spared else self.viewport().width()
        hands = (hand for hand in Hand if self.column_width(hand) <= width // columns)
        self._pen.hand = next(hands, Hand.TIGHT)
        low, high = self._pen.row_heights
        self.setMaximumHeight(head + rows * high)
        height = max(low, min(high, (self.height() - head) // rows))
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)
