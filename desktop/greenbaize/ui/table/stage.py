"""Stage that shows one event on the table, step by step, and signals when it has finished."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from greenbaize.rules.events import (
    CallMade,
    CardPlayed,
    CardReplaced,
    CardReturned,
    CardsDealt,
    CardsDrawn,
    CardShown,
    DealScored,
    Event,
    MatchEnded,
    TrickTaken,
)
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.table_snapshot import EventNotice, TableSnapshot, TurnLogEntry
from greenbaize.ui.sound.cues import CueRequest, SoundCue
from greenbaize.ui.table.animation import CallbackAnimation
from greenbaize.ui.table.pace import TablePace
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.scoring import ScoringSteps
from greenbaize.words.speaker import Speaker


class OthersActions:
    """Actions of the other players since the own last turn, by seat."""

    def __init__(self, own_seat: int | None) -> None:
        self.messages: dict[int, list[Message]] = {}
        """Messages about the last turn of each seat that has acted."""
        self._own_seat = own_seat
        self._turns: dict[int, int] = {}

    def is_ended_by(self, seat: int, turn: "TurnTracker") -> bool:
        """Return whether an action of this seat ends them: it is the own seat, or had its turn."""
        if not self.messages or (turn.seat is not None and seat != turn.seat):
            return False
        return seat == self._own_seat or (
            seat in self.messages and self._turns[seat] != turn.number
        )

    def add_entry(self, log_entry: TurnLogEntry, turn: "TurnTracker") -> None:
        """Add an action of another player; what belongs to another seat's turn is appended."""
        seat, is_own_turn = log_entry.seat, turn.seat in (log_entry.seat, None)
        if is_own_turn and self._turns.get(seat) != turn.number:
            self.messages.pop(seat, None)
        if is_own_turn or seat not in self._turns:
            self._turns[seat] = turn.number
        self.messages.setdefault(seat, []).append(log_entry.message)

    def clear(self) -> None:
        self.messages, self._turns = {}, {}


TEMPO_STEP, MAX_TEMPO = 0.2, 2.4


class TurnTracker:
    """Turn of several cards, derived from the events as they are shown."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.number = 0
        self._cards = 0

    @property
    def tempo(self) -> float:
        """Speed of the turn, which grows with each card."""
        return min(1 + TEMPO_STEP * max(0, self._cards - 1), MAX_TEMPO)

    def start_event(self, event: Event) -> None:
        self._cards += isinstance(event, CardPlayed)

    def finish_event(self, picture: TableSnapshot) -> None:
        """Track an event that has been shown; ``picture`` is the table after it."""
        if picture.acting_seat != self.seat:
            self.seat, self._cards = picture.acting_seat, 0
            self.number += 1


BID_PAUSE_MS, PLAY_PAUSE_MS = 350, 120
NEWS_PAUSE_MS = 1100
SORT_DELAY_MS = 40
"""Time from the last dealt card to the sorting of the hands (ms)."""
REDEAL_NEWS_MS = 6000.0
"""Time that the news of a new deal is shown where nothing waits for a click (ms)."""
FORCED_CARD_PAUSE_MS = 420
"""Time that a forced card stays in the hand, so that its owner is visible (ms)."""
CONFIRMED_TRICK_PAUSE_MS = 250
"""Time that a trick stays that the user has already confirmed (ms)."""

StageStep = Callable[[], object]


class Stage(QObject):
    """Display of one view event at a time; ``EventQueue`` starts the next one."""

    skipped = Signal()
    """The user skips ahead."""
    event_started = Signal(object, object)
    """An event begins to be shown; with the view after it."""
    event_finished = Signal(object, object)
    """An event has been shown; with the view after it."""
    ready = Signal()
    """Nothing is being shown: the next event may start."""
    deal_scored = Signal(object)
    """A deal has been scored, and the totals on the plates have been counted; the view."""
    sound_requested = Signal(object)
    """A sound belongs to what begins to be shown."""
    sentence_announced = Signal(str)
    """A sentence that the current event does not tell by itself."""

    def __init__(
        self,
        game: Game[Any],
        scene: TableScene,
        caption: Callable[[TableSnapshot], tuple[str, str, str]],
        own_seat: int | None = None,
    ) -> None:
        super().__init__(scene)  # The scene is its parent, so that both are deleted together.
        self._game = game
        self._scene = scene
        self._caption = caption
        self._own_seat = own_seat
        self._speaker = Speaker(scene.names, own_seat)
        self.pace = TablePace()
        self.is_time_limited: Callable[[], bool] = lambda: False
        """Test whether a time limit runs for the user."""
        self.remaining_speech_ms: Callable[[], float] = lambda: 0.0
        """Remaining duration of speech that the table waits for (ms)."""
        self.is_person: Callable[[int], bool] = lambda _: False
        """Test for seats where a person acts, which ends the display of a score."""
        self.waiting_sentence: Callable[[], str] = lambda: ""
        """Sentence about who waits for the user, empty if nobody does."""
        self.turn_sentence: Callable[[], str] = lambda: ""
        """Sentence about whose turn of the others it is and what they are to do, or empty."""
        self.is_wait_shared: Callable[[], bool] = lambda: False
        """Test whether others wait as well during speech."""
        self.upcoming_events: Callable[[], Sequence[Event]] = tuple
        """Events that wait to be shown after the current one."""
        self.has_missed_events: Callable[[], bool] = lambda: False
        """Test whether unshown events happened while somebody else was at the table."""
        self._scoring = ScoringSteps(
            game, scene, self._speaker, self.sentence_announced.emit, self.sound_requested.emit
        )
        self._turn = TurnTracker()
        self._others_actions = OthersActions(own_seat)
        self.forced_reason = ""
        """Reason why the own turn continues by itself, while the table waits for that."""
        self._is_trick_confirmed = False
        """The user has confirmed the trick that lies open, so that it need not wait."""
        self._skipped_turn: int | None = None
        self._is_skipping_missed = False
        self.shown_view: Any = None
        """The view after the last event that has been shown."""
        self._steps: deque[StageStep] = deque()
        self._is_running_steps = self._is_score_shown = False
        scene.animator.finished.connect(self._run_steps)

    def show_view(self, view: Any) -> None:
        """Show a whole table at once, as when a match is resumed."""
        self._turn, self._skipped_turn, self.shown_view = TurnTracker(), None, view
        self._others_actions.clear()
        picture = self._game.picture(view)
        self._scoring.set_leaders(picture)
        self._scene.show_picture(picture)
        self._scene.moods.set_moods(self._game.moods(view))
        self._scene.notice.title_texts = self._caption(picture)

    @property
    def is_ready(self) -> bool:
        """True if nothing is being shown, so that the next event may start."""
        return not (self._is_running_steps or self._steps or self._scene.animator.is_busy)

    def _run_steps(self) -> None:
        """Run the steps of the current event until an animation runs or none is left."""
        if self._is_running_steps:
            return
        self._is_running_steps = True
        try:
            while self._steps and not self._scene.animator.is_busy:
                self._steps.popleft()()
                if self.is_skipping:
                    self._scene.animator.skip_animations()
        finally:
            self._is_running_steps = False
        if self.is_ready:
            self.ready.emit()

    def wait_for_speech(self) -> None:
        """Pause until what is being said has been heard."""
        remaining_ms = self.remaining_speech_ms()
        if remaining_ms > 0:
            self._scene.animator.add_fixed_pause(remaining_ms)

    def end_score_display(self, seat: int | None) -> None:
        """Stop showing a score when a person at ``seat`` acts: those who play have seen it."""
        if self._is_score_shown and seat is not None and self.is_person(seat):
            self._scene.animator.skip_animations()

    def on_user_action(self, *, confirms_trick: bool) -> None:
        """React to an action of the user, which may confirm the trick that lies open."""
        self._is_trick_confirmed = confirms_trick
        if not self._scene.animator.is_busy:
            self._scene.animator.skip_animations()  # Nobody waits for these.
        self.clear_others_actions()

    def clear_others_actions(self) -> bool:
        """Clear what the others did since the own last turn; return whether there was anything."""
        had_actions, self.forced_reason = bool(self._others_actions.messages), ""
        if had_actions:
            self._others_actions.clear()
            self._scene.clear_speech()
        return had_actions

    def pause_before_forced_card(self) -> None:
        """Pause before a card of the own hand is played automatically."""
        if self._others_actions.messages:
            self._pause_to_read()
        else:
            self._scene.animator.add_pause(FORCED_CARD_PAUSE_MS)

    @property
    def tempo(self) -> float:
        """Speed factor late in a turn of many cards."""
        return 1.0 if self._scene.cards.pile is None else self._turn.tempo

    @property
    def is_skipping(self) -> bool:
        """The rest of the turn is skipped."""
        return self._is_skipping_missed or self._skipped_turn == self._turn.number

    def skip_animations(self) -> None:
        """Finish all animations; skip the rest of a turn of several cards."""
        self.skipped.emit()
        if self._scene.animator.waits_for_user:
            self._scene.animator.skip_animations()
            return
        self._is_skipping_missed = self.has_missed_events()
        if self._scene.cards.pile is not None and self._turn.seat != self._own_seat:
            self._skipped_turn = self._turn.number
        self._scene.animator.skip_animations()

    def stop_skipping_missed(self) -> None:
        """Show events with their animations again, as all missed ones have been shown."""
        self._is_skipping_missed = False

    def show_event(self, event: Event, view: Any) -> None:
        """Start to show an event; ``event_finished`` follows, perhaps after its animations."""
        self._is_running_steps = True
        try:
            self._prepare_steps(event, view)
        finally:
            self._is_running_steps = False
        self._run_steps()

    def _prepare_steps(self, event: Event, view: Any) -> None:
        self._is_skipping_missed = self._is_skipping_missed and self.has_missed_events()
        self.event_started.emit(event, view)
        picture, news = self._game.picture(view), self._game.event_notice(event, view)
        self._turn.start_event(event)
        # The user's consent was for the trick before the replacement.
        self._is_trick_confirmed = self._is_trick_confirmed and not isinstance(event, CardReplaced)
        if not self.is_skipping or news is not None:
            # News is shown even while skipping.
            self._skipped_turn = None
        self._scene.notice.title_texts = self._caption(picture)
        if self._scene.cards.pile is not None:
            self._steps.append(partial(self._pause_on_others_actions, event, view))
        show_moods = partial(self._scene.moods.animate_moods, self._game.moods(view, event))
        steps = self._event_steps(event, view, picture)
        # Moods follow a card or a trick when it lies there, everything else comes at once.
        steps.insert(len(steps) if isinstance(event, (CardPlayed, TrickTaken)) else 0, show_moods)
        self._steps.extend(steps)
        if self._scene.cards.pile is not None:
            self._steps.append(partial(self._add_others_action, event))
        if news is not None:
            self._steps.extend(self._news_steps(news, picture))
        self._steps.append(lambda: self._finish_event(event, view, picture))

    def _finish_event(self, event: Event, view: Any, picture: TableSnapshot) -> None:
        self._is_score_shown = False
        self._turn.finish_event(picture)
        self.shown_view = view
        self.event_finished.emit(event, view)

    def _event_steps(self, event: Event, view: Any, picture: TableSnapshot) -> list[StageStep]:
        scene, animator = self._scene, self._scene.animator
        show_texts = partial(scene.show_texts, picture)
        mark_winning = partial(scene.cards.outline_winning_card, picture)
        match event:
            case CardsDealt():
                return [
                    partial(scene.show_deal_start, picture),
                    partial(self._scoring.announce_deal, view),
                    self._scoring.clear_announcement,
                    partial(self._animate_deal, event, picture),
                    partial(self._animate_turn_up, picture),
                    partial(scene.update_trump_sign_visibility, picture),
                    partial(scene.cards.animate_sorting, picture),
                ]
            case CardPlayed():
                blind = self.is_blind_card(event)
                return [
                    partial(self._animate_play, event, picture, blind),
                    *(self._scoring.blind_card_steps(event) if blind else ()),
                    mark_winning,
                    partial(self._pause_after_card, event),
                    scene.cards.remove_leaving_cards,
                ]
            case TrickTaken():
                return [
                    scene.news.clear,
                    self._pause_on_trick,
                    partial(self.sound_requested.emit, CueRequest(SoundCue.TAKE, event.seat)),
                    partial(scene.cards.animate_trick, event.seat),
                    scene.cards.remove_leaving_cards,
                    partial(scene.add_trick_bar, event.seat, picture),
                ]
            case CardsDrawn():
                draw_sound = CueRequest(SoundCue.DEAL, event.seat, event.cards.size)
                animate_draw = partial(scene.animate_draw, event.seat, event.cards, picture)
                return [partial(self.sound_requested.emit, draw_sound), animate_draw]
            case CallMade():
                return [
                    show_texts,
                    partial(self._show_speech, event),
                    partial(animator.add_pause, BID_PAUSE_MS),
                ]
            case DealScored():
                ends_match = isinstance(next(iter(self.upcoming_events()), None), MatchEnded)
                is_last_deal = ends_match or picture.deal == picture.deal_count
                return [
                    scene.news.clear,
                    scene.clear_speech,
                    partial(scene.show_score, picture),
                    partial(self._show_deal_scores, event, view, picture, is_last_deal),
                    scene.clear_deal_scores,
                ]
            case MatchEnded():
                return [show_texts, *self._scoring.match_end_steps(event), self.wait_for_speech]
            case CardShown(seat, card):
                animate_exposure = partial(scene.cards.animate_exposure, seat, card, picture)
                return [
                    show_texts,
                    partial(self.sound_requested.emit, CueRequest(SoundCue.PLAY, seat)),
                    animate_exposure,
                ]
            case CardReplaced(seat, card):
                return [
                    show_texts,
                    partial(self.sound_requested.emit, CueRequest(SoundCue.PLAY, seat)),
                    partial(scene.cards.animate_replacement, seat, card, picture),
                    mark_winning,
                ]
            case CardReturned(seat, card):
                return [
                    show_texts,
                    partial(scene.cards.animate_return, seat, card, picture),
                    mark_winning,
                ]
        return [show_texts]

    def _pause_on_trick(self) -> None:
        """Show a full trick for a while or until the user continues."""
        animator, is_confirmed = self._scene.animator, self._is_trick_confirmed
        self._is_trick_confirmed = False
        if is_confirmed:
            animator.add_pause(CONFIRMED_TRICK_PAUSE_MS)
        else:
            self._pause_to_read()

    def _pause_to_read(self, min_ms: float = 0.0) -> None:
        """Show the table as it is for at least so many milliseconds."""
        if self._waits_for_click:
            self._scene.animator.wait_for_user(max(min_ms, self.pace.max_trick_ms))
        else:
            self._scene.animator.add_fixed_pause(max(min_ms, self.pace.trick_ms))

    @property
    def _waits_for_click(self) -> bool:
        """The table waits for a click here."""
        # A user who is behind the others catches up; the next deal is dealt at once, and nobody
        # need have acted in it yet.
        pending = self.upcoming_events()
        has_pending_trick = any(isinstance(event, TrickTaken) for event in pending)
        pending_deals = sum(isinstance(event, CardsDealt) for event in pending)
        return (
            self.pace.waits_for_click
            and not has_pending_trick
            and pending_deals < 2
            and not self.is_time_limited()
        )

    def pause_for_reading(self, min_ms: float) -> bool:
        """Pause on what has just been laid on the table; return whether there is time for that."""
        if self._waits_for_click:
            self._scene.animator.wait_for_user(self.pace.max_score_ms)
        else:
            self._scene.animator.add_pause(min_ms)
        return self._scene.animator.is_busy

    def _show_deal_scores(
        self, event: DealScored, view: Any, picture: TableSnapshot, is_last_deal: bool
    ) -> None:
        count_ms = self._scoring.show_deal_scores(event, view, picture, is_last_deal)
        self._scene.animator.add_animation(
            CallbackAnimation(partial(self.deal_scored.emit, view)), 1.0, count_ms
        )
        if is_last_deal:
            return
        if self._waits_for_click:
            self._scene.animator.wait_for_user(count_ms + self.pace.max_score_ms)
        elif self.pace.score_ms > 0:
            self._is_score_shown = True
            self._scene.animator.add_fixed_pause(count_ms + self.pace.score_ms)

    def _pause_on_others_actions(self, event: Event, view: Any) -> None:
        """Show what the others did, before the own turn continues by itself."""
        log_entry = self._game.turn_log_entry(event)
        if log_entry is None or not self._others_actions.is_ended_by(log_entry.seat, self._turn):
            return
        is_own = log_entry.seat == self._own_seat
        # An own card was chosen by the user, who had seen everything before.
        if isinstance(event, CardPlayed) if is_own else not self.pace.waits_for_click:
            return
        forced_message = self._game.explain_forced(event, view) if is_own else None
        if forced_message is not None:
            self.forced_reason = self._speaker.format_message(forced_message)
        self._pause_to_read()
        self._steps.appendleft(self.clear_others_actions)

    def _add_others_action(self, event: Event) -> None:
        """Show what another player did at their plate until the user continues."""
        log_entry = self._game.turn_log_entry(event)
        if log_entry is None:
            return
        if log_entry.seat == self._own_seat:
            if self._turn.seat in (self._own_seat, None):
                self.clear_others_actions()
            return
        self._others_actions.add_entry(log_entry, self._turn)
        sentences = [
            self._speaker.format_message(message)
            for message in self._others_actions.messages[log_entry.seat]
        ]
        self._scene.show_speech(log_entry.seat, *sentences)

    def _show_speech(self, event: CallMade) -> None:
        message = self._game.call_message(event)
        if message is None:
            self._clear_seen_news(event.seat)
        else:
            self._scene.show_speech(event.seat, self._speaker.format_message(message))

    def is_blind_card(self, event: CardPlayed) -> bool:
        """Return whether an own card is played that the user has not seen yet."""
        cards = self._scene.cards
        return event.seat == self._own_seat and not cards.shows_card(event.seat, event.card)

    def _animate_play(self, event: CardPlayed, picture: TableSnapshot, is_blind: bool) -> None:
        self._clear_seen_news(event.seat)
        if self._own_seat is not None:
            self._scene.speech_bubbles[self._own_seat].hide()
        self.sound_requested.emit(CueRequest(SoundCue.PLAY, event.seat))
        self._scene.animate_play(event.seat, event.card, picture, self.tempo, blind=is_blind)

    def _clear_seen_news(self, seat: int) -> None:
        """Clear the news that the user has seen, because they have acted."""
        if self._own_seat in (seat, None):
            self._scene.news.clear()

    def _pause_after_card(self, event: CardPlayed) -> None:
        """Pause on a played card; in a turn of several cards only on those of others."""
        if self._scene.cards.pile is None or event.seat != self._own_seat:
            self._scene.animator.add_pause(PLAY_PAUSE_MS / self.tempo)

    def _news_steps(self, news: EventNotice, picture: TableSnapshot) -> list[StageStep]:
        scene = self._scene
        steps: list[StageStep] = [partial(self._show_news, news)]
        if news.resets_table:
            show_picture = partial(scene.show_picture, picture)
            steps += [partial(self._pause_to_read, REDEAL_NEWS_MS), self._clear_news, show_picture]
        elif not news.is_brief:
            steps += [partial(scene.animator.add_pause, NEWS_PAUSE_MS), self._clear_news]
        return steps

    def _show_news(self, news: EventNotice) -> None:
        sentence = self._speaker.format_message(news.message)
        self._scene.show_news(news.seat, news.flag, sentence)

    def _clear_news(self) -> None:
        """Clear the news; at speed 0 it stays until somebody acts."""
        if self._scene.animator.speed > 0:
            self._scene.news.clear()

    def _animate_deal(self, event: CardsDealt, picture: TableSnapshot) -> None:
        card_count = sum(hand.size for hand in picture.hands)
        self.sound_requested.emit(CueRequest(SoundCue.DEAL, event.leader, card_count))
        self._scene.animate_deal(picture, event.leader)

    def _animate_turn_up(self, picture: TableSnapshot) -> None:
        self._scene.animate_turn_up(picture)
        if self._scene.animator.is_busy:
            self._scene.cards.animate_sorting(
                picture
            )  # In parallel with the turning of the next card.
        else:
            self._scene.animator.add_pause(SORT_DELAY_MS)
