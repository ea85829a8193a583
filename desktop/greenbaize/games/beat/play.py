"""Trick play by the beat relation, the common body of Master and Ass.

A game built on it says how deals follow each other, what a deal and a trick are worth and when the
match ends; this module chooses trumps and plays the tricks.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from greenbaize.cards import Card, Suit
from greenbaize.games.beat import beats, reasons
from greenbaize.games.beat.at_hand import by_standing, matters_now, ring_of
from greenbaize.games.beat.banks import Banking
from greenbaize.games.beat.beats import Pile, Trumps
from greenbaize.games.beat.commands import ChooseTrump
from greenbaize.games.beat.daring import STAKED, daring
from greenbaize.games.beat.events import TrumpChosen, ValuedTrick
from greenbaize.games.beat.state import BeatState, Counting
from greenbaize.rules.at_hand import NOTHING_AT_HAND, AtHand
from greenbaize.rules.believing import believable_cards, believable_totals, believable_tricks
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, Dealt, Ended, Event, LotDrawn, Scored
from greenbaize.rules.game import Allowed, Answer, Explanation, Game, Question, Refused, Verdict
from greenbaize.rules.hands import Hand, put, spelled
from greenbaize.rules.messages import Message, Value, mark
from greenbaize.rules.options import Choice, Option, Settings, Suits
from greenbaize.rules.pictures import Picture, Plate, Sign
from greenbaize.rules.places import is_near, leading
from greenbaize.rules.things import Told
from greenbaize.rules.tricks import Trick, TrickPlay, begun, played_by


def _trump_count(settings: Settings) -> int:
    return {"one": 1, "two": 2}.get(settings.word("trumps"), 0)


def trump_options(usual: str, more_players: str) -> tuple[Option, Option]:
    """The two options of trumps (``beats.md 4``).

    Args:
        usual: the default for up to four players.
        more_players: the default for more, who cannot have personal trumps.
    """
    words = ("personal", "none", "one", "two", "ranked")
    return (
        Choice(
            "trumps",
            words,
            usual=lambda seats: usual if seats <= 4 else more_players,
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
                "personal": mark("one of your own, each another"),
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
    """What is trump at the beginning of a match with these options."""
    match options.word("trumps"):
        case "personal":
            return Trumps(own=(None,) * seats)
        case "ranked":
            return Trumps(classes=(0, 1, 0, 2))
    chosen = options.suits("trump_suits")
    clubs, diamonds, hearts, spades = (int(suit in chosen) for suit in Suit)
    return Trumps(classes=(clubs, diamonds, hearts, spades))


class BeatGame(Game[BeatState]):
    """A game of the beat relation."""

    commands: ClassVar[tuple[type[Command], ...]] = (Play, ChooseTrump)
    deals_anew = True
    has_ring = True

    # What a game adds

    @abstractmethod
    def must_beat(self, view: BeatState) -> bool:
        """Whether who can beat must."""

    @abstractmethod
    def next_deal(self, state: BeatState, chance: Chance) -> Dealt | Ended:
        """The next deal, or the end of the match."""

    @abstractmethod
    def trick_points(self, state: BeatState) -> int | None:
        """The card points of the trick on the table, None where the deal counts none."""

    @abstractmethod
    def after_trick(self, state: BeatState) -> Event | None:
        """What follows between two tricks: a draw or the deal's score, or None to lead again."""

    @abstractmethod
    def value(self, view: BeatState, cards: tuple[Card, ...]) -> int:
        """What a trick of these cards brings its taker in the current deal, signed."""

    @abstractmethod
    def counting(self, view: BeatState) -> Counting:
        """What counts in the current deal."""

    @abstractmethod
    def at_stake(self, view: BeatState) -> float:
        """What boldness may cost at a card, in the unit that choices are weighed in."""

    @abstractmethod
    def worth(self, view: BeatState) -> Message | None:
        """What the cards on the table are worth in this deal so far."""

    @abstractmethod
    def plate(self, view: BeatState, seat: int) -> Plate:
        """What a seat's plate shows."""

    @abstractmethod
    def told_of_seat(self, view: BeatState, seat: int) -> Told:
        """What is told of a seat's points, and of what it has in this deal."""

    @abstractmethod
    def told_of_deal(self, view: BeatState) -> Told:
        """What is told of the deal: what counts in it, and what it is one of."""

    @abstractmethod
    def deals(self, view: BeatState) -> int:
        """How many deals the match has at most, 0 where nobody knows."""

    @abstractmethod
    def cards(self, view: BeatState) -> int:
        """How many cards each player was dealt."""

    def leaders(self, view: BeatState) -> tuple[int, ...]:
        """The seats that are ahead in the match: by points, as a rule."""
        return leading(view.totals)

    def banking(self, view: BeatState) -> Banking | None:
        """Stakes, banks and stock, in games that have them."""
        del view
        return None

    def notices(self, view: BeatState) -> tuple[Message, ...]:
        """What is announced at the table in this deal."""
        del view
        return ()

    def start(self, seats: int, options: Settings) -> BeatState:
        """The state before the first event; options are settled."""
        none = (0,) * seats
        return BeatState(
            seats=seats,
            options=options,
            trumps=trumps_of(seats, options),
            lot=None,
            dealer=None,
            deal=0,
            leader=0,
            hands=(Hand(()),) * seats,
            turn=None,
            play=begun(seats),
            pile=None,
            points=none,
            totals=none,
            scores=(),
            end=None,
        )

    # What may be done

    def phase(self, view: BeatState) -> str:
        """What is asked for now: the type of the commands that answer it."""
        return "trump" if view.choosing else "play"

    def conceivable(self, view: BeatState, seat: int) -> Sequence[Command]:
        """All commands of the phase that can be thought of, forbidden ones too."""
        if view.choosing:
            return [ChooseTrump(seat, suit) for suit in Suit]
        return [Play(seat, card) for card in view.hands[seat].cards]

    def refusal(self, view: BeatState, command: Command) -> Message | None:
        """Why a command may not be, or None if it may."""
        phase = self.phase(view)
        if command.seat != view.turn or view.end is not None:
            return self.not_now(view, command, phase)
        if command.type != phase:
            if type(command) not in self.commands:
                return Message("not-in-this-game", {"type": command.type})
            return Message(f"{phase}-first", rule=self.rules[phase])
        if isinstance(command, Play):
            return self._play_refusal(view, command)
        if isinstance(command, ChooseTrump) and command.suit in view.trumps.own:
            return Message("trump-taken", {"suit": command.suit}, "beats.md 4.1")
        return None

    def _play_refusal(self, view: BeatState, play: Play) -> Message | None:
        card, hand = play.card, view.hands[play.seat]
        if card not in hand.cards and not hand.unknown:
            return Message("not-held", {"card": card}, self.rules["play"])
        pile = view.pile
        if pile is None or hand.size == 1:  # a last card may always be played
            return None
        must, held = self.must_beat(view), hand.cards
        if hand.unknown and not beats.holds_main(pile, held):
            # Among the cards not seen may be one of the main suit, beside which eights are nothing.
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
        return Message("follow-main", values, "beats.md 5")

    def judge(self, state: BeatState, command: Command) -> Verdict:
        """Whether any seat may do this now, and what it states if so."""
        reason = self.refusal(state, command)
        if reason is not None:
            return Refused(reason)
        if isinstance(command, Play):
            return Allowed((CardPlayed(command.seat, command.card),))
        if isinstance(command, ChooseTrump):
            return Allowed((TrumpChosen(command.seat, command.suit),))
        return Refused(Message("not-in-this-game", {"type": command.type}))

    def legal(self, view: BeatState, seat: int) -> tuple[Command, ...]:
        """What the seat may do now, from what the view knows."""
        if seat != view.turn:
            return ()
        if view.choosing:
            return tuple(ChooseTrump(seat, s) for s in Suit if s not in view.trumps.own)
        hand, must = view.hands[seat].cards, self.must_beat(view)
        cards = beats.playable(view.pile, hand, seat, view.trumps, must_beat=must)
        return tuple([Play(seat, card) for card in cards])

    def question(self, view: BeatState, seat: int) -> Question | None:
        """What the seat is asked now, with the answers it may not give as well."""
        if seat != view.turn:
            return None
        commands, phase = self.conceivable(view, seat), self.phase(view)
        answers = tuple(Answer(command, self.refusal(view, command)) for command in commands)
        words = Message("ask-card" if phase == Play.type else f"ask-{phase}")
        return Question(phase, seat, answers, words, notes=self.notes(view, seat))

    def notes(self, view: BeatState, seat: int) -> tuple[Message, ...]:
        """What a seat should know to decide what it is asked now, where cards do not tell."""
        del seat
        if not view.choosing:
            return ()
        return (
            Message("trump-does", rule="beats.md 2e"),
            Message("trump-unseen", rule="beats.md 4"),
        )

    # What follows

    def derive(self, state: BeatState, chance: Chance) -> Event | None:
        """The next event that follows by itself, or None when a seat must act or all is over."""
        if state.turn is not None or state.end is not None:
            return None
        if state.dealer is None:
            return LotDrawn(chance.lot("lot", range(state.seats)))
        if state.deal == len(state.scores):
            return self.next_deal(state, chance)
        if state.pile is not None:
            return ValuedTrick(state.pile.owner, self.trick_points(state))
        return self.after_trick(state)

    def fold(self, state: BeatState, event: Event) -> BeatState:
        """The state after the event; ``TypeError`` for an event that is not of this game."""
        if isinstance(event, CardPlayed):  # far more often than all others
            return self._fold_play(state, event)
        match event:
            case ValuedTrick():
                return self._fold_trick(state, event)
            case Dealt():
                return self._fold_deal(state, event)
            case TrumpChosen():
                return self._fold_trump(state, event)
            case Scored():
                scores = (*state.scores, event)
                return replace(state, totals=event.totals, scores=scores, turn=None)
            case LotDrawn():
                return self._fold_lot(state, event.dealer)
            case Ended():
                return replace(state, end=event, turn=None)
        raise TypeError(f"{event.type} is no event of {self.name}")

    def _fold_lot(self, state: BeatState, dealer: int) -> BeatState:
        turn = (dealer + 1) % state.seats if state.choosing else None
        return replace(state, lot=dealer, dealer=dealer, turn=turn)

    def _fold_trump(self, state: BeatState, event: TrumpChosen) -> BeatState:
        own = state.trumps.own
        own = put(own, event.seat, event.suit)
        turn = (event.seat + 1) % state.seats if None in own else None
        return replace(state, trumps=Trumps(own=own), turn=turn)

    def _fold_deal(self, state: BeatState, event: Dealt) -> BeatState:
        return replace(
            state,
            dealer=event.dealer,
            deal=event.deal,
            leader=event.leader,
            hands=event.hands,
            turn=event.leader,
            play=begun(state.seats, event.leader),
            pile=None,
            points=(0,) * state.seats,
        )

    def _fold_play(self, state: BeatState, event: CardPlayed) -> BeatState:
        seat, card, hands, play = event.seat, event.card, state.hands, state.play
        trick, seats = (*play.trick, card), state.seats
        return replace(
            state,
            hands=put(hands, seat, hands[seat].without(card)),
            turn=(play.lead + len(trick)) % seats if len(trick) < seats else None,
            play=TrickPlay(play.lead, trick, play.taken, play.won),
            pile=beats.after(state.pile, card, seat, state.trumps),
        )

    def _fold_trick(self, state: BeatState, event: ValuedTrick) -> BeatState:
        seat, points = event.seat, state.points
        gained = points[seat] + (event.points or 0)
        after = replace(
            state,
            play=state.play.taken_by(seat),
            pile=None,
            points=put(points, seat, gained),
            own=self.own_after_trick(state),
        )
        return self.between(after)

    def own_after_trick(self, state: BeatState) -> Any:
        """What only this game keeps, after a trick."""
        return state.own

    def between(self, state: BeatState) -> BeatState:
        """The state between two tricks, where the taker leads unless something else follows."""
        return replace(state, turn=state.play.lead) if self.goes_on(state) else state

    def goes_on(self, state: BeatState) -> bool:
        """Whether after a trick the next one is led, as nothing else follows."""
        return self.after_trick(state) is None

    def tell(self, event: Event, state: BeatState, seat: int | None) -> Event:
        """The event as told to a seat, or to a spectator (None); ``state`` is after the event."""
        del state
        if isinstance(event, Dealt):
            return replace(event, hands=own_only(event.hands, seat))
        return event

    # What players that think ahead ask

    def unseen(self, view: BeatState) -> tuple[Card, ...]:
        """The cards of the deal that the view does not show, wherever they lie."""
        seen = {card for hand in view.hands for card in hand.cards} | set(view.play.cards)
        return tuple([card for card in beats.PACK_36 if card not in seen])

    def deal_of(self, view: BeatState, seat: int) -> str:
        """The deal and the cards that the seat was dealt, unless more are drawn."""
        own: list[Card] = []
        if len(self.counting(view).tricks) == self.cards(view):
            own = [*view.hands[seat].cards, *played_by(view.play, seat)]
        return f"{view.deal}/{view.leader}/{seat}/{spelled(own)}"

    def undertakes(self, view: BeatState, command: Command) -> float:
        """What is staked, or else how far a card goes for the trick."""
        if isinstance(command, Play):
            return self.at_stake(view) * daring(view, command)
        return command.undertakes * STAKED

    def place_counts(self, view: BeatState) -> bool:
        """Whether this is one of the last deals of a match that points decide."""
        return self.banking(view) is None and is_near(self.deals(view), view.deal)

    def believable(self, view: BeatState) -> bool:
        """Whether hands, tricks and totals are such as a deal of a match can have."""
        most, left = len(beats.PACK_36) // view.seats, [hand.size for hand in view.hands]
        return (
            0 <= view.deal <= (self.deals(view) or view.deal)
            and believable_tricks(view.play, most=most)
            and max(left) - min(left) <= 1
            and believable_cards(view.hands, view.play.cards, beats.PACK_36, most=most)
            and believable_totals(view.totals)
        )

    def avoids(self, view: BeatState) -> bool:
        """Whether what counts in this deal counts against whoever takes it."""
        del view
        return False

    # What is said and shown

    def explain(self, view: BeatState, command: Command) -> Explanation:
        """Why the command is legal or not and what it would do, from what the view knows."""
        reason = self.refusal(view, command)
        if reason is not None:
            return Explanation(False, (reason,))
        if isinstance(command, Play):
            worth = self.worth(view)
            said = self._effect(view, command)
            return Explanation(True, (said,) if worth is None else (said, worth))
        return Explanation(True, (self.undertaking(view, command),))

    def undertaking(self, view: BeatState, command: Command) -> Message:
        """What a command would mean that plays no card."""
        del view
        assert isinstance(command, ChooseTrump)
        return Message("chooses-trump", {"suit": command.suit}, "beats.md 4.1")

    def _effect(self, view: BeatState, play: Play) -> Message:
        pile, card, seat = view.pile, play.card, play.seat
        void = pile is None or not beats.holds_main(pile, view.hands[seat].cards)
        return reasons.effect(pile, card, seat, view.trumps, void=void)

    def story(self, view: BeatState, trick: Trick) -> tuple[tuple[int, tuple[Message, ...]], ...]:
        """Step by step why a trick went where it went, and what would have taken it instead."""
        return tuple(reasons.story(trick.leader, trick.cards, view.seats, view.trumps))

    def at_hand(self, view: BeatState, seat: int | None) -> AtHand:
        """The ring of six, ace and queen, what matters now, and what counts in this deal."""
        if not view.deal:
            return NOTHING_AT_HAND
        eyes = seat if seat is not None else view.turn or 0
        now = matters_now(
            view.pile, view.play.trick, eyes, view.trumps, must_beat=self.must_beat(view)
        )
        return AtHand(ring_of(view.pile, view.trumps), now, self.what_counts(view))

    def what_counts(self, view: BeatState) -> tuple[Message, ...]:
        """What cards and tricks count in this deal, in sentences."""
        del view
        return ()

    def picture(self, view: BeatState) -> Picture:
        """What the table shows."""
        pile = view.pile
        return Picture(
            deal=view.deal,
            deals=self.deals(view) or None,
            hands=view.hands,
            plates=tuple(self.plate(view, seat) for seat in range(view.seats)),
            cards=self.cards(view),
            dealer=view.dealer,
            turn=view.turn,
            mover=view.turn,
            asked="" if view.turn is None else self.phase(view),
            trick=view.play.tricks[-1],
            winning=None if pile is None else (pile.owner - view.play.lead) % view.seats,
            taken=view.play.taken,
            trumps=tuple(suit for equal in by_standing(view.trumps) for suit in equal),
            sign=_sign(view) if view.deal else None,
            ranks=beats.SENIORITY,
            leaders=self.leaders(view),
            notices=self.notices(view),
        )


def _may_play(
    view: BeatState, pile: Pile, play: Play, held: tuple[Card, ...], *, must_beat: bool
) -> bool:
    """Whether a card is among the playable of those held; these are asked only where need be."""
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


def _sign(view: BeatState) -> Sign:
    """The trick's main suit, with the trumps of all; between tricks what is trump."""
    trumps = by_standing(view.trumps)
    if view.pile is not None:
        return Sign(Message("sign-main"), view.pile.main, trumps)
    if trumps:
        return Sign(Message("sign-trumps"), None, trumps)
    own = any(suit is not None for suit in view.trumps.own)
    return Sign(Message("sign-own" if own else "sign-none"))


def own_only(hands: tuple[Hand, ...], seat: int | None) -> tuple[Hand, ...]:
    """The hands of a deal as a seat is told them, or a spectator (None)."""
    return tuple(hand if owner == seat else hand.hidden for owner, hand in enumerate(hands))
