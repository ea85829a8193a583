"""Strokes against par in statistics: means with errors, over time, of what is credited."""

import pytest

from greenbaize.app.memory.par_statistics import ParPoint, average_strokes, make_par_course
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.game import ResultUnit
from greenbaize.store import folders
from greenbaize.store.pars import PARS, DealPar
from greenbaize.store.statistics import (
    ParStrokes,
    StatisticsQuery,
    StatisticsSubject,
    load_par_strokes,
)
from store.sample_digests import make_digest, write_digests


def make_rows(*strokes, level="hard", match="a"):
    return [ParStrokes("20260101T100000", match, level, one) for one in strokes]


def test_means_have_the_standard_error():
    (mean,) = average_strokes(GAMES["damn"], make_rows((2,), (-4,), (5,)))
    assert (mean.level, mean.unit, mean.sample_size) == ("hard", ResultUnit.POINTS, 3)
    assert mean.mean == 1.0
    assert mean.error == pytest.approx((21 / 3) ** 0.5)


def test_a_single_deal_has_no_error():
    (mean,) = average_strokes(GAMES["damn"], make_rows((2,)))
    assert mean.error is None


def test_banks_and_points_are_told_apart_in_ass():
    banks, points = average_strokes(GAMES["ass"], make_rows((1, -10), (0, 4)))
    assert (banks.unit, banks.mean) == (ResultUnit.BANKS, 0.5)
    assert (points.unit, points.mean) == (ResultUnit.POINTS, -3)


def test_places_are_summed_up_by_match_in_rank():
    rows = make_rows((1,), (2,)) + make_rows((-1,), match="b")
    (mean,) = average_strokes(GAMES["rank"], rows)
    assert (mean.unit, mean.mean, mean.sample_size) == (ResultUnit.PLACES, 1.0, 2)


def test_the_level_with_most_deals_comes_first_and_is_drawn():
    rows = [*make_rows((9,), level="medium"), *make_rows((1,), (3,), match="b")]
    assert [mean.level for mean in average_strokes(GAMES["damn"], rows)] == ["hard", "medium"]
    assert make_par_course(GAMES["damn"], rows) == [ParPoint("20260101T100000", 2.0, 1)]


def test_many_matches_are_merged_to_few_points():
    rows = [row for match in range(10) for row in make_rows((match,), match=str(match))]
    points = make_par_course(GAMES["damn"], rows, 4)
    assert [(point.mean, point.match_count) for point in points] == [
        (1, 3),
        (4, 3),
        (7, 3),
        (9, 1),
    ]


def test_par_of_credited_matches_is_indexed(history):
    digest = make_digest(1, (1, 2), (HeaderPlayer("Anna"), HeaderPlayer("Boris")))._replace(
        identity=f"{1:032x}"
    )
    write_digests(history, digest)
    path = folders.pars_path()
    for match, deal, strokes in ((1, 1, 3), (1, 2, -5), (7, 1, 2)):
        par = DealPar(
            match=f"{match:032x}",
            deal=deal,
            seat=0,
            level="hard",
            program="1",
            made="20260101T100000",
            own=(strokes,),
            par=(0,),
            strokes=(strokes,),
        )
        PARS.write_result(path, par)
    assert PARS.has_changed(history, path)
    PARS.sync_index(history, path)
    assert not PARS.has_changed(history, path)
    query = StatisticsQuery(StatisticsSubject(("Anna",)), "damn")
    assert [row.strokes for row in load_par_strokes(history, query)] == [(3,), (-5,)]
