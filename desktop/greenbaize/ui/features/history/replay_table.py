"""The table of a replay with the sheet beside it, for one viewer."""

from bisect import bisect_right
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from greenbaize.app.match_kind import name_match_kind
from greenbaize.app.memory.replays import ReplayView
from greenbaize.app.tables.default_players import display_names
from greenbaize.match.event_log import OPEN_HANDS, PlaybackCursor, Viewer
from greenbaize.match.header import RecordHeader, begin_time
from greenbaize.rules.events import CardsDealt, DealScored, Event, MatchEnded, TrickTaken
from greenbaize.rules.game import Game
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.sheets.column_folding import add_side_column
from greenbaize.ui.sheets.result import ResultActions, ResultPanel
from greenbaize.ui.sheets.side_column import SideColumn
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.table.event_queue import EventQueue
from greenbaize.ui.table.hover_help import HoverHelpController, collect_widget_rects
from greenbaize.ui.table.rules_controller import RulesController
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.stage import Stage
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.localized_texts import format_start_time, match_caption
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name, isolate_direction
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import is_brief_speech, join_sentences
from greenbaize.words.spoken_events import describe_event
from greenbaize.words.titles import game_title

MIN_HEADING_WIDTH: Final = 1000
"""Table width from which the caption includes the date of the match (px)."""
MIN_REPLAY_HEIGHT: Final = 280
"""Least height of the table (px): less than a live table, as no prompts appear above the hand."""
NO_RESULT_ACTIONS: Final = ResultActions("", "", "", "")
"""No buttons on the result: the bar below offers everything."""
SAMPLED_DEALS: Final = 8
"""Sampled deals for estimating the width of the sheet."""
MAX_SINGLE_EVENT_SPEED: Final = 1.0
"""Playback speed above which events are announced in groups instead of one by one."""
_CLOSING_EVENTS = (TrickTaken, DealScored, CardsDealt, MatchEnded)
"""Events that end a group of announcements."""


class ReplayTable(QWidget):
    """Table that shows any moment at once, or animates the next event, for one ``viewer``."""

    sheet_changed = Signal()
    sheet_fitted = Signal()
    idle = Signal()
    rule_requested = Signal(str)

    def __init__(
        self, replay_view: ReplayView, viewer: Viewer, animator: Animator, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.replay_view, self.viewer, self.animator = replay_view, viewer, animator
        animator.setParent(self)
        self.replay = replay = replay_view.replay
        names = self._names = [display_name(name) for name in display_names(replay.header.players)]
        near_seat = viewer if isinstance(viewer, int) else replay.own_seat or 0
        self.speaker = Speaker(names, replay_view.seat)
        self.spoken_speaker = Speaker(names, replay_view.seat, for_speech=True)
        self.scene = TableScene(names, near_seat, animator, open_hands=viewer == OPEN_HANDS)
        self.table_view = TableView(self.scene, self)
        self.stage = Stage(replay_view.game, self.scene, self._make_caption, replay_view.seat)
        self._event_queue = EventQueue(self.stage)
        self.side_column = SideColumn(replay_view, self)
        self._cursor: PlaybackCursor = replay.playback.cursor_at(0, viewer)
        self.shown_view: Any = self._cursor.view
        self.rules_controller = rules_controller = RulesController(
            replay_view, self.scene, self.table_view
        )
        self.hover_help = HoverHelpController(
            replay_view, self.scene, self.table_view, lambda: self.shown_view
        )
        self.scene.blocked_rects = lambda: collect_widget_rects(
            self.table_view, rules_controller.rules_button, rules_controller.ring_button
        )
        self.scene.ring_rect = rules_controller.ring_rect
        self.scene.avoid_rects = lambda: collect_widget_rects(
            self.table_view, rules_controller.ring_area
        )
        self.side_column.reserve_room(replay.playback.sample_states(SAMPLED_DEALS))
        self.result_sheet: ResultPanel | None = None
        """Result sheet at the end of the match, until it is dismissed."""
        self.table_view.setMinimumHeight(MIN_REPLAY_HEIGHT)
        self.folding = add_side_column(self, self.table_view, self.side_column, self.animator)
        self.splitter = self.folding.splitter
        self._connect_signals()

    def _connect_signals(self) -> None:
        self.stage.event_finished.connect(self._on_event_finished)
        self.stage.deal_scored.connect(self._update_view)
        self._event_queue.idle.connect(self.idle)
        self.table_view.cloth_clicked.connect(self.stage.clear_others_actions)
        self.table_view.resized.connect(self.hover_help.refresh_note)
        self.table_view.resized.connect(self.rules_controller.update_layout)
        self.table_view.resized.connect(self.scene.overlays.avoid_overlaps)
        self.hover_help.rule_requested.connect(self.rule_requested)
        self.side_column.rule_requested.connect(self.rule_requested)

    def _make_caption(self, picture: TableSnapshot) -> tuple[str, str, str]:
        title, details, news = match_caption(
            self.replay.header, name_match_kind(self.replay.header), picture, self.speaker
        )
        # The window's title has the date too; on a narrow table the deal number needs the room.
        heading = replay_heading(self.replay.header) if self.width() >= MIN_HEADING_WIDTH else ""
        return title, " · ".join(filter(None, (heading, details))), news

    @property
    def moment(self) -> int:
        """Moment that the table shows or is animating towards."""
        return self._cursor.moment

    def show_moment(self, moment: int) -> None:
        self.finish_animations()
        deal_events = self._move_cursor(moment)
        self.side_column.reset_to_view(
            self._cursor.view, self._previous_trick_view(moment), deal_events
        )
        self.replay_view.shown_view = self._cursor.view
        self.scene.news.clear()
        self.stage.show_view(self._cursor.view)
        self.shown_view = self._cursor.view
        self.rules_controller.show_view(self.shown_view)
        self.hover_help.refresh_note()
        events = self.replay.playback.events
        self._show_result(events[moment - 1] if moment == len(events) else None)
        self.sheet_changed.emit()

    def _show_result(self, last_event: Event | None) -> None:
        self.dismiss_result()
        if not isinstance(last_event, MatchEnded):
            return
        focus_widget, names = self.window().focusWidget() or self.parentWidget(), self._names
        sides = self.replay_view.game.sides(len(names))
        result = self.result_sheet = ResultPanel(self.table_view.viewport(), sides)
        result.set_actions(NO_RESULT_ACTIONS)
        for link in (result.sheet_link, result.review_link, result.statistics_link):
            link.hide()
        result.closed.connect(self.dismiss_result)
        speaker, seat = Speaker(), self.replay_view.seat
        final_texts = [
            speaker.format_message(final)
            for final in self.replay_view.game.final_values(self._cursor.view)
        ]
        result.show_result(
            last_event.places, final_texts, names, seat, coin_flip=last_event.coin_flip
        )
        self.scene.news.clear()  # the result sheet says the same
        # Key events stay with the replay page.
        result.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if focus_widget is not None:
            focus_widget.setFocus()

    def dismiss_result(self) -> bool:
        """Close the result sheet; return False if there is none."""
        result, self.result_sheet = self.result_sheet, None
        if result is None:
            return False
        result.hide()
        result.deleteLater()
        return True

    def _previous_trick_view(self, moment: int) -> Any:
        """Return the view after the previous deal's last trick, while the deal has no trick yet."""
        playback = self.replay.playback
        last_trick = bisect_right(playback.trick_moments, moment) - 1
        deal = playback.deal_index_at(moment)
        if last_trick < 0 or playback.trick_moments[last_trick] > playback.deal_moments[deal]:
            return None
        return playback.view_at(playback.trick_moments[last_trick], self.viewer)

    def _move_cursor(self, moment: int) -> list[tuple[Event, Any]]:
        """Move the cursor to a moment; return its deal's events if the side panel logs them."""
        playback = self.replay.playback
        deal = playback.deal_index_at(moment)
        is_logged = deal >= 0 and not self.side_column.has_tricks
        first_moment = playback.deal_moments[deal] if is_logged else moment
        self._cursor = playback.cursor_at(first_moment, self.viewer)
        # The log names no cards, and without them a deal's start looks alike to all viewers.
        deal_events = [(playback.events[first_moment - 1], self._cursor.view)] if is_logged else []
        while self._cursor.moment < moment:
            deal_events.append((self._cursor.next_event(), self._cursor.view))
        return deal_events

    def play_next_event(self) -> tuple[Event, Any]:
        """Animate the next event; return it with the view after it."""
        event, view = self._cursor.next_event(), self._cursor.view
        self.replay_view.shown_view = view
        self._event_queue.enqueue_event(event, view)
        self._event_queue.show_events()
        return event, view

    def finish_animations(self) -> None:
        while self.animator.is_busy:
            self.animator.skip_animations()

    def close_overlays(self) -> None:
        self.hover_help.stop_help()
        self.rules_controller.close_slip()
        self.side_column.close_review()
        self.side_column.close_thoughts()

    def _on_event_finished(self, event: Event, view: Any) -> None:
        self._update_view(view)
        self.side_column.log_event(event, view)
        self.hover_help.refresh_note()
        self._show_result(event)

    def _update_view(self, view: Any) -> None:
        self.shown_view = view
        self.side_column.show_view(view)
        self.rules_controller.show_view(view)
        self.sheet_changed.emit()

    # Layout and theme

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The width decides whether the caption says what is replayed.
        picture = self.replay_view.game.picture(self.shown_view)
        self.scene.notice.title_texts = self._make_caption(picture)
        fitted_scale = self.side_column.fit_height(self.height())
        self.folding.fit_width(self.side_column.preferred_width())
        if fitted_scale is not None:
            self.sheet_fitted.emit()

    def set_card_look(self, look: CardLook) -> None:
        self.scene.set_card_look(look)
        self.scene.show_texts(self.replay_view.game.picture(self.shown_view))
        self.rules_controller.update_rank_letters()
        self.side_column.set_card_look(look)

    def apply_theme(self) -> None:
        self.side_column.apply_theme()
        if self.result_sheet is not None:
            self.result_sheet.apply_theme()


class ReplayAnnouncer:
    """Announces single events at once, and collects them during playback."""

    def __init__(self, game: Game[Any], widget: QWidget) -> None:
        self._game, self._widget = game, widget
        self._collected_texts: list[str] = []

    def announce_event(self, event: Event, view: Any, speaker: Speaker) -> None:
        """Announce an event that a key or a click has stepped to."""
        self.announce_text(self._event_text(event, view, speaker))

    def collect_event(self, event: Event, view: Any, speaker: Speaker, speed: float) -> None:
        """Collect the text of an event, and announce all texts after a trick or deal."""
        is_closing = isinstance(event, _CLOSING_EVENTS)
        if is_closing or speed <= MAX_SINGLE_EVENT_SPEED:
            self._collected_texts.append(self._event_text(event, view, speaker))
        if is_closing:
            self.announce_collected()

    def _event_text(self, event: Event, view: Any, speaker: Speaker) -> str:
        return describe_event(self._game, event, view, speaker, brief=is_brief_speech())

    def announce_collected(self) -> None:
        text = join_sentences(*self._collected_texts)
        self._collected_texts.clear()
        announce(self._widget, text)

    def announce_text(self, text: str) -> None:
        """Drop the collected texts and announce this one."""
        self._collected_texts.clear()
        announce(self._widget, text)


def replay_title(header: RecordHeader) -> str:
    """Return the window title of a replay, with the game first as for all matches."""
    values = {
        "game": game_title(header.game),
        "names": ", ".join(
            isolate_direction(display_name(name)) for name in display_names(header.players)
        ),
        "begun": format_start_time(begin_time(header)),
    }
    if values["begun"]:
        return tr("{game}, replay: {names}, {begun}").format(**values)
    return tr("{game}, replay: {names}").format(**values)


def replay_heading(header: RecordHeader) -> str:
    """Return the caption of a replayed match, which follows the title of the game."""
    begun = format_start_time(begin_time(header))
    return tr("replay of {begun}").format(begun=begun) if begun else tr("replay")
