"""Deals of the beat relation played out by the search: card by card as the rules have them."""

from random import Random

import pytest

from greenbaize.bots.finish import finish
from greenbaize.cards import cards
from greenbaize.games.beat import beats
from greenbaize.games.beat.ass import Ass
from greenbaize.games.beat.beats import PACK_36, Trumps
from greenbaize.games.beat.events import BanksScored
from greenbaize.games.beat.kernel import BeatKernel, World, course_of, near_the_end, promised
from greenbaize.games.beat.play import Counting
from greenbaize.games.beat.playout import Deal, Mounds, Prizes, Table
from greenbaize.games.beat.relation import mask, place, relation
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Play
from greenbaize.rules.events import CardPlayed, Scored
from greenbaize.rules.thinking import Effort
from match.playing import SETUPS, play_randomly

BEAT_SETUPS = [setup for setup in SETUPS if setup.name in ("master", "ass")]
EACH_SETUP = pytest.mark.parametrize("setup", BEAT_SETUPS, ids=str)
POWER = dict(zip("8AT6KQJ97", (62, 50, 40, 33, 31, 30, 12, 8, 3), strict=True))
NONE = (0,) * 36


def deal_of(seats, *, tricks=(0,) * 4, values=NONE, sets=None, most=0, trumps=None, must=False):
    counting = Counting(tricks, values, sets, most)
    return Deal(Mounds(relation(trumps or Trumps())), (0,) * seats, counting, must_beat=must)


class Fair:
    """Player of fair sense, as the playout assumes everybody to be, using the rules only."""

    def __init__(self, game, state):
        self.game, self.trumps, self.must = game, state.trumps, game.must_beat(state)
        self.counting = game.counting(state)
        self.value = dict(zip(PACK_36, self.counting.cards, strict=True))
        amounts = [amount for amount in self.counting.cards if amount]
        self.each = 0 if self.counting.sets or not amounts else sum(amounts) / len(amounts)
        tricks = self.counting.tricks
        self.mean = (sum(self.counting.cards) + sum(tricks)) / len(tricks)

    def keep(self, card, seat):
        power = POWER[card.code[0]] + 25 * self.trumps.holds(card, seat)
        return 0.6 * self.mean * power / 100 + 0.5 * self.value[card]

    def choice(self, state):
        """Return the card to play; all hands must be known."""
        seat, play = state.turn, state.play
        gain = sum(self.value[card] for card in play.trick)
        gain += self.counting.tricks[len(play.taken)]
        behind = [(seat + turn) % state.seats for turn in range(1, state.seats - len(play.trick))]
        legal = sorted(play.card for play in self.game.legal(state, seat))
        if len(legal) == 1:
            return legal[0]

        def score(card):
            if state.pile is None:
                pile = beats.lead(card, seat)
            else:
                how = beats.way_played(state.pile, card, seat, self.trumps)
                if how is None or beats.taken_back(state.pile, card, how):
                    return -self.keep(card, seat)
                pile = beats.laid(state.pile, card, seat, how)
            return -self.keep(card, seat) + self.held(state, pile, behind, gain + self.value[card])

        return max(legal, key=score)

    def held(self, state, pile, behind, gain):
        """Return the trick's points for its taker, 0 if a later seat wants it or must take it."""
        for seat in behind:
            hand = state.hands[seat].cards
            beating = beats.beaters(pile, hand, seat, self.trumps)
            follow = beats.followers(pile, hand) or hand
            if beating and (gain > 0 or set(follow) <= set(beating)):
                return 0
            counts = [card for card in follow if self.value[card]]
            if counts and (self.each < 0 or len(counts) == len(follow)):
                gain += self.each
        return gain

    def to_the_end(self, state, asked):
        """Return each seat's result if all play so; near the end as valued for the seat asked."""
        while True:
            if state.turn is not None:
                event = CardPlayed(state.turn, self.choice(state))
            else:
                event = self.game.derive(state, None)
            if isinstance(event, BanksScored):
                limit = self.game.deals(state)
                shares = promised(
                    state.own.banks,
                    event.banks,
                    state.deal,
                    limit,
                    course_of(state.seats, state.options),
                )
                return [100 * share for share in shares]
            if isinstance(event, Scored):
                finish = near_the_end(self.game, state, asked)
                return finish.worth(event.points) if finish else event.points
            state = self.game.fold(state, event)


def world_of(state):
    """Return the world that a full state is."""
    stock = state.own.stock.cards if state.own else ()
    return World(tuple(mask(hand.cards) for hand in state.hands), tuple(map(place, stock)))


@pytest.mark.slow
@EACH_SETUP
def test_everybody_plays_with_fair_sense_and_by_the_rules(setup):
    game, effort, seen = setup.game, Effort(1, 0, 1), 0
    moments = [state for _, state in play_randomly(setup, 11).moments if state.turn is not None]
    moments = [state for state in moments if game.phase(state) == Play.type]
    for state in Random(5).sample(moments, min(15, len(moments))):
        kernel = BeatKernel(game, state, state.turn, effort)
        world = world_of(state)
        found = kernel.outcomes(world, range(len(kernel.commands)), Stream(""))
        fair = Fair(game, state)
        then = [game.fold(state, CardPlayed(one.seat, one.card)) for one in kernel.commands]
        fair_ends = [fair.to_the_end(after, state.turn)[state.turn] for after in then]
        assert found == pytest.approx(fair_ends)
        seen += len(found)
    assert seen > 15


@EACH_SETUP
def test_a_trick_brings_what_the_game_says(setup):
    game, random, differing = setup.game, Random(3), 0
    states = {state.deal: state for _, state in play_randomly(setup, 2).moments if state.deal}
    for state in states.values():
        counting = game.counting(state)
        if counting.sets is None:
            continue
        deal = deal_of(state.seats, values=counting.cards, sets=counting.sets)
        for number in range(400):
            # With few suits or ranks there are more combinations.
            pack = [card for card in PACK_36 if number % 3 or card.code[0] in "JQK"]
            pack = [card for card in pack if number % 2 or card.suit < 2]
            trick = tuple(random.sample(pack, state.seats))
            plain = sum(counting.cards[place(card)] for card in trick)
            more = deal.bring(mask(trick))
            assert plain + more == game.value(state, trick), trick
            differing += more != 0
    assert differing > 20 or setup.seats == 2 or setup.name == "master"


def test_a_full_pairing_takes_each_card_once():
    deal = deal_of(6, sets=Ass().counting(next(iter_states())).sets)
    assert deal.bring(mask(cards("KC QC JC JD QD 7H"))) == 17 + 11
    assert deal.bring(mask(cards("KC KD QC JC JD 7H"))) == 17
    assert deal.bring(mask(cards("KC KD QC QD JC 7C"))) == 17 + 17 + 10


def iter_states():
    setup = next(one for one in BEAT_SETUPS if one.name == "ass" and one.seats == 6)
    return (state for _, state in play_randomly(setup, 1).moments)


def test_there_is_room_for_so_many_players_and_tricks_only():
    deal_of(6)
    deal_of(4, most=12)
    for seats, most, tricks in ((7, 0, 4), (5, 12, 4), (2, 0, 19)):
        with pytest.raises(ValueError, match="too many"):
            deal_of(seats, most=most, tricks=(0,) * tricks)


def test_the_others_stakes_explain_hands():
    deal = deal_of(3)
    table = Table(deal, 0, 0)
    good, bad = mask(cards("8C 8D 8H 8S")), mask(cards("7C 7D 9H 9S"))
    assert deal.goes(good, 1) > 0.5 > deal.goes(bad, 1)
    assert table.would_go([good, bad, good], 0b010, 0b101) == 0b111
    assert table.would_go([good, bad, good], 0, 0b010) == 0
    table.telling([1, 1, 0], [0, mask(cards("8S")), 0])
    hands = [bad, mask(cards("AC AD")), bad]
    went = deal.goes(mask(cards("AC AD 8S")), 1)
    assert table.likelihood(hands) == went * (1 - deal.goes(bad, 2))


@pytest.mark.parametrize("extra_points", [0, 3, 40])
def test_nobody_is_further_ahead_than_a_match_allows(extra_points):
    """Let a scoring card count that was forgotten and is supposed to lie hidden."""
    values = [0] * 36
    values[place(cards("AC")[0])] = 1 + extra_points
    ahead = finish(0, (0, 0), {1: 0.5, -1: 0.5}, {1: 0.5, -1: 0.5})
    for hands, points in ((("AC", "7C"), (1, 0)), (("7C", "AC"), (0, 1))):
        table = Table(deal_of(2, tricks=(0,), values=tuple(values)), 0, 0)
        table.lying(-1, 0, 0, 0, 0)
        table.finishing(ahead)
        table.supposed(())
        assert table.played_out([mask(cards(hand)) for hand in hands], -1) == pytest.approx(
            ahead.worth(points)[0]
        )


def test_prizes_are_asked_for_once():
    asked = []

    def promised(reached):
        asked.append(reached)
        return [float(reached), 10.0 + reached]

    values = [0] * 36
    values[place(cards("AC")[0])] = 12
    table = Table(deal_of(2, tricks=(0,), values=tuple(values)), 1, 0)
    table.lying(-1, 0, 0, 0, 0)
    table.banking(Prizes([12, 0], promised))
    hands = [mask(cards("AC")), mask(cards("7D"))]
    table.supposed(())
    assert [table.played_out(hands, -1) for _ in range(3)] == [13.0] * 3
    assert table.played_out([mask(cards("7D")), mask(cards("AD"))], -1) == 12.0
    assert asked == [3, 2]
