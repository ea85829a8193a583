"""Why a bid or a card is the best at a game of exact bids, from what the seat knows."""

from collections.abc import Iterator, Sequence

from greenbaize.cards import Card
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.commands import Play
from greenbaize.rules.messages import Message
from greenbaize.rules.thinking import Weighed
from greenbaize.rules.tricks import beats, winning


def advice(game: ExactBidGame, view: BidState, choices: Sequence[Weighed]) -> tuple[Message, ...]:
    """Why the first of these choices is the best one."""
    view, command = view.closed, choices[0].command
    said: list[Message] = []
    if isinstance(command, Bid):
        said += _of_bid(game, view, command.seat)
    elif isinstance(command, Play):
        said += _of_card(game, view, command, [one.command for one in choices])
    found = odds(game, view, choices[0])
    return (*said, found) if found else tuple(said)


def odds(game: ExactBidGame, view: BidState, choice: Weighed) -> Message | None:
    """How likely the bid is met."""
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
    """How many tricks the seat still needs, None where its bid is lost."""
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
    """Who would win the trick of the cards that one sees."""
    order = [(view.play.lead + turn) % view.seats for turn in range(view.seats)]
    seen = [(owner, view.hands[owner].cards[0]) for owner in order if owner != seat]
    owner, card = seen[winning([card for _, card in seen], view.trump)]
    yield Message("advice-blind", {"seat": owner, "card": card}, rule)


def _of_card(
    game: ExactBidGame, view: BidState, play: Play, choices: Sequence[object]
) -> Iterator[Message]:
    card, seat, rule = play.card, play.seat, game.rules["play"]
    # Between two tricks the last one is still there.
    trick = () if len(view.play.trick) == view.seats else view.play.trick
    laid = (*trick, card)
    takes = winning(laid, view.trump) == len(trick)
    out = game.unseen(view)
    over = sum(winning((*laid, one), view.trump) == len(laid) for one in out)
    last = len(laid) == view.seats
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
            better = _takers(view, trick, choices)
            code = "advice-saves" if better else "advice-cannot-take"
            yield Message(code, {"card": card, "cards": better}, rule)
    elif not takes:
        yield Message("advice-under", {"card": card, "top": laid[winning(laid, view.trump)]}, rule)
        if trick and card.suit is not trick[0].suit and not any(_above(one, card) for one in out):
            yield Message("advice-rid", {"card": card}, rule)
    elif last or not over:
        yield Message("advice-must-take", {"card": card}, rule)
    else:
        yield Message("advice-beaten", {"card": card, "number": over, "total": len(out)}, rule)


def _takers(view: BidState, trick: tuple[Card, ...], choices: Sequence[object]) -> tuple[Card, ...]:
    """The cards that would take the trick so far."""
    cards = sorted(one.card for one in choices if isinstance(one, Play))
    return tuple([card for card in cards if winning((*trick, card), view.trump) == len(trick)])


def _above(one: Card, card: Card) -> bool:
    """Whether a card is higher in the same suit."""
    return beats(one, card, None)
