"""Queue that shows events on the table one after another, each once the last has been seen."""

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from greenbaize.rules.events import (
    CardPlayed,
    CardReplaced,
    CardReturned,
    CardsDrawn,
    CardShown,
    Dealt,
    Ended,
    Event,
    Said,
    Scored,
    TrickTaken,
)
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import News, Picture, TurnLogEntry
from greenbaize.ui.sound.cues import Cue, Noise
from greenbaize.ui.table.motion import Course
from greenbaize.ui.table.pace import Pace, Progress
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.scoring import Scoring
from greenbaize.words.speaker import Speaker


class Round:
    """Actions of the other players in this round, by seat."""

    def __init__(self, you: int | None) -> None:
        self.done: dict[int, list[Message]] = {}
        """Messages about the last turn of each seat that has acted."""
        self._you = you
        self._turns: dict[int, int] = {}

    def ends_with(self, seat: int, turn: "Turn") -> bool:
        """Return whether this seat's action ends the round: it is the own seat, or had its turn."""
        if not self.done or (turn.seat is not None and seat != turn.seat):
            return False
        return seat == self._you or (seat in self.done and self._turns[seat] != turn.number)

    def take(self, log_entry: TurnLogEntry, turn: "Turn") -> None:
        """Add an action of another player; what belongs to another seat's turn is appended."""
        seat, own = log_entry.seat, turn.seat in (log_entry.seat, None)
        if own and self._turns.get(seat) != turn.number:
            self.done.pop(seat, None)
        if own or seat not in self._turns:
            self._turns[seat] = turn.number
        self.done.setdefault(seat, []).append(log_entry.message)

    def clear(self) -> None:
        self.done, self._turns = {}, {}


STEP, FASTEST = 0.2, 2.4


class Turn:
    """Turn of several cards, derived from the events as they are shown."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.number = 0
        self._cards = 0

    @property
    def tempo(self) -> float:
        """Speed of the turn, which grows with each card."""
        return min(1 + STEP * max(0, self._cards - 1), FASTEST)

    def begin(self, event: Event) -> None:
        self._cards += isinstance(event, CardPlayed)

    def end(self, picture: Picture) -> None:
        """Track an event that has been shown; ``picture`` is the table after it."""
        if picture.mover != self.seat:
            self.seat, self._cards = picture.mover, 0
            self.number += 1


BID_PAUSE_MS, PLAY_PAUSE_MS = 350, 120
NEWS_PAUSE_MS = 1100
BREATH_MS = 40
"""Time from the last dealt card to the sorting of the hands (ms)."""
ANEW_MS = 6000.0
"""Time that the news of a new deal is shown where nothing waits for a click (ms)."""
FORCED_MS = 420
"""Time that a forced card stays in the hand, so that its owner is visible (ms)."""
AGREED_MS = 250
"""Time that a trick stays that the user has already closed (ms)."""

Step = Callable[[], object]


class Stage(QObject):
    """Queue of view events that are shown one after another."""

    hurried = Signal()
    """The user skips ahead."""
    begun = Signal(object, object)
    """An event begins to be shown; with the view after it."""
    shown = Signal(object, object)
    """An event has been shown; with the view after it."""
    idle = Signal()
    """Everything has been shown."""
    scored = Signal(object)
    """A deal has been scored, and the totals on the plates have been counted; the view."""
    noise = Signal(object)
    """A sound belongs to what begins to be shown."""
    told = Signal(str)
    """A sentence that the current event does not tell by itself."""

    def __init__(
        self,
        game: Game[Any],
        scene: TableScene,
        caption: Callable[[Picture], tuple[str, str, str]],
        you: int | None = None,
    ) -> None:
        super().__init__(scene)  # The scene is its parent, so that both are deleted together.
        self._game = game
        self._scene = scene
        self._caption = caption
        self._you = you
        self._speaker = Speaker(scene.names, you)
        self.pace = Pace()
        self.pressed: Callable[[], bool] = lambda: False
        """Test whether a time limit runs for the user."""
        self.speech_left: Callable[[], float] = lambda: 0.0
        """Remaining duration of speech that the table waits for (ms)."""
        self.is_person: Callable[[int], bool] = lambda _: False
        """Test for seats where a person acts, which ends the display of a score."""
        self.awaited: Callable[[], str] = lambda: ""
        """Sentence about who waits for the user, empty if nobody does."""
        self.turn_words: Callable[[], str] = lambda: ""
        """Sentence about whose turn of the others it is and what they are to do, or empty."""
        self.shared: Callable[[], bool] = lambda: False
        """Test whether others wait as well during speech."""
        self._heard_out: object = None
        """Event or question before which speech has been awaited."""
        self._scoring = Scoring(game, scene, self._speaker, self.told.emit, self.noise.emit)
        self._turn = Turn()
        self._round = Round(you)
        self.reason = ""
        """Reason why the own turn continues by itself, while the table waits for that."""
        self._agreed = False
        """The user has closed the trick that lies open."""
        self._deals = 0
        """Number of enqueued deals that have not been shown."""
        self._skipped: int | None = None
        self._missed = 0
        """Number of pending events that happened while somebody else was at the table."""
        self._skips_missed = False
        self._seen: Any = None
        self._begun: list[tuple[Event, Any]] = []
        self._waiting: deque[tuple[Event, Any]] = deque()
        self._steps: deque[Step] = deque()
        self._running = self._reads_score = False
        scene.motion.rested.connect(self.go_on)

    def hear(self, event: Event, view: Any) -> None:
        seat = getattr(event, "seat", None)
        if self._reads_score and self.behind_deal and seat is not None and self.is_person(seat):
            self._scene.motion.hurry()  # Those who play have seen the score.
        self._deals += isinstance(event, Dealt)
        self._waiting.append((event, view))

    def hear_missed(self, events: Iterable[tuple[Event, Any]]) -> None:
        """Enqueue events that happened while somebody else was at the table."""
        for event, view in events:
            self.hear(event, view)
        self._missed = len(self._waiting)

    def show_view(self, view: Any) -> None:
        """Show a whole table at once, as when a match is resumed."""
        self._turn, self._skipped, self._seen = Turn(), None, view
        self._round.clear()
        picture = self._game.picture(view)
        self._scoring.begin_with(picture)
        self._scene.show_picture(picture)
        self._scene.moods.set(self._game.moods(view))
        self._scene.notice.texts = self._caption(picture)

    @property
    def progress(self) -> Progress:
        return Progress(self._seen, (*self._begun, *self._waiting))

    @property
    def unseen(self) -> int:
        """Number of events that have not begun to be shown."""
        return len(self._waiting)

    def go_on(self) -> None:
        """Show pending events until an animation runs or nothing is left."""
        if self._running:
            return
        self._running = True
        try:
            while not self._scene.motion.busy:
                if self._steps:
                    self._steps.popleft()()
                    if self.skipping:
                        self._scene.motion.hurry()
                elif self._waiting:
                    if self.shared() or not self.listens(self._waiting[0][0]):
                        self._begin(*self._waiting.popleft())
                else:
                    break
        finally:
            self._running = False
        if not self._scene.motion.busy:
            self._skips_missed = False
            self.idle.emit()

    def listens(self, before: object) -> bool:
        """Wait once before each item for the end of speech; return whether the table waits."""
        if self._heard_out is before or self.skipping or self.pressed():
            return False
        self._heard_out = before
        self._hear_out()
        return self._scene.motion.busy

    def _hear_out(self) -> None:
        left = self.speech_left()
        if left > 0:
            self._scene.motion.hold(left)

    @property
    def behind_deal(self) -> bool:
        """Cards have been dealt that the table does not show yet."""
        return self._deals > 0

    def note_act(self, *, closing: bool) -> None:
        """React to an action of the user, which may close what lies open."""
        self._agreed = closing
        if not self._scene.motion.busy:
            self._scene.motion.hurry()  # Nobody waits for these.
        self.leave_round()

    def leave_round(self) -> bool:
        """Clear what the others did since the own last turn; return whether there was anything."""
        stood, self.reason = bool(self._round.done), ""
        if stood:
            self._round.clear()
            self._scene.hush()
        return stood

    def look_before_forced(self) -> None:
        """Pause before a card of the own hand is played automatically."""
        if self._round.done:
            self._look_on()
        else:
            self._scene.motion.pause(FORCED_MS)

    @property
    def tempo(self) -> float:
        """Speed factor late in a turn of many cards."""
        return 1.0 if self._scene.cards.pile is None else self._turn.tempo

    @property
    def skipping(self) -> bool:
        """The rest of the turn is skipped."""
        return self._skips_missed or self._skipped == self._turn.number

    def hurry(self) -> None:
        """Finish all animations; skip the rest of a turn of several cards."""
        self.hurried.emit()
        if self._scene.motion.waits:
            self._scene.motion.hurry()
            return
        self._skips_missed = self._missed > 0
        if self._scene.cards.pile is not None and self._turn.seat != self._you:
            self._skipped = self._turn.number
        self._scene.motion.hurry()

    def _begin(self, event: Event, view: Any) -> None:
        self._skips_missed = self._skips_missed and self._missed > 0
        self._begun = [(event, view)]
        self.begun.emit(event, view)
        picture, news = self._game.picture(view), self._game.news(event, view)
        self._turn.begin(event)
        # The user's consent was for the trick before the replacement.
        self._agreed = self._agreed and not isinstance(event, CardReplaced)
        if not self.skipping or news is not None:
            # News is shown even while skipping.
            self._skipped = None
        self._scene.notice.texts = self._caption(picture)
        if self._scene.cards.pile is not None:
            self._steps.append(partial(self._look_at_round, event, view))
        feel = partial(self._scene.moods.show, self._game.moods(view, event))
        steps = self._steps_of(event, view, picture)
        # Moods follow a card or a trick when it lies there, everything else comes at once.
        steps.insert(len(steps) if isinstance(event, (CardPlayed, TrickTaken)) else 0, feel)
        self._steps.extend(steps)
        if self._scene.cards.pile is not None:
            self._steps.append(partial(self._keep_in_round, event))
        if news is not None:
            self._steps.extend(self._steps_of_news(news, picture))
        self._steps.append(lambda: self._end(event, view, picture))

    def _end(self, event: Event, view: Any, picture: Picture) -> None:
        self._reads_score = False
        self._turn.end(picture)
        self._seen, self._begun = view, []
        self._missed = max(0, self._missed - 1)
        self._deals -= isinstance(event, Dealt)
        self.shown.emit(event, view)

    def _steps_of(self, event: Event, view: Any, picture: Picture) -> list[Step]:
        scene, motion = self._scene, self._scene.motion
        show_words = partial(scene.show_words, picture)
        mark_winning = partial(scene.cards.mark_winning, picture)
        match event:
            case Dealt():
                return [
                    partial(scene.begin_deal, picture),
                    partial(self._scoring.announce, view),
                    self._scoring.hush,
                    partial(self._deal, event, picture),
                    partial(self._turn_up, picture),
                    partial(scene.name_trump, picture),
                    partial(scene.cards.sort_hands, picture),
                ]
            case CardPlayed():
                blind = self.is_blind(event)
                return [
                    partial(self._play, event, picture, blind),
                    *(self._scoring.steps_of_blind(event) if blind else ()),
                    mark_winning,
                    partial(self._look, event),
                    scene.cards.clear_away,
                ]
            case TrickTaken():
                return [
                    scene.news.clear,
                    self._look_at_trick,
                    partial(self.noise.emit, Noise(Cue.TAKE, event.seat)),
                    partial(scene.cards.gather, event.seat),
                    scene.cards.clear_away,
                    partial(scene.count_trick, event.seat, picture),
                ]
            case CardsDrawn():
                drawn = Noise(Cue.DEAL, event.seat, event.cards.size)
                draw = partial(scene.draw, event.seat, event.cards, picture)
                return [partial(self.noise.emit, drawn), draw]
            case Said():
                return [show_words, partial(self._say, event), partial(motion.pause, BID_PAUSE_MS)]
            case Scored():
                ends = bool(self._waiting) and isinstance(self._waiting[0][0], Ended)
                last = ends or picture.deal == picture.deals
                return [
                    scene.news.clear,
                    scene.hush,
                    partial(scene.show_score, picture),
                    partial(self._show_made, event, view, picture, last),
                    scene.put_made_away,
                ]
            case Ended():
                return [show_words, *self._scoring.steps_of_end(event), self._hear_out]
            case CardShown(seat, card):
                expose = partial(scene.cards.expose, seat, card, picture)
                return [show_words, partial(self.noise.emit, Noise(Cue.PLAY, seat)), expose]
            case CardReplaced(seat, card):
                return [
                    show_words,
                    partial(self.noise.emit, Noise(Cue.PLAY, seat)),
                    partial(scene.cards.replace_card, seat, card, picture),
                    mark_winning,
                ]
            case CardReturned(seat, card):
                return [
                    show_words,
                    partial(scene.cards.take_back, seat, card, picture),
                    mark_winning,
                ]
        return [show_words]

    def _look_at_trick(self) -> None:
        """Show a full trick for a while or until the user continues."""
        motion, agreed = self._scene.motion, self._agreed
        self._agreed = False
        if agreed:
            motion.pause(AGREED_MS)
        else:
            self._look_on()

    def _look_on(self, least: float = 0.0) -> None:
        """Show the table as it is for at least so many milliseconds."""
        if self._waits:
            self._scene.motion.wait(max(least, self.pace.longest_trick_ms))
        else:
            self._scene.motion.hold(max(least, self.pace.trick_ms))

    @property
    def _waits(self) -> bool:
        """The table waits for a click here."""
        # A user who is behind the others catches up; the next deal is dealt at once, and nobody
        # need have acted in it yet.
        waiting = [event for event, _ in self._waiting]
        behind = any(isinstance(event, TrickTaken) for event in waiting)
        deals = sum(isinstance(event, Dealt) for event in waiting)
        return self.pace.waits and not behind and deals < 2 and not self.pressed()

    def hold(self, least: float) -> bool:
        """Pause on what has just been laid on the table; return whether there is time for that."""
        if self._waits:
            self._scene.motion.wait(self.pace.longest_score_ms)
        else:
            self._scene.motion.pause(least)
        return self._scene.motion.busy

    def _show_made(self, event: Scored, view: Any, picture: Picture, last: bool) -> None:
        counted = self._scoring.show_made(event, view, picture, last)
        self._scene.motion.move(Course(partial(self.scored.emit, view)), 1.0, counted)
        if last:
            return
        if self._waits:
            self._scene.motion.wait(counted + self.pace.longest_score_ms)
        elif self.pace.score_ms > 0:
            self._reads_score = True
            self._scene.motion.hold(counted + self.pace.score_ms)

    def _look_at_round(self, event: Event, view: Any) -> None:
        """Show what the others did, before the own turn continues by itself."""
        log_entry = self._game.log_entry(event)
        if log_entry is None or not self._round.ends_with(log_entry.seat, self._turn):
            return
        own = log_entry.seat == self._you
        # An own card was chosen by the user, who had seen everything before.
        if isinstance(event, CardPlayed) if own else not self.pace.waits:
            return
        why = self._game.explain_forced(event, view) if own else None
        if why is not None:
            self.reason = self._speaker.say(why)
        self._look_on()
        self._steps.appendleft(self.leave_round)

    def _keep_in_round(self, event: Event) -> None:
        """Show what another player did at their plate until the user continues."""
        log_entry = self._game.log_entry(event)
        if log_entry is None:
            return
        if log_entry.seat == self._you:
            if self._turn.seat in (self._you, None):
                self.leave_round()
            return
        self._round.take(log_entry, self._turn)
        words = [self._speaker.say(message) for message in self._round.done[log_entry.seat]]
        self._scene.say(log_entry.seat, *words)

    def _say(self, event: Said) -> None:
        said = self._game.said(event)
        if said is None:
            self._on_acted(event.seat)
        else:
            self._scene.say(event.seat, self._speaker.say(said))

    def is_blind(self, event: CardPlayed) -> bool:
        """Return whether an own card is played that the user has not seen yet."""
        cards = self._scene.cards
        return event.seat == self._you and not cards.shows(event.seat, event.card)

    def _play(self, event: CardPlayed, picture: Picture, blind: bool) -> None:
        self._on_acted(event.seat)
        if self._you is not None:
            self._scene.said[self._you].hide()
        self.noise.emit(Noise(Cue.PLAY, event.seat))
        self._scene.play(event.seat, event.card, picture, self.tempo, blind=blind)

    def _on_acted(self, seat: int) -> None:
        """Clear the news that the user has seen, because they have acted."""
        if self._you in (seat, None):
            self._scene.news.clear()

    def _look(self, event: CardPlayed) -> None:
        """Pause on a played card; in a turn of several cards only on those of others."""
        if self._scene.cards.pile is None or event.seat != self._you:
            self._scene.motion.pause(PLAY_PAUSE_MS / self.tempo)

    def _steps_of_news(self, news: News, picture: Picture) -> list[Step]:
        scene = self._scene
        steps: list[Step] = [partial(self._tell, news)]
        if news.anew:
            show_picture = partial(scene.show_picture, picture)
            steps += [partial(self._look_on, ANEW_MS), self._quiet, show_picture]
        elif not news.brief:
            steps += [partial(scene.motion.pause, NEWS_PAUSE_MS), self._quiet]
        return steps

    def _tell(self, news: News) -> None:
        words = self._speaker.say(news.message)
        self._scene.tell_news(news.seat, news.flag, words)

    def _quiet(self) -> None:
        """Clear the news; at speed 0 it stays until somebody acts."""
        if self._scene.motion.speed > 0:
            self._scene.news.clear()

    def _deal(self, event: Dealt, picture: Picture) -> None:
        dealt = sum(hand.size for hand in picture.hands)
        self.noise.emit(Noise(Cue.DEAL, event.leader, dealt))
        self._scene.deal(picture, event.leader)

    def _turn_up(self, picture: Picture) -> None:
        self._scene.turn_up(picture)
        if self._scene.motion.busy:
            self._scene.cards.sort_hands(picture)  # In parallel with the turning of the next card.
        else:
            self._scene.motion.pause(BREATH_MS)
