"""What is told of the things on a table of exact bids: who needs what, and why a card wins."""

from greenbaize.cards import PACK_52, Card
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.messages import Message
from greenbaize.rules.things import (
    Part,
    Thing,
    Told,
    card_told,
    deal_told,
    seat_told,
    told_of,
    total_told,
)
from greenbaize.rules.tricks import Trick, winning


def told(game: ExactBidGame, view: BidState, thing: Thing, you: int | None) -> Told:
    """What is told of a thing; of what is not there nothing."""
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
    """Why the card wins and what would beat it, or what it did."""
    said, cards = card_told(game.picture(view), place), view.play.trick
    if not said:
        return ()
    rule = game.rules["play"]
    if place != winning(cards, view.trump):
        _, effect = game.story(view, Trick(view.play.lead, cards))[place]
        return (*said, *effect)
    card = cards[place]
    assert card.suit is not None
    trumps = card.suit is view.trump
    why = Message("tell-highest-trump" if trumps else "tell-highest", {"suit": card.suit}, rule)
    whole = view.play.whole
    return (*said, why) if whole else (*said, why, _beaten_by(view, card, rule))


def _beaten_by(view: BidState, card: Card, rule: str) -> Message:
    """What would take the trick from the card that is winning."""
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
    """The total, and the bid beside what has been won of it."""
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
    """The deal, what the bids come to, and how they score."""
    bids = [bid for bid in view.bids if bid is not None]
    said = list(deal_told(game.picture(view), game.rules["deal"]))
    said.append(Message("tell-tricks", {"count": view.cards}))
    if game.blind(view):
        said.append(Message("tell-blind", rule=game.rules["blind"]))
    if len(bids) == view.seats:
        said.append(_balance(game, view, sum(bids)))
    elif view.options.flag("hook"):
        said.append(Message("tell-hook", {"count": view.cards}, game.rules["hook"]))
    said.append(Message("tell-score", {"number": game.points(view, 1, 1) - 1}, game.rules["score"]))
    none = game.points(view, 0, 0)
    if none != game.points(view, 1, 1) - 1:
        said.append(Message("tell-score-none", {"count": none}, game.rules["score"]))
    return tuple(said)


def _balance(game: ExactBidGame, view: BidState, bids: int) -> Message:
    values = {"bids": bids, "tricks": view.cards}
    rule = game.rules.get("balance", game.rules["bid"])
    if bids == view.cards:
        return Message("tell-bids-even", values, rule)
    return Message("tell-bids-over" if bids > view.cards else "tell-bids-under", values, rule)
