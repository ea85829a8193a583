"""The page of a match in play: table, sheet and questions, connected to a ``PlayerView``."""

from collections.abc import Callable
from time import monotonic
from typing import Any, cast

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from greenbaize.app.match_kind import name_match_kind
from greenbaize.app.seats.table_seat import describe_program_loss
from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.commands import Command, PlayCommand, ReadyCommand
from greenbaize.rules.events import (
    CardPlayed,
    CardsDealt,
    DealScored,
    Event,
    SeatReassigned,
    TrickTaken,
)
from greenbaize.rules.messages import Message
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.match.hand_focus_frame import HandFocusFrame
from greenbaize.ui.match.hint_button import HintButton
from greenbaize.ui.match.pacing import PacingController, StatusLineController
from greenbaize.ui.match.prompt_controller import PromptController
from greenbaize.ui.match.trick_line import TrickLineController, pace_for_onlookers
from greenbaize.ui.sheets.column_folding import add_side_column
from greenbaize.ui.sheets.ranking import HALF_TIME_MS, HalfTimePanel
from greenbaize.ui.sheets.side_column import SideColumn
from greenbaize.ui.shell.navigation import ResumeRoute
from greenbaize.ui.shell.pages import Route, ShownMoment, TablePage
from greenbaize.ui.table.animation import Animator, MillisecondClock, monotonic_ms
from greenbaize.ui.table.cloth import set_cloth_background
from greenbaize.ui.table.event_queue import EventQueue
from greenbaize.ui.table.hover_help import HoverHelpController, collect_widget_rects
from greenbaize.ui.table.pace import ShownProgress, TablePace
from greenbaize.ui.table.rules_controller import RulesController
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.stage import Stage
from greenbaize.ui.table.view import SKIP_GRACE_MS, TableView
from greenbaize.ui.widgets import font_sizes
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.fonts import SMALL
from greenbaize.ui.widgets.keyboard import (
    FocusCycle,
    focus_by_tab,
    is_screen_reader_active,
    suit_for_key,
)
from greenbaize.ui.widgets.localized_texts import ALL_PARTS, match_caption
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.reports import TableReports
from greenbaize.words.speaker import Speaker

SKIP_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
"""Keys that finish all animations at once."""


class MatchView(TablePage):
    """The table of one match, and the sheet beside it."""

    fills_background = True
    is_played = True
    result_controller: Any = None
    """The controller of the result (``ResultController``), once the match is over."""
    par: Any = None
    """The controller of par (``ParController``), if this match has one."""
    connect_result: Callable[[Any], object] | None = None
    """Connects the result to what can follow at a table with friends."""
    guide: QObject | None = None
    """The guide of a guided first deal."""
    previous_progress: ShownProgress | None = None
    """The progress to which the page that this one replaces had shown the match."""
    missed_progress: ShownProgress | None = None
    """The progress to which a player at a computer for several people had seen the match."""
    source_route: Route | None = None
    """Route that opened this page, if the match runs elsewhere."""

    deal_shown = Signal(int)
    """Emitted with a deal whose score has been shown."""
    trick_shown = Signal(int, int)
    """Emitted when a trick is complete on the table: its deal, and its number in the deal."""
    finished = Signal()
    """Emitted when the end of the match has been shown."""
    command_refused = Signal(str, str)
    """Emitted when the table refuses what seemed legal here; with the sentence, and the rule."""
    seat_lost = Signal(str)
    """Emitted with a sentence when a built-in player takes over the seat of a failed program."""

    caption_parts = ALL_PARTS
    """What of the deal stands beside the title."""

    def __init__(
        self,
        player_view: PlayerView,
        parent: QWidget | None = None,
        clock: MillisecondClock = monotonic_ms,
        *,
        table_only: bool = False,
    ) -> None:
        super().__init__(parent)
        self.table_only = table_only
        self.player_view = player_view
        names = [display_name(name) for name in display_names(player_view.header.players)]
        self._names = tuple(names)
        self._is_detached = False
        self.adjust_pace: Callable[[TablePace], TablePace] = lambda pace: pace
        """Adapts the pace of the settings for a guided deal."""
        self.on_escape: Callable[[], bool] = lambda: False
        """Called on Esc; returns True if it was used to leave something else."""
        self._skipped_at = -SKIP_GRACE_MS / 1000
        """Time of the last key that skipped animations, in seconds of ``monotonic``."""
        self.shown_view: Any = player_view.view
        """The game state as far as the table has shown it."""
        self._speaker = Speaker(self._names, player_view.seat)
        self.animator = Animator(self, clock)
        near_seat = player_view.seat or 0
        self.scene = TableScene(names, near_seat, self.animator, table_only=table_only)
        self.scene.own_seat = player_view.seat
        self.table_view = TableView(self.scene, self)
        self.stage = Stage(player_view.game, self.scene, self._make_caption, player_view.seat)
        self.event_queue = EventQueue(self.stage)
        self.prompts = PromptController(player_view, self.scene, self.table_view, self)
        self.rules_controller = RulesController(player_view, self.scene, self.table_view)
        self.status_line: StatusLineController | TrickLineController = (
            TrickLineController(player_view.game, self.scene, self.event_queue, self)
            if table_only
            else StatusLineController(self.scene, self.prompts, self.event_queue, self)
        )
        self.pacing = PacingController(player_view, self.event_queue, self.scene)
        if table_only:
            self.stage.is_person = self._is_person_seat
        self.side_column = SideColumn(player_view, self)
        self.hint_button = HintButton(self.prompts, self.scene, self.table_view.viewport())
        self.hover_help = HoverHelpController(
            player_view, self.scene, self.table_view, lambda: self.shown_view
        )
        self.hover_help.navigator.fallback_focus = self
        self.prompts.focus_state.is_navigating = lambda: self.hover_help.navigator.is_active
        self.prompts.has_just_skipped = self._has_just_skipped
        self.reports = TableReports(player_view.game, self._names, player_view.seat)
        self.hover_help.spoken_addition = self.reports.report_open_cards
        self.hand_frame = HandFocusFrame(self, self.scene, self.prompts)
        self.half_time = HalfTimePanel(
            self.table_view.viewport(), player_view.game, self._names, player_view.seat
        )
        prompts, rules = self.prompts, self.rules_controller
        prompt_widgets = (prompts.choice_prompt, prompts.optional_actions, self.hint_button)
        overlay_widgets = (*prompt_widgets, rules.rules_button, rules.ring_button)
        self.scene.blocked_rects = lambda: collect_widget_rects(self.table_view, *overlay_widgets)
        self.scene.ring_rect = rules.ring_rect
        self.scene.avoid_rects = lambda: collect_widget_rects(self.table_view, rules.ring_area)
        set_cloth_background(self)
        self._build_layout()
        self._connect_signals()
        for widget in (rules.rules_button, rules.ring_button, rules.ring_area, self.hint_button):
            widget.installEventFilter(self)
        # A click on the cloth focuses the page; Tab moves on to the controls.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(tr("The table"))

    def _build_layout(self) -> None:
        self.folding = add_side_column(self, self.table_view, self.side_column, self.animator)
        self.splitter = self.folding.splitter
        self.folding.fold_changed.connect(self.side_toggled)
        self.folding.visibility_changed.connect(self.side_visibility_changed)
        if self.table_only:
            self.folding.hide_permanently()
        self._update_sheet(self.player_view.view)

    def _connect_signals(self) -> None:
        self.prompts.optional_actions.is_behind_deal = lambda: self.event_queue.has_unshown_deal
        self.player_view.add_listener(self._on_event)
        self.stage.event_started.connect(self._on_event_started)
        self.stage.event_finished.connect(self._on_event_finished)
        self.stage.deal_scored.connect(self._update_sheet)
        self.stage.sentence_announced.connect(self._announce_text)
        self.pacing.everything_shown.connect(self._refresh_optional_actions)
        self.pacing.person_to_act.connect(self.folding.drawer.end_brief_show)
        self.pacing.person_to_act.connect(self._restore_focus)
        self.pacing.person_to_act.connect(self.prompts.ask_question)
        self.pacing.forced_command_found.connect(self._submit_command)
        self.pacing.finished.connect(self.finished)
        self.status_line.announced.connect(self._announce_text)
        self.prompts.command_chosen.connect(self._submit_command)
        self.prompts.changed.connect(self._on_question_changed)
        self.prompts.question_withdrawn.connect(self._on_withdrawn)
        self.prompts.announced.connect(self._announce_urgently)
        self.table_view.skip_requested.connect(self.stage.skip_animations)
        self.table_view.cloth_clicked.connect(self.stage.clear_others_actions)
        self.half_time.pressed.connect(self.stage.skip_animations)
        self.animator.finished.connect(self.half_time.hide)
        self.table_view.resized.connect(self.half_time.centre_on_table)
        self.table_view.resized.connect(self.prompts.relayout)
        self.table_view.resized.connect(self.hint_button.relayout)
        self.table_view.resized.connect(self.hand_frame.refresh)
        self.table_view.resized.connect(self.status_line.refresh)
        self.table_view.resized.connect(self.hover_help.refresh_note)
        self.hover_help.note_hidden.connect(self.prompts.show_note_again)
        self.hover_help.rule_requested.connect(self.rule_requested)
        self.side_column.rule_requested.connect(self.rule_requested)
        self.table_view.resized.connect(self.rules_controller.update_layout)
        self.table_view.resized.connect(self.scene.overlays.avoid_overlaps)

    def begin_match(self) -> None:
        """Start the match, or continue where it was left."""
        # Show the plates before the first event: there may be many before a deal, or none.
        start_view, unseen_events = (
            self.missed_progress or self.previous_progress or ShownProgress(self.player_view.view)
        )
        self.stage.show_view(start_view)
        self._update_sheet(start_view)
        self.side_column.show_last_played(start_view, len(unseen_events))
        self.pacing.start_match(unseen_events, is_missed=self.missed_progress is not None)

    @property
    def progress(self) -> ShownProgress:
        return self.event_queue.progress

    @property
    def restore_route(self) -> Route | None:
        if self.match is None:
            return self.source_route
        is_hot_seat = len(self.match.player_views) > 1
        return ResumeRoute(self.match.file.path, None if is_hot_seat else self.player_view.seat)

    def close_page(self) -> None:
        if self.result_controller is not None:
            self.result_controller.remove_result()
            self.result_controller = None
        self.detach_table()
        if not self.hands_over_match:
            self.player_view.leave_table()
        if self.match is not None:
            self.match.close()

    def detach_table(self) -> None:
        """Disconnect the page; another one may continue from the same ``PlayerView``."""
        self._is_detached = True
        if self.par is not None:
            self.par.close()
        self.player_view.remove_listener(self._on_event)
        self.pacing.stop_pacing()
        self.prompts.close()
        self.hover_help.stop_help()
        self.rules_controller.close_slip()
        self.side_column.close_review()
        self.side_column.close_thoughts()
        self.animator.skip_animations()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.close_page()
        super().closeEvent(event)

    # Events

    def _on_event(self, event: Event) -> None:
        if self._is_detached:
            return
        self.pacing.enqueue_event(event)
        self.prompts.withdraw_stale_question()
        self._refresh_optional_actions()
        self.pacing.skip_wait_if_timed()

    def _refresh_optional_actions(self) -> None:
        self.prompts.refresh_optional_actions()
        self.status_line.refresh()

    def _on_event_started(self, event: Event, view: Any) -> None:
        if isinstance(event, TrickTaken):
            self.side_column.set_full_trick(view)

    def _on_event_finished(self, event: Event, view: Any) -> None:
        self._update_sheet(view)
        self.side_column.log_event(event, view)
        self.hover_help.refresh_note()
        self.prompts.update_proxies()
        if isinstance(event, CardsDealt):
            self._refresh_optional_actions()
        if isinstance(event, SeatReassigned):
            self._report_lost_seat(event)
        elif isinstance(event, DealScored):
            self.side_column.offer_review(event.deal)
            self._show_half_time(event, view)
            self.deal_shown.emit(event.deal)
            if not self.player_view.is_over and self.half_time.isHidden():
                self.folding.show_briefly()
        elif isinstance(event, CardPlayed):
            picture = self.player_view.game.picture(view)
            if picture.trick is not None and len(picture.trick.cards) == len(self._names):
                self.trick_shown.emit(picture.deal, len(picture.taken_tricks) + 1)

    def _show_half_time(self, event: DealScored, view: Any) -> None:
        """Show the standings at half-time of the match, for as long as there is time."""
        if self.animator.speed > 0 and self.half_time.show_standings(event, view):
            self._announce_text(self.half_time.spoken_text)
            self.half_time.setVisible(self.stage.pause_for_reading(HALF_TIME_MS))

    def _update_sheet(self, view: Any) -> None:
        self.shown_view = view
        self.side_column.show_view(view)
        self.rules_controller.show_view(view)
        self.sheet_changed.emit()

    def _announce_text(self, text: str) -> None:
        announce(self, text)

    def _announce_urgently(self, text: str) -> None:
        announce(self, text, urgent=True)

    def _is_person_seat(self, seat: int) -> bool:
        return seat in self.player_view.known_human_seats and not self.player_view.is_bot_seat(seat)

    def _make_caption(self, picture: TableSnapshot) -> tuple[str, str, str]:
        header = self.player_view.header
        kind = name_match_kind(header)
        return match_caption(header, kind, picture, self._speaker, self.caption_parts)

    def _report_lost_seat(self, event: SeatReassigned) -> None:
        if self.player_view.header.players[event.seat].program is not None:
            self.seat_lost.emit(
                self._speaker.format_message(describe_program_loss(event.seat, event.why))
            )

    # The player's actions

    @property
    def can_ask_hint(self) -> bool:
        prompts = self.prompts
        view = self.player_view
        is_forbidden = prompts.question is not None and view.has_advice and not view.has_hints
        return prompts.can_hint or is_forbidden

    @property
    def shown_moment(self) -> ShownMoment | None:
        view = self.player_view
        if view.seat is None or self.shown_view is None:
            return None
        lines = bytes(view.view_lines)
        deal = view.game.picture(self.shown_view).deal
        count = lines.count(b"\n") - 1 - len(self.progress.pending_events)
        return ShownMoment(view.header, view.seat, deal, max(0, count), lambda: lines)

    def call_back_card(self) -> bool:
        return self.prompts.flight.call_back_card()

    @property
    def has_result(self) -> bool:
        return self.player_view.is_over and self.pacing.is_finished

    def _on_question_changed(self) -> None:
        self.pacing.is_asking = self.prompts.question is not None or self.prompts.flight.is_flying

    def _on_withdrawn(self) -> None:
        # The focus may have been on a button that is gone.
        self.focus_table()
        self.pacing.advance_table()

    def _submit_command(self, command: Command) -> None:
        self.pacing.is_asking = False
        game, view = self.player_view.game, self.player_view.view
        is_lead = isinstance(command, PlayCommand) and game.turn(view) == command.seat
        self.stage.on_user_action(
            confirms_trick=game.is_open(view) and (is_lead or isinstance(command, ReadyCommand))
        )
        self.player_view.submit(command, self._on_result)

    def _on_result(self, refusal: Message | None) -> None:
        if refusal is not None:
            self.prompts.release_chosen_card()
            self.command_refused.emit(self._speaker.format_message(refusal), refusal.rule)
        self.pacing.advance_table()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Space advance while the table waits, whichever button has the focus."""
        is_space = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space
        if is_space and event.type() == QEvent.Type.KeyPress and self.animator.waits_for_user:
            self.keyPressEvent(cast("QKeyEvent", event))
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, suit = Qt.Key(event.key()), suit_for_key(event)
        if key == Qt.Key.Key_Escape and (
            self.focus_cycle.return_to_hand() or self.prompts.withdraw_offer() or self.on_escape()
        ):
            return
        if event.isAutoRepeat() and key in SKIP_KEYS and self.prompts.question is not None:
            return  # still held from the press that advanced
        if key in SKIP_KEYS:
            self._skipped_at = monotonic()
        if self.animator.is_busy and key in SKIP_KEYS:
            self.stage.skip_animations()
        elif (key in SKIP_KEYS and self.stage.clear_others_actions()) or self.prompts.handle_key(
            key
        ):
            return
        elif self.prompts.choice_prompt.isVisible():
            self.prompts.choice_prompt.keyPressEvent(event)
        elif suit is not None and self.prompts.proxies.focus_suit(suit):
            return
        elif not self.prompts.optional_actions.handle_letter_key(event):
            super().keyPressEvent(event)

    # Focus and appearance

    def focus_table(self) -> None:
        """Focus the page, or the buttons of a question, unless the focus is outside the table."""
        if self.prompts.focus_state.is_at_table:
            prompt = self.prompts.choice_prompt
            (prompt if prompt.isVisible() else self).setFocus()

    def _focus_hand(self) -> None:
        """Focus the question, the hand, or the page if there is neither."""
        prompt = self.prompts.choice_prompt
        if prompt.isVisible():
            prompt.focus_first_choice()
        elif not self.prompts.focus_hand():
            self.setFocus()

    @property
    def focus_cycle(self) -> FocusCycle:
        return FocusCycle(self, self._focus_hand, self.hover_help, self.side_column.widgets)

    def _has_just_skipped(self) -> bool:
        return monotonic() - self._skipped_at < SKIP_GRACE_MS / 1000

    def read_out_report(self, report: str) -> None:
        text = self.reports.build_report(report, self.shown_view, self.side_column.latest_trick)
        announce(self, text, urgent=True)
        self.report_read_out.emit(text)

    def _ensure_focus_inside(self) -> None:
        window = self.window()
        if not self.isAncestorOf(window.focusWidget() or window):
            self._focus_default()

    def _focus_default(self) -> None:
        """Focus the page; for screen readers, the first answer."""
        if is_screen_reader_active() and self.prompts.question is not None:
            self._focus_hand()
        else:
            self.setFocus()

    def _restore_focus(self) -> None:
        focused = self.window().focusWidget()
        if focused is None or not focused.isVisible():
            self._focus_default()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the focus, whatever had it before."""
        super().showEvent(event)
        self._focus_default()
        # The previous page is hidden only now, and Qt may move the focus on from there.
        QTimer.singleShot(0, self, self._ensure_focus_inside)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus through hand, answers, other controls, and sheet."""
        prompts, rules = self.prompts, self.rules_controller
        table = (prompts.proxies, prompts.choice_prompt, prompts.optional_actions, self.hint_button)
        rules_widgets = (rules.rules_button, rules.ring_button, rules.ring_area)
        return focus_by_tab(
            (*table, *rules_widgets, self.table_view, self.side_column), forward=forward
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side_column.fit_height(self.height())
        if self.table_only:
            # The result is read from a distance as well.
            font_sizes.set_height_scale(self.scene.least_letter / SMALL)
        self.folding.fit_width(self.side_column.preferred_width())

    def apply_settings(
        self,
        settings: UserSettings,
        pace: TablePace,
        requested_speed: float,
        *,
        reduced_motion: bool,
    ) -> None:
        self.prompts.single_click = not settings.confirms_clicks
        self.prompts.choice_prompt.confirm_keys = settings.confirms_keys
        self.side_column.offers_reviews = settings.offer_review
        self.prompts.optional_actions.warns_of_breach = settings.warn
        pace = pace.shared_pace() if self.is_shared else pace
        self.stage.pace = pace_for_onlookers(pace) if self.table_only else self.adjust_pace(pace)
        self.animator.requested_speed, self.animator.speed = (
            requested_speed,
            requested_speed * settings.speed,
        )
        self.animator.reduced_motion = reduced_motion

    def set_card_look(self, look: CardLook) -> None:
        self.scene.set_card_look(look)
        self.scene.show_texts(self.player_view.game.picture(self.shown_view))
        self.rules_controller.update_rank_letters()
        self.prompts.refresh_optional_actions()
        self.side_column.set_card_look(look)

    def apply_theme(self) -> None:
        set_cloth_background(self)
        self.prompts.optional_actions.apply_theme()
        self.half_time.apply_theme()
        self.side_column.apply_theme()
        if self.result_controller is not None:
            self.result_controller.apply_theme()
        self.theme_applied.emit()
