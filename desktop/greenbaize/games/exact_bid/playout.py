"""Playing out a deal of exact bids with all cards known, thousands of times a second.

Every seat plays the card after which it most likely still meets its bid, as far as it could know:
how good a card is follows from how many higher ones are not seen, never from who holds them.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from greenbaize.games.exact_bid import worth
from greenbaize.games.exact_bid.worth import Outlook

Suits = list[int]
"""The cards of a hand: for each suit the ranks held, as 13 bits."""


class OpenTrick(NamedTuple):
    """The trick on the table: what was led, who wins so far with what, and how many have played.

    ``suit`` is -1 before the lead. ``top`` is the rank of the winning card, ``top_suit`` its suit.
    """

    suit: int = -1
    top: int = -1
    top_suit: int = -1
    owner: int = -1
    played: int = 0

    def after(self, suit: int, rank: int, seat: int, trump: int) -> "OpenTrick":
        """The trick after a card."""
        if self.suit < 0:
            return OpenTrick(suit, rank, suit, seat, 1)
        wins = rank > self.top if suit == self.top_suit else suit == trump
        if wins:
            return OpenTrick(self.suit, rank, suit, seat, self.played + 1)
        return self._replace(played=self.played + 1)


def play_out(  # noqa: PLR0913, PLR0917
    hands: Sequence[Suits],
    needs: list[int],
    turn: int,
    left: int,
    trick: OpenTrick,
    out: Suits,
    trump: int,
) -> None:
    """Play a deal to its end.

    Args:
        hands: each seat's cards; emptied.
        needs: for each seat its bid less the tricks won; counted down to what is missing in the
            end, so that 0 is an exact bid.
        turn: the seat to play next.
        left: how many cards a seat holds that has not played to this trick.
        trick: the trick on the table.
        out: the cards nobody has seen played or turned, in hands or not.
        trump: the trump suit, or -1.
    """
    seats = len(hands)
    suit, top, top_suit, owner, played = trick
    outlook = worth.outlook(seats, left, sum([ranks.bit_count() for ranks in out]), trump >= 0)
    while True:
        while played < seats:
            hand = hands[turn]
            if suit >= 0 and hand[suit]:
                ranks = hand[suit]
                if ranks & (ranks - 1):
                    rank = _follow(
                        hand, needs, turn, left, suit, top, top_suit, owner, played, out, trump,
                        outlook,
                    )  # fmt: skip
                else:
                    rank = ranks.bit_length() - 1
                own = suit
            else:
                own, rank = _free(
                    hand, needs, turn, left, suit, top, top_suit, owner, played, out, trump, outlook
                )
            bit = 1 << rank
            hand[own] ^= bit
            out[own] ^= bit
            if suit < 0:
                suit = top_suit = own
                top, owner = rank, turn
            elif rank > top if own == top_suit else own == trump:
                top_suit = own
                top, owner = rank, turn
            played += 1
            turn += 1
            if turn == seats:
                turn = 0
        needs[owner] -= 1
        left -= 1
        if not left:
            return
        turn = owner
        suit = top = top_suit = owner = -1
        played = 0
        outlook = worth.outlook(seats, left, outlook.unplayed - seats, trump >= 0)


def _follow(  # noqa: PLR0913, PLR0917
    hand: Suits,
    needs: Sequence[int],
    turn: int,
    left: int,
    suit: int,
    top: int,
    top_suit: int,
    owner: int,
    played: int,
    out: Suits,
    trump: int,
    outlook: Outlook,
) -> int:
    """The rank to follow suit with; there are at least two."""
    need = needs[turn]
    ranks = hand[suit]
    if need < 0 or need > left:
        losers = ranks & ((1 << (top + 1)) - 1) if suit == top_suit else ranks
        winners = ranks ^ losers
        if winners and (not losers or _takes(needs, left, owner)):
            return winners.bit_length() - 1
        return losers.bit_length() - 1
    value = 0.0
    for one in range(4):
        if hand[one]:
            value += outlook.holding(hand[one], out[one], one == trump).value
    holding = outlook.holding(ranks, out[suit], suit == trump)
    hits, missed = outlook.hits(need), outlook.hits(need - 1)
    chances = outlook.winning(len(needs) - 1 - played, suit == trump, holding.unseen)
    best, choice = -1.0, 0
    for rank, higher, own in holding.cards:
        at = int((value - own) * worth.STEPS)
        if rank > top and suit == top_suit:
            wins = chances[higher]
            merit = wins * missed[at] + (1 - wins) * hits[at]
        else:
            merit = hits[at]
        if merit >= best:
            best, choice = merit, rank
    return choice


def _free(  # noqa: PLR0913, PLR0917
    hand: Suits,
    needs: Sequence[int],
    turn: int,
    left: int,
    suit: int,
    top: int,
    top_suit: int,
    owner: int,
    played: int,
    out: Suits,
    trump: int,
    outlook: Outlook,
) -> tuple[int, int]:
    """The suit and rank to lead, or to play when one cannot follow suit."""
    need = needs[turn]
    if need < 0 or need > left:
        return _spoil(hand, needs, left, suit, top, top_suit, owner, trump)
    holdings = [
        (one, outlook.holding(hand[one], out[one], one == trump)) for one in range(4) if hand[one]
    ]
    value = 0.0
    for _, holding in holdings:
        value += holding.value
    hits, missed = outlook.hits(need), outlook.hits(need - 1)
    behind = len(needs) - 1 - played
    best, choice = -1.0, (0, 0)
    for one, holding in holdings:
        may_win = suit < 0 or one == trump
        if may_win:
            chances = outlook.winning(behind, one == trump, holding.unseen)
            floor = top if one == top_suit else -1
        for rank, higher, own in holding.cards:
            at = int((value - own) * worth.STEPS)
            if may_win and rank > floor:
                wins = chances[higher]
                merit = wins * missed[at] + (1 - wins) * hits[at]
            else:
                merit = hits[at]
            if merit >= best:
                best, choice = merit, (one, rank)
    return choice


def _takes(needs: Sequence[int], left: int, owner: int) -> bool:
    """Whether who has missed the bid should take a trick to spoil those of the others.

    A trick is taken from whoever needs it, and left to whoever must not have it.
    """
    if owner >= 0 and 0 <= needs[owner] <= left:
        return needs[owner] > 0
    return sum([need for need in needs if 0 < need <= left]) >= left


def _spoil(  # noqa: PLR0913, PLR0917
    hand: Suits,
    needs: Sequence[int],
    left: int,
    suit: int,
    top: int,
    top_suit: int,
    owner: int,
    trump: int,
) -> tuple[int, int]:
    """The card of a seat that has missed its bid, when it leads or cannot follow suit."""
    takes = _takes(needs, left, owner)
    plain = [(ranks.bit_length() - 1, one) for one, ranks in enumerate(hand) if ranks]
    if suit < 0:
        if takes:
            if trump >= 0 and hand[trump]:
                return trump, hand[trump].bit_length() - 1
            rank, one = max(plain)
            return one, rank
        rank, one = min(
            [((ranks & -ranks).bit_length() - 1 + 13 * (one == trump), one)
             for one, ranks in enumerate(hand) if ranks]
        )  # fmt: skip
        return one, rank - 13 * (one == trump)
    trumps = hand[trump] if trump >= 0 else 0
    if trumps and takes:
        winners = trumps & -(1 << (top + 1)) if top_suit == trump else trumps
        if winners:
            return trump, (winners & -winners).bit_length() - 1
    others = [pair for pair in plain if pair[1] != trump]
    if others:
        rank, one = max(others)
        return one, rank
    losers = trumps & ((1 << (top + 1)) - 1) if top_suit == trump else 0
    return trump, (losers or trumps).bit_length() - 1


def tricks_at_random(
    hands: Sequence[Sequence[int]], leader: int, trump: int, random: Random
) -> list[int]:
    """How many tricks each seat wins of a whole deal in which everybody plays at random.

    Args:
        hands: each seat's cards by suits.
        leader: the seat that leads first.
        trump: the trump suit, or -1.
        random: the dice.
    """
    seats, draw = len(hands), random.random
    won = [0] * seats
    # In a shuffled hand the first card that may be played is as random as any.
    held = [
        sorted(
            [card for suit in range(4) for card in _cards(suit, hand[suit])], key=lambda _: draw()
        )
        for hand in hands
    ]
    order = [tuple((first + turn) % seats for turn in range(1, seats)) for first in range(seats)]
    while held[leader]:
        suit, top = card = held[leader].pop()
        best, owner = (1 if suit == trump else 0, top), leader
        for seat in order[leader]:
            hand = held[seat]
            for card in hand:
                if card[0] == suit:
                    hand.remove(card)
                    if best[0] == (suit == trump) and card[1] > best[1]:
                        best, owner = (best[0], card[1]), seat
                    break
            else:
                card = hand.pop()
                if card[0] == trump and (1, card[1]) > best:
                    best, owner = (1, card[1]), seat
        won[owner] += 1
        leader = owner
    return won


@lru_cache(maxsize=4096)
def _cards(suit: int, ranks: int) -> tuple[tuple[int, int], ...]:
    """The cards of a suit, each as suit and rank."""
    return tuple((suit, rank) for rank in range(13) if ranks >> rank & 1)
