"""Honours for rare achievements, from the facts of the deals."""

import pytest

from greenbaize.games import GAMES
from greenbaize.games.beat.contracts import (
    CONTRACTS,
    DEALS_PER_HALF,
    DEALS_PER_MATCH,
    contract_of_deal,
)
from greenbaize.games.beat.events import BanksScored, ContractDealt, ContractScored, StakeMade
from greenbaize.games.exact_bid.events import BidsScored, TrumpDealt
from greenbaize.games.shedding.events import AntiRankDeclared, RanksScored
from greenbaize.rules.events import MatchEnded
from greenbaize.words.titles import honour_line, honour_title
from greenbaize.words.vocabulary import game_vocabulary

LEVEL_END = MatchEnded((0, 0), (1, 2))


def honours_of_bids(game, bids_and_tricks):
    """Return the honours of a match with these bids and tricks."""
    rules = GAMES[game]
    deals = []
    for number, pairs in enumerate(bids_and_tricks, 1):
        bid, won = zip(*pairs, strict=True)
        deal_event = TrumpDealt(number, 0, 1, (), number, None, None)
        nothing = (0,) * len(pairs)
        deals.append(rules.deal_facts([deal_event], BidsScored(number, nothing, nothing, bid, won)))
    return rules.honours(deals, LEVEL_END)


@pytest.mark.parametrize("game", ["damn", "blackout"])
def test_every_bid_of_a_match_is_made(game):
    deals = [((1, 1), (1, 0))] * 9
    assert honours_of_bids(game, deals) == (("every-bid-made",), ())
    assert honours_of_bids(game, [*deals, ((2, 1), (1, 1))]) == ((), ())


def test_a_match_of_a_few_deals_is_too_easy():
    assert honours_of_bids("damn", [((1, 1), (1, 0))] * 6) == ((), ())
    assert honours_of_bids("damn", [((1, 1), (1, 0))] * 7) == (("every-bid-made",), ())


def test_none_of_the_thirteen_of_the_last_deal():
    deals = [((1, 0), (1, 0))] * 12
    assert honours_of_bids("blackout", [*deals, ((0, 0), (0, 1))]) == (("none-of-thirteen",), ())
    assert honours_of_bids("blackout", [*deals, ((1, 1), (1, 0))]) == ((), ())
    assert honours_of_bids("damn", [*deals, ((0, 0), (0, 1))]) == ((), ())


def honours_of_contracts(first):
    """Return the honours of a match with these points in the first half, and none in the second."""
    master = GAMES["master"]
    deals = []
    for deal in range(1, DEALS_PER_MATCH + 1):
        sign = -1 if deal <= DEALS_PER_HALF else 1
        seats = len(first[0])
        points = (
            first[deal - 1]
            if deal <= DEALS_PER_HALF
            else (contract_of_deal(deal).total_points,) + (0,) * (seats - 1)
        )
        deal_event = ContractDealt(deal, 0, 1, (), contract_of_deal(deal).name, sign)
        signed = tuple(sign * value for value in points)
        scored = ContractScored(deal, signed, signed, (0,) * seats, 0)
        deals.append(master.deal_facts([deal_event], scored))
    return master.honours(deals, MatchEnded((0,) * seats, tuple(range(1, seats + 1))))


def test_every_contract_of_the_first_half_is_avoided():
    """Avoiding a contract means taking less of it than an equal share."""
    points_by_deal = [(contract.total_points, 0, 0, 0) for contract in CONTRACTS]
    assert honours_of_contracts(points_by_deal) == ((), *[("half-avoided",)] * 3)
    shared_points = [*points_by_deal]
    shared_points[0] = (3, 2, 3, 1)  # of nine tricks, two are less than a quarter
    assert honours_of_contracts(shared_points) == ((), ("half-avoided",), (), ("half-avoided",))
    even_points = [*points_by_deal]
    even_points[1] = (4, 4, 4, 4)
    assert honours_of_contracts(even_points) == ((),) * 4


def honours_of_stakes(results, rank):
    """Return the honours of a player by result and stake: capitals reach the target, g goes."""
    ass = GAMES["ass"]
    deals = []
    for number, result in enumerate(results, 1):
        points = 50 if result.isupper() else 10
        target = 44
        stakes = [StakeMade(0, result in "Gg"), StakeMade(1, go=False)]
        nothing = (0, 0)
        scored = BanksScored(number, (points, 0), nothing, (target, 68), (3, 3))
        deals.append(ass.deal_facts(stakes, scored))
    return ass.honours(deals, MatchEnded((0, 0), (rank, 3 - rank)))[0]


@pytest.mark.parametrize(
    ("results", "rank", "is_honoured"),
    [
        ("GsG", 1, True),
        ("GsSsG", 1, True),
        ("GsG", 2, False),
        ("Gss", 1, False),
        ("GgGG", 1, False),
    ],
)
def test_banks_are_shed_and_none_is_gained(results, rank, is_honoured):
    assert honours_of_stakes(results, rank) == (("banks-unharmed",) if is_honoured else ())


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


@pytest.mark.parametrize("name", GAMES)
def test_a_match_without_deals_honours_nobody(name):
    """Only other programs write such a match."""
    assert GAMES[name].honours([], LEVEL_END) == ((), ())


def test_honours_have_titles_and_sentences():
    honours = game_vocabulary().honours
    assert len(honours) <= 7
    for code in honours:
        assert honour_title(code) == honours[code].title
        assert honour_line(code).endswith(".")
    assert honour_title("won-by-magic") == "Won by magic"
    assert honour_line("won-by-magic") == ""
