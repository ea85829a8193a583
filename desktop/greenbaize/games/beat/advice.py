"""Why a stake or a card is the best at Master or Ass, from what the seat knows."""

from collections.abc import Iterator, Sequence
from typing import Final

from greenbaize.cards import Card
from greenbaize.games.beat import beats
from greenbaize.games.beat.banks import targets
from greenbaize.games.beat.beats import Pile
from greenbaize.games.beat.commands import Stake
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.thinking import Weighed

_RULE: Final = "beats.md 2"
_TARGETS: Final = "ass.md 3"
_POINTS: Final = "ass.md 5"
_EIGHTS: Final = "8"
_BEAT_EIGHTS: Final = "KQ"


def advice(game: BeatGame, view: BeatState, choices: Sequence[Weighed]) -> tuple[Message, ...]:
    """Why the first of these choices is the best one."""
    command = choices[0].command
    found = odds(game, view, choices[0])
    if isinstance(command, Stake):
        # Who stays does so for what would come of going.
        goes = next((one for one in choices if one.command == Stake(command.seat, True)), None)
        if not command.go and goes is not None and goes.often is not None:
            found = Message("odds-go-fails", {"often": 10 - goes.often}, _TARGETS)
        said = [_of_hand(game, view, command)]
    elif isinstance(command, Play):
        said = [*_of_card(game, view, command, [one.command for one in choices])]
    else:
        return ()
    return tuple(said) if found is None else (*said, found)


def odds(game: BeatGame, view: BeatState, choice: Weighed) -> Message | None:
    """How likely the target is reached, where there is one that has not been reached."""
    command, banking = choice.command, game.banking(view)
    if choice.often is None or banking is None:
        return None
    if isinstance(command, Stake):
        count = targets(view.seats, view.options).of(go=command.go)
        code = "odds-go" if command.go else "odds-stay"
        return Message(code, {"count": count, "often": choice.often}, _TARGETS)
    count = targets(view.seats, view.options).of(go=bool(banking.stakes[command.seat]))
    if view.points[command.seat] >= count:
        return None
    return Message("odds-target", {"count": count, "often": choice.often}, _TARGETS)


def _of_hand(game: BeatGame, view: BeatState, stake: Stake) -> Message:
    """What of a hand speaks for a stake: its eights or points, or that they are too few."""
    hand = sorted(view.hands[stake.seat].cards)
    eights = tuple([card for card in hand if card.code[0] in _EIGHTS])
    if eights:
        code = "advice-eights" if stake.go else "advice-eights-few"
        return Message(code, {"cards": eights}, "beats.md 2d")
    if stake.go:
        return Message(
            "own-points", {"count": sum(game.value(view, (one,)) for one in hand)}, _POINTS
        )
    against = tuple([card for card in hand if card.code[0] in _BEAT_EIGHTS])
    code = "advice-no-eights" if against else "advice-nothing-strong"
    return Message(code, {"cards": against}, "beats.md 2d")


def _of_card(
    game: BeatGame, view: BeatState, play: Play, choices: Sequence[Command]
) -> Iterator[Message]:
    card, seat = play.card, play.seat
    # Between two tricks the last one is still there.
    laid = (card,) if view.pile is None else (*view.play.trick, card)
    pile = _after(view, card, seat)
    behind = [(seat + turn) % view.seats for turn in range(1, view.seats - len(laid) + 1)]
    out = game.unseen(view)
    over = sum(any(_takes(view, pile, one, other, seat) for other in behind) for one in out)
    values: dict[str, Value] = {"card": card, "number": over, "total": len(out)}
    mine, worth = pile.owner == seat, game.value(view, laid)
    if game.avoids(view):
        if not mine:
            values = {"card": card, "top": pile.top, "by": game.value(view, laid)}
            yield Message("advice-leaves" if worth else "advice-leaves-free", values, _RULE)
            if (own := game.value(view, (card,))) and len(laid) > 1:
                yield Message("advice-sheds", {"card": card, "by": own}, _RULE)
        elif not behind:
            free = "advice-takes-free" if not worth else "advice-must-take-it"
            yield Message(free, {"card": card, "by": worth}, _RULE)
        else:
            yield Message("advice-is-beaten" if over else "advice-not-beaten", values, _RULE)
    elif mine:
        code = "advice-holds" if behind and over else "advice-holds-surely"
        yield Message(code, values, _RULE)
    elif better := _takers(view, seat, choices):
        yield Message("advice-keeps-back", {"cards": better}, _RULE)
    else:
        yield Message("advice-cannot-beat", {"card": card, "top": pile.top}, _RULE)


def _after(view: BeatState, card: Card, seat: int) -> Pile:
    """The trick with a card laid on it."""
    if view.pile is None:
        return beats.lead(card, seat)
    how = beats.way_played(view.pile, card, seat, view.trumps)
    return beats.laid(view.pile, card, seat, how)


def _takes(view: BeatState, pile: Pile, card: Card, other: int, seat: int) -> bool:
    """Whether another seat's card would take the trick from the seat, or give it back to it."""
    how = beats.way_played(pile, card, other, view.trumps)
    if how is None:
        return False
    after = beats.laid(pile, card, other, how)
    return (after.owner == seat) != (pile.owner == seat)


def _takers(view: BeatState, seat: int, choices: Sequence[Command]) -> tuple[Card, ...]:
    """The cards with which the seat would have the trick so far."""
    cards = [one.card for one in choices if isinstance(one, Play)]
    mine = [card for card in cards if _after(view, card, seat).owner == seat]
    return tuple(sorted(mine, key=beats.senior))
