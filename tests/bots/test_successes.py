"""How often choices succeed, counted beside what they bring."""

from greenbaize.bots import EFFORTS
from greenbaize.bots.search import weigh
from greenbaize.bots.search_bot import CountingKernel, SearchBot
from greenbaize.cards import Card
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Play
from greenbaize.rules.thinking import Effort, Weighed

FIRST, SECOND = Play(0, Card.of("AS")), Play(0, Card.of("2S"))


class Told:
    """A kernel of two choices: the first succeeds in the worlds that count three times as much."""

    commands = (FIRST, SECOND)

    def __init__(self, *, undertakes: bool) -> None:
        self.undertakes = undertakes

    def worlds(self, count, chance):
        del count, chance
        return [(3.0, 1), (1.0, 0)]

    def outcomes(self, world, among, chance):
        del world, chance
        return [float(at) for at in among]

    def succeed(self, world, among):
        return [float(world and not at) for at in among] if self.undertakes else ()


def test_each_world_counts_by_its_weight() -> None:
    counting = CountingKernel(Told(undertakes=True))
    weighed = counting.told(weigh(counting, Effort(2, 0), Stream("x")))
    assert {one.command: one.chance for one in weighed} == {FIRST: 0.75, SECOND: 0.0}
    assert [one.often for one in weighed] == [0, 8]


def test_where_nothing_is_undertaken_nothing_is_counted() -> None:
    counting = CountingKernel(Told(undertakes=False))
    weighed = counting.told(weigh(counting, Effort(2, 0), Stream("x")))
    assert [one.chance for one in weighed] == [None, None]
    assert Weighed(FIRST, 1.0, 0.0).often is None
    assert SearchBot(EFFORTS["medium"])
