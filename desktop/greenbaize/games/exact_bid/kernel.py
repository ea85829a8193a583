"""The search's kernel for games of exact bids: worlds that fit the bids, played out."""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, exp
from random import Random
from typing import Final

from msgspec.structs import replace

from greenbaize.bots import match_finish
from greenbaize.bots.card_dealing import UnseenCardDealer
from greenbaize.bots.match_finish import StandingValues
from greenbaize.cards import PACK_52, Card
from greenbaize.games.exact_bid.card_models import (
    ALL_RANKS,
    RANK_COUNTS,
    BiddingModel,
    ExactBidWorld,
    PlayModel,
    card_index,
    hand_mask,
)
from greenbaize.games.exact_bid.choice_order import PlayOrder, count_sure_tricks
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.easy import blind_win_chance, forgotten_cards, void_suits
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.playout import (
    NO_BID,
    BidEvidence,
    CardValues,
    ExactBidPlayout,
    OpenTrick,
    PlayChances,
    PlayEvidence,
)
from greenbaize.games.exact_bid.random_playout import RandomPlayout
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.hands import Hand, cards_played_by, find_winning_index, with_item_at
from greenbaize.rules.search_contract import SearchEffort

BID_WORLDS_FACTOR: Final = 12
"""Number of worlds dealt for a bid for each that is played out for a card."""
MAX_BID_WORLDS: Final = 4000
"""Most worlds for a bid."""
USUAL_DECISION_SIZE: Final = 60
"""Usual choices times cards left. Longer decisions get fewer worlds, shorter ones more."""
MIN_WORLDS_FACTOR: Final = 0.5
MAX_WORLDS_FACTOR: Final = 5.0
"""Limits of the factor to the level's number of worlds."""
MAX_SEARCHED_CARDS: Final = 14
"""Most cards in all hands for a search to the end: uncompiled it would take many seconds."""
MAX_BID_DISTANCE: Final = 2.2
"""Largest distance of a weighed bid from the expected tricks, unless all are wanted."""
BLIND_BID_SCALE: Final = 0.06
"""Scale of a card's chance in a blind deal around 0.5, at which 1 and 0 are bid as often."""
RANDOM_BID_CHANCE: Final = 0.1
"""Chance that a blind bid is unrelated to the cards."""


class ExactBidKernel:
    """Decision in a game of exact bids; ``weighs_every_choice`` also weighs hopeless bids."""

    def __init__(
        self,
        game: ExactBidGame,
        view: BidState,
        seat: int,
        effort: SearchEffort,
        *,
        weighs_every_choice: bool,
    ) -> None:
        legal = game.legal(view, seat)
        view = view.with_trick_taken
        self._game, self.view, self.seat = game, view, seat
        self._effort = effort
        self._random = Random(0)
        self._trump = -1 if view.trump is None else int(view.trump)
        self._hand_size = view.hands[seat].size
        self._is_endgame = (
            not view.is_bidding
            and self._hand_size <= effort.endgame_cards
            and self._hand_size * view.seats <= MAX_SEARCHED_CARDS
        )
        points = [float(game.prize_of_bid(view, bid)) for bid in range(view.cards + 1)]
        self._standing_values = exact_bid_standing_values(game, view, seat)
        self._bid_values: dict[tuple[int, ...], tuple[float, float]] = {}
        has_forgotten = effort.retention < 1 and not view.is_bidding
        self._forgotten = (
            forgotten_cards(game, view, seat, effort.retention) if has_forgotten else frozenset()
        )
        self._dealing = _make_dealing(game, view, self._forgotten)
        self._bid_evidence = self._make_bid_evidence(points)
        self.commands: Sequence[Command]
        if view.is_bidding:
            bids = [bid for bid in legal if isinstance(bid, BidCommand)]
            bids = self._weighed_bids(bids, weighs_every_choice=weighs_every_choice)
            self.commands, self._bid_tricks = bids, [bid.tricks for bid in bids]
            self._random_playout = RandomPlayout(view.seats, self._trump, self._random)
            self._tricks_won = 0
        else:
            plays = [play for play in legal if isinstance(play, PlayCommand)]
            self._card_of_choice: list[int] = []
            order = PlayOrder(view, seat, self._unseen_cards())
            plays = order.sort_plays(plays, self._usual_card(points))
            self.commands = plays if weighs_every_choice else order.drop_inferior_plays(plays)
            self._card_of_choice = self._first_equivalent_cards()
            # Number of cards left in each hand when the next card is chosen.
            cards_left = self._hand_size - (len(view.play.trick) + 1 == view.seats)
            self._playout = self._make_playout(points, 0 if self._is_endgame else cards_left)

    def _weighed_bids(
        self, bids: list[BidCommand], *, weighs_every_choice: bool
    ) -> list[BidCommand]:
        """Return the bids to weigh in order: the lowest that can be met, and all near the mean.

        Bids below the sure tricks come last where every choice is weighed, and are left out else.
        """
        hand, trump = self.view.hands[self.seat], self.view.trump
        sure = count_sure_tricks(hand.cards, trump, self._game.unseen_cards(self.view))
        possible_bids = [bid for bid in bids if bid.tricks >= sure]
        if weighs_every_choice or not possible_bids:
            return [*possible_bids, *[bid for bid in bids if bid.tricks < sure]]
        if hand.unknown:
            return possible_bids
        mean = self._bid_evidence.expected_tricks(hand_mask(hand.cards))
        return [
            bid
            for bid in possible_bids
            if bid is possible_bids[0] or abs(bid.tricks - mean) <= MAX_BID_DISTANCE
        ]

    def _unseen_cards(self) -> list[Card]:
        """Return the cards that may be in other hands or undealt, as far as remembered."""
        own_cards = set(self.view.hands[self.seat].cards)
        return [card for card in self._unplayed_cards() if card not in own_cards]

    def _make_bid_evidence(self, points: list[float]) -> BidEvidence:
        """Return the evidence of the bids; ``points`` is what each scores when it is met."""
        view = self.view
        bids = [NO_BID if bid is None else bid for bid in view.bids]
        played_cards = [hand_mask(cards_played_by(view.play, owner)) for owner in range(view.seats)]
        dealt_cards = [card for card in PACK_52 if card != view.turned]
        model, values = _cached_bidding_model(
            view.seats, view.cards, len(dealt_cards), view.trump is not None
        )
        return BidEvidence(
            self.seat,
            bids,
            played_cards,
            hand_mask(dealt_cards),
            self._trump,
            model,
            values,
            points,
        )

    def _usual_card(self, points: list[float]) -> Card:
        """Return the card that a playout would play."""
        playout = self._make_playout(points, self._hand_size)
        hand = hand_mask(self.view.hands[self.seat].cards)
        card = playout.usual_card(with_item_at((0,) * self.view.seats, self.seat, hand))
        return PACK_52[card % 13 * 4 + card // 13]

    def _make_playout(self, points: list[float], played_cards: int) -> ExactBidPlayout:
        """Return the playout of a decision between cards.

        Args:
            points: scores of met bids.
            played_cards: cards of each hand that are played out; 0 to search to the end.
        """
        view, seats = self.view, self.view.seats
        unplayed = self._unplayed_cards()
        undealt = len(unplayed) - sum(hand.size for hand in view.hands)
        needs = [(bid or 0) - won for bid, won in zip(view.bids, view.play.tricks_won, strict=True)]
        prizes = [points[bid or 0] for bid in view.bids]
        return ExactBidPlayout(
            self.seat,
            self._card_of_choice,
            self._hand_size,
            self._open_trick(view.play.leader, view.play.trick),
            needs,
            hand_mask(unplayed),
            self._trump,
            prizes,
            _play_chances(seats, played_cards, undealt, view.trump is not None),
            self._list_standing_values(prizes),
        )

    def _bid_values_near_match_end(
        self, standing: StandingValues, points: tuple[int, ...]
    ) -> tuple[float, float]:
        """Return the values of bidding exactly and not, near the end of the match.

        Only half of each comes from the final rank: others' bids and the chance to meet a bid are
        guesses, to which the rank alone would give too much weight.
        """
        values = self._bid_values.get(points)
        if values is None:
            seat, others = self.seat, len(points) - 1
            points_without_own = (*points[:seat], 0, *points[seat + 1 :])
            exact_value, missed_value = (
                (standing.seat_values(ends)[seat] + ends[seat] - (sum(ends) - ends[seat]) / others)
                / 2
                for ends in (points, points_without_own)
            )
            values = self._bid_values[points] = exact_value, missed_value
        return values

    def _list_standing_values(self, prizes: list[float]) -> list[float]:
        """Return each seat's value, near the end, if these seats, as bits, meet their bids."""
        standing = self._standing_values
        if standing is None:
            return []
        standing_values = []
        for met_bids in range(1 << len(prizes)):
            points = [int(prize) * (met_bids >> seat & 1) for seat, prize in enumerate(prizes)]
            seat_values = standing.seat_values(points)
            standing_values += seat_values + [0.0] * (8 - len(seat_values))
        return standing_values

    def _make_play_evidence(self) -> PlayEvidence:
        view, seats = self.view, self.view.seats
        unplayed = hand_mask(card for card in PACK_52 if card != view.turned)
        undealt = unplayed.bit_count() - view.cards * seats
        chances = _play_chances(seats, view.cards, undealt, view.trump is not None)
        evidence = PlayEvidence(seats, self._trump, chances)
        needs = [bid or 0 for bid in view.bids]
        for tricks_before, trick in enumerate(view.play.tricks):
            open_trick = OpenTrick()
            for count, owner in enumerate(trick.seats_in_order(seats), 1):
                card = card_index(trick.cards[count - 1])
                if view.manners and trick.cards[count - 1] in view.manners.shown_cards[owner]:
                    evidence.note_held_card(owner, card)  # It lay exposed, and had to be played.
                elif owner != self.seat:
                    evidence.add_play(
                        owner, view.cards - tricks_before, open_trick, needs, unplayed, card
                    )
                unplayed ^= 1 << card
                open_trick = self._open_trick(trick.leader, trick.cards[:count])
            if open_trick.played_count == seats:
                needs[open_trick.taker] -= 1
        return evidence

    def _open_trick(self, leader: int, cards: Sequence[Card]) -> OpenTrick:
        if not cards:
            return OpenTrick()
        index = find_winning_index(cards, self.view.trump)
        taker = (leader + index) % self.view.seats
        return OpenTrick(cards[0] % 4, cards[index] // 4, cards[index] % 4, taker, len(cards))

    def _first_equivalent_cards(self) -> list[int]:
        """Return for each card to choose from the first one of equal value.

        Cards of a suit have equal value if neither an unplayed card that others may hold nor a
        card of the trick ranks between them.
        """
        between = hand_mask(self._unseen_cards())
        between |= hand_mask(self.view.play.trick)
        groups: dict[tuple[int, int], int] = {}
        cards = []
        for command in self.commands:
            assert isinstance(command, PlayCommand)
            card = card_index(command.card)
            above = (between >> card - card % 13 & ALL_RANKS) >> card % 13
            cards.append(groups.setdefault((card // 13, RANK_COUNTS[above]), card))
        return cards

    def _unplayed_cards(self) -> list[Card]:
        """Return the cards not played or turned as far as remembered, in hands or not."""
        view = self.view
        played_cards = set(view.play.played_cards) - self._forgotten
        return [card for card in PACK_52 if card not in played_cards and card != view.turned]

    # Worlds

    def sample_worlds(
        self, count: int, chance: RandomStream
    ) -> Sequence[tuple[float, ExactBidWorld]]:
        """Return worlds that fit the view, weighted by the likelihood of bids and plays."""
        self._random.seed(chance.draw_below(1 << 32))
        use_bids = self._effort.uses_inference and any(
            bid is not None and owner != self.seat for owner, bid in enumerate(self.view.bids)
        )
        if self.view.is_bidding:
            # Dealing takes as long as playing out here, so every world dealt is used.
            count = min(MAX_BID_WORLDS, count * BID_WORLDS_FACTOR)
            if not use_bids or not self.view.hands[self.seat].unknown:
                return self._deal_worlds(count, use_bids=use_bids)
            likelihood_by_card, seat = self._blind_bid_likelihoods(), self.seat
            deals = self._deal_worlds(count, use_bids=False)
            return [(weight * likelihood_by_card[world[seat]], world) for weight, world in deals]
        if not self._is_endgame:
            decision_size = len(set(self._card_of_choice)) * self._hand_size
            count = max(
                1,
                round(
                    count
                    * min(
                        MAX_WORLDS_FACTOR,
                        max(MIN_WORLDS_FACTOR, USUAL_DECISION_SIZE / decision_size),
                    )
                ),
            )
        if not use_bids:
            return self._deal_worlds(count, use_bids=use_bids)
        sample = self._deal_worlds(count * self._effort.samples_per_world, use_bids=use_bids)
        if self._effort.infers_from_plays:
            likelihood = self._make_play_evidence().likelihood
            sample = [(weight * likelihood(world), world) for weight, world in sample]
        sums = list(accumulate([weight for weight, _ in sample]))
        spacing = sums[-1] / count
        start = self._random.random() * spacing
        return [
            (1.0, sample[bisect_left(sums, start + spacing * index)][1]) for index in range(count)
        ]

    def _deal_worlds(self, count: int, *, use_bids: bool) -> list[tuple[float, ExactBidWorld]]:
        """Return so many worlds with their weights, which include the likelihood of the bids."""
        deal, draw, likelihood = (
            self._dealing.deal_once,
            self._random.random,
            self._bid_evidence.likelihood,
        )
        deals = [deal(draw) for _ in range(count)]
        if not use_bids:
            return [(weight, world) for weight, world, _ in deals]
        return [(weight * likelihood(world), world) for weight, world, _ in deals]

    def _blind_bid_likelihoods(self) -> dict[int, float]:
        """Return the likelihood of the others' bids for each possible own card of a blind deal.

        Each seat that has bid saw it, and all cards but its own.
        """
        view, likelihood_by_card = self.view, {}
        for card in self._game.unseen_cards(view):
            likelihood = 1.0
            all_hands = with_item_at(view.hands, self.seat, Hand((card,)))
            for owner, bid in enumerate(view.bids):
                if bid is None or owner == self.seat:
                    continue
                hands = with_item_at(all_hands, owner, all_hands[owner].hidden)
                win_chance = blind_win_chance(replace(view, hands=hands), owner)
                chance = RANDOM_BID_CHANCE / 2 + (1 - RANDOM_BID_CHANCE) / (
                    1 + exp((0.5 - win_chance) / BLIND_BID_SCALE)
                )
                likelihood *= chance if bid else 1 - chance
            likelihood_by_card[hand_mask((card,))] = likelihood
        return likelihood_by_card

    # Outcomes

    def choice_outcomes(
        self, world: ExactBidWorld, choice_indices: Sequence[int], chance: RandomStream
    ) -> Sequence[float]:
        """Return the lead over the others' mean that each command gives in the world.

        In the last deals of a match it is the value of this for the rank (``match_finish.py``).

        For a bid the cards fall at random. A playout for it would make every bid look easy, above
        all the extreme ones: it was measured to bid worse. And one random deal serves all bids.
        """
        if self.view.is_bidding:
            tricks_won = self._random_playout.tricks_by_seat(world, self.view.play.leader)
            self._tricks_won = tricks_won[self.seat]
            if self._standing_values is not None:
                exact_value, missed_value = self._bid_values_near_match_end(
                    self._standing_values, self._bid_evidence.points_by_seat(world, tricks_won)
                )
                own_tricks = tricks_won[self.seat]
                return [
                    exact_value if self._bid_tricks[index] == own_tricks else missed_value
                    for index in choice_indices
                ]
            return self._bid_evidence.lead_by_bid(
                world, tricks_won, [self._bid_tricks[index] for index in choice_indices]
            )
        return self._playout.card_outcomes(world, choice_indices)

    def choice_successes(
        self, world: ExactBidWorld, choice_indices: Sequence[int]
    ) -> Sequence[float]:
        if self.view.is_bidding:
            return [float(self._bid_tricks[index] == self._tricks_won) for index in choice_indices]
        ends = [
            self._playout.met_bids_after_card(world, self._card_of_choice[index])
            for index in choice_indices
        ]
        return [float(end >> self.seat & 1) for end in ends]


@lru_cache(maxsize=32)
def _cached_bidding_model(
    seats: int, cards: int, dealt_count: int, has_trumps: bool
) -> tuple[BiddingModel, CardValues]:
    model = BiddingModel(seats, cards, dealt_count, has_trumps)
    return model, CardValues(model)


def _play_chances(seats: int, max_cards: int, undealt: int, has_trumps: bool) -> list[PlayChances]:
    """Return the chances with 1 to ``max_cards`` cards left in each hand, before the lead."""
    return [
        _cached_play_chances(seats, cards_left, undealt, has_trumps)
        for cards_left in range(1, max_cards + 1)
    ]


@lru_cache(maxsize=128)
def _cached_play_chances(
    seats: int, cards_left: int, undealt: int, has_trumps: bool
) -> PlayChances:
    return PlayChances(PlayModel(seats, cards_left, undealt + cards_left * seats, has_trumps))


def _make_dealing(
    game: ExactBidGame, view: BidState, forgotten: Collection[Card]
) -> UnseenCardDealer:
    """Return the dealing of the cards that the view does not show, or that are forgotten.

    No hand gets cards of a suit that it did not follow.
    """
    slots = []
    for seat, hand in enumerate(view.hands):
        voids = sum([ALL_RANKS << 13 * suit for suit in void_suits(view, seat, forgotten)])
        slots.append([voids] * hand.unknown)
    pool = [1 << card_index(card) for card in (*game.unseen_cards(view), *sorted(forgotten))]
    return UnseenCardDealer([hand_mask(hand.cards) for hand in view.hands], slots, pool)


BID_MET_SHARE: Final = 0.84
BID_MET_LOSS: Final = 0.03
"""Share of bids that are met, and its decrease with every card; of searching players."""


def exact_bid_standing_values(
    game: ExactBidGame, view: BidState, seat: int
) -> match_finish.StandingValues | None:
    """Return the values of the deal's points near the end of the match, else None."""
    if not game.is_weighed_by_match_rank(view):
        return None
    deals_left = game.max_deals(view) - view.deal
    now, *later = [
        _deal_swings(_bid_prizes(game, view, view.deal + more), view.seats)
        for more in range(deals_left + 1)
    ]
    return match_finish.compute_standing_values(
        seat, view.totals, now, match_finish.combine_swings(later)
    )


def _bid_prizes(game: ExactBidGame, view: BidState, deal: int) -> tuple[int, ...]:
    cards = game.hand_size_in_deal(view, deal)
    deal_view = view._replace(deal=deal, cards=cards)
    return tuple(game.prize_of_bid(deal_view, bid) for bid in range(cards + 1))


@lru_cache(maxsize=256)
def _deal_swings(prizes: tuple[int, ...], seats: int) -> match_finish.SwingChances:
    """Return the possible swings of a deal, with bids spread as tricks fall by chance."""
    cards = len(prizes) - 1
    met_share = BID_MET_SHARE - cards * BID_MET_LOSS
    points = dict.fromkeys((0, *prizes), 0.0)
    points[0] += 1 - met_share
    for bid, prize in enumerate(prizes):
        points[prize] += met_share * comb(cards, bid) * (seats - 1) ** (cards - bid) / seats**cards
    return match_finish.difference_swings(points)
