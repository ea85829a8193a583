"""The score sheet, facts and honours of Rank."""

import pytest

from games.score_events import LEVEL_END
from games.shedding.rank_deals import RANK_GAME, RiggedDeal
from greenbaize.games import GAMES
from greenbaize.games.shedding.events import AntiRankDeclared, RanksScored
from greenbaize.rules.facts import DealFact, sum_facts
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues, resolve_options
from greenbaize.rules.sheets import BoxTone, DealEntry


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


def make_entries(*deals):
    return [DealEntry(tuple((rank,) for rank in ranks)) for ranks in deals]


def make_manual_sheet(*deals, deal_count=2):
    settings = resolve_options(RANK_GAME.options, 3, {"deals": deal_count})
    return RANK_GAME.sheet_form().make_sheet(3, settings, make_entries(*deals))


def list_faults(*ranks):
    """Return code, values and seats of the faults of a deal."""
    faults = RANK_GAME.sheet_form().find_faults(1, make_entries(ranks), 3, OptionValues())
    return [
        (fault.message.code, dict(fault.message.values), [item.seat for item in fault.positions])
        for fault in faults
    ]


def test_the_best_total_is_the_lowest_and_empty_before_any_deal():
    (total_row,) = make_manual_sheet((2, 1, 3)).results
    assert [box.value for (box,) in total_row.boxes] == [2, 1, 3]
    assert [box.tone for (box,) in total_row.boxes] == [
        BoxTone.PLAIN,
        BoxTone.STRONG,
        BoxTone.PLAIN,
    ]
    (empty_row,) = make_manual_sheet((2, None, None)).results
    assert {(box.value, box.tone) for (box,) in empty_row.boxes} == {(None, BoxTone.PLAIN)}


def test_ranks_and_sums_are_shown_as_each_deal_is_complete():
    sheet = make_manual_sheet((2, 1, 3), (1, None, None))
    assert [[box.value for box in boxes] for boxes in sheet.rows[0].boxes] == [
        [2, 2],
        [1, 1],
        [3, 3],
    ]
    assert [box.value for box in sheet.rows[1].boxes[0]] == [1, None]
    assert [box.tone for box in sheet.rows[0].boxes[0]] == [BoxTone.STRONG, BoxTone.QUIET]
    assert (sheet.ranks, [row.is_current for row in sheet.rows]) == (None, [False, True])
    assert make_manual_sheet((2, 1, 3), (1, 2, 3)).ranks == (1, 1, 3)


def test_a_rank_is_between_one_and_the_number_of_players():
    form = RANK_GAME.sheet_form()
    settings = resolve_options(RANK_GAME.options, 3, {"deals": 4})
    assert form.value_limits("place", 1, 3, settings) == (1, 3)
    assert form.max_deals(3, settings) == 4
    values = {"deal": 1, "seat": 0, "number": 4, "high": 3}
    assert list_faults(4, None, None) == [("sheet-place-range", values, [0])]
    assert list_faults(None, 0, 3) == [
        ("sheet-place-range", values | {"seat": 1, "number": 0}, [1])
    ]


def test_a_rank_given_twice_is_a_fault_of_who_have_it_until_all_are_entered():
    taken = ("sheet-place-taken", {"deal": 1, "place": 2}, [0, 2])
    assert list_faults(2, None, 2) == [taken]
    assert list_faults(2, 1, 2) == [("sheet-places", {"deal": 1, "sum": 5, "due": 6}, [0, 1, 2])]
    assert list_faults(2, 1, 3) == list_faults(None, 1, None) == []


def test_facts_are_the_rank_and_each_own_anti_rank():
    declared = [AntiRankDeclared(0), AntiRankDeclared(1), AntiRankDeclared(0)]
    facts = RANK_GAME.deal_facts(declared, RanksScored(1, (2, 1), (2, 1), (2, 1)))
    anti_rank = DealFact("antirank", "", 2)
    assert facts[0] == (DealFact("place", "2", 1), anti_rank, anti_rank)
    assert facts[1] == (DealFact("place", "1", 1), DealFact("antirank", "", 1))


def test_statistics_have_the_share_of_each_rank_and_the_mean_after_anti_rank():
    deals = [(2, (DealFact("place", "2", 1), DealFact("antirank", "", 2)))]
    deals += [(1, (DealFact("place", "1", 1),))] * 3
    ranks, anti_rank = RANK_GAME.statistics_tables(sum_facts(deals))
    assert ranks.title == Message("figures-places")
    assert [
        (row.label.values["place"], row.mean, row.is_share, row.is_part) for row in ranks.rows
    ] == [(1, 0.75, True, True), (2, 0.25, True, True)]
    assert anti_rank.title == Message("figures-antirank")
    (row,) = anti_rank.rows
    assert (row.label, row.mean) == (Message("figures-antirank-place"), 2)
    assert RANK_GAME.statistics_tables(sum_facts(deals[1:]))[1].rows == ()
