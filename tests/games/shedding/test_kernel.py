"""The search at Rank: whole runs are weighed, and equal ranks are one choice."""

from collections import Counter
from itertools import permutations
from random import Random
from statistics import fmean

import pytest

from bots.asked import decisions
from greenbaize.bots import LEVELS
from greenbaize.bots.bot import SearchBot
from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.bots.dealing import Known
from greenbaize.bots.search import weigh
from greenbaize.cards import ALL_CARDS, RANKS, Card, cards
from greenbaize.games import GAMES
from greenbaize.games.shedding.events import (
    AntiRankDeclared,
    Passed,
    PileDealt,
    PlacesScored,
)
from greenbaize.games.shedding.kernel import dealing, known, near_the_end, seen
from greenbaize.games.shedding.playout import Table, run_ends, size
from greenbaize.games.shedding.rank import Rank
from greenbaize.games.shedding.ring import FITS, UNITS, kinds, packed
from greenbaize.rules.chance import Stream
from greenbaize.rules.events import CardPlayed, CardsDrawn, LotDrawn
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import settled
from greenbaize.rules.players import TEMPERAMENT_NAMES
from greenbaize.rules.thinking import Effort
from match.playing import SETUPS, play_randomly

RANK = Rank()
SETUPS_OF_RANK = [setup for setup in SETUPS if setup.name == "rank"]
EACH_SETUP = pytest.mark.parametrize("setup", SETUPS_OF_RANK, ids=str)


def asked(setup, number):
    return decisions(play_randomly(setup, number))


def card_kinds(hand):
    """Return the kinds in a hand, each as often as it occurs."""
    return [kind for kind in kinds(hand) for _ in range(hand // UNITS[kind] & 15)]


def can_be(slots, hand):
    """Return whether the cards fit the slots: each kind is matched to a slot of its own."""
    places = {}

    def put(card, tried):
        for at, slot in enumerate(slots):
            if at not in tried and not slot & UNITS[cards_[card]]:
                tried.add(at)
                if at not in places or put(places[at], tried):
                    places[at] = card
                    return True
        return False

    cards_ = card_kinds(hand)
    return all(put(card, set()) for card in range(len(cards_)))


@EACH_SETUP
@pytest.mark.parametrize("number", [0, 1])
def test_the_true_world_is_always_possible(setup, number):
    game, excluded, denied = setup.game, 0, 0
    for state, view in asked(setup, number):
        shown = known(game, view)
        truth = [packed(hand.cards) for hand in state.hands]
        lying = Counter(state.stock.cards)
        for seat, (hand, slots) in enumerate(zip(state.hands, shown.slots, strict=True)):
            assert len(slots) == view.hands[seat].unknown
            if slots:
                assert can_be(slots, truth[seat])
                excluded += any(slots)
            lying.update(() if seat == state.turn else hand.cards)
            assert all(game.may_hold(view, seat, card) for card in hand.cards)
            denied += not all(game.may_hold(view, seat, card) for card in ALL_CARDS)
        assert Counter(game.unseen(view)) == lying
        stock = [card.rank for card in state.stock.cards]
        hidden = [k for seat, own in enumerate(truth) if shown.slots[seat] for k in card_kinds(own)]
        assert Counter(shown.unseen) == Counter(stock + hidden)
    assert excluded > 20
    assert denied > 20


@EACH_SETUP
def test_worlds_fit_what_was_shown(setup):
    random = Random(str(setup))
    moments = random.sample(list(asked(setup, 2)), 25)
    for number, (_, view) in enumerate(moments):
        shown = known(setup.game, view)
        dealt, draw = dealing(shown), Random(number).random
        for _ in range(3):
            weight, hands, stock = dealt.deal(draw)
            assert 0 < weight <= 1
            assert len(stock) == view.stock.size
            assert [size(hand) for hand in hands] == [hand.size for hand in view.hands]
            lying = Counter(UNITS.index(card) for card in stock)
            for seat, (hand, held) in enumerate(zip(hands, shown.held, strict=True)):
                lying.update(card_kinds(hand - held))
                assert can_be(shown.slots[seat], hand - held)
            assert lying == Counter(shown.unseen)


def told(events, *, hands=(5, 5), pile="6C", stock=43):
    """Return the view of seat 0 after events; its own hand does not matter."""
    own = Hand(cards("9C 9D 9H TC TD")[: hands[0]])
    others = tuple(Hand((), count) for count in hands[1:])
    dealt = PileDealt(1, 0, 1, (own, *others), Card.of(pile), Hand((), stock))
    view = RANK.start(len(hands), settled(RANK.options, len(hands), {}))
    for event in (LotDrawn(0), dealt, *events):
        view = RANK.fold(view, event)
    return view


def lacks(slot):
    """Return the kinds that a slot excludes, as letters; jokers are a star."""
    return "".join((RANKS + "*")[kind] for kind in kinds(slot))


def play(seat, code):
    return CardPlayed(seat, Card.of(code))


HIDDEN_DRAW = CardsDrawn(1, Hand((), 1))


@pytest.mark.parametrize(
    ("events", "slots"),
    [
        # A neighbour: nothing is shown.
        ([play(1, "7D")], [""] * 4),
        # The same rank: no neighbour (2a).
        ([play(1, "6D")], ["57"] * 4),
        # An ace: no neighbour, no such rank (2b).
        ([play(1, "AD")], ["567"] * 4),
        # A joker: no ace and no king either (2c).
        ([play(1, "XR")], ["567KA"] * 4),
        # Any card fits on a joker.
        ([play(1, "XR"), play(1, "4D")], ["567KA"] * 3),
        # A seat that draws held nothing that fits; the new card may fit.
        ([HIDDEN_DRAW], ["567KA*"] * 5 + [""]),
        # A seat that passes has drawn nothing that fits either.
        ([HIDDEN_DRAW, Passed(1)], ["567KA*"] * 6),
        # A seat that declares Anti-Rank can play nothing (5), and then plays any card.
        ([AntiRankDeclared(1)], ["567KA*"] * 5),
        ([AntiRankDeclared(1), play(1, "9D")], ["567KA*"] * 4),
        ([HIDDEN_DRAW, AntiRankDeclared(1)], ["567KA*"] * 6),
        # A card played after the draw is the drawn card.
        ([HIDDEN_DRAW, play(1, "5D")], ["567KA*"] * 5),
        ([HIDDEN_DRAW, play(1, "6D")], ["567KA*"] * 5),
    ],
)
def test_what_plays_draws_and_passes_show(events, slots):
    assert [lacks(slot) for slot in known(RANK, told(events)).slots[1]] == slots


def test_who_declares_anti_rank_holds_nothing_that_fitted():
    view = told([AntiRankDeclared(1), play(1, "9D"), play(0, "TC")])
    held = [card.code for card in cards("5C 6D 7S AH XR 8C 9S TD") if RANK.may_hold(view, 1, card)]
    assert held == ["8C", "9S", "TD"]


def test_a_card_drawn_later_may_be_what_the_others_are_not():
    events = [HIDDEN_DRAW, Passed(1), play(0, "9C"), play(0, "TC")]
    events += [CardsDrawn(0, Hand(cards("2C"))), Passed(0), HIDDEN_DRAW, play(1, "6D")]
    slots = known(RANK, told(events)).slots[1]
    # The six must have been drawn last: before, sixes were excluded.
    assert [lacks(slot) for slot in slots] == ["5679TJKA*"] * 6


def test_nothing_need_be_concluded():
    shown = seen(RANK, told([HIDDEN_DRAW, Passed(1)]))
    assert shown.slots == ((), (0,) * 6)
    assert shown.unseen == known(RANK, told([HIDDEN_DRAW, Passed(1)])).unseen


@pytest.mark.parametrize("count", [2, 3])
def test_ways_are_alike_however_restricted(count):
    """Check that every way to lay the cards is found equally often."""
    low, high = FITS[1], FITS[3]
    unseen = (0, 1, 2, 3, 4, 9, 10)
    shown = Known((0, 0), ((low,) * count, (high,)), unseen, len(unseen) - count - 1)
    free_low = {kind for kind in unseen if not low & UNITS[kind]}
    free_high = {kind for kind in unseen if not high & UNITS[kind]}
    dealt, draw = dealing(shown), Random(count).random
    found = Counter(dealt.deal(draw)[1] for _ in range(4000))
    assert all(set(card_kinds(own)) <= free_low for own, _ in found)
    assert all(set(card_kinds(other)) <= free_high for _, other in found)
    mean = sum(found.values()) / len(found)
    assert len(found) > 5
    assert all(0.7 * mean < each < 1.3 * mean for each in found.values())


def test_what_cannot_be_is_dealt_anyhow():
    """Deal full hands even when play broke the rules, so that a bot can still choose."""
    everything = 15 * sum(UNITS)
    shown = Known((0, 0), ((), (everything,) * 3), (1, 2, 3, 4), 1)
    _, hands, stock = dealing(shown).deal(Random(1).random)
    assert size(hands[1]) == 3
    assert len(stock) == 1


FEW = Effort(worlds=8, endgame=0)


def view(own, others, pile, stock=0):
    """Return the view of seat 0, which opens a deal with these cards; the others hold so many."""
    hands = (Hand(cards(own)), *(Hand((), count) for count in others))
    state = RANK.start(len(hands), settled(RANK.options, len(hands), {}))
    dealt = PileDealt(1, len(hands) - 1, 0, hands, Card.of(pile), Hand((), stock))
    return RANK.fold(RANK.fold(state, LotDrawn(0)), dealt)


def codes(commands):
    return [command.card.code for command in commands]


def test_equal_ranks_are_one_choice():
    moment = view("4C 6D 4H 6S 9C", [5, 5], "5S", 20)
    kernel = RANK.kernel(moment, 0, FEW, thorough=False)
    assert codes(kernel.commands) == ["4C", "6D"]


def test_thorough_shows_all_cards_equal_ones_alike():
    moment = view("4C 6D 4H 6S 9C", [5, 5], "5S", 20)
    kernel = RANK.kernel(moment, 0, FEW, thorough=True)
    assert codes(kernel.commands) == ["4C", "6D", "4H", "6S"]
    brought = {one.command.card.code: one for one in weigh(kernel, FEW, Stream("all"))}
    assert brought["4C"].expected == brought["4H"].expected
    assert brought["6D"].expected == brought["6S"].expected


def test_what_is_expected_is_minus_a_place():
    moment = view("4C 6D 9C", [5, 5, 5], "5S", 20)
    weighed = SearchBot(FEW).weigh(RANK, moment, 0, Stream("places"))
    assert all(-4 <= one.expected <= -1 for one in weighed)


def test_the_ends_of_runs_are_all_there_are():
    def ends(hand, first):
        held = packed(cards(hand))
        found = run_ends(held, RANKS.index(first))
        return {(size(held) - size(end >> 4), end >> 4, RANKS[end & 15]) for end in found}

    assert ends("5C 6D 7H 4S 9C", "5") == {
        (2, packed(cards("6D 7H 9C")), "4"),
        (3, packed(cards("4S 9C")), "7"),
    }
    # An ace is playable when nothing else is, and from it the king, never the reverse.
    assert ends("5C 9D AC KH", "9") == {
        (3, packed(cards("5C")), "K"),
        (3, packed(cards("5C")), "A"),
    }


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_the_run_that_empties_the_hand_is_found(level):
    """Find the empty hand: the jack's run ends at once; the nine leads up to the jack, and out."""
    moment = view("9C JD TC QC JH", [6, 6], "TS")
    assert LEVELS[level]().decide(RANK, moment, 0, Stream("run")).card.code == "9C"


@pytest.mark.parametrize("temperament", TEMPERAMENT_NAMES)
def test_a_temperament_changes_nothing(temperament):
    moment = view("2C 5D 7H JC KS", [5, 5, 5], "XR", 30)
    steady = SearchBot(FEW).decide(RANK, moment, 0, Stream("mood"))
    assert SearchBot(FEW, temperament).decide(RANK, moment, 0, Stream("mood")) == steady


def test_a_choice_is_the_streams():
    moment = view("2C 5D 7H JC KS", [5, 5, 5], "XR", 30)
    weighed = [SearchBot(FEW).weigh(RANK, moment, 0, Stream("same")) for _ in range(2)]
    assert weighed[0] == weighed[1]


def test_only_an_effort_that_weighs_concludes_from_a_pass():
    """A seat that passed holds nothing that fits; level ``medium`` does not conclude that."""
    moment = view("JC 2D", [4], "KS", 10)
    passed = [CardsDrawn(1, Hand((), 1)), Passed(1)]
    moment = moment._replace(hands=(moment.hands[0], Hand((), 5)), moves=tuple(passed))
    slots = {}
    for weighing in (4, 1):
        effort = Effort(8, 0, weighing=weighing)
        kernel = RANK.kernel(moment, 0, effort, thorough=False)
        slots[weighing] = kernel._known.slots[1]
    assert all(slots[4])
    assert not any(slots[1])


def moment(seats, totals, *, deal, deals):
    state = RANK.start(seats, settled(RANK.options, seats, {"deals": deals}))
    dealt = PileDealt(1, 0, 1, (Hand((), 5),) * seats, Card.of("5S"), Hand((), 20))
    state = RANK.fold(RANK.fold(state, LotDrawn(0)), dealt)
    return state._replace(totals=totals, deal=deal)


def test_of_one_deal_the_place_is_all():
    assert near_the_end(RANK, moment(4, (0,) * 4, deal=1, deals=1), 0) is None
    assert near_the_end(RANK, moment(4, (9,) * 4, deal=3, deals=9), 0) is None
    assert near_the_end(RANK, moment(4, (9,) * 4, deal=9, deals=9), 0) is not None


def test_level_players_weigh_it_by_the_place():
    found = near_the_end(RANK, moment(4, (9,) * 4, deal=5, deals=9), 0)
    assert found is not None
    for places in permutations((1, 2, 3, 4)):
        worth = found.worth([-place for place in places])[0]
        assert worth == pytest.approx(-places[0], abs=0.2)


def test_who_leads_must_only_stay_ahead_of_who_can_catch_up():
    found = near_the_end(RANK, moment(3, (10, 11, 19), deal=9, deals=9), 0)
    first, second, third = (
        found.worth([-place for place in places])[0] for places in ((1, 2, 3), (2, 3, 1), (3, 2, 1))
    )
    assert first == pytest.approx(second, abs=0.3)
    assert third < second - 1


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_a_playout_brings_what_its_places_are_worth(seats):
    random, seen = Random(f"places/{seats}"), set()
    for number in range(60):
        totals = tuple(random.randrange(8, 14) for _ in range(seats))
        found = near_the_end(RANK, moment(seats, totals, deal=9 - number % 3, deals=9), 0)
        assert found is not None
        table = Table(seats, top=3, mover=0)
        kinds = [random.randrange(14) for _ in range(seats * 4 + 6)]
        hands = [sum(UNITS[kind] for kind in kinds[at::seats][:4]) for at in range(seats)]
        table.deal(hands, [UNITS[kind] for kind in kinds[-6:]])
        places = [table.play_out(seat, -1, 0) for seat in range(seats)]
        assert sorted(places) == list(range(1, seats + 1))
        table.finishing(found, 0)
        behind = [seat for seat in range(seats) if places[seat] > places[0]]
        ways = []
        for order in list(permutations(behind))[:720]:
            for place, seat in enumerate(order, places[0] + 1):
                places[seat] = place
            ways.append(found.worth([-place for place in places])[0])
        if len(behind) < 6:
            assert table.brings(0, -1) == pytest.approx(fmean(ways))
            seen.add(places[0])
    assert len(seen) > 1


@EACH_SETUP
def test_a_supposed_state_is_one_that_could_be(setup):
    for number, (state, view) in enumerate(asked(setup, 6)):
        if number % 9:
            continue
        full = ContractKernel(setup.game, view, state.turn).worlds(1, Stream(str(number)))[0][1]
        assert [len(hand.cards) for hand in full.hands] == [hand.size for hand in state.hands]
        assert len(full.stock.cards) == state.stock.size
        everything = Counter(full.pile) + Counter(full.stock.cards)
        for hand in full.hands:
            everything.update(hand.cards)
        assert everything == Counter(setup.game.pack(setup.seats))
        assert full.hands[state.turn] == state.hands[state.turn]
        assert setup.game.legal(full, state.turn) == setup.game.legal(view, state.turn)


def test_to_be_out_earlier_is_worth_more():
    game = GAMES["rank"]
    scored = PlacesScored(1, (2, 1, 3), (2, 1, 3), (2, 1, 3))
    state = game.start(3, {"deals": 1})
    gains = [game.gain(state, scored, seat) for seat in range(3)]
    assert gains[1] > gains[0] > gains[2]
