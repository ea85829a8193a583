"""Statistics of all games: facts of deals make tables that can be spoken."""

from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.rules.facts import POINTS, counted
from greenbaize.words.speaker import Speaker
from match.playing import EACH_SETUP, play_randomly

WITHOUT_LINE = {POINTS, "tricks", "target"}
"""Facts without a row of their own: for the mean of all deals, and for source ratings."""


def counted_of(setup):
    """Return the fact sums of each seat."""
    deals = digest_of(play_randomly(setup, 6).record, GAMES).deals
    return [counted((d.points[s], d.facts[s]) for d in deals) for s in range(setup.seats)]


@EACH_SETUP
def test_every_fact_finds_its_line_and_every_line_is_said(setup):
    game = GAMES[setup.name]
    each = counted_of(setup)
    sums = each[0]

    def said(without=None):
        known = {key: one for key, one in sums.items() if key != without}
        return {
            f"{table.title} {rate.label}" for table in game.figures(known) for rate in table.rates
        }

    told = {key for key in sums if key[0] not in WITHOUT_LINE}
    assert {key for key in sums if len(said()) - len(said(key)) == 1} == told
    assert len(said()) == len(told)
    for table in (table for sums in each for table in game.figures(sums)):
        assert Speaker().say(table.title)
        for rate in table.rates:
            assert Speaker().say(rate.label)
            assert rate.mean is not None
            assert not rate.share or 0 <= rate.mean <= 1
    assert not any(table.rates for table in game.figures({}))
