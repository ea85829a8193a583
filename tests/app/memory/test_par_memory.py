"""Par of this computer's matches: stored once, and anew where the deal was played again."""

import pytest

from app.test_par import create_damn_match
from greenbaize.app.memory.par_memory import load_pars, sum_pars, update_pars
from greenbaize.app.par import play_par_deals
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.store import folders
from greenbaize.store.pars import PARS
from match.random_matches import encode_record

LEVEL = "medium"


@pytest.fixture(scope="module")
def record():
    header, events = create_damn_match(2)
    return read_record(encode_record(header, events), GAMES)


def test_missing_par_is_played_and_stored_once(record):
    pars = list(update_pars(record, LEVEL))
    assert [par.deal for par in pars] == [1, 2]
    assert [(par.own, par.par, par.strokes) for par in pars] == [
        (deal.own_result, deal.par_result, deal.strokes)
        for deal in play_par_deals(record.header, record.events, LEVEL)
    ]
    assert load_pars(record.header, LEVEL) == {par.deal: par for par in pars}
    assert not list(update_pars(record, LEVEL))


def test_a_deal_named_is_played_once_more(record):
    first, second = update_pars(record, LEVEL)
    (again,) = update_pars(record, LEVEL, [2])
    assert (again.deal, again.par) == (2, second.par)
    assert load_pars(record.header, LEVEL).keys() == {first.deal, second.deal}


def test_par_of_another_level_is_not_taken(record):
    list(update_pars(record, LEVEL, [1]))
    assert load_pars(record.header, "hard") == {}
    assert len(PARS.read_results(folders.pars_path())) == 1


def test_sums_and_counts_of_deals(record):
    pars = list(update_pars(record, LEVEL))
    summary = sum_pars(pars)
    assert summary.own == (sum(par.own[0] for par in pars),)
    assert summary.par == (sum(par.par[0] for par in pars),)
    assert summary.better_count + summary.equal_count + summary.worse_count == 2
