"""Descriptions of the table's elements, advice, and the first lesson for Rank."""

from collections.abc import Sequence
from typing import Final

from greenbaize.cards import RANKS, Card
from greenbaize.games.shedding.events import AntiRankDeclared, CameBack, Leaving, Passed, WentOut
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.games.shedding.playout import run_ends, size
from greenbaize.games.shedding.ring import JOKER, Step, due_step, packed, playable, step_of
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.commands import Play
from greenbaize.rules.events import CardPlayed, CardsDrawn, Event
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.things import Lesson, Part, Thing, Tip, Told, deal_told, seat_told, told_of
from greenbaize.rules.thinking import Weighed


def told(game: SheddingGame, view: ShedState, thing: Thing, you: int | None) -> Told:
    """Return the description of an element of the table; nothing for one that is not there."""
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
    """Return who played a card of the pile; for the top one, also which cards fit it."""
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
    """Return the player of the card below so many others; None for the one that was opened."""
    plays = [event.seat for event in view.moves if isinstance(event, CardPlayed)]
    return plays[-1 - depth] if depth < len(plays) else None


def _fitting(view: ShedState, top: Card) -> Told:
    """Return which cards fit a card, rule by rule."""
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
        *([Message("tell-anti-stands", rule=Step.ANTI_RANK.value)] if view.anti_stands else ()),
    )


def _fitting_high(told: set[str]) -> Told:
    """Return that an ace or a king fits, unless already named."""
    rule = Step.ACE_KING.value
    if {"A", "K"} <= told:
        return ()
    if "A" in told:
        return (Message("tell-fits-high-ace", rule=rule),)
    return (Message("tell-fits-high-king" if "K" in told else "tell-fits-high", rule=rule),)


def _rank_word(rank: int) -> str:
    """Return a rank as players write it; the ring continues behind the ace."""
    return RANKS[rank % len(RANKS)].replace("T", "10")


# The stock, the plates and the deal


def _stock(game: SheddingGame, view: ShedState) -> Told:
    count = view.stock.size
    silent = Message("tell-silent", rule=game.rules["antirank"])
    if view.anti_stands:
        return (Message("tell-stock-empty-anti", rule=game.rules["antirank"]),)
    if not count:
        return (Message("tell-stock-empty", rule=game.rules["pass"]), silent)
    left = Message("tell-stock", {"count": count})
    return (left, Message("tell-draws", rule=game.rules["draw"]), silent)


def _plate(game: SheddingGame, view: ShedState, seat: int, you: int | None) -> Told:
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
    """Return what the signs beside a plate mean: cards drawn in the last turn, and a pass."""
    turn: list[Event] = []
    for event in reversed(view.moves):
        if getattr(event, "seat", None) == seat:
            turn.append(event)
        elif turn:
            break
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
    single = game.deals(view) == 1
    said = list(() if single else deal_told(game.picture(view), game.rules["end"]))
    said += game.picture(view).notices
    if view.leaving is not None and not view.hands[view.leaving].size and not view.anti:
        said.append(Message("tell-leaver", {"seat": view.leaving}, game.rules["leaving"]))
    said.append(Message("tell-goal", rule=game.rules["end"]))
    return tuple(said)


_RARE = "AK"


def advice(game: SheddingGame, view: ShedState, choices: Sequence[Weighed]) -> tuple[Message, ...]:
    plays = [one.command for one in choices if isinstance(one.command, Play)]
    if not plays:
        return ()
    card, seat = plays[0].card, plays[0].seat
    hand, said, run = view.hands[seat].cards, [], 1
    if len(hand) > 1:
        run = 1 if view.anti else longest(view, plays[0])
        shorter = [longest(view, one) for one in plays[1:] if one.card.rank != card.rank]
        if run == len(hand):
            said.append(Message("advice-all", rule="rank.md 2"))
        elif run > 1:
            code = "advice-longest" if shorter and run > max(shorter) else "advice-run"
            said.append(Message(code, {"count": run}, "rank.md 2"))
        else:
            out = game.unseen(view)
            fits = following(card, out)
            others = [following(one.card, out) for one in plays[1:]]
            if others and fits <= min(others) and fits < max(others):
                values = {"card": card, "count": fits, "total": len(out)}
                said.append(Message("advice-fits", values, "rank.md 2a"))
    kept = [one for one in hand if one.rank == JOKER or one.code[0] in _RARE]
    if kept and card not in kept and run == 1:  # A run may need them.
        said.append(Message("advice-keeps", {"cards": tuple(kept)}, "rank.md 2c"))
    return tuple(said)


def following(card: Card, out: Sequence[Card]) -> int:
    """Return the number of cards still out that fit at once: neighbours, on a joker all."""
    return sum(step_of(one, card) in (Step.NEIGHBOUR, Step.ON_JOKER) for one in out)


def longest(view: ShedState, play: Play) -> int:
    """Return the length of the longest run that begins with this card, without drawing."""
    hand = view.hands[play.seat].cards
    return len(hand) - min(size(end >> 4) for end in run_ends(packed(hand), play.card.rank))


PILE: Final = Thing(Part.PILE, 0)


class RankLesson(Lesson):
    """Lesson that lasts until the learner is out, or the deal is over."""

    seed = "rank 224"
    seats = 3
    known = (Message("lesson-knows-fit"), Message("lesson-knows-out"), Message("lesson-knows-anti"))

    def welcome(self, view: ShedState, seat: int) -> tuple[Tip, ...]:
        return (
            Tip(Message("lesson-shed"), (PILE,)),
            Tip(Message("lesson-turn"), (Thing(Part.STOCK),)),
        )

    def asked(self, view: ShedState, seat: int) -> tuple[Tip, ...]:
        hand, top = view.hands[seat].cards, view.pile[-1]
        fit = tuple(dict.fromkeys(hand)) if view.anti else playable(hand, top)
        step = Step.ANTI_RANK if view.anti else due_step(hand, top)
        tips = [] if step is None else [Tip(_step_told(step, view), (PILE, *fit))]
        if len(hand) == 1:
            last = Message("lesson-last-card" if view.stock.size else "lesson-last-out")
            tips.append(Tip(last, hand))
        return tuple(tips)

    def came(self, event: Event, view: ShedState, seat: int) -> tuple[Tip, ...]:
        match event:
            case Leaving():
                plate = Thing(Part.PLATE, event.seat)
                return (Tip(Message("lesson-leaving"), (plate,)),)
            case CameBack():
                return (Tip(Message("lesson-back"), (Thing(Part.PLATE, event.seat),)),)
            case AntiRankDeclared():
                code = "lesson-anti-stands" if view.anti_stands else "lesson-anti-declared"
                return (Tip(Message(code), (PILE,)),)
        return ()

    def over(self, event: Event, view: ShedState, seat: int) -> bool:
        """Return whether the learner is out: the others need nobody to watch them."""
        return isinstance(event, WentOut) and event.seat == seat


def _step_told(step: Step, view: ShedState) -> Message:
    values = {"top": view.pile[-1]}
    match step:
        case Step.NEIGHBOUR:
            return Message("lesson-neighbour", values)
        case Step.SAME_RANK:
            return Message("lesson-same-rank", values)
        case Step.ACE_KING:
            return Message("lesson-ace-king", values)
        case Step.JOKER:
            return Message("lesson-joker", values)
        case Step.ON_JOKER:
            return Message("lesson-on-joker")
        case Step.ANTI_RANK:
            return Message("lesson-anti")
