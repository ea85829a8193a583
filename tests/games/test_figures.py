"""Statistics of all games: what is counted over deals comes to tables that can be said."""

import pytest

from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.rules.facts import Counted
from greenbaize.words.speaker import Speaker
from match.playing import SETUPS, Setup, play_randomly


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_fact_finds_its_line_and_every_line_is_said(setup: Setup) -> None:
    digest = digest_of(play_randomly(setup, 6).record, GAMES)
    game = GAMES[setup.name]
    for seat in range(setup.seats):
        sums: dict[tuple[str, str], Counted] = {}
        for deal in digest.deals:
            for kind, key, value in [("points", "", deal.points[seat]), *deal.facts[seat]]:
                times, total = sums.get((kind, key), (0, 0))
                sums[kind, key] = Counted(times + 1, total + value)
        tables = game.figures(sums)
        assert bool(tables) == bool(digest.deals and digest.deals[0].facts[seat])
        for table in tables:
            assert Speaker().say(table.title)
            for rate in table.rates:
                assert Speaker().say(rate.label)
                assert rate.mean is not None
                assert not rate.share or 0 <= rate.mean <= 1
        assert game.figures({}) == () or not any(table.rates for table in game.figures({}))
