"""What a game is: a few pure functions over a state, and what it declares about itself.

A view is the fold of the events a seat was told, so state and view are one type, and everything
that takes a view takes the full state as well.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from enum import Enum, auto
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar, cast

from msgspec.structs import astuple, replace

from greenbaize.cards import PACK_52, Card
from greenbaize.rules.chance import Chance, Stream
from greenbaize.rules.commands import Command, Play, Ready
from greenbaize.rules.events import (
    CardPlayed,
    CardsDrawn,
    Dealt,
    Ended,
    Event,
    LotDrawn,
    Said,
    Scored,
    TrickTaken,
)
from greenbaize.rules.facts import DealFacts, Fact, Figures, Sums
from greenbaize.rules.fixed import Fixed
from greenbaize.rules.hands import Hand, Trick, own_only
from greenbaize.rules.messages import Message, Words
from greenbaize.rules.options import Option, Settings, settled
from greenbaize.rules.pictures import (
    NOTHING_AT_HAND,
    AtHand,
    Luck,
    Made,
    Mood,
    News,
    Picture,
    TurnLogEntry,
    moods_of,
    moods_of_end,
    moods_of_made,
)
from greenbaize.rules.places import ranked
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.rules.sheets import Box, Row, Sheet, SheetForm
from greenbaize.rules.things import Lesson, Thing, Told, told_of, trick_told
from greenbaize.rules.thinking import Effort, Kernel, Weighed


class State(Fixed, kw_only=True):
    """A match as somebody knows it, in any game; games add what else they keep.

    ``deal`` is 0 before the first. ``turn`` is the seat that must act, None while something follows
    by itself. ``scores`` are those of the deals that are over.
    """

    seats: int
    options: Settings
    dealer: int | None = None
    deal: int = 0
    hands: tuple[Hand, ...]
    turn: int | None = None
    totals: tuple[int, ...]
    scores: tuple[Scored, ...] = ()
    end: Ended | None = None


S = TypeVar("S", bound=State)


class Allowed(Fixed):
    """The command stands, and these are its own events.

    ``breach`` says what is wrong with it all the same, in games where people may err and the
    documented penalty follows.
    """

    events: tuple[Event, ...]
    breach: Message | None = None


class Refused(Fixed):
    """The command changes nothing, and this is why."""

    reason: Message


Verdict = Allowed | Refused


class Answer(Fixed):
    """One possible answer to a question.

    ``refusal`` says why it may not be given, if so, ``breach`` that it would be a mistake which the
    rules let happen.
    """

    command: Command
    refusal: Message | None
    breach: Message | None = None


class Offer(Enum):
    """Where a seat finds what it may do though nobody asks it to."""

    HAND = auto()
    """The cards of the hand are chosen as when a card is asked for."""
    CARD = auto()
    """Each card offers it by itself."""
    BUTTON = auto()
    """A button at the table's edge takes it up."""


class Question(Fixed):
    """What a seat must decide. ``kind`` is the type of the commands that answer it.

    Where the answers are cards, those of the hand that have none are not for choosing, and nothing
    is said of them: a card that the rules forbid has an answer with its refusal.

    ``offer`` is None where the seat is asked, and otherwise says where it finds what it may do
    unasked. ``words`` is what is asked, in a sentence, or what stands on the button of an offer,
    and ``guidance`` what is to be done next once an offer of cards has been taken up. ``notes`` are
    what one should know to decide, below what is asked; ``counts`` is what cards of the hand count,
    where that is to be seen while one decides. An offer that ``mends`` what its seat has done is
    gone as soon as others have acted over it.
    """

    kind: str
    seat: int
    answers: tuple[Answer, ...]
    words: Message
    offer: Offer | None = None
    notes: tuple[Message, ...] = ()
    counts: tuple[tuple[Card, int], ...] = ()
    guidance: Message | None = None
    mends: bool = False


class Explanation(Fixed):
    """Why a command is allowed or not and what it would do, the weightiest sentence first.

    ``breach`` says what is wrong with a command that is allowed and penalised.
    """

    allowed: bool
    sentences: tuple[Message, ...]
    breach: Message | None = None


class Counts(Enum):
    """What tells how well somebody plays a game, where players are compared over many matches."""

    POINTS = "points"
    """Points per deal; more are better."""
    PLACES = "places"
    """The place in each match, 1 being best: points of their own say little there."""


class Unit(Enum):
    """What a choice is weighed in: the unit of ``gain``, or of what stands in for it."""

    MARGIN = "margin"
    """Points of the deal above the others' mean; of partners, the side's above the other side's."""
    POINTS = "points"
    """Points of the deal."""
    SHARE = "share"
    """The share of the others left behind in the match, in percent."""
    PLACE = "place"
    """Minus the place in the deal, 1 being best."""


class Game(ABC, Generic[S]):
    """A game's rules. All methods are pure; seats are numbers from 0, clockwise.

    ============ ==================================================================================
    must say     ``counts``, ``options``, ``events``; ``refusal``, ``next_deal``, ``step``, ``fold``
                 of its own events; ``deals`` or ``finished``; ``make_picture``
    may say
    of a match   ``state``, ``start``, ``sides``, ``seating``, ``ending``, ``tell``, ``open``,
                 ``close``, ``breach``, ``possible``
    of a choice  ``commands``, ``phase``, ``choices``, ``choice_key``, ``notes``, ``offers``,
                 ``statements``
    in words     ``words``, ``rules``, ``meaning``, ``explain_trick``, ``trick_brought``,
                 ``tell_turn``, ``news``, ``opening``, ``log_entry``, ``explain_forced``,
                 ``said``, ``lesson``, ``help_page``
    of results   ``made_by``, ``sheet``, ``finals``, ``scores``, ``worth_of``, ``told_of_swing``,
                 ``facts_of``, ``figures``, ``honours_of``, ``rating``, ``form``
    to players   ``pack``, ``unseen``, ``may_hold``, ``filled``, ``gain``, ``unit``, ``deal_of``,
                 ``advice``, ``odds``, ``believable``, ``kernel``, ``easy``
    need not     ``check``, ``judge``, ``derive``, ``follows``, ``turn``, ``over``, ``explain``,
    touch        ``answers``, ``picture``, ``made``, ``facts``, ``honours``, ``swing``
    ============ ==================================================================================
    """

    name: str = ""
    """The game's name in records and on the command line. This and the next four are what the
    list of games says, so that its start needs no rules."""
    title: str = ""
    """What players call it, marked; empty where that is its name, with a capital letter."""
    line: str = ""
    """One sentence about it, marked."""
    seats: range = range(0)
    """How many players it takes."""
    other_names: str = ""
    """What else it is called and found by in a search, separated by commas, marked."""
    help_page: ClassVar[str] = ""
    """The name of its page of rules among the resources; without one, a page is made from what the
    game declares."""
    levels: ClassVar[Sequence[str]] = LEVEL_NAMES
    """The levels of computer players that are offered, weakest first; others may still be named."""
    counts: ClassVar[Counts]
    """In what its players are compared."""
    scores_places: ClassVar[bool] = False
    """Whether the points of a deal are the place taken in it, of which less is better."""
    unit: ClassVar[Unit] = Unit.MARGIN
    """In what those who advise a player weigh a choice."""
    sway: ClassVar[float] = float("inf")
    """What a temperament gives away at most in a choice, in the unit that choices are weighed in.

    Choices further apart are not nearly equal, however much more is undertaken with one."""
    state: type[Any] = State
    """What its matches are folded into: ``State`` or a class of it."""
    options: ClassVar[tuple[Option, ...]]
    """What a match may be set to, in the order in which it is asked."""
    events: ClassVar[tuple[type[Event], ...]]
    """The classes of its record's lines, besides the change of a seat that every game has."""
    has_ring: ClassVar[bool] = False
    """Whether ranks beat each other in a ring, which is at hand from the first deal on."""
    commands: ClassVar[tuple[type[Command], ...]] = (Play,)
    """The classes of what its players may ask for."""
    rating_line: ClassVar[str] = ""
    """One sentence about what the rating of its source means, marked."""
    deals_anew: ClassVar[bool] = False
    """Whether a view keeps nothing hidden from one deal to the next: folded into the full state or
    into what anybody knew, a deal as told to a seat gives the same view."""
    rules: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Where the rules pages speak (``"damn.md 4"``) of each event type and phase, and of what else
    is said, by names of the game's own. ``rule`` reads it where nothing need be there."""
    _pictured: tuple[Any, Any] = (None, None)
    """The view whose picture was asked for last, and that."""

    def check(self) -> None:
        """``ValueError`` for what it declares and cannot be."""
        types = {event.type for event in self.events}
        unstated = [one.type for one in self.commands if one.event_type() not in types | {"ready"}]
        if unstated:
            raise ValueError(f"no event states the commands {unstated}")
        own = [one for one in self.commands if one not in (Play, Ready)]
        words = self.words().sentences if own else {}
        for one in own:
            codes = {f"ask-{one.type}", f"{one.type}-first", f"choice-{one.type}"}
            if Command.label is not one.label and Command.said is not one.said:
                codes.remove(f"choice-{one.type}")
            if f"offer-{one.type}" not in words and codes - words.keys():
                raise ValueError(f"words has no sentences {sorted(codes - words.keys())}")
        for seats in self.seats:
            if len(self.sides(seats)) not in (0, seats):
                raise ValueError(f"{seats} players, and sides for {len(self.sides(seats))}")
            state = self.start(seats, settled(self.options, seats, {}))
            if type(self).finished is Game.finished and not self.deals(state):
                raise ValueError("neither deals nor finished says when the match ends")

    def seating(self, seats: int, options: Settings, chance: Chance) -> Sequence[int]:
        """Who of the named players sits at each seat; as named, unless the rules say otherwise."""
        return range(seats)

    def shuffles_seats(self, options: Settings) -> bool:
        """Whether ``seating`` lets chance decide."""
        return False

    def sides(self, seats: int) -> tuple[int, ...]:
        """The number of each seat's side, where players are partners; else nothing."""
        return ()

    def words(self) -> Words:
        """What it says that not every game does."""
        return Words()

    def lesson(self) -> Lesson:
        """A first deal with a guide, who by itself says only what every game says."""
        return Lesson()

    @property
    def stated(self) -> frozenset[str]:
        """The types of the events that players state."""
        return frozenset(command.event_type() for command in self.commands)

    @property
    def has_tricks(self) -> bool:
        return any(issubclass(one, TrickTaken) for one in self.events)

    def rule(self, code: str) -> str:
        """Where the rules pages speak of it, or nothing."""
        return self.rules.get(code, "")

    def rule_of(self, event: Event) -> str:
        """Where the rules pages speak of such an event, or nothing."""
        return self.rule(event.type)

    def start(self, seats: int, options: Settings, **fresh: Any) -> S:
        """The state before the first event; options are settled, ``fresh`` is a game's own."""
        hands, none = (Hand(()),) * seats, (0,) * seats
        state: S = self.state(seats=seats, options=options, hands=hands, totals=none, **fresh)
        return state

    @abstractmethod
    def refusal(self, view: S, command: Command) -> Message | None:
        """Why any seat may not do this now, or None if it may."""

    def judge(self, state: S, command: Command) -> Verdict:
        """Whether any seat may do this now, and what it states if so."""
        reason = self.refusal(state, command)
        if reason is not None:
            return Refused(reason)
        return Allowed(self.statements(state, command), self.breach(state, command))

    def statements(self, state: S, command: Command) -> tuple[Event, ...]:
        """The events that state a command which may be: one that is spelled like it."""
        if isinstance(command, Play):
            return (CardPlayed(command.seat, command.card),)
        stated = next(event for event in self.events if event.type == command.event_type())
        return (stated(*astuple(command)),)

    def breach(self, view: S, command: Command) -> Message | None:
        """What is wrong with a command that may be, where people may err."""
        return None

    def derive(self, state: S, chance: Chance) -> Event | None:
        """The next event that follows by itself, or None when a seat must act or all is over."""
        if state.end is not None:
            return None
        if state.deal > len(state.scores):
            return self.step(state)
        if state.turn is not None:  # something is asked before the cards are dealt
            return None
        if state.dealer is None:
            return LotDrawn(chance.lot("lot", range(state.seats)))
        if state.deal and self.finished(state):
            return self.ending(state, chance)
        return self.next_deal(state, chance)

    def deals(self, view: S) -> int:
        """How many deals the match has at most, 0 where nobody knows."""
        return 0

    def next_dealer(self, state: S) -> int:
        """Whom the lot has fallen on, and in later deals the one to the left."""
        assert state.dealer is not None
        return (state.dealer + 1) % state.seats if state.deal else state.dealer

    @abstractmethod
    def next_deal(self, state: S, chance: Chance) -> Dealt:
        """The next deal, whose number, dealer and leader are as the rules have them."""

    @abstractmethod
    def step(self, state: S) -> Event | None:
        """What follows by itself within a deal, at last its score; None when a seat must act."""

    def finished(self, state: S) -> bool:
        """Whether the match ends after the deals scored so far."""
        return state.deal == self.deals(state)

    def ending(self, state: S, chance: Chance) -> Ended:
        """The end of the match: most points win, and equal ones share the place."""
        return Ended(state.totals, ranked([(total,) for total in state.totals]))

    def fold(self, state: S, event: Event) -> S:
        """The state after the event; ``TypeError`` for an event that is not of this game.

        What every game has is folded here: the lot, scores and the end.
        """
        match event:
            case Scored():
                scores = (*state.scores, event)
                return replace(state, totals=event.totals, scores=scores, turn=None)
            case LotDrawn():
                return replace(state, dealer=event.dealer)
            case Ended():
                return replace(state, end=event, turn=None)
        raise TypeError(f"{event.type} is no event of {self.name}")

    def tell(self, event: Event, state: S, seat: int | None) -> Event:
        """The event as told to a seat, or to a spectator (None); ``state`` is after the event.

        Nobody is told the hands of others, the stock, and what others draw of it.
        """
        match event:
            case CardPlayed():  # far more often than all others
                return event
            case Dealt():
                told = replace(event, hands=own_only(event.hands, seat))
                stock = getattr(event, "stock", None)
                return told if stock is None else replace(told, stock=stock.hidden)
            case CardsDrawn() if event.seat != seat:
                return CardsDrawn(event.seat, event.cards.hidden)
        return event

    def turn(self, view: S) -> int | None:
        return view.turn

    def not_now(self, view: S, command: Command, phase: str) -> Message | None:
        """Why the seat may do nothing at all now, or None; ``phase`` is a key of ``rules``."""
        if view.end is not None:
            return Message("match-over", rule=self.rule("end"))
        if command.seat == view.turn:
            return None
        if not 0 <= command.seat < view.seats:
            return Message("no-seat", {"number": command.seat})
        if view.turn is None:
            return Message("nobody-acts")
        return Message("not-your-turn", {"seat": view.turn}, self.rule(phase))

    def over(self, view: S) -> bool:
        return view.end is not None

    def open(self, view: S) -> bool:
        """Whether something stays open until everybody is ready to go on."""
        return False

    def close(self, state: S) -> Event | None:
        """What is stated first when everybody is ready; the rest follows by itself."""
        return None

    def follows(self, state: S, chance: Chance, *, ready: bool = False) -> Event | None:
        """The single step of a match: the next event that nobody asks for, if there is one.

        Where everybody is ``ready`` what lies open is closed.
        """
        event = self.derive(state, chance)
        return self.close(state) if event is None and ready else event

    def possible(self, view: S) -> tuple[Event, ...]:
        """What may follow by itself besides what ``follows`` says, for all that the view knows.

        Of a full state it is nothing. A draw in its place may be of any card.
        """
        return ()

    def phase(self, view: S) -> str:
        """What is asked for now: the type of the commands that answer it."""
        return Play.type

    def choices(self, view: S, seat: int) -> Sequence[Command]:
        """All commands of the phase that can be thought of, forbidden ones too."""
        return [Play(seat, card) for card in dict.fromkeys(view.hands[seat].cards)]

    def legal(self, view: S, seat: int) -> tuple[Command, ...]:
        """What the seat may do now without a mistake, from what the view knows."""
        if seat != view.turn:
            return ()
        return tuple([one for one in self.choices(view, seat) if self.refusal(view, one) is None])

    def question(self, view: S, seat: int) -> Question | None:
        """What the seat is asked now, with the answers it may not give as well."""
        if seat != view.turn:
            return None
        phase = self.phase(view)
        words = Message("ask-card" if phase == Play.type else f"ask-{phase}")
        answers = self.answers(view, self.choices(view, seat))
        return Question(phase, seat, answers, words, notes=self.notes(view, seat))

    def answers(self, view: S, commands: Sequence[Command]) -> tuple[Answer, ...]:
        """These commands as answers, each with what forbids it or is wrong with it."""
        judged = [(one, self.refusal(view, one)) for one in commands]
        return tuple(Answer(one, no, None if no else self.breach(view, one)) for one, no in judged)

    def notes(self, view: S, seat: int) -> tuple[Message, ...]:
        """What a seat should know to decide what it is asked now, where cards do not tell."""
        return ()

    def choice_key(self, command: Command) -> Hashable:
        """Return what tells a command from others: between those of one key nothing differs."""
        return command

    def offers(self, view: S, seat: int) -> tuple[Question, ...]:
        """What the seat may do though nobody asks it to: for each kind of command its answers."""
        return ()

    def explain(self, view: S, command: Command) -> Explanation:
        """Why the command is legal or not and what it would do, from what the view knows."""
        reason = self.refusal(view, command)
        if reason is not None:
            return Explanation(False, (reason,))
        meaning = self.meaning(view, command) or (Message("allowed"),)
        return Explanation(True, meaning, self.breach(view, command))

    def meaning(self, view: S, command: Command) -> tuple[Message, ...]:
        """What a command would do that may be; nothing where it is only allowed."""
        return ()

    def explain_trick(self, view: S, trick: Trick) -> tuple[tuple[int, tuple[Message, ...]], ...]:
        """Step by step why a trick went where it went: each seat, and what its card did.

        The weightiest sentence comes first and names the rule. Where a game has nothing better to
        tell, it is whether each card wins; nothing in games without tricks.
        """
        told = trick_told(self.picture(view), trick, self.rule(TrickTaken.type))
        return tuple(zip(trick.seats(view.seats), told, strict=False))

    def trick_brought(self, view: S, trick: Trick) -> tuple[Message, ...]:
        """Say what a trick of the deal brings its taker and what of it counts, the sum first.

        Nothing where no points are counted by tricks, and of a trick that brings none.
        """
        return ()

    def tell_of(self, view: S, thing: Thing, you: int | None) -> Told:
        """What is told, and by which rules, of a thing to which the seat ``you`` points."""
        return told_of(self.picture(view), thing, you)

    @abstractmethod
    def make_picture(self, view: S) -> Picture:
        """What the table shows."""

    def picture(self, view: S) -> Picture:
        """What the table shows; of the view asked for last it is remembered, as views are fixed."""
        pictured, picture = self._pictured
        if pictured is not view:
            picture = self.make_picture(view)
            self._pictured = view, picture
        return cast("Picture", picture)

    def tell_turn(self, view: S) -> Told:
        """Return whose turn it is and what they are to do; nothing while nobody is asked."""
        if view.turn is None:
            return ()
        phase = self.phase(view)
        known = phase == Play.type or f"turn-{phase}" in self.words().sentences
        return (Message(f"turn-{phase}" if known else "tell-turn", {"seat": view.turn}),)

    def at_hand(self, view: S, seat: int | None) -> AtHand:
        """What a seat, or somebody who watches (None), may look up at the table just now."""
        return NOTHING_AT_HAND

    def news(self, event: Event, view: S) -> News | None:
        """What nobody may miss of an event, None if it is of the usual kind; ``view`` is after."""
        return None

    def opening(self, view: S) -> tuple[Message, ...]:
        """What is announced in large letters as a deal begins, the weightiest first."""
        return ()

    def made(self, scored: Scored, view: S) -> tuple[Made, ...]:
        """What each seat has made of the deal just scored; ``view`` is after."""
        return tuple(self.made_by(scored, view, seat) for seat in range(len(scored.points)))

    def made_by(self, scored: Scored, view: S, seat: int) -> Made:
        """The same of one seat: its points."""
        points = scored.points[seat]
        return Made(
            Message("made-points", {"by": points}),
            Luck.GOOD if points > 0 else Luck.BAD if points < 0 else Luck.NEITHER,
            Message("makes-points", {"seat": seat, "by": points}),
        )

    def moods(self, view: S, event: Event | None = None) -> tuple[Mood, ...]:
        """What each seat's face shows, by what everybody can see; ``event`` has just been seen."""
        if view.end is not None:
            return moods_of_end(view.end.places)
        picture = self.picture(view)
        if isinstance(event, Scored):
            return moods_of_made(self.made(event, view), picture)
        return moods_of(picture)

    def log_entry(self, event: Event) -> TurnLogEntry | None:
        """What is written of an event in the list of turns, in games without tricks."""
        return None

    def explain_forced(self, event: Event, view: S) -> Message | None:
        """Return why somebody had to do what nobody asked them for; ``view`` is after it."""
        return None

    def said(self, event: Said) -> Message | None:
        """What a seat has said, where it is to stand at its plate for a moment."""
        return None

    def sheet(self, view: S) -> Sheet:
        """The score sheet so far: the points of each deal."""
        rows = tuple(
            Row(score.deal, tuple((Box(points),) for points in score.points))
            for score in view.scores
        )
        places = None if view.end is None else view.end.places
        return Sheet(("points",), rows, view.totals, places, partners=self.sides(view.seats))

    def finals(self, view: S) -> tuple[Message, ...]:
        """For each seat what the places of a match go by: its total, as a rule."""
        return tuple(Message("final-total", {"number": total}) for total in view.totals)

    def scores(self, seats: int, last: Scored | None) -> tuple[int, ...]:
        """For each seat the number that tells at a glance how it stands: its total, as a rule."""
        return (0,) * seats if last is None else last.totals

    def swing(self, view: S, seat: int) -> Message | None:
        """The deal of a match that is over to which a seat owes most, or that cost it most.

        A winner is told of the best deal, everybody else of the worst; None where none stands out.
        """
        worths = [self.worth_of(view, at, seat) for at in range(len(view.scores))]
        if view.end is None or len(worths) < 2:
            return None
        best, worst = max(worths), min(worths)
        worth = best if view.end.places[seat] == 1 or worst >= 0 else worst
        return self.told_of_swing(view, worths.index(worth), seat, worth) if worth else None

    def worth_of(self, view: S, at: int, seat: int) -> float:
        """What a deal was worth to a seat; ``at`` is the index of its score in the view."""
        return self.gain(view, view.scores[at], seat)

    def told_of_swing(self, view: S, at: int, seat: int, worth: float) -> Message | None:
        """What is told of a deal that was worth so much, more or less than nothing, to a seat."""
        scored = view.scores[at]
        points, count = scored.points[seat], round(abs(worth))
        code = "swing-ahead" if worth > 0 else "swing-behind"
        if points * worth > 0:
            code, count = "swing-brought" if worth > 0 else "swing-cost", abs(points)
        values = {"deal": scored.deal, "count": count}
        return Message(code, values, self.rule_of(scored)) if count else None

    def facts(self, deal: Sequence[Event], scored: Scored) -> tuple[tuple[Fact, ...], ...]:
        """For each seat what is remembered of a deal besides its points."""
        return tuple(self.facts_of(deal, scored, seat) for seat in range(len(scored.points)))

    def facts_of(self, deal: Sequence[Event], scored: Scored, seat: int) -> tuple[Fact, ...]:
        """The same of one seat; ``deal`` is what was dealt and said in it.

        No kind is one of ``rules.facts.OURS``; a new one is a step in ``store/base.py``, as the
        database keeps it.
        """
        return ()

    def figures(self, sums: Sums) -> tuple[Figures, ...]:
        """Tables of what was counted of somebody over many deals, besides their points."""
        return ()

    def honours(self, deals: Sequence[DealFacts], end: Ended) -> tuple[tuple[str, ...], ...]:
        """For each seat what is rare and was brought off in a match, by the codes of its words."""
        return tuple(self.honours_of(deals, end, seat) for seat in range(len(end.places)))

    def honours_of(self, deals: Sequence[DealFacts], end: Ended, seat: int) -> tuple[str, ...]:
        """The same of one seat; ``deals`` is what ``facts`` told of each deal.

        A new honour is a step in ``store/base.py``, as the database keeps it.
        """
        return ()

    def rating(self, sums: Sums) -> float | None:
        """The rating that the game's source prints, in percent; None where there is none."""
        return None

    # What players that think ahead ask

    def pack(self, seats: int) -> Sequence[Card]:
        """The cards that so many players play with; of two packs each card twice."""
        return PACK_52

    def unseen(self, view: S) -> tuple[Card, ...]:
        """The cards of the deal that the view does not show, wherever they lie.

        The card that names the trump is taken to lie undealt beside the pack, unless it is seen
        elsewhere in the picture.
        """
        picture = self.picture(view)
        left = Counter(self.pack(view.seats))
        left.subtract(picture.seen)
        if picture.undealt is not None:
            left[picture.undealt] -= 1
        return tuple(left.elements())

    def may_hold(self, view: S, seat: int, card: Card) -> bool:
        """Whether a seat may hold an unseen card, as far as its play has shown."""
        return True

    def filled(self, view: S, hands: tuple[Hand, ...], rest: tuple[Card, ...]) -> S:
        """The view with these hands, and with what it does not show of a stock from the rest."""
        stock = getattr(view, "stock", None)
        if isinstance(stock, Hand):
            return replace(view, hands=hands, stock=Hand(stock.cards + rest[: stock.unknown]))
        return replace(view, hands=hands)

    def gain(self, before: S, scored: Scored, seat: int) -> float:
        """What a deal's score is worth to a seat: its side's mean above that of all others."""
        points = scored.points
        sides = self.sides(len(points)) or range(len(points))
        own = [one for one, side in zip(points, sides, strict=True) if side == sides[seat]]
        others = [one for one, side in zip(points, sides, strict=True) if side != sides[seat]]
        return sum(own) / len(own) - sum(others) / len(others)

    def deal_of(self, view: S, seat: int) -> str:
        """The deal as a seat knows it all through, by which players err alike in all of it."""
        return str(seat)

    def undertakes(self, view: S, command: Command) -> float:
        """How much a seat takes upon itself with a choice, in the unit that choices are weighed in.

        By so much a bold player thinks it better than it is, and a careful one worse, as far as
        ``sway`` goes.
        """
        return float(command.undertakes)

    def advice(self, view: S, choices: Sequence[Weighed]) -> tuple[Message, ...]:
        """Why the first of these choices, the best, is so, the weightiest reason first."""
        return ()

    def odds(self, view: S, choice: Weighed) -> Message | None:
        """How likely a choice does what the seat has undertaken; None where that says nothing."""
        return None

    def place_counts(self, view: S) -> bool:
        """Whether the match is so near its end that choices are weighed by the place in it."""
        return False

    def believable(self, view: S) -> bool:
        """Whether a match can come to this, as far as a computer player must rely on it."""
        return True

    def kernel(self, view: S, seat: int, effort: Effort, *, thorough: bool) -> Kernel[Any] | None:
        """The game's own kernel for one decision, None where the general one plays it.

        ``thorough`` asks for every legal choice, also for hopeless ones and each of two equals.
        """
        return None

    def easy(self, view: S, seat: int, temperament: str, chance: Stream) -> Command | None:
        """What the game's own easy player does, None where it has none."""
        return None

    def form(self) -> SheetForm | None:
        return None
