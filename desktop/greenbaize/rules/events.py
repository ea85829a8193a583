"""What has happened at a table, in the vocabulary of the match record.

Each class is one line of a record: its ``type`` and its fields, in their order. A game declares
which of them it uses; several games may give one type different fields.
"""

from dataclasses import dataclass
from typing import ClassVar

from greenbaize.cards import Card, Suit
from greenbaize.rules.hands import Hand


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened."""

    type: ClassVar[str]


@dataclass(frozen=True, slots=True)
class LotDrawn(Event):
    """The lot has fallen on the first dealer."""

    type: ClassVar[str] = "lot"
    dealer: int


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The cards have been dealt; ``deal`` counts from 1 and ``leader`` acts first."""

    type: ClassVar[str] = "deal"
    deal: int
    dealer: int
    leader: int
    hands: tuple[Hand, ...]

    @property
    def dealing(self) -> tuple[Card, ...]:
        """The cards in the order in which they left the pack: one each from the dealer's left."""
        first = (self.dealer + 1) % max(1, len(self.hands))
        hands = self.hands[first:] + self.hands[:first]
        longest = max((len(hand.cards) for hand in hands), default=0)
        return tuple(
            hand.cards[turn] for turn in range(longest) for hand in hands if turn < len(hand.cards)
        )


@dataclass(frozen=True, slots=True)
class TrumpDealt(Dealt):
    """A deal of ``cards`` each whose trump is the turned card's suit, if a card was turned."""

    cards: int
    turned: Card | None
    trump: Suit | None

    @property
    def dealing(self) -> tuple[Card, ...]:
        """The cards in the order in which they left the pack, the turned one last."""
        dealt = Dealt.dealing.fget(self)  # type: ignore[attr-defined]
        return dealt if self.turned is None else (*dealt, self.turned)


@dataclass(frozen=True, slots=True)
class ContractDealt(Dealt):
    """A deal of Master: its contract, and whether its points count against (-1) or for (1)."""

    contract: str
    sign: int


@dataclass(frozen=True, slots=True)
class StockDealt(Dealt):
    """A deal of Ass; the option *refill* leaves a stock, top card first, to draw from."""

    stock: Hand | None = None

    @property
    def dealing(self) -> tuple[Card, ...]:
        """The cards in the order in which they left the pack, then the stock."""
        dealt = Dealt.dealing.fget(self)  # type: ignore[attr-defined]
        return dealt if self.stock is None else (*dealt, *self.stock.cards)


@dataclass(frozen=True, slots=True)
class PileDealt(Dealt):
    """A deal of Rank: the card opened to start the pile, and the stock, top card first."""

    pile: Card
    stock: Hand

    @property
    def dealing(self) -> tuple[Card, ...]:
        """The cards in the order in which they left the pack, the opened one, then the stock."""
        dealt = Dealt.dealing.fget(self)  # type: ignore[attr-defined]
        return (*dealt, self.pile, *self.stock.cards)


@dataclass(frozen=True, slots=True)
class TrumpChosen(Event):
    """A seat has chosen its personal trump suit."""

    type: ClassVar[str] = "trump"
    seat: int
    suit: Suit


@dataclass(frozen=True, slots=True)
class StakeMade(Event):
    """A seat has said *go* or *stay*."""

    type: ClassVar[str] = "stake"
    seat: int
    go: bool


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """A seat has drawn from the stock; only the one who draws is told which cards."""

    type: ClassVar[str] = "draw"
    seat: int
    cards: Hand


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A seat has bid."""

    type: ClassVar[str] = "bid"
    seat: int
    tricks: int


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A seat has played a card."""

    type: ClassVar[str] = "play"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat's turn has ended because it can play nothing."""

    type: ClassVar[str] = "pass"
    seat: int


@dataclass(frozen=True, slots=True)
class Leaving(Event):
    """A seat has played its last card; the next player decides whether it is out."""

    type: ClassVar[str] = "leaving"
    seat: int


@dataclass(frozen=True, slots=True)
class CameBack(Event):
    """A seat that was leaving has had to draw and is back."""

    type: ClassVar[str] = "back"
    seat: int


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """A seat has got rid of its cards for good."""

    type: ClassVar[str] = "out"
    seat: int


@dataclass(frozen=True, slots=True)
class AntiRankDeclared(Event):
    """Nobody can move: the seat may play any card."""

    type: ClassVar[str] = "antirank"
    seat: int


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """A seat has taken the trick on the table."""

    type: ClassVar[str] = "trick"
    seat: int


@dataclass(frozen=True, slots=True)
class CardExposed(Event):
    """A card was shown or played out of turn: it stays face up before its owner."""

    type: ClassVar[str] = "exposed"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardCorrected(Event):
    """A seat has put the right card in the place of a revoke; ``card`` is the new one."""

    type: ClassVar[str] = "corrected"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardTakenBack(Event):
    """A card played after a revoke that was corrected has gone back to its owner's hand."""

    type: ClassVar[str] = "taken_back"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class RevokeNamed(Event):
    """A revoke that was not corrected is named: who revoked, and with which card."""

    type: ClassVar[str] = "revoke"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class DealVoided(Event):
    """A deal is void and is dealt again; ``penalties`` per seat go into the totals."""

    type: ClassVar[str] = "void"
    deal: int
    penalties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ValuedTrick(TrickTaken):
    """A trick whose card points are told, in deals that count them."""

    points: int | None = None


@dataclass(frozen=True, slots=True)
class SeatGiven(Event):
    """From here on somebody else acts for the seat; ``why`` is a word, not a sentence."""

    type: ClassVar[str] = "seat"
    seat: int
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A deal has been scored: points of the deal and totals so far, a number per seat."""

    type: ClassVar[str] = "score"
    deal: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidsScored(Scored):
    """A deal of an exact-bid game has been scored."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ContractScored(Scored):
    """A deal of Master has been scored: signed points, tricks, and tricks left unplayed."""

    tricks: tuple[int, ...]
    remaining: int


@dataclass(frozen=True, slots=True)
class BanksScored(Scored):
    """A deal of Ass has been scored: card points, the targets faced, and the banks after it."""

    targets: tuple[int, ...]
    banks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlacesScored(Scored):
    """A deal of Rank has been scored: the points are the places in it."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The match is over. Places count from 1 and repeat where they are shared."""

    type: ClassVar[str] = "end"
    totals: tuple[int, ...]
    places: tuple[int, ...]
    coin_flip: bool = False
