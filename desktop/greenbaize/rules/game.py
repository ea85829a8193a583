"""The game contract: pure functions over a match state, and declarations about the game.

A view is the fold of the events a seat was told. State and view are therefore one type, and
everything that takes a view also takes the full state.
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
    """Base of every game's match state; games add fields of their own.

    ``deal`` is 0 before the first deal. ``turn`` is the seat that must act, None while the next
    event follows by itself. ``scores`` are those of the finished deals.
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
    """Verdict that a command is allowed, with the events that state it.

    ``breach`` describes a rule violation in games where players may err and the documented penalty
    follows.
    """

    events: tuple[Event, ...]
    breach: Message | None = None


class Refused(Fixed):
    """Verdict that a command is refused, with the reason; it changes nothing."""

    reason: Message


Verdict = Allowed | Refused


class Answer(Fixed):
    """A possible answer to a question.

    ``refusal`` is the reason why the rules forbid it, or None. ``breach`` describes a mistake that
    the rules let happen.
    """

    command: Command
    refusal: Message | None
    breach: Message | None = None


class Offer(Enum):
    """Element of the table in which a seat finds an action that it is not asked for."""

    HAND = auto()
    """The cards of the hand are chosen as when a card is asked for."""
    CARD = auto()
    """Each card offers the action by itself."""
    BUTTON = auto()
    """A button at the table's edge."""


class Question(Fixed):
    """A decision that a seat must make; ``kind`` is the type of the commands that answer it.

    Where the answers are cards, hand cards without an answer cannot be chosen and are not
    explained. A card that the rules forbid has an answer with its refusal.

    ``offer_location`` is None for a question and says where to find the action for an offer.
    ``prompt`` is the question as a sentence, or the label of an offer's button. ``guidance`` is the
    next step once an offer of cards has been accepted. ``notes`` is information for the decision,
    shown below the prompt. ``card_values`` are the values of hand cards where they are shown during
    the decision. An offer that is a correction (``is_correction``) disappears as soon as others
    have acted.
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
    """The explanation of a command's verdict and effects, most important sentence first.

    ``breach`` describes a rule violation that is allowed and penalised.
    """

    allowed: bool
    sentences: tuple[Message, ...]
    breach: Message | None = None


class Counts(Enum):
    """The measure by which players of a game are compared over many matches."""

    POINTS = "points"
    """Points per deal; more are better."""
    PLACES = "places"
    """The rank in each match, 1 being best, where a player's own points say little."""


class Unit(Enum):
    """The unit of ``gain`` in which choices are weighed, or of what replaces it."""

    MARGIN = "margin"
    """Points of the deal above the others' mean; of partners, the side's above the other side's."""
    POINTS = "points"
    """Points of the deal."""
    SHARE = "share"
    """The share of the other players left behind in the match (percent)."""
    PLACE = "place"
    """Minus the rank in the deal, 1 being best."""


class Game(ABC, Generic[S]):
    """The rules of a game. All methods are pure; seats are numbers from 0, clockwise.

    ============ ==================================================================================
    required     ``comparison_measure``, ``options``, ``event_classes``; ``refusal``, ``next_deal``,
                 ``next_event_in_deal``, ``fold`` of its own events; ``max_deals`` or
                 ``is_finished``; ``make_picture``
    optional
    for a match  ``state_class``, ``initial_state``, ``sides``, ``seating``, ``match_end_event``,
                 ``tell``, ``is_open``, ``close``, ``breach``, ``possible_events``
    for a choice ``command_classes``, ``phase``, ``choices``, ``choice_key``, ``notes``, ``offers``,
                 ``command_events``
    in words     ``vocabulary``, ``rule_references``, ``meaning``, ``explain_trick``,
                 ``trick_gains``, ``describe_turn``, ``event_notice``, ``deal_announcements``,
                 ``turn_log_entry``, ``explain_forced``, ``call_message``, ``lesson``, ``help_page``
    for results  ``deal_score``, ``sheet``, ``final_values``, ``running_scores``, ``deal_value``,
                 ``swing_message``, ``seat_facts``, ``statistics_tables``, ``seat_honours``,
                 ``rating``, ``sheet_form``
    for bots     ``pack``, ``unseen_cards``, ``may_hold``, ``fill_unseen``, ``gain``,
                 ``choice_unit``, ``deal_identity``, ``advice``, ``odds``, ``is_plausible``,
                 ``kernel``, ``choose_easy_command``
    inherited    ``validate_declarations``, ``judge``, ``derive``, ``next_event``, ``turn``,
                 ``is_over``, ``explain``, ``answers``, ``picture``, ``deal_scores``,
                 ``deal_facts``, ``honours``, ``biggest_swing``
    ============ ==================================================================================
    """

    name: str = ""
    """The game's name in records and on the command line. This and the next four attributes are
    also in the list of games, so that starting the program loads no rules.
    """
    title: str = ""
    """The title for players, marked; empty where it is the capitalised name."""
    line: str = ""
    """A one-sentence description, marked."""
    seats: range = range(0)
    """The possible numbers of players."""
    other_names: str = ""
    """Other names under which a search finds the game, separated by commas, marked."""
    help_page: ClassVar[str] = ""
    """The name of its rules page among the resources; without one, a page is generated from the
    game's declarations.
    """
    levels: ClassVar[Sequence[str]] = LEVEL_NAMES
    """The levels of bots offered, weakest first; other levels may still be named."""
    counts: ClassVar[Counts]
    """The measure by which its players are compared."""
    scores_places: ClassVar[bool] = False
    """True where the points of a deal are the rank achieved in it, of which less is better."""
    unit: ClassVar[Unit] = Unit.MARGIN
    """The unit in which advisers weigh a choice."""
    sway: ClassVar[float] = float("inf")
    """The maximum that a temperament gives away in a choice, in the unit of weighing.

    Choices further apart are not nearly equal, however much bolder one of them is.
    """
    state: type[Any] = State
    """The state class of its matches: ``MatchState`` or a subclass."""
    options: ClassVar[tuple[Option, ...]]
    """The options of a match in the order in which they are asked for."""
    events: ClassVar[tuple[type[Event], ...]]
    """The classes of its record's lines, besides the change of a seat that every game has."""
    has_ring: ClassVar[bool] = False
    """True where ranks beat each other in a ring, which is shown from the first deal on."""
    commands: ClassVar[tuple[type[Command], ...]] = (Play,)
    """The classes of the commands its players may submit."""
    rating_line: ClassVar[str] = ""
    """One sentence explaining the rating of the game's source, marked."""
    deals_anew: ClassVar[bool] = False
    """True where a view keeps nothing hidden from one deal to the next: folded into the full state
    or into common knowledge, a deal as told to a seat gives the same view.
    """
    rules: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The rule (``"damn.md 4"``) of each event type and phase, and of other messages under names of
    the game's own. ``rule_reference`` reads it where an entry may be missing.
    """
    _pictured: tuple[Any, Any] = (None, None)
    """The last view passed to ``picture``, and its result."""

    def check(self) -> None:
        """Raise ``ValueError`` if the declarations contradict each other."""
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
        """Return the index of the named player for each seat; in the given order by default."""
        return range(seats)

    def shuffles_seats(self, options: Settings) -> bool:
        """Return True if ``seating`` draws by chance."""
        return False

    def sides(self, seats: int) -> tuple[int, ...]:
        """Return the number of each seat's side; empty where players are not partners."""
        return ()

    def words(self) -> Words:
        """Return the sentences, columns and titles that this game adds to the common ones."""
        return Words()

    def lesson(self) -> Lesson:
        """Return the guided first deal; by default its guide says only what every game says."""
        return Lesson()

    @property
    def stated(self) -> frozenset[str]:
        """The types of the events that commands of players result in."""
        return frozenset(command.event_type() for command in self.commands)

    @property
    def has_tricks(self) -> bool:
        return any(issubclass(one, TrickTaken) for one in self.events)

    def rule(self, code: str) -> str:
        """Return the rule for a code, or an empty string."""
        return self.rules.get(code, "")

    def rule_of(self, event: Event) -> str:
        """Return the rule for an event, or an empty string."""
        return self.rule(event.type)

    def start(self, seats: int, options: Settings, **fresh: Any) -> S:
        """Return the state before the first event.

        Options are resolved; ``game_fields`` are fields of the game's own state class.
        """
        hands, none = (Hand(()),) * seats, (0,) * seats
        state: S = self.state(seats=seats, options=options, hands=hands, totals=none, **fresh)
        return state

    @abstractmethod
    def refusal(self, view: S, command: Command) -> Message | None:
        """Return why the seat may not submit the command now, or None if it may."""

    def judge(self, state: S, command: Command) -> Verdict:
        """Return the verdict on a command, with the events that it causes if it is allowed."""
        reason = self.refusal(state, command)
        if reason is not None:
            return Refused(reason)
        return Allowed(self.statements(state, command), self.breach(state, command))

    def statements(self, state: S, command: Command) -> tuple[Event, ...]:
        """Return the events that state an allowed command: one with the same fields by default."""
        if isinstance(command, Play):
            return (CardPlayed(command.seat, command.card),)
        stated = next(event for event in self.events if event.type == command.event_type())
        return (stated(*astuple(command)),)

    def breach(self, view: S, command: Command) -> Message | None:
        """Return the rule violation in an allowed command, in games where players may err."""
        return None

    def derive(self, state: S, chance: Chance) -> Event | None:
        """Return the next event that follows by itself; None if a seat must act or all is over."""
        if state.end is not None:
            return None
        if state.deal > len(state.scores):
            return self.step(state)
        if state.turn is not None:  # Something is asked before the cards are dealt.
            return None
        if state.dealer is None:
            return LotDrawn(chance.lot("lot", range(state.seats)))
        if state.deal and self.finished(state):
            return self.ending(state, chance)
        return self.next_deal(state, chance)

    def deals(self, view: S) -> int:
        """Return the maximum number of deals of the match, 0 if it is unknown."""
        return 0

    def next_dealer(self, state: S) -> int:
        """Return the first dealer as drawn by lot, and in later deals the seat to the left."""
        assert state.dealer is not None
        return (state.dealer + 1) % state.seats if state.deal else state.dealer

    @abstractmethod
    def next_deal(self, state: S, chance: Chance) -> Dealt:
        """Return the next deal with its number, dealer and leader."""

    @abstractmethod
    def step(self, state: S) -> Event | None:
        """Return the next event within a deal, at the end its score; None when a seat must act."""

    def finished(self, state: S) -> bool:
        """Return True if the match ends after the deals scored so far."""
        return state.deal == self.deals(state)

    def ending(self, state: S, chance: Chance) -> Ended:
        """Return the end of the match: most points win, and equal totals share a rank."""
        return Ended(state.totals, ranked([(total,) for total in state.totals]))

    def fold(self, state: S, event: Event) -> S:
        """Return the state after the event.

        The events that every game has are folded here: the lot, scores and the end.

        Raises:
            TypeError: the event does not belong to this game.
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
        """Return the event as told to a seat or a spectator (None); ``state`` is after the event.

        Other players' hands, the stock and cards that others draw from it are redacted.
        """
        match event:
            case CardPlayed():  # The most frequent event by far comes first.
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
        """Return why the seat may do nothing at all now, or None.

        ``phase`` is a key of ``rule_references``.
        """
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
        """Return True if the game waits until everybody is ready to go on."""
        return False

    def close(self, state: S) -> Event | None:
        """Return the first event once everybody is ready; the rest follows by itself."""
        return None

    def follows(self, state: S, chance: Chance, *, ready: bool = False) -> Event | None:
        """Return the next event that no seat asks for, if there is one.

        If everybody is ready, a state that is open is closed.
        """
        event = self.derive(state, chance)
        return self.close(state) if event is None and ready else event

    def possible(self, view: S) -> tuple[Event, ...]:
        """Return other events that may follow by itself, as far as the view knows.

        For a full state there are none. A draw stands for a draw of any card.
        """
        return ()

    def phase(self, view: S) -> str:
        """Return the type of the commands that answer the current question."""
        return Play.type

    def choices(self, view: S, seat: int) -> Sequence[Command]:
        """Return all conceivable commands of the phase, including forbidden ones."""
        return [Play(seat, card) for card in dict.fromkeys(view.hands[seat].cards)]

    def legal(self, view: S, seat: int) -> tuple[Command, ...]:
        """Return the commands the seat may submit without a mistake, as far as the view knows."""
        if seat != view.turn:
            return ()
        return tuple([one for one in self.choices(view, seat) if self.refusal(view, one) is None])

    def question(self, view: S, seat: int) -> Question | None:
        """Return the question to the seat, including answers that are forbidden."""
        if seat != view.turn:
            return None
        phase = self.phase(view)
        words = Message("ask-card" if phase == Play.type else f"ask-{phase}")
        answers = self.answers(view, self.choices(view, seat))
        return Question(phase, seat, answers, words, notes=self.notes(view, seat))

    def answers(self, view: S, commands: Sequence[Command]) -> tuple[Answer, ...]:
        """Return commands as answers, each with its refusal or breach."""
        judged = [(one, self.refusal(view, one)) for one in commands]
        return tuple(Answer(one, no, None if no else self.breach(view, one)) for one, no in judged)

    def notes(self, view: S, seat: int) -> tuple[Message, ...]:
        """Return notes for a decision that the cards alone do not show."""
        return ()

    def choice_key(self, command: Command) -> Hashable:
        """Return a key that is equal for commands between which nothing differs."""
        return command

    def offers(self, view: S, seat: int) -> tuple[Question, ...]:
        """Return the seat's possible actions without being asked, one question per command type."""
        return ()

    def explain(self, view: S, command: Command) -> Explanation:
        """Return why the command is legal or not and what it would do, as far as the view knows."""
        reason = self.refusal(view, command)
        if reason is not None:
            return Explanation(False, (reason,))
        meaning = self.meaning(view, command) or (Message("allowed"),)
        return Explanation(True, meaning, self.breach(view, command))

    def meaning(self, view: S, command: Command) -> tuple[Message, ...]:
        """Return what an allowed command would do; empty where it is only allowed."""
        return ()

    def explain_trick(self, view: S, trick: Trick) -> tuple[tuple[int, tuple[Message, ...]], ...]:
        """Return the explanation of a trick: each seat with the effect of its card.

        The most important sentence comes first and names the rule. By default it says whether each
        card wins; the result is empty in games without tricks.
        """
        told = trick_told(self.picture(view), trick, self.rule(TrickTaken.type))
        return tuple(zip(trick.seats(view.seats), told, strict=False))

    def trick_brought(self, view: S, trick: Trick) -> tuple[Message, ...]:
        """Return what a trick of the deal brings its taker, the sum first.

        The result is empty where tricks bring no points, and for a trick that brings none.
        """
        return ()

    def tell_of(self, view: S, thing: Thing, you: int | None) -> Told:
        """Return the description of a table element, with its rules, for the viewer's seat."""
        return told_of(self.picture(view), thing, you)

    @abstractmethod
    def make_picture(self, view: S) -> Picture:
        """Return what the table shows."""

    def picture(self, view: S) -> Picture:
        """Return what the table shows; the result for the last view is cached."""
        pictured, picture = self._pictured
        if pictured is not view:
            picture = self.make_picture(view)
            self._pictured = view, picture
        return cast("Picture", picture)

    def tell_turn(self, view: S) -> Told:
        """Return whose turn it is and what is asked; empty while no seat must act."""
        if view.turn is None:
            return ()
        phase = self.phase(view)
        known = phase == Play.type or f"turn-{phase}" in self.words().sentences
        return (Message(f"turn-{phase}" if known else "tell-turn", {"seat": view.turn}),)

    def at_hand(self, view: S, seat: int | None) -> AtHand:
        """Return the rules summary for a seat, or for a spectator (None), at this moment."""
        return NOTHING_AT_HAND

    def news(self, event: Event, view: S) -> News | None:
        """Return the notice of an unusual event, None for others; ``view`` is after the event."""
        return None

    def opening(self, view: S) -> tuple[Message, ...]:
        """Return what is announced in large letters as a deal begins, most important first."""
        return ()

    def made(self, scored: Scored, view: S) -> tuple[Made, ...]:
        """Return each seat's result of the deal just scored; ``view`` is after the score."""
        return tuple(self.made_by(scored, view, seat) for seat in range(len(scored.points)))

    def made_by(self, scored: Scored, view: S, seat: int) -> Made:
        """Return one seat's result of the deal: by default its points."""
        points = scored.points[seat]
        return Made(
            Message("made-points", {"by": points}),
            Luck.GOOD if points > 0 else Luck.BAD if points < 0 else Luck.NEITHER,
            Message("makes-points", {"seat": seat, "by": points}),
        )

    def moods(self, view: S, event: Event | None = None) -> tuple[Mood, ...]:
        """Return the mood that each seat's face shows, from public information only.

        ``event`` is the event shown last.
        """
        if view.end is not None:
            return moods_of_end(view.end.places)
        picture = self.picture(view)
        if isinstance(event, Scored):
            return moods_of_made(self.made(event, view), picture)
        return moods_of(picture)

    def log_entry(self, event: Event) -> TurnLogEntry | None:
        """Return the entry of an event in the turn log, in games without tricks."""
        return None

    def explain_forced(self, event: Event, view: S) -> Message | None:
        """Return why a seat had to act without being asked; ``view`` is after the event."""
        return None

    def said(self, event: Said) -> Message | None:
        """Return the message of a call, where it is shown at the seat's plate for a moment."""
        return None

    def sheet(self, view: S) -> Sheet:
        """Return the score sheet so far: by default the points of each deal."""
        rows = tuple(
            Row(score.deal, tuple((Box(points),) for points in score.points))
            for score in view.scores
        )
        places = None if view.end is None else view.end.places
        return Sheet(("points",), rows, view.totals, places, partners=self.sides(view.seats))

    def finals(self, view: S) -> tuple[Message, ...]:
        """Return the value that decides each seat's rank in the match: its total by default."""
        return tuple(Message("final-total", {"number": total}) for total in view.totals)

    def scores(self, seats: int, last: Scored | None) -> tuple[int, ...]:
        """Return each seat's score at a glance: its total by default."""
        return (0,) * seats if last is None else last.totals

    def swing(self, view: S, seat: int) -> Message | None:
        """Return a message about the deal that helped or cost a seat most in a finished match.

        A winner is told of the best deal, everybody else of the worst; None where no deal stands
        out.
        """
        worths = [self.worth_of(view, at, seat) for at in range(len(view.scores))]
        if view.end is None or len(worths) < 2:
            return None
        best, worst = max(worths), min(worths)
        worth = best if view.end.places[seat] == 1 or worst >= 0 else worst
        return self.told_of_swing(view, worths.index(worth), seat, worth) if worth else None

    def worth_of(self, view: S, at: int, seat: int) -> float:
        """Return the value of a deal to a seat; ``deal_index`` is the index of its score."""
        return self.gain(view, view.scores[at], seat)

    def told_of_swing(self, view: S, at: int, seat: int, worth: float) -> Message | None:
        """Return the message about a deal with a value other than zero to a seat."""
        scored = view.scores[at]
        points, count = scored.points[seat], round(abs(worth))
        code = "swing-ahead" if worth > 0 else "swing-behind"
        if points * worth > 0:
            code, count = "swing-brought" if worth > 0 else "swing-cost", abs(points)
        values = {"deal": scored.deal, "count": count}
        return Message(code, values, self.rule_of(scored)) if count else None

    def facts(self, deal: Sequence[Event], scored: Scored) -> tuple[tuple[Fact, ...], ...]:
        """Return for each seat the facts recorded of a deal besides its points."""
        return tuple(self.facts_of(deal, scored, seat) for seat in range(len(scored.points)))

    def facts_of(self, deal: Sequence[Event], scored: Scored, seat: int) -> tuple[Fact, ...]:
        """Return the facts of one seat; ``deal`` are the events of the deal.

        No fact has a kind of ``rules.facts.RESERVED_KINDS``. A new kind needs a migration in
        ``store/base.py``, as the database stores it.
        """
        return ()

    def figures(self, sums: Sums) -> tuple[Figures, ...]:
        """Return statistics tables of what was counted over many deals, besides points."""
        return ()

    def honours(self, deals: Sequence[DealFacts], end: Ended) -> tuple[tuple[str, ...], ...]:
        """Return for each seat the codes of its honours: rare achievements in a match."""
        return tuple(self.honours_of(deals, end, seat) for seat in range(len(end.places)))

    def honours_of(self, deals: Sequence[DealFacts], end: Ended, seat: int) -> tuple[str, ...]:
        """Return one seat's honours; ``deals`` are the results of ``deal_facts`` for each deal.

        A new honour needs a migration in ``store/base.py``, as the database stores it.
        """
        return ()

    def rating(self, sums: Sums) -> float | None:
        """Return the rating that the game's source prints (percent), or None."""
        return None

    # Methods for bots

    def pack(self, seats: int) -> Sequence[Card]:
        """Return the cards for a number of players; with two packs each card occurs twice."""
        return PACK_52

    def unseen(self, view: S) -> tuple[Card, ...]:
        """Return the cards of the deal that the view does not show, wherever they are.

        The card that determines the trump counts as undealt unless it is seen elsewhere in the
        picture.
        """
        picture = self.picture(view)
        left = Counter(self.pack(view.seats))
        left.subtract(picture.seen)
        if picture.undealt is not None:
            left[picture.undealt] -= 1
        return tuple(left.elements())

    def may_hold(self, view: S, seat: int, card: Card) -> bool:
        """Return False if a seat's play has shown that it cannot hold an unseen card."""
        return True

    def filled(self, view: S, hands: tuple[Hand, ...], rest: tuple[Card, ...]) -> S:
        """Return the view with these hands and the unknown cards of a stock taken from the rest."""
        stock = getattr(view, "stock", None)
        if isinstance(stock, Hand):
            return replace(view, hands=hands, stock=Hand(stock.cards + rest[: stock.unknown]))
        return replace(view, hands=hands)

    def gain(self, before: S, scored: Scored, seat: int) -> float:
        """Return the value of a deal's score to a seat: its side's mean above all others' mean."""
        points = scored.points
        sides = self.sides(len(points)) or range(len(points))
        own = [one for one, side in zip(points, sides, strict=True) if side == sides[seat]]
        others = [one for one, side in zip(points, sides, strict=True) if side != sides[seat]]
        return sum(own) / len(own) - sum(others) / len(others)

    def deal_of(self, view: S, seat: int) -> str:
        """Return a key of the deal as the seat knows it throughout; it seeds consistent errors."""
        return str(seat)

    def undertakes(self, view: S, command: Command) -> float:
        """Return the boldness of a choice in the unit in which choices are weighed.

        A bold player overrates it by this amount, a careful one underrates it, within ``max_sway``.
        """
        return float(command.undertakes)

    def advice(self, view: S, choices: Sequence[Weighed]) -> tuple[Message, ...]:
        """Return why the first (best) of these choices is best, most important reason first."""
        return ()

    def odds(self, view: S, choice: Weighed) -> Message | None:
        """Return the odds that a choice achieves the bid or target; None if uninformative."""
        return None

    def place_counts(self, view: S) -> bool:
        """Return True if the match is so near its end that choices are weighed by match rank."""
        return False

    def believable(self, view: S) -> bool:
        """Return False if no match can reach this state, as bots must rely on it."""
        return True

    def kernel(self, view: S, seat: int, effort: Effort, *, thorough: bool) -> Kernel[Any] | None:
        """Return the game's own kernel for a decision, None to use the general one.

        ``weighs_every_choice`` includes hopeless choices and both of two equal ones.
        """
        return None

    def easy(self, view: S, seat: int, temperament: str, chance: Stream) -> Command | None:
        """Return the command of the game's own easy bot, None where it has none."""
        return None

    def form(self) -> SheetForm | None:
        return None
