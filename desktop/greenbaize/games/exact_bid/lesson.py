"""A first deal of Damn or Blackout: bids, following suit, trumping, and the hook."""

from types import MappingProxyType

from greenbaize.games.exact_bid.bidding import hooked_bid
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.events import CardPlayed, Event
from greenbaize.rules.lessons import Lesson, Tip
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.things import Part, Thing

SIGN = Thing(Part.SIGN)


class BidLesson(Lesson):
    """What both games have in common."""

    seats = 4

    def asked(self, view: BidState, seat: int) -> tuple[Tip, ...]:
        """What to bid by, and what the cards of the trick allow."""
        return self._bidding(view, seat) if view.bidding else self._playing(view, seat)

    def _bidding(self, view: BidState, seat: int) -> tuple[Tip, ...]:
        tips = []
        hooked = hooked_bid(view.bids, view.cards) if view.options.flag("hook") else None
        if hooked is not None:
            tips.append(Tip(Message("lesson-hook", {"bid": hooked, "count": view.cards})))
        if not view.hands[seat].unknown:
            tips.append(Tip(Message("lesson-bid")))
        return tuple(tips)

    def _playing(self, view: BidState, seat: int) -> tuple[Tip, ...]:
        bid, won = view.bids[seat] or 0, view.play.won[seat]
        goal = Message("lesson-goal", {"count": bid}) if bid else Message("lesson-goal-none")
        tips = [Tip(goal, (Thing(Part.PLATE, seat),)), self._card(view, seat)]
        if won > bid:
            tips.append(Tip(Message("lesson-lost")))
        elif won == bid > 0:
            tips.append(Tip(Message("lesson-enough", {"count": bid})))
        return tuple(tips)

    @staticmethod
    def _card(view: BidState, seat: int) -> Tip:
        """What the trick on the table allows the hand."""
        hand, trick = view.hands[seat].cards, view.play.trick
        if not trick:
            return Tip(Message("lesson-lead"))
        suit = trick[0].suit
        assert suit is not None
        led, at = {"suit": suit}, Thing(Part.TRICK, 0)
        own = tuple(card for card in hand if card.suit is suit)
        if own:
            return Tip(Message("lesson-follow", led), (at, *own))
        trumps = tuple(card for card in hand if card.suit is view.trump)
        if trumps and view.trump is not None:
            both: dict[str, Value] = {"suit": suit, "trump": view.trump}
            return Tip(Message("lesson-may-trump", both), (at, *trumps))
        return Tip(Message("lesson-throw", led), (at,))

    def came(self, event: Event, view: BidState, seat: int) -> tuple[Tip, ...]:
        """That the first trick of a deal counts towards the bid of whoever took it."""
        del seat
        if isinstance(event, CardPlayed) and view.play.whole and not any(view.play.won):
            return (Tip(Message("lesson-trick"), (Thing(Part.PLATE, view.winner),)),)
        return ()


class DamnLesson(BidLesson):
    """Five cards each, with the hook, and another deal to come that nobody plays."""

    seed = "damn 132"
    options = MappingProxyType({"first": 5, "deals": 6, "hook": True})

    def welcome(self, view: BidState, seat: int) -> tuple[Tip, ...]:
        """What the aim is, and what is trump."""
        own = view.hands[seat].cards
        tips = [Tip(Message("lesson-aim", {"count": view.cards}), own)]
        if view.trump is not None:
            tips.append(Tip(Message("lesson-trump", {"suit": view.trump}), (SIGN,)))
        return tuple(tips)

    def known(self) -> tuple[Message, ...]:
        """Bids, suits and trumps, and how deals grow."""
        return (
            Message("lesson-knows-bid"),
            Message("lesson-knows-suit"),
            Message("lesson-knows-damn"),
        )


class BlackoutLesson(BidLesson):
    """The blind deal, and the one after it."""

    seed = "blackout 16"
    options = MappingProxyType({"in_order": True})
    deals = 2

    def welcome(self, view: BidState, seat: int) -> tuple[Tip, ...]:
        """In the first deal that it is blind, in the second that it is not any more."""
        trump = () if view.trump is None else (Message("lesson-trump", {"suit": view.trump}),)
        if view.deal == 1:
            others = tuple(Thing(Part.PLATE, one) for one in range(view.seats) if one != seat)
            blind = Tip(Message("lesson-blind"), others)
            return (blind, *(Tip(message, (SIGN,)) for message in trump))
        own = view.hands[seat].cards
        return (Tip(Message("lesson-seen", {"count": view.cards}), own),)

    def asked(self, view: BidState, seat: int) -> tuple[Tip, ...]:
        """In the blind deal what to bid by, and what both games say otherwise."""
        tips = super().asked(view, seat)
        if view.bidding and view.hands[seat].unknown:
            tips = (*tips, Tip(Message("lesson-bid-blind")))
        return tips

    def known(self) -> tuple[Message, ...]:
        """Bids, suits and trumps, and what the thirteen deals are like."""
        return (
            Message("lesson-knows-bid"),
            Message("lesson-knows-suit"),
            Message("lesson-knows-blackout"),
        )
