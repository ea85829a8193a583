"""Ass: four cards, stakes and banks, by the beat relation (``ass.md``)."""

from typing import ClassVar, Final

from greenbaize.cards import Card, Suit
from greenbaize.games.beat.ass_sheet import AssForm, ass_sheet, limit_of
from greenbaize.games.beat.banks import FIRST_BANKS, banks_after, decided, target
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.first_lead import first_leader
from greenbaize.games.beat.play import BeatGame, BeatState, Counting, trump_options
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, Stake
from greenbaize.rules.events import (
    BanksScored,
    CardPlayed,
    CardsDrawn,
    Ended,
    Event,
    LotDrawn,
    Scored,
    StakeMade,
    StockDealt,
    TrumpChosen,
    ValuedTrick,
)
from greenbaize.rules.game import Counts, Unit
from greenbaize.rules.hands import Hand, dealt
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Number, Settings, YesNo
from greenbaize.rules.pictures import Plate
from greenbaize.rules.places import ranked
from greenbaize.rules.sheet_forms import Entry, SheetForm
from greenbaize.rules.sheets import Sheet

CARDS: Final = 4
_POINTS: Final = {"8": 16, "A": 12, "T": 10, "K": 5, "Q": 3, "J": 1, "6": -1}


def trick_points(cards: tuple[Card, ...]) -> int:
    """The card points of a trick (``ass.md 5``).

    Pairs are counted for the best: kings marry queens first, as they gain most.
    """
    ranks = [card.code[0] for card in cards]
    kings, queens, jacks = (ranks.count(rank) for rank in "KQJ")
    royal = min(kings, queens)
    young = min(jacks, queens - royal)
    points = sum(_POINTS.get(rank, 0) for rank in ranks)
    points += royal * (25 - 5 - 3) + young * (15 - 3 - 1)
    suits = [card.suit for card in cards]
    return points + (10 if any(suits.count(suit) >= 4 for suit in Suit) else 0)


class Ass(BeatGame):
    """Ass, rules 1 to 6."""

    name = "ass"
    seats = range(2, 7)
    counts = Counts.PLACES
    unit = Unit.SHARE
    options = (
        *trump_options("personal", "none"),
        YesNo("must_beat", default=True, old=True),
        YesNo("refill", default=False, old=False),
        Number(
            "deal_limit",
            usual=lambda _, __: 60,
            span=lambda _, __: (0, 1000),
            old=lambda _, __: 60,
        ),
    )
    events = (
        LotDrawn,
        TrumpChosen,
        StockDealt,
        StakeMade,
        CardPlayed,
        ValuedTrick,
        CardsDrawn,
        BanksScored,
        Ended,
    )
    rules: ClassVar = {
        "lot": "ass.md 2",
        "trump": "beats.md 4",
        "deal": "ass.md 2",
        "stake": "ass.md 3",
        "play": "beats.md 5",
        "trick": "ass.md 4, 5",
        "draw": "ass.md 2",
        "score": "ass.md 3",
        "end": "ass.md 1",
    }

    def must_beat(self, view: BeatState) -> bool:
        """Who can beat must, unless the option is off."""
        return bool(view.options["must_beat"])

    def staking(self, view: BeatState) -> bool:
        """Whether somebody has not said *go* or *stay* yet."""
        return None in view.stakes

    def start(self, seats: int, options: Settings) -> BeatState:
        """The state before the first event: everyone has three banks."""
        return super().start(seats, options)._replace(banks=(FIRST_BANKS,) * seats)

    def next_deal(self, state: BeatState, chance: Chance) -> StockDealt | Ended:
        """The next deal, or the end if the last one decided the match."""
        if self._decided(state):
            places = ranked([(-banks,) for banks in state.banks])
            return Ended(state.totals, places)
        deal, seats = state.deal + 1, state.seats
        dealer = state.leader if state.deal else state.dealer
        assert dealer is not None
        left = (dealer + 1) % seats
        order = chance.order("deal", PACK_36, deal)
        hands = dealt(order, seats, left, CARDS)
        leader = left if state.deal else first_leader(hands, left)
        stock = Hand(tuple(order[seats * CARDS :])) if state.options["refill"] else None
        return StockDealt(deal, dealer, leader, hands, stock)

    def _decided(self, state: BeatState) -> bool:
        """``ass.md 1``: somebody at 0 or 6 banks, with its exception for all at 6."""
        if not state.deal:
            return False
        before, limit = self._banks_before(state), limit_of(state.options)
        return decided(before, state.banks, state.deal, limit)

    @staticmethod
    def _banks_before(state: BeatState) -> tuple[int, ...]:
        if len(state.scores) < 2:
            return (FIRST_BANKS,) * state.seats
        score = state.scores[-2]
        assert isinstance(score, BanksScored)
        return score.banks

    def trick_points(self, state: BeatState) -> int | None:
        """The trick's card points."""
        return trick_points(state.trick)

    def after_trick(self, state: BeatState) -> Event | None:
        """A draw while everyone is being served, the score when the hands are empty."""
        if state.drawn < state.seats and (state.drawn or state.stock.size >= state.seats):
            return self._draw(state)
        if not any(hand.size for hand in state.hands):
            return self._score(state)
        return None

    def _draw(self, state: BeatState) -> CardsDrawn:
        stock = state.stock
        top = Hand(stock.cards[:1]) if stock.cards else Hand((), 1)
        return CardsDrawn((state.lead + state.drawn) % state.seats, top)

    def gain(self, before: BeatState, scored: Scored, seat: int) -> float:
        """The banks it is rid of more than the others; card points only break ties."""
        assert isinstance(scored, BanksScored)
        banks = [was - now for was, now in zip(before.banks, scored.banks, strict=True)]
        mean = (sum(banks) - banks[seat]) / (len(banks) - 1)
        return banks[seat] - mean + super().gain(before, scored, seat) / 1000

    # What is said and shown

    def deals(self, view: BeatState) -> int:
        """The limit, as nobody knows how long a match lasts otherwise."""
        return limit_of(view.options)

    def value(self, view: BeatState, cards: tuple[Card, ...]) -> int:
        """What a trick of these cards brings its taker."""
        del view
        return trick_points(cards)

    def counting(self, view: BeatState) -> Counting:
        """The card points of ``ass.md 5``; pairs and suits make sets."""
        tricks = len(PACK_36) // view.seats if view.options["refill"] else CARDS
        cards = tuple(_POINTS.get(card.code[0], 0) for card in PACK_36)
        return Counting((0,) * tricks, cards, sets=True)

    def worth(self, view: BeatState) -> Message | None:
        """What the cards on the table are worth so far."""
        if not view.trick:
            return None
        return Message("trick-worth", {"count": trick_points(view.trick)}, "ass.md 5")

    def stake_effect(self, view: BeatState, command: Command) -> Message:
        """What one must reach, and what it brings."""
        go = isinstance(command, Stake) and command.go
        code = "stake-go" if go else "stake-stay"
        return Message(code, {"count": target(view.seats, go=go)}, "ass.md 3")

    def cards(self, view: BeatState) -> int:
        """Always four."""
        del view
        return CARDS

    def notices(self, view: BeatState) -> tuple[Message, ...]:
        """Nothing is announced beyond what the plates show."""
        del view
        return ()

    def plate(self, view: BeatState, seat: int) -> Plate:
        """What a seat's plate shows: banks, stake and target, and the deal's points so far."""
        own, stake = view.trumps.own, view.stakes[seat]
        return Plate(
            view.totals[seat],
            None,
            view.won[seat],
            points=view.points[seat],
            target=None if stake is None else target(view.seats, go=stake),
            trump=own[seat] if own else None,
            banks=view.banks[seat],
            stake=stake,
        )

    def sheet(self, view: BeatState) -> Sheet:
        """The score sheet so far, computed from what the deals' scores say."""
        scores = [score for score in view.scores if isinstance(score, BanksScored)]
        entries = [Entry(tuple(zip(_stakes(score), score.points, strict=True))) for score in scores]
        current = None
        if view.deal > len(view.scores):
            current = view.deal
            points = view.points if view.taken else (None,) * view.seats
            stakes = [None if go is None else int(go) for go in view.stakes]
            entries.append(Entry(tuple(zip(stakes, points, strict=True))))
        banks = [score.banks for score in scores]
        limit = limit_of(view.options)
        return ass_sheet(view.seats, entries, limit=limit, current=current, written=banks)

    def form(self) -> SheetForm:
        """How the sheet is kept by hand."""
        return AssForm()

    def _score(self, state: BeatState) -> BanksScored:
        targets = tuple(target(state.seats, go=bool(go)) for go in state.stakes)
        banks = tuple(
            banks_after(banks, points >= wanted, go=bool(go))
            for banks, points, wanted, go in zip(
                state.banks, state.points, targets, state.stakes, strict=True
            )
        )
        totals = tuple(map(sum, zip(state.totals, state.points, strict=True)))
        return BanksScored(state.deal, state.points, totals, targets, banks)


def _stakes(score: BanksScored) -> tuple[int, ...]:
    players = len(score.targets)
    return tuple(int(wanted == target(players, go=True)) for wanted in score.targets)
