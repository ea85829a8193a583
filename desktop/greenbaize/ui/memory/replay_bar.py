"""The bar below a replay: where one is, everything to go elsewhere, and its menu where narrow."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from greenbaize.app.memory.replays import Replay
from greenbaize.match.past import OPEN, Viewer
from greenbaize.ui.memory.moments import Moments
from greenbaize.ui.memory.transport import Sign, TransportButton
from greenbaize.ui.plain import Line, name_combo, on_button, set_tip
from greenbaize.ui.sheets.lettering import normal, small
from greenbaize.ui.sheets.paper import paint_paper, paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
WIDEST: Final = 320
FEWEST_LETTERS: Final = 12
"""Who looks is always written with at least so many letters."""
MENU_WIDEST: Final = 48
"""The button that opens it, in pixels: styles make buttons wider than three points need."""


class Offered(NamedTuple):
    """What a bar offers: two choices, and two buttons; ``play_on_words`` are about the first."""

    speed: QComboBox
    viewer: QComboBox
    play_on: QPushButton
    play_on_words: str
    leave: QPushButton


class ReplayMenu(QMenu):
    """The menu of the bar, filled with what the bar offers each time it is opened."""

    def __init__(self, bar: QWidget, offered: Callable[[], Offered]) -> None:
        super().__init__(bar)
        self._offered = offered
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Offer what the bar offers now."""
        self.clear()
        bar = self._offered()
        self._add_choice(tr("&Speed"), bar.speed)
        self._add_choice(tr("Seen &by"), bar.viewer)
        self.addSeparator()
        self._add_button(bar.play_on, bar.play_on_words)
        self._add_button(bar.leave)

    def _add_choice(self, title: str, box: QComboBox) -> None:
        menu = self.addMenu(title)
        menu.setEnabled(box.isEnabled())
        group = QActionGroup(menu)
        for row in range(box.count()):
            action = menu.addAction(on_button(box.itemText(row)))
            action.setCheckable(True)
            action.setChecked(row == box.currentIndex())
            group.addAction(action)
            action.triggered.connect(lambda _=False, row=row: box.setCurrentIndex(row))

    def _add_button(self, button: QPushButton, words: str = "") -> None:
        action = self.addAction(button.text())
        action.setEnabled(button.isEnabled())
        set_tip(action, words)
        action.triggered.connect(lambda _=False: button.click())


def more_button(bar: QWidget, offered: Callable[[], Offered]) -> QPushButton:
    """The button that opens the menu of a bar."""
    button = QPushButton("⋯", bar)
    button.setAccessibleName(tr("More"))
    set_tip(button, tr("Speed, whose cards are seen, play on, leave"))
    button.setMenu(ReplayMenu(bar, offered))
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    button.setMaximumWidth(MENU_WIDEST)
    button.hide()
    return button


class ReplayBar(QWidget):
    """Says what is wanted by signals, and does nothing itself."""

    moment_chosen = Signal(int)
    """A place on the line was pointed at."""
    step_asked = Signal(int)
    """One event forth (1) or back (-1)."""
    trick_asked = Signal(int)
    deal_asked = Signal(int)
    play_asked = Signal()
    """Play, or pause."""
    speed_chosen = Signal(float)
    viewer_chosen = Signal(object)
    play_on_asked = Signal()
    leave_asked = Signal()

    def __init__(self, replay: Replay, moments: Moments, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._replay, self._theme = replay, theme
        self.moments = moments
        self.narrow = False
        """Whether there is a single row, and a menu for what has no room in it."""
        self.where = Line(parent=self)
        self.where.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._make_buttons(theme)
        self.speed = self._make_speed()
        self.viewer = self._make_viewer(replay)
        self.play_on = self._button(tr("&Play on from here"))
        self.play_on.clicked.connect(self.play_on_asked)
        self.play_on_words = ""
        """What playing on from here would be, or why it cannot be."""
        self.leave = self._button(tr("&Leave"))
        set_tip(self.leave, tr("Back to the empty table"))
        self.leave.clicked.connect(self.leave_asked)
        self.more = more_button(self, self._offered)
        self._lay_out()
        moments.valueChanged.connect(self.moment_chosen)
        self.set_theme(theme)

    def _make_buttons(self, theme: Theme) -> None:
        tricks = bool(self._replay.playback.tricks)
        back = tr("To the trick before") if tricks else tr("To the turn before")
        forth = tr("To the next trick") if tricks else tr("To the next turn")
        page_up, page_down = tr("Page Up"), tr("Page Down")

        def made(sign: Sign, words: str, key: str, *, back: bool = False) -> TransportButton:
            button = TransportButton(sign, words, theme, self, back=back)
            button.set_key(key)
            return button

        self.deal_back = made(Sign.DEAL, tr("To the deal before"), page_up, back=True)
        self.trick_back = made(Sign.TRICK, back, tr("Ctrl+Left"), back=True)
        self.step_back = made(Sign.STEP, tr("One step back"), tr("Left"), back=True)
        self.play = made(Sign.PLAY, tr("Play"), tr("Space"))
        self.step_forth = made(Sign.STEP, tr("One step forward"), tr("Right"))
        self.trick_forth = made(Sign.TRICK, forth, tr("Ctrl+Right"))
        self.deal_forth = made(Sign.DEAL, tr("To the next deal"), page_down)
        self.play.clicked.connect(self.play_asked)
        for button, signal, way in (
            (self.deal_back, self.deal_asked, -1),
            (self.trick_back, self.trick_asked, -1),
            (self.step_back, self.step_asked, -1),
            (self.step_forth, self.step_asked, 1),
            (self.trick_forth, self.trick_asked, 1),
            (self.deal_forth, self.deal_asked, 1),
        ):
            button.clicked.connect(lambda _=False, signal=signal, way=way: signal.emit(way))

    def _offered(self) -> Offered:
        words = self.play_on_words
        return Offered(self.speed, self.viewer, self.play_on, words, self.leave)

    @property
    def buttons(self) -> tuple[TransportButton, ...]:
        """The round buttons from left to right."""
        back = (self.deal_back, self.trick_back, self.step_back)
        return (*back, self.play, self.step_forth, self.trick_forth, self.deal_forth)

    def _make_speed(self) -> QComboBox:
        box = self._box(tr("Speed"))
        set_tip(box, tr("Speed (Up, Down)"))
        for speed in SPEEDS:
            number = "½" if speed < 1 else f"{speed:.0f}"
            box.addItem(tr("{speed}×").format(speed=number), speed)
        box.setCurrentIndex(SPEEDS.index(1.0))
        box.currentIndexChanged.connect(lambda at: self.speed_chosen.emit(SPEEDS[at]))
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
        viewers: Sequence[Viewer] = replay.viewers
        box.currentIndexChanged.connect(lambda at: self.viewer_chosen.emit(viewers[at]))
        return box

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

    def _lay_out(self) -> None:
        self._column = QVBoxLayout(self)
        self._column.setSpacing(4)
        self._upper, self._lower = QHBoxLayout(), QHBoxLayout()
        self._upper.setSpacing(12)
        self._lower.setSpacing(4)
        self._column.addLayout(self._upper)
        self._column.addLayout(self._lower)
        self._fill_rows()

    def _fill_rows(self) -> None:
        """Put everything where it belongs; what a narrow bar has no room for is in the menu."""
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
        """Have a single row, or two with everything in them."""
        if on != self.narrow:
            self.narrow = on
            focused = self.focusWidget()
            self._fill_rows()
            self.set_scale()
            if focused is not None and not focused.isVisibleTo(self):
                (self.more if on else self.speed).setFocus()

    @property
    def wide_width(self) -> int:
        """The least width of two rows with everything in them, in pixels."""
        round_ones = sum(button.sizeHint().width() + 4 for button in self.buttons)
        others = (self.speed, self.play_on, self.leave)
        words = sum(one.minimumSizeHint().width() + 8 for one in others)
        return round_ones + words + self._viewer_width + 48

    def minimumSizeHint(self) -> QSize:
        """It can always be made narrow."""
        parts = (self.moments, self.where, self.more)
        sizes = [button.sizeHint() for button in self.buttons]
        sizes += [part.minimumSizeHint() for part in parts]
        tall = max(size.height() for size in sizes)
        return QSize(sum(size.width() + 4 for size in sizes) + 16, tall + 6)

    # What it shows

    def show_moment(self, moment: int, words: str) -> None:
        """Be at a moment, and say which it is."""
        self.moments.blockSignals(True)
        self.moments.setValue(moment)
        self.moments.blockSignals(False)
        self.moments.setAccessibleDescription(words)
        self.where.setText(words)
        # The line of moments is not to grow and shrink with the words beside it.
        self.where.setMinimumWidth(max(self.where.minimumWidth(), self.where.sizeHint().width()))
        first, last = moment <= 0, moment >= self.moments.maximum()
        for button in (self.deal_back, self.trick_back, self.step_back):
            button.setEnabled(not first)
        for button in (self.deal_forth, self.trick_forth, self.step_forth):
            button.setEnabled(not last)

    def show_playing(self, *, on: bool) -> None:
        """Offer to pause, or to play."""
        self.play.show_sign(*((Sign.PAUSE, tr("Pause")) if on else (Sign.PLAY, tr("Play"))))

    def show_play_on(self, *, can: bool, words: str) -> None:
        """Offer to play on, or say why not."""
        self.play_on.setEnabled(can)
        self.play_on_words = words
        set_tip(self.play_on, words)

    def change_speed(self, way: int) -> None:
        """Go faster or slower by one."""
        at = self.speed.currentIndex() + way
        self.speed.setCurrentIndex(min(max(at, 0), self.speed.count() - 1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up is faster at the box of speeds as well, though the faster ones stand below in it."""
        if watched is self.speed and isinstance(event, QKeyEvent):
            way = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
            if way and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
                if event.type() == QEvent.Type.KeyPress:
                    self.change_speed(way)
                return True
        return super().eventFilter(watched, event)

    # Looks

    def set_scale(self) -> None:
        """Take the size in which sheets are written now."""
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
        """What the longest of the lines needs that say who looks, within bounds."""
        box = self.viewer
        widest = max(
            box.fontMetrics().horizontalAdvance(box.itemText(row)) for row in range(box.count())
        )
        around = box.fontMetrics().horizontalAdvance(FEWEST_LETTERS * "X")
        return min(WIDEST, widest + box.minimumSizeHint().width() - around)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setPalette(paper_palette(theme))
        self.moments.set_theme(theme)
        for button in self.buttons:
            button.set_theme(theme)
        self.set_scale()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        paint_paper(self, self._theme)


def viewer_words(replay: Replay, viewer: Viewer) -> str:
    """Who looks, in a few words."""
    if replay.told:
        viewer = replay.header.you
    elif viewer == OPEN:
        return tr("All cards open")
    if isinstance(viewer, int):
        name = shown_name(replay.header.sitters[viewer].name)
        if name == tr("You"):
            return tr("As you saw it")
        return tr("As {name} saw it").format(name=name)
    return tr("As a watcher saw it")
