"""Honours for rare achievements, from the facts of the deals."""

import pytest

from greenbaize.games import GAMES
from greenbaize.games.beat.contracts import CONTRACTS, DEALS, HALF, contract_of
from greenbaize.games.beat.events import BanksScored, ContractDealt, ContractScored, StakeMade
from greenbaize.games.exact_bid.events import BidsScored, TrumpDealt
from greenbaize.games.shedding.events import AntiRankDeclared, PlacesScored
from greenbaize.rules.events import Ended
from greenbaize.words.titles import honour_line, honour_title
from greenbaize.words.vocabulary import own_words

EVEN = Ended((0, 0), (1, 2))


def bids(game, made):
    """Return the honours of a match with these bids and tricks."""
    rules = GAMES[game]
    deals = []
    for number, pairs in enumerate(made, 1):
        bid, won = zip(*pairs, strict=True)
        dealt = TrumpDealt(number, 0, 1, (), number, None, None)
        nothing = (0,) * len(pairs)
        deals.append(rules.facts([dealt], BidsScored(number, nothing, nothing, bid, won)))
    return rules.honours(deals, EVEN)


@pytest.mark.parametrize("game", ["damn", "blackout"])
def test_every_bid_of_a_match_is_made(game):
    deals = [((1, 1), (1, 0))] * 9
    assert bids(game, deals) == (("every-bid-made",), ())
    assert bids(game, [*deals, ((2, 1), (1, 1))]) == ((), ())


def test_a_match_of_a_few_deals_is_too_easy():
    assert bids("damn", [((1, 1), (1, 0))] * 6) == ((), ())
    assert bids("damn", [((1, 1), (1, 0))] * 7) == (("every-bid-made",), ())


def test_none_of_the_thirteen_of_the_last_deal():
    deals = [((1, 0), (1, 0))] * 12
    assert bids("blackout", [*deals, ((0, 0), (0, 1))]) == (("none-of-thirteen",), ())
    assert bids("blackout", [*deals, ((1, 1), (1, 0))]) == ((), ())
    assert bids("damn", [*deals, ((0, 0), (0, 1))]) == ((), ())


def contracts(first):
    """Return the honours of a match with these points in the first half, and none in the second."""
    master = GAMES["master"]
    deals = []
    for deal in range(1, DEALS + 1):
        sign = -1 if deal <= HALF else 1
        seats = len(first[0])
        points = (
            first[deal - 1] if deal <= HALF else (contract_of(deal).total,) + (0,) * (seats - 1)
        )
        dealt = ContractDealt(deal, 0, 1, (), contract_of(deal).name, sign)
        signed = tuple(sign * one for one in points)
        scored = ContractScored(deal, signed, signed, (0,) * seats, 0)
        deals.append(master.facts([dealt], scored))
    return master.honours(deals, Ended((0,) * seats, tuple(range(1, seats + 1))))


def test_every_contract_of_the_first_half_is_avoided():
    """Avoiding a contract means taking less of it than an equal share."""
    most = [(one.total, 0, 0, 0) for one in CONTRACTS]
    assert contracts(most) == ((), *[("half-avoided",)] * 3)
    shared = [*most]
    shared[0] = (3, 2, 3, 1)  # of nine tricks, two are less than a quarter
    assert contracts(shared) == ((), ("half-avoided",), (), ("half-avoided",))
    even = [*most]
    even[1] = (4, 4, 4, 4)
    assert contracts(even) == ((),) * 4


def banks(went, place):
    """Return the honours of a player by result and stake: capitals reach the target, g goes."""
    ass = GAMES["ass"]
    deals = []
    for number, how in enumerate(went, 1):
        points = 50 if how.isupper() else 10
        target = 44
        stakes = [StakeMade(0, how in "Gg"), StakeMade(1, go=False)]
        nothing = (0, 0)
        scored = BanksScored(number, (points, 0), nothing, (target, 68), (3, 3))
        deals.append(ass.facts(stakes, scored))
    return ass.honours(deals, Ended((0, 0), (place, 3 - place)))[0]


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
    assert banks(results, rank) == (("banks-unharmed",) if is_honoured else ())


@pytest.mark.parametrize(("ranks", "honoured"), [((1, 2), (True, False)), ((2, 1), (False,) * 2)])
def test_an_anti_rank_that_won_its_deal(ranks, honoured):
    rank = GAMES["rank"]
    deals = [
        rank.facts([], PlacesScored(1, (1, 2), (1, 2), (1, 2))),
        rank.facts([AntiRankDeclared(0)], PlacesScored(2, ranks, ranks, ranks)),
    ]
    assert rank.honours(deals, EVEN) == tuple(("anti-rank-won",) if one else () for one in honoured)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_without_deals_honours_nobody(name):
    """Only other programs write such a match."""
    assert GAMES[name].honours([], EVEN) == ((), ())


def test_honours_have_titles_and_sentences():
    known = own_words().honours
    assert len(known) <= 7
    for code in known:
        assert honour_title(code) == known[code].title
        assert honour_line(code).endswith(".")
    assert honour_title("won-by-magic") == "Won by magic"
    assert honour_line("won-by-magic") == ""
