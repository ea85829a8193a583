"""Worlds of Rank: they fit what was shown, and the true one is always among them."""

from collections import Counter
from random import Random

import pytest

from greenbaize.cards import RANKS, Card, cards
from greenbaize.games.shedding.events import Passed, PileDealt
from greenbaize.games.shedding.hands import FITS, UNITS, kinds, packed
from greenbaize.games.shedding.playout import size
from greenbaize.games.shedding.rank import Rank
from greenbaize.games.shedding.worlds import Known, dealing, known, seen
from greenbaize.match.telling import Teller
from greenbaize.rules.events import CardPlayed, CardsDrawn, LotDrawn
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import settled
from match.playing import SETUPS, play_randomly

RANK = Rank()
SETUPS_OF_RANK = [setup for setup in SETUPS if setup.name == "rank"]
EACH_SETUP = pytest.mark.parametrize("setup", SETUPS_OF_RANK, ids=str)


def asked(setup, number):
    """Each moment at which a seat is asked: the seat's view and the full state."""
    played = play_randomly(setup, number)
    tellers = [
        Teller(setup.game, setup.seats, played.header.options, seat) for seat in range(setup.seats)
    ]
    for event, state in played.moments:
        for teller in tellers:
            teller.hear(event, state)
        if state.turn is not None:
            yield tellers[state.turn].view, state


def card_kinds(hand):
    """The kinds in a hand, each as often as it is there."""
    return [kind for kind in kinds(hand) for _ in range(hand // UNITS[kind] & 15)]


def can_be(slots, hand):
    """Whether these cards can lie in these places: each kind matched to a place of its own."""
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
    excluded = 0
    for view, state in asked(setup, number):
        shown = known(setup.game, view)
        truth = [packed(hand.cards) for hand in state.hands]
        for seat, slots in enumerate(shown.slots):
            assert len(slots) == view.hands[seat].unknown
            if slots:
                assert can_be(slots, truth[seat])
                excluded += any(slots)
        stock = [card.rank for card in state.stock.cards]
        hidden = [k for seat, own in enumerate(truth) if shown.slots[seat] for k in card_kinds(own)]
        assert Counter(shown.unseen) == Counter(stock + hidden)
    assert excluded > 20


@EACH_SETUP
def test_worlds_fit_what_was_shown(setup):
    random = Random(str(setup))
    moments = random.sample(list(asked(setup, 2)), 25)
    for number, (view, _) in enumerate(moments):
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
    """The view of seat 0 after events; its own hand is of no matter here."""
    own = Hand(cards("9C 9D 9H TC TD")[: hands[0]])
    others = tuple(Hand((), count) for count in hands[1:])
    dealt = PileDealt(1, 0, 1, (own, *others), Card.of(pile), Hand((), stock))
    view = RANK.start(len(hands), settled(RANK.options, len(hands), {}))
    for event in (LotDrawn(0), dealt, *events):
        view = RANK.fold(view, event)
    return view


def lacks(slot):
    """The kinds that a place excludes, as letters; jokers are a star."""
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
        # Anything goes on a joker.
        ([play(1, "XR"), play(1, "4D")], ["567KA"] * 3),
        # Who draws held nothing that fits; the new card may.
        ([HIDDEN_DRAW], ["567KA*"] * 5 + [""]),
        # Who passes has drawn nothing that fits either.
        ([HIDDEN_DRAW, Passed(1)], ["567KA*"] * 6),
        # What is played after the draw is what was drawn.
        ([HIDDEN_DRAW, play(1, "5D")], ["567KA*"] * 5),
        ([HIDDEN_DRAW, play(1, "6D")], ["567KA*"] * 5),
    ],
)
def test_what_plays_draws_and_passes_show(events, slots):
    assert [lacks(slot) for slot in known(RANK, told(events)).slots[1]] == slots


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
    """Each way to lay the cards is found as often as any other."""
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
    """Somebody has not played by the rules; a player that thinks ahead still answers."""
    everything = 15 * sum(UNITS)
    shown = Known((0, 0), ((), (everything,) * 3), (1, 2, 3, 4), 1)
    _, hands, stock = dealing(shown).deal(Random(1).random)
    assert size(hands[1]) == 3
    assert len(stock) == 1
