"""Deals of the beat relation in plain numbers, to play them out and to search them.

A card is its index in the pack of 36, 0 to 35, four of a rank together, a hand the sum of its
cards' bits; a mound is a number (``relation.py``). No object is created per card. ``playout.pxd``
has the types for Cython.

The points of a deal are one number too, the *score*: ten bits a seat, so that a trick's points can
be added to it at once. Where the taker of the latest trick counts, five bits a seat above these
have the number of the last trick that the seat took.
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import Final

from greenbaize.bots.match_finish import StandingValues
from greenbaize.games.beat.relation import TAKER_LEADER, BeatRelation
from greenbaize.games.beat.state import DealScoring

COMPILED: Final = not __file__.endswith((".py", ".pyc"))
"""This module runs compiled (docs/compiled.md)."""
PACK_SIZE: Final = 36
ROW_COUNT: Final = 6528
"""Number of rows for all mounds and colours: 1632 mounds, each for four colours."""
CARD_OF_BIT: Final = bytes(
    [next((card for card in range(PACK_SIZE) if (1 << card) % 37 == rest), 0) for rest in range(37)]
)
"""Card of a bit, by the bit modulo 37, which is different for each."""
CARD_BITS: Final = [1 << card for card in range(PACK_SIZE)]
"""Bit of each card."""
POINTS_MASK: Final = 1023
"""Mask of a seat's points in a score."""
POINTS_OFFSET: Final = 512
"""Value of these bits for no points, as points may be negative."""
SEAT_POINT: Final = [1 << 10 * seat for seat in range(6)]
"""Value of one point of each seat in a score."""
SEAT_TRICK: Final = [1 << 40 + 5 * seat for seat in range(4)]
"""Amount by which a score grows if a seat's last trick is one later."""
LAST_TRICK_MASK: Final = 31
"""Mask of the number of a seat's last trick."""
MAX_TRICKS: Final = 18
LEADER_FACTOR: Final = 0x1000000000
"""Factor that keeps the leader's number above the bits of the cards."""
FIRST_SUIT: Final = 0x111111111
"""All cards of the first suit."""
CARD_POWER: Final = (33, 3, 62, 8, 40, 12, 30, 31, 50)
"""Approximate percentage of tricks that a card takes, from the six up to the ace."""
TRUMP_POWER: Final = 25
"""Percentage added for the player's own trump."""
HELD_POWER_SHARE: Final = 0.6
HELD_POINTS_SHARE: Final = 0.5
"""Share of a card's power and of its own points that count while it is still held."""
EVEN_GO_POWER, GO_POWER_SCALE = 240, 25
"""Default power of a hand with which a player goes half of the time, and the power that makes the
odds about e times as high.
"""
POWER_COUNT: Final = 1400
"""Size of the table of hand powers; the whole pack's is 1301."""
GO_THRESHOLD: Final = 0.5
"""Chance above which a player is expected to go."""
BY_POINTS, BY_MOST, BY_BANKS, BY_STANDING = range(4)
"""Kinds of outcome: points, a prize for the most points, banks, or the points' value for the
standing near the end of the match.
"""
LEAD_COUNT: Final = 1200
"""Size of the table of leads over another player. In Master they come to 977: all its 24 deals
score 488 points, by which a player may be ahead or behind.
"""
COMBINATION_CACHE_SIZE: Final = 100_000
"""Largest number of tricks whose combination points are cached."""
END_CACHE_SIZE: Final = 16384
"""Size of the cache of ends."""
WORLD_COUNT: Final = 1 << 24
"""Number of worlds that the cache can tell apart."""
HASH_FACTORS: Final = (0x9E3779B97F4A7C1, 0x2545F4914F6CDD1D, 0x1B873593CC9E2D51)
"""Odd factors that spread the keys over the cache."""


def zeros(count: int) -> list[int]:
    """Return a list of zeros, only used where there is no C array."""
    return [0] * count


class MoundTable:
    """The mounds as rows of numbers, each computed from the rules on first use.

    A mound is the number of a ``beats.TrickSituation``: tricks of one mound go on alike.

    Row ``mound * colours + colour`` is the mound as a player of that colour sees it
    (``relation.MoundView``). ``next_mounds[row * 36 + card]`` is the mound made by a card that
    beats, doubled, plus one where the leader takes the trick again; ``lead_mounds[colour * 36 +
    card]`` is the mound of a led card.
    """

    def __init__(self, relation: BeatRelation) -> None:
        self.relation = relation
        self.colours = len(relation.lead_mounds)
        if not COMPILED:
            self.main_suit = zeros(ROW_COUNT)
            self.following = zeros(ROW_COUNT)
            self.void_following = zeros(ROW_COUNT)
            self.beating = zeros(ROW_COUNT)
            self.void_beating = zeros(ROW_COUNT)
            self.next_mounds = zeros(ROW_COUNT * PACK_SIZE)
            self.lead_mounds = zeros(144)
        for colour in range(self.colours):
            for card in range(PACK_SIZE):
                self.lead_mounds[colour * PACK_SIZE + card] = relation.lead_mounds[colour][card]

    def fill_row(self, row: int) -> None:
        """Compute a row."""
        view = self.relation.mound_view(row // self.colours, row % self.colours)
        self.following[row], self.void_following[row] = view.following, view.void_following
        self.beating[row], self.void_beating[row] = view.beating, view.void_beating
        for card, (next_mound, taker_kind) in view.next_mounds.items():
            self.next_mounds[row * PACK_SIZE + card] = next_mound * 2 + (taker_kind == TAKER_LEADER)
        self.main_suit[row] = view.main_suit


class DealRules:
    """Constants of a deal: the table, the rules and the scoring.

    A player goes half of the time with a hand of the power ``even_go_power``; ``go_power_scale``
    more makes the odds about e times as high. Raises ``ValueError`` for too many players or tricks.
    """

    def __init__(  # noqa: PLR0913 - all that stays the same
        self,
        mounds: MoundTable,
        colours: Sequence[int],
        scoring: DealScoring,
        *,
        must_beat: bool,
        even_go_power: int = EVEN_GO_POWER,
        go_power_scale: int = GO_POWER_SCALE,
    ) -> None:
        self.mounds, self.must_beat = mounds, must_beat
        self.seats, self.trick_count = len(colours), len(scoring.trick_points)
        self.most_points_prize, self.ends_early = scoring.most_points_prize, scoring.ends_early
        if (
            self.seats > (len(SEAT_TRICK) if self.most_points_prize else len(SEAT_POINT))
            or self.trick_count > MAX_TRICKS
        ):
            raise ValueError("too many players or tricks")
        if not COMPILED:
            self.colours = zeros(6)
            self.trick_points = zeros(18)
            self.card_points = zeros(36)
            self.power = zeros(144)
            self.held_value = [0.0] * 144
            self.pair_first = zeros(2)
            self.pair_second = zeros(2)
            self.pair_points = zeros(2)
        self.go_chances = [
            0.05 + 0.9 / (1 + exp((even_go_power - power) / go_power_scale))
            for power in range(POWER_COUNT)
        ]
        for seat, colour in enumerate(colours):
            self.colours[seat] = colour
        for trick, points in enumerate(scoring.trick_points):
            self.trick_points[trick] = points
        for card, points in enumerate(scoring.card_points):
            self.card_points[card] = points
        amounts = [points for points in scoring.card_points if points]
        self.scoring_cards = sum(
            1 << card for card in range(PACK_SIZE) if scoring.card_points[card]
        )
        self.mean_card_points = (
            0.0 if scoring.combinations or not amounts else sum(amounts) / len(amounts)
        )
        mean = (sum(scoring.card_points) + sum(scoring.trick_points)) / len(scoring.trick_points)
        for colour in range(mounds.colours):
            for card, points in enumerate(scoring.card_points):
                is_trump = mounds.relation.is_trump(card, colour)
                power = CARD_POWER[card // 4] + (TRUMP_POWER if is_trump else 0)
                self.power[colour * PACK_SIZE + card] = power
                held_value = HELD_POWER_SHARE * mean * power / 100 + HELD_POINTS_SHARE * points
                self.held_value[colour * PACK_SIZE + card] = held_value
        self.has_combinations, self.four_suit_points, self.pair_count = False, 0, 0
        if scoring.combinations is not None:
            self.has_combinations, self.four_suit_points = (
                True,
                scoring.combinations.four_suit_points,
            )
            for first, second, pair_points in scoring.combinations.pairs:
                self.pair_first[self.pair_count], self.pair_second[self.pair_count] = (
                    15 << 4 * first,
                    15 << 4 * second,
                )
                self.pair_points[self.pair_count] = pair_points
                self.pair_count += 1
        self.combination_cache: dict[int, int] = {}

    def combination_points(self, trick: int) -> int:
        """Return the combination points of a trick, given as a hand."""
        if not COMPILED:  # Uncompiled, a dictionary is faster than the loop.
            cached_points = self.combination_cache.get(trick)
            if cached_points is not None:
                return cached_points
        points = 0
        for suit in range(4):
            suit_cards = trick & FIRST_SUIT << suit
            # Remove three cards of the suit: a fourth one may remain.
            suit_cards &= suit_cards - 1
            suit_cards &= suit_cards - 1
            if suit_cards & (suit_cards - 1):
                points = self.four_suit_points
        rest = trick
        for pair in range(self.pair_count):
            first, second = rest & self.pair_first[pair], rest & self.pair_second[pair]
            while first and second:
                rest ^= first & -first | second & -second
                first &= first - 1
                second &= second - 1
                points += self.pair_points[pair]
        if not COMPILED:
            if len(self.combination_cache) >= COMBINATION_CACHE_SIZE:
                self.combination_cache.clear()
            self.combination_cache[trick] = points
        return points

    def go_chance(self, hand: int, seat: int) -> float:
        """Return the chance that a player goes with a hand."""
        offset, strength = self.colours[seat] * PACK_SIZE, 0
        while hand:
            low = hand & -hand
            hand ^= low
            strength += self.power[offset + CARD_OF_BIT[low % 37]]
        return self.go_chances[strength]


class BankPrizes:
    """Value of a deal's results for the match when certain seats have gone.

    ``compute_shares`` returns the value for each seat when those whose bits are set have reached
    their targets.
    """

    def __init__(
        self, targets: Sequence[int], compute_shares: Callable[[int], Sequence[float]]
    ) -> None:
        if not COMPILED:
            self.targets = zeros(6)
            self.is_computed = zeros(64)
            self.shares = [0.0] * 384
        for seat, target in enumerate(targets):
            self.targets[seat] = target
        self.compute_shares = compute_shares

    def fill_shares(self, target_bits: int) -> None:
        """Compute the values for these seats having reached their targets."""
        for seat, share in enumerate(self.compute_shares(target_bits)):
            self.shares[target_bits * 6 + seat] = share
        self.is_computed[target_bits] = 1


class EndCache:
    """Cache of searched ends of all worlds; a new entry replaces the one in its slot.

    It is used only when compiled; otherwise a dictionary is faster.
    """

    def __init__(self) -> None:
        self.world = 0
        if not COMPILED:
            self.cards = zeros(1)
            self.draws = zeros(1)
            self.scores = zeros(1)
            self.ends = zeros(1)

    def next_world(self) -> int:
        """Return a number for a world without entries."""
        self.world += 1
        if self.world == WORLD_COUNT:
            self.world = 1
            for slot in range(END_CACHE_SIZE):
                self.cards[slot] = 0
        return self.world


END_CACHE: Final = EndCache()


class BeatPlayout:
    """Position of a decision, from which deals are played out."""

    def __init__(self, deal: DealRules, seat: int, endgame: int) -> None:
        self.deal, self.mounds = deal, deal.mounds
        self.seats, self.trick_count, self.must_beat = deal.seats, deal.trick_count, deal.must_beat
        self.seat, self.endgame = seat, endgame
        self.outcome_kind = BY_MOST if deal.most_points_prize else BY_POINTS
        self.zero_score = 0
        for other_seat in range(deal.seats):
            self.zero_score += POINTS_OFFSET * SEAT_POINT[other_seat]
        self.prizes: BankPrizes | None = None
        self.lead_offset, self.win_weight, self.base_value = 0, 0.0, 0.0
        self.end_cache: dict[tuple[int, int, int], int] = {}
        self.start_mound, self.start_turn, self.start_leader, self.start_taker = -1, 0, 0, 0
        self.start_count, self.start_cards, self.start_points, self.start_trick = 0, 0, 0, 0
        self.start_score = self.zero_score
        self.score, self.stock_size, self.draws, self.world = 0, 0, 0, 0
        if not COMPILED:
            self.hands = zeros(6)
            self.stock = zeros(28)
            self.stakes = zeros(6)
            self.played_cards = zeros(6)
            self.totals = zeros(6)
            self.lead_shares = [0.0] * 1200  # LEAD_COUNT, but Cython needs a literal.
            self.win_factors = [0.0] * 1200

    # Setting up the position

    def add_taken_trick(self, taker: int, trick_cards: int) -> None:
        """Add a trick that was taken before."""
        deal = self.deal
        points = deal.trick_points[self.start_trick]
        for card in range(PACK_SIZE):
            if trick_cards & CARD_BITS[card]:
                points += deal.card_points[card]
        if deal.has_combinations:
            points += deal.combination_points(trick_cards)
        self.start_score = self.score_after_trick(self.start_score, taker, points, self.start_trick)
        self.start_trick += 1

    def set_table_trick(
        self, mound: int, turn: int, leader: int, taker: int, trick_cards: int
    ) -> None:
        """Set the trick on the table; ``mound`` is -1 where there is none."""
        self.start_mound, self.start_turn = mound, turn
        self.start_leader, self.start_taker, self.start_cards = leader, taker, trick_cards
        self.start_count = self.start_points = 0
        for card in range(PACK_SIZE):
            if trick_cards & CARD_BITS[card]:
                self.start_count += 1
                self.start_points += self.deal.card_points[card]

    def set_bank_prizes(self, prizes: BankPrizes) -> None:
        """Set the value of the deal for the match."""
        self.prizes, self.outcome_kind = prizes, BY_BANKS

    def set_standing_values(self, standing: StandingValues) -> None:
        """Set the value of points near the end of the match; ``ValueError`` for too large leads."""
        if len(standing.lead_shares) > LEAD_COUNT:
            raise ValueError("the players are too far apart")
        self.outcome_kind = BY_STANDING
        self.lead_offset, self.win_weight, self.base_value = (
            standing.level_index,
            standing.win_weight,
            standing.base_value,
        )
        for seat, total in enumerate(standing.totals):
            self.totals[seat] = total
        for lead, share in enumerate(standing.lead_shares):
            self.lead_shares[lead], self.win_factors[lead] = share, standing.win_factors[lead]

    def set_stakes(self, stakes: Sequence[int], played_cards: Sequence[int]) -> None:
        """Set the others' stakes, 1, 0 or -1 for none yet, and the cards that each seat played."""
        for seat in range(self.seats):
            self.stakes[seat], self.played_cards[seat] = stakes[seat], played_cards[seat]

    def stakes_likelihood(self, hands: Sequence[int]) -> float:
        """Return how well hands explain the others' stakes."""
        likelihood = 1.0
        for seat in range(self.seats):
            stake = self.stakes[seat]
            if stake >= 0 and seat != self.seat:
                chance = self.deal.go_chance(hands[seat] | self.played_cards[seat], seat)
                likelihood *= chance if stake else 1 - chance
        return likelihood

    def seats_going(self, hands: Sequence[int], going: int, open_seats: int) -> int:
        """Return the bits of the seats that go: ``going``, and open seats with strong hands."""
        for seat in range(self.seats):
            if open_seats >> seat & 1 and self.deal.go_chance(hands[seat], seat) > GO_THRESHOLD:
                going |= 1 << seat
        return going

    # Playing out

    def set_world(self, stock: Sequence[int]) -> None:
        """Set the stock of a world and forget the ends of the previous one."""
        self.stock_size = len(stock)
        for index in range(self.stock_size):
            self.stock[index] = stock[index]
        if COMPILED:
            self.world = END_CACHE.next_world()
        else:
            self.end_cache = {}

    def card_outcomes(
        self, hands: Sequence[int], stock: Sequence[int], cards: Sequence[int]
    ) -> list[float]:
        """Return the seat's outcome for each of these cards when the deal is played out."""
        self.set_world(stock)
        return [self.card_outcome(hands, card) for card in cards]

    def card_leads(
        self, hands: Sequence[int], stock: Sequence[int], cards: Sequence[int]
    ) -> list[float]:
        """Return the seat's lead in the deal's points over the mean of the others for each card.

        Points decide where nothing else does, so all play for them: for the prize where the match
        is decided, else for the points of cards.
        """
        outcome_kind = self.outcome_kind
        is_for_prize = outcome_kind == BY_STANDING and self.deal.most_points_prize != 0
        self.outcome_kind = BY_MOST if is_for_prize else BY_POINTS
        self.set_world(stock)
        leads = []
        for card in cards:
            end, own_lead = self.end_after_card(hands, card), 0.0
            if is_for_prize:
                leads.append(self.outcome_of_end(end, self.seat))
                continue
            for seat in range(self.seats):
                points = (end >> 10 * seat & POINTS_MASK) - POINTS_OFFSET
                own_lead += points if seat == self.seat else -points / (self.seats - 1)
            leads.append(own_lead)
        self.outcome_kind = outcome_kind
        return leads

    def card_outcome(self, hands: Sequence[int], card: int) -> float:
        """Return the seat's outcome after a card, or after none if it is below 0."""
        return self.outcome_of_end(self.end_after_card(hands, card), self.seat)

    def end_after_card(self, hands: Sequence[int], card: int) -> int:
        """Return the end of the deal after a card, or after none if it is below 0."""
        for seat in range(self.seats):
            self.hands[seat] = hands[seat]
        mound, turn, leader = self.start_mound, self.start_turn, self.start_leader
        taker, count, trick_cards = self.start_taker, self.start_count, self.start_cards
        trick_points = self.start_points
        if card >= 0:
            bit = CARD_BITS[card]
            if mound < 0:
                mound = self.mounds.lead_mounds[self.deal.colours[turn] * PACK_SIZE + card]
                taker = turn
            else:
                row = self.mound_row(mound, turn)
                if bit & self.beating_cards(row, self.hands[turn]):
                    next_mound = self.mounds.next_mounds[row * PACK_SIZE + card]
                    mound, taker = next_mound >> 1, leader if next_mound & 1 else turn
            self.hands[turn] ^= bit
            trick_cards |= bit
            trick_points += self.deal.card_points[card]
            count += 1
            turn = turn + 1 if turn + 1 < self.seats else 0
        self.score, self.draws = self.start_score, 0
        return self.play_out(mound, turn, leader, taker, count, trick_cards, trick_points)

    def outcome_of_end(self, end: int, seat: int) -> float:
        """Return a seat's outcome at an end."""
        if self.outcome_kind == BY_POINTS:
            return (end >> 10 * seat & POINTS_MASK) - POINTS_OFFSET
        if self.outcome_kind == BY_MOST:
            return self.deal.most_points_prize if end >> seat & 1 else 0
        if self.outcome_kind == BY_STANDING:
            own_points = self.match_points(end, seat) + self.lead_offset
            value, wins = 0.0, self.win_weight
            for other in range(self.seats):
                if other != seat:
                    # A forgotten card may be counted twice in a world, so limit the lead to the
                    # table.
                    lead = min(
                        max(own_points - self.match_points(end, other), 0), 2 * self.lead_offset
                    )
                    value += self.lead_shares[lead]
                    wins *= self.win_factors[lead]
            return value + wins - self.base_value
        prizes = self.prizes
        assert prizes is not None
        if not prizes.is_computed[end]:
            prizes.fill_shares(end)
        return prizes.shares[end * 6 + seat]

    def match_points(self, end: int, seat: int) -> int:
        """Return a seat's points in the match at the end of the deal."""
        if self.deal.most_points_prize:
            return self.totals[seat] + (self.deal.most_points_prize if end >> seat & 1 else 0)
        return self.totals[seat] + (end >> 10 * seat & POINTS_MASK) - POINTS_OFFSET

    def end_of_score(self, score: int) -> int:
        """Return the end for a score: the score itself, or the bits of winning seats.

        Winning are those with most points, or those that reached their target.
        """
        if self.outcome_kind == BY_POINTS or (
            self.outcome_kind == BY_STANDING and not self.deal.most_points_prize
        ):
            return score
        end = 0
        if self.outcome_kind == BY_BANKS:
            prizes = self.prizes
            assert prizes is not None
            for seat in range(self.seats):
                if (score >> 10 * seat & POINTS_MASK) - POINTS_OFFSET >= prizes.targets[seat]:
                    end |= 1 << seat
            return end
        best = -1
        for seat in range(self.seats):
            own_points = (score >> 10 * seat & POINTS_MASK) - POINTS_OFFSET
            if self.deal.most_points_prize < 0:
                own_points = -own_points
            own_points = (own_points + POINTS_OFFSET) * 32 + (
                score >> 40 + 5 * seat & LAST_TRICK_MASK
            )
            if own_points > best:
                best, end = own_points, 0
            if own_points == best:
                end |= 1 << seat
        return end

    def search_offset(self) -> int:
        """Return what to add to the end of a search to get that of the deal."""
        return self.score - self.zero_score if self.outcome_kind == BY_POINTS else 0

    def score_after_trick(self, score: int, taker: int, points: int, trick: int) -> int:
        """Return the score after a trick."""
        score += points * SEAT_POINT[taker]
        if self.deal.most_points_prize:
            last_trick = score >> 40 + 5 * taker & LAST_TRICK_MASK
            score += (trick + 1 - last_trick) * SEAT_TRICK[taker]
        return score

    def mound_row(self, mound: int, turn: int) -> int:
        """Return the row of a mound as a seat sees it."""
        mounds = self.mounds
        row = mound * mounds.colours + self.deal.colours[turn]
        if not mounds.main_suit[row]:
            mounds.fill_row(row)
        return row

    def beating_cards(self, row: int, hand: int) -> int:
        """Return the cards of a hand that beat."""
        mounds = self.mounds
        if hand & mounds.main_suit[row]:
            return hand & mounds.beating[row]
        return hand & mounds.void_beating[row]

    def legal_cards(self, row: int, hand: int, beating: int) -> int:
        """Return the playable cards of a hand (``beats.md 5``), given those that beat."""
        if beating and self.must_beat:
            return beating
        mounds = self.mounds
        following = (
            mounds.following[row] if hand & mounds.main_suit[row] else mounds.void_following[row]
        )
        following &= hand
        return following | beating if following else hand

    def play_out(  # noqa: PLR0913, PLR0917  (all numbers)
        self,
        mound: int,
        turn: int,
        leader: int,
        taker: int,
        count: int,
        trick_cards: int,
        trick_points: int,
    ) -> int:
        """Return the end of the deal from here: all play by sense, the last tricks are searched."""
        deal, mounds, seats = self.deal, self.mounds, self.seats
        trick, trick_count = self.start_trick, self.trick_count
        if trick_count - trick <= self.endgame:
            offset = self.search_offset()
            if count == seats:
                return offset + self.best_end_after_trick(taker, trick_cards, trick_points, trick)
            return offset + self.best_end_of_trick(
                mound, turn, leader, taker, count, trick_cards, trick_points, trick
            )
        while True:
            if count == seats:
                points = deal.trick_points[trick] + trick_points
                if deal.has_combinations:
                    points += deal.combination_points(trick_cards)
                self.score = self.score_after_trick(self.score, taker, points, trick)
                self.draw_cards(taker, trick)
                trick += 1
                leader = turn = taker
                mound, count, trick_cards, trick_points = -1, 0, 0, 0
                if trick == trick_count or (deal.ends_early and self.is_over()):
                    return self.end_of_score(self.score)
                if trick_count - trick <= self.endgame:
                    return self.search_offset() + self.best_end(leader, trick)
            hand = self.hands[turn]
            row = -1
            beating = legal = hand
            if mound >= 0:
                row = self.mound_row(mound, turn)
                beating = self.beating_cards(row, hand)
                legal = self.legal_cards(row, hand, beating)
            if legal & (legal - 1):
                gain = trick_points + deal.trick_points[trick]
                bit = self.choose_card(row, turn, seats - 1 - count, gain, legal, beating)
            else:
                bit = legal
            card = CARD_OF_BIT[bit % 37]
            if row < 0:
                mound, taker = mounds.lead_mounds[deal.colours[turn] * PACK_SIZE + card], turn
            elif bit & beating:
                next_mound = mounds.next_mounds[row * PACK_SIZE + card]
                mound, taker = next_mound >> 1, leader if next_mound & 1 else turn
            self.hands[turn] = hand ^ bit
            trick_cards |= bit
            trick_points += deal.card_points[card]
            count += 1
            turn = turn + 1 if turn + 1 < seats else 0

    def choose_card(  # noqa: PLR0913, PLR0917  (all numbers)
        self, row: int, turn: int, behind: int, gain: int, legal: int, beating: int
    ) -> int:
        """Return the bit of the card that a sensible player plays who sees all hands.

        ``row`` is -1 where the table is empty, ``behind`` the number of seats that play after this
        one.
        """
        deal, mounds = self.deal, self.mounds
        offset = deal.colours[turn] * PACK_SIZE
        best, best_bit = -1e9, 0
        while legal:
            low = legal & -legal
            legal ^= low
            card = CARD_OF_BIT[low % 37]
            score = -deal.held_value[offset + card]
            if low & beating:
                next_mound = (
                    mounds.lead_mounds[offset + card] * 2
                    if row < 0
                    else mounds.next_mounds[row * PACK_SIZE + card]
                )
                if not next_mound & 1:
                    points = gain + deal.card_points[card]
                    score += (
                        self.held_trick_points(next_mound >> 1, turn, behind, points)
                        if behind
                        else points
                    )
            if score > best:
                best, best_bit = score, low
        return best_bit

    def held_trick_points(self, mound: int, turn: int, behind: int, points: int) -> float:
        """Return the trick's points for its present taker, 0 if the seats behind take it."""
        deal, mounds = self.deal, self.mounds
        mean_card_points, scoring_cards, gain = (
            deal.mean_card_points,
            deal.scoring_cards,
            float(points),
        )
        for _at in range(behind):
            turn = turn + 1 if turn + 1 < self.seats else 0
            hand = self.hands[turn]
            row = self.mound_row(mound, turn)
            if hand & mounds.main_suit[row]:
                beating, following = hand & mounds.beating[row], hand & mounds.following[row]
            else:
                beating, following = (
                    hand & mounds.void_beating[row],
                    hand & mounds.void_following[row],
                )
                if not following:
                    following = hand
            # A follower takes points that count for, and leaves those that count against.
            if beating and (gain > 0 or not following & ~beating):
                return 0.0
            if (
                mean_card_points
                and following & scoring_cards
                and (mean_card_points < 0 or not following & ~scoring_cards)
            ):
                gain += mean_card_points
        return gain

    def is_over(self) -> bool:
        """Return whether no card that scores is left."""
        for seat in range(self.seats):  # noqa: SIM110  (a loop creates no object when compiled)
            if self.hands[seat] & self.deal.scoring_cards:
                return False
        return True

    def draw_cards(self, taker: int, trick: int) -> bool:
        """Let all draw from the stock, the trick's taker first, if it can serve all."""
        index = (trick - self.start_trick) * self.seats
        if index + self.seats > self.stock_size:
            return False
        for turn in range(taker, taker + self.seats):
            seat = turn if turn < self.seats else turn - self.seats
            self.hands[seat] ^= CARD_BITS[self.stock[index]]
            index += 1
        self.draws = self.draws * 8 + taker + 1
        return True

    # Searching

    def best_end(self, leader: int, trick: int) -> int:
        """Return the end of the deal before a trick; by points, the points still to be taken."""
        if trick == self.trick_count:
            return (
                self.zero_score if self.outcome_kind == BY_POINTS else self.end_of_score(self.score)
            )
        cards = 0
        for seat in range(self.seats):
            cards |= self.hands[seat]
        # Cards left, leader and draws determine all hands; for two seats, one hand and the cards
        # do.
        cards |= leader * LEADER_FACTOR
        draws = self.hands[0] if self.seats == 2 else self.draws
        score = 0 if self.outcome_kind == BY_POINTS else self.score
        if not COMPILED:
            key = (cards, draws, score)
            cached_end = self.end_cache.get(key)
            if cached_end is None:
                cached_end = self.best_end_of_trick(-1, leader, leader, leader, 0, 0, 0, trick)
                self.end_cache[key] = cached_end
            return cached_end
        cache = END_CACHE
        cards |= self.world << 39
        slot = cards * HASH_FACTORS[0] ^ draws * HASH_FACTORS[1] ^ score * HASH_FACTORS[2]
        slot = (slot >> 40 ^ slot >> 20) & END_CACHE_SIZE - 1
        if (
            cache.cards[slot] == cards
            and cache.draws[slot] == draws
            and cache.scores[slot] == score
        ):
            return cache.ends[slot]
        end = self.best_end_of_trick(-1, leader, leader, leader, 0, 0, 0, trick)
        cache.cards[slot], cache.draws[slot], cache.scores[slot] = cards, draws, score
        cache.ends[slot] = end
        return end

    def best_end_of_trick(  # noqa: PLR0913, PLR0917  (all numbers)
        self,
        mound: int,
        turn: int,
        leader: int,
        taker: int,
        count: int,
        trick_cards: int,
        trick_points: int,
        trick: int,
    ) -> int:
        """Return the end within a trick that is best for the seat to play."""
        deal, mounds, seats = self.deal, self.mounds, self.seats
        hand = self.hands[turn]
        offset = deal.colours[turn] * PACK_SIZE
        row = -1
        beating = legal = hand
        if mound >= 0:
            row = self.mound_row(mound, turn)
            beating = self.beating_cards(row, hand)
            legal = self.legal_cards(row, hand, beating)
        next_turn = turn + 1 if turn + 1 < seats else 0
        best, best_outcome, has_best = 0, 0.0, False
        while legal:
            bit = legal & -legal
            legal ^= bit
            card = CARD_OF_BIT[bit % 37]
            next_mound, next_taker = mound, taker
            if row < 0:
                next_mound, next_taker = mounds.lead_mounds[offset + card], turn
            elif bit & beating:
                next_mound = mounds.next_mounds[row * PACK_SIZE + card]
                next_taker = leader if next_mound & 1 else turn
                next_mound >>= 1
            self.hands[turn] = hand ^ bit
            points = trick_points + deal.card_points[card]
            if count + 1 == seats:
                end = self.best_end_after_trick(next_taker, trick_cards | bit, points, trick)
            else:
                end = self.best_end_of_trick(
                    next_mound,
                    next_turn,
                    leader,
                    next_taker,
                    count + 1,
                    trick_cards | bit,
                    points,
                    trick,
                )
            if not legal and not has_best:
                best = end
                break
            outcome = self.outcome_of_end(end, turn)
            if not has_best or outcome > best_outcome:
                best, best_outcome, has_best = end, outcome, True
        self.hands[turn] = hand
        return best

    def best_end_after_trick(
        self, taker: int, trick_cards: int, trick_points: int, trick: int
    ) -> int:
        """Return the end after a trick was taken; by points, including this trick's."""
        deal = self.deal
        points = deal.trick_points[trick] + trick_points
        if deal.has_combinations:
            points += deal.combination_points(trick_cards)
        score, draws = self.score, self.draws
        has_drawn = self.draw_cards(taker, trick)
        if self.outcome_kind == BY_POINTS:
            end = self.best_end(taker, trick + 1) + points * SEAT_POINT[taker]
        else:
            self.score = self.score_after_trick(score, taker, points, trick)
            end = self.best_end(taker, trick + 1)
        if has_drawn:
            self.draw_cards(taker, trick)
        self.score, self.draws = score, draws
        return end
