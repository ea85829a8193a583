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
    DUEL_CSV_HEAD,
    Duel,
    DuelTableFile,
    DuplicateMatch,
    Estimate,
    compute_group_lead,
    compute_match_lead,
    encode_group,
    encode_head,
    group_matches,
    list_arrangements,
    play_duplicate_match,
    t_probability,
    t_quantile,
)
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.game import ComparisonMeasure
from greenbaize.rules.options import OptionValues, resolve_options

EASY, RANDOM = Opponent("easy"), Opponent("random")
SHORT = {"damn": {"deals": 2}, "ass": {"deal_limit": 3}}


def short_duel(game="damn", players=4, a=EASY, b=RANDOM, seed="7"):
    options = resolve_options(GAMES[game].options, players, SHORT.get(game, {}))
    return Duel(game, (a, b), players, options, seed)


def play_group(duel, number=1):
    """Play all matches of one group."""
    size = len(list_arrangements(duel.players))
    return [play_duplicate_match(duel, size * (number - 1) + index) for index in range(size)]


@pytest.mark.parametrize("players", range(2, 11))
class TestArrangements:
    def test_each_side_sits_equally_often_at_every_seat(self, players):
        for sides in zip(*list_arrangements(players), strict=True):
            assert sides.count(0) == sides.count(1)

    def test_neither_side_has_better_neighbours(self, players):
        neighbour_counts = Counter(
            tuple(sides[(seat + step) % players] for step in range(players))
            for sides in list_arrangements(players)
            for seat in range(players)
        )
        assert all(
            neighbour_counts[neighbours] == neighbour_counts[tuple(1 - side for side in neighbours)]
            for neighbours in neighbour_counts
        )

    def test_no_match_is_played_twice(self, players):
        arrangement_list = list_arrangements(players)
        assert (
            len(set(arrangement_list))
            == len(arrangement_list)
            == (2 * players if players % 2 else 2)
        )


def test_four_players_sit_crosswise():
    assert list_arrangements(4) == ((0, 1, 0, 1), (1, 0, 1, 0))


def test_three_players_sit_one_against_two_everywhere():
    alone = [sides for sides in list_arrangements(3) if sides.count(0) == 1]
    assert sorted(alone) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]


def test_matches_are_numbered_group_by_group():
    duel = short_duel(players=4)
    assert [duel.locate_match(number) for number in range(3)] == [
        (1, (0, 1, 0, 1)),
        (1, (1, 0, 1, 0)),
        (2, (0, 1, 0, 1)),
    ]
    assert duel.get_group_seed(1) != duel.get_group_seed(2)


@pytest.mark.parametrize(("game", "players"), [("damn", 3), ("blackout", 2), ("ass", 5)])
def test_a_duplicate_is_the_match_that_a_table_would_play(game, players):
    duel = short_duel(game, players)
    group, sides = duel.locate_match(1)
    header_players = tuple(duel.sides[side].create_header_player("x") for side in sides)
    player_view = create_local_views(
        Table(
            GAMES[game],
            RecordHeader(game, header_players, duel.options, duel.get_group_seed(group)),
        )
    )[0]
    player_view.table.play_to_end()
    match = play_duplicate_match(duel, 1)
    assert match.totals == player_view.end_event.totals
    assert match.ranks == player_view.end_event.places


@pytest.mark.slow
@pytest.mark.parametrize("side", [EASY, RANDOM])
@pytest.mark.parametrize(
    ("game", "players"), [("damn", 3), ("damn", 4), ("blackout", 2), ("ass", 2), ("ass", 5)]
)
def test_equal_players_are_exactly_even_in_every_group(game, players, side):
    duel = short_duel(game, players, side, side)
    group = play_group(duel)
    assert {(match.totals, match.ranks) for match in group} == {(group[0].totals, group[0].ranks)}
    assert compute_group_lead(duel, group) == 0


def test_groups_differ():
    duel = short_duel(a=EASY, b=EASY)
    assert play_group(duel, 1)[0].totals != play_group(duel, 2)[0].totals


@pytest.mark.slow
def test_deals_are_counted_as_they_were_played():
    assert play_duplicate_match(short_duel("damn"), 0).deal_count == 2
    endless = Duel("ass", (EASY, RANDOM), 4, resolve_options(GAMES["ass"].options, 4, {}), "7")
    assert len({play_duplicate_match(endless, number).deal_count for number in range(6)}) > 1


def test_lead_in_points_is_per_deal_and_player():
    duel = short_duel("damn", players=3)
    # A sits at seats 0 and 2: a mean of 15 points; B has 8, in two deals.
    assert compute_match_lead(duel, DuplicateMatch(0, 2, (10, 8, 20), (2, 3, 1))) == Fraction(7, 2)
    assert compute_match_lead(duel, DuplicateMatch(1, 2, (10, 8, 20), (2, 3, 1))) == Fraction(-7, 2)


def test_lead_in_ranks_is_per_match_and_a_lower_rank_leads():
    duel = short_duel("ass", players=4)
    # A has ranks 1 and 2, B 3 and 4, however many deals that took.
    assert compute_match_lead(duel, DuplicateMatch(0, 9, (5, 0, 3, 0), (1, 3, 2, 4))) == 2
    assert compute_match_lead(duel, DuplicateMatch(1, 9, (5, 0, 3, 0), (1, 3, 2, 4))) == -2


def test_lead_of_a_group_is_the_mean_of_its_matches():
    duel = short_duel("damn", players=4)
    group = [
        DuplicateMatch(0, 2, (10, 0, 10, 0), (1, 3, 1, 3)),
        DuplicateMatch(1, 2, (0, 4, 0, 4), (3, 1, 3, 1)),
    ]
    assert compute_group_lead(duel, group) == (Fraction(10, 2) + Fraction(4, 2)) / 2


def test_only_whole_groups_count():
    duel = short_duel("damn", players=3)
    matches = [DuplicateMatch(number, 2, (0, 0, 0), (1, 1, 1)) for number in range(13)]
    assert [[match.number for match in group] for group in group_matches(duel, matches)] == [
        [0, 1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10, 11],
    ]


def test_groups_play_no_match_before_it_is_needed():
    duel = short_duel("damn", players=4)
    played_numbers = []
    endless = (
        played_numbers.append(number) or DuplicateMatch(number, 2, (), ()) for number in count()
    )
    next(group_matches(duel, endless))
    assert played_numbers == [0, 1]


@pytest.mark.parametrize("name", GAMES)
def test_the_winner_of_a_points_game_has_most_points(name):
    game = GAMES[name]
    assert isinstance(game.comparison_measure, ComparisonMeasure)
    match = play_duplicate_match(short_duel(name, game.seats[0]), 0)
    if game.comparison_measure is ComparisonMeasure.POINTS:
        best = max(match.totals)
        assert match.totals[match.ranks.index(1)] == best


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
def test_t_quantiles_match_printed_tables(chance, freedom, limit):
    assert t_quantile(chance, freedom) == pytest.approx(limit, abs=0.0006)
    assert t_probability(t_quantile(chance, freedom), freedom) == pytest.approx(chance)


@pytest.mark.parametrize("freedom", [1, 2, 3, 8, 9])
def test_t_probability_is_zero_at_zero_and_one_far_out(freedom):
    assert t_probability(0, freedom) == 0
    assert t_probability(1e9, freedom) == pytest.approx(1)


def test_estimate_matches_a_calculation_by_hand():
    # Mean 3; the squared deviations add up to 10, so the standard deviation is sqrt(10 / 4).
    estimate = Estimate.from_values([Fraction(value) for value in (1, 2, 3, 4, 5)])
    assert (estimate.count, estimate.mean) == (5, 3.0)
    error = sqrt(2.5) / sqrt(5)
    assert estimate.error == pytest.approx(error)
    assert estimate.confidence_interval() == pytest.approx(
        (3 - 2.7764 * error, 3 + 2.7764 * error), abs=1e-4
    )
    # t = 3 / 0.7071 = 4.2426 with 4 degrees of freedom: two-sided 0.01324.
    assert estimate.sign_confidence() == pytest.approx(1 - 0.01324 / 2, abs=1e-5)


def test_sign_confidence_is_the_same_for_either_sign():
    values = [Fraction(value) for value in (1, 2, 3, 4, 5)]
    below = Estimate.from_values([-value for value in values])
    assert below.mean == -3
    assert below.sign_confidence() == Estimate.from_values(values).sign_confidence()
    assert Estimate.from_values([Fraction(-1), Fraction(1)]).sign_confidence() == 0.5


@pytest.mark.parametrize("values", [[Fraction(2)], [Fraction(2)] * 7])
def test_one_measurement_or_equal_ones_have_no_error(values):
    estimate = Estimate.from_values(values)
    assert (estimate.mean, estimate.error, estimate.sign_confidence()) == (2.0, None, None)
    assert estimate.confidence_interval() == (-inf, inf)


def test_the_order_of_measurements_does_not_matter():
    values = [Fraction(value, 7) for value in (3, 1, 4, 1, 5, 9, 2, 6)]
    assert Estimate.from_values(values) == Estimate.from_values(sorted(values))


DUEL = Duel("damn", (Opponent("easy"), Opponent("random")), 3, OptionValues(), "7")


def test_head_names_every_seat():
    assert encode_head(DUEL) == (
        b"group,seed,seats,deals,total_1,total_2,total_3,place_1,place_2,place_3,lead\r\n"
    )


def test_each_match_has_a_line():
    group = [
        DuplicateMatch(6, 3, (10, 8, 21), (2, 3, 1)),
        DuplicateMatch(7, 3, (-1, 8, 0), (3, 1, 2)),
    ]
    lines = encode_group(DUEL, group).decode().split("\r\n")
    seed = seed_from_text("7/2")
    # (15.5 - 8) / 3 and (8 - -0.5) / 3
    assert lines == [
        f"2,{seed},ABA,3,10,8,21,2,3,1,2.500000",
        f"2,{seed},BAB,3,-1,8,0,3,1,2,2.833333",
        "",
    ]
    assert len(next(csv.reader([lines[0]]))) == len(next(csv.reader([encode_head(DUEL).decode()])))


POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes and links")
FIRST_LINES = DUEL_CSV_HEAD + b"total_1\r\n1,a,AB,1,2\r\n"
MORE_LINES = b"2,b,AB,1,2\r\n"


def write_table(path, *, force=False):
    with DuelTableFile(path, force=force) as table:
        table.write_lines(FIRST_LINES)
        table.write_lines(MORE_LINES)


def test_an_earlier_table_is_replaced_with_the_first_group(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(DUEL_CSV_HEAD + b"older")
    with DuelTableFile(path) as table:
        assert path.read_bytes() == DUEL_CSV_HEAD + b"older"
        table.write_lines(FIRST_LINES)
        assert path.read_bytes() == FIRST_LINES
        table.write_lines(MORE_LINES)
        assert path.read_bytes() == FIRST_LINES + MORE_LINES


@pytest.mark.parametrize("existing_bytes", [b"", b'{"format": "greenbaize"}\n', b"group,seed\r\n"])
def test_other_files_are_replaced_only_when_forced(existing_bytes, tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(existing_bytes)
    with pytest.raises(GameError, match="table-over-other"):
        DuelTableFile(path).__enter__()
    with pytest.raises(GameError, match="table-over-other"):
        DuelTableFile(path).write_lines(FIRST_LINES)
    assert path.read_bytes() == existing_bytes
    write_table(path, force=True)
    assert path.read_bytes() == FIRST_LINES + MORE_LINES


def test_the_name_of_a_lock_file_is_refused(tmp_path):
    with pytest.raises(GameError, match="name-of-lock"):
        write_table(tmp_path / "x.lock", force=True)
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_a_link_is_followed_except_in_a_shared_folder(tmp_path):
    path, link = tmp_path / "x.csv", tmp_path / "link.csv"
    link.symlink_to(path)
    write_table(link)
    assert path.read_bytes() == FIRST_LINES + MORE_LINES
    tmp_path.chmod(0o777)
    with pytest.raises(GameError, match="link-in-shared-folder"):
        write_table(link, force=True)
    assert path.read_bytes() == FIRST_LINES + MORE_LINES


@POSIX
def test_a_pipe_without_a_reader_is_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError):
        write_table(pipe)
    read_end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_table(pipe)
    assert os.read(read_end, 1000) == FIRST_LINES + MORE_LINES
    os.close(read_end)
    assert pipe.is_fifo()


@pytest.mark.slow
@POSIX
def test_own_standard_output_is_appended_to(tmp_path):
    program = f"""
from pathlib import Path
from greenbaize.app.duels import DuelTableFile
with DuelTableFile(Path("/dev/stdout")) as table:
    table.write_lines({FIRST_LINES!r})
    table.write_lines({MORE_LINES!r})
print("done")
"""
    command = [sys.executable, "-c", program]
    with (tmp_path / "out").open("wb") as output_file:
        subprocess.run(command, stdout=output_file, check=True)
    assert (tmp_path / "out").read_bytes() == FIRST_LINES + MORE_LINES + b"done\n"
    result = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    assert result.stdout == FIRST_LINES + MORE_LINES + b"done\n"


class FillingDiskFile:
    """File on a disk that accepts half of the first write and nothing after it."""

    def __init__(self, file):
        self._file = file
        self._is_full = False
        self.truncate, self.close = file.truncate, file.close

    def write(self, data):
        if self._is_full:
            raise OSError(28, "No space left on device")
        self._is_full = True
        return self._file.write(data[: len(data) // 2])


def test_a_full_disk_is_reported_and_leaves_whole_groups(tmp_path, monkeypatch):
    open_to_append = table_file.open_for_append
    monkeypatch.setattr(
        table_file, "open_for_append", lambda path: FillingDiskFile(open_to_append(path))
    )
    path = tmp_path / "x.csv"
    with pytest.raises(FileError, match="No space"):
        write_table(path)
    assert path.read_bytes() == FIRST_LINES
