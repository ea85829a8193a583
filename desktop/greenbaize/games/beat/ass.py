"""Ass: four cards, stakes and banks, by the beat relation (``ass.md``)."""

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from greenbaize.cards import Card
from greenbaize.games.beat.banks import (
    FIRST_BANKS,
    LOST,
    NO_STOCK,
    POINTS,
    Banking,
    banks_after,
    count_cards,
    decided,
    outcomes,
    reckoned,
    targets,
)
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.commands import Stake
from greenbaize.games.beat.events import (
    BanksScored,
    StakeMade,
    StockDealt,
    TrumpChosen,
    ValuedTrick,
)
from greenbaize.games.beat.parts import BeatParts, lazy
from greenbaize.games.beat.play import BeatGame, trump_options
from greenbaize.games.beat.state import BeatState, Counting, Sets
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, CardsDrawn, Ended, Event, LotDrawn, Scored
from greenbaize.rules.game import Counts, Question, Unit
from greenbaize.rules.hands import Hand, none_left, put
from greenbaize.rules.messages import Message, mark
from greenbaize.rules.options import Choice, Number, Settings, YesNo
from greenbaize.rules.pictures import Luck, Made, Mood, Picture, Plate, Shape, Tally
from greenbaize.rules.places import leading, ranked

CARDS: Final = 4
_ROYAL: Final = 25 - 5 - 3
_YOUNG: Final = 15 - 3 - 1
_ONE_SUIT: Final = 10
"""Combination points of king and queen, queen and jack, and four of a suit."""
_KING, _QUEEN, _JACK = ("6789TJQKA".index(rank) for rank in "KQJ")
_WORTH: Final = {card: POINTS.get(card.code[0], 0) for card in PACK_36}
"""Points of each card by itself (``ass.md 5``)."""
_DARING: Final = 1.5
"""Cost of boldness at a card, in percent of opponents beaten."""


@cache
def counting_of(tricks: int) -> Counting:
    """Return the card points of ``ass.md 5`` in a deal of so many tricks, with pairs and suits.

    Pairs are formed for the best: kings marry queens first, as they gain most.
    """
    pairs = ((_KING, _QUEEN, _ROYAL), (_QUEEN, _JACK, _YOUNG))
    return Counting((0,) * tricks, tuple(_WORTH.values()), Sets(_ONE_SUIT, pairs))


class Ass(BeatParts, BeatGame):
    """Ass, rules 1 to 6."""

    help_page = "ass"
    commands = (*BeatGame.commands, Stake)
    counts = Counts.PLACES
    unit = Unit.SHARE
    rating_line = mark("Rating: over 50 %, more banks were shed than gained.")
    options = (
        *trump_options("personal", "none"),
        YesNo(
            "must_beat",
            default=True,
            title=mark("Beating is compulsory"),
            line=mark("Otherwise beating is a choice."),
            off=mark("Beating is a choice."),
        ),
        YesNo(
            "refill",
            default=True,
            old=False,
            title=mark("Draw after each trick"),
            line=mark("Hands are filled up from the stock as long as it serves everybody."),
            off=mark("Four cards each make a deal; the rest of the pack takes no part."),
        ),
        Choice(
            "targets",
            ("source", "even"),
            usual=lambda _, __: "source",
            titles={"source": mark("standard ones"), "even": mark("even ones")},
            title=mark("Targets"),
            line=mark("What go and stay ask for."),
            lines={
                "source": mark(
                    "As in the table of the rules: twelve points more with each player."
                ),
                "even": mark(
                    "Go succeeds in about half of the deals between equal players, and stay in a "
                    "fifth."
                ),
            },
            advice={
                2: ("even", mark("Two nearly always reach these: better choose the even ones.")),
                **dict.fromkeys(
                    (5, 6),
                    ("even", mark("So many hardly ever say go with these: better the even ones.")),
                ),
            },
        ),
        Number(
            "deal_limit",
            usual=lambda _, __: 60,
            span=lambda _, __: (0, 1000),
            title=mark("Deals at most"),
            line=mark("After so many deals the fewest banks win; 0 means no limit."),
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
    facts_of = lazy("facts", "bank_facts", bound=False)
    figures = lazy("facts", "bank_figures", bound=False)
    honours_of = lazy("facts", "banks_unharmed", bound=False)
    rating = lazy("facts", "bank_rating", bound=False)
    lesson = lazy("telling", "AssLesson", bound=False)
    told_of_seat = lazy("telling", "ass_seat", bound=False)
    told_of_deal = lazy("telling", "ass_deal")
    sheet = lazy("ass_sheet", "sheet_of", bound=False)
    form = lazy("ass_sheet", "AssForm", bound=False)
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
        return view.options.flag("must_beat")

    def at_stake(self, view: BeatState) -> float:
        """Return a small cost: what counts is whether the target is reached."""
        return _DARING

    def start(self, seats: int, options: Settings, **fresh: Any) -> BeatState:
        own = Banking((FIRST_BANKS,) * seats, (None,) * seats)
        return super().start(seats, options, own=own, **fresh)

    def banking(self, view: BeatState) -> Banking:
        own: Banking = view.own
        return own

    # Legal commands

    def phase(self, view: BeatState) -> str:
        if view.pile is not None:
            return Play.type  # By far the most frequent phase.
        if view.deal and not view.choosing and None in self.banking(view).stakes:
            return Stake.type
        return super().phase(view)

    def choices(self, view: BeatState, seat: int) -> Sequence[Command]:
        if self.phase(view) == Stake.type:
            return [Stake(seat, True), Stake(seat, False)]
        return super().choices(view, seat)

    def question(self, view: BeatState, seat: int) -> Question | None:
        question = super().question(view, seat)
        if question is None or question.kind != Stake.type:
            return question
        return replace(question, counts=tuple((c, _WORTH[c]) for c in view.hands[seat].cards))

    def notes(self, view: BeatState, seat: int) -> tuple[Message, ...]:
        if self.phase(view) != Stake.type:
            return super().notes(view, seat)
        hand, limit = view.hands[seat], view.options.number("deal_limit")
        aims = targets(view.seats, view.options)
        found = list(outcomes(self.banking(view), aims, seat, view.deal, limit))
        if hand.unknown:
            return tuple(found)
        played = view.seats * len(self.counting(view).tricks)
        return (*reckoned(hand.cards, played, _WORTH), *found)

    # Deals and tricks

    def fold(self, state: BeatState, event: Event) -> BeatState:
        if isinstance(event, CardPlayed):  # By far the most frequent event.
            return self.fold_play(state, event)
        own = self.banking(state)
        match event:
            case StakeMade(seat, go):
                stakes = put(own.stakes, seat, go)
                after = (seat + 1) % state.seats if None in stakes else state.play.lead
                return replace(state, own=replace(own, stakes=stakes), turn=after)
            case StockDealt():
                fresh = Banking(
                    own.banks, (None,) * state.seats, event.stock or NO_STOCK, state.seats
                )
                return replace(super().fold(state, event), own=fresh)
            case CardsDrawn():
                return self._fold_draw(state, own, event)
            case BanksScored():
                own = replace(own, banks=event.banks)
                return replace(super().fold(state, event), own=own)
        return super().fold(state, event)

    def _fold_draw(self, state: BeatState, own: Banking, event: CardsDrawn) -> BeatState:
        seat, hands = event.seat, state.hands
        hands = put(hands, seat, hands[seat].joined(event.cards))
        own = replace(own, stock=own.stock.after(event.cards.size), drawn=own.drawn + 1)
        return self.between(replace(state, hands=hands, own=own))

    def own_after_trick(self, state: BeatState) -> Banking:
        """Reset the number of draws."""
        own = self.banking(state)
        return replace(own, drawn=0) if own.drawn else own

    def finished(self, state: BeatState) -> bool:
        """``ass.md 1``: somebody at 0 or 6 banks, with its exception for all at 6."""
        before = self._banks_after(state, len(state.scores) - 2)
        limit = state.options.number("deal_limit")
        return decided(before, self.banking(state).banks, state.deal, limit)

    def ending(self, state: BeatState, chance: Chance) -> Ended:
        banks = self.banking(state).banks
        return Ended(state.totals, ranked([(-own,) for own in banks]))

    def next_deal(self, state: BeatState, chance: Chance) -> StockDealt:
        deal, dealer, leader, hands, rest = self.dealing(state, chance, CARDS)
        stock = Hand(rest) if state.options.flag("refill") else None
        return StockDealt(deal, dealer, leader, hands, stock)

    @staticmethod
    def _banks_after(view: BeatState, at: int) -> tuple[int, ...]:
        """Return the banks after the deal with this index; -1 is before all."""
        return view.scores[at].banks if at >= 0 else (FIRST_BANKS,) * view.seats

    def trick_points(self, state: BeatState) -> int | None:
        return self.value(state, state.play.trick)

    def after_trick(self, state: BeatState) -> Event | None:
        own = self.banking(state)
        if self._draws(state, own):
            return self._draw(state, own)
        if none_left(state.hands):
            return self.score(state)
        return None

    def goes_on(self, state: BeatState) -> bool:
        """Return whether all have drawn and there are cards to play."""
        return not self._draws(state, self.banking(state)) and not none_left(state.hands)

    @staticmethod
    def _draws(state: BeatState, own: Banking) -> bool:
        return own.drawn < state.seats and (own.drawn > 0 or own.stock.size >= state.seats)

    @staticmethod
    def _draw(state: BeatState, own: Banking) -> CardsDrawn:
        return CardsDrawn((state.play.lead + own.drawn) % state.seats, own.stock.first(1))

    def filled(self, view: BeatState, hands: tuple[Hand, ...], rest: tuple[Card, ...]) -> BeatState:
        own = self.banking(view)
        stock = Hand(own.stock.cards + rest[: own.stock.unknown])
        return replace(view, hands=hands, own=replace(own, stock=stock))

    def gain(self, before: BeatState, scored: Scored, seat: int) -> float:
        """Return the banks shed in excess of the others; card points only break ties."""
        assert isinstance(scored, BanksScored)
        held = self.banking(before).banks
        banks = [was - now for was, now in zip(held, scored.banks, strict=True)]
        mean = (sum(banks) - banks[seat]) / (len(banks) - 1)
        return banks[seat] - mean + super().gain(before, scored, seat) / 1000

    def worth_of(self, view: BeatState, at: int, seat: int) -> float:
        """Return the banks a deal shed; of equal ones, the distance from the target decides."""
        scored, change = view.scores[at], self._change(view, at, seat)
        missing: int = scored.targets[seat] - scored.points[seat]
        return (change or -0.5) - missing / 1000

    def _change(self, view: BeatState, at: int, seat: int) -> int:
        """Return the number of banks that a seat shed in a deal."""
        return self._banks_after(view, at - 1)[seat] - self._banks_after(view, at)[seat]

    def told_of_swing(self, view: BeatState, at: int, seat: int, worth: float) -> Message | None:
        scored, change = view.scores[at], self._change(view, at, seat)
        code = "swing-shed" if change > 0 else "swing-paid" if change else "swing-kept"
        count = abs(scored.points[seat] - scored.targets[seat])
        return Message(code, {"deal": scored.deal, "count": count}, "ass.md 3")

    # Sentences and pictures

    def deals(self, view: BeatState) -> int:
        return view.options.number("deal_limit")

    def counting(self, view: BeatState) -> Counting:
        refill = view.options.flag("refill")
        return counting_of(len(PACK_36) // view.seats if refill else CARDS)

    def what_counts(self, view: BeatState) -> tuple[Message, ...]:
        """Return the targets and their consequences, and the points of cards (``ass.md 5``)."""
        wanted = targets(view.seats, view.options)
        return (
            Message("tell-banks-end", {"number": LOST}, "ass.md 1"),
            Message("count-targets", {"go": wanted.go, "stay": wanted.stay}, "ass.md 3"),
            count_cards(),
            Message("count-pairs", rule="ass.md 5"),
            Message("count-suit", rule="ass.md 5"),
        )

    def worth(self, view: BeatState) -> Message | None:
        if not view.play.trick:
            return None
        return Message("trick-worth", {"count": self.value(view, view.play.trick)}, "ass.md 5")

    def undertaking(self, view: BeatState, command: Command) -> tuple[Message, ...]:
        if not isinstance(command, Stake):
            return super().undertaking(view, command)
        code = "stake-go" if command.go else "stake-stay"
        wanted = targets(view.seats, view.options).of(go=command.go)
        return (Message(code, {"count": wanted}, "ass.md 3"),)

    def cards(self, view: BeatState) -> int:
        return CARDS

    def make_picture(self, view: BeatState) -> Picture:
        return super().make_picture(view)._replace(stock=self.banking(view).stock.size)

    def plate(self, view: BeatState, seat: int) -> Plate:
        own, held = view.trumps.own, self.banking(view)
        stake, line = held.stakes[seat], None
        if stake is not None:
            wanted = targets(view.seats, view.options).of(go=stake)
            values = {"points": view.points[seat], "target": wanted}
            line = Message("plate-go" if stake else "plate-stay", values)
        coins = Tally(Shape.COINS, held.banks[seat])
        trump = own[seat] if own else None
        return Plate(held.banks[seat], line, tally=coins, trump=trump)

    def moods(self, view: BeatState, event: Event | None = None) -> tuple[Mood, ...]:
        moods = list(super().moods(view, event))
        if view.end is not None or isinstance(event, Scored):
            return tuple(moods)
        held, wanted = self.banking(view), targets(view.seats, view.options).go
        for seat, go in enumerate(held.stakes):
            if go and view.points[seat] >= wanted:
                moods[seat] = Mood.PLEASED
            elif go and (view.hands[seat].size <= 1 or held.banks[seat] == LOST - 1):
                moods[seat] = Mood.TENSE
        return tuple(moods)

    def leaders(self, view: BeatState) -> tuple[int, ...]:
        """Return the seats with fewest banks: the points of all deals together decide nothing."""
        return leading([-banks for banks in self.banking(view).banks])

    def opening(self, view: BeatState) -> tuple[Message, ...]:
        if view.deal != self.deals(view):
            return ()
        return (Message("deal-last"), Message("limit-decides", rule=self.rules["end"]))

    def made_by(self, scored: Scored, view: BeatState, seat: int) -> Made:
        assert isinstance(scored, BanksScored)
        points, wanted = scored.points[seat], scored.targets[seat]
        reached, go = points >= wanted, self.banking(view).stakes[seat]
        words = "made-bank-shed" if reached else "made-bank-paid" if go else "made-bank-kept"
        said = "sheds-bank" if reached else "pays-bank" if go else "keeps-banks"
        luck = Luck.GOOD if reached else Luck.BAD if go else Luck.NEITHER
        values = {"seat": seat, "points": points, "target": wanted}
        return Made(Message(words, rule="ass.md 3"), luck, Message(said, values, "ass.md 3"))

    def finals(self, view: BeatState) -> tuple[Message, ...]:
        banks = self.banking(view).banks
        return tuple(Message("final-banks", {"count": count}) for count in banks)

    def scores(self, seats: int, last: Scored | None) -> tuple[int, ...]:
        """Return the banks, which decide; card points only break ties."""
        return last.banks if isinstance(last, BanksScored) else (FIRST_BANKS,) * seats

    def deal_points(self, state: BeatState) -> tuple[int, ...]:
        return state.points

    def score(self, state: BeatState) -> BanksScored:
        own, scored = self.banking(state), super().score(state)
        aims = targets(state.seats, state.options)
        wanted = tuple(aims.of(go=bool(go)) for go in own.stakes)
        banks = tuple(
            banks_after(banks, points >= aim, go=bool(go))
            for banks, points, aim, go in zip(
                own.banks, state.points, wanted, own.stakes, strict=True
            )
        )
        return BanksScored(state.deal, scored.points, scored.totals, wanted, banks)
