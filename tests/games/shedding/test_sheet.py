"""The score sheet, facts and honours of Rank."""

import pytest

from games.score_events import LEVEL_END
from games.shedding.rank_deals import RANK_GAME, RiggedDeal
from greenbaize.games import GAMES
from greenbaize.games.shedding.events import AntiRankDeclared, RanksScored
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options
from greenbaize.rules.sheets import DealEntry


@pytest.mark.parametrize(("ranks", "honoured"), [((1, 2), (True, False)), ((2, 1), (False,) * 2)])
def test_an_anti_rank_that_won_its_deal(ranks, honoured):
    rank = GAMES["rank"]
    deals = [
        rank.deal_facts([], RanksScored(1, (1, 2), (1, 2), (1, 2))),
        rank.deal_facts([AntiRankDeclared(0)], RanksScored(2, ranks, ranks, ranks)),
    ]
    assert rank.honours(deals, LEVEL_END) == tuple(
        ("anti-rank-won",) if is_honoured else () for is_honoured in honoured
    )


def test_the_sheet_sums_ranks():
    deal = RiggedDeal(["4C", "9D 2D"], "5S", "9H TD 7C", deals=3)
    deal.play_cards("4C")
    sheet = RANK_GAME.sheet(deal.state)
    assert sheet.columns == ("place", "total")
    assert [[box.value for box in boxes] for boxes in sheet.rows[0].boxes] == [[1, 1], [2, 2]]
    assert [row.is_current for row in sheet.rows] == [False, True, False]
    assert sheet.totals == (1, 2)
    assert sheet.ranks is None


def test_a_manual_sheet_finds_a_rank_given_twice():
    form = RANK_GAME.sheet_form()
    settings = resolve_options(RANK_GAME.options, 3, {"deals": 2})
    sheet = form.make_sheet(
        3, settings, [DealEntry(((1,), (1,), (3,))), DealEntry(((2,), (1,), (3,)))]
    )
    (check,) = sheet.checks
    values = {"deal": 1, "sum": 5, "due": 6}
    assert check.message == Message("sheet-places", values, "rank.md 6")
    assert {(cell.row, cell.seat) for cell in check.positions} == {(0, 0), (0, 1), (0, 2)}
    correct_sheet = form.make_sheet(
        3, settings, [DealEntry(((1,), (2,), (3,))), DealEntry(((2,), (1,), (3,)))]
    )
    assert correct_sheet.checks == ()
    assert correct_sheet.totals == (3, 3, 6)
    assert correct_sheet.ranks == (1, 1, 3)
