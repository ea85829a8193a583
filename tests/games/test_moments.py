"""Sentences of every game when a deal begins or is scored, and the leaders."""

from itertools import pairwise

import pytest

from greenbaize.games import GAMES
from greenbaize.games.beat.events import BanksScored
from greenbaize.games.exact_bid.events import BidsScored
from greenbaize.rules.events import CardsDealt, DealScored, MatchEnded
from greenbaize.rules.messages import Message
from greenbaize.rules.ranking import find_leading_seats
from greenbaize.rules.table_snapshot import ScoreQuality
from greenbaize.words.speaker import Speaker
from match.random_matches import GameSetup, play_randomly

PLAYER_NAMES = ("Anna", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hal", "Ina", "Jan")
MOMENT_SETUPS = (
    GameSetup("damn", 3, {"deals": 4}),
    GameSetup("damn", 7, {"deals": 3}),
    GameSetup("blackout", 2, {}),
    GameSetup("blackout", 4, {}),
    GameSetup("master", 2, {}),
    GameSetup("master", 4, {"trumps": "none"}),
    GameSetup("ass", 2, {"deal_limit": 0}),
    GameSetup("ass", 6, {"deal_limit": 4}),
    GameSetup("rank", 2, {"deals": 3}),
    GameSetup("rank", 10, {}),
)


EACH_MOMENT_SETUP = pytest.mark.parametrize("setup", MOMENT_SETUPS, ids=str)


@EACH_MOMENT_SETUP
def test_every_deal_score_can_be_spoken(setup):
    match = play_randomly(setup, 1)
    scored = [(event, state) for event, state in match.moments if isinstance(event, DealScored)]
    assert scored
    for event, state in scored:
        deal_scores = match.game.deal_scores(event, state)
        assert len(deal_scores) == setup.seats
        for seat, deal_score in enumerate(deal_scores):
            assert Speaker(PLAYER_NAMES).format_message(deal_score.plate_message)
            assert (
                Speaker(PLAYER_NAMES)
                .format_message(deal_score.sentence)
                .startswith(PLAYER_NAMES[seat])
            )
            assert Speaker(PLAYER_NAMES, seat).format_message(deal_score.sentence).startswith("You")
            match event:
                case BidsScored():
                    exact = event.bids[seat] == event.tricks[seat]
                    assert deal_score.quality is (ScoreQuality.GOOD if exact else ScoreQuality.BAD)
                case BanksScored():
                    lucky = event.points[seat] >= event.targets[seat]
                    assert (deal_score.quality is ScoreQuality.GOOD) is lucky


@EACH_MOMENT_SETUP
def test_announcements_of_a_deal_can_be_spoken(setup):
    match = play_randomly(setup, 1)
    unlimited = setup.given_options.get("deal_limit") == 0
    for event, state in match.moments:
        deals = match.game.picture(state).deal_count
        assert deals != 0
        assert (deals is None) is unlimited
        if not isinstance(event, CardsDealt):
            continue
        lines = [
            Speaker(PLAYER_NAMES).format_message(line)
            for line in match.game.deal_announcements(state)
        ]
        assert all(lines)
        if setup.name == "master":
            assert len(lines) == (2 if event.deal in (1, 13) else 1)
        elif setup.name == "blackout":
            assert len(lines) == (2 if event.deal in (1, 13) else 0)
        elif deals is None or deals == 1:
            assert not lines
        else:
            assert bool(lines) is (event.deal == deals)


@EACH_MOMENT_SETUP
def test_winners_are_among_the_final_leaders(setup):
    match = play_randomly(setup, 1)
    end, state = match.moments[-1]
    leaders = match.game.picture(state).leading_seats
    if setup.given_options.get("deals") is None and setup.name == "rank":
        assert leaders == ()
    elif leaders:
        assert set(end.winners) <= set(leaders)


def test_leading_seats_have_the_highest_total():
    assert find_leading_seats([3, 5, 5]) == (1, 2)
    assert find_leading_seats([0, 0]) == ()
    assert find_leading_seats([-3, -4]) == (0,)
    assert find_leading_seats([]) == ()


def test_in_ass_banks_decide_the_leaders():
    for event, state in play_randomly(GameSetup("ass", 4, {"trumps": "none"}), 1).moments:
        if isinstance(event, BanksScored):
            picture = GAMES["ass"].picture(state)
            fewest = [
                seat
                for seat, bank_count in enumerate(event.banks)
                if bank_count == min(event.banks)
            ]
            expected = () if len(fewest) == len(event.banks) else tuple(fewest)
            assert picture.leading_seats == expected
            assert tuple(plate.total for plate in picture.plates) == event.banks


def test_the_quality_of_a_master_score_depends_on_the_half():
    qualities = set()
    for event, state in play_randomly(GameSetup("master", 3, {"trumps": "none"}), 1).moments:
        if isinstance(event, DealScored):
            for points, deal_score in zip(
                event.points, GAMES["master"].deal_scores(event, state), strict=True
            ):
                qualities.add((event.deal <= 12, points != 0, deal_score.quality))
    assert qualities == {
        (True, False, ScoreQuality.GOOD),
        (True, True, ScoreQuality.BAD),
        (False, False, ScoreQuality.NEUTRAL),
        (False, True, ScoreQuality.GOOD),
    }


def test_in_max_the_plate_has_the_coming_score():
    before = None
    for (_, before), (event, _) in pairwise(
        play_randomly(GameSetup("master", 3, {"trumps": "none"}), 1).moments
    ):
        if isinstance(event, DealScored) and event.deal in (12, 24):
            lines = [plate.deal_message for plate in GAMES["master"].picture(before).plates]
            assert [line.values["by"] for line in lines if line] == list(event.points)
            assert [line.values["count"] for line in lines if line] == list(before.points)
            codes = {line.code for line in lines if line}
            assert codes == {"plate-points", "plate-points-worth"}
    assert before is not None


def test_the_coin_is_flipped_between_level_seats():
    assert MatchEnded((5, 5, 2), (2, 1, 3), coin_flip=True).coin_flip_seats == (0, 1)
    assert MatchEnded((5, 5, 2), (2, 1, 3), coin_flip=True).winners == (1,)
    assert MatchEnded((5, 4, 2), (1, 2, 3)).coin_flip_seats == ()


def test_rank_scores_have_ranks():
    for event, state in play_randomly(GameSetup("rank", 4, {}), 1).moments:
        if isinstance(event, DealScored):
            deal_scores = GAMES["rank"].deal_scores(event, state)
            assert [deal_score.plate_message for deal_score in deal_scores] == [
                Message("made-place", {"place": rank}, "rank.md 6") for rank in event.points
            ]
            quality_by_rank = {
                rank: deal_score.quality
                for rank, deal_score in zip(event.points, deal_scores, strict=True)
            }
            assert quality_by_rank == {
                1: ScoreQuality.GOOD,
                2: ScoreQuality.NEUTRAL,
                3: ScoreQuality.NEUTRAL,
                4: ScoreQuality.BAD,
            }
