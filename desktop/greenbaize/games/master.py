"""Master: twelve contracts, first against and then for, by the beat relation (``master.md``)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from greenbaize.cards import Card, Suit
from greenbaize.rules.beat_play import BeatGame, BeatState, trump_options
from greenbaize.rules.beats import PACK_36
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command
from greenbaize.rules.events import (
    CardPlayed,
    ContractDealt,
    ContractScored,
    Ended,
    Event,
    LotDrawn,
    TrumpChosen,
    ValuedTrick,
)
from greenbaize.rules.first_lead import first_leader
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import YesNo
from greenbaize.rules.pictures import Plate
from greenbaize.rules.places import ranked

DEALS: Final = 24


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract (``master.md 4``): ``each`` points a piece, ``total`` in the deal.

    ``scores`` says which cards count, for contracts of cards.
    """

    name: str
    each: int
    total: int
    scores: Callable[[Card], bool] | None = None


def _ranks(letters: str) -> Callable[[Card], bool]:
    return lambda card: card.code[0] in letters


def _codes(codes: str) -> Callable[[Card], bool]:
    return lambda card: card.code in codes.split()


CONTRACTS: Final = (
    Contract("all", 1, 9),
    Contract("kings-jacks", 2, 16, _ranks("KJ")),
    Contract("sixes", 3, 12, _ranks("6")),
    Contract("hearts", 4, 36, lambda card: card.suit is Suit.HEARTS),
    Contract("tens-aces", 5, 40, _ranks("TA")),
    Contract("diamond-court", 6, 18, _codes("JD QD KD")),
    Contract("queens", 7, 28, _ranks("Q")),
    Contract("eights", 8, 32, _ranks("8")),
    Contract("queen-of-spades", 9, 9, _codes("QS")),
    Contract("king-of-hearts", 10, 10, _codes("KH")),
    Contract("last-two", 11, 22),
    Contract("max", 12, 12),
)
"""In the order of deals 1 to 12, and of deals 13 to 24 again."""

_BY_NAME: Final = {contract.name: contract for contract in CONTRACTS}
_MAX_POINTS: Final = {"A": 12, "T": 10, "K": 5, "Q": 3, "J": 1}


def contract_of(deal: int) -> Contract:
    """The contract of a deal, counted from 1."""
    return CONTRACTS[(deal - 1) % 12]


def max_points(cards: tuple[Card, ...]) -> int:
    """The card points of a trick in MAX: its cards, and 10 for four of one suit."""
    points = sum(_MAX_POINTS.get(card.code[0], 0) for card in cards)
    suits = [card.suit for card in cards]
    return points + (10 if any(suits.count(suit) >= 4 for suit in Suit) else 0)


class Master(BeatGame):
    """Master, rules 1 to 6."""

    name = "master"
    seats = range(2, 5)
    options = (*trump_options("personal", "none"), YesNo("early_end", default=True, old=True))
    events = (LotDrawn, TrumpChosen, ContractDealt, CardPlayed, ValuedTrick, ContractScored, Ended)
    rules: ClassVar = {
        "lot": "master.md 3",
        "trump": "beats.md 4",
        "deal": "master.md 2, 3",
        "play": "beats.md 5",
        "trick": "beats.md 5",
        "score": "master.md 4",
        "end": "master.md 6",
    }

    def must_beat(self, view: BeatState) -> bool:
        """Beating is a choice (``beats.md 5``)."""
        del view
        return False

    def staking(self, view: BeatState) -> bool:
        """There are no stakes."""
        del view
        return False

    def tricks_in(self, state: BeatState) -> int:
        """How many tricks the current deal has if it is played out (``master.md 2``)."""
        return 9 if state.contract == "all" else 36 // state.seats

    def next_deal(self, state: BeatState, chance: Chance) -> ContractDealt | Ended:
        """The next contract's deal, or the end after the 24th."""
        if state.deal == DEALS:
            return Ended(state.totals, ranked([(total,) for total in state.totals]))
        deal, seats = state.deal + 1, state.seats
        contract = contract_of(deal)
        count = 9 if contract.name == "all" else 36 // seats
        # The leader of the deal before deals now, the first time the lot says who does.
        dealer = state.leader if state.deal else state.dealer
        assert dealer is not None
        left = (dealer + 1) % seats
        order = chance.order("deal", PACK_36, deal)
        hands = tuple(
            Hand(tuple(order[(seat - left) % seats : seats * count : seats]))
            for seat in range(seats)
        )
        leader = left if state.deal else first_leader(hands, left)
        sign = -1 if deal <= DEALS // 2 else 1
        return ContractDealt(deal, dealer, leader, hands, contract.name, sign)

    def trick_points(self, state: BeatState) -> int | None:
        """The trick's card points in MAX."""
        return max_points(state.trick) if state.contract == "max" else None

    def after_trick(self, state: BeatState) -> Event | None:
        """The deal's score once its cards are played or, by the option, its points taken."""
        out = not any(hand.size for hand in state.hands)
        if out or (state.options["early_end"] and self._all_taken(state)):
            return self._score(state)
        return None

    def _all_taken(self, state: BeatState) -> bool:
        contract = _BY_NAME[state.contract]
        if contract.scores is None:
            return False
        fallen = sum(contract.scores(card) for _, trick in state.taken for card in trick.cards)
        return fallen * contract.each == contract.total

    def _score(self, state: BeatState) -> ContractScored:
        sign = -1 if state.deal <= DEALS // 2 else 1
        points = tuple(sign * points for points in self._points(state))
        totals = tuple(map(sum, zip(state.totals, points, strict=True)))
        remaining = self.tricks_in(state) - sum(state.won)
        return ContractScored(state.deal, points, totals, state.won, remaining)

    # What is said and shown

    def deals(self, view: BeatState) -> int:
        """Always 24."""
        del view
        return DEALS

    def value(self, view: BeatState, cards: tuple[Card, ...]) -> int:
        """What a trick of these cards brings its taker; in MAX, the card points it adds."""
        contract = _BY_NAME[view.contract]
        sign = -1 if view.deal <= DEALS // 2 else 1
        if contract.scores is not None:
            return sign * contract.each * sum(map(contract.scores, cards))
        if contract.name == "max":
            return sign * max_points(cards)
        late = len(view.taken) >= self.tricks_in(view) - 2
        return sign * contract.each if contract.name == "all" or late else 0

    def worth(self, view: BeatState) -> Message | None:
        """The points that lie on the table, once there are any."""
        value = self.value(view, view.trick) if view.trick else 0
        return Message("trick-holds", {"count": value}, "master.md 4") if value else None

    def stake_effect(self, view: BeatState, command: Command) -> Message:
        """There are no stakes."""
        del view, command
        return Message("not-in-this-game", {"type": "stake"})

    def notices(self, view: BeatState) -> tuple[Message, ...]:
        """The contract, and whether it counts against or for."""
        if not view.deal:
            return ()
        against = view.deal <= DEALS // 2
        code = "contract-against" if against else "contract-for"
        contract = _BY_NAME[view.contract]
        values: dict[str, Value] = {"contract": contract.name, "each": contract.each}
        values["count"] = contract.total
        return (Message(code, values, "master.md 4"),)

    def plate(self, view: BeatState, seat: int) -> Plate:
        """What a seat's plate shows: totals, tricks, and points in contracts counted by them."""
        own = view.trumps.own
        points = view.points[seat] if view.contract == "max" else None
        trump = own[seat] if own else None
        return Plate(view.totals[seat], None, view.won[seat], points=points, trump=trump)

    def _points(self, state: BeatState) -> tuple[int, ...]:
        contract = _BY_NAME[state.contract]
        if contract.name == "all":
            return state.won
        if contract.name == "last-two":
            return tuple(
                contract.each * sum(taker == seat for taker, _ in state.taken[-2:])
                for seat in range(state.seats)
            )
        if contract.name == "max":
            winner = max_winner(state)
            return tuple(contract.each * (seat == winner) for seat in range(state.seats))
        points = [0] * state.seats
        assert contract.scores is not None
        for taker, trick in state.taken:
            points[taker] += contract.each * sum(map(contract.scores, trick.cards))
        return tuple(points)


def max_winner(state: BeatState) -> int:
    """Who has most card points in MAX; of tied players who took the latest trick."""
    most = max(state.points)
    tied = [seat for seat, points in enumerate(state.points) if points == most]
    return next(taker for taker, _ in reversed(state.taken) if taker in tied)
