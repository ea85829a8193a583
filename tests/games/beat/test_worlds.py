"""Worlds of the beat relation: they fit what was shown, and the truth is always one of them."""

from collections import Counter
from random import Random

import pytest

from games.beat.tables import BeatTable
from greenbaize.cards import cards
from greenbaize.games import GAMES
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.relation import mask, places
from greenbaize.games.beat.worlds import Known, dealing, known, suppose
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Play
from greenbaize.rules.hands import Hand
from match.playing import SETUPS, play_randomly

BEAT_SETUPS = [setup for setup in SETUPS if setup.name in ("master", "ass")]


MASTER_HANDS = (
    "6D 9C TC KC JC QC AC 6H 8H",
    "JS QS KS AS 9S 8S 7S 7C 8C",
    "7H 9H TH QH KH JH AH 7D 8D",
)


def seen_by(state, seat):
    """The view of a seat, from the full state."""
    hands = tuple(hand if owner == seat else hand.hidden for owner, hand in enumerate(state.hands))
    own = state.own and state.own._replace(stock=state.own.stock.hidden)
    return state._replace(hands=hands, own=own)


def stock_of(state):
    return state.own.stock.size if state.own else 0


def fits(known, hands):
    """Whether hands can be these: their unknown cards go into the slots, one each."""
    for slots, held, hand in zip(known.slots, known.held, hands, strict=True):
        rest = places(mask(hand.cards) & ~held)
        if len(rest) != len(slots):
            return False
        # The more of its slots refuse a card, the earlier it looks for one: slots are nested.
        for slot in sorted(slots, key=lambda one: -one.bit_count()):
            card = max(
                (one for one in rest if not slot >> one & 1),
                key=lambda one: sum(other >> one & 1 == 0 for other in slots) * -1,
                default=None,
            )
            if card is None:
                return False
            rest.remove(card)
    return True


@pytest.mark.parametrize("setup", BEAT_SETUPS, ids=str)
def test_the_truth_fits_and_so_does_every_world(setup):
    played = play_randomly(setup, 7)
    random, differing = Random(5), 0
    waiting = [state for _, state in played.moments if state.turn is not None]
    waiting = [state for state in waiting[:600] if not state.choosing]
    for number, state in enumerate(random.sample(waiting, min(60, len(waiting)))):
        view = seen_by(state, state.turn)
        shown = known(setup.game, view)
        assert fits(shown, state.hands)
        assert shown.stock == stock_of(state)
        weight, world = suppose(dealing(shown), 1, Stream(str(number)))[0]
        assert weight > 0
        hands = tuple(Hand(tuple(PACK_36[card] for card in places(hand))) for hand in world.hands)
        assert [hand.size for hand in hands] == [hand.size for hand in state.hands]
        assert fits(shown, hands)
        lying = Counter(card for hand in hands for card in hand.cards)
        lying.update(PACK_36[card] for card in world.stock)
        assert max(lying.values()) == 1
        assert len(world.stock) == stock_of(state)
        assert world.hands[state.turn] == mask(state.hands[state.turn].cards)
        differing += world.hands != tuple(mask(hand.cards) for hand in state.hands)
    assert differing > 20 or setup.seats == 2


def after(game, hands, plays, **options):
    match = BeatTable(game, len(hands), stack={1: hands}, leader=0, **options)
    if game.name == "ass":
        match.stake(*[False] * len(hands))
    for code in plays.split():
        assert match.authority.submit(Play(match.state.turn, cards(code)[0])) is None
    state = match.state
    return known(game, seen_by(state, state.turn))


def test_who_does_not_follow_has_neither_the_main_suit_nor_the_led_rank():
    shown = after(GAMES["master"], MASTER_HANDS, "6D JS")
    barred = {PACK_36[card].code for card in places(shown.slots[1][0])}
    assert barred == {"6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD", "6C", "6H", "6S"}
    assert not any(shown.slots[0])
    assert shown.slots[2] == ()


def test_who_must_beat_and_does_not_cannot():
    shown = after(
        GAMES["ass"], ("KD 6D TC KC", "7D QS JS AS", "7H 9H TH QH"), "KD 7D", must_beat=True
    )
    barred = {PACK_36[card].code for card in places(shown.slots[1][0])}
    assert barred == {"6D", "TD", "AD", "QD", "KC", "KH", "KS"}
    shown = after(
        GAMES["ass"], ("KD 6D TC KC", "7D QS JS AS", "7H 9H TH QH"), "KD 7D", must_beat=False
    )
    assert not any(shown.slots[1])


def test_worlds_are_as_frequent_as_they_are_many():
    # One hand of two cards of which the first cannot be card 0, and one card out of play.
    shown = Known((0, 0), ((0b1,), (0,)), (0, 1, 2), 0)
    counts = Counter()
    for weight, world in suppose(dealing(shown), 3000, Stream("7")):
        counts[world.hands] += weight
    assert set(counts) == {(2, 1), (2, 4), (4, 1), (4, 2)}
    assert max(counts.values()) < 1.25 * min(counts.values())


def test_all_cards_are_found_a_place_where_only_one_way_is_left():
    barred = [0b111111 & ~(0b11 << turn) for turn in range(5)]
    slots = tuple((slot,) for slot in [*barred, 0b011111])
    shown = Known((0,) * 6, slots, tuple(range(6)), 0)
    for _, world in suppose(dealing(shown), 20, Stream("7")):
        assert world.hands == (1, 2, 4, 8, 16, 32)
