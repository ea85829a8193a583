"""Searching Master and Ass: the last tricks are played right, stakes are sane, play is strong."""

from itertools import product

import pytest

from games.beat.tables import BeatTable
from greenbaize.app.tables.player_view import first_place
from greenbaize.app.tables.table import Table
from greenbaize.bots.search import weigh
from greenbaize.bots.search_bot import SearchBot
from greenbaize.cards import cards
from greenbaize.games import GAMES
from greenbaize.games.beat.ass import Ass
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.games.beat.events import BanksScored
from greenbaize.games.beat.kernel import FEWEST, STAKING, BeatKernel, near_the_end
from greenbaize.games.beat.master import Master
from greenbaize.games.beat.stakes import course, promise
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
    """What each seat has in the end if everybody plays the best: by the rules alone.

    Near the end of a match of Master points are what they are worth, as the seat asked tells it.
    """
    while state.turn is None:
        event = game.derive(state, None)
        if isinstance(event, BanksScored):
            shares = promise(
                state.own.banks,
                event.banks,
                state.deal,
                game.deals(state),
                course(state.seats, state.options),
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
    """How often a player goes with these hands, speaking first."""
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
        session = first_place(Table(game, header))
        session.table.play_out()
        for sitter, total in zip(sitters, session.end.totals, strict=True):
            lead += total if sitter.level == "medium" else -total
    # In 48 deals; two seats against two lead by about 180 points.
    assert lead > 60
