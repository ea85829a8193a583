"""What is told of the things on a table of Rank: what fits on the pile, who is leaving."""

from itertools import dropwhile, takewhile

from greenbaize.cards import RANKS, Card
from greenbaize.games.shedding.events import CameBack, Passed
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.games.shedding.ring import Step
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.events import CardPlayed, CardsDrawn
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.things import Part, Thing, Told, deal_told, seat_told, told_of


def told(game: SheddingGame, view: ShedState, thing: Thing, you: int | None) -> Told:
    """What is told of a thing; of what is not there nothing."""
    match thing.part:
        case Part.PILE:
            return _card(view, thing.number)
        case Part.PLATE:
            return _plate(game, view, thing.number, you)
        case Part.STOCK if view.deal:
            return _stock(game, view)
        case Part.NOTICE if view.deal:
            return _deal(game, view)
    return told_of(game.picture(view), thing, you)


# The pile


def _card(view: ShedState, depth: int) -> Told:
    """Who played a card of the pile; of the top one, what may be laid on it."""
    if not 0 <= depth < len(view.pile):
        return ()
    card = view.pile[-1 - depth]
    values: dict[str, Value] = {"card": card}
    seat = _player(view, depth)
    if seat is not None:
        values["seat"] = seat
    if depth:
        return (Message("tell-under-opened" if seat is None else "tell-under", values),)
    said = Message("tell-top-opened" if seat is None else "tell-top", values)
    return (said, *_fitting(view, card))


def _player(view: ShedState, depth: int) -> int | None:
    """Who played the card that has so many above it; None of the one that was opened."""
    plays = [event.seat for event in view.moves if isinstance(event, CardPlayed)]
    return plays[-1 - depth] if depth < len(plays) else None


def _fitting(view: ShedState, top: Card) -> Told:
    """What may be laid on a card, step by step."""
    if view.anti:
        return (Message("notice-antirank", {"seat": view.mover}, Step.ANTI_RANK.value),)
    if top.suit is None:
        return (Message("tell-fits-any", rule=Step.ON_JOKER.value),)
    low, high = (_rank_word(top.rank + step) for step in (-1, 1))
    return (
        Message("tell-fits-next", {"low": low, "high": high}, Step.NEIGHBOUR.value),
        Message("tell-fits-same", {"same": _rank_word(top.rank)}, Step.SAME_RANK.value),
        *_fitting_high({low, high, _rank_word(top.rank)}),
        Message("tell-fits-joker", rule=Step.JOKER.value),
    )


def _fitting_high(told: set[str]) -> Told:
    """That an ace or a king may be laid, as far as it has not been told already."""
    rule = Step.ACE_KING.value
    if {"A", "K"} <= told:
        return ()
    if "A" in told:
        return (Message("tell-fits-high-ace", rule=rule),)
    return (Message("tell-fits-high-king" if "K" in told else "tell-fits-high", rule=rule),)


def _rank_word(rank: int) -> str:
    """A rank as players write it; the ring goes on behind the ace."""
    return RANKS[rank % len(RANKS)].replace("T", "10")


# The stock, the plates and the deal


def _stock(game: SheddingGame, view: ShedState) -> Told:
    """How many cards are left, and what happens when one can play nothing."""
    count = view.stock.size
    silent = Message("tell-silent", rule=game.rules["antirank"])
    if not count:
        return (Message("tell-stock-empty", rule=game.rules["pass"]), silent)
    left = Message("tell-stock", {"count": count})
    return (left, Message("tell-draws", rule=game.rules["draw"]), silent)


def _plate(game: SheddingGame, view: ShedState, seat: int, you: int | None) -> Told:
    """How many cards a player holds, and whether they are leaving, out or have passed."""
    said = []
    if seat in view.out:
        place = view.out.index(seat) + 1
        said.append(Message("tell-out", {"seat": seat, "place": place}, game.rules["out"]))
    elif seat == view.leaving and not view.hands[seat].size:
        said.append(Message("tell-leaving", {"seat": seat}, game.rules["leaving"]))
    else:
        said.append(Message("tell-holds", {"seat": seat, "count": view.hands[seat].size}))
    if seat in view.passed and seat not in view.out:
        said.append(Message("tell-passed", {"seat": seat}, game.rules["pass"]))
    said += _last_turn(game, view, seat)
    if game.deals(view) > 1:
        said.append(Message("tell-places", {"number": view.totals[seat]}, game.rules["end"]))
    return (*said, *seat_told(game.picture(view), seat, you))


def _last_turn(game: SheddingGame, view: ShedState, seat: int) -> list[Message]:
    """What the signs beside a plate stand for: cards drawn in the last turn, and a pass."""
    recent = dropwhile(lambda one: getattr(one, "seat", None) != seat, reversed(view.moves))
    turn = list(takewhile(lambda one: getattr(one, "seat", None) == seat, recent))
    back = any(isinstance(one, CameBack) for one in turn)
    said = []
    for event in reversed(turn):
        if isinstance(event, CardsDrawn):
            values = {"seat": seat, "number": event.cards.size}
            code = "tell-drew-back" if back else "tell-drew"
            said.append(Message(code, values, game.rules["back" if back else "draw"]))
        elif isinstance(event, Passed):
            said.append(Message("tell-turn-passed", {"seat": seat}, game.rules["pass"]))
    return said


def _deal(game: SheddingGame, view: ShedState) -> Told:
    """What is announced and means something, and what one plays for."""
    single = game.deals(view) == 1
    said = list(() if single else deal_told(game.picture(view), game.rules["end"]))
    said += game.picture(view).notices
    if view.leaving is not None and not view.hands[view.leaving].size and not view.anti:
        said.append(Message("tell-leaver", {"seat": view.leaving}, game.rules["leaving"]))
    said.append(Message("tell-goal", rule=game.rules["end"]))
    return tuple(said)
