"""What is said at one table by itself: whose turn it is, tricks, deals, and what the others do."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from greenbaize.rules.events import CardPlayed, CardsDrawn, Ended, Event, TrickTaken
from greenbaize.rules.messages import Message
from greenbaize.ui.keyboard import is_listened
from greenbaize.ui.speech.gathering import Gathering
from greenbaize.ui.speech.phrases import done_by, done_words, event_words, turn_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import is_brief
from greenbaize.words.titles import cited

if TYPE_CHECKING:
    from greenbaize.ui.playing import MatchView


class Voice(QObject):
    """Puts what a table shows into words when it begins to be seen."""

    def __init__(self, playing: "MatchView", gathering: Gathering) -> None:
        super().__init__(playing)
        place = playing.place
        self._playing, self._game, self._you = playing, place.game, place.seat
        self._gathering = gathering
        self._speaker = Speaker([one.name for one in place.header.sitters], place.seat, aloud=True)
        self._acts = False
        """Whether the person has just chosen what is seen next of them."""
        self._asked: object = None
        self._lying: list[tuple[str, int]] = []
        """The cards of the trick on the table that are told when it is one's turn."""
        gathering.line = self._line
        playing.pacing.person_acts.connect(self.tell_turn)
        playing.asking.changed.connect(self._on_changed)
        playing.asking.declined.connect(self._on_declined)

    def _line(self, seat: int, said: str) -> str:
        return done_words(seat, said, self._speaker)

    # What the person does

    def tell_turn(self) -> None:
        """Say what lies, who wins and what is asked, once for each question."""
        question = self._playing.asking.question
        if question is None or question == self._asked:
            return
        self._asked = question
        self._lying.clear()
        view = self._playing.place.view
        prompt = self._playing.asking.prompt
        if is_listened() and prompt.is_held and not self._gathering.left_ms:
            return  # who comes to the answers is told the question there
        words = turn_words(self._game, view, question, self._speaker, brief=is_brief())
        self._gathering.ask(words)

    def _on_changed(self) -> None:
        self._acts = self._playing.asking.question is None
        if self._acts:
            self._asked = None
            self._gathering.answered()

    def _on_declined(self, why: Message | None) -> None:
        if why is None:
            return
        rule = "" if is_brief() or not why.rule else f" {cited(why.rule)}."
        self._gathering.urge(self._speaker.say(why) + rule)

    # What happens

    def hear(self, event: Event, view: Any) -> None:
        """An event begins to be seen."""
        done = None if self._tells_more(event, view) else done_by(self._game, event)
        if done is not None:
            seat, message = done
            self._note_done(event, seat, self._speaker.say(message), view)
            return
        if isinstance(event, TrickTaken):
            self._tell_lying()
        brief = is_brief()
        words = event_words(self._game, event, view, self._speaker, brief=brief)
        self._gathering.tell(words)
        if isinstance(event, Ended):
            # Before anybody can press a button of the result.
            self._gathering.speak(urgent=True)

    def _tells_more(self, event: Event, view: Any) -> bool:
        """Whether more is told of an event than a word or two of what a seat has done."""
        drawn = isinstance(event, CardsDrawn) and event.seat == self._you
        return drawn or self._game.news(event, view) is not None

    def _note_done(self, event: Event, seat: int, words: str, view: Any) -> None:
        """A seat has played or said something; what one has just chosen is known."""
        if isinstance(event, CardPlayed) and self._playing.stage.is_blind(event):
            self._tell_lying()
            return  # it is told what one's card is when that has been turned over
        if seat == self._you and self._acts and event.type in self._game.stated:
            self._acts = False
        elif isinstance(event, CardPlayed) and self._is_still_to_play(view):
            self._lying.append((words, seat))
        else:
            self._tell_lying()
            self._gathering.tell(words, seat)

    def _is_still_to_play(self, view: Any) -> bool:
        """Whether the person plays to the trick on the table yet, and so is told of it then."""
        picture = self._game.picture(view)
        if self._you is None or picture.pile is not None or picture.trick is None:
            return False
        seats = len(picture.plates)
        played = picture.trick.seats(seats)
        return self._you not in played and len(played) < seats

    def _tell_lying(self) -> None:
        for words, seat in self._lying:
            self._gathering.tell(words, seat)
        self._lying.clear()
