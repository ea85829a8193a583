"""Exact-bid play, the common base of Damn and Blackout: win just as many tricks as you bid.

A subclass defines the size of each deal, the source of trumps, the scores of bids and the final
ranking; this module handles bidding, tricks and the sheet.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from greenbaize.cards import PACK_52, Card, Suit
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.events import BidMade, BidsScored, TrumpDealt
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, Dealt, Ended, Event, LotDrawn, Scored, TrickTaken
from greenbaize.rules.hands import dealt, none_left, put
from greenbaize.rules.messages import Message, mark
from greenbaize.rules.options import Settings, YesNo
from greenbaize.rules.pictures import (
    NOTHING_AT_HAND,
    AtHand,
    Luck,
    Made,
    Picture,
    Plate,
    Race,
    Shape,
    Tally,
)
from greenbaize.rules.places import is_near
from greenbaize.rules.thinking import (
    believable_cards,
    believable_sizes,
    believable_totals,
    believable_tricks,
)
from greenbaize.rules.trick_game import TrickGame


def hook_option(*, usual: bool) -> YesNo:
    """Return the option *hook* (``damn.md 6``, ``blackout.md 2``)."""
    return YesNo(
        "hook",
        default=usual,
        title=mark("Hook"),
        line=mark("The last bidder may not make the bids add up to the number of cards."),
        off=mark("The last bidder may bid any number."),
    )


def hooked_bid(bids: Sequence[int | None], cards: int) -> int | None:
    """Return the bid that the hook forbids the last bidder, if any.

    See ``damn.md 6`` and ``blackout.md 2``.
    """
    made = [bid for bid in bids if bid is not None]
    rest = cards - sum(made)
    return rest if len(made) == len(bids) - 1 and 0 <= rest <= cards else None


def side_of(over: int) -> str:
    """Return whether the bids are over or under the tricks, as in message codes."""
    return "over" if over > 0 else "under" if over else "even"


def so_far(bids: Sequence[int | None], cards: int) -> Message | None:
    """Return the sum of the bids while some are missing; None before the first, after the last."""
    made = [bid for bid in bids if bid is not None]
    if not made or len(made) == len(bids):
        return None
    return Message("bids-so-far", {"bids": sum(made), "count": cards})


class ExactBidGame(TrickGame[BidState]):
    """Exact-bid game. Rule numbers in ``rules`` are those of the game's own page."""

    state = BidState
    sway = 1.0  # Weight of one trick more or less for a temperament.
    blind_cards: ClassVar[int | None] = None
    """Hand size of the deals that are played blind, if any."""
    events: ClassVar[tuple[type[Event], ...]] = (
        LotDrawn,
        TrumpDealt,
        BidMade,
        CardPlayed,
        TrickTaken,
        BidsScored,
        Ended,
    )
    commands: ClassVar[tuple[type[Command], ...]] = (Bid, Play)

    @abstractmethod
    def points(self, state: BidState, bid: int, won: int) -> int:
        """Return a player's score in the current deal."""

    def blind(self, state: BidState) -> bool:
        """Return whether the current deal is blind: played by the program, own cards unseen."""
        return state.cards == self.blind_cards

    def has_trump(self, state: BidState, deal: int) -> bool:
        """Return whether a card is turned up in a deal: in all but the last."""
        return deal < self.deals(state)

    def cards(self, view: BidState) -> int:
        return view.cards

    def trump(self, view: BidState) -> Suit | None:
        return view.trump

    def start(self, seats: int, options: Settings, **fresh: Any) -> BidState:
        return super().start(seats, options, bids=(None,) * seats, **fresh)

    # Legal commands

    def phase(self, view: BidState) -> str:
        return Bid.type if view.bidding else Play.type

    def choices(self, view: BidState, seat: int) -> Sequence[Command]:
        if view.bidding:
            return [Bid(seat, bid) for bid in range(view.cards + 1)]
        return super().choices(view, seat)

    def untimely(self, command: Command, phase: str) -> Message:
        if not isinstance(command, Bid | Play):  # Command of table manners in a game without them.
            return Message("not-in-this-game", {"type": command.type})
        return Message("bid-first" if phase == Bid.type else "bids-done", rule=self.rules["bid"])

    def misstatement(self, view: BidState, command: Command) -> Message | None:
        assert isinstance(command, Bid)
        tricks = command.tricks
        if not 0 <= tricks <= view.cards:
            return Message("bid-range", {"high": view.cards}, self.rules["bid"])
        if view.options.flag("hook") and tricks == hooked_bid(view.bids, view.cards):
            return Message("hook", {"bid": tricks, "count": view.cards}, self.rules["hook"])
        return None

    def notes(self, view: BidState, seat: int) -> tuple[Message, ...]:
        return self._bidding_notes(view, seat) if view.bidding else ()

    def _bidding_notes(self, view: BidState, seat: int) -> tuple[Message, ...]:
        """Return the bids so far, and what the hook forbids the last bidder.

        A bid that the seat may change does not count.
        """
        bids, cards = put(view.bids, seat, None), view.cards
        sum_so_far = so_far(bids, cards)
        notes = [] if sum_so_far is None else [sum_so_far]
        if view.options.flag("hook") and bids.count(None) == 1:
            rule, hooked = self.rules["hook"], hooked_bid(bids, cards)
            if hooked is None:
                notes.append(Message("hook-idle", {"count": cards}, rule))
            else:
                notes.append(Message("hook-forbids", {"bid": hooked, "count": cards}, rule))
        return tuple(notes)

    # Deals and tricks

    def after_trick(self, state: BidState) -> Event | None:
        """Return the deal's score once its cards are played, in a blind deal before that a card."""
        if none_left(state.hands):
            return self.score(state)
        seat = state.play.next
        # A view without the hand gets the card by an event instead.
        return CardPlayed(seat, state.hands[seat].cards[0]) if state.hands[seat].cards else None

    def goes_on(self, state: BidState) -> bool:
        return super().goes_on(state) and not self.blind(state)

    def fold_play(self, state: BidState, event: CardPlayed, **changes: Any) -> BidState:
        """Return the state after a card; in a blind deal no seat is asked for the next one."""
        after = super().fold_play(state, event, **changes)
        return replace(after, turn=None) if self.blind(state) else after

    def next_deal(self, state: BidState, chance: Chance) -> TrumpDealt:
        return self.dealing(state, state.deal + 1, self.next_dealer(state), chance)

    def dealing(
        self, state: BidState, deal: int, dealer: int, chance: Chance, attempt: int = 0
    ) -> TrumpDealt:
        """Return the event of a deal; the one in place of a void deal is another attempt."""
        seats, cards = state.seats, self.cards_in(state, deal)
        order = chance.order("deal", PACK_52, deal, attempt)
        leader = (dealer + 1) % seats
        hands = dealt(order, seats, leader, cards)
        turned = order[seats * cards] if self.has_trump(state, deal) else None
        trump = None if turned is None else turned.suit
        return TrumpDealt(deal, dealer, leader, hands, cards, turned, trump)

    def deal_points(self, state: BidState) -> tuple[int, ...]:
        bids = tuple(bid or 0 for bid in state.bids)
        return tuple(map(self.points, (state,) * state.seats, bids, state.play.won))

    def score(self, state: BidState) -> BidsScored:
        bids, scored = tuple(bid or 0 for bid in state.bids), super().score(state)
        return BidsScored(state.deal, scored.points, scored.totals, bids, state.play.won)

    def fold(self, state: BidState, event: Event) -> BidState:
        if not isinstance(event, BidMade):
            return super().fold(state, event)
        bids = put(state.bids, event.seat, event.tricks)
        if None in bids:
            return replace(state, bids=bids, turn=(event.seat + 1) % state.seats)
        return replace(state, bids=bids, turn=None if self.blind(state) else state.play.lead)

    def fold_deal(self, state: BidState, event: Dealt, **changes: Any) -> BidState:
        assert isinstance(event, TrumpDealt)
        own = {"cards": event.cards, "turned": event.turned, "trump": event.trump}
        return super().fold_deal(state, event, bids=(None,) * state.seats, **own, **changes)

    def tell(self, event: Event, state: BidState, seat: int | None) -> Event:
        if not isinstance(event, TrumpDealt) or seat is None or not self.blind(state):
            return super().tell(event, state, seat)
        hands = [hand.hidden if own == seat else hand for own, hand in enumerate(event.hands)]
        return replace(event, hands=tuple(hands))

    # Queries of computer players that look ahead

    def unseen(self, view: BidState) -> tuple[Card, ...]:
        return tuple([card for card in super().unseen(view) if card != view.turned])

    def place_counts(self, view: BidState) -> bool:
        """Return whether this is one of the last deals, in which bids count half by the rank."""
        return is_near(self.deals(view), view.deal)

    def believable(self, view: BidState) -> bool:
        play, turned = view.play, () if view.turned is None else (view.turned,)
        return (
            0 < view.deal <= self.deals(view)
            and 0 < view.cards <= self.cards_in(view, self.deals(view))
            and believable_tricks(play, most=view.cards)
            and believable_sizes(view.hands, play, dealt=view.cards)
            and all(bid is None or 0 <= bid <= view.cards for bid in view.bids)
            and believable_cards(view.hands, [*play.cards, *turned], PACK_52, most=view.cards)
            and believable_totals(view.totals)
        )

    # Sentences and pictures

    def card_said(self, view: BidState, play: Play) -> tuple[Message, ...]:
        first, *more = super().card_said(view, play)
        return (first, self._need(view, play.seat), *more)

    def _balance(self, view: BidState, bids: tuple[int | None, ...]) -> Message | None:
        """Return the balance announced after the last bid, None before it (``damn.md 3``)."""
        made = [bid for bid in bids if bid is not None]
        if len(made) < len(bids):
            return None
        over, rule = sum(made) - view.cards, self.rule("balance")
        return Message(f"balance-{side_of(over)}", {"count": abs(over)} if over else {}, rule)

    def undertaking(self, view: BidState, command: Command) -> tuple[Message, ...]:
        assert isinstance(command, Bid)
        said = Message("bid-open", {"count": command.tricks}, self.rules["bid"])
        announced = self._balance(view, put(view.bids, command.seat, command.tricks))
        return (said,) if announced is None else (said, announced)

    def effect(self, view: BidState, before: tuple[Card, ...], card: Card) -> Message:
        said = super().effect(view, before, card)
        if view.manners is None or said.code not in ("discards", "discards-so-far"):
            return said
        # It may be a revoke, which must not be given away here.
        code = "off-suit" if said.code == "discards" else "off-suit-so-far"
        return Message(code, said.values, said.rule)

    def _need(self, view: BidState, seat: int) -> Message:
        bid, won = view.bids[seat] or 0, view.play.won[seat]
        if won > bid:
            return Message("need-lost", {"bid": bid, "won": won})
        if won == bid:
            return Message("need-none", {"bid": bid}) if bid else Message("need-zero")
        return Message("need-more", {"count": bid - won, "bid": bid})

    def at_hand(self, view: BidState, seat: int | None) -> AtHand:
        if not view.deal:
            return NOTHING_AT_HAND
        now = list(self.notices(view))
        if view.turn is not None and view.bidding:
            now += [note for note in self.notes(view, view.turn) if note not in now]
        zero = self.points(view, 0, 0)
        usual = self.points(view, 1, 1) - 1
        scores = [Message("score-exact", {"count": usual}, self.rules["score"])]
        if zero != usual:
            scores.append(Message("score-zero", {"count": zero}, self.rules["score"]))
        return AtHand(now=tuple(now), counts=tuple(scores))

    def notices(self, view: BidState) -> tuple[Message, ...]:
        if not view.deal or self.over(view):
            return ()
        blind = (Message("blind", rule=self.rules["blind"]),) if self.blind(view) else ()
        return (*self._race_told(view), *blind)

    def _race_told(self, view: BidState) -> tuple[Message, ...]:
        """Return sentences on the bids against the tricks."""
        told = (so_far(view.bids, view.cards), self._balance(view, view.bids))
        return tuple(one for one in told if one is not None)

    def make_picture(self, view: BidState) -> Picture:
        picture = (
            super().make_picture(view)._replace(turned=view.turned, remarks=self._remarks(view))
        )
        if not view.deal or self.over(view):
            return picture
        first = 0 if picture.dealer is None else picture.dealer + 1
        order = tuple((first + turn) % view.seats for turn in range(view.seats))
        told, won = self._race_told(view), tuple(view.play.won)
        return picture._replace(race=Race(view.cards, view.bids, won, order, told))

    def opening(self, view: BidState) -> tuple[Message, ...]:
        if self.blind(view):
            return (Message("deal-blind", rule=self.rules["blind"]), Message("deal-blind-how"))
        if view.deal == self.deals(view):
            none = (Message("sign-none", rule=self.rules["deal"]),) if view.trump is None else ()
            return (Message("deal-last"), *none)
        return ()

    def made_by(self, scored: Scored, view: BidState, seat: int) -> Made:
        assert isinstance(scored, BidsScored)
        rule, points = self.rules["score"], scored.points[seat]
        bid, won = scored.bids[seat], scored.tricks[seat]
        luck = Luck.GOOD if won == bid else Luck.BAD
        values = {"seat": seat, "bid": bid, "won": won, "by": points}
        words = Message("made-points", {"by": points}, rule)
        return Made(words, luck, Message("makes-of-bid", values, rule))

    def worth_of(self, view: BidState, at: int, seat: int) -> float:
        """Return the points of a bid that was made, and the loss of one that was not."""
        scored = view.scores[at]
        if scored.tricks[seat] == scored.bids[seat]:
            return super().worth_of(view, at, seat)
        return -self._points_of_bid(view, scored, seat)

    def _points_of_bid(self, view: BidState, scored: BidsScored, seat: int) -> int:
        bid, then = scored.bids[seat], replace(view, cards=self.cards_in(view, scored.deal))
        return self.points(then, bid, bid)

    def told_of_swing(self, view: BidState, at: int, seat: int, worth: float) -> Message | None:
        scored = view.scores[at]
        bid, over = scored.bids[seat], scored.tricks[seat] - scored.bids[seat]
        values = {"deal": scored.deal, "bid": bid, "number": abs(over)}
        if not over:
            if worth < 0:
                return super().told_of_swing(view, at, seat, worth)
            return Message(
                "swing-bid", values | {"count": scored.points[seat]}, self.rules["score"]
            )
        code = f"swing-{'over' if over > 0 else 'under'}{'-one' if abs(over) == 1 else ''}"
        cost = self._points_of_bid(view, scored, seat)
        return Message(code, values | {"count": cost}, self.rules["score"])

    def plate(self, view: BidState, seat: int) -> Plate:
        """Return the total, and the deal's bid as bars that the tricks won fill."""
        total, bid, won = view.totals[seat], view.bids[seat], view.play.won[seat]
        if bid is not None:
            line = Message("plate-bid", {"won": won, "bid": bid})
            return Plate(total, line, tally=Tally(Shape.BARS, bid, won))
        asked = view.turn == seat and view.deal > 0
        return Plate(total, doing=Message("plate-bids") if asked else None)

    def _remarks(self, view: BidState) -> tuple[Message, ...]:
        bids = [bid for bid in view.bids if bid is not None]
        if len(bids) < view.seats or not view.deal or self.over(view):
            return ()
        line = Message("bids-sum", {"bids": sum(bids), "tricks": view.cards})
        side = side_of(sum(bids) - view.cards)
        done = sum(view.play.won) == view.cards
        return line, Message(f"bids-were-{side}" if done else f"bids-{side}")
