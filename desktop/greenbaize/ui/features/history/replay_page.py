"""The page of a replay: table, sheet and bar."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from greenbaize.app.memory.note_memory import load_notes
from greenbaize.app.memory.replays import MatchReplay, ReplayView
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER, BotLauncher
from greenbaize.app.tables.default_players import display_names
from greenbaize.match.event_log import Viewer
from greenbaize.rules.events import CardsDealt, DealScored, MatchEnded
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards.card_look import CardLook, current_card_look
from greenbaize.ui.features.history.replay_bar import SPEEDS, ReplayBar, Timeline
from greenbaize.ui.features.history.replay_table import ReplayAnnouncer, ReplayTable, replay_title
from greenbaize.ui.shell.navigation import ReplayRoute
from greenbaize.ui.shell.pages import Route, ShownMoment, TablePage
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.table.cloth import set_cloth_background
from greenbaize.ui.table.pace import TablePace
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.keyboard import FocusCycle
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.reports import TableReports
from greenbaize.words.spoken import join_sentences

THINKING_PAUSE_MS: Final = 260
"""Pause before a player's event (ms at speed 1)."""
MOTIONLESS_PAUSE_MS: Final = 700
"""Pause before each event if animations are off (ms at speed 1)."""
BAR_MARGIN: Final = 12
MAX_NARROW_HEIGHT: Final = 430
"""Height below which the bar has a single row (px)."""


class ReplayPage(TablePage):
    """Page that replays a match; ``launcher`` starts the bots of the adviser."""

    fills_background = True

    leave_requested = Signal()
    play_on_requested = Signal()
    viewer_changed = Signal()

    def __init__(
        self,
        replay: MatchReplay,
        parent: QWidget | None = None,
        launcher: BotLauncher = IN_PROCESS_LAUNCHER,
        par_texts: Sequence[tuple[int, str]] = (),
    ) -> None:
        """Create the page; ``par_texts`` are sentences about the par of the own deals."""
        super().__init__(parent)
        self.replay = replay
        self._par_texts = tuple(par_texts)
        self.is_playing = False
        self._launcher = launcher
        self._table_speed, self._card_look, self._speed = 1.0, current_card_look(), 1.0
        self._requested_speed, self._reduced_motion, self._pace = 1.0, False, TablePace()
        self._is_finishing = False
        self._pending_moment: int | None = None
        self.source_route: Route | None = None
        """Route that opened this page, if it shows a copied moment and no record."""
        self._notes = load_notes(replay.header, replay.own_seat)
        self.announcer = ReplayAnnouncer(replay.playback.game, self)
        self._event_timer = QTimer(self, singleShot=True)
        self._event_timer.timeout.connect(self._play_next_event)
        self._jump_timer = QTimer(self, singleShot=True, interval=0)
        self._jump_timer.timeout.connect(self._jump_to_pending)
        last_moment = len(replay.playback)
        moments = Timeline(last_moment, replay.playback.deal_moments, self.describe_with_note, self)
        moments.set_noted_moments(self._notes)
        self.bar = ReplayBar(replay, moments, self)
        self._bar_layout = make_column(self.bar, margins=(BAR_MARGIN, 0, BAR_MARGIN, BAR_MARGIN))
        self._set_table(self._make_table(replay.viewers[0]))
        parts = ((self.table, 1), self._bar_layout)
        self._layout = make_column(*parts, widget=self, margins=(0, 0, 0, 0), spacing=0)
        set_cloth_background(self)
        self._connect_signals()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("The table"))
        self.table.show_moment(0)

    def _connect_signals(self) -> None:
        bar = self.bar
        bar.timeline.valueChanged.connect(self._schedule_jump)
        actions = (self.step_event, self.go_to_trick, self.go_to_deal)
        for back_button, forward_button, action in zip(
            reversed(bar.back_buttons), bar.forward_buttons, actions, strict=True
        ):
            back_button.clicked.connect(lambda _=False, action=action: action(-1))
            forward_button.clicked.connect(lambda _=False, action=action: action(1))
        bar.play_button.clicked.connect(self.toggle_playback)
        bar.speed_box.currentIndexChanged.connect(self._on_speed_changed)
        bar.viewer_box.currentIndexChanged.connect(
            lambda at: self.set_viewer(self.replay.viewers[at])
        )
        bar.play_on_button.clicked.connect(self.play_on_requested)
        bar.leave_button.clicked.connect(self.leave_requested)

    def _make_table(self, viewer: Viewer) -> ReplayTable:
        replay = self.replay
        own_seat = replay.own_seat if viewer == replay.own_seat or replay.is_view_record else None
        view = ReplayView(replay, own_seat, self._launcher)
        table = ReplayTable(view, viewer, Animator(self), self)
        self._apply_speed(table)
        if own_seat is not None:
            table.side_column.show_pars(self._par_texts, "", can_play_back=False)
        table.set_card_look(self._card_look)
        table.hover_help.navigator.fallback_focus = self
        table.rule_requested.connect(self.rule_requested)
        table.folding.fold_changed.connect(self.side_toggled)
        table.folding.visibility_changed.connect(self.side_visibility_changed)
        table.sheet_changed.connect(self.sheet_changed)
        table.sheet_changed.connect(self._update_bar)
        table.idle.connect(self._on_idle)
        table.sheet_fitted.connect(self.bar.set_scale)
        table.table_view.skip_requested.connect(self.finish_animations)
        return table

    def _set_table(self, table: ReplayTable) -> None:
        self.table, self.player_view, self.scene = table, table.replay_view, table.scene
        self.side_column, self.folding = table.side_column, table.folding
        self.rules_controller, self.hover_help = table.rules_controller, table.hover_help

    # Requests of the window and its menus

    @property
    def focus_cycle(self) -> FocusCycle:
        return FocusCycle(
            self, self.setFocus, self.hover_help, (*self.table.side_column.widgets, self.bar)
        )

    def read_out_report(self, report: str) -> None:
        table = self.table
        names = [display_name(name) for name in display_names(self.replay.header.players)]
        reports = TableReports(table.replay_view.game, names, table.replay_view.seat)
        words = reports.build_report(report, table.shown_view, table.side_column.latest_trick)
        announce(self, words, urgent=True)
        self.report_read_out.emit(words)

    @property
    def shown_view(self) -> Any:
        return self.table.shown_view

    @property
    def moment(self) -> int:
        return self.table.moment if self._pending_moment is None else self._pending_moment

    @property
    def shown_event_count(self) -> int:
        return self.moment

    @property
    def shown_moment(self) -> ShownMoment:
        replay, seat = self.replay, self.table.replay_view.seat
        deal_index = replay.playback.deal_index_at(self.moment)
        deal = 1
        if deal_index >= 0:
            dealt = replay.playback.events[replay.playback.deal_moments[deal_index] - 1]
            assert isinstance(dealt, CardsDealt)
            deal = dealt.deal
        seat = replay.own_seat if seat is None else seat
        lines = None if seat is None else partial(replay.build_view_lines, seat)
        return ShownMoment(replay.header, replay.own_seat, deal, self.moment, lines)

    def reload_notes(self) -> None:
        self._notes = load_notes(self.replay.header, self.replay.own_seat)
        self.bar.timeline.set_noted_moments(self._notes)
        self._update_bar()

    @property
    def restore_route(self) -> Route:
        if self.source_route is not None:
            return self.source_route
        return ReplayRoute(self.replay.path, self.table.viewer, self.moment, self.is_playing)

    @property
    def heading(self) -> str:
        return replay_title(self.replay.header)

    def apply_settings(
        self,
        settings: UserSettings,
        pace: TablePace,
        requested_speed: float,
        *,
        reduced_motion: bool,
    ) -> None:
        self.set_pace(
            requested_speed * settings.speed, requested_speed, pace, reduced_motion=reduced_motion
        )

    def close_page(self) -> None:
        self.pause_playback()
        self._jump_timer.stop()
        self.table.close_overlays()
        self.finish_animations()

    # Playback

    def toggle_playback(self) -> None:
        """Start or stop playback; at the end of the match, start from the beginning."""
        if self.is_playing:
            self.pause_playback()
            return
        if self.moment >= len(self.replay.playback):
            self.go_to_moment(0)
        self.is_playing = True
        self.bar.show_playing(on=True)
        self._on_idle()

    def pause_playback(self) -> None:
        """Stop playback; running animations finish."""
        self.is_playing = False
        self._event_timer.stop()
        self.announcer.announce_collected()
        self.bar.show_playing(on=False)

    def _on_idle(self) -> None:
        if (
            not self.is_playing
            or self._is_finishing
            or self._event_timer.isActive()
            or self.table.animator.is_busy
        ):
            return
        playback, moment = self.replay.playback, self.table.moment
        if moment >= len(playback):
            self.pause_playback()
            return
        delay = (
            THINKING_PAUSE_MS
            if playback.events[moment].type in playback.game.player_event_types
            else 0
        )
        if self._table_speed <= 0:
            delay = MOTIONLESS_PAUSE_MS
        self._event_timer.start(round(delay / self._speed))

    def _play_next_event(self) -> None:
        event, view = self.table.play_next_event()
        self.announcer.collect_event(event, view, self.table.spoken_speaker, self._speed)

    def finish_animations(self) -> None:
        """Finish all animations at once."""
        self._is_finishing = True
        try:
            self.table.finish_animations()
        finally:
            self._is_finishing = False
        self._on_idle()

    # Navigation

    def step_event(self, direction: int) -> None:
        self.pause_playback()
        self._jump_to_pending()
        if direction < 0:
            self.go_to_moment(self.moment - 1)
        elif self.moment < len(self.replay.playback):
            self.finish_animations()
            event, view = self.table.play_next_event()
            self.announcer.announce_event(event, view, self.table.spoken_speaker)

    def go_to_trick(self, direction: int) -> None:
        """Go to the neighbouring full trick, or turn in games without tricks."""
        playback = self.replay.playback
        self._go_to_neighbour(
            sorted({0, *playback.full_trick_moments, *playback.deal_moments, len(playback)}),
            direction,
        )

    def go_to_deal(self, direction: int) -> None:
        """Go to the neighbouring start of a deal, after its cards are dealt."""
        playback = self.replay.playback
        self._go_to_neighbour([0, *playback.deal_moments, len(playback)], direction)

    def _go_to_neighbour(self, moments: list[int], direction: int) -> None:
        if direction > 0:
            index = bisect_right(moments, self.moment)
        else:
            index = bisect_left(moments, self.moment) - 1
        if 0 <= index < len(moments):
            self.go_to_moment(moments[index])

    def go_to_moment(self, moment: int) -> None:
        self._jump_timer.stop()
        self._event_timer.stop()
        self._pending_moment = None
        self._is_finishing = True
        try:
            self.table.show_moment(min(max(moment, 0), len(self.replay.playback)))
        finally:
            self._is_finishing = False
        self.announcer.announce_text(self.describe_with_note(self.table.moment))
        self._on_idle()

    def _schedule_jump(self, moment: int) -> None:
        # While the knob is dragged, only its latest position is shown.
        self._pending_moment = moment
        self._jump_timer.start()

    def _jump_to_pending(self) -> None:
        if self._pending_moment is not None:
            self.go_to_moment(self._pending_moment)

    def set_viewer(self, viewer: Viewer) -> None:
        moment, old_table = self.moment, self.table
        old_table.close_overlays()
        old_table.idle.disconnect(self._on_idle)
        sizes, is_folded = old_table.splitter.sizes(), old_table.folding.is_unwanted
        self._set_table(self._make_table(viewer))
        self._layout.replaceWidget(old_table, self.table)
        old_table.hide()
        old_table.finish_animations()
        old_table.deleteLater()
        self.table.show()
        self.table.folding.restore_folded(on=is_folded)
        self.table.splitter.setSizes(sizes)
        self.go_to_moment(moment)
        self.viewer_changed.emit()

    # Bar

    def _update_bar(self) -> None:
        moment = self.table.moment
        self.bar.show_moment(moment, self.describe_moment(moment))
        note = self._notes.get(moment)
        self.scene.show_status_line("" if note is None else note.text or tr("Marked"))
        obstacle = ""
        if self.replay.is_resumable_together:
            obstacle = tr("You can still continue this match together with the others.")
        elif not self.replay.can_continue:
            obstacle = tr("This record does not say how the match would go on.")
        elif moment > self.replay.last_decision_moment:
            obstacle = tr("There is nothing left to decide here.")
        self.bar.update_play_on_button(obstacle)

    def describe_with_note(self, moment: int) -> str:
        """Describe a moment, with what the person has noted about it."""
        text, note = self.describe_moment(moment), self._notes.get(moment)
        return text if note is None else join_sentences(f"{text}.", note.text or tr("Marked"))

    def describe_moment(self, moment: int) -> str:
        playback = self.replay.playback
        deal = playback.deal_index_at(moment)
        if moment and isinstance(playback.events[moment - 1], MatchEnded):
            return tr("The end")
        if deal < 0:
            return tr("The beginning")
        first_moment = playback.deal_moments[deal]
        dealt = playback.events[first_moment - 1]
        assert isinstance(dealt, CardsDealt)
        if isinstance(playback.events[moment - 1], DealScored):
            return tr("Deal {deal}, the score").format(deal=dealt.deal)
        last_moment = (
            playback.deal_moments[deal + 1] - 1
            if deal + 1 < len(playback.deal_moments)
            else len(playback)
        )
        if playback.game.has_tricks and playback.awaits_first_card(moment):
            return tr("Deal {deal}, the opening").format(deal=dealt.deal)
        counted_moments = playback.taken_trick_moments
        first = bisect_right(counted_moments, first_moment)
        moment_count = bisect_right(counted_moments, last_moment) - first
        number = min(bisect_right(counted_moments, moment) - first + 1, max(1, moment_count))
        trick_template, turn_template = (
            tr("Deal {deal}, trick {number}"),
            tr("Deal {deal}, turn {number}"),
        )
        return (trick_template if playback.game.has_tricks else turn_template).format(
            deal=dealt.deal, number=number
        )

    # Keys and settings

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        by_trick = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        match key:
            case Qt.Key.Key_Space:
                self.toggle_playback()
            case Qt.Key.Key_Right | Qt.Key.Key_Left:
                direction = 1 if key == Qt.Key.Key_Right else -1
                (self.go_to_trick if by_trick else self.step_event)(direction)
            case Qt.Key.Key_PageDown | Qt.Key.Key_PageUp:
                self.go_to_deal(1 if key == Qt.Key.Key_PageDown else -1)
            case Qt.Key.Key_Home:
                self.go_to_moment(0)
            case Qt.Key.Key_End:
                self.go_to_moment(len(self.replay.playback))
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.bar.change_speed(1 if key == Qt.Key.Key_Up else -1)
            case Qt.Key.Key_Escape if self.table.animator.is_busy or self.is_playing:
                self.pause_playback()
                self.finish_animations()
            case Qt.Key.Key_Escape if self.table.dismiss_result():
                pass
            case _:
                super().keyPressEvent(event)

    def _on_speed_changed(self, index: int) -> None:
        self._speed = SPEEDS[index]
        self._apply_speed(self.table)

    def set_pace(
        self,
        speed: float,
        requested_speed: float = 1.0,
        pace: TablePace | None = None,
        *,
        reduced_motion: bool = False,
    ) -> None:
        """Set the speed of animations and pauses, without waits for the person.

        At a ``speed`` of 0 animations and pauses end at once. ``requested_speed`` is the factor for
        pauses of a chosen duration. With ``reduced_motion`` animations end at once, but pauses are
        kept.
        """
        self._table_speed, self._requested_speed, self._reduced_motion = (
            speed,
            requested_speed,
            reduced_motion,
        )
        self._pace = (pace or TablePace())._replace(waits_for_click=False)
        self._apply_speed(self.table)

    def _apply_speed(self, table: ReplayTable) -> None:
        motion = table.animator
        motion.speed, motion.requested_speed = (
            self._table_speed * self._speed,
            self._requested_speed * self._speed,
        )
        motion.reduced_motion, table.stage.pace = self._reduced_motion, self._pace

    def closeEvent(self, event: QCloseEvent) -> None:
        self.close_page()
        super().closeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = (
            self.width() < self.bar.full_width + 2 * BAR_MARGIN or self.height() < MAX_NARROW_HEIGHT
        )
        margin = BAR_MARGIN // 2 if is_narrow else BAR_MARGIN
        self._bar_layout.setContentsMargins(margin, 0, margin, margin)
        self.bar.set_narrow(on=is_narrow)

    def showEvent(self, event: QShowEvent) -> None:
        """Take the keyboard focus."""
        super().showEvent(event)
        self.setFocus()
        self._update_bar()

    def set_card_look(self, look: CardLook) -> None:
        self._card_look = look
        self.table.set_card_look(look)

    def apply_theme(self) -> None:
        set_cloth_background(self)
        self.table.apply_theme()
        self.bar.set_scale()
