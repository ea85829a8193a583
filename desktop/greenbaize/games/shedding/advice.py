"""Why a card is the best at Rank, from what the seat knows."""

from collections.abc import Sequence

from greenbaize.cards import Card
from greenbaize.games.shedding.hands import JOKER, packed
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.games.shedding.playout import run_ends, size
from greenbaize.games.shedding.ring import Step, step_of
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.commands import Play
from greenbaize.rules.messages import Message
from greenbaize.rules.thinking import Weighed

_RARE = "AK"


def advice(game: SheddingGame, view: ShedState, choices: Sequence[Weighed]) -> tuple[Message, ...]:
    """Why the first of these choices is the best one."""
    plays = [one.command for one in choices if isinstance(one.command, Play)]
    if not plays:
        return ()
    card, seat = plays[0].card, plays[0].seat
    hand, said = view.hands[seat].cards, []
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
    if kept and card not in kept:
        said.append(Message("advice-keeps", {"cards": tuple(kept)}, "rank.md 2c"))
    return tuple(said)


def following(card: Card, out: Sequence[Card]) -> int:
    """How many of the cards still out may follow a card at once: neighbours, on a joker all."""
    return sum(step_of(one, card) in (Step.NEIGHBOUR, Step.ON_JOKER) for one in out)


def longest(view: ShedState, play: Play) -> int:
    """How many cards in a row can be played that begin with this one, without drawing."""
    hand = view.hands[play.seat].cards
    return len(hand) - min(size(end >> 4) for end in run_ends(packed(hand), play.card.rank))
