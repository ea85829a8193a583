"""The easy player at games of the beat relation: it takes what is worth taking, one trick ahead.

It errs as people do. It overlooks in some suits and ranks that a card beats another of its value or
one above its own, which are beats that one must have learned; it thinks its leads safer or less
safe than they are; it takes its hand for better or worse when it goes or stays; and near the end of
a deal it reckons with cards that it has forgotten are gone.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from greenbaize.bots.finish import added
from greenbaize.bots.memory import EASY, Mind, forgotten, mind_of
from greenbaize.cards import Card
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import Pile, Way
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.players import TILTS

FEW: Final = 4
"""From how many cards in hand on it counts what could still beat a card."""
LIKELY: Final = 0.5
"""How likely a card that wins so far is thought to win in the end."""
GO_FROM: Final = {2: 8.0, 3: 8.5}
GO_FROM_MANY: Final = 9.0
"""The strength of hand from which it goes, by the number of players; the more, the surer."""
GO_FROM_STOCK: Final = {2: 0.0, 3: 0.0, 4: 8.0}
"""The same where hands are filled up from a stock: few players take much more then."""
LEAN: Final = 0.3
"""By how much strength less a bold player goes, and by how much more a careful one."""
DOUBT: Final = 1.0
"""By how much strength a hand is misjudged at most."""
TRUST: Final = 0.3
"""By what part it is misjudged at most how likely a card wins in the end."""
MISSED: Final = 0.12
"""How many of the odd beats it does not see."""

_ODD: Final = (Way.SAME_VALUE, Way.ONE_LESS)
_STAKE, _CHANCE = range(2)
"""What is misjudged in a deal: the own hand, and how likely cards win."""


class Moment(NamedTuple):
    """A moment as the player sees it.

    ``mind`` is what it misjudges and overlooks, ``gone`` the cards played that it has forgotten and
    takes to be still out.
    """

    game: BeatGame
    view: BeatState
    seat: int
    mind: Mind
    gone: Collection[Card] = ()


def decide(game: BeatGame, view: BeatState, seat: int, temperament: str, chance: Stream) -> Command:
    """A legal command: a trump at random, a stake by strength, a card by what it should bring."""
    legal = game.legal(view, seat)
    if isinstance(legal[0], ChooseTrump):
        return chance.choice(legal)
    hand, tilt = view.hands[seat].cards, TILTS[temperament]
    mind = mind_of(game, view, seat)
    if isinstance(legal[0], Stake):
        banking = game.banking(view)
        stock = banking is not None and banking.stock.size
        enough = (GO_FROM_STOCK if stock else GO_FROM).get(view.seats, GO_FROM_MANY)
        seems = strength(view, seat, hand) + DOUBT * mind.lean(_STAKE)
        return Stake(seat, seems + LEAN * tilt >= enough)
    moment = Moment(game, view, seat, mind, forgotten_cards(game, view, seat))

    def seems_worth(play: Play) -> tuple[float, int]:
        seems = prospect(moment, play.card) + tilt * game.undertakes(view, play)
        return seems, -beats.senior(play.card)

    return max((one for one in legal if isinstance(one, Play)), key=seems_worth)


def strength(view: BeatState, seat: int, hand: tuple[Card, ...]) -> float:
    """About how much a hand of four is worth; trumps count half as much again."""
    return added(helps(view, seat, card) for card in hand)


def prospect(moment: Moment, card: Card) -> float:
    """What the trick should bring if this card is played, points for others being a loss."""
    game, view, seat, mind, gone = moment
    cards = (*view.play.trick, card)
    if view.pile is None:
        pile = beats.lead(card, seat)
    else:
        how = beats.way_played(view.pile, card, seat, view.trumps)
        if how in _ODD and mind.misses(card, MISSED):
            how = None
        pile = beats.laid(view.pile, card, seat, how)
    counting, trick = game.counting(view), len(view.play.taken)
    value: float = counting.value(trick, cards)
    behind = view.seats - len(cards)
    own = view.hands[seat].cards
    if not behind:
        won = 1.0
    elif len(own) > FEW:
        strong = view.trumps.holds(pile.top, seat) or beats.is_eight(pile.top)
        won = LIKELY if strong or view.play.trick else LIKELY / 2
        won *= 1 + TRUST * mind.lean(_CHANCE)
    else:
        rest = [*game.unseen(view), *gone]
        worse = [one for one in rest if not _beats(view, pile, one, (seat + 1) % view.seats)]
        won = (len(worse) / max(1, len(rest))) ** (behind * len(own))
        value += behind * sum(counting.value(trick, (one,)) for one in rest) / max(1, len(rest))
    if pile.owner != seat:
        won = 0.0
    return value * won - value * (1 - won) / (view.seats - 1)


def _beats(view: BeatState, pile: Pile, card: Card, seat: int) -> bool:
    return beats.way_played(pile, card, seat, view.trumps) is not None


_COUNTS: Final = 0.8
_BEATS_MUCH: Final = 0.6
"""How far cards stand out that count or that beat much, from 0 to 1."""


def forgotten_cards(
    game: BeatGame, view: BeatState, seat: int, hold: float = EASY
) -> frozenset[Card]:
    """The cards played that a seat no longer has in mind; ``hold`` as of ``Mind``."""
    counting, trick = game.counting(view), len(view.play.taken)

    def stands_out(card: Card) -> float:
        if counting.value(trick, (card,)):
            return _COUNTS
        return _BEATS_MUCH if beats.is_eight(card) or card.code[0] in "AT" else 0.0

    return forgotten(mind_of(game, view, seat, hold), view.play, seat, stands_out)


STAKED: Final = 3.0
"""What boldness may cost at a stake, in percent of the others left behind.

A stake comes sixty times in a match: four times as much was measured to cost a whole place.
"""

_STRONG: Final = {"8": 3.0, "A": 1.6, "T": 1.5, "Q": 1.2, "K": 1.1, "J": 0.4}
_OWN_TRUMP: Final = 1.5
_MOST: Final = 3.0
_TAKES: Final = 0.5
"""How daring it is to take a trick with whatever card."""


def helps(view: BeatState, seat: int, card: Card) -> float:
    """How much a card helps to take tricks, roughly: an eight 3; own trumps half as much more."""
    own = _OWN_TRUMP if view.trumps.holds(card, seat) else 1.0
    return own * _STRONG.get(card.code[0], 0.0)


def daring(view: BeatState, play: Play) -> float:
    """How far a card goes for the trick: 0 if it leaves it, 1 if it spends what is strongest."""
    card, seat = play.card, play.seat
    strong = min(1.0, helps(view, seat, card) / _MOST)
    if view.pile is None:
        return strong
    if beats.after(view.pile, card, seat, view.trumps).owner != seat:
        return 0.0
    if len(view.play.trick) == view.seats - 1:
        return _TAKES  # nobody is left to be outbid: spending more is no courage
    return _TAKES + (1 - _TAKES) * strong


def undertakes(game: BeatGame, view: BeatState, command: Command) -> float:
    """What is staked, or else how far a card goes for the trick."""
    if isinstance(command, Play):
        return game.at_stake(view) * daring(view, command)
    return command.undertakes * STAKED
