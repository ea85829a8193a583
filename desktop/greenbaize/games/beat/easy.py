"""The easy player at games of the beat relation, which looks one trick ahead.

It errs as people do. It overlooks in some suits and ranks that a card beats another of its rank or
one above its own, which are beats that must be learned; it misjudges how safe its leads are and how
good its hand is when it goes or stays; and near the end of a deal it reckons with cards that it has
forgotten are gone.
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
"""Largest hand with which it counts the cards that could still beat a card."""
LIKELY: Final = 0.5
"""Assumed chance that a card that wins so far wins in the end."""
GO_FROM: Final = {2: 8.0, 3: 8.5}
GO_FROM_MANY: Final = 9.0
"""Strength of hand from which it goes, by the number of players; the more, the surer."""
GO_FROM_STOCK: Final = {2: 0.0, 3: 0.0, 4: 8.0}
"""The same where hands are filled up from a stock: few players take much more then."""
LEAN: Final = 0.3
"""Shift of that strength for bold and careful players."""
DOUBT: Final = 1.0
"""Largest misjudgement of a hand's strength."""
TRUST: Final = 0.3
"""Largest relative misjudgement of the chance that a card wins in the end."""
MISSED: Final = 0.12
"""Share of the unusual beats that it does not see."""

_ODD: Final = (Way.SAME_VALUE, Way.ONE_LESS)
_STAKE, _CHANCE = range(2)
"""Keys of misjudgements in a deal: the strength of the hand, and the chance of cards to win."""


class Moment(NamedTuple):
    """Decision of the easy player.

    ``mind`` has its misjudgements and oversights, ``gone`` the played cards that it has forgotten
    and takes to be still out.
    """

    game: BeatGame
    view: BeatState
    seat: int
    mind: Mind
    gone: Collection[Card] = ()


def decide(game: BeatGame, view: BeatState, seat: int, temperament: str, chance: Stream) -> Command:
    """Return a legal command: a random trump, a stake by strength, a card by its expected value."""
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
    """Return the approximate value of a hand of four; trumps count half as much again."""
    return added(helps(view, seat, card) for card in hand)


def prospect(moment: Moment, card: Card) -> float:
    """Return the expected value of the trick with this card; points for others count as a loss."""
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
"""Prominence (0 to 1) in memory of cards that score or that beat much."""


def forgotten_cards(
    game: BeatGame, view: BeatState, seat: int, hold: float = EASY
) -> frozenset[Card]:
    """Return the played cards that a seat has forgotten; ``hold`` as of ``Mind``."""
    counting, trick = game.counting(view), len(view.play.taken)

    def stands_out(card: Card) -> float:
        if counting.value(trick, (card,)):
            return _COUNTS
        return _BEATS_MUCH if beats.is_eight(card) or card.code[0] in "AT" else 0.0

    return forgotten(mind_of(game, view, seat, hold), view.play, seat, stands_out)


STAKED: Final = 3.0
"""Cost of boldness at a stake, in percent of opponents beaten.

A stake comes sixty times in a match: four times as much was measured to cost a whole rank.
"""

_STRONG: Final = {"8": 3.0, "A": 1.6, "T": 1.5, "Q": 1.2, "K": 1.1, "J": 0.4}
_OWN_TRUMP: Final = 1.5
_MOST: Final = 3.0
_TAKES: Final = 0.5
"""Boldness of taking a trick with any card."""


def helps(view: BeatState, seat: int, card: Card) -> float:
    """Return a card's rough strength in taking tricks: an eight 3; own trumps half as much more."""
    own = _OWN_TRUMP if view.trumps.holds(card, seat) else 1.0
    return own * _STRONG.get(card.code[0], 0.0)


def daring(view: BeatState, play: Play) -> float:
    """Return a card's boldness: 0 if it leaves the trick, 1 if it spends what is strongest."""
    card, seat = play.card, play.seat
    strong = min(1.0, helps(view, seat, card) / _MOST)
    if view.pile is None:
        return strong
    if beats.after(view.pile, card, seat, view.trumps).owner != seat:
        return 0.0
    if len(view.play.trick) == view.seats - 1:
        return _TAKES  # No later player can outbid it: a stronger card is no bolder.
    return _TAKES + (1 - _TAKES) * strong


def undertakes(game: BeatGame, view: BeatState, command: Command) -> float:
    """Return the boldness cost of a command: a stake, or a card's effort for the trick."""
    if isinstance(command, Play):
        return game.at_stake(view) * daring(view, command)
    return command.undertakes * STAKED
