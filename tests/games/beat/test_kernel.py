"""Search at Master and Ass: endgames are exact, stakes are sensible, play is strong."""

from collections import Counter
from itertools import product
from math import sqrt
from random import Random

import pytest

from games.beat.tables import BeatTable
from greenbaize.app.tables.player_view import places_here
from greenbaize.app.tables.table import Table
from greenbaize.bots.bot import SearchBot
from greenbaize.bots.dealing import Known
from greenbaize.bots.search import weigh
from greenbaize.cards import cards
from greenbaize.games import GAMES
from greenbaize.games.beat.ass import Ass
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.games.beat.events import BanksScored
from greenbaize.games.beat.kernel import (
    FEWEST,
    FOUR,
    STAKING,
    BeatKernel,
    course_of,
    dealing,
    known,
    near_the_end,
    promised,
    suppose,
)
from greenbaize.games.beat.master import Master
from greenbaize.games.beat.relation import mask, places
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import Stream, seed_from
from greenbaize.rules.commands import Play
from greenbaize.rules.events import CardPlayed, LotDrawn, Scored
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import settled
from greenbaize.rules.thinking import Effort
from match.playing import SETUPS, play_randomly

MASTER, ASS = Master(), Ass()


ENDS = [setup for setup in SETUPS if setup.name in ("master", "ass") and setup.seats <= 4]


def best(game, state, asked):
    """Return each seat's result if every seat plays best, using the rules only.

    Near the end of a Master match points are valued as for the seat asked.
    """
    while state.turn is None:
        event = game.derive(state, None)
        if isinstance(event, BanksScored):
            shares = promised(
                state.own.banks,
                event.banks,
                state.deal,
                game.deals(state),
                course_of(state.seats, state.options),
            )
            return [100 * share for share in shares]
        if isinstance(event, Scored):
            finish = near_the_end(game, state, asked)
            return finish.worth(event.points) if finish else event.points
        state = game.fold(state, event)
    seat, found = state.turn, None
    for command in sorted(game.legal(state, seat), key=lambda play: play.card):
        then = best(game, game.fold(state, CardPlayed(seat, command.card)), asked)
        if found is None or then[seat] > found[seat]:
            found = then
    return found


@pytest.mark.slow
@pytest.mark.parametrize("setup", ENDS, ids=str)
def test_ends_are_searched_out_as_the_rules_have_them(setup):
    game, most = setup.game, 3 if setup.seats == 2 else 2
    seen = set()
    for _, state in play_randomly(setup, 3).moments:
        if state.turn is None or game.phase(state) != Play.type or state.deal in seen:
            continue
        cards_left = state.hands[state.play.lead].size + (state.play.lead != state.turn)
        banking, legal = game.banking(state), game.legal(state, state.turn)
        if (banking and banking.stock.size) or cards_left != most or len(legal) == 1:
            continue
        seen.add(state.deal)
        effort = Effort(1, 3, 1)
        weighed = weigh(BeatKernel(game, state, state.turn, effort), effort, Stream(""))
        seat = state.turn
        expected = {
            play: best(game, game.fold(state, CardPlayed(seat, play.card)), seat)[seat]
            for play in game.legal(state, seat)
        }
        assert {one.command: one.expected for one in weighed} == pytest.approx(expected)
        if len(seen) == 24:
            break
    assert len(seen) > 2


def stakes_of(seats, hands, temperament):
    """Return how many of these hands a bot goes with when it stakes first."""
    bot, goes = SearchBot(Effort(100, 2), temperament), 0
    for number, hand in enumerate(hands):
        match = BeatTable(ASS, seats, stack={1: (hand,)}, leader=0, must_beat=True)
        state = match.state._replace(turn=0, leader=0, play=match.state.play._replace(lead=0))
        hands_ = (Hand(cards(hand)), *(Hand((), 4),) * (seats - 1))
        choice = bot.decide(ASS, state._replace(hands=hands_), 0, Stream(str(number)))
        goes += choice == Stake(0, True)
    return goes


def test_bold_players_go_more_often_than_careful_ones():
    good = ["".join(ranks) for ranks in product("8A", "8A", "8T", "6Q")]
    hands = [f"{a}C {b}D {c}H {d}S" for a, b, c, d in good]
    careful, steady, bold = (stakes_of(2, hands, one) for one in ("careful", "steady", "bold"))
    assert careful <= steady <= bold
    assert bold - careful >= len(hands) // 8, (careful, steady, bold)


@pytest.mark.parametrize("temperament", ["careful", "steady", "bold"])
def test_nobody_goes_with_nothing(temperament):
    assert stakes_of(2, ["7C 9D 7H 9S"], temperament) == 0
    assert stakes_of(4, ["7C 9D 7H 9S"], temperament) == 0


@pytest.mark.parametrize(("game", "fewest"), [(MASTER, FEWEST), (ASS, STAKING)])
def test_whoever_searches_little_supposes_worlds_enough_to_beat_who_goes_by_rules(game, fewest):
    state = BeatTable(game, 4, stack={}, leader=0).state
    hands = tuple(hand if at == state.turn else hand.hidden for at, hand in enumerate(state.hands))
    state = state._replace(hands=hands)
    kernel = BeatKernel(game, state, state.turn, Effort(1, 0, weighing=1))
    assert len(kernel.worlds(1, Stream(""))) >= fewest


def test_before_any_card_is_seen_all_trumps_are_alike():
    state = ASS.fold(ASS.start(3, settled(ASS.options, 3, {})), LotDrawn(0))
    kernel = BeatKernel(ASS, state, 1, Effort(5, 0))
    weighed = weigh(kernel, Effort(5, 0), Stream(""))
    assert all(isinstance(one.command, ChooseTrump) and not one.expected for one in weighed)
    assert len(weighed) == 4


def test_the_choice_is_the_streams():
    match = BeatTable(MASTER, 4, stack={}, leader=0)
    state = match.state
    hands = tuple(hand if at == state.turn else hand.hidden for at, hand in enumerate(state.hands))
    bot = SearchBot(Effort(6, 0))
    once, again = (
        bot.weigh(MASTER, state._replace(hands=hands), state.turn, Stream("a")) for _ in range(2)
    )
    assert once == again
    assert all(isinstance(one.command, Play) for one in once)


@pytest.mark.long
def test_points_in_master_are_clearly_above_the_easy_players():
    game, lead = GAMES["master"], 0.0
    sitters = tuple(Player(str(at), "bot", ["medium", "easy"][at % 2]) for at in range(4))
    for seed in ("beats", "again"):
        header = Header("master", sitters, settled(game.options, 4, {}), seed_from(seed))
        session = places_here(Table(game, header))[0]
        session.table.play_out()
        for sitter, total in zip(sitters, session.end.totals, strict=True):
            lead += total if sitter.level == "medium" else -total
    # In 48 deals; two seats against two lead by about 180 points.
    assert lead > 60


MASTER = Master()
SEEN = Effort(1, 3)


def in_deal(deal, seats=3):
    return BeatTable(MASTER, seats).state._replace(deal=deal)


def test_the_end_is_near_in_the_last_five_deals():
    near = [near_the_end(MASTER, in_deal(deal), 0) is not None for deal in range(1, 25)]
    assert near == [False] * 19 + [True] * 5


def test_the_end_of_a_short_match_is_near_in_its_own_last_five_deals():
    state = BeatTable(MASTER, 3, length="short").state
    near = [near_the_end(MASTER, state._replace(deal=deal), 0) is not None for deal in range(1, 13)]
    assert near == [False] * 7 + [True] * 5


def test_with_two_deals_to_come_points_are_about_points():
    # Ten points are at stake here, 22 and 12 in the deals after it.
    found = near_the_end(MASTER, in_deal(22)._replace(totals=(5, 0, 2)), 0)
    gets, misses = (found.worth(points)[0] for points in ((10, 0, 0), (0, 0, 10)))
    assert gets - misses == pytest.approx(10, abs=4)


def test_in_the_last_deal_it_matters_who_else_gets_the_twelve():
    found = near_the_end(MASTER, in_deal(24)._replace(totals=(40, 35, 10)), 0)
    own, rival, last = (found.worth(points)[0] for points in ((12, 0, 0), (0, 12, 0), (0, 0, 12)))
    assert own == pytest.approx(last, abs=1)
    assert rival < last - 5


def test_who_leads_plays_otherwise_than_who_lies_behind():
    setup = next(one for one in SETUPS if one.name == "master" and one.seats == 3)
    seen = others = 0
    for _, state in play_randomly(setup, 3).moments:
        seat = state.turn
        if seat is None or state.deal < 23 or state.hands[seat].size not in {2, 3}:
            continue
        cards = set()
        for lead in (13, -13):
            totals = tuple(lead if one == seat else 0 for one in range(3))
            kernel = BeatKernel(MASTER, state._replace(totals=totals), seat, SEEN)
            cards.add(weigh(kernel, SEEN, Stream("seen"))[0].command.card)
        seen += 1
        others += len(cards) > 1
    assert seen > 10
    assert others


def test_equal_banks_promise_half_the_others():
    assert promised((3, 3, 3), (3, 3, 3), 1, 60) == pytest.approx([0.5] * 3)


@pytest.mark.parametrize("limit", [0, 60])
def test_shares_add_up_and_fewer_banks_promise_more(limit):
    for banks in product((1, 2, 3, 5), repeat=3):
        shares = promised((3, 3, 3), banks, 10, limit)
        assert sum(shares) == pytest.approx(1.5)
        for own, share in zip(banks, shares, strict=True):
            for other, theirs in zip(banks, shares, strict=True):
                assert (own < other) <= (share > theirs)


def test_at_the_end_the_places_decide_alone():
    assert promised((1, 3, 3, 4), (0, 3, 3, 4), 9, 60) == [1.0, 0.5, 0.5, 0.0]
    assert promised((3, 3), (3, 2), 60, 60) == [0.0, 1.0]
    assert promised((3, 5), (3, 6), 12, 0) == [1.0, 0.0]


def test_a_lead_promises_more_the_nearer_the_end_is():
    early = promised((3, 3), (2, 3), 5, 60)[0]
    late = promised((3, 3), (2, 3), 58, 60)[0]
    assert 0.5 < early < late < 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_matches_go_by_the_way_of_dealing_and_by_the_targets(seats):
    def of(**chosen):
        return course_of(seats, settled(Ass().options, seats, chosen))

    ways = [
        of(refill=refill, targets=targets)
        for refill in (True, False)
        for targets in ("source", "even")
    ]
    drawing, drawing_even, four, four_even = ways
    assert four == FOUR
    assert len(set(ways)) == 4
    # The first cards decide all where nobody draws, and less otherwise.
    assert four.tells == four_even.tells == 1.0
    assert drawing.tells == drawing_even.tells < 1.0
    # With even targets go succeeds more often than with four cards and the usual ones.
    assert four_even.well < four.well


def test_the_course_of_a_match_decides_how_much_a_lead_promises():
    options = Ass().options
    even = course_of(2, settled(options, 2, {"targets": "even"}))
    usual = course_of(2, settled(options, 2, {}))
    lead = [promised((3, 3), (2, 3), 5, 60, one)[0] for one in (usual, even, FOUR)]
    # The less two players' banks still diverge, the more a lead is worth.
    left = [sqrt(one.pace * one.swing) for one in (usual, even, FOUR)]
    assert sorted(range(3), key=lambda one: left[one]) == sorted(
        range(3), key=lambda one: -lead[one]
    )
    assert all(0.5 < one < 1 for one in lead)


BEAT_SETUPS = [setup for setup in SETUPS if setup.name in ("master", "ass")]


MASTER_HANDS = (
    "6D 9C TC KC JC QC AC 6H 8H",
    "JS QS KS AS 9S 8S 7S 7C 8C",
    "7H 9H TH QH KH JH AH 7D 8D",
)


def seen_by(state, seat):
    """Return the view of a seat, from the full state."""
    hands = tuple(hand if owner == seat else hand.hidden for owner, hand in enumerate(state.hands))
    own = state.own and state.own._replace(stock=state.own.stock.hidden)
    return state._replace(hands=hands, own=own)


def stock_of(state):
    return state.own.stock.size if state.own else 0


def fits(known, hands):
    """Return whether the hands fit: their unknown cards go into the slots, one each."""
    for slots, held, hand in zip(known.slots, known.held, hands, strict=True):
        rest = places(mask(hand.cards) & ~held)
        if len(rest) != len(slots):
            return False
        # Slots are nested: the more of them refuse a card, the earlier it is placed.
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
