"""Descriptions of the table's elements, advice, and first lessons for games of exact bids."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from greenbaize.cards import PACK_52, Card
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.play import ExactBidGame, hooked_bid, side_of, so_far
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, Event
from greenbaize.rules.hands import beats, winning
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.things import (
    Lesson,
    Part,
    Thing,
    Tip,
    Told,
    card_told,
    deal_told,
    seat_told,
    told_of,
    total_told,
)
from greenbaize.rules.thinking import Weighed, good_choices


def told(game: ExactBidGame, view: BidState, thing: Thing, you: int | None) -> Told:
    """Return the description of an element of the table; nothing for one that is not there."""
    match thing.part:
        case Part.TRICK:
            return _card(game, view, thing.number)
        case Part.PLATE:
            return _plate(game, view, thing.number, you)
        case Part.SIGN if view.deal:
            return _trump(game, view)
        case Part.TURNED if view.turned is not None:
            known = told_of(game.picture(view), thing, you)[0]
            return (known._replace(rule=game.rules["trump"]), Message("tell-no-part"))
        case Part.STOCK if view.turned is not None:
            left = len(PACK_52) - view.seats * view.cards - 1
            return (Message("tell-undealt", {"count": left}, game.rules["trump"]),)
        case Part.NOTICE if view.deal:
            return _deal(game, view)
    return told_of(game.picture(view), thing, you)


def _card(game: ExactBidGame, view: BidState, place: int) -> Told:
    """Return why the card wins and what would beat it, or what it did."""
    said, cards = card_told(game.picture(view), place), view.play.trick
    if not said:
        return ()
    rule = game.rules["play"]
    card = cards[place]
    if place != winning(cards, view.trump):
        # A card that never won is compared with the cards that came later, too.
        never = place != winning(cards[: place + 1], view.trump)
        against = cards[:place] + (cards[place + 1 :] if never else ())
        return (*said, game.effect(view, against, card))
    assert card.suit is not None
    trumps = card.suit is view.trump
    why = Message("tell-highest-trump" if trumps else "tell-highest", {"suit": card.suit}, rule)
    whole = view.play.whole
    return (*said, why) if whole else (*said, why, _beaten_by(view, card, rule))


def _beaten_by(view: BidState, card: Card, rule: str) -> Message:
    """Return what would take the trick from the card that is winning."""
    highest, values = card.code[0] == "A", {"suit": card.suit} if card.suit is not None else {}
    if highest and view.trump in (None, card.suit):
        return Message("tell-beaten-none", rule=rule)
    if card.suit is view.trump:
        return Message("tell-beaten-trump", rule=rule)
    if view.trump is None:
        return Message("tell-beaten-suit", values, rule)
    code = "tell-beaten-any-trump" if highest else "tell-beaten-either"
    return Message(code, values | {"trump": view.trump}, rule)


def _plate(game: ExactBidGame, view: BidState, seat: int, you: int | None) -> Told:
    said = [total_told(seat, view.totals[seat])]
    if view.deal:
        said.append(_bid(game, view, seat))
    return (*said, *seat_told(game.picture(view), seat, you))


def _bid(game: ExactBidGame, view: BidState, seat: int) -> Message:
    bid, won = view.bids[seat], view.play.won[seat]
    if bid is None:
        return Message("tell-bid-open", {"seat": seat}, game.rules["bid"])
    left = view.cards - sum(view.play.won)
    values, rule = {"seat": seat, "bid": bid, "won": won}, game.rules["score"]
    if won != bid and not left:
        return Message("tell-bid-missed", values, rule)
    if won > bid:
        return Message("tell-bid-over", values, rule)
    if won == bid:
        return Message("tell-bid-full" if left else "tell-bid-made", values, rule)
    if bid - won > left:
        return Message("tell-bid-short", values, rule)
    return Message("tell-bid-needs", values | {"count": bid - won}, rule)


def _trump(game: ExactBidGame, view: BidState) -> Told:
    follow = Message("tell-follow", rule=game.rules["play"])
    if view.trump is None:
        return (Message("tell-no-trump", rule=game.rules["trump"]), follow)
    return (Message("tell-trump", {"suit": view.trump}, game.rules["trump"]), follow)


def _deal(game: ExactBidGame, view: BidState) -> Told:
    bids = [bid for bid in view.bids if bid is not None]
    said = list(deal_told(game.picture(view), game.rules["deal"]))
    said.append(Message("tell-tricks", {"count": view.cards}))
    if game.blind(view):
        said.append(Message("tell-blind", rule=game.rules["blind"]))
    if len(bids) == view.seats:
        said.append(_balance(game, view, sum(bids)))
    else:
        said += filter(None, [so_far(view.bids, view.cards)])
        if view.options.flag("hook"):
            said.append(Message("tell-hook", {"count": view.cards}, game.rules["hook"]))
    said.append(Message("tell-score", {"number": game.points(view, 1, 1) - 1}, game.rules["score"]))
    none = game.points(view, 0, 0)
    if none != game.points(view, 1, 1) - 1:
        said.append(Message("tell-score-none", {"count": none}, game.rules["score"]))
    return tuple(said)


def _balance(game: ExactBidGame, view: BidState, bids: int) -> Message:
    values = {"bids": bids, "tricks": view.cards}
    rule = game.rules.get("balance", game.rules["bid"])
    return Message(f"tell-bids-{side_of(bids - view.cards)}", values, rule)


def advice(game: ExactBidGame, view: BidState, choices: Sequence[Weighed]) -> tuple[Message, ...]:
    view, command = view.closed, choices[0].command
    said: list[Message] = []
    if isinstance(command, Bid):
        said += _of_bid(game, view, command.seat)
    elif isinstance(command, Play):
        said += _of_card(game, view, command, choices)
    found = odds(game, view, choices[0])
    return (*said, found) if found else tuple(said)


def odds(game: ExactBidGame, view: BidState, choice: Weighed) -> Message | None:
    command, often = choice.command, choice.often
    if often is None:
        return None
    if isinstance(command, Bid):
        values = {"count": command.tricks, "often": often}
        return Message("odds-bid" if command.tricks else "odds-bid-none", values, game.rules["bid"])
    if _needs(view, command.seat) is None:
        return None
    return Message("odds-made", {"often": often}, game.rules["play"])


def _needs(view: BidState, seat: int) -> int | None:
    """Return the tricks that the seat still needs, None where its bid is lost."""
    need = (view.bids[seat] or 0) - view.play.won[seat]
    return need if 0 <= need <= view.hands[seat].size else None


def _of_bid(game: ExactBidGame, view: BidState, seat: int) -> Iterator[Message]:
    rule = game.rules["play"]
    if view.hands[seat].unknown:
        yield from _of_blind_bid(view, seat, rule)
        return
    hand, out = view.hands[seat].cards, game.unseen(view)
    tops = tuple([card for card in hand if not any(_above(one, card) for one in out)])
    yield Message("advice-tops" if tops else "advice-no-tops", {"cards": tops}, rule)
    trumps = sum(card.suit is view.trump for card in hand)
    if view.trump is not None:
        code = "advice-trumps" if trumps else "advice-no-trumps"
        yield Message(code, {"count": trumps}, game.rules["deal"])


def _of_blind_bid(view: BidState, seat: int, rule: str) -> Iterator[Message]:
    """Yield who would win the trick of the visible cards."""
    order = [(view.play.lead + turn) % view.seats for turn in range(view.seats)]
    seen = [(owner, view.hands[owner].cards[0]) for owner in order if owner != seat]
    owner, card = seen[winning([card for _, card in seen], view.trump)]
    yield Message("advice-blind", {"seat": owner, "card": card}, rule)


def _of_card(
    game: ExactBidGame, view: BidState, play: Play, choices: Sequence[Weighed]
) -> Iterator[Message]:
    card, seat, rule = play.card, play.seat, game.rules["play"]
    # Between two tricks ``view.play.trick`` still has the last one.
    trick = () if len(view.play.trick) == view.seats else view.play.trick
    laid = (*trick, card)
    takes = winning(laid, view.trump) == len(trick)
    out = game.unseen_by(view, seat)
    last = len(laid) == view.seats
    over = 0 if last else game.rivals(view, play)
    takers = _takers(view, trick, [one.command for one in choices])
    need = _needs(view, seat)
    if need is None:
        yield Message("advice-lost", rule=rule)
    elif need:
        values = {"card": card, "count": need}
        if takes and last:
            yield Message("advice-last-takes", values, rule)
        elif takes and not over:
            yield Message("advice-surely-takes", values, rule)
        elif takes:
            values |= {"number": over, "total": len(out)}
            yield Message("advice-may-take", values, rule)
        else:
            code = "advice-saves" if takers else "advice-cannot-take"
            yield Message(code, {"card": card, "cards": takers}, rule)
    elif not takes:
        yield Message("advice-under", {"card": card, "top": laid[winning(laid, view.trump)]}, rule)
        if trick and card.suit is not trick[0].suit and not any(_above(one, card) for one in out):
            yield Message("advice-rid", {"card": card}, rule)
    elif over:
        # Losing the trick is the aim only where every card takes it so far.
        wants = "advice-beaten" if len(takers) == len(choices) else "advice-rivals"
        yield Message(wants, {"card": card, "number": over, "total": len(out)}, rule)
    elif all(_surely_takes(game, view, one.command) for one in choices):
        yield Message("advice-must-take", {"card": card}, rule)
    elif all(_surely_takes(game, view, one.command) for one in good_choices(choices)):
        yield Message("advice-takes-unwanted", {"card": card}, rule)


def _surely_takes(game: ExactBidGame, view: BidState, command: Command) -> bool:
    """Return whether a card takes the trick for certain."""
    if not isinstance(command, Play):
        return False
    trick = () if len(view.play.trick) == view.seats else view.play.trick
    if winning((*trick, command.card), view.trump) != len(trick):
        return False
    return len(trick) + 1 == view.seats or not game.rivals(view, command)


def _takers(view: BidState, trick: tuple[Card, ...], choices: Sequence[object]) -> tuple[Card, ...]:
    cards = sorted(one.card for one in choices if isinstance(one, Play))
    return tuple([card for card in cards if winning((*trick, card), view.trump) == len(trick)])


def _above(one: Card, card: Card) -> bool:
    return beats(one, card, None)


SIGN = Thing(Part.SIGN)


class BidLesson(Lesson):
    """Lesson common to both games."""

    seats = 4

    def asked(self, view: BidState, seat: int) -> tuple[Tip, ...]:
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
        tips = [Tip(goal, (Thing(Part.PLATE, seat),))]
        if view.hands[seat].size > 1:  # The last card is no choice.
            tips.append(self._card(view, seat))
        if won > bid:
            tips.append(Tip(Message("lesson-lost")))
        elif won == bid > 0:
            tips.append(Tip(Message("lesson-enough", {"count": bid})))
        return tuple(tips)

    @staticmethod
    def _card(view: BidState, seat: int) -> Tip:
        hand, trick = view.hands[seat].cards, view.play.trick
        if not trick or view.play.whole:
            return Tip(Message("lesson-lead"))
        suit = trick[0].suit
        assert suit is not None
        led, at = {"suit": suit}, Thing(Part.TRICK, 0)
        own = tuple(card for card in hand if card.suit is suit)
        if own:
            code = "lesson-follow" if len(own) > 1 else "lesson-follow-one"
            return Tip(Message(code, led), (at, *own))
        trumps = tuple(card for card in hand if card.suit is view.trump)
        if trumps and view.trump is not None:
            both: dict[str, Value] = {"suit": suit, "trump": view.trump}
            return Tip(Message("lesson-may-trump", both), (at, *trumps))
        needs = (view.bids[seat] or 0) > view.play.won[seat]
        return Tip(Message("lesson-throw-needed" if needs else "lesson-throw", led), (at,))

    def came(self, event: Event, view: BidState, seat: int) -> tuple[Tip, ...]:
        """Return that the first trick of a deal counts towards the bid of its taker."""
        if isinstance(event, CardPlayed) and view.play.whole and not any(view.play.won):
            return (Tip(Message("lesson-trick"), (Thing(Part.PLATE, view.winner),)),)
        return ()


class DamnLesson(BidLesson):
    """Lesson with five cards each and the hook; a second deal is due but not played."""

    seed = "damn 79"
    options = MappingProxyType({"first": 5, "deals": 6, "hook": True})
    known = (
        Message("lesson-knows-bid"),
        Message("lesson-knows-suit"),
        Message("lesson-knows-damn"),
    )

    def welcome(self, view: BidState, seat: int) -> tuple[Tip, ...]:
        own = view.hands[seat].cards
        tips = [Tip(Message("lesson-aim", {"count": view.cards}), own)]
        if view.trump is not None:
            tips.append(Tip(Message("lesson-trump", {"suit": view.trump}), (SIGN,)))
        return tuple(tips)


class BlackoutLesson(BidLesson):
    """Lesson on the blind deal, and the one after it."""

    seed = "blackout 51"
    options = MappingProxyType({"in_order": True})
    deals = 2
    known = (
        Message("lesson-knows-bid"),
        Message("lesson-knows-suit"),
        Message("lesson-knows-blackout"),
    )

    def welcome(self, view: BidState, seat: int) -> tuple[Tip, ...]:
        """Return that the first deal is blind, and the second no longer."""
        trump = () if view.trump is None else (Message("lesson-trump", {"suit": view.trump}),)
        if view.deal == 1:
            others = tuple(Thing(Part.PLATE, one) for one in range(view.seats) if one != seat)
            blind = Tip(Message("lesson-blind"), others)
            return (blind, *(Tip(message, (SIGN,)) for message in trump))
        own = view.hands[seat].cards
        return (Tip(Message("lesson-seen", {"count": view.cards}), own),)

    def asked(self, view: BidState, seat: int) -> tuple[Tip, ...]:
        """Return what to base a bid on in the blind deal, and the tips of both games otherwise."""
        tips = super().asked(view, seat)
        if view.bidding and view.hands[seat].unknown:
            seen = enumerate(view.hands)
            trumps = [
                (one, card)
                for one, hand in seen
                for card in hand.cards
                if one != seat and card.suit is view.trump is not None
            ]
            tip = Tip(Message("lesson-bid-blind"))
            if trumps:
                owner, card = max(trumps, key=lambda one: one[1].rank)
                values = {"seat": owner, "card": card}
                tip = Tip(Message("lesson-bid-blind-trump", values), (Thing(Part.PLATE, owner),))
            tips = (*tips, tip)
        return tips
