"""The search's kernel for Rank, with worlds that fit the observed play, and the easy player.

Whole runs of the own hand are weighed. All that matters of a run afterwards is its end (the cards
kept and the one left on top), which is the same in every world: so for each card the run is chosen
that is best in all worlds together.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from greenbaize.bots import match_finish
from greenbaize.bots.bot import choose_by_temperament
from greenbaize.bots.card_dealing import UnseenCardDealer, UnseenKnowledge
from greenbaize.bots.human_memory import EASY_RETENTION, create_player_memory
from greenbaize.bots.monte_carlo_search import (
    WORLDS_PER_PRUNING,
    prune_choices,
    weigh_choices,
    weighted_mean,
)
from greenbaize.games.shedding.endgame import RankEndgame
from greenbaize.games.shedding.events import AntiRankDeclared, TurnPassed
from greenbaize.games.shedding.play import ANTI_RANK_STANDS, SheddingGame
from greenbaize.games.shedding.playout import (
    STOCK_ORDERS,
    ShedPlayout,
    best_run_end,
    count_hand_cards,
    run_ends,
    run_value,
)
from greenbaize.games.shedding.ring import (
    FITTING_KINDS,
    FITTING_KINDS_BY_RULE,
    JOKER_KIND,
    KIND_UNITS,
    hand_of_kinds,
)
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import CardPlayed, CardsDrawn
from greenbaize.rules.players import TEMPERAMENT_TILTS
from greenbaize.rules.search_contract import SearchEffort, SearchLimitError


def infer_cards(
    game: SheddingGame, view: ShedState, forgotten: Sequence[int] = ()
) -> UnseenKnowledge:
    """Return the cards that the view shows, and what draws, passes and plays tell of the others.

    ``forgotten`` are the kinds of cards in the pile that are forgotten and may lie anywhere.
    """
    return visible_cards(game, view, forgotten)._replace(slots=_excluded_kinds(view))


def visible_cards(
    game: SheddingGame, view: ShedState, forgotten: Sequence[int] = ()
) -> UnseenKnowledge:
    """Return only what the view shows of the cards, not what draws, passes and plays tell."""
    return UnseenKnowledge(
        held_cards=tuple(hand_of_kinds(hand.cards) for hand in view.hands),
        slots=tuple((0,) * hand.unknown for hand in view.hands),
        unseen=(*[card.rank for card in game.unseen_cards(view)], *forgotten),
        stock_size=view.stock.size,
    )


def _excluded_kinds(view: ShedState) -> tuple[tuple[int, ...], ...]:
    """Return for each unknown card in each hand the kinds that it cannot be, as bits of a hand.

    Cards drawn later have seen fewer events, so each slot of a hand is at least as restricted as
    the later ones. A card that is played is taken from the most restricted slot that it can come
    from: the remaining slots then describe exactly the possible hands.
    """
    counts = [hand.size for hand in view.hands]
    played_count = 0
    for event in view.deal_events:
        match event:
            case CardPlayed(seat):
                counts[seat] += 1
                played_count += 1
            case CardsDrawn(seat, cards):
                counts[seat] -= cards.size
    slots = [[0] * dealt_count for dealt_count in counts]
    top, is_anti_rank = view.pile[-1 - played_count].rank, False
    for event in view.deal_events:
        match event:
            case CardPlayed(seat, card):
                if not is_anti_rank:
                    _exclude_kinds(slots[seat], _missing_kinds(card.rank, top))
                _remove_card(slots[seat], card.rank)
                top, is_anti_rank = card.rank, False
            case CardsDrawn(seat, cards):
                _exclude_kinds(slots[seat], FITTING_KINDS[top])
                slots[seat] += [0] * cards.size
            case TurnPassed(seat):
                _exclude_kinds(slots[seat], FITTING_KINDS[top])
            case AntiRankDeclared(seat):
                _exclude_kinds(slots[seat], FITTING_KINDS[top])
                is_anti_rank = True
    return tuple(
        tuple(seat_slots[: hand.unknown])
        for seat_slots, hand in zip(slots, view.hands, strict=True)
    )


def _exclude_kinds(slots: list[int], kinds: int) -> None:
    """Exclude these kinds from all of a hand's cards."""
    slots[:] = [slot | kinds for slot in slots]


def _missing_kinds(kind: int, top: int) -> int:
    """Return the kinds that a hand cannot have held which played this kind: those due before it."""
    missing = 0
    for kinds in FITTING_KINDS_BY_RULE[top]:
        if kinds & KIND_UNITS[kind]:
            break
        missing |= kinds
    return missing


def _remove_card(slots: list[int], kind: int) -> None:
    fitting = [slot for slot in slots if not slot & KIND_UNITS[kind]]
    slots.remove(max(fitting, key=int.bit_count) if fitting else slots[0])


def make_shed_dealing(knowledge: UnseenKnowledge) -> UnseenCardDealer:
    """Return the dealing of the unseen cards, as hands of one."""
    return UnseenCardDealer(
        knowledge.held_cards,
        knowledge.slots,
        [KIND_UNITS[kind] for kind in knowledge.unseen],
        knowledge.stock_size,
    )


_MAX_ENDS: Final = 6
"""Number of run ends for each card from which deals are played out."""
_MAX_ENDGAME_STOCKS: Final = {2: 2, 3: 0}
"""Largest stock with which a deal is searched to its end, by the number of players still in."""
_POSITIONS_PER_WORLD: Final = 300
"""Number of positions of an end that may be searched for each world asked for."""
_MIN_SEARCHED_WORLDS: Final = 8
"""Number of worlds below which playouts say more than those that were searched."""
_SAMPLES_PER_WORLD: Final = 4
"""Largest number of samples for each different world that is searched; one may come again."""
_PLAYOUT_SHARE: Final = 1e-7
"""Share of a playout's outcome in that of a searched world: less than any shown difference."""
_KEPT_CARD_SHARE: Final = 1e-10
"""Share of each card kept in the same."""
_PLAYOUTS_PER_WORLD: Final = 60
"""Number of deals played out for each world asked for, shared among the players."""

RunOutcomes = tuple[float, ...]
"""Outcome of each end of a run in a world: all of the world that is needed later."""
SampledOutcomes = tuple[list[float], list[list[float]]]
"""Weights of worlds, and for each end of a run its outcomes in them."""


class ShedKernel:
    """Kernel of one decision at Rank.

    The outcome of a playout is the negated rank in the deal (1 is first out). Near the end of a
    match of several deals, it is instead the value of that rank for the result of the match.
    Without inference, the others' draws, passes and plays say nothing about their cards, except in
    an end that is searched.
    Of equal cards, that is taken with which the longest run begins.
    ``weighs_every_choice`` also weighs each of several cards of one rank, and every end of a run.
    """

    def __init__(
        self,
        game: SheddingGame,
        view: ShedState,
        seat: int,
        effort: SearchEffort,
        *,
        weighs_every_choice: bool,
    ) -> None:
        self._seat, self._seats_out = seat, view.seats_out
        self._effort, self._endgame = effort, _create_endgame(view, seat, effort)
        concludes = effort.uses_inference or self._endgame is not None
        forgotten = (
            forgotten_cards(game, view, seat, effort.retention) if effort.retention < 1 else ()
        )
        self._knowledge = (infer_cards if concludes else visible_cards)(game, view, forgotten)
        self._playout = ShedPlayout(
            view.seats,
            top=view.pile[-1].rank,
            mover=seat,
            has_drawn=view.has_drawn,
            leaver=-1 if view.leaver is None else view.leaver,
            passed_seats=_passed_seats(view),
            is_anti_rank=view.is_anti_rank,
            anti_rank_stands=view.options.get_word("anti_rank") == ANTI_RANK_STANDS,
            seats_out=view.seats_out,
        )
        finish = shed_standing_values(game, view, seat)
        if finish is not None:
            self._playout.set_standing_values(finish, seat)
        plays = [play for play in game.legal(view, seat) if isinstance(play, PlayCommand)]
        if not weighs_every_choice:
            play_by_rank: dict[int, PlayCommand] = {}
            for play in plays:
                play_by_rank.setdefault(play.card.rank, play)
            plays = list(play_by_rank.values())
        hand = hand_of_kinds(view.hands[seat].cards)
        plays.sort(key=lambda play: _longest_run_value(hand, play.card.rank), reverse=True)
        self.commands: Sequence[Command] = plays
        self._kinds = [play.card.rank for play in plays]
        self._hand, self._is_anti_rank = hand_of_kinds(view.hands[seat].cards), view.is_anti_rank
        self._ends: list[int] = []
        self._first_kinds: list[int] = []
        self._ends_by_kind: dict[int, range] = {}
        self._best_end_by_kind: dict[int, int] = {}
        self._weighs_every_choice = weighs_every_choice

    def sample_worlds(
        self, count: int, chance: RandomStream
    ) -> Sequence[tuple[float, RunOutcomes]]:
        """Return about so many possible worlds, each with its weight.

        The number of playouts is what so many worlds would need. Ends that have clearly fallen
        behind are no longer played out, which leaves more worlds for the others; their mean so far
        then stands in for their outcomes.
        """
        dealing = make_shed_dealing(self._knowledge)
        if dealing.is_unique or len(self.commands) == 1:
            count = 1
        draw = Random(chance.draw_below(1 << 32)).random
        weights: list[float] = []
        outcomes: list[list[float]] = []
        if self._endgame is not None:
            self._set_ends(None)
            weights, outcomes = self._search_worlds(self._endgame, count, dealing, draw)
        if not weights:
            self._set_ends(_MAX_ENDS)
            playouts = count * _PLAYOUTS_PER_WORLD // len(self._knowledge.held_cards)
            weights, outcomes = self._play_out_worlds(playouts if count > 1 else 1, dealing, draw)
        means = [weighted_mean(weights, end_outcomes) for end_outcomes in outcomes]
        for kind, ends in self._ends_by_kind.items():
            self._best_end_by_kind[kind] = max(ends, key=means.__getitem__)
        for end_outcomes, mean_outcome in zip(outcomes, means, strict=True):
            end_outcomes.extend([mean_outcome] * (len(weights) - len(end_outcomes)))
        return list(zip(weights, zip(*outcomes, strict=True), strict=True))

    def _set_ends(self, max_ends: int | None) -> None:
        """Set the ends to weigh: all, or so many for each card, those first that shed most."""
        self._ends, self._first_kinds = [], []
        for kind in dict.fromkeys(self._kinds):
            ends = [self._hand - KIND_UNITS[kind] << 4 | kind]
            if not self._is_anti_rank:
                ends = run_ends(self._hand, kind)[:max_ends]
            self._ends_by_kind[kind] = range(len(self._ends), len(self._ends) + len(ends))
            self._ends += ends
            self._first_kinds += [kind] * len(ends)

    def _search_worlds(
        self,
        endgame: RankEndgame,
        count: int,
        dealing: UnseenCardDealer,
        draw: Callable[[], float],
    ) -> SampledOutcomes:
        """Search so many worlds, all different, to their end; return weights and ends' outcomes.

        There are fewer worlds where no more are found, or the effort is used up, and none where
        that is too early: each of the first worlds brings its share of the effort. If two ends are
        equal for the seat, what playouts bring decides, as others may err, and then the cards kept.
        """
        min_worlds = min(count, _MIN_SEARCHED_WORLDS)
        share = _POSITIONS_PER_WORLD * self._effort.world_count // min_worlds
        playout, seat = self._playout, self._seat
        weights: list[float] = []
        outcomes: list[list[float]] = [[] for _ in self._ends]
        index_by_world: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        for _ in range(_SAMPLES_PER_WORLD * count if count > 1 else 1):
            weight, hands, stock = dealing.deal_once(draw)
            index = index_by_world.get((hands, stock))
            if index is not None:
                weights[index] += weight
                continue
            if len(weights) == count:
                break
            if len(weights) < min_worlds:
                endgame.positions_left += share
            try:
                orders = [endgame.find_finish_order(hands, stock, end) for end in self._ends]
            except SearchLimitError:
                return (weights, outcomes) if len(weights) >= min_worlds else ([], [])
            index_by_world[hands, stock] = len(weights)
            weights.append(weight)
            playout.set_world(hands, stock)
            for end, order, end_outcomes in zip(self._ends, orders, outcomes, strict=True):
                outcome = playout.order_outcome(seat, (*self._seats_out, *order))
                outcome += _PLAYOUT_SHARE * playout.run_outcome(seat, end)
                outcome -= _KEPT_CARD_SHARE * count_hand_cards(end >> 4)
                end_outcomes.append(outcome)
        return weights, outcomes

    def _play_out_worlds(
        self, playouts: int, dealing: UnseenCardDealer, draw: Callable[[], float]
    ) -> SampledOutcomes:
        """Play out about so many deals; return the worlds' weights and the outcomes of each end.

        Ends that have clearly fallen behind have fewer outcomes.
        """
        playout = self._playout
        weights: list[float] = []
        outcomes: list[list[float]] = [[] for _ in self._ends]
        remaining_ends = list(range(len(self._ends)))
        while playouts > 0:
            weight, hands, stock = dealing.deal_once(draw)
            weights.append(weight)
            orders = playout.set_world(hands, stock, STOCK_ORDERS)
            for end in remaining_ends:
                outcomes[end].append(playout.run_outcome(self._seat, self._ends[end]))
            playouts -= len(remaining_ends) * orders
            # Each world counts as several, as its stock is dealt in several orders.
            if (
                not self._weighs_every_choice
                and len(weights) % (WORLDS_PER_PRUNING // STOCK_ORDERS) == 0
            ):
                remaining_ends = prune_choices(weights, outcomes, remaining_ends)
                if len({self._first_kinds[end] for end in remaining_ends}) == 1:
                    break
        return weights, outcomes

    def choice_outcomes(
        self, world: RunOutcomes, choice_indices: Sequence[int], chance: RandomStream
    ) -> Sequence[float]:
        return [world[self._best_end_by_kind[self._kinds[index]]] for index in choice_indices]

    def choice_successes(
        self, world: RunOutcomes, choice_indices: Sequence[int]
    ) -> Sequence[float]:
        return ()


def _create_endgame(view: ShedState, seat: int, effort: SearchEffort) -> RankEndgame | None:
    """Return the search of the deal's end, None while that takes too long, or for *easy*."""
    max_stock = _MAX_ENDGAME_STOCKS.get(len(view.seats_in), -1)
    if view.stock.size > max_stock or effort is EASY_EFFORT:
        return None
    return RankEndgame(
        view.seats_in,
        mover=seat,
        leaver=-1 if view.leaver is None else view.leaver,
        passed_seats=_passed_seats(view),
        is_anti_rank=view.is_anti_rank,
        anti_rank_stands=view.options.get_word("anti_rank") == ANTI_RANK_STANDS,
    )


def _passed_seats(view: ShedState) -> int:
    """Return a bit for each seat that has passed; all of them while Anti-Rank stands."""
    seats = range(view.seats) if view.anti_rank_stands else view.passed_seats
    return sum(1 << seat for seat in seats)


def shed_standing_values(
    game: SheddingGame, view: ShedState, seat: int
) -> match_finish.StandingValues | None:
    """Return the values of the ranks in this deal for the result of the match.

    A rank counts as so many negative points. Return None for a match of a single deal, where the
    rank in the deal is the rank in the match, and if the end of the match is too far away.
    Winning the match gets no value beyond that of its rank.
    """
    if not game.is_weighed_by_match_rank(view):
        return None
    deals_left = game.max_deals(view) - view.deal
    swings = _deal_swings(view.seats)
    totals = [-total for total in view.totals]
    values = match_finish.compute_standing_values(
        seat, totals, swings, match_finish.combine_swings([swings] * deals_left), win_share=0.0
    )
    return values.in_own_points(-view.seats * (view.seats + 1) / 2)


@lru_cache(maxsize=16)
def _deal_swings(seats: int) -> match_finish.SwingChances:
    """Return the possible swings of a deal, with all ranks equally likely."""
    return {
        difference: (seats - abs(difference)) / (seats * (seats - 1))
        for difference in range(1 - seats, seats)
        if difference
    }


_MEMORY_KEYS: Final = 128
_ROUNDS_PER_TRICK: Final = 2
"""Number of rounds of the table that count as a trick for memory."""
_JOKER_PROMINENCE: Final = 0.7
"""Prominence (0 to 1) of a joker in memory."""


def forgotten_cards(game: SheddingGame, view: ShedState, seat: int, retention: float) -> list[int]:
    """Return the kinds of cards below the top that a seat has forgotten.

    ``retention`` is as of ``PlayerMemory``.

    Two rounds of the table count as a trick: suits do not matter here, and so there is less to
    remember. The player loses count of the ranks.
    """
    memory = create_player_memory(game, view, seat, retention)
    forgotten = []
    for below, card in enumerate(reversed(view.pile)):
        prominence = _JOKER_PROMINENCE if card.rank == JOKER_KIND else 0.0
        if memory.is_forgotten(
            (len(view.pile) - below) % _MEMORY_KEYS,
            below / view.seats / _ROUNDS_PER_TRICK - 1,
            prominence,
        ):
            forgotten.append(card.rank)
    return forgotten


EASY_EFFORT: Final = SearchEffort(
    world_count=4, endgame_cards=0, samples_per_world=1, retention=EASY_RETENTION
)
"""Search effort of the easy player."""
_KEPT_CARD_COST: Final = 0.04
"""Cost of boldness for each card that is kept, in ranks."""


def choose_shed_command(
    game: SheddingGame, view: ShedState, seat: int, temperament: str, chance: RandomStream
) -> Command:
    """Return the card that should bring most, by a small search."""
    legal = game.legal(view, seat)
    if len(legal) == 1:
        return legal[0]
    kernel = ShedKernel(game, view, seat, EASY_EFFORT, weighs_every_choice=False)
    choices = weigh_choices(kernel, EASY_EFFORT, chance, weighs_every_choice=False)
    return choose_by_temperament(game, view, choices, TEMPERAMENT_TILTS[temperament])


def kept_cards_boldness(view: ShedState, command: Command) -> float:
    """Return the boldness of a play in ranks: cards kept for when others can no longer play.

    Shedding early leaves less to do when the stock is empty, and less to do it with.
    """
    if not isinstance(command, PlayCommand) or view.is_anti_rank:
        return 0.0
    hand = hand_of_kinds(view.hands[command.seat].cards)
    return _KEPT_CARD_COST * count_hand_cards(cards_after_run(hand, command.card.rank))


def _longest_run_value(hand: int, kind: int) -> float:
    """Return the value of the longest run that begins with this kind."""
    end = best_run_end(hand - KIND_UNITS[kind], kind)
    return run_value(end, count_hand_cards(hand) - count_hand_cards(end >> 4))


def cards_after_run(hand: int, kind: int) -> int:
    """Return the cards that a hand keeps after the longest run that begins with this kind."""
    return best_run_end(hand - KIND_UNITS[kind], kind) >> 4
