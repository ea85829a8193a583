"""The search's kernel for Master and Ass: worlds, values of banks, and outcomes of choices."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from math import erf, sqrt
from random import Random
from typing import Final, NamedTuple

from greenbaize.bots import match_finish
from greenbaize.bots.card_dealing import UnseenCardDealer, UnseenKnowledge
from greenbaize.bots.match_finish import sum_in_order
from greenbaize.cards import Card
from greenbaize.games.beat.banks import LOSING_BANKS, banks_after, is_match_over, stake_targets
from greenbaize.games.beat.beats import Trumps
from greenbaize.games.beat.choice_order import sort_beat_plays
from greenbaize.games.beat.commands import ChooseTrumpCommand, StakeCommand
from greenbaize.games.beat.easy import forgotten_cards
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.playout import BankPrizes, BeatPlayout, DealRules, MoundTable
from greenbaize.games.beat.relation import (
    EIGHTS_HAND,
    FULL_HAND,
    PACK_SIZE,
    BeatRelation,
    MoundView,
    card_index,
    card_indices,
    hand_mask,
    seat_colours,
    shared_relation,
)
from greenbaize.games.beat.state import BeatState, DealScoring
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.hands import Trick, cards_played_by
from greenbaize.rules.messages import Misfit
from greenbaize.rules.options import OptionValues
from greenbaize.rules.search_contract import SearchEffort, make_misfit_error


class BeatWorld(NamedTuple):
    """Possible hands and stock, its top card first."""

    hands: tuple[int, ...]
    stock: tuple[int, ...]


def known_cards(
    game: BeatGame, view: BeatState, forgotten: Collection[Card] = ()
) -> UnseenKnowledge:
    """Return the cards that the view shows, and those that seats have shown not to hold.

    Where hands are filled up, a card drawn later may be one that the seat could not have before.
    Cards in ``forgotten`` are not remembered: they may lie anywhere, and nothing is concluded from
    their play.
    """
    held_cards = tuple(hand_mask(hand.cards) for hand in view.hands)
    forgotten_mask = hand_mask(tuple(forgotten))
    seen = sum(held_cards) | hand_mask(view.play.played_cards) & ~forgotten_mask
    hand_size = game.hand_size(view)
    stock = (
        PACK_SIZE - view.seats * hand_size
        if len(game.deal_scoring(view).trick_points) > hand_size
        else 0
    )
    slots = [[0] * hand_size for _ in range(view.seats)]
    relation, must_beat = shared_relation(view.trumps), game.must_beat(view)
    colours = seat_colours(view.trumps, view.seats)
    for _, trick in view.play.taken_tricks:
        _note_missing_cards(relation, colours, trick, slots, forgotten_mask, must_beat=must_beat)
        if stock >= view.seats:
            stock -= view.seats
            for seat_slots in slots:
                seat_slots.append(0)
    _note_missing_cards(
        relation, colours, view.play.tricks[-1], slots, forgotten_mask, must_beat=must_beat
    )
    hidden = tuple(
        tuple(sorted(seat_slots, key=int.bit_count)[: hand.unknown])
        for seat_slots, hand in zip(slots, view.hands, strict=True)
    )
    return UnseenKnowledge(held_cards, hidden, tuple(card_indices(FULL_HAND & ~seen)), stock)


def without_hand(knowledge: UnseenKnowledge, seat: int) -> UnseenKnowledge:
    """Return what somebody knows who sees no hand, before any card is played."""
    held_cards, slots = list(knowledge.held_cards), list(knowledge.slots)
    own_cards = card_indices(held_cards[seat])
    held_cards[seat], slots[seat] = 0, (0,) * len(own_cards)
    return UnseenKnowledge(
        tuple(held_cards), tuple(slots), (*knowledge.unseen, *own_cards), knowledge.stock_size
    )


def _note_missing_cards(  # noqa: PLR0913 - the rules, the trick, and what is noted of it
    relation: BeatRelation,
    colours: Sequence[int],
    trick: Trick,
    slots: list[list[int]],
    forgotten_mask: int,
    *,
    must_beat: bool,
) -> None:
    """Note what the players of a trick have shown not to hold, and remove their cards.

    Nothing is concluded from the cards in ``forgotten_mask``.
    """
    mound: int | None = None
    for turn, card in enumerate(trick.cards):
        seat = (trick.leader + turn) % len(colours)
        seat_slots, index = slots[seat], card_index(card)
        if mound is None:
            mound = relation.lead_mounds[colours[seat]][index]
        else:
            mound_view = relation.mound_view(mound, colours[seat])
            missing = _missing_cards(mound_view, 1 << index, must_beat=must_beat)
            if missing and not forgotten_mask >> index & 1:
                seat_slots[:] = [slot | missing for slot in seat_slots]
            if index in mound_view.next_mounds:
                mound = mound_view.next_mounds[index][0]
        # Of the slots that the card can come from, take the most restricted: no remaining slot is
        # then more restricted than it may be.
        fitting = [slot for slot in seat_slots if not slot >> index & 1]
        if not fitting:
            raise make_misfit_error(Misfit.SUITS)
        seat_slots.remove(max(fitting, key=int.bit_count))


def _missing_cards(mound_view: MoundView, bit: int, *, must_beat: bool) -> int:
    """Return the cards that a hand cannot hold from which this card was played (``beats.md 5``)."""
    main_suit, missing = mound_view.main_suit, 0
    if not bit & main_suit and (
        bit & EIGHTS_HAND or not bit & (mound_view.void_following | mound_view.void_beating)
    ):
        missing = main_suit
        if not bit & (mound_view.void_following | mound_view.void_beating):
            missing |= mound_view.void_following
    if must_beat and not bit & mound_view.void_beating:
        missing |= mound_view.void_beating if missing & main_suit else mound_view.beating
    return missing


def make_beat_dealing(knowledge: UnseenKnowledge) -> UnseenCardDealer:
    unseen = [1 << card for card in knowledge.unseen]
    return UnseenCardDealer(knowledge.held_cards, knowledge.slots, unseen, knowledge.stock_size)


def sample_worlds(
    dealing: UnseenCardDealer, count: int, chance: RandomStream
) -> list[tuple[float, BeatWorld]]:
    """Return sampled worlds for the unseen cards, each with its weight."""
    draw = Random(chance.draw_below(1 << 32)).random
    deals = [dealing.deal_once(draw) for _ in range(count)]
    return [
        (weight, BeatWorld(hands, tuple([card.bit_length() - 1 for card in stock])))
        for weight, hands, stock in deals
    ]


class MatchDynamics(NamedTuple):
    """Statistics of matches between strong players, measured by ``tests/bench/stakes.py``.

    ``deals_per_bank`` is how many deals a match lasts for each bank to the nearest end,
    ``bank_variance`` the variance of the difference of two players' banks in a deal.
    ``even_go_power`` is the power of a hand with which a player goes half of the time, and
    ``go_power_scale`` the additional power that makes the odds about e times as high.
    ``card_information`` is how far the first cards predict a player's points, from 0 to 1.
    """

    deals_per_bank: float
    bank_variance: float
    even_go_power: int
    go_power_scale: int
    card_information: float = 1.0


FOUR_CARD_DYNAMICS: Final = MatchDynamics(8.0, 0.12, 240, 25)
"""Deals of four cards each, whose targets are beyond nearly all hands."""
_EVEN_FOUR_CARD_DYNAMICS: Final = MatchDynamics(2.0, 1.0, 145, 25)
_EVEN_DYNAMICS: Final = MatchDynamics(2.4, 1.2, 160, 50, 0.35)
_STANDARD_DYNAMICS: Final[Mapping[int, MatchDynamics]] = {
    2: MatchDynamics(1.0, 0.07, -100, 25, 0.35),
    3: MatchDynamics(1.8, 1.4, 140, 50, 0.35),
    4: MatchDynamics(4.7, 0.25, 300, 25, 0.35),
    5: MatchDynamics(7.5, 0.12, 400, 25, 0.35),
    6: MatchDynamics(11.3, 0.07, 400, 25, 0.35),
}


def match_dynamics(seats: int, options: OptionValues) -> MatchDynamics:
    """Return the statistics of matches with these options."""
    has_even_targets = options.get_word("targets") == "even"
    if options.get_flag("refill"):
        return _EVEN_DYNAMICS if has_even_targets else _STANDARD_DYNAMICS[seats]
    return _EVEN_FOUR_CARD_DYNAMICS if has_even_targets else FOUR_CARD_DYNAMICS


def expected_shares(
    before: tuple[int, ...],
    after: tuple[int, ...],
    deal: int,
    limit: int,
    dynamics: MatchDynamics = FOUR_CARD_DYNAMICS,
) -> list[float]:
    """Return the share of opponents that each seat is expected to beat; ties count half."""
    spread = 0.0
    if not is_match_over(before, after, deal, limit):
        banks_to_end = min(min(banks, LOSING_BANKS - banks) for banks in after)
        deals_left = dynamics.deals_per_bank * max(1, banks_to_end)
        spread = sqrt(
            dynamics.bank_variance * min(deals_left, limit - deal if limit else deals_left)
        )
    others = len(after) - 1
    return [
        (sum_in_order(_chance_ahead(own_banks, other, spread) for other in after) - 0.5) / others
        for own_banks in after
    ]


def _chance_ahead(own: int, other: int, spread: float) -> float:
    """Return the chance that one with so many banks ends with fewer than the other."""
    if not spread:
        return 0.5 + 0.5 * ((other > own) - (other < own))
    return 0.5 + 0.5 * erf((other - own) / (spread * sqrt(2)))


PERCENT: Final = 100.0
WORLDS_DIVISOR: Final = 20
"""Divisor of the requested number of worlds, then squared: errors fall with its square root."""
EXTRA_WORLDS: Final = 3
"""Number of worlds added at every level."""
MIN_WORLDS: Final = 7
"""Fewest worlds: with fewer, a level that searches is no match for one that goes by rules."""
MIN_STAKE_WORLDS: Final = 28
"""Fewest worlds for a stake, on which all of a deal depends."""
MIN_WORLDS_FOR_TWO: Final = 28
"""Fewest worlds where two play for banks and draw: deals of 18 tricks would have but half."""
POINT_SHARE: Final = 1e-7
"""Share of the points in an outcome that they do not decide: less than any shown difference."""
USUAL_HAND_SIZE: Final = 9
"""Cards in hand at a usual decision. With fewer, worlds cost less and there are more."""


_cached_mounds: Final = lru_cache(maxsize=8)(MoundTable)


@lru_cache(maxsize=64)
def _cached_deal_rules(  # noqa: PLR0913, PLR0917 - the whole key of the cache
    trumps: Trumps,
    seats: int,
    scoring: DealScoring,
    must_beat: bool,
    even_go_power: int,
    go_power_scale: int,
) -> DealRules:
    mounds, colours = _cached_mounds(shared_relation(trumps)), seat_colours(trumps, seats)
    return DealRules(
        mounds,
        colours,
        scoring,
        must_beat=must_beat,
        even_go_power=even_go_power,
        go_power_scale=go_power_scale,
    )


def _seat_bits(values: Sequence[bool | None]) -> int:
    """Return the seats with a true value, as bits."""
    return sum(1 << seat for seat, value in enumerate(values) if value)


def _resample_worlds(
    worlds: Sequence[BeatWorld], weights: Sequence[float], count: int, chance: RandomStream
) -> list[tuple[float, BeatWorld]]:
    """Resample the worlds by their likelihood; equal ones are merged, their count the weight."""
    step = sum_in_order(weights) / count
    threshold = step * (chance.draw_below(1000) + 0.5) / 1000
    sample, cumulated = [], 0.0
    for world, weight in zip(worlds, weights, strict=True):
        cumulated += weight
        times = 0
        while threshold < cumulated:
            times += 1
            threshold += step
        if times:
            sample.append((float(times), world))
    return sample


class BeatKernel:
    """One decision at a game of the beat relation.

    The outcome of a card is the points of the deal, or with banks the expected share (percent) of
    opponents beaten in the match. Where most cards are still to be drawn, the first ones predict
    less of a deal than playing it out assumes: some stakes are then weighed in worlds in which the
    own hand is any (``MatchDynamics.card_information``). In the last deals of a match that points
    decide, the outcome is the points' value for the final standing (``match_finish.py``).
    """

    def __init__(
        self,
        game: BeatGame,
        view: BeatState,
        seat: int,
        effort: SearchEffort,
        *,
        weighs_every_choice: bool = True,
    ) -> None:
        del weighs_every_choice  # Every choice is always weighed.
        self._game, self._view, self._seat, self._effort = game, view, seat, effort
        self.commands: Sequence[Command] = game.legal(view, seat)
        if isinstance(self.commands[0], ChooseTrumpCommand):
            return
        if isinstance(self.commands[0], PlayCommand):
            plays = [play for play in self.commands if isinstance(play, PlayCommand)]
            self.commands = sort_beat_plays(game, view, seat, plays)
        self._cards = [
            card_index(command.card)
            for command in self.commands
            if isinstance(command, PlayCommand)
        ]
        forgotten = (
            forgotten_cards(game, view, seat, effort.retention)
            if effort.retention < 1
            else frozenset()
        )
        knowledge = known_cards(game, view, forgotten)
        self._dealing = make_beat_dealing(knowledge)
        self._bank_state, scoring = game.bank_state(view), game.deal_scoring(view)
        self._has_other_prizes = bool(scoring.most_points_prize)
        """Something else than the points of the deal is played for."""
        self._stakes: tuple[bool | None, ...] = self._bank_state.stakes if self._bank_state else ()
        going = _seat_bits(self._stakes)
        self._going_by_choice = [
            going | command.go << seat
            for command in self.commands
            if isinstance(command, StakeCommand)
        ]
        self._open_seats = _seat_bits([go is None for go in self._stakes]) & ~(1 << seat)
        self._prizes: dict[int, BankPrizes] = {}
        self._tricks_left = len(scoring.trick_points) - len(view.play.taken_tricks)
        self._dynamics = dynamics = FOUR_CARD_DYNAMICS
        self._is_long_deal_for_two = False
        if self._bank_state is not None:
            self._dynamics = dynamics = match_dynamics(view.seats, view.options)
            self._is_long_deal_for_two = view.seats == 2 and view.options.get_flag("refill")
        self._blind_dealing = None
        if self._going_by_choice and dynamics.card_information < 1:
            self._blind_dealing = make_beat_dealing(without_hand(knowledge, seat))
        deal_rules = _cached_deal_rules(
            view.trumps,
            view.seats,
            scoring,
            game.must_beat(view),
            dynamics.even_go_power,
            dynamics.go_power_scale,
        )
        self._playout = BeatPlayout(deal_rules, seat, self._search_depth())
        if self._going_by_choice and not self._playout.seats_going(
            knowledge.held_cards, 0, 1 << seat
        ):
            # With a weak hand, staying comes first: of equal stakes the first is taken.
            self.commands = self.commands[::-1]
            self._going_by_choice.reverse()
        self._set_up_playout()

    def _search_depth(self) -> int:
        """Return the number of cards in each hand from which on a world is searched.

        Ends of two players are searched far earlier. For more it pays to search the last two tricks
        in every world, the third only once it is reached: playing out takes a tenth of the time.
        """
        effort, seats = self._effort, self._view.seats
        if not effort.uses_inference:
            return effort.endgame_cards
        if seats == 2:
            return max(2, effort.endgame_cards) + 3
        return max(
            2,
            effort.endgame_cards if self._tricks_left <= effort.endgame_cards and seats <= 4 else 0,
        )

    def _set_up_playout(self) -> None:
        """Set up the position with what the view knows of the deal; the hands come from a world."""
        view, playout = self._view, self._playout
        played_cards = [hand_mask(cards_played_by(view.play, seat)) for seat in range(view.seats)]
        for taker, trick in view.play.taken_tricks:
            playout.add_taken_trick(taker, hand_mask(trick.cards))
        mound, leader = -1, view.play.leader
        current_taker, turn = leader, self._seat
        if None in self._stakes:
            turn = leader
        if view.situation is not None:
            relation, colours = shared_relation(view.trumps), seat_colours(view.trumps, view.seats)
            mound, current_taker = (
                relation.mound_of_situation(view.situation, colours),
                view.situation.taker,
            )
        playout.set_table_trick(mound, turn, leader, current_taker, hand_mask(view.play.trick))
        if self._bank_state is not None:
            self._has_other_prizes = True
            playout.set_stakes([-1 if go is None else int(go) for go in self._stakes], played_cards)
            if None not in self._stakes:
                playout.set_bank_prizes(self._bank_prizes(_seat_bits(self._stakes)))
        elif (finish := beat_standing_values(self._game, view, self._seat)) is not None:
            self._has_other_prizes = True
            try:
                playout.set_standing_values(finish)
            except ValueError:  # Nobody can be so far ahead.
                raise make_misfit_error(Misfit.TOTALS) from None

    def _bank_prizes(self, going: int) -> BankPrizes:
        """Return the deal's value for the match when these seats, as bits, have gone."""
        prizes = self._prizes.get(going)
        if prizes is None:
            bank_state, view, limit = self._bank_state, self._view, self._game.max_deals(self._view)
            assert bank_state is not None
            stakes = [bool(going >> seat & 1) for seat in range(view.seats)]

            def compute_shares(target_bits: int) -> Sequence[float]:
                after = tuple(
                    banks_after(banks, bool(target_bits >> seat & 1), go=stakes[seat])
                    for seat, banks in enumerate(bank_state.banks)
                )
                shares = expected_shares(bank_state.banks, after, view.deal, limit, self._dynamics)
                return [PERCENT * share for share in shares]

            prizes = self._prizes[going] = BankPrizes(self._seat_targets(going), compute_shares)
        return prizes

    def _seat_targets(self, going: int) -> list[int]:
        """Return the target of each seat when these seats, as bits, have gone."""
        targets = stake_targets(self._view.seats, self._view.options)
        return [targets.of_stake(go=bool(going >> seat & 1)) for seat in range(self._view.seats)]

    def sample_worlds(self, count: int, chance: RandomStream) -> Sequence[tuple[float, BeatWorld]]:
        """Return about so many possible worlds, each with its weight."""
        if isinstance(self.commands[0], ChooseTrumpCommand):
            return [(1.0, BeatWorld((), ()))]
        min_worlds = MIN_STAKE_WORLDS if self._going_by_choice else MIN_WORLDS
        world_count = (
            max(min_worlds, EXTRA_WORLDS + (count / WORLDS_DIVISOR) ** 2)
            * USUAL_HAND_SIZE
            / self._tricks_left
        )
        if self._is_long_deal_for_two:
            world_count = max(MIN_WORLDS_FOR_TWO, world_count)
        if self._dealing.is_unique:
            return sample_worlds(self._dealing, 1, chance)
        if self._blind_dealing is None:
            return self._deal_worlds(self._dealing, round(world_count), chance)
        own_count = max(1, round(world_count * self._dynamics.card_information))
        blind_worlds = self._deal_worlds(
            self._blind_dealing, max(1, round(world_count) - own_count), chance
        )
        return [*self._deal_worlds(self._dealing, own_count, chance), *blind_worlds]

    def _deal_worlds(
        self, dealing: UnseenCardDealer, count: int, chance: RandomStream
    ) -> Sequence[tuple[float, BeatWorld]]:
        """Return sampled worlds, weighted by how likely the others would stake as they have."""
        has_stakes = any(
            go is not None and seat != self._seat for seat, go in enumerate(self._stakes)
        )
        if not has_stakes or not self._effort.uses_inference:
            return sample_worlds(dealing, count, chance)
        sample = sample_worlds(dealing, count * self._effort.samples_per_world, chance)
        weights = [
            weight * self._playout.stakes_likelihood(world.hands) for weight, world in sample
        ]
        return _resample_worlds([world for _, world in sample], weights, count, chance)

    def choice_outcomes(
        self, world: BeatWorld, choice_indices: Sequence[int], chance: RandomStream
    ) -> Sequence[float]:
        if isinstance(self.commands[0], ChooseTrumpCommand):
            # Before any card is seen all suits are equal.
            return [0.0] * len(choice_indices)
        if None in self._stakes:
            return [
                self._stake_outcome(world, self._going_by_choice[index], self._bank_prizes)
                for index in choice_indices
            ]
        cards = [self._cards[index] for index in choice_indices]
        outcomes = self._playout.card_outcomes(world.hands, world.stock, cards)
        if not self._has_other_prizes or len(set(outcomes)) == len(outcomes):
            return outcomes
        leads = self._playout.card_leads(world.hands, world.stock, cards)
        return [outcome + POINT_SHARE * lead for outcome, lead in zip(outcomes, leads, strict=True)]

    def choice_successes(self, world: BeatWorld, choice_indices: Sequence[int]) -> Sequence[float]:
        """Return 1 for choices that reach the seat's target and 0 for others, if it has one."""
        if isinstance(self.commands[0], ChooseTrumpCommand) or self._bank_state is None:
            return ()
        if None in self._stakes:
            return [
                self._stake_outcome(world, self._going_by_choice[index], self._target_prizes)
                for index in choice_indices
            ]
        playout, prizes = self._playout, self._bank_prizes(_seat_bits(self._stakes))
        playout.set_bank_prizes(self._target_prizes(_seat_bits(self._stakes)))
        cards = [self._cards[index] for index in choice_indices]
        successes = playout.card_outcomes(world.hands, world.stock, cards)
        playout.set_bank_prizes(prizes)
        return successes

    def _target_prizes(self, going: int) -> BankPrizes:
        """Return values of 1 for seats that reach their target and 0 for others.

        All seats then play for nothing but their own target.
        """
        seats = range(self._view.seats)

        def compute_shares(target_bits: int) -> list[float]:
            return [float(target_bits >> seat & 1) for seat in seats]

        return BankPrizes(self._seat_targets(going), compute_shares)

    def _stake_outcome(
        self, world: BeatWorld, going: int, prizes: Callable[[int], BankPrizes]
    ) -> float:
        """Return the outcome when these seats, as bits, go, and open seats with strong hands."""
        playout = self._playout
        playout.set_bank_prizes(prizes(playout.seats_going(world.hands, going, self._open_seats)))
        playout.set_world(world.stock)
        return playout.card_outcome(world.hands, -1)


def beat_standing_values(
    game: BeatGame, view: BeatState, seat: int
) -> match_finish.StandingValues | None:
    """Return the values of the deal's points near the end of the match, else None."""
    if not game.is_weighed_by_match_rank(view):
        return None
    deals_left = game.max_deals(view) - view.deal
    scorings = [
        game.deal_scoring(view._replace(deal=view.deal + more)) for more in range(deals_left + 1)
    ]
    now, *later = [_deal_swings(counting, view.seats) for counting in scorings]
    values = match_finish.compute_standing_values(
        seat, view.totals, now, match_finish.combine_swings(later)
    )
    return values.in_own_points(sum(_scoring_amounts(scorings[0])))


@lru_cache(maxsize=256)
def _deal_swings(counting: DealScoring, seats: int) -> match_finish.SwingChances:
    """Return the possible swings of a deal, each prize being equally likely anybody's."""
    return match_finish.combine_swings(
        match_finish.prize_swings(amount, seats) for amount in _scoring_amounts(counting) if amount
    )


def _scoring_amounts(counting: DealScoring) -> tuple[int, ...]:
    return (
        (counting.most_points_prize,)
        if counting.most_points_prize
        else (*counting.trick_points, *counting.card_points)
    )
