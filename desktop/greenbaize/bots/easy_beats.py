"""The easy player at games of the beat relation: it takes what is worth taking, one trick ahead."""

from typing import Final

from greenbaize.cards import Card
from greenbaize.rules import beats
from greenbaize.rules.beat_play import BeatGame, BeatState
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import ChooseTrump, Command, Play, Stake

LIKELY: Final = 0.5
"""How likely a card that wins so far is thought to win in the end."""
_STRONG: Final = {"8": 3.0, "A": 1.6, "T": 1.5, "Q": 1.2, "K": 1.1, "J": 0.4}
"""How much a card helps to take four-card deals, roughly."""
GO_FROM: Final = 7.5
"""The strength of hand from which it goes."""


def decide(game: BeatGame, view: BeatState, seat: int, chance: Stream) -> Command:
    """A legal command: a trump at random, a stake by strength, a card by what it should bring."""
    legal = game.legal(view, seat)
    if isinstance(legal[0], ChooseTrump):
        return chance.choice(legal)
    hand = view.hands[seat].cards
    if isinstance(legal[0], Stake):
        return Stake(seat, strength(view, seat, hand) >= GO_FROM)
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
    cards = (*view.trick, card)
    value = game.value(view, cards)
    if view.pile is None:
        won = LIKELY if view.trumps.holds(card, seat) or beats.is_eight(card) else LIKELY / 2
    else:
        how = beats.way_played(view.pile, card, seat, view.trumps)
        mine = beats.laid(view.pile, card, seat, how).owner == seat
        last = len(cards) == view.seats
        won = (1.0 if last else LIKELY) if mine else 0.0
    return value * won - value * (1 - won) / (view.seats - 1)
