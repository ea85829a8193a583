"""The easy player at games of the beat relation: it takes what is worth taking, one trick ahead."""

from typing import Final

from greenbaize.cards import Card
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import Pile
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.games.beat.play import BeatGame, BeatState
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play

FEW: Final = 4
"""From how many cards in hand on it counts what could still beat a card."""
LIKELY: Final = 0.5
"""How likely a card that wins so far is thought to win in the end."""
_STRONG: Final = {"8": 3.0, "A": 1.6, "T": 1.5, "Q": 1.2, "K": 1.1, "J": 0.4}
"""How much a card helps to take four-card deals, roughly."""
GO_FROM: Final = 7.5
"""The strength of hand from which it goes."""
GO_FROM_STOCK: Final = {2: 0.0, 3: 0.0, 4: 8.0}
"""The same where hands are filled up from a stock: few players take much more then."""


def decide(game: BeatGame, view: BeatState, seat: int, chance: Stream) -> Command:
    """A legal command: a trump at random, a stake by strength, a card by what it should bring."""
    legal = game.legal(view, seat)
    if isinstance(legal[0], ChooseTrump):
        return chance.choice(legal)
    hand = view.hands[seat].cards
    if isinstance(legal[0], Stake):
        banking = game.banking(view)
        stock = banking is not None and banking.stock.size
        enough = GO_FROM_STOCK.get(view.seats, GO_FROM) if stock else GO_FROM
        return Stake(seat, strength(view, seat, hand) >= enough)
    cards = [command.card for command in legal if isinstance(command, Play)]
    best = max(cards, key=lambda card: (prospect(game, view, seat, card), -beats.senior(card)))
    return Play(seat, best)


def strength(view: BeatState, seat: int, hand: tuple[Card, ...]) -> float:
    """About how much a hand of four is worth; trumps count half as much again."""
    return sum(
        _STRONG.get(card.code[0], 0.0) * (1.5 if view.trumps.holds(card, seat) else 1.0)
        for card in hand
    )


def prospect(game: BeatGame, view: BeatState, seat: int, card: Card) -> float:
    """What the trick should bring if this card is played, points for others being a loss."""
    cards = (*view.play.trick, card)
    if view.pile is None:
        pile = beats.lead(card, seat)
    else:
        how = beats.way_played(view.pile, card, seat, view.trumps)
        pile = beats.laid(view.pile, card, seat, how)
    value: float = game.value(view, cards)
    behind = view.seats - len(cards)
    own = view.hands[seat].cards
    if not behind:
        won = 1.0
    elif len(own) > FEW:
        strong = view.trumps.holds(pile.top, seat) or beats.is_eight(pile.top)
        won = LIKELY if strong or view.play.trick else LIKELY / 2
    else:
        rest = unseen(view, own)
        worse = [one for one in rest if not _beats(view, pile, one, (seat + 1) % view.seats)]
        won = (len(worse) / max(1, len(rest))) ** (behind * len(own))
        value += behind * sum(game.value(view, (one,)) for one in rest) / max(1, len(rest))
    if pile.owner != seat:
        won = 0.0
    return value * won - value * (1 - won) / (view.seats - 1)


def unseen(view: BeatState, own: tuple[Card, ...]) -> list[Card]:
    """The cards of the pack that are neither in one's own hand nor played in this deal."""
    seen = {*own, *view.play.cards}
    return [card for card in beats.PACK_36 if card not in seen]


def _beats(view: BeatState, pile: Pile, card: Card, seat: int) -> bool:
    return beats.way_played(pile, card, seat, view.trumps) is not None
