"""The bar below a replay: timeline, transport buttons, speed and viewer."""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QActionGroup,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSlider,
    QWidget,
)

from greenbaize.app.memory.replays import Replay
from greenbaize.app.tables.default_players import called
from greenbaize.match.past import OPEN, Viewer
from greenbaize.ui.widgets import lettering
from greenbaize.ui.widgets.boxes import column_of, row_of
from greenbaize.ui.widgets.lettering import normal, small
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain import Line, name_combo, on_button, set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
WIDEST: Final = 320
FEWEST_LETTERS: Final = 12
"""Least width of the viewer box (letters)."""
MENU_WIDEST: Final = 48
"""Largest width of the menu button (px): styles make it wider than three dots need."""
TALL: Final = 26
KNOB: Final = 7.0
"""Half the width of the knob (px at scale 1)."""
GROOVE: Final = 4.0
MARK: Final = 7.0
"""Length of a mark above and below the middle (px at scale 1)."""
CLOSEST: Final = 3.0
"""Least distance between two marks (px); marks that are closer are not drawn."""
SIDE: Final = 34


class Timeline(QSlider):
    """Slider over all moments of a match, with a mark at the start of each deal."""

    focus_mark = True
    """The knob shows the keyboard focus."""

    def __init__(
        self,
        last: int,
        marks: Sequence[int],
        words: Callable[[int], str],
        parent: QWidget,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._marks, self._words = tuple(marks), words
        self.setRange(0, last)
        self.setAccessibleName(tr("Moment of the match"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        return QSize(300, round(TALL * lettering.scale()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    # Geometry

    @property
    def _edge(self) -> float:
        return (KNOB + 2) * lettering.scale()

    def place_of(self, moment: int) -> float:
        """Return the x coordinate of a moment (px)."""
        share = moment / max(1, self.maximum())
        return self._edge + share * (self.width() - 2 * self._edge)

    def moment_at(self, x: float) -> int:
        share = (x - self._edge) / max(1.0, self.width() - 2 * self._edge)
        return round(min(max(share, 0.0), 1.0) * self.maximum())

    # A click jumps to its position; key events go to the page

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self.moment_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        moment = self.moment_at(event.position().x())
        if self.isSliderDown():
            self.setValue(moment)
        set_tip(self, self._words(moment))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, scale = worn(), lettering.scale()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, here = self.height() / 2, self.place_of(self.value())
        groove = GROOVE * scale
        line = QRectF(self._edge, middle - groove / 2, self.width() - 2 * self._edge, groove)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.paper_line))
        painter.drawRoundedRect(line, groove / 2, groove / 2)
        painter.setBrush(QColor(theme.brass_on_paper))
        line.setRight(here)
        painter.drawRoundedRect(line, groove / 2, groove / 2)
        self._draw_marks(painter, middle, MARK * scale)
        knob = KNOB * scale
        edge = theme.ink if self.hasFocus() or self.isSliderDown() else theme.ink_quiet
        painter.setPen(QPen(QColor(edge), 2))
        painter.setBrush(QColor(theme.paper))
        painter.drawEllipse(QPointF(here, middle), knob, knob)
        painter.end()

    def _draw_marks(self, painter: QPainter, middle: float, tall: float) -> None:
        painter.setPen(QPen(QColor(worn().ink_quiet), 1.2))
        before = -CLOSEST
        for mark in self._marks:
            x = self.place_of(mark)
            if x - before >= CLOSEST:
                before = x
                painter.drawLine(QPointF(x, middle - tall), QPointF(x, middle + tall))


class Sign(Enum):
    """Symbol of a transport button, as triangles and bars from left to right."""

    PLAY = ">"
    PAUSE = "||"
    STEP = "|>"
    TRICK = ">>"
    DEAL = ">>|"


class TransportButton(QAbstractButton):
    """Small round button with a symbol, mirrored for going back."""

    focus_mark = True
    """The rim shows the keyboard focus."""

    def __init__(
        self, parent: QWidget, sign: Sign, words: str, key: str, *, back: bool = False
    ) -> None:
        super().__init__(parent)
        self._back, self._key = back, key
        self.show_sign(sign, words)
        # Clicks leave the focus on the page, so that Space always toggles playback.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_sign(self, sign: Sign, words: str) -> None:
        self.sign = sign
        self.setAccessibleName(words)
        set_tip(self, f"{words} ({self._key})")
        self.update()

    def sizeHint(self) -> QSize:
        """Return a size that suits touch at the current scale."""
        side = round(SIDE * lettering.scale())
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = worn()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = float(min(self.width(), self.height()))
        painter.translate((self.width() - side) / 2, (self.height() - side) / 2)
        disc = QRectF(1.5, 1.5, side - 3, side - 3)
        lit = self.isEnabled() and (self.underMouse() or self.isDown())
        painter.setBrush(QColor(theme.paper_tint if lit else theme.paper))
        painter.setPen(QPen(QColor(theme.ink if self.hasFocus() else theme.edge), 2))
        painter.drawEllipse(disc)
        ink = QColor(theme.ink)
        if not self.isEnabled():
            ink = QColor(theme.ink_quiet)
            ink.setAlpha(110)
        if self._back:
            painter.translate(side, 0)
            painter.scale(-1, 1)
        self._draw_sign(painter, side, ink)
        painter.end()

    def _draw_sign(self, painter: QPainter, side: float, ink: QColor) -> None:
        parts = self.sign.value
        tall, bar, gap = 0.34 * side, 0.09 * side, 0.05 * side
        wide = (0.30 if len(parts) == 1 else 0.22) * side
        pause = self.sign is Sign.PAUSE
        gap = 0.10 * side if pause else gap
        total = sum(wide if part == ">" else bar for part in parts) + gap * (len(parts) - 1)
        x, middle = (side - total) / 2, side / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        for part in parts:
            if part == ">":
                corners = [(x, middle - tall / 2), (x + wide, middle), (x, middle + tall / 2)]
                painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
                x += wide + gap
            else:
                painter.drawRect(QRectF(x, middle - tall / 2, bar, tall))
                x += bar + gap


class ReplayBar(PaperFrame):
    """Bar of the replay's controls; the page connects their signals."""

    def __init__(self, replay: Replay, moments: Timeline, parent: QWidget) -> None:
        super().__init__(parent)
        self._replay = replay
        self.moments = moments
        self.narrow = False
        """The bar has a single row, and a menu for the controls without room."""
        self.where = Line(parent=self)
        self.where.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._make_buttons()
        self.speed = self._make_speed()
        self.viewer = self._make_viewer(replay)
        self.play_on = self._button(tr("&Play on from here"))
        self.play_on_words = ""
        """Tooltip of the button: what playing on means, or why it is not possible."""
        self.leave = self._button(tr("L&eave"))
        set_tip(self.leave, tr("Back to the empty table"))
        self.more = self._make_more()
        self._upper, self._lower = row_of(spacing=12), row_of(spacing=4)
        self._column = column_of(self._upper, self._lower, within=self, spacing=4)
        self._fill_rows()
        self.set_scale()

    def _make_buttons(self) -> None:
        tricks = bool(self._replay.playback.tricks)
        back = tr("To the trick before") if tricks else tr("To the turn before")
        forth = tr("To the next trick") if tricks else tr("To the next turn")
        made, backwards = partial(TransportButton, self), partial(TransportButton, self, back=True)
        self.deal_back = backwards(Sign.DEAL, tr("To the deal before"), tr("Page Up"))
        self.trick_back = backwards(Sign.TRICK, back, tr("Ctrl+Left"))
        self.step_back = backwards(Sign.STEP, tr("One step back"), tr("Left"))
        self.play = made(Sign.PLAY, tr("Play"), tr("Space"))
        self.step_forth = made(Sign.STEP, tr("One step forward"), tr("Right"))
        self.trick_forth = made(Sign.TRICK, forth, tr("Ctrl+Right"))
        self.deal_forth = made(Sign.DEAL, tr("To the next deal"), tr("Page Down"))
        self.back = (self.deal_back, self.trick_back, self.step_back)
        self.forth = (self.step_forth, self.trick_forth, self.deal_forth)
        self.buttons = (*self.back, self.play, *self.forth)

    def _make_speed(self) -> QComboBox:
        box = self._box(tr("Speed"))
        set_tip(box, tr("Speed (Up, Down)"))
        for speed in SPEEDS:
            number = "½" if speed < 1 else f"{speed:.0f}"
            box.addItem(tr("{speed}×").format(speed=number), speed)
        box.setCurrentIndex(SPEEDS.index(1.0))
        box.installEventFilter(self)
        return box

    def _make_viewer(self, replay: Replay) -> QComboBox:
        box = self._box(tr("Seen by"))
        set_tip(box, tr("Whose cards are seen, and who sits at the near edge"))
        for viewer in replay.viewers:
            box.addItem(viewer_words(replay, viewer), viewer)
        box.setEnabled(box.count() > 1)
        if replay.told:
            set_tip(box, tr("This record holds only what was known at that seat."))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(FEWEST_LETTERS)
        box.setMaximumWidth(WIDEST)
        return box

    def _make_more(self) -> QPushButton:
        """Create the menu button for the controls that have no room in a narrow bar."""
        button = QPushButton("⋯", self)
        button.setAccessibleName(tr("More"))
        set_tip(button, tr("Speed, whose cards are seen, play on, leave"))
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self.fill_menu)
        button.setMenu(menu)
        button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        button.setMaximumWidth(MENU_WIDEST)
        return button

    def fill_menu(self) -> None:
        """Fill the menu with the current state of the bar's controls."""
        menu = self.more.menu()
        menu.clear()
        for title, box in ((tr("Spee&d"), self.speed), (tr("Seen &by"), self.viewer)):
            choices = menu.addMenu(title)
            choices.setEnabled(box.isEnabled())
            group = QActionGroup(choices)
            for row in range(box.count()):
                action = choices.addAction(on_button(box.itemText(row)))
                action.setCheckable(True)
                action.setChecked(row == box.currentIndex())
                group.addAction(action)
                action.triggered.connect(partial(box.setCurrentIndex, row))
        menu.addSeparator()
        for button in (self.play_on, self.leave):
            action = menu.addAction(button.text())
            action.setEnabled(button.isEnabled())
            action.triggered.connect(button.click)
            if button is self.play_on:
                set_tip(action, self.play_on_words)

    def _box(self, name: str) -> QComboBox:
        box = QComboBox(self)
        name_combo(box, name)
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return box

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAutoDefault(True)
        return button

    def _fill_rows(self) -> None:
        upper, lower = self._upper, self._lower
        for row in (upper, lower):
            while row.count():
                row.takeAt(0)
        for part in (self.speed, self.viewer, self.play_on, self.leave):
            part.setVisible(not self.narrow)
        self.more.setVisible(self.narrow)
        for button in self.buttons:
            lower.addWidget(button)
        lower.addSpacing(4 if self.narrow else 8)
        if self.narrow:
            self._column.setContentsMargins(8, 3, 8, 3)
            lower.addWidget(self.moments, 1)
            lower.addWidget(self.where)
            lower.addWidget(self.more)
            return
        self._column.setContentsMargins(14, 6, 14, 8)
        upper.addWidget(self.moments, 3)
        upper.addWidget(self.where, 1)
        lower.addWidget(self.speed)
        lower.addSpacing(4)
        lower.addWidget(self.viewer, 3)
        lower.addStretch(2)
        lower.addWidget(self.play_on)
        lower.addSpacing(4)
        lower.addWidget(self.leave)

    def set_narrow(self, *, on: bool) -> None:
        if on != self.narrow:
            self.narrow = on
            focused = self.focusWidget()
            self._fill_rows()
            self.set_scale()
            if focused is not None and not focused.isVisibleTo(self):
                (self.more if on else self.speed).setFocus()

    @property
    def wide_width(self) -> int:
        """Least width of the two-row layout (px)."""
        round_ones = sum(button.sizeHint().width() + 4 for button in self.buttons)
        others = (self.speed, self.play_on, self.leave)
        words = sum(one.minimumSizeHint().width() + 8 for one in others)
        return round_ones + words + self._viewer_width + 48

    def minimumSizeHint(self) -> QSize:
        parts = (self.moments, self.where, self.more)
        sizes = [button.sizeHint() for button in self.buttons]
        sizes += [part.minimumSizeHint() for part in parts]
        tall = max(size.height() for size in sizes)
        return QSize(sum(size.width() + 4 for size in sizes) + 16, tall + 6)

    # Content

    def show_moment(self, moment: int, words: str) -> None:
        self.moments.blockSignals(True)
        self.moments.setValue(moment)
        self.moments.blockSignals(False)
        self.moments.setAccessibleDescription(words)
        self.where.setText(words)
        # A label that changed its width would resize the timeline beside it.
        self.where.setMinimumWidth(max(self.where.minimumWidth(), self.where.sizeHint().width()))
        for button in self.back:
            button.setEnabled(moment > 0)
        for button in self.forth:
            button.setEnabled(moment < self.moments.maximum())

    def show_playing(self, *, on: bool) -> None:
        self.play.show_sign(*((Sign.PAUSE, tr("Pause")) if on else (Sign.PLAY, tr("Play"))))

    def show_play_on(self, problem: str) -> None:
        """Enable playing on from here unless there is an obstacle, shown as tooltip."""
        begins = tr("A practice match against computer players begins from this position.")
        self.play_on.setEnabled(not problem)
        self.play_on_words = problem or begins
        set_tip(self.play_on, self.play_on_words)

    def change_speed(self, way: int) -> None:
        at = self.speed.currentIndex() + way
        self.speed.setCurrentIndex(min(max(at, 0), self.speed.count() - 1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make Up faster in the speed box too, although its faster entries are further down."""
        if watched is self.speed and isinstance(event, QKeyEvent):
            way = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
            if way and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
                if event.type() == QEvent.Type.KeyPress:
                    self.change_speed(way)
                return True
        return super().eventFilter(watched, event)

    # Text size

    def set_scale(self) -> None:
        for widget in (self.speed, self.viewer, self.play_on, self.leave, self.more):
            widget.setFont(normal())
        self.where.setFont(small())
        self.where.setMinimumWidth(0)
        for part in (self.moments, *self.buttons):
            part.setFixedHeight(part.sizeHint().height())
        for button in self.buttons:
            button.setFixedWidth(button.sizeHint().width())
        self.viewer.setMinimumWidth(self._viewer_width)
        self.updateGeometry()

    @property
    def _viewer_width(self) -> int:
        """Width of the longest viewer text (px), within bounds."""
        box = self.viewer
        widest = max(
            box.fontMetrics().horizontalAdvance(box.itemText(row)) for row in range(box.count())
        )
        around = box.fontMetrics().horizontalAdvance(FEWEST_LETTERS * "X")
        return min(WIDEST, widest + box.minimumSizeHint().width() - around)


def viewer_words(replay: Replay, viewer: Viewer) -> str:
    """Return a short text for a viewer."""
    if replay.told:
        viewer = replay.header.you
    elif viewer == OPEN:
        return tr("All cards open")
    if isinstance(viewer, int):
        name = shown_name(called(replay.header.sitters)[viewer])
        if name == tr("You"):
            return tr("As you saw it")
        return tr("As {name} saw it").format(name=name)
    return tr("As a watcher saw it")
