"""Deals of exact bids with all cards known: likelihoods of bids and plays, and their ends.

Worlds and cards are as in ``card_models.py``. While a deal is played out, each seat's suits and the
trick on the table are plain numbers; no object is created per card.

Every seat plays the card after which it most likely still meets its bid, as far as it could know: a
card's value follows from the number of higher unseen ones, never from who holds them.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from greenbaize.games.exact_bid.card_models import (
    ALL_RANKS,
    HIGHEST_BIT,
    NO_MORE_TRICKS_FACTOR,
    RANK_COUNTS,
    BiddingModel,
    CardChanceModel,
    ExactBidWorld,
    PlayModel,
)

NO_BID: Final = -1
"""Placeholder of a bid that is still to come."""
SUIT_CACHE_SIZE: Final = 300
"""Largest number of cached values of suits for each kind of suit."""
SUIT_TABLE_SIZE: Final = 14 * 14
"""Size of the tables for a kind of suit: by unseen cards of it, and higher ones."""
PLAY_RECORD_SIZE: Final = 21
"""Size of the record of a card that was played."""
PLAY_LIKELIHOODS: Final = [
    1.15,
    0.50,
    0.80,
    0.98,
    0.55,
    1.00,
    1.06,
    0.84,
    0.80,
    1.20,
    0.50,
    0.50,
    1.16,
    0.23,
    1.00,
    1.06,
    0.33,
    0.60,
    1.25,
    0.95,
]
"""Relative likelihood of a hand of which a card was played.

Where it is the card that a playout would play of this hand, or one worth the same; where that is
another of its suit; where it is of another suit. First for seats that want tricks, of a lead, of
following suit and of a card of some other suit, then for those that want none. The last two are for
hands that had no choice but to follow suit with it: of seats that want tricks, and that want none.
Counted in deals of searching players, at 5 and 9 cards: in the hands they had, against sampled ones
that fit their bids as well.
"""
FORCED_INDEX: Final = 18
"""Index of the entries for hands without a choice."""
COMPILED: Final = not __file__.endswith((".py", ".pyc"))
"""This module runs compiled (docs/compiled.md)."""
RANK_COUNT_TABLE = RANK_COUNTS
HIGHEST_BIT_TABLE = HIGHEST_BIT


class OpenTrick(NamedTuple):
    """The trick on the table: the led suit, the seat and card that win so far, the cards played.

    ``suit`` is -1 before the lead. ``top_rank`` is the rank of the winning card, ``top_suit`` its
    suit.
    """

    suit: int = -1
    top_rank: int = -1
    top_suit: int = -1
    taker: int = -1
    played_count: int = 0


class CardValues:
    """Values of cards, each and by suits; a suit's kind is 1 for trumps, else 0."""

    def __init__(self, model: CardChanceModel) -> None:
        self._suit_cache: list[dict[int, tuple[float, float]]] = [{}, {}]
        # Sizes are literals, as Cython copies these lists into arrays of its own. By kind, unseen
        # cards and higher ones, 2 * SUIT_TABLE_SIZE: the chance of a card to win a trick, and the
        # variance of such a trick.
        self.win_chances, self.variances = [0.0] * 392, [0.0] * 392
        for kind in range(2):
            for unseen in range(14):
                for higher in range(unseen + 1):
                    index = kind * SUIT_TABLE_SIZE + unseen * 14 + higher
                    chance = model.win_chance(higher, unseen, kind > 0)
                    self.win_chances[index], self.variances[index] = chance, chance * (1 - chance)

    def suit_sums(self, ranks: int, unplayed: int, kind: int) -> tuple[float, float]:
        """Return the expected tricks of some unplayed cards of a suit, and their variance."""
        if COMPILED:
            return self._compute_suit_sums(ranks, unplayed & ~ranks, kind)
        # A dictionary is faster, unless the loop is compiled.
        cache, key = self._suit_cache[kind], ranks << 13 | unplayed
        sums = cache.get(key)
        if sums is None:
            if len(cache) >= SUIT_CACHE_SIZE:
                cache.clear()
            sums = cache[key] = self._compute_suit_sums(ranks, unplayed & ~ranks, kind)
        return sums

    def _compute_suit_sums(self, ranks: int, unseen: int, kind: int) -> tuple[float, float]:
        tricks = variance = 0.0
        row = kind * SUIT_TABLE_SIZE + RANK_COUNT_TABLE[unseen] * 14
        while ranks:
            rank = HIGHEST_BIT_TABLE[ranks]
            ranks ^= 1 << rank
            index = row + RANK_COUNT_TABLE[unseen >> rank]
            tricks += self.win_chances[index]
            variance += self.variances[index]
        return tricks, variance


class PlayChances(CardValues):
    """Chances with so many cards left in each hand: a ``PlayModel`` as flat tables."""

    def __init__(self, model: PlayModel) -> None:
        super().__init__(model)
        # Each number of the model is copied here, and has its type in the .pxd.
        self.spread, self.variance_spread = model.spread, model.variance_spread
        self.contest_weight, self.defence_weight = model.contest_weight, model.defence_weight
        # By the number of players behind, 0 to 6, kind and higher cards: 7 * 2 * 14.
        self.trick_chances = [
            model.trick_chance(behind, kind > 0, higher)
            for behind in range(7)
            for kind in range(2)
            for higher in range(14)
        ]


def need_likelihood(need: int, tricks_left: int, expected: float, spread: float) -> float:
    """Return how likely so many of the later tricks are won, where so many are expected.

    It is the part within half a trick of a bell curve with heavy tails (Student's of two degrees),
    for which square roots are enough; ``spread`` is twice its width, squared. It compares the cards
    of one decision, and is no chance to be compared with others.
    """
    if need < 0 or need > tricks_left:
        return 0.0
    if not tricks_left:
        return 1.0
    above = expected - need + 0.5
    below = above - 1.0
    upper = above / math.sqrt(above * above + spread)
    part = (upper - below / math.sqrt(below * below + spread)) / 2
    return part if need else NO_MORE_TRICKS_FACTOR * part


class BidEvidence:
    """The bids of a deal as evidence about the hands.

    ``bids`` has each seat's bid or ``NO_BID``, ``played_cards`` what each has played, ``dealt`` all
    cards but the one turned; ``trump`` is -1 where there is none. ``model`` is how players bid,
    ``values`` what cards are worth to them, ``points`` what each bid scores when it is met.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        seat: int,
        bids: list[int],
        played_cards: list[int],
        dealt: int,
        trump: int,
        model: BiddingModel,
        values: CardValues,
        points: list[float],
    ) -> None:
        spare = [0] * (8 - len(bids))
        self._seats, self._seat, self._trump = len(bids), seat, trump
        self._bids, self._played_cards = bids + spare, played_cards + spare
        self._suit_ranks = [dealt >> 13 * suit & ALL_RANKS for suit in range(4)]
        self._even_share, self._steepness = model.even_share, model.steepness
        self._offset, self._spread, self._random_likelihood = (
            model.offset,
            model.spread,
            model.random_likelihood,
        )
        self._values, self._max_bid = values, len(points) - 1
        # Bids of 0 to 17.
        self._points = points + [0.0] * (18 - len(points))

    def expected_tricks(self, hand: int) -> float:
        """Return the expected tricks of a hand when it is dealt."""
        tricks = 0.0
        for suit in range(4):
            ranks = hand >> 13 * suit & ALL_RANKS
            if ranks:
                tricks += self._values.suit_sums(
                    ranks, self._suit_ranks[suit], suit == self._trump
                )[0]
        return tricks

    def expected_bid(self, hand: int) -> float:
        """Return the expected bid of a hand; not a whole number and perhaps below 0."""
        return (
            self._even_share
            + self._steepness * (self.expected_tricks(hand) - self._even_share)
            + self._offset
        )

    def likelihood(self, world: ExactBidWorld) -> float:
        """Return how likely the others' bids are with these hands."""
        likelihood = 1.0
        for owner in range(self._seats):
            if self._bids[owner] < 0 or owner == self._seat:
                continue
            hand = world[owner]
            distance = (
                self._bids[owner] - self.expected_bid(hand | self._played_cards[owner])
            ) / self._spread
            likelihood *= self._random_likelihood + math.exp(-distance * distance / 2)
        return likelihood

    def points_by_seat(self, world: ExactBidWorld, won: list[int]) -> tuple[int, ...]:
        """Return each seat's score; open seats bid by their hand, the own seat exactly."""
        points = []
        for owner in range(self._seats):
            hand, bid = world[owner], self._bids[owner]
            if owner == self._seat:
                bid = won[owner]
            elif bid < 0:
                bid = min(self._max_bid, max(0, round(self.expected_bid(hand))))
            points.append(int(self._points[bid]) if bid == won[owner] else 0)
        return tuple(points)

    def lead_by_bid(self, world: ExactBidWorld, won: list[int], bids: Sequence[int]) -> list[float]:
        """Return the lead over the others' mean for each of the own bids.

        Others bid as they did, or else what their hands are worth.
        """
        others_mean = 0.0
        for owner in range(self._seats):
            if owner == self._seat:
                continue
            hand, bid = world[owner], self._bids[owner]
            if bid < 0:
                bid = min(self._max_bid, max(0, round(self.expected_bid(hand))))
            if bid == won[owner]:
                others_mean += self._points[bid]
        others_mean /= self._seats - 1
        own_tricks = won[self._seat]
        return [(self._points[bid] if bid == own_tricks else 0.0) - others_mean for bid in bids]


class ExactBidPlayout:
    """Decision between cards.

    ``cards_left`` is the number of cards of each seat that has not played to the trick, ``needs``
    each seat's bid less the tricks won, ``unplayed`` the cards nobody has seen played or turned,
    ``trump`` -1 where there is none. ``prizes`` is the score of each seat's bid if it is exact.
    ``chances`` are those with one card left in each hand, with two, and so on; none if the deal is
    to be searched. ``standing_values`` is empty until the match is near its end; then it has eight
    numbers, the value for each seat, for each set of seats (as bits) that meet their bids.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        seat: int,
        cards: list[int],
        cards_left: int,
        trick: OpenTrick,
        needs: list[int],
        unplayed: int,
        trump: int,
        prizes: list[float],
        chances: list[PlayChances],
        standing_values: Sequence[float] = (),
    ) -> None:
        spare = 8 - len(needs)
        self._seats, self._seat, self._trump = len(needs), seat, trump
        self._cards, self._trick, self._start_cards_left = cards, trick, cards_left
        self._start_needs, self._start_unplayed = needs + [0] * spare, unplayed
        self._prizes = prizes + [0.0] * spare
        self._chances = chances
        self._is_near_match_end = bool(standing_values)
        # Seven seats meet their bids or not, eight numbers each: 2**7 * 8.
        self._standing_values = [*standing_values, *[0.0] * (1024 - len(standing_values))]
        self._met_bids_cache: dict[tuple[int, int], int] = {}
        # Current position: the seat to play and each seat's needs, the cards out by suits and each
        # seat's by seats and suits, and the trick, as in ``OpenTrick``.
        self._turn, self._cards_left, self._needs = seat, cards_left, [0] * 8
        self._unplayed, self._hands = [0] * 4, [0] * 32
        self._led_suit = self._top_rank = self._top_suit = self._taker = -1
        self._played_count = 0

    def card_outcomes(self, world: ExactBidWorld, choice_indices: Sequence[int]) -> list[float]:
        """Return outcomes of the cards with these indices: the lead over the mean, or its value."""
        values: dict[int, float] = {}
        outcomes = []
        self._met_bids_cache = {}
        for index in choice_indices:
            card = self._cards[index]
            if card not in values:
                met_bids = self.met_bids_after_card(world, card)
                if self._is_near_match_end:
                    values[card] = self._standing_values[met_bids * 8 + self._seat]
                else:
                    own_prize = self._prizes[self._seat] if met_bids >> self._seat & 1 else 0.0
                    values[card] = own_prize - (self._total_prizes(met_bids) - own_prize) / (
                        self._seats - 1
                    )
            outcomes.append(values[card])
        return outcomes

    def met_bids_after_card(self, world: ExactBidWorld, card: int) -> int:
        """Return the bits of the seats that meet their bids when this card is played."""
        self._set_world(world)
        self._play_card(card // 13, card % 13)
        if not self._chances:
            return self._best_met_bids()
        self._play_out()
        return self._met_bids()

    def usual_card(self, world: ExactBidWorld) -> int:
        """Return the card that a playout would play; of other hands nothing need be known."""
        self._set_world(world)
        may_meet = 0 <= self._needs[self._turn] <= self._cards_left
        card = self._choose_card() if may_meet else self._choose_spoiling_card()
        return (card >> 4) * 13 + (card & 15)

    def _set_world(self, world: ExactBidWorld) -> None:
        for owner in range(self._seats):
            hand = world[owner]
            for suit in range(4):
                self._hands[owner * 4 + suit] = hand >> 13 * suit & ALL_RANKS
            self._needs[owner] = self._start_needs[owner]
        for suit in range(4):
            self._unplayed[suit] = self._start_unplayed >> 13 * suit & ALL_RANKS
        self._turn, self._cards_left = self._seat, self._start_cards_left
        self._led_suit, self._top_rank, self._top_suit, self._taker, self._played_count = (
            self._trick
        )

    def _play_card(self, suit: int, rank: int) -> None:
        """Play a card from the hand whose turn it is; the last one also takes the trick."""
        turn = self._turn
        self._hands[turn * 4 + suit] ^= 1 << rank
        self._unplayed[suit] ^= 1 << rank
        if self._led_suit < 0:
            self._led_suit = self._top_suit = suit
            self._top_rank, self._taker = rank, turn
        elif rank > self._top_rank if suit == self._top_suit else suit == self._trump:
            self._top_suit = suit
            self._top_rank, self._taker = rank, turn
        self._played_count += 1
        if self._played_count < self._seats:
            self._turn = turn + 1 if turn + 1 < self._seats else 0
        else:
            self._needs[self._taker] -= 1
            self._cards_left -= 1
            self._turn = self._taker
            self._led_suit = self._top_rank = self._top_suit = self._taker = -1
            self._played_count = 0

    def _met_bids(self) -> int:
        met_bids = 0
        for seat in range(self._seats):
            if not self._needs[seat]:
                met_bids |= 1 << seat
        return met_bids

    def _total_prizes(self, met_bids: int) -> float:
        total = 0.0
        for seat in range(self._seats):
            if met_bids >> seat & 1:
                total += self._prizes[seat]
        return total

    # Playing out

    def _play_out(self) -> None:
        """Play to the end as players do who know their own cards only."""
        hands, needs = self._hands, self._needs
        while self._cards_left:
            turn, led_suit = self._turn, self._led_suit
            ranks = hands[turn * 4 + led_suit] if led_suit >= 0 else 0
            if ranks and not ranks & (ranks - 1):
                self._play_card(led_suit, HIGHEST_BIT_TABLE[ranks])
            else:
                may_meet = 0 <= needs[turn] <= self._cards_left
                card = self._choose_card() if may_meet else self._choose_spoiling_card()
                self._play_card(card >> 4, card & 15)

    def _choose_card(self) -> int:
        """Return the card (suit * 16 + rank) after which the bid is most likely met."""
        hands, unplayed, led_suit, trump = self._hands, self._unplayed, self._led_suit, self._trump
        base, behind = self._turn * 4, self._seats - 1 - self._played_count
        need, tricks_left = self._needs[self._turn], self._cards_left - 1
        chances = self._chances[tricks_left]
        win_chances, variances, trick_chances = (
            chances.win_chances,
            chances.variances,
            chances.trick_chances,
        )
        expected, variance = -chances.contest_weight * self._contested_tricks(), 0.0
        for suit in range(4):
            ranks = hands[base + suit]
            if ranks:
                tricks, suit_variance = chances.suit_sums(ranks, unplayed[suit], suit == trump)
                expected += tricks
                variance += suit_variance
        first, last = 0, 3
        if led_suit >= 0 and hands[base + led_suit]:
            first = last = led_suit
        defence = chances.defence_weight * self._taker_need()
        best, choice = -1.0, 0
        # Of equal cards the first: that of the last suit, and of touching ones the highest.
        for suit in range(last, first - 1, -1):
            ranks = hands[base + suit]
            if not ranks:
                continue
            may_win = led_suit < 0 or suit in (trump, self._top_suit)
            floor = self._top_rank if suit == self._top_suit else -1
            kind, unseen = suit == trump, unplayed[suit] & ~ranks
            row = kind * SUIT_TABLE_SIZE + RANK_COUNT_TABLE[unseen] * 14
            chance_row = (behind * 2 + kind) * 14
            last_equivalence = -1
            while ranks:
                rank = HIGHEST_BIT_TABLE[ranks]
                ranks ^= 1 << rank
                higher = RANK_COUNT_TABLE[unseen >> rank]
                # Touching cards are equal, unless the trick's best card lies between them.
                equivalence = higher * 2 + (rank > floor)
                if equivalence == last_equivalence:
                    continue
                last_equivalence = equivalence
                rest = expected - win_chances[row + higher]
                spread = chances.spread + chances.variance_spread * (
                    variance - variances[row + higher]
                )
                merit = need_likelihood(need, tricks_left, rest, spread)
                if may_win and rank > floor:
                    chance = trick_chances[chance_row + higher]
                    merit = (
                        chance * (need_likelihood(need - 1, tricks_left, rest, spread) + defence)
                        + (1 - chance) * merit
                    )
                if merit > best:
                    best, choice = merit, suit * 16 + rank
        return choice

    def _contested_tricks(self) -> int:
        """Return by how many the tricks wanted exceed the tricks left.

        Only seats count that can still meet their bids.
        """
        needs, cards_left = self._needs, self._cards_left
        wanted = -cards_left
        for seat in range(self._seats):
            if 0 < needs[seat] <= cards_left:
                wanted += needs[seat]
        return wanted

    def _taker_need(self) -> int:
        """Return 1 if the trick's taker needs it, -1 if it must not have it, else 0."""
        needs, taker = self._needs, self._taker
        if taker < 0 or not 0 <= needs[taker] <= self._cards_left:
            return 0
        return 1 if needs[taker] else -1

    def _should_take(self) -> bool:
        """Return whether a seat that has missed its bid should take a trick to spoil other bids.

        It takes a trick from a seat that needs it, and leaves it to one that must not have it.
        """
        taker_need = self._taker_need()
        return taker_need > 0 if taker_need else self._contested_tricks() >= 0

    def _choose_spoiling_card(self) -> int:
        """Return the card (suit * 16 + rank) of a seat that has missed its bid."""
        hands, led_suit, trump, base = self._hands, self._led_suit, self._trump, self._turn * 4
        should_take = self._should_take()
        below = (2 << self._top_rank) - 1 if led_suit >= 0 else 0
        trumps = hands[base + trump] if trump >= 0 else 0
        if led_suit >= 0 and hands[base + led_suit]:
            ranks = hands[base + led_suit]
            losers = ranks & below if led_suit == self._top_suit else ranks
            winners = ranks ^ losers
            if winners and (should_take or not losers):
                return led_suit * 16 + HIGHEST_BIT_TABLE[winners]
            return led_suit * 16 + HIGHEST_BIT_TABLE[losers]
        if led_suit < 0 and should_take:
            return trump * 16 + HIGHEST_BIT_TABLE[trumps] if trumps else self._highest_card(-1)
        if led_suit < 0:
            return self._lowest_card()
        losers = trumps & below if trump == self._top_suit else 0
        winners = trumps ^ losers
        if winners and should_take:
            return trump * 16 + HIGHEST_BIT_TABLE[winners & -winners]
        other_card = self._highest_card(trump)
        return other_card if other_card >= 0 else trump * 16 + HIGHEST_BIT_TABLE[losers or trumps]

    def _highest_card(self, excluded_suit: int) -> int:
        """Return the highest card of a hand outside one suit, of equal ones that of the last suit.

        If there is no other, -1.
        """
        best = choice = -1
        for suit in range(4):
            ranks = self._hands[self._turn * 4 + suit]
            if ranks and suit != excluded_suit and HIGHEST_BIT_TABLE[ranks] >= best:
                best = HIGHEST_BIT_TABLE[ranks]
                choice = suit * 16 + best
        return choice

    def _lowest_card(self) -> int:
        """Return the lowest card, of equal ones that of the first suit; trumps are above all."""
        best, choice = 26, 0
        for suit in range(4):
            ranks = self._hands[self._turn * 4 + suit]
            if ranks:
                rank = HIGHEST_BIT_TABLE[ranks & -ranks]
                height = rank + 13 if suit == self._trump else rank
                if height < best:
                    best, choice = height, suit * 16 + rank
        return choice

    # Searching

    def _best_met_bids(self) -> int:
        """Return the bits of the seats that meet their bids when all play best, seeing all cards.

        Each wants to be as far ahead of the others' mean as can be, or near the end of the match
        what is worth most.
        """
        if not self._cards_left:
            return self._met_bids()
        if self._played_count:
            return self._best_met_bids_of_cards()
        key = self._cache_key()
        met_bids = self._met_bids_cache.get(key)
        if met_bids is None:
            met_bids = self._met_bids_cache[key] = self._best_met_bids_of_cards()
        return met_bids

    def _best_met_bids_of_cards(self) -> int:
        """Return the bits after the best card; of equally good cards the first."""
        hands, turn, cards_left, played_count = (
            self._hands,
            self._turn,
            self._cards_left,
            self._played_count,
        )
        led_suit, top_rank, top_suit, taker = (
            self._led_suit,
            self._top_rank,
            self._top_suit,
            self._taker,
        )
        first, last = 0, 3
        if led_suit >= 0 and hands[turn * 4 + led_suit]:
            first = last = led_suit
        best, best_lead = -1, 0.0
        for suit in range(first, last + 1):
            ranks = hands[turn * 4 + suit]
            while ranks:
                rank = HIGHEST_BIT_TABLE[ranks & -ranks]
                ranks &= ranks - 1
                self._play_card(suit, rank)
                next_turn = self._turn
                met_bids = self._best_met_bids()
                if self._is_near_match_end:
                    lead = self._standing_values[met_bids * 8 + turn]
                else:
                    own_prize = self._prizes[turn] if met_bids >> turn & 1 else 0.0
                    lead = own_prize * self._seats - self._total_prizes(met_bids)
                if best < 0 or lead > best_lead:
                    best, best_lead = met_bids, lead
                # Restore the position before the card.
                hands[turn * 4 + suit] ^= 1 << rank
                self._unplayed[suit] ^= 1 << rank
                if self._cards_left < cards_left:
                    self._needs[next_turn] += 1
                self._turn, self._cards_left, self._played_count = turn, cards_left, played_count
                self._led_suit, self._top_rank, self._top_suit, self._taker = (
                    led_suit,
                    top_rank,
                    top_suit,
                    taker,
                )
        return best

    def _cache_key(self) -> tuple[int, int]:
        """Return the key of a position of this world between tricks: cards and needs."""
        cards, code = 0, self._turn
        for seat in range(self._seats):
            for suit in range(4):
                ranks = self._hands[seat * 4 + suit]
                cards |= ranks << 13 * suit
            code = code << 6 | self._needs[seat] + 20
        return cards, code


class PlayEvidence(ExactBidPlayout):
    """The others' plays in a deal as evidence about their hands."""

    def __init__(self, seats: int, trump: int, chances: list[PlayChances]) -> None:
        none = [0] * seats
        super().__init__(0, [], 0, OpenTrick(), none, 0, trump, [0.0] * seats, chances)
        # For each card: its player, the number of cards left, the trick before it as in
        # ``OpenTrick``, the card itself, all suits, and the needs of up to eight seats. And all
        # cards that its player has played from then on.
        self._count = 0
        self._play_records, self._later_cards = [0] * 1092, [0] * 52

    def add_play(  # noqa: PLR0913, PLR0917  (all numbers)
        self,
        turn: int,
        cards_left: int,
        trick: OpenTrick,
        needs: list[int],
        unplayed: int,
        card: int,
    ) -> None:
        """Add a card somebody played; a seat that could not meet its bid tells nothing."""
        self.note_held_card(turn, card)
        if not 0 <= needs[turn] <= cards_left:
            return
        suits = [unplayed >> 13 * suit & ALL_RANKS for suit in range(4)]
        record = (turn, cards_left, *trick, card // 13, card % 13, *suits, *needs)
        for index, value in enumerate(record):
            self._play_records[self._count * PLAY_RECORD_SIZE + index] = value
        bit = 1
        self._later_cards[self._count] = bit << card
        self._count += 1

    def note_held_card(self, turn: int, card: int) -> None:
        """Note that a card played was held before, without concluding more from it."""
        bit = 1
        bit <<= card
        for record in range(self._count):
            if self._play_records[record * PLAY_RECORD_SIZE] == turn:
                self._later_cards[record] |= bit

    def likelihood(self, world: ExactBidWorld) -> float:
        """Return how well these hands explain what was played, against others."""
        hands, unplayed, records = self._hands, self._unplayed, self._play_records
        likelihood = 1.0
        for record in range(self._count):
            offset = record * PLAY_RECORD_SIZE
            turn, led_suit = records[offset], records[offset + 2]
            hand = world[turn] | self._later_cards[record]
            for suit in range(4):
                hands[turn * 4 + suit] = hand >> 13 * suit & ALL_RANKS
                unplayed[suit] = records[offset + 9 + suit]
            wants_tricks = records[offset + 13 + turn] > 0
            if not hand & (hand - 1):
                continue
            ranks = hands[turn * 4 + led_suit] if led_suit >= 0 else 0
            if ranks and not ranks & (ranks - 1):
                likelihood *= PLAY_LIKELIHOODS[FORCED_INDEX if wants_tricks else FORCED_INDEX + 1]
                continue
            self._turn, self._cards_left, self._led_suit = turn, records[offset + 1], led_suit
            self._top_rank, self._top_suit = records[offset + 3], records[offset + 4]
            self._taker, self._played_count = records[offset + 5], records[offset + 6]
            suit, rank = records[offset + 7], records[offset + 8]
            for seat in range(self._seats):
                self._needs[seat] = records[offset + 13 + seat]
            row = 0 if led_suit < 0 else 3 if ranks else 6
            if not wants_tricks:
                row += 9
            chosen_card = self._choose_card()
            if chosen_card >> 4 != suit:
                row += 2
            else:
                unseen = unplayed[suit] & ~hands[turn * 4 + suit]
                floor = self._top_rank if suit == self._top_suit else -1
                beats = (chosen_card & 15) > floor
                if RANK_COUNT_TABLE[unseen >> (chosen_card & 15)] != RANK_COUNT_TABLE[
                    unseen >> rank
                ] or beats != (rank > floor):
                    row += 1
            likelihood *= PLAY_LIKELIHOODS[row]
        return likelihood
