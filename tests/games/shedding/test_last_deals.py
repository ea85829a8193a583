"""The last deals of Rank: places are worth what they make of the match."""

from itertools import permutations
from random import Random
from statistics import fmean

import pytest

from greenbaize.cards import Card
from greenbaize.games.shedding.events import PileDealt
from greenbaize.games.shedding.hands import UNITS
from greenbaize.games.shedding.kernel import near_the_end
from greenbaize.games.shedding.playout import Table
from greenbaize.games.shedding.rank import Rank
from greenbaize.rules.events import LotDrawn
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import settled

RANK = Rank()


def moment(seats, totals, *, deal, deals):
    state = RANK.start(seats, settled(RANK.options, seats, {"deals": deals}))
    dealt = PileDealt(1, 0, 1, (Hand((), 5),) * seats, Card.of("5S"), Hand((), 20))
    state = RANK.fold(RANK.fold(state, LotDrawn(0)), dealt)
    return state._replace(totals=totals, deal=deal)


def test_of_one_deal_the_place_is_all():
    assert near_the_end(RANK, moment(4, (0,) * 4, deal=1, deals=1), 0) is None
    assert near_the_end(RANK, moment(4, (9,) * 4, deal=3, deals=9), 0) is None
    assert near_the_end(RANK, moment(4, (9,) * 4, deal=9, deals=9), 0) is not None


def test_level_players_weigh_it_by_the_place():
    found = near_the_end(RANK, moment(4, (9,) * 4, deal=5, deals=9), 0)
    assert found is not None
    for places in permutations((1, 2, 3, 4)):
        worth = found.worth([-place for place in places])[0]
        assert worth == pytest.approx(-places[0], abs=0.2)


def test_who_leads_must_only_stay_ahead_of_who_can_catch_up():
    found = near_the_end(RANK, moment(3, (10, 11, 19), deal=9, deals=9), 0)
    assert found is not None
    first, second, third = (
        found.worth([-place for place in places])[0] for places in ((1, 2, 3), (2, 3, 1), (3, 2, 1))
    )
    assert first == pytest.approx(second, abs=0.3)
    assert third < second - 1


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_a_playout_brings_what_its_places_are_worth(seats):
    random, seen = Random(f"places/{seats}"), set()
    for number in range(60):
        totals = tuple(random.randrange(8, 14) for _ in range(seats))
        found = near_the_end(RANK, moment(seats, totals, deal=9 - number % 3, deals=9), 0)
        assert found is not None
        table = Table(seats, top=3, mover=0)
        kinds = [random.randrange(14) for _ in range(seats * 4 + 6)]
        hands = [sum(UNITS[kind] for kind in kinds[at::seats][:4]) for at in range(seats)]
        table.deal(hands, [UNITS[kind] for kind in kinds[-6:]])
        places = [table.play_out(seat, -1, 0) for seat in range(seats)]
        assert sorted(places) == list(range(1, seats + 1))
        table.finishing(found, 0)
        behind = [seat for seat in range(seats) if places[seat] > places[0]]
        ways = []
        for order in list(permutations(behind))[:720]:
            for place, seat in enumerate(order, places[0] + 1):
                places[seat] = place
            ways.append(found.worth([-place for place in places])[0])
        if len(behind) < 6:
            assert table.brings(0, -1) == pytest.approx(fmean(ways))
            seen.add(places[0])
    assert len(seen) > 1
