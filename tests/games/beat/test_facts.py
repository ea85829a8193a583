"""Facts of the deals of Master and Ass: ratings and honours."""

import pytest

from games.score_events import honours_of_bids
from greenbaize.games import GAMES
from greenbaize.games.beat.contracts import (
    CONTRACTS,
    DEALS_PER_HALF,
    DEALS_PER_MATCH,
    contract_of_deal,
)
from greenbaize.games.beat.events import BanksScored, ContractDealt, ContractScored, StakeMade
from greenbaize.match.digest import digest_record
from greenbaize.rules.events import MatchEnded
from greenbaize.rules.facts import FactSum
from match.random_matches import GameSetup, play_randomly


def sum_seat_facts(digests, seat):
    """Return the fact sums of a seat over these matches."""
    sums = {}
    for deal in (deal for digest in digests for deal in digest.deals):
        facts = [("points", "", deal.points[seat]), *deal.facts[seat]]
        for kind, key, value in facts:
            times, total = sums.get((kind, key), (0, 0))
            sums[kind, key] = FactSum(times + 1, total + value)
    return sums


def play_digests(name, seats, numbers):
    return [
        digest_record(play_randomly(GameSetup(name, seats, {}), n).record, GAMES) for n in numbers
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_master_rating_uses_points_and_tricks_of_the_halves(seats):
    matches = play_digests("master", seats, range(3))
    for seat in range(seats):
        points = tricks = all_tricks = 0
        for number in range(3):
            events = play_randomly(GameSetup("master", seats, {}), number).events
            for event in events:
                if event.type == "score":
                    points += event.points[seat]
                    tricks += event.tricks[seat] * (1 if event.deal > 12 else -1)
                    all_tricks += sum(event.tricks)
        rating = GAMES["master"].rating(sum_seat_facts(matches, seat))
        assert rating == pytest.approx(points * tricks / (448 * all_tricks) * 100 + 50)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_ass_rating_uses_points_and_banks(seats):
    matches = play_digests("ass", seats, range(3))
    for seat in range(seats):
        points = targets = deals = banks = 0
        for number in range(3):
            events = play_randomly(GameSetup("ass", seats, {}), number).events
            before = 3
            for event in events:
                if event.type == "score":
                    points += event.points[seat]
                    targets += event.targets[seat]
                    deals += 1
                    banks += before - event.banks[seat]
                    before = event.banks[seat]
        rating = GAMES["ass"].rating(sum_seat_facts(matches, seat))
        assert rating == pytest.approx(points * banks / (deals * targets) * 100 + 50)


def test_without_facts_there_is_no_rating():
    assert all(game.rating({}) is None for game in GAMES.values())


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
