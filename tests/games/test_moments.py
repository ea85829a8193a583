"""Sentences of every game when a deal begins or is scored, and the leaders."""

from itertools import pairwise

import pytest

from greenbaize.games import GAMES
from greenbaize.games.beat.events import BanksScored
from greenbaize.games.exact_bid.events import BidsScored
from greenbaize.rules.events import Dealt, Ended, Scored
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Luck
from greenbaize.rules.places import leading
from greenbaize.words.speaker import Speaker
from match.playing import Setup, play_randomly

NAMES = ("Anna", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hal", "Ina", "Jan")
SETUPS = (
    Setup("damn", 3, {"deals": 4}),
    Setup("damn", 7, {"deals": 3}),
    Setup("blackout", 2, {}),
    Setup("blackout", 4, {}),
    Setup("master", 2, {}),
    Setup("master", 4, {"trumps": "none"}),
    Setup("ass", 2, {"deal_limit": 0}),
    Setup("ass", 6, {"deal_limit": 4}),
    Setup("rank", 2, {"deals": 3}),
    Setup("rank", 10, {}),
)


EACH = pytest.mark.parametrize("setup", SETUPS, ids=str)


@EACH
def test_everybody_hears_what_everybody_made(setup):
    match = play_randomly(setup, 1)
    scored = [(event, state) for event, state in match.moments if isinstance(event, Scored)]
    assert scored
    for event, state in scored:
        made = match.game.made(event, state)
        assert len(made) == setup.seats
        for seat, one in enumerate(made):
            assert Speaker(NAMES).say(one.words)
            assert Speaker(NAMES).say(one.sentence).startswith(NAMES[seat])
            assert Speaker(NAMES, seat).say(one.sentence).startswith("You")
            match event:
                case BidsScored():
                    exact = event.bids[seat] == event.tricks[seat]
                    assert one.luck is (Luck.GOOD if exact else Luck.BAD)
                case BanksScored():
                    lucky = event.points[seat] >= event.targets[seat]
                    assert (one.luck is Luck.GOOD) is lucky


@EACH
def test_what_opens_a_deal_can_be_said(setup):
    match = play_randomly(setup, 1)
    unlimited = setup.given.get("deal_limit") == 0
    for event, state in match.moments:
        deals = match.game.picture(state).deals
        assert deals != 0
        assert (deals is None) is unlimited
        if not isinstance(event, Dealt):
            continue
        lines = [Speaker(NAMES).say(line) for line in match.game.opening(state)]
        assert all(lines)
        if setup.name == "master":
            assert len(lines) == (2 if event.deal in (1, 13) else 1)
        elif setup.name == "blackout":
            assert len(lines) == (2 if event.deal in (1, 13) else 0)
        elif deals is None or deals == 1:
            assert not lines
        else:
            assert bool(lines) is (event.deal == deals)


@EACH
def test_who_leads_in_the_end_has_won_unless_the_first_place_is_decided_otherwise(setup):
    match = play_randomly(setup, 1)
    end, state = match.moments[-1]
    leaders = match.game.picture(state).leaders
    if setup.given.get("deals") is None and setup.name == "rank":
        assert leaders == ()
    elif leaders:
        assert set(end.winners) <= set(leaders)


def test_leading():
    assert leading([3, 5, 5]) == (1, 2)
    assert leading([0, 0]) == ()
    assert leading([-3, -4]) == (0,)
    assert leading([]) == ()


def test_in_ass_the_banks_lead_and_not_the_points():
    for event, state in play_randomly(Setup("ass", 4, {"trumps": "none"}), 1).moments:
        if isinstance(event, BanksScored):
            picture = GAMES["ass"].picture(state)
            fewest = [seat for seat, one in enumerate(event.banks) if one == min(event.banks)]
            expected = () if len(fewest) == len(event.banks) else tuple(fewest)
            assert picture.leaders == expected
            assert tuple(plate.total for plate in picture.plates) == event.banks


def test_in_the_first_half_of_master_none_is_good_and_in_the_second_none_is_nothing():
    seen = set()
    for event, state in play_randomly(Setup("master", 3, {"trumps": "none"}), 1).moments:
        if isinstance(event, Scored):
            for points, one in zip(event.points, GAMES["master"].made(event, state), strict=True):
                seen.add((event.deal <= 12, points != 0, one.luck))
    assert seen == {
        (True, False, Luck.GOOD),
        (True, True, Luck.BAD),
        (False, False, Luck.NEITHER),
        (False, True, Luck.GOOD),
    }


def test_in_max_the_plate_says_what_the_deal_will_score():
    before = None
    for (_, before), (event, _) in pairwise(
        play_randomly(Setup("master", 3, {"trumps": "none"}), 1).moments
    ):
        if isinstance(event, Scored) and event.deal in (12, 24):
            lines = [plate.line for plate in GAMES["master"].picture(before).plates]
            assert [line.values["by"] for line in lines if line] == list(event.points)
            assert [line.values["count"] for line in lines if line] == list(before.points)
            codes = {line.code for line in lines if line}
            assert codes == {"plate-points", "plate-points-worth"}
    assert before is not None


def test_the_coin_is_among_those_who_were_level():
    assert Ended((5, 5, 2), (2, 1, 3), coin_flip=True).tossed == (0, 1)
    assert Ended((5, 5, 2), (2, 1, 3), coin_flip=True).winners == (1,)
    assert Ended((5, 4, 2), (1, 2, 3)).tossed == ()


def test_rank_tells_places():
    for event, state in play_randomly(Setup("rank", 4, {}), 1).moments:
        if isinstance(event, Scored):
            made = GAMES["rank"].made(event, state)
            assert [one.words for one in made] == [
                Message("made-place", {"place": place}, "rank.md 6") for place in event.points
            ]
            lucks = {place: one.luck for place, one in zip(event.points, made, strict=True)}
            assert lucks == {1: Luck.GOOD, 2: Luck.NEITHER, 3: Luck.NEITHER, 4: Luck.BAD}
