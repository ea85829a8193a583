"""The ratings of the sources, against the pages' formulas (``master.md``, ``ass.md 6``)."""

import pytest

from greenbaize.games import GAMES
from greenbaize.match.digest import Digest, digest_of
from greenbaize.rules.facts import Counted, Sums
from match.playing import Setup, play_randomly


def summed(digests: list[Digest], seat: int) -> Sums:
    """What these matches tell of a seat."""
    sums: dict[tuple[str, str], Counted] = {}
    for deal in (deal for digest in digests for deal in digest.deals):
        told = [("points", "", deal.points[seat]), *deal.facts[seat]]
        for kind, key, value in told:
            times, total = sums.get((kind, key), (0, 0))
            sums[kind, key] = Counted(times + 1, total + value)
    return sums


def played(name: str, seats: int, numbers: range) -> list[Digest]:
    return [digest_of(play_randomly(Setup(name, seats, {}), n).record, GAMES) for n in numbers]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_master_goes_by_points_and_the_tricks_of_the_halves(seats: int) -> None:
    matches = played("master", seats, range(3))
    for seat in range(seats):
        points = tricks = all_tricks = 0
        for number in range(3):
            events = play_randomly(Setup("master", seats, {}), number).events
            for event in events:
                if event.type == "score":
                    points += event.points[seat]
                    tricks += event.tricks[seat] * (1 if event.deal > 12 else -1)
                    all_tricks += sum(event.tricks)
        rating = GAMES["master"].rating(summed(matches, seat))
        assert rating == pytest.approx(points * tricks / (448 * all_tricks) * 100 + 50)


@pytest.mark.parametrize("seats", [2, 4])
def test_ass_goes_by_points_and_banks(seats: int) -> None:
    matches = played("ass", seats, range(3))
    for seat in range(seats):
        points = targets = deals = banks = 0
        for number in range(3):
            events = play_randomly(Setup("ass", seats, {}), number).events
            before = 3
            for event in events:
                if event.type == "score":
                    points += event.points[seat]
                    targets += event.targets[seat]
                    deals += 1
                    banks += before - event.banks[seat]
                    before = event.banks[seat]
        rating = GAMES["ass"].rating(summed(matches, seat))
        assert rating == pytest.approx(points * banks / (deals * targets) * 100 + 50)


def test_nothing_has_no_rating() -> None:
    assert all(game.rating({}) is None for game in GAMES.values())
