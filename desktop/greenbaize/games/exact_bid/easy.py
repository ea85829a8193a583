"""The easy player at exact bids: it bids its hand's value, then wins cheaply or ducks.

It errs as people do. It takes doubtful cards of a suit for better or worse than they are, so that a
bid is off by one now and then; and it counts the cards that are still out without those that it has
forgotten, and with them the voids they showed: then it does not trust a king that has become the
highest, spends a higher card than it needs, or leads into somebody's trump.
"""

from collections.abc import Collection, Sequence
from typing import Final

from greenbaize.bots.memory import EASY, Mind, forgotten, mind_of
from greenbaize.cards import PACK_52, RANKS, Card, Suit
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.hands import beats, winning
from greenbaize.rules.players import TILTS

LEAN: Final = 0.22
"""Tricks that a bold player adds to its hand's value."""
DOUBT: Final = 1.8
"""Largest misjudgement of a doubtful card: so many times p(1 - p), if it wins with p."""
LESS: Final = 0.4
"""Amount taken off all: so many times p(1 - p), as losing tricks is easier than winning."""
LATE: Final = 0.035
"""Increase of a card's chance for each card of the hand past the third, if no unseen one of its
suit is higher, and less for others: once the high ones are gone, middling ones win as well.
"""

_ALL: Final = 4
"""Key of a misjudgement of the whole hand, behind those of each suit."""


def decide(
    game: ExactBidGame, view: BidState, seat: int, temperament: str, chance: Stream
) -> Command:
    """Return a legal command: a bid near the hand's value, then cards for it."""
    del chance
    legal = game.legal(view, seat)
    hand = view.hands[seat]
    if isinstance(legal[0], Bid):
        mind = mind_of(game, view, seat)
        worth = blind_worth(view, seat) if hand.unknown else hand_worth(view, seat, mind)
        wanted = worth + LEAN * TILTS[temperament]
        bids = [command for command in legal if isinstance(command, Bid)]
        return min(bids, key=lambda bid: abs(bid.tricks - wanted))
    cards = [command.card for command in legal if isinstance(command, Play)]
    view = view.closed
    return Play(seat, chosen_card(view, seat, cards, forgotten_cards(game, view, seat)))


def unseen(view: BidState) -> list[Card]:
    """Return the cards of the pack that the view does not show, low ranks first."""
    seen = {card for hand in view.hands for card in hand.cards} | set(view.play.cards)
    if view.turned is not None:
        seen.add(view.turned)
    return [card for card in PACK_52 if card not in seen]


def hand_worth(view: BidState, seat: int, mind: Mind) -> float:
    """Return the hand's expected tricks: for each card, the chance that nobody has a better one.

    A mind misjudges what is doubtful; nobody is wrong about what is sure to win or to lose.
    """
    hand, others = view.hands[seat].cards, unseen(view)
    share = (view.seats - 1) * view.cards / len(others)
    worth, long = 0.0, max(0, len(hand) - 3)
    for card in hand:
        wins = _card_worth(card, hand, others, share, view.trump)
        assert card.suit is not None
        lean = DOUBT * (mind.lean(card.suit) + mind.lean(_ALL)) / 2 - LESS
        wins += LATE * long * _middling(card, others) * (1 - wins)
        worth += wins + lean * wins * (1 - wins)
    return worth


def _card_worth(
    card: Card, hand: Sequence[Card], others: Sequence[Card], share: float, trump: Suit | None
) -> float:
    higher = _higher(card, others)
    top = (1 - share) ** higher
    length = sum(held.suit is card.suit for held in hand)
    if card.suit is trump:
        # A seat with four trumps or more is likely to have the last ones that are out.
        return max(top, 0.25 * share if length < 4 else 0.5)
    if trump is None:
        return top
    # Others soon trump a long suit; so they do any suit when all cards are dealt.
    return top * (1 - 0.12 * share * max(1, length - 1))


def _middling(card: Card, others: Collection[Card]) -> float:
    """Return the share of the unseen cards of its suit that a card is above."""
    suit = sum(other.suit is card.suit for other in others)
    return 1 - _higher(card, others) / suit if suit else 1.0


def _higher(card: Card, others: Collection[Card]) -> int:
    return sum(other.suit is card.suit and other > card for other in others)


def blind_worth(view: BidState, seat: int) -> float:
    """Return the chance of the unseen own card of a blind deal to win against the visible cards."""
    others = unseen(view)
    if not others:
        return 0.0
    order = [(view.play.lead + turn) % view.seats for turn in range(view.seats)]
    wins = 0
    for card in others:
        trick = [card if owner == seat else view.hands[owner].cards[0] for owner in order]
        wins += order[winning(trick, view.trump)] == seat
    return wins / len(others)


def _power(card: Card, trump: Suit | None) -> int:
    return card.rank + (13 if card.suit is trump else 0)


def chosen_card(
    view: BidState, seat: int, cards: Sequence[Card], gone: Collection[Card] = ()
) -> Card:
    """Return a card that wins cheaply while tricks are needed, or ducks high when they are not."""
    trump = view.trump
    by_power = sorted(cards, key=lambda card: _power(card, trump))
    wanted = (view.bids[seat] or 0) - view.play.won[seat] > 0
    out = (*unseen(view), *gone)
    if not view.play.trick:
        if not wanted:
            # Lead the lowest card of those that most others can still beat.
            return max(by_power, key=lambda card: _higher(card, out))
        others = [other for other in range(view.seats) if other != seat and trump is not None]
        trumped = {suit for other in others for suit in lacked(view, other, gone)}
        sure = [card for card in by_power if not _higher(card, out) and card.suit not in trumped]
        return sure[-1] if sure else by_power[-1]
    top = view.play.trick[winning(view.play.trick, trump)]
    winners = [card for card in by_power if beats(card, top, trump)]
    losers = [card for card in by_power if not beats(card, top, trump)]
    last = len(view.play.trick) == view.seats - 1
    if wanted:
        if not winners:
            return losers[0]
        if last or winners[0].suit is trump:
            return winners[0]
        best = _higher(winners[-1], out)
        return next(card for card in winners if _higher(card, out) == best)
    if losers:
        return losers[-1]
    # It may win unintentionally: with the highest card if it surely does, else the lowest.
    return winners[-1] if last else winners[0]


_TRUMP: Final = 0.4
_HIGH: Final = 0.5
"""Prominence (0 to 1) in memory of trumps and of the highest cards."""


def forgotten_cards(
    game: ExactBidGame, view: BidState, seat: int, hold: float = EASY
) -> frozenset[Card]:
    """Return the played cards that a seat has forgotten; ``hold`` as of ``Mind``."""
    trump = view.trump

    def stands_out(card: Card) -> float:
        return _HIGH * card.rank / (len(RANKS) - 1) + _TRUMP * (card.suit is trump)

    return forgotten(mind_of(game, view, seat, hold), view.play, seat, stands_out)


def lacked(view: BidState, seat: int, gone: Collection[Card] = ()) -> set[Suit]:
    """Return the suits that a seat has shown to be out of, by cards not forgotten."""
    suits = set()
    for trick in view.play.tricks:
        turn = (seat - trick.leader) % view.seats
        if turn < len(trick.cards) and trick.cards[turn] not in gone:
            led = trick.cards[0].suit
            if led is not None and trick.cards[turn].suit is not led:
                suits.add(led)
    return suits
