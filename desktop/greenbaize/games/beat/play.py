"""Trick play by the beat relation, the common base of Master and Ass.

A subclass defines the sequence of deals, the value of a deal and a trick, and the end of the match;
this module handles the choice of trumps and the play of tricks.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from greenbaize.cards import Card, Suit
from greenbaize.games.beat import beats, reasons
from greenbaize.games.beat.banks import BankState
from greenbaize.games.beat.beats import TrickSituation, Trumps, seniority_of
from greenbaize.games.beat.commands import ChooseTrumpCommand
from greenbaize.games.beat.events import TrumpChosen, ValuedTrickTaken
from greenbaize.games.beat.reasons import describe_ring, explain_situation, trumps_by_class
from greenbaize.games.beat.state import BeatState, DealScoring
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import CardPlayed, CardsDealt, Event, LotDrawn, TrickTaken
from greenbaize.rules.hands import (
    Hand,
    Trick,
    cards_played_by,
    deal_in_turn,
    sorted_card_codes,
    with_item_at,
)
from greenbaize.rules.messages import Message, Misfit, Value, mark_text
from greenbaize.rules.options import ChoiceOption, Option, OptionValues, SuitsOption
from greenbaize.rules.ranking import is_near_match_end
from greenbaize.rules.search_contract import (
    MAX_ENDLESS_DEALS,
    are_plausible_cards,
    are_plausible_hand_sizes,
    are_plausible_seats,
    are_plausible_totals,
    are_plausible_tricks,
    find_first_misfit,
)
from greenbaize.rules.table_elements import Messages
from greenbaize.rules.table_snapshot import NO_CURRENT_RULES, CurrentRules, TableSnapshot, TrumpSign
from greenbaize.rules.trick_game import TrickGame


def _trump_count(_: int, settings: OptionValues) -> int:
    return {"one": 1, "two": 2}.get(settings.get_word("trumps"), 0)


def trump_options(default: str, default_above_four: str) -> tuple[Option, Option]:
    """Return the two options of trumps (``beats.md 4``)."""
    values = ("personal", "none", "one", "two", "ranked")
    return (
        ChoiceOption(
            "trumps",
            values,
            compute_default=lambda seats, _: default if seats <= 4 else default_above_four,
            legacy_value=default,
            max_seats={"personal": 4},
            value_descriptions={
                "personal": mark_text("A suit is trump only for the player who chose it."),
                "none": mark_text("No suit is trump."),
                "one": mark_text("One suit is trump for everybody."),
                "two": mark_text(
                    "Two suits are trump for everybody, and neither is above the other."
                ),
                "ranked": mark_text(
                    "Spades are the senior trump and diamonds the junior one; hearts and clubs are "
                    "ordinary."
                ),
            },
            value_titles={
                "personal": mark_text("a different one for each player"),
                "none": mark_text("none"),
                "one": mark_text("one for all"),
                "two": mark_text("two for all"),
                "ranked": mark_text("spades above diamonds"),
            },
            title=mark_text("Trumps"),
            description=mark_text("Chosen once, for the whole match."),
        ),
        SuitsOption(
            "trump_suits",
            _trump_count,
            title=mark_text("Trump suits"),
            description=mark_text("Which suits are trump for all."),
        ),
    )


def initial_trumps(seats: int, options: OptionValues) -> Trumps:
    """Return the trumps at the start of a match with these options."""
    match options.get_word("trumps"):
        case "personal":
            return Trumps(personal_suits=(None,) * seats)
        case "ranked":
            return Trumps(classes=(0, 1, 0, 2))
    trump_suits = options.get_suits("trump_suits")
    clubs, diamonds, hearts, spades = (int(suit in trump_suits) for suit in Suit)
    return Trumps(classes=(clubs, diamonds, hearts, spades))


class BeatGame(TrickGame[BeatState]):
    """Game of the beat relation."""

    command_classes: ClassVar[tuple[type[Command], ...]] = (PlayCommand, ChooseTrumpCommand)
    state_class = BeatState
    has_ring = True
    easy_rules: ClassVar = {
        "stake": mark_text("It goes if its hand seems strong enough; it may misjudge that."),
        "play": mark_text(
            "It looks at this trick alone: what each card would win or lose in it, as far as it "
            "remembers what is still out."
        ),
    }
    beginner_rules: ClassVar = {
        "stake": mark_text("It goes if it holds enough eights, aces, tens and high trumps."),
        "play": mark_text(
            "It leads whatever comes to mind. In a trick it wants, it plays the highest card that "
            "takes it, otherwise the lowest that leaves it; it counts no points."
        ),
    }

    # Methods of the subclasses

    @abstractmethod
    def must_beat(self, view: BeatState) -> bool:
        """Return whether a player who can beat must."""

    @abstractmethod
    def trick_points(self, state: BeatState) -> int | None:
        """Return the card points of the trick on the table, None where the deal counts none."""

    @abstractmethod
    def deal_scoring(self, view: BeatState) -> DealScoring:
        """Return the scoring of the current deal."""

    def trick_value(self, view: BeatState, cards: tuple[Card, ...]) -> int:
        """Return the points of the trick on the table for its taker if it has these cards."""
        return self.deal_scoring(view).trick_value(len(view.play.taken_tricks), cards)

    @abstractmethod
    def boldness_cost(self, view: BeatState) -> float:
        """Return what boldness may cost at a card, in the unit of the choices' values."""

    @abstractmethod
    def trick_worth_message(self, view: BeatState) -> Message | None:
        """Return the message about what the cards on the table are worth so far."""

    @abstractmethod
    def describe_seat(self, view: BeatState, seat: int) -> Messages:
        """Return what the table tells of a seat's points, and of what it has in this deal."""

    @abstractmethod
    def describe_deal(self, view: BeatState) -> Messages:
        """Return what the table tells of the deal: what it scores, and its number."""

    def bank_state(self, view: BeatState) -> BankState | None:
        """Return stakes, banks and stock, in games that have them."""
        return None

    def pack(self, seats: int) -> Sequence[Card]:
        """Return the cards from the six up (``beats.md 1``)."""
        return beats.PACK_36

    def initial_state(self, seats: int, options: OptionValues, **game_fields: Any) -> BeatState:
        trumps, points = initial_trumps(seats, options), (0,) * seats
        return super().initial_state(seats, options, trumps=trumps, points=points, **game_fields)

    # Legal commands

    def phase(self, view: BeatState) -> str:
        return "trump" if view.is_choosing_trump else "play"

    def choices(self, view: BeatState, seat: int) -> Sequence[Command]:
        if view.is_choosing_trump:
            return [ChooseTrumpCommand(seat, suit) for suit in Suit]
        return super().choices(view, seat)

    def statement_refusal(self, view: BeatState, command: Command) -> Message | None:
        if isinstance(command, ChooseTrumpCommand) and command.suit in view.trumps.personal_suits:
            return Message("trump-taken", {"suit": command.suit}, "beats.md 4.1")
        return None

    def playable_cards(
        self, view: BeatState, seat: int, hand: tuple[Card, ...]
    ) -> tuple[Card, ...]:
        must_beat = self.must_beat(view)
        return tuple(
            beats.playable_cards(view.situation, hand, seat, view.trumps, must_beat=must_beat)
        )

    def play_refusal(self, view: BeatState, play: PlayCommand) -> Message | None:
        card, hand = play.card, view.hands[play.seat]
        situation = view.situation
        if situation is None or hand.size == 1:  # A last card may always be played.
            return None
        must_beat, known_cards = self.must_beat(view), hand.cards
        if hand.unknown and not beats.holds_main_suit(situation, known_cards):
            # Unseen cards may be of the main suit, and a holder of that may not play other eights.
            known_cards = tuple(
                [
                    other_card
                    for other_card in known_cards
                    if other_card == card or not beats.is_eight(other_card)
                ]
            )
        if card not in known_cards or _is_playable(
            view, situation, play, known_cards, must_beat=must_beat
        ):
            return None
        playable_cards = beats.playable_cards(
            situation, known_cards, play.seat, view.trumps, must_beat=must_beat
        )
        sorted_cards: list[Card] = sorted(playable_cards, key=beats.seniority_of)
        values: dict[str, Value] = {
            "card": card,
            "top": situation.top,
            "cards": tuple(sorted_cards),
            "seat": play.seat,
        }
        if must_beat and beats.beating_cards(situation, known_cards, play.seat, view.trumps):
            return Message("must-beat", values, "beats.md 5")
        if beats.is_eight(card) and beats.holds_main_suit(situation, known_cards):
            return Message(
                "eight-needs-void", {"card": card, "suit": situation.main_suit}, "beats.md 2d"
            )
        if beats.beating_cards(situation, known_cards, play.seat, view.trumps):
            return Message("follow-main-or-beat", values, "beats.md 5")
        code = "follow-main" if situation.eight is None else "follow-renamed"
        return Message(code, values, "beats.md 5")

    def notes(self, view: BeatState, seat: int) -> tuple[Message, ...]:
        if not view.is_choosing_trump:
            return ()
        return (
            Message("trump-does", rule="beats.md 2e"),
            Message("trump-unseen", rule="beats.md 4"),
        )

    # Deals and tricks

    def deal_hands(
        self, state: BeatState, chance: Chance, hand_size: int
    ) -> tuple[int, int, int, tuple[Hand, ...], tuple[Card, ...]]:
        """Deal the next hands of so many cards: number, dealer, leader, hands, and the rest.

        The leader of the deal before deals now; the first dealer is drawn by lot.
        """
        deal, dealer, seats = state.deal + 1, state.leader, state.seats
        if not state.deal:
            assert state.dealer is not None
            dealer = state.dealer
        left_seat = (dealer + 1) % seats
        order = chance.draw_order("deal", beats.PACK_36, deal)
        hands = deal_in_turn(order, seats, left_seat, hand_size)
        leader = left_seat if state.deal else first_leader(hands, left_seat)
        return deal, dealer, leader, hands, tuple(order[seats * hand_size :])

    def taker(self, view: BeatState) -> int:
        assert view.situation is not None
        return view.situation.taker

    def trick_taken_event(self, state: BeatState) -> ValuedTrickTaken:
        return ValuedTrickTaken(self.taker(state), self.trick_points(state))

    def fold(self, state: BeatState, event: Event) -> BeatState:
        if isinstance(event, CardPlayed):  # By far the most frequent event.
            return self.fold_play(state, event)
        match event:
            case TrumpChosen():
                return self._fold_trump(state, event)
            case LotDrawn(dealer):
                turn = (dealer + 1) % state.seats if state.is_choosing_trump else None
                return replace(state, first_dealer=dealer, dealer=dealer, turn=turn)
        return super().fold(state, event)

    def _fold_trump(self, state: BeatState, event: TrumpChosen) -> BeatState:
        personal_suits = state.trumps.personal_suits
        personal_suits = with_item_at(personal_suits, event.seat, event.suit)
        turn = (event.seat + 1) % state.seats if None in personal_suits else None
        return replace(state, trumps=Trumps(personal_suits=personal_suits), turn=turn)

    def fold_deal(self, state: BeatState, event: CardsDealt, **changes: Any) -> BeatState:
        fresh = {"leader": event.leader, "situation": None, "points": (0,) * state.seats}
        return super().fold_deal(state, event, **fresh, **changes)

    def fold_play(self, state: BeatState, event: CardPlayed, **changes: Any) -> BeatState:
        situation = beats.play_on_situation(state.situation, event.card, event.seat, state.trumps)
        return super().fold_play(state, event, situation=situation, **changes)

    def fold_trick(self, state: BeatState, event: TrickTaken, **changes: Any) -> BeatState:
        assert isinstance(event, ValuedTrickTaken)
        seat_points = state.points[event.seat] + (event.points or 0)
        points, game_data = (
            with_item_at(state.points, event.seat, seat_points),
            self.game_data_after_trick(state),
        )
        return super().fold_trick(
            state, event, situation=None, points=points, game_data=game_data, **changes
        )

    def game_data_after_trick(self, state: BeatState) -> Any:
        """Return the state that only one of the games has, after a trick."""
        return state.game_data

    # Queries of computer players that look ahead

    def may_hold(self, view: BeatState, seat: int, card: Card) -> bool:
        """Return True: a seat may hold any unseen card, as suits need not be followed strictly."""
        return True

    def deal_identity(self, view: BeatState, seat: int) -> str:
        """Return a key of the deal and the cards that the seat was dealt, unless more are drawn."""
        dealt_cards: list[Card] = []
        if len(self.deal_scoring(view).trick_points) == self.hand_size(view):
            dealt_cards = [*view.hands[seat].cards, *cards_played_by(view.play, seat)]
        return f"{view.deal}/{view.leader}/{seat}/{sorted_card_codes(dealt_cards)}"

    def is_weighed_by_match_rank(self, view: BeatState) -> bool:
        """Return whether this is one of the last deals of a match that points decide."""
        return self.bank_state(view) is None and is_near_match_end(self.max_deals(view), view.deal)

    def find_misfit(self, view: BeatState) -> Misfit | None:
        play, most = view.play, len(beats.PACK_36) // view.seats
        return find_first_misfit(
            (Misfit.DEAL, lambda: 0 <= view.deal <= (self.max_deals(view) or MAX_ENDLESS_DEALS)),
            (Misfit.DEAL, lambda: are_plausible_seats(view.seats, view.dealer, view.leader)),
            (Misfit.DEAL, lambda: not (view.deal and view.is_choosing_trump)),
            (Misfit.HANDS, lambda: len(view.hands) == view.seats),
            (Misfit.TRICKS, lambda: are_plausible_tricks(play, max_tricks=most)),
            (
                Misfit.HANDS,
                lambda: are_plausible_hand_sizes(
                    view.hands, play, dealt_count=self.dealt_count(view) if view.deal else 0
                ),
            ),
            (
                Misfit.CARDS,
                lambda: are_plausible_cards(
                    view.hands, play.played_cards, beats.PACK_36, max_hand_size=most
                ),
            ),
            (
                Misfit.TRICKS,
                lambda: self.phase(view) != PlayCommand.type or view.turn == play.next_seat,
            ),
            (Misfit.TOTALS, lambda: are_plausible_totals(view.totals, view.scores)),
            (Misfit.TOTALS, lambda: are_plausible_totals(view.points, ())),
        )

    def dealt_count(self, view: BeatState) -> int:
        """Return the number of cards that each player was dealt in this deal, and has drawn."""
        return self.hand_size(view)

    def points_count_against(self, view: BeatState) -> bool:
        """Return whether the points of this deal count against whoever takes them."""
        return False

    # Sentences and pictures

    def card_meaning(self, view: BeatState, play: PlayCommand) -> tuple[Message, ...]:
        situation, seat, worth = view.situation, play.seat, self.trick_worth_message(view)
        void = situation is None or not beats.holds_main_suit(situation, view.hands[seat].cards)
        sentences = [reasons.explain_effect(situation, play.card, seat, view.trumps, void=void)]
        if situation is None:
            sentences += self.describe_lead(view, play)
        return tuple(sentences if worth is None else [*sentences, worth])

    def count_rivals(self, view: BeatState, play: PlayCommand) -> int:
        """Count the unseen cards that in a hand behind take the trick from a card, or give it."""
        seat, seats = play.seat, view.seats
        cards_after = 1 if view.situation is None else len(view.play.trick) + 1
        behind = [(seat + turn) % seats for turn in range(1, seats - cards_after + 1)]
        situation = beats.play_on_situation(view.situation, play.card, seat, view.trumps)
        return sum(
            any(
                reasons.changes_taker(situation, card, later_seat, view.trumps, seat)
                for later_seat in behind
            )
            for card in self.cards_unseen_by(view, seat)
        )

    def statement_meaning(self, view: BeatState, command: Command) -> tuple[Message, ...]:
        assert isinstance(command, ChooseTrumpCommand)
        return (Message("chooses-trump", {"suit": command.suit}, "beats.md 4.1"),)

    def explain_trick(
        self, view: BeatState, trick: Trick
    ) -> tuple[tuple[int, tuple[Message, ...]], ...]:
        return tuple(reasons.explain_beat_trick(trick.leader, trick.cards, view.seats, view.trumps))

    def describe_turn(self, view: BeatState) -> Messages:
        worth = self.trick_worth_message(view) if view.situation is not None else None
        return (*super().describe_turn(view), *(() if worth is None else (worth,)))

    def trick_gains(self, view: BeatState, trick: Trick) -> tuple[Message, ...]:
        tricks = [taken_trick for _, taken_trick in view.play.taken_tricks]
        number = tricks.index(trick) if trick in tricks else len(tricks)
        return (
            reasons.explain_trick_points(self.deal_scoring(view), number, trick.cards)
            if view.deal
            else ()
        )

    def current_rules(self, view: BeatState, seat: int | None) -> CurrentRules:
        if not view.deal:
            return NO_CURRENT_RULES
        viewer_seat = seat if seat is not None else view.turn or 0
        sentences = explain_situation(
            view.situation,
            view.play.trick,
            viewer_seat,
            view.trumps,
            must_beat=self.must_beat(view),
        )
        return CurrentRules(
            describe_ring(view.situation, view.trumps), sentences, self.scoring_sentences(view)
        )

    def scoring_sentences(self, view: BeatState) -> tuple[Message, ...]:
        """Return sentences on the cards and tricks that score in this deal."""
        return ()

    def trump_sign(self, view: BeatState) -> TrumpSign:
        """Return the trick's main suit with the common trumps; between tricks the trumps alone."""
        trumps = trumps_by_class(view.trumps)
        if view.situation is not None:
            return TrumpSign(Message("sign-main"), view.situation.main_suit, trumps)
        if trumps:
            return TrumpSign(Message("sign-trumps"), None, trumps)
        has_personal_trumps = any(suit is not None for suit in view.trumps.personal_suits)
        return TrumpSign(Message("sign-own" if has_personal_trumps else "sign-none"))

    def make_picture(self, view: BeatState) -> TableSnapshot:
        trumps = tuple(suit for equal in trumps_by_class(view.trumps) for suit in equal)
        return super().make_picture(view)._replace(trumps=trumps, ranks=beats.SENIORITY)


def _is_playable(
    view: BeatState,
    situation: TrickSituation,
    play: PlayCommand,
    known_cards: tuple[Card, ...],
    *,
    must_beat: bool,
) -> bool:
    """Return whether the rules allow a card of the known cards of a hand.

    The full list of playable cards is computed only where a shorter test does not decide.
    """
    card, seat, trumps = play.card, play.seat, view.trumps
    if not must_beat:
        if card.suit is situation.main_suit:
            return True
        following = beats.following_cards(situation, known_cards)
        if not following or card in following:
            return True
    if beats.find_beat_rule(
        situation, card, seat, trumps, void=not beats.holds_main_suit(situation, known_cards)
    ):
        return True
    if not must_beat or beats.beating_cards(situation, known_cards, seat, trumps):
        return False
    following = beats.following_cards(situation, known_cards)
    return not following or card in following


def first_leader(hands: tuple[Hand, ...], left_seat: int) -> int:
    """Return the leader of the first deal: the holder of the lowest diamond, else the left seat.

    See ``master.md 3`` and ``ass.md 2``; low by the seniority of ``beats.md``, ten above king.
    """
    diamonds = [
        (seniority_of(card), seat)
        for seat, hand in enumerate(hands)
        for card in hand.cards
        if card.suit is Suit.DIAMONDS
    ]
    return min(diamonds)[1] if diamonds else left_seat
