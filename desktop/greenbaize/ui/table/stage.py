"""The stage: plays events on the table one after another, each once the last has been seen."""

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
    """What the others did, by their seats."""

    def __init__(self, you: int | None) -> None:
        self.done: dict[int, list[Message]] = {}
        """For each seat that has acted what it did in its last turn."""
        self._you = you
        self._turns: dict[int, int] = {}

    def ends_with(self, seat: int, turn: "Turn") -> bool:
        """Whether the round is over once this seat acts: it is one's own, or had its turn."""
        if not self.done or (turn.seat is not None and seat != turn.seat):
            return False
        return seat == self._you or (seat in self.done and self._turns[seat] != turn.number)

    def take(self, log_entry: TurnLogEntry, turn: "Turn") -> None:
        """Take in what one of the others did; what belongs to another's turn is added."""
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
    """A turn of several cards, read off the table as its events come to be seen."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.number = 0
        self._cards = 0

    @property
    def tempo(self) -> float:
        """How much faster than at first the turn goes by now."""
        return min(1 + STEP * max(0, self._cards - 1), FASTEST)

    def begin(self, event: Event) -> None:
        self._cards += isinstance(event, CardPlayed)

    def end(self, picture: Picture) -> None:
        """Follow an event that has been shown; ``picture`` is the table after it."""
        if picture.mover != self.seat:
            self.seat, self._cards = picture.mover, 0
            self.number += 1


BID_PAUSE_MS, PLAY_PAUSE_MS = 350, 120
NEWS_PAUSE_MS = 1100
BREATH_MS = 40
"""How long the last card dealt lies there before hands are sorted."""
ANEW_MS = 6000.0
"""How long it stands that all is dealt anew, where nobody waits for a click."""
FORCED_MS = 420
"""How long a card that plays itself lies in the hand, so that one sees whose it is."""
AGREED_MS = 250
"""How long a trick stays that the person at the table has seen enough of."""

Step = Callable[[], object]


class Stage(QObject):
    """Turns told events into what is seen."""

    hurried = Signal()
    """Somebody goes on at once."""
    begun = Signal(object, object)
    """An event begins to be seen; with the view after it."""
    shown = Signal(object, object)
    """An event has come to be seen; with the view after it."""
    idle = Signal()
    """Everything has been seen."""
    scored = Signal(object)
    """A deal has been scored, and the totals at the plates have been counted; the view."""
    noise = Signal(object)
    """Something begins to be seen that can be heard as well."""
    told = Signal(str)
    """Something to be told that the event begun does not tell, in a sentence."""

    def __init__(
        self,
        game: Game[Any],
        scene: TableScene,
        caption: Callable[[Picture], tuple[str, str, str]],
        you: int | None = None,
    ) -> None:
        super().__init__(scene)  # and ends with it
        self._game = game
        self._scene = scene
        self._caption = caption
        self._you = you
        self._speaker = Speaker(scene.names, you)
        self.pace = Pace()
        self.pressed: Callable[[], bool] = lambda: False
        """Whether the person at the table is waited for by a clock."""
        self.speech_left: Callable[[], float] = lambda: 0.0
        """For how many milliseconds it is yet told what has happened, where that is waited for."""
        self.is_person: Callable[[int], bool] = lambda _: False
        """Whether a person acts at a seat, whom a score that is only looked at does not outlast."""
        self.awaited: Callable[[], str] = lambda: ""
        """Says who waits for the person at the table, in a sentence; nothing if nobody does."""
        self.turn_words: Callable[[], str] = lambda: ""
        """Says whose turn it is, of the others who play, and what they are to do; or nothing."""
        self.shared: Callable[[], bool] = lambda: False
        """Whether others wait as well while what has happened is told."""
        self._heard_out: object = None
        """The event or question before which it has been waited for that."""
        self._scoring = Scoring(game, scene, self._speaker, self.told.emit, self.noise.emit)
        self._turn = Turn()
        self._round = Round(you)
        self.reason = ""
        """Why the person's own turn goes on by itself, while that is waited for."""
        self._agreed = False
        """Whether the person at the table has closed the trick that lies open there."""
        self._deals = 0
        """How many deals have been heard of and not been seen."""
        self._skipped: int | None = None
        self._missed = 0
        """How many events are still to be seen that happened while somebody else looked on."""
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
            self._scene.motion.hurry()  # those who play have seen the score
        self._deals += isinstance(event, Dealt)
        self._waiting.append((event, view))

    def hear_missed(self, events: Iterable[tuple[Event, Any]]) -> None:
        """Hear what happened while somebody else looked on; who is in a hurry passes over it."""
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
        """The number of events that have not begun to be seen."""
        return len(self._waiting)

    def go_on(self) -> None:
        """Show what waits, until something moves or nothing is left."""
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
        """Whether what has been told is heard to its end first; once before each thing."""
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
        """Whether cards have been dealt that are not seen on the table yet."""
        return self._deals > 0

    def note_act(self, *, closing: bool) -> None:
        """The person at the table acts; ``closing`` if that closes what lies open."""
        self._agreed = closing
        if not self._scene.motion.busy:
            self._scene.motion.hurry()  # what nobody waits for
        self.leave_round()

    def leave_round(self) -> bool:
        """Take away what the others did since one's last turn; whether anything stood there."""
        stood, self.reason = bool(self._round.done), ""
        if stood:
            self._round.clear()
            self._scene.hush()
        return stood

    def look_before_forced(self) -> None:
        """Let the table be looked at before a card of one's own plays itself."""
        if self._round.done:
            self._look_on()
        else:
            self._scene.motion.pause(FORCED_MS)

    @property
    def tempo(self) -> float:
        """How much faster than usual things go, late in a turn of many cards."""
        return 1.0 if self._scene.cards.pile is None else self._turn.tempo

    @property
    def skipping(self) -> bool:
        """Whether the rest of a turn is passed over, for somebody has seen enough of it."""
        return self._skips_missed or self._skipped == self._turn.number

    def hurry(self) -> None:
        """Let all that moves arrive; where turns have several cards, pass over the rest of it."""
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
        # Whoever was ready for another trick has not seen this one.
        self._agreed = self._agreed and not isinstance(event, CardReplaced)
        if not self.skipping or news is not None:
            # News is told to those in a hurry as well.
            self._skipped = None
        self._scene.notice.texts = self._caption(picture)
        if self._scene.cards.pile is not None:
            self._steps.append(partial(self._look_at_round, event, view))
        feel = partial(self._scene.moods.show, self._game.moods(view, event))
        steps = self._steps_of(event, view, picture)
        # A card and a trick are felt when they lie there, all else as it is told.
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
        """Let a full trick be looked at, for a while or until somebody goes on."""
        motion, agreed = self._scene.motion, self._agreed
        self._agreed = False
        if agreed:
            motion.pause(AGREED_MS)
        else:
            self._look_on()

    def _look_on(self, least: float = 0.0) -> None:
        """Let what is seen be looked at, for so many milliseconds at least."""
        if self._waits:
            self._scene.motion.wait(max(least, self.pace.longest_trick_ms))
        else:
            self._scene.motion.hold(max(least, self.pace.trick_ms))

    @property
    def _waits(self) -> bool:
        """Whether the person at the table is waited for here."""
        # Whoever has fallen behind the others catches up; the next deal is dealt at once, and
        # nobody need have done anything in it yet.
        waiting = [event for event, _ in self._waiting]
        behind = any(isinstance(event, TrickTaken) for event in waiting)
        deals = sum(isinstance(event, Dealt) for event in waiting)
        return self.pace.waits and not behind and deals < 2 and not self.pressed()

    def hold(self, least: float) -> bool:
        """Let what has just been laid on the table be looked at; whether there is time for that."""
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
        """Let what the others did be looked at, before one's own turn goes on by itself."""
        log_entry = self._game.log_entry(event)
        if log_entry is None or not self._round.ends_with(log_entry.seat, self._turn):
            return
        own = log_entry.seat == self._you
        # A card of one's own was chosen, and so all had been seen before.
        if isinstance(event, CardPlayed) if own else not self.pace.waits:
            return
        why = self._game.explain_forced(event, view) if own else None
        if why is not None:
            self.reason = self._speaker.say(why)
        self._look_on()
        self._steps.appendleft(self.leave_round)

    def _keep_in_round(self, event: Event) -> None:
        """Have what somebody else did stand at their plate until one goes on."""
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
        """Whether a card of the person at the table is played that they have not seen yet."""
        cards = self._scene.cards
        return event.seat == self._you and not cards.shows(event.seat, event.card)

    def _play(self, event: CardPlayed, picture: Picture, blind: bool) -> None:
        self._on_acted(event.seat)
        if self._you is not None:
            self._scene.said[self._you].hide()
        self.noise.emit(Noise(Cue.PLAY, event.seat))
        self._scene.play(event.seat, event.card, picture, self.tempo, blind=blind)

    def _on_acted(self, seat: int) -> None:
        """Take news away that the person at the table has seen, for they have acted."""
        if self._you in (seat, None):
            self._scene.news.clear()

    def _look(self, event: CardPlayed) -> None:
        """Let a card be looked at; in a turn of several, nobody need look at their own."""
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
        """Take the news away; where all is over at once it stays until somebody acts."""
        if self._scene.motion.speed > 0:
            self._scene.news.clear()

    def _deal(self, event: Dealt, picture: Picture) -> None:
        dealt = sum(hand.size for hand in picture.hands)
        self.noise.emit(Noise(Cue.DEAL, event.leader, dealt))
        self._scene.deal(picture, event.leader)

    def _turn_up(self, picture: Picture) -> None:
        self._scene.turn_up(picture)
        if self._scene.motion.busy:
            self._scene.cards.sort_hands(picture)  # while the next card is turned
        else:
            self._scene.motion.pause(BREATH_MS)
