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
from greenbaize.rules.chance import Chance, RandomStream
from greenbaize.rules.commands import Command, PlayCommand, ReadyCommand
from greenbaize.rules.events import (
    CallMade,
    CardPlayed,
    CardsDealt,
    CardsDrawn,
    DealScored,
    Event,
    LotDrawn,
    MatchEnded,
    TrickTaken,
)
from greenbaize.rules.facts import DealFact, FactsBySeat, FactSums, StatisticsTable
from greenbaize.rules.frozen_struct import FrozenStruct
from greenbaize.rules.hands import Hand, Trick, hide_other_hands
from greenbaize.rules.levels import MissingLevel
from greenbaize.rules.messages import GameVocabulary, Message, Misfit
from greenbaize.rules.options import (
    Option,
    OptionValue,
    OptionValues,
    resolve_options,
    resolve_options_or_defaults,
)
from greenbaize.rules.players import OFFERED_LEVELS
from greenbaize.rules.ranking import rank_seats
from greenbaize.rules.search_contract import (
    BidSearch,
    SearchEffort,
    SearchKernel,
    WeighedChoice,
)
from greenbaize.rules.sheets import ScoreSheet, SheetBox, SheetForm, SheetRow
from greenbaize.rules.table_elements import (
    GameLesson,
    Messages,
    TableElement,
    describe_table_element,
    describe_trick_cards,
)
from greenbaize.rules.table_snapshot import (
    NO_CURRENT_RULES,
    CurrentRules,
    DealScore,
    EventNotice,
    PlayerMood,
    ScoreQuality,
    TableSnapshot,
    TurnLogEntry,
    moods_after_deal,
    moods_after_match,
    moods_during_deal,
)


class MatchState(FrozenStruct, kw_only=True):
    """Base of every game's match state; games add fields of their own.

    ``deal`` is 0 before the first deal. ``turn`` is the seat that must act, None while the next
    event follows by itself. ``scores`` are those of the finished deals.
    """

    seats: int
    options: OptionValues
    dealer: int | None = None
    deal: int = 0
    hands: tuple[Hand, ...]
    turn: int | None = None
    totals: tuple[int, ...]
    scores: tuple[DealScored, ...] = ()
    end: MatchEnded | None = None


S = TypeVar("S", bound=MatchState)


class AllowedVerdict(FrozenStruct):
    """Verdict that a command is allowed, with the events that state it.

    ``breach`` describes a rule violation in games where players may err and the documented penalty
    follows.
    """

    command_events: tuple[Event, ...]
    breach: Message | None = None


class RefusedVerdict(FrozenStruct):
    """Verdict that a command is refused, with the reason; it changes nothing."""

    reason: Message


Verdict = AllowedVerdict | RefusedVerdict


class QuestionAnswer(FrozenStruct):
    """A possible answer to a question.

    ``refusal`` is the reason why the rules forbid it, or None. ``breach`` describes a mistake that
    the rules let happen.
    """

    command: Command
    refusal: Message | None
    breach: Message | None = None


class OfferLocation(Enum):
    """Element of the table in which a seat finds an action that it is not asked for."""

    HAND = auto()
    """The cards of the hand are chosen as when a card is asked for."""
    CARD = auto()
    """Each card offers the action by itself."""
    BUTTON = auto()
    """A button at the table's edge."""


class Question(FrozenStruct):
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
    answers: tuple[QuestionAnswer, ...]
    prompt: Message
    offer_location: OfferLocation | None = None
    notes: tuple[Message, ...] = ()
    card_values: tuple[tuple[Card, int], ...] = ()
    guidance: Message | None = None
    is_correction: bool = False


class Explanation(FrozenStruct):
    """The explanation of a command's verdict and effects, most important sentence first.

    ``breach`` describes a rule violation that is allowed and penalised.
    """

    is_allowed: bool
    sentences: tuple[Message, ...]
    breach: Message | None = None


class ComparisonMeasure(Enum):
    """The measure by which players of a game are compared over many matches."""

    POINTS = "points"
    """Points per deal; more are better."""
    RANKS = "places"
    """The rank in each match, 1 being best, where a player's own points say little."""


class ResultUnit(Enum):
    """A unit of what a deal brought; of several the first that differs decides."""

    POINTS = "points"
    BANKS = "banks"
    PLACES = "places"
    """The rank in the deal: less is better."""


class ChoiceUnit(Enum):
    """The unit of ``gain`` in which choices are weighed, or of what replaces it."""

    MARGIN = "margin"
    """Points of the deal above the others' mean; of partners, the side's above the other side's."""
    POINTS = "points"
    """Points of the deal."""
    SHARE = "share"
    """The share of the other players left behind in the match (percent)."""
    RANK = "place"
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
    for results  ``deal_score``, ``result_units``, ``deal_result``, ``result_message``,
                 ``total_message``, ``sheet``, ``final_values``, ``running_scores``,
                 ``deal_value``, ``swing_message``, ``seat_facts``, ``statistics_tables``,
                 ``seat_honours``,
                 ``rating``, ``sheet_form``
    for bots     ``pack``, ``unseen_cards``, ``may_hold``, ``fill_unseen``, ``gain``,
                 ``choice_unit``, ``deal_identity``, ``advice``, ``odds``, ``find_mistake``,
                 ``find_misfit``, ``kernel``, ``choose_easy_command``, ``easy_rules``,
                 ``beginner_rules``, ``choose_beginner_command``
    inherited    ``validate_declarations``, ``judge``, ``derive``, ``next_event``, ``turn``,
                 ``is_over``, ``explain``, ``answers``, ``picture``, ``deal_scores``,
                 ``deal_facts``, ``honours``, ``biggest_swing``, ``levels_for``
    ============ ==================================================================================
    """

    name: str = ""
    """The game's name in records and on the command line. This and the next four attributes are
    also in the list of games, so that starting the program loads no rules.
    """
    title: str = ""
    """The title for players, marked; empty where it is the capitalised name."""
    description: str = ""
    """A one-sentence description, marked."""
    seats: range = range(0)
    """The possible numbers of players."""
    other_names: str = ""
    """Other names under which a search finds the game, separated by commas, marked."""
    help_page: ClassVar[str] = ""
    """The name of its rules page among the resources; without one, a page is generated from the
    game's declarations.
    """
    levels: ClassVar[Sequence[str]] = OFFERED_LEVELS
    """The levels of bots offered, weakest first; other levels may still be named."""
    missing_levels: ClassVar[Sequence[MissingLevel]] = ()
    """The tables at which one of ``levels`` is not offered."""
    comparison_measure: ClassVar[ComparisonMeasure]
    """The measure by which its players are compared."""
    scores_ranks: ClassVar[bool] = False
    """True where the points of a deal are the rank achieved in it, of which less is better."""
    result_units: ClassVar[Sequence[ResultUnit]] = (ResultUnit.POINTS,)
    """The units of ``deal_result``."""
    daily_options: ClassVar[Mapping[str, OptionValue]] = MappingProxyType({})
    """Options that make a match of some five to eight minutes, for the deal of the day."""
    choice_unit: ClassVar[ChoiceUnit] = ChoiceUnit.MARGIN
    """The unit in which advisers weigh a choice."""
    max_sway: ClassVar[float] = float("inf")
    """The largest difference between two choices that a temperament may decide, in their unit.

    Of choices further apart the better one is taken, however much bolder the other is.
    """
    easy_rules: ClassVar[Mapping[str, str]] = {}
    """A sentence on how the easy bot decides, marked, by type of command."""
    beginner_rules: ClassVar[Mapping[str, str]] = {}
    """A sentence on how the beginner decides, marked, by type of command."""
    state_class: type[Any] = MatchState
    """The state class of its matches: ``MatchState`` or a subclass."""
    options: ClassVar[tuple[Option, ...]]
    """The options of a match in the order in which they are asked for."""
    event_classes: ClassVar[tuple[type[Event], ...]]
    """The classes of its record's lines, besides the change of a seat that every game has."""
    has_ring: ClassVar[bool] = False
    """True where ranks beat each other in a ring, which is shown from the first deal on."""
    command_classes: ClassVar[tuple[type[Command], ...]] = (PlayCommand,)
    """The classes of the commands its players may submit."""
    rating_description: ClassVar[str] = ""
    """One sentence explaining the rating of the game's source, marked."""
    view_resets_each_deal: ClassVar[bool] = False
    """True where a new deal replaces everything in a view that not all seats know. The deal as told
    to a seat then gives the same view, whether folded into that seat's view or the full state.
    """
    rule_references: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The rule (``"damn.md 4"``) of each event type and phase, and of other messages under names of
    the game's own. ``rule_reference`` reads it where an entry may be missing.
    """
    _cached_picture: tuple[Any, Any] = (None, None)
    """The last view passed to ``picture``, and its result."""

    def validate_declarations(self) -> None:
        """Raise ``ValueError`` if the declarations contradict each other."""
        types = {event.type for event in self.event_classes}
        unstated = [
            command_class.type
            for command_class in self.command_classes
            if command_class.event_type() not in types | {"ready"}
        ]
        if unstated:
            raise ValueError(f"no event states the commands {unstated}")
        own_commands = [
            command_class
            for command_class in self.command_classes
            if command_class not in (PlayCommand, ReadyCommand)
        ]
        sentences = self.vocabulary().sentences if own_commands else {}
        for command_class in own_commands:
            codes = {
                f"ask-{command_class.type}",
                f"{command_class.type}-first",
                f"choice-{command_class.type}",
            }
            if (
                Command.label is not command_class.label
                and Command.short_message is not command_class.short_message
            ):
                codes.remove(f"choice-{command_class.type}")
            if f"offer-{command_class.type}" not in sentences and codes - sentences.keys():
                raise ValueError(f"vocabulary has no sentences {sorted(codes - sentences.keys())}")
        for seats in self.seats:
            if len(self.sides(seats)) not in (0, seats):
                raise ValueError(f"{seats} players, and sides for {len(self.sides(seats))}")
            state = self.initial_state(seats, resolve_options(self.options, seats, {}))
            if type(self).is_finished is Game.is_finished and not self.max_deals(state):
                raise ValueError("neither max_deals nor is_finished says when the match ends")

    def levels_for(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        """Return the levels of bots offered at a table, weakest first; others may still be named.

        ``options`` are as chosen; the others have their defaults.
        """
        if seats not in self.seats:  # a table of another version of the program
            return tuple(self.levels)
        resolved = resolve_options_or_defaults(self.options, seats, options)
        values = {
            option.key: resolved.get(option.key, option.default_for(seats, resolved))
            for option in self.options
        }  # options that omit their default too
        missing = {one.level for one in self.missing_levels if one.matches_table(seats, values)}
        return tuple(level for level in self.levels if level not in missing)

    def seating(self, seats: int, options: OptionValues, chance: Chance) -> Sequence[int]:
        """Return the index of the named player for each seat; in the given order by default."""
        return range(seats)

    def shuffles_seats(self, options: OptionValues) -> bool:
        """Return True if ``seating`` draws by chance."""
        return False

    def sides(self, seats: int) -> tuple[int, ...]:
        """Return the number of each seat's side; empty where players are not partners."""
        return ()

    def vocabulary(self) -> GameVocabulary:
        """Return the sentences, columns and titles that this game adds to the common ones."""
        return GameVocabulary()

    def lesson(self) -> GameLesson:
        """Return the guided first deal; by default its guide says only what every game says."""
        return GameLesson()

    @property
    def player_event_types(self) -> frozenset[str]:
        """The types of the events that commands of players result in."""
        return frozenset(command.event_type() for command in self.command_classes)

    @property
    def has_tricks(self) -> bool:
        return any(issubclass(event_class, TrickTaken) for event_class in self.event_classes)

    def rule_reference(self, code: str) -> str:
        """Return the rule for a code, or an empty string."""
        return self.rule_references.get(code, "")

    def event_rule_reference(self, event: Event) -> str:
        """Return the rule for an event, or an empty string."""
        return self.rule_reference(event.type)

    def initial_state(self, seats: int, options: OptionValues, **game_fields: Any) -> S:
        """Return the state before the first event.

        Options are resolved; ``game_fields`` are fields of the game's own state class.
        """
        hands, zero_totals = (Hand(()),) * seats, (0,) * seats
        state: S = self.state_class(
            seats=seats, options=options, hands=hands, totals=zero_totals, **game_fields
        )
        return state

    @abstractmethod
    def refusal(self, view: S, command: Command) -> Message | None:
        """Return why the seat may not submit the command now, or None if it may."""

    def judge(self, state: S, command: Command) -> Verdict:
        """Return the verdict on a command, with the events that it causes if it is allowed."""
        reason = self.refusal(state, command)
        if reason is not None:
            return RefusedVerdict(reason)
        return AllowedVerdict(self.command_events(state, command), self.breach(state, command))

    def command_events(self, state: S, command: Command) -> tuple[Event, ...]:
        """Return the events that state an allowed command: one with the same fields by default."""
        if isinstance(command, PlayCommand):
            return (CardPlayed(command.seat, command.card),)
        event_class = next(
            event for event in self.event_classes if event.type == command.event_type()
        )
        return (event_class(*astuple(command)),)

    def breach(self, view: S, command: Command) -> Message | None:
        """Return the rule violation in an allowed command, in games where players may err."""
        return None

    def derive(self, state: S, chance: Chance) -> Event | None:
        """Return the next event that follows by itself; None if a seat must act or all is over."""
        if state.end is not None:
            return None
        if state.deal > len(state.scores):
            return self.next_event_in_deal(state)
        if state.turn is not None:  # Something is asked before the cards are dealt.
            return None
        if state.dealer is None:
            return LotDrawn(chance.draw_lot("lot", range(state.seats)))
        if state.deal and self.is_finished(state):
            return self.match_end_event(state, chance)
        return self.next_deal(state, chance)

    def max_deals(self, view: S) -> int:
        """Return the maximum number of deals of the match, 0 if it is unknown."""
        return 0

    def next_dealer(self, state: S) -> int:
        """Return the first dealer as drawn by lot, and in later deals the seat to the left."""
        assert state.dealer is not None
        return (state.dealer + 1) % state.seats if state.deal else state.dealer

    @abstractmethod
    def next_deal(self, state: S, chance: Chance) -> CardsDealt:
        """Return the next deal with its number, dealer and leader."""

    @abstractmethod
    def next_event_in_deal(self, state: S) -> Event | None:
        """Return the next event within a deal, at the end its score; None when a seat must act."""

    def is_finished(self, state: S) -> bool:
        """Return True if the match ends after the deals scored so far."""
        return state.deal == self.max_deals(state)

    def match_end_event(self, state: S, chance: Chance) -> MatchEnded:
        """Return the end of the match: most points win, and equal totals share a rank."""
        return MatchEnded(state.totals, rank_seats([(total,) for total in state.totals]))

    def fold(self, state: S, event: Event) -> S:
        """Return the state after the event.

        The events that every game has are folded here: the lot, scores and the end.

        Raises:
            TypeError: the event does not belong to this game.
        """
        match event:
            case DealScored():
                scores = (*state.scores, event)
                return replace(state, totals=event.totals, scores=scores, turn=None)
            case LotDrawn():
                return replace(state, dealer=event.dealer)
            case MatchEnded():
                return replace(state, end=event, turn=None)
        raise TypeError(f"{event.type} is no event of {self.name}")

    def tell(self, event: Event, state: S, seat: int | None) -> Event:
        """Return the event as told to a seat or a spectator (None); ``state`` is after the event.

        Other players' hands, the stock and cards that others draw from it are redacted.
        """
        match event:
            case CardPlayed():  # The most frequent event by far comes first.
                return event
            case CardsDealt():
                view_event = replace(event, hands=hide_other_hands(event.hands, seat))
                stock = getattr(event, "stock", None)
                return view_event if stock is None else replace(view_event, stock=stock.hidden)
            case CardsDrawn() if event.seat != seat:
                return CardsDrawn(event.seat, event.cards.hidden)
        return event

    def turn(self, view: S) -> int | None:
        return view.turn

    def timing_refusal(self, view: S, command: Command, phase: str) -> Message | None:
        """Return why the seat may do nothing at all now, or None.

        ``phase`` is a key of ``rule_references``.
        """
        if view.end is not None:
            return Message("match-over", rule=self.rule_reference("end"))
        if command.seat == view.turn:
            return None
        if not 0 <= command.seat < view.seats:
            return Message("no-seat", {"number": command.seat})
        if view.turn is None:
            return Message("nobody-acts")
        return Message("not-your-turn", {"seat": view.turn}, self.rule_reference(phase))

    def is_over(self, view: S) -> bool:
        return view.end is not None

    def is_open(self, view: S) -> bool:
        """Return True if the game waits until everybody is ready to go on."""
        return False

    def close(self, state: S) -> Event | None:
        """Return the first event once everybody is ready; the rest follows by itself."""
        return None

    def next_event(
        self, state: S, chance: Chance, *, is_everybody_ready: bool = False
    ) -> Event | None:
        """Return the next event that no seat asks for, if there is one.

        If everybody is ready, a state that is open is closed.
        """
        event = self.derive(state, chance)
        return self.close(state) if event is None and is_everybody_ready else event

    def possible_events(self, view: S) -> tuple[Event, ...]:
        """Return events that may follow because of cards that the view does not show.

        ``derive`` misses these. There are none for a full state. A draw stands for any card.
        """
        return ()

    def phase(self, view: S) -> str:
        """Return the type of the commands that answer the current question."""
        return PlayCommand.type

    def choices(self, view: S, seat: int) -> Sequence[Command]:
        """Return all conceivable commands of the phase, including forbidden ones."""
        return [PlayCommand(seat, card) for card in dict.fromkeys(view.hands[seat].cards)]

    def legal(self, view: S, seat: int) -> tuple[Command, ...]:
        """Return the commands the seat may submit without a mistake, as far as the view knows."""
        if seat != view.turn:
            return ()
        return tuple(
            [command for command in self.choices(view, seat) if self.refusal(view, command) is None]
        )

    def question(self, view: S, seat: int) -> Question | None:
        """Return the question to the seat, including answers that are forbidden."""
        if seat != view.turn:
            return None
        phase = self.phase(view)
        words = Message("ask-card" if phase == PlayCommand.type else f"ask-{phase}")
        answers = self.answers(view, self.choices(view, seat))
        return Question(phase, seat, answers, words, notes=self.notes(view, seat))

    def answers(self, view: S, commands: Sequence[Command]) -> tuple[QuestionAnswer, ...]:
        """Return commands as answers, each with its refusal or breach."""
        refusals = [(command, self.refusal(view, command)) for command in commands]
        return tuple(
            QuestionAnswer(command, refusal, None if refusal else self.breach(view, command))
            for command, refusal in refusals
        )

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
        descriptions = describe_trick_cards(
            self.picture(view), trick, self.rule_reference(TrickTaken.type)
        )
        return tuple(zip(trick.seats_in_order(view.seats), descriptions, strict=False))

    def trick_gains(self, view: S, trick: Trick) -> tuple[Message, ...]:
        """Return what a trick of the deal brings its taker, the sum first.

        The result is empty where tricks bring no points, and for a trick that brings none.
        """
        return ()

    def describe_element(self, view: S, element: TableElement, viewer_seat: int | None) -> Messages:
        """Return the description of a table element, with its rules, for the viewer's seat."""
        return describe_table_element(self.picture(view), element, viewer_seat)

    @abstractmethod
    def make_picture(self, view: S) -> TableSnapshot:
        """Return what the table shows."""

    def picture(self, view: S) -> TableSnapshot:
        """Return what the table shows; the result for the last view is cached."""
        cached_view, picture = self._cached_picture
        if cached_view is not view:
            picture = self.make_picture(view)
            self._cached_picture = view, picture
        return cast("TableSnapshot", picture)

    def describe_turn(self, view: S) -> Messages:
        """Return whose turn it is and what is asked; empty while no seat must act."""
        if view.turn is None:
            return ()
        phase = self.phase(view)
        has_sentence = phase == PlayCommand.type or f"turn-{phase}" in self.vocabulary().sentences
        return (Message(f"turn-{phase}" if has_sentence else "tell-turn", {"seat": view.turn}),)

    def current_rules(self, view: S, seat: int | None) -> CurrentRules:
        """Return the rules summary for a seat, or for a spectator (None), at this moment."""
        return NO_CURRENT_RULES

    def event_notice(self, event: Event, view: S) -> EventNotice | None:
        """Return the notice of an unusual event, None for others; ``view`` is after the event."""
        return None

    def deal_announcements(self, view: S) -> tuple[Message, ...]:
        """Return what is announced in large letters as a deal begins, most important first."""
        return ()

    def deal_scores(self, scored: DealScored, view: S) -> tuple[DealScore, ...]:
        """Return each seat's result of the deal just scored; ``view`` is after the score."""
        return tuple(self.deal_score(scored, view, seat) for seat in range(len(scored.points)))

    def deal_score(self, scored: DealScored, view: S, seat: int) -> DealScore:
        """Return one seat's result of the deal: by default its points."""
        points = scored.points[seat]
        return DealScore(
            Message("made-points", {"by": points}),
            ScoreQuality.GOOD
            if points > 0
            else ScoreQuality.BAD
            if points < 0
            else ScoreQuality.NEUTRAL,
            Message("makes-points", {"seat": seat, "by": points}),
        )

    def moods(self, view: S, event: Event | None = None) -> tuple[PlayerMood, ...]:
        """Return the mood that each seat's face shows, from public information only.

        ``event`` is the event shown last.
        """
        if view.end is not None:
            return moods_after_match(view.end.places)
        picture = self.picture(view)
        if isinstance(event, DealScored):
            return moods_after_deal(self.deal_scores(event, view), picture)
        return moods_during_deal(picture)

    def turn_log_entry(self, event: Event) -> TurnLogEntry | None:
        """Return the entry of an event in the turn log, in games without tricks."""
        return None

    def explain_forced(self, event: Event, view: S) -> Message | None:
        """Return why a seat had to act without being asked; ``view`` is after the event."""
        return None

    def call_message(self, event: CallMade) -> Message | None:
        """Return the message of a call, where it is shown at the seat's plate for a moment."""
        return None

    def sheet(self, view: S) -> ScoreSheet:
        """Return the score sheet so far: by default the points of each deal."""
        rows = tuple(
            SheetRow(score.deal, tuple((SheetBox(points),) for points in score.points))
            for score in view.scores
        )
        ranks = None if view.end is None else view.end.places
        return ScoreSheet(("points",), rows, view.totals, ranks, partners=self.sides(view.seats))

    def final_values(self, view: S) -> tuple[Message, ...]:
        """Return the value that decides each seat's rank in the match: its total by default."""
        return tuple(Message("final-total", {"number": total}) for total in view.totals)

    def running_scores(self, seats: int, last_score: DealScored | None) -> tuple[int, ...]:
        """Return each seat's score at a glance: its total by default."""
        return (0,) * seats if last_score is None else last_score.totals

    def biggest_swing(self, view: S, seat: int) -> Message | None:
        """Return a message about the deal that helped or cost a seat most in a finished match.

        A winner is told of the best deal, everybody else of the worst; None where no deal stands
        out, or several do alike.
        """
        deal_values = [
            self.deal_value(view, deal_index, seat) for deal_index in range(len(view.scores))
        ]
        if view.end is None or len(deal_values) < 2:
            return None
        best, worst = max(deal_values), min(deal_values)
        swing_value = best if view.end.places[seat] == 1 or worst >= 0 else worst
        return (
            self.swing_message(view, deal_values.index(swing_value), seat, swing_value)
            if swing_value and deal_values.count(swing_value) == 1
            else None
        )

    def deal_value(self, view: S, deal_index: int, seat: int) -> float:
        """Return the value of a deal to a seat; ``deal_index`` is the index of its score."""
        return self.gain(view, view.scores[deal_index], seat)

    def swing_message(
        self, view: S, deal_index: int, seat: int, swing_value: float
    ) -> Message | None:
        """Return the message about a deal with a value other than zero to a seat."""
        scored = view.scores[deal_index]
        points, count = scored.points[seat], round(abs(swing_value))
        code = "swing-ahead" if swing_value > 0 else "swing-behind"
        if points * swing_value > 0:
            code, count = "swing-brought" if swing_value > 0 else "swing-cost", abs(points)
        values = {"deal": scored.deal, "count": count}
        return Message(code, values, self.event_rule_reference(scored)) if count else None

    def deal_facts(
        self, deal: Sequence[Event], scored: DealScored
    ) -> tuple[tuple[DealFact, ...], ...]:
        """Return for each seat the facts recorded of a deal besides its points."""
        return tuple(self.seat_facts(deal, scored, seat) for seat in range(len(scored.points)))

    def seat_facts(
        self, deal: Sequence[Event], scored: DealScored, seat: int
    ) -> tuple[DealFact, ...]:
        """Return the facts of one seat; ``deal`` are the events of the deal.

        No fact has a kind of ``rules.facts.RESERVED_KINDS``. A new kind needs a migration in
        ``store/database.py``, as the database stores it.
        """
        return ()

    def statistics_tables(self, sums: FactSums) -> tuple[StatisticsTable, ...]:
        """Return statistics tables of what was counted over many deals, besides points."""
        return ()

    def honours(self, deals: Sequence[FactsBySeat], end: MatchEnded) -> tuple[tuple[str, ...], ...]:
        """Return for each seat the codes of its honours: rare achievements in a match."""
        return tuple(self.seat_honours(deals, end, seat) for seat in range(len(end.places)))

    def seat_honours(
        self, deals: Sequence[FactsBySeat], end: MatchEnded, seat: int
    ) -> tuple[str, ...]:
        """Return one seat's honours; ``deals`` are the results of ``deal_facts`` for each deal.

        A new honour needs a migration in ``store/database.py``, as the database stores it.
        """
        return ()

    def rating(self, sums: FactSums) -> float | None:
        """Return the rating that the game's source prints (percent), or None."""
        return None

    # Methods for bots

    def pack(self, seats: int) -> Sequence[Card]:
        """Return the cards for a number of players; with two packs each card occurs twice."""
        return PACK_52

    def unseen_cards(self, view: S) -> tuple[Card, ...]:
        """Return the cards of the deal that the view does not show, wherever they are.

        The card that determines the trump counts as undealt unless it is seen elsewhere in the
        picture.
        """
        picture = self.picture(view)
        card_counts = Counter(self.pack(view.seats))
        card_counts.subtract(picture.seen_cards)
        if picture.undealt_trump_card is not None:
            card_counts[picture.undealt_trump_card] -= 1
        return tuple(card_counts.elements())

    def may_hold(self, view: S, seat: int, card: Card) -> bool:
        """Return False if a seat's play has shown that it cannot hold an unseen card."""
        return True

    def fill_unseen(self, view: S, hands: tuple[Hand, ...], rest: tuple[Card, ...]) -> S:
        """Return the view with these hands and the unknown cards of a stock taken from the rest."""
        stock = getattr(view, "stock", None)
        if isinstance(stock, Hand):
            return replace(view, hands=hands, stock=Hand(stock.cards + rest[: stock.unknown]))
        return replace(view, hands=hands)

    def deal_result(self, view: S, scored: DealScored, seat: int) -> tuple[int, ...]:
        """Return what a deal brought a seat, in ``result_units``; ``view`` is before the score."""
        return (scored.points[seat],)

    def result_message(self, result: Sequence[int]) -> Message:
        """Return the words for a result of a deal."""
        return Message("result-points", {"points": result[0]})

    def total_message(self, result: Sequence[int]) -> Message:
        """Return the words for the sum of the results of several deals."""
        return self.result_message(result)

    def gain(self, view: S, scored: DealScored, seat: int) -> float:
        """Return the value of a deal's score to a seat: its side's mean above all others' mean."""
        points = scored.points
        sides = self.sides(len(points)) or range(len(points))
        own_points = [
            seat_points
            for seat_points, side in zip(points, sides, strict=True)
            if side == sides[seat]
        ]
        other_points = [
            seat_points
            for seat_points, side in zip(points, sides, strict=True)
            if side != sides[seat]
        ]
        return sum(own_points) / len(own_points) - sum(other_points) / len(other_points)

    def deal_identity(self, view: S, seat: int) -> str:
        """Return a key of the deal as the seat knows it throughout; it seeds consistent errors."""
        return str(seat)

    def boldness(self, view: S, command: Command) -> float:
        """Return the boldness of a choice in the unit in which choices are weighed.

        A bold player overrates it by this amount, a careful one underrates it, within ``max_sway``.
        """
        return float(command.boldness)

    def advice(self, view: S, choices: Sequence[WeighedChoice]) -> tuple[Message, ...]:
        """Return why the first (best) of these choices is best, most important reason first."""
        return ()

    def odds(self, view: S, choice: WeighedChoice) -> Message | None:
        """Return the odds that a choice achieves the bid or target; None if uninformative."""
        return None

    def find_mistake(self, view: S, made: Command, best: Command) -> str:
        """Return the kind of mistake (``GameVocabulary.mistakes``) that a choice was, or nothing.

        ``best`` is a choice that was surely better in this view.
        """
        return ""

    def is_weighed_by_match_rank(self, view: S) -> bool:
        """Return True if the match is so near its end that choices are weighed by match rank."""
        return False

    def find_misfit(self, view: S) -> Misfit | None:
        """Return what of this state no match can reach, as bots must rely on it; mostly None."""
        return None

    def kernel(
        self, view: S, seat: int, effort: SearchEffort, *, weighs_every_choice: bool
    ) -> SearchKernel[Any] | None:
        """Return the game's own kernel for a decision, None to use the general one.

        ``weighs_every_choice`` includes hopeless choices and both of two equal ones.
        """
        return None

    def missed_bid(self, scored: DealScored, seat: int) -> tuple[int, int] | None:
        """Return the bid and the tricks of a seat that missed its exact bid; None of others."""
        return None

    def create_bid_search(self, seat: int) -> BidSearch | None:
        """Return a search for ways to meet an exact bid; None where there are no such bids."""
        return None

    def choose_easy_command(
        self, view: S, seat: int, temperament: str, chance: RandomStream
    ) -> Command | None:
        """Return the command of the game's own easy bot, None where it has none."""
        return None

    def choose_beginner_command(self, view: S, seat: int, chance: RandomStream) -> Command | None:
        """Return the command of the game's own beginner, None where it has none."""
        return None

    def sheet_form(self) -> SheetForm | None:
        return None
