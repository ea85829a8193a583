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
from greenbaize.games.beat.banks import Banking
from greenbaize.games.beat.beats import Pile, Trumps, senior
from greenbaize.games.beat.commands import ChooseTrump
from greenbaize.games.beat.events import TrumpChosen, ValuedTrick
from greenbaize.games.beat.reasons import by_standing, matters_now, ring_of
from greenbaize.games.beat.state import BeatState, Counting
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, Dealt, Event, LotDrawn, TrickTaken
from greenbaize.rules.hands import Hand, Trick, dealt, played_by, put, spelled
from greenbaize.rules.messages import Message, Value, mark
from greenbaize.rules.options import Choice, Option, Settings, Suits
from greenbaize.rules.pictures import NOTHING_AT_HAND, AtHand, Picture, Sign
from greenbaize.rules.places import is_near
from greenbaize.rules.things import Told
from greenbaize.rules.thinking import believable_cards, believable_totals, believable_tricks
from greenbaize.rules.trick_game import TrickGame


def _trump_count(_: int, settings: Settings) -> int:
    return {"one": 1, "two": 2}.get(settings.word("trumps"), 0)


def trump_options(usual: str, more_players: str) -> tuple[Option, Option]:
    """Return the two options of trumps (``beats.md 4``)."""
    words = ("personal", "none", "one", "two", "ranked")
    return (
        Choice(
            "trumps",
            words,
            usual=lambda seats, _: usual if seats <= 4 else more_players,
            old=usual,
            most={"personal": 4},
            lines={
                "personal": mark("A suit is trump only for the player who chose it."),
                "none": mark("No suit is trump."),
                "one": mark("One suit is trump for everybody."),
                "two": mark("Two suits are trump for everybody, and neither is above the other."),
                "ranked": mark(
                    "Spades are the senior trump and diamonds the junior one; hearts and clubs are "
                    "ordinary."
                ),
            },
            titles={
                "personal": mark("a different one for each player"),
                "none": mark("none"),
                "one": mark("one for all"),
                "two": mark("two for all"),
                "ranked": mark("spades above diamonds"),
            },
            title=mark("Trumps"),
            line=mark("Chosen once, for the whole match."),
        ),
        Suits(
            "trump_suits",
            _trump_count,
            title=mark("Trump suits"),
            line=mark("Which suits are trump for all."),
        ),
    )


def trumps_of(seats: int, options: Settings) -> Trumps:
    """Return the trumps at the start of a match with these options."""
    match options.word("trumps"):
        case "personal":
            return Trumps(own=(None,) * seats)
        case "ranked":
            return Trumps(classes=(0, 1, 0, 2))
    chosen = options.suits("trump_suits")
    clubs, diamonds, hearts, spades = (int(suit in chosen) for suit in Suit)
    return Trumps(classes=(clubs, diamonds, hearts, spades))


class BeatGame(TrickGame[BeatState]):
    """Game of the beat relation."""

    commands: ClassVar[tuple[type[Command], ...]] = (Play, ChooseTrump)
    state = BeatState
    has_ring = True

    # Methods of the subclasses

    @abstractmethod
    def must_beat(self, view: BeatState) -> bool:
        """Return whether a player who can beat must."""

    @abstractmethod
    def trick_points(self, state: BeatState) -> int | None:
        """Return the card points of the trick on the table, None where the deal counts none."""

    @abstractmethod
    def counting(self, view: BeatState) -> Counting:
        """Return the scoring of the current deal."""

    def value(self, view: BeatState, cards: tuple[Card, ...]) -> int:
        """Return the points of the trick on the table for its taker if it has these cards."""
        return self.counting(view).value(len(view.play.taken), cards)

    @abstractmethod
    def at_stake(self, view: BeatState) -> float:
        """Return what boldness may cost at a card, in the unit of the choices' values."""

    @abstractmethod
    def worth(self, view: BeatState) -> Message | None:
        """Return the message about what the cards on the table are worth so far."""

    @abstractmethod
    def told_of_seat(self, view: BeatState, seat: int) -> Told:
        """Return what the table tells of a seat's points, and of what it has in this deal."""

    @abstractmethod
    def told_of_deal(self, view: BeatState) -> Told:
        """Return what the table tells of the deal: what it scores, and its number."""

    def banking(self, view: BeatState) -> Banking | None:
        """Return stakes, banks and stock, in games that have them."""
        return None

    def pack(self, seats: int) -> Sequence[Card]:
        """Return the cards from the six up (``beats.md 1``)."""
        return beats.PACK_36

    def start(self, seats: int, options: Settings, **fresh: Any) -> BeatState:
        trumps, points = trumps_of(seats, options), (0,) * seats
        return super().start(seats, options, trumps=trumps, points=points, **fresh)

    # Legal commands

    def phase(self, view: BeatState) -> str:
        return "trump" if view.choosing else "play"

    def choices(self, view: BeatState, seat: int) -> Sequence[Command]:
        if view.choosing:
            return [ChooseTrump(seat, suit) for suit in Suit]
        return super().choices(view, seat)

    def misstatement(self, view: BeatState, command: Command) -> Message | None:
        if isinstance(command, ChooseTrump) and command.suit in view.trumps.own:
            return Message("trump-taken", {"suit": command.suit}, "beats.md 4.1")
        return None

    def playable(self, view: BeatState, seat: int, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        must = self.must_beat(view)
        return tuple(beats.playable(view.pile, hand, seat, view.trumps, must_beat=must))

    def misplay(self, view: BeatState, play: Play) -> Message | None:
        card, hand = play.card, view.hands[play.seat]
        pile = view.pile
        if pile is None or hand.size == 1:  # A last card may always be played.
            return None
        must, held = self.must_beat(view), hand.cards
        if hand.unknown and not beats.holds_main(pile, held):
            # Unseen cards may be of the main suit, and a holder of that may not play other eights.
            held = tuple([one for one in held if one == card or not beats.is_eight(one)])
        if card not in held or _may_play(view, pile, play, held, must_beat=must):
            return None
        allowed = beats.playable(pile, held, play.seat, view.trumps, must_beat=must)
        ordered: list[Card] = sorted(allowed, key=beats.senior)
        values: dict[str, Value] = {
            "card": card,
            "top": pile.top,
            "cards": tuple(ordered),
            "seat": play.seat,
        }
        if must and beats.beaters(pile, held, play.seat, view.trumps):
            return Message("must-beat", values, "beats.md 5")
        if beats.is_eight(card) and beats.holds_main(pile, held):
            return Message("eight-needs-void", {"card": card, "suit": pile.main}, "beats.md 2d")
        if beats.beaters(pile, held, play.seat, view.trumps):
            return Message("follow-main-or-beat", values, "beats.md 5")
        code = "follow-main" if pile.eight is None else "follow-renamed"
        return Message(code, values, "beats.md 5")

    def notes(self, view: BeatState, seat: int) -> tuple[Message, ...]:
        if not view.choosing:
            return ()
        return (
            Message("trump-does", rule="beats.md 2e"),
            Message("trump-unseen", rule="beats.md 4"),
        )

    # Deals and tricks

    def dealing(
        self, state: BeatState, chance: Chance, cards: int
    ) -> tuple[int, int, int, tuple[Hand, ...], tuple[Card, ...]]:
        """Deal the next hands of so many cards: number, dealer, leader, hands, and the rest.

        The leader of the deal before deals now; the first dealer is drawn by lot.
        """
        deal, dealer, seats = state.deal + 1, state.leader, state.seats
        if not state.deal:
            assert state.dealer is not None
            dealer = state.dealer
        left = (dealer + 1) % seats
        order = chance.order("deal", beats.PACK_36, deal)
        hands = dealt(order, seats, left, cards)
        leader = left if state.deal else first_leader(hands, left)
        return deal, dealer, leader, hands, tuple(order[seats * cards :])

    def taker(self, view: BeatState) -> int:
        assert view.pile is not None
        return view.pile.owner

    def take(self, state: BeatState) -> ValuedTrick:
        return ValuedTrick(self.taker(state), self.trick_points(state))

    def fold(self, state: BeatState, event: Event) -> BeatState:
        if isinstance(event, CardPlayed):  # By far the most frequent event.
            return self.fold_play(state, event)
        match event:
            case TrumpChosen():
                return self._fold_trump(state, event)
            case LotDrawn(dealer):
                turn = (dealer + 1) % state.seats if state.choosing else None
                return replace(state, lot=dealer, dealer=dealer, turn=turn)
        return super().fold(state, event)

    def _fold_trump(self, state: BeatState, event: TrumpChosen) -> BeatState:
        own = state.trumps.own
        own = put(own, event.seat, event.suit)
        turn = (event.seat + 1) % state.seats if None in own else None
        return replace(state, trumps=Trumps(own=own), turn=turn)

    def fold_deal(self, state: BeatState, event: Dealt, **changes: Any) -> BeatState:
        fresh = {"leader": event.leader, "pile": None, "points": (0,) * state.seats}
        return super().fold_deal(state, event, **fresh, **changes)

    def fold_play(self, state: BeatState, event: CardPlayed, **changes: Any) -> BeatState:
        pile = beats.after(state.pile, event.card, event.seat, state.trumps)
        return super().fold_play(state, event, pile=pile, **changes)

    def fold_trick(self, state: BeatState, event: TrickTaken, **changes: Any) -> BeatState:
        assert isinstance(event, ValuedTrick)
        gained = state.points[event.seat] + (event.points or 0)
        points, own = put(state.points, event.seat, gained), self.own_after_trick(state)
        return super().fold_trick(state, event, pile=None, points=points, own=own, **changes)

    def own_after_trick(self, state: BeatState) -> Any:
        """Return the state that only one of the games has, after a trick."""
        return state.own

    # Queries of computer players that look ahead

    def may_hold(self, view: BeatState, seat: int, card: Card) -> bool:
        """Return True: a seat may hold any unseen card, as suits need not be followed strictly."""
        return True

    def deal_of(self, view: BeatState, seat: int) -> str:
        """Return a key of the deal and the cards that the seat was dealt, unless more are drawn."""
        own: list[Card] = []
        if len(self.counting(view).tricks) == self.cards(view):
            own = [*view.hands[seat].cards, *played_by(view.play, seat)]
        return f"{view.deal}/{view.leader}/{seat}/{spelled(own)}"

    def place_counts(self, view: BeatState) -> bool:
        """Return whether this is one of the last deals of a match that points decide."""
        return self.banking(view) is None and is_near(self.deals(view), view.deal)

    def believable(self, view: BeatState) -> bool:
        most, left = len(beats.PACK_36) // view.seats, [hand.size for hand in view.hands]
        return (
            0 <= view.deal <= (self.deals(view) or view.deal)
            and believable_tricks(view.play, most=most)
            and max(left) - min(left) <= 1
            and believable_cards(view.hands, view.play.cards, beats.PACK_36, most=most)
            and believable_totals(view.totals)
        )

    def avoids(self, view: BeatState) -> bool:
        """Return whether the points of this deal count against whoever takes them."""
        return False

    # Sentences and pictures

    def card_said(self, view: BeatState, play: Play) -> tuple[Message, ...]:
        pile, seat, worth = view.pile, play.seat, self.worth(view)
        void = pile is None or not beats.holds_main(pile, view.hands[seat].cards)
        said = [reasons.effect(pile, play.card, seat, view.trumps, void=void)]
        if pile is None:
            said += self.lead_told(view, play)
        return tuple(said if worth is None else [*said, worth])

    def rivals(self, view: BeatState, play: Play) -> int:
        """Count the unseen cards that in a hand behind take the trick from a card, or give it."""
        seat, seats = play.seat, view.seats
        laid = 1 if view.pile is None else len(view.play.trick) + 1
        behind = [(seat + turn) % seats for turn in range(1, seats - laid + 1)]
        pile = beats.after(view.pile, play.card, seat, view.trumps)
        return sum(
            any(reasons.moves_trick(pile, one, other, view.trumps, seat) for other in behind)
            for one in self.unseen_by(view, seat)
        )

    def undertaking(self, view: BeatState, command: Command) -> tuple[Message, ...]:
        assert isinstance(command, ChooseTrump)
        return (Message("chooses-trump", {"suit": command.suit}, "beats.md 4.1"),)

    def explain_trick(
        self, view: BeatState, trick: Trick
    ) -> tuple[tuple[int, tuple[Message, ...]], ...]:
        return tuple(reasons.explain_trick(trick.leader, trick.cards, view.seats, view.trumps))

    def tell_turn(self, view: BeatState) -> Told:
        worth = self.worth(view) if view.pile is not None else None
        return (*super().tell_turn(view), *(() if worth is None else (worth,)))

    def trick_brought(self, view: BeatState, trick: Trick) -> tuple[Message, ...]:
        taken = [one for _, one in view.play.taken]
        number = taken.index(trick) if trick in taken else len(taken)
        return reasons.brought(self.counting(view), number, trick.cards) if view.deal else ()

    def at_hand(self, view: BeatState, seat: int | None) -> AtHand:
        if not view.deal:
            return NOTHING_AT_HAND
        eyes = seat if seat is not None else view.turn or 0
        now = matters_now(
            view.pile, view.play.trick, eyes, view.trumps, must_beat=self.must_beat(view)
        )
        return AtHand(ring_of(view.pile, view.trumps), now, self.what_counts(view))

    def what_counts(self, view: BeatState) -> tuple[Message, ...]:
        """Return sentences on the cards and tricks that score in this deal."""
        return ()

    def sign(self, view: BeatState) -> Sign:
        """Return the trick's main suit with the common trumps; between tricks the trumps alone."""
        trumps = by_standing(view.trumps)
        if view.pile is not None:
            return Sign(Message("sign-main"), view.pile.main, trumps)
        if trumps:
            return Sign(Message("sign-trumps"), None, trumps)
        own = any(suit is not None for suit in view.trumps.own)
        return Sign(Message("sign-own" if own else "sign-none"))

    def make_picture(self, view: BeatState) -> Picture:
        trumps = tuple(suit for equal in by_standing(view.trumps) for suit in equal)
        return super().make_picture(view)._replace(trumps=trumps, ranks=beats.SENIORITY)


def _may_play(
    view: BeatState, pile: Pile, play: Play, held: tuple[Card, ...], *, must_beat: bool
) -> bool:
    """Return whether the rules allow a card of the known cards of a hand.

    The full list of playable cards is computed only where a shorter test does not decide.
    """
    card, seat, trumps = play.card, play.seat, view.trumps
    if not must_beat:
        if card.suit is pile.main:
            return True
        follow = beats.followers(pile, held)
        if not follow or card in follow:
            return True
    if beats.way(pile, card, seat, trumps, void=not beats.holds_main(pile, held)):
        return True
    if not must_beat or beats.beaters(pile, held, seat, trumps):
        return False
    follow = beats.followers(pile, held)
    return not follow or card in follow


def first_leader(hands: tuple[Hand, ...], left: int) -> int:
    """Return the leader of the first deal: the holder of the lowest diamond, else the left seat.

    See ``master.md 3`` and ``ass.md 2``; low by the seniority of ``beats.md``, ten above king.
    """
    diamonds = [
        (senior(card), seat)
        for seat, hand in enumerate(hands)
        for card in hand.cards
        if card.suit is Suit.DIAMONDS
    ]
    return min(diamonds)[1] if diamonds else left
