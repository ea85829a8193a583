"""The search: means over weighted worlds, best first, and the effect of temperaments."""

import pytest

from bots.asked import asked
from greenbaize.bots import LEVELS
from greenbaize.bots.bot import SearchBot
from greenbaize.bots.search import LOOK, Effort, weigh
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.rules.chance import Stream
from greenbaize.rules.players import TEMPERAMENT_NAMES


class TwoWorlds:
    """Kernel of bids 0 to 2 in two worlds, the second three times as likely."""

    commands = (Bid(0, 0), Bid(0, 1), Bid(0, 2))

    def worlds(self, count, chance):
        return [(1.0, (4.0, 1.0, 0.0)), (3.0, (0.0, 1.0, 8.0))]

    def outcomes(self, world, among, chance):
        return [world[place] for place in among]


def test_choices_are_weighed_by_the_worlds_weights():
    weighed = weigh(TwoWorlds(), Effort(2, 0), Stream(""))
    assert [one.command.tricks for one in weighed] == [2, 0, 1]
    assert [one.expected for one in weighed] == [6.0, 1.0, 1.0]
    assert weighed[2].error == 0.0
    assert weighed[0].error > weighed[1].error > 0


class Race:
    """Kernel of bids whose outcomes are functions of the world's number, from 0."""

    def __init__(self, *bids):
        self.commands = tuple(Bid(0, tricks) for tricks in range(len(bids)))
        self.bids, self.looked = bids, [0] * len(bids)

    def worlds(self, count, chance):
        return [(1.0, number) for number in range(count)]

    def outcomes(self, world, among, chance):
        for place in among:
            self.looked[place] += 1
        return [self.bids[place](world) for place in among]


def luck(world):
    """Return an outcome that is good in every other world, and in the first ones."""
    return world % 2 * 4 + (6 if world < LOOK else 0)


def test_a_choice_that_has_fallen_behind_is_given_up():
    race = Race(lambda world: luck(world) - 1, luck, lambda world: luck(world + 1))
    weighed = weigh(race, Effort(300, 0), Stream(""), every=False)
    assert race.looked == [LOOK, 300, 300]
    assert [one.command.tricks for one in weighed] == [1, 2, 0]
    # It is behind by as much as where it was searched, though outcomes were better there.
    assert weighed[0].expected - weighed[2].expected == pytest.approx(1)


def test_nothing_is_left_to_search_once_one_choice_is_ahead():
    race = Race(lambda world: luck(world) - 1, luck, luck)
    weighed = weigh(race, Effort(300, 0), Stream(""), every=False)
    assert race.looked == [LOOK] * 3
    assert [one.command.tricks for one in weighed] == [1, 2, 0]


def test_for_a_hint_every_choice_is_looked_at_in_every_world():
    race = Race(lambda world: luck(world) - 1, luck)
    weigh(race, Effort(300, 0), Stream(""))
    assert race.looked == [300] * 2


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_legal_choice_is_weighed_for_a_hint(name):
    game, bot = GAMES[name], SearchBot(Effort(4, 0))
    for view, seat in asked(name, 12):
        weighed = bot.weigh(game, view, seat, Stream("hint"))
        assert {one.command for one in weighed} == set(game.legal(view, seat))
        values = [one.expected for one in weighed]
        assert values == sorted(values, reverse=True)
        assert bot.decide(game, view, seat, Stream("hint")) in game.legal(view, seat)


@pytest.mark.parametrize("temperament", TEMPERAMENT_NAMES)
def test_the_same_stream_gives_the_same_choice(temperament):
    game = GAMES["damn"]
    for view, seat in asked("damn", 8):
        choices = {
            SearchBot(Effort(6, 0), temperament).decide(game, view, seat, Stream("again"))
            for _ in range(2)
        }
        assert len(choices) == 1


def test_an_unknown_temperament_is_refused():
    with pytest.raises(KeyError):
        LEVELS["hard"]("angry")
