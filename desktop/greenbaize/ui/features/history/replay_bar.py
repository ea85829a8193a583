"""The bar below a replay: timeline, transport buttons, speed and viewer."""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import partial
from math import inf
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
    QResizeEvent,
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

from greenbaize.app.memory.replays import MatchReplay
from greenbaize.app.tables.default_players import display_names
from greenbaize.match.event_log import OPEN_HANDS, Viewer
from greenbaize.ui.widgets import font_sizes
from greenbaize.ui.widgets.font_sizes import normal_font, small_font
from greenbaize.ui.widgets.layouts import make_column, make_row
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain_text import (
    ElidedLabel,
    escape_ampersands,
    label_combo,
    set_tooltip,
)
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
MAX_VIEWER_WIDTH: Final = 320
MIN_VIEWER_LETTERS: Final = 12
"""Least width of the viewer box (letters)."""
MAX_MENU_BUTTON_WIDTH: Final = 48
"""Largest width of the menu button (px at scale 1): styles make it wider than its dots need."""
TIMELINE_HEIGHT: Final = 26
KNOB_RADIUS: Final = 7.0
"""Half the width of the knob (px at scale 1)."""
GROOVE_HEIGHT: Final = 4.0
MARK_HALF_HEIGHT: Final = 7.0
"""Length of a mark above and below the middle (px at scale 1)."""
NOTE_RADIUS: Final = 3.5
"""Radius of the dot at a noted moment (px at scale 1)."""
MIN_MARK_GAP: Final = 3.0
"""Least distance between two marks (px); marks that are closer are not drawn."""
TRANSPORT_BUTTON_SIZE: Final = 34
MAX_TRANSPORT_FRACTION: Final = 0.4
"""Largest fraction of a narrow bar's width for the transport buttons, which shrink for it."""
MIN_TIMELINE_WIDTH: Final = 120
"""Width of the timeline (px) that a narrow bar leaves beside the label of the moment."""


class Timeline(QSlider):
    """Slider over all moments of a match, with a mark at the start of each deal."""

    focus_mark = True
    """The knob shows the keyboard focus."""

    def __init__(
        self,
        last_moment: int,
        marks: Sequence[int],
        describe_moment: Callable[[int], str],
        parent: QWidget,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._marks, self._describe_moment = tuple(marks), describe_moment
        self._noted_moments: tuple[int, ...] = ()
        self.setRange(0, last_moment)
        self.setAccessibleName(tr("Moment of the match"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        return QSize(300, round(TIMELINE_HEIGHT * font_sizes.panel_scale()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def set_noted_moments(self, moments: Iterable[int]) -> None:
        """Show a dot at each of these moments."""
        self._noted_moments = tuple(moments)
        self.update()

    # Geometry

    @property
    def _knob_margin(self) -> float:
        return (KNOB_RADIUS + 2) * font_sizes.panel_scale()

    def x_of_moment(self, moment: int) -> float:
        """Return the x coordinate of a moment (px)."""
        fraction = moment / max(1, self.maximum())
        return self._knob_margin + fraction * (self.width() - 2 * self._knob_margin)

    def moment_at_x(self, x: float) -> int:
        fraction = (x - self._knob_margin) / max(1.0, self.width() - 2 * self._knob_margin)
        return round(min(max(fraction, 0.0), 1.0) * self.maximum())

    def _pointed_moment(self, x: float) -> int:
        """Return the noted moment whose dot is at x, or else the moment there."""
        reach = (NOTE_RADIUS + 1) * font_sizes.panel_scale()
        distances = [(abs(self.x_of_moment(one) - x), one) for one in self._noted_moments]
        distance, noted_moment = min(distances, default=(inf, 0))
        return noted_moment if distance <= reach else self.moment_at_x(x)

    # A click jumps to its position; key events go to the page

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self.moment_at_x(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        moment = self.moment_at_x(event.position().x())
        if self.isSliderDown():
            self.setValue(moment)
        set_tooltip(self, self._describe_moment(self._pointed_moment(event.position().x())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, scale = current_theme(), font_sizes.panel_scale()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, knob_x = self.height() / 2, self.x_of_moment(self.value())
        groove_height = GROOVE_HEIGHT * scale
        groove_rect = QRectF(
            self._knob_margin,
            middle - groove_height / 2,
            self.width() - 2 * self._knob_margin,
            groove_height,
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.paper_line))
        painter.drawRoundedRect(groove_rect, groove_height / 2, groove_height / 2)
        painter.setBrush(QColor(theme.brass_on_paper))
        groove_rect.setRight(knob_x)
        painter.drawRoundedRect(groove_rect, groove_height / 2, groove_height / 2)
        self._draw_marks(painter, middle, MARK_HALF_HEIGHT * scale)
        painter.setPen(QPen(QColor(theme.paper), 1))
        painter.setBrush(QColor(theme.loss))
        for moment in self._noted_moments:
            centre = QPointF(self.x_of_moment(moment), middle)
            painter.drawEllipse(centre, NOTE_RADIUS * scale, NOTE_RADIUS * scale)
        knob_radius = KNOB_RADIUS * scale
        knob_edge = theme.ink if self.hasFocus() or self.isSliderDown() else theme.ink_quiet
        painter.setPen(QPen(QColor(knob_edge), 2))
        painter.setBrush(QColor(theme.paper))
        painter.drawEllipse(QPointF(knob_x, middle), knob_radius, knob_radius)
        painter.end()

    def _draw_marks(self, painter: QPainter, middle: float, half_height: float) -> None:
        painter.setPen(QPen(QColor(current_theme().ink_quiet), 1.2))
        previous_x = -MIN_MARK_GAP
        for mark in self._marks:
            x = self.x_of_moment(mark)
            if x - previous_x >= MIN_MARK_GAP:
                previous_x = x
                painter.drawLine(QPointF(x, middle - half_height), QPointF(x, middle + half_height))


class TransportSymbol(Enum):
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
        self,
        parent: QWidget,
        symbol: TransportSymbol,
        label: str,
        key: str,
        *,
        is_mirrored: bool = False,
    ) -> None:
        super().__init__(parent)
        self._is_mirrored, self._key = is_mirrored, key
        self.show_symbol(symbol, label)
        # Clicks leave the focus on the page, so that Space always toggles playback.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_symbol(self, symbol: TransportSymbol, label: str) -> None:
        self.symbol = symbol
        self.setAccessibleName(label)
        set_tooltip(self, f"{label} ({self._key})")
        self.update()

    def sizeHint(self) -> QSize:
        """Return a size that suits touch at the current scale."""
        side = round(TRANSPORT_BUTTON_SIZE * font_sizes.panel_scale())
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = float(min(self.width(), self.height()))
        painter.translate((self.width() - side) / 2, (self.height() - side) / 2)
        disc = QRectF(1.5, 1.5, side - 3, side - 3)
        is_highlighted = self.isEnabled() and (self.underMouse() or self.isDown())
        painter.setBrush(QColor(theme.paper_tint if is_highlighted else theme.paper))
        painter.setPen(QPen(QColor(theme.ink if self.hasFocus() else theme.edge), 2))
        painter.drawEllipse(disc)
        ink = QColor(theme.ink)
        if not self.isEnabled():
            ink = QColor(theme.ink_quiet)
            ink.setAlpha(110)
        if self._is_mirrored:
            painter.translate(side, 0)
            painter.scale(-1, 1)
        self._draw_symbol(painter, side, ink)
        painter.end()

    def _draw_symbol(self, painter: QPainter, size: float, ink: QColor) -> None:
        parts = self.symbol.value
        part_height, bar_width, gap = 0.34 * size, 0.09 * size, 0.05 * size
        triangle_width = (0.30 if len(parts) == 1 else 0.22) * size
        is_pause = self.symbol is TransportSymbol.PAUSE
        gap = 0.10 * size if is_pause else gap
        total = sum(triangle_width if part == ">" else bar_width for part in parts) + gap * (
            len(parts) - 1
        )
        x, middle = (size - total) / 2, size / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        for part in parts:
            if part == ">":
                corners = [
                    (x, middle - part_height / 2),
                    (x + triangle_width, middle),
                    (x, middle + part_height / 2),
                ]
                painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
                x += triangle_width + gap
            else:
                painter.drawRect(QRectF(x, middle - part_height / 2, bar_width, part_height))
                x += bar_width + gap


class ReplayBar(PaperFrame):
    """Bar of the replay's controls; the page connects their signals."""

    def __init__(self, replay: MatchReplay, timeline: Timeline, parent: QWidget) -> None:
        super().__init__(parent)
        self._replay = replay
        self.timeline = timeline
        self.is_narrow = False
        """The bar has a single row, and a menu for the controls without room."""
        self._label_width = 0
        """Width of the widest label of a moment shown at this text scale (px)."""
        self.moment_label = ElidedLabel(parent=self)
        self.moment_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._make_buttons()
        self.speed_box = self._make_speed_box()
        self.viewer_box = self._make_viewer_box(replay)
        self.play_on_button = self._make_button(tr("&Play on from here"))
        self.play_on_tip = ""
        """Tooltip of the button: what playing on means, or why it is not possible."""
        self.leave_button = self._make_button(tr("L&eave"))
        set_tooltip(self.leave_button, tr("Back to the empty table"))
        self.more_button = self._make_more_button()
        self._upper_row, self._lower_row = make_row(spacing=12), make_row(spacing=4)
        self._layout = make_column(self._upper_row, self._lower_row, widget=self, spacing=4)
        self._fill_rows()
        self.set_scale()

    def _make_buttons(self) -> None:
        tricks = bool(self._replay.playback.trick_moments)
        back_label = tr("To the trick before") if tricks else tr("To the turn before")
        forward_label = tr("To the next trick") if tricks else tr("To the next turn")
        make_forward_button, make_back_button = (
            partial(TransportButton, self),
            partial(TransportButton, self, is_mirrored=True),
        )
        self.previous_deal_button = make_back_button(
            TransportSymbol.DEAL, tr("To the deal before"), tr("Page Up")
        )
        self.previous_trick_button = make_back_button(
            TransportSymbol.TRICK, back_label, tr("Ctrl+Left")
        )
        self.previous_step_button = make_back_button(
            TransportSymbol.STEP, tr("One step back"), tr("Left")
        )
        self.play_button = make_forward_button(TransportSymbol.PLAY, tr("Play"), tr("Space"))
        self.next_step_button = make_forward_button(
            TransportSymbol.STEP, tr("One step forward"), tr("Right")
        )
        self.next_trick_button = make_forward_button(
            TransportSymbol.TRICK, forward_label, tr("Ctrl+Right")
        )
        self.next_deal_button = make_forward_button(
            TransportSymbol.DEAL, tr("To the next deal"), tr("Page Down")
        )
        self.back_buttons = (
            self.previous_deal_button,
            self.previous_trick_button,
            self.previous_step_button,
        )
        self.forward_buttons = (
            self.next_step_button,
            self.next_trick_button,
            self.next_deal_button,
        )
        self.transport_buttons = (*self.back_buttons, self.play_button, *self.forward_buttons)

    def _make_speed_box(self) -> QComboBox:
        box = self._make_box(tr("Speed"))
        set_tooltip(box, tr("Speed (Up, Down)"))
        for speed in SPEEDS:
            number = "½" if speed < 1 else f"{speed:.0f}"
            box.addItem(tr("{speed}×").format(speed=number), speed)
        box.setCurrentIndex(SPEEDS.index(1.0))
        box.installEventFilter(self)
        return box

    def _make_viewer_box(self, replay: MatchReplay) -> QComboBox:
        box = self._make_box(tr("Seen by"))
        set_tooltip(box, tr("Whose cards are seen, and who sits at the near edge"))
        for viewer in replay.viewers:
            box.addItem(viewer_text(replay, viewer), viewer)
        box.setEnabled(box.count() > 1)
        if replay.is_view_record:
            set_tooltip(box, tr("This record holds only what was known at that seat."))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(MIN_VIEWER_LETTERS)
        box.setMaximumWidth(MAX_VIEWER_WIDTH)
        return box

    def _make_more_button(self) -> QPushButton:
        """Create the menu button for the controls that have no room in a narrow bar."""
        button = QPushButton("⋯", self)
        button.setAccessibleName(tr("More"))
        set_tooltip(button, tr("Speed, whose cards are seen, play on, leave"))
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self.fill_menu)
        button.setMenu(menu)
        button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        return button

    def fill_menu(self) -> None:
        """Fill the menu with the current state of the bar's controls."""
        menu = self.more_button.menu()
        menu.clear()
        for title, box in ((tr("Spee&d"), self.speed_box), (tr("Seen &by"), self.viewer_box)):
            choices = menu.addMenu(title)
            choices.setEnabled(box.isEnabled())
            group = QActionGroup(choices)
            for row in range(box.count()):
                action = choices.addAction(escape_ampersands(box.itemText(row)))
                action.setCheckable(True)
                action.setChecked(row == box.currentIndex())
                group.addAction(action)
                action.triggered.connect(partial(box.setCurrentIndex, row))
        menu.addSeparator()
        for button in (self.play_on_button, self.leave_button):
            action = menu.addAction(button.text())
            action.setEnabled(button.isEnabled())
            action.triggered.connect(button.click)
            if button is self.play_on_button:
                set_tooltip(action, self.play_on_tip)

    def _make_box(self, name: str) -> QComboBox:
        box = QComboBox(self)
        label_combo(box, name)
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return box

    def _make_button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAutoDefault(True)
        return button

    def _fill_rows(self) -> None:
        upper, lower = self._upper_row, self._lower_row
        for row in (upper, lower):
            while row.count():
                row.takeAt(0)
        for part in (self.speed_box, self.viewer_box, self.play_on_button, self.leave_button):
            part.setVisible(not self.is_narrow)
        self.more_button.setVisible(self.is_narrow)
        for button in self.transport_buttons:
            lower.addWidget(button)
        lower.addSpacing(4 if self.is_narrow else 8)
        if self.is_narrow:
            self._layout.setContentsMargins(8, 3, 8, 3)
            lower.addWidget(self.timeline, 1)
            lower.addWidget(self.moment_label)
            lower.addWidget(self.more_button)
            return
        self._layout.setContentsMargins(14, 6, 14, 8)
        upper.addWidget(self.timeline, 3)
        upper.addWidget(self.moment_label, 1)
        lower.addWidget(self.speed_box)
        lower.addSpacing(4)
        lower.addWidget(self.viewer_box, 3)
        lower.addStretch(2)
        lower.addWidget(self.play_on_button)
        lower.addSpacing(4)
        lower.addWidget(self.leave_button)

    def set_narrow(self, *, on: bool) -> None:
        if on != self.is_narrow:
            self.is_narrow = on
            focus_widget = self.focusWidget()
            self._fill_rows()
            self.set_scale()
            if focus_widget is not None and not focus_widget.isVisibleTo(self):
                (self.more_button if on else self.speed_box).setFocus()

    @property
    def full_width(self) -> int:
        """Least width of the two-row layout (px)."""
        transport_width = sum(button.sizeHint().width() + 4 for button in self.transport_buttons)
        text_widgets = (self.speed_box, self.play_on_button, self.leave_button)
        text_width = sum(widget.minimumSizeHint().width() + 8 for widget in text_widgets)
        return transport_width + text_width + self._viewer_box_width + 48

    def minimumSizeHint(self) -> QSize:
        parts = (self.timeline, self.moment_label, self.more_button)
        sizes = [QSize(*[TRANSPORT_BUTTON_SIZE] * 2)] * len(self.transport_buttons)
        sizes += [part.minimumSizeHint() for part in parts]
        height = max(size.height() for size in sizes)
        return QSize(sum(size.width() + 4 for size in sizes) + 16, height + 6)

    # Content

    def show_moment(self, moment: int, label: str) -> None:
        self.timeline.blockSignals(True)
        self.timeline.setValue(moment)
        self.timeline.blockSignals(False)
        self.timeline.setAccessibleDescription(label)
        self.moment_label.setText(label)
        # A label that changed its width would resize the timeline beside it.
        self._label_width = max(self._label_width, self.moment_label.sizeHint().width())
        self._fit_row()
        for button in self.back_buttons:
            button.setEnabled(moment > 0)
        for button in self.forward_buttons:
            button.setEnabled(moment < self.timeline.maximum())

    def show_playing(self, *, on: bool) -> None:
        if on:
            self.play_button.show_symbol(TransportSymbol.PAUSE, tr("Pause"))
        else:
            self.play_button.show_symbol(TransportSymbol.PLAY, tr("Play"))

    def update_play_on_button(self, obstacle: str) -> None:
        """Enable playing on from here unless there is an obstacle, shown as tooltip."""
        usual_tip = tr("A practice match against computer players begins from this position.")
        self.play_on_button.setEnabled(not obstacle)
        self.play_on_tip = obstacle or usual_tip
        set_tooltip(self.play_on_button, self.play_on_tip)

    def change_speed(self, direction: int) -> None:
        index = self.speed_box.currentIndex() + direction
        self.speed_box.setCurrentIndex(min(max(index, 0), self.speed_box.count() - 1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make Up faster in the speed box too, although its faster entries are further down."""
        if watched is self.speed_box and isinstance(event, QKeyEvent):
            direction = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
            if direction and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
                if event.type() == QEvent.Type.KeyPress:
                    self.change_speed(direction)
                return True
        return super().eventFilter(watched, event)

    # Text size

    def set_scale(self) -> None:
        for widget in (
            self.speed_box,
            self.viewer_box,
            self.play_on_button,
            self.leave_button,
            self.more_button,
        ):
            widget.setFont(normal_font())
        self.more_button.setMaximumWidth(round(MAX_MENU_BUTTON_WIDTH * font_sizes.panel_scale()))
        self.moment_label.setFont(small_font())
        self._label_width = self.moment_label.sizeHint().width()
        self.timeline.setFixedHeight(self.timeline.sizeHint().height())
        self._fit_row()
        self.viewer_box.setMinimumWidth(self._viewer_box_width)
        self.updateGeometry()

    def _fit_row(self) -> None:
        """Fit the transport buttons and the label of the moment into the bar's width."""
        label_width, side = self._label_width, self.play_button.sizeHint().width()
        if self.is_narrow:
            count = len(self.transport_buttons)
            side = min(side, int(MAX_TRANSPORT_FRACTION * self.width() / count))
            menu_width = (
                self.more_button.sizeHint().boundedTo(self.more_button.maximumSize()).width()
            )
            other_widths = count * (side + 4) + menu_width + 40
            room = self.width() - other_widths - MIN_TIMELINE_WIDTH
            label_width = max(self.moment_label.minimumSizeHint().width(), min(label_width, room))
        for button in self.transport_buttons:
            button.setFixedSize(side, side)
        self.moment_label.setMinimumWidth(label_width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_row()

    @property
    def _viewer_box_width(self) -> int:
        """Width of the longest viewer text (px), within bounds."""
        box = self.viewer_box
        widest = max(
            box.fontMetrics().horizontalAdvance(box.itemText(row)) for row in range(box.count())
        )
        letters_width = box.fontMetrics().horizontalAdvance(MIN_VIEWER_LETTERS * "X")
        return min(MAX_VIEWER_WIDTH, widest + box.minimumSizeHint().width() - letters_width)


def viewer_text(replay: MatchReplay, viewer: Viewer) -> str:
    """Return a short text for a viewer."""
    if replay.is_view_record:
        viewer = replay.header.you
    elif viewer == OPEN_HANDS:
        return tr("All cards open")
    if isinstance(viewer, int):
        name = display_name(display_names(replay.header.players)[viewer])
        if name == tr("You"):
            return tr("As you saw it")
        return tr("As {name} saw it").format(name=name)
    return tr("As a watcher saw it")
