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

from greenbaize.rules.messages import mark_text
from greenbaize.rules.ranking import is_rank_shared
from greenbaize.ui.cards.suit_text import LinkButton
from greenbaize.ui.sheets.par_line import ParLine
from greenbaize.ui.sheets.ranking import RankingWidget
from greenbaize.ui.widgets.accessibility import RING_WIDTH, announce, set_spoken_name
from greenbaize.ui.widgets.font_sizes import normal_font, panel_scale, small_font, title_font
from greenbaize.ui.widgets.keyboard import focus_by_arrow
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.paper import PAPER_RADIUS, PaperFrame, paper_palette
from greenbaize.ui.widgets.plain_text import PlainLabel, set_tooltip
from greenbaize.ui.widgets.table_button import TableButton
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.spoken_events import result_headline
from greenbaize.words.titles import rank_title

PANEL_MARGIN: Final = 24
TABLE_MARGIN: Final = 12
"""Distance between the panel and the edges of a table with enough room (pixels)."""
CLOSE_BUTTON_GAP: Final = 8
"""Distance between the close button and the panel's edges (pixels)."""
PREFERRED_WIDTH: Final = 400
MIN_WIDTH: Final = 300
"""Preferred width, and the minimum beside plates, at a panel scale of 1 (pixels)."""
WINNER_PLATE_HEIGHT: Final = 0.19
"""Height of a winner's plate, as a fraction of the table height."""
MIN_WINNER_PLATE: Final = 56
MAX_NAMED_WINNERS: Final = 3
"""Number of winners from which a tight panel drops the title that names them."""
KEY_GUARD_MS: Final = 700
"""Time after an ignored key during which another one is ignored too (ms)."""
READING_GUARD_MS: Final = 2000
"""Time for which keys are ignored after the panel appeared (ms): who taps Enter at every trick
has to see it first."""
PRESS_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Select)
LAYOUT_SHAPES: Final = (
    (1.0, False, False),
    (0.8, False, False),
    (0.6, False, False),
    (0.45, False, False),
    (0.6, False, True),
    (0.45, False, True),
    (1.0, True, False),
    (0.8, True, False),
    (0.8, True, True),
    (0.5, True, True),
)
"""Layouts from most to least spacious: plate height factor, rows beside plates, tight spacing."""


class ResultActions(NamedTuple):
    """Labels of the actions after a match; empty if an action is not available."""

    again_label: str
    again_tooltip: str
    new_label: str
    leave_label: str


LOCAL_ACTIONS: Final = ResultActions(
    mark_text("&Play again"),
    mark_text("A new match with the same players and options"),
    mark_text("&New match…"),
    mark_text("L&eave the table"),
)
NETWORK_ACTIONS: Final = ResultActions(
    mark_text("&Play again"),
    mark_text("Ready for another match with the same people"),
    mark_text("To the &waiting room"),
    mark_text("L&eave…"),
)
"""Actions at a table with friends."""
CLOSED_TABLE_ACTIONS: Final = ResultActions(
    "", "", mark_text("&New match…"), mark_text("L&eave the table")
)
"""Actions after the table with friends has been closed."""


def label_buttons(buttons: Sequence[QAbstractButton], actions: ResultActions) -> None:
    """Label the buttons for another match, for a different match and for leaving."""
    for button, label in zip(
        buttons, (actions.again_label, actions.new_label, actions.leave_label), strict=True
    ):
        button.setText(tr(label) if label else "")
        button.setVisible(bool(label))
    set_tooltip(buttons[0], tr(actions.again_tooltip) if actions.again_tooltip else "")


class ResultPanel(PaperFrame):
    """A panel with the winners' plates, the ranking of the others, and the next actions.

    The person at the window has a plate below the winners' or a highlighted row.

    The button for another match has the focus. Keys meant to speed up the cards do not press it: a
    key counts ``READING_GUARD_MS`` after the panel appeared, once none has come for
    ``KEY_GUARD_MS``. Esc counts only after the panel has been
    painted, and the second half of a double click presses nothing if the first half hit the table.
    ``sides`` has the side number of each seat.
    """

    closed = Signal()
    """The panel has been closed to look at the table."""

    def __init__(self, parent: QWidget, sides: Sequence[int] = ()) -> None:
        super().__init__(parent)
        self._sides, self._table = sides, parent
        self.plate_rects: Callable[[], Sequence[QRect]] = tuple
        """Callback that returns the rectangles of the seats' plates on the table."""
        self.pile_rects: Callable[[], Sequence[QRect]] = tuple
        """Callback that returns the rectangles of the piles of tricks."""
        self.clock: Callable[[], float] = monotonic
        self._guard_end = 0.0
        """Time until which keys are ignored (s)."""
        self._is_painted = False
        """The panel has been painted, and the input pending at that time has been processed."""
        self._pressed_widget: QObject | None = None
        self.setAccessibleName(tr("Result"))
        self._spoken_standings = ""
        """Final standings in words, for screen readers."""
        self._was_shown = False
        self.always_names_winners = False
        """Name the winners in the title also if the player is not the only winner."""
        self.headline = ""
        """Sentence that names the winners."""
        self.turning_point = ""
        """Sentence about the deal that mattered most to the player; set before ``show_result``."""
        self._title_label, self._turning_point_label = (
            PlainLabel(parent=self),
            PlainLabel(parent=self),
        )
        self._note_label = PlainLabel(parent=self)
        self.seal_label, self.challenger_label = PlainLabel(parent=self), PlainLabel(parent=self)
        for label in (self.seal_label, self.challenger_label):
            label.hide()
        self.honours_note = HonoursNote(self)
        self.honours_note.size_changed.connect(self._update_geometry)
        self._is_warning = self._is_broken = False
        self._applied_scale = 0.0  # panel scale that the fonts have
        for label in (
            self._title_label,
            self._turning_point_label,
            self._note_label,
            self.seal_label,
            self.challenger_label,
        ):
            label.setWordWrap(True)
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.par_line = ParLine(self, Qt.AlignmentFlag.AlignLeft)
        self.ranking = RankingWidget(self)
        self._make_buttons()
        self._link_grid = QGridLayout()
        parts = (
            self._title_label,
            self.ranking,
            self._turning_point_label,
            self.challenger_label,
            self.par_line,
            self._note_label,
            self.honours_note,
            self.seal_label,
        )
        self._main_layout = make_column(
            *parts, self.again_button, self._link_grid, self.moments_link, widget=self
        )
        self._main_layout.setAlignment(self.moments_link, Qt.AlignmentFlag.AlignHCenter)
        self._shadow = QGraphicsDropShadowEffect(self)
        self._shadow.setBlurRadius(40)
        self._shadow.setOffset(0, 6)
        self.setGraphicsEffect(self._shadow)
        self.apply_theme()
        self.set_actions(LOCAL_ACTIONS)
        self.hide()
        parent.installEventFilter(self)

    def _make_buttons(self) -> None:
        self.again_button = TableButton(self)
        self.again_button.setDefault(True)
        self.close_button = QPushButton("✕", self)
        self.close_button.setAccessibleName(tr("Look at the table"))
        set_tooltip(self.close_button, tr("Look at the table"))
        self.close_button.setFlat(True)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.close_button.installEventFilter(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.close_link = LinkButton(tr("Look at the table"), self)
        self.new_link, self.leave_link = LinkButton("", self), LinkButton("", self)
        self.sheet_link = LinkButton(tr("Score sheet"), self)
        self.review_link = LinkButton(tr("Review"), self)
        self.statistics_link = LinkButton(tr("Statistics"), self)
        self.challenge_link = LinkButton(tr("Challenge somebody…"), self)
        self.compare_link = LinkButton(tr("Compare…"), self)
        self.same_cards_link = LinkButton(tr("Same cards again"), self)
        self.moments_link = LinkButton("", self)
        for link in (
            self.challenge_link,
            self.compare_link,
            self.same_cards_link,
            self.moments_link,
        ):
            link.hide()  # only where they apply
        self.action_buttons = self.again_button, self.new_link, self.leave_link
        """Buttons for another match, for a different match and for leaving."""
        page_links = (
            self.sheet_link,
            self.review_link,
            self.statistics_link,
            self.same_cards_link,
            self.challenge_link,
            self.compare_link,
            self.moments_link,
        )
        self._link_buttons = (self.close_link, *self.action_buttons[1:], *page_links)
        for button in (self.close_button, self.close_link):
            button.clicked.connect(self._on_close)
        previous: QWidget = self
        for part in (self.again_button, *self._link_buttons, self.honours_note.disable_link):
            self.setTabOrder(previous, part)
            previous = part
            part.installEventFilter(self)

    def show_result(
        self,
        ranks: Sequence[int],
        scores: Sequence[str],
        names: Sequence[str],
        you: int | None,
        *,
        coin_flip: bool = False,
    ) -> None:
        """Show the ranking by seat; ``you`` is the seat of the person at the window.

        Tied players share a rank, unless a coin flip has decided the first.
        """
        names = [display_name(name) for name in names]
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        self.headline = result_headline(
            winners, names, you, is_one_side=not is_rank_shared(ranks, 1, self._sides)
        )
        # A winner other than the player is named on their plate, not in the title again.
        names_winners = self.always_names_winners or you in winners or len(winners) > 1
        self._title_label.setText(self.headline if names_winners else self.turning_point)
        self._turning_point_label.setText(self.turning_point if names_winners else "")
        self._turning_point_label.setVisible(names_winners and bool(self.turning_point))
        self._note_label.setText(tr("Equal at the top: a coin flip decided.") if coin_flip else "")
        self._note_label.setVisible(coin_flip)
        self.ranking = self.ranking.replace_in_layout(self._main_layout)
        self.ranking.show_ranking(ranks, scores, names, you, self._sides)
        line = tr("{place}: {name}, {total}")
        order = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
        self._spoken_standings = "\n".join(
            line.format(place=rank_title(ranks[seat]), name=names[seat], total=scores[seat])
            for seat in order
        )
        if self.turning_point:
            self._spoken_standings = f"{self._spoken_standings}\n{self.turning_point}"
        self._was_shown = False  # all of it has just been spoken
        set_spoken_name(self, tr("Result"), "")
        self.show_panel()

    def show_panel(self) -> None:
        self._is_painted, self._pressed_widget = False, None
        if self._spoken_standings and self._was_shown:
            set_spoken_name(self, tr("Result"), self._spoken_standings)
        self._was_shown = True
        self.show()  # no widget has a size before
        self._update_geometry()
        self.raise_()
        self._guard_end = self.clock() + READING_GUARD_MS / 1000
        (self if self.again_button.isHidden() else self.again_button).setFocus()

    def set_actions(self, actions: ResultActions) -> None:
        label_buttons(self.action_buttons, actions)
        for link in (self.new_link, self.leave_link):
            link.set_link_text(link.text().replace("&", ""))
        if self.isVisible():
            self._update_geometry()

    def reserve_moments_line(self) -> None:
        """Keep the line of the moments free, so that nothing moves when they are found."""
        policy = self.moments_link.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.moments_link.setSizePolicy(policy)
        self._update_geometry()

    def show_moments(self, text: str) -> None:
        """Show the link to the moments, without moving anything if its line is reserved."""
        self.moments_link.set_link_text(text)
        self.moments_link.show()
        if not self.moments_link.sizePolicy().retainSizeWhenHidden():
            self._update_geometry()

    def show_link(self, link: LinkButton) -> None:
        """Show a link that is hidden unless it applies."""
        link.show()
        self._update_geometry()

    def show_seal(self, text: str, *, is_warning: bool, is_broken: bool) -> None:
        """Show the result of the shuffle check; ``is_warning`` and ``is_broken`` emphasize it."""
        self._is_warning, self._is_broken = is_warning, is_broken
        self.seal_label.setText(text)
        self.seal_label.setVisible(True)
        self.apply_theme()
        self._update_geometry()

    def show_par(self, text: str, *, can_play_back: bool) -> None:
        """Show the sums of par; the layout changes only if they need more room."""
        known_text = self.par_line.text_label.text()
        self.par_line.show_text(text, can_play_back=can_play_back)
        self._spoken_standings = self._spoken_standings.removesuffix(f"\n{known_text}".rstrip())
        self._spoken_standings = f"{self._spoken_standings}\n{text}".rstrip()
        if not known_text or not self._has_room_for_par():
            self._update_geometry()

    def _has_room_for_par(self) -> bool:
        label = self.par_line.text_label
        return label.heightForWidth(label.width()) <= label.height()

    def show_challenger(self, text: str) -> None:
        """Show what the challenger had, if anything is known."""
        self.challenger_label.setText(text)
        self.challenger_label.setVisible(bool(text))
        self._spoken_standings = f"{self._spoken_standings}\n{text}".rstrip()
        self._update_geometry()

    def show_honours(self, text: str) -> None:
        self.honours_note.show_text(text)
        self._spoken_standings = f"{self._spoken_standings}\n{text}"
        self._update_geometry()

    def apply_theme(self) -> None:
        self.setPalette(paper_palette(current_theme()))
        self.ranking.apply_theme()
        self._apply_fonts()
        quiet, loud = QPalette.ColorRole.PlaceholderText, QPalette.ColorRole.BrightText
        plain = QPalette.ColorRole.Text if self._is_warning else quiet
        self.seal_label.setForegroundRole(loud if self._is_broken else plain)
        self._note_label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._shadow.setColor(QColor(current_theme().shade))

    def _apply_fonts(self) -> None:
        self._title_label.setFont(title_font())
        self._turning_point_label.setFont(normal_font())
        self.challenger_label.setFont(normal_font(bold=True))
        self._note_label.setFont(small_font())
        for button in self.findChildren(QPushButton):
            button.setFont(normal_font(bold=button is self.again_button))
        for link in self._link_buttons:
            link.setFont(normal_font())
        self.par_line.text_label.setFont(normal_font())
        self.par_line.link.setFont(normal_font())
        self.honours_note.apply_fonts()
        self.seal_label.setFont(
            normal_font(bold=self._is_broken)
            if self._is_broken or self._is_warning
            else small_font()
        )
        self._applied_scale = panel_scale()

    def sizeHint(self) -> QSize:
        return self.size()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay centred when the parent is resized."""
        if watched is self.parentWidget():
            if event.type() == QEvent.Type.Resize:
                self._update_geometry()
                # Text on the table takes its new size only after this event.
                QTimer.singleShot(0, self, self._update_geometry)
        elif event.type() == QEvent.Type.MouseButtonPress:
            self._pressed_widget = watched
        elif event.type() == QEvent.Type.MouseButtonDblClick:
            return self._pressed_widget is not watched
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return watched is self.again_button and self._is_premature_key(event)
        return super().eventFilter(watched, event)

    def _is_premature_key(self, event: QKeyEvent) -> bool:
        """Return True for a key press that comes too soon to be meant for the panel."""
        if event.key() not in PRESS_KEYS:
            return False
        now = self.clock()
        is_premature = event.isAutoRepeat() or not self._is_painted or now < self._guard_end
        if is_premature:
            self._guard_end = max(self._guard_end, now + KEY_GUARD_MS / 1000)
        return is_premature

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc, move the focus with arrows, and let no key through to the cards below."""
        focus_by_arrow(self, event)
        if event.key() == Qt.Key.Key_Escape and self._is_painted and not event.isAutoRepeat():
            self._on_close()
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(current_theme().focus), RING_WIDTH))
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, PAPER_RADIUS, PAPER_RADIUS)
            painter.end()
        if not self._is_painted:
            # Input that was queued before the panel became visible is processed before this.
            QTimer.singleShot(0, self, self._on_painted)

    def _on_painted(self) -> None:
        self._is_painted = True

    def _update_geometry(self) -> None:
        if self._applied_scale != panel_scale():
            self._apply_fonts()
        plates = [*self.plate_rects()]
        # If the panel fits beside nothing else, it leaves at least the plates visible.
        if not self._position_beside([*plates, *self.pile_rects()]) and not self._position_beside(
            plates
        ):
            self._position_beside(())
        side = round(30 * panel_scale())
        left = self.width() - side - CLOSE_BUTTON_GAP
        self.close_button.setGeometry(left, CLOSE_BUTTON_GAP, side, side)

    def _apply_shape(
        self, base_height: float, height_factor: float, beside: bool, tight: bool
    ) -> tuple[int, int]:
        """Apply a layout and return its preferred width and height."""
        plate_height = base_height * height_factor
        self._apply_spacing(is_tight=tight)
        self.ranking.arrange_plates(plate_height, beside=beside, tight=tight)
        preferred_width = max(
            round(PREFERRED_WIDTH * panel_scale()),
            self.ranking.preferred_width(plate_height) * (2 if beside else 1),
        )
        margins = self._main_layout.contentsMargins()
        preferred_width += margins.left() + margins.right()
        return self._fit_width(
            min(preferred_width, self._table.width() - (0 if tight else 2 * TABLE_MARGIN))
        )

    def _position_beside(self, obstacles: Sequence[QRect]) -> bool:
        """Use the most spacious layout that covers no obstacle; return False if there is none."""
        table = self._table.rect()
        usual, free_rect, width, height = (
            max(MIN_WINNER_PLATE, WINNER_PLATE_HEIGHT * table.height()),
            None,
            0,
            0,
        )
        for shape in LAYOUT_SHAPES:
            width, height = self._apply_shape(usual, *shape)
            margins = self._main_layout.contentsMargins()
            min_width = round(MIN_WIDTH * panel_scale()) + margins.left() + margins.right()
            free_width = self._width_between(obstacles, height)
            if min_width <= free_width < width:
                width, height = self._fit_width(free_width)
            fits = (
                height <= table.height() and self._main_layout.totalMinimumSize().width() <= width
            )
            free_rect = self._find_free_rect(QSize(width, height), obstacles) if fits else None
            if free_rect is not None:
                break
        if free_rect is None and not obstacles:
            free_rect = QRect(QPoint(0, 0), QSize(width, height).boundedTo(table.size()))
            free_rect.moveCenter(table.center())
        if free_rect is not None:
            self.setGeometry(free_rect)
        return free_rect is not None

    def _find_free_rect(self, size: QSize, obstacles: Sequence[QRect]) -> QRect | None:
        """Return the free rectangle closest to the centre, or None."""
        table, rect = self._table.rect(), QRect(QPoint(0, 0), size)
        rect.moveCenter(table.center())
        column = [
            obstacle
            for obstacle in obstacles
            if obstacle.right() > rect.left() and obstacle.left() < rect.right()
        ]
        middle = table.center().y()
        above = (
            obstacle.bottom() + TABLE_MARGIN // 2
            for obstacle in column
            if obstacle.center().y() < middle
        )
        below = (
            obstacle.top() - TABLE_MARGIN // 2
            for obstacle in column
            if obstacle.center().y() >= middle
        )
        top, bottom = max(above, default=table.top()), min(below, default=table.bottom() + 1)
        if bottom - top < rect.height():
            return None
        rect.moveTop(min(max(rect.top(), top), bottom - rect.height()))
        return None if any(rect.intersects(obstacle) for obstacle in obstacles) else rect

    def _fit_width(self, width: int) -> tuple[int, int]:
        width = self._arrange_links(width)
        self._main_layout.invalidate()
        # Without wrapping text the layout has no height for width.
        tall = self._main_layout.totalHeightForWidth(width)
        usual = (
            self._main_layout.totalSizeHint() if tall < 0 else self._main_layout.totalMinimumSize()
        )
        return width, max(tall, usual.height())

    def _width_between(self, obstacles: Sequence[QRect], height: int) -> int:
        """Return the greatest centred width at this height that touches no obstacle."""
        middle = self._table.rect().center()
        distances = [
            min(abs(obstacle.left() - middle.x()), abs(obstacle.right() - middle.x()))
            for obstacle in obstacles
            if abs(obstacle.center().y() - middle.y()) < (height + obstacle.height()) // 2
            and not obstacle.left() <= middle.x() <= obstacle.right()
        ]
        return 2 * (min(distances) - TABLE_MARGIN) if distances else self._table.width()

    def _apply_spacing(self, *, is_tight: bool) -> None:
        margin = 10 if is_tight else PANEL_MARGIN
        # So many names would only repeat the plates.
        drops_title = is_tight and len(self.ranking.plates) > MAX_NAMED_WINNERS
        has_title = bool(self._title_label.text()) and not drops_title
        self._title_label.setVisible(has_title)
        side_margin = max(0, round(30 * panel_scale()) + CLOSE_BUTTON_GAP + 4 - margin)
        self._title_label.setContentsMargins(side_margin, 0, side_margin, 0)
        # Without a title the button has a row of its own; where that is too much, a link does the
        # same.
        self.close_button.setVisible(has_title or not is_tight)
        button_row = round(30 * panel_scale()) + CLOSE_BUTTON_GAP
        top = margin - 4 if has_title or is_tight else max(margin - 4, button_row)
        self._main_layout.setContentsMargins(margin, top, margin, margin - 6)
        self._main_layout.setSpacing(3 if is_tight else 12)
        self._link_grid.setHorizontalSpacing(4 if is_tight else 12)
        self._link_grid.setVerticalSpacing(0 if is_tight else 2)

    def _arrange_links(self, width: int) -> int:
        """Arrange the links in rows within ``width`` pixels; return the width they need."""
        margins, gap = self._main_layout.contentsMargins(), self._link_grid.horizontalSpacing()
        links = [
            button
            for button in self._link_buttons
            if button is not self.moments_link and not button.isHidden()
        ]
        room, count = width - margins.left() - margins.right(), len(links)
        widths = [button.sizeHint().width() for button in links]

        def required_width(across: int) -> int:
            columns = (max(widths[index::across]) for index in range(min(across, count)))
            return sum(columns) + (across - 1) * gap

        fitting_counts = [
            across
            for across in ((8, 4, 3, 2) if count > 6 else (6, 3, 2))
            if across < 2 * count and required_width(across) <= room
        ]
        across = fitting_counts[0] if fitting_counts else 2
        for link in self._link_buttons:
            if link is not self.moments_link:
                self._link_grid.removeWidget(link)
        for index, link in enumerate(links):
            align = Qt.AlignmentFlag.AlignHCenter
            self._link_grid.addWidget(link, index // across, index % across, align)
        min_widths = [required_width(across) if links else 0]
        if not self.again_button.isHidden():
            min_widths.append(self.again_button.sizeHint().width())
        return max(width, max(min_widths) + margins.left() + margins.right())

    def _on_close(self) -> None:
        self.hide()
        self.closed.emit()


class HonoursNote(QWidget):
    """A note with the honours of a match and a link that disables them; it takes no focus."""

    disable_requested = Signal()
    size_changed = Signal()
    """The note needs more or less room."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._result_panel = parent
        self.text_label = PlainLabel(parent=self)
        self.text_label.setWordWrap(True)
        self.disable_link = LinkButton(tr("Don't show honours"), self)
        self.disable_link.clicked.connect(self._on_disable)
        column = make_column(
            self.text_label, self.disable_link, widget=self, margins=(0, 0, 0, 0), spacing=0
        )
        column.setAlignment(self.disable_link, Qt.AlignmentFlag.AlignRight)
        self.hide()

    def show_text(self, text: str) -> None:
        self.text_label.setText(text)
        self.disable_link.show()
        self.show()

    def apply_fonts(self) -> None:
        for part in (self.text_label, self.disable_link):
            part.setFont(small_font())

    def _on_disable(self) -> None:
        # The focus goes to the result instead of the next button.
        self._result_panel.setFocus()
        self.disable_link.hide()
        self.text_label.setText(
            tr("Honours are no longer announced. You can turn them on again in the preferences.")
        )
        announce(self, self.text_label.text())
        self.disable_requested.emit()
        self.size_changed.emit()
