"""Guide through a first deal: its messages at each moment, from the state of play and advice.

There is no script: the guide explains what is asked, what is good and why, and the result. General
advice is given once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from greenbaize.app.advice.advice import Advice, is_last_card
from greenbaize.app.seats.bot_launcher import HERE, BotLauncher
from greenbaize.app.seats.opponents import QUICK_LEVEL, Opponent
from greenbaize.app.tables.default_players import called, default_players, usual_seats
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.player_view import LocalView
from greenbaize.app.tables.table import Table
from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.match.header import PRACTICE
from greenbaize.rules.chance import seed_from
from greenbaize.rules.commands import Command, OfCard
from greenbaize.rules.events import CardPlayed, Dealt, Event, Scored
from greenbaize.rules.game import Question
from greenbaize.rules.messages import Message
from greenbaize.rules.things import Lesson, Part, Thing, Tip
from greenbaize.rules.thinking import Weighed
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import better_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import together
from greenbaize.words.titles import game_title


class FirstDealView(LocalView):
    """A player view of a first deal; nothing happens after its end, which ``lesson`` defines."""

    def __init__(self, table: Table, seat: int, lesson: Lesson) -> None:
        self._last: Any = None
        self._seat, self.lesson = seat, lesson
        super().__init__(table, seat)

    @property
    def finished(self) -> bool:
        return self._last is not None

    def _on_event(self, told: list[Event]) -> None:
        if self.finished:
            return
        super()._on_event(told)
        view, event, lesson = super().view, told[self._seat], self.lesson
        scored = isinstance(event, Scored) and event.deal >= lesson.deals
        if scored or lesson.over(event, view, self._seat):
            self._last = view

    @property
    def view(self) -> Any:
        """The match as it is known here, frozen at the end of the lesson."""
        return super().view if self._last is None else self._last

    @property
    def question(self) -> Question | None:
        return None if self.finished else super().question

    @property
    def offers(self) -> tuple[Question, ...]:
        return () if self.finished else super().offers

    @property
    def others_act(self) -> bool:
        return not self.finished and super().others_act


def first_place_of(
    name: str, you: str, persons: Sequence[str] = (), launcher: BotLauncher = HERE
) -> FirstDealView:
    """Open a first deal of a game; ``persons`` are the names of the others at this computer."""
    game = GAMES[name]
    lesson = game.lesson()
    seats = usual_seats(name) if lesson.seats is None else lesson.seats
    sitters = default_players([Opponent(QUICK_LEVEL)] * (seats - 1), you, persons)
    header = settled_header(name, sitters, lesson.options, seed_from(lesson.seed))
    header = replace(header, more={**header.more, PRACTICE: True})
    seat = header.sitters.index(sitters[0])
    return FirstDealView(Table(game, header, launcher=launcher), seat, lesson)


MOST_TIPS: Final = 2
MOST_REASONS: Final = 3


class Words(NamedTuple):
    """A message of the guide with the elements it points at.

    ``announced_text`` is the end of ``text`` that the table announces anyway.
    """

    text: str
    at: tuple[Thing | Card, ...] = ()
    told: str = ""

    @property
    def heard(self) -> str:
        """Part to be spoken besides what the table announces."""
        return self.text.removesuffix(self.told).rstrip()


class Guide:
    """Guides the person at a seat through a first deal."""

    def __init__(self, place: FirstDealView) -> None:
        self._place = place
        self._lesson = place.lesson
        assert place.seat is not None
        self._seat: int = place.seat
        self._speaker = Speaker(called(place.header.sitters), place.seat)
        self._told: set[str] = set()
        self._advice: Advice | None = None
        self._explained = False
        """The last question came with the rule for what may be played."""
        self._last_said = False
        """A message about the last card replaced the last question."""
        self._otherwise = ""
        """Sentence about a choice against the advice, until its result is known."""

    def begin(self, event: Event, view: Any) -> tuple[Words, ...]:
        """Return the introductions before the first action in a deal; else empty."""
        if not isinstance(event, Dealt):
            return ()
        return tuple(
            self._words([tip]) for tip in self._new(self._lesson.welcome(view, self._seat))
        )

    def asked(self, question: Question, view: Any) -> Words:
        """Return what is asked, and what a beginner should know to answer it.

        A last card leaves nothing to ask: the message says so, unless a tip says more.
        """
        self._advice, self._last_said = None, False
        tips = self._new(self._lesson.asked(view, self._seat), MOST_TIPS)
        words = self._words(tips)
        self._explained = any(isinstance(one, Card) for one in words.at)
        # A question with buttons is shown above them.
        legal = [one.command for one in question.answers if one.refusal is None]
        if len(legal) == 1 and is_last_card(view, legal[0]) and not words.text:
            only = Advice(self._place.game, view, [Weighed(legal[0], 0.0, 0.0)])
            self._last_said = True
            return Words(only.only_texts(self._speaker)[0], self._lying(view))
        asked = self._speaker.say(question.words)
        return words if words.text else Words(asked, self._lying(view), asked)

    def advised(self, choices: Sequence[Weighed], view: Any) -> Words:
        """Return what would be good now, and why; ``choices`` are weighed, best first."""
        if not choices:
            return Words("")
        advice = self._advice = Advice(self._place.game, view, choices)
        cards = tuple([one.command.card for one in advice.good if isinstance(one.command, OfCard)])
        if len(choices) == 1:
            only, reason = advice.only_texts(self._speaker)
            said = "" if self._last_said else only
            return Words(together(said, "" if self._explained else reason), cards)
        command = advice.best
        if command is None:
            return Words(together(*advice.undecided_texts()))
        said = Speaker().say(command.said)
        good = tr("A good card: {card}.") if isinstance(command, OfCard) else tr("Good: {choice}.")
        why = advice.reasons()[:MOST_REASONS]
        if not why:
            why = self._place.game.explain(view, command).sentences[:1]
        reasons = [said for said in map(self._speaker.say, why) if said.endswith(".")]
        sentence = good.format(card=said, choice=said)
        return Words(together(sentence, advice.others_text(), *reasons), cards)

    def chose(self, command: Command) -> None:
        """Record a choice that is surely worse than the best; others are not mentioned."""
        self._otherwise = ""
        choices = () if self._advice is None else self._advice.choices
        done = next((one for one in choices if one.command == command), None)
        if done is None or not choices[0].surely_beats(done):
            return
        say = Speaker().say
        best, unit = choices[0], self._place.game.unit
        choice = say(command.said)
        cost = better_text(unit, best.lead_over(done), say(best.command.said), choice)
        self._otherwise = together(tr("You chose {choice}.").format(choice=choice), cost)

    def came(self, event: Event, view: Any) -> Words:
        """Return the result of a choice, or of another event; empty if not worth mentioning."""
        tips = self._new(self._lesson.came(event, view, self._seat), 1)
        words = self._words(tips)
        why, taken, at = self._trick(event, view, words.at)
        told = taken
        if isinstance(event, Scored):
            made = self._place.game.made(event, view)[self._seat]
            told = self._speaker.say(made.sentence)
        if not told and not tips:
            return Words("")
        otherwise, self._otherwise = self._otherwise, ""
        # Effects of a card played after the one that takes the trick come after that one's reason.
        laid = [one.number for one in words.at if isinstance(one, Thing) and one.part is Part.TRICK]
        late = bool(at) and any(number > at[0].number for number in laid)
        reasons = (why, words.text) if late else (words.text, why)
        said = together(otherwise, *reasons, told)
        return Words(said, tuple(dict.fromkeys((*at, *words.at))), told)

    def _trick(
        self, event: Event, view: Any, told: Sequence[Thing | Card]
    ) -> tuple[str, str, tuple[Thing, ...]]:
        """Return why and by whom a completed trick is taken; empty reason if already shown."""
        game = self._place.game
        picture = game.picture(view)
        trick, winning = picture.trick, picture.winning
        full = trick is not None and len(trick.cards) == len(picture.hands)
        if not isinstance(event, CardPlayed) or not full or trick is None or winning is None:
            return "", "", ()
        seats = trick.seats(len(picture.hands))
        taken = Message("trick-taken", {"seat": seats[winning]})
        story = dict(game.explain_trick(view, trick))
        at = Thing(Part.TRICK, winning)
        why = story.get(seats[winning], ())[:1] if winning and at not in told else ()
        return together(*map(self._speaker.say, why)), self._speaker.say(taken), (at,)

    def closing(self, *, guided: bool) -> Words:
        """Return what was learnt at the end; ``was_guided``: the guide stayed to the end."""
        known = self._lesson.known if guided else ()
        over = tr("That was your first deal of {game}.").format(
            game=game_title(self._place.game.name)
        )
        return Words(together(over, *map(self._speaker.say, known)))

    def _lying(self, view: Any) -> tuple[Thing, ...]:
        picture = self._place.game.picture(view)
        if picture.pile is not None:
            return (Thing(Part.PILE, 0),)
        return () if picture.winning is None else (Thing(Part.TRICK, picture.winning),)

    def _new(self, tips: Iterable[Tip], most: int | None = None) -> list[Tip]:
        """Return the first tips that have not been shown, and mark them as shown."""
        new = [tip for tip in tips if tip.message.code not in self._told][:most]
        self._told.update(tip.message.code for tip in new)
        return new

    def _words(self, tips: Sequence[Tip]) -> Words:
        at = tuple(dict.fromkeys(thing for tip in tips for thing in tip.at))
        return Words(together(*(self._speaker.say(tip.message) for tip in tips)), at)
