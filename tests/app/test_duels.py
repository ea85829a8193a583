import csv
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import count
from math import inf, sqrt

import pytest

from greenbaize.app import duels as table_file
from greenbaize.app.duels import (
    FIRST_HEADS,
    Duel,
    Duplicate,
    Estimate,
    TableFile,
    arrangements,
    group_lead,
    groups,
    head_of,
    lines_of,
    match_lead,
    play_duplicate,
    t_limit,
    t_within,
)
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.player_view import places_here
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.rules.chance import seed_from
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.game import Counts
from greenbaize.rules.options import settled

EASY, RANDOM = Opponent("easy"), Opponent("random")
SHORT = {"damn": {"deals": 2}, "ass": {"deal_limit": 3}}


def short_duel(game="damn", players=4, a=EASY, b=RANDOM, seed="7"):
    options = settled(GAMES[game].options, players, SHORT.get(game, {}))
    return Duel(game, (a, b), players, options, seed)


def group_of(duel, number=1):
    """Play all matches of one group."""
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
    place = places_here(
        Table(GAMES[game], Header(game, sitters, duel.options, duel.group_seed(group)))
    )[0]
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
    # A has ranks 1 and 2, B 3 and 4, however many deals that took.
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


# Values of printed tables of Student's t-distribution, two-sided.
@pytest.mark.parametrize(
    ("chance", "freedom", "limit"),
    [
        (0.95, 1, 12.706),
        (0.95, 2, 4.303),
        (0.95, 3, 3.182),
        (0.95, 4, 2.776),
        (0.99, 5, 4.032),
        (0.99, 10, 3.169),
        (0.90, 30, 1.697),
        (0.95, 120, 1.980),
        (0.95, 10_000, 1.960),
    ],
)
def test_limits_are_those_of_the_tables(chance, freedom, limit):
    assert t_limit(chance, freedom) == pytest.approx(limit, abs=0.0006)
    assert t_within(t_limit(chance, freedom), freedom) == pytest.approx(chance)


@pytest.mark.parametrize("freedom", [1, 2, 3, 8, 9])
def test_nothing_lies_within_nothing_and_nearly_all_within_much(freedom):
    assert t_within(0, freedom) == 0
    assert t_within(1e9, freedom) == pytest.approx(1)


def test_an_estimate_worked_out_by_hand():
    # Mean 3; the squared deviations add up to 10, so the standard deviation is sqrt(10 / 4).
    estimate = Estimate.of([Fraction(value) for value in (1, 2, 3, 4, 5)])
    assert (estimate.count, estimate.mean) == (5, 3.0)
    error = sqrt(2.5) / sqrt(5)
    assert estimate.error == pytest.approx(error)
    assert estimate.span() == pytest.approx((3 - 2.7764 * error, 3 + 2.7764 * error), abs=1e-4)
    # t = 3 / 0.7071 = 4.2426 with 4 degrees of freedom: two-sided 0.01324.
    assert estimate.sure() == pytest.approx(1 - 0.01324 / 2, abs=1e-5)


def test_sureness_is_about_the_sign_whichever_it_is():
    values = [Fraction(value) for value in (1, 2, 3, 4, 5)]
    below = Estimate.of([-value for value in values])
    assert below.mean == -3
    assert below.sure() == Estimate.of(values).sure()
    assert Estimate.of([Fraction(-1), Fraction(1)]).sure() == 0.5


@pytest.mark.parametrize("values", [[Fraction(2)], [Fraction(2)] * 7])
def test_one_measurement_or_equal_ones_have_no_error(values):
    estimate = Estimate.of(values)
    assert (estimate.mean, estimate.error, estimate.sure()) == (2.0, None, None)
    assert estimate.span() == (-inf, inf)


def test_the_order_of_measurements_does_not_matter():
    values = [Fraction(value, 7) for value in (3, 1, 4, 1, 5, 9, 2, 6)]
    assert Estimate.of(values) == Estimate.of(sorted(values))


DUEL = Duel("damn", (Opponent("easy"), Opponent("random")), 3, {}, "7")


def test_head_names_every_seat():
    assert head_of(DUEL) == (
        b"group,seed,seats,deals,total_1,total_2,total_3,place_1,place_2,place_3,lead\r\n"
    )


def test_a_line_for_each_match():
    group = [Duplicate(6, 3, (10, 8, 21), (2, 3, 1)), Duplicate(7, 3, (-1, 8, 0), (3, 1, 2))]
    lines = lines_of(DUEL, group).decode().split("\r\n")
    seed = seed_from("7/2")
    # (15.5 - 8) / 3 and (8 - -0.5) / 3
    assert lines == [
        f"2,{seed},ABA,3,10,8,21,2,3,1,2.500000",
        f"2,{seed},BAB,3,-1,8,0,3,1,2,2.833333",
        "",
    ]
    assert len(next(csv.reader([lines[0]]))) == len(next(csv.reader([head_of(DUEL).decode()])))


POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes and links")
LINES = FIRST_HEADS + b"total_1\r\n1,a,AB,1,2\r\n"
MORE = b"2,b,AB,1,2\r\n"


def write(path, *, force=False):
    with TableFile(path, force=force) as table:
        table.write(LINES)
        table.write(MORE)


def test_it_takes_the_place_of_an_earlier_one_with_the_first_group(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(FIRST_HEADS + b"older")
    with TableFile(path) as table:
        assert path.read_bytes() == FIRST_HEADS + b"older"
        table.write(LINES)
        assert path.read_bytes() == LINES
        table.write(MORE)
        assert path.read_bytes() == LINES + MORE


@pytest.mark.parametrize("existing_bytes", [b"", b'{"format": "greenbaize"}\n', b"group,seed\r\n"])
def test_nothing_else_is_replaced_unless_it_is_meant(existing_bytes, tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(existing_bytes)
    with pytest.raises(GameError, match="table-over-other"):
        TableFile(path).__enter__()
    with pytest.raises(GameError, match="table-over-other"):
        TableFile(path).write(LINES)
    assert path.read_bytes() == existing_bytes
    write(path, force=True)
    assert path.read_bytes() == LINES + MORE


def test_the_name_of_a_lock_is_never_taken(tmp_path):
    with pytest.raises(GameError, match="name-of-lock"):
        write(tmp_path / "x.lock", force=True)
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_a_link_is_followed_unless_somebody_else_may_have_put_it_there(tmp_path):
    path, link = tmp_path / "x.csv", tmp_path / "link.csv"
    link.symlink_to(path)
    write(link)
    assert path.read_bytes() == LINES + MORE
    tmp_path.chmod(0o777)
    with pytest.raises(GameError, match="link-in-shared-folder"):
        write(link, force=True)
    assert path.read_bytes() == LINES + MORE


@POSIX
def test_a_pipe_is_written_to_if_somebody_reads_and_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError):
        write(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write(pipe)
    assert os.read(reading, 1000) == LINES + MORE
    os.close(reading)
    assert pipe.is_fifo()


@pytest.mark.slow
@POSIX
def test_our_own_output_takes_it_wherever_it_goes(tmp_path):
    program = f"""
from pathlib import Path
from greenbaize.app.duels import TableFile
with TableFile(Path("/dev/stdout")) as table:
    table.write({LINES!r})
    table.write({MORE!r})
print("done")
"""
    words = [sys.executable, "-c", program]
    with (tmp_path / "out").open("wb") as out:
        subprocess.run(words, stdout=out, check=True)
    assert (tmp_path / "out").read_bytes() == LINES + MORE + b"done\n"
    done = subprocess.run(words, stdout=subprocess.PIPE, check=True)
    assert done.stdout == LINES + MORE + b"done\n"


class Full:
    """File on a disk that accepts half of the first write and nothing after it."""

    def __init__(self, file):
        self._file = file
        self._taken = False
        self.truncate, self.close = file.truncate, file.close

    def write(self, data):
        if self._taken:
            raise OSError(28, "No space left on device")
        self._taken = True
        return self._file.write(data[: len(data) // 2])


def test_a_full_disk_is_told_and_leaves_whole_groups(tmp_path, monkeypatch):
    opened = table_file.open_to_append
    monkeypatch.setattr(table_file, "open_to_append", lambda path: Full(opened(path)))
    path = tmp_path / "x.csv"
    with pytest.raises(FileError, match="No space"):
        write(path)
    assert path.read_bytes() == LINES
