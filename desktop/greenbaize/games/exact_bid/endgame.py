"""The last tricks of a deal of exact bids with all cards known: everybody plays the best."""

from collections.abc import Sequence

from greenbaize.games.exact_bid.playout import OpenTrick, Suits


class Endgame:
    """The ends of one world, searched out; what was found once is kept.

    Everybody wants to be as far ahead of the others' mean as can be.

    Args:
        prizes: for each seat what its bid brings if it is exact.
        trump: the trump suit, or -1.
    """

    def __init__(self, prizes: Sequence[float], trump: int) -> None:
        self._prizes, self._trump = prizes, trump
        self._known: dict[tuple[int, ...], Sequence[float]] = {}

    def points(
        self, hands: Sequence[Suits], needs: list[int], turn: int, trick: OpenTrick
    ) -> Sequence[float]:
        """What each seat scores in the end.

        Args:
            hands: each seat's cards.
            needs: for each seat its bid less the tricks won.
            turn: the seat to play next.
            trick: the trick on the table.
        """
        if trick.played:
            return self._within(hands, needs, turn, trick)
        if not any(hands[turn]):
            return [0.0 if need else most for need, most in zip(needs, self._prizes, strict=True)]
        key = (turn, *needs, *(ranks for hand in hands for ranks in hand))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._within(hands, needs, turn, trick)
        return found

    def _within(
        self, hands: Sequence[Suits], needs: list[int], turn: int, trick: OpenTrick
    ) -> Sequence[float]:
        """The best for the seat whose turn it is."""
        seats, hand = len(hands), hands[turn]
        suits = (trick.suit,) if trick.suit >= 0 and hand[trick.suit] else range(4)
        after = turn + 1 if turn + 1 < seats else 0
        best: Sequence[float] = ()
        most = 0.0
        for suit in suits:
            ranks = hand[suit]
            while ranks:
                bit = ranks & -ranks
                ranks ^= bit
                then = trick.after(suit, bit.bit_length() - 1, turn, self._trump)
                hand[suit] ^= bit
                if then.played == seats:
                    needs[then.owner] -= 1
                    found = self.points(hands, needs, then.owner, OpenTrick())
                    needs[then.owner] += 1
                else:
                    found = self._within(hands, needs, after, then)
                hand[suit] ^= bit
                lead = found[turn] * seats - sum(found)
                if not best or lead > most:
                    best, most = found, lead
        return best
