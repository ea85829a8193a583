from collections import Counter
from fractions import Fraction
from itertools import count

import pytest

from greenbaize.app.duels import (
    Duel,
    Duplicate,
    arrangements,
    group_lead,
    groups,
    match_lead,
    play_duplicate,
)
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.player_view import first_place
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.rules.game import Counts
from greenbaize.rules.options import settled

EASY, RANDOM = Opponent("easy"), Opponent("random")
SHORT = {"damn": {"deals": 2}, "ass": {"deal_limit": 3}}


def short_duel(game="damn", players=4, a=EASY, b=RANDOM, seed="7"):
    options = settled(GAMES[game].options, players, SHORT.get(game, {}))
    return Duel(game, (a, b), players, options, seed)


def group_of(duel, number=1):
    """All matches of a group."""
    size = len(arrangements(duel.players))
    return [play_duplicate(duel, size * (number - 1) + turn) for turn in range(size)]


@pytest.mark.parametrize("players", range(2, 11))
class TestArrangements:
    def test_each_side_sits_equally_often_at_every_seat(self, players):
        for sides in zip(*arrangements(players), strict=True):
            assert sides.count(0) == sides.count(1)

    def test_neither_side_has_better_neighbours(self, players):
        around = Counter(
            tuple(sides[(seat + step) % players] for step in range(players))
            for sides in arrangements(players)
            for seat in range(players)
        )
        assert all(around[one] == around[tuple(1 - side for side in one)] for one in around)

    def test_no_match_is_played_twice(self, players):
        among = arrangements(players)
        assert len(set(among)) == len(among) == (2 * players if players % 2 else 2)


def test_four_players_sit_crosswise():
    assert arrangements(4) == ((0, 1, 0, 1), (1, 0, 1, 0))


def test_three_players_sit_one_against_two_everywhere():
    alone = [sides for sides in arrangements(3) if sides.count(0) == 1]
    assert sorted(alone) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]


def test_matches_are_numbered_group_by_group():
    duel = short_duel(players=4)
    assert [duel.place(number) for number in range(3)] == [
        (1, (0, 1, 0, 1)),
        (1, (1, 0, 1, 0)),
        (2, (0, 1, 0, 1)),
    ]
    assert duel.group_seed(1) != duel.group_seed(2)


@pytest.mark.parametrize(("game", "players"), [("damn", 3), ("blackout", 2), ("ass", 5)])
def test_a_duplicate_is_the_match_that_a_table_would_play(game, players):
    duel = short_duel(game, players)
    group, sides = duel.place(1)
    sitters = tuple(duel.sides[side].sitter("x") for side in sides)
    place = first_place(
        Table(GAMES[game], Header(game, sitters, duel.options, duel.group_seed(group)))
    )
    place.table.play_out()
    match = play_duplicate(duel, 1)
    assert match.totals == place.end.totals
    assert match.places == place.end.places


@pytest.mark.slow
@pytest.mark.parametrize("side", [EASY, RANDOM])
@pytest.mark.parametrize(
    ("game", "players"), [("damn", 3), ("damn", 4), ("blackout", 2), ("ass", 2), ("ass", 5)]
)
def test_equal_players_are_exactly_even_in_every_group(game, players, side):
    duel = short_duel(game, players, side, side)
    group = group_of(duel)
    assert {(match.totals, match.places) for match in group} == {(group[0].totals, group[0].places)}
    assert group_lead(duel, group) == 0


def test_groups_differ():
    duel = short_duel(a=EASY, b=EASY)
    assert group_of(duel, 1)[0].totals != group_of(duel, 2)[0].totals


@pytest.mark.slow
def test_deals_are_counted_as_they_were_played():
    assert play_duplicate(short_duel("damn"), 0).deals == 2
    endless = Duel("ass", (EASY, RANDOM), 4, settled(GAMES["ass"].options, 4, {}), "7")
    assert len({play_duplicate(endless, number).deals for number in range(6)}) > 1


def test_lead_in_points_is_per_deal_and_player():
    duel = short_duel("damn", players=3)
    # A sits at seats 0 and 2: a mean of 15 points; B has 8, in two deals.
    assert match_lead(duel, Duplicate(0, 2, (10, 8, 20), (2, 3, 1))) == Fraction(7, 2)
    assert match_lead(duel, Duplicate(1, 2, (10, 8, 20), (2, 3, 1))) == Fraction(-7, 2)


def test_lead_in_places_is_per_match_and_a_lower_place_leads():
    duel = short_duel("ass", players=4)
    # A has places 1 and 2, B 3 and 4, however many deals that took.
    assert match_lead(duel, Duplicate(0, 9, (5, 0, 3, 0), (1, 3, 2, 4))) == 2
    assert match_lead(duel, Duplicate(1, 9, (5, 0, 3, 0), (1, 3, 2, 4))) == -2


def test_lead_of_a_group_is_the_mean_of_its_matches():
    duel = short_duel("damn", players=4)
    group = [
        Duplicate(0, 2, (10, 0, 10, 0), (1, 3, 1, 3)),
        Duplicate(1, 2, (0, 4, 0, 4), (3, 1, 3, 1)),
    ]
    assert group_lead(duel, group) == (Fraction(10, 2) + Fraction(4, 2)) / 2


def test_only_whole_groups_count():
    duel = short_duel("damn", players=3)
    played = [Duplicate(number, 2, (0, 0, 0), (1, 1, 1)) for number in range(13)]
    assert [[match.number for match in group] for group in groups(duel, played)] == [
        [0, 1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10, 11],
    ]


def test_groups_ask_for_no_match_before_it_is_needed():
    duel = short_duel("damn", players=4)
    asked = []
    endless = (asked.append(number) or Duplicate(number, 2, (), ()) for number in count())
    next(groups(duel, endless))
    assert asked == [0, 1]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_counts_agrees_with_its_places(name):
    game = GAMES[name]
    assert isinstance(game.counts, Counts)
    match = play_duplicate(short_duel(name, game.seats[0]), 0)
    if game.counts is Counts.POINTS:
        best = max(match.totals)
        assert match.totals[match.places.index(1)] == best
